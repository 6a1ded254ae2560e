//! Situations of many games: moments by what happened and how the field stood, found by questions of
//! [`hindsight_reports::situations`].
//!
//! A game that counts for the community is told once as flat records, which are kept in memory as long as there is room;
//! a question walks the games from the latest on, so many of them and for so long, and says where the next page begins.

use std::sync::Arc;
use std::time::Instant;

use hindsight_engine::{FoldStep, TableCommand};
use hindsight_kernel::{Board, BoardPoint, GameOutcome, Moment, SeatInfo, Viewer};
use hindsight_reports::community::{FIGURES_LICENCE, Verdict};
use hindsight_reports::situations::{
    FieldThen, GameThen, SeatThen, Situation, SituationQuestion, SituationTally,
};
use hindsight_store::{Audience, Cursor, EventStore, Listed, SortBy, StreamFilter, StreamId};
use serde_json::{Value, json};

use super::community::counts;
use crate::base::StoreHandle;
use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::{SITUATION_BYTES, SITUATION_GAMES, SITUATION_TIME, SITUATIONS_OF_GAME};
use crate::base::time_text;
use crate::games::live_game::system_of;
use crate::games::notation::BOT;
use crate::games::{EventRange, GameHistory};

/// Games that are read from the index at once.
const AT_ONCE: usize = 10;

/// A game told as situations.
#[derive(Debug)]
pub(super) struct DescribedGame {
    /// The south-west corner of its field.
    min: BoardPoint,
    /// The north-east corner of its field.
    max: BoardPoint,
    /// The month in which it ended.
    month: String,
    /// What happened, event by event.
    situations: Vec<Situation>,
    /// What was decided, command by command.
    pub(super) choices: Vec<ChoiceMade>,
}

/// A decision of a seat, and in what position.
#[derive(Debug)]
pub(super) struct ChoiceMade {
    /// The version of its first event.
    pub(super) version: u64,
    /// What makes the position like others.
    pub(super) likeness: Vec<String>,
    /// The kind of the command: `charge`, `end_actions`.
    pub(super) done: String,
    /// How the game went for who decided.
    pub(super) verdict: Verdict,
}

impl DescribedGame {
    fn weight(&self) -> u32 {
        let moments: usize = self.situations.iter().map(Situation::weight).sum();
        u32::try_from(moments + self.choices.len() * 200).unwrap_or(u32::MAX)
    }
}

/// The filter of the games that are looked at.
#[derive(Debug, Clone, Default)]
pub struct GamesAsked {
    /// Only of this system.
    pub system: Option<String>,
    /// Games of bots too.
    pub with_bots: bool,
    /// Only begun at this time or later.
    pub since_ms: Option<u64>,
    /// Only begun before this time: the answer is that of the day before.
    pub until_ms: Option<u64>,
}

/// A moment that was found.
#[derive(Debug, Clone)]
pub struct FoundMoment {
    /// Its game.
    pub game: Listed,
    /// The moment.
    pub at: Situation,
}

/// What came of a question.
#[derive(Debug)]
pub struct FoundSituations {
    /// The counts.
    pub found: SituationTally,
    /// The first moments, the latest game first.
    pub moments: Vec<FoundMoment>,
    /// How many games were looked at.
    pub looked: u64,
    /// Where the next page begins, if there are more games.
    pub next: Option<Cursor>,
    /// The field of the latest game with such a moment.
    pub field: Option<(BoardPoint, BoardPoint)>,
}

/// Situations of many games.
pub struct Situations {
    store: StoreHandle,
    known: moka::sync::Cache<(StreamId, u64), Arc<DescribedGame>>,
}

impl std::fmt::Debug for Situations {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Situations")
            .field("games", &self.known.entry_count())
            .finish_non_exhaustive()
    }
}

impl Situations {
    /// The situations over a store. Nothing is read yet.
    pub fn new(store: StoreHandle) -> Self {
        let known = moka::sync::Cache::builder()
            .max_capacity(SITUATION_BYTES)
            .weigher(|_, told: &Arc<DescribedGame>| told.weight())
            .build();
        Self { store, known }
    }

