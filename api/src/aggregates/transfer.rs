//! Games carried from server to server: out as they are stored, in only when they fold.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use hindsight_engine::kernel::codec::StoredEvent;
use hindsight_engine::{Chronicle, PastRecord, System};
use hindsight_kernel::{Seat, Viewer};
use hindsight_notation::bridge::{Heading, without_passes, write};
use hindsight_notation::{Document, print};
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::Visibility;
use hindsight_store::{
    Check, EventStore, Header, Imported, MemoryStore, StoreError, StreamCard, StreamId, import,
};
use serde_json::Value;

use crate::access::{Caller, GameAccess};
use crate::aggregates::annotations::{Annotations, Reader, notes_to_carry, overlaid, wrote};
use crate::aggregates::bundle;
use crate::aggregates::studies::Studies;
use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::DAY_MS;
use crate::base::messages::text;
use crate::base::{StoreHandle, now_ms, time_text};
use crate::games::battle::{note_stored, told_of};
use crate::games::card_fields::OPENED;
use crate::games::card_fields::is_arriving;
use crate::games::card_fields::{CONTROL, RULES, keep_control};
use crate::games::import::{ImportOutcome, export_for_client, import_file, not_yours, split_file, unfit};
use crate::games::kinds::is_no_game;
use crate::games::notation::headers_of;
use crate::games::packs::packs_in_play;
use crate::games::packs::packs_of;
use crate::games::player_names::{HIDDEN_NAMES, are_hidden, hide_names, names_in, players, set_name};
use crate::games::registry::{checked_player, checked_tags, checked_title};
use crate::games::{Games, ImportAs, LiveGame, card_of};

/// A stream file of a game that was found sound.
#[derive(Debug)]
pub struct SoundGame<'f> {
    header: Header,
    rest: &'f [u8],
    /// The game at its end.
    head: LiveGame,
    /// When its first record was made.
    began_ms: u64,
    /// What comes along with it.
    carried: Vec<bundle::Carried<'f>>,
}

/// Checks a stream file of a game: its chain holds, its events fold, no record is of a time to come, and what stands
/// behind it is sound. `by` brings it; none is who runs the server.
///
/// # Errors
/// What is wrong with the file.
pub fn sound_game<'f>(file: &'f [u8], by: Option<&str>) -> ApiResult<SoundGame<'f>> {
    let parts = bundle::parts(file);
    let (header, rest) = split_file(parts[0])?;
    let carried = bundle::sound(header.stream, &parts[1..], by)?;
    let memory = MemoryStore::new();
    let trial: &dyn EventStore = &memory;
    import(trial, &mut std::io::Cursor::new(parts[0])).map_err(unfit)?;
    recorded_by_now(trial, header.stream)?;
    let head = LiveGame::load(trial, header.stream).map_err(|error| {
        ApiError::new(
            ProblemKind::InvalidImport,
            text!("file-does-not-fold", why = error.detail()),
        )
    })?;
    recorded_at_a_table(trial, &head)?;
    let began_ms = trial.read(header.stream, 1, 1)?[0].recorded_at_ms;
    Ok(SoundGame {
        header,
        rest,
        head,
        began_ms,
        carried,
    })
}

