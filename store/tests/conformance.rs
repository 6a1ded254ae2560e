//! Both stores pass the one suite.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;

use hindsight_store::{Durability, EventStore, MemoryStore, Options, SledStore, Upkeep, conformance};

#[test]
fn the_store_in_memory_conforms() {
    conformance::run(|| Arc::new(MemoryStore::new()));
}

#[test]
fn the_store_on_disk_conforms() {
    for durability in [Durability::Strict, Durability::ProcessCrash] {
        let dir = tempfile::tempdir().unwrap();
        let mut number = 0;
        conformance::run(|| {
            number += 1;
            let options = Options {
                durability,
                cache_bytes: 16 << 20,
                ..Options::default()
            };
            let (store, _) = SledStore::open(&dir.path().join(number.to_string()), &options).unwrap();
            assert_eq!(store.durability(), durability);
            Arc::new(store) as Arc<dyn EventStore>
        });
    }
}
