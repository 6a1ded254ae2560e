//! The greedy player: rules of thumb with the exact odds of attacks.
//!
//! It deploys a line with the shooters outside, gives melee units Close and shooters Range, rallies and reorganizes first,
//! moves the unit with the best rush first, takes the target with the best odds, and plays a command card where the exact
//! odds say that it is worth a card. It Sounds the Charge where that does more than the command actions would one by one,
//! and takes Direct Control for a rush on a better enemy than the one most directly ahead.

use hindsight_geometry::inches::{Degrees, Pose};
use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::{Offer, Seat, below};

use crate::agenda::{Answer, Answered, GreenAt, Need, Options, Question, Step, Topic};
use crate::attack::{Attack, AttackKind, AttackStage};
use crate::cards::{CardSide, Colour, UnitType};
use crate::combat::{Choices, ammunition::ammo_boxes, choices, dice, odds};
use crate::command::{Command, Ordered, Rallied};
use crate::command_actions::{check_rally, check_reorganize, headings, lay};
use crate::completion::complete;
use crate::effect::{Dice, Effect, Target};
use crate::field::Field;
use crate::names::{CardNo, UnitId, other};
use crate::offers::offers;
use crate::orders::{Order, WrittenOrder};
use crate::state::{Engagement, Lasting, LastingKind, RushKind, State, Status, Unit};

/// What a card must gain, in boxes.
const WORTH_A_CARD: f64 = 0.45;
/// What the chance to destroy a unit is worth, in boxes.
const WORTH_A_UNIT: f64 = 2.0;
/// What another target must be worth more, in boxes, to take Direct Control for it.
const WORTH_CONTROL: f64 = 1.0;
/// By how many command actions more Sound the Charge must do than it costs.
const MORE_BY_CHARGE: usize = 2;
/// How many armies are drawn to take the best of.
const ARMIES: usize = 6;
/// The chance of a courage check under which a card is played for it beforehand.
const SHAKY: f64 = 0.6;

/// The heuristic player's choice for a seat that is asked.
pub(crate) fn greedy(state: &State, seat: Seat, rng: &mut dyn Rng) -> Option<Command> {
    let all = offers(state, seat);
    let random = |rng: &mut dyn Rng| {
        let offer = all.get(below(rng, all.len())?)?;
        complete(state, offer, rng)
    };
    match &state.agenda.last()?.step {
        Step::Ask(question) => answer(state, question)
            .filter(|command| is_offered(&all, command))
            .or_else(|| all.first()?.commands().first().cloned()),
        Step::AgreeBudget { .. } | Step::AgreeScenario { .. } => {
            let accept = Command::AcceptProposal;
            if is_offered(&all, &accept) {
                return Some(accept);
            }
            let usual = Command::ProposeBudget { points: 2_000 };
            if is_offered(&all, &usual) {
                return Some(usual);
            }
            random(rng)
        }
        Step::BuildArmies => {
            let offer = all.first()?;
            let drawn: Vec<Command> = (0..ARMIES).filter_map(|_| complete(state, offer, rng)).collect();
            best(drawn, |command| army_value(state, command))
        }
        // Whoever deploys last sees more; whoever moves first rushes first.
        Step::NameFirstDeployer { .. } | Step::NameFirstOrderer { .. } => {
            Some(Command::Name { seat: other(seat) })
        }
        Step::ChooseFirstPlayer { .. } => Some(Command::Name { seat }),
        Step::Deploy { .. } => deploy(state, seat),
        Step::AssignOrder { .. } => assign(state, &all),
        Step::MovementAndCommand => action(state, seat, &all).or_else(|| random(rng)),
        Step::GreenWindow { at, .. } => green(state, seat, *at, &all).or_else(|| random(rng)),
        Step::SubmitLegs { .. } => Some(Command::SubmitLegs {
            legs: Vec::new(),
            land: None,
            nearest: None,
        }),
        Step::Attack => attack_card(state, seat, &all),
        Step::ChooseFactions
        | Step::DrawAtSetUp
        | Step::BeginTurn
        | Step::Realign
        | Step::Snapshot
        | Step::Activate { .. }
        | Step::RoutMove { .. }
        | Step::DrawCard { .. }
        | Step::Cast { .. }
        | Step::Effects { .. }
        | Step::Triggers
        | Step::CloseMovement
        | Step::Courage { .. }
        | Step::FreeAttacks { .. }
        | Step::RollCheck
        | Step::SettleCheck
        | Step::ChooseTargets
        | Step::Attacks
        | Step::Reroll { .. }
        | Step::Consequences
        | Step::EndOfTurn
        | Step::VictoryCheck => random(rng),
    }
}

