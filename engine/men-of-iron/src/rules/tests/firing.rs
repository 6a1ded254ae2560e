//! Missile fire. Sections FIRE and LOS of the catalogue.

use hindsight_kernel::Seat;

use super::scene::{Scene, attack, charging, declare, fire, hex, hour, id, leader_id, step, turn};
use crate::model::agenda::Answer;
use crate::model::command::Command;
use crate::model::event::{Event, FireEvent, ResultEvent, ShockEvent, Shot};
use crate::model::names::ClassId;
use crate::model::piece::{PiecePlace, Status};

fn active_shot(scene: &Scene) -> &Shot {
    scene
        .events
        .iter()
        .find_map(|event| match event {
            Event::Fire(FireEvent::ActiveFired { shot, .. }) => Some(shot),
            _ => None,
        })
        .unwrap()
}

fn return_shot(scene: &Scene) -> &Shot {
    scene
        .events
        .iter()
        .find_map(|event| match event {
            Event::Fire(FireEvent::ReturnFired { shot, .. }) => Some(shot),
            _ => None,
        })
        .unwrap()
}

/// An axe of side B made a longbow.
fn b_longbow(units: &[(&str, &str, u8)]) -> Scene {
    Scene::plain(units).class("B-AX1", ClassId::LB)
}

#[test]
fn moi_fire_01_who_may_fire_at_what() {
    let scene = Scene::plain(&[("A-LB1", "1010", 1), ("A-HB1", "1210", 1), ("B-PK1", "1008", 7)])
        .leader("Orel", "1110")
        .disordered("A-LB1")
        .active("A1");
    assert_eq!(scene.refused(fire("A-LB1", "Orel")), "MOI-FIRE-01");
    // A mounted hobilar does not fire.
    assert_eq!(scene.refused(fire("A-HB1", "B-PK1")), "MOI-FIRE-01");
    // A Disordered unit fires at -1, a Retired one does not.
    let mut fires = scene.clone();
    fires.give(fire("A-LB1", "B-PK1"), "0");
    assert_eq!(active_shot(&fires).throw.total(), 0);
    let retired = scene.retired("A-LB1");
    assert_eq!(retired.refused(fire("A-LB1", "B-PK1")), "MOI-FIRE-01");
}

#[test]
fn moi_fire_02_range_is_the_weapons() {
    let scene =
        Scene::plain(&[("A-LB1", "1008", 1), ("B-PK1", "1206", 7), ("B-PK2", "1205", 7)]).active("A1");
    assert!(scene.allows(fire("A-LB1", "B-PK1"), "0"));
    assert_eq!(scene.refused(fire("A-LB1", "B-PK2")), "MOI-FIRE-02");
    for (unit, at, command, reaches) in [
        ("A-SL1", "1007", "A2", true),
        ("A-SL1", "1006", "A2", false),
        ("A-GN1", "1007", "A3", true),
        ("A-GN1", "1006", "A3", false),
    ] {
        let scene = Scene::plain(&[(unit, "1008", 1), ("B-PK1", at, 7)]).active(command);
        assert_eq!(scene.allows(fire(unit, "B-PK1"), "0"), reaches, "{unit} {at}");
    }
    for (at, reaches) in [("1005", true), ("1004", false)] {
        let scene = Scene::plain(&[("B-CB1", "1008", 1), ("A-PK1", at, 7)]).active("B2");
        assert_eq!(scene.allows(fire("B-CB1", "A-PK1"), "0"), reaches, "{at}");
    }
}

#[test]
fn moi_fire_03_the_arc_of_active_fire_is_front_and_flanks() {
    for (at, rule) in [
        ("1208", None),
        ("1209", None),
        ("0807", None),
        ("0907", None),
        ("1010", Some("MOI-FIRE-03")),
        ("0910", Some("MOI-FIRE-03")),
        ("0808", Some("MOI-FIRE-04")),
        ("0809", Some("MOI-FIRE-03")),
    ] {
        let scene = Scene::plain(&[("A-LB1", "1008", 1), ("B-PK1", at, 7)]).active("A1");
        let shot = fire("A-LB1", "B-PK1");
        match rule {
            None => assert!(scene.allows(shot, "0"), "{at}"),
            Some(rule) => assert_eq!(scene.refused(shot), rule, "{at}"),
        }
    }
}

