//! Spending of the command actions that no unit needs more urgently: ammunition, abilities, cards.
//!
//! Each use is worth the boxes that it is expected to bring by the exact odds; the one that brings the most for a command
//! action comes first.

use hindsight_kernel::{Offer, Seat};

use super::fights::{attack_worth, worth_of_best_attack};
use super::is_offered;
use super::set_up::shoots;
use crate::field::Field;
use crate::model::attack::AttackKind;
use crate::model::cards::AbilityMark;
use crate::model::command::Command;
use crate::model::effect::{Condition, Effect};
use crate::model::names::UnitId;
use crate::model::state::{Lasting, LastingKind, State, Unit};
use crate::procedures::attack::ammunition::ammo_boxes;
use crate::procedures::attack::modifiers::Situation;
use crate::procedures::attack::standing::{Shade, shade};
use crate::procedures::courage::passes_of_216;
use crate::rules::combat::{odds, prepared};
use crate::views::prospects::attacks_of;

/// The boxes that a card drawn into an empty hand is worth.
const FIRST_CARD: f64 = 0.5;
/// By how many boxes each card in hand makes one more worth less: of an attack it is only one that is played.
const CARD_MORE: f64 = 0.04;
/// The cards in hand from which on no more are drawn.
const ENOUGH_CARDS: usize = 12;
/// The share of a shot of this turn that one of the enemy's turn is worth: until then the target may be gone, or near.
const NEXT_SHOT: f64 = 0.7;
/// The boxes that a unit is worth besides its own once it routs.
const ROUTED: f64 = 2.0;

/// The best use of a command action among those offered, or nothing if there is none.
pub(super) fn spend(state: &State, seat: Seat, all: &[Offer<Command>]) -> Option<Command> {
    let mut chosen: Option<(f64, Command)> = None;
    let mut weigh = |worth: f64, command: &Command| {
        if worth > chosen.as_ref().map_or(0.0, |(most, _)| *most) {
            chosen = Some((worth, command.clone()));
        }
    };
    for command in all.iter().flat_map(Offer::commands) {
        match command {
            Command::Reload { unit } => weigh(worth_of_a_box_of_ammo(state, *unit), command),
            Command::UseAbility { ability, on } => {
                if let Some((mark, cost)) = mark_of(state, seat, ability) {
                    let worth: f64 = on.iter().map(|unit| worth_of_mark(state, *unit, mark)).sum();
                    weigh(worth / f64::from(cost.max(1)), command);
                }
            }
            _ => {}
        }
    }
    let draw = Command::DrawCard { card: None };
    let hand = state.player(seat).hand.len();
    if hand < ENOUGH_CARDS && is_offered(all, &draw) {
        weigh((FIRST_CARD - CARD_MORE * hand as f64).max(0.01), &draw);
    }
    chosen.map(|(_, command)| command)
}

/// The boxes that a unit is expected to mark with one box of ammunition more: a shot of this turn for one that has none,
/// a shot of the enemy's turn for one that has one. Rule `BG4-ATK-07` (pp. 96-97).
fn worth_of_a_box_of_ammo(state: &State, unit: UnitId) -> f64 {
    let Some(there) = state.unit(unit).filter(|there| shoots(state.kind(there))) else {
        return 0.0;
    };
    let share = match ammo_boxes(state.kind(there)).saturating_sub(there.ammo_marked) {
        0 => 1.0,
        1 => NEXT_SHOT,
        _ => return 0.0,
    };
    share * worth_of_best_attack(&loaded(state, unit), unit)
}

/// The position with one box of ammunition of a unit erased.
pub(super) fn loaded(state: &State, unit: UnitId) -> State {
    let mut loaded = state.clone();
    if let Some(there) = loaded.unit_mut(unit) {
        there.ammo_marked = there.ammo_marked.saturating_sub(1);
    }
    loaded
}

/// What an ability of a seat's faction writes on a unit, and its price in command actions.
fn mark_of<'s>(state: &'s State, seat: Seat, id: &str) -> Option<(&'s AbilityMark, u8)> {
    let ability = state.faction(seat)?.ability(id)?;
    Some((ability.mark.as_ref()?, ability.cost))
}

/// What the box of an ability is worth on a unit: a better attack of this turn, or a courage check that is passed.
fn worth_of_mark(state: &State, unit: UnitId, mark: &AbilityMark) -> f64 {
    let Some(there) = state.unit(unit) else { return 0.0 };
    if mark.spent_at.is_some() {
        return worth_in_an_attack(state, there, mark);
    }
    let courage = mark.effects.iter().map(|effect| match effect {
        Effect::Change { change, .. } => i32::from(change.courage),
        _ => 0,
    });
    worth_in_a_check(state, there, courage.sum())
}

/// By how much the effects make the best attack of a unit better that they may be spent in.
fn worth_in_an_attack(state: &State, unit: &Unit, mark: &AbilityMark) -> f64 {
    let only_melee = mark.when.contains(&Condition::Melee);
    let field = Field::of(state);
    let attacks = attacks_of(state, unit.id).map_or(Vec::new(), |choices| choices.attacks);
    let situation = Situation::of(&field);
    attacks
        .iter()
        .filter(|choice| !only_melee || choice.kind == AttackKind::Melee)
        .filter_map(|choice| {
            let attack = prepared(&situation, unit.id, choice.target, choice.kind);
            let mut better = attack.clone();
            better.cards.push(Lasting {
                name: String::new(),
                kind: LastingKind::Rule,
                by: unit.id.seat(),
                effects: mark.effects.clone(),
            });
            let worth = |attack| {
                let odds = odds::prospect(state, attack)?.odds().ok()?;
                Some(attack_worth(state, choice.target, &odds))
            };
            Some(worth(&better)? - worth(&attack)?)
        })
        .fold(0.0, f64::max)
}

/// What so much more courage saves of a unit that is likely to check this turn: one that leaves its green boxes by the
/// wounds it expects. Rules `BG4-COUR-02`, `BG4-COUR-03` (pp. 84, 85).
fn worth_in_a_check(state: &State, unit: &Unit, courage: i32) -> f64 {
    let kind = state.kind(unit);
    let Some(printed) = kind.rolled_courage() else {
        return 0.0;
    };
    let taken: f64 = state
        .engaged_with(unit.id)
        .filter_map(|(enemy, _, _)| odds::preview(state, enemy, unit.id, AttackKind::Melee))
        .map(|(_, odds)| odds.boxes.mean())
        .sum();
    let marked = f64::from(unit.all_marked());
    let (green, yellow) = (f64::from(kind.boxes.green), f64::from(kind.boxes.yellow));
    let then = marked + taken;
    let checks = taken > 0.0
        && match shade(state, unit) {
            Shade::Green => then >= green,
            Shade::Yellow => then >= green + yellow,
            Shade::Red => false,
        };
    if !checks {
        return 0.0;
    }
    let passes = |target: i32| f64::from(passes_of_216(target)) / 216.0;
    let target = i32::from(printed) - 1;
    let left = (f64::from(kind.boxes.all()) - then).max(0.0);
    (passes(target + courage) - passes(target)) * (left + ROUTED)
}
