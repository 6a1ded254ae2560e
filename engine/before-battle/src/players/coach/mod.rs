//! The coach: candidate mistakes as the catalogue lists them, a function each.
//!
//! "Missed charge" (number 4 of the catalogue) has none: a Move goes straight, so how many cells a unit enters to face an
//! enemy is fixed by where it begins, and no unit that faces an enemy after less than two could have faced it after more.
//! A test goes through all places to show it.
//!
//! Whatever it says is proved by the position, the events and exact odds; where the catalogue leaves a measure open, the
//! function says how it is taken. `reach` is where a unit could go, the other files hold the detectors by what they are about.

mod aftermath;
mod contact;
mod mustering;
mod reach;
mod shots;
mod standing;
#[cfg(test)]
mod tests;

use hindsight_geometry::squares::Rotation;
use hindsight_kernel::coach::{DUBIOUS, MISTAKE};
use hindsight_kernel::{
    Argument, BetterChoice, Coach, Coaching, Detector, Phrase, Seat, Suggestion, WatchedEvent, message,
    phrase,
};

use crate::BeforeBattle;
use crate::field::combat::combats;
use crate::messages::MESSAGES;
use crate::model::command::Command;
use crate::model::event::{ActionEvent, AftermathEvent, ArmyEvent, EndingEvent, Event, RulingEvent};
use crate::model::names::{UNITS, UnitId};
use crate::model::state::State;
use crate::players::outcomes::{Outcomes, outcomes};
use crate::views::inspect::shooting_odds;

/// What is seen: the event in its place.
type Watched<'w> = WatchedEvent<'w, BeforeBattle>;

/// Every detector, in the catalogue's order.
pub(crate) const DETECTORS: &[Detector] = &[
    mustering::WEAPON_POINTS_LEFT,
    mustering::ALLOWANCE_WASTED,
    contact::MISSED_FLANK,
    contact::CHARGING_SPEARS,
    standing::BACK_TURNED,
    aftermath::BLOCKED_RETREAT,
    aftermath::FIGHTING_ON_THE_EDGE,
    standing::IDLE_UNIT,
    shots::SHOT_NOT_TAKEN,
    shots::MASKED_ARCHERS,
    shots::WRONG_TARGET,
    aftermath::BAD_REFORM,
    standing::LOSING_FIGHT_PROLONGED,
    contact::HUSTLE_GAMBLE,
    standing::GENERAL_EXPOSED,
    mustering::DISTRACTION_REVEALS,
    contact::PIECEMEAL_ATTACK,
];

impl Coaching for BeforeBattle {
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
    /// Own turns that each unit has ended without acting although it could have done something, one after the other.
    idle: [u8; UNITS],
    /// The targets that archers of the active player had where they stood when the turn began.
    lanes: Vec<shots::OpenLane>,
    /// Who has acted this turn, each with the position before it.
    acted: Vec<Acted>,
}

/// An action of this turn.
#[derive(Debug)]
struct Acted {
    unit: UnitId,
    /// The version of the position before it.
    at: u64,
    before: State,
    /// The wounds that were expected of it, if it was a shot.
    shot: f64,
}

impl Coach<BeforeBattle> for Watcher {
    fn watch(&mut self, seen: &Watched<'_>, found: &mut Vec<Suggestion>) {
        match seen.event {
            Event::Army(event) => mustered(seen, event, found),
            Event::Action(event) => self.acted(seen, event, found),
            Event::Aftermath(event) => after_combat(seen, event, found),
            Event::Ending(EndingEvent::TurnEnded) => found.extend(standing::general_exposed(seen)),
            // After a ruling or a noted position nobody knows what a player meant to do in this turn: it begins anew.
            Event::Ruling(RulingEvent::Patched { .. } | RulingEvent::PositionNoted { .. }) => {
                self.begin_turn(seen.after);
            }
            Event::Opening(_)
            | Event::Start(_)
            | Event::Deployment(_)
            | Event::Combat(_)
            | Event::Ending(EndingEvent::BattleEnded { .. }) => {}
        }
    }
}

fn mustered(seen: &Watched<'_>, event: &ArmyEvent, found: &mut Vec<Suggestion>) {
    match event {
        ArmyEvent::ListConfirmed { seat, .. } => {
            found.extend(mustering::allowance_wasted(seen, *seat));
            found.extend(mustering::distraction_reveals(seen, *seat));
        }
        ArmyEvent::WeaponsConfirmed { seat, .. } => {
            found.extend(mustering::weapon_points_left(seen, *seat));
        }
        ArmyEvent::ListsRevealed { .. } => {}
    }
}

