//! Players, armies and the standing of a battle, in words; what happened is told by
//! [`crate::views::sentences`] and [`crate::views::facts`].

use hindsight_kernel::{
    DamageWords, Fact, Message, MessageFile, Moment, Phrase, SeatInfo, SideId, StatisticTerms, Story,
    UnitInfo, message,
};

use super::facts::COUNTERS;
use crate::messages::{self, MESSAGES};
use crate::model::event::Event;
use crate::model::names::{Team, seat_name};
use crate::model::state::State;
use crate::system::BattlegroundOf;
use crate::views::{facts, sentences};

impl<const EDITION: u8> Story for BattlegroundOf<EDITION> {
    fn describe(before: &State, event: &Event) -> Message {
        sentences::sentence(before, event)
    }

    fn messages() -> Option<&'static MessageFile> {
        Some(&MESSAGES)
    }

    fn counters() -> &'static [(&'static str, Phrase)] {
        COUNTERS
    }

    fn facts(before: &State, event: &Event, out: &mut Vec<Fact>) {
        facts::facts(before, event, out);
    }

    fn seats(state: &State) -> Vec<SeatInfo> {
        state
            .seats()
            .map(|seat| SeatInfo {
                side: SideId::of_seat(Team::of(seat).lead()),
                faction: state.faction(seat).map(|faction| faction.name.clone()),
                ..SeatInfo::new(seat, seat_name(seat))
            })
            .collect()
    }

    fn moment(state: &State) -> Moment {
        let phase = messages::phase(state.phase);
        let caption = match state.active {
            Some(active) if state.ending.is_none() => {
                let (turn, seat, phase) = (state.turn, messages::seat(active), phase.clone());
                message!(MESSAGES, "moment", turn, seat, phase)
            }
            Some(_) | None => phase.clone(),
        };
        Moment {
            round: u32::from(state.turn.div_ceil(2)),
            turn: u32::from(state.turn),
            phase: phase.into(),
            active: state.active,
            caption,
        }
    }

    fn units(state: &State) -> Vec<UnitInfo> {
        state
            .units
            .iter()
            .map(|unit| {
                let card = state.kind(unit);
                let full = u32::from(card.boxes.all());
                UnitInfo {
                    id: unit.id.to_string(),
                    seat: unit.id.seat(),
                    card: card.id.clone(),
                    name: card.name.clone(),
                    faction: state
                        .book
                        .faction(&card.faction)
                        .map_or_else(|| card.faction.clone(), |faction| faction.name.clone()),
                    kind: {
                        let category: &str = card.category.into();
                        category.to_owned()
                    },
                    points: f64::from(card.points),
                    full,
                    left: full.saturating_sub(u32::from(unit.marked)),
                    alive: unit.destroyed.is_none(),
                }
            })
            .collect()
    }

    /// Boxes of the unit's card, which are marked one by one; no models are taken off.
    fn damage_words() -> DamageWords {
        DamageWords {
            one: "box",
            many: "boxes",
            models: false,
        }
    }

    fn terms(state: &State) -> StatisticTerms {
        let mut packs: Vec<String> = state
            .book
            .factions
            .iter()
            .map(|faction| faction.pack.clone())
            .filter(|hash| !hash.is_empty())
            .collect();
        packs.sort();
        packs.dedup();
        StatisticTerms {
            packs,
            scenario: state.agreed.scenario.clone(),
            map: state.agreed.map.clone(),
            budget: state.agreed.budget.map(u32::from),
        }
    }
}
