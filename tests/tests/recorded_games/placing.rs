//! Pieces placed elsewhere before the battle: a place that is noted is the place that was given.

use std::collections::BTreeSet;

use hindsight_engine::TableCommand;
use hindsight_engine::kernel::{OtherPlace, PlacedPiece, Viewer};

use crate::implied::commands_of;
use crate::recorded::{GAMES, replayed};

/// Holds each command that places a piece to the same command on its own place. Rule `HS-PLACE-01`.
#[test]
fn hs_place_01_a_piece_on_its_own_place_stands_as_it_stood() {
    let mut systems = BTreeSet::new();
    for recorded in GAMES {
        let replayed = replayed(recorded);
        let chronicle = replayed.system.chronicle(&replayed.records()).unwrap();
        let mut placed = 0;
        for (before, request, _) in commands_of(chronicle.as_ref()).into_iter().skip(1) {
            let game = chronicle.game_at(before, Viewer::Everything).unwrap();
            if game.info(Viewer::Everything).moment.round > 0 {
                break;
            }
            let TableCommand::Play { command } = &request.command else {
                continue;
            };
            let Some(PlacedPiece { at, facing, .. }) = game.placed_by(command) else {
                continue;
            };
            let again = game
                .placed_elsewhere(command, &OtherPlace { at, facing })
                .unwrap();
            let mut same = request.clone();
            same.command = TableCommand::Play { command: again };
            let state = |request| {
                let decided = game.decide_request(request, None, None).unwrap();
                decided.game.state(Viewer::Everything)
            };
            assert!(
                state(same) == state(request.clone()),
                "{}: another position behind event {before}",
                recorded.name
            );
            placed += 1;
        }
        println!("{}: {placed} pieces", recorded.name);
        if placed > 0 {
            systems.insert(replayed.system.id());
        }
    }
    assert_eq!(
        systems.len(),
        5,
        "pieces are placed in a game of each system: {systems:?}"
    );
}
