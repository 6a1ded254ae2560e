//! Decisions: which chapter answers a command, and what follows from it until somebody is asked again.

use std::sync::Arc;

use hindsight_kernel::agenda::{Taken, take_steps};
use hindsight_kernel::{Awaiting, Refusal, Seat, Table};

use crate::BeforeBattle;
use crate::actions::{hustle, move_unit, sidestep, turn_unit};
use crate::army::check_list;
use crate::attack::fight_tier;
use crate::combat::combats;
use crate::command::Command;
use crate::deploy::{deploy, turn_up};
use crate::event::Event;
use crate::fleeing::{flee, flee_roll};
use crate::names::CardId;
use crate::order_of_blows::{LAST_TIER, order_of_blows, strikes_of_tier};
use crate::reforming::{next_to_reform, reform};
use crate::resolution::resolve;
use crate::reveal::{check_late_list, check_shown, mixed_list, shown_allowance};
use crate::shooting::shoot;
use crate::start::{name_deployer, name_first, start_roll, take_right};
use crate::state::{ArmyList, Assigned, SEATS, Secret, Stage, State, seat_name};
use crate::turn::{begin_turn, may_be_picked, next_turn, units_to_act};
use crate::victory::{final_result, immediate_end};
use crate::weapons::check_weapons;

impl Command {
    /// The decision that this command answers, as [`Awaiting`] names it.
    pub const fn decision(&self) -> &'static str {
        match self {
            Self::ConfirmList { .. } => "build",
            Self::ConfirmWeapons { .. } => "weapons",
            Self::RollStart => "start_roll",
            Self::TakeRight { .. } => "start_right",
            Self::NameDeployer { .. } => "name_deployer",
            Self::NameFirst { .. } => "name_first",
            Self::Deploy { .. } => "deploy",
            Self::Reveal { .. } => "reveal",
            Self::Move { .. }
            | Self::Hustle { .. }
            | Self::Turn { .. }
            | Self::Sidestep { .. }
            | Self::Shoot { .. }
            | Self::EndActions => "action",
            Self::Reform { .. } => "reform",
        }
    }
}

/// Whether armies and weapons are chosen and the start dice are to be rolled. That follows by itself from the last choice;
/// a game rests here only where it began with armies that stood ready and no dice were reported. Rule `BB-START-01`.
fn is_start_roll_due(state: &State) -> bool {
    state.stage == Stage::Weapons && SEATS.iter().all(|&seat| state.player(seat).weapons.is_made())
}

