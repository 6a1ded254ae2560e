//! Counter-Charges. Section CC of the catalogue.

use hindsight_geometry::hexes::Hexside;
use hindsight_kernel::Seat;

use super::scene::{Scene, attack, charging, declare, fire, hex, hour, id, shock, step};
use super::shocking::{added, phase, rolled};
use crate::data::Combat;
use crate::model::agenda::Answer;
use crate::model::command::Command;
use crate::model::event::{Event, FireEvent, ShockEvent};
use crate::model::names::{FeatureId, UnitId};
use crate::model::piece::{PiecePlace, Status};

/// Dismounted men-at-arms of A2 attack men-at-arms on horses at 1008.
fn attacked(facing: u8, attackers: &[(&'static str, &'static str, u8)]) -> Scene {
    let mut units = vec![("B-MM1", "1008", facing)];
    units.extend_from_slice(attackers);
    let names: Vec<&str> = attackers.iter().map(|(unit, ..)| *unit).collect();
    let mut scene = phase(Scene::plain(&units), "A2");
    scene.give(declare(&[shock(&names, &["B-MM1"])]), "");
    if scene.decision() == "retreat_before_shock" {
        scene.no("");
    }
    scene
}

fn counter(targets: &[&str], turn: Option<u8>) -> Answer {
    Answer::CounterCharge {
        unit: id("B-MM1"),
        targets: targets.iter().map(|unit| id(unit)).collect(),
        turn: turn.map(hour),
        path: Vec::new(),
    }
}

/// The options against fire, straight and turned.
fn against_fire(scene: &Scene) -> Vec<(Option<u8>, Vec<String>)> {
    scene
        .answers()
        .iter()
        .filter_map(|answer| match answer {
            Answer::CounterCharge { turn, path, .. } => Some((
                turn.map(hindsight_geometry::hexes::Facing::hour),
                path.iter().map(ToString::to_string).collect(),
            )),
            _ => None,
        })
        .collect()
}

/// A longbow of A at 1010 shoots at men-at-arms at 1008 that face it.
fn shot_at() -> Scene {
    let mut scene =
        Scene::plain(&[("A-LB1", "1010", 1), ("B-MM1", "1008", 7), ("A-LB2", "0214", 1)]).active("A1");
    scene.give(fire("A-LB1", "B-MM1"), "");
    scene
}

/// The answer that goes straight at the firer.
fn straight(scene: &Scene) -> Answer {
    scene
        .answers()
        .into_iter()
        .find(|answer| matches!(answer, Answer::CounterCharge { turn: None, .. }))
        .unwrap()
}

#[test]
fn moi_cc_01_who_may_try_and_when() {
    // Attacked from the rear only: no attempt, the attack is rolled when the retreat is declined.
    let mut scene = phase(Scene::plain(&[("B-MM1", "1008", 1), ("A-DM2", "1009", 1)]), "A2");
    scene.give(declare(&[shock(&["A-DM2"], &["B-MM1"])]), "").no("2");
    assert_eq!(rolled(&scene).len(), 1);
    // Through the front: offered.
    let scene = attacked(7, &[("A-DM2", "1009", 1)]);
    assert_eq!(
        (scene.asked(), scene.decision().as_str()),
        (Seat::B, "counter_charge")
    );
    // Shot along the spine of flank and rear: no; of front and flank: yes.
    for (at, facing, offered) in [("0808", 3, false), ("1208", 9, true), ("0910", 1, false)] {
        let mut scene = Scene::plain(&[("A-LB1", at, facing), ("B-MM1", "1008", 1)]).active("A1");
        let result = scene.try_give(fire("A-LB1", "B-MM1"), if offered { "" } else { "0" });
        assert!(result.is_ok(), "{at}: {result:?}");
        assert_eq!(scene.decision() == "counter_charge_fire", offered, "{at}");
    }
}

