//! Worth of actions.

use hindsight_kernel::Offer;

use super::nearest_enemy;
use crate::cards::{AttackKind, Keyword};
use crate::field::{Place, STEP, Side, covers_token, farthest};
use crate::model::command::{Action, Command};
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::odds::{ChargeProspect, Prospect};
use crate::rules::{activation, attack, charge, movement, shots, terrain};

/// What one expected wound and one destroyed unit are worth, in victory points.
const WOUND: f64 = 0.12;
const DESTROYED: f64 = 1.3;
/// What holding an objective token is worth.
const HELD: f64 = 2.5;

/// The best action of the unit that is asked.
pub(super) fn best(state: &State, offers: &[Offer<Command>]) -> Option<Command> {
    let asked = activation::asked(state)?;
    let mut candidates: Vec<Command> = offers.iter().flat_map(Offer::commands).cloned().collect();
    let may_move = candidates.iter().any(|command| {
        matches!(
            command,
            Command::Act {
                action: Action::Maneuver { .. }
            }
        )
    });
    let may_march = candidates.iter().any(|command| {
        matches!(
            command,
            Command::Act {
                action: Action::March { .. }
            }
        )
    });
    if may_move {
        candidates.extend(ways_to_objectives(state, asked, may_march));
    }
    super::best_of(candidates.iter(), |command| value(state, asked.unit, command))
}

/// What the best action of a unit promises, looked at cheaply: attacks now, and how near the next token is.
pub(super) fn promise(state: &State, unit: UnitId) -> f64 {
    let attack = attack_promise(state, unit);
    let holds = state
        .objectives
        .iter()
        .any(|token| token.controller == Some(unit));
    let walk = if holds || state.is_engaged(unit) {
        0.0
    } else {
        nearest_objective(state, unit).map_or(0.0, |(_, apart)| (1.5 - apart / 16_000.0).max(0.1))
    };
    attack.max(walk)
}

/// What the best melee or ranged attack of a unit is worth where it stands.
pub(super) fn attack_promise(state: &State, unit: UnitId) -> f64 {
    let Some((_, card)) = state.unit_and_card(unit) else {
        return 0.0;
    };
    let melee = state
        .engaged_with(unit)
        .map(|(_, enemy, over)| strike(state, unit, enemy, AttackKind::Melee, over, None));
    let shots = if state.is_engaged(unit) || card.attacks_of(AttackKind::Ranged).next().is_none() {
        Vec::new()
    } else {
        activation::enemies(state, unit.seat())
            .into_iter()
            .filter(|enemy| shots::shot(state, unit, *enemy, 0).is_some())
            .map(|enemy| strike(state, unit, enemy, AttackKind::Ranged, Side::Front, None))
            .collect()
    };
    melee.chain(shots).fold(0.0, f64::max)
}

/// What an attack is worth to its side.
fn strike(
    state: &State,
    unit: UnitId,
    enemy: UnitId,
    kind: AttackKind,
    over: Side,
    way: Option<ChargeProspect>,
) -> f64 {
    let weapon = attack::weapon_of(state, unit, kind, None).map(|(place, _)| place);
    let Ok(weapon) = weapon else { return 0.0 };
    let prospect = Prospect {
        attacker: unit,
        defender: enemy,
        kind,
        weapon,
        over,
        charge: way,
    };
    let Some(odds) = prospect.terms(state).and_then(|terms| terms.odds().ok()) else {
        return 0.0;
    };
    let holds = state
        .objectives
        .iter()
        .any(|token| token.controller == Some(enemy));
    let prize = DESTROYED + if holds { HELD } else { 0.0 };
    odds.wounds.mean() * WOUND + odds.destroyed * prize
}

/// What a command is worth.
fn value(state: &State, unit: UnitId, command: &Command) -> f64 {
    let holds = state
        .objectives
        .iter()
        .any(|token| token.controller == Some(unit));
    let leaving = if holds { HELD } else { 0.0 };
    let Command::Act { action } = command else {
        return 0.0;
    };
    match action {
        Action::Forgo => 0.01,
        Action::Demolish { .. } => 0.02,
        Action::Retreat => -0.4 - leaving,
        Action::Maneuver { .. } | Action::March { .. } => walk(state, unit, action) - leaving,
        Action::Melee { target, facing, .. } => {
            let over = state
                .engaged_with(unit)
                .find(|(_, enemy, _)| enemy == target)
                .map(|(_, _, side)| side);
            let turned = if *facing { 0.05 } else { 0.0 };
            0.1 + turned
                + strike(
                    state,
                    unit,
                    *target,
                    AttackKind::Melee,
                    over.unwrap_or(Side::Front),
                    None,
                )
        }
        Action::Ranged { target, shift, .. } => {
            let moved = if shift.is_some_and(|shift| shift.distance > 1_000) {
                leaving
            } else {
                0.0
            };
            0.1 + strike(state, unit, *target, AttackKind::Ranged, Side::Front, None) - moved
        }
        Action::Charge {
            target, heading, arc, ..
        } => charged(state, unit, *target, *heading, *arc) - leaving,
    }
}

