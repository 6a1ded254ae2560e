//! The ladder of refused legs under Direct Control.

use std::sync::Arc;

use battleground_geometry::{Degrees, Hand, Inches, Side, Turn, Way, largest_turn};
use hindsight_kernel::Seat;

use crate::editions::Edition;
use crate::field::Blocker;
use crate::ladder::{Ladder, check_ladders};
use crate::model::agenda::Step;
use crate::model::cards::{TerrainType, UnitType};
use crate::model::command::{Command, Leg, UnitLegs};
use crate::model::effect::Keyword;
use crate::model::orders::Order;
use crate::model::state::{ReachedObjective, State};
use crate::procedures::movement::flying::room::NoLanding;
use crate::rules::movement::refusal::LegRefusal as Why;
use crate::scene::{
    Scene, colossal, forward as ahead, ground, id, inches, line, mc, moving, point, pose, scene, shift as on,
    turn, with_keywords,
};

fn right(angle: f64, ruler: f64) -> Leg {
    turn(Hand::Right, angle, ruler)
}

fn reform(heading: f64) -> Leg {
    Leg::Reform {
        heading: Degrees::new(heading).unwrap(),
    }
}

fn submit(legs: &[Leg]) -> Command {
    Command::SubmitLegs {
        legs: legs.to_vec(),
        land: None,
        nearest: None,
    }
}

fn landing(legs: &[Leg]) -> Command {
    Command::SubmitLegs {
        legs: legs.to_vec(),
        land: Some(Degrees::ZERO),
        nearest: None,
    }
}

/// A1 with this card at (18, 10) looks north, under Direct Control, and waits for its legs.
fn waits(card: UnitType) -> Scene {
    scene()
        .unit("A1", card, (18.0, 10.0, 0.0))
        .change("A1", |unit| unit.turn.controlled = true)
        .set(|state| state.agenda.push(Step::SubmitLegs { unit: id("A1") }.into()))
}

fn ladder(scene: Scene, command: Command) -> Ladder {
    Ladder::new(scene.state(), command)
}

fn place(at: &mut Ladder, unit: &str, (x, y, heading): (f64, f64, f64)) {
    at.state.unit_mut(id(unit)).unwrap().pose = Some(pose(x, y, heading));
}

/// A2 is where it stands in nobody's way.
fn step_aside(at: &mut Ladder) {
    place(at, "A2", (5.0, 25.0, 0.0));
}

fn moves(state: &mut State, distance: f64) {
    let kind = state.unit(id("A1")).unwrap().kind;
    Arc::make_mut(&mut state.book).kinds[usize::from(kind.0)].movement = mc(distance);
}

/// From nobody who waits to one leg of a unit that is on the table.
fn whom() -> Vec<&'static str> {
    let a1 = id("A1");
    let many: Vec<Leg> = (0..31).map(|_| ahead(0.1)).collect();
    let scene = waits(line())
        .unit("B1", line(), (18.0, 12.5, 180.0))
        .engaged("B1", "A1", Side::Front)
        .change("A1", |unit| unit.pose = None)
        .set(|state| {
            state.agenda.pop();
        });
    let command = Command::SubmitLegs {
        legs: many,
        land: None,
        nearest: Some(id("B9")),
    };
    let mut ladder = ladder(scene, command);
    ladder.seat = Seat::B;
    ladder
        .refused("BG4-MOVE-22", Why::NobodyWaits, |at| {
            at.state.agenda.push(Step::SubmitLegs { unit: a1 }.into());
        })
        .refused(
            "BG4-MOVE-22",
            Why::NotYours {
                unit: a1,
                seat: Seat::B,
            },
            |at| {
                at.seat = Seat::A;
            },
        )
        .refused("BG4-CMD-06", Why::NoEnemy(id("B9")), |at| {
            if let Command::SubmitLegs { nearest, .. } = &mut at.command {
                *nearest = None;
            }
        })
        .refused("BG4-ENG-04", Why::Engaged(a1), |at| {
            at.state.engagements.clear();
            place(at, "B1", (18.0, 25.0, 180.0));
        })
        .refused("BG4-MOVE-17", Why::TooMany(30), |at| {
            at.command = submit(&[ahead(1.0)]);
        })
        .refused("BG4-MOVE-22", Why::NotOnTheTable(a1), |at| {
            place(at, "A1", (18.0, 10.0, 0.0));
        })
        .accepted()
}

