//! Slots of a side, the pose of a unit aligned to one, and contact sides. Rules `IF-ENG-02` to `IF-ENG-07`, `IF-CHG-06`.

use hindsight_geometry::mils::{CONTACT, GRAIN, Place, Pose, sin_cos, turned};

use super::ground::Ground;
use super::tray::{Side, Tray};
use crate::cards::{TraySize, words};

words! {
    /// Where a unit stands along the side of an enemy, as it looks at the enemy. Rule `IF-ENG-03`.
    pub enum Slot {
        /// The middle of its side on the middle of the enemy's side.
        Centre,
        /// It covers the half to its left.
        Left,
        /// It covers the half to its right.
        Right,
    }
}

impl Slot {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Centre, Self::Left, Self::Right];

    /// The name for people.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Centre => "centre",
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

/// The pose of a tray of a size when it is aligned with its own side to a side of an enemy. Rule `IF-ENG-03`.
///
/// RULING (`IF-ENG-03`): for trays of unequal width the end of the attacker's side lies on the middle of the defender's.
pub fn slot_pose(defender: &Tray, side: Side, slot: Slot, tray_size: TraySize, own_side: Side) -> Pose {
    let outward = defender.side_heading(side);
    let own = Tray::new(Pose::new(0, 0, 0), tray_size);
    // The own contact side looks at the enemy.
    let looking = turned(outward, 180);
    let away = defender.side_offset(side) + own.side_offset(own_side);
    let half = f64::from(own.side_length(own_side)) / 2.0;
    let aside = match slot {
        Slot::Centre => 0.0,
        Slot::Left => -half,
        Slot::Right => half,
    };
    let (out, right) = (sin_cos(outward), sin_cos(turned(looking, 90)));
    let along =
        |centre: i32, out: f64, right: f64| (f64::from(centre) + away * out + aside * right).round() as i32;
    Pose {
        x: along(defender.pose.x, out.0, right.0),
        y: along(defender.pose.y, out.1, right.1),
        heading: turned(looking, -own_side.turn()),
    }
}

/// Whether a tray standing in a slot overlaps nothing and is on the table. Rule `IF-ENG-03`. `ground` holds everything but
/// the unit itself.
pub fn slot_is_free(tray: &Tray, ground: &Ground) -> bool {
    ground.set_down(tray).is_ok()
}

/// The free slots of a side, with the poses in them. Rules `IF-ENG-03`, `IF-ENG-04`, `IF-CHG-06`.
pub fn free_slots(
    defender: &Tray,
    side: Side,
    tray_size: TraySize,
    own_side: Side,
    ground: &Ground,
) -> Vec<(Slot, Pose)> {
    Slot::ALL
        .into_iter()
        .map(|slot| (slot, slot_pose(defender, side, slot, tray_size, own_side)))
        .filter(|(_, pose)| slot_is_free(&Tray::new(*pose, tray_size), ground))
        .collect()
}

/// The sides with which two trays are in contact along a stretch of more than 0.01": the first tray's, then the other's.
/// Rules `IF-ENG-02`, `IF-ENG-07`.
pub fn contact_sides(one: &Tray, other: &Tray) -> Option<(Side, Side)> {
    const STRETCH: f64 = 10.0;
    // Trays at other angles meet in a corner alone.
    if (i32::from(one.pose.heading) - i32::from(other.pose.heading)).rem_euclid(90) != 0
        || !one.outline().touches(&other.outline())
    {
        return None;
    }
    let pairs = Side::ALL
        .into_iter()
        .flat_map(|mine| Side::ALL.map(|theirs| (mine, theirs)));
    pairs
        .map(|(mine, theirs)| (mine, theirs, contact_length(one, mine, other, theirs)))
        .filter(|(_, _, length)| *length > STRETCH + GRAIN)
        .max_by(|a, b| a.2.total_cmp(&b.2))
        .map(|(mine, theirs, _)| (mine, theirs))
}

/// How long two sides that look at each other lie upon each other, in thousandths of an inch.
fn contact_length(one: &Tray, mine: Side, other: &Tray, theirs: Side) -> f64 {
    let outward = one.side_heading(mine);
    if outward != turned(other.side_heading(theirs), 180) {
        return 0.0;
    }
    let (out, along) = (sin_cos(outward), sin_cos(turned(outward, 90)));
    let at = |place: Place, way: (f64, f64)| f64::from(place.x) * way.0 + f64::from(place.y) * way.1;
    let (a, b) = (one.side_ends(mine), other.side_ends(theirs));
    // Rounded corners lie up to a thousandth of an inch off.
    if (at(a.0, out) - at(b.0, out)).abs() > CONTACT + 1.0 {
        return 0.0;
    }
    let stretch = |ends: (Place, Place)| {
        let (from, to) = (at(ends.0, along), at(ends.1, along));
        (from.min(to), from.max(to))
    };
    let (a, b) = (stretch(a), stretch(b));
    a.1.min(b.1) - a.0.max(b.0)
}
