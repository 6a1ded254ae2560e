//! One courage check, from where it begins to what it brings (pp. 85-88).

use hindsight_kernel::{CountedBy, DiceNeed, RollAbout, Seat};

use crate::editions::profile::Statuses;
use crate::model::agenda::{
    Answer, Asking, BattleTable, Frame, GreenAt, Need, Options, Step, Taken, Topic, answer_to, proceed,
};
use crate::model::effect::{Duration, Effect, Keyword};
use crate::model::event::{CourageEvent, Event, MovementEvent, TurnMark};
use crate::model::names::UnitId;
use crate::model::refusal::Refusal;
use crate::model::rule::Rule;
use crate::model::state::{Cause, Check, CheckKind, Lasting, LastingKind, State, Unit};
use crate::procedures::backing_up;
use crate::procedures::courage::courage_target;
use crate::verbs::failed_checks::{Failed, clear, fail, fail_rout_check, turned_from};
use crate::verbs::lasting::end_lasting;

/// Begins a check: green windows before and after its roll. A unit without courage, or whose card lets it pass every check, passes
/// without a roll. Rules `BG3-MOD-05` (pp. 19, 23), `BG4-COUR-03`, `BG4-COUR-05`, `BG4-CARDS-04` (pp. 19, 85).
pub(crate) fn begin_check(table: &mut BattleTable<'_>, unit: UnitId, kind: CheckKind, after: Step) {
    // RULING: BG4-COUR-07, several demands of step 6 are one check: failing it brings what each of them says.
    let demanded = table
        .state()
        .unit(unit)
        .filter(|_| kind == CheckKind::Other)
        .map_or_else(Vec::new, |unit| unit.pending.other.clone());
    table.emit(Event::Courage(CourageEvent::CheckBegan {
        check: Check {
            unit,
            kind,
            roll: None,
            target: 0,
            cards: Vec::new(),
            demanded,
        },
    }));
    let rolls = table
        .state()
        .unit(unit)
        .is_some_and(|unit| table.state().kind(unit).rolled_courage().is_some());
    if !rolls {
        proceed(table, 1, [Step::SettleCheck, after]);
        return;
    }
    let asked = match table.state().active {
        Some(active) if !table.state().profile().checking_owner_first => active,
        Some(_) => unit.seat(),
        None => Seat::A,
    };
    let window = |at| Step::GreenWindow {
        at,
        asked,
        passed: false,
        passes: 0,
    };
    let steps = [
        window(GreenAt::BeforeCheck),
        Step::RollCheck,
        window(GreenAt::AfterCheck),
        Step::SettleCheck,
        after,
    ];
    proceed(table, 1, steps);
}

/// What a check is called where its dice are shown.
fn purpose(kind: CheckKind) -> &'static str {
    match kind {
        CheckKind::Fear => "fear check",
        CheckKind::Rout => "rout check",
        CheckKind::FollowUp => "follow-up rout check",
        CheckKind::Other => "courage check",
    }
}

/// Rolls the three dice of the check at hand; none if its unit is gone. Rules `BG4-COUR-03`, `BG4-COUR-25` (pp. 85, 86).
pub(crate) fn roll_check(table: &mut BattleTable<'_>, _frame: &Frame) -> Result<Taken, Need> {
    throw(table)?;
    proceed(table, 1, []);
    Ok(Taken::Went)
}

fn throw(table: &mut BattleTable<'_>) -> Result<(), Refusal> {
    let state = table.state();
    // RULING: BG3-CCARD-04 (p. 18), a check that a card lets its unit pass is not rolled.
    let to_be_rolled = state.check.as_ref().filter(|check| !check.is_passed_by_card());
    let made = to_be_rolled.and_then(|check| {
        let target = courage_target(state, state.unit(check.unit)?, check.kind, &check.cards)?;
        Some((check.unit, check.kind, target))
    });
    let Some((id, kind, (target, modifiers))) = made else {
        return Ok(());
    };
    let about = RollAbout::of(&id)
        .need(DiceNeed::SumAtMost(target))
        .counted(CountedBy::Sums(vec![3]));
    let roll = table.roll_about(about, purpose(kind), id.seat(), 6, 3)?;
    table.emit(Event::Courage(CourageEvent::CheckRolled {
        roll,
        target,
        modifiers,
    }));
    Ok(())
}

/// The courage check at hand, which failed, is rolled again. Rules `BG4-COUR-03`, `BG4-COUR-09` (pp. 85, 86).
pub(crate) fn reroll_check(table: &mut BattleTable<'_>) -> Result<(), Refusal> {
    throw(table)
}

