//! Special rules that answer what happens: when they are noted, and in which order they are applied (pp. 97-98, 111-113).
//!
//! A chapter tells what happened with `note`; nothing else changes then. The rules that were triggered wait in
//! [`State::triggered`] and are applied, one after the other, before the next step is taken.

use hindsight_kernel::Seat;

use crate::model::agenda::{
    Answer, Asking, BattleTable, Frame, Need, Options, Step, Taken, Topic, answer_to, proceed,
};
use crate::model::effect::{Happening, Whom};
use crate::model::event::{AbilityEvent, Event};
use crate::model::names::{UnitId, are_foes};
use crate::model::rule::Rule;
use crate::model::state::{LastingKind, State};
use crate::model::triggered::{Triggered, named};

/// Whether rules that wait are applied before a step is taken: not before what the rule applied last brings, for they are
/// applied in the order that was chosen. Rule `BG4-CONS-01` (pp. 111-112).
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
/// rules, those before the scenario's and, on a level, the attacker's or active player's first; elsewhere all of the active
/// player's come first. Rules `BG4-ATK-10`, `BG4-CONS-01`, `BG4-END-01` (pp. 97-98, 111-113).
fn next(state: &State) -> Vec<(u16, &Triggered)> {
    let first = state
        .attack
        .as_deref()
        .map_or(state.in_order()[0], |attack| attack.attacker.seat());
    let rank = |triggered: &Triggered| {
        let by_level = triggered.rule.at.is_in_attack() || triggered.rule.at == Happening::EndOfTurn;
        (
            by_level.then_some(triggered.level),
            are_foes(triggered.unit.seat(), first),
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

/// The rule that waits and is told in these words, as options were recorded.
pub(crate) fn by_words(state: &State, words: &str) -> Option<Answer> {
    let waiting = (0..=u16::MAX).zip(&state.triggered);
    let mut meant = waiting.filter(|(place, _)| in_words(state, *place) == words);
    let (place, _) = meant.next()?;
    named(&state.triggered, usize::from(place))
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

/// Applies the rules that wait, a player's own in the order that they choose.
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
    table.emit(Event::Ability(AbilityEvent::RuleSettled { place, used }));
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
    Asking {
        seat,
        topic,
        unit,
        about: None,
        options: Options::OneOf(options),
        rule: Rule::Cons01.into(),
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
        return crate::rules::combat::take_effect(
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

#[cfg(test)]
pub(crate) mod tests;
