//! The coach: the candidate mistakes of the catalogue, a function each.
//!
//! Whatever it says is proved by the position, the events and exact odds. Where the catalogue leaves a measure open, the
//! function says how it is taken.

mod attacks;
mod board;
mod charges;
#[cfg(test)]
mod played;
mod positions;
mod reach;
#[cfg(test)]
mod tests;
mod wounds;

use std::collections::BTreeMap;

use hindsight_kernel::{Coach, Coaching, Detector, Seat, Suggestion, WatchedEvent};

use crate::IceAndFire;
use crate::cards::CardId;
use crate::model::agenda::Step;
use crate::model::command::Action;
use crate::model::event::{
    AttackEvent, Cause, ChargeEvent, Event, MoveKind, MovementEvent, ProcedureEvent, RoundEvent,
    ScoringEvent, UnitEvent,
};
use crate::model::names::UnitId;
use crate::model::state::{Activated, State};

/// An event in its place.
type Watched<'w> = WatchedEvent<'w, IceAndFire>;

/// Every detector, in the catalogue's order.
pub(crate) const DETECTORS: &[Detector] = &[
    charges::LONG_CHARGE,
    charges::CHARGE_OVER_HINDERING,
    charges::HEAD_ON_CHARGE,
    positions::FLANK_LEFT_OPEN,
    attacks::MELEE_WITHOUT_FACING,
    attacks::IDLE_TOKEN,
    attacks::WASTED_TOKEN,
    board::ORDER_UNUSED,
    board::CARDS_STALLED,
    board::ZONE_LOST,
    board::COMBAT_WITHOUT_TARGET,
    board::WEALTH_TOO_LATE,
    positions::OBJECTIVE_WALKED_PAST,
    positions::CONTESTED_BY_WEAKNESS,
    attacks::RETREAT_INSTEAD_OF_ATTACK,
    attacks::SHOT_BLOCKED_BY_FRIENDS,
    positions::DANGEROUS_STEP,
    charges::SURGE_DECLINED,
    positions::ACTIVATION_ORDER,
    positions::HORRIFIC_DUEL,
];

impl Coaching for IceAndFire {
    fn detectors() -> &'static [Detector] {
        DETECTORS
    }

    fn coach() -> Option<Box<dyn Coach<Self>>> {
        Some(Box::<Watcher>::default())
    }
}

/// What the coach remembers from event to event.
#[derive(Debug, Default)]
pub(crate) struct Watcher {
    /// The position when the round began.
    round_start: Option<State>,
    /// The position when each seat last took a turn of this round.
    own_turn: [Option<State>; 2],
    /// The unit that is activated, and the position before its action.
    acting: Option<(UnitId, State)>,
    /// The version after which it was to move, if it maneuvered or marched.
    walked_at: Option<u64>,
    /// Whether the activated unit has made a ranged attack.
    has_shot: bool,
    /// The version after which the last action was declared.
    declared_at: u64,
    /// Long charges that failed.
    failed: Vec<charges::FailedCharge>,
    /// The Surge Forths of this round.
    surges: Vec<charges::Surge>,
    /// Units that stayed outranked on a token this round.
    outranked: Vec<positions::Outranked>,
    /// Whether the unit that may surge forth has declared a Maneuver, and the position before it.
    surging: bool,
    surge_began: Option<State>,
    /// How often each Order could have been used this round.
    order_chances: BTreeMap<(UnitId, u8), u32>,
    /// Cards that each player could have played this round.
    playable: [Vec<CardId>; 2],
    /// Combat units that each player activated this round while a zone was empty.
    activated: [u32; 2],
}

