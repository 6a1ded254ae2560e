mod editions;
mod ladder;

use battleground_geometry::Point;
use hindsight_kernel::RefusalReason as _;

use super::*;
use crate::model::effect::Keyword;
use crate::model::state::Phase;
use crate::scene::{Scene, at_table, colossal, id, play, pose, scene, with_keywords};

/// Units that wait for deployment: `counts` of South and North.
fn waiting_scene(counts: [u8; 2], spent: [u32; 2]) -> State {
    crate::scene::waiting(crate::editions::Edition::V4, counts, spent)
}

/// What follows the draws, with these dice.
fn drawn(state: &State, dice: &[u8]) -> Step {
    let (step, _, _) = at_table(state.clone(), dice, after_draws);
    step.unwrap()
}

#[test]
fn bg4_deploy_01_zones_are_26_by_7_and_a_half_inches() {
    let state = waiting_scene([1, 1], [0, 0]);
    let field = Field::of(&state);
    let (south, north) = (state.unit(id("A1")).unwrap(), state.unit(id("B1")).unwrap());
    let check = |unit: &Unit, x, y, heading| {
        check_deployment(&field, unit, pose(x, y, heading))
            .map_err(|refusal| refusal.rule().of(crate::editions::Edition::V4).to_string())
    };
    assert_eq!(check(south, 6.75, 1.25, 0.0), Ok(()));
    assert_eq!(check(south, 6.7, 1.25, 0.0), Err("BG4-DEPLOY-01".to_owned()));
    assert_eq!(check(south, 18.0, 6.25, 0.0), Ok(()));
    assert_eq!(check(south, 18.0, 6.3, 0.0), Err("BG4-DEPLOY-01".to_owned()));
    assert_eq!(check(north, 18.0, 23.75, 180.0), Ok(()));
    assert_eq!(check(north, 18.0, 6.25, 180.0), Err("BG4-DEPLOY-01".to_owned()));
    assert_eq!(check(south, 18.0, 1.0, 0.0), Err("BG4-DEPLOY-03".to_owned()));
}

#[test]
fn bg4_skirm_01_a_skirmisher_only_touches_the_zone() {
    let state = Scene::from(waiting_scene([0, 0], [0, 0]))
        .unit(
            "A1",
            with_keywords(&[Keyword::Normal, Keyword::Skirmisher]),
            (0.0, 0.0, 0.0),
        )
        .change("A1", |unit| unit.pose = None)
        .state();
    let unit = state.unit(id("A1")).unwrap();
    let check = |y| {
        check_deployment(&Field::of(&state), unit, pose(18.0, y, 0.0))
            .map_err(|refusal| refusal.rule().of(crate::editions::Edition::V4).to_string())
    };
    assert_eq!(check(8.75), Ok(()));
    assert_eq!(check(8.8), Err("BG4-SKIRM-01".to_owned()));
}

#[test]
fn bg4_deploy_03_units_may_touch_but_not_overlap_and_look_anywhere() {
    let mut state = waiting_scene([2, 1], [0, 0]);
    state.unit_mut(id("A2")).unwrap().pose = Some(pose(18.0, 3.0, 0.0));
    let unit = state.unit(id("A1")).unwrap();
    let check = |at| check_deployment(&Field::of(&state), unit, at).is_ok();
    assert!(check(pose(21.5, 3.0, 0.0)), "two units touching are legal");
    assert!(!check(pose(21.4, 3.0, 0.0)));
    assert!(check(pose(24.0, 3.0, 137.0)), "any heading");
    // Impassable terrain may be touched but not overlapped, and a unit stands wholly in its zone.
    let lake = crate::scene::ground(
        crate::model::cards::TerrainType::VeryDeepWater,
        &[(8.0, 0.0), (12.0, 0.0), (12.0, 4.0), (8.0, 4.0)],
    );
    let state = Scene::from(waiting_scene([2, 1], [0, 0])).terrain(lake).state();
    let unit = state.unit(id("A1")).unwrap();
    let refused = |x: f64, y: f64| {
        check_deployment(&Field::of(&state), unit, pose(x, y, 0.0))
            .err()
            .map(|refusal| refusal.rule().of(crate::editions::Edition::V4).to_string())
    };
    assert_eq!(refused(13.75, 2.0), None);
    assert_eq!(refused(13.6, 2.0), Some("BG4-DEPLOY-03".to_owned()));
}