/// The check at hand takes effect. Rules `BG4-COUR-09` to `BG4-COUR-17`, `BG4-COUR-21` (pp. 86-89, 101-102, 111).
pub(crate) fn settle_check(table: &mut BattleTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    let state = table.state();
    let at_hand = state.check.clone().and_then(|check| {
        let unit = state.unit(check.unit).filter(|unit| unit.pose.is_some())?;
        Some((check, unit))
    });
    let Some((check, unit)) = at_hand else {
        // Rule BG4-COUR-25: its unit is destroyed.
        proceed(table, 1, []);
        return Ok(Taken::Went);
    };
    let id = check.unit;
    let passed = check.passed().unwrap_or(true);
    // RULING: BG4-ENG-08, only failed Rout Checks, not Follow-up ones.
    let replaced = if !passed && check.kind == CheckKind::Rout {
        replacement(state, unit, frame)?
    } else {
        None
    };
    let (status, engaged) = (unit.status, state.is_engaged(id));
    let skirmisher = state.kind(unit).is(Keyword::Skirmisher);
    let result = match state.profile().statuses {
        Statuses::WithDisrupted => fail_rout_check(status, engaged, skirmisher),
        // Nobody is Disrupted. Rules BG3-COUR-07 to BG3-COUR-09 (p. 22).
        Statuses::ReadyAndRouting => fail_rout_check(status, true, skirmisher),
    };
    let routs = !passed && check.kind == CheckKind::Rout && replaced.is_none() && result == Failed::Routs;
    let from = if routs {
        turned_from(state, id, frame)?
    } else {
        None
    };
    let failed = check.demanded.iter().filter(|_| !passed);
    let failed = failed.map(|demanded| Step::Effects {
        seat: demanded.by,
        name: demanded.name.clone(),
        kind: LastingKind::Rule,
        on: vec![id],
        effects: demanded.failed.clone(),
        spell: false,
    });
    let failed: Vec<Step> = failed.chain(costs_of_passing(&check)).collect();
    table.emit(Event::Courage(CourageEvent::CourageChecked {
        unit: id,
        kind: check.kind,
        roll: check.roll,
        target: check.target,
        passed,
    }));
    clear(table, id, check.kind);
    end_lasting(table, id, &|length| match length {
        Duration::UntilCouragePassed => passed,
        Duration::UntilCourageFailed => !passed,
        Duration::UntilRoutCheck => matches!(check.kind, CheckKind::Rout | CheckKind::FollowUp),
        Duration::Now
        | Duration::Attack
        | Duration::Check
        | Duration::Phase
        | Duration::Turn
        | Duration::UntilHealed
        | Duration::Lasting => false,
    });
    crate::verbs::noted::courage_checked(table, id, passed);
    if check.kind == CheckKind::Fear {
        table.emit(Event::Movement(MovementEvent::Marked {
            unit: id,
            mark: TurnMark::FearChecked,
        }));
    }
    if !passed {
        match (check.kind, replaced) {
            (CheckKind::Fear, _) => table.emit(Event::Movement(MovementEvent::Marked {
                unit: id,
                mark: TurnMark::Frightened,
            })),
            (CheckKind::Rout, Some(by)) => crate::verbs::backing_up::step_in(table, id, by),
            (CheckKind::Rout, None) => fail(table, id, result, from),
            // What failing brings stands in what demands the check.
            (CheckKind::Other, _) => {}
            (CheckKind::FollowUp, _) => crate::verbs::damage::destroy(table, id, Cause::FollowUpCheck, None),
        }
    }
    proceed(table, 1, failed);
    Ok(Taken::Went)
}

/// What cards cost by which the unit of a check passes it: it follows the check, so that what it causes is checked later. Rule
/// `BG3-COUR-18` (p. 24).
fn costs_of_passing(check: &Check) -> Vec<Step> {
    let effects = |card: &Lasting| {
        let costs = card.effects.iter().filter_map(|effect| match effect {
            Effect::PassCourage { then } => Some(then.clone()),
            _ => None,
        });
        costs.flatten().collect::<Vec<Effect>>()
    };
    let costs = check.cards.iter().map(|card| (card, effects(card)));
    costs
        .filter(|(_, effects)| !effects.is_empty())
        .map(|(card, effects)| Step::Effects {
            seat: card.by,
            name: card.name.clone(),
            kind: card.kind.clone(),
            on: vec![check.unit],
            effects,
            spell: false,
        })
        .collect()
}

/// Whether the owner of a unit that has failed gives it up for a Back Up Unit. Rules `BG4-ENG-08`, `BG4-COUR-17` (pp. 82-83, 88).
fn replacement(state: &State, unit: &Unit, frame: &Frame) -> Result<Option<UnitId>, Need> {
    let candidates = backing_up::candidates(state, unit);
    if candidates.is_empty() {
        return Ok(None);
    }
    match answer_to(&frame.answers, Topic::Replacement, Some(unit.id), None) {
        Some(Answer::Unit(by)) => Ok(Some(*by)),
        Some(_) => Ok(None),
        None => {
            let mut options = vec![(Answer::Decline, format!("{} takes the result", unit.id))];
            options.extend(candidates.into_iter().map(|by| {
                (
                    Answer::Unit(by),
                    format!("{} is destroyed, {by} steps in", unit.id),
                )
            }));
            Err(Asking {
                seat: unit.id.seat(),
                topic: Topic::Replacement,
                unit: Some(unit.id),
                about: None,
                options: Options::OneOf(options),
                rule: Rule::Eng08.into(),
            }
            .into())
        }
    }
}
