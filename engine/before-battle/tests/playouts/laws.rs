//! Laws of every event in its place, by name, worked out from the rules and not by the rules' own code.

#![allow(
    clippy::unnested_or_patterns,
    reason = "an event of each kind on a line of its own"
)]

use before_battle::BeforeBattle;
use before_battle::model::event::{
    ActionEvent, AftermathEvent, Blow, CombatEvent, DeploymentEvent, EndingEvent, Event, OpeningEvent,
    RulingEvent,
};
use before_battle::model::names::UnitId;
use before_battle::model::state::{EndReason, Loss, Stage, State, Unit};
use hindsight_geometry::squares::{Cell, Facing};
use hindsight_kernel::{Fact, Seat, testing};

type Law = fn(&State, &Event, &State) -> bool;

/// The laws. Each takes the state before an event, the event, and the state after it.
const LAWS: [(&str, Law); 16] = [
    ("models only fall, but by ruling", models_only_fall),
    ("what is lost stays lost, but by ruling", what_is_lost_stays_lost),
    (
        "only the units an event names come, go and turn",
        only_the_named_move,
    ),
    ("a unit acts once in its owner's turn", a_unit_acts_once),
    ("a unit in combat only turns", a_unit_in_combat_only_turns),
    (
        "a unit moves straight ahead over free cells within its Speed",
        moves_go_straight,
    ),
    (
        "a charge enters two cells and ends before an enemy",
        charges_are_charges,
    ),
    (
        "a shot hits the nearest unit of a lane, an enemy out of combat",
        shots_hit_the_nearest,
    ),
    ("dice, hits, blocks and wounds of a blow add up", blows_add_up),
    ("a tier is struck by cell, no tier twice", tiers_come_in_order),
    (
        "who took more wounds tests, if anybody fights on",
        the_loser_tests,
    ),
    ("a unit stands on its remaining strength", resolve_is_by_strength),
    ("a unit that flees runs home", flights_run_home),
    ("rounds and turns follow each other", turns_follow),
    ("victory points only rise, but by ruling", points_only_rise),
    (
        "a battle ends when a side is gone or six rounds are over",
        battles_end_in_time,
    ),
];

/// Everything that must hold of one event in its place; gives the state after it.
pub fn check_event(number: u64, before: &State, event: &Event, facts: &mut Vec<Fact>) -> State {
    let after = testing::check_event::<BeforeBattle>(before, event, facts);
    for (name, law) in LAWS {
        assert!(
            law(before, event, &after),
            "game {number}: {name}: {event:?} in {before:?}"
        );
    }
    after
}

const fn is_ruling(event: &Event) -> bool {
    matches!(
        event,
        Event::Ruling(RulingEvent::Patched { .. })
            | Event::Opening(OpeningEvent::PositionSet { .. })
            | Event::Opening(OpeningEvent::GameSet { .. })
    )
}

fn pairs<'s>(before: &'s State, after: &'s State) -> impl Iterator<Item = (&'s Unit, &'s Unit)> {
    before.units.iter().zip(&after.units)
}

fn models_only_fall(before: &State, event: &Event, after: &State) -> bool {
    is_ruling(event)
        || matches!(event, Event::Deployment(DeploymentEvent::ArmiesTurnedUp { .. }))
        || pairs(before, after).all(|(was, is)| is.models <= was.models)
}

fn what_is_lost_stays_lost(before: &State, event: &Event, after: &State) -> bool {
    is_ruling(event) || pairs(before, after).all(|(was, is)| was.lost.is_none() || was == is)
}

