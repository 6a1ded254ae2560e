//! Studies for who may read them.

use std::fmt::Write as _;
use std::sync::Arc;

use hindsight_engine::{AnyGame, OpenRequest};
use hindsight_kernel::Board;
use hindsight_openapi::wire::{Author, ChapterShown, StudyCard, StudyFile, StudyPage, StudyShown};
use hindsight_store::{Audience, Cursor, StreamFilter};
use hindsight_studies::{Chapter, Shows, StoredChapter};

use super::{StoredStudy, Studies, may_read, no_such_chapter, no_such_study};
use crate::access::{Caller, GameAccess};
use crate::aggregates::annotations::{html, in_markdown};
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::text;
use crate::base::{links, time_text};
use crate::games::LiveGame;
use crate::games::kinds::STUDY;
use crate::games::packs::known_system;

/// A chapter as a page of it shows it.
pub enum ChapterContents {
    /// A moment of a game that the reader may see.
    Moment {
        /// The game.
        head: Arc<LiveGame>,
        /// What the reader may see of it.
        sight: GameAccess,
        /// The version.
        version: u64,
    },
    /// A position of no game.
    Position(Box<Board>),
    /// What the reader may not see.
    Hidden,
}

impl Studies {
    /// A study that somebody may read.
    pub async fn study(&self, caller: &Caller, id: &str) -> ApiResult<StoredStudy> {
        let found = match id.parse() {
            Ok(id) => self.present(id).await?,
            Err(_) => None,
        };
        found
            .filter(|bound| may_read(&bound.study, caller))
            .ok_or_else(|| no_such_study(id))
    }

    /// A study as it is told to a reader.
    pub async fn describe_study(&self, caller: &Caller, bound: &StoredStudy) -> ApiResult<StudyShown> {
        let StoredStudy { id, study } = bound;
        let author = self.author_of(caller, &study.author).await?;
        let mut readers = Vec::new();
        if author.you || caller.is_admin() {
            for reader in &study.about.readers {
                readers.push(self.accounts.name_of(reader).await?);
            }
        }
        let mut chapters = Vec::new();
        for (number, kept) in study.chapters() {
            chapters.push(self.describe_chapter(caller, bound, number, kept)?);
        }
        Ok(StudyShown {
            id: id.to_string(),
            title: study.about.title.clone(),
            text: study.about.text.clone(),
            html: html(&study.about.text),
            author,
            visibility: study.about.visibility,
            readers,
            copy_of: study.about.copy_of.clone(),
            version: study.version,
            chapters,
            created_at: time_text(study.created_ms),
            changed_at: time_text(study.changed_ms),
            page: links::study(id),
        })
    }

    /// The author of a study. They sign it also where it shows a game whose players' names are hidden: it says of nobody that they
    /// played or keep that game.
    async fn author_of(&self, caller: &Caller, subject: &str) -> ApiResult<Author> {
        Ok(Author {
            subject: subject.to_owned(),
            name: self.accounts.name_of(subject).await?,
            you: caller.reads_studies() == Some(subject),
        })
    }

    /// A chapter as it is told to a reader.
    pub fn describe_chapter(
        &self,
        caller: &Caller,
        bound: &StoredStudy,
        number: u32,
        kept: &StoredChapter,
    ) -> ApiResult<ChapterShown> {
        let Chapter { title, text, shows } = &kept.chapter;
        let seen = self.sees(caller, shows)?;
        Ok(ChapterShown {
            number,
            title: title.clone(),
            text: text.clone(),
            html: html(text),
            shows: seen.then(|| shows.clone()),
            page: links::chapter(bound.id, number),
        })
    }

