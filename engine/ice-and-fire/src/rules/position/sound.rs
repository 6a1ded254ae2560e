//! Soundness of a position in which somebody is asked, as one that a table can have: the invariants, every
//! number within what it can be, every pending step about units that are there.

use hindsight_kernel::{Message, message};

use super::super::terrain;
use super::invariants;
use crate::messages::MESSAGES;
use crate::model::agenda::{Occasion, Source, Step};
use crate::model::contests::{Attack, Charge, Die, PanicTest};
use crate::model::names::{NcuId, UnitId};
use crate::model::state::{Activated, State};

/// The most entries of a list of a position.
const MOST: usize = 300;
/// How deep two trays may overlap before a position cannot be, in thousandths of an inch: a step of a charge and rounding.
const DEEP: f64 = 20.0;
/// How far from the table's edges the middle of anything may lie, in thousandths of an inch.
const OFF: i32 = 10_000;

/// Whether a table can have a position.
pub(crate) fn sound(state: &State) -> Result<(), Message> {
    invariants(state)?;
    super::bounds::cards(&state.cards)?;
    sizes(state)?;
    places(state)?;
    overlaps(state)?;
    destroyed(state)?;
    contests(state)?;
    for frame in &state.agenda {
        if !frame.answers.is_empty() {
            return Err(message!(MESSAGES, "position-step-without-answers"));
        }
        step(state, &frame.step)?;
    }
    for at in &state.fallen {
        occasion(state, at)?;
    }
    if state.agenda.is_empty() == state.ending.is_none() {
        return Err(message!(MESSAGES, "position-agenda-empty"));
    }
    Ok(())
}

fn sizes(state: &State) -> Result<(), Message> {
    let lists = [
        state.pool.len(),
        state.terrain.len(),
        state.objectives.len(),
        state.units.len(),
        state.ncus.len(),
        state.engagements.len(),
        state.panics.len(),
        state.fallen.len(),
    ];
    let players = state
        .players
        .iter()
        .flat_map(|player| [player.hand.len(), player.unseen.len(), player.discards.len()]);
    if lists.into_iter().chain(players).any(|length| length > MOST) {
        return Err(message!(MESSAGES, "position-long-list", most = MOST));
    }
    if state.players.iter().any(|player| player.points > 1_000) {
        return Err(message!(MESSAGES, "position-victory-points"));
    }
    if !(1..=100).contains(&state.agreed.points) || !(1..=1_000).contains(&state.agreed.victory) {
        return Err(message!(MESSAGES, "position-agreed-points"));
    }
    let known = |id: &crate::cards::CardId| state.cards.terrain_card(*id).is_some();
    if !state.pool.iter().all(known) || !state.terrain.iter().all(|piece| known(&piece.card)) {
        return Err(message!(MESSAGES, "position-terrain-without-card"));
    }
    if state.round > 0 && state.first.is_none() {
        return Err(message!(MESSAGES, "position-no-first-player"));
    }
    Ok(())
}

fn places(state: &State) -> Result<(), Message> {
    let near = -OFF..=crate::field::TABLE + OFF;
    let poses = state.on_table().map(|(_, pose)| pose);
    for pose in poses.chain(state.terrain.iter().map(|piece| piece.pose)) {
        if !near.contains(&pose.x) || !near.contains(&pose.y) || pose.heading > 359 {
            return Err(message!(MESSAGES, "position-off-the-table"));
        }
    }
    for token in &state.objectives {
        if !near.contains(&token.place.x) || !near.contains(&token.place.y) {
            return Err(message!(MESSAGES, "position-objective-off-the-table"));
        }
    }
    for (at, piece) in state.terrain.iter().enumerate() {
        if usize::from(piece.no.0) != at + 1 {
            return Err(message!(MESSAGES, "position-terrain-numbers"));
        }
    }
    Ok(())
}

