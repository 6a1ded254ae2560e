//! Missile fire: Active Fire, Return Fire, Reaction Fire (§9.0, pp. 7-8).

use hindsight_geometry::hexes::Hex;
use hindsight_kernel::{Refusal, RollAbout, Seat, refusals};

use super::asking::{BattleTable, ask, roll, then};
use super::countercharge;
use super::movement::{begin, check_acting};
use crate::data::Reaction as Reacts;
use crate::field::{Aspect, Occupants};
use crate::messages::MESSAGES;
use crate::model::agenda::{Answer, Cause, CounterCourse, Frame, Hit, Need, Options, Step, Topic};
use crate::model::event::{Against, FireEvent, Shot};
use crate::model::names::{ClassId, UnitId};
use crate::model::piece::{Occasion, Unit};
use crate::model::state::State;
use crate::tables::FireFacts;
use hindsight_kernel::agenda::{Taken, proceed};

refusals! {
    messages = MESSAGES;
    /// Reasons why a shot is refused, in the order in which it is judged.
    #[derive(Copy, Eq)]
    pub enum FireRefusal {
        Fired = "MOI-FIRE-06", "§9.2, ESP-B p. 7, 16";
        NoWeapon = "MOI-FIRE-01", "§9.1 p. 7";
        Retired = "MOI-FIRE-01", "§9.1 p. 7";
        NotATarget = "MOI-FIRE-01", "§9.1 p. 7";
        Range = "MOI-FIRE-02", "§9.1 p. 7";
        FlankRearSpine = "MOI-FIRE-04", "§9.1 p. 7";
        Arc = "MOI-FIRE-03", "§9.1 p. 7";
        Sight = "MOI-LOS-01", "§9.4 p. 8";
        Units = "MOI-FIRE-21", "§9.1, §9.4 p. 7-8";
        HobilarMoved = "MOI-HOBI-04", "§14.2 p. 13";
    }
}

/// Whether one unit can shoot at another where they stand: weapon, range, arc, line of sight. Rules `MOI-FIRE-01` to
/// `MOI-FIRE-04`, `MOI-FIRE-21`, `MOI-LOS-01` (pp. 7-8).
pub fn check_shot(state: &State, firer: &Unit, target: &Unit) -> Result<u32, FireRefusal> {
    let (_, weapon) = state.weapon_of(firer).ok_or(FireRefusal::NoWeapon)?;
    if firer.is_retired() {
        return Err(FireRefusal::Retired);
    }
    let (Some(from), Some(to)) = (firer.hex(), target.hex()) else {
        return Err(FireRefusal::NotATarget);
    };
    if target.seat == firer.seat {
        return Err(FireRefusal::NotATarget);
    }
    let range = from.distance_to(to);
    if range > weapon.range() {
        return Err(FireRefusal::Range);
    }
    let aspect = Aspect::of(firer, to).ok_or(FireRefusal::NotATarget)?;
    if !aspect.is_in_arc() {
        let beside = matches!(aspect, Aspect::Spine(one, other) if one != other);
        return Err(if beside {
            FireRefusal::FlankRearSpine
        } else {
            FireRefusal::Arc
        });
    }
    if !state.battle.line_of_sight(from, to) {
        return Err(FireRefusal::Sight);
    }
    let occupants = Occupants::of(state);
    if !state
        .battle
        .line_of_fire(from, to, weapon.fires_through_units, &occupants)
    {
        return Err(FireRefusal::Units);
    }
    Ok(range)
}

/// Whether a unit that may act may fire at a target. Rule `MOI-FIRE-06` (p. 7).
pub fn check_fire(state: &State, unit: &Unit, target: UnitId) -> Result<(), FireRefusal> {
    let target = state.unit(target).ok_or(FireRefusal::NotATarget)?;
    if unit.acts.fired {
        return Err(FireRefusal::Fired);
    }
    check_shot(state, unit, target)?;
    let changed = unit.acts.turn.as_ref().is_some_and(|turn| turn.changed);
    if unit.class == ClassId::HOB && (unit.acts.moved || changed) {
        return Err(FireRefusal::HobilarMoved);
    }
    Ok(())
}

