//! Detectors that judge several events together, in positions that are played.

use hindsight_kernel::Seat;
use hindsight_kernel::coach::trial;

use super::{DETECTORS, Watcher};
use crate::field::Slot;
use crate::model::command::{Action, Command};
use crate::model::event::{Event, ScoringEvent};
use crate::model::state::State;
use crate::rules::scene::{Scene, id};

const NOBODY: [&str; 0] = [];

/// The units that a detector points at in what was played.
fn of(detector: &str, start: &State, events: &[Event]) -> Vec<String> {
    let found = trial::watched(&mut Watcher::default(), start, events).unwrap();
    trial::about(&found, DETECTORS, detector)
}

fn charge(target: &str, heading: u16) -> Action {
    Action::Charge {
        target: id(target),
        heading,
        arc: None,
        weapon: None,
    }
}

fn maneuver(first: u16, distance: i32, last: u16) -> Action {
    Action::Maneuver {
        first: Some(first),
        distance,
        last: Some(last),
    }
}

fn melee(target: &str) -> Action {
    Action::Melee {
        target: id(target),
        facing: false,
        slot: None,
        weapon: None,
    }
}

/// A1 charges straight ahead over 5.2"; a Corpse Pile lies at `x`, `y`. What is told after it stands in a slot.
fn over_a_pile(x: f64, y: f64, die: u8, slot: Slot) -> Vec<String> {
    let mut scene = Scene::new()
        .unit("A1", "mw-levy", 24.0, 14.0, 0)
        .unit("B1", "ka-raid", 24.0, 24.0, 180)
        .piece("corpse-pile", x, y, 0);
    let start = scene.state.clone();
    let mut events = scene.act("A1", charge("B1", 0), &[die]);
    events.extend(scene.try_give(Seat::A, Command::Align { slot }, &[3; 6]).unwrap());
    let found = trial::watched(&mut Watcher::default(), &start, &events).unwrap();
    if let Some((without, with)) =
        trial::weighed(&found, "charge_over_hindering", "expected wounds of its attack")
    {
        // 6 dice hit on 4, with the bonus misses are rolled again; saved on 4. The Raiders' Morale is 6, the pile within 6" is Horrific: they
        // fail with 15 of 36, for 2.
        let wounds = |chance: f64| 6.0 * chance + 30.0 / 36.0 * (1.0 - (1.0 - chance).powi(6));
        assert!((without - wounds(1.0 / 4.0)).abs() < 1e-9, "{without}");
        assert!((with - wounds(3.0 / 8.0)).abs() < 1e-9, "{with}");
        let chance = trial::weighed(&found, "charge_over_hindering", "chance that the charge succeeds");
        assert_eq!(chance, Some((1.0, 1.0)), "5.2 inches by any die");
    }
    trial::about(&found, DETECTORS, "charge_over_hindering")
}

#[test]
fn charge_over_hindering_when_another_heading_avoids_it() {
    // The pile is 4" wide: at x = 28.4 its west edge is at 26.4, under the corner of the way alone.
    assert_eq!(over_a_pile(28.4, 18.0, 5, Slot::Left), ["A1"]);
    assert_eq!(
        over_a_pile(24.0, 18.0, 5, Slot::Left),
        NOBODY,
        "no heading avoids it"
    );
    assert_eq!(over_a_pile(40.0, 18.0, 5, Slot::Left), NOBODY, "it lies far off");
}

#[test]
fn charge_over_hindering_when_another_slot_avoids_it() {
    // The right slot stands at x = 24 to 29.5, y = 16.8 to 21.6; the pile at x = 28 to 32, y = 18.5 to 21.5 lies beside the way.
    assert_eq!(over_a_pile(30.0, 20.0, 5, Slot::Right), ["A1"]);
    assert_eq!(over_a_pile(30.0, 20.0, 5, Slot::Left), NOBODY);
    assert_eq!(
        over_a_pile(30.0, 20.0, 1, Slot::Right),
        NOBODY,
        "a Disorderly Charge has no bonus to lose"
    );
}

