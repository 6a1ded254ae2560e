//! Shock attacks: who takes part, in which order attacks are resolved, how one is fought (§10.0, pp. 8-9).

use hindsight_kernel::RollAbout;
use hindsight_kernel::agenda::Taken;

use super::asking::{BattleTable, ask_unless_single, roll, then};
use super::measure;
use super::modifiers;
use crate::data::Outcome;
use crate::model::agenda::{Answer, Cause, Frame, Hit, Need, Step, Topic};
use crate::model::attack::{Attack, Attacker, Marker, Which};
use crate::model::event::{ResultEvent, ShockEvent};
use crate::model::names::UnitId;
use crate::model::piece::Unit;
use crate::model::state::State;

/// Whether an attacker is still where and what it was declared to be. Rule `MOI-SHOCK-13` (pp. 9-10).
pub fn is_in_place(_state: &State, attacker: &Attacker, unit: &Unit) -> bool {
    unit.hex() == Some(attacker.at) && unit.class == attacker.class && !unit.is_retired()
}

/// The attackers that take part. Rule `MOI-SHOCK-13` (pp. 9-10).
pub fn attackers_in_place<'s>(state: &State, attack: &'s Attack) -> Vec<&'s Attacker> {
    let takes_part = |attacker: &&Attacker| {
        state
            .unit(attacker.unit)
            .is_some_and(|unit| is_in_place(state, attacker, unit))
    };
    attack.attackers.iter().filter(takes_part).collect()
}

/// The defenders that are still there. Rule `MOI-SHOCK-13` (pp. 9-10).
pub fn defenders_in_place<'s>(state: &'s State, attack: &Attack) -> Vec<&'s Unit> {
    attack
        .defenders
        .iter()
        .filter_map(|defender| {
            state
                .unit(defender.unit)
                .filter(|unit| unit.hex() == Some(defender.at))
        })
        .collect()
}

/// Whether an attacker fights with a Charge marker: not reluctant, not counter-charged, not Disordered on the way.
/// Rules `MOI-SHOCK-07`, `MOI-SDRM-07` (pp. 9-11).
pub fn is_charging(state: &State, attacker: &Attacker) -> bool {
    attacker.marker == Marker::Charge
        && state
            .unit(attacker.unit)
            .is_some_and(|unit| !unit.is_disordered() && measure::can_charge(state, unit))
}

/// Whether a unit may attack another from its hex: a cell of the matrix, terrain that allows it. Rules `MOI-SHOCK-01`,
/// `MOI-SHOCK-11` (pp. 8, 10).
pub fn may_attack(state: &State, unit: &Unit, target: &Unit) -> bool {
    let fights = state
        .battle
        .charts
        .matrix(state.class_of(unit), state.class_of(target))
        .is_some();
    let (Some(from), Some(to)) = (unit.hex(), target.hex()) else {
        return false;
    };
    fights
        && unit.seat != target.seat
        && state
            .battle
            .shock_terrain(from, to, state.column_of(unit))
            .is_some()
}

/// The enemies in a unit's frontal hexes that it may attack. Rule `MOI-SHOCK-02` (p. 8).
pub fn frontal_targets(state: &State, unit: &Unit) -> Vec<UnitId> {
    unit.frontal_hexes()
        .filter_map(|hex| state.unit_at(hex))
        .filter(|target| target.seat != unit.seat && may_attack(state, unit, target))
        .map(|target| target.id)
        .collect()
}

/// Attacks are resolved in the active player's order; then Continued Attacks, or the Rally Phase. Rule `MOI-SHOCK-06`
/// (pp. 8, 16).
pub(crate) fn resolution(table: &mut BattleTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    let state = table.state();
    let (mut open, mut void) = (Vec::new(), Vec::new());
    for (place, attack) in state
        .attacks
        .iter()
        .enumerate()
        .filter(|(_, attack)| !attack.over)
    {
        let fought =
            !attackers_in_place(state, attack).is_empty() && !defenders_in_place(state, attack).is_empty();
        if fought { &mut open } else { &mut void }.push(place as u8);
    }
    if !void.is_empty() {
        for place in void {
            table.emit(ShockEvent::AttackOver {
                attack: Which::Round(place),
            });
        }
        return Ok(then(table, [Step::Resolution]));
    }
    if open.is_empty() {
        let goes_on = !state.continuing.is_empty();
        table.emit(ResultEvent::RoundEnded);
        return Ok(if goes_on {
            then(table, [Step::ContinuedAttacks])
        } else {
            then(table, [Step::Rally, Step::EndOfActivation])
        });
    }
    let options = open.iter().map(|&attack| Answer::Attack { attack }).collect();
    let next = ask_unless_single(
        frame,
        state.active,
        Topic::NextAttack,
        "MOI-SHOCK-06",
        None,
        options,
    )?;
    let Answer::Attack { attack } = next else {
        return Ok(then(table, []));
    };
    let fight = Step::Fight {
        attack: Which::Round(attack),
    };
    Ok(then(table, [fight, Step::Resolution]))
}

