//! Beginning of a turn and end of a battle (pp. 4-5, 29-30).

use hindsight_kernel::{Game, GameOrder as Said, GameOutcome, GameStart, Given, Rules as _};

use super::*;
use crate::model::command::Patch;
use crate::model::event::{DamageEvent, EngagementEvent, TurnEvent};
use crate::model::state::{Cause, Ending};

fn ended(state: &State) -> Option<&Ending> {
    state.ending.as_ref()
}

/// Events up to the end of the battle, and none after it but those of the end itself.
fn ends_after(events: &[Event], last: impl Fn(&Event) -> bool) {
    let place = |wanted: &dyn Fn(&Event) -> bool| events.iter().rposition(wanted);
    let end = place(&|event| matches!(event, Event::Turn(TurnEvent::BattleEnded { .. })));
    assert!(place(&last) < end && end.is_some(), "{events:?}");
    let phases = |event: &Event| {
        matches!(
            event,
            Event::Turn(TurnEvent::PhaseBegan { .. } | TurnEvent::TurnEnded)
        )
    };
    assert!(!events[place(&last).unwrap()..].iter().any(phases), "{events:?}");
}

#[test]
fn bg3_set_13_the_rush_that_destroys_the_last_unit_ends_the_battle_at_once() {
    let state = begun(
        scene3()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("A2", line(), (8.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 14.5, 0.0))
            .change("B1", |unit| unit.status = Status::Routing),
    );
    // A2 has still to move; a unit that routs is a unit until then.
    assert_eq!(refused3(&state, Seat::A, Command::EndPhase), "BG3-CMD-03");
    let (state, events) = play3(state, &[activate(&["A1"])], &[]).unwrap();
    let ending = ended(&state).unwrap();
    assert_eq!((ending.winner, ending.destroyed), (Some(Seat::A), [200, 0]));
    ends_after(&events, |event| {
        matches!(event, Event::Engagement(EngagementEvent::RoutingRushed { .. }))
    });
    assert!(Battleground3::awaiting(&state).is_empty());
}

/// A1 and B1 fight, each with so many boxes.
fn fight(boxes: [u8; 2]) -> State {
    combat(
        scene3()
            .holding("A1", boxed(boxes[0], 0, 0), (18.0, 10.0, 0.0))
            .holding("B1", boxed(boxes[1], 0, 0), (18.0, 12.5, 180.0))
            .engaged("A1", "B1", Side::Front),
    )
}

#[test]
fn bg3_set_13_after_combat_consequences() {
    // Five hits, five damage; then B1 strikes back and misses.
    let (state, events) = on_with(fight([9, 1]), &[], &[1; 10]).unwrap();
    let ending = ended(&state).unwrap();
    assert_eq!((ending.winner, ending.destroyed), (Some(Seat::A), [200, 0]));
    ends_after(&events, |event| {
        matches!(event, Event::Damage(DamageEvent::UnitDestroyed { .. }))
    });
    // Both at the same moment: a draw.
    let (state, _) = on_with(fight([1, 1]), &[], &[1; 20]).unwrap();
    let ending = ended(&state).unwrap();
    assert_eq!((ending.winner, ending.destroyed), (None, [200, 200]));
    // Nobody is destroyed: the battle goes on with North's turn.
    let (state, _) = on_with(fight([9, 9]), &[], &[]).unwrap();
    assert_eq!(ended(&state), None);
    assert_eq!((state.turn, state.active), (4, Some(Seat::B)));
}

