//! Javelins and pila on engaging (p. 30).

use crate::editions::profile::Throws as ThrownAt;
use crate::field::Field;
use crate::model::agenda::{
    Answer, BattleTable, Frame, Need, Options, Question, Step, Taken, Topic, answer_to, proceed,
};
use crate::model::attack::AttackKind;
use crate::model::effect::Keyword;
use crate::model::event::{Event, TurnMark};
use crate::model::names::UnitId;
use crate::model::rule::Rule;
use crate::model::state::{Phase, State, Status, Unit};
use crate::rules::combat::begin_attack;
use crate::rules::damage::{Marked, causes};
use crate::rules::triggers::noted::{note, of_damage};
use hindsight_geometry::inches::{Limit, Side};

/// The enemies that began the turn outside the range of a unit's missiles, which they will be thrown at if they engage it on
/// its front. Rule `BG3-KEY-23` (p. 30): only distance counts.
pub(crate) fn beyond_range(field: &Field<'_>, unit: &Unit) -> Vec<UnitId> {
    let state = field.state();
    let Some(ranged) = thrown(state, unit) else {
        return Vec::new();
    };
    let outside = |enemy: &&Unit| {
        let distance = field.within(unit.id, enemy.id);
        let measures = field.profile().measures;
        ranged.thrown_at_any_rusher
            || distance
                .is_some_and(|distance| !measures.reaches(distance, ranged.range.inches(), Limit::Within))
    };
    state
        .enemies_of(unit.id.seat())
        .filter(outside)
        .map(|enemy| enemy.id)
        .collect()
}

/// The ranged attack of a unit that throws.
fn thrown(state: &State, unit: &Unit) -> Option<crate::model::cards::RangedAttack> {
    let card = state.kind(unit);
    card.ranged
        .filter(|_| card.is_any(&[Keyword::Javelins, Keyword::Pila]))
}

/// The enemies of a new engagement at which a unit may throw now: those it rushed, or, if it began the turn free, those that
/// rushed its front from outside its range. Rules `BG3-KEY-23`, `BG3-KEY-26`, `BG3-KEY-27` (pp. 30, 33).
pub(crate) fn targets(state: &State, unit: &Unit) -> Vec<UnitId> {
    if unit.turn.threw || thrown(state, unit).is_none() || !matches!(unit.status, Status::Ready(_)) {
        return Vec::new();
    }
    let fresh = |one: &&crate::model::state::Engagement| one.turn == state.turn && !one.taken_over;
    state
        .engagements
        .iter()
        .filter(fresh)
        .filter_map(|one| {
            let rushed_it = one.rusher == unit.id;
            let was_rushed = one.rushed == unit.id
                && one.rushed_side == Side::Front
                && !unit.turn.began_engaged
                && unit.turn.beyond.contains(&one.rusher);
            (rushed_it || was_rushed).then_some(if rushed_it { one.rushed } else { one.rusher })
        })
        .collect()
}

/// The extra attacks with Javelins and Pila, one after the other, the active player's first; then their damage counts for the
/// rest of the phase. Rules `BG3-COMB-01` (p. 16), `BG3-KEY-23`, `BG3-KEY-24` (p. 30).
pub(crate) fn throw(table: &mut BattleTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    if table.state().phase != Phase::Combat {
        table.emit(Event::PhaseBegan { phase: Phase::Combat });
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
    table.emit(Event::Marked {
        unit,
        mark: TurnMark::Threw,
    });
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
    table.emit(Event::Marked {
        unit,
        mark: TurnMark::Threw,
    });
    proceed(table, 1, [again]);
    begin_attack(table, unit, target, AttackKind::Thrown, None);
    Ok(true)
}

/// The enemies in a new engagement with a unit that have thrown at it, or may have.
fn throwers_at(state: &State, unit: UnitId) -> Vec<UnitId> {
    let fresh = state
        .engagements
        .iter()
        .filter(|one| one.turn == state.turn && !one.taken_over)
        .filter_map(|one| one.seen_by(unit));
    fresh
        .map(|(enemy, _, _)| enemy)
        .filter(|enemy| state.unit(*enemy).is_some_and(|enemy| enemy.turn.threw))
        .collect()
}

/// Whose throw marked the last box of a unit, if only one enemy has thrown at it. Rule `BG3-KEY-24` (p. 30).
pub(crate) fn felled_by(state: &State, unit: &Unit) -> Option<UnitId> {
    let throwers = throwers_at(state, unit.id);
    match &throwers[..] {
        [only] if unit.marked >= state.kind(unit).boxes.all() => Some(*only),
        _ => None,
    }
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
            table.emit(Event::CauseNoted { unit, cause });
        }
    }
    table.emit(Event::DamageCounted);
    note(table, rules);
}
