//! Players, armies and the standing of a game, in words; what happened is told by [`crate::views::sentences`] and
//! [`crate::views::facts`].

use hindsight_kernel::{
    Fact, Message, MessageFile, Moment, Phrase, SeatInfo, StatisticTerms, Story, UnitInfo, message,
};

use super::{facts, sentences};
use crate::BeforeBattle;
use crate::messages::{MESSAGES, seat_message};
use crate::model::event::Event;
use crate::model::state::{SEATS, Stage, State, seat_name};
use crate::rules::attack::{capacity, unit_capacity};
use crate::rules::turn;

impl Story for BeforeBattle {
    fn describe(before: &State, event: &Event) -> Message {
        sentences::describe(before, event)
    }

    fn messages() -> Option<&'static MessageFile> {
        Some(&MESSAGES)
    }

    fn counters() -> &'static [(&'static str, Phrase)] {
        &facts::COUNTERS
    }

    fn facts(before: &State, event: &Event, out: &mut Vec<Fact>) {
        facts::facts(before, event, out);
    }

    fn seats(state: &State) -> Vec<SeatInfo> {
        SEATS
            .map(|seat| {
                let player = state.player(seat);
                let shown = player.shown.as_ref().and_then(|shown| shown.first().copied());
                let listed = player.list.known().and_then(|list| list.units.first().copied());
                let open = state
                    .units
                    .iter()
                    .find(|unit| unit.id.seat() == seat && unit.card.is_some());
                let card = shown.or(listed).or(open.and_then(|unit| unit.card));
                SeatInfo {
                    faction: card
                        .and_then(|card| state.cards.unit(card))
                        .map(|card| state.cards.roster_name(card.roster)),
                    ..SeatInfo::new(seat, seat_name(seat))
                }
            })
            .into()
    }

    fn moment(state: &State) -> Moment {
        let phase = match state.stage {
            Stage::Empty => "before",
            Stage::Build => "build",
            Stage::Weapons => "weapons",
            Stage::StartRight { .. } | Stage::NameDeployer { .. } | Stage::NameFirst { .. } => "start",
            Stage::Deploy { .. } | Stage::Reveal => "deploy",
            Stage::Actions => "actions",
            Stage::Combats | Stage::NextCombat | Stage::Blows { .. } | Stage::Aftermath => "combat",
            Stage::TurnOver => "turn_over",
            Stage::Over => "over",
        };
        let phase = message!(MESSAGES, "phase", phase);
        let caption = match state.active {
            Some(active) if state.stage != Stage::Over => {
                message!(
                    MESSAGES,
                    "moment",
                    round = state.round,
                    seat = seat_message(active),
                    phase = phase.clone()
                )
            }
            _ => phase.clone(),
        };
        Moment {
            round: u32::from(state.round),
            turn: turn::turn_number(state),
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
                let card = state.known_card(unit.id)?;
                let full = capacity(card.models, 0, card.wounds_per_model);
                let left = if state.turned_up {
                    unit_capacity(state, unit.id)
                } else {
                    full
                };
                Some(UnitInfo {
                    id: unit.id.to_string(),
                    seat: unit.id.seat(),
                    card: card.id.to_string(),
                    name: card.name.clone(),
                    faction: state.cards.roster_name(card.roster),
                    kind: {
                        let kind: &str = card.kind.into();
                        kind.to_owned()
                    },
                    points: f64::from(state.cards.board.vp.of(card.class)),
                    full: u32::from(full),
                    left: u32::from(left),
                    alive: unit.lost.is_none(),
                })
            })
            .collect()
    }

    fn terms(state: &State) -> StatisticTerms {
        let hash = &state.cards.pack_hash;
        StatisticTerms {
            packs: (!hash.is_empty()).then(|| hash.clone()).into_iter().collect(),
            ..StatisticTerms::default()
        }
    }
}
