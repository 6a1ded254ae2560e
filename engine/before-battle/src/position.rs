//! Any position is a start: what must be true of one, and how a game begins from it.

use hindsight_kernel::{Refusal, Seat, Table};

use crate::BeforeBattle;
use crate::army::check_list;
use crate::decide::advance;
use crate::deploy::deployment_rows;
use crate::event::{Event, held};
use crate::names::{UnitId, UnitSet};
use crate::pack::card_faults;
use crate::reveal::mixed_list;
use crate::state::{SEATS, Secret, Stage, State, Unit};
use crate::weapons::{check_weapons, no_duplicates};

/// Everything that keeps a state from being a position of this game, each by name. Rule `HS-POS-01`.
pub fn faults(state: &State) -> Vec<String> {
    let mut faults = Vec::new();
    if state.stage == Stage::Empty {
        if *state != State::default() {
            faults.push("stage: nothing stands on an empty table".to_owned());
        }
        return faults;
    }
    units(state, &mut faults);
    choices(state, &mut faults);
    stage(state, &mut faults);
    combat(state, &mut faults);
    faults
}

/// The first thing that is not as it must be.
pub fn invariants(state: &State) -> Result<(), String> {
    faults(state).into_iter().next().map_or(Ok(()), Err)
}

fn is_battle(stage: Stage) -> bool {
    matches!(
        stage,
        Stage::Actions
            | Stage::Combats
            | Stage::NextCombat
            | Stage::Blows { .. }
            | Stage::Aftermath
            | Stage::TurnOver
            | Stage::Over
    )
}

fn units(state: &State, faults: &mut Vec<String>) {
    for (id, unit) in UnitId::all().zip(&state.units) {
        if unit.id != id {
            faults.push(format!("unit_id: {} stands in the place of {id}", unit.id));
        }
        if let Some(cell) = unit.cell {
            if !state.field().contains(cell) {
                faults.push(format!("cell_on_board: {id} stands on {cell}, off the board"));
            }
            if state
                .units
                .iter()
                .any(|other| other.id < id && other.cell == Some(cell))
            {
                faults.push(format!("cells_distinct: two units stand on {cell}"));
            }
        }
        if state.turned_up {
            open_unit(state, unit, faults);
        } else {
            face_down_unit(state, unit, faults);
        }
    }
    if state.turned_up {
        for seat in SEATS {
            let items = UnitId::of(seat).flat_map(|unit| state.unit(unit).items.iter().flatten().copied());
            if let Err(refusal) = no_duplicates(items) {
                faults.push(format!("items_distinct: {}", refusal.message));
            }
        }
    }
}

/// A unit that lies face up: on the board with models, or lost, or not in this battle at all.
///
/// RULING: a position made by hand may hold fewer than twelve units; one without a card is absent and counts nowhere.
fn open_unit(state: &State, unit: &Unit, faults: &mut Vec<String>) {
    let id = unit.id;
    let card = unit.card.and_then(|card| state.cards.unit(card));
    match (unit.card, card) {
        (Some(name), None) => faults.push(format!("card_known: the pack has no unit card {name} for {id}")),
        (None, _) if unit.cell.is_some() || unit.lost.is_some() => {
            faults.push(format!("card_known: {id} has no card"));
        }
        (None, _) if unit.models > 0 || unit.items != [None; 3] => {
            faults.push(format!(
                "absent_unit: {id} is not in this battle and must be empty"
            ));
        }
        (_, Some(card)) => {
            if unit.cell.is_some() && (unit.models == 0 || unit.models > card.models) {
                faults.push(format!(
                    "models: {id} has {} models, 1 to {} are possible",
                    unit.models, card.models
                ));
            }
            if unit.wounds >= card.wounds_per_model {
                faults.push(format!(
                    "wounds: a model of {id} dies of {} wounds",
                    card.wounds_per_model
                ));
            }
        }
        (None, None) => {}
    }
    if unit.cell.is_some() == unit.lost.is_some() && unit.card.is_some() {
        faults.push(format!("lost: {id} either stands on the board or is lost"));
    }
    if unit.cell.is_none() && (unit.models > 0 || unit.wounds > 0) {
        faults.push(format!("models: {id} is not on the board and has no models"));
    }
    for (slot, item) in held(&unit.items) {
        match state.cards.item(item) {
            None => faults.push(format!("items_known: the pack has no item {item}")),
            Some(card) if card.slot != slot => {
                faults.push(format!("item_slots: {id} holds {item} in the wrong slot"));
            }
            Some(_) => {}
        }
    }
}

