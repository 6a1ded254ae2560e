//! Vectors of several chapters: the set-up played as a whole, numbers of the sample pack, orders (pp. 2-8, 19-20, 29-31).

use super::frame::begun3;
use super::*;
use crate::model::cards::Deployment;
use crate::model::command::Patch;
use crate::model::event::ProcedureEvent;
use crate::model::state::{Cause, Unit};
use crate::rules::combat::Weapon;
use crate::rules::deploy::{begin_deployment, check_deployment, free_places, offers};
use crate::rules::movement::reaches;
use crate::scene::at_table;

/// A card of the sample pack.
fn printed(kind: &str) -> UnitType {
    let state = begun3(&json!({ "armies": "sample" }), &[]);
    state.book.kind_named(kind).unwrap().1.clone()
}

#[test]
fn bg3_card_05_hawk_swordsmen_move_3_5() {
    let made = scene3()
        .unit("A1", printed("hawk-swordsmen"), (18.0, 8.75, 0.0))
        .order("A1", Order::Close)
        .unit("B1", line(), (18.0, 28.0, 180.0))
        .order("B1", Order::Hold);
    let (state, _) = play3(begun(made), &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(stands(&state, "A1"), Some(pose(18.0, 12.25, 0.0)));
}

#[test]
fn bg3_card_07_several_ranges_and_one_that_is_paid_for() {
    let profile = Edition::V3.profile();
    // The Elementalist: two attacks with ranges 17.5 and 10.5.
    let elementalist = UnitType {
        spells: vec![Spell {
            keywords: [SpellKeyword::Attack].into(),
            range: Distance(10_500),
            profile: Some(Profile {
                dice: 4,
                skill: 4,
                power: 6,
            }),
            ..Spell::default()
        }],
        ..shooting(17.5, RangedType::Indirect)
    };
    let ranges = |kind: &UnitType| -> Vec<f64> {
        let all = reaches(profile, kind);
        all.iter().map(|one| one.range.inches().value()).collect()
    };
    assert_eq!(ranges(&elementalist), [17.5, 10.5]);
    let state = scene3()
        .unit("A1", elementalist, (18.0, 8.75, 0.0))
        .order("A1", Order::Hold)
        .unit("B1", line(), (18.0, 21.25, 180.0))
        .state();
    let attacks = |state: &State| {
        let field = Field::of(state);
        let found = choices(&field, state.unit(id("A1")).unwrap(), &[], &[]).unwrap();
        found.attacks.iter().map(|one| one.kind).collect::<Vec<_>>()
    };
    let spell = AttackKind::Spell { spell: 0 };
    assert_eq!(attacks(&state), [AttackKind::Ranged, spell], "at 10 both reach");
    // The Hill Giant of the pack: range 21 for one command action.
    let giant = printed("hill-giant");
    assert_eq!(ranges(&giant), [21.0]);
    let made = |actions: u8| {
        begun(
            scene3()
                .unit("A1", giant.clone(), (18.0, 5.0, 0.0))
                .order("A1", Order::Range)
                .unit("B1", line(), (18.0, 27.0, 180.0))
                .order("B1", Order::Hold)
                .set(|state| {
                    state.players[0].actions = actions;
                    state.players[0].gained = actions;
                }),
        )
    };
    let pays = (Seat::A, Command::PayToShoot { unit: id("A1") });
    assert!(attacks(&made(1)).is_empty(), "unpaid");
    let (state, _) = play3(made(1), &[pays], &[]).unwrap();
    assert_eq!(state.players[0].actions, 0, "one command action");
    assert_eq!(attacks(&state), [AttackKind::Ranged]);
}

#[test]
fn bg3_card_08_the_eighth_point_of_damage_destroys_a_unit_of_4_2_2() {
    let struck = |dice: u8| {
        let made = scene3()
            .unit("A1", armed((dice, 6, 6), (2, 2)), (18.0, 10.0, 0.0))
            .order("A1", Order::Hold)
            .unit("B1", boxed(4, 2, 2), (18.0, 12.5, 180.0))
            .order("B1", Order::Hold)
            .engaged("A1", "B1", Side::Front);
        let ones = vec![1; 2 * usize::from(dice)];
        let (state, _) = on_with(combat(made), &[], &ones).unwrap();
        state.unit(id("B1")).unwrap().destroyed
    };
    assert_eq!(struck(8), Some(Cause::Attack));
    assert_ne!(struck(7), Some(Cause::Attack));
}

/// Before the deployment: so many units of both, who spent so many points.
fn before_deployment(counts: [u8; 2], spent: [u32; 2], change: impl FnOnce(&mut State)) -> State {
    let mut made = scene3();
    for (seat, count) in ["A", "B"].into_iter().zip(counts) {
        for number in 1..=count {
            made = made.unit(&format!("{seat}{number}"), line(), (18.0, 4.0, 0.0));
        }
    }
    made.set(|state| {
        for unit in &mut state.units {
            unit.pose = None;
            unit.status = Status::Ready(None);
        }
        for (player, spent) in state.players.iter_mut().zip(spent) {
            player.spent = spent;
        }
        state.turn = 0;
        state.active = None;
        state.first = None;
        state.phase = Phase::SetUp;
        state.agenda = vec![Step::BuildArmies.into()];
        change(state);
    })
    .state()
}

/// The deployment begins, with these dice.
fn deployment(state: State, dice: &[u8]) -> State {
    let (result, state, _) = at_table(state, dice, begin_deployment);
    result.unwrap();
    state
}

/// What came of a set-up: who placed and who ordered, a letter for each unit, and who chose the first turn.
#[derive(Debug, PartialEq)]
struct SetUp {
    placed: String,
    ordered: String,
    chose: Option<Seat>,
}

/// Plays a set-up from the deployment on; South names North where they name who places first.
fn set_up(mut state: State) -> SetUp {
    let letter = |seat: Seat| ['A', 'B'][seat.index()];
    let mut made = SetUp {
        placed: String::new(),
        ordered: String::new(),
        chose: None,
    };
    let waits = |state: &State, seat: Seat, still: fn(&Unit) -> bool| {
        let mut own = state.units.iter().filter(|unit| unit.id.seat() == seat);
        own.find(|unit| still(unit)).unwrap().clone()
    };
    while let Some(step) = state.agenda.last().map(|frame| frame.step.clone()) {
        let (seat, command) = match step {
            Step::NameFirstDeployer { by } => (by, Command::Name { seat: Seat::B }),
            Step::Deploy { next, .. } => {
                made.placed.push(letter(next));
                let unit = waits(&state, next, |unit| unit.pose.is_none());
                let pose = free_places(&state, &unit)[0];
                (next, Command::Deploy { unit: unit.id, pose })
            }
            Step::ChooseFirstPlayer { by } => {
                made.chose = Some(by);
                (by, Command::Name { seat: by })
            }
            Step::AssignOrder { next, .. } => {
                made.ordered.push(letter(next));
                let unit = waits(&state, next, |unit| unit.status == Status::Ready(None)).id;
                let order = WrittenOrder::plain(Order::Hold);
                (next, Command::AssignOrder { unit, order })
            }
            _ => break,
        };
        state = played_on(state, &[(seat, command)], &[])
            .unwrap_or_else(|refusal| panic!("{refusal}"))
            .0;
    }
    made
}

#[test]
fn bg3_set_09_who_is_named_places_and_orders_first_and_chooses_the_first_turn() {
    // Seven units each, South spent 1480 and North 1490: South decides, and names North.
    let state = begun3(&json!({ "armies": "sample" }), &[]);
    let alternately = "BABABABABABABA".to_owned();
    assert_eq!(
        set_up(state),
        SetUp {
            placed: alternately.clone(),
            ordered: alternately,
            chose: Some(Seat::B),
        }
    );
}

#[test]
fn bg3_set_11_the_larger_army_places_first_and_the_lower_spender_chooses_the_first_turn() {
    let state = before_deployment([8, 6], [1_500, 1_475], |_| {});
    let larger_first = "ABABABABABABAA".to_owned();
    assert_eq!(
        set_up(deployment(state, &[])),
        SetUp {
            placed: larger_first.clone(),
            ordered: larger_first,
            chose: Some(Seat::B),
        }
    );
}

#[test]
fn bg3_set_12_nine_units_and_seven_are_ordered_in_turn() {
    let state = before_deployment([9, 7], [1_500, 1_475], |_| {});
    assert_eq!(set_up(deployment(state, &[])).ordered, "ABABABABABABABAA");
}

#[test]
fn bg3_set_10_equal_points_are_rolled_for_where_the_scenario_says_who_deploys_first() {
    let whole = |state: &mut State| {
        std::sync::Arc::make_mut(&mut state.book).scenarios[0].deployment = Deployment::WholeArmies {
            first: Seat::A,
            skirmishers_outside: false,
        };
    };
    // Unequal numbers: the points say who chooses the first turn. 4 and 4, then 2 and 5: North.
    let state = deployment(before_deployment([3, 2], [500, 500], whole), &[4, 4, 2, 5]);
    assert_eq!(state.fewer, Some(Seat::B));
    let made = set_up(state);
    assert_eq!((&*made.placed, made.chose), ("AAABB", Some(Seat::B)));
    // Equal numbers: whoever placed first chooses, and no die is rolled.
    let made = set_up(deployment(before_deployment([2, 2], [500, 500], whole), &[]));
    assert_eq!((&*made.placed, made.chose), ("AABB", Some(Seat::A)));
}

#[test]
fn bg3_set_12_the_default_orders_are_the_beginners_advice() {
    let archers = || shooting(14.0, RangedType::Indirect);
    let none = |unit: &mut Unit| unit.status = Status::Ready(None);
    let mut made = scene3()
        .unit("A1", line(), (8.0, 3.0, 0.0))
        .unit("A2", archers(), (13.0, 3.0, 0.0))
        .unit("A3", line(), (18.0, 3.0, 0.0))
        .unit("B1", archers(), (8.0, 27.0, 180.0))
        .unit("B2", line(), (18.0, 27.0, 180.0));
    for unit in ["A1", "A2", "A3", "B1", "B2"] {
        made = made.change(unit, none);
    }
    let state = made
        .set(|state| {
            state.turn = 0;
            state.active = None;
            state.first = Some(Seat::A);
            state.phase = Phase::SetUp;
            state.deployer = Some(Seat::A);
            let next = Seat::A;
            state.agenda = vec![Step::AssignOrder { next, extra: false }.into()];
        })
        .state();
    let hold = |unit: &str| Command::AssignOrder {
        unit: id(unit),
        order: WrittenOrder::plain(Order::Hold),
    };
    // South orders one unit, North one, South takes the advice for the two that are left.
    let (state, _) = play3(state, &[(Seat::A, hold("A1")), (Seat::B, hold("B1"))], &[]).unwrap();
    let mut offered = Vec::new();
    offers(&state, Seat::A, &mut offered);
    let given =
        |offer: &hindsight_kernel::Offer<Command>| offer.commands().contains(&Command::AssignDefaults);
    assert!(offered.iter().any(given));
    assert_eq!(refused3(&state, Seat::B, Command::AssignDefaults), "BG3-SET-12");
    let (state, _) = play3(state, &[(Seat::A, Command::AssignDefaults)], &[]).unwrap();
    let order = |unit: &str| match state.unit(id(unit)).unwrap().status {
        Status::Ready(Some(orders)) => Some(orders.order),
        _ => None,
    };
    assert_eq!(
        ["A1", "A2", "A3", "B2"].map(order),
        [Some(Order::Hold), Some(Order::Range), Some(Order::Close), None]
    );
    assert!(matches!(
        state.agenda.last().map(|frame| &frame.step),
        Some(Step::AssignOrder { next: Seat::B, .. })
    ));
    let (after, _) = played_on(state.clone(), &[(Seat::B, Command::AssignDefaults)], &[]).unwrap();
    // South's first turn begins in Combat, where nobody is in range, and is over (BG3-TURN-03): it is North's.
    assert_eq!(after.turn, 2, "all have their orders");
    // The later edition gives no such advice.
    let later = State {
        edition: Edition::V4,
        ..state
    };
    let refused =
        testing::play::<crate::system::Battleground>(later, &[(Seat::B, Command::AssignDefaults)], &[]);
    assert_eq!(refused.unwrap_err().rule.0, "BG4-DEPLOY-05");
}

#[test]
fn bg3_set_06_who_finds_no_room_inside_the_zone_may_stick_out_of_it() {
    // 21 cards in three rows leave a strip of 1.5 inches of the zone of 26 by 7.5.
    let mut made = scene3().unit("A1", line(), (18.0, 20.0, 0.0));
    for place in 0..21_u8 {
        let (column, row) = (f64::from(place % 7), f64::from(place / 7));
        let name = format!("A{}", place + 2);
        made = made.unit(&name, line(), (6.75 + 3.5 * column, 1.25 + 2.5 * row, 0.0));
    }
    let state = made.state();
    let unit = state.unit(id("A1")).unwrap();
    let before_it = pose(18.0, 8.75, 0.0);
    let full = Field::of(&state).without(&[id("A1")]);
    assert!(
        check_deployment(&full, unit, before_it).is_ok(),
        "it touches the zone"
    );
    let far = pose(18.0, 12.0, 0.0);
    assert!(check_deployment(&full, unit, far).is_err(), "nowhere near it");
    let one_place = Field::of(&state).without(&[id("A1"), id("A2")]);
    assert!(check_deployment(&one_place, unit, before_it).is_err());
    assert!(check_deployment(&one_place, unit, pose(6.75, 1.25, 0.0)).is_ok());
}

#[test]
fn bg3_gen_03_the_die_of_a_dispute_is_rolled_by_the_game_also_before_the_first_turn() {
    let patch = |die: Option<u8>| Patch::Dispute {
        dispute: "does the hedge reach this far?".to_owned(),
        low: "it does".to_owned(),
        high: "it does not".to_owned(),
        die,
    };
    let set_up = before_deployment([1, 1], [200, 205], |_| {});
    let in_play = scene3()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 20.0, 180.0))
        .state();
    for state in [set_up, in_play] {
        let rule = |die: Option<u8>, dice: &[u8]| {
            let (result, after, events) = at_table(state.clone(), dice, |table| {
                crate::rules::rulings::rule(table, &patch(die))
            });
            result.unwrap();
            assert!(after == state, "nothing else changes");
            events
        };
        let rolled = rule(None, &[5]);
        let Event::Procedure(ProcedureEvent::Ruled { patch: told, roll }) = &rolled[0] else {
            panic!("{rolled:?}");
        };
        assert_eq!((rolled.len(), told), (1, &patch(Some(5))));
        assert_eq!(roll.as_ref().map(|roll| roll.faces.clone()), Some(vec![5]));
        assert_eq!(rolled[0].rolls().len(), 1, "replayed with the same die");
        let Event::Procedure(ProcedureEvent::Ruled { roll, .. }) = &rule(Some(2), &[])[0] else {
            panic!("a ruling");
        };
        assert_eq!(*roll, None, "thrown on the table");
    }
    // As it was recorded before dice could be rolled for it.
    let old = json!({ "ruled": { "patch": { "dispute": { "dispute": "which?", "low": "a", "high": "b", "die": 3 } } } });
    assert!(serde_json::from_value::<ProcedureEvent>(old).is_ok());
}

