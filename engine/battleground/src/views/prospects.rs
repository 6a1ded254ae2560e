//! Hypothetical positions: a position one step on, what could be attacked in it, what a card would make of an
//! attack. Bots weigh by it, coaches prove by it, threat and inspect tell it.

use battleground_geometry::Side;
use hindsight_kernel::{Distribution, Seat};

use crate::field::Field;
use crate::model::agenda::{Answered, Need, Step};
use crate::model::attack::{Attack, AttackStage};
use crate::model::cards::{CardSide, Colour};
use crate::model::effect::{Dice, Effect};
use crate::model::names::{CardNo, UnitId};
use crate::model::state::{Engagement, Lasting, LastingKind, RushKind, State};
use crate::procedures::attack::dice;
use crate::procedures::movement;
use crate::rules::combat::{Choices, choices, odds};

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
            Err(Need::Ask(asked)) => {
                let first = movement::first_answer(&asked.options)?;
                answers.push(asked.answered(first));
            }
            Err(Need::Refuse(_)) => return None,
        }
    }
    None
}

/// The side of a colour of a card of a seat's faction. Rule `BG4-CARDS-08` (pp. 20-22).
pub(crate) fn side_of(state: &State, seat: Seat, card: CardNo, colour: Colour) -> Option<&CardSide> {
    let printed = state.faction(seat)?.card(card)?;
    printed.sides.iter().find(|side| side.colour == colour)
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
    let prospect = odds::prospect(state, &changed)?;
    let reroll = side.effects.iter().find_map(|effect| match effect {
        Effect::Reroll { dice, most } => Some((*dice, *most)),
        _ => None,
    });
    match reroll {
        Some(dice) => Some(rerolled(attack, &prospect, dice, worth)),
        None => prospect.odds().ok().map(|odds| worth(&odds)),
    }
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
    let good = dice::successes(target, &roll.read());
    let bad = roll.dice() as u32 - good;
    let thrown = match which {
        Dice::Failed => bad,
        Dice::Successful => good,
        Dice::Showing(face) => roll.read().iter().map(|shown| u32::from(*shown == face)).sum(),
    }
    .min(most.map_or(u32::MAX, u32::from));
    let kept = match which {
        Dice::Successful => good - thrown,
        Dice::Showing(face) if face == 1 || i32::from(face) <= target => good.saturating_sub(thrown),
        Dice::Failed | Dice::Showing(_) => good,
    };
    let again = Distribution::binomial(thrown, f64::from(target.clamp(1, 5)) / 6.0);
    let worth = |successes: u32| {
        let start = match attack.stage {
            AttackStage::AfterHit => {
                let changes = prospect.hits.iter();
                let hits = changes.fold(successes, |hits, by| hits.saturating_add_signed(*by));
                odds::Start::Hits(hits + prospect.impact_hits)
            }
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