#[test]
fn moi_fire_04_no_return_fire_along_the_spine_of_flank_and_rear() {
    // A longbow at 1008 facing 1 shot from 0808 may not return; the shot is resolved at once.
    let mut scene = b_longbow(&[("A-LB1", "0808", 3), ("B-AX1", "1008", 1)]).active("A1");
    scene.give(fire("A-LB1", "B-AX1"), "0");
    assert_eq!(scene.decision(), "move_fire");
}

#[test]
fn moi_fire_05_reaction_fire_only_into_frontal_hexes() {
    let mut scene = b_longbow(&[("A-DM1", "1210", 1), ("B-AX1", "1008", 1)]).active("A1");
    // 1109 is its right flank.
    scene
        .give(step("A-DM1", "1110"), "")
        .give(step("A-DM1", "1109"), "");
    assert_eq!(scene.decision(), "move_fire");
    scene.give(step("A-DM1", "1108"), "");
    assert_eq!(
        (scene.asked(), scene.decision().as_str()),
        (Seat::B, "reaction_fire")
    );
}

#[test]
fn moi_fire_06_when_active_fire_happens() {
    // Genitor: 3 hexes, a shot, 4 hexes; not a second shot.
    let mut scene = Scene::plain(&[("A-GN1", "1011", 1), ("B-PK1", "1007", 7)]).active("A3");
    for to in ["1010", "1009", "1008"] {
        scene.give(step("A-GN1", to), "");
    }
    scene.give(fire("A-GN1", "B-PK1"), "0");
    assert_eq!(scene.refused(fire("A-GN1", "B-PK1")), "MOI-FIRE-06");
    for to in ["1009", "1010", "1011", "1012"] {
        scene.give(step("A-GN1", to), "");
    }
    // Foot: the shot is the last act.
    let mut scene = Scene::plain(&[("A-LB1", "1011", 1), ("B-PK1", "1008", 7)]).active("A1");
    scene
        .give(step("A-LB1", "1010"), "")
        .give(fire("A-LB1", "B-PK1"), "0");
    assert_eq!(scene.refused(step("A-LB1", "1011")), "MOI-ACT-17");
}

#[test]
fn moi_fire_07_fire_is_never_combined() {
    let mut scene = Scene::plain(&[
        ("A-LB1", "1010", 1),
        ("A-LB2", "0909", 3),
        ("A-LB3", "1109", 11),
        ("B-PK1", "1008", 1),
    ])
    .active("A1");
    // 4 + 1 Disorders; the next is read in the Disordered column: 2 + 2 = 4 is a Retreat.
    scene.give(fire("A-LB1", "B-PK1"), "4");
    assert_eq!(scene.unit("B-PK1").status, Status::Disordered);
    scene.give(fire("A-LB2", "B-PK1"), "2");
    assert_eq!(scene.decision(), "retreat");
    assert_eq!(
        scene.count(|event| matches!(event, Event::Fire(FireEvent::ActiveFired { .. }))),
        1
    );
}

