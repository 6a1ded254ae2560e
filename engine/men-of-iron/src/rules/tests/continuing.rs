//! Continued Attacks. Section CONT of the catalogue.

use hindsight_kernel::Seat;

use super::scene::{Scene, attack, charging, declare, hex, hour, id, shock, shocking};
use super::shocking::{added, phase, rolled};
use crate::data::{Combat, Order, Outcome, Token};
use crate::model::agenda::{Answer, Step};
use crate::model::event::{Event, ResultEvent, ShockEvent};
use crate::model::names::{ClassId, UnitId};
use crate::model::piece::{Formation, Status};

/// A pike that is eliminated with a Continued Attack: Disordered, 9 + 1 (rating) + 0 = 10 on the Shock Table by MMAA.
fn continued(others: &[(&str, &str, u8)]) -> Scene {
    let mut units = vec![("A-MM1", "1009", 1), ("B-PK1", "1008", 5)];
    units.extend_from_slice(others);
    phase(Scene::plain(&units).disordered("B-PK1"), "A3")
}

#[test]
fn moi_cont_01_one_unit_earns_it() {
    // Two attackers: only the one that advances.
    let mut scene = continued(&[("A-MM2", "1109", 11)]);
    scene.give(declare(&[shock(&["A-MM1", "A-MM2"], &["B-PK1"])]), "9");
    assert_eq!(scene.decision(), "advance");
    scene.to("A-MM1", "1008", 1, "");
    assert_eq!(earned(&scene), [id("A-MM1")]);
    // No hex is vacated, since the defender does not retreat: 9 + 1 (strength) + 1 (rating) + 1 (matrix) = 12, Disordered and
    // a Continued Attack for the one that would have had priority. Of equals the active player names it.
    let stands = |units: &[(&str, &str, u8)]| {
        Scene::plain(units).data(|battle| battle.unit.get_mut(&id("B-AX1")).unwrap().no_retreat = true)
    };
    let mut scene = phase(
        stands(&[("A-MM1", "1009", 1), ("A-MM2", "1109", 11), ("B-AX1", "1008", 5)]),
        "A3",
    );
    scene.give(declare(&[shock(&["A-MM1", "A-MM2"], &["B-AX1"])]), "9");
    assert_eq!(scene.hex_of("B-AX1"), Some(hex("1008")));
    assert_eq!(
        (scene.asked(), scene.decision().as_str()),
        (Seat::A, "continued_attack")
    );
    let named: Vec<Answer> = ["A-MM1", "A-MM2"]
        .map(|unit| Answer::Unit { unit: id(unit) })
        .to_vec();
    assert_eq!(scene.answers(), named);
    // 0 + 2 (rating) + 1 (matrix) - 1 (second attack) = 2. Only the one that was named attacks.
    scene.choose("A-MM2", "0");
    assert_eq!(earned(&scene), [id("A-MM2")]);
    let attackers: Vec<&[UnitId]> = scene
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Shock(ShockEvent::ShockRolled { attackers, .. }) => Some(&attackers[..]),
            _ => None,
        })
        .collect();
    assert_eq!(attackers, [[id("A-MM2")]]);
    // A mounted unit comes before one on foot: nobody is asked.
    let mut scene = phase(
        stands(&[("A-MM1", "1009", 1), ("A-DM3", "1109", 11), ("B-AX1", "1008", 5)]).under("A-MM1", "A2"),
        "A2",
    );
    scene.give(declare(&[shock(&["A-DM3", "A-MM1"], &["B-AX1"])]), "90");
    assert_eq!(earned(&scene), [id("A-MM1")]);
}

/// Who has earned a Continued Attack by the last command.
fn earned(scene: &Scene) -> Vec<UnitId> {
    scene
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Result(ResultEvent::ContinuedAttackEarned { unit }) => Some(*unit),
            _ => None,
        })
        .collect()
}

