//! Command cards that are played by the same rules in both editions, with the sample cards of the earlier one (v4 pp. 16-18, 36, 98-100; v3 pp. 17-18).

use battleground_geometry::Side;
use hindsight_kernel::Seat;

use crate::editions::Edition;
use crate::field::Field;
use crate::model::attack::AttackKind;
use crate::model::cards::Colour;
use crate::model::command::Command;
use crate::model::event::{CombatEvent, CommandEvent, Event};
use crate::model::names::CardNo;
use crate::model::state::State;
use crate::playing::{
    armed, attacking, card, combat, has, marked, play_strictly, refused_by, rolls, with_cards,
};
use crate::procedures::courage;
use crate::scene::play_in as played_on;
use crate::scene::{id, in_editions, line, mc, of_editions, on_with, scene_of};

fn the_attacker_first_then_the_defender_in_each_window(edition: Edition) {
    use crate::model::attack::{Asked, AttackStage};
    let at = |state: &State| state.attack.as_deref().map(|attack| (attack.stage, attack.asked));
    let passes = |seat: Seat| (seat, Command::Pass);
    // The attacker passes, the defender plays, the attacker has another chance; two passes close the window.
    let state = attacking(edition, &[2, 3, 4], &[9], armed((2, 9, 5), (2, 2)));
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
    let made = scene_of(edition)
        .holding("A1", armed((2, 9, 5), (2, 2)), (18.0, 10.0, 0.0))
        .holding("B1", armed((5, 5, 5), (5, 2)), (18.0, 12.5, 180.0))
        .engaged("A1", "B1", Side::Front);
    let (_, events) = on_with(combat(with_cards(made, &[], &[])), &[], &[]).unwrap();
    let attacks = events
        .iter()
        .filter(|event| matches!(event, Event::Combat(CombatEvent::AttackResolved { .. })));
    assert_eq!(attacks.count(), 2, "both attacks are over");
}

in_editions!(the_attacker_first_then_the_defender_in_each_window:
    #[test] fn bg3_ccard_04_the_attacker_first_then_the_defender_in_each_window(V3);
    #[test] fn bg4_atk_14_the_attacker_is_asked_again_when_only_the_defender_played(V4);
);

fn a_card_works_before_the_next_is_played(edition: Edition) {
    // Sure Strike: the defender already sees the numbers that it makes.
    let state = attacking(edition, &[2], &[9], armed((2, 6, 5), (2, 2)));
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

in_editions!(a_card_works_before_the_next_is_played:
    #[test] fn bg4_atk_14_a_card_works_before_the_next_is_played(V4);
    #[test] fn bg3_ccard_05_a_card_works_before_the_next_is_played(V3);
);

fn a_card_before_the_hit_roll_leaves_none_before_the_damage_roll(edition: Edition) {
    use crate::dealt::*;
    use crate::model::attack::AttackStage::{AfterHit, AfterWound, BeforeHit, BeforeWound};
    // South plays Sure Strike and holds Hard Blow; North, who is asked in every window, plays nothing.
    let made = fighters(edition, line(), line(), Side::Front);
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
        let again = refused_by(&state, Seat::A, card(1, Colour::Red, &["A1"]));
        assert_eq!(
            again,
            of_editions(edition, ["BG4-CARDS-02", "BG3-CCARD-03"]),
            "{stage:?}"
        );
    }
}

in_editions!(a_card_before_the_hit_roll_leaves_none_before_the_damage_roll:
    #[test] fn bg4_cards_02_a_card_before_the_hit_roll_leaves_none_before_the_damage_roll(V4);
    #[test] fn bg3_ccard_03_a_card_before_the_hit_roll_leaves_none_before_the_damage_roll(V3);
);

