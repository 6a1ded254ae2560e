//! Questions of a Final Rush to the owner of the unit (pp. 61-73).

use crate::model::agenda::{Answer, Asking, Frame, Need, Options, Topic};
use crate::model::names::UnitId;
use crate::model::rule::Rule;

/// The answer to a question of this frame, or the question. Only an answer that is among the options counts, and of
/// several the last.
pub(crate) fn answered(
    frame: &Frame,
    unit: UnitId,
    topic: Topic,
    about: Option<UnitId>,
    options: Vec<(Answer, String)>,
    rule: Rule,
) -> Result<Answer, Need> {
    let given = frame
        .answers
        .iter()
        .rev()
        .filter(|given| given.topic == topic && given.unit == Some(unit) && given.about == about)
        .find_map(|given| {
            let mut numbered = options.iter().zip(0..);
            numbered.find(|((option, _), number)| given.answer.means(option, *number))
        });
    match given {
        Some(((option, _), _)) => Ok(option.clone()),
        None => Err(Asking {
            seat: unit.seat(),
            topic,
            unit: Some(unit),
            about,
            options: Options::OneOf(options),
            rule: rule.into(),
        }
        .into()),
    }
}

/// The answer by which an owner leaves an enemy alone.
pub(crate) fn declining(enemy: UnitId) -> (Answer, String) {
    (Answer::Decline, format!("no Final Rush of {enemy}"))
}
