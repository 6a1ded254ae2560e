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
        dealt: Some(5.0),
        taken: Some(5.0),
        kills: 0,
        lost_at,
        struck_at: None,
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
    for look in LookAt::ASKED.into_iter().chain([LookAt::Usual]) {
        assert_eq!(LookAt::named(look.word()), look);
    }
}

#[test]
fn every_figure_leads_to_a_moment_of_its_own_kind() {
    let mut row = game(1, ["red", "blue"], Some(0));
    let [red, blue] = &mut row.sides[..] else {
        unreachable!()
    };
    (red.rolled_at, blue.rolled_at) = (Some(21), Some(22));
    (red.tested_at, blue.tested_at) = (None, Some(32));
    (red.struck_at, blue.struck_at) = (Some(41), Some(42));
    (red.lost_at, blue.lost_at) = (Some(51), Some(52));
    (red.destroyed_at, blue.destroyed_at) = (Some(52), Some(51));
    let unit = |card: &str, lost_at, struck_at| UnitRow {
        card: card.to_owned(),
        name: card.to_uppercase(),
        count: 1,
        points: 10.0,
        left: 1.0,
        dealt: Some(5.0),
        taken: Some(5.0),
        kills: 0,
        lost_at,
        struck_at,
    };
    red.units = vec![unit("orc", Some(61), Some(71)), unit("elf", None, None)];
    let mut drawn = game(2, ["red", "blue"], None);
    (drawn.sides[0].lost_at, drawn.sides[1].lost_at) = (Some(82), Some(81));
    let table = table(&[row, drawn]);
    let all = Filter::default();
    let (red, blue) = (
        all.and(Dimension::Faction, "red"),
        all.and(Dimension::Faction, "blue"),
    );
    let orc = all.and(Dimension::Unit, "chess:orc");
    let rows = [
        // Who lost is blue, whoever is asked for.
        (&red, LookAt::Won, 52, MomentOf::Decided),
        (&blue, LookAt::Won, 52, MomentOf::Decided),
        (&red, LookAt::Luck, 21, MomentOf::UnlikeliestRoll),
        (&blue, LookAt::Luck, 22, MomentOf::UnlikeliestRoll),
        (&blue, LookAt::Morale, 32, MomentOf::Tested),
        // Red took no test: the usual moment stands for it.
        (&red, LookAt::Morale, 7, MomentOf::UnlikeliestRoll),
        (&red, LookAt::Attack, 41, MomentOf::Struck),
        (&orc, LookAt::Attack, 71, MomentOf::Struck),
        (&red, LookAt::Loss, 51, MomentOf::GreatestLoss),
        (&orc, LookAt::Loss, 61, MomentOf::UnitLost),
        (&red, LookAt::Kill, 52, MomentOf::GreatestKill),
    ];
    for (filter, look, version, what) in rows {
        assert_eq!(
            table.moment([1; 16], filter, look),
            Some(BehindMoment { version, what }),
            "{filter:?} {look:?}"
        );
    }
    // Nobody lost a game that was drawn: its first great loss is as near.
    let what = MomentOf::Decided;
    assert_eq!(
        table.moment([2; 16], &all, LookAt::Won),
        Some(BehindMoment { version: 81, what })
    );
}
