//! Combat results and Continued Attacks. Sections RES and CONT of the catalogue.

use hindsight_kernel::Seat;

use super::scene::{Scene, declare, fire, hex, hour, id, leader_id, shock, step};
use super::shocking::{phase, rolled};
use crate::data::{Combat, Outcome, Token};
use crate::model::agenda::{Answer, Cause, Hit, Step};
use crate::model::command::Command;
use crate::model::event::{Event, FireEvent, ResultEvent};
use crate::model::names::ClassId;
use crate::model::piece::{PiecePlace, Status};
use crate::rules::results::effects;

/// A unit suffers a result in the middle of an Activation of A1; what waits is asked.
fn suffer(scene: Scene, unit: &str, tokens: &[Token], cause: Cause, from: &[&str], dice: &str) -> Scene {
    let mut scene = scene.active("A1");
    let hit = Hit {
        unit: id(unit),
        outcome: Outcome::of(tokens),
        cause,
        from: from.iter().map(|label| hex(label)).collect(),
    };
    scene.state.agenda.push(Step::Suffer(hit).into());
    let mut tray = hindsight_kernel::ReportedTray::scripted(super::scene::faces(dice));
    let mut table = hindsight_kernel::Table::<crate::MenOfIron>::new(scene.state, &mut tray);
    hindsight_kernel::agenda::go_on::<crate::MenOfIron>(&mut table).unwrap();
    let (state, events) = table.finish().unwrap();
    Scene { state, events }
}

/// An axe of side B with a friend far off, and a longbow of A so that A1 is a Command.
fn target() -> Scene {
    Scene::plain(&[("A-LB1", "0215", 1), ("B-PK1", "1008", 1), ("B-PK2", "2002", 1)])
}

#[test]
fn moi_res_01_retired_is_read_as_disordered() {
    let scene = target().retired("B-PK1");
    assert_eq!(
        scene.state.order_of(scene.unit("B-PK1")),
        crate::data::Order::Disordered
    );
    let mut scene = Scene::plain(&[("A-LB1", "1010", 1), ("B-PK1", "1008", 1)])
        .retired("B-PK1")
        .active("A1");
    // 1 + 1 + 2 = 4: on Normal foot nothing, on Disordered a Retreat; to a Retired unit any harm is the end.
    scene.give(fire("A-LB1", "B-PK1"), "1");
    assert_eq!(scene.unit("B-PK1").place, PiecePlace::Eliminated);
}

#[test]
fn moi_res_02_disordered() {
    let scene = suffer(
        target(),
        "B-PK1",
        &[Token::Disordered],
        Cause::Defending,
        &["1007"],
        "",
    );
    assert_eq!(scene.unit("B-PK1").status, Status::Disordered);
    // A longbow's Movement Allowance falls from 5 to 4, its fire has -1.
    let scene = Scene::plain(&[("A-LB1", "1010", 1), ("B-PK1", "1008", 1)]);
    assert_eq!(scene.state.strength_of(scene.unit("A-LB1")).ma, 5);
    let mut scene = scene.disordered("A-LB1").active("A1");
    assert_eq!(scene.state.strength_of(scene.unit("A-LB1")).ma, 4);
    scene.give(fire("A-LB1", "B-PK1"), "1");
    let minus = |event: &Event| matches!(event, Event::Fire(FireEvent::ActiveFired { shot, .. }) if shot.throw.total() == 1);
    assert!(scene.saw(minus));
}

#[test]
fn moi_res_03_disordered_again_is_ignored() {
    let scene = suffer(
        target().disordered("B-PK1").leader("Orel", "1008"),
        "B-PK1",
        &[Token::Disordered],
        Cause::Defending,
        &["1007"],
        "",
    );
    // No event, no leader roll.
    assert!(!scene.saw(|event| matches!(
        event,
        Event::Result(ResultEvent::UnitDisordered { .. } | ResultEvent::LeaderRolled { .. })
    )));
}

#[test]
fn moi_res_04_retreat_away_from_everybody() {
    let scene = suffer(
        target(),
        "B-PK1",
        &[Token::Retreat1],
        Cause::Defending,
        &["1007", "1108"],
        "",
    );
    assert_eq!(
        (scene.asked(), scene.spots()),
        (Seat::B, vec!["0909".to_owned(), "1009".to_owned()])
    );
    // Opposite attackers: impossible, eliminated.
    let scene = suffer(
        target(),
        "B-PK1",
        &[Token::Retreat1],
        Cause::Defending,
        &["1007", "1009"],
        "",
    );
    assert_eq!(scene.unit("B-PK1").place, PiecePlace::Eliminated);
}

