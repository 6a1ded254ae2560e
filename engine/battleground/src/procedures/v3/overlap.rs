//! The last resort of a unit under an order: to cover part of a friend or of impassable ground, on its way or where it stops
//! (p. 12).

use battleground_geometry::{Card, Degrees, Pose, Turn, about_face, gap, reform, shift};

use crate::model::agenda::{Answer, Need, Topic, fitting_answer};
use crate::model::command::Leg;
use crate::model::names::UnitId;
use crate::model::rule::Rule;
use crate::procedures::movement::choices::ask;
use crate::procedures::movement::context::{Done, MoveContext};
use crate::procedures::movement::mover::{MovedBy, Mover, Progress, length};
use crate::procedures::movement::plan::Goal;

/// The allowance brings it so much farther at the least. RULING: BG3-MOV-14 (p. 12).
const LEAST_GAIN: f64 = 0.25;
/// So finely a leg is looked at.
const PARTS: u16 = 24;

/// The poses of a card along a leg.
fn along_leg(card: &Card, leg: &Leg) -> Vec<Pose> {
    let shares = (1..=PARTS).map(|part| f64::from(part) / f64::from(PARTS));
    match *leg {
        Leg::Shift { way, inches } => shares
            .map(|share| shift(card.pose(), way, length(inches.value() * share)))
            .collect(),
        Leg::AboutFace => vec![about_face(card.pose())],
        Leg::Reform { heading } => {
            let by = card.pose().heading.turn_to(heading).value();
            shares
                .filter_map(|share| Degrees::new(card.pose().heading.value() + by * share).ok())
                .map(|heading| reform(card.pose(), heading.heading()))
                .collect()
        }
        Leg::Turn {
            hand, angle, inches, ..
        } => match Turn::new(hand, angle, inches) {
            Ok(turn) => shares.map(|share| turn.partly(card, share).pose()).collect(),
            Err(_) => Vec::new(),
        },
    }
}

/// How a unit would go with the allowance.
pub(crate) struct Loosely<'l> {
    /// How much of its way a pose leaves.
    pub(crate) missing: &'l dyn Fn(Pose) -> f64,
    /// No less than this it can leave, however it goes: told quickly.
    pub(crate) least: &'l dyn Fn() -> f64,
    /// Its move as if what may be covered were not there; any other where that would leave as much as this.
    pub(crate) search: &'l dyn Fn(&MoveContext<'_>, f64) -> Result<Done, Need>,
}

/// The same move with the allowance, if that brings the unit so much farther that it may be used, and its owner wants it. Enemies
/// are never covered, nor what has no inside ([`Field::partly_covered`]). Rule `BG3-MOV-14` (p. 12).
///
/// # Errors
/// [`Need::Ask`] whether it is used.
pub(crate) fn instead(
    context: &MoveContext<'_>,
    from: &Progress,
    goal: Goal,
    plain: Pose,
    loosely: &Loosely<'_>,
) -> Result<Option<Done>, Need> {
    let (field, unit, missing) = (context.field, context.unit, loosely.missing);
    let own = context.mover.card_at(from.pose);
    let reach = context.mover.left(from) + 2.0;
    let friends: Vec<UnitId> = field
        .stands()
        .iter()
        .filter(|stand| {
            stand.id != unit.id
                && stand.id.team() == unit.id.team()
                && Some(stand.id) != goal.of
                && !stand.airborne
                && field
                    .body(stand.id)
                    .is_some_and(|body| gap(&own, body).value() < reach)
        })
        .map(|stand| stand.id)
        .collect();
    let closed: Vec<usize> = field
        .lays()
        .iter()
        .filter(|lay| {
            lay.is_open_area()
                && field.passage_from(unit, lay.piece, own.pose().centre).is_none()
                && gap(&own, lay.object()).value() < reach
        })
        .map(crate::field::terrain::Lay::place)
        .collect();
    if friends.is_empty() && closed.is_empty() || missing(plain) - (loosely.least)() < LEAST_GAIN {
        return Ok(None);
    }
    let loose = field.clone().without(&friends).opened(&closed);
    let Some(mover) = Mover::new(&loose, unit, MovedBy::Order) else {
        return Ok(None);
    };
    let supposed = MoveContext {
        field: &loose,
        unit,
        orders: context.orders,
        answers: context.answers,
        mover,
        followers: context.followers,
    };
    let enough = missing(plain) - LEAST_GAIN;
    // ERR: a supposed move that would have to ask its owner is not made: the plain one stays, which asks by itself.
    let Ok((legs, end)) = (loosely.search)(&supposed, enough) else {
        return Ok(None);
    };
    let gains = missing(plain) - missing(end.pose) >= LEAST_GAIN;
    if !gains || !is_tolerated(context, &supposed, from, &legs) {
        return Ok(None);
    }
    let given = fitting_answer(
        context.answers,
        Topic::AvoidObstacle,
        Some(unit.id),
        None,
        |answer| matches!(answer, Answer::Accept | Answer::Decline),
    );
    match given {
        Some(Answer::Accept) => Ok(Some((legs, end))),
        Some(_) => Ok(None),
        None => Err(ask(
            context,
            Topic::AvoidObstacle,
            None,
            vec![
                (Answer::Decline, "it covers nothing, and stops before".to_owned()),
                (
                    Answer::Accept,
                    "it covers part of a friend or of impassable ground, on its way or where it stops"
                        .to_owned(),
                ),
            ],
            Rule::Overlaps,
        )),
    }
}

/// Whether a move covers no centre point anywhere on its way.
fn is_tolerated(
    context: &MoveContext<'_>,
    supposed: &MoveContext<'_>,
    from: &Progress,
    legs: &[Leg],
) -> bool {
    let mut at = *from;
    for leg in legs {
        let card = supposed.mover.card_at(at.pose);
        let on_the_way = along_leg(&card, leg);
        let free = |pose: &Pose| {
            context
                .field
                .covers_no_centre(context.unit, &supposed.mover.card_at(*pose))
        };
        if !on_the_way.iter().all(free) {
            return false;
        }
        match supposed.mover.step(&at, leg) {
            Some(end) => at = end,
            None => return false,
        }
    }
    true
}
