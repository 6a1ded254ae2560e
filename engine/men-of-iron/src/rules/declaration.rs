//! The declaration of all attacks of a round, judged as a whole (§10.1, §11.3, pp. 8-10).

use std::collections::BTreeSet;

use hindsight_geometry::hexes::Hex;
use hindsight_kernel::agenda::Taken;
use hindsight_kernel::{Refusal, Seat, refusals};

use super::asking::{BattleTable, then};
use super::charge::{self, check_charge};
use super::shock::{frontal_targets, may_attack};
use crate::messages::MESSAGES;
use crate::model::agenda::{Need, Step};
use crate::model::attack::{Attack, Attacker, Declared, Defender, Marker};
use crate::model::event::ShockEvent;
use crate::model::names::UnitId;
use crate::model::piece::{Formation, Unit};
use crate::model::state::State;

refusals! {
    messages = MESSAGES;
    /// Reasons why a declaration is refused, in the order in which it is judged.
    #[derive(Copy, Eq)]
    pub enum DeclarationRefusal {
        NotNow = "MOI-SHOCK-06", "§10.3, ESP-C p. 8, 16";
        NotYours = "MOI-COMP-09", "§2.4 p. 3";
        NoUnit = "MOI-COMP-12", "§5.1, §8.0, §15.0 p. 5, 7, 13";
        NotActive = "MOI-COMP-09", "§2.4 p. 3";
        NotContinuing = "MOI-CONT-02", "§10.3(4), §12.7 p. 9, 12";
        ChargeContinued = "MOI-CONT-02", "§10.3(4), §12.7 p. 9, 12";
        NoAttacker = "MOI-SHOCK-03", "§10.1 p. 8";
        Shape = "MOI-SHOCK-03", "§10.1 p. 8";
        AttacksTwice = "MOI-SHOCK-04", "§10.1 p. 8";
        AttackedTwice = "MOI-SHOCK-04", "§10.1 p. 8";
        NoRow = "MOI-SHOCK-01", "§10.1 p. 8";
        Retired = "MOI-SHOCK-01", "§10.1 p. 8";
        ShieldWall = "MOI-WALL-04", "§14.1 p. 13";
        Schiltron = "MOI-SCHIL-05", "§14.1 p. 13";
        NotAnEnemy = "MOI-SHOCK-02", "§10.1 p. 8";
        NoCell = "MOI-SHOCK-01", "§10.1 p. 8";
        NotInFront = "MOI-SHOCK-02", "§10.1 p. 8";
        Terrain = "MOI-SHOCK-11", "§11.3, TEC p. 10";
        TwoTargets = "MOI-CHARGE-08", "§11.3 p. 10";
        SharedPath = "MOI-CHARGE-05", "§11.3 p. 10-11";
        Unattacked = "MOI-SHOCK-02", "§10.1 p. 8";
        MustContinue = "MOI-CONT-02", "§10.3(4), §12.7 p. 9, 12";
    }
}

use DeclarationRefusal as Refused;

/// The round that is to be declared: 0, or one of Continued Attacks.
fn is_open(state: &State) -> bool {
    matches!(
        state.agenda.last().map(|frame| &frame.step),
        Some(Step::DeclareAttacks | Step::ContinuedAttacks)
    )
}

/// Whether a unit could take part in a Shock attack, whoever stands before it. Rule `MOI-SHOCK-01` (p. 8).
fn check_attacker(state: &State, unit: &Unit) -> Result<(), Refused> {
    if !state.battle.charts.attacks_by_shock(state.class_of(unit)) {
        return Err(Refused::NoRow);
    }
    if unit.is_retired() {
        return Err(Refused::Retired);
    }
    match unit.formation {
        Formation::Open => Ok(()),
        Formation::ShieldWall => Err(Refused::ShieldWall),
        Formation::Schiltron => Err(Refused::Schiltron),
    }
}

/// Judges a whole declaration. Rule `MOI-SHOCK-14` (pp. 8-10).
pub fn check(state: &State, seat: Seat, attacks: &[Declared]) -> Result<(), Refusal> {
    if !is_open(state) {
        return Err(Refused::NotNow.into());
    }
    if seat != state.active {
        return Err(Refused::NotYours.into());
    }
    for attack in attacks {
        for attacker in &attack.attackers {
            check_entitled(state, attacker.unit, attacker.charge.is_some())?;
        }
    }
    check_shapes(attacks)?;
    for attack in attacks {
        check_attack(state, attack)?;
    }
    check_paths(attacks)?;
    check_obligations(state, attacks)?;
    Ok(())
}

