//! The pages beside the recorded battles, `tests/games/NAME.md`: what they tell is what the events say.
//!
//! A page is prose. Every sentence carries at least one link to a version of the game, `[words](NAME.hgn#v212)`, and
//!
//! - the words of a link stand, word for word, in what the log says of that version;
//! - every unit, every number and every player that the rest of the sentence names is in what the log says of one of the
//!   versions that the sentence links to; a turn is the turn in which that happened.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use hindsight_engine::kernel::Viewer;

use crate::recorded::{GAMES, Recorded, folder, replayed};

/// What the log says of an event.
struct Told {
    /// The sentence.
    words: String,
    /// The turn it leaves the battle in.
    turn: u32,
}

/// What the log says of a whole game, by version.
struct Log {
    events: BTreeMap<u64, Told>,
    /// The names of all units in play.
    kinds: BTreeSet<String>,
}

fn log(game: &Recorded) -> Log {
    let replayed = replayed(game);
    let mut events = BTreeMap::new();
    let chronicle = replayed.system.chronicle(&replayed.records()).unwrap();
    chronicle
        .walk(1, u64::MAX, Viewer::Everything, &mut |step| {
            let told = Told {
                words: step.words(),
                turn: step.moment().turn,
            };
            events.insert(step.version(), told);
            true
        })
        .unwrap();
    let units = replayed.game.units(Viewer::Everything);
    Log {
        events,
        kinds: units.into_iter().map(|unit| unit.name).collect(),
    }
}

/// The games that have a page.
fn pages() -> Vec<(&'static Recorded, String)> {
    let page = |game: &'static Recorded| {
        let file = folder("games").join(format!("{}.md", game.name));
        fs::read_to_string(file).ok().map(|text| (game, text))
    };
    GAMES.iter().filter_map(page).collect()
}

/// A sentence taken apart: its links as words and version, and what stands outside them.
#[derive(Debug, Default)]
struct Sentence {
    links: Vec<(String, u64)>,
    rest: String,
}

/// The sentences of a page; headings are none.
fn sentences(game: &str, page: &str) -> Result<Vec<Sentence>, String> {
    let mut all = Vec::new();
    for paragraph in page.split("\n\n").map(str::trim) {
        if paragraph.is_empty() || paragraph.starts_with('#') {
            continue;
        }
        let mut sentence = Sentence::default();
        let mut text = paragraph.replace('\n', " ");
        while !text.is_empty() {
            if let Some(link) = text.strip_prefix('[') {
                let fault = || format!("not a link: [{link}");
                let (words, after) = link.split_once("](").ok_or_else(fault)?;
                let (to, after) = after.split_once(')').ok_or_else(fault)?;
                let version = to
                    .strip_prefix(&format!("{game}.hgn#v"))
                    .and_then(|version| version.parse().ok())
                    .ok_or_else(|| format!("not a version of {game}: {to}"))?;
                sentence.links.push((words.to_owned(), version));
                sentence.rest.push_str(" ~ ");
                text = after.to_owned();
            } else {
                let letter = text.remove(0);
                sentence.rest.push(letter);
                let ends = matches!(letter, '.' | '!' | '?') && (text.is_empty() || text.starts_with(' '));
                if ends {
                    all.push(std::mem::take(&mut sentence));
                }
            }
        }
        if !sentence.rest.trim().is_empty() {
            return Err(format!(
                "a paragraph ends in the middle of a sentence: {}",
                sentence.rest
            ));
        }
    }
    Ok(all)
}

const NUMBERS: [&str; 13] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
];
const TIMES: [&str; 4] = ["never", "once", "twice", "thrice"];

/// The number that a word is. "one" is more often a word than a number, and is read as a word.
fn number(word: &str) -> Option<u32> {
    let word = word.to_lowercase();
    let spelt = NUMBERS
        .iter()
        .position(|name| *name == word)
        .filter(|at| *at != 1);
    let times = TIMES.iter().position(|name| *name == word);
    let named = spelt.or(times).and_then(|at| u32::try_from(at).ok());
    named.or_else(|| word.parse().ok())
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '.')
        .map(|word| word.trim_matches('.'))
        .filter(|word| !word.is_empty())
}

/// Whether a word is the id of a unit.
fn is_unit(word: &str) -> bool {
    let mut letters = word.chars();
    matches!(letters.next(), Some('A'..='F'))
        && word.len() > 1
        && letters.all(|letter| letter.is_ascii_digit())
}

