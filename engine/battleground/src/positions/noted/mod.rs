//! Positions noted beside the table: a turn begins on a table as it was noted. Rule `HS-NOTE-01`.

use std::collections::BTreeMap;

use battleground_geometry::{Card, Degrees, Inches, NotANumberInRange, Pose, Side, side_contact, touches};
use hindsight_kernel::{
    BoardPoint, Message, NoteSheet, NotedMoment, NotedPiece, NotedPosition, NotedWord, Refusal, Seat,
    SheetPiece, WantedPiece, message, unfit_note,
};

use crate::editions::profile::Statuses;
use crate::field::TOL;
use crate::messages::MESSAGES;
use crate::model::cards::UnitType;
use crate::model::effect::Keyword;
use crate::model::event::{Event, NotedUnit, ProcedureEvent};
use crate::model::names::{Team, UnitId, other};
use crate::model::orders::Order;
use crate::model::state::{Cause, Engagement, RushKind, State, Status, Unit};
use crate::positions::start::sound_at_rest;

/// Ways in which units that are noted were destroyed, the usual one first.
const CAUSES: [Cause; 3] = [Cause::Attack, Cause::RoutCheck, Cause::RoutIntoEdge];

/// The degrees between two headings.
pub(super) const STEP: f64 = 1.0;

/// The most turns that are noted.
const MOST_TURNS: u32 = 1_000;

/// The sheet on which the present position is noted.
pub(crate) fn sheet(state: &State) -> Option<NoteSheet> {
    let active = state
        .active
        .filter(|_| state.turn > 0 && state.ending.is_none())?;
    let active = Team::of(active).lead();
    let turn = u32::from(state.turn);
    Some(NoteSheet {
        counts: message!(MESSAGES, "noted-counts").into(),
        now: NotedMoment { turn, active },
        next: NotedMoment {
            turn: turn + 1,
            active: other(active),
        },
        turns_a_count: 1,
        phases: vec![NotedWord::new(
            "movement_and_command",
            message!(MESSAGES, "phase", phase = "movement_and_command"),
        )],
        conditions: Condition::ALL
            .map(|condition| NotedWord::new(condition.id(), condition.name()))
            .into(),
        ways_to_go: CAUSES
            .map(|cause| NotedWord::new(way(cause), cause_named(cause)))
            .into(),
        heading_step: STEP,
        points: BTreeMap::new(),
        pieces: state.units.iter().map(|unit| piece(state, unit)).collect(),
    })
}

fn piece(state: &State, unit: &Unit) -> SheetPiece {
    let kind = state.kind(unit);
    let there = unit.pose.filter(|_| unit.destroyed.is_none());
    let conditions = Condition::ALL
        .into_iter()
        .filter(|condition| condition.is_of(unit));
    SheetPiece {
        now: NotedPiece {
            at: there.map(|pose| BoardPoint::new(pose.centre.x.value(), pose.centre.y.value())),
            facing: there.map(|pose| pose.heading.value()),
            left: there.map(|_| u32::from(state.boxes_left(unit))),
            conditions: there.map(|_| conditions.map(|condition| condition.id().to_owned()).collect()),
            gone: unit.destroyed.map(|cause| way(cause).to_owned()),
            ..NotedPiece::of(&unit.id)
        },
        name: kind.name.clone(),
        seat: unit.id.seat(),
        full: Some(u32::from(kind.boxes.all())),
        can_be: Condition::ALL
            .into_iter()
            .filter(|condition| condition.can_be_of(state, kind))
            .map(|condition| condition.id().to_owned())
            .collect(),
        can_go: CAUSES.map(|cause| way(cause).to_owned()).into(),
    }
}

/// A condition of a unit that is noted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Condition {
    /// Rule `BG4-STATUS-02` (pp. 23, 36-37, 101).
    Disrupted,
    /// Rule `BG4-STATUS-03` (pp. 23-24).
    Routing,
    /// In the air. Rule `BG4-FLY-01` (p. 124).
    Airborne,
}

impl Condition {
    const ALL: [Self; 3] = [Self::Disrupted, Self::Routing, Self::Airborne];

    const fn id(self) -> &'static str {
        match self {
            Self::Disrupted => "disrupted",
            Self::Routing => "routing",
            Self::Airborne => "airborne",
        }
    }

    fn name(self) -> Message {
        message!(MESSAGES, "noted-condition", condition = self.id())
    }

    fn is_of(self, unit: &Unit) -> bool {
        match self {
            Self::Disrupted => unit.status == Status::Disrupted,
            Self::Routing => unit.status == Status::Routing,
            Self::Airborne => unit.airborne,
        }
    }

    /// Whether a unit of this card can be so. There are Ready and Routing units alone in the earlier edition: `BG3-CARD-10` (pp. 6, 22).
    fn can_be_of(self, state: &State, kind: &UnitType) -> bool {
        match self {
            Self::Disrupted => state.profile().statuses != Statuses::ReadyAndRouting,
            Self::Routing => true,
            Self::Airborne => kind.is(Keyword::Flying),
        }
    }
}

