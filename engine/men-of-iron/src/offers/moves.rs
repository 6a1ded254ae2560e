//! Offers of the Move/Fire Phase.

use hindsight_geometry::hexes::{Facing, Hex};
use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::{Argument, Choice, Offer, Seat, below, message};
use serde_json::json;

use super::any_facing;
use crate::messages::{MESSAGES, or_none};
use crate::model::command::Command;
use crate::model::names::{LeaderId, UnitId};
use crate::model::piece::{PiecePlace, Unit};
use crate::model::state::State;
use crate::rules::movement::{Walk, check_acting, check_leader_step, passing_unit, riders};
use crate::rules::{facing, fire, hobilars, reinforcements};

pub(super) const DECISION: &str = "move_fire";

/// Everything that the active player may do in the Move/Fire Phase. Rule `MOI-MOVE-01` (p. 4).
pub(super) fn offers(state: &State, seat: Seat) -> Vec<Offer<Command>> {
    let mut offers = Vec::new();
    let passing = passing_unit(state);
    let able = state
        .units
        .values()
        .filter(|unit| check_acting(state, seat, unit.id).is_ok());
    for unit in able {
        match unit.place {
            PiecePlace::On { .. } => of_unit(state, seat, unit, passing.is_some(), &mut offers),
            PiecePlace::Due => entries(state, seat, unit, &mut offers),
            PiecePlace::Unplaced | PiecePlace::Eliminated => {}
        }
    }
    if passing.is_none() {
        for leader in state.leaders.values() {
            let Some(from) = leader.hex() else {
                continue;
            };
            for (_, to) in from.neighbours() {
                if check_leader_step(state, seat, leader.id, to).is_ok() {
                    let to_hex = Argument::text(to);
                    let label = message!(MESSAGES, "offer-leader-alone", leader = leader.id, to = to_hex);
                    let command = Command::MoveLeader {
                        leader: leader.id,
                        to,
                    };
                    offers.push(Offer::one(seat, DECISION, label, "MOI-MOVE-08", command).about(leader.id));
                }
            }
        }
        let label = message!(MESSAGES, "offer-end-move-fire");
        offers.push(Offer::one(
            seat,
            DECISION,
            label,
            "MOI-ACT-06",
            Command::EndMoveFire,
        ));
    }
    offers
}

/// Leaders who could begin to ride along with a unit's next step.
pub(super) fn could_ride(state: &State, unit: &Unit) -> Vec<LeaderId> {
    let Some(hex) = unit.hex() else {
        return Vec::new();
    };
    let rides = unit.acts.turn.as_ref().map(|turn| turn.riders.as_slice());
    state
        .leaders_at(hex)
        .map(|leader| leader.id)
        .filter(|leader| !rides.is_some_and(|riders| riders.contains(leader)))
        .filter(|&leader| riders(state, unit, &[leader]).is_ok())
        .collect()
}

