//! Legs followed only as far as a unit wants to go (pp. 50-52).

use battleground_geometry::{Pose, Turn, shift};

use super::super::mover::{Mover, Progress};
use crate::model::command::Leg;
use crate::procedures::movement::mover::{GRAIN, length};

/// Cuts are made at steps of 0.01 inch. RULING: BG4-ORDMV-02.
const STEPS_TO_INCH: f64 = 100.0;

/// Whether a unit wants to stop at a point of its way.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Here {
    /// It does.
    Stops,
    /// It does not, nor for so many inches more, wherever they lead.
    GoesOn(f64),
}

impl Here {
    /// Whether something has come within reach: as long as it has not, no step brings it nearer than by its own length.
    pub(crate) fn within(reach: f64, distance: f64) -> Self {
        if distance <= reach {
            Self::Stops
        } else {
            Self::GoesOn(distance - reach)
        }
    }

    /// The same where something else must hold too, of which nothing is known a step farther on.
    pub(crate) fn and(self, holds: impl FnOnce() -> bool) -> Self {
        match self {
            Self::Stops if !holds() => Self::GoesOn(0.0),
            Self::Stops | Self::GoesOn(_) => self,
        }
    }

    /// How many steps on it is to be asked next.
    fn next(self) -> u32 {
        match self {
            Self::Stops => 1,
            Self::GoesOn(inches) => ((inches - GRAIN) * STEPS_TO_INCH).max(0.0) as u32 + 1,
        }
    }
}

/// Follows legs only to the first point, in steps of 0.01 inch, at which a unit stops: parts of a leg differ by how far it
/// goes straight on alone. RULING: BG4-ORDMV-02.
pub(crate) fn cut(
    mover: &Mover<'_>,
    from: &Progress,
    legs: &[Leg],
    stop: &dyn Fn(Pose) -> Here,
) -> (Vec<Leg>, Progress) {
    let mut at = *from;
    let mut done: Vec<Leg> = Vec::new();
    if stop(at.pose) == Here::Stops {
        return (done, at);
    }
    for leg in legs {
        let whole = match *leg {
            Leg::Shift { inches, .. } | Leg::Turn { inches, .. } => inches.value(),
            Leg::AboutFace | Leg::Reform { .. } => 0.0,
        };
        let steps = (whole * STEPS_TO_INCH - GRAIN).ceil().max(1.0) as u32;
        let mut next = 1;
        while next <= steps {
            let step = next;
            next += 1;
            let part = if step == steps {
                *leg
            } else {
                shortened(leg, f64::from(step) / STEPS_TO_INCH)
            };
            let pose = match part {
                Leg::Shift { way, inches } => shift(at.pose, way, inches),
                Leg::Turn {
                    hand,
                    angle,
                    inches,
                    backward: false,
                } => match Turn::new(hand, angle, inches) {
                    Ok(turn) => turn.end(&mover.card_at(at.pose)),
                    Err(_) => continue,
                },
                Leg::Turn { .. } | Leg::AboutFace | Leg::Reform { .. } => match mover.step(&at, &part) {
                    Some(end) => end.pose,
                    None => continue,
                },
            };
            if step < steps
                && let goes_on @ Here::GoesOn(_) = stop(pose)
            {
                // The whole leg is looked at in any case.
                next = (step + goes_on.next()).min(steps);
                continue;
            }
            let Some(end) = mover.step(&at, &part) else {
                continue;
            };
            if stop(end.pose) == Here::Stops {
                done.push(part);
                return (done, end);
            }
            if step == steps {
                done.push(part);
                at = end;
            }
        }
    }
    (done, at)
}

fn shortened(leg: &Leg, to: f64) -> Leg {
    match *leg {
        Leg::Shift { way, .. } => Leg::Shift {
            way,
            inches: length(to),
        },
        Leg::Turn {
            hand,
            angle,
            backward,
            ..
        } => Leg::Turn {
            hand,
            angle,
            inches: length(to),
            backward,
        },
        Leg::AboutFace | Leg::Reform { .. } => *leg,
    }
}