#[test]
fn moi_fire_08_return_fire_of_the_target() {
    // Slinger shot at range 2: no Return Fire.
    let mut slinger = Scene::plain(&[("A-LB1", "1010", 1), ("B-AX1", "1008", 7)])
        .class("B-AX1", ClassId::SL)
        .active("A1");
    slinger.give(fire("A-LB1", "B-AX1"), "0");
    assert_eq!(slinger.decision(), "move_fire");
    // Longbow shot by a crossbow at range 3 through its flank: may return.
    let mut flank = Scene::plain(&[("B-CB1", "0806", 5), ("A-LB1", "1008", 1)]).active("B2");
    flank.give(fire("B-CB1", "A-LB1"), "");
    assert_eq!(
        (flank.asked(), flank.decision().as_str()),
        (Seat::A, "return_fire")
    );
    // Three shots in one Activation: three Return Fires. Retired units have none.
    let units = [
        ("A-LB1", "1010", 1),
        ("A-LB2", "0910", 1),
        ("A-LB3", "1110", 11),
        ("B-AX1", "1008", 7),
    ];
    let mut scene = b_longbow(&units).active("A1");
    for unit in ["A-LB1", "A-LB2", "A-LB3"] {
        scene.give(fire(unit, "B-AX1"), "").yes("00");
        assert!(
            scene.saw(|event| matches!(event, Event::Fire(FireEvent::ReturnFired { .. }))),
            "{unit}"
        );
    }
    let mut retired = b_longbow(&units).retired("B-AX1").active("A1");
    retired.give(fire("A-LB1", "B-AX1"), "0");
    assert_eq!(retired.decision(), "move_fire");
    // The owner decides before any die is rolled: a die given with the shot is one too many.
    let mut early = b_longbow(&units).active("A1");
    let refused = early.try_give(fire("A-LB1", "B-AX1"), "0").unwrap_err();
    assert_eq!(refused.rule.to_string(), "HS-DICE-01");
}

#[test]
fn moi_fire_09_return_fire_is_simultaneous() {
    // The shot disorders: 4 + 1 = 5; the Return Fire has no -1: 6 + 1 = 7.
    let mut scene = b_longbow(&[("A-LB1", "1010", 1), ("B-AX1", "1008", 7)]).active("A1");
    scene.give(fire("A-LB1", "B-AX1"), "").yes("46");
    assert_eq!(
        (
            active_shot(&scene).throw.total(),
            return_shot(&scene).throw.total()
        ),
        (5, 7)
    );
    assert_eq!(scene.unit("B-AX1").status, Status::Disordered);
    assert_eq!(scene.unit("A-LB1").status, Status::Disordered);
    // Already Disordered before: at -1; and a target Retired by the shot returns first.
    let mut scene = b_longbow(&[("A-LB1", "1010", 1), ("B-AX1", "1008", 7)])
        .standard("B2", "1002")
        .disordered("B-AX1")
        .active("A1");
    scene.give(fire("A-LB1", "B-AX1"), "").yes("54");
    assert_eq!(return_shot(&scene).throw.total(), 4);
    scene.to("B-AX1", "1002", 7, "");
    assert_eq!(scene.unit("B-AX1").status, Status::Retired);
    // Both retreat, measured from the hexes in which they stood.
    let mut scene = Scene::plain(&[("A-GN1", "1007", 7), ("B-AX1", "1008", 1)])
        .class("B-AX1", ClassId::LB)
        .disordered("A-GN1")
        .disordered("B-AX1")
        .active("A3");
    // Javelin 5 - 1 = 4; longbow 3 + 2 - 1 = 4: both Retreat.
    scene.give(fire("A-GN1", "B-AX1"), "").yes("53");
    scene.to("B-AX1", "1009", 1, "");
    assert_eq!(scene.spots(), ["0907", "1006", "1107"]);
}

#[test]
fn moi_fire_10_crossbows_never_return_fire() {
    let mut scene = Scene::plain(&[("A-LB1", "1010", 1), ("B-CB1", "1008", 7)]).active("A1");
    scene.give(fire("A-LB1", "B-CB1"), "0");
    assert_eq!(scene.decision(), "move_fire");
}

