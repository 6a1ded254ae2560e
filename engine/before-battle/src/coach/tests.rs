use hindsight_kernel::coach::trial;
use hindsight_kernel::{Rules, Seat, Suggestion, WatchedEvent};

use super::*;
use crate::cards::{Class, UnitCard, UnitType};
use crate::scene::{Scene, cell, names, unit};
use crate::state::{ArmyList, Assigned, Player, Secret, Stage};

/// What the coach says of events that follow a position at the beginning of a turn.
fn said(state: &State, events: &[Event]) -> Vec<Suggestion> {
    let mut watcher = Watcher::default();
    watcher.begin_turn(state);
    watched(&mut watcher, state, events)
}

fn watched(watcher: &mut Watcher, state: &State, events: &[Event]) -> Vec<Suggestion> {
    trial::watched(watcher, state, events).unwrap()
}

/// What the coach says of the commands of a turn with their dice.
fn turn(scene: &Scene, lines: &[(&str, &[u8])]) -> Vec<Suggestion> {
    let mut now = scene.clone();
    let mut events = Vec::new();
    for (line, dice) in lines {
        events.extend(now.play(line, dice).unwrap());
    }
    said(&scene.state, &events)
}

/// What the coach says of some commands and of the end of the actions after them, up to the first decision of the combats: as
/// many dice are rolled as it takes, all of them 1.
fn ended_actions(scene: &Scene, lines: &[&str]) -> Vec<Suggestion> {
    let mut now = scene.clone();
    let mut events = Vec::new();
    for line in lines {
        events.extend(now.play(line, &[]).unwrap());
    }
    let all = (0..60).find_map(|dice| now.clone().play("end actions", &vec![1; dice]).ok());
    events.extend(all.expect("at most 60 dice are rolled"));
    said(&scene.state, &events)
}

/// The units that a detector points at; "" where it is about none.
fn of(found: &[Suggestion], detector: &str) -> Vec<String> {
    trial::about(found, DETECTORS, detector)
}

fn number(found: &[Suggestion], detector: &str, name: &str) -> f64 {
    trial::number(found, detector, name).unwrap()
}

fn archer(card: &mut UnitCard) {
    card.ranged = Some(4);
    card.innate_ranged = Some("bow-1".parse().unwrap());
}

const NONE: [&str; 0] = [];

#[test]
fn every_detector_rests_on_rules_of_the_book_and_has_one_id() {
    for (place, one) in DETECTORS.iter().enumerate() {
        assert!(
            DETECTORS[..place].iter().all(|other| other.id != one.id),
            "{}",
            one.id
        );
        for rule in one.rules {
            assert!(BeforeBattle::rulebook().get(rule).is_some(), "{}: {rule}", one.id);
        }
        assert!([MISTAKE, DUBIOUS].contains(&one.glyph));
    }
    assert_eq!(
        DETECTORS.len(),
        17,
        "all of the catalogue's 18 but the missed charge"
    );
}

/// A list of the first roster with everything legal left open: three Core, two Elite, a General.
fn mustered(weapons: &str, general_items: &str) -> State {
    let mut scene = Scene::new("A1 a1 N, B1 h8 S");
    let cards = crate::scene::sample_cards();
    let roster = cards.rosters[0].id;
    let of_class = |class: Class| {
        cards
            .units
            .iter()
            .filter(move |card| card.roster == roster && card.class == class)
    };
    let units: Vec<_> = [(Class::Core, 3), (Class::Elite, 2), (Class::General, 1)]
        .into_iter()
        .flat_map(|(class, count)| of_class(class).take(count))
        .map(|card| card.id)
        .collect();
    let distractions = of_class(Class::Core)
        .skip(3)
        .take(1)
        .map(|card| card.id)
        .collect();
    scene.state.players[0].list = Secret::Known(std::sync::Arc::new(ArmyList {
        units,
        general_items: names(general_items),
        distractions,
    }));
    scene.state.stage = Stage::Weapons;
    let weapons = weapons
        .split_whitespace()
        .map(|pair| {
            let (holder, item) = pair.split_once(':').unwrap();
            Assigned {
                unit: unit(holder),
                item: item.parse().unwrap(),
            }
        })
        .collect();
    scene.state.players[0].weapons = Secret::Known(std::sync::Arc::new(weapons));
    scene.state
}

fn seen_now<'w>(state: &'w State, event: &'w Event) -> Watched<'w> {
    WatchedEvent {
        version: 7,
        asked_at: 6,
        before: state,
        event,
        after: state,
    }
}

