//! Decisions: which chapter answers a command, and what follows from it until somebody is asked again.

use hindsight_kernel::agenda::{Taken, take_steps};
use hindsight_kernel::{Refusal, Seat, Table, refusals};

use crate::BeforeBattle;
use crate::field::combat::combats;
use crate::messages::{MESSAGES, seat_message};
use crate::model::command::Command;
use crate::model::event::{ActionEvent, AftermathEvent, CombatEvent, EndingEvent};
use crate::model::state::Stage;
use crate::rules::actions::{hustle, move_unit, sidestep, turn_unit};
use crate::rules::asking::{awaiting, is_start_roll_due};
use crate::rules::attack::fight_tier;
use crate::rules::deploy::{deploy, turn_up};
use crate::rules::fleeing::{flee, flee_roll};
use crate::rules::order_of_blows::{LAST_TIER, order_of_blows, strikes_of_tier};
use crate::rules::reforming::reform;
use crate::rules::resolution::resolve;
use crate::rules::secret_choices::{confirm_list, confirm_weapons, reveal_lists, supply};
use crate::rules::shooting::shoot;
use crate::rules::start::{name_deployer, name_first, start_roll, take_right};
use crate::rules::turn::{begin_turn, may_be_picked, next_turn, units_to_act};
use crate::rules::victory::{final_result, immediate_end};

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a command before its chapter judges it.
    pub(crate) enum CommandRefusal {
        /// A decision that is not awaited from the seat.
        NotAsked { seat: Seat, decision: &'static str, awaited: Vec<(Seat, String)> } = "HS-TURN-01", "table", seat = seat_message(*seat)
            => asked(decision), allowed(awaited);
    }
}

/// Decides a command.
pub(crate) fn decide(
    table: &mut Table<'_, BeforeBattle>,
    seat: Seat,
    command: &Command,
) -> Result<(), Refusal> {
    let asked = awaiting(table.state());
    if !asked
        .iter()
        .any(|asked| asked.seat == seat && asked.decision == command.decision())
    {
        let awaited = asked
            .into_iter()
            .map(|asked| (asked.seat, asked.decision))
            .collect();
        let decision = command.decision();
        return Err(CommandRefusal::NotAsked {
            seat,
            decision,
            awaited,
        }
        .into());
    }
    match command {
        Command::ConfirmList { list, shown } => confirm_list(table, seat, list.as_ref(), shown.as_deref())?,
        Command::ConfirmWeapons { weapons } => confirm_weapons(table, seat, weapons.as_deref())?,
        // It follows by itself now that dice are reported.
        Command::RollStart => {}
        Command::TakeRight { right } => take_right(table, seat, *right),
        Command::NameDeployer { seat: named } => name_deployer(table, seat, *named)?,
        Command::NameFirst { seat: named } => name_first(table, seat, *named)?,
        Command::Deploy { unit, cell, facing } => deploy(table, seat, *unit, *cell, *facing)?,
        Command::Reveal { list, weapons } => supply(table, seat, list.as_ref(), weapons.as_deref())?,
        Command::Move { unit, turn, cells } => {
            may_be_picked(table.state(), seat, *unit)?;
            move_unit(table, *unit, *turn, *cells)?;
        }
        Command::Hustle { unit } => {
            may_be_picked(table.state(), seat, *unit)?;
            hustle(table, *unit)?;
        }
        Command::Turn { unit, rotation } => {
            may_be_picked(table.state(), seat, *unit)?;
            turn_unit(table, *unit, *rotation)?;
        }
        Command::Sidestep { unit, hand } => {
            may_be_picked(table.state(), seat, *unit)?;
            sidestep(table, *unit, *hand)?;
        }
        Command::Shoot {
            unit,
            turn,
            lane,
            target,
        } => {
            may_be_picked(table.state(), seat, *unit)?;
            shoot(table, *unit, *turn, *lane, *target)?;
        }
        Command::EndActions => table.emit(ActionEvent::ActionsEnded),
        Command::Reform { facings } => reform(table, seat, facings)?,
    }
    advance(table)
}

