//! The coach: candidate mistakes as the catalogue lists them, a function each.
//!
//! Whatever it says is proved by the position, the events and exact odds; where the catalogue leaves a measure open, the
//! function says how it is taken. The files hold the detectors by what they are about.

mod activations;
mod attacks;
mod charges;
mod exchange;
mod shooting;
mod standards;
mod standing;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use hindsight_kernel::{Coach, Coaching, Detector, Suggestion, WatchedEvent};

use crate::MenOfIron;
use crate::data::Outcome;
use crate::model::event::{
    ActivationEvent, EndingEvent, Event, FireEvent, MovementEvent, ProcedureEvent, RallyEvent, ResultEvent,
    ShockEvent,
};
use crate::model::names::{CommandId, UnitId};
use crate::model::state::{Kind, State};

/// What is seen: the event in its place.
type Watched<'w> = WatchedEvent<'w, MenOfIron>;

/// Every detector, in the catalogue's order.
pub(crate) const DETECTORS: &[Detector] = &[
    activations::SEIZING_AGAINST_THE_ODDS,
    activations::CONTINUING_TOO_LONG,
    activations::WRONG_ORDER,
    activations::BAD_SEIZURE_LEADER,
    shooting::WRONG_TARGET,
    shooting::WALKING_INTO_FIRE,
    shooting::CROSSBOW_WASTED,
    shooting::DECLINED_RETURN_FIRE,
    charges::FRONTAL_CHARGE,
    charges::MOVED_BEFORE_CHARGING,
    charges::LEADER_LEFT_HOME,
    attacks::ONE_AGAINST_TWO,
    attacks::MISSING_THE_SECOND_SIDE,
    attacks::DISORDERED_ATTACK,
    standing::EXPOSED_HORSE,
    attacks::NO_RETREAT_BEFORE_SHOCK,
    attacks::FORGOTTEN_COUNTER_CHARGE,
    standing::RALLY_MISSED,
    standards::STANDARD_TOO_NEAR,
    standards::STANDARD_NEVER_USED,
    standards::STANDARD_MOVED_AWAY,
    standing::RIDING_DOWN_ARCHERS,
    standing::OUT_OF_COMMAND,
    standing::FACING,
    attacks::IGNORING_THE_FLIGHT_LEVEL,
];

impl Coaching for MenOfIron {
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
    /// The position when the Activation under way began, its status fixed.
    start: Option<State>,
    /// Whether it is Free.
    free: bool,
    /// The Command that was named to continue with.
    named: Option<activations::Named>,
    /// The first Continuity roll of a run.
    first_of_run: Option<activations::Run>,
    /// The version after which the Activation under way was chosen.
    started_at: u64,
    /// The version after which its movement and fire were ended.
    halted_at: u64,
    /// Shots of units that react once, with the chance of an effect.
    spent_reactions: Vec<(UnitId, f64)>,
    /// A shot that might be answered.
    answerable: Option<shooting::Answerable>,
    /// Who could have retreated before shock at no cost.
    could_retreat: BTreeSet<UnitId>,
    /// Steps of each unit in this Activation.
    steps: BTreeMap<UnitId, u32>,
    /// Whether an attack was declared or a shot made in this Activation.
    fought: bool,
    /// The last result at each unit.
    results: BTreeMap<UnitId, Outcome>,
    /// The Standard that was activated to move.
    leaving: Option<standards::Leaving>,
    /// A step into a friend's hex: the position before it, who, what it cost, and the version after which it was ordered.
    passed: Option<(State, UnitId, u8, u64)>,
    /// Who was in command before the leader's own last move.
    led: BTreeMap<CommandId, BTreeSet<UnitId>>,
}

impl Coach<MenOfIron> for Watcher {
    #[allow(clippy::match_same_arms, reason = "an arm an event")]
    fn watch(&mut self, seen: &Watched<'_>, found: &mut Vec<Suggestion>) {
        if let Some(shot) = &mut self.answerable {
            shot.note_question(seen);
        }
        if !matches!(seen.event, Event::Procedure(ProcedureEvent::Agenda { .. })) {
            found.extend(shooting::declined_return_fire(self, seen));
        }
        match seen.event {
            Event::Activation(event) => self.watch_activation(seen, event, found),
            Event::Movement(event) => self.watch_movement(seen, event, found),
            Event::Fire(event) => self.watch_fire(seen, event, found),
            Event::Shock(event) => self.watch_shock(seen, event, found),
            Event::Result(event) => self.watch_result(seen, event, found),
            Event::Rally(event) => self.watch_rally(seen, event, found),
            Event::Ending(EndingEvent::ActivationEnded) => {
                found.extend(standards::standard_never_used(self, seen));
                standing::at_the_end(self, seen, found);
            }
            Event::Ending(_) | Event::Procedure(_) | Event::Setup(_) => {}
        }
    }
}

