//! Secret choices of lists and weapons: confirmed, shown, and supplied later where they were not known. §Build Your Army,
//! §Reveal your armies, §Select your weapons.

use std::sync::Arc;

use hindsight_kernel::{Refusal, Seat, Table, refusals};

use crate::BeforeBattle;
use crate::messages::{MESSAGES, seat_message};
use crate::model::event::{ArmyEvent, DeploymentEvent};
use crate::model::names::CardId;
use crate::model::state::{ArmyList, Assigned, Secret};
use crate::rules::army::check_list;
use crate::rules::reveal::{check_late_list, check_shown, mixed_list, shown_allowance};
use crate::rules::weapons::check_weapons;

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a secret choice.
    pub(crate) enum ChoiceRefusal {
        /// An unknown list without the cards that were shown.
        NothingShown = "BB-REV-01", "§Reveal your armies" => allowed("list, or shown");
        /// A list that is neither known nor shown.
        NothingToShow { seat: Seat } = "BB-REV-01", "§Reveal your armies", seat = seat_message(*seat);
        /// Weapons of an unknown army.
        ArmyUnknown = "BB-WPN-03", "§Select your weapons" => allowed("weapons unknown");
        /// A supply of what is known.
        Known { seat: Seat, what: &'static str } = "BB-DEP-05", "§Deploy", what, seat = seat_message(*seat) => asked(what);
        /// A supply without what is unknown.
        Missing { seat: Seat, what: &'static str } = "BB-DEP-05", "§Deploy", what, seat = seat_message(*seat) => allowed(what);
    }
}

/// A player confirms the list, or a scorekeeper what is shown of it. Rules `BB-ARMY-01` to `-08`, `BB-REV-01`.
pub(crate) fn confirm_list(
    table: &mut Table<'_, BeforeBattle>,
    seat: Seat,
    list: Option<&ArmyList>,
    shown: Option<&[CardId]>,
) -> Result<(), Refusal> {
    let cards = Arc::clone(&table.state().cards);
    let event = match (list, shown) {
        (Some(list), None) => {
            check_list(&cards, list)?;
            ArmyEvent::ListConfirmed {
                seat,
                list: Some(Arc::new(list.clone())),
                shown: None,
            }
        }
        (Some(list), Some(shown)) => {
            check_list(&cards, list)?;
            check_late_list(&cards, &check_shown(&cards, shown)?, list)?;
            ArmyEvent::ListConfirmed {
                seat,
                list: Some(Arc::new(list.clone())),
                shown: None,
            }
        }
        (None, Some(shown)) => {
            let shown = check_shown(&cards, shown)?;
            ArmyEvent::ListConfirmed {
                seat,
                list: None,
                shown: Some(Arc::new(shown)),
            }
        }
        (None, None) => {
            return Err(ChoiceRefusal::NothingShown.into());
        }
    };
    table.emit(event);
    Ok(())
}

/// A player confirms the weapons, or a scorekeeper that they were chosen. Rules `BB-WPN-01` to `-05`.
///
/// RULING: while an army is unknown its weapons stay unknown too: what an item costs and who may hold it depends on the
/// General's items and on the cards.
pub(crate) fn confirm_weapons(
    table: &mut Table<'_, BeforeBattle>,
    seat: Seat,
    weapons: Option<&[Assigned]>,
) -> Result<(), Refusal> {
    if let Some(weapons) = weapons {
        let state = table.state();
        let Secret::Known(list) = &state.player(seat).list else {
            return Err(ChoiceRefusal::ArmyUnknown.into());
        };
        check_weapons(&state.cards, seat, list, weapons)?;
    }
    let weapons = weapons.map(|weapons| Arc::new(weapons.to_vec()));
    table.emit(ArmyEvent::WeaponsConfirmed { seat, weapons });
    Ok(())
}

/// What was left unknown is supplied when the cards are turned up, and checked against all that is known.
/// Rule `BB-DEP-05`.
pub(crate) fn supply(
    table: &mut Table<'_, BeforeBattle>,
    seat: Seat,
    list: Option<&ArmyList>,
    weapons: Option<&[Assigned]>,
) -> Result<(), Refusal> {
    let state = table.state();
    let (cards, player) = (&state.cards, state.player(seat));
    let missing = |what| Err(ChoiceRefusal::Missing { seat, what }.into());
    let surplus = |what| Err(ChoiceRefusal::Known { seat, what }.into());
    let whole: &ArmyList = match (&player.list, list) {
        (Secret::Known(_), Some(_)) => return surplus("units"),
        (Secret::Known(known), None) => known,
        (Secret::Unknown | Secret::NotChosen, None) => return missing("list"),
        (Secret::Unknown | Secret::NotChosen, Some(list)) => {
            let shown = player.shown.as_ref().map_or(&[][..], |shown| shown);
            check_late_list(cards, shown, list)?;
            list
        }
    };
    match (&player.weapons, weapons) {
        (Secret::Known(_), Some(_)) => return surplus("weapons"),
        (Secret::Known(known), None) => check_weapons(cards, seat, whole, known)?,
        (Secret::Unknown | Secret::NotChosen, None) => return missing("weapons"),
        (Secret::Unknown | Secret::NotChosen, Some(weapons)) => check_weapons(cards, seat, whole, weapons)?,
    }
    table.emit(DeploymentEvent::ArmySupplied {
        seat,
        list: list.map(|list| Arc::new(list.clone())),
        weapons: weapons.map(|weapons| Arc::new(weapons.to_vec())),
    });
    Ok(())
}

/// Both mixed lists are shown at the same time, with the Generals' allowances. Rules `BB-REV-01`, `BB-REV-02`.
pub(crate) fn reveal_lists(table: &mut Table<'_, BeforeBattle>) -> Result<(), Refusal> {
    let state = table.state();
    let shown = |seat: Seat| -> Result<Vec<CardId>, Refusal> {
        let player = state.player(seat);
        match (&player.list, &player.shown) {
            (Secret::Known(list), _) => Ok(mixed_list(&state.cards, list)),
            (_, Some(shown)) => Ok(shown.to_vec()),
            (Secret::NotChosen | Secret::Unknown, None) => Err(ChoiceRefusal::NothingToShow { seat }.into()),
        }
    };
    let (south, north) = (shown(Seat::A)?, shown(Seat::B)?);
    let allowances = [
        shown_allowance(&state.cards, &south),
        shown_allowance(&state.cards, &north),
    ];
    table.emit(ArmyEvent::ListsRevealed {
        south: Arc::new(south),
        north: Arc::new(north),
        allowances,
    });
    Ok(())
}
