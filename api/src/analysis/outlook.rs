//! Outlooks of two moments: bots play each on to its end, many times, with dice from a seed that is stated.
//! Nothing of it is recorded.

use std::collections::BTreeMap;
use std::sync::Arc;

use hindsight_kernel::{Bot, Seat, SeatInfo, Seed, SideId, Viewer, bot_rng};
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{
    AskOutlook, OUTLOOK_GAMES, Outlook, OutlookDifference, OutlookOf, OutlookSeat, USUAL_OUTLOOK_GAMES,
};
use hindsight_reports::community::Rate;

use crate::access::GameAccess;
use crate::base::compute_queue::{ComputeQueue, Watch};
use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::OUTLOOK_TIME;
use crate::base::messages::text;
use crate::base::random;
use crate::games::bots::{BotPlayers, Stopped, play_on};
use crate::games::registry::no_such_version;
use crate::games::{GameHistory, Games, LiveGame};

/// One of two games, and by what right it is seen.
pub(crate) type Beheld<'b> = (&'b Arc<LiveGame>, &'b GameAccess);

/// A moment that is played on.
struct Beginning {
    head: Arc<LiveGame>,
    past: Arc<GameHistory>,
    version: u64,
}

/// Outlooks: bots play games on from a moment, many times.
#[derive(Debug)]
pub struct Outlooks {
    pub(crate) games: Arc<Games>,
    pub(crate) queue: Arc<ComputeQueue>,
}

impl Outlooks {
    /// Lets bots play on from a moment of each of two games, as often as is asked and as there is time for.
    ///
    /// # Errors
    /// Who asks may not know all of both games yet; the request is wrong; a game is over at its moment.
    pub async fn outlook(
        &self,
        one: Beheld<'_>,
        other: Beheld<'_>,
        request: AskOutlook,
    ) -> ApiResult<Outlook> {
        let (here, there) = (one.0.system, other.0.system);
        if here.id() != there.id() {
            return Err(ApiError::body(
                "",
                text!(
                    "two-games-of-one-system",
                    here = here.title().to_string(),
                    there = there.title().to_string()
                ),
            ));
        }
        let asked = request.games.unwrap_or(USUAL_OUTLOOK_GAMES);
        if !(1..=OUTLOOK_GAMES).contains(&asked) {
            return Err(ApiError::body(
                "/games",
                text!("number-to", most = OUTLOOK_GAMES, asked),
            ));
        }
        let seed = match &request.seed {
            None => Seed::new(random()),
            Some(text) => {
                Seed::from_hex(text).ok_or_else(|| ApiError::body("/seed", text!("seed-digits")))?
            }
        };
        let beginnings = [
            self.beginning(one, request.version).await?,
            self.beginning(other, request.other_version).await?,
        ];
        self.queue
            .work(text!("outlook-busy"), OUTLOOK_TIME, move |watch| {
                looked_out(&beginnings, asked, &seed, watch)
            })
            .await
    }

    async fn beginning(&self, (head, sight): Beheld<'_>, version: u64) -> ApiResult<Beginning> {
        // Bots know what is hidden, and by what they choose it would show.
        head.whole_for(sight, "outlook")?;
        let end = head.version();
        if version == 0 || version > end {
            return Err(no_such_version(version, end));
        }
        Ok(Beginning {
            head: Arc::clone(head),
            past: self.games.past(head).await?,
            version,
        })
    }
}

/// How one game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// A side won it.
    Won(SideId),
    /// Nobody did.
    Drawn,
    /// The time was up before.
    Unfinished,
}

/// How the games from one moment ended.
#[derive(Debug, Clone, Default)]
struct Tally {
    drawn: u32,
    won: BTreeMap<SideId, u32>,
}

impl Tally {
    fn add(&mut self, end: End) {
        match end {
            End::Won(side) => *self.won.entry(side).or_default() += 1,
            End::Drawn => self.drawn += 1,
            End::Unfinished => {}
        }
    }

    fn share(&self, side: SideId, games: u32) -> Option<Rate> {
        let won = self.won.get(&side).copied().unwrap_or(0);
        Rate::of(f64::from(won) + f64::from(self.drawn) / 2.0, u64::from(games))
    }
}