fn is_offered(all: &[Offer<Command>], command: &Command) -> bool {
    all.iter()
        .flat_map(Offer::commands)
        .any(|offered| offered == command)
}

fn best<T>(all: impl IntoIterator<Item = T>, value: impl Fn(&T) -> f64) -> Option<T> {
    all.into_iter()
        .map(|one| (value(&one), one))
        .max_by(|(one, _), (other, _)| one.total_cmp(other))
        .map(|(_, one)| one)
}

/// Points well spent: melee dice and boxes of the units of a list.
fn army_value(state: &State, command: &Command) -> f64 {
    let Command::BuildArmy { list } = command else {
        return 0.0;
    };
    list.units
        .iter()
        .filter_map(|id| state.book.kind_named(id))
        .map(|(_, kind)| fighter_value(kind))
        .sum::<f64>()
        + 0.4 * f64::from(list.cards)
}

fn fighter_value(kind: &UnitType) -> f64 {
    let bite = f64::from(kind.attack.dice) * f64::from(kind.attack.skill + kind.attack.power) / 6.0;
    let stand = f64::from(kind.boxes.all()) * f64::from(kind.def_skill + kind.toughness) / 4.0;
    let shots = if kind.ranged.is_some() { 2.0 } else { 0.0 };
    bite + stand + shots + f64::from(kind.courage.unwrap_or(14)) / 4.0
}

fn shoots(kind: &UnitType) -> bool {
    kind.ranged.is_some_and(|ranged| ranged.range.0 >= 7_000)
}

/// The strongest unit first: the line near the front edge of the zone from the middle outward, shooters on the wings.
fn deploy(state: &State, seat: Seat) -> Option<Command> {
    let waiting = state
        .units
        .iter()
        .filter(|unit| unit.id.seat() == seat && unit.pose.is_none() && unit.destroyed.is_none());
    let unit = waiting.max_by_key(|unit| state.kind(unit).points)?;
    let places = crate::deploy::free_places(state, unit);
    let wing = shoots(state.kind(unit));
    let (width, depth) = state.scenario().map_or((36.0, 30.0), |scenario| {
        (scenario.width.value(), scenario.depth.value())
    });
    let pose = best(places, |pose: &Pose| {
        let (x, y) = (pose.centre.x.value(), pose.centre.y.value());
        let ahead = if seat == Seat::A { y } else { depth - y };
        let aside = (x - width / 2.0).abs();
        let behind = state
            .own(seat)
            .filter_map(|friend| friend.pose)
            .filter(|friend| (friend.centre.x.value() - x).abs() < 3.4)
            .count() as f64;
        ahead - 4.0 * behind - 0.2 * if wing { (aside - 10.0).abs() } else { aside }
    })?;
    Some(Command::Deploy { unit: unit.id, pose })
}

/// Close for those who fight, Range for those who shoot.
fn wanted(state: &State, unit: &Unit) -> Order {
    let kind = state.kind(unit);
    let ammo = ammo_boxes(kind) > unit.ammo_marked;
    if shoots(kind) && ammo {
        Order::Range
    } else {
        Order::Close
    }
}

fn is_plain(order: &WrittenOrder, wanted: Order) -> bool {
    *order == WrittenOrder::plain(wanted)
}

fn assign(state: &State, all: &[Offer<Command>]) -> Option<Command> {
    let offered = || all.iter().flat_map(Offer::commands);
    let fits = |command: &&Command| match command {
        Command::AssignOrder { unit, order } => state
            .unit(*unit)
            .is_some_and(|there| is_plain(order, wanted(state, there))),
        _ => false,
    };
    offered().find(fits).or_else(|| offered().next()).cloned()
}

