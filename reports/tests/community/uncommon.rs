//! Games unlike others: figures that are missing or huge, more sides than two.

use hindsight_kernel::Seat;
use hindsight_reports::community::{Dimension, GameRow, Mean, Verdict};

use super::{by, cell, game, side, table};

/// What a mean is by its definition, of these values.
fn mean_of(values: &[f64]) -> (f64, f64, u64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (count - 1.0)).sqrt(), values.len() as u64)
}

fn assert_is(found: Option<Mean>, values: &[f64]) {
    let found = found.expect("there is a mean");
    let (mean, deviation, count) = mean_of(values);
    let near = |one: f64, other: f64| (one - other).abs() < 1e-9 * (1.0 + other.abs());
    assert!(
        near(found.value, mean) && near(found.deviation, deviation) && found.n == count,
        "{found:?} of {values:?}"
    );
}

#[test]
fn huge_figures_are_counted_to_the_last_one() {
    // On both sides of the largest figure whose square is added with the others, up to the largest that is kept.
    let rushes = [1, 52, 53, 400, 70_000, 100_000];
    let rows: Vec<GameRow> = (0..)
        .zip(rushes)
        .map(|(number, rushes)| {
            let mut row = game(number, ["red", "blue"], Some(0));
            row.rounds = rushes;
            for side in &mut row.sides {
                side.rushes = rushes;
                side.destroyed = -f64::from(rushes) * side.points;
            }
            row
        })
        .collect();
    let answer = table(&rows).answer(&by(&[Dimension::Faction]));
    let values = rushes.map(f64::from);
    let figures = cell(&answer.cells, &["blue"]).figures.as_ref().unwrap();
    assert_is(figures.rushes, &values);
    assert_is(figures.rounds, &values);
    assert_is(figures.destroyed, &values.map(|value| -value));
    let both: Vec<f64> = values.iter().chain(&values).copied().collect();
    assert_is(answer.whole.figures.unwrap().rushes, &both);
}

#[test]
fn what_a_side_has_no_figure_of_is_left_out_of_that_mean_alone() {
    let mut rows: Vec<GameRow> = (1..5).map(|number| game(number, ["red", "blue"], None)).collect();
    // No points: nothing for each of them. No dice: no luck.
    rows[0].sides[0].points = 0.0;
    rows[1].sides[0].luck_deviation = 0.0;
    rows[2].sides[0].rushes = 900;
    let answer = table(&rows).answer(&by(&[Dimension::Faction]));
    let figures = cell(&answer.cells, &["red"]).figures.as_ref().unwrap();
    assert_is(figures.dealt, &[0.6; 3]);
    assert_is(figures.luck, &[0.5; 3]);
    assert_is(figures.survival, &[0.6; 4]);
    assert_is(figures.rushes, &[3.0, 3.0, 900.0, 3.0]);
}

#[test]
fn of_many_sides_those_that_meet_in_a_cell_say_nothing_of_who_wins_there() {
    // Two of the three sides are red, whichever they are.
    let rows: Vec<GameRow> = [
        ["red", "red", "blue"],
        ["red", "blue", "red"],
        ["blue", "red", "red"],
    ]
    .into_iter()
    .zip(0..)
    .map(|(factions, number)| {
        let mut row = game(number, [factions[0], factions[1]], Some(0));
        let mut third = side(Seat::A, factions[2], Verdict::Lost);
        third.side = 3;
        row.sides.push(third);
        row
    })
    .collect();
    let answer = table(&rows).answer(&by(&[Dimension::Faction]));
    let (red, blue) = (cell(&answer.cells, &["red"]), cell(&answer.cells, &["blue"]));
    assert_eq!((red.games, red.sides, blue.games, blue.sides), (3, 6, 3, 3));
    let counted = |cell: &hindsight_reports::community::CommunityCell| {
        let figures = cell.figures.as_ref().unwrap();
        (figures.won, figures.drawn, figures.lost)
    };
    assert_eq!(
        (counted(red), counted(blue), counted(&answer.whole)),
        (
            (None, None, None),
            (Some(1), Some(0), Some(2)),
            (None, None, None)
        )
    );
}
