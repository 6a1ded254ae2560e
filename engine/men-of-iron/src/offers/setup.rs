//! Offers of the set-up inside areas.

use hindsight_geometry::hexes::{Facing, Hex};
use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::{Message, Offer, Seat, below, message};
use serde_json::json;

use super::any_facing;
use crate::data::Start;
use crate::messages::MESSAGES;
use crate::model::command::Command;
use crate::model::names::{LeaderId, UnitId};
use crate::model::state::State;
use crate::rules::setup::{check_place_leader, check_place_standard, check_place_unit, check_ready};

const DECISION: &str = "set_up";
const RULE: &str = "MOI-SETUP-02";
/// So many samples a piece.
const SAMPLES: usize = 8;

fn area(state: &State, seat: Seat) -> &[Hex] {
    state
        .battle
        .side
        .get(&seat)
        .and_then(|side| side.setup_area.as_deref())
        .unwrap_or_default()
}

/// Where each piece may be placed, and the end of the set-up. Rule `MOI-SETUP-02`.
pub(super) fn offers(state: &State, seat: Seat) -> Vec<Offer<Command>> {
    let hexes = area(state, seat);
    let mut offers = Vec::new();
    let mut form = |piece: String, label: Message, samples: Vec<Command>| {
        if !samples.is_empty() {
            let limits = json!({ "piece": piece, "hexes": hexes, "facing": Facing::ALL });
            offers.push(Offer::form(seat, DECISION, label, RULE, &limits, samples).about(piece));
        }
    };
    for (&unit, card) in &state.battle.unit {
        if card.hex == Start::Area {
            let fits = |hex: &&Hex| check_place_unit(state, seat, unit, **hex).is_ok();
            let place = |&hex: &Hex| Command::PlaceUnit {
                unit,
                hex,
                facing: card.facing,
            };
            form(
                unit.to_string(),
                message!(MESSAGES, "offer-place", piece = unit),
                hexes.iter().filter(fits).take(SAMPLES).map(place).collect(),
            );
        }
    }
    for (&leader, card) in &state.battle.leader {
        if card.hex == Start::Area {
            let fits = |hex: &&Hex| check_place_leader(state, seat, leader, **hex).is_ok();
            let place = |&hex: &Hex| Command::PlaceLeader { leader, hex };
            form(
                leader.to_string(),
                message!(MESSAGES, "offer-place", piece = leader),
                hexes.iter().filter(fits).take(SAMPLES).map(place).collect(),
            );
        }
    }
    for (&standard, card) in &state.battle.standard {
        if card.hex == Start::Area {
            let fits = |hex: &&Hex| check_place_standard(state, seat, standard, **hex).is_ok();
            let place = |&hex: &Hex| Command::PlaceStandard { standard, hex };
            form(
                format!("Standard {standard}"),
                message!(MESSAGES, "offer-place-standard", standard),
                hexes.iter().filter(fits).take(SAMPLES).map(place).collect(),
            );
        }
    }
    if check_ready(state, seat).is_ok() {
        offers.push(Offer::one(
            seat,
            DECISION,
            message!(MESSAGES, "offer-ready"),
            RULE,
            Command::Ready,
        ));
    }
    offers
}

/// A unit placed at random in its area.
pub(super) fn drawn_unit(state: &State, seat: Seat, unit: UnitId, rng: &mut dyn Rng) -> Option<Command> {
    let hexes = area(state, seat);
    let hex = *hexes.get(below(rng, hexes.len())?)?;
    check_place_unit(state, seat, unit, hex).ok()?;
    let facing = any_facing(rng);
    Some(Command::PlaceUnit { unit, hex, facing })
}

/// A leader placed at random in its area.
pub(super) fn drawn_leader(
    state: &State,
    seat: Seat,
    leader: LeaderId,
    rng: &mut dyn Rng,
) -> Option<Command> {
    let hexes = area(state, seat);
    let hex = *hexes.get(below(rng, hexes.len())?)?;
    check_place_leader(state, seat, leader, hex).ok()?;
    Some(Command::PlaceLeader { leader, hex })
}
