//! Depth of lines through forests between two neighbouring critical angles. Rule `BG4-TERR-14`.

use super::super::area::inside_along;
use super::super::length::GRAIN;
use super::super::plane::circle;
use super::{View, first_hit, turned};

impl View<'_> {
    /// Whether forests between two angles could be deep enough to stop a line at all.
    pub(super) fn may_be_deep(&self, low: f64, high: f64) -> bool {
        self.deep.iter().any(|(limit, parts)| {
            let between = parts.iter().filter(|part| part.low < high && part.high > low);
            between.map(|part| 2.0 * circle(part.corners).1).sum::<f64>() > *limit
        })
    }

    /// Whether one forest alone surely stops all lines between two angles without a critical one in between.
    ///
    /// There a line meets the same straight borders. To where it enters it is never farther than at one of the two angles;
    /// to where it leaves, or to the object, never nearer than at one of them but for the cosine of what is between.
    pub(super) fn is_deep_between(&self, low: f64, high: f64) -> bool {
        let ways = [low, high].map(|angle| turned(self.base, angle));
        let bend = (high - low).cos();
        let reach = || {
            let [one, other] = ways.map(|way| first_hit(self.target, self.eye, way));
            Some(one?.min(other?) * bend)
        };
        if self.deep.is_empty() || bend <= 0.0 {
            return false;
        }
        let Some(reach) = reach() else { return false };
        self.deep.iter().any(|(limit, parts)| {
            let across = parts.iter().filter(|part| part.spans(low) && part.spans(high));
            let depths = across.filter_map(|part| {
                let [one, other] = ways.map(|way| inside_along(part.corners, self.eye, way, GRAIN));
                let (one, other) = (one?, other?);
                let leave = (one.1.min(other.1) * bend).min(reach);
                Some(leave - one.0.max(other.0).max(0.0))
            });
            let enough = limit + self.slack + 1e-6;
            depths.into_iter().any(|depth| depth > enough)
        })
    }

    /// The stretches between two neighbouring critical angles where no forest is too deep.
    pub(super) fn shallow(&self, low: f64, high: f64) -> Vec<(f64, f64)> {
        const STEPS: u32 = 6;
        let excess = |angle: f64| {
            let way = turned(self.base, angle);
            first_hit(self.target, self.eye, way).map_or(f64::INFINITY, |reach| self.excess(angle, reach))
        };
        // Just inside the ends, where the corners themselves do not matter.
        let nudge = (high - low) * 1e-6;
        let at = |step: u32| low + nudge + (high - low - 2.0 * nudge) * f64::from(step) / f64::from(STEPS);
        let mut samples: Vec<(f64, f64)> = (0..=STEPS).map(|step| (at(step), excess(at(step)))).collect();
        // A dip between two samples that are both too deep.
        let dips: Vec<f64> = samples
            .windows(3)
            .filter(|three| three.iter().all(|sample| sample.1 > 0.0))
            .filter(|three| three[1].1 <= three[0].1 && three[1].1 <= three[2].1)
            .filter(|three| {
                three
                    .windows(2)
                    .any(|pair| !self.is_deep_between(pair[0].0, pair[1].0))
            })
            .map(|three| lowest(three[0].0, three[2].0, &excess))
            .collect();
        samples.extend(dips.into_iter().map(|angle| (angle, excess(angle))));
        samples.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut open = Vec::new();
        let mut since = (samples[0].1 <= 0.0).then_some(low);
        for pair in samples.windows(2) {
            let (before, after) = (pair[0], pair[1]);
            match (before.1 <= 0.0, after.1 <= 0.0) {
                (true, false) => {
                    let from = since.take().unwrap_or(before.0);
                    open.push((from, halved(before.0, after.0, &excess)));
                }
                (false, true) => since = Some(halved(after.0, before.0, &excess)),
                (true, true) | (false, false) => {}
            }
        }
        open.extend(since.map(|from| (from, high)));
        open
    }
}

/// The last open angle between an open and a closed one.
fn halved(mut open: f64, mut closed: f64, excess: &impl Fn(f64) -> f64) -> f64 {
    for _ in 0..40 {
        let middle = f64::midpoint(open, closed);
        if excess(middle) <= 0.0 {
            open = middle;
        } else {
            closed = middle;
        }
    }
    open
}

/// The angle of least excess between two others around a dip.
fn lowest(mut low: f64, mut high: f64, excess: &impl Fn(f64) -> f64) -> f64 {
    for _ in 0..40 {
        let third = (high - low) / 3.0;
        if excess(low + third) < excess(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    f64::midpoint(low, high)
}
