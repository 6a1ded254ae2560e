//! Retreats before shock. Section RBS of the catalogue.

use hindsight_kernel::Seat;

use super::scene::{Scene, declare, fire, hex, hour, id, shock};
use super::shocking::{added, defended, phase, rolled};
use crate::model::agenda::Answer;
use crate::model::attack::Declared;
use crate::model::event::{Event, ResultEvent};
use crate::model::piece::Status;

/// Foot attacks a mounted unit of side B.
fn against(defender: &str, attackers: &[(&str, &str, u8)]) -> Scene {
    let mut units = vec![(defender, "1007", 1)];
    units.extend_from_slice(attackers);
    Scene::plain(&units)
}

#[test]
fn moi_rbs_01_who_may_retreat_before_shock() {
    let offered = |scene: Scene, command: &str, attacks: &[Declared], dice: &str| {
        let mut scene = phase(scene, command);
        scene.give(declare(attacks), dice);
        scene.decision()
    };
    let foot = |defender| against(defender, &[("A-DM2", "1008", 1)]);
    let one = [shock(&["A-DM2"], &["B-MM1"])];
    assert_eq!(offered(foot("B-MM1"), "A2", &one, ""), "retreat_before_shock");
    // With a mounted attacker among them: no retreat, the attack is rolled: 0 + 1 + 4 = 5.
    let mixed = against("B-MM1", &[("A-DM2", "1008", 1), ("A-MM1", "1107", 9)]).with(|state| {
        let unit = state.units.get_mut(&id("A-MM1")).unwrap();
        unit.command = super::scene::command_id("A2");
    });
    let mixed = mixed.data(|battle| {
        battle.unit.get_mut(&id("A-MM1")).unwrap().command = super::scene::command_id("A2");
    });
    let both = [shock(&["A-DM2", "A-MM1"], &["B-MM1"])];
    assert_ne!(offered(mixed, "A2", &both, "0"), "retreat_before_shock");
    // A Disordered genitor, a foot unit: never.
    let mut disordered = phase(foot("B-GN1").disordered("B-GN1"), "A2");
    disordered.give(declare(&[shock(&["A-DM2"], &["B-GN1"])]), "0");
    assert_ne!(disordered.decision(), "retreat_before_shock");
    let mut pike = phase(foot("B-PK1"), "A2");
    pike.give(declare(&[shock(&["A-DM2"], &["B-PK1"])]), "4");
    assert_eq!(rolled(&pike).len(), 1);
}

#[test]
fn moi_rbs_02_where_to() {
    let mut scene = phase(against("B-GN1", &[("A-DM2", "1008", 1)]), "A2");
    scene.give(declare(&[shock(&["A-DM2"], &["B-GN1"])]), "");
    assert_eq!(scene.spots(), ["0907", "1006", "1107"]);
    // Not into an enemy ZOC, not onto a unit, not onto an enemy leader; where none is left it is not possible.
    let mut scene = phase(
        against(
            "B-GN1",
            &[("A-DM2", "1008", 1), ("A-LB4", "1005", 5), ("A-AX1", "0907", 1)],
        )
        .leader("Osric", "1107"),
        "A2",
    );
    scene.give(declare(&[shock(&["A-DM2"], &["B-GN1"])]), "3");
    assert_eq!(rolled(&scene).len(), 1);
    // Any facing.
    let mut scene = phase(against("B-GN1", &[("A-DM2", "1008", 1)]), "A2");
    scene.give(declare(&[shock(&["A-DM2"], &["B-GN1"])]), "");
    scene.to("B-GN1", "1006", 9, "");
    assert_eq!(scene.unit("B-GN1").facing(), Some(hour(9)));
}

#[test]
fn moi_rbs_03_one_attacker_may_enter_without_turning() {
    let mut scene = phase(
        against("B-GN1", &[("A-DM2", "1008", 1), ("A-AX1", "0907", 3)]),
        "A2",
    );
    scene.give(declare(&[shock(&["A-DM2", "A-AX1"], &["B-GN1"])]), "");
    let spot = scene.spots()[0].clone();
    scene.to("B-GN1", &spot, 1, "");
    assert_eq!(
        (scene.asked(), scene.decision().as_str()),
        (Seat::A, "advance_before_shock")
    );
    scene.to("A-DM2", "1007", 1, "");
    // Nobody attacks; the other stays.
    assert!(rolled(&scene).is_empty());
    assert_eq!(scene.hex_of("A-AX1"), Some(hex("0907")));
    assert_eq!(scene.unit("A-DM2").facing(), Some(hour(1)));
    assert_eq!(scene.decision(), "continuation");
}

#[test]
fn moi_rbs_04_one_attacker_and_two_defenders() {
    let position = || Scene::plain(&[("A-DM2", "1008", 1), ("B-GN1", "1007", 1), ("B-GN2", "1108", 3)]);
    // Only one retreats: the other is fought at strength 0, and the first hex is not entered before.
    let mut scene = phase(position(), "A2");
    scene.give(declare(&[shock(&["A-DM2"], &["B-GN1", "B-GN2"])]), "");
    scene.to("B-GN1", "1006", 1, "").no("2");
    assert_eq!(
        (defended(&scene), added(&scene, "MOI-SDRM-02")),
        (vec![id("B-GN2")], vec![0])
    );
    // Both retreat: the attacker chooses which hex to enter.
    let mut scene = phase(position(), "A2");
    scene.give(declare(&[shock(&["A-DM2"], &["B-GN1", "B-GN2"])]), "");
    scene.to("B-GN1", "1006", 1, "").to("B-GN2", "1208", 3, "");
    assert_eq!(scene.decision(), "advance_before_shock");
    assert_eq!(scene.spots(), ["1007", "1108"]);
}