fn after_combat(seen: &Watched<'_>, event: &AftermathEvent, found: &mut Vec<Suggestion>) {
    match event {
        AftermathEvent::UnitFled { unit, .. } => {
            found.extend(aftermath::blocked_retreat(seen));
            found.extend(aftermath::fighting_on_the_edge(seen, *unit));
        }
        AftermathEvent::UnitsReformed { facings, .. } => found.extend(aftermath::bad_reform(seen, facings)),
        AftermathEvent::FleeRolled { .. } | AftermathEvent::CombatEnded => {}
    }
}

impl Watcher {
    fn acted(&mut self, seen: &Watched<'_>, event: &ActionEvent, found: &mut Vec<Suggestion>) {
        match event {
            ActionEvent::TurnBegan { .. } => self.begin_turn(seen.after),
            ActionEvent::UnitMoved { unit, charged, .. } => {
                contact::made(seen, *unit, *charged, found);
                self.acts(seen, *unit, found);
            }
            ActionEvent::UnitHustled { unit, charged, .. } => {
                contact::made(seen, *unit, *charged, found);
                found.extend(contact::hustle_gamble(seen, *unit));
                self.acts(seen, *unit, found);
            }
            ActionEvent::UnitTurned { unit, .. } | ActionEvent::UnitSidestepped { unit, .. } => {
                contact::made(seen, *unit, false, found);
                self.acts(seen, *unit, found);
            }
            ActionEvent::UnitShot { blow, .. } => {
                found.extend(shots::wrong_target(seen, blow));
                let odds = shooting_odds(seen.before, blow.unit, blow.target);
                self.remember(seen, blow.unit, odds.damage.mean());
            }
            ActionEvent::ActionsEnded => {
                found.extend(standing::back_turned(seen));
                self.idle_units(seen, found);
                found.extend(standing::losing_fight_prolonged(seen));
                found.extend(contact::piecemeal_attack(seen, &self.acted));
            }
        }
    }

    fn begin_turn(&mut self, state: &State) {
        self.acted.clear();
        self.lanes = shots::open_lanes(state);
    }

    fn acts(&mut self, seen: &Watched<'_>, unit: UnitId, found: &mut Vec<Suggestion>) {
        found.extend(shots::shot_not_taken(seen, unit));
        found.extend(shots::masked_archers(seen, unit, &self.lanes));
        self.remember(seen, unit, 0.0);
    }

    fn remember(&mut self, seen: &Watched<'_>, unit: UnitId, shot: f64) {
        self.idle[unit.index()] = 0;
        self.acted.push(Acted {
            unit,
            at: seen.asked_at,
            before: seen.before.clone(),
            shot,
        });
    }

    fn idle_units(&mut self, seen: &Watched<'_>, found: &mut Vec<Suggestion>) {
        let Some(seat) = seen.before.active else { return };
        for unit in UnitId::of(seat) {
            let idle = &mut self.idle[unit.index()];
            *idle = if standing::is_idle(seen.before, unit) {
                *idle + 1
            } else {
                0
            };
            if *idle == standing::IDLE_TURNS {
                *idle = 0;
                found.extend(standing::idle_unit(seen, unit));
            }
        }
    }
}

/// The name of a [`lead`] among the measures.
const LEAD: Phrase = phrase!(MESSAGES, "number-wounds-dealt-less-wounds-taken");

/// The wounds that a side is expected to deal less those that it takes, in all combats as everybody stands, by exact odds; nothing where
/// a combat has too many outcomes.
fn lead(state: &State, seat: Seat) -> Option<f64> {
    combats(state)
        .into_iter()
        .map(|combat| Some(lead_of(&outcomes(state, combat)?, seat)))
        .sum()
}

/// The wounds that a side is expected to deal less those that it takes in one combat.
fn lead_of(fought: &Outcomes<'_>, seat: Seat) -> f64 {
    fought.dealt(seat) - fought.dealt(seat.opponent())
}

/// What a unit is called, with its id.
fn called(state: &State, unit: UnitId) -> Argument {
    message!(MESSAGES, "coach-unit", name = state.name(unit), unit).into()
}

/// A Turn as what would have been better in a position, after this version.
fn turning(state: &State, unit: UnitId, rotation: Rotation, at: u64) -> BetterChoice {
    let way = match rotation {
        Rotation::Left => "left",
        Rotation::Right => "right",
        Rotation::About => "about",
    };
    let words = message!(MESSAGES, "coach-turns", unit = called(state, unit), way);
    BetterChoice::new(at, words, &[Command::Turn { unit, rotation }]).by(&unit)
}

/// Units as a list in a sentence.
fn listed(state: &State, units: &[UnitId]) -> Argument {
    Argument::list(units.iter().map(|&unit| called(state, unit)))
}
