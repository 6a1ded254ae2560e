//! Offers as buttons and forms: complete commands by unit and kind, forms with their samples in words, and
//! the same form to be filled in by hand.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use hindsight_engine::{System, WireOffer};
use hindsight_kernel::{BoardPoint, Seat, UnitInfo};
use hindsight_openapi::wire::NextChoice;
use maud::{Markup, html};
use serde_json::{Value, json};

use super::super::form::{Drawing, in_words, schemas, tagged, worded};
use super::super::house::chip;
use super::super::systems::cited;
use super::desk::{Ghost, Offered, played};
use crate::base::messages::text;

/// The most samples of a form that are laid out.
const SAMPLES: usize = 24;
/// The most forms that stand open, where a choice is nothing but forms.
const FEW_FORMS: usize = 3;

/// What may be done at a moment, with what a form of it needs.
#[derive(Clone, Copy)]
pub(super) struct Deeds<'d> {
    /// What may be done.
    pub(super) offered: &'d Offered,
    /// The rules.
    pub(super) system: &'static dyn System,
    /// Where forms are sent.
    pub(super) action: &'d str,
    /// From a unit to the address of this page with its offers laid out.
    pub(super) choose: &'d dyn Fn(&str) -> String,
    /// Fields that every form has.
    pub(super) hidden: &'d Markup,
    /// What stands above the buttons of every form: dice, or the reason of a correction.
    pub(super) asks: &'d Markup,
    /// Whether an offer has a page of its own: its samples stand there.
    pub(super) elsewhere: &'d dyn Fn(&WireOffer) -> bool,
}

