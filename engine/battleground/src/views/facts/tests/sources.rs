//! What damage outside attacks comes from.

use battleground_geometry::Side;

use super::*;
use crate::model::agenda::{Answer, PathObstacle};
use crate::model::cards::UnitType;
use crate::model::effect::Keyword;
use crate::scene::{begun, colossal, mc, moving, with_keywords};

/// The boxes that a unit marked and from what, in order.
fn sources<'f>(facts: &'f [Fact], of: &str) -> Vec<(&'f str, u32)> {
    let of_unit = |fact: &'f Fact| match fact {
        Fact::DamageDealt(dealt) if dealt.unit == of => Some((dealt.cause.as_str(), dealt.wounds)),
        _ => None,
    };
    facts.iter().filter_map(of_unit).collect()
}

#[test]
fn bg3_key_09_damage_by_a_colossal_friend_is_trampling() {
    // A1 moves 5 on Close and chooses to meet A2, which lies 2 ahead.
    let giant = UnitType {
        movement: mc(5.0),
        ..colossal()
    };
    let state = begun(
        scene3()
            .unit("A1", giant, (18.0, 7.5, 0.0))
            .unit("A2", line(), (18.0, 13.25, 0.0))
            .order("A2", Order::Hold)
            .unit("B1", line(), (18.0, 28.0, 180.0))
            .order("B1", Order::Hold),
    );
    let meets = Command::Choose {
        answer: Answer::Meet(PathObstacle::Unit(id("A2"))),
    };
    let facts = goes_on(state, &[activate("A1"), (Seat::A, meets)], &[]);
    assert_eq!(sources(&facts, "A2"), [("trampling", 1)]);
}

#[test]
fn bg3_key_33_damage_of_a_skirmisher_that_regulars_rushed_is_ridden_down() {
    // The enemy's category, 7, is above its own, 5: 2 damage and no Free Attack.
    let skirmisher = UnitType {
        movement: mc(5.0),
        ..with_keywords(&[Keyword::Skirmisher])
    };
    let made = scene3()
        .unit("A1", skirmisher, (18.0, 15.0, 0.0))
        .order("A1", Order::Hold)
        .unit("B1", moving(7.0), (18.0, 17.5, 180.0))
        .order("B1", Order::Hold)
        .engaged("B1", "A1", Side::Front)
        .set(|state| {
            for engagement in &mut state.engagements {
                engagement.turn = state.turn;
            }
        })
        .change("A1", |unit| unit.turn.rushed_by_line = true);
    assert_eq!(sources(&checked(made, &[]), "A1"), [("ridden down", 2)]);
}

#[test]
fn damage_by_neither_keeps_its_general_name() {
    let state = scene3().unit("A1", line(), (18.0, 15.0, 0.0)).state();
    let marked = |by: Option<&str>| {
        let event = Event::Damage(DamageEvent::BoxesMarked {
            unit: id("A1"),
            boxes: 1,
            excess: 0,
            by: by.map(id),
            fresh: false,
        });
        let facts = of(&state, &event);
        sources(&facts, "A1")
            .first()
            .map(|(cause, _)| (*cause).to_owned())
    };
    assert_eq!(marked(None).as_deref(), Some("damage"));
    assert_eq!(
        marked(Some("B1")).as_deref(),
        Some("damage"),
        "an enemy tramples nobody"
    );
    assert_eq!(marked(Some("A2")).as_deref(), Some("trampling"));
}
