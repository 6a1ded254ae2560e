//! Range bands and fast targets (pp. 20, 107).

use battleground_geometry::{Inches, Limit};

use crate::editions::Profile;
use crate::field::Field;
use crate::model::state::{Status, Unit};
use crate::procedures::{holding, movement};

/// A range band.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Band {
    /// No modifier.
    Short,
    /// -1 skill.
    Long,
    /// -2 skill.
    Extreme,
}

/// The range band of a distance in an edition, with whether the shooter and the target stand higher. Rules `BG4-MODS-06`,
/// `BG4-MODS-14` (pp. 102, 107), `BG3-MOD-16`, `BG3-MOD-24` (p. 20).
pub(crate) fn band_by(profile: &Profile, distance: Inches, high: (bool, bool)) -> Band {
    let shift = match high {
        (true, _) => profile.height_shift,
        (false, true) => Inches::ZERO - profile.height_shift,
        (false, false) => Inches::ZERO,
    };
    let (short, long) = (Inches::mils(7_000) + shift, Inches::mils(14_000) + shift);
    let within = |limit: Inches| profile.measures.reaches(distance, limit, Limit::Within);
    if within(short) {
        Band::Short
    } else if within(long) {
        Band::Long
    } else {
        Band::Extreme
    }
}

/// Whether a target is Fast Moving: its current Movement Category is 7 inches or more.
///
/// RULING: BG4-MODS-15, a Holding or Disrupted unit counts as slow; every other order is judged by the current MC.
pub(crate) fn is_fast(field: &Field<'_>, target: &Unit) -> bool {
    if field.profile().fast_by_order {
        // RULING: BG3-MOD-21 (p. 20), an unengaged unit whose order, or rout, would move it.
        return !field.state().is_engaged(target.id)
            && field.current_mc(target.id).inches() >= Inches::mils(7_000)
            && (target.status == Status::Routing || movement::would_it_move(field, target.id));
    }
    let stands = target.status == Status::Disrupted || holding::is_holding(field, target);
    !stands && field.current_mc(target.id).inches() >= Inches::mils(7_000)
}
