//! Green cards and spells: what helps at once, what a courage check needs, what makes the coming fights better.

use hindsight_kernel::{Offer, Seat};

use super::fights::attack_worth;
use crate::model::agenda::GreenAt;
use crate::model::attack::AttackKind;
use crate::model::cards::Colour;
use crate::model::command::Command;
use crate::model::effect::{Effect, Target};
use crate::model::names::{CardNo, UnitId};
use crate::model::state::{Lasting, LastingKind, State, Status};
use crate::procedures::courage;
use crate::rules::combat::odds;
use crate::views::prospects::{attacks_of, side_of};

/// The chance of a courage check under which a card is played for it beforehand.
const SHAKY: f64 = 0.6;

/// What a card must gain, in boxes: the less the more of them are in hand, for they are worth nothing after the battle.
pub(super) fn worth_a_card(state: &State, seat: Seat) -> f64 {
    let hand = state.player(seat).hand.len() as f64;
    (0.55 - 0.06 * hand).max(0.1)
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
        | Effect::PassCourage { .. }
        | Effect::ChangeOrder
        | Effect::Hits { .. }
        | Effect::MoveWounds { .. }
        | Effect::Wounds { .. }
        | Effect::BoxOnAttacker { .. }
        | Effect::Ignore { .. }
        | Effect::SpoilAttack
        | Effect::Trigger { .. }
        | Effect::ByRuling { .. } => 0.0,
    }
}

/// Whether a spell does its owner good: help for own units, harm for the enemy's.
pub(super) fn is_good_spell(state: &State, seat: Seat, command: &Command) -> bool {
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
pub(super) fn helps(state: &State, seat: Seat, card: CardNo, colour: Colour, on: &[UnitId]) -> bool {
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

/// The green card that makes the fights of this turn most better, if it is worth a card.
pub(super) fn best_strengthening(state: &State, seat: Seat, all: &[Offer<Command>]) -> Option<Command> {
    let mut chosen: Option<(f64, &Command)> = None;
    for command in all.iter().flat_map(Offer::commands) {
        let Command::PlayCard { card, colour, on } = command else {
            continue;
        };
        let gain = strengthening(state, seat, *card, *colour, on);
        if gain > chosen.map_or(worth_a_card(state, seat), |(most, _)| most) {
            chosen = Some((gain, command));
        }
    }
    chosen.map(|(_, command)| command.clone())
}

/// By how many boxes a card makes the fights of own units better that it is played on.
fn strengthening(state: &State, seat: Seat, card: CardNo, colour: Colour, on: &[UnitId]) -> f64 {
    let Some(side) = side_of(state, seat, card, colour) else {
        return 0.0;
    };
    let on_units = |effect: &Effect| {
        matches!(
            effect,
            Effect::Change {
                on: Target::Chosen,
                ..
            }
        )
    };
    if on.iter().any(|unit| unit.seat() != seat) || !side.effects.iter().any(on_units) {
        return 0.0;
    }
    let mut after = state.clone();
    for unit in on {
        if let Some(unit) = after.unit_mut(*unit) {
            unit.lasting.push(Lasting {
                name: String::new(),
                kind: LastingKind::Card(card),
                by: seat,
                effects: side.effects.clone(),
            });
        }
    }
    on.iter()
        .map(|unit| worth_of_fight(&after, *unit) - worth_of_fight(state, *unit))
        .sum()
}

/// The boxes that a unit's best attack now and those of the enemies it is engaged with are worth to its owner.
fn worth_of_fight(state: &State, unit: UnitId) -> f64 {
    let worth = |attacker: UnitId, target: UnitId, kind: AttackKind| {
        odds::preview(state, attacker, target, kind)
            .map_or(0.0, |(_, odds)| attack_worth(state, target, &odds))
    };
    let attacks = attacks_of(state, unit).map_or(Vec::new(), |choices| choices.attacks);
    let given = attacks
        .iter()
        .map(|choice| worth(unit, choice.target, choice.kind))
        .fold(0.0, f64::max);
    let taken: f64 = state
        .engaged_with(unit)
        .map(|(enemy, _, _)| worth(enemy, unit, AttackKind::Melee))
        .sum();
    given - taken
}

/// Green windows: cards for courage where it is needed, else none.
pub(super) fn green(state: &State, seat: Seat, at: GreenAt, all: &[Offer<Command>]) -> Option<Command> {
    let offered = || all.iter().flat_map(Offer::commands);
    let check = state.check.as_ref().filter(|check| check.unit.seat() == seat);
    let needed = check.is_some_and(|check| match at {
        GreenAt::AfterCheck => check
            .roll
            .as_ref()
            .is_some_and(|roll| roll.total() as i32 > check.target),
        GreenAt::BeforeCheck => state
            .unit(check.unit)
            .and_then(|unit| courage::courage_target(state, unit, check.kind, &check.cards))
            .is_some_and(|(target, _)| f64::from(courage::passes_of_216(target)) / 216.0 < SHAKY),
        GreenAt::Movement | GreenAt::EndOfTurn => false,
    });
    let raises = |effect: &Effect| match effect {
        Effect::Change { change, .. } => change.courage > 0,
        Effect::RerollCourage | Effect::PassCourage { .. } => true,
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
