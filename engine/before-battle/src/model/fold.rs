//! Folding of events into the state: no rule, no dice, no panic.

use std::sync::Arc;

use hindsight_geometry::squares::{Cell, Facing};
use hindsight_kernel::{Argument, FoldError, Seat, message};

use crate::messages::MESSAGES;
use crate::model::command::Patch;
use crate::model::event::{
    ActionEvent, AftermathEvent, ArmyEvent, Blow, CombatEvent, DeploymentEvent, EndingEvent, Event,
    NotedUnit, OpeningEvent, RulingEvent, StartEvent,
};
use crate::model::names::{UnitId, UnitSet};
use crate::model::state::{CombatPhase, Loss, Secret, Stage, State, Unit};

fn place(state: &mut State, unit: UnitId, to: Cell, facing: Facing) -> Result<(), FoldError> {
    standing(state, unit)?;
    if state.at(to).is_some_and(|other| other.id != unit) {
        return Err(FoldError::new(message!(
            MESSAGES,
            "fold-cell-occupied",
            unit,
            to = Argument::text(to)
        )));
    }
    let unit = &mut state.units[unit.index()];
    unit.cell = Some(to);
    unit.facing = facing;
    Ok(())
}

fn standing(state: &State, unit: UnitId) -> Result<(), FoldError> {
    match state.cell(unit) {
        Some(_) => Ok(()),
        None => Err(FoldError::new(message!(MESSAGES, "fold-not-on-the-board", unit))),
    }
}

fn facing(state: &mut State, unit: UnitId, facing: Facing) -> Result<(), FoldError> {
    standing(state, unit)?;
    state.units[unit.index()].facing = facing;
    Ok(())
}

fn suffer(unit: &mut Unit, models: u8, wounds: u8, cause: Loss) {
    unit.models = models;
    unit.wounds = wounds;
    if models == 0 {
        unit.cell = None;
        unit.wounds = 0;
        unit.lost = Some(cause);
    }
}

fn struck(state: &mut State, blow: &Blow, cause: Loss) -> Result<(), FoldError> {
    let target = &mut state.units[blow.target.index()];
    // Later blows of one tier may fall on a unit that an earlier one destroyed.
    if target.cell.is_none() && blow.wounds > 0 {
        return Err(FoldError::new(message!(
            MESSAGES,
            "fold-not-on-the-board",
            unit = blow.target
        )));
    }
    if target.cell.is_some() {
        suffer(target, blow.models_after, blow.wounds_after, cause);
    }
    if state.cell(blow.target).is_none() {
        state.acted.remove(blow.target);
        state.charged.remove(blow.target);
    }
    Ok(())
}

impl State {
    /// Applies an event: no rule, no dice, no panic.
    pub(crate) fn evolve(&mut self, event: &Event) -> Result<(), FoldError> {
        match event {
            Event::Opening(event) => {
                self.fold_opening(event);
                Ok(())
            }
            Event::Army(event) => self.fold_army(event),
            Event::Start(event) => self.fold_start(event),
            Event::Deployment(event) => self.fold_deployment(event),
            Event::Action(event) => self.fold_action(event),
            Event::Combat(event) => self.fold_combat(event),
            Event::Aftermath(event) => self.fold_aftermath(event),
            Event::Ending(event) => {
                self.fold_ending(event);
                Ok(())
            }
            Event::Ruling(event) => self.fold_ruling(event),
        }
    }

    fn fold_opening(&mut self, event: &OpeningEvent) {
        match event {
            OpeningEvent::GameSet { cards } => {
                *self = Self {
                    cards: Arc::clone(cards),
                    stage: Stage::Build,
                    ..Self::default()
                };
            }
            OpeningEvent::PositionSet { position } => self.clone_from(position),
        }
    }

