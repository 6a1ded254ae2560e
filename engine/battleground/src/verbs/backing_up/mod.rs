//! Back Up Units (pp. 82-83, 130).

use battleground_geometry::{Card, Inches, Pose, Way, shift};
use hindsight_kernel::Seat;

use crate::field::{Field, is_free, stored};
use crate::model::agenda::{
    Answer, Answered, Asking, BattleTable, Frame, Need, Options, Step, Taken, Topic, proceed,
};
use crate::model::event::{DamageEvent, EngagementEvent, Event, MoveKind, MovementEvent, TurnMark};
use crate::model::names::UnitId;
use crate::model::rule::Rule;
use crate::model::state::{Cause, Engagement, Phase, State};

use crate::procedures::backing_up::candidates;

/// A Back Up Unit that steps in for a unit that is destroyed. Rule `BG4-ENG-09` (p. 83).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Replacement {
    /// The destroyed unit.
    pub(crate) destroyed: UnitId,
    /// Who takes its place.
    pub(crate) by: UnitId,
    /// Where the destroyed unit lay: the whole of it, or its rear card if its front card was slid under an enemy.
    pub(crate) pose: Pose,
    /// How deep what lay there was.
    pub(crate) depth: Inches,
}

/// Which Back Up Units step in for the units that the Combat Phase destroyed, the Active Player's first. Asked while
/// the destroyed units still lie on the table; emits nothing.
///
/// RULING: one that is destroyed itself does not step in; the owner chooses among several, or for which of several friends
/// one steps in. Rule `BG4-ENG-07` (p. 82).
///
/// # Errors
/// [`Need::Ask`] where an owner must choose.
pub(crate) fn replacements(
    state: &State,
    destroyed: &[UnitId],
    answers: &[Answered],
) -> Result<Vec<Replacement>, Need> {
    let mut found: Vec<Replacement> = Vec::new();
    for seat in state.in_order() {
        let own = |unit: &&UnitId| unit.seat() == seat;
        let mut left: Vec<(UnitId, Vec<UnitId>)> = destroyed
            .iter()
            .filter(own)
            .filter_map(|unit| Some((*unit, candidates(state, state.unit(*unit)?))))
            .collect();
        left.sort_by_key(|(unit, _)| *unit);
        while !left.is_empty() {
            let (unit, behind) = left[0].clone();
            let mut free = Vec::new();
            for by in behind {
                if destroyed.contains(&by) || found.iter().any(|one| one.by == by) {
                    continue;
                }
                let friends: Vec<UnitId> = left
                    .iter()
                    .filter(|(_, behind)| behind.contains(&by))
                    .map(|(friend, _)| *friend)
                    .collect();
                let for_whom = || {
                    chosen(seat, by, &friends, answers, |friend| {
                        format!("{by} steps in for {friend}")
                    })
                };
                if friends.len() < 2 || for_whom()? == unit {
                    free.push(by);
                }
            }
            let by = match free.as_slice() {
                [] => None,
                several if state.profile().back_up_by_choice => {
                    perhaps(seat, unit, several, answers, |by| {
                        format!("{by} steps in for {unit}")
                    })?
                }
                [only] => Some(*only),
                several => Some(chosen(seat, unit, several, answers, |by| {
                    format!("{by} steps in for {unit}")
                })?),
            };
            if let Some((by, pose)) = by.zip(lying(state, unit)) {
                found.push(Replacement {
                    destroyed: unit,
                    by,
                    pose,
                    depth: depth(state, unit),
                });
            }
            left.remove(0);
        }
    }
    Ok(found)
}

/// An owner's choice of a unit for another, or of none. Rule `BG3-BACK-02` (p. 23).
fn perhaps(
    seat: Seat,
    unit: UnitId,
    among: &[UnitId],
    answers: &[Answered],
    words: impl Fn(UnitId) -> String,
) -> Result<Option<UnitId>, Need> {
    let given = answers
        .iter()
        .rev()
        .find(|given| given.topic == Topic::BackUp && given.unit == Some(unit));
    match given.map(|given| &given.answer) {
        Some(Answer::Unit(by)) if among.contains(by) => return Ok(Some(*by)),
        Some(Answer::Decline) => return Ok(None),
        Some(_) | None => {}
    }
    let mut options: Vec<(Answer, String)> = among
        .iter()
        .map(|other| (Answer::Unit(*other), words(*other)))
        .collect();
    options.push((Answer::Decline, format!("nobody steps in for {unit}")));
    Err(Asking {
        seat,
        topic: Topic::BackUp,
        unit: Some(unit),
        about: None,
        options: Options::OneOf(options),
        rule: Rule::Eng07.into(),
    }
    .into())
}

