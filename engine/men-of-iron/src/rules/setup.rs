//! Set-up of a battle, and the set-up inside areas (§3.4, p. 4).

use std::sync::Arc;

use hindsight_geometry::hexes::{Facing, Hex};
use hindsight_kernel::agenda::{Taken, go_on};
use hindsight_kernel::{Refusal, Seat, message, refusals};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::asking::{BattleTable, then};
use crate::MenOfIron;
use crate::data::{Battle, Start};
use crate::field::Walker;
use crate::messages::MESSAGES;
use crate::model::agenda::Step;
use crate::model::event::{ProcedureEvent, SetupEvent};
use crate::model::names::{LeaderId, StandardId, UnitId};
use crate::model::piece::{Acts, Formation, Leader, LeaderPlace, PiecePlace, Standard, Status, Unit};
use crate::model::state::State;

/// How a game is set up: the battle, with its charts, map and armies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The battle.
    pub battle: Battle,
}

refusals! {
    messages = MESSAGES;
    /// Reasons why a placement before the battle is refused, in the order in which it is judged.
    #[derive(Copy, Eq)]
    pub enum SetupRefusal {
        NotNow = "MOI-SETUP-02", "§3.4 p. 4";
        NotYours = "MOI-SETUP-02", "§3.4 p. 4";
        NotToPlace = "MOI-SETUP-02", "§3.4 p. 4";
        NoArea = "MOI-SETUP-02", "§3.4 p. 4";
        Prohibited = "MOI-SETUP-01", "§2.1, §3.4, §16.0 p. 2-14";
        Occupied = "MOI-SETUP-05", "§2.6, §8.0 p. 3, 6";
        Missing = "MOI-SETUP-02", "§3.4 p. 4";
    }
}

use SetupRefusal as Refused;

/// The position before anything is done. Rules `MOI-SETUP-01`, `MOI-SETUP-06` (pp. 2-14).
pub fn first_position(battle: &Arc<Battle>) -> State {
    let starting = battle.starting_side();
    let units = battle.unit.iter().filter_map(|(&id, card)| {
        let unit = Unit {
            id,
            seat: battle.side_of(card.command)?,
            command: card.command,
            class: card.class,
            place: match card.hex {
                Start::At(hex) => PiecePlace::On {
                    hex,
                    facing: card.facing,
                },
                Start::Off => PiecePlace::Due,
                Start::Area => PiecePlace::Unplaced,
            },
            status: Status::Normal,
            formation: Formation::Open,
            dismounted: card.dismounted.is_some() && !card.mounted_at_start,
            acts: Acts::default(),
        };
        Some((id, unit))
    });
    let leaders = battle.leader.iter().filter_map(|(&id, card)| {
        let leader = Leader {
            id,
            seat: battle.side_of_leader(id)?,
            place: match card.hex {
                Start::At(hex) => LeaderPlace::On { hex },
                Start::Off => LeaderPlace::Due,
                Start::Area => LeaderPlace::Unplaced,
            },
            replaced: false,
            losses: 0,
            moved: false,
            spent: 0,
        };
        Some((id, leader))
    });
    let standards = battle.standard.iter().filter_map(|(&id, card)| {
        let standard = Standard {
            id,
            seat: battle.side_of_standard(id)?,
            hex: card.hex.hex(),
            captured: false,
        };
        Some((id, standard))
    });
    let (first, second) = (starting.opponent(), starting);
    let opening = |seat| Step::OpeningFormations {
        seat,
        done: Vec::new(),
    };
    let steps = [
        Step::FreeChoice,
        opening(second),
        opening(first),
        Step::SetUp { seat: second },
        Step::SetUp { seat: first },
    ];
    State {
        agenda: steps.into_iter().map(Into::into).collect(),
        active: starting,
        units: units.collect(),
        leaders: leaders.collect(),
        standards: standards.collect(),
        battle: Arc::clone(battle),
        ..State::default()
    }
}

/// Begins a game. Rule `MOI-SETUP-06` (pp. 3-4).
pub(crate) fn begin(table: &mut BattleTable<'_>, setup: &Setup) -> Result<(), Refusal> {
    let state = first_position(&Arc::new(setup.battle.clone()));
    set_out(table, state)
}

/// Begins a game from a position that somebody brings, with its battle. Rule `HS-POS-01`.
pub(crate) fn begin_at(table: &mut BattleTable<'_>, state: State) -> Result<(), Refusal> {
    super::plausible::position(&state)
        .map_err(|broken| Refusal::new("HS-POS-01", message!(MESSAGES, "position-broken", fault = broken)))?;
    set_out(table, state)
}

/// Sets a position out and goes on from it until somebody is asked.
pub(crate) fn set_out(table: &mut BattleTable<'_>, state: State) -> Result<(), Refusal> {
    super::invariants::sound(&state)
        .map_err(|broken| Refusal::new("HS-POS-01", message!(MESSAGES, "position-broken", fault = broken)))?;
    table.emit(ProcedureEvent::BattleSetOut {
        state: Box::new(state),
    });
    go_on::<MenOfIron>(table)
}

/// Whether a player has pieces to place still.
pub fn is_missing(state: &State, seat: Seat) -> bool {
    state
        .units
        .values()
        .any(|unit| unit.seat == seat && unit.place == PiecePlace::Unplaced)
        || state
            .leaders
            .values()
            .any(|leader| leader.seat == seat && leader.place == LeaderPlace::Unplaced)
        || state.standards.values().any(|standard| {
            standard.seat == seat && starts_in_area(state, standard.id) && standard.hex.is_none()
        })
}

fn starts_in_area(state: &State, standard: StandardId) -> bool {
    state
        .battle
        .standard
        .get(&standard)
        .is_some_and(|card| card.hex == Start::Area)
}

