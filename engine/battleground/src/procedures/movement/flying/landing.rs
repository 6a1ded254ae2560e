//! Landing places of a flyer with Close before its enemy (pp. 124-125).

use battleground_geometry::{
    Approach, Card, Degrees, Hand, Inches, Point, Pose, Turn, Way, facing_side, shift,
};

use super::super::mover::{MovedBy, Mover, Progress};
use crate::editions::profile::{TurnCost, TurnLimit};
use crate::field::{Field, TOL, stored};
use crate::model::command::Leg;
use crate::model::state::{State, Status, TurnMarks, Unit};
use crate::procedures::movement::context::MoveContext;
use crate::procedures::movement::flying::room::{
    cannot_land, is_clear, is_landing_place, landing_limit, landing_reach, on_the_ground,
};
use crate::procedures::movement::mover::{GRAIN, angle, length};
use crate::procedures::movement::plan::Plan;
use crate::procedures::movement::target::MoveTarget;
use crate::procedures::rush::eligibility::could_rush_side;

/// Turns are tried at angles of so many halves of a degree, as everywhere. RULING: BG4-MOVE-08.
const HALF_DEGREES: u32 = 180;
/// How far apart the places are that are tried along one way, in inches.
const STEP: f64 = 0.1;
/// How far apart they are straight before the side: in hundredths of an inch.
const STEPS_TO_INCH: f64 = 100.0;

/// One leg of a flyer, and where the middle of its card is after it.
#[derive(Debug, Clone, Copy)]
struct Flight {
    way: FlightWay,
    centre: Point,
    /// From there to the place flush before the side, in inches: as much as the front centre is then away from the side.
    missing: f64,
}

#[derive(Debug, Clone, Copy)]
enum FlightWay {
    Straight(f64),
    Turn(Turn),
}

/// The places that count as places at a side of an enemy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Beside {
    /// Those of which the side is the Facing Side.
    TheSide,
    /// All.
    AnySide,
}

/// How a flyer turns: how sharply, and what it takes off its movement. Rules `BG4-MOVE-14`, `BG4-MOVE-15` (p. 41),
/// `BG3-MOV-04`, `BG3-MOV-06` (p. 11).
#[derive(Debug, Clone, Copy)]
struct Turning {
    limit: TurnLimit,
    cost: TurnCost,
}

impl Turning {
    fn of(mover: &Mover<'_>) -> Self {
        Self {
            limit: mover.turn_limit(),
            cost: mover.turn_cost(),
        }
    }

    /// Whether a turn is not too sharp and takes no more than this.
    fn allows(self, card: &Card, turn: Turn, most: f64) -> bool {
        self.limit.allows(card, turn) && self.cost.of(turn, card).value() <= most + GRAIN
    }
}

impl FlightWay {
    fn angle(self) -> f64 {
        match self {
            Self::Straight(_) => 0.0,
            Self::Turn(turn) => turn.angle().value(),
        }
    }
}

