//! Hidden information: lists and weapons stay with their owner until all cards are turned up.
//!
//! Rules `BB-ARMY-03`, `BB-REV-01`, `BB-REV-02`, `BB-WPN-05`, `BB-DEP-05`.

use hindsight_kernel::{Seat, Secrets, Viewer};

use crate::BeforeBattle;
use crate::model::command::Command;
use crate::model::event::{ArmyEvent, DeploymentEvent, Event, OpeningEvent};
use crate::model::state::{SEATS, Stage, State};

/// Whether a player's choices are hidden from a viewer when the game stands at `now`.
///
/// RULING: once the cards are up everything chosen before is public, the distractions too: they are the cards that were
/// shown and do not stand on the board.
fn is_hidden(now: &State, owner: Seat, viewer: Viewer) -> bool {
    !now.turned_up && !viewer.sees(owner)
}

impl Secrets for BeforeBattle {
    /// The state as a viewer may know it.
    fn view(state: &State, viewer: Viewer) -> State {
        let mut seen = state.clone();
        for seat in SEATS {
            if is_hidden(state, seat, viewer) {
                let player = &mut seen.players[seat.index()];
                player.list = player.list.hidden();
                player.weapons = player.weapons.hidden();
                if state.stage == Stage::Build {
                    player.shown = None;
                }
            }
        }
        seen
    }

    /// An event as a viewer may know it when the game stands at `now`.
    fn redact(event: &Event, now: &State, viewer: Viewer) -> Event {
        match event {
            Event::Opening(OpeningEvent::PositionSet { position }) if !now.turned_up => {
                Event::Opening(OpeningEvent::PositionSet {
                    position: Box::new(Self::view(position, viewer)),
                })
            }
            Event::Army(ArmyEvent::ListConfirmed { seat, .. }) if is_hidden(now, *seat, viewer) => {
                Event::Army(ArmyEvent::ListConfirmed {
                    seat: *seat,
                    list: None,
                    shown: None,
                })
            }
            Event::Army(ArmyEvent::WeaponsConfirmed { seat, .. }) if is_hidden(now, *seat, viewer) => {
                Event::Army(ArmyEvent::WeaponsConfirmed {
                    seat: *seat,
                    weapons: None,
                })
            }
            Event::Deployment(DeploymentEvent::ArmySupplied { seat, .. })
                if is_hidden(now, *seat, viewer) =>
            {
                Event::Deployment(DeploymentEvent::ArmySupplied {
                    seat: *seat,
                    list: None,
                    weapons: None,
                })
            }
            Event::Opening(OpeningEvent::GameSet { .. } | OpeningEvent::PositionSet { .. })
            | Event::Army(
                ArmyEvent::ListConfirmed { .. }
                | ArmyEvent::ListsRevealed { .. }
                | ArmyEvent::WeaponsConfirmed { .. },
            )
            | Event::Deployment(
                DeploymentEvent::UnitDeployed { .. }
                | DeploymentEvent::ArmySupplied { .. }
                | DeploymentEvent::ArmiesTurnedUp { .. },
            )
            | Event::Start(_)
            | Event::Action(_)
            | Event::Combat(_)
            | Event::Aftermath(_)
            | Event::Ending(_)
            | Event::Ruling(_) => event.clone(),
        }
    }

    /// A command as a viewer may know it: what it chose in secret is left out.
    fn redact_command(command: &Command, seat: Seat, now: &State, viewer: Viewer) -> Option<Command> {
        if !is_hidden(now, seat, viewer) {
            return Some(command.clone());
        }
        Some(match command {
            Command::ConfirmList { .. } => Command::ConfirmList {
                list: None,
                shown: None,
            },
            Command::ConfirmWeapons { .. } => Command::ConfirmWeapons { weapons: None },
            Command::Reveal { .. } => Command::Reveal {
                list: None,
                weapons: None,
            },
            Command::RollStart
            | Command::TakeRight { .. }
            | Command::NameDeployer { .. }
            | Command::NameFirst { .. }
            | Command::Deploy { .. }
            | Command::Move { .. }
            | Command::Hustle { .. }
            | Command::Turn { .. }
            | Command::Sidestep { .. }
            | Command::Shoot { .. }
            | Command::EndActions
            | Command::Reform { .. } => command.clone(),
        })
    }

    /// Lists and weapons decide no number of dice: each player rolls one die for the start. Rule `BB-START-01`.
    fn sealed_choices_decide_dice() -> bool {
        false
    }

    /// The number of lists and weapons that others have chosen and that are hidden, and of lists that are not shown yet. Rules
    /// `BB-REV-01`, `BB-DEP-05`.
    fn sealed_choices(state: &State, viewer: Viewer) -> usize {
        let of_player = |seat: Seat| {
            let player = state.player(seat);
            let unshown = state.stage == Stage::Build && (player.list.is_made() || player.shown.is_some());
            [player.list.is_made(), player.weapons.is_made(), unshown]
                .into_iter()
                .filter(|sealed| *sealed)
                .count()
        };
        let hidden = SEATS.into_iter().filter(|seat| is_hidden(state, *seat, viewer));
        hidden.map(of_player).sum()
    }

    /// Whether anything known here is hidden from somebody.
    fn has_secrets(state: &State) -> bool {
        !state.turned_up
            && SEATS.iter().any(|&seat| {
                let player = state.player(seat);
                player.list.known().is_some()
                    || player.weapons.known().is_some()
                    || (state.stage == Stage::Build && player.shown.is_some())
            })
    }
}