/// Does what follows by itself until a decision is awaited or the battle is over.
pub(crate) fn advance(table: &mut Table<'_, BeforeBattle>) -> Result<(), Refusal> {
    take_steps(table, take_step)
}

/// Takes the step that the state says comes next, if nobody is asked.
fn take_step(table: &mut Table<'_, BeforeBattle>) -> Result<Taken, Refusal> {
    let state = table.state();
    let in_battle = matches!(
        state.stage,
        Stage::Actions
            | Stage::Combats
            | Stage::NextCombat
            | Stage::Blows { .. }
            | Stage::Aftermath
            | Stage::TurnOver
    );
    if in_battle && let Some(ending) = immediate_end(state) {
        table.emit(EndingEvent::BattleEnded { ending });
        return Ok(Taken::Waits);
    }
    let all_acted = state.stage == Stage::Actions && units_to_act(state).next().is_none();
    if !all_acted && !is_start_roll_due(state) && !awaiting(state).is_empty() {
        return Ok(Taken::Waits);
    }
    match state.stage {
        Stage::Build => reveal_lists(table)?,
        Stage::Weapons => start_roll(table)?,
        Stage::Reveal if state.turned_up => {
            let (round, seat) = next_turn(state).unwrap_or((1, Seat::A));
            begin_turn(table, round, seat);
        }
        Stage::Reveal => turn_up(table)?,
        // Every unit on the board has acted: the phase ends by itself. Rule `BB-TURN-02`.
        Stage::Actions => table.emit(ActionEvent::ActionsEnded),
        Stage::Combats => {
            let combats = combats(state);
            table.emit(CombatEvent::CombatsSet { combats });
        }
        Stage::NextCombat => match state.combat.combats.first() {
            Some(&combat) => {
                let (strikes, silenced) = order_of_blows(state, combat);
                table.emit(CombatEvent::CombatOrderSet { strikes, silenced });
            }
            None => table.emit(EndingEvent::TurnEnded),
        },
        Stage::Blows { tier } => {
            let combat = state.combat.combats.first().copied().unwrap_or_default();
            match (tier..=LAST_TIER).find(|&tier| !strikes_of_tier(state, tier).is_empty()) {
                Some(tier) => fight_tier(table, tier)?,
                None => resolve(table, combat),
            }
        }
        Stage::Aftermath => match (state.combat.running, state.combat.tests.first().copied()) {
            (Some(unit), _) => flee(table, unit)?,
            (None, Some(unit)) => flee_roll(table, unit)?,
            (None, None) => table.emit(AftermathEvent::CombatEnded),
        },
        Stage::TurnOver => {
            if let Some((round, seat)) = next_turn(state) {
                begin_turn(table, round, seat);
            } else {
                let ending = final_result(state);
                table.emit(EndingEvent::BattleEnded { ending });
            }
        }
        Stage::Empty
        | Stage::StartRight { .. }
        | Stage::NameDeployer { .. }
        | Stage::NameFirst { .. }
        | Stage::Deploy { .. }
        | Stage::Over => return Ok(Taken::Waits),
    }
    Ok(Taken::Went)
}

/// Goes on from a set-up. Dice that are thrown on the table are reported by the first command.
pub(crate) fn go_on_from_setup(table: &mut Table<'_, BeforeBattle>) -> Result<(), Refusal> {
    match advance(table) {
        Err(refusal) if refusal.is_for_dice_not_reported() => Ok(()),
        begun => begun,
    }
}

/// Goes on after a ruling: what waited for a unit that is gone goes on without it.
pub(crate) fn go_on_from_ruling(table: &mut Table<'_, BeforeBattle>) -> Result<(), Refusal> {
    if awaiting(table.state()).is_empty() {
        advance(table)?;
    }
    Ok(())
}