fn way(cause: Cause) -> &'static str {
    cause.into()
}

fn cause_named(cause: Cause) -> Message {
    message!(MESSAGES, "destroyed-cause", cause = way(cause))
}

/// The beginning of a turn, as it was noted: the turn before it ends there, with its victory check. Rules `BG4-TURN-01`, `BG4-SCEN-04`
/// (pp. 32, 141).
///
/// RULING: HS-NOTE-01, enemies on the ground that touch along a side are engaged, unless one of them routs; who was engaged and still
/// touches stays so. Between two that were not, the one whose turn has ended made the Final Rush. Courage checks that nobody noted are
/// not pending. A unit that is Ready again has the order on its card, or Close.
pub(crate) fn noted(state: &State, noted: &NotedPosition) -> Result<Event, Refusal> {
    let Some(sheet) = sheet(state) else {
        return Err(unfit_note("", message!(MESSAGES, "noted-not-in-play")));
    };
    let turn = u16::try_from(noted.turn)
        .ok()
        .filter(|turn| (1..=MOST_TURNS).contains(&u32::from(*turn)))
        .ok_or_else(|| unfit_note("/turn", message!(MESSAGES, "noted-no-turn", most = MOST_TURNS)))?;
    let first = state.first.unwrap_or(Seat::A);
    let due = if turn % 2 == 1 { first } else { other(first) };
    if Team::of(noted.active) != Team::of(due) || noted.active.index() >= state.players.len() {
        let why = message!(
            MESSAGES,
            "noted-other-turn",
            turn,
            seat = crate::messages::seat(due)
        );
        return Err(unfit_note("/active", why).asked(noted.active).allowed(due));
    }
    let units = sheet
        .filled(noted)?
        .iter()
        .map(|wanted| noted_unit(state, wanted))
        .collect::<Result<Vec<_>, _>>()?;
    let fallen = fallen(state, &units);
    let units: Vec<NotedUnit> = units.into_iter().chain(fallen).collect();
    let engagements = engaged(state, &units, other(due));
    let event = Event::Procedure(ProcedureEvent::PositionNoted {
        turn,
        active: Team::of(due).lead(),
        units,
        engagements,
    });
    let mut after = state.clone();
    crate::model::fold::evolve(&mut after, &event).map_err(|error| {
        unfit_note(
            "/pieces",
            message!(MESSAGES, "noted-unsound", fault = error.to_string()),
        )
    })?;
    sound_at_rest(&after)
        .map_err(|fault| unfit_note("/pieces", message!(MESSAGES, "noted-unsound", fault)))?;
    Ok(event)
}

/// Units without a box that nobody noted: the combat in which they fell is over. Rule `BG4-COMB-02` (pp. 90, 96).
fn fallen(state: &State, noted: &[NotedUnit]) -> Vec<NotedUnit> {
    let is_noted = |unit: &Unit| noted.iter().any(|noted| noted.unit == unit.id);
    let fallen = state
        .on_table()
        .filter(|unit| !is_noted(unit) && state.boxes_left(unit) == 0);
    fallen.map(|unit| gone(unit, Cause::Attack)).collect()
}

/// A unit that is destroyed.
fn gone(unit: &Unit, cause: Cause) -> NotedUnit {
    NotedUnit {
        unit: unit.id,
        pose: None,
        status: unit.status,
        airborne: false,
        marked: unit.all_marked(),
        destroyed: Some(cause),
    }
}

