//! Charges: who may charge whom by which course, how they are carried out, reluctance (§11.0, pp. 10-11).

use hindsight_geometry::hexes::Hex;
use hindsight_kernel::agenda::Taken;
use hindsight_kernel::{RollAbout, refusals};

use super::asking::{BattleTable, ask, ask_unless_single, at_most, roll, then};
use super::countercharge::turn;
use super::measure;
use super::shock;
use crate::field::charges::CourseBarred;
use crate::field::courses;
use crate::messages::MESSAGES;
use crate::model::agenda::{Answer, Frame, Need, Options, Step, Topic};
use crate::model::attack::{Attack, Attacker, Course, Marker};
use crate::model::event::{ShockEvent, TurnBy};
use crate::model::names::UnitId;
use crate::model::piece::{Formation, Occasion, Unit};
use crate::model::state::State;
use crate::tables::{MAX_RELUCTANCE, ReluctanceFacts};

refusals! {
    messages = MESSAGES;
    /// Reasons why a Charge is refused, in the order in which it is judged.
    #[derive(Copy, Eq)]
    pub enum ChargeRefusal {
        OutOfCommand = "MOI-CMD-05", "§5.2, §15.2 p. 5, 13";
        Distance = "MOI-CHARGE-02", "§11.3 p. 10";
        Sight = "MOI-CHARGE-02", "§11.3 p. 10";
        Class = "MOI-CHARGE-03", "§11.1, §12.2, §15.2 p. 10, 11, 13";
        Disordered = "MOI-CHARGE-03", "§11.1, §12.2, §15.2 p. 10, 11, 13";
        BeganAdjacent = "MOI-CHARGE-03", "§11.1, §12.2, §15.2 p. 10, 11, 13";
        Course = "MOI-CHARGE-04", "§11.3 p. 10";
        Occupied = "MOI-CHARGE-05", "§11.3 p. 10-11";
        EnemyPiece = "MOI-CHARGE-05", "§11.3 p. 10-11";
        EnemyEntry = "MOI-MOVE-11", "§5.2 p. 5";
        Zoc = "MOI-CHARGE-06", "§11.3 p. 10";
        Terrain = "MOI-CHARGE-07", "§11.3 p. 10";
        ShieldWall = "MOI-CHARGE-16", "§14.1 p. 13";
        Schiltron = "MOI-SCHIL-05", "§14.1 p. 13";
    }
}

/// Whether a unit could charge at all in this Activation. Rules `MOI-CMD-05`, `MOI-CHARGE-03` (pp. 5, 10-11).
pub fn check_charger(state: &State, unit: &Unit) -> Result<(), ChargeRefusal> {
    if !measure::can_charge(state, unit) {
        return Err(ChargeRefusal::Class);
    }
    if unit.is_disordered() {
        return Err(ChargeRefusal::Disordered);
    }
    if unit.acts.began_adjacent {
        return Err(ChargeRefusal::BeganAdjacent);
    }
    Ok(())
}

/// Whether a unit may charge a target by a course. Rules `MOI-CHARGE-02` to `MOI-CHARGE-07`, `MOI-CHARGE-16` (pp. 10-11).
pub fn check_charge(state: &State, unit: &Unit, target: &Unit, course: &Course) -> Result<(), ChargeRefusal> {
    if unit.acts.out_of_command {
        return Err(ChargeRefusal::OutOfCommand);
    }
    let (Some(from), Some(facing), Some(goal)) = (unit.hex(), unit.facing(), target.hex()) else {
        return Err(ChargeRefusal::Distance);
    };
    if !(2..=3).contains(&from.distance_to(goal)) {
        return Err(ChargeRefusal::Distance);
    }
    if !state.battle.line_of_sight(from, goal) {
        return Err(ChargeRefusal::Sight);
    }
    check_charger(state, unit)?;
    if !courses(from, facing, goal).contains(course) {
        return Err(ChargeRefusal::Course);
    }
    check_course(state, unit, target, goal, course)
}