#[test]
fn moi_cc_02_who_is_excluded() {
    // A longbow had it in its front from the start and still has.
    let mut scene = phase(
        Scene::plain(&[("B-MM1", "1008", 1), ("A-LB4", "1007", 7), ("A-DM2", "1109", 11)]),
        "A2",
    );
    scene.give(declare(&[shock(&["A-DM2"], &["B-MM1"])]), "");
    if scene.decision() == "retreat_before_shock" {
        scene.no("3");
    }
    assert!(!scene.saw(|event| matches!(event, Event::Shock(ShockEvent::CounterChargeRolled { .. }))));
    assert_ne!(scene.decision(), "counter_charge");
    // Dismounted men-at-arms have no ZOC: allowed although they stood there from the start.
    assert_eq!(attacked(7, &[("A-DM2", "1009", 1)]).decision(), "counter_charge");
    // Disordered: no.
    let mut scene = phase(
        Scene::plain(&[("B-MM1", "1008", 7), ("A-DM2", "1009", 1)]).disordered("B-MM1"),
        "A2",
    );
    scene.give(declare(&[shock(&["A-DM2"], &["B-MM1"])]), "2");
    assert_eq!(rolled(&scene).len(), 1);
}

#[test]
fn moi_cc_03_one_attempt_in_an_activation() {
    // A longbow shoots at men-at-arms, then dismounted men-at-arms of its Command attack them.
    let mut scene = Scene::plain(&[
        ("A-LB1", "1010", 1),
        ("A-DM1", "0909", 1),
        ("B-MM1", "1008", 7),
        ("A-LB2", "0214", 1),
    ])
    .active("A1");
    scene.give(fire("A-LB1", "B-MM1"), "");
    assert_eq!(scene.decision(), "counter_charge_fire");
    let attacked = |mut scene: Scene| {
        scene.give(Command::EndMoveFire, "");
        scene.give(declare(&[shock(&["A-DM1"], &["B-MM1"])]), "");
        scene
    };
    let failed = |event: &Event| {
        matches!(
            event,
            Event::Shock(ShockEvent::CounterChargeRolled { success: false, .. })
        )
    };
    let tried = |event: &Event| matches!(event, Event::Shock(ShockEvent::CounterChargeRolled { .. }));
    // The attempt against fire failed (9): no second one against the attack, which is rolled at once.
    let mut second = scene.clone();
    let answer = straight(&second);
    second.answer(answer, "90");
    assert!(second.saw(failed));
    let mut second = attacked(second);
    second.no("2");
    assert_eq!(rolled(&second).len(), 1);
    assert!(!second.saw(tried));
    // Where none was made against fire, one may be made against the attack; failed (9), there is no second one.
    let mut first = scene;
    first.no("0");
    let mut first = attacked(first);
    first.no("");
    assert_eq!(first.decision(), "counter_charge");
    first.answer(counter(&["A-DM1"], None), "92");
    assert!(first.saw(failed));
    assert_eq!((first.count(tried), rolled(&first).len()), (1, 1));
}

#[test]
fn moi_cc_04_all_shocking_or_all_charging() {
    // One charger and one foot unit: either, not both.
    let position = Scene::plain(&[("B-MM1", "1008", 7), ("A-DM2", "0909", 1), ("A-MM1", "1011", 1)])
        .data(|battle| battle.unit.get_mut(&id("A-MM1")).unwrap().command = super::scene::command_id("A2"))
        .with(|state| state.units.get_mut(&id("A-MM1")).unwrap().command = super::scene::command_id("A2"));
    let mut scene = phase(position, "A2");
    let both = attack(
        &[
            super::scene::shocking("A-DM2"),
            charging("A-MM1", &["1010", "1009"], None),
        ],
        "B-MM1",
    );
    scene.give(declare(&[both]), "");
    let targets: Vec<Vec<UnitId>> = scene
        .answers()
        .into_iter()
        .filter_map(|answer| match answer {
            Answer::CounterCharge { targets, .. } => Some(targets),
            _ => None,
        })
        .collect();
    assert!(targets.contains(&vec![id("A-DM2")]) && targets.contains(&vec![id("A-MM1")]));
    assert!(targets.iter().all(|targets| targets.len() == 1));
    // Two chargers in front: both with one roll.
    let mut scene = phase(
        Scene::plain(&[("B-MM1", "1008", 7), ("A-MM1", "1011", 1), ("A-MM2", "0810", 1)]),
        "A3",
    );
    let both = [
        charging("A-MM1", &["1010", "1009"], None),
        charging("A-MM2", &["0910", "0909"], None),
    ];
    scene
        .give(declare(&[attack(&both, "B-MM1")]), "")
        .choose("A-MM1", "");
    let pair = counter(&["A-MM1", "A-MM2"], None);
    assert!(scene.answers().contains(&pair));
    scene.answer(pair, "04");
    assert_eq!(
        scene.count(|event| matches!(event, Event::Shock(ShockEvent::CounterChargeRolled { .. }))),
        1
    );
    assert_eq!(rolled(&scene)[0].1, Combat::Shock);
}

