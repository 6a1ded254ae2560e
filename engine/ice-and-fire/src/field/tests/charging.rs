//! The way of a charge.

use super::super::*;
use super::{infantry, piece, place, tray};
use crate::cards::{Keyword, UnitKind};

fn charge(charger: Tray, target: Tray, others: &Ground) -> Charging<'_> {
    Charging {
        charger,
        target,
        others,
    }
}

#[test]
fn if_chg_01_and_03_the_heading_decides_how_far_it_is() {
    let empty = Ground::default();
    let charge = charge(infantry(14.0, 10.0, 0), infantry(24.0, 24.0, 180), &empty);
    let contact = |heading| charge.path(heading).map(|path| path.contact);
    assert_eq!(contact(21), Ok(11_030));
    assert_eq!(contact(36), Ok(11_250));
    assert_eq!(contact(0), Err(NoContact::Missed));
    // Speed 5 reaches 11 at the most, Speed 6 12.
    let path = charge.path(21).unwrap();
    assert_eq!((path.needed(5, 0), path.needed(6, 0)), (7, 6));
    assert!(
        charge
            .headings(11_000)
            .iter()
            .all(|(_, path)| path.contact <= 11_000)
    );
    assert!(charge.headings(11_030).iter().any(|(heading, _)| *heading == 21));
}

#[test]
fn if_chg_04_and_05_the_die_that_is_needed() {
    let defender = infantry(24.0, 24.0, 180);
    let empty = Ground::default();
    let rows = [
        // (charger, gap, needed at Speed 5)
        (infantry(24.0, 10.0, 0), 9_200, 5),
        (infantry(36.0, 24.0, 270), 6_850, 2),
        (infantry(24.0, 36.0, 180), 7_200, 3),
    ];
    for (charger, gap, needed) in rows {
        let path = charge(charger, defender, &empty)
            .path(charger.pose.heading)
            .unwrap();
        assert_eq!(path.contact, gap);
        assert_eq!(path.needed(5, 0), needed, "{gap}");
        assert_eq!(path.needed(5, 1), (needed - 1).max(1), "one inch longer");
    }
}

#[test]
fn if_chg_04_and_terr_12_rough_pieces_on_the_path_count() {
    // A Bog 8" ahead of the front side, reaching to the target.
    let ground = Ground {
        pieces: vec![piece(
            (24.0, 22.9),
            (6.0, 5.0),
            &[Keyword::Rough, Keyword::Hindering],
        )],
        ..Ground::default()
    };
    let charger = infantry(24.0, 10.0, 0);
    let charge = charge(charger, infantry(24.0, 24.0, 180), &ground);
    let path = charge.path(0).unwrap();
    assert_eq!((path.contact, path.rough), (9_200, 1_000));
    assert_eq!(path.pieces, [0]);
    // Speed 5: with a 6 it is 10, with a 5 it is 9.
    assert_eq!(path.needed(5, 0), 6);
    // D6 = 3 → 7", before the Bog.
    assert_eq!(charge.falls_short(path.start, 7_000).centre(), place(24.0, 17.0));
}

#[test]
fn if_chg_03_nothing_else_is_touched_first() {
    let charger = infantry(24.0, 10.0, 0);
    let target = infantry(24.0, 24.0, 180);
    let path = |ground: &Ground| charge(charger, target, ground).path(0).map(|path| path.contact);
    let enemy = |x: f64, y: f64| Ground {
        enemies: vec![infantry(x, y, 180).outline()],
        ..Ground::default()
    };
    assert_eq!(path(&enemy(28.0, 23.9)), Err(NoContact::OtherEnemy));
    // At the same moment is allowed, a friend in the way too.
    assert_eq!(path(&enemy(29.0, 24.0)), Ok(9_200));
    let friend = Ground {
        friends: vec![infantry(24.0, 16.0, 0).outline()],
        ..Ground::default()
    };
    assert_eq!(path(&friend), Ok(9_200));
    let palisade = |x: f64| Ground {
        pieces: vec![piece((x, 17.0), (6.0, 1.0), &[Keyword::Impassable])],
        ..Ground::default()
    };
    assert_eq!(path(&palisade(24.0)), Err(NoContact::Impassable));
    assert_eq!(path(&palisade(30.0)), Ok(9_200));
    // The end of the pivot may not overlap another tray.
    let beside = Ground {
        friends: vec![infantry(24.0, 5.1, 0).outline()],
        ..Ground::default()
    };
    let turned = charge(charger, infantry(40.0, 12.0, 270), &beside);
    assert_eq!(turned.path(83).map(|path| path.contact), Err(NoContact::Pivot));
}

#[test]
fn if_chg_07_a_failed_charge_goes_its_whole_way() {
    let empty = Ground::default();
    let charger = infantry(24.0, 10.0, 0);
    let target = infantry(24.0, 24.0, 180);
    let failing = charge(charger, target, &empty);
    let ends = |inches: i32| charger.at(failing.falls_short(charger.pose, inches * 1_000));
    assert_eq!(ends(8).pose.centre(), place(24.0, 18.0));
    assert!((ends(8).outline().distance(&target.outline()) - 1_200.0).abs() < 1e-6);
    assert_eq!(ends(9).pose.centre(), place(24.0, 19.0));
    assert!((ends(9).outline().distance(&target.outline()) - 200.0).abs() < 1e-6);
    // Not onto a friend: the last position before it.
    let friend = Ground {
        friends: vec![infantry(24.0, 18.0, 0).outline()],
        ..Ground::default()
    };
    let failing = charge(charger, target, &friend);
    // Overlaps up to 0.005 deep are none: that is finer than a step.
    assert_eq!(
        failing.falls_short(charger.pose, 8_000).centre(),
        place(24.0, 13.2)
    );
    // Not over its target or another enemy either, where a shift has put one in the way since the declaration.
    let failing = charge(charger, infantry(24.0, 13.0, 180), &empty);
    let end = charger.at(failing.falls_short(charger.pose, 11_000));
    assert!(end.pose.y < 13_000, "{:?}", end.pose);
    let enemy = Ground {
        enemies: vec![infantry(24.0, 16.0, 180).outline()],
        ..Ground::default()
    };
    let failing = charge(charger, infantry(40.0, 24.0, 180), &enemy);
    let end = charger.at(failing.falls_short(charger.pose, 12_000));
    assert!(end.outline().distance(&enemy.enemies[0]) < 10.0 && end.pose.y < 16_000);
    // Where there is no such position it stays where the pivot left it.
    let edge = tray(UnitKind::Infantry, 24.0, 45.6, 0);
    let failing = charge(edge, infantry(24.0, 30.0, 0), &empty);
    assert_eq!(failing.falls_short(edge.pose, 5_000), edge.pose);
}
