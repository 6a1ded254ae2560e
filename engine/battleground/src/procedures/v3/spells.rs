//! Spells, all of which are cast in the Combat Phase (pp. 31-32).

use battleground_geometry::{Inches, Limit};

use super::shooting::may_be_cast_on;
use crate::field::Field;
use crate::messages::MESSAGES;
use crate::model::attack::AttackKind;
use crate::model::cards::{Spell, SpellKeyword};
use crate::model::names::UnitId;
use crate::model::refusal::{Refusal, refusals};
use crate::model::rule::Rule;
use crate::model::state::{State, Status, Unit};
use crate::naming::{by_id, length};
use crate::procedures::attack::choice::Choice;
use crate::procedures::effect_targets::may_be_healed;
use crate::procedures::v3::holding;

/// A spell of a unit's card.
fn spell_of<'s>(state: &'s State, unit: &Unit, place: u8) -> Option<&'s Spell> {
    state.kind(unit).spells.get(usize::from(place))
}

/// The spells that a unit may cast now besides those with a range that aim as ranged attacks do: attacks without a range at
/// the enemies it is engaged with, in either player's turn, and in its owner's turn those that are no attacks, unless it is
/// engaged and the spell does not say that it may be cast then. A unit that has just been rallied casts nothing. Rules
/// `BG3-SPELL-01`, `BG3-SPELL-02`, `BG3-SPELL-06` (pp. 31-32).
pub(crate) fn castable(field: &Field<'_>, unit: &Unit, chosen: &[(UnitId, Choice)]) -> Vec<Choice> {
    let state = field.state();
    if !matches!(unit.status, Status::Ready(Some(_))) || unit.turn.rallied || unit.turn.cast {
        return Vec::new();
    }
    let engaged = state.is_engaged(unit.id);
    let own_turn = state.is_active(unit.id.seat());
    let mut found = Vec::new();
    for (place, spell) in (0..=u8::MAX).zip(&state.kind(unit).spells) {
        if spell.is_engaged_attack() {
            let enemies = state.engaged_with(unit.id).map(|(enemy, _, _)| enemy);
            let enemies = enemies.filter(|enemy| may_be_cast_on(field, spell, *enemy));
            found.extend(enemies.map(|target| Choice {
                target,
                kind: AttackKind::Strike { spell: place },
            }));
        } else if !spell.is(SpellKeyword::Attack) && own_turn && (!engaged || spell.while_engaged) {
            let targets = state.on_table().filter(|target| {
                reaches(field, unit.id, spell, target.id)
                    && may_be_target(state, spell, target)
                    && !heals_again(state, spell, target.id, chosen)
            });
            found.extend(targets.map(|target| Choice {
                target: target.id,
                kind: AttackKind::Spell { spell: place },
            }));
        }
    }
    found
}

/// Whether a spell that is no attack reaches a unit: from the caster's front centre point to any centre point, without sight,
/// arc or height. Rule `BG3-SPELL-02` (p. 31).
fn reaches(field: &Field<'_>, caster: UnitId, spell: &Spell, target: UnitId) -> bool {
    let distance = if target == caster {
        Some(Inches::ZERO)
    } else {
        field.within(caster, target)
    };
    let measures = field.profile().measures;
    spell.battlefield
        || distance.is_some_and(|distance| measures.reaches(distance, spell.range.inches(), Limit::Within))
}

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a spell on a unit, in the order in which it is judged.
    enum CastRefusal {
        Engaged(unit: UnitId) = Rule::Spell02, "p. 31", unit = by_id(*unit);
        /// The spell says on which units it is cast. Rules `BG3-SPELL-02` (p. 31), `BG3-ERR-03` (p. 33).
        NotOfItsTargets { target: UnitId, spell: String } = Rule::Spell03, "p. 31", target = by_id(*target), spell;
        OutOfReach { target: UnitId, spell: String, distance: Inches, reach: Inches } = Rule::Spell03, "p. 31",
            target = by_id(*target), distance = length(*distance), spell, reach = length(*reach)
            => with("distance", distance), with("reach", reach);
        /// A unit is healed by one spell in a turn, and some by none. Rules `BG3-SPELL-05` (p. 32), `BG3-ERR-02`, `BG3-ERR-03` (p. 33).
        NotHealed(unit: UnitId) = Rule::HealedOnce, "p. 32", unit = by_id(*unit);
    }
}