fn noted_unit(state: &State, wanted: &WantedPiece) -> Result<NotedUnit, Refusal> {
    let piece = &wanted.piece;
    let unit = state.units.iter().find(|unit| unit.id.to_string() == piece.piece);
    let Some(unit) = unit else {
        return Err(wanted.unfit("piece", message!(MESSAGES, "noted-no-unit")));
    };
    let kind = state.kind(unit);
    let Some(at) = piece.at else {
        let cause = CAUSES
            .into_iter()
            .find(|cause| Some(way(*cause)) == piece.gone.as_deref());
        return Ok(gone(unit, cause.or(unit.destroyed).unwrap_or(Cause::Ruling)));
    };
    let conditions = piece.conditions.as_deref().unwrap_or_default();
    let is = |condition: Condition| conditions.iter().any(|noted| noted == condition.id());
    if is(Condition::Disrupted) && is(Condition::Routing) {
        return Err(wanted.unfit("conditions", message!(MESSAGES, "noted-one-status")));
    }
    let left = piece.left.unwrap_or_default();
    let unsound = |(field, error): (&'static str, NotANumberInRange)| {
        let fault = error.to_string();
        wanted.unfit(field, message!(MESSAGES, "noted-unsound", fault))
    };
    Ok(NotedUnit {
        unit: unit.id,
        pose: Some(pose_at(at, piece.facing.unwrap_or_default()).map_err(unsound)?),
        status: if is(Condition::Routing) {
            Status::Routing
        } else if is(Condition::Disrupted) {
            Status::Disrupted
        } else {
            Status::Ready(Some(order_of(unit, kind)))
        },
        airborne: is(Condition::Airborne),
        marked: kind.boxes.all().saturating_sub(left as u8),
        destroyed: None,
    })
}

/// The pose of a card on a place of the board, as events keep it; else the member at fault. Rule `BG4-GEO-04`.
pub(super) fn pose_at(at: BoardPoint, facing: f64) -> Result<Pose, (&'static str, NotANumberInRange)> {
    let heading = Degrees::new(facing).map_err(|error| ("facing", error))?;
    let inches = |length: f64| Inches::new(length).map_err(|error| ("at", error));
    Ok(Pose::new(inches(at.x)?, inches(at.y)?, heading).rounded())
}

/// The order that a Ready unit has, or gets where it had none.
fn order_of(unit: &Unit, kind: &UnitType) -> crate::model::orders::Orders {
    match unit.status {
        Status::Ready(Some(orders)) => orders,
        Status::Ready(None) | Status::Disrupted | Status::Routing => {
            let printed = kind.preprinted.map(|printed| printed.order);
            crate::model::orders::WrittenOrder::plain(printed.unwrap_or(Order::Close)).orders()
        }
    }
}

/// A unit as it will stand, with its card.
struct Standing {
    unit: UnitId,
    card: Card,
}

/// Those on the ground that can be engaged once the position stands as it is noted.
fn on_the_ground(state: &State, units: &[NotedUnit]) -> Vec<Standing> {
    let all = state.units.iter().filter_map(|unit| {
        let noted = units.iter().find(|noted| noted.unit == unit.id);
        let (pose, status, airborne) = match noted {
            Some(noted) => (noted.pose, noted.status, noted.airborne),
            None => (unit.pose, unit.status, unit.airborne),
        };
        let fights = !airborne && status != Status::Routing;
        let card = Card::new(pose?, state.size(unit));
        fights.then_some(Standing { unit: unit.id, card })
    });
    all.collect()
}

/// Who is engaged with whom once the position stands as it is noted.
fn engaged(state: &State, units: &[NotedUnit], rushed_by: Seat) -> Vec<Engagement> {
    let standing = on_the_ground(state, units);
    let mut pairs = Vec::new();
    for (place, one) in standing.iter().enumerate() {
        for another in &standing[place + 1..] {
            let foes = one.unit.team() != another.unit.team();
            if foes && touches(&one.card, &another.card, TOL) {
                pairs.extend(engagement(state, one, another, rushed_by));
            }
        }
    }
    pairs
}

fn engagement(state: &State, one: &Standing, another: &Standing, rushed_by: Seat) -> Option<Engagement> {
    let known = state
        .engagements
        .iter()
        .find(|known| known.has(one.unit) && known.has(another.unit));
    let (rusher, rushed) = match known {
        Some(known) if known.rusher == another.unit => (another, one),
        None if another.unit.team() == Team::of(rushed_by) => (another, one),
        Some(_) | None => (one, another),
    };
    let (rusher_side, rushed_side, _) = side_contact(&rusher.card, &rushed.card, TOL)?;
    if let Some(known) = known
        && (known.rusher_side, known.rushed_side) == (rusher_side, rushed_side)
    {
        return Some(*known);
    }
    // Who touches with its front has rushed.
    let turned = rusher_side != Side::Front && rushed_side == Side::Front;
    let (rusher, rusher_side, rushed, rushed_side) = if turned {
        (rushed.unit, rushed_side, rusher.unit, rusher_side)
    } else {
        (rusher.unit, rusher_side, rushed.unit, rushed_side)
    };
    Some(Engagement {
        rusher,
        rusher_side,
        rushed,
        rushed_side,
        kind: match rusher_side {
            Side::Front => RushKind::Front,
            _ => RushKind::Flank,
        },
        point: None,
        turn: 0,
        taken_over: false,
    })
}

#[cfg(test)]
mod tests;
