//! Detectors of rushes, attacks and cards that fire, each with a near position in which they must not.

use hindsight_kernel::Setups as _;
use serde_json::json;

use super::*;
use crate::field::Field;
use crate::model::agenda::Step;
use crate::model::attack::{Asked, Attack, AttackKind};
use crate::model::cards::{Colour, Profile, RangedAttack, RangedType};
use crate::model::effect::Distance;
use crate::model::event::{CombatEvent, CommandEvent};
use crate::model::names::CardNo;
use crate::model::state::{Allegiance, Declared, Phase, Secret};
use crate::procedures::attack::modifiers::Situation;
use crate::rules::combat::prepared;
use crate::scene::shooting;

fn lost(seat: Seat) -> Event {
    Event::Command(CommandEvent::ActionsLost { seat, count: 1 })
}

pub(super) fn noted() -> Event {
    Event::Turn(TurnEvent::SnapshotTaken { glimpses: Vec::new() })
}

#[test]
fn charged_on_hold_tells_of_a_unit_that_an_action_would_have_put_on_close() {
    let found = |own: UnitType, unspent: bool, side: Side| {
        let state = scene3()
            .unit("A1", own, (18.0, 10.0, 0.0))
            .order("A1", Order::Hold)
            .unit("B1", line(), (18.0, 12.5, 180.0))
            .order("B1", Order::Close)
            .set(|state| state.players[0].actions = 1)
            .state();
        let [ended, began] = next_turn();
        let mut events = Vec::new();
        events.extend(unspent.then(|| lost(Seat::A)));
        events.extend([ended, began, rush_by("B1", side)]);
        let found = told(&state, &events);
        if !of(&found, "charged_on_hold").is_empty() {
            // 5 dice hit and damage on 3; charging adds 1 to the power (BG3-MOD-07).
            let dealt = (5.0 / 4.0, 5.0 / 3.0);
            weighs(&found, "charged_on_hold", "expected wounds dealt", dealt);
        }
        of(&found, "charged_on_hold")
    };
    let spears = || with_keywords(&[Keyword::Normal, Keyword::Infantry, Keyword::Spears]);
    assert_eq!(found(line(), true, Side::Front), ["A1"]);
    assert_eq!(found(line(), false, Side::Front), NONE, "no action was left");
    assert_eq!(found(spears(), true, Side::Front), NONE, "it holds for a reason");
    // Rule BG3-CMD-11 (p. 10): who is rallied gets Hold and no other order in that turn.
    let rallied = scene3()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .order("A1", Order::Hold)
        .change("A1", |unit| unit.turn.rallied = true)
        .unit("B1", line(), (18.0, 12.5, 180.0))
        .order("B1", Order::Close)
        .set(|state| state.players[0].actions = 1)
        .state();
    let [ended, began] = next_turn();
    let events = [lost(Seat::A), ended, began, rush_by("B1", Side::Front)];
    assert_eq!(
        of(&told(&rallied, &events), "charged_on_hold"),
        NONE,
        "just rallied"
    );
    assert_eq!(found(line(), true, Side::Left), NONE, "not on its front");
}