impl Deeds<'_> {
    /// Offers that are about no unit, or about what is not in the list of units (who acts beside the board); where several seats
    /// are asked at once, each seat's by themselves.
    pub(super) fn of_the_table(&self) -> Markup {
        let mut seats: Vec<(Seat, Vec<&WireOffer>)> = Vec::new();
        let is_unit = |id: &String| self.offered.units.iter().any(|info| info.id == *id);
        let beside = |offer: &&WireOffer| !offer.unit.as_ref().is_some_and(is_unit);
        for offer in self.offered.offers.iter().filter(beside) {
            match seats.iter_mut().find(|(seat, _)| *seat == offer.seat) {
                Some((_, of_seat)) => of_seat.push(offer),
                None => seats.push((offer.seat, vec![offer])),
            }
        }
        let several = seats.len() > 1;
        html! {
            @for (seat, offers) in &seats {
                div.general {
                    @if several {
                        @let name = self.offered.info.seats.iter().find(|info| info.seat == *seat).map_or("", |info| &info.name);
                        h3 { (chip(*seat)) " " (name) }
                    }
                    (self.laid_out(offers, None))
                }
            }
        }
    }

    /// The units that may do something, each with the number of its offers.
    pub(super) fn units(&self) -> Markup {
        let mut counted: BTreeMap<&str, usize> = BTreeMap::new();
        for offer in &self.offered.offers {
            if let Some(unit) = &offer.unit {
                *counted.entry(unit).or_default() += 1;
            }
        }
        // What can only do one thing is told to do it by one tap; where that leads on to a choice, the choice is laid out instead.
        let only = |info: &UnitInfo| {
            let of_it = |offer: &&WireOffer| offer.unit.as_deref() == Some(&*info.id);
            let mut offers = self.offered.offers.iter().filter(of_it);
            let first = offers.next().filter(|_| offers.next().is_none());
            let first = first.filter(|offer| !offer.leads_on);
            first.and_then(|offer| Some((offer, offer.command.as_ref()?)))
        };
        let has_offers = |info: &&UnitInfo| counted.contains_key(info.id.as_str());
        let able: Vec<&UnitInfo> = self.offered.units.iter().filter(has_offers).collect();
        html! {
            @if !able.is_empty() {
                ul.able aria-label=(text!("offers-units")) {
                    @for info in able {
                        li {
                            (self.unit(info))
                            @if let Some((offer, command)) = only(info) {
                                form method="post" action=(self.action) data-records hidden {
                                    (self.hidden)
                                    button type="submit" name="command" value=(played(offer, command)) data-only=(info.id) data-words=(offer.label) { (offer.label) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// A unit of a list, which is chosen by it.
    pub(super) fn unit(&self, info: &UnitInfo) -> Markup {
        let is_chosen = self.offered.chosen.as_deref() == Some(&info.id);
        html! {
            a href=((self.choose)(&info.id)) data-unit=(info.id) aria-current=[is_chosen.then_some("true")] {
                (chip(info.seat)) " "
                (info.name) " " span.quiet { (info.id) }
            }
        }
    }

    /// What the chosen unit may do.
    pub(super) fn of_the_chosen(&self) -> Markup {
        let Some(unit) = &self.offered.chosen else {
            return html! {};
        };
        let Some(info) = self.offered.units.iter().find(|info| info.id == *unit) else {
            return html! {};
        };
        let offers: Vec<&WireOffer> = self
            .offered
            .offers
            .iter()
            .filter(|offer| offer.unit.as_deref() == Some(unit))
            .collect();
        html! {
            div.deeds-of data-unit=(unit) {
                h3 {
                    (chip(info.seat)) " "
                    (info.name) " " span.quiet { (info.id) }
                }
                @if offers.is_empty() && self.offered.next.is_empty() { p.hint { (text!("offers-none")) } }
                @for next in &self.offered.next { (self.next_choice(next, &info.name)) }
                (self.laid_out(&offers, Some(&info.name)))
                (self.whole_moves(&self.offered.whole_moves, &info.name))
            }
        }
    }

    /// A choice to which a command only leads: each of its forms records both, with the passes before them.
    fn next_choice(&self, next: &NextChoice, name: &str) -> Markup {
        let hidden = html! {
            (self.hidden)
            input type="hidden" name="first" value=(next.first);
            @if next.passes > 0 { input type="hidden" name="imply" value="true"; }
        };
        let after = Deeds {
            hidden: &hidden,
            ..*self
        };
        let forms: Vec<&WireOffer> = next.items.iter().filter(|offer| offer.limits.is_some()).collect();
        html! {
            form.deeds method="post" action=(self.action) data-records {
                (hidden)
                (self.asks)
                div.choices {
                    @for offer in &next.items {
                        @for (command, words) in self.at_once(offer, name) { (after.button(offer, command, &words)) }
                    }
                }
            }
            (after.laid_out(&forms, Some(name)))
            (after.whole_moves(&next.whole_moves, name))
            @if next.passes > 0 { p.quiet { (text!("ahead-filled-in", passes = next.passes)) } }
        }
    }

    /// Commands of an offer that a button says whole, with its words: a complete one, the only sample of a form, a few moves. Other ways
    /// stand in the offer's form.
    fn at_once<'o>(&self, offer: &'o WireOffer, name: &str) -> Vec<(&'o Value, String)> {
        match (&offer.command, &offer.way, &*offer.samples) {
            (Some(command), _, _) => vec![(command, shortened(offer, Some(name)))],
            (None, None, [only]) => vec![(only, shortened(offer, Some(name)))],
            (None, Some(_), few) if few.len() <= FEW_FORMS => few
                .iter()
                .map(|sample| (sample, capitalised(self.words(sample))))
                .collect(),
            _ => Vec::new(),
        }
    }

    /// A sample in the words of the notation, with the names of what it names.
    fn words(&self, sample: &Value) -> String {
        let said = self.system.format_command(sample);
        let said = said.unwrap_or_else(|_| sample.to_string());
        self.offered.choices.named(&said)
    }

    /// Whole moves: on the board by the place where they end, here as a list that is closed.
    fn whole_moves(&self, moves: &[WireOffer], name: &str) -> Markup {
        html! {
            @if !moves.is_empty() {
                details.wide.whole-moves {
                    summary { (text!("offers-whole-moves")) }
                    form.deeds method="post" action=(self.action) data-records {
                        (self.hidden)
                        (self.asks)
                        div.choices {
                            @for offer in moves {
                                @if let Some(command) = &offer.command {
                                    @let picture = offer.picture.as_ref();
                                    button type="submit" name="command" value=(played(offer, command)) title=(offer.rule)
                                        data-outline=[picture.map(|picture| corners_of(&picture.outline))] data-facing=[picture.and_then(|picture| picture.facing)]
                                        { (shortened(offer, Some(name))) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    fn laid_out(&self, offers: &[&WireOffer], name: Option<&str>) -> Markup {
        let mut kinds: Vec<(String, Vec<&WireOffer>)> = Vec::new();
        // Of two ways to the same, such as a turn and a move of no cell that begins with it, one is offered.
        let is_new = |command: &Value, offer: &WireOffer| {
            !self.offered.repeats.contains(&played(offer, command).to_string())
        };
        let complete = offers.iter().filter(|offer| {
            offer
                .command
                .as_ref()
                .is_some_and(|command| is_new(command, offer))
        });
        let complete: Vec<&&WireOffer> = complete.collect();
        let groups: BTreeSet<_> = complete
            .iter()
            .map(|offer| offer.group.as_ref().map(|group| &group.text))
            .collect();
        let grouped = groups.len() <= MOST_HEADINGS;
        for offer in complete {
            let kind = heading(offer, grouped);
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, of_kind)) => of_kind.push(offer),
                None => kinds.push((kind, vec![offer])),
            }
        }
        // One of a kind needs no heading of its own.
        let (many, few): (Vec<_>, Vec<_>) = kinds.into_iter().partition(|(_, of_kind)| of_kind.len() > 1);
        html! {
            @for (kind, of_kind) in &many { (self.buttons(Some(kind), of_kind, name)) }
            @if !few.is_empty() {
                @let rest: Vec<&WireOffer> = few.iter().flat_map(|(_, of_kind)| of_kind.iter().copied()).collect();
                (self.buttons(None, &rest, name))
            }
            @let forms: Vec<&&WireOffer> = offers.iter().filter(|offer| offer.limits.is_some()).collect();
            // A few forms and nothing else stand open.
            @let open = forms.len() == offers.len() && offers.len() <= FEW_FORMS;
            // So does the first move that is drawn on the board: a drag goes on to the others.
            @let first_way = forms.iter().position(|offer| offer.way.is_some());
            @for (place, offer) in forms.iter().enumerate() {
                @let is_drawn = offer.way.is_some();
                (self.form(offer, (place, open && !is_drawn || first_way == Some(place)), name))
            }
        }
    }

    /// Complete commands, a button each.
    fn buttons(&self, kind: Option<&str>, offers: &[&WireOffer], name: Option<&str>) -> Markup {
        html! {
            form.deeds method="post" action=(self.action) data-records {
                (self.hidden)
                @if let Some(kind) = kind {
                    // Under the heading of a unit, or under that of the question.
                    @if name.is_some() { h4 { (kind) } } @else { h3.kind { (kind) } }
                    @if let Some(help) = help_of(offers) { p.help { (help) } }
                }
                (self.asks)
                div.choices {
                    @for offer in offers {
                        @if let Some(command) = &offer.command {
                            (self.button(offer, command, &shortened(offer, name)))
                        }
                    }
                }
            }
        }
    }

    fn button(&self, offer: &WireOffer, command: &Value, words: &str) -> Markup {
        let given = played(offer, command).to_string();
        let ghost = self.offered.ghosts.get(&given);
        let mentioned = self.mentioned(command, offer.unit.as_deref());
        html! {
            button type="submit" name="command" value=(given) title=(offer.rule)
                data-outline=[ghost.map(corners)] data-facing=[ghost.and_then(|ghost| ghost.facing)]
                data-mentions=[(!mentioned.is_empty()).then(|| mentioned.join(" "))] { (words) }
        }
    }

    /// Other units that a command names.
    fn mentioned(&self, command: &Value, own: Option<&str>) -> Vec<String> {
        let mut texts = Vec::new();
        texts_of(command, &mut texts);
        texts
            .into_iter()
            .filter(|text| Some(*text) != own && self.offered.units.iter().any(|info| info.id == *text))
            .map(ToOwned::to_owned)
            .collect()
    }

    /// A choice too wide to list: its samples in words, and its fields.
    fn form(&self, offer: &WireOffer, (place, open): (usize, bool), name: Option<&str>) -> Markup {
        let label = shortened(offer, name);
        if (self.elsewhere)(offer) {
            return html! {
                details.wide {
                    summary { (text!("offers-other-ways", label)) }
                    p.cited { (cited(self.system, &offer.rule)) }
                    (limits(offer))
                    (self.by_hand(offer, place))
                }
            };
        }
        // A few ways to do something with several units are buttons like any other choice.
        let is_listed = offer.unit.is_none() && offer.way.is_none() && !is_posed(offer);
        let few = is_listed && (1..=FEW_FORMS).contains(&offer.samples.len());
        html! {
            @if few {
                @if name.is_some() { h4 { (label) } } @else { h3.kind { (label) } }
                (self.samples(offer))
            }
            details.wide open[open && !few] {
                summary { @if few { (text!("offers-other-ways", label)) } @else { (label) } }
                // Not in the summary: a link in what opens and closes cannot be reached by everybody.
                p.cited { (cited(self.system, &offer.rule)) }
                @if let Some(help) = help_of(&[offer]) { p.help { (help) } }
                @if offer.way.is_none() { (limits(offer)) }
                @if offer.way.is_some() {
                    // The unit is dragged to where it ends; moves that are offered often are buttons before it.
                    @let few = offer.samples.len() <= FEW_FORMS;
                    @if few { (self.samples(offer)) }
                    (self.by_hand(offer, place))
                    @if !few { details { summary { (text!("offers-valid-ways", count = offer.samples.len())) } (self.samples(offer)) } }
                } @else if is_posed(offer) {
                    // A place is shown on the board; those that are known to be right are only a help.
                    (self.by_hand(offer, place))
                    details { summary { (text!("offers-valid-positions", count = offer.samples.len())) } (self.samples(offer)) }
                } @else {
                    @if !few { (self.samples(offer)) }
                    (self.by_hand(offer, place))
                }
            }
        }
    }

    /// The complete commands that a form comes with, in the words of the notation.
    fn samples(&self, offer: &WireOffer) -> Markup {
        html! {
            form.deeds.samples method="post" action=(self.action) data-records {
                (self.hidden)
                (self.asks)
                div.choices {
                    @for sample in offer.samples.iter().take(SAMPLES) {
                        (self.button(offer, sample, &self.words(sample)))
                    }
                }
            }
        }
    }

    /// The fields of an offer's command, as its first sample has them.
    fn by_hand(&self, offer: &WireOffer, place: usize) -> Markup {
        let Some(sample) = offer.samples.first() else {
            return html! {};
        };
        let schemas = schemas(self.system);
        let kind = sample["type"].as_str().unwrap_or_default();
        let Some((_, shape)) = tagged(&schemas.command)
            .into_iter()
            .find(|(known, _)| *known == kind)
        else {
            return html! {};
        };
        let narrow = offer.limits.clone().unwrap_or_default();
        let choices = self.offered.choices.of_offer(&narrow, &offer.samples);
        let prefix = format!(
            "{}-{}-{place}-{kind}",
            offer.seat,
            offer.unit.as_deref().unwrap_or("table")
        );
        let drawing = Drawing {
            choices: &choices,
            prefix: &prefix,
        };
        let ghost = self.offered.ghosts.get(&played(offer, sample).to_string());
        let way = offer.way.as_ref().map(|way| json!(way));
        let form = html! {
            form.deeds.fields method="post" action=(self.action) data-records data-checks
                data-unit=[offer.unit.as_deref()] data-outline=[ghost.map(corners)] data-way=[way] {
                (self.hidden)
                input type="hidden" name="form" value="play";
                input type="hidden" name="variant" value=(kind);
                input type="hidden" name="seat" value=(offer.seat);
                @if offer.way.is_some() {
                    // Drawn on the board, its numbers need not be seen.
                    p.hint { (text!("offers-draw-way")) }
                    (self.asks)
                    p.verdict role="status" {}
                    button.main type="submit" { (text!("offers-record")) }
                    details.by-hand {
                        summary { (text!("offers-by-hand")) }
                        (limits(offer))
                        (drawing.whole(&shape, Some(sample)))
                    }
                } @else {
                    (drawing.whole(&shape, Some(sample)))
                    (self.asks)
                    p.verdict role="status" {}
                    button.main type="submit" { (text!("offers-record")) }
                }
            }
        };
        html! {
            @if offer.way.is_some() {
                (form)
            } @else {
                details.by-hand open[is_posed(offer)] {
                    summary { @if is_posed(offer) { (text!("offers-place")) } @else { (text!("offers-by-hand")) } }
                    (form)
                }
            }
        }
    }
}

/// The most headings of a list: where a game has one for each place, the kind of its commands heads them.
const MOST_HEADINGS: usize = 6;

/// The heading under which an offer stands with others of its kind.
fn heading(offer: &WireOffer, grouped: bool) -> String {
    if let Some(group) = offer.group.as_ref().filter(|_| grouped) {
        return group.text.clone();
    }
    let kind = offer
        .command
        .as_ref()
        .and_then(|command| command["type"].as_str());
    in_words(kind.unwrap_or_default())
}

/// The line of help of offers, where it is the same for all of them.
fn help_of<'o>(offers: &[&'o WireOffer]) -> Option<&'o str> {
    let first = offers.first()?.help.as_ref()?;
    let same = |offer: &&WireOffer| offer.help.as_ref().is_some_and(|help| help.text == first.text);
    offers.iter().all(same).then_some(&*first.text)
}

/// The limits of a form as a list.
fn limits(offer: &WireOffer) -> Markup {
    let limits = offer.limits.as_ref().map(limits_in_words).unwrap_or_default();
    html! {
        @if !limits.is_empty() {
            dl.limits { @for (name, value) in limits { div { dt { (name) } dd { (value) } } } }
        }
    }
}

/// Whether a form asks for a place and a heading on the field.
fn is_posed(offer: &WireOffer) -> bool {
    let is_pose = |value: &Value| ["x", "y", "heading"].iter().all(|name| value.get(name).is_some());
    let sample = offer.samples.first().and_then(Value::as_object);
    sample.is_some_and(|members| members.values().any(is_pose))
}

/// Corners as an attribute: `x,y x,y`.
fn corners(ghost: &Ghost) -> String {
    corners_of(&ghost.outline)
}

fn corners_of(outline: &[BoardPoint]) -> String {
    let mut text = String::new();
    for point in outline {
        let _ = write!(
            text,
            "{}{:.3},{:.3}",
            if text.is_empty() { "" } else { " " },
            point.x,
            point.y
        );
    }
    text
}

/// An offer's label without the unit's name before it: the name stands above.
fn shortened(offer: &WireOffer, name: Option<&str>) -> String {
    let label = &*offer.label;
    let named = label.split_once(": ").filter(|(before, _)| {
        let unit = offer.unit.as_deref().unwrap_or_default();
        name.is_some_and(|name| *before == name || *before == format!("{unit} {name}"))
    });
    let rest = named.map_or(label, |(_, rest)| rest);
    capitalised(rest.to_owned())
}

fn capitalised(mut words: String) -> String {
    if let Some(first) = words.get_mut(0..1) {
        first.make_ascii_uppercase();
    }
    words
}

fn texts_of<'v>(value: &'v Value, found: &mut Vec<&'v str>) {
    match value {
        Value::String(text) => found.push(text),
        Value::Array(items) => items.iter().for_each(|item| texts_of(item, found)),
        Value::Object(members) => members.values().for_each(|member| texts_of(member, found)),
        _ => {}
    }
}

/// The limits of a form as people read them; lists of units and corners show themselves elsewhere.
pub(super) fn limits_in_words(limits: &serde_json::Map<String, Value>) -> Vec<(String, String)> {
    limits
        .iter()
        .filter_map(|(name, limit)| {
            let words = match limit {
                Value::String(text) => text.replace('`', ""),
                Value::Number(number) => number.to_string(),
                Value::Bool(yes) => text!("offers-limit", yes).into(),
                Value::Object(members)
                    if members
                        .values()
                        .all(|member| !member.is_object() && !member.is_array()) =>
                {
                    let parts: Vec<String> = members
                        .iter()
                        .map(|(name, value)| {
                            format!(
                                "{} {}",
                                worded(name).to_lowercase(),
                                value.to_string().trim_matches('"')
                            )
                        })
                        .collect();
                    parts.join(", ")
                }
                _ => return None,
            };
            Some((worded(name), words))
        })
        .collect()
}
