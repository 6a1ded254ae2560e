//! Moves that a scorekeeper tells: where a unit ended on the table, held against what the rules allow.

use battleground_geometry::{Hand, Inches, Pose};
use hindsight_kernel::{ReportedTray, Seat, Table};

use crate::field::Field;
use crate::model::agenda::{Answer, Answered, BattleTable, Options, Question, Step};
use crate::model::command::Leg;
use crate::model::event::{Event, ProcedureEvent};
use crate::model::names::UnitId;
use crate::model::refusal::Refusal;
use crate::model::state::{State, Unit};
use crate::procedures::movement::reported_legs::legs_to;
use crate::procedures::movement::reported_pose::{ReportedPose, agrees};
use crate::rules::activation::ActivationRefusal;
use crate::rules::movement::check_legs;
use crate::system::Battleground;

/// The most ways of answering that are followed.
const MOST_WAYS: usize = 200;
/// The most answers on one way.
const MOST_ANSWERS: usize = 12;

/// One way an activation may go.
#[derive(Debug, Clone, PartialEq)]
struct Outcome {
    answers: Vec<Answer>,
    legs: Option<Vec<Leg>>,
    pose: Option<Pose>,
}

/// Accepts where a unit ended if some legal outcome lies within a quarter of an inch and five degrees; its move then has that
/// outcome, whatever lies between the two. Rules `BG4-MOVE-01`, `BG4-MOVE-22` (pp. 38, 46).
///
/// # Errors
/// The unit may not be activated, or the rules lead elsewhere: the refusal says where.
pub(crate) fn report_move(
    table: &mut BattleTable<'_>,
    seat: Seat,
    id: UnitId,
    pose: Pose,
) -> Result<(), Refusal> {
    let waits = matches!(
        table.state().agenda.last().map(|frame| &frame.step),
        Some(Step::SubmitLegs { unit }) if *unit == id
    );
    if waits && id.seat() != seat {
        return Err(ActivationRefusal::NotOwnUnit(id).into());
    }
    if !waits {
        // The same refusals as for an activation.
        let mut tray = ReportedTray::scripted([]);
        let mut trial = Table::<Battleground>::new(table.state().clone(), &mut tray);
        crate::rules::activation::begin(&mut trial, seat, &[id])?;
    }
    let mut found: Vec<Outcome> = Vec::new();
    // An answer that was guessed from the pose may be none that the rules take; the others are still to be tried.
    let mut refused = None;
    let mut open: Vec<Vec<Answer>> = vec![Vec::new()];
    for _ in 0..MOST_WAYS {
        let Some(answers) = open.pop() else {
            break;
        };
        match play(table.state(), seat, id, pose, &answers) {
            Err(refusal) => {
                refused.get_or_insert(refusal);
            }
            Ok(Played::Ended(outcome)) => {
                let fits = outcome.pose.is_some_and(|there| agrees(there, pose));
                found.push(outcome);
                if fits {
                    break;
                }
            }
            Ok(Played::Asked(question)) if answers.len() < MOST_ANSWERS => {
                for answer in choices(table.state(), id, pose, &question).into_iter().rev() {
                    let mut more = answers.clone();
                    more.push(answer);
                    open.push(more);
                }
            }
            Ok(Played::Asked(_)) => {}
        }
    }
    let Some(outcome) = found
        .iter()
        .find(|outcome| outcome.pose.is_some_and(|there| agrees(there, pose)))
    else {
        if found.is_empty()
            && let Some(refusal) = refused
        {
            return Err(refusal);
        }
        return Err(ActivationRefusal::LedElsewhere {
            unit: id,
            pose,
            ends: found.iter().filter_map(|outcome| outcome.pose).collect(),
        }
        .into());
    };
    carry_out(table, seat, ReportedPose { unit: id, pose }, outcome)
}

enum Played {
    Ended(Outcome),
    Asked(Question),
}

/// What comes of activating a unit with these answers, on a table of its own.
fn play(state: &State, seat: Seat, id: UnitId, pose: Pose, answers: &[Answer]) -> Result<Played, Refusal> {
    let mut tray = ReportedTray::scripted([]);
    let mut trial = Table::<Battleground>::new(state.clone(), &mut tray);
    let waits = matches!(
        state.agenda.last().map(|frame| &frame.step),
        Some(Step::SubmitLegs { .. })
    );
    if !waits {
        crate::rules::activation::begin(&mut trial, seat, &[id])?;
    }
    // Of several moves that are as good, and of several ways to look after landing, the one is made that was seen on the table. Rules
    // BG3-PATH-02, BG3-PATH-10, BG3-KEY-17 (pp. 6, 11-12, 29).
    let seen = Some(ReportedPose { unit: id, pose });
    let mut given = answers.iter();
    loop {
        move_on(&mut trial, seen)?;
        match trial.state().agenda.last().map(|frame| frame.step.clone()) {
            Some(Step::Ask(question)) if question.seat == seat => match given.next() {
                Some(answer) => trial.emit(answered(&question, answer)),
                None => return Ok(Played::Asked(question)),
            },
            Some(Step::SubmitLegs { unit }) if unit == id => {
                let legs = trial
                    .state()
                    .unit(id)
                    .and_then(|unit| legs_under_control(trial.state(), unit, pose));
                let end = match &legs {
                    Some((_, end)) => Some(*end),
                    None => trial.state().unit(id).and_then(|unit| unit.pose),
                };
                return Ok(Played::Ended(Outcome {
                    answers: answers.to_vec(),
                    legs: legs.map(|(legs, _)| legs),
                    pose: end,
                }));
            }
            _ => {
                let pose = trial.state().unit(id).and_then(|unit| unit.pose);
                return Ok(Played::Ended(Outcome {
                    answers: answers.to_vec(),
                    legs: None,
                    pose,
                }));
            }
        }
    }
}

