//! The greedy player: it looks one action ahead and weighs where that leaves the coming combats.
//!
//! A position is worth the victory points that the combats of this turn are expected to win less those they are expected
//! to lose, plus a little for standing near enemies, near their flanks rather than before their spears.

mod start;

use hindsight_geometry::squares::Facing;
use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::{Analysis, Choice, Offer, Offers, Players, Seat, Table, below};

use crate::BeforeBattle;
use crate::field::combat::{combats, in_combat};
use crate::field::geometry::direction;
use crate::model::cards::{Cards, Class, UnitCard, UnitType};
use crate::model::command::Command;
use crate::model::names::{CardId, UnitId, UnitSet};
use crate::model::strike::Direction;
use crate::players::course::{Course, expected_course};
use crate::players::mustering::shuffle;
use crate::rules::actions::{hustle, move_unit, sidestep, turn_unit};
use crate::rules::attack::{chance, unit_capacity, wound_chance, wound_odds};
use crate::rules::fleeing::{resolve_target, run};

use crate::model::gear::{Attack, Gear};
use crate::model::state::{ArmyList, Assigned, State};
use crate::rules::shooting::{may_shoot, shooting_dice, shot_block_need};
use crate::rules::weapons::items_of;

/// How many lists or choices of weapons it draws to take the best of.
const DRAWS: usize = 24;
/// What an action must gain over standing still.
const WORTH_DOING: f64 = 0.002;
/// What one cell nearer to the enemy is worth.
const NEARER: f64 = 0.03;
/// What a damaged model is worth beside the unit's victory points.
const MODEL: f64 = 0.5;

/// An analysis engine gets what every game gives.
impl Analysis for BeforeBattle {}

impl Players for BeforeBattle {
    /// The choice of the greedy player.
    fn greedy(state: &State, seat: Seat, rng: &mut dyn Rng) -> Option<Command> {
        let mut choices = BeforeBattle::offers(state, seat);
        let first = choices.first()?;
        match first.decision.as_str() {
            "build" | "weapons" | "reveal" => {
                let mut best: Option<(f64, Command)> = None;
                for _ in 0..DRAWS {
                    let command = BeforeBattle::complete(state, first, rng)?;
                    let value = muster_value(state, seat, &command);
                    if best.as_ref().is_none_or(|(most, _)| value > *most) {
                        best = Some((value, command));
                    }
                }
                best.map(|(_, command)| command)
            }
            // The turn decides more than the deployment: whoever holds this right may also go second.
            "start_right" => Some(Command::TakeRight {
                right: crate::model::state::Right::FirstTurn,
            }),
            "name_first" => Some(Command::NameFirst {
                seat: start::first_player(state, seat),
            }),
            "name_deployer" => Some(Command::NameDeployer {
                seat: seat.opponent(),
            }),
            "reform" if matches!(first.choice, Choice::Form { .. }) => first.commands().first().cloned(),
            "action" => Some(best_action(state, seat, rng)),
            "deploy" | "reform" => {
                shuffle(rng, &mut choices);
                let value = |command: &Command| match command {
                    Command::Deploy { unit, cell, facing } => {
                        let home = state.rows_to_home(seat, *cell);
                        deploy_value(state, *unit, cell.col(), home, *facing)
                    }
                    Command::Reform { facings } => {
                        let mut after = state.clone();
                        for reformed in facings {
                            after.units[reformed.unit.index()].facing = reformed.facing;
                        }
                        position_value(&after, seat)
                    }
                    _ => 0.0,
                };
                best_of(choices.iter().flat_map(Offer::commands), value)
            }
            _ => {
                let pick = below(rng, choices.len())?;
                BeforeBattle::complete(state, choices.get(pick)?, rng)
            }
        }
    }
}

fn best_of<'c>(
    commands: impl Iterator<Item = &'c Command>,
    value: impl Fn(&Command) -> f64,
) -> Option<Command> {
    commands
        .map(|command| (value(command), command))
        .max_by(|(one, _), (other, _)| one.total_cmp(other))
        .map(|(_, command)| command.clone())
}

/// What a unit with its items does and stands, in rough expected wounds.
fn fighter_value(gear: &Gear<'_>) -> f64 {
    let card = gear.card;
    let charging = Gear {
        charged: true,
        ..*gear
    };
    let rank = f64::from(card.front_rank.min(card.models));
    let bite = |weapon: Option<u8>| 1.0 + 0.12 * f64::from(weapon.unwrap_or(0));
    let melee = rank
        * f64::from(charging.attacks())
        * chance(gear.melee_target())
        * bite(gear.weapon(Attack::Melee).map(|item| item.enemy_block_mod));
    let shooting = gear.ranged_target().map_or(0.0, |need| {
        let reach = gear
            .weapon(Attack::Shooting)
            .and_then(|item| item.range)
            .or(card.innate_ranged.map(|_| 3));
        rank * chance(need) * f64::from(reach.unwrap_or(0)) * 0.3
    });
    let stand = f64::from(card.models) * f64::from(card.wounds_per_model)
        / (1.0 - chance(gear.block_target(Attack::Melee, None, false))).max(0.1);
    let spears = if gear.strikes_before_charger() { 1.1 } else { 1.0 };
    (melee.max(shooting) + 0.3 * melee.min(shooting))
        * stand.sqrt()
        * spears
        * (1.0 + 0.05 * f64::from(gear.speed()))
}

