//! What is hidden is hidden in everything that is seen.

use battleground::Battleground;
use battleground::event::Event;
use battleground::state::State;
use hindsight_kernel::{RuleSet, Seat, Viewer};

use crate::playout::fold;

const VIEWERS: [Viewer; 3] = [Viewer::Seat(Seat::A), Viewer::Seat(Seat::B), Viewer::Public];

/// Folding the redacted events gives the redacted state, for every viewer.
pub fn check_redaction(number: u64, events: &[Event], now: &State) {
    for viewer in VIEWERS {
        let redacted: Vec<Event> = events
            .iter()
            .map(|event| Battleground::redact(event, now, viewer))
            .collect();
        assert_eq!(
            fold(State::default(), &redacted),
            Battleground::view(now, viewer),
            "game {number}, version {}, {viewer:?}",
            events.len()
        );
    }
}
