//! Games: opened, found, looked at, changed, put away.

use hindsight_kernel::plain_text::{composed, unfit_in_line};
use std::sync::Arc;
use std::time::Duration;

use hindsight_engine::{AnyDecided, AnyGame, GameInfo, OpenRequest, Sketched, System};
use hindsight_kernel::{Seat, Seed, Viewer};
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{CreateGame, DiceChoice, PatchGame, Visibility};
use hindsight_store::{
    Append, AppendError, CommandStamp, Cursor, EventStore, Expected, Listed, StreamCard, StreamFilter,
    StreamId,
};
use moka::sync::Cache;
use serde_json::Value;

use crate::access::seat_marks::taken_by;
use crate::access::{Caller, GameAccess};
use crate::base::error::{ApiError, ApiResult, no_such_game};
use crate::base::limits::{DICE_OF_CLOSED_CHOICES, PACKS, PLAYER, SNAPSHOT_EVERY, TAG, TAGS, TITLE};
use crate::base::locks::{locks, place_of};
use crate::base::messages::text;
use crate::base::rate_limiter::RateLimiter;
use crate::base::secrets::derived_id;
use crate::base::settings::Settings;
use crate::base::{LiveHub, StoreHandle, new_id, now_ms};
use crate::games::card_fields::{
    ARRIVING, REQUEST_DIGEST, is_arriving, is_hidden, is_shared, opened, state_control, state_policy,
    undo_policy,
};
use crate::games::kinds::{LAYER, STUDY, is_no_game};
use crate::games::latest_cache::LatestCache;
use crate::games::live_game::{fold_to, snapshot_format};
use crate::games::packs::known_system;
use crate::games::player_names::{hide_names, set_name};
use crate::games::standing_choices::StandingChoices;
use crate::games::storing::new_events;
use crate::games::{GameHistory, LiveGame, PackRegistry, card_of};

/// How many games may be decided at once without waiting for each other.
const LOCKS: usize = 4096;
/// How many pasts may be read at once without waiting for each other.
const READING: usize = 64;

/// All games of the server.
pub struct Games {
    pub(crate) store: StoreHandle,
    pub(crate) secret: [u8; 32],
    /// Who follows games live.
    pub(crate) hub: Arc<LiveHub>,
    heads: LatestCache<LiveGame>,
    pasts: Cache<StreamId, Arc<GameHistory>>,
    /// How long those wait who only follow a game that hides something.
    pub(crate) live_delay: Duration,
    /// Games as they stand for those who wait, and their pasts.
    pub(crate) behind: Cache<StreamId, Arc<LiveGame>>,
    pasts_behind: Cache<StreamId, Arc<GameHistory>>,
    /// Who decides in a game.
    locks: Vec<tokio::sync::Mutex<()>>,
    /// Who reads the past of a game.
    reading: Vec<tokio::sync::Mutex<()>>,
    /// Limits what the dice of a command tell of choices that are closed to its seat.
    pub(crate) dice_guesses: RateLimiter,
    /// Choices of seats that may change their dice alone.
    pub(super) standing_choices: StandingChoices,
}

impl std::fmt::Debug for Games {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Games")
            .field("heads", &self.heads.entry_count())
            .finish_non_exhaustive()
    }
}

/// The seed of a game's dice on the server that has this secret, by generation.
pub(crate) fn seed_of(secret: &[u8; 32], game: StreamId, generation: u64) -> Seed {
    Seed::of_game(secret, &format!("{game}#{generation}"))
}

/// A page of a list.
#[derive(Debug, Default)]
pub struct Listing {
    /// The games.
    pub games: Vec<Listed>,
    /// Where the next page begins.
    pub next: Option<Cursor>,
}

