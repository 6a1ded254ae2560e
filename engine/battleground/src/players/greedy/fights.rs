//! Attacks: what they are worth by the exact odds, which target, which card.

use battleground_geometry::Side;
use hindsight_kernel::{Offer, Seat};

use super::best;
use super::cards::worth_a_card;
use crate::model::agenda::{Answer, Options, Question, Topic};
use crate::model::attack::AttackKind;
use crate::model::command::Command;
use crate::model::names::UnitId;
use crate::model::state::{State, Status, Unit};
use crate::procedures::attack::choice;
use crate::rules::combat::odds;
use crate::views::prospects::{as_if_rushed, attacks_of, side_of, with_card};

/// What the chance to destroy a unit is worth, in boxes.
const WORTH_A_UNIT: f64 = 2.0;
/// The points behind a box of a usual unit.
const USUAL_BOX: f64 = 22.0;
/// What it is worth, in boxes, to rush an enemy that is engaged already.
const WORTH_A_PINCH: f64 = 1.0;

/// What a rush is worth: expected boxes given less those taken, and the units that may fall. A Routing unit falls at once,
/// a unit that is engaged already is pinched. Rules `BG4-ROUT-04`, `BG4-RUSH-19` (pp. 23-24, 59, 75).
pub(super) fn rush_value(state: &State, unit: UnitId, enemy: UnitId, side: Side) -> f64 {
    let left = |id: UnitId| state.unit(id).map(|unit| state.boxes_left(unit));
    if state
        .unit(enemy)
        .is_some_and(|enemy| enemy.status == Status::Routing)
    {
        return f64::from(left(enemy).unwrap_or(0)) + WORTH_A_UNIT;
    }
    let after = as_if_rushed(state, unit, enemy, side);
    let worth = |attacker, target| {
        odds::preview(&after, attacker, target, AttackKind::Melee)
            .map_or(0.0, |(_, odds)| attack_worth(&after, target, &odds))
    };
    let pinched = if state.is_engaged(enemy) {
        WORTH_A_PINCH
    } else {
        0.0
    };
    worth(unit, enemy) - 0.7 * worth(enemy, unit) + pinched
}

/// What an attack is worth to the attacker: the boxes that it is expected to mark, and more where it destroys its target.
/// A box counts by the points that stand behind it. Rule `BG4-SCEN-02` (p. 141).
pub(super) fn attack_worth(state: &State, target: UnitId, odds: &odds::AttackOdds) -> f64 {
    price(state, target) * (odds.boxes.mean() + WORTH_A_UNIT * odds.destroys)
}

/// What a box of a unit is worth, a usual one being worth 1. The root, for a box of a cheap unit opens the line as well.
fn price(state: &State, unit: UnitId) -> f64 {
    let points = |unit: &Unit| {
        let kind = state.kind(unit);
        f64::from(kind.points) / f64::from(kind.boxes.all().max(1))
    };
    state
        .unit(unit)
        .map_or(1.0, |unit| (points(unit) / USUAL_BOX).sqrt())
}

/// What the best attack that a unit could make from where it stands is worth.
pub(super) fn worth_of_best_attack(state: &State, unit: UnitId) -> f64 {
    let attacks = attacks_of(state, unit).map_or(Vec::new(), |choices| choices.attacks);
    attacks
        .iter()
        .filter_map(|choice| {
            let (_, odds) = odds::preview(state, unit, choice.target, choice.kind)?;
            Some(attack_worth(state, choice.target, &odds))
        })
        .fold(0.0, f64::max)
}

/// A card in an attack, if the exact odds say that it is worth one.
pub(super) fn attack_card(state: &State, seat: Seat, all: &[Offer<Command>]) -> Option<Command> {
    let attack = state.attack.as_deref()?;
    let target = attack.target;
    let worth = |odds: &odds::AttackOdds| attack_worth(state, target, odds);
    let now = odds::now(state).map_or(0.0, |odds| worth(&odds));
    let sign = if attack.attacker.seat() == seat { 1.0 } else { -1.0 };
    let worth_a_card = worth_a_card(state, seat);
    let mut chosen = (worth_a_card, Command::Pass);
    for command in all.iter().flat_map(Offer::commands) {
        let gain = match command {
            Command::PlayCard { card, colour, .. } => {
                let side = side_of(state, seat, *card, *colour);
                side.and_then(|side| with_card(state, seat, *card, side, &worth))
                    .map_or(0.0, |then| sign * (then - now))
            }
            // A box of an ability is there to be spent.
            Command::UseAbility { .. } => worth_a_card + 0.01,
            _ => 0.0,
        };
        if gain > chosen.0 {
            chosen = (gain, command.clone());
        }
    }
    Some(chosen.1)
}

/// The answer to a question by the odds, or nothing where the first choice will do.
pub(super) fn answer(state: &State, question: &Question) -> Option<Command> {
    let say = |answer: Answer| Some(Command::Choose { answer });
    let Options::OneOf(options) = &question.options else {
        return None;
    };
    match question.topic {
        Topic::Target => {
            let unit = question.unit?;
            let attacks = attacks_of(state, unit)?.attacks;
            let choice = best(attacks, |choice| {
                odds::preview(state, unit, choice.target, choice.kind)
                    .map_or(0.0, |(_, odds)| attack_worth(state, choice.target, &odds))
            })?;
            say(choice::named(unit, choice))
        }
        Topic::RushTarget => {
            let unit = question.unit?;
            let rushed = best(options, |(answer, _)| match answer {
                Answer::Unit(enemy) => state
                    .snapshot
                    .iter()
                    .find(|glimpse| glimpse.unit == unit && glimpse.enemy == *enemy)
                    .and_then(|glimpse| Some(rush_value(state, unit, *enemy, glimpse.side?)))
                    .unwrap_or(0.0),
                _ => -1.0,
            })?;
            say(rushed.0.clone())
        }
        Topic::Replacement | Topic::FlankRush => options
            .iter()
            .find(|(answer, _)| *answer == Answer::Decline)
            .and_then(|(answer, _)| say(answer.clone())),
        _ => None,
    }
}