/// The next action: what is routed and disrupted first, then orders, cards, spells, rushes, moves.
fn action(state: &State, seat: Seat, all: &[Offer<Command>]) -> Option<Command> {
    let offered = || all.iter().flat_map(Offer::commands);
    if let Some(command) = charge(state, seat, all) {
        return Some(command);
    }
    let rally = offered().filter(|command| matches!(command, Command::Rally { .. }));
    if let Some(command) = best(rally, |command| toward_enemy(state, command)) {
        return Some(command.clone());
    }
    if let Some(command) = offered().find(|command| match command {
        Command::Reorganize { unit, order } => state
            .unit(*unit)
            .is_some_and(|there| is_plain(order, wanted(state, there))),
        _ => false,
    }) {
        return Some(command.clone());
    }
    if let Some(command) = offered().find(|command| is_good_order(state, command)) {
        return Some(command.clone());
    }
    if let Some(command) = offered().find(|command| match command {
        Command::PlayCard { card, colour, on } => helps(state, seat, *card, *colour, on),
        _ => false,
    }) {
        return Some(command.clone());
    }
    if let Some(command) = offered().find(|command| is_good_spell(state, seat, command)) {
        return Some(command.clone());
    }
    if let Some(command) = offered().find(|command| finds_a_better_target(state, command)) {
        return Some(command.clone());
    }
    // Whoever can rush moves first, the best rush before the others.
    let single =
        offered().filter(|command| matches!(command, Command::Activate { units } if units.len() == 1));
    if let Some(command) = best(single, |command| activation_value(state, command)) {
        return Some(command.clone());
    }
    let left = state.player(seat);
    let draw = Command::DrawCard { card: None };
    if left.hand.len() < 12 && is_offered(all, &draw) {
        return Some(draw);
    }
    offered()
        .find(|command| matches!(command, Command::Reload { .. }))
        .or_else(|| offered().find(|command| matches!(command, Command::EndPhase)))
        .cloned()
}

/// A melee unit that is not on Close, or a shooter without ammunition.
fn is_good_order(state: &State, command: &Command) -> bool {
    let Command::ChangeOrder { unit, order } = command else {
        return false;
    };
    state.unit(*unit).is_some_and(|there| {
        let want = wanted(state, there);
        let now = match there.status {
            Status::Ready(Some(orders)) => orders.order,
            Status::Ready(None) | Status::Disrupted | Status::Routing => return false,
        };
        now != want && is_plain(order, want)
    })
}

/// Sound the Charge where it does more than its command actions would one by one: Rallies, Reorganizing, new orders.
fn charge(state: &State, seat: Seat, all: &[Offer<Command>]) -> Option<Command> {
    let sample = all
        .iter()
        .flat_map(Offer::commands)
        .find_map(|command| match command {
            Command::SoundTheCharge {
                charge,
                rally,
                reorganize,
            } => Some((charge, rally, reorganize)),
            _ => None,
        });
    let (charge, rally, reorganize) = sample?;
    let needed: Vec<Ordered> = charge
        .iter()
        .filter(|ordered| {
            is_good_order(
                state,
                &Command::ChangeOrder {
                    unit: ordered.unit,
                    order: ordered.order,
                },
            )
        })
        .copied()
        .collect();
    let one_by_one = needed.len() + rally.len() + 2 * reorganize.len();
    if one_by_one < usize::from(state.player(seat).actions) + MORE_BY_CHARGE {
        return None;
    }
    let mut now = state.clone();
    let mut rallied = Vec::with_capacity(rally.len());
    for one in rally {
        let Some(unit) = now.unit(one.unit).cloned() else {
            continue;
        };
        let headings = headings(&now, &unit)
            .into_iter()
            .filter(|heading| check_rally(&now, &unit, *heading, false).is_ok());
        if let Some(heading) = best(headings, |heading| looks_to_enemy(state, one.unit, *heading)) {
            lay(&mut now, one.unit, Some(heading), false);
            rallied.push(Rallied { heading, ..*one });
        }
    }
    let reorganized = reorganize.iter().map(|one| {
        let wish = now
            .unit(one.unit)
            .map(|unit| WrittenOrder::plain(wanted(state, unit)));
        let fits = |order: &WrittenOrder| {
            now.unit(one.unit)
                .is_some_and(|unit| check_reorganize(&now, unit, order).is_ok())
        };
        Ordered {
            order: wish.filter(fits).unwrap_or(one.order),
            ..*one
        }
    });
    Some(Command::SoundTheCharge {
        charge: needed,
        rally: rallied,
        reorganize: reorganized.collect(),
    })
}

