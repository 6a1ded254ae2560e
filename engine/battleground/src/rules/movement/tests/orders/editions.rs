//! Standing orders that both editions have (v4 pp. 24-31, 50-57; v3 pp. 6-9).

use hindsight_kernel::RefusalReason as _;
use hindsight_kernel::Seat;

use crate::Battleground3;
use crate::editions::Edition;
use crate::field::Field;
use crate::model::agenda::{Answer, Topic};
use crate::model::attack::AttackKind;
use crate::model::cards::{Profile, RangedType, Spell, SpellKeyword, TerrainType, UnitType};
use crate::model::command::Command;
use crate::model::effect::Distance;
use crate::model::names::{TokenNo, UnitId};
use crate::model::orders::{Objective, Order, Orders, WrittenOrder};
use crate::model::state::{State, Status};
use crate::playing::{activate, asked, at, flying, play_strictly, refused_by, short, stands};
use crate::procedures::movement::would_it_move;
use crate::rules::combat::choices;
use crate::scene::{
    Scene, begun, id, in_editions, line, mc, moving, of_editions, point, rectangle, scene_of, shooting,
};
use crate::verbs::orders::check_order;

/// The place of a unit after it followed its order.
pub(crate) fn follows(made: Scene, unit: &str) -> (f64, f64, f64) {
    let (state, _) = play_strictly(begun(made), &[activate(&[unit])], &[]).unwrap();
    at(&state, unit)
}

pub(crate) fn may_have(state: &State, order: &WrittenOrder) -> bool {
    check_order(state, state.unit(id("A1")).unwrap(), order).is_ok()
}

/// Archers that look north at (18, 8.75), and an enemy straight ahead so far from their front.
pub(crate) fn facing(edition: Edition, range: f64, order: Order, distance: f64) -> Scene {
    scene_of(edition)
        .unit("A1", shooting(range, RangedType::Indirect), (18.0, 8.75, 0.0))
        .order("A1", order)
        .holding("B1", line(), (18.0, 10.0 + distance + 1.25, 180.0))
}

fn ranged_orders_need_a_range(edition: Edition) {
    let refused = |kind: UnitType, order: Order| {
        let state = scene_of(edition)
            .unit("A1", kind, (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 25.0, 180.0))
            .state();
        let unit = state.unit(id("A1")).unwrap();
        let refusal = check_order(&state, unit, &WrittenOrder::plain(order)).err()?;
        Some(refusal.rule().of(edition).to_string())
    };
    for order in [Order::Range, Order::Long, Order::Short] {
        let rule = of_editions(edition, ["BG4-ORDER-04", "BG3-ORD-04"]);
        assert_eq!(refused(line(), order).as_deref(), Some(rule), "{order:?}");
        assert_eq!(refused(shooting(14.0, RangedType::Indirect), order), None);
    }
}

in_editions!(ranged_orders_need_a_range:
    #[test] fn bg4_order_04_ranged_orders_need_a_range(V4);
    #[test] fn bg3_card_07_ranged_orders_need_a_range(V3);
);

/// Distances that each order leads a unit, of 3.5 inches.
fn orders_lead(edition: Edition) {
    let close =
        scene_of(edition)
            .unit("A1", line(), (18.0, 8.75, 0.0))
            .holding("B1", line(), (18.0, 25.0, 180.0));
    for (words, made, way) in [
        ("Close goes for the nearest enemy", close, 3.5),
        (
            "Hold goes to its point",
            to_point(edition, Order::Hold, 18.0, 20.0),
            3.5,
        ),
        ("out of range", facing(edition, 14.0, Order::Range, 18.0), 3.5),
        (
            "no farther than it needs",
            facing(edition, 14.0, Order::Range, 15.2),
            1.2,
        ),
        ("in range", facing(edition, 14.0, Order::Range, 13.9), 0.0),
    ] {
        let (x, y, heading) = follows(made, "A1");
        assert_eq!((x, heading), (18.0, 0.0), "{words}");
        assert!((0.0..0.02).contains(&(y - 8.75 - way + 0.001)), "{words}: {y}");
    }
    let holds = facing(edition, 14.0, Order::Hold, 16.0).state();
    assert!(!would_it_move(&Field::of(&holds), id("A1")));
}

in_editions!(orders_lead:
    #[test] fn bg4_order_04_range_stands_or_comes_into_range(V4);
    #[test] fn bg3_ord_04_ranged_stops_in_range(V3);
    #[test] fn bg4_order_03_hold_with_a_location_is_no_holding(V4);
    #[test] fn bg3_ord_02_close_goes_for_the_nearest_enemy(V3);
    #[test] fn bg3_ord_03_hold_does_not_move(V3);
    #[test] fn bg3_path_10_a_ranged_unit_moves_no_farther_than_it_needs(V3);
    #[test] fn bg3_ord_14_toward_a_point(V3);
);