#[test]
fn moi_cc_05_at_most_one_vertex_and_targets_in_front() {
    // At 1008 facing 1, the attacker at 1109 in its right flank: it must turn to 3.
    let scene = attacked(1, &[("A-DM2", "1109", 11)]);
    assert_eq!(scene.answers(), [counter(&["A-DM2"], Some(3)), Answer::No]);
    // +1 on the roll: 3 succeeds, 4 fails.
    for (die, success) in [("3", true), ("4", false)] {
        let mut scene = scene.clone();
        scene.answer(counter(&["A-DM2"], Some(3)), &format!("{die}4"));
        let rolled = |event: &Event| matches!(event, Event::Shock(ShockEvent::CounterChargeRolled { success: is, .. }) if *is == success);
        assert!(scene.saw(rolled), "{die}");
    }
    // An attacker at 1007 needs no turn; with another at 1109 only one of them can be in front.
    let scene = attacked(1, &[("A-DM2", "1007", 7), ("A-AX1", "1109", 11)]);
    let answers = scene.answers();
    assert!(answers.contains(&counter(&["A-DM2"], None)));
    let pairs = answers
        .iter()
        .filter(|answer| matches!(answer, Answer::CounterCharge { targets, .. } if targets.len() > 1));
    assert_eq!(pairs.count(), 0);
}

/// The targets of a counter-charge, and the hour to which the unit turns for it.
fn named(scene: &Scene) -> Vec<(Vec<UnitId>, Option<u8>)> {
    let answers = scene.answers();
    let named = answers.into_iter().filter_map(|answer| match answer {
        Answer::CounterCharge { targets, turn, .. } => {
            Some((targets, turn.map(hindsight_geometry::hexes::Facing::hour)))
        }
        _ => None,
    });
    named.collect()
}

#[test]
fn moi_cc_05_a_turn_is_offered_only_where_a_target_needs_it() {
    // At 1210 facing 1: the Shock attacker at 1310 is in front, the charger that comes to 1311 is not.
    let mut scene = phase(
        Scene::plain(&[("B-MM4", "1411", 11), ("B-DM1", "1310", 9), ("A-MM1", "1210", 1)]),
        "B3",
    );
    let both = [
        charging("B-MM4", &["1311"], None),
        super::scene::shocking("B-DM1"),
    ];
    scene.give(declare(&[attack(&both, "A-MM1")]), "");
    assert_eq!(
        named(&scene),
        [(vec![id("B-DM1")], None), (vec![id("B-MM4")], Some(3))]
    );
    // Two that are in front only after the turn, one of which is in front without it: the pair needs the turn, the one does not.
    let scene = attacked(1, &[("A-DM2", "1108", 9), ("A-AX1", "1109", 11)]);
    let (near, far) = (id("A-DM2"), id("A-AX1"));
    assert_eq!(
        named(&scene),
        [
            (vec![near], None),
            (vec![far], Some(3)),
            (vec![near, far], Some(3))
        ]
    );
}

#[test]
fn moi_cc_05_against_fire_no_turn_leads_to_the_path_that_needs_none() {
    assert_eq!(against_fire(&shot_at()), [(None, vec!["1009".to_owned()])]);
    // Facing 1 with the firer at 1208: the path by 1108 needs the turn to 3, and so does that by 1109.
    let mut scene = Scene::plain(&[("A-LB1", "1208", 9), ("B-MM1", "1008", 1)]).active("A1");
    scene.give(fire("A-LB1", "B-MM1"), "");
    let turned = |path: &str| (Some(3), vec![path.to_owned()]);
    assert_eq!(against_fire(&scene), [turned("1108"), turned("1109")]);
}

