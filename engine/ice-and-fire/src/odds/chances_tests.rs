//! The odds of the attack under way: what is over, what may still be used.

use hindsight_kernel::Seat;

use super::{alternatives, under_way};
use crate::cards::{ConditionToken, Trigger};
use crate::field::Slot;
use crate::model::command::{Action, Choice, Command};
use crate::rules::scene::{Scene, card, id};

fn melee(target: &str) -> Action {
    Action::Melee {
        target: id(target),
        facing: false,
        slot: None,
        weapon: None,
    }
}

/// Raiders of seat A front to front with a Levy of seat B.
fn raid() -> Scene {
    Scene::new()
        .unit("A1", "ka-raid", 24.0, 19.2, 0)
        .unit("B1", "mw-levy", 24.0, 24.0, 180)
        .engaged("A1", "B1")
}

/// The names of all that could still be used.
fn names(scene: &Scene) -> Vec<String> {
    let used = alternatives(&scene.state).into_iter().map(|alternative| {
        let names: Vec<String> = alternative.used.into_iter().map(|(name, _)| name).collect();
        names.join(" + ")
    });
    used.collect()
}

#[test]
fn if_atk_10_a_complete_attack_costs_nothing_more() {
    // No hit; then one wound and a test that is passed.
    for dice in [&[1; 7][..], &[3, 1, 1, 1, 1, 1, 1, 1, 6, 6, 1]] {
        let mut scene = raid().hand(Seat::A, &["ka-quarter"]);
        scene.act("A1", melee("B1"), dice);
        assert_eq!(scene.open_trigger(), Some((Seat::A, Trigger::AttackCompleted)));
        let odds = under_way(&scene.state).unwrap().odds().unwrap();
        assert!((odds.wounds.exactly(0) - 1.0).abs() < 1e-12, "{:?}", odds.wounds);
        assert!(odds.tested.abs() < 1e-12);
    }
}

#[test]
fn if_time_01_a_charge_bonus_that_was_let_pass_counts_no_more() {
    let mut scene = Scene::new()
        .unit("A1", "ka-raid", 24.0, 12.0, 0)
        .token("A1", ConditionToken::Weakened)
        .unit("B1", "mw-levy", 24.0, 24.0, 180);
    let charge = Action::Charge {
        target: id("B1"),
        heading: 0,
        arc: None,
        weapon: None,
    };
    scene.act("A1", charge, &[6]);
    let align = Command::Align { slot: Slot::Centre };
    scene.give(Seat::A, align, &[3, 3, 1, 1, 1, 1, 1]);
    let mean = |scene: &Scene| under_way(&scene.state).unwrap().odds().unwrap().wounds.mean();
    assert!(
        mean(&scene) > 64.0 / 27.0 + 1.0,
        "the five misses may be rolled again"
    );
    scene.give(Seat::A, Command::Pass, &[]);
    assert_eq!(scene.open_trigger(), Some((Seat::B, Trigger::AttackRolled)));
    // Two hits against 5+: each is a wound with 2/3; a Panic Test at 8+ fails with 21/36 and costs 2 wounds on average:
    // 4/3 + 8/9 * 7/6 = 64/27.
    assert!((mean(&scene) - 64.0 / 27.0).abs() < 1e-9, "{}", mean(&scene));
}

#[test]
fn if_time_01_what_a_player_let_pass_or_used_is_no_alternative() {
    let attacked = || {
        let mut scene = Scene::new()
            .unit("A1", "mw-shield", 24.0, 19.2, 0)
            .unit("B1", "ka-raid", 24.0, 24.0, 180)
            .engaged("A1", "B1")
            .hand(Seat::A, &["mw-hold"])
            .hand(Seat::B, &["ka-howl", "ka-blood"])
            .turn(Seat::B);
        scene.act("B1", melee("A1"), &[]);
        assert_eq!(scene.open_trigger(), Some((Seat::B, Trigger::AttackDeclared)));
        scene
    };
    let scene = attacked();
    for name in ["Howl", "First Blood", "Hold the Sea Wall"] {
        assert!(names(&scene).contains(&name.to_owned()), "{:?}", names(&scene));
    }
    let mut scene = attacked();
    scene.give(Seat::B, Command::Pass, &[]);
    assert_eq!(names(&scene), ["Hold the Sea Wall"]);
    let mut scene = attacked();
    let howl = Command::PlayCard {
        card: card("ka-howl"),
        choice: Choice::default(),
    };
    scene.give(Seat::B, howl, &[]);
    assert!(
        !names(&scene).contains(&"First Blood".to_owned()),
        "{:?}",
        names(&scene)
    );
}

#[test]
fn if_time_01_a_reroll_that_was_let_pass_is_no_alternative() {
    let mut scene = Scene::new()
        .unit("A1", "ka-sling", 24.0, 12.0, 0)
        .token("A1", ConditionToken::Weakened)
        .unit("B1", "mw-levy", 24.0, 22.0, 180)
        .hand(Seat::A, &["ka-rain"]);
    let shot = Action::Ranged {
        target: id("B1"),
        shift: None,
        weapon: None,
    };
    scene.act("A1", shot, &[4, 4, 1, 1, 1, 1, 1, 1]);
    assert!(
        names(&scene).contains(&"Stone Rain".to_owned()),
        "{:?}",
        names(&scene)
    );
    scene.give(Seat::A, Command::Pass, &[]);
    assert_eq!(names(&scene), ["Weakened"]);
}

#[test]
fn if_cond_06_two_tokens_together_have_a_figure() {
    let mut scene = raid()
        .token("A1", ConditionToken::Weakened)
        .token("B1", ConditionToken::Vulnerable)
        .hand(Seat::A, &["ka-blood"]);
    scene.act("A1", melee("B1"), &[]);
    let both = alternatives(&scene.state)
        .into_iter()
        .find(|alternative| alternative.used.len() == 2)
        .unwrap();
    let used = [
        ("Weakened".to_owned(), Seat::B),
        ("Vulnerable".to_owned(), Seat::A),
    ];
    assert_eq!(both.used, used);
    assert!(both.terms.weakened && both.terms.vulnerable && !both.terms.panicked);
    assert_eq!(
        names(&scene),
        ["Weakened", "Vulnerable", "Weakened + Vulnerable", "First Blood"]
    );
}
