//! Flyers and Skirmishers, by what they may rush and what may rush them.

use super::*;
use crate::model::effect::Keyword;
use crate::model::event::TurnEvent;
use crate::model::orders::Order;
use crate::scene::{mc, with_keywords};
use hindsight_kernel::Seat;

fn rooks() -> crate::model::cards::UnitType {
    crate::model::cards::UnitType {
        movement: mc(3.5),
        flying: Some(mc(8.5)),
        ..with_keywords(&[Keyword::Normal, Keyword::Infantry, Keyword::Flying])
    }
}

#[test]
fn bg4_fly_12_a_flyer_that_landed_is_rushed_in_the_next_turn() {
    let landed = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", rooks(), (18.0, 15.0, 180.0))
        .change("B1", |unit| unit.turn.began_flying = true)
        .state();
    assert_eq!(
        may(&begun(landed.clone().into()), "A1", "B1"),
        Err(NoFinalRush::EnemyFlying)
    );
    let ((), next, _) = at_table(landed, &[], |table| table.emit(Event::Turn(TurnEvent::TurnEnded)));
    assert_eq!(may(&begun(next.into()), "A1", "B1"), Ok(()));
}

#[test]
fn bg4_fly_12_who_takes_off_before_its_rush_flies_and_does_not_land() {
    let state = begun(
        scene()
            .unit("A1", rooks(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 15.0, 180.0))
            .set(|state| state.players[0].actions = 1),
    );
    assert!(must_rush(&state, id("A1")));
    let up = crate::model::command::Command::ChangeOrder {
        unit: id("A1"),
        order: crate::model::orders::WrittenOrder {
            airborne: true,
            ..crate::model::orders::WrittenOrder::plain(Order::Close)
        },
    };
    let (state, _) = crate::scene::play(state, &[(Seat::A, up)], &[]).unwrap();
    assert_eq!(may(&state, "A1", "B1"), Err(NoFinalRush::Flying));
    let activate = crate::model::command::Command::Activate {
        units: vec![id("A1")],
    };
    let (state, _) = crate::scene::play(state, &[(Seat::A, activate)], &[]).unwrap();
    let unit = state.unit(id("A1")).unwrap();
    assert!(unit.airborne && unit.turn.moved && state.engagements.is_empty());
}