/// Whose decisions are awaited. Between the events of one command, and after the end, nobody's.
pub(crate) fn awaiting(state: &State) -> Vec<Awaiting> {
    let ask = |seat: Seat, decision: &str, question: String, rule: &'static str| {
        Awaiting::new(seat, decision, question, rule)
    };
    let name = seat_name;
    match state.stage {
        Stage::Build => SEATS
            .into_iter()
            .filter(|&seat| !state.player(seat).list.is_made())
            .map(|seat| {
                ask(
                    seat,
                    "build",
                    format!("{}: choose an army and distractions", name(seat)),
                    "BB-ARMY-01",
                )
            })
            .collect(),
        Stage::Weapons if is_start_roll_due(state) => vec![ask(
            SEATS[0],
            "start_roll",
            "Both players: what do the start dice show, South's first?".to_owned(),
            "BB-START-01",
        )],
        Stage::Weapons => SEATS
            .into_iter()
            .filter(|&seat| !state.player(seat).weapons.is_made())
            .map(|seat| {
                ask(
                    seat,
                    "weapons",
                    format!("{}: give weapons to units", name(seat)),
                    "BB-WPN-01",
                )
            })
            .collect(),
        Stage::StartRight { seat } => {
            vec![ask(
                seat,
                "start_right",
                format!("{}: the deployment right or the first-turn right?", name(seat)),
                "BB-START-01",
            )]
        }
        Stage::NameDeployer { seat } => {
            vec![ask(
                seat,
                "name_deployer",
                format!("{}: who deploys first?", name(seat)),
                "BB-START-02",
            )]
        }
        Stage::NameFirst { seat } => {
            vec![ask(
                seat,
                "name_first",
                format!("{}: who takes the first turn?", name(seat)),
                "BB-START-02",
            )]
        }
        Stage::Deploy { seat } => {
            vec![ask(
                seat,
                "deploy",
                format!(
                    "{}: deploy a unit: which one, on which square, facing where?",
                    name(seat)
                ),
                "BB-DEP-03",
            )]
        }
        Stage::Reveal => SEATS
            .into_iter()
            .filter(|&seat| !state.player(seat).is_known())
            .map(|seat| {
                ask(
                    seat,
                    "reveal",
                    format!("{}: which units and items are turned up?", name(seat)),
                    "BB-DEP-05",
                )
            })
            .collect(),
        Stage::Actions => state
            .active
            .map(|seat| {
                ask(
                    seat,
                    "action",
                    format!("{}: choose a unit and its action", name(seat)),
                    "BB-TURN-02",
                )
            })
            .into_iter()
            .collect(),
        Stage::Aftermath if state.combat.tests.is_empty() && state.combat.running.is_none() => {
            next_to_reform(state)
                .map(|seat| {
                    ask(
                        seat,
                        "reform",
                        format!("{}: which way do these units face now?", name(seat)),
                        "BB-REF-01",
                    )
                })
                .into_iter()
                .collect()
        }
        Stage::Empty
        | Stage::Combats
        | Stage::NextCombat
        | Stage::Blows { .. }
        | Stage::Aftermath
        | Stage::TurnOver
        | Stage::Over => Vec::new(),
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
        let allowed: Vec<_> = asked.iter().map(|asked| (asked.seat, &asked.decision)).collect();
        return Err(Refusal::new(
            "HS-TURN-01",
            format!("{} is not asked for this now", seat_name(seat)),
        )
        .asked(command.decision())
        .allowed(allowed));
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
        Command::EndActions => table.emit(Event::ActionsEnded),
        Command::Reform { facings } => reform(table, seat, facings)?,
    }
    advance(table)
}

/// A player confirms the list, or a scorekeeper what is shown of it. Rules `BB-ARMY-01` to `-08`, `BB-REV-01`.
pub(crate) fn confirm_list(
    table: &mut Table<'_, BeforeBattle>,
    seat: Seat,
    list: Option<&ArmyList>,
    shown: Option<&[CardId]>,
) -> Result<(), Refusal> {
    let cards = Arc::clone(&table.state().cards);
    let event = match (list, shown) {
        (Some(list), None) => {
            check_list(&cards, list)?;
            Event::ListConfirmed {
                seat,
                list: Some(Arc::new(list.clone())),
                shown: None,
            }
        }
        (Some(list), Some(shown)) => {
            check_list(&cards, list)?;
            check_late_list(&cards, &check_shown(&cards, shown)?, list)?;
            Event::ListConfirmed {
                seat,
                list: Some(Arc::new(list.clone())),
                shown: None,
            }
        }
        (None, Some(shown)) => {
            let shown = check_shown(&cards, shown)?;
            Event::ListConfirmed {
                seat,
                list: None,
                shown: Some(Arc::new(shown)),
            }
        }
        (None, None) => {
            return Err(Refusal::new(
                "BB-REV-01",
                "a list that is not known needs the cards that were shown",
            )
            .allowed("list, or shown"));
        }
    };
    table.emit(event);
    Ok(())
}

/// A player confirms the weapons, or a scorekeeper that they were chosen. Rules `BB-WPN-01` to `-05`.
///
/// RULING: while an army is unknown its weapons stay unknown too: what an item costs and who may hold it depends on the
/// General's items and on the cards.
pub(crate) fn confirm_weapons(
    table: &mut Table<'_, BeforeBattle>,
    seat: Seat,
    weapons: Option<&[Assigned]>,
) -> Result<(), Refusal> {
    if let Some(weapons) = weapons {
        let state = table.state();
        let Secret::Known(list) = &state.player(seat).list else {
            return Err(Refusal::new(
                "BB-WPN-03",
                "weapons of an army that is not known cannot be checked: leave them unknown too",
            )
            .allowed("weapons unknown"));
        };
        check_weapons(&state.cards, seat, list, weapons)?;
    }
    let weapons = weapons.map(|weapons| Arc::new(weapons.to_vec()));
    table.emit(Event::WeaponsConfirmed { seat, weapons });
    Ok(())
}

