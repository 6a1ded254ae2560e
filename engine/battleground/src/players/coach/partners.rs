//! Mistakes of two units that could have rushed together: one takes the other's way, or comes alone.

use hindsight_kernel::{
    BetterChoice, Detector, ReportedTray, Rules, Suggestion, Table, Weighed, message, phrase,
};

use super::exchange::{EXCHANGE, exchange, wounds_if_rushed};
use super::history::History;
use super::watched::{MISTAKE, Watched, cited, is_on};
use crate::field::Field;
use crate::messages::{self, MESSAGES};
use crate::model::agenda::Step;
use crate::model::command::Command;
use crate::model::effect::Keyword;
use crate::model::event::{EngagementEvent, Event};
use crate::model::names::{Team, UnitId};
use crate::model::orders::Order;
use crate::model::pinched::{is_pinched, sides_engaged};
use crate::model::state::{Engagement, State, Unit};
use crate::procedures::rush::eligibility::may_rush;
use crate::procedures::rush::glimpses::glimpses_of;
use crate::procedures::rush::sides::sides_to_rush;
use crate::system::Battleground;

pub(super) const WRONG_PARTNER_FIRST: Detector = Detector::new(
    "wrong_partner_first",
    phrase!(MESSAGES, "detector-wrong-partner-first"),
    MISTAKE,
    phrase!(MESSAGES, "detector-wrong-partner-first-watches"),
    cited!(V4: Rush20, Rush21, Turn06),
);

/// A way in which a rusher and its partner might both have rushed.
pub(super) type WayOfBoth = fn(UnitId, UnitId) -> Vec<Command>;

/// Both are activated together. Rules `BG4-TURN-06` (pp. 33, 43), `BG3-RUSH-16`, `BG3-RUSH-17` (pp. 13-14).
pub(super) fn together(rusher: UnitId, partner: UnitId) -> Vec<Command> {
    vec![Command::Activate {
        units: vec![rusher, partner],
    }]
}

/// The partner is activated before the rusher. Rule `BG3-RUSH-17` (pp. 13-14).
pub(super) fn partner_before(rusher: UnitId, partner: UnitId) -> Vec<Command> {
    [partner, rusher]
        .map(|unit| Command::Activate { units: vec![unit] })
        .into()
}

/// The rules themselves try whether they could: the ways are gone in the position before, in their order. It is told where both
/// rushes have the better exchange by exact odds.
pub(super) fn wrong_partner_first(
    seen: &Watched<'_>,
    rush: &Engagement,
    history: &History,
    ways: &[WayOfBoth],
) -> Option<Suggestion> {
    let (choosing, chosen_at) = history.choosing(seen.before.turn)?;
    let seat = rush.rusher.seat();
    let targets = |state: &State, unit: UnitId| {
        let enemies = state.enemies_of(seat);
        enemies
            .filter(|enemy| may_rush(state, unit, enemy.id).is_ok())
            .count()
    };
    let is_activated_too = |unit: UnitId| {
        seen.after
            .agenda
            .iter()
            .any(|frame| matches!(&frame.step, Step::Activate { units } if units.contains(&unit)))
    };
    let exchanged = |state: &State, partner: UnitId| exchange(state, &[rush.rusher, partner]);
    let (partner, had, commands, points) = choosing
        .own(seat)
        .filter(|unit| unit.id != rush.rusher && is_on(unit, Order::Close) && !is_activated_too(unit.id))
        .filter(|unit| {
            seen.after
                .unit(unit.id)
                .is_some_and(|now| !now.turn.rushed && !now.turn.activated)
        })
        .map(|unit| (unit.id, targets(choosing, unit.id)))
        .filter(|(unit, had)| *had > 0 && targets(seen.after, *unit) == 0)
        .find_map(|(unit, had)| {
            let ways = ways.iter().map(|way| way(rush.rusher, unit));
            let (commands, both) = { ways }.find_map(|commands| {
                let both = both_rush(choosing, &commands, [rush.rusher, unit])?;
                Some((commands, both))
            })?;
            let points = Weighed::odds(EXCHANGE, exchanged(seen.after, unit), exchanged(&both, unit));
            points.favours_better().then_some((unit, had, commands, points))
        })?;
    let rusher = || messages::unit(seen.before, rush.rusher);
    let name = || messages::unit(seen.before, partner);
    let together = commands.len() == 1;
    let words = if together {
        message!(
            MESSAGES,
            "coach-activated-together",
            rusher = rusher(),
            partner = name()
        )
    } else {
        message!(
            MESSAGES,
            "coach-rushes-before",
            partner = name(),
            rusher = rusher()
        )
    };
    let better = BetterChoice::new(chosen_at, words, &commands).by(&partner);
    Some(
        WRONG_PARTNER_FIRST
            .found(
                seen.version,
                seat,
                Some(&rush.rusher),
                message!(
                    MESSAGES,
                    "coach-wrong-partner-first",
                    rusher = rusher(),
                    partner = name(),
                    together
                ),
                &[
                    (
                        phrase!(MESSAGES, "number-enemies-the-partner-could-have-rushed"),
                        had as f64,
                    ),
                    (phrase!(MESSAGES, "number-enemies-it-can-rush-now"), 0.0),
                ],
            )
            .instead(
                better,
                [
                    points,
                    Weighed::certain(phrase!(MESSAGES, "number-units-that-rush"), 1.0, 2.0),
                ],
            ),
    )
}

