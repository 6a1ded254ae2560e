//! Sentences of events of wounds, destruction and condition tokens of units.

use hindsight_kernel::Seat;
use hindsight_kernel::words::sentence::count;

use super::faces;
use crate::model::event::{Cause, UnitEvent};
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::views::names::{player, unit};

/// Describes an event of wounds, destruction and condition tokens of units in one sentence.
pub(super) fn describe(before: &State, event: &UnitEvent) -> String {
    let who = |seat: &Seat| player(before, *seat);
    let name = |id: &UnitId| unit(before, *id);
    match event {
        UnitEvent::WoundsSuffered {
            unit,
            wounds,
            cause,
            roll,
            models,
            ..
        } => {
            let by = match cause {
                Cause::Attack => "from the attack",
                Cause::Panic => "from panic",
                Cause::Terrain => "from Dangerous terrain",
                Cause::Effect => "from an effect",
            };
            let dice = roll
                .as_ref()
                .map(|roll| format!(" (die {})", faces(roll)))
                .unwrap_or_default();
            format!(
                "{} suffers {} {by}{dice}: {} left.",
                name(unit),
                count(i64::from(*wounds), "wound", "wounds"),
                count(i64::from(*models), "model", "models")
            )
        }
        UnitEvent::WoundsRestored {
            unit, wounds, models, ..
        } => format!(
            "{} restores {}: {} now.",
            name(unit),
            count(i64::from(*wounds), "wound", "wounds"),
            count(i64::from(*models), "model", "models")
        ),
        UnitEvent::UnitDestroyed { unit, .. } => format!("{} is destroyed.", name(unit)),
        UnitEvent::TokenPlaced { unit, token } => format!("{} becomes {}.", name(unit), token.title()),
        UnitEvent::TokenRemoved { unit, token } => format!("{} is no longer {}.", name(unit), token.title()),
        UnitEvent::TokenExpended { seat, unit, token } => {
            format!(
                "{} expends the {} token of {}.",
                who(seat),
                token.title(),
                name(unit)
            )
        }
    }
}