fn only_the_named_move(before: &State, event: &Event, after: &State) -> bool {
    let mut moved: Vec<UnitId> = Vec::new();
    let mut turned: Vec<UnitId> = Vec::new();
    let mut struck: Vec<UnitId> = Vec::new();
    match event {
        _ if is_ruling(event) => return true,
        Event::Deployment(DeploymentEvent::UnitDeployed { unit, .. })
        | Event::Action(ActionEvent::UnitMoved { unit, .. })
        | Event::Aftermath(AftermathEvent::UnitFled { unit, .. }) => {
            moved.push(*unit);
            turned.push(*unit);
        }
        Event::Action(ActionEvent::UnitHustled { unit, .. })
        | Event::Action(ActionEvent::UnitSidestepped { unit, .. }) => moved.push(*unit),
        Event::Action(ActionEvent::UnitTurned { unit, .. }) => turned.push(*unit),
        Event::Action(ActionEvent::UnitShot { blow, .. }) => {
            turned.push(blow.unit);
            struck.push(blow.target);
        }
        Event::Combat(CombatEvent::TierFought { blows, .. }) => {
            struck.extend(blows.iter().map(|blow| blow.target));
        }
        Event::Aftermath(AftermathEvent::UnitsReformed { facings, .. }) => {
            turned.extend(facings.iter().map(|reformed| reformed.unit));
        }
        _ => {}
    }
    pairs(before, after).all(|(was, is)| {
        let gone = struck.contains(&is.id) && is.cell.is_none() && is.models == 0;
        (was.cell == is.cell || moved.contains(&is.id) || gone)
            && (was.facing == is.facing || turned.contains(&is.id))
    })
}

/// The unit that carries out an action.
const fn actor(event: &Event) -> Option<UnitId> {
    match event {
        Event::Action(ActionEvent::UnitMoved { unit, .. })
        | Event::Action(ActionEvent::UnitHustled { unit, .. })
        | Event::Action(ActionEvent::UnitTurned { unit, .. })
        | Event::Action(ActionEvent::UnitSidestepped { unit, .. }) => Some(*unit),
        Event::Action(ActionEvent::UnitShot { blow, .. }) => Some(blow.unit),
        _ => None,
    }
}

fn a_unit_acts_once(before: &State, event: &Event, after: &State) -> bool {
    actor(event).is_none_or(|unit| {
        before.stage == Stage::Actions
            && before.active == Some(unit.seat())
            && !before.acted.contains(unit)
            && after.acted.contains(unit)
            && before.cell(unit).is_some()
    })
}

fn next_cell(state: &State, cell: Cell, facing: Facing) -> Option<Cell> {
    let (east, north) = facing.step();
    let col = u8::try_from(i32::from(cell.col()) + i32::from(east)).ok()?;
    let row = u8::try_from(i32::from(cell.row()) + i32::from(north)).ok()?;
    let board = &state.cards.board;
    (col < board.cols && row < board.rows)
        .then(|| Cell::new(col, row))
        .flatten()
}

fn on(state: &State, cell: Cell) -> Option<&Unit> {
    state.units.iter().find(|unit| unit.cell == Some(cell))
}

/// The enemy in a unit's front cell.
fn faced(state: &State, unit: &Unit) -> Option<UnitId> {
    let other = on(state, next_cell(state, unit.cell?, unit.facing)?)?;
    (other.id.seat() != unit.id.seat()).then_some(other.id)
}

fn fights(state: &State, unit: UnitId) -> bool {
    faced(state, state.unit(unit)).is_some()
        || state.units.iter().any(|other| faced(state, other) == Some(unit))
}

fn a_unit_in_combat_only_turns(before: &State, event: &Event, _: &State) -> bool {
    matches!(event, Event::Action(ActionEvent::UnitTurned { .. }))
        || actor(event).is_none_or(|unit| !fights(before, unit))
}

/// Speed of the card with its items, at least 1.
fn speed(state: &State, unit: UnitId) -> u8 {
    let held = state.unit(unit).items.iter().flatten();
    let change: i32 = held
        .map(|&item| i32::from(state.cards.item(item).unwrap().speed_mod))
        .sum();
    (i32::from(state.card(unit).speed) + change).max(1) as u8
}

/// Whether so many free cells lead from one cell to another.
fn leads(state: &State, from: Cell, to: Cell, facing: Facing, entered: u8) -> bool {
    let mut cell = from;
    for _ in 0..entered {
        match next_cell(state, cell, facing) {
            Some(next) if on(state, next).is_none() => cell = next,
            _ => return false,
        }
    }
    cell == to
}

