//! The bounds of the cards that a position brings with it: every number small enough for the sums it goes into, every list
//! short enough to be looked through at every trigger. Packs are read with closer ones.

use hindsight_kernel::{Message, message};

use crate::cards::{Ability, Amount, Cards, Effect, Order, TraySize};
use crate::messages::MESSAGES;

/// The most entries of a list of cards.
const MOST_CARDS: usize = 2_000;
/// The most effects, conditions, abilities, Orders or attacks of one card.
const MOST_PARTS: usize = 20;
/// The most letters of a text.
const MOST_LETTERS: usize = 4_000;

/// Whether the cards of a position are within bounds.
pub(super) fn cards(cards: &Cards) -> Result<(), Message> {
    let lists = [
        cards.packs.len(),
        cards.factions.len(),
        cards.units.len(),
        cards.attachments.len(),
        cards.ncus.len(),
        cards.tactics.len(),
        cards.terrain.len(),
    ];
    if lists.iter().any(|length| *length > MOST_CARDS) {
        return Err(message!(MESSAGES, "position-cards-list", most = MOST_CARDS));
    }
    let trays = [
        cards.trays.infantry,
        cards.trays.cavalry,
        cards.trays.solo_small,
        cards.trays.solo_large,
    ];
    let pieces = cards.terrain.iter().map(|card| TraySize {
        width: card.width,
        depth: card.depth,
    });
    if !trays.into_iter().chain(pieces).all(is_sized) {
        return Err(message!(MESSAGES, "position-cards-trays"));
    }
    units(cards)?;
    let attached = cards.attachments.iter().all(|card| {
        card.points <= 100 && abilities(&card.abilities) && orders(&card.orders) && is_short(&card.name)
    });
    let ncus = cards.ncus.iter().all(|card| {
        card.points <= 100 && effects(&card.effects) && is_short(&card.text) && is_short(&card.name)
    });
    let tactics = cards.tactics.iter().all(|card| {
        card.copies <= 4
            && card.when.len() <= MOST_PARTS
            && effects(&card.effects)
            && is_short(&card.text)
            && is_short(&card.name)
    });
    let terrain = cards.terrain.iter().all(|card| {
        card.keywords.len() <= MOST_PARTS && card.rolls.len() <= MOST_PARTS && is_short(&card.name)
    });
    if attached && ncus && tactics && terrain {
        Ok(())
    } else {
        Err(message!(MESSAGES, "position-cards-numbers"))
    }
}

fn units(cards: &Cards) -> Result<(), Message> {
    for card in &cards.units {
        let numbers = card.points <= 100
            && card.speed <= 12
            && card.defence <= 7
            && card.morale <= 12
            && (1..=20).contains(&card.wounds_per_model);
        let attacks = card.attacks.len() <= MOST_PARTS
            && card.attacks.iter().all(|attack| {
                attack.to_hit <= 7
                    && attack.dice.len() <= 3
                    && attack.dice.iter().all(|dice| *dice <= 60)
                    && attack.abilities.len() <= 4
                    && is_short(&attack.name)
            });
        if !numbers
            || !attacks
            || !abilities(&card.abilities)
            || !orders(&card.orders)
            || !is_short(&card.name)
        {
            return Err(message!(MESSAGES, "position-card-bounds", id = card.id));
        }
    }
    Ok(())
}

fn is_sized(size: TraySize) -> bool {
    let sound = 500..=12_000;
    sound.contains(&size.width) && sound.contains(&size.depth)
}

const fn is_short(text: &str) -> bool {
    text.len() <= MOST_LETTERS
}

fn abilities(all: &[Ability]) -> bool {
    all.len() <= MOST_PARTS
        && all.iter().all(|ability| {
            ability.when.len() <= MOST_PARTS
                && effects(&ability.effects)
                && is_short(&ability.text)
                && is_short(&ability.name)
        })
}

fn orders(all: &[Order]) -> bool {
    all.len() <= MOST_PARTS
        && all.iter().all(|order| {
            order.when.len() <= MOST_PARTS
                && effects(&order.effects)
                && is_short(&order.text)
                && is_short(&order.name)
        })
}

/// The farthest that a modifier goes to either side.
const FAR: i8 = 12;

fn effects(all: &[Effect]) -> bool {
    all.len() <= MOST_PARTS && all.iter().all(is_small)
}

fn is_small(effect: &Effect) -> bool {
    match effect {
        Effect::ModDefence { by }
        | Effect::ModPanic { by }
        | Effect::ModMorale { by }
        | Effect::ChargeMod { by }
        | Effect::MoveMod { by }
        | Effect::PanicTest { by, .. } => (-FAR..=FAR).contains(by),
        Effect::AddAttackDice { dice } => *dice <= 20,
        Effect::Restore { wounds, .. } | Effect::ReplacePanic { wounds } => *wounds <= 40,
        Effect::Wounds { wounds, .. } => match wounds {
            Amount::Fixed(wounds) => *wounds <= 40,
            Amount::D3 => true,
        },
        Effect::Shift { inches, .. } => *inches <= 12,
        Effect::Draw { cards } => *cards <= 20,
        Effect::AddAbility { .. }
        | Effect::RerollAttack
        | Effect::RerollDefence
        | Effect::PlaceToken { .. }
        | Effect::RemoveToken { .. }
        | Effect::CancelChargeBonus
        | Effect::ByRuling => true,
    }
}
