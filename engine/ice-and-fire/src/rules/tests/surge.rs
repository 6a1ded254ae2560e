//! Surge Forth.

use hindsight_kernel::Seat;

use super::attack::armed;
use super::{has, maneuver, melee, play, shoot};
use crate::cards::ZoneName;
use crate::model::command::{Action, Command};
use crate::model::event::{Event, RoundEvent, UnitEvent};
use crate::model::names::NcuId;
use crate::rules::scene::{Scene, id};

fn act(action: Action) -> Command {
    Command::Act { action }
}

/// A1 destroys B1, which has one model left.
fn victor() -> Scene {
    armed(4, 1, &[])
        .models("B1", 1)
        .unit("B9", "ka-raid", 24.0, 44.0, 180)
}

#[test]
fn if_surge_01_the_attacker_may_make_a_free_maneuver() {
    let mut scene = victor();
    scene.act("A1", melee("B1"), &[4, 1]);
    assert_eq!(scene.asked(), [(Seat::A, "surge".to_owned())]);
    assert_eq!(
        scene.refused(Seat::A, act(super::march(5.0, None))),
        "IF-SURGE-01"
    );
    assert_eq!(
        scene.refused(Seat::A, act(maneuver(None, 5.1, None))),
        "IF-ACT-02"
    );
    scene.give(Seat::A, act(maneuver(Some(90), 5.0, None)), &[]);
    assert_eq!(scene.at("A1"), (29.0, 19.2, 90));
    // Destroyed by the Panic Test of the attack: yes.
    let mut scene = armed(4, 1, &[])
        .models("B1", 2)
        .unit("B9", "ka-raid", 24.0, 44.0, 180);
    scene.act("A1", melee("B1"), &[4, 1, 1, 1, 1]);
    assert_eq!(scene.asked(), [(Seat::A, "surge".to_owned())]);
    // Still engaged with another enemy: no Maneuver.
    let mut scene = victor()
        .unit("B2", "ka-raid", 29.15, 19.2, 270)
        .engaged("A1", "B2");
    let events = scene.act("A1", melee("B1"), &[4, 1]);
    assert!(has(&events, |event| matches!(
        event,
        Event::Round(RoundEvent::TurnEnded { .. })
    )));
    // The attacker was itself destroyed by an effect: no Maneuver; the other friends pivot as usual.
    let mut scene = victor()
        .models("A1", 1)
        .hand(Seat::B, &["ka-breath"])
        .unit("A2", "mw-levy", 29.15, 24.0, 270)
        .engaged("A2", "B1");
    scene.act("A1", melee("B1"), &[4, 1]);
    assert_eq!(scene.asked(), [(Seat::B, "trigger_effect".to_owned())]);
    scene.give(Seat::B, play("ka-breath"), &[6]);
    assert!(!scene.state.unit(id("A1")).unwrap().is_alive());
    assert_eq!(scene.asked(), [(Seat::A, "free_pivot".to_owned())]);
}

#[test]
fn if_surge_02_other_friends_pivot_after_the_maneuver() {
    let mut scene = victor()
        .unit("A2", "mw-levy", 29.15, 24.0, 270)
        .unit("A3", "mw-levy", 24.0, 28.8, 180)
        .unit("B2", "ka-raid", 24.0, 33.6, 180)
        .engaged("A2", "B1")
        .engaged("A3", "B1")
        .engaged("A3", "B2");
    scene.act("A1", melee("B1"), &[4, 1]);
    assert_eq!(
        scene.asked(),
        [(Seat::A, "surge".to_owned())],
        "the Maneuver comes first"
    );
    scene.give(Seat::A, Command::Pass, &[]);
    let pivot = |name: &str| Command::FreePivot {
        unit: id(name),
        heading: 0,
    };
    assert_eq!(
        scene.refused(Seat::A, pivot("A3")),
        "IF-RET-03",
        "another enemy still engages it"
    );
    scene.give(Seat::A, pivot("A2"), &[]);
    assert_eq!(scene.at("A2"), (29.15, 24.0, 0));
    assert_eq!(
        scene.asked()[0],
        (Seat::B, "choose_unit".to_owned()),
        "no other friend is free"
    );
}

