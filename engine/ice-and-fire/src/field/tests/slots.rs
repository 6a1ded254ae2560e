//! Slots, alignment and contact sides.

use super::super::*;
use super::{infantry, mils, piece, tray};
use crate::cards::{Keyword, TraySizes, UnitKind};

const INFANTRY: UnitKind = UnitKind::Infantry;

fn aligned(kind: UnitKind, side: Side, slot: Slot) -> Pose {
    let defender = infantry(24.0, 24.0, 180);
    slot_pose(&defender, side, slot, TraySizes::default().of(kind), Side::Front)
}

fn pose(x: f64, y: f64, heading: u16) -> Pose {
    Pose::new(mils(x), mils(y), heading)
}

#[test]
fn if_eng_03_the_three_slots_of_a_side() {
    let rows = [
        (INFANTRY, Side::Front, Slot::Centre, pose(24.0, 19.2, 0)),
        (INFANTRY, Side::Front, Slot::Left, pose(21.25, 19.2, 0)),
        (INFANTRY, Side::Front, Slot::Right, pose(26.75, 19.2, 0)),
        (INFANTRY, Side::Left, Slot::Centre, pose(29.15, 24.0, 270)),
        (INFANTRY, Side::Left, Slot::Left, pose(29.15, 21.25, 270)),
        (INFANTRY, Side::Left, Slot::Right, pose(29.15, 26.75, 270)),
        (INFANTRY, Side::Rear, Slot::Centre, pose(24.0, 28.8, 180)),
        (UnitKind::Cavalry, Side::Front, Slot::Centre, pose(24.0, 19.1, 0)),
    ];
    for (kind, side, slot, expected) in rows {
        assert_eq!(aligned(kind, side, slot), expected, "{kind:?} {side:?} {slot:?}");
    }
}

#[test]
fn if_eng_03_slots_lie_in_contact_at_every_heading() {
    for heading in 0..360 {
        for kind in UnitKind::ALL {
            let defender = tray(kind, 24.0, 24.0, heading);
            for side in Side::ALL {
                for own in Side::ALL {
                    for slot in Slot::ALL {
                        let size = TraySizes::default().of(UnitKind::Cavalry);
                        let placed = Tray::new(slot_pose(&defender, side, slot, size, own), size);
                        assert_eq!(
                            contact_sides(&placed, &defender),
                            Some((own, side)),
                            "{heading} {slot:?}"
                        );
                        assert!(
                            !placed.outline().overlaps(&defender.outline()),
                            "{heading} {slot:?}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn if_eng_04_two_units_a_side_and_one_in_the_middle() {
    let defender = infantry(24.0, 24.0, 180);
    let size = defender.size;
    let free = |taken: Option<Slot>| -> Vec<Slot> {
        let mut ground = Ground {
            enemies: vec![defender.outline()],
            ..Ground::default()
        };
        if let Some(slot) = taken {
            let there = slot_pose(&defender, Side::Front, slot, size, Side::Front);
            ground.friends.push(Tray::new(there, size).outline());
        }
        free_slots(&defender, Side::Front, size, Side::Front, &ground)
            .into_iter()
            .map(|(slot, _)| slot)
            .collect()
    };
    assert_eq!(free(None), [Slot::Centre, Slot::Left, Slot::Right]);
    assert_eq!(free(Some(Slot::Centre)), []);
    assert_eq!(free(Some(Slot::Left)), [Slot::Right]);
    assert_eq!(free(Some(Slot::Right)), [Slot::Left]);
}

#[test]
fn if_eng_03_a_slot_is_free_of_impassable_terrain_and_on_the_table() {
    let defender = infantry(24.0, 24.0, 180);
    let ground = Ground {
        pieces: vec![piece((20.5, 18.0), (2.0, 1.0), &[Keyword::Impassable])],
        ..Ground::default()
    };
    let slots = free_slots(&defender, Side::Front, defender.size, Side::Front, &ground);
    assert_eq!(
        slots.iter().map(|(slot, _)| *slot).collect::<Vec<_>>(),
        [Slot::Right]
    );
    let edge = infantry(24.0, 4.0, 180);
    assert!(free_slots(&edge, Side::Front, edge.size, Side::Front, &Ground::default()).is_empty());
    let low = infantry(24.0, 7.2, 180);
    assert_eq!(
        free_slots(&low, Side::Front, low.size, Side::Front, &Ground::default()).len(),
        3
    );
}

#[test]
fn if_eng_05_a_unit_turns_its_front_to_the_contact() {
    // The defender turns to the unit on its left flank: into slot C of the enemy's front.
    let charger = infantry(29.15, 24.0, 270);
    let turned = slot_pose(&charger, Side::Front, Slot::Centre, charger.size, Side::Front);
    assert_eq!(turned, pose(24.35, 24.0, 90));
    let sides = contact_sides(&charger.at(turned), &charger);
    assert_eq!(sides, Some((Side::Front, Side::Front)));
}

#[test]
fn if_eng_06_a_unit_shifts_along_the_contact() {
    assert_eq!(aligned(INFANTRY, Side::Front, Slot::Right), pose(26.75, 19.2, 0));
    // With its flank on the enemy: the middle of its flank on the middle of the enemy's front.
    let defender = infantry(24.0, 24.0, 180);
    let flank = slot_pose(&defender, Side::Front, Slot::Centre, defender.size, Side::Left);
    assert_eq!(flank, pose(24.0, 24.0 - 2.4 - 2.75, 90));
    let left = slot_pose(&defender, Side::Front, Slot::Left, defender.size, Side::Left);
    assert_eq!(left, pose(21.6, 24.0 - 2.4 - 2.75, 90));
}

#[test]
fn if_eng_07_contact_in_a_corner_alone_is_none() {
    let (one, two) = (infantry(21.25, 24.0, 180), infantry(26.75, 24.0, 180));
    let centre = infantry(21.25, 19.2, 0);
    assert_eq!(contact_sides(&centre, &one), Some((Side::Front, Side::Front)));
    assert!(centre.outline().touches(&two.outline()));
    assert_eq!(contact_sides(&centre, &two), None);
    let right = infantry(24.0, 19.2, 0);
    assert_eq!(contact_sides(&right, &one), Some((Side::Front, Side::Front)));
    assert_eq!(contact_sides(&right, &two), Some((Side::Front, Side::Front)));
    // A stretch of 0.01" is not enough, one of 0.02" is.
    let beside = |overlap: f64| infantry(24.0 - 5.5 + overlap, 19.2, 0);
    let defender = infantry(24.0, 24.0, 180);
    assert_eq!(contact_sides(&beside(0.01), &defender), None);
    assert_eq!(
        contact_sides(&beside(0.02), &defender),
        Some((Side::Front, Side::Front))
    );
}

#[test]
fn if_eng_02_each_contact_has_a_side_of_either_tray() {
    let defender = infantry(24.0, 24.0, 180);
    let charger = infantry(29.15, 24.0, 270);
    assert_eq!(
        contact_sides(&charger, &defender),
        Some((Side::Front, Side::Left))
    );
    assert_eq!(
        contact_sides(&defender, &charger),
        Some((Side::Left, Side::Front))
    );
    assert!(Side::Left.is_flank() && !Side::Rear.is_flank());
}
