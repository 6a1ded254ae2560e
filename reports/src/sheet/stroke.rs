//! Lines as areas: strips along smooth runs, joined round at corners, or cut into dashes.

use super::cover::Cover;
use super::{Dot, Pen};

/// The direction of a stretch, one long, and its length.
type Course = (Dot, f32);

fn course(from: Dot, to: Dot) -> Course {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = (dx * dx + dy * dy).sqrt();
    ((dx / length, dy / length), length)
}

/// How two stretches meet.
enum Joint {
    /// So gently that their edges meet: how far from the corner they do.
    Smooth(Dot),
    /// At a corner.
    Corner,
}

fn joint((one, first): Course, (two, second): Course, half: f32) -> Joint {
    let dot = one.0 * two.0 + one.1 * two.1;
    if dot > 0.5 {
        let (x, y) = (-one.1 - two.1, one.0 + two.0);
        let grow = half / (1.0 + dot);
        // On the inner side the edges must still meet before the stretches end.
        let bend = half * (one.0 * two.1 - one.1 * two.0).abs() / (1.0 + dot);
        if bend * 2.0 <= first.min(second) {
            return Joint::Smooth((x * grow, y * grow));
        }
    }
    Joint::Corner
}

/// Outlines a line whose dots lie apart; a closed one ends where it began.
pub(super) fn stroke(cover: &mut Cover<'_>, dots: &[Dot], pen: Pen) {
    let half = pen.width / 2.0;
    if let Some((on, off)) = pen.dash
        && on + off > 0.5
    {
        dashes(dots, on, off, |from, to| cover.bar(from, to, half));
        return;
    }
    let count = dots.len();
    if count < 2 {
        return;
    }
    let square = |(ahead, _): Course| (-ahead.1 * half, ahead.0 * half);
    let mut this = course(dots[0], dots[1]);
    let last = course(dots[count - 2], dots[count - 1]);
    // Where the strip begins beside its first dot.
    let closing = if pen.closed && count > 2 {
        Some(joint(last, this, half))
    } else {
        None
    };
    let mut side = match closing {
        Some(Joint::Smooth(side)) => side,
        Some(Joint::Corner) | None => {
            let side = square(this);
            cap(cover, dots[0], side);
            side
        }
    };
    for place in 0..count - 1 {
        let (from, to) = (dots[place], dots[place + 1]);
        let (next, meeting) = if place + 2 < count {
            let next = course(to, dots[place + 2]);
            (Some(next), Some(joint(this, next, half)))
        } else if pen.closed && count > 2 {
            let next = course(dots[0], dots[1]);
            (Some(next), Some(joint(this, next, half)))
        } else {
            (None, None)
        };
        let (end, start) = match (&meeting, next) {
            (Some(Joint::Smooth(side)), _) => (*side, *side),
            (_, Some(next)) => {
                corner(cover, to, this, next, half);
                (square(this), square(next))
            }
            (_, None) => (square(this), (0.0, 0.0)),
        };
        cover.edge((from.0 - side.0, from.1 - side.1), (to.0 - end.0, to.1 - end.1));
        cover.edge((to.0 + end.0, to.1 + end.1), (from.0 + side.0, from.1 + side.1));
        if !matches!(meeting, Some(Joint::Smooth(_))) {
            cap(cover, to, (-end.0, -end.1));
            if place + 2 < count {
                cap(cover, to, start);
            }
        }
        side = start;
        this = next.unwrap_or(this);
    }
}

/// The edge across a strip's beginning; with the sides exchanged across its end.
fn cap(cover: &mut Cover<'_>, at: Dot, side: Dot) {
    cover.edge((at.0 + side.0, at.1 + side.1), (at.0 - side.0, at.1 - side.1));
}

/// The wedge between two strips on the outer side of a corner, rounded.
fn corner(cover: &mut Cover<'_>, at: Dot, (one, _): Course, (two, _): Course, half: f32) {
    let (dot, cross) = (one.0 * two.0 + one.1 * two.1, one.0 * two.1 - one.1 * two.0);
    if half < 0.35 || cover.misses(at.1 - half, at.1 + half) {
        return;
    }
    let angle = cross.atan2(dot);
    let steps = (angle.abs() * (1.0 + half.sqrt())).ceil().clamp(1.0, 24.0);
    let outer = if cross > 0.0 { -half } else { half };
    let from = (-one.1 * outer, one.0 * outer);
    let turned = |step: f32| {
        let (sin, cos) = (angle * step / steps).sin_cos();
        (
            at.0 + from.0 * cos - from.1 * sin,
            at.1 + from.0 * sin + from.1 * cos,
        )
    };
    // The strips run clockwise on the sheet; so must the wedge.
    let mut before = at;
    for step in 0..=steps as u32 {
        let step = step as f32;
        let dot = turned(if cross > 0.0 { step } else { steps - step });
        cover.edge(before, dot);
        before = dot;
    }
    cover.edge(before, at);
}

/// Cuts a line into dashes, at most some thousands of them.
fn dashes(dots: &[Dot], on: f32, off: f32, mut dash: impl FnMut(Dot, Dot)) {
    let (mut left, mut drawing, mut budget) = (on, true, 4_000);
    for pair in dots.windows(2) {
        let (mut from, to) = (pair[0], pair[1]);
        let ((ux, uy), mut length) = course(from, to);
        if length < 1e-6 {
            continue;
        }
        while length > 0.0 && budget > 0 {
            budget -= 1;
            let step = left.min(length);
            let next = (from.0 + ux * step, from.1 + uy * step);
            if drawing {
                dash(from, next);
            }
            from = next;
            length -= step;
            left -= step;
            if left <= 1e-4 {
                drawing = !drawing;
                left = if drawing { on } else { off };
            }
        }
    }
}