/// Direct Control of a unit that would rush, but by its order a much worse enemy than the best it can reach.
fn finds_a_better_target(state: &State, command: &Command) -> bool {
    let Command::DirectControl { unit } = command else {
        return false;
    };
    let value = |enemy: UnitId| {
        state
            .snapshot
            .iter()
            .filter(|glimpse| glimpse.unit == *unit && glimpse.enemy == enemy && glimpse.could_rush)
            .filter_map(|glimpse| Some(rush_value(state, *unit, enemy, glimpse.side?)))
            .fold(f64::NEG_INFINITY, f64::max)
    };
    let reachable = state
        .snapshot
        .iter()
        .filter(|glimpse| glimpse.unit == *unit && glimpse.could_rush)
        .map(|glimpse| glimpse.enemy);
    let mut enemies: Vec<UnitId> = reachable.collect();
    enemies.dedup();
    if enemies.len() < 2 || !crate::final_rush::must_rush(state, *unit) {
        return false;
    }
    let most = |enemies: &[UnitId]| {
        enemies
            .iter()
            .map(|enemy| value(*enemy))
            .fold(f64::NEG_INFINITY, f64::max)
    };
    let ordered = most(&crate::final_rush::targets_by_order(state, *unit));
    ordered.is_finite() && most(&enemies) > ordered + WORTH_CONTROL
}

fn toward_enemy(state: &State, command: &Command) -> f64 {
    let Command::Rally { unit, heading, .. } = command else {
        return 0.0;
    };
    looks_to_enemy(state, *unit, *heading)
}

/// The nearer to the direction of the nearest enemy a heading is, the higher.
fn looks_to_enemy(state: &State, unit: UnitId, heading: Degrees) -> f64 {
    let Some(pose) = state.unit(unit).and_then(|unit| unit.pose) else {
        return 0.0;
    };
    let far = |other: &Pose| pose.centre.distance(other.centre).value();
    let nearest = state
        .enemies_of(unit.seat())
        .filter_map(|enemy| enemy.pose)
        .min_by(|one, other| far(one).total_cmp(&far(other)));
    let Some(bearing) = nearest.and_then(|enemy| pose.centre.bearing(enemy.centre)) else {
        return 0.0;
    };
    -heading.turn_to(bearing).value().abs()
}

/// The odds of a rush from where the snapshot saw the enemy, or a little for a unit that just moves.
fn activation_value(state: &State, command: &Command) -> f64 {
    let Command::Activate { units } = command else {
        return 0.0;
    };
    let Some(unit) = units.first() else { return 0.0 };
    let rushes = state
        .snapshot
        .iter()
        .filter(|glimpse| glimpse.unit == *unit && glimpse.could_rush);
    rushes
        .filter_map(|glimpse| Some(rush_value(state, *unit, glimpse.enemy, glimpse.side?)))
        .fold(0.0, f64::max)
}

/// The position as if a unit had rushed this side of an enemy.
pub(crate) fn as_if_rushed(
    state: &State,
    unit: UnitId,
    enemy: UnitId,
    side: hindsight_geometry::inches::Side,
) -> State {
    let mut after = state.clone();
    after.engagements.push(Engagement {
        rusher: unit,
        rusher_side: hindsight_geometry::inches::Side::Front,
        rushed: enemy,
        rushed_side: side,
        kind: RushKind::Front,
        point: None,
        turn: state.turn,
        taken_over: false,
    });
    if let Some(rusher) = after.unit_mut(unit) {
        rusher.turn.rushed = true;
    }
    after
}

