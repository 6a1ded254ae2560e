//! Facts of Final Rushes and engagements.

use hindsight_kernel::Fact;

use super::fights::direction;
use super::{Story, after};
use crate::model::charging::charges_toward;
use crate::model::event::{EngagementEvent, Event};
use crate::model::state::{Engagement, RushKind};

impl Story<'_> {
    /// The facts of an event of the chapter.
    pub(super) fn of_engagement(&mut self, event: &EngagementEvent) {
        match event {
            EngagementEvent::FinalRushed { engagement, .. } => self.rushed(event, engagement),
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
        let charge = after(self.before, &Event::Engagement(event.clone()))
            .is_some_and(|after| charges_toward(&after, rusher, rushed));
        let from = direction(engagement.rushed_side);
        self.out.push(Fact::Engaged {
            unit: rusher.to_string(),
            seat: rusher.seat(),
            with: rushed.to_string(),
            direction: from.to_owned(),
            charge,
        });
        if self.before.engagements.is_empty()
            && self
                .before
                .units
                .iter()
                .all(|unit| unit.destroyed.is_none() && !unit.turn.rushed)
            && self.before.on_table().all(|unit| unit.marked == 0)
        {
            self.count("first_contact_turn", None, None, f64::from(self.before.turn));
        }
        self.of_unit("final_rushes_made", rusher, 1.0);
        self.of_unit("final_rushes_received", rushed, 1.0);
        self.of_unit(&format!("rushed_in_{from}"), rushed, 1.0);
        if charge {
            self.of_unit("charges_made", rusher, 1.0);
        }
        match engagement.kind {
            RushKind::Front => {}
            RushKind::Flank => self.of_unit("flank_rushes", rusher, 1.0),
            RushKind::Corner => self.of_unit("corner_rushes", rusher, 1.0),
        }
    }
}