fn an_objective_that_is_gone_is_erased(edition: Edition) {
    let state = facing(edition, 14.0, Order::Range, 6.0)
        .objective("A1", Objective::Enemy(id("B1")))
        .state();
    let ((), state, _) = crate::scene::at_table(state, &[], |table| {
        crate::verbs::damage::destroy(table, id("B1"), crate::model::state::Cause::Damage, None);
    });
    assert_eq!(
        state.unit(id("A1")).unwrap().status,
        Status::Ready(Some(Orders::plain(Order::Range)))
    );
}

in_editions!(an_objective_that_is_gone_is_erased:
    #[test] fn bg4_order_13_an_objective_that_is_gone_is_erased(V4);
    #[test] fn bg3_ord_13_an_objective_that_is_gone_is_erased(V3);
);

fn to_point(edition: Edition, order: Order, x: f64, y: f64) -> Scene {
    scene_of(edition)
        .unit("A1", line(), (18.0, 8.75, 0.0))
        .order("A1", order)
        .objective("A1", Objective::Location(TokenNo(1)))
        .set(|state| {
            state.tokens.insert(TokenNo(1), (Seat::A, point(x, y)));
        })
        .holding("B1", line(), (3.0, 28.0, 180.0))
}

fn a_point_is_reached_by_any_part(edition: Edition) {
    // The front edge touches the point after 2 inches; it is erased and the unit holds.
    let (state, _) = play_strictly(
        begun(to_point(edition, Order::Hold, 18.0, 12.0)),
        &[activate(&["A1"])],
        &[],
    )
    .unwrap();
    let unit = state.unit(id("A1")).unwrap();
    assert_eq!(unit.status, Status::Ready(Some(Orders::plain(Order::Hold))));
    assert!(state.tokens.is_empty());
}

in_editions!(a_point_is_reached_by_any_part:
    #[test] fn bg4_ordmv_07_a_point_is_reached_by_the_front(V4);
    #[test] fn bg3_ord_15_a_point_is_reached_by_any_part(V3);
);

fn only_flyers_are_airborne(edition: Edition) {
    let flyer = flying(8.5);
    let airborne = WrittenOrder {
        airborne: true,
        ..WrittenOrder::plain(Order::Close)
    };
    for (kind, allowed) in [(flyer, true), (line(), false)] {
        let state = scene_of(edition)
            .unit("A1", kind, (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 25.0, 180.0))
            .state();
        assert_eq!(may_have(&state, &airborne), allowed);
        assert!(may_have(&state, &WrittenOrder::plain(Order::Close)));
    }
}

in_editions!(only_flyers_are_airborne:
    #[test] fn bg4_order_15_only_flyers_are_airborne(V4);
    #[test] fn bg3_ord_20_only_flyers_are_airborne(V3);
);

pub(crate) fn archers(range: f64, movement: f64) -> UnitType {
    UnitType {
        movement: mc(movement),
        ..shooting(range, RangedType::Indirect)
    }
}

/// An order with a cap.
pub(crate) fn capped(order: Order, cap: f64) -> Status {
    Status::Ready(Some(Orders {
        cap: Some(mc(cap)),
        ..Orders::plain(order)
    }))
}