impl Games {
    /// The games of a store, their dice rolled from this secret.
    pub fn new(store: StoreHandle, secret: [u8; 32], hub: Arc<LiveHub>, settings: &Settings) -> Self {
        let pasts = |events| {
            Cache::builder()
                .max_capacity(events)
                .weigher(|_, past: &Arc<GameHistory>| u32::try_from(past.version() + 10).unwrap_or(u32::MAX))
                .time_to_idle(Duration::from_mins(30))
                .build()
        };
        Self {
            store,
            secret,
            hub,
            heads: LatestCache::new(settings.game_cache, Duration::from_hours(1)),
            pasts: pasts(settings.past_cache_events),
            live_delay: settings.live_delay,
            behind: Cache::builder()
                .max_capacity(settings.game_cache / 4)
                .time_to_idle(Duration::from_mins(10))
                .build(),
            pasts_behind: pasts(settings.past_cache_events / 4),
            locks: locks(LOCKS),
            reading: locks(READING),
            dice_guesses: RateLimiter::new(DICE_OF_CLOSED_CHOICES),
            standing_choices: StandingChoices::default(),
        }
    }

    /// The seed of a game's dice, by generation.
    pub fn seed(&self, game: StreamId, generation: u64) -> Seed {
        seed_of(&self.secret, game, generation)
    }