/// What was left unknown is supplied when the cards are turned up, and checked against all that is known.
/// Rule `BB-DEP-05`.
fn supply(
    table: &mut Table<'_, BeforeBattle>,
    seat: Seat,
    list: Option<&ArmyList>,
    weapons: Option<&[Assigned]>,
) -> Result<(), Refusal> {
    let state = table.state();
    let (cards, player) = (&state.cards, state.player(seat));
    let missing = |what: &str| {
        Refusal::new(
            "BB-DEP-05",
            format!("the {what} of {} must be told now", seat_name(seat)),
        )
        .allowed(what)
    };
    let surplus = |what: &str| {
        Refusal::new(
            "BB-DEP-05",
            format!("the {what} of {} are known already", seat_name(seat)),
        )
        .asked(what)
    };
    let whole: &ArmyList = match (&player.list, list) {
        (Secret::Known(_), Some(_)) => return Err(surplus("units")),
        (Secret::Known(known), None) => known,
        (Secret::Unknown | Secret::NotChosen, None) => return Err(missing("list")),
        (Secret::Unknown | Secret::NotChosen, Some(list)) => {
            let shown = player.shown.as_ref().map_or(&[][..], |shown| shown);
            check_late_list(cards, shown, list)?;
            list
        }
    };
    match (&player.weapons, weapons) {
        (Secret::Known(_), Some(_)) => return Err(surplus("weapons")),
        (Secret::Known(known), None) => check_weapons(cards, seat, whole, known)?,
        (Secret::Unknown | Secret::NotChosen, None) => return Err(missing("weapons")),
        (Secret::Unknown | Secret::NotChosen, Some(weapons)) => check_weapons(cards, seat, whole, weapons)?,
    }
    table.emit(Event::ArmySupplied {
        seat,
        list: list.map(|list| Arc::new(list.clone())),
        weapons: weapons.map(|weapons| Arc::new(weapons.to_vec())),
    });
    Ok(())
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
        table.emit(Event::BattleEnded { ending });
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
        Stage::Actions => table.emit(Event::ActionsEnded),
        Stage::Combats => {
            let combats = combats(state);
            table.emit(Event::CombatsSet { combats });
        }
        Stage::NextCombat => match state.combat.combats.first() {
            Some(&combat) => {
                let (strikes, silenced) = order_of_blows(state, combat);
                table.emit(Event::CombatOrderSet { strikes, silenced });
            }
            None => table.emit(Event::TurnEnded),
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
            (None, None) => table.emit(Event::CombatEnded),
        },
        Stage::TurnOver => {
            if let Some((round, seat)) = next_turn(state) {
                begin_turn(table, round, seat);
            } else {
                let ending = final_result(state);
                table.emit(Event::BattleEnded { ending });
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

/// Both mixed lists are shown at the same time, with the Generals' allowances. Rules `BB-REV-01`, `BB-REV-02`.
fn reveal_lists(table: &mut Table<'_, BeforeBattle>) -> Result<(), Refusal> {
    let state = table.state();
    let shown = |seat: Seat| -> Result<Vec<CardId>, Refusal> {
        let player = state.player(seat);
        match (&player.list, &player.shown) {
            (Secret::Known(list), _) => Ok(mixed_list(&state.cards, list)),
            (_, Some(shown)) => Ok(shown.to_vec()),
            (Secret::NotChosen | Secret::Unknown, None) => Err(Refusal::new(
                "BB-REV-01",
                format!("{} has nothing to show", seat_name(seat)),
            )),
        }
    };
    let (south, north) = (shown(Seat::A)?, shown(Seat::B)?);
    let allowances = [
        shown_allowance(&state.cards, &south),
        shown_allowance(&state.cards, &north),
    ];
    table.emit(Event::ListsRevealed {
        south: Arc::new(south),
        north: Arc::new(north),
        allowances,
    });
    Ok(())
}
