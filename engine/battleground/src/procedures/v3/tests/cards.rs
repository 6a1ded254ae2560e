//! Command cards and faction abilities (pp. 4, 17-18).

use super::*;
use crate::model::event::{CombatEvent, CommandEvent};
use crate::procedures::courage;

#[test]
fn bg3_ccard_01_thirty_cards_twenty_of_them_common() {
    let setup = Battleground3::setup_from(&json!({}), &[]).unwrap();
    let deck = |faction: &str| &setup.book.faction(faction).unwrap().deck;
    let (hawkshold, orc) = (deck("hawkshold"), deck("orc"));
    assert_eq!((hawkshold.len(), orc.len()), (30, 30));
    assert_eq!(hawkshold[..20], orc[..20]);
    assert_ne!(hawkshold[20..], orc[20..]);
}

#[test]
fn bg3_ccard_02_colours_say_when_a_card_is_played() {
    let plays = |state: &State, seat: Seat, number: u8, colour: Colour, on: &str| match played_on(
        state.clone(),
        &[(seat, card(number, colour, &[on]))],
        &[],
    ) {
        Ok(_) => "accepted".to_owned(),
        Err(refusal) => refusal.rule.0.into_owned(),
    };
    let state = attacking(Edition::V3, &[2, 9, 16], &[2, 9], armed((5, 4, 5), (2, 2)));
    assert_eq!(
        plays(&state, Seat::A, 9, Colour::Blue, "A1"),
        "BG3-CCARD-02",
        "it attacks"
    );
    assert_eq!(
        plays(&state, Seat::A, 16, Colour::Green, "A1"),
        "BG3-CCARD-02",
        "in an attack"
    );
    assert_eq!(plays(&state, Seat::A, 2, Colour::Red, "A1"), "accepted");
    // Then the defender, with a card for who is attacked.
    let (state, _) = played_on(state, &[(Seat::A, Command::Pass)], &[]).unwrap();
    assert_eq!(plays(&state, Seat::B, 2, Colour::Red, "B1"), "BG3-CCARD-02");
    assert_eq!(plays(&state, Seat::B, 9, Colour::Blue, "B1"), "accepted");
    // Green at other times, and nothing else then.
    let made = scene3()
        .holding("A1", line(), (18.0, 5.0, 0.0))
        .unit("B1", line(), (18.0, 27.0, 180.0));
    let quiet = with_cards(made, &[2, 16], &[]).state();
    assert!(plays(&quiet, Seat::A, 2, Colour::Red, "A1").starts_with("BG3-"));
    assert_eq!(plays(&quiet, Seat::A, 16, Colour::Green, "A1"), "accepted");
}

#[test]
fn bg3_ccard_04_the_attacker_first_then_the_defender_in_each_window() {
    use crate::model::attack::{Asked, AttackStage};
    let at = |state: &State| state.attack.as_deref().map(|attack| (attack.stage, attack.asked));
    let passes = |seat: Seat| (seat, Command::Pass);
    // The attacker passes, the defender plays, the attacker has another chance; two passes close the window.
    let state = attacking(Edition::V3, &[2, 3, 4], &[9], armed((2, 9, 5), (2, 2)));
    assert_eq!(at(&state), Some((AttackStage::BeforeHit, Asked::Attacker)));
    assert!(
        played_on(state.clone(), &[(Seat::B, card(9, Colour::Blue, &["B1"]))], &[]).is_err(),
        "the attacker has the first chance"
    );
    let (state, _) = played_on(state, &[passes(Seat::A)], &[]).unwrap();
    assert_eq!(at(&state), Some((AttackStage::BeforeHit, Asked::Defender)));
    let (state, _) = played_on(state, &[(Seat::B, card(9, Colour::Blue, &["B1"]))], &[]).unwrap();
    assert_eq!(at(&state), Some((AttackStage::BeforeHit, Asked::AttackerAgain)));
    let (_, events) = played_on(
        state.clone(),
        &[(Seat::A, card(2, Colour::Red, &["A1"]))],
        &[1, 6, 6],
    )
    .unwrap();
    assert_eq!(rolls(&events)[0], (2, 9 + 2 - 5 - 2, false), "then it is rolled");
    let (state, events) = played_on(state, &[passes(Seat::A)], &[1, 6]).unwrap();
    assert_eq!(rolls(&events)[0], (2, 9 - 5 - 2, false));
    // Then the windows after the hit roll, and around the damage roll; North has played and is not asked.
    assert_eq!(at(&state), Some((AttackStage::AfterHit, Asked::Attacker)));
    let (state, _) = played_on(state, &[passes(Seat::A)], &[]).unwrap();
    assert_eq!(at(&state), Some((AttackStage::BeforeWound, Asked::Attacker)));
    let (state, _) = played_on(state, &[passes(Seat::A)], &[1]).unwrap();
    assert_eq!(at(&state), Some((AttackStage::AfterWound, Asked::Attacker)));
    // Nobody with cards: no window at all.
    let made = scene3()
        .holding("A1", armed((2, 9, 5), (2, 2)), (18.0, 10.0, 0.0))
        .holding("B1", armed((5, 5, 5), (5, 2)), (18.0, 12.5, 180.0))
        .engaged("A1", "B1", Side::Front);
    let (_, events) = on_with(combat(with_cards(made, &[], &[])), &[], &[]).unwrap();
    let attacks = events
        .iter()
        .filter(|event| matches!(event, Event::Combat(CombatEvent::AttackResolved { .. })));
    assert_eq!(attacks.count(), 2, "both attacks are over");
}

