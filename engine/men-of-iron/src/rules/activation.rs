//! The chain of Activations: Free, Continued and Seized, passes (§3.0-§4.3, p. 4).

use hindsight_geometry::hexes::Hex;
use hindsight_kernel::{Refusal, RollAbout, Seat, refusals};

use super::asking::{BattleTable, at_most, roll, then};
use crate::messages::MESSAGES;
use crate::model::agenda::Step;
use crate::model::drm::Drm;
use crate::model::event::{ActivationEvent, EndingEvent};
use crate::model::names::{CommandId, StandardId};
use crate::model::piece::{LeaderPlace, PiecePlace};
use crate::model::state::{EndReason, Ending, Kind, State};
use crate::tables;

refusals! {
    messages = MESSAGES;
    /// Reasons why a choice of what to activate is refused, in the order in which it is judged.
    #[derive(Copy, Eq)]
    pub enum ActivationRefusal {
        NotNow = "MOI-ACT-16", "ESP p. 16";
        NotYours = "MOI-COMP-09", "§2.4 p. 3";
        NoCommand = "MOI-COMP-08", "§2.4, §3.3, §15.1 p. 3, 4, 13";
        NoStandard = "MOI-STD-01", "§2.4, §13.2 p. 3, 12";
        Fixed = "MOI-ACT-03", "§3.4 p. 4";
        Empty = "MOI-ACT-18", "§4.2 p. 4";
        NotAvailable = "MOI-REINF-01", "§5.3 p. 5";
        NotFree = "MOI-STD-02", "§13.2 p. 12";
        Repeated = "MOI-ACT-07", "§3.2, §4.2, ESP-E p. 4, 16";
        Target = "MOI-STD-03", "§13.2 p. 12";
        NoSeizure = "MOI-ACT-11", "§4.3 p. 4";
    }
}

use ActivationRefusal as Refused;

/// Whether a Command still has units, on the map or due. Rule `MOI-ACT-07` (p. 4).
pub fn has_units(state: &State, command: CommandId) -> bool {
    state.units.values().any(|unit| {
        unit.command == command
            && matches!(
                unit.place,
                PiecePlace::On { .. } | PiecePlace::Due | PiecePlace::Unplaced
            )
    })
}

/// Whether the battle's own schedule lets a Command be activated. Rule `MOI-REINF-01` (p. 5).
pub fn is_available(state: &State, command: CommandId) -> bool {
    let after = state
        .battle
        .command
        .get(&command)
        .map_or(0, |card| card.available_after);
    let on_map = state
        .units
        .values()
        .any(|unit| unit.command == command && unit.hex().is_some());
    on_map || u32::from(after) <= completed(state)
}

fn completed(state: &State) -> u32 {
    state.activations - u32::from(state.activation.is_some() && state.activations > 0)
}

/// The Commands of a player that may be activated: with units, and available.
pub fn open_commands(state: &State, seat: Seat) -> impl Iterator<Item = CommandId> {
    state
        .battle
        .commands_of(seat)
        .filter(|&command| has_units(state, command) && is_available(state, command))
}

/// The Activation Rating rolled against for a Command: its leader's, or the replacement side's while the leader is lost.
/// Rules `MOI-ACT-08`, `MOI-ACT-15` (pp. 4, 14).
pub fn rating(state: &State, command: CommandId) -> u8 {
    let Some(card) = state.battle.command.get(&command) else {
        return 0;
    };
    let Some(leader) = state.battle.leader.get(&card.leader) else {
        return 0;
    };
    let replaced = state
        .leader(card.leader)
        .is_some_and(|leader| leader.replaced || leader.place == LeaderPlace::Lost);
    if replaced {
        leader.replacement.activation
    } else {
        leader.activation
    }
}

/// The modifiers of a Continuity roll of a player. Rules `MOI-ACT-09`, `MOI-ACT-20` (pp. 4, 16).
pub fn continuity_drms(state: &State, seat: Seat) -> Vec<Drm> {
    let battle = state.battle.side.get(&seat).map_or(0, |side| side.continuity_drm);
    tables::continuity_drms(state.player(seat).penalty, battle)
}

/// The modifiers of a Seizure roll of a player. Rule `MOI-ACT-20` (p. 16).
pub fn seizure_drms(state: &State, seat: Seat) -> Vec<Drm> {
    let battle = state.battle.side.get(&seat).map_or(0, |side| side.seizure_drm);
    tables::seizure_drms(battle)
}

fn top(state: &State) -> Option<&Step> {
    state.agenda.last().map(|frame| &frame.step)
}

