//! The way of a charge: where it makes contact, what it crosses, where it ends when it falls short. Rules `IF-CHG-03` to
//! `IF-CHG-07`.

use hindsight_geometry::mils::{Outline, Place, Pose, turned};

use super::TABLE;
use super::ground::{Ground, STEP};
use super::tray::Tray;
use crate::cards::Keyword;

/// Why a charge straight ahead makes no contact. Rules `IF-CHG-01`, `IF-CHG-03`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoContact {
    /// The pivot would end on another tray or Impassable terrain.
    #[error("the pivot may not end overlapping another tray or Impassable terrain")]
    Pivot,
    /// Straight ahead the target is never touched, or farther than any charge goes.
    #[error("straight ahead in this heading the charger does not touch the target")]
    Missed,
    /// Another enemy is touched first.
    #[error("another enemy is touched before the target")]
    OtherEnemy,
    /// Impassable terrain is touched first.
    #[error("Impassable terrain is touched before the target")]
    Impassable,
    /// At contact a corner of the charger lies beyond the table edge. Rule `IF-MOVE-06`.
    #[error("the charger would touch the target with a corner off the table")]
    OffTable,
}

/// A charge that is measured: a charger, its target, everything else.
#[derive(Debug, Clone, Copy)]
pub struct Charging<'g> {
    /// The charger before its pivot.
    pub charger: Tray,
    /// The target.
    pub target: Tray,
    /// Friends, enemies other than the target, terrain.
    pub others: &'g Ground,
}

/// The way of a charge from its pivot to contact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChargePath {
    /// Where the pivot leaves the charger.
    pub start: Pose,
    /// The distance to contact in thousandths of an inch: a multiple of [`STEP`]. Rule `IF-CHG-05`.
    pub contact: i32,
    /// The places, in the ground's pieces, of what lies on the path from the pivot to contact. Rule `IF-CHG-04`.
    pub pieces: Vec<usize>,
    /// How much shorter Rough pieces on the path make the charge, in thousandths of an inch. Rule `IF-CHG-04`.
    pub rough: i32,
}

/// The farthest that anything is looked for straight ahead, in thousandths of an inch.
const FARTHEST: i32 = 40_000;

/// The distance in thousandths of an inch, a multiple of [`STEP`], after which a tray moving in a direction first comes
/// into contact with an outline, if it does within `most`. Rules `IF-GEO-04`, `IF-CHG-05`.
pub fn first_contact(tray: &Tray, direction: u16, outline: &Outline, most: i32) -> Option<i32> {
    let steps = most / STEP;
    let at = |step: i32| tray.moved(direction, step * STEP).outline();
    if !tray
        .swept(tray.pose.moved(direction, steps * STEP))
        .touches(outline)
    {
        return None;
    }
    // The distance between two convex outlines falls and then rises along a straight line.
    let distance = |step: i32| at(step).distance(outline);
    let (mut low, mut high) = (0, steps);
    let mut touching = None;
    while high - low > 2 && touching.is_none() {
        let (one, other) = (low + (high - low) / 3, high - (high - low) / 3);
        let (a, b) = (distance(one), distance(other));
        if a <= 4.0 {
            touching = Some(one);
        } else if b <= 4.0 {
            touching = Some(other);
        } else if a < b {
            high = other;
        } else {
            low = one;
        }
    }
    let touches = |step: i32| at(step).touches(outline);
    let mut last = match touching {
        Some(step) => step,
        // A grazing touch: rounding to thousandths may move the lowest step by a few.
        None => ((low - 8).max(0)..=(high + 8).min(steps)).find(|&step| touches(step))?,
    };
    let mut first = 0;
    while first < last {
        let middle = first + (last - first) / 2;
        if touches(middle) {
            last = middle;
        } else {
            first = middle + 1;
        }
    }
    while last > 0 && (1..=3.min(last)).any(|back| touches(last - back)) {
        last = (1..=3.min(last))
            .filter(|back| touches(last - back))
            .max()
            .map_or(last, |back| last - back);
    }
    Some(last * STEP)
}

