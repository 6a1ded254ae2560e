//! Dispatch of steps and commands: which chapter takes a step, which chapter answers a command.
//!
//! No rule lives here. A chapter's function for a step emits what happens and takes its own frame off the agenda with
//! `proceed`; where it needs a player's choice it returns [`Need::Ask`] *before it emits anything*, and is called
//! again when the answer stands in its frame. Nothing but this file implements [`Agenda`], and no chapter imports it.

use battleground_geometry::Inches;
use hindsight_kernel::agenda::{Agenda, AgendaChange, AgendaChangeOf, AgendaNeed, open_question};
use hindsight_kernel::{Awaiting, Message, Seat, message};

use crate::messages::MESSAGES;
use crate::model::agenda::{
    Answer, BattleTable, Frame, GreenAt, Need, Options, Question, Step, Taken, Topic, go_on,
};
use crate::model::command::Command;
use crate::model::event::{Event, ProcedureEvent};
use crate::model::names::{UnitId, other};
use crate::model::refusal::{Refusal, refusals};
use crate::model::rule::Rule;
use crate::model::state::{Player, State};
use crate::naming::{length, player, unit_named};
use crate::procedures::rout;
use crate::procedures::rush::sides;
use crate::system::Battleground;

impl Agenda for Battleground {
    type Step = Step;
    type Topic = Topic;
    type Unit = UnitId;
    type Options = Options;
    type Answer = Answer;

    fn frames(state: &State) -> &[Frame] {
        &state.agenda
    }

    fn take(table: &mut BattleTable<'_>, frame: &Frame) -> Result<Taken, AgendaNeed<Question>> {
        take(table, frame).map_err(|need| need.of(table.state()))
    }

    fn interrupt(state: &State, step: &Step) -> Option<Step> {
        if crate::procedures::victory::is_decided_before(state, step) {
            return Some(Step::VictoryCheck);
        }
        crate::verbs::backing_up::comes_first(state, step)
            .or_else(|| crate::rules::triggers::come_first(state, step).then_some(Step::Triggers))
    }

    fn question(step: &Step) -> Option<&Question> {
        match step {
            Step::Ask(question) => Some(question),
            _ => None,
        }
    }

    fn changed(change: AgendaChangeOf<Self>) -> Event {
        match change {
            AgendaChange::Proceeded { done, ahead } => {
                Event::Procedure(ProcedureEvent::Proceeded { done, ahead })
            }
            AgendaChange::Asked { question } => Event::Procedure(ProcedureEvent::Asked { question }),
            AgendaChange::Answered { answered } => Event::Procedure(ProcedureEvent::Answered { answered }),
        }
    }
}