/// Whether a player has pieces whose place is theirs to choose: only then are they asked to set up. Rule `MOI-SETUP-02`.
fn chooses(state: &State, seat: Seat) -> bool {
    let battle = &state.battle;
    battle
        .unit
        .values()
        .any(|card| card.hex == Start::Area && battle.side_of(card.command) == Some(seat))
        || battle
            .leader
            .iter()
            .any(|(&id, card)| card.hex == Start::Area && battle.side_of_leader(id) == Some(seat))
        || battle
            .standard
            .iter()
            .any(|(&id, card)| card.hex == Start::Area && battle.side_of_standard(id) == Some(seat))
}

/// S0.1: a player sets up, if there is anything to place. Rule `MOI-SETUP-02`.
pub(crate) fn set_up(table: &mut BattleTable<'_>, seat: Seat) -> Result<Taken, crate::model::agenda::Need> {
    if chooses(table.state(), seat) {
        return Ok(Taken::Waits);
    }
    Ok(then(table, []))
}

fn check_placing(state: &State, seat: Seat) -> Result<(), Refused> {
    match state.agenda.last().map(|frame| &frame.step) {
        Some(Step::SetUp { seat: asked }) if *asked == seat => Ok(()),
        Some(Step::SetUp { .. }) => Err(Refused::NotYours),
        _ => Err(Refused::NotNow),
    }
}

fn check_area(state: &State, seat: Seat, hex: Hex, walker: Walker) -> Result<(), Refused> {
    let area = state
        .battle
        .side
        .get(&seat)
        .and_then(|side| side.setup_area.as_ref());
    if !area.is_some_and(|area| area.contains(&hex)) {
        return Err(Refused::NoArea);
    }
    if !state.battle.may_stand(hex, walker) {
        return Err(Refused::Prohibited);
    }
    Ok(())
}

/// Whether a unit may be placed on a hex. Rules `MOI-SETUP-02`, `MOI-SETUP-05` (pp. 3, 6).
pub fn check_place_unit(state: &State, seat: Seat, id: UnitId, hex: Hex) -> Result<(), Refused> {
    check_placing(state, seat)?;
    let unit = state
        .unit(id)
        .filter(|unit| {
            unit.seat == seat
                && state
                    .battle
                    .unit
                    .get(&id)
                    .is_some_and(|card| card.hex == Start::Area)
        })
        .ok_or(Refused::NotToPlace)?;
    check_area(state, seat, hex, Walker::Unit(state.column_of(unit)))?;
    if state.units_at(hex).any(|other| other.id != id) {
        return Err(Refused::Occupied);
    }
    Ok(())
}

/// Whether a leader may be placed on a hex. Rule `MOI-SETUP-02`.
pub fn check_place_leader(state: &State, seat: Seat, id: LeaderId, hex: Hex) -> Result<(), Refused> {
    check_placing(state, seat)?;
    let to_place = state.leader(id).is_some_and(|leader| leader.seat == seat)
        && state
            .battle
            .leader
            .get(&id)
            .is_some_and(|card| card.hex == Start::Area);
    if !to_place {
        return Err(Refused::NotToPlace);
    }
    check_area(state, seat, hex, Walker::Leader)
}

/// Whether a Standard may be placed on a hex. Rule `MOI-SETUP-02`.
pub fn check_place_standard(state: &State, seat: Seat, id: StandardId, hex: Hex) -> Result<(), Refused> {
    check_placing(state, seat)?;
    let own = state.standard(id).is_some_and(|standard| standard.seat == seat);
    if !own || !starts_in_area(state, id) {
        return Err(Refused::NotToPlace);
    }
    check_area(state, seat, hex, Walker::Leader)
}

/// Places a unit.
pub(crate) fn place_unit(
    table: &mut BattleTable<'_>,
    seat: Seat,
    unit: UnitId,
    hex: Hex,
    facing: Facing,
) -> Result<(), Refusal> {
    check_place_unit(table.state(), seat, unit, hex)?;
    table.emit(SetupEvent::UnitPlaced { unit, hex, facing });
    Ok(())
}

/// Places a leader.
pub(crate) fn place_leader(
    table: &mut BattleTable<'_>,
    seat: Seat,
    leader: LeaderId,
    hex: Hex,
) -> Result<(), Refusal> {
    check_place_leader(table.state(), seat, leader, hex)?;
    table.emit(SetupEvent::LeaderPlaced { leader, hex });
    Ok(())
}

/// Places a Standard.
pub(crate) fn place_standard(
    table: &mut BattleTable<'_>,
    seat: Seat,
    standard: StandardId,
    hex: Hex,
) -> Result<(), Refusal> {
    check_place_standard(table.state(), seat, standard, hex)?;
    table.emit(SetupEvent::StandardPlaced { standard, hex });
    Ok(())
}

/// Ends a player's set-up or their opening orders. Rules `MOI-SETUP-02`, `MOI-SETUP-03`.
pub(crate) fn ready(table: &mut BattleTable<'_>, seat: Seat) -> Result<(), Refusal> {
    check_ready(table.state(), seat)?;
    then(table, []);
    Ok(())
}

/// Whether a player may end their set-up or their opening orders.
pub fn check_ready(state: &State, seat: Seat) -> Result<(), Refused> {
    match state.agenda.last().map(|frame| &frame.step) {
        Some(Step::SetUp { seat: asked } | Step::OpeningFormations { seat: asked, .. }) if *asked != seat => {
            Err(Refused::NotYours)
        }
        Some(Step::SetUp { .. }) if is_missing(state, seat) => Err(Refused::Missing),
        Some(Step::SetUp { .. } | Step::OpeningFormations { .. }) => Ok(()),
        _ => Err(Refused::NotNow),
    }
}