/// An item that costs so many points and that somebody of the army may hold, as "A2:shield-1".
fn pairs(points: u8) -> String {
    let state = mustered("", "");
    let list = state.players[0].list.known().unwrap();
    let mut chosen: Vec<Assigned> = Vec::new();
    let mut left = points;
    for item in &state.cards.items {
        if item.points > left {
            continue;
        }
        for slot in 0..6 {
            let mut more = chosen.clone();
            more.push(Assigned {
                unit: UnitId::new(Seat::A, slot).unwrap(),
                item: item.id,
            });
            if crate::weapons::check_weapons(&state.cards, Seat::A, list, &more).is_ok() {
                chosen = more;
                left -= item.points;
                break;
            }
        }
    }
    assert_eq!(left, 0, "the sample pack has items for {points} points");
    let named: Vec<String> = chosen
        .iter()
        .map(|one| format!("{}:{}", one.unit, one.item))
        .collect();
    named.join(" ")
}

#[test]
fn weapon_points_left_over() {
    let event = Event::ActionsEnded;
    let found = |points| {
        let state = mustered(&pairs(points), "");
        mustering::weapon_points_left(&seen_now(&state, &event), Seat::A)
    };
    let some = found(5).unwrap();
    assert_eq!(some.numbers[1].value, 1.0);
    assert!(found(6).is_none(), "all six are spent");
    let mut hidden = mustered(&pairs(5), "");
    hidden.players[0].weapons = Secret::Unknown;
    assert!(
        mustering::weapon_points_left(&seen_now(&hidden, &event), Seat::A).is_none(),
        "what lies face down"
    );
}

#[test]
fn allowance_wasted() {
    let event = Event::ActionsEnded;
    let state = mustered("", "");
    let list = state.players[0].list.known().unwrap();
    let (_, general) = crate::army::general(&state.cards, &list.units).unwrap();
    assert!(general.allowance > 0);
    let wasted = mustering::allowance_wasted(&seen_now(&state, &event), Seat::A).unwrap();
    assert_eq!(
        (wasted.unit.as_deref(), wasted.numbers[1].value),
        (Some("A6"), 0.0)
    );
    // As many items as the allowance pays for: nothing is left that would fit.
    let mut full = ArmyList::clone(list);
    while let Some(item) = state.cards.items.iter().find(|item| {
        let mut more = full.clone();
        more.general_items.push(item.id);
        crate::army::general_cost(&state.cards, &more) <= general.allowance
            && crate::army::general_equipment(&state.cards, &more).is_ok()
    }) {
        full.general_items.push(item.id);
    }
    let mut state = state.clone();
    state.players[0].list = Secret::Known(std::sync::Arc::new(full));
    assert!(mustering::allowance_wasted(&seen_now(&state, &event), Seat::A).is_none());
}

#[test]
fn a_distraction_of_a_type_that_the_army_lacks() {
    let event = Event::ActionsEnded;
    let with_kinds = |army: UnitType, shown: UnitType, spare: UnitType| {
        let mut state = mustered("", "");
        let list = state.players[0].list.known().unwrap().clone();
        let cards = std::sync::Arc::make_mut(&mut state.cards);
        let roster = cards.rosters[0].id;
        for card in cards.units.iter_mut().filter(|card| card.roster == roster) {
            card.kind = if list.units.contains(&card.id) {
                army
            } else if list.distractions.contains(&card.id) {
                shown
            } else {
                spare
            };
        }
        mustering::distraction_reveals(&seen_now(&state, &event), Seat::A)
    };
    let found = with_kinds(UnitType::Infantry, UnitType::Cavalry, UnitType::Infantry);
    assert!(found.is_some_and(|found| found.reason.contains("no cavalry")));
    assert!(with_kinds(UnitType::Infantry, UnitType::Infantry, UnitType::Cavalry).is_none());
    assert!(
        with_kinds(UnitType::Infantry, UnitType::Cavalry, UnitType::Cavalry).is_none(),
        "nothing better to show"
    );
}

