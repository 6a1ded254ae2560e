//! Win rates, filters, and what is too little to be shown.

use hindsight_reports::community::{CommunityQuery, Dimension, DrawsCount, Filter};

use super::{DAY, NEW_YEAR, by, cell, game, table};

#[test]
fn win_rates_leave_out_mirrors_and_count_draws_as_asked() {
    // Red: won 2, drawn 1, lost 1 against others; once it met itself.
    let table = table(&[
        game(1, ["red", "blue"], Some(0)),
        game(2, ["blue", "red"], Some(1)),
        game(3, ["red", "blue"], None),
        game(4, ["red", "green"], Some(1)),
        game(5, ["red", "red"], Some(0)),
    ]);
    for (draws, value, n) in [
        (DrawsCount::Half, 2.5 / 4.0, 4),
        (DrawsCount::LeftOut, 2.0 / 3.0, 3),
        (DrawsCount::NotWon, 2.0 / 4.0, 4),
    ] {
        let answer = table.answer(&CommunityQuery {
            draws,
            ..by(&[Dimension::Faction])
        });
        let red = cell(&answer.cells, &["red"]);
        assert_eq!((red.games, red.sides), (5, 6));
        let figures = red.figures.as_ref().unwrap();
        assert_eq!(
            (figures.won, figures.drawn, figures.lost),
            (Some(2), Some(1), Some(1))
        );
        let rate = figures.win_rate.unwrap();
        assert!(
            (rate.value - value).abs() < 1e-12 && rate.n == n,
            "{draws:?}: {rate:?}"
        );
        assert!(rate.low < value && value < rate.high);
        // One game of five was drawn, whoever is asked for.
        assert!((figures.draw_rate.unwrap().value - 0.2).abs() < 1e-12);
        // Rounds are of games, not of sides: 1, 2, 3, 4, 5.
        let rounds = figures.rounds.unwrap();
        assert!((rounds.value - 3.0).abs() < 1e-12 && rounds.n == 5);
    }
    // Of all sides together there is nothing to say: each game is won by one and lost by the other.
    let whole = table.answer(&by(&[])).whole;
    assert_eq!((whole.games, whole.sides), (5, 10));
    assert_eq!(whole.figures.unwrap().win_rate, None);
}

#[test]
fn a_filter_leaves_what_holds_and_a_small_cell_is_hidden() {
    let table = table(&[
        game(1, ["red", "blue"], Some(0)),
        game(40, ["red", "blue"], Some(0)),
        game(70, ["green", "blue"], Some(0)),
    ]);
    let ask = |filter: Filter, least| {
        table.answer(&CommunityQuery {
            filter,
            least,
            ..by(&[Dimension::Month, Dimension::Opponent])
        })
    };
    let red = Filter::default().and(Dimension::Faction, "red");
    let answer = ask(red.clone(), 2);
    assert_eq!(answer.whole.games, 2);
    assert!(answer.whole.figures.is_some());
    let january = cell(&answer.cells, &["2026-01", "blue"]);
    assert!(january.hidden && january.figures.is_none() && january.games == 1);
    assert_eq!(
        january.filter.query(),
        "faction=red&opponent=blue&month=2026%2D01"
    );
    let february = Filter {
        since: Some("2026-02".to_owned()),
        until: Some("2026-02".to_owned()),
        ..Filter::default()
    };
    assert_eq!(ask(february.clone(), 1).whole.games, 1);
    let place = |number: u8| (NEW_YEAR + u64::from(number) * DAY, [number; 16]);
    assert_eq!(table.games(&february, None, 10), (vec![place(40)], 1));
    // The latest first, page by page.
    let all = Filter::default();
    assert_eq!(table.games(&all, None, 2), (vec![place(70), place(40)], 3));
    assert_eq!(table.games(&all, Some(place(40)), 2), (vec![place(1)], 3));
    // A value that no game has is no error.
    let none = ask(Filter::default().and(Dimension::Faction, "nobody"), 1);
    assert_eq!((none.whole.games, none.cells.len()), (0, 0));
}

#[test]
fn a_figure_of_too_few_is_hidden_in_a_cell_of_enough() {
    // Red met itself twice: three games, and one that says anything of its win rate.
    let table = table(&[
        game(1, ["red", "red"], Some(0)),
        game(2, ["red", "red"], None),
        game(3, ["red", "blue"], Some(0)),
    ]);
    for (least, shown) in [(1, Some(1)), (2, None), (3, None)] {
        let answer = table.answer(&CommunityQuery {
            least,
            ..by(&[Dimension::Faction])
        });
        let red = cell(&answer.cells, &["red"]).figures.as_ref().unwrap();
        assert_eq!(red.win_rate.map(|rate| rate.n), shown, "{least}");
        assert_eq!(red.even_win_rate.map(|rate| rate.n), shown, "{least}");
        // All three games tell how long they lasted.
        assert_eq!(red.rounds.map(|mean| mean.n), Some(3));
    }
}

