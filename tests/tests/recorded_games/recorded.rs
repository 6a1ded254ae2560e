//! The recorded games with what is known of their end by hand, and how they lie in a store.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{LazyLock, OnceLock};

use hindsight_engine::System;
use hindsight_engine::kernel::codec::StoredEvent;
use hindsight_notation::bridge::{Batch, Replayed, replay};
use hindsight_notation::{Document, parse};
use hindsight_store::{
    Append, CommandStamp, EventLog, Expected, MemoryStore, NewEvent, StreamCard, StreamId,
};

/// A recorded game.
pub(crate) struct Recorded {
    /// The file's name without its extension.
    pub(crate) name: &'static str,
    /// The file.
    pub(crate) text: &'static str,
    /// The side that won.
    pub(crate) winner: Option<u8>,
    /// The points of both sides as the scenario counts them. Before Battle: 1 for each enemy Core unit destroyed, 2 for
    /// each Elite, 3 for the General; Battleground: the printed points of the enemy units destroyed; Ice and Fire: victory points;
    /// Men of Iron: the Flight Points of the enemy. Of no account where a side gives up.
    pub(crate) scores: [f64; 2],
    /// The units that stand at the end, with their models, free boxes or wounds left.
    pub(crate) standing: &'static [(&'static str, u32)],
}

/// A folder of this package.
pub(crate) fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The text of a game, read.
pub(crate) fn document(game: &Recorded) -> Document {
    parse(game.text).unwrap_or_else(|faults| panic!("{}: {faults}", game.name))
}

/// A game, decided again from its commands and dice: once for all tests, for a whole battle takes a while.
pub(crate) fn replayed(game: &Recorded) -> &'static Replayed {
    static ALL: LazyLock<BTreeMap<&'static str, OnceLock<Replayed>>> =
        LazyLock::new(|| GAMES.iter().map(|game| (game.name, OnceLock::new())).collect());
    ALL[game.name]
        .get_or_init(|| replay(&document(game), &[]).unwrap_or_else(|fault| panic!("{}: {fault}", game.name)))
}

/// A game in a store of its own, with the same ids and times on every machine.
pub(crate) fn stored(replayed: &Replayed, name: &str) -> (MemoryStore, StreamId) {
    let batches =
        std::iter::once(&replayed.opening).chain(replayed.played.iter().map(|played| &played.batch));
    let batches = batches.map(|Batch { command, events }| (&command[..], &events[..]));
    filed(replayed.system, batches, name)
}

/// The same of what its commands recorded, one after the other.
pub(crate) fn filed<'b>(
    system: &dyn System,
    batches: impl Iterator<Item = (&'b [u8], &'b [StoredEvent])>,
    name: &str,
) -> (MemoryStore, StreamId) {
    const START_MS: u64 = 1_777_680_000_000;
    let hash = blake3::hash(name.as_bytes());
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash.as_bytes()[..16]);
    let id = StreamId::new(START_MS, u128::from_be_bytes(bytes));
    let store = MemoryStore::new();
    let mut version = 0;
    for (number, (command, events)) in (0..).zip(batches) {
        let card = (number == 0).then(|| StreamCard {
            system: system.id().to_owned(),
            title: name.to_owned(),
            status: "finished".to_owned(),
            visibility: "public".to_owned(),
            owner: "tests".to_owned(),
            marks: vec!["sample".to_owned()],
            ..StreamCard::default()
        });
        let new = |StoredEvent { kind, schema, body }: &StoredEvent| NewEvent {
            kind: kind.clone(),
            schema: *schema,
            body: body.clone(),
        };
        let append = Append {
            stream: id,
            expected: Expected::Exactly(version),
            recorded_at_ms: START_MS + number * 1_000,
            command: CommandStamp {
                id: format!("n{number}"),
                actor: "tests".to_owned(),
                rules: system.rules_version().to_owned(),
                body: command.to_vec(),
            },
            events: events.iter().map(new).collect(),
            card,
        };
        version = store.append(append).expect("a game is stored").last;
    }
    (store, id)
}

macro_rules! text {
    ($name:literal) => {
        include_str!(concat!("../../games/", $name, ".hgn"))
    };
}

