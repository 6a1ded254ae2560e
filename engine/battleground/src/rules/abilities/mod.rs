//! Faction abilities (pp. 36, 100, 127).

mod refusal;

use hindsight_kernel::{Offer, Seat, message};

use crate::messages::MESSAGES;
use crate::model::agenda::{BattleTable, Step, proceed};
use crate::model::cards::{Ability, AbilityWindow, Subject};
use crate::model::command::Command;
use crate::model::effect::Effect;
use crate::model::event::{AbilityEvent, Event, Use};
use crate::model::names::UnitId;
use crate::model::refusal::Refusal;
use crate::model::rule::Rule;
use crate::model::state::{Lasting, LastingKind, State, Unit};
use crate::naming::units_named;
use crate::procedures::effect_targets::may_be_healed;
use crate::procedures::lasting;
use crate::rules::command_cards::{CardRefusal, check_named, falls_upon, subjects};
use crate::verbs::actions::{action_window, check_action, completed, own_unit, spend};
use refusal::AbilityRefusal;

/// The abilities that work for a player: all of their primary faction, and the unit abilities of their mercenaries' faction
/// for their own units; of those that cost points the ones bought. Rules `BG4-CMD-09`, `BG4-MERC-05` (pp. 36, 100, 127),
/// `BG3-ARMY-01` (p. 25).
fn abilities(state: &State, seat: Seat) -> impl Iterator<Item = (&str, bool, &Ability)> {
    let allegiance = state.player(seat).allegiance.known();
    let primary = allegiance.map(|allegiance| allegiance.faction.as_str());
    state
        .book
        .factions
        .iter()
        .filter(move |faction| {
            primary == Some(faction.id.as_str())
                || allegiance.is_some_and(|allegiance| allegiance.hires(&faction.id))
        })
        .flat_map(move |faction| {
            let own = primary == Some(faction.id.as_str());
            faction
                .abilities
                .iter()
                .filter(move |ability| (own || ability.of_unit) && state.has_ability(seat, ability))
                .map(move |ability| (faction.id.as_str(), own, ability))
        })
}

/// The command actions that an ability costs: of mercenaries more, where the edition says so and it costs any. Rules
/// `BG3-MERC-06` (pp. 25-26), `BG4-MERC-05` (p. 127).
fn cost_of(state: &State, seat: Seat, ability: &Ability) -> u8 {
    let own = state
        .faction(seat)
        .is_some_and(|faction| faction.abilities.contains(ability));
    if own || ability.cost == 0 {
        ability.cost
    } else {
        ability.cost.saturating_add(state.profile().mercenary_surcharge)
    }
}

/// Whether an ability may be used on a unit: a unit ability on units of its own faction alone, its box only once, and one that
/// heals only on whom a Healing spell might heal. Rules `BG4-MERC-05` (p. 127), `BG3-SPELL-05`, `BG3-ERR-02`, `BG3-ERR-03`
/// (pp. 32-33).
fn check_subject(state: &State, faction: &str, ability: &Ability, unit: &Unit) -> Result<(), AbilityRefusal> {
    if ability.of_unit && state.kind(unit).faction != faction {
        return Err(AbilityRefusal::OfAnotherFaction {
            ability: ability.name.clone(),
            unit: unit.id,
        });
    }
    let heals = ability
        .effects
        .iter()
        .any(|effect| matches!(effect, Effect::Heal { .. }));
    if heals && state.profile().abilities_heal_as_spells && !may_be_healed(state, unit) {
        return Err(AbilityRefusal::NotHealed {
            ability: ability.name.clone(),
            unit: unit.id,
        });
    }
    let written = |lasting: &Lasting| lasting.kind == LastingKind::Mark(ability.id.clone());
    if ability.mark.is_some() && unit.lasting.iter().any(written) {
        return Err(AbilityRefusal::MarkedAlready {
            ability: ability.name.clone(),
            unit: unit.id,
        });
    }
    Ok(())
}

