//! Decisions that are awaited: who is asked what.

use hindsight_kernel::{Awaiting, Seat};

use crate::model::command::Command;
use crate::model::state::{SEATS, Stage, State, seat_name};
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
    let ask = |seat: Seat, decision: &str, question: String, rule: &'static str| {
        Awaiting::new(seat, decision, question, rule)
    };
    let name = seat_name;
    match state.stage {
        Stage::Build => SEATS
            .into_iter()
            .filter(|&seat| !state.player(seat).list.is_made())
            .map(|seat| {
                ask(
                    seat,
                    "build",
                    format!("{}: choose an army and distractions", name(seat)),
                    "BB-ARMY-01",
                )
            })
            .collect(),
        Stage::Weapons if is_start_roll_due(state) => vec![ask(
            SEATS[0],
            "start_roll",
            "Both players: what do the start dice show, South's first?".to_owned(),
            "BB-START-01",
        )],
        Stage::Weapons => SEATS
            .into_iter()
            .filter(|&seat| !state.player(seat).weapons.is_made())
            .map(|seat| {
                ask(
                    seat,
                    "weapons",
                    format!("{}: give weapons to units", name(seat)),
                    "BB-WPN-01",
                )
            })
            .collect(),
        Stage::StartRight { seat } => {
            vec![ask(
                seat,
                "start_right",
                format!("{}: the deployment right or the first-turn right?", name(seat)),
                "BB-START-01",
            )]
        }
        Stage::NameDeployer { seat } => {
            vec![ask(
                seat,
                "name_deployer",
                format!("{}: who deploys first?", name(seat)),
                "BB-START-02",
            )]
        }
        Stage::NameFirst { seat } => {
            vec![ask(
                seat,
                "name_first",
                format!("{}: who takes the first turn?", name(seat)),
                "BB-START-02",
            )]
        }
        Stage::Deploy { seat } => {
            vec![ask(
                seat,
                "deploy",
                format!(
                    "{}: deploy a unit: which one, on which square, facing where?",
                    name(seat)
                ),
                "BB-DEP-03",
            )]
        }
        Stage::Reveal => SEATS
            .into_iter()
            .filter(|&seat| !state.player(seat).is_known())
            .map(|seat| {
                ask(
                    seat,
                    "reveal",
                    format!("{}: which units and items are turned up?", name(seat)),
                    "BB-DEP-05",
                )
            })
            .collect(),
        Stage::Actions => state
            .active
            .map(|seat| {
                ask(
                    seat,
                    "action",
                    format!("{}: choose a unit and its action", name(seat)),
                    "BB-TURN-02",
                )
            })
            .into_iter()
            .collect(),
        Stage::Aftermath if state.combat.tests.is_empty() && state.combat.running.is_none() => {
            next_to_reform(state)
                .map(|seat| {
                    ask(
                        seat,
                        "reform",
                        format!("{}: which way do these units face now?", name(seat)),
                        "BB-REF-01",
                    )
                })
                .into_iter()
                .collect()
        }
        Stage::Empty
        | Stage::Combats
        | Stage::NextCombat
        | Stage::Blows { .. }
        | Stage::Aftermath
        | Stage::TurnOver
        | Stage::Over => Vec::new(),
    }
}
