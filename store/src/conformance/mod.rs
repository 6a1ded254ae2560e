//! Conformance suite of every store, whatever it is made of: one list of cases, each run against a fresh,
//! empty store.

#![expect(clippy::unwrap_used, reason = "a case fails by panicking")]
#![expect(clippy::needless_pass_by_value, reason = "a case owns its store")]

use std::sync::Arc;

use crate::{Append, CommandStamp, EventStore, Expected, NewEvent, StreamId};

mod appends;
mod beside;
mod index;
mod reading;
mod tampering;

pub use tampering::behind_its_back;

/// A case: its name and what it does with an empty store. It panics if the store is wrong.
pub type Case = (&'static str, fn(Arc<dyn EventStore>));

/// All cases.
pub const CASES: &[Case] = &[
    ("an append reads back", appends::an_append_reads_back),
    (
        "versions and positions have no gaps",
        appends::versions_and_positions_have_no_gaps,
    ),
    (
        "a stale writer loses and nothing changes",
        appends::a_stale_writer_loses,
    ),
    (
        "one of many equal writers wins",
        appends::one_of_many_equal_writers_wins,
    ),
    (
        "a repeated command is recognised",
        appends::a_repeated_command_is_recognised,
    ),
    (
        "a repeated command among concurrent ones is stored once",
        appends::a_repeated_command_is_stored_once,
    ),
    (
        "a command id for another command is refused",
        appends::a_reused_command_id_is_refused,
    ),
    (
        "command ids belong to their stream",
        appends::command_ids_belong_to_their_stream,
    ),
    (
        "commands stored together are all there, in order",
        appends::commands_stored_together_are_all_there,
    ),
    (
        "of commands that cannot be stored together none is",
        appends::of_a_refused_list_nothing_is_stored,
    ),
    (
        "a repeated list is recognised, and one that is known in part is refused",
        appends::a_repeated_list_is_recognised,
    ),
    (
        "what is too large is refused",
        appends::what_is_too_large_is_refused,
    ),
    (
        "bodies of every size come back",
        reading::bodies_of_every_size_come_back,
    ),
    ("any text and any bytes come back", reading::any_text_comes_back),
    (
        "the chain covers each record",
        reading::the_chain_covers_each_record,
    ),
    ("reads are bounded by what is asked", reading::reads_are_bounded),
    (
        "the log is the order of appends",
        reading::the_log_is_the_order_of_appends,
    ),
    (
        "packing changes nothing that can be read",
        reading::packing_changes_nothing,
    ),
    (
        "a stream that grows is packed piece by piece",
        reading::a_stream_that_grows_is_packed_piece_by_piece,
    ),
    ("lists filter, sort and page", index::lists_filter_sort_and_page),
    ("cards follow the appends", index::cards_follow_the_appends),
    ("a draft is put away, not erased", index::a_draft_is_put_away),
    (
        "snapshots are found by version and format",
        beside::snapshots_are_found,
    ),
    (
        "a rebuild drops caches and leaves what is right",
        beside::a_rebuild_leaves_what_is_right,
    ),
    ("side records are kept", beside::side_records_are_kept),
    (
        "side changes are all or nothing",
        beside::side_changes_are_all_or_nothing,
    ),
    (
        "changed cards are told of at once",
        beside::changed_cards_are_told,
    ),
    (
        "followers hear of appends, slow ones that they lag",
        beside::followers_hear,
    ),
    (
        "a closed store takes nothing",
        beside::a_closed_store_takes_nothing,
    ),
    ("a sound store verifies", reading::a_sound_store_verifies),
];

/// Runs every case on a store of its own.
pub fn run(mut fresh: impl FnMut() -> Arc<dyn EventStore>) {
    for (name, case) in CASES {
        println!("conformance: {name}");
        case(fresh());
    }
}

/// A stream name for tests.
pub fn stream(number: u64) -> StreamId {
    StreamId::new(1_700_000_000_000 + number, u128::from(number))
}

/// An append for tests: `count` small events, with a command id made of the stream and `tag`.
pub fn append(stream: StreamId, expected: u64, count: usize, tag: &str) -> Append {
    let event = |index| NewEvent {
        kind: format!("kind-{}", index % 3),
        schema: 1 + (index % 2) as u16,
        body: format!("{tag} {expected} {index}").into_bytes(),
    };
    Append {
        stream,
        expected: if expected == 0 {
            Expected::New
        } else {
            Expected::Exactly(expected)
        },
        recorded_at_ms: 1_700_000_000_000 + expected % 1_000_000,
        command: CommandStamp {
            id: format!("command {tag} {expected}"),
            actor: "anna".to_owned(),
            rules: "0.1.0".to_owned(),
            body: format!("do {tag}").into_bytes(),
        },
        events: (0..count).map(event).collect(),
        card: None,
    }
}
