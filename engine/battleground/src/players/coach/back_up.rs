//! Fighting units that nobody backs up, and those that were let rout although another could have stepped in.

use battleground_geometry::{Inches, Limit, Side, contact_length, gap};
use hindsight_kernel::odds::sum_of_independent;
use hindsight_kernel::{Detector, Distribution, Suggestion, message, phrase};

use super::exchange::wounds_if_rushed;
use super::flanks::rushes_behind;
use super::history::History;
use super::watched::{DUBIOUS, MISTAKE, Watched, cited, is_on, is_unengaged};
use crate::field::{Field, TOL};
use crate::messages::{self, MESSAGES};
use crate::model::agenda::{Answer, Answered, Topic};
use crate::model::attack::{Attack, AttackKind};
use crate::model::lasting::is_in_yellow_or_red;
use crate::model::names::{Team, UnitId};
use crate::model::orders::Order;
use crate::model::state::{Cause, Engagement, State, Status, Unit};
use crate::procedures::backing_up::candidates;
use crate::rules::combat::odds;
use crate::rules::courage::free_attacks_due;
use crate::views::prospects::attacks_of;

pub(super) const BACKING_UP_NEGLECTED: Detector = Detector::new(
    "backing_up_neglected",
    phrase!(MESSAGES, "detector-backing-up-neglected"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-backing-up-neglected-watches"),
    cited!(V4: Eng06, Eng07, Eng09),
)
.of_a_missed_option();

/// The contact that makes a Back Up Unit, and how near a friend must lie for the neglect to be told.
const LEAST: Inches = Inches::mils(1_250);

pub(super) fn backing_up_neglected(seen: &Watched<'_>, unit: UnitId, cause: Cause) -> Option<Suggestion> {
    let state = seen.before;
    let fallen = state.unit(unit)?;
    if cause != Cause::Attack || !(is_on(fallen, Order::Close) || is_on(fallen, Order::Hold)) {
        return None;
    }
    let card = state.card(fallen)?;
    let (friend, distance, contact) = state
        .own(unit.seat())
        .filter(|friend| friend.id != unit && is_on(friend, Order::Close) && !friend.airborne)
        .filter(|friend| !state.is_engaged(friend.id))
        .filter_map(|friend| {
            let behind = state.card(friend)?;
            let (_, ahead) = card.own_axes(behind.front_centre());
            let distance = gap(&card, &behind.front_centre());
            let contact = contact_length(&behind, Side::Front, &card, Side::Rear, TOL);
            let near = ahead < Inches::ZERO && TOL.reaches(distance, LEAST, Limit::Within);
            (near && !TOL.at_least(contact, LEAST)).then_some((friend.id, distance, contact))
        })
        .min_by_key(|(_, distance, _)| *distance)?;
    Some(BACKING_UP_NEGLECTED.found(
        seen.version,
        unit.seat(),
        Some(&unit),
        message!(
            MESSAGES,
            "coach-backing-up-neglected",
            unit = messages::unit(state, unit),
            friend = messages::unit(state, friend)
        ),
        &[
            (
                phrase!(MESSAGES, "number-inches-behind-the-rear"),
                distance.value(),
            ),
            (phrase!(MESSAGES, "number-inches-of-contact"), contact.value()),
            (
                phrase!(MESSAGES, "number-inches-of-contact-needed"),
                LEAST.value(),
            ),
        ],
    ))
}

pub(super) const NO_BACK_UP: Detector = Detector::new(
    "no_back_up",
    phrase!(MESSAGES, "detector-no-back-up"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-no-back-up-watches"),
    cited!(V3: Eng06, Eng07),
)
.of_a_missed_option();

/// Whether a unit fights nobody and has nothing to attack or cast in the Combat Phase that follows, weapons or not.
fn is_idle(state: &State, unit: &Unit) -> bool {
    is_unengaged(state, unit) && attacks_of(state, unit.id).is_none_or(|choices| choices.attacks.is_empty())
}

/// Told when the unit routs, or is destroyed without having routed. Judged by the position at the end of the last own Movement and
/// Command Phase.
///
/// An observation without a better choice, for what the line loses by a gap has no odds. A unit that routs with boxes left counts as one
/// that dies: either leaves the gap that a back-up would have filled, and the boxes stand beside it.
// RULING: whoever leaves a fight leaves a gap; one move is measured straight from the friend's front to the rear.
pub(super) fn no_back_up(seen: &Watched<'_>, unit: UnitId, history: &History) -> Option<Suggestion> {
    let moved = history.moved(unit.seat());
    let then = moved.filter(|then| then.turn + 1 >= seen.before.turn)?;
    let there = then.unit(unit)?;
    let weak = then.is_engaged(unit) && is_in_yellow_or_red(then, there);
    if !weak || !candidates(then, there).is_empty() {
        return None;
    }
    let field = Field::of(then);
    let body = field.body(unit)?;
    let (friend, distance) = then
        .own(unit.seat())
        .filter(|friend| friend.id != unit && !friend.airborne && is_idle(then, friend))
        .filter_map(|friend| {
            let eye = field.card(friend.id)?.front_centre();
            let distance = eye.distance(body.target_point(Side::Rear, eye));
            (distance <= field.current_mc(friend.id).inches()).then_some((friend.id, distance))
        })
        .min_by_key(|(_, distance)| *distance)?;
    Some(NO_BACK_UP.found(
        seen.version,
        unit.seat(),
        Some(&unit),
        message!(
            MESSAGES,
            "coach-no-back-up",
            unit = messages::unit(then, unit),
            friend = messages::unit(then, friend)
        ),
        &[
            (
                phrase!(MESSAGES, "number-inches-of-the-friend-to-its-rear"),
                distance.value(),
            ),
            (
                phrase!(MESSAGES, "number-inches-the-friend-moves"),
                field.current_mc(friend).inches().value(),
            ),
            (
                phrase!(MESSAGES, "number-boxes-it-had-left"),
                f64::from(then.boxes_left(there)),
            ),
        ],
    ))
}

pub(super) const BACK_UP_NOT_USED: Detector = Detector::new(
    "back_up_not_used",
    phrase!(MESSAGES, "detector-back-up-not-used"),
    MISTAKE,
    phrase!(MESSAGES, "detector-back-up-not-used-watches"),
    cited!(V3: Eng08, Cour20, Rush04),
)
.of_a_missed_option();

/// A unit that was let rout this turn.
#[derive(Debug)]
pub(super) struct LetRout {
    unit: UnitId,
    /// Who could have stepped in.
    behind: UnitId,
    /// The position in which they answered.
    then: State,
    /// It is told of a unit once.
    told: bool,
}

/// The chance of destruction from which on it is expected.
const EXPECTED: f64 = 0.5;

/// Notes that a unit is let rout although another could step in.
pub(super) fn note_refusal(seen: &Watched<'_>, answered: &Answered, let_rout: &mut Vec<LetRout>) {
    if answered.topic == Topic::Replacement
        && answered.answer == Answer::Decline
        && let Some(unit) = answered.unit.and_then(|unit| seen.before.unit(unit))
        && let Some(behind) = candidates(seen.before, unit).first()
    {
        let_rout.push(LetRout {
            unit: unit.id,
            behind: *behind,
            then: seen.before.clone(),
            told: false,
        });
    }
}

/// Told when the first free attack on the unit begins: nothing but free attacks lies between its turn to run and that.
///
/// It names no better choice: for the other to step in the unit is given up (`BG3-BACK-03`, p. 23), which the odds of free attacks alone
/// never call better. Both chances to lose it are among the numbers.
// RULING: free attacks are expected to destroy a unit if all of them together do so with a chance of at least one half, by exact odds
// without cards; what comes of them does not matter.
pub(super) fn back_up_not_used(
    seen: &Watched<'_>,
    attack: &Attack,
    let_rout: &mut [LetRout],
) -> Option<Suggestion> {
    let state = seen.before;
    let fresh = |one: &&mut LetRout| one.unit == attack.target && !one.told;
    let one = let_rout
        .iter_mut()
        .find(fresh)
        .filter(|_| attack.kind == AttackKind::Free)?;
    let there = state.unit(one.unit)?;
    let attackers = free_attacks_due(state).into_iter();
    let attackers = attackers.filter(|(_, target)| *target == one.unit);
    let wounds: Vec<Distribution> = attackers
        .filter_map(|(attacker, target)| odds::preview(state, attacker, target, AttackKind::Free))
        .map(|(_, odds)| odds.wounds)
        .collect();
    let boxes = state.boxes_left(there);
    let destroys = sum_of_independent(&wounds).at_least(i32::from(boxes));
    one.told = destroys >= EXPECTED;
    one.told.then(|| {
        BACK_UP_NOT_USED.found(
            seen.version,
            one.unit.seat(),
            Some(&one.unit),
            message!(
                MESSAGES,
                "coach-back-up-not-used",
                unit = messages::unit(state, one.unit),
                behind = messages::unit(state, one.behind)
            ),
            &[
                (phrase!(MESSAGES, "number-chance-that-they-destroy-it"), destroys),
                (
                    phrase!(MESSAGES, "number-chance-to-lose-it-if-the-other-steps-in"),
                    1.0,
                ),
                (phrase!(MESSAGES, "number-free-attacks"), wounds.len() as f64),
                (phrase!(MESSAGES, "number-boxes-it-has-left"), f64::from(boxes)),
                (
                    phrase!(MESSAGES, "number-points-of-the-unit"),
                    f64::from(state.kind(there).points),
                ),
            ],
        )
    })
}

/// Told at the end of the turn of the unit's owner: the enemy moves next.
// RULING: the gap is judged as if the enemy's turn began now, beside the same position with the unit behind in the place and the fights
// of the one that was let rout. After an enemy's turn the owner moves first and may close the gap.
pub(super) fn gaps_left(seen: &Watched<'_>, let_rout: &[LetRout]) -> Vec<Suggestion> {
    let state = seen.before;
    let Some(team) = state.active.map(Team::of) else {
        return Vec::new();
    };
    let own = let_rout.iter().filter(|one| one.unit.team() == team && !one.told);
    own.filter_map(|one| gap_left(seen, one)).collect()
}

fn gap_left(seen: &Watched<'_>, one: &LetRout) -> Option<Suggestion> {
    let state = seen.before;
    let filled = one.filled(state)?;
    let (now, closed) = (Field::of(state), Field::of(&filled));
    let others = state.of_team(one.unit.team());
    let friends =
        others.filter(|friend| friend.id != one.behind && matches!(friend.status, Status::Ready(_)));
    let (friend, enemy, side) = friends
        .filter(|friend| friend.id != one.unit && !friend.airborne)
        .find_map(|friend| {
            let open = rushes_behind(&now, friend);
            if open.is_empty() {
                return None;
            }
            let before = rushes_behind(&closed, filled.unit(friend.id)?);
            let (enemy, side) = open.into_iter().find(|rush| !before.contains(rush))?;
            Some((friend.id, enemy, side))
        })?;
    let found = BACK_UP_NOT_USED.found(
        seen.version,
        one.unit.seat(),
        Some(&one.unit),
        message!(
            MESSAGES,
            "coach-back-up-gap",
            unit = messages::unit(state, one.unit),
            enemy = messages::unit(state, enemy),
            side = messages::side(side),
            friend = messages::unit(state, friend),
            behind = messages::unit(state, one.behind)
        ),
        &[
            (
                phrase!(MESSAGES, "number-expected-wounds-there"),
                wounds_if_rushed(state, enemy, friend, side),
            ),
            (
                phrase!(MESSAGES, "number-expected-wounds-on-the-front"),
                wounds_if_rushed(state, enemy, friend, Side::Front),
            ),
        ],
    );
    Some(found)
}

impl LetRout {
    /// A later position with the unit behind in the place and the fights of the one that was let rout, which is gone; nothing if that
    /// unit fights or runs itself. Rules `BG3-BACK-02` to `BG3-BACK-04` (p. 23).
    fn filled(&self, state: &State) -> Option<State> {
        state
            .unit(self.behind)
            .filter(|behind| is_unengaged(state, behind))?;
        let place = self.then.unit(self.unit)?.pose?;
        let mut filled = state.clone();
        filled.unit_mut(self.unit)?.pose = None;
        filled.unit_mut(self.behind)?.pose = Some(place);
        filled.engagements.retain(|fight| !fight.has(self.unit));
        let stands = |unit: UnitId| state.unit(unit).is_some_and(|unit| unit.pose.is_some());
        let instead = |unit: UnitId| if unit == self.unit { self.behind } else { unit };
        let fights = self.then.engagements.iter().filter(|fight| fight.has(self.unit));
        let taken_over = fights.map(|fight| Engagement {
            rusher: instead(fight.rusher),
            rushed: instead(fight.rushed),
            taken_over: true,
            ..*fight
        });
        let left = taken_over.filter(|fight| stands(fight.rusher) && stands(fight.rushed));
        filled.engagements.extend(left);
        Some(filled)
    }
}