/// Trays do not overlap, but for a charger that has moved through friends and waits for its slot. Rules `IF-MOVE-04`,
/// `IF-CHG-03`, `IF-CHG-06`.
fn overlaps(state: &State) -> Result<(), Message> {
    let waits = matches!(state.step(), Some(Step::Align));
    let charger = state
        .charge
        .as_ref()
        .filter(|_| waits)
        .map(|charge| charge.charger);
    let may_stand = |one: UnitId, other: UnitId| {
        one.seat() == other.seat() && (charger == Some(one) || charger == Some(other))
    };
    let trays: Vec<_> = state
        .on_table()
        .filter_map(|(unit, _)| Some((unit.id, terrain::tray(state, unit.id)?.outline())))
        .collect();
    for (at, (one, outline)) in trays.iter().enumerate() {
        for (other, second) in &trays[at + 1..] {
            if outline.depth(second) > DEEP && !may_stand(*one, *other) {
                return Err(message!(MESSAGES, "position-overlap", one, other));
            }
        }
    }
    Ok(())
}

fn destroyed(state: &State) -> Result<(), Message> {
    for unit in state.units.iter().filter(|unit| !unit.is_alive()) {
        let gone = unit.pose.is_none() && !unit.reserve && unit.tokens.is_empty() && unit.wounded == 0;
        if !gone || state.is_engaged(unit.id) {
            return Err(message!(
                MESSAGES,
                "position-destroyed-leaves-nothing",
                unit = unit.id
            ));
        }
    }
    Ok(())
}

fn known(state: &State, id: UnitId) -> Result<(), Message> {
    state
        .unit(id)
        .map(|_| ())
        .ok_or_else(|| message!(MESSAGES, "position-no-unit", id))
}

fn known_ncu(state: &State, id: NcuId) -> Result<(), Message> {
    state
        .ncu(id)
        .map(|_| ())
        .ok_or_else(|| message!(MESSAGES, "position-no-ncu", id))
}

fn contests(state: &State) -> Result<(), Message> {
    if let Some(activated) = state.activated {
        match activated {
            Activated::Unit(id) => known(state, id)?,
            Activated::Ncu(id) => known_ncu(state, id)?,
        }
    }
    if let Some(charge) = &state.charge {
        of_charge(state, charge)?;
    }
    if let Some(attack) = &state.attack {
        of_attack(state, attack)?;
    }
    for test in &state.panics {
        of_test(state, test)?;
    }
    Ok(())
}

fn of_charge(state: &State, charge: &Charge) -> Result<(), Message> {
    known(state, charge.charger)?;
    known(state, charge.target)?;
    let fits = charge.heading < 360
        && charge.die.is_none_or(|die| (1..=6).contains(&die))
        && charge.charger.seat() != charge.target.seat()
        && charge.path.len() <= 4
        && charge.effects.abilities.len() <= 4;
    fits.then_some(())
        .ok_or_else(|| message!(MESSAGES, "position-charge-of-friends"))
}

fn faces(dice: &[Die]) -> bool {
    dice.len() <= MOST && dice.iter().all(|die| (1..=6).contains(&die.face))
}

fn of_attack(state: &State, attack: &Attack) -> Result<(), Message> {
    known(state, attack.attacker)?;
    known(state, attack.defender)?;
    attack.partners.iter().try_for_each(|id| known(state, *id))?;
    let armed = state
        .unit_and_card(attack.attacker)
        .is_some_and(|(_, card)| usize::from(attack.weapon) < card.attacks.len());
    let fits = armed
        && attack.attacker.seat() != attack.defender.seat()
        && faces(&attack.dice)
        && faces(&attack.defence_dice)
        && attack.hits <= 600
        && attack.precise <= 600
        && attack.wounds <= 1_000
        && attack.partners.len() <= 40
        && attack.effects.abilities.len() <= 4;
    fits.then_some(())
        .ok_or_else(|| message!(MESSAGES, "position-attack-of-friends"))
}

fn of_test(state: &State, test: &PanicTest) -> Result<(), Message> {
    known(state, test.unit)?;
    let fits = faces(&test.dice) && (test.dice.is_empty() || test.dice.len() == 3);
    fits.then_some(())
        .ok_or_else(|| message!(MESSAGES, "position-panic-dice"))
}