/// Refuses to cast a spell on a unit that is none of its targets or, where it is no attack, out of its reach or not to be healed;
/// where an attack aims is another matter. Rules `BG3-SPELL-01`, `BG3-SPELL-02`, `BG3-SPELL-05` (pp. 31-32).
pub(crate) fn refused(field: &Field<'_>, caster: &Unit, place: u8, target: UnitId) -> Option<Refusal> {
    let spell = spell_of(field.state(), caster, place)?;
    check_cast_on(field, caster.id, spell, target)
        .err()
        .map(Into::into)
}

fn check_cast_on(
    field: &Field<'_>,
    caster: UnitId,
    spell: &Spell,
    target: UnitId,
) -> Result<(), CastRefusal> {
    let state = field.state();
    let name = || spell.name.clone();
    if state.is_engaged(caster) && !spell.while_engaged && !spell.is_engaged_attack() {
        return Err(CastRefusal::Engaged(caster));
    }
    if !may_be_cast_on(field, spell, target) {
        return Err(CastRefusal::NotOfItsTargets {
            target,
            spell: name(),
        });
    }
    if spell.is(SpellKeyword::Attack) {
        return Ok(());
    }
    if !reaches(field, caster, spell, target)
        && let Some(distance) = field.within(caster, target)
    {
        return Err(CastRefusal::OutOfReach {
            target,
            spell: name(),
            distance,
            reach: spell.range.inches(),
        });
    }
    if state
        .unit(target)
        .is_some_and(|unit| !may_be_target(state, spell, unit))
    {
        return Err(CastRefusal::NotHealed(target));
    }
    Ok(())
}

/// Whether a unit is one of those that a spell may be cast on: it meets what the spell asks for, and may be healed if that is
/// what it does. Rules `BG3-SPELL-05` (p. 32), `BG3-ERR-02`, `BG3-ERR-03` (p. 33).
pub(crate) fn may_be_target(state: &State, spell: &Spell, target: &Unit) -> bool {
    let heals = spell.is(SpellKeyword::Healing);
    holding::holds(state, target, &spell.only) && (!heals || may_be_healed(state, target))
}

/// Whether a friend has already chosen to heal a unit this turn. Rule `BG3-SPELL-05` (p. 32).
fn heals_again(state: &State, spell: &Spell, target: UnitId, chosen: &[(UnitId, Choice)]) -> bool {
    let is_healing = |caster: UnitId, choice: &Choice| match choice.kind {
        AttackKind::Spell { spell } => state
            .unit(caster)
            .and_then(|caster| spell_of(state, caster, spell))
            .is_some_and(|spell| spell.is(SpellKeyword::Healing)),
        _ => false,
    };
    spell.is(SpellKeyword::Healing)
        && chosen
            .iter()
            .any(|(caster, choice)| choice.target == target && is_healing(*caster, choice))
}

/// Whether a choice of the Combat Phase is a spell without an attack, which rolls no dice. Rule `BG3-SPELL-01` (p. 31).
pub(crate) fn is_cast_without_attack(state: &State, caster: UnitId, kind: AttackKind) -> bool {
    let AttackKind::Spell { spell } = kind else {
        return false;
    };
    let printed = state
        .unit(caster)
        .and_then(|caster| spell_of(state, caster, spell));
    state.profile().spells_in_combat && printed.is_some_and(|spell| !spell.is(SpellKeyword::Attack))
}