#[test]
fn bg3_key_05_what_helps_against_large_helps_against_colossal() {
    use crate::model::effect::{Change, Condition, Special};
    let mut slayers = armed((5, 5, 5), (2, 2));
    slayers.specials = vec![Special {
        change: Change {
            skill: 1,
            ..Change::default()
        },
        when: vec![Condition::Against(vec![Keyword::Large])],
    }];
    let against = |enemy: UnitType| {
        let deep = enemy.size.depth().value() / 2.0;
        let state = scene3()
            .unit("A1", slayers.clone(), (18.0, 10.0, 0.0))
            .unit("B1", enemy, (18.0, 11.25 + deep, 180.0))
            .engaged("A1", "B1", Side::Front)
            .state();
        short(&state, "A1", "B1", AttackKind::Melee).1
    };
    assert_eq!(against(line()), 3);
    assert_eq!(against(with_keywords(&[Keyword::Large])), 4);
    assert_eq!(against(colossal()), 4);
}

#[test]
fn bg3_key_13_an_airborne_shooter_at_9_inches_has_no_long_range_penalty() {
    // 6.5 counts: 5 against 2, and +1 from above. On the ground 9 is long range.
    let state = |airborne: bool| {
        scene3()
            .unit("A1", shooting(7.0, RangedType::Indirect), (18.0, 3.75, 0.0))
            .order("A1", Order::Hold)
            .change("A1", |unit| unit.airborne = airborne)
            .unit("B1", line(), (18.0, 15.25, 180.0))
            .order("B1", Order::Hold)
            .state()
    };
    let weapon = Weapon {
        kind: AttackKind::Ranged,
        way: RangedType::Indirect,
        range: battleground_geometry::Inches::mils(7_000),
    };
    for (airborne, legal, to_hit) in [(true, true, 4), (false, false, 2)] {
        let state = state(airborne);
        let field = Field::of(&state);
        let found = super::super::shooting::is_legal(&field, id("A1"), id("B1"), weapon);
        assert_eq!(found, legal);
        assert_eq!(short(&state, "A1", "B1", AttackKind::Ranged).1, to_hit);
    }
}