/// An attack of the round, or that of a Counter-Charge against fire.
pub fn attack_of(state: &State, which: Which) -> Option<&Attack> {
    match which {
        Which::Round(place) => state.attacks.get(usize::from(place)),
        Which::Counter => state.counter.as_ref(),
    }
}

/// Fights one attack: one roll a defender, all before any result. Rules `MOI-SHOCK-08` to `MOI-SHOCK-10` (pp. 8-9).
pub(crate) fn fight(table: &mut BattleTable<'_>, which: Which) -> Result<Taken, Need> {
    let state = table.state();
    // All before a continuing Counter-Charge may have retreated. Rule `MOI-RBS-06`.
    let Some(attack) = attack_of(state, which).filter(|attack| !attack.over).cloned() else {
        return Ok(then(table, []));
    };
    let attackers = attackers_in_place(state, &attack);
    let defenders: Vec<Unit> = defenders_in_place(state, &attack).into_iter().cloned().collect();
    let Some(seat) = attackers
        .first()
        .and_then(|attacker| state.unit(attacker.unit))
        .map(|unit| unit.seat)
        .filter(|_| !defenders.is_empty())
    else {
        table.emit(ShockEvent::AttackOver { attack: which });
        return Ok(then(table, []));
    };
    let charging: Vec<UnitId> = attackers
        .iter()
        .filter(|attacker| is_charging(state, attacker))
        .map(|attacker| attacker.unit)
        .collect();
    let rolled: Vec<_> = defenders
        .iter()
        .filter_map(|defender| {
            let facts = modifiers::of_attack(state, &attack, &attackers, defender, defenders.len())?;
            Some((defender, facts))
        })
        .collect();
    let units: Vec<UnitId> = attackers.iter().map(|attacker| attacker.unit).collect();
    let from: Vec<_> = attackers.iter().map(|attacker| attacker.at).collect();
    let (mut hits, mut back, mut back_from, mut continued) = (Vec::new(), Outcome::NONE, Vec::new(), false);
    for (defender, facts) in rolled {
        let drms = facts.drms(&table.state().battle.charts);
        let about = RollAbout {
            unit: units.first().map(ToString::to_string),
            ..RollAbout::default()
        };
        let throw = roll(table, about.against(&defender.id), "shock", seat, drms)?;
        let result = facts.result(&table.state().battle.charts, throw.total());
        table.emit(ShockEvent::ShockRolled {
            attack: which,
            attackers: units.clone(),
            defender: defender.id,
            table: facts.table(),
            column: facts.order,
            throw,
            result,
        });
        if !result.def.is_none() {
            hits.push(Hit {
                unit: defender.id,
                outcome: result.def,
                cause: Cause::Defending,
                from: from.clone(),
            });
        }
        if !result.att.is_none() {
            back = back.and(result.att);
            back_from.extend(defender.hex().map(|hex| (hex, result.att)));
        }
        continued |= result.ca;
    }
    // A Retreat is away from the defenders whose roll gave it. Rules `MOI-RES-16`, `MOI-SHOCK-09` (p. 9).
    let away_from: Vec<_> = back_from
        .iter()
        .filter(|(_, result)| result.goes_back() || !back.goes_back())
        .map(|(hex, _)| *hex)
        .collect();
    let suffered = |&unit: &UnitId| Hit {
        unit,
        outcome: back,
        cause: Cause::Attacking,
        from: away_from.clone(),
    };
    let own = if back.is_none() {
        Vec::new()
    } else {
        units.iter().map(suffered).collect()
    };
    let steps = [
        Step::Hits {
            seat: seat.opponent(),
            hits,
        },
        Step::Hits { seat, hits: own },
        Step::Advance {
            attack: which,
            fought: defenders.iter().map(|defender| defender.id).collect(),
            charging,
            continued,
        },
    ];
    Ok(then(table, steps))
}
