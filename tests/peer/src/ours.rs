//! Our side: the store of Hindsight, strict, with the battle kept in memory as the server keeps games, or read anew.

use std::ops::ControlFlow;

use hindsight_store::{
    Append, Check, CommandStamp, EventStore, Expected, NewEvent, SledStore, StreamCard, StreamId,
};

use crate::aggregate::{Battle, Event, Move};

/// The name of a battle.
pub fn stream(number: u64) -> StreamId {
    StreamId::new(
        1_700_000_000_000 + number,
        u128::from(number) * 0x1234_5678_9ABC_DEF1,
    )
}

/// Reads and folds a battle.
pub fn load(store: &SledStore, stream: StreamId) -> Battle {
    let mut battle = Battle::default();
    store
        .scan(stream, 1, u64::MAX, Check::Continuity, &mut |record| {
            let event: Event = rmp_serde::from_slice(record.body).unwrap();
            battle.evolve(&event);
            ControlFlow::Continue(())
        })
        .unwrap();
    battle
}

/// Decides a command, stores it with its event, and applies that once it is on the disk.
pub fn execute(store: &SledStore, stream: StreamId, battle: &mut Battle, command: &Move) {
    let event = battle.decide(command).unwrap();
    let body = rmp_serde::to_vec_named(&event).unwrap();
    let stamp = CommandStamp {
        id: format!("{:08x}", battle.version),
        actor: "anna".to_owned(),
        rules: "1.0.0".to_owned(),
        body: rmp_serde::to_vec_named(command).unwrap(),
    };
    store
        .append(Append {
            stream,
            expected: Expected::Exactly(battle.version),
            recorded_at_ms: 1_700_000_000_000 + battle.version,
            command: stamp,
            events: vec![NewEvent {
                kind: "unit_moved".to_owned(),
                schema: 1,
                body,
            }],
            card: (battle.version == 0).then(|| StreamCard {
                system: "battle".to_owned(),
                ..StreamCard::default()
            }),
        })
        .unwrap();
    battle.evolve(&event);
}
