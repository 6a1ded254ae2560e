//! Positions noted beside the table: a player chooses an Activation freely on a map as it was noted. Rule `HS-NOTE-01`.

use std::collections::BTreeMap;

use hindsight_geometry::hexes::{Facing, Hex};
use hindsight_kernel::agenda::go_on;
use hindsight_kernel::{
    BoardPoint, Message, NoteSheet, NotedMoment, NotedPiece, NotedPosition, NotedPositions, NotedWord,
    OtherPlace, PlacedPiece, Refusal, SheetPiece, Table, WantedPiece, message, unfit_note, unfit_place,
};

use super::board::{Plan, heading};
use super::sentences::{leader_name, unit_name};
use crate::MenOfIron;
use crate::messages::MESSAGES;
use crate::model::command::Command;
use crate::model::event::{EndingEvent, Event, NotedLeader, NotedStandard, NotedUnit};
use crate::model::names::ClassId;
use crate::model::piece::{Formation, Leader, LeaderPlace, PiecePlace, Standard, Status, Unit};
use crate::model::state::{SEATS, State};
use crate::rules::invariants::sound;

/// The ways in which pieces leave the map: a unit, a leader, a Standard.
const ELIMINATED: &str = "eliminated";
const LOST: &str = "lost";
const CAPTURED: &str = "captured";

/// The degrees between two vertices.
const STEP: f64 = 60.0;

/// The most Activations that are noted.
const MOST_ACTIVATIONS: u32 = 10_000;

impl NotedPositions for MenOfIron {
    fn sheet(state: &State) -> Option<NoteSheet> {
        if state.activations == 0 || state.ending.is_some() {
            return None;
        }
        // Between two Activations the next one is to be chosen.
        let turn = state.activations + u32::from(state.activation.is_none());
        let active = state.active;
        let conditions = Condition::ALL.map(|condition| {
            NotedWord::new(
                condition.id(),
                message!(MESSAGES, "noted-condition", condition = condition.id()),
            )
        });
        let way = |id: &'static str| NotedWord::new(id, message!(MESSAGES, "noted-gone", way = id));
        let plan = Plan::of(state.battle.map.extent());
        let units = state.units.values().map(|unit| unit_piece(state, plan, unit));
        let leaders = state
            .leaders
            .values()
            .map(|leader| leader_piece(state, plan, leader));
        let standards = state
            .standards
            .values()
            .map(|standard| standard_piece(plan, standard));
        Some(NoteSheet {
            counts: message!(MESSAGES, "noted-counts").into(),
            now: NotedMoment { turn, active },
            next: NotedMoment {
                turn: turn + 1,
                active: active.opponent(),
            },
            turns_a_count: 1,
            phases: vec![NotedWord::new(
                "free_activation",
                message!(MESSAGES, "noted-phase"),
            )],
            conditions: conditions.into(),
            ways_to_go: [ELIMINATED, LOST, CAPTURED].map(way).into(),
            heading_step: STEP,
            points: BTreeMap::new(),
            pieces: units.chain(leaders).chain(standards).collect(),
        })
    }

    /// A Free Activation on a map as it was noted: nobody has done anything in it. Rule `MOI-ACT-02`.
    ///
    /// RULING: which Command was activated last is not noted, so any may be; Continuity penalties are over with the Activations that
    /// nobody recorded.
    fn note(table: &mut Table<'_, Self>, noted: &NotedPosition) -> Result<(), Refusal> {
        let event = event_of(table.state(), noted)?;
        table.emit(event);
        go_on::<Self>(table)
    }

    fn placed_by(state: &State, command: &Command) -> Option<PlacedPiece> {
        let (piece, hex, facing) = match command {
            Command::PlaceUnit { unit, hex, facing } => (unit.to_string(), hex, Some(heading(*facing))),
            Command::PlaceLeader { leader, hex } => (leader.to_string(), hex, None),
            Command::PlaceStandard { standard, hex } => (standard.to_string(), hex, None),
            _ => return None,
        };
        Some(PlacedPiece {
            piece,
            at: centre(Plan::of(state.battle.map.extent()), *hex),
            facing,
            heading_step: STEP,
        })
    }

    fn placed_elsewhere(state: &State, command: &Command, place: &OtherPlace) -> Result<Command, Refusal> {
        let hex =
            || hex_at(state, place.at).ok_or_else(|| unfit_place("/at", message!(MESSAGES, "noted-off-map")));
        let mut moved = command.clone();
        match &mut moved {
            Command::PlaceUnit { hex: old, facing, .. } => {
                *old = hex()?;
                *facing = place.facing.map_or(*facing, nearest);
            }
            Command::PlaceLeader { hex: old, .. } | Command::PlaceStandard { hex: old, .. } => *old = hex()?,
            _ => return Err(unfit_place("", message!(MESSAGES, "placed-no-piece"))),
        }
        Ok(moved)
    }
}

