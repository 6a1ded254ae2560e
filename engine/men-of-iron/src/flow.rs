//! Dispatch of steps and commands: which chapter takes a step, which chapter answers a command.
//!
//! No rule lives here. A chapter's function for a step emits what happens and takes its own frame off the agenda with
//! `proceed`; where it needs a player's choice it returns [`Need::Ask`] before it emits anything, and is called again when
//! the answer stands in its frame. Nothing but this file implements [`Agenda`].

use hindsight_kernel::agenda::{Agenda, AgendaChangeOf, Taken, answer, go_on, open_question};
use hindsight_kernel::{Awaiting, Message, Refusal, Seat, Table, message};

use crate::MenOfIron;
use crate::messages::MESSAGES;
use crate::model::agenda::{Answer, Frame, Need, Options, Question, Spot, Step, Topic};
use crate::model::command::Command;
use crate::model::event::{Event, ProcedureEvent};
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::rules;

impl Agenda for MenOfIron {
    type Step = Step;
    type Topic = Topic;
    type Unit = UnitId;
    type Options = Options;
    type Answer = Answer;

    fn frames(state: &State) -> &[Frame] {
        &state.agenda
    }

    fn take(table: &mut Table<'_, Self>, frame: &Frame) -> Result<Taken, Need> {
        take(table, frame)
    }

    fn interrupt(state: &State, step: &Step) -> Option<Step> {
        rules::leaders::comes_first(state, step).then_some(Step::LeadersAdrift)
    }

    fn question(step: &Step) -> Option<&Question> {
        match step {
            Step::Ask(question) => Some(question),
            _ => None,
        }
    }

    fn changed(change: AgendaChangeOf<Self>) -> Event {
        Event::Procedure(ProcedureEvent::Agenda { change })
    }
}

fn take(table: &mut Table<'_, MenOfIron>, frame: &Frame) -> Result<Taken, Need> {
    match &frame.step {
        Step::Ask(_) | Step::FreeChoice | Step::Continuation | Step::SeizeOffer { .. } | Step::MoveFire => {
            Ok(Taken::Waits)
        }
        Step::DeclareAttacks => rules::declaration::open(table),
        Step::SetUp { seat } => rules::setup::set_up(table, *seat),
        Step::OpeningFormations { seat, done } => rules::formations::opening(table, *seat, done),
        Step::Replacements => rules::leaders::place_replacements(table, frame),
        Step::FormationOrder { command } => rules::formations::order_on_activation(table, frame, *command),
        Step::CommandStatus { command } => rules::command::fix_status(table, *command),
        Step::Acts {
            unit,
            status,
            acts,
            asked,
        } => rules::movement::go_on_with(table, *unit, *status, acts, *asked),
        Step::Displace { hex, by } => rules::standards::displace(table, frame, *hex, *by),
        Step::Reaction { unit, hex, on } => rules::fire::reaction(table, frame, *unit, *hex, *on),
        Step::Shot { unit, target } => rules::fire::shot(table, frame, *unit, *target),
        Step::AfterShot {
            unit,
            target,
            hex,
            counter,
        } => rules::countercharge::after_shot(table, *unit, *target, *hex, counter.as_ref()),
        Step::CounterRide {
            unit,
            target,
            path,
            done,
        } => rules::countercharge::ride(table, *unit, *target, path, *done),
        Step::CounterGoesOn { unit } => rules::countercharge::goes_on(table, *unit),
        Step::ChargeMoves => rules::charge::moves(table, frame),
        Step::ChargeRide { unit, done } => rules::charge::ride(table, *unit, *done),
        Step::RetreatsBeforeShock => rules::retreat_before_shock::retreats(table, frame),
        Step::AdvanceBeforeShock { attack } => rules::retreat_before_shock::advance(table, frame, *attack),
        Step::CounterCharges => rules::countercharge::against_attackers(table, frame),
        Step::Resolution => rules::shock::resolution(table, frame),
        Step::Fight { attack } => rules::shock::fight(table, *attack),
        Step::Hits { seat, hits } => rules::results::hits(table, frame, *seat, hits),
        Step::Suffer(hit) => rules::results::suffer(table, hit),
        Step::Retreat { unit, from, rolled } => rules::results::retreat(table, frame, *unit, from, *rolled),
        Step::Retire { unit } => rules::results::retire(table, frame, *unit),
        Step::LeaderPlacement { leader, lost } => rules::leaders::place(table, frame, *leader, *lost),
        Step::LeadersAdrift => rules::leaders::remove_adrift(table),
        Step::Advance {
            attack,
            fought,
            charging,
            continued,
        } => rules::advance::advance(table, frame, *attack, fought, charging, *continued),
        Step::ContinuedAttacks => rules::continued::round(table),
        Step::Rally => rules::rally::rally(table),
        Step::StandardRally { standard } => rules::rally::rally_at_standard(table, *standard),
        Step::StandardMove { standard, to } => rules::standards::move_standard(table, *standard, *to),
        Step::EndOfActivation => rules::victory::end_of_activation(table),
    }
}

