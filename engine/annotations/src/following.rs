//! Present place of an event after the past was taken back or corrected.
//!
//! A correction lays every later command anew behind a marker that names where the command stood before. What was said of
//! an event of such a command goes to the event at the same place among the command's new events, if that is of the same
//! type. An event that is on no present line keeps what was said of it where it is, on its abandoned line.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The data of an event of the game that following it needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastEvent {
    /// Its type, as stored.
    pub kind: String,
    /// Whether a command begins here, by itself or by a marker.
    pub begins: bool,
    /// For a marker: where the command stood before, if it is no new one.
    pub was: Option<u64>,
    /// The version that it sends the game back to, if it does.
    pub rewinds_to: Option<u64>,
}

/// Where something stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "state", content = "version", rename_all = "snake_case")]
pub enum LayerStanding {
    /// On the present line, where it always stood.
    Here(u64),
    /// A correction laid its event anew: it went with it.
    Moved(u64),
    /// Its event is on the present line no more; it stays with it on the abandoned line.
    Gone(u64),
}

impl LayerStanding {
    /// The version it is shown at.
    pub const fn version(self) -> u64 {
        match self {
            Self::Here(version) | Self::Moved(version) | Self::Gone(version) => version,
        }
    }
}

/// A command's stretch of a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Stretch {
    /// The place (0-based) at which it begins; that of its marker, if it has one.
    from: usize,
    /// The place of its first event.
    first: usize,
    /// The place behind its last event.
    end: usize,
    /// The version at which the same command stood before.
    was: Option<u64>,
}

/// The past of a game, as far as it says where events went.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Following {
    kinds: Vec<String>,
    live: Vec<bool>,
    stretches: Vec<Stretch>,
}

impl Following {
    /// The following of a past, its events in order.
    pub fn new(past: impl IntoIterator<Item = PastEvent>) -> Self {
        let mut found = Self::default();
        let mut line: Vec<usize> = Vec::new();
        for (place, event) in past.into_iter().enumerate() {
            if let Some(to) = event.rewinds_to {
                line.truncate(line.partition_point(|kept| (*kept as u64) < to));
            } else {
                line.push(place);
            }
            if event.begins {
                let marker = event.kind == MARKER;
                found.stretches.push(Stretch {
                    from: place,
                    first: if marker { place + 1 } else { place },
                    end: place + 1,
                    was: event.was,
                });
            } else if let Some(last) = found.stretches.last_mut() {
                last.end = place + 1;
            }
            // What sends the game back is never abandoned itself: it tells of the table, not of a line.
            found.live.push(event.rewinds_to.is_some());
            found.kinds.push(event.kind);
        }
        for place in line {
            found.live[place] = true;
        }
        found
    }

    /// The present place of what was said of a version.
    pub fn standing(&self, version: u64) -> LayerStanding {
        let gone = LayerStanding::Gone(version);
        let Some(place) = version.checked_sub(1).map(|place| place as usize) else {
            return gone;
        };
        match self.live.get(place) {
            None => return gone,
            Some(true) => return LayerStanding::Here(version),
            Some(false) => {}
        }
        let mut here = place;
        // Each step goes forward in the stream, so this ends.
        while let Some(next) = self.next(here) {
            if self.live[next] {
                return LayerStanding::Moved(next as u64 + 1);
            }
            here = next;
        }
        gone
    }

    /// The event that an abandoned one was laid anew as: of the last correction that did so.
    fn next(&self, place: usize) -> Option<usize> {
        let at = self.stretches.partition_point(|stretch| stretch.from <= place);
        let old = &self.stretches[at.checked_sub(1)?];
        let laid = self.stretches[at..]
            .iter()
            .rev()
            .find(|stretch| stretch.was == Some(old.from as u64 + 1))?;
        let there = if place < old.first {
            laid.from
        } else {
            laid.first + (place - old.first)
        };
        let fits = there < laid.end.max(laid.first) && self.kinds[there] == self.kinds[place];
        fits.then_some(there)
    }
}

/// The type of the marker before a command that is decided again, as stored.
const MARKER: &str = "@redone";

#[cfg(test)]
mod tests {
    use super::*;

    fn event(kind: &str) -> PastEvent {
        PastEvent {
            kind: kind.to_owned(),
            begins: false,
            was: None,
            rewinds_to: None,
        }
    }

    fn begin(kind: &str) -> PastEvent {
        PastEvent {
            begins: true,
            ..event(kind)
        }
    }

    fn back(kind: &str, to: u64) -> PastEvent {
        PastEvent {
            rewinds_to: Some(to),
            ..begin(kind)
        }
    }

    fn redone(was: Option<u64>) -> PastEvent {
        PastEvent {
            was,
            ..begin("@redone")
        }
    }

    /// Opening 1; a move 2-3; an attack 4-6; the move corrected: 7, marker 8, its new event 9; the attack again: 10-13.
    fn corrected() -> Vec<PastEvent> {
        vec![
            begin("@opened"),
            begin("moved"),
            event("turned"),
            begin("attacked"),
            event("rolled"),
            event("destroyed"),
            back("@corrected", 1),
            redone(None),
            event("moved"),
            redone(Some(4)),
            event("attacked"),
            event("rolled"),
            event("broken"),
        ]
    }

    #[test]
    fn what_is_laid_anew_takes_its_annotations_with_it() {
        use LayerStanding::{Gone, Here, Moved};
        let following = Following::new(corrected());
        let rows = [
            (1, Here(1)),
            // The move itself was wrong: what was said of it stays with it.
            (2, Gone(2)),
            (3, Gone(3)),
            (4, Moved(11)),
            (5, Moved(12)),
            // Nothing was destroyed this time.
            (6, Gone(6)),
            (7, Here(7)),
            (9, Here(9)),
            (13, Here(13)),
            (14, Gone(14)),
            (0, Gone(0)),
        ];
        for (version, expected) in rows {
            assert_eq!(following.standing(version), expected, "{version}");
        }
    }

    #[test]
    fn a_second_correction_moves_it_further() {
        let mut past = corrected();
        // The new move was wrong too: its marker stood at 8, that of the attack at 10.
        past.extend([
            back("@corrected", 7),
            redone(None),
            event("moved"),
            redone(Some(10)),
            event("attacked"),
            event("rolled"),
        ]);
        let following = Following::new(past);
        assert_eq!(following.standing(4), LayerStanding::Moved(18));
        assert_eq!(following.standing(11), LayerStanding::Moved(18));
        assert_eq!(following.standing(12), LayerStanding::Moved(19));
        assert_eq!(following.standing(13), LayerStanding::Gone(13));
    }

    #[test]
    fn what_is_taken_back_stays_on_its_line() {
        let following = Following::new([
            begin("@opened"),
            begin("moved"),
            back("@taken_back", 1),
            begin("moved"),
        ]);
        assert_eq!(following.standing(2), LayerStanding::Gone(2));
        assert_eq!(following.standing(3), LayerStanding::Here(3));
        assert_eq!(following.standing(4), LayerStanding::Here(4));
    }
}
