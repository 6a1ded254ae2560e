//! Players, armies and the standing of a game, in words.

use hindsight_kernel::{
    Fact, Message, MessageFile, Moment, SeatInfo, SideId, StatisticTerms, Story, UnitInfo, message,
};

use super::{compared, facts, names, sentences};
use crate::IceAndFire;
use crate::messages::MESSAGES;
use crate::model::agenda::Step;
use crate::model::event::Event;
use crate::model::names::SEATS;
use crate::model::state::State;

impl Story for IceAndFire {
    fn describe(before: &State, event: &Event) -> Message {
        sentences::describe(before, event)
    }

    fn messages() -> Option<&'static MessageFile> {
        Some(&MESSAGES)
    }

    fn facts(before: &State, event: &Event, out: &mut Vec<Fact>) {
        facts::facts(before, event, out);
        compared::compared(before, event, out);
    }

    fn seats(state: &State) -> Vec<SeatInfo> {
        SEATS
            .map(|seat| SeatInfo {
                seat,
                side: SideId::of_seat(seat),
                name: names::player(state, seat).to_owned(),
                faction: state.player(seat).faction.map(|id| {
                    state
                        .cards
                        .faction(id)
                        .map_or_else(|| id.to_string(), |faction| faction.name.clone())
                }),
            })
            .into()
    }

    fn moment(state: &State) -> Moment {
        let phase = message!(MESSAGES, "phase", phase = phase(state));
        let caption = match (state.round, state.active) {
            (0, _) => phase.clone(),
            (round, Some(active)) if state.ending.is_none() => {
                let player = names::player(state, active);
                message!(MESSAGES, "moment-of-player", round, player, phase = phase.clone())
            }
            (round, _) => message!(MESSAGES, "moment", round, phase = phase.clone()),
        };
        Moment {
            round: u32::from(state.round),
            turn: state.turns,
            phase: phase.into(),
            active: state.active,
            caption,
        }
    }

    fn units(state: &State) -> Vec<UnitInfo> {
        state
            .units
            .iter()
            .filter_map(|unit| {
                let card = state.card_of(unit)?;
                let attached = unit.attachment.and_then(|id| state.cards.attachment(id));
                let kind: &str = card.kind.into();
                let faction = state.cards.faction(card.faction);
                Some(UnitInfo {
                    id: unit.id.to_string(),
                    seat: unit.id.seat(),
                    card: card.id.to_string(),
                    name: card.name.clone(),
                    faction: faction.map_or_else(|| card.faction.to_string(), |faction| faction.name.clone()),
                    kind: kind.replace('_', " "),
                    points: f64::from(card.points + attached.map_or(0, |card| card.points)),
                    full: u32::from(card.wounds()),
                    left: u32::from(crate::rules::units::wounds_left(unit, card)),
                    alive: unit.is_alive(),
                })
            })
            .collect()
    }

    fn terms(state: &State) -> StatisticTerms {
        let mut packs: Vec<String> = state
            .cards
            .packs
            .iter()
            .map(|pack| pack.hash.clone())
            .filter(|hash| !hash.is_empty())
            .collect();
        packs.dedup();
        StatisticTerms {
            packs,
            budget: (!state.cards.units.is_empty()).then_some(u32::from(state.agreed.points)),
            ..StatisticTerms::default()
        }
    }
}

/// The phase, as messages choose by it.
fn phase(state: &State) -> &'static str {
    if state.ending.is_some() {
        return "over";
    }
    if state.round > 0 {
        let clean_up = state
            .agenda
            .iter()
            .any(|frame| matches!(frame.step, Step::Score | Step::Discard { .. }));
        let in_turn = state
            .agenda
            .iter()
            .any(|frame| matches!(frame.step, Step::Turn { .. } | Step::EndTurn { .. }));
        return if clean_up && !in_turn {
            "clean_up"
        } else {
            "activation"
        };
    }
    match state.step() {
        None => "before",
        Some(Step::Lists | Step::Start) => "armies",
        Some(
            Step::RollTerrainNumber
            | Step::RollTerrain { .. }
            | Step::NameTerrain { .. }
            | Step::RollFirstPiece
            | Step::PlaceTerrain { .. },
        ) => "terrain",
        Some(
            Step::RollSides
            | Step::NamePicker { .. }
            | Step::PickSide { .. }
            | Step::NameFirstDeployer { .. }
            | Step::NameFirstPlayer { .. },
        ) => "sides",
        Some(_) => "deployment",
    }
}
