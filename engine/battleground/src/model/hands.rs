//! Command cards that a player may hold, and units that are mercenaries (pp. 17, 138).

use crate::model::names::CardNo;
use crate::model::state::{Player, State, Unit};

/// Whether a player may hold a card: it is in their hand, or it is one that nobody has seen and a card of their hand is not
/// known here.
pub(crate) fn may_hold(player: &Player, card: CardNo) -> bool {
    player.hand.contains(&Some(card)) || (player.hand.contains(&None) && player.unseen.contains(&card))
}

/// Whether a unit fights for another than its own faction. Rule `BG4-MERC-02` (pp. 126-127).
pub(crate) fn is_mercenary(state: &State, unit: &Unit) -> bool {
    state
        .player(unit.id.seat())
        .allegiance
        .known()
        .is_some_and(|allegiance| allegiance.faction != state.kind(unit).faction)
}
