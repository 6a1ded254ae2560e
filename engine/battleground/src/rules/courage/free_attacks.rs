//! Free Attacks on units that rout (pp. 88-89).

use crate::model::agenda::{
    Answer, Asking, BattleTable, Frame, Need, Options, Step, Taken, Topic, answer_to, proceed,
};
use crate::model::attack::AttackKind;
use crate::model::names::UnitId;
use crate::model::rule::Rule;
use crate::model::state::{State, Status};

/// Every attacker that is engaged with a unit that has just Routed, with that unit. Disrupted attackers strike too,
/// Routing ones do not. Rule `BG4-COUR-18` (p. 88).
// RULING: BG4-COUR-18, one Free Attack against each Routing unit that the attacker is engaged with.
// RULING: BG3-COUR-16, BG3-BACK-03 (p. 23), a Back Up Unit that stepped in earlier in the phase makes them too: the engagement goes on
// ("an ongoing engagement", BG3-BACK-04), so it is the one with which the phase began. Nobody makes one on the unit it replaced.
pub(crate) fn free_attacks_due(state: &State) -> Vec<(UnitId, UnitId)> {
    let mut due = Vec::new();
    for seat in state.in_order() {
        for attacker in state.own(seat).filter(|unit| unit.status != Status::Routing) {
            for (enemy, _, _) in state.engaged_with(attacker.id) {
                let routs = state.unit(enemy).is_some_and(|unit| {
                    unit.status == Status::Routing && unit.turn.just_routed && !unit.turn.ridden_down
                });
                if routs {
                    due.push((attacker.id, enemy));
                }
            }
        }
    }
    due
}

/// Makes the Free Attacks one by one, the active player's first, in the order that each player chooses; those on a unit
/// already destroyed are left out. Rules `BG4-COUR-18`, `BG4-COUR-20` (p. 88).
// RULING: BG4-COUR-20, one by one, since a Routing unit does not strike back.
pub(crate) fn free_attacks(table: &mut BattleTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    let Step::FreeAttacks { left } = &frame.step else {
        return Ok(Taken::Waits);
    };
    let state = table.state();
    let stands = |unit: UnitId| state.unit(unit).is_some_and(|unit| unit.pose.is_some());
    let left: Vec<(UnitId, UnitId)> = left
        .iter()
        .copied()
        .filter(|(attacker, target)| stands(*attacker) && stands(*target))
        .collect();
    let seat = state
        .in_order()
        .into_iter()
        .find(|seat| left.iter().any(|(attacker, _)| attacker.seat() == *seat));
    let Some(seat) = seat else {
        proceed(table, 1, []);
        return Ok(Taken::Went);
    };
    let own: Vec<(UnitId, UnitId)> = left
        .iter()
        .copied()
        .filter(|(attacker, _)| attacker.seat() == seat)
        .collect();
    let named = answer_to(&frame.answers, Topic::NextFreeAttack, None, None).and_then(|given| {
        let mut numbered = own.iter().zip(0..=u8::MAX);
        numbered.find(|(pair, number)| given.means(&free_attack(**pair), *number))
    });
    let chosen = match (&own[..], named) {
        ([only], _) => *only,
        (_, Some((pair, _))) => *pair,
        (_, None) => {
            let options = own
                .iter()
                .map(|pair| (free_attack(*pair), format!("{} attacks {}", pair.0, pair.1)))
                .collect();
            return Err(Asking {
                seat,
                topic: Topic::NextFreeAttack,
                unit: None,
                about: None,
                options: Options::OneOf(options),
                rule: Rule::Cour20.into(),
            }
            .into());
        }
    };
    let rest: Vec<(UnitId, UnitId)> = left.into_iter().filter(|pair| *pair != chosen).collect();
    proceed(table, 1, [Step::FreeAttacks { left: rest }]);
    crate::rules::combat::begin_attack(table, chosen.0, chosen.1, AttackKind::Free, None);
    Ok(Taken::Went)
}

/// A Free Attack as it is answered.
const fn free_attack((by, on): (UnitId, UnitId)) -> Answer {
    let kind = AttackKind::Free;
    Answer::Attack { by, kind, on }
}
