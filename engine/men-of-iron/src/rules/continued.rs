//! Continued Attacks (§10.3, §12.7, pp. 9, 12).

use hindsight_kernel::agenda::Taken;

use super::asking::{BattleTable, then};
use super::declaration::{attacks_of, continuing};
use super::shock::frontal_targets;
use crate::model::agenda::{Need, Step};
use crate::model::attack::{Declared, DeclaredAttacker};
use crate::model::event::ShockEvent;

/// A round of Continued Attacks: nobody who could attack ends it; a single unit attacks all before it without being asked;
/// several are declared. Rules `MOI-CONT-02`, `MOI-CONT-03`, `MOI-CONT-05` (pp. 9, 12).
pub(crate) fn round(table: &mut BattleTable<'_>) -> Result<Taken, Need> {
    let state = table.state();
    match continuing(state)[..] {
        [] => Ok(then(table, [Step::Rally, Step::EndOfActivation])),
        [unit] => {
            let declared = [Declared {
                attackers: vec![DeclaredAttacker {
                    unit: unit.id,
                    charge: None,
                }],
                defenders: frontal_targets(state, unit),
            }];
            let attacks = attacks_of(state, &declared);
            table.emit(ShockEvent::AttacksDeclared { attacks });
            Ok(then(table, [Step::RetreatsBeforeShock, Step::Resolution]))
        }
        [_, _, ..] => Ok(Taken::Waits),
    }
}
