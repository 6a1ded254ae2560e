//! Hidden information: which parts of a state each viewer sees. Hands and deck are hidden, and so are choices
//! made in secret until both are made, and the army of the other player until it is deployed; all else lies
//! open (BG4-CARDS-13, BG4-ARMY-05).

use hindsight_kernel::{Roll, Seat, Secrets, Viewer};

use crate::model::agenda::Step;
use crate::model::command::Command;
use crate::model::event::{CommandEvent, Event, ProcedureEvent, SetupEvent};
use crate::model::names::{CardNo, other};
use crate::model::state::{Player, State, Unit};
use crate::system::BattlegroundOf;

impl<const EDITION: u8> Secrets for BattlegroundOf<EDITION> {
    fn view(state: &State, viewer: Viewer) -> State {
        view(state, viewer)
    }

    fn redact(event: &Event, now: &State, viewer: Viewer) -> Event {
        redact(event, now, viewer)
    }

    fn redact_command(command: &Command, seat: Seat, now: &State, viewer: Viewer) -> Option<Command> {
        redact_command(command, seat, now, viewer)
    }

    fn sealed_choices(state: &State, viewer: Viewer) -> usize {
        sealed_choices(state, viewer)
    }

    fn has_secrets(state: &State) -> bool {
        has_secrets(state)
    }
}

/// Whether a viewer may know what a seat alone knows.
fn sees(viewer: Viewer, seat: Seat) -> bool {
    viewer.sees(seat)
}

/// The secret choice that is under way, if one is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Choosing {
    Factions,
    Armies,
}

fn choosing(state: &State) -> Option<Choosing> {
    match state.agenda.last().map(|frame| &frame.step) {
        Some(Step::ChooseFactions) => Some(Choosing::Factions),
        Some(Step::BuildArmies) => Some(Choosing::Armies),
        // Armies that were built before the scenario is agreed. Rule BG3-ARMY-07 (p. 26).
        Some(Step::AgreeScenario { .. }) if state.players.iter().any(|player| player.list.is_made()) => {
            Some(Choosing::Armies)
        }
        Some(_) | None => None,
    }
}

/// A hand as the opponent sees it: backs of cards; what they do not see may be in the deck as well.
fn hide_hand(player: &mut Player) {
    for held in &mut player.hand {
        player.unseen.extend(held.take());
    }
    player.unseen.sort_unstable();
}

/// Whether a unit waits for deployment.
fn waits(unit: &Unit) -> bool {
    unit.pose.is_none() && unit.destroyed.is_none()
}

/// Whether a seat's army is concealed, and some of its units are not deployed yet. Rule `BG4-ARMY-05` (p. 138).
fn is_concealed(state: &State, seat: Seat) -> bool {
    let player = state.player(seat);
    let own = |unit: &Unit| unit.id.seat() == seat && waits(unit);
    player.concealed && (player.unknown > 0 || state.units.iter().any(own))
}

/// Takes the units of a concealed army that wait for deployment off a state; how many they are stays known.
fn hide_waiting_units(seen: &mut State, seat: Seat) {
    if !seen.player(seat).concealed {
        return;
    }
    let before = seen.units.len();
    seen.units.retain(|unit| unit.id.seat() != seat || !waits(unit));
    let hidden = u8::try_from(before - seen.units.len()).unwrap_or(u8::MAX);
    let player = seen.player_mut(seat);
    player.unknown = player.unknown.saturating_add(hidden);
}

/// Hides what tells of a concealed army beside its units: the list, the cards bought, the points spent.
///
/// RULING: BG4-ARMY-05, the points spent are compared (`BG4-DEPLOY-06`, `BG4-DEPLOY-07` (p. 140)), but not told, before all units
/// are deployed: with them the last units could be worked out.
fn hide_list(player: &mut Player) {
    player.list = player.list.hidden();
    player.bought = 0;
    player.spent = 0;
}

/// The state as a viewer may know it. Rules `BG4-CARDS-13`, `BG4-ARMY-05` (p. 138).
pub(crate) fn view(state: &State, viewer: Viewer) -> State {
    view_at(state, state, viewer)
}

