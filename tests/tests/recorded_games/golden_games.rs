//! The recorded games of `tests/games`: each replays to the state, the figures and the pictures that are checked in,
//! goes through text and files without a loss, and is legal but for its rulings.
//!
//! `HINDSIGHT_GOLDEN=write cargo test -p hindsight-tests --test recorded_games golden` writes the golden files anew; read
//! every difference before it is committed.

use std::collections::BTreeMap;
use std::fs;

use hindsight_engine::kernel::Viewer;
use hindsight_engine::{Chronicle, opening_setup};
use hindsight_notation::bridge::{Heading, Replayed, replay, write};
use hindsight_notation::{Act, WrittenStart, parse, print};
use hindsight_reports::PictureOptions;
use hindsight_store::{Imported, MemoryStore, Upkeep, export, import};
use serde_json::{Value, json};

use crate::recorded::{GAMES, document, folder, replayed, stored};

fn chronicle(replayed: &Replayed) -> Box<dyn Chronicle> {
    replayed.system.chronicle(&replayed.records()).unwrap()
}

/// Compares with a checked-in file, or writes it where that is asked for.
fn golden(name: &str, found: &Value) {
    let file = folder("games").join(name);
    if std::env::var_os("HINDSIGHT_GOLDEN").is_some_and(|wish| wish == "write") {
        fs::write(&file, format!("{found:#}\n")).unwrap();
        return;
    }
    let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let wanted: Value = serde_json::from_str(&text).unwrap();
    for (place, wanted) in wanted.as_object().unwrap() {
        assert_eq!(&found[place], wanted, "{name} differs at {place}");
    }
    assert_eq!(found, &wanted, "{name}");
}

/// The versions that the golden files show: after the opening, at each third, and the last one.
fn named_versions(replayed: &Replayed) -> Vec<u64> {
    let (first, last) = (
        replayed.opening.events.len() as u64,
        replayed.records().len() as u64,
    );
    vec![
        first,
        first + (last - first) / 3,
        first + (last - first) * 2 / 3,
        last,
    ]
}

#[test]
fn the_texts_are_canonical() {
    for game in GAMES {
        assert_eq!(print(&document(game)), game.text, "{}", game.name);
    }
}

#[test]
fn each_game_folds_to_its_golden_states() {
    for game in GAMES {
        let replayed = replayed(game);
        let chronicle = chronicle(replayed);
        let mut states = BTreeMap::new();
        for version in named_versions(replayed) {
            let mut state = chronicle
                .game_at(version, Viewer::Everything)
                .unwrap()
                .state(Viewer::Everything);
            // The cards are those of the pack in every state; their hash says which.
            for printed in ["cards", "book", "battle"] {
                state.as_object_mut().unwrap().remove(printed);
            }
            states.insert(version.to_string(), state);
        }
        let info = replayed.game.info(Viewer::Everything);
        let found = json!({
            "events": chronicle.len(),
            "live": chronicle.live().len(),
            "outcome": info.outcome,
            "states": states,
        });
        golden(&format!("{}.golden.json", game.name), &found);
    }
}

#[test]
fn each_game_ends_as_its_dice_and_the_rules_say() {
    for game in GAMES {
        let replayed = replayed(game);
        let info = replayed.game.info(Viewer::Everything);
        let outcome = info
            .outcome
            .unwrap_or_else(|| panic!("{} is played to its end", game.name));
        assert_eq!(outcome.winner.map(|side| side.0), game.winner, "{}", game.name);
        let scores: Vec<(u8, f64)> = outcome
            .scores
            .iter()
            .map(|(side, score)| (side.0, *score))
            .collect();
        let counted = [(1, game.scores[0]), (2, game.scores[1])];
        // Nobody counts points where the other side gave up.
        let counts = outcome.reason != "conceded";
        assert_eq!(scores, counted[..if counts { 2 } else { 0 }], "{}", game.name);
        assert_eq!(info.moment.round.max(1), info.moment.round, "{}", game.name);
        let left: Vec<(String, u32)> = replayed
            .game
            .units(Viewer::Everything)
            .into_iter()
            .filter(|unit| unit.alive)
            .map(|unit| (unit.id, unit.left))
            .collect();
        let left: Vec<(&str, u32)> = left
            .iter()
            .map(|(unit, models)| (unit.as_str(), *models))
            .collect();
        assert_eq!(left, game.standing, "{}", game.name);
    }
}

