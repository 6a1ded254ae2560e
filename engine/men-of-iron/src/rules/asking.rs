//! Questions in the middle of a step: how they are put and looked up, and in what words.

use hindsight_kernel::agenda::{Taken, answer_to, proceed};
use hindsight_kernel::{DiceNeed, Message, Refusal, RollAbout, Seat, Table, message};

use crate::MenOfIron;
use crate::messages::{MESSAGES, or_none};
use crate::model::agenda::{Answer, Frame, Need, Options, Question, Spot, Step, Topic};
use crate::model::drm::{Drm, SIDES, Throw, sum};
use crate::model::names::UnitId;
use crate::model::state::State;

/// A table of this game.
pub type BattleTable<'t> = Table<'t, MenOfIron>;

/// Rolls the die, with what is added to it; modifiers of 0 are left out. `about` says for whom, and what the die itself must show. Rule
/// `MOI-COMP-02` (p. 3).
pub fn roll(
    table: &mut BattleTable<'_>,
    about: RollAbout,
    purpose: &'static str,
    seat: Seat,
    drms: Vec<Drm>,
) -> Result<Throw, Refusal> {
    let roll = table.roll_about(about, purpose, seat, SIDES, 1)?;
    let drms = drms.into_iter().filter(|drm| drm.value != 0).collect();
    Ok(Throw { roll, drms })
}

/// Need of a die that succeeds where it and its modifiers come to `most` or less.
pub fn at_most(most: i32, drms: &[Drm]) -> DiceNeed {
    DiceNeed::AtMost(most - sum(drms))
}

/// Takes this step off the stack and lays others on it.
pub fn then(table: &mut BattleTable<'_>, next: impl IntoIterator<Item = Step>) -> Taken {
    proceed(table, 1, next);
    Taken::Went
}

/// The answer given to a question of this step, or the question itself.
pub fn ask(
    frame: &Frame,
    seat: Seat,
    topic: Topic,
    rule: &str,
    unit: Option<UnitId>,
    options: impl FnOnce() -> Options,
) -> Result<Answer, Need> {
    if let Some(given) = answer_to(&frame.answers, topic, unit, None) {
        return Ok(given.clone());
    }
    let mut question = Question::new(seat, topic, options(), rule);
    question.unit = unit;
    Err(question.into())
}

/// The same where a single answer is taken without asking.
pub fn ask_unless_single(
    frame: &Frame,
    seat: Seat,
    topic: Topic,
    rule: &str,
    unit: Option<UnitId>,
    answers: Vec<Answer>,
) -> Result<Answer, Need> {
    match &answers[..] {
        [only] => Ok(only.clone()),
        _ => ask(frame, seat, topic, rule, unit, || Options::OneOf(answers)),
    }
}

/// Spots for one unit.
pub fn spots(unit: UnitId, hexes: impl IntoIterator<Item = hindsight_geometry::hexes::Hex>) -> Vec<Spot> {
    hexes
        .into_iter()
        .map(|hex| Spot {
            unit,
            hex,
            through: None,
        })
        .collect()
}

/// A question in words.
pub fn words(state: &State, question: &Question) -> Message {
    let unit = or_none(question.unit.as_ref());
    let asked = message!(MESSAGES, "ask-topic", topic = question.decision(), unit);
    ask_side(state, question.seat, asked)
}

/// A question to a side.
pub(crate) fn ask_side(state: &State, seat: Seat, question: Message) -> Message {
    let side = state.battle.side.get(&seat).map_or("", |side| side.name.as_str());
    message!(MESSAGES, "ask", side = side.to_owned(), question)
}
