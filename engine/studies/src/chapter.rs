//! A chapter: what it shows, and the words beside it.

use hindsight_annotations::MESSAGES;
use hindsight_annotations::decide::checked_title;
use hindsight_annotations::{AnnotationFault, words};
use hindsight_kernel::message;
use hindsight_kernel::plain_text::unfit_in_line;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::limits::{ID, POSITION_BYTES, TEXT};

/// What a chapter shows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Shows {
    /// A game, as it ends or stands.
    Game {
        /// Its id.
        game: String,
    },
    /// A moment of a game.
    Moment {
        /// The game's id.
        game: String,
        /// The version.
        version: u64,
    },
    /// A variation, from where it branches off.
    Variation {
        /// The id of the game that the variation is.
        game: String,
    },
    /// A position that belongs to no game.
    Position {
        /// The rule set.
        system: String,
        /// As the system's `state` schema says.
        state: Value,
    },
}

impl Shows {
    /// The game that it shows, if it shows one.
    pub fn game(&self) -> Option<&str> {
        match self {
            Self::Game { game } | Self::Moment { game, .. } | Self::Variation { game } => Some(game),
            Self::Position { .. } => None,
        }
    }
}

/// A chapter of a study.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Chapter {
    /// A title for people, 1 to 100 characters.
    #[schemars(length(min = 1, max = 100))]
    pub title: String,
    /// Markdown, at most 20,000 characters.
    #[serde(default)]
    #[schemars(length(max = 20_000))]
    pub text: String,
    /// What it shows.
    pub shows: Shows,
}

impl Chapter {
    /// About how many bytes it is written with.
    pub fn bytes(&self) -> usize {
        let position = match &self.shows {
            Shows::Position { state, .. } => state.to_string().len(),
            Shows::Game { .. } | Shows::Moment { .. } | Shows::Variation { .. } => 0,
        };
        self.title.len() + self.text.len() + position + 200
    }

    /// The chapter as it is kept, of what somebody writes.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn checked(mut self) -> Result<Self, AnnotationFault> {
        self.title = checked_title(&self.title)?;
        words(&self.text, "/text", TEXT)?;
        self.shows.check()?;
        Ok(self)
    }
}

impl Shows {
    /// The check of it, as somebody writes it.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<(), AnnotationFault> {
        let id = |text: &str, path: &str| {
            let shaped = (1..=ID).contains(&text.chars().count()) && unfit_in_line(text).is_none();
            if shaped {
                Ok(())
            } else {
                Err(AnnotationFault::new(path, message!(MESSAGES, "study-id")))
            }
        };
        match self {
            Self::Game { game } | Self::Variation { game } => id(game, "/shows/game"),
            Self::Moment { game, version } => {
                id(game, "/shows/game")?;
                if *version == 0 {
                    return Err(AnnotationFault::new(
                        "/shows/version",
                        message!(MESSAGES, "study-version"),
                    ));
                }
                Ok(())
            }
            Self::Position { system, state } => {
                id(system, "/shows/system")?;
                let bytes = state.to_string().len();
                if bytes > POSITION_BYTES {
                    let reason = message!(MESSAGES, "study-position", position_bytes = POSITION_BYTES, bytes);
                    return Err(AnnotationFault::new("/shows/state", reason));
                }
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use hindsight_annotations::limits::TITLE;
    use serde_json::json;

    use super::*;

    /// Makes something wrong with a chapter.
    type Spoil<'s> = &'s dyn Fn(&mut Chapter);

    #[test]
    fn a_chapter_says_what_is_wrong_with_it_and_where() {
        let good = Chapter {
            title: "The left flank".to_owned(),
            text: "It was *open*.\n\nSee?".to_owned(),
            shows: Shows::Moment {
                game: "01KAG6Q2Y7M3V9XWZ4T5B8C0DA".to_owned(),
                version: 40,
            },
        };
        assert_eq!(good.clone().checked().as_ref(), Ok(&good));
        let padded = Chapter {
            title: format!(" {} ", good.title),
            ..good.clone()
        };
        assert_eq!(padded.checked().as_ref(), Ok(&good));
        let with = |change: Spoil<'_>| {
            let mut chapter = good.clone();
            change(&mut chapter);
            chapter.checked().unwrap_err().path
        };
        let game = "01KAG6Q2Y7M3V9XWZ4T5B8C0DA";
        let large = json!({ "units": "x".repeat(POSITION_BYTES) });
        let rows: [(Spoil<'_>, &str); 8] = [
            (&|chapter: &mut Chapter| chapter.title = " ".to_owned(), "/title"),
            (
                &|chapter: &mut Chapter| chapter.title = "x".repeat(TITLE + 1),
                "/title",
            ),
            (
                &|chapter: &mut Chapter| chapter.title = "a\nb".to_owned(),
                "/title",
            ),
            (
                &|chapter: &mut Chapter| chapter.text = "x".repeat(TEXT + 1),
                "/text",
            ),
            (
                &|chapter: &mut Chapter| chapter.text = "a\u{7}b".to_owned(),
                "/text",
            ),
            (
                &|chapter: &mut Chapter| chapter.shows = Shows::Game { game: String::new() },
                "/shows/game",
            ),
            (
                &|chapter: &mut Chapter| {
                    chapter.shows = Shows::Moment {
                        game: game.to_owned(),
                        version: 0,
                    }
                },
                "/shows/version",
            ),
            (
                &|chapter: &mut Chapter| {
                    chapter.shows = Shows::Position {
                        system: "before-battle".to_owned(),
                        state: large.clone(),
                    };
                },
                "/shows/state",
            ),
        ];
        for (change, path) in rows {
            assert_eq!(with(change), path);
        }
    }
}