fn army_value(cards: &Cards, list: &ArmyList, weapons: &[Assigned]) -> f64 {
    let unit = |slot: usize, id: CardId| {
        let card: &UnitCard = cards.unit(id)?;
        let mut items = [None; 3];
        for item in items_of(cards, list, weapons, slot) {
            if let Some(item) = cards.item(item) {
                items[item.slot as usize] = Some(item);
            }
        }
        Some(fighter_value(&Gear {
            card,
            items,
            charged: false,
        }))
    };
    list.units
        .iter()
        .enumerate()
        .filter_map(|(slot, &id)| unit(slot, id))
        .sum()
}

fn muster_value(state: &State, seat: Seat, command: &Command) -> f64 {
    let known = state.player(seat).list.known();
    match command {
        Command::ConfirmList { list: Some(list), .. } => army_value(&state.cards, list, &[]),
        Command::ConfirmWeapons {
            weapons: Some(weapons),
        } => known.map_or(0.0, |list| army_value(&state.cards, list, weapons)),
        _ => 0.0,
    }
}

/// A line in the middle looking ahead, foot and riders in front, archers on the wings, the General in the second row with
/// nobody behind anybody.
fn deploy_value(state: &State, unit: UnitId, col: u8, row: u8, facing: Facing) -> f64 {
    let ahead = if facing == State::homeward(unit.seat()).opposite() {
        10.0
    } else {
        0.0
    };
    let middle = f64::from(state.cards.board.cols - 1) / 2.0;
    let off_centre = (f64::from(col) - middle).abs();
    let (front, centre) = match state.known_card(unit) {
        Some(card) if card.class == Class::General => (false, 1.0),
        Some(card) if card.kind == UnitType::Missile => (true, -0.2),
        Some(card) if card.kind == UnitType::Cavalry => (true, 0.2),
        Some(_) | None => (true, 1.0),
    };
    let in_column = state
        .standing_of(unit.seat())
        .any(|other| other.cell.is_some_and(|cell| cell.col() == col));
    ahead + if (row == 2) == front { 2.0 } else { 0.0 }
        - centre * off_centre
        - if in_column { 5.0 } else { 0.0 }
}

/// The action that leaves the best position, or the end of the phase.
fn best_action(state: &State, seat: Seat, rng: &mut dyn Rng) -> Command {
    let now = position_value(state, seat);
    let mut best = (now + WORTH_DOING, Command::EndActions);
    let mut choices = BeforeBattle::offers(state, seat);
    shuffle(rng, &mut choices);
    for command in choices.iter().flat_map(Offer::commands) {
        let value = match command {
            Command::Shoot { unit, target, .. } => now + shot_value(state, *unit, *target),
            Command::Hustle { .. } => {
                let both = [1, 6]
                    .map(|die| after_action(state, command, die).map(|after| position_value(&after, seat)));
                both.into_iter().flatten().sum::<f64>() / 2.0
            }
            _ => match after_action(state, command, 1) {
                Some(after) => position_value(&after, seat),
                None => continue,
            },
        };
        if value > best.0 {
            best = (value, command.clone());
        }
    }
    best.1
}

/// The position right after an action, before anything follows from it.
fn after_action(state: &State, command: &Command, die: u8) -> Option<State> {
    let mut tray = hindsight_kernel::ReportedTray::scripted([die]);
    let mut table = Table::<BeforeBattle>::new(state.clone(), &mut tray);
    match command {
        Command::Move { unit, turn, cells } => move_unit(&mut table, *unit, *turn, *cells),
        Command::Turn { unit, rotation } => turn_unit(&mut table, *unit, *rotation),
        Command::Sidestep { unit, hand } => sidestep(&mut table, *unit, *hand),
        Command::Hustle { unit } => hustle(&mut table, *unit),
        _ => return None,
    }
    .ok()?;
    Some(table.state().clone())
}

/// The victory points behind one wound of a unit.
fn wound_worth(state: &State, unit: UnitId) -> f64 {
    let card = state.card(unit);
    let full = f64::from(card.models) * f64::from(card.wounds_per_model);
    (f64::from(state.cards.board.vp.of(card.class)) + MODEL) / full.max(1.0)
}

