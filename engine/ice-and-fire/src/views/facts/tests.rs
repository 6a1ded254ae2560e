//! The catalogue's statistics, told of commands that are given.

use hindsight_kernel::{Fact, Rules, Seat, Story};

use crate::IceAndFire;
use crate::cards::{ConditionToken, ZoneName};
use crate::model::command::{Action, Command};
use crate::model::event::{Event, ScoringEvent, UnitEvent};
use crate::model::names::NcuId;
use crate::model::patch::Patch;
use crate::model::state::State;
use crate::rules::scene::{Scene, id};

/// A counter in the facts of some events: its sum over all units and seats that fit.
struct Told(Vec<Fact>);

impl Told {
    fn of(mut state: State, events: &[Event]) -> Self {
        let mut all = Vec::new();
        for event in events {
            IceAndFire::facts(&state, event, &mut all);
            IceAndFire::evolve(&mut state, event).unwrap();
        }
        Self(all)
    }

    /// What was ordered and succeeded or failed: who, what, whether.
    fn results(&self) -> Vec<(&str, &str, bool)> {
        let resolved = self.0.iter().filter_map(|fact| match fact {
            Fact::OrderResolved {
                unit,
                order,
                succeeded,
                ..
            } => Some((unit.as_str(), order.as_str(), *succeeded)),
            _ => None,
        });
        resolved.collect()
    }

    /// The sum of a counter, of one unit where one is named; nothing if it was never counted.
    fn sum(&self, name: &str, of: Option<&str>, by: Seat) -> Option<f64> {
        let amounts = self.0.iter().filter_map(|fact| match fact {
            Fact::Counted {
                counter,
                unit,
                seat,
                amount,
            } if counter == name && *seat == Some(by) && (of.is_none() || unit.as_deref() == of) => {
                Some(*amount)
            }
            _ => None,
        });
        let amounts: Vec<f64> = amounts.collect();
        (!amounts.is_empty()).then(|| amounts.iter().sum())
    }
}

/// Gives a command and tells its facts.
fn told(scene: &mut Scene, seat: Seat, command: Command, dice: &[u8]) -> Told {
    let before = scene.state.clone();
    let events = scene.give(seat, command, dice);
    Told::of(before, &events)
}

/// A1 (Harbour Levy, To Hit 4+, six dice) and B1 (Clan Raiders, save 4+, Morale 6+), front to front.
fn duel() -> Scene {
    Scene::new()
        .unit("A1", "mw-levy", 24.0, 19.2, 0)
        .unit("B1", "ka-raid", 24.0, 24.0, 180)
        .unit("B9", "ka-raid", 24.0, 44.0, 180)
        .engaged("A1", "B1")
}

fn strike(scene: &mut Scene, dice: &[u8]) -> Told {
    scene.activate("A1");
    let action = Action::Melee {
        target: id("B1"),
        facing: false,
        slot: None,
        weapon: None,
    };
    told(scene, Seat::A, Command::Act { action }, dice)
}

#[test]
fn a_re_roll_tells_how_many_successes_it_brought() {
    // Weakened: a hit of 6 becomes a miss, a 5 stays a hit: one success less.
    let mut scene = duel().token("A1", ConditionToken::Weakened);
    strike(&mut scene, &[6, 5, 1, 1, 1, 1]);
    let expend = |dice: &[u8]| Command::Expend { dice: dice.to_vec() };
    let told_of = told(&mut scene, Seat::B, expend(&[0, 1]), &[3, 4, 6]);
    assert_eq!(
        told_of.sum("dice_rerolled_attack", Some("A1"), Seat::A),
        Some(2.0)
    );
    assert_eq!(
        told_of.sum("rerolls_gained_attack", Some("A1"), Seat::A),
        Some(-1.0)
    );
    // Vulnerable: two blocked hits become one.
    let mut scene = duel().token("B1", ConditionToken::Vulnerable);
    strike(&mut scene, &[4, 4, 1, 1, 1, 1, 6, 5]);
    let told_of = told(&mut scene, Seat::A, expend(&[0, 1]), &[2, 4, 6, 6, 1]);
    assert_eq!(
        told_of.sum("rerolls_gained_defence", Some("B1"), Seat::B),
        Some(-1.0)
    );
    // Panicked: a test that was passed is failed.
    let mut scene = duel().token("B1", ConditionToken::Panicked);
    strike(&mut scene, &[4, 1, 1, 1, 1, 1, 1, 6, 6, 1]);
    let told_of = told(&mut scene, Seat::A, expend(&[0, 1]), &[1, 1]);
    assert_eq!(
        told_of.sum("rerolls_gained_panic", Some("B1"), Seat::B),
        Some(-1.0)
    );
}

