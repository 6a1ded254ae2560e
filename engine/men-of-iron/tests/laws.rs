//! Whole games by the laws that all games have.

use hindsight_kernel::testing::{ConformancePlan, conformance_of, games};
use men_of_iron::MenOfIron;
use serde_json::json;

#[test]
fn whole_games_keep_the_laws_of_the_kernel() {
    conformance_of::<MenOfIron>(&ConformancePlan {
        games: games(8, 10),
        request: |number| {
            let battles = ["brackwater", "osier-bank", "harrow-ford", "late-marshal"];
            json!({ "battle": battles[number as usize / 2 % 4] })
        },
        most_commands: 400,
        dear_every: 23,
    });
}