#[test]
fn moi_res_05_where_no_unit_retreats_to() {
    let scene = Scene::plain(&[
        ("A-LB1", "1010", 1),
        ("B-PK1", "1008", 1),
        ("B-PK2", "1109", 1),
        ("A-AX1", "0909", 1),
    ]);
    // 1109 holds a unit, 0909 an enemy: 1009 is in the longbow's ZOC and allowed; a leader goes along, nobody reacts.
    let mut scene = suffer(
        scene.leader("Orel", "1008"),
        "B-PK1",
        &[Token::Retreat1],
        Cause::Defending,
        &["1007"],
        "",
    );
    assert_eq!(scene.spots(), ["1009"]);
    scene.to("B-PK1", "1009", 1, "");
    assert_eq!(
        scene.state.leader(leader_id("Orel")).unwrap().hex(),
        Some(hex("1009"))
    );
    assert_eq!(scene.decision(), "move_fire");
    // Not onto an enemy leader, not into prohibited terrain.
    let closed = target().leader("Hale", "1009").data(|battle| {
        battle.map.hex.entry(hex("1109")).or_default().terrain = crate::model::names::TerrainId::of("lake");
    });
    let scene = suffer(
        closed,
        "B-PK1",
        &[Token::Retreat1],
        Cause::Defending,
        &["1007"],
        "",
    );
    assert_eq!(scene.spots(), ["0909"]);
}

#[test]
fn moi_res_06_retreat_through_missile_infantry() {
    let position = |status: Status| {
        Scene::plain(&[
            ("A-LB1", "0215", 1),
            ("B-PK1", "1008", 1),
            ("B-CB1", "1009", 1),
            ("B-PK2", "1109", 1),
            ("B-PK3", "0909", 1),
        ])
        .status("B-CB1", status)
        .standard("B2", "1002")
    };
    let mut scene = suffer(
        position(Status::Normal),
        "B-PK1",
        &[Token::Retreat1],
        Cause::Defending,
        &["1007"],
        "",
    );
    assert!(scene.answers().contains(&Answer::Eliminate));
    scene.to("B-PK1", "1010", 1, "");
    assert_eq!(
        (scene.hex_of("B-PK1"), scene.unit("B-CB1").status),
        (Some(hex("1010")), Status::Disordered)
    );
    // Disordered: Retired; Retired: eliminated.
    let mut scene = suffer(
        position(Status::Disordered),
        "B-PK1",
        &[Token::Retreat1],
        Cause::Defending,
        &["1007"],
        "",
    );
    scene.to("B-PK1", "1010", 1, "").to("B-CB1", "1002", 1, "");
    assert_eq!(scene.unit("B-CB1").status, Status::Retired);
    let mut scene = suffer(
        position(Status::Retired),
        "B-PK1",
        &[Token::Retreat1],
        Cause::Defending,
        &["1007"],
        "",
    );
    scene.to("B-PK1", "1010", 1, "");
    assert_eq!(scene.unit("B-CB1").place, PiecePlace::Eliminated);
    // Optional: otherwise the unit is eliminated.
    let mut scene = suffer(
        position(Status::Normal),
        "B-PK1",
        &[Token::Retreat1],
        Cause::Defending,
        &["1007"],
        "",
    );
    scene.answer(Answer::Eliminate, "");
    assert_eq!(scene.unit("B-PK1").place, PiecePlace::Eliminated);
    assert_eq!(scene.unit("B-CB1").status, Status::Normal);
}

#[test]
fn moi_res_07_a_retreat_that_is_impossible_eliminates() {
    // By missile fire: the leader with it uses the Shock form, rating 2: 5 dies, 4 lives.
    for (die, dies) in [("5", true), ("4", false)] {
        let scene = Scene::plain(&[("A-LB1", "0215", 1), ("B-PK1", "0101", 1), ("B-PK2", "2002", 1)])
            .leader("Orel", "0101");
        let scene = suffer(scene, "B-PK1", &[Token::Retreat1], Cause::Fire(4), &["0201"], die);
        assert_eq!(scene.unit("B-PK1").place, PiecePlace::Eliminated);
        assert_eq!(
            scene.saw(|event| matches!(event, Event::Result(ResultEvent::LeaderKilled { .. }))),
            dies,
            "{die}"
        );
    }
}