/// A1 with one rank stands on the token at (24, 24), front to front with an enemy of three ranks.
fn outranked() -> Scene {
    let mut scene = Scene::new()
        .unit("A1", "ka-ride", 24.0, 24.0, 90)
        .models("A1", 1)
        .unit("B1", "mw-shield", 28.9, 24.0, 270)
        .engaged("A1", "B1");
    for token in &mut scene.state.objectives[1..] {
        token.place = crate::field::Place::new(44_000, 4_000);
    }
    scene
}

/// A1 strikes and misses; then the other units of A do what they do, and the round ends.
fn stays(mut scene: Scene, then: impl FnOnce(&mut Scene) -> Vec<Event>) -> Vec<String> {
    let start = scene.state.clone();
    let mut events = scene.act("A1", melee("B1"), &[1; 6]);
    events.extend(then(&mut scene));
    events.push(Event::Scoring(ScoringEvent::BoardCleared));
    of("contested_by_weakness", &start, &events)
}

#[test]
fn token_contested_by_weakness_with_a_free_one_behind() {
    assert_eq!(
        stays(outranked(), |_| Vec::new()),
        NOBODY,
        "nothing else could be done"
    );
    // A Retreat of Speed 7 and a 1 goes 8" to the west.
    let with_token = |x: i32| {
        let mut scene = outranked();
        scene.state.objectives[1].place = crate::field::Place::new(x, 24_000);
        scene
    };
    assert_eq!(stays(with_token(17_000), |_| Vec::new()), ["A1"]);
    assert_eq!(
        stays(with_token(8_000), |_| Vec::new()),
        NOBODY,
        "it is out of reach"
    );
    // A token beside the way comes under the tray by the pivot at the end: the tray is 5.5 wide and 5 deep.
    let mut beside = outranked();
    beside.state.objectives[1].place = crate::field::Place::new(17_000, 26_100);
    assert_eq!(stays(beside, |_| Vec::new()), ["A1"]);
}

#[test]
fn token_contested_by_weakness_with_a_friend_who_could_charge() {
    // A2 stands south of the enemy, 9.25" from its left flank (it looks west).
    let helped = || outranked().unit("A2", "ka-raid", 28.9, 9.6, 0);
    assert_eq!(stays(helped(), |_| Vec::new()), ["A1"]);
    let far = outranked().unit("A2", "ka-raid", 28.9, 4.0, 0);
    assert_eq!(stays(far, |_| Vec::new()), NOBODY, "nobody can reach it");
    let done = helped().with("A2", |unit| unit.activated = true);
    assert_eq!(stays(done, |_| Vec::new()), NOBODY, "it was activated before");
    let charged = |scene: &mut Scene| {
        scene.state = scene.clone().turn(Seat::A).state;
        scene.act("A2", charge("B1", 0), &[2])
    };
    assert_eq!(stays(helped(), charged), NOBODY, "it does charge");
}

/// A1 has destroyed the one enemy it was engaged with; another one stands east of it and has not been activated.
fn victor() -> (Scene, State, Vec<Event>) {
    let mut scene = Scene::new()
        .unit("A1", "mw-levy", 24.0, 19.2, 0)
        .unit("B1", "ka-raid", 24.0, 24.0, 180)
        .models("B1", 1)
        .engaged("A1", "B1")
        .models("A1", 1)
        .unit("B2", "ka-raid", 38.0, 19.2, 270);
    let start = scene.state.clone();
    let events = scene.act("A1", melee("B1"), &[4, 4, 4, 4, 1, 1, 1, 1]);
    assert_eq!(scene.asked(), [(Seat::A, "surge".to_owned())]);
    (scene, start, events)
}

fn surge(answer: Command, heading: u16) -> Vec<String> {
    let (mut scene, start, mut events) = victor();
    events.extend(scene.give(Seat::A, answer, &[]));
    events.extend(scene.act("B2", charge("A1", heading), &[6]));
    of("surge_declined", &start, &events)
}

#[test]
fn surge_declined_and_charged_in_the_flank() {
    assert_eq!(surge(Command::Pass, 270), ["A1"]);
}

#[test]
fn surge_wasted_where_another_maneuver_would_have_helped() {
    let stay = Command::Act {
        action: maneuver(0, 0, 0),
    };
    assert_eq!(surge(stay, 270), ["A1"], "it moved nowhere");
    let turned = Command::Act {
        action: maneuver(0, 0, 90),
    };
    assert_eq!(surge(turned, 270), NOBODY, "it is charged in the front");
}
