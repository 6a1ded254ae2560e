//! Events as streams keep them: their schema, the dice in them, and what no dice can have given.

use hindsight_kernel::{Message, Recorded, Roll};

use super::subjects::throws;
use crate::BeforeBattle;
use crate::model::event::Event;

impl Recorded for BeforeBattle {
    const EVENT_SCHEMA: u16 = 1;

    fn event_name(event: &Event) -> &'static str {
        event.into()
    }

    fn dice(event: &Event) -> Vec<&Roll> {
        throws(event).into_iter().map(|throw| throw.roll).collect()
    }

    fn plausible(event: &Event) -> Result<(), Message> {
        event.plausible()
    }
}
