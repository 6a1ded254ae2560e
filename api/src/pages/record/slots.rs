//! Lists of an army in a command: units, equipment and choices beside them, by the schema of any system.

use hindsight_engine::WireOffer;
use hindsight_kernel::Message;
use serde_json::Value;

use super::super::form::{Choices, Place, Shape, in_words, schemas, tagged};
use super::super::seen::RequestedView;
use super::equipment::{Bearer, Equipment};
use crate::base::messages::text;

/// A list with fewer cards to choose from is no army.
const FEW_CARDS: usize = 2;

/// A list of an army, or a choice beside it.
pub(super) struct Slot<'s> {
    /// Where it stands in the command: `/list/units`.
    pub(super) at: String,
    /// What it is called.
    pub(super) name: &'s str,
    /// Of what kind it is.
    pub(super) is: SlotOf<'s>,
    /// What may be chosen: id and words.
    pub(super) cards: Vec<(String, String)>,
}

/// The kind of a list.
pub(super) enum SlotOf<'s> {
    /// A list of ids.
    Ids,
    /// A list of records, each with a card and what may be attached to it.
    Rows {
        card: &'s str,
        extras: Vec<(&'s str, Vec<(String, String)>)>,
    },
    /// A list of items that units carry.
    Equipment(Equipment<'s>),
    /// One id.
    One,
    /// A whole number.
    Number,
}

impl SlotOf<'_> {
    /// Whether cards are put into it one by one.
    pub(super) const fn is_list(&self) -> bool {
        matches!(self, Self::Ids | Self::Rows { .. } | Self::Equipment(_))
    }
}

/// A list of rows that each name a unit of the offer and an item that it carries.
fn equipment<'s>(
    members: &[(&'s str, Place<'s>)],
    path: &str,
    choices: &Choices,
) -> Option<(Equipment<'s>, Vec<(String, String)>)> {
    let &(bearer, _) = members.iter().find(|(_, member)| member.kind == "UnitId")?;
    let bearers = Bearer::all(choices.listed_at(&format!("{path}/0/{bearer}")));
    let &(item, member) = members
        .iter()
        .find(|(name, member)| *name != bearer && matches!(member.shape(), Shape::Text))?;
    let cards = choices.at(&format!("{path}/0/{item}"), &member);
    let once = choices.forbids_twins();
    let of = Equipment {
        bearer,
        item,
        bearers,
        once,
    };
    (!of.bearers.is_empty() && cards.len() >= FEW_CARDS).then_some((of, cards))
}

/// The lists of a command, wherever they stand in it.
fn slots<'s>(place: &Place<'s>, at: &str, path: &str, choices: &Choices, found: &mut Vec<Slot<'s>>) {
    let Shape::Record(members) = place.shape() else {
        return;
    };
    for (name, member) in members {
        let (at, path) = (format!("{at}/{name}"), format!("{path}/{name}"));
        let slot = |is, cards| Slot {
            at: at.clone(),
            name,
            is,
            cards,
        };
        match member.shape() {
            Shape::Record(_) => slots(&member, &at, &path, choices, found),
            Shape::Number { whole: true, .. } => found.push(slot(SlotOf::Number, Vec::new())),
            Shape::Text => {
                let cards = choices.at(&path, &member);
                if !cards.is_empty() {
                    found.push(slot(SlotOf::One, cards));
                }
            }
            Shape::List(item) => match item.shape() {
                Shape::Text => {
                    let cards = choices.at(&format!("{path}/0"), &item);
                    if cards.len() >= FEW_CARDS {
                        found.push(slot(SlotOf::Ids, cards));
                    }
                }
                Shape::Record(of_row) => {
                    if let Some((of, cards)) = equipment(&of_row, &path, choices) {
                        found.push(slot(SlotOf::Equipment(of), cards));
                        continue;
                    }
                    let mut texts = of_row
                        .into_iter()
                        .filter(|(_, member)| matches!(member.shape(), Shape::Text))
                        .map(|(name, member)| {
                            (
                                name,
                                choices.at(&format!("{path}/0/{name}"), &member),
                                member.optional,
                            )
                        })
                        .filter(|(_, cards, _)| cards.len() >= FEW_CARDS)
                        .collect::<Vec<_>>();
                    texts.sort_by_key(|(_, _, optional)| *optional);
                    let mut texts = texts.into_iter();
                    if let Some((card, cards, false)) = texts.next() {
                        let extras = texts.map(|(name, cards, _)| (name, cards)).collect();
                        found.push(slot(SlotOf::Rows { card, extras }, cards));
                    }
                }
                _ => {}
            },
            _ => {}
        }
    }
}

