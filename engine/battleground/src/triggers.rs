//! Special rules that answer what happens: when they are noted, and in which order they are applied (pp. 97-98, 111-113).
//!
//! A chapter tells what happened with `note`; nothing else changes then. The rules that were triggered wait in
//! [`State::triggered`] and are applied, one after the other, before the next step is taken.

use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::agenda::{Answer, Frame, Need, Options, Question, Step, Topic, answer_to};
use crate::agenda::{BattleTable, Taken, proceed};
use crate::bounds::MOST_WAITING;
use crate::cards::{AbilityWindow, Subject};
use crate::combat::Situation;
use crate::effect::{Effect, Happening, Trigger, Whom};
use crate::event::Event;
use crate::field::Field;
use crate::names::UnitId;
use crate::state::{LastingKind, State, Status, Unit};

/// Whose rule it is. Rules `BG4-ATK-10`, `BG4-END-01`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Of the unit card, or of something written on the unit.
    Unit,
    /// Of the faction.
    Faction,
    /// Of the scenario.
    Scenario,
}

/// A special rule that was triggered and waits for its turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Triggered {
    /// The unit that has it.
    pub unit: UnitId,
    /// The other unit that the happening speaks of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<UnitId>,
    /// Whose rule it is.
    pub level: Level,
    /// The rule.
    pub rule: Trigger,
}

