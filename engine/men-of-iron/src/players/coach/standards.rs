//! Standards.

use hindsight_kernel::coach::{DUBIOUS, MISTAKE};
use hindsight_kernel::{Argument, BetterChoice, Detector, Suggestion, Weighed, message, phrase};

use super::{Watched, Watcher};
use crate::data::Token;
use crate::messages::MESSAGES;
use crate::model::command::Command;
use crate::model::names::{ClassId, StandardId, UnitId};
use crate::model::piece::{Status, Unit};
use crate::model::state::{Kind, State};
use crate::rules::{measure, standards};

pub(super) const STANDARD_TOO_NEAR: Detector = Detector::new(
    "standard_too_near",
    phrase!(MESSAGES, "detector-standard-too-near"),
    MISTAKE,
    phrase!(MESSAGES, "detector-standard-too-near-watches"),
    &["MOI-RES-09", "MOI-STD-03"],
);
pub(super) const STANDARD_NEVER_USED: Detector = Detector::new(
    "standard_never_used",
    phrase!(MESSAGES, "detector-standard-never-used"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-standard-never-used-watches"),
    &["MOI-STD-02", "MOI-RALLY-02"],
)
.of_a_missed_option();
pub(super) const STANDARD_MOVED_AWAY: Detector = Detector::new(
    "standard_moved_away",
    phrase!(MESSAGES, "detector-standard-moved-away"),
    MISTAKE,
    phrase!(MESSAGES, "detector-standard-moved-away-watches"),
    &["MOI-STD-04"],
);

/// How many Retired units a Standard would rally now. Rule `MOI-RALLY-02` (p. 12).
pub(super) fn could_rally(state: &State, standard: StandardId) -> usize {
    standards::retired_near(state, standard)
        .into_iter()
        .filter_map(|unit| state.unit(unit))
        .filter(|unit| {
            unit.hex()
                .is_some_and(|hex| !measure::is_next_to_enemy(state, hex, unit.seat))
        })
        .count()
}

/// Number 19 of the catalogue: the last result at the unit was Retired, its Standard stands, and an enemy ZOC lies on it or next
/// to it.
pub(super) fn standard_too_near(watcher: &Watcher, seen: &Watched<'_>, id: UnitId) -> Option<Suggestion> {
    let state = seen.before;
    let unit: &Unit = state.unit(id)?;
    let result = watcher.results.get(&id)?;
    let retired = result.has(Token::Retired)
        || result.has(Token::RetiredOrUnhorsed) && state.class_of(unit) != ClassId::MMAA;
    let hex = measure::standard_hex(state, unit.command)?;
    if !retired || unit.is_retired() || result.has(Token::Eliminated) {
        return None;
    }
    if !crate::rules::results::retire_spots(state, unit).is_empty() {
        return None;
    }
    let zones = std::iter::once(hex)
        .chain(
            state
                .battle
                .map
                .extent()
                .neighbours(hex)
                .map(|(_, neighbour)| neighbour),
        )
        .filter(|hex| state.in_enemy_zoc(*hex, unit.seat))
        .count();
    (zones > 0).then(|| {
        STANDARD_TOO_NEAR.found(
            seen.version,
            unit.seat,
            Some(&id),
            message!(MESSAGES, "coach-standard-too-near", hex = Argument::text(hex)),
            &[(phrase!(MESSAGES, "number-zones-on-or-next-to-it"), zones as f64)],
        )
    })
}

/// A Standard that was activated to move.
#[derive(Debug, Clone, Copy)]
pub(super) struct Leaving {
    standard: StandardId,
    /// Retired units that it could have rallied.
    able: usize,
    /// Units that its rolls are expected to eliminate.
    expected: f64,
    /// Units that its rolls have eliminated.
    pub(super) lost: usize,
}

impl Leaving {
    /// A Standard in the position before it moves. Rule `MOI-STD-04` (p. 12).
    pub(super) fn new(state: &State, standard: StandardId) -> Self {
        let near = standards::retired_near(state, standard).into_iter();
        let expected = near
            .filter_map(|unit| state.unit(unit))
            .map(|unit| standards::chance_of_loss(state, unit))
            .sum();
        Self {
            standard,
            able: could_rally(state, standard),
            expected,
            lost: 0,
        }
    }
}

/// A Standard's rally as what would have been better than the Activation under way.
fn rallying(watcher: &Watcher, standard: StandardId) -> BetterChoice {
    let command = Command::RallyStandard { standard };
    BetterChoice::new(
        watcher.started_at,
        message!(MESSAGES, "coach-standard-rallies", standard),
        &[command],
    )
}

/// Number 20 of the catalogue.
pub(super) fn standard_never_used(watcher: &Watcher, seen: &Watched<'_>) -> Option<Suggestion> {
    let start = watcher.start.as_ref()?;
    let activation = seen.before.activation?;
    if activation.kind != Kind::Free || watcher.fought {
        return None;
    }
    let seat = seen.before.active;
    let (standard, near) = start
        .standards
        .values()
        .filter(|standard| standard.seat == seat && standard.hex.is_some())
        .map(|standard| (standard.id, could_rally(start, standard.id)))
        .max_by_key(|(_, near)| *near)?;
    // Idle units of the Command that was activated have rallied by themselves.
    let is_rallied = |unit: &&Unit| {
        unit.is_disordered()
            && seen
                .before
                .unit(unit.id)
                .is_some_and(|now| now.status == Status::Normal)
    };
    let rallied = start.on_map(seat).filter(is_rallied).count();
    let units = Weighed::certain(
        phrase!(MESSAGES, "number-units-rallied"),
        rallied as f64,
        near as f64,
    );
    (near >= 3 && units.favours_better()).then(|| {
        STANDARD_NEVER_USED
            .found(
                seen.version,
                seat,
                None,
                message!(MESSAGES, "coach-standard-never-used", standard, units = near),
                &[(phrase!(MESSAGES, "number-retired-units"), near as f64)],
            )
            .instead(rallying(watcher, standard), [units])
    })
}

/// Number 21 of the catalogue.
pub(super) fn standard_moved_away(
    watcher: &mut Watcher,
    seen: &Watched<'_>,
    standard: StandardId,
) -> Option<Suggestion> {
    let Leaving {
        standard: leaving,
        able,
        expected,
        lost,
    } = watcher.leaving.take()?;
    (leaving == standard && lost > 0 && able > 0).then(|| {
        STANDARD_MOVED_AWAY
            .found(
                seen.version,
                seen.before
                    .standard(standard)
                    .map_or(seen.before.active, |standard| standard.seat),
                None,
                message!(MESSAGES, "coach-standard-moved-away", units = able, lost),
                &[
                    (phrase!(MESSAGES, "number-could-rally"), able as f64),
                    (phrase!(MESSAGES, "number-lost"), lost as f64),
                ],
            )
            .instead(
                rallying(watcher, standard),
                [
                    Weighed::odds(
                        phrase!(MESSAGES, "number-retired-units-expected-to-be-eliminated"),
                        expected,
                        0.0,
                    )
                    .less(),
                    Weighed::certain(phrase!(MESSAGES, "number-units-rallied"), 0.0, able as f64),
                ],
            )
    })
}
