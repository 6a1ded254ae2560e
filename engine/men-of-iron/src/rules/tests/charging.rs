//! Charges. Section CHARGE of the catalogue.

use hindsight_geometry::hexes::Hexside;

use super::scene::{Scene, attack, charging, declare, hex, hour, id, leader_id, shock, shocking, step};
use super::shocking::{added, phase, rolled};
use crate::data::{Battle, Combat};
use crate::model::agenda::Answer;
use crate::model::command::Command;
use crate::model::event::{Event, FireEvent, ResultEvent, ShockEvent};
use crate::model::names::{ClassId, FeatureId, TerrainId};
use crate::model::piece::{Formation, PiecePlace, Status};

/// A charger at 1010 facing 1 and an axe at 1008, two hexes ahead.
fn ahead() -> Scene {
    Scene::plain(&[("A-MM1", "1010", 1), ("B-AX1", "1008", 7)])
}

fn straight() -> crate::model::attack::Declared {
    attack(&[charging("A-MM1", &["1009"], None)], "B-AX1")
}

/// The rule that refuses the Charge straight ahead, or nothing.
fn refusal(scene: Scene, target: &str, path: &[&str], turn: Option<(u8, u8)>) -> Option<String> {
    let scene = scene
        .active("A3")
        .with(|state| state.agenda = vec![crate::model::agenda::Step::DeclareAttacks.into()]);
    let declared = [attack(&[charging("A-MM1", path, turn)], target)];
    let judged = crate::rules::declaration::check(&scene.state, hindsight_kernel::Seat::A, &declared);
    judged.err().map(|refusal| refusal.rule.to_string())
}

fn terrain(battle: &mut Battle, at: &str, terrain: &'static str) {
    battle.map.hex.entry(hex(at)).or_default().terrain = TerrainId::of(terrain);
}

fn feature(battle: &mut Battle, one: &str, other: &str, feature: &'static str) {
    let side = Hexside::between(hex(one), hex(other)).unwrap();
    battle
        .map
        .side
        .entry(side)
        .or_default()
        .push(FeatureId::of(feature));
}

#[test]
fn moi_charge_01_a_charge_spends_no_movement_points() {
    // Seven hexes moved, none left: it may charge.
    let mut scene = Scene::plain(&[("A-MM1", "1016", 1), ("B-AX1", "1007", 7)]).active("A3");
    for row in (9..16).rev() {
        scene.give(step("A-MM1", &format!("10{row:02}")), "");
    }
    assert_eq!(scene.refused(step("A-MM1", "1008")), "MOI-MOVE-02");
    scene.give(Command::EndMoveFire, "");
    scene.give(
        declare(&[attack(&[charging("A-MM1", &["1008"], None)], "B-AX1")]),
        "1",
    );
    assert_eq!(rolled(&scene)[0].1, Combat::Charge);
    // Next to an enemy it may Shock, without the benefits.
    let mut scene = phase(Scene::plain(&[("A-MM1", "1008", 1), ("B-AX1", "1007", 7)]), "A3");
    scene.give(declare(&[shock(&["A-MM1"], &["B-AX1"])]), "3");
    assert_eq!(
        (rolled(&scene)[0].1, added(&scene, "MOI-SDRM-07")),
        (Combat::Shock, vec![0])
    );
}

#[test]
fn moi_charge_02_distance_and_sight() {
    let target = |at: &'static str| Scene::plain(&[("A-MM1", "1010", 1), ("B-AX1", at, 7)]);
    assert_eq!(
        refusal(target("1009"), "B-AX1", &[], None).as_deref(),
        Some("MOI-CHARGE-02")
    );
    assert_eq!(refusal(target("1008"), "B-AX1", &["1009"], None), None);
    assert_eq!(refusal(target("1007"), "B-AX1", &["1009", "1008"], None), None);
    let far = refusal(target("1006"), "B-AX1", &["1009", "1008", "1007"], None);
    assert_eq!(far.as_deref(), Some("MOI-CHARGE-02"));
    // Behind a village hex on the line.
    let hidden = target("1008").data(|battle| terrain(battle, "1009", "village"));
    assert_eq!(
        refusal(hidden, "B-AX1", &["1009"], None).as_deref(),
        Some("MOI-CHARGE-02")
    );
    // Units do not block this line: the path is what fails.
    let behind = Scene::plain(&[("A-MM1", "1010", 1), ("B-AX1", "1008", 7), ("A-MM2", "1009", 1)]);
    assert_eq!(
        refusal(behind, "B-AX1", &["1009"], None).as_deref(),
        Some("MOI-CHARGE-05")
    );
}

