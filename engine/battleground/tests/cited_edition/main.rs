//! Rules that the answers of an edition cite: those of that edition alone.
//!
//! The walk goes over drawn positions and games of the bots. In each position it reads the questions, every offer, every answer to an
//! inspection, and the refusals of offered commands that were made slightly wrong or given by another seat, of commands that nobody
//! offers and of rulings. Of what is played it reads events, sentences, facts, grounds and the coach; from outside it sends spoilt
//! drawings, setups and packs.
//!
//! `HINDSIGHT_CITED` sets how many drawn positions are walked.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]
#![allow(
    unreachable_pub,
    reason = "one test program: what its files share is seen by nobody else"
)]

mod citations;
mod drawn;
mod games;
mod packs;
mod wrong_commands;

use battleground::model::command::{Command, Patch};
use battleground::model::event::Event;
use battleground::model::state::State;
use battleground::{Battleground, Battleground3};
use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::{RuleSet, Rules};
use serde_json::{Value, json};

use citations::Citations;
use drawn::walk_drawn;
use games::walk_games;
use packs::walk_packs;

/// An edition of the game.
pub trait Edition: RuleSet + Rules<State = State, Command = Command, Event = Event, Patch = Patch> {}
impl<R> Edition for R where R: RuleSet + Rules<State = State, Command = Command, Event = Event, Patch = Patch> {}

/// The number of positions or packs that are walked: `HINDSIGHT_CITED`, or the usual one.
pub fn walked(usually: u64) -> u64 {
    std::env::var("HINDSIGHT_CITED")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(usually)
}

/// A place among so many, drawn at random; 0 where there is none.
pub fn pick(count: usize, rng: &mut dyn Rng) -> usize {
    rng.next_u64() as usize % count.max(1)
}

fn walk<R: Edition>(own: &'static str, other: &'static str, requests: &[Value]) {
    let mut citations = Citations::new(own, other);
    let sound = walk_drawn::<R>(&mut citations);
    walk_games::<R>(&mut citations, requests);
    walk_packs::<R>(&mut citations);
    println!(
        "{}: {} answers, {sound} sound positions",
        R::ID,
        citations.answers
    );
    // The walk is worth something only where many rules are cited.
    for (kind, least) in [
        ("refusal", 40),
        ("offer", 12),
        ("question", 8),
        ("inspection", 20),
        ("event", 10),
        ("grounds", 20),
        ("detector", 20),
        ("suggestion", 2),
        ("pack fault", 4),
    ] {
        let rules = citations.rules(kind);
        println!("{kind}: {rules} rules");
        assert!(rules >= least, "{kind}: only {rules} rules were cited");
    }
}

#[test]
fn later_edition_cites_its_own_rules_alone() {
    walk::<Battleground>(
        "BG4-",
        "BG3-",
        &[
            json!({}),
            json!({ "ready_armies": { "A": "ostmark-line", "B": "gravenmoor-beast" } }),
        ],
    );
}

#[test]
fn earlier_edition_cites_its_own_rules_alone() {
    walk::<Battleground3>(
        "BG3-",
        "BG4-",
        &[
            json!({}),
            json!({ "ready_armies": { "A": "hawkshold-1500", "B": "orc-1500" }, "map": "two-woods" }),
            json!({ "teams": { "A": 1000, "B": 1000, "C": 1000, "D": 1000 }, "decks": "table" }),
        ],
    );
}
