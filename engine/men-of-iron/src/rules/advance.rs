//! The advance after an attack, and who earns a Continued Attack (§10.5, §12.7, pp. 9-10, 12).

use hindsight_geometry::hexes::{Facing, Hex};
use hindsight_kernel::Seat;
use hindsight_kernel::agenda::Taken;

use super::asking::{BattleTable, ask, ask_unless_single, then};
use super::measure;
use super::shock;
use crate::data::Column;
use crate::field::Walker;
use crate::model::agenda::{Answer, Frame, Need, Options, Spot, Step, Topic};
use crate::model::attack::Which;
use crate::model::event::{ResultEvent, ShockEvent};
use crate::model::names::UnitId;
use crate::model::piece::{Status, Unit};
use crate::model::state::State;

/// Whether a unit next to a hex may advance into it: free of combat units, not prohibited. Rules `MOI-ADV-02`, `MOI-MOVE-11`
/// (pp. 5, 9).
pub fn may_enter(state: &State, unit: &Unit, hex: Hex) -> bool {
    unit.hex().is_some_and(|at| {
        at.is_adjacent_to(hex)
            && state.unit_at(hex).is_none()
            && !state.is_enemy_entry(hex, unit.seat)
            && state
                .battle
                .may_step(at, hex, Walker::Unit(state.column_of(unit)))
    })
}

/// Advances a unit, leaders with it; lone enemy leaders and Standards of the hex come next. Rule `MOI-ADV-06` (pp. 5-14).
pub(crate) fn enter(table: &mut BattleTable<'_>, id: UnitId, to: Hex, facing: Facing) -> Option<Step> {
    let state = table.state();
    let unit = state.unit(id)?;
    let (from, by) = (unit.hex()?, unit.seat);
    let leaders = measure::leaders_with(state, id);
    table.emit(ResultEvent::UnitAdvanced {
        unit: id,
        from,
        to,
        facing,
        leaders,
    });
    Some(Step::Displace { hex: to, by })
}

/// The units that come first among those that could advance: charging, then mounted, then not Disordered. Rule `MOI-ADV-03`
/// (p. 9).
pub fn first_in_line(state: &State, units: &[UnitId], charging: &[UnitId]) -> Vec<UnitId> {
    let mut line = units.to_vec();
    if line.len() < 2 {
        return line;
    }
    let is = |id: UnitId, test: &dyn Fn(&Unit) -> bool| state.unit(id).is_some_and(test);
    let tiers: [&dyn Fn(UnitId) -> bool; 3] = [
        &|id| charging.contains(&id),
        &|id| is(id, &|unit| state.column_of(unit) == Column::Mounted),
        &|id| is(id, &|unit| unit.status == Status::Normal),
    ];
    for tier in tiers {
        if line.iter().any(|&id| tier(id)) {
            line.retain(|&id| tier(id));
        }
    }
    line
}

/// The consequences of an attack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Following {
    /// Whose units attacked.
    pub seat: Seat,
    /// Where which units must advance; none where nobody may.
    pub spots: Vec<Spot>,
    /// The units of which one earns a Continued Attack if nobody advances.
    pub standing: Vec<UnitId>,
}

/// The advances after an attack, and the unit that is first in line for a Continued Attack. Rules
/// `MOI-ADV-01` to `MOI-ADV-04`, `MOI-CONT-01` (pp. 9-10, 12).
pub fn following(
    state: &State,
    which: Which,
    fought: &[UnitId],
    charging: &[UnitId],
    continued: bool,
) -> Option<Following> {
    let attack = shock::attack_of(state, which)?;
    let seat = state.unit(attack.attackers.first()?.unit)?.seat;
    let present: Vec<UnitId> = shock::attackers_in_place(state, attack)
        .iter()
        .map(|attacker| attacker.unit)
        .collect();
    let vacated: Vec<Hex> = attack
        .defenders
        .iter()
        .filter(|defender| fought.contains(&defender.unit))
        .filter(|defender| state.unit(defender.unit).and_then(Unit::hex) != Some(defender.at))
        .map(|defender| defender.at)
        .collect();
    let enters = |id: UnitId, hex: Hex| {
        state
            .unit(id)
            .is_some_and(|unit| (continued || !unit.is_disordered()) && may_enter(state, unit, hex))
    };
    let eligible: Vec<UnitId> = present
        .iter()
        .copied()
        .filter(|&id| vacated.iter().any(|&hex| enters(id, hex)))
        .collect();
    let mut spots = Vec::new();
    for unit in first_in_line(state, &eligible, charging) {
        for &hex in vacated.iter().filter(|&&hex| enters(unit, hex)) {
            spots.push(Spot {
                unit,
                hex,
                through: None,
            });
        }
    }
    let standing = first_in_line(state, &present, charging);
    Some(Following {
        seat,
        spots,
        standing,
    })
}

/// One eligible attacker advances; with a Continued Attack it keeps its facing and attacks again. Rules `MOI-ADV-01` to
/// `MOI-ADV-06`, `MOI-CONT-01`, `MOI-CONT-07`, `MOI-CONT-08` (pp. 9-10, 12).
pub(crate) fn advance(
    table: &mut BattleTable<'_>,
    frame: &Frame,
    which: Which,
    fought: &[UnitId],
    charging: &[UnitId],
    continued: bool,
) -> Result<Taken, Need> {
    let state = table.state();
    let Some(Following {
        seat,
        spots,
        standing,
    }) = following(state, which, fought, charging, continued)
    else {
        return Ok(then(table, []));
    };
    if spots.is_empty() {
        if continued && !standing.is_empty() {
            let options = standing.into_iter().map(|unit| Answer::Unit { unit }).collect();
            let earns = ask_unless_single(frame, seat, Topic::ContinuedAttack, "MOI-CONT-01", None, options)?;
            if let Answer::Unit { unit } = earns {
                table.emit(ResultEvent::ContinuedAttackEarned { unit });
            }
        }
        table.emit(ShockEvent::AttackOver { attack: which });
        return Ok(then(table, []));
    }
    let given = if continued {
        let keeps = |spot: &Spot| {
            Some(Answer::Place {
                unit: spot.unit,
                hex: spot.hex,
                through: None,
                facing: state.unit(spot.unit)?.facing()?,
            })
        };
        let options = spots.iter().filter_map(keeps).collect();
        ask_unless_single(frame, seat, Topic::Advance, "MOI-CONT-08", None, options)?
    } else {
        ask(frame, seat, Topic::Advance, "MOI-ADV-01", None, || {
            Options::Places {
                spots,
                or: Vec::new(),
            }
        })?
    };
    let Answer::Place {
        unit, hex, facing, ..
    } = given
    else {
        return Ok(then(table, []));
    };
    let displaced = enter(table, unit, hex, facing);
    if continued {
        table.emit(ResultEvent::ContinuedAttackEarned { unit });
    }
    table.emit(ShockEvent::AttackOver { attack: which });
    Ok(then(table, displaced))
}
