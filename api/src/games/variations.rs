//! Variations: games of their own that go another way from a moment of a game.
//!
//! The events of the line that led there are copied, not referred to: a stream folds, is audited, exported and kept by
//! itself, whatever becomes of the other game or of who may see it. That costs the bytes of a game and no more. What a
//! variation branches off stands on its card, for it is no event of it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use hindsight_engine::{AnyGame, Batch, Forked};
use hindsight_kernel::{Bot, DiceKind, Seat, SeedSource, Viewer, bot_rng};
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{
    BOT_COMMANDS, BotsPlayOn, BotsPlayed, BotsStopped, BranchedOff, DiceChoice, ForkGame, USUAL_BOT_COMMANDS,
    Variation, VariationPage,
};
use hindsight_store::{AppendError, Cursor, EventStore, StreamCard, StreamFilter, StreamId};

use crate::access::{Caller, GameAccess};
use crate::base::compute_queue::{ComputeQueue, Watch};
use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::{BOT_TIME, TITLE};
use crate::base::messages::text;
use crate::base::{StoreHandle, links, now_ms};
use crate::games::bots::{self, BotPlayers, NoPlay, Stopped, play_on};
use crate::games::card_fields::{Branch, OF, OPENED, REQUEST_DIGEST, hide_with};
use crate::games::import::{Arrival, NoArrival, Rest, arrive};
use crate::games::player_names::set_name;
use crate::games::registry::{checked_title, no_such_version, seed_of};
use crate::games::{GameHistory, Games, LiveGame, game_card};

/// Under this name the card keeps what bots played when it was made.
const PLAYED: &str = "bots";

/// A variation as it was made, or had been made before under the same key.
#[derive(Debug)]
pub struct ForkedGame {
    /// The variation.
    pub head: Arc<LiveGame>,
    /// The game it branches off.
    pub of: BranchedOff,
    /// What bots played.
    pub bots: Option<BotsPlayed>,
    /// The request had been answered before.
    pub again: bool,
}

impl ForkedGame {
    fn of(head: Arc<LiveGame>, parent: &LiveGame, again: bool) -> ApiResult<Self> {
        let branch = Branch::of(&head.card)
            .ok_or_else(|| ApiError::fault("making the variation", "its card does not say of what"))?;
        let bots = head.card.extra.get(PLAYED);
        Ok(Self {
            of: branched_off(branch, parent),
            bots: bots.and_then(|played| serde_json::from_str(played).ok()),
            head,
            again,
        })
    }
}

fn branched_off(branch: Branch, parent: &LiveGame) -> BranchedOff {
    BranchedOff {
        game: parent.id.to_string(),
        title: parent.card.title.clone(),
        version: branch.version,
        shared: branch.shared,
        page: links::moment(parent.id, branch.version),
    }
}

/// A request for a variation, held against the game.
struct Plan {
    version: u64,
    title: String,
    server_dice: bool,
    bots: Option<BotPlan>,
}

#[derive(Clone)]
struct BotPlan {
    seats: BTreeMap<Seat, Bot>,
    commands: u32,
}

impl Plan {
    fn of(head: &LiveGame, request: ForkGame) -> ApiResult<Self> {
        let (version, end) = (request.version, head.version());
        if version == 0 || version > end {
            return Err(no_such_version(version, end));
        }
        let info = head.game.info(Viewer::Everything);
        let server_dice = match request.dice {
            Some(choice) => choice == DiceChoice::Server,
            None => matches!(info.dice, Some(DiceKind::Server { .. })),
        };
        let seats: BTreeSet<Seat> = info.seats.iter().map(|info| info.seat).collect();
        let bots = request.bots.map(|bots| BotPlan::of(bots, &seats)).transpose()?;
        if bots.is_some() && !server_dice {
            return Err(ApiError::body("/dice", text!("variation-no-dice")));
        }
        let title = match request.title {
            Some(title) => checked_title(title)?,
            None => title_from(&head.card.title, version),
        };
        Ok(Self {
            version,
            title,
            server_dice,
            bots,
        })
    }
}

impl BotPlan {
    fn of(asked: BotsPlayOn, seats: &BTreeSet<Seat>) -> ApiResult<Self> {
        let named: Vec<String> = seats.iter().map(Seat::to_string).collect();
        let expected = text!("bots-for-seats", seats = named.join(", ").clone());
        if asked.seats.is_empty() {
            return Err(ApiError::body("/bots/seats", expected));
        }
        if let Some(stranger) = asked.seats.keys().find(|seat| !seats.contains(seat)) {
            return Err(ApiError::body(
                format!("/bots/seats/{stranger}"),
                text!(
                    "bots-for-stranger",
                    seat = stranger,
                    expected = expected.to_string()
                ),
            ));
        }
        let commands = asked.commands.unwrap_or(USUAL_BOT_COMMANDS);
        if !(1..=BOT_COMMANDS).contains(&commands) {
            return Err(ApiError::body(
                "/bots/commands",
                text!("number-to", most = BOT_COMMANDS, asked = commands),
            ));
        }
        Ok(Self {
            seats: asked.seats,
            commands,
        })
    }
}

