//! Facts of Final Rushes and engagements.

use hindsight_kernel::Fact;

use super::fights::direction;
use super::{Story, after};
use crate::model::charging::charges_toward;
use crate::model::event::{EngagementEvent, Event};
use crate::model::pinched::is_pinched;
use crate::model::state::{Engagement, RushKind};

impl Story<'_> {
    /// The facts of an event of the chapter.
    pub(super) fn of_engagement(&mut self, event: &EngagementEvent) {
        match event {
            EngagementEvent::FinalRushed { engagement, contact } => {
                self.rushed(event, engagement);
                self.of_unit("final_rush_contact_inches", engagement.rusher, contact.value());
            }
            EngagementEvent::RoutingRushed { unit, target } => {
                self.of_unit("routing_units_rushed", *unit, 1.0);
                self.out.push(Fact::Engaged {
                    unit: unit.to_string(),
                    seat: unit.seat(),
                    with: target.to_string(),
                    direction: "rear".to_owned(),
                    charge: false,
                });
            }
            EngagementEvent::EngagementsChanged { .. } => {}
        }
    }

    fn rushed(&mut self, event: &EngagementEvent, engagement: &Engagement) {
        let (rusher, rushed) = (engagement.rusher, engagement.rushed);
        let after = after(self.before, &Event::Engagement(event.clone()));
        let charges = |unit, at| {
            after
                .as_ref()
                .is_some_and(|after| charges_toward(after, unit, at))
        };
        let (charge, back) = (charges(rusher, rushed), charges(rushed, rusher));
        let pinch = after.as_ref().is_some_and(|after| is_pinched(after, rushed));
        let from = direction(engagement.rushed_side);
        self.out.push(Fact::Engaged {
            unit: rusher.to_string(),
            seat: rusher.seat(),
            with: rushed.to_string(),
            direction: from.to_owned(),
            charge,
        });
        self.of_unit("final_rushes_made", rusher, 1.0);
        self.of_unit("final_rushes_received", rushed, 1.0);
        self.of_unit(&format!("rushed_in_{from}"), rushed, 1.0);
        if charge {
            self.of_unit("charges_made", rusher, 1.0);
        }
        if back {
            self.of_unit("charges_when_rushed", rushed, 1.0);
        }
        if pinch && !is_pinched(self.before, rushed) {
            self.of_unit("pinches_made", rusher, 1.0);
        }
        match engagement.kind {
            RushKind::Front => {}
            RushKind::Flank => self.of_unit("flank_rushes", rusher, 1.0),
            RushKind::Corner => self.of_unit("corner_rushes", rusher, 1.0),
        }
    }
}