fn take(table: &mut BattleTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    match &frame.step {
        Step::Ask(_)
        | Step::ChooseFactions
        | Step::AgreeBudget { .. }
        | Step::AgreeScenario { .. }
        | Step::BuildArmies
        | Step::NameFirstDeployer { .. }
        | Step::Deploy { .. }
        | Step::NameFirstOrderer { .. }
        | Step::AssignOrder { .. }
        | Step::ChooseFirstPlayer { .. }
        | Step::MovementAndCommand
        | Step::SubmitLegs { .. } => Ok(Taken::Waits),
        Step::TrimDeck { seat } => crate::rules::setup::trim_deck(table, frame, *seat),
        Step::DrawAtSetUp => crate::rules::setup::draw_at_set_up(table, frame),
        Step::BeginTurn => crate::rules::turn::begin_turn(table, frame),
        Step::Realign => crate::rules::turn::realign(table, frame),
        Step::Snapshot => crate::rules::final_rush::take_snapshot(table, frame),
        Step::GreenWindow { .. } => crate::rules::command_cards::green_window(table, frame),
        Step::Activate { .. } => crate::rules::activation::activate(table, frame),
        Step::RoutMove { .. } => crate::rules::rout::rout_move(table, frame),
        Step::DrawCard { .. } => crate::rules::command_cards::draw_cards(table, frame),
        Step::Cast { .. } => crate::rules::spells::cast(table, frame),
        Step::Effects { .. } => crate::verbs::taking_effect::apply_effects(table, frame),
        Step::Triggers => crate::rules::triggers::apply(table, frame),
        Step::CloseMovement => crate::rules::turn::close_movement(table, frame),
        Step::Courage { .. } => crate::rules::courage::courage_step(table, frame),
        Step::FreeAttacks { .. } => crate::rules::courage::free_attacks(table, frame),
        Step::RollCheck => crate::verbs::checks::roll_check(table, frame),
        Step::SettleCheck => crate::verbs::checks::settle_check(table, frame),
        Step::Throws => crate::rules::combat::throws::throw(table, frame),
        Step::Falls { unit } => crate::verbs::backing_up::falls(table, frame, *unit),
        Step::ChooseTargets => crate::rules::combat::choose_targets(table, frame),
        Step::Attacks => crate::rules::combat::attacks(table, frame),
        Step::Attack => crate::rules::combat::attack(table),
        Step::Reroll {
            seat,
            dice,
            most,
            to_wound,
        } => crate::rules::combat::reroll(table, frame, *seat, *dice, *most, *to_wound),
        Step::Consequences => crate::rules::combat::consequences(table, frame),
        Step::EndOfTurn => crate::rules::victory::end_of_turn(table, frame),
        Step::VictoryCheck => crate::rules::victory::victory_check(table, frame),
    }
}

/// Decides a command by the rules.
pub(crate) fn decide(table: &mut BattleTable<'_>, seat: Seat, command: &Command) -> Result<(), Refusal> {
    decide_command(table, seat, command)?;
    crate::rules::combat::check_counted(table.state())
}

fn decide_command(table: &mut BattleTable<'_>, seat: Seat, command: &Command) -> Result<(), Refusal> {
    match command {
        Command::ChooseFaction { allegiance } => crate::rules::setup::choose_faction(table, seat, allegiance),
        Command::ProposeBudget { points } => crate::rules::setup::propose_budget(table, seat, *points),
        Command::ProposeScenario { agreed } => crate::rules::setup::propose_scenario(table, seat, agreed),
        Command::AcceptProposal => crate::rules::setup::accept_proposal(table, seat),
        Command::BuildArmy { list } => crate::rules::setup::build_army(table, seat, list),
        Command::Name { seat: named } => crate::rules::deploy::name(table, seat, *named),
        Command::Deploy { unit, pose } => crate::rules::deploy::deploy(table, seat, *unit, *pose),
        Command::AssignOrder { unit, order } => crate::rules::deploy::assign_order(table, seat, *unit, order),
        Command::AssignDefaults => crate::rules::deploy::assign_defaults(table, seat),
        Command::Choose { answer } => choose(table, seat, answer),
        Command::PlayCard { card, colour, on } => {
            crate::rules::command_cards::play_card(table, seat, *card, *colour, on)
        }
        Command::Pass => crate::rules::command_cards::pass(table, seat),
        Command::ClaimReroll => crate::rules::combat::claim_reroll(table, seat),
        Command::PassPhase => crate::rules::command_cards::pass_phase(table, seat),
        Command::UseAbility { ability, on } => crate::rules::abilities::use_ability(table, seat, ability, on),
        Command::ChangeOrder { unit, order } => {
            crate::rules::command_actions::change_order(table, seat, *unit, order)
        }
        Command::DirectControl { unit } => crate::rules::command_actions::direct_control(table, seat, *unit),
        Command::DrawCard { card } => crate::rules::command_actions::draw_card(table, seat, *card),
        Command::Rally {
            unit,
            heading,
            airborne,
        } => crate::rules::command_actions::rally(table, seat, *unit, *heading, *airborne),
        Command::PayToShoot { unit } => crate::rules::paid_attacks::pay_to_shoot(table, seat, *unit),
        Command::FlyOff { unit } => crate::rules::flying_off::fly_off(table, seat, *unit),
        Command::Reload { unit } => crate::rules::command_actions::reload(table, seat, *unit),
        Command::Reorganize { unit, order } => {
            crate::rules::command_actions::reorganize(table, seat, *unit, order)
        }
        Command::SoundTheCharge {
            charge,
            rally,
            reorganize,
        } => crate::rules::command_actions::sound_the_charge(table, seat, charge, rally, reorganize),
        Command::Recall { units } => crate::rules::command_actions::recall(table, seat, units),
        Command::Cast { unit, spell, target } => {
            crate::rules::spells::begin_cast(table, seat, *unit, *spell, *target)
        }
        Command::Activate { units } => crate::rules::activation::begin(table, seat, units),
        Command::SubmitLegs { legs, land, nearest } => {
            crate::rules::movement::submit_legs(table, seat, legs, *land, *nearest)
        }
        Command::SubmitLegsTogether { moves } => {
            crate::rules::movement::submit_legs_together(table, seat, moves)
        }
        Command::ReportMove { unit, pose } => {
            crate::rules::activation::report_move(table, seat, *unit, *pose)
        }
        Command::EndPhase => crate::rules::turn::end_phase(table, seat),
    }?;
    go_on(table)
}

