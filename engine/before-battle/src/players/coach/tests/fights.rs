//! Positions in which the coach speaks of shots and combats.

use super::*;

#[test]
fn shot_not_taken_tells_of_a_target_that_was_left() {
    let scene = Scene::new("A1 d2 N, A6 a1 N, B1 d4 S, B6 h8 S").card("A1", archer);
    let hit = turn(&scene, &[("sidestep A1 left", &[])]);
    assert_eq!(of(&hit, "shot_not_taken"), ["A1"]);
    weighs(&hit, "shot_not_taken", "expected wounds dealt", (0.0, FIVE_DICE));
    let charge = scene.clone().card("A1", |card| card.speed = 1);
    assert_eq!(
        of(&turn(&charge, &[("move A1 1", &[])]), "shot_not_taken"),
        NONE,
        "it will fight"
    );
    let far = Scene::new("A1 d2 N, A6 a1 N, B1 d6 S, B6 h8 S").card("A1", archer);
    assert_eq!(
        of(&turn(&far, &[("sidestep A1 left", &[])]), "shot_not_taken"),
        NONE
    );
}

#[test]
fn masked_archers_tells_of_a_friend_in_the_lane() {
    let scene = Scene::new("A1 d1 N, A2 c2 E, A6 a1 N, B1 d4 S, B6 h8 S").card("A1", archer);
    let found = turn(&scene, &[("move A2 1", &[])]);
    assert_eq!(of(&found, "masked_archers"), ["A2"]);
    let best = "expected wounds of the archer's best shot";
    weighs(&found, "masked_archers", best, (0.0, FIVE_DICE));
    let shot = scene.clone().acted("A1");
    assert_eq!(
        of(&turn(&shot, &[("move A2 1", &[])]), "masked_archers"),
        NONE,
        "it has shot"
    );
    let past = scene.clone();
    assert_eq!(
        of(&turn(&past, &[("move A2 left 1", &[])]), "masked_archers"),
        NONE,
        "it goes to c3"
    );
}

#[test]
fn wrong_target_tells_of_the_worse_of_two_targets() {
    let dice: &[u8] = &[1, 1, 1, 1, 1];
    let scene = Scene::new("A1 d2 N, A6 a1 N, B1 d4 S, B2 e4 S, B6 h8 S").card("A1", archer);
    let hard = scene.clone().card("B1", |card| card.block = 2);
    let shoot = [("shoot A1 lane centre at B1", dice)];
    assert_eq!(of(&turn(&hard, &shoot), "wrong_target"), ["A1"]);
    assert_eq!(
        of(&turn(&scene, &shoot), "wrong_target"),
        NONE,
        "as many expected wounds"
    );
    // Blocked on 4 instead of 5: 5 dice, of which a half hit, wound 1.25 instead of 1.67. Of a General that is worth three
    // times as much.
    let tougher = scene.clone().card("B1", |card| card.block = 4);
    let hit = turn(&tougher, &shoot);
    assert_eq!(of(&hit, "wrong_target"), ["A1"]);
    weighs(&hit, "wrong_target", "expected wounds dealt", (1.25, FIVE_DICE));
    let general = tougher.clone().card("B1", |card| card.class = Class::General);
    assert_eq!(
        of(&turn(&general, &shoot), "wrong_target"),
        NONE,
        "BB-WIN-02: 3 points against 1"
    );
    let single = tougher.clone().models("A1", 1);
    let with_one_die = [("shoot A1 lane centre at B1", &[1][..])];
    assert_eq!(
        of(&turn(&single, &with_one_die), "wrong_target"),
        NONE,
        "a twelfth of a wound more"
    );
    // Three of five models left: one more wound and B1 flees on a 4 instead of a 2.
    let worn = hard.clone().models("B1", 3);
    let hit = [("shoot A1 lane centre at B1", &[6, 1, 1, 1, 1, 1][..])];
    assert_eq!(
        of(&turn(&worn, &hit), "wrong_target"),
        NONE,
        "it crossed a threshold"
    );
}