/// Every unit of Harrow Ford.
const HARROW_FORD: &[(&str, u32)] = &[
    ("A-AX1", 1),
    ("A-AX2", 1),
    ("A-DM1", 1),
    ("A-DM2", 1),
    ("A-DM3", 1),
    ("A-GN1", 1),
    ("A-HB1", 1),
    ("A-LB1", 1),
    ("A-LB2", 1),
    ("A-LB3", 1),
    ("A-LB4", 1),
    ("A-MM1", 1),
    ("A-MM2", 1),
    ("A-MM3", 1),
    ("A-MM4", 1),
    ("A-PK1", 1),
    ("A-PK2", 1),
    ("A-SL1", 1),
    ("B-AX1", 1),
    ("B-AX2", 1),
    ("B-CB1", 1),
    ("B-CB2", 1),
    ("B-CB3", 1),
    ("B-CB4", 1),
    ("B-DM1", 1),
    ("B-DM2", 1),
    ("B-GN1", 1),
    ("B-GN2", 1),
    ("B-HB1", 1),
    ("B-MM1", 1),
    ("B-MM2", 1),
    ("B-MM3", 1),
    ("B-MM4", 1),
    ("B-MM5", 1),
    ("B-PK1", 1),
    ("B-PK2", 1),
    ("B-PK3", 1),
    ("B-PK4", 1),
];

