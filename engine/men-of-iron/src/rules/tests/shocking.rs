//! Shock attacks. Section SHOCK of the catalogue.

use hindsight_kernel::Seat;

use super::scene::{Scene, attack, charging, declare, hex, hour, id, shock, shocking};
use crate::data::{Combat, Outcome, Token};
use crate::model::agenda::Answer;
use crate::model::attack::Declared;
use crate::model::command::Command;
use crate::model::event::{Event, RallyEvent, ResultEvent, ShockEvent};
use crate::model::names::{ClassId, UnitId};
use crate::model::piece::{PiecePlace, Status};

/// The Shock Phase of an Activation.
pub(super) fn phase(scene: Scene, command: &str) -> Scene {
    let mut scene = scene.active(command);
    scene.give(Command::EndMoveFire, "");
    assert_eq!(scene.decision(), "declare_attacks");
    scene
}

/// The sums of the rolls of the last command: the defender, the table, the adjusted die roll.
pub(super) fn rolled(scene: &Scene) -> Vec<(UnitId, Combat, i32)> {
    scene
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Shock(ShockEvent::ShockRolled {
                defender,
                table,
                throw,
                ..
            }) => Some((*defender, *table, throw.total())),
            _ => None,
        })
        .collect()
}

/// What a rule adds to the rolls of the last command, by roll.
pub(super) fn added(scene: &Scene, rule: &str) -> Vec<i8> {
    scene
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Shock(ShockEvent::ShockRolled { throw, .. }) => Some(
                throw
                    .drms
                    .iter()
                    .filter(|drm| drm.rule.0 == rule)
                    .map(|drm| drm.value)
                    .sum(),
            ),
            _ => None,
        })
        .collect()
}

pub(super) fn defended(scene: &Scene) -> Vec<UnitId> {
    rolled(scene).into_iter().map(|(unit, ..)| unit).collect()
}

#[test]
fn moi_shock_01_who_may_shock() {
    for (unit, command, allowed) in [
        ("A-LB4", "A2", false),
        ("A-SL1", "A2", false),
        ("A-HB1", "A1", false),
        ("A-DM2", "A2", true),
        ("A-PK1", "A2", true),
        ("A-GN1", "A3", false),
    ] {
        let scene = Scene::plain(&[(unit, "1008", 1), ("B-PK1", "1007", 7)])
            .active(command)
            .with(|state| state.agenda = vec![crate::model::agenda::Step::DeclareAttacks.into()]);
        let declared = declare(&[shock(&[unit], &["B-PK1"])]);
        if allowed {
            assert!(scene.allows(declared, "4"), "{unit}");
        } else {
            assert_eq!(scene.refused(declared), "MOI-SHOCK-01", "{unit}");
        }
    }
    // Disordered: yes, at -2. Retired: no.
    let mut scene = phase(
        Scene::plain(&[("A-DM2", "1008", 1), ("B-PK1", "1007", 7)]).disordered("A-DM2"),
        "A2",
    );
    let retired = scene.clone().retired("A-DM2");
    assert_eq!(
        retired.refused(declare(&[shock(&["A-DM2"], &["B-PK1"])])),
        "MOI-SHOCK-01"
    );
    scene.give(declare(&[shock(&["A-DM2"], &["B-PK1"])]), "4");
    assert_eq!(added(&scene, "MOI-SDRM-10"), [-2]);
}

/// One attacker with two enemies before it, and a friend that could attack the second.
pub(super) fn two_before(friend: bool) -> Scene {
    let mut units = vec![("A-DM1", "1008", 1), ("B-PK1", "1007", 7), ("B-PK2", "1108", 7)];
    if friend {
        units.push(("A-DM2", "1109", 11));
    }
    Scene::plain(&units)
}

