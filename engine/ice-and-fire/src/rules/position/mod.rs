//! Beginning of a game from a setup or from a position, and the invariants of every position.

mod bounds;
mod invariants;
mod sound;

use std::sync::Arc;

use hindsight_kernel::{Refusal, Seat, message, refusals};

pub(crate) use self::invariants::invariants;
pub(crate) use self::sound::sound;

use super::army;
use crate::cards::CardId;
use crate::messages::MESSAGES;
use crate::model::agenda::{GameTable, Step, go_on, proceed};
use crate::model::event::ProcedureEvent;
use crate::model::names::SEATS;
use crate::model::setup::Setup;
use crate::model::state::State;

refusals! {
    messages = MESSAGES;
    /// Reasons why a game cannot be set up so.
    pub enum NoGame {
        Size = "IF-ARMY-01", "§Outside the sheet";
        Terrain { card: CardId } = "IF-SETUP-01", "§Sheet, Turn order line 1 and Terrain table; number outside the sheet", card;
        TooMuchTerrain = "IF-SETUP-01", "§Sheet, Turn order line 1 and Terrain table; number outside the sheet";
        NoCards = "IF-ARMY-02", "§Outside the sheet, limits our ruling";
    }
}

/// The most terrain pieces that can be agreed on.
const MOST_TERRAIN: usize = 12;

/// A game is set up; one whose armies are both named beforehand waits for its first dice. Rules `IF-ARMY-01`, `IF-SETUP-01`.
pub(crate) fn begin(table: &mut GameTable<'_>, setup: &Setup) -> Result<(), Refusal> {
    let agreed = &setup.agreed;
    if !(10..=100).contains(&agreed.points) || !(1..=60).contains(&agreed.victory) {
        return Err(NoGame::Size.into());
    }
    if setup.cards.units.is_empty() {
        return Err(NoGame::NoCards.into());
    }
    let terrain = agreed.terrain.as_deref().unwrap_or_default();
    if terrain.len() > MOST_TERRAIN {
        return Err(NoGame::TooMuchTerrain.into());
    }
    if let Some(card) = terrain.iter().find(|id| setup.cards.terrain_card(**id).is_none()) {
        return Err(NoGame::Terrain { card: *card }.into());
    }
    for list in setup.armies.iter().flatten() {
        army::check(&setup.cards, agreed.points, list)?;
    }
    table.emit(ProcedureEvent::GameSetUp {
        cards: Arc::clone(&setup.cards),
        agreed: agreed.clone(),
    });
    for (seat, list) in SEATS.into_iter().zip(&setup.armies) {
        if let Some(list) = list {
            army::submit(table, seat, list)?;
        }
    }
    // Dice of the table are typed in with a command, and nobody types any when a game is made.
    if setup.armies.iter().all(Option::is_some) {
        proceed(table, 0, [Step::Start]);
    }
    go_on(table)
}

/// A game begins from a position that no rule forbids.
pub(crate) fn begin_at(table: &mut GameTable<'_>, position: State) -> Result<(), Refusal> {
    sound(&position)
        .map_err(|broken| Refusal::new("HS-POS-01", message!(MESSAGES, "position-broken", fault = broken)))?;
    table.emit(ProcedureEvent::Placed {
        position: Box::new(position),
    });
    go_on(table)
}

/// Whether a seat is one of the two.
pub(crate) fn is_seated(seat: Seat) -> bool {
    SEATS.contains(&seat)
}