#[test]
fn moi_res_08_retired_units_are_placed_at_their_standard() {
    let retire = |others: &[(&str, &str, u8)]| {
        let mut units = vec![("A-LB1", "0215", 1), ("B-PK1", "1008", 1)];
        units.extend_from_slice(others);
        let scene = Scene::plain(&units).standard("B2", "1003");
        suffer(scene, "B-PK1", &[Token::Retired], Cause::Defending, &["1009"], "")
    };
    assert_eq!(retire(&[]).spots(), ["1003"]);
    let one = retire(&[("B-PK2", "1003", 1)]);
    assert_eq!(one.spots().len(), 6);
    let around = [
        ("B-PK2", "1003", 1),
        ("B-PK3", "1002", 1),
        ("B-PK4", "1103", 1),
        ("B-AX1", "1104", 1),
        ("B-AX2", "1004", 1),
        ("B-CB1", "0904", 1),
        ("B-CB2", "0903", 1),
    ];
    let two = retire(&around);
    assert!(
        two.spots()
            .iter()
            .all(|label| hex(label).distance_to(hex("1003")) == 2)
    );
    assert_eq!(two.spots().len(), 12);
}

#[test]
fn moi_res_08_a_unit_that_is_as_near_as_it_can_be_stays() {
    let retire = |at: &str, others: &[(&str, &str, u8)]| {
        let mut units = vec![("A-LB1", "0215", 1), ("B-PK1", at, 1)];
        units.extend_from_slice(others);
        let scene = Scene::plain(&units).standard("B2", "1008");
        suffer(scene, "B-PK1", &[Token::Retired], Cause::Fire(6), &["1005"], "")
    };
    // On the hex of its Standard.
    let mut scene = retire("1008", &[]);
    assert_eq!(scene.spots(), ["1008"]);
    scene.to("B-PK1", "1008", 7, "");
    let unit = scene.unit("B-PK1");
    assert_eq!(
        (unit.hex(), unit.facing(), unit.status),
        (Some(hex("1008")), Some(super::scene::hour(7)), Status::Retired)
    );
    // Next to it, all nearer and all equally near hexes held by friends.
    let held = [
        ("B-PK2", "1008", 1),
        ("B-PK3", "1108", 1),
        ("B-PK4", "1109", 1),
        ("B-AX1", "1009", 1),
        ("B-AX2", "0909", 1),
        ("B-CB1", "0908", 1),
    ];
    assert_eq!(retire("1007", &held).spots(), ["1007"]);
    // Where others are as near its owner chooses.
    let tied = retire("1007", &held[..1]);
    assert_eq!(tied.spots(), ["0908", "0909", "1007", "1009", "1108", "1109"]);
}

#[test]
fn moi_res_08_who_stays_vacates_nothing_and_keeps_the_standard() {
    let mut scene = super::shocking::phase(
        Scene::new(&[("A-DM1", "1009", 5), ("B-PK1", "1010", 1), ("B-CB1", "1702", 1)])
            .disordered("B-PK1")
            .retired("B-CB1")
            .leader("Hale", "1009")
            .leader("Orel", "1603")
            .standard("A1", "0915")
            .standard("B2", "1010"),
        "A1",
    );
    let attack = super::scene::shock(&["A-DM1"], &["B-PK1"]);
    scene.give(super::scene::declare(&[attack]), "4");
    assert_eq!(scene.spots(), ["1010"]);
    scene.to("B-PK1", "1010", 1, "");
    assert!(!scene.saw(|event| matches!(event, Event::Result(ResultEvent::UnitAdvanced { .. }))));
    assert_eq!(scene.unit("B-PK1").status, Status::Retired);
    assert_eq!(scene.hex_of("B-CB1"), Some(hex("1702")));
    let standard = scene.state.standard(super::scene::standard_id("B2")).unwrap();
    assert_eq!((standard.hex, standard.captured), (Some(hex("1010")), false));
    assert_eq!(scene.hex_of("A-DM1"), Some(hex("1009")));
}

#[test]
fn moi_res_09_a_route_to_the_standard_is_needed() {
    let retire = |units: &[(&str, &str, u8)], standard: Option<&str>| {
        let mut all = vec![("A-LB1", "0215", 1), ("B-PK1", "1008", 1)];
        all.extend_from_slice(units);
        let mut scene = Scene::plain(&all);
        if let Some(at) = standard {
            scene = scene.standard("B2", at);
        }
        suffer(scene, "B-PK1", &[Token::Retired], Cause::Defending, &["1009"], "")
    };
    // The Standard's hex in an enemy ZOC, no Standard at all: eliminated.
    assert_eq!(
        retire(&[("A-LB2", "1002", 7)], Some("1003")).unit("B-PK1").place,
        PiecePlace::Eliminated
    );
    assert_eq!(retire(&[], None).unit("B-PK1").place, PiecePlace::Eliminated);
    // A friendly unit in the ZOC does not help.
    let held = retire(&[("A-LB2", "1002", 7), ("B-PK2", "1003", 1)], Some("1003"));
    assert_eq!(held.unit("B-PK1").place, PiecePlace::Eliminated);
    // The unit itself in a ZOC, the next hex free: a route exists.
    assert_eq!(retire(&[("A-LB2", "1009", 1)], Some("1003")).decision(), "retire");
}

