//! Shooting and what stands before it.

use hindsight_kernel::Modifier;

use super::*;
use crate::field::Field;
use crate::model::cards::RangedType;
use crate::model::event::{CombatEvent, DamageEvent, TurnEvent};
use crate::procedures::attack::count::MOVE_AND_SHOOT;
use crate::procedures::attack::modifiers::Situation;
use crate::rules::combat::prepared;
use crate::scene::{id, line, scene, shooting};

/// A1 shoots at B1 over so many inches, needing so much, moving or not.
fn shot(turn: u16, inches: f64, to_hit: i32, moving: bool) -> (State, Event) {
    let state = scene()
        .unit("A1", shooting(24.0, RangedType::Indirect), (18.0, 3.0, 0.0))
        .unit("B1", line(), (18.0, 5.5 + inches, 180.0))
        .order("A1", Order::Range)
        .set(|state| state.turn = turn)
        .state();
    let mut attack = {
        let field = Field::of(&state);
        prepared(&Situation::of(&field), id("A1"), id("B1"), AttackKind::Ranged)
    };
    attack.numbers.to_hit = to_hit;
    attack
        .numbers
        .on_hit
        .retain(|modifier| !modifier.name.starts_with(MOVE_AND_SHOOT));
    if moving {
        attack.numbers.on_hit.push(Modifier {
            name: MOVE_AND_SHOOT.to_owned(),
            change: -1,
            rule: "BG4-MODS-16".into(),
        });
    }
    (
        state,
        Event::Combat(CombatEvent::AttackBegan {
            attack: Box::new(attack),
            place: None,
        }),
    )
}

fn shots(all: &[(State, Event)]) -> (Watcher, Vec<Suggestion>) {
    let mut watcher = Watcher::default();
    let mut found = Vec::new();
    for (state, event) in all {
        found.extend(watched(&mut watcher, state, std::slice::from_ref(event)));
    }
    (watcher, found)
}

#[test]
fn long_range_by_habit_tells_of_three_poor_shots_in_a_row() {
    let found = |inches: f64, needs: [i32; 3]| {
        let all: Vec<_> = (1..)
            .zip(needs)
            .map(|(turn, need)| shot(turn, inches, need, false))
            .collect();
        of(&shots(&all).1, "long_range_by_habit")
    };
    // 16 inches are Extreme Range, two turns of 3.5 nearer Long Range.
    assert_eq!(found(16.0, [1, 0, 1]), ["A1"]);
    assert_eq!(found(16.0, [1, 2, 1]), NONE, "one shot had a better number");
    assert_eq!(
        found(22.0, [1, 1, 1]),
        NONE,
        "two turns nearer it is still Extreme Range"
    );
    let ever: Vec<_> = (1..=300).map(|turn| shot(turn, 22.0, 1, false)).collect();
    assert_eq!(of(&shots(&ever).1, "long_range_by_habit"), NONE, "however long");
}

#[test]
fn move_and_shoot_avoidable_tells_of_two_turns_without_coming_nearer() {
    let found = |all: &[(State, Event)]| of(&shots(all).1, "move_and_shoot_avoidable");
    assert_eq!(found(&[shot(1, 16.0, 3, true), shot(2, 15.0, 3, true)]), ["A1"]);
    assert_eq!(
        found(&[shot(1, 16.0, 3, true), shot(2, 13.0, 3, true)]),
        NONE,
        "a nearer band"
    );
    assert_eq!(
        found(&[shot(1, 16.0, 3, true), shot(3, 15.0, 3, true)]),
        NONE,
        "a turn between"
    );
    assert_eq!(
        found(&[shot(1, 16.0, 3, true), shot(2, 15.0, 3, false)]),
        NONE,
        "it stood"
    );
}