/// What a rush is worth: expected boxes given less those taken, and the units that may fall.
fn rush_value(state: &State, unit: UnitId, enemy: UnitId, side: hindsight_geometry::inches::Side) -> f64 {
    let after = as_if_rushed(state, unit, enemy, side);
    let worth = |attacker, target| {
        odds::preview(&after, attacker, target, AttackKind::Melee)
            .map_or(0.0, |(_, odds)| odds.boxes.mean() + WORTH_A_UNIT * odds.destroys)
    };
    // Above 0, so that a rush always comes before an ordinary move.
    10.0 + worth(unit, enemy) - 0.7 * worth(enemy, unit)
}

/// The boxes that a card, spell or ability is worth by its effects on one's own or the enemy's units.
fn effect_value(effect: &Effect) -> f64 {
    match effect {
        Effect::Change { change, .. } => {
            let sum = i32::from(change.dice)
                + i32::from(change.skill)
                + i32::from(change.power)
                + i32::from(change.def_skill)
                + i32::from(change.toughness)
                + i32::from(change.courage)
                + i32::from(change.mc)
                + i32::from(change.impact_hits);
            f64::from(sum)
        }
        Effect::GainCommandActions { count } => 2.0 * f64::from(*count),
        Effect::DrawCards { count } => f64::from(*count),
        Effect::EraseAmmo { most } => f64::from(*most),
        Effect::Reorganize | Effect::Rally { .. } => 3.0,
        Effect::Heal { boxes } => f64::from(*boxes),
        Effect::Damage { wounds } => -f64::from(*wounds),
        Effect::FearCheck | Effect::CourageCheck { .. } => -1.0,
        Effect::Disrupt => -3.0,
        Effect::Cover { .. } => 1.0,
        Effect::NoCards { .. } => -0.5,
        Effect::Reroll { .. }
        | Effect::RerollCourage
        | Effect::Wounds { .. }
        | Effect::BoxOnAttacker { .. }
        | Effect::Ignore { .. }
        | Effect::SpoilAttack
        | Effect::Trigger { .. }
        | Effect::ByRuling { .. } => 0.0,
    }
}

/// Whether a spell does its owner good: help for own units, harm for the enemy's.
fn is_good_spell(state: &State, seat: Seat, command: &Command) -> bool {
    let Command::Cast { unit, spell, target } = command else {
        return false;
    };
    let Some(spell) = state
        .unit(*unit)
        .and_then(|caster| state.kind(caster).spells.get(usize::from(*spell)))
    else {
        return false;
    };
    let good: f64 = spell.effects.iter().map(effect_value).sum();
    let Some(on) = state.unit(*target) else {
        return false;
    };
    let hurt = spell
        .effects
        .iter()
        .any(|effect| matches!(effect, Effect::Heal { .. }) && on.marked == 0);
    let marked = on.lasting.iter().any(|lasting| lasting.name == spell.name);
    !hurt
        && !marked
        && if target.seat() == seat {
            good > 0.0
        } else {
            good <= 0.0
        }
}

/// Whether a green card of one's own turn helps at once: actions, rallies, reorganizing.
fn helps(state: &State, seat: Seat, card: CardNo, colour: Colour, on: &[UnitId]) -> bool {
    let Some(side) = side_of(state, seat, card, colour) else {
        return false;
    };
    let needs = |effect: &Effect| match effect {
        Effect::GainCommandActions { .. } => 1.0,
        Effect::Reorganize => {
            let needy = |unit: &&UnitId| {
                state
                    .unit(**unit)
                    .is_some_and(|unit| unit.status == Status::Disrupted)
            };
            on.iter().filter(needy).count() as f64
        }
        Effect::Rally { on: Target::Chosen } => {
            let needy = |unit: &&UnitId| {
                state
                    .unit(**unit)
                    .is_some_and(|unit| unit.status == Status::Routing)
            };
            on.iter().filter(needy).count() as f64
        }
        _ => 0.0,
    };
    side.effects.iter().map(needs).sum::<f64>() > 0.0
}