#[test]
fn each_game_shows_what_it_is_there_for() {
    let has = |name: &str, wanted: fn(&Act) -> bool| {
        let game = GAMES.iter().find(|game| game.name == name).unwrap();
        document(game)
            .line
            .entries
            .iter()
            .any(|entry| wanted(&entry.given.act))
    };
    let says = |name: &str, words: &str| {
        GAMES
            .iter()
            .any(|game| game.name == name && game.text.contains(words))
    };
    assert!(GAMES.len() >= 8);
    for (battle, shown) in [
        (
            "the-colossus-on-the-tor",
            &[
                "cast A7 spell 2",
                "cast A8 spell 3",
                "cast A8 spell 4",
                "A7 spell 1 on",
            ][..],
        ),
        (
            "the-knights-at-the-barrow",
            &["control B8", "rally A7", "up to A"],
        ),
        (
            "the-rings-on-the-ridge",
            &[
                "order A1 form schiltron",
                "seize A1",
                "0803-0904-0905-0906-0907-1007 v7",
            ],
        ),
        (
            "the-bows-of-osier-bank",
            &["choose A-LB4", "charge", "counter-charge B-MM1"],
        ),
        ("the-marshal-comes-late", &["enter B-CB4 1901", "seize A3"]),
    ] {
        for words in shown {
            assert!(says(battle, words), "{battle} shows {words:?}");
        }
    }
    assert!(has("the-knights-on-e6", |act| matches!(
        act,
        Act::TakeBack { .. }
    )));
    assert!(has("the-misread-die", |act| matches!(act, Act::Replace { .. })));
    assert!(has("one-model-too-few", |act| matches!(act, Act::Rule { .. })));
    assert!(says("two-hidden-armies", "list unknown") && says("two-hidden-armies", "reveal list"));
    let position = document(
        GAMES
            .iter()
            .find(|game| game.name == "three-rounds-left")
            .unwrap(),
    );
    assert!(matches!(position.start, WrittenStart::Position(_)));
    let annotated = document(
        GAMES
            .iter()
            .find(|game| game.name == "orsa-takes-the-axes")
            .unwrap(),
    );
    assert!(
        annotated
            .line
            .entries
            .iter()
            .any(|entry| !entry.glyphs.is_empty())
    );
    assert!(
        annotated
            .line
            .entries
            .iter()
            .any(|entry| !entry.variations.is_empty())
    );
}

/// The four pictured examples of the book, by the command behind which the position is the pictured one: before the first
/// longbow's shot is answered, before Reaction Fire at the dismounted men-at-arms, before attacks are declared, before the
/// Continued Attack has its results.
#[test]
fn the_pictured_examples_of_men_of_iron_are_the_checked_in_ones() {
    let game = GAMES
        .iter()
        .find(|game| game.name == "the-extended-example")
        .unwrap();
    let replayed = replayed(game);
    let chronicle = chronicle(replayed);
    let mut hashes = BTreeMap::new();
    for (picture, number, asked, unit, at) in [
        ("fire, p. 6", 2, "return_fire", "LB1", "0406"),
        ("reaction fire, p. 6", 7, "reaction_fire", "X", "0506"),
        ("shock and charge, p. 8", 11, "declare_attacks", "Z", "0707"),
        ("continued attack, p. 10", 14, "next_result", "Z", "0605"),
    ] {
        let version = replayed
            .played
            .iter()
            .find(|played| played.number == number)
            .unwrap()
            .last;
        let position = chronicle.game_at(version, Viewer::Everything).unwrap();
        let decisions: Vec<String> = position
            .info(Viewer::Everything)
            .awaiting
            .iter()
            .map(|asked| asked.decision.clone())
            .collect();
        assert_eq!(decisions, [asked], "{picture}");
        let place = &position.state(Viewer::Everything)["units"][unit]["place"]["on"]["hex"];
        assert_eq!(place, at, "{picture}");
        chronicle
            .walk(version, version, Viewer::Everything, &mut |step| {
                let options = PictureOptions::default();
                for width in [300, 600, 1200, 2400] {
                    let svg = hindsight_reports::svg(
                        &step.board(),
                        &PictureOptions {
                            width,
                            ..options.clone()
                        },
                    );
                    hashes.insert(
                        format!("{picture}, {width}"),
                        blake3::hash(svg.as_bytes()).to_hex().to_string(),
                    );
                    if let Some(folder) = std::env::var_os("HINDSIGHT_PICTURES") {
                        let name = format!("{number}-{width}.png");
                        let png = hindsight_reports::png(
                            &step.board(),
                            &PictureOptions {
                                width,
                                ..options.clone()
                            },
                        );
                        fs::write(std::path::Path::new(&folder).join(name), png).unwrap();
                    }
                }
                true
            })
            .unwrap();
    }
    golden("the-extended-example.pictured.json", &json!({ "svg": hashes }));
}

