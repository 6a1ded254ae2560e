//! Hidden information: army lists until both are named, hands and what lies in a deck. Rules `IF-ARMY-01`,
//! `IF-CARD-03`.

use hindsight_kernel::{Seat, Secrets, Viewer};

use crate::IceAndFire;
use crate::model::command::Command;
use crate::model::event::{Event, ProcedureEvent, RoundEvent, SetupEvent};
use crate::model::names::SEATS;
use crate::model::state::State;

/// Whether the list of a player is still hidden from a viewer.
fn list_is_hidden(now: &State, owner: Seat, viewer: Viewer) -> bool {
    now.player(owner).faction.is_none() && !viewer.sees(owner)
}

impl Secrets for IceAndFire {
    fn view(state: &State, viewer: Viewer) -> State {
        let mut seen = state.clone();
        for seat in SEATS.into_iter().filter(|seat| !viewer.sees(*seat)) {
            let hidden = list_is_hidden(state, seat, viewer);
            let player = seen.player_mut(seat);
            if hidden {
                player.list = player.list.hidden();
            }
            // The cards of the hand that were not named openly may as well lie in the deck, in the order of the pack.
            let hidden = player.hand.iter_mut().skip(player.shown.into());
            let held: Vec<_> = hidden.filter_map(Option::take).collect();
            player.unseen.extend(held);
            let order = |id| state.cards.tactics.iter().position(|card| card.id == id);
            player.unseen.sort_by_key(|&id| order(id));
        }
        seen
    }

    fn redact(event: &Event, now: &State, viewer: Viewer) -> Event {
        match event {
            Event::Setup(SetupEvent::ListSubmitted { seat, .. }) if list_is_hidden(now, *seat, viewer) => {
                Event::Setup(SetupEvent::ListSubmitted {
                    seat: *seat,
                    list: None,
                })
            }
            Event::Round(RoundEvent::CardDrawn { seat, .. }) if !viewer.sees(*seat) => {
                Event::Round(RoundEvent::CardDrawn {
                    seat: *seat,
                    card: None,
                    roll: None,
                })
            }
            Event::Procedure(ProcedureEvent::Placed { position }) => {
                Event::Procedure(ProcedureEvent::Placed {
                    position: Box::new(Self::view(position, viewer)),
                })
            }
            other => other.clone(),
        }
    }

    fn redact_command(command: &Command, seat: Seat, now: &State, viewer: Viewer) -> Option<Command> {
        match command {
            Command::SubmitList { .. } if list_is_hidden(now, seat, viewer) => None,
            known => Some(known.clone()),
        }
    }

    /// Lists decide no number of dice: terrain and sides follow them whatever they hold.
    fn sealed_choices_decide_dice() -> bool {
        false
    }

    fn sealed_choices(state: &State, viewer: Viewer) -> usize {
        let sealed = |seat: &Seat| list_is_hidden(state, *seat, viewer) && state.player(*seat).list.is_made();
        SEATS.iter().filter(|seat| sealed(seat)).count()
    }

    fn has_secrets(state: &State) -> bool {
        SEATS.iter().any(|&seat| {
            let player = state.player(seat);
            (player.faction.is_none() && player.list.known().is_some())
                || player.hidden_hand().iter().any(Option::is_some)
        })
    }
}