/// "The bridge, from event 40", no longer than titles may be.
fn title_from(title: &str, version: u64) -> String {
    if title.is_empty() {
        return text!("variation-untitled", version).to_string();
    }
    let titled = |title: &str| text!("variation-titled", title = title.to_owned(), version).to_string();
    let room = TITLE.saturating_sub(titled("").chars().count());
    titled(&title.chars().take(room).collect::<String>())
}

/// What is known when a variation is stored.
struct Draft {
    id: StreamId,
    parent: Arc<LiveGame>,
    past: Arc<GameHistory>,
    plan: Plan,
    actor: String,
    digest: Option<String>,
    secret: [u8; 32],
}

impl Draft {
    /// Copies the line, lets the bots play and stores all of it, whole or not at all. Blocks on the store.
    fn store(self, store: &dyn EventStore, watch: Option<&Watch>) -> ApiResult<()> {
        let seeds = |generation: u64| seed_of(&self.secret, self.id, generation);
        let Forked {
            at,
            shared,
            mut batches,
            game,
        } = self
            .past
            .fork(self.plan.version, self.plan.server_dice, &seeds)
            .map_err(|refusal| ApiError::refused(refusal, Some(self.parent.system)))?;
        let own = game.version();
        let (game, bots) = match (&self.plan.bots, watch) {
            (Some(plan), Some(watch)) => {
                let (game, played) = self.play(game, plan, &seeds, watch, &mut batches)?;
                (game, Some(played))
            }
            _ => (game, None),
        };
        let branch = Branch {
            game: self.parent.id,
            version: at,
            shared,
        };
        let card = self.card(branch, own, bots)?;
        let created = card.created_ms;
        let arrival = Arrival {
            id: self.id,
            system: self.parent.system,
            batches: batches.iter().collect(),
            game: game.as_ref(),
            card,
            notes: None,
            actor: &self.actor,
            clock: &|_| created,
            rest: Rest::PutAway,
        };
        match arrive(store, arrival) {
            Ok(()) => Ok(()),
            Err(NoArrival::Append(AppendError::Conflict { .. })) => Err(ApiError::new(
                ProblemKind::CommandKeyReused,
                text!("key-of-deleted-game"),
            )),
            Err(NoArrival::Store(error)) => Err(error.into()),
            Err(NoArrival::Append(error)) => Err(error.into()),
        }
    }

    fn play(
        &self,
        game: Box<dyn AnyGame>,
        plan: &BotPlan,
        seeds: &dyn SeedSource,
        watch: &Watch,
        batches: &mut Vec<Batch>,
    ) -> ApiResult<(Box<dyn AnyGame>, BotsPlayed)> {
        let mut choices = [0; 8];
        let chosen_by = blake3::keyed_hash(&self.secret, format!("{} bots", self.id).as_bytes());
        choices.copy_from_slice(&chosen_by.as_bytes()[..8]);
        let players = BotPlayers {
            bots: &|seat| plan.seats.get(&seat).copied(),
            seeds,
            rng: &mut bot_rng(u64::from_le_bytes(choices)),
        };
        let mut asked = 0;
        let mut go_on = || {
            asked += 1;
            asked <= plan.commands && watch.has_time()
        };
        let mut played = 0;
        let (game, stopped) = play_on::<ApiError>(game, players, &mut go_on, &mut |batch, _| {
            played += 1;
            batches.push(batch);
            Ok(())
        })?;
        let stopped = match stopped {
            Stopped::Over => BotsStopped::Over,
            Stopped::Asked => BotsStopped::Asked,
            Stopped::Enough if played == plan.commands => BotsStopped::Commands,
            Stopped::Enough => BotsStopped::Time,
        };
        let played = BotsPlayed {
            commands: played,
            stopped,
        };
        Ok((game, played))
    }

    /// The card: nobody who sat in the other game sits in this one, and it is a draft until something is played.
    fn card(&self, branch: Branch, own: u64, bots: Option<BotsPlayed>) -> ApiResult<StreamCard> {
        let parent = &self.parent.card;
        let mut card = StreamCard {
            title: self.plan.title.clone(),
            // Played on, a copy soon hides nothing more: as long as the game itself does, it is its maker's own.
            visibility: if self.parent.hides() {
                "private".to_owned()
            } else {
                parent.visibility.clone()
            },
            owner: self.actor.clone(),
            marks: parent
                .marks
                .iter()
                .filter(|mark| *mark == "position")
                .cloned()
                .collect(),
            created_ms: now_ms(),
            ..StreamCard::default()
        };
        hide_with(&mut card, parent);
        branch.note(&mut card);
        card.extra.insert(OPENED.to_owned(), own.to_string());
        if let Some(digest) = &self.digest {
            card.extra.insert(REQUEST_DIGEST.to_owned(), digest.clone());
        }
        if let Some(played) = bots {
            let told = serde_json::to_string(&played)
                .map_err(|why| ApiError::fault("noting what bots played", why))?;
            card.extra.insert(PLAYED.to_owned(), told);
        }
        for (seat, bot) in self.plan.bots.iter().flat_map(|plan| &plan.seats) {
            set_name(
                &mut card,
                *seat,
                &text!("variations-bot", bot = bots::name(*bot)).to_string(),
            );
        }
        Ok(card)
    }
}