/// Declares Active Fire: S5.1 to S6. Rules `MOI-FIRE-06`, `MOI-FIRE-07` (p. 7).
pub(crate) fn fire(
    table: &mut BattleTable<'_>,
    seat: Seat,
    id: UnitId,
    target: UnitId,
) -> Result<(), Refusal> {
    let unit = check_acting(table.state(), seat, id)?;
    // In the hex of a friend only steps and turns are legal.
    if super::movement::passing_unit(table.state()) == Some(id) {
        return Err(super::movement::ActingRefusal::Passing.into());
    }
    check_fire(table.state(), unit, target)?;
    begin(table, id);
    proceed(table, 0, [Step::Shot { unit: id, target }]);
    Ok(())
}

/// Whether a unit may return fire at who shoots at it. Rules `MOI-FIRE-08`, `MOI-FIRE-10` (p. 7).
pub fn may_return(state: &State, firer: &Unit, target: &Unit) -> bool {
    target.seat != state.active
        && state
            .weapon_of(target)
            .is_some_and(|(_, weapon)| weapon.return_fire)
        && check_shot(state, target, firer).is_ok()
}

/// A declared shot: the target's response, then all rolls on the state before them. Rules `MOI-FIRE-08`, `MOI-FIRE-09`,
/// `MOI-CC-10` (pp. 7, 11).
pub(crate) fn shot(
    table: &mut BattleTable<'_>,
    frame: &Frame,
    id: UnitId,
    target_id: UnitId,
) -> Result<Taken, Need> {
    let state = table.state();
    let (Some(firer), Some(target)) = (state.unit(id), state.unit(target_id)) else {
        return Ok(then(table, []));
    };
    let (Some(from), Some(to)) = (firer.hex(), target.hex()) else {
        return Ok(then(table, []));
    };
    let owner = target.seat;
    let returns = may_return(state, firer, target)
        && ask(
            frame,
            owner,
            Topic::ReturnFire,
            "MOI-FIRE-08",
            Some(target_id),
            || Options::OneOf(vec![Answer::Yes, Answer::No]),
        )? == Answer::Yes;
    let mut options = countercharge::options_against_fire(state, target, firer);
    let counter = if options.is_empty() {
        Answer::No
    } else {
        options.push(Answer::No);
        let options = || Options::OneOf(options);
        ask(
            frame,
            owner,
            Topic::CounterChargeFire,
            "MOI-CC-01",
            Some(target_id),
            options,
        )?
    };
    let active = aim(state, firer, target)?;
    let returned = returns.then(|| aim(state, target, firer)).transpose()?;
    let mut course = None;
    if let Answer::CounterCharge {
        unit,
        targets,
        turn,
        path,
    } = counter
        && countercharge::attempt(table, unit, &targets, turn, Against::Fire)?
    {
        course = Some(CounterCourse { turn, path });
    }
    let first = shoot(table, "active fire", &active)?;
    let mut ahead = vec![Step::Suffer(first.hit(target_id, from))];
    table.emit(FireEvent::ActiveFired {
        unit: id,
        target: target_id,
        shot: first.shot,
    });
    if let Some(aimed) = returned {
        let second = shoot(table, "return fire", &aimed)?;
        ahead.push(Step::Suffer(second.hit(id, to)));
        table.emit(FireEvent::ReturnFired {
            unit: target_id,
            target: id,
            shot: second.shot,
        });
    }
    ahead.push(Step::AfterShot {
        unit: id,
        target: target_id,
        hex: to,
        counter: course,
    });
    Ok(then(table, ahead))
}

/// What a shot is rolled with, fixed before any die. Rule `MOI-FIRE-16` (p. 7).
struct Aimed {
    seat: Seat,
    about: RollAbout,
    facts: FireFacts,
}