#[test]
fn charge_bonus_lost_tells_of_cavalry_of_this_edition_rushed_while_not_on_close() {
    let cavalry = || with_keywords(&[Keyword::Normal, Keyword::Cavalry]);
    let found = |own: UnitType, order: Order, unspent: bool, side: Side| {
        let state = scene3()
            .unit("A1", own, (18.0, 10.0, 0.0))
            .order("A1", order)
            .unit("B1", line(), (18.0, 12.5, 180.0))
            .order("B1", Order::Close)
            .set(|state| state.players[0].actions = 1)
            .state();
        let [ended, began] = next_turn();
        let mut events = Vec::new();
        events.extend(unspent.then(|| lost(Seat::A)));
        events.extend([ended, began, rush_by("B1", side)]);
        told(&state, &events)
    };
    let hit = found(cavalry(), Order::Hold, true, Side::Front);
    assert_eq!(of(&hit, "charge_bonus_lost"), ["A1"]);
    // 5 dice hit on 3 and damage on 3: 5/4. Charging back 2.5 hits and an impact hit damage on 4 (BG3-MOD-07, -10, p. 19): 3.5 times 2/3.
    weighs(
        &hit,
        "charge_bonus_lost",
        "expected wounds dealt",
        (5.0 / 4.0, 7.0 / 3.0),
    );
    let one = hit
        .iter()
        .find(|one| one.detector == "charge_bonus_lost")
        .unwrap();
    let rules: Vec<&str> = one.rules.iter().map(|rule| &*rule.0).collect();
    assert_eq!(rules, ["BG3-MOD-07", "BG3-CMD-05"]);
    let silent = |own: UnitType, order: Order, unspent: bool, side: Side, why: &str| {
        let found = found(own, order, unspent, side);
        assert_eq!(of(&found, "charge_bonus_lost"), NONE, "{why}");
    };
    silent(cavalry(), Order::Close, true, Side::Front, "it charges back");
    silent(cavalry(), Order::Hold, false, Side::Front, "no action was left");
    silent(cavalry(), Order::Hold, true, Side::Left, "not on its front");
    silent(line(), Order::Hold, true, Side::Front, "no charging modifiers");
}

#[test]
fn missiles_screened_tells_of_idle_friends_before_a_good_target_in_this_edition() {
    let found = |friend: (f64, f64, f64), phases: usize, way: RangedType| {
        let state = scene3()
            .unit("A1", shooting(14.0, way), (18.0, 6.0, 0.0))
            .order("A1", Order::Range)
            .unit("A2", line(), friend)
            .unit("B1", line(), (18.0, 16.0, 180.0))
            .state();
        let combat = Event::Turn(TurnEvent::PhaseBegan { phase: Phase::Combat });
        told(&state, &vec![combat; phases])
    };
    let before = (18.0, 10.0, 0.0);
    let sight = RangedType::LineOfSight;
    let screened = found(before, 2, sight);
    assert_eq!(of(&screened, "missiles_screened"), ["A1"]);
    // Over 7.5 inches 5 dice hit on 5 - 2 - 1 = 2 (BG3-MOD-16, p. 20) and damage on 5 - 2 = 3: 5/6 of a wound.
    let wounds = trial::number(&screened, "missiles_screened", "expected wounds of the shot").unwrap();
    assert!((wounds - 5.0 / 6.0).abs() < 1e-9, "{wounds}");
    assert_eq!(
        of(&found(before, 1, sight), "missiles_screened"),
        NONE,
        "once is chance"
    );
    let aside = found((26.0, 10.0, 0.0), 2, sight);
    assert_eq!(of(&aside, "missiles_screened"), NONE, "nobody stands before it");
    let over = found(before, 2, RangedType::Indirect);
    assert_eq!(of(&over, "missiles_screened"), NONE, "it shoots over friends");
}

