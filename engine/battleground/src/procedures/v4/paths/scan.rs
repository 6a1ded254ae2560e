//! One lead of a detour, followed until the path is open: straight along a line, or by a turn. RULING: BG4-PATH-07.

use battleground_geometry::{Degrees, Hand, Inches, Paths, Point, Pose, Turn, Way, about_face, reform};

use super::detours::Lead;
use crate::model::agenda::Around;
use crate::model::command::Leg;
use crate::procedures::movement::mover::{GRAIN, Mover, Progress, is_opposite, length};

/// Detours are measured in steps of 0.01 inch. RULING: BG4-PATH-07.
const STEPS_TO_INCH: f64 = 100.0;

/// No unit moves farther over the edge of the table: that is ten times the tolerance. Rule `BG4-MOVE-20` (p. 43).
const OVER_THE_EDGE: Inches = Inches::mils(100);

/// What is found along one lead.
pub(super) enum Scan {
    /// The path opens after these legs, at this distance, to this point.
    Opened(Vec<Leg>, Progress, f64, Point),
    /// It stays closed as far as the lead goes.
    Closed(Rest),
    /// The lead cannot be followed, or not as near as another one of its kind.
    Nothing,
}

/// A lead followed as far as it goes.
pub(super) enum Rest {
    /// These legs, which end there.
    Known(Vec<Leg>, Progress),
    /// This turn, if it can be made, and where it ends.
    Turn(Leg, Pose),
}

/// Whether a lead that goes along a line surely opens no path, though it went on for so many inches or to the edge of the
/// table: nothing that is met on its way would change that.
pub(super) fn stays_closed(
    mover: &Mover<'_>,
    paths: &mut Paths<'_>,
    from: Pose,
    lead: Lead,
    farthest: f64,
) -> bool {
    let pose = match lead.around {
        Around::Turn(_) => return false,
        Around::AboutFace => about_face(from),
        Around::Reform(hand) => reform(from, reformed_to(from, hand, lead.by)),
        Around::Straight | Around::Sideways(_) | Around::Backward => from,
    };
    let front = mover.card_at(pose).front_centre();
    let along = heading_along(pose, way_of(lead.around));
    let to_edge = mover.table().distance_beyond_edge(front, along, OVER_THE_EDGE);
    paths.stays_closed(front, along, length(farthest).min(to_edge))
}

/// The heading to which a lead reforms.
fn reformed_to(pose: Pose, hand: Hand, by: Degrees) -> Degrees {
    let by = match hand {
        Hand::Left => -by,
        Hand::Right => by,
    };
    (pose.heading + by).heading()
}

/// How a lead goes along its line.
const fn way_of(around: Around) -> Way {
    match around {
        Around::Sideways(Hand::Left) => Way::Left,
        Around::Sideways(Hand::Right) => Way::Right,
        Around::Backward => Way::Backward,
        Around::Straight | Around::Turn(_) | Around::AboutFace | Around::Reform(_) => Way::Forward,
    }
}

/// The heading in which a card at a pose shifts.
fn heading_along(pose: Pose, way: Way) -> Degrees {
    match way {
        Way::Forward => pose.heading,
        Way::Backward => pose.heading + Degrees::HALF,
        Way::Left => pose.heading - Degrees::QUARTER,
        Way::Right => pose.heading + Degrees::QUARTER,
    }
}