/// Uses a faction ability: in the attack at hand, or in the own Movement & Command Phase. Rules `BG4-CMD-09`,
/// `BG4-ATK-17` (pp. 36, 100).
pub(crate) fn use_ability(
    table: &mut BattleTable<'_>,
    seat: Seat,
    id: &str,
    on: &[UnitId],
) -> Result<(), Refusal> {
    let state = table.state();
    if matches!(state.agenda.last().map(|frame| &frame.step), Some(Step::Attack)) {
        return crate::rules::combat::windows::use_ability(table, seat, id);
    }
    check_action(state, seat)?;
    let found = abilities(state, seat)
        .find(|(_, _, ability)| ability.id == id && ability.window == AbilityWindow::OwnMovement);
    let Some((faction, _, ability)) = found else {
        let usable = abilities(state, seat)
            .filter(|(_, _, ability)| ability.window == AbilityWindow::OwnMovement)
            .map(|(_, _, ability)| ability.id.clone())
            .collect();
        return Err(AbilityRefusal::NotUsable {
            asked: id.to_owned(),
            usable,
        }
        .into());
    };
    check_subjects(state, seat, faction, ability, on)?;
    let affected = falls_upon(state, &ability.subject, on);
    let left = state.player(seat).actions;
    let cost = cost_of(state, seat, ability);
    if cost > left {
        return Err(AbilityRefusal::TooDear {
            ability: ability.name.clone(),
            cost,
            left,
        }
        .into());
    }
    let ability = ability.clone();
    spend(table, seat, cost, Use::Ability(ability.id.clone()));
    table.emit(Event::Ability(AbilityEvent::AbilityUsed {
        seat,
        ability: ability.id.clone(),
        on: on.to_vec(),
    }));
    if let Some(mark) = &ability.mark {
        for unit in &affected {
            table.emit(Event::Ability(AbilityEvent::LastingAdded {
                unit: *unit,
                lasting: Lasting {
                    name: mark.name.clone(),
                    kind: LastingKind::Mark(ability.id.clone()),
                    by: seat,
                    effects: mark.effects.clone(),
                },
            }));
        }
    }
    if ability.effects.is_empty() {
        completed(table, seat);
    } else {
        let effects = Step::Effects {
            seat,
            name: ability.name.clone(),
            kind: LastingKind::Rule,
            on: affected,
            effects: ability.effects.clone(),
            spell: ability.is_spell,
        };
        proceed(table, 0, [effects, action_window(seat)]);
    }
    Ok(())
}

fn check_subjects(
    state: &State,
    seat: Seat,
    faction: &str,
    ability: &Ability,
    on: &[UnitId],
) -> Result<(), Refusal> {
    let name = || ability.name.clone();
    let not_on = |unit: UnitId| AbilityRefusal::NotOn {
        ability: name(),
        unit,
        on: on.to_vec(),
    };
    match &ability.subject {
        Subject::Player => {
            if !on.is_empty() {
                return Err(AbilityRefusal::OnNoUnit {
                    ability: name(),
                    on: on.to_vec(),
                }
                .into());
            }
        }
        Subject::Own { when, .. } => {
            for id in check_named(state, seat, &ability.subject, on).map_err(CardRefusal::of_ability)? {
                let unit = own_unit(state, seat, *id)?;
                check_subject(state, faction, ability, unit)?;
                let in_vain = crate::verbs::rallying::in_vain(state, unit, &ability.effects).is_some();
                if in_vain || !lasting::holds(state, unit, when) {
                    return Err(not_on(*id).into());
                }
            }
        }
        Subject::Enemy { when, .. } => {
            for id in check_named(state, seat, &ability.subject, on).map_err(CardRefusal::of_ability)? {
                let fits = state
                    .unit(*id)
                    .filter(|unit| unit.pose.is_some())
                    .is_some_and(|unit| lasting::holds(state, unit, when));
                if !fits {
                    return Err(not_on(*id).into());
                }
            }
        }
        Subject::Attacker | Subject::Defender | Subject::Checking => {
            return Err(AbilityRefusal::NotInThisPhase {
                ability: name(),
                on: on.to_vec(),
            }
            .into());
        }
    }
    Ok(())
}

/// The abilities that may be used now, each on each single unit, and on as many together as it may name.
pub(crate) fn offers(state: &State, seat: Seat, out: &mut Vec<Offer<Command>>) {
    if check_action(state, seat).is_err() {
        return;
    }
    for (faction, _, ability) in abilities(state, seat) {
        if ability.window != AbilityWindow::OwnMovement
            || cost_of(state, seat, ability) > state.player(seat).actions
        {
            continue;
        }
        for on in subjects(state, seat, &ability.subject) {
            let last = on.last().copied();
            if check_subjects(state, seat, faction, ability, &on).is_err() {
                continue;
            }
            let label = message!(
                MESSAGES,
                "offer-ability",
                ability = &ability.name,
                on = units_named(state, &on),
                cost = cost_of(state, seat, ability)
            );
            out.push(
                Offer::one(
                    seat,
                    "movement_command",
                    label,
                    Rule::Cmd09.of(state.edition),
                    Command::UseAbility {
                        ability: ability.id.clone(),
                        on,
                    },
                )
                .about_if(last),
            );
        }
    }
}

#[cfg(test)]
mod tests;