/// Decides a command by the rules.
pub(crate) fn decide(table: &mut Table<'_, MenOfIron>, seat: Seat, command: &Command) -> Result<(), Refusal> {
    match command {
        Command::PlaceUnit { unit, hex, facing } => {
            rules::setup::place_unit(table, seat, *unit, *hex, *facing)
        }
        Command::PlaceLeader { leader, hex } => rules::setup::place_leader(table, seat, *leader, *hex),
        Command::PlaceStandard { standard, hex } => {
            rules::setup::place_standard(table, seat, *standard, *hex)
        }
        Command::OrderFormation { command, order } => {
            rules::formations::opening_order(table, seat, *command, *order)
        }
        Command::Ready => rules::setup::ready(table, seat),
        Command::Activate { command } => rules::activation::activate(table, seat, *command),
        Command::RallyStandard { standard } => {
            rules::activation::activate_standard(table, seat, *standard, None)
        }
        Command::MoveStandard { standard, to } => {
            rules::activation::activate_standard(table, seat, *standard, Some(*to))
        }
        Command::Pass => rules::activation::pass(table, seat),
        Command::Continue { command } => rules::activation::name(table, seat, *command),
        Command::Seize { command } => rules::activation::seize(table, seat, *command),
        Command::Decline => rules::activation::decline(table, seat),
        Command::Move {
            unit,
            to,
            facing,
            with,
        } => rules::movement::step(table, seat, *unit, *to, *facing, with),
        Command::Enter {
            unit,
            at,
            facing,
            with,
        } => rules::reinforcements::enter(table, seat, *unit, *at, *facing, with),
        Command::Turn { unit, facing } => rules::facing::turn(table, seat, *unit, *facing),
        Command::Fire { unit, target } => rules::fire::fire(table, seat, *unit, *target),
        Command::ChangeMount { unit } => rules::hobilars::change(table, seat, *unit),
        Command::MoveFire { from, acts } => rules::movement::order(table, seat, *from, acts),
        Command::MoveLeader { leader, to } => rules::movement::step_leader(table, seat, *leader, *to),
        Command::EndMoveFire => rules::movement::end(table, seat),
        Command::Attack { attacks } => rules::declaration::declare(table, seat, attacks),
        Command::Choose { answer } => choose(table, seat, answer),
    }?;
    go_on(table)
}

/// The answer to the question that is open.
fn choose(table: &mut Table<'_, MenOfIron>, seat: Seat, given: &Answer) -> Result<(), Refusal> {
    let Some(question) = open_question::<MenOfIron>(table.state()) else {
        return Err(Refusal::new("MOI-ACT-16", message!(MESSAGES, "no-question")).asked(given));
    };
    let rule = hindsight_kernel::RuleId(question.rule.clone().into());
    if question.seat != seat {
        return Err(Refusal::new(rule, message!(MESSAGES, "other-asked")).asked(given));
    }
    if !allows(&question.options, given) {
        return Err(Refusal::new(rule, message!(MESSAGES, "no-choice"))
            .asked(given)
            .allowed(&question.options));
    }
    answer(table, given.clone())
}