impl From<NoPlay> for ApiError {
    fn from(why: NoPlay) -> Self {
        Self::fault("letting bots play", why)
    }
}

/// Making variations of games.
#[derive(Debug)]
pub struct Variations {
    pub(crate) store: StoreHandle,
    pub(crate) games: Arc<Games>,
    /// Where bots play them on.
    pub(crate) queue: Arc<ComputeQueue>,
}

impl Variations {
    /// Makes a game of its own that goes another way from a moment. A request sent again under its key gives the same
    /// one.
    ///
    /// # Errors
    /// Who asks may not know all of the game yet; the request is wrong; the game is over at that moment.
    pub async fn fork(
        &self,
        caller: &Caller,
        (head, sight): (&Arc<LiveGame>, &GameAccess),
        request: ForkGame,
        key: Option<&str>,
    ) -> ApiResult<ForkedGame> {
        head.whole_for(sight, "variations")?;
        let described =
            serde_json::to_string(&request).map_err(|why| ApiError::fault("reading the request", why))?;
        let digest = blake3::hash(format!("{}\n{described}", head.id).as_bytes())
            .to_hex()
            .to_string();
        let plan = Plan::of(head, request)?;
        let id = self.games.id_by(caller, key);
        // The same request sent twice at once: the second waits, and meets what the first made.
        let turn = self.games.turn(id).await;
        if key.is_some()
            && let Some(made) = self.games.made_before(id, &digest).await?
        {
            return ForkedGame::of(made, head, true);
        }
        let draft = Draft {
            id,
            parent: Arc::clone(head),
            past: self.games.past(head).await?,
            actor: caller.actor(),
            digest: key.map(|_| digest),
            secret: self.games.secret,
            plan,
        };
        if draft.plan.bots.is_some() {
            let store = Arc::clone(self.store.events());
            let busy = text!("bots-busy");
            self.queue
                .work(busy, BOT_TIME, move |watch| {
                    draft.store(store.as_ref(), Some(watch))
                })
                .await?;
        } else {
            self.store.work(move |store| draft.store(store, None)).await?;
        }
        self.games.forget(id).await;
        // To hide it is a change of its card, which waits for its turn.
        drop(turn);
        if self.games.is_moderated(id).await? {
            self.games.hide_like(id, head.id).await?;
        }
        ForkedGame::of(self.games.head(id).await?, head, false)
    }
}

impl Games {
    /// A page of a game's variations, and the game that it branches off itself, as far as a caller may see them.
    pub async fn variations(
        &self,
        caller: &Caller,
        head: &LiveGame,
        cursor: Option<Cursor>,
        limit: usize,
    ) -> ApiResult<VariationPage> {
        let filter = StreamFilter {
            mark: Some(format!("{OF}{}", head.id)),
            audience: caller.audience(),
            ..StreamFilter::default()
        };
        let listing = self.list_for(caller, filter, cursor, limit).await?;
        let items = listing
            .games
            .iter()
            .filter_map(|listed| {
                let branch = Branch::of(&listed.card).filter(|branch| branch.game == head.id)?;
                let yours = caller.subject() == Some(listed.card.owner.as_str());
                Some(Variation {
                    version: branch.version,
                    shared: branch.shared,
                    card: game_card(listed.stream, &listed.card, yours),
                })
            })
            .collect();
        Ok(VariationPage {
            of: self.branched_off(caller, head).await,
            items,
            next: listing.next.map(|cursor| cursor.to_string()),
        })
    }

    /// The game that a variation branches off, if the caller may see it.
    pub async fn branched_off(&self, caller: &Caller, head: &LiveGame) -> Option<BranchedOff> {
        let branch = Branch::of(&head.card)?;
        let (parent, _) = self.seen(caller, &branch.game.to_string()).await.ok()?;
        Some(branched_off(branch, &parent))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_say_the_moment_and_stay_as_short_as_titles_are() {
        assert_eq!(title_from("The bridge", 40), "The bridge, from event 40");
        assert_eq!(title_from("", 40), "Variation from event 40");
        let long = title_from(&"ü".repeat(TITLE), 1_000_000);
        assert_eq!(long.chars().count(), TITLE);
        assert!(long.ends_with(", from event 1000000"));
    }
}