/// An owner's choice of a unit for another.
fn chosen(
    seat: Seat,
    unit: UnitId,
    among: &[UnitId],
    answers: &[Answered],
    words: impl Fn(UnitId) -> String,
) -> Result<UnitId, Need> {
    let given = answers.iter().rev().find_map(|given| match given.answer {
        Answer::Unit(other)
            if given.topic == Topic::BackUp && given.unit == Some(unit) && among.contains(&other) =>
        {
            Some(other)
        }
        _ => None,
    });
    given.ok_or_else(|| {
        Asking {
            seat,
            topic: Topic::BackUp,
            unit: Some(unit),
            about: None,
            options: Options::OneOf(
                among
                    .iter()
                    .map(|other| (Answer::Unit(*other), words(*other)))
                    .collect(),
            ),
            rule: Rule::Eng07.into(),
        }
        .into()
    })
}

/// Where a unit lies; of a Colossal unit whose front card is slid under an enemy, the rear card. Rule `BG4-COLOS-05` (p. 121).
fn lying(state: &State, unit: UnitId) -> Option<Pose> {
    let there = state.unit(unit)?;
    let pose = there.pose?;
    Some(if there.slid {
        shift(pose, Way::Backward, state.size(there).depth().half().half())
    } else {
        pose
    })
}

/// The depth that a unit takes up where it lies.
fn depth(state: &State, unit: UnitId) -> Inches {
    state.unit(unit).map_or(Inches::ZERO, |unit| {
        let depth = state.size(unit).depth();
        if unit.slid { depth.half() } else { depth }
    })
}

/// Destroys a unit for its Back Up Unit, which steps in: for a failed Rout Check. Destroyed is destroyed: the special
/// rules that wait for it answer. Rules `BG4-ENG-08`, `BG4-ENG-09`, `BG4-CONS-06` (pp. 82-83, 88, 141).
///
/// RULING: the replacement takes over no cause of a check; the owner of the unit has chosen this. The pose is the one
/// before any About Face: call it before the unit turns.
pub(crate) fn step_in(table: &mut BattleTable<'_>, replaced: UnitId, by: UnitId) {
    let state = table.state();
    let Some(pose) = lying(state, replaced) else {
        return;
    };
    let replacement = Replacement {
        destroyed: replaced,
        by,
        pose,
        depth: depth(state, replaced),
    };
    destroy_for(table, replaced, Cause::Sacrificed, &[replacement]);
}

/// Destroys a unit, and puts in its place who steps in for it, if anybody does.
fn destroy_for(table: &mut BattleTable<'_>, unit: UnitId, cause: Cause, replacements: &[Replacement]) {
    crate::verbs::charges::note_charges_of_destroyed(table, unit);
    let state = table.state();
    let fought = state.engagements.clone();
    let (rules, rivals) = (
        crate::verbs::noted::of_destruction(state, unit, None),
        crate::verbs::noted::rivals(state, unit),
    );
    table.emit(Event::Damage(DamageEvent::UnitDestroyed {
        unit,
        cause,
        by: None,
    }));
    replace_destroyed(table, &[unit], replacements, &fought);
    crate::verbs::damage::erase_objectives(table, &[unit]);
    crate::verbs::noted::note(table, rules);
    crate::verbs::noted::engagements_ended(table, unit, &rivals);
}

/// The step of a unit whose last box was marked outside the Combat Phase and that is backed up: it comes before whatever else is
/// to be done. Rule `BG3-BACK-02` (p. 23).
pub(crate) fn comes_first(state: &State, step: &Step) -> Option<Step> {
    let fights = matches!(state.phase, Phase::Combat | Phase::Over);
    if fights || !state.profile().back_up_by_choice || matches!(step, Step::Ask(_) | Step::Falls { .. }) {
        return None;
    }
    let fallen = |unit: &&crate::model::state::Unit| unit.marked >= state.kind(unit).boxes.all();
    let unit = state.on_table().find(fallen)?.id;
    Some(Step::Falls { unit })
}

/// A unit that is backed up falls outside the Combat Phase: its owner says at once whether a Back Up Unit takes its place. Rules
/// `BG3-BACK-02` (p. 23), `BG3-COMB-19` (p. 18).
///
/// # Errors
/// [`Need::Ask`] for the owner's choice.
pub(crate) fn falls(table: &mut BattleTable<'_>, frame: &Frame, unit: UnitId) -> Result<Taken, Need> {
    let found = replacements(table.state(), &[unit], &frame.answers)?;
    destroy_for(table, unit, Cause::Damage, &found);
    proceed(table, 1, []);
    Ok(Taken::Went)
}

