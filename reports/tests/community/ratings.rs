//! Ratings and their bands.

use hindsight_reports::community::{Dimension, GameRow, GameTable, Provenance, RatedPlayers, Ratings};

use super::{DAY, NEW_YEAR, by, game, table};

#[test]
fn a_band_is_that_of_the_rating_before_the_month() {
    let mut first = game(1, ["red", "blue"], Some(0));
    first.sides[0].account = Some("ada".to_owned());
    first.sides[1].account = Some("bob".to_owned());
    let mut later = game(70, ["red", "blue"], Some(1));
    later.sides[0].account = Some("ada".to_owned());
    let mut table = table(&[first, later]);
    let bands = |table: &GameTable| {
        let answer = table.answer(&by(&[Dimension::Month, Dimension::RatingBand]));
        let mut groups: Vec<Vec<String>> = answer.cells.into_iter().map(|cell| cell.group).collect();
        groups.sort();
        groups
    };
    assert!(bands(&table).iter().all(|group| group[1] == "none"));
    let ratings = Ratings::of(&table);
    table.put_bands(&ratings);
    // Who wins the first game stands at 1662 after it: see the steps by hand below. Nobody sat against her in March.
    assert_eq!(
        bands(&table),
        [
            ["2026-01", "unrated"],
            ["2026-03", "1600 to 1799"],
            ["2026-03", "none"],
        ]
    );
}

#[test]
fn ratings_are_those_of_the_paper() {
    // Glickman's steps by hand, for a beginner who beats a beginner: phi = 350 / 173.7178 = 2.01476, g = 0.66907,
    // E = 1/2, v = 4 / g^2 = 8.9355; with sigma = 0.06, phi' = 1 / sqrt(1 / (phi^2 + sigma^2) + 1 / v) = 1.67123, which
    // is 290.32; mu' = phi'^2 g / 2 = 0.93434, which is 162.31 above 1500.
    let mut row = game(1, ["red", "blue"], Some(0));
    row.sides[0].account = Some("ada".to_owned());
    row.sides[1].account = Some("bob".to_owned());
    let one = table(std::slice::from_ref(&row));
    let ratings = Ratings::of(&one);
    let (ada, bob) = (&ratings.account("ada")[0], &ratings.account("bob")[0]);
    assert!((ada.rating - 1662.31).abs() < 0.01, "{ada:?}");
    assert!((ada.rating + bob.rating - 3000.0).abs() < 1e-6);
    assert!((ada.deviation - 290.32).abs() < 0.1, "{ada:?}");
    assert_eq!((ada.place, bob.place, ada.rated, ada.games), (1, 2, 2, 1));
    assert_eq!(ada.history[0].month, "2026-01");

    // A later month: who did not play in it becomes less certain, no less good.
    let mut later = row.clone();
    later.game = [9; 16];
    later.ended_ms = NEW_YEAR + 70 * DAY;
    later.sides[0].account = Some("cid".to_owned());
    let ratings = Ratings::of(&table(&[row.clone(), later.clone()]));
    let rested = &ratings.account("ada")[0];
    assert!((rested.rating - ada.rating).abs() < 1e-9 && rested.deviation > ada.deviation);
    // By the paper a month without a game adds the square of the volatility to that of the deviation: one such month
    // (February) and March, in which cid and bob played.
    let unit = 173.7178;
    let after =
        |months: f64| ((ada.deviation / unit).powi(2) + months * ada.volatility.powi(2)).sqrt() * unit;
    assert!((rested.deviation - after(2.0)).abs() < 1e-9, "{rested:?}");
    // The order in which rows came changes nothing.
    assert_eq!(ratings, Ratings::of(&table(&[later, row.clone()])));

    // Bots, nobody, and oneself are no opponents.
    for change in [
        (|row: &mut GameRow| row.provenance = Provenance::Bots) as fn(&mut GameRow),
        |row| row.sides[1].account = None,
        |row| row.sides[1].account = Some("ada".to_owned()),
    ] {
        let mut row = row.clone();
        change(&mut row);
        assert_eq!(Ratings::of(&table(&[row])), Ratings::default());
    }
}

/// A game of these two accounts, in which the one of this number won.
fn between(number: u8, accounts: [&str; 2], winner: Option<usize>) -> GameRow {
    let mut row = game(number, ["red", "blue"], winner);
    for (side, account) in row.sides.iter_mut().zip(accounts) {
        side.account = Some(account.to_owned());
    }
    row
}

#[test]
fn a_leaderboard_lists_the_highest_rating_first_and_those_of_enough_games_alone() {
    // In January ada and cid each beat a beginner once, as in the steps by hand above. In February dora beats bob, who
    // stands at 1337.69 +- 290.32, twice: g = 0.7354, E = 0.6653, v = 4.15, phi'^2 = 2.053, mu' = 1.012, which is 1675.7.
    let rows = [
        between(1, ["ada", "bob"], Some(0)),
        between(2, ["cid", "eve"], Some(0)),
        between(40, ["dora", "bob"], Some(0)),
        between(41, ["dora", "bob"], Some(0)),
    ];
    let ratings = Ratings::of(&table(&rows));
    let leaders = ratings.leaders("chess", 1);
    let names: Vec<&str> = leaders.iter().map(|leader| leader.account).collect();
    assert_eq!(names, ["dora", "ada", "cid", "eve", "bob"]);
    assert_eq!(leaders[1].points(), 1662);
    assert_eq!(leaders[1].points(), leaders[2].points());
    // Who is level shares a place, and the next place is left free.
    let places: Vec<u64> = leaders.iter().map(|leader| leader.rating.place).collect();
    assert_eq!(places, [1, 2, 2, 4, 5]);
    let of_two = ratings.leaders("chess", 2);
    let names: Vec<&str> = of_two.iter().map(|leader| leader.account).collect();
    assert_eq!(names, ["dora", "bob"]);
    assert!(ratings.leaders("go", 1).is_empty());
    assert_eq!(ratings.systems().into_iter().collect::<Vec<_>>(), [("chess", 5)]);
}

#[test]
fn ratings_as_of_a_day_are_those_of_the_games_that_had_ended_by_then() {
    let rows = [
        between(1, ["ada", "bob"], Some(0)),
        between(40, ["bob", "ada"], Some(0)),
        between(100, ["bob", "cid"], None),
    ];
    let whole = table(&rows);
    // The games ended at the very beginning of 2 January, 10 February and 11 April.
    for (day, known) in [
        ("2026-01-01", 0),
        ("2026-01-02", 1),
        ("2026-02-09", 1),
        ("2026-02-10", 2),
        ("2026-12-31", 3),
    ] {
        let as_of = whole.rated_games(RatedPlayers::People, Some(day.parse().unwrap()));
        assert_eq!(
            Ratings::from_games(as_of),
            Ratings::of(&table(&rows[..known])),
            "{day}"
        );
    }
}

#[test]
fn bots_are_rated_apart() {
    let mut of_bots = between(1, ["anvil", "hammer"], Some(1));
    of_bots.provenance = Provenance::Bots;
    let table = table(&[of_bots, between(2, ["ada", "bob"], Some(0))]);
    let rated = |players| {
        let ratings = Ratings::from_games(table.rated_games(players, None));
        let leaders = ratings.leaders("chess", 1);
        let names: Vec<String> = leaders.iter().map(|leader| leader.account.to_owned()).collect();
        names
    };
    assert_eq!(rated(RatedPlayers::People), ["ada", "bob"]);
    assert_eq!(rated(RatedPlayers::Bots), ["hammer", "anvil"]);
}