#[test]
fn moi_charge_03_who_may_not_charge() {
    assert_eq!(
        refusal(ahead().disordered("A-MM1"), "B-AX1", &["1009"], None).as_deref(),
        Some("MOI-CHARGE-03")
    );
    let axe = Scene::plain(&[("A-AX1", "1010", 1), ("B-AX1", "1008", 7)])
        .active("A2")
        .with(|state| state.agenda = vec![crate::model::agenda::Step::DeclareAttacks.into()]);
    assert_eq!(
        axe.refused(declare(&[attack(&[charging("A-AX1", &["1009"], None)], "B-AX1")])),
        "MOI-CHARGE-03"
    );
    // Began next to an enemy and moved away: no. Began further off and came nearer: yes.
    let mut began = Scene::plain(&[("A-MM1", "1009", 1), ("B-AX1", "1008", 7)]).active("A3");
    began
        .give(step("A-MM1", "1010"), "")
        .give(Command::EndMoveFire, "");
    assert_eq!(began.decision(), "continuation");
    let mut came = Scene::plain(&[("A-MM1", "1012", 1), ("B-AX1", "1008", 7)]).active("A3");
    came.give(step("A-MM1", "1011"), "")
        .give(Command::EndMoveFire, "");
    came.give(
        declare(&[attack(&[charging("A-MM1", &["1010", "1009"], None)], "B-AX1")]),
        "2",
    );
    assert_eq!(added(&came, "MOI-SDRM-07"), [1]);
    // Moved next to one enemy, another in reach: it may charge that one.
    let mut other =
        Scene::plain(&[("A-MM1", "1011", 1), ("B-AX1", "1008", 7), ("B-PK1", "0910", 7)]).active("A3");
    other
        .give(step("A-MM1", "1010"), "")
        .give(Command::EndMoveFire, "");
    assert!(other.allows(declare(&[straight()]), "2"));
}

#[test]
fn moi_charge_06_no_path_hex_but_the_last_in_a_zoc() {
    let scene = |at: &'static str, facing: u8| {
        Scene::plain(&[("A-MM1", "1010", 1), ("B-AX1", "1007", 7), ("B-AX2", at, facing)])
            .class("B-AX2", ClassId::LB)
    };
    let path = ["1009", "1008"];
    assert_eq!(
        refusal(scene("0909", 3), "B-AX1", &path, None).as_deref(),
        Some("MOI-CHARGE-06")
    );
    assert_eq!(refusal(scene("1108", 9), "B-AX1", &path, None), None);
    // The hex it starts from does not count.
    assert_eq!(refusal(scene("1012", 1), "B-AX1", &path, None), None);
}