fn in_one_command(scene: Scene) -> Scene {
    // The friend is of another Command in the sample battle: it is taken over.
    scene
        .data(|battle| battle.unit.get_mut(&id("A-DM2")).unwrap().command = super::scene::command_id("A1"))
        .with(|state| {
            state.units.get_mut(&id("A-DM2")).unwrap().command = super::scene::command_id("A1");
        })
}

#[test]
fn moi_shock_02_all_enemies_in_front_must_be_attacked() {
    let scene = phase(two_before(false), "A1");
    assert_eq!(
        scene.refused(declare(&[shock(&["A-DM1"], &["B-PK1"])])),
        "MOI-SHOCK-02"
    );
    assert!(scene.allows(declare(&[shock(&["A-DM1"], &["B-PK1", "B-PK2"])]), "55"));
    // A second friendly unit attacks the other.
    let scene = phase(in_one_command(two_before(true)), "A1");
    let both = [shock(&["A-DM1"], &["B-PK1"]), shock(&["A-DM2"], &["B-PK2"])];
    assert!(scene.allows(declare(&both), ""));
    // What it cannot attack obliges to nothing: across a steep slope for mounted units.
    let scene = phase(
        Scene::plain(&[("A-MM1", "1008", 1), ("B-PK1", "1007", 7), ("B-PK2", "1108", 7)]).data(|battle| {
            battle.map.hex.entry(hex("1108")).or_default().level = 2;
        }),
        "A3",
    );
    assert!(scene.allows(declare(&[shock(&["A-MM1"], &["B-PK1"])]), "5"));
    // Only enemies in frontal hexes.
    let side = phase(
        Scene::plain(&[("A-DM1", "1008", 1), ("B-PK1", "1109", 7), ("B-PK2", "1007", 7)]),
        "A1",
    );
    assert_eq!(
        side.refused(declare(&[shock(&["A-DM1"], &["B-PK1"])])),
        "MOI-SHOCK-02"
    );
}

#[test]
fn moi_shock_03_the_shapes_of_an_attack() {
    let scene = phase(in_one_command(two_before(true)), "A1");
    assert_eq!(
        scene.refused(declare(&[shock(&["A-DM1", "A-DM2"], &["B-PK1", "B-PK2"])])),
        "MOI-SHOCK-03"
    );
    assert_eq!(scene.refused(declare(&[shock(&[], &["B-PK1"])])), "MOI-SHOCK-03");
    assert_eq!(scene.refused(declare(&[shock(&["A-DM1"], &[])])), "MOI-SHOCK-03");
    assert!(scene.allows(
        declare(&[shock(&["A-DM1"], &["B-PK1"]), shock(&["A-DM2"], &["B-PK2"])]),
        ""
    ));
    assert!(scene.allows(declare(&[shock(&["A-DM1"], &["B-PK1", "B-PK2"])]), "55"));
}

#[test]
fn moi_shock_04_once_in_an_activation() {
    let scene = phase(in_one_command(two_before(true)), "A1");
    // Two separate attacks on one defender.
    assert_eq!(
        scene.refused(declare(&[
            shock(&["A-DM1"], &["B-PK1", "B-PK2"]),
            shock(&["A-DM2"], &["B-PK2"])
        ])),
        "MOI-SHOCK-04"
    );
    assert_eq!(
        scene.refused(declare(&[
            shock(&["A-DM1"], &["B-PK1"]),
            shock(&["A-DM1"], &["B-PK2"])
        ])),
        "MOI-SHOCK-04"
    );
}