#[test]
fn bg3_key_31_a_skirmisher_and_a_regular_both_have_the_bonus_of_the_pinch() {
    let skirmisher = armed_as(&[Keyword::Skirmisher], (5, 5, 5), (2, 2));
    let state = scene3()
        .unit("A1", armed((5, 5, 5), (2, 2)), (18.0, 10.0, 0.0))
        .order("A1", Order::Hold)
        .unit("A2", skirmisher, (21.0, 12.5, 270.0))
        .order("A2", Order::Hold)
        .unit("B1", armed((5, 5, 5), (2, 2)), (18.0, 12.5, 180.0))
        .order("B1", Order::Hold)
        .engaged("A1", "B1", Side::Front)
        .engaged("A2", "B1", Side::Left)
        .state();
    assert_eq!(
        short(&state, "A1", "B1", AttackKind::Melee),
        (5, 4, 4, 0),
        "+1/+1"
    );
    assert_eq!(
        short(&state, "A2", "B1", AttackKind::Melee),
        (5, 5, 4, 0),
        "+1/+1 besides flanking"
    );
}

/// A1 with this range and order at (18, 8.75), B1 dead ahead of its front at this distance.
fn facing(range: f64, order: Order, distance: f64) -> Scene {
    scene3()
        .unit("A1", shooting(range, RangedType::Indirect), (18.0, 8.75, 0.0))
        .order("A1", order)
        .unit("B1", line(), (18.0, 10.0 + distance + 1.25, 180.0))
        .order("B1", Order::Hold)
}

