//! Counter-Charges: against attackers, and against fire as a small Shock Phase of one unit (§11.5-§11.7, p. 11).

use hindsight_geometry::hexes::{Facing, Hex};
use hindsight_kernel::agenda::Taken;
use hindsight_kernel::{Refusal, RollAbout};

use super::asking::{BattleTable, ask, at_most, roll, then};
use super::measure;
use super::movement::cut_short;
use super::shock;
use crate::data::Column;
use crate::field::{Aspect, courses};
use crate::model::agenda::{Answer, CounterCourse, Frame, Need, Options, Step, Topic};
use crate::model::attack::{Attack, Attacker, Defender, Marker, Which};
use crate::model::drm::Drm;
use crate::model::event::{Against, MovementEvent, ShockEvent, TurnBy};
use crate::model::names::UnitId;
use crate::model::piece::{Occasion, Unit};
use crate::model::state::State;
use crate::tables::{CounterChargeFacts, MAX_COUNTER_CHARGE};

/// Whether a unit may try a Counter-Charge at all in this Activation. Rules `MOI-CC-01` to `MOI-CC-03` (p. 11).
pub fn may_try(state: &State, unit: &Unit) -> bool {
    let Some(hex) = unit.hex() else {
        return false;
    };
    let still_in_zoc = || {
        let now = state.enemy_zocs(hex, unit.seat);
        unit.acts.began_in_zoc_of.iter().any(|enemy| now.contains(enemy))
    };
    unit.seat != state.active
        && measure::can_charge(state, unit)
        && !unit.is_disordered()
        && !unit.acts.countercharged
        && !still_in_zoc()
}

/// The facings that a unit may take by the one turn of a Counter-Charge, its own first. Rule `MOI-CC-05` (p. 11).
///
/// A turn is open only "in order to effect" the Counter-Charge: [`without_needless_turns`] drops the others.
fn facings(own: Facing) -> [(Facing, Option<Facing>); 3] {
    [
        (own, None),
        (own.turned(-1), Some(own.turned(-1))),
        (own.turned(1), Some(own.turned(1))),
    ]
}

/// Drops every Counter-Charge with a turn that the same unit could make against the same targets by the same path without one.
/// Rule `MOI-CC-05` (p. 11).
fn without_needless_turns(options: &[Answer]) -> Vec<Answer> {
    let is_needless = |option: &Answer| {
        let Answer::CounterCharge {
            unit,
            targets,
            turn: Some(_),
            path,
        } = option
        else {
            return false;
        };
        options.contains(&Answer::CounterCharge {
            unit: *unit,
            targets: targets.clone(),
            turn: None,
            path: path.clone(),
        })
    };
    options
        .iter()
        .filter(|option| !is_needless(option))
        .cloned()
        .collect()
}

/// The modifiers of a Counter-Charge roll. Rule `MOI-CC-07` (p. 11).
pub fn drms(state: &State, unit: &Unit, turns: bool) -> Vec<Drm> {
    let rating = i32::from(state.values_of(unit).sdd);
    CounterChargeFacts { rating, turns }.drms()
}

/// Rolls for a Counter-Charge. Rule `MOI-CC-07` (p. 11).
pub(crate) fn attempt(
    table: &mut BattleTable<'_>,
    id: UnitId,
    targets: &[UnitId],
    turn: Option<Facing>,
    against: Against,
) -> Result<bool, Refusal> {
    let state = table.state();
    let Some(unit) = state.unit(id) else {
        return Ok(false);
    };
    let (seat, drms) = (unit.seat, drms(state, unit, turn.is_some()));
    let about = RollAbout::of(&id).need(at_most(MAX_COUNTER_CHARGE, &drms));
    let throw = roll(table, about, "counter-charge", seat, drms)?;
    let success = throw.total() <= MAX_COUNTER_CHARGE;
    table.emit(ShockEvent::CounterChargeRolled {
        unit: id,
        targets: targets.to_vec(),
        against,
        throw,
        success,
    });
    Ok(success)
}

/// The Counter-Charges that a unit may try against who shoots at it. Rules `MOI-CC-01`, `MOI-CC-06` (pp. 10-11).
pub fn options_against_fire(state: &State, unit: &Unit, firer: &Unit) -> Vec<Answer> {
    let (Some(hex), Some(facing), Some(goal)) = (unit.hex(), unit.facing(), firer.hex()) else {
        return Vec::new();
    };
    if !may_try(state, unit) || !comes_through_front_or_flank(unit, goal) {
        return Vec::new();
    }
    let mut options = Vec::new();
    for (facing, turn) in facings(facing) {
        for path in paths(state, unit, hex, facing, goal) {
            options.push(Answer::CounterCharge {
                unit: unit.id,
                targets: vec![firer.id],
                turn,
                path,
            });
        }
    }
    without_needless_turns(&options)
}