/// The landing of a flyer with Close before its enemy, if it can land this turn: at the place nearest to the side, of those
/// to which one leg within its ground distance leads, that overlaps nothing and from which a Final Rush of that side is
/// legal next turn; it reforms to face the side, for free. All it has flown this turn counts.
///
/// RULING: BG4-FLY-03, flush before the side where that is reached, else as near as it gets; a place that is nearer by no
/// more than the tolerance is no reason to turn, or to turn more. Rules `BG4-FLY-03`, `BG4-FLY-06`, `BG4-FLY-07`
/// (pp. 124-125).
pub(super) fn landing(
    context: &MoveContext<'_>,
    from: &Progress,
    field: &Field<'_>,
    (move_target, at): (&MoveTarget, Beside),
) -> Option<Plan> {
    if cannot_land(context.unit).is_some() {
        return None;
    }
    let limit = landing_limit(field, context.unit, MovedBy::Order).value();
    let most = (limit - from.used).min(context.mover.left(from));
    let card = context.mover.card_at(from.pose);
    let enemy = field.body(move_target.enemy)?;
    let size = context.mover.size();
    let flush = Approach::front_to(enemy, move_target.side, size)
        .aimed_at(move_target.point)
        .pose(Inches::ZERO);
    let reach = landing_reach(field, context.unit);
    // No leg brings the middle of the card farther than it costs.
    if most < -GRAIN || card.pose().centre.distance(flush.centre).value() > most + reach {
        return None;
    }
    let landed = on_the_ground(context.unit);
    let obstacles = field.obstacles(&landed, &[]);
    let next = next_turn(field.state(), &landed, context);
    let supposed = field.likewise(&next);
    let lands = |flight: &Flight| {
        let place = Pose::new(flight.centre.x, flight.centre.y, flush.heading);
        let there = context.mover.card_at(place);
        if flight.missing > reach || !is_clear(&obstacles, &there) {
            return None;
        }
        if at == Beside::TheSide && !facing_side(enemy, there.front_centre()).allows(move_target.side) {
            return None;
        }
        let to = stored(place, |there| is_landing_place(field, context.unit, there));
        let there = supposed.clone().with(context.unit.id, to);
        let unit = next.unit(context.unit.id)?;
        let lands_anyhow = !field.profile().lands_to_rush;
        // Each place is looked at for itself: one beside a place from which the rush is not legal may have a legal one.
        (lands_anyhow || could_rush_side(&there, unit, move_target.enemy, move_target.side))
            .then(|| landed_there(context, from, flight, flush.heading, to))
            .flatten()
    };
    let turning = Turning::of(&context.mover);
    let to_side = flight_to(&card, flush.centre, flush.centre, (most, turning));
    if let Some(landing) = to_side.and_then(|there| lands(&there)) {
        return Some(landing);
    }
    let mut flights = flights(&card, flush, (most, turning), limit.min(reach));
    flights.sort_by(|a, b| nearness(a).total_cmp(&nearness(b)));
    flights.iter().find_map(lands)
}

/// In tolerances how near a flight ends to the side; of those equally near, the one that turns least comes first.
fn nearness(flight: &Flight) -> f64 {
    (flight.missing / TOL.tie.value()).round() + flight.way.angle() / 1_000.0
}

/// The position when the owner's next turn begins with the flyer on the ground, everything else being as it is now.
fn next_turn(state: &State, landed: &Unit, context: &MoveContext<'_>) -> State {
    let mut next = state.clone();
    for unit in &mut next.units {
        unit.turn = TurnMarks::default();
        if unit.id == landed.id {
            unit.airborne = false;
            unit.status = Status::Ready(Some(context.orders));
        }
    }
    next
}

/// The plan of a flight that ends with the landing there.
fn landed_there(
    context: &MoveContext<'_>,
    from: &Progress,
    flight: &Flight,
    heading: Degrees,
    to: Pose,
) -> Option<Plan> {
    let (mut legs, end) = match flight.way {
        FlightWay::Straight(distance) => {
            let (end, moved) = context.mover.shifted(from, Way::Forward, distance)?;
            let leg = Leg::Shift {
                way: Way::Forward,
                inches: length(moved),
            };
            let legs: Vec<Leg> = (moved > GRAIN).then_some(leg).into_iter().collect();
            (moved >= distance - 1e-4).then_some((legs, end))?
        }
        FlightWay::Turn(turn) => {
            let leg = Leg::Turn {
                hand: turn.hand(),
                angle: turn.angle(),
                inches: turn.ruler(),
                backward: false,
            };
            (vec![leg], context.mover.turned(from, turn, false)?)
        }
    };
    if end.pose.heading.turn_to(heading).value().abs() > 0.005 {
        legs.push(Leg::Reform { heading });
    }
    let end = Progress { pose: to, ..end };
    Some(Plan {
        to,
        lands: true,
        ..Plan::of(&context.mover, legs, &end)
    })
}