fn face_down_unit(state: &State, unit: &Unit, faults: &mut Vec<String>) {
    let id = unit.id;
    if *unit
        != (Unit {
            cell: unit.cell,
            facing: unit.facing,
            ..Unit::absent(id)
        })
    {
        faults.push(format!(
            "face_down: {id} shows nothing but cell and facing before the cards are turned up"
        ));
    }
    if let Some(cell) = unit.cell
        && !deployment_rows(state, id.seat()).contains(&cell.row())
    {
        faults.push(format!(
            "deployment_rows: {id} stands on {cell}, outside its rows"
        ));
    }
}

fn choices(state: &State, faults: &mut Vec<String>) {
    for seat in SEATS {
        let player = state.player(seat);
        if let Secret::Known(list) = &player.list {
            if let Err(refusal) = check_list(&state.cards, list) {
                faults.push(format!("list: {refusal}"));
            } else if player
                .shown
                .as_ref()
                .is_some_and(|shown| **shown != mixed_list(&state.cards, list))
            {
                faults.push(format!("shown: seat {seat} shows other cards than its list"));
            } else if let Secret::Known(weapons) = &player.weapons
                && let Err(refusal) = check_weapons(&state.cards, seat, list, weapons)
            {
                faults.push(format!("weapons: {refusal}"));
            }
        }
        if let Some(shown) = &player.shown
            && crate::reveal::check_shown(&state.cards, shown).is_err()
        {
            faults.push(format!("shown: no legal army shows the cards of seat {seat}"));
        }
    }
    let start = &state.start;
    let two = |seat: Option<Seat>| seat.is_none_or(|seat| SEATS.contains(&seat));
    if !(two(start.deployment_right)
        && two(start.first_deployer)
        && two(start.first_turn)
        && two(state.active))
    {
        faults.push("seats: only A and B play".to_owned());
    }
}

fn stage(state: &State, faults: &mut Vec<String>) {
    let mut want = |holds: bool, what: &str| {
        if !holds {
            faults.push(format!("stage: {what}"));
        }
    };
    let [south, north] = &state.players;
    let lists = south.list.is_made() && north.list.is_made();
    let weapons = south.weapons.is_made() && north.weapons.is_made();
    let shown = south.shown.is_some() && north.shown.is_some();
    let placed = |seat: Seat| state.standing_of(seat).count();
    let total = placed(Seat::A) + placed(Seat::B);
    let seat_ok = |seat: Seat| SEATS.contains(&seat);
    let battle = is_battle(state.stage);
    want(
        battle == (state.round > 0) && battle == state.active.is_some(),
        "round and active player belong to the battle",
    );
    want(
        state.round <= state.cards.board.rounds,
        "no round comes after the last",
    );
    want(
        state.turned_up == battle || (state.turned_up && state.stage == Stage::Reveal),
        "cards lie face up in the battle and not before",
    );
    match state.stage {
        Stage::Empty | Stage::Build | Stage::Over => {}
        Stage::Weapons => want(lists && shown, "both lists are shown before weapons are chosen"),
        Stage::StartRight { seat } | Stage::NameDeployer { seat } | Stage::NameFirst { seat } => {
            want(
                lists && shown && weapons,
                "lists and weapons are chosen before the start roll",
            );
            want(seat_ok(seat), "only A and B play");
        }
        Stage::Deploy { seat } => {
            want(
                lists && shown && weapons,
                "lists and weapons are chosen before deployment",
            );
            want(seat_ok(seat), "only A and B play");
            match state.start.first_deployer {
                Some(first) => {
                    let turn = if total.is_multiple_of(2) {
                        first
                    } else {
                        first.opponent()
                    };
                    let (own, other) = (placed(first), placed(first.opponent()));
                    want(
                        total < 12 && turn == seat && (own == other || own == other + 1),
                        "the players deploy in turn",
                    );
                }
                None => want(false, "nobody was named to deploy first"),
            }
        }
        Stage::Reveal => {
            want(
                lists && shown && weapons,
                "lists and weapons are chosen before the cards are turned up",
            );
            want(total == 12, "every unit is placed before the cards are turned up");
        }
        Stage::Actions
        | Stage::Combats
        | Stage::NextCombat
        | Stage::Blows { .. }
        | Stage::Aftermath
        | Stage::TurnOver => {
            want(state.start.first_turn.is_some(), "somebody has the first turn");
        }
    }
    want(
        (state.stage == Stage::Over) == state.ending.is_some(),
        "a battle that is over has its ending",
    );
    let placing = matches!(state.stage, Stage::Deploy { .. } | Stage::Reveal);
    want(battle || placing || total == 0, "units are placed in deployment");
    let marked_ok = |set: UnitSet| {
        set.iter()
            .all(|unit| state.cell(unit).is_some() && Some(unit.seat()) == state.active)
    };
    want(
        marked_ok(state.acted),
        "only units of the active player on the board have acted",
    );
    want(
        marked_ok(state.charged),
        "only units of the active player on the board have charged",
    );
    want(
        state.charged.iter().all(|unit| state.acted.contains(unit)),
        "a unit that charged has acted",
    );
}

