//! Figures that a game does not have: they are left out, never 0.

use hindsight_reports::chart::{self, ChartOptions};
use hindsight_reports::community::{CommunityQuery, Dimension, Measure};

use crate::{by, cell, game, table};

fn whole() -> CommunityQuery {
    CommunityQuery {
        least: 1,
        ..by(&[Dimension::Faction])
    }
}

#[test]
fn game_conceded_before_its_first_move_counts_as_a_result_and_in_no_mean() {
    let mut conceded = game(1, ["red", "blue"], Some(1));
    conceded.rounds = 0;
    conceded.sides[0].destroyed = 0.0;
    conceded.sides[0].survival = 1.0;
    let rows = [
        conceded,
        game(2, ["red", "blue"], Some(0)),
        game(4, ["red", "blue"], Some(0)),
    ];
    let answer = table(&rows).answer(&whole());
    let red = cell(&answer.cells, &["red"]).figures.as_ref().unwrap();
    assert_eq!((red.won, red.lost, red.unplayed), (Some(2), Some(1), 1));
    let rounds = red.rounds.unwrap();
    assert!((rounds.value - 3.0).abs() < 1e-9 && rounds.n == 2, "{rounds:?}");
    for mean in [red.destroyed, red.dealt, red.taken, red.survival, red.luck] {
        assert_eq!(mean.map(|mean| mean.n), Some(2));
    }
    assert!((red.destroyed.unwrap().value - 0.5).abs() < 1e-9);
}

#[test]
fn game_without_damage_has_no_mean_of_it() {
    let rows: Vec<_> = (1..5)
        .map(|number| {
            let mut row = game(number, ["red", "blue"], Some(0));
            for side in &mut row.sides {
                (side.dealt, side.taken) = (None, None);
            }
            row
        })
        .collect();
    let answer = table(&rows).answer(&whole());
    let red = cell(&answer.cells, &["red"]).figures.as_ref().unwrap();
    assert_eq!((red.dealt, red.taken), (None, None));
    assert!(red.destroyed.is_some());
}

#[test]
fn chart_says_why_it_is_empty() {
    let rows: Vec<_> = (1..5).map(|number| game(number, ["", ""], Some(0))).collect();
    let answer = table(&rows).answer(&whole());
    let says = |measure: Measure| chart::community(&answer, measure, &ChartOptions::default()).to_svg();
    let figures = answer.cells[0].figures.as_ref().unwrap();
    assert!(figures.win_rate.is_none());
    // Nobody won a game whose sides stand in one group, and nobody lost it: that is no zero.
    assert_eq!((figures.won, figures.drawn, figures.lost), (None, None, None));
    let json = serde_json::to_value(figures).unwrap();
    let csv = answer.csv();
    let (head, line) = csv.split_once('\n').unwrap();
    let fields: Vec<_> = head.split(',').zip(line.trim_end().split(',')).collect();
    for name in ["won", "drawn", "lost"] {
        assert_eq!(json[name], serde_json::Value::Null, "{name}");
        assert!(fields.contains(&(name, "")), "{name}: {csv}");
    }
    assert_eq!(
        Measure::Won.absence(&answer.cells).to_string(),
        "both sides of every game stand in one group"
    );
    assert!(says(Measure::Won).contains("both sides of every game"));
    assert!(!says(Measure::Won).contains("Too few"));
}
