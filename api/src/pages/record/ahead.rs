//! The panel that goes past the passes that may be left out: to the roll that is due, or to the next choice.

use hindsight_engine::WireOffer;
use hindsight_kernel::{Argument, Ask, CountedBy, DiceNeed, Message, Seat, UnitInfo};
use hindsight_openapi::wire::{AheadEnd, OffersAhead, PlaceAhead};
use maud::{Markup, html};
use serde_json::json;

use super::super::house::chip;
use super::super::seen::RequestedView;
use super::deeds::Deeds;
use super::desk::{Offered, played, run_caller, server_rolls};
use crate::base::error::ApiResult;
use crate::base::messages::text;
use crate::games::implied::offers_ahead;
use crate::http::Ctx;

/// The way ahead of the seats that a caller speaks for; none where no pass leads on.
pub(super) async fn ahead(ctx: &Ctx, seen: &RequestedView, seats: &[Seat]) -> ApiResult<Option<OffersAhead>> {
    let asks = seen.head.game.info(seen.viewer).awaiting;
    let passes = asks
        .iter()
        .any(|asked| seats.contains(&asked.seat) && seen.head.game.nothing(asked.seat).is_some());
    if !passes {
        return Ok(None);
    }
    let caller = run_caller(ctx, seen).await?;
    let head = seen.head.clone();
    let store = &ctx.services.store;
    let found = store.work(move |_| Ok(offers_ahead(&head, &caller))).await?;
    Ok(Some(found).filter(leads_on))
}

/// Whether one tap does more than one pass would.
fn leads_on(ahead: &OffersAhead) -> bool {
    match ahead.ends {
        AheadEnd::Roll => true,
        AheadEnd::Choice if choice_beyond(ahead).is_some() => true,
        AheadEnd::Choice | AheadEnd::Shows | AheadEnd::Over => ahead.places.len() > 2,
    }
}

