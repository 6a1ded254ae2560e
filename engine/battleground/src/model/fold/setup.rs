//! Folding of events of the set-up: factions, armies, who begins.

use hindsight_kernel::{FoldError, message};

use crate::messages::MESSAGES;
use crate::model::event::SetupEvent;
use crate::model::state::{Secret, State};

/// Applies an event of the chapter.
pub(super) fn evolve(state: &mut State, event: &SetupEvent) -> Result<(), FoldError> {
    match event {
        SetupEvent::FactionChosen { seat, allegiance } => {
            state.player_mut(*seat).allegiance = Secret::made(allegiance.clone());
        }
        SetupEvent::AgreementMade { agreed } => state.agreed = agreed.clone(),
        SetupEvent::ArmyBuilt { seat, list } => state.player_mut(*seat).list = Secret::made(list.clone()),
        SetupEvent::ArmyMustered {
            seat,
            units,
            cards,
            spent,
            concealed,
            unknown,
            mercenaries,
            abilities,
        } => {
            if state.units.iter().any(|unit| unit.id.seat() == *seat) {
                return Err(FoldError::new(message!(MESSAGES, "fold-mustered-already")));
            }
            if units
                .iter()
                .any(|unit| unit.id.seat() != *seat || state.book.kind(unit.kind).is_none())
            {
                return Err(FoldError::new(message!(MESSAGES, "fold-unit-of-no-list")));
            }
            state.units.extend(units.iter().cloned());
            state.units.sort_by_key(|unit| unit.id);
            let deck = state.house.deck();
            let player = state.player_mut(*seat);
            player.bought = *cards;
            player.spent = *spent;
            player.concealed = *concealed;
            player.unknown = *unknown;
            player.mercenaries = *mercenaries;
            player.abilities.clone_from(abilities);
            player.deck = deck.len() as u8;
            player.unseen = deck;
        }
        SetupEvent::FewerPointsRolled { seat, .. } => state.fewer = *seat,
        SetupEvent::LotDrawn { .. } => {}
        SetupEvent::FirstDeployerNamed { seat } => state.deployer = Some(*seat),
        SetupEvent::FirstOrdererNamed { seat } => state.orderer = Some(*seat),
        SetupEvent::FirstPlayerNamed { seat } => state.first = Some(*seat),
    }
    Ok(())
}