/// Whether an answer is one of those that a question allows.
pub(crate) fn allows(options: &Options, given: &Answer) -> bool {
    match options {
        Options::OneOf(answers) => answers.contains(given),
        Options::Places { spots, or } => match given {
            Answer::Place {
                unit, hex, through, ..
            } => spots.contains(&Spot {
                unit: *unit,
                hex: *hex,
                through: *through,
            }),
            other => or.contains(other),
        },
    }
}

/// Whose decisions are awaited. Empty exactly when the battle is over.
pub(crate) fn awaiting(state: &State) -> Vec<Awaiting> {
    let Some(frame) = state.agenda.last() else {
        return Vec::new();
    };
    let ask = |seat: Seat, decision: &str, question: Message, rule: &'static str| {
        let question = crate::rules::asking::ask_side(state, seat, question);
        vec![Awaiting::new(seat, decision, question, rule)]
    };
    let active = state.active;
    match &frame.step {
        Step::Ask(question) => vec![Awaiting::new(
            question.seat,
            question.decision(),
            crate::rules::asking::words(state, question),
            hindsight_kernel::RuleId(question.rule.clone().into()),
        )],
        Step::SetUp { seat } => ask(*seat, "set_up", message!(MESSAGES, "ask-set-up"), "MOI-SETUP-02"),
        Step::OpeningFormations { seat, .. } => ask(
            *seat,
            "opening_formations",
            message!(MESSAGES, "ask-opening-formations"),
            "MOI-SETUP-03",
        ),
        Step::FreeChoice => ask(
            active,
            "free_activation",
            message!(MESSAGES, "ask-free-activation"),
            "MOI-ACT-04",
        ),
        Step::Continuation => ask(
            active,
            "continuation",
            message!(MESSAGES, "ask-continuation"),
            "MOI-ACT-07",
        ),
        Step::SeizeOffer { .. } => ask(
            active.opponent(),
            "seizure",
            message!(MESSAGES, "ask-seizure"),
            "MOI-ACT-11",
        ),
        Step::MoveFire => ask(
            active,
            "move_fire",
            message!(MESSAGES, "ask-move-fire"),
            "MOI-MOVE-01",
        ),
        Step::DeclareAttacks => ask(
            active,
            "declare_attacks",
            message!(MESSAGES, "ask-declare-attacks"),
            "MOI-SHOCK-05",
        ),
        Step::ContinuedAttacks => ask(
            active,
            "continued_attacks",
            message!(MESSAGES, "ask-continued-attacks"),
            "MOI-CONT-02",
        ),
        Step::Replacements
        | Step::FormationOrder { .. }
        | Step::CommandStatus { .. }
        | Step::Acts { .. }
        | Step::Displace { .. }
        | Step::Reaction { .. }
        | Step::Shot { .. }
        | Step::AfterShot { .. }
        | Step::CounterRide { .. }
        | Step::CounterGoesOn { .. }
        | Step::ChargeMoves
        | Step::ChargeRide { .. }
        | Step::RetreatsBeforeShock
        | Step::AdvanceBeforeShock { .. }
        | Step::CounterCharges
        | Step::Resolution
        | Step::Fight { .. }
        | Step::Hits { .. }
        | Step::Suffer(_)
        | Step::Retreat { .. }
        | Step::Retire { .. }
        | Step::LeaderPlacement { .. }
        | Step::LeadersAdrift
        | Step::Advance { .. }
        | Step::Rally
        | Step::StandardRally { .. }
        | Step::StandardMove { .. }
        | Step::EndOfActivation => Vec::new(),
    }
}
