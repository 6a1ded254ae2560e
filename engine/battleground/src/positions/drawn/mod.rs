//! Positions drawn by hand: who stands where and who fell, on which ground, whose turn begins, filled up to a whole position.

mod orders;
mod terrain;
mod units;

use std::sync::Arc;

use hindsight_geometry::inches::Side;
use hindsight_kernel::{DrawnPosition, Refusal, Seat, Sketches, wire};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::editions::Edition;
use crate::model::agenda::Step;
use crate::model::bounds::BUDGETS;
use crate::model::cards::Book;
use crate::model::names::{CardNo, SEATS, UnitId, other};
use crate::model::state::{Agreed, Allegiance, Decks, Engagement, Phase, RushKind, Secret, State, Unit};
use crate::positions::start::check_bounds;
use crate::rules::setup::{check_agreed, setup_of};
use crate::system::Battleground;

pub use orders::{DrawnObjective, DrawnOrder};
pub use terrain::{DrawnPiece, DrawnShape};
pub use units::{Drawn, DrawnStatus, Lost};

impl Sketches for Battleground {
    fn sketched(sketch: &Value, packs: &[Value]) -> Result<DrawnPosition<State>, Refusal> {
        sketched(sketch, packs)
    }

    fn sketch_schema() -> Value {
        sketch_schema()
    }
}

/// A position as somebody draws it, at the beginning of a turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sketch {
    /// Who stands on the table. A player's units are numbered in this order.
    pub units: Vec<Drawn>,
    /// Who was destroyed before; they are numbered after those that stand, and count as destroyed.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub lost: Vec<Lost>,
    /// Whose turn begins.
    #[serde(default = "south")]
    pub active: Seat,
    /// The number of that turn; both players' turns count. It is the first one only if this player had the first turn.
    #[serde(default = "one")]
    pub turn: u16,
    /// Who is engaged with whom since an earlier turn.
    #[serde(default)]
    pub engaged: Vec<Engaged>,
    /// The map; the one that the scenario prescribes, or the first one of the packs, if left out.
    #[serde(default)]
    pub map: Option<String>,
    /// Terrain that lies on the table beside that of the map.
    #[serde(default)]
    #[schemars(length(max = 60))]
    pub terrain: Vec<DrawnPiece>,
    /// The scenario; Breaking Point if left out.
    #[serde(default)]
    pub scenario: Option<String>,
    /// The points budget, which decides the command actions; what the larger army costs if left out.
    #[serde(default)]
    pub budget: Option<u16>,
    /// Command cards in hand, South's and North's: which ones is not known before they are played.
    #[serde(default)]
    pub hands: Hands,
    /// The ids of the packs in play; the sample pack if left out.
    #[serde(default)]
    pub packs: Vec<String>,
}

/// Two engaged units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Engaged {
    /// The unit that made the Final Rush.
    pub rusher: UnitId,
    /// The unit that was rushed.
    pub rushed: UnitId,
    /// The rushed unit's engaged side.
    #[serde(default = "front")]
    pub side: Side,
    /// The rusher's engaged side.
    #[serde(default = "front")]
    pub with: Side,
}

/// How many command cards each player holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hands {
    /// South.
    #[serde(default, rename = "A")]
    pub south: u8,
    /// North.
    #[serde(default, rename = "B")]
    pub north: u8,
}

const fn south() -> Seat {
    Seat::A
}

const fn one() -> u16 {
    1
}

const fn front() -> Side {
    Side::Front
}

fn refused(message: impl Into<String>) -> Refusal {
    Refusal::new("HS-POS-01", message)
}

/// The JSON Schema of a drawn position.
pub(crate) fn sketch_schema() -> Value {
    wire::schema::<Sketch>()
}

/// Fills a drawn position up: the battle stands at the end of the turn before, and the next one begins as every turn does.
/// Whether it can be so is judged when it begins from there. Rule `HS-POS-01`.
///
/// RULING: a player of a drawn position belongs to the faction of the first unit, and has spent what the units cost that
/// are drawn, standing or lost.
pub(crate) fn sketched(sketch: &Value, packs: &[Value]) -> Result<DrawnPosition<State>, Refusal> {
    sketched_in(Edition::V4, sketch, packs)
}