/// A shot is worth its expected wounds; it is worth more where it may be the last.
fn shot_value(state: &State, unit: UnitId, target: UnitId) -> f64 {
    let gear = state.gear(unit);
    let dice = u16::from(shooting_dice(state.unit(unit).models, gear.card.front_rank));
    let capacity = unit_capacity(state, target);
    let odds = wound_odds(
        dice,
        gear.ranged_target().unwrap_or(6),
        shot_block_need(state, unit, target),
        capacity,
    );
    odds.mean() * wound_worth(state, target) + odds.at_least(i32::from(capacity))
}

/// What a position is worth to a player before the combat phase.
fn position_value(state: &State, seat: Seat) -> f64 {
    let fights: f64 = combats(state)
        .into_iter()
        .map(|combat| fight_value(state, combat, seat))
        .sum();
    let stands: f64 = state
        .standing_of(seat)
        .map(|unit| unit.id)
        .filter(|&unit| !in_combat(state, unit))
        .map(|unit| approach_value(state, unit))
        .sum();
    fights + stands
}

/// The expected course of a combat: each tier strikes with what the tiers before it left, then the loser may flee.
fn fight_value(state: &State, combat: UnitSet, seat: Seat) -> f64 {
    let Course {
        start: mut left,
        losses,
        dealt,
    } = expected_course(state, combat);
    let mut value = 0.0;
    for losses in losses {
        for unit in combat.iter() {
            let lost = losses[unit.index()];
            left[unit.index()] -= lost;
            let worth = lost * wound_worth(state, unit);
            value += if unit.seat() == seat { -worth } else { worth };
        }
    }
    // The side that expects fewer wounds probably tests its units.
    let lead = dealt[seat.index()] - dealt[seat.opponent().index()];
    let wins = 1.0 / (1.0 + (-1.2 * lead).exp());
    for unit in combat.iter() {
        let card = state.card(unit);
        let models = (left[unit.index()] / f64::from(card.wounds_per_model.max(1))).ceil() as u8;
        let flees = 1.0 - chance(resolve_target(models, card.models));
        let Some(cell) = state.cell(unit) else { continue };
        let way = run(state, unit, cell);
        let share = left[unit.index()] * wound_worth(state, unit);
        let cost = match (way.off_board, way.blocked_by) {
            (true, _) => share,
            (false, Some(_)) => share * flees.max(0.2),
            (false, None) => share * 0.1,
        };
        value += if unit.seat() == seat {
            -(1.0 - wins) * flees * cost
        } else {
            wins * flees * cost
        };
    }
    value
}

