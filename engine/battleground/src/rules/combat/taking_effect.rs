//! Effects of cards, abilities and special rules in the attack at hand (pp. 16-18, 94-100).

use hindsight_kernel::Seat;

use super::windows::Role;
use crate::model::agenda::{BattleTable, Step};
use crate::model::attack::{Asked, AttackStage};
use crate::model::effect::{Duration, Effect, Target, Works};
use crate::model::event::{AbilityEvent, CombatEvent, Event};
use crate::model::lasting::ability_of;
use crate::model::names::UnitId;
use crate::model::state::{Lasting, LastingKind};
use crate::procedures::effect_targets::{falls_on, spares};

/// Lets the effects of a card, ability or special rule work in the attack at hand; the steps that they leave to be
/// taken. What names no unit of the attack falls on `on`, or else on the player's own unit.
///
/// Rules `BG4-CARDS-03`, `BG4-CARDS-12`, `BG4-ATK-05`, `BG4-ATK-14` (pp. 18, 94, 96, 98, 99).
pub(crate) fn take_effect(
    table: &mut BattleTable<'_>,
    seat: Seat,
    name: &str,
    kind: &LastingKind,
    on: Option<UnitId>,
    effects: Vec<Effect>,
) -> Vec<Step> {
    let state = table.state();
    let Some(attack) = state.attack.as_deref() else {
        return Vec::new();
    };
    let (attacker, target, stage) = (attack.attacker, attack.target, attack.stage);
    let unit = on.unwrap_or_else(|| Role::of(attack, seat).unit(attack));
    let part = |unit: UnitId| match unit {
        unit if unit == attacker => Some(Target::Attacker),
        unit if unit == target => Some(Target::Defender),
        _ => None,
    };
    let mut here = Vec::new();
    let mut lasting: Vec<(UnitId, Effect)> = Vec::new();
    let (mut next, mut elsewhere) = (Vec::new(), Vec::new());
    for effect in effects {
        match (effect.works(), &effect) {
            (
                Works::Lasting,
                Effect::Change {
                    on,
                    change,
                    when,
                    lasts,
                },
            ) => {
                let units = match on {
                    Target::Attacker => vec![attacker],
                    Target::Defender => vec![target],
                    Target::Chosen | Target::OwnWithin(_) => falls_on(state, seat, on, &[unit], when),
                    Target::Checking | Target::Player => Vec::new(), // A pack cannot write them here.
                };
                for unit in units.into_iter().filter(|unit| !spares(state, kind, *unit)) {
                    // The numbers of the attack are frozen: it works in them as well as on the unit.
                    if let Some(on) = part(unit) {
                        here.push(Effect::Change {
                            on,
                            change: *change,
                            when: when.clone(),
                            lasts: *lasts,
                        });
                    }
                    if !matches!(lasts, Duration::Now | Duration::Attack | Duration::Check) {
                        lasting.push((unit, effect.clone()));
                    }
                }
            }
            (Works::OnDice, Effect::Reroll { dice, most }) => next.push(Step::Reroll {
                seat,
                dice: *dice,
                most: *most,
                to_wound: stage == AttackStage::AfterWound,
            }),
            (Works::Lasting, _) => lasting.push((unit, effect)),
            (Works::InAttack | Works::OnDice, _) => here.push(effect),
            (Works::AtOnce, _) => elsewhere.push(effect),
        }
    }
    let of = |effects: Vec<Effect>| Lasting {
        name: name.to_owned(),
        kind: kind.clone(),
        by: seat,
        effects,
    };
    let spoiled = here.contains(&Effect::SpoilAttack);
    table.emit(Event::Combat(CombatEvent::AttackChanged {
        lasting: of(here),
        onto: None,
    }));
    if spoiled {
        table.emit(Event::Combat(CombatEvent::AttackWent {
            stage: AttackStage::Resolution,
            asked: Asked::Nobody,
        }));
    }
    for (on, effects) in by_unit(lasting) {
        table.emit(Event::Ability(AbilityEvent::LastingAdded {
            unit: on,
            lasting: of(effects),
        }));
    }
    if !elsewhere.is_empty() {
        let state = table.state();
        let ability = match kind {
            LastingKind::Mark(id) => state.unit(unit).and_then(|unit| ability_of(state, unit, id)),
            LastingKind::Card(_)
            | LastingKind::Rule
            | LastingKind::Ruling
            | LastingKind::Blessing
            | LastingKind::Curse => None,
        };
        let spell = ability.is_some_and(|ability| ability.is_spell);
        next.push(Step::Effects {
            seat,
            name: name.to_owned(),
            kind: kind.clone(),
            on: vec![unit],
            effects: elsewhere,
            spell,
        });
    }
    next
}

/// What falls on each unit, the units in the order in which they are first named.
fn by_unit(effects: Vec<(UnitId, Effect)>) -> Vec<(UnitId, Vec<Effect>)> {
    let mut found: Vec<(UnitId, Vec<Effect>)> = Vec::new();
    for (unit, effect) in effects {
        match found.iter_mut().find(|(there, _)| *there == unit) {
            Some((_, effects)) => effects.push(effect),
            None => found.push((unit, vec![effect])),
        }
    }
    found
}
