//! Invariants of every position.

use hindsight_geometry::hexes::Hex;
use hindsight_kernel::{Argument, Invariant, Message, check_invariants, message};

use crate::data::Start;
use crate::messages::MESSAGES;
use crate::model::agenda::Step;
use crate::model::command::MOST_ACTS;
use crate::model::names::{ClassId, UnitId};
use crate::model::piece::{Formation, PiecePlace, Status, Unit};
use crate::model::state::{Mover, SEATS, State};

/// The laws of a position, each by name.
const LAWS: &[Invariant<State>] = &[
    ("pieces_of_the_battle", pieces_of_the_battle),
    ("places_on_the_map", places_on_the_map),
    ("one_unit_a_hex", one_unit_a_hex),
    ("classes_follow_the_counters", classes_follow_the_counters),
    ("formations_allowed", formations_allowed),
    ("attacks_speak_of_units", attacks_speak_of_units),
    ("mover_is_active", mover_is_active),
    ("steps_fit", steps_fit),
];

/// What holds besides wherever somebody is asked: between two events of one decision it need not.
const SETTLED: &[Invariant<State>] = &[
    ("no_enemies_in_a_hex", no_enemies_in_a_hex),
    ("activation_fits", activation_fits),
    ("numbers_of_a_table", numbers_of_a_table),
];

/// Whether a position in which somebody is asked is one that a table can have.
pub(crate) fn sound(state: &State) -> Result<(), Message> {
    invariants(state)?;
    check_invariants(state, SETTLED)
}

/// Whether a position keeps all of them.
pub(crate) fn invariants(state: &State) -> Result<(), Message> {
    check_invariants(state, LAWS)
}

fn pieces_of_the_battle(state: &State) -> Result<(), Message> {
    // Both lists are in order of ids: gone through side by side.
    let mut cards = state.battle.unit.iter();
    for (id, unit) in &state.units {
        let card = cards.find(|(of, _)| *of >= id).filter(|(of, _)| *of == id);
        let sound = unit.id == *id
            && card.is_some_and(|(_, card)| card.command == unit.command)
            && state.battle.side_of(unit.command) == Some(unit.seat);
        if !sound {
            return Err(message!(MESSAGES, "position-no-unit", id));
        }
    }
    for (id, leader) in &state.leaders {
        if leader.id != *id || state.battle.side_of_leader(*id) != Some(leader.seat) {
            return Err(message!(MESSAGES, "position-no-leader", id));
        }
    }
    for (id, standard) in &state.standards {
        if standard.id != *id || state.battle.side_of_standard(*id) != Some(standard.seat) {
            return Err(message!(MESSAGES, "position-no-standard", id));
        }
    }
    let all = state.units.len() == state.battle.unit.len()
        && state.leaders.len() == state.battle.leader.len()
        && state.standards.len() == state.battle.standard.len();
    if !all {
        return Err(message!(MESSAGES, "position-pieces-missing"));
    }
    if !SEATS.contains(&state.active) {
        return Err(message!(MESSAGES, "position-no-active-side"));
    }
    Ok(())
}

fn places_on_the_map(state: &State) -> Result<(), Message> {
    let extent = state.battle.map.extent();
    let units = state.units.values().filter_map(Unit::hex);
    let leaders = state
        .leaders
        .values()
        .filter_map(crate::model::piece::Leader::hex);
    let standards = state.standards.values().filter_map(|standard| standard.hex);
    match units
        .chain(leaders)
        .chain(standards)
        .find(|hex| !extent.contains(*hex))
    {
        Some(hex) => Err(message!(
            MESSAGES,
            "position-off-the-map",
            hex = Argument::text(hex)
        )),
        None => Ok(()),
    }
}

/// One combat unit in a hex, but for mounted men-at-arms that pass through friendly missile infantry. Rule `MOI-STACK-01`.
fn one_unit_a_hex(state: &State) -> Result<(), Message> {
    let mut there: Vec<(Hex, &Unit)> = state
        .units
        .values()
        .filter_map(|unit| Some((unit.hex()?, unit)))
        .collect();
    there.sort_by_key(|(hex, _)| *hex);
    for two in there.windows(2) {
        let [(hex, unit), (other_hex, other)] = *two else {
            continue;
        };
        if hex == other_hex && !passes(state, unit, other) && !passes(state, other, unit) {
            return Err(message!(
                MESSAGES,
                "position-hex-twice",
                other = other.id,
                unit = unit.id,
                hex = Argument::text(hex)
            ));
        }
    }
    Ok(())
}