#[test]
fn moi_cc_08_success_against_chargers() {
    // One charger alone with its leader: Shock Table, no charge DRM, no leader DRM, no -2.
    let mut scene = phase(
        Scene::plain(&[("B-MM1", "1008", 7), ("A-MM1", "1010", 1)]).leader("Bryce", "1010"),
        "A3",
    );
    scene.give(
        declare(&[attack(&[charging("A-MM1", &["1009"], None)], "B-MM1")]),
        "",
    );
    scene.answer(counter(&["A-MM1"], None), "45");
    assert_eq!(rolled(&scene), [(id("B-MM1"), Combat::Shock, 5)]);
    for rule in ["MOI-SDRM-07", "MOI-SDRM-08", "MOI-SDRM-13"] {
        assert_eq!(added(&scene, rule), [0], "{rule}");
    }
    // Two chargers, one counter-charged: Charge Table, the DRM for the other.
    let mut scene = phase(
        Scene::plain(&[("B-MM1", "1008", 7), ("A-MM1", "1011", 1), ("A-MM2", "0810", 1)]),
        "A3",
    );
    let both = [
        charging("A-MM1", &["1010", "1009"], None),
        charging("A-MM2", &["0910", "0909"], None),
    ];
    scene
        .give(declare(&[attack(&both, "B-MM1")]), "")
        .choose("A-MM1", "");
    // 1 + 1 (strength) + 2 = 4 on the Charge Table: no effect.
    scene.answer(counter(&["A-MM1"], None), "01");
    assert_eq!(rolled(&scene), [(id("B-MM1"), Combat::Charge, 4)]);
    assert_eq!(added(&scene, "MOI-SDRM-07"), [2]);
}

#[test]
fn moi_cc_09_success_against_shock_attackers() {
    // DMAA on MMAA: -1 by the matrix; with the -2 it is -3.
    let mut scene = attacked(7, &[("A-DM2", "1009", 1)]);
    scene.answer(counter(&["A-DM2"], None), "08");
    assert_eq!(rolled(&scene), [(id("B-MM1"), Combat::Shock, 5)]);
    assert_eq!(added(&scene, "MOI-SDRM-13"), [-2]);
    // One attacker, two defenders, one of which succeeds: only on that roll.
    let mut scene = phase(
        Scene::plain(&[("A-DM2", "1009", 1), ("B-MM1", "1008", 7), ("B-MM2", "1109", 7)]),
        "A2",
    );
    scene
        .give(declare(&[shock(&["A-DM2"], &["B-MM1", "B-MM2"])]), "")
        .no("");
    scene.answer(counter(&["A-DM2"], None), "0").no("97");
    assert_eq!(added(&scene, "MOI-SDRM-13"), [-2, 0]);
}

#[test]
fn moi_cc_10_a_counter_charge_against_fire() {
    let mut scene = shot_at();
    let answer = straight(&scene);
    // Success, the shot misses; the longbow does not react.
    scene.answer(answer, "00");
    assert_eq!(scene.decision(), "reaction_fire");
    // 5 + 2 (charge) + 3 (matrix) + 1 (rating), from the front: 11 on the Charge Table.
    scene.no("5");
    assert_eq!(rolled(&scene), [(id("A-LB1"), Combat::Charge, 11)]);
    assert_eq!(
        (added(&scene, "MOI-SDRM-07"), added(&scene, "MOI-SDRM-02")),
        (vec![2], vec![0])
    );
    // The order: Counter-Charge roll, Active Fire, ride.
    let mut scene = shot_at();
    let answer = straight(&scene);
    scene.answer(answer, "00");
    let place = |is: &dyn Fn(&Event) -> bool| scene.events.iter().position(is).unwrap();
    let roll = place(&|event| matches!(event, Event::Shock(ShockEvent::CounterChargeRolled { .. })));
    let shot = place(&|event| matches!(event, Event::Fire(FireEvent::ActiveFired { .. })));
    let ride = place(&|event| matches!(event, Event::Shock(ShockEvent::CounterChargerMoved { .. })));
    assert!(roll < shot && shot < ride);
    // The roll fails: the fire is resolved, nothing else.
    let mut scene = shot_at();
    let answer = straight(&scene);
    scene.answer(answer, "50");
    assert_eq!(
        (scene.decision().as_str(), rolled(&scene).len()),
        ("move_fire", 0)
    );
}