#[test]
fn moi_shock_05_a_declared_attack_is_fought() {
    // A charger Disordered by Reaction Fire attacks as Shock at -2, without the charge DRM and without a Reluctance roll.
    let mut scene = phase(
        Scene::plain(&[("A-MM1", "1010", 1), ("B-AX1", "1008", 7), ("B-AX2", "0909", 3)])
            .class("B-AX2", ClassId::LB),
        "A3",
    );
    // Reaction at 1009, a frontal hex of the longbow: 3 + 2 = 5.
    scene.give(
        declare(&[attack(&[charging("A-MM1", &["1009"], None)], "B-AX1")]),
        "",
    );
    scene.choose("B-AX2", "35");
    assert_eq!(rolled(&scene).len(), 1);
    assert_eq!(
        (added(&scene, "MOI-SDRM-10"), added(&scene, "MOI-SDRM-07")),
        (vec![-2], vec![0])
    );
    // The only attacker made to retreat: no attack.
    let mut scene = phase(
        Scene::plain(&[("A-MM1", "1010", 1), ("B-AX1", "1008", 7), ("B-AX2", "0909", 3)])
            .class("B-AX2", ClassId::LB),
        "A3",
    );
    scene.give(
        declare(&[attack(&[charging("A-MM1", &["1009"], None)], "B-AX1")]),
        "",
    );
    // 5 + 2 = 7, Mounted Normal: Disordered and Retreat 1.
    scene.choose("B-AX2", "5");
    let spot = scene.spots()[0].clone();
    scene.to("A-MM1", &spot, 1, "");
    assert!(rolled(&scene).is_empty());
    assert_eq!(scene.decision(), "continuation");
}

#[test]
fn moi_shock_06_attacks_are_resolved_in_any_order() {
    let mut scene = phase(in_one_command(two_before(true)), "A1");
    scene.give(
        declare(&[shock(&["A-DM1"], &["B-PK1"]), shock(&["A-DM2"], &["B-PK2"])]),
        "",
    );
    assert_eq!(scene.decision(), "next_attack");
    // The second first: 4 + 1 = 5, no effect.
    scene.answer(Answer::Attack { attack: 1 }, "44");
    assert_eq!(defended(&scene), [id("B-PK2"), id("B-PK1")]);
}

#[test]
fn moi_shock_08_one_roll_a_defender() {
    let mut scene = phase(two_before(false), "A1");
    // -1 strength on both: 5 + 1 - 1 = 5, no effect.
    scene.give(declare(&[shock(&["A-DM1"], &["B-PK1", "B-PK2"])]), "55");
    assert_eq!(added(&scene, "MOI-SDRM-02"), [-1, -1]);
    assert_eq!(defended(&scene).len(), 2);
}

#[test]
fn moi_shock_09_both_rolls_come_before_any_result() {
    // Attacker Disordered from one roll, a Continued Attack from the other: it must continue, Disordered.
    // Against Normal PIKE: 3 + 1 - 1 = 3 Attacker Disordered; against Disordered PIKE: 9 + 1 + 1 - 1 = 10 Eliminated and CA.
    let mut scene = phase(two_before(false).disordered("B-PK2"), "A1");
    scene.give(declare(&[shock(&["A-DM1"], &["B-PK1", "B-PK2"])]), "39");
    assert_eq!(
        scene.count(|event| matches!(event, Event::Result(ResultEvent::UnitDisordered { .. }))),
        1
    );
    assert!(scene.saw(|event| matches!(event, Event::Result(ResultEvent::ContinuedAttackEarned { .. }))));
    assert_eq!(scene.unit("A-DM1").status, Status::Disordered);
    // Both Attacker Disordered: once.
    let mut scene = phase(two_before(false), "A1");
    scene.give(declare(&[shock(&["A-DM1"], &["B-PK1", "B-PK2"])]), "33");
    assert_eq!(
        scene.count(|event| matches!(event, Event::Result(ResultEvent::UnitDisordered { .. }))),
        1
    );
    assert_eq!(
        scene.unit("A-DM1").place,
        PiecePlace::On {
            hex: hex("1008"),
            facing: hour(1)
        }
    );
}

/// Three attackers of A2 around one defender.
fn three_on_one() -> Scene {
    Scene::plain(&[
        ("A-DM2", "1009", 1),
        ("A-PK1", "1109", 11),
        ("A-AX1", "0909", 3),
        ("B-AX1", "1008", 5),
    ])
}

