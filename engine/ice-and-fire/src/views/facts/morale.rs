//! Facts of events of Panic Tests and retreats.

use hindsight_kernel::Fact;
use hindsight_kernel::odds::Die as OddsDie;

use super::counted;
use crate::model::event::MoraleEvent;
use crate::model::state::State;
use crate::views::facts::dice::{panic_resolved, panic_rolled, sum};

/// Tells the facts of an event of Panic Tests and retreats.
pub(super) fn facts(before: &State, event: &MoraleEvent, out: &mut Vec<Fact>) {
    match event {
        MoraleEvent::PanicRolled {
            roll,
            modifier,
            morale,
        } => panic_rolled(before, roll, *modifier, *morale, out),
        MoraleEvent::PanicResolved {
            unit,
            total,
            passed,
            wounds,
        } => panic_resolved(before, *unit, *total, *passed, *wounds, out),
        MoraleEvent::RetreatRolled { unit, roll, .. } => {
            out.push(counted("retreats", Some(*unit), unit.seat(), 1.0));
            out.push(sum(
                "retreat",
                unit.seat(),
                Some(*unit),
                roll,
                None,
                &OddsDie::D6.distribution(),
            ));
        }
        MoraleEvent::PanicDemanded { .. }
        | MoraleEvent::PanicModified { .. }
        | MoraleEvent::PanicReplaced { .. }
        | MoraleEvent::PanicEnded => {}
    }
}