    /// The right to decide in a game, one caller at a time.
    pub(crate) async fn turn(&self, game: StreamId) -> tokio::sync::MutexGuard<'_, ()> {
        self.locks[place_of(game, LOCKS)].lock().await
    }

    /// A game as it stands now.
    pub async fn head(&self, id: StreamId) -> ApiResult<Arc<LiveGame>> {
        let store = self.store.clone();
        self.heads
            .get_or_read(id, store.work(move |store| LiveGame::load(store, id)))
            .await
    }

    pub(crate) async fn set_head(&self, head: LiveGame) -> Arc<LiveGame> {
        let head = Arc::new(head);
        self.heads.set(head.id, &head).await;
        head
    }

    pub(crate) async fn forget(&self, id: StreamId) {
        self.heads.forget(id).await;
        self.pasts.invalidate(&id);
        self.behind.invalidate(&id);
        self.pasts_behind.invalidate(&id);
    }

    /// Whether a caller may see a game.
    pub fn is_visible(&self, caller: &Caller, id: &str) -> ApiResult<bool> {
        match id.parse() {
            Ok(game) => Ok(self.sight_of(caller, game)?.is_some()),
            Err(_) => Ok(false),
        }
    }

    /// What a caller may see of a game; nothing where it is not for these eyes, or where there is none: both take the same
    /// way.
    fn sight_of(&self, caller: &Caller, game: StreamId) -> ApiResult<Option<GameAccess>> {
        // In memory, so it waits for nobody.
        let listed = self.store.events().card(game)?;
        Ok(listed
            .filter(|listed| !listed.deleted && !is_arriving(&listed.card) && !is_no_game(&listed.card))
            .and_then(|listed| caller.sight(game, &listed.card)))
    }

    /// A game a caller may see, and what they may see of it.
    pub async fn seen(&self, caller: &Caller, id: &str) -> ApiResult<(Arc<LiveGame>, GameAccess)> {
        let missing = || no_such_game(id);
        let game: StreamId = id.parse().map_err(|_| missing())?;
        if let Some(head) = self.heads.get(game)
            && let Some(sight) = caller.sight(game, &head.card)
        {
            return Ok((self.let_go(head, &sight).await?, sight));
        }
        let sight = self.sight_of(caller, game)?.ok_or_else(missing)?;
        let head = self.head(game).await?;
        Ok((self.let_go(head, &sight).await?, sight))
    }

    /// The past of a game up to where it stands.
    pub async fn past(&self, head: &LiveGame) -> ApiResult<Arc<GameHistory>> {
        // The past of a game that is shown as it was a while ago is kept besides that of the table.
        let pasts = match head.delay {
            None => &self.pasts,
            Some(_) => &self.pasts_behind,
        };
        let at_hand = |known: &Option<Arc<GameHistory>>| {
            let past = known.as_ref().filter(|past| past.version() == head.version());
            past.map(Arc::clone)
        };
        if let Some(past) = at_hand(&pasts.get(&head.id)) {
            return Ok(past);
        }
        // Of many who ask for it at once, as all who follow a game do, one reads it.
        let _turn = self.reading[place_of(head.id, READING)].lock().await;
        let known = pasts.get(&head.id);
        if let Some(past) = at_hand(&known) {
            return Ok(past);
        }
        let (id, system, version) = (head.id, head.system, head.version());
        let past = self
            .store
            .work(move |store| GameHistory::load(store, id, system, version, known).map(Arc::new))
            .await?;
        pasts.insert(id, Arc::clone(&past));
        Ok(past)
    }

    /// The game as it stood after a version, for a viewer who knows what may be known now.
    pub async fn at(
        &self,
        head: &LiveGame,
        version: Option<u64>,
        viewer: Viewer,
    ) -> ApiResult<Arc<dyn AnyGame>> {
        let end = head.version();
        let version = match version {
            None => end,
            Some(version) if version > end || version == 0 => return Err(no_such_version(version, end)),
            Some(version) => version,
        };
        if version == end {
            return Ok(Arc::clone(&head.game));
        }
        let (id, system) = (head.id, head.system);
        if viewer == Viewer::Everything || head.over {
            return self
                .store
                .work(move |store| Ok(Arc::from(fold_to(store, id, system, version)?)))
                .await;
        }
        let past = self.past(head).await?;
        self.store
            .work(move |_| Ok(Arc::from(past.chronicle.game_at(version, viewer)?)))
            .await
    }

    /// A page of the games a caller may see in lists.
    pub async fn list(
        &self,
        mut filter: StreamFilter,
        cursor: Option<Cursor>,
        limit: usize,
    ) -> ApiResult<Listing> {
        filter
            .without_marks
            .extend([ARRIVING, LAYER, STUDY].map(ToOwned::to_owned));
        self.store
            .work(move |store| {
                let page = store.streams(&filter, cursor, limit)?;
                Ok(Listing {
                    games: page.streams,
                    next: page.next,
                })
            })
            .await
    }

    /// Opens a game. A request sent again under its key gives the same game; the flag says so.
    pub async fn create(
        &self,
        caller: &Caller,
        packs: &PackRegistry,
        request: CreateGame,
        key: Option<&str>,
        marks: &[&str],
    ) -> ApiResult<(Arc<LiveGame>, bool)> {
        let system = known_system(&request.system)?;
        let card = first_card(caller, &request, marks)?;
        if request.packs.len() > PACKS {
            return Err(ApiError::body("/packs", text!("packs-most", most = PACKS)));
        }
        let described =
            serde_json::to_vec(&request).map_err(|why| ApiError::fault("reading the request", why))?;
        let id = self.id_by(caller, key);
        let digest = blake3::hash(&described).to_hex().to_string();
        // The same request sent twice at once must not put the beginning over what was played since.
        let _turn = self.turn(id).await;
        if key.is_some()
            && let Some(head) = self.made_before(id, &digest).await?
        {
            return Ok((head, true));
        }
        let from_position = request.position.is_some();
        let decided = self.opened_by(id, system, packs, request).await?;
        let mut card = card_of(decided.game.as_ref(), &card);
        card.created_ms = now_ms();
        if key.is_some() {
            card.extra.insert(REQUEST_DIGEST.to_owned(), digest);
        }
        if from_position {
            card.marks.push("position".to_owned());
        }
        let append = Append {
            stream: id,
            expected: Expected::New,
            recorded_at_ms: card.created_ms,
            command: CommandStamp {
                id: key.map_or_else(|| "open".to_owned(), ToOwned::to_owned),
                actor: caller.actor(),
                rules: system.rules_version().to_owned(),
                body: decided.command,
            },
            events: new_events(decided.events),
            card: Some(card.clone()),
        };
        match self.store.append(append).await? {
            Ok(_) => {}
            Err(AppendError::Conflict { .. }) if key.is_some() => {
                self.forget(id).await;
                return self.head(id).await.map(|head| (head, true));
            }
            Err(error) => return Err(error.into()),
        }
        card.events = decided.game.version();
        card.updated_ms = card.created_ms;
        let head = LiveGame::new(id, system, Arc::from(decided.game), Arc::new(card));
        Ok((self.set_head(head).await, false))
    }

    /// The id of a game to be made. A key makes it, so that the request sent again meets the game it made.
    pub(crate) fn id_by(&self, caller: &Caller, key: Option<&str>) -> StreamId {
        key.map_or_else(new_id, |key| {
            derived_id(&self.secret, &format!("{}\n{key}", caller.actor()))
        })
    }

    /// The game that a request of this digest made before under the key of this id.
    pub(crate) async fn made_before(&self, id: StreamId, digest: &str) -> ApiResult<Option<Arc<LiveGame>>> {
        let head = match self.head(id).await {
            Ok(head) => head,
            Err(error) if error.kind() == ProblemKind::NoSuchGame => return Ok(None),
            Err(error) => return Err(error),
        };
        if head
            .card
            .extra
            .get(REQUEST_DIGEST)
            .is_some_and(|known| known == digest)
        {
            return Ok(Some(head));
        }
        Err(ApiError::new(
            ProblemKind::CommandKeyReused,
            text!("key-made-game"),
        ))
    }

    /// The game of a request as it would be at its beginning; nothing is stored.
    pub async fn rehearse_opening(
        &self,
        caller: &Caller,
        packs: &PackRegistry,
        request: CreateGame,
    ) -> ApiResult<GameInfo> {
        let system = known_system(&request.system)?;
        first_card(caller, &request, &[])?;
        let decided = self.opened_by(new_id(), system, packs, request).await?;
        Ok(decided.game.info(Viewer::Everything))
    }

    /// A position drawn by hand, and its packs again. It is not judged yet.
    async fn sketched(
        &self,
        system: &'static dyn System,
        sketch: Value,
        packs: Vec<Value>,
    ) -> ApiResult<(Sketched, Vec<Value>)> {
        let drawn = self.store.work(move |_| {
            let drawn = system
                .sketch(&sketch, &packs)
                .map_err(|error| ApiError::command(error, system, "/sketch"))?;
            Ok((drawn, packs))
        });
        drawn.await
    }

    /// The picture of a position drawn by hand, whether or not a game can begin from it; nothing is stored.
    pub async fn picture_of(
        &self,
        system: &'static dyn System,
        packs: &PackRegistry,
        named: &[String],
        sketch: Value,
    ) -> ApiResult<Sketched> {
        let packs = packs.for_setup(system, named).await?;
        Ok(self.sketched(system, sketch, packs).await?.0)
    }

    /// The opening that the rules make of a request.
    async fn opened_by(
        &self,
        id: StreamId,
        system: &'static dyn System,
        packs: &PackRegistry,
        request: CreateGame,
    ) -> ApiResult<AnyDecided> {
        let packs = packs.for_setup(system, &request.packs).await?;
        let (position, packs) = match request.sketch {
            Some(_) if request.setup.is_some() || request.position.is_some() => {
                return Err(ApiError::body("/sketch", text!("one-start")));
            }
            Some(sketch) => {
                let (drawn, packs) = self.sketched(system, sketch, packs).await?;
                if let Some(refusal) = drawn.refusal {
                    return Err(ApiError::refused(refusal, Some(system)));
                }
                (Some(drawn.position), packs)
            }
            None => (request.position, packs),
        };
        let opening = OpenRequest {
            setup: request.setup,
            position,
            server_dice: request.dice == DiceChoice::Server,
        };
        let secret = self.secret;
        self.store
            .work(move |_| {
                let seeds = |generation| seed_of(&secret, id, generation);
                system
                    .open(&opening, &packs, Some(&seeds))
                    .map_err(|error| ApiError::command(error, system, ""))
            })
            .await
    }

    /// Changes a game's card.
    pub async fn patch(&self, head: &LiveGame, patch: PatchGame) -> ApiResult<Arc<LiveGame>> {
        let id = head.id;
        let _turn = self.turn(id).await;
        let head = self.head(id).await?;
        let mut card = StreamCard::clone(&head.card);
        if let Some(title) = patch.title {
            card.title = checked_title(title)?;
        }
        if let Some(tags) = patch.tags {
            card.tags = checked_tags(tags)?;
        }
        for (seat, name) in patch.players.unwrap_or_default() {
            if taken_by(&card, seat).is_some() {
                return Err(ApiError::body(
                    format!("/players/{seat}"),
                    text!("seat-has-account"),
                ));
            }
            set_name(&mut card, seat, &checked_player(seat, name)?);
        }
        if let Some(hide) = patch.names_hidden {
            hide_names(&mut card, hide);
        }
        if let Some(visibility) = patch.visibility {
            if is_hidden(&card) && visibility != Visibility::Private {
                return Err(ApiError::new(ProblemKind::Forbidden, text!("game-hidden")));
            }
            visibility.name().clone_into(&mut card.visibility);
        }
        if let Some(policy) = patch.undo.filter(|policy| *policy != undo_policy(&card)) {
            if is_shared(&card, &head.game.info(Viewer::Public)) {
                return Err(ApiError::body("/undo", text!("undo-policy-stated")));
            }
            state_policy(&mut card, policy);
        }
        // Whose name changed may have won.
        let card = card_of(head.game.as_ref(), &card);
        let stored = card.clone();
        self.store
            .work(move |store| Ok(store.set_card(id, stored)?))
            .await?;
        Ok(self.set_head(head.with_card(card)).await)
    }

    /// Puts away a draft in which nothing was played.
    pub async fn delete(&self, head: &LiveGame) -> ApiResult<()> {
        let id = head.id;
        let _turn = self.turn(id).await;
        let most = opened(&head.card);
        self.store
            .work(move |store| Ok(store.delete_draft(id, most)?))
            .await?;
        for answer in self.standing_answers(id).await? {
            self.withdraw_standing(id, answer.pass.seat).await?;
        }
        self.forget(id).await;
        self.standing_choices.release_all(id);
        Ok(())
    }

    /// Keeps a snapshot every so many versions, in the background.
    pub(crate) fn snapshot_if_due(&self, head: &LiveGame, before: u64) {
        if before / SNAPSHOT_EVERY == head.version() / SNAPSHOT_EVERY {
            return;
        }
        let (store, id, system) = (self.store.clone(), head.id, head.system);
        let game = Arc::clone(&head.game);
        tokio::spawn(async move {
            let kept = store
                .work(move |store: &dyn EventStore| {
                    Ok(store.put_snapshot(id, game.version(), snapshot_format(system), &game.snapshot())?)
                })
                .await;
            if let Err(error) = kept {
                tracing::warn!("a snapshot of {id} was not kept: {error}");
            }
        });
    }
}