#[test]
fn moi_res_16_a_retreat_of_the_attacker_is_away_from_the_defender_whose_roll_gave_it() {
    // 3 + 1 - 1 = 3 Attacker Disordered; 1 + 1 - 1 = 1 Attacker Disordered and Retreat: away from 1108 alone.
    let mut scene = phase(two_before(false), "A1");
    scene.give(declare(&[shock(&["A-DM1"], &["B-PK1", "B-PK2"])]), "31");
    assert_eq!(scene.decision(), "retreat");
    assert_eq!(scene.spots(), ["0908", "0909", "1009"]);
    // The other way round: away from 1007 alone.
    let mut scene = phase(two_before(false), "A1");
    scene.give(declare(&[shock(&["A-DM1"], &["B-PK1", "B-PK2"])]), "13");
    assert_eq!(scene.spots(), ["0909", "1009", "1109"]);
}

#[test]
fn moi_shock_09_two_retreats_of_the_attacker_are_one_away_from_both() {
    let mut scene = phase(two_before(false), "A1");
    scene.give(declare(&[shock(&["A-DM1"], &["B-PK1", "B-PK2"])]), "11");
    assert_eq!(scene.decision(), "retreat");
    assert_eq!(scene.spots(), ["0909", "1009"]);
    scene.to("A-DM1", "1009", 1, "");
    assert_eq!(
        scene.count(|event| matches!(event, Event::Result(ResultEvent::UnitRetreated { .. }))),
        1
    );
}

#[test]
fn moi_shock_10_adverse_results_hit_all_attackers() {
    // Angle +4 and strength +2 keep the sum high; a battle with a worse axe shows the rule.
    let mut scene = phase(
        three_on_one().data(|battle| battle.unit.get_mut(&id("B-AX1")).unwrap().sdd = -9),
        "A2",
    );
    // 4 + 2 (strength) + 4 (angle) + 1 (matrix) - 9 (rating) = 2: Attacker Disordered.
    scene.give(declare(&[shock(&["A-DM2", "A-PK1", "A-AX1"], &["B-AX1"])]), "4");
    assert_eq!(rolled(&scene)[0].2, 2);
    // All three, in the order their owner chooses.
    assert_eq!(scene.decision(), "next_result");
    scene.choose("A-AX1", "").choose("A-DM2", "");
    for unit in ["A-DM2", "A-PK1", "A-AX1"] {
        assert_eq!(scene.unit(unit).status, Status::Disordered, "{unit}");
    }
}

#[test]
fn moi_shock_11_terrain_may_forbid_shock() {
    let steep = |unit: &'static str| {
        Scene::plain(&[(unit, "1008", 1), ("B-PK1", "1007", 7), ("B-PK2", "1108", 7)])
            .data(|battle| battle.map.hex.entry(hex("1007")).or_default().level = 2)
    };
    let mounted = phase(steep("A-MM1"), "A3");
    assert_eq!(
        mounted.refused(declare(&[shock(&["A-MM1"], &["B-PK1"])])),
        "MOI-SHOCK-11"
    );
    let mut foot = phase(steep("A-DM1"), "A1");
    foot.give(declare(&[shock(&["A-DM1"], &["B-PK1", "B-PK2"])]), "66");
    assert_eq!(added(&foot, "MOI-SDRM-04"), [-1, 0]);
}

#[test]
fn moi_shock_12_a_charge_has_one_target() {
    let scene = phase(
        Scene::plain(&[("A-MM1", "1010", 1), ("B-PK1", "1008", 7), ("B-PK2", "1109", 7)]),
        "A3",
    );
    let two = Declared {
        attackers: vec![charging("A-MM1", &["1009"], None)],
        defenders: vec![id("B-PK1"), id("B-PK2")],
    };
    assert_eq!(scene.refused(declare(&[two])), "MOI-CHARGE-08");
}

