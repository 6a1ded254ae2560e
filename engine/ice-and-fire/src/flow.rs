//! Dispatch of steps and commands: which chapter takes a step, which chapter answers a command.
//!
//! No rule lives here. A chapter's function for a step emits what happens and takes its own frame off the agenda with
//! `proceed`. Nothing but this file implements [`Agenda`], and no chapter imports it.

use hindsight_kernel::agenda::{Agenda, AgendaChangeOf, FrameOf, QuestionOf};
use hindsight_kernel::{Awaiting, Message, Refusal, Seat, message};

use crate::IceAndFire;
use crate::messages::MESSAGES;
use crate::model::agenda::{Frame, GameTable, Need, NoAnswer, NoTopic, Step, Taken, go_on, proceed};
use crate::model::command::Command;
use crate::model::event::{Event, Opposed, ProcedureEvent};
use crate::model::names::{SEATS, UnitId, seat_name};
use crate::model::state::State;
use crate::rules::{
    activation, army, attack, board, cards, charge, effects, hands, morale, retreat, round, setup, surge,
    tokens, victory, windows,
};

impl Agenda for IceAndFire {
    type Step = Step;
    type Topic = NoTopic;
    type Unit = UnitId;
    type Options = NoAnswer;
    type Answer = NoAnswer;

    fn frames(state: &State) -> &[FrameOf<Self>] {
        &state.agenda
    }

    fn take(table: &mut GameTable<'_>, frame: &Frame) -> Result<Taken, Need> {
        take(table, frame)
    }

    /// A destruction opens its trigger before anything else goes on. Rule `IF-TIME-03`.
    fn interrupt(state: &State, _step: &Step) -> Option<Step> {
        state.fallen.first().map(|at| Step::Window {
            at: *at,
            asked: at.active,
            used: false,
        })
    }

    fn question(_step: &Step) -> Option<&QuestionOf<Self>> {
        None
    }

    fn changed(change: AgendaChangeOf<Self>) -> Event {
        Event::Procedure(ProcedureEvent::Agenda { change })
    }
}

/// A step about a unit waits only while the unit stands.
fn while_it_stands(table: &mut GameTable<'_>, unit: UnitId) -> Taken {
    let stands = table.state().unit(unit).is_some_and(|unit| unit.pose.is_some());
    if stands {
        return Taken::Waits;
    }
    proceed(table, 1, []);
    Taken::Went
}

fn take(table: &mut GameTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    match &frame.step {
        Step::NameTerrain { .. }
        | Step::Start
        | Step::NamePicker { .. }
        | Step::PickSide { .. }
        | Step::NameFirstDeployer { .. }
        | Step::NameFirstPlayer { .. }
        | Step::Settle { .. } => Ok(Taken::Waits),
        Step::ChooseAction { unit } | Step::FreeAction { unit, .. } => Ok(while_it_stands(table, *unit)),
        Step::Lists => army::lists(table),
        Step::RollTerrainNumber => setup::roll_number(table),
        Step::RollTerrain { .. } => setup::roll_terrain(table, frame),
        Step::RollFirstPiece => setup::roll_opposed(table, Opposed::FirstPiece),
        Step::PlaceTerrain { .. } => setup::place_step(table),
        Step::RollSides => setup::roll_opposed(table, Opposed::Sides),
        Step::Deploy { .. } => setup::deploy_step(table, frame),
        Step::Draw { .. } => hands::draw_step(table, frame),
        Step::BeginRound => round::begin(table),
        Step::Turn { .. } => round::turn(table, frame),
        Step::ChooseUnit { .. } => round::choose_unit(table, frame),
        Step::Resolve { .. } => activation::resolve(table, frame),
        Step::EndAction { .. } => activation::end_action(table),
        Step::EndTurn { .. } => round::end_turn(table, frame),
        Step::Window { .. } => windows::window(table, frame),
        Step::Effects { .. } => effects::effects(table, frame),
        Step::RollCharge => charge::roll_charge(table),
        Step::Align => charge::align_alone(table, frame),
        Step::ChargeAttack => charge::charge_attack(table),
        Step::RollAttack => attack::roll_attack(table),
        Step::RollDefence => attack::roll_defence(table),
        Step::Strike => attack::strike(table),
        Step::CompleteAttack => attack::complete(table),
        Step::Surge => surge::surge(table),
        Step::EndAttack => attack::end(table),
        Step::FreePivots { .. } => retreat::free_pivots(table, frame),
        Step::Panic { .. } => morale::demand(table, frame),
        Step::RollPanic => morale::roll_panic(table),
        Step::SettlePanic => morale::settle_panic(table),
        Step::RetreatMove { .. } => retreat::retreat_move(table, frame),
        Step::ZoneEffect { .. } => board::zone_effect(table, frame),
        Step::Score => victory::score(table),
        Step::Discard { .. } => cards::discard_step(table, frame),
        Step::EndRound => round::end(table),
    }
}