/// The same in an edition.
pub(crate) fn sketched_in(
    edition: Edition,
    sketch: &Value,
    packs: &[Value],
) -> Result<DrawnPosition<State>, Refusal> {
    let sketch: Sketch = wire::read_form("the drawing", sketch)?;
    let mut setup = setup_of(edition, &json!({ "packs": sketch.packs }), packs)?;
    let units = units::drawn(&setup.book, &sketch)?;
    let spent = points(&setup.book, &units);
    let mut agreed = agreed(&setup.book, &sketch, spent)?;
    let pieces = terrain::pieces(&sketch.terrain)?;
    if !pieces.is_empty() {
        agreed.map = Some(terrain::lay(
            Arc::make_mut(&mut setup.book),
            &agreed,
            pieces.clone(),
        )?);
    }
    let mut state = State {
        edition,
        book: setup.book,
        decks: Decks::Table,
        agreed,
        units,
        ..before_the_turn(sketch.turn, sketch.active)?
    };
    let hands = [sketch.hands.south, sketch.hands.north];
    for ((seat, held), spent) in SEATS.into_iter().zip(hands).zip(spent) {
        seat_player(&mut state, seat, held, spent)?;
    }
    for (place, unit) in sketch.engaged.iter().enumerate() {
        engage(&mut state, *unit).map_err(|refusal| refusal.with("path", format!("/engaged/{place}")))?;
    }
    check_bounds(&state)?;
    let on_ground = terrain::fault(&state, &pieces);
    let ordered = orders::give(&mut state, &sketch.units);
    Ok(DrawnPosition {
        terrain: terrain::features(&sketch.terrain, &pieces),
        state,
        refusal: on_ground.or(ordered.err()),
    })
}

/// What each player's drawn units cost, in points.
fn points(book: &Book, units: &[Unit]) -> [u32; 2] {
    SEATS.map(|seat| {
        let own = units.iter().filter(|unit| unit.id.seat() == seat);
        own.filter_map(|unit| book.kind(unit.kind))
            .map(|kind| u32::from(kind.points))
            .sum()
    })
}

/// Budget, scenario and map as drawn; what is left open is chosen as for those who choose nothing. Rules `BG4-SETUP-03`,
/// `BG4-SETUP-04`.
fn agreed(book: &Book, sketch: &Sketch, spent: [u32; 2]) -> Result<Agreed, Refusal> {
    let larger = u16::try_from(spent[0].max(spent[1])).unwrap_or(u16::MAX);
    let larger = larger.clamp(*BUDGETS.start(), *BUDGETS.end());
    let default = || book.default_scenario().map(|each| each.id.clone());
    let scenario = sketch.scenario.clone().or_else(default);
    let map = || book.default_map(scenario.as_deref()).map(str::to_owned);
    let agreed = Agreed {
        budget: Some(sketch.budget.unwrap_or(larger)),
        map: sketch.map.clone().or_else(map),
        scenario,
    };
    check_agreed(book, &agreed)?;
    Ok(agreed)
}

/// A battle without anything on the table, at the end of the turn before this one.
fn before_the_turn(turn: u16, active: Seat) -> Result<State, Refusal> {
    let Some(before) = turn.checked_sub(1) else {
        return Err(refused("turns are counted from 1").asked(0));
    };
    if active.index() > 1 {
        return Err(refused("only South and North take turns").asked(active));
    }
    // Turns alternate, so who has an odd one had the first.
    let first = if before.is_multiple_of(2) {
        active
    } else {
        other(active)
    };
    let (phase, player) = match before {
        0 => (Phase::SetUp, None),
        _ => (Phase::EndOfTurn, Some(other(active))),
    };
    Ok(State {
        agenda: vec![Step::BeginTurn.into()],
        turn: before,
        active: player,
        first: Some(first),
        phase,
        ..State::default()
    })
}

/// What a player holds and has spent; the faction is that of the player's first unit.
fn seat_player(state: &mut State, seat: Seat, held: u8, spent: u32) -> Result<(), Refusal> {
    let cards = CardNo::deck().count() as u8;
    let Some(deck) = cards.checked_sub(held) else {
        return Err(refused(format!("the deck has {cards} command cards")).asked(held));
    };
    let first = state.units.iter().find(|unit| unit.id.seat() == seat);
    let faction = first.map(|unit| state.kind(unit).faction.clone());
    let player = state.player_mut(seat);
    player.spent = spent;
    player.hand = vec![None; usize::from(held)];
    player.deck = deck;
    player.unseen = CardNo::deck().collect();
    if let Some(faction) = faction {
        player.allegiance = Secret::Known(Allegiance {
            faction,
            mercenaries: None,
        });
    }
    Ok(())
}

/// Two units that are engaged since an earlier turn.
fn engage(state: &mut State, drawn: Engaged) -> Result<(), Refusal> {
    for id in [drawn.rusher, drawn.rushed] {
        if state.unit(id).is_none() {
            return Err(refused(format!("{id} is engaged and not drawn")).asked(id));
        }
    }
    let kind = match drawn.with {
        Side::Front => RushKind::Front,
        _ => RushKind::Flank,
    };
    state.engagements.push(Engagement {
        rusher: drawn.rusher,
        rusher_side: drawn.with,
        rushed: drawn.rushed,
        rushed_side: drawn.side,
        kind,
        point: None,
        turn: 0,
        taken_over: false,
    });
    Ok(())
}

#[cfg(test)]
mod tests;