/// What happened to a unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum What<'d> {
    /// What a rule waits for by its name alone.
    Plain(Happening),
    /// Its to-hit dice lie so.
    ThrownToHit(&'d [u8]),
    /// Its to-wound dice lie so.
    ThrownToWound(&'d [u8]),
}

/// Whether a rule waits for what happened.
fn answers(rule: &Happening, what: &What<'_>) -> bool {
    match (rule, what) {
        (Happening::ThrownToHit { least, faces }, What::ThrownToHit(dice))
        | (Happening::ThrownToWound { least, faces }, What::ThrownToWound(dice)) => {
            let shown = dice.iter().filter(|die| faces.contains(die)).count();
            shown >= usize::from((*least).max(1))
        }
        (rule, What::Plain(happened)) => rule == happened,
        (_, What::ThrownToHit(_) | What::ThrownToWound(_)) => false,
    }
}

/// The rules of a unit that answer what happened, its card's first, then what is written on it, then its faction's, then
/// the scenario's.
/// Rules of a faction that are no unit abilities do not work for mercenaries. Rule `BG4-MERC-05`.
pub(crate) fn found(state: &State, unit: UnitId, other: Option<UnitId>, what: &What<'_>) -> Vec<Triggered> {
    let Some(unit) = state.unit(unit) else {
        return Vec::new();
    };
    let card = state.kind(unit);
    let written = crate::lasting::in_force(state, unit).filter_map(|(_, effect)| match effect {
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
        .filter(|ability| match &ability.subject {
            Subject::Own { when, .. } => crate::lasting::holds(state, unit, when),
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
        .filter(|(_, rule)| answers(&rule.at, what) && meets(state, unit, other, rule))
        .map(|(level, rule)| Triggered {
            unit: unit.id,
            other,
            level,
            rule: rule.clone(),
        })
        .collect()
}

/// Whether the conditions of a rule hold: in an attack those of the attack, else those of the unit.
fn meets(state: &State, unit: &Unit, other: Option<UnitId>, rule: &Trigger) -> bool {
    if rule.when.is_empty() {
        return true;
    }
    match (state.attack.as_deref(), other) {
        (Some(attack), Some(other)) if rule.at.is_in_attack() => {
            let field = Field::of(state);
            let own = unit.id == attack.attacker;
            let situation = Situation::of(&field);
            let wounded = crate::combat::is_wounding(state, attack);
            situation
                .part(unit.id, other, attack.kind, own, wounded)
                .all(&rule.when)
        }
        (Some(_) | None, _) => crate::lasting::holds(state, unit, &rule.when),
    }
}

/// Lets rules wait for their turn, so many at most; the bounds of packs keep a battle far below it.
pub(crate) fn note(table: &mut BattleTable<'_>, found: Vec<Triggered>) {
    let room = MOST_WAITING.saturating_sub(table.state().triggered.len());
    for triggered in found.into_iter().take(room) {
        table.emit(Event::RuleTriggered {
            triggered: Box::new(triggered),
        });
    }
}

/// Whether rules that wait are applied before a step is taken: not before what the rule applied last brings, for they are
/// applied in the order that was chosen. Rule `BG4-CONS-01`.
pub(crate) fn come_first(state: &State, step: &Step) -> bool {
    let is_applied = || {
        state
            .agenda
            .iter()
            .any(|frame| matches!(frame.step, Step::Triggers))
    };
    !state.triggered.is_empty() && !matches!(step, Step::Ask(_) | Step::Triggers) && !is_applied()
}

/// The rules that may come next, with their places. On one roll and at the end of a turn unit rules come before faction
/// rules, those before the scenario's and, on a level, the attacker's or active player's first; elsewhere all of the active player's come first.
/// Rules `BG4-ATK-10`, `BG4-CONS-01`, `BG4-END-01`.
fn next(state: &State) -> Vec<(u16, &Triggered)> {
    let first = state
        .attack
        .as_deref()
        .map_or(state.in_order()[0], |attack| attack.attacker.seat());
    let rank = |triggered: &Triggered| {
        let by_level = triggered.rule.at.is_in_attack() || triggered.rule.at == Happening::EndOfTurn;
        (
            by_level.then_some(triggered.level),
            triggered.unit.seat() != first,
        )
    };
    let Some(lowest) = state.triggered.iter().map(rank).min() else {
        return Vec::new();
    };
    (0..=u16::MAX)
        .zip(&state.triggered)
        .filter(|(_, triggered)| rank(triggered) == lowest)
        .collect()
}

/// The rule that waits at a place as it is answered. Rules that say the same share a name, for their order does not
/// matter. Rule `BG4-CONS-01`.
pub(crate) fn named(waiting: &[Triggered], place: usize) -> Option<Answer> {
    let triggered = waiting.get(place)?;
    let namesake = |other: &&Triggered| {
        (other.unit, &other.rule.name, other.other) == (triggered.unit, &triggered.rule.name, triggered.other)
    };
    let mut different: Vec<&Triggered> = Vec::new();
    for other in waiting.iter().filter(namesake) {
        if !different.contains(&other) {
            different.push(other);
        }
    }
    let number = different.iter().position(|other| *other == triggered)?;
    Some(Answer::Rule {
        unit: triggered.unit,
        name: triggered.rule.name.clone(),
        other: triggered.other,
        number: u8::try_from(number + 1).ok().filter(|number| *number > 1),
    })
}

fn in_words(state: &State, place: u16) -> String {
    match named(&state.triggered, usize::from(place)) {
        Some(Answer::Rule {
            unit,
            name,
            other,
            number,
        }) => {
            let other = other.map_or_else(String::new, |other| format!(" ({other})"));
            let number = number.map_or_else(String::new, |number| format!(", the {number}. of that name"));
            format!("{name} of {unit}{other}{number}")
        }
        Some(_) | None => "a rule".to_owned(),
    }
}

/// The rules to choose from, in words; of those that say the same one, for which of them comes first makes no difference.
fn choices(state: &State, several: &[(u16, &Triggered)]) -> Vec<(Answer, String)> {
    let mut options: Vec<(Answer, String)> = Vec::new();
    for (place, _) in several {
        if let Some(name) = named(&state.triggered, usize::from(*place))
            && !options.iter().any(|(option, _)| *option == name)
        {
            options.push((name, in_words(state, *place)));
        }
    }
    options
}

/// Applies the rules that wait, a player's own in the order that he chooses.
///
/// Rules `BG4-ATK-10`, `BG4-CONS-01`, `BG4-END-01` (pp. 97-98, 111-113).
pub(crate) fn apply(table: &mut BattleTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    let state = table.state();
    let next = next(state);
    let chosen = answer_to(&frame.answers, Topic::TriggerOrder, None, None);
    let (place, triggered) = match (next.as_slice(), chosen) {
        ([], _) => {
            proceed(table, 1, []);
            return Ok(Taken::Went);
        }
        ([only], _) => *only,
        (several, Some(given)) => *several
            .iter()
            .find(|(place, _)| {
                let number = u8::try_from(*place).unwrap_or(u8::MAX);
                named(&state.triggered, usize::from(*place)).is_some_and(|name| given.means(&name, number))
            })
            .unwrap_or(&several[0]),
        (several, None) => match choices(state, several) {
            options if options.len() == 1 => several[0],
            options => return Err(ask(several[0].1.unit.seat(), Topic::TriggerOrder, None, options)),
        },
    };
    let used = match (
        triggered.rule.may,
        answer_to(&frame.answers, Topic::Trigger, Some(triggered.unit), None),
    ) {
        (false, _) | (true, Some(Answer::Accept)) => true,
        (true, Some(_)) => false,
        (true, None) => {
            let yes = format!("use {}", in_words(state, place));
            let options = vec![(Answer::Accept, yes), (Answer::Decline, "leave it".to_owned())];
            let (seat, unit) = (triggered.unit.seat(), triggered.unit);
            return Err(ask(seat, Topic::Trigger, Some(unit), options));
        }
    };
    let triggered = triggered.clone();
    table.emit(Event::RuleSettled { place, used });
    let mut steps = if used {
        take_effect(table, &triggered)
    } else {
        Vec::new()
    };
    steps.push(Step::Triggers);
    proceed(table, 1, steps);
    Ok(Taken::Went)
}

fn ask(seat: Seat, topic: Topic, unit: Option<UnitId>, options: Vec<(Answer, String)>) -> Need {
    Question {
        seat,
        topic,
        unit,
        about: None,
        options: Options::OneOf(options),
        rule: "BG4-CONS-01".to_owned(),
    }
    .into()
}

/// What a rule does: in the attack at hand, or outside attacks on the units that are still on the table.
fn take_effect(table: &mut BattleTable<'_>, triggered: &Triggered) -> Vec<Step> {
    let (rule, seat) = (&triggered.rule, triggered.unit.seat());
    let on = match rule.on {
        Whom::Itself => Some(triggered.unit),
        Whom::Other => triggered.other,
    };
    if rule.at.is_in_attack() && table.state().attack.is_some() {
        return crate::combat::take_effect(
            table,
            seat,
            &rule.name,
            &LastingKind::Rule,
            on,
            rule.effects.clone(),
        );
    }
    let state = table.state();
    let on: Vec<UnitId> = on
        .into_iter()
        .filter(|unit| state.unit(*unit).is_some_and(|unit| unit.pose.is_some()))
        .collect();
    vec![Step::Effects {
        seat,
        name: rule.name.clone(),
        kind: LastingKind::Rule,
        on,
        effects: rule.effects.clone(),
        spell: false,
    }]
}

/// The attack at hand begins. Rule `BG4-ATK-10`.
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

/// A turn ends. Rule `BG4-END-01`.
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

/// Whether an attack was ended without hits by a special rule. Rule `BG4-ATK-07`.
pub(crate) fn is_spoiled(attack: &crate::attack::Attack) -> bool {
    attack
        .cards
        .iter()
        .flat_map(|played| &played.effects)
        .any(|effect| matches!(effect, Effect::SpoilAttack))
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

#[cfg(test)]
#[path = "triggers_tests.rs"]
mod tests;
