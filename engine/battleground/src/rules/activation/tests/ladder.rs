//! The ladder of refused activations.

use super::*;
use crate::ladder::{Ladder, check_ladders};
use crate::rules::activation::ActivationRefusal as Why;

fn activate_all(units: &[&str]) -> Command {
    Command::Activate {
        units: units.iter().map(|unit| id(unit)).collect(),
    }
}

fn ids(units: &[&str]) -> Vec<UnitId> {
    units.iter().map(|unit| id(unit)).collect()
}

/// South's A3 can Final Rush B2, which the other units of South do not see.
fn with_a_rusher(scene: Scene) -> State {
    begun(
        scene
            .unit("A3", line(), (31.0, 8.0, 180.0))
            .unit("B2", line(), (31.0, 3.5, 0.0)),
    )
}

/// The command comes in the other player's Combat Phase; then in South's, then between two of South's actions.
fn when(state: State, command: Command) -> Ladder {
    let mut state = state;
    state.active = Some(Seat::B);
    state.agenda = vec![Step::Attacks.into()];
    Ladder::new(state, command)
        .refused("BG4-TURN-03", Why::NotActive(Seat::A), |at| {
            at.state.active = Some(Seat::A);
        })
        .refused("BG4-TURN-03", Why::NotBetweenActions, |at| {
            at.state.agenda = vec![Step::MovementAndCommand.into()];
        })
}

/// The units that are named, up to A1 and A2, which would meet while A3 can still rush.
fn named(state: State) -> Ladder {
    let a1 = id("A1");
    let twice = ["A1", "A1"];
    let mut state = state;
    state.unit_mut(a1).unwrap().turn.activated = true;
    when(state, activate_all(&[]))
        .refused("BG4-TURN-03", Why::NamesNobody, |at| {
            at.command = activate_all(&["B9", "B9"]);
        })
        .refused("BG4-TURN-03", Why::NotOnTheTable(id("B9")), |at| {
            at.command = activate_all(&["B1", "B1"]);
        })
        .refused("BG4-TURN-03", Why::NotOwnUnit(id("B1")), |at| {
            at.command = activate_all(&twice);
        })
        .refused("BG4-TURN-05", Why::ActivatedAlready(a1), |at| {
            at.state.unit_mut(id("A1")).unwrap().turn.activated = false;
        })
        .refused(
            "BG4-TURN-06",
            Why::NamedTwice {
                unit: a1,
                units: ids(&twice),
            },
            |at| at.command = activate_all(&["A1", "A2"]),
        )
        .refused(
            "BG4-TURN-04",
            Why::RushesFirst {
                rusher: id("A3"),
                mover: a1,
                units: ids(&["A1", "A2"]),
            },
            |at| at.state.unit_mut(id("A3")).unwrap().turn.activated = true,
        )
}

fn alone(ladder: &mut Ladder) {
    ladder.command = activate_all(&["A2"]);
}

/// A1 rides behind A2, which is slower: it would pass through it.
fn passing_through() -> Vec<&'static str> {
    let slow = scene()
        .unit("A1", moving(8.5), (18.0, 5.0, 0.0))
        .unit("A2", moving(1.25), (18.0, 8.5, 0.0))
        .unit("B1", line(), (18.0, 27.0, 180.0));
    named(with_a_rusher(slow))
        .refused(
            "BG4-TURN-06",
            Why::PassThroughOneAnother {
                one: id("A1"),
                other: id("A2"),
                units: ids(&["A1", "A2"]),
            },
            alone,
        )
        .accepted()
}

/// A1 and A2 head for places that are too near to one another.
fn ending_on_one_another() -> Vec<&'static str> {
    let crossing = scene()
        .unit("A1", line(), (16.0, 10.0, 0.0))
        .unit("A2", line(), (20.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 27.0, 180.0));
    let crossing = heading_for(crossing, "A1", 1, (17.0, 14.0));
    let crossing = heading_for(crossing, "A2", 2, (18.5, 14.0));
    named(with_a_rusher(crossing))
        .refused(
            "BG4-TURN-06",
            Why::EndOnOneAnother {
                one: id("A1"),
                other: id("A2"),
                units: ids(&["A1", "A2"]),
            },
            alone,
        )
        .accepted()
}

