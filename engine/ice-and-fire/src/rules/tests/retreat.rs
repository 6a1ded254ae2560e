//! Retreats.

use hindsight_kernel::{Offers, Seat};

use super::{duel, has};
use crate::model::command::{Action, Command};
use crate::model::event::{AttackEvent, Event, MoraleEvent, RoundEvent, UnitEvent};
use crate::model::names::Way;
use crate::rules::scene::{Scene, id, mils};

fn back(way: Way, inches: f64) -> Command {
    Command::MoveBack {
        way,
        distance: mils(inches),
        last: None,
    }
}

/// Speed 4, engaged in front.
fn shieldmen() -> Scene {
    duel("mw-shield", "ka-raid")
}

#[test]
fn if_ret_01_speed_and_die_backward_left_or_right() {
    let mut scene = shieldmen();
    scene.act("A1", Action::Retreat, &[2]);
    assert_eq!(scene.asked(), [(Seat::A, "retreat_move".to_owned())]);
    assert_eq!(scene.refused(Seat::A, back(Way::Backward, 6.01)), "IF-RET-01");
    assert_eq!(scene.refused(Seat::A, back(Way::Forward, 6.0)), "IF-RET-01");
    scene.give(Seat::A, back(Way::Backward, 6.0), &[]);
    assert_eq!(scene.at("A1"), (24.0, 13.2, 0), "without changing heading");
    // Engaged only on its rear: forward is allowed.
    let mut scene = Scene::new()
        .unit("A1", "mw-shield", 24.0, 19.2, 180)
        .unit("B1", "ka-raid", 24.0, 24.0, 180)
        .engaged("A1", "B1");
    scene.act("A1", Action::Retreat, &[2]);
    scene.give(Seat::A, back(Way::Forward, 6.0), &[]);
    assert_eq!(scene.at("A1"), (24.0, 13.2, 180));
}

#[test]
fn if_act_07_a_retreat_ends_with_a_pivot() {
    let mut scene = shieldmen();
    scene.act("A1", Action::Retreat, &[2]);
    let turned = Command::MoveBack {
        way: Way::Backward,
        distance: 6_000,
        last: Some(270),
    };
    scene.give(Seat::A, turned, &[]);
    assert_eq!(scene.at("A1"), (24.0, 13.2, 270));
    assert_eq!(
        Scene::new()
            .unit("A1", "mw-shield", 24.0, 19.2, 0)
            .action_rule("A1", Action::Retreat)
            .unwrap(),
        "IF-ACT-01",
        "an unengaged unit does not retreat"
    );
}

#[test]
fn if_ret_02_all_move_rules_hold() {
    // Sideways 6: 0.5 from the enemy; 6.5: 1.0.
    let mut scene = shieldmen();
    scene.act("A1", Action::Retreat, &[3]);
    assert_eq!(scene.refused(Seat::A, back(Way::Right, 6.0)), "IF-MOVE-03");
    assert_eq!(scene.refused(Seat::A, back(Way::Right, 6.49)), "IF-MOVE-03");
    scene.give(Seat::A, back(Way::Right, 6.5), &[]);
    assert_eq!(scene.at("A1"), (30.5, 19.2, 0));
    // Enemies in contact with all four sides: no Retreat.
    let surrounded = shieldmen()
        .unit("B2", "ka-raid", 29.15, 19.2, 270)
        .unit("B3", "ka-raid", 18.85, 19.2, 90)
        .unit("B4", "ka-raid", 24.0, 14.4, 0)
        .engaged("A1", "B2")
        .engaged("A1", "B3")
        .engaged("A1", "B4");
    assert_eq!(
        surrounded.action_rule("A1", Action::Retreat).unwrap(),
        "IF-RET-02"
    );
    // After a low roll no direction ends legally: the unit stays, the action ends. Backward it would pass 5 inches along the
    // enemies at both flanks and stay within an inch of them.
    let mut scene = shieldmen()
        .unit("B2", "ka-raid", 29.15, 19.2, 270)
        .unit("B3", "ka-raid", 18.85, 19.2, 90)
        .engaged("A1", "B2")
        .engaged("A1", "B3");
    let events = scene.act("A1", Action::Retreat, &[1]);
    assert_eq!(scene.at("A1"), (24.0, 19.2, 0));
    assert!(has(&events, |event| matches!(
        event,
        Event::Round(RoundEvent::TurnEnded { .. })
    )));
}

#[test]
fn if_ret_03_enemies_that_are_free_now_may_pivot() {
    let mut scene = shieldmen();
    scene.act("A1", Action::Retreat, &[2]);
    scene.give(Seat::A, back(Way::Backward, 6.0), &[]);
    assert_eq!(scene.asked(), [(Seat::B, "free_pivot".to_owned())]);
    let pivot = Command::FreePivot {
        unit: id("B1"),
        heading: 90,
    };
    scene.give(Seat::B, pivot, &[]);
    assert_eq!(scene.at("B1"), (24.0, 24.0, 90));
    // An enemy that is still engaged with another unit does not pivot.
    let mut scene = shieldmen()
        .unit("A2", "mw-levy", 29.15, 24.0, 270)
        .engaged("A2", "B1");
    scene.act("A1", Action::Retreat, &[2]);
    let events = scene.give(Seat::A, back(Way::Backward, 6.0), &[]);
    assert!(
        has(&events, |event| matches!(
            event,
            Event::Round(RoundEvent::TurnEnded { .. })
        )),
        "nobody is asked"
    );
}

