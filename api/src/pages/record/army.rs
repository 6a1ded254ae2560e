//! Building an army: cards are added to a list one by one, the points add up, and the rules say at once whether the list is
//! legal. It knows no system: the lists are those of the command that the rules offer, the cards those of the game's packs.
//! The list stands in the address, so every step is a link and the whole works without a script.

use hindsight_engine::WireOffer;
use hindsight_kernel::Seat;
use hindsight_openapi::Problem;
use maud::{Markup, html};
use serde_json::{Value, json};

use super::super::form::{Card, Choices, in_words, worded};
use super::super::house::{Page, chip};
use super::super::links::{query, title_of};
use super::super::seen::RequestedView;
use super::super::systems::linked;
use super::super::tabs::{Tab, tabs};
use super::super::words::{amount, in_a_row};
use super::deeds::limits_in_words;
use super::desk::{played, speaks_for};
use super::equipment::said;
use super::hidden;
use super::slots::{Slot, SlotOf, building, heading, is_built, with_slots};
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::text;
use crate::games::{BatchForm, Caution, CommandBatch, game_card};
use crate::http::{Answer, Ctx, Mounts};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("armyPage", page);
}

/// The most cards of one list.
const MOST_CARDS: usize = 60;
/// The most ready armies that are shown.
const READY: usize = 6;

/// What is built, for a seat.
pub(super) struct ArmyBuilder<'b> {
    ctx: &'b Ctx,
    seen: &'b RequestedView,
    seat: Seat,
    pub(super) choices: Choices,
    /// The command so far.
    command: Value,
    /// The faction whose cards are shown.
    faction: Option<String>,
}

/// The packs of a game, and what of its position names things.
async fn choices_of(ctx: &Ctx, seen: &RequestedView) -> ApiResult<Choices> {
    let game = &seen.head.game;
    let mut values = vec![game.state(seen.viewer)];
    for hash in game.terms().packs {
        // A pack that is not here any more still stands in the position.
        values.extend(ctx.services.packs.get(&hash).await.ok());
    }
    values.reverse();
    Ok(Choices::within(&values.iter().collect::<Vec<_>>()))
}

async fn page(ctx: Ctx) -> Answer {
    let seen = RequestedView::of(&ctx, None).await?;
    let seats = speaks_for(&seen, seen.head.game.as_ref());
    let asked = ctx.query.seat();
    if seats.is_empty() || asked.is_some_and(|asked| !seats.contains(&asked)) {
        return Err(ApiError::new(
            hindsight_openapi::ProblemKind::Forbidden,
            text!("army-by"),
        ));
    }
    let choices = choices_of(&ctx, &seen).await?;
    let offers: Vec<WireOffer> = seats
        .iter()
        .flat_map(|seat| seen.head.game.offers(*seat))
        .collect();
    let may: Vec<Seat> = building(&offers, &choices, &seen)
        .iter()
        .map(|offer| offer.seat)
        .collect();
    let seat = asked
        .filter(|seat| may.contains(seat))
        .or_else(|| may.first().copied());
    let game = game_card(seen.head.id, &seen.head.card, seen.sight.yours);
    let head = html! {
        header.game { p { a href=(format!("/g/{}", seen.head.id)) { (title_of(&game)) } } }
        (tabs(&seen, Tab::Record))
    };
    let body = match seat {
        None => html! {
            (head)
            h1 { (text!("army-title")) }
            p { (text!("army-none")) " " a href=(format!("/g/{}/record", seen.head.id)) { (text!("army-to-recorder")) } }
        },
        Some(seat) => {
            let offer = offers
                .iter()
                .find(|offer| offer.seat == seat && is_built(offer, &choices, &seen));
            let Some(offer) = offer else {
                return Err(ApiError::fault("building an army", "what was offered is gone"));
            };
            let command = match ctx.query.text("army") {
                None => empty(offer, &choices, &seen),
                Some(text) => serde_json::from_str(text)
                    .ok()
                    .filter(Value::is_object)
                    .ok_or_else(|| ApiError::parameter("army", text!("command-expected")))?,
            };
            let builder = ArmyBuilder {
                ctx: &ctx,
                seen: &seen,
                seat,
                choices,
                command,
                faction: ctx.query.text("faction").map(ToOwned::to_owned),
            };
            let legal = builder.checked(offer).await?;
            let told = with_slots(offer, &builder.choices, &seen, |slots| {
                builder.army_form(offer, slots, legal.as_ref(), &may)
            });
            html! { (head) (told.unwrap_or_default()) }
        }
    };
    let page = Page {
        head: html! { meta name="robots" content="noindex"; },
        class: "wide army",
        ..Page::plain(text!("army-page"), body)
    };
    Ok(page.answer(&ctx.req))
}