impl Watcher {
    /// Watches an event of an Activation.
    fn watch_activation(&mut self, seen: &Watched<'_>, event: &ActivationEvent, found: &mut Vec<Suggestion>) {
        match event {
            ActivationEvent::CommandNamed { seat, command } => {
                self.named = Some(activations::Named::new(seen, *seat, *command));
            }
            ActivationEvent::SeizureDeclared { seat, command } => {
                found.extend(activations::bad_seizure_leader(seen, *seat, *command));
            }
            ActivationEvent::SeizureRolled {
                seat,
                command,
                rating,
                success,
                ..
            } => {
                if !success {
                    found.extend(activations::seizing_against_the_odds(
                        seen, self.named, *seat, *command, *rating,
                    ));
                }
                self.first_of_run = None;
            }
            ActivationEvent::ContinuityRolled {
                seat,
                command,
                rating,
                success,
                ..
            } => {
                found.extend(activations::continuing_too_long(seen, *seat, *command));
                found.extend(activations::wrong_order(self, seen, *seat, *command, *rating));
                let penalty = seen.before.player(*seat).penalty;
                self.first_of_run = (*success && penalty == 0).then_some(activations::Run {
                    command: *command,
                    rating: *rating,
                    before: seen.before.player(*seat).last,
                    named_at: self.named.map_or(0, |named| named.at),
                });
            }
            ActivationEvent::Passed { .. } => self.first_of_run = None,
            ActivationEvent::ActivationStarted { kind, .. } => {
                self.free = *kind == Kind::Free;
                self.started_at = seen.asked_at;
                self.begin();
            }
            ActivationEvent::StandardActivated { standard, to, .. } => {
                self.started_at = seen.asked_at;
                self.begin();
                self.leaving = to
                    .is_some()
                    .then(|| standards::Leaving::new(seen.before, *standard));
            }
            ActivationEvent::CommandStatusSet {
                command,
                out_of_command,
                ..
            } => {
                found.extend(standing::out_of_command(self, seen, *command, out_of_command));
                self.start = Some(seen.after.clone());
            }
            ActivationEvent::SeizureDeclined { .. }
            | ActivationEvent::FreeActivationGained { .. }
            | ActivationEvent::LeaderReplaced { .. }
            | ActivationEvent::FormationChanged { .. } => {}
        }
    }

    /// Watches an event of movement.
    fn watch_movement(&mut self, seen: &Watched<'_>, event: &MovementEvent, found: &mut Vec<Suggestion>) {
        match event {
            MovementEvent::UnitStepped {
                unit,
                to,
                cost,
                leaders,
                passing,
                ..
            } => {
                *self.steps.entry(*unit).or_default() += 1;
                found.extend(standing::riding_down_archers(self, seen, *unit, *to, *cost));
                self.passed = passing.map(|_| (seen.before.clone(), *unit, *cost, seen.asked_at));
                found.extend(shooting::walking_into_fire(seen, *unit, *to));
                found.extend(shooting::crossbow_wasted(self, seen, *unit));
                for leader in leaders {
                    self.leader_moves(seen.before, *leader);
                }
            }
            MovementEvent::LeaderStepped { leader, .. } => {
                self.leader_moves(seen.before, *leader);
            }
            MovementEvent::MoveFireEnded { .. } => self.halted_at = seen.asked_at,
            MovementEvent::UnitBegan { .. }
            | MovementEvent::ReinforcementEntered { .. }
            | MovementEvent::UnitTurned { .. }
            | MovementEvent::HobilarChanged { .. }
            | MovementEvent::PassThroughRolled { .. } => {}
        }
    }

