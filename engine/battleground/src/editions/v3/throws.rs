//! Javelins and pila on engaging (p. 30).

use super::javelins::{targets, throwers_at};
use crate::editions::profile::Throws as ThrownAt;
use crate::model::agenda::{
    Answer, BattleTable, Frame, Need, Options, Question, Step, Taken, Topic, answer_to, proceed,
};
use crate::model::attack::AttackKind;
use crate::model::event::{CourageEvent, DamageEvent, Event, MovementEvent, TurnEvent, TurnMark};
use crate::model::names::UnitId;
use crate::model::rule::Rule;
use crate::model::state::{Phase, Status, Unit};
use crate::rules::combat::begin_attack;
use crate::rules::damage::{Marked, causes};
use crate::rules::triggers::noted::{note, of_damage};

/// The extra attacks with Javelins and Pila, one after the other, the active player's first; then their damage counts for the
/// rest of the phase. Rules `BG3-COMB-01` (p. 16), `BG3-KEY-23`, `BG3-KEY-24` (p. 30).
pub(crate) fn throw(table: &mut BattleTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    if table.state().phase != Phase::Combat {
        table.emit(Event::Turn(TurnEvent::PhaseBegan { phase: Phase::Combat }));
        return Ok(Taken::Went);
    }
    let state = table.state();
    let next = state.in_order().into_iter().find_map(|seat| {
        state.own(seat).find_map(|unit| {
            let on = targets(state, unit);
            (!on.is_empty()).then_some((unit.id, on))
        })
    });
    let Some((unit, on)) = next else {
        count_damage(table);
        proceed(table, 1, []);
        return Ok(Taken::Went);
    };
    let target = chosen(unit, &on, frame)?;
    table.emit(Event::Movement(MovementEvent::Marked {
        unit,
        mark: TurnMark::Threw,
    }));
    proceed(table, 1, [Step::Throws]);
    begin_attack(table, unit, target, AttackKind::Thrown, None);
    Ok(Taken::Went)
}

/// At which enemy of its new engagements a unit throws: its owner chooses among several. Rule `BG3-KEY-23` (p. 30).
fn chosen(unit: UnitId, on: &[UnitId], frame: &Frame) -> Result<UnitId, Need> {
    match (
        on,
        answer_to(&frame.answers, Topic::ThrowTarget, Some(unit), None),
    ) {
        ([only], _) => Ok(*only),
        (_, Some(Answer::Unit(enemy))) if on.contains(enemy) => Ok(*enemy),
        _ => Err(Question {
            seat: unit.seat(),
            topic: Topic::ThrowTarget,
            unit: Some(unit),
            about: None,
            options: Options::OneOf(
                on.iter()
                    .map(|enemy| (Answer::Unit(*enemy), format!("{unit} throws at {enemy}")))
                    .collect(),
            ),
            rule: Rule::Throws.into(),
        }
        .into()),
    }
}

/// Javelins and Pila fly ahead of the free attacks at an enemy that has just begun to rout pinched by the unit that throws them:
/// the next of these throws is made, if there is one, and the step goes on after it. Its damage counts at once. Rules
/// `BG3-KEY-23`, `BG3-KEY-24` (p. 30).
///
/// # Errors
/// [`Need::Ask`] where the owner chooses among several enemies.
pub(crate) fn before_free_attacks(
    table: &mut BattleTable<'_>,
    frame: &Frame,
    again: Step,
) -> Result<bool, Need> {
    let state = table.state();
    if state.profile().throws != ThrownAt::WhenEngaged {
        return Ok(false);
    }
    let routed = |enemy: &UnitId| {
        let just = |unit: &Unit| unit.status == Status::Routing && unit.turn.just_routed;
        state
            .unit(*enemy)
            .is_some_and(|unit| just(unit) && !unit.turn.ridden_down)
            && crate::model::pinched::sides_engaged(state, *enemy) > 1
    };
    let next = state.in_order().into_iter().find_map(|seat| {
        state.own(seat).find_map(|unit| {
            let mut on = targets(state, unit);
            on.retain(routed);
            (!on.is_empty()).then_some((unit.id, on))
        })
    });
    let Some((unit, on)) = next else {
        return Ok(false);
    };
    let target = chosen(unit, &on, frame)?;
    table.emit(Event::Movement(MovementEvent::Marked {
        unit,
        mark: TurnMark::Threw,
    }));
    proceed(table, 1, [again]);
    begin_attack(table, unit, target, AttackKind::Thrown, None);
    Ok(true)
}

/// What was thrown counts at once: the colours change, and the checks it owes are noted. RULING: BG3-KEY-24 (p. 30), a unit
/// destroyed by it still attacks in this phase and is removed with the others.
fn count_damage(table: &mut BattleTable<'_>) {
    let state = table.state();
    let hurt: Vec<(UnitId, Vec<crate::model::state::RoutCause>)> = state
        .on_table()
        .filter(|unit| unit.fresh > 0)
        .map(|unit| {
            let marked = Marked {
                before: unit.marked,
                after: unit.all_marked(),
            };
            (unit.id, causes(state.kind(unit).boxes, marked))
        })
        .collect();
    if hurt.is_empty() {
        return;
    }
    let rules = hurt
        .iter()
        .filter_map(|(unit, _)| state.unit(*unit))
        .filter(|unit| unit.all_marked() < state.kind(unit).boxes.all())
        .flat_map(|unit| {
            let line = (unit.marked, unit.all_marked());
            of_damage(state, unit.id, line, &throwers_at(state, unit.id))
        })
        .collect();
    for (unit, causes) in hurt {
        for cause in causes {
            table.emit(Event::Courage(CourageEvent::CauseNoted { unit, cause }));
        }
    }
    table.emit(Event::Damage(DamageEvent::DamageCounted));
    note(table, rules);
}
