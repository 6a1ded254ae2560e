//! Armies, terrain, sides, deployment.

use hindsight_kernel::testing::{at_table, play as give};
use hindsight_kernel::{Refusal, RefusalReason, Rules, Seat};

use super::has;
use crate::IceAndFire;
use crate::cards::{ArmyList, ListedUnit};
use crate::field::Pose;
use crate::model::agenda::{GameTable, Step, go_on};
use crate::model::command::Command;
use crate::model::event::{Event, SetupEvent};
use crate::model::names::Edge;
use crate::model::setup::{Agreement, Setup};
use crate::model::state::State;
use crate::packs;
use crate::rules::scene::{Scene, card, id, pose};
use crate::rules::{army, setup};

fn merrow() -> ArmyList {
    packs::sample().pack.army("house-merrow").unwrap().list.clone()
}

fn karst() -> ArmyList {
    packs::sample().pack.army("karst-clans").unwrap().list.clone()
}

fn begin(armies: [Option<ArmyList>; 2], terrain: Option<&[&str]>, dice: &[u8]) -> Result<State, Refusal> {
    let setup = Setup {
        cards: packs::sample().cards(),
        agreed: Agreement {
            terrain: terrain.map(|pieces| pieces.iter().map(|name| card(name)).collect()),
            ..Agreement::default()
        },
        armies,
    };
    let mut tray = hindsight_kernel::ReportedTray::scripted(dice.iter().copied());
    let mut table = GameTable::new(State::default(), &mut tray);
    IceAndFire::begin(&mut table, &setup)?;
    if matches!(table.state().step(), Some(Step::Start)) {
        IceAndFire::decide(&mut table, Seat::A, &Command::RollToStart)?;
    }
    Ok(table.finish()?.0)
}

/// A game with both armies and dice of the table can be made; the first dice come with a command.
#[test]
fn if_setup_01_a_game_whose_armies_are_named_waits_for_its_first_dice() {
    let setup = Setup {
        cards: packs::sample().cards(),
        agreed: Agreement::default(),
        armies: [Some(merrow()), Some(karst())],
    };
    let mut tray = hindsight_kernel::ReportedTray::new([]);
    let mut table = GameTable::new(State::default(), &mut tray);
    IceAndFire::begin(&mut table, &setup).unwrap();
    let mut scene = scene(table.finish().unwrap().0);
    assert_eq!(scene.asked(), [(Seat::A, "start".to_owned())]);
    assert!(scene.state.units.is_empty(), "the armies are not public yet");
    assert_eq!(scene.refused(Seat::B, Command::RollToStart), "IF-SETUP-01");
    scene.give(Seat::A, Command::RollToStart, &[3, 1, 2, 6, 1]);
    assert_eq!(scene.state.units.len(), 10);
    assert_eq!(scene.refused(Seat::B, Command::RollToStart), "IF-SETUP-01");
}

fn scene(state: State) -> Scene {
    Scene { state }
}

#[test]
fn if_army_01_an_army_keeps_to_its_size() {
    let cards = packs::sample().cards();
    let mut list = merrow();
    assert_eq!(army::cost(&cards, &list), 40);
    assert!(army::check(&cards, 40, &list).is_ok());
    // One point more: Marsh Bear (5) for the Harbour Levy (4).
    let levy = list.units.iter_mut().find(|unit| unit.card == card("mw-levy"));
    levy.unwrap().card = card("mw-bear");
    assert_eq!(army::cost(&cards, &list), 41);
    assert_eq!(army::check(&cards, 40, &list).unwrap_err().rule(), "IF-ARMY-01");
    let refused = begin([Some(list), Some(karst())], None, &[]).unwrap_err();
    assert_eq!(refused.rule.0, "IF-ARMY-01");
}

#[test]
fn if_army_02_the_ladder_of_an_illegal_army() {
    let cards = packs::sample().cards();
    let rule = |change: &dyn Fn(&mut ArmyList)| {
        let mut list = merrow();
        change(&mut list);
        army::check(&cards, 40, &list).err()
    };
    use army::NoArmy;
    assert_eq!(rule(&|_| {}), None);
    assert!(matches!(
        rule(&|list| list.faction = "nobody".parse().unwrap()),
        Some(NoArmy::NoFaction { .. })
    ));
    assert!(matches!(
        rule(&|list| list.units[1].card = card("nothing")),
        Some(NoArmy::NoCard { .. })
    ));
    assert!(matches!(
        rule(&|list| list.units[1].card = card("ka-raid")),
        Some(NoArmy::OtherFaction { .. })
    ));
    assert!(matches!(
        rule(&|list| list.units.truncate(2)),
        Some(NoArmy::TooFewUnits { units: 2 })
    ));
    assert!(matches!(
        rule(&|list| list.ncus = vec![card("mw-iline"); 4]),
        Some(NoArmy::TooManyNcus { ncus: 4 })
    ));
    let without = |list: &mut ArmyList| {
        for unit in &mut list.units {
            unit.attachment = None;
        }
    };
    assert!(matches!(
        rule(&without),
        Some(NoArmy::Commanders { commanders: 0 })
    ));
    let two = |list: &mut ArmyList| {
        for unit in list
            .units
            .iter_mut()
            .filter(|unit| unit.card != card("mw-knight"))
        {
            unit.attachment = Some(card("mw-rehl"));
        }
    };
    assert!(matches!(rule(&two), Some(NoArmy::Commanders { .. })));
}

