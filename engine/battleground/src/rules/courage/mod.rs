//! Courage checks and the Courage Phases (pp. 84-89).

mod free_attacks;

use crate::editions::Edition;
use crate::editions::profile::SkirmisherRushed;
use crate::field::Field;
use crate::model::agenda::{
    Answer, Asking, BattleTable, CourageStep, Frame, Need, Options, Step, Taken, Topic, answer_to, proceed,
};
use crate::model::effect::Keyword;
use crate::model::event::{Event, MovementEvent, TurnEvent, TurnMark};
use crate::model::names::UnitId;
use crate::model::rule::Rule;
use crate::model::state::{CheckKind, Phase, State, Status, Unit};
use crate::procedures::courage::{needs_fear_check, routs_unchecked};
use crate::verbs::checks::begin_check;
use crate::verbs::failed_checks::{clear, turned_from};
use crate::verbs::routing::begin_rout_from;

pub(crate) use free_attacks::{free_attacks, free_attacks_due};

/// A step of a Courage Phase: the active player's units first, then the other's. Which step follows is the edition's. Rules
/// `BG4-COUR-01`, `BG4-COUR-06`, `BG4-COUR-07`, `BG4-TURN-02`, `BG3-COUR-02`, `BG3-COUR-03` (p. 22).
// RULING: BG4-TURN-02, the order of the courage chapter, not that of the printed turn sequence.
pub(crate) fn courage_step(table: &mut BattleTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    let Step::Courage {
        pre,
        step,
        only,
        checked,
    } = &frame.step
    else {
        return Ok(Taken::Waits);
    };
    let (pre, step) = (*pre, *step);
    let edition = table.state().edition;
    let again = |step| Step::Courage {
        pre,
        step,
        only: only.clone(),
        checked: Vec::new(),
    };
    // A pass of the later edition's last step ends with it.
    let next = match edition.courage_step_after(pre, step) {
        Some(CourageStep::Other) if step == CourageStep::RoutMovement => Some(Step::Courage {
            pre,
            step: CourageStep::Other,
            only: None,
            checked: Vec::new(),
        }),
        Some(step) => Some(again(step)),
        None => None,
    };
    let phase = if pre {
        Phase::PreCombatCourage
    } else {
        Phase::PostCombatCourage
    };
    if table.state().phase != phase {
        table.emit(Event::Turn(TurnEvent::PhaseBegan { phase }));
    }
    match step {
        CourageStep::Fear => {
            let due = in_order(table.state(), needs_fear_check);
            if let Some(unit) = next_unit(table.state(), frame, &due, Topic::NextCheck)? {
                begin_check(table, unit, CheckKind::Fear, again(step));
            } else {
                forget_fear(table);
                go_on_to(table, pre, next);
            }
        }
        CourageStep::Rout => rout_checks(table, frame, pre, (only.as_deref(), checked), next)?,
        CourageStep::FreeAttacks => {
            if next_skirmisher_damage(table)
                || crate::rules::combat::throws::before_free_attacks(table, frame, again(step))?
            {
                return Ok(Taken::Went);
            }
            let left = free_attacks_due(table.state());
            proceed(table, 1, [Step::FreeAttacks { left }].into_iter().chain(next));
        }
        CourageStep::FollowUp => {
            let due = in_order(table.state(), |_, unit| unit.pending.follow_up);
            match next_unit(table.state(), frame, &due, Topic::NextCheck)? {
                Some(unit) => begin_check(table, unit, CheckKind::FollowUp, again(step)),
                None => go_on_to(table, pre, next),
            }
        }
        CourageStep::RoutMovement => {
            let due = in_order(table.state(), |_, unit| {
                unit.status == Status::Routing && unit.turn.just_routed
            });
            match next_unit(table.state(), frame, &due, Topic::NextRoutMove)? {
                Some(unit) => proceed(table, 1, [Step::RoutMove { unit, initial: true }, again(step)]),
                None => go_on_to(table, pre, next),
            }
        }
        CourageStep::Other => {
            // A pass: the units that were moved through check first, then all that follows for those that Routed.
            let pass = in_order(table.state(), |_, unit| !unit.pending.passed_by.is_empty());
            let units: Vec<UnitId> = pass.into_iter().flatten().collect();
            // Rule BG4-COUR-07: one check of this step; what is demanded after it waits for the next phase.
            let demanded = in_order(table.state(), |_, unit| {
                !unit.pending.other.is_empty()
                    && (edition.repeats_courage() || !unit.pending.other_checked)
                    && !checked.contains(&unit.id)
            });
            if units.is_empty() {
                match next_unit(table.state(), frame, &demanded, Topic::NextCheck)? {
                    Some(unit) => {
                        let after = having_checked(edition, again(step), checked, unit);
                        begin_check(table, unit, CheckKind::Other, after);
                    }
                    None => go_on_to(table, pre, next),
                }
            } else {
                proceed(
                    table,
                    1,
                    [Step::Courage {
                        pre,
                        step: CourageStep::Rout,
                        only: Some(units),
                        checked: Vec::new(),
                    }],
                );
            }
        }
    }
    Ok(Taken::Went)
}

