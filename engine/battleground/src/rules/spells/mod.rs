//! Spells (pp. 134-135).

mod refusal;

use std::collections::BTreeSet;

use battleground_geometry::{Limit, Side};
use hindsight_kernel::{Offer, Seat, message};

use crate::field::Field;
use crate::messages::MESSAGES;
use crate::model::agenda::{
    Answer, Answered, Asking, BattleTable, Frame, Need, Options, Step, Taken, Topic, answer_to, proceed,
};
use crate::model::attack::AttackKind;
use crate::model::cards::{Spell, SpellKeyword};
use crate::model::command::Command;
use crate::model::effect::{Effect, Works};
use crate::model::event::{AbilityEvent, Event, MovementEvent, TurnMark};
use crate::model::names::{UnitId, other};
use crate::model::refusal::Refusal;
use crate::model::rule::Rule;
use crate::model::state::{Lasting, LastingKind, State, Status, Unit};
use crate::naming::unit_named;
use crate::procedures::attack::ammunition;
use crate::procedures::attack::weapon::Weapon;
use crate::procedures::rush::targets;
use crate::procedures::shooting::targets as shooting_targets;
use crate::verbs::actions::{action_window, check_action, own_unit};
use crate::verbs::lasting::keep_for_the_phase;
use crate::verbs::taking_effect::heal_by_spell;
use refusal::{CastingRefusal, SpellRefusal};

/// A spell of a unit's card.
fn spell_of<'s>(state: &'s State, unit: &Unit, spell: u8) -> Option<&'s Spell> {
    let kind = state.book.kind(unit.kind)?;
    kind.spells.get(usize::from(spell))
}

/// Refuses a caster that may not cast in the Movement & Command Phase now. Rules `BG4-SPELL-01`, `BG4-SPELL-02`, `BG4-SPELL-08`,
/// `BG4-TURN-08`, `BG4-TERR-24` (pp. 33, 118, 134, 135).
fn check_caster(state: &State, unit: &Unit, spell: &Spell) -> Result<(), SpellRefusal> {
    let id = unit.id;
    if spell.is_pure_attack() {
        return Err(SpellRefusal::OnlyInCombat(id));
    }
    if !matches!(unit.status, Status::Ready(_)) || state.is_engaged(id) {
        return Err(SpellRefusal::NotReadyOrEngaged(id));
    }
    if unit.turn.cast {
        return Err(SpellRefusal::CastAlready(id));
    }
    if unit.turn.rallied {
        return Err(SpellRefusal::RalliedThisTurn(id));
    }
    if unit.turn.rushed {
        return Err(SpellRefusal::RushedThisTurn(id));
    }
    if !unit.turn.controlled && targets::must_rush(state, id) {
        return Err(SpellRefusal::MustRush(id));
    }
    if spell.is(SpellKeyword::Attack) && Field::of(state).ground_forbids_shooting(id) {
        return Err(SpellRefusal::GroundForbidsShooting(id));
    }
    if spell.is(SpellKeyword::Attack) && !ammunition::has_ammo(state, unit) {
        return Err(SpellRefusal::NoAmmo(id));
    }
    Ok(())
}