#[test]
fn moi_fire_11_reaction_fire_comes_first_and_against_each() {
    // My longbow reacts before the enemy longbow that came near fires.
    let mut scene = b_longbow(&[("A-LB1", "1006", 5), ("B-AX1", "1008", 1)]).active("A1");
    scene.give(step("A-LB1", "1007"), "");
    assert_eq!(scene.decision(), "reaction_fire");
    assert_eq!(
        scene
            .clone()
            .try_as(Seat::A, fire("A-LB1", "B-AX1"), "")
            .unwrap_err()
            .rule
            .to_string(),
        "MOI-ACT-06"
    );
    // Two units in turn: it may fire at each.
    let mut scene =
        b_longbow(&[("A-MM1", "1006", 5), ("A-MM2", "1208", 5), ("B-AX1", "1008", 1)]).active("A3");
    scene.give(step("A-MM1", "1007"), "").choose("B-AX1", "0");
    scene.give(step("A-MM2", "1108"), "").choose("B-AX1", "0");
    assert_eq!(scene.unit("B-AX1").acts.reactions.len(), 2);
    // At most once at the same unit's Move; a declined offer uses nothing up.
    let mut scene = b_longbow(&[("A-GN1", "1006", 5), ("B-AX1", "1008", 1)]).active("A3");
    scene
        .give(step("A-GN1", "1007"), "")
        .no("")
        .give(step("A-GN1", "1108"), "")
        .choose("B-AX1", "0");
    let mut scene = b_longbow(&[("A-GN1", "1006", 5), ("B-AX1", "1008", 1)]).active("A3");
    scene
        .give(step("A-GN1", "1007"), "")
        .choose("B-AX1", "0")
        .give(step("A-GN1", "1108"), "");
    assert_eq!(scene.decision(), "move_fire");
}

/// A longbow of A shoots at men-at-arms of B two hexes off that counter-charge; further units of A stand by.
fn counter_charged(others: &[(&str, &str, u8)], firer: &str, class: Option<ClassId>) -> Scene {
    let mut units = vec![(firer, "1010", 1), ("B-MM1", "1008", 7)];
    units.extend_from_slice(others);
    let mut scene = Scene::plain(&units);
    if let Some(class) = class {
        scene = scene.class(firer, class);
    }
    let mut scene = scene.active("A1");
    scene.give(fire(firer, "B-MM1"), "");
    let options = scene.answers();
    let straight = options
        .iter()
        .find(|answer| matches!(answer, Answer::CounterCharge { turn: None, .. }))
        .cloned()
        .unwrap();
    // The Counter-Charge succeeds with a 0, the shot misses with a 0.
    scene.answer(straight, "00");
    scene
}

#[test]
fn moi_fire_12_longbows_react_to_a_counter_charge() {
    let scene = counter_charged(&[], "A-LB1", None);
    assert_eq!(
        (scene.asked(), scene.decision().as_str()),
        (Seat::A, "reaction_fire")
    );
    // Any Command, fired already or not.
    let scene = counter_charged(&[("A-LB4", "0909", 5)], "A-LB1", None);
    let able = scene.answers();
    assert!(
        able.contains(&Answer::Unit { unit: id("A-LB4") })
            && able.contains(&Answer::Unit { unit: id("A-LB1") })
    );
    // Crossbows do not.
    let mut scene = Scene::plain(&[("B-CB1", "1010", 1), ("A-MM1", "1008", 7)]).active("B2");
    scene.give(fire("B-CB1", "A-MM1"), "");
    let straight = scene
        .answers()
        .into_iter()
        .find(|answer| matches!(answer, Answer::CounterCharge { turn: None, .. }))
        .unwrap();
    scene.answer(straight, "004");
    assert!(!scene.saw(|event| matches!(event, Event::Fire(FireEvent::ReactionFired { .. }))));
    assert!(scene.saw(|event| matches!(event, Event::Shock(ShockEvent::ShockRolled { .. }))));
}

#[test]
fn moi_fire_13_a_crossbow_reacts_once() {
    let units = [
        ("B-CB1", "1008", 1),
        ("A-MM1", "1006", 5),
        ("A-MM2", "1208", 5),
        ("A-MM3", "1206", 5),
    ];
    let mut scene = Scene::plain(&units).active("A3");
    // Declined at the first, fired at the second; the third is safe.
    scene.give(step("A-MM1", "1007"), "").no("");
    scene.give(step("A-MM2", "1108"), "").choose("B-CB1", "0");
    let reactors = crate::rules::fire::reactors(
        &scene.state,
        id("A-MM3"),
        hex("1108"),
        crate::model::piece::Occasion::Move,
    );
    assert!(reactors.is_empty());
    // Fired at a unit's Move, it has no second shot at its Charge.
    let mut scene =
        Scene::plain(&[("B-CB1", "1008", 1), ("A-MM1", "1006", 5), ("B-AX1", "1208", 3)]).active("A3");
    scene
        .give(step("A-MM1", "1007"), "")
        .choose("B-CB1", "0")
        .give(Command::EndMoveFire, "");
    // 0 + 1 (charge) + 1 + 1 + 3 (rear) = 6: Disordered.
    scene.give(
        declare(&[attack(&[charging("A-MM1", &["1108"], None)], "B-AX1")]),
        "0",
    );
    assert!(scene.saw(|event| matches!(event, Event::Shock(ShockEvent::ShockRolled { .. }))));
    assert!(!scene.saw(|event| matches!(event, Event::Fire(FireEvent::ReactionFired { .. }))));
}