#[test]
fn crossing_invited_tells_of_a_pinching_unit_with_an_idle_friend_near() {
    // A1 is on the left flank of B1, which fights A2 too: it pinches. A3 faces the side of A1 on which B2 comes.
    let found = |pinching: bool, x: f64, own: UnitType, shoots: bool| {
        let mut made = scene3()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("A2", line(), (26.0, 10.0, 0.0))
            .unit("A3", own, (x, 10.0, 90.0))
            .unit("B1", line(), (18.0, 12.5, 180.0))
            .unit("B2", line(), (10.0, 14.0, 90.0))
            .engaged("A1", "B1", Side::Left);
        if pinching {
            made = made.engaged("A2", "B1", Side::Front);
        }
        let [ended, began] = next_turn();
        let state = made.state();
        assert_eq!(crate::model::pinched::is_pinched(&state, id("B1")), pinching);
        let shot = |state: &State| {
            let field = Field::of(state);
            let attack = prepared(&Situation::of(&field), id("A3"), id("B2"), AttackKind::Ranged);
            let declared = Declared {
                attack,
                done: true,
                felled: false,
            };
            Event::Combat(CombatEvent::TargetsChosen {
                seat: Seat::A,
                declared: vec![declared],
            })
        };
        let mut events = Vec::new();
        events.extend(shoots.then(|| shot(&state)));
        events.extend([ended, began, rush_by("B2", Side::Left)]);
        of(&told(&state, &events), "crossing_invited")
    };
    // The left side of A1 lies at 16.25, the front of A3 1.25 before its centre; it moves 3.5.
    assert_eq!(found(true, 12.0, line(), false), ["A1"]);
    assert_eq!(found(false, 12.0, line(), false), NONE, "it pinches nobody");
    assert_eq!(found(true, 11.0, line(), false), NONE, "4 inches away");
    // A1 pinches only since B1 rushed it in this turn of its own: nobody could have known.
    let met_since = {
        let state = scene3()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("A2", line(), (26.0, 10.0, 0.0))
            .unit("A3", line(), (12.0, 10.0, 90.0))
            .unit("B1", line(), (18.0, 12.5, 180.0))
            .unit("B2", line(), (10.0, 14.0, 90.0))
            .engaged("A2", "B1", Side::Left)
            .state();
        let [ended, began] = next_turn();
        let events = [ended, began, rush(Side::Front), rush_by("B2", Side::Left)];
        told(&state, &events)
    };
    assert_eq!(
        of(&met_since, "crossing_invited"),
        NONE,
        "it pinches since this turn"
    );
    let shooter = || shooting(7.0, RangedType::LineOfSight);
    assert_eq!(found(true, 12.0, shooter(), false), ["A1"], "it did not shoot");
    assert_eq!(found(true, 12.0, shooter(), true), NONE, "it shot");
}

#[test]
fn javelins_unused_tells_of_who_moved_so_near_that_it_does_not_throw() {
    let throws = || UnitType {
        ranged: Some(RangedAttack {
            range: Distance(7_000),
            way: RangedType::LineOfSight,
            ..RangedAttack::default()
        }),
        ..with_keywords(&[Keyword::Normal, Keyword::Infantry, Keyword::Javelins])
    };
    let found = |moved: bool, y: f64| {
        let state = scene3()
            .unit("A1", throws(), (18.0, 10.0, 0.0))
            .order("A1", Order::Hold)
            .change("A1", |unit| unit.turn.moved = moved)
            .unit("B1", moving(8.5), (18.0, y, 180.0))
            .state();
        let [ended, began] = next_turn();
        let events = [ended, began, noted(), rush_by("B1", Side::Front)];
        of(&told(&state, &events), "javelins_unused")
    };
    // From front to front 6.5 inches, or 7.5.
    assert_eq!(found(true, 19.0), ["A1"]);
    assert_eq!(found(true, 20.0), NONE, "it began its turn out of range");
    assert_eq!(found(false, 19.0), NONE, "the enemy came, not the unit");
}

#[test]
fn javelins_unused_does_not_tell_of_who_throws_or_was_near_before() {
    let found = |any: bool, seen_before: bool| {
        let throws = UnitType {
            ranged: Some(RangedAttack {
                range: Distance(7_000),
                way: RangedType::LineOfSight,
                thrown_at_any_rusher: any,
                ..RangedAttack::default()
            }),
            ..with_keywords(&[Keyword::Normal, Keyword::Cavalry, Keyword::Javelins])
        };
        let state = scene3()
            .unit("A1", throws, (18.0, 10.0, 0.0))
            .order("A1", Order::Hold)
            .change("A1", |unit| unit.turn.moved = true)
            .unit("B1", moving(8.5), (18.0, 19.0, 180.0))
            .state();
        let [ended, began] = next_turn();
        let mut events = Vec::new();
        events.extend(seen_before.then(noted));
        events.extend([ended, began, noted(), rush_by("B1", Side::Front)]);
        of(&told(&state, &events), "javelins_unused")
    };
    assert_eq!(found(false, false), ["A1"]);
    assert_eq!(found(true, false), NONE, "it throws at any rusher: BG3-KEY-26");
    assert_eq!(found(false, true), NONE, "it lay as near before it moved");
}

/// The attack of A1 in a position.
pub(super) fn attack_on(state: &State, target: &str, kind: AttackKind) -> Attack {
    let field = Field::of(state);
    prepared(&Situation::of(&field), id("A1"), id(target), kind)
}

