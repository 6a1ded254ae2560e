//! Command actions, rallies, orders, routs, cards.

use hindsight_geometry::inches::Side;
use hindsight_kernel::{Roll, Seat, Source};

use super::*;
use crate::activation::OBJECTIVE_COVERED;
use crate::attack::AttackKind;
use crate::cards::{CardSide, Colour, RangedType, Subject};
use crate::combat::{Situation, prepared};
use crate::effect::Effect;
use crate::event::Use;
use crate::field::Field;
use crate::names::{CardNo, TokenNo};
use crate::orders::Objective;
use crate::scene::{id, line, point, scene, shooting};
use crate::state::{Cause, Check, CheckKind};

#[test]
fn bg4_cmd_04_command_actions_lost_with_a_use_for_them() {
    let lose = |count: u8| Event::ActionsLost { seat: Seat::A, count };
    let base = || {
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 20.0, 180.0))
    };
    let found =
        |scene: crate::scene::Scene, count| of(&told(&scene.state(), &[lose(count)]), "wasted_actions");
    assert_eq!(found(base().set(|state| state.players[0].deck = 3), 1), [""]);
    assert_eq!(found(base(), 1), NONE, "no card to draw, nobody in need");
    let full = base().set(|state| (state.players[0].deck, state.players[0].hand) = (3, vec![None; 15]));
    assert_eq!(found(full, 1), NONE, "a full hand");
    let disrupted = || base().change("A1", |unit| unit.status = Status::Disrupted);
    assert_eq!(found(disrupted(), 2), [""]);
    assert_eq!(found(disrupted(), 1), NONE, "to Reorganize costs two");
    let archers = |marked: u8| {
        scene()
            .unit("A1", shooting(14.0, RangedType::Indirect), (18.0, 10.0, 0.0))
            .change("A1", move |unit| unit.ammo_marked = marked)
    };
    assert_eq!(found(archers(6), 1), [""]);
    assert_eq!(found(archers(5), 1), NONE, "a box is left");
}

fn destroyed(cause: Cause) -> Event {
    Event::UnitDestroyed {
        unit: id("A1"),
        cause,
        by: None,
    }
}

#[test]
fn bg4_cmd_10_a_unit_that_could_have_been_rallied() {
    let found = |actions: u8, cause: Cause| {
        let state = scene()
            .unit("A1", line(), (18.0, 10.0, 180.0))
            .change("A1", |unit| unit.status = Status::Routing)
            .set(|state| state.players[0].actions = actions)
            .state();
        let mut watcher = Watcher {
            opening: Some(state.clone()),
            ..Watcher::default()
        };
        of(&watched(&mut watcher, &state, &[destroyed(cause)]), "late_rally")
    };
    assert_eq!(found(1, Cause::RoutIntoEdge), ["A1"]);
    assert_eq!(found(0, Cause::RoutIntoEdge), NONE);
    assert_eq!(found(1, Cause::Rushed), NONE, "not by its rout move");
}

#[test]
fn bg4_rout_11_a_friend_left_in_the_rout_lane() {
    let checked = |passed: bool| Event::CourageChecked {
        unit: id("A2"),
        kind: CheckKind::Rout,
        roll: None,
        target: 10,
        passed,
    };
    let found = |x: f64, passed: bool| {
        let state = scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("A2", line(), (x, 6.5, 0.0))
            .state();
        let mut watcher = Watcher {
            moved: [Some(state.clone()), None],
            passed: vec![routs::Passed {
                through: id("A2"),
                by: id("A1"),
                state: state.clone(),
            }],
            ..Watcher::default()
        };
        of(
            &watched(&mut watcher, &state, &[checked(passed)]),
            "rout_lane_not_free",
        )
    };
    assert_eq!(found(18.0, false), ["A2"]);
    assert_eq!(found(18.0, true), NONE, "it passed");
    assert_eq!(found(23.0, false), NONE, "it did not lie behind it then");
}