/// Whether a course to a target is open. Rules `MOI-CHARGE-05` to `MOI-CHARGE-07`, `MOI-CHARGE-16` (pp. 10-11).
fn check_course(
    state: &State,
    unit: &Unit,
    target: &Unit,
    goal: Hex,
    course: &Course,
) -> Result<(), ChargeRefusal> {
    state
        .course_is_open(unit, &course.path, goal)
        .map_err(|barred| match barred {
            CourseBarred::Occupied(_) => ChargeRefusal::Occupied,
            CourseBarred::LeaderOrStandard(_) => ChargeRefusal::EnemyPiece,
            CourseBarred::EnemyEntry(_) => ChargeRefusal::EnemyEntry,
            CourseBarred::ZoneOfControl(_) => ChargeRefusal::Zoc,
            CourseBarred::Hexside(..) | CourseBarred::Target(_) => ChargeRefusal::Terrain,
        })?;
    let in_front = course.path.last().is_some_and(|&end| target.has_in_front(end));
    match target.formation {
        Formation::ShieldWall if in_front => Err(ChargeRefusal::ShieldWall),
        Formation::Schiltron => Err(ChargeRefusal::Schiltron),
        Formation::ShieldWall | Formation::Open => Ok(()),
    }
}

/// Every Charge that a unit could declare by itself: the target and the course.
pub fn charges_of(state: &State, unit: &Unit) -> Vec<(UnitId, Course)> {
    let (Some(from), Some(facing)) = (unit.hex(), unit.facing()) else {
        return Vec::new();
    };
    if unit.acts.out_of_command || check_charger(state, unit).is_err() {
        return Vec::new();
    }
    let class = state.class_of(unit);
    let mut found = Vec::new();
    for target in state.on_map(unit.seat.opponent()) {
        let Some(goal) = target
            .hex()
            .filter(|goal| (2..=3).contains(&from.distance_to(*goal)))
        else {
            continue;
        };
        let fights = state
            .battle
            .charts
            .matrix(class, state.class_of(target))
            .is_some();
        if !fights || !state.battle.line_of_sight(from, goal) {
            continue;
        }
        for course in courses(from, facing, goal) {
            if check_course(state, unit, target, goal, &course).is_ok() {
                found.push((target.id, course));
            }
        }
    }
    found
}

/// The attack and the entry of a charger.
fn entry(state: &State, id: UnitId) -> Option<(&Attack, &Attacker)> {
    state.attacks.iter().find_map(|attack| {
        let attacker = attack.attackers.iter().find(|attacker| attacker.unit == id)?;
        Some((attack, attacker))
    })
}

/// Chargers are moved one at a time, in the active player's order. Rule `MOI-CHARGE-10` (pp. 9-10).
pub(crate) fn moves(table: &mut BattleTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    let state = table.state();
    let waiting: Vec<UnitId> = state
        .attacks
        .iter()
        .flat_map(|attack| &attack.attackers)
        .filter(|attacker| attacker.course.is_some() && !attacker.rode)
        .map(|attacker| attacker.unit)
        .collect();
    if waiting.is_empty() {
        return Ok(then(table, []));
    }
    let options = waiting.iter().map(|&unit| Answer::Unit { unit }).collect();
    let next = ask_unless_single(
        frame,
        state.active,
        Topic::NextCharger,
        "MOI-CHARGE-10",
        None,
        options,
    )?;
    let Answer::Unit { unit: id } = next else {
        return Ok(then(table, []));
    };
    let Some((attack, attacker)) = entry(state, id) else {
        return Ok(then(table, []));
    };
    let target = shock::defenders_in_place(state, attack).into_iter().next();
    let unit = state
        .unit(id)
        .filter(|unit| shock::is_in_place(state, attacker, unit));
    // RULING: a charger whose target is gone, or that is no longer able, stays where it is.
    let (Some(unit), Some(target)) = (unit, target) else {
        table.emit(ShockEvent::ChargeArrived { unit: id });
        return Ok(then(table, [Step::ChargeMoves]));
    };
    let declared = attacker.course.clone().unwrap_or(Course {
        path: Vec::new(),
        turn: None,
    });
    if is_free(state, unit, target, &declared) {
        return Ok(then(
            table,
            [Step::ChargeRide { unit: id, done: 0 }, Step::ChargeMoves],
        ));
    }
    let others = other_courses(state, unit, target);
    if others.is_empty() {
        table.emit(ShockEvent::ChargeRerouted {
            unit: id,
            course: None,
        });
        return Ok(then(table, [Step::ChargeMoves]));
    }
    let given = ask(
        frame,
        state.active,
        Topic::ChargePath,
        "MOI-CHARGE-10",
        Some(id),
        || {
            let courses = others.into_iter().map(|course| Answer::Course { course });
            Options::OneOf(courses.collect())
        },
    )?;
    if let Answer::Course { course } = given {
        table.emit(ShockEvent::ChargeRerouted {
            unit: id,
            course: Some(course),
        });
    }
    Ok(then(
        table,
        [Step::ChargeRide { unit: id, done: 0 }, Step::ChargeMoves],
    ))
}