/// A step as it goes on after the check of a unit: where the phase is repeated each unit checks once, and what is caused meanwhile
/// waits for the next pass. Rules `BG3-COUR-03` (p. 22), `BG3-COUR-18` (p. 24).
fn having_checked(edition: Edition, again: Step, checked: &[UnitId], unit: UnitId) -> Step {
    match again {
        Step::Courage { pre, step, only, .. } if edition.repeats_courage() => Step::Courage {
            pre,
            step,
            only,
            checked: checked.iter().copied().chain([unit]).collect(),
        },
        again => again,
    }
}

/// Goes on to the next step of a Courage Phase; after the last one the phase is repeated where the edition says so and checks
/// have been caused meanwhile, else what comes after it follows. Rules `BG3-COUR-18` (p. 24), `BG4-TURN-01` (p. 32).
fn go_on_to(table: &mut BattleTable<'_>, pre: bool, next: Option<Step>) {
    let state = table.state();
    let edition = state.edition;
    let due = |unit: &Unit| {
        !unit.pending.rout.is_empty()
            || routs_unchecked(state, unit)
            || needs_fear_check(state, unit)
            // What was demanded after its check of this pass waits for the next phase, or for the next pass where there is one.
            || !unit.pending.other.is_empty() && (edition.repeats_courage() || !unit.pending.other_checked)
    };
    let repeated = edition.repeats_courage() && state.on_table().any(due);
    match next {
        Some(next) => proceed(table, 1, [next]),
        None if repeated => proceed(table, 1, [edition.courage_phase(pre)]),
        None => {
            proceed(table, 1, edition.after_courage_phase(pre));
            if edition.turn_ends_with_courage(pre) {
                crate::verbs::noted::turn_ends(table);
            }
        }
    }
}

/// A forced Fear Check that its unit need not take, a Routing one or one without courage, is over with step 1. One that
/// was forced after the unit had checked waits for the next turn. Rules `BG4-COUR-02`, `BG4-COUR-07`, `BG4-COUR-25` (pp. 84, 86).
fn forget_fear(table: &mut BattleTable<'_>) {
    let spared = in_order(table.state(), |state, unit| {
        unit.pending.fear && (!unit.turn.fear_checked || state.edition.repeats_courage())
    });
    for unit in spared.into_iter().flatten() {
        clear(table, unit, CheckKind::Fear);
    }
}

/// The units that meet a condition: the active player's, then the other's, each by id.
fn in_order(state: &State, due: impl Fn(&State, &Unit) -> bool) -> Vec<Vec<UnitId>> {
    let of = |seat| {
        let own = state.own(seat).filter(|unit| due(state, unit));
        own.map(|unit| unit.id).collect()
    };
    state.in_order().into_iter().map(of).collect()
}