#[test]
fn if_unit_06_attachments_are_for_units_of_their_own_kind() {
    let cards = packs::sample().cards();
    let mut list = merrow();
    let axes = list
        .units
        .iter()
        .position(|unit| unit.attachment == Some(card("mw-std")))
        .unwrap();
    list.units[axes] = ListedUnit {
        card: card("mw-bear"),
        attachment: Some(card("mw-std")),
    };
    assert!(matches!(
        army::check(&cards, 40, &list),
        Err(army::NoArmy::Solo { .. })
    ));
    list.units[axes].card = card("mw-knight");
    assert!(matches!(
        army::check(&cards, 99, &list),
        Err(army::NoArmy::OtherKind { .. })
    ));
}

#[test]
fn if_army_03_a_deck_has_two_copies_of_ten_designs() {
    let state = begin([Some(merrow()), Some(karst())], Some(&[]), &[6, 1]).unwrap();
    for player in &state.players {
        assert_eq!((player.deck, player.unseen.len()), (20, 20));
        for card in &player.unseen {
            assert_eq!(player.unseen.iter().filter(|other| *other == card).count(), 2);
        }
    }
    // Lists are hidden until both are named: seat A's is submitted, seat B still chooses.
    let state = begin([None, None], None, &[]).unwrap();
    let (state, events) =
        give::<IceAndFire>(state, &[(Seat::A, Command::SubmitList { list: merrow() })], &[]).unwrap();
    assert!(!has(&events, |event| matches!(
        event,
        Event::Setup(SetupEvent::ArmyMustered { .. })
    )));
    assert_eq!(scene(state).asked(), [(Seat::B, "list".to_owned())]);
}

#[test]
fn if_setup_01_the_terrain_pool_is_rolled_in_turns() {
    // D3 = 2: four pieces. 1+2 Corpse Pile, 6+1 choice, 5+6 Weirwood Tree, 2+2 Bog; then 4 : 4 and 2 : 5.
    let state = begin([Some(merrow()), Some(karst())], None, &[3, 1, 2, 6, 1]).unwrap();
    let mut scene = scene(state);
    assert_eq!(
        scene.asked(),
        [(Seat::B, "terrain_choice".to_owned())],
        "the second roll is B's"
    );
    let choose = |name: &str| Command::NameTerrain { card: card(name) };
    assert_eq!(scene.refused(Seat::B, choose("knoll")), "IF-TERR-14");
    scene.give(Seat::B, choose("forest"), &[5, 6, 2, 2, 4, 4, 2, 5]);
    let pool: Vec<String> = scene.state.pool.iter().map(ToString::to_string).collect();
    assert_eq!(pool, ["corpse-pile", "forest", "weirwood-tree", "bog"]);
    // An agreed list is recorded as the pool.
    let state = begin([Some(merrow()), Some(karst())], Some(&["knoll", "bog"]), &[6, 1]).unwrap();
    assert_eq!(state.pool, [card("knoll"), card("bog")]);
}

#[test]
fn if_setup_02_the_winner_of_the_roll_places_first_and_ties_are_rolled_again() {
    let state = begin(
        [Some(merrow()), Some(karst())],
        Some(&["knoll", "bog"]),
        &[4, 4, 2, 5],
    )
    .unwrap();
    let mut scene = scene(state);
    assert_eq!(scene.asked(), [(Seat::B, "terrain_place".to_owned())]);
    let place = |name: &str, x, y| Command::PlaceTerrain {
        card: card(name),
        pose: pose(x, y, 0),
    };
    assert_eq!(scene.refused(Seat::B, place("wall", 10.0, 15.0)), "IF-SETUP-02");
    scene.give(Seat::B, place("bog", 14.0, 22.0), &[]);
    assert_eq!(
        scene.asked(),
        [(Seat::A, "terrain_place".to_owned())],
        "then they alternate"
    );
    // The last piece: the sides are rolled for.
    scene.give(Seat::A, place("knoll", 34.0, 22.0), &[6, 1]);
    assert_eq!(scene.asked(), [(Seat::A, "side_picker".to_owned())]);
}

