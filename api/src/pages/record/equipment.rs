//! Equipment of units before the battle: a row a unit with the items it may carry, the points left, legal or not at once. It
//! knows no system: the units and their items stand in the offer, the cards of the items in the game's packs.

use hindsight_kernel::{Message, joined};
use maud::{Markup, html};
use serde_json::{Value, json};

use super::super::form::{Card, worded};
use super::super::words::{amount, in_a_row};
use super::army::ArmyBuilder;
use super::slots::Slot;
use crate::base::messages::{MESSAGES, text};

/// A unit that may carry items.
pub(super) struct Bearer {
    /// Its id.
    pub(super) id: String,
    /// Its name.
    pub(super) name: String,
    /// The ids of the items that it may carry.
    may: Vec<String>,
}

impl Bearer {
    /// Those that an offer lists.
    pub(super) fn all(listed: &[Value]) -> Vec<Self> {
        let one = |unit: &Value| {
            let may = unit["items"].as_array()?;
            Some(Self {
                id: unit["id"].as_str()?.to_owned(),
                name: unit["name"].as_str().unwrap_or_default().to_owned(),
                may: may
                    .iter()
                    .filter_map(Value::as_str)
                    .map(ToOwned::to_owned)
                    .collect(),
            })
        };
        listed.iter().filter_map(one).collect()
    }
}

/// A list of items that units carry, row by row.
pub(super) struct Equipment<'s> {
    /// The member that names the unit.
    pub(super) bearer: &'s str,
    /// The member that names the item.
    pub(super) item: &'s str,
    /// The units.
    pub(super) bearers: Vec<Bearer>,
    /// Whether an item may be carried once in an army only.
    pub(super) once: bool,
}

impl ArmyBuilder<'_> {
    /// The place that an item is carried in: the `slot` of its card.
    fn place_of(&self, item: &str) -> &str {
        let card = self.choices.card(item);
        let said = card.and_then(|card| card.says.iter().find(|(name, _)| name == "slot"));
        said.map_or("", |(_, place)| place)
    }

    /// A row a unit.
    pub(super) fn bearers(&self, slot: &Slot<'_>, of: &Equipment<'_>, left: Option<f64>) -> Markup {
        html! {
            @for bearer in &of.bearers {
                section.bearer aria-label=(format!("{} {}", bearer.id, bearer.name)) {
                    h3 { span.quiet { (bearer.id) } " " (bearer.name) }
                    dl { @for place in self.places(bearer) {
                        div { dt { @if place.is_empty() { (text!("equipment-items")) } @else { (worded(place)) } } dd { (self.place(slot, of, bearer, place, left)) } }
                    } }
                    @if bearer.may.is_empty() { p.quiet { (text!("equipment-none")) } }
                }
            }
        }
    }

    fn places(&self, bearer: &Bearer) -> Vec<&str> {
        let mut places: Vec<&str> = Vec::new();
        for item in &bearer.may {
            let place = self.place_of(item);
            if !places.contains(&place) {
                places.push(place);
            }
        }
        places
    }

    /// What a unit carries in one place, and what it might carry there instead.
    fn place(
        &self,
        slot: &Slot<'_>,
        of: &Equipment<'_>,
        bearer: &Bearer,
        place: &str,
        left: Option<f64>,
    ) -> Markup {
        let rows = self.list(slot);
        let item = |row: &Value| row[of.item].as_str().unwrap_or_default().to_owned();
        let held = rows
            .iter()
            .position(|row| row[of.bearer] == json!(bearer.id) && self.place_of(&item(row)) == place);
        let now = held.map(|row| item(&rows[row]));
        let freed = now.as_deref().map_or(0.0, |now| self.price(now));
        let is_free = |id: &str| {
            let taken = of.once && rows.iter().any(|row| item(row) == id);
            !taken && left.is_none_or(|left| self.price(id) <= left + freed)
        };
        let with = |id: Option<&str>| {
            self.changed(|command| {
                let Some(list) = command.pointer_mut(&slot.at).and_then(Value::as_array_mut) else {
                    return;
                };
                if let Some(row) = held.filter(|row| *row < list.len()) {
                    list.remove(row);
                }
                if let Some(id) = id {
                    list.push(json!({ (of.bearer): bearer.id, (of.item): id }));
                }
            })
        };
        let others: Vec<&String> = bearer
            .may
            .iter()
            .filter(|id| self.place_of(id) == place && is_free(id))
            .collect();
        html! {
            @match &now {
                Some(id) => { b { (self.name(id)) " " (self.priced(id)) } " " a.remove href=(with(None)) aria-label=(text!("equipment-take-from", item = self.name(id), unit = &bearer.name)) { (text!("equipment-remove")) } " " },
                None => span.quiet { "– " },
            }
            @for id in others { a.give href=(with(Some(id))) aria-label=(text!("equipment-give-to", item = self.name(id), unit = &bearer.name)) { (self.name(id)) " (" (self.priced(id)) ")" } " " }
        }
    }

    /// The cards of the items.
    pub(super) fn items(&self, slot: &Slot<'_>, of: &Equipment<'_>) -> Markup {
        let known: Vec<&Card> = slot
            .cards
            .iter()
            .filter(|(id, _)| of.bearers.iter().any(|bearer| bearer.may.contains(id)))
            .filter_map(|(id, _)| self.choices.card(id))
            .collect();
        html! {
            ul.army-cards { @for card in known {
                li {
                    h4 { (self.name(&card.id)) @if let Some(price) = card.price { " " span.price { (amount(price)) } } }
                    (said(card))
                }
            } }
        }
    }

    /// Who carries what, in words; of an empty list, that it is empty.
    pub(super) fn in_words(&self, list: &[Value], of: &Equipment<'_>) -> String {
        let parts: Vec<Message> = of
            .bearers
            .iter()
            .filter_map(|bearer| {
                let items: Vec<String> = list
                    .iter()
                    .filter(|row| row[of.bearer] == json!(bearer.id))
                    .filter_map(|row| Some(self.name(row[of.item].as_str()?)))
                    .collect();
                (!items.is_empty())
                    .then(|| text!("equipment-carried", unit = &bearer.name, items = in_a_row(items)))
            })
            .collect();
        if parts.is_empty() {
            text!("equipment-no-items").into()
        } else {
            joined!(MESSAGES, "equipment-carried-next", parts).to_string()
        }
    }
}

