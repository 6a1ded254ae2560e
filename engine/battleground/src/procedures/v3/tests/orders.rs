//! Standing orders and what command actions do to them (pp. 6-10, 29).

use super::*;
use crate::model::event::CommandEvent;
use crate::procedures::movement::would_it_move;

use crate::rules::movement::tests::orders::editions::{facing, follows, may_have};

#[test]
fn bg3_ord_01_six_base_orders() {
    let state = scene3()
        .unit("A1", shooting(14.0, RangedType::Indirect), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 25.0, 180.0))
        .state();
    for order in [
        Order::Hold,
        Order::Close,
        Order::Range,
        Order::Long,
        Order::Short,
        Order::Follow,
    ] {
        assert!(may_have(&state, &WrittenOrder::plain(order)), "{order:?}");
    }
    let later = State {
        edition: Edition::V4,
        ..state
    };
    assert!(
        !may_have(&later, &WrittenOrder::plain(Order::Follow)),
        "not in the later edition"
    );
}

#[test]
fn bg3_card_07_a_unit_may_have_several_ranges_or_one_that_is_paid_for() {
    // The Elementalist of p. 6: attacks of 17.5 and 10.5 inches.
    let elementalist = UnitType {
        spells: vec![Spell {
            name: "Second".to_owned(),
            keywords: std::iter::once(SpellKeyword::Attack).collect(),
            range: Distance(10_500),
            way: RangedType::Indirect,
            profile: Some(line().attack),
            ..Spell::default()
        }],
        ..shooting(17.5, RangedType::Indirect)
    };
    let made = |kind: UnitType| {
        scene3()
            .unit("A1", kind, (18.0, 5.0, 0.0))
            .order("A1", Order::Range)
            .unit("B1", line(), (18.0, 25.0, 180.0))
    };
    let ranges = |state: &State| -> Vec<f64> {
        let weapons = crate::procedures::shooting::weapons(&Field::of(state), state.unit(id("A1")).unwrap());
        weapons.iter().map(|weapon| weapon.range.value()).collect()
    };
    assert_eq!(ranges(&made(elementalist).state()), [17.5, 10.5]);
    // The Hill Giant: 21 inches, when command actions are paid.
    let setup = Battleground3::setup_from(&json!({}), &[]).unwrap();
    let (_, giant) = setup.book.kind_named("hill-giant").unwrap();
    assert_eq!(ranges(&made(giant.clone()).state()), [0.0; 0]);
    let paid = made(giant.clone()).change("A1", |unit| unit.turn.paid = true);
    assert_eq!(ranges(&paid.state()), [21.0]);
}

#[test]
fn bg3_ord_05_short_and_long_still_shoot_at_printed_range() {
    let made = facing(Edition::V3, 21.0, Order::Short, 12.0);
    assert_eq!(follows(made, "A1").1, 12.25, "it advances to 8.5");
    let state = facing(Edition::V3, 21.0, Order::Short, 8.5).state();
    let field = Field::of(&state);
    let unit = state.unit(id("A1")).unwrap();
    assert_eq!(
        choices(&field, unit, &[], &[]).unwrap().attacks.len(),
        1,
        "and shoots"
    );
    let state = facing(Edition::V3, 21.0, Order::Long, 14.0).state();
    assert!(!would_it_move(&Field::of(&state), id("A1")));
}

#[test]
fn bg3_ord_06_a_short_weapon_goes_on_advancing() {
    let made = scene3()
        .unit("A1", shooting(4.0, RangedType::Indirect), (18.0, 8.75, 0.0))
        .order("A1", Order::Long)
        .holding("B1", line(), (18.0, 21.25, 180.0));
    assert_eq!(
        follows(made, "A1").1,
        12.25,
        "an order of 14 does not stop a range of 4"
    );
}

#[test]
fn bg3_ord_07_follow() {
    // The rear of the friend is nearest at 3.75.
    let made = scene3()
        .unit("A1", line(), (18.0, 8.75, 0.0))
        .order("A1", Order::Follow)
        .holding("A2", line(), (18.0, 15.0, 0.0))
        .unit("B1", line(), (3.0, 28.0, 180.0));
    assert_eq!(follows(made, "A1"), (18.0, 12.25, 0.0));
    let alone = scene3()
        .unit("A1", line(), (18.0, 8.75, 0.0))
        .order("A1", Order::Follow)
        .unit("B1", line(), (3.0, 28.0, 180.0));
    assert_eq!(follows(alone, "A1"), (18.0, 8.75, 0.0), "no friend is left");
}

