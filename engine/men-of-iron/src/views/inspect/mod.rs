//! Inspection of a unit in a position: where it gets and at what cost, who reacts there, whom it can shoot,
//! shock and charge with the chance of each result, and the chances of its Command.

mod whole;

use std::collections::BTreeMap;

use hindsight_geometry::hexes::Hex;
use hindsight_kernel::{
    Argument, AttackChances as Attack, Inspect, InspectRequest, Inspection, Message, Modifier, Overlay,
    Refusal, RollChances, Threat, Tone, message,
};
use serde_json::{Value, json};

use super::board::{along, fill};
use super::reach::reachable;
use super::{chances, harm, sentences, threats};
use crate::MenOfIron;
use crate::data::Outcome;
use crate::messages::{self, MESSAGES};
use crate::model::attack::{Declared, DeclaredAttacker};
use crate::model::drm::Drm;
use crate::model::names::UnitId;
use crate::model::piece::{Occasion, Unit};
use crate::model::state::State;
use crate::odds::{Assumptions, attack_odds, continuity_chance, flight_check_curve, seizure_chance};
use crate::rules::{charge, fire, modifiers, shock};

/// How wide a hex is; told, never reckoned with. Rule `MOI-COMP-13` (pp. 3-4).
const YARDS_A_HEX: u32 = 110;

impl Inspect for MenOfIron {
    fn inspect(state: &State, question: &InspectRequest) -> Result<Inspection, Refusal> {
        let unknown =
            |id: &str| Refusal::new("HS-FORM-01", message!(MESSAGES, "no-unit", unit = id.to_owned()));
        let find = |id: &String| {
            id.parse::<UnitId>()
                .ok()
                .and_then(|unit| state.unit(unit))
                .ok_or_else(|| unknown(id))
        };
        let unit = find(&question.unit)?;
        let target = question.target.as_ref().map(find).transpose()?;
        let mut inspection = Inspection {
            unit: question.unit.clone(),
            target: question.target.clone(),
            answers: Vec::new(),
            attacks: Vec::new(),
            overlays: Vec::new(),
        };
        printed(state, unit, &mut inspection);
        if unit.hex().is_some() {
            movement(state, unit, &mut inspection);
            zones(state, unit, &mut inspection);
            shots(state, unit, target, &mut inspection);
            attacks(state, unit, target, &mut inspection);
            command(state, unit, &mut inspection);
        }
        if let Some(attacks) = question.about.get("attacks") {
            whole::shock(state, attacks, &mut inspection)?;
        }
        Ok(inspection)
    }

    fn threats(state: &State) -> Option<Vec<Threat>> {
        Some(threats::threats(state))
    }
}

fn answer(inspection: &mut Inspection, topic: &str, value: Value, text: Message, rule: &'static str) {
    inspection.answer(topic, value, text, rule);
}

/// A chance in percent.
fn percent(chance: f64) -> f64 {
    (chance * 100.0).round()
}

fn printed(state: &State, unit: &Unit, inspection: &mut Inspection) {
    let strength = state.strength_of(unit);
    answer(
        inspection,
        "values",
        json!({ "class": state.class_of(unit), "movement_allowance": strength.ma, "shock_defense": strength.sdd }),
        message!(
            MESSAGES,
            "inspect-values",
            unit = messages::unit(state, unit.id),
            allowance = strength.ma,
            defense = Argument::text(format_args!("{:+}", strength.sdd))
        ),
        "MOI-COMP-05",
    );
}