/// The rule that closes a command to a player who is not asked: for a card the one that closes its window, for a step of
/// the deployment or an action of the Movement & Command Phase whose go it is.
pub(crate) fn closed(state: &State, seat: Seat, command: &Command) -> Option<Refusal> {
    use crate::rules::{activation, deploy};
    match command {
        Command::PlayCard { card, colour, .. } => {
            crate::rules::command_cards::closed_window(state, seat, *card, *colour)
        }
        Command::Deploy { unit, .. } => deploy::check_deploying(state, seat, *unit).err().map(Into::into),
        Command::AssignOrder { unit, .. } => deploy::check_ordering(state, seat, *unit).err().map(Into::into),
        Command::AssignDefaults => deploy::check_defaults(state, seat).err(),
        Command::Name { seat: named } => deploy::check_naming(state, seat, *named).err().map(Into::into),
        Command::Activate { .. } | Command::ReportMove { .. } => {
            activation::check_time(state, seat).err().map(Into::into)
        }
        Command::ChangeOrder { .. }
        | Command::DirectControl { .. }
        | Command::DrawCard { .. }
        | Command::Rally { .. }
        | Command::PayToShoot { .. }
        | Command::FlyOff { .. }
        | Command::Reload { .. }
        | Command::Reorganize { .. }
        | Command::SoundTheCharge { .. }
        | Command::Recall { .. }
        | Command::Cast { .. }
        | Command::EndPhase => crate::verbs::actions::check_action(state, seat)
            .err()
            .map(Into::into),
        Command::ChooseFaction { .. }
        | Command::ProposeBudget { .. }
        | Command::ProposeScenario { .. }
        | Command::AcceptProposal
        | Command::BuildArmy { .. }
        | Command::Choose { .. }
        | Command::Pass
        | Command::ClaimReroll
        | Command::PassPhase
        | Command::UseAbility { .. }
        | Command::SubmitLegs { .. }
        | Command::SubmitLegsTogether { .. } => None,
    }
}

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse an answer: whether something is asked, of whom, and what may be answered.
    #[derive(Copy, Eq)]
    enum AnswerRefusal {
        NoQuestion = Rule::Turn03, "p. 33";
        AnotherIsAsked { asked: Seat, seat: Seat } = Rule::Prin04, "p. 6", asked = player(*asked), seat = player(*seat);
        NoChoice = Rule::Prin04, "p. 6";
        NoSuchShift(most: Inches) = Rule::Prin04, "p. 6", most = length(*most);
        NoSuchDice(most: u8) = Rule::Prin04, "p. 6", most;
        AnotherQuestion = Rule::Prin04, "p. 6";
    }
}