/// A state that the game went through, as a viewer may know it when the game stands at `now`.
fn view_at(state: &State, now: &State, viewer: Viewer) -> State {
    let mut seen = state.clone();
    if state.ending.is_some() {
        // RULING: BG4-CARDS-13, after the battle the hands are laid open.
        return seen;
    }
    let choosing = choosing(state);
    for seat in state.seats().filter(|seat| !sees(viewer, *seat)) {
        hide_waiting_units(&mut seen, seat);
        if state.house.shared_deck {
            // What is hidden in a hand may lie in the deck of both. Rule BG3-SET-07 (pp. 3-4).
            let held: Vec<CardNo> = state.player(seat).hand.iter().flatten().copied().collect();
            let partner = seen.player_mut(other(seat));
            partner.unseen.extend(held);
            partner.unseen.sort_unstable();
        }
        let player = seen.player_mut(seat);
        hide_hand(player);
        if is_concealed(now, seat) {
            hide_list(player);
        }
        match choosing {
            Some(Choosing::Factions) => player.allegiance = player.allegiance.hidden(),
            Some(Choosing::Armies) => player.list = player.list.hidden(),
            None => {}
        }
    }
    if let Some(frame) = seen.agenda.last_mut()
        && let Step::Ask(question) = &mut frame.step
        && question.topic == crate::model::agenda::Topic::Discard
        && !sees(viewer, question.seat)
    {
        question.options = crate::model::agenda::Options::OneOf(Vec::new());
    }
    seen
}

/// Whether a seat's army list is hidden from others when the game stands at `now`.
fn is_list_hidden(now: &State, seat: Seat) -> bool {
    choosing(now) == Some(Choosing::Armies) || is_concealed(now, seat)
}

/// An event as a viewer may know it when the game stands at `now`.
pub(crate) fn redact(event: &Event, now: &State, viewer: Viewer) -> Event {
    if now.ending.is_some() {
        return event.clone();
    }
    match event {
        Event::Setup(SetupEvent::FactionChosen { seat, .. })
            if !sees(viewer, *seat) && choosing(now) == Some(Choosing::Factions) =>
        {
            Event::Setup(SetupEvent::FactionChosen {
                seat: *seat,
                allegiance: None,
            })
        }
        Event::Setup(SetupEvent::ArmyBuilt { seat, .. })
            if !sees(viewer, *seat) && is_list_hidden(now, *seat) =>
        {
            Event::Setup(SetupEvent::ArmyBuilt {
                seat: *seat,
                list: None,
            })
        }
        Event::Setup(SetupEvent::ArmyMustered {
            seat,
            units,
            cards,
            spent,
            concealed: true,
            unknown,
            mercenaries,
            abilities,
        }) if !sees(viewer, *seat) => {
            let hidden = is_concealed(now, *seat);
            let count = u8::try_from(units.len()).unwrap_or(u8::MAX);
            Event::Setup(SetupEvent::ArmyMustered {
                seat: *seat,
                units: Vec::new(),
                cards: if hidden { 0 } else { *cards },
                spent: if hidden { 0 } else { *spent },
                concealed: true,
                unknown: unknown.saturating_add(count),
                mercenaries: *mercenaries,
                abilities: abilities.clone(),
            })
        }
        Event::Command(CommandEvent::CardDrawn { seat, roll, .. }) if !sees(viewer, *seat) => {
            Event::Command(CommandEvent::CardDrawn {
                seat: *seat,
                card: None,
                // The die tells which card it was: only that it was thrown is shown.
                roll: roll.as_ref().map(hidden_roll),
            })
        }
        Event::Procedure(ProcedureEvent::Asked { question })
            if question.topic == crate::model::agenda::Topic::Discard && !sees(viewer, question.seat) =>
        {
            let mut question = question.clone();
            question.options = crate::model::agenda::Options::OneOf(Vec::new());
            Event::Procedure(ProcedureEvent::Asked { question })
        }
        Event::Procedure(ProcedureEvent::Placed { position }) => Event::Procedure(ProcedureEvent::Placed {
            position: Box::new(view_at(position, now, viewer)),
        }),
        other => other.clone(),
    }
}

fn hidden_roll(roll: &Roll) -> Roll {
    Roll {
        faces: Vec::new(),
        ..roll.clone()
    }
}