/// Nobody reacted to the last command, and nobody is asked to.
fn draws_nothing(scene: &Scene) {
    assert!(!scene.saw(|event| matches!(event, Event::Fire(FireEvent::ReactionFired { .. }))));
    assert_ne!(scene.decision(), "reaction_fire");
}

#[test]
fn moi_fire_14_an_advance_with_a_continued_attack_draws_no_reaction_fire() {
    // A step into the longbow's front draws it.
    let longbow = [("A-MM1", "1009", 1), ("B-AX1", "1007", 7)];
    let mut scene = b_longbow(&longbow).active("A3");
    scene.give(step("A-MM1", "1008"), "");
    assert_eq!(scene.decision(), "reaction_fire");
    // The advance into the same hex does not: 9 + 1 (rating) = 10 against Disordered pikes, Eliminated, Continued Attack.
    let mut scene = b_longbow(&[longbow[0], longbow[1], ("B-PK1", "1008", 5)])
        .disordered("B-PK1")
        .active("A3");
    scene.give(Command::EndMoveFire, "");
    scene.give(declare(&[super::scene::shock(&["A-MM1"], &["B-PK1"])]), "97");
    assert_eq!(scene.hex_of("A-MM1"), Some(hex("1008")));
    draws_nothing(&scene);
}

#[test]
fn moi_fire_14_turning_and_leaders_alone_draw_no_reaction_fire() {
    // Whoever stands before the longbow already may turn there.
    let mut scene = b_longbow(&[("A-LB1", "1107", 1), ("A-DM1", "1007", 1), ("B-AX1", "1008", 1)])
        .leader("Hale", "1107")
        .active("A1");
    scene.give(turn("A-DM1", 3), "");
    draws_nothing(&scene);
    // Whoever steps there does draw it.
    let mut scene = b_longbow(&[("A-DM1", "1006", 5), ("B-AX1", "1008", 1)]).active("A1");
    scene.give(step("A-DM1", "1007"), "");
    assert_eq!(scene.decision(), "reaction_fire");
    // A leader comes alone to a friend who stands there.
    let mut scene = b_longbow(&[("A-LB1", "1107", 1), ("A-DM1", "1007", 1), ("B-AX1", "1008", 1)])
        .leader("Hale", "1107")
        .active("A1");
    scene.give(super::scene::step_leader("Hale", "1007"), "");
    draws_nothing(&scene);
    assert_eq!(scene.decision(), "move_fire");
}

#[test]
fn moi_fire_14_a_retreat_draws_no_reaction_fire() {
    // 0 + 1 (rating) = 1: Attacker Disordered, Retreat 1, into the front of a longbow behind it.
    let mut scene =
        b_longbow(&[("A-DM1", "1008", 1), ("B-PK1", "1007", 7), ("B-AX1", "1010", 1)]).active("A1");
    scene.give(Command::EndMoveFire, "");
    scene.give(declare(&[super::scene::shock(&["A-DM1"], &["B-PK1"])]), "0");
    assert_eq!(scene.decision(), "retreat");
    scene.to("A-DM1", "1009", 1, "");
    assert_eq!(scene.hex_of("A-DM1"), Some(hex("1009")));
    draws_nothing(&scene);
}

