//! Sentences of events of charges.

use super::faces;
use crate::model::event::ChargeEvent;
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::views::names::{inches, piece, signed, unit};

/// Describes an event of charges in one sentence.
pub(super) fn describe(before: &State, event: &ChargeEvent) -> String {
    let name = |id: &UnitId| unit(before, *id);
    match event {
        ChargeEvent::ChargeDeclared { charge } => format!(
            "{} charges the {} of {}.",
            name(&charge.charger),
            charge.side.title(),
            name(&charge.target)
        ),
        ChargeEvent::ChargeModified { by } => format!("The charge distance changes by {}\".", signed(*by)),
        ChargeEvent::ChargeBonusLost { piece: no } => match no {
            Some(no) => format!("{} takes the Charge Bonus.", piece(before, *no)),
            None => "The Charge Bonus is lost.".to_owned(),
        },
        ChargeEvent::ChargeFortified { piece: no } => {
            format!("{} fortifies the defender.", piece(before, *no))
        }
        ChargeEvent::ChargeRolled {
            roll,
            distance,
            needed,
            success,
        } => {
            let need = needed
                .map(|needed| format!(", {}\" are needed", inches(needed)))
                .unwrap_or_default();
            let end = match (success, roll.faces.first()) {
                (true, Some(1)) => "a disorderly charge",
                (true, _) => "success",
                (false, _) => "the charge fails",
            };
            format!(
                "The charge die shows {}: {}\"{need}: {end}.",
                faces(roll),
                inches(*distance)
            )
        }
        ChargeEvent::ChargeAligned { slot } => format!("The charger aligns in the {} slot.", slot.title()),
        ChargeEvent::ChargerHurt => "The charger suffers from Dangerous terrain.".to_owned(),
        ChargeEvent::ChargeEnded => "The charge is over.".to_owned(),
    }
}
