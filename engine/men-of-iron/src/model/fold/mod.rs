//! Folding of events into the position. No rule lives here: every number was decided before.

mod activation;
mod ending;
mod fire;
mod movement;
mod procedure;
mod rally;
mod results;
mod setup;
mod shock;

use hindsight_geometry::hexes::{Facing, Hex};
use hindsight_kernel::agenda::{AgendaChange, fold_answered, fold_proceeded};
use hindsight_kernel::{FoldError, message};

use super::agenda::{Change, Step};
use super::attack::{Attack, Attacker, Marker, Which};
use super::command::Patch;
use super::event::{Against, Event};
use super::names::{LeaderId, StandardId, UnitId};
use super::piece::{Acts, Leader, LeaderPlace, MoveFire, PiecePlace, Standard, Unit};
use super::state::{Activated, Activation, Kind, Mover, Player, State};
use crate::messages::MESSAGES;

impl State {
    /// The position after an event.
    ///
    /// # Errors
    /// The event speaks of what is not there.
    pub fn evolve(&mut self, event: &Event) -> Result<(), FoldError> {
        match event {
            Event::Procedure(event) => self.evolve_procedure(event),
            Event::Setup(event) => self.evolve_setup(event),
            Event::Activation(event) => self.evolve_activation(event),
            Event::Movement(event) => self.evolve_movement(event),
            Event::Fire(event) => self.evolve_fire(event),
            Event::Shock(event) => self.evolve_shock(event),
            Event::Result(event) => self.evolve_results(event),
            Event::Rally(event) => self.evolve_rally(event),
            Event::Ending(event) => self.evolve_ending(event),
        }
    }

    fn fold_agenda(&mut self, change: &Change) -> Result<(), FoldError> {
        match change {
            AgendaChange::Proceeded { done, ahead } => fold_proceeded(&mut self.agenda, *done, ahead),
            AgendaChange::Asked { question } => {
                self.agenda.push(Step::from(question.clone()).into());
                Ok(())
            }
            AgendaChange::Answered { answered } => {
                for frame in &mut self.agenda {
                    if let Step::Acts { asked, .. } = &mut frame.step {
                        *asked = true;
                    }
                }
                let is_question = |step: &Step| matches!(step, Step::Ask(_));
                fold_answered(&mut self.agenda, is_question, answered.clone())
            }
        }
    }

    fn begin_activation(&mut self, seat: hindsight_kernel::Seat, kind: Kind, of: Activated) {
        self.active = seat;
        self.activation = Some(Activation { kind, of });
        self.activations = self.activations.saturating_add(1);
        self.passes = 0;
    }

    fn clear_acts(&mut self) {
        for unit in self.units.values_mut() {
            unit.acts = Acts::default();
        }
        for leader in self.leaders.values_mut() {
            (leader.moved, leader.spent) = (false, 0);
        }
        self.mover = None;
        self.attacks.clear();
        self.continuing.clear();
        self.counter = None;
        self.round = 0;
    }

    fn end_move_fire(&mut self) -> Result<(), FoldError> {
        if let Some(Mover::Unit(before)) = self.mover.take() {
            self.unit_mut(before)?.acts.finished = true;
        }
        Ok(())
    }

    fn countercharged(&mut self, unit: UnitId, targets: &[UnitId], against: Against) {
        match against {
            Against::Fire => {}
            Against::Charge => {
                for &target in targets {
                    for attacker in self.attackers_mut(target) {
                        attacker.marker = Marker::Shock;
                    }
                }
            }
            Against::Shock => {
                for attack in &mut self.attacks {
                    if attack.defenders.iter().any(|defender| defender.unit == unit) {
                        attack.countered_by.push(unit);
                    }
                }
            }
        }
    }

    /// A unit stands on another hex with another facing, leaders with it.
    fn go(&mut self, unit: UnitId, to: Hex, facing: Facing, leaders: &[LeaderId]) -> Result<(), FoldError> {
        self.unit_mut(unit)?.put(to, facing);
        for &leader in leaders {
            self.leader_mut(leader)?.place = LeaderPlace::On { hex: to };
        }
        Ok(())
    }