fn chosen(state: &State, target: &str, kind: AttackKind) -> Event {
    let declared = Declared {
        attack: attack_on(state, target, kind),
        done: false,
        felled: false,
    };
    Event::Combat(CombatEvent::TargetsChosen {
        seat: Seat::A,
        declared: vec![declared],
    })
}

/// What is told when A1 attacks a target that its owner was asked for.
fn of_asked(state: &State, target: &str, kind: AttackKind) -> Vec<Suggestion> {
    let mut watcher = Watcher {
        targets_asked: std::collections::BTreeMap::from([(id("A1"), 0)]),
        ..Watcher::default()
    };
    let events = [chosen(state, target, kind)];
    trial::watched::<Battleground3>(&mut watcher, state, &events).unwrap()
}

fn worth(points: u16) -> UnitType {
    UnitType { points, ..line() }
}

#[test]
fn wrong_prey_tells_of_the_cheap_target_of_a_controlled_shooter() {
    let found = |controlled: bool, points: u16| {
        let state = scene3()
            .unit("A1", shooting(14.0, RangedType::Indirect), (18.0, 5.0, 0.0))
            .order("A1", Order::Range)
            .change("A1", |unit| unit.turn.controlled = controlled)
            .unit("B1", worth(100), (15.0, 12.0, 180.0))
            .order("B1", Order::Hold)
            .unit("B2", worth(points), (21.0, 12.0, 180.0))
            .order("B2", Order::Hold)
            .set(|state| state.phase = Phase::Combat)
            .state();
        let found = of_asked(&state, "B1", AttackKind::Ranged);
        if let Some((done, better)) = trial::weighed(&found, "wrong_prey", "expected points of the boxes") {
            // As many boxes of either are expected, and those of B2 are worth so many times as much.
            assert!((better - done * f64::from(points) / 100.0).abs() < 1e-9);
            let (done, better) = trial::weighed(&found, "wrong_prey", "expected boxes").unwrap();
            assert!(done > 0.0 && (better - done).abs() < 1e-9);
        }
        of(&found, "wrong_prey")
    };
    assert_eq!(found(true, 210), ["A1"]);
    assert_eq!(found(true, 190), NONE, "less than twice the points");
    assert_eq!(found(false, 210), NONE, "its order chose");
}

#[test]
fn melee_target_tells_of_the_worse_of_two_enemies() {
    let found = |target: &str| {
        let state = scene3()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", worth(100), (18.0, 12.5, 180.0))
            .unit("B2", worth(400), (15.0, 10.0, 90.0))
            .engaged("B1", "A1", Side::Front)
            .engaged("B2", "A1", Side::Left)
            .set(|state| state.phase = Phase::Combat)
            .state();
        of(
            &told(&state, &[chosen(&state, target, AttackKind::Melee)]),
            "melee_target",
        )
    };
    assert_eq!(found("B1"), ["A1"]);
    assert_eq!(found("B2"), NONE);
}

#[test]
fn melee_target_counts_the_chance_to_cross_a_colour() {
    // 5 dice hit on 3 and damage on 3: a quarter each, 1.25 boxes of 200/9 points expected on either. B1 has 4 green boxes left: 4 or 5
    // of 5 dice succeed with 16/1024, worth 3.1 points; half a box is worth 11.1.
    let found = |marked: u8, target: &str| {
        let state = scene3()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (16.25, 12.5, 180.0))
            .unit("B2", line(), (19.75, 12.5, 180.0))
            .change("B2", |unit| unit.marked = marked)
            .engaged("B1", "A1", Side::Front)
            .engaged("B2", "A1", Side::Front)
            .set(|state| state.phase = Phase::Combat)
            .state();
        of_asked(&state, target, AttackKind::Melee)
    };
    // One green box left: 1 - (3/4)^5 = 781/1024.
    let hit = found(3, "B1");
    assert_eq!(of(&hit, "melee_target"), ["A1"]);
    let number = |name: &str| trial::number(&hit, "melee_target", name).unwrap();
    assert!((number("chance to cross a colour") - 16.0 / 1024.0).abs() < 1e-9);
    assert!((number("chance against the other") - 781.0 / 1024.0).abs() < 1e-9);
    // 200 points times 765/1024 in boxes of 200/9 points.
    let short = number("boxes of the other by which it falls short");
    assert!((short - 9.0 * 765.0 / 1024.0).abs() < 1e-9);
    let crosses = [16.0, 781.0].map(|chance| chance / 1024.0);
    let points = crosses.map(|chance| 1.25 * 200.0 / 9.0 + 200.0 * chance);
    let weighs = |what, [done, better]: [f64; 2]| weighs(&hit, "melee_target", what, (done, better));
    weighs("worth of the attack in points", points);
    weighs("chance to cross a colour", crosses);
    weighs("expected boxes", [1.25, 1.25]);
    assert_eq!(of(&found(3, "B2"), "melee_target"), NONE, "the one that crosses");
    // In the yellow 3 boxes are left: 106/1024, that is 90/1024 more: 0.79 boxes.
    assert_eq!(of(&found(4, "B1"), "melee_target"), ["A1"]);
    assert_eq!(of(&found(0, "B1"), "melee_target"), NONE, "they are alike");
}

