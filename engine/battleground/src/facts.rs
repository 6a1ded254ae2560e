//! The neutral story of an event.

use hindsight_kernel::Fact;

use crate::event::Event;
use crate::state::State;

/// The neutral story of an event.
pub(crate) fn facts(_before: &State, _event: &Event, _out: &mut Vec<Fact>) {}
