//! Javelins and pila on engaging (p. 30).

use hindsight_kernel::Seat;

use crate::editions::profile::Throws as ThrownAt;
use crate::model::agenda::{
    Answer, Asking, BattleTable, Frame, Need, Options, Step, Taken, Topic, answer_to, proceed,
};
use crate::model::attack::AttackKind;
use crate::model::event::{CourageEvent, DamageEvent, Event, MovementEvent, TurnEvent, TurnMark};
use crate::model::names::UnitId;
use crate::model::rule::Rule;
use crate::model::state::{Phase, State, Status, Unit};
use crate::procedures::javelins::{targets, throwers_at};
use crate::rules::combat::{begin_attack, is_rolled};
use crate::verbs::damage::{Marked, causes};
use crate::verbs::noted::{note, of_damage};

/// The extra attacks with Javelins and Pila, one after the other, the active player's first; then their damage counts for the
/// rest of the phase. Rules `BG3-COMB-01` (p. 16), `BG3-KEY-23`, `BG3-KEY-24` (p. 30).
pub(crate) fn throw(table: &mut BattleTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    if table.state().phase != Phase::Combat {
        table.emit(Event::Turn(TurnEvent::PhaseBegan { phase: Phase::Combat }));
        return Ok(Taken::Went);
    }
    let state = table.state();
    let Some((unit, target)) = next_throw(state, frame, |_| true)? else {
        count_damage(table);
        proceed(table, 1, []);
        return Ok(Taken::Went);
    };
    let is_rolled = is_rolled(state, unit, target, frame)?;
    table.emit(Event::Movement(MovementEvent::Marked {
        unit,
        mark: TurnMark::Threw,
    }));
    proceed(table, 1, [Step::Throws]);
    if is_rolled {
        begin_attack(table, unit, target, AttackKind::Thrown, None);
    }
    Ok(Taken::Went)
}

/// The throw that is made next, by whom and at whom: one of the active player's, and of the others when these are through. Whose
/// units throw chooses their order. Nothing when all are made.
///
/// # Errors
/// [`Need::Ask`] where a player has several throws to make.
///
/// Rules `BG3-KEY-23` (p. 30), `BG3-COMB-15` (p. 17).
fn next_throw(
    state: &State,
    frame: &Frame,
    at: impl Fn(&UnitId) -> bool,
) -> Result<Option<(UnitId, UnitId)>, Need> {
    for seat in state.in_order() {
        let throws: Vec<(UnitId, Vec<UnitId>)> = state
            .own(seat)
            .map(|unit| (unit.id, targets(state, unit).into_iter().filter(&at).collect()))
            .filter(|(_, on): &(UnitId, Vec<UnitId>)| !on.is_empty())
            .collect();
        match &throws[..] {
            [] => {}
            [(unit, on)] => return chosen(*unit, on, frame).map(|target| Some((*unit, target))),
            several => return next_of(seat, several, frame).map(Some),
        }
    }
    Ok(None)
}

/// Which of a player's units throws next, and at whom.
fn next_of(seat: Seat, throws: &[(UnitId, Vec<UnitId>)], frame: &Frame) -> Result<(UnitId, UnitId), Need> {
    let pairs = || {
        throws
            .iter()
            .flat_map(|(unit, on)| on.iter().map(move |enemy| (*unit, *enemy)))
    };
    let named = answer_to(&frame.answers, Topic::NextThrow, None, None).and_then(|given| {
        let mut numbered = pairs().zip(0..=u8::MAX);
        numbered.find(|(pair, number)| given.means(&thrown(*pair), *number))
    });
    named.map(|(pair, _)| pair).ok_or_else(|| {
        Asking {
            seat,
            topic: Topic::NextThrow,
            unit: None,
            about: None,
            options: Options::OneOf(
                pairs()
                    .map(|pair| (thrown(pair), format!("{} throws at {}", pair.0, pair.1)))
                    .collect(),
            ),
            rule: Rule::Throws.into(),
        }
        .into()
    })
}

/// A throw as it is answered.
const fn thrown((by, on): (UnitId, UnitId)) -> Answer {
    let kind = AttackKind::Thrown;
    Answer::Attack { by, kind, on }
}

/// At which enemy of its new engagements a unit throws: its owner chooses among several. Rule `BG3-KEY-23` (p. 30).
fn chosen(unit: UnitId, on: &[UnitId], frame: &Frame) -> Result<UnitId, Need> {
    match (
        on,
        answer_to(&frame.answers, Topic::ThrowTarget, Some(unit), None),
    ) {
        ([only], _) => Ok(*only),
        (_, Some(Answer::Unit(enemy))) if on.contains(enemy) => Ok(*enemy),
        _ => Err(Asking {
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
/// [`Need::Ask`] where the owner chooses among several throws.
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
    let Some((unit, target)) = next_throw(state, frame, routed)? else {
        return Ok(false);
    };
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
