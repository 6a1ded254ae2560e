//! Hidden information of whole games: what is hidden is hidden in everything that is seen.

use before_battle::BeforeBattle;
use before_battle::model::command::Command;
use before_battle::model::event::Event;
use before_battle::model::state::ArmyList;
use before_battle::players::mustering::random_army_behind;
use hindsight_kernel::{Bot, Pictures, Rules, Seat, Secrets, Story, Viewer, bot_rng, choose};
use serde_json::json;

use crate::playout::{Playout, games, weapons};

#[test]
fn what_a_viewer_sees_does_not_depend_on_what_is_hidden_from_him() {
    for number in 0..games(2) {
        let mut rng = bot_rng(number + 3_000);
        let mut south = Playout::begin(number, &json!({}), &[]);
        let mut other = Playout::begin(number, &json!({}), &[]);
        let cards = south.state.cards.clone();
        let list = before_battle::players::mustering::random_list(&cards, &mut rng).unwrap();
        let shown = before_battle::rules::reveal::mixed_list(&cards, &list);
        let twin = random_army_behind(&cards, &shown, &mut rng).unwrap();
        let north = before_battle::players::mustering::random_list(&cards, &mut rng).unwrap();
        let whole = |list: &ArmyList| Command::ConfirmList {
            list: Some(list.clone()),
            shown: None,
        };
        south.play(Seat::A, &whole(&list));
        other.play(Seat::A, &whole(&twin));
        let norths = [whole(&north), weapons(&cards, Seat::B, &north, &mut rng)];
        for playout in [&mut south, &mut other] {
            playout.play(Seat::B, &norths[0]);
        }
        south.play(Seat::A, &weapons(&cards, Seat::A, &list, &mut rng));
        other.play(Seat::A, &weapons(&cards, Seat::A, &twin, &mut rng));
        for playout in [&mut south, &mut other] {
            playout.play(Seat::B, &norths[1]);
        }
        loop {
            for viewer in [Viewer::Seat(Seat::B), Viewer::Public] {
                let seen = |playout: &Playout| {
                    let now = &playout.state;
                    let events: Vec<Event> = playout
                        .events
                        .iter()
                        .map(|event| BeforeBattle::redact(event, now, viewer))
                        .collect();
                    let commands: Vec<Option<Command>> = playout
                        .commands
                        .iter()
                        .map(|(seat, command)| BeforeBattle::redact_command(command, *seat, now, viewer))
                        .collect();
                    let view = BeforeBattle::view(now, viewer);
                    let told: Vec<String> = events
                        .iter()
                        .map(|event| BeforeBattle::describe(&view, event).into())
                        .collect();
                    let board = BeforeBattle::board(&view);
                    let units = BeforeBattle::units(&view);
                    let asked = BeforeBattle::awaiting(&view);
                    serde_json::to_string(&(events, commands, view, told, board, units, asked)).unwrap()
                };
                assert_eq!(seen(&south), seen(&other), "game {number}, {viewer:?}");
            }
            let seat = BeforeBattle::awaiting(&south.state)[0].seat;
            let command = choose::<BeforeBattle>(Bot::Random, &south.state, seat, &mut rng).unwrap();
            if south.state.standing().count() == 11 {
                break; // The twelfth unit turns everything up.
            }
            south.play(seat, &command);
            other.play(seat, &command);
        }
    }
}
