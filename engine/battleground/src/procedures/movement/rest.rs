//! The rest of an order after its objective (pp. 8, 53-54).

use crate::model::agenda::Need;
use crate::model::orders::{Order, Orders};
use crate::procedures::movement::context::MoveContext;
use crate::procedures::movement::mover::Progress;
use crate::procedures::movement::plan::Plan;
use crate::procedures::movement::plans::PlanKind;
use crate::procedures::movement::toward_enemy::to_enemy;
use crate::procedures::v3::following::to_friend;

/// The plans that a unit weighs.
pub(crate) fn kinds(context: &MoveContext<'_>) -> &'static [PlanKind] {
    if context.unit.airborne {
        &PlanKind::FLYING
    } else {
        &PlanKind::ALL
    }
}

/// The order without its objective, from where the unit has come to. Rules `BG4-ORDMV-10`, `BG3-ORD-15` (p. 8).
pub(crate) fn rest(context: &MoveContext<'_>, from: &Progress) -> Result<Plan, Need> {
    if context.orders.order == Order::Hold {
        return Ok(Plan::of(&context.mover, Vec::new(), from));
    }
    let plain = MoveContext {
        orders: Orders {
            objective: None,
            ..context.orders
        },
        mover: context.mover.clone(),
        ..*context
    };
    match context.orders.order {
        Order::Follow => to_friend(&plain, from, None),
        Order::Close | Order::Hold | Order::Range | Order::Short | Order::Long => {
            to_enemy(&plain, from, None)
        }
    }
}