pub(crate) fn is_free(state: &State, unit: &Unit, target: &Unit, course: &Course) -> bool {
    target
        .hex()
        .is_some_and(|goal| check_course(state, unit, target, goal, course).is_ok())
}

/// The hexes of a charger's path that no other charger may use: all of one that has not ridden yet, those it entered of one that
/// has. Rule `MOI-CHARGE-05` (pp. 10-11).
///
/// RULING: a charger that dropped out is no Charging unit any more, and keeps no hex from others.
fn path_of<'a>(state: &State, attacker: &'a Attacker) -> &'a [Hex] {
    let path = attacker.course.as_ref().map_or(&[][..], |course| &course.path);
    if !attacker.rode {
        return path;
    }
    let is_there = state
        .unit(attacker.unit)
        .is_some_and(|unit| shock::is_in_place(state, attacker, unit));
    let entered = path.iter().position(|hex| is_there && *hex == attacker.at);
    &path[..entered.map_or(0, |last| last + 1)]
}

/// The other courses to the same target, free also of the paths of other chargers, ridden or not. Rules `MOI-CHARGE-05`,
/// `MOI-CHARGE-10` (pp. 9-11).
pub(crate) fn other_courses(state: &State, unit: &Unit, target: &Unit) -> Vec<Course> {
    let (Some(from), Some(facing), Some(goal)) = (unit.hex(), unit.facing(), target.hex()) else {
        return Vec::new();
    };
    let taken: Vec<Hex> = state
        .attacks
        .iter()
        .flat_map(|attack| &attack.attackers)
        .filter(|other| other.unit != unit.id)
        .flat_map(|other| path_of(state, other).iter().copied())
        .collect();
    courses(from, facing, goal)
        .into_iter()
        .filter(|course| {
            !course.path.iter().any(|hex| taken.contains(hex)) && is_free(state, unit, target, course)
        })
        .collect()
}

/// The next hex of a charger, or its contact. Rules `MOI-CHARGE-10`, `MOI-CHARGE-19` (pp. 8-10).
pub(crate) fn ride(table: &mut BattleTable<'_>, id: UnitId, done: u8) -> Result<Taken, Need> {
    let state = table.state();
    let riding = entry(state, id).and_then(|(_, attacker)| {
        let unit = state
            .unit(id)
            .filter(|unit| shock::is_in_place(state, attacker, unit))?;
        Some((attacker.course.clone()?, unit.hex()?))
    });
    let Some((course, from)) = riding else {
        table.emit(ShockEvent::ChargeArrived { unit: id });
        return Ok(then(table, []));
    };
    if let Some(at) = course.turn.filter(|at| at.after == done) {
        turn(table, id, Some(at.facing), TurnBy::Charge);
    }
    if let Some(&to) = course.path.get(usize::from(done)) {
        let leaders = measure::leaders_with(table.state(), id);
        table.emit(ShockEvent::ChargerMoved {
            unit: id,
            from,
            to,
            leaders,
        });
        let reaction = Step::Reaction {
            unit: id,
            hex: to,
            on: Occasion::Charge,
        };
        let next = Step::ChargeRide {
            unit: id,
            done: done.saturating_add(1),
        };
        return Ok(then(table, [reaction, next]));
    }
    if let Some((target, facts)) = reluctance(table.state(), id) {
        let seat = table.state().active;
        let drms = facts.drms();
        let about = RollAbout::of(&id)
            .against(&target)
            .need(at_most(MAX_RELUCTANCE, &drms));
        let throw = roll(table, about, "reluctance", seat, drms)?;
        let success = throw.total() <= MAX_RELUCTANCE;
        table.emit(ShockEvent::ReluctanceRolled {
            unit: id,
            target,
            throw,
            success,
        });
    }
    table.emit(ShockEvent::ChargeArrived { unit: id });
    Ok(then(table, []))
}

/// The target before which a charger in its end hex may be reluctant, with what its roll depends on. Rules `MOI-CHARGE-12`,
/// `MOI-CHARGE-14` (p. 11).
pub fn reluctance(state: &State, id: UnitId) -> Option<(UnitId, ReluctanceFacts)> {
    let (attack, attacker) = entry(state, id)?;
    let target = shock::defenders_in_place(state, attack).into_iter().next()?;
    let goal = target.hex().unwrap_or(attacker.at);
    let facts = ReluctanceFacts {
        target: state.class_of(target),
        frontal: target.has_in_front(attacker.at),
        hedge: state.battle.reluctance_drm(attacker.at, goal),
    };
    let charges = attacker.marker == Marker::Charge && shock::is_charging(state, attacker);
    (charges && facts.is_rolled()).then_some((target.id, facts))
}
