//! Measures against plain ones: the geometry of unrounded inches, one step after the other, every line by itself.

use battleground_geometry as shared;
use battleground_geometry::{Card, Degrees, Footprint, Inches, gap, overlap_depth};
use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::{below, bot_rng};

use super::super::*;
use super::piece;
use crate::cards::{Keyword, TraySizes, UnitKind};

fn upto(rng: &mut dyn Rng, count: usize) -> i32 {
    below(rng, count).unwrap() as i32
}

/// A tray anywhere within so many inches of the middle of the table.
fn anywhere(rng: &mut dyn Rng, within: i32) -> Tray {
    let kind = UnitKind::ALL[upto(rng, 4) as usize];
    let mut at = || 24_000 - within * 1_000 + upto(rng, (2_000 * within) as usize);
    let (x, y) = (at(), at());
    // Right angles often: there the edges of the rules lie.
    let heading = if upto(rng, 3) == 0 {
        90 * upto(rng, 4)
    } else {
        upto(rng, 360)
    };
    Tray::new(Pose::new(x, y, heading as u16), TraySizes::default().of(kind))
}

fn card(tray: &Tray) -> Card {
    let size = Footprint::new(Inches::mils(tray.size.width), Inches::mils(tray.size.depth), 1).unwrap();
    let heading = Degrees::new(f64::from(tray.pose.heading)).unwrap();
    Card::new(
        shared::Pose::new(Inches::mils(tray.pose.x), Inches::mils(tray.pose.y), heading),
        size,
    )
}

#[test]
fn if_geo_04_distances_are_those_of_the_shared_geometry() {
    let mut rng = bot_rng(1);
    for round in 0..2_000 {
        let (one, other) = (anywhere(&mut rng, 12), anywhere(&mut rng, 12));
        let distance = one.outline().distance(&other.outline());
        let expected = gap(&card(&one), &card(&other)).value() * 1_000.0;
        // Corners are rounded to a thousandth.
        assert!(
            (distance - expected).abs() < 2.0,
            "{round}: {distance} {expected} {one:?} {other:?}"
        );
        let depth = one.outline().depth(&other.outline());
        let expected = overlap_depth(&card(&one), &card(&other)).value() * 1_000.0;
        assert!(
            depth.signum() == expected.signum() || expected.abs() < 2.0,
            "{round}: {depth} {expected}"
        );
        if expected > 0.0 {
            assert!(
                (depth - expected).abs() < 8.0,
                "{round}: {depth} {expected} {one:?} {other:?}"
            );
        }
    }
}

#[test]
fn if_move_01_the_swept_area_is_what_the_tray_covers_on_its_way() {
    let mut rng = bot_rng(2);
    for _ in 0..300 {
        let (tray, other) = (anywhere(&mut rng, 10), anywhere(&mut rng, 10));
        let (direction, far) = (upto(&mut rng, 360) as u16, upto(&mut rng, 12_000));
        let swept = tray.swept(tray.pose.moved(direction, far));
        let depth = swept.depth(&other.outline());
        let on_the_way = (0..=200).map(|part| {
            let there = tray.moved(direction, far * part / 200);
            there.outline().depth(&other.outline())
        });
        let deepest = on_the_way.fold(f64::NEG_INFINITY, f64::max);
        assert!(deepest <= 0.0 || deepest <= depth + 3.0, "{deepest} {depth}");
        // What the hull meets the tray meets at some step, to the half of a step.
        assert!(depth < 40.0 || deepest > 0.0, "{deepest} {depth}");
    }
}

#[test]
fn if_geo_05_arcs_are_those_of_the_angle() {
    let mut rng = bot_rng(3);
    for _ in 0..2_000 {
        let tray = anywhere(&mut rng, 5);
        let place = anywhere(&mut rng, 20).pose.centre();
        let bearing = f64::from(place.x - tray.pose.x)
            .atan2(f64::from(place.y - tray.pose.y))
            .to_degrees();
        let off = (bearing - f64::from(tray.pose.heading)).rem_euclid(360.0);
        let half = f64::from(tray.size.width)
            .atan2(f64::from(tray.size.depth))
            .to_degrees();
        let near_diagonal = [half, 180.0 - half, 180.0 + half, 360.0 - half]
            .iter()
            .any(|diagonal| (off - diagonal).abs() < 0.001);
        if near_diagonal || place == tray.pose.centre() {
            continue;
        }
        let expected = if off < half || off > 360.0 - half {
            Side::Front
        } else if off < 180.0 - half {
            Side::Right
        } else if off < 180.0 + half {
            Side::Rear
        } else {
            Side::Left
        };
        assert_eq!(tray.arc_of(place), expected, "{tray:?} {place:?}");
    }
}

#[test]
fn if_chg_05_contact_is_the_first_step_that_touches() {
    let mut rng = bot_rng(4);
    let mut met = 0;
    for round in 0..400 {
        let (tray, target) = (anywhere(&mut rng, 9), anywhere(&mut rng, 9).outline());
        let toward = tray
            .pose
            .centre()
            .bearing(target.corners()[upto(&mut rng, 4) as usize]);
        let direction = turned(toward, upto(&mut rng, 7) - 3);
        let most = 14_000;
        let expected = (0..=most / STEP)
            .map(|step| step * STEP)
            .find(|&far| tray.moved(direction, far).outline().touches(&target));
        assert_eq!(
            first_contact(&tray, direction, &target, most),
            expected,
            "{round}: {tray:?} {target:?} {direction}"
        );
        met += usize::from(expected.is_some_and(|far| far > 0));
    }
    assert!(met > 150, "{met}");
}

