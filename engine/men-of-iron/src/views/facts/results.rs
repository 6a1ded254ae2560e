//! Facts of events of combat results, leader casualties, advances and Continued Attacks.

use hindsight_kernel::{Fact, Seat};

use super::{counted, losses, moved, tested};
use crate::model::event::{LeaderForm, ResultEvent};
use crate::model::names::UnitId;
use crate::model::state::State;

/// Tells the facts of an event of combat results, leader casualties, advances and Continued Attacks.
pub(super) fn facts(before: &State, event: &ResultEvent, out: &mut Vec<Fact>) {
    let seat_of = |unit: UnitId| before.unit(unit).map_or(before.active, |unit| unit.seat);
    rolls(before, event, out);
    counts(before, event, out);
    match event {
        ResultEvent::UnitAdvanced { unit, from, to, .. } => {
            moved(before, *unit, &[*from, *to], "advance", out);
        }
        ResultEvent::UnitRetreated { unit, from, to, .. } => {
            moved(before, *unit, &[*from, *to], "retreat", out);
            out.push(counted("retreats", Some(seat_of(*unit)), Some(*unit), 1.0));
        }
        ResultEvent::UnitDisordered { unit } => {
            out.push(counted("disordered", Some(seat_of(*unit)), Some(*unit), 1.0));
            out.push(Fact::Broken {
                unit: unit.to_string(),
                seat: seat_of(*unit),
            });
        }
        ResultEvent::UnitRetired { unit, .. } => {
            out.push(counted("retired", Some(seat_of(*unit)), Some(*unit), 1.0));
            losses::retired(before, *unit, out);
        }
        ResultEvent::UnitUnhorsed { unit } => {
            out.push(counted("unhorsed", Some(seat_of(*unit)), Some(*unit), 1.0));
        }
        ResultEvent::UnitEliminated { unit, hex } => {
            let terrain = before.battle.map.terrain(*hex);
            out.push(counted(
                format!("lost in {terrain}"),
                Some(seat_of(*unit)),
                Some(*unit),
                1.0,
            ));
            losses::eliminated(before, *unit, out);
        }
        ResultEvent::LeaderKilled { leader, .. } | ResultEvent::LeaderCaptured { leader, .. } => {
            let seat = before.leader(*leader).map(|leader| leader.seat);
            out.push(counted("leaders lost", seat, None, 1.0));
        }
        ResultEvent::ContinuedAttackEarned { unit } => {
            out.push(counted(
                "continued attacks",
                Some(seat_of(*unit)),
                Some(*unit),
                1.0,
            ));
        }
        ResultEvent::LeaderRolled { .. }
        | ResultEvent::LeaderMoved { .. }
        | ResultEvent::LeaderRemoved { .. }
        | ResultEvent::RoundEnded => {}
    }
}

/// Tells the dice of an event.
fn rolls(before: &State, event: &ResultEvent, out: &mut Vec<Fact>) {
    let seat = event.subjects().roller(before);
    match event {
        ResultEvent::LeaderRolled {
            form, throw, killed, ..
        } => {
            // The Activation Rating is among the modifiers already. Rules `MOI-LEAD-04`, `MOI-LEAD-05` (p. 13).
            let limit = match form {
                LeaderForm::Fire => 7,
                LeaderForm::Shock => 2,
            };
            out.push(tested("leader casualty", seat, None, None, throw, limit, !killed));
        }
        ResultEvent::UnitDisordered { .. }
        | ResultEvent::UnitRetreated { .. }
        | ResultEvent::UnitRetired { .. }
        | ResultEvent::UnitUnhorsed { .. }
        | ResultEvent::UnitEliminated { .. }
        | ResultEvent::LeaderKilled { .. }
        | ResultEvent::LeaderCaptured { .. }
        | ResultEvent::LeaderMoved { .. }
        | ResultEvent::LeaderRemoved { .. }
        | ResultEvent::UnitAdvanced { .. }
        | ResultEvent::ContinuedAttackEarned { .. }
        | ResultEvent::RoundEnded => {}
    }
}

/// Tells the catalogue's own counts of an event.
fn counts(before: &State, event: &ResultEvent, out: &mut Vec<Fact>) {
    let seat_of = |unit: UnitId| before.unit(unit).map(|unit| unit.seat);
    let mut count = |counter: &str, seat: Option<Seat>, unit: Option<UnitId>, amount: f64| {
        out.push(counted(counter, seat, unit, amount));
    };
    match event {
        ResultEvent::ContinuedAttackEarned { unit } => {
            let length = before.unit(*unit).map_or(1, |unit| unit.acts.attacks.max(1));
            count(
                &format!("chains of {length} continued attacks or more"),
                seat_of(*unit),
                Some(*unit),
                1.0,
            );
        }
        ResultEvent::LeaderRolled {
            leader,
            killed: false,
            ..
        } => {
            let seat = before.leader(*leader).map(|leader| leader.seat);
            count("leader rolls survived", seat, None, 1.0);
        }
        ResultEvent::LeaderCaptured { leader, .. } => {
            let seat = before.leader(*leader).map(|leader| leader.seat);
            count("leaders captured", seat, None, 1.0);
        }
        ResultEvent::UnitDisordered { .. }
        | ResultEvent::UnitRetreated { .. }
        | ResultEvent::UnitRetired { .. }
        | ResultEvent::UnitUnhorsed { .. }
        | ResultEvent::UnitEliminated { .. }
        | ResultEvent::LeaderKilled { .. }
        | ResultEvent::LeaderMoved { .. }
        | ResultEvent::LeaderRemoved { .. }
        | ResultEvent::UnitAdvanced { .. }
        | ResultEvent::LeaderRolled { .. }
        | ResultEvent::RoundEnded => {}
    }
}