/// Some legs, then a line: the least distance along it after which the path is open, and the whole of it. In later turns
/// an about face or reform is done already and the unit goes straight on.
pub(super) fn scan_line(
    mover: &Mover<'_>,
    paths: &mut Paths<'_>,
    from: &Progress,
    lead: Lead,
    first: bool,
    below: f64,
) -> Scan {
    let prepared = match lead.around {
        Around::AboutFace if first => mover.about_faced(from).map(|at| (vec![Leg::AboutFace], at)),
        Around::Reform(hand) if first => {
            let heading = reformed_to(from.pose, hand, lead.by);
            (!is_opposite(from.pose.heading, heading))
                .then(|| mover.reformed(from, heading))
                .flatten()
                .map(|at| (vec![Leg::Reform { heading }], at))
        }
        Around::Straight
        | Around::Turn(_)
        | Around::Sideways(_)
        | Around::AboutFace
        | Around::Reform(_)
        | Around::Backward => Some((Vec::new(), *from)),
    };
    let Some((before, at)) = prepared else {
        return Scan::Nothing;
    };
    let way = way_of(lead.around);
    let Some((far, most)) = mover.shifted(&at, way, f64::from(u16::MAX)) else {
        return Scan::Nothing;
    };
    let along = heading_along(at.pose, way);
    let front = mover.card_at(at.pose).front_centre();
    let with = |distance: f64| {
        let mut legs = before.clone();
        if distance > GRAIN {
            legs.push(Leg::Shift {
                way,
                inches: length(distance),
            });
        }
        legs
    };
    let steps = (most * STEPS_TO_INCH - GRAIN).ceil().max(0.0) as u32;
    let by = |step: u32| (f64::from(step) / STEPS_TO_INCH).min(most);
    let last = last_below(below, steps, by);
    let mut next = u32::from(before.is_empty());
    while let Some((step, point)) = paths.first_open(front, along, |step| length(by(step)), next..=last) {
        let distance = by(step);
        if let Some((end, moved)) = mover.shifted(&at, way, distance)
            && moved + 1e-4 >= distance
        {
            return Scan::Opened(with(distance), end, distance, point);
        }
        next = step + 1;
    }
    if most < 1e-3 && before.is_empty() {
        Scan::Nothing
    } else {
        Scan::Closed(Rest::Known(with(most), far))
    }
}

/// A turn by an angle: the least ruler after which the path is open, and the longest.
pub(super) fn scan_turn(
    mover: &Mover<'_>,
    paths: &mut Paths<'_>,
    from: &Progress,
    hand: Hand,
    by: Degrees,
    below: f64,
) -> Scan {
    let card = mover.card_at(from.pose);
    let Some(most) = Turn::affordable(&card, hand, by, length(mover.left(from))) else {
        return Scan::Nothing;
    };
    let least = mover.turn_limit().least_ruler(card.size().width(), by);
    let most = most.ruler().value();
    // Where every ruler is known to be blocked, neither a turn nor the whole of it succeeds.
    if mover
        .blocked_rulers(from, hand, by, length(least))
        .is_some_and(|(_, high)| high >= most)
    {
        return Scan::Nothing;
    }
    let Ok(pivot) = Turn::new(hand, by, length(0.0)) else {
        return Scan::Nothing;
    };
    let pose = pivot.end(&card);
    let front = card.at(pose).front_centre();
    let leg = |ruler: f64| Leg::Turn {
        hand,
        angle: by,
        inches: length(ruler),
        backward: false,
    };
    let first = (least * STEPS_TO_INCH - GRAIN).ceil().max(1.0) as u32;
    let final_step = (most * STEPS_TO_INCH + GRAIN).floor() as u32;
    let along = |step: u32| f64::from(step) / STEPS_TO_INCH;
    let last = last_below(below, final_step, along);
    let mut next = first;
    while let Some((step, point)) =
        paths.first_open(front, pose.heading, |step| length(along(step)), next..=last)
    {
        if let Some(end) = mover.step(from, &leg(along(step))) {
            return Scan::Opened(vec![leg(along(step))], end, along(step), point);
        }
        // What stands in the way of this turn stands in that of the next ones too.
        let stopped = mover.blocked_rulers(from, hand, by, length(along(step)));
        next = stopped
            .map_or(step, |(_, high)| (high * STEPS_TO_INCH - GRAIN) as u32)
            .max(step)
            + 1;
    }
    if last < final_step || final_step < first {
        return Scan::Nothing;
    }
    match Turn::new(hand, by, length(most)) {
        Ok(whole) => Scan::Closed(Rest::Turn(leg(most), whole.end(&card))),
        Err(_) => Scan::Nothing,
    }
}

/// The last step, up to `last`, that leads less far than another detour of the same kind; 0 if none does.
fn last_below(below: f64, last: u32, by: impl Fn(u32) -> f64) -> u32 {
    let near = (below * STEPS_TO_INCH).ceil().min(f64::from(last)) as u32;
    (1..=near)
        .rev()
        .find(|step| by(*step) < below - GRAIN)
        .unwrap_or(0)
}
