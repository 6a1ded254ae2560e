//! Offers: one complete command a choice, or a form where there are too many.

mod attacks;
mod moves;
mod nothing;
mod setup;
mod shown;
mod whole_moves;

use hindsight_geometry::hexes::Facing;
use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::{Argument, Message, Offer, Offers, Seat, below, joined, message};
use serde_json::json;

use crate::MenOfIron;
use crate::messages::{MESSAGES, or_none, path};
use crate::model::agenda::{Answer, Options, Question, Step};
use crate::model::attack::Course;
use crate::model::command::Command;
use crate::model::names::StandardId;
use crate::model::state::State;
use crate::rules::{activation, formations};

impl Offers for MenOfIron {
    fn offers(state: &State, seat: Seat) -> Vec<Offer<Command>> {
        let offers = offers(state, seat).into_iter();
        offers.map(|offer| shown::shown(state, offer)).collect()
    }

    fn nothing(state: &State, seat: Seat) -> Option<Command> {
        nothing::nothing(state, seat)
    }

    fn whole_moves(state: &State, seat: Seat, unit: &str) -> Vec<Offer<Command>> {
        let unit = state.units.keys().find(|id| id.to_string() == unit);
        let moves = unit.map_or_else(Vec::new, |unit| whole_moves::whole_moves(state, seat, *unit));
        moves
            .into_iter()
            .map(|offer| shown::shown(state, offer))
            .collect()
    }

    fn ends_part(command: &Command) -> bool {
        matches!(command, Command::EndMoveFire | Command::Ready)
    }

    fn complete(state: &State, offer: &Offer<Command>, rng: &mut dyn Rng) -> Option<Command> {
        let drawn = match offer.commands().first()? {
            Command::Attack { .. } => attacks::drawn(state, rng),
            Command::Move { unit, to, .. } => moves::drawn_move(state, offer, *unit, *to, rng),
            Command::Enter { unit, at, .. } => moves::drawn_entry(state, *unit, *at, rng),
            Command::MoveStandard { standard, .. } => drawn_standard(state, offer.seat, *standard, rng),
            Command::PlaceUnit { unit, .. } => setup::drawn_unit(state, offer.seat, *unit, rng),
            Command::PlaceLeader { leader, .. } => setup::drawn_leader(state, offer.seat, *leader, rng),
            _ => None,
        };
        drawn.or_else(|| {
            let commands = offer.commands();
            commands.get(below(rng, commands.len())?).cloned()
        })
    }
}

/// Everything that a seat may do now.
fn offers(state: &State, seat: Seat) -> Vec<Offer<Command>> {
    let Some(frame) = state.agenda.last() else {
        return Vec::new();
    };
    match &frame.step {
        Step::Ask(question) if question.seat == seat => answers(question),
        Step::SetUp { seat: asked } if *asked == seat => setup::offers(state, seat),
        Step::OpeningFormations { seat: asked, done } if *asked == seat => {
            let one = |(command, order)| {
                let label = message!(MESSAGES, "offer-order", command, order = <&str>::from(order));
                let order = Command::OrderFormation { command, order };
                Offer::one(seat, "opening_formations", label, "MOI-SETUP-03", order)
            };
            let orders = formations::opening_orders(state, seat, done);
            let mut offers: Vec<_> = orders.into_iter().map(one).collect();
            let label = message!(MESSAGES, "offer-no-orders");
            offers.push(Offer::one(
                seat,
                "opening_formations",
                label,
                "MOI-SETUP-03",
                Command::Ready,
            ));
            offers
        }
        Step::FreeChoice if state.active == seat => free_choice(state, seat),
        Step::Continuation if state.active == seat => continuation(state, seat),
        Step::SeizeOffer { .. } if state.active.opponent() == seat => seizure(state, seat),
        Step::MoveFire if state.active == seat => moves::offers(state, seat),
        Step::DeclareAttacks | Step::ContinuedAttacks if state.active == seat => attacks::offers(state, seat),
        _ => Vec::new(),
    }
}

/// A facing at random.
fn any_facing(rng: &mut dyn Rng) -> Facing {
    below(rng, Facing::ALL.len())
        .and_then(|place| Facing::ALL.get(place))
        .copied()
        .unwrap_or(Facing::One)
}

/// The answers to an open question.
fn answers(question: &Question) -> Vec<Offer<Command>> {
    listed(&question.options)
        .into_iter()
        .map(|answer| {
            let unit = unit_of(&answer);
            let offer = question.offer(label(&answer), Command::Choose { answer });
            offer.about_if(unit)
        })
        .collect()
}

/// Every answer that a question allows.
pub fn listed(options: &Options) -> Vec<Answer> {
    match options {
        Options::OneOf(answers) => answers.clone(),
        Options::Places { spots, or } => {
            let places = spots.iter().flat_map(|spot| {
                Facing::ALL.map(|facing| Answer::Place {
                    unit: spot.unit,
                    hex: spot.hex,
                    through: spot.through,
                    facing,
                })
            });
            places.chain(or.iter().cloned()).collect()
        }
    }
}

fn unit_of(answer: &Answer) -> Option<crate::model::names::UnitId> {
    match answer {
        Answer::Unit { unit } | Answer::Place { unit, .. } | Answer::CounterCharge { unit, .. } => {
            Some(*unit)
        }
        Answer::Yes
        | Answer::No
        | Answer::Eliminate
        | Answer::Course { .. }
        | Answer::Attack { .. }
        | Answer::Formation { .. } => None,
    }
}