/// Refuses a target that a spell may not have; gives its Facing Side where the caster's owner chooses it by this target.
/// Rules `BG4-SPELL-03`, `BG4-GEO-11`, `BG4-GEO-19` (pp. 8, 12, 134).
fn check_target(
    state: &State,
    unit: &Unit,
    place: u8,
    spell: &Spell,
    target: UnitId,
) -> Result<Option<Side>, Refusal> {
    if state.unit(target).is_none_or(|unit| unit.pose.is_none()) {
        return Err(SpellRefusal::TargetNotOnTable(target).into());
    }
    let field = Field::of(state);
    if spell.is(SpellKeyword::Attack) {
        let legal = attack_targets(&field, unit, place, spell)?;
        // RULING: BG4-GEO-11, who names a target on a diagonal means its nearer side, whose band is never the worse one.
        let distance = |side: Side| field.to_side(unit.id, target, side).map(|(_, distance)| distance);
        let named = legal.iter().filter(|(legal, _)| *legal == target);
        return match named.min_by_key(|(_, side)| side.and_then(distance)) {
            Some((_, side)) => Ok(*side),
            None => Err(SpellRefusal::NoAttackTarget {
                asked: target,
                allowed: legal.into_iter().map(|(unit, _)| unit).collect(),
            }
            .into()),
        };
    }
    let found = if target == unit.id {
        Some(battleground_geometry::Inches::ZERO)
    } else {
        field.within(unit.id, target)
    };
    if found.is_some_and(|found| {
        state
            .profile()
            .measures
            .reaches(found, spell.range.inches(), Limit::Within)
    }) {
        Ok(None)
    } else {
        Err(SpellRefusal::OutOfRange {
            target,
            spell: spell.name.clone(),
            found,
            range: spell.range,
        }
        .into())
    }
}

/// The targets that an Attack spell may have, each with its Facing Side where the owner chooses it.
fn attack_targets(
    field: &Field<'_>,
    unit: &Unit,
    place: u8,
    spell: &Spell,
) -> Result<Vec<(UnitId, Option<Side>)>, Refusal> {
    // RULING: BG4-SPELL-03, an Attack spell with another keyword aims by the ranged rules at this moment.
    let weapon = Weapon::of_spell(place, spell);
    aims(field, unit, weapon, &[])
}

/// The most questions that naming a target answers at once.
const MOST_QUESTIONS: usize = 6;

/// The targets that an Attack spell may have, whatever the owner would answer: they choose between tied enemies, and the
/// Facing Side where the front centre lies on a diagonal, by naming the target. Rules `BG4-GEO-11`, `BG4-GEO-15`,
/// `BG4-SPELL-03` (pp. 8, 11, 134).
///
/// # Errors
/// More questions than naming a target may answer at once.
fn aims(
    field: &Field<'_>,
    unit: &Unit,
    weapon: Weapon,
    answers: &[Answered],
) -> Result<Vec<(UnitId, Option<Side>)>, Refusal> {
    let question = match shooting_targets(field, unit, weapon, answers) {
        Ok(legal) => {
            let side = |enemy| match answer_to(answers, Topic::FacingSide, Some(unit.id), Some(enemy)) {
                Some(Answer::Side(side)) => Some(*side),
                Some(_) | None => None,
            };
            return Ok(legal.into_iter().map(|enemy| (enemy, side(enemy))).collect());
        }
        Err(Need::Ask(question)) if answers.len() < MOST_QUESTIONS => question,
        Err(Need::Ask(_)) => {
            return Err(CastingRefusal::ManyTies {
                unit: unit.id,
                most: MOST_QUESTIONS,
            }
            .into());
        }
        Err(Need::Refuse(refusal)) => return Err(*refusal),
    };
    let Options::OneOf(options) = question.options else {
        return Ok(Vec::new());
    };
    let mut found = Vec::new();
    for (answer, _) in options {
        let given = Answered {
            topic: question.topic,
            unit: question.unit,
            about: question.about,
            answer,
        };
        let answers: Vec<Answered> = answers.iter().cloned().chain([given]).collect();
        found.extend(aims(field, unit, weapon, &answers)?);
    }
    Ok(found)
}

/// The units at which a spell may be cast now. Rule `BG4-SPELL-03` (p. 134).
fn targets(state: &State, unit: &Unit, place: u8, spell: &Spell) -> Vec<UnitId> {
    if spell.is(SpellKeyword::Attack) {
        // Looked for once, not anew for each enemy.
        let legal = attack_targets(&Field::of(state), unit, place, spell).unwrap_or_default();
        let legal: BTreeSet<UnitId> = legal.into_iter().map(|(target, _)| target).collect();
        return legal.into_iter().collect();
    }
    state
        .on_table()
        .map(|target| target.id)
        .filter(|target| check_target(state, unit, place, spell, *target).is_ok())
        .collect()
}

