//! Odds worked out by hand from the sample tables.

use super::*;
use crate::data::{Outcome, Token};
use crate::field::sample::{as_class, hex, id, put, with};
use crate::model::attack::{Course, Declared, DeclaredAttacker};
use crate::model::names::ClassId;
use crate::model::state::State;

fn close(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-9, "{one} is not {other}");
}

fn charge(unit: &str, path: &[&str], target: &str) -> Declared {
    Declared {
        attackers: vec![DeclaredAttacker {
            unit: id(unit),
            charge: Some(Course {
                path: path.iter().map(|label| hex(label)).collect(),
                turn: None,
            }),
        }],
        defenders: vec![id(target)],
    }
}

/// A field without terrain, Varr active: `B-MM1` in 1010 facing 1, the target two hexes ahead.
fn duel(target: &str, facing: u8) -> State {
    let mut state = with(&[("B-MM1", "1010", 1), (target, "1008", facing)]);
    let battle = std::sync::Arc::make_mut(&mut state.battle);
    battle.map.hex.clear();
    battle.map.side.clear();
    state.active = hindsight_kernel::Seat::B;
    state
}

#[test]
fn moi_charge_13_a_charge_on_pikes_from_the_front_is_reluctant_half_of_the_time() {
    let state = duel("A-PK1", 7);
    let odds = attack_odds(
        &state,
        &charge("B-MM1", &["1009"], "A-PK1"),
        Assumptions::default(),
    )
    .unwrap();
    let arrival = &odds.arrivals[&id("B-MM1")];
    close(arrival[&Arrival::Charging], 0.5);
    close(arrival[&Arrival::Shocking], 0.5);
    close(odds.on_charge_table, 0.5);
    // Charge Table with +2 (charging, did not move): 2 to 11; Shock Table with 0: 0 to 9.
    // Charge: D at 5 and 6, D+R1 at 7 to 11, of which 10 and 11 with CA. Shock: D at 6, D+R1 at 7 to 9.
    let suffered = &odds.defenders[&id("A-PK1")];
    let pushed = Outcome::of(&[Token::Disordered, Token::Retreat1]);
    close(
        suffered[&Outcome::of(&[Token::Disordered])],
        0.5 * 0.2 + 0.5 * 0.1,
    );
    close(suffered[&pushed], 0.5 * 0.5 + 0.5 * 0.3);
    close(odds.continued, 0.5 * 0.2);
    close(odds.vacated, 0.4);
    close(suffered.values().sum(), 1.0);
    close(odds.attackers.values().sum(), 1.0);
}

#[test]
fn moi_fire_11_reaction_fire_stands_before_the_charge() {
    // A longbow that faces the charger: +2 at range 1 on a Normal mounted target from its front.
    let state = duel("A-LB1", 7);
    let odds = attack_odds(
        &state,
        &charge("B-MM1", &["1009"], "A-LB1"),
        Assumptions::default(),
    )
    .unwrap();
    let arrival = &odds.arrivals[&id("B-MM1")];
    // Adjusted 2 to 11: nothing to 4 (3 faces), D at 5 and 6, D+R1 at 7 and 8, RU from 9 on (3 faces).
    close(arrival[&Arrival::Charging], 0.3);
    close(arrival[&Arrival::Disordered], 0.2);
    close(arrival[&Arrival::Out], 0.5);
    close(odds.comes_to_nothing, 0.5);
    let calm = Assumptions {
        reaction_fire: false,
        ..Assumptions::default()
    };
    let odds = attack_odds(&state, &charge("B-MM1", &["1009"], "A-LB1"), calm).unwrap();
    close(odds.arrivals[&id("B-MM1")][&Arrival::Charging], 1.0);
}

#[test]
fn moi_cc_08_a_counter_charge_takes_the_charge_away() {
    let mut state = duel("A-MM1", 7);
    as_class(&mut state, "A-MM1", ClassId::MMAA);
    let odds = attack_odds(
        &state,
        &charge("B-MM1", &["1009"], "A-MM1"),
        Assumptions::default(),
    )
    .unwrap();
    // Rating 0, no turn: 4 or less succeeds.
    close(odds.counter_charged, 0.5);
    close(odds.on_charge_table, 0.5);
    let calm = Assumptions {
        counter_charge: false,
        ..Assumptions::default()
    };
    let odds = attack_odds(&state, &charge("B-MM1", &["1009"], "A-MM1"), calm).unwrap();
    close(odds.on_charge_table, 1.0);
}