/// A condition of a combat unit that is noted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Condition {
    Disordered,
    Retired,
    ShieldWall,
    Schiltron,
    Dismounted,
}

impl Condition {
    const ALL: [Self; 5] = [
        Self::Disordered,
        Self::Retired,
        Self::ShieldWall,
        Self::Schiltron,
        Self::Dismounted,
    ];

    const fn id(self) -> &'static str {
        match self {
            Self::Disordered => "disordered",
            Self::Retired => "retired",
            Self::ShieldWall => "shield_wall",
            Self::Schiltron => "schiltron",
            Self::Dismounted => "dismounted",
        }
    }

    fn is_of(self, unit: &Unit) -> bool {
        match self {
            Self::Disordered => unit.status == Status::Disordered,
            Self::Retired => unit.status == Status::Retired,
            Self::ShieldWall => unit.formation == Formation::ShieldWall,
            Self::Schiltron => unit.formation == Formation::Schiltron,
            Self::Dismounted => unit.dismounted,
        }
    }

    /// Whether a unit can be so by its class. Rules `MOI-WALL-01`, `MOI-SCHIL-02`, `MOI-HOBI-01`.
    fn can_be_of(self, state: &State, unit: &Unit) -> bool {
        let class = state.battle.charts.class.get(&unit.class);
        match self {
            Self::Disordered | Self::Retired => true,
            Self::ShieldWall => class.is_some_and(|class| class.shield_wall_ok),
            Self::Schiltron => class.is_some_and(|class| class.schiltron_ok),
            Self::Dismounted => {
                let card = state.battle.unit.get(&unit.id);
                unit.class == ClassId::HOB && card.is_some_and(|card| card.dismounted.is_some())
            }
        }
    }
}

fn unit_piece(state: &State, plan: Plan, unit: &Unit) -> SheetPiece {
    let there = unit.hex();
    let is = Condition::ALL
        .into_iter()
        .filter(|condition| condition.is_of(unit));
    let can = Condition::ALL
        .into_iter()
        .filter(|condition| condition.can_be_of(state, unit));
    SheetPiece {
        now: NotedPiece {
            at: there.map(|hex| centre(plan, hex)),
            facing: unit.facing().map(heading),
            left: there.map(|_| 1),
            conditions: there.map(|_| is.map(|condition| condition.id().to_owned()).collect()),
            gone: (unit.place == PiecePlace::Eliminated).then(|| ELIMINATED.to_owned()),
            ..NotedPiece::of(&unit.id)
        },
        name: unit_name(state, unit.id),
        seat: unit.seat,
        full: Some(1),
        can_be: can.map(|condition| condition.id().to_owned()).collect(),
        can_go: vec![ELIMINATED.to_owned()],
    }
}

fn leader_piece(state: &State, plan: Plan, leader: &Leader) -> SheetPiece {
    let gone = matches!(leader.place, LeaderPlace::Lost | LeaderPlace::Removed);
    SheetPiece {
        now: NotedPiece {
            at: leader.hex().map(|hex| centre(plan, hex)),
            gone: gone.then(|| LOST.to_owned()),
            ..NotedPiece::of(&leader.id)
        },
        name: leader_name(state, leader.id),
        seat: leader.seat,
        full: None,
        can_be: Vec::new(),
        can_go: vec![LOST.to_owned()],
    }
}

fn standard_piece(plan: Plan, standard: &Standard) -> SheetPiece {
    SheetPiece {
        now: NotedPiece {
            at: standard.hex.map(|hex| centre(plan, hex)),
            gone: standard.captured.then(|| CAPTURED.to_owned()),
            ..NotedPiece::of(&standard.id)
        },
        name: message!(MESSAGES, "noted-standard", standard = standard.id.to_string()).into(),
        seat: standard.seat,
        full: None,
        can_be: Vec::new(),
        can_go: vec![CAPTURED.to_owned()],
    }
}

fn centre(plan: Plan, hex: Hex) -> BoardPoint {
    plan.centre(hex)
}