/// Judges the choice of a Command by a player.
fn check_command(state: &State, seat: Seat, command: CommandId) -> Result<(), Refused> {
    if state.battle.side_of(command) != Some(seat) {
        return Err(Refused::NoCommand);
    }
    if !has_units(state, command) {
        return Err(Refused::Empty);
    }
    if !is_available(state, command) {
        return Err(Refused::NotAvailable);
    }
    Ok(())
}

/// The Command that must open the battle. Rule `MOI-ACT-03` (p. 4).
pub fn opening_command(state: &State) -> Option<CommandId> {
    let opens = state.activations == 0 && state.passes == 0;
    opens
        .then(|| state.battle.side.get(&state.active)?.first_command)?
        .filter(|&first| has_units(state, first) && is_available(state, first))
}

/// Whether a Command may be activated in a Free Activation. Rule `MOI-ACT-04` (p. 4).
pub fn check_activate(state: &State, seat: Seat, command: CommandId) -> Result<(), Refused> {
    match top(state) {
        Some(Step::FreeChoice) => {}
        _ => return Err(Refused::NotNow),
    }
    if seat != state.active {
        return Err(Refused::NotYours);
    }
    if state.battle.side_of(command) != Some(seat) {
        return Err(Refused::NoCommand);
    }
    if opening_command(state).is_some_and(|first| first != command) {
        return Err(Refused::Fixed);
    }
    check_command(state, seat, command)
}

/// Activates a Command in a Free Activation: S1 to S4. Rule `MOI-ACT-04` (p. 4).
pub(crate) fn activate(table: &mut BattleTable<'_>, seat: Seat, command: CommandId) -> Result<(), Refusal> {
    check_activate(table.state(), seat, command)?;
    table.emit(ActivationEvent::ActivationStarted {
        seat,
        kind: Kind::Free,
        command,
    });
    then(table, activation_steps(command));
    Ok(())
}

/// S4 and S5 of an Activation. Rule `MOI-ACT-16` (p. 16).
fn activation_steps(command: CommandId) -> [Step; 4] {
    [
        Step::Replacements,
        Step::FormationOrder { command },
        Step::CommandStatus { command },
        Step::MoveFire,
    ]
}

/// Whether a Standard may be activated, to rally or to be moved to a hex. Rules `MOI-STD-02`, `MOI-STD-03` (p. 12).
pub fn check_standard(
    state: &State,
    seat: Seat,
    standard: StandardId,
    to: Option<Hex>,
) -> Result<(), Refused> {
    match top(state) {
        Some(Step::FreeChoice) => {}
        Some(Step::Continuation) => return Err(Refused::NotFree),
        _ => return Err(Refused::NotNow),
    }
    if seat != state.active {
        return Err(Refused::NotYours);
    }
    let in_play = state
        .standard(standard)
        .is_some_and(|standard| standard.seat == seat && standard.hex.is_some());
    if !in_play {
        return Err(Refused::NoStandard);
    }
    if opening_command(state).is_some() {
        return Err(Refused::Fixed);
    }
    match to {
        Some(to) if !super::standards::may_stand(state, seat, to) => Err(Refused::Target),
        Some(_) | None => Ok(()),
    }
}

/// Activates a Standard, to rally or to be moved. Rule `MOI-STD-02` (p. 12).
pub(crate) fn activate_standard(
    table: &mut BattleTable<'_>,
    seat: Seat,
    standard: StandardId,
    to: Option<Hex>,
) -> Result<(), Refusal> {
    check_standard(table.state(), seat, standard, to)?;
    table.emit(ActivationEvent::StandardActivated { seat, standard, to });
    let work = match to {
        Some(to) => Step::StandardMove { standard, to },
        None => Step::StandardRally { standard },
    };
    then(table, [Step::Replacements, work, Step::EndOfActivation]);
    Ok(())
}

/// Whether a player may pass. Rule `MOI-ACT-05` (p. 4).
pub fn check_pass(state: &State, seat: Seat) -> Result<(), Refused> {
    match top(state) {
        Some(Step::FreeChoice | Step::Continuation) => {}
        _ => return Err(Refused::NotNow),
    }
    if seat != state.active {
        return Err(Refused::NotYours);
    }
    match opening_command(state) {
        Some(_) => Err(Refused::Fixed),
        None => Ok(()),
    }
}

