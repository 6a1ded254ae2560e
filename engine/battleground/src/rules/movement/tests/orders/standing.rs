//! Meaning of the standing orders.

use hindsight_kernel::RefusalReason as _;

use super::*;
use crate::model::agenda::Step;
use crate::model::command::Command;
use crate::model::event::{Event, MovementEvent};
use crate::model::state::Phase;
use crate::scene::play;

#[test]
fn bg4_order_02_close_with_a_bow_moves() {
    assert_eq!(moved(bow(14.0), Order::Close, 12.0), 3.5);
}

fn refused(kind: &UnitType, order: WrittenOrder) -> Option<String> {
    let state = scene()
        .unit("A1", kind.clone(), (18.0, 10.0, 0.0))
        .unit("A2", line(), (8.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 24.0, 180.0))
        .set(|state| {
            state.tokens.insert(TokenNo(7), (Seat::B, point(3.0, 3.0)));
        })
        .state();
    let unit = state.unit(id("A1")).unwrap();
    crate::verbs::orders::check_order(&state, unit, &order)
        .err()
        .map(|refusal| refusal.rule().of(crate::editions::Edition::V4).to_string())
}

#[test]
fn bg4_order_05_without_ammo_it_takes_position_all_the_same() {
    let state = scene()
        .unit("A1", bow(14.0), (18.0, 2.0, 0.0))
        .order("A1", Order::Range)
        .change("A1", |unit| unit.ammo_marked = 20)
        .unit("B1", line(), (18.0, 24.5, 180.0))
        .state();
    assert_eq!(plan(&state).distance, inches(3.5));
}

#[test]
fn bg4_order_07_short_goes_to_seven() {
    assert_eq!(moved(bow(14.0), Order::Short, 9.0), 2.0);
    assert_eq!(moved(bow(14.0), Order::Short, 7.0), 0.0);
    // RULING: BG4-ORDER-07, only to 7 even with a shorter reach.
    assert_eq!(moved(bow(5.0), Order::Short, 9.0), 2.0);
}

#[test]
fn bg4_order_08_long_goes_to_fourteen() {
    assert_eq!(moved(bow(10.5), Order::Long, 14.0), 0.0);
    let far = |movement: f64| {
        let kind = UnitType {
            movement: mc(movement),
            ..bow(21.0)
        };
        scene()
            .unit("A1", kind, (18.0, 2.0, 0.0))
            .order("A1", Order::Long)
            .unit("B1", line(), (18.0, 22.5, 180.0))
            .state()
    };
    assert_eq!(plan(&far(3.5)).distance, inches(3.5));
    assert_eq!(plan(&far(5.0)).distance.rounded(), inches(4.0));
}

#[test]
fn bg4_order_11_toward_the_token_past_nearer_enemies() {
    // (book example) Knights C with objective 1, Spearmen nearer.
    let state = token(ahead(line(), Order::Close, 8.0), "A1", 1, (26.0, 18.0)).state();
    assert_eq!(plan(&state).aim, Some(Aim::Token(TokenNo(1))));
    let location = |token: u8, at: Option<(f64, f64)>| WrittenOrder {
        objective: Some(Objective::Location(TokenNo(token))),
        token_at: at.map(|(x, y)| point(x, y)),
        ..WrittenOrder::plain(Order::Close)
    };
    assert_eq!(
        refused(&line(), location(1, None)),
        Some("BG4-ORDER-11".to_owned())
    );
    assert_eq!(
        refused(&line(), location(1, Some((40.0, 3.0)))),
        Some("BG4-ORDER-11".to_owned())
    );
    assert_eq!(
        refused(&line(), location(7, None)),
        Some("BG4-ORDER-16".to_owned())
    );
    assert_eq!(refused(&line(), location(1, Some((12.0, 3.0)))), None);
    let stray = WrittenOrder {
        token_at: Some(point(3.0, 4.0)),
        ..WrittenOrder::plain(Order::Close)
    };
    assert_eq!(refused(&line(), stray), Some("BG4-ORDER-11".to_owned()));
}

