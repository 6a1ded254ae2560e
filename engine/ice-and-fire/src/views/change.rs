//! Picture of an event over the board after it: its units, ways and dice.

use hindsight_kernel::{BoardPoint, LastChange, ShownRoll, Trail};

use super::sentences::describe;
use crate::cards::AttackKind;
use crate::field::{Place, Pose};
use crate::model::event::{AttackEvent, Event, MoveKind, MovementEvent, ScoringEvent, Thrown};
use crate::model::names::UnitId;
use crate::model::state::State;

/// A place in inches.
pub(crate) fn point(place: Place) -> BoardPoint {
    BoardPoint::new(f64::from(place.x) / 1_000.0, f64::from(place.y) / 1_000.0)
}

fn trail(unit: UnitId, way: impl IntoIterator<Item = Pose>, kind: &str) -> Vec<Trail> {
    let mut points: Vec<BoardPoint> = Vec::new();
    for pose in way {
        let next = point(pose.centre());
        if points.last() != Some(&next) {
            points.push(next);
        }
    }
    if points.len() < 2 {
        return Vec::new();
    }
    vec![Trail {
        unit: unit.to_string(),
        seat: unit.seat(),
        points,
        kind: kind.to_owned(),
    }]
}

/// The kind of a way, as pictures know it.
const fn kind_of(kind: MoveKind) -> &'static str {
    match kind {
        MoveKind::Maneuver
        | MoveKind::March
        | MoveKind::Shift
        | MoveKind::Alignment
        | MoveKind::FreePivot => "move",
        MoveKind::Charge | MoveKind::FailedCharge => "charge",
        MoveKind::Retreat => "flee",
    }
}

/// The ways of units that a picture of an event shows.
fn trails(before: &State, event: &Event) -> Vec<Trail> {
    match event {
        Event::Movement(MovementEvent::UnitMoved { unit, kind, from, to }) => {
            trail(*unit, from.iter().copied().chain([*to]), kind_of(*kind))
        }
        Event::Attack(AttackEvent::AttackDeclared { attack }) if attack.kind == AttackKind::Ranged => {
            let pose = |id| before.unit(id).and_then(|unit| unit.pose);
            match (pose(attack.attacker), pose(attack.defender)) {
                (Some(from), Some(to)) => trail(attack.attacker, [from, to], "shot"),
                (Some(_) | None, _) => Vec::new(),
            }
        }
        Event::Scoring(ScoringEvent::PositionNoted { units, .. }) => units
            .iter()
            .filter_map(|noted| Some((noted, before.unit(noted.unit)?.pose?)))
            .flat_map(|(noted, from)| match noted.pose {
                Some(to) => trail(noted.unit, [from, to], "noted"),
                None => vec![Trail::lost(&noted.unit, noted.unit.seat(), point(from.centre()))],
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// The picture of an event.
pub(super) fn last_change(before: &State, event: &Event) -> LastChange {
    let subjects = event.subjects();
    let shown = |thrown: &Thrown<'_>| {
        Some(ShownRoll {
            seat: thrown.by.seat(before)?,
            roll: thrown.roll.clone(),
            target: thrown.target,
        })
    };
    LastChange {
        units: subjects
            .units_in(before)
            .iter()
            .map(ToString::to_string)
            .collect(),
        trails: trails(before, event),
        rolls: subjects.rolls.iter().filter_map(shown).collect(),
        words: describe(before, event),
    }
}