/// The command of an offer with its lists empty, nothing of what is counted, and all else as its first sample has it.
fn empty(offer: &WireOffer, choices: &Choices, seen: &RequestedView) -> Value {
    let mut command = offer.samples.first().cloned().unwrap_or_else(|| json!({}));
    let nothing = with_slots(offer, choices, seen, |slots| {
        let nothing = slots.iter().filter_map(|slot| match slot.is {
            SlotOf::Ids | SlotOf::Rows { .. } | SlotOf::Equipment(_) => Some((slot.at.clone(), json!([]))),
            SlotOf::Number => Some((slot.at.clone(), json!(0))),
            SlotOf::One => None,
        });
        nothing.collect::<Vec<_>>()
    });
    for (at, nothing) in nothing.unwrap_or_default() {
        if let Some(place) = command.pointer_mut(&at) {
            *place = nothing;
        }
    }
    command
}

impl ArmyBuilder<'_> {
    /// What the rules say of the army as it stands: nothing where they take it.
    async fn checked(&self, offer: &WireOffer) -> ApiResult<Option<Problem>> {
        let given = CommandBatch {
            commands: vec![played(offer, &self.command)],
            form: BatchForm::One,
            if_match: None,
            key: None,
            dry_run: true,
            minimal: true,
            imply: false,
            caution: Caution::GiveAnyway,
        };
        let Self { ctx, seen, .. } = self;
        let games = &ctx.services.games;
        match games.give(&ctx.caller, seen.head.id, &seen.sight, given).await {
            Ok(_) => Ok(None),
            // What is legal may be what dice of the table are rolled for next: the recorder asks for them.
            Err(error) if error.problem().more.contains_key("needed") => Ok(None),
            Err(error) if error.kind().status() < 500 && error.kind().status() != 429 => {
                Ok(Some(error.problem().clone()))
            }
            Err(error) => Err(error),
        }
    }

    /// The address of this page with another army, or other cards shown.
    fn address(&self, command: &Value, faction: Option<&str>) -> String {
        let text = command.to_string();
        let seat = self.seat.to_string();
        let fields = [
            Some(("seat", seat.as_str())),
            Some(("army", text.as_str())),
            faction.map(|faction| ("faction", faction)),
        ];
        format!(
            "/g/{}/army{}",
            self.seen.head.id,
            query(fields.into_iter().flatten())
        )
    }

    pub(super) fn changed(&self, change: impl FnOnce(&mut Value)) -> String {
        let mut command = self.command.clone();
        change(&mut command);
        self.address(&command, self.faction.as_deref())
    }

    pub(super) fn list(&self, slot: &Slot<'_>) -> &[Value] {
        let list = self.command.pointer(&slot.at).and_then(Value::as_array);
        list.map_or(&[], Vec::as_slice)
    }

    /// What a card is called: one without a name by its id in words.
    pub(super) fn name(&self, id: &str) -> String {
        match self.choices.card(id) {
            Some(card) if card.name == id => worded(id),
            Some(card) => card.name.clone(),
            None => id.to_owned(),
        }
    }

    pub(super) fn price(&self, id: &str) -> f64 {
        self.choices
            .card(id)
            .and_then(|card| card.price)
            .unwrap_or_default()
    }

    /// What the rows of a list cost, attachments too.
    fn cost(&self, slot: &Slot<'_>) -> f64 {
        let of_row = |row: &Value| match row {
            Value::String(id) => self.price(id),
            Value::Object(members) => members
                .values()
                .filter_map(Value::as_str)
                .map(|id| self.price(id))
                .sum(),
            _ => 0.0,
        };
        self.list(slot).iter().map(of_row).sum()
    }

    /// What a number beside the lists costs: so many `cards`, each worth the limit `card_points`.
    fn counted(&self, offer: &WireOffer, slot: &Slot<'_>) -> f64 {
        let each = || {
            let limits = offer.limits.as_ref()?;
            let one = slot.name.strip_suffix('s').unwrap_or(slot.name);
            limits.get(&format!("{one}_points"))?.as_f64()
        };
        let many = self.command.pointer(&slot.at).and_then(Value::as_f64);
        match slot.is {
            SlotOf::Number => many.unwrap_or_default() * each().unwrap_or_default(),
            SlotOf::Ids | SlotOf::Rows { .. } | SlotOf::Equipment(_) | SlotOf::One => 0.0,
        }
    }

    /// What the army costs, and what it may. A limit of `points` or a `budget` is of all lists; one of `core_points` is of the cards
    /// in the first list that say they are `core`.
    fn spent(&self, offer: &WireOffer, slots: &[Slot<'_>]) -> (f64, Option<f64>) {
        let lists = || slots.iter().filter(|slot| slot.is.is_list());
        let all = || -> f64 {
            let counted = slots.iter().map(|slot| self.counted(offer, slot)).sum::<f64>();
            lists().map(|slot| self.cost(slot)).sum::<f64>() + counted
        };
        let Some(limits) = &offer.limits else {
            return (all(), None);
        };
        if let Some(most) = ["budget", "points"]
            .iter()
            .find_map(|name| limits.get(*name)?.as_f64())
        {
            return (all(), Some(most));
        }
        let of_some = limits.iter().find_map(|(name, limit)| {
            let word = name.strip_suffix("_points")?;
            let says = |id: &str| {
                let card = self.choices.card(id)?;
                Some(card.says.iter().any(|(_, value)| value == word))
            };
            let first = lists().next()?;
            let exists = first.cards.iter().any(|(id, _)| says(id) == Some(true));
            let of = self
                .list(first)
                .iter()
                .filter_map(Value::as_str)
                .filter(|id| says(id) == Some(true));
            exists.then(|| (of.map(|id| self.price(id)).sum(), limit.as_f64()))
        });
        of_some.unwrap_or_else(|| (all(), None))
    }

    fn army_form(
        &self,
        offer: &WireOffer,
        slots: &[Slot<'_>],
        wrong: Option<&Problem>,
        may: &[Seat],
    ) -> Markup {
        let info = self.seen.head.game.info(self.seen.viewer);
        let name = |seat: Seat| {
            let known = info.seats.iter().find(|info| info.seat == seat);
            known.map_or_else(|| seat.to_string(), |info| info.name.clone())
        };
        let limits = offer.limits.as_ref().map(limits_in_words).unwrap_or_default();
        let (spent, budget) = self.spent(offer, slots);
        let title = |seat: Seat| heading(offer, &self.choices, self.seen, &name(seat));
        let left = budget.map(|budget| budget - spent);
        html! {
            h1 { (chip(self.seat)) " " (title(self.seat)) }
            @if may.len() > 1 {
                p { @for seat in may.iter().filter(|seat| **seat != self.seat) {
                    a href=(format!("/g/{}/army?seat={seat}", self.seen.head.id)) { (title(*seat)) }
                } }
            }
            div.builder {
                section.chosen aria-labelledby="chosen" {
                    h2 #chosen { (text!("army-chosen")) }
                    p.points role="status" {
                        @let cost = html! { b { (amount(spent)) } };
                        @match budget {
                            None => (text!("army-points"; spent = cost)),
                            Some(budget) if spent <= budget => {
                                (text!("army-points-left", budget = amount(budget); spent = cost, left = html! { b { (amount(budget - spent)) } }))
                            },
                            Some(budget) => {
                                @let over = html! { b.over { (text!("army-points-too-many", points = amount(spent - budget))) } };
                                (text!("army-points-over", budget = amount(budget); spent = cost, over = over))
                            },
                        }
                    }
                    (self.verdict(offer, slots, wrong))
                    @for slot in slots { (self.chosen(slot, left)) }
                    @if !limits.is_empty() {
                        details { summary { (text!("army-limits")) }
                            dl.limits { @for (name, value) in &limits { div { dt { (name) } dd { (value) } } } }
                        }
                    }
                    details open[slots.iter().all(|slot| self.list(slot).is_empty())] {
                        summary { (text!("army-ready")) }
                        ul.ready-armies { @for sample in offer.samples.iter().take(READY) {
                            @let (called, inside) = self.ready(sample, slots);
                            li { a href=(self.address(sample, self.faction.as_deref())) { (called) } @if !inside.is_empty() { " " span.quiet { (inside) } } }
                        } }
                    }
                }
                section.cards aria-labelledby="cards" {
                    h2 #cards { (text!("army-cards")) }
                    (self.factions(slots))
                    @for slot in slots.iter().filter(|slot| slot.is.is_list()) { (self.shelf(slot)) }
                }
            }
        }
    }

    /// What the rules say, and the button that records the army.
    fn verdict(&self, offer: &WireOffer, slots: &[Slot<'_>], wrong: Option<&Problem>) -> Markup {
        let what = match slots {
            [only] if matches!(only.is, SlotOf::Equipment(_)) => {
                text!(
                    "army-record-equipment",
                    items = in_words(only.name).to_lowercase()
                )
            }
            _ => text!("army-record"),
        };
        html! {
            @match wrong {
                None => {
                    p.legal role="status" { (text!("army-legal")) }
                    form method="post" action=(format!("/g/{}/record", self.seen.head.id)) {
                        (hidden(self.seen, None))
                        button.main type="submit" name="command" value=(played(offer, &self.command)) { (what) }
                    }
                },
                Some(problem) => p.wrong role="status" {
                    strong { (text!("army-not-legal")) } " " (problem.detail) " "
                    @if let Some(rule) = &problem.rule { (linked(self.seen.head.system, rule)) }
                    @for fault in super::faults(problem) { br; (fault) }
                },
            }
        }
    }

    /// What stands in a list or beside it, each with the way to take it out.
    fn chosen(&self, slot: &Slot<'_>, left: Option<f64>) -> Markup {
        let label = in_words(slot.name);
        match &slot.is {
            SlotOf::Number => {
                let now = self
                    .command
                    .pointer(&slot.at)
                    .and_then(Value::as_i64)
                    .unwrap_or_default();
                let to = |number: i64| {
                    self.changed(|command| {
                        if let Some(place) = command.pointer_mut(&slot.at) {
                            *place = json!(number);
                        }
                    })
                };
                html! {
                    p.count { (text!("army-label", name = label.clone())) " " @if now > 0 { a.button href=(to(now - 1)) aria-label=(text!("army-one-less", name = label.clone())) { "−" } } " " b { (now) } " "
                        a.button href=(to(now + 1)) aria-label=(text!("army-one-more", name = label)) { "+" } }
                }
            }
            SlotOf::One => {
                let now = self
                    .command
                    .pointer(&slot.at)
                    .and_then(Value::as_str)
                    .unwrap_or_default();
                html! {
                    p.one { (text!("army-label", name = label)) " "
                        @for (id, words) in &slot.cards {
                            @if id == now { b { (words) } } @else {
                                a href=(self.changed(|command| if let Some(place) = command.pointer_mut(&slot.at) { *place = json!(id); })) { (words) }
                            }
                            " "
                        }
                    }
                }
            }
            SlotOf::Equipment(of) => self.bearers(slot, of, left),
            SlotOf::Ids => html! {
                h3 { (label) " " span.quiet { (text!("army-list-sum", cards = self.list(slot).len(), points = amount(self.cost(slot)))) } }
                ol.list { @for (row, value) in self.list(slot).iter().enumerate() {
                    @let id = value.as_str().unwrap_or_default();
                    li { (self.name(id)) " " span.quiet { (self.priced(id)) } " " (self.without(slot, row, id)) }
                } }
            },
            SlotOf::Rows { card, extras } => html! {
                h3 { (label) " " span.quiet { (text!("army-list-sum", cards = self.list(slot).len(), points = amount(self.cost(slot)))) } }
                ol.list { @for (row, value) in self.list(slot).iter().enumerate() {
                    @let id = value[*card].as_str().unwrap_or_default();
                    li {
                        (self.name(id)) " " span.quiet { (self.priced(id)) } " " (self.without(slot, row, id))
                        @for (extra, cards) in extras { (self.extra(slot, row, extra, cards, value[*extra].as_str())) }
                    }
                } }
            },
        }
    }

    pub(super) fn priced(&self, id: &str) -> String {
        let price = self.choices.card(id).and_then(|card| card.price);
        price.map(amount).unwrap_or_default()
    }

    fn without(&self, slot: &Slot<'_>, row: usize, id: &str) -> Markup {
        let address = self.changed(|command| {
            if let Some(list) = command.pointer_mut(&slot.at).and_then(Value::as_array_mut)
                && row < list.len()
            {
                list.remove(row);
            }
        });
        html! { a.remove href=(address) aria-label=(text!("army-remove-card", card = self.name(id))) { (text!("army-remove")) } }
    }

    /// What may be attached to a row.
    fn extra(
        &self,
        slot: &Slot<'_>,
        row: usize,
        extra: &str,
        cards: &[(String, String)],
        now: Option<&str>,
    ) -> Markup {
        let with = |id: Option<&str>| {
            self.changed(|command| {
                let member = command
                    .pointer_mut(&format!("{}/{row}", slot.at))
                    .and_then(Value::as_object_mut);
                if let Some(members) = member {
                    match id {
                        Some(id) => drop(members.insert(extra.to_owned(), json!(id))),
                        None => drop(members.remove(extra)),
                    }
                }
            })
        };
        html! {
            details.extra {
                summary { (text!("army-label", name = worded(extra))) " " @match now { Some(id) => { (self.name(id)) " " (self.priced(id)) }, None => (text!("army-nothing-attached")) } }
                @if now.is_some() { a href=(with(None)) { (text!("army-nothing-attached")) } " " }
                @for (id, words) in cards.iter().filter(|(id, _)| Some(id.as_str()) != now && self.is_shown(id)) { a href=(with(Some(id))) { (words) } " " }
            }
        }
    }

    /// Whether a card is of the faction that is shown, or of none.
    fn is_shown(&self, id: &str) -> bool {
        let group = self.choices.card(id).and_then(|card| card.group.as_deref());
        match (&self.faction, group) {
            (Some(faction), Some(group)) => faction == group,
            _ => true,
        }
    }

    /// The factions that cards belong to.
    fn factions(&self, slots: &[Slot<'_>]) -> Markup {
        let mut groups: Vec<&str> = slots
            .iter()
            .flat_map(|slot| &slot.cards)
            .filter_map(|(id, _)| self.choices.card(id)?.group.as_deref())
            .collect();
        groups.sort_unstable();
        groups.dedup();
        html! {
            @if groups.len() > 1 {
                nav.factions aria-label=(text!("army-factions")) {
                    a href=(self.address(&self.command, None)) aria-current=[self.faction.is_none().then_some("true")] { (text!("army-all-factions")) }
                    @for group in groups {
                        a href=(self.address(&self.command, Some(group))) aria-current=[(self.faction.as_deref() == Some(group)).then_some("true")] { (self.name(group)) }
                    }
                }
            }
        }
    }

    /// The cards that may be put into a list.
    fn shelf(&self, slot: &Slot<'_>) -> Markup {
        if let SlotOf::Equipment(of) = &slot.is {
            return html! { h3 { (in_words(slot.name)) } (self.items(slot, of)) };
        }
        let full = self.list(slot).len() >= MOST_CARDS;
        let mut cards: Vec<&Card> = slot
            .cards
            .iter()
            .filter(|(id, _)| self.is_shown(id))
            .filter_map(|(id, _)| self.choices.card(id))
            .collect();
        cards.sort_by(|one, other| (&one.group, &one.name).cmp(&(&other.group, &other.name)));
        html! {
            h3 { (in_words(slot.name)) }
            ul.army-cards {
                @for card in cards {
                    @let many = self.list(slot).iter().filter(|row| row.as_str() == Some(&card.id) || row.as_object().is_some_and(|row| row.values().any(|value| *value == json!(card.id)))).count();
                    li class=[(many > 0).then_some("taken")] {
                        h4 { (self.name(&card.id)) @if let Some(price) = card.price { " " span.price { (amount(price)) } } }
                        @if let (None, Some(group)) = (&self.faction, &card.group) { p.quiet { (self.name(group)) } }
                        (said(card))
                        @if !full {
                            a.button href=(self.with(slot, &card.id)) aria-label=(text!("army-add-to", card = &card.name, list = worded(slot.name).to_lowercase())) { @if many > 0 { (text!("army-add-another", taken = many)) } @else { (text!("army-add")) } }
                        }
                    }
                }
            }
        }
    }

    fn with(&self, slot: &Slot<'_>, id: &str) -> String {
        self.changed(|command| {
            if let Some(list) = command.pointer_mut(&slot.at).and_then(Value::as_array_mut) {
                list.push(match &slot.is {
                    SlotOf::Rows { card, .. } => json!({ (*card): id }),
                    SlotOf::Ids | SlotOf::Equipment(_) | SlotOf::One | SlotOf::Number => json!(id),
                });
            }
        })
    }

    /// What a ready army is called, its factions and who leads it, and its cards; of equipment, who carries which items.
    fn ready(&self, sample: &Value, slots: &[Slot<'_>]) -> (String, String) {
        if let [only] = slots
            && let SlotOf::Equipment(of) = &only.is
        {
            let list = sample.pointer(&only.at).and_then(Value::as_array);
            return (self.in_words(list.map_or(&[], Vec::as_slice), of), String::new());
        }
        let lists = slots
            .iter()
            .filter_map(|slot| sample.pointer(&slot.at)?.as_array());
        let first = lists.into_iter().next().map_or(&[][..], Vec::as_slice);
        let cards: Vec<&Card> = first
            .iter()
            .filter_map(|row| {
                let id = row
                    .as_str()
                    .or_else(|| row.as_object()?.values().find_map(Value::as_str))?;
                self.choices.card(id)
            })
            .collect();
        let mut factions: Vec<String> = Vec::new();
        for group in cards.iter().filter_map(|card| card.group.as_deref()) {
            let name = self.name(group);
            if !factions.contains(&name) {
                factions.push(name);
            }
        }
        let leads = |card: &&&Card| {
            card.says
                .iter()
                .any(|(_, value)| ["general", "commander"].contains(&value.as_str()))
        };
        let leader = cards.iter().find(leads).map(|card| self.name(&card.id));
        let factions = (!factions.is_empty()).then(|| in_a_row(factions).to_string());
        let names = in_a_row(cards.iter().map(|card| self.name(&card.id))).to_string();
        match (factions, leader) {
            (None, None) => (names, String::new()),
            (Some(called), None) | (None, Some(called)) => (called, names),
            (Some(factions), Some(leader)) => (text!("army-ready-led", factions, leader).into(), names),
        }
    }
}
