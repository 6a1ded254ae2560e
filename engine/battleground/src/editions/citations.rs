//! Rule ids of each edition: the chapters cite by [`Rule`], whose ids are those of the later edition; what a
//! game of the earlier one records, refuses, offers, tells and shows is given its ids here, in its fields and
//! in its words.

use std::borrow::Cow;

use hindsight_kernel::{
    Awaiting, Fact, GameOutcome, Grounds, Inspection, Modifier, Offer, PackFault, Refusal, RuleId, Suggestion,
};
use serde_json::Value;

use super::Edition;
use crate::model::event::{CombatEvent, CourageEvent, Event, ProcedureEvent};
use crate::model::rule::Rule;
use crate::model::state::Declared;

/// What an id of the later edition begins with.
const LATER: &str = "BG4-";

/// Rules of the later edition that only words name, with the rule of the earlier one for the same matter.
const IN_WORDS: &[(&str, &str)] = &[
    ("BG4-COLOS-01", "BG3-KEY-05"),
    ("BG4-DEPLOY-04", "BG3-SET-08"),
    ("BG4-EQUIP-01", "BG3-KEY-22"),
    ("BG4-FLY-01", "BG3-KEY-12"),
    ("BG4-KEYW-01", "BG3-KEY-01"),
];

/// An id as an edition has it; nothing if it has it as it is.
pub(crate) fn id(edition: Edition, id: &str) -> Option<&'static str> {
    if edition == Edition::V4 || !id.starts_with(LATER) {
        return None;
    }
    Rule::by_id(id).map(|rule| rule.id_in(edition)).or_else(|| {
        IN_WORDS
            .iter()
            .find(|(later, _)| *later == id)
            .map(|(_, earlier)| *earlier)
    })
}

/// Words with the ids of an edition in them.
pub(crate) fn words(edition: Edition, text: &str) -> Cow<'_, str> {
    if edition == Edition::V4 || !text.contains(LATER) {
        return Cow::Borrowed(text);
    }
    let mut written = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(LATER) {
        let (before, from) = rest.split_at(at);
        let end = from
            .find(|letter: char| !(letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '-'))
            .unwrap_or(from.len());
        let (cited, after) = from.split_at(end);
        written.push_str(before);
        written.push_str(id(edition, cited).unwrap_or(cited));
        rest = after;
    }
    written.push_str(rest);
    Cow::Owned(written)
}

fn rewrite(edition: Edition, rule: &mut RuleId) {
    if let Some(id) = id(edition, &rule.0) {
        *rule = RuleId::new(id);
    }
}

fn rewrite_words(edition: Edition, text: &mut String) {
    if let Cow::Owned(written) = words(edition, text) {
        *text = written;
    }
}

