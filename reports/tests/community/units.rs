//! Units, orders, armies, and what was tried.

use std::collections::BTreeMap;

use hindsight_reports::community::{CommunityQuery, Dimension, Filter, UnitRow};
use hindsight_reports::statistics::OrderResults;

use super::{by, cell, game, table};

#[test]
fn a_unit_is_counted_for_each_army_that_took_it() {
    let unit = |card: &str, count, left, dealt| UnitRow {
        card: card.to_owned(),
        name: card.to_uppercase(),
        count,
        points: 10.0 * f64::from(count),
        left,
        dealt: Some(dealt),
        taken: Some(5.0),
        kills: count,
        lost_at: None,
        struck_at: None,
    };
    let mut one = game(1, ["red", "blue"], Some(0));
    one.sides[0].units = vec![unit("orc", 2, 1.0, 30.0), unit("elf", 1, 1.0, 0.0)];
    one.sides[1].units = vec![unit("elf", 1, 0.0, 20.0)];
    let mut other = game(2, ["red", "blue"], Some(1));
    other.sides[0].units = vec![unit("orc", 1, 1.0, 5.0)];
    let table = table(&[one, other]);
    let answer = table.answer(&by(&[Dimension::Unit]));
    let orc = cell(&answer.cells, &["chess:orc"]);
    assert_eq!((orc.names[0].as_str(), orc.games, orc.sides), ("ORC", 2, 2));
    let figures = orc.figures.as_ref().unwrap();
    assert_eq!((figures.won, figures.lost), (Some(1), Some(1)));
    let of = figures.unit.as_ref().unwrap();
    // 2 and 1 copies; half and all of them left; 1.5 and 0.5 points a point; one kill each.
    assert!((of.copies.unwrap().value - 1.5).abs() < 1e-9);
    assert!((of.survival.unwrap().value - 0.75).abs() < 1e-9);
    assert!((of.dealt.unwrap().value - 1.0).abs() < 1e-9);
    assert!((of.kills.unwrap().value - 1.0).abs() < 1e-9);
    // Both armies of the first game took elves: the game says nothing of their win rate.
    let elf = cell(&answer.cells, &["chess:elf"]);
    assert_eq!((elf.games, elf.sides), (1, 2));
    assert_eq!(elf.figures.as_ref().unwrap().win_rate, None);
    let with = table.answer(&CommunityQuery {
        filter: Filter::default().and(Dimension::Unit, "chess:orc"),
        ..by(&[Dimension::Faction])
    });
    assert_eq!(with.cells.len(), 1);
    assert_eq!(with.cells[0].group, ["red"]);
    // Who asks for one unit is told of no other, and each line of the games that its link lists.
    for groups in [vec![Dimension::Unit], vec![Dimension::Faction, Dimension::Unit]] {
        let only = table.answer(&CommunityQuery {
            filter: Filter::default().and(Dimension::Unit, "chess:elf"),
            ..by(&groups)
        });
        assert!(!only.cells.is_empty());
        for cell in &only.cells {
            assert_eq!(cell.group.last().map(String::as_str), Some("chess:elf"));
            assert_eq!(table.games(&cell.filter, None, 10).1 as u64, cell.games);
        }
    }
}

#[test]
fn orders_and_armies_are_counted_for_the_sides_that_had_them() {
    let unit = |card: &str, count| UnitRow {
        card: card.to_owned(),
        name: card.to_uppercase(),
        count,
        points: 10.0,
        left: 1.0,
        dealt: Some(1.0),
        taken: Some(1.0),
        kills: 0,
        lost_at: None,
        struck_at: None,
    };
    let orders = |orders: &[(&str, u32)]| {
        let told = orders.iter().map(|(order, times)| ((*order).to_owned(), *times));
        told.collect::<BTreeMap<String, u32>>()
    };
    let mut one = game(1, ["red", "blue"], Some(0));
    one.sides[0].units = vec![unit("orc", 2), unit("elf", 1)];
    one.sides[0].orders = orders(&[("Close", 3), ("Hold", 1)]);
    one.sides[1].orders = orders(&[("Close", 1)]);
    let results =
        |resolved, succeeded| BTreeMap::from([("Close".to_owned(), OrderResults { resolved, succeeded })]);
    one.sides[0].results = results(3, 2);
    one.sides[1].results = results(1, 0);
    let mut other = game(2, ["red", "blue"], Some(1));
    other.sides[0].units = vec![unit("elf", 1), unit("orc", 2)];
    other.sides[0].orders = orders(&[("Hold", 2)]);
    let table = table(&[one, other]);

    let answer = table.answer(&by(&[Dimension::Order]));
    let close = cell(&answer.cells, &["Close"]);
    assert_eq!((close.games, close.sides), (1, 2));
    let figures = close.figures.as_ref().unwrap();
    // 3 and 1 times; both sides gave it, so the game says nothing of who wins by it.
    assert!((figures.order.as_ref().unwrap().given.unwrap().value - 2.0).abs() < 1e-9);
    assert_eq!(figures.win_rate, None);
    // 2 of 3 and 0 of 1 succeeded.
    let succeeded = figures.order.as_ref().unwrap().succeeded.unwrap();
    assert!(
        (succeeded.value - 0.5).abs() < 1e-12 && succeeded.n == 4,
        "{succeeded:?}"
    );
    let hold = cell(&answer.cells, &["Hold"]).figures.as_ref().unwrap();
    assert_eq!((hold.won, hold.lost), (Some(1), Some(1)));
    assert_eq!(
        hold.order.as_ref().unwrap().succeeded,
        None,
        "nothing came out of it"
    );
    let with_hold = Filter::default().and(Dimension::Order, "Hold");
    assert_eq!(table.games(&with_hold, None, 10).1, 2);

    // The order of the cards in a row is no other army; who took none has none.
    let answer = table.answer(&by(&[Dimension::Army]));
    assert_eq!(answer.cells.len(), 2);
    let army = cell(&answer.cells, &["2 ORC, ELF"]);
    assert_eq!((army.games, army.sides), (2, 2));
    assert_eq!(cell(&answer.cells, &["none"]).sides, 2);
    // Both at once: each unit with each order of its side.
    let both = table.answer(&by(&[Dimension::Unit, Dimension::Order]));
    assert_eq!(cell(&both.cells, &["chess:orc", "Hold"]).games, 2);
    assert_eq!(cell(&both.cells, &["chess:elf", "Close"]).sides, 1);
    // Of one order only its own line, though its sides gave others, too.
    let only = table.answer(&CommunityQuery {
        filter: with_hold,
        ..by(&[Dimension::Unit, Dimension::Order])
    });
    let groups: Vec<&[String]> = only.cells.iter().map(|cell| &cell.group[..]).collect();
    assert_eq!(groups, [["chess:elf", "Hold"], ["chess:orc", "Hold"]]);
}

#[test]
fn what_was_tried_and_what_came_of_it_are_rates() {
    let table = table(&[
        game(1, ["red", "blue"], Some(0)),
        game(2, ["red", "blue"], Some(0)),
    ]);
    let answer = table.answer(&by(&[Dimension::Faction]));
    let red = cell(&answer.cells, &["red"]).figures.as_ref().unwrap();
    for (rate, share, n) in [
        (red.rushes_charged, 2.0 / 3.0, 6),
        (red.fights_won, 2.0 / 5.0, 10),
        (red.tests_passed, 3.0 / 4.0, 8),
    ] {
        let rate = rate.unwrap();
        assert!((rate.value - share).abs() < 1e-12 && rate.n == n, "{rate:?}");
    }
}