#[test]
fn moi_cc_11_damage_before_contact() {
    // The fire Disorders it (4 + 1 = 5): it goes in and fights as Shock at -2.
    let mut scene = shot_at();
    let answer = straight(&scene);
    scene.answer(answer, "04").no("4");
    assert_eq!(scene.unit("B-MM1").status, Status::Disordered);
    // 4 + 3 + 1 - 2 = 6.
    assert_eq!(rolled(&scene), [(id("A-LB1"), Combat::Shock, 6)]);
    assert_eq!(
        (added(&scene, "MOI-SDRM-10"), added(&scene, "MOI-SDRM-07")),
        (vec![-2], vec![0])
    );
    // Unhorsed by the fire (8 + 1 = 9): no counter-charge combat.
    let mut scene = shot_at();
    let answer = straight(&scene);
    scene.answer(answer, "08");
    assert!(rolled(&scene).is_empty());
    assert_eq!(scene.decision(), "move_fire");
}

#[test]
fn moi_cc_12_the_firer_has_finished() {
    let position = || {
        let mut scene = Scene::plain(&[("A-GN1", "1011", 1), ("B-MM1", "1008", 7)]).active("A3");
        scene
            .give(step("A-GN1", "1010"), "")
            .give(step("A-GN1", "1009"), "");
        scene.give(fire("A-GN1", "B-MM1"), "");
        scene
    };
    // Carried out: no moving on. Adjacent: no steps, so no Reaction Fire. 0 + 2 + 2 + 2 = 6: Disordered.
    let mut scene = position();
    let answer = straight(&scene);
    scene.answer(answer, "000");
    let finished = scene.unit("A-GN1").acts.finished;
    assert!(finished);
    // The roll fails: it may move on.
    let mut scene = position();
    let answer = straight(&scene);
    scene.answer(answer, "90");
    assert!(scene.allows(step("A-GN1", "1010"), ""));
}

#[test]
fn moi_cc_13_continued_attacks_of_a_counter_charge() {
    // The longbow is eliminated with a Continued Attack; behind it stands a pike that has not moved.
    let mut scene = Scene::plain(&[
        ("A-LB1", "1010", 1),
        ("B-MM1", "1008", 7),
        ("A-DM1", "1011", 1),
        ("A-LB2", "0214", 1),
    ])
    .disordered("A-LB1")
    .active("A1");
    scene.give(fire("A-LB1", "B-MM1"), "");
    let answer = straight(&scene);
    scene.answer(answer, "00");
    // 9 + 2 + 3 + 2 = 16 on the Charge Table, Disordered: Eliminated, CA. Then DMAA: 3 + 0 - 1 - 1 (rating) = 1...
    scene.no("97");
    let fought = rolled(&scene);
    assert_eq!(fought.len(), 2);
    assert_eq!(fought[1].0, id("A-DM1"));
    assert_eq!(added(&scene, "MOI-SDRM-14"), [0, -1]);
    assert_eq!(scene.hex_of("B-MM1"), Some(hex("1010")));
    // The active player goes on.
    assert_eq!((scene.asked(), scene.decision().as_str()), (Seat::A, "move_fire"));
    assert!(scene.allows(step("A-LB2", "0213"), ""));
}

#[test]
fn moi_cc_14_failure_changes_nothing() {
    let mut scene = attacked(1, &[("A-DM2", "1109", 11)]);
    scene.answer(counter(&["A-DM2"], Some(3)), "93");
    assert_eq!(scene.unit("B-MM1").facing(), Some(hour(1)));
    // The attack goes on: flank +2, matrix -1.
    assert_eq!(rolled(&scene), [(id("B-MM1"), Combat::Shock, 4)]);
}

#[test]
fn moi_cc_15_no_reluctance_roll() {
    let mut scene = shot_at();
    let answer = straight(&scene);
    scene.answer(answer, "00").no("0");
    assert_eq!(rolled(&scene).len(), 1);
    assert!(!scene.saw(|event| matches!(event, Event::Shock(ShockEvent::ReluctanceRolled { .. }))));
}