/// A command as a viewer may know it when the game stands at `now`, or nothing if it must stay unseen.
pub(crate) fn redact_command(command: &Command, seat: Seat, now: &State, viewer: Viewer) -> Option<Command> {
    if sees(viewer, seat) || now.ending.is_some() {
        return Some(command.clone());
    }
    match command {
        Command::ChooseFaction { .. } if choosing(now) == Some(Choosing::Factions) => None,
        Command::BuildArmy { .. } if is_list_hidden(now, seat) => None,
        Command::DrawCard { card: Some(_) } => Some(Command::DrawCard { card: None }),
        other => Some(other.clone()),
    }
}

/// The number of factions or lists that other seats have chosen in secret, while somebody still chooses. Rules `BG4-ARMY-05` (p.
/// 138), `BG3-ARMY-07` (p. 26).
pub(crate) fn sealed_choices(state: &State, viewer: Viewer) -> usize {
    let is_sealed = |seat: &Seat| {
        let player = state.player(*seat);
        match choosing(state) {
            Some(Choosing::Factions) => player.allegiance.is_made(),
            Some(Choosing::Armies) => player.list.is_made(),
            None => false,
        }
    };
    let hidden = state.seats().filter(|seat| !sees(viewer, *seat));
    hidden.filter(is_sealed).count()
}

/// Whether anything in this state is hidden from somebody.
pub(crate) fn has_secrets(state: &State) -> bool {
    if state.ending.is_some() {
        return false;
    }
    let held = |player: &Player| player.hand.iter().any(Option::is_some);
    let secret = |player: &Player| match choosing(state) {
        Some(Choosing::Factions) => player.allegiance.known().is_some(),
        Some(Choosing::Armies) => player.list.known().is_some(),
        None => false,
    };
    state.players.iter().any(|player| held(player) || secret(player))
        || state.seats().any(|seat| is_concealed(state, seat))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::names::CardNo;
    use crate::scene::{line, scene};

    fn with_hands() -> State {
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 20.0, 180.0))
            .set(|state| {
                for player in &mut state.players {
                    player.hand = vec![Some(CardNo(3)), Some(CardNo(21))];
                    player.deck = 27;
                    player.discards = vec![CardNo(7)];
                    player.unseen = CardNo::deck()
                        .filter(|card| ![3, 7, 21].contains(&card.0))
                        .collect();
                }
            })
            .state()
    }

    #[test]
    fn bg4_cards_13_hands_and_deck_are_hidden_all_else_is_open() {
        let state = with_hands();
        assert!(has_secrets(&state));
        let seen = view(&state, Viewer::Seat(Seat::B));
        let south = seen.player(Seat::A);
        assert_eq!(south.hand, [None, None], "only how many");
        assert_eq!(south.deck, 27);
        assert_eq!(south.discards, [CardNo(7)], "the discard pile is open");
        assert_eq!(
            south.unseen.len(),
            29,
            "a hidden card may be in the deck or in the hand"
        );
        assert_eq!(
            seen.player(Seat::B),
            state.player(Seat::B),
            "the own hand is known"
        );
        assert_eq!(
            (seen.units.clone(), seen.engagements),
            (state.units.clone(), Vec::new())
        );
        assert_eq!(view(&state, Viewer::Everything), state);
        // A draw shows the number of cards only, a played card shows the card.
        let drawn = Event::Command(CommandEvent::CardDrawn {
            seat: Seat::A,
            card: Some(CardNo(9)),
            roll: None,
        });
        let hidden = Event::Command(CommandEvent::CardDrawn {
            seat: Seat::A,
            card: None,
            roll: None,
        });
        let played = Event::Command(CommandEvent::CardPlayed {
            seat: Seat::A,
            card: CardNo(3),
            colour: crate::model::cards::Colour::Green,
            on: Vec::new(),
        });
        assert_eq!(redact(&drawn, &state, Viewer::Seat(Seat::B)), hidden);
        assert_eq!(redact(&drawn, &state, Viewer::Seat(Seat::A)), drawn);
        assert_eq!(redact(&played, &state, Viewer::Public), played);
        // What the viewer folds is what they may see.
        let (mut whole, mut part) = (state.clone(), view(&state, Viewer::Seat(Seat::B)));
        for event in [drawn, played] {
            crate::model::fold::evolve(&mut part, &redact(&event, &whole, Viewer::Seat(Seat::B))).unwrap();
            crate::model::fold::evolve(&mut whole, &event).unwrap();
            assert_eq!(part, view(&whole, Viewer::Seat(Seat::B)));
        }
    }
}