/// Whether an offer is to build an army: a form with a list of cards that cost something.
pub(super) fn builds(offer: &WireOffer, slots: &[Slot<'_>], choices: &Choices) -> bool {
    let priced = |slot: &Slot<'_>| {
        let has_price =
            |(id, _): &(String, String)| choices.card(id).is_some_and(|card| card.price.is_some());
        slot.is.is_list() && slot.cards.iter().any(has_price)
    };
    offer.unit.is_none() && offer.limits.is_some() && slots.iter().any(priced)
}

/// Whether an offer has a page of its own, on which its command is put together.
pub(super) fn is_built(offer: &WireOffer, choices: &Choices, seen: &RequestedView) -> bool {
    with_slots(offer, choices, seen, |slots| builds(offer, slots, choices)).unwrap_or_default()
}

/// The offers by which an army is built or armed now, for the recorder to lead there.
pub(super) fn building<'o>(
    offers: &'o [WireOffer],
    choices: &Choices,
    seen: &RequestedView,
) -> Vec<&'o WireOffer> {
    let mut found: Vec<&WireOffer> = offers
        .iter()
        .filter(|offer| is_built(offer, choices, seen))
        .collect();
    found.dedup_by_key(|offer| offer.seat);
    found
}

/// What is done on the page of an offer, for a seat of this name: "Build the army of South", "Weapons of South".
pub(super) fn heading(offer: &WireOffer, choices: &Choices, seen: &RequestedView, seat: &str) -> Message {
    let items = with_slots(offer, choices, seen, |slots| {
        let armed = slots.iter().find(|slot| matches!(slot.is, SlotOf::Equipment(_)));
        // A list of units that are armed at once is an army.
        let has_cards = slots
            .iter()
            .any(|slot| matches!(slot.is, SlotOf::Ids | SlotOf::Rows { .. }));
        armed.filter(|_| !has_cards).map(|slot| in_words(slot.name))
    });
    match items.flatten() {
        Some(items) => text!("army-heading-equipment", items, seat = seat.to_owned()),
        None => text!("army-heading", seat = seat.to_owned()),
    }
}

/// Shows the slots of an offer's command.
pub(super) fn with_slots<T>(
    offer: &WireOffer,
    choices: &Choices,
    seen: &RequestedView,
    look: impl FnOnce(&[Slot<'_>]) -> T,
) -> Option<T> {
    let sample = offer.samples.first()?;
    let kind = sample["type"].as_str()?;
    let schemas = schemas(seen.head.system);
    let (_, place) = tagged(&schemas.command)
        .into_iter()
        .find(|(known, _)| *known == kind)?;
    let narrowed = choices.of_offer(&offer.limits.clone().unwrap_or_default(), &offer.samples);
    let mut found = Vec::new();
    slots(&place, "", "f", &narrowed, &mut found);
    // A list that the samples leave out is not part of building: what is shown when the list is not known, say.
    let usual = offer.samples.iter().filter(|sample| sample["type"] == kind);
    let given: Vec<&Value> = usual.collect();
    found.retain(|slot| {
        given
            .iter()
            .any(|sample| sample.pointer(&slot.at).is_some_and(|value| !value.is_null()))
    });
    Some(look(&found))
}