/// The position after A1 has moved, and whom it may shoot at.
fn moves_and_shoots(made: Scene) -> (State, Vec<UnitId>) {
    let (state, _) = play3(begun(made), &[activate(&["A1"])], &[]).unwrap();
    let field = Field::of(&state);
    let attacks = choices(&field, state.unit(id("A1")).unwrap(), &[], &[])
        .unwrap()
        .attacks;
    let targets = attacks.iter().map(|attack| attack.target).collect();
    drop(field);
    (state, targets)
}

#[test]
fn bg3_ord_04_who_had_to_come_into_range_shoots_with_the_penalty_for_moving() {
    let (state, targets) = moves_and_shoots(facing(14.0, Order::Range, 15.2));
    let y = stands(&state, "A1").unwrap().centre.y.value();
    assert!((y - 9.95).abs() < 0.02, "1.2 forward: {y}");
    assert_eq!(targets, [id("B1")]);
    // 5 against 2, long range, moved.
    assert_eq!(short(&state, "A1", "B1", AttackKind::Ranged).1, 1);
}

#[test]
fn bg3_ord_05_short_goes_on_and_shoots_and_long_stays_and_shoots() {
    let (state, targets) = moves_and_shoots(facing(21.0, Order::Short, 12.0));
    assert_eq!(stands(&state, "A1"), Some(pose(18.0, 12.25, 0.0)), "3.5, to 8.5");
    assert_eq!(targets, [id("B1")]);
    assert_eq!(
        short(&state, "A1", "B1", AttackKind::Ranged).1,
        1,
        "long range, moved"
    );
    let (state, targets) = moves_and_shoots(facing(21.0, Order::Long, 14.0));
    assert_eq!(stands(&state, "A1"), Some(pose(18.0, 8.75, 0.0)), "it stays");
    assert_eq!(targets, [id("B1")]);
    assert_eq!(short(&state, "A1", "B1", AttackKind::Ranged).1, 2, "long range");
}

