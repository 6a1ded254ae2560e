//! The table as it is measured: trays, arcs, lines of sight, ranges, moves, slots and terrain.
//!
//! Everything here is a function of poses and outlines: no state, no event, no refusal. Places are whole thousandths of an
//! inch, headings whole degrees (rules `IF-GEO-01`, `IF-GEO-02`), as the shared geometry of [`hindsight_geometry::mils`]
//! measures them. Read [`Place`], [`Pose`] and [`Tray`] first, then
//! [`Ground`] (what a moving unit meets), then the questions: [`sees`], [`Charging`], [`slot_pose`], [`contact_sides`].

mod arcs;
mod charging;
mod ground;
mod reach;
mod sight;
mod slots;
mod tray;

pub use hindsight_geometry::mils::{CONTACT, Outline, Place, Pose, sin_cos, turned};

pub use self::charging::{ChargePath, Charging, NoContact, first_contact};
pub use self::ground::{Blocked, Ground, Keywords, Piece, STEP, covers_token};
pub use self::reach::{Reach, Turning, farthest, farthest_turning, reachable};
pub use self::sight::{could_see, interrupting, is_in_range, range_to, sees};
pub use self::slots::{Slot, contact_sides, free_slots, slot_is_free, slot_pose};
pub use self::tray::{Side, Tray};

/// Width and depth of the table in thousandths of an inch. Rule `IF-GEO-01`.
pub const TABLE: i32 = 48_000;

#[cfg(test)]
mod tests;