/// A1, of this skill and power against 2 and 2, is asked for a card; B1 has so many boxes marked.
fn asked_for_a_card((skill, power): (u8, u8), marked: u8) -> State {
    let setup = Battleground3::setup_from(&json!({}), &[]).unwrap();
    let own = UnitType {
        attack: Profile {
            dice: 5,
            skill,
            power,
        },
        ..line()
    };
    let mut state = scene3()
        .unit("A1", own, (18.0, 10.0, 0.0))
        .order("A1", Order::Hold)
        .unit("B1", line(), (18.0, 12.5, 180.0))
        .order("B1", Order::Hold)
        .change("B1", |unit| unit.marked = marked)
        .engaged("A1", "B1", Side::Front)
        .set(|state| {
            state.phase = Phase::Combat;
            state.agenda = vec![Step::Attack.into()];
            let book = std::sync::Arc::make_mut(&mut state.book);
            book.factions.clone_from(&setup.book.factions);
            for player in &mut state.players {
                player.allegiance = Secret::Known(Allegiance {
                    faction: "hawkshold".to_owned(),
                    mercenaries: None,
                    also: Vec::new(),
                });
            }
        })
        .state();
    let attack = Attack {
        asked: Asked::Attacker,
        ..attack_on(&state, "B1", AttackKind::Melee)
    };
    state.attack = Some(Box::new(attack));
    state
}

fn plays(state: &State, card: u8, colour: Colour) -> Vec<Suggestion> {
    let mut state = state.clone();
    for player in &mut state.players {
        player.hand = vec![Some(CardNo(card))];
    }
    let (seat, on) = match colour {
        Colour::Blue => (Seat::B, "B1"),
        Colour::Red | Colour::Green => (Seat::A, "A1"),
    };
    let played = Event::Command(CommandEvent::CardPlayed {
        seat,
        card: CardNo(card),
        colour,
        on: vec![id(on)],
    });
    told(&state, &[played])
}

#[test]
fn card_wasted_tells_of_skill_that_makes_no_difference() {
    // Sure Strike: skill and 2. Against defensive skill 2, in the green (marked 0).
    let found = |skill: u8| {
        let state = asked_for_a_card((skill, 5), 0);
        of(&plays(&state, 2, Colour::Red), "card_wasted")
    };
    assert_eq!(found(7), NONE, "5 is 7: Overkill gives 0.8 hits more");
    assert_eq!(found(1), ["A1"], "-1 is 1");
    assert_eq!(found(6), NONE, "4 is 6");
    assert_eq!(found(2), NONE, "0 is 2");
}