#[test]
fn moi_rbs_05_men_at_arms_become_disordered() {
    for (unit, status) in [("B-MM1", Status::Disordered), ("B-GN1", Status::Normal)] {
        let mut scene = phase(
            against(unit, &[("A-DM2", "1008", 1)]).leader("Maran", "1007"),
            "A2",
        );
        scene.give(declare(&[shock(&["A-DM2"], &[unit])]), "");
        scene.to(unit, "1006", 1, "");
        assert_eq!(scene.unit(unit).status, status, "{unit}");
        // The leader goes along without a casualty roll.
        assert!(!scene.saw(|event| matches!(event, Event::Result(ResultEvent::LeaderRolled { .. }))));
        assert_eq!(
            scene
                .state
                .leader(super::scene::leader_id("Maran"))
                .unwrap()
                .hex(),
            Some(hex("1006"))
        );
    }
}

#[test]
fn moi_rbs_06_against_continued_attacks_under_the_same_condition() {
    let continued = |attacker: &'static str, command: &'static str| {
        let mut scene = Scene::plain(&[(attacker, "1008", 1), ("B-GN1", "1007", 1)]).active(command);
        scene.state.round = 1;
        scene.state.continuing = vec![id(attacker)];
        scene.state.agenda = vec![crate::model::agenda::Step::Resolution.into()];
        // The round of Continued Attacks begins.
        let mut tray = hindsight_kernel::ReportedTray::scripted(super::scene::faces("0"));
        let mut table = hindsight_kernel::Table::<crate::MenOfIron>::new(scene.state.clone(), &mut tray);
        let gone = hindsight_kernel::agenda::go_on::<crate::MenOfIron>(&mut table);
        let state = table.state().clone();
        assert!(gone.is_ok());
        state.agenda.last().map(|frame| frame.step.clone())
    };
    use crate::model::agenda::{Step, Topic};
    let asks = |step: Option<Step>| match step {
        Some(Step::Ask(question)) => Some(question.topic),
        _ => None,
    };
    assert_eq!(asks(continued("A-AX1", "A2")), Some(Topic::RetreatBeforeShock));
    assert_ne!(asks(continued("A-MM1", "A3")), Some(Topic::RetreatBeforeShock));
}

/// A counter-charge eliminates the longbow at 1010 and goes on against who stands at 1011.
fn counter_charge_goes_on(behind: &str) -> Scene {
    let mut scene = Scene::plain(&[
        ("A-LB1", "1010", 1),
        ("B-MM1", "1008", 7),
        (behind, "1011", 1),
        ("A-LB2", "0214", 1),
    ])
    .disordered("A-LB1")
    .active("A1");
    scene.give(fire("A-LB1", "B-MM1"), "");
    let straight = scene
        .answers()
        .into_iter()
        .find(|answer| matches!(answer, Answer::CounterCharge { turn: None, .. }))
        .unwrap();
    scene.answer(straight, "00");
    scene
}

#[test]
fn moi_rbs_06_mounted_units_may_retreat_before_a_continued_counter_charge() {
    // 11.6: "The Continuing unit must attack all units in its frontal hexes, those units can Retreat Before Combat."
    let mut scene = counter_charge_goes_on("A-GN1");
    // 9 + 2 + 3 + 2 = 16 on the Charge Table, Disordered: Eliminated, CA.
    scene.no("9");
    assert_eq!(
        (scene.asked(), scene.decision().as_str()),
        (Seat::A, "retreat_before_shock")
    );
    assert_eq!(scene.spots(), ["0912", "1012", "1112"]);
    // Who stays is attacked with -1.
    let mut stays = scene.clone();
    stays.no("3");
    assert_eq!(
        (defended(&stays), added(&stays, "MOI-SDRM-14")),
        (vec![id("A-GN1")], vec![-1])
    );
    // Who goes is not; genitors are not Disordered, and the owner of the riders may enter the hex without a turn.
    scene.to("A-GN1", "1012", 1, "");
    assert_eq!(scene.unit("A-GN1").status, Status::Normal);
    assert_eq!(
        (scene.asked(), scene.decision().as_str()),
        (Seat::B, "advance_before_shock")
    );
    let stands = scene.clone();
    scene.to("B-MM1", "1011", 7, "");
    assert_eq!(scene.hex_of("B-MM1"), Some(hex("1011")));
    for mut scene in [scene, stands] {
        if scene.decision() == "advance_before_shock" {
            scene.no("");
        }
        // It attacks nobody any more, and the active player goes on.
        assert!(rolled(&scene).is_empty());
        assert_eq!((scene.asked(), scene.decision().as_str()), (Seat::A, "move_fire"));
    }
    // Men-at-arms on horses too, Disordered by it; foot never.
    let mut horse = counter_charge_goes_on("A-MM1");
    horse.no("9").to("A-MM1", "1012", 1, "");
    assert_eq!(horse.unit("A-MM1").status, Status::Disordered);
    let mut foot = counter_charge_goes_on("A-DM1");
    foot.no("97");
    assert_eq!(defended(&foot), [id("A-LB1"), id("A-DM1")]);
}
