//! Advances after an attack. Section ADV of the catalogue.

use hindsight_kernel::Seat;

use super::scene::{Scene, attack, charging, declare, hex, hour, id, shock, shocking};
use super::shocking::{phase, rolled, two_before};
use crate::data::Combat;
use crate::model::agenda::Answer;
use crate::model::event::{Event, FireEvent, RallyEvent};
use crate::model::names::{ClassId, UnitId};

/// A won attack that vacates the defender's hex: 6 + 1 on a Normal PIKE, Disordered and Retreat 1.
fn won(scene: Scene, command: &str, attackers: &[&str], die: &str) -> Scene {
    let mut scene = phase(scene, command);
    scene.give(declare(&[shock(attackers, &["B-PK1"])]), die);
    if scene.decision() == "retreat" {
        let spot = scene.spots()[0].clone();
        scene.to("B-PK1", &spot, 7, "");
    }
    scene
}

#[test]
fn moi_adv_01_one_attacker_must_advance() {
    let scene = won(
        Scene::plain(&[("A-DM1", "1008", 1), ("B-PK1", "1007", 7)]),
        "A1",
        &["A-DM1"],
        "6",
    );
    assert_eq!((scene.asked(), scene.decision().as_str()), (Seat::A, "advance"));
    assert!(!scene.answers().contains(&Answer::No));
    // Only Disordered: no advance. 5 + 1 = 6.
    let scene = won(
        Scene::plain(&[("A-DM1", "1008", 1), ("B-PK1", "1007", 7)]),
        "A1",
        &["A-DM1"],
        "5",
    );
    assert_eq!(scene.decision(), "continuation");
    assert_eq!(scene.hex_of("A-DM1"), Some(hex("1008")));
}

#[test]
fn moi_adv_02_who_does_not_advance() {
    // Disordered without a Continued Attack: 8 + 1 - 2 = 7.
    let scene = won(
        Scene::plain(&[("A-DM1", "1008", 1), ("B-PK1", "1007", 7)]).disordered("A-DM1"),
        "A1",
        &["A-DM1"],
        "8",
    );
    assert_eq!(scene.decision(), "continuation");
    // With one it must: against Disordered, 9 + 1 + 1 - 2 = 9 Retired and CA; the Standard is away: eliminated.
    let scene = won(
        Scene::plain(&[("A-DM1", "1008", 1), ("B-PK1", "1007", 7)])
            .disordered("A-DM1")
            .disordered("B-PK1"),
        "A1",
        &["A-DM1"],
        "9",
    );
    assert_eq!(scene.hex_of("A-DM1"), Some(hex("1007")));
}

/// The units that may advance.
fn advancing(scene: &Scene) -> Vec<UnitId> {
    assert_eq!((scene.asked(), scene.decision().as_str()), (Seat::A, "advance"));
    let mut units: Vec<UnitId> = scene
        .answers()
        .iter()
        .filter_map(|answer| match answer {
            Answer::Place { unit, .. } => Some(*unit),
            _ => None,
        })
        .collect();
    units.dedup();
    units
}

