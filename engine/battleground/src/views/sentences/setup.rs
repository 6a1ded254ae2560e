//! Sentences of the set-up: factions, armies, who begins.

use hindsight_kernel::{Argument, Message, Seat, message};

use super::phrases::{ability_name, faces};
use crate::messages::{self, MESSAGES, none};
use crate::model::event::SetupEvent;
use crate::model::state::{Agreed, Allegiance, State};

/// An event of the chapter in one sentence.
pub(super) fn sentence(state: &State, event: &SetupEvent) -> Message {
    match event {
        SetupEvent::FactionChosen { seat, allegiance } => match allegiance {
            Some(chosen) => faction_chosen(state, *seat, chosen),
            None => message!(MESSAGES, "faction-chosen-hidden", seat = messages::seat(*seat)),
        },
        SetupEvent::AgreementMade { agreed } => agreement(state, agreed),
        SetupEvent::ArmyBuilt { seat, list } => match list {
            Some(list) => message!(
                MESSAGES,
                "army-built",
                seat = messages::seat(*seat),
                units = list.units.len(),
                cards = list.cards
            ),
            None => message!(MESSAGES, "army-built-hidden", seat = messages::seat(*seat)),
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
            let units = units.len() + usize::from(*unknown);
            let with = army_with(state, *mercenaries, abilities);
            if *unknown > 0 {
                message!(
                    MESSAGES,
                    "army-mustered-hidden",
                    seat = messages::seat(*seat),
                    units,
                    with
                )
            } else {
                message!(
                    MESSAGES,
                    "army-mustered",
                    seat = messages::seat(*seat),
                    units,
                    points = spent,
                    with,
                    concealed
                )
            }
        }
        SetupEvent::FewerPointsRolled { south, north, seat } => message!(
            MESSAGES,
            "fewer-points-rolled",
            south = faces(south),
            north = faces(north),
            seat = seat.map_or_else(none, |seat| messages::seat(seat).into())
        ),
        SetupEvent::LotDrawn { purpose, roll, seat } => {
            let purpose = match purpose.as_str() {
                "first deployer" => "first_deployer".into(),
                "first orderer" => "first_orderer".into(),
                "who chooses the first turn" => "first_turn".into(),
                other => Argument::text(other),
            };
            message!(
                MESSAGES,
                "lot-drawn",
                purpose,
                faces = faces(roll),
                seat = messages::seat(*seat)
            )
        }
        SetupEvent::FirstDeployerNamed { seat } => {
            message!(MESSAGES, "first-deployer-named", seat = messages::seat(*seat))
        }
        SetupEvent::FirstOrdererNamed { seat } => {
            message!(MESSAGES, "first-orderer-named", seat = messages::seat(*seat))
        }
        SetupEvent::FirstPlayerNamed { seat } => {
            message!(MESSAGES, "first-player-named", seat = messages::seat(*seat))
        }
    }
}

fn faction_chosen(state: &State, seat: Seat, chosen: &Allegiance) -> Message {
    let named = |id: &str| {
        let known = state.book.faction(id);
        Argument::text(known.map_or(id, |faction| &faction.name))
    };
    let faction = named(&chosen.faction);
    if chosen.mercenaries.is_none() {
        return message!(MESSAGES, "faction-chosen", seat = messages::seat(seat), faction);
    }
    let sources = Argument::list(chosen.sources().map(|source| named(source)));
    message!(
        MESSAGES,
        "faction-chosen-with-mercenaries",
        seat = messages::seat(seat),
        faction,
        sources
    )
}

fn agreement(state: &State, agreed: &Agreed) -> Message {
    let points = agreed.budget.map(|points| message!(MESSAGES, "points", points));
    let scenario = agreed.scenario.as_ref().map(|id| {
        let known = state.book.scenarios.iter().find(|scenario| scenario.id == *id);
        let scenario = known.map_or(id, |scenario| &scenario.name);
        message!(MESSAGES, "agreed-scenario", scenario)
    });
    let map = agreed.map.as_ref().map(|id| {
        let known = state.book.maps.iter().find(|map| map.id == *id);
        message!(MESSAGES, "agreed-map", map = known.map_or(id, |map| &map.name))
    });
    let terms: Vec<Message> = [points, scenario, map].into_iter().flatten().collect();
    if terms.is_empty() {
        message!(MESSAGES, "nothing-agreed")
    } else {
        message!(MESSAGES, "agreed", terms = Argument::list(terms))
    }
}

/// What comes with an army: mercenaries and bought abilities.
fn army_with(state: &State, mercenaries: bool, abilities: &[String]) -> Message {
    let names = Argument::list(abilities.iter().map(|id| ability_name(state, id)));
    let abilities = abilities.len();
    message!(MESSAGES, "army-with", mercenaries, abilities, names)
}