/// What a charge is worth: its attack, by the chance that it arrives.
fn charged(state: &State, unit: UnitId, target: UnitId, heading: u16, arc: Option<Side>) -> f64 {
    let Ok((declared, path)) = charge::check(state, unit, target, heading, arc) else {
        return 0.0;
    };
    let speed = state.unit_and_card(unit).map_or(0, |(_, card)| card.speed);
    let arrives = f64::from((7 - path.needed(speed, 0)).clamp(0, 6)) / 6.0;
    let pieces = terrain::field_pieces(state);
    let crosses = |keyword| {
        path.pieces
            .iter()
            .any(|at| pieces.get(*at).is_some_and(|piece| piece.keywords.has(keyword)))
    };
    let way = ChargeProspect {
        bonus: !crosses(Keyword::Hindering),
        fortified: crosses(Keyword::Fortified),
    };
    arrives * (0.1 + strike(state, unit, target, AttackKind::Melee, declared.side, Some(way)))
        - (1.0 - arrives) * 0.15
}

/// Objective tokens that no unit of the side holds and that no other unit of it is nearer to.
fn wanted(state: &State, unit: UnitId) -> Vec<Place> {
    let seat = unit.seat();
    let Some(own) = state.unit(unit).and_then(|unit| unit.pose) else {
        return Vec::new();
    };
    let free: Vec<Place> = state
        .objectives
        .iter()
        .filter(|token| {
            token
                .controller
                .is_none_or(|holder| holder.seat() != seat || holder == unit)
        })
        .map(|token| token.place)
        .collect();
    let nearer = |place: &Place| {
        state.on_table().any(|(other, pose)| {
            other.id.seat() == seat
                && other.id != unit
                && !state.is_engaged(other.id)
                && !state
                    .objectives
                    .iter()
                    .any(|token| token.controller == Some(other.id))
                && pose.centre().distance(*place) < own.centre().distance(*place)
        })
    };
    let mine: Vec<Place> = free.iter().copied().filter(|place| !nearer(place)).collect();
    if mine.is_empty() { free } else { mine }
}

/// The nearest wanted token and how far it is from the middle of the unit, in thousandths of an inch.
fn nearest_objective(state: &State, unit: UnitId) -> Option<(Place, f64)> {
    let own = state.unit(unit)?.pose?.centre();
    wanted(state, unit)
        .into_iter()
        .map(|place| (place, own.distance(place)))
        .min_by(|one, other| one.1.total_cmp(&other.1))
}

/// Maneuvers and Marches towards the nearest wanted token.
fn ways_to_objectives(state: &State, asked: activation::Asked, may_march: bool) -> Vec<Command> {
    let unit = asked.unit;
    let (Some(tray), Some((goal, apart))) = (terrain::tray(state, unit), nearest_objective(state, unit))
    else {
        return Vec::new();
    };
    let ground = terrain::ground(state, unit);
    let speed = movement::speed(state, unit);
    let straight = tray.pose.centre().bearing(goal);
    let facing = nearest_enemy(state, unit).map(|(_, enemy)| goal.bearing(enemy));
    let mut found = Vec::new();
    let legal = |action: Action| {
        activation::check(state, asked, &action)
            .is_ok()
            .then_some(Command::Act { action })
    };
    for off in [0, 20, -20, 40, -40, 65, -65] {
        let heading = crate::field::turned(straight, off);
        let turned = tray.pivoted(heading);
        let wished = (apart as i32 / STEP * STEP).min(speed);
        let Some(distance) = farthest(&ground, &turned, heading, wished) else {
            continue;
        };
        for last in [facing, None] {
            found.extend(legal(Action::Maneuver {
                first: Some(heading),
                distance,
                last,
            }));
        }
        if !found.is_empty() && off != 0 {
            break;
        }
    }
    if may_march {
        let wished = (apart as i32 / STEP * STEP).min(2 * speed);
        if let Some(distance) = farthest(&ground, &tray, tray.pose.heading, wished) {
            for last in [Some(straight), None] {
                found.extend(legal(Action::March { distance, last }));
            }
        }
    }
    found
}

/// What a move is worth: a token covered, or the way to one made shorter.
fn walk(state: &State, unit: UnitId, action: &Action) -> f64 {
    let Some(tray) = terrain::tray(state, unit) else {
        return 0.0;
    };
    let (first, distance, last) = match action {
        Action::Maneuver {
            first,
            distance,
            last,
        } => (*first, *distance, *last),
        Action::March { distance, last } => (None, *distance, *last),
        _ => return 0.0,
    };
    let start = tray.pivoted(first.unwrap_or(tray.pose.heading));
    let moved = start.moved(start.pose.heading, distance);
    let end = moved.pivoted(last.unwrap_or(moved.pose.heading));
    let goals = wanted(state, unit);
    let covers = goals.iter().any(|goal| covers_token(&end, *goal));
    let nearest = |at: Place| {
        goals
            .iter()
            .map(|goal| at.distance(*goal))
            .fold(f64::INFINITY, f64::min)
    };
    let (before, after) = (nearest(tray.pose.centre()), nearest(end.pose.centre()));
    let gained = if before.is_finite() {
        (before - after) / 10_000.0
    } else {
        0.0
    };
    // It looks at its goal, so that a March takes it on.
    let looks = goals
        .iter()
        .min_by(|one, other| {
            end.pose
                .centre()
                .distance(**one)
                .total_cmp(&end.pose.centre().distance(**other))
        })
        .map_or(0.0, |goal| {
            let off =
                (i32::from(end.pose.centre().bearing(*goal)) - i32::from(end.pose.heading)).rem_euclid(360);
            f64::from(off.min(360 - off)) / 180.0
        });
    let dangerous = terrain::under(state, &end.outline(), Keyword::Dangerous).len();
    gained - 0.05 * looks + if covers { HELD } else { 0.0 } - 0.8 * dangerous as f64
}