#[test]
fn a_correction_lays_the_later_commands_again() {
    let game = GAMES.iter().find(|game| game.name == "the-misread-die").unwrap();
    let mut redone = 0;
    let mut stopped = false;
    chronicle(replayed(game))
        .walk(1, u64::MAX, Viewer::Everything, &mut |step| {
            redone += u32::from(step.kind() == "redone");
            stopped |= step.kind() == "corrected" && !step.event()["stopped"].is_null();
            true
        })
        .unwrap();
    // The corrected command itself and the five that were played after it.
    assert_eq!((redone, stopped), (6, false));
}

#[test]
fn variations_are_decided_from_their_branch_point() {
    let game = GAMES
        .iter()
        .find(|game| game.name == "orsa-takes-the-axes")
        .unwrap();
    let replayed = replayed(game);
    let mut seen = 0;
    for played in &replayed.played {
        for side in &played.side_lines {
            seen += 1;
            assert_eq!(
                side.after + 1,
                played.first,
                "a variation stands where its command stood"
            );
            assert!(!side.played.is_empty());
        }
    }
    assert!(seen > 0);
}

#[test]
fn text_to_events_to_text_to_events_is_the_identity() {
    for game in GAMES {
        let first = replayed(game);
        let told = document(game);
        let heading = Heading {
            title: told.title.clone(),
            date: told.date.clone(),
            packs: told.packs.clone(),
            seats: told.seats.clone(),
            tags: told.tags.clone(),
            more: told.more.clone(),
            setup: opening_setup(&first.opening.command),
        };
        let written = write(first.system, chronicle(first).as_ref(), heading).unwrap();
        let again = replay(&parse(&print(&written)).unwrap(), &[]).unwrap();
        assert_eq!(again.records(), first.records(), "{}", game.name);
        // What the events do not hold aside, it is the same text.
        let mut bare = told;
        bare.line.comments.clear();
        for entry in &mut bare.line.entries {
            entry.glyphs.clear();
            entry.marks.clear();
            entry.comments.clear();
            entry.variations.clear();
        }
        if bare.start.is_usual() {
            bare.start = WrittenStart::Setup(json!({}));
        }
        assert_eq!(written, bare, "{}", game.name);
    }
}

#[test]
fn each_game_is_legal_but_for_its_rulings() {
    for game in GAMES {
        let report = chronicle(replayed(game)).audit().unwrap();
        assert_eq!(report.differences, [], "{}", game.name);
        let rulings = document(game)
            .line
            .entries
            .iter()
            .filter(|entry| matches!(entry.given.act, Act::Rule { .. }))
            .count() as u64;
        assert_eq!(report.rulings, rulings, "{}", game.name);
        assert!(report.commands > 0);
    }
}

#[test]
fn export_import_and_verify_are_the_identity() {
    for game in GAMES {
        let (store, id) = stored(replayed(game), game.name);
        let mut first = Vec::new();
        export(&store, id, &mut first).unwrap();
        let other = MemoryStore::new();
        let imported = import(&other, &mut &first[..]).unwrap();
        assert!(
            matches!(imported, Imported::New { stream, .. } if stream == id),
            "{}",
            game.name
        );
        assert!(matches!(
            import(&other, &mut &first[..]).unwrap(),
            Imported::AlreadyThere { .. }
        ));
        assert!(other.verify(&mut |_| {}).unwrap().is_sound());
        let mut second = Vec::new();
        export(&other, id, &mut second).unwrap();
        assert_eq!(first, second, "{}", game.name);
    }
}

#[test]
fn the_pictures_are_the_checked_in_ones() {
    for game in GAMES {
        let replayed = replayed(game);
        let chronicle = chronicle(replayed);
        let mut hashes = BTreeMap::new();
        for version in named_versions(replayed) {
            chronicle
                .walk(version, version, Viewer::Everything, &mut |step| {
                    let options = PictureOptions {
                        last: Some(step.change()),
                        ..PictureOptions::default()
                    };
                    let svg = hindsight_reports::svg(&step.board(), &options);
                    hashes.insert(
                        version.to_string(),
                        blake3::hash(svg.as_bytes()).to_hex().to_string(),
                    );
                    true
                })
                .unwrap();
        }
        golden(&format!("{}.pictures.json", game.name), &json!({ "svg": hashes }));
    }
}