fn moves_go_straight(before: &State, event: &Event, _: &State) -> bool {
    match event {
        Event::Action(ActionEvent::UnitMoved {
            unit,
            turn,
            from,
            to,
            facing,
            entered,
            ..
        }) => {
            let here = before.unit(*unit).facing;
            *facing == turn.map_or(here, |hand| here.turned(hand))
                && *entered <= speed(before, *unit)
                && (turn.is_some() || *entered > 0)
                && before.cell(*unit) == Some(*from)
                && leads(before, *from, *to, *facing, *entered)
        }
        Event::Action(ActionEvent::UnitHustled {
            unit,
            from,
            to,
            entered,
            roll,
            ..
        }) => {
            let (facing, full) = (before.unit(*unit).facing, speed(before, *unit));
            let wins = roll.faces[0] >= 4;
            let blocked = next_cell(before, *to, facing).is_none_or(|cell| on(before, cell).is_some());
            leads(before, *from, *to, facing, *entered)
                && (*entered == full + 1 && wins || *entered == full && (!wins || blocked))
        }
        Event::Action(ActionEvent::UnitSidestepped { unit, hand, from, to }) => {
            leads(before, *from, *to, before.unit(*unit).facing.turned(*hand), 1)
        }
        _ => true,
    }
}

fn charges_are_charges(_: &State, event: &Event, after: &State) -> bool {
    match event {
        Event::Action(ActionEvent::UnitMoved {
            unit,
            entered,
            charged,
            ..
        })
        | Event::Action(ActionEvent::UnitHustled {
            unit,
            entered,
            charged,
            ..
        }) => {
            *charged == (*entered >= 2 && faced(after, after.unit(*unit)).is_some())
                && after.charged.contains(*unit) == *charged
        }
        _ => actor(event).is_none_or(|unit| !after.charged.contains(unit)),
    }
}

fn shots_hit_the_nearest(before: &State, event: &Event, _: &State) -> bool {
    let Event::Action(ActionEvent::UnitShot {
        turn,
        facing,
        lane,
        distance,
        blow,
    }) = event
    else {
        return true;
    };
    let shooter = before.unit(blow.unit);
    let side = match lane {
        hindsight_geometry::squares::Lane::Left => Some(hindsight_geometry::squares::Hand::Left),
        hindsight_geometry::squares::Lane::Centre => None,
        hindsight_geometry::squares::Lane::Right => Some(hindsight_geometry::squares::Hand::Right),
    };
    // The cell beside the shooter, from where the lane runs straight ahead.
    let start = match side {
        None => shooter.cell,
        Some(hand) => next_cell(before, shooter.cell.unwrap(), facing.turned(hand)),
    };
    let mut cell = start;
    for place in 1..=*distance {
        cell = cell.and_then(|here| next_cell(before, here, *facing));
        let there = cell.and_then(|here| on(before, here)).map(|unit| unit.id);
        let wanted = (place == *distance).then_some(blow.target);
        if there != wanted {
            return false;
        }
    }
    *facing == turn.map_or(shooter.facing, |hand| shooter.facing.turned(hand))
        && blow.target.seat() != blow.unit.seat()
        && !fights(before, blow.target)
}

/// One blow against a target of so many models with so many wounds on one of them.
fn adds_up(state: &State, blow: &Blow, dice: usize, models: u8, wounds: u8) -> bool {
    let count = |faces: &[u8], need: u8| faces.iter().filter(|&&face| face >= need).count();
    let faces_fit = |faces: &[u8]| faces.iter().all(|face| (1..=6).contains(face));
    let blocks = blow.block.as_ref().map_or(&[][..], |roll| &roll.faces);
    let blockable = blow.block_need <= 6;
    let each = u32::from(state.card(blow.target).wounds_per_model);
    let left = |models: u8, wounds: u8| (u32::from(models) * each).saturating_sub(u32::from(wounds));
    let unsaved = u32::from(blow.hits - blow.blocked);
    blow.attack.dice() == dice
        && faces_fit(&blow.attack.faces)
        && faces_fit(blocks)
        && (2..=6).contains(&blow.need)
        && (2..=7).contains(&blow.block_need)
        && usize::from(blow.hits) == count(&blow.attack.faces, blow.need)
        && blocks.len() == if blockable { usize::from(blow.hits) } else { 0 }
        && usize::from(blow.blocked) == count(blocks, blow.block_need)
        && u32::from(blow.wounds) == unsaved.min(left(models, wounds))
        && u32::from(blow.wounds + blow.surplus) == unsaved
        && left(blow.models_after, blow.wounds_after) == left(models, wounds) - u32::from(blow.wounds)
        && u32::from(blow.wounds_after) < each
}