/// Casts a spell in the own Movement & Command Phase. Rules `BG4-SPELL-01` to `BG4-SPELL-03`, `BG4-TURN-03` (pp. 33, 134).
pub(crate) fn begin_cast(
    table: &mut BattleTable<'_>,
    seat: Seat,
    id: UnitId,
    place: u8,
    target: UnitId,
) -> Result<(), Refusal> {
    let state = table.state();
    check_action(state, seat)?;
    let unit = own_unit(state, seat, id)?;
    if state.profile().spells_in_combat {
        return Err(CastingRefusal::InTheCombatPhase(id).into());
    }
    let Some(spell) = spell_of(state, unit, place) else {
        return Err(SpellRefusal::NoSuchSpell {
            unit: id,
            asked: place,
            count: state.kind(unit).spells.len(),
        }
        .into());
    };
    check_caster(state, unit, spell)?;
    let side = check_target(state, unit, place, spell, target)?;
    let attacks = spell.is(SpellKeyword::Attack);
    proceed(
        table,
        0,
        [
            Step::Cast {
                unit: id,
                spell: place,
                target,
            },
            action_window(seat),
        ],
    );
    if let Some(side) = side {
        table.emit(Event::Movement(MovementEvent::Marked {
            unit: id,
            mark: TurnMark::FacingSide(target, side),
        }));
    }
    // The numbers are those of the moment before the casting counts as this turn's attack.
    if attacks {
        crate::rules::combat::begin_attack(table, id, target, AttackKind::Spell { spell: place }, None);
    }
    table.emit(Event::Ability(AbilityEvent::SpellCast {
        unit: id,
        spell: place,
        target,
    }));
    Ok(())
}

/// What is already written on a unit of a kind.
fn written(unit: &Unit, kind: &LastingKind) -> Option<(u8, String)> {
    (0..=u8::MAX)
        .zip(&unit.lasting)
        .find(|(_, lasting)| lasting.kind == *kind)
        .map(|(place, lasting)| (place, lasting.name.clone()))
}

/// What a spell does besides its attack: heals, blesses, curses. Rules `BG4-SPELL-04` to `BG4-SPELL-06`, `BG4-TURN-07` (pp.
/// 33-34, 134-135).
pub(crate) fn cast(table: &mut BattleTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    let Step::Cast { unit, spell, target } = frame.step else {
        return Ok(Taken::Waits);
    };
    let state = table.state();
    let printed = state
        .unit(unit)
        .and_then(|caster| spell_of(state, caster, spell))
        .cloned();
    let (Some(printed), Some(on)) = (printed, state.unit(target).filter(|unit| unit.pose.is_some())) else {
        // The attack has destroyed its target: nothing is left to write on.
        proceed(table, 1, []);
        return Ok(Taken::Went);
    };
    let kind = if printed.is(SpellKeyword::Blessing) {
        Some(LastingKind::Blessing)
    } else if printed.is(SpellKeyword::Curse) {
        Some(LastingKind::Curse)
    } else {
        None
    };
    // What it says in words is written down too, and asked for when it is cast. Rules BG3-SPELL-04 (p. 32), BG4-SPELL-04 (pp.
    // 134-135).
    let is_written =
        |effect: &&Effect| effect.works() == Works::Lasting || matches!(effect, Effect::ByRuling { .. });
    let lasts: Vec<Effect> = printed.effects.iter().filter(is_written).cloned().collect();
    if let Some(kind) = kind.filter(|_| !lasts.is_empty()) {
        let before = written(on, &kind);
        if let Some((place, name)) = before {
            let (topic, chooser, rule) = match kind {
                // RULING: BG4-SPELL-04, the owner of the target unit decides.
                LastingKind::Blessing => (Topic::Blessing, target.seat(), Rule::Spell04),
                _ => (Topic::Curse, other(target.seat()), Rule::Spell05),
            };
            let given = answer_to(&frame.answers, topic, Some(target), None);
            // The newer one takes the place of the older. Rule BG3-SPELL-04 (p. 32).
            let unasked = state.profile().newer_spell_replaces.then_some(&Answer::Accept);
            match unasked.or(given) {
                Some(Answer::Accept) => {
                    keep_for_the_phase(table, target);
                    table.emit(Event::Ability(AbilityEvent::LastingEnded {
                        unit: target,
                        place,
                        name,
                        effects: Vec::new(),
                    }));
                    write(table, unit.seat(), target, &printed.name, kind, lasts);
                }
                Some(_) => {}
                None => {
                    return Err(Asking {
                        seat: chooser,
                        topic,
                        unit: Some(target),
                        about: None,
                        options: Options::OneOf(vec![
                            (Answer::Accept, format!("{} stays", printed.name)),
                            (Answer::Decline, format!("{name} stays")),
                        ]),
                        rule: rule.into(),
                    }
                    .into());
                }
            }
        } else {
            write(table, unit.seat(), target, &printed.name, kind, lasts);
        }
    }
    if printed.is(SpellKeyword::Healing) {
        let heals = printed.effects.iter().map(|effect| match effect {
            Effect::Heal { boxes } => *boxes,
            _ => 0,
        });
        heal_by_spell(table, target, heals.fold(0, u8::saturating_add));
    }
    proceed(table, 1, other_effects(&printed, unit.seat(), target));
    Ok(Taken::Went)
}

