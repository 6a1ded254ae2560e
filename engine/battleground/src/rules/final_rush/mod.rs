//! Final Rush (pp. 58-73).
//!
//! `snapshot` notes the start of the turn. Which enemies may be rushed, and where the rusher comes to lie, is said by
//! `procedures::rush`; here the rush happens.

mod snapshot;
#[cfg(test)]
pub(crate) mod tests;

use crate::editions::profile::RushSeen;
use crate::field::Field;
use crate::model::agenda::{Answer, Answered, BattleTable, Frame, Need, Taken, Topic};
use crate::model::event::{EngagementEvent, Event, MoveKind, Movement, MovementEvent, TurnMark};
use crate::model::names::UnitId;
use crate::model::state::{Cause, Engagement, State, Status};
use crate::procedures::rush::choice::{choose, group, settle};
use crate::procedures::rush::chosen::{Chosen, Decided};
use crate::procedures::rush::group::{beside, rushers_of};
use crate::rules::engagement;

pub(crate) use snapshot::take_snapshot;

/// Final Rushes with a unit of the frame's [`Step::Activate`], or with those of it that rush together: emits everything,
/// with the mark of activation, and leaves the frame where it is. A unit that declines is only marked to rush no more.
/// Rules `BG4-RUSH-01` to `BG4-RUSH-27` (pp. 50, 58-59, 61-68, 69-73, 103-104).
///
/// # Errors
/// [`Need::Ask`] where the owner has a choice.
pub(crate) fn rush(table: &mut BattleTable<'_>, frame: &Frame, unit: UnitId) -> Result<Taken, Need> {
    let state = table.state();
    let group = group(state, frame, unit);
    let field = Field::of(state);
    let mut chosen: Vec<(UnitId, Option<Chosen>)> = Vec::with_capacity(group.len());
    for id in &group {
        // RULING: BG4-TURN-06, each is judged with the others of the group off the table.
        let choice = if group.len() < 2 {
            choose(&field, *id, frame)?
        } else {
            choose(&beside(&field, *id, &group), *id, frame)?
        };
        chosen.push((*id, choice));
    }
    let mut decided = settle(&field, unit, chosen, frame)?;
    let marks = facing_marks(state, frame, &group);
    let declined = decline_marks(state, frame, &group);
    for mark in marks.into_iter().chain(declined) {
        table.emit(mark);
    }
    if decided.is_empty() {
        // One that finds no place together with others, and could not rush alone, has given up its rush too.
        let state = table.state();
        if rushers_of(state, &group).contains(&unit) {
            table.emit(Event::Movement(MovementEvent::Marked {
                unit,
                mark: TurnMark::NoRush,
            }));
        }
        return Ok(Taken::Went);
    }
    decided.sort_by_key(|rush| rush.unit);
    for rush in &decided {
        crate::verbs::order_writing::reach_point(table, rush.unit);
    }
    arrive(table, &decided);
    for rush in decided {
        happen(table, &rush);
    }
    Ok(Taken::Went)
}

/// The Facing Sides chosen for these units, which hold for the rest of the turn. Rule `BG4-GEO-11` (p. 8).
fn facing_marks(state: &State, frame: &Frame, group: &[UnitId]) -> Vec<Event> {
    let fresh = |unit: UnitId, enemy: UnitId| {
        state
            .unit(unit)
            .is_some_and(|unit| !unit.turn.diagonals.iter().any(|(known, _)| *known == enemy))
    };
    frame
        .answers
        .iter()
        .filter(|given| given.topic == Topic::FacingSide)
        .filter_map(|given| match (given.unit, given.about, &given.answer) {
            (Some(unit), Some(enemy), Answer::Side(side)) if group.contains(&unit) && fresh(unit, enemy) => {
                Some(Event::Movement(MovementEvent::Marked {
                    unit,
                    mark: TurnMark::FacingSide(enemy, *side),
                }))
            }
            _ => None,
        })
        .collect()
}

