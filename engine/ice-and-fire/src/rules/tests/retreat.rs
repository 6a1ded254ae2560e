//! Retreats.

use hindsight_kernel::Seat;

use super::{duel, has};
use crate::model::command::{Action, Command};
use crate::model::event::Event;
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
    assert!(has(&events, |event| matches!(event, Event::TurnEnded { .. })));
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
        has(&events, |event| matches!(event, Event::TurnEnded { .. })),
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
        Event::AttackDeclared { .. } | Event::PanicDemanded { .. } | Event::WoundsSuffered { .. }
    )));
    scene.give(Seat::B, Command::Pass, &[]);
    assert!(scene.state.unit(id("A1")).unwrap().activated);
}