#[test]
fn bg3_ord_07_follow_stops_in_contact_short_of_its_movement() {
    let made = scene3()
        .unit("A1", moving(5.0), (18.0, 8.75, 0.0))
        .order("A1", Order::Follow)
        .unit("A2", line(), (18.0, 15.0, 0.0))
        .order("A2", Order::Hold)
        .unit("B1", line(), (3.0, 28.0, 180.0));
    let (state, _) = play3(begun(made), &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(stands(&state, "A1"), Some(pose(18.0, 12.5, 0.0)), "3.75 of 5");
}

#[test]
fn bg3_ord_11_the_objective_25_away_is_nearest_before_an_enemy_at_8() {
    // From (5, 5): B1 straight ahead at 8, the front of its objective B2 at (15, 20) from there. Its right side, at 25.04, is as near.
    let made = scene3()
        .unit("A1", shooting(14.0, RangedType::Indirect), (5.0, 3.75, 0.0))
        .order("A1", Order::Range)
        .unit("B1", line(), (5.0, 14.25, 180.0))
        .order("B1", Order::Hold)
        .unit("B2", line(), (20.0, 26.25, 180.0))
        .order("B2", Order::Hold)
        .objective("A1", Objective::Enemy(id("B2")));
    let away = |state: &State| Field::of(state).within(id("A1"), id("B2")).unwrap().value();
    let before = begun(made);
    assert!((away(&before) - 25.0).abs() < 1e-6);
    let front = answer(Seat::A, Answer::Side(Side::Front));
    let (state, _) = play3(before, &[activate(&["A1"]), front], &[]).unwrap();
    assert!(away(&state) < 24.0, "it advances toward it: {}", away(&state));
}

#[test]
fn bg3_ord_12_the_objective_at_12_is_shot_past_an_enemy_at_6() {
    // B2 at (7.2, 9.6) from the front centre, 12 inches: long range and no other penalty.
    let made = facing(14.0, Order::Hold, 6.0)
        .unit("B2", line(), (25.2, 20.85, 180.0))
        .order("B2", Order::Hold)
        .objective("A1", Objective::Enemy(id("B2")));
    let state = made.state();
    let field = Field::of(&state);
    let found = choices(&field, state.unit(id("A1")).unwrap(), &[], &[]).unwrap();
    let targets: Vec<UnitId> = found.attacks.iter().map(|one| one.target).collect();
    assert_eq!(targets, [id("B2")]);
    assert_eq!(short(&state, "A1", "B2", AttackKind::Ranged).1, 2);
    let plain = facing(14.0, Order::Hold, 6.0).state();
    assert_eq!(
        short(&plain, "A1", "B1", AttackKind::Ranged).1,
        3,
        "the other one is legal"
    );
}