/// Takes the steps of an activation, and only those: what follows it is no part of a trial.
fn move_on(trial: &mut BattleTable<'_>, seen: Option<ReportedPose>) -> Result<(), Refusal> {
    let of_activation = |step: &Step| matches!(step, Step::Activate { .. } | Step::RoutMove { .. });
    while trial
        .state()
        .agenda
        .last()
        .is_some_and(|frame| of_activation(&frame.step))
    {
        let frame = trial.state().agenda.last().cloned().expect("it was just there");
        let taken = match &frame.step {
            Step::RoutMove { .. } => crate::rules::rout::rout_move(trial, &frame),
            _ => crate::rules::activation::activate_seen(trial, &frame, seen),
        };
        match taken {
            Ok(_) if trial.is_faulty() => return Ok(()),
            Ok(_) => {}
            Err(crate::model::agenda::Need::Ask(asked)) => {
                let question = asked.of(trial.state().edition);
                trial.emit(Event::Procedure(ProcedureEvent::Asked { question }));
            }
            Err(crate::model::agenda::Need::Refuse(refusal)) => return Err(*refusal),
        }
    }
    Ok(())
}

fn answered(question: &Question, answer: &Answer) -> Event {
    Event::Procedure(ProcedureEvent::Answered {
        answered: Answered {
            topic: question.topic,
            unit: question.unit,
            about: question.about,
            answer: answer.clone(),
        },
    })
}

/// The answers worth trying: all that are named, and of continuous ones that which leads to the reported pose.
fn choices(state: &State, id: UnitId, pose: Pose, question: &Question) -> Vec<Answer> {
    match &question.options {
        Options::OneOf(options) => options.iter().map(|(answer, _)| answer.clone()).collect(),
        Options::Shift { most, samples } => {
            let mut all = Vec::new();
            if let Some(card) = state.unit(id).and_then(|unit| state.card(unit)) {
                let (right, _) = card.own_axes(pose.centre);
                let hand = if right < Inches::ZERO {
                    Hand::Left
                } else {
                    Hand::Right
                };
                all.push(Answer::Shift {
                    hand,
                    inches: right.abs().min(*most),
                });
            }
            all.extend(samples.iter().cloned());
            all
        }
        Options::Heading { samples } => {
            let mut all = vec![Answer::Heading(pose.heading)];
            all.extend(samples.iter().cloned());
            all
        }
        Options::Order { samples } => samples.clone(),
        Options::Dice { .. } => Vec::new(),
    }
}

/// The same on the real table.
fn carry_out(
    table: &mut BattleTable<'_>,
    seat: Seat,
    seen: ReportedPose,
    outcome: &Outcome,
) -> Result<(), Refusal> {
    let waits = matches!(
        table.state().agenda.last().map(|frame| &frame.step),
        Some(Step::SubmitLegs { .. })
    );
    if !waits {
        crate::rules::activation::begin(table, seat, &[seen.unit])?;
    }
    let mut given = outcome.answers.iter();
    loop {
        move_on(table, Some(seen))?;
        match table.state().agenda.last().map(|frame| frame.step.clone()) {
            Some(Step::Ask(question)) => match given.next() {
                Some(answer) => table.emit(answered(&question, answer)),
                None => return Ok(()),
            },
            Some(Step::SubmitLegs { .. }) => {
                let legs = outcome.legs.clone().unwrap_or_default();
                crate::rules::movement::submit_legs_seen(table, seat, &legs, seen)?;
            }
            _ => return Ok(()),
        }
    }
}

/// Legs that bring a directly controlled unit to a pose, or near enough, and where they end.
fn legs_under_control(state: &State, unit: &Unit, pose: Pose) -> Option<(Vec<Leg>, Pose)> {
    let field = Field::of(state);
    let ends_there = |legs: &[Leg]| {
        // ERR: legs that are not legal lead nowhere; the refusal of a report names the places to which the legal ones lead.
        let plan = check_legs(&field, unit, legs, None).ok()?;
        agrees(plan.to, pose).then_some(plan.to)
    };
    legs_to(&state.card(unit)?, pose, ends_there)
}
