//! The greedy player: it looks one command ahead.
//!
//! Units go for the objective tokens that nobody of their side holds and attack what stands in the way; what is worth most
//! in expected wounds and victory points is done first. Cards, Orders and tokens are used where they help at once.

mod actions;
pub(super) mod windows;

use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::{Offer, Offers, Seat, below};

use crate::IceAndFire;
use crate::cards::{ConditionToken, ZoneName};
use crate::field::{Place, Pose};
use crate::model::agenda::Step;
use crate::model::command::Command;
use crate::model::names::{Edge, UnitId};
use crate::model::state::State;
use crate::rules::{movement, setup, units};

/// The choice of the greedy player.
pub(super) fn greedy(state: &State, seat: Seat, rng: &mut dyn Rng) -> Option<Command> {
    let offers = IceAndFire::offers(state, seat);
    offers.first()?;
    let chosen = match state.step()? {
        Step::ChooseUnit { .. } => choose_unit(state, seat),
        Step::ChooseAction { .. } | Step::FreeAction { .. } | Step::Surge => actions::best(state, &offers),
        Step::Window { at, .. } => Some(windows::window(state, seat, at, &offers)),
        Step::Deploy { .. } => deploy(state, seat),
        Step::ZoneEffect { zone, .. } => zone_target(state, *zone, &offers),
        Step::FreePivots { .. } => Some(pivot(state, &offers)),
        Step::RetreatMove { .. } | Step::Align | Step::Discard { .. } => first_command(&offers),
        Step::NamePicker { .. } | Step::NameFirstDeployer { .. } => Some(Command::Name {
            seat: seat.opponent(),
        }),
        Step::NameFirstPlayer { .. } => Some(Command::Name { seat }),
        _ => None,
    };
    chosen.or_else(|| {
        let offer = offers.get(below(rng, offers.len())?)?;
        IceAndFire::complete(state, offer, rng)
    })
}

fn first_command(offers: &[Offer<Command>]) -> Option<Command> {
    offers.iter().flat_map(Offer::commands).next().cloned()
}

/// What is activated: whatever has the most to gain now.
fn choose_unit(state: &State, seat: Seat) -> Option<Command> {
    let offers = IceAndFire::offers(state, seat);
    let value = |command: &Command| match command {
        Command::Activate { unit } => 0.5 + actions::promise(state, *unit),
        Command::Claim { zone, .. } => zone_value(state, seat, *zone),
        Command::Arrive { .. } => 0.6,
        _ => 0.0,
    };
    best_of(offers.iter().flat_map(Offer::commands), value)
}

/// The command of the highest value, the first of equals.
fn best_of<'c>(
    commands: impl Iterator<Item = &'c Command>,
    value: impl Fn(&Command) -> f64,
) -> Option<Command> {
    let mut best: Option<(f64, &Command)> = None;
    for command in commands {
        let worth = value(command);
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, command));
        }
    }
    best.map(|(_, command)| command.clone())
}

/// What a zone is worth now. Rules `IF-TAC-03` to `IF-TAC-07`.
fn zone_value(state: &State, seat: Seat, zone: ZoneName) -> f64 {
    match zone {
        ZoneName::Crown => 0.9,
        ZoneName::Wealth => {
            let lost = own(state, seat)
                .map(|unit| lost(state, unit))
                .max()
                .unwrap_or_default();
            0.45 * f64::from(lost.min(3))
        }
        ZoneName::Tactics => 0.7,
        ZoneName::Combat => own(state, seat)
            .map(|unit| actions::attack_promise(state, unit))
            .fold(0.0, f64::max),
        ZoneName::Maneuver => 0.6,
    }
}

fn own(state: &State, seat: Seat) -> impl Iterator<Item = UnitId> {
    state
        .on_table()
        .map(|(unit, _)| unit.id)
        .filter(move |id| id.seat() == seat)
}

/// Wounds a unit has lost.
fn lost(state: &State, id: UnitId) -> u16 {
    state
        .unit_and_card(id)
        .map_or(0, |(unit, card)| units::wounds_lost(unit, card))
}

/// Wounds a unit has left.
fn left(state: &State, id: UnitId) -> u16 {
    state
        .unit_and_card(id)
        .map_or(0, |(unit, card)| units::wounds_left(unit, card))
}

/// The target of a zone's effect.
fn zone_target(state: &State, zone: ZoneName, offers: &[Offer<Command>]) -> Option<Command> {
    let token_value = |token: Option<ConditionToken>| match token {
        Some(ConditionToken::Vulnerable) => 0.3,
        Some(ConditionToken::Panicked) => 0.2,
        Some(ConditionToken::Weakened) => 0.1,
        None => 0.0,
    };
    let value = |command: &Command| match command {
        Command::Target { unit, token } => {
            let of_unit = match zone {
                ZoneName::Crown => 10.0 / f64::from(left(state, *unit).max(1)),
                ZoneName::Wealth => f64::from(lost(state, *unit)),
                ZoneName::Tactics => f64::from(u8::from(state.is_engaged(*unit))),
                ZoneName::Combat => actions::attack_promise(state, *unit),
                ZoneName::Maneuver => actions::promise(state, *unit),
            };
            of_unit + token_value(*token)
        }
        _ => 0.05,
    };
    best_of(offers.iter().flat_map(Offer::commands), value)
}

/// Where a unit is deployed: at the front edge of the zone, spread along it.
fn deploy(state: &State, seat: Seat) -> Option<Command> {
    let unit = *setup::waiting(state, seat).first()?;
    let (_, card) = state.unit_and_card(unit)?;
    let half = state.cards.trays.of(card.kind).depth / 2;
    let (y, heading) = match state.player(seat).edge? {
        Edge::South => (10_000 - half, 0),
        Edge::North => (38_000 + half, 180),
    };
    [
        24_000, 8_000, 40_000, 16_000, 32_000, 3_500, 44_500, 12_000, 36_000, 20_000, 28_000,
    ]
    .into_iter()
    .map(|x| Pose::new(x, y, heading))
    .find(|pose| setup::check_place(state, unit, *pose, false).is_ok())
    .map(|pose| Command::Deploy { unit, pose })
}

/// A free pivot: towards the nearest enemy.
fn pivot(state: &State, offers: &[Offer<Command>]) -> Command {
    for offer in offers {
        let Some(Command::FreePivot { unit, .. }) = offer.commands().first() else {
            continue;
        };
        let Some((own, enemy)) = nearest_enemy(state, *unit) else {
            continue;
        };
        let heading = own.bearing(enemy);
        if movement::check_pivot(state, *unit, heading).is_ok() {
            return Command::FreePivot { unit: *unit, heading };
        }
    }
    Command::Pass
}

/// Where a unit stands and where the enemy nearest to it does.
fn nearest_enemy(state: &State, id: UnitId) -> Option<(Place, Place)> {
    let own = state.unit(id)?.pose?.centre();
    state
        .on_table()
        .filter(|(unit, _)| unit.id.seat() != id.seat())
        .map(|(_, pose)| pose.centre())
        .min_by(|one, other| own.distance(*one).total_cmp(&own.distance(*other)))
        .map(|enemy| (own, enemy))
}

#[cfg(test)]
mod tests;