#[test]
fn bad_reform_tells_of_a_flank_shown_for_nothing() {
    let mut scene = Scene::new("A1 d4 N, A6 a1 N, B1 d5 S, B6 h8 N");
    scene.play("end actions", &[1; 10]).unwrap();
    let reform = |line: &str| {
        let mut now = scene.clone();
        let events = now.give(Seat::A, line, &[]).unwrap();
        of(&said(&scene.state, &events), "bad_reform")
    };
    assert_eq!(reform("reform A1 E"), ["A1"]);
    let events = scene.clone().give(Seat::A, "reform A1 E", &[]).unwrap();
    // Its flank is struck unanswered; face to face both strike at once.
    let shown = said(&scene.state, &events);
    weighs(&shown, "bad_reform", &LEAD.to_string(), (-FIVE_DICE, 0.0));
    assert_eq!(reform("reform A1 N"), NONE);
    // BB-ACT-07: North moves next and may Turn before the next combats.
    let mut now = scene.clone();
    now.give(Seat::A, "reform A1 N", &[]).unwrap();
    let before = now.state.clone();
    let events = now.give(Seat::B, "reform B1 E", &[]).unwrap();
    assert_eq!(of(&said(&before, &events), "bad_reform"), NONE, "it moves next");
    // The flank that it shows is the price of the flank that it strikes: as many wounds dealt and taken either way.
    let mut flanking = Scene::new("A1 d4 N, A6 a1 N, B1 d5 S, B2 e4 N, B6 h8 N");
    flanking.play("end actions", &[1; 10]).unwrap();
    let events = flanking.clone().give(Seat::A, "reform A1 E", &[]).unwrap();
    assert_eq!(
        of(&said(&flanking.state, &events), "bad_reform"),
        NONE,
        "it strikes B2"
    );
    // No combat follows that of the last turn.
    let mut last = Scene::new("A1 d4 N, A6 a1 N, B1 d5 S, B6 h8 N").turn_of(Seat::A, 6);
    last.state.start.first_turn = Some(Seat::B);
    last.play("end actions", &[1; 10]).unwrap();
    let events = last.clone().give(Seat::A, "reform A1 E", &[]).unwrap();
    assert_eq!(
        of(&said(&last.state, &events), "bad_reform"),
        NONE,
        "the game is over"
    );
    // Two enemies face it: it cannot look at both.
    let mut two = Scene::new("A1 d4 N, A6 a1 N, B1 d5 S, B2 c4 E, B6 h8 N");
    two.play("end actions", &[1; 15]).unwrap();
    let events = two.clone().give(Seat::A, "reform A1 E", &[]).unwrap();
    assert_eq!(of(&said(&two.state, &events), "bad_reform"), NONE);
}

#[test]
fn losing_fight_prolonged_tells_of_a_unit_that_could_turn_away() {
    // A1, down to one model of five, faces the flank of B1, which beats A2. Only A1's own facing links it.
    let lost = Scene::new("A1 c5 E, A2 d4 N, A6 a1 N, B1 d5 S, B6 h8 N")
        .models("A1", 1)
        .models("A2", 1)
        .card("B1", |card| (card.attacks, card.melee, card.block) = (3, 2, 2));
    let ended = |scene: &Scene| of(&ended_actions(scene, &[]), "losing_fight_prolonged");
    assert_eq!(ended(&lost), ["A1"], "A2 is faced, so no Turn frees it");
    // A1 and A2 each wound with 1/12, and B1 with 15 dice of 5/9 destroys A2. Where neither wounds and A2 falls, A1 flees but on a 6. Turned
    // away it is of no combat, and A2 alone is destroyed before it could flee.
    let flees = (11.0_f64 / 12.0).powi(2) * (1.0 - (4.0_f64 / 9.0).powi(15)) * 5.0 / 6.0;
    let stayed = ended_actions(&lost, &[]);
    let flights = "own units expected to flee";
    weighs(&stayed, "losing_fight_prolonged", flights, (flees, 0.0));
    assert_eq!(
        ended(&lost.clone().models("A1", 2)),
        NONE,
        "two of five stand on a 4"
    );
    // Turned away, to the north or the south, it faces nobody and nobody faces it.
    assert_eq!(
        of(&ended_actions(&lost, &["turn A1 left"]), "losing_fight_prolonged"),
        NONE
    );
    let even = Scene::new("A1 c5 E, A2 d4 N, A6 a1 N, B1 d5 S, B6 h8 N").models("A1", 1);
    assert_eq!(ended(&even), NONE);
}

