//! Lines of sight.

use super::super::*;
use super::{infantry, piece};
use crate::cards::{AttackKind, Keyword};

fn seen_past(viewer: &Tray, target: &Tray, others: &[Tray], pieces: &[Piece], purpose: AttackKind) -> bool {
    let others = others.iter().map(Tray::outline);
    sees(viewer, target, &interrupting(viewer, others, pieces, purpose))
}

#[test]
fn if_los_01_and_02_a_free_line_from_the_front_side() {
    let viewer = infantry(24.0, 10.0, 0);
    let target = infantry(24.0, 30.0, 180);
    let seen = |x: f64| seen_past(&viewer, &target, &[infantry(x, 20.0, 0)], &[], AttackKind::Ranged);
    assert!(!seen(24.0), "as wide as both");
    assert!(seen(26.0));
    assert!(seen_past(&viewer, &target, &[], &[], AttackKind::Ranged));
    // Outside the front arc.
    let aside = infantry(40.0, 12.0, 270);
    assert!(!seen_past(&viewer, &aside, &[], &[], AttackKind::Ranged));
    // Touching interrupts: two trays that leave a gap of no width between them.
    let wall = [infantry(21.25, 20.0, 0), infantry(26.75, 20.0, 0)];
    assert!(!seen_past(&viewer, &target, &wall, &[], AttackKind::Ranged));
}

#[test]
fn if_los_03_terr_02_and_03_what_interrupts() {
    use AttackKind::{Melee, Ranged};
    let forest = piece((24.0, 17.0), (6.0, 6.0), &[Keyword::Cover, Keyword::Fortified]);
    let palisade = piece((24.0, 17.0), (6.0, 6.0), &[Keyword::BlocksLineOfSight]);
    let shooter = infantry(24.0, 10.0, 0);
    let rows = [
        // (what, target, shot, charge)
        (&forest, infantry(24.0, 26.0, 180), false, true),
        (&forest, infantry(30.0, 26.0, 180), true, true),
        (&forest, infantry(24.0, 17.0, 0), false, true),
        (&palisade, infantry(24.0, 26.0, 180), false, false),
        (&palisade, infantry(30.0, 26.0, 180), true, true),
    ];
    for (at, (what, target, shot, charge)) in rows.into_iter().enumerate() {
        assert_eq!(
            seen_past(&shooter, &target, &[], &[*what], Ranged),
            shot,
            "shot, row {at}"
        );
        assert_eq!(
            seen_past(&shooter, &target, &[], &[*what], Melee),
            charge,
            "charge, row {at}"
        );
    }
    // A unit inside sees out of it.
    let inside = infantry(24.0, 17.0, 0);
    assert!(seen_past(
        &inside,
        &infantry(24.0, 26.0, 180),
        &[],
        &[forest],
        Ranged
    ));
    assert!(seen_past(
        &inside,
        &infantry(24.0, 26.0, 180),
        &[],
        &[palisade],
        Melee
    ));
}

#[test]
fn if_terr_06_a_shooter_on_an_elevated_piece_looks_over_everything() {
    let knoll = piece((24.0, 10.0), (7.0, 5.0), &[Keyword::Elevated]);
    let forest = piece((24.0, 17.0), (6.0, 6.0), &[Keyword::Cover]);
    let (shooter, target) = (infantry(24.0, 10.0, 0), infantry(24.0, 26.0, 180));
    let other = [infantry(24.0, 21.0, 0)];
    let pieces = [forest, knoll];
    assert!(seen_past(&shooter, &target, &other, &pieces, AttackKind::Ranged));
    assert!(!seen_past(
        &shooter,
        &target,
        &other,
        &[forest],
        AttackKind::Ranged
    ));
    // For a charge it is no help, and the front arc still applies.
    assert!(!seen_past(&shooter, &target, &other, &pieces, AttackKind::Melee));
    assert!(!seen_past(
        &shooter,
        &infantry(40.0, 12.0, 270),
        &[],
        &pieces,
        AttackKind::Ranged
    ));
}