#[test]
fn if_surge_03_other_destructions_give_nothing() {
    let mut scene = Scene::new()
        .unit("A1", "mw-arch", 24.0, 10.0, 0)
        .unit("B1", "ka-raid", 24.0, 24.0, 180)
        .models("B1", 1)
        .unit("B9", "ka-raid", 24.0, 44.0, 180);
    let events = scene.act("A1", shoot("B1"), &[4, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert!(has(&events, |event| matches!(
        event,
        Event::Unit(UnitEvent::UnitDestroyed { .. })
    )));
    assert!(
        has(&events, |event| matches!(
            event,
            Event::Round(RoundEvent::TurnEnded { .. })
        )),
        "nobody is asked"
    );
}

/// A1 and A2 are engaged with B1, which has one model left; a card and an NCU of A are at hand.
fn beset() -> Scene {
    victor()
        .unit("A2", "mw-levy", 29.15, 24.0, 270)
        .engaged("A2", "B1")
        .ncu(Seat::A, 1, "ka-tall")
}

#[test]
fn if_surge_03_terrain_zones_and_cards_give_neither_maneuver_nor_pivots() {
    let destroyed = |events: &[Event]| {
        has(
            events,
            |event| matches!(event, Event::Unit(UnitEvent::UnitDestroyed { unit, .. }) if *unit == id("B1")),
        )
    };
    // Terrain: B1 is to attack from within Stakes.
    let mut scene = beset().piece("stakes", 23.5, 25.0, 0).turn(Seat::B);
    let events = scene.act("B1", melee("A1"), &[1]);
    assert!(
        destroyed(&events)
            && has(&events, |event| matches!(
                event,
                Event::Round(RoundEvent::TurnEnded { .. })
            ))
    );
    assert_eq!(scene.asked()[0], (Seat::A, "choose_unit".to_owned()));
    // The Crown: B1 dies of its Panic Test.
    let claim = |zone| Command::Claim {
        ncu: NcuId::new(Seat::A, 1).unwrap(),
        zone,
    };
    let target = Command::Target {
        unit: id("B1"),
        token: None,
    };
    let mut scene = beset();
    scene.give(Seat::A, claim(ZoneName::Crown), &[]);
    let events = scene.give(Seat::A, target, &[1, 1, 1]);
    assert!(
        destroyed(&events)
            && has(&events, |event| matches!(
                event,
                Event::Round(RoundEvent::TurnEnded { .. })
            ))
    );
    assert_eq!(scene.asked()[0], (Seat::B, "choose_unit".to_owned()));
    // A card, Old Grudges: then the zone goes on.
    let mut scene = beset().hand(Seat::A, &["ka-grudges"]);
    scene.give(Seat::A, claim(ZoneName::Wealth), &[]);
    let events = scene.give(Seat::A, super::play_on("ka-grudges", "B1"), &[1, 1, 1]);
    assert!(destroyed(&events));
    assert_eq!(scene.asked(), [(Seat::A, "zone_target".to_owned())]);
}

#[test]
fn if_surge_03_wounds_that_a_card_puts_in_the_place_of_a_panic_test_are_those_of_the_card() {
    // Blood Price: no Panic Test, one wound instead. It kills the last model, so the attack destroyed nobody.
    let mut scene = armed(4, 1, &[])
        .models("B1", 2)
        .unit("B9", "ka-raid", 24.0, 44.0, 180)
        .hand(Seat::B, &["ka-price"]);
    scene.act("A1", melee("B1"), &[4, 1]);
    let events = scene.give(Seat::B, play("ka-price"), &[]);
    assert!(has(&events, |event| matches!(
        event,
        Event::Unit(UnitEvent::UnitDestroyed { .. })
    )));
    assert!(
        has(&events, |event| matches!(
            event,
            Event::Round(RoundEvent::TurnEnded { .. })
        )),
        "no Surge Forth, no free pivots"
    );
}

#[test]
fn if_surge_04_surge_forth_comes_after_all_other_effects() {
    let mut scene = victor().hand(Seat::B, &["ka-breath"]);
    scene.act("A1", melee("B1"), &[4, 1]);
    assert_eq!(scene.asked(), [(Seat::B, "trigger_effect".to_owned())]);
    scene.give(Seat::B, play("ka-breath"), &[1]);
    assert_eq!(scene.asked(), [(Seat::A, "surge".to_owned())]);
}
