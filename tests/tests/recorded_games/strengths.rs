//! The strength of armies as the facts of the recorded games tell it, against what is left at the end.

use std::collections::BTreeSet;

use hindsight_engine::Chronicle;
use hindsight_engine::kernel::{UnitInfo, Viewer};
use hindsight_reports::statistics::GameStatistics;

use crate::recorded::{GAMES, replayed};

/// The figures of a game by its facts alone, and its units at the end.
fn told(chronicle: &dyn Chronicle) -> (GameStatistics, Vec<UnitInfo>) {
    let (mut figures, mut units) = (GameStatistics::new(), Vec::new());
    chronicle
        .walk(1, u64::MAX, Viewer::Everything, &mut |step| {
            if step.live() {
                units = step.units();
                figures.meet(&units);
                for fact in step.facts() {
                    figures.fact(step.version(), &step.moment(), &fact);
                }
            }
            true
        })
        .unwrap();
    (figures, units)
}

#[test]
fn strength_curve_ends_with_what_is_left_in_every_recorded_game() {
    let (mut systems, mut restored) = (BTreeSet::new(), BTreeSet::new());
    for game in GAMES {
        let replayed = replayed(game);
        let chronicle = replayed.system.chronicle(&replayed.records()).unwrap();
        let (figures, units) = told(chronicle.as_ref());
        systems.insert(replayed.system.id());
        for unit in &units {
            let told = &figures.units[&unit.id];
            assert!(
                (told.strength - unit.share()).abs() < 1e-9,
                "{}: {} has {} of {} left, its facts tell {}",
                game.name,
                unit.id,
                unit.left,
                unit.full,
                told.strength
            );
            if told.restored.wounds > 0 {
                restored.insert(replayed.system.id());
            }
        }
        let seats: BTreeSet<_> = figures.strength.iter().map(|point| point.seat).collect();
        for seat in seats {
            let last = figures.strength.iter().rfind(|point| point.seat == seat).unwrap();
            let own = units.iter().filter(|unit| unit.seat == seat);
            let left: f64 = own.map(|unit| unit.points * unit.share()).sum();
            assert!(
                (last.points - left).abs() < 1e-6,
                "{}: the curve of {seat} ends at {}, {left} points are left",
                game.name,
                last.points
            );
        }
    }
    assert_eq!(systems.len(), 5, "{systems:?}");
    assert!(restored.contains("ice-and-fire"), "{restored:?}");
}
