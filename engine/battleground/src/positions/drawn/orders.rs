//! The orders of drawn units, with what they aim at: a place on the table, an enemy or a friend.

use battleground_geometry::Point;
use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::refusal::DrawnRefusal;
use super::units::{Drawn, DrawnStatus, ids};
use crate::model::command::Patch;
use crate::model::fold::rulings::apply;
use crate::model::movement_category::Mc;
use crate::model::names::{TokenNo, UnitId};
use crate::model::orders::{Objective, Order, WrittenOrder};
use crate::model::refusal::Refusal;
use crate::model::state::State;
use crate::verbs::orders::check_order;

/// The order of a drawn unit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DrawnOrder {
    /// The base order.
    pub order: Order,
    /// What it aims at instead of the Nearest Enemy.
    #[serde(default)]
    pub objective: Option<DrawnObjective>,
    /// A movement cap.
    #[serde(default)]
    pub cap: Option<Mc>,
    /// The Airborne mark.
    #[serde(default)]
    pub airborne: bool,
}

/// What a drawn order aims at. Rules `BG4-ORDER-11` to `BG4-ORDER-14` (pp. 28-31).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DrawnObjective {
    /// A place on the table; units of a player that aim at the same place share its token. Rule `BG4-ORDER-16` (pp. 28-30).
    Location(Point),
    /// An enemy unit.
    Enemy(UnitId),
    /// A friendly unit's rear centre.
    Friend(UnitId),
}

/// Gives the Ready units their orders, as they are written: nobody else has one. The first that may not be so is refused
/// with its place in the drawing; the others stand. Rules `BG4-ORDER-04`, `BG4-KEYW-11` (pp. 25-26, 140).
pub(super) fn give(state: &mut State, drawn: &[Drawn]) -> Result<(), Refusal> {
    let mut tokens = Tokens::default();
    let mut answer = Ok(());
    for (place, (unit, id)) in drawn.iter().zip(ids(drawn)?).enumerate() {
        let given = give_one(state, unit, id, &mut tokens);
        answer = answer.and(given.map_err(|refusal| refusal.with("path", format!("/units/{place}/order"))));
    }
    answer
}

fn give_one(state: &mut State, unit: &Drawn, id: UnitId, tokens: &mut Tokens) -> Result<(), Refusal> {
    if unit.status != DrawnStatus::Ready {
        return match unit.order {
            Some(_) => Err(DrawnRefusal::NotReady(id).into()),
            None => Ok(()),
        };
    }
    let Some(placed) = state.unit(id) else {
        return Ok(());
    };
    let order = if let Some(order) = &unit.order {
        tokens.written(order, unit.seat)?
    } else {
        let printed = state.kind(placed).preprinted.map(|printed| printed.order);
        WrittenOrder::plain(printed.unwrap_or(Order::Close))
    };
    check_order(state, placed, &order)?;
    let given = apply(state, &Patch::Order { unit: id, order });
    Ok(given.map_err(|error| DrawnRefusal::Unfit(error.to_string()))?)
}

/// The tokens laid so far: whose, and where.
#[derive(Default)]
struct Tokens(Vec<(Seat, Point)>);

impl Tokens {
    /// An order as a player writes it: with the number of its token.
    fn written(&mut self, order: &DrawnOrder, seat: Seat) -> Result<WrittenOrder, DrawnRefusal> {
        let (objective, token_at) = match order.objective {
            None => (None, None),
            Some(DrawnObjective::Enemy(unit)) => (Some(Objective::Enemy(unit)), None),
            Some(DrawnObjective::Friend(unit)) => (Some(Objective::Friend(unit)), None),
            Some(DrawnObjective::Location(at)) => {
                let at = Point::new(at.x.rounded(), at.y.rounded());
                (Some(Objective::Location(self.number(seat, at)?)), Some(at))
            }
        };
        Ok(WrittenOrder {
            order: order.order,
            cap: order.cap,
            objective,
            token_at,
            airborne: order.airborne,
        })
    }

    fn number(&mut self, seat: Seat, at: Point) -> Result<TokenNo, DrawnRefusal> {
        let known = self.0.iter().position(|token| *token == (seat, at));
        let place = known.unwrap_or_else(|| {
            self.0.push((seat, at));
            self.0.len() - 1
        });
        u8::try_from(place + 1)
            .map(TokenNo)
            .map_err(|_| DrawnRefusal::TooManyTokens)
    }
}
