//! Questions and answers in words.

use crate::model::agenda::{Answer, Answered, Options, Question, Step, Topic};
use crate::model::names::{UnitId, seat_name};
use crate::model::state::State;
use crate::model::words::{self, count, inches, unit_name};
use crate::procedures::attack::choice;

/// A question in words.
pub(crate) fn question(state: &State, question: &Question) -> String {
    let unit = question
        .unit
        .map_or_else(|| "the unit".to_owned(), |unit| unit_name(state, unit));
    let about = question
        .about
        .map_or_else(|| "the enemy".to_owned(), |about| unit_name(state, about));
    let asks = match question.topic {
        Topic::FacingSide => format!("{unit} stands on a diagonal of {about}: which side faces it?"),
        Topic::NearestEnemy if names_friends(question) => {
            format!("which of the tied friends is nearest to {unit}?")
        }
        Topic::NearestEnemy => format!("which of the tied enemies is nearest to {unit}?"),
        Topic::RealignOrder => "which engaged unit realigns next?".to_owned(),
        Topic::RushTarget => format!("which enemy does {unit} Final Rush?"),
        Topic::PlacementSide => format!("where is {unit} placed against {about}?"),
        Topic::FlankRush => format!("does {unit} Final Rush {about} with a flank?"),
        Topic::Corner => format!("which corner of {about} does {unit} Final Rush?"),
        Topic::MoveSide => format!("two moves of {unit} are equal: which one is made?"),
        Topic::IndirectPath if is_friend_in_the_way(&question.options) => {
            format!("the path of {unit} is blocked: up to the friend, or around?")
        }
        Topic::IndirectPath => format!("the path of {unit} is blocked: which way does it take?"),
        Topic::OpenSide => format!("which open side of {about} does {unit} go for?"),
        Topic::RangedMode => format!("which ranged attack of {unit} counts for its movement?"),
        Topic::RoutShift => format!("how far does Routing {unit} shift sideways at its first contact?"),
        Topic::NextRoutMove => "which unit makes its rout move next?".to_owned(),
        Topic::NextCheck => "which unit takes its courage check next?".to_owned(),
        Topic::Replacement => {
            format!("{unit} fails: is the result accepted, or does a Back Up Unit step in?")
        }
        Topic::NextFreeAttack => "which unit makes its Free Attack next?".to_owned(),
        Topic::FreeAttackTarget => format!("which Routing enemy does {unit} attack?"),
        Topic::Target => format!("what does {unit} attack?"),
        Topic::NextAttack => "which attack is resolved next?".to_owned(),
        Topic::BackUp if is_destroyed(state, question.unit) => {
            format!("which Back Up Unit steps in for {unit}?")
        }
        Topic::BackUp => format!("for which destroyed friend does {unit} step in?"),
        Topic::TriggerOrder => "which special rule is applied first?".to_owned(),
        Topic::Trigger => format!("does {unit} use its special rule?"),
        Topic::ByRuling => "has this been carried out on the table, with rulings where needed?".to_owned(),
        Topic::Blessing => format!("which Blessing stays on {unit}?"),
        Topic::Curse => format!("which Curse stays on {unit}?"),
        Topic::Discard => "which command card is discarded?".to_owned(),
        Topic::RallyHeading => format!("{unit} rallies by itself: which way does it look?"),
        Topic::LandOrFly => format!("does {unit} land, or stay Airborne?"),
        Topic::ReorganizedOrder => format!("which order has {unit} after it is Reorganized?"),
        Topic::ChangedOrder => format!("which order does {unit} get?"),
        Topic::WoundsTo => format!("which unit takes damage for {unit}?"),
        Topic::TurnAway => format!("from which enemy does {unit} turn away?"),
        Topic::ThrowTarget => format!("at which enemy does {unit} throw?"),
        Topic::NextThrow => "which unit throws next?".to_owned(),
        Topic::RoutDirection => format!("in which direction does {unit} leave the fight?"),
        Topic::FactionCards => "do cards 21 to 30 leave the deck?".to_owned(),
        Topic::RollAnyway => format!("{about} has no boxes left: does {unit} roll its attack?"),
        Topic::AvoidObstacle if is_about_an_enemy(question) => {
            format!("does the path of {unit} lead past {about}?")
        }
        Topic::AvoidObstacle => format!("something stands in the way of {unit}: does it go round?"),
        Topic::LandingHeading => format!("{unit} lands: which way does it look?"),
        Topic::Reroll => "which dice are rolled again?".to_owned(),
    };
    format!("{}: {asks}", seat_name(question.seat))
}