#[test]
fn moi_res_10_what_a_retired_unit_can_do() {
    // No Reaction Fire, no ZOC.
    let mut scene = Scene::plain(&[("A-DM1", "1006", 5), ("B-CB1", "1008", 1)])
        .retired("B-CB1")
        .active("A1");
    scene.give(step("A-DM1", "1007"), "");
    assert_eq!(scene.decision(), "move_fire");
    assert!(scene.allows(step("A-DM1", "1006"), ""));
    assert_eq!(
        crate::rules::victory::flight_points(&target().state, Seat::B) + 1,
        {
            // One Flight Point more while it is Retired.
            crate::rules::victory::flight_points(&target().retired("B-PK1").state, Seat::B)
        }
    );
}

#[test]
fn moi_res_11_any_harm_eliminates_a_retired_unit() {
    for token in [
        Token::Disordered,
        Token::Retreat1,
        Token::Retired,
        Token::Unhorsed,
        Token::RetiredOrUnhorsed,
    ] {
        let scene = suffer(
            target().retired("B-PK1"),
            "B-PK1",
            &[token],
            Cause::Fire(4),
            &["1006"],
            "",
        );
        assert_eq!(scene.unit("B-PK1").place, PiecePlace::Eliminated, "{token:?}");
    }
    let scene = suffer(
        target().retired("B-PK1"),
        "B-PK1",
        &[],
        Cause::Fire(1),
        &["1006"],
        "",
    );
    assert_eq!(scene.unit("B-PK1").status, Status::Retired);
}

#[test]
fn moi_res_12_unhorsed() {
    let position = || Scene::plain(&[("A-LB1", "0215", 1), ("B-MM1", "1008", 3)]);
    let scene = suffer(
        position(),
        "B-MM1",
        &[Token::Unhorsed],
        Cause::Defending,
        &["1009"],
        "",
    );
    let unit = scene.unit("B-MM1");
    assert_eq!(
        (unit.class, unit.status, unit.hex(), unit.facing()),
        (
            ClassId::UMAA,
            Status::Disordered,
            Some(hex("1008")),
            Some(hour(3))
        )
    );
    assert_eq!(scene.state.strength_of(unit).sdd, 2);
    // No Flight Points for it; eliminated later 3 in all.
    let before = crate::rules::victory::flight_points(&position().state, Seat::B);
    assert_eq!(
        crate::rules::victory::flight_points(&scene.state, Seat::B),
        before
    );
    let gone = suffer(
        scene,
        "B-MM1",
        &[Token::Eliminated],
        Cause::Defending,
        &["1009"],
        "",
    );
    assert_eq!(
        crate::rules::victory::flight_points(&gone.state, Seat::B),
        before + 3
    );
    // It keeps what it did in this Activation: an unhorsed unit that moved has moved.
    let mut moved = Scene::plain(&[("A-MM1", "1010", 1), ("B-AX1", "1007", 7)])
        .class("B-AX1", ClassId::LB)
        .active("A3");
    moved
        .give(step("A-MM1", "1009"), "")
        .give(step("A-MM1", "1008"), "")
        .choose("B-AX1", "7");
    assert_eq!(moved.unit("A-MM1").class, ClassId::UMAA);
    assert!(moved.unit("A-MM1").acts.moved && moved.unit("A-MM1").acts.acted);
    // Against others it is read as Retired; foot attackers: Disordered and Retreat.
    let scene = target();
    let read = |cause| {
        effects(
            &scene.state,
            scene.unit("B-PK1"),
            Outcome::of(&[Token::Unhorsed]),
            cause,
        )
    };
    assert!(read(Cause::Defending).retire);
    let attacker = read(Cause::Attacking);
    assert!(attacker.disorder && attacker.retreat && !attacker.retire);
}

