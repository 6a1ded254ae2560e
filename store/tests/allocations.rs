//! Memory that an import costs: counted, for a slow machine says nothing.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::alloc::System;

use hindsight_store::conformance::{append, stream};
use hindsight_store::{EventLog, MemoryStore};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

/// The system's allocator, with the bytes counted that were ever asked for.
#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Imports are tried in memory first. With a copy of the command for each of its events this took 40 GB.
#[test]
fn a_large_command_with_many_events_is_kept_once() {
    const COMMAND: usize = 4 << 20;
    let mut sent = append(stream(1), 0, 10_000, "large");
    sent.command.body = vec![1; COMMAND];
    let store = MemoryStore::new();
    let region = Region::new(ALLOCATOR);
    store.append(sent).unwrap();
    let asked = region.change().bytes_allocated;
    assert!(asked < 6 * COMMAND, "{asked} bytes for a command of {COMMAND}");
}
