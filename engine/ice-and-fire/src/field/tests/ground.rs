//! Moves, their ends, terrain and tokens.

use super::super::*;
use super::{infantry, mils, piece, place, tray};
use crate::cards::{Keyword, UnitKind};

fn against(enemy: Tray) -> Ground {
    Ground {
        enemies: vec![enemy.outline()],
        ..Ground::default()
    }
}

/// What a straight move forward comes to: the way, then the end.
fn forward(ground: &Ground, tray: &Tray, inches: f64) -> Result<(), Blocked> {
    let end = tray.moved(tray.pose.heading, mils(inches));
    ground.straight(tray, end.pose.centre())?;
    ground.end(&end)
}

#[test]
fn if_geo_08_in_within_into_and_through() {
    let bog = piece((24.0, 20.0), (6.0, 5.0), &[Keyword::Rough]);
    let ground = Ground {
        pieces: vec![bog],
        ..Ground::default()
    };
    // The bog begins at y = 17.5; a tray with its front there touches it.
    let beside = infantry(24.0, 15.1, 0);
    assert!(ground.pieces_under(&beside.outline()).is_empty());
    assert!(beside.outline().is_within(&bog.outline, 1_000));
    assert!(ground.pieces_moved_through(&beside, place(24.0, 15.1)).is_empty());
    assert_eq!(ground.pieces_moved_through(&beside, place(24.0, 15.2)), [0]);
    // Through and beyond it.
    assert_eq!(
        ground.pieces_moved_through(&infantry(24.0, 10.0, 0), place(24.0, 30.0)),
        [0]
    );
}

#[test]
fn if_move_01_the_swept_area_is_the_hull_of_start_and_end() {
    let start = infantry(24.0, 10.0, 0);
    let swept = start.swept(start.pose.forward(5_000));
    let mut corners = swept.corners().to_vec();
    corners.sort_unstable();
    let expected = [(21.25, 7.6), (21.25, 17.4), (26.75, 7.6), (26.75, 17.4)].map(|(x, y)| place(x, y));
    assert_eq!(corners, expected);
    let oblique = start.swept(start.pose.moved(45, 5_000));
    assert_eq!(oblique.corners().len(), 6);
}

#[test]
fn if_move_02_and_03_enemies_are_not_passed_and_an_inch_is_kept() {
    let unit = infantry(24.0, 10.0, 0);
    let ground = against(infantry(24.0, 19.8, 180));
    let rows = [
        (4.0, Ok(())),
        (4.01, Err(Blocked::NearEnemy)),
        (5.0, Err(Blocked::NearEnemy)),
        (5.01, Err(Blocked::ThroughEnemy)),
        (15.0, Err(Blocked::ThroughEnemy)),
    ];
    for (inches, expected) in rows {
        assert_eq!(forward(&ground, &unit, inches), expected, "{inches}");
    }
    assert_eq!(farthest(&ground, &unit, 0, 6_000), Some(4_000));
    assert_eq!(farthest(&ground, &unit, 0, 3_000), Some(3_000));
}

#[test]
fn if_move_04_friends_are_passed_but_not_stood_on() {
    let unit = infantry(24.0, 10.0, 0);
    let ground = Ground {
        friends: vec![infantry(24.0, 16.0, 0).outline()],
        ..Ground::default()
    };
    assert_eq!(forward(&ground, &unit, 1.2), Ok(()));
    assert_eq!(forward(&ground, &unit, 3.0), Err(Blocked::OnTray));
    assert_eq!(forward(&ground, &unit, 10.8), Ok(()));
    assert_eq!(farthest(&ground, &unit, 0, 10_000), Some(1_200));
    assert_eq!(farthest(&ground, &unit, 0, 11_000), Some(11_000));
}

#[test]
fn if_move_05_and_06_a_pivot_may_stick_out_and_a_move_may_not() {
    let edge = infantry(24.0, 45.6, 0);
    assert_eq!(Ground::default().pivot(&edge.pivoted(45)), Ok(()));
    assert!(!edge.pivoted(45).outline().lies_on(TABLE, TABLE));
    assert_eq!(forward(&Ground::default(), &edge, 0.01), Err(Blocked::OffTable));
    assert_eq!(farthest(&Ground::default(), &edge, 0, 5_000), None);
    assert_eq!(farthest(&Ground::default(), &edge, 180, 5_000), Some(5_000));
    let tight = against(infantry(24.0, 40.7, 0));
    assert_eq!(tight.pivot(&edge), Ok(()));
    assert_eq!(tight.pivot(&edge.pivoted(45)), Err(Blocked::OnTray));
}

#[test]
fn if_setup_09_wholly_inside_the_zone() {
    let fits = |y: f64| infantry(24.0, y, 0).outline().is_between(0, 10_000);
    assert!(fits(7.6) && !fits(7.61));
}