#[test]
fn if_setup_03_a_piece_lies_on_the_table_outside_the_zones_and_apart() {
    let check = |scene: &Scene, x: f64, y: f64| {
        setup::check_terrain(&scene.state, card("wall"), pose(x, y, 0))
            .err()
            .map(|refused| refused.rule())
    };
    let empty = Scene::new();
    // A Wall is 6 × 1.
    assert_eq!(
        check(&empty, 14.0, 10.4),
        Some("IF-SETUP-03"),
        "a corner at y = 9.9"
    );
    assert_eq!(check(&empty, 14.0, 10.5), None);
    assert_eq!(check(&empty, 2.9, 20.0), Some("IF-SETUP-03"), "off the table");
    let other = Scene::new().piece("wall", 14.0, 12.0, 0);
    assert_eq!(check(&other, 14.0, 18.99), Some("IF-SETUP-03"), "5.99 apart");
    assert_eq!(check(&other, 14.0, 19.0), None, "6.0 apart");
    let turned = setup::check_terrain(&empty.state, card("wall"), Pose::new(14_000, 20_000, 360));
    assert_eq!(turned.unwrap_err().rule(), "IF-GEO-02");
    // No place left: the piece and the rest of the pool are dropped.
    let mut full = Scene::new();
    for x in [3.5, 11.0, 18.5, 26.0, 33.5, 41.0] {
        for y in [13.0, 20.5, 27.5, 35.0] {
            full = full.piece("forest", x, y, 0);
        }
    }
    full.state.pool = vec![card("forest"), card("bog")];
    full.state.agenda = vec![Step::PlaceTerrain { seat: Seat::A }.into()];
    let act = |table: &mut GameTable<'_>| go_on(table).unwrap();
    let (_, _, events) = at_table::<IceAndFire, _>(full.state, &[6, 1], act);
    assert!(has(
        &events,
        |event| matches!(event, Event::Setup(SetupEvent::TerrainDropped { cards }) if cards.len() == 2)
    ));
}

#[test]
fn if_setup_07_five_objective_tokens_that_no_terrain_covers() {
    let scene = Scene::new();
    let places: Vec<(i32, i32)> = scene
        .state
        .objectives
        .iter()
        .map(|token| (token.place.x / 1000, token.place.y / 1000))
        .collect();
    assert_eq!(places, [(24, 24), (6, 18), (42, 18), (6, 30), (42, 30)]);
    let over = |y: f64| setup::check_terrain(&scene.state, card("wall"), pose(24.0, y, 0)).err();
    assert_eq!(
        over(25.0).map(|refused| refused.rule()),
        None,
        "the disc of 0.5 is just free"
    );
    assert_eq!(over(24.99).map(|refused| refused.rule()), Some("IF-SETUP-07"));
}

/// A game in which the sides are to be rolled for; the winner is seat A.
fn sides() -> Scene {
    scene(begin([Some(merrow()), Some(karst())], Some(&[]), &[6, 1]).unwrap())
}

#[test]
fn if_setup_04_the_winner_says_who_picks_and_the_other_has_the_other_edge() {
    let mut scene = sides();
    assert_eq!(scene.asked()[0].1, "side_picker");
    let winner = scene.asked()[0].0;
    let picker = winner.opponent();
    assert_eq!(
        scene.refused(winner, Command::PickSide { edge: Edge::South }),
        "IF-SETUP-04"
    );
    scene.give(winner, Command::Name { seat: picker }, &[]);
    assert_eq!(scene.asked(), [(picker, "side".to_owned())]);
    scene.give(picker, Command::PickSide { edge: Edge::South }, &[]);
    assert_eq!(scene.state.player(winner).edge, Some(Edge::North));
    assert_eq!(scene.state.player(picker).edge, Some(Edge::South));
}

/// A picked South, B is North: who deploys first is asked next.
fn picked() -> Scene {
    let mut scene = sides();
    let winner = scene.asked()[0].0;
    scene.give(winner, Command::Name { seat: Seat::A }, &[]);
    scene.give(Seat::A, Command::PickSide { edge: Edge::South }, &[]);
    scene
}

#[test]
fn if_setup_05_who_picked_a_side_names_the_first_to_deploy() {
    let mut scene = picked();
    assert_eq!(scene.asked(), [(Seat::A, "first_deployer".to_owned())]);
    scene.give(Seat::A, Command::Name { seat: Seat::B }, &[]);
    scene.give(Seat::B, Command::Name { seat: Seat::B }, &[]);
    assert_eq!(scene.asked(), [(Seat::B, "deploy".to_owned())]);
}