/// What it is worth for a unit out of combat to stand where it stands: near an enemy that it can meet well, archers with a
/// target ahead.
fn approach_value(state: &State, unit: UnitId) -> f64 {
    let Some(cell) = state.cell(unit) else { return 0.0 };
    let gear = state.gear(unit);
    let facing = state.unit(unit).facing;
    let shoots = may_shoot(state, unit).ok();
    let mut best = f64::NEG_INFINITY;
    for enemy in state.standing_of(unit.seat().opponent()) {
        let Some(there) = enemy.cell else { continue };
        let (east, north) = cell.offset(there);
        let steps = f64::from(cell.steps_to(there));
        let (step_east, step_north) = facing.step();
        let ahead = f64::from(east * i32::from(step_east) + north * i32::from(step_north));
        let foe = state.gear(enemy.id);
        let from_behind = direction(there, enemy.facing, cell) != Some(Direction::Front);
        let spears = if foe.strikes_before_charger() && !from_behind {
            -0.05
        } else {
            0.0
        };
        // A cell between the two is where a charge begins: two cells of way, not one.
        let room = if steps < 2.0 { -0.05 } else { 0.0 };
        let reach = match shoots {
            Some(range) => -NEARER * (steps - f64::from(range)).abs(),
            None => -NEARER * steps,
        };
        let prey = 0.02 * wound_worth(state, enemy.id) * wound_chance(gear.melee_target(), foe.card.block);
        best = best.max(reach + spears + room + prey + 0.01 * ahead.clamp(-2.0, 2.0));
    }
    if best.is_finite() { best } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use hindsight_geometry::squares::Cell;
    use hindsight_kernel::bot_rng;

    use super::*;
    use crate::model::cards::{BlowOrder, Class};
    use crate::model::names::UNITS;
    use crate::model::state::SEATS;
    use crate::scene::{Scene, names};

    /// Six units a side with cards, items and strengths by chance, anywhere on the board.
    fn by_chance(number: u64) -> State {
        let mut rng = bot_rng(number);
        let mut pick = |limit: usize| below(&mut rng, limit).unwrap();
        let mut cells: Vec<usize> = Vec::new();
        while cells.len() < UNITS {
            let cell = pick(64);
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        let units: Vec<String> = UnitId::all()
            .zip(&cells)
            .map(|(unit, cell)| {
                let cell = Cell::new((cell % 8) as u8, (cell / 8) as u8).unwrap();
                format!("{unit} {cell} {}", Facing::ALL[pick(4)])
            })
            .collect();
        let mut scene = Scene::new(&units.join(", "));
        for unit in UnitId::all() {
            let name = unit.to_string();
            let (class, order) = (
                [Class::Core, Class::Elite, Class::General][pick(3)],
                [BlowOrder::None, BlowOrder::BeforeCharger][pick(2)],
            );
            let numbers = (
                pick(9) as u8 + 1,
                pick(3) as u8 + 1,
                pick(5) as u8 + 2,
                pick(6) as u8 + 2,
                pick(4) as u8 + 1,
            );
            let shoots = pick(3) == 0;
            scene = scene.card(&name, |card| {
                (card.class, card.order) = (class, order);
                (card.models, card.attacks, card.melee, card.block, card.speed) = numbers;
                if shoots {
                    (card.ranged, card.innate_ranged) = (Some(4), Some(names("bow-1")[0]));
                }
            });
            if pick(3) == 0 {
                scene = scene.items(&name, ["sword-2", "shield-1", "lance-2", "axe-2"][pick(4)]);
            }
            if pick(4) == 0 && unit.seat() == Seat::A {
                scene = scene.charged(&name);
            }
            scene = scene.models(&name, pick(usize::from(numbers.0)) as u8 + 1);
        }
        scene.state
    }

    /// The same position from the other side of the table: the players change places and the board is turned by 180
    /// degrees.
    fn turned_about(state: &State) -> State {
        let mut other = state.clone();
        let board = state.cards.board;
        let swapped = |unit: UnitId| UnitId::new(unit.seat().opponent(), unit.slot()).unwrap();
        let set = |units: UnitSet| units.iter().map(swapped).collect();
        for unit in &state.units {
            let id = swapped(unit.id);
            let mut there = unit.clone();
            there.id = id;
            there.cell = unit
                .cell
                .map(|cell| Cell::new(board.cols - 1 - cell.col(), board.rows - 1 - cell.row()).unwrap());
            there.facing = unit.facing.opposite();
            other.units[id.index()] = there;
        }
        other.players.swap(0, 1);
        other.active = state.active.map(Seat::opponent);
        other.start.first_turn = state.start.first_turn.map(Seat::opponent);
        (other.acted, other.charged) = (set(state.acted), set(state.charged));
        other.cards = Arc::clone(&state.cards);
        other
    }

    #[test]
    fn both_sides_of_the_table_are_weighed_alike() {
        let (mut fights, mut differ) = (0, 0);
        for number in 0..200 {
            let state = by_chance(number);
            let other = turned_about(&state);
            assert_eq!(turned_about(&other), state);
            for seat in SEATS {
                let (here, there) = (
                    position_value(&state, seat),
                    position_value(&other, seat.opponent()),
                );
                assert!(
                    (here - there).abs() < 1e-9,
                    "position {number}, {seat}: {here} and {there}"
                );
            }
            fights += combats(&state).len();
            differ +=
                u32::from((position_value(&state, Seat::A) - position_value(&state, Seat::B)).abs() > 0.1);
            for unit in UnitId::all() {
                let facing = state.unit(unit).facing;
                let mirror = UnitId::new(unit.seat().opponent(), unit.slot()).unwrap();
                for col in 0..8 {
                    let here = deploy_value(&state, unit, col, 2, facing);
                    let there = deploy_value(&other, mirror, 7 - col, 2, facing.opposite());
                    assert!((here - there).abs() < 1e-9, "position {number}, {unit}");
                }
            }
        }
        assert!(
            fights > 100 && differ > 100,
            "{fights} combats, {differ} uneven positions"
        );
    }

    #[test]
    fn both_seats_choose_the_same_actions() {
        for number in 0..60 {
            let state = by_chance(number + 1_000);
            let other = turned_about(&state);
            // Values, not commands, are compared: of two equal choices either may be taken.
            let worth = |state: &State, seat: Seat| {
                match BeforeBattle::greedy(state, seat, &mut bot_rng(1))? {
                    Command::Shoot { unit, target, .. } => {
                        Some(position_value(state, seat) + shot_value(state, unit, target))
                    }
                    Command::EndActions => Some(position_value(state, seat)),
                    Command::Hustle { .. } => None, // Weighed over two dice.
                    command => after_action(state, &command, 1).map(|after| position_value(&after, seat)),
                }
            };
            if let (Some(here), Some(there)) = (worth(&state, Seat::A), worth(&other, Seat::B)) {
                assert!(
                    (here - there).abs() < 1e-9,
                    "position {number}: {here} and {there}"
                );
            }
        }
    }
}