    fn fold_army(&mut self, event: &ArmyEvent) -> Result<(), FoldError> {
        match event {
            ArmyEvent::ListConfirmed { seat, list, shown } => {
                let player = self.player_mut(*seat)?;
                player.list = Secret::made(list.clone());
                player.shown.clone_from(shown);
            }
            ArmyEvent::ListsRevealed {
                south,
                north,
                allowances: _,
            } => {
                self.players[0].shown = Some(Arc::clone(south));
                self.players[1].shown = Some(Arc::clone(north));
                self.stage = Stage::Weapons;
            }
            ArmyEvent::WeaponsConfirmed { seat, weapons } => {
                self.player_mut(*seat)?.weapons = Secret::made(weapons.clone());
            }
        }
        Ok(())
    }

    fn fold_start(&mut self, event: &StartEvent) -> Result<(), FoldError> {
        match event {
            StartEvent::StartRolled { winner, .. } => {
                if let Some(seat) = *winner {
                    self.stage = Stage::StartRight { seat };
                }
            }
            StartEvent::RightTaken { deployment_right, .. } => {
                self.start.deployment_right = Some(*deployment_right);
                self.stage = Stage::NameDeployer {
                    seat: *deployment_right,
                };
            }
            StartEvent::DeployerNamed { seat, first } => {
                self.start.first_deployer = Some(*first);
                self.stage = Stage::NameFirst {
                    seat: seat.opponent(),
                };
            }
            StartEvent::FirstNamed { first, .. } => {
                self.start.first_turn = Some(*first);
                let Some(seat) = self.start.first_deployer else {
                    return Err(FoldError::new(message!(MESSAGES, "fold-no-first-deployer")));
                };
                self.stage = Stage::Deploy { seat };
            }
        }
        Ok(())
    }

    fn fold_deployment(&mut self, event: &DeploymentEvent) -> Result<(), FoldError> {
        match event {
            DeploymentEvent::UnitDeployed {
                unit,
                cell,
                facing,
                next,
            } => {
                if self.at(*cell).is_some() || self.cell(*unit).is_some() {
                    return Err(FoldError::new(message!(
                        MESSAGES,
                        "fold-cannot-be-placed",
                        unit,
                        cell = Argument::text(cell)
                    )));
                }
                let placed = &mut self.units[unit.index()];
                placed.cell = Some(*cell);
                placed.facing = *facing;
                self.stage = next.map_or(Stage::Reveal, |seat| Stage::Deploy { seat });
            }
            DeploymentEvent::ArmySupplied { seat, list, weapons } => {
                let player = self.player_mut(*seat)?;
                if let Some(list) = list {
                    player.list = Secret::Known(Arc::clone(list));
                }
                if let Some(weapons) = weapons {
                    player.weapons = Secret::Known(Arc::clone(weapons));
                }
            }
            DeploymentEvent::ArmiesTurnedUp { units } => {
                for up in units {
                    if self.cards.unit(up.card).is_none() {
                        return Err(FoldError::new(message!(MESSAGES, "fold-no-card", card = up.card)));
                    }
                    let unit = &mut self.units[up.unit.index()];
                    unit.card = Some(up.card);
                    unit.items = up.items;
                    unit.models = up.models;
                    unit.wounds = 0;
                }
                self.turned_up = true;
            }
        }
        Ok(())
    }

    fn fold_action(&mut self, event: &ActionEvent) -> Result<(), FoldError> {
        match event {
            ActionEvent::TurnBegan { round, seat } => {
                self.round = *round;
                self.active = Some(*seat);
                self.acted = UnitSet::EMPTY;
                self.charged = UnitSet::EMPTY;
                self.stage = Stage::Actions;
            }
            ActionEvent::UnitMoved {
                unit,
                to,
                facing,
                charged,
                ..
            } => {
                place(self, *unit, *to, *facing)?;
                self.act(*unit, *charged);
            }
            ActionEvent::UnitHustled {
                unit, to, charged, ..
            } => {
                place(self, *unit, *to, self.unit(*unit).facing)?;
                self.act(*unit, *charged);
            }
            ActionEvent::UnitTurned { unit, facing: to, .. } => {
                facing(self, *unit, *to)?;
                self.act(*unit, false);
            }
            ActionEvent::UnitSidestepped { unit, to, .. } => {
                place(self, *unit, *to, self.unit(*unit).facing)?;
                self.act(*unit, false);
            }
            ActionEvent::UnitShot { facing: to, blow, .. } => {
                facing(self, blow.unit, *to)?;
                self.act(blow.unit, false);
                struck(self, blow, Loss::Shooting)?;
            }
            ActionEvent::ActionsEnded => self.stage = Stage::Combats,
        }
        Ok(())
    }

