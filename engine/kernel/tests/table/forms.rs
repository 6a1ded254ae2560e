//! Streams that do not follow, stored and sent forms, redaction.

use super::*;
use hindsight_kernel::{Rules, Secrets};

#[test]
fn hs_fault_01_a_stream_that_does_not_follow_is_a_misfit_with_its_version() {
    let table = Table::staked(false);
    let mut events = table.events();
    let roll = Roll {
        purpose: "run".into(),
        sides: 6,
        faces: vec![2],
        counted: Vec::new(),
        source: RollSource::Reported,
    };
    events.push(GameEvent::Played(Event::Ran {
        seat: Seat::B,
        roll,
        to: 2,
    }));
    let at = events.len() as u64;
    assert!(matches!(Game::<Dash>::fold(&events), Err(FoldError::At { version, .. }) if version == at));
    assert!(
        matches!(
            Game::<Dash>::fold(&events[1..]),
            Err(FoldError::At { version: 1, .. })
        ),
        "no opening"
    );
    let wrong_turn = vec![events[0].clone(), GameEvent::TakenBack { to: 7, reason: None }];
    assert!(Game::<Dash>::fold(&wrong_turn).is_err());
}

#[test]
fn newer_types_and_schemas_are_refused_by_the_version_they_need_and_older_ones_upcast() {
    let StoredEvent { kind, body, .. } =
        codec::store_event::<Dash>(&GameEvent::Played(Event::Rested { seat: Seat::A }));
    assert!(
        matches!(codec::load_event::<Dash>(&kind, 3, &body), Err(FoldError::Newer { needs, .. }) if needs.contains("schema 3"))
    );
    let unknown = codec::encode(&json!({ "flew": { "seat": "A" } }));
    assert!(matches!(
        codec::load_event::<Dash>("flew", 2, &unknown),
        Err(FoldError::Newer { .. })
    ));
    let mut other_format = body.clone();
    other_format[0] = 9;
    assert!(matches!(
        codec::load_event::<Dash>(&kind, 2, &other_format),
        Err(FoldError::Newer { .. })
    ));
    assert!(matches!(
        codec::load_event::<Dash>(&kind, 2, &body[..3]),
        Err(FoldError::Unreadable { .. })
    ));
    assert!(matches!(
        codec::load_event::<Dash>(&kind, 2, &[]),
        Err(FoldError::Unreadable { .. })
    ));
    let old = codec::encode(&json!({ "moved": { "seat": "B", "at": 4 } }));
    let event = codec::load_event::<Dash>("moved", 1, &old).expect("upcast");
    assert_eq!(event, GameEvent::Played(Event::Moved { seat: Seat::B, to: 4 }));
}

#[test]
fn wire_forms_carry_a_type_and_name_the_place_of_a_fault() {
    assert_eq!(
        wire::to_value(&Command::Stake { amount: 2 }),
        json!({ "type": "stake", "amount": 2 })
    );
    assert_eq!(wire::to_value(&Command::Run), json!({ "type": "run" }));
    assert_eq!(
        wire::from_value::<Command>(json!({ "type": "run" })),
        Ok(Command::Run)
    );
    let place = |value| wire::from_value::<Command>(value).expect_err("malformed").path;
    assert_eq!(place(json!({ "amount": 2 })), "/type");
    assert_eq!(place(json!({ "type": "fly" })), "/type");
    assert_eq!(place(json!({ "type": "fly", "amount": 2 })), "/type");
    assert_eq!(place(json!({ "type": 3 })), "/type");
    assert_eq!(place(json!({ "type": "stake", "amount": "two" })), "/amount");
    assert_eq!(
        place(json!({ "type": "stake", "amount": 2, "colour": 1 })),
        "/colour"
    );
    assert_eq!(place(json!([])), "");
}

#[test]
fn redaction_hides_a_stake_until_it_is_turned_up_and_folds_to_the_view() {
    let mut table = Table::open(false);
    table.give(play(Seat::A, Command::Stake { amount: 3 }, &[]));
    for (viewer, seen) in [
        (Viewer::Seat(Seat::A), Stake::Of(3)),
        (Viewer::Seat(Seat::B), Stake::Unknown),
        (Viewer::Public, Stake::Unknown),
    ] {
        assert_eq!(Dash::view(table.game.state(), viewer).stakes[0], seen);
    }
}

proptest! {
    #[test]
    fn a_random_game_folds_audits_and_stores(seed in any::<u64>(), rewinds in prop::collection::vec(any::<prop::sample::Index>(), 0..4)) {
        let mut table = Table::open(true);
        let mut rng = bot_rng(seed);
        let mut rewinds = rewinds.into_iter();
        for step in 0..60 {
            if table.game.ending().is_some() { break; }
            if step % 9 == 8 && let Some(index) = rewinds.next() {
                let stops: Vec<u64> = (2..table.game.version()).filter(|&to| table.weigh(&given(Seat::A, GameOrder::TakeBack { to, reason: None }, &[])).is_ok()).collect();
                prop_assert!(!stops.is_empty());
                let to = stops[index.index(stops.len())];
                table.give(given(Seat::A, GameOrder::TakeBack { to, reason: None }, &[]));
            }
            let seat = Dash::awaiting(table.game.state())[0].seat;
            let command = choose::<Dash>(hindsight_kernel::Bot::Random, table.game.state(), seat, &mut rng).expect("offered");
            table.give(play(seat, command, &[]));
        }
        let events = table.events();
        // Stored and loaded again, split anywhere, the fold is the same.
        let stored: Vec<StoredEvent> = events.iter().map(codec::store_event::<Dash>).collect();
        let loaded: Vec<EventOf<Dash>> = stored.iter().map(|event| codec::load_event::<Dash>(&event.kind, event.schema, &event.body).expect("loads")).collect();
        prop_assert_eq!(&loaded, &events);
        let live = live_line(events.iter().map(GameEvent::rewinds_to));
        prop_assert!(live.windows(2).all(|pair| pair[0] < pair[1]));
        let report = audit::<Dash>(&table.past).expect("folds");
        prop_assert!(report.differences.is_empty(), "{:?}", report.differences);
        let snapshot: Game<Dash> = codec::decode(&codec::encode(&table.game)).expect("snapshot");
        prop_assert_eq!(snapshot, table.game);
    }
}
