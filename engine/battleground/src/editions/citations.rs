//! Which ids leave: the chapters cite by [`Rule`], whose ids are those of the later edition; what a game of the earlier one
//! records, refuses and shows is given its ids here.

use hindsight_kernel::{Awaiting, Inspection, Modifier, Offer, Outcome, Refusal, RuleId};

use super::Edition;
use crate::model::event::Event;
use crate::model::rule::Rule;
use crate::model::state::Declared;

/// An id as an edition has it.
pub(crate) fn id(edition: Edition, id: &str) -> Option<&'static str> {
    match edition {
        Edition::V4 => None,
        Edition::V3 => Rule::by_id(id).map(|rule| rule.id_in(edition)),
    }
}

fn rewrite(edition: Edition, rule: &mut RuleId) {
    if let Some(id) = id(edition, &rule.0) {
        *rule = RuleId::new(id);
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
        Event::Asked { question } => {
            if let Some(id) = id(edition, &question.rule) {
                id.clone_into(&mut question.rule);
            }
        }
        Event::CheckRolled { modifiers, .. } | Event::AttackRolled { modifiers, .. } => {
            rewrite_all(edition, modifiers);
        }
        Event::AttackBegan { attack, .. } => rewrite_attack(edition, attack),
        Event::TargetsChosen { declared, .. } => {
            for Declared { attack, .. } in declared {
                rewrite_attack(edition, attack);
            }
        }
        _ => {}
    }
    event
}

/// A refusal with the id of an edition.
pub(crate) fn refused(edition: Edition, mut refusal: Refusal) -> Refusal {
    rewrite(edition, &mut refusal.rule);
    refusal
}

/// Who is awaited, by the rule of an edition.
pub(crate) fn awaited(edition: Edition, mut awaiting: Vec<Awaiting>) -> Vec<Awaiting> {
    for one in &mut awaiting {
        rewrite(edition, &mut one.rule);
    }
    awaiting
}

/// An outcome by the rule of an edition.
pub(crate) fn decided(edition: Edition, mut outcome: Outcome) -> Outcome {
    rewrite(edition, &mut outcome.rule);
    outcome
}

/// Offers by the rules of an edition.
pub(crate) fn offered<C>(edition: Edition, mut offers: Vec<Offer<C>>) -> Vec<Offer<C>> {
    for offer in &mut offers {
        rewrite(edition, &mut offer.rule);
    }
    offers
}

/// Answers to a question by the rules of an edition.
pub(crate) fn answered(edition: Edition, mut inspection: Inspection) -> Inspection {
    for answer in &mut inspection.answers {
        rewrite(edition, &mut answer.rule);
    }
    for attack in &mut inspection.attacks {
        for step in &mut attack.steps {
            rewrite_all(edition, &mut step.modifiers);
        }
    }
    inspection
}