/// The first thing that is wrong with a page.
fn check(log: &Log, game: &str, page: &str) -> Result<(), String> {
    for sentence in sentences(game, page)? {
        let Sentence { links, rest } = &sentence;
        if links.is_empty() {
            return Err(format!("nothing bears this out: {rest}"));
        }
        let mut told = Vec::new();
        for (words, version) in links {
            let event = log
                .events
                .get(version)
                .ok_or_else(|| format!("there is no version {version}"))?;
            if !event.words.contains(words.as_str()) {
                return Err(format!("v{version} does not say {words:?}: {}", event.words));
            }
            told.push(event);
        }
        let said = |word: &str| {
            told.iter()
                .any(|event| words(&event.words).any(|there| there == word))
        };
        let mut before = "";
        for word in words(rest) {
            // A number is a turn behind that word, and otherwise one that the log names.
            let by_number = number(word).is_none_or(|number| {
                told.iter().any(|event| {
                    if before.eq_ignore_ascii_case("turn") {
                        event.turn == number
                    } else {
                        words(&event.words).any(|there| there.parse() == Ok(number))
                    }
                })
            });
            before = word;
            let by_name = !is_unit(word) || said(word);
            // Seats alternate between the sides, also where several play together.
            let letters = match word {
                "South" => Some(['A', 'C', 'E']),
                "North" => Some(['B', 'D', 'F']),
                _ => None,
            };
            let by_player = letters.is_none_or(|letters| {
                said(word)
                    || told.iter().any(|event| {
                        words(&event.words).any(|there| is_unit(there) && there.starts_with(letters))
                    })
            });
            if !(by_number && by_name && by_player) {
                return Err(format!("{word:?} is not borne out in: {rest}"));
            }
        }
        for kind in log.kinds.iter().filter(|kind| rest.contains(kind.as_str())) {
            if !told.iter().any(|event| event.words.contains(kind.as_str())) {
                return Err(format!("{kind:?} is not borne out in: {rest}"));
            }
        }
    }
    Ok(())
}

#[test]
fn every_page_tells_what_happened() {
    for (game, page) in pages() {
        check(&log(game), game.name, &page).unwrap_or_else(|fault| panic!("{}: {fault}", game.name));
    }
}

#[test]
fn the_battles_are_told() {
    let told: Vec<&str> = pages().iter().map(|(game, _)| game.name).collect();
    assert_eq!(told.len(), 14, "{told:?}");
    for (game, page) in pages() {
        let all = sentences(game.name, &page).unwrap();
        assert!(all.len() >= 12, "{} is one page", game.name);
    }
}

/// A page with one word of a sentence outside or inside a link exchanged: every such page is refused.
#[test]
fn a_wrong_number_or_unit_is_noticed() {
    for (game, page) in pages() {
        let log = log(game);
        assert_eq!(check(&log, game.name, &page), Ok(()));
        let mut tried = 0;
        let spoil = |at: usize, old: &str, new: &str| {
            let spoilt = format!("{}{new}{}", &page[..at], &page[at + old.len()..]);
            assert!(
                check(&log, game.name, &spoilt).is_err(),
                "{}: {new} for {old} at byte {at} is not noticed",
                game.name
            );
        };
        let mut at = 0;
        for line in page.split_inclusive('\n') {
            if !line.starts_with('#') {
                for word in line.split(|letter: char| !letter.is_alphanumeric()) {
                    let place = at + (word.as_ptr() as usize - line.as_ptr() as usize);
                    let version = page[..place].ends_with("#v") || word.starts_with('v');
                    if is_unit(word) {
                        spoil(place, word, &format!("{word}7"));
                        tried += 1;
                    } else if !version && let Some(number) = number(word) {
                        spoil(place, word, &(number + 41).to_string());
                        tried += 1;
                    }
                }
            }
            at += line.len();
        }
        assert!(tried >= 20, "{}: only {tried} numbers and units", game.name);
    }
}

#[test]
fn the_check_is_strict() {
    let events = [(
        7,
        "League Lancers (A7) Final Rush the right flank of Clan Axes (B1): 2.5 inches, 2 hits",
        3,
    )];
    let log = Log {
        events: events
            .map(|(version, words, turn)| {
                (
                    version,
                    Told {
                        words: words.to_owned(),
                        turn,
                    },
                )
            })
            .into(),
        kinds: ["League Lancers", "Clan Axes", "Wolf Riders"]
            .map(str::to_owned)
            .into(),
    };
    let fits = |page: &str| check(&log, "g", page).is_ok();
    assert!(fits(
        "# A heading of 9 words\n\nOn turn three South's [Lancers (A7) Final Rush the right flank](g.hgn#v7)."
    ));
    assert!(fits(
        "[League Lancers (A7) Final Rush](g.hgn#v7) the Clan Axes B1."
    ));
    for wrong in [
        "South rushes.",                                         // no link
        "[Lancers (A7) Final Rush the left flank](g.hgn#v7).",   // not what happened
        "[Lancers (A7) Final Rush](g.hgn#v8).",                  // no such event
        "[Lancers (A7) Final Rush](other.hgn#v7).",              // another game
        "On turn 2 the [Lancers (A7) Final Rush](g.hgn#v7).",    // a number, but no turn
        "On turn 4 the [Lancers (A7) Final Rush](g.hgn#v7).",    // a wrong turn
        "The B2 meets [Lancers (A7)](g.hgn#v7).",                // a wrong unit
        "The Wolf Riders meet [League Lancers (A7)](g.hgn#v7).", // a wrong name
        "Thrice the [Lancers (A7) Final Rush](g.hgn#v7).",       // a wrong number
        "[Lancers (A7) Final Rush](g.hgn#v7) and no more",       // no end
    ] {
        assert!(!fits(wrong), "{wrong}");
    }
}