#[test]
fn moi_charge_07_terrain_that_forbids_a_charge() {
    for (ground, refused) in [
        ("marsh", true),
        ("woods", true),
        ("rough", true),
        ("clear", false),
    ] {
        let scene = ahead().data(|battle| terrain(battle, "1008", ground));
        let rule = refusal(scene, "B-AX1", &["1009"], None);
        assert_eq!(rule.as_deref(), refused.then_some("MOI-CHARGE-07"), "{ground}");
    }
    // The same target may be attacked by plain Shock.
    let scene = Scene::plain(&[("A-MM1", "1009", 1), ("B-AX1", "1008", 7)])
        .data(|battle| terrain(battle, "1008", "marsh"));
    assert!(phase(scene, "A3").allows(declare(&[shock(&["A-MM1"], &["B-AX1"])]), "5"));
    for (side, refused) in [("stream", true), ("river", true), ("hedge", false)] {
        for (one, other) in [("1010", "1009"), ("1009", "1008")] {
            let scene = ahead().data(|battle| feature(battle, one, other, side));
            let rule = refusal(scene, "B-AX1", &["1009"], None);
            assert_eq!(
                rule.as_deref(),
                refused.then_some("MOI-CHARGE-07"),
                "{side} {one}"
            );
        }
    }
    // A slope of one level may be charged, a steep one not.
    for (level, refused) in [(1, false), (2, true)] {
        let scene = ahead().data(|battle| battle.map.hex.entry(hex("1008")).or_default().level = level);
        let rule = refusal(scene, "B-AX1", &["1009"], None);
        assert_eq!(rule.as_deref(), refused.then_some("MOI-CHARGE-07"), "{level}");
    }
}

#[test]
fn moi_charge_08_a_charger_attacks_its_target_alone() {
    // It ends with two enemies in front; only its target is attacked, also when it fights as Shock.
    let mut scene = phase(
        Scene::plain(&[("A-MM1", "1010", 1), ("B-PK1", "1008", 7), ("B-PK2", "1109", 7)]),
        "A3",
    );
    // Reluctant with 5; 3 + 0 on the Shock Table.
    scene.give(
        declare(&[attack(&[charging("A-MM1", &["1009"], None)], "B-PK1")]),
        "53",
    );
    let fought: Vec<_> = rolled(&scene)
        .into_iter()
        .map(|(unit, table, _)| (unit, table))
        .collect();
    assert_eq!(fought, [(id("B-PK1"), Combat::Shock)]);
}

#[test]
fn moi_charge_09_chargers_and_shocking_units_attack_together() {
    let mut scene = phase(
        Scene::plain(&[("A-MM1", "1010", 1), ("A-MM2", "1109", 11), ("B-PK1", "1008", 7)]),
        "A3",
    );
    let together = attack(&[charging("A-MM1", &["1009"], None), shocking("A-MM2")], "B-PK1");
    // Reluctance succeeds with 4.
    scene.give(declare(&[together]), "40");
    assert_eq!(added(&scene, "MOI-SDRM-02"), [1]);
    assert_eq!(rolled(&scene)[0].1, Combat::Charge);
}

#[test]
fn moi_charge_10_carrying_out_a_charge() {
    let shot_at = |die: &str| {
        let mut scene = phase(
            Scene::plain(&[("A-MM1", "1010", 1), ("B-AX1", "1008", 7), ("B-AX2", "0909", 3)])
                .class("B-AX2", ClassId::LB),
            "A3",
        );
        scene.give(declare(&[straight()]), "");
        scene.choose("B-AX2", die);
        scene
    };
    // Disordered: Shock at -2, no charge DRM.
    let disordered = shot_at("35");
    assert_eq!(
        (rolled(&disordered)[0].1, added(&disordered, "MOI-SDRM-10")),
        (Combat::Shock, vec![-2])
    );
    // Unhorsed in its end hex: it takes no part, no attack.
    let unhorsed = shot_at("7");
    assert_eq!(unhorsed.unit("A-MM1").class, ClassId::UMAA);
    assert!(rolled(&unhorsed).is_empty());
    // Angle of Fire is taken before a turn that was declared for that hex.
    let mut scene = phase(
        Scene::plain(&[("A-MM1", "1010", 1), ("B-AX1", "1209", 7), ("B-AX2", "1210", 9)])
            .class("B-AX2", ClassId::LB),
        "A3",
    );
    scene.give(
        declare(&[attack(&[charging("A-MM1", &["1110"], Some((1, 3)))], "B-AX1")]),
        "",
    );
    scene.choose("B-AX2", "01");
    let flank = |event: &Event| {
        matches!(event, Event::Fire(FireEvent::ReactionFired { shot, .. })
            if shot.throw.drms.iter().any(|drm| drm.rule.0 == "MOI-FIRE-20"))
    };
    assert!(scene.saw(flank));
    assert_eq!(scene.unit("A-MM1").facing(), Some(hour(3)));
    // A charger driven onto the path of another: that one may take another legal path.
    let mut scene = phase(
        Scene::plain(&[
            ("A-MM1", "1010", 1),
            ("A-MM2", "1210", 11),
            ("B-AX1", "1008", 1),
            ("B-AX2", "0909", 3),
        ])
        .class("B-AX2", ClassId::LB),
        "A3",
    );
    let both = [
        charging("A-MM1", &["1009"], None),
        charging("A-MM2", &["1110", "1109"], None),
    ];
    scene.give(declare(&[attack(&both, "B-AX1")]), "");
    // 5 + 2 = 7: Disordered and Retreat.
    scene
        .choose("A-MM1", "")
        .choose("B-AX2", "5")
        .to("A-MM1", "1109", 1, "");
    assert_eq!(scene.decision(), "charge_path");
    let other = scene
        .answers()
        .into_iter()
        .find(
            |answer| matches!(answer, Answer::Course { course } if course.path == [hex("1110"), hex("1009")]),
        )
        .unwrap();
    scene.answer(other, "");
    assert_eq!(scene.decision(), "reaction_fire");
}

