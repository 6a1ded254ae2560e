//! Turn of a unit that begins to rout, and of its engagements with it (pp. 74-75).

use battleground_geometry::{Degrees, Pose, Side as CardSide, about_face};

use crate::editions::profile::RouterFaces;
use crate::field::edge::own_edge;
use crate::model::agenda::BattleTable;
use crate::model::effect::Keyword;
use crate::model::event::{EngagementEvent, Event, MoveKind, MovementEvent};
use crate::model::names::UnitId;
use crate::model::state::{Engagement, State, Status};
use crate::verbs::order_writing::remove_unused_tokens;

/// A unit becomes Routing that has no enemy to turn away from, or that turns about.
pub(crate) fn begin_rout(table: &mut BattleTable<'_>, id: UnitId, why: &str) {
    begin_rout_from(table, id, why, None);
}

/// A unit becomes Routing: its order is erased and it turns for free, as the edition says; marks of its sides turn with it.
/// `from` is the enemy that it turns away from where it is engaged. Rules `BG4-STATUS-03`, `BG4-ROUT-01`, `BG4-COUR-13`,
/// `BG4-COUR-15`, `BG4-MAN-06`, `BG3-COUR-07`, `BG3-COUR-08` (p. 22).
pub(crate) fn begin_rout_from(table: &mut BattleTable<'_>, id: UnitId, why: &str, from: Option<UnitId>) {
    let Some(pose) = table.state().unit(id).and_then(|unit| unit.pose) else {
        return;
    };
    let turned = turn_to_rout(table.state(), id, pose, from);
    let from = left_behind(table.state(), id);
    table.emit(Event::Movement(MovementEvent::StatusChanged {
        unit: id,
        status: Status::Routing,
        why: why.to_owned(),
    }));
    table.emit(Event::Movement(MovementEvent::UnitTurned {
        unit: id,
        kind: MoveKind::RoutTurn,
        heading: turned.heading,
        from,
    }));
    if takes_off_at_once(table.state(), id) {
        table.emit(Event::Movement(MovementEvent::FlightChanged {
            unit: id,
            airborne: true,
        }));
    }
    let state = table.state();
    if state.is_engaged(id) {
        let engagements = state
            .engagements
            .iter()
            .map(|engagement| turned_by(engagement, id, turned.quarters))
            .collect();
        table.emit(Event::Engagement(EngagementEvent::EngagementsChanged {
            engagements,
        }));
    }
    remove_unused_tokens(table);
}

/// The enemies that a unit leaves behind which begins to rout: those with which it is engaged then, where the edition says so. Rule
/// `BG3-ROUT-04` (p. 23).
fn left_behind(state: &State, id: UnitId) -> Vec<UnitId> {
    if state.profile().router_faces == RouterFaces::About {
        return Vec::new();
    }
    let mut enemies: Vec<UnitId> = state.engaged_with(id).map(|(enemy, _, _)| enemy).collect();
    enemies.sort_unstable();
    enemies.dedup();
    enemies
}

/// How a unit turns that begins to rout.
struct RoutTurn {
    /// Where it looks then.
    heading: Degrees,
    /// By how many right angles to the right that is, as far as its sides are concerned.
    quarters: u8,
}

/// About, or to its own edge, or away from an enemy on one of its sides. Rules `BG4-MAN-06`, `BG3-COUR-07`, `BG3-COUR-08`
/// (p. 22).
fn turn_to_rout(state: &State, id: UnitId, pose: Pose, from: Option<UnitId>) -> RoutTurn {
    let about = RoutTurn {
        heading: about_face(pose).heading.rounded(),
        quarters: 2,
    };
    match (state.profile().router_faces, from) {
        (RouterFaces::About, _) => about,
        (RouterFaces::OwnEdgeOrAway, None) if !state.is_engaged(id) => RoutTurn {
            heading: own_edge(id.seat()),
            quarters: 0,
        },
        (RouterFaces::OwnEdgeOrAway, from) => {
            let mut engaged = state.engaged_with(id);
            let side = engaged.find(|(enemy, _, _)| from.is_none_or(|from| from == *enemy));
            let quarters = side.map_or(2, |(_, side, _)| match side {
                CardSide::Front => 2,
                CardSide::Right => 3,
                CardSide::Rear => 0,
                CardSide::Left => 1,
            });
            let right = Degrees::new(f64::from(quarters) * 90.0).unwrap_or(Degrees::HALF);
            RoutTurn {
                heading: (pose.heading + right).heading().rounded(),
                quarters,
            }
        }
    }
}

/// Whether a unit that has just begun to rout takes off: a flyer on the ground, in the edition where it does so before its
/// move. Rule `BG3-KEY-16` (p. 29).
fn takes_off_at_once(state: &State, id: UnitId) -> bool {
    state.profile().flier_rallies_in_the_air
        && state.has(id, Keyword::Flying)
        && state.unit(id).is_some_and(|unit| !unit.airborne)
        && !state.is_engaged(id)
}

/// The side that a side has become after so many right angles to the right.
const fn side_after(side: CardSide, quarters: u8) -> CardSide {
    // What pointed ahead points to the left of a unit that has turned to the right.
    let clockwise = match side {
        CardSide::Front => 0,
        CardSide::Right => 1,
        CardSide::Rear => 2,
        CardSide::Left => 3,
    };
    match (clockwise + 4 - quarters % 4) % 4 {
        0 => CardSide::Front,
        1 => CardSide::Right,
        2 => CardSide::Rear,
        _ => CardSide::Left,
    }
}

/// An engagement after one of the two has turned by so many right angles.
fn turned_by(engagement: &Engagement, id: UnitId, quarters: u8) -> Engagement {
    let mut turned = *engagement;
    let own = if engagement.rusher == id {
        &mut turned.rusher_side
    } else if engagement.rushed == id {
        &mut turned.rushed_side
    } else {
        return turned;
    };
    let flank = own.is_flank();
    *own = side_after(*own, quarters);
    if flank && engagement.rushed == id && quarters != 0 {
        // The first card of a Colossal unit is now its last.
        turned.point = engagement.point.map(|point| 2_u8.saturating_sub(point));
    }
    turned
}

/// All engagements of a unit end when its rout move starts. Rule `BG4-ROUT-18` (pp. 74, 87).
pub(crate) fn end_engagements(table: &mut BattleTable<'_>, id: UnitId) {
    let state = table.state();
    if state.is_engaged(id) {
        let rivals = crate::verbs::noted::rivals(state, id);
        let engagements = state
            .engagements
            .iter()
            .filter(|engagement| !engagement.has(id))
            .copied()
            .collect();
        table.emit(Event::Engagement(EngagementEvent::EngagementsChanged {
            engagements,
        }));
        crate::verbs::noted::engagements_ended(table, id, &rivals);
    }
}