    fn fold_combat(&mut self, event: &CombatEvent) -> Result<(), FoldError> {
        match event {
            CombatEvent::CombatsSet { combats } => {
                self.combat = CombatPhase {
                    combats: combats.clone(),
                    ..CombatPhase::default()
                };
                self.stage = Stage::NextCombat;
            }
            CombatEvent::CombatOrderSet { strikes, .. } => {
                self.combat.strikes.clone_from(strikes);
                self.combat.inflicted = [0, 0];
                self.stage = Stage::Blows { tier: 1 };
            }
            CombatEvent::TierFought { tier, blows } => {
                for blow in blows {
                    struck(self, blow, Loss::Melee)?;
                    let inflicted = &mut self.combat.inflicted[blow.unit.seat().index()];
                    *inflicted = inflicted.saturating_add(u16::from(blow.wounds));
                }
                self.stage = Stage::Blows {
                    tier: tier.saturating_add(1),
                };
            }
            CombatEvent::CombatResolved { tests, .. } => {
                self.combat.tests.clone_from(tests);
                self.stage = Stage::Aftermath;
            }
        }
        Ok(())
    }

    fn fold_aftermath(&mut self, event: &AftermathEvent) -> Result<(), FoldError> {
        match event {
            AftermathEvent::FleeRolled { unit, flees, .. } => {
                self.combat.tests.retain(|test| test != unit);
                self.combat.running = flees.then_some(*unit);
            }
            AftermathEvent::UnitFled {
                unit,
                to,
                facing,
                off_board,
                models_after,
                wounds_after,
                ..
            } => {
                place(self, *unit, *to, *facing)?;
                let (models, cause) = if *off_board {
                    (0, Loss::OffBoard)
                } else {
                    (*models_after, Loss::FleeDice)
                };
                suffer(&mut self.units[unit.index()], models, *wounds_after, cause);
                if models == 0 {
                    self.acted.remove(*unit);
                    self.charged.remove(*unit);
                }
                self.combat.running = None;
                self.combat.fled.insert(*unit);
            }
            AftermathEvent::UnitsReformed { seat, facings } => {
                for reformed in facings {
                    facing(self, reformed.unit, reformed.facing)?;
                }
                self.combat.reformed.push(*seat);
            }
            AftermathEvent::CombatEnded => {
                if self.combat.combats.is_empty() {
                    return Err(FoldError::new(message!(MESSAGES, "fold-no-combat")));
                }
                let mut combats = std::mem::take(&mut self.combat.combats);
                combats.remove(0);
                self.combat = CombatPhase {
                    combats,
                    ..CombatPhase::default()
                };
                self.stage = Stage::NextCombat;
            }
        }
        Ok(())
    }

    fn fold_ending(&mut self, event: &EndingEvent) {
        match event {
            EndingEvent::TurnEnded => {
                self.acted = UnitSet::EMPTY;
                self.charged = UnitSet::EMPTY;
                self.combat = CombatPhase::default();
                self.stage = Stage::TurnOver;
            }
            EndingEvent::BattleEnded { ending } => {
                self.ending = Some(*ending);
                self.stage = Stage::Over;
                self.combat = CombatPhase::default();
            }
        }
    }

    fn fold_ruling(&mut self, event: &RulingEvent) -> Result<(), FoldError> {
        match event {
            RulingEvent::Patched { patch } => self.patch(patch)?,
            RulingEvent::PositionNoted { round, active, units } => {
                for noted in units {
                    self.stands_as_noted(*noted);
                }
                self.begin_turn(*round, *active);
            }
        }
        Ok(())
    }

