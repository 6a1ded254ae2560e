//! Special rules are noted when something happens that triggers them (pp. 97-98, 111-113).

use crate::field::Field;
use crate::model::agenda::BattleTable;
use crate::model::bounds::MOST_WAITING;
use crate::model::cards::{AbilityWindow, Subject};
use crate::model::effect::{Effect, Happening, Trigger};
use crate::model::event::{AbilityEvent, Event};
use crate::model::names::UnitId;
use crate::model::state::{State, Status, Unit};
use crate::model::triggered::{Level, Triggered};
use crate::procedures::attack::hits_and_wounds;
use crate::procedures::attack::modifiers::Situation;
use crate::procedures::lasting;

/// What happened to a unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum What<'d> {
    /// What a rule waits for by its name alone.
    Plain(Happening),
    /// Its to-hit dice lie so.
    ThrownToHit(&'d [u8]),
    /// Its to-wound dice lie so.
    ThrownToWound(&'d [u8]),
    /// Its dice may be looked at, whatever they show.
    Dice,
}

/// Whether a rule waits for what happened.
pub(crate) fn answers(rule: &Happening, what: &What<'_>) -> bool {
    match (rule, what) {
        (Happening::ThrownToHit { least, faces }, What::ThrownToHit(dice))
        | (Happening::ThrownToWound { least, faces }, What::ThrownToWound(dice)) => {
            let shown = dice.iter().filter(|die| faces.contains(die)).count();
            shown >= usize::from((*least).max(1))
        }
        (rule, What::Dice) => matches!(
            rule,
            Happening::ThrownToHit { .. } | Happening::ThrownToWound { .. }
        ),
        (rule, What::Plain(happened)) => rule == happened,
        (_, What::ThrownToHit(_) | What::ThrownToWound(_)) => false,
    }
}

/// The rules of a unit that answer what happened, its card's first, then what is written on it, then its faction's, then
/// the scenario's.
/// Rules of a faction that are no unit abilities do not work for mercenaries. Rule `BG4-MERC-05` (p. 127).
pub(crate) fn found(state: &State, unit: UnitId, other: Option<UnitId>, what: &What<'_>) -> Vec<Triggered> {
    let Some(unit) = state.unit(unit) else {
        return Vec::new();
    };
    let card = state.kind(unit);
    let written = crate::model::lasting::in_force(state, unit).filter_map(|(_, effect)| match effect {
        Effect::Trigger { trigger, .. } => Some(&**trigger),
        _ => None,
    });
    let own = card
        .triggers
        .iter()
        .chain(written)
        .map(|rule| (Level::Unit, rule));
    let hired = state
        .faction(unit.id.seat())
        .is_some_and(|faction| faction.id != card.faction);
    let abilities = state
        .book
        .faction(&card.faction)
        .map_or(&[][..], |faction| &faction.abilities);
    let of_faction = abilities
        .iter()
        .filter(|ability| ability.window == AbilityWindow::Always && (ability.of_unit || !hired))
        .filter(|ability| state.has_ability(unit.id.seat(), ability))
        .filter(|ability| match &ability.subject {
            Subject::Own { when, .. } => lasting::holds(state, unit, when),
            Subject::Attacker
            | Subject::Defender
            | Subject::Enemy { .. }
            | Subject::Checking
            | Subject::Player => true,
        })
        .flat_map(|ability| &ability.triggers)
        .map(|rule| (Level::Faction, rule));
    let of_scenario = state
        .scenario()
        .map_or(&[][..], |scenario| &scenario.rules)
        .iter()
        .filter(|special| special.seat.is_none_or(|seat| seat == unit.id.seat()))
        .map(|special| (Level::Scenario, &special.rule));
    own.chain(of_faction)
        .chain(of_scenario)
        .filter(|(_, rule)| {
            answers(&rule.at, what) && (*what == What::Dice || meets(state, unit, other, rule))
        })
        .map(|(level, rule)| Triggered {
            unit: unit.id,
            other,
            level,
            rule: rule.clone(),
        })
        .collect()
}

/// Whether the conditions of a rule hold: in an attack those of the attack, else those of the unit.
pub(crate) fn meets(state: &State, unit: &Unit, other: Option<UnitId>, rule: &Trigger) -> bool {
    if rule.when.is_empty() {
        return true;
    }
    match (state.attack.as_deref(), other) {
        (Some(attack), Some(other)) if rule.at.is_in_attack() => {
            let field = Field::of(state);
            let own = unit.id == attack.attacker;
            let situation = Situation::of(&field);
            let wounded = hits_and_wounds::is_wounding(state, attack);
            situation
                .part(unit.id, other, attack.kind, own, wounded)
                .all(&rule.when)
        }
        (Some(_) | None, _) => lasting::holds(state, unit, &rule.when),
    }
}

/// Lets rules wait for their turn, so many at most; the bounds of packs keep a battle far below it.
pub(crate) fn note(table: &mut BattleTable<'_>, found: Vec<Triggered>) {
    let room = MOST_WAITING.saturating_sub(table.state().triggered.len());
    for triggered in found.into_iter().take(room) {
        table.emit(Event::Ability(AbilityEvent::RuleTriggered {
            triggered: Box::new(triggered),
        }));
    }
}

/// The attack at hand begins. Rule `BG4-ATK-10` (pp. 97-98).
pub(crate) fn attack_begins(table: &mut BattleTable<'_>, attacker: UnitId, target: UnitId) {
    let state = table.state();
    let mut rules = found(
        state,
        attacker,
        Some(target),
        &What::Plain(Happening::AttackBegins),
    );
    rules.extend(found(
        state,
        target,
        Some(attacker),
        &What::Plain(Happening::Attacked),
    ));
    note(table, rules);
}

/// Whether a special rule of a unit looks at what its attack dice show: they cannot be counted then. Rule `BG4-ATK-10` (pp. 97-98).
pub(crate) fn reads_faces(state: &State, attacker: UnitId) -> bool {
    !found(state, attacker, None, &What::Dice).is_empty()
}

/// Dice of the attack at hand are thrown for the first time.
///
/// RULING: BG4-ATK-10, a special rule that asks what the dice show looks at the first throw, before any reroll.
pub(crate) fn dice_thrown(
    table: &mut BattleTable<'_>,
    attacker: UnitId,
    target: UnitId,
    to_wound: bool,
    faces: &[u8],
) {
    let what = if to_wound {
        What::ThrownToWound(faces)
    } else {
        What::ThrownToHit(faces)
    };
    let rules = found(table.state(), attacker, Some(target), &what);
    note(table, rules);
}

/// A unit is about to be destroyed: its own rules for that, and those of the one whose attack did it.
pub(crate) fn of_destruction(state: &State, unit: UnitId, by: Option<UnitId>) -> Vec<Triggered> {
    let mut rules = found(state, unit, by, &What::Plain(Happening::Destroyed));
    if let Some(by) = by {
        rules.extend(found(
            state,
            by,
            Some(unit),
            &What::Plain(Happening::DestroysEnemy),
        ));
    }
    rules
}

/// A unit is put In the Yellow, or In the Red, by boxes marked from `before` to `after`; `attackers` hurt it.
pub(crate) fn of_damage(
    state: &State,
    unit: UnitId,
    (before, after): (u8, u8),
    attackers: &[UnitId],
) -> Vec<Triggered> {
    let Some(there) = state.unit(unit) else {
        return Vec::new();
    };
    let boxes = state.kind(there).boxes;
    let passes = |line: u8| before < line && after >= line;
    let lines = [
        (boxes.green, Happening::InYellow, Happening::EnemyInYellow),
        (
            boxes.green + boxes.yellow,
            Happening::InRed,
            Happening::EnemyInRed,
        ),
    ];
    let mut rules = Vec::new();
    for (line, own, enemys) in lines {
        if passes(line) {
            rules.extend(found(state, unit, None, &What::Plain(own)));
            let enemys = What::Plain(enemys);
            for attacker in attackers {
                rules.extend(found(state, *attacker, Some(unit), &enemys));
            }
        }
    }
    rules
}

/// The engagements of a unit that is destroyed or routs away have ended: `rivals` were engaged with it. RULING: a unit
/// that is still engaged with another enemy, or Routing itself, has not won.
pub(crate) fn engagements_ended(table: &mut BattleTable<'_>, gone: UnitId, rivals: &[UnitId]) {
    let state = table.state();
    let won = |unit: &UnitId| {
        state
            .unit(*unit)
            .is_some_and(|unit| unit.pose.is_some() && unit.status != Status::Routing)
            && !state.is_engaged(*unit)
    };
    let rules = rivals
        .iter()
        .filter(|unit| won(unit))
        .flat_map(|unit| found(state, *unit, Some(gone), &What::Plain(Happening::EngagementWon)))
        .collect();
    note(table, rules);
}

/// The enemies that a unit is engaged with.
pub(crate) fn rivals(state: &State, unit: UnitId) -> Vec<UnitId> {
    state.engaged_with(unit).map(|(enemy, _, _)| enemy).collect()
}

/// A turn ends. Rule `BG4-END-01` (pp. 112-113).
pub(crate) fn turn_ends(table: &mut BattleTable<'_>) {
    let state = table.state();
    let rules = state
        .on_table()
        .flat_map(|unit| found(state, unit.id, None, &What::Plain(Happening::EndOfTurn)))
        .collect();
    note(table, rules);
}

/// A courage check was passed or failed.
pub(crate) fn courage_checked(table: &mut BattleTable<'_>, unit: UnitId, passed: bool) {
    let what = What::Plain(if passed {
        Happening::CouragePassed
    } else {
        Happening::CourageFailed
    });
    let rules = found(table.state(), unit, None, &what);
    note(table, rules);
}

/// The attackers whose attacks of this Combat Phase were aimed at a unit and made.
pub(crate) fn attackers_of(state: &State, unit: UnitId) -> Vec<UnitId> {
    let mut attackers: Vec<UnitId> = state
        .declared
        .iter()
        .filter(|declared| declared.done && declared.attack.target == unit)
        .map(|declared| declared.attack.attacker)
        .collect();
    attackers.sort_unstable();
    attackers.dedup();
    attackers
}