#[test]
fn a_unit_for_which_there_is_no_room_left_touches_the_zone() {
    // RULING: BG4-DEPLOY-01. Three rows of seven units, spread so that none fits between, fill South's zone.
    let mut state = waiting_scene([22, 1], [0, 0]);
    for (place, number) in (2..=22).enumerate() {
        let (column, row) = (place % 7, place / 7);
        let at = pose(6.75 + 3.75 * column as f64, 1.25 + 2.5 * row as f64, 0.0);
        state.unit_mut(id(&format!("A{number}"))).unwrap().pose = Some(at);
    }
    let unit = state.unit(id("A1")).unwrap();
    let check = |at| {
        check_deployment(&Field::of(&state), unit, at)
            .map_err(|refusal| refusal.rule().of(crate::editions::Edition::V4).to_string())
    };
    assert_eq!(
        check(pose(18.0, 8.75, 0.0)),
        Ok(()),
        "its rear on the zone's front"
    );
    assert_eq!(check(pose(18.0, 8.8, 0.0)), Err("BG4-DEPLOY-01".to_owned()));
    assert!(!free_places(&state, unit).is_empty(), "the battle goes on");
    // With room inside, touching is not enough.
    state.unit_mut(id("A2")).unwrap().pose = None;
    let unit = state.unit(id("A1")).unwrap();
    assert!(check_deployment(&Field::of(&state), unit, pose(18.0, 8.75, 0.0)).is_err());
}

#[test]
fn bg4_deploy_01_room_between_units_that_look_aside_is_room_too() {
    // Five columns of two units with heading 90 leave gaps of 3.5 inches and one of 2.8: a unit fits there, though not
    // where the grid of the offers looks.
    let mut state = waiting_scene([11, 1], [0, 0]);
    for (place, x) in [6.45, 12.45, 18.45, 24.45, 29.75].into_iter().enumerate() {
        for (row, y) in [1.75, 5.45].into_iter().enumerate() {
            let unit = id(&format!("A{}", 2 + 2 * place + row));
            state.unit_mut(unit).unwrap().pose = Some(pose(x, y, 90.0));
        }
    }
    let field = Field::of(&state);
    let unit = state.unit(id("A1")).unwrap();
    let check = |at| {
        check_deployment(&field, unit, at)
            .map_err(|refusal| refusal.rule().of(crate::editions::Edition::V4).to_string())
    };
    assert_eq!(check(pose(9.45, 5.0, 0.0)), Ok(()), "wholly inside");
    assert_eq!(
        check(pose(9.45, 8.75, 0.0)),
        Err("BG4-DEPLOY-01".to_owned()),
        "in front of the zone"
    );
    let offered = free_places(&state, unit);
    assert!(!offered.is_empty(), "the battle goes on");
    for at in offered {
        assert_eq!(check(at), Ok(()));
        let card = battleground_geometry::Card::new(at, state.size(unit));
        let inside = |corner: &Point| (5.0..=31.0).contains(&corner.x.value()) && corner.y.value() <= 7.5;
        assert!(card.corners().iter().all(inside), "{at:?} lies in the zone");
    }
}