/// Path costs by hex, and who may react where.
fn movement(state: &State, unit: &Unit, inspection: &mut Inspection) {
    let reached = reachable(state, unit);
    let mut hexes = serde_json::Map::new();
    let mut watched: Vec<Hex> = Vec::new();
    for (hex, way) in &reached {
        let mut thought = state.clone();
        if let (Some(moved), Some(facing)) = (thought.units.get_mut(&unit.id), unit.facing()) {
            moved.place = crate::model::piece::PiecePlace::On { hex: *hex, facing };
        }
        let near: Vec<UnitId> = state
            .on_map(unit.seat.opponent())
            .filter(|enemy| enemy.has_in_front(*hex))
            .map(|enemy| enemy.id)
            .collect();
        let reactors = if near.is_empty() {
            Vec::new()
        } else {
            fire::reactors(&thought, unit.id, *hex, Occasion::Move)
        };
        if !reactors.is_empty() {
            watched.push(*hex);
        }
        hexes.insert(
            hex.to_string(),
            json!({
                "cost": way.cost,
                "path": way.path,
                "may_stop": way.may_stop,
                "must_stop": way.must_stop,
                "reactors": reactors,
            }),
        );
    }
    answer(
        inspection,
        "reach",
        Value::Object(hexes),
        message!(
            MESSAGES,
            "inspect-reach",
            unit = unit.id,
            hexes = reached.len(),
            watched = watched.len()
        ),
        "MOI-MOVE-03",
    );
    inspection.overlays.extend(fill(
        state,
        reached
            .iter()
            .filter(|(_, way)| way.may_stop)
            .map(|(hex, _)| *hex),
        "range",
        Some(unit.seat),
        Tone::Plain,
        |hex| reached.get(&hex).map(|way| way.cost.to_string()),
    ));
    inspection.overlays.extend(fill(
        state,
        watched,
        "blocked",
        Some(unit.seat),
        Tone::Bad,
        |_| None,
    ));
}

fn zones(state: &State, unit: &Unit, inspection: &mut Inspection) {
    let zone = state.zoc_hexes(unit);
    let text = if zone.is_empty() {
        message!(MESSAGES, "inspect-no-zone", unit = unit.id)
    } else {
        let hexes = Argument::list(zone.iter().map(Argument::text));
        message!(MESSAGES, "inspect-zone", unit = unit.id, hexes)
    };
    answer(inspection, "zone_of_control", json!(zone), text, "MOI-ZOC-02");
    inspection
        .overlays
        .extend(fill(state, zone, "zone", Some(unit.seat), Tone::Plain, |_| None));
}

fn modifiers_of(drms: &[Drm]) -> Vec<Modifier> {
    drms.iter()
        .map(|drm| Modifier {
            name: drm.rule.to_string(),
            change: i32::from(drm.value),
            rule: drm.rule.clone(),
        })
        .collect()
}

fn results(odds: &BTreeMap<Outcome, f64>) -> Value {
    odds.iter()
        .map(|(outcome, chance)| json!({ "result": sentences::outcome_words(*outcome), "chance": chance }))
        .collect()
}

fn shots(state: &State, unit: &Unit, target: Option<&Unit>, inspection: &mut Inspection) {
    let mut sight: Vec<Overlay> = Vec::new();
    for enemy in state.on_map(unit.seat.opponent()) {
        if target.is_some_and(|target| target.id != enemy.id) || fire::check_shot(state, unit, enemy).is_err()
        {
            continue;
        }
        let (Some(facts), Some(odds)) = (
            modifiers::of_shot(state, unit, enemy),
            crate::odds::shot_odds(state, unit, enemy),
        ) else {
            continue;
        };
        let effect = chances::shot_effect(&state.battle.charts, &facts);
        let drms = facts.drms(&state.battle.charts);
        let results_by_face = chances::shot_results(&state.battle.charts, &facts);
        let harm = harm::of_shot(state, unit, enemy, results_by_face);
        inspection.attacks.push(Attack {
            unit: unit.id.to_string(),
            target: enemy.id.to_string(),
            kind: "fire".to_owned(),
            steps: vec![RollChances {
                purpose: "any effect".to_owned(),
                dice: Some(1),
                target: None,
                modifiers: modifiers_of(&drms),
                successes: chances::once(effect),
            }],
            destroys: harm.exactly(3),
            damage: harm,
        });
        answer(
            inspection,
            "fire",
            json!({ "target": enemy.id, "range": facts.range, "results": results(&odds) }),
            message!(
                MESSAGES,
                "inspect-fire",
                unit = unit.id,
                target = enemy.id,
                range = facts.range,
                yards = facts.range * YARDS_A_HEX,
                effect = percent(effect)
            ),
            "MOI-FIRE-16",
        );
        if let (Some(from), Some(to)) = (unit.hex(), enemy.hex()) {
            sight.push(along(
                state,
                &[from, to],
                "sight",
                Some(unit.seat),
                Tone::Good,
                None,
            ));
        }
    }
    inspection.overlays.extend(sight);
}

