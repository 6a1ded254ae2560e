//! Facts of events of rounds, turns, draws of cards and zones of the tactics board.

use hindsight_kernel::Fact;

use super::{counted, turn_ended};
use crate::model::event::RoundEvent;
use crate::model::state::{Activated, State};

/// Tells the facts of an event of rounds, turns, draws of cards and zones of the tactics board.
pub(super) fn facts(before: &State, event: &RoundEvent, out: &mut Vec<Fact>) {
    match event {
        RoundEvent::UnitActivated {
            activated: Activated::Unit(unit),
        } => {
            let order = before
                .units
                .iter()
                .filter(|other| other.id.seat() == unit.seat() && other.activated)
                .count();
            out.push(counted(
                &format!("activated_{}", order + 1),
                Some(*unit),
                unit.seat(),
                1.0,
            ));
        }
        RoundEvent::ZoneClaimed { ncu, zone } => {
            let word: &str = zone.into();
            out.push(counted(&format!("zone_{word}"), None, ncu.seat(), 1.0));
            out.push(counted(
                &format!("zone_{word}_round_{}", before.round),
                None,
                ncu.seat(),
                1.0,
            ));
            out.push(Fact::Decided {
                seat: ncu.seat(),
                decision: "zone".to_owned(),
                choice: zone.title().to_owned(),
            });
        }
        RoundEvent::TurnEnded { seat } => turn_ended(before, &event.clone().into(), *seat, out),
        RoundEvent::CardDrawn { .. }
        | RoundEvent::RoundBegan { .. }
        | RoundEvent::TurnBegan { .. }
        | RoundEvent::TurnPassed { .. }
        | RoundEvent::UnitActivated { .. }
        | RoundEvent::Arrived { .. } => {}
    }
}
