//! Units as the other edition does not have them: a status, an order, an objective.

use hindsight_kernel::{Message, Unread, message};

use crate::editions::Edition;
use crate::messages::{self, MESSAGES};
use crate::model::names::UnitId;
use crate::model::orders::{Objective, Order, Orders};
use crate::model::refusal::refusals;
use crate::model::rule::Rule;
use crate::model::state::{State, Status, Unit};
use crate::naming::by_id;

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a unit as the other edition has it.
    #[derive(Eq)]
    pub(crate) enum StrangeRefusal {
        Unknown { rule: Rule, unit: UnitId, what: &'static str } = *rule, "pp. 23-31", unit = by_id(*unit), what;
    }
}

/// What an edition does not know of a unit.
pub(crate) struct Strange {
    /// The rule of the other edition that has it.
    pub(crate) rule: Rule,
    /// The unit.
    unit: UnitId,
    /// The word by which messages choose it.
    what: &'static str,
    /// The status nearest to it that the edition has.
    pub(crate) instead: Status,
}

impl Strange {
    /// As the kernel says it; the edition that has it is that of the game.
    pub(crate) fn unread(&self, state: &State) -> Unread {
        Unread {
            what: self.words(state).into(),
            rule: Some(self.rule.of(state.edition)),
        }
    }

    /// What the other edition does not know, with the name of the unit.
    pub(crate) fn words(&self, state: &State) -> Message {
        message!(
            MESSAGES,
            "strange-unread",
            unit = messages::unit(state, self.unit),
            what = self.what
        )
    }

    /// The refusal of a position of this edition that holds it.
    pub(crate) const fn refusal(&self) -> StrangeRefusal {
        StrangeRefusal::Unknown {
            rule: self.rule,
            unit: self.unit,
            what: self.what,
        }
    }
}

/// What an edition does not know of a unit. A friend as objective is none of it: by the earlier edition it may be written and means
/// nothing to an order that does not use friends. Rule `BG3-ORD-11` (pp. 7-8).
pub(crate) fn strange(edition: Edition, unit: &Unit) -> Option<Strange> {
    let profile = edition.profile();
    // It stays where it is, as the others see it.
    let standing = Status::Ready(Some(Orders::plain(Order::Hold)));
    let (rule, what, instead) = match unit.status {
        Status::Disrupted if profile.statuses == crate::editions::profile::Statuses::ReadyAndRouting => {
            (Rule::Status02, "disrupted", standing)
        }
        Status::Ready(Some(orders)) if !profile.orders.contains(&orders.order) => {
            (Rule::Ordmv16, "order", standing)
        }
        Status::Ready(Some(orders)) => match orders.objective {
            Some(Objective::Enemy(_)) if !profile.enemy_objective_on_hold && orders.order == Order::Hold => (
                Rule::Mods17,
                "enemy_objective",
                Status::Ready(Some(Orders {
                    objective: None,
                    ..orders
                })),
            ),
            Some(_) | None => return None,
        },
        Status::Ready(None) | Status::Disrupted | Status::Routing => return None,
    };
    Some(Strange {
        rule,
        unit: unit.id,
        what,
        instead,
    })
}