#[test]
fn bg4_deploy_06_equal_numbers_the_cheaper_army_names_the_first_deployer() {
    let begun = |spent| at_table(waiting_scene([8, 8], spent), &[], begin_deployment).1;
    let top = |state: &State| state.agenda.last().unwrap().step.clone();
    assert_eq!(
        top(&begun([1_976, 1_999])),
        Step::NameFirstDeployer { by: Seat::A }
    );
    assert_eq!(
        top(&begun([1_999, 1_976])),
        Step::NameFirstDeployer { by: Seat::B }
    );
    // The named one deploys first; the cheaper army still chooses the first turn.
    let (state, _) = play(
        begun([1_976, 1_999]),
        &[(Seat::A, Command::Name { seat: Seat::B })],
        &[],
    )
    .unwrap();
    assert_eq!(
        top(&state),
        Step::Deploy {
            next: Seat::B,
            extra: false
        }
    );
    let (_, state, _) = at_table(state, &[], begin_first_turn);
    assert_eq!(top(&state), Step::ChooseFirstPlayer { by: Seat::A });
    // Equal points: chance decides, and the drawn first deployer also chooses the first turn.
    for (die, seat) in [(3, Seat::A), (4, Seat::B)] {
        let (_, state, _) = at_table(waiting_scene([8, 8], [1_990, 1_990]), &[die], begin_deployment);
        assert_eq!(state.deployer, Some(seat));
        let (_, state, _) = at_table(state, &[], begin_first_turn);
        assert_eq!(top(&state), Step::ChooseFirstPlayer { by: seat });
    }
}

#[test]
fn bg4_deploy_07_the_cheaper_army_chooses_the_first_turn() {
    let chooser = |counts, spent, dice: &[u8]| {
        let (_, state, _) = at_table(waiting_scene(counts, spent), dice, begin_first_turn);
        state.agenda.last().unwrap().step.clone()
    };
    assert_eq!(
        chooser([9, 10], [1_984, 1_999], &[]),
        Step::ChooseFirstPlayer { by: Seat::A }
    );
    // With equal numbers too, whoever deploys first.
    assert_eq!(
        chooser([8, 8], [1_976, 1_999], &[]),
        Step::ChooseFirstPlayer { by: Seat::A }
    );
    assert_eq!(
        chooser([8, 8], [1_999, 1_976], &[]),
        Step::ChooseFirstPlayer { by: Seat::B }
    );
    // RULING: equal points with unequal numbers are a lot.
    assert_eq!(
        chooser([9, 10], [1_984, 1_984], &[5]),
        Step::ChooseFirstPlayer { by: Seat::B }
    );
}

#[test]
fn bg4_deploy_07_who_names_nobody_is_told_the_rule_of_the_step() {
    let refused = |step: Step, named: Seat| {
        let mut state = waiting_scene([8, 8], [1_976, 1_999]);
        state.agenda = vec![step.into()];
        let command = [(Seat::B, Command::Name { seat: named })];
        play(state, &command, &[]).unwrap_err().rule.to_string()
    };
    let third = Seat::new(2).unwrap();
    for (step, rule) in [
        (Step::NameFirstDeployer { by: Seat::A }, "BG4-DEPLOY-06"),
        (Step::NameFirstOrderer { by: Seat::A }, "BG4-DEPLOY-05"),
        (Step::ChooseFirstPlayer { by: Seat::A }, "BG4-DEPLOY-07"),
        (Step::BuildArmies, "BG4-SETUP-01"),
    ] {
        assert_eq!(refused(step.clone(), Seat::B), rule, "South names");
        assert_eq!(refused(step, third), rule, "there is no third player");
    }
}