/// What owners declined, for the rest of the turn: rushes with a flank or at a corner, and paths that lead past an enemy. In the
/// edition in which rushes are judged as they are made another rush, or the same enemy's front once it is open, must still be made.
/// Rules `BG3-PATH-07` (p. 13), `BG3-RUSH-12` (pp. 6, 14).
fn decline_marks(state: &State, frame: &Frame, group: &[UnitId]) -> Vec<Event> {
    if state.profile().rush_seen != RushSeen::WhenMade {
        return Vec::new();
    }
    let mark = |given: &Answered| {
        let (unit, enemy) = (state.unit(given.unit?)?, given.about?);
        let (mark, known) = match given.topic {
            Topic::AvoidObstacle => (TurnMark::PathNotPast(enemy), &unit.turn.path_not_past),
            Topic::FlankRush | Topic::Corner => (TurnMark::RushDeclined(enemy), &unit.turn.rushes_declined),
            _ => return None,
        };
        let is_new = given.answer == Answer::Decline && group.contains(&unit.id) && !known.contains(&enemy);
        let unit = unit.id;
        is_new.then_some(Event::Movement(MovementEvent::Marked { unit, mark }))
    };
    frame.answers.iter().filter_map(mark).collect()
}

/// Places those that rush, all at the same time. Rules `BG4-RUSH-12`, `BG4-RUSH-20`, `BG4-COLOS-05` (pp. 68, 69, 121).
fn arrive(table: &mut BattleTable<'_>, rushes: &[Decided]) {
    for rush in rushes.iter().filter(|rush| rush.spot.slid) {
        table.emit(Event::Movement(MovementEvent::SlidUnder {
            unit: rush.unit,
            slid: true,
        }));
    }
    // Whoever was slid under an enemy that is gone comes out from there.
    let state = table.state();
    let out: Vec<UnitId> = rushes
        .iter()
        .filter(|rush| !rush.spot.slid && state.unit(rush.unit).is_some_and(|unit| unit.slid))
        .map(|rush| rush.unit)
        .collect();
    let mut moves: Vec<Movement> = rushes
        .iter()
        .map(|rush| Movement {
            unit: rush.unit,
            legs: Vec::new(),
            to: rush.spot.pose,
            distance: rush.target.distance.rounded(),
            allowance: rush.spot.reach.rounded(),
            kind: None,
        })
        .collect();
    let kind = MoveKind::Rush;
    if moves.len() > 1 {
        table.emit(Event::Movement(MovementEvent::UnitsMoved { kind, moves }));
    } else if let Some(one) = moves.pop() {
        table.emit(one.alone(kind));
    }
    for unit in out {
        table.emit(Event::Movement(MovementEvent::SlidUnder { unit, slid: false }));
    }
}

/// Lets a Final Rush happen once the unit is placed: both are engaged, or the Routing enemy is destroyed. Rules
/// `BG4-RUSH-16`, `BG4-RUSH-19`, `BG4-RUSH-23`, `BG4-RUSH-25`, `BG4-ROUT-04`, `BG4-COLOS-03` (pp. 23-24, 58-59, 71, 72-73, 75,
/// 121).
fn happen(table: &mut BattleTable<'_>, rush: &Decided) {
    let Decided {
        unit, target, spot, ..
    } = rush;
    let (unit, enemy) = (*unit, target.enemy);
    if table.state().map().is_some_and(|map| !map.pieces.is_empty()) {
        table.emit(Event::Movement(MovementEvent::Marked {
            unit,
            mark: TurnMark::Terrain(spot.steps.clamp(-100, 100) as i8),
        }));
    }
    let status = table.state().unit(enemy).map(|enemy| (enemy.status, enemy.pose));
    match status {
        // RULING: BG4-ROUT-04, the rusher stays where it is placed and is not engaged.
        Some((Status::Routing, pose)) => {
            table.emit(Event::Engagement(EngagementEvent::RoutingRushed {
                unit,
                target: enemy,
            }));
            if pose.is_some() {
                crate::verbs::damage::destroy(table, enemy, Cause::Rushed, Some(unit));
            }
        }
        Some((Status::Ready(_) | Status::Disrupted, _)) => {
            let state = table.state();
            let engagement = Engagement {
                rusher: unit,
                rusher_side: rush.own_side,
                rushed: enemy,
                rushed_side: target.side,
                kind: rush.kind,
                point: target.place,
                turn: state.turn,
                taken_over: false,
            };
            table.emit(Event::Engagement(EngagementEvent::FinalRushed {
                engagement,
                contact: spot.contact.rounded(),
            }));
            if let Some(cause) = engagement::pinched_by(table.state(), unit, enemy) {
                table.emit(cause);
            }
        }
        None => {}
    }
    crate::verbs::order_writing::reach_point(table, unit);
    table.emit(Event::Movement(MovementEvent::Marked {
        unit,
        mark: TurnMark::Activated,
    }));
}
