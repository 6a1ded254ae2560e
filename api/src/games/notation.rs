//! Games as text: told in the notation, and played again from it.

use hindsight_incoming_text::Encoding;
use hindsight_notation::bridge::{Replayed, replay, with_passes};
use hindsight_notation::{Act, Document, Entry, WrittenStart, print};
use hindsight_openapi::ProblemKind;
use hindsight_store::{EventStore, StreamCard, StreamId};

use crate::access::Caller;
use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::DAY_MS;
use crate::base::messages::text;
use crate::base::{new_id, now_ms};
use crate::games::battle::{self, battle_of};
use crate::games::card_fields::{control_of_header, control_words, time_control};
use crate::games::import::{Arrival, ImportOutcome, NoArrival, Rest, arrive};
use crate::games::incoming::{games_in, text_of};
use crate::games::packs::packs_of;
use crate::games::registry::{checked_player, checked_tags, checked_title};
use crate::games::{Games, ImportAs, Notes};

/// The mark of games that bots played.
pub const BOT: &str = "bot";
/// The header that says so in a text, and its value.
const PLAYED_BY_BOTS: (&str, &str) = ("Played", "bots");

/// The header of the time control.
const TIME_CONTROL: &str = "TimeControl";

/// Games by the digest of the text that they were imported from and of who did.
const TEXTS: &str = "imported-texts";

/// The key of a text that somebody imports.
fn digest_of(caller: &Caller, text: &[u8]) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(caller.actor().as_bytes());
    hasher.update(&[0]);
    hasher.update(text);
    *hasher.finalize().as_bytes()
}

/// The headers of a text for what a card says beside its title and names: that bots played it, and its time control.
pub(crate) fn headers_of(card: &StreamCard) -> Vec<(String, String)> {
    let (name, value) = PLAYED_BY_BOTS;
    let bots = card.marks.iter().any(|mark| mark == BOT);
    let control = time_control(card).map(|control| (TIME_CONTROL.to_owned(), control_words(control)));
    bots.then(|| (name.to_owned(), value.to_owned()))
        .into_iter()
        .chain(control)
        .collect()
}

/// Puts what the headers of a text say beside its title and names on the card of its game.
fn mark(card: &mut StreamCard, document: &Document) {
    let (name, value) = PLAYED_BY_BOTS;
    let told = document.more.iter().any(|(is, says)| is == name && says == value);
    if told && !card.marks.iter().any(|mark| mark == BOT) {
        card.marks.push(BOT.to_owned());
    }
    if matches!(document.start, WrittenStart::Position(_)) {
        card.marks.push("position".to_owned());
    }
    let control = document.more.iter().find(|(name, _)| name == TIME_CONTROL);
    if let Some((_, control)) = control {
        control_of_header(card, control);
    }
}

/// Midnight UTC of a date as the notation writes it: of the first day, where only a month or a year is said.
pub fn midnight_ms(date: &str) -> Option<u64> {
    let whole = match date.len() {
        4 => format!("{date}-01-01"),
        7 => format!("{date}-01"),
        _ => date.to_owned(),
    };
    let date: jiff::civil::Date = whole.parse().ok()?;
    let moment = date.to_zoned(jiff::tz::TimeZone::UTC).ok()?.timestamp();
    u64::try_from(moment.as_millisecond()).ok()
}

/// The filing of a game from a text: what its text does not say.
#[allow(missing_debug_implementations, reason = "it holds a function")]
pub struct TextFiling<'a> {
    /// Its id.
    pub id: StreamId,
    /// A title instead of the text's.
    pub title: Option<String>,
    /// Its owner, who also stands in its records.
    pub owner: &'a str,
    /// The visibility, as the card has it.
    pub visibility: &'a str,
    /// Its marks beside those that the text tells.
    pub marks: Vec<String>,
    /// When each command is recorded, milliseconds of Unix time, by its number; the opening is 0.
    pub clock: &'a dyn Fn(u64) -> u64,
    /// The state that is left if this is cut short.
    pub rest: Rest,
}

/// The reason for which a game from a text was not filed.
#[derive(Debug)]
pub enum NotFiled {
    /// Its headers say what no card takes.
    Refused(ApiError),
    /// It could not be stored.
    NoArrival(NoArrival),
}

impl From<ApiError> for NotFiled {
    fn from(error: ApiError) -> Self {
        Self::Refused(error)
    }
}

impl From<NotFiled> for ApiError {
    fn from(error: NotFiled) -> Self {
        match error {
            NotFiled::Refused(error) => error,
            NotFiled::NoArrival(NoArrival::Store(error)) => error.into(),
            NotFiled::NoArrival(NoArrival::Append(error)) => error.into(),
        }
    }
}

