//! Folding of events into the position. No rule lives here: every number was decided before.

use hindsight_geometry::hexes::{Facing, Hex};
use hindsight_kernel::FoldError;
use hindsight_kernel::agenda::{AgendaChange, fold_answered, fold_proceeded};

use super::agenda::{Change, FormationOrder, Step};
use super::attack::{Attack, Attacker, Marker, Which};
use super::command::Patch;
use super::event::{Against, Event, TurnBy};
use super::names::{ClassId, LeaderId, StandardId, UnitId};
use super::piece::{
    Acts, Formation, Leader, LeaderPlace, MoveFire, PiecePlace, Reaction, Standard, Status, Unit,
};
use super::state::{Activated, Activation, Kind, Mover, Player, State};

impl State {
    /// The position after an event.
    ///
    /// # Errors
    /// The event speaks of what is not there.
    pub fn evolve(&mut self, event: &Event) -> Result<(), FoldError> {
        match event {
            Event::BattleSetOut { state } => *self = (**state).clone(),
            Event::Agenda { change } => self.fold_agenda(change)?,
            Event::UnitPlaced { unit, hex, facing } => self.unit_mut(*unit)?.put(*hex, *facing),
            Event::LeaderPlaced { leader, hex } | Event::LeaderMoved { leader, to: hex, .. } => {
                self.leader_mut(*leader)?.place = LeaderPlace::On { hex: *hex };
            }
            Event::StandardPlaced { standard, hex }
            | Event::StandardMoved {
                standard, to: hex, ..
            } => {
                self.standard_mut(*standard)?.hex = Some(*hex);
            }
            Event::ActivationStarted { seat, kind, command } => {
                self.begin_activation(*seat, *kind, Activated::Command(*command));
            }
            Event::StandardActivated { seat, standard, .. } => {
                self.begin_activation(*seat, Kind::Free, Activated::Standard(*standard));
            }
            Event::Passed { seat } => {
                self.player_mut(*seat).penalty = 0;
                self.passes = self.passes.saturating_add(1);
            }
            Event::CommandNamed { .. }
            | Event::SeizureDeclined { .. }
            | Event::SeizureRolled { .. }
            | Event::PassThroughRolled { .. }
            | Event::LeaderRolled { .. }
            | Event::StandardCheckRolled { .. }
            | Event::LossChecked { .. } => {}
            Event::SeizureDeclared { .. } => {
                for player in &mut self.players {
                    player.penalty = 0;
                }
            }
            Event::ContinuityRolled { seat, success, .. } => {
                let player = self.player_mut(*seat);
                player.penalty = if *success {
                    player.penalty.saturating_add(1)
                } else {
                    0
                };
            }
            Event::FreeActivationGained { seat } => self.active = *seat,
            Event::LeaderReplaced { leader, hex } => {
                let leader = self.leader_mut(*leader)?;
                (leader.place, leader.replaced) = (LeaderPlace::On { hex: *hex }, true);
            }
            Event::FormationChanged { order, units, .. } => {
                for &unit in units {
                    self.unit_mut(unit)?.formation = match order {
                        FormationOrder::FormShieldWall => Formation::ShieldWall,
                        FormationOrder::FormSchiltron => Formation::Schiltron,
                        FormationOrder::LeaveShieldWall | FormationOrder::LeaveSchiltron => Formation::Open,
                    };
                }
            }
            Event::CommandStatusSet {
                out_of_command,
                adjacent,
                in_zoc,
                ..
            } => {
                self.clear_acts();
                for &unit in out_of_command {
                    self.unit_mut(unit)?.acts.out_of_command = true;
                }
                for &unit in adjacent {
                    self.unit_mut(unit)?.acts.began_adjacent = true;
                }
                for entry in in_zoc {
                    self.unit_mut(entry.unit)?
                        .acts
                        .began_in_zoc_of
                        .clone_from(&entry.of);
                }
            }
            Event::UnitBegan { unit, turn } => {
                self.end_move_fire()?;
                self.unit_mut(*unit)?.acts.turn = Some(turn.clone());
                self.mover = Some(Mover::Unit(*unit));
            }
            Event::MoveFireEnded { unit } => {
                self.unit_mut(*unit)?.acts.finished = true;
                if self.mover == Some(Mover::Unit(*unit)) {
                    self.mover = None;
                }
            }
            Event::UnitStepped {
                unit,
                to,
                facing,
                cost,
                stopped,
                zocs_left,
                leaders,
                passing,
                ..
            } => {
                self.go(*unit, *to, *facing, leaders)?;
                let turn = self.turn_mut(*unit, *cost, *stopped, leaders)?;
                turn.left = true;
                turn.zocs_left.extend_from_slice(zocs_left);
                turn.passing = *passing;
            }
            Event::ReinforcementEntered {
                unit,
                at,
                facing,
                cost,
                stopped,
                leaders,
            } => {
                self.go(*unit, *at, *facing, leaders)?;
                self.turn_mut(*unit, *cost, *stopped, leaders)?.left = true;
            }
            Event::UnitTurned { unit, to, by, .. } => {
                let unit = self.unit_mut(*unit)?;
                unit.turn_to(*to);
                unit.acts.acted |= *by == TurnBy::Order;
            }
            Event::HobilarChanged {
                unit,
                dismounted,
                cost,
            } => {
                let unit = self.unit_mut(*unit)?;
                (unit.dismounted, unit.acts.acted) = (*dismounted, true);
                if let Some(turn) = &mut unit.acts.turn {
                    (turn.spent, turn.changed) = (turn.spent.saturating_add(*cost), true);
                }
            }
            Event::LeaderStepped { leader, to, cost, .. } => {
                if self.mover != Some(Mover::Leader(*leader)) {
                    self.end_move_fire()?;
                    self.mover = Some(Mover::Leader(*leader));
                }
                let leader = self.leader_mut(*leader)?;
                (leader.place, leader.moved) = (LeaderPlace::On { hex: *to }, true);
                leader.spent = leader.spent.saturating_add(*cost);
            }
            Event::ReactionFired { unit, target, on, .. } => {
                let acts = &mut self.unit_mut(*unit)?.acts;
                acts.acted = true;
                acts.reactions.push(Reaction { at: *target, on: *on });
            }
            Event::ActiveFired { unit, .. } => {
                let acts = &mut self.unit_mut(*unit)?.acts;
                (acts.fired, acts.acted) = (true, true);
            }
            Event::ReturnFired { unit, .. } => self.unit_mut(*unit)?.acts.acted = true,
            Event::CounterChargeRolled {
                unit,
                targets,
                against,
                success,
                ..
            } => {
                self.unit_mut(*unit)?.acts.countercharged = true;
                if *success {
                    self.countercharged(*unit, targets, *against);
                }
            }
            Event::CounterChargerMoved {
                unit, to, leaders, ..
            } => self.carry(*unit, *to, leaders)?,
            Event::CounterAttackMade { attack } => {
                self.counter = Some(attack.clone());
                self.continuing.clear();
            }
            Event::AttacksDeclared { attacks } => {
                self.attacks.clone_from(attacks);
                self.continuing.clear();
                for attacker in attacks.iter().flat_map(|attack| &attack.attackers) {
                    let acts = &mut self.unit_mut(attacker.unit)?.acts;
                    (acts.declared, acts.acted) = (true, true);
                }
            }
            Event::ChargeRerouted { unit, course } => match course {
                Some(course) => {
                    for attacker in self.attackers_mut(*unit) {
                        attacker.course = Some(course.clone());
                    }
                }
                None => {
                    for attack in &mut self.attacks {
                        attack.attackers.retain(|attacker| attacker.unit != *unit);
                    }
                }
            },
            Event::ChargerMoved {
                unit, to, leaders, ..
            } => {
                self.carry(*unit, *to, leaders)?;
                for attacker in self.attackers_mut(*unit) {
                    attacker.at = *to;
                }
            }
            Event::ChargeArrived { unit } => {
                for attacker in self.attackers_mut(*unit) {
                    attacker.rode = true;
                }
            }
            Event::ReluctanceRolled { unit, success, .. } => {
                if !success {
                    for attacker in self.attackers_mut(*unit) {
                        attacker.marker = Marker::Shock;
                    }
                }
            }
            Event::RetreatedBeforeShock {
                unit,
                to,
                facing,
                leaders,
                ..
            }
            | Event::UnitRetreated {
                unit,
                to,
                facing,
                leaders,
                ..
            } => {
                self.go(*unit, *to, *facing, leaders)?;
                self.unit_mut(*unit)?.formation = Formation::Open;
            }
            Event::UnitAdvanced {
                unit,
                to,
                facing,
                leaders,
                ..
            } => self.go(*unit, *to, *facing, leaders)?,
            Event::ShockRolled {
                attack,
                attackers,
                defender,
                ..
            } => {
                let first = !self.attack_mut(*attack)?.rolled;
                self.attack_mut(*attack)?.rolled = true;
                for &unit in attackers {
                    let acts = &mut self.unit_mut(unit)?.acts;
                    acts.acted = true;
                    acts.attacks = acts.attacks.saturating_add(u8::from(first));
                }
                self.unit_mut(*defender)?.acts.acted = true;
            }
            Event::AttackOver { attack } => self.attack_mut(*attack)?.over = true,
            Event::UnitDisordered { unit } => self.unit_mut(*unit)?.status = Status::Disordered,
            Event::UnitRetired { unit, to, facing, .. } => {
                let unit = self.unit_mut(*unit)?;
                unit.put(*to, *facing);
                (unit.status, unit.formation) = (Status::Retired, Formation::Open);
            }
            Event::UnitUnhorsed { unit } => {
                let unit = self.unit_mut(*unit)?;
                (unit.class, unit.status) = (ClassId::UMAA, Status::Disordered);
            }
            Event::UnitEliminated { unit, .. } => {
                let unit = self.unit_mut(*unit)?;
                (unit.place, unit.formation) = (PiecePlace::Eliminated, Formation::Open);
            }
            Event::LeaderKilled { leader, .. } | Event::LeaderCaptured { leader, .. } => {
                let leader = self.leader_mut(*leader)?;
                leader.place = LeaderPlace::Lost;
                leader.losses = leader.losses.saturating_add(1);
            }
            Event::LeaderRemoved { leader } => self.leader_mut(*leader)?.place = LeaderPlace::Removed,
            Event::ContinuedAttackEarned { unit } => self.continuing.push(*unit),
            Event::RoundEnded => {
                self.attacks.clear();
                self.round = self.round.saturating_add(1);
            }
            Event::UnitRallied { unit, to } => self.unit_mut(*unit)?.status = *to,
            Event::StandardCaptured { standard, .. } => {
                let standard = self.standard_mut(*standard)?;
                (standard.hex, standard.captured) = (None, true);
            }
            Event::ActivationEnded => {
                let last = self.active_command();
                self.player_mut(self.active).last = last;
                self.activation = None;
                self.clear_acts();
            }
            Event::GameEnded { ending } => {
                self.ending = Some(*ending);
                self.agenda.clear();
            }
            Event::Patched { patch } => self.patch(patch)?,
        }
        Ok(())
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
            .ok_or_else(|| FoldError::new(format!("{unit} is not on the map")))?;
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
            .ok_or_else(|| FoldError::new(format!("{unit} has not begun its Move/Fire")))?;
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
        attack.ok_or_else(|| FoldError::new("no such attack was declared"))
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
            .ok_or_else(|| FoldError::new(format!("there is no unit {id}")))
    }

    fn leader_mut(&mut self, id: LeaderId) -> Result<&mut Leader, FoldError> {
        self.leaders
            .get_mut(&id)
            .ok_or_else(|| FoldError::new(format!("there is no leader {id}")))
    }

    fn standard_mut(&mut self, id: StandardId) -> Result<&mut Standard, FoldError> {
        self.standards
            .get_mut(&id)
            .ok_or_else(|| FoldError::new(format!("there is no Standard {id}")))
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
