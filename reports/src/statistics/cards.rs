//! Figures of cards: how often each was played, and what it changed.

use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::GameStatistics;

/// What a card of a seat did in a game: results with it, less results of the same dice without it.
///
/// Every amount has the sign that is good for the seat. Without the card its added dice are left out; dice that were not
/// thrown count by their chance, and rerolled dice are compared with those before. Cards played together are each compared
/// with the others in place.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct CardFigures {
    /// How often it was played.
    pub played: f64,
    /// Hits more made, or fewer suffered.
    pub hits: f64,
    /// Damage more dealt, or less suffered, also beyond what the target had left.
    pub damage: f64,
    /// Morale tests more passed, or failed by enemies.
    pub passes: f64,
}

/// What a card of a seat did, as a row.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CardRow {
    /// Who played it.
    pub seat: Seat,
    /// The card.
    pub card: String,
    /// What it did.
    pub figures: CardFigures,
}

impl GameStatistics {
    /// Every card that was played, by seat and name.
    pub(super) fn card_rows(&self) -> Vec<CardRow> {
        let rows = self
            .seats
            .iter()
            .flat_map(|(seat, of)| of.cards.iter().map(move |card| (*seat, card)));
        rows.map(|(seat, (card, figures))| CardRow {
            seat,
            card: card.clone(),
            figures: *figures,
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use hindsight_kernel::{Fact, Moment};

    use super::super::CsvTable;
    use super::*;

    #[test]
    fn a_card_is_told_with_how_often_it_was_played_and_what_it_changed() {
        let spent = |of: &str| Fact::Spent {
            seat: Seat::A,
            of: of.to_owned(),
            on: "Sure Aim (2)".to_owned(),
            amount: 1.0,
        };
        let worked = |hits, damage| Fact::CardWorked {
            seat: Seat::A,
            card: "Sure Aim (2)".to_owned(),
            hits,
            damage,
            passes: 0.0,
        };
        let mut game = GameStatistics::new();
        let facts = [
            spent("card"),
            worked(2.0, 0.5),
            spent("card"),
            worked(1.0, 1.0),
            spent("command_action"), // It is no card.
        ];
        for (version, fact) in (1..).zip(&facts) {
            game.fact(version, &Moment::default(), fact);
        }
        let of = CardFigures {
            played: 2.0,
            hits: 3.0,
            damage: 1.5,
            passes: 0.0,
        };
        assert_eq!(game.report().seats[0].cards["Sure Aim (2)"], of);
        assert_eq!(
            game.csv(CsvTable::Cards),
            "seat,card,played,hits,damage,passes\nA,Sure Aim (2),2,3,1.5,0\n"
        );
    }
}
