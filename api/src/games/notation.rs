//! Games as text: told in the notation, and played again from it.

use hindsight_notation::bridge::replay;
use hindsight_notation::{Act, Document, Entry, WrittenStart, parse};
use hindsight_openapi::{BodyFault, ProblemKind};
use hindsight_store::{StreamCard, StreamId};

use crate::access::Caller;
use crate::base::error::{ApiError, ApiResult};
use crate::base::{new_id, now_ms};
use crate::games::import::{Arrival, NoArrival, Rest, arrive};
use crate::games::{Games, ImportAs, Notes, PackRegistry};

/// The mark of games that bots played.
pub const BOT: &str = "bot";
/// The header that says so in a text, and its value.
const PLAYED_BY_BOTS: (&str, &str) = ("Played", "bots");

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

/// The headers of a text that tell a game's marks: that bots played it.
pub fn headers_of(card: &StreamCard) -> Vec<(String, String)> {
    let (name, value) = PLAYED_BY_BOTS;
    let told = card.marks.iter().any(|mark| mark == BOT);
    told.then(|| (name.to_owned(), value.to_owned()))
        .into_iter()
        .collect()
}

/// Puts the marks that the headers of a text tell of on the card of its game.
pub fn mark(card: &mut StreamCard, document: &Document) {
    let (name, value) = PLAYED_BY_BOTS;
    let told = document.more.iter().any(|(is, says)| is == name && says == value);
    if told && !card.marks.iter().any(|mark| mark == BOT) {
        card.marks.push(BOT.to_owned());
    }
    if matches!(document.start, WrittenStart::Position(_)) {
        card.marks.push("position".to_owned());
    }
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
                let faces: Vec<String> = roll.faces.iter().map(u8::to_string).collect();
                let purpose = roll
                    .purpose
                    .as_deref()
                    .map_or_else(String::new, |purpose| format!("{purpose} "));
                format!(" [{purpose}{}]", faces.join(" "))
            });
            format!("{words}{}", rolls.collect::<String>())
        }
        Act::TakeBack { from, .. } => format!("takes back command {from}"),
        Act::Replace { at, .. } => format!("puts another command in the place of {at}"),
        Act::Insert { at, .. } => format!("puts a command in before {at}"),
        Act::Remove { at, .. } => format!("leaves command {at} out"),
        Act::Rule { reason, .. } => format!("rules: {reason}"),
        Act::Concede => "concedes".to_owned(),
        Act::Propose { winner: None } => "proposes a draw".to_owned(),
        Act::Propose { winner: Some(side) } => format!("proposes a win of side {side}"),
        Act::Answer { accept: true } => "accepts".to_owned(),
        Act::Answer { accept: false } => "declines".to_owned(),
        Act::Say { text } => format!("says “{text}”"),
    };
    format!("{who}{what}")
}

impl Games {
    /// The game that this caller imported from the very same text before, if it is here still.
    pub async fn imported_before(&self, caller: &Caller, text: &[u8]) -> ApiResult<Option<StreamId>> {
        let key = digest_of(caller, text);
        let found = self
            .store
            .work(move |store| Ok(store.fetch(TEXTS, &key)?))
            .await?;
        let id = found
            .and_then(|bytes| bytes.as_slice().try_into().ok())
            .map(StreamId::from_bytes);
        match id {
            Some(id) if self.is_visible(caller, &id.to_string())? => Ok(Some(id)),
            Some(_) | None => Ok(None),
        }
    }

    /// Plays a game in the text notation again and stores it as a new one: whole, or not at all.
    pub async fn import_notation(
        &self,
        caller: &Caller,
        packs: &PackRegistry,
        text: Vec<u8>,
        filed: ImportAs,
    ) -> ApiResult<(StreamId, bool)> {
        let digest = digest_of(caller, &text);
        let document = self
            .store
            .work(move |_| {
                let text = String::from_utf8(text)
                    .map_err(|_| ApiError::new(ProblemKind::InvalidImport, "the file is not UTF-8"))?;
                parse(&text).map_err(|faults| {
                    let first = faults.first();
                    let detail = format!(
                        "line {}: {} is expected, not {}",
                        first.line, first.expected, first.found
                    );
                    let places = faults.all().iter().map(|fault| BodyFault {
                        path: format!("line {} column {}", fault.line, fault.column),
                        reason: format!("{} is expected, not {}", fault.expected, fault.found),
                    });
                    ApiError::new(ProblemKind::InvalidImport, detail).places(places.collect())
                })
            })
            .await?;
        let system = crate::games::packs::known_system(&document.system)?;
        let named: Vec<String> = document
            .packs
            .iter()
            .filter_map(|pack| pack.hash.clone())
            .collect();
        let packs = packs.for_setup(system, &named).await?;
        let mut card = StreamCard {
            title: filed.title.or_else(|| document.title.clone()).unwrap_or_default(),
            tags: document.tags.clone(),
            visibility: "public".to_owned(),
            owner: caller.actor(),
            marks: filed.marks,
            created_ms: now_ms(),
            ..StreamCard::default()
        };
        for (seat, name) in &document.seats {
            crate::games::player_names::set_name(&mut card, *seat, name);
        }
        mark(&mut card, &document);
        let (id, actor, created) = (new_id(), caller.actor(), card.created_ms);
        let (id, already_existed) = self
            .store
            .work(move |store| {
                let replayed = replay(&document, &packs)
                    .map_err(|why| ApiError::new(ProblemKind::InvalidImport, why.to_string()))?;
                let arrival = Arrival {
                    id,
                    system: replayed.system,
                    batches: replayed.batches().collect(),
                    game: replayed.game.as_ref(),
                    card,
                    notes: Some(&Notes::of(&document)),
                    actor: &actor,
                    clock: &|_| created,
                    rest: Rest::PutAway,
                };
                match arrive(store, arrival) {
                    Ok(()) => {
                        store.keep(TEXTS, &digest, &id.to_bytes())?;
                        Ok((id, false))
                    }
                    Err(NoArrival::Store(error)) => Err(error.into()),
                    Err(NoArrival::Append(error)) => Err(error.into()),
                }
            })
            .await?;
        self.hide_copy(id).await?;
        Ok((id, already_existed))
    }
}