#[test]
fn moi_shock_09_one_attacker_on_two_defenders_rolls_twice() {
    let mut state = duel("A-PK1", 7);
    put(&mut state, "A-PK2", "1108", 7);
    put(&mut state, "B-DM1", "1009", 1);
    let declared = Declared {
        attackers: vec![DeclaredAttacker {
            unit: id("B-DM1"),
            charge: None,
        }],
        defenders: vec![id("A-PK1"), id("A-PK2")],
    };
    let odds = attack_odds(&state, &declared, Assumptions::default()).unwrap();
    for suffered in odds.defenders.values() {
        close(suffered.values().sum(), 1.0);
    }
    // Harm of both together: its mean is the sum of the means.
    let each: f64 = odds
        .harms
        .values()
        .flat_map(|harms| harms.iter().enumerate())
        .map(|(steps, chance)| steps as f64 * chance)
        .sum();
    close(odds.harm().mean(), each);
    close(odds.attackers.values().sum(), 1.0);
}

#[test]
fn moi_vic_02_the_flight_check_curve() {
    for (points, level, chance) in [
        (15, 20, 0.4),
        (21, 20, 1.0),
        (11, 20, 0.0),
        (12, 20, 0.1),
        (20, 20, 0.9),
    ] {
        close(loss_chance(points, level), chance);
    }
}

#[test]
fn the_catalogues_examples_of_expected_results() {
    let effect = |odds: std::collections::BTreeMap<Outcome, f64>| -> f64 {
        odds.iter()
            .filter(|(outcome, _)| !outcome.is_none())
            .map(|(_, chance)| chance)
            .sum()
    };
    let shot = |from: &str, target: &str, to: &str, facing| {
        let mut state = duel("A-LB1", 7);
        put(&mut state, "A-LB1", from, 1);
        put(&mut state, target, to, facing);
        effect(
            shot_odds(
                &state,
                state.unit(id("A-LB1")).unwrap(),
                state.unit(id(target)).unwrap(),
            )
            .unwrap(),
        )
    };
    // Longbow at range 2 on Normal foot in clear: 60 %; at range 1 on Normal MMAA from the front: 70 %.
    close(shot("1008", "B-PK1", "1006", 7), 0.6);
    close(shot("1008", "B-MM2", "1007", 7), 0.7);
}

#[test]
fn moi_shock_03_what_is_no_attack_has_no_odds() {
    let mut state = duel("A-PK1", 7);
    put(&mut state, "A-PK2", "1108", 7);
    put(&mut state, "A-DM1", "0908", 7);
    let odds = |declared: &[Declared]| shock_odds(&state, declared, Assumptions::default());
    let good = charge("B-MM1", &["1009"], "A-PK1");
    assert!(odds(std::slice::from_ref(&good)).is_some());
    // Three defenders of one attacker, a unit in two attacks, a course of three hexes, nothing at all.
    let mut wide = good.clone();
    wide.defenders.extend([id("A-PK2"), id("A-DM1")]);
    assert!(odds(&[wide]).is_none());
    assert!(odds(&[good.clone(), charge("B-MM1", &["1009"], "A-PK2")]).is_none());
    assert!(odds(&[charge("B-MM1", &["1110", "1109", "1009"], "A-PK1")]).is_none());
    assert!(odds(&[]).is_none());
}

/// A pack may say that every roll earns a Continued Attack: the chain that is followed ends nevertheless.
#[test]
fn moi_cont_03_a_chain_without_end_is_not_followed_for_ever() {
    let mut state = duel("A-PK1", 7);
    put(&mut state, "B-MM1", "1009", 1);
    let charts = &mut std::sync::Arc::make_mut(&mut state.battle).charts;
    for row in &mut charts.shock_table {
        row.normal = crate::data::CombatCell {
            ca: true,
            ..crate::data::CombatCell::default()
        };
    }
    let declared = Declared {
        attackers: vec![DeclaredAttacker {
            unit: id("B-MM1"),
            charge: None,
        }],
        defenders: vec![id("A-PK1")],
    };
    let odds = shock_odds(&state, &[declared], Assumptions::default()).unwrap();
    let chain = &odds.continued[0];
    close(chain.iter().sum(), 1.0);
    close(*chain.last().unwrap(), 1.0);
}
