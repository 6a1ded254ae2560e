//! Streams of earlier releases, byte for byte as those wrote them: every later release folds them to the same state.
//!
//! The files in `tests/frozen` are never written again. `HINDSIGHT_FREEZE_RELEASE=0.2.0 cargo test -p hindsight-tests
//! --test recorded_games frozen` adds those of a new release, and games that are new in it.

use std::collections::BTreeSet;
use std::fs;

use hindsight_engine::kernel::Viewer;
use hindsight_engine::kernel::codec::StoredEvent;
use hindsight_engine::{Chronicle, PastRecord};
use hindsight_notation::bridge::replay;
use hindsight_notation::parse;
use hindsight_store::{Check, EventLog, MemoryStore, StreamIndex, export, import};
use serde_json::{Value, json};

use crate::recorded::{GAMES, Recorded, folder, stored};

/// So many streams were frozen with 0.1.0.
const FIRST_RELEASE: usize = 9;

/// Whole battles that are not frozen: one of their kind is enough for files of this size.
const LEFT_OUT: [&str; 3] = [
    "the-knights-at-the-barrow",
    "the-wolves-at-two-woods",
    "the-rooks-at-the-mill-stream",
];

#[test]
fn every_frozen_stream_folds_to_the_state_it_was_frozen_with() {
    if let Some(release) = std::env::var_os("HINDSIGHT_FREEZE_RELEASE") {
        freeze(release.to_str().unwrap());
    }
    let mut seen = 0;
    for release in fs::read_dir(folder("frozen")).unwrap() {
        let release = release.unwrap().path();
        if !release.is_dir() {
            continue;
        }
        for file in fs::read_dir(&release).unwrap() {
            let file = file.unwrap().path();
            if file.extension().is_none_or(|end| end != "ndjson") {
                continue;
            }
            let mut frozen: Value =
                serde_json::from_str(&fs::read_to_string(file.with_extension("json")).unwrap()).unwrap();
            respell(&mut frozen);
            assert_eq!(thawed(&fs::read(&file).unwrap()), frozen, "{}", file.display());
            seen += 1;
        }
    }
    assert!(seen >= FIRST_RELEASE, "the streams of the first release are here");
}

/// Spells what was frozen as this release does: the unit cards of a state now say `move` and `fly`, as those of a pack do.
fn respell(frozen: &mut Value) {
    let kinds = frozen
        .pointer_mut("/state/book/kinds")
        .and_then(Value::as_array_mut);
    for card in kinds.into_iter().flatten().filter_map(Value::as_object_mut) {
        for (old, now) in [("movement", "move"), ("flying", "fly")] {
            if let Some(number) = card.remove(old) {
                card.insert(now.to_owned(), number);
            }
        }
    }
}

#[test]
fn every_happening_of_battleground_stands_in_a_frozen_stream() {
    let mut missing: BTreeSet<&str> = battleground::model::event::Event::NAMES.iter().copied().collect();
    for release in fs::read_dir(folder("frozen")).unwrap() {
        for file in fs::read_dir(release.unwrap().path()).unwrap() {
            let file = file.unwrap().path();
            if file.extension().is_none_or(|end| end != "ndjson") {
                continue;
            }
            let text = fs::read_to_string(&file).unwrap();
            let mut lines = text
                .lines()
                .map(|line| serde_json::from_str::<Value>(line).unwrap());
            let head = lines.next().unwrap();
            // Both editions record the same events, some of which only the earlier one gives rise to.
            if ["battleground-4", "battleground-3"]
                .iter()
                .any(|id| head["card"]["system"] == *id)
            {
                for record in lines {
                    missing.remove(record["kind"].as_str().unwrap_or_default());
                }
            }
        }
    }
    let missing: Vec<&str> = missing.into_iter().collect();
    assert!(missing.is_empty(), "no frozen stream has {missing:?}");
}

/// Values of events that no other stream has: a second ranged attack, a second card of either player, custom terrain; a path that does
/// not lead past an enemy; the effects on a unit before a spell of the phase; the enemies that a router leaves behind.
#[test]
fn values_that_events_of_battleground_have_seldom_stand_in_a_frozen_stream() {
    has_values(
        "two-ranges-and-a-second-card",
        &[
            "other_ranged",
            "attacker_after_card",
            "defender_after_card",
            "Vineyard",
        ],
    );
    has_values("a-path-past-nobody", &["path_not_past"]);
    has_values("a-curse-over-a-blessing", &["spelled_from", "Steady Hearts"]);
    has_values_in("a-rout-from-two-enemies", Some("unit_turned"), &["from"]);
}

fn has_values(name: &str, values: &[&str]) {
    has_values_in(name, None, values);
}

/// The events of a frozen stream, or those of one kind, have each of these names or texts among their values.
fn has_values_in(name: &str, kind: Option<&str>, values: &[&str]) {
    let file = folder("frozen").join(format!("0.1.0/{name}.ndjson"));
    let store = MemoryStore::new();
    import(&store, &mut &fs::read(file).unwrap()[..]).unwrap();
    let listed = store.streams(&hindsight_store::StreamFilter::default(), None, 2);
    let stream = listed.unwrap().streams[0].stream;
    let mut values: BTreeSet<&str> = values.iter().copied().collect();
    let keeps = |body: &[u8], value: &str| !body.windows(value.len()).any(|part| part == value.as_bytes());
    store
        .scan(stream, 1, u64::MAX, Check::Chain, &mut |record| {
            if kind.is_none_or(|kind| kind == record.kind) {
                values.retain(|value| keeps(record.body, value));
            }
            std::ops::ControlFlow::Continue(())
        })
        .unwrap();
    assert!(values.is_empty(), "no event has {values:?}");
}

