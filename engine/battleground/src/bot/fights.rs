//! Attacks: what they are worth by the exact odds, which target, which card.

use hindsight_geometry::inches::Side;
use hindsight_kernel::{Offer, Seat};

use super::best;
use super::cards::{side_of, worth_a_card};
use crate::agenda::{Answer, Answered, Need, Options, Question, Step, Topic};
use crate::attack::{Attack, AttackKind, AttackStage};
use crate::cards::CardSide;
use crate::combat::{Choices, choices, dice, odds};
use crate::command::Command;
use crate::effect::{Dice, Effect};
use crate::field::Field;
use crate::names::{CardNo, UnitId};
use crate::state::{Engagement, Lasting, LastingKind, RushKind, State, Status};

/// What the chance to destroy a unit is worth, in boxes.
const WORTH_A_UNIT: f64 = 2.0;
/// What it is worth, in boxes, to rush an enemy that is engaged already.
const WORTH_A_PINCH: f64 = 1.0;

/// The position as if a unit had rushed this side of an enemy.
pub(crate) fn as_if_rushed(state: &State, unit: UnitId, enemy: UnitId, side: Side) -> State {
    let mut after = state.clone();
    after.engagements.push(Engagement {
        rusher: unit,
        rusher_side: Side::Front,
        rushed: enemy,
        rushed_side: side,
        kind: RushKind::Front,
        point: None,
        turn: state.turn,
        taken_over: false,
    });
    if let Some(rusher) = after.unit_mut(unit) {
        rusher.turn.rushed = true;
    }
    after
}

/// What a rush is worth: expected boxes given less those taken, and the units that may fall. A Routing unit falls at once,
/// a unit that is engaged already is pinched. Rules `BG4-ROUT-04`, `BG4-RUSH-19`.
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
            .map_or(0.0, |(_, odds)| attack_worth(&odds))
    };
    let pinched = if state.is_engaged(enemy) {
        WORTH_A_PINCH
    } else {
        0.0
    };
    worth(unit, enemy) - 0.7 * worth(enemy, unit) + pinched
}

/// What an attack is worth to the attacker.
pub(super) fn attack_worth(odds: &odds::AttackOdds) -> f64 {
    odds.boxes.mean() + WORTH_A_UNIT * odds.destroys
}

/// What the attack at hand is worth with a card more, as far as the odds can be known before it is played.
pub(crate) fn with_card(
    state: &State,
    seat: Seat,
    card: CardNo,
    side: &CardSide,
    worth: &dyn Fn(&odds::AttackOdds) -> f64,
) -> Option<f64> {
    let attack: &Attack = state.attack.as_deref()?;
    let mut changed = attack.clone();
    changed.cards.push(Lasting {
        name: String::new(),
        kind: LastingKind::Card(card),
        by: seat,
        effects: side.effects.clone(),
    });
    let mut prospect = odds::prospect(state, &changed)?;
    for effect in &side.effects {
        match effect {
            // Once the wounds are made, the attack counts the card among those played in it.
            Effect::Wounds { by } if !matches!(prospect.start, odds::Start::Wounds(_)) => {
                prospect.wounds.push(i32::from(*by));
            }
            Effect::Reroll { dice, most } => {
                return Some(rerolled(attack, &prospect, (*dice, *most), worth));
            }
            _ => {}
        }
    }
    prospect.odds().ok().map(|odds| worth(&odds))
}

/// The worth of an attack whose dice that lie are rolled again.
fn rerolled(
    attack: &Attack,
    prospect: &odds::Prospect,
    (which, most): (Dice, Option<u8>),
    value: &dyn Fn(&odds::AttackOdds) -> f64,
) -> f64 {
    let (roll, target) = match attack.stage {
        AttackStage::AfterHit => (&attack.hit_roll, prospect.to_hit),
        AttackStage::AfterWound => (&attack.wound_roll, prospect.to_wound),
        AttackStage::BeforeHit | AttackStage::BeforeWound | AttackStage::Damage | AttackStage::Resolution => {
            return prospect.odds().map_or(0.0, |odds| value(&odds));
        }
    };
    let Some(roll) = roll else { return 0.0 };
    let good = dice::successes(target, &roll.faces);
    let bad = roll.faces.len() as u32 - good;
    let thrown = match which {
        Dice::Failed => bad,
        Dice::Successful => good,
        Dice::Showing(face) => roll.faces.iter().map(|shown| u32::from(*shown == face)).sum(),
    }
    .min(most.map_or(u32::MAX, u32::from));
    let kept = match which {
        Dice::Successful => good - thrown,
        Dice::Showing(face) if face == 1 || i32::from(face) <= target => good.saturating_sub(thrown),
        Dice::Failed | Dice::Showing(_) => good,
    };
    let again = hindsight_kernel::Distribution::binomial(thrown, f64::from(target.clamp(1, 5)) / 6.0);
    let worth = |successes: u32| {
        let start = match attack.stage {
            AttackStage::AfterHit => odds::Start::Hits(successes + prospect.impact_hits),
            _ => odds::Start::Wounds(successes),
        };
        let from_there = odds::Prospect {
            start,
            ..prospect.clone()
        };
        from_there.odds().map_or(0.0, |odds| value(&odds))
    };
    again
        .iter()
        .map(|(more, chance)| chance * worth(kept + more.max(0) as u32))
        .sum()
}

/// A card in an attack, if the exact odds say that it is worth one.
pub(super) fn attack_card(state: &State, seat: Seat, all: &[Offer<Command>]) -> Option<Command> {
    let attack = state.attack.as_deref()?;
    let now = odds::now(state).map_or(0.0, |odds| attack_worth(&odds));
    let sign = if attack.attacker.seat() == seat { 1.0 } else { -1.0 };
    let worth_a_card = worth_a_card(state, seat);
    let mut chosen = (worth_a_card, Command::Pass);
    for command in all.iter().flat_map(Offer::commands) {
        let gain = match command {
            Command::PlayCard { card, colour, .. } => {
                let side = side_of(state, seat, *card, *colour);
                side.and_then(|side| with_card(state, seat, *card, side, &attack_worth))
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
                    .map_or(0.0, |(_, odds)| attack_worth(&odds))
            })?;
            say(crate::combat::named(unit, choice))
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

/// What a unit may attack, whichever of tied enemies is nearest.
pub(crate) fn attacks_of(state: &State, unit: UnitId) -> Option<Choices> {
    const MOST_QUESTIONS: usize = 12;
    let field = Field::of(state);
    let there = state.unit(unit)?;
    let mut answers: Vec<Answered> = state
        .agenda
        .iter()
        .rev()
        .find(|frame| matches!(frame.step, Step::ChooseTargets))
        .map_or_else(Vec::new, |frame| frame.answers.clone());
    for _ in 0..MOST_QUESTIONS {
        match choices(&field, there, &[], &answers) {
            Ok(choices) => return Some(choices),
            Err(Need::Ask(question)) => answers.push(crate::movement::first_answer(&question)?),
            Err(Need::Refuse(_)) => return None,
        }
    }
    None
}
