//! Hobilars, genitors and what single battles add. Sections HOBI, GENI and MISC of the catalogue.

use super::scene::{Scene, declare, fire, hex, id, shock, step, turn};
use super::shocking::phase;
use crate::model::command::Command;
use crate::model::names::ClassId;
use crate::model::piece::Status;

#[test]
fn moi_hobi_01_two_states() {
    // Mounted: may retreat before shock without Disorder.
    let mut scene = phase(Scene::plain(&[("A-DM2", "1008", 1), ("B-HB1", "1007", 1)]), "A2");
    scene.give(declare(&[shock(&["A-DM2"], &["B-HB1"])]), "");
    assert_eq!(scene.decision(), "retreat_before_shock");
    let spot = scene.spots()[0].clone();
    scene.to("B-HB1", &spot, 1, "");
    assert_eq!(scene.unit("B-HB1").status, Status::Normal);
    // Dismounted with crossbows: no Return Fire.
    let mut scene = Scene::plain(&[("A-LB1", "1010", 1), ("B-HB1", "1008", 7)])
        .with(|state| state.units.get_mut(&id("B-HB1")).unwrap().dismounted = true)
        .active("A1");
    scene.give(fire("A-LB1", "B-HB1"), "0");
    assert_eq!(scene.decision(), "move_fire");
}

fn change() -> Command {
    Command::ChangeMount { unit: id("A-HB1") }
}

#[test]
fn moi_hobi_02_mounting_and_dismounting() {
    let moved = |steps: u8| {
        let mut scene = Scene::plain(&[("A-HB1", "1015", 1), ("B-PK1", "2002", 1)]).active("A1");
        for row in (15 - steps..15).rev() {
            scene.give(step("A-HB1", &format!("10{row:02}")), "");
        }
        scene
    };
    let mut scene = moved(5);
    scene.give(change(), "");
    assert_eq!(scene.unit("A-HB1").acts.turn.as_ref().unwrap().spent, 8);
    assert_eq!(moved(6).refused(change()), "MOI-HOBI-02");
    // Not next to an enemy, not within missile range of one.
    for (enemy, at, allowed) in [
        ("B-CB1", "1012", false),
        ("B-CB1", "1011", true),
        ("B-PK1", "1014", false),
        ("B-PK1", "1013", true),
    ] {
        let scene = Scene::plain(&[("A-HB1", "1015", 1), (enemy, at, 1)]).active("A1");
        assert_eq!(scene.allows(change(), ""), allowed, "{enemy} {at}");
    }
    // A Retired missile unit is none that can fire.
    let retired = Scene::plain(&[("A-HB1", "1015", 1), ("B-CB1", "1012", 1)])
        .retired("B-CB1")
        .active("A1");
    assert!(retired.allows(change(), ""));
}

#[test]
fn moi_hobi_03_movement_points_after_the_change() {
    let mut scene = Scene::plain(&[("A-HB1", "1015", 1), ("B-PK1", "2002", 1)]).active("A1");
    for to in ["1014", "1013", "1012", "1011"] {
        scene.give(step("A-HB1", to), "");
    }
    scene.give(change(), "");
    // 7 of 8 spent: one is left, on foot.
    assert!(scene.unit("A-HB1").dismounted);
    let mut on = scene.clone();
    on.give(step("A-HB1", "1010"), "");
    assert_eq!(on.refused(step("A-HB1", "1009")), "MOI-MOVE-02");
    // One change in an Activation.
    assert_eq!(scene.refused(change()), "MOI-HOBI-03");
}

#[test]
fn moi_hobi_04_fire_and_movement() {
    let position = || {
        Scene::plain(&[("A-HB1", "1010", 1), ("B-PK1", "1007", 1)])
            .with(|state| state.units.get_mut(&id("A-HB1")).unwrap().dismounted = true)
            .active("A1")
    };
    let mut moved = position();
    moved.give(step("A-HB1", "1009"), "");
    assert_eq!(moved.refused(fire("A-HB1", "B-PK1")), "MOI-HOBI-04");
    let mut turned = position();
    turned
        .give(turn("A-HB1", 11), "")
        .give(fire("A-HB1", "B-PK1"), "0");
    // Reaction Fire in the enemy's Activation is normal.
    let mut reacting = Scene::plain(&[("A-HB1", "1008", 1), ("B-PK1", "1006", 7)])
        .with(|state| state.units.get_mut(&id("A-HB1")).unwrap().dismounted = true)
        .active("B2");
    reacting.give(step("B-PK1", "1007"), "");
    assert_eq!(reacting.decision(), "reaction_fire");
}