/// Decides a command by the rules.
pub(crate) fn decide(table: &mut GameTable<'_>, seat: Seat, command: &Command) -> Result<(), Refusal> {
    match command {
        Command::SubmitList { list } => army::submit(table, seat, list),
        Command::RollToStart => setup::start(table, seat),
        Command::NameTerrain { card } => setup::name_terrain(table, seat, *card),
        Command::PlaceTerrain { card, pose } => setup::place_terrain(table, seat, *card, *pose),
        Command::Name { seat: named } => setup::name(table, seat, *named),
        Command::PickSide { edge } => setup::pick_side(table, seat, *edge),
        Command::Deploy { unit, pose } => setup::deploy(table, seat, *unit, *pose),
        Command::Activate { unit } => activation::activate(table, seat, *unit),
        Command::Arrive { unit, pose } => round::arrive(table, seat, *unit, *pose),
        Command::Claim { ncu, zone } => board::claim(table, seat, *ncu, *zone),
        Command::Act { action } => activation::act(table, seat, action),
        Command::PlayCard { card, choice } => cards::play(table, seat, *card, choice),
        Command::UseOrder { unit, order, choice } => cards::use_order(table, seat, *unit, *order, choice),
        Command::Reroll { dice } => tokens::use_bonus(table, seat, dice),
        Command::Expend { dice } => tokens::expend(table, seat, dice),
        Command::Pass => windows::pass(table, seat),
        Command::Align { slot } => charge::align(table, seat, *slot),
        Command::MoveBack { way, distance, last } => retreat::move_back(table, seat, *way, *distance, *last),
        Command::FreePivot { unit, heading } => retreat::free_pivot(table, seat, *unit, *heading),
        Command::Target { unit, token } => board::target(table, seat, *unit, *token),
        Command::Choose { choice } => effects::choose(table, seat, choice),
        Command::Settled => effects::settled(table),
        Command::Discard { cards } => cards::discard(table, seat, cards),
    }?;
    go_on(table)
}

/// The rule that closes a command to a player who is not asked. Rules `IF-TIME-01`, `IF-ROUND-02`, `IF-CARD-04`.
pub(crate) fn closed(state: &State, seat: Seat, command: &Command) -> Option<Refusal> {
    match command {
        Command::PlayCard { card, .. } => Some(cards::closed(state, seat, Some(*card))),
        Command::UseOrder { .. } => Some(cards::closed(state, seat, None)),
        Command::Activate { .. } | Command::Act { .. } | Command::Claim { .. } | Command::Arrive { .. } => {
            state
                .active
                .filter(|active| *active != seat)
                .map(|_| activation::NoAction::NotNow.into())
        }
        Command::Reroll { .. } | Command::Expend { .. } => Some(tokens::NoReroll::NotNow.into()),
        Command::SubmitList { .. }
        | Command::RollToStart
        | Command::NameTerrain { .. }
        | Command::PlaceTerrain { .. }
        | Command::Name { .. }
        | Command::PickSide { .. }
        | Command::Deploy { .. }
        | Command::Pass
        | Command::Align { .. }
        | Command::MoveBack { .. }
        | Command::FreePivot { .. }
        | Command::Target { .. }
        | Command::Choose { .. }
        | Command::Settled
        | Command::Discard { .. } => None,
    }
}

/// The decisions that are awaited. Empty exactly when the game is over.
pub(crate) fn awaiting(state: &State) -> Vec<Awaiting> {
    let Some(step) = state.step() else {
        return Vec::new();
    };
    let Some((decision, question, rule)) = decision(state, step) else {
        return Vec::new();
    };
    let asked = asked(state, step).into_iter();
    asked
        .map(|seat| {
            let player = name(state, seat);
            let question = message!(MESSAGES, "ask", player, question = question.clone());
            Awaiting::new(seat, decision, question, rule)
        })
        .collect()
}

/// The name of a player: their table edge once they have one.
fn name(state: &State, seat: Seat) -> &'static str {
    state
        .player(seat)
        .edge
        .map_or(seat_name(seat), crate::model::names::Edge::title)
}

/// The seats that a waiting step asks.
fn asked(state: &State, step: &Step) -> Vec<Seat> {
    match step {
        Step::Lists => SEATS
            .into_iter()
            .filter(|seat| !state.player(*seat).list.is_made())
            .collect(),
        Step::Start => vec![Seat::A],
        Step::NameTerrain { seat }
        | Step::PlaceTerrain { seat }
        | Step::NamePicker { seat }
        | Step::PickSide { seat }
        | Step::NameFirstDeployer { seat }
        | Step::NameFirstPlayer { seat }
        | Step::Deploy { seat }
        | Step::ChooseUnit { seat }
        | Step::Effects { seat, .. }
        | Step::Settle { seat, .. }
        | Step::FreePivots { seat, .. }
        | Step::Discard { seat } => vec![*seat],
        Step::Window { asked, .. } => vec![*asked],
        Step::ChooseAction { unit } | Step::RetreatMove { unit, .. } | Step::FreeAction { unit, .. } => {
            vec![unit.seat()]
        }
        Step::ZoneEffect { ncu, .. } => vec![ncu.seat()],
        Step::Align => state.charge.iter().map(|charge| charge.charger.seat()).collect(),
        Step::Surge => state.attack.iter().map(|attack| attack.attacker.seat()).collect(),
        _ => Vec::new(),
    }
}