/// The answer to the question that is open.
fn choose(table: &mut BattleTable<'_>, seat: Seat, answer: &Answer) -> Result<(), Refusal> {
    let Some(question) = open_question::<Battleground>(table.state()).cloned() else {
        return Err(Refusal::from(AnswerRefusal::NoQuestion).asked(answer));
    };
    if question.seat != seat {
        let asked = question.seat;
        return Err(AnswerRefusal::AnotherIsAsked { asked, seat }.into());
    }
    let answer = crate::model::numbered_answers::named(table.state(), &question, answer);
    fits(table.state(), &question, &answer)?;
    Ok(hindsight_kernel::agenda::answer(table, answer)?)
}

/// Whether an answer is one of those that a question allows.
fn fits(state: &State, question: &Question, answer: &Answer) -> Result<(), Refusal> {
    let refuse = |why: AnswerRefusal| Err(Refusal::from(why).asked(answer).allowed(&question.options));
    match (&question.options, answer) {
        (Options::OneOf(options), answer) => {
            if options.iter().any(|(option, _)| option == answer) {
                Ok(())
            } else {
                Err(sides::refused_target(state, question, answer)
                    .or_else(|| crate::rules::combat::refused_attack(state, question, answer))
                    .unwrap_or_else(|| AnswerRefusal::NoChoice.into())
                    .asked(answer)
                    .allowed(&question.options))
            }
        }
        (Options::Shift { most, .. }, Answer::Shift { inches, .. }) => {
            if (battleground_geometry::Inches::ZERO..=*most).contains(inches) {
                rout::check_shift(state, question, answer)
            } else {
                refuse(AnswerRefusal::NoSuchShift(*most))
            }
        }
        (Options::Heading { .. }, Answer::Heading(_)) => {
            crate::rules::rout::check_heading(state, question, answer)
        }
        (Options::Dice { most, places }, Answer::Dice(dice)) => {
            let mut named = dice.clone();
            named.sort_unstable();
            named.dedup();
            if named.len() == dice.len()
                && dice.len() <= usize::from(*most)
                && dice.iter().all(|die| places.contains(die))
            {
                Ok(())
            } else {
                refuse(AnswerRefusal::NoSuchDice(*most))
            }
        }
        (Options::Order { .. }, Answer::Order(order)) => {
            let unit = question.unit.and_then(|unit| state.unit(unit));
            Ok(unit.map_or(Ok(()), |unit| {
                crate::verbs::orders::check_order(state, unit, order)
            })?)
        }
        (
            Options::Shift { .. } | Options::Heading { .. } | Options::Dice { .. } | Options::Order { .. },
            _,
        ) => refuse(AnswerRefusal::AnotherQuestion),
    }
}

/// The decisions that are awaited. Empty exactly when the battle is over.
pub(crate) fn awaiting(state: &State) -> Vec<Awaiting> {
    let Some(frame) = state.agenda.last() else {
        return Vec::new();
    };
    match &frame.step {
        Step::Ask(question) => vec![Awaiting::new(
            question.seat,
            question.decision(),
            crate::questions::question(state, question),
            hindsight_kernel::RuleId(question.rule.clone().into()),
        )],
        Step::Attack => crate::rules::combat::awaiting(state),
        step => decision(state, step).map_or_else(Vec::new, |(decision, question, rule)| {
            let asked = asked(state, step).into_iter();
            asked
                .map(|seat| {
                    let question = crate::questions::ask(seat, question.clone());
                    Awaiting::new(seat, decision, question, rule.of(state.edition))
                })
                .collect()
        }),
    }
}

