//! Two records of one game, aligned command by command: their differences, each of which can become a correction of one of
//! them, and a new game that takes each from one or the other.
//!
//! Both are read as texts of their present lines, so whatever was corrected or taken back has left no trace in them. What is
//! chosen for a new game is played again by the rules, whole or not at all.

use std::sync::Arc;

use hindsight_notation::{Document, Entry, RecordStretch, aligned};
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{
    MergeRecords, MergedRecord, PatchGame, RecordDifference, RecordDifferences, RecordedLine, TakenPart,
};
use hindsight_store::StreamId;

use super::present_line::{LineCommand, PresentLine};
use super::transfer::Transfers;
use crate::access::{Caller, GameAccess};
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::text;
use crate::games::notation::entry_words;
use crate::games::player_names::{are_hidden, shown_to};
use crate::games::registry::checked_title;
use crate::games::{ImportAs, LiveGame};

/// A game whose record is merged, and what its reader may see of it.
pub(crate) type OneRecord<'g> = (&'g Arc<LiveGame>, &'g GameAccess);

/// The record that follows from what was chosen.
fn merged(mut one: Document, stretches: Vec<RecordStretch>, take: &[TakenPart]) -> Document {
    let mut chosen = take.iter().copied();
    let mut entries = Vec::new();
    for stretch in stretches {
        match stretch {
            RecordStretch::Same(both) => entries.extend(both),
            RecordStretch::Differs { one, other } => match chosen.next().unwrap_or_default() {
                TakenPart::One => entries.extend(one.1),
                TakenPart::Other => entries.extend(other.1),
                TakenPart::Both => entries.extend(one.1.into_iter().chain(other.1)),
                TakenPart::Neither => {}
            },
        }
    }
    one.line.entries = entries;
    // How it ended follows from what is played.
    one.result = None;
    one
}

fn record_differences(
    (one, of_one): (MergedRecord, &[LineCommand]),
    (other, of_other): (MergedRecord, &[LineCommand]),
    begin_alike: bool,
    stretches: &[RecordStretch],
) -> RecordDifferences {
    let lines = |(first, entries): &(usize, Vec<Entry>), commands: &[LineCommand]| -> Vec<RecordedLine> {
        (*first..)
            .zip(entries)
            .zip(commands.iter().skip(first - 1))
            .map(|((number, entry), command)| RecordedLine {
                number: u32::try_from(number).unwrap_or(u32::MAX),
                words: entry_words(entry),
                at: command.at,
                command: command.command.clone(),
            })
            .collect()
    };
    let mut differences = Vec::new();
    let mut same = 0;
    for stretch in stretches {
        match stretch {
            RecordStretch::Same(both) => same += u32::try_from(both.len()).unwrap_or(u32::MAX),
            RecordStretch::Differs { one, other } => differences.push(RecordDifference {
                same_before: std::mem::take(&mut same),
                one: lines(one, of_one),
                other: lines(other, of_other),
                insert_at: of_one.get(one.0 - 1 + one.1.len()).map(|command| command.at),
            }),
        }
    }
    RecordDifferences {
        one,
        other,
        begin_alike,
        differences,
        same_at_end: same,
    }
}

impl Transfers {
    /// Where two records of a game differ.
    pub(crate) async fn differences(
        &self,
        one: OneRecord<'_>,
        other: OneRecord<'_>,
    ) -> ApiResult<RecordDifferences> {
        let (first, second) = self.both(one, other).await?;
        let records = [(one.0, &first), (other.0, &second)].map(|(head, line)| MergedRecord {
            game: head.id.to_string(),
            title: head.card.title.clone(),
            commands: u32::try_from(line.commands.len()).unwrap_or(u32::MAX),
        });
        self.store
            .work(move |_| {
                let [one, other] = records;
                let alike = first.document.start == second.document.start
                    && first.document.dice == second.document.dice;
                let stretches = aligned(&first.document.line.entries, &second.document.line.entries);
                let records = ((one, &first.commands[..]), (other, &second.commands[..]));
                Ok(record_differences(records.0, records.1, alike, &stretches))
            })
            .await
    }