#[test]
fn moi_charge_11_the_benefits() {
    let mut still = phase(ahead(), "A3");
    still.give(declare(&[straight()]), "2");
    assert_eq!(
        (rolled(&still)[0].1, added(&still, "MOI-SDRM-07")),
        (Combat::Charge, vec![2])
    );
    let mut moved = Scene::plain(&[("A-MM1", "1011", 1), ("B-AX1", "1008", 7)]).active("A3");
    moved
        .give(step("A-MM1", "1010"), "")
        .give(Command::EndMoveFire, "");
    moved.give(declare(&[straight()]), "2");
    assert_eq!(added(&moved, "MOI-SDRM-07"), [1]);
}

#[test]
fn moi_charge_13_the_reluctance_roll() {
    for (die, table) in [("4", Combat::Charge), ("5", Combat::Shock)] {
        let mut scene = phase(Scene::plain(&[("A-MM1", "1010", 1), ("B-PK1", "1008", 7)]), "A3");
        scene.give(
            declare(&[attack(&[charging("A-MM1", &["1009"], None)], "B-PK1")]),
            &format!("{die}2"),
        );
        assert_eq!(rolled(&scene)[0].1, table, "{die}");
        let charge = added(&scene, "MOI-SDRM-07");
        assert_eq!(charge, [if table == Combat::Charge { 2 } else { 0 }]);
    }
    // Each charger rolls for itself.
    let mut scene = phase(
        Scene::plain(&[("A-MM1", "1010", 1), ("A-MM2", "0810", 1), ("B-PK1", "1008", 7)]),
        "A3",
    );
    let both = [
        charging("A-MM1", &["1009"], None),
        charging("A-MM2", &["0910", "0909"], None),
    ];
    scene.give(declare(&[attack(&both, "B-PK1")]), "");
    scene.choose("A-MM1", "450");
    assert_eq!(
        scene.count(|event| matches!(event, Event::Shock(ShockEvent::ReluctanceRolled { .. }))),
        2
    );
}

#[test]
fn moi_charge_14_hedges_make_reluctant() {
    let mut scene = phase(
        Scene::plain(&[("A-MM1", "1010", 1), ("B-PK1", "1008", 7)])
            .data(|battle| feature(battle, "1009", "1008", "hedge")),
        "A3",
    );
    // 4 through a hedge is 5: Reluctant.
    scene.give(
        declare(&[attack(&[charging("A-MM1", &["1009"], None)], "B-PK1")]),
        "44",
    );
    assert_eq!(rolled(&scene)[0].1, Combat::Shock);
}