#[test]
fn bg3_set_13_when_the_last_unit_flees_over_its_edge() {
    // B1 lies at its own edge since the turn before.
    let state = begun(
        scene3()
            .holding("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 28.75, 0.0))
            .change("B1", |unit| unit.status = Status::Routing)
            .set(|state| {
                state.active = Some(Seat::B);
                state.turn = 4;
            }),
    );
    let rout = (
        Seat::B,
        Command::Activate {
            units: vec![id("B1")],
        },
    );
    let (state, _) = played_on(state, &[rout], &[]).unwrap();
    let unit = state.unit(id("B1")).unwrap();
    assert!(unit.pose.is_none(), "it has fled");
    assert_eq!(ended(&state).unwrap().winner, Some(Seat::A));
}

/// South has a flyer in the air alone, which has waited for a turn; North has nobody left.
fn last_flyer() -> State {
    let flyer = flying(8.5);
    scene3()
        .holding("A1", flyer, (18.0, 10.0, 0.0))
        .change("A1", |unit| unit.airborne = true)
        .unit("B1", line(), (18.0, 20.0, 180.0))
        .change("B1", |unit| {
            unit.pose = None;
            unit.destroyed = Some(Cause::Attack);
        })
        .set(|state| state.players[0].waited_aloft = 1)
        .state()
}

#[test]
fn bg3_set_14_a_battle_decided_in_the_middle_of_a_turn_ends_no_turn() {
    let (state, events) = on_with(last_flyer(), &[], &[]).unwrap();
    let ending = ended(&state).unwrap();
    assert_eq!(ending.winner, Some(Seat::A), "its flyers do not flee");
    assert!(state.unit(id("A1")).unwrap().pose.is_some());
    let waited = |event: &Event| matches!(event, Event::Turn(TurnEvent::FliersWaited { .. }));
    assert!(!events.iter().any(waited));
}

fn scores(outcome: &GameOutcome) -> Vec<f64> {
    outcome.scores.iter().map(|(_, score)| *score).collect()
}

#[test]
fn bg3_set_13_a_unit_in_the_air_is_not_destroyed() {
    let (state, _) = on_with(last_flyer(), &[], &[]).unwrap();
    assert_eq!(ended(&state).unwrap().destroyed, [200, 0]);
    let outcome = Battleground3::outcome(&state).unwrap();
    assert_eq!(scores(&outcome), [200.0, 0.0]);
    // The later edition counts it.
    let later = State {
        edition: Edition::V4,
        ..last_flyer()
    };
    assert_eq!(crate::rules::victory::destroyed_points(&later, Seat::B), 200);
}

fn given(seat: Seat, order: Said<Command, Patch>) -> Given<Command, Patch> {
    Given {
        seat: Some(seat),
        order,
        dice: vec![],
    }
}

#[test]
fn bg3_gen_08_a_concession_knows_no_degrees() {
    // At any decision: before anything was chosen, and in the third turn.
    let setup = Battleground3::setup_from(&json!({}), &[]).unwrap();
    let open = Game::<Battleground3>::open(GameStart::Setup(setup), false, &[], None).unwrap();
    let conceded = open
        .game
        .decide(&given(Seat::A, Said::Concede), &[], None)
        .unwrap();
    let outcome = conceded.game.ending().cloned().unwrap();
    assert_eq!(outcome.winner, Some(hindsight_kernel::SideId::of_seat(Seat::B)));
    assert_eq!(outcome.reason, "conceded");
    assert_eq!(&*outcome.rule.0, "BG3-GEN-08");
    let state = scene3()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 20.0, 180.0))
        .state();
    let outcome = Battleground3::conceded(&state, Seat::B).unwrap();
    assert_eq!(outcome.winner, Some(hindsight_kernel::SideId::of_seat(Seat::A)));
    assert_eq!(outcome.reason, "conceded");
}

#[test]
fn bg3_gen_08_a_draw_by_agreement_ends_the_battle() {
    let setup = Battleground3::setup_from(&json!({ "armies": "sample" }), &[]).unwrap();
    let open = Game::<Battleground3>::open(GameStart::Setup(setup), false, &[], None).unwrap();
    let offer = given(Seat::A, Said::Propose { winner: None });
    let offered = open.game.decide(&offer, &[], None).unwrap().game;
    assert!(offered.ending().is_none(), "nobody has accepted it");
    let ending = |accept: bool| {
        let answer = given(Seat::B, Said::Answer { accept });
        offered.decide(&answer, &[], None).unwrap().game.ending().cloned()
    };
    assert_eq!(ending(false), None);
    let draw = ending(true).unwrap();
    assert_eq!(draw.winner, None);
    assert_eq!(draw.reason, "agreed");
}

#[test]
fn bg3_turn_05_the_start_of_a_turn_is_noted_before_anybody_is_aligned() {
    // A1 fights B1 an inch off its middle and will slide towards B2, whose javelins reach 7: 7.1 before, 6.1 after.
    let thrower = UnitType {
        keywords: with_keywords(&[Keyword::Normal, Keyword::Javelins]).keywords,
        ..shooting(7.0, RangedType::LineOfSight)
    };
    let state = scene3()
        .unit("A1", line(), (17.0, 10.0, 0.0))
        .holding("B1", line(), (18.0, 12.5, 180.0))
        .engaged("A1", "B1", Side::Front)
        .holding("B2", thrower, (27.1, 10.0, 270.0))
        .set(|state| {
            state.active = Some(Seat::B);
            state.agenda = vec![Step::BeginTurn.into()];
        })
        .state();
    let (state, _) = on_with(state, &[], &[]).unwrap();
    let at = |unit: &str| state.unit(id(unit)).unwrap();
    assert_eq!(
        (state.active, at("A1").pose),
        (Some(Seat::A), Some(pose(18.0, 10.0, 0.0)))
    );
    assert_eq!(at("B2").turn.beyond, [id("A1")]);
}