#[test]
fn bg4_order_13_no_enemy_objective_on_hold() {
    let aimed = |order: Order, at: &str| WrittenOrder {
        objective: Some(Objective::Enemy(id(at))),
        ..WrittenOrder::plain(order)
    };
    assert_eq!(
        refused(&line(), aimed(Order::Hold, "B1")),
        Some("BG4-ORDER-13".to_owned())
    );
    assert_eq!(refused(&line(), aimed(Order::Close, "B1")), None);
    assert_eq!(
        refused(&line(), aimed(Order::Close, "A2")),
        Some("BG4-ORDER-13".to_owned())
    );
}

#[test]
fn bg4_order_14_a_follower_keeps_its_objective() {
    let at = |y: f64| {
        led(&[("A1", 18.0, 11.5)])
            .change("A9", |unit| unit.pose = Some(pose(18.0, y, 0.0)))
            .state()
    };
    assert!(plan(&at(14.0)).legs.is_empty());
    assert_eq!(plan(&at(14.0)).reached, None);
    assert_eq!(plan(&at(17.5)).to, pose(18.0, 15.0, 0.0));
    let follow = |whom: &str| WrittenOrder {
        objective: Some(Objective::Friend(id(whom))),
        ..WrittenOrder::plain(Order::Close)
    };
    assert_eq!(refused(&line(), follow("A2")), None);
    assert_eq!(refused(&line(), follow("A1")), Some("BG4-ORDER-14".to_owned()));
    assert_eq!(refused(&line(), follow("B1")), Some("BG4-ORDER-14".to_owned()));
}

#[test]
fn bg4_fly_01_in_the_air_it_moves_by_its_flying_category() {
    let reach = |airborne: bool| {
        let state = ahead(flyer(), Order::Close, 18.0)
            .change("A1", |unit| unit.airborne = airborne)
            .state();
        plan(&state).distance.rounded()
    };
    let (ground, flying) = (flyer().movement.inches(), flyer().flying.unwrap().inches());
    assert!(ground < flying);
    assert_eq!((reach(false), reach(true)), (ground, flying));
}

#[test]
fn bg4_order_15_landing_erases_the_mark_and_leaves_the_rest_of_the_order() {
    let seat = Seat::A;
    let activate = || {
        let units = vec![id("A1")];
        (seat, Command::Activate { units })
    };
    // B1 is its objective, 2 ahead, and its cap is one that leads there.
    let orders = Orders {
        order: Order::Close,
        cap: Some(mc(2.5)),
        objective: Some(Objective::Enemy(id("B1"))),
    };
    let flying = || {
        in_the_air(ahead(flyer(), Order::Close, 2.0))
            .change("A1", |unit| unit.status = Status::Ready(Some(orders)))
            .set(|state| state.players[0].actions = 1)
            .state()
    };
    let by_order = play(flying(), &[activate()], &[]).unwrap();
    let legs = Command::SubmitLegs {
        legs: vec![straight(2.0)],
        land: Some(Degrees::ZERO),
        nearest: None,
    };
    let control = (seat, Command::DirectControl { unit: id("A1") });
    let by_control = play(flying(), &[control, activate(), (seat, legs)], &[]).unwrap();
    for (after, events) in [by_order, by_control] {
        let landed = Event::Movement(MovementEvent::FlightChanged {
            unit: id("A1"),
            airborne: false,
        });
        assert!(events.contains(&landed), "{events:?}");
        let unit = after.unit(id("A1")).unwrap();
        assert_eq!((unit.airborne, unit.pose), (false, Some(pose(18.0, 12.0, 0.0))));
        assert_eq!(unit.status, Status::Ready(Some(orders)));
    }
}

