//! A game's events as a stream keeps them.

use serde_json::Value;

use super::Rules;
use crate::{Message, Roll};

/// The events of a game as they are stored: their names and schema, the dice in them, how older ones are read.
pub trait Recorded: Rules {
    /// The newest schema of this system's events that this release writes and reads.
    const EVENT_SCHEMA: u16;

    /// The event's type as its wire form names it: `unit_moved`.
    fn event_name(event: &Self::Event) -> &'static str;

    /// The dice an event holds, in the order thrown.
    fn dice(event: &Self::Event) -> Vec<&Roll>;

    /// The upcasters by which older schemas of this system's events become the present one, in order.
    fn upcasters() -> &'static [Upcaster] {
        &[]
    }

    /// The check of what no roll and no rule can give, so that a stream from outside that says so was forged;
    /// numbers beyond every game and faces that no die has are found without it
    /// ([`crate::plausible::plausible`]).
    ///
    /// # Errors
    /// What is wrong with the event.
    fn plausible(_event: &Self::Event) -> Result<(), Message> {
        Ok(())
    }
}

/// One step from an older event schema to the next.
#[derive(Debug, Clone, Copy)]
pub struct Upcaster {
    /// The event type it reads.
    pub kind: &'static str,
    /// The schema it reads; it writes the next one.
    pub from: u16,
    /// Changes the externally tagged JSON form of the event.
    pub step: fn(&mut Value) -> Result<(), String>,
}