#[test]
fn moi_shock_13_drop_outs_before_resolution() {
    // Three attackers, one Retired by Reaction Fire (a pack's table may say so); of the two left one charges: Charge Table,
    // +1 strength, and only their sides: both in front.
    let position = Scene::plain(&[
        ("A-MM1", "1210", 11),
        ("A-MM2", "0810", 1),
        ("A-MM3", "1009", 1),
        ("B-AX1", "1008", 5),
        ("B-AX2", "0908", 7),
    ])
    .class("B-AX2", ClassId::LB)
    .standard("A3", "1016")
    .data(|battle| {
        for row in &mut battle.charts.fire_table {
            if row.dr >= 9 {
                row.mounted_normal = Outcome::of(&[Token::Retired]);
            }
        }
    });
    let mut scene = phase(position, "A3");
    let three = [
        charging("A-MM1", &["1110", "1109"], None),
        charging("A-MM2", &["0910", "0909"], None),
        shocking("A-MM3"),
    ];
    scene.give(declare(&[attack(&three, "B-AX1")]), "");
    // 7 + 2 = 9, Mounted Normal: Retired.
    scene.choose("A-MM2", "").choose("B-AX2", "7");
    assert_eq!(scene.decision(), "retire");
    let spot = scene.spots()[0].clone();
    scene.to("A-MM2", &spot, 1, "0");
    assert_eq!(scene.unit("A-MM2").status, Status::Retired);
    // 0 + 1 (strength) + 1 (rating) + 2 (charge) + 1 (matrix).
    assert_eq!(rolled(&scene), [(id("B-AX1"), Combat::Charge, 5)]);
    assert_eq!(
        (added(&scene, "MOI-SDRM-02"), added(&scene, "MOI-SDRM-03")),
        (vec![1], vec![0])
    );
}

#[test]
fn moi_shock_13_nobody_is_left_to_attack() {
    // The only charger is Unhorsed on its way, 7 + 2 = 9: nothing is rolled, and the defender was not attacked.
    let position = Scene::plain(&[("A-MM2", "0810", 1), ("B-AX1", "1008", 1), ("B-AX2", "0908", 7)])
        .class("B-AX2", ClassId::LB);
    let mut scene = phase(position, "A3");
    scene.give(
        declare(&[attack(&[charging("A-MM2", &["0910", "0909"], None)], "B-AX1")]),
        "",
    );
    scene.choose("B-AX2", "7");
    if scene.decision() == "reaction_fire" {
        scene.no("");
    }
    assert_eq!(scene.unit("A-MM2").class, ClassId::UMAA);
    assert!(rolled(&scene).is_empty());
    assert!(scene.saw(|event| matches!(event, Event::Shock(ShockEvent::AttackOver { .. }))));
}

#[test]
fn moi_shock_13_a_defender_that_is_gone_does_not_count() {
    // The first attack takes a Standard, by which the Retired pikes of the second one are lost: one attacker on one defender.
    let position = Scene::plain(&[
        ("A-DM2", "1408", 1),
        ("B-PK2", "1407", 7),
        ("A-DM3", "1008", 1),
        ("B-AX1", "1007", 7),
        ("B-PK3", "1108", 7),
    ])
    .retired("B-PK3")
    .standard("B2", "1407");
    let mut scene = phase(position, "A2");
    let attacks = [
        shock(&["A-DM2"], &["B-PK2"]),
        shock(&["A-DM3"], &["B-AX1", "B-PK3"]),
    ];
    scene.give(declare(&attacks), "");
    // 6 + 1 = 7: Disordered and Retreat 1.
    scene.answer(Answer::Attack { attack: 0 }, "6");
    let spot = scene.spots()[0].clone();
    scene.to("B-PK2", &spot, 7, "").to("A-DM2", "1407", 1, "2");
    assert!(scene.saw(|event| matches!(event, Event::Rally(RallyEvent::StandardCaptured { .. }))));
    assert_eq!(scene.unit("B-PK3").place, PiecePlace::Eliminated);
    assert_eq!(defended(&scene), [id("B-AX1")]);
    assert_eq!(added(&scene, "MOI-SDRM-02"), [0]);
}

