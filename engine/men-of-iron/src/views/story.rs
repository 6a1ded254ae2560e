//! Players, armies and the standing of a game.

use hindsight_kernel::{
    DamageWords, Fact, Message, MessageFile, Moment, Seat, SeatInfo, SideId, StatisticTerms, Story, UnitInfo,
    message,
};

use super::{facts, sentences};
use crate::MenOfIron;
use crate::messages::{self, MESSAGES};
use crate::model::agenda::Step;
use crate::model::event::Event;
use crate::model::names::ClassId;
use crate::model::piece::{PiecePlace, Unit};
use crate::model::state::{SEATS, State};
use crate::rules::victory;

impl Story for MenOfIron {
    fn describe(before: &State, event: &Event) -> Message {
        sentences::describe(before, event)
    }

    fn messages() -> Option<&'static MessageFile> {
        Some(&MESSAGES)
    }

    fn facts(before: &State, event: &Event, out: &mut Vec<Fact>) {
        facts::facts(before, event, out);
    }

    fn seats(state: &State) -> Vec<SeatInfo> {
        SEATS
            .map(|seat| SeatInfo {
                seat,
                side: SideId::of_seat(seat),
                name: sentences::side_name(state, seat),
                faction: Some(sentences::side_name(state, seat)),
            })
            .into()
    }

    fn moment(state: &State) -> Moment {
        let phase = message!(MESSAGES, "phase", phase = phase(state));
        let caption = if state.activations == 0 {
            phase.clone()
        } else {
            message!(
                MESSAGES,
                "moment",
                activation = state.activations,
                side = messages::side(state, state.active),
                phase = phase.clone()
            )
        };
        Moment {
            round: state.activations,
            turn: state.activations,
            phase: phase.into(),
            active: (state.activations > 0 && state.ending.is_none()).then_some(state.active),
            caption,
        }
    }

    fn units(state: &State) -> Vec<UnitInfo> {
        state
            .units
            .values()
            .map(|unit| {
                let class = class_at_start(state, unit);
                let alive = unit.place != PiecePlace::Eliminated;
                let card = state.battle.charts.class.get(&class);
                UnitInfo {
                    id: unit.id.to_string(),
                    seat: unit.seat,
                    card: class.to_string(),
                    name: unit.id.to_string(),
                    faction: sentences::side_name(state, unit.seat),
                    kind: card.map_or_else(|| class.to_string(), |card| card.name.clone()),
                    points: f64::from(full_points(state, unit)),
                    full: 1,
                    left: u32::from(alive),
                    alive,
                }
            })
            .collect()
    }

    /// Flight Points: a unit has no strength but to be on the map. Rule `MOI-VIC-04` (p. 14).
    fn damage_words() -> DamageWords {
        DamageWords {
            one: "Flight Point",
            many: "Flight Points",
            models: false,
        }
    }

    fn terms(state: &State) -> StatisticTerms {
        let hash = &state.battle.pack_hash;
        let named = |text: &String| (!text.is_empty()).then(|| text.clone());
        StatisticTerms {
            packs: named(hash).into_iter().collect(),
            scenario: named(&state.battle.id),
            map: named(&state.battle.map_id),
            budget: None,
        }
    }
}

/// The class of a unit's counter: what it was before it was Unhorsed or dismounted.
fn class_at_start(state: &State, unit: &Unit) -> ClassId {
    let card = state.battle.unit.get(&unit.id);
    card.map_or_else(|| state.class_of(unit), |card| card.class)
}

/// The Flight Points that a unit costs when it is eliminated. Rule `MOI-VIC-04` (p. 14).
pub(crate) fn full_points(state: &State, unit: &Unit) -> u32 {
    let card = state.battle.charts.class.get(&class_at_start(state, unit));
    card.map_or(2, |card| u32::from(card.fp))
}

/// The Flight Points that a unit costs now: all where it is eliminated, 1 while it is Retired. Rules `MOI-VIC-04`, `MOI-VIC-05`
/// (p. 14).
pub(crate) fn points_lost(state: &State, unit: &Unit) -> u32 {
    let full = full_points(state, unit);
    match unit.place {
        PiecePlace::Eliminated => full,
        PiecePlace::On { .. } if unit.is_retired() => full.min(1),
        PiecePlace::On { .. } | PiecePlace::Due | PiecePlace::Unplaced => 0,
    }
}

/// The phase by what is to be done (ESP, p. 16), as messages choose by it.
fn phase(state: &State) -> &'static str {
    if state.ending.is_some() {
        return "over";
    }
    let mut steps = state.agenda.iter().rev().map(|frame| &frame.step);
    steps
        .find_map(|step| {
            Some(match step {
                Step::SetUp { .. } | Step::OpeningFormations { .. } => "set_up",
                Step::FreeChoice => "free_activation",
                Step::Continuation | Step::SeizeOffer { .. } => "continuation",
                Step::Replacements | Step::FormationOrder { .. } | Step::CommandStatus { .. } => "activation",
                Step::MoveFire | Step::Shot { .. } | Step::AfterShot { .. } => "move_fire",
                Step::DeclareAttacks => "shock",
                Step::ContinuedAttacks => "continued_attacks",
                Step::Rally | Step::StandardRally { .. } | Step::StandardMove { .. } => "rally",
                Step::EndOfActivation => "loss_check",
                _ => return None,
            })
        })
        .unwrap_or("activation")
}

/// Flight Points against the Flight Level, in words.
pub(crate) fn standing_points(state: &State, seat: Seat) -> String {
    format!(
        "{} of {} Flight Points",
        victory::flight_points(state, seat),
        victory::flight_level(state, seat)
    )
}