    /// Answers a question from `after` on, with at most `limit` moments.
    pub async fn ask(
        &self,
        question: SituationQuestion,
        games: GamesAsked,
        after: Option<Cursor>,
        limit: usize,
    ) -> ApiResult<FoundSituations> {
        self.walk(games, after, move |walk| {
            let mut answer = FoundSituations {
                found: SituationTally::new(question),
                moments: Vec::new(),
                looked: 0,
                next: None,
                field: None,
            };
            let (looked, next) = walk.each(&mut |listed, told| {
                let meant = answer.found.add(&told.situations);
                if !meant.is_empty() && answer.field.is_none() {
                    answer.field = Some((told.min, told.max));
                }
                let room = limit.saturating_sub(answer.moments.len());
                answer
                    .moments
                    .extend(meant.into_iter().take(room).map(|at| FoundMoment {
                        game: listed.clone(),
                        at: at.clone(),
                    }));
            })?;
            Ok(FoundSituations {
                looked,
                next,
                ..answer
            })
        })
        .await
    }

    /// Walks games on a thread where blocking work is done.
    pub(super) async fn walk<T: Send + 'static>(
        &self,
        games: GamesAsked,
        after: Option<Cursor>,
        work: impl FnOnce(&Walk<'_>) -> ApiResult<T> + Send + 'static,
    ) -> ApiResult<T> {
        let known = self.known.clone();
        self.store
            .work(move |store| {
                work(&Walk {
                    store,
                    known: &known,
                    games,
                    after,
                    until: Instant::now() + SITUATION_TIME,
                })
            })
            .await
    }
}

/// A walk over the games that count, from the latest on.
pub(super) struct Walk<'w> {
    store: &'w dyn EventStore,
    known: &'w moka::sync::Cache<(StreamId, u64), Arc<DescribedGame>>,
    games: GamesAsked,
    after: Option<Cursor>,
    until: Instant,
}

impl Walk<'_> {
    /// Shows game after game as long as there is time. Gives back how many there were, and where the next page begins.
    pub(super) fn each(
        &self,
        see: &mut dyn FnMut(&Listed, &DescribedGame),
    ) -> ApiResult<(u64, Option<Cursor>)> {
        let games = &self.games;
        let filter = StreamFilter {
            system: games.system.clone(),
            status: Some("finished".to_owned()),
            visibility: Some("public".to_owned()),
            without_marks: (!games.with_bots).then(|| BOT.to_owned()).into_iter().collect(),
            audience: Audience::Everything,
            since_ms: games.since_ms,
            until_ms: games.until_ms,
            sort: SortBy::Created,
            order: hindsight_store::ListOrder::Descending,
            ..StreamFilter::default()
        };
        let (mut looked, mut after) = (0_u64, self.after);
        loop {
            // A page is looked at whole, so that the next one begins where the index says; small ones, so that time is kept.
            let page = self.store.streams(&filter, after, AT_ONCE)?;
            for listed in page.streams.iter().filter(|listed| counts(listed)) {
                // One game that cannot be told, as one of a system that is gone, hides no other.
                if let Ok(told) = self.described_game(listed) {
                    looked += 1;
                    see(listed, &told);
                }
            }
            after = page.next;
            let enough = looked as usize + AT_ONCE > SITUATION_GAMES || Instant::now() > self.until;
            if after.is_none() || enough {
                return Ok((looked, after));
            }
        }
    }

    fn described_game(&self, listed: &Listed) -> ApiResult<Arc<DescribedGame>> {
        let key = (listed.stream, listed.card.events);
        if let Some(told) = self.known.get(&key) {
            return Ok(told);
        }
        let told = Arc::new(describe_game(self.store, listed)?);
        self.known.insert(key, Arc::clone(&told));
        Ok(told)
    }
}

