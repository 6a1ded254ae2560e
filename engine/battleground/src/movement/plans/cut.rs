//! Legs followed only as far as a unit wants to go (pp. 50-52).

use hindsight_geometry::inches::{Pose, Turn, shift};

use super::super::mover::{GRAIN, Mover, Progress, length};
use crate::command::Leg;

/// Follows legs only to the first point, in steps of 0.01 inch, at which `stop` holds. RULING: BG4-ORDMV-02.
pub(crate) fn cut(
    mover: &Mover<'_>,
    from: &Progress,
    legs: &[Leg],
    stop: &dyn Fn(Pose) -> bool,
) -> (Vec<Leg>, Progress) {
    const STEPS_TO_INCH: f64 = 100.0;
    let mut at = *from;
    let mut done: Vec<Leg> = Vec::new();
    if stop(at.pose) {
        return (done, at);
    }
    for leg in legs {
        let whole = match *leg {
            Leg::Shift { inches, .. } | Leg::Turn { inches, .. } => inches.value(),
            Leg::AboutFace | Leg::Reform { .. } => 0.0,
        };
        let steps = (whole * STEPS_TO_INCH - GRAIN).ceil().max(1.0) as u32;
        for step in 1..=steps {
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
            if step < steps && !stop(pose) {
                continue;
            }
            let Some(end) = mover.step(&at, &part) else {
                continue;
            };
            if stop(end.pose) {
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