fn combat(state: &State, faults: &mut Vec<String>) {
    let phase = &state.combat;
    let mut want = |holds: bool, what: &str| {
        if !holds {
            faults.push(format!("combat: {what}"));
        }
    };
    let fought = matches!(
        state.stage,
        Stage::NextCombat | Stage::Blows { .. } | Stage::Aftermath
    );
    if !fought {
        want(
            *phase == crate::state::CombatPhase::default(),
            "combats belong to the combat phase",
        );
        return;
    }
    let mut seen = UnitSet::EMPTY;
    for unit in phase.combats.iter().flat_map(|combat| combat.iter()) {
        want(seen.insert(unit), "a unit is in one combat at most");
    }
    want(
        phase.combats.iter().all(|combat| combat.len() >= 2),
        "a combat has two units or more",
    );
    let present = phase.combats.first().copied().unwrap_or_default();
    let inside = |unit: &UnitId| present.contains(*unit);
    match state.stage {
        Stage::Blows { tier } => {
            want((1..=5).contains(&tier), "tiers run from 1 to 4");
            want(!phase.combats.is_empty(), "a combat is being fought");
        }
        Stage::Aftermath => want(!phase.combats.is_empty(), "a combat is being fought"),
        _ => want(
            phase.strikes.is_empty() && phase.tests.is_empty(),
            "no combat is being fought",
        ),
    }
    want(
        phase.strikes.iter().all(|strike| {
            inside(&strike.unit)
                && inside(&strike.target)
                && strike.unit.seat() != strike.target.seat()
                && (1..=4).contains(&strike.tier)
        }),
        "strikes are between enemies of the combat",
    );
    want(
        phase
            .tests
            .iter()
            .chain(&phase.running)
            .all(|unit| inside(unit) && state.cell(*unit).is_some()),
        "only units of the combat roll to flee",
    );
    let tests: UnitSet = phase.tests.iter().copied().collect();
    want(tests.len() == phase.tests.len(), "a unit rolls to flee once");
    want(
        phase.fled.iter().all(|unit| inside(&unit)),
        "only units of the combat have fled",
    );
    want(
        phase.reformed.len() <= 2 && phase.reformed.iter().all(|seat| SEATS.contains(seat)),
        "each player reforms once",
    );
}