fn aim(state: &State, firer: &Unit, target: &Unit) -> Result<Aimed, FireRefusal> {
    let facts = super::modifiers::of_shot(state, firer, target).ok_or(FireRefusal::NotATarget)?;
    Ok(Aimed {
        seat: firer.seat,
        about: RollAbout::of(&firer.id).against(&target.id),
        facts,
    })
}

struct Fired {
    shot: Shot,
}

impl Fired {
    fn hit(&self, unit: UnitId, from: Hex) -> Hit {
        Hit {
            unit,
            outcome: self.shot.result,
            cause: Cause::Fire(self.shot.throw.total()),
            from: vec![from],
        }
    }
}

fn shoot(table: &mut BattleTable<'_>, purpose: &'static str, aimed: &Aimed) -> Result<Fired, Refusal> {
    let drms = aimed.facts.drms(&table.state().battle.charts);
    let throw = roll(table, aimed.about.clone(), purpose, aimed.seat, drms)?;
    let result = aimed.facts.result(&table.state().battle.charts, throw.total());
    Ok(Fired {
        shot: Shot {
            range: aimed.facts.range as u8,
            throw,
            result,
        },
    })
}

/// The units that may make Reaction Fire at a unit in a hex. Rules `MOI-FIRE-05`, `MOI-FIRE-11` to `MOI-FIRE-13` (p. 7).
pub fn reactors(state: &State, mover: UnitId, hex: Hex, on: Occasion) -> Vec<UnitId> {
    let Some(seat) = state.unit(mover).map(|unit| unit.seat) else {
        return Vec::new();
    };
    let reacts = |unit: &&Unit| {
        // Few have the hex in front of them: asked first.
        if !unit.has_in_front(hex) {
            return false;
        }
        let Some((_, weapon)) = state.weapon_of(unit) else {
            return false;
        };
        let shots = &unit.acts.reactions;
        let left = match weapon.reaction {
            Reacts::Each => true,
            Reacts::One => shots.is_empty(),
            Reacts::None => false,
        };
        left && !unit.is_retired()
            && (on != Occasion::CounterCharge || weapon.reacts_to_countercharge)
            && !shots.iter().any(|shot| shot.at == mover && shot.on == on)
    };
    state
        .on_map(seat.opponent())
        .filter(reacts)
        .map(|unit| unit.id)
        .collect()
}

/// Reaction Fire at a unit that has entered a hex, shot by shot while it stands there. Rules `MOI-FIRE-11`, `MOI-FIRE-15`
/// (pp. 7-8).
pub(crate) fn reaction(
    table: &mut BattleTable<'_>,
    frame: &Frame,
    mover: UnitId,
    hex: Hex,
    on: Occasion,
) -> Result<Taken, Need> {
    let state = table.state();
    let Some(target) = state.unit(mover).filter(|unit| unit.hex() == Some(hex)) else {
        return Ok(then(table, []));
    };
    let able = reactors(state, mover, hex, on);
    if able.is_empty() {
        return Ok(then(table, []));
    }
    let seat = target.seat.opponent();
    let given = ask(
        frame,
        seat,
        Topic::ReactionFire,
        "MOI-FIRE-11",
        Some(mover),
        || {
            let mut options: Vec<Answer> = able.iter().map(|&unit| Answer::Unit { unit }).collect();
            options.push(Answer::No);
            Options::OneOf(options)
        },
    )?;
    let firer = match given {
        Answer::Unit { unit } => state.unit(unit).filter(|unit| able.contains(&unit.id)),
        _ => None,
    };
    let Some((firer, from)) = firer.and_then(|firer| Some((firer, firer.hex()?))) else {
        return Ok(then(table, []));
    };
    let (unit, aimed) = (firer.id, aim(state, firer, target)?);
    let reply = shoot(table, "reaction fire", &aimed)?;
    let hit = reply.hit(mover, from);
    table.emit(FireEvent::ReactionFired {
        unit,
        target: mover,
        on,
        shot: reply.shot,
    });
    Ok(then(
        table,
        [Step::Suffer(hit), Step::Reaction { unit: mover, hex, on }],
    ))
}