/// The open paths to a firer without a further turn. Rule `MOI-CC-06` (pp. 10-11).
fn paths(state: &State, unit: &Unit, hex: Hex, facing: Facing, goal: Hex) -> Vec<Vec<Hex>> {
    if let Some(direction) = hex.direction_to(goal) {
        let open = facing.frontal().contains(&direction) && state.course_is_open(unit, &[], goal).is_ok();
        return if open { vec![Vec::new()] } else { Vec::new() };
    }
    courses(hex, facing, goal)
        .into_iter()
        .filter(|course| course.turn.is_none() && state.course_is_open(unit, &course.path, goal).is_ok())
        .map(|course| course.path)
        .collect()
}

/// Whether a hex is seen through a unit's front or flank sides. Rule `MOI-CC-01` (p. 11).
fn comes_through_front_or_flank(unit: &Unit, from: Hex) -> bool {
    Aspect::of(unit, from).is_some_and(Aspect::is_in_arc)
}

/// Whether a unit is still where a Counter-Charge needs it, as men-at-arms on horses. Rule `MOI-CC-11` (p. 11).
fn is_able(state: &State, id: UnitId, at: Hex) -> bool {
    state
        .unit(id)
        .is_some_and(|unit| unit.hex() == Some(at) && measure::can_charge(state, unit) && !unit.is_retired())
}

/// What follows a shot: the Counter-Charge that was passed, or the end of a foot unit's Move/Fire. Rules `MOI-CC-10` to
/// `MOI-CC-12`, `MOI-FIRE-06` (pp. 7, 11).
pub(crate) fn after_shot(
    table: &mut BattleTable<'_>,
    firer: UnitId,
    target: UnitId,
    hex: Hex,
    counter: Option<&CounterCourse>,
) -> Result<Taken, Need> {
    let state = table.state();
    if let Some(course) = counter
        && is_able(state, target, hex)
    {
        cut_short(table, firer);
        turn(table, target, course.turn, TurnBy::CounterCharge);
        let ride = Step::CounterRide {
            unit: target,
            target: firer,
            path: course.path.clone(),
            done: 0,
        };
        return Ok(then(table, [ride]));
    }
    let on_foot = state
        .unit(firer)
        .is_none_or(|unit| state.column_of(unit) == Column::Foot);
    if on_foot {
        cut_short(table, firer);
    }
    Ok(then(table, []))
}

/// Turns a unit, if it turns.
pub(crate) fn turn(table: &mut BattleTable<'_>, unit: UnitId, to: Option<Facing>, by: TurnBy) {
    let from = table.state().unit(unit).and_then(Unit::facing);
    if let (Some(from), Some(to)) = (from, to)
        && from != to
    {
        table.emit(MovementEvent::UnitTurned { unit, from, to, by });
    }
}

/// The next hex of a Counter-Charge against fire, then contact. Rules `MOI-CC-10`, `MOI-CC-11` (p. 11).
pub(crate) fn ride(
    table: &mut BattleTable<'_>,
    id: UnitId,
    target: UnitId,
    path: &[Hex],
    done: u8,
) -> Result<Taken, Need> {
    let state = table.state();
    let place = usize::from(done);
    let entered = place.checked_sub(1).and_then(|last| path.get(last)).copied();
    let at = state.unit(id).and_then(Unit::hex);
    let Some(from) = at.filter(|&at| is_able(state, id, entered.unwrap_or(at))) else {
        return Ok(then(table, []));
    };
    if let Some(&to) = path.get(place) {
        let leaders = measure::leaders_with(state, id);
        table.emit(ShockEvent::CounterChargerMoved {
            unit: id,
            from,
            to,
            leaders,
        });
        let on = Occasion::CounterCharge;
        let next = Step::CounterRide {
            unit: id,
            target,
            path: path.to_vec(),
            done: done.saturating_add(1),
        };
        return Ok(then(
            table,
            [
                Step::Reaction {
                    unit: id,
                    hex: to,
                    on,
                },
                next,
            ],
        ));
    }
    Ok(attack(table, id, &[target], Marker::Charge))
}

