//! The greedy player: looks one decision ahead and takes what promises most by the exact odds.

use hindsight_geometry::hexes::{Facing, Hex};
use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::{Offer, Offers, Seat, below};

use super::worth;
use crate::MenOfIron;
use crate::field::Occupants;
use crate::model::agenda::{Answer, Options, Question, Spot, Step, Topic};
use crate::model::attack::Declared;
use crate::model::command::{Act, Command};
use crate::model::names::{CommandId, UnitId};
use crate::model::piece::{PiecePlace, Unit};
use crate::model::state::{Mover, State};
use crate::odds::{Assumptions, attack_odds, continuity_chance, seizure_chance};
use crate::rules::{fire, measure};
use crate::views::reach::reachable;

/// So many declarations are drawn and weighed.
const DRAWN: usize = 14;
/// Less than this is no reason to move or turn.
const LEAST: f64 = 0.02;

/// What the greedy player does.
pub(super) fn choose(state: &State, seat: Seat, rng: &mut dyn Rng) -> Option<Command> {
    let offers = MenOfIron::offers(state, seat);
    let chosen = match &state.agenda.last()?.step {
        Step::Ask(question) => answer(state, question).map(|answer| Command::Choose { answer }),
        Step::OpeningFormations { .. } => Some(Command::Ready),
        Step::FreeChoice => free_choice(state, seat, &offers),
        Step::Continuation => continuation(state, seat, &offers),
        Step::SeizeOffer { command } => Some(seizure(state, seat, *command, &offers)),
        Step::MoveFire => move_fire(state, seat, &offers),
        Step::DeclareAttacks | Step::ContinuedAttacks => declaration(state, &offers, rng),
        _ => None,
    };
    chosen.or_else(|| {
        let pick = below(rng, offers.len())?;
        MenOfIron::complete(state, offers.get(pick)?, rng)
    })
}

fn offered(offers: &[Offer<Command>]) -> impl Iterator<Item = &Command> {
    offers.iter().flat_map(|offer| offer.commands().iter())
}

/// How much a Command could do now: the nearer to the enemy, and the more of it in order, the more.
fn promise(state: &State, command: CommandId) -> f64 {
    let units = state.units.values().filter(|unit| unit.command == command);
    let mut promise = 0.0;
    for unit in units {
        let Some(hex) = unit.hex() else {
            if unit.place == PiecePlace::Due {
                promise += 0.4;
            }
            continue;
        };
        let nearest = nearest_enemy(state, unit.seat, hex).map_or(30, |(distance, _)| distance);
        let reach = u32::from(state.strength_of(unit).ma)
            + state.weapon_of(unit).map_or(1, |(_, weapon)| weapon.range());
        let fit = if worth::is_normal(state, unit) { 1.0 } else { 0.5 };
        promise += fit
            * if nearest <= reach {
                1.0
            } else {
                0.6 / f64::from(nearest - reach + 1)
            };
    }
    promise
}

fn nearest_enemy(state: &State, seat: Seat, hex: Hex) -> Option<(u32, UnitId)> {
    state
        .on_map(seat.opponent())
        .filter_map(|enemy| Some((enemy.hex()?.distance_to(hex), enemy.id)))
        .min()
}

fn free_choice(state: &State, seat: Seat, offers: &[Offer<Command>]) -> Option<Command> {
    let rally = offered(offers)
        .filter_map(|command| match command {
            Command::RallyStandard { standard } => {
                let able = crate::rules::standards::retired_near(state, *standard)
                    .into_iter()
                    .filter(|unit| {
                        let hex = state.unit(*unit).and_then(Unit::hex);
                        hex.is_some_and(|hex| !measure::is_next_to_enemy(state, hex, seat))
                    })
                    .count();
                Some((able, command))
            }
            _ => None,
        })
        .max_by_key(|(able, _)| *able)
        .filter(|(able, _)| *able >= 3);
    if let Some((_, command)) = rally {
        return Some(command.clone());
    }
    offered(offers)
        .filter_map(|command| match command {
            Command::Activate { command: id } => Some((promise(state, *id), command)),
            _ => None,
        })
        .max_by(|one, other| one.0.total_cmp(&other.0))
        .map(|(_, command)| command.clone())
}