/// Whether a question is about an enemy of the unit that is asked about: one on some of its paths. Rule `BG3-PATH-07` (p. 13).
fn is_about_an_enemy(question: &Question) -> bool {
    let about = question.about.map(UnitId::team);
    about.is_some_and(|team| question.unit.map(UnitId::team) != Some(team))
}

/// Whether a unit has no box left: it lies on the table until Combat Consequences remove it. Rule `BG4-CONS-01` (pp. 111-112).
fn is_destroyed(state: &State, unit: Option<UnitId>) -> bool {
    let unit = unit.and_then(|unit| state.unit(unit));
    unit.is_some_and(|unit| unit.destroyed.is_some() || state.boxes_left(unit) == 0)
}

/// Whether the units to choose from are on the side of the unit that chooses. Rule `BG3-ORD-07` (p. 6).
fn names_friends(question: &Question) -> bool {
    let Options::OneOf(options) = &question.options else {
        return false;
    };
    let team = question.unit.map(UnitId::team);
    options
        .iter()
        .any(|(answer, _)| matches!(answer, Answer::Unit(one) if Some(one.team()) == team))
}

/// Whether going up to a friend is one of the ways. Rule `BG4-PATH-07` (pp. 47-49).
fn is_friend_in_the_way(options: &Options) -> bool {
    let Options::OneOf(options) = options else {
        return false;
    };
    options
        .iter()
        .any(|(answer, _)| matches!(answer, Answer::UpTo(_)))
}

/// The words that the question itself has for an answer, or plain ones.
pub(crate) fn answer(state: &State, answered: &Answered) -> String {
    let open = match state.agenda.last().map(|frame| &frame.step) {
        Some(Step::Ask(question)) => Some(&question.options),
        Some(_) | None => None,
    };
    if let Some(Options::OneOf(options)) = open
        && let Some((_, label)) = options.iter().find(|(option, _)| *option == answered.answer)
    {
        return label.clone();
    }
    match &answered.answer {
        Answer::Decline => "no".to_owned(),
        Answer::Accept => "yes".to_owned(),
        Answer::Unit(unit) => unit_name(state, *unit),
        Answer::Side(side) => format!("the {}", crate::model::names::side_name(*side)),
        Answer::Hand(hand) => words::hand(*hand).to_owned(),
        Answer::Attack { by, kind, on } => {
            let (kind, target) = (*kind, *on);
            choice::in_words(*by, choice::Choice { target, kind })
        }
        Answer::Ranged { range, way } => {
            let way = words::ranged_type(*way);
            format!("the {way} attack with range {}", range.inches())
        }
        Answer::UpTo(friend) => format!("up to {}", unit_name(state, *friend)),
        Answer::Around(way) => words::around(*way),
        Answer::Avoid(what) => format!("round {}", words::obstacle(state, *what)),
        Answer::Meet(what) => format!("up to {}", words::obstacle(state, *what)),
        Answer::Rule { unit, name, .. } => format!("{name} of {}", unit_name(state, *unit)),
        Answer::Places(placed) => {
            let all: Vec<String> = placed
                .iter()
                .map(|one| format!("{} at {}", one.unit, words::pose(one.pose)))
                .collect();
            words::list(&all)
        }
        Answer::Number(number) => format!("option {}", u16::from(*number) + 1),
        Answer::Shift { hand, inches: by } => {
            format!("{} to the {}", inches(*by), words::hand(*hand))
        }
        Answer::Heading(heading) => format!("heading {heading}"),
        Answer::Pose(pose) => words::pose(*pose),
        Answer::Card(card) => format!("card {card}"),
        Answer::Dice(dice) => count(dice.len() as i64, "die", "dice"),
        Answer::Order(order) => words::written(order),
    }
}