#[test]
fn if_cond_02_to_04_an_expended_token_succeeds_if_the_new_dice_harm_the_unit() {
    let expend = |dice: &[u8]| Command::Expend { dice: dice.to_vec() };
    // Weakened: of two hits one is left; the defender B1 expends it. A hit that stays one is no success.
    for (dice, spoiled) in [(&[3, 6][..], true), (&[5, 6, 6], false)] {
        let mut scene = duel().token("A1", ConditionToken::Weakened);
        strike(&mut scene, &[6, 5, 1, 1, 1, 1]);
        let told_of = told(&mut scene, Seat::B, expend(&[0]), dice);
        assert_eq!(told_of.results(), [("B1", "Token expended: Weakened", spoiled)]);
    }
    // Vulnerable: a blocked hit is blocked no more; the attacker A1 expends it.
    let mut scene = duel().token("B1", ConditionToken::Vulnerable);
    strike(&mut scene, &[4, 4, 1, 1, 1, 1, 6, 5]);
    let told_of = told(&mut scene, Seat::A, expend(&[0]), &[2, 6, 6, 1]);
    assert_eq!(told_of.results(), [("A1", "Token expended: Vulnerable", true)]);
    // Panicked: a test failed with a D3 of 1 stays failed, and costs 3.
    let mut scene = duel().token("B1", ConditionToken::Panicked);
    strike(&mut scene, &[4, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    let told_of = told(&mut scene, Seat::A, expend(&[2]), &[6]);
    assert_eq!(told_of.results(), [("A1", "Token expended: Panicked", true)]);
}

#[test]
fn if_mor_02_the_two_dice_of_a_panic_test_are_told_with_what_was_to_be_expected() {
    // A hit that is not blocked; the test is 6 and 5 against Morale 6+, the D3 shows 1.
    let told_of = strike(&mut duel(), &[4, 1, 1, 1, 1, 1, 1, 6, 5, 1]);
    let panic = told_of.0.iter().find_map(|fact| match fact {
        Fact::DiceRolled(rolled) if rolled.purpose == "panic" => Some(rolled),
        _ => None,
    });
    let panic = panic.unwrap();
    assert_eq!((panic.unit.as_deref(), panic.seat), (Some("B1"), Seat::B));
    assert_eq!(
        (panic.result, panic.target, panic.roll_under),
        (11, Some(6), false)
    );
    assert!((panic.expected.mean() - 7.0).abs() < 1e-9);
}

#[test]
fn if_vp_03_and_04_units_earn_victory_points() {
    let mut scene = duel().models("B1", 1);
    let told_of = strike(&mut scene, &[4, 1, 1, 1, 1, 1, 1]);
    assert_eq!(told_of.sum("victory_points", Some("A1"), Seat::A), Some(1.0));
    // In the clean-up of the second round each controlled token gives its unit's player a point.
    let mut scene = Scene::new()
        .unit("A1", "mw-levy", 24.0, 24.0, 0)
        .unit("B1", "ka-raid", 6.0, 40.0, 180)
        .with("B1", |unit| unit.activated = true)
        .controls("A1", 1);
    scene.state.round = 2;
    scene.activate("A1");
    let action = Action::Forgo;
    let told_of = told(&mut scene, Seat::A, Command::Act { action }, &[]);
    assert_eq!(told_of.sum("victory_points", Some("A1"), Seat::A), Some(1.0));
    assert_eq!(told_of.sum("objective_rounds", Some("A1"), Seat::A), Some(1.0));
    assert_eq!(told_of.sum("victory_points", None, Seat::B), None);
}

#[test]
fn if_round_02_activations_are_counted_by_round_and_the_last_one_is_told() {
    let start = || {
        Scene::new()
            .unit("A1", "mw-levy", 10.0, 5.0, 0)
            .unit("B1", "ka-raid", 24.0, 40.0, 180)
            .ncu(Seat::A, 1, "ka-tall")
    };
    let mut scene = start();
    let claim = Command::Claim {
        ncu: NcuId::new(Seat::A, 1).unwrap(),
        zone: ZoneName::Combat,
    };
    let first = told(&mut scene, Seat::A, claim, &[]);
    assert_eq!(first.sum("zone_combat_round_1", None, Seat::A), Some(1.0));
    assert_eq!(first.sum("activations_round_1", None, Seat::A), Some(1.0));
    assert_eq!(first.sum("last_activations", None, Seat::A), None);
    let forgo = || Command::Act {
        action: Action::Forgo,
    };
    scene.activate("B1");
    let second = told(&mut scene, Seat::B, forgo(), &[]);
    assert_eq!(second.sum("last_activations", None, Seat::B), None, "A1 is left");
    scene.activate("A1");
    let third = told(&mut scene, Seat::A, forgo(), &[]);
    assert_eq!(third.sum("last_activations", None, Seat::A), Some(1.0));
}

#[test]
fn if_unit_08_restored_wounds_and_rulings_tell_what_a_unit_regains() {
    // Twelve models with a wound each, nine of them left.
    let state = duel().models("A1", 9).state;
    let unit = id("A1");
    let restored = Event::Unit(UnitEvent::WoundsRestored {
        unit,
        wounds: 2,
        models: 11,
        wounded: 0,
    });
    let ruled = |models: u8| {
        Event::Scoring(ScoringEvent::Ruled {
            patch: Patch::SetStrength {
                unit,
                models,
                wounded: 0,
            },
        })
    };
    let told = Told::of(state, &[restored, ruled(8), ruled(12), ruled(0)]);
    let shares: Vec<(&str, u32, f64)> = told
        .0
        .iter()
        .filter_map(|fact| match fact {
            Fact::Restored(regained) => Some((regained.cause.as_str(), regained.models, regained.share)),
            Fact::DamageDealt(lost) => Some((lost.cause.as_str(), lost.models, -lost.share)),
            Fact::Destroyed { cause, by: None, .. } => Some((cause.as_str(), 0, 0.0)),
            _ => None,
        })
        .collect();
    let expected = [
        ("restored", 2, 2.0 / 12.0),
        ("ruling", 3, -3.0 / 12.0),
        ("ruling", 4, 4.0 / 12.0),
        ("ruling", 0, 0.0),
    ];
    assert_eq!(shares, expected);
    assert_eq!(told.sum("wounds_restored", Some("A1"), Seat::A), Some(2.0));
}