fn continuation(state: &State, seat: Seat, offers: &[Offer<Command>]) -> Option<Command> {
    offered(offers)
        .filter_map(|command| match command {
            Command::Continue { command: id } => {
                let worth = promise(state, *id) * continuity_chance(state, seat, *id);
                (worth > 0.0).then_some((worth, command))
            }
            _ => None,
        })
        .max_by(|one, other| one.0.total_cmp(&other.0))
        .map(|(_, command)| command.clone())
}

/// A Seizure that fails gives a Free Activation away: it must be likely, and the enemy's roll too.
fn seizure(state: &State, seat: Seat, named: CommandId, offers: &[Offer<Command>]) -> Command {
    let theirs = continuity_chance(state, seat.opponent(), named);
    offered(offers)
        .filter_map(|command| match command {
            Command::Seize { command: id } => {
                let chance = seizure_chance(state, seat, *id);
                let worth =
                    chance * promise(state, *id) - (1.0 - chance) * (1.0 - theirs) * promise(state, named);
                (chance >= 0.4 && worth > 0.8).then_some((worth, command))
            }
            _ => None,
        })
        .max_by(|one, other| one.0.total_cmp(&other.0))
        .map_or(Command::Decline, |(_, command)| command.clone())
}

/// A way to stand at the end of a move.
struct Stand {
    worth: f64,
    path: Vec<Hex>,
    hex: Hex,
    facing: Facing,
}

fn move_fire(state: &State, seat: Seat, offers: &[Offer<Command>]) -> Option<Command> {
    let command = state.active_command()?;
    let able = |id: &UnitId| crate::rules::movement::check_acting(state, seat, *id).is_ok();
    let units: Vec<UnitId> = match state.mover {
        Some(Mover::Unit(unit)) if able(&unit) => std::iter::once(unit)
            .chain(
                state
                    .battle
                    .units_of(command)
                    .filter(|other| *other != unit && able(other)),
            )
            .collect(),
        Some(_) | None => state.battle.units_of(command).filter(able).collect(),
    };
    for id in units {
        if let Some(order) = of_unit(state, id, offers) {
            return Some(order);
        }
    }
    offered(offers)
        .find(|command| matches!(command, Command::EndMoveFire))
        .cloned()
}

fn of_unit(state: &State, id: UnitId, offers: &[Offer<Command>]) -> Option<Command> {
    let unit = state.unit(id)?;
    if let Some(order) = entering(unit, offers) {
        return Some(order);
    }
    let hex = unit.hex()?;
    let shot = best_shot(state, unit);
    // A foot unit that fires is finished: where it can fire well it stays.
    if let Some((worth, target)) = shot
        && worth >= 0.25
    {
        let command = Command::Fire { unit: id, target };
        if offered(offers).any(|offer| *offer == command) {
            return Some(command);
        }
    }
    let passing = unit.acts.turn.as_ref().is_some_and(|turn| turn.passing.is_some());
    let stand = best_stand(state, unit, passing)?;
    if stand.hex != hex {
        // The leader rides along with the first unit that moves from the hex.
        let with = if unit.acts.turn.is_none() {
            measure_riders(state, unit)
        } else {
            Vec::new()
        };
        let last = stand.path.len().saturating_sub(1);
        let mut riders = with;
        let mut acts: Vec<Act> = stand
            .path
            .iter()
            .enumerate()
            .map(|(place, &to)| Act::Step {
                to,
                facing: (place == last).then_some(stand.facing),
                with: std::mem::take(&mut riders),
            })
            .collect();
        // A foot unit fires when it has finished its movement. Where its way changes something else (a Standard that it takes
        // with the units Retired to it, a friend whom it rides down) the shot is thought of when it is there.
        let untouched = stand
            .path
            .iter()
            .all(|&hex| !state.enemy_leader_or_standard_at(hex, unit.seat) && state.unit_at(hex).is_none());
        let thought = worth::with_unit_at(state, unit, stand.hex, stand.facing);
        if let Some((_, target)) = thought
            .unit(id)
            .and_then(|there| best_shot(&thought, there))
            .filter(|(worth, _)| untouched && *worth > 0.05)
            && let Some(at) = thought.unit(target).and_then(Unit::hex)
        {
            acts.push(Act::Fire { at });
        }
        return Some(Command::MoveFire { from: hex, acts });
    }
    if Some(stand.facing) != unit.facing()
        && crate::rules::facing::check_turn(state, unit, stand.facing).is_ok()
    {
        return Some(Command::Turn {
            unit: id,
            facing: stand.facing,
        });
    }
    let (_, target) = shot.filter(|(worth, _)| *worth > 0.05)?;
    let command = Command::Fire { unit: id, target };
    offered(offers).any(|offer| *offer == command).then_some(command)
}