/// What a card says, short items in a row and long ones below.
pub(super) fn said(card: &Card) -> Markup {
    html! {
        ul.says { @for (name, value) in card.says.iter().filter(|(_, value)| value.len() <= 24) { li { (saying(name, value)) } } }
        @for (_, text) in card.says.iter().filter(|(_, value)| value.len() > 24) { p.quiet { (text) } }
    }
}

/// A member of a card as players say it: a change of a number with its sign, a condition as one.
fn saying(name: &str, value: &str) -> String {
    if value == "yes" {
        return worded(name);
    }
    if let Some(what) = name.strip_suffix("_vs") {
        return match value {
            "both" => text!("equipment-against-all", what = worded(what)).into(),
            attacks => text!(
                "equipment-against",
                what = worded(what),
                attacks = attacks.to_owned()
            )
            .into(),
        };
    }
    if let (Some(what), Ok(change)) = (name.strip_suffix("_mod"), value.parse::<i64>()) {
        // What an enemy's number is worsened by is told as the enemy's loss.
        let change = if what.starts_with("enemy_") {
            -change
        } else {
            change
        };
        let sign = if change < 0 { "−" } else { "+" };
        return format!("{} {sign}{}", worded(what), change.abs());
    }
    format!("{} {value}", worded(name))
}

#[cfg(test)]
mod tests {
    use super::saying;

    #[test]
    fn cards_say_what_players_say() {
        let rows = [
            ("enemy_block_mod", "1", "Enemy block −1"),
            ("melee_mod", "1", "Melee +1"),
            ("speed_mod", "-1", "Speed −1"),
            ("block_vs", "melee", "Block against melee"),
            ("when_charged", "yes", "When charged"),
            ("models", "9", "Models 9"),
        ];
        for (name, value, words) in rows {
            assert_eq!(saying(name, value), words);
        }
    }
}