/// Passes: the other player has a Free Activation; no replacement leaders, no Loss Check. Rule `MOI-ACT-05` (p. 4).
pub(crate) fn pass(table: &mut BattleTable<'_>, seat: Seat) -> Result<(), Refusal> {
    check_pass(table.state(), seat)?;
    table.emit(ActivationEvent::Passed { seat });
    let most = table.state().battle.options.draw_after_passes;
    if most.is_some_and(|most| table.state().passes >= u32::from(most)) {
        let points = super::victory::points_of_both(table.state());
        let ending = Ending {
            winner: None,
            reason: EndReason::Passes,
            points,
        };
        table.emit(EndingEvent::GameEnded { ending });
        return Ok(());
    }
    table.emit(ActivationEvent::FreeActivationGained {
        seat: seat.opponent(),
    });
    then(table, [Step::FreeChoice]);
    Ok(())
}

/// Whether a player may name a Command to continue with. Rule `MOI-ACT-07` (p. 4).
pub fn check_name(state: &State, seat: Seat, command: CommandId) -> Result<(), Refused> {
    match top(state) {
        Some(Step::Continuation) => {}
        _ => return Err(Refused::NotNow),
    }
    if seat != state.active {
        return Err(Refused::NotYours);
    }
    check_command(state, seat, command)?;
    let only = state
        .battle
        .commands_of(seat)
        .filter(|&other| has_units(state, other))
        .count()
        == 1;
    if state.player(seat).last == Some(command) && !only {
        return Err(Refused::Repeated);
    }
    Ok(())
}

/// Names the Command to continue with: S2 to S3. Rule `MOI-ACT-07` (p. 4).
pub(crate) fn name(table: &mut BattleTable<'_>, seat: Seat, command: CommandId) -> Result<(), Refusal> {
    check_name(table.state(), seat, command)?;
    table.emit(ActivationEvent::CommandNamed { seat, command });
    then(table, [Step::SeizeOffer { command }]);
    Ok(())
}

/// Whether a player may try to seize with a Command: any of theirs. Rules `MOI-ACT-11`, `MOI-ACT-21` (p. 4).
pub fn check_seize(state: &State, seat: Seat, command: CommandId) -> Result<(), Refused> {
    match top(state) {
        Some(Step::SeizeOffer { .. }) => {}
        _ => return Err(Refused::NoSeizure),
    }
    if seat != state.active.opponent() {
        return Err(Refused::NotYours);
    }
    check_command(state, seat, command)
}

/// Tries to seize: no counter-seizure, both penalties are gone. Rules `MOI-ACT-12` to `MOI-ACT-14` (p. 4).
pub(crate) fn seize(table: &mut BattleTable<'_>, seat: Seat, command: CommandId) -> Result<(), Refusal> {
    check_seize(table.state(), seat, command)?;
    table.emit(ActivationEvent::SeizureDeclared { seat, command });
    let drms = seizure_drms(table.state(), seat);
    let rating = rating(table.state(), command);
    let about = RollAbout::default().need(at_most(rating.into(), &drms));
    let throw = roll(table, about, "seizure", seat, drms)?;
    let success = throw.total() <= i32::from(rating);
    table.emit(ActivationEvent::SeizureRolled {
        seat,
        command,
        throw,
        rating,
        success,
    });
    if success {
        table.emit(ActivationEvent::ActivationStarted {
            seat,
            kind: Kind::Seized,
            command,
        });
        then(table, activation_steps(command));
    } else {
        table.emit(ActivationEvent::FreeActivationGained {
            seat: seat.opponent(),
        });
        then(table, [Step::FreeChoice]);
    }
    Ok(())
}

/// Does not seize: the Continuity roll follows. Rules `MOI-ACT-08` to `MOI-ACT-10` (p. 4).
pub(crate) fn decline(table: &mut BattleTable<'_>, seat: Seat) -> Result<(), Refusal> {
    let command = match top(table.state()) {
        Some(Step::SeizeOffer { command }) => *command,
        _ => return Err(Refused::NoSeizure.into()),
    };
    if seat != table.state().active.opponent() {
        return Err(Refused::NotYours.into());
    }
    table.emit(ActivationEvent::SeizureDeclined { seat });
    let active = seat.opponent();
    let drms = continuity_drms(table.state(), active);
    let rating = rating(table.state(), command);
    let about = RollAbout::default().need(at_most(rating.into(), &drms));
    let throw = roll(table, about, "continuity", active, drms)?;
    let success = throw.total() <= i32::from(rating);
    table.emit(ActivationEvent::ContinuityRolled {
        seat: active,
        command,
        throw,
        rating,
        success,
    });
    if success {
        table.emit(ActivationEvent::ActivationStarted {
            seat: active,
            kind: Kind::Continued,
            command,
        });
        then(table, activation_steps(command));
    } else {
        table.emit(ActivationEvent::FreeActivationGained { seat });
        then(table, [Step::FreeChoice]);
    }
    Ok(())
}