fn course_label(course: &Course) -> Message {
    let path = path(&course.path);
    match &course.turn {
        Some(turn) => message!(
            MESSAGES,
            "choice-course-turning",
            path,
            facing = Argument::text(turn.facing),
            after = turn.after
        ),
        None => message!(MESSAGES, "choice-course", path),
    }
}

fn label(answer: &Answer) -> Message {
    match answer {
        Answer::Yes => message!(MESSAGES, "choice-yes"),
        Answer::No => message!(MESSAGES, "choice-no"),
        Answer::Unit { unit } => message!(MESSAGES, "choice-unit", unit),
        Answer::Place {
            unit,
            hex,
            through,
            facing,
        } => message!(
            MESSAGES,
            "choice-place",
            unit,
            hex = Argument::text(hex),
            through = or_none(through.as_ref()),
            facing = Argument::text(facing)
        ),
        Answer::Eliminate => message!(MESSAGES, "choice-eliminate"),
        Answer::Course { course } => course_label(course),
        Answer::CounterCharge {
            unit,
            targets,
            turn,
            path: by,
        } => message!(
            MESSAGES,
            "choice-counter-charge",
            unit,
            targets = joined!(MESSAGES, "targets-next", targets),
            path = if by.is_empty() { "none".into() } else { path(by) },
            turn = or_none(turn.as_ref())
        ),
        Answer::Attack { attack } => message!(MESSAGES, "choice-attack", number = attack + 1),
        Answer::Formation { order } => {
            message!(MESSAGES, "choice-formation", order = <&str>::from(*order))
        }
    }
}

/// S1. Rule `MOI-ACT-04` (p. 4).
fn free_choice(state: &State, seat: Seat) -> Vec<Offer<Command>> {
    const DECISION: &str = "free_activation";
    let mut offers: Vec<_> = activation::open_commands(state, seat)
        .filter(|&command| activation::check_activate(state, seat, command).is_ok())
        .map(|command| {
            let label = message!(MESSAGES, "offer-activate", command);
            Offer::one(seat, DECISION, label, "MOI-ACT-04", Command::Activate { command })
        })
        .collect();
    for &standard in state.standards.keys() {
        if activation::check_standard(state, seat, standard, None).is_err() {
            continue;
        }
        let label = message!(MESSAGES, "offer-rally", standard);
        let rally = Command::RallyStandard { standard };
        offers.push(Offer::one(seat, DECISION, label, "MOI-STD-02", rally));
        let samples: Vec<Command> = state
            .battle
            .map
            .extent()
            .hexes()
            .filter(|&to| activation::check_standard(state, seat, standard, Some(to)).is_ok())
            .step_by(37)
            .map(|to| Command::MoveStandard { standard, to })
            .collect();
        if !samples.is_empty() {
            let limits =
                json!({ "standard": standard, "to": "any hex without enemy pieces that is not impassable" });
            let label = message!(MESSAGES, "offer-move-standard", standard);
            offers.push(Offer::form(seat, DECISION, label, "MOI-STD-03", &limits, samples));
        }
    }
    if activation::check_pass(state, seat).is_ok() {
        offers.push(Offer::one(
            seat,
            DECISION,
            message!(MESSAGES, "offer-pass"),
            "MOI-ACT-05",
            Command::Pass,
        ));
    }
    offers
}

fn drawn_standard(state: &State, seat: Seat, standard: StandardId, rng: &mut dyn Rng) -> Option<Command> {
    let extent = state.battle.map.extent();
    let to = extent.hexes().nth(below(rng, extent.count())?)?;
    activation::check_standard(state, seat, standard, Some(to)).ok()?;
    Some(Command::MoveStandard { standard, to })
}

/// S2. Rule `MOI-ACT-07` (p. 4).
fn continuation(state: &State, seat: Seat) -> Vec<Offer<Command>> {
    let name = |command| {
        let label = message!(MESSAGES, "offer-continue", command);
        Offer::one(
            seat,
            "continuation",
            label,
            "MOI-ACT-07",
            Command::Continue { command },
        )
    };
    let mut offers: Vec<_> = activation::open_commands(state, seat)
        .filter(|&command| activation::check_name(state, seat, command).is_ok())
        .map(name)
        .collect();
    offers.push(Offer::one(
        seat,
        "continuation",
        message!(MESSAGES, "offer-pass"),
        "MOI-ACT-05",
        Command::Pass,
    ));
    offers
}

/// S3. Rule `MOI-ACT-11` (p. 4).
fn seizure(state: &State, seat: Seat) -> Vec<Offer<Command>> {
    let seize = |command| {
        let label = message!(MESSAGES, "offer-seize", command);
        Offer::one(seat, "seizure", label, "MOI-ACT-11", Command::Seize { command })
    };
    let mut offers: Vec<_> = activation::open_commands(state, seat)
        .filter(|&command| activation::check_seize(state, seat, command).is_ok())
        .map(seize)
        .collect();
    let decline = Command::Decline;
    offers.push(Offer::one(
        seat,
        "seizure",
        message!(MESSAGES, "offer-no-seizure"),
        "MOI-ACT-11",
        decline,
    ));
    offers
}