    /// The same without a change of facing.
    fn carry(&mut self, unit: UnitId, to: Hex, leaders: &[LeaderId]) -> Result<(), FoldError> {
        let facing = self
            .unit_mut(unit)?
            .facing()
            .ok_or_else(|| FoldError::new(message!(MESSAGES, "fold-not-on-the-map", unit)))?;
        self.go(unit, to, facing, leaders)
    }

    fn turn_mut(
        &mut self,
        unit: UnitId,
        cost: u8,
        stopped: bool,
        leaders: &[LeaderId],
    ) -> Result<&mut MoveFire, FoldError> {
        for &leader in leaders {
            self.leader_mut(leader)?.moved = true;
        }
        let acts = &mut self.unit_mut(unit)?.acts;
        (acts.moved, acts.acted) = (true, true);
        let turn = acts
            .turn
            .as_mut()
            .ok_or_else(|| FoldError::new(message!(MESSAGES, "fold-move-not-begun", unit)))?;
        turn.spent = turn.spent.saturating_add(cost);
        turn.stopped |= stopped;
        for &leader in leaders {
            if !turn.riders.contains(&leader) {
                turn.riders.push(leader);
            }
        }
        Ok(turn)
    }

    fn attack_mut(&mut self, which: Which) -> Result<&mut Attack, FoldError> {
        let attack = match which {
            Which::Round(place) => self.attacks.get_mut(usize::from(place)),
            Which::Counter => self.counter.as_mut(),
        };
        attack.ok_or_else(|| FoldError::new(message!(MESSAGES, "fold-no-attack")))
    }

    fn attackers_mut(&mut self, unit: UnitId) -> impl Iterator<Item = &mut Attacker> {
        self.attacks
            .iter_mut()
            .flat_map(|attack| &mut attack.attackers)
            .filter(move |attacker| attacker.unit == unit)
    }

    fn unit_mut(&mut self, id: UnitId) -> Result<&mut Unit, FoldError> {
        self.units
            .get_mut(&id)
            .ok_or_else(|| FoldError::new(message!(MESSAGES, "fold-no-unit", unit = id)))
    }

    fn leader_mut(&mut self, id: LeaderId) -> Result<&mut Leader, FoldError> {
        self.leaders
            .get_mut(&id)
            .ok_or_else(|| FoldError::new(message!(MESSAGES, "fold-no-leader", leader = id)))
    }

    fn standard_mut(&mut self, id: StandardId) -> Result<&mut Standard, FoldError> {
        self.standards
            .get_mut(&id)
            .ok_or_else(|| FoldError::new(message!(MESSAGES, "fold-no-standard", standard = id)))
    }

    fn player_mut(&mut self, seat: hindsight_kernel::Seat) -> &mut Player {
        &mut self.players[seat.index() & 1]
    }

    fn patch(&mut self, patch: &Patch) -> Result<(), FoldError> {
        match patch {
            Patch::SetUnit {
                unit,
                place,
                status,
                formation,
            } => {
                let unit = self.unit_mut(*unit)?;
                (unit.place, unit.status, unit.formation) = (*place, *status, *formation);
            }
            Patch::SetLeader { leader, place } => self.leader_mut(*leader)?.place = *place,
            Patch::SetStandard { standard, hex } => {
                let standard = self.standard_mut(*standard)?;
                (standard.hex, standard.captured) = (Some(*hex), false);
            }
            Patch::SetPenalty { seat, penalty } => self.player_mut(*seat).penalty = *penalty,
        }
        Ok(())
    }
}

impl Unit {
    fn put(&mut self, hex: Hex, facing: Facing) {
        self.place = PiecePlace::On { hex, facing };
    }

    fn turn_to(&mut self, to: Facing) {
        if let PiecePlace::On { facing, .. } = &mut self.place {
            *facing = to;
        }
    }
}