fn rewrite_value(edition: Edition, value: &mut Value) {
    match value {
        Value::String(text) => rewrite_words(edition, text),
        Value::Array(values) => values.iter_mut().for_each(|one| rewrite_value(edition, one)),
        Value::Object(fields) => fields.values_mut().for_each(|one| rewrite_value(edition, one)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn rewrite_all(edition: Edition, modifiers: &mut [Modifier]) {
    for modifier in modifiers {
        rewrite(edition, &mut modifier.rule);
    }
}

fn rewrite_attack(edition: Edition, attack: &mut crate::model::attack::Attack) {
    let numbers = &mut attack.numbers;
    for modifiers in [
        &mut numbers.on_dice,
        &mut numbers.on_hit,
        &mut numbers.on_wound,
        &mut numbers.on_impact,
    ] {
        rewrite_all(edition, modifiers);
    }
}

/// An event with the ids of an edition: of the question it asks and the modifiers it lists. All other events cite nothing.
pub(crate) fn recorded(edition: Edition, mut event: Event) -> Event {
    if edition == Edition::V4 {
        return event;
    }
    match &mut event {
        Event::Procedure(ProcedureEvent::Asked { question }) => {
            if let Some(id) = id(edition, &question.rule) {
                id.clone_into(&mut question.rule);
            }
        }
        Event::Courage(CourageEvent::CheckRolled { modifiers, .. })
        | Event::Combat(CombatEvent::AttackRolled { modifiers, .. }) => {
            rewrite_all(edition, modifiers);
        }
        Event::Combat(CombatEvent::AttackBegan { attack, .. }) => rewrite_attack(edition, attack),
        Event::Combat(CombatEvent::TargetsChosen { declared, .. }) => {
            for Declared { attack, .. } in declared {
                rewrite_attack(edition, attack);
            }
        }
        _ => {}
    }
    event
}

/// A refusal with the ids of an edition.
pub(crate) fn refused(edition: Edition, mut refusal: Refusal) -> Refusal {
    rewrite(edition, &mut refusal.rule);
    rewrite_words(edition, &mut refusal.message);
    for detail in refusal.details.values_mut() {
        rewrite_value(edition, detail);
    }
    refusal
}

/// Who is awaited, by the rule of an edition.
pub(crate) fn awaited(edition: Edition, mut awaiting: Vec<Awaiting>) -> Vec<Awaiting> {
    for one in &mut awaiting {
        rewrite(edition, &mut one.rule);
        rewrite_words(edition, &mut one.question);
    }
    awaiting
}

/// An outcome by the rule of an edition.
pub(crate) fn decided(edition: Edition, mut outcome: GameOutcome) -> GameOutcome {
    rewrite(edition, &mut outcome.rule);
    outcome
}

/// Offers by the rules of an edition.
pub(crate) fn offered<C>(edition: Edition, mut offers: Vec<Offer<C>>) -> Vec<Offer<C>> {
    for offer in &mut offers {
        rewrite(edition, &mut offer.rule);
        rewrite_words(edition, &mut offer.label);
    }
    offers
}

/// A sentence with the ids of an edition.
pub(crate) fn sentence(edition: Edition, mut sentence: String) -> String {
    rewrite_words(edition, &mut sentence);
    sentence
}

/// Facts by the rules of an edition.
pub(crate) fn facts(edition: Edition, facts: &mut [Fact]) {
    for fact in facts {
        if let Fact::DiceRolled(rolled) = fact {
            rewrite_all(edition, &mut rolled.modifiers);
        }
    }
}

/// Faults of a pack by the rules of an edition.
pub(crate) fn faults(edition: Edition, mut faults: Vec<PackFault>) -> Vec<PackFault> {
    for fault in &mut faults {
        rewrite_words(edition, &mut fault.reason);
    }
    faults
}

/// Findings of the coach by the rules of an edition.
pub(crate) fn suggestions(edition: Edition, found: &mut [Suggestion]) {
    for suggestion in found {
        rewrite_words(edition, &mut suggestion.reason);
        for rule in &mut suggestion.rules {
            rewrite(edition, rule);
        }
    }
}

/// Why an event happens, by the rule of an edition.
pub(crate) fn grounded(edition: Edition, mut grounds: Grounds) -> Grounds {
    rewrite(edition, &mut grounds.rule);
    grounds
}

/// Answers to a question by the rules of an edition.
pub(crate) fn answered(edition: Edition, mut inspection: Inspection) -> Inspection {
    for answer in &mut inspection.answers {
        rewrite(edition, &mut answer.rule);
        rewrite_words(edition, &mut answer.text);
        rewrite_value(edition, &mut answer.value);
    }
    for attack in &mut inspection.attacks {
        for step in &mut attack.steps {
            rewrite_all(edition, &mut step.modifiers);
        }
    }
    inspection
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_in_words_and_values_are_those_of_the_edition() {
        let text = "an army has at least one unit (BG4-ARMY-01), or two (BG4-KEYW-01).";
        assert_eq!(
            words(Edition::V3, text),
            "an army has at least one unit (BG3-ARMY-01), or two (BG3-KEY-01)."
        );
        assert_eq!(words(Edition::V4, text), text);
        let refusal = Refusal::new(Rule::Rush24, "BG4-RUSH-24")
            .with("broken", serde_json::json!([{ "rule": "BG4-ARMY-02" }, 3]));
        let refusal = refused(Edition::V3, refusal);
        assert_eq!(refusal.rule.0, "BG3-RUSH-14");
        assert_eq!(refusal.message, "BG3-RUSH-14");
        assert_eq!(refusal.details["broken"][0]["rule"], "BG3-ARMY-04");
    }

    #[test]
    fn every_rule_that_only_words_name_stands_in_both_lists() {
        use hindsight_kernel::Rules as _;
        for (later, earlier) in IN_WORDS {
            assert!(crate::Battleground::rulebook().get(later).is_some(), "{later}");
            assert!(
                crate::Battleground3::rulebook().get(earlier).is_some(),
                "{earlier}"
            );
        }
    }
}