fn occasion(state: &State, at: &Occasion) -> Result<(), Message> {
    if !super::is_seated(at.active) {
        return Err(message!(MESSAGES, "position-trigger-without-player"));
    }
    [at.attacker, at.subject]
        .into_iter()
        .flatten()
        .try_for_each(|id| known(state, id))?;
    at.ncu.map_or(Ok(()), |id| known_ncu(state, id))
}

fn source(state: &State, source: Source) -> Result<(), Message> {
    match source {
        Source::Card { card } => state
            .cards
            .tactics_card(card)
            .map(|_| ())
            .ok_or_else(|| message!(MESSAGES, "position-no-card-of-deck", card)),
        Source::Order { unit, .. } => known(state, unit),
        Source::Ncu { ncu } => known_ncu(state, ncu),
    }
}

fn step(state: &State, step: &Step) -> Result<(), Message> {
    let seated = |seat: hindsight_kernel::Seat| {
        super::is_seated(seat)
            .then_some(())
            .ok_or_else(|| message!(MESSAGES, "position-no-player", seat))
    };
    let small = |bonus: i8| {
        (-12..=12)
            .contains(&bonus)
            .then_some(())
            .ok_or_else(|| message!(MESSAGES, "position-bonus"))
    };
    match step {
        Step::Lists
        | Step::Start
        | Step::RollTerrainNumber
        | Step::RollFirstPiece
        | Step::RollSides
        | Step::BeginRound
        | Step::RollCharge
        | Step::Align
        | Step::ChargeAttack
        | Step::RollAttack
        | Step::RollDefence
        | Step::Strike
        | Step::CompleteAttack
        | Step::Surge
        | Step::EndAttack
        | Step::RollPanic
        | Step::SettlePanic
        | Step::Score
        | Step::EndRound => Ok(()),
        Step::RollTerrain { seat, left } => {
            seated(*seat)?;
            (*left <= 12)
                .then_some(())
                .ok_or_else(|| message!(MESSAGES, "position-pieces-rolled"))
        }
        Step::NameTerrain { seat }
        | Step::PlaceTerrain { seat }
        | Step::NamePicker { seat }
        | Step::PickSide { seat }
        | Step::NameFirstDeployer { seat }
        | Step::NameFirstPlayer { seat }
        | Step::Deploy { seat }
        | Step::Draw { seat, .. }
        | Step::Turn { seat }
        | Step::ChooseUnit { seat }
        | Step::EndTurn { seat }
        | Step::Discard { seat } => seated(*seat),
        Step::ChooseAction { unit } | Step::EndAction { unit } | Step::Panic { unit, .. } => {
            known(state, *unit)
        }
        Step::Resolve { unit, bonus, .. } | Step::FreeAction { unit, bonus, .. } => {
            known(state, *unit)?;
            small(*bonus)
        }
        Step::Window { at, asked, .. } => {
            seated(*asked)?;
            occasion(state, at)
        }
        Step::Effects {
            seat,
            source: from,
            at,
            choice,
            ..
        } => {
            seated(*seat)?;
            source(state, *from)?;
            occasion(state, at)?;
            let units = choice.iter().flat_map(|choice| &choice.units);
            units.copied().try_for_each(|id| known(state, id))
        }
        Step::Settle { seat, source: from } => {
            seated(*seat)?;
            source(state, *from)
        }
        Step::FreePivots { seat, units } => {
            seated(*seat)?;
            units.iter().try_for_each(|id| known(state, *id))
        }
        Step::RetreatMove { unit, reach } => {
            known(state, *unit)?;
            (0..=48_000)
                .contains(reach)
                .then_some(())
                .ok_or_else(|| message!(MESSAGES, "position-retreat-off-the-table"))
        }
        Step::ZoneEffect { ncu, .. } => known_ncu(state, *ncu),
    }
}
