//! Set-up, turns, command actions, victory (pp. 2-10, 25-26).
use hindsight_kernel::{Rules as _, Setups as _};

use super::*;
use crate::model::event::{CombatEvent, TurnEvent};
use crate::model::state::Cause;
use crate::rules::deploy::check_deployment;
use crate::rules::turn::actions_gained;
use crate::rules::victory::verdict;

fn at_budget(budget: u16, turn: u16) -> State {
    scene3()
        .set(|state| {
            state.agreed.budget = Some(budget);
            state.turn = turn;
        })
        .state()
}

/// A battle of the sample armies up to its first question, with these dice.
pub(super) fn begun3(request: &serde_json::Value, dice: &[u8]) -> State {
    let setup = Battleground3::setup_from(request, &[]).unwrap();
    let ((), state, _) = testing::at_table::<Battleground3, _>(State::default(), dice, |table| {
        Battleground3::begin(table, &setup).unwrap();
    });
    state
}

#[test]
fn bg3_gen_01_a_deck_of_thirty_cards() {
    let state = begun3(&json!({ "armies": "sample" }), &[]);
    for faction in &state.book.factions {
        let numbers: Vec<u8> = faction.deck.iter().map(|card| card.number.0).collect();
        assert_eq!(numbers, (1..=30).collect::<Vec<u8>>(), "{}", faction.name);
    }
    assert_eq!(state.edition, Edition::V3);
}

#[test]
fn bg3_gen_09_sample_armies_stand_for_the_quick_start() {
    let state = begun3(&json!({ "armies": "sample" }), &[]);
    assert_eq!(crate::rules::deploy::unit_counts(&state), [7, 7]);
    assert_eq!([state.players[0].spent, state.players[1].spent], [1_480, 1_490]);
}

#[test]
fn bg3_set_01_the_standard_field() {
    let state = begun3(&json!({ "armies": "sample" }), &[]);
    let scenario = state.scenario().unwrap();
    assert_eq!((scenario.width.value(), scenario.depth.value()), (36.0, 30.0));
}

#[test]
fn bg3_set_03_deployment_zones() {
    let state = begun3(&json!({ "armies": "sample" }), &[]);
    let corners = |seat: usize| -> Vec<(f64, f64)> {
        let zone = &state.scenario().unwrap().zones[seat];
        zone.outline()
            .iter()
            .map(|at| (at.x.value(), at.y.value()))
            .collect()
    };
    for (seat, low, high) in [(0, 0.0, 7.5), (1, 22.5, 30.0)] {
        let mut found = corners(seat);
        found.sort_by(|a, b| a.partial_cmp(b).unwrap());
        assert_eq!(found, [(5.0, low), (5.0, high), (31.0, low), (31.0, high)]);
    }
}

#[test]
fn bg3_set_06_wholly_inside_the_zone() {
    let state = scene3()
        .unit("A1", line(), (18.0, 4.0, 0.0))
        .unit("A2", with_keywords(&[Keyword::Skirmisher]), (25.0, 4.0, 0.0))
        .state();
    let legal = |unit: &str, (x, y): (f64, f64)| {
        let field = Field::of(&state).without(&[id("A1"), id("A2")]);
        let unit = state.unit(id(unit)).unwrap();
        check_deployment(&field, unit, pose(x, y, 0.0)).is_ok()
    };
    assert!(legal("A1", (6.75, 1.25)));
    assert!(!legal("A1", (6.7, 1.25)));
    assert!(legal("A1", (18.0, 6.25)));
    assert!(!legal("A1", (18.0, 6.3)));
    // The zone is a printed limit, compared exactly (BG3-GEN-02): not x from 4.999, nor y to 7.501.
    assert!(!legal("A1", (6.749, 1.25)) && !legal("A1", (18.0, 6.251)));
    assert!(!legal("A2", (18.0, 8.0)), "a Skirmisher neither");
    let later = State {
        edition: Edition::V4,
        ..state.clone()
    };
    let field = Field::of(&later).without(&[id("A1"), id("A2")]);
    let within = check_deployment(&field, later.unit(id("A1")).unwrap(), pose(6.741, 1.25, 0.0));
    assert!(within.is_ok(), "BG4-GEO-04: within 0.01");
    let skirmisher = later.unit(id("A2")).unwrap();
    assert!(
        check_deployment(&field, skirmisher, pose(18.0, 8.0, 0.0)).is_ok(),
        "later it may stick out"
    );
}

#[test]
fn bg3_set_09_with_equal_numbers_the_lower_spender_names_who_places_first() {
    // Hawkshold spent 1480, the orcs 1490, seven units each.
    let state = begun3(&json!({ "armies": "sample" }), &[]);
    assert!(matches!(
        state.agenda.last().map(|frame| &frame.step),
        Some(Step::NameFirstDeployer { by: Seat::A })
    ));
    let (state, _) = play3(state, &[(Seat::A, Command::Name { seat: Seat::B })], &[]).unwrap();
    assert!(matches!(
        state.agenda.last().map(|frame| &frame.step),
        Some(Step::Deploy { next: Seat::B, .. })
    ));
}