/// Everything a moving unit may meet, at random.
fn ground(rng: &mut dyn Rng, own: &Tray) -> Ground {
    let mut ground = Ground::default();
    for _ in 0..6 {
        let tray = anywhere(rng, 14).outline();
        if own.outline().overlaps(&tray) {
            continue;
        }
        if upto(rng, 2) == 0 {
            ground.friends.push(tray);
        } else {
            ground.enemies.push(tray);
        }
    }
    for keyword in [Keyword::Rough, Keyword::Impassable, Keyword::Rough] {
        let at = |rng: &mut dyn Rng| 12.0 + f64::from(upto(rng, 24_000)) / 1_000.0;
        ground
            .pieces
            .push(piece((at(rng), at(rng)), (6.0, 3.0), &[keyword]));
    }
    ground
}

#[test]
fn if_move_03_the_farthest_is_the_last_legal_step() {
    let mut rng = bot_rng(5);
    let mut ways = [0; 3];
    for round in 0..150 {
        let tray = anywhere(&mut rng, 8);
        let ground = ground(&mut rng, &tray);
        let direction = upto(&mut rng, 360) as u16;
        let allowance = 10_000;
        let legal = |far: &i32| {
            let end = tray.moved(direction, *far);
            let to = end.pose.centre();
            ground.straight(&tray, to).is_ok()
                && far + ground.rough(&tray, to) <= allowance
                && ground.end(&end).is_ok()
        };
        let expected = (1..=allowance / STEP)
            .rev()
            .map(|step| step * STEP)
            .find(|far| legal(far));
        let found = farthest(&ground, &tray, direction, allowance);
        // Rounding to thousandths may move an end by one step.
        let off = (found.unwrap_or(0) - expected.unwrap_or(0)).abs();
        assert!(off <= STEP, "{round}: {found:?} {expected:?}");
        assert!(found.is_none_or(|far| legal(&far)), "{round}: {found:?}");
        ways[match expected {
            None => 0,
            Some(far) if far == allowance => 1,
            Some(_) => 2,
        }] += 1;
    }
    assert!(ways.iter().all(|&count| count > 10), "{ways:?}");
}

#[test]
fn if_los_02_every_line_by_itself() {
    let mut rng = bot_rng(6);
    let mut seen = [0; 2];
    for round in 0..150 {
        let (viewer, target) = (anywhere(&mut rng, 16), anywhere(&mut rng, 16));
        let screens: Vec<Outline> = (0..5).map(|_| anywhere(&mut rng, 16).outline()).collect();
        let share = |from: Place, to: Place, tenths: i32| {
            let part =
                |from: i32, to: i32| from + (f64::from(to - from) * f64::from(tenths) / 10.0).round() as i32;
            Place::new(part(from.x, to.x), part(from.y, to.y))
        };
        let (left, right) = viewer.side_ends(Side::Front);
        let mut expected = false;
        let mut nearly = false;
        for eye in (0..=10).map(|tenths| share(left, right, tenths)) {
            for side in Side::ALL {
                let (from, to) = target.side_ends(side);
                for aim in (0..10).map(|tenths| share(from, to, tenths)) {
                    if viewer.arc_of(aim) != Side::Front {
                        continue;
                    }
                    let nearest = screens
                        .iter()
                        .map(|screen| screen.distance_to_line(eye, aim))
                        .fold(f64::INFINITY, f64::min);
                    expected |= nearest > CONTACT;
                    nearly |= (nearest - CONTACT).abs() < 2.0;
                }
            }
        }
        let found = sees(&viewer, &target, &screens);
        assert!(
            found == expected || nearly,
            "{round}: {found} {expected} {viewer:?} {target:?}"
        );
        seen[usize::from(expected)] += 1;
    }
    assert!(seen.iter().all(|&count| count > 10), "{seen:?}");
}

#[test]
fn if_eng_03_a_slot_is_where_the_middles_of_the_sides_meet() {
    let mut rng = bot_rng(7);
    for _ in 0..500 {
        let defender = anywhere(&mut rng, 10);
        let side = Side::ALL[upto(&mut rng, 4) as usize];
        let own = Side::ALL[upto(&mut rng, 4) as usize];
        let tray_size = anywhere(&mut rng, 1).size;
        let middle = |tray: &Tray, side| {
            let (from, to) = tray.side_ends(side);
            (f64::from(from.x + to.x) / 2.0, f64::from(from.y + to.y) / 2.0)
        };
        let aim = middle(&defender, side);
        let placed = |slot| Tray::new(slot_pose(&defender, side, slot, tray_size, own), tray_size);
        let near = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).abs() < 2.0 && (a.1 - b.1).abs() < 2.0;
        assert!(near(middle(&placed(Slot::Centre), own), aim));
        // Looking at the enemy, the right end of the side lies on the middle in the left slot.
        let ends = |tray: Tray| tray.side_ends(own);
        let exact = |place: Place| (f64::from(place.x), f64::from(place.y));
        assert!(near(exact(ends(placed(Slot::Left)).1), aim));
        assert!(near(exact(ends(placed(Slot::Right)).0), aim));
    }
}
