//! The table as it is measured: trays, arcs, lines of sight, ranges, moves, slots and terrain.
//!
//! Everything here is a function of poses and outlines: no state, no event, no refusal. Places are whole thousandths of an
//! inch, headings whole degrees (rules `IF-GEO-01`, `IF-GEO-02`). Read [`Place`], [`Pose`] and [`Tray`] first, then
//! [`Ground`] (what a moving unit meets), then the questions: [`sees`], [`Charging`], [`slot_pose`], [`contact_sides`].

mod arcs;
mod charging;
mod convex;
mod ground;
mod place;
mod reach;
mod sight;
mod slots;
mod tray;

pub use self::charging::{ChargePath, Charging, NoContact, first_contact};
pub use self::convex::{CONTACT, Outline};
pub use self::ground::{Blocked, Ground, Keywords, Piece, STEP, covers_token};
pub use self::place::{Place, Pose, TABLE, sin_cos, turned};
pub use self::reach::{Reach, farthest, reachable};
pub use self::sight::{interrupting, is_in_range, range_to, sees};
pub use self::slots::{Slot, contact_sides, free_slots, slot_is_free, slot_pose};
pub use self::tray::{Side, Tray};

#[cfg(test)]
mod tests;
