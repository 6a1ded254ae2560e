//! Flyers and Skirmishers, by what they may rush and what may rush them.

use super::*;
use crate::model::effect::Keyword;
use crate::model::event::TurnEvent;
use crate::model::orders::Order;
use crate::scene::{mc, with_keywords};
use hindsight_kernel::Seat;

#[test]
fn bg4_fly_12_flying_and_engagement() {
    type Change = fn(&mut crate::model::state::Unit);
    let rows: [(&str, Change, Result<(), NoFinalRush>); 4] = [
        (
            "A1",
            |unit| unit.turn.began_flying = true,
            Err(NoFinalRush::Flying),
        ),
        ("A1", |unit| unit.airborne = true, Err(NoFinalRush::Flying)),
        (
            "B1",
            |unit| unit.turn.began_flying = true,
            Err(NoFinalRush::EnemyFlying),
        ),
        ("B1", |unit| unit.airborne = true, Err(NoFinalRush::EnemyFlying)),
    ];
    for (who, change, expected) in rows {
        assert_eq!(may(&begun(facing().change(who, change)), "A1", "B1"), expected);
        // Also if it took off after the start of the turn.
        let state = Scene::from(begun(facing())).change(who, change).state();
        assert_eq!(may(&state, "A1", "B1"), expected);
    }
    assert_eq!(may(&begun(facing()), "A1", "B1"), Ok(()));
}

fn skirmishers() -> crate::model::cards::UnitType {
    with_keywords(&[Keyword::Normal, Keyword::Infantry, Keyword::Skirmisher])
}

#[test]
fn bg4_skirm_04_a_skirmisher_rushes_flanks_rears_and_to_pinch() {
    let against = |heading: f64| {
        scene()
            .unit("A1", skirmishers(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 15.0, heading))
    };
    assert_eq!(
        may(&begun(against(180.0)), "A1", "B1"),
        Err(NoFinalRush::SkirmisherInFront)
    );
    for heading in [0.0, 90.0, 270.0] {
        assert_eq!(may(&begun(against(heading)), "A1", "B1"), Ok(()), "{heading}");
    }
    // Engaged on its flank by others it is pinched by the rush; on its front by others it is not.
    let helper = |pose, side| begun(against(180.0).unit("A2", line(), pose).engaged("A2", "B1", side));
    assert_eq!(may(&helper((21.0, 15.0, 270.0), Side::Left), "A1", "B1"), Ok(()));
    // Two Skirmishers rush together to pinch: one on the flank, the other on the front.
    let state = begun(against(180.0).unit("A2", skirmishers(), (22.5, 15.0, 270.0)));
    let (state, _) = rushed(state, &["A1", "A2"], &[]).unwrap();
    assert_eq!(engaged(&state, "A1"), [(id("B1"), Side::Front, Side::Front)]);
    assert_eq!(engaged(&state, "A2"), [(id("B1"), Side::Front, Side::Left)]);
}

#[test]
fn bg4_skirm_06_skirmisher_against_skirmisher() {
    let state = begun(scene().unit("A1", skirmishers(), (18.0, 10.0, 0.0)).unit(
        "B1",
        skirmishers(),
        (18.0, 15.0, 180.0),
    ));
    let (state, _) = rushed(state, &["A1"], &[]).unwrap();
    assert_eq!(engaged(&state, "A1"), [(id("B1"), Side::Front, Side::Front)]);
    // No automatic rout follows.
    assert!(!state.unit(id("B1")).unwrap().turn.rushed_by_line);
}

fn rooks() -> crate::model::cards::UnitType {
    crate::model::cards::UnitType {
        movement: mc(3.5),
        flying: Some(mc(8.5)),
        ..with_keywords(&[Keyword::Normal, Keyword::Infantry, Keyword::Flying])
    }
}

#[test]
fn bg4_fly_12_an_airborne_enemy_at_one_inch_is_not_rushed() {
    let at_one_inch = |airborne: bool| {
        let scene = scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", rooks(), (18.0, 13.5, 180.0))
            .change("B1", |unit| unit.airborne = airborne);
        may(&begun(scene), "A1", "B1")
    };
    assert_eq!(at_one_inch(true), Err(NoFinalRush::EnemyFlying));
    assert_eq!(at_one_inch(false), Ok(()));
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