fn looked_out(beginnings: &[Beginning; 2], asked: u32, seed: &Seed, watch: &Watch) -> ApiResult<Outlook> {
    let mut tallies = [Tally::default(), Tally::default()];
    let mut games = 0;
    while games < asked {
        // Game by game of each, so that both have as many when the time is up.
        let ends = [
            played_on(&beginnings[0], seed, games, watch)?,
            played_on(&beginnings[1], seed, games, watch)?,
        ];
        if ends.contains(&End::Unfinished) {
            break;
        }
        tallies[0].add(ends[0]);
        tallies[1].add(ends[1]);
        games += 1;
    }
    let seats = beginnings[0].head.game.info(Viewer::Everything).seats;
    let of = |place: usize| outlook_of(&beginnings[place], &seats, &tallies[place], games);
    Ok(Outlook {
        one: of(0),
        other: of(1),
        asked,
        games,
        seed: seed.reveal(),
        differences: seats
            .iter()
            .filter_map(|info| {
                let share = |place: usize| tallies[place].share(info.side, games);
                Some(difference(info.seat, share(0)?, share(1)?))
            })
            .collect(),
    })
}

fn outlook_of(beginning: &Beginning, seats: &[SeatInfo], tally: &Tally, games: u32) -> OutlookOf {
    OutlookOf {
        game: beginning.head.id.to_string(),
        version: beginning.version,
        drawn: tally.drawn,
        seats: seats
            .iter()
            .map(|info| OutlookSeat {
                seat: info.seat,
                name: info.name.clone(),
                won: tally.won.get(&info.side).copied().unwrap_or(0),
                share: tally.share(info.side, games),
            })
            .collect(),
    }
}

/// Plays the game of this number from a moment to its end.
fn played_on(beginning: &Beginning, seed: &Seed, number: u32, watch: &Watch) -> ApiResult<End> {
    if !watch.is_wanted() {
        return Err(ApiError::new(ProblemKind::Busy, text!("nobody-waits")));
    }
    let key = *blake3::hash(seed.reveal().as_bytes()).as_bytes();
    let drawn = |what: String| *blake3::keyed_hash(&key, what.as_bytes()).as_bytes();
    let seeds = |generation: u64| Seed::new(drawn(format!("dice {number} {generation}")));
    let forked = beginning
        .past
        .fork(beginning.version, true, &seeds)
        .map_err(|refusal| ApiError::refused(refusal, Some(beginning.head.system)))?;
    let mut choices = [0; 8];
    choices.copy_from_slice(&drawn(format!("choices {number}"))[..8]);
    let players = BotPlayers {
        bots: &|_: Seat| Some(Bot::Greedy),
        seeds: &seeds,
        rng: &mut bot_rng(u64::from_le_bytes(choices)),
    };
    let mut go_on = || watch.has_time() && watch.is_wanted();
    let (game, stopped) = play_on::<ApiError>(forked.game, players, &mut go_on, &mut |_, _| Ok(()))?;
    let outcome = game.info(Viewer::Everything).outcome;
    Ok(match (stopped, outcome) {
        (Stopped::Over, Some(outcome)) => outcome.winner.map_or(End::Drawn, End::Won),
        (Stopped::Over | Stopped::Asked | Stopped::Enough, _) => End::Unfinished,
    })
}

/// The difference of two shares with Newcombe's interval (1998, method 10): from the ends of the two Wilson intervals.
fn difference(seat: Seat, one: Rate, other: Rate) -> OutlookDifference {
    let value = other.value - one.value;
    let below = (other.value - other.low).hypot(one.high - one.value);
    let above = (other.high - other.value).hypot(one.value - one.low);
    OutlookDifference {
        seat,
        value,
        low: value - below,
        high: value + above,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_has_newcombes_interval() {
        // Newcombe 1998, table II, method 10: 56/70 less 48/80 is 0.2, from 0.0524 to 0.3339; 9/10 less 3/10 is 0.6, from
        // 0.1705 to 0.8090.
        for (one, other, value, low, high) in [
            ((48.0, 80), (56.0, 70), 0.2, 0.0524, 0.3339),
            ((3.0, 10), (9.0, 10), 0.6, 0.1705, 0.8090),
        ] {
            let rate = |(won, n): (f64, u64)| Rate::of(won, n).unwrap();
            let found = difference(Seat::A, rate(one), rate(other));
            assert!((found.value - value).abs() < 1e-12, "{found:?}");
            assert!((found.low - low).abs() < 6e-5, "{found:?}");
            assert!((found.high - high).abs() < 6e-5, "{found:?}");
        }
    }

    #[test]
    fn a_draw_is_half_a_win_of_each_side() {
        let mut tally = Tally::default();
        for end in [
            End::Won(SideId(1)),
            End::Won(SideId(1)),
            End::Drawn,
            End::Won(SideId(2)),
        ] {
            tally.add(end);
        }
        let share = |side: u8| tally.share(SideId(side), 4).unwrap();
        assert_eq!((share(1).value, share(2).value, share(1).n), (0.625, 0.375, 4));
        assert_eq!(Tally::default().share(SideId(1), 0), None);
    }
}
