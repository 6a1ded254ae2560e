//! Offers at a trigger: cards, Orders, the Charge Bonus, a condition token.

use hindsight_kernel::{Argument, Message, Offer, Seat, joined, message};
use serde_json::json;

use super::{CommandOffer, called, pass};
use crate::messages::MESSAGES;
use crate::model::agenda::Occasion;
use crate::model::command::{Choice, Command};
use crate::model::event::RollOf;
use crate::model::state::State;
use crate::rules::{cards, tokens};

const DECISION: &str = "trigger_effect";

/// A choice in words.
pub(super) fn chosen(state: &State, choice: &Choice) -> Argument {
    let units = choice
        .units
        .iter()
        .map(|unit| Argument::from(called(state, *unit)));
    let tokens = choice.tokens.iter().map(|token| Argument::from(token.title()));
    let named: Vec<Argument> = units.chain(tokens).collect();
    if named.is_empty() {
        message!(MESSAGES, "choice-none").into()
    } else {
        joined!(MESSAGES, "choice-next", named)
    }
}

/// Everything that a player may use at a trigger, and passing.
pub(super) fn window(state: &State, seat: Seat, at: &Occasion, used: bool) -> Vec<CommandOffer> {
    let mut offers = Vec::new();
    if tokens::has_bonus(state, seat, at) {
        offers.push(dice(
            state,
            seat,
            RollOf::Attack,
            message!(MESSAGES, "offer-reroll"),
            "IF-BON-01",
            |dice| Command::Reroll { dice },
        ));
    }
    if let Some((unit, token, of)) = tokens::expendable(state, seat, at) {
        let name = called(state, unit);
        let label = message!(MESSAGES, "offer-expend", token = token.title(), unit = name);
        let rule = match of {
            RollOf::Attack => "IF-COND-04",
            RollOf::Defence => "IF-COND-03",
            RollOf::Panic => "IF-COND-02",
        };
        offers.push(dice(state, seat, of, label, rule, |dice| Command::Expend {
            dice,
        }));
    }
    if !used {
        offers.extend(effects(state, seat, at));
    }
    offers.push(pass(
        seat,
        DECISION,
        message!(MESSAGES, "offer-use-nothing"),
        "IF-TIME-01",
    ));
    offers
}

/// Dice that may be rolled again: all of them, each alone, those that succeed and those that do not.
fn dice(
    state: &State,
    seat: Seat,
    of: RollOf,
    label: Message,
    rule: &'static str,
    command: impl Fn(Vec<u8>) -> Command,
) -> CommandOffer {
    let places = tokens::rerollable(state, of);
    let faces = tokens::dice_of(state, of);
    let (low, high): (Vec<u8>, Vec<u8>) = places
        .iter()
        .partition(|place| faces.get(usize::from(**place)).is_some_and(|die| die.face <= 3));
    let mut sets = vec![places.clone()];
    for set in [low, high] {
        if !set.is_empty() && !sets.contains(&set) {
            sets.push(set);
        }
    }
    for place in &places {
        if !sets.contains(&vec![*place]) {
            sets.push(vec![*place]);
        }
    }
    let samples = sets.into_iter().map(command).collect();
    let limits = json!({ "dice": places });
    Offer::form(seat, DECISION, label, rule, &limits, samples)
}

fn effects(state: &State, seat: Seat, at: &Occasion) -> Vec<CommandOffer> {
    let mut offers = Vec::new();
    for card in cards::usable_cards(state, seat, at) {
        let name = state
            .cards
            .tactics_card(card)
            .map_or_else(|| card.to_string(), |known| known.name.clone());
        let samples: Vec<Command> = cards::card_choices(state, seat, at, card)
            .into_iter()
            .map(|choice| Command::PlayCard { card, choice })
            .collect();
        offers.extend(offer(
            seat,
            message!(MESSAGES, "offer-play", card = name),
            "IF-CARD-01",
            samples,
        ));
    }
    for (unit, order) in cards::usable_orders(state, seat, at) {
        let name = state
            .unit(unit)
            .and_then(|unit| state.orders_of(unit).nth(order.into()))
            .map_or_else(|| order.to_string(), |known| known.name.clone());
        let samples: Vec<Command> = cards::order_choices(state, at, unit, order)
            .into_iter()
            .map(|choice| Command::UseOrder { unit, order, choice })
            .collect();
        let label = message!(MESSAGES, "offer-order", unit = called(state, unit), order = name);
        offers.extend(offer(seat, label, "IF-ORD-01", samples).map(|offer| offer.about(unit)));
    }
    offers
}

/// One command where nothing is chosen, a form with samples where something is.
fn offer(seat: Seat, label: Message, rule: &'static str, mut samples: Vec<Command>) -> Option<CommandOffer> {
    let is_plain = |command: &Command| match command {
        Command::PlayCard { choice, .. } | Command::UseOrder { choice, .. } => *choice == Choice::default(),
        _ => true,
    };
    match samples.len() {
        0 => None,
        1 if is_plain(&samples[0]) => Some(Offer::one(seat, DECISION, label, rule, samples.swap_remove(0))),
        _ => {
            let limits = json!({ "choice": "units, tokens, dice and shift as its text says" });
            Some(Offer::form(seat, DECISION, label, rule, &limits, samples))
        }
    }
}