#[test]
fn results_without_luck_are_those_of_games_whose_dice_favoured_nobody() {
    // The difference of two sums of deviation 2 has deviation 2.83: 2.8 ahead is even, 2.9 is not.
    let ahead = |number, by, winner| {
        let mut row = game(number, ["red", "blue"], winner);
        row.sides[0].luck = row.sides[1].luck + by;
        row
    };
    let table = table(&[
        ahead(1, 2.8, Some(0)),
        ahead(2, -2.8, None),
        ahead(3, 2.9, Some(0)),
        ahead(4, -2.9, Some(1)),
    ]);
    for (draws, red, blue, n) in [
        (DrawsCount::Half, 0.75, 0.25, 2),
        (DrawsCount::LeftOut, 1.0, 0.0, 1),
        (DrawsCount::NotWon, 0.5, 0.0, 2),
    ] {
        let answer = table.answer(&CommunityQuery {
            draws,
            ..by(&[Dimension::Faction])
        });
        for (faction, share) in [("red", red), ("blue", blue)] {
            let figures = cell(&answer.cells, &[faction]).figures.as_ref().unwrap();
            let rate = figures.even_win_rate.unwrap();
            assert!(
                (rate.value - share).abs() < 1e-12 && rate.n == n,
                "{draws:?}: {rate:?}"
            );
            let verdicts = [figures.won, figures.drawn, figures.lost];
            assert_eq!(verdicts.into_iter().flatten().sum::<u64>(), 4);
        }
    }
}

#[test]
fn of_many_cells_the_largest_are_shown_and_the_others_counted() {
    let mut rows = Vec::new();
    for number in 0..1_200_u32 {
        let mut row = game(1, ["red", ""], None);
        row.game[..4].copy_from_slice(&number.to_be_bytes());
        row.sides[0].faction = format!("faction {number}");
        rows.push(row);
    }
    // The last faction has played twice.
    let mut again = rows[1_199].clone();
    again.game[4] = 9;
    rows.push(again);
    let answer = table(&rows).answer(&by(&[Dimension::Faction]));
    assert_eq!((answer.cells.len(), answer.left_out), (1_000, 201));
    assert_eq!(
        (&answer.cells[0].group[0][..], answer.cells[0].games),
        ("none", 1_201)
    );
    assert_eq!(
        (&answer.cells[1].group[0][..], answer.cells[1].games),
        ("faction 1199", 2)
    );
    assert_eq!(answer.cells[2].group[0], "faction 0");
    assert_eq!(answer.whole.games, 1_201);
}

#[test]
fn figures_as_of_a_day_are_those_of_the_games_that_had_ended_by_then() {
    let rows = [
        game(1, ["red", "blue"], Some(0)),
        game(40, ["red", "blue"], Some(1)),
        game(70, ["green", "red"], None),
    ];
    let whole = table(&rows);
    // They ended at the very beginning of 2 January, 10 February and 12 March.
    for (day, known) in [
        ("2026-01-01", 0),
        ("2026-01-02", 1),
        ("2026-02-09", 1),
        ("2026-02-10", 2),
        ("2026-03-11", 2),
        ("2026-03-12", 3),
    ] {
        let filter = Filter {
            as_of: Some(day.parse().unwrap()),
            ..Filter::default()
        };
        let asked = |filter: &Filter| CommunityQuery {
            filter: filter.clone(),
            ..by(&[Dimension::Month, Dimension::Faction])
        };
        let answer = whole.answer(&asked(&filter));
        let then = table(&rows[..known]).answer(&asked(&Filter::default()));
        assert_eq!(answer.whole.figures, then.whole.figures, "{day}");
        assert_eq!(answer.cells.len(), then.cells.len(), "{day}");
        for (cell, then) in answer.cells.iter().zip(&then.cells) {
            assert_eq!(
                (&cell.group, cell.games, &cell.figures),
                (&then.group, then.games, &then.figures),
                "{day}"
            );
            // The games behind a cell are asked for as of the same day.
            let query = cell.filter.query();
            assert!(
                query.ends_with(&format!("as_of={}", day.replace('-', "%2D"))),
                "{query}"
            );
        }
        assert_eq!(whole.games(&filter, None, 10).1, known, "{day}");
    }
}

#[test]
fn factions_are_compared_by_what_armies_might_cost() {
    let of = |number, budget, winner| hindsight_reports::community::GameRow {
        budget,
        ..game(number, ["red", "blue"], Some(winner))
    };
    let table = table(&[
        of(1, Some(1_500), 0),
        of(2, Some(1_500), 0),
        of(3, Some(2_000), 1),
        of(4, None, 1),
    ]);
    let answer = table.answer(&by(&[Dimension::Faction, Dimension::Budget]));
    let won = |group: [&str; 2]| {
        let cell = cell(&answer.cells, &group);
        (cell.games, cell.figures.as_ref().unwrap().won.unwrap_or(0))
    };
    assert_eq!(won(["red", "1500"]), (2, 2));
    assert_eq!(won(["blue", "1500"]), (2, 0));
    assert_eq!(won(["red", "2000"]), (1, 0));
    assert_eq!(won(["blue", "2000"]), (1, 1));
    assert_eq!(won(["blue", "none"]), (1, 1));
    let filter = Filter::default().and(Dimension::Budget, "1500");
    let only = table.answer(&CommunityQuery {
        filter,
        ..by(&[Dimension::Matchup])
    });
    assert_eq!(cell(&only.cells, &["blue against red"]).games, 2);
}
