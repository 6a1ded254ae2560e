//! Answers about many games.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CommunityQuery, Dimension, Filter, Mean, Rate};

/// The figures of many games.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CommunityAnswer {
    /// What was asked.
    pub query: CommunityQuery,
    /// All that the filter leaves, as one cell.
    pub whole: CommunityCell,
    /// The cells, those with most games first.
    pub cells: Vec<CommunityCell>,
    /// How many more cells there are, those with fewest games.
    pub left_out: u64,
}

impl CommunityAnswer {
    /// Puts the cells into the order in which people read them: months as they come; all else stays by how many games
    /// there are.
    #[must_use]
    pub fn as_read(mut self) -> Self {
        if self.query.by.first() == Some(&Dimension::Month) {
            self.cells.sort_by(|one, other| one.group.cmp(&other.group));
        }
        self
    }
}

/// The figures of one group of sides.
///
/// Means have a Student interval, rates a Wilson interval, both of 95 %. Sides of one game depend on each other; where
/// both stand in one cell the game is left out of the win rate, for it says nothing about it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CommunityCell {
    /// The value of each dimension that is grouped by.
    pub group: Vec<String>,
    /// The same for people, where a name is known: that of a unit's card for the card's id.
    pub names: Vec<String>,
    /// The games and sides behind it, as a filter.
    pub filter: Filter,
    /// The address of the games behind it.
    pub games_link: String,
    /// How many games.
    pub games: u64,
    /// How many sides of them.
    pub sides: u64,
    /// There are fewer games than the least sample; figures are left out.
    pub hidden: bool,
    /// The figures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figures: Option<CellFigures>,
}

/// The figures of a cell that is not hidden.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CellFigures {
    /// Games won, of those in which only one side stands in the cell; null where both sides of every game stand in it.
    pub won: Option<u64>,
    /// Games drawn, of those.
    pub drawn: Option<u64>,
    /// Games lost, of those.
    pub lost: Option<u64>,
    /// Games of the cell that were given up before the first move: they count as results and in no mean.
    #[serde(default)]
    pub unplayed: u64,
    /// The share of games won, draws counted as asked.
    pub win_rate: Option<Rate>,
    /// The same of those games alone in which the dice favoured neither side by more than one standard deviation of the
    /// difference: results without luck.
    pub even_win_rate: Option<Rate>,
    /// The share of games, of all of the cell, that nobody won.
    pub draw_rate: Option<Rate>,
    /// Rounds a game lasted.
    pub rounds: Option<Mean>,
    /// Points destroyed for each point of the own army.
    pub destroyed: Option<Mean>,
    /// Points of damage dealt for each point of the own army.
    pub dealt: Option<Mean>,
    /// Points of damage taken for each point of the own army.
    pub taken: Option<Mean>,
    /// What was left of the army, 0 to 1.
    pub survival: Option<Mean>,
    /// How often units came into a fight (rushed), a game.
    pub rushes: Option<Mean>,
    /// Those that counted as charges, a game.
    pub charges: Option<Mean>,
    /// The dice's results above expectation, in standard deviations of the game.
    pub luck: Option<Mean>,
    /// The share of the rushes that counted as charges.
    pub rushes_charged: Option<Rate>,
    /// The share of fights won, each unit's part in a fight counted once; of games that tell fights.
    pub fights_won: Option<Rate>,
    /// Morale tests passed.
    pub tests_passed: Option<Rate>,
    /// The share of them that should have been passed by their chances.
    pub tests_expected: Option<f64>,
    /// Figures of the unit itself, where cells are units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<UnitFigures>,
    /// Figures of the order itself, where cells are orders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<OrderFigures>,
}

/// Figures of an order, among the armies that gave it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OrderFigures {
    /// How often it was given in a game.
    pub given: Option<Mean>,
    /// The share of those that succeeded, of orders that succeed or fail: of charges that need a certain die, those that
    /// made contact.
    pub succeeded: Option<Rate>,
}

/// Figures of the units of one card, an army each.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct UnitFigures {
    /// How many of it an army had that took it.
    pub copies: Option<Mean>,
    /// What was left of them, 0 to 1.
    pub survival: Option<Mean>,
    /// Points of damage dealt for each point they cost.
    pub dealt: Option<Mean>,
    /// Points of damage taken for each point they cost.
    pub taken: Option<Mean>,
    /// Units that one of them destroyed.
    pub kills: Option<Mean>,
}