/// All of them. Who stands and who scored is taken from the last events of each record by hand.
pub(crate) const GAMES: &[Recorded] = &[
    Recorded {
        name: "one-model-too-few",
        text: text!("one-model-too-few"),
        winner: Some(1),
        scores: [10.0, 8.0],
        standing: &[("A1", 3), ("A2", 8)],
    },
    Recorded {
        name: "orsa-takes-the-axes",
        text: text!("orsa-takes-the-axes"),
        winner: Some(1),
        scores: [10.0, 7.0],
        standing: &[("A2", 8), ("A4", 5)],
    },
    Recorded {
        name: "the-knights-on-e6",
        text: text!("the-knights-on-e6"),
        winner: Some(1),
        scores: [10.0, 2.0],
        standing: &[("A1", 4), ("A4", 3), ("A5", 5), ("A6", 4)],
    },
    Recorded {
        name: "the-misread-die",
        text: text!("the-misread-die"),
        winner: Some(2),
        scores: [4.0, 9.0],
        standing: &[("A2", 1), ("B3", 2), ("B4", 3), ("B6", 2)],
    },
    Recorded {
        name: "three-rounds-left",
        text: text!("three-rounds-left"),
        winner: Some(1),
        scores: [10.0, 2.0],
        standing: &[("A2", 8), ("A4", 6), ("A5", 1), ("A6", 5)],
    },
    Recorded {
        name: "two-hidden-armies",
        text: text!("two-hidden-armies"),
        winner: None,
        scores: [10.0, 10.0],
        standing: &[],
    },
    Recorded {
        name: "the-colossus-on-the-tor",
        text: text!("the-colossus-on-the-tor"),
        winner: Some(1),
        scores: [1208.0, 393.0],
        standing: &[
            ("A1", 8),
            ("A3", 10),
            ("A4", 10),
            ("A5", 4),
            ("A6", 2),
            ("A7", 6),
            ("A8", 7),
            ("B4", 9),
            ("B7", 5),
            ("B9", 5),
        ],
    },
    Recorded {
        name: "the-knights-at-the-barrow",
        text: text!("the-knights-at-the-barrow"),
        winner: Some(1),
        scores: [1300.0, 187.0],
        standing: &[
            ("A1", 9),
            ("A2", 7),
            ("A3", 8),
            ("A4", 9),
            ("A5", 5),
            ("A6", 8),
            ("A7", 4),
            ("A9", 5),
            ("B1", 3),
            ("B2", 2),
            ("B8", 4),
            ("B9", 5),
        ],
    },
    Recorded {
        name: "the-levy-that-came-back",
        text: text!("the-levy-that-came-back"),
        winner: Some(2),
        scores: [5.0, 10.0],
        standing: &[
            ("A2", 12),
            ("A3", 12),
            ("A5", 10),
            ("B1", 7),
            ("B2", 1),
            ("B3", 12),
            ("B4", 10),
            ("B5", 8),
        ],
    },
    Recorded {
        name: "the-knights-in-the-stakes",
        text: text!("the-knights-in-the-stakes"),
        winner: Some(2),
        scores: [9.0, 10.0],
        standing: &[("A1", 6), ("A3", 12), ("A4", 11), ("B1", 12), ("B3", 12)],
    },
    Recorded {
        name: "the-archers-on-the-knoll",
        text: text!("the-archers-on-the-knoll"),
        winner: Some(1),
        scores: [12.0, 11.0],
        standing: &[
            ("A1", 10),
            ("A3", 12),
            ("A5", 12),
            ("B2", 12),
            ("B3", 12),
            ("B4", 6),
        ],
    },
    Recorded {
        name: "the-extended-example",
        text: text!("the-extended-example"),
        winner: Some(1),
        scores: [2.0, 0.0],
        standing: &[
            ("A", 1),
            ("B", 1),
            ("C", 1),
            ("LB1", 1),
            ("LB2", 1),
            ("X", 1),
            ("Y", 1),
            ("Z", 1),
        ],
    },
    Recorded {
        name: "the-chain-of-activations",
        text: text!("the-chain-of-activations"),
        winner: Some(1),
        scores: [0.0, 0.0],
        standing: HARROW_FORD,
    },
    Recorded {
        name: "the-sequence-of-play",
        text: text!("the-sequence-of-play"),
        winner: Some(1),
        scores: [0.0, 0.0],
        standing: HARROW_FORD,
    },
    Recorded {
        name: "the-rings-on-the-ridge",
        text: text!("the-rings-on-the-ridge"),
        winner: None,
        scores: [8.0, 12.0],
        standing: &[
            ("A-AX1", 1),
            ("A-LB1", 1),
            ("A-PK1", 1),
            ("A-PK2", 1),
            ("A-PK3", 1),
            ("A-PK4", 1),
            ("B-DM2", 1),
            ("B-LB1", 1),
            ("B-LB2", 1),
            ("B-MM1", 1),
            ("B-MM2", 1),
            ("B-MM3", 1),
            ("B-MM5", 1),
            ("B-SL1", 1),
        ],
    },
    Recorded {
        name: "the-bows-of-osier-bank",
        text: text!("the-bows-of-osier-bank"),
        winner: Some(2),
        scores: [3.0, 11.0],
        standing: &[
            ("A-DM1", 1),
            ("A-DM2", 1),
            ("A-DM3", 1),
            ("A-DM4", 1),
            ("A-LB4", 1),
            ("B-CB2", 1),
            ("B-GN1", 1),
            ("B-MM1", 1),
            ("B-MM2", 1),
            ("B-MM3", 1),
            ("B-MM4", 1),
            ("B-MM5", 1),
            ("B-MM6", 1),
        ],
    },
    Recorded {
        name: "the-marshal-comes-late",
        text: text!("the-marshal-comes-late"),
        winner: Some(1),
        scores: [19.0, 9.0],
        standing: &[
            ("A-AX1", 1),
            ("A-AX2", 1),
            ("A-DM1", 1),
            ("A-DM3", 1),
            ("A-GN1", 1),
            ("A-HB1", 1),
            ("A-LB1", 1),
            ("A-LB2", 1),
            ("A-LB3", 1),
            ("A-MM1", 1),
            ("A-MM2", 1),
            ("A-MM3", 1),
            ("A-MM4", 1),
            ("A-PK1", 1),
            ("A-PK2", 1),
            ("B-CB1", 1),
            ("B-CB4", 1),
            ("B-DM1", 1),
            ("B-DM2", 1),
            ("B-GN1", 1),
            ("B-GN2", 1),
            ("B-HB1", 1),
            ("B-MM3", 1),
            ("B-MM4", 1),
            ("B-MM5", 1),
            ("B-PK2", 1),
            ("B-PK3", 1),
            ("B-PK4", 1),
        ],
    },
    Recorded {
        name: "the-wolves-at-two-woods",
        text: text!("the-wolves-at-two-woods"),
        winner: Some(2),
        scores: [490.0, 1430.0],
        standing: &[("B1", 3), ("B2", 1), ("B5", 7), ("B6", 4)],
    },
    Recorded {
        name: "the-griffons-over-the-mammoth",
        text: text!("the-griffons-over-the-mammoth"),
        winner: Some(2),
        scores: [615.0, 1895.0],
        standing: &[("B1", 9), ("B2", 8), ("B4", 1), ("B6", 7)],
    },
    Recorded {
        name: "three-players-at-the-marsh",
        text: text!("three-players-at-the-marsh"),
        winner: Some(2),
        scores: [190.0, 1955.0],
        standing: &[
            ("B1", 6),
            ("B2", 7),
            ("B3", 7),
            ("B5", 8),
            ("B6", 8),
            ("B7", 9),
            ("B8", 7),
        ],
    },
    Recorded {
        name: "the-rooks-at-the-mill-stream",
        text: text!("the-rooks-at-the-mill-stream"),
        winner: Some(2),
        scores: [620.0, 1402.0],
        standing: &[
            ("A4", 7),
            ("A9", 1),
            ("A11", 5),
            ("B1", 5),
            ("B4", 9),
            ("B5", 4),
            ("B6", 7),
            ("B7", 10),
            ("B9", 5),
        ],
    },
];
