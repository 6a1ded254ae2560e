//! Ends of courage checks, and the fate of units that fail them (pp. 86-88).

use crate::editions::profile::RouterFaces;
use crate::model::agenda::{Answer, Asking, BattleTable, Frame, Need, Options, Step, Topic, answer_to};
use crate::model::event::{CourageEvent, Event, MovementEvent};
use crate::model::names::UnitId;
use crate::model::rule::Rule;
use crate::model::state::{Cause, CheckKind, State, Status};
use crate::verbs::order_writing::remove_unused_tokens;
use crate::verbs::routing::begin_rout_from;

/// The checks of a kind are no longer due. Rules `BG4-COUR-07`, `BG4-COUR-12` (pp. 86-87, 111).
pub(crate) fn clear(table: &mut BattleTable<'_>, unit: UnitId, kind: CheckKind) {
    let rout = matches!(kind, CheckKind::Rout);
    let Some(there) = table.state().unit(unit) else {
        return;
    };
    // A pass of step 6 answers for the units moved through; it leaves causes that were noted meanwhile for later.
    let in_pass = rout && !there.pending.passed_by.is_empty() && in_a_pass(table.state());
    table.emit(Event::Courage(CourageEvent::CausesCleared {
        unit,
        rout: rout && !in_pass,
        passed_by: in_pass,
        fear: kind == CheckKind::Fear,
        follow_up: kind == CheckKind::FollowUp,
    }));
}

/// Whether the checks under way are those of a pass of step 6.
pub(crate) fn in_a_pass(state: &State) -> bool {
    state
        .agenda
        .iter()
        .any(|frame| matches!(&frame.step, Step::Courage { only: Some(_), .. }))
}

/// The fate of a unit that fails a Rout Check. Rules `BG4-COUR-13` to `BG4-COUR-16`, `BG4-SKIRM-11`
/// (pp. 87-88, 129-130).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Failed {
    /// It is Disrupted.
    Disrupted,
    /// It Routs.
    Routs,
    /// It is destroyed.
    Destroyed,
}

/// Rules `BG4-COUR-13` to `BG4-COUR-16`, `BG4-SKIRM-11` (pp. 87-88, 129).
pub(crate) const fn fail_rout_check(status: Status, engaged: bool, skirmisher: bool) -> Failed {
    match (status, engaged || skirmisher) {
        (Status::Routing, _) => Failed::Destroyed,
        (Status::Disrupted, _) | (Status::Ready(_), true) => Failed::Routs,
        (Status::Ready(_), false) => Failed::Disrupted,
    }
}

/// A unit meets its fate after a failed Rout Check.
pub(crate) fn fail(table: &mut BattleTable<'_>, id: UnitId, failed: Failed, from: Option<UnitId>) {
    match failed {
        Failed::Destroyed => crate::verbs::damage::destroy(table, id, Cause::RoutCheck, None),
        Failed::Routs => begin_rout_from(table, id, "failed a Rout Check", from),
        Failed::Disrupted => {
            table.emit(Event::Movement(MovementEvent::StatusChanged {
                unit: id,
                status: Status::Disrupted,
                why: "failed a Rout Check".to_owned(),
            }));
            remove_unused_tokens(table);
        }
    }
}

/// The enemy from which a unit that begins to rout turns away, where the edition has it turn so: the only one it is engaged
/// with, or the one that its owner chooses. Rule `BG3-COUR-08` (p. 22).
pub(crate) fn turned_from(state: &State, id: UnitId, frame: &Frame) -> Result<Option<UnitId>, Need> {
    let mut enemies: Vec<UnitId> = match state.profile().router_faces {
        RouterFaces::About => Vec::new(),
        RouterFaces::OwnEdgeOrAway => state.engaged_with(id).map(|(enemy, _, _)| enemy).collect(),
    };
    enemies.sort_unstable();
    enemies.dedup();
    if enemies.len() < 2 {
        return Ok(enemies.first().copied());
    }
    match answer_to(&frame.answers, Topic::TurnAway, Some(id), None) {
        Some(Answer::Unit(enemy)) if enemies.contains(enemy) => Ok(Some(*enemy)),
        Some(_) | None => Err(Asking {
            seat: id.seat(),
            topic: Topic::TurnAway,
            unit: Some(id),
            about: None,
            options: Options::OneOf(
                enemies
                    .into_iter()
                    .map(|enemy| (Answer::Unit(enemy), format!("{id} turns away from {enemy}")))
                    .collect(),
            ),
            rule: Rule::TurnsAway.into(),
        }
        .into()),
    }
}