#[test]
fn moi_adv_03_the_priority() {
    // MMAA (not charging) before DMAA, in one Command. 1 + 1 (strength) + 4 (two sides) + 1 (matrix) = 7.
    let both = [("A-MM1", "1008", 1), ("A-DM3", "0907", 3), ("B-PK1", "1007", 7)];
    let scene = won(
        Scene::plain(&both).under("A-MM1", "A2"),
        "A2",
        &["A-MM1", "A-DM3"],
        "1",
    );
    assert_eq!(advancing(&scene), [id("A-MM1")]);
    // Charging MMAA before stationary MMAA. 3 + 1 (strength) + 1 (rating) + 2 (charge) + 1 (matrix) = 8 on the Charge Table.
    let scene = Scene::plain(&[("A-MM1", "1010", 1), ("A-MM2", "0908", 3), ("B-AX1", "1007", 7)]);
    let mut scene = phase(scene, "A3");
    let two = [shocking("A-MM2"), charging("A-MM1", &["1009", "1008"], None)];
    scene.give(declare(&[attack(&two, "B-AX1")]), "3");
    assert_eq!(rolled(&scene), [(id("B-AX1"), Combat::Charge, 8)]);
    let spot = scene.spots()[0].clone();
    scene.to("B-AX1", &spot, 7, "");
    assert_eq!(advancing(&scene), [id("A-MM1")]);
    // Both stationary and mounted: the active player chooses.
    let scene = Scene::plain(&[("A-MM1", "1008", 1), ("A-MM2", "0908", 3), ("B-PK1", "1007", 7)]);
    let scene = won(scene, "A3", &["A-MM1", "A-MM2"], "6");
    assert_eq!(advancing(&scene), [id("A-MM1"), id("A-MM2")]);
    // Disordered ones are eligible by a Continued Attack: mounted comes before not Disordered, and that before Disordered.
    // 7 + 1 (strength) + 4 (two sides) + 1 (matrix) - 2 = 11.
    for (mounted, first) in [("A-MM1", "A-MM1"), ("A-DM2", "A-DM3")] {
        let units = [(mounted, "1008", 11), ("A-DM3", "0907", 3), ("B-PK1", "1007", 7)];
        let scene = Scene::plain(&units).under("A-MM1", "A2").disordered(mounted);
        let mut scene = phase(scene, "A2");
        scene.give(declare(&[shock(&[mounted, "A-DM3"], &["B-PK1"])]), "7");
        assert_eq!(scene.spots(), ["1107"]);
        // Who is alone in the first place advances without a question, with the facing it has; the dismounted ones have the
        // pikes in front of them once more and roll 1.
        scene.to("B-PK1", "1107", 7, if first == "A-DM3" { "1" } else { "" });
        assert_eq!(scene.hex_of(first), Some(hex("1007")), "{mounted}");
    }
}

#[test]
fn moi_adv_04_two_vacated_hexes() {
    // Both defenders eliminated without a Standard: 9 + 1 + 1 - 1 = 10 against Disordered.
    let mut scene = phase(two_before(false).disordered("B-PK1").disordered("B-PK2"), "A1");
    scene.give(declare(&[shock(&["A-DM1"], &["B-PK1", "B-PK2"])]), "99");
    // The owner of the defenders orders their results.
    scene.choose("B-PK1", "");
    assert_eq!(
        (scene.decision().as_str(), scene.spots()),
        ("advance", vec!["1007".to_owned(), "1108".to_owned()])
    );
    scene.to("A-DM1", "1108", 1, "");
    assert_eq!(scene.hex_of("A-DM1"), Some(hex("1108")));
}

#[test]
fn moi_adv_05_facing_after_the_advance_is_free() {
    let scene = won(
        Scene::plain(&[("A-DM1", "1008", 1), ("B-PK1", "1007", 7)]),
        "A1",
        &["A-DM1"],
        "6",
    );
    for facing in [1, 3, 5, 7, 9, 11] {
        let mut scene = scene.clone();
        scene.to("A-DM1", "1007", facing, "");
        assert_eq!(scene.unit("A-DM1").facing(), Some(hour(facing)));
    }
}

#[test]
fn moi_adv_06_side_effects_of_an_advance() {
    let scene = Scene::plain(&[("A-DM1", "1008", 1), ("B-PK1", "1007", 7), ("B-MM1", "1006", 7)])
        .leader("Hale", "1008")
        .standard("B2", "1007")
        .class("B-MM1", ClassId::LB);
    let mut scene = won(scene, "A1", &["A-DM1"], "6");
    scene.to("A-DM1", "1007", 1, "");
    assert_eq!(
        scene.state.leader(super::scene::leader_id("Hale")).unwrap().hex(),
        Some(hex("1007"))
    );
    assert!(scene.saw(|event| matches!(event, Event::Rally(RallyEvent::StandardCaptured { .. }))));
    assert!(!scene.saw(|event| matches!(event, Event::Fire(FireEvent::ReactionFired { .. }))));
}
