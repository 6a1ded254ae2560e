//! Indirect Path: what a unit does when friends, enemies or terrain stand between it and where it goes (pp. 46-50).

pub(crate) mod detours;
pub(crate) mod scan;

use battleground_geometry::{Point, Pose, gap, touches};
use detours::known_detours;

use crate::field::{Blocker, Field, TOL};
use crate::model::agenda::{Answer, Need, Topic, fitting_answer};
use crate::model::names::UnitId;
use crate::model::orders::Order;
use crate::model::rule::Rule;
use crate::procedures::movement::asked::{BlockedPath, Detour};
use crate::procedures::movement::choices;
use crate::procedures::movement::context::{Done, MoveContext};
use crate::procedures::movement::mover::{Progress, length};
use crate::procedures::movement::plan::{Aim, Indirect};
use crate::procedures::movement::plans::cut;
use crate::procedures::movement::plans::cut::Here;

/// A unit that goes up to a friend stops nearer to it than this, in inches.
const CONTACT: f64 = 5e-4_f64.next_down();

/// Step 5 from a place toward a point.
pub(crate) type StepFive<'a> = &'a dyn Fn(&Progress, &Field<'_>, Point) -> Result<Done, Need>;

/// What a unit does whose path is blocked. Rules `BG4-PATH-05`, `BG4-PATH-08`, `BG4-PATH-09` (pp. 47, 50).
///
/// # Errors
/// [`Need::Ask`] where its owner chooses between the options.
pub(crate) fn go(
    context: &MoveContext<'_>,
    from: &Progress,
    field: &Field<'_>,
    path: &BlockedPath,
    step_five: StepFive<'_>,
) -> Result<(Done, Indirect), Need> {
    let own = context.unit.id.team();
    match path.blocker {
        Blocker::Unit(friend) if friend.team() == own => {
            friendly(context, from, field, path, friend, step_five)
        }
        Blocker::Unit(_) if rushes_what_blocks(context, path) => to_contact(from, field, path, step_five),
        Blocker::Unit(_) | Blocker::Terrain(_) | Blocker::Edge | Blocker::Target => {
            let detours = known_detours(context, from, field, path);
            if detours.is_empty() {
                return to_contact(from, field, path, step_five);
            }
            let chosen = pick(context, path, &detours, None)?;
            follow(context, field, chosen.unwrap_or(&detours[0]), step_five)
        }
    }
}

/// A Close unit rushes an enemy that blocks its path and, where it cannot, goes on toward its goal up to contact; after a
/// leader only one that stands on the line. RULING: BG4-PATH-09. Rule `BG4-ORDMV-17` (p. 57).
fn rushes_what_blocks(context: &MoveContext<'_>, path: &BlockedPath) -> bool {
    context.orders.order == Order::Close && (path.crossed || !matches!(path.aim, Aim::Leader(..)))
}

fn to_contact(
    from: &Progress,
    field: &Field<'_>,
    path: &BlockedPath,
    step_five: StepFive<'_>,
) -> Result<(Done, Indirect), Need> {
    Ok((step_five(from, field, path.points[0])?, Indirect::ToContact))
}

/// Option A or option B. Rules `BG4-PATH-05`, `BG4-PATH-07` (pp. 47-49).
fn friendly(
    context: &MoveContext<'_>,
    from: &Progress,
    field: &Field<'_>,
    path: &BlockedPath,
    friend: UnitId,
    step_five: StepFive<'_>,
) -> Result<(Done, Indirect), Need> {
    let detours = known_detours(context, from, field, path);
    if let Some(detour) = pick(context, path, &detours, Some(friend))? {
        return follow(context, field, detour, step_five);
    }
    let (legs, end) = step_five(from, field, path.points[0])?;
    let Some(card) = field.body(friend) else {
        return Ok(((legs, end), Indirect::UpTo(friend)));
    };
    // What touches already stays; otherwise the tolerance of touching is no reason to stop short.
    if touches(&context.mover.card_at(from.pose), card, TOL) {
        return Ok(((Vec::new(), *from), Indirect::UpTo(friend)));
    }
    let stop = |pose: Pose| Here::within(CONTACT, gap(&context.mover.card_at(pose), card).value());
    Ok((cut(&context.mover, from, &legs, &stop), Indirect::UpTo(friend)))
}

/// The detour chosen, or nothing for option A. One activation may ask twice: on the way to a token and on from there.
fn pick<'d>(
    context: &MoveContext<'_>,
    path: &BlockedPath,
    detours: &'d [Detour],
    friend: Option<UnitId>,
) -> Result<Option<&'d Detour>, Need> {
    let mut options: Vec<(Answer, String)> = Vec::new();
    if let Some(friend) = friend {
        options.push((Answer::UpTo(friend), format!("option A: up to {friend}")));
    }
    for detour in detours {
        options.push((
            Answer::Around(detour.around),
            format!("option B: {}", words(detour)),
        ));
    }
    if options.len() < 2 {
        return Ok(detours.first().filter(|_| friend.is_none()));
    }
    let (topic, unit) = (Topic::IndirectPath, Some(context.unit.id));
    let about = match path.aim {
        Aim::Enemy(unit, _) | Aim::Leader(unit, _) => Some(unit),
        Aim::Token(_) => None,
    };
    // Option A had the number 0, the ways round those from 1.
    let up_to = |answer: &Answer| friend.is_some_and(|friend| answer.means(&Answer::UpTo(friend), 0));
    let round = |answer: &Answer| {
        detours
            .iter()
            .zip(1..)
            .find(|(detour, number)| answer.means(&Answer::Around(detour.around), *number))
            .map(|(detour, _)| detour)
    };
    let among = |answer: &Answer| up_to(answer) || round(answer).is_some();
    match fitting_answer(context.answers, topic, unit, about, among) {
        Some(answer) => Ok(round(answer)),
        None => Err(choices::ask(context, topic, about, options, Rule::Path05)),
    }
}

fn words(detour: &Detour) -> String {
    let way = crate::model::words::around(detour.around);
    format!("{way}, {}", length(detour.distance))
}

/// The leg of the detour; once the path is open, step 5 with what is left. Rule `BG4-PATH-07` (pp. 47-49).
fn follow(
    context: &MoveContext<'_>,
    field: &Field<'_>,
    detour: &Detour,
    step_five: StepFive<'_>,
) -> Result<(Done, Indirect), Need> {
    let Some(point) = detour.opens else {
        return Ok(((detour.legs.clone(), detour.end), Indirect::Around));
    };
    let there = field.clone().with(context.unit.id, detour.end.pose);
    let (rest, end) = step_five(&detour.end, &there, point)?;
    let mut legs = detour.legs.clone();
    legs.extend(rest);
    Ok(((legs, end), Indirect::Around))
}
