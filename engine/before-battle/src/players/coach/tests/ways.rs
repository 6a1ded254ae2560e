//! Positions in which the coach speaks of Moves, retreats and idle units.

use super::*;

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
    // The spears strike first, and A1 with what they leave; of B2 it would have struck the flank, unanswered.
    let lead = (STRUCK_BACK - FIVE_DICE, FIVE_DICE);
    weighs(&found, "charging_spears", &LEAD.to_string(), lead);
    weighs(
        &found,
        "charging_spears",
        "expected wounds dealt",
        (FIVE_DICE, FIVE_DICE),
    );
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
    let hit = turn(&scene, &end);
    assert_eq!(of(&hit, "back_turned"), ["A1"]);
    // B1 strikes the rear unanswered. Turned about A1 strikes the charger back with what it leaves.
    let lead = (-FIVE_DICE, STRUCK_BACK - FIVE_DICE);
    weighs(&hit, "back_turned", &LEAD.to_string(), lead);
    let (words, _) = trial::better(&hit, "back_turned").unwrap();
    assert!(words.ends_with("turns about"), "{words}");
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
    let fled = |blocked_by: Option<&str>, killed: u8| {
        Event::Aftermath(AftermathEvent::UnitFled {
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
        })
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
    let fled = |from: &str| {
        Event::Aftermath(AftermathEvent::UnitFled {
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
        })
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
    let shooter = Scene::new("A1 d2 N, A6 a1 N, B1 d4 S, B6 h8 S")
        .card("A1", archer)
        .acted("A6");
    let mut watcher = Watcher::default();
    let ended = shooter.clone().play("end actions", &[]).unwrap();
    let mut idle = watched(&mut watcher, &shooter.state, &ended[..1]);
    idle.extend(watched(&mut watcher, &shooter.state, &ended[..1]));
    weighs(&idle, "idle_unit", "expected wounds dealt", (0.0, FIVE_DICE));
    let shut_in = Scene::new("A1 a1 N, A2 a2 N, A3 b1 N, B6 h8 S")
        .acted("A2")
        .acted("A3");
    assert_eq!(both(&shut_in, &shut_in), NONE, "it can come no nearer");
}