/// The panel that goes on past the passes: its button, and what could be recorded before it instead.
pub(super) fn panel(ahead: &OffersAhead, seen: &RequestedView, deeds: &Deeds<'_>) -> Markup {
    let Deeds {
        offered,
        action,
        hidden,
        asks,
        ..
    } = *deeds;
    let before: Vec<&PlaceAhead> = ahead
        .places
        .iter()
        .skip(1)
        .filter(|place| is_on_the_way(place, ahead))
        .collect();
    let cards: usize = before
        .iter()
        .map(|place| place.items.iter().filter(|offer| is_complete(offer)).count())
        .sum();
    html! {
        div.ahead data-is="ahead" {
            @let due_here = ahead.needed.as_ref().filter(|_| !server_rolls(seen));
            @let laid_out = due_here.filter(|ask| is_laid_out(ask));
            // The script lays out the dice in it.
            @let tray = html! { @if laid_out.is_some() { div.dice-due hidden { h3 { (due(ahead, offered)) } } } };
            form method="post" action=(action) data-records data-needed=[laid_out.map(|ask| json!(ask))] {
                (hidden)
                input type="hidden" name="imply" value="true";
                @let pad = due_here.map_or_else(Vec::new, pad);
                @if pad.is_empty() {
                    (tray)
                    (asks)
                    button.main type="submit" name="command" value=(json!({ "type": "next" })) { (words(ahead, seen, offered)) }
                } @else {
                    input type="hidden" name="command" value=(json!({ "type": "next" }));
                    h3 { (due(ahead, offered)) }
                    div.counts role="group" aria-label=(due(ahead, offered)) {
                        @for (dice, label) in &pad { button.count type="submit" name="dice" value=(dice) data-words=(text!("ahead-reported", roll = due(ahead, offered), dice = label)) { (label) } }
                    }
                    // One die has its faces on the pad.
                    @if due_here.is_some_and(|ask| ask.count > 1) {
                        details.each-face {
                            summary { (text!("ahead-each-face")) }
                            (tray)
                            (asks)
                            button type="submit" { (text!("ahead-enter-faces")) }
                        }
                    }
                }
                p.quiet { (filled_in(ahead)) }
            }
            @if let Some(place) = choice_beyond(ahead) {
                @for asked in &place.awaiting { h4 { (chip(asked.seat)) " " (asked.question) } }
                @let units = units_beyond(place, offered);
                @if !units.is_empty() {
                    ul.able.beyond aria-label=(text!("offers-units")) {
                        @for info in units { li { (deeds.unit(info)) } }
                    }
                }
                @if let Some(offers) = few_beyond(place) {
                    form.deeds.beyond method="post" action=(action) data-records {
                        (hidden)
                        input type="hidden" name="imply" value="true";
                        (asks)
                        div.choices { @for offer in offers { (button(offer)) } }
                    }
                }
            }
            @if cards > 0 {
                details.instead open[cards <= FEW_BEFORE] {
                    summary { (text!("ahead-before", offers = cards)) }
                    form.deeds method="post" action=(action) data-records {
                        (hidden)
                        input type="hidden" name="imply" value="true";
                        (asks)
                        @for place in &before {
                            @if place.items.iter().any(is_complete) {
                                @for asked in &place.awaiting { h4 { (chip(asked.seat)) " " (asked.question) } }
                                div.choices {
                                    @for offer in place.items.iter().filter(|offer| is_complete(offer)) { (button(offer)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The most choices before the goal that stand open.
const FEW_BEFORE: usize = 3;

/// Whether a place is one that the passes lead by. The last one is where a choice is made: it has a page of its own.
fn is_on_the_way(place: &PlaceAhead, ahead: &OffersAhead) -> bool {
    ahead.ends == AheadEnd::Roll || place.passes + 1 < ahead.places.len()
}

/// The most choices that are laid out before the passes to them are recorded.
const MOST_CHOICES: usize = 12;

/// The choice to which the passes lead, where it is laid out before they are recorded: one tap fills them in and makes it.
pub(super) fn choice_beyond(ahead: &OffersAhead) -> Option<&PlaceAhead> {
    let last = ahead
        .places
        .last()
        .filter(|_| ahead.ends == AheadEnd::Choice && ahead.places.len() > 1)?;
    let leads_on = last.items.iter().any(|offer| offer.leads_on);
    (leads_on || few_beyond(last).is_some()).then_some(last)
}

/// Offers of a choice that are a few complete commands, but for those that only lead on; none where there are more, or forms.
fn few_beyond(place: &PlaceAhead) -> Option<Vec<&WireOffer>> {
    let offers: Vec<&WireOffer> = place.items.iter().filter(|offer| !offer.leads_on).collect();
    let few = (1..=MOST_CHOICES).contains(&offers.len());
    (few && offers.iter().all(|offer| is_complete(offer))).then_some(offers)
}

/// Units that only lead on to a choice beyond the passes: it is laid out where one of them is chosen.
fn units_beyond<'o>(place: &PlaceAhead, offered: &'o Offered) -> Vec<&'o UnitInfo> {
    let leads = |info: &&UnitInfo| {
        let mut offers = place.items.iter();
        offers.any(|offer| offer.leads_on && offer.unit.as_deref() == Some(&*info.id))
    };
    offered.units.iter().filter(leads).collect()
}

fn is_complete(offer: &WireOffer) -> bool {
    offer.command.is_some()
}

fn button(offer: &WireOffer) -> Markup {
    html! {
        @if let Some(command) = &offer.command {
            button type="submit" name="command" value=(played(offer, command)) title=(offer.rule) { (offer.label) }
        }
    }
}

/// The label of the button.
fn words(ahead: &OffersAhead, seen: &RequestedView, offered: &Offered) -> Message {
    match (&ahead.needed, ahead.ends) {
        (Some(ask), _) => {
            let roll = roll_in_words(ask, offered);
            if server_rolls(seen) {
                text!("ahead-roll", roll)
            } else {
                text!("ahead-enter", roll)
            }
        }
        (None, AheadEnd::Roll) => text!("ahead-to-roll"),
        (None, AheadEnd::Over) => text!("ahead-to-end"),
        (None, AheadEnd::Choice | AheadEnd::Shows) => {
            let asked = ahead.places.last().and_then(|place| place.awaiting.first());
            asked.map_or_else(
                || text!("ahead-go-on"),
                |asked| text!("ahead-to-question", question = asked.question.clone()),
            )
        }
    }
}

/// The roll at the end of the way, in words.
fn due(ahead: &OffersAhead, offered: &Offered) -> Message {
    let roll = ahead.needed.as_ref().map(|ask| roll_in_words(ask, offered));
    roll.unwrap_or_default()
}

/// The most buttons of a pad: with more dice their faces or a count are typed.
const MOST_BUTTONS: u16 = 60;

/// Whether a page with scripts lays out the dice of a roll in this panel: others, a drawn card among them, have a window of their own.
fn is_laid_out(ask: &Ask) -> bool {
    ask.sides <= 12 && ask.count <= usize::from(MOST_BUTTONS)
}

/// The buttons by which one tap reports a roll, each with what is reported and its label: how many succeed, the sum, or the face of a
/// single die. None where more is read of the dice.
fn pad(ask: &Ask) -> Vec<(String, String)> {
    let count = u16::try_from(ask.count).unwrap_or(u16::MAX);
    if ask.count == 1 {
        // The tenth face of a die with ten shows 0; a comma keeps its digits together.
        let shown = |face: u8| if ask.sides == 10 { face % 10 } else { face };
        let face = |face: u8| (format!("{face},"), shown(face).to_string());
        return if ask.sides <= 12 {
            (1..=ask.sides).map(face).collect()
        } else {
            Vec::new()
        };
    }
    match &ask.about.counted {
        Some(CountedBy::Ranges(ranges)) if ranges.len() == 2 && count <= MOST_BUTTONS => (0..=count)
            .map(|number| (format!("{number}/{count}"), number.to_string()))
            .collect(),
        Some(CountedBy::Sums(groups)) if groups.len() == 1 => {
            let most = count.saturating_mul(ask.sides.into());
            (count..=most.min(count.saturating_add(MOST_BUTTONS)))
                .map(|sum| (format!("={sum}"), sum.to_string()))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// A roll that is due: `12 dice to hit for South's Spears, each 4 or less`.
fn roll_in_words(ask: &Ask, offered: &Offered) -> Message {
    let name = |id: &String| {
        let unit = offered.units.iter().find(|unit| unit.id == *id);
        unit.map_or_else(|| id.clone(), |unit| format!("{} {id}", unit.name))
    };
    let purpose = ask.purpose.replace('_', " ");
    let purpose: Argument = match &ask.about.unit {
        None => purpose.into(),
        Some(unit) => text!("ahead-purpose-for", purpose, unit = name(unit)).into(),
    };
    let roll = text!("ahead-dice", dice = ask.count, purpose);
    match ask.about.need {
        None => roll,
        Some(need) => text!("ahead-dice-needed", roll, need = need_in_words(need)),
    }
}

/// The faces or the sum that the dice of a roll must show.
fn need_in_words(need: DiceNeed) -> Message {
    match need {
        DiceNeed::AtLeast(least) => text!("ahead-need-at-least", least),
        DiceNeed::AtMost(1) => text!("ahead-need-one"),
        DiceNeed::AtMost(most) => text!("ahead-need-at-most", most),
        DiceNeed::SumAtMost(most) => text!("ahead-need-sum", most),
        DiceNeed::FirstTwoAtLeast(least) => text!("ahead-need-first-two", least),
    }
}

/// The passes that are filled in.
fn filled_in(ahead: &OffersAhead) -> Message {
    // The pass behind which dice are rolled is one of them.
    let passes = ahead.places.len() - usize::from(ahead.ends != AheadEnd::Roll);
    text!("ahead-filled-in", passes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ahead(places: usize, ends: AheadEnd) -> OffersAhead {
        let place = |passes| PlaceAhead {
            passes,
            awaiting: Vec::new(),
            items: Vec::new(),
        };
        OffersAhead {
            places: (0..places).map(place).collect(),
            needed: None,
            ends,
        }
    }

    #[test]
    fn panel_stands_where_one_tap_does_more_than_a_pass() {
        for (places, ends, stands) in [
            (1, AheadEnd::Roll, true),
            (3, AheadEnd::Roll, true),
            (1, AheadEnd::Choice, false),
            (2, AheadEnd::Choice, false),
            (3, AheadEnd::Choice, true),
            (3, AheadEnd::Over, true),
        ] {
            assert_eq!(leads_on(&ahead(places, ends)), stands, "{places} {ends:?}");
        }
    }

    fn ask(count: usize, sides: u8, counted: Option<CountedBy>) -> Ask {
        Ask {
            purpose: "to hit".into(),
            seat: Seat::A,
            sides,
            count,
            about: hindsight_kernel::RollAbout {
                counted,
                ..Default::default()
            },
        }
    }

    #[test]
    fn pad_reports_a_roll_with_one_tap() {
        let reported = |ask: &Ask| -> Vec<String> { pad(ask).into_iter().map(|(dice, _)| dice).collect() };
        let need = CountedBy::need(DiceNeed::AtMost(4), 6);
        assert_eq!(reported(&ask(2, 6, need.clone())), ["0/2", "1/2", "2/2"]);
        assert_eq!(reported(&ask(1, 6, need)), ["1,", "2,", "3,", "4,", "5,", "6,"]);
        let sums = reported(&ask(3, 6, Some(CountedBy::Sums(vec![3]))));
        assert_eq!((sums.len(), &*sums[0], &*sums[15]), (16, "=3", "=18"));
        let ten: Vec<String> = pad(&ask(1, 10, None))
            .into_iter()
            .map(|(_, label)| label)
            .collect();
        assert_eq!(ten.join(" "), "1 2 3 4 5 6 7 8 9 0");
        // Each face matters, or the sixes are counted apart, or a card is drawn.
        let sixes = CountedBy::up_to(&[3, 5], 6, |face| face >= 4);
        for more in [ask(3, 6, None), ask(3, 6, Some(sixes)), ask(1, 30, None)] {
            assert_eq!(pad(&more), []);
        }
    }

    #[test]
    fn passes_are_counted_with_the_one_that_rolls() {
        assert_eq!(filled_in(&ahead(1, AheadEnd::Roll)), "One pass is filled in.");
        assert_eq!(filled_in(&ahead(3, AheadEnd::Roll)), "3 passes are filled in.");
        assert_eq!(filled_in(&ahead(3, AheadEnd::Choice)), "2 passes are filled in.");
    }
}