fn attacks(state: &State, unit: &Unit, target: Option<&Unit>, inspection: &mut Inspection) {
    let shocks = shock::frontal_targets(state, unit)
        .into_iter()
        .map(|enemy| (enemy, None));
    let charges = charge::charges_of(state, unit)
        .into_iter()
        .map(|(enemy, course)| (enemy, Some(course)));
    for (enemy, course) in shocks.chain(charges) {
        if target.is_some_and(|target| target.id != enemy) {
            continue;
        }
        let declared = Declared {
            attackers: vec![DeclaredAttacker {
                unit: unit.id,
                charge: course.clone(),
            }],
            defenders: vec![enemy],
        };
        let Some(odds) = attack_odds(state, &declared, Assumptions::default()) else {
            continue;
        };
        let Some(suffered) = odds.defenders.get(&enemy) else {
            continue;
        };
        let kind = if course.is_some() { "charge" } else { "shock" };
        let effect: f64 = suffered
            .iter()
            .filter(|(outcome, _)| !outcome.is_none())
            .map(|(_, chance)| chance)
            .fold(0.0, |sum, chance| sum + chance);
        let harm = odds.harm_to(enemy);
        let step = |purpose: &str, chance: f64| RollChances {
            purpose: purpose.to_owned(),
            dice: Some(1),
            target: None,
            modifiers: Vec::new(),
            successes: chances::once(chance.clamp(0.0, 1.0)),
        };
        inspection.attacks.push(Attack {
            unit: unit.id.to_string(),
            target: enemy.to_string(),
            kind: kind.to_owned(),
            steps: vec![
                step("comes to the fight", 1.0 - odds.comes_to_nothing),
                step("on the Charge Table", odds.on_charge_table),
                step("any effect", effect),
                step("Continued Attack", odds.continued),
            ],
            destroys: harm.exactly(3),
            damage: harm,
        });
        answer(
            inspection,
            kind,
            json!({
                "target": enemy,
                "course": course,
                "results": results(suffered),
                "attacker": results(&odds.attackers),
                "counter_charged": odds.counter_charged,
                "continued_attack": odds.continued,
            }),
            message!(
                MESSAGES,
                "inspect-attack",
                unit = unit.id,
                kind,
                enemy,
                effect = percent(effect),
                continued = percent(odds.continued)
            ),
            if course.is_some() {
                "MOI-CHARGE-10"
            } else {
                "MOI-SHOCK-06"
            },
        );
        if let (Some(course), Some(from)) = (course, unit.hex()) {
            let hexes: Vec<Hex> = std::iter::once(from).chain(course.path).collect();
            inspection
                .overlays
                .push(along(state, &hexes, "path", Some(unit.seat), Tone::Good, None));
        }
    }
}

/// Command range, continuity, seizure and the flight-check curve.
fn command(state: &State, unit: &Unit, inspection: &mut Inspection) {
    if let Some(leader) = state.leader_of(unit.command) {
        let reach = state.command_reach(leader);
        let held = state.units_in_command(unit.command).contains(&unit.id);
        let text = if held {
            let leader = messages::leader(state, leader.id);
            message!(MESSAGES, "inspect-in-command", unit = unit.id, leader)
        } else {
            message!(MESSAGES, "inspect-out-of-command", unit = unit.id)
        };
        answer(inspection, "in_command", json!(held), text, "MOI-CMD-01");
        let hexes: Vec<Hex> = reach.hexes.iter().map(|(hex, _)| *hex).collect();
        inspection.overlays.extend(fill(
            state,
            hexes,
            "command",
            Some(unit.seat),
            Tone::Plain,
            |_| None,
        ));
    }
    let (goes_on, seizes) = (
        continuity_chance(state, unit.seat, unit.command),
        seizure_chance(state, unit.seat, unit.command),
    );
    answer(
        inspection,
        "continuity",
        json!({ "continuity": goes_on, "seizure": seizes }),
        message!(
            MESSAGES,
            "inspect-continuity",
            command = unit.command,
            continuity = percent(goes_on),
            seizure = percent(seizes)
        ),
        "MOI-ACT-08",
    );
    let curve = flight_check_curve(state, unit.seat);
    let now = curve.first().map_or(0.0, |(_, chance)| *chance);
    answer(
        inspection,
        "flight_check",
        curve
            .iter()
            .map(|(points, chance)| json!({ "points": points, "chance": chance }))
            .collect(),
        message!(MESSAGES, "inspect-loss-check", chance = percent(now)),
        "MOI-VIC-02",
    );
}