/// The position after both have rushed by these commands; nothing if they do not, or if somebody is asked on the way.
fn both_rush(choosing: &State, commands: &[Command], both: [UnitId; 2]) -> Option<State> {
    let mut tray = ReportedTray::new([]);
    let mut table = Table::<Battleground>::new(choosing.clone(), &mut tray);
    let mut decided = commands
        .iter()
        .map(|command| Battleground::decide(&mut table, both[0].seat(), command));
    if decided.any(|decided| decided.is_err()) {
        return None;
    }
    // ERR: what cannot be folded is no way.
    let (state, events) = table.finish().ok()?;
    let rushed = both.iter().all(|unit| {
        events
            .iter()
            .any(|event| matches!(event, Event::Engagement(EngagementEvent::FinalRushed { engagement, .. }) if engagement.rusher == *unit))
    });
    rushed.then_some(state)
}

pub(super) const SECOND_RUSH_MISSED: Detector = Detector::new(
    "missed_pinch",
    phrase!(MESSAGES, "detector-second-rush-missed"),
    MISTAKE,
    phrase!(MESSAGES, "detector-second-rush-missed-watches"),
    cited!(V4: Rush19, Mods10),
)
.of_a_missed_option();

/// Judged at the end of the Movement & Command Phase by what the start of the turn showed. A unit that rushed somebody else
/// had another use.
pub(super) fn second_rushes_missed(seen: &Watched<'_>, _: &History) -> Vec<Suggestion> {
    let state = seen.before;
    let fresh = state
        .engagements
        .iter()
        .filter(|rush| rush.turn == state.turn && Some(rush.rusher.seat()) == state.active);
    // Two that rushed the same side miss the same partner.
    let mut missed = Vec::new();
    fresh
        .filter(|rush| !is_pinched(state, rush.rushed))
        .filter_map(|rush| {
            let seat = rush.rusher.seat();
            let other = |unit: &&Unit| {
                unit.id != rush.rusher
                    && !unit.turn.rushed
                    && !state.is_engaged(unit.id)
                    && !state.kind(unit).is(Keyword::Skirmisher)
            };
            let (partner, side) = state.own(seat).filter(other).find_map(|unit| {
                glimpses_of(state, unit)
                    .filter(|glimpse| glimpse.enemy == rush.rushed && glimpse.could_rush)
                    .filter_map(|glimpse| glimpse.side)
                    .find(|side| *side != rush.rushed_side)
                    .map(|side| (unit.id, side))
            })?;
            if missed.contains(&(rush.rushed, partner)) {
                return None;
            }
            missed.push((rush.rushed, partner));
            Some(SECOND_RUSH_MISSED.found(
                seen.version,
                seat,
                Some(&partner),
                message!(
                    MESSAGES,
                    "coach-second-rush-missed",
                    rusher = messages::unit(state, rush.rusher),
                    side = messages::side(rush.rushed_side),
                    rushed = messages::unit(state, rush.rushed),
                    partner = messages::unit(state, partner),
                    other_side = messages::side(side)
                ),
                &[
                    (phrase!(MESSAGES, "number-sides-rushed"), 1.0),
                    (phrase!(MESSAGES, "number-sides-that-could-have-been-rushed"), 2.0),
                    (
                        phrase!(MESSAGES, "number-expected-wounds-of-the-second-rush"),
                        wounds_if_rushed(state, partner, rush.rushed, side),
                    ),
                ],
            ))
        })
        .collect()
}

