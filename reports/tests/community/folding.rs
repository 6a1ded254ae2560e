//! The table is the same in whatever order rows come, and no row costs too much.

use std::collections::BTreeMap;

use hindsight_reports::community::{Dimension, Filter, GameRow, Ratings, Verdict};
use proptest::prelude::*;

use super::{DAY, NEW_YEAR, by, game, table};

#[test]
fn a_game_of_a_far_year_costs_no_more_than_another() {
    let mut row = game(1, ["red", "blue"], Some(0));
    row.sides[0].account = Some("ada".to_owned());
    row.sides[1].account = Some("bob".to_owned());
    let mut far = row.clone();
    far.game = [9; 16];
    // The year 10000, whose text sorts before that of 2026, and the last moment that a row can tell.
    for ended_ms in [253_402_300_800_000, u64::MAX] {
        far.ended_ms = ended_ms;
        far.sides[1].account = Some("cid".to_owned());
        let table = table(&[row.clone(), far.clone()]);
        let ratings = Ratings::of(&table);
        let (ada, bob) = (&ratings.account("ada")[0], &ratings.account("bob")[0]);
        assert_eq!((ada.history.len(), &ada.history[0].month[..]), (2, "2026-01"));
        // Whoever rests for thousands of years is known no better than a beginner, and no worse.
        assert!((bob.deviation - 350.0).abs() < 1e-9, "{bob:?}");
        let since = Filter {
            since: Some("2026-02".to_owned()),
            ..Filter::default()
        };
        assert_eq!(table.games(&since, None, 10).0, [(ended_ms, [9; 16])]);
        let until = Filter {
            until: Some("9999-12".to_owned()),
            ..Filter::default()
        };
        assert_eq!(table.games(&until, None, 10).0, [(row.ended_ms, row.game)]);
    }
}

fn any_row() -> impl Strategy<Value = GameRow> {
    let faction = || prop::sample::select(vec!["red", "blue", "green", ""]);
    (
        0_u8..40,
        faction(),
        faction(),
        prop::option::of(0_usize..2),
        -5.0..5.0_f64,
        0_u64..400,
    )
        .prop_map(|(number, one, other, winner, luck, day)| {
            let mut row = game(number, [one, other], winner);
            row.sides[0].luck = luck;
            row.sides[0].dealt = Some(luck.abs() * 17.3);
            row.ended_ms = NEW_YEAR + day * DAY;
            row
        })
}

proptest! {
    #[test]
    fn a_table_that_changed_answers_as_one_that_was_made_at_once(
        rows in prop::collection::vec(any_row(), 0..80),
        gone in prop::collection::vec(0_u8..40, 0..20),
    ) {
        let mut grown = table(&rows);
        for number in &gone {
            grown.remove([*number; 16]);
        }
        // The last row of each game that was not taken out, in another order.
        let mut left: Vec<GameRow> = Vec::new();
        for row in rows.iter().rev() {
            let known = left.iter().any(|other| other.game == row.game);
            if !known && !gone.contains(&row.game[0]) {
                left.push(row.clone());
            }
        }
        let made = table(&left);
        for groups in [
            vec![], vec![Dimension::Faction], vec![Dimension::Month, Dimension::Luck],
            vec![Dimension::Matchup, Dimension::Result],
        ] {
            prop_assert_eq!(grown.answer(&by(&groups)), made.answer(&by(&groups)));
        }
        let all = Filter::default();
        prop_assert_eq!(grown.games(&all, None, 100), made.games(&all, None, 100));
    }

    #[test]
    fn cells_hold_what_a_slow_count_finds(rows in prop::collection::vec(any_row(), 0..60)) {
        let table = table(&rows);
        let answer = table.answer(&by(&[Dimension::Faction, Dimension::First]));
        // No side is in two cells, none in none.
        prop_assert_eq!(answer.cells.iter().map(|cell| cell.sides).sum::<u64>(), answer.whole.sides);
        prop_assert_eq!(answer.whole.sides, 2 * table.len() as u64);
        for cell in &answer.cells {
            let mut last: BTreeMap<[u8; 16], &GameRow> = BTreeMap::new();
            for row in &rows {
                last.insert(row.game, row);
            }
            let name = |faction: &str| if faction.is_empty() { "none".to_owned() } else { faction.to_owned() };
            let all = last.values().flat_map(|row| row.sides.iter().map(move |side| (row, side)));
            let sides = all.filter(|(_, side)| {
                name(&side.faction) == cell.group[0] && (side.first == Some(true)) == (cell.group[1] == "yes")
            });
            let (mut count, mut played, mut won, mut dealt) = (0, 0, 0, 0.0);
            for (row, side) in sides {
                count += 1;
                won += u64::from(side.verdict == Verdict::Won);
                if row.was_played() {
                    played += 1;
                    dealt += side.dealt.unwrap() / side.points;
                }
            }
            let figures = cell.figures.as_ref().unwrap();
            // Who has the first turn is one side of a game: no cell holds both.
            prop_assert_eq!((cell.sides, cell.games, figures.won.unwrap_or(0)), (count, count, won));
            prop_assert_eq!(figures.dealt.map_or(0, |mean| mean.n), played);
            if let Some(mean) = figures.dealt {
                prop_assert!((mean.value - dealt / played as f64).abs() < 1e-4);
            }
        }
    }
}