#[test]
fn moi_geni_02_whom_genitors_may_shock() {
    for (class, allowed) in [
        (ClassId::LB, true),
        (ClassId::CB, true),
        (ClassId::SL, true),
        (ClassId::GEN, true),
        (ClassId::PIKE, false),
        (ClassId::DMAA, false),
        (ClassId::MMAA, false),
    ] {
        let scene = Scene::plain(&[("A-GN1", "1008", 1), ("B-AX1", "1007", 1)]).class("B-AX1", class);
        let targets = crate::rules::shock::frontal_targets(&scene.state, scene.unit("A-GN1"));
        assert_eq!(!targets.is_empty(), allowed, "{class}");
    }
    let scene = Scene::plain(&[("A-GN1", "1008", 1)]);
    assert!(scene.state.exerts_zoc(scene.unit("A-GN1")));
}

#[test]
fn moi_geni_03_a_battle_may_take_the_exemption_away() {
    let mut scene = Scene::plain(&[("A-GN1", "1006", 5), ("B-MM1", "1008", 1)])
        .data(|battle| battle.options.gen_ignores_zoc = false)
        .active("A3");
    scene.give(step("A-GN1", "1007"), "");
    assert_eq!(scene.refused(step("A-GN1", "1006")), "MOI-MOVE-06");
}

#[test]
fn moi_misc_01_wagons_and_bombards_are_data() {
    // A bombard: a class of its own with a weapon, no movement, no ZOC.
    let scene = Scene::plain(&[("A-LB1", "1008", 1), ("B-PK1", "1005", 1)]).data(|battle| {
        let bombard = ClassId::of("BOMB");
        let mut card = battle.charts.class[&ClassId::CB].clone();
        card.zoc = crate::data::Zoc::No;
        battle.charts.class.insert(bombard, card);
        let unit = battle.unit.get_mut(&id("A-LB1")).unwrap();
        (unit.class, unit.ma, unit.ma_dis) = (bombard, 0, 0);
    });
    let scene = scene
        .with(|state| state.units.get_mut(&id("A-LB1")).unwrap().class = ClassId::of("BOMB"))
        .active("A1");
    assert_eq!(scene.refused(step("A-LB1", "1007")), "MOI-MOVE-02");
    assert!(scene.allows(fire("A-LB1", "B-PK1"), "0"));
    assert!(!scene.state.exerts_zoc(scene.unit("A-LB1")));
}

#[test]
fn moi_misc_02_no_retreat() {
    let mut scene = Scene::plain(&[("A-LB1", "1010", 1), ("B-MM1", "1008", 1)])
        .data(|battle| battle.unit.get_mut(&id("B-MM1")).unwrap().no_retreat = true)
        .disordered("B-MM1")
        .active("A1");
    // 3 + 1 = 4 on Disordered mounted: Retreat: nothing.
    scene.give(fire("A-LB1", "B-MM1"), "3");
    assert_eq!(scene.hex_of("B-MM1"), Some(hex("1008")));
    // On a Normal unit: Disordered in place.
    let unit_of = |scene: &Scene| {
        crate::rules::results::effects(
            &scene.state,
            scene.unit("B-MM1"),
            crate::data::Outcome::of(&[crate::data::Token::Retreat1]),
            crate::model::agenda::Cause::Fire(4),
        )
    };
    let normal = scene.clone().status("B-MM1", Status::Normal);
    let effects = unit_of(&normal);
    assert!(effects.disorder && !effects.retreat);
}

#[test]
fn moi_misc_03_there_is_no_rearming() {
    assert!(serde_json::from_str::<Command>("{\"rearm\":{\"unit\":\"A-LB1\"}}").is_err());
}

#[test]
fn moi_misc_04_slingers_fire_react_and_return() {
    let mut scene = Scene::plain(&[("A-LB1", "1006", 5), ("B-AX1", "1008", 1)])
        .class("B-AX1", ClassId::SL)
        .active("A1");
    scene.give(step("A-LB1", "1007"), "").choose("B-AX1", "0");
    scene.give(fire("A-LB1", "B-AX1"), "");
    assert_eq!(scene.decision(), "return_fire");
}

#[test]
fn moi_misc_05_the_battle_overrides() {
    let mut scene = Scene::plain(&[("A-SL1", "1010", 1), ("B-PK1", "1008", 1)])
        .data(|battle| {
            let sling = crate::model::names::WeaponId::of("sling");
            battle.charts.weapon.get_mut(&sling).unwrap().range_drm = vec![0, 0];
        })
        .active("A2");
    scene.give(fire("A-SL1", "B-PK1"), "0");
}

#[test]
fn moi_misc_06_index_and_notes_hold_no_rules() {
    // Every rule that a refusal or an offer cites is in the book of rules.
    use hindsight_kernel::Rules;
    let book = crate::MenOfIron::rulebook();
    for rule in ["MOI-MISC-06", "MOI-ACT-07", "MOI-FIRE-11"] {
        assert!(book.get(rule).is_some(), "{rule}");
    }
}