impl Coach<IceAndFire> for Watcher {
    fn watch(&mut self, seen: &Watched<'_>, found: &mut Vec<Suggestion>) {
        match seen.event {
            Event::Round(RoundEvent::RoundBegan { .. }) | Event::Procedure(ProcedureEvent::Placed { .. }) => {
                self.begin_round(seen.after);
            }
            Event::Round(RoundEvent::TurnBegan { seat }) => {
                self.own_turn[seat.index().min(1)] = Some(seen.after.clone());
            }
            Event::Round(RoundEvent::UnitActivated { activated }) => self.activates(seen, *activated),
            Event::Movement(MovementEvent::ActionDeclared { unit, action, .. }) => {
                self.declares(seen, *unit, action, found);
            }
            Event::Charge(ChargeEvent::ChargeDeclared { charge }) => {
                for outranked in &mut self.outranked {
                    outranked.is_relieved_by(charge.charger, charge.target);
                }
                found.extend(charges::head_on(seen, charge));
                found.extend(charges::long_charge(seen, charge, &self.failed));
                found.extend(charges::surge_declined(seen, charge, &self.surges));
            }
            Event::Charge(ChargeEvent::ChargeBonusLost { piece: Some(_) }) => {
                found.extend(charges::over_hindering(seen, self.declared_at));
            }
            Event::Charge(ChargeEvent::ChargeRolled { .. }) => self
                .failed
                .extend(charges::failed_long_charge(seen, self.declared_at)),
            Event::Movement(MovementEvent::UnitMoved { unit, kind, from, .. })
                if matches!(kind, MoveKind::Maneuver | MoveKind::March) =>
            {
                found.extend(positions::walked_past(seen, *unit, *kind, from));
            }
            Event::Unit(UnitEvent::WoundsSuffered {
                unit,
                cause: Cause::Terrain,
                wounds,
                ..
            }) => found.extend(positions::dangerous_step(seen, *unit, *wounds)),
            Event::Unit(UnitEvent::UnitDestroyed { unit, at, .. }) => {
                found.extend(positions::activation_order(
                    seen,
                    *unit,
                    at.attacker,
                    &self.own_turn,
                ));
            }
            Event::Movement(MovementEvent::Engaged { engagement }) => {
                found.extend(positions::horrific_duel(seen, *engagement));
            }
            Event::Round(RoundEvent::ZoneClaimed { ncu, zone }) => {
                found.extend(board::combat_without_target(seen, *ncu, *zone));
            }
            Event::Unit(UnitEvent::WoundsRestored { unit, wounds, .. }) => {
                found.extend(board::wealth_too_late(seen, *unit, *wounds));
            }
            Event::Attack(AttackEvent::DiceRerolled { of, by, places, .. }) => {
                found.extend(attacks::wasted_token(seen, *of, *by, places));
            }
            Event::Procedure(ProcedureEvent::Agenda { .. }) => self.goes_on(seen, found),
            Event::Round(RoundEvent::TurnEnded { seat }) => self.ends_turn(seen, *seat, found),
            Event::Scoring(ScoringEvent::BoardCleared) => {
                found.extend(board::orders_unused(seen, &self.order_chances));
                found.extend(board::cards_stalled(seen, &self.playable));
                found.extend(board::zones_lost(seen, self.activated));
                found.extend(
                    self.outranked
                        .drain(..)
                        .filter_map(|outranked| outranked.suggestion()),
                );
            }
            Event::Scoring(ScoringEvent::GameEnded { .. }) => {
                found.extend(
                    self.outranked
                        .drain(..)
                        .filter_map(|outranked| outranked.suggestion()),
                );
            }
            _ => {}
        }
    }
}

impl Watcher {
    fn begin_round(&mut self, state: &State) {
        *self = Self {
            round_start: Some(state.clone()),
            failed: std::mem::take(&mut self.failed),
            ..Self::default()
        };
    }

    fn activates(&mut self, seen: &Watched<'_>, activated: Activated) {
        self.walked_at = None;
        if let Activated::Unit(unit) = activated {
            self.acting = Some((unit, seen.before.clone()));
            self.has_shot = false;
            if !crate::rules::board::empty_zones(seen.before).is_empty() {
                self.activated[unit.seat().index().min(1)] += 1;
            }
        }
    }

    fn declares(&mut self, seen: &Watched<'_>, unit: UnitId, action: &Action, found: &mut Vec<Suggestion>) {
        if matches!(seen.before.step(), Some(Step::Surge)) {
            self.surging = true;
            self.surge_began = Some(seen.before.clone());
        }
        self.declared_at = seen.asked_at;
        match action {
            Action::Melee {
                target,
                facing,
                weapon,
                ..
            } => {
                let how = (*facing, *weapon);
                found.extend(attacks::melee_without_facing(seen, unit, *target, how));
                self.outranked
                    .extend(positions::contested_by_weakness(seen, unit));
            }
            Action::Ranged { .. } => self.has_shot = true,
            Action::Retreat => found.extend(attacks::retreat_instead_of_attack(seen, unit)),
            Action::Maneuver { .. } | Action::March { .. } => self.walked_at = Some(seen.asked_at),
            Action::Charge { .. } | Action::Demolish { .. } | Action::Forgo => {}
        }
    }

    /// A window that opens is a chance for cards and Orders; one that closes may have left a token idle.
    fn goes_on(&mut self, seen: &Watched<'_>, found: &mut Vec<Suggestion>) {
        if let Some(Step::Window { at, asked, .. }) = seen.before.step()
            && seen.before.step() != seen.after.step()
        {
            found.extend(attacks::idle_token(seen, *asked, at));
        }
        if let Some(Step::Window {
            at,
            asked,
            used: false,
        }) = seen.after.step()
            && seen.before.step() != seen.after.step()
        {
            for order in crate::rules::cards::usable_orders(seen.after, *asked, at) {
                *self.order_chances.entry(order).or_default() += 1;
            }
            let playable = &mut self.playable[asked.index().min(1)];
            for card in crate::rules::cards::usable_cards(seen.after, *asked, at) {
                if !playable.contains(&card) {
                    playable.push(card);
                }
            }
        }
        if matches!(seen.before.step(), Some(Step::Surge)) && !matches!(seen.after.step(), Some(Step::Surge))
        {
            if let Some(attack) = &seen.before.attack {
                let before = self.surge_began.take().unwrap_or_else(|| seen.before.clone());
                self.surges.push(charges::Surge {
                    unit: attack.attacker,
                    taken: self.surging,
                    before,
                });
            }
            self.surging = false;
        }
    }

    fn ends_turn(&mut self, seen: &Watched<'_>, _seat: Seat, found: &mut Vec<Suggestion>) {
        if let Some((unit, before)) = self.acting.take() {
            let walked = self.walked_at.map(|at| (&before, at));
            found.extend(positions::flank_left_open(seen, unit, walked));
            if let Some(start) = self.round_start.as_ref().filter(|_| !self.has_shot) {
                found.extend(attacks::shot_blocked(seen, unit, &before, start));
            }
        }
    }
}

/// The name of a unit in a position.
fn called(state: &State, unit: UnitId) -> String {
    crate::views::names::unit(state, unit)
}
