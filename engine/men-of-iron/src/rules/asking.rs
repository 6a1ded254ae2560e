//! Questions in the middle of a step: how they are put and looked up, and in what words.

use hindsight_kernel::agenda::{Taken, answer_to, proceed};
use hindsight_kernel::{Refusal, Seat, Table};

use crate::MenOfIron;
use crate::model::agenda::{Answer, Frame, Need, Options, Question, Spot, Step, Topic};
use crate::model::drm::{Drm, SIDES, Throw};
use crate::model::names::UnitId;
use crate::model::state::State;

/// A table of this game.
pub type BattleTable<'t> = Table<'t, MenOfIron>;

/// Rolls the die, with what is added to it; modifiers of 0 are left out. Rule `MOI-COMP-02` (p. 3).
pub fn roll(
    table: &mut BattleTable<'_>,
    purpose: &'static str,
    seat: Seat,
    drms: Vec<Drm>,
) -> Result<Throw, Refusal> {
    let roll = table.roll(purpose, seat, SIDES, 1)?;
    let drms = drms.into_iter().filter(|drm| drm.value != 0).collect();
    Ok(Throw { roll, drms })
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
pub fn words(state: &State, question: &Question) -> String {
    let name = state
        .battle
        .side
        .get(&question.seat)
        .map_or("", |side| side.name.as_str());
    let unit = question.unit.map(|unit| unit.to_string()).unwrap_or_default();
    let asked = match question.topic {
        Topic::Replacement => format!("with which unit does {unit} stand?")
            .replace("does  stand", "does the replacement leader stand"),
        Topic::FormationOrder => "a formation order for the Command?".to_owned(),
        Topic::ReactionFire => format!("who makes Reaction Fire at {unit}?"),
        Topic::ReturnFire => format!("does {unit} return fire?"),
        Topic::CounterChargeFire => format!("does {unit} counter-charge?"),
        Topic::NextCharger => "which charger moves next?".to_owned(),
        Topic::ChargePath => format!("by which path does {unit} charge?"),
        Topic::RetreatBeforeShock => "who retreats before shock?".to_owned(),
        Topic::AdvanceBeforeShock => "who enters the vacated hex?".to_owned(),
        Topic::CounterCharge => "who counter-charges?".to_owned(),
        Topic::NextAttack => "which attack is resolved next?".to_owned(),
        Topic::NextResult => "whose result is applied next?".to_owned(),
        Topic::Retreat => format!("where does {unit} retreat to?"),
        Topic::Retire => format!("where does {unit} retire to?"),
        Topic::LeaderPlacement => "with which unit is the leader placed?".to_owned(),
        Topic::Advance => "who advances, where to?".to_owned(),
        Topic::ContinuedAttack => "who earns the Continued Attack?".to_owned(),
    };
    format!("{name}: {asked}")
}
