//! Fighting units that nobody backs up.

use battleground_geometry::Side;
use hindsight_kernel::{Detector, Suggestion};

use super::rushes::is_unengaged;
use super::{DUBIOUS, cited};
use crate::field::Field;
use crate::model::lasting::is_in_yellow_or_red;
use crate::model::names::UnitId;
use crate::model::rule::Rule;
use crate::model::state::{State, Unit};
use crate::model::words::unit_name;
use crate::players::coach::Watched;
use crate::procedures::backing_up::candidates;
use crate::views::prospects::attacks_of;

pub(super) const NO_BACK_UP: Detector = Detector::new(
    "no_back_up",
    "No back-up",
    DUBIOUS,
    "An engaged unit In the Yellow or In the Red that nobody backed up routs or dies, although a friend that fought nobody and had nobody \
     to attack stood within one move of its rear at the end of the own Movement and Command Phase.",
    &[cited(Rule::Eng06), cited(Rule::Eng07)],
)
.of_a_missed_option();

/// Whether a unit fights nobody and has nothing to attack or cast in the Combat Phase that follows, weapons or not.
fn is_idle(state: &State, unit: &Unit) -> bool {
    is_unengaged(state, unit) && attacks_of(state, unit.id).is_none_or(|choices| choices.attacks.is_empty())
}

/// Told when the unit routs, or is destroyed without having routed. `moved` is the position at the end of the last own Movement and
/// Command Phase.
///
/// An observation without a better choice, for what the line loses by a gap has no odds. A unit that routs with boxes left counts as one
/// that dies: either leaves the gap that a back-up would have filled, and the boxes stand beside it.
// RULING: whoever leaves a fight leaves a gap; one move is measured straight from the friend's front to the rear.
pub(super) fn no_back_up(seen: &Watched<'_>, unit: UnitId, moved: Option<&State>) -> Option<Suggestion> {
    let then = moved.filter(|then| then.turn + 1 >= seen.before.turn)?;
    let there = then.unit(unit)?;
    let weak = then.is_engaged(unit) && is_in_yellow_or_red(then, there);
    if !weak || !candidates(then, there).is_empty() {
        return None;
    }
    let field = Field::of(then);
    let body = field.body(unit)?;
    let (friend, distance) = then
        .own(unit.seat())
        .filter(|friend| friend.id != unit && !friend.airborne && is_idle(then, friend))
        .filter_map(|friend| {
            let eye = field.card(friend.id)?.front_centre();
            let distance = eye.distance(body.target_point(Side::Rear, eye));
            (distance <= field.current_mc(friend.id).inches()).then_some((friend.id, distance))
        })
        .min_by_key(|(_, distance)| *distance)?;
    Some(NO_BACK_UP.found(
        seen.version,
        unit.seat(),
        Some(&unit),
        format!(
            "{} is lost to the line; {} stood idle within one move of its rear and did not back it up.",
            unit_name(then, unit),
            unit_name(then, friend),
        ),
        &[
            ("inches of the friend to its rear", distance.value()),
            (
                "inches the friend moves",
                field.current_mc(friend).inches().value(),
            ),
            ("boxes it had left", f64::from(then.boxes_left(there))),
        ],
    ))
}
