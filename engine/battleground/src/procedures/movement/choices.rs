//! Choices that the owner of a moving unit is asked for (pp. 39, 43).

use battleground_geometry::{Hand, Point};

use crate::model::agenda::{Answer, Asking, Need, Options, Topic, fitting_answer};
use crate::model::names::UnitId;
use crate::model::rule::Rule;
use crate::procedures::movement::context::MoveContext;
use crate::procedures::movement::mover::Progress;
use crate::procedures::movement::plans::{Course, Ends, PlanKind, Search};

/// A question to the owner of the unit that moves, with these answers.
pub(crate) fn ask(
    context: &MoveContext<'_>,
    topic: Topic,
    about: Option<UnitId>,
    options: Vec<(Answer, String)>,
    rule: Rule,
) -> Need {
    Asking {
        seat: context.unit.id.seat(),
        topic,
        unit: Some(context.unit.id),
        about,
        options: Options::OneOf(options),
        rule: rule.into(),
    }
    .into()
}

/// The best plan toward a point, of a unit or a token; left or right asked where they are equal. Rules `BG4-MOVE-07`,
/// `BG4-MOVE-11` (pp. 39, 43).
pub(crate) fn choose(
    context: &MoveContext<'_>,
    from: &Progress,
    goal: Point,
    about: Option<UnitId>,
    ends: &Ends<'_>,
    kinds: &[PlanKind],
) -> Result<Course, Need> {
    let search = Search {
        mover: &context.mover,
        from: *from,
        goal,
        ends: *ends,
        prunes: true,
    };
    chosen_course(context, from, goal, about, search.best(kinds))
}

/// The best of some courses toward a point; left or right asked where they are equal. Rule `BG4-MOVE-11` (p. 39).
///
/// # Errors
/// [`Need::Ask`] where the owner must choose.
pub(crate) fn chosen_course(
    context: &MoveContext<'_>,
    from: &Progress,
    goal: Point,
    about: Option<UnitId>,
    mut courses: Vec<Course>,
) -> Result<Course, Need> {
    if courses.len() > 1 {
        let (topic, unit) = (Topic::MoveSide, Some(context.unit.id));
        let among = |hand: Hand| courses.iter().any(|course| course.hand == Some(hand));
        let given = fitting_answer(
            context.answers,
            topic,
            unit,
            about,
            |answer| matches!(answer, Answer::Hand(hand) if among(*hand)),
        );
        let Some(Answer::Hand(hand)) = given else {
            let options = vec![
                (Answer::Hand(Hand::Left), "to the left".to_owned()),
                (Answer::Hand(Hand::Right), "to the right".to_owned()),
            ];
            return Err(ask(context, topic, about, options, Rule::Move11));
        };
        let hand = *hand;
        courses.retain(|course| course.hand == Some(hand));
    }
    let now = context.mover.card_at(from.pose).front_centre().distance(goal);
    Ok(courses.pop().unwrap_or(Course {
        kind: PlanKind::Straight,
        hand: None,
        legs: Vec::new(),
        end: *from,
        distance: now.value(),
        nearest: now.value(),
    }))
}