/// Whose turn it is among units that are due: the active player's first, in the order that their owner chooses.
fn next_unit(
    state: &State,
    frame: &Frame,
    due: &[Vec<UnitId>],
    topic: Topic,
) -> Result<Option<UnitId>, Need> {
    let Some(units) = due.iter().find(|units| !units.is_empty()) else {
        return Ok(None);
    };
    if let [only] = units[..] {
        return Ok(Some(only));
    }
    match answer_to(&frame.answers, topic, None, None) {
        Some(Answer::Unit(unit)) if units.contains(unit) => Ok(Some(*unit)),
        Some(_) | None => {
            let options = units
                .iter()
                .map(|unit| {
                    let name = state
                        .unit(*unit)
                        .map_or_else(String::new, |unit| state.kind(unit).name.clone());
                    (Answer::Unit(*unit), format!("{unit} {name}"))
                })
                .collect();
            Err(Asking {
                seat: units[0].seat(),
                topic,
                unit: None,
                about: None,
                options: Options::OneOf(options),
                rule: match topic {
                    Topic::NextRoutMove => Rule::Rout03,
                    _ => Rule::Cour06,
                }
                .into(),
            }
            .into())
        }
    }
}

/// Step 2, or the checks of a pass of step 6: first Skirmishers that rout without a check, then the checks. Rules
/// `BG4-COUR-12`, `BG4-COUR-24`, `BG4-SKIRM-08` (pp. 86-87, 89, 111, 128-129).
fn rout_checks(
    table: &mut BattleTable<'_>,
    frame: &Frame,
    pre: bool,
    (only, checked): (Option<&[UnitId]>, &[UnitId]),
    next: Option<Step>,
) -> Result<(), Need> {
    let again = |step| Step::Courage {
        pre,
        step,
        only: only.map(<[UnitId]>::to_vec),
        checked: Vec::new(),
    };
    if only.is_none() {
        let unchecked = in_order(table.state(), routs_unchecked);
        let mut turned = Vec::new();
        for unit in unchecked.into_iter().flatten() {
            turned.push((unit, turned_from(table.state(), unit, frame)?));
        }
        for (unit, from) in turned {
            clear(table, unit, CheckKind::Rout);
            begin_rout_from(table, unit, "rushed by a line unit", from);
        }
    }
    let due = in_order(table.state(), |_, unit| match only {
        Some(pass) => pass.contains(&unit.id) && !unit.pending.passed_by.is_empty(),
        None => !unit.pending.rout.is_empty() && !checked.contains(&unit.id),
    });
    match next_unit(table.state(), frame, &due, Topic::NextCheck)? {
        Some(unit) => {
            let edition = table.state().edition;
            let after = having_checked(edition, again(CourageStep::Rout), checked, unit);
            begin_check(table, unit, CheckKind::Rout, after);
        }
        None => go_on_to(table, pre, next),
    }
    Ok(())
}

/// Marks what Skirmishers suffer that routed because regular units rushed them, where the edition does without Free Attacks
/// for it: 1 damage for each unit that engaged it, 2 for each faster one, whatever caps they have. Whether there was such a unit.
/// Rule `BG3-KEY-33` (p. 31).
fn next_skirmisher_damage(table: &mut BattleTable<'_>) -> bool {
    let state = table.state();
    if state.profile().skirmisher_rushed == SkirmisherRushed::FreeAttacks {
        return false;
    }
    let due = in_order(state, is_ridden_down);
    let Some(id) = due.into_iter().flatten().next() else {
        return false;
    };
    let field = Field::of(state);
    let own = field.uncapped_mc(id);
    let wounds: u32 = state
        .engaged_with(id)
        .map(|(enemy, _, _)| if field.uncapped_mc(enemy) > own { 2 } else { 1 })
        .sum();
    table.emit(Event::Movement(MovementEvent::Marked {
        unit: id,
        mark: TurnMark::RiddenDown,
    }));
    let marked = crate::verbs::damage::mark(table, id, wounds, None, false);
    crate::verbs::damage::settle(table, id, marked, None, true);
    true
}

/// Whether a Skirmisher that routs because a regular unit rushed it has still to suffer for it.
fn is_ridden_down(state: &State, unit: &Unit) -> bool {
    state.kind(unit).is(Keyword::Skirmisher)
        && unit.status == Status::Routing
        && unit.turn.just_routed
        && unit.turn.rushed_by_line
        && !unit.turn.began_engaged
        && !unit.turn.ridden_down
}

#[cfg(test)]
pub(crate) mod tests;