#[test]
fn missed_flank_tells_of_a_unit_that_goes_before_the_front() {
    // B1 looks west. From c4 a cell north is its front c5, a cell east its flank d4.
    let scene = Scene::new("A1 c4 N, A6 a1 N, B1 d5 W, B6 h8 S");
    let found = turn(&scene, &[("move A1 1", &[])]);
    assert_eq!(of(&found, "missed_flank"), ["A1"]);
    // B1 hits on 4 and is blocked on 5: 5 dice, a half times two thirds each; A1 looks north and strikes nobody.
    assert!((number(&found, "missed_flank", "expected wounds taken at the front") - 5.0 / 3.0).abs() < 0.05);
    assert_eq!(
        number(&found, "missed_flank", "expected wounds dealt at the front"),
        0.0
    );
    assert_eq!(
        of(&turn(&scene, &[("move A1 right 1", &[])]), "missed_flank"),
        NONE
    );
    assert_eq!(
        number(&found, "missed_flank", "expected wounds dealt there this turn"),
        0.0,
        "BB-ORD-01: beside the flank it faces nobody"
    );
    let proposed = found.iter().find(|one| one.detector == "missed_flank").unwrap();
    assert_eq!(proposed.glyph, DUBIOUS, "the enemy may turn before it strikes");
    // Already beside another enemy's back: d4 would bring it to strike B2, which is another plan.
    let other = Scene::new("A1 c4 N, A6 a1 N, B1 d5 W, B2 e4 N, B6 h8 S");
    assert_eq!(of(&turn(&other, &[("move A1 1", &[])]), "missed_flank"), NONE);
    // Face to face as many wounds are dealt as taken: to stand beside it without a blow is no better.
    let even = Scene::new("A1 c4 E, A6 a1 N, B1 d5 W, B6 h8 S");
    assert_eq!(
        of(&turn(&even, &[("sidestep A1 left", &[])]), "missed_flank"),
        NONE
    );
    let strong = even.card("B1", |card| card.attacks = 3);
    assert_eq!(
        of(&turn(&strong, &[("sidestep A1 left", &[])]), "missed_flank"),
        ["A1"]
    );
    // A friend on d4: the flank was not to be had.
    let full = Scene::new("A1 c4 N, A2 d4 S, A6 a1 N, B1 d5 W, B6 h8 S");
    assert_eq!(of(&turn(&full, &[("move A1 1", &[])]), "missed_flank"), NONE);
}

#[test]
fn missed_charge_has_no_detector_as_all_moves_to_an_enemy_enter_as_many_cells() {
    let place = |at: hindsight_geometry::squares::Cell, facing, foe| {
        Scene::new(&format!("A1 {at} {facing}, B1 d4 {foe}"))
    };
    for at in crate::scene::sample_cards()
        .board
        .field()
        .cells()
        .filter(|at| *at != cell("d4"))
    {
        for facing in hindsight_geometry::squares::Facing::ALL {
            for foe in hindsight_geometry::squares::Facing::ALL {
                let scene = place(at, facing, foe).card("A1", |card| card.speed = 5);
                let entered: Vec<u8> = reach::moves(&scene.state, unit("A1"))
                    .filter(|reach| reach.meets(&scene.state) == Some(unit("B1")))
                    .map(|reach| reach.cells)
                    .collect();
                let one = entered.iter().all(|cells| *cells == entered[0]);
                assert!(one, "{at} {facing}: {entered:?}");
            }
        }
    }
}

#[test]
fn charging_spears_tells_where_others_could_have_been_charged() {
    let scene = |other: &str| {
        Scene::new(&format!("A1 d2 N, A6 a1 N, B1 d5 S, B2 {other} S, B6 h8 S")).items("B1", "spear-1")
    };
    // B2 on g2: a turn to the right and two cells.
    let found = turn(&scene("g2"), &[("move A1 2", &[])]);
    assert_eq!(of(&found, "charging_spears"), ["A1"]);
    assert_eq!(
        of(
            &turn(&scene("g2"), &[("move A1 right 2", &[])]),
            "charging_spears"
        ),
        NONE
    );
    assert_eq!(
        of(&turn(&scene("h2"), &[("move A1 2", &[])]), "charging_spears"),
        NONE,
        "too far for a charge"
    );
    let spears_both = scene("g2").items("B2", "spear-2");
    assert_eq!(
        of(&turn(&spears_both, &[("move A1 2", &[])]), "charging_spears"),
        NONE
    );
    let hard = scene("g2").card("B2", |card| card.block = 2);
    assert_eq!(
        of(&turn(&hard, &[("move A1 2", &[])]), "charging_spears"),
        NONE,
        "fewer expected wounds"
    );
}

#[test]
fn back_turned_tells_of_an_enemy_one_move_away() {
    let end = [("end actions", &[][..])];
    let scene = Scene::new("A1 d4 N, A6 a1 N, B1 d1 N, B6 h8 S");
    assert_eq!(of(&turn(&scene, &end), "back_turned"), ["A1"]);
    assert_eq!(
        of(&turn(&scene.clone().acted("A1"), &end), "back_turned"),
        NONE,
        "it has acted"
    );
    let far = Scene::new("A1 d5 N, A6 a1 N, B1 d1 N, B6 h8 S");
    assert_eq!(
        of(&turn(&far, &end), "back_turned"),
        NONE,
        "three cells to go, Speed 2"
    );
    // Every side can be reached: no Turn helps.
    let round = Scene::new("A1 d4 N, A6 a1 N, B1 d1 N, B2 d7 S, B3 a4 E, B4 g4 W, B6 h8 S");
    assert_eq!(of(&turn(&round, &end), "back_turned"), NONE);
}

