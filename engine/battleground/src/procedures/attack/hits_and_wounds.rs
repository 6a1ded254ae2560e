//! Hits and wounds of an attack: those that its dice make, and what cards change of them (pp. 93-98).

use hindsight_kernel::Seat;

use crate::model::attack::{Attack, AttackStage, Numbers};
use crate::model::effect::{Effect, Keyword};
use crate::model::state::{LastingKind, State};
use crate::procedures::attack::dice;
use crate::procedures::attack::numbers::numbers_now;

/// Hits as the dice lie, with Impact Hits. Rules `BG4-ATK-04`, `BG4-MODS-13` (pp. 94-95, 105-106).
pub(crate) fn hits(attack: &Attack, numbers: &Numbers) -> u32 {
    let rolled = attack
        .hit_roll
        .as_ref()
        .map_or(0, |roll| dice::successes(numbers.to_hit, &roll.read()));
    let made = hit_changes(attack).fold(rolled, u32::saturating_add_signed);
    made + numbers.impact_hits.max(0) as u32
}

/// What changes the number of hits, as it was played. Rule `BG3-CCARD-05` (p. 18).
pub(crate) fn hit_changes(attack: &Attack) -> impl Iterator<Item = i32> {
    let effects = attack.cards.iter().flat_map(|played| &played.effects);
    effects.filter_map(|effect| match effect {
        Effect::Hits { by } => Some(i32::from(*by)),
        _ => None,
    })
}

/// Wounds as the dice lie, or of direct damage, before anything changes their number. Rules `BG4-ATK-04`, `BG4-ATK-18` (pp.
/// 94-95, 135).
pub(crate) fn wounds_made(attack: &Attack, numbers: &Numbers) -> u32 {
    let rolled = attack
        .wound_roll
        .as_ref()
        .map_or(0, |roll| dice::successes(numbers.to_wound, &roll.read()));
    rolled.saturating_add(attack.direct)
}

/// Wounds before anything changes, prevents or moves them: those that the dice made or, once they are rolled, the least of a
/// Colossal unit's engaged attack. Rules `BG3-KEY-06` (p. 30), `BG4-ATK-04` (pp. 94-95).
///
/// RULING: BG3-KEY-06, the least damage is done "instead" of none before prevention and redirection. A card that adds damage to an
/// attack that does some adds to it as well.
pub(crate) fn wounds_before_changes(state: &State, attack: &Attack, numbers: &Numbers) -> u32 {
    let made = wounds_made(attack, numbers);
    match attack.stage {
        AttackStage::BeforeHit | AttackStage::AfterHit | AttackStage::BeforeWound => made,
        AttackStage::AfterWound | AttackStage::Damage | AttackStage::Resolution => {
            made.max(least_damage(state, attack))
        }
    }
}

/// Wounds as they are counted at the damage step: special rules first, then cards as they were played, whenever that was,
/// change the number that the attack made in the end. Rule `BG4-ATK-05` (pp. 94, 96).
pub(crate) fn wounds(state: &State, attack: &Attack, numbers: &Numbers) -> u32 {
    let changes = wound_changes(attack).into_iter();
    changes.fold(
        wounds_before_changes(state, attack, numbers),
        |wounds, (_, by)| changed(wounds, by),
    )
}

/// What changes the number of wounds, in its order, each with whose it is. Rule `BG4-ATK-05` (pp. 94, 96).
pub(crate) fn wound_changes(attack: &Attack) -> Vec<(Seat, i32)> {
    wound_changes_by_card(attack)
        .filter_map(|(card, by)| Some((attack.cards.get(card)?.by, by)))
        .collect()
}

/// The same with the place of the card among those of the attack.
pub(crate) fn wound_changes_by_card(attack: &Attack) -> impl Iterator<Item = (usize, i32)> {
    let of = |rule: bool| {
        let played = attack.cards.iter().enumerate();
        played.filter(move |(_, played)| (played.kind == LastingKind::Rule) == rule)
    };
    of(true)
        .chain(of(false))
        .flat_map(|(card, played)| played.effects.iter().map(move |effect| (card, effect)))
        .filter_map(|(card, effect)| Some((card, change_of_wounds(effect)?)))
}

/// By how much an effect changes the wounds that the target suffers.
pub(crate) const fn change_of_wounds(effect: &Effect) -> Option<i32> {
    match effect {
        Effect::Wounds { by } => Some(*by as i32),
        Effect::MoveWounds { most, .. } => Some(-(*most as i32)),
        _ => None,
    }
}

/// By how much each of them changes the number of wounds as the dice lie. Rule `BG4-ATK-05` (pp. 94, 96).
pub(crate) fn wounds_changed(state: &State, attack: &Attack) -> Vec<(Seat, i32)> {
    let mut wounds = wounds_before_changes(state, attack, &numbers_now(state, attack));
    wound_changes(attack)
        .into_iter()
        .map(|(seat, by)| {
            let before = wounds;
            wounds = changed(before, by);
            (seat, wounds as i32 - before as i32)
        })
        .collect()
}

/// More wounds only if there is one, and never fewer than none. Rule `BG4-ATK-05` (pp. 94, 96).
pub(crate) const fn changed(wounds: u32, by: i32) -> u32 {
    if wounds == 0 {
        0
    } else {
        wounds.saturating_add_signed(by)
    }
}

/// Whether the attack at hand causes a wound as it stands.
pub(crate) fn is_wounding(state: &State, attack: &Attack) -> bool {
    wounds(state, attack, &numbers_now(state, attack)) > 0
}

/// What a Colossal unit's engaged attack does at the least before anything is prevented or moved; nothing in an attack that a
/// special rule has ended without hits. Rule `BG3-KEY-06` (p. 30).
pub(crate) fn least_damage(state: &State, attack: &Attack) -> u32 {
    let does = attack.kind.is_melee() && state.has(attack.attacker, Keyword::Colossal);
    if does && !is_spoiled(attack) {
        state.profile().colossal_minimum
    } else {
        0
    }
}

/// Whether an attack was ended without hits by a special rule. Rule `BG4-ATK-07` (pp. 96-97).
pub(crate) fn is_spoiled(attack: &crate::model::attack::Attack) -> bool {
    attack
        .cards
        .iter()
        .flat_map(|played| &played.effects)
        .any(|effect| matches!(effect, Effect::SpoilAttack))
}