/// The attack of a counter-charging unit on enemies in its front: by Charge on the firer, by Shock when it goes on. Rules
/// `MOI-CC-10`, `MOI-CC-13` (p. 11).
fn attack(table: &mut BattleTable<'_>, id: UnitId, targets: &[UnitId], marker: Marker) -> Taken {
    let state = table.state();
    let Some((unit, at)) = state.unit(id).and_then(|unit| Some((unit, unit.hex()?))) else {
        return then(table, []);
    };
    let defenders: Vec<Defender> = targets
        .iter()
        .filter_map(|&target| state.unit(target))
        .filter(|target| shock::may_attack(state, unit, target))
        .filter_map(|target| {
            Some(Defender {
                unit: target.id,
                at: target.hex()?,
            })
        })
        .collect();
    if defenders.is_empty() {
        return then(table, []);
    }
    let attack = Attack {
        attackers: vec![Attacker {
            unit: id,
            class: unit.class,
            at,
            marker,
            course: None,
            rode: false,
        }],
        defenders,
        countered_by: Vec::new(),
        rolled: false,
        over: false,
    };
    table.emit(ShockEvent::CounterAttackMade { attack });
    let retreats = (marker == Marker::Shock).then_some(Step::RetreatsBeforeShock);
    let fight = Step::Fight {
        attack: Which::Counter,
    };
    then(
        table,
        retreats
            .into_iter()
            .chain([fight, Step::CounterGoesOn { unit: id }]),
    )
}

/// Goes on with a Continued Attack of a Counter-Charge against fire: all enemies in its front, who may retreat before it. Rules
/// `MOI-CC-13`, `MOI-RBS-06` (p. 11).
pub(crate) fn goes_on(table: &mut BattleTable<'_>, id: UnitId) -> Result<Taken, Need> {
    let state = table.state();
    let Some(unit) = state.unit(id).filter(|_| state.continuing.contains(&id)) else {
        return Ok(then(table, []));
    };
    let targets = shock::frontal_targets(state, unit);
    if targets.is_empty() {
        return Ok(then(table, []));
    }
    Ok(attack(table, id, &targets, Marker::Shock))
}

/// The Counter-Charges that may be tried against attackers now. Rules `MOI-CC-01` to `MOI-CC-05`, `MOI-CC-19` (pp. 10-11).
pub fn options_against_attackers(state: &State) -> Vec<Answer> {
    let mut options = Vec::new();
    for attack in state.attacks.iter().filter(|attack| !attack.over) {
        let attackers = shock::attackers_in_place(state, attack);
        for defender in shock::defenders_in_place(state, attack) {
            if may_try(state, defender) {
                options.extend(options_of(state, defender, &attackers));
            }
        }
    }
    options
}

fn options_of(state: &State, defender: &Unit, attackers: &[&Attacker]) -> Vec<Answer> {
    let (Some(hex), Some(own)) = (defender.hex(), defender.facing()) else {
        return Vec::new();
    };
    let mut options = Vec::new();
    for (facing, turn) in facings(own) {
        let mut by_marker: [Vec<UnitId>; 2] = Default::default();
        for attacker in attackers {
            let in_front = hex
                .direction_to(attacker.at)
                .is_some_and(|direction| facing.frontal().contains(&direction));
            if in_front
                && comes_through_front_or_flank(defender, attacker.at)
                && state.battle.may_charge_into(hex, attacker.at)
            {
                by_marker[usize::from(shock::is_charging(state, attacker))].push(attacker.unit);
            }
        }
        for able in by_marker {
            for set in 1_usize..(1 << able.len().min(2)) {
                let targets = able
                    .iter()
                    .enumerate()
                    .filter(|(place, _)| set & (1 << place) != 0)
                    .map(|(_, &unit)| unit)
                    .collect();
                options.push(Answer::CounterCharge {
                    unit: defender.id,
                    targets,
                    turn,
                    path: Vec::new(),
                });
            }
        }
    }
    without_needless_turns(&options)
}

/// Counter-Charges against attackers, in the non-active player's order. Rules `MOI-CC-04`, `MOI-CC-16` (p. 11).
pub(crate) fn against_attackers(table: &mut BattleTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    let state = table.state();
    let options = options_against_attackers(state);
    if state.round > 0 || options.is_empty() {
        return Ok(then(table, []));
    }
    let seat = state.active.opponent();
    let given = ask(frame, seat, Topic::CounterCharge, "MOI-CC-01", None, || {
        Options::OneOf(options.into_iter().chain([Answer::No]).collect())
    })?;
    let Answer::CounterCharge {
        unit,
        targets,
        turn: to,
        ..
    } = given
    else {
        return Ok(then(table, []));
    };
    let charging = state
        .attacks
        .iter()
        .flat_map(|attack| &attack.attackers)
        .any(|attacker| targets.contains(&attacker.unit) && shock::is_charging(state, attacker));
    let against = if charging { Against::Charge } else { Against::Shock };
    if attempt(table, unit, &targets, to, against)? {
        turn(table, unit, to, TurnBy::CounterCharge);
    }
    Ok(then(table, [Step::CounterCharges]))
}
