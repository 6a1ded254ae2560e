use std::collections::BTreeMap;

use hindsight_kernel::{BoardPoint, NotedPiece, NotedPosition, Refusal, Seat};

use super::noted;
use crate::editions::Edition;
use crate::model::fold::evolve;
use crate::model::orders::Order;
use crate::model::state::{Cause, State, Status};
use crate::scene::{id, line, scene_of};

const EDITIONS: [Edition; 2] = [Edition::V4, Edition::V3];

/// South's third turn: A1 looks at B1 from afar.
fn apart(edition: Edition) -> State {
    scene_of(edition)
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 20.0, 180.0))
        .state()
}

fn at(piece: &str, x: f64, y: f64) -> NotedPiece {
    NotedPiece {
        at: Some(BoardPoint::new(x, y)),
        ..NotedPiece::of(piece)
    }
}

fn is(piece: &str, conditions: &[&str]) -> NotedPiece {
    NotedPiece {
        conditions: Some(conditions.iter().map(|one| (*one).to_owned()).collect()),
        ..NotedPiece::of(piece)
    }
}

fn note(state: &State, turn: u32, active: Seat, pieces: Vec<NotedPiece>) -> Result<State, Refusal> {
    let position = NotedPosition {
        turn,
        active,
        phase: None,
        points: BTreeMap::new(),
        pieces,
    };
    let event = noted(state, &position)?;
    let mut after = state.clone();
    evolve(&mut after, &event).unwrap();
    Ok(after)
}

#[test]
fn enemies_that_touch_are_engaged_by_the_player_whose_turn_ended() {
    for edition in EDITIONS {
        let state = note(&apart(edition), 4, Seat::B, vec![at("B1", 18.0, 12.5)]).unwrap();
        let pair = state.engagements[0];
        assert_eq!(
            (pair.rusher, pair.rushed, state.engagements.len()),
            (id("A1"), id("B1"), 1)
        );
        // They are drawn apart again in the turn after.
        let state = note(&state, 5, Seat::A, vec![at("B1", 18.0, 20.0)]).unwrap();
        assert!(state.engagements.is_empty());
        // Who routs fights nobody.
        let mut router = at("B1", 18.0, 12.5);
        router.conditions = Some(vec!["routing".to_owned()]);
        let state = note(&apart(edition), 4, Seat::B, vec![router]).unwrap();
        assert!(state.engagements.is_empty());
    }
}

#[test]
fn turns_alternate_and_only_those_that_do_are_noted() {
    for edition in EDITIONS {
        let refused = |turn, active| {
            let refusal = note(&apart(edition), turn, active, Vec::new()).unwrap_err();
            assert_eq!(refusal.rule.to_string(), "HS-NOTE-01");
            refusal.details["path"].as_str().unwrap().to_owned()
        };
        assert_eq!(refused(0, Seat::B), "/turn");
        assert_eq!(refused(4, Seat::A), "/active");
        let state = note(&apart(edition), 4, Seat::B, Vec::new()).unwrap();
        assert_eq!(
            (state.turn, state.active),
            (3, Some(Seat::A)),
            "the third turn ends"
        );
    }
}

#[test]
fn statuses_are_noted_as_the_edition_has_them() {
    let routing = |edition| note(&apart(edition), 4, Seat::B, vec![is("A1", &["routing"])]);
    for edition in EDITIONS {
        let state = routing(edition).unwrap();
        assert_eq!(state.unit(id("A1")).unwrap().status, Status::Routing);
        // A unit that has rallied has the order on its card, or Close.
        let state = note(&state, 5, Seat::A, vec![is("A1", &[])]).unwrap();
        let Status::Ready(Some(orders)) = state.unit(id("A1")).unwrap().status else {
            panic!("it is Ready");
        };
        assert_eq!(orders.order, Order::Close);
    }
    // BG3-CARD-10: there are Ready and Routing units alone.
    let disrupted = |edition| note(&apart(edition), 4, Seat::B, vec![is("A1", &["disrupted"])]);
    assert_eq!(
        disrupted(Edition::V4).unwrap().unit(id("A1")).unwrap().status,
        Status::Disrupted
    );
    assert_eq!(
        disrupted(Edition::V3).unwrap_err().details["path"],
        "/pieces/0/conditions"
    );
    let both = note(
        &apart(Edition::V4),
        4,
        Seat::B,
        vec![is("A1", &["disrupted", "routing"])],
    );
    assert_eq!(both.unwrap_err().details["path"], "/pieces/0/conditions");
}

#[test]
fn a_unit_without_a_box_is_destroyed_though_nobody_noted_it() {
    for edition in EDITIONS {
        let mut state = apart(edition);
        let all = state.kind(state.unit(id("B1")).unwrap()).boxes.all();
        state.unit_mut(id("B1")).unwrap().fresh = all;
        let after = note(&state, 4, Seat::B, Vec::new()).unwrap();
        let unit = after.unit(id("B1")).unwrap();
        assert_eq!((unit.pose, unit.destroyed), (None, Some(Cause::Attack)));
    }
}

#[test]
fn what_no_table_can_have_is_refused() {
    for edition in EDITIONS {
        let over = note(&apart(edition), 4, Seat::B, vec![at("B1", 18.0, 10.5)]).unwrap_err();
        assert!(over.message.contains("overlap"), "{over:?}");
        let off = note(&apart(edition), 4, Seat::B, vec![at("B1", 200.0, 10.0)]).unwrap_err();
        assert_eq!(off.details["path"], "/pieces");
    }
}
