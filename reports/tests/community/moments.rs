//! The moment that each game behind a figure leads to.

use std::collections::BTreeMap;

use hindsight_reports::community::{BehindMoment, Dimension, Filter, GameTable, LookAt, MomentOf, UnitRow};

use super::{game, table};

#[test]
fn the_moment_of_a_game_is_that_of_the_unit_asked_for() {
    let unit = |card: &str, lost_at| UnitRow {
        card: card.to_owned(),
        name: card.to_uppercase(),
        count: 2,
        points: 20.0,
        left: 1.0,
        dealt: 5.0,
        taken: 5.0,
        kills: 0,
        lost_at,
    };
    let mut row = game(1, ["red", "blue"], Some(0));
    row.sides[0].units = vec![unit("orc", Some(31)), unit("elf", None)];
    row.sides[1].units = vec![unit("orc", Some(24))];
    let mut quiet = game(2, ["red", "blue"], None);
    quiet.unlikeliest = None;
    let table = table(&[row, quiet]);
    let (unlikely, lost) = (MomentOf::UnlikeliestRoll, MomentOf::UnitLost);
    let all = Filter::default();
    let with_orc = all.and(Dimension::Unit, "chess:orc");
    for (filter, version, what) in [
        (all.clone(), 7, unlikely),
        (with_orc.clone(), 24, lost),
        // The other side's loss is none of the red side's.
        (with_orc.and(Dimension::Faction, "red"), 31, lost),
        // None of these was lost.
        (all.and(Dimension::Unit, "chess:elf"), 7, unlikely),
    ] {
        assert_eq!(
            table.moment([1; 16], &filter, LookAt::Usual),
            Some(BehindMoment { version, what }),
            "{filter:?}"
        );
    }
    assert_eq!(table.moment([2; 16], &all, LookAt::Usual), None);
    assert_eq!(table.moment([3; 16], &all, LookAt::Usual), None);
}

#[test]
fn the_moment_behind_orders_fights_and_rushes_is_that_of_the_sides_asked_for() {
    let mut row = game(1, ["red", "blue"], Some(0));
    let given = |orders: &[(&str, u64)]| -> BTreeMap<String, u64> {
        let told = orders.iter().map(|(order, at)| ((*order).to_owned(), *at));
        told.collect()
    };
    row.sides[0].ordered_at = given(&[("Charge", 40), ("Hold", 12)]);
    row.sides[1].ordered_at = given(&[("Charge", 33)]);
    for side in &mut row.sides {
        side.orders = side.ordered_at.keys().map(|order| (order.clone(), 1)).collect();
    }
    (row.sides[0].fought_at, row.sides[1].fought_at) = (Some(61), Some(58));
    row.sides[0].rushed_at = Some(45);
    // This one tells neither fights nor rushes.
    let quiet = game(2, ["red", "blue"], None);
    let mut table = table(&[row.clone(), quiet]);
    let all = Filter::default();
    let red = all.and(Dimension::Faction, "red");
    let blue = all.and(Dimension::Faction, "blue");
    let charge = all.and(Dimension::Order, "Charge");
    let rows = [
        (charge.clone(), LookAt::Usual, 33, MomentOf::OrderGiven),
        (
            charge.and(Dimension::Faction, "red"),
            LookAt::Usual,
            40,
            MomentOf::OrderGiven,
        ),
        (
            red.and(Dimension::Order, "Hold"),
            LookAt::Usual,
            12,
            MomentOf::OrderGiven,
        ),
        (red.clone(), LookAt::Usual, 7, MomentOf::UnlikeliestRoll),
        (all.clone(), LookAt::Fight, 58, MomentOf::FightDecided),
        (red.clone(), LookAt::Fight, 61, MomentOf::FightDecided),
        (charge, LookAt::Fight, 58, MomentOf::FightDecided),
        (red, LookAt::Rush, 45, MomentOf::Rushed),
        // Blue never rushed: the usual moment stands for it.
        (blue, LookAt::Rush, 7, MomentOf::UnlikeliestRoll),
    ];
    let told = |table: &GameTable| {
        for (filter, look, version, what) in &rows {
            let (version, what) = (*version, *what);
            assert_eq!(
                table.moment([1; 16], filter, *look),
                Some(BehindMoment { version, what }),
                "{filter:?} {look:?}"
            );
        }
    };
    told(&table);
    for look in LookAt::ASKED {
        let what = MomentOf::UnlikeliestRoll;
        assert_eq!(
            table.moment([2; 16], &all, look),
            Some(BehindMoment { version: 7, what })
        );
    }
    // They stay with their side when the table is packed together.
    for turn in 0..2_100 {
        let mut other = game(3, ["green", "blue"], None);
        other.rounds = turn;
        table.insert(&other);
    }
    told(&table);
    for look in [LookAt::Usual, LookAt::Fight, LookAt::Rush] {
        assert_eq!(LookAt::named(look.word()), look);
    }
}
