//! Offers of the recorded games: each says by a line of help what it does.

use std::collections::BTreeSet;

use hindsight_engine::kernel::Viewer;

use crate::implied::commands_of;
use crate::recorded::{GAMES, replayed};

/// Every how many commands the offers of a battle are looked at; those of the set-up are all.
const EVERY: usize = 7;

/// Holds every offer of the five games to a sentence of help.
#[test]
fn offers_of_every_game_say_what_they_do() {
    let mut systems = BTreeSet::new();
    for recorded in GAMES {
        let replayed = replayed(recorded);
        let chronicle = replayed.system.chronicle(&replayed.records()).unwrap();
        let commands = commands_of(chronicle.as_ref()).into_iter().skip(1);
        for (place, (before, _, _)) in commands.enumerate() {
            let game = chronicle.game_at(before, Viewer::Everything).unwrap();
            let info = game.info(Viewer::Everything);
            if info.moment.round > 0 && !place.is_multiple_of(EVERY) {
                continue;
            }
            for offer in info.awaiting.iter().flat_map(|asked| game.offers(asked.seat)) {
                let help = offer.help.as_ref().map_or("", |help| &*help.text);
                assert!(
                    help.contains(' ') && help.ends_with('.'),
                    "{}, event {before}: {} ({help})",
                    recorded.name,
                    offer.label
                );
                systems.insert(replayed.system.id());
            }
        }
    }
    assert_eq!(systems.len(), 5, "offers of each system: {systems:?}");
}
