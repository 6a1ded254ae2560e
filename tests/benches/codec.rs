//! Benchmark of the disk codec that reads events, against the JSON that people read: `serde_json` with the
//! type inside.
//!
//! The events are those of games that random and greedy bots played. The reference is what `#[serde(tag = "type")]` derives for one
//! flat enum of the same events.
//! `cargo bench -p hindsight-tests --bench codec`

#![allow(clippy::unwrap_used, reason = "a failed measurement should stop the program")]

mod games;
mod measure;

use std::sync::Arc;

use before_battle::BeforeBattle;
use before_battle::model::cards::Cards;
use before_battle::model::command::{Patch, Reformed};
use before_battle::model::event::{Blow, Event, TurnedUp};
use before_battle::model::names::{CardId, UnitId, UnitSet};
use before_battle::model::state::{ArmyList, Assigned, Ending, Right, State};
use before_battle::model::strike::Strike;
use hindsight_engine::kernel::codec::{self, StoredEvent};
use hindsight_engine::kernel::{Bot, GameEvent, Roll, Seat};
use hindsight_geometry::squares::{Cell, Facing, Hand, Lane, Rotation};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use measure::{Bound, Row, in_turn, seconds, table};

/// The same event with its type inside, as on the wire.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
enum ByTag {
    GameSet {
        cards: Arc<Cards>,
    },
    PositionSet {
        position: Box<State>,
    },
    ListConfirmed {
        seat: Seat,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        list: Option<Arc<ArmyList>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        shown: Option<Arc<Vec<CardId>>>,
    },
    ListsRevealed {
        south: Arc<Vec<CardId>>,
        north: Arc<Vec<CardId>>,
        allowances: [u8; 2],
    },
    WeaponsConfirmed {
        seat: Seat,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        weapons: Option<Arc<Vec<Assigned>>>,
    },
    StartRolled {
        south: Roll,
        north: Roll,
        winner: Option<Seat>,
    },
    RightTaken {
        seat: Seat,
        right: Right,
        deployment_right: Seat,
    },
    DeployerNamed {
        seat: Seat,
        first: Seat,
    },
    FirstNamed {
        seat: Seat,
        first: Seat,
    },
    UnitDeployed {
        unit: UnitId,
        cell: Cell,
        facing: Facing,
        next: Option<Seat>,
    },
    ArmySupplied {
        seat: Seat,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        list: Option<Arc<ArmyList>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        weapons: Option<Arc<Vec<Assigned>>>,
    },
    ArmiesTurnedUp {
        units: Vec<TurnedUp>,
    },
    TurnBegan {
        round: u8,
        seat: Seat,
    },
    UnitMoved {
        unit: UnitId,
        turn: Option<Hand>,
        from: Cell,
        to: Cell,
        facing: Facing,
        entered: u8,
        charged: bool,
    },
    UnitHustled {
        unit: UnitId,
        from: Cell,
        to: Cell,
        entered: u8,
        roll: Roll,
        charged: bool,
    },
    UnitTurned {
        unit: UnitId,
        rotation: Rotation,
        facing: Facing,
    },
    UnitSidestepped {
        unit: UnitId,
        hand: Hand,
        from: Cell,
        to: Cell,
    },
    UnitShot {
        turn: Option<Hand>,
        facing: Facing,
        lane: Lane,
        distance: u8,
        blow: Blow,
    },
    ActionsEnded,
    CombatsSet {
        combats: Vec<UnitSet>,
    },
    CombatOrderSet {
        strikes: Vec<Strike>,
        silenced: UnitSet,
    },
    TierFought {
        tier: u8,
        blows: Vec<Blow>,
    },
    CombatResolved {
        wounds: [u16; 2],
        fighting: bool,
        winner: Option<Seat>,
        tests: Vec<UnitId>,
    },
    FleeRolled {
        unit: UnitId,
        need: u8,
        roll: Roll,
        flees: bool,
    },
    UnitFled {
        unit: UnitId,
        from: Cell,
        to: Cell,
        facing: Facing,
        entered: u8,
        off_board: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        blocked_by: Option<UnitId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dice: Option<Roll>,
        need: u8,
        killed: u8,
        models_after: u8,
        wounds_after: u8,
    },
    UnitsReformed {
        seat: Seat,
        facings: Vec<Reformed>,
    },
    CombatEnded,
    TurnEnded,
    BattleEnded {
        ending: Ending,
    },
    Patched {
        patch: Patch,
    },
}

/// The JSON of an event with its type inside.
fn tagged(event: &Event) -> Value {
    match serde_json::to_value(event).unwrap() {
        Value::Object(named) => {
            let (name, fields) = named.into_iter().next().unwrap();
            let Value::Object(mut fields) = fields else {
                panic!("{name} has no named fields")
            };
            fields.insert("type".to_owned(), name.into());
            Value::Object(fields)
        }
        name => json!({ "type": name }),
    }
}

fn main() {
    let bot = |number| if number % 2 == 0 { Bot::Random } else { Bot::Greedy };
    let played = (0..60).map(|number| games::play(number, bot(number), 0));
    let recorded: Vec<StoredEvent> = played.flat_map(|game| game.events()).collect();
    // The table's own events and the cards in the first event of each game are another matter: they are left out.
    let stored: Vec<StoredEvent> = recorded
        .into_iter()
        .filter(|event| !event.kind.starts_with('@') && event.kind != "game_set")
        .collect();
    let load = |event: &StoredEvent| {
        codec::load_event::<BeforeBattle>(&event.kind, event.schema, &event.body).unwrap()
    };
    let json: Vec<Vec<u8>> = stored
        .iter()
        .map(|event| match load(event) {
            GameEvent::Played(event) => {
                let read: ByTag = serde_json::from_value(tagged(&event)).unwrap();
                serde_json::to_vec(&read).unwrap()
            }
            _ => unreachable!("only events of the system were kept"),
        })
        .collect();
    for (event, json) in stored.iter().zip(&json) {
        let GameEvent::Played(event) = load(event) else {
            continue;
        };
        let read: Value = serde_json::from_slice(json).unwrap();
        assert_eq!(read, tagged(&event), "both forms are of one event");
    }
    let count = stored.len() as f64;
    let (ours, reference) = in_turn(
        || {
            count
                / seconds(|| {
                    for event in &stored {
                        drop(std::hint::black_box(load(event)));
                    }
                })
        },
        || {
            count
                / seconds(|| {
                    for json in &json {
                        drop(std::hint::black_box(
                            serde_json::from_slice::<ByTag>(json).unwrap(),
                        ));
                    }
                })
        },
    );
    let bytes = |all: &mut dyn Iterator<Item = usize>| all.sum::<usize>() as f64 / count;
    let rows = [
        Row {
            what: "disk codec / serde_json by tag".to_owned(),
            unit: "events/s",
            ours,
            reference,
            bound: Bound::AtLeast(1.4),
        },
        Row {
            what: "the same without kind".to_owned(),
            unit: "bytes/event",
            ours: vec![bytes(&mut stored.iter().map(|event| event.body.len()))],
            reference: vec![bytes(&mut json.iter().map(Vec::len))],
            bound: Bound::AtMost(0.75),
        },
    ];
    table(&format!("codec: {count} events of 60 bot games"), &rows);
}