#[test]
fn if_ret_04_leaving_an_engagement_costs_the_action_and_nothing_else() {
    let mut scene = shieldmen();
    let mut events = scene.act("A1", Action::Retreat, &[2]);
    events.extend(scene.give(Seat::A, back(Way::Backward, 6.0), &[]));
    assert!(!has(&events, |event| matches!(
        event,
        Event::Attack(AttackEvent::AttackDeclared { .. })
            | Event::Morale(MoraleEvent::PanicDemanded { .. })
            | Event::Unit(UnitEvent::WoundsSuffered { .. })
    )));
    scene.give(Seat::B, Command::Pass, &[]);
    assert!(scene.state.unit(id("A1")).unwrap().activated);
}

/// Speed 4 before the south edge, engaged in front by a small solo unit: sideways alone is left, and after 5" the heading it
/// has ends within an inch of the bear.
fn before_the_edge() -> Scene {
    Scene::new()
        .unit("A1", "mw-shield", 24.0, 2.4, 0)
        .unit("B1", "mw-bear", 24.0, 6.18, 180)
        .engaged("A1", "B1")
}

#[test]
fn if_ret_02_directions_are_judged_with_every_last_pivot() {
    // Die 1: 5". To (19, 2.4) and turned to 90 the tray reaches to x = 21.4, 1.22" beside the bear, which begins at 22.62.
    let mut scene = before_the_edge();
    scene.act("A1", Action::Retreat, &[1]);
    assert_eq!(scene.asked(), [(Seat::A, "retreat_move".to_owned())]);
    assert_eq!(scene.refused(Seat::A, back(Way::Left, 5.0)), "IF-MOVE-03");
    let turned = |inches, last| Command::MoveBack {
        way: Way::Left,
        distance: mils(inches),
        last: Some(last),
    };
    scene.clone().give(Seat::A, turned(5.0, 90), &[]);
    scene.give(Seat::A, turned(4.8, 90), &[]);
    assert_eq!(scene.at("A1"), (19.2, 2.4, 90));
}

#[test]
fn if_ret_02_the_offered_retreats_are_legal_with_the_pivots_they_name() {
    let mut scene = before_the_edge();
    scene.act("A1", Action::Retreat, &[1]);
    let offers = crate::IceAndFire::offers(&scene.state, Seat::A);
    let commands: Vec<Command> = offers
        .iter()
        .flat_map(hindsight_kernel::Offer::commands)
        .cloned()
        .collect();
    assert_eq!(
        commands.len(),
        2,
        "left and right, each with a pivot: {commands:?}"
    );
    for command in commands {
        scene.clone().give(Seat::A, command, &[]);
    }
}

#[test]
fn if_ret_02_the_search_over_pivots_finds_what_a_scan_of_all_finds() {
    // Friends and enemies around, at odd headings.
    let scene = shieldmen()
        .unit("B2", "mw-bear", 18.4, 14.9, 30)
        .unit("B3", "mw-bear", 29.6, 15.1, 71)
        .unit("B4", "ka-ram", 24.3, 11.2, 17);
    let tray = crate::rules::terrain::tray(&scene.state, id("A1")).unwrap();
    for (way, reach) in [
        (Way::Backward, 5_000),
        (Way::Left, 6_000),
        (Way::Right, 7_000),
        (Way::Left, 10_000),
    ] {
        let scanned = (1..=reach / 10).rev().find_map(|step| {
            let distance = step * 10;
            let legal = |last| {
                crate::rules::retreat::check_move(&scene.state, id("A1"), reach, way, distance, last).is_ok()
            };
            (legal(None) || (0..360).any(|last| legal(Some(last)))).then_some(distance)
        });
        let found = crate::rules::retreat::ways_out(&scene.state, id("A1"), reach)
            .into_iter()
            .find(|out| out.way == way);
        assert_eq!(
            found.map(|out| out.farthest.distance),
            scanned,
            "{way:?} {reach} {tray:?}"
        );
        if let Some(out) = found {
            let (distance, last) = (out.farthest.distance, out.farthest.last);
            crate::rules::retreat::check_move(&scene.state, id("A1"), reach, way, distance, last).unwrap();
        }
    }
}

#[test]
fn if_ret_03_the_free_pivot_is_not_asked_the_inch() {
    // 1.5" back: turned by 45 degrees a corner of the raiders reaches 1.24" farther, within an inch of the shieldmen.
    let mut scene = Scene::new()
        .unit("A1", "mw-shield", 24.0, 19.2, 0)
        .unit("B1", "ka-raid", 24.0, 24.0, 180)
        .engaged("A1", "B1");
    scene.act("A1", Action::Retreat, &[6]);
    scene.give(Seat::A, back(Way::Backward, 1.5), &[]);
    let pivot = |heading| Command::FreePivot {
        unit: id("B1"),
        heading,
    };
    scene.give(Seat::B, pivot(225), &[]);
    assert_eq!(scene.at("B1"), (24.0, 24.0, 225));
    // It overlaps no tray: back 1.0" a pivot by 45 degrees comes onto the shieldmen.
    let mut scene = shieldmen();
    scene.act("A1", Action::Retreat, &[6]);
    scene.give(Seat::A, back(Way::Backward, 1.0), &[]);
    assert_eq!(scene.refused(Seat::B, pivot(225)), "IF-MOVE-04");
}