#[test]
fn bg3_ccard_05_a_card_works_before_the_next_is_played() {
    // Sure Strike: the defender already sees the numbers that it makes.
    let state = attacking(Edition::V3, &[2], &[9], armed((2, 6, 5), (2, 2)));
    let (state, events) = played_on(state, &[(Seat::A, card(2, Colour::Red, &["A1"]))], &[]).unwrap();
    assert!(has!(events, Event::Command(CommandEvent::CardPlayed { .. })));
    let now = crate::rules::combat::odds::now_with_numbers(&state).unwrap().0;
    assert_eq!(now.to_hit, 6 + 2 - 5);
    assert!(
        state.players[0].discards.contains(&CardNo(2)),
        "it lies on the pile"
    );
    let (_, events) = played_on(state, &[(Seat::B, card(9, Colour::Blue, &["B1"]))], &[]).unwrap();
    assert_eq!(rolls(&events)[0].1, 6 + 2 - 5 - 2);
}

#[test]
fn bg3_ccard_03_a_card_before_the_hit_roll_leaves_none_before_the_damage_roll() {
    use super::dealt::*;
    use crate::model::attack::AttackStage::{AfterHit, AfterWound, BeforeHit, BeforeWound};
    // South plays Sure Strike and holds Hard Blow; North, who is asked in every window, plays nothing.
    let made = fighters(line(), line(), Side::Front);
    let state = fight(made, ("hawkshold", &[2, 1]), ("orc", &[16]));
    assert_eq!(state.attack.as_deref().unwrap().stage, BeforeHit);
    let mut state = plays(&state, Seat::A, 2, &[]).unwrap();
    for stage in [AfterHit, BeforeWound, AfterWound] {
        state = until(state, stage, &[1; 5]);
        assert_eq!(
            asked_seat(&state),
            Some(Seat::B),
            "{stage:?}: the attacker is not asked again"
        );
        let again = refused3(&state, Seat::A, card(1, Colour::Red, &["A1"]));
        assert_eq!(again, "BG3-CCARD-03", "{stage:?}");
    }
}

#[test]
fn bg3_ccard_03_both_play_again_when_the_other_attacks() {
    use super::dealt::*;
    let made = fighters(line(), line(), Side::Front);
    let state = fight(made, ("hawkshold", &[2, 9]), ("orc", &[9, 2]));
    let state = plays(&state, Seat::A, 2, &[]).unwrap();
    // Nothing hits, and the attack of B1 on A1 follows.
    let state = plays(&state, Seat::B, 9, &[6; 5]).unwrap();
    let attack = state.attack.as_deref().unwrap();
    assert_eq!((attack.attacker, attack.target), (id("B1"), id("A1")));
    let state = plays(&state, Seat::B, 2, &[]).unwrap();
    let state = plays(&state, Seat::A, 9, &[6; 5]).unwrap();
    assert_eq!(state.players[0].discards, [CardNo(2), CardNo(9)]);
    assert_eq!(state.players[1].discards, [CardNo(9), CardNo(2)]);
}