/// The seats that a waiting step asks.
fn asked(state: &State, step: &Step) -> Vec<Seat> {
    let those = |is_asked: &dyn Fn(&Player) -> bool| {
        let seats = state.seats();
        seats.filter(|seat| is_asked(state.player(*seat))).collect()
    };
    let answers = |proposed: Option<Seat>| vec![proposed.map_or(Seat::A, other)];
    match step {
        Step::ChooseFactions => those(&|player| !player.allegiance.is_made()),
        Step::BuildArmies => those(&|player| !player.list.is_made()),
        Step::AgreeBudget { proposed } => answers(proposed.map(|(seat, _)| seat)),
        Step::AgreeScenario { proposed } => answers(proposed.as_ref().map(|(seat, _)| *seat)),
        Step::NameFirstDeployer { by } | Step::NameFirstOrderer { by } | Step::ChooseFirstPlayer { by } => {
            vec![*by]
        }
        Step::Deploy { next, .. } | Step::AssignOrder { next, .. } => vec![*next],
        Step::MovementAndCommand => crate::rules::turn::acting(state),
        Step::GreenWindow { asked, .. } => vec![*asked],
        Step::SubmitLegs { unit } => vec![unit.seat()],
        _ => Vec::new(),
    }
}

/// The decision that a waiting step asks for, by its name in the state machine, with the question and the rule that asks it. A
/// step that asks nothing, or asks in words of its own, has none.
fn decision(state: &State, step: &Step) -> Option<(&'static str, Message, Rule)> {
    let (decision, question, rule) = match step {
        Step::ChooseFactions => (
            "choose_faction",
            message!(MESSAGES, "question-faction"),
            Rule::Setup02,
        ),
        Step::AgreeBudget { .. } => (
            "choose_budget",
            message!(MESSAGES, "question-budget"),
            Rule::Setup03,
        ),
        Step::AgreeScenario { .. } => {
            let question = message!(MESSAGES, "question-scenario");
            ("choose_scenario_and_terrain", question, Rule::Setup04)
        }
        Step::BuildArmies => ("build_army", message!(MESSAGES, "question-army"), Rule::Army01),
        Step::NameFirstDeployer { .. } => {
            let question = message!(MESSAGES, "question-first-deployer");
            ("decide_first_deployer", question, Rule::Deploy06)
        }
        Step::Deploy { .. } => (
            "deploy_unit",
            message!(MESSAGES, "question-deploy"),
            Rule::Deploy02,
        ),
        Step::NameFirstOrderer { .. } => {
            let question = message!(MESSAGES, "question-first-orderer");
            ("decide_first_orderer", question, Rule::Deploy05)
        }
        Step::AssignOrder { .. } => {
            let question = message!(MESSAGES, "question-assign-order");
            ("assign_order", question, Rule::Deploy05)
        }
        Step::ChooseFirstPlayer { .. } => {
            let question = message!(MESSAGES, "question-first-player");
            ("choose_first_player", question, Rule::Deploy07)
        }
        Step::MovementAndCommand => (
            "movement_command",
            message!(MESSAGES, "question-action"),
            Rule::Turn03,
        ),
        Step::GreenWindow { at, .. } => {
            let rule = match at {
                GreenAt::Movement => Rule::Cards04,
                GreenAt::BeforeCheck | GreenAt::AfterCheck => Rule::Cards01,
                GreenAt::EndOfTurn => Rule::End02,
            };
            ("green_window", message!(MESSAGES, "question-green-card"), rule)
        }
        Step::SubmitLegs { unit } => {
            let question = message!(MESSAGES, "question-legs", unit = unit_named(state, *unit));
            ("submit_legs", question, Rule::Move22)
        }
        Step::TrimDeck { .. }
        | Step::DrawAtSetUp
        | Step::BeginTurn
        | Step::Realign
        | Step::Snapshot
        | Step::Activate { .. }
        | Step::RoutMove { .. }
        | Step::DrawCard { .. }
        | Step::Cast { .. }
        | Step::Effects { .. }
        | Step::Triggers
        | Step::CloseMovement
        | Step::Courage { .. }
        | Step::FreeAttacks { .. }
        | Step::RollCheck
        | Step::SettleCheck
        | Step::Throws
        | Step::Falls { .. }
        | Step::ChooseTargets
        | Step::Attacks
        | Step::Reroll { .. }
        | Step::Consequences
        | Step::EndOfTurn
        | Step::VictoryCheck
        | Step::Ask(_)
        | Step::Attack => return None,
    };
    Some((decision, question, rule))
}