#[test]
fn if_setup_06_the_other_player_names_the_first_player_of_round_1() {
    let mut scene = picked();
    scene.give(Seat::A, Command::Name { seat: Seat::A }, &[]);
    assert_eq!(scene.asked(), [(Seat::B, "first_player".to_owned())]);
    scene.give(Seat::B, Command::Name { seat: Seat::B }, &[]);
    assert_eq!(scene.state.first, Some(Seat::B), "possibly themselves");
}

#[test]
fn if_setup_08_and_09_units_are_placed_in_turns_wholly_in_the_own_zone() {
    let mut scene = picked();
    scene.give(Seat::A, Command::Name { seat: Seat::A }, &[]);
    scene.give(Seat::B, Command::Name { seat: Seat::B }, &[]);
    let deploy = |name: &str, x: f64, y: f64, heading| Command::Deploy {
        unit: id(name),
        pose: pose(x, y, heading),
    };
    assert_eq!(scene.refused(Seat::A, deploy("A1", 24.0, 7.61, 0)), "IF-SETUP-09");
    assert_eq!(scene.refused(Seat::A, deploy("A1", 24.0, 43.0, 0)), "IF-SETUP-09");
    assert_eq!(scene.refused(Seat::A, deploy("B1", 24.0, 7.6, 0)), "IF-SETUP-09");
    scene.give(Seat::A, deploy("A1", 24.0, 7.6, 0), &[]);
    assert_eq!(scene.asked(), [(Seat::B, "deploy".to_owned())]);
    assert_eq!(
        scene.refused(Seat::B, deploy("B1", 24.0, 40.39, 180)),
        "IF-SETUP-09"
    );
    scene.give(Seat::B, deploy("B1", 24.0, 40.4, 180), &[]);
    assert_eq!(
        scene.refused(Seat::A, deploy("A2", 26.0, 7.6, 0)),
        "IF-SETUP-09",
        "not on another tray"
    );
    scene.give(Seat::A, deploy("A2", 29.5, 7.6, 0), &[]);
}

#[test]
fn if_setup_08_the_zones_reach_ten_inches() {
    let mut scene = Scene::new().unit("A1", "mw-levy", 24.0, 5.0, 0);
    scene.state.unit_mut(id("A1")).unwrap().pose = None;
    let place = |y| setup::check_place(&scene.state, id("A1"), pose(24.0, y, 0), false).is_ok();
    assert!(place(7.6) && place(2.4) && !place(7.61) && !place(2.39));
}

#[test]
fn if_setup_09_deployment_alternates_and_a_finished_player_is_skipped() {
    let mut scene = Scene::new();
    for (name, kind) in [("A1", "mw-levy"), ("B1", "ka-raid"), ("B2", "ka-raid")] {
        scene = scene
            .unit(name, kind, 0.0, 0.0, 0)
            .with(name, |unit| unit.pose = None);
    }
    scene.state.round = 0;
    scene.state.agenda = vec![Step::Deploy { seat: Seat::A }.into()];
    let deploy = |name: &str, x: f64, y: f64, heading| Command::Deploy {
        unit: id(name),
        pose: pose(x, y, heading),
    };
    scene.give(Seat::A, deploy("A1", 24.0, 5.0, 0), &[]);
    scene.give(Seat::B, deploy("B1", 24.0, 43.0, 180), &[]);
    assert_eq!(scene.asked(), [(Seat::B, "deploy".to_owned())], "A is skipped");
}

#[test]
fn if_setup_11_each_player_draws_three_cards_after_deployment() {
    let mut scene = Scene::new()
        .unit("A1", "mw-levy", 24.0, 5.0, 0)
        .unit("B1", "ka-raid", 24.0, 43.0, 180)
        .deck(Seat::A, &["mw-salt", "mw-hold", "mw-heads", "mw-tide"])
        .deck(Seat::B, &["ka-howl", "ka-rain", "ka-price", "ka-over"]);
    scene.state.round = 0;
    scene.state.active = None;
    scene.state.agenda = vec![Step::Deploy { seat: Seat::A }.into()];
    let act = |table: &mut GameTable<'_>| go_on(table).unwrap();
    let (_, state, _) = at_table::<IceAndFire, _>(scene.state, &[1, 1, 1, 4, 3, 2], act);
    let hands = state.players.clone().map(|player| player.hand.len());
    assert_eq!(hands, [3, 3]);
    assert_eq!(state.players[1].hand[0], Some(card("ka-over")));
    assert_eq!(state.round, 1);
}
