//! Mistakes of where units stand: flanks that are offered, friends that stand too far behind.

use battleground_geometry::{Inches, Limit, Side, contact_length, gap};
use hindsight_kernel::{Detector, Suggestion};

use super::{DUBIOUS, MISTAKE, Watched, cited, is_on, wounds_if_rushed};
use crate::field::{Field, Purpose, TOL};
use crate::model::names::{UnitId, side_name};
use crate::model::orders::Order;
use crate::model::rule::Rule;
use crate::model::state::{Cause, State, Status};
use crate::model::words::unit_name;

pub(super) const FLANK_OFFERED: Detector = Detector::new(
    "flank_offered",
    "Flank offered",
    MISTAKE,
    "At the end of an own Movement & Command Phase an unengaged unit lies so that a Ready enemy on Close sees it and has an \
     Open Path to its flank or rear within its Movement Category, and had not when the phase began.",
    &[
        cited(Rule::Geo10),
        cited(Rule::Geo17),
        cited(Rule::Rush04),
        cited(Rule::Mods09),
    ],
);

/// The worst of each unit: where it would take the most wounds more than on its front. A Routing unit lies as its rout left it.
pub(super) fn flanks_offered(seen: &Watched<'_>, opening: &State) -> Vec<Suggestion> {
    let state = seen.before;
    let Some(seat) = state.active else {
        return Vec::new();
    };
    let (field, then) = (Field::of(state), Field::of(opening));
    let mut found = Vec::new();
    for unit in state
        .own(seat)
        .filter(|unit| !state.is_engaged(unit.id) && !unit.airborne && unit.status != Status::Routing)
    {
        let worst = state
            .enemies_of(seat)
            .filter_map(|enemy| {
                let (side, distance) = threat(&field, enemy.id, unit.id)?;
                if threat(&then, enemy.id, unit.id).is_some() {
                    return None;
                }
                let there = wounds_if_rushed(state, enemy.id, unit.id, side);
                let front = wounds_if_rushed(state, enemy.id, unit.id, Side::Front);
                Some((enemy.id, side, distance, there, front))
            })
            .max_by(|one, other| (one.3 - one.4).total_cmp(&(other.3 - other.4)));
        if let Some((enemy, side, distance, there, front)) = worst {
            found.push(FLANK_OFFERED.found(
                seen.version,
                seat,
                Some(&unit.id),
                format!(
                    "{} now sees {} and has an Open Path to its {}; when the phase began it had not both.",
                    unit_name(state, enemy),
                    unit_name(state, unit.id),
                    side_name(side),
                ),
                &[
                    ("inches to that side", distance.value()),
                    ("inches the enemy moves", field.current_mc(enemy).inches().value()),
                    ("expected wounds there", there),
                    ("expected wounds on the front", front),
                ],
            ));
        }
    }
    found
}

/// The flank or rear of a unit that a Ready, unengaged enemy on Close sees and could reach, and how far it is.
fn threat(field: &Field<'_>, enemy: UnitId, unit: UnitId) -> Option<(Side, Inches)> {
    let state = field.state();
    let there = state.unit(enemy)?;
    if !is_on(there, Order::Close)
        || there.airborne
        || state.is_engaged(enemy)
        || !field.is_visible(enemy, unit, Purpose::Move)
    {
        return None;
    }
    let reach = field.current_mc(enemy).inches();
    field
        .possible_sides(enemy, unit)
        .into_iter()
        .filter(|side| *side != Side::Front)
        .find_map(|side| {
            let (point, distance) = field.to_side(enemy, unit, side)?;
            let open = TOL.reaches(distance, reach, Limit::Within)
                && field
                    .open_path(enemy, Some((unit, side)), point, Purpose::Move)
                    .is_open();
            open.then_some((side, distance))
        })
}

pub(super) const BACKING_UP_NEGLECTED: Detector = Detector::new(
    "backing_up_neglected",
    "Backing up neglected",
    DUBIOUS,
    "A unit on Close or Hold is destroyed in combat while a Ready friend on Close lies within 1.25 inches behind its rear \
     without the contact of 1.25 inches that would have made it a Back Up Unit.",
    &[cited(Rule::Eng06), cited(Rule::Eng07), cited(Rule::Eng09)],
)
.of_a_missed_option();

/// The contact that makes a Back Up Unit, and how near a friend must lie for the neglect to be told.
const LEAST: Inches = Inches::mils(1_250);

pub(super) fn backing_up_neglected(seen: &Watched<'_>, unit: UnitId, cause: Cause) -> Option<Suggestion> {
    let state = seen.before;
    let fallen = state.unit(unit)?;
    if cause != Cause::Attack || !(is_on(fallen, Order::Close) || is_on(fallen, Order::Hold)) {
        return None;
    }
    let card = state.card(fallen)?;
    let (friend, distance, contact) = state
        .own(unit.seat())
        .filter(|friend| friend.id != unit && is_on(friend, Order::Close) && !friend.airborne)
        .filter(|friend| !state.is_engaged(friend.id))
        .filter_map(|friend| {
            let behind = state.card(friend)?;
            let (_, ahead) = card.own_axes(behind.front_centre());
            let distance = gap(&card, &behind.front_centre());
            let contact = contact_length(&behind, Side::Front, &card, Side::Rear, TOL);
            let near = ahead < Inches::ZERO && TOL.reaches(distance, LEAST, Limit::Within);
            (near && !TOL.at_least(contact, LEAST)).then_some((friend.id, distance, contact))
        })
        .min_by_key(|(_, distance, _)| *distance)?;
    Some(BACKING_UP_NEGLECTED.found(
        seen.version,
        unit.seat(),
        Some(&unit),
        format!(
            "{} falls with {} close behind it, which does not back it up: nobody steps in.",
            unit_name(state, unit),
            unit_name(state, friend),
        ),
        &[
            ("inches behind the rear", distance.value()),
            ("inches of contact", contact.value()),
            ("inches of contact needed", LEAST.value()),
        ],
    ))
}
