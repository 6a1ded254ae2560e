//! The catalogue's own counts: how long runs and chains were, what was offered and declined, what was missed, what cost points.

use hindsight_kernel::Seat;

use crate::model::drm::sum;
use crate::model::event::Shot;
use crate::model::names::{CommandId, UnitId};
use crate::model::piece::Status;
use crate::model::state::State;
use crate::rules::measure;
use crate::views::sentences::outcome_words;

/// The counter of a Command's Activations.
pub(super) fn activations_of(command: CommandId) -> String {
    format!("activations of {command}")
}

/// What is counted of every shot.
pub(super) fn of_shot(
    before: &State,
    kind: &str,
    id: UnitId,
    shot: &Shot,
    count: &mut impl FnMut(&str, Option<Seat>, Option<UnitId>, f64),
) {
    let unit = before.unit(id);
    let seat = unit.map(|unit| unit.seat);
    let weapon = unit.and_then(|unit| before.weapon_of(unit)).map(|(id, _)| id);
    if let Some(weapon) = weapon {
        count(&format!("{kind} by {weapon}"), seat, Some(id), 1.0);
    }
    count(
        &format!("{kind} drm"),
        seat,
        Some(id),
        f64::from(sum(&shot.throw.drms)),
    );
    count(
        &format!("{kind}: {}", outcome_words(shot.result)),
        seat,
        Some(id),
        1.0,
    );
    if !shot.result.is_none() {
        count(&format!("hits at range {}", shot.range), seat, Some(id), 1.0);
    }
}

/// Units that used the Activation, units that did not, and those of the former that could have rallied instead.
pub(super) fn end_of_activation(
    before: &State,
    count: &mut impl FnMut(&str, Option<Seat>, Option<UnitId>, f64),
) {
    for leader in before.leaders.values() {
        if leader.hex().is_some() {
            count(
                &format!("activations {} was there", leader.id),
                Some(leader.seat),
                None,
                1.0,
            );
        }
    }
    let Some(command) = before.active_command() else {
        return;
    };
    for unit in before.units.values().filter(|unit| unit.command == command) {
        let Some(hex) = unit.hex() else {
            continue;
        };
        let used = if unit.acts.acted {
            "activations used"
        } else {
            "activations idle"
        };
        count(used, Some(unit.seat), Some(unit.id), 1.0);
        let safe = !measure::is_next_to_enemy(before, hex, unit.seat) && !unit.acts.declared;
        if unit.status == Status::Disordered && unit.acts.acted && safe {
            count("rallies missed", Some(unit.seat), Some(unit.id), 1.0);
        }
    }
}
