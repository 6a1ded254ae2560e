//! Units as the other edition does not have them: a status, an order, an objective.

use hindsight_kernel::Unread;

use crate::editions::Edition;
use crate::messages::MESSAGES;
use crate::model::orders::{Objective, Order, Orders};
use crate::model::refusal::refusals;
use crate::model::rule::Rule;
use crate::model::state::{Status, Unit};

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a unit as the other edition has it.
    #[derive(Eq)]
    pub(crate) enum StrangeRefusal {
        Unknown { rule: Rule, what: String } = *rule, "pp. 23-31", what;
    }
}

/// What an edition does not know of a unit.
pub(crate) struct Strange {
    /// The rule of the other edition that has it.
    pub(crate) rule: Rule,
    /// In a sentence.
    pub(crate) what: String,
    /// The status nearest to it that the edition has.
    pub(crate) instead: Status,
}

impl Strange {
    /// As the kernel says it; the edition that has it is that of the game.
    pub(crate) fn unread(self, of_the_game: Edition) -> Unread {
        Unread {
            what: self.what,
            rule: Some(self.rule.of(of_the_game)),
        }
    }

    /// The refusal of a position of this edition that holds it.
    pub(crate) fn refusal(self) -> StrangeRefusal {
        let what = self
            .what
            .replace("which they do not know", "which these rules do not have");
        StrangeRefusal::Unknown {
            rule: self.rule,
            what,
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
        Status::Disrupted if profile.statuses == crate::editions::profile::Statuses::ReadyAndRouting => (
            Rule::Status02,
            format!("{} is Disrupted, which they do not know", unit.id),
            standing,
        ),
        Status::Ready(Some(orders)) if !profile.orders.contains(&orders.order) => (
            Rule::Ordmv16,
            format!("{} has an order that they do not know", unit.id),
            standing,
        ),
        Status::Ready(Some(orders)) => match orders.objective {
            Some(Objective::Enemy(_)) if !profile.enemy_objective_on_hold && orders.order == Order::Hold => (
                Rule::Mods17,
                format!(
                    "{} has an enemy objective on Hold, which they do not know",
                    unit.id
                ),
                Status::Ready(Some(Orders {
                    objective: None,
                    ..orders
                })),
            ),
            Some(_) | None => return None,
        },
        Status::Ready(None) | Status::Disrupted | Status::Routing => return None,
    };
    Some(Strange { rule, what, instead })
}
