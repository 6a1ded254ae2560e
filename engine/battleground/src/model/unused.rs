//! Tokens and objectives that refer to nothing any more (pp. 28-31).

use crate::model::names::{TokenNo, UnitId};
use crate::model::orders::{Objective, Orders};
use crate::model::state::{State, Status};

/// The tokens that no unit refers to, with whose they are. Rule `BG4-ORDER-16` (pp. 28-30).
pub(crate) fn unused_tokens(state: &crate::model::state::State) -> Vec<(TokenNo, hindsight_kernel::Seat)> {
    let used = |token: TokenNo| {
        let living = state.units.iter().filter(|unit| unit.destroyed.is_none());
        living.map(|unit| unit.status).any(|status| {
            matches!(
                status,
                crate::model::state::Status::Ready(Some(Orders { objective: Some(Objective::Location(number)), .. })) if number == token
            )
        })
    };
    state
        .tokens
        .iter()
        .filter(|(token, _)| !used(**token))
        .map(|(token, (seat, _))| (*token, *seat))
        .collect()
}

/// The units whose objective is one of those that are gone, with the status that is left to them. Rules `BG4-ORDER-13`,
/// `BG4-ORDER-14` (pp. 29-31).
pub(crate) fn without_objectives(state: &State, gone: &[UnitId]) -> Vec<(UnitId, Status)> {
    state
        .units
        .iter()
        .filter(|unit| unit.destroyed.is_none())
        .filter_map(|unit| match unit.status {
            Status::Ready(Some(orders)) => match orders.objective {
                Some(Objective::Enemy(aim) | Objective::Friend(aim)) if gone.contains(&aim) => Some((
                    unit.id,
                    Status::Ready(Some(crate::model::orders::Orders {
                        objective: None,
                        ..orders
                    })),
                )),
                Some(Objective::Enemy(_) | Objective::Friend(_) | Objective::Location(_)) | None => None,
            },
            Status::Ready(None) | Status::Disrupted | Status::Routing => None,
        })
        .collect()
}
