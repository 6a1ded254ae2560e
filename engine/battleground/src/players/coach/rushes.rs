//! Mistakes that a Final Rush shows: those of the rusher, and of where the rushed unit was left standing.

use battleground_geometry::Side;
use hindsight_kernel::{Detector, Suggestion, message, phrase};

use super::exchange::{EXCHANGE, balance, melee_wounds};
use super::history::History;
use super::watched::{DUBIOUS, MISTAKE, Watched, cited, is_on, is_unengaged};
use crate::field::Field;
use crate::messages::{self, MESSAGES};
use crate::model::effect::Keyword;
use crate::model::names::UnitId;
use crate::model::orders::Order;
use crate::model::pinched::is_pinched;
use crate::model::state::{Engagement, RushKind, State, Status, Unit};

pub(super) const OVERREACH_RUSH: Detector = Detector::new(
    "overreach_rush",
    phrase!(MESSAGES, "detector-overreach-rush"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-overreach-rush-watches"),
    cited!(V4: Rush01, Cmd05, Cmd07, Mods10),
);

/// A rush into a front that a command action could have held back.
#[derive(Debug)]
pub(super) struct Venture {
    version: u64,
    rusher: UnitId,
    rushed: UnitId,
    actions: u8,
}

/// Whether a rush is one to look at when all of the turn are made.
pub(super) fn ventured(seen: &Watched<'_>, rush: &Engagement) -> Option<Venture> {
    let state = seen.before;
    let actions = state.player(rush.rusher.seat()).actions;
    let front = rush.rushed_side == Side::Front && rush.kind == RushKind::Front;
    let free = !state.unit(rush.rusher)?.turn.controlled;
    (front && free && actions > 0).then_some(Venture {
        version: seen.version,
        rusher: rush.rusher,
        rushed: rush.rushed,
        actions,
    })
}

/// Judged at the end of the Movement & Command Phase, when everybody has come who makes it a pinch: told where the rush loses more
/// points than it wins.
///
/// It names no better choice: a rush that is held back leaves the enemy the next one, and the odds of this fight say nothing of that.
pub(super) fn overreach_rushes(seen: &Watched<'_>, ventures: &[Venture]) -> Vec<Suggestion> {
    let state = seen.before;
    ventures
        .iter()
        .filter(|venture| {
            let mut fights = state.engagements.iter();
            fights.any(|fight| fight.has(venture.rusher) && fight.has(venture.rushed))
        })
        .filter_map(|venture| {
            let (rusher, rushed) = (venture.rusher, venture.rushed);
            let own = melee_wounds(state, rusher, rushed);
            let its = melee_wounds(state, rushed, rusher);
            let points = balance(state, rusher, rushed);
            (own < 0.5 * its && points < -1e-9).then(|| {
                OVERREACH_RUSH.found(
                    venture.version,
                    rusher.seat(),
                    Some(&rusher),
                    message!(
                        MESSAGES,
                        "coach-overreach-rush",
                        rusher = messages::unit(state, rusher),
                        rushed = messages::unit(state, rushed)
                    ),
                    &[
                        (phrase!(MESSAGES, "number-expected-wounds-dealt-this-turn"), own),
                        (phrase!(MESSAGES, "number-expected-wounds-taken-this-turn"), its),
                        (EXCHANGE, points),
                        (
                            phrase!(MESSAGES, "number-command-actions-at-hand"),
                            f64::from(venture.actions),
                        ),
                    ],
                )
            })
        })
        .collect()
}

pub(super) const CLOSE_TOO_EARLY: Detector = Detector::new(
    "close_too_early",
    phrase!(MESSAGES, "detector-close-too-early"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-close-too-early-watches"),
    cited!(V3: CloseOrder, Rush07, Mods08),
);

/// A unit that stopped where the faster enemy reaches its flank or rear and it reaches nothing.
///
/// An observation without a better choice: where else it should have stopped depends on the other units of its line, which has no odds.
pub(super) fn close_too_early(
    seen: &Watched<'_>,
    rush: &Engagement,
    history: &History,
) -> Option<Suggestion> {
    let ended = history.ended(rush.rushed.seat())?;
    let unit = ended.unit(rush.rushed)?;
    if rush.rushed_side == Side::Front
        || !is_on(unit, Order::Close)
        || !unit.turn.moved
        || ended.is_engaged(unit.id)
    {
        return None;
    }
    let field = Field::of(ended);
    let distance = field.within(unit.id, rush.rusher)?;
    let (own, its) = (
        field.current_mc(unit.id).inches(),
        field.current_mc(rush.rusher).inches(),
    );
    (own <= distance && distance < its).then(|| {
        CLOSE_TOO_EARLY.found(
            seen.version,
            unit.id.seat(),
            Some(&unit.id),
            message!(
                MESSAGES,
                "coach-close-too-early",
                unit = messages::unit(ended, unit.id),
                rusher = messages::unit(ended, rush.rusher),
                side = messages::side(rush.rushed_side)
            ),
            &[
                (phrase!(MESSAGES, "number-inches-between-them"), distance.value()),
                (phrase!(MESSAGES, "number-inches-it-moves"), own.value()),
                (phrase!(MESSAGES, "number-inches-the-enemy-moves"), its.value()),
            ],
        )
    })
}

pub(super) const CROSSING_INVITED: Detector = Detector::new(
    "crossing_invited",
    phrase!(MESSAGES, "detector-crossing-invited"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-crossing-invited-watches"),
    cited!(V3: PinchingAlone, Mods10),
);

pub(super) fn crossing_invited(
    seen: &Watched<'_>,
    rush: &Engagement,
    history: &History,
) -> Option<Suggestion> {
    let state = seen.before;
    let mut fights = state.engaged_with(rush.rushed);
    let (pinched, ..) = fights.next()?;
    if fights.next().is_some() || !is_pinched(state, pinched) {
        return None;
    }
    // Who came to pinch since its owner's turn ended gave nothing away.
    let fought = |state: &State| {
        state
            .engaged_with(rush.rushed)
            .any(|(enemy, ..)| enemy == pinched)
    };
    let ended = history
        .ended(rush.rushed.seat())
        .filter(|ended| fought(ended) && is_pinched(ended, pinched))?;
    let field = Field::of(ended);
    let body = field.body(rush.rushed)?;
    let (friend, distance) = ended
        .own(rush.rushed.seat())
        .filter(|friend| friend.id != rush.rushed && was_idle(ended, friend))
        .filter_map(|friend| {
            let eye = field.card(friend.id)?.front_centre();
            let distance = eye.distance(body.target_point(rush.rushed_side, eye));
            (distance <= field.current_mc(friend.id).inches()).then_some((friend.id, distance))
        })
        .min_by_key(|(_, distance)| *distance)?;
    Some(CROSSING_INVITED.found(
        seen.version,
        rush.rushed.seat(),
        Some(&rush.rushed),
        message!(
            MESSAGES,
            "coach-crossing-invited",
            unit = messages::unit(state, rush.rushed),
            side = messages::side(rush.rushed_side),
            pinched = messages::unit(state, pinched),
            friend = messages::unit(state, friend)
        ),
        &[
            (
                phrase!(MESSAGES, "number-inches-of-the-friend-to-that-side"),
                distance.value(),
            ),
            (
                phrase!(MESSAGES, "number-inches-the-friend-moves"),
                field.current_mc(friend).inches().value(),
            ),
        ],
    ))
}

/// Whether a unit neither fought nor attacked nor cast in the turn that ends in this position.
fn was_idle(state: &State, unit: &Unit) -> bool {
    let attacked = || state.declared.iter().any(|one| one.attack.attacker == unit.id);
    is_unengaged(state, unit) && !unit.turn.cast && !unit.turn.threw && !attacked()
}

pub(super) const SKIRMISHER_KEPT_IN_PLACE: Detector = Detector::new(
    "skirmisher_kept_in_place",
    phrase!(MESSAGES, "detector-skirmisher-kept-in-place"),
    MISTAKE,
    phrase!(MESSAGES, "detector-skirmisher-kept-in-place-watches"),
    cited!(V3: Skirm09, Cmd14),
);

pub(super) fn skirmisher_kept_in_place(
    seen: &Watched<'_>,
    rush: &Engagement,
    history: &History,
) -> Option<Suggestion> {
    let state = seen.before;
    let regular = !state.has(rush.rusher, Keyword::Skirmisher);
    let ended = history.ended(rush.rushed.seat())?;
    let unit = ended.unit(rush.rushed)?;
    if !regular || !state.has(unit.id, Keyword::Skirmisher) || !was_idle(ended, unit) {
        return None;
    }
    let field = Field::of(ended);
    let distance = field.within(unit.id, rush.rusher)?;
    let reach = field.current_mc(rush.rusher).inches();
    (distance < reach).then(|| {
        SKIRMISHER_KEPT_IN_PLACE.found(
            seen.version,
            unit.id.seat(),
            Some(&unit.id),
            message!(
                MESSAGES,
                "coach-skirmisher-kept-in-place",
                unit = messages::unit(state, unit.id),
                rusher = messages::unit(state, rush.rusher)
            ),
            &[
                (phrase!(MESSAGES, "number-inches-between-them"), distance.value()),
                (phrase!(MESSAGES, "number-inches-the-enemy-moves"), reach.value()),
            ],
        )
    })
}

pub(super) const JAVELINS_UNUSED: Detector = Detector::new(
    "javelins_unused",
    phrase!(MESSAGES, "detector-javelins-unused"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-javelins-unused-watches"),
    cited!(V3: Throws, Equip02),
);

pub(super) fn javelins_unused(
    seen: &Watched<'_>,
    rush: &Engagement,
    history: &History,
) -> Option<Suggestion> {
    let state = seen.before;
    let unit = state.unit(rush.rushed)?;
    let card = state.kind(unit);
    let ranged = card.ranged?;
    let range = ranged.range.inches();
    if ranged.thrown_at_any_rusher {
        return None; // Rule BG3-KEY-26 (p. 33): it throws even so.
    }
    let waits = matches!(unit.status, Status::Ready(Some(orders))
        if matches!(orders.order, Order::Hold | Order::Range | Order::Short | Order::Long));
    if !card.is_any(&[Keyword::Javelins, Keyword::Pila]) || !waits || rush.rushed_side != Side::Front {
        return None;
    }
    let seat = unit.id.seat();
    let ((opening, _), ended) = (history.opening()?, history.ended(seat)?);
    let distance = Field::of(opening).within(unit.id, rush.rusher)?;
    let moved = ended.unit(unit.id).is_some_and(|then| then.turn.moved);
    let near = |state: &State| {
        let distance = Field::of(state).within(unit.id, rush.rusher);
        distance.is_some_and(|distance| distance <= range)
    };
    let was_near = history.opened(seat).is_some_and(|(state, _)| near(state));
    (moved && !was_near && distance <= range).then(|| {
        JAVELINS_UNUSED.found(
            seen.version,
            unit.id.seat(),
            Some(&unit.id),
            message!(
                MESSAGES,
                "coach-javelins-unused",
                unit = messages::unit(state, unit.id),
                rusher = messages::unit(state, rush.rusher)
            ),
            &[
                (
                    phrase!(MESSAGES, "number-inches-when-the-turn-began"),
                    distance.value(),
                ),
                (phrase!(MESSAGES, "number-range"), range.value()),
            ],
        )
    })
}
