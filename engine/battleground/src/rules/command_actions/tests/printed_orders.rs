//! Units whose card prints their order.

use super::*;
use crate::model::orders::Orders;

#[test]
fn bg4_keyw_11_a_disrupted_unit_is_reorganized_to_its_printed_order() {
    let state = camp(2)
        .unit("A3", bound_to_close(line()), (26.0, 5.0, 0.0))
        .change("A3", |unit| unit.status = Status::Disrupted)
        .state();
    let to = |order: Order| Command::Reorganize {
        unit: id("A3"),
        order: WrittenOrder::plain(order),
    };
    assert_eq!(refused(state.clone(), to(Order::Hold)), "BG4-KEYW-11");
    let (after, _) = play(state, &[(Seat::A, to(Order::Close))], &[]).unwrap();
    assert_eq!(
        after.unit(id("A3")).unwrap().status,
        Status::Ready(Some(Orders::plain(Order::Close)))
    );
}

#[test]
fn bg4_keyw_11_a_rallied_unit_may_have_its_printed_order_restored_the_turn_after() {
    let state = camp(3)
        .unit(
            "A3",
            bound_to_close(UnitType {
                flying: Some(crate::scene::mc(8.5)),
                ..with_keywords(&[Keyword::Normal, Keyword::Infantry, Keyword::Flying])
            }),
            (28.0, 12.0, 0.0),
        )
        .change("A3", |unit| unit.status = Status::Routing)
        .state();
    let rally = Command::Rally {
        unit: id("A3"),
        heading: Degrees::new(0.0).unwrap(),
        airborne: false,
    };
    let (rallied, _) = play(state, &[(Seat::A, rally)], &[]).unwrap();
    let standing = |state: &State| state.unit(id("A3")).unwrap().status;
    assert_eq!(
        standing(&rallied),
        Status::Ready(Some(Orders::plain(Order::Hold)))
    );
    // Not in the turn in which it rallied.
    assert_eq!(refused(rallied.clone(), change("A3", Order::Close)), "BG4-CMD-05");
    let next = Scene::from(rallied)
        .change("A3", |unit| unit.turn = crate::model::state::TurnMarks::default())
        .set(|state| {
            state.turn += 1;
            state.players[0].actions = 2;
        })
        .state();
    // No modifier with it: no cap, no objective, not into the air.
    let with = |mend: fn(&mut WrittenOrder)| {
        let mut order = WrittenOrder::plain(Order::Close);
        mend(&mut order);
        Command::ChangeOrder {
            unit: id("A3"),
            order,
        }
    };
    for modified in [
        with(|order| order.cap = Some(crate::scene::mc(2.5))),
        with(|order| order.objective = Some(Objective::Enemy(id("B1")))),
        with(|order| order.airborne = true),
    ] {
        assert_eq!(refused(next.clone(), modified), "BG4-KEYW-11");
    }
    for other in [Order::Range, Order::Short] {
        assert_eq!(refused(next.clone(), change("A3", other)), "BG4-KEYW-11");
    }
    let (restored, _) = play(next, &[(Seat::A, change("A3", Order::Close))], &[]).unwrap();
    assert_eq!(
        standing(&restored),
        Status::Ready(Some(Orders::plain(Order::Close)))
    );
    assert_eq!(restored.player(Seat::A).actions, 1);
}