#[test]
fn moi_cc_16_retreat_is_offered_before_the_counter_charge() {
    let mut scene = phase(Scene::plain(&[("B-MM1", "1008", 7), ("A-DM2", "1009", 1)]), "A2");
    scene.give(declare(&[shock(&["A-DM2"], &["B-MM1"])]), "");
    assert_eq!(scene.decision(), "retreat_before_shock");
    // Who retreats cannot counter-charge.
    let mut retreats = scene.clone();
    retreats.to("B-MM1", "1007", 7, "");
    assert_ne!(retreats.decision(), "counter_charge");
    scene.no("");
    assert_eq!(scene.decision(), "counter_charge");
}

#[test]
fn moi_cc_17_not_in_continued_attacks() {
    use crate::rules::countercharge::{against_attackers, options_against_attackers};
    let scene = attacked(7, &[("A-DM2", "1009", 1)]);
    assert!(!options_against_attackers(&scene.state).is_empty());
    // The same position in a later round: nobody is asked.
    let mut state = scene.state;
    state.agenda = vec![crate::model::agenda::Step::CounterCharges.into()];
    state.round = 1;
    let frame = state.agenda[0].clone();
    let mut tray = hindsight_kernel::ReportedTray::scripted([]);
    let mut table = hindsight_kernel::Table::<crate::MenOfIron>::new(state, &mut tray);
    assert!(against_attackers(&mut table, &frame).is_ok());
}

#[test]
fn moi_cc_18_the_angle_follows_the_new_facing() {
    let mut scene = attacked(1, &[("A-DM2", "1109", 11)]);
    scene.answer(counter(&["A-DM2"], Some(3)), "08");
    assert_eq!(scene.unit("B-MM1").facing(), Some(hour(3)));
    assert_eq!(
        (added(&scene, "MOI-SDRM-03"), added(&scene, "MOI-SDRM-13")),
        (vec![0], vec![-2])
    );
}

#[test]
fn moi_cc_19_terrain_limits() {
    let offered = |change: &dyn Fn(&mut crate::data::Battle)| {
        let mut scene = phase(
            Scene::plain(&[("B-MM1", "1008", 7), ("A-DM2", "1009", 1)]).data(change),
            "A2",
        );
        scene.give(declare(&[shock(&["A-DM2"], &["B-MM1"])]), "");
        if scene.decision() == "retreat_before_shock" {
            let asked = scene.try_give(Command::Choose { answer: Answer::No }, "");
            return asked.is_ok() && scene.decision() == "counter_charge";
        }
        scene.decision() == "counter_charge"
    };
    assert!(offered(&|_| {}));
    let stream = |battle: &mut crate::data::Battle| {
        let side = Hexside::between(hex("1008"), hex("1009")).unwrap();
        battle.map.side.insert(side, vec![FeatureId::of("stream")]);
    };
    assert!(!offered(&stream));
    for ground in ["woods", "village"] {
        let in_cover = |battle: &mut crate::data::Battle| {
            battle.map.hex.entry(hex("1009")).or_default().terrain =
                crate::model::names::TerrainId::of(ground);
        };
        assert!(!offered(&in_cover), "{ground}");
    }
    for (at, level) in [("1008", 1), ("1009", 1)] {
        let slope = |battle: &mut crate::data::Battle| {
            battle.map.hex.entry(hex(at)).or_default().level = level;
        };
        assert!(offered(&slope), "{at}");
    }
    // Against fire too: a stream in between leaves no attempt.
    let mut scene = Scene::plain(&[("A-LB1", "1010", 1), ("B-MM1", "1008", 7)])
        .data(|battle| {
            for (one, other) in [("1009", "1010"), ("0910", "1010"), ("0909", "1010")] {
                if let Some(side) = Hexside::between(hex(one), hex(other)) {
                    battle.map.side.insert(side, vec![FeatureId::of("stream")]);
                }
            }
        })
        .active("A1");
    scene.give(fire("A-LB1", "B-MM1"), "0");
    assert_eq!(scene.decision(), "move_fire");
    let _ = (against_fire(&shot_at()), PiecePlace::Due);
}
