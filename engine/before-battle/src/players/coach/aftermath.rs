//! Mistakes that show when a combat is over.

use hindsight_kernel::{BetterChoice, Detector, Suggestion, Weighed, message, phrase};

use super::{DUBIOUS, LEAD, MISTAKE, Watched, called, lead};
use crate::field::geometry::{attack_direction, faces};
use crate::messages::MESSAGES;
use crate::model::command::{Command, Reformed};
use crate::model::event::{AftermathEvent, Event};
use crate::model::names::{UnitId, UnitSet};
use crate::model::state::State;
use crate::model::strike::Direction;
use crate::rules::attack::chance;
use crate::views::inspect::melee_odds;

pub(super) const BLOCKED_RETREAT: Detector = Detector::new(
    "blocked_retreat",
    phrase!(MESSAGES, "detector-blocked-retreat"),
    MISTAKE,
    phrase!(MESSAGES, "detector-blocked-retreat-watches"),
    &["BB-FLEE-05"],
);

pub(super) fn blocked_retreat(seen: &Watched<'_>) -> Option<Suggestion> {
    let Event::Aftermath(AftermathEvent::UnitFled {
        unit,
        blocked_by: Some(friend),
        need,
        killed,
        ..
    }) = seen.event
    else {
        return None;
    };
    if friend.seat() != unit.seat() || *killed == 0 {
        return None;
    }
    let models = f64::from(seen.before.unit(*unit).models);
    Some(BLOCKED_RETREAT.found(
        seen.version,
        unit.seat(),
        Some(unit),
        message!(
            MESSAGES,
            "coach-blocked-retreat",
            friend = called(seen.before, *friend),
            unit = called(seen.before, *unit),
            models = killed
        ),
        &[
            (phrase!(MESSAGES, "number-models-lost"), f64::from(*killed)),
            (
                phrase!(MESSAGES, "number-models-expected-to-be-lost"),
                models * (1.0 - chance(*need)),
            ),
            (phrase!(MESSAGES, "number-models-lost-with-the-way-free"), 0.0),
        ],
    ))
}

pub(super) const FIGHTING_ON_THE_EDGE: Detector = Detector::new(
    "fighting_on_the_edge",
    phrase!(MESSAGES, "detector-fighting-on-the-edge"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-fighting-on-the-edge-watches"),
    &["BB-FLEE-04", "BB-DEP-02"],
);

pub(super) fn fighting_on_the_edge(seen: &Watched<'_>, unit: UnitId) -> Option<Suggestion> {
    let Event::Aftermath(AftermathEvent::UnitFled {
        from,
        off_board: true,
        ..
    }) = seen.event
    else {
        return None;
    };
    let state = seen.before;
    let rows = state.rows_to_home(unit.seat(), *from);
    if rows > state.cards.board.deploy_rows {
        return None;
    }
    Some(FIGHTING_ON_THE_EDGE.found(
        seen.version,
        unit.seat(),
        Some(&unit),
        message!(
            MESSAGES,
            "coach-fighting-on-the-edge",
            unit = called(state, unit),
            rows,
            speed = state.gear(unit).speed()
        ),
        &[
            (phrase!(MESSAGES, "number-rows-to-the-edge"), f64::from(rows)),
            (
                phrase!(MESSAGES, "number-speed"),
                f64::from(state.gear(unit).speed()),
            ),
            (
                phrase!(MESSAGES, "number-models-lost"),
                f64::from(state.unit(unit).models),
            ),
        ],
    ))
}

pub(super) const BAD_REFORM: Detector = Detector::new(
    "bad_reform",
    phrase!(MESSAGES, "detector-bad-reform"),
    MISTAKE,
    phrase!(MESSAGES, "detector-bad-reform-watches"),
    &["BB-REF-01", "BB-ORD-01", "BB-ORD-03", "BB-ACT-07"],
);

/// The expected wounds from which on a reform is told.
const CLEARLY_WORSE: f64 = 1.0;

/// Whoever reforms in the opponent's turn may Turn before the next combats, so only the active player's facings are judged.
/// Often a unit shows its flank to strike another enemy's: what the fights come to, tier by tier, is compared.
pub(super) fn bad_reform(seen: &Watched<'_>, facings: &[Reformed]) -> Vec<Suggestion> {
    let mut state = seen.after.clone();
    if is_last_turn(&state) {
        return Vec::new();
    }
    // Charges count in the turn in which they are made.
    state.charged = UnitSet::EMPTY;
    facings
        .iter()
        .filter(|reformed| state.active == Some(reformed.unit.seat()))
        .filter_map(|reformed| {
            let unit = reformed.unit;
            let enemy = only_enemy_before(&state, unit)?;
            let side = match attack_direction(&state, enemy, unit)? {
                Direction::Front => return None,
                Direction::Flank => "flank",
                Direction::Rear => "rear",
            };
            let mut turned = state.clone();
            turned.units[unit.index()].facing = state.cell(unit)?.towards(state.cell(enemy)?)?;
            let (as_it_is, if_turned) = (lead(&state, unit.seat())?, lead(&turned, unit.seat())?);
            let better: Vec<Reformed> = facings
                .iter()
                .map(|other| Reformed {
                    facing: if other.unit == unit {
                        turned.unit(unit).facing
                    } else {
                        other.facing
                    },
                    ..*other
                })
                .collect();
            let words = message!(
                MESSAGES,
                "coach-reforms-towards",
                unit = called(&state, unit),
                enemy = called(&state, enemy)
            );
            (if_turned - as_it_is >= CLEARLY_WORSE).then(|| {
                BAD_REFORM
                    .found(
                        seen.version,
                        unit.seat(),
                        Some(&unit),
                        message!(
                            MESSAGES,
                            "coach-bad-reform",
                            unit = called(&state, unit),
                            side,
                            enemy = called(&state, enemy)
                        ),
                        &[
                            (
                                phrase!(MESSAGES, "number-expected-wounds-taken-from-it"),
                                melee_odds(&state, enemy, unit).damage.mean(),
                            ),
                            (
                                phrase!(MESSAGES, "number-expected-wounds-dealt-to-it-if-turned"),
                                melee_odds(&turned, unit, enemy).damage.mean(),
                            ),
                            (
                                phrase!(MESSAGES, "number-wounds-dealt-less-wounds-taken-as-it-stands"),
                                as_it_is,
                            ),
                            (
                                phrase!(MESSAGES, "number-wounds-dealt-less-wounds-taken-if-turned"),
                                if_turned,
                            ),
                        ],
                    )
                    .instead(
                        BetterChoice::new(seen.asked_at, words, &[Command::Reform { facings: better }])
                            .by(&unit),
                        [Weighed::odds(LEAD, as_it_is, if_turned)],
                    )
            })
        })
        .collect()
}

/// Whether no combat follows that of the turn at hand. Rule `BB-WIN-02`.
fn is_last_turn(state: &State) -> bool {
    state.round >= state.cards.board.rounds && state.active != state.start.first_turn
}

/// The enemy that faces a unit, if exactly one does.
fn only_enemy_before(state: &State, unit: UnitId) -> Option<UnitId> {
    let mut enemies = state
        .standing_of(unit.seat().opponent())
        .map(|enemy| enemy.id)
        .filter(|&enemy| faces(state, enemy, unit));
    let first = enemies.next()?;
    enemies.next().is_none().then_some(first)
}