fn blows_add_up(before: &State, event: &Event, _: &State) -> bool {
    match event {
        Event::Action(ActionEvent::UnitShot { blow, .. }) => {
            let (shooter, target) = (before.unit(blow.unit), before.unit(blow.target));
            let dice = usize::from(shooter.models.min(before.card(blow.unit).front_rank));
            adds_up(before, blow, dice, target.models, target.wounds)
        }
        Event::Combat(CombatEvent::TierFought { blows, .. }) => {
            blows.iter().enumerate().all(|(place, blow)| {
                let card = before.card(blow.unit);
                let items = before.unit(blow.unit).items.iter().flatten();
                let more: u8 = items
                    .map(|&item| before.cards.item(item).unwrap())
                    .filter(|item| !item.when_charged || before.charged.contains(blow.unit))
                    .map(|item| item.attacks_mod)
                    .sum();
                // All of a tier strike with the models alive at its beginning.
                let models = before.unit(blow.unit).models.min(card.front_rank);
                let dice = usize::from(models) * usize::from(card.attacks + more);
                let target = before.unit(blow.target);
                let (left, wounds) = blows[..place]
                    .iter()
                    .rfind(|other| other.target == blow.target)
                    .map_or((target.models, target.wounds), |other| {
                        (other.models_after, other.wounds_after)
                    });
                adds_up(before, blow, dice, left, wounds)
            })
        }
        _ => true,
    }
}

fn tiers_come_in_order(before: &State, event: &Event, _: &State) -> bool {
    let Event::Combat(CombatEvent::TierFought { tier, blows }) = event else {
        return true;
    };
    let Stage::Blows { tier: next } = before.stage else {
        return false;
    };
    let cells: Vec<(u8, u8)> = blows
        .iter()
        .map(|blow| before.cell(blow.unit).unwrap())
        .map(|cell| (cell.row(), cell.col()))
        .collect();
    *tier >= next
        && cells.is_sorted()
        && blows
            .iter()
            .all(|blow| faced(before, before.unit(blow.unit)) == Some(blow.target))
}

fn the_loser_tests(before: &State, event: &Event, _: &State) -> bool {
    let Event::Combat(CombatEvent::CombatResolved {
        wounds: [south, north],
        fighting,
        winner,
        tests,
    }) = event
    else {
        return true;
    };
    let present = before.combat.combats[0];
    let fought_on = present
        .iter()
        .any(|unit| faced(before, before.unit(unit)).is_some_and(|other| present.contains(other)));
    let expected = match (fought_on, south.cmp(north)) {
        (true, std::cmp::Ordering::Greater) => Some(Seat::A),
        (true, std::cmp::Ordering::Less) => Some(Seat::B),
        _ => None,
    };
    let losers = present
        .iter()
        .filter(|unit| before.cell(*unit).is_some() && expected.is_some_and(|winner| unit.seat() != winner));
    *fighting == fought_on
        && *winner == expected
        && losers.count() == tests.len()
        && tests
            .iter()
            .all(|unit| present.contains(*unit) && Some(unit.seat()) != expected)
}

/// At most a quarter stands on 6+, at most half on 4+, more on 2+.
fn strength_need(state: &State, unit: UnitId) -> u8 {
    let share = f64::from(state.unit(unit).models) / f64::from(state.card(unit).models);
    match share {
        share if share <= 0.25 => 6,
        share if share <= 0.5 => 4,
        _ => 2,
    }
}

fn resolve_is_by_strength(before: &State, event: &Event, _: &State) -> bool {
    match event {
        Event::Aftermath(AftermathEvent::FleeRolled {
            unit,
            need,
            roll,
            flees,
        }) => *need == strength_need(before, *unit) && roll.dice() == 1 && *flees == (roll.faces[0] < *need),
        _ => true,
    }
}