#[test]
fn bg4_rout_10_no_way_out() {
    let found = |then: Status, cause: Cause| {
        let state = scene()
            .unit("A1", line(), (18.0, 2.0, 0.0))
            .set(|state| (state.turn, state.phase) = (2, Phase::PostCombatCourage))
            .state();
        let mut last = state.clone();
        (last.turn, last.units[0].status) = (1, then);
        let mut watcher = Watcher {
            last_turn: Some(last),
            ..Watcher::default()
        };
        of(&watched(&mut watcher, &state, &[destroyed(cause)]), "no_way_out")
    };
    let ready = Status::Ready(None);
    assert_eq!(found(ready, Cause::RoutIntoEdge), ["A1"]);
    assert_eq!(found(Status::Disrupted, Cause::RoutIntoEdge), NONE);
    assert_eq!(found(ready, Cause::FreeAttack), NONE);
}

#[test]
fn bg4_order_12_an_objective_under_a_friend() {
    let found = |friend: &str, why: &str| {
        let state = scene()
            .unit("A1", line(), (18.0, 6.0, 0.0))
            .unit(friend, line(), (18.0, 15.0, 0.0))
            .objective("A1", Objective::Location(TokenNo(1)))
            .set(|state| {
                state.tokens.insert(TokenNo(1), (Seat::A, point(18.0, 15.0)));
            })
            .state();
        let event = Event::StatusChanged {
            unit: id("A1"),
            status: Status::Disrupted,
            why: why.to_owned(),
        };
        of(&told(&state, &[event]), "objective_under_a_friend")
    };
    assert_eq!(found("A2", OBJECTIVE_COVERED), ["A1"]);
    assert_eq!(found("B1", OBJECTIVE_COVERED), NONE, "an enemy stands there");
    assert_eq!(found("A2", "failed a Rout Check"), NONE);
}

#[test]
fn bg4_cmd_05_orders_that_drift() {
    let found = |turns: &[u16]| {
        let mut watcher = Watcher::default();
        let mut found = Vec::new();
        for turn in turns {
            let state = scene()
                .unit("A1", line(), (18.0, 10.0, 0.0))
                .set(|state| (state.turn, state.players[0].actions) = (*turn, 1))
                .state();
            let event = Event::ActionsSpent {
                seat: Seat::A,
                count: 1,
                on: Use::ChangeOrder(id("A1")),
            };
            found.extend(watched(&mut watcher, &state, &[event]));
        }
        of(&found, "order_drift")
    };
    assert_eq!(found(&[1, 3, 5]), ["A1"]);
    assert_eq!(found(&[1, 3, 7]), NONE, "a turn without");
    assert_eq!(found(&[1, 3]), NONE);
}

fn attack_at_hand(red: Option<CardNo>) -> State {
    let mut state = scene()
        .unit("A1", line(), (18.0, 12.5, 0.0))
        .unit("B1", line(), (18.0, 15.0, 180.0))
        .engaged("A1", "B1", Side::Front)
        .change("B1", |unit| unit.marked = 7)
        .state();
    let mut attack = {
        let field = Field::of(&state);
        prepared(&Situation::of(&field), id("A1"), id("B1"), AttackKind::Melee)
    };
    attack.red = red;
    state.attack = Some(Box::new(attack));
    state
}

#[test]
fn bg4_atk_06_a_card_where_none_was_needed() {
    let found = |red, excess: u8, boxes: u8| {
        let event = Event::BoxesMarked {
            unit: id("B1"),
            boxes,
            excess,
            by: Some(id("A1")),
            fresh: false,
        };
        of(&told(&attack_at_hand(red), &[event]), "card_overkill")
    };
    assert_eq!(found(Some(CardNo(3)), 2, 2), ["A1"]);
    assert_eq!(found(Some(CardNo(3)), 1, 2), NONE, "one wound to spare");
    assert_eq!(found(None, 2, 2), NONE, "no card");
    assert_eq!(found(Some(CardNo(3)), 0, 1), NONE, "it stands");
}

#[test]
fn bg4_atk_14_a_card_kept_in_an_attack_that_it_might_have_decided() {
    let resolved = Event::AttackResolved {
        attacker: id("A1"),
        target: id("B1"),
        kind: AttackKind::Melee,
        dice: 5,
        hits: 2,
        wounds: 1,
    };
    let found = |chance: f64, seat: Seat| {
        let mut watcher = Watcher {
            kept: vec![cards::Kept::of(seat, CardNo(3), (id("A1"), id("B1")), chance)],
            ..Watcher::default()
        };
        of(
            &watched(
                &mut watcher,
                &attack_at_hand(None),
                std::slice::from_ref(&resolved),
            ),
            "card_held_too_long",
        )
    };
    assert_eq!(found(0.4, Seat::A), ["A1"], "B1 stands");
    assert_eq!(found(0.39, Seat::A), NONE);
    assert_eq!(found(0.9, Seat::B), NONE, "who defended got what he wanted");
}