fn both_play_again_when_the_other_attacks(edition: Edition) {
    use crate::dealt::*;
    let made = fighters(edition, line(), line(), Side::Front);
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

in_editions!(both_play_again_when_the_other_attacks:
    #[test] fn bg4_cards_02_one_card_a_player_an_attack(V4);
    #[test] fn bg3_ccard_03_both_play_again_when_the_other_attacks(V3);
);

fn a_free_attack_is_another_attack_with_a_card_of_its_own(edition: Edition) {
    use crate::dealt::*;
    let made = fighters(edition, armed((5, 7, 7), (2, 2)), line(), Side::Front);
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

in_editions!(a_free_attack_is_another_attack_with_a_card_of_its_own:
    #[test] fn bg4_cards_02_a_free_attack_is_another_attack_with_a_card_of_its_own(V4);
    #[test] fn bg3_ccard_03_a_free_attack_is_another_attack_with_a_card_of_its_own(V3);
);

fn cards_change_stats_and_not_target_numbers(edition: Edition) {
    let state = attacking(edition, &[2], &[], armed((1, 4, 5), (2, 2)));
    let numbers = &state.attack.as_deref().unwrap().numbers;
    assert_eq!(numbers.to_hit, -1, "4 against 5");
    let (_, events) = play_strictly(
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

in_editions!(cards_change_stats_and_not_target_numbers:
    #[test] fn bg4_cards_12_cards_change_stats_and_not_target_numbers(V4);
    #[test] fn bg3_ccard_06_cards_change_stats_and_not_target_numbers(V3);
);

fn a_card_costs_nothing_and_goes_to_the_discards(edition: Edition) {
    let made =
        scene_of(edition)
            .holding("A1", line(), (18.0, 5.0, 0.0))
            .unit("B1", line(), (18.0, 27.0, 180.0));
    let state = with_cards(made, &[16], &[])
        .set(|state| state.players[0].actions = 2)
        .state();
    let (state, _) = play_strictly(state, &[(Seat::A, card(16, Colour::Green, &["A1"]))], &[]).unwrap();
    assert_eq!(state.players[0].actions, 2);
    assert_eq!(state.players[0].discards, [CardNo(16)]);
    assert_eq!(Field::of(&state).current_mc(id("A1")), mc(5.0), "Forced March");
}

in_editions!(a_card_costs_nothing_and_goes_to_the_discards:
    #[test] fn bg4_cards_02_a_card_costs_nothing_and_goes_to_the_discards(V4);
    #[test] fn bg3_ccard_07_a_card_costs_nothing_and_goes_to_the_discards(V3);
);

fn faction_abilities_cost_command_actions(edition: Edition) {
    let made = scene_of(edition)
        .unit("A1", line(), (18.0, 5.0, 0.0))
        .unit("B1", line(), (18.0, 27.0, 180.0));
    let state = with_cards(made, &[], &[])
        .set(|state| state.players[0].actions = 2)
        .state();
    let steadfast = Command::UseAbility {
        ability: "steadfast".to_owned(),
        on: vec![id("A1")],
    };
    let (state, _) = play_strictly(state, &[(Seat::A, steadfast)], &[]).unwrap();
    assert_eq!(state.players[0].actions, 1);
    let kind = crate::model::state::CheckKind::Rout;
    let unit = state.unit(id("A1")).unwrap();
    assert_eq!(courage::courage_target(&state, unit, kind, &[]).unwrap().0, 14);
}

in_editions!(faction_abilities_cost_command_actions:
    #[test] fn bg4_cmd_09_faction_abilities_cost_command_actions(V4);
    #[test] fn bg3_cmd_10_faction_abilities_cost_command_actions(V3);
);

fn colours_say_when_a_card_is_played(edition: Edition) {
    use Colour::{Blue, Green, Red};
    let plays = |state: &State, seat: Seat, number: u8, colour: Colour, on: &str| {
        let played = played_on(state.clone(), &[(seat, card(number, colour, &[on]))], &[]);
        played.map_or_else(|refusal| refusal.rule.to_string(), |_| "accepted".to_owned())
    };
    let (south, north) = (Seat::A, Seat::B);
    let wrong = of_editions(edition, ["BG4-CARDS-01", "BG3-CCARD-02"]);
    let state = attacking(edition, &[2, 4, 9, 16], &[2, 9], armed((5, 4, 5), (2, 2)));
    assert_eq!(plays(&state, south, 9, Blue, "A1"), wrong, "it attacks");
    assert_eq!(plays(&state, south, 16, Green, "A1"), wrong, "in an attack");
    assert_eq!(plays(&state, south, 4, Red, "A1"), wrong, "after the hit roll");
    let not_held = of_editions(edition, ["BG4-CARDS-11", "BG3-CCARD-08"]);
    assert_eq!(plays(&state, south, 3, Red, "A1"), not_held);
    assert_eq!(plays(&state, south, 2, Red, "A1"), "accepted");
    // Then the defender, with a card for who is attacked.
    let (state, _) = played_on(state, &[(south, Command::Pass)], &[]).unwrap();
    assert_eq!(plays(&state, north, 2, Red, "B1"), wrong);
    assert_eq!(plays(&state, north, 9, Blue, "B1"), "accepted");
    // Green at other times, and nothing else then.
    let made =
        scene_of(edition)
            .holding("A1", line(), (18.0, 5.0, 0.0))
            .unit("B1", line(), (18.0, 27.0, 180.0));
    let quiet = with_cards(made, &[2, 16], &[]).state();
    assert_eq!(plays(&quiet, south, 2, Red, "A1"), wrong);
    assert_eq!(plays(&quiet, south, 16, Green, "A1"), "accepted");
}

in_editions!(colours_say_when_a_card_is_played:
    #[test] fn bg4_cards_01_colours_and_windows_in_an_attack(V4);
    #[test] fn bg3_ccard_02_colours_say_when_a_card_is_played(V3);
);

fn on_own_units_alone(edition: Edition) {
    let made =
        scene_of(edition)
            .holding("A1", line(), (18.0, 5.0, 0.0))
            .unit("B1", line(), (18.0, 27.0, 180.0));
    let state = with_cards(made, &[16], &[]).state();
    assert!(
        refused_by(&state, Seat::A, card(16, Colour::Green, &["B1"]))
            .starts_with(of_editions(edition, ["BG4-", "BG3-"]))
    );
}

in_editions!(on_own_units_alone:
    #[test] fn bg4_cards_11_on_own_units_alone(V4);
    #[test] fn bg3_ccard_08_on_own_units_alone(V3);
);
