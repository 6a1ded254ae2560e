//! Sentences of the set-up: factions, armies, who begins.

use std::fmt::Write as _;

use hindsight_kernel::words::sentence;

use super::phrases::{ability_name, agreement, faces};
use crate::model::event::SetupEvent;
use crate::model::names::seat_name;
use crate::model::state::State;
use crate::model::words::count;

/// An event of the chapter in one sentence.
pub(super) fn sentence(state: &State, event: &SetupEvent) -> String {
    match event {
        SetupEvent::FactionChosen { seat, allegiance } => match allegiance {
            Some(chosen) => {
                let known = |id: &str| {
                    let faction = state.book.faction(id);
                    faction.map_or_else(|| id.to_owned(), |faction| faction.name.clone())
                };
                let mercenaries = if chosen.mercenaries.is_none() {
                    String::new()
                } else {
                    let from = sentence::names(chosen.sources(), |source| known(source));
                    format!(" with mercenaries of {from}")
                };
                format!(
                    "{} chooses {}{mercenaries}",
                    seat_name(*seat),
                    known(&chosen.faction)
                )
            }
            None => format!("{} has chosen a faction", seat_name(*seat)),
        },
        SetupEvent::AgreementMade { agreed } => agreement(state, agreed),
        SetupEvent::ArmyBuilt { seat, list } => match list {
            Some(list) => format!(
                "{} builds an army of {} and {}",
                seat_name(*seat),
                count(list.units.len() as i64, "unit", "units"),
                count(list.cards, "bought command card", "bought command cards")
            ),
            None => format!("{} has built an army", seat_name(*seat)),
        },
        SetupEvent::ArmyMustered {
            seat,
            units,
            spent,
            concealed,
            unknown,
            mercenaries,
            abilities,
            ..
        } => {
            let units = count(units.len() as i64 + i64::from(*unknown), "unit", "units");
            let mut with = if *mercenaries { ", with mercenaries" } else { "" }.to_owned();
            if !abilities.is_empty() {
                let called = if abilities.len() == 1 {
                    "ability"
                } else {
                    "abilities"
                };
                let names = sentence::names(abilities, |id| ability_name(state, id).to_owned());
                let _ = write!(with, ", with the bought {called} {names}");
            }
            if *unknown > 0 {
                format!("{} has an army of {units}{with}", seat_name(*seat))
            } else {
                let spent = count(*spent, "point", "points");
                let shown = if *concealed {
                    "; each is shown when it is deployed"
                } else {
                    ""
                };
                format!("{} musters {units} for {spent}{with}{shown}", seat_name(*seat))
            }
        }
        SetupEvent::FewerPointsRolled { south, north, seat } => {
            let dice = format!("South {}, North {}", faces(south), faces(north));
            match seat {
                Some(seat) => format!("{dice}: {} counts as having spent fewer points", seat_name(*seat)),
                None => format!("{dice}: both roll again for who spent fewer points"),
            }
        }
        SetupEvent::LotDrawn { purpose, roll, seat } => {
            format!(
                "The lot decides {purpose}: {} for {}",
                faces(roll),
                seat_name(*seat)
            )
        }
        SetupEvent::FirstDeployerNamed { seat } => format!("{} deploys first", seat_name(*seat)),
        SetupEvent::FirstOrdererNamed { seat } => format!("{} gives the first order", seat_name(*seat)),
        SetupEvent::FirstPlayerNamed { seat } => format!("{} takes the first turn", seat_name(*seat)),
    }
}