    /// Makes a new game of two records. The flag says that the very same was made before.
    pub(crate) async fn merge(
        &self,
        caller: &Caller,
        (one, other): (OneRecord<'_>, OneRecord<'_>),
        request: MergeRecords,
    ) -> ApiResult<(StreamId, bool)> {
        let title = request.title.map(checked_title).transpose()?;
        let (first, second) = self.both(one, other).await?;
        let take = request.take;
        let document = self
            .store
            .work(move |_| {
                let (first, second) = (first.document, second.document);
                let stretches = aligned(&first.line.entries, &second.line.entries);
                let count = stretches
                    .iter()
                    .filter(|stretch| matches!(stretch, RecordStretch::Differs { .. }))
                    .count();
                if take.len() > count {
                    return Err(ApiError::body(
                        "/take",
                        text!("merge-count", count, sent = take.len()),
                    ));
                }
                Ok(merged(first, stretches, &take))
            })
            .await?;
        let filed = ImportAs {
            title,
            marks: Vec::new(),
        };
        let imported = self.games.import_document(caller, document, filed, false).await?;
        let (made, already_existed) = (imported.id, imported.already_existed);
        if !already_existed {
            for (head, _) in [one, other] {
                if self.games.is_moderated(head.id).await? && !self.games.is_moderated(made).await? {
                    self.games.hide_like(made, head.id).await?;
                }
            }
        }
        // What the first record hides is not shown by what is made of it.
        if are_hidden(&one.0.card) && !already_existed {
            let names = shown_to(&one.0.card, one.1.yours);
            let hide = PatchGame {
                names_hidden: Some(true),
                players: Some(names),
                ..PatchGame::default()
            };
            let head = self.games.head(made).await?;
            self.games.patch(&head, hide).await?;
        }
        Ok((made, already_existed))
    }

    /// The present lines of both records; games of two systems have nothing to merge.
    async fn both(&self, one: OneRecord<'_>, other: OneRecord<'_>) -> ApiResult<(PresentLine, PresentLine)> {
        if one.0.system.id() != other.0.system.id() {
            return Err(ApiError::new(
                ProblemKind::InvalidImport,
                text!(
                    "merge-systems",
                    one = one.0.system.title().to_string(),
                    other = other.0.system.title().to_string()
                ),
            ));
        }
        for (head, sight) in [one, other] {
            head.whole_for(sight, "merge")?;
        }
        Ok((self.present_line(one.0).await?, self.present_line(other.0).await?))
    }

    /// The present line of a game.
    async fn present_line(&self, head: &LiveGame) -> ApiResult<PresentLine> {
        let whole = self.document(head).await?;
        let (past, system) = (self.games.past(head).await?, head.system);
        self.store
            .work(move |_| PresentLine::of(&past, system, whole))
            .await
    }
}

#[cfg(test)]
mod tests {
    use super::TakenPart::{Both, Neither, One, Other};
    use super::*;
    use hindsight_notation::parse;

    /// Entries of a text whose commands are these words.
    fn record(words: &[&str]) -> Document {
        let lines: Vec<String> = (1..)
            .zip(words)
            .map(|(number, words)| format!("{number}. {words}"))
            .collect();
        parse(&format!(
            "[Hindsight \"1\"]\n[System \"before-battle\"]\n\n{}\n",
            lines.join("\n")
        ))
        .unwrap()
    }

    fn words(document: &Document) -> Vec<String> {
        document.line.entries.iter().map(entry_words).collect()
    }

    const ONE: [&str; 5] = [
        "A: move A1 1",
        "A: move A2 1",
        "B: move B1 1",
        "B: end actions",
        "A: move A1 2",
    ];
    // The second was recorded otherwise, the fourth is missing, one more stands at the end.
    const OTHER: [&str; 5] = [
        "A: move A1 1",
        "A: move A2 2",
        "B: move B1 1",
        "A: move A1 2",
        "A: move A2 1",
    ];

