mod checks;
mod demanded;
mod editions;
mod outcomes;
mod phases;
pub(crate) mod played;
pub(crate) mod stepping_in;

use battleground_geometry::Side;
use hindsight_kernel::Seat;

use super::*;
use crate::model::agenda::GreenAt;
use crate::model::cards::UnitType;
use crate::model::effect::{Change, Condition, Duration, Effect, Target};
use crate::model::event::{CourageEvent, ProcedureEvent};
use crate::model::orders::{Order, Orders};
use crate::model::state::{Check, Lasting, LastingKind, RoutCause};
use crate::scene::{Scene, at_table, courage_checks, id, line, pose, scene, with_keywords};
use crate::verbs::checks::{roll_check, settle_check};

fn courage_phase(made: Scene, pre: bool, step: CourageStep) -> State {
    made.set(|state| {
        state.phase = if pre {
            Phase::PreCombatCourage
        } else {
            Phase::PostCombatCourage
        };
        // What comes after the phase is nobody's business here: a question that waits.
        state.agenda = vec![
            Step::MovementAndCommand.into(),
            Step::Courage {
                pre,
                step,
                only: None,
                checked: Vec::new(),
            }
            .into(),
        ];
    })
    .state()
}

/// Takes the steps of a Courage Phase until it is over or somebody is asked.
fn run(state: State, dice: &[u8]) -> (State, Vec<Event>) {
    let ((), state, events) = at_table(state, dice, |table| {
        for _ in 0..200 {
            let over = matches!(
                table.state().agenda.last().map(|frame| &frame.step),
                Some(
                    Step::ChooseTargets
                        | Step::Throws
                        | Step::EndOfTurn
                        | Step::Ask(_)
                        | Step::MovementAndCommand
                ) | None
            );
            if over {
                break;
            }
            let frame = table.state().agenda.last().cloned().unwrap();
            step_once(table, &frame);
        }
    });
    (state, events)
}

fn step_once(table: &mut BattleTable<'_>, frame: &Frame) {
    let taken = match &frame.step {
        Step::Courage { .. } => courage_step(table, frame),
        Step::RollCheck => roll_check(table, frame),
        Step::SettleCheck => settle_check(table, frame),
        Step::FreeAttacks { .. } => free_attacks(table, frame),
        Step::GreenWindow { .. } => crate::rules::command_cards::green_window(table, frame),
        Step::RoutMove { .. } => crate::rules::rout::rout_move(table, frame),
        Step::Attack => crate::rules::combat::attack(table),
        other => panic!("{other:?}"),
    };
    if let Err(Need::Ask(asked)) = taken {
        let question = asked.of(table.state().edition);
        table.emit(Event::Procedure(ProcedureEvent::Asked { question }));
    }
}

pub(crate) fn caused(made: Scene, name: &str, cause: RoutCause) -> Scene {
    made.change(name, |unit| unit.pending.rout.push(cause))
}

pub(crate) fn status(state: &State, name: &str) -> Status {
    state.unit(id(name)).unwrap().status
}

fn of_kind(kind: Keyword) -> UnitType {
    with_keywords(&[Keyword::Normal, Keyword::Infantry, kind])
}

/// B1 has Final Rushed A1 this turn on a side.
fn rushed(a: UnitType, b: UnitType, side: Side) -> Scene {
    scene()
        .unit("A1", a, (18.0, 15.0, 0.0))
        .unit("B1", b, (18.0, 17.5, 180.0))
        .engaged("B1", "A1", side)
        .order("A1", Order::Hold)
        .change("B1", |unit| unit.turn.rushed = true)
        .set(|state| {
            for engagement in &mut state.engagements {
                engagement.turn = state.turn;
            }
        })
}