/// Refuses records of a time to come, but for a clock that goes wrong by a little: lists sort by when a game was played.
fn recorded_by_now(trial: &dyn EventStore, id: StreamId) -> ApiResult<()> {
    let latest = now_ms() + DAY_MS;
    let mut late = None;
    trial.scan(id, 1, u64::MAX, Check::Continuity, &mut |record| {
        if record.recorded_at_ms > latest {
            late = Some(record.version);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    })?;
    late.map_or(Ok(()), |version| {
        Err(ApiError::new(
            ProblemKind::InvalidImport,
            text!("file-future", version),
        ))
    })
}

/// Refuses what no table can have recorded, though it folds: more successes than dice, a number beyond every game, a unit
/// off the table.
fn recorded_at_a_table(trial: &dyn EventStore, head: &LiveGame) -> ApiResult<()> {
    let mut records = Vec::new();
    trial.scan(head.id, 1, u64::MAX, Check::Continuity, &mut |record| {
        records.push(PastRecord {
            event: StoredEvent {
                kind: record.kind.to_owned(),
                schema: record.schema,
                body: record.body.to_vec(),
            },
            command: record.command.map(|(_, body)| body.to_vec()),
        });
        ControlFlow::Continue(())
    })?;
    let recorded = head.system.plausible(&records).map_err(|error| error.message());
    recorded
        .and_then(|()| head.game.sound())
        .map_err(|why| ApiError::new(ProblemKind::InvalidImport, why))
}

impl SoundGame<'_> {
    /// When the game was played: the day that its file's card says, where it was recorded later; no game begins after its
    /// first record.
    fn played_ms(&self, said: u64) -> u64 {
        match said {
            0 => self.began_ms,
            played => played.min(self.began_ms),
        }
    }

    /// The card that the game gets, of what the file's own says: held to what a form takes, with what the events say of it.
    fn card(&self, owner: &str, filed: ImportAs) -> ApiResult<StreamCard> {
        let said = self.header.card.clone().unwrap_or_default();
        let wrong = |error: ApiError| {
            let detail = text!("file-card", why = error.detail());
            ApiError::new(ProblemKind::InvalidImport, detail)
        };
        let mut card = StreamCard {
            title: match filed.title {
                Some(title) => checked_title(title)?,
                None => checked_title(said.title).map_err(wrong)?,
            },
            tags: checked_tags(said.tags).map_err(wrong)?,
            marks: said
                .marks
                .into_iter()
                .filter(|mark| TOLD_BY_FILES.contains(&mark.as_str()))
                .chain(filed.marks)
                .collect(),
            visibility: Visibility::of_name(&said.visibility).name().to_owned(),
            created_ms: self.played_ms(said.created_ms),
            owner: owner.to_owned(),
            extra: said.extra,
            ..StreamCard::default()
        };
        let hidden = card
            .extra
            .get(HIDDEN_NAMES)
            .map(|text| {
                names_in(text)
                    .ok_or_else(|| ApiError::new(ProblemKind::InvalidImport, text!("file-names-by-seat")))
            })
            .transpose()?;
        card.extra
            .retain(|name, _| [OPENED, CONTROL, RULES].contains(&name.as_str()));
        keep_control(&mut card);
        hide_names(&mut card, hidden.is_some());
        for (seat, name) in hidden.unwrap_or_default() {
            set_name(&mut card, seat, &checked_player(seat, name).map_err(wrong)?);
        }
        for (place, name) in said.players.into_iter().enumerate() {
            let seat = Seat::new(place)
                .ok_or_else(|| ApiError::new(ProblemKind::InvalidImport, text!("file-more-players")))?;
            set_name(&mut card, seat, &checked_player(seat, name).map_err(wrong)?);
        }
        Ok(card_of(self.head.game.as_ref(), &card))
    }

    /// Stores the game under a card, and what comes along with it. Blocks on the store.
    ///
    /// # Errors
    /// It is here with other records, or the store takes no more.
    fn take(self, store: &dyn EventStore, card: StreamCard, by: Option<&str>) -> ApiResult<Imported> {
        let stored = import_file(store, self.header, self.rest, card).map_err(unfit)?;
        bundle::take_in(store, self.carried, by)?;
        Ok(stored)
    }

    /// Stores the game as its file has it, card and all: for who runs the server. Blocks on the store.
    ///
    /// # Errors
    /// It is here with other records, or the store takes no more.
    pub fn take_as_filed(self, store: &dyn EventStore) -> Result<Imported, StoreError> {
        let said = self.header.card.clone().unwrap_or_default();
        let card = StreamCard {
            created_ms: self.played_ms(said.created_ms),
            ..card_of(self.head.game.as_ref(), &said)
        };
        let stored = import_file(store, self.header, self.rest, card)?;
        for one in self.carried {
            bundle::take(store, one)?;
        }
        Ok(stored)
    }
}

/// What a file may say of a game that its events do not: marks that mean nothing but what they say.
const TOLD_BY_FILES: [&str; 3] = ["bot", "position", "variation"];

/// What may be said of a game that a file names.
enum Here {
    /// It is not here, or the caller keeps it.
    Free,
    /// It is somebody else's and open to the caller up to a version: it may be recognised, never extended.
    Open(u64),
}

