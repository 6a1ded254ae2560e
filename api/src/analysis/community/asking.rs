//! Questions about the community's figures, with names in the place of ids.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use hindsight_kernel::Message;
use hindsight_openapi::wire::PlayerFigures;
use hindsight_reports::community::{
    BehindMoment, CommunityAnswer, CommunityCell, CommunityQuery, Day, Dimension, DrawsCount, Filter,
    GameTable, LookAt, NOTHING,
};
use hindsight_store::{EventStore, Listed, StreamId};

use super::{Community, Lag, WhichRatings, counts};
use crate::access::{AccountRecord, no_such_account};
use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::LEAST_SAMPLE;
use crate::base::messages::text;

/// A place in a list of games: when the last one ended, and which it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct After {
    ended_ms: u64,
    game: StreamId,
}

impl fmt::Display for After {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.ended_ms, self.game)
    }
}

impl FromStr for After {
    type Err = Message;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = || {
            let (ended_ms, game) = text.split_once('-')?;
            Some(Self {
                ended_ms: ended_ms.parse().ok()?,
                game: game.parse().ok()?,
            })
        };
        read().ok_or_else(|| text!("not-a-cursor"))
    }
}

/// A page of the games behind a figure.
#[derive(Debug)]
pub struct FoundGames {
    /// The games, the latest first, each with the moment to look at, if there is one.
    pub games: Vec<(Listed, Option<BehindMoment>)>,
    /// How many there are on all pages.
    pub total: u64,
    /// Where the next page begins.
    pub next: Option<After>,
    /// Distance of the list behind the log.
    pub behind: Lag,
}

impl Community {
    /// The account of this name or id.
    pub async fn player(&self, name: &str) -> ApiResult<Arc<AccountRecord>> {
        let account = match name.parse::<StreamId>() {
            Ok(id) => self.accounts.get(id).await?,
            Err(_) => self.accounts.named(name).await?,
        };
        account.ok_or_else(|| no_such_account(name))
    }

    /// Answers a question, with names; `games` is the address of the list of games behind a cell. Also says how far
    /// the figures are behind the log.
    pub async fn figures(&self, query: CommunityQuery, games: &str) -> ApiResult<(CommunityAnswer, Lag)> {
        let banded = query.by.contains(&Dimension::RatingBand) || banded(&query.filter);
        let (mut answer, behind) = self.ask(banded, move |table| table.answer(&query)).await?;
        let by = answer.query.by.clone();
        answer.whole.games_link = link(games, &answer.whole);
        for cell in &mut answer.cells {
            self.name(&by, cell, games).await?;
        }
        Ok((answer, behind))
    }

    /// Puts names into a cell, and the address of its games.
    async fn name(&self, by: &[Dimension], cell: &mut CommunityCell, games: &str) -> ApiResult<()> {
        cell.games_link = link(games, cell);
        for (dimension, name) in by.iter().zip(&mut cell.names) {
            match dimension {
                Dimension::Player | Dimension::Rival if name != NOTHING => {
                    *name = self.accounts.shown(name).await?;
                }
                Dimension::System => {
                    if let Some(system) = hindsight_engine::system(name) {
                        system.title().clone_into(name);
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// A page of the games behind a figure, each with the moment that `look` asks for.
    pub async fn games(
        &self,
        filter: Filter,
        look: LookAt,
        after: Option<After>,
        limit: usize,
    ) -> ApiResult<FoundGames> {
        let after = after.map(|after| (after.ended_ms, after.game.to_bytes()));
        let banded = banded(&filter);
        let ask = move |table: &GameTable| {
            let (found, total) = table.games(&filter, after, limit + 1);
            let found: Vec<_> = found
                .into_iter()
                .map(|(ended_ms, game)| (ended_ms, game, table.moment(game, &filter, look)))
                .collect();
            (found, total)
        };
        let ((mut found, total), behind) = self.ask(banded, ask).await?;
        let more = found.len() > limit;
        found.truncate(limit);
        let next = found.last().filter(|_| more).map(|(ended_ms, game, _)| After {
            ended_ms: *ended_ms,
            game: StreamId::from_bytes(*game),
        });
        let games = self
            .store
            .work(move |store: &dyn EventStore| {
                let mut games = Vec::new();
                for (_, game, moment) in found {
                    // What was made private in this moment is not shown.
                    let listed = store.card(StreamId::from_bytes(game))?.filter(counts);
                    games.extend(listed.map(|listed| (listed, moment)));
                }
                Ok::<_, ApiError>(games)
            })
            .await?;
        Ok(FoundGames {
            games,
            total: total as u64,
            next,
            behind,
        })
    }

    /// The games and figures of an account, up to the end of a day if one is given.
    pub async fn player_figures(
        &self,
        account: &AccountRecord,
        draws: DrawsCount,
        as_of: Option<Day>,
        games: &str,
    ) -> ApiResult<PlayerFigures> {
        let id = account.id.to_string();
        let ask = |by: &[Dimension], filter: Filter, least: u64| CommunityQuery {
            filter,
            by: by.to_vec(),
            draws,
            least,
        };
        let own = Filter {
            with_bots: true,
            as_of,
            ..Filter::default()
        }
        .and(Dimension::Player, &id);
        let (systems, behind) = self
            .figures(ask(&[Dimension::System], own.clone(), 1), games)
            .await?;
        let (factions, _) = self
            .figures(
                ask(&[Dimension::System, Dimension::Faction], own.clone(), 1),
                games,
            )
            .await?;
        let (rivals, _) = self.figures(ask(&[Dimension::Rival], own, 1), games).await?;
        let all = Filter {
            as_of,
            ..Filter::default()
        };
        let (everybody, _) = self
            .figures(ask(&[Dimension::System], all, LEAST_SAMPLE), games)
            .await?;
        let played = |cell: &CommunityCell| systems.cells.iter().any(|own| own.group == cell.group);
        let population = everybody.cells.into_iter().filter(|cell| played(cell)).collect();
        let which = WhichRatings {
            as_of,
            ..WhichRatings::default()
        };
        let ratings = self.ratings(which).await?.account(&id).to_vec();
        Ok(PlayerFigures {
            behind: behind.events,
            counting: behind.counting,
            id,
            name: account.name.clone(),
            as_of,
            whole: systems.whole,
            systems: systems.cells,
            factions: factions.cells,
            rivals: rivals.cells,
            ratings,
            population,
        })
    }
}

/// Whether a filter asks for ratings.
fn banded(filter: &Filter) -> bool {
    filter.is.contains_key(&Dimension::RatingBand)
}

fn link(games: &str, cell: &CommunityCell) -> String {
    let filter = cell.filter.query();
    if filter.is_empty() {
        games.to_owned()
    } else {
        format!("{games}?{filter}")
    }
}
