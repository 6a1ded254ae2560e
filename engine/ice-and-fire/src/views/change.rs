//! Picture of an event over the board after it: its units, ways and dice.

use hindsight_kernel::{BoardPoint, LastChange, Roll, Seat, ShownRoll, Trail};

use super::sentences::describe;
use crate::field::{Place, Pose};
use crate::model::event::{Event, MoveKind, RollOf};
use crate::model::names::{SEATS, UnitId};
use crate::model::state::{Activated, State};

/// A place in inches.
pub(super) fn point(place: Place) -> BoardPoint {
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

fn shown(seat: Seat, roll: &Roll, target: Option<u8>) -> ShownRoll {
    ShownRoll {
        seat,
        roll: roll.clone(),
        target,
    }
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

/// What to show of an event.
pub(super) fn last_change(before: &State, event: &Event) -> LastChange {
    let mut units: Vec<UnitId> = Vec::new();
    let mut trails = Vec::new();
    let mut rolls = Vec::new();
    let attack = before.attack.as_ref();
    match event {
        Event::UnitMoved { unit, kind, from, to } => {
            units.push(*unit);
            trails = trail(*unit, from.iter().copied().chain([*to]), kind_of(*kind));
        }
        Event::AttackDeclared { attack } => {
            units.extend([attack.attacker, attack.defender]);
            let poses =
                [attack.attacker, attack.defender].map(|id| before.unit(id).and_then(|unit| unit.pose));
            if let ([Some(from), Some(to)], crate::cards::AttackKind::Ranged) = (poses, attack.kind) {
                trails = trail(attack.attacker, [from, to], "shot");
            }
        }
        Event::TerrainNumberRolled { roll, .. } => rolls.push(shown(SEATS[0], roll, None)),
        Event::TerrainRolled { seat, roll, .. } => rolls.push(shown(*seat, roll, None)),
        Event::OpposedRolled { rolls: both, .. } => {
            rolls.extend(
                SEATS
                    .into_iter()
                    .zip(both)
                    .map(|(seat, roll)| shown(seat, roll, None)),
            );
        }
        Event::ChargeRolled { roll, .. } => {
            if let Some(charge) = &before.charge {
                units.extend([charge.charger, charge.target]);
                rolls.push(shown(charge.charger.seat(), roll, None));
            }
        }
        Event::AttackRolled { roll, to_hit } => {
            if let Some(attack) = attack {
                units.extend([attack.attacker, attack.defender]);
                rolls.push(shown(attack.attacker.seat(), roll, Some(*to_hit)));
            }
        }
        Event::DefenceRolled { roll, save, modifier } => {
            if let Some(attack) = attack {
                units.extend([attack.attacker, attack.defender]);
                let target = (i32::from(*save) - i32::from(*modifier)).clamp(1, 7);
                rolls.push(shown(attack.defender.seat(), roll, u8::try_from(target).ok()));
            }
        }
        Event::DiceRerolled { of, roll, .. } => {
            let roller = match of {
                RollOf::Attack => attack.map(|attack| attack.attacker),
                RollOf::Defence => attack.map(|attack| attack.defender),
                RollOf::Panic => before.panics.last().map(|test| test.unit),
            };
            if let Some(unit) = roller {
                units.push(unit);
                rolls.push(shown(unit.seat(), roll, None));
            }
        }
        Event::PanicRolled { roll, .. } => {
            if let Some(test) = before.panics.last() {
                units.push(test.unit);
                rolls.push(shown(test.unit.seat(), roll, None));
            }
        }
        Event::RetreatRolled { unit, roll, .. } => {
            units.push(*unit);
            rolls.push(shown(unit.seat(), roll, None));
        }
        Event::WoundsSuffered { unit, roll, .. } => {
            units.push(*unit);
            rolls.extend(roll.iter().map(|roll| shown(unit.seat(), roll, None)));
        }
        Event::Engaged { engagement } => units.extend([engagement.a, engagement.b]),
        Event::Disengaged { a, b } => units.extend([*a, *b]),
        Event::ChargeDeclared { charge } => units.extend([charge.charger, charge.target]),
        Event::PanicDemanded { test } => units.push(test.unit),
        Event::UnitActivated {
            activated: Activated::Unit(unit),
        }
        | Event::Deployed { unit, .. }
        | Event::Arrived { unit, .. }
        | Event::ActionDeclared { unit, .. }
        | Event::PieceRemoved { unit, .. }
        | Event::WoundsRestored { unit, .. }
        | Event::TokenPlaced { unit, .. }
        | Event::TokenRemoved { unit, .. }
        | Event::TokenExpended { unit, .. }
        | Event::OrderUsed { unit, .. }
        | Event::PanicResolved { unit, .. }
        | Event::ObjectiveClaimed { unit, .. }
        | Event::ObjectiveLost { unit, .. } => units.push(*unit),
        _ => {}
    }
    LastChange {
        units: units.iter().map(ToString::to_string).collect(),
        trails,
        rolls,
        words: describe(before, event),
    }
}
