//! Facts of events of movement, reinforcements, facing and hobilars.

use hindsight_kernel::{Fact, Seat};

use super::{Rolled, counted, moved};
use crate::data::Reaction;
use crate::model::drm::sum;
use crate::model::event::MovementEvent;
use crate::model::names::UnitId;
use crate::model::piece::Unit;
use crate::model::state::State;
use crate::tables::MAX_PASS_THROUGH;
use crate::views::chances;

/// Tells the facts of an event of movement, reinforcements, facing and hobilars.
pub(super) fn facts(before: &State, event: &MovementEvent, out: &mut Vec<Fact>) {
    let seat_of = |unit: UnitId| before.unit(unit).map_or(before.active, |unit| unit.seat);
    rolls(before, event, out);
    counts(before, event, out);
    match event {
        MovementEvent::UnitStepped {
            unit, from, to, cost, ..
        } => {
            moved(before, *unit, &[*from, *to], "move", out);
            out.push(counted(
                "movement points",
                Some(seat_of(*unit)),
                Some(*unit),
                f64::from(*cost),
            ));
        }
        MovementEvent::UnitBegan { .. }
        | MovementEvent::MoveFireEnded { .. }
        | MovementEvent::ReinforcementEntered { .. }
        | MovementEvent::UnitTurned { .. }
        | MovementEvent::HobilarChanged { .. }
        | MovementEvent::LeaderStepped { .. }
        | MovementEvent::PassThroughRolled { .. } => {}
    }
}

/// Tells the dice of an event.
fn rolls(before: &State, event: &MovementEvent, out: &mut Vec<Fact>) {
    let seat = event.subjects().roller(before);
    match event {
        MovementEvent::PassThroughRolled {
            unit,
            through,
            throw,
            harmed,
        } => {
            // What is good for the rider is that nothing happens: the roll is above the limit.
            let chance = 1.0 - chances::at_most(MAX_PASS_THROUGH, sum(&throw.drms));
            out.push(
                Rolled {
                    purpose: "pass-through",
                    seat,
                    unit: Some(*unit),
                    against: Some(*through),
                    throw,
                    target: Some(MAX_PASS_THROUGH + 1),
                    roll_under: false,
                    chance,
                    success: !harmed,
                }
                .fact(),
            );
        }
        MovementEvent::UnitBegan { .. }
        | MovementEvent::MoveFireEnded { .. }
        | MovementEvent::UnitStepped { .. }
        | MovementEvent::ReinforcementEntered { .. }
        | MovementEvent::UnitTurned { .. }
        | MovementEvent::HobilarChanged { .. }
        | MovementEvent::LeaderStepped { .. } => {}
    }
}

/// Tells the catalogue's own counts of an event.
fn counts(before: &State, event: &MovementEvent, out: &mut Vec<Fact>) {
    let seat_of = |unit: UnitId| before.unit(unit).map(|unit| unit.seat);
    let mut count = |counter: &str, seat: Option<Seat>, unit: Option<UnitId>, amount: f64| {
        out.push(counted(counter, seat, unit, amount));
    };
    match event {
        MovementEvent::UnitBegan { unit, turn } => {
            let disordered = before.unit(*unit).is_some_and(Unit::is_disordered);
            let points = f64::from(turn.allowance[usize::from(disordered)]);
            count("movement points available", seat_of(*unit), Some(*unit), points);
        }
        MovementEvent::UnitStepped { unit, to, .. } => {
            // Who comes before a crossbow that has had its shot.
            for enemy in before.units.values() {
                let spent = Some(enemy.seat) != seat_of(*unit)
                    && !enemy.acts.reactions.is_empty()
                    && enemy.has_in_front(*to)
                    && before
                        .weapon_of(enemy)
                        .is_some_and(|(_, weapon)| weapon.reaction == Reaction::One);
                if spent {
                    count(
                        "targets before a spent crossbow",
                        Some(enemy.seat),
                        Some(enemy.id),
                        1.0,
                    );
                }
            }
        }
        MovementEvent::MoveFireEnded { .. }
        | MovementEvent::ReinforcementEntered { .. }
        | MovementEvent::UnitTurned { .. }
        | MovementEvent::HobilarChanged { .. }
        | MovementEvent::LeaderStepped { .. }
        | MovementEvent::PassThroughRolled { .. } => {}
    }
}