#[test]
fn bg3_ord_11_a_unit_objective_is_the_nearest_of_its_kind() {
    let made = facing(Edition::V3, 14.0, Order::Range, 8.0)
        .holding("B2", line(), (32.0, 28.0, 180.0))
        .objective("A1", Objective::Enemy(id("B2")));
    let state = made.state();
    assert!(
        would_it_move(&Field::of(&state), id("A1")),
        "it advances past the enemy at 8"
    );
    // On Hold it is allowed, and only directs the fire.
    let hold = WrittenOrder {
        objective: Some(Objective::Enemy(id("B2"))),
        ..WrittenOrder::plain(Order::Hold)
    };
    assert!(may_have(&state, &hold));
    assert!(!may_have(
        &State {
            edition: Edition::V4,
            ..state.clone()
        },
        &hold
    ));
    let held = Scene::from(state)
        .change("A1", |unit| unit.status = Status::Ready(Some(hold.orders())))
        .state();
    assert!(!would_it_move(&Field::of(&held), id("A1")));
}

#[test]
fn bg3_ord_12_shooting_at_the_objective() {
    let state = facing(Edition::V3, 14.0, Order::Range, 6.0)
        .holding("B2", line(), (24.0, 20.0, 180.0))
        .objective("A1", Objective::Enemy(id("B2")))
        .state();
    let field = Field::of(&state);
    let attacks = choices(&field, state.unit(id("A1")).unwrap(), &[], &[])
        .unwrap()
        .attacks;
    assert_eq!(
        attacks.iter().map(|attack| attack.target).collect::<Vec<_>>(),
        [id("B2")]
    );
    let numbers = of_attack(&state, "A1", "B2", AttackKind::Ranged);
    assert!(
        numbers.on_hit.iter().all(|one| one.name != "Not Nearest Enemy"),
        "no penalty"
    );
}

#[test]
fn bg3_ord_17_caps_are_rows_of_the_chart() {
    let state = scene3()
        .unit("A1", moving(3.5), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 25.0, 180.0))
        .state();
    let capped = |cap: f64| WrittenOrder {
        cap: Some(mc(cap)),
        ..WrittenOrder::plain(Order::Close)
    };
    assert!(
        crate::model::movement_category::Mc::of(3.0).is_err(),
        "3 is no row"
    );
    for cap in [3.5, 1.25, 5.0] {
        assert!(may_have(&state, &capped(cap)), "{cap}");
    }
    assert!(!may_have(&state, &capped(0.0)));
    assert!(
        !may_have(
            &State {
                edition: Edition::V4,
                ..state
            },
            &capped(3.5)
        ),
        "below Move in the later edition"
    );
}

#[test]
fn bg3_cmd_08_there_is_no_hand_limit() {
    let state = facing(Edition::V3, 14.0, Order::Hold, 18.0).actions(1).state();
    let state = Scene::from(state)
        .set(|state| {
            state.decks = crate::model::state::Decks::Table;
            state.players[0].hand = vec![None; 20];
            state.players[0].deck = 10;
            state.players[0].unseen = CardNo::deck().collect();
        })
        .state();
    let (state, events) = play3(state, &[(Seat::A, Command::DrawCard { card: None })], &[]).unwrap();
    assert_eq!(state.players[0].hand.len(), 21);
    assert!(!has!(events, Event::Command(CommandEvent::CardDiscarded { .. })));
}

#[test]
fn bg3_key_18_no_landing_under_direct_control() {
    let flyer = flying(8.5);
    let state = begun(
        scene3()
            .unit("A1", flyer, (18.0, 10.0, 0.0))
            .change("A1", |unit| {
                unit.airborne = true;
                unit.turn.controlled = true;
                unit.turn.began_flying = true;
            })
            .unit("B1", line(), (18.0, 27.0, 180.0)),
    );
    let (state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
    let land = Command::SubmitLegs {
        legs: Vec::new(),
        land: Some(battleground_geometry::Degrees::ZERO),
        nearest: None,
    };
    assert!(refused3(&state, Seat::A, land).starts_with("BG3-KEY"));
}