/// The decision that a waiting step asks for, by its name in the state machine, with the question and the rule that asks it. A
/// step that asks nothing has none.
fn decision(state: &State, step: &Step) -> Option<(&'static str, Message, &'static str)> {
    let (decision, question, rule) = match step {
        Step::Lists => ("list", message!(MESSAGES, "ask-list"), "IF-ARMY-02"),
        Step::Start => ("start", message!(MESSAGES, "ask-start"), "IF-SETUP-01"),
        Step::NameTerrain { .. } => {
            let question = message!(MESSAGES, "ask-terrain-choice");
            ("terrain_choice", question, "IF-TERR-14")
        }
        Step::PlaceTerrain { .. } => {
            let question = message!(MESSAGES, "ask-terrain-place");
            ("terrain_place", question, "IF-SETUP-03")
        }
        Step::NamePicker { .. } => (
            "side_picker",
            message!(MESSAGES, "ask-side-picker"),
            "IF-SETUP-04",
        ),
        Step::PickSide { .. } => ("side", message!(MESSAGES, "ask-side"), "IF-SETUP-04"),
        Step::NameFirstDeployer { .. } => {
            let question = message!(MESSAGES, "ask-first-deployer");
            ("first_deployer", question, "IF-SETUP-05")
        }
        Step::NameFirstPlayer { .. } => {
            let question = message!(MESSAGES, "ask-first-player");
            ("first_player", question, "IF-SETUP-06")
        }
        Step::Deploy { .. } => ("deploy", message!(MESSAGES, "ask-deploy"), "IF-SETUP-09"),
        Step::ChooseUnit { .. } => ("choose_unit", message!(MESSAGES, "ask-unit"), "IF-ROUND-02"),
        Step::ChooseAction { unit } => {
            let question = message!(MESSAGES, "ask-action", unit);
            ("choose_action", question, "IF-ACT-01")
        }
        Step::Window { at, .. } => {
            let rule = match tokens::bearing(state, at) {
                Some(_) => "IF-ATK-04",
                None => "IF-TIME-01",
            };
            let question = message!(MESSAGES, "ask-trigger", trigger = at.trigger.title());
            ("trigger_effect", question, rule)
        }
        Step::Effects { .. } => ("effect_choice", message!(MESSAGES, "ask-effect"), "IF-TAC-02"),
        Step::Settle { .. } => ("settle", message!(MESSAGES, "ask-settled"), "IF-CARD-01"),
        Step::Align => ("slot", message!(MESSAGES, "ask-slot"), "IF-CHG-06"),
        Step::Surge => {
            let unit = state.attack.as_ref()?.attacker;
            ("surge", message!(MESSAGES, "ask-surge", unit), "IF-SURGE-01")
        }
        Step::FreePivots { .. } => ("free_pivot", message!(MESSAGES, "ask-free-pivot"), "IF-SURGE-02"),
        Step::RetreatMove { unit, .. } => {
            let question = message!(MESSAGES, "ask-retreat", unit);
            ("retreat_move", question, "IF-RET-01")
        }
        Step::ZoneEffect { zone, .. } => {
            let question = message!(MESSAGES, "ask-zone", zone = zone.title());
            ("zone_target", question, "IF-TAC-02")
        }
        Step::FreeAction { unit, .. } => {
            let question = message!(MESSAGES, "ask-free-action", unit);
            ("free_action", question, "IF-ACT-08")
        }
        Step::Discard { .. } => ("discard", message!(MESSAGES, "ask-discard"), "IF-ROUND-07"),
        Step::RollTerrainNumber
        | Step::RollTerrain { .. }
        | Step::RollFirstPiece
        | Step::RollSides
        | Step::Draw { .. }
        | Step::BeginRound
        | Step::Turn { .. }
        | Step::Resolve { .. }
        | Step::EndAction { .. }
        | Step::EndTurn { .. }
        | Step::RollCharge
        | Step::ChargeAttack
        | Step::RollAttack
        | Step::RollDefence
        | Step::Strike
        | Step::CompleteAttack
        | Step::EndAttack
        | Step::Panic { .. }
        | Step::RollPanic
        | Step::SettlePanic
        | Step::Score
        | Step::EndRound => return None,
    };
    Some((decision, question, rule))
}
