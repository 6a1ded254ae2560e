//! Figures of many finished games: by system, faction, unit, scenario, month and whatever else games are compared by.
//!
//! [`GameRow`] is what is kept of one game, made by a pure function from one fold of it. A [`GameTable`] holds the rows
//! in memory and answers [`CommunityQuery`]s; every number it gives carries how many it was counted from
//! and an interval. [`Ratings`] are worked out from the same rows. No name of a person stands in any of this: sides
//! name the account that sat there by its id, and whoever shows a figure looks the name up.

mod answer;
mod asking;
mod cells;
mod columns;
mod compiled_filter;
mod csv;
mod dimension;
mod interval;
mod measure;
mod moments;
mod month;
mod parquet;
mod query;
mod ratings;
mod row;
mod sides;
mod table;
mod tally;
mod walk;

pub use self::parquet::FIGURES_LICENCE;
pub use answer::{CellFigures, CommunityAnswer, CommunityCell, OrderFigures, UnitFigures};
pub use dimension::{Dimension, FIRST, LUCK_BANDS, NOTHING, RESULTS, UNRATED};
pub use interval::{Mean, Rate};
pub use measure::{Interval, Measure};
pub use moments::{BehindMoment, LookAt, MomentOf};
pub use month::{Day, NoDay};
pub use query::{CommunityQuery, DrawsCount, Filter, MOST_GROUPS};
pub use ratings::{Leader, RatedGames, RatedPlayers, Rating, RatingPoint, Ratings};
pub use row::{FinishedGame, GameRow, Provenance, ROW_SCHEMA, SideRow, UnitRow, Verdict};
pub use table::{GamePlace, GameTable, MOST_GAMES};
