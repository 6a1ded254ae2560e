//! Damage to the index, which is derived and can be made anew.

use hindsight_store::conformance::{append, stream};
use hindsight_store::{DamagedCards, EventLog, Options, Rebuilt, SledStore, StreamIndex, Upkeep};

use super::{behind_its_back, copy, filled, open, options};

#[test]
fn a_damaged_index_is_made_anew_from_the_streams() {
    let home = tempfile::tempdir().unwrap();
    let log = filled(home.path());
    let card_key = |number| [&b"c"[..], &stream(number).to_bytes()].concat();
    behind_its_back(home.path(), |db| {
        let card = |number| db.get(card_key(number)).unwrap().unwrap();
        // Of another length, lost, and of no stream.
        assert_ne!(card(4), card(6));
        db.insert(card_key(4), card(6)).unwrap();
        db.insert(card_key(99), card(6)).unwrap();
        db.remove(card_key(3)).unwrap();
    });
    let last = |number: u64| {
        let mut records = log.iter().rev();
        records.find(|record| record.stream == stream(number)).unwrap()
    };
    let store = open(home.path()).unwrap();
    assert_eq!(store.verify(&mut |_| {}).unwrap().faults, 3);
    assert_eq!(store.card(stream(3)).unwrap(), None);
    let rebuilt = store.rebuild(&mut |_| {}).unwrap();
    let right = Rebuilt {
        streams: 10,
        mended: 2,
        removed: 1,
    };
    assert_eq!(rebuilt, right);
    for number in [3, 4] {
        let listed = store.card(stream(number)).unwrap().unwrap();
        assert_eq!(listed.card.events, last(number).version);
        assert_eq!(listed.card.updated_ms, last(number).recorded_at_ms);
    }
    assert_eq!(store.card(stream(99)).unwrap(), None);
    assert!(store.verify(&mut |_| {}).unwrap().is_sound());
    drop(store);
    let store = open(home.path()).unwrap();
    assert!(store.verify(&mut |_| {}).unwrap().is_sound());
    assert_eq!(
        store.rebuild(&mut |_| {}).unwrap(),
        Rebuilt {
            streams: 10,
            ..Rebuilt::default()
        }
    );
}

#[test]
fn an_index_card_that_does_not_read_stops_all_but_a_rebuild() {
    let home = tempfile::tempdir().unwrap();
    let log = filled(home.path());
    let card_key = |number| [&b"c"[..], &stream(number).to_bytes()].concat();
    behind_its_back(home.path(), |db| {
        let whole = db.get(card_key(5)).unwrap().unwrap();
        db.insert(card_key(5), &whole[..whole.len() / 2]).unwrap();
    });
    let error = open(home.path()).err().unwrap().to_string();
    assert!(
        error.contains("index card") && error.contains(&stream(5).to_string()),
        "{error}"
    );
    let lenient = Options {
        damaged_cards: DamagedCards::LeaveOut,
        ..options()
    };
    let (store, report) = SledStore::open(home.path(), &lenient).unwrap();
    assert_eq!(report.damaged, [stream(5)]);
    let mut walked = Vec::new();
    let rebuilt = store.rebuild(&mut |streams| walked.push(streams)).unwrap();
    let right = Rebuilt {
        streams: 10,
        mended: 1,
        removed: 0,
    };
    assert_eq!(rebuilt, right);
    assert_eq!(walked, (1..=10).collect::<Vec<u64>>());
    drop(store);
    // From now on it opens as strictly as ever, and the card says what the stream says.
    let store = open(home.path()).unwrap();
    let card = store.card(stream(5)).unwrap().unwrap().card;
    let of_five: Vec<_> = log.iter().filter(|record| record.stream == stream(5)).collect();
    assert_eq!(
        (card.events, card.created_ms, card.updated_ms),
        (
            of_five.len() as u64,
            of_five[0].recorded_at_ms,
            of_five[of_five.len() - 1].recorded_at_ms
        )
    );
    assert!(store.verify(&mut |_| {}).unwrap().is_sound());
}

/// A kill leaves appends behind the last note of the index. A card that was lost with it is made anew by the opening
/// itself, and says when its stream began, not when it last grew.
#[test]
fn a_lost_card_of_a_stream_that_grew_since_says_when_the_stream_began() {
    let home = tempfile::tempdir().unwrap();
    let log = filled(home.path());
    let of_five: Vec<_> = log.iter().filter(|record| record.stream == stream(5)).collect();
    let (first, last) = (of_five[0], of_five[of_five.len() - 1]);
    assert_ne!(first.recorded_at_ms, last.recorded_at_ms);
    let last_batch = of_five
        .iter()
        .find(|record| record.command_id == last.command_id)
        .unwrap();
    let noted = last_batch.position - 1;
    behind_its_back(home.path(), |db| {
        let card_key = [&b"c"[..], &stream(5).to_bytes()].concat();
        let whole = db.get(&card_key).unwrap().unwrap();
        db.insert(&card_key, &whole[..whole.len() / 2]).unwrap();
        let mut note = db.get("mcards-at").unwrap().unwrap().to_vec();
        let digits = note.len() - 8..;
        note[digits].copy_from_slice(&noted.to_be_bytes());
        db.insert("mcards-at", note).unwrap();
    });
    let lenient = Options {
        damaged_cards: DamagedCards::LeaveOut,
        ..options()
    };
    let (store, report) = SledStore::open(home.path(), &lenient).unwrap();
    assert_eq!(report.damaged, [stream(5)]);
    store.rebuild(&mut |_| {}).unwrap();
    let card = store.card(stream(5)).unwrap().unwrap().card;
    assert_eq!(
        (card.created_ms, card.updated_ms),
        (first.recorded_at_ms, last.recorded_at_ms)
    );
    assert_eq!(card.marks, ["recovered"]);
    assert!(store.verify(&mut |_| {}).unwrap().is_sound());
}

/// A kill leaves cards in the database behind their streams. An opening brings them up to date in memory; the next orderly
/// end must write them, also of streams that nobody wrote to since.
#[test]
fn what_an_opening_after_a_kill_mends_in_the_index_is_written() {
    let home = tempfile::tempdir().unwrap();
    let (dir, killed) = (home.path().join("store"), home.path().join("killed"));
    filled(&dir);
    let store = open(&dir).unwrap();
    for number in 0..5 {
        let head = store.head(stream(number)).unwrap().unwrap().version;
        store.append(append(stream(number), head, 25, "grew")).unwrap();
    }
    let grown: Vec<_> = (0..5).map(|number| store.card(stream(number)).unwrap()).collect();
    copy(&dir, &killed);
    drop(store);
    let (store, report) = SledStore::open(&killed, &options()).unwrap();
    assert_eq!(report.refreshed, 5);
    store.append(append(stream(77), 0, 1, "another")).unwrap();
    store.close().unwrap();
    drop(store);
    for _ in 0..2 {
        let (store, report) = SledStore::open(&killed, &options()).unwrap();
        assert_eq!(report.refreshed, 0, "the index was written");
        let verdict = store.verify(&mut |_| {}).unwrap();
        assert!(verdict.is_sound(), "{:?}", verdict.first_fault);
        let cards: Vec<_> = (0..5).map(|number| store.card(stream(number)).unwrap()).collect();
        assert_eq!(cards, grown);
        store.close().unwrap();
    }
}
