//! The sentences of the game, `messages/en.ftl`, and the words that many of them need.

use battleground_geometry::{Degrees, Inches, Pose, Side};
use hindsight_kernel::{Argument, Message, Seat, message, text_arguments};

use crate::model::attack::AttackKind;
use crate::model::cards::Colour;
use crate::model::names::{CardNo, TokenNo, UnitId};
use crate::model::orders::{Objective, Order, WrittenOrder};
use crate::model::state::{Cause, CheckKind, Degree, EndReason, Phase, State, Status};
use crate::model::words::hundredths;

pub use crate::message_file::MESSAGES;

text_arguments!(UnitId, CardNo);

impl From<TokenNo> for Argument {
    fn from(token: TokenNo) -> Self {
        token.0.into()
    }
}

/// The name of a seat: `South`.
pub(crate) fn seat(seat: Seat) -> Message {
    message!(MESSAGES, "seat", seat)
}

/// A unit by its name and its id: `League Swords (A1)`; by its id alone where the state does not know it.
pub(crate) fn unit(state: &State, id: UnitId) -> Argument {
    match state.unit(id) {
        Some(there) => message!(MESSAGES, "unit", name = &state.kind(there).name, unit = id).into(),
        None => id.into(),
    }
}

/// Several units: `League Swords (A1) and Levy Spears (A2)`.
pub(crate) fn units<'u>(state: &State, units: impl IntoIterator<Item = &'u UnitId>) -> Argument {
    Argument::list(units.into_iter().map(|id| unit(state, *id)))
}

/// Several units, or the word by which a message goes without them.
pub(crate) fn units_or_none(state: &State, on: &[UnitId]) -> Argument {
    if on.is_empty() { none() } else { units(state, on) }
}

/// A unit, or the word by which a message goes without one.
pub(crate) fn unit_or_none(state: &State, id: Option<UnitId>) -> Argument {
    id.map_or_else(none, |id| unit(state, id))
}

/// The word by which a message goes without something.
pub(crate) fn none() -> Argument {
    "none".into()
}

/// A side of a unit: `left flank`.
pub(crate) fn side(side: Side) -> Message {
    let side = match side {
        Side::Front => "front",
        Side::Right => "right",
        Side::Left => "left",
        Side::Rear => "rear",
    };
    message!(MESSAGES, "unit-side", side)
}

/// A status with its order: `Ready on Close`.
pub(crate) fn status(state: &State, status: Status) -> Message {
    let (status, orders) = status_words(state, status);
    message!(MESSAGES, "status", status, orders)
}

/// The word by which messages choose a status, and its order.
pub(crate) fn status_words(state: &State, status: Status) -> (&'static str, Argument) {
    match status {
        Status::Ready(Some(given)) => ("ready", orders(state, &given.into()).into()),
        Status::Ready(None) => ("unordered", none()),
        Status::Disrupted => ("disrupted", none()),
        Status::Routing => ("routing", none()),
    }
}

/// A kind of attack with its article: `a melee attack`.
pub(crate) fn attack(kind: AttackKind) -> Message {
    let attack: &str = kind.into();
    message!(MESSAGES, "attack-kind", attack)
}

/// A kind of courage check: `Rout Check`.
pub(crate) fn check(kind: CheckKind) -> Message {
    let check: &str = kind.into();
    message!(MESSAGES, "courage-check", check)
}

/// A degree of victory: `Crushing Victory`.
pub(crate) fn degree(degree: Degree) -> Message {
    let degree = match degree {
        Degree::Crushing => "crushing",
        Degree::Victory => "victory",
        Degree::Draw => "draw",
    };
    message!(MESSAGES, "victory-degree", degree)
}

/// The reason why a battle ended, as messages choose by it.
pub(crate) const fn end_reason(reason: EndReason) -> &'static str {
    match reason {
        EndReason::BreakingPoint => "breaking_point",
        EndReason::NoUnits => "no_units",
        EndReason::LastTurn => "last_turn",
    }
}

/// A phase of a turn: `Movement & Command`.
pub(crate) fn phase(phase: Phase) -> Message {
    let phase = match phase {
        Phase::SetUp => "set_up",
        Phase::MovementAndCommand => "movement_and_command",
        Phase::PreCombatCourage => "pre_combat_courage",
        Phase::Combat => "combat",
        Phase::PostCombatCourage => "post_combat_courage",
        Phase::EndOfTurn => "end_of_turn",
        Phase::Over => "over",
    };
    message!(MESSAGES, "phase", phase)
}