    fn player_mut(&mut self, seat: Seat) -> Result<&mut crate::model::state::Player, FoldError> {
        self.players
            .get_mut(seat.index())
            .ok_or_else(|| FoldError::new(message!(MESSAGES, "fold-no-seat", seat)))
    }

    fn act(&mut self, unit: UnitId, charged: bool) {
        self.acted.insert(unit);
        if charged {
            self.charged.insert(unit);
        }
    }

    /// A turn begins in which nobody has done anything.
    fn begin_turn(&mut self, round: u8, active: Seat) {
        self.round = round;
        self.active = Some(active);
        self.acted = UnitSet::EMPTY;
        self.charged = UnitSet::EMPTY;
        self.combat = CombatPhase::default();
        self.stage = Stage::Actions;
    }

    fn stands_as_noted(&mut self, noted: NotedUnit) {
        let unit = &mut self.units[noted.unit().index()];
        match noted {
            NotedUnit::Standing {
                cell,
                facing,
                models,
                wounds,
                ..
            } => {
                (unit.cell, unit.facing) = (Some(cell), facing);
                (unit.models, unit.wounds) = (models, wounds);
                unit.lost = None;
            }
            NotedUnit::Lost { lost, .. } => {
                (unit.cell, unit.models, unit.wounds) = (None, 0, 0);
                unit.lost = Some(lost);
            }
        }
    }

    fn patch(&mut self, patch: &Patch) -> Result<(), FoldError> {
        match patch {
            Patch::SetUnit {
                unit,
                cell,
                facing: to,
                models,
                wounds,
                acted,
                charged,
            } => {
                standing(self, *unit)?;
                let now = self.unit(*unit);
                let (cell, looking) = (cell.or(now.cell), to.unwrap_or(now.facing));
                if let Some(cell) = cell {
                    place(self, *unit, cell, looking)?;
                }
                let changed = &mut self.units[unit.index()];
                changed.models = models.unwrap_or(changed.models);
                changed.wounds = wounds.unwrap_or(changed.wounds);
                mark(&mut self.acted, *unit, *acted);
                mark(&mut self.charged, *unit, *charged);
            }
            Patch::RemoveUnit { unit } => {
                standing(self, *unit)?;
                suffer(&mut self.units[unit.index()], 0, 0, Loss::Ruling);
                self.acted.remove(*unit);
                self.charged.remove(*unit);
                self.combat.tests.retain(|test| test != unit);
                if self.combat.running == Some(*unit) {
                    self.combat.running = None;
                }
            }
            Patch::RestoreUnit {
                unit,
                cell,
                facing,
                models,
                wounds,
            } => {
                if self.at(*cell).is_some() || self.cell(*unit).is_some() {
                    return Err(FoldError::new(message!(
                        MESSAGES,
                        "fold-cannot-return",
                        unit,
                        cell = Argument::text(cell)
                    )));
                }
                let restored = &mut self.units[unit.index()];
                restored.cell = Some(*cell);
                restored.facing = *facing;
                restored.models = *models;
                restored.wounds = *wounds;
                restored.lost = None;
            }
            Patch::SetItems { unit, items } => {
                let mut held = [None; 3];
                for item in items {
                    let Some(card) = self.cards.item(*item) else {
                        return Err(FoldError::new(message!(MESSAGES, "fold-no-item", item)));
                    };
                    held[card.slot as usize] = Some(*item);
                }
                self.units[unit.index()].items = held;
            }
            Patch::SetTurn { round, active } => self.begin_turn(*round, *active),
        }
        Ok(())
    }
}

fn mark(set: &mut UnitSet, unit: UnitId, flag: Option<bool>) {
    match flag {
        Some(true) => {
            set.insert(unit);
        }
        Some(false) => set.remove(unit),
        None => {}
    }
}