#[test]
fn bg4_deploy_05_orders_are_given_by_the_count_of_units_without_printed_ones() {
    let printed = |state: State, names: &[&str]| {
        let mut scene = Scene::from(state);
        for name in names {
            let kind = scene.kind_of(name);
            scene = scene.set(|state| {
                std::sync::Arc::make_mut(&mut state.book).kinds[usize::from(kind.0)].preprinted =
                    Some(crate::model::cards::Preprinted {
                        order: Order::Close,
                        changeable: false,
                    });
            });
        }
        scene.set(|state| state.deployer = Some(Seat::A)).state()
    };
    // 9 units of which 2 pre-printed against 8: the player with 8 starts.
    let state = printed(waiting_scene([9, 8], [1_984, 1_999]), &["A1", "A2"]);
    assert_eq!(
        drawn(&state, &[]),
        Step::AssignOrder {
            next: Seat::B,
            extra: false
        }
    );
    // 9 units of which 1 pre-printed against 8: a tie, the 1984 player names who assigns first, and they also choose
    // the first turn, because the numbers of units were not tied.
    let state = printed(waiting_scene([9, 8], [1_984, 1_999]), &["A1"]);
    let (_, deploying, _) = at_table(state.clone(), &[], begin_deployment);
    let first = &deploying.agenda.last().unwrap().step;
    assert!(
        matches!(first, Step::Deploy { next: Seat::A, .. }),
        "the nine deploy first: {first:?}"
    );
    assert_eq!(drawn(&state, &[]), Step::NameFirstOrderer { by: Seat::A });
    let (_, state, _) = at_table(state, &[], begin_first_turn);
    assert_eq!(
        state.agenda.last().unwrap().step,
        Step::ChooseFirstPlayer { by: Seat::A }
    );
    // The same with equal points: by lot, whoever deployed first.
    let state = printed(waiting_scene([9, 8], [1_984, 1_984]), &["A1"]);
    for (die, next) in [(3, Seat::A), (4, Seat::B)] {
        assert_eq!(drawn(&state, &[die]), Step::AssignOrder { next, extra: false });
    }
    // Every order is pre-printed: there is none to assign.
    let mut state = printed(waiting_scene([1, 1], [10, 20]), &["A1", "B1"]);
    for unit in &mut state.units {
        let y = if unit.id.seat() == Seat::A { 3.0 } else { 27.0 };
        unit.pose = Some(pose(18.0, y, 0.0));
    }
    let (step, after, _) = at_table(state, &[], after_draws);
    assert_eq!(step.unwrap(), Step::ChooseFirstPlayer { by: Seat::A });
    assert!(after.units.iter().all(|unit| unit.status != Status::Ready(None)));
    // All counts tie: the first deployer also assigns first.
    let state = printed(waiting_scene([4, 4], [10, 20]), &[]);
    assert_eq!(
        drawn(&state, &[]),
        Step::AssignOrder {
            next: Seat::A,
            extra: false
        }
    );
}

#[test]
fn bg4_keyw_11_a_printed_order_is_neither_counted_nor_assigned() {
    // 6 units, 1 pre-printed, against 5: 5 each, the tie rule.
    let mut state = waiting_scene([6, 5], [100, 200]);
    let kind = state.unit(id("A1")).unwrap().kind;
    std::sync::Arc::make_mut(&mut state.book).kinds[usize::from(kind.0)].preprinted =
        Some(crate::model::cards::Preprinted {
            order: Order::Close,
            changeable: false,
        });
    assert_eq!(order_counts(&state), [5, 5]);
    assert_eq!(drawn(&state, &[]), Step::NameFirstOrderer { by: Seat::A });
    for (number, unit) in state.units.iter_mut().enumerate() {
        unit.pose = Some(pose(
            4.0 * number as f64 - 8.0,
            if unit.id.seat() == Seat::A { 3.0 } else { 25.0 },
            0.0,
        ));
    }
    state.agenda = vec![
        Step::AssignOrder {
            next: Seat::A,
            extra: false,
        }
        .into(),
    ];
    let assign = |unit: &str| {
        (
            Seat::A,
            Command::AssignOrder {
                unit: id(unit),
                order: WrittenOrder::plain(Order::Hold),
            },
        )
    };
    let refusal = play(state.clone(), &[assign("A1")], &[]).unwrap_err();
    assert_eq!(refusal.rule.to_string(), "BG4-DEPLOY-05");
    let (state, _) = play(state, &[assign("A2")], &[]).unwrap();
    assert_eq!(
        state.unit(id("A1")).unwrap().status,
        Status::Ready(Some(Orders::plain(Order::Close)))
    );
    assert_eq!(
        state.unit(id("A2")).unwrap().status,
        Status::Ready(Some(Orders::plain(Order::Hold)))
    );
}

