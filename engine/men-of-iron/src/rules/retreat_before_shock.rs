//! Retreat Before Shock (§10.2, p. 8).

use hindsight_geometry::hexes::Hex;
use hindsight_kernel::Seat;
use hindsight_kernel::agenda::Taken;

use super::asking::{BattleTable, ask, then};
use super::measure;
use super::movement::cut_short;
use super::shock;
use crate::data::Column;
use crate::field::{Occupants, Walker};
use crate::model::agenda::{Answer, Frame, Need, Options, Spot, Step, Topic};
use crate::model::attack::{Attack, Which};
use crate::model::event::{ResultEvent, ShockEvent};
use crate::model::names::ClassId;
use crate::model::piece::Unit;
use crate::model::state::State;

/// Whether a defender may retreat before the attack on it: mounted, Normal, and all its attackers on foot. Rule `MOI-RBS-01`
/// (p. 8).
pub fn may_retreat(state: &State, attack: &Attack, defender: &Unit) -> bool {
    let on_foot = |id| {
        state
            .unit(id)
            .is_some_and(|unit| state.column_of(unit) == Column::Foot)
    };
    is_able(state, attack, defender)
        && shock::attackers_in_place(state, attack)
            .iter()
            .all(|attacker| on_foot(attacker.unit))
}

/// Whether a defender is of a class and in a state in which it could retreat before an attack that is still to be fought. Rule
/// `MOI-RBS-01` (p. 8).
fn is_able(state: &State, attack: &Attack, defender: &Unit) -> bool {
    !attack.over
        && state.column_of(defender) == Column::Mounted
        && !defender.is_disordered()
        && !shock::attackers_in_place(state, attack).is_empty()
}

/// Whether a defender may retreat before an attack that is about to be fought. Rules `MOI-RBS-01`, `MOI-RBS-06` (pp. 8, 11).
///
/// RULING: "those units can Retreat Before Combat" of the units before a continuing Counter-Charge (11.6) holds although its
/// attacker is mounted, which 10.2 alone would never allow; class and state are those of 10.2.
fn is_offered(state: &State, which: Which, attack: &Attack, defender: &Unit) -> bool {
    match which {
        Which::Round(_) => may_retreat(state, attack, defender),
        Which::Counter => is_able(state, attack, defender),
    }
}

/// The attacks before which retreats are asked for: a Counter-Charge that goes on in the midst of Move/Fire, or those of the
/// round.
fn attacks(state: &State) -> Vec<(Which, &Attack)> {
    match &state.counter {
        Some(attack) if !attack.over => vec![(Which::Counter, attack)],
        _ => {
            let round = state.attacks.iter().enumerate();
            round
                .map(|(place, attack)| (Which::Round(place as u8), attack))
                .collect()
        }
    }
}

/// The seat whose units make an attack.
fn attacking(state: &State, attack: &Attack) -> Seat {
    let first = attack.attackers.first();
    first
        .and_then(|attacker| state.unit(attacker.unit))
        .map_or(state.active, |unit| unit.seat)
}

/// The hexes to which a defender may retreat before shock. Rule `MOI-RBS-02` (p. 8).
pub fn spots_of(state: &State, attack: &Attack, defender: &Unit) -> Vec<Hex> {
    let Some(at) = defender.hex() else {
        return Vec::new();
    };
    let attackers = shock::attackers_in_place(state, attack);
    let walker = Walker::Unit(state.column_of(defender));
    let occupants = Occupants::of(state);
    let on_a_path = |hex: Hex| {
        state
            .attacks
            .iter()
            .flat_map(|attack| &attack.attackers)
            .filter_map(|attacker| attacker.course.as_ref())
            .any(|course| course.path.contains(&hex))
    };
    state
        .battle
        .map
        .extent()
        .neighbours(at)
        .map(|(_, hex)| hex)
        .filter(|&hex| {
            attackers.iter().all(|attacker| hex.is_away_from(attacker.at, at))
                && !state.in_enemy_zoc(hex, defender.seat)
                && !on_a_path(hex)
                && occupants.at(hex).is_none()
                && !state.enemy_leader_or_standard_at(hex, defender.seat)
                && !state.is_enemy_entry(hex, defender.seat)
                && state.battle.may_step(at, hex, walker)
        })
        .collect()
}