    #[test]
    fn records_are_aligned_and_each_difference_is_taken_as_it_was_chosen() {
        let (one, other) = (record(&ONE), record(&OTHER));
        let stretches = aligned(&one.line.entries, &other.line.entries);
        let of = |name: &str| MergedRecord {
            game: name.to_owned(),
            title: String::new(),
            commands: 5,
        };
        // The commands of the first begin at every tenth version, those of the other at every hundredth.
        let begins = |step: u64| -> Vec<LineCommand> {
            let at = (1..=5).map(|number| number * step);
            at.map(|at| LineCommand {
                at,
                command: serde_json::json!({ "type": "say", "text": at.to_string() }),
            })
            .collect()
        };
        let (of_one, of_other) = (begins(10), begins(100));
        let found = record_differences((of("one"), &of_one), (of("other"), &of_other), true, &stretches);
        let places: Vec<_> = found
            .differences
            .iter()
            .map(|at| {
                let begin = |lines: &[RecordedLine]| lines.first().map(|line| line.at);
                (begin(&at.one), begin(&at.other), at.insert_at)
            })
            .collect();
        // Behind the last command of the first nothing can be inserted: it is recorded there.
        assert_eq!(
            places,
            [
                (Some(20), Some(200), Some(30)),
                (Some(40), None, Some(50)),
                (None, Some(500), None)
            ]
        );
        assert_eq!(found.differences[0].other[0].command["text"], "200");
        let lines = |lines: &[RecordedLine]| -> Vec<(u32, String)> {
            lines
                .iter()
                .map(|line| (line.number, line.words.clone()))
                .collect()
        };
        let line = |number: u32, words: &str| vec![(number, words.to_owned())];
        let shown: Vec<_> = found
            .differences
            .iter()
            .map(|at| (at.same_before, lines(&at.one), lines(&at.other)))
            .collect();
        assert_eq!(
            shown,
            [
                (1, line(2, "A: move A2 1"), line(2, "A: move A2 2")),
                (1, line(4, "B: end actions"), vec![]),
                (1, vec![], line(5, "A: move A2 1")),
            ]
        );
        assert_eq!(found.same_at_end, 0);
        let with = |take: &[TakenPart]| words(&merged(one.clone(), stretches.clone(), take));
        assert_eq!(with(&[]), ONE);
        assert_eq!(with(&[One; 3]), ONE);
        assert_eq!(with(&[Other; 3]), OTHER);
        assert_eq!(
            with(&[Other, One, Other]),
            [
                "A: move A1 1",
                "A: move A2 2",
                "B: move B1 1",
                "B: end actions",
                "A: move A1 2",
                "A: move A2 1"
            ]
        );
        assert_eq!(
            with(&[Both, Neither, Neither]),
            [
                "A: move A1 1",
                "A: move A2 1",
                "A: move A2 2",
                "B: move B1 1",
                "A: move A1 2"
            ]
        );
    }

    #[test]
    fn what_is_said_of_a_command_makes_no_difference_and_is_kept_from_both() {
        let one = record(&["A: move A1 1 {Bold.}", "B: move B1 1"]);
        let other = record(&["A: move A1 1 {Bold.} {Too bold.}", "B: move B1 1 {Careful.}"]);
        let stretches = aligned(&one.line.entries, &other.line.entries);
        assert!(
            matches!(&stretches[..], [RecordStretch::Same(both)] if both.len() == 2),
            "{stretches:?}"
        );
        let both = merged(one, stretches, &[]);
        let said: Vec<Vec<&str>> = both
            .line
            .entries
            .iter()
            .map(|entry| {
                entry
                    .comments
                    .iter()
                    .map(hindsight_notation::Comment::as_str)
                    .collect()
            })
            .collect();
        assert_eq!(said, [vec!["Bold.", "Too bold."], vec!["Careful."]]);
    }
}