/// A1 and A2 follow one another: without the other on the table each of them stays, and then neither leaves it.
fn following_one_another() -> Vec<&'static str> {
    let both = scene()
        .unit("A1", line(), (18.0, 12.0, 0.0))
        .unit("A2", line(), (14.5, 9.5, 90.0))
        .unit("B1", line(), (18.0, 27.0, 180.0))
        .order("A1", Order::Hold)
        .order("A2", Order::Hold)
        .objective("A1", Objective::Friend(id("A2")))
        .objective("A2", Objective::Friend(id("A1")));
    let units = ids(&["A1", "A2"]);
    named(with_a_rusher(both))
        .refused("BG4-TURN-06", Why::NeverSettles { units }, alone)
        .accepted()
}

/// C1 of South's partner, which can rush nobody, is named beside A1.
fn with_an_idle_partner() -> Vec<&'static str> {
    let apart = scene()
        .unit("A1", line(), (14.0, 10.0, 0.0))
        .unit("C1", line(), (22.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 27.0, 180.0))
        .set(|state| state.players = crate::model::state::SeatPlayers::new(3));
    let units = ids(&["A1", "C1"]);
    when(begun(apart), activate_all(&["A1", "C1"]))
        .refused(
            "BG4-TURN-06",
            Why::PartnerRushesAlone {
                unit: id("C1"),
                units,
            },
            |at| at.command = activate_all(&["A1"]),
        )
        .accepted()
}

/// A1 is reported beside the way that its order leads it.
fn reported_elsewhere() -> Vec<&'static str> {
    let report = |unit: &str, x: f64| Command::ReportMove {
        unit: id(unit),
        pose: pose(x, 13.5, 0.0),
    };
    when(column().state(), report("B1", 20.0))
        .refused("BG4-TURN-03", Why::NotOwnUnit(id("B1")), |at| {
            at.command = report("A1", 20.0);
        })
        .refused(
            "BG4-MOVE-01",
            Why::LedElsewhere {
                unit: id("A1"),
                pose: pose(20.0, 13.5, 0.0),
                ends: vec![pose(18.0, 13.5, 0.0)],
            },
            |at| at.command = report("A1", 18.0),
        )
        .accepted()
}

/// The phase is to end before A1 has moved.
fn still_to_move() -> Vec<&'static str> {
    let state = column().order("A2", Order::Hold).state();
    Ladder::new(state, Command::EndPhase)
        .refused("BG4-TURN-03", Why::StillToActivate(ids(&["A1"])), |at| {
            at.state.unit_mut(id("A1")).unwrap().turn.activated = true;
        })
        .accepted()
}

#[test]
fn bg4_turn_03_an_activation_is_refused_by_the_first_rule_that_forbids_it() {
    let ladders = [
        passing_through(),
        ending_on_one_another(),
        following_one_another(),
        with_an_idle_partner(),
        reported_elsewhere(),
        still_to_move(),
    ];
    check_ladders::<Why>(&ladders);
}

#[test]
fn bg4_turn_03_who_is_not_asked_is_told_who_is_the_active_player() {
    let state = column().state();
    let closed = crate::flow::closed(&state, Seat::B, &activate_all(&["B1"]));
    assert_eq!(closed, Some(Why::NotActive(Seat::B).into()));
    // During the set-up nobody is the Active Player.
    let setting_up = column()
        .set(|state| {
            state.active = None;
            state.agenda = vec![Step::BuildArmies.into()];
        })
        .state();
    let closed = crate::flow::closed(&setting_up, Seat::B, &activate_all(&["B1"]));
    assert_eq!(closed, Some(Why::NotBetweenActions.into()));
}