/// Five dice at 5, then at 7, and each hit damages on 3. With one box left the attack marks it with 1 - (7/12)^5 = 0.93 without the card
/// and 0.97 with it.
#[test]
fn card_wasted_weighs_the_boxes_that_overkill_gives() {
    let found = |marked: u8| plays(&asked_for_a_card((7, 5), marked), 2, Colour::Red);
    assert_eq!(of(&found(8), "card_wasted"), ["A1"], "0.03 boxes");
    assert_eq!(
        of(&found(7), "card_wasted"),
        NONE,
        "0.15 boxes of two that are left"
    );
    let told = found(8);
    let number = |name: &str| trial::number(&told, "card_wasted", name).unwrap();
    assert!((number("expected boxes without it") - 0.932_5).abs() < 0.001);
    assert!((number("expected boxes with it") - 0.967_4).abs() < 0.001);
    weighs(&told, "card_wasted", "cards in hand", (0.0, 1.0));
    let (with, without) = trial::weighed(&told, "card_wasted", "expected boxes").unwrap();
    assert!((without - (1.0 - (7.0_f64 / 12.0).powi(5))).abs() < 1e-9);
    assert!((with - 0.967_4).abs() < 0.001);
}

/// Four hits at damage 5, then 7, against eight boxes: 20/6 boxes, and with Overkill those of the sixes, at most two.
#[test]
fn card_wasted_is_no_card_of_half_a_box() {
    let mut state = asked_for_a_card((5, 7), 1);
    let attack = state.attack.as_deref_mut().unwrap();
    attack.stage = crate::model::attack::AttackStage::BeforeWound;
    attack.hit_roll = Some(hindsight_kernel::Roll {
        purpose: "to hit".into(),
        sides: 6,
        faces: vec![1, 1, 1, 1, 6],
        counted: Vec::new(),
        source: hindsight_kernel::RollSource::Reported,
    });
    assert_eq!(of(&plays(&state, 1, Colour::Red), "card_wasted"), NONE);
}

#[test]
fn card_wasted_tells_of_power_that_makes_no_difference() {
    // Hard Blow: power and 2. Against toughness 2.
    let found = |power: u8| {
        let state = asked_for_a_card((5, power), 0);
        of(&plays(&state, 1, Colour::Red), "card_wasted")
    };
    assert_eq!(found(7), NONE, "5 is 7: 0.3 boxes more");
    assert_eq!(found(1), ["A1"], "-1 is 1");
    assert_eq!(found(6), NONE, "4 is 6");
    assert_eq!(found(2), NONE, "0 is 2");
}

#[test]
fn card_wasted_tells_of_a_defence_that_makes_no_difference() {
    // Locked Shields: defensive skill and 2. Thick Hides: toughness and 2.
    let found = |card: u8, profile: (u8, u8)| {
        let state = asked_for_a_card(profile, 0);
        of(&plays(&state, card, Colour::Blue), "card_wasted")
    };
    assert_eq!(found(9, (3, 5)), ["B1"], "1 is -1");
    assert_eq!(found(9, (9, 5)), NONE, "7 is 5: Overkill is gone");
    assert_eq!(found(9, (4, 5)), NONE, "2 is 0");
    assert_eq!(found(9, (8, 5)), NONE, "6 is 4");
    assert_eq!(found(10, (5, 3)), ["B1"], "1 is -1");
    assert_eq!(found(10, (5, 4)), NONE, "2 is 0");
}

#[test]
fn card_wasted_does_not_tell_of_cards_that_do_more() {
    // Press On: two dice. Grim Resolve: toughness and 1, and courage for the turn.
    let found = |card: u8, colour: Colour| {
        let state = asked_for_a_card((9, 1), 0);
        of(&plays(&state, card, colour), "card_wasted")
    };
    assert_eq!(found(3, Colour::Red), NONE);
    assert_eq!(found(14, Colour::Blue), NONE);
}

#[test]
fn card_on_the_fallen_tells_of_a_card_on_a_dead_target() {
    let found = |marked: u8| {
        let found = plays(&asked_for_a_card((5, 5), marked), 2, Colour::Red);
        if !of(&found, "card_on_the_fallen").is_empty() {
            weighs(&found, "card_on_the_fallen", "cards in hand", (0.0, 1.0));
            weighs(&found, "card_on_the_fallen", "boxes that it can mark", (0.0, 0.0));
        }
        of(&found, "card_on_the_fallen")
    };
    assert_eq!(found(9), ["A1"]);
    assert_eq!(found(8), NONE, "a box is left");
}