impl Charging<'_> {
    /// The way of the charge in a heading, whatever distance is rolled. Rules `IF-CHG-03`, `IF-CHG-04`, `IF-MOVE-06`.
    ///
    /// RULING (`IF-CHG-03`): what the charger already touches where its pivot ends is met only if the move overlaps it;
    /// otherwise a unit beside a palisade could not charge along it.
    ///
    /// # Errors
    /// Why it does not touch the target first.
    pub fn path(&self, heading: u16) -> Result<ChargePath, NoContact> {
        let start = self.charger.pivoted(heading);
        if self.others.pivot(&start).is_err() || start.outline().overlaps(&self.target.outline()) {
            return Err(NoContact::Pivot);
        }
        let most = self.farthest_worth_looking();
        let Some(contact) = first_contact(&start, heading, &self.target.outline(), most) else {
            return Err(NoContact::Missed);
        };
        let end = start.moved(heading, contact);
        let before = |outline: &Outline| is_met_before(&start, heading, outline, contact);
        if self.others.enemies.iter().any(before) {
            return Err(NoContact::OtherEnemy);
        }
        if self.others.impassable_outlines().iter().any(before) {
            return Err(NoContact::Impassable);
        }
        // Where the pivot alone makes contact no straight move ends, and a pivot may leave a corner off the table.
        if contact > 0 && !end.outline().lies_on(TABLE, TABLE) {
            return Err(NoContact::OffTable);
        }
        let pieces = self.others.pieces_moved_through(&start, end.pose.centre());
        let rough = pieces
            .iter()
            .filter(|&&at| self.others.pieces[at].keywords.has(Keyword::Rough))
            .count();
        Ok(ChargePath {
            start: start.pose,
            contact,
            pieces,
            rough: 1_000 * rough as i32,
        })
    }

    /// No charge goes farther than to the far side of its target.
    fn farthest_worth_looking(&self) -> i32 {
        let apart = self.charger.pose.centre().distance(self.target.pose.centre());
        ((apart + self.target.radius()) as i32 / STEP * STEP + STEP).min(FARTHEST)
    }

    /// The end of a charge that falls short: its full distance ahead, or the last position before that
    /// overlaps no tray and lies wholly on the table; where the pivot left it if there is none. It never goes
    /// on behind its target, another enemy or Impassable terrain. Rules `IF-CHG-07`, `IF-MOVE-02`,
    /// `IF-TERR-10`.
    pub fn falls_short(&self, start: Pose, distance: i32) -> Pose {
        let target = self.target.outline();
        let charger = self.charger.at(start);
        let heading = start.heading;
        let impassable = self.others.impassable_outlines();
        let at_most = std::iter::once(&target)
            .chain(self.others.enemies.iter())
            .chain(impassable.iter())
            .filter(|outline| is_met_before(&charger, heading, outline, distance + STEP))
            .filter_map(|outline| first_contact(&charger, heading, outline, distance))
            .min()
            .unwrap_or(distance);
        let mut step = at_most / STEP;
        while step > 0 {
            let there = self.charger.at(start.forward(step * STEP));
            let outline = there.outline();
            let clear = outline.lies_on(TABLE, TABLE)
                && !outline.overlaps(&target)
                && !self.others.trays().any(|tray| outline.overlaps(tray));
            if clear {
                return there.pose;
            }
            step -= 1;
        }
        start
    }

    /// The headings, in whole degrees, in which a charge of at most so far touches the target first. Rule `IF-CHG-03`.
    pub fn headings(&self, most: i32) -> Vec<(u16, ChargePath)> {
        let bearing = self.charger.pose.centre().bearing(self.target.pose.centre());
        let apart = self.charger.pose.centre().distance(self.target.pose.centre());
        // Both trays lie within circles around their middles: no other heading can touch.
        let reach = (self.charger.radius() + self.target.radius()) / apart.max(1.0);
        let half = if reach >= 1.0 {
            180
        } else {
            reach.asin().to_degrees().ceil() as i32
        };
        (-half..=half)
            .map(|off| turned(bearing, off))
            .filter_map(|heading| {
                // ERR: a heading on which no contact is made is none of those that lead there.
                let path = self.path(heading).ok()?;
                (path.contact + path.rough <= most).then_some((heading, path))
            })
            .collect()
    }
}

impl ChargePath {
    /// The centre of the charger at contact.
    pub fn end(&self) -> Place {
        self.start.forward(self.contact).centre()
    }

    /// The least die face with which a charge of this path succeeds: more than 6 for none. Rules `IF-CHG-04`,
    /// `IF-CHG-05`. `modifier` is in inches.
    pub fn needed(&self, speed: u8, modifier: i32) -> i32 {
        let missing = self.contact + self.rough - 1_000 * (i32::from(speed) + modifier);
        (missing + 999).div_euclid(1_000).max(1)
    }
}

/// Whether something is touched earlier than the contact with the target.
fn is_met_before(start: &Tray, heading: u16, outline: &Outline, contact: i32) -> bool {
    if contact < STEP {
        return false;
    }
    let before = start.pose.moved(heading, contact - STEP);
    if start.outline().touches(outline) {
        return start.swept(before).overlaps(outline);
    }
    start.swept(before).touches(outline) && first_contact(start, heading, outline, contact - STEP).is_some()
}