#[test]
fn if_terr_09_within_six_inches_of_the_piece() {
    let ground = Ground {
        pieces: vec![
            piece((24.0, 20.0), (4.0, 3.0), &[Keyword::Hindering, Keyword::Horrific]),
            piece((10.0, 40.0), (3.0, 3.0), &[Keyword::Inspiring]),
        ],
        ..Ground::default()
    };
    // The pile begins at y = 18.5: the tray's front is 2.4 before its middle.
    let horrific = |y: f64| {
        let unit = infantry(24.0, y, 0).outline();
        ground.is_within_of(&unit, Keyword::Horrific, 6_000)
    };
    assert!(horrific(10.1) && !horrific(10.09));
    assert!(!ground.is_within_of(&infantry(24.0, 10.1, 0).outline(), Keyword::Inspiring, 6_000));
}

#[test]
fn if_terr_05_within_an_inch_of_the_piece() {
    let hedge = piece((24.0, 20.0), (6.0, 1.5), &[Keyword::Destructible]);
    let near = |y: f64| infantry(24.0, y, 0).outline().is_within(&hedge.outline, 1_000);
    // The hedge begins at y = 19.25.
    assert!(near(15.85) && !near(15.84));
}

#[test]
fn if_terr_10_impassable_pieces_are_pivoted_over_and_not_entered() {
    let palisade = piece((24.0, 20.0), (6.0, 1.0), &[Keyword::Impassable]);
    let ground = Ground {
        pieces: vec![palisade],
        ..Ground::default()
    };
    let unit = infantry(24.0, 16.0, 0);
    assert_eq!(forward(&ground, &unit, 1.1), Ok(()));
    assert_eq!(forward(&ground, &unit, 1.11), Err(Blocked::Impassable));
    assert_eq!(forward(&ground, &unit, 9.0), Err(Blocked::Impassable));
    assert_eq!(farthest(&ground, &unit, 0, 10_000), Some(1_100));
    // A tray left across the piece may go out of it.
    let across = infantry(24.0, 17.5, 90);
    assert_eq!(ground.pivot(&across), Err(Blocked::Impassable));
    assert_eq!(ground.straight(&across, place(24.0, 14.0)), Ok(()));
}

#[test]
fn if_terr_12_each_rough_piece_costs_an_inch() {
    let bog = |y: f64| piece((24.0, y), (6.0, 2.0), &[Keyword::Rough, Keyword::Hindering]);
    let one = Ground {
        pieces: vec![bog(15.0)],
        ..Ground::default()
    };
    let two = Ground {
        pieces: vec![bog(13.5), bog(15.5)],
        ..Ground::default()
    };
    let unit = infantry(24.0, 10.0, 0);
    // A March with Speed 5: at most 9"; a Maneuver of Speed 5 through two: 3".
    assert_eq!(farthest(&one, &unit, 0, 10_000), Some(9_000));
    assert_eq!(farthest(&two, &unit, 0, 5_000), Some(3_000));
    // A Retreat of Speed 4 + 2 out of a bog: 5".
    let inside = infantry(24.0, 15.0, 0);
    assert_eq!(farthest(&one, &inside, 180, 6_000), Some(5_000));
    // A pivot alone is not affected.
    assert_eq!(one.rough(&inside, place(24.0, 15.0)), 0);
}

#[test]
fn if_ret_01_and_02_a_retreat_ends_an_inch_away() {
    let unit = infantry(24.0, 19.2, 0);
    let ground = against(infantry(24.0, 24.0, 180));
    // Backward 6 ends at (24, 13.2).
    assert_eq!(unit.moved(180, 6_000).pose.centre(), place(24.0, 13.2));
    assert_eq!(farthest(&ground, &unit, 180, 6_000), Some(6_000));
    // Sideways 6 ends 0.5" from the enemy, 6.5 an inch.
    let sideways = |inches: f64| {
        let end = unit.moved(90, mils(inches));
        ground.straight(&unit, end.pose.centre())?;
        ground.end(&end)
    };
    assert_eq!(sideways(6.0), Err(Blocked::NearEnemy));
    assert_eq!(sideways(6.49), Err(Blocked::NearEnemy));
    assert_eq!(sideways(6.5), Ok(()));
    assert_eq!(farthest(&ground, &unit, 90, 6_000), None);
    assert_eq!(farthest(&ground, &unit, 90, 7_000), Some(7_000));
}

#[test]
fn if_vp_01_a_token_wholly_under_the_tray() {
    let token = place(6.0, 18.0);
    assert!(covers_token(&infantry(6.0, 18.0, 0), token));
    assert!(covers_token(&infantry(8.25, 18.0, 0), token));
    assert!(!covers_token(&infantry(8.3, 18.0, 0), token));
    assert!(covers_token(&tray(UnitKind::SoloSmall, 6.0, 18.0, 33), token));
}
