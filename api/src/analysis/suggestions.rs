//! Candidate mistakes of a game: found by its system's coach, answered by people in their layers.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use hindsight_annotations::{Anchor, LayerCommand, Remark, Settled, Suggested};
use hindsight_kernel::{BetterChoice, Seat, Suggestion, Viewer};
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{
    AnswerSuggestion, BetterChoiceShown, DetectorShown, GlyphShown, SuggestionAnswer, SuggestionDeed,
    SuggestionShown, Suggestions,
};

use crate::aggregates::annotations::shown::refused;
use crate::aggregates::annotations::{AnnotationId, Annotations, Reader, StoredLayer};
use crate::base::compute_queue::ComputeQueue;
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::{quoted, text};
use crate::base::{AnswerCache, AnswerKey, StoreHandle, links};
use crate::games::{Games, LiveGame};

/// How long a coach looks at a game.
const TIME: Duration = Duration::from_secs(20);

/// The filter of the suggestions that are asked for.
#[derive(Debug, Clone, Copy, Default)]
pub struct WantedSuggestions<'w> {
    /// Those of a seat.
    pub seat: Option<Seat>,
    /// Those of a detector.
    pub detector: Option<&'w str>,
}

/// The coach's suggestions, kept ready while the games do not change.
#[derive(Debug)]
pub struct Coach {
    pub(crate) store: StoreHandle,
    pub(crate) games: Arc<Games>,
    pub(crate) annotations: Arc<Annotations>,
    pub(crate) answers: AnswerCache,
    /// Where the coach looks at games of systems that do not decide quickly.
    pub(crate) queue: ComputeQueue,
}

/// Whether a suggestion takes a pass that the server filled in for a choice: the better choice, or the option that was missed, would
/// have been instead of it.
fn reads_an_implied_pass(one: &Suggestion, is_missed_option: bool, is_implied: &dyn Fn(u64) -> bool) -> bool {
    let instead_of = one.better.as_ref().map(|better| better.at + 1);
    instead_of.is_some_and(is_implied)
        || (is_missed_option && instead_of.is_none() && is_implied(one.version))
}

impl Coach {
    fn suggestions_key(head: &LiveGame, viewer: Viewer) -> AnswerKey {
        AnswerKey::new(head.id, head.version(), 0, viewer, "suggestions")
    }

    /// What the coach finds in a game as a viewer may know it; kept as long as the game does not grow.
    pub(crate) async fn found(&self, head: &LiveGame, viewer: Viewer) -> ApiResult<Vec<Suggestion>> {
        let key = Self::suggestions_key(head, viewer);
        let read = |json: &[u8]| {
            serde_json::from_slice(json).map_err(|why| ApiError::fault("reading suggestions", why))
        };
        if let Some(ready) = self.answers.get(&key) {
            return read(&ready);
        }
        let (past, answers, system) = (self.games.past(head).await?, self.answers.clone(), head.system);
        let look = move |go_on: &dyn Fn() -> bool| {
            // Whoever waited in the queue may have waited for the same.
            if let Some(ready) = answers.get(&key) {
                return Ok(ready);
            }
            let mut found = past.chronicle.suggestions(viewer, go_on)?;
            if !go_on() {
                let why = text!("coach-out-of-time");
                return Err(ApiError::new(ProblemKind::Busy, why));
            }
            let missed = |id: &str| {
                let mut known = system.detectors().iter();
                known.any(|detector| detector.id == id && detector.missed)
            };
            found.retain(|one| {
                !reads_an_implied_pass(one, missed(&one.detector), &|version| past.is_implied(version))
            });
            // What shows only when the game is over stands where it happened.
            found.sort_by_key(|one| one.version);
            let json =
                serde_json::to_vec(&found).map_err(|why| ApiError::fault("writing suggestions", why))?;
            let ready = Bytes::from(json);
            answers.keep(key, ready.clone());
            Ok(ready)
        };
        let ready = if head.system.decides_quickly() {
            self.store.work(move |_| look(&|| true)).await?
        } else {
            self.queue
                .work(text!("coach-busy"), TIME, move |watch| {
                    look(&|| watch.is_wanted() && watch.has_time())
                })
                .await?
        };
        read(&ready)
    }

    /// The suggestion of a detector at a version, about a unit if one is named.
    pub(crate) async fn suggestion(
        &self,
        head: &LiveGame,
        viewer: Viewer,
        version: u64,
        (detector, unit): (&str, Option<&str>),
    ) -> ApiResult<Option<Suggestion>> {
        let found = self.found(head, viewer).await?;
        Ok(found.into_iter().find(|one| {
            one.version == version
                && one.detector == detector
                && unit.is_none_or(|unit| one.unit.as_deref() == Some(unit))
        }))
    }

    /// Whether the coach's word on a game is at hand, or soon will be: a page may wait for it.
    pub fn suggestions_are_near(&self, head: &LiveGame, viewer: Viewer) -> bool {
        let ready = self.answers.get(&Self::suggestions_key(head, viewer)).is_some();
        ready || head.system.decides_quickly()
    }

