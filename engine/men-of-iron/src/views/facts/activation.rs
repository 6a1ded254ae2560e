//! Facts of events of activations, Continuity and Seizure, formation orders and command status.

use hindsight_kernel::{Fact, Seat};

use super::counts::activations_of;
use super::{counted, decided, tested};
use crate::model::event::ActivationEvent;
use crate::model::names::UnitId;
use crate::model::piece::PiecePlace;
use crate::model::state::{Kind, State};

/// Tells the facts of an event of activations, Continuity and Seizure, formation orders and command status.
pub(super) fn facts(before: &State, event: &ActivationEvent, out: &mut Vec<Fact>) {
    rolls(before, event, out);
    counts(before, event, out);
    match event {
        ActivationEvent::ActivationStarted { seat, kind, command } => {
            let kind: &str = match kind {
                Kind::Free => "free activation",
                Kind::Continued => "continued activation",
                Kind::Seized => "seized activation",
            };
            out.push(counted(kind, Some(*seat), None, 1.0));
            // The Command is what is activated, and with it each of its units on the map.
            for unit in before.on_map(*seat).filter(|unit| unit.command == *command) {
                out.push(Fact::Activated {
                    unit: unit.id.to_string(),
                    seat: *seat,
                    action: kind.to_owned(),
                });
            }
        }
        ActivationEvent::StandardActivated { seat, .. } => {
            out.push(counted("standard activation", Some(*seat), None, 1.0));
        }
        ActivationEvent::Passed { seat } => {
            out.push(counted("pass", Some(*seat), None, 1.0));
            out.push(decided(*seat, "activation", "pass"));
        }
        ActivationEvent::SeizureDeclared { seat, command } => {
            out.push(decided(*seat, "seizure", command.to_string()));
        }
        ActivationEvent::SeizureDeclined { seat } => out.push(decided(*seat, "seizure", "declined")),
        ActivationEvent::CommandStatusSet {
            command,
            out_of_command,
            ..
        } => {
            let seat = before.battle.side_of(*command);
            let all = before
                .battle
                .units_of(*command)
                .filter(|unit| {
                    before
                        .unit(*unit)
                        .is_some_and(|unit| unit.place != PiecePlace::Eliminated)
                })
                .count();
            out.push(counted("units activated", seat, None, all as f64));
            out.push(counted(
                "units out of command",
                seat,
                None,
                out_of_command.len() as f64,
            ));
        }
        ActivationEvent::CommandNamed { .. }
        | ActivationEvent::ContinuityRolled { .. }
        | ActivationEvent::SeizureRolled { .. }
        | ActivationEvent::FreeActivationGained { .. }
        | ActivationEvent::LeaderReplaced { .. }
        | ActivationEvent::FormationChanged { .. } => {}
    }
}

/// Tells the dice of an event.
fn rolls(before: &State, event: &ActivationEvent, out: &mut Vec<Fact>) {
    let seat = event.subjects().roller(before);
    match event {
        ActivationEvent::ContinuityRolled {
            throw,
            rating,
            success,
            ..
        } => out.push(tested(
            "continuity",
            seat,
            None,
            None,
            throw,
            i32::from(*rating),
            *success,
        )),
        ActivationEvent::SeizureRolled {
            throw,
            rating,
            success,
            ..
        } => out.push(tested(
            "seizure",
            seat,
            None,
            None,
            throw,
            i32::from(*rating),
            *success,
        )),
        ActivationEvent::ActivationStarted { .. }
        | ActivationEvent::StandardActivated { .. }
        | ActivationEvent::Passed { .. }
        | ActivationEvent::CommandNamed { .. }
        | ActivationEvent::SeizureDeclared { .. }
        | ActivationEvent::SeizureDeclined { .. }
        | ActivationEvent::FreeActivationGained { .. }
        | ActivationEvent::LeaderReplaced { .. }
        | ActivationEvent::FormationChanged { .. }
        | ActivationEvent::CommandStatusSet { .. } => {}
    }
}

/// Tells the catalogue's own counts of an event.
fn counts(before: &State, event: &ActivationEvent, out: &mut Vec<Fact>) {
    let mut count = |counter: &str, seat: Option<Seat>, unit: Option<UnitId>, amount: f64| {
        out.push(counted(counter, seat, unit, amount));
    };
    match event {
        ActivationEvent::ActivationStarted { seat, command, .. } => {
            count(&activations_of(*command), Some(*seat), None, 1.0);
        }
        ActivationEvent::ContinuityRolled {
            seat, success: true, ..
        } => {
            let run = u32::from(before.player(*seat).penalty) + 1;
            count(
                &format!("continuity runs of {run} or more"),
                Some(*seat),
                None,
                1.0,
            );
        }
        ActivationEvent::SeizureRolled {
            seat, success: false, ..
        } => count(
            "free activations given by failed seizures",
            Some(*seat),
            None,
            1.0,
        ),
        ActivationEvent::ContinuityRolled { .. }
        | ActivationEvent::SeizureRolled { .. }
        | ActivationEvent::StandardActivated { .. }
        | ActivationEvent::Passed { .. }
        | ActivationEvent::CommandNamed { .. }
        | ActivationEvent::SeizureDeclared { .. }
        | ActivationEvent::SeizureDeclined { .. }
        | ActivationEvent::FreeActivationGained { .. }
        | ActivationEvent::LeaderReplaced { .. }
        | ActivationEvent::FormationChanged { .. }
        | ActivationEvent::CommandStatusSet { .. } => {}
    }
}