/// The position after A1 has moved by its order.
pub(crate) fn moved(made: Scene) -> State {
    let (state, _) = play_strictly(begun(made), &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(asked(&state), None);
    state
}

pub(crate) fn near(found: (f64, f64, f64), expected: (f64, f64, f64)) {
    let close = (found.0 - expected.0).abs() < 0.03
        && (found.1 - expected.1).abs() < 0.03
        && (found.2 - expected.2).abs() < 0.6;
    assert!(close, "{found:?} instead of {expected:?}");
}

fn an_enemy_in_range_behind_the_front_line_is_turned_to(edition: Edition) {
    // Its closest centre point is 13.9 from (18, 10), and all of it lies behind the line y = 10.
    let made = scene_of(edition)
        .unit("A1", archers(14.0, 3.5), (18.0, 8.75, 0.0))
        .order("A1", Order::Range)
        .holding("B1", line(), (32.822, 7.0, 270.0));
    let state = moved(made);
    // By about face or by a reform: both count as no distance (BG3-PATH-10).
    let (_, _, heading) = at(&state, "A1");
    assert!(heading > 0.0 && heading <= 180.0, "{heading}");
    let unit = state.unit(id("A1")).unwrap();
    assert!(unit.turn.moved);
    assert!(Field::of(&state).in_front_arc(id("A1"), id("B1")));
}

in_editions!(an_enemy_in_range_behind_the_front_line_is_turned_to:
    #[test] fn bg4_ordmv_02_an_enemy_in_range_behind_the_front_line_is_turned_to(V4);
    #[test] fn bg3_ord_04_an_enemy_in_range_behind_the_front_line_is_turned_to(V3);
);

fn each_change_of_a_modifier_is_a_change_of_the_order(edition: Edition) {
    let state = begun(
        scene_of(edition)
            .unit("A1", moving(5.0), (18.0, 8.75, 0.0))
            .unit("B1", line(), (18.0, 27.0, 180.0))
            .unit("B2", line(), (26.0, 27.0, 180.0))
            .actions(3),
    );
    let change = |order: WrittenOrder| {
        let unit = id("A1");
        (Seat::A, Command::ChangeOrder { unit, order })
    };
    let plain = WrittenOrder::plain(Order::Close);
    let both = WrittenOrder {
        cap: Some(mc(3.5)),
        objective: Some(Objective::Enemy(id("B2"))),
        ..plain
    };
    let only_cap = WrittenOrder {
        objective: None,
        ..both
    };
    let (state, _) = play_strictly(state, &[change(both), change(only_cap), change(plain)], &[]).unwrap();
    assert_eq!(state.players[0].actions, 0, "C 3.5 #2, C 3.5, C: three actions");
    // A point is no second objective beside an enemy.
    let state = Scene::from(state)
        .set(|state| state.players[0].actions = 1)
        .state();
    let and_a_point = WrittenOrder {
        token_at: Some(point(18.0, 20.0)),
        ..both
    };
    assert_eq!(
        refused_by(&state, Seat::A, change(and_a_point).1),
        of_editions(edition, ["BG4-ORDER-11", "BG3-ORD-14"])
    );
    let airborne = WrittenOrder {
        airborne: true,
        ..plain
    };
    assert_eq!(
        refused_by(&state, Seat::A, change(airborne).1),
        of_editions(edition, ["BG4-ORDER-15", "BG3-ORD-20"])
    );
    // A second objective cannot be written down at all.
    let parsed = |text: &str| {
        use hindsight_kernel::Notation as _;
        Battleground3::parse(text).is_ok()
    };
    assert!(parsed("change A1 C3.5>B2"));
    assert!(!parsed("change A1 C3.5>B2>B1"));
    let two = r#"{"order":"close","objective":{"enemy":"B1","friend":"A2"}}"#;
    assert!(serde_json::from_str::<WrittenOrder>(two).is_err());
}

in_editions!(each_change_of_a_modifier_is_a_change_of_the_order:
    #[test] fn bg4_order_10_one_modifier_of_each_type(V4);
    #[test] fn bg3_ord_10_each_change_of_a_modifier_is_a_change_of_the_order(V3);
);

/// A1 with 5 of movement on its way to a point 2 ahead; an enemy straight ahead whose front is at this y.
pub(crate) fn to_a_point(edition: Edition, kind: UnitType, order: Order, front: f64) -> Scene {
    scene_of(edition)
        .unit("A1", kind, (18.0, 8.75, 0.0))
        .order("A1", order)
        .objective("A1", Objective::Location(TokenNo(1)))
        .set(|state| {
            state.tokens.insert(TokenNo(1), (Seat::A, point(18.0, 12.0)));
        })
        .holding("B1", line(), (18.0, front + 1.25, 180.0))
}

fn a_unit_on_close_goes_on_from_its_point_without_a_rush(edition: Edition) {
    // 4.5 ahead: without the objective it would rush.
    let rushes = to_a_point(edition, moving(5.0), Order::Close, 14.5).order("A1", Order::Close);
    assert_eq!(moved(rushes).engagements.len(), 1);
    let state = moved(to_a_point(edition, moving(5.0), Order::Close, 14.5));
    near(at(&state, "A1"), (18.0, 13.25, 0.0));
    assert!(state.engagements.is_empty(), "up to the enemy, and not engaged");
    let unit = state.unit(id("A1")).unwrap();
    assert_eq!(unit.status, Status::Ready(Some(Orders::plain(Order::Close))));
}

in_editions!(a_unit_on_close_goes_on_from_its_point_without_a_rush:
    #[test] fn bg4_ordmv_10_a_unit_on_close_goes_on_from_its_point_without_a_rush(V4);
    #[test] fn bg3_ord_15_a_unit_on_close_goes_on_from_its_point_without_a_rush(V3);
);

fn penalties_come_off_the_uncapped_category(edition: Edition) {
    // Straight ahead: 5 capped at 3.5; in a forest 3.5 too, and not 2.5; a cap above the category changes nothing.
    let ahead = |movement: f64, cap: f64, forest: bool| {
        let made = scene_of(edition)
            .unit("A1", moving(movement), (18.0, 6.0, 0.0))
            .change("A1", |unit| unit.status = capped(Order::Close, cap))
            .holding("B1", line(), (18.0, 27.0, 180.0));
        let made = if forest {
            made.terrain(rectangle(TerrainType::Forest, (0.0, 0.0), (36.0, 30.0)))
        } else {
            made
        };
        at(&moved(made), "A1").1 - 6.0
    };
    for (movement, cap, forest, gone) in [
        (5.0, 3.5, false, 3.5),
        (5.0, 3.5, true, 3.5),
        (5.0, 2.5, true, 2.5),
        (3.5, 5.0, false, 3.5),
    ] {
        let found = ahead(movement, cap, forest);
        assert!((found - gone).abs() < 0.01, "{movement} {cap} {forest}: {found}");
    }
    // A reform toward an enemy at its right costs two categories of 5: 2.5 are left, under a cap of 3.5 as well.
    let aside = |cap: f64| {
        let made = scene_of(edition)
            .unit("A1", moving(5.0), (18.0, 15.0, 0.0))
            .change("A1", |unit| unit.status = capped(Order::Close, cap))
            .holding("B1", line(), (34.0, 15.0, 270.0));
        at(&moved(made), "A1")
    };
    near(aside(3.5), (20.5, 15.0, 90.0));
    near(aside(1.75), (19.75, 15.0, 90.0));
}

in_editions!(penalties_come_off_the_uncapped_category:
    #[test] fn bg4_order_09_penalties_come_off_the_uncapped_category(V4);
    #[test] fn bg3_ord_18_penalties_come_off_the_uncapped_category(V3);
);

/// The position after A1 has moved, and whom it may shoot at.
pub(crate) fn moves_and_shoots(made: Scene) -> (State, Vec<UnitId>) {
    let (state, _) = play_strictly(begun(made), &[activate(&["A1"])], &[]).unwrap();
    let field = Field::of(&state);
    let attacks = choices(&field, state.unit(id("A1")).unwrap(), &[], &[])
        .unwrap()
        .attacks;
    let targets = attacks.iter().map(|attack| attack.target).collect();
    drop(field);
    (state, targets)
}

fn who_had_to_come_into_range_shoots_with_the_penalty_for_moving(edition: Edition) {
    let (state, targets) = moves_and_shoots(facing(edition, 14.0, Order::Range, 15.2));
    let y = stands(&state, "A1").unwrap().centre.y.value();
    assert!((y - 9.95).abs() < 0.02, "1.2 forward: {y}");
    assert_eq!(targets, [id("B1")]);
    // 5 against 2, long range, moved.
    assert_eq!(short(&state, "A1", "B1", AttackKind::Ranged).1, 1);
}

in_editions!(who_had_to_come_into_range_shoots_with_the_penalty_for_moving:
    #[test] fn bg4_mods_16_who_had_to_come_into_range_shoots_with_the_penalty_for_moving(V4);
    #[test] fn bg3_ord_04_who_had_to_come_into_range_shoots_with_the_penalty_for_moving(V3);
);

fn a_unit_with_several_ranges_chooses_one(edition: Edition) {
    let elementalist = UnitType {
        spells: vec![Spell {
            name: "Spout".to_owned(),
            keywords: std::iter::once(SpellKeyword::Attack).collect(),
            range: Distance(10_500),
            way: RangedType::Indirect,
            profile: Some(Profile {
                dice: 3,
                skill: 4,
                power: 4,
            }),
            ..Spell::default()
        }],
        ..shooting(17.5, RangedType::Indirect)
    };
    let state = begun(
        scene_of(edition)
            .unit("A1", elementalist, (18.0, 3.75, 0.0))
            .order("A1", Order::Range)
            .holding("B1", line(), (18.0, 22.25, 180.0)),
    );
    let (state, _) = play_strictly(state, &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(asked(&state).unwrap().0, Topic::RangedMode);
    let choose = |range: u32| {
        let answer = Answer::Ranged {
            range: Distance(range),
            way: RangedType::Indirect,
        };
        (Seat::A, Command::Choose { answer })
    };
    let ends = |range| {
        let (state, _) = play_strictly(state.clone(), &[choose(range)], &[]).unwrap();
        state.unit(id("A1")).unwrap().pose.unwrap().centre.y.value()
    };
    assert_eq!(ends(17_500), 3.75, "16 away: it stays");
    assert_eq!(ends(10_500), 7.25, "it advances");
    // As it was recorded before choices had names.
    for (number, end) in [(0, 3.75), (1, 7.25)] {
        let answer = Answer::Number(number);
        let chosen = [(Seat::A, Command::Choose { answer })];
        let (state, _) = play_strictly(state.clone(), &chosen, &[]).unwrap();
        assert_eq!(at(&state, "A1").1, end);
    }
}

in_editions!(a_unit_with_several_ranges_chooses_one:
    #[test] fn bg4_order_06_the_chosen_attack_governs_movement(V4);
    #[test] fn bg3_ord_09_a_unit_with_several_ranges_chooses_one(V3);
);