#[test]
fn moi_shock_14_declarations_are_judged_as_a_whole() {
    // A at 1009 facing 1 (front 1008, 1109), B at 1110 facing 11 (front 1009, 1109).
    let position = Scene::plain(&[
        ("A-DM2", "1009", 1),
        ("A-DM3", "1110", 11),
        ("B-PK1", "1008", 7),
        ("B-PK2", "1109", 7),
    ]);
    let scene = phase(position, "A2");
    let rows: [(&[Declared], Option<&str>); 6] = [
        (
            &[shock(&["A-DM2"], &["B-PK1"]), shock(&["A-DM3"], &["B-PK2"])],
            None,
        ),
        (&[shock(&["A-DM2"], &["B-PK1", "B-PK2"])], None),
        (&[shock(&["A-DM2", "A-DM3"], &["B-PK2"])], Some("MOI-SHOCK-02")),
        (&[shock(&["A-DM2"], &["B-PK1"])], Some("MOI-SHOCK-02")),
        (&[shock(&["A-DM3"], &["B-PK2"])], None),
        (
            &[
                shock(&["A-DM2"], &["B-PK1", "B-PK2"]),
                shock(&["A-DM3"], &["B-PK2"]),
            ],
            Some("MOI-SHOCK-04"),
        ),
    ];
    for (place, (attacks, refused)) in rows.into_iter().enumerate() {
        let result = crate::rules::declaration::check(&scene.state, Seat::A, attacks);
        assert_eq!(
            result.err().map(|refusal| refusal.rule.to_string()).as_deref(),
            refused,
            "{place}"
        );
    }
    // With a charger on the second enemy the first may be attacked alone.
    let scene = phase(
        Scene::plain(&[
            ("A-MM1", "1009", 1),
            ("A-MM2", "1310", 9),
            ("B-PK1", "1008", 7),
            ("B-PK2", "1109", 1),
        ]),
        "A3",
    );
    let attacks = [
        shock(&["A-MM1"], &["B-PK1"]),
        attack(&[charging("A-MM2", &["1209"], None)], "B-PK2"),
    ];
    let result = crate::rules::declaration::check(&scene.state, Seat::A, &attacks);
    assert!(result.is_ok(), "{result:?}");
}

#[test]
fn moi_shock_15_the_obligation_is_looked_at_once() {
    // The second enemy's only attacker drops out by Reaction Fire: the first attack stays valid.
    let mut scene = phase(
        Scene::plain(&[
            ("A-MM1", "1009", 1),
            ("A-MM2", "1310", 9),
            ("B-AX1", "1008", 7),
            ("B-PK2", "1109", 1),
            ("B-AX2", "1308", 7),
        ])
        .class("B-AX2", ClassId::LB),
        "A3",
    );
    // The longbow at 1308 facing 7 has 1309 and 1208 in front; the charger's hex is 1209: it cannot react. It stands at 1210.
    scene.state.units.get_mut(&id("B-AX2")).unwrap().place = PiecePlace::On {
        hex: hex("1210"),
        facing: hour(1),
    };
    scene.give(
        declare(&[
            shock(&["A-MM1"], &["B-AX1"]),
            attack(&[charging("A-MM2", &["1209"], None)], "B-PK2"),
        ]),
        "",
    );
    // 5 + 2 = 7: the charger is Disordered and retreats; the other attack is fought alone: 4 + 1 + 1 = 6.
    scene.choose("B-AX2", "5");
    let spot = scene.spots()[0].clone();
    scene.to("A-MM2", &spot, 9, "4");
    assert_eq!(defended(&scene), [id("B-AX1")]);
}