    /// A chapter of a study by the number in an address.
    pub fn chapter<'b>(&self, bound: &'b StoredStudy, number: &str) -> ApiResult<(u32, &'b StoredChapter)> {
        let plain = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
        let found = number.parse().ok().filter(|_| plain);
        found
            .and_then(|number| Some((number, bound.study.chapter(number)?)))
            .ok_or_else(|| no_such_chapter(number))
    }

    /// Whether a reader may see what a chapter shows.
    fn sees(&self, caller: &Caller, shows: &Shows) -> ApiResult<bool> {
        match shows.game() {
            None => Ok(true),
            Some(game) => self.games.is_visible(caller, game),
        }
    }

    /// The contents of a chapter, for a page of it.
    pub async fn chapter_contents(&self, caller: &Caller, shows: &Shows) -> ApiResult<ChapterContents> {
        let version = match shows {
            Shows::Position { system, state } => {
                let game = self.position(system, state.clone()).await?;
                let board = game.board(hindsight_kernel::Viewer::Everything);
                return Ok(ChapterContents::Position(Box::new(board)));
            }
            Shows::Game { .. } => None,
            Shows::Moment { version, .. } => Some(*version),
            Shows::Variation { .. } => Some(0),
        };
        let game = shows.game().unwrap_or_default();
        let Ok((head, sight)) = self.games.seen(caller, game).await else {
            return Ok(ChapterContents::Hidden);
        };
        let version = match version {
            None => head.version(),
            // A variation is shown from where it branches off.
            Some(0) => crate::games::Branch::of(&head.card).map_or(1, |branch| branch.shared.max(1)),
            Some(version) => version,
        };
        let version = version.min(head.version());
        Ok(ChapterContents::Moment { head, sight, version })
    }

    /// The game that would begin with a position; nothing is stored.
    pub(super) async fn position(
        &self,
        system: &str,
        state: serde_json::Value,
    ) -> ApiResult<Box<dyn AnyGame>> {
        let system = known_system(system)?;
        self.store
            .work(move |_| {
                let opening = OpenRequest {
                    setup: None,
                    position: Some(state),
                    server_dice: false,
                };
                let decided = system
                    .open(&opening, &[], None)
                    .map_err(|error| ApiError::command(error, system, "/shows/state"))?;
                Ok(decided.game)
            })
            .await
    }

    /// A page of studies.
    pub async fn studies_listed(
        &self,
        caller: &Caller,
        (text, yours): (Option<String>, bool),
        cursor: Option<Cursor>,
        limit: usize,
    ) -> ApiResult<StudyPage> {
        let subject = caller.reads_studies().map(ToOwned::to_owned);
        if yours && subject.is_none() {
            return Ok(StudyPage {
                items: Vec::new(),
                next: None,
            });
        }
        let filter = StreamFilter {
            mark: Some(STUDY.to_owned()),
            text,
            owner: subject.clone().filter(|_| yours),
            audience: subject.map_or(Audience::Public, Audience::Owner),
            ..StreamFilter::default()
        };
        let page = self
            .store
            .work(move |store| Ok(store.streams(&filter, cursor, limit)?))
            .await?;
        let mut items = Vec::new();
        for listed in page.streams {
            let Some(bound) = self.present(listed.stream).await? else {
                continue;
            };
            items.push(StudyCard {
                id: bound.id.to_string(),
                title: bound.study.about.title.clone(),
                author: self.author_of(caller, &bound.study.author).await?,
                chapters: bound.study.order().len(),
                changed_at: time_text(bound.study.changed_ms),
                page: links::study(bound.id),
            });
        }
        Ok(StudyPage {
            items,
            next: page.next.map(|cursor| cursor.to_string()),
        })
    }

    /// A study as a file, but what the reader may not see.
    pub fn study_file(&self, caller: &Caller, bound: &StoredStudy) -> ApiResult<StudyFile> {
        let mut chapters = Vec::new();
        for (_, kept) in bound.study.chapters() {
            if self.sees(caller, &kept.chapter.shows)? {
                chapters.push(kept.chapter.clone());
            }
        }
        Ok(StudyFile {
            title: bound.study.about.title.clone(),
            text: bound.study.about.text.clone(),
            chapters,
        })
    }
}

/// A study to read, as Markdown.
pub(crate) fn markdown(file: &StudyFile) -> String {
    let mut text = format!("# {}\n\n", in_markdown(&file.title));
    if !file.text.is_empty() {
        let _ = write!(text, "{}\n\n", file.text.trim());
    }
    for (number, chapter) in (1..).zip(&file.chapters) {
        let _ = write!(text, "## {number}. {}\n\n", in_markdown(&chapter.title));
        let _ = match &chapter.shows {
            Shows::Game { game } => write!(text, "[The game](/g/{game})\n\n"),
            Shows::Moment { game, version } => {
                write!(
                    text,
                    "[Event {version}](/g/{game}/{version})\n\n![Event {version}](/g/{game}/{version}.svg)\n\n"
                )
            }
            Shows::Variation { game } => write!(text, "[The variation](/g/{game})\n\n"),
            Shows::Position { system, .. } => write!(text, "{}\n\n", text!("study-position", system)),
        };
        if !chapter.text.is_empty() {
            let _ = write!(text, "{}\n\n", chapter.text.trim());
        }
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}