/// The leader of its own Command rides with the last unit of the hex only where nobody else must be led.
fn measure_riders(state: &State, unit: &Unit) -> Vec<crate::model::names::LeaderId> {
    state
        .leader_of(unit.command)
        .filter(|leader| leader.hex().is_some() && leader.hex() == unit.hex() && !leader.moved)
        .map(|leader| leader.id)
        .filter(|leader| crate::rules::movement::riders(state, unit, &[*leader]).is_ok())
        .into_iter()
        .collect()
}

fn entering(unit: &Unit, offers: &[Offer<Command>]) -> Option<Command> {
    if unit.place != PiecePlace::Due {
        return None;
    }
    offered(offers)
        .find(|command| matches!(command, Command::Enter { unit: id, .. } if *id == unit.id))
        .cloned()
}

fn best_shot(state: &State, unit: &Unit) -> Option<(f64, UnitId)> {
    state
        .on_map(unit.seat.opponent())
        .filter(|enemy| fire::check_fire(state, unit, enemy.id).is_ok())
        .map(|enemy| {
            let mut worth = worth::shot(state, unit, enemy);
            if fire::may_return(state, unit, enemy) {
                worth -= 0.6 * worth::shot(state, enemy, unit);
            }
            (worth, enemy.id)
        })
        .max_by(|one, other| one.0.total_cmp(&other.0))
}

/// Where a unit stands best at the end of its move, and which way.
fn best_stand(state: &State, unit: &Unit, passing: bool) -> Option<Stand> {
    let (hex, facing) = (unit.hex()?, unit.facing()?);
    let occupants = Occupants::without(state, Some(unit));
    let enemies: Vec<&Unit> = state.on_map(unit.seat.opponent()).collect();
    let mut best = Stand {
        worth: f64::MIN,
        path: Vec::new(),
        hex,
        facing,
    };
    if !passing {
        best.worth = standing(state, unit, hex, facing, &enemies, &occupants) + LEAST;
    }
    let mut consider = |hex: Hex, path: &[Hex], facings: &[Facing]| {
        for &facing in facings {
            let worth = standing(state, unit, hex, facing, &enemies, &occupants);
            if worth > best.worth {
                best = Stand {
                    worth,
                    path: path.to_vec(),
                    hex,
                    facing,
                };
            }
        }
    };
    let near = enemies
        .iter()
        .filter_map(|enemy| Some(enemy.hex()?.distance_to(hex)))
        .min()
        .unwrap_or(99);
    if !passing && near <= 4 {
        let turns: Vec<Facing> = Facing::ALL
            .into_iter()
            .filter(|turn| crate::rules::facing::check_turn(state, unit, *turn).is_ok())
            .collect();
        consider(hex, &[], &turns);
    }
    for (to, way) in reachable(state, unit) {
        if way.may_stop {
            let facings = toward(&enemies, to);
            consider(to, &way.path, &facings);
        }
    }
    (best.worth > f64::MIN).then_some(best)
}