fn of_unit(state: &State, seat: Seat, unit: &Unit, passing: bool, offers: &mut Vec<Offer<Command>>) {
    let id = unit.id;
    if let Some(walk) = Walk::of(state, unit) {
        let leaders = could_ride(state, unit);
        for (_, to) in walk.at.neighbours() {
            let Ok(priced) = walk.price(state, to) else {
                continue;
            };
            let step = |facing, with| Command::Move {
                unit: id,
                to,
                facing,
                with,
            };
            // A unit that goes on turns as it likes where it ends; one that must stop has its facing from the step.
            let facings = if priced.stopped {
                Facing::ALL.map(Some).to_vec()
            } else {
                vec![None]
            };
            for facing in facings {
                let looks = or_none(facing);
                let label = message!(
                    MESSAGES,
                    "offer-step",
                    unit = id,
                    to = Argument::text(to),
                    facing = looks
                );
                let command = step(facing, leaders.clone());
                offers.push(Offer::one(seat, DECISION, label, "MOI-MOVE-03", command).about(id));
            }
            let mut samples: Vec<Command> = unit
                .facing()
                .map(|facing| step(Some(facing.turned(1)), leaders.clone()))
                .into_iter()
                .collect();
            if !leaders.is_empty() {
                samples.push(step(None, Vec::new()));
            }
            let limits = json!({
                "unit": id, "to": to, "cost": priced.cost, "stops": priced.stopped,
                "facing": Facing::ALL, "with": leaders,
            });
            let label = message!(MESSAGES, "offer-step-form", unit = id, to = Argument::text(to));
            offers.push(Offer::form(seat, DECISION, label, "MOI-MOVE-03", &limits, samples).about(id));
        }
    }
    for to in Facing::ALL {
        if facing::check_turn(state, unit, to).is_ok() {
            let command = Command::Turn { unit: id, facing: to };
            let label = message!(MESSAGES, "offer-turn", unit = id, facing = Argument::text(to));
            offers.push(Offer::one(seat, DECISION, label, "MOI-FACE-01", command).about(id));
        }
    }
    if passing {
        return;
    }
    for target in state.on_map(seat.opponent()) {
        if fire::check_fire(state, unit, target.id).is_ok() {
            let label = message!(MESSAGES, "offer-fire", unit = id, target = target.id);
            let target = target.id;
            let command = Command::Fire { unit: id, target };
            offers.push(Offer::one(seat, DECISION, label, "MOI-FIRE-06", command).about(id));
        }
    }
    if hobilars::check_change(state, unit).is_ok() {
        let label = if unit.dismounted {
            message!(MESSAGES, "offer-mount", unit = id)
        } else {
            message!(MESSAGES, "offer-dismount", unit = id)
        };
        let command = Command::ChangeMount { unit: id };
        offers.push(Offer::one(seat, DECISION, label, "MOI-HOBI-02", command).about(id));
    }
}

/// The leaders with whom a reinforcement enters: its own Command's, if he waits off the map.
fn enters_with(state: &State, unit: &Unit) -> Vec<LeaderId> {
    let own = state.battle.command.get(&unit.command).map(|card| card.leader);
    own.filter(|&leader| {
        state
            .leader(leader)
            .is_some_and(|leader| leader.place == crate::model::piece::LeaderPlace::Due)
    })
    .into_iter()
    .collect()
}

fn entries(state: &State, seat: Seat, unit: &Unit, offers: &mut Vec<Offer<Command>>) {
    let with = enters_with(state, unit);
    for at in state.battle.map.entries(unit.command) {
        if reinforcements::check_entry(state, unit, at, &with).is_err() {
            continue;
        }
        for facing in Facing::ALL {
            let label = message!(
                MESSAGES,
                "offer-enter",
                unit = unit.id,
                at = Argument::text(at),
                facing = Argument::text(facing)
            );
            let command = Command::Enter {
                unit: unit.id,
                at,
                facing,
                with: with.clone(),
            };
            offers.push(Offer::one(seat, DECISION, label, "MOI-REINF-02", command).about(unit.id));
        }
    }
}

/// A step of an offer with any facing, and any of the leaders who could ride along.
pub(super) fn drawn_move(
    state: &State,
    offer: &Offer<Command>,
    unit: UnitId,
    to: Hex,
    rng: &mut dyn Rng,
) -> Option<Command> {
    if !matches!(offer.choice, Choice::Form { .. }) {
        return None;
    }
    let mut with = could_ride(state, state.unit(unit)?);
    with.retain(|_| below(rng, 4) != Some(0));
    let facing = (below(rng, 2)? == 0).then(|| any_facing(rng));
    Some(Command::Move {
        unit,
        to,
        facing,
        with,
    })
}

/// An entry with any facing.
pub(super) fn drawn_entry(state: &State, unit: UnitId, at: Hex, rng: &mut dyn Rng) -> Option<Command> {
    Some(Command::Enter {
        unit,
        at,
        facing: any_facing(rng),
        with: enters_with(state, state.unit(unit)?),
    })
}