/// Writes what happened in every game of a month that counts, a line a moment, between a header and a last line. Gives back how
/// many games and moments there are. Blocks on the store.
///
/// # Errors
/// The store's, or those of whoever writes.
pub fn facts_of_month(
    store: &dyn EventStore,
    month: &str,
    write: &mut dyn FnMut(&Value) -> std::io::Result<()>,
) -> ApiResult<(u64, u64)> {
    let unwritten = |why: std::io::Error| ApiError::fault("writing the facts", why);
    let (mut games, mut moments, mut after) = (0, 0, None);
    write(&json!({ "hindsight": "situations", "month": month, "licence": FIGURES_LICENCE }))
        .map_err(unwritten)?;
    let filter = StreamFilter {
        status: Some("finished".to_owned()),
        visibility: Some("public".to_owned()),
        audience: Audience::Everything,
        order: hindsight_store::ListOrder::Ascending,
        ..StreamFilter::default()
    };
    loop {
        let page = store.streams(&filter, after, AT_ONCE)?;
        for listed in page.streams.iter().filter(|listed| counts(listed)) {
            let Ok(told) = describe_game(store, listed) else {
                continue;
            };
            if told.month != month {
                continue;
            }
            games += 1;
            for at in &told.situations {
                let mut line =
                    serde_json::to_value(at).map_err(|why| ApiError::fault("writing a moment", why))?;
                line["game"] = json!(listed.stream);
                write(&line).map_err(unwritten)?;
                moments += 1;
            }
        }
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    write(&json!({ "end": true, "games": games, "moments": moments })).map_err(unwritten)?;
    Ok((games, moments))
}

/// The decision of the rules' own that begins with a step.
fn chosen(step: &dyn FoldStep, game: &GameThen) -> Option<ChoiceMade> {
    let given = step.given().filter(|_| step.begins_command())?;
    let TableCommand::Play { command } = &given.command else {
        return None;
    };
    let done = command["type"].as_str()?.to_owned();
    let seat = given.seat?;
    let known = game.seats.iter().find(|known| known.info.seat == seat)?;
    Some(ChoiceMade {
        version: step.version(),
        likeness: step.likeness_before(seat),
        done,
        verdict: known.verdict,
    })
}

/// How a game went for a seat.
fn verdict(info: &SeatInfo, outcome: Option<&GameOutcome>) -> Verdict {
    match outcome.and_then(|outcome| outcome.winner) {
        None => Verdict::Drawn,
        Some(winner) if winner == info.side => Verdict::Won,
        Some(_) => Verdict::Lost,
    }
}

/// Tells a game that is over as situations. Blocks on the store.
fn describe_game(store: &dyn EventStore, listed: &Listed) -> ApiResult<DescribedGame> {
    let card = &listed.card;
    let past = GameHistory::load(store, listed.stream, system_of(card)?, card.events, None)?;
    let game = past.chronicle.game_at(past.version(), Viewer::Everything)?;
    let info = game.info(Viewer::Everything);
    let time_at = |version| past.recorded_ms(version).unwrap_or(card.created_ms);
    let ended = card
        .created_ms
        .saturating_add(time_at(past.version()).saturating_sub(time_at(1)));
    let then = GameThen {
        system: card.system.clone(),
        month: time_text(ended).get(..7).unwrap_or_default().to_owned(),
        seats: info
            .seats
            .iter()
            .map(|seat| SeatThen {
                info: seat.clone(),
                verdict: verdict(seat, info.outcome.as_ref()),
            })
            .collect(),
    };
    let Board { min, max, .. } = game.board(Viewer::Everything);
    let mut situations = Vec::new();
    let (mut field, mut moment) = (FieldThen::default(), Moment::default());
    let look = EventRange {
        from: 1,
        to: u64::MAX,
        all_lines: false,
        facts: true,
    };
    let mut choices = Vec::new();
    past.walk(look, Viewer::Everything, &mut |step| {
        choices.extend(chosen(step, &then));
        for fact in step.facts() {
            situations.push(Situation::of(step.version(), &fact, &then, &field, &moment));
        }
        field = FieldThen::of(step.units(), &step.board());
        moment = step.moment();
        situations.len() < SITUATIONS_OF_GAME
    })?;
    Ok(DescribedGame {
        min,
        max,
        month: then.month,
        situations,
        choices,
    })
}