fn side_of(state: &State, seat: Seat, card: CardNo, colour: Colour) -> Option<&CardSide> {
    let printed = state.faction(seat)?.card(card)?;
    printed.sides.iter().find(|side| side.colour == colour)
}

/// Green windows: cards for courage where it is needed, else none.
fn green(state: &State, seat: Seat, at: GreenAt, all: &[Offer<Command>]) -> Option<Command> {
    let offered = || all.iter().flat_map(Offer::commands);
    let check = state.check.as_ref().filter(|check| check.unit.seat() == seat);
    let needed = check.is_some_and(|check| match at {
        GreenAt::AfterCheck => check
            .roll
            .as_ref()
            .is_some_and(|roll| roll.total() as i32 > check.target),
        GreenAt::BeforeCheck => state
            .unit(check.unit)
            .and_then(|unit| crate::courage::courage_target(state, unit, check.kind, &check.cards))
            .is_some_and(|(target, _)| f64::from(crate::courage::passes_of_216(target)) / 216.0 < SHAKY),
        GreenAt::Movement | GreenAt::EndOfTurn => false,
    });
    let raises = |effect: &Effect| match effect {
        Effect::Change { change, .. } => change.courage > 0,
        Effect::RerollCourage => true,
        _ => false,
    };
    if needed
        && let Some(command) = offered().find(|command| match command {
            Command::PlayCard { card, colour, .. } => {
                side_of(state, seat, *card, *colour).is_some_and(|side| side.effects.iter().any(raises))
            }
            _ => false,
        })
    {
        return Some(command.clone());
    }
    offered()
        .find(|command| matches!(command, Command::PassPhase))
        .or_else(|| offered().find(|command| matches!(command, Command::Pass)))
        .cloned()
}

/// What an attack is worth to the attacker.
fn attack_worth(odds: &odds::AttackOdds) -> f64 {
    odds.boxes.mean() + WORTH_A_UNIT * odds.destroys
}

/// The attack at hand with a card more, as far as the odds can be known before it is played.
fn with_card(state: &State, seat: Seat, card: CardNo, side: &CardSide) -> Option<f64> {
    let attack: &Attack = state.attack.as_deref()?;
    let mut changed = attack.clone();
    changed.cards.push(Lasting {
        name: String::new(),
        kind: LastingKind::Card(card),
        by: seat,
        effects: side.effects.clone(),
    });
    let mut prospect = odds::prospect(state, &changed)?;
    for effect in &side.effects {
        match effect {
            Effect::Wounds { by } => prospect.wounds.push(i32::from(*by)),
            Effect::Reroll { dice, most } => {
                return Some(rerolled(attack, &prospect, *dice, *most));
            }
            _ => {}
        }
    }
    prospect.odds().ok().map(|odds| attack_worth(&odds))
}

/// The worth of an attack whose dice that lie are rolled again.
fn rerolled(attack: &Attack, prospect: &odds::Prospect, which: Dice, most: Option<u8>) -> f64 {
    let (roll, target) = match attack.stage {
        AttackStage::AfterHit => (&attack.hit_roll, prospect.to_hit),
        AttackStage::AfterWound => (&attack.wound_roll, prospect.to_wound),
        AttackStage::BeforeHit | AttackStage::BeforeWound | AttackStage::Damage | AttackStage::Resolution => {
            return prospect.odds().map_or(0.0, |odds| attack_worth(&odds));
        }
    };
    let Some(roll) = roll else { return 0.0 };
    let good = dice::successes(target, &roll.faces);
    let bad = roll.faces.len() as u32 - good;
    let thrown = match which {
        Dice::Failed => bad,
        Dice::Successful => good,
        Dice::Showing(face) => roll.faces.iter().map(|shown| u32::from(*shown == face)).sum(),
    }
    .min(most.map_or(u32::MAX, u32::from));
    let kept = match which {
        Dice::Successful => good - thrown,
        Dice::Showing(face) if face == 1 || i32::from(face) <= target => good.saturating_sub(thrown),
        Dice::Failed | Dice::Showing(_) => good,
    };
    let again = hindsight_kernel::Distribution::binomial(thrown, f64::from(target.clamp(1, 5)) / 6.0);
    let worth = |successes: u32| {
        let start = match attack.stage {
            AttackStage::AfterHit => odds::Start::Hits(successes + prospect.impact_hits),
            _ => odds::Start::Wounds(successes),
        };
        let from_there = odds::Prospect {
            start,
            ..prospect.clone()
        };
        from_there.odds().map_or(0.0, |odds| attack_worth(&odds))
    };
    again
        .iter()
        .map(|(more, chance)| chance * worth(kept + more.max(0) as u32))
        .sum()
}

