//! Moves that a scorekeeper tells: where a unit ended on the table, held against what the rules allow.

use battleground_geometry::{Degrees, Hand, Inches, Point, Pose, Way, about_face};
use hindsight_kernel::{Refusal, ReportedTray, Seat, Table};

use crate::field::Field;
use crate::field::computed::{angle, length};
use crate::model::agenda::{Answer, Answered, BattleTable, Options, Question, Step};
use crate::model::command::Leg;
use crate::model::event::{Event, ProcedureEvent};
use crate::model::names::UnitId;
use crate::model::state::{State, Unit};
use crate::rules::activation::ActivationRefusal;
use crate::rules::movement::check_legs;
use crate::rules::movement::reported_pose::{ReportedPose, agrees};
use crate::system::Battleground;

/// What is too little to be a leg where a place was measured.
const NOTHING: f64 = 0.02;
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

/// Accepts where a unit ended if some legal outcome lies within a quarter of an inch and five degrees; its move then ends
/// where it was reported, if there is room for that. Rules `BG4-MOVE-01`, `BG4-MOVE-22` (pp. 38, 46).
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
    // Which way a flyer looks that lands after its move is seen on the table. Rule BG3-KEY-17 (p. 29).
    let lands = state.profile().lands_after_moving && state.unit(id).is_some_and(|unit| unit.airborne);
    let seen = lands.then_some(ReportedPose { unit: id, pose });
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
                    .and_then(|unit| legs_to(trial.state(), unit, pose));
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
            Step::RoutMove { .. } => crate::rules::rout::rout_move_seen(trial, &frame, seen),
            _ => crate::rules::activation::activate_seen(trial, &frame, seen),
        };
        match taken {
            Ok(_) if trial.is_faulty() => return Ok(()),
            Ok(_) => {}
            Err(crate::model::agenda::Need::Ask(question)) => {
                trial.emit(Event::Procedure(ProcedureEvent::Asked { question: *question }));
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
fn legs_to(state: &State, unit: &Unit, pose: Pose) -> Option<(Vec<Leg>, Pose)> {
    let field = Field::of(state);
    let start = state.card(unit)?;
    let mut offsets: Vec<f64> = (-5..=5).map(f64::from).collect();
    offsets.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    for pull in [0.0, 0.08, 0.16, 0.24] {
        let centre = match pose.centre.bearing(start.pose().centre) {
            Some(back) => pose.centre.towards(back, length(pull)),
            None => pose.centre,
        };
        for offset in &offsets {
            let wanted = Pose {
                centre,
                heading: (pose.heading + angle(*offset)).heading(),
            };
            for legs in ways_to(state, unit, wanted) {
                if let Ok(plan) = check_legs(&field, unit, &legs, None)
                    && agrees(plan.to, pose)
                {
                    return Some((legs, plan.to));
                }
            }
        }
    }
    None
}

/// Rows of legs that would end exactly there if nothing forbade them: the simplest first.
fn ways_to(state: &State, unit: &Unit, wanted: Pose) -> Vec<Vec<Leg>> {
    let Some(card) = state.card(unit) else {
        return Vec::new();
    };
    let start = card.pose();
    let mut ways = Vec::new();
    let turned = start.heading.turn_to(wanted.heading).value();
    let shifts = |from: Pose| -> Vec<Vec<Leg>> {
        let (right, ahead) = card.at(from).own_axes(wanted.centre);
        let aside = leg(
            if right < Inches::ZERO {
                Way::Left
            } else {
                Way::Right
            },
            right,
        );
        let along = leg(
            if ahead < Inches::ZERO {
                Way::Backward
            } else {
                Way::Forward
            },
            ahead,
        );
        let orders = [vec![along, aside], vec![aside, along]];
        orders
            .into_iter()
            .map(|legs| legs.into_iter().flatten().collect())
            .collect()
    };
    if turned.abs() < 0.01 {
        ways.extend(shifts(start));
    }
    if turned.abs() > 0.01 && turned.abs() <= 90.0 {
        ways.extend(straight_and_turn(&card, wanted).map(|legs| legs.to_vec()));
        ways.extend(back_and_turn(&card, wanted));
    }
    let back = about_face(start);
    if 180.0 - turned.abs() < 0.01 {
        let flipped = shifts(back);
        ways.extend(
            flipped
                .into_iter()
                .map(|legs| [vec![Leg::AboutFace], legs].concat()),
        );
    } else if turned.abs() >= 90.0 {
        let after = straight_and_turn(&card.at(back), wanted);
        ways.extend(after.map(|legs| [vec![Leg::AboutFace], legs.to_vec()].concat()));
    }
    if turned.abs() > 0.01 && 180.0 - turned.abs() > 0.01 {
        let reform = Leg::Reform {
            heading: wanted.heading,
        };
        let ahead = Pose {
            centre: start.centre,
            heading: wanted.heading,
        };
        ways.extend(
            shifts(ahead)
                .into_iter()
                .map(|legs| [vec![reform], legs].concat()),
        );
        ways.extend(
            shifts(start)
                .into_iter()
                .map(|legs| [legs, vec![reform]].concat()),
        );
    }
    ways
}

fn leg(way: Way, inches: Inches) -> Option<Leg> {
    let inches = inches.abs();
    (inches.value() > 1e-3).then_some(Leg::Shift { way, inches })
}

/// Straight back, then one backward turn: as one that looks the other way would go straight on and turn.
fn back_and_turn(card: &battleground_geometry::Card, wanted: Pose) -> Option<Vec<Leg>> {
    let turned = card.at(about_face(card.pose()));
    let legs = straight_and_turn(&turned, about_face(wanted))?;
    let backward = legs.into_iter().filter_map(|one| match one {
        // Hardly anything is no maneuver.
        Leg::Shift { inches, .. } if inches.value() < NOTHING => None,
        Leg::Shift { inches, .. } => leg(Way::Backward, inches),
        Leg::Turn {
            hand, angle, inches, ..
        } => Some(Leg::Turn {
            hand,
            angle,
            inches,
            backward: true,
        }),
        Leg::AboutFace | Leg::Reform { .. } => Some(one),
    });
    Some(backward.collect())
}

/// Straight on, then one turn: both lengths solved for the way of the outside corner.
fn straight_and_turn(card: &battleground_geometry::Card, wanted: Pose) -> Option<[Leg; 2]> {
    let turned = card.pose().heading.turn_to(wanted.heading).value();
    let hand = if turned < 0.0 { Hand::Left } else { Hand::Right };
    let corner = |pose: Pose| -> Point {
        let placed = card.at(pose);
        placed.corner(match hand {
            Hand::Left => battleground_geometry::Corner::FrontRight,
            Hand::Right => battleground_geometry::Corner::FrontLeft,
        })
    };
    let (from, to) = (corner(card.pose()), corner(wanted));
    let (x, y) = (to.x.value() - from.x.value(), to.y.value() - from.y.value());
    let way = |heading: Degrees| heading.value().to_radians().sin_cos();
    let ((ax, ay), (bx, by)) = (way(card.pose().heading), way(wanted.heading));
    let cross = ax * by - ay * bx;
    if cross.abs() < 1e-9 {
        return None;
    }
    let (straight, ruler) = ((x * by - y * bx) / cross, (ax * y - ay * x) / cross);
    (straight > -NOTHING && ruler > -NOTHING).then_some([
        Leg::Shift {
            way: Way::Forward,
            inches: length(straight.max(0.0)),
        },
        Leg::Turn {
            hand,
            angle: angle(turned.abs()),
            inches: length(ruler.max(0.0)),
            backward: false,
        },
    ])
}
