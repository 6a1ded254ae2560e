//! Standing orders in the recorder: where the units end that carry them out, and one tap that records all of them.

use hindsight_kernel::{BoardPoint, Overlay, Seat, Shape, Tone};
use hindsight_openapi::wire::{CarriedOut, OrdersStop, UnitByOrders, UnitPlace};
use maud::{Markup, html};
use serde_json::json;

use super::super::house::chip;
use super::super::seen::RequestedView;
use super::super::systems::cited;
use super::desk::{Offered, run_caller};
use crate::base::error::ApiResult;
use crate::base::messages::text;
use crate::games::by_orders::{all_by_orders, seats_with_orders};
use crate::http::Ctx;

/// The standing orders that can be carried out now.
pub(super) struct Orders {
    /// The seats whose units have such orders.
    seats: Vec<Seat>,
    /// Their preview, where it is asked for.
    shown: Option<Vec<CarriedOut>>,
}

/// The standing orders of the seats that a caller speaks for.
pub(super) async fn orders(ctx: &Ctx, seen: &RequestedView) -> ApiResult<Orders> {
    let caller = run_caller(ctx, seen).await?;
    let (head, wanted) = (seen.head.clone(), seen.shows_orders);
    let store = &ctx.services.store;
    store
        .work(move |_| {
            let seats = seats_with_orders(&head, &caller);
            let of_seat = |seat: &Seat| all_by_orders(&head, &caller, *seat);
            let shown = wanted.then(|| seats.iter().map(of_seat).collect());
            Ok(Orders { seats, shown })
        })
        .await
}

/// The panel of standing orders: the way to their preview, or the preview with what records it.
pub(super) fn panel(
    orders: &Orders,
    seen: &RequestedView,
    offered: &Offered,
    (action, hidden): (&str, &Markup),
) -> Markup {
    if orders.seats.is_empty() {
        return html! {};
    }
    let Some(shown) = &orders.shown else {
        return html! {
            p.ways-in { a.by-orders href=(address(seen, offered, true)) data-part-of="orders" { (text!("recorder-orders")) } }
        };
    };
    html! {
        section.by-orders aria-labelledby="by-orders" {
            h3 #by-orders { (text!("recorder-orders")) }
            @for of_seat in shown {
                @if shown.len() > 1 { p { (chip(of_seat.seat)) } }
                form method="post" action=(action) data-records {
                    (hidden)
                    input type="hidden" name="imply" value="true";
                    @if !of_seat.units.is_empty() {
                        button.main type="submit" name="command" value=(json!({ "type": "by_orders", "seat": of_seat.seat })) data-words=(text!("recorder-orders-words", units = of_seat.units.len())) {
                            (text!("recorder-orders-record", units = of_seat.units.len()))
                        }
                    }
                    (stop(of_seat, seen))
                    @if !of_seat.units.is_empty() { ol { @for place in 0..of_seat.units.len() { (line(of_seat, place)) } } }
                }
            }
            p.ways-in { a href=(address(seen, offered, false)) data-part-of="orders" { (text!("recorder-orders-hide")) } }
        }
    }
}

/// The line of one unit's act, with the button that records the orders up to it.
fn line(of_seat: &CarriedOut, place: usize) -> Markup {
    let unit = &of_seat.units[place];
    let is_last = place + 1 == of_seat.units.len();
    let up_to: Vec<&str> = of_seat.units[..=place].iter().map(|unit| &*unit.unit).collect();
    let command = json!({ "type": "by_orders", "seat": of_seat.seat, "units": up_to });
    html! {
        li { div {
            span { (unit.words) } " "
            @if !is_last {
                button type="submit" name="command" value=(command) data-words=(text!("recorder-orders-words", units = place + 1)) { (text!("recorder-orders-up-to")) }
            }
        } }
    }
}

/// The reason why no more units act, where something is left to do.
fn stop(of_seat: &CarriedOut, seen: &RequestedView) -> Markup {
    let stopped = &of_seat.stopped;
    let words = if stopped.reason == OrdersStop::Done {
        text!("recorder-orders-all")
    } else {
        text!("recorder-orders-stops", why = stopped.words.clone())
    };
    html! {
        p.hint.stops { (words) @if let Some(rule) = &stopped.rule { " " (cited(seen.head.system, rule)) } }
    }
}

/// The address of the recorder with the preview, or without it.
fn address(seen: &RequestedView, offered: &Offered, shown: bool) -> String {
    let seen = RequestedView {
        shows_orders: shown,
        ..seen.clone()
    };
    super::table::address(&seen, offered.chosen.as_deref(), None)
}

/// The units at the places where they end, each with an arrow from where it stands.
pub(super) fn ghosts(orders: &Orders) -> Vec<Overlay> {
    let shown = orders.shown.iter().flatten();
    shown
        .flat_map(|of_seat| of_seat.units.iter().flat_map(|unit| ghost(of_seat.seat, unit)))
        .collect()
}

fn ghost(seat: Seat, unit: &UnitByOrders) -> Vec<Overlay> {
    let (Some(from), Some(to)) = (&unit.from, &unit.to) else {
        return Vec::new();
    };
    if from == to {
        return Vec::new();
    }
    let overlay = |shape| Overlay {
        kind: "path".to_owned(),
        label: None,
        seat: Some(seat),
        tone: Tone::Plain,
        shape,
    };
    let area = overlay(Shape::Area {
        outline: to.outline.clone(),
    });
    let arrow = middle(from)
        .zip(middle(to))
        .map(|(from, to)| overlay(Shape::Arrow { from, to }));
    [Some(area), arrow].into_iter().flatten().collect()
}

/// The centre of a place.
fn middle(place: &UnitPlace) -> Option<BoardPoint> {
    let corners = place.outline.len();
    #[allow(clippy::cast_precision_loss, reason = "a unit has a few corners")]
    let share = |sum: f64| sum / corners as f64;
    (corners > 0).then(|| {
        let sum = |of: fn(&BoardPoint) -> f64| share(place.outline.iter().map(of).sum());
        BoardPoint::new(sum(|point| point.x), sum(|point| point.y))
    })
}