    /// Watches an event of fire.
    fn watch_fire(&mut self, seen: &Watched<'_>, event: &FireEvent, found: &mut Vec<Suggestion>) {
        match event {
            FireEvent::ReactionFired {
                unit, target, shot, ..
            } => {
                shooting::remember_reaction(self, seen, *unit, *target);
                self.results.insert(*target, shot.result);
            }
            FireEvent::ActiveFired { unit, target, shot } => {
                self.fought = true;
                self.results.insert(*target, shot.result);
                found.extend(shooting::wrong_target(seen, *unit, *target));
                self.answerable = shooting::answerable(seen, *unit, *target);
            }
            FireEvent::ReturnFired { target, shot, .. } => {
                self.results.insert(*target, shot.result);
            }
        }
    }

    /// Watches an event of an attack.
    fn watch_shock(&mut self, seen: &Watched<'_>, event: &ShockEvent, found: &mut Vec<Suggestion>) {
        match event {
            ShockEvent::ChargerMoved { unit, .. } => {
                found.extend(shooting::crossbow_wasted(self, seen, *unit));
            }
            ShockEvent::AttacksDeclared { attacks } => {
                self.fought |= !attacks.is_empty();
                attacks::declared(self, seen, attacks, found);
            }
            ShockEvent::RetreatedBeforeShock { unit, .. } => {
                self.could_retreat.remove(unit);
            }
            ShockEvent::ShockRolled { defender, result, .. } => {
                self.results.insert(*defender, result.def);
                found.extend(attacks::forgotten_counter_charge(seen));
            }
            ShockEvent::CounterChargeRolled { .. }
            | ShockEvent::CounterChargerMoved { .. }
            | ShockEvent::CounterAttackMade { .. }
            | ShockEvent::ChargeRerouted { .. }
            | ShockEvent::ChargeArrived { .. }
            | ShockEvent::ReluctanceRolled { .. }
            | ShockEvent::AttackOver { .. } => {}
        }
    }

    /// Watches an event of combat results.
    fn watch_result(&mut self, seen: &Watched<'_>, event: &ResultEvent, found: &mut Vec<Suggestion>) {
        match event {
            ResultEvent::UnitRetired { unit, .. } => {
                found.extend(attacks::no_retreat_before_shock(self, seen, *unit));
            }
            ResultEvent::UnitEliminated { unit, .. } => {
                found.extend(attacks::no_retreat_before_shock(self, seen, *unit));
                found.extend(standards::standard_too_near(self, seen, *unit));
            }
            ResultEvent::RoundEnded => self.could_retreat.clear(),
            ResultEvent::UnitDisordered { .. }
            | ResultEvent::UnitRetreated { .. }
            | ResultEvent::UnitUnhorsed { .. }
            | ResultEvent::LeaderRolled { .. }
            | ResultEvent::LeaderKilled { .. }
            | ResultEvent::LeaderCaptured { .. }
            | ResultEvent::LeaderMoved { .. }
            | ResultEvent::LeaderRemoved { .. }
            | ResultEvent::UnitAdvanced { .. }
            | ResultEvent::ContinuedAttackEarned { .. } => {}
        }
    }

    /// Watches an event of rallying and Standards.
    fn watch_rally(&mut self, seen: &Watched<'_>, event: &RallyEvent, found: &mut Vec<Suggestion>) {
        match event {
            RallyEvent::StandardCheckRolled { eliminated: true, .. } => {
                if let Some(leaving) = &mut self.leaving {
                    leaving.lost += 1;
                }
            }
            RallyEvent::StandardMoved { standard, .. } => {
                found.extend(standards::standard_moved_away(self, seen, *standard));
            }
            RallyEvent::UnitRallied { .. }
            | RallyEvent::StandardCheckRolled { .. }
            | RallyEvent::StandardCaptured { .. } => {}
        }
    }

    /// A new Activation: what was done in the last one is forgotten.
    fn begin(&mut self) {
        self.start = None;
        self.spent_reactions.clear();
        self.could_retreat.clear();
        self.steps.clear();
        self.fought = false;
        self.results.clear();
        self.leaving = None;
        self.passed = None;
    }

    /// Who was in command before a leader moved.
    fn leader_moves(&mut self, before: &State, leader: crate::model::names::LeaderId) {
        if before.leader(leader).is_some_and(|leader| leader.moved) {
            return;
        }
        let commands = before
            .battle
            .leader
            .get(&leader)
            .map(|card| card.commands.clone());
        for command in commands.unwrap_or_default() {
            self.led.insert(command, before.units_in_command(command));
        }
    }
}