/// A game to be told in the text notation.
#[allow(missing_debug_implementations, reason = "it holds a chronicle")]
pub struct ToldGame<'g> {
    /// Its id.
    pub id: StreamId,
    /// Its card.
    pub card: &'g StreamCard,
    /// Its rules.
    pub system: &'static dyn System,
    /// All that happened.
    pub chronicle: &'g dyn Chronicle,
    /// The setup that it was opened with.
    pub setup: Option<Value>,
    /// The versions at which its commands begin.
    pub begins: &'g [u64],
}

impl ToldGame<'_> {
    /// The game as a text, with its packs, the day it was played, and what everybody may read of what is said of it. API and
    /// command line tell games by this function alone. Blocks on the store.
    ///
    /// # Errors
    /// The game cannot be told, or the store cannot be read.
    pub fn document(self, store: &dyn EventStore) -> ApiResult<Document> {
        let Self { id, card, .. } = self;
        let fault = |why: &dyn std::fmt::Display| ApiError::fault("telling the game in the notation", why);
        let game = self
            .chronicle
            .game_at(self.chronicle.len(), Viewer::Everything)
            .map_err(|why| fault(&why))?;
        let heading = Heading {
            title: Some(card.title.clone()).filter(|title| !title.is_empty()),
            date: time_text(card.created_ms).get(..10).map(ToOwned::to_owned),
            packs: packs_in_play(store, self.system, &game.terms().packs, self.setup.as_ref())?,
            seats: players(card).into_iter().collect::<BTreeMap<_, _>>(),
            tags: card.tags.clone(),
            setup: self.setup,
            more: headers_of(card),
        };
        let mut document = write(self.system, self.chronicle, heading).map_err(|why| fault(&why))?;
        overlaid(store, id, self.begins, &mut document)?;
        Ok(document)
    }
}

/// Carrying games in and out, with what is said of them.
#[derive(Debug)]
pub struct Transfers {
    pub(crate) store: StoreHandle,
    pub(crate) games: Arc<Games>,
    pub(crate) annotations: Arc<Annotations>,
    pub(crate) studies: Arc<Studies>,
}

impl Transfers {
    /// A game in the text notation, with every command that was given and what its own text said beside them.
    /// With `short` lines that the rules find again are left out.
    pub async fn notation(&self, head: &LiveGame, short: bool) -> ApiResult<String> {
        let document = self.document(head).await?;
        if !short {
            return Ok(print(&document));
        }
        self.store
            .work(move |store| {
                // ERR: a game that today's rules decide otherwise, or whose packs are not here, is written in full.
                let packs = packs_of(store, &document).ok();
                // ERR: as above.
                let short = packs.and_then(|packs| without_passes(&document, &packs).ok());
                Ok(print(short.as_ref().unwrap_or(&document)))
            })
            .await
    }

    /// The present line of a game as a text, not written yet, with what is said of it.
    pub(crate) async fn document(&self, head: &LiveGame) -> ApiResult<Document> {
        let past = self.games.past(head).await?;
        let (id, system, card) = (head.id, head.system, Arc::clone(&head.card));
        self.store
            .work(move |store| {
                let told = ToldGame {
                    id,
                    card: &card,
                    system,
                    chronicle: past.chronicle.as_ref(),
                    setup: past.opening_setup(system),
                    begins: &past.commands(),
                };
                told.document(store)
            })
            .await
    }

    /// The whole record of a game as NDJSON, with its notes if it came from a text.
    async fn export(&self, id: StreamId, for_owner: bool) -> ApiResult<Vec<u8>> {
        self.store
            .work(move |store| {
                Ok(export_for_client(
                    store,
                    id,
                    notes_to_carry(store, id)?,
                    for_owner,
                )?)
            })
            .await
    }

    /// Stores a game from NDJSON: its chain is verified and its events folded before anything is kept.
    pub async fn import(&self, caller: &Caller, file: Vec<u8>, filed: ImportAs) -> ApiResult<ImportOutcome> {
        let caller = caller.clone();
        let imported = self
            .store
            .work(move |store| {
                let owner = caller.actor();
                let by = (!caller.is_admin()).then_some(owner.as_str());
                let sound = sound_game(&file, by)?;
                if let Here::Open(version) = here(store, &caller, sound.header.stream)? {
                    return recognised(store, &sound, version);
                }
                let card = sound.card(&owner, filed)?;
                let stored = sound.take(store, card, by)?;
                with_its_battle(store, &caller, &stored)
            })
            .await?;
        let imported = self.forgotten(imported).await?;
        if !imported.already_existed {
            self.games.hide_copy(imported.id).await?;
        }
        Ok(imported)
    }

