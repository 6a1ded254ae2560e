//! Report of an import: how much of each kind is live and how much is text, and what was left out or changed.

use hindsight_kernel::{ImportFault, Message, Phrase, Taken, message, phrase};

use crate::cards::Effect;
use crate::messages::MESSAGES;

/// The most notes that are kept.
const MOST_NOTES: usize = 500;

/// How much of the texts of one kind of card became live.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Share {
    /// Cards or abilities of this kind.
    all: u32,
    /// Those whose whole text is live.
    live: u32,
    /// Those of which a part is live and the rest is kept as text.
    partly: u32,
    /// Those kept as text.
    text: u32,
}

impl Share {
    /// Counts one more with these effects.
    pub(super) fn count(&mut self, effects: &[Effect]) {
        self.all += 1;
        let by_ruling = effects.contains(&Effect::ByRuling);
        match (by_ruling, effects.len()) {
            (false, _) => self.live += 1,
            (true, 1) => self.text += 1,
            (true, _) => self.partly += 1,
        }
    }

    fn taken(self, what: Phrase) -> Taken {
        Taken {
            what: what.to_string(),
            all: self.all,
            live: Some(self.live),
            partly: Some(self.partly),
            text: Some(self.text),
        }
    }
}

/// What became of the data.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Report {
    pub(super) units: u32,
    pub(super) attachments: u32,
    pub(super) abilities: Share,
    pub(super) orders: Share,
    pub(super) ncus: Share,
    pub(super) tactics: Share,
    notes: Vec<ImportFault>,
    /// Notes beyond the most that are kept.
    further: u32,
}

impl Report {
    /// Notes something that was left out or changed.
    pub(super) fn note(&mut self, file: &str, path: &str, reason: Message) {
        if self.notes.len() < MOST_NOTES {
            self.notes.push(super::fault(file, path, reason));
        } else {
            self.further += 1;
        }
    }

    /// How much of each kind, and the notes.
    pub(super) fn into_parts(mut self) -> (Vec<Taken>, Vec<ImportFault>) {
        if self.further > 0 {
            let reason = message!(MESSAGES, "import-further-notes", count = self.further);
            self.notes.push(super::fault("", "", reason));
        }
        let plain = |what: Phrase, all| Taken {
            what: what.to_string(),
            all,
            live: None,
            partly: None,
            text: None,
        };
        let taken = vec![
            plain(phrase!(MESSAGES, "import-combat-units"), self.units),
            plain(phrase!(MESSAGES, "import-attachments"), self.attachments),
            self.abilities.taken(phrase!(MESSAGES, "import-abilities")),
            self.orders.taken(phrase!(MESSAGES, "import-orders")),
            self.ncus.taken(phrase!(MESSAGES, "import-ncus")),
            self.tactics.taken(phrase!(MESSAGES, "import-tactics-cards")),
        ];
        (taken, self.notes)
    }
}
