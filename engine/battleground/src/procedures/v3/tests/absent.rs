//! Rules of the later edition that this one does not have (the list of differences).

use super::*;
use crate::model::event::{CombatEvent, DamageEvent};

fn two() -> Scene {
    scene3()
        .holding("A1", line(), (18.0, 5.0, 0.0))
        .holding("B1", line(), (18.0, 27.0, 180.0))
        .actions(5)
}

#[test]
fn there_is_no_ammunition() {
    let archer = UnitType {
        ammo: Some(1),
        ..shooting(14.0, RangedType::Indirect)
    };
    let made = scene3()
        .holding("A1", archer, (18.0, 5.0, 0.0))
        .change("A1", |unit| unit.ammo_marked = 1)
        .holding("B1", line(), (18.0, 16.0, 180.0));
    let (_, events) = on_with(combat(made), &[], &[]).unwrap();
    assert!(
        has!(events, Event::Combat(CombatEvent::AttackResolved { .. })),
        "it shoots"
    );
    assert!(!has!(events, Event::Damage(DamageEvent::AmmoMarked { .. })));
    let reload = Command::Reload { unit: id("A1") };
    assert_ne!(refused3(&two().state(), Seat::A, reload), "accepted");
}

#[test]
fn nobody_is_disrupted_and_nobody_reorganizes() {
    let reorganize = Command::Reorganize {
        unit: id("A1"),
        order: WrittenOrder::plain(Order::Close),
    };
    assert_ne!(refused3(&two().state(), Seat::A, reorganize), "accepted");
    let offers = crate::offers::offers(&two().state(), Seat::A);
    assert!(
        offers
            .iter()
            .all(|offer| !format!("{offer:?}").contains("Reorganize"))
    );
}

#[test]
fn no_flyer_swoops() {
    let flyer = flying(8.5);
    let made = |edition: Edition| {
        let state = scene3()
            .unit("A1", flyer.clone(), (18.5, 15.5, 0.0))
            .order("A1", Order::Close)
            .change("A1", |unit| unit.airborne = true)
            .holding("B1", line(), (18.0, 15.0, 180.0))
            .set(|state| state.edition = edition)
            .state();
        let field = Field::of(&state);
        choices(&field, state.unit(id("A1")).unwrap(), &[], &[])
            .unwrap()
            .attacks
            .len()
    };
    assert_eq!((made(Edition::V3), made(Edition::V4)), (0, 1));
}

#[test]
fn no_roll_is_made_again_for_haste() {
    let made = scene3()
        .holding("A1", armed((2, 5, 5), (2, 2)), (18.0, 10.0, 0.0))
        .holding("B1", armed((1, 5, 5), (2, 2)), (18.0, 12.5, 180.0))
        .engaged("A1", "B1", Side::Front);
    let made = with_cards(made, &[], &[12]).set(|state| state.decks = crate::model::state::Decks::Table);
    let (state, _) = on_with(combat(made), &[], &[1, 1]).unwrap();
    let (state, _) = played_on(state, &[(Seat::B, Command::Pass)], &[1, 1]).unwrap();
    assert!(played_on(state, &[(Seat::B, Command::ClaimReroll)], &[]).is_err());
}

#[test]
fn a_point_that_is_covered_disrupts_nobody() {
    use crate::model::names::TokenNo;
    let state = begun(
        scene3()
            .holding("A1", line(), (18.0, 5.0, 0.0))
            .objective("A1", Objective::Location(TokenNo(1)))
            .holding("A2", line(), (18.0, 12.0, 0.0))
            .holding("B1", line(), (3.0, 27.0, 180.0))
            .set(|state| {
                state
                    .tokens
                    .insert(TokenNo(1), (Seat::A, crate::scene::point(18.0, 12.0)));
            }),
    );
    let (state, _) = played_on(state, &[activate(&["A1"])], &[]).unwrap();
    assert!(matches!(
        state.unit(id("A1")).unwrap().status,
        Status::Ready(Some(_))
    ));
}

#[test]
fn a_green_card_may_be_played_on_a_unit_twice_in_a_phase() {
    // Forced March twice: two categories more. Two decks hold it twice; here it lies in hand again.
    let state = with_cards(two(), &[16], &[]).state();
    let march = (Seat::A, card(16, Colour::Green, &["A1"]));
    let (state, _) = play3(state, std::slice::from_ref(&march), &[]).unwrap();
    let again = Scene::from(state)
        .set(|state| {
            state.players[0].discards.clear();
            state.players[0].hand = vec![Some(CardNo(16))];
        })
        .state();
    let (state, _) = play3(again, &[march], &[]).unwrap();
    assert_eq!(Field::of(&state).current_mc(id("A1")), mc(6.0));
}

#[test]
fn bg3_terr_18_large_units_cross_walls_without_a_penalty() {
    use crate::scene::wall;
    let crosses = |keyword: Keyword, kind: TerrainType, inches: f64| {
        let unit = UnitType {
            movement: mc(3.5),
            ..with_keywords(&[keyword])
        };
        let state = scene3()
            .unit("A1", unit, (18.0, 10.0, 0.0))
            .change("A1", |unit| unit.turn.controlled = true)
            .terrain(wall(kind, &[(10.0, 12.0), (26.0, 12.0)]))
            .state();
        legs_allowed(&state, &[forward(inches)])
    };
    for kind in [TerrainType::LowWall, TerrainType::Hedge, TerrainType::Fence] {
        assert!(crosses(Keyword::Large, kind, 3.5), "{kind:?}");
        assert!(
            !crosses(Keyword::Normal, kind, 3.5) && crosses(Keyword::Normal, kind, 2.5),
            "{kind:?}"
        );
    }
}

#[test]
fn bg3_terr_18_a_large_unit_has_no_cover_behind_a_wall() {
    use crate::scene::wall;
    let cover = |keyword: Keyword, kind: AttackKind| {
        let made = scene3()
            .unit("A1", shooting(14.0, RangedType::Indirect), (18.0, 10.0, 0.0))
            .holding("B1", with_keywords(&[keyword]), (18.0, 12.5, 180.0))
            .terrain(wall(TerrainType::LowWall, &[(10.0, 11.25), (26.0, 11.25)]));
        cover_against(made, kind)
    };
    for kind in [AttackKind::Melee, AttackKind::Ranged] {
        assert_eq!(cover(Keyword::Normal, kind), -1, "{kind:?}");
        assert_eq!(cover(Keyword::Large, kind), 0, "{kind:?}");
        assert_eq!(cover(Keyword::Colossal, kind), 0, "{kind:?}");
    }
}