/// The facings that look at the nearest enemies.
fn toward(enemies: &[&Unit], hex: Hex) -> Vec<Facing> {
    let Some((distance, at)) = enemies
        .iter()
        .filter_map(|enemy| Some((enemy.hex()?.distance_to(hex), enemy.hex()?)))
        .min()
    else {
        return vec![Facing::One];
    };
    if distance <= 1 {
        return Facing::ALL.into();
    }
    match hex.bearing_to(at).map(hindsight_geometry::hexes::Bearing::sides) {
        Some((side, Some(_))) => vec![facing_of(side, 0)],
        Some((side, None)) => vec![facing_of(side, 0), facing_of(side, -1)],
        None => vec![Facing::One],
    }
}

/// The facing at the vertex clockwise of a hexside, turned further.
fn facing_of(side: hindsight_geometry::hexes::Direction, turn: i32) -> Facing {
    Facing::of_hour(side.hour() % 12 + 1)
        .unwrap_or(Facing::One)
        .turned(turn)
}

/// What it is worth to stand so.
fn standing(
    state: &State,
    unit: &Unit,
    hex: Hex,
    facing: Facing,
    enemies: &[&Unit],
    occupants: &Occupants<'_>,
) -> f64 {
    let range = if state.can_fire(unit) {
        state.weapon_of(unit).map_or(0, |(_, weapon)| weapon.range())
    } else {
        0
    };
    let (mut best, mut nearest) = (0.0_f64, 99_u32);
    let mut thought: Option<State> = None;
    for enemy in enemies {
        let Some(at) = enemy.hex() else { continue };
        let distance = at.distance_to(hex);
        nearest = nearest.min(distance);
        if distance == 1 {
            best = best.max(worth::shock_from(state, unit, hex, facing, enemy));
        }
        if range > 0 && distance <= range && !(unit.acts.fired) {
            let thought = thought.get_or_insert_with(|| worth::with_unit_at(state, unit, hex, facing));
            if let Some(moved) = thought.unit(unit.id)
                && fire::check_shot(thought, moved, enemy).is_ok()
            {
                let mut shot = worth::shot(thought, moved, enemy);
                if fire::may_return(thought, moved, enemy) {
                    shot -= 0.6 * worth::shot(thought, enemy, moved);
                }
                best = best.max(shot);
            }
        }
        if (2..=3).contains(&distance) && measure::can_charge(state, unit) && !unit.acts.began_adjacent {
            // A charge from here next: what comes of it shows when it is declared.
            let ahead =
                !crate::field::courses(hex, facing, at).is_empty() && state.battle.line_of_sight(hex, at);
            if ahead {
                let moved = if unit.hex() == Some(hex) { 0.15 } else { 0.0 };
                best = best.max(0.35 + moved);
            }
        }
    }
    let broken = !worth::is_normal(state, unit);
    let danger = worth::danger(state, unit, hex, facing, occupants);
    // A Disordered unit stays away until it rallies; everybody else closes in.
    let pull = if broken { 0.02 } else { -0.05 };
    let rest = if broken && unit.hex() == Some(hex) && unit.acts.turn.is_none() && nearest > 1 {
        0.8
    } else {
        0.0
    };
    let weight = if broken { 1.2 } else { 0.5 };
    best + rest + pull * f64::from(nearest.min(30)) - weight * danger
}

/// The best of some declarations by the exact odds.
fn declaration(state: &State, offers: &[Offer<Command>], rng: &mut dyn Rng) -> Option<Command> {
    let mut candidates: Vec<Command> = offered(offers).cloned().collect();
    if let Some(offer) = offers.first() {
        candidates.extend((0..DRAWN).filter_map(|_| MenOfIron::complete(state, offer, rng)));
    }
    let mut best: Option<(f64, Command)> = None;
    let mut seen: Vec<(Declared, f64)> = Vec::new();
    for candidate in candidates {
        let Command::Attack { attacks } = &candidate else {
            continue;
        };
        if crate::rules::declaration::check(state, state.active, attacks).is_err() {
            continue;
        }
        let worth: f64 = attacks
            .iter()
            .map(|attack| {
                if let Some((_, worth)) = seen.iter().find(|(known, _)| known == attack) {
                    return *worth;
                }
                let worth = worth_of(state, attack);
                seen.push((attack.clone(), worth));
                worth
            })
            .sum();
        if best.as_ref().is_none_or(|(least, _)| worth > *least) {
            best = Some((worth, candidate));
        }
    }
    best.map(|(_, command)| command)
}