#[test]
fn bg3_set_10_equal_points_are_settled_by_dice() {
    // Both play the same army: 4 and 4, then 2 and 5. Who has 5 counts as having spent fewer points.
    let request = json!({ "ready_armies": { "A": "hawkshold-1500", "B": "hawkshold-1500" } });
    let state = begun3(&request, &[4, 4, 2, 5]);
    assert_eq!(state.fewer, Some(Seat::B));
    assert!(matches!(
        state.agenda.last().map(|frame| &frame.step),
        Some(Step::NameFirstDeployer { by: Seat::B })
    ));
}

#[test]
fn bg3_set_13_the_last_player_with_units_wins() {
    let gone = |units: &[&str]| {
        let mut made = scene3()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 20.0, 180.0));
        for unit in units {
            made = made.change(unit, |unit| {
                unit.pose = None;
                unit.destroyed = Some(Cause::Attack);
            });
        }
        verdict(&made.state()).map(|ending| ending.winner)
    };
    assert_eq!(gone(&[]), None);
    assert_eq!(gone(&["B1"]), Some(Some(Seat::A)));
    assert_eq!(gone(&["A1", "B1"]), Some(None), "both at the same moment: a draw");
    // A Routing unit on the field counts as a unit.
    let state = scene3()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 20.0, 0.0))
        .change("B1", |unit| unit.status = Status::Routing)
        .state();
    assert_eq!(verdict(&state), None);
}

#[test]
fn bg3_turn_02_four_phases_without_an_end_of_turn() {
    let state = scene3()
        .holding("A1", line(), (18.0, 5.0, 0.0))
        .holding("B1", line(), (18.0, 25.0, 180.0))
        .state();
    let (state, events) = play3(state, &[(Seat::A, Command::EndPhase)], &[]).unwrap();
    let phases: Vec<Phase> = events
        .iter()
        .filter_map(|event| match event {
            Event::Turn(TurnEvent::PhaseBegan { phase }) => Some(*phase),
            _ => None,
        })
        .collect();
    assert_eq!(
        phases,
        [Phase::PreCombatCourage, Phase::Combat, Phase::PostCombatCourage]
    );
    assert_eq!(state.active, Some(Seat::B), "the other player's turn has begun");
}

#[test]
fn bg3_turn_03_the_very_first_turn_begins_in_combat() {
    // The zones are 15 apart: range 14 reaches nobody, range 21 does at extreme range.
    let first = |range: f64| {
        let state = scene3()
            .unit("A1", shooting(range, RangedType::Indirect), (18.0, 6.25, 0.0))
            .unit("B1", line(), (18.0, 23.75, 180.0))
            .set(|state| {
                state.turn = 0;
                state.active = None;
                state.agenda = vec![Step::BeginTurn.into()];
            })
            .state();
        testing::at_table::<Battleground3, _>(
            state,
            if range > 15.0 { &[6, 6, 6, 6, 6] } else { &[] },
            |table| {
                table
                    .lend::<crate::system::Battleground, _>(crate::model::agenda::go_on)
                    .unwrap();
            },
        )
    };
    let ((), state, events) = first(14.0);
    assert!(!has!(events, Event::Combat(CombatEvent::AttackRolled { .. })));
    assert!(!has!(
        events,
        Event::Turn(TurnEvent::PhaseBegan {
            phase: Phase::PreCombatCourage
        })
    ));
    assert_eq!(
        (state.turn, state.active),
        (2, Some(Seat::B)),
        "nobody was asked for a command"
    );
    let ((), _, events) = first(21.0);
    let targets: Vec<i32> = events
        .iter()
        .filter_map(|event| match event {
            Event::Combat(CombatEvent::AttackRolled { target, .. }) => Some(*target),
            _ => None,
        })
        .collect();
    assert_eq!(targets, [1], "skill 5 against 2, extreme range -2");
}

#[test]
fn bg3_turn_04_the_second_players_first_turn_has_half_the_actions() {
    for (budget, expected) in [(1_500, 2), (2_000, 2), (2_500, 3), (1_000, 1), (500, 1)] {
        assert_eq!(actions_gained(&at_budget(budget, 1)), expected, "{budget}");
    }
    assert_eq!(actions_gained(&at_budget(2_000, 2)), 4, "the third turn is whole");
    // As the turns go: none, half, all.
    let mut state = Scene::from(at_budget(2_500, 0))
        .holding("A1", line(), (18.0, 5.0, 0.0))
        .holding("B1", line(), (18.0, 27.0, 180.0))
        .set(|state| {
            state.first = Some(Seat::A);
            state.active = None;
            state.phase = Phase::SetUp;
            state.agenda = vec![Step::BeginTurn.into()];
        })
        .state();
    state = on_with(state, &[], &[]).unwrap().0;
    let mut gained = Vec::new();
    for seat in [Seat::B, Seat::A, Seat::B] {
        assert_eq!(
            state.active,
            Some(seat),
            "South's first turn is over without a decision"
        );
        gained.push(state.player(seat).actions);
        state = played_on(state, &[(seat, Command::EndPhase)], &[]).unwrap().0;
    }
    assert_eq!(gained, [3, 5, 5]);
}