#[test]
fn bg4_order_01_every_unit_gets_exactly_one_order() {
    let mut state = waiting_scene([1, 1], [0, 0]);
    for (name, at) in [("A1", pose(18.0, 3.0, 0.0)), ("B1", pose(18.0, 25.0, 180.0))] {
        state.unit_mut(id(name)).unwrap().pose = Some(at);
    }
    state.agenda = vec![
        Step::AssignOrder {
            next: Seat::A,
            extra: false,
        }
        .into(),
    ];
    let hold = |seat, unit: &str| {
        (
            seat,
            Command::AssignOrder {
                unit: id(unit),
                order: WrittenOrder::plain(Order::Hold),
            },
        )
    };
    let once = play(state.clone(), &[hold(Seat::A, "A1")], &[]).unwrap().0;
    assert_eq!(
        once.agenda.last().unwrap().step,
        Step::AssignOrder {
            next: Seat::B,
            extra: false
        }
    );
    // Not twice, and not by the other player.
    for wrong in [hold(Seat::A, "A1"), hold(Seat::B, "A1")] {
        assert_eq!(
            play(once.clone(), &[wrong], &[]).unwrap_err().rule.to_string(),
            "BG4-DEPLOY-05"
        );
    }
}

#[test]
fn bg4_colos_01_two_cards_along_the_long_edges() {
    let size = colossal().size;
    assert_eq!(size.width().value(), 3.5);
    assert_eq!(size.depth().value(), 5.0);
    use battleground_geometry::Side;
    assert_eq!(
        [Side::Front, Side::Rear, Side::Left, Side::Right].map(|side| size.side(side).value()),
        [3.5, 3.5, 5.0, 5.0]
    );
}

#[test]
fn the_places_that_are_looked_at_do_not_grow_with_the_table() {
    let mut state = waiting_scene([60, 1], [0, 0]);
    let book = std::sync::Arc::make_mut(&mut state.book);
    let scenario = &mut book.scenarios[0];
    let side = battleground_geometry::Inches::mils(120_000);
    (scenario.width, scenario.depth) = (side, side);
    let corner = Point::new(side, side);
    let origin = crate::scene::point(0.0, 0.0);
    scenario.zones[0] = battleground_geometry::Area::rectangle(origin, corner).unwrap();
    let places = free_places(&state, state.unit(id("A1")).unwrap());
    assert!((200..=1_100).contains(&places.len()), "{}", places.len());
}

/// A scene whose scenario has whole armies deployed one after the other, North's first.
fn whole_armies(state: State, skirmishers_outside: bool) -> State {
    let mut state = state;
    let book = std::sync::Arc::make_mut(&mut state.book);
    book.scenarios[0].deployment = Deployment::WholeArmies {
        first: Seat::B,
        skirmishers_outside,
    };
    state
}

#[test]
fn bg4_skirm_01_other_deployments_keep_skirmishers_to_the_rules_of_the_scenario() {
    let state = scene()
        .unit("A1", with_keywords(&[Keyword::Skirmisher]), (18.0, 15.0, 0.0))
        .set(|state| {
            state.units[0].pose = None;
            state.phase = Phase::SetUp;
        })
        .state();
    let may = |state: &State, y: f64| {
        let unit = state.unit(id("A1")).unwrap();
        check_deployment(&Field::of(state), unit, pose(18.0, y, 0.0))
            .map_err(|refusal| refusal.rule().of(crate::editions::Edition::V4).to_string())
    };
    // The zone ends at 7.5; the unit is 2.5 deep.
    let (outside, inside) = (8.75, 6.25);
    assert_eq!(may(&state, outside), Ok(()));
    let kept = whole_armies(state.clone(), false);
    assert_eq!(may(&kept, outside), Err("BG4-DEPLOY-01".to_owned()));
    assert_eq!(may(&kept, inside), Ok(()));
    assert_eq!(may(&whole_armies(state, true), outside), Ok(()));
}