#[test]
fn blocked_retreat_tells_of_a_friend_on_the_way_home() {
    let fled = |blocked_by: Option<&str>, killed: u8| Event::UnitFled {
        unit: unit("A1"),
        from: cell("d4"),
        to: cell("d4"),
        facing: hindsight_geometry::squares::Facing::S,
        entered: 0,
        off_board: false,
        blocked_by: blocked_by.map(unit),
        dice: None,
        need: 4,
        killed,
        models_after: 5 - killed,
        wounds_after: 0,
    };
    let scene = Scene::new("A1 d4 N, A2 d3 N, B1 d5 S, B2 d3 S");
    let found = |event: Event| said(&scene.state, &[event]);
    let told = said(&scene.state, &[fled(Some("A2"), 2)]);
    assert_eq!(of(&told, "blocked_retreat"), ["A1"]);
    assert_eq!(
        number(&told, "blocked_retreat", "models expected to be lost"),
        2.5
    );
    assert_eq!(
        of(&found(fled(Some("A2"), 0)), "blocked_retreat"),
        NONE,
        "nobody died"
    );
    assert_eq!(
        of(&found(fled(Some("B2"), 2)), "blocked_retreat"),
        NONE,
        "an enemy stood there"
    );
}

#[test]
fn fighting_on_the_edge_tells_of_a_run_off_the_board() {
    let fled = |from: &str| Event::UnitFled {
        unit: unit("A1"),
        from: cell(from),
        to: cell("d1"),
        facing: hindsight_geometry::squares::Facing::S,
        entered: 1,
        off_board: true,
        blocked_by: None,
        dice: None,
        need: 4,
        killed: 0,
        models_after: 0,
        wounds_after: 0,
    };
    let found = |from: &str| {
        let scene = Scene::new(&format!("A1 {from} N, A6 a1 N, B1 h8 S"));
        of(&said(&scene.state, &[fled(from)]), "fighting_on_the_edge")
    };
    assert_eq!(found("d2"), ["A1"]);
    assert_eq!(found("d3"), NONE, "the third row is none of the home rows");
}

#[test]
fn idle_unit_tells_of_two_turns_without_acting() {
    let scene = Scene::new("A1 d2 N, B6 d8 S");
    let both = |first: &Scene, second: &Scene| {
        let mut watcher = Watcher::default();
        let end = |scene: &Scene| scene.clone().play("end actions", &[]).unwrap();
        let mut found = watched(&mut watcher, &first.state, &end(first)[..1]);
        found.extend(watched(&mut watcher, &second.state, &end(second)[..1]));
        of(&found, "idle_unit")
    };
    assert_eq!(both(&scene, &scene), ["A1"]);
    assert_eq!(both(&scene.clone().acted("A1"), &scene), NONE);
    let shut_in = Scene::new("A1 a1 N, A2 a2 N, A3 b1 N, B6 h8 S")
        .acted("A2")
        .acted("A3");
    assert_eq!(both(&shut_in, &shut_in), NONE, "it can come no nearer");
}

#[test]
fn shot_not_taken_tells_of_a_target_that_was_left() {
    let scene = Scene::new("A1 d2 N, A6 a1 N, B1 d4 S, B6 h8 S").card("A1", archer);
    assert_eq!(
        of(&turn(&scene, &[("sidestep A1 left", &[])]), "shot_not_taken"),
        ["A1"]
    );
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
    assert_eq!(of(&turn(&tougher, &shoot), "wrong_target"), ["A1"]);
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
        assert_eq!(
            of(&turn(&scene, &[("hustle A1", &[die])]), "hustle_gamble"),
            ["A1"]
        );
    }
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
        of(&said(&scene.state, &[Event::TurnEnded]), "general_exposed")
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
        events.push(Event::ActionsEnded);
        of(&said(&scene.state, &events), "piecemeal_attack")
    };
    // From b5 a turn to the left and one cell is c5, facing the flank of B1.
    assert_eq!(found(&scene, "turn A2 right"), ["A1"]);
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
    let event = Event::ActionsEnded;
    let seen = seen_now(&state, &event);
    assert!(mustering::allowance_wasted(&seen, Seat::A).is_none());
    assert!(mustering::distraction_reveals(&seen, Seat::A).is_none());
}
