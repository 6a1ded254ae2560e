//! More command cards than one in an attack, where a card says so (p. 18).

use hindsight_kernel::Seat;

use super::{Role, may_answer, may_play, window};
use crate::model::attack::{Asked, Attack};
use crate::model::cards::{CardSide, Colour};
use crate::model::effect::Effect;
use crate::model::names::CardNo;
use crate::model::state::{LastingKind, State};

/// How many cards a player may play in an attack besides those that say that they are played beside others: as many as the card
/// of the attacking unit says on its own attack. Rule `BG3-CCARD-03` (p. 18).
// RULING: BG3-CCARD-03, "a unit says you can play two cards on its attack" is said of the attacks that the unit makes.
pub(super) fn most(state: &State, attack: &Attack, role: Role) -> usize {
    let attacker = state.unit(attack.attacker).map(|unit| state.kind(unit));
    match role {
        Role::Attacker => attacker.map_or(1, |card| usize::from(card.cards_on_its_attack)),
        Role::Defender => 1,
    }
}

/// The side of a card of a player's deck that is played in attacks.
fn side(state: &State, seat: Seat, card: CardNo, colour: Colour) -> Option<&CardSide> {
    let printed = state.faction(seat)?.card(card)?;
    printed.sides.iter().find(|side| side.colour == colour)
}

/// Whether a card says that it may be played beside the one of its player.
pub(super) fn is_beside(state: &State, seat: Seat, card: CardNo, colour: Colour) -> bool {
    side(state, seat, card, colour).is_some_and(|side| side.beside_another)
}

/// How many cards a player has played in an attack, without those that are played beside others.
pub(super) fn played(state: &State, attack: &Attack, role: Role) -> usize {
    let seat = role.unit(attack).seat();
    // What a card moves is written down once more.
    let moves = |effects: &[Effect]| {
        effects
            .iter()
            .any(|effect| matches!(effect, Effect::MoveWounds { .. }))
    };
    let counted = attack.cards.iter().filter(|used| match used.kind {
        LastingKind::Card(card) => {
            used.by == seat && !moves(&used.effects) && !is_beside(state, seat, card, role.colour())
        }
        LastingKind::Mark(_)
        | LastingKind::Rule
        | LastingKind::Ruling
        | LastingKind::Blessing
        | LastingKind::Curse => false,
    });
    // One that is known by its number alone counts as well.
    let last = match role {
        Role::Attacker => attack.red,
        Role::Defender => attack.blue,
    };
    let one = last.is_some_and(|card| !is_beside(state, seat, card, role.colour()));
    counted.count().max(usize::from(one))
}

/// Whether the deck of a player has cards that may be played beside another in the window at hand: which of them they hold is
/// hidden, so that it decides nothing.
pub(super) fn are_beside(state: &State, attack: &Attack, role: Role) -> bool {
    let (Some(faction), Some(window)) = (state.faction(role.unit(attack).seat()), window(attack.stage))
    else {
        return false;
    };
    let mut sides = faction.deck.iter().flat_map(|card| &card.sides);
    sides.any(|side| side.beside_another && side.colour == role.colour() && side.windows.contains(&window))
}

/// Who is asked next where one who has played a card may play more: the other first, and then they again, until both pass in a
/// row. Nothing where nobody may play more than one. Rules `BG3-CCARD-03`, `BG3-CCARD-04` (p. 18).
pub(super) fn next_asked(state: &State, attack: &Attack, did_play: bool) -> Option<Asked> {
    let (role, other) = match attack.asked {
        Asked::Attacker | Asked::AttackerAgain | Asked::AttackerAfterCard => (Role::Attacker, Role::Defender),
        Asked::Defender | Asked::DefenderAgain | Asked::DefenderAfterCard => (Role::Defender, Role::Attacker),
        Asked::Nobody | Asked::Closed => return None,
    };
    let after_card = matches!(attack.asked, Asked::AttackerAfterCard | Asked::DefenderAfterCard);
    let again = |role: Role| match role {
        Role::Attacker => Asked::AttackerAgain,
        Role::Defender => Asked::DefenderAgain,
    };
    let has_more = did_play && played_any(attack, role) && may_play(state, attack, role);
    match (has_more, may_answer(state, attack, other)) {
        (true, true) => Some(match other {
            Role::Attacker => Asked::AttackerAfterCard,
            Role::Defender => Asked::DefenderAfterCard,
        }),
        (true, false) => Some(again(role)),
        // The other has played, and may play more, or has an answer to the card just played.
        (false, true) if after_card => Some(again(other)),
        // They have passed as the other has: two passes in a row.
        (false, _)
            if attack.asked == Asked::DefenderAgain
                && !did_play
                && played_any(attack, role)
                && may_play(state, attack, role) =>
        {
            Some(Asked::Closed)
        }
        (false, _) => None,
    }
}

/// Whether a player has played a card in the attack at all: no ability alone.
fn played_any(attack: &Attack, role: Role) -> bool {
    match role {
        Role::Attacker => attack.red.is_some(),
        Role::Defender => attack.blue.is_some(),
    }
}