fn all_spots(state: &State) -> Vec<Spot> {
    let mut spots = Vec::new();
    for (which, attack) in attacks(state) {
        for defender in shock::defenders_in_place(state, attack) {
            if is_offered(state, which, attack, defender) {
                spots.extend(super::asking::spots(
                    defender.id,
                    spots_of(state, attack, defender),
                ));
            }
        }
    }
    spots
}

/// Retreats Before Shock in the defending player's order: one after the other until they say that the rest stay. Rules
/// `MOI-SHOCK-06`, `MOI-RBS-06` (pp. 8, 11, 16).
pub(crate) fn retreats(table: &mut BattleTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    let state = table.state();
    let spots = all_spots(state);
    if spots.is_empty() {
        return Ok(then(table, []));
    }
    // Of a Counter-Charge the active player's units are the defenders.
    let seat = attacks(state)
        .first()
        .map_or(state.active, |(_, attack)| attacking(state, attack))
        .opponent();
    let given = ask(frame, seat, Topic::RetreatBeforeShock, "MOI-RBS-01", None, || {
        Options::Places {
            spots,
            or: vec![Answer::No],
        }
    })?;
    let Answer::Place {
        unit, hex, facing, ..
    } = given
    else {
        return Ok(then(table, []));
    };
    let Some(from) = state.unit(unit).and_then(Unit::hex) else {
        return Ok(then(table, []));
    };
    let disorders = state.unit(unit).is_some_and(|unit| unit.class == ClassId::MMAA);
    let before = attacks(state)
        .into_iter()
        .find(|(_, attack)| attack.defenders.iter().any(|defender| defender.unit == unit))
        .map(|(which, _)| which);
    let leaders = measure::leaders_with(state, unit);
    table.emit(ShockEvent::RetreatedBeforeShock {
        unit,
        from,
        to: hex,
        facing,
        leaders,
    });
    if disorders {
        table.emit(ResultEvent::UnitDisordered { unit });
    }
    cut_short(table, unit);
    let state = table.state();
    let empty = before.filter(|&which| {
        shock::attack_of(state, which)
            .is_some_and(|attack| shock::defenders_in_place(state, attack).is_empty())
    });
    let offer = empty.map(|which| Step::AdvanceBeforeShock {
        attack: match which {
            Which::Round(place) => place,
            Which::Counter => 0,
        },
    });
    Ok(then(table, offer.into_iter().chain([Step::RetreatsBeforeShock])))
}

/// One attacker may enter what was vacated before shock, without a turn; the attack is over. Rules `MOI-RBS-03`, `MOI-RBS-04`
/// (p. 8).
///
/// The place is one of the list of [`attacks`]: that of a Counter-Charge which goes on is the only one.
pub(crate) fn advance(table: &mut BattleTable<'_>, frame: &Frame, place: u8) -> Result<Taken, Need> {
    let state = table.state();
    let Some((which, attack)) = attacks(state).into_iter().nth(usize::from(place)) else {
        return Ok(then(table, []));
    };
    let seat = attacking(state, attack);
    let mut options = Vec::new();
    for attacker in shock::attackers_in_place(state, attack) {
        let Some(unit) = state.unit(attacker.unit) else {
            continue;
        };
        for defender in &attack.defenders {
            if super::advance::may_enter(state, unit, defender.at)
                && let Some(facing) = unit.facing()
            {
                options.push(Answer::Place {
                    unit: unit.id,
                    hex: defender.at,
                    through: None,
                    facing,
                });
            }
        }
    }
    let given = if options.is_empty() {
        Answer::No
    } else {
        options.push(Answer::No);
        ask(frame, seat, Topic::AdvanceBeforeShock, "MOI-RBS-03", None, || {
            Options::OneOf(options)
        })?
    };
    table.emit(ShockEvent::AttackOver { attack: which });
    match given {
        Answer::Place {
            unit, hex, facing, ..
        } => {
            let displaced = super::advance::enter(table, unit, hex, facing);
            Ok(then(table, displaced))
        }
        _ => Ok(then(table, [])),
    }
}