    /// The candidate mistakes of a game for a reader of it, with what was made of them.
    pub async fn suggestions(
        &self,
        reader: Reader<'_>,
        wanted: WantedSuggestions<'_>,
    ) -> ApiResult<Suggestions> {
        let head = reader.head;
        let viewer = reader.sight.through(None, head.over)?;
        let found = self.found(head, viewer).await?;
        let detectors = head
            .system
            .detectors()
            .iter()
            .map(|detector| DetectorShown {
                id: detector.id.to_owned(),
                name: detector.name.to_string(),
                watches: detector.watches.to_string(),
                rules: detector
                    .rules
                    .iter()
                    .copied()
                    .map(hindsight_kernel::RuleId::new)
                    .collect(),
                glyph: GlyphShown::of(detector.glyph),
                missed: detector.missed,
                found: found.iter().filter(|one| one.detector == detector.id).count(),
            })
            .collect();
        let answers = self.answers_given(reader).await?;
        let items = found
            .into_iter()
            .filter(|one| wanted.seat.is_none_or(|seat| seat == one.seat))
            .filter(|one| wanted.detector.is_none_or(|detector| detector == one.detector))
            .map(|one| shown(head, one, &answers))
            .collect();
        Ok(Suggestions {
            game: head.id.to_string(),
            version: head.version(),
            detectors,
            items,
        })
    }

    /// What readers of a game made of its suggestions, each with where its event stands now. What somebody put aside is his
    /// own affair.
    async fn answers_given(&self, reader: Reader<'_>) -> ApiResult<Vec<GivenAnswer>> {
        let standings = self.annotations.standings(reader).await?;
        let mut given = Vec::new();
        let sheets = self.annotations.layers_read(reader, None).await?;
        let names = self.annotations.names(reader, &sheets).await?;
        for sheet in sheets {
            let author = names.author(&sheet, &sheet.layer.author);
            for (suggested, settled) in sheet.layer.settled() {
                let annotation = match settled {
                    Settled::Accepted { number } => Some(AnnotationId {
                        layer: sheet.id,
                        number: *number,
                    }),
                    Settled::Dismissed if author.you => None,
                    Settled::Dismissed => continue,
                };
                given.push(GivenAnswer {
                    detector: suggested.detector.clone(),
                    version: standings.of(&suggested.anchor).version(),
                    unit: suggested.anchor.unit().map(ToOwned::to_owned),
                    answer: SuggestionAnswer {
                        author: author.clone(),
                        layer: sheet.id.to_string(),
                        annotation: annotation.map(|id| id.to_string()),
                    },
                });
            }
        }
        Ok(given)
    }

    /// Accepts, dismisses or reopens a suggestion; as it stands then.
    pub async fn answer_suggestion(
        &self,
        reader: Reader<'_>,
        request: AnswerSuggestion,
    ) -> ApiResult<SuggestionShown> {
        let by = &reader.writer()?;
        let head = reader.head;
        let viewer = reader.sight.through(None, head.over)?;
        let found = self.found(head, viewer).await?;
        let same = |one: &&Suggestion| {
            one.detector == request.detector && one.version == request.version && one.unit == request.unit
        };
        let Some(suggestion) = found.iter().find(same) else {
            let known: Vec<_> = found
                .iter()
                .filter(|one| one.detector == request.detector)
                .map(|one| serde_json::json!({ "version": one.version, "unit": one.unit }))
                .take(50)
                .collect();
            let reason = text!(
                "coach-nothing-like-this",
                detector = quoted(&request.detector),
                version = request.version.to_string()
            );
            return Err(ApiError::body("/detector", reason).allowed(known));
        };
        if request.does != SuggestionDeed::Accept && (request.text.is_some() || request.glyphs.is_some()) {
            return Err(ApiError::body("/text", text!("coach-text-of-accepted")));
        }
        let remark = Remark {
            text: request.text.unwrap_or_else(|| said_of(suggestion)),
            glyphs: request.glyphs.unwrap_or_else(|| vec![suggestion.glyph]),
            ..Remark::default()
        };
        // Before a layer is made for it.
        remark
            .check()
            .map_err(|fault| refused(hindsight_annotations::Refused::Fault(fault)))?;
        let sheet = match &request.layer {
            Some(id) => self.annotations.own_layer(reader, by, id).await?,
            None => self.annotations.first_layer_of(reader, by).await?,
        };
        let suggested = self.suggested(reader, &sheet, suggestion).await?;
        let command = match request.does {
            SuggestionDeed::Accept => LayerCommand::Accept { suggested, remark },
            SuggestionDeed::Dismiss => LayerCommand::Dismiss { suggested },
            SuggestionDeed::Reopen => LayerCommand::Reopen { suggested },
        };
        self.annotations
            .give(reader, &sheet, by, command, None, |_| Ok(()))
            .await?;
        let answers = self.answers_given(reader).await?;
        Ok(shown(head, suggestion.clone(), &answers))
    }

