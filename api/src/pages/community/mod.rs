//! The community: figures of all public games by what is asked, the games behind them, leaderboards, factions and players.

mod bars;
mod dashboard;
mod faction;
mod filters;
mod games;
mod leaderboard;
mod lines;
mod measure;
mod parts;
mod player;
mod table;
mod unit;

use crate::http::Mounts;

/// The routes of this folder.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("communityPage", dashboard::page);
    mounts.on("communityGamesPage", games::page);
    mounts.on("leaderboardPage", leaderboard::page);
    mounts.on("factionPage", faction::page);
    mounts.on("unitPage", unit::page);
    mounts.on("playerPage", player::page);
}

/// The address of the list of games behind a figure.
const GAMES: &str = "/community/games";