/// A card in an attack, if the exact odds say that it is worth one.
fn attack_card(state: &State, seat: Seat, all: &[Offer<Command>]) -> Option<Command> {
    let attack = state.attack.as_deref()?;
    let now = odds::now(state).map_or(0.0, |odds| attack_worth(&odds));
    let sign = if attack.attacker.seat() == seat { 1.0 } else { -1.0 };
    let mut chosen = (WORTH_A_CARD, Command::Pass);
    for command in all.iter().flat_map(Offer::commands) {
        let gain = match command {
            Command::PlayCard { card, colour, .. } => {
                let side = side_of(state, seat, *card, *colour);
                side.and_then(|side| with_card(state, seat, *card, side))
                    .map_or(0.0, |then| sign * (then - now))
            }
            // A box of an ability is there to be spent.
            Command::UseAbility { .. } => WORTH_A_CARD + 0.01,
            _ => 0.0,
        };
        if gain > chosen.0 {
            chosen = (gain, command.clone());
        }
    }
    Some(chosen.1)
}

/// The answer to a question by the odds, or nothing where the first choice will do.
fn answer(state: &State, question: &Question) -> Option<Command> {
    let say = |answer: Answer| Some(Command::Choose { answer });
    let Options::OneOf(options) = &question.options else {
        return None;
    };
    match question.topic {
        Topic::Target => {
            let unit = question.unit?;
            let attacks = attacks_of(state, unit)?.attacks;
            let choice = best(attacks, |choice| {
                odds::preview(state, unit, choice.target, choice.kind)
                    .map_or(0.0, |(_, odds)| attack_worth(&odds))
            })?;
            say(crate::combat::named(unit, choice))
        }
        Topic::RushTarget => {
            let unit = question.unit?;
            let rushed = best(options, |(answer, _)| match answer {
                Answer::Unit(enemy) => state
                    .snapshot
                    .iter()
                    .find(|glimpse| glimpse.unit == unit && glimpse.enemy == *enemy)
                    .and_then(|glimpse| Some(rush_value(state, unit, *enemy, glimpse.side?)))
                    .unwrap_or(0.0),
                _ => -1.0,
            })?;
            say(rushed.0.clone())
        }
        Topic::Replacement | Topic::FlankRush => options
            .iter()
            .find(|(answer, _)| *answer == Answer::Decline)
            .and_then(|(answer, _)| say(answer.clone())),
        _ => None,
    }
}

/// What a unit may attack, whichever of tied enemies is nearest.
pub(crate) fn attacks_of(state: &State, unit: UnitId) -> Option<Choices> {
    const MOST_QUESTIONS: usize = 12;
    let field = Field::of(state);
    let there = state.unit(unit)?;
    let mut answers: Vec<Answered> = state
        .agenda
        .iter()
        .rev()
        .find(|frame| matches!(frame.step, Step::ChooseTargets))
        .map_or_else(Vec::new, |frame| frame.answers.clone());
    for _ in 0..MOST_QUESTIONS {
        match choices(&field, there, &[], &answers) {
            Ok(choices) => return Some(choices),
            Err(Need::Ask(question)) => answers.push(crate::movement::first_answer(&question)?),
            Err(Need::Refuse(_)) => return None,
        }
    }
    None
}