#[test]
fn every_happening_of_men_of_iron_stands_in_a_frozen_stream() {
    let mut missing: BTreeSet<&str> = men_of_iron::model::event::Event::NAMES.iter().copied().collect();
    for file in fs::read_dir(folder("frozen/0.1.0")).unwrap() {
        let file = file.unwrap().path();
        if file.extension().is_none_or(|end| end != "ndjson") {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        let mut lines = text
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap());
        if lines.next().unwrap()["card"]["system"] == "men-of-iron" {
            for record in lines {
                missing.remove(record["kind"].as_str().unwrap_or_default());
            }
        }
    }
    let missing: Vec<&str> = missing.into_iter().collect();
    assert!(missing.is_empty(), "no frozen stream has {missing:?}");
}

/// A battle decided by version 1.0.0 of the rules, of which version 2.0.0 decides some moments otherwise: it folds as it was
/// played, and its audit names what the older version decided.
#[test]
fn the_audit_of_a_game_of_older_rules_names_what_they_decided() {
    let file = folder("frozen").join("0.1.0/the-rooks-over-the-mill.ndjson");
    let chronicle = chronicle(&fs::read(file).unwrap());
    let report = chronicle.audit().unwrap();
    assert_eq!(
        (report.opened_with.as_str(), report.rules_version.as_str()),
        ("1.0.0", "2.0.3")
    );
    let named = |words: &str| report.differences.iter().any(|one| one.what.contains(words));
    // BG4-DEPLOY-07: the cheaper army chooses the first turn, also with equal numbers of units.
    assert!(named("by the rules: Next: North names the first player"));
    // BG4-ROUT-05: a recalled Skirmisher came exactly to the edge of the table, and no shift was offered.
    assert!(named(
        "how far does Routing Runner Screen (A10) shift sideways at its first contact?"
    ));
    // BG4-FLY-03: a flyer comes no nearer than its landing move leads.
    assert!(named("Rook Riders (B7) moves 2.94 of"));
    // BG4-SKIRM-09: a Free Attack on a Skirmisher that no line unit rushed.
    assert!(named("Free Attack against Runner Screen (A11)"));
}

fn chronicle(bytes: &[u8]) -> Box<dyn Chronicle> {
    let store = MemoryStore::new();
    let mut file = bytes;
    import(&store, &mut file).unwrap();
    let listed = store
        .streams(&hindsight_store::StreamFilter::default(), None, 2)
        .unwrap()
        .streams;
    let [listed] = &listed[..] else {
        panic!("one stream a file")
    };
    let system = hindsight_engine::system(&listed.card.system).unwrap();
    let mut records = Vec::new();
    store
        .scan(listed.stream, 1, u64::MAX, Check::Chain, &mut |record| {
            records.push(PastRecord {
                event: StoredEvent {
                    kind: record.kind.to_owned(),
                    schema: record.schema,
                    body: record.body.to_vec(),
                },
                command: record.command.map(|(_, body)| body.to_vec()),
            });
            std::ops::ControlFlow::Continue(())
        })
        .unwrap();
    system.chronicle(&records).unwrap()
}

/// What a stream file folds to.
fn thawed(bytes: &[u8]) -> Value {
    let chronicle = chronicle(bytes);
    let game = chronicle.game_at(chronicle.len(), Viewer::Everything).unwrap();
    let mut said = Vec::new();
    chronicle
        .walk(1, u64::MAX, Viewer::Everything, &mut |step| {
            said.push(json!([
                step.version(),
                step.kind(),
                step.live(),
                step.dice().len()
            ]));
            true
        })
        .unwrap();
    json!({
        "state": game.state(Viewer::Everything),
        "outcome": game.info(Viewer::Everything).outcome,
        "events": said,
    })
}

/// Adds the games that a release has not frozen yet.
fn freeze(release: &str) {
    let folder = folder("frozen").join(release);
    fs::create_dir_all(&folder).unwrap();
    let is_new = |game: &&Recorded| {
        !LEFT_OUT.contains(&game.name) && !folder.join(format!("{}.ndjson", game.name)).exists()
    };
    for game in GAMES.iter().filter(is_new) {
        let (store, id) = stored(&replay(&parse(game.text).unwrap(), &[]).unwrap(), game.name);
        let mut bytes = Vec::new();
        export(&store, id, &mut bytes).unwrap();
        fs::write(folder.join(format!("{}.ndjson", game.name)), bytes).unwrap();
    }
    // Streams that a server exported lie there as they came.
    for file in fs::read_dir(&folder).unwrap() {
        let stream = file.unwrap().path();
        let state = stream.with_extension("json");
        if stream.extension().is_some_and(|end| end == "ndjson") && !state.exists() {
            let thawed = thawed(&fs::read(&stream).unwrap());
            fs::write(state, format!("{thawed:#}\n")).unwrap();
        }
    }
}
