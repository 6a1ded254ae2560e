//! Engaged units of a drawn position: they touch with the sides that are drawn.

use battleground_geometry::{Side, gap, side_contact, touches};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::refusal::DrawnRefusal;
use crate::field::TOL;
use crate::model::names::UnitId;
use crate::model::refusal::Refusal;
use crate::model::state::{Engagement, RushKind, State};

/// Two engaged units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Engaged {
    /// The unit that made the Final Rush.
    pub rusher: UnitId,
    /// The unit that was rushed.
    pub rushed: UnitId,
    /// The rushed unit's engaged side.
    #[serde(default = "front")]
    pub side: Side,
    /// The rusher's engaged side.
    #[serde(default = "front")]
    pub with: Side,
}

const fn front() -> Side {
    Side::Front
}

/// Engages the units that are drawn so, since an earlier turn. What no picture can show is an error; the first pair that
/// does not touch as drawn is given back to be refused. Rules `BG4-RUSH-16`, `BG4-RUSH-17` (pp. 58-59).
pub(super) fn engage(state: &mut State, drawn: &[Engaged]) -> Result<Option<Refusal>, Refusal> {
    let mut apart = None;
    for (place, pair) in drawn.iter().enumerate() {
        let path = format!("/engaged/{place}");
        engage_two(state, *pair).map_err(|why| Refusal::from(why).with("path", &path))?;
        if let Err(why) = check_contact(state, *pair) {
            apart.get_or_insert(Refusal::from(why).with("path", &path));
        }
    }
    Ok(apart)
}

fn engage_two(state: &mut State, drawn: Engaged) -> Result<(), DrawnRefusal> {
    for id in [drawn.rusher, drawn.rushed] {
        if state.unit(id).is_none() {
            return Err(DrawnRefusal::NotDrawn(id));
        }
    }
    let kind = match drawn.with {
        Side::Front => RushKind::Front,
        _ => RushKind::Flank,
    };
    state.engagements.push(Engagement {
        rusher: drawn.rusher,
        rusher_side: drawn.with,
        rushed: drawn.rushed,
        rushed_side: drawn.side,
        kind,
        point: None,
        turn: 0,
        taken_over: false,
    });
    Ok(())
}

/// Whether two engaged units touch, and with the sides that are drawn. Rules `BG4-RUSH-13` (p. 68), `BG4-RUSH-16` (p. 58), `BG4-RUSH-25` (p. 72).
// RULING: BG4-RUSH-25, two cards that touch at a corner alone have no side in common: any sides may be drawn.
fn check_contact(state: &State, drawn: Engaged) -> Result<(), DrawnRefusal> {
    let card = |id| state.unit(id).and_then(|unit| state.card(unit));
    let (Some(rusher), Some(rushed)) = (card(drawn.rusher), card(drawn.rushed)) else {
        return Ok(()); // Lost units: the invariants name them.
    };
    if !touches(&rusher, &rushed, TOL) {
        return Err(DrawnRefusal::Apart {
            rusher: drawn.rusher,
            rushed: drawn.rushed,
            apart: gap(&rusher, &rushed),
        });
    }
    match side_contact(&rusher, &rushed, TOL) {
        Some((with, side, _)) if (with, side) != (drawn.with, drawn.side) => Err(DrawnRefusal::OtherSides {
            drawn,
            touching: Engaged { side, with, ..drawn },
        }),
        Some(_) | None => Ok(()),
    }
}