fn check_entitled(state: &State, id: UnitId, charges: bool) -> Result<(), Refused> {
    let unit = state
        .unit(id)
        .filter(|unit| unit.hex().is_some())
        .ok_or(Refused::NoUnit)?;
    if unit.seat != state.active || state.active_command() != Some(unit.command) {
        return Err(Refused::NotActive);
    }
    if state.round > 0 && !state.continuing.contains(&id) {
        return Err(Refused::NotContinuing);
    }
    if state.round > 0 && charges {
        return Err(Refused::ChargeContinued);
    }
    Ok(())
}

/// The shapes of attacks, each unit once. Rules `MOI-SHOCK-03`, `MOI-SHOCK-04` (p. 8).
pub(crate) fn check_shapes(attacks: &[Declared]) -> Result<(), Refused> {
    let (mut attackers, mut defenders) = (BTreeSet::new(), BTreeSet::new());
    for attack in attacks {
        match (attack.attackers.len(), attack.defenders.len()) {
            (0, _) | (_, 0) => return Err(Refused::NoAttacker),
            (_, 1) | (1, 2) => {}
            _ => return Err(Refused::Shape),
        }
        if !attack
            .attackers
            .iter()
            .all(|attacker| attackers.insert(attacker.unit))
        {
            return Err(Refused::AttacksTwice);
        }
        if !attack
            .defenders
            .iter()
            .all(|defender| defenders.insert(*defender))
        {
            return Err(Refused::AttackedTwice);
        }
    }
    Ok(())
}

fn check_attack(state: &State, attack: &Declared) -> Result<(), Refusal> {
    for attacker in &attack.attackers {
        let unit = state.unit(attacker.unit).ok_or(Refused::NoUnit)?;
        check_attacker(state, unit)?;
        for &defender in &attack.defenders {
            let target = state
                .unit(defender)
                .filter(|target| target.seat != unit.seat && target.hex().is_some())
                .ok_or(Refused::NotAnEnemy)?;
            let (class, against) = (state.class_of(unit), state.class_of(target));
            if state.battle.charts.matrix(class, against).is_none() {
                return Err(Refused::NoCell.into());
            }
            match &attacker.charge {
                None => {
                    if !target.hex().is_some_and(|hex| unit.has_in_front(hex)) {
                        return Err(Refused::NotInFront.into());
                    }
                    if !may_attack(state, unit, target) {
                        return Err(Refused::Terrain.into());
                    }
                }
                Some(_) if attack.defenders.len() > 1 => return Err(Refused::TwoTargets.into()),
                Some(course) => check_charge(state, unit, target, course)?,
            }
        }
    }
    Ok(())
}

/// No hex of a Charge's path is used by another. Rule `MOI-CHARGE-05` (pp. 10-11).
fn check_paths(attacks: &[Declared]) -> Result<(), Refused> {
    let mut used: BTreeSet<Hex> = BTreeSet::new();
    let paths = attacks
        .iter()
        .flat_map(|attack| &attack.attackers)
        .filter_map(|attacker| attacker.charge.as_ref())
        .flat_map(|course| &course.path);
    for &hex in paths {
        if !used.insert(hex) {
            return Err(Refused::SharedPath);
        }
    }
    Ok(())
}

/// What must be attacked, and who must attack. Rules `MOI-SHOCK-02`, `MOI-CONT-02` (pp. 8-9, 12).
fn check_obligations(state: &State, attacks: &[Declared]) -> Result<(), Refused> {
    let attacked: BTreeSet<UnitId> = attacks
        .iter()
        .flat_map(|attack| attack.defenders.iter().copied())
        .collect();
    let shocking = attacks
        .iter()
        .flat_map(|attack| &attack.attackers)
        .filter(|attacker| attacker.charge.is_none())
        .filter_map(|attacker| state.unit(attacker.unit));
    for unit in shocking {
        if !frontal_targets(state, unit)
            .iter()
            .all(|target| attacked.contains(target))
        {
            return Err(Refused::Unattacked);
        }
    }
    let declared = |id: UnitId| {
        attacks
            .iter()
            .any(|attack| attack.attackers.iter().any(|attacker| attacker.unit == id))
    };
    if state.round > 0 && !continuing(state).iter().all(|unit| declared(unit.id)) {
        return Err(Refused::MustContinue);
    }
    Ok(())
}

