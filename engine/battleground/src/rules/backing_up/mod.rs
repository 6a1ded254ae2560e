//! Back Up Units (pp. 82-83, 130).

use battleground_geometry::{Card, Inches, Pose, Side, Way, contact_length, shift};
use hindsight_kernel::Seat;

use crate::field::{Field, TOL, is_free, stored};
use crate::model::agenda::{Answer, Answered, BattleTable, Need, Options, Question, Topic};
use crate::model::effect::Keyword;
use crate::model::event::{DamageEvent, EngagementEvent, Event, MoveKind, MovementEvent};
use crate::model::names::UnitId;
use crate::model::orders::Order;
use crate::model::rule::Rule;
use crate::model::state::{Cause, Engagement, State, Status, Unit};

/// A Back Up Unit that steps in for a unit that is destroyed. Rule `BG4-ENG-09`.
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

/// Whether a unit backs up a friend. Rule `BG4-ENG-06`.
pub(crate) fn is_backing_up(state: &State, unit: UnitId) -> bool {
    state.unit(unit).is_some_and(|unit| {
        may_back_up(state, unit)
            && state
                .of_team(unit.id.team())
                .any(|friend| friend.id != unit.id && backs_up(state, unit, friend))
    })
}

/// The Back Up Units of a unit, by id. Rule `BG4-ENG-06`.
pub(crate) fn candidates(state: &State, friend: &Unit) -> Vec<UnitId> {
    state
        .of_team(friend.id.team())
        .filter(|other| other.id != friend.id && may_back_up(state, other) && backs_up(state, other, friend))
        .map(|other| other.id)
        .collect()
}

/// Unengaged, on the order Close, on the ground. Rule `BG4-ENG-06`.
fn may_back_up(state: &State, unit: &Unit) -> bool {
    let profile = state.profile();
    let suspended = profile.control_suspends_order && unit.turn.controlled;
    let back_up_orders: &[Order] = profile.back_up_orders;
    !suspended
        && matches!(unit.status, Status::Ready(Some(orders)) if back_up_orders.contains(&orders.order))
        && !unit.airborne
        && !state.is_engaged(unit.id)
}

/// Whether a unit's front touches enough of a friend's rear. Rules `BG4-ENG-06`, `-10`.
fn backs_up(state: &State, unit: &Unit, friend: &Unit) -> bool {
    // RULING: BG3-BACK-02 (p. 23), a unit that routs has none any more where stepping in is its owner's choice.
    let given_up = state.profile().back_up_by_choice && friend.status == Status::Routing;
    if friend.airborne
        || given_up
        || (!state.profile().skirmishers_back_up_all
            && state.has(unit.id, Keyword::Skirmisher)
            && !state.has(friend.id, Keyword::Skirmisher))
    {
        return false;
    }
    let (Some(own), Some(there)) = (state.card(unit), state.card(friend)) else {
        return false;
    };
    let contact = contact_length(&own, Side::Front, &there, Side::Rear, TOL);
    let least = state.profile().back_up_contact;
    contact > Inches::ZERO && TOL.at_least(contact, least)
}

/// Which Back Up Units step in for the units that the Combat Phase destroyed, the Active Player's first. Asked while
/// the destroyed units still lie on the table; emits nothing.
///
/// RULING: one that is destroyed itself does not step in; the owner chooses among several, or for which of several friends
/// one steps in. Rule `BG4-ENG-07`.
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
    Err(Question {
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
        Question {
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

/// Where a unit lies; of a Colossal unit whose front card is slid under an enemy, the rear card. Rule `BG4-COLOS-05`.
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
/// rules that wait for it answer. Rules `BG4-ENG-08`, `-09`, `BG4-CONS-06`.
///
/// RULING: the replacement takes over no cause of a check; the owner of the unit has chosen this. The pose is the one
/// before any About Face: call it before the unit turns.
pub(crate) fn step_in(table: &mut BattleTable<'_>, replaced: UnitId, by: UnitId) {
    let state = table.state();
    let Some(pose) = lying(state, replaced) else {
        return;
    };
    let depth = depth(state, replaced);
    let fought = state.engagements.clone();
    let (rules, rivals) = (
        crate::rules::triggers::noted::of_destruction(state, replaced, None),
        crate::rules::triggers::noted::rivals(state, replaced),
    );
    table.emit(Event::Damage(DamageEvent::UnitDestroyed {
        unit: replaced,
        cause: Cause::Sacrificed,
        by: None,
    }));
    let replacement = Replacement {
        destroyed: replaced,
        by,
        pose,
        depth,
    };
    replace_destroyed(table, &[replaced], &[replacement], &fought);
    crate::rules::damage::erase_objectives(table, &[replaced]);
    crate::rules::triggers::noted::note(table, rules);
    crate::rules::triggers::noted::engagements_ended(table, replaced, &rivals);
}

/// Puts the Back Up Units in the places of units that have just been removed; each takes over the engagements that its
/// removed unit had among those fought before.
///
/// RULING: BG4-ENG-09, nobody is Charging in an engagement that was taken over. Rules `BG4-ENG-07`, `-09`,
/// `BG4-CONS-03`.
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
    if engagements != state.engagements {
        table.emit(Event::Engagement(EngagementEvent::EngagementsChanged {
            engagements,
        }));
    }
}

/// Where a replacement comes to lie: exactly where the destroyed unit lay. RULING: of different depths the front sides
/// coincide, and a deeper unit that then overlaps anything slides its front card forward. Rules `BG4-ENG-09`,
/// `BG4-COLOS-05`.
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