pub(super) const PINCH_MISSED: Detector = Detector::new(
    "missed_pinch",
    phrase!(MESSAGES, "detector-pinch-missed"),
    MISTAKE,
    phrase!(MESSAGES, "detector-pinch-missed-watches"),
    cited!(V3: Rush19, Mods10),
)
.of_a_missed_option();

/// Judged at the end of the Movement and Command Phase. Skirmishers give the bonus too. Rule `BG3-KEY-30` (p. 31).
// RULING: the unit could rush if it could with the order and from the place that it began the phase with, against the fights of the
// last moment for rushes. A unit that rushed somebody else had another use.
pub(super) fn pinches_missed(seen: &Watched<'_>, history: &History) -> Vec<Suggestion> {
    let state = seen.before;
    let (Some(seat), Some((opening, _))) = (state.active, history.opening()) else {
        return Vec::new();
    };
    let rushing = history.rushing.as_ref().unwrap_or(state);
    let team = Team::of(seat);
    // Of several that could have come, one misses the pinch.
    let mut missed: Vec<UnitId> = Vec::new();
    let is_free = |unit: &&Unit| !unit.turn.rushed && !unit.airborne && !state.is_engaged(unit.id);
    state
        .of_team(team)
        .filter(is_free)
        .filter_map(|unit| {
            let then = as_it_began(rushing, opening, unit.id)?;
            let there = then.unit(unit.id)?;
            let field = Field::of(&then);
            let mut fought = state.enemies_of(seat).filter(|enemy| {
                if missed.contains(&enemy.id) {
                    return false;
                }
                let mut friends = rushing.engaged_with(enemy.id);
                friends.any(|(friend, ..)| friend.team() == team)
                    && sides_engaged(rushing, enemy.id) == 1
                    && sides_engaged(state, enemy.id) == 1
            });
            let pinch = |enemy: &Unit| {
                let (friend, own, _) = rushing.engaged_with(enemy.id).next()?;
                let mut sides = sides_to_rush(&field, there, enemy.id).into_iter();
                let side = sides.find(|side| *side != own)?;
                Some((enemy.id, friend, own, side))
            };
            let (enemy, friend, own, side) = fought.find_map(pinch)?;
            missed.push(enemy);
            Some(PINCH_MISSED.found(
                seen.version,
                unit.id.seat(),
                Some(&unit.id),
                message!(
                    MESSAGES,
                    "coach-pinch-missed",
                    friend = messages::unit(state, friend),
                    side = messages::side(own),
                    enemy = messages::unit(state, enemy),
                    unit = messages::unit(state, unit.id),
                    other_side = messages::side(side)
                ),
                &[
                    (phrase!(MESSAGES, "number-sides-fought-on"), 1.0),
                    (
                        phrase!(MESSAGES, "number-sides-that-could-have-been-fought-on"),
                        2.0,
                    ),
                    (
                        phrase!(MESSAGES, "number-expected-wounds-of-the-rush"),
                        wounds_if_rushed(&then, unit.id, enemy, side),
                    ),
                ],
            ))
        })
        .collect()
}

/// A position with a unit as it began the phase; nothing if it was not there or was engaged then.
fn as_it_began(rushing: &State, opening: &State, unit: UnitId) -> Option<State> {
    let began = opening.unit(unit).filter(|_| !opening.is_engaged(unit))?;
    let mut then = rushing.clone();
    *then.unit_mut(unit)? = began.clone();
    Some(then)
}