    /// Stores a game from NDJSON as its file has it, card and all: for who runs the server.
    pub async fn import_as_filed(&self, caller: &Caller, file: Vec<u8>) -> ApiResult<ImportOutcome> {
        let caller = caller.clone();
        let imported = self
            .store
            .work(move |store| {
                let stored = sound_game(&file, None)?.take_as_filed(store).map_err(unfit)?;
                with_its_battle(store, &caller, &stored)
            })
            .await?;
        self.forgotten(imported).await
    }

    /// Lets go of what is in memory of a game that is new or went on.
    async fn forgotten(&self, imported: ImportOutcome) -> ApiResult<ImportOutcome> {
        if !imported.already_existed {
            self.games.forget(imported.id).await;
        }
        Ok(imported)
    }
}

/// The outcome of a file, with another record of its battle that the caller may see. Blocks on the store.
fn with_its_battle(store: &dyn EventStore, caller: &Caller, stored: &Imported) -> ApiResult<ImportOutcome> {
    match stored {
        Imported::New { stream, .. } | Imported::Extended { stream, .. } => Ok(ImportOutcome {
            id: *stream,
            already_existed: false,
            same_battle: told_of(store, caller, &note_stored(store, *stream)?)?,
        }),
        Imported::AlreadyThere { stream, .. } => Ok(ImportOutcome::before(*stream)),
    }
}

/// How a game stands to a caller who brings a file of it.
///
/// # Errors
/// It is here, and something of it is hidden from them.
fn here(store: &dyn EventStore, caller: &Caller, id: StreamId) -> ApiResult<Here> {
    let Some(listed) = store.card(id)? else {
        return Ok(Here::Free);
    };
    let own = caller.is_admin() || listed.card.owner == caller.actor();
    if own || is_arriving(&listed.card) {
        return Ok(Here::Free);
    }
    let seen = !listed.deleted && !is_no_game(&listed.card) && caller.sight(id, &listed.card).is_some();
    if !seen {
        return Err(not_yours());
    }
    let head = LiveGame::load(store, id)?;
    if head.hides() {
        return Err(not_yours());
    }
    Ok(Here::Open(head.version()))
}

/// A file of a game that is somebody else's and open up to a version: it must be a beginning of that.
fn recognised(store: &dyn EventStore, sound: &SoundGame<'_>, version: u64) -> ApiResult<ImportOutcome> {
    let Header { stream, records, .. } = sound.header;
    if records > version {
        return Err(not_yours());
    }
    let last = store.read(stream, records, records)?;
    let known = last
        .first()
        .is_some_and(|last| last.digest.to_string() == sound.header.digest);
    if known {
        Ok(ImportOutcome::before(stream))
    } else {
        Err(not_yours())
    }
}

impl Transfers {
    /// The whole record of a game as NDJSON, with the caller's own layers of annotations behind it, and the caller's own
    /// studies that show it: a stream holds also what was removed from it, or said before others could read it. An
    /// administrator's copy has all layers.
    pub async fn export_with_annotations(
        &self,
        caller: &Caller,
        head: &Arc<LiveGame>,
        sight: &GameAccess,
    ) -> ApiResult<Vec<u8>> {
        if are_hidden(&head.card) && !sight.keeps {
            return Err(ApiError::new(
                ProblemKind::Forbidden,
                text!("export-hidden-names"),
            ));
        }
        let reader = Reader { caller, head, sight };
        let read: Vec<StreamId> = self
            .annotations
            .layers_read(reader, None)
            .await?
            .into_iter()
            .filter(|sheet| caller.is_admin() || wrote(reader, sheet))
            .map(|sheet| sheet.id)
            .collect();
        let studies = self.studies.own_studies_of(caller, head.id).await?;
        let mut file = self.export(head.id, sight.yours).await?;
        let game = head.id;
        self.store
            .work(move |store| {
                bundle::carry(store, game, &|id| read.contains(&id), &mut file)?;
                for study in studies {
                    hindsight_store::export(store, study, &mut file)?;
                }
                Ok(file)
            })
            .await
    }
}