/// What a spell does besides its attack, its Blessing or Curse and its Healing: a Fear Check, damage, an order. Rules
/// `BG4-COUR-08`, `BG4-TURN-07` (pp. 33-34, 86, 123, 131).
fn other_effects(spell: &Spell, seat: Seat, target: UnitId) -> Option<Step> {
    let written = spell.is(SpellKeyword::Blessing) || spell.is(SpellKeyword::Curse);
    let by_attack = spell.is(SpellKeyword::Attack) && spell.profile.is_none();
    let done = |effect: &Effect| match effect {
        effect if effect.works() == Works::Lasting => written,
        Effect::Heal { .. } => spell.is(SpellKeyword::Healing),
        Effect::Damage { .. } => by_attack,
        _ => false,
    };
    let effects: Vec<Effect> = spell
        .effects
        .iter()
        .filter(|effect| !done(effect))
        .cloned()
        .collect();
    (!effects.is_empty()).then(|| Step::Effects {
        seat,
        name: spell.name.clone(),
        kind: LastingKind::Rule,
        on: vec![target],
        effects,
        spell: true,
    })
}

fn write(
    table: &mut BattleTable<'_>,
    by: Seat,
    unit: UnitId,
    name: &str,
    kind: LastingKind,
    effects: Vec<Effect>,
) {
    keep_for_the_phase(table, unit);
    table.emit(Event::Ability(AbilityEvent::LastingAdded {
        unit,
        lasting: Lasting {
            name: name.to_owned(),
            kind,
            by,
            effects,
        },
    }));
}

/// The spells that may be cast now, each at each target.
pub(crate) fn offers(state: &State, seat: Seat, out: &mut Vec<Offer<Command>>) {
    if check_action(state, seat).is_err() || state.profile().spells_in_combat {
        return;
    }
    for unit in state.own(seat) {
        for (place, spell) in (0..=u8::MAX).zip(&state.kind(unit).spells) {
            if check_caster(state, unit, spell).is_err() {
                continue;
            }
            for target in targets(state, unit, place, spell) {
                let label = message!(
                    MESSAGES,
                    "offer-cast",
                    unit = unit_named(state, unit.id),
                    spell = &spell.name,
                    target = unit_named(state, target)
                );
                out.push(
                    Offer::one(
                        seat,
                        "movement_command",
                        label,
                        Rule::Spell01.of(state.edition),
                        Command::Cast {
                            unit: unit.id,
                            spell: place,
                            target,
                        },
                    )
                    .about(unit.id),
                );
            }
        }
    }
}

#[cfg(test)]
mod tests;