#[test]
fn moi_res_13_eliminated_units_count_flight_points() {
    use crate::rules::victory::flight_points;
    for (unit, points) in [
        ("B-MM1", 3),
        ("B-DM1", 3),
        ("B-PK1", 2),
        ("B-CB1", 2),
        ("B-HB1", 2),
        ("B-GN1", 2),
    ] {
        let position = || Scene::plain(&[("A-LB1", "0215", 1), (unit, "1008", 1)]);
        let before = flight_points(&position().state, Seat::B);
        let scene = suffer(
            position(),
            unit,
            &[Token::Eliminated],
            Cause::Fire(7),
            &["1009"],
            "",
        );
        assert_eq!(flight_points(&scene.state, Seat::B) - before, points, "{unit}");
    }
}

#[test]
fn moi_res_14_the_order_of_application() {
    // Two defenders with results: their owner orders them; then the attackers'; then the advance. All of one attack is over
    // before the next is rolled.
    let mut scene = phase(
        Scene::plain(&[("A-DM1", "1008", 1), ("B-PK1", "1007", 7), ("B-PK2", "1108", 7)]),
        "A1",
    );
    // 7 + 1 - 1 = 7 twice: Disordered and Retreat.
    scene.give(declare(&[shock(&["A-DM1"], &["B-PK1", "B-PK2"])]), "77");
    assert_eq!(
        (scene.asked(), scene.decision().as_str()),
        (Seat::B, "next_result")
    );
    scene.choose("B-PK2", "");
    assert_eq!(
        (scene.decision().as_str(), scene.question().unit),
        ("retreat", Some(id("B-PK2")))
    );
    let spot = scene.spots()[0].clone();
    scene.to("B-PK2", &spot, 7, "");
    assert_eq!(scene.question().unit, Some(id("B-PK1")));
    let spot = scene.spots()[0].clone();
    scene.to("B-PK1", &spot, 7, "");
    assert_eq!(scene.decision(), "advance");
}

#[test]
fn moi_res_15_combined_results() {
    // Disordered, Retreat 1 on a Normal unit: flipped and moved.
    let both = [Token::Disordered, Token::Retreat1];
    let mut scene = suffer(target(), "B-PK1", &both, Cause::Defending, &["1007"], "");
    assert_eq!(scene.unit("B-PK1").status, Status::Disordered);
    scene.to("B-PK1", "1009", 1, "");
    assert_eq!(scene.hex_of("B-PK1"), Some(hex("1009")));
    // On a Disordered unit: only moved.
    let scene = suffer(
        target().disordered("B-PK1"),
        "B-PK1",
        &both,
        Cause::Defending,
        &["1007"],
        "",
    );
    assert!(!scene.saw(|event| matches!(event, Event::Result(ResultEvent::UnitDisordered { .. }))));
    assert_eq!(scene.decision(), "retreat");
}

#[test]
fn moi_res_16_attacker_results() {
    // 0 + 1 + 0 = 1: Attacker Disordered and Retreat, away from the defender.
    let mut scene = phase(Scene::plain(&[("A-DM1", "1009", 1), ("B-PK1", "1008", 7)]), "A1");
    scene.give(declare(&[shock(&["A-DM1"], &["B-PK1"])]), "0");
    assert_eq!((scene.asked(), scene.decision().as_str()), (Seat::A, "retreat"));
    assert_eq!(scene.spots(), ["0910", "1010", "1110"]);
}

#[test]
fn moi_res_03_the_books_example_of_a_disordered_attacker() {
    // X comes next to a longbow that reacts with a 6: 6 + 2 - 1 = 7 disorders it. Then it attacks that longbow:
    // 2 + 1 (rating) + 2 (matrix) - 2 (Disordered) = 3, Attacker Disordered, which is ignored.
    let mut scene = Scene::plain(&[("A-DM1", "1006", 5), ("B-AX1", "1008", 1)])
        .class("B-AX1", ClassId::LB)
        .active("A1");
    scene.give(step("A-DM1", "1007"), "").choose("B-AX1", "6");
    let reaction = |event: &Event| matches!(event, Event::Fire(FireEvent::ReactionFired { shot, .. }) if shot.throw.total() == 7);
    assert!(scene.saw(reaction));
    assert_eq!(scene.unit("A-DM1").status, Status::Disordered);
    scene
        .give(Command::EndMoveFire, "")
        .give(declare(&[shock(&["A-DM1"], &["B-AX1"])]), "2");
    assert_eq!(rolled(&scene), [(id("B-AX1"), Combat::Shock, 3)]);
    assert!(!scene.saw(|event| matches!(event, Event::Result(ResultEvent::UnitDisordered { .. }))));
}