#[test]
fn moi_charge_15_one_charger_never_faces_several_that_cause_reluctance() {
    let scene = phase(
        Scene::plain(&[("A-MM1", "1010", 1), ("B-PK1", "1008", 7), ("B-PK2", "1109", 7)]),
        "A3",
    );
    let mut two = attack(&[charging("A-MM1", &["1009"], None)], "B-PK1");
    two.defenders.push(id("B-PK2"));
    assert_eq!(scene.refused(declare(&[two])), "MOI-CHARGE-08");
}

#[test]
fn moi_charge_16_no_charge_through_the_front_of_a_shield_wall() {
    let wall = |facing: u8| {
        Scene::plain(&[("A-MM1", "1010", 1), ("B-DM1", "1008", facing)])
            .formation("B-DM1", Formation::ShieldWall)
    };
    assert_eq!(
        refusal(wall(7), "B-DM1", &["1009"], None).as_deref(),
        Some("MOI-CHARGE-16")
    );
    // Through its flank (facing 9 has 6 as left flank... of 1008 the side toward 1009): legal, no Reluctance roll.
    let mut scene = phase(wall(9), "A3");
    scene.give(
        declare(&[attack(&[charging("A-MM1", &["1009"], None)], "B-DM1")]),
        "0",
    );
    assert!(!scene.saw(|event| matches!(event, Event::Shock(ShockEvent::ReluctanceRolled { .. }))));
    assert_eq!(rolled(&scene).len(), 1);
}

#[test]
fn moi_charge_17_the_leader_goes_along() {
    let mut scene = phase(
        Scene::plain(&[("A-MM1", "1010", 1), ("B-AX1", "1007", 7)]).leader("Bryce", "1010"),
        "A3",
    );
    // 1 + 2 + 1 + 1 + 1 = 6: Defender Disordered.
    scene.give(
        declare(&[attack(&[charging("A-MM1", &["1009", "1008"], None)], "B-AX1")]),
        "1",
    );
    assert_eq!(
        scene.state.leader(leader_id("Bryce")).unwrap().hex(),
        Some(hex("1008"))
    );
    assert_eq!(added(&scene, "MOI-SDRM-08"), [1]);
    assert_eq!(scene.unit("B-AX1").status, Status::Disordered);
}

#[test]
fn moi_charge_18_the_books_charge_example() {
    // Y stands next to the pike in its flank, Z charges its front after moving.
    let mut scene =
        Scene::plain(&[("A-MM1", "1109", 11), ("A-MM2", "1110", 9), ("B-PK1", "1008", 7)]).active("A3");
    // Z comes to 1010 and faces 1... it stands two hexes from the pike.
    scene
        .give(super::scene::step_facing("A-MM2", "1010", 1), "")
        .give(Command::EndMoveFire, "");
    let both = attack(&[shocking("A-MM1"), charging("A-MM2", &["1009"], None)], "B-PK1");
    scene.give(declare(&[both]), "46");
    assert_eq!(rolled(&scene), [(id("B-PK1"), Combat::Charge, 12)]);
    for (rule, value) in [
        ("MOI-SDRM-07", 1),
        ("MOI-SDRM-02", 1),
        ("MOI-SDRM-09", 0),
        ("MOI-SDRM-03", 4),
        ("MOI-SDRM-06", 0),
    ] {
        assert_eq!(added(&scene, rule), [value], "{rule}");
    }
    // Disordered, Retreat 1, Continued Attack: the charging one advances and continues.
    assert_eq!(scene.decision(), "retreat");
    let spot = scene.spots()[0].clone();
    scene.to("B-PK1", &spot, 7, "");
    assert_eq!(scene.hex_of("A-MM2"), Some(hex("1008")));
    assert_eq!(scene.hex_of("A-MM1"), Some(hex("1109")));
    assert!(
        scene.saw(|event| matches!(event, Event::Result(ResultEvent::ContinuedAttackEarned { unit }) if *unit == id("A-MM2")))
    );
    let _ = PiecePlace::Due;
}