fn flights_run_home(before: &State, event: &Event, after: &State) -> bool {
    let Event::Aftermath(AftermathEvent::UnitFled {
        unit,
        from,
        to,
        facing,
        entered,
        off_board,
        blocked_by,
        dice,
        need,
        killed,
        models_after,
        ..
    }) = event
    else {
        return true;
    };
    let home = if unit.seat() == Seat::A {
        Facing::S
    } else {
        Facing::N
    };
    let full = speed(before, *unit);
    let ahead = next_cell(before, *to, home);
    let stopped = match (off_board, blocked_by) {
        (true, None) => ahead.is_none() && *entered < full && after.unit(*unit).lost == Some(Loss::OffBoard),
        (false, Some(other)) => {
            ahead.is_some_and(|cell| before.cell(*other) == Some(cell)) && *entered < full
        }
        (false, None) => *entered == full,
        (true, Some(_)) => false,
    };
    let models = before.unit(*unit).models;
    let thrown = dice.as_ref().map_or(0, hindsight_kernel::Roll::dice);
    let dead = dice
        .as_ref()
        .map_or(0, |roll| roll.faces.iter().filter(|&&face| face < *need).count());
    stopped
        && *facing == home
        && before.cell(*unit) == Some(*from)
        && leads(before, *from, *to, home, *entered)
        && *need == strength_need(before, *unit)
        && thrown
            == if blocked_by.is_some() {
                usize::from(models)
            } else {
                0
            }
        && usize::from(*killed) == dead
        && *models_after == models - killed
}

fn turns_follow(before: &State, event: &Event, _: &State) -> bool {
    let Event::Action(ActionEvent::TurnBegan { round, seat }) = event else {
        return true;
    };
    let first = before.start.first_turn.unwrap();
    match before.active {
        None => (*round, *seat) == (1, first),
        Some(active) if active == first => (*round, *seat) == (before.round, first.opponent()),
        Some(_) => (*round, *seat) == (before.round + 1, first) && *round <= 6,
    }
}

/// Victory points by the classes of what the other side lost.
fn points(state: &State, seat: Seat) -> u16 {
    state
        .units
        .iter()
        .filter(|unit| unit.id.seat() != seat && unit.lost.is_some())
        .map(|unit| u16::from(state.cards.board.vp.of(state.card(unit.id).class)))
        .sum()
}

fn points_only_rise(before: &State, event: &Event, after: &State) -> bool {
    is_ruling(event)
        || [Seat::A, Seat::B]
            .iter()
            .all(|&seat| points(after, seat) >= points(before, seat))
}

fn battles_end_in_time(before: &State, event: &Event, after: &State) -> bool {
    let standing = |seat: Seat| before.standing_of(seat).count();
    let Event::Ending(EndingEvent::BattleEnded { ending }) = event else {
        return after.ending == before.ending || is_ruling(event);
    };
    let last =
        before.round == 6 && before.active != before.start.first_turn && before.stage == Stage::TurnOver;
    let gone = standing(Seat::A) == 0 || standing(Seat::B) == 0;
    let [south, north] = [Seat::A, Seat::B].map(|seat| points(before, seat));
    ending.points == [south, north]
        && match ending.reason {
            EndReason::AllUnitsLost => gone && ending.winner.is_none_or(|winner| standing(winner) > 0),
            EndReason::Points => {
                last && !gone && ending.winner == Some(if south > north { Seat::A } else { Seat::B })
            }
            EndReason::SurvivingShare => last && !gone && south == north && ending.winner.is_some(),
            EndReason::Equal => last && !gone && south == north && ending.winner.is_none(),
        }
}

/// The law of sums: what the facts add up to is what the state holds.
pub fn check_facts(state: &State, facts: &[Fact]) {
    for fact in facts {
        let Fact::DiceRolled(rolled) = fact else { continue };
        let explained: i32 = rolled.modifiers.iter().map(|part| part.change).sum();
        assert!(
            rolled.modifiers.is_empty() || Some(explained) == rolled.target,
            "what made the number adds up to it: {rolled:?}"
        );
    }
    for seat in [Seat::A, Seat::B] {
        let lost: u32 = facts
            .iter()
            .filter_map(|fact| match fact {
                Fact::DamageDealt(dealt) if dealt.seat == seat => Some(dealt.models),
                _ => None,
            })
            .sum();
        let (alive, start) = before_battle::rules::victory::surviving_models(state, seat);
        assert_eq!(lost, start - alive, "models of {seat} lost");
    }
    for fact in facts {
        match fact {
            Fact::DiceRolled(rolled) => {
                assert!(
                    rolled.expected.exactly(rolled.result) > 0.0,
                    "{rolled:?} was possible"
                );
            }
            Fact::AttackResolved(attack) => {
                assert!(
                    attack.expected.exactly(attack.damage as i32) > 0.0,
                    "{attack:?} was possible"
                );
                assert_eq!(attack.hits - attack.saved, attack.damage + attack.surplus);
            }
            _ => {}
        }
    }
}