#[test]
fn moi_fire_14_an_advance_draws_no_reaction_fire() {
    // 6 + 1 = 7: the pikes retreat, and the longbow behind them has their hex in its front.
    let mut scene =
        b_longbow(&[("A-DM1", "1008", 1), ("B-PK1", "1007", 7), ("B-AX1", "1006", 7)]).active("A1");
    scene.give(Command::EndMoveFire, "");
    scene.give(declare(&[super::scene::shock(&["A-DM1"], &["B-PK1"])]), "6");
    let spot = scene.spots()[0].clone();
    scene.to("B-PK1", &spot, 7, "").to("A-DM1", "1007", 1, "");
    assert_eq!(scene.hex_of("A-DM1"), Some(hex("1007")));
    draws_nothing(&scene);
    // After a Retreat Before Shock too: both the retreat and the advance behind it.
    let mut scene =
        b_longbow(&[("A-DM1", "1009", 1), ("B-MM1", "1008", 1), ("B-AX1", "0908", 3)]).active("A1");
    scene.give(Command::EndMoveFire, "");
    scene.give(declare(&[super::scene::shock(&["A-DM1"], &["B-MM1"])]), "");
    let spot = scene.spots()[0].clone();
    scene.to("B-MM1", &spot, 1, "");
    draws_nothing(&scene);
    assert_eq!(scene.decision(), "advance_before_shock");
    let enters = scene
        .answers()
        .into_iter()
        .find(|answer| *answer != Answer::No)
        .unwrap();
    scene.answer(enters, "");
    assert_eq!(scene.hex_of("A-DM1"), Some(hex("1008")));
    draws_nothing(&scene);
}

#[test]
fn moi_fire_15_several_reactors_fire_one_after_the_other() {
    let units = [
        ("A-DM1", "1006", 5),
        ("B-AX1", "1008", 1),
        ("B-AX2", "0907", 3),
        ("B-PK1", "1107", 9),
    ];
    let position = || {
        Scene::plain(&units)
            .class("B-AX1", ClassId::LB)
            .class("B-AX2", ClassId::LB)
            .class("B-PK1", ClassId::LB)
            .active("A1")
    };
    let mut scene = position();
    scene.give(step("A-DM1", "1007"), "");
    assert_eq!(scene.answers().len(), 4);
    // 4 + 2 - 1 = 5 Disorders; 3 + 2 - 1 = 4, Retreat; the third may not fire.
    scene.choose("B-AX1", "4");
    assert_eq!(scene.unit("A-DM1").status, Status::Disordered);
    scene.choose("B-AX2", "3");
    assert_eq!(scene.decision(), "retreat");
    let spot = scene.spots()[0].clone();
    scene.to("A-DM1", &spot, 5, "");
    assert_eq!(scene.decision(), "move_fire");
    // No effect: the others may still fire.
    let mut scene = position();
    scene.give(step("A-DM1", "1007"), "").choose("B-AX1", "0");
    assert_eq!(scene.answers().len(), 3);
}

#[test]
fn moi_fire_23_a_high_fire_roll_endangers_leaders() {
    for (die, rolls) in [("7", true), ("6", false)] {
        // Longbow at range 1 has +2.
        let mut scene = Scene::plain(&[("A-LB1", "1009", 1), ("B-PK1", "1008", 1)])
            .standard("B2", "1002")
            .leader("Orel", "1008")
            .active("A1");
        let dice = if rolls { format!("{die}5") } else { die.to_owned() };
        scene.give(fire("A-LB1", "B-PK1"), &dice);
        assert_eq!(
            scene.saw(|event| matches!(event, Event::Result(ResultEvent::LeaderRolled { .. }))),
            rolls,
            "{die}"
        );
    }
}