#[test]
fn bg4_cour_03_a_card_kept_in_a_check_that_it_might_have_decided() {
    let checked = Event::CourageChecked {
        unit: id("A1"),
        kind: CheckKind::Rout,
        roll: None,
        target: 10,
        passed: false,
    };
    let found = |engaged: bool, kind: CheckKind| {
        let mut scene = scene()
            .unit("A1", line(), (18.0, 12.5, 0.0))
            .unit("B1", line(), (18.0, 15.0, 180.0));
        if engaged {
            scene = scene.engaged("B1", "A1", Side::Front);
        }
        let mut watcher = Watcher {
            kept: vec![cards::Kept::in_check(Seat::A, CardNo(3), (id("A1"), kind), 0.5)],
            ..Watcher::default()
        };
        of(
            &watched(&mut watcher, &scene.state(), std::slice::from_ref(&checked)),
            "card_held_too_long",
        )
    };
    assert_eq!(found(true, CheckKind::Rout), ["A1"]);
    assert_eq!(
        found(false, CheckKind::Rout),
        NONE,
        "unengaged it is only Disrupted"
    );
    assert_eq!(found(true, CheckKind::Fear), NONE, "it was kept in another check");
}

#[test]
fn bg4_cour_03_the_chance_of_a_card_in_a_check_is_exact() {
    let side = |effects: Vec<Effect>| CardSide {
        colour: Colour::Green,
        windows: Vec::new(),
        subject: Subject::Checking,
        when: Vec::new(),
        effects,
    };
    let check = |faces: &[u8]| Check {
        unit: id("A1"),
        kind: CheckKind::Rout,
        roll: (!faces.is_empty()).then(|| Roll {
            purpose: "courage".into(),
            sides: 6,
            faces: faces.to_vec(),
            source: Source::Reported,
        }),
        target: 12,
        cards: Vec::new(),
        demanded: Vec::new(),
    };
    let state = scene().unit("A1", line(), (18.0, 10.0, 0.0)).state();
    let reroll = side(vec![Effect::RerollCourage]);
    // Courage 12: of three dice 160 of 216 throws are 12 or less.
    let chance = cards::in_check(&state, &check(&[6, 6, 1]), CardNo(1), &reroll).unwrap();
    assert!((chance - 160.0 / 216.0).abs() < 1e-9);
    assert_eq!(
        cards::in_check(&state, &check(&[6, 5, 1]), CardNo(1), &reroll),
        None,
        "it has passed"
    );
    assert_eq!(
        cards::in_check(&state, &check(&[]), CardNo(1), &reroll),
        None,
        "nothing to roll again"
    );
}

#[test]
fn bg4_cour_11_a_frightened_unit_lost_with_cards_in_hand() {
    let routs = Event::StatusChanged {
        unit: id("A1"),
        status: Status::Routing,
        why: "failed a Rout Check".to_owned(),
    };
    let faction = crate::pack::sample_book().factions[0].clone();
    let is_red = |card: &&crate::cards::CommandCard| card.sides.iter().any(|side| side.colour == Colour::Red);
    let red = faction.deck.iter().find(is_red).unwrap().number;
    let found = |kept: bool, in_hand: bool| {
        let state = scene()
            .unit("A1", line(), (18.0, 12.5, 0.0))
            .set(|state| {
                std::sync::Arc::make_mut(&mut state.book)
                    .factions
                    .push(faction.clone());
                state.players[0].allegiance = crate::state::Secret::Known(crate::state::Allegiance {
                    faction: faction.id.clone(),
                    mercenaries: None,
                });
                state.players[0].hand = if in_hand { vec![Some(red)] } else { Vec::new() };
            })
            .state();
        let mut watcher = Watcher::default();
        if kept {
            watcher
                .kept
                .push(cards::Kept::frightened(Seat::A, CardNo(3), id("A1"), 0.5));
        }
        of(
            &watched(&mut watcher, &state, std::slice::from_ref(&routs)),
            "frightened_shock_unit",
        )
    };
    assert_eq!(found(true, true), ["A1"]);
    assert_eq!(found(true, false), NONE, "no card is barred");
    assert_eq!(found(false, true), NONE, "no card could have helped");
}