/// A2 was not activated together with A1.
fn in_one_step() -> Vec<&'static str> {
    let moves = |units: &[&str]| Command::SubmitLegsTogether {
        moves: units
            .iter()
            .map(|unit| UnitLegs {
                unit: id(unit),
                legs: vec![ahead(1.0)],
                land: None,
                nearest: None,
            })
            .collect(),
    };
    let scene = waits(line())
        .unit("A2", line(), (24.0, 10.0, 0.0))
        .change("A2", |unit| unit.turn.controlled = true)
        .set(|state| {
            let units = vec![id("A1")];
            let place = state.agenda.len() - 1;
            state.agenda.insert(place, Step::Activate { units }.into());
        });
    ladder(scene, moves(&["A1", "A2"]))
        .refused("BG4-TURN-06", Why::NotOfTheStep(id("A2")), |at| {
            at.command = moves(&["A1"]);
        })
        .accepted()
}

/// A flyer does not turn about in the air.
fn flyer() -> UnitType {
    UnitType {
        flying: Some(mc(8.5)),
        ..with_keywords(&[Keyword::Normal, Keyword::Infantry, Keyword::Flying])
    }
}

fn in_the_air() -> Vec<&'static str> {
    let scene = waits(flyer()).change("A1", |unit| unit.airborne = true);
    ladder(scene, submit(&[Leg::AboutFace]))
        .refused("BG4-FLY-05", Why::FlyerManeuvers, |at| {
            at.command = submit(&[ahead(1.0)]);
        })
        .accepted()
}

/// Straight legs: a length below 0, a maneuver below row 0, one after too much has been moved, more than is left.
fn shifts() -> [Vec<&'static str>; 2] {
    let negative = Leg::Shift {
        way: Way::Backward,
        inches: Inches::mils(-1_000),
    };
    let slow = ladder(waits(moving(1.25)), submit(&[negative]))
        .refused("BG4-MOVE-17", Why::Negative, |at| {
            at.command = submit(&[on(Way::Backward, 1.0)]);
        })
        .refused("BG4-MAN-08", Why::TooSlow(inches(1.25)), |at| {
            moves(&mut at.state, 5.0);
        })
        .accepted();
    // Backwards at -2 a unit that moves 5 has 2.5.
    let late = ladder(waits(moving(5.0)), submit(&[ahead(3.0), on(Way::Backward, 1.0)]))
        .refused("BG4-MOVE-21", Why::TooLate(inches(3.0)), |at| {
            at.command = submit(&[ahead(2.0), on(Way::Backward, 1.0)]);
        })
        .refused("BG4-MOVE-17", Why::TooLong(inches(0.5)), |at| {
            at.command = submit(&[ahead(2.0), on(Way::Backward, 0.5)]);
        })
        .accepted();
    [slow, late]
}

/// A turn: by more than 90 degrees, too sharp for its ruler, dearer than what is left, into a friend.
fn turns() -> Vec<&'static str> {
    let scene = waits(moving(3.5))
        .unit("A2", line(), (21.0, 13.5, 0.0))
        .order("A2", Order::Hold);
    let card = scene_card();
    let (sharp, dear) = (right(45.0, 3.5), right(20.0, 5.0));
    let turn = |angle: f64, ruler: f64| Turn::new(Hand::Right, Degrees::new(angle).unwrap(), inches(ruler));
    let cost = turn(20.0, 5.0).unwrap().cost(&card);
    ladder(scene, submit(&[right(95.0, 3.5)]))
        .refused(
            "BG4-MOVE-15",
            Why::NoTurn(turn(95.0, 3.5).unwrap_err().to_string()),
            |at| {
                at.command = submit(&[sharp]);
            },
        )
        .refused(
            "BG4-MOVE-15",
            Why::TooSharp {
                inches: inches(3.5),
                most: largest_turn(inches(3.5), inches(3.5)),
            },
            |at| at.command = submit(&[dear]),
        )
        .refused(
            "BG4-MOVE-14",
            Why::TurnTooDear {
                cost,
                left: inches(3.5),
            },
            |at| at.command = submit(&[right(20.0, 3.4)]),
        )
        .refused("BG4-MOVE-18", Why::TurnBlocked, step_aside)
        .accepted()
}

/// The card of A1 where it begins.
fn scene_card() -> battleground_geometry::Card {
    let state = waits(line()).state();
    state.card(state.unit(id("A1")).unwrap()).unwrap()
}

/// A reform: by 180 degrees, at -2 by a unit that moves 1.25, where there is no room.
fn reforms() -> Vec<&'static str> {
    let scene = waits(moving(1.25))
        .unit("A2", line(), (18.0, 12.6, 0.0))
        .order("A2", Order::Hold);
    ladder(scene, submit(&[reform(180.0)]))
        .refused("BG4-MAN-07", Why::IsAboutFace, |at| {
            at.command = submit(&[reform(90.0)]);
        })
        .refused("BG4-MAN-08", Why::TooSlow(inches(1.25)), |at| {
            moves(&mut at.state, 5.0);
        })
        .refused("BG4-MAN-07", Why::NoRoomToReform, step_aside)
        .accepted()
}