#[test]
fn moi_cont_02_a_new_shock_round() {
    // It must attack what is in front of it, on the Shock Table, without Counter-Charge.
    let mut scene = continued(&[("B-MM1", "1007", 7)]);
    // Then 3 + 0 + 0 - 1 = 2: Attacker Disordered.
    scene.give(declare(&[shock(&["A-MM1"], &["B-PK1"])]), "93");
    let fought = rolled(&scene);
    assert_eq!((fought.len(), fought[1]), (2, (id("B-MM1"), Combat::Shock, 2)));
    assert_eq!(scene.state.round, 0);
    // Two continuing units with the same enemy in front may join; a Charge is none, others do not attack.
    let mut scene = Scene::plain(&[
        ("A-MM1", "1008", 1),
        ("A-MM2", "0907", 3),
        ("A-MM3", "1210", 1),
        ("B-AX1", "1007", 7),
        ("B-AX2", "1208", 7),
    ])
    .active("A3");
    scene.state.round = 1;
    scene.state.continuing = vec![id("A-MM1"), id("A-MM2")];
    scene.state.agenda = vec![Step::ContinuedAttacks.into()];
    let charge = attack(&[charging("A-MM1", &["1007"], None)], "B-AX1");
    assert_eq!(scene.refused(declare(&[charge])), "MOI-CONT-02");
    assert_eq!(
        scene.refused(declare(&[shock(&["A-MM3"], &["B-AX2"])])),
        "MOI-CONT-02"
    );
    assert_eq!(scene.refused(declare(&[])), "MOI-CONT-02");
    let joined = attack(&[shocking("A-MM1"), shocking("A-MM2")], "B-AX1");
    scene.give(declare(&[joined]), "0");
    assert_eq!(added(&scene, "MOI-SDRM-02"), [1]);
}

#[test]
fn moi_cont_03_rounds_repeat() {
    // Three Continued Attacks in a row: three extra rounds. All pikes are Disordered, bad, and without a Standard.
    let mut scene = continued(&[("B-PK2", "1007", 5), ("B-PK3", "1006", 5), ("B-PK4", "1005", 5)])
        .disordered("B-PK2")
        .disordered("B-PK3")
        .disordered("B-PK4")
        .data(|battle| {
            for card in battle.unit.values_mut() {
                card.sdd_dis = 3;
            }
        });
    // 12, 11, 10, 9: each with a Continued Attack; then nobody is in front.
    scene.give(declare(&[shock(&["A-MM1"], &["B-PK1"])]), "9999");
    let sums: Vec<i32> = rolled(&scene).iter().map(|(.., sum)| *sum).collect();
    assert_eq!(sums, [12, 11, 10, 9]);
    assert_eq!(
        (scene.hex_of("A-MM1"), scene.decision().as_str()),
        (Some(hex("1005")), "continuation")
    );
}

#[test]
fn moi_cont_04_the_falling_drm() {
    let mut scene = continued(&[("B-PK2", "1007", 5), ("B-PK3", "1006", 5)])
        .disordered("B-PK2")
        .disordered("B-PK3");
    scene.give(declare(&[shock(&["A-MM1"], &["B-PK1"])]), "999");
    assert_eq!(added(&scene, "MOI-SDRM-14"), [0, -1, -2]);
}

#[test]
fn moi_cont_05_nobody_in_front() {
    let mut scene = continued(&[]);
    scene.give(declare(&[shock(&["A-MM1"], &["B-PK1"])]), "9");
    assert_eq!(
        (rolled(&scene).len(), scene.decision().as_str()),
        (1, "continuation")
    );
    assert_eq!(scene.hex_of("A-MM1"), Some(hex("1008")));
}

#[test]
fn moi_cont_06_losing_it() {
    // Disordered by the other roll it continues at -2 (SHOCK-09); made to retreat it does not.
    let mut scene = phase(
        Scene::plain(&[("A-DM1", "1008", 1), ("B-PK1", "1007", 7), ("B-PK2", "1108", 7)]).disordered("B-PK2"),
        "A1",
    );
    // 1 + 1 - 1 = 1: Attacker Disordered and Retreat 1; 9 + 1 + 1 - 1 = 10: Eliminated and CA.
    scene.give(declare(&[shock(&["A-DM1"], &["B-PK1", "B-PK2"])]), "19");
    let spot = scene.spots()[0].clone();
    scene.to("A-DM1", &spot, 1, "");
    assert!(!scene.saw(|event| matches!(event, Event::Result(ResultEvent::ContinuedAttackEarned { .. }))));
    assert_eq!(scene.decision(), "continuation");
}

#[test]
fn moi_cont_07_a_defender_that_stays() {
    // A Schiltron with Disordered, Retreat 1 and CA: 9 + 1 + 3... DMAA 12 is reached by a better matrix.
    let position = Scene::plain(&[("A-DM1", "1008", 1), ("B-PK1", "1007", 7)])
        .formation("B-PK1", Formation::Schiltron)
        .data(|battle| battle.unit.get_mut(&id("B-PK1")).unwrap().sdd = 3);
    let mut scene = phase(position, "A1");
    // 8 + 3 + 1 - 1 = 11: Disordered, Retreat 1, CA. In place; again at -1: 2 + 1 (rating) + 1 - 1 - 1 = 2.
    scene.give(declare(&[shock(&["A-DM1"], &["B-PK1"])]), "82");
    assert_eq!(scene.hex_of("B-PK1"), Some(hex("1007")));
    assert_eq!(rolled(&scene).len(), 2);
    assert_eq!(added(&scene, "MOI-SDRM-14"), [0, -1]);
    assert_eq!(scene.hex_of("A-DM1"), Some(hex("1008")));
}