/// The flights of one leg, straight or a turn, that may end before the side, each of at most so many inches.
fn flights(card: &Card, flush: Pose, (most, turning): (f64, Turning), limit: f64) -> Vec<Flight> {
    let goal = flush.centre;
    // Straight before the middle of the side first, where a leg leads exactly there.
    let steps = (limit * STEPS_TO_INCH).floor() as u32;
    let mut found: Vec<Flight> = (0..=steps)
        .map(|step| shift(flush, Way::Backward, length(f64::from(step) / STEPS_TO_INCH)).centre)
        .filter_map(|centre| flight_to(card, centre, goal, (most, turning)))
        .collect();
    let (_, ahead) = card.own_axes(goal);
    found.extend(
        spread(0.0, most, ahead.value())
            .into_iter()
            .map(|distance| straight(card, distance, goal)),
    );
    for hand in [Hand::Left, Hand::Right] {
        for halves in 1..=HALF_DEGREES {
            let turned = angle(f64::from(halves) / 2.0);
            let least = turning.limit.least_ruler(card.size().width(), turned);
            let Some(longest) = turning.cost.affordable(card, hand, turned, length(most.max(0.0))) else {
                continue;
            };
            let longest = longest.ruler().value();
            if least > longest {
                continue;
            }
            // Along the ruler the middle goes straight on.
            let Ok(first) = Turn::new(hand, turned, length(least)) else {
                continue;
            };
            let (_, on) = card.at(first.end(card)).own_axes(goal);
            let rulers = spread(least, longest, least + on.value());
            found.extend(rulers.into_iter().filter_map(|ruler| {
                let turn = Turn::new(hand, turned, length(ruler)).ok()?;
                turn_flight(card, turn, goal, (most, turning))
            }));
        }
    }
    found
}

/// Distances between two, a step apart, with the one between them that is nearest to the best.
fn spread(least: f64, most: f64, best: f64) -> Vec<f64> {
    if most < least {
        return Vec::new();
    }
    let steps = ((most - least) / STEP).floor() as u32;
    let mut all: Vec<f64> = (0..=steps).map(|step| least + f64::from(step) * STEP).collect();
    all.extend([most, best.clamp(least, most)]);
    all
}

fn straight(card: &Card, distance: f64, goal: Point) -> Flight {
    let centre = shift(card.pose(), Way::Forward, length(distance)).centre;
    Flight {
        way: FlightWay::Straight(distance),
        centre,
        missing: centre.distance(goal).value(),
    }
}

fn turn_flight(card: &Card, turn: Turn, goal: Point, (most, turning): (f64, Turning)) -> Option<Flight> {
    let centre = turn.end(card).centre;
    let flight = Flight {
        way: FlightWay::Turn(turn),
        centre,
        missing: centre.distance(goal).value(),
    };
    turning.allows(card, turn, most).then_some(flight)
}

/// The one leg, straight or a turn, that brings the middle of the card to a point with at most so much distance.
fn flight_to(card: &Card, centre: Point, goal: Point, (most, turning): (f64, Turning)) -> Option<Flight> {
    let (right, ahead) = card.own_axes(centre);
    if right.abs().value() <= TOL.touch.value() && ahead.value() >= -TOL.touch.value() {
        let distance = ahead.value().max(0.0);
        return (distance <= most + GRAIN).then(|| Flight {
            centre,
            ..straight(card, distance, goal)
        });
    }
    let found = [Hand::Left, Hand::Right]
        .into_iter()
        .filter_map(|hand| turn_to(card, hand, centre))
        .filter(|turn| turning.allows(card, *turn, most))
        .min_by(|a, b| a.ruler().cmp(&b.ruler()))?;
    turn_flight(card, found, goal, (most, turning))
}

/// The turn to a hand that brings the middle of a card to a point, if there is one. Rule `BG4-MOVE-13` (pp. 41-42), solved for
/// angle and ruler: from the outside corner the middle lies half the width inward and the ruler less half the depth ahead.
fn turn_to(card: &Card, hand: Hand, centre: Point) -> Option<Turn> {
    let (half, depth) = (
        card.size().width().half().value(),
        card.size().depth().half().value(),
    );
    let (right, ahead) = card.own_axes(centre);
    // In the card's axes, mirrored so that the turn goes to the right; the outside corner is the left one.
    let right = match hand {
        Hand::Right => right.value(),
        Hand::Left => -right.value(),
    };
    let (x, y) = (right + half, ahead.value() - depth);
    // Nearer to the outside corner than the middle itself ever is.
    let square = x * x + y * y - half * half;
    if square < -GRAIN {
        return None;
    }
    let along = square.max(0.0).sqrt();
    let ruler = along + depth;
    let turned = (x.atan2(y) - half.atan2(along)).to_degrees();
    if !(0.0..=90.0).contains(&turned) {
        return None;
    }
    Turn::new(hand, angle(turned), length(ruler)).ok()
}