/// A Colossal unit slid under another turns about where both its cards have room.
fn slid() -> Vec<&'static str> {
    let scene = waits(colossal())
        .change("A1", |unit| unit.slid = true)
        .unit("A2", line(), (18.0, 11.25, 0.0))
        .order("A2", Order::Hold);
    ladder(scene, submit(&[Leg::AboutFace]))
        .refused("BG4-COLOS-05", Why::NoRoomForBothCards, step_aside)
        .accepted()
}

/// What stops a straight leg: a forest 3 inches ahead, in which only 2.5 could be moved; the table edge 3.25 ahead; a friend.
fn stops() -> [Vec<&'static str>; 2] {
    let forest = ground(
        TerrainType::Forest,
        &[(10.0, 29.75), (26.0, 29.75), (26.0, 30.0), (10.0, 30.0)],
    );
    let before_the_edge = waits(line())
        .change("A1", |unit| unit.pose = Some(pose(18.0, 25.5, 0.0)))
        .terrain(forest);
    let edge = ladder(before_the_edge, submit(&[ahead(3.5)]))
        .refused("BG4-TERR-10", Why::TerrainStops(inches(3.0)), |at| {
            Arc::make_mut(&mut at.state.book).maps[0].pieces.clear();
        })
        .refused(
            "BG4-MOVE-20",
            Why::EdgeStops {
                by: vec![Blocker::Edge],
                stop: inches(3.25),
            },
            |at| at.command = submit(&[ahead(3.25)]),
        )
        .accepted();
    let behind = waits(line())
        .unit("A2", line(), (18.0, 15.75, 0.0))
        .order("A2", Order::Hold);
    let friend = ladder(behind, submit(&[ahead(3.5)]))
        .refused(
            "BG4-MOVE-18",
            Why::Stopped {
                by: vec![Blocker::Unit(id("A2"))],
                stop: inches(3.25),
            },
            step_aside,
        )
        .accepted();
    [edge, friend]
}

/// A landing: just after taking off, after more than the ground distance, onto a friend.
fn landings() -> Vec<&'static str> {
    let scene = waits(flyer())
        .change("A1", |unit| {
            unit.airborne = true;
            unit.turn.took_off = true;
        })
        .unit("A2", line(), (18.0, 13.0, 0.0))
        .order("A2", Order::Hold);
    ladder(scene, landing(&[ahead(5.0)]))
        .refused("BG4-FLY-06", Why::CannotLand(NoLanding::TookOff), |at| {
            at.state.unit_mut(id("A1")).unwrap().turn.took_off = false;
        })
        .refused(
            "BG4-FLY-06",
            Why::LandsTooFar {
                moved: inches(5.0),
                limit: inches(3.5),
            },
            |at| at.command = landing(&[ahead(3.0)]),
        )
        .refused("BG4-FLY-06", Why::NoRoomToLand(Degrees::ZERO), step_aside)
        .accepted()
}

/// What the earlier edition alone refuses: to leave a point that is held, and to land under Direct Control.
fn of_the_earlier_edition() -> [Vec<&'static str>; 2] {
    let earlier = |scene: Scene| {
        scene.set(|state| {
            state.edition = Edition::V3;
            state.turn = 3;
        })
    };
    let held = waits(line()).order("A1", Order::Hold).change("A1", |unit| {
        unit.turn.controlled = false;
        unit.held = Some(ReachedObjective {
            at: point(18.0, 11.25),
            turn: 1,
        });
    });
    let leaves = ladder(earlier(held), submit(&[on(Way::Left, 1.9)]))
        .refused("BG3-ORD-16", Why::LeavesThePoint, |at| {
            at.command = submit(&[on(Way::Left, 1.75)]);
        })
        .accepted();
    let aloft = waits(flyer()).change("A1", |unit| unit.airborne = true);
    let lands = ladder(earlier(aloft), landing(&[ahead(1.0)]))
        .refused("BG3-KEY-12", Why::NoLandingUnderControl, |at| {
            at.command = submit(&[ahead(1.0)]);
        })
        .accepted();
    [leaves, lands]
}

#[test]
fn bg4_move_22_a_leg_is_refused_by_the_first_rule_that_forbids_it() {
    let mut ladders = vec![
        whom(),
        in_one_step(),
        in_the_air(),
        turns(),
        reforms(),
        slid(),
        landings(),
    ];
    ladders.extend(shifts());
    ladders.extend(stops());
    ladders.extend(of_the_earlier_edition());
    check_ladders::<Why>(&ladders);
}