fn passes(state: &State, unit: &Unit, through: &Unit) -> bool {
    state.mover == Some(Mover::Unit(unit.id))
        && unit.class == ClassId::MMAA
        && unit.seat == through.seat
        && unit
            .acts
            .turn
            .as_ref()
            .is_some_and(|turn| turn.passing == Some(through.id))
}

/// A combat unit never shares a hex with an enemy leader or Standard, but in the moment in which it enters. Rule
/// `MOI-STACK-03`.
fn no_enemies_in_a_hex(state: &State) -> Result<(), Message> {
    let pending = |hex: Hex| {
        state
            .agenda
            .iter()
            .any(|frame| matches!(&frame.step, Step::Displace { hex: entered, .. } if *entered == hex))
    };
    for unit in state.units.values() {
        if let Some(hex) = unit.hex()
            && state.enemy_leader_or_standard_at(hex, unit.seat)
            && !pending(hex)
        {
            return Err(message!(
                MESSAGES,
                "position-hex-with-enemy",
                unit = unit.id,
                hex = Argument::text(hex)
            ));
        }
    }
    Ok(())
}

fn classes_follow_the_counters(state: &State) -> Result<(), Message> {
    for unit in state.units.values() {
        let Some(card) = state.battle.unit.get(&unit.id) else {
            continue;
        };
        let unhorsed = unit.class == ClassId::UMAA && card.class == ClassId::MMAA;
        if unit.class != card.class && !unhorsed {
            return Err(message!(
                MESSAGES,
                "position-class",
                unit = unit.id,
                class = Argument::text(card.class)
            ));
        }
        if unit.dismounted && card.dismounted.is_none() {
            return Err(message!(MESSAGES, "position-no-dismounted-side", unit = unit.id));
        }
        if unit.place == PiecePlace::Unplaced && card.hex != Start::Area {
            return Err(message!(MESSAGES, "position-place-to-begin", unit = unit.id));
        }
    }
    Ok(())
}

/// Formations only for classes that may form them, and never Retired. Rules `MOI-WALL-01`, `MOI-WALL-06`, `MOI-SCHIL-02`.
fn formations_allowed(state: &State) -> Result<(), Message> {
    for unit in state.units.values() {
        let class = state.class_card(unit);
        let allowed = match unit.formation {
            Formation::Open => true,
            Formation::ShieldWall => class.is_some_and(|class| class.shield_wall_ok),
            Formation::Schiltron => class.is_some_and(|class| class.schiltron_ok),
        };
        let keeps =
            unit.formation == Formation::Open || unit.status != Status::Retired && unit.hex().is_some();
        if !allowed || !keeps {
            return Err(message!(MESSAGES, "position-no-formation", unit = unit.id));
        }
    }
    Ok(())
}

fn attacks_speak_of_units(state: &State) -> Result<(), Message> {
    let mut named = state
        .attacks
        .iter()
        .chain(&state.counter)
        .flat_map(|attack| {
            let attackers = attack.attackers.iter().map(|attacker| attacker.unit);
            attackers.chain(attack.defenders.iter().map(|defender| defender.unit))
        })
        .chain(state.continuing.iter().copied());
    match named.find(|unit: &UnitId| state.unit(*unit).is_none()) {
        Some(unit) => Err(message!(MESSAGES, "position-attack-of-no-unit", unit)),
        None => Ok(()),
    }
}

fn mover_is_active(state: &State) -> Result<(), Message> {
    match state.mover {
        Some(Mover::Unit(id)) => {
            let sound = state
                .unit(id)
                .is_some_and(|unit| unit.acts.turn.is_some() && Some(unit.command) == state.active_command());
            if sound {
                Ok(())
            } else {
                Err(message!(MESSAGES, "position-not-moving", id))
            }
        }
        Some(Mover::Leader(id)) if state.leader(id).is_none() => {
            Err(message!(MESSAGES, "position-not-moving", id))
        }
        Some(Mover::Leader(_)) | None => Ok(()),
    }
}