/// The cause of a unit's destruction: `by a Free Attack`.
pub(crate) fn destroyed_cause(cause: Cause) -> Message {
    let cause: &str = cause.into();
    message!(MESSAGES, "destroyed-cause", cause)
}

/// A length to a hundredth: `3.5 inches`.
pub(crate) fn inches(length: Inches) -> Message {
    message!(MESSAGES, "inches", inches = hundredths(length))
}

/// A pose on the table: `(18.5, 3.75), heading 0`.
pub(crate) fn place(pose: Pose) -> Message {
    let rounded = |value: f64| (value * 100.0).round() / 100.0;
    message!(
        MESSAGES,
        "place",
        x = rounded(pose.centre.x.value()),
        y = rounded(pose.centre.y.value()),
        heading = rounded(pose.heading.value())
    )
}

/// A heading: `90°`.
pub(crate) fn heading(heading: Degrees) -> Argument {
    Argument::text(heading)
}

/// A command card by its name and its number: `Force (3)`.
pub(crate) fn card(state: &State, seat: Seat, number: CardNo) -> Message {
    match state.faction(seat).and_then(|faction| faction.card(number)) {
        Some(card) => message!(MESSAGES, "card", name = &card.name, card = number),
        None => message!(MESSAGES, "card-unnamed", card = number),
    }
}

/// The colour of a command card: `Red`.
pub(crate) fn colour(colour: Colour) -> Message {
    let colour: &str = colour.into();
    message!(MESSAGES, "colour", colour)
}

/// The name of an order: `Short Range`.
pub(crate) fn order(order: Order) -> Message {
    let order: &str = order.into();
    message!(MESSAGES, "order-name", order)
}

/// Everything in a command circle: `Close, at most 2.5 inches, against Clan Spears (B3)`.
pub(crate) fn orders(state: &State, written: &WrittenOrder) -> Message {
    let order: &str = written.order.into();
    let (objective, goal) = match written.objective {
        Some(Objective::Location(token)) => ("token", token.into()),
        Some(Objective::Enemy(enemy)) => ("enemy", unit(state, enemy)),
        Some(Objective::Friend(friend)) => ("friend", unit(state, friend)),
        None => ("none", none()),
    };
    message!(
        MESSAGES,
        "orders",
        order,
        cap = written.cap.map_or_else(none, |cap| inches(cap.inches()).into()),
        objective,
        goal,
        airborne = written.airborne
    )
}

#[cfg(test)]
mod tests {
    use hindsight_kernel::testing::{check_loose_sentences, check_messages, check_printed_messages};

    use super::MESSAGES;

    #[test]
    fn every_message_is_in_the_file_with_its_arguments() {
        check_messages(&[env!("CARGO_MANIFEST_DIR")], &MESSAGES);
        check_printed_messages(env!("CARGO_MANIFEST_DIR"), &MESSAGES);
    }

    #[test]
    fn sentences_stand_in_the_message_file() {
        check_loose_sentences(
            env!("CARGO_MANIFEST_DIR"),
            &[
                ("editions/mod.rs", "the name of the game"),
                ("field/nearest.rs", "words of an option, stored with its question"),
                ("model/words.rs", "words of stored options and keys of statistics"),
                (
                    "procedures/",
                    "words of options and names of modifiers, stored in events",
                ),
                ("rules/combat/", "words of options, stored with their question"),
                (
                    "rules/command_actions/mod.rs",
                    "the name of an action, stored with it",
                ),
                (
                    "rules/engagement/",
                    "words of an option, stored with its question",
                ),
                (
                    "rules/paid_attacks.rs",
                    "words of an option, stored with its question",
                ),
                ("rules/triggers/", "words of an option, stored with its question"),
                ("verbs/", "words of options, stored with their question"),
                ("views/facts/", "keys of statistics"),
                ("views/inspect/agreement.rs", "a test"),
                (
                    "views/inspect/mod.rs",
                    "names of pair topics, which are constants",
                ),
                ("views/notation/", "lines that a parser reads"),
            ],
        );
    }
}