#[test]
fn bg4_order_15_at_set_up_a_flyer_starts_with_or_without_the_mark() {
    let set_up = |step: Step| {
        ["A1", "A2", "B1"]
            .into_iter()
            .zip([flyer(), line(), line()])
            .fold(scene(), |made, (name, kind)| {
                let y = if name == "B1" { 27.0 } else { 3.0 };
                let x = if name == "A2" { 12.0 } else { 18.0 };
                made.unit(name, kind, (x, y, 0.0))
                    .change(name, |unit| unit.status = Status::Ready(None))
            })
            .set(|state| {
                (state.turn, state.active, state.first) = (0, None, None);
                state.phase = Phase::SetUp;
                state.agenda = vec![step.into()];
            })
            .state()
    };
    let ordering = set_up(Step::AssignOrder {
        next: Seat::A,
        extra: false,
    });
    let assign = |unit: &str, airborne: bool| {
        let order = WrittenOrder {
            airborne,
            ..WrittenOrder::plain(Order::Close)
        };
        let unit = id(unit);
        play(
            ordering.clone(),
            &[(Seat::A, Command::AssignOrder { unit, order })],
            &[],
        )
    };
    // RULING: BG4-ORDER-15, it is part of the order that is assigned.
    for airborne in [false, true] {
        let (after, _) = assign("A1", airborne).unwrap();
        let unit = after.unit(id("A1")).unwrap();
        let close = Status::Ready(Some(Orders::plain(Order::Close)));
        assert_eq!((unit.airborne, unit.status), (airborne, close));
        // It has not taken off in a turn: it may land in the first.
        assert!(!unit.turn.took_off);
    }
    let refusal = assign("A2", true).unwrap_err();
    assert_eq!(refusal.rule.to_string(), "BG4-ORDER-15");
}

#[test]
fn bg4_skirm_05_a_skirmisher_that_may_not_rush_stops_before_the_front() {
    let skirmisher = UnitType {
        movement: mc(5.0),
        ..with_keywords(&[Keyword::Normal, Keyword::Skirmisher])
    };
    assert_eq!(moved(skirmisher.clone(), Order::Close, 4.0), 2.75);
    assert_eq!(moved(skirmisher, Order::Close, 9.0), 5.0);
}

#[test]
fn bg4_spell_07_a_pure_attack_spell_is_a_range_stat() {
    let spell = |range: f64, more: &[SpellKeyword]| Spell {
        name: format!("Bolt {range}"),
        keywords: more.iter().copied().chain([SpellKeyword::Attack]).collect(),
        range: Distance::try_from(range).unwrap(),
        way: RangedType::Indirect,
        profile: Some(Profile {
            dice: 3,
            skill: 5,
            power: 5,
        }),
        ..Spell::default()
    };
    let curse = || spell(10.5, &[SpellKeyword::Curse]);
    let caster = |spells: Vec<Spell>| UnitType { spells, ..line() };
    let range = WrittenOrder::plain(Order::Range);
    assert_eq!(refused(&caster(vec![spell(14.0, &[]), curse()]), range), None);
    assert_eq!(
        refused(&caster(vec![curse()]), range),
        Some("BG4-ORDER-04".to_owned())
    );
    // Its Range stat for moving and standing is 14.
    let both = || caster(vec![spell(14.0, &[]), curse()]);
    assert_eq!(moved(both(), Order::Range, 13.5), 0.0);
    assert_eq!(moved(both(), Order::Range, 15.0), 1.0);
}

#[test]
fn bg4_mods_16_a_final_rush_counts_as_a_move() {
    // Flush against an enemy's front it has no way left to go, but its order would have it rush.
    let touching = |order: Order| {
        scene()
            .unit("A1", bow(14.0), (18.0, 10.0, 0.0))
            .order("A1", order)
            .unit("B1", line(), (18.0, 12.5, 180.0))
            .set(|state| (state.active, state.normal_moves) = (Some(Seat::B), true))
    };
    let close = touching(Order::Close).state();
    assert!(plan(&close).legs.is_empty());
    assert!(would_it_move(&Field::of(&close), id("A1")));
    // On Range it does not rush.
    let range = touching(Order::Range).state();
    assert!(!would_it_move(&Field::of(&range), id("A1")));
    // An enemy in the air is not rushed.
    let above = touching(Order::Close)
        .change("B1", |unit| unit.turn.began_flying = true)
        .state();
    assert!(!would_it_move(&Field::of(&above), id("A1")));
}