/// Puts the Back Up Units in the places of units that have just been removed; each takes over the engagements that its
/// removed unit had among those fought before.
///
/// RULING: BG4-ENG-09, nobody is Charging in an engagement that was taken over. RULING: BG3-BACK-04 (p. 23), "an ongoing
/// engagement": who steps in counts as engaged when the turn began, so that it neither charges nor throws if it is rushed
/// later in the turn. Rules `BG4-ENG-07`, `BG4-ENG-09`,
/// `BG4-CONS-03` (pp. 29-31, 82, 83, 111).
pub(crate) fn replace_destroyed(
    table: &mut BattleTable<'_>,
    destroyed: &[UnitId],
    replacements: &[Replacement],
    fought: &[Engagement],
) {
    for replacement in replacements {
        let Some((to, slid)) = stepped_forward(table.state(), replacement, fought) else {
            continue;
        };
        let by = replacement.by;
        let from = table.state().unit(by).and_then(|unit| unit.pose);
        let distance = from.map_or(Inches::ZERO, |from| from.centre.distance(to.centre).rounded());
        if slid {
            table.emit(Event::Movement(MovementEvent::SlidUnder { unit: by, slid }));
        }
        table.emit(Event::Movement(MovementEvent::UnitMoved {
            unit: by,
            kind: MoveKind::SteppedIn,
            legs: Vec::new(),
            to,
            distance,
            allowance: distance,
            shown: None,
        }));
    }
    let state = table.state();
    let engagements: Vec<Engagement> = fought
        .iter()
        .filter_map(|engagement| taken_over(state, *engagement, destroyed, replacements))
        .collect();
    let fights = |unit: UnitId| engagements.iter().any(|engagement| engagement.has(unit));
    let ongoing: Vec<UnitId> = replacements
        .iter()
        .map(|replacement| replacement.by)
        .filter(|by| state.profile().back_up_by_choice && fights(*by))
        .collect();
    if engagements != state.engagements {
        table.emit(Event::Engagement(EngagementEvent::EngagementsChanged {
            engagements,
        }));
    }
    for unit in ongoing {
        let mark = TurnMark::BeganEngaged;
        table.emit(Event::Movement(MovementEvent::Marked { unit, mark }));
    }
}

/// Where a replacement comes to lie: exactly where the destroyed unit lay. RULING: of different depths the front sides
/// coincide, and a deeper unit that then overlaps anything slides its front card forward. Rules `BG4-ENG-09`,
/// `BG4-COLOS-05` (pp. 83, 121).
fn stepped_forward(state: &State, replacement: &Replacement, fought: &[Engagement]) -> Option<(Pose, bool)> {
    let unit = state.unit(replacement.by)?;
    let (old, new) = (replacement.depth, state.size(unit).depth());
    let field = Field::of(state);
    let engaged: Vec<UnitId> = fought
        .iter()
        .filter_map(|engagement| engagement.seen_by(replacement.destroyed))
        .map(|(enemy, _, _)| enemy)
        .collect();
    let is_free = |pose: Pose, but: &[UnitId]| is_free(&field, unit, &Card::new(pose, state.size(unit)), but);
    let pose = shift(replacement.pose, Way::Forward, (old - new).half());
    let beside_all = stored(pose, |there| is_free(there, &[]));
    if new <= old {
        return Some((beside_all, false));
    }
    let beside_others = stored(pose, |there| is_free(there, &engaged));
    Some(if is_free(beside_all, &[]) {
        (beside_all, false)
    } else if is_free(beside_others, &engaged) {
        (beside_others, false)
    } else {
        (shift(pose, Way::Forward, new.half()).rounded(), true)
    })
}

/// An engagement after units have been removed and replaced; nothing if a party is gone.
fn taken_over(
    state: &State,
    engagement: Engagement,
    destroyed: &[UnitId],
    replacements: &[Replacement],
) -> Option<Engagement> {
    let now = |unit: UnitId| {
        if destroyed.contains(&unit) {
            replacements
                .iter()
                .find(|replacement| replacement.destroyed == unit)
                .map(|replacement| replacement.by)
        } else {
            Some(unit)
        }
    };
    let (rusher, rushed) = (now(engagement.rusher)?, now(engagement.rushed)?);
    let same = rusher == engagement.rusher && rushed == engagement.rushed;
    let deep = |unit: UnitId| state.unit(unit).map(|unit| state.size(unit).cards_deep());
    Some(Engagement {
        rusher,
        rushed,
        point: engagement
            .point
            .filter(|_| deep(rushed) == deep(engagement.rushed)),
        taken_over: engagement.taken_over || !same,
        ..engagement
    })
}

#[cfg(test)]
mod tests;