#[test]
fn moi_cont_08_the_advance_keeps_the_facing() {
    let mut scene = continued(&[("B-MM1", "1108", 7)]);
    // After the advance to 1008 facing 1 the enemy at 1108 is in front.
    scene.give(declare(&[shock(&["A-MM1"], &["B-PK1"])]), "93");
    assert_eq!(scene.unit("A-MM1").facing(), Some(hour(1)));
    assert_eq!(rolled(&scene)[1].0, id("B-MM1"));
    // With two vacated hexes the player picks one.
    let mut scene = phase(
        Scene::plain(&[("A-DM1", "1008", 1), ("B-PK1", "1007", 7), ("B-PK2", "1108", 7)])
            .disordered("B-PK1")
            .disordered("B-PK2"),
        "A1",
    );
    scene.give(declare(&[shock(&["A-DM1"], &["B-PK1", "B-PK2"])]), "99");
    scene.choose("B-PK1", "");
    let facings: Vec<Answer> = scene.answers();
    assert_eq!(facings.len(), 2);
    assert!(
        facings
            .iter()
            .all(|answer| matches!(answer, Answer::Place { facing, .. } if *facing == hour(1)))
    );
}

#[test]
fn moi_cont_09_the_books_example_of_a_continued_attack() {
    // Z wins a Continued Attack, 9 + 1 (rating) = 10 against Disordered pikes, and comes before a longbow whose flank is turned
    // to it and Disordered pikes.
    let mut scene = phase(
        Scene::plain(&[
            ("A-MM2", "1009", 1),
            ("B-PK2", "1008", 7),
            ("B-AX1", "1007", 9),
            ("B-PK1", "1108", 7),
        ])
        .class("B-AX1", ClassId::LB)
        .disordered("B-PK1")
        .disordered("B-PK2")
        .standard("B2", "1402"),
        "A3",
    );
    scene.give(declare(&[shock(&["A-MM2"], &["B-PK2"])]), "936");
    // Both in one attack. LB: -1 strength, +1 rating, +2 flank, +3 matrix; PIKE: -1 strength, +1 rating. The book adds up 8 and
    // 6; with the -1 of a second attack 7 and 5.
    assert_eq!(
        rolled(&scene)[1..],
        [(id("B-AX1"), Combat::Shock, 7), (id("B-PK1"), Combat::Shock, 5)]
    );
    for (rule, drms) in [
        ("MOI-SDRM-02", [-1, -1]),
        ("MOI-SDRM-06", [1, 1]),
        ("MOI-SDRM-03", [2, 0]),
        ("MOI-SDRM-09", [3, 0]),
        ("MOI-SDRM-14", [-1, -1]),
    ] {
        assert_eq!(added(&scene, rule)[1..], drms, "{rule}");
    }
    // The results are those of the printed sums: Disordered and Retreat 1; Retired.
    let charts = &scene.state.battle.charts;
    for (adjusted, order, tokens) in [
        (7, Order::Normal, &[Token::Disordered, Token::Retreat1][..]),
        (8, Order::Normal, &[Token::Disordered, Token::Retreat1]),
        (5, Order::Disordered, &[Token::RetiredOrUnhorsed]),
        (6, Order::Disordered, &[Token::RetiredOrUnhorsed]),
    ] {
        let cell = charts.combat_result(Combat::Shock, adjusted, order);
        assert_eq!(cell.def, Outcome::of(tokens), "{adjusted}");
    }
    scene.choose("B-AX1", "");
    assert_eq!(scene.unit("B-AX1").status, Status::Disordered);
    let spot = scene.spots()[0].clone();
    scene.to("B-AX1", &spot, 9, "").to("B-PK1", "1402", 7, "");
    assert_eq!(scene.unit("B-PK1").status, Status::Retired);
    // It must advance into one of the two hexes.
    assert_eq!(scene.decision(), "advance");
    assert_eq!(scene.spots(), ["1007", "1108"]);
    assert!(!scene.answers().contains(&Answer::No));
    scene.to("A-MM2", "1108", 5, "");
    assert_eq!(scene.hex_of("A-MM2"), Some(hex("1108")));
}
