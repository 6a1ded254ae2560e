//! Players, armies and the standing of a game.

use hindsight_kernel::{Fact, Moment, Seat, SeatInfo, SideId, StatisticTerms, Story, UnitInfo};

use super::{facts, sentences};
use crate::MenOfIron;
use crate::model::agenda::Step;
use crate::model::event::Event;
use crate::model::names::UnitId;
use crate::model::piece::PiecePlace;
use crate::model::state::{SEATS, State};
use crate::rules::victory;

impl Story for MenOfIron {
    fn describe(before: &State, event: &Event) -> String {
        sentences::describe(before, event)
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
                faction: state.battle.side.get(&seat).map(|side| side.name.clone()),
            })
            .into()
    }

    fn moment(state: &State) -> Moment {
        let phase = phase(state);
        let caption = if state.activations == 0 {
            phase.to_owned()
        } else {
            format!(
                "Activation {} · {} · {phase}",
                state.activations,
                sentences::side_name(state, state.active)
            )
        };
        Moment {
            round: state.activations,
            turn: state.activations,
            phase: phase.to_owned(),
            active: (state.activations > 0 && state.ending.is_none()).then_some(state.active),
            caption,
        }
    }

    fn units(state: &State) -> Vec<UnitInfo> {
        state
            .units
            .values()
            .map(|unit| {
                let class = state.class_of(unit);
                let alive = unit.place != PiecePlace::Eliminated;
                let card = state.battle.charts.class.get(&class);
                UnitInfo {
                    id: unit.id.to_string(),
                    seat: unit.seat,
                    card: class.to_string(),
                    name: unit.id.to_string(),
                    faction: sentences::side_name(state, unit.seat),
                    kind: card.map_or_else(|| class.to_string(), |card| card.name.clone()),
                    points: card.map_or(0.0, |card| f64::from(card.fp)),
                    full: 1,
                    left: u32::from(alive),
                    alive,
                }
            })
            .collect()
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

/// The phase in the book's words, by what is to be done (ESP, p. 16).
fn phase(state: &State) -> &'static str {
    if state.ending.is_some() {
        return "Battle over";
    }
    let mut steps = state.agenda.iter().rev().map(|frame| &frame.step);
    steps
        .find_map(|step| {
            Some(match step {
                Step::SetUp { .. } | Step::OpeningFormations { .. } => "Set-up",
                Step::FreeChoice => "Free Activation",
                Step::Continuation | Step::SeizeOffer { .. } => "Continuation",
                Step::Replacements | Step::FormationOrder { .. } | Step::CommandStatus { .. } => "Activation",
                Step::MoveFire | Step::Shot { .. } | Step::AfterShot { .. } => "Move/Fire",
                Step::DeclareAttacks => "Shock Phase",
                Step::ContinuedAttacks => "Continued Attacks",
                Step::Rally | Step::StandardRally { .. } | Step::StandardMove { .. } => "Rally Phase",
                Step::EndOfActivation => "Loss Check",
                _ => return None,
            })
        })
        .unwrap_or("Activation")
}

/// Flight Points against the Flight Level, in words.
pub(crate) fn standing_points(state: &State, seat: Seat) -> String {
    format!(
        "{} of {} Flight Points",
        victory::flight_points(state, seat),
        victory::flight_level(state, seat)
    )
}

/// The units that an event is about, who acts first.
pub(crate) fn units_of(event: &Event) -> Vec<UnitId> {
    match event {
        Event::UnitPlaced { unit, .. }
        | Event::UnitBegan { unit, .. }
        | Event::MoveFireEnded { unit }
        | Event::UnitStepped { unit, .. }
        | Event::ReinforcementEntered { unit, .. }
        | Event::UnitTurned { unit, .. }
        | Event::HobilarChanged { unit, .. }
        | Event::CounterChargerMoved { unit, .. }
        | Event::ChargeRerouted { unit, .. }
        | Event::ChargerMoved { unit, .. }
        | Event::ChargeArrived { unit }
        | Event::RetreatedBeforeShock { unit, .. }
        | Event::UnitDisordered { unit }
        | Event::UnitRetreated { unit, .. }
        | Event::UnitRetired { unit, .. }
        | Event::UnitUnhorsed { unit }
        | Event::UnitEliminated { unit, .. }
        | Event::UnitAdvanced { unit, .. }
        | Event::ContinuedAttackEarned { unit }
        | Event::UnitRallied { unit, .. }
        | Event::StandardCheckRolled { unit, .. } => vec![*unit],
        Event::PassThroughRolled { unit, through, .. } => vec![*unit, *through],
        Event::ReactionFired { unit, target, .. }
        | Event::ActiveFired { unit, target, .. }
        | Event::ReturnFired { unit, target, .. }
        | Event::ReluctanceRolled { unit, target, .. } => vec![*unit, *target],
        Event::CounterChargeRolled { unit, targets, .. } => {
            std::iter::once(*unit).chain(targets.iter().copied()).collect()
        }
        Event::FormationChanged { units, .. } => units.clone(),
        Event::ShockRolled {
            attackers, defender, ..
        } => attackers
            .iter()
            .copied()
            .chain(std::iter::once(*defender))
            .collect(),
        Event::BattleSetOut { .. }
        | Event::Agenda { .. }
        | Event::LeaderPlaced { .. }
        | Event::StandardPlaced { .. }
        | Event::ActivationStarted { .. }
        | Event::StandardActivated { .. }
        | Event::Passed { .. }
        | Event::CommandNamed { .. }
        | Event::SeizureDeclared { .. }
        | Event::SeizureDeclined { .. }
        | Event::ContinuityRolled { .. }
        | Event::SeizureRolled { .. }
        | Event::FreeActivationGained { .. }
        | Event::LeaderReplaced { .. }
        | Event::CommandStatusSet { .. }
        | Event::LeaderStepped { .. }
        | Event::CounterAttackMade { .. }
        | Event::AttacksDeclared { .. }
        | Event::AttackOver { .. }
        | Event::LeaderRolled { .. }
        | Event::LeaderKilled { .. }
        | Event::LeaderCaptured { .. }
        | Event::LeaderMoved { .. }
        | Event::LeaderRemoved { .. }
        | Event::RoundEnded
        | Event::StandardMoved { .. }
        | Event::StandardCaptured { .. }
        | Event::LossChecked { .. }
        | Event::ActivationEnded
        | Event::GameEnded { .. }
        | Event::Patched { .. } => Vec::new(),
    }
}

/// Who rolled the dice of an event.
pub(crate) fn roller(before: &State, event: &Event) -> Seat {
    match event {
        Event::ContinuityRolled { seat, .. }
        | Event::SeizureRolled { seat, .. }
        | Event::LossChecked { seat, .. } => *seat,
        Event::LeaderRolled { leader, .. } => {
            before.leader(*leader).map_or(before.active, |leader| leader.seat)
        }
        _ => units_of(event)
            .first()
            .and_then(|unit| before.unit(*unit))
            .map_or(before.active, |unit| unit.seat),
    }
}