/// The event of a noted position, checked against what a map can hold.
fn event_of(state: &State, noted: &NotedPosition) -> Result<Event, Refusal> {
    let Some(sheet) = MenOfIron::sheet(state) else {
        return Err(unfit_note("", message!(MESSAGES, "noted-not-in-play")));
    };
    if !(1..=MOST_ACTIVATIONS).contains(&noted.turn) {
        let why = message!(MESSAGES, "noted-no-activation", most = MOST_ACTIVATIONS);
        return Err(unfit_note("/turn", why));
    }
    if !SEATS.contains(&noted.active) {
        return Err(unfit_note("/active", message!(MESSAGES, "noted-no-player")));
    }
    let (mut units, mut leaders, mut standards) = (Vec::new(), Vec::new(), Vec::new());
    for wanted in &sheet.filled(noted)? {
        let name = &wanted.piece.piece;
        if let Some(unit) = state.units.values().find(|unit| unit.id.to_string() == *name) {
            units.push(unit_of(state, unit, wanted)?);
        } else if let Some(leader) = state
            .leaders
            .values()
            .find(|leader| leader.id.to_string() == *name)
        {
            leaders.push(NotedLeader {
                leader: leader.id,
                place: match hex_of(state, wanted)? {
                    Some(hex) => LeaderPlace::On { hex },
                    None if wanted.piece.gone.is_some() && leader.hex().is_some() => LeaderPlace::Removed,
                    None => leader.place,
                },
            });
        } else if let Some(standard) = state
            .standards
            .values()
            .find(|known| known.id.to_string() == *name)
        {
            let hex = hex_of(state, wanted)?;
            standards.push(NotedStandard {
                standard: standard.id,
                captured: wanted.piece.gone.is_some(),
                hex,
            });
        }
    }
    let event = Event::from(EndingEvent::PositionNoted {
        activation: noted.turn,
        active: noted.active,
        units,
        leaders,
        standards,
    });
    let unsound = |fault: Message| unfit_note("/pieces", message!(MESSAGES, "noted-unsound", fault));
    let mut after = state.clone();
    after.evolve(&event).map_err(|error| unsound(error.message()))?;
    sound(&after).map_err(unsound)?;
    Ok(event)
}

/// The hex of a piece that stands on the map.
fn hex_of(state: &State, wanted: &WantedPiece) -> Result<Option<Hex>, Refusal> {
    let Some(at) = wanted.piece.at else {
        return Ok(None);
    };
    match hex_at(state, at) {
        Some(hex) => Ok(Some(hex)),
        None => Err(wanted.unfit("at", message!(MESSAGES, "noted-off-map"))),
    }
}

/// The hex of the map in which a point lies.
fn hex_at(state: &State, at: BoardPoint) -> Option<Hex> {
    let extent = state.battle.map.extent();
    let plan = Plan::of(extent);
    let apart = |hex: Hex| {
        let middle = centre(plan, hex);
        (middle.x - at.x).hypot(middle.y - at.y)
    };
    let nearest = extent
        .hexes()
        .min_by(|one, other| apart(*one).total_cmp(&apart(*other)));
    nearest.filter(|hex| apart(*hex) <= 0.6)
}

fn unit_of(state: &State, unit: &Unit, wanted: &WantedPiece) -> Result<NotedUnit, Refusal> {
    let piece = &wanted.piece;
    let conditions = piece.conditions.as_deref().unwrap_or_default();
    let is = |condition: Condition| conditions.iter().any(|noted| noted == condition.id());
    if is(Condition::Disordered) && is(Condition::Retired) {
        return Err(wanted.unfit("conditions", message!(MESSAGES, "noted-one-status")));
    }
    if is(Condition::ShieldWall) && is(Condition::Schiltron) {
        return Err(wanted.unfit("conditions", message!(MESSAGES, "noted-one-formation")));
    }
    let place = match hex_of(state, wanted)? {
        Some(hex) => PiecePlace::On {
            hex,
            facing: nearest(piece.facing.unwrap_or_default()),
        },
        None if piece.gone.is_some() => PiecePlace::Eliminated,
        None => unit.place,
    };
    Ok(NotedUnit {
        unit: unit.id,
        place,
        status: if is(Condition::Retired) {
            Status::Retired
        } else if is(Condition::Disordered) {
            Status::Disordered
        } else {
            Status::Normal
        },
        formation: if is(Condition::ShieldWall) {
            Formation::ShieldWall
        } else if is(Condition::Schiltron) {
            Formation::Schiltron
        } else {
            Formation::Open
        },
        dismounted: is(Condition::Dismounted),
    })
}

/// The vertex that is nearest to a heading in degrees: they lie at 30, 90 and so on. Rule `MOI-HEX-03`.
fn nearest(degrees: f64) -> Facing {
    let vertices = ((degrees - 30.0) / STEP).round().rem_euclid(6.0) as usize;
    Facing::ALL[vertices % 6]
}
