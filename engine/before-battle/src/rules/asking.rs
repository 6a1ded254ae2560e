//! Decisions that are awaited: who is asked what.

use hindsight_kernel::{Awaiting, Seat, message};

use crate::messages::{MESSAGES, seat_message};
use crate::model::command::Command;
use crate::model::state::{SEATS, Stage, State};
use crate::rules::reforming::next_to_reform;

impl Command {
    /// The decision that this command answers, as [`Awaiting`] names it.
    pub const fn decision(&self) -> &'static str {
        match self {
            Self::ConfirmList { .. } => "build",
            Self::ConfirmWeapons { .. } => "weapons",
            Self::RollStart => "start_roll",
            Self::TakeRight { .. } => "start_right",
            Self::NameDeployer { .. } => "name_deployer",
            Self::NameFirst { .. } => "name_first",
            Self::Deploy { .. } => "deploy",
            Self::Reveal { .. } => "reveal",
            Self::Move { .. }
            | Self::Hustle { .. }
            | Self::Turn { .. }
            | Self::Sidestep { .. }
            | Self::Shoot { .. }
            | Self::EndActions => "action",
            Self::Reform { .. } => "reform",
        }
    }
}

/// Whether armies and weapons are chosen and the start dice are to be rolled. That follows by itself from the last choice;
/// a game rests here only where it began with armies that stood ready and no dice were reported. Rule `BB-START-01`.
pub(crate) fn is_start_roll_due(state: &State) -> bool {
    state.stage == Stage::Weapons && SEATS.iter().all(|&seat| state.player(seat).weapons.is_made())
}

/// Whose decisions are awaited. Between the events of one command, and after the end, nobody's.
pub(crate) fn awaiting(state: &State) -> Vec<Awaiting> {
    let open = |is_open: &dyn Fn(Seat) -> bool| SEATS.into_iter().filter(|&seat| is_open(seat)).collect();
    let (seats, decision): (Vec<Seat>, &str) = match state.stage {
        Stage::Build => (open(&|seat| !state.player(seat).list.is_made()), "build"),
        Stage::Weapons if is_start_roll_due(state) => (vec![SEATS[0]], "start_roll"),
        Stage::Weapons => (open(&|seat| !state.player(seat).weapons.is_made()), "weapons"),
        Stage::StartRight { seat } => (vec![seat], "start_right"),
        Stage::NameDeployer { seat } => (vec![seat], "name_deployer"),
        Stage::NameFirst { seat } => (vec![seat], "name_first"),
        Stage::Deploy { seat } => (vec![seat], "deploy"),
        Stage::Reveal => (open(&|seat| !state.player(seat).is_known()), "reveal"),
        Stage::Actions => (state.active.into_iter().collect(), "action"),
        Stage::Aftermath if state.combat.tests.is_empty() && state.combat.running.is_none() => {
            (next_to_reform(state).into_iter().collect(), "reform")
        }
        Stage::Empty
        | Stage::Combats
        | Stage::NextCombat
        | Stage::Blows { .. }
        | Stage::Aftermath
        | Stage::TurnOver
        | Stage::Over => return Vec::new(),
    };
    seats.into_iter().map(|seat| ask(seat, decision)).collect()
}

/// The question of a decision, and the rule that asks it.
fn ask(seat: Seat, decision: &'static str) -> Awaiting {
    let name = seat_message(seat);
    let (question, rule) = match decision {
        "build" => (message!(MESSAGES, "ask-list", seat = name), "BB-ARMY-01"),
        "start_roll" => (message!(MESSAGES, "ask-start-roll"), "BB-START-01"),
        "weapons" => (message!(MESSAGES, "ask-weapons", seat = name), "BB-WPN-01"),
        "start_right" => (message!(MESSAGES, "ask-right", seat = name), "BB-START-01"),
        "name_deployer" => (message!(MESSAGES, "ask-deployer", seat = name), "BB-START-02"),
        "name_first" => (message!(MESSAGES, "ask-first", seat = name), "BB-START-02"),
        "deploy" => (message!(MESSAGES, "ask-deployment", seat = name), "BB-DEP-03"),
        "reveal" => (message!(MESSAGES, "ask-reveal", seat = name), "BB-DEP-05"),
        "reform" => (message!(MESSAGES, "ask-reform", seat = name), "BB-REF-01"),
        _ => (message!(MESSAGES, "ask-action", seat = name), "BB-TURN-02"),
    };
    Awaiting::new(seat, decision, question, rule)
}
