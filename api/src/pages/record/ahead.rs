//! The panel that goes past the passes that may be left out: to the roll that is due, or to the next choice.

use hindsight_engine::{RunCaller, WireOffer};
use hindsight_kernel::{Ask, DiceNeed, Seat};
use hindsight_openapi::wire::{AheadEnd, OffersAhead, PlaceAhead};
use maud::{Markup, html};
use serde_json::json;

use super::super::house::chip;
use super::super::seen::RequestedView;
use super::desk::{Offered, played, server_rolls};
use crate::base::error::ApiResult;
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
    let caller = RunCaller {
        seats: (!seen.sight.keeps).then(|| seen.sight.seats.clone()),
        viewer: seen.viewer,
    };
    let head = seen.head.clone();
    let store = &ctx.services.store;
    let found = store.work(move |_| Ok(offers_ahead(&head, &caller))).await?;
    Ok(Some(found).filter(leads_on))
}

/// Whether one tap does more than one pass would.
fn leads_on(ahead: &OffersAhead) -> bool {
    match ahead.ends {
        AheadEnd::Roll => true,
        AheadEnd::Choice | AheadEnd::Shows | AheadEnd::Over => ahead.places.len() > 2,
    }
}

/// The panel that goes on past the passes: its button, and what could be recorded before it instead.
pub(super) fn panel(
    ahead: &OffersAhead,
    seen: &RequestedView,
    offered: &Offered,
    (action, hidden, asks): (&str, &Markup, &Markup),
) -> Markup {
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
            form method="post" action=(action) data-records {
                (hidden)
                input type="hidden" name="imply" value="true";
                (asks)
                button.main type="submit" name="command" value=(json!({ "type": "next" })) { (words(ahead, seen, offered)) }
                p.quiet { (filled_in(ahead)) }
            }
            @if cards > 0 {
                details.instead {
                    summary { "Or before it (" (cards) ")" }
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

/// Whether a place is one that the passes lead by. The last one is where a choice is made: it has a page of its own.
fn is_on_the_way(place: &PlaceAhead, ahead: &OffersAhead) -> bool {
    ahead.ends == AheadEnd::Roll || place.passes + 1 < ahead.places.len()
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
fn words(ahead: &OffersAhead, seen: &RequestedView, offered: &Offered) -> String {
    match (&ahead.needed, ahead.ends) {
        (Some(ask), _) => {
            let roll = roll_in_words(ask, offered);
            if server_rolls(seen) {
                format!("Roll {roll}")
            } else {
                format!("Enter {roll}")
            }
        }
        (None, AheadEnd::Roll) => "Go on to the roll".to_owned(),
        (None, AheadEnd::Over) => "Go on to the end of the game".to_owned(),
        (None, AheadEnd::Choice | AheadEnd::Shows) => {
            let asked = ahead.places.last().and_then(|place| place.awaiting.first());
            asked.map_or_else(
                || "Go on".to_owned(),
                |asked| format!("Go on to: {}", asked.question),
            )
        }
    }
}

/// A roll that is due: `12 dice to hit for South's Spears, each 4 or less`.
fn roll_in_words(ask: &Ask, offered: &Offered) -> String {
    let dice = if ask.count == 1 {
        "1 die".to_owned()
    } else {
        format!("{} dice", ask.count)
    };
    let purpose = ask.purpose.replace('_', " ");
    let name = |id: &String| {
        let unit = offered.units.iter().find(|unit| unit.id == *id);
        unit.map_or_else(|| id.clone(), |unit| format!("{} {id}", unit.name))
    };
    let of = ask
        .about
        .unit
        .as_ref()
        .map_or_else(String::new, |unit| format!(" for {}", name(unit)));
    let need = match ask.about.need {
        None => String::new(),
        Some(DiceNeed::AtLeast(least)) => format!(", each {least} or more"),
        Some(DiceNeed::AtMost(1)) => ", each a 1".to_owned(),
        Some(DiceNeed::AtMost(most)) => format!(", each {most} or less"),
        Some(DiceNeed::SumAtMost(most)) => format!(", the sum {most} or less"),
        Some(DiceNeed::FirstTwoAtLeast(least)) => format!(", the first two {least} or more together"),
    };
    format!("{dice}: {purpose}{of}{need}")
}

/// The passes that are filled in.
fn filled_in(ahead: &OffersAhead) -> String {
    // The pass behind which dice are rolled is one of them.
    let passes = ahead.places.len() - usize::from(ahead.ends != AheadEnd::Roll);
    match passes {
        1 => "One pass is filled in.".to_owned(),
        more => format!("{more} passes are filled in."),
    }
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

    #[test]
    fn passes_are_counted_with_the_one_that_rolls() {
        assert_eq!(filled_in(&ahead(1, AheadEnd::Roll)), "One pass is filled in.");
        assert_eq!(filled_in(&ahead(3, AheadEnd::Roll)), "3 passes are filled in.");
        assert_eq!(filled_in(&ahead(3, AheadEnd::Choice)), "2 passes are filled in.");
    }
}