/// The game ends before that version.
pub(crate) fn no_such_version(version: u64, end: u64) -> ApiError {
    ApiError::new(ProblemKind::NoSuchVersion, text!("no-such-version", end, version)).with("version", end)
}

fn first_card(caller: &Caller, request: &CreateGame, marks: &[&str]) -> ApiResult<StreamCard> {
    let mut card = StreamCard {
        system: request.system.clone(),
        title: checked_title(request.title.clone().unwrap_or_default())?,
        tags: checked_tags(request.tags.clone())?,
        visibility: request.visibility.name().to_owned(),
        owner: caller.actor(),
        marks: marks.iter().map(|mark| (*mark).to_owned()).collect(),
        ..StreamCard::default()
    };
    hide_names(&mut card, request.names_hidden);
    for (seat, name) in &request.players {
        set_name(&mut card, *seat, &checked_player(*seat, name.clone())?);
    }
    state_policy(&mut card, request.undo);
    if let Some(control) = request.clock {
        state_control(&mut card, control)?;
    }
    Ok(card)
}

fn plain(text: &str, most: usize) -> bool {
    text.chars().count() <= most && unfit_in_line(text).is_none()
}

pub(crate) fn checked_title(title: String) -> ApiResult<String> {
    let title = composed(title);
    if plain(&title, TITLE) {
        return Ok(title);
    }
    Err(ApiError::body("/title", text!("title-length", most = TITLE)))
}

pub(crate) fn checked_tags(tags: Vec<String>) -> ApiResult<Vec<String>> {
    if tags.len() > TAGS {
        return Err(ApiError::body("/tags", text!("tags-most", most = TAGS)));
    }
    let tags: Vec<String> = tags.into_iter().map(composed).collect();
    for (place, tag) in tags.iter().enumerate() {
        if tag.is_empty() || !plain(tag, TAG) {
            return Err(ApiError::body(
                format!("/tags/{place}"),
                text!("tag-length", most = TAG),
            ));
        }
    }
    Ok(tags)
}

pub(crate) fn checked_player(seat: Seat, name: String) -> ApiResult<String> {
    let name = composed(name);
    if plain(&name, PLAYER) {
        return Ok(name);
    }
    Err(ApiError::body(
        format!("/players/{seat}"),
        text!("at-most-characters", most = PLAYER),
    ))
}
