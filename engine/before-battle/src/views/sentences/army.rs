//! Sentences of lists and weapons.

use hindsight_kernel::words::sentence::list;

use crate::model::event::ArmyEvent;
use crate::model::names::CardId;
use crate::model::state::{State, seat_name};

/// An event of the chapter in one sentence.
pub(super) fn sentence(before: &State, event: &ArmyEvent) -> String {
    match event {
        ArmyEvent::ListConfirmed { seat, .. } => format!("{} has chosen an army", seat_name(*seat)),
        ArmyEvent::ListsRevealed {
            south,
            north,
            allowances,
        } => {
            let shown = |cards: &[CardId]| {
                let names: Vec<String> = cards
                    .iter()
                    .map(|&card| {
                        before
                            .cards
                            .unit(card)
                            .map_or_else(|| card.to_string(), |card| card.name.clone())
                    })
                    .collect();
                list(&names)
            };
            format!(
                "South shows {} (allowance {}); North shows {} (allowance {})",
                shown(south),
                allowances[0],
                shown(north),
                allowances[1]
            )
        }
        ArmyEvent::WeaponsConfirmed { seat, .. } => format!("{} has chosen weapons", seat_name(*seat)),
    }
}