#[test]
fn ammo_spent_early_tells_of_poor_shots_before_half_of_the_game() {
    let spent = |all: &[(State, Event)], last: u16| {
        let (mut watcher, _) = shots(all);
        let (state, _) = shot(4, 8.0, 1, false);
        // 24 inches of Indirect Fire: six boxes.
        watched(
            &mut watcher,
            &state,
            &[Event::Damage(DamageEvent::AmmoMarked {
                unit: id("A1"),
                by: 6,
            })],
        );
        let (end, _) = shot(last, 8.0, 1, false);
        let mut found = Vec::new();
        Coach::<Battleground>::over(&mut watcher, &end, &mut found);
        of(&found, "ammo_spent_early")
    };
    let attacks = |needs: [i32; 4]| -> Vec<_> {
        (1..)
            .zip(needs)
            .map(|(turn, need)| shot(turn, 8.0, need, false))
            .collect()
    };
    let found = |needs: [i32; 4], last: u16| spent(&attacks(needs), last);
    assert_eq!(found([1, 1, 3, 3], 9), ["A1"]);
    assert_eq!(found([1, 3, 3, 3], 9), NONE, "most shots were good ones");
    assert_eq!(found([1, 1, 3, 3], 8), NONE, "half of the game");
    // Javelins, Pila and Attack spells mark ammunition too (BG4-ATK-07, BG4-SPELL-08).
    let as_kind = |needs: [i32; 4], kind: AttackKind, rolled: bool| {
        let mut all = attacks(needs);
        for (_, event) in &mut all {
            let Event::Combat(CombatEvent::AttackBegan { attack, .. }) = event else {
                unreachable!("shots are attacks")
            };
            attack.kind = kind;
            if !rolled {
                attack.numbers.dice = 0;
            }
        }
        spent(&all, 9)
    };
    let spell = AttackKind::Spell { spell: 0 };
    assert_eq!(as_kind([1, 1, 3, 3], AttackKind::Thrown, true), ["A1"]);
    assert_eq!(
        as_kind([1, 3, 3, 3], AttackKind::Thrown, true),
        NONE,
        "good throws"
    );
    assert_eq!(as_kind([1, 1, 3, 3], spell, true), ["A1"]);
    assert_eq!(
        as_kind([0; 4], spell, false),
        NONE,
        "direct damage needs no number"
    );
    assert_eq!(spent(&[], 9), NONE, "it has not shot at all");
    // The only shot of one javelin box was a poor one: no habit.
    assert_eq!(spent(&[shot(1, 8.0, 1, false)], 9), NONE, "1 of 1 shots");
    let twice = [shot(1, 8.0, 1, false), shot(2, 8.0, 3, false)];
    assert_eq!(spent(&twice, 9), ["A1"], "1 of 2 shots");
}

#[test]
fn missiles_screened_tells_of_idle_friends_before_a_good_target() {
    let combat = || Event::Turn(TurnEvent::PhaseBegan { phase: Phase::Combat });
    let screened = |friend: (f64, f64, f64), way: RangedType| {
        scene()
            .unit("A1", shooting(14.0, way), (18.0, 6.0, 0.0))
            .order("A1", Order::Range)
            .unit("A2", line(), friend)
            .unit("B1", line(), (18.0, 16.0, 180.0))
    };
    let after = |scene: crate::scene::Scene, phases: usize| {
        let events: Vec<Event> = (0..phases).map(|_| combat()).collect();
        told(&scene.state(), &events)
    };
    let found = |friend, phases, way| of(&after(screened(friend, way), phases), "missiles_screened");
    let before = (18.0, 10.0, 0.0);
    let sight = RangedType::LineOfSight;
    assert_eq!(found(before, 2, sight), ["A1"]);
    assert_eq!(found(before, 1, sight), NONE, "once is chance");
    assert_eq!(found((26.0, 10.0, 0.0), 2, sight), NONE);
    assert_eq!(
        found(before, 2, RangedType::Indirect),
        NONE,
        "it shoots over friends"
    );
    // Over 7.5 inches, Long Range, 5 dice hit on 5 - 2 - 1 = 2 and wound on 5 - 2 = 3: 5/6 of a wound.
    let wounds = |found: &[Suggestion]| number(found, "missiles_screened", "expected wounds of the shot");
    let expected = wounds(&after(screened(before, sight), 2));
    assert!((expected - 5.0 / 6.0).abs() < 1e-9, "{expected}");
    // Toughness 4 instead of 2 and two dice: two times a third of a sixth is a ninth of a wound.
    let hopeless = |dice: u8| {
        let mut few = shooting(14.0, sight);
        few.attack.dice = dice;
        let mut hard = line();
        hard.toughness = 4;
        scene()
            .unit("A1", few, (18.0, 6.0, 0.0))
            .order("A1", Order::Range)
            .unit("A2", line(), before)
            .unit("B1", hard, (18.0, 16.0, 180.0))
    };
    assert_eq!(of(&after(hopeless(2), 2), "missiles_screened"), NONE, "a ninth");
    assert_eq!(
        of(&after(hopeless(4), 2), "missiles_screened"),
        NONE,
        "two ninths"
    );
    assert_eq!(
        of(&after(hopeless(5), 2), "missiles_screened"),
        ["A1"],
        "five eighteenths"
    );
    // Whoever fights stands where it must.
    let fighting = screened(before, sight)
        .unit("B2", line(), (15.0, 10.0, 90.0))
        .engaged("B2", "A2", battleground_geometry::Side::Left);
    assert_eq!(of(&after(fighting, 2), "missiles_screened"), NONE, "A2 fights");
}