/// An Activation is under way exactly while its steps are pending.
fn activation_fits(state: &State) -> Result<(), Message> {
    let between = matches!(
        state.agenda.first().map(|frame| &frame.step),
        None | Some(Step::FreeChoice | Step::Continuation | Step::SeizeOffer { .. })
    );
    if between == state.activation.is_some() {
        return Err(message!(MESSAGES, "position-activation-without-steps"));
    }
    Ok(())
}

/// No count is beyond what a table can have.
fn numbers_of_a_table(state: &State) -> Result<(), Message> {
    const MOST: u8 = 100;
    let turn = |unit: &Unit| unit.acts.turn.as_ref().is_some_and(|turn| turn.spent > MOST);
    let units = state
        .units
        .values()
        .any(|unit| unit.acts.attacks > MOST || unit.acts.reactions.len() > usize::from(MOST) || turn(unit));
    let leaders = state
        .leaders
        .values()
        .any(|leader| leader.spent > MOST || leader.losses > 1_000);
    let players = state.players.iter().any(|player| player.penalty > MOST);
    if units || leaders || players || state.activations > 1_000_000 || state.passes > 1_000_000 {
        return Err(message!(MESSAGES, "position-count"));
    }
    Ok(())
}

/// Each question is asked in a step, and each step speaks of pieces that there are.
fn steps_fit(state: &State) -> Result<(), Message> {
    if state.ending.is_some() {
        let clear = state.agenda.is_empty();
        return if clear {
            Ok(())
        } else {
            Err(message!(MESSAGES, "position-over-with-steps"))
        };
    }
    if state.agenda.is_empty() {
        return Err(message!(MESSAGES, "position-without-steps"));
    }
    for (place, frame) in state.agenda.iter().enumerate() {
        if let Step::Ask(question) = &frame.step
            && (place == 0 || place + 1 < state.agenda.len() || !SEATS.contains(&question.seat))
        {
            return Err(message!(MESSAGES, "position-question-below"));
        }
        if let Step::Acts { acts, .. } = &frame.step {
            let below = place.checked_sub(1).and_then(|below| state.agenda.get(below));
            let ordered = below.is_some_and(|below| below.step == Step::MoveFire);
            if !ordered || acts.is_empty() || acts.len() > MOST_ACTS {
                return Err(message!(MESSAGES, "position-acts-outside-their-phase"));
            }
        }
        let speaks_of = units_of(&frame.step);
        if let Some(unit) = speaks_of.iter().find(|unit| state.unit(**unit).is_none()) {
            return Err(message!(MESSAGES, "position-step-of-no-unit", unit));
        }
    }
    Ok(())
}

/// The units that a step speaks of.
fn units_of(step: &Step) -> Vec<UnitId> {
    match step {
        Step::Acts { unit, .. }
        | Step::Reaction { unit, .. }
        | Step::CounterGoesOn { unit }
        | Step::ChargeRide { unit, .. }
        | Step::Retreat { unit, .. }
        | Step::Retire { unit }
        | Step::LeaderPlacement { lost: unit, .. } => vec![*unit],
        Step::Shot { unit, target }
        | Step::AfterShot { unit, target, .. }
        | Step::CounterRide { unit, target, .. } => vec![*unit, *target],
        Step::Hits { hits, .. } => hits.iter().map(|hit| hit.unit).collect(),
        Step::Suffer(hit) => vec![hit.unit],
        Step::Advance { fought, charging, .. } => fought.iter().chain(charging).copied().collect(),
        Step::Ask(_)
        | Step::SetUp { .. }
        | Step::OpeningFormations { .. }
        | Step::FreeChoice
        | Step::Continuation
        | Step::SeizeOffer { .. }
        | Step::Replacements
        | Step::FormationOrder { .. }
        | Step::CommandStatus { .. }
        | Step::MoveFire
        | Step::Displace { .. }
        | Step::DeclareAttacks
        | Step::ChargeMoves
        | Step::RetreatsBeforeShock
        | Step::AdvanceBeforeShock { .. }
        | Step::CounterCharges
        | Step::Resolution
        | Step::Fight { .. }
        | Step::LeadersAdrift
        | Step::ContinuedAttacks
        | Step::Rally
        | Step::StandardRally { .. }
        | Step::StandardMove { .. }
        | Step::EndOfActivation => Vec::new(),
    }
}