#[test]
fn moi_fire_24_the_books_fire_example() {
    // Two longbows at range 2 shoot one longbow, which returns fire each time.
    let mut scene = b_longbow(&[("A-LB1", "1010", 1), ("A-LB2", "1209", 11), ("B-AX1", "1008", 5)])
        .standard("B2", "1002")
        .active("A1");
    scene.give(fire("A-LB1", "B-AX1"), "").yes("46");
    assert_eq!(
        (
            active_shot(&scene).throw.total(),
            return_shot(&scene).throw.total()
        ),
        (5, 7)
    );
    assert_eq!(scene.unit("B-AX1").status, Status::Disordered);
    assert_eq!(scene.unit("A-LB1").status, Status::Disordered);
    for die in ["5", "6"] {
        let mut scene = scene.clone();
        scene.give(fire("A-LB2", "B-AX1"), "").yes(&format!("{die}4"));
        // At -1, because it was Disordered before that shot: 4, no effect.
        assert_eq!(return_shot(&scene).throw.total(), 4);
        assert_eq!(scene.unit("A-LB2").status, Status::Normal);
        scene.to("B-AX1", "1002", 5, "");
        assert_eq!(scene.unit("B-AX1").status, Status::Retired);
    }
}

#[test]
fn moi_fire_25_a_retreat_by_fire_goes_away_from_the_firer() {
    let mut scene = Scene::plain(&[("A-LB1", "1206", 9), ("B-PK1", "1008", 1)])
        .disordered("B-PK1")
        .active("A1");
    // Range 3 has no modifier: 4, Retreat.
    scene.give(fire("A-LB1", "B-PK1"), "4");
    assert_eq!(scene.spots(), ["0909", "1009"]);
    assert_eq!(scene.hex_of("A-LB1"), Some(hex("1206")));
}

#[test]
fn moi_los_01_fire_into_and_out_of_blocking_terrain() {
    let shot = |from: &'static str, facing: u8, at: &'static str| {
        Scene::new(&[("A-LB1", from, facing), ("B-PK1", at, 7)]).active("A1")
    };
    // Into and out of woods, but not through them.
    assert!(shot("1705", 5, "1706").allows(fire("A-LB1", "B-PK1"), "0"));
    assert!(shot("1706", 1, "1705").allows(fire("A-LB1", "B-PK1"), "0"));
    assert_eq!(
        shot("1805", 5, "1808").refused(fire("A-LB1", "B-PK1")),
        "MOI-LOS-01"
    );
}

#[test]
fn moi_los_04_the_whole_hex_blocks() {
    // The line from 1605 to 1807 clips 1706, a wood, and runs on through 1806.
    let scene = Scene::new(&[("A-LB1", "1605", 5), ("B-PK1", "1807", 7)]).active("A1");
    assert_eq!(scene.refused(fire("A-LB1", "B-PK1")), "MOI-LOS-01");
    assert!(!scene.state.battle.line_of_sight(hex("1605"), hex("1807")));
}

#[test]
fn moi_geni_01_a_genitor_shoots_in_the_middle_of_its_move() {
    // In, a shot at range 1, out again; Reaction Fire and Return Fire may hit it on the way.
    let mut scene = b_longbow(&[("A-GN1", "1006", 5), ("B-AX1", "1008", 1)]).active("A3");
    scene.give(step("A-GN1", "1007"), "").choose("B-AX1", "0");
    scene.give(fire("A-GN1", "B-AX1"), "").yes("00");
    scene.give(step("A-GN1", "1006"), "").give(turn("A-GN1", 3), "");
    // It may not charge.
    let charge = attack(&[charging("A-GN1", &["1007"], None)], "B-AX1");
    scene.state.agenda = vec![crate::model::agenda::Step::DeclareAttacks.into()];
    assert_eq!(scene.refused(declare(&[charge])), "MOI-CHARGE-03");
}

#[test]
fn moi_lead_05_a_leader_dies_of_fire_on_8_or_9() {
    // Adjusted 9 and a leader roll of 8; adjusted 9 and 7.
    for (leader_die, dies) in [("8", true), ("9", true), ("7", false)] {
        let mut scene = Scene::plain(&[("A-LB1", "1009", 1), ("B-PK1", "1008", 1), ("B-PK2", "0202", 1)])
            .leader("Orel", "1008")
            .active("A1");
        scene.give(fire("A-LB1", "B-PK1"), &format!("7{leader_die}"));
        let lost = scene.saw(|event| matches!(event, Event::Result(ResultEvent::LeaderKilled { .. })));
        assert_eq!(lost, dies, "{leader_die}");
    }
    let _ = (leader_id("Orel"), hour(1), PiecePlace::Due);
}