#[test]
fn hustle_gamble_tells_of_an_enemy_that_only_the_die_brings() {
    // Two cells ahead are sure; B1 on d6 is faced from d5 only. B2 on f2 is a Move away.
    let scene = Scene::new("A1 d2 N, A6 a1 N, B1 d6 S, B2 f2 S, B6 h8 S");
    for die in [1, 6] {
        let hit = turn(&scene, &[("hustle A1", &[die])]);
        assert_eq!(of(&hit, "hustle_gamble"), ["A1"]);
        // A charger strikes first; the die brings the other charge on 4 to 6. Of B2 the flank is met, which is struck unanswered.
        weighs(&hit, "hustle_gamble", "chance to face an enemy", (0.5, 1.0));
        let lead = ((FIVE_DICE - STRUCK_BACK) / 2.0, FIVE_DICE);
        weighs(&hit, "hustle_gamble", &LEAD.to_string(), lead);
    }
    // B2 on f2 looks at A1: met after one cell both strike at once, which is worse than half a charge.
    let no_charge = Scene::new("A1 d2 N, A6 a1 N, B1 d6 S, B2 f2 W, B6 h8 S");
    assert_eq!(
        of(&turn(&no_charge, &[("hustle A1", &[1])]), "hustle_gamble"),
        NONE
    );
    let alone = Scene::new("A1 d2 N, A6 a1 N, B1 d6 S, B6 h8 S");
    assert_eq!(
        of(&turn(&alone, &[("hustle A1", &[6])]), "hustle_gamble"),
        NONE,
        "there was no other way"
    );
    let sure = Scene::new("A1 d2 N, A6 a1 N, B1 d5 S, B2 f2 S, B6 h8 S");
    assert_eq!(
        of(&turn(&sure, &[("hustle A1", &[6])]), "hustle_gamble"),
        NONE,
        "the sure cells do"
    );
}

#[test]
fn general_exposed_tells_of_two_enemies_in_reach() {
    let ended = |units: &str| {
        let scene = Scene::new(units).card("A6", |card| card.class = Class::General);
        of(
            &said(&scene.state, &[Event::Ending(EndingEvent::TurnEnded)]),
            "general_exposed",
        )
    };
    assert_eq!(ended("A6 d4 N, B1 d7 S, B2 g4 W"), ["A6"]);
    assert_eq!(
        ended("A6 d4 N, B1 d7 S, B2 h4 W"),
        NONE,
        "B2 has three cells to go"
    );
    assert_eq!(
        ended("A6 d4 N, A1 d5 N, B1 d7 S, B2 g4 W"),
        NONE,
        "A1 stands between"
    );
}

#[test]
fn piecemeal_attack_tells_of_a_friend_that_could_have_come() {
    let strong = |card: &mut UnitCard| (card.attacks, card.block) = (3, 3);
    let scene = Scene::new("A1 d3 N, A2 b5 S, A6 a1 N, B1 d5 S, B6 h8 S").card("B1", strong);
    let found = |scene: &Scene, friend: &'static str| {
        let mut now = scene.clone();
        let mut events = now.play("move A1 1", &[]).unwrap();
        events.extend(now.play(friend, &[]).unwrap());
        events.push(Event::Action(ActionEvent::ActionsEnded));
        of(&said(&scene.state, &events), "piecemeal_attack")
    };
    // From b5 a turn to the left and one cell is c5, facing the flank of B1.
    assert_eq!(found(&scene, "turn A2 right"), ["A1"]);
    let mut now = scene.clone();
    let mut events = now.play("move A1 1", &[]).unwrap();
    events.extend(now.play("turn A2 right", &[]).unwrap());
    events.push(Event::Action(ActionEvent::ActionsEnded));
    // A die of A1 or A2 wounds with 1/2 times 1/3, one of B1, three a model, with 1/3; A2 strikes the flank first.
    let blows = |dice: u32, chance: f64, most: i32| Distribution::binomial(dice, chance).cap(most).mean();
    let alone = blows(5, 1.0 / 6.0, 5) - blows(15, 1.0 / 3.0, 5);
    let flank = Distribution::binomial(5, 1.0 / 6.0);
    let joined = flank.iter().map(|(fallen, chance)| {
        let left = 5 - fallen;
        let dealt = f64::from(fallen) + blows(5, 1.0 / 6.0, left);
        chance * (dealt - blows(3 * left.unsigned_abs(), 1.0 / 3.0, 5))
    });
    let lead = (alone, joined.sum());
    weighs(
        &said(&scene.state, &events),
        "piecemeal_attack",
        &LEAD.to_string(),
        lead,
    );
    assert_eq!(found(&scene, "move A2 left 1"), NONE, "it joins");
    let far = Scene::new("A1 d3 N, A2 a7 S, A6 a1 N, B1 d5 S, B6 h8 S").card("B1", strong);
    assert_eq!(found(&far, "turn A2 right"), NONE, "it could not have come");
    let even = Scene::new("A1 d3 N, A2 b5 S, A6 a1 N, B1 d5 S, B6 h8 S");
    assert_eq!(found(&even, "turn A2 right"), NONE, "an even fight");
}

#[test]
fn a_scorekeeper_who_knows_no_list_is_told_nothing_of_lists() {
    let mut state = mustered("", "");
    state.players[0] = Player::default();
    let event = Event::Action(ActionEvent::ActionsEnded);
    let seen = seen_now(&state, &event);
    assert!(mustering::allowance_wasted(&seen, Seat::A).is_none());
    assert!(mustering::distraction_reveals(&seen, Seat::A).is_none());
}