#[test]
fn bg3_ccard_03_a_free_attack_is_another_attack_with_a_card_of_its_own() {
    use super::dealt::*;
    let made = fighters(armed((5, 7, 7), (2, 2)), line(), Side::Front);
    let state = fight(made, ("hawkshold", &[2, 3]), ("orc", &[]));
    let (mut state, _) = played_on(state, &[(Seat::A, card(2, Colour::Red, &["A1"]))], &[1; 10]).unwrap();
    assert_eq!(marked(&state, "B1"), 5, "its last green box");
    // B1 strikes back in vain and fails its rout check: every die shows 6.
    let is_free = |state: &State| {
        let attack = state.attack.as_deref();
        attack.is_some_and(|attack| attack.kind == AttackKind::Free)
    };
    while !is_free(&state) {
        state = played_on(state, &[(Seat::A, Command::Pass)], &[]).unwrap().0;
    }
    assert_eq!(asked_seat(&state), Some(Seat::A));
    let before = now(&state)[0];
    let (_, events) = played_on(state, &[(Seat::A, card(3, Colour::Red, &["A1"]))], &[]).unwrap();
    assert_eq!(rolls(&events)[0].0 as i32, before + 2, "Press On");
}

#[test]
fn bg3_ccard_06_cards_change_stats_and_not_target_numbers() {
    let state = attacking(Edition::V3, &[2], &[], armed((1, 4, 5), (2, 2)));
    let numbers = &state.attack.as_deref().unwrap().numbers;
    assert_eq!(numbers.to_hit, -1, "4 against 5");
    let (_, events) = play3(
        state,
        &[(Seat::A, card(2, Colour::Red, &["A1"]))],
        &[6, 6, 6, 6, 6, 6],
    )
    .unwrap();
    let first = events.iter().find_map(|event| match event {
        Event::Combat(CombatEvent::AttackRolled { target, .. }) => Some(*target),
        _ => None,
    });
    assert_eq!(first, Some(1), "not 3");
}

#[test]
fn bg3_ccard_07_a_card_costs_nothing_and_goes_to_the_discards() {
    let made = scene3()
        .holding("A1", line(), (18.0, 5.0, 0.0))
        .unit("B1", line(), (18.0, 27.0, 180.0));
    let state = with_cards(made, &[16], &[])
        .set(|state| state.players[0].actions = 2)
        .state();
    let (state, _) = play3(state, &[(Seat::A, card(16, Colour::Green, &["A1"]))], &[]).unwrap();
    assert_eq!(state.players[0].actions, 2);
    assert_eq!(state.players[0].discards, [CardNo(16)]);
    assert_eq!(Field::of(&state).current_mc(id("A1")), mc(5.0), "Forced March");
}

#[test]
fn bg3_ccard_08_on_own_units_alone() {
    let made = scene3()
        .holding("A1", line(), (18.0, 5.0, 0.0))
        .unit("B1", line(), (18.0, 27.0, 180.0));
    let state = with_cards(made, &[16], &[]).state();
    assert!(refused3(&state, Seat::A, card(16, Colour::Green, &["B1"])).starts_with("BG3-"));
}

#[test]
fn bg3_ccard_09_wave_of_dread_frightens_many() {
    let made = scene3()
        .unit("A1", line(), (18.0, 5.0, 0.0))
        .unit("A2", line(), (10.0, 5.0, 0.0))
        .unit("B1", line(), (18.0, 27.0, 180.0))
        .set(|state| {
            state.active = Some(Seat::B);
        });
    let state = with_cards(made, &[], &[26]).state();
    let (state, _) = play3(state, &[(Seat::B, card(26, Colour::Green, &["A1", "A2"]))], &[]).unwrap();
    for unit in ["A1", "A2"] {
        assert!(state.unit(id(unit)).unwrap().pending.fear, "{unit}");
    }
}

#[test]
fn bg3_cmd_10_faction_abilities_cost_command_actions() {
    let made = scene3()
        .unit("A1", line(), (18.0, 5.0, 0.0))
        .unit("B1", line(), (18.0, 27.0, 180.0));
    let state = with_cards(made, &[], &[])
        .set(|state| state.players[0].actions = 2)
        .state();
    let steadfast = Command::UseAbility {
        ability: "steadfast".to_owned(),
        on: vec![id("A1")],
    };
    let (state, _) = play3(state, &[(Seat::A, steadfast)], &[]).unwrap();
    assert_eq!(state.players[0].actions, 1);
    let kind = crate::model::state::CheckKind::Rout;
    let unit = state.unit(id("A1")).unwrap();
    assert_eq!(courage::courage_target(&state, unit, kind, &[]).unwrap().0, 14);
}