fn worth_of(state: &State, attack: &Declared) -> f64 {
    let attackers: Vec<&Unit> = attack
        .attackers
        .iter()
        .filter_map(|attacker| state.unit(attacker.unit))
        .collect();
    attack_odds(state, attack, Assumptions::default())
        .map_or(0.0, |odds| worth::attack(state, &odds, &attackers))
}

/// The answer to a question.
fn answer(state: &State, question: &Question) -> Option<Answer> {
    match &question.options {
        Options::OneOf(answers) => one_of(state, question, answers),
        Options::Places { spots, or } => place(state, question, spots, or),
    }
}

fn one_of(state: &State, question: &Question, answers: &[Answer]) -> Option<Answer> {
    let first = || answers.first().cloned();
    let no = || answers.iter().find(|answer| **answer == Answer::No).cloned();
    match question.topic {
        Topic::ReactionFire => {
            let mover = state.unit(question.unit?)?;
            answers
                .iter()
                .filter_map(|answer| match answer {
                    Answer::Unit { unit } => Some((worth::shot(state, state.unit(*unit)?, mover), answer)),
                    _ => None,
                })
                .max_by(|one, other| one.0.total_cmp(&other.0))
                .map(|(_, answer)| answer.clone())
                .or_else(no)
        }
        Topic::ReturnFire => answers
            .iter()
            .find(|answer| **answer == Answer::Yes)
            .cloned()
            .or_else(first),
        Topic::CounterCharge | Topic::CounterChargeFire => answers
            .iter()
            .filter_map(|answer| match answer {
                Answer::CounterCharge { targets, turn, .. } => Some((targets.len(), turn.is_none(), answer)),
                _ => None,
            })
            .max_by_key(|(targets, straight, _)| (*targets, *straight))
            .map(|(_, _, answer)| answer.clone())
            .or_else(no),
        Topic::FormationOrder => no().or_else(first),
        _ => first(),
    }
}

/// Away from the enemy when one must go back, onto the vacated hex when one may go on, facing the nearest enemy.
fn place(state: &State, question: &Question, spots: &[Spot], or: &[Answer]) -> Option<Answer> {
    let goes_on = matches!(question.topic, Topic::Advance | Topic::AdvanceBeforeShock);
    if question.topic == Topic::RetreatBeforeShock || question.topic == Topic::AdvanceBeforeShock {
        // Who is Disordered by a retreat stays; who is not goes.
        let spot = spots.iter().find(|spot| {
            state
                .unit(spot.unit)
                .is_some_and(|unit| !measure::can_charge(state, unit))
        });
        if spot.is_none() {
            return or.first().cloned();
        }
    }
    let spot = spots.iter().max_by_key(|spot| {
        let seat = state.unit(spot.unit).map_or(question.seat, |unit| unit.seat);
        let nearest = nearest_enemy(state, seat, spot.hex).map_or(99, |(distance, _)| distance);
        (
            if goes_on { 99 - nearest } else { nearest },
            spot.through.is_none(),
        )
    })?;
    let unit = state.unit(spot.unit)?;
    let enemies: Vec<&Unit> = state.on_map(unit.seat.opponent()).collect();
    let facing = toward(&enemies, spot.hex).first().copied().unwrap_or(Facing::One);
    Some(Answer::Place {
        unit: spot.unit,
        hex: spot.hex,
        through: spot.through,
        facing,
    })
}
