//! Charges of a turn that are noted for its courage checks before the engagement or the charger is gone (pp. 22-23, 31).

use crate::model::agenda::BattleTable;
use crate::model::effect::Keyword;
use crate::model::event::{CourageEvent, Event, MovementEvent, TurnMark};
use crate::model::names::UnitId;
use crate::model::state::{CheckKind, Phase, State, Unit};
use crate::procedures::courage::{chargers, is_feared, needs_fear_check};

/// Notes which units have been charged by Terrifying ones and, where Rout Checks come before Fear Checks, which owe a Fear Check:
/// of all charges of the turn, or of those of one unit that is about to be removed. Rules `BG4-KEYW-09` (p. 131),
/// `BG3-COUR-03`, `BG3-COUR-10`, `BG3-COUR-11` (pp. 22-23, 31).
///
/// RULING: BG3-COUR-10, the check is called for by the charge, "on the turn that they are charged": it stays due if the charger
/// routs in step 1, is destroyed there, or is given up for its Back Up Unit (BG3-BACK-03).
pub(crate) fn note_charges(table: &mut BattleTable<'_>, only: Option<UnitId>) {
    let state = table.state();
    let counts = |charger: &Unit| only.is_none_or(|only| only == charger.id);
    let terrified: Vec<UnitId> = state
        .on_table()
        .filter(|unit| !unit.turn.terrified && !state.kind(unit).is(Keyword::Fearsome))
        .filter(|unit| {
            chargers(state, unit.id)
                .any(|charger| counts(charger) && state.kind(charger).is(Keyword::Terrifying))
        })
        .map(|unit| unit.id)
        .collect();
    let frightening = |unit: &&Unit| {
        chargers(state, unit.id).any(|charger| counts(charger) && is_feared(state, unit, charger))
    };
    let feared: Vec<UnitId> = state
        .on_table()
        .filter(|_| rout_checks_come_first(state))
        .filter(|unit| !unit.pending.fear && needs_fear_check(state, unit))
        .filter(frightening)
        .map(|unit| unit.id)
        .collect();
    for unit in terrified {
        let mark = TurnMark::Terrified;
        table.emit(Event::Movement(MovementEvent::Marked { unit, mark }));
    }
    for unit in feared {
        let kind = CheckKind::Fear;
        table.emit(Event::Courage(CourageEvent::CheckForced { unit, kind }));
    }
}

/// Notes the charges of a unit that is destroyed before the Movement & Command Phase closes, in which those of all others are
/// noted. Rule `BG3-COUR-10` (p. 23).
pub(crate) fn note_charges_of_destroyed(table: &mut BattleTable<'_>, unit: UnitId) {
    let state = table.state();
    if state.phase == Phase::MovementAndCommand && rout_checks_come_first(state) {
        note_charges(table, Some(unit));
    }
}

/// Whether the Rout Checks of a Courage Phase are made before its Fear Checks, so that a charge may be over by then. Rules
/// `BG3-COUR-02` (p. 22), `BG4-COUR-06` (p. 85).
fn rout_checks_come_first(state: &State) -> bool {
    use crate::model::agenda::CourageStep;
    state.edition.courage_steps(true).first() == Some(&CourageStep::Rout)
}