/// Begins a game from a position, and goes on from there until somebody is asked. Rule `HS-POS-01`.
pub(crate) fn begin_at(table: &mut Table<'_, BeforeBattle>, position: State) -> Result<(), Refusal> {
    let mut wrong: Vec<String> = card_faults(&position.cards)
        .into_iter()
        .map(|fault| format!("{}: {}", fault.path, fault.reason))
        .collect();
    if position.stage == Stage::Empty {
        wrong.push("stage: an empty table is no position".to_owned());
    }
    if wrong.is_empty() {
        wrong = faults(&position);
        if position.stage == Stage::Build {
            for seat in SEATS {
                let player = position.player(seat);
                if player.list == Secret::Unknown && player.shown.is_none() {
                    wrong.push(format!(
                        "shown: the army of seat {seat} is not known, so the cards shown of it are needed"
                    ));
                }
            }
        }
        if position.stage == Stage::Actions
            && SEATS
                .iter()
                .any(|&seat| position.standing_of(seat).next().is_none())
        {
            wrong.push("stage: both players have units on the board".to_owned());
        }
    }
    if !wrong.is_empty() {
        return Err(Refusal::new(
            "HS-POS-01",
            format!("the game cannot be in this position: {}", wrong[0]),
        )
        .with("faults", &wrong));
    }
    table.emit(Event::PositionSet {
        position: Box::new(position),
    });
    advance(table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Scene, cell, unit};
    use crate::state::{EndReason, Ending, Loss};
    use hindsight_kernel::ReportedTray;

    fn begin(position: State, dice: &[u8]) -> Result<State, Refusal> {
        let mut tray = ReportedTray::scripted(dice.iter().copied());
        let mut table = Table::<BeforeBattle>::new(State::default(), &mut tray);
        begin_at(&mut table, position)?;
        Ok(table.finish()?.0)
    }

    /// The name of the first invariant that a changed position breaks.
    fn broken(change: impl FnOnce(&mut State)) -> String {
        let mut scene = Scene::new("A1 d4 N, A2 a1 N, B1 d5 S, B2 h8 N");
        change(&mut scene.state);
        let refusal = begin(scene.state, &[]).unwrap_err();
        assert_eq!(refusal.rule.to_string(), "HS-POS-01");
        let first = refusal.details["faults"][0].as_str().unwrap().to_owned();
        first.split(':').next().unwrap().to_owned()
    }

    #[test]
    fn a_sound_position_is_a_start_as_it_stands() {
        let scene = Scene::new("A1 d4 N, A2 a1 N, B1 d5 S, B2 h8 N")
            .charged("A1")
            .wounds("A1", 0);
        assert_eq!(begin(scene.state.clone(), &[]).unwrap(), scene.state);
        let json = serde_json::to_value(&scene.state).unwrap();
        assert_eq!(serde_json::from_value::<State>(json).unwrap(), scene.state);
    }

    #[test]
    fn every_invariant_is_checked() {
        let at =
            |state: &mut State, name: &str, to: &str| state.units[unit(name).index()].cell = Some(cell(to));
        assert_eq!(broken(|state| at(state, "A2", "d4")), "cells_distinct");
        assert_eq!(broken(|state| at(state, "A2", "i9")), "cell_on_board");
        assert_eq!(broken(|state| state.units.swap(0, 1)), "unit_id");
        assert_eq!(broken(|state| state.units[0].card = None), "card_known");
        assert_eq!(
            broken(|state| state.units[0].card = Some("no-card".parse().unwrap())),
            "card_known"
        );
        assert_eq!(broken(|state| state.units[0].models = 0), "models");
        assert_eq!(broken(|state| state.units[0].models = 6), "models");
        assert_eq!(broken(|state| state.units[0].wounds = 1), "wounds");
        assert_eq!(broken(|state| state.units[0].lost = Some(Loss::Melee)), "lost");
        assert_eq!(broken(|state| state.units[3].models = 2), "absent_unit");
        assert_eq!(
            broken(|state| state.units[0].items[0] = Some("shield-1".parse().unwrap())),
            "item_slots"
        );
        assert_eq!(
            broken(|state| state.units[0].items[0] = Some("no-item".parse().unwrap())),
            "items_known"
        );
        let twice = |state: &mut State| {
            for slot in 0..2 {
                state.units[slot].items[0] = Some("sword-1".parse().unwrap());
            }
        };
        assert_eq!(broken(twice), "items_distinct");
        assert_eq!(broken(|state| state.turned_up = false), "face_down");
        assert_eq!(broken(|state| state.round = 0), "stage");
        assert_eq!(broken(|state| state.round = 7), "stage");
        assert_eq!(broken(|state| state.active = None), "stage");
        assert_eq!(broken(|state| state.active = Seat::new(2)), "seats");
        assert_eq!(broken(|state| state.start.first_turn = None), "stage");
        assert_eq!(
            broken(|state| state.acted = UnitSet::from_iter([unit("B1")])),
            "stage"
        );
        assert_eq!(
            broken(|state| state.charged = UnitSet::from_iter([unit("A1")])),
            "stage"
        ); // Charged without acting.
        assert_eq!(
            broken(|state| state.combat.fled = UnitSet::from_iter([unit("A1")])),
            "combat"
        );
        assert_eq!(broken(|state| state.stage = Stage::Over), "stage");
        assert_eq!(broken(|state| state.stage = Stage::Empty), "stage");
        assert_eq!(broken(|state| state.stage = Stage::Blows { tier: 2 }), "combat");
        let over = |state: &mut State| {
            state.ending = Some(Ending {
                winner: None,
                points: [0, 0],
                reason: EndReason::Equal,
            });
        };
        assert_eq!(broken(over), "stage");
        let blank_card = |state: &mut State| {
            std::sync::Arc::make_mut(&mut state.cards)
                .units
                .last_mut()
                .unwrap()
                .attacks = 200;
        };
        assert!(broken(blank_card).starts_with("/cards/units/"));
        let gone = |state: &mut State| {
            for place in 6..8 {
                (state.units[place].cell, state.units[place].models) = (None, 0);
                state.units[place].lost = Some(Loss::Melee);
            }
        };
        assert_eq!(broken(gone), "stage");
    }

    #[test]
    fn a_position_between_two_events_goes_on_by_itself() {
        // The actions are over and the combats are due: the fight follows from the position.
        let mut scene = Scene::new("A1 d4 N, A2 a1 N, B1 d5 S, B2 h8 N");
        scene.state.stage = Stage::Combats;
        let state = begin(scene.state, &[1; 10]).unwrap();
        assert_eq!(
            (state.stage, crate::reforming::next_to_reform(&state)),
            (Stage::Aftermath, Some(Seat::A))
        );
    }
}