/// The card of a game from a text, held to what a form takes. It is filed under the day on which it was played.
fn card_for(document: &Document, filing: &TextFiling<'_>) -> ApiResult<StreamCard> {
    let wrong = |error: ApiError| {
        let detail = text!("text-headers", why = error.detail());
        ApiError::new(ProblemKind::InvalidImport, detail)
    };
    let played_ms = document.date.as_deref().and_then(midnight_ms);
    if played_ms.is_some_and(|played| played > now_ms() + DAY_MS) {
        let date = document.date.as_deref().unwrap_or_default();
        let detail = text!("text-future", date = date.to_string());
        return Err(ApiError::new(ProblemKind::InvalidImport, detail));
    }
    let mut card = StreamCard {
        title: match &filing.title {
            Some(title) => checked_title(title.clone())?,
            None => checked_title(document.title.clone().unwrap_or_default()).map_err(wrong)?,
        },
        tags: checked_tags(document.tags.clone()).map_err(wrong)?,
        visibility: filing.visibility.to_owned(),
        owner: filing.owner.to_owned(),
        marks: filing.marks.clone(),
        created_ms: played_ms.map_or(0, |played| played.min(now_ms())),
        ..StreamCard::default()
    };
    for (seat, name) in &document.seats {
        let name = checked_player(*seat, name.clone()).map_err(wrong)?;
        crate::games::player_names::set_name(&mut card, *seat, &name);
    }
    mark(&mut card, document);
    Ok(card)
}

/// Stores a game from a text that was played again, whole or not at all; gives the games that are records of the same
/// battle. Page, API and command line file by this function alone. Blocks on the store.
///
/// # Errors
/// Nothing is to be seen of the game then.
pub fn file_text(
    store: &dyn EventStore,
    document: &Document,
    replayed: &Replayed,
    filing: &TextFiling<'_>,
) -> Result<Vec<StreamId>, NotFiled> {
    let card = card_for(document, filing)?;
    let battle = replayed
        .system
        .chronicle(&replayed.records())
        .map_err(ApiError::from)
        .and_then(|chronicle| battle_of(replayed.system, chronicle.as_ref()))?;
    let arrival = Arrival {
        id: filing.id,
        system: replayed.system,
        batches: replayed.batches().collect(),
        game: replayed.game.as_ref(),
        card,
        notes: Some(&Notes::of(document)),
        actor: filing.owner,
        clock: filing.clock,
        rest: filing.rest,
    };
    arrive(store, arrival).map_err(NotFiled::NoArrival)?;
    let others = battle.map_or(Ok(Vec::new()), |battle| battle::note(store, &battle, filing.id));
    others.map_err(|error| NotFiled::NoArrival(error.into()))
}

/// The outcome of one game of a text.
#[derive(Debug)]
pub struct TextOutcome {
    /// The line of the text on which it begins.
    pub line: u32,
    /// Its title, as far as it could be read.
    pub title: Option<String>,
    /// The game, or why it is not stored.
    pub imported: ApiResult<ImportOutcome>,
}

/// A command of a text in a line: who, what, and its dice.
pub(crate) fn entry_words(entry: &Entry) -> String {
    let who = entry
        .given
        .seat
        .map_or_else(String::new, |seat| format!("{seat}: "));
    let what = match &entry.given.act {
        Act::Play { words, dice } => {
            let rolls = dice.iter().map(|roll| {
                let faces: Vec<String> = roll.faces.iter().map(ToString::to_string).collect();
                let purpose = roll
                    .purpose
                    .as_deref()
                    .map_or_else(String::new, |purpose| format!("{purpose} "));
                format!(" [{purpose}{}]", faces.join(" "))
            });
            format!("{words}{}", rolls.collect::<String>())
        }
        Act::TakeBack { from, .. } => text!("entry-takes-back", number = from).to_string(),
        Act::Replace { at, .. } => text!("entry-replaces", number = at).to_string(),
        Act::Insert { at, .. } => text!("entry-inserts", number = at).to_string(),
        Act::Remove { at, .. } => text!("entry-leaves-out", number = at).to_string(),
        Act::Rule { reason, .. } => text!("entry-rules", reason = reason.clone()).to_string(),
        Act::Position {
            reason: Some(reason), ..
        } => text!("entry-notes-because", reason = reason.clone()).to_string(),
        Act::Position { reason: None, .. } => text!("entry-notes").to_string(),
        Act::Concede => text!("entry-concedes").to_string(),
        Act::Propose { winner: None } => text!("entry-proposes-draw").to_string(),
        Act::Propose { winner: Some(side) } => text!("entry-proposes-win", side).to_string(),
        Act::Answer { accept: true } => text!("entry-accepts").to_string(),
        Act::Answer { accept: false } => text!("entry-declines").to_string(),
        Act::Say { text } => text!("entry-says", text = text.clone()).to_string(),
    };
    format!("{who}{what}")
}

