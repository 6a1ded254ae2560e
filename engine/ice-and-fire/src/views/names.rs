//! Names and numbers in words, as the log, the notation and the board share them.

use hindsight_kernel::Seat;

use crate::cards::CardId;
use crate::field::{Place, Pose};
use crate::model::agenda::Source;
use crate::model::names::{NcuId, PieceNo, UnitId, seat_name};
use crate::model::state::State;

/// A unit as people call it: `Merrow Shieldmen (A1)`.
pub(crate) fn unit(state: &State, id: UnitId) -> String {
    match state.unit_and_card(id) {
        Some((_, card)) => format!("{} ({id})", card.name),
        None => id.to_string(),
    }
}

/// An NCU as people call it.
pub(crate) fn ncu(state: &State, id: NcuId) -> String {
    let card = state.ncu(id).and_then(|ncu| state.cards.ncu(ncu.card));
    card.map_or_else(|| id.to_string(), |card| card.name.clone())
}

/// A tactics card as people call it.
pub(crate) fn card(state: &State, id: CardId) -> String {
    state
        .cards
        .tactics_card(id)
        .map_or_else(|| id.to_string(), |card| card.name.clone())
}

/// A kind of terrain piece as people call it.
pub(crate) fn terrain(state: &State, id: CardId) -> String {
    state
        .cards
        .terrain_card(id)
        .map_or_else(|| id.to_string(), |card| card.name.clone())
}

/// A terrain piece on the table: `Forest (piece 2)`.
pub(crate) fn piece(state: &State, no: PieceNo) -> String {
    let found = state.terrain.iter().find(|piece| piece.no == no);
    found.map_or_else(
        || format!("piece {no}"),
        |piece| format!("{} (piece {no})", terrain(state, piece.card)),
    )
}

/// A player: by their edge once they have one.
pub(crate) fn player(state: &State, seat: Seat) -> &'static str {
    state
        .player(seat)
        .edge
        .map_or_else(|| seat_name(seat), crate::model::names::Edge::title)
}

/// What an effect comes from.
pub(crate) fn source(state: &State, source: Source) -> String {
    match source {
        Source::Card { card: id } => card(state, id),
        Source::Order { unit: id, order } => order_name(state, id, order),
        Source::Ncu { ncu: id } => ncu(state, id),
    }
}

/// The name of an Order of a unit.
pub(crate) fn order_name(state: &State, id: UnitId, order: u8) -> String {
    let found = state
        .unit(id)
        .and_then(|unit| state.orders_of(unit).nth(order.into()));
    found.map_or_else(|| format!("Order {order}"), |order| order.name.clone())
}

/// The text of what an effect comes from.
pub(crate) fn source_text(state: &State, source: Source) -> String {
    match source {
        Source::Card { card } => state.cards.tactics_card(card).map(|card| card.text.clone()),
        Source::Order { unit, order } => state
            .unit(unit)
            .and_then(|unit| state.orders_of(unit).nth(order.into()))
            .map(|order| order.text.clone()),
        Source::Ncu { ncu } => state
            .ncu(ncu)
            .and_then(|ncu| state.cards.ncu(ncu.card))
            .map(|card| card.text.clone()),
    }
    .unwrap_or_default()
}

/// Thousandths of an inch as inches: `6.5`, `-0.125`.
pub(crate) fn inches(mils: i32) -> String {
    let (whole, part) = (mils.unsigned_abs() / 1_000, mils.unsigned_abs() % 1_000);
    let sign = if mils < 0 { "-" } else { "" };
    let part = format!("{part:03}");
    match part.trim_end_matches('0') {
        "" => format!("{sign}{whole}"),
        part => format!("{sign}{whole}.{part}"),
    }
}

/// A place: `24,7.6`.
pub(crate) fn place(place: Place) -> String {
    format!("{},{}", inches(place.x), inches(place.y))
}

/// A pose: `24,7.6 heading 90`.
pub(crate) fn pose(pose: Pose) -> String {
    format!("{} heading {}", place(pose.centre()), pose.heading)
}

/// A number with its sign: `+1`, `−2` as `-2`.
pub(crate) fn signed(number: impl Into<i32>) -> String {
    format!("{:+}", number.into())
}