/// The units whose Continued Attack does not lapse: able, with an attackable enemy in front. Rule `MOI-CONT-05` (p. 12).
pub fn continuing(state: &State) -> Vec<&Unit> {
    state
        .continuing
        .iter()
        .filter_map(|&id| state.unit(id))
        .filter(|unit| check_attacker(state, unit).is_ok() && !frontal_targets(state, unit).is_empty())
        .collect()
}

/// The units that could attack by Shock, each with the enemies before it.
pub fn able_to_shock(state: &State) -> Vec<(UnitId, Vec<UnitId>)> {
    let entitled = |unit: &&Unit| check_entitled(state, unit.id, false).is_ok();
    state
        .on_map(state.active)
        .filter(entitled)
        .filter(|unit| check_attacker(state, unit).is_ok())
        .map(|unit| (unit.id, frontal_targets(state, unit)))
        .filter(|(_, targets)| !targets.is_empty())
        .collect()
}

/// The Charges that could be declared, each by itself.
pub fn able_to_charge(state: &State) -> Vec<(UnitId, UnitId, crate::model::attack::Course)> {
    if state.round > 0 {
        return Vec::new();
    }
    state
        .on_map(state.active)
        .filter(|unit| check_entitled(state, unit.id, true).is_ok() && check_attacker(state, unit).is_ok())
        .flat_map(|unit| {
            charge::charges_of(state, unit)
                .into_iter()
                .map(|(target, course)| (unit.id, target, course))
        })
        .collect()
}

/// The Shock Phase begins: where nobody could attack it is over at once.
pub(crate) fn open(table: &mut BattleTable<'_>) -> Result<Taken, Need> {
    let state = table.state();
    if able_to_shock(state).is_empty() && able_to_charge(state).is_empty() {
        return Ok(then(table, [Step::Rally, Step::EndOfActivation]));
    }
    Ok(Taken::Waits)
}

/// The attacks of a round as they are kept, each unit with the hex where it must be found.
pub(crate) fn attacks_of(state: &State, declared: &[Declared]) -> Vec<Attack> {
    declared
        .iter()
        .map(|attack| Attack {
            attackers: attack
                .attackers
                .iter()
                .filter_map(|attacker| {
                    let unit = state.unit(attacker.unit)?;
                    Some(Attacker {
                        unit: unit.id,
                        class: unit.class,
                        at: unit.hex()?,
                        marker: if attacker.charge.is_some() {
                            Marker::Charge
                        } else {
                            Marker::Shock
                        },
                        course: attacker.charge.clone(),
                        rode: false,
                    })
                })
                .collect(),
            defenders: attack
                .defenders
                .iter()
                .filter_map(|&defender| {
                    Some(Defender {
                        unit: defender,
                        at: state.unit(defender)?.hex()?,
                    })
                })
                .collect(),
            countered_by: Vec::new(),
            rolled: false,
            over: false,
        })
        .collect()
}

/// Declares all attacks of the round: S7 or S10. Rule `MOI-SHOCK-05` (p. 8).
pub(crate) fn declare(table: &mut BattleTable<'_>, seat: Seat, declared: &[Declared]) -> Result<(), Refusal> {
    check(table.state(), seat, declared)?;
    let attacks = attacks_of(table.state(), declared);
    let round = table.state().round;
    table.emit(ShockEvent::AttacksDeclared { attacks });
    if declared.is_empty() {
        then(table, [Step::Rally, Step::EndOfActivation]);
    } else if round == 0 {
        let steps = [
            Step::ChargeMoves,
            Step::RetreatsBeforeShock,
            Step::CounterCharges,
            Step::Resolution,
        ];
        then(table, steps);
    } else {
        then(table, [Step::RetreatsBeforeShock, Step::Resolution]);
    }
    Ok(())
}