impl Games {
    /// Stores each game of a text in the notation as a new one: whole, or not at all. A game that this caller imported before
    /// is found again, unless `again` says otherwise. A fault in one game keeps none of the others. `another` is asked before
    /// each game but the first.
    ///
    /// # Errors
    /// The bytes are no text, or there is no game in them, or more than `most`.
    pub async fn import_texts(
        &self,
        caller: &Caller,
        bytes: Vec<u8>,
        encoding: Encoding,
        filed: ImportAs,
        (again, most): (bool, usize),
        another: &dyn Fn() -> ApiResult<()>,
    ) -> ApiResult<Vec<TextOutcome>> {
        let games = self
            .store
            .work(move |_| games_in(&text_of(&bytes, encoding)?))
            .await?;
        if games.len() > most {
            let why = match most {
                1 => text!("several-needed", games = games.len()),
                most => text!("several-most", games = games.len(), most),
            };
            return Err(ApiError::new(ProblemKind::InvalidImport, why));
        }
        let mut outcomes = Vec::new();
        for (place, game) in games.into_iter().enumerate() {
            let admitted = if place > 0 { another() } else { Ok(()) };
            let imported = match admitted.and(game.read) {
                Ok(document) => self.import_document(caller, document, filed.clone(), again).await,
                Err(error) => Err(error),
            };
            outcomes.push(TextOutcome {
                line: game.line,
                title: game.title,
                imported,
            });
        }
        Ok(outcomes)
    }

    /// Stores a game that was read from a text, unless this caller imported it before.
    pub(crate) async fn import_document(
        &self,
        caller: &Caller,
        document: Document,
        filed: ImportAs,
        again: bool,
    ) -> ApiResult<ImportOutcome> {
        let (id, by) = (new_id(), caller.clone());
        let imported = self
            .store
            .work(move |store| {
                let digest = digest_of(&by, print(&document).as_bytes());
                if !again && let Some(known) = known_text(store, &by, &digest)? {
                    return Ok(ImportOutcome::before(known));
                }
                let packs = packs_of(store, &document)?;
                let document = with_passes(&document, &packs)
                    .map_err(|why| ApiError::new(ProblemKind::InvalidImport, why.message()))?;
                let replayed = replay(&document, &packs)
                    .map_err(|why| ApiError::new(ProblemKind::InvalidImport, why.message()))?;
                let (owner, now) = (by.actor(), now_ms());
                let filing = TextFiling {
                    id,
                    title: filed.title,
                    owner: &owner,
                    visibility: "public",
                    marks: filed.marks,
                    clock: &|_| now,
                    rest: Rest::PutAway,
                };
                let others = file_text(store, &document, &replayed, &filing)?;
                store.keep(TEXTS, &digest, &id.to_bytes())?;
                Ok(ImportOutcome {
                    id,
                    already_existed: false,
                    same_battle: battle::told_of(store, &by, &others)?,
                })
            })
            .await?;
        if !imported.already_existed {
            self.hide_copy(imported.id).await?;
        }
        Ok(imported)
    }
}

/// The game that this caller imported from a text of this digest, if it is here still. Blocks on the store.
fn known_text(store: &dyn EventStore, caller: &Caller, digest: &[u8; 32]) -> ApiResult<Option<StreamId>> {
    let found = store.fetch(TEXTS, digest)?;
    let Some(id) = found
        .and_then(|bytes| bytes.as_slice().try_into().ok())
        .map(StreamId::from_bytes)
    else {
        return Ok(None);
    };
    let listed = store.card(id)?.filter(|listed| {
        !listed.deleted
            && !crate::games::card_fields::is_arriving(&listed.card)
            && caller.sight(id, &listed.card).is_some()
    });
    Ok(listed.map(|_| id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_midnights_in_utc() {
        assert_eq!(midnight_ms("1970"), Some(0));
        assert_eq!(midnight_ms("1970-02"), Some(31 * 86_400_000));
        assert_eq!(midnight_ms("2026-05-02"), Some(1_777_680_000_000));
        for wrong in ["1969", "2026-13", "2026-02-30", "", "soon"] {
            assert_eq!(midnight_ms(wrong), None, "{wrong}");
        }
    }
}