    /// A suggestion as a layer knows it: as it was answered before, if its event has moved since.
    async fn suggested(
        &self,
        reader: Reader<'_>,
        sheet: &StoredLayer,
        suggestion: &Suggestion,
    ) -> ApiResult<Suggested> {
        let standings = self.annotations.standings(reader).await?;
        let known = sheet.layer.settled().find(|(known, _)| {
            known.detector == suggestion.detector
                && known.anchor.unit() == suggestion.unit.as_deref()
                && standings.of(&known.anchor).version() == suggestion.version
        });
        if let Some((known, _)) = known {
            return Ok(known.clone());
        }
        let version = suggestion.version;
        Ok(Suggested {
            detector: suggestion.detector.clone(),
            anchor: match &suggestion.unit {
                Some(unit) => Anchor::Unit {
                    version,
                    unit: unit.clone(),
                },
                None => Anchor::Event { version },
            },
        })
    }
}

/// What somebody made of a suggestion.
struct GivenAnswer {
    detector: String,
    version: u64,
    unit: Option<String>,
    answer: SuggestionAnswer,
}

fn shown(head: &LiveGame, one: Suggestion, answers: &[GivenAnswer]) -> SuggestionShown {
    SuggestionShown {
        page: links::moment(head.id, one.version),
        better: one.better.as_ref().map(|better| better_shown(head, &one, better)),
        answers: answers
            .iter()
            .filter(|given| {
                given.detector == one.detector && given.version == one.version && given.unit == one.unit
            })
            .map(|given| given.answer.clone())
            .collect(),
        version: one.version,
        seat: one.seat,
        unit: one.unit,
        detector: one.detector,
        name: one.name,
        glyph: GlyphShown::of(one.glyph),
        reason: one.reason,
        message: one.message,
        numbers: one.numbers,
        weighed: one.weighed,
        rules: one.rules,
    }
}

fn better_shown(head: &LiveGame, one: &Suggestion, better: &BetterChoice) -> BetterChoiceShown {
    let BetterChoice {
        at,
        commands,
        words,
        message,
        unit,
        target,
    } = better.clone();
    BetterChoiceShown {
        board: links::better_board(head.id, one.version, &one.detector, one.unit.as_deref()),
        at,
        commands,
        words,
        message,
        unit,
        target,
    }
}

/// A suggestion as an annotation says it if nobody says it otherwise: name, reason, numbers, rules.
fn said_of(suggestion: &Suggestion) -> String {
    let numbers: Vec<String> = suggestion
        .numbers
        .iter()
        .map(|proof| format!("- {}: {}", proof.name, proof_number(proof.value)))
        .collect();
    let rules: Vec<&str> = suggestion.rules.iter().map(|rule| rule.0.as_ref()).collect();
    let better = suggestion.better.as_ref();
    let better = better.map_or_else(String::new, |better| {
        let measures = suggestion.weighed.iter().map(|one| {
            let [done, better] = [one.done, one.better].map(proof_number);
            format!("- {}: {done}; better {better}\n", one.what)
        });
        format!("Better: {}.\n\n{}\n", better.words, measures.collect::<String>())
    });
    format!(
        "**{}.** {}\n\n{}\n\n{better}Rules: {}",
        suggestion.name,
        suggestion.reason,
        numbers.join("\n"),
        rules.join(", ")
    )
}

/// A number for people: whole ones without a fraction.
pub fn proof_number(value: f64) -> String {
    if (value - value.round()).abs() < 0.005 {
        format!("{value:.0}")
    } else {
        format!("{value:.2}")
    }
}

#[cfg(test)]
mod tests {
    use hindsight_kernel::coach::DUBIOUS;
    use hindsight_kernel::{BetterChoice, Detector, Message, MessageFile, Seat, phrase};

    use super::*;

    #[test]
    fn passes_that_were_filled_in_are_no_choices() {
        static WORDS: MessageFile = MessageFile::new(
            "example",
            "held = Held\nheld-watches = A card was held.\ncards = cards",
        );
        const HELD: Detector = Detector::new(
            "held",
            phrase!(WORDS, "held"),
            DUBIOUS,
            phrase!(WORDS, "held-watches"),
            &["X-01"],
        );
        let told = HELD.found(
            9,
            Seat::A,
            None,
            Message::plain("It fits."),
            &[(phrase!(WORDS, "cards"), 1.0)],
        );
        let better = |at| Suggestion {
            better: Some(BetterChoice::new::<()>(at, Message::plain("play it"), &[])),
            ..told.clone()
        };
        // The pass after version 6 was filled in, and what came of it ends at version 9.
        let is_implied = |version: u64| (7..=9).contains(&version);
        assert!(reads_an_implied_pass(&better(6), false, &is_implied));
        assert!(!reads_an_implied_pass(&better(5), true, &is_implied));
        assert!(reads_an_implied_pass(&told, true, &is_implied));
        // The roll behind a pass tells of the attack, which was chosen before it.
        assert!(!reads_an_implied_pass(&told, false, &is_implied));
    }
}
