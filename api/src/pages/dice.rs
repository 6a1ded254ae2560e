//! The dice of an event, each figure with its explanation: what made the number, and how likely it was.

use hindsight_engine::System;
use hindsight_kernel::{
    Argument, AttackResolved, CountedDice, DiceRolled, Distribution, Fact, Message, Modifier,
    counted_in_words,
};
use maud::{Markup, html};

use super::chart::{bars, percent, plain};
use super::systems::cited;
use crate::base::messages::text;

/// Everything of an event that was left to chance.
pub(super) fn figures(facts: &[Fact], system: &dyn System) -> Markup {
    html! {
        @for fact in facts {
            @match fact {
                Fact::DiceRolled(rolled) => (roll(rolled, system)),
                Fact::AttackResolved(attack) => (damage(attack)),
                Fact::MoraleChecked { kind, need, rolled, passed, chance, .. } => {
                    p.check { (text!(
                        "dice-check",
                        kind,
                        rolled = rolled.to_string(),
                        need = need.to_string(),
                        passed,
                        chance = percent(*chance)
                    )) }
                }
                _ => {}
            }
        }
    }
}

/// A result is about average where the shares above and below it differ by no more hundredths than this.
const AVERAGE: u32 = 10;

/// Where a result stands among all that could have come: in words that need no mathematics.
pub(super) fn standing(expected: &Distribution, result: i32, high_is_good: bool) -> Message {
    let below = expected.at_most(result.saturating_sub(1));
    let above = expected.at_least(result.saturating_add(1));
    let (better, worse) = if high_is_good {
        (below, above)
    } else {
        (above, below)
    };
    let of_100 = |share: f64| (share * 100.0).round().clamp(0.0, 99.0) as u32;
    match (of_100(better), of_100(worse)) {
        (0, 0) => text!("dice-certain"),
        (better, worse) if better.abs_diff(worse) <= AVERAGE => text!("dice-average"),
        (better, worse) if better >= worse => text!("dice-luckier", share = better),
        (_, worse) => text!("dice-unluckier", share = worse),
    }
}

/// What a roll needs to show: "needs 4+", or rolled under "needs 7 or less"; nothing where it has no target.
pub(super) fn needs(rolled: &DiceRolled) -> Option<Message> {
    let target = rolled.target?;
    // Dice that succeed one by one do so by a 1 whatever they need: else there was no roll.
    Some(if rolled.roll_under && rolled.high_is_good && target < 1 {
        text!("dice-needs-one")
    } else if rolled.roll_under {
        text!("dice-needs-or-less", target)
    } else {
        text!("dice-needs-or-more", target)
    })
}

/// What came of a roll: a number, or of a single die that succeeds or not, which of the two.
fn counted(rolled: &DiceRolled) -> Argument {
    let is_yes_or_no = rolled.target.is_some() && rolled.roll.dice() == 1 && (0..=1).contains(&rolled.result);
    match (is_yes_or_no, rolled.result) {
        (false, result) => result.into(),
        (true, 0) => text!("dice-failed").into(),
        (true, _) => text!("dice-succeeded").into(),
    }
}

fn roll(rolled: &DiceRolled, system: &dyn System) -> Markup {
    let standing = standing(&rolled.expected, rolled.result, rolled.high_is_good);
    html! {
        details.figure {
            summary {
                span.purpose { (rolled.purpose) }
                " " (faces(&rolled.roll.faces, &rolled.roll.counted)) " "
                span.counted { (counted(rolled)) } " "
                span.quiet { "(" @if let Some(need) = needs(rolled) { (need) "; " } (text!("dice-average-of", average = plain(rolled.expected.mean()), standing)) ")" }
            }
            div.why {
                (bars(&rolled.expected, Some(rolled.result)))
                (modifiers(&rolled.modifiers, needs(rolled).as_ref(), system))
            }
        }
    }
}

/// What each die shows; of counted dice how many showed what.
pub(super) fn faces(faces: &[u8], counted: &[CountedDice]) -> Markup {
    // Many dice read better counted.
    const LISTED: usize = 12;
    html! {
        span.dice {
            @if !counted.is_empty() {
                span.die.counted title=(text!("dice-these-dice-were")) { (counted_in_words(counted)) }
            } @else if faces.len() <= LISTED {
                @for face in faces { span.die { (face) } }
            } @else {
                span.die { (text!("dice-many", count = faces.len())) }
            }
        }
    }
}

fn damage(attack: &AttackResolved) -> Markup {
    let result = i32::try_from(attack.damage + attack.surplus).unwrap_or(i32::MAX);
    // Damage beyond what the target had left is lost, and the expectation knows no more than that either.
    let counted = i32::try_from(attack.damage).unwrap_or(i32::MAX);
    let standing = standing(&attack.expected, counted, true);
    html! {
        details.figure {
            summary {
                span.purpose { (text!("dice-damage")) } " " span.counted { (counted) } " "
                span.quiet { "(" (text!("dice-average-of", average = plain(attack.expected.mean()), standing)) ")" }
            }
            div.why {
                (bars(&attack.expected, Some(counted)))
                p {
                    (text!(
                        "dice-attack",
                        dice = attack.dice,
                        hits = attack.hits,
                        saved = attack.saved,
                        damage = counted,
                        beyond = result - counted
                    ))
                }
            }
        }
    }
}

/// What made the number that was needed.
pub(super) fn modifiers(modifiers: &[Modifier], needs: Option<&Message>, system: &dyn System) -> Markup {
    html! {
        @if needs.is_some() || !modifiers.is_empty() {
            table.modifiers {
                caption { (text!("dice-what-made-number")) }
                tbody {
                    @for modifier in modifiers {
                        tr { th scope="row" { (modifier.name) } td.number { (format!("{:+}", modifier.change)) } td { (cited(system, &modifier.rule)) } }
                    }
                    @if let Some(needs) = needs {
                        tr.sum { th scope="row" colspan="3" { (needs) } }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_kernel::odds::Die;

    fn rolled(faces: &[u8], target: Option<i32>, result: i32, high_is_good: bool) -> DiceRolled {
        DiceRolled {
            purpose: "hustle".to_owned(),
            seat: hindsight_kernel::Seat::A,
            unit: None,
            against: None,
            roll: hindsight_kernel::Roll {
                purpose: "hustle".into(),
                sides: 6,
                faces: faces.to_vec(),
                counted: Vec::new(),
                source: hindsight_kernel::RollSource::Reported,
            },
            target,
            roll_under: false,
            result,
            expected: Distribution::bernoulli(0.5),
            modifiers: Vec::new(),
            high_is_good,
        }
    }

    fn need(rolled: &DiceRolled) -> Option<String> {
        needs(rolled).map(String::from)
    }

    fn came(rolled: &DiceRolled) -> String {
        counted(rolled).to_string()
    }

    #[test]
    fn a_roll_says_what_it_needs_and_what_came_of_it() {
        let hustle = rolled(&[1], Some(4), 0, true);
        assert_eq!(
            (need(&hustle).as_deref(), &*came(&hustle)),
            (Some("needs 4+"), "failed")
        );
        assert_eq!(came(&rolled(&[5], Some(4), 1, true)), "succeeded");
        // Rolled under, whether successes or a total counts.
        let under = |result, high_is_good| DiceRolled {
            roll_under: true,
            ..rolled(&[2, 2, 4, 2], Some(5), result, high_is_good)
        };
        assert_eq!(need(&under(4, true)).as_deref(), Some("needs 5 or less"));
        assert_eq!(need(&under(10, false)).as_deref(), Some("needs 5 or less"));
        let hard = DiceRolled {
            target: Some(-1),
            ..under(1, true)
        };
        assert_eq!(need(&hard).as_deref(), Some("needs a 1"));
        let sum = DiceRolled {
            high_is_good: false,
            ..hard
        };
        assert_eq!(need(&sum).as_deref(), Some("needs -1 or less"));
        // Several dice are counted, and a total needs nothing.
        assert_eq!(came(&rolled(&[5, 6], Some(4), 2, true)), "2");
        let total = rolled(&[5, 6], None, 11, true);
        assert_eq!((need(&total), &*came(&total)), (None, "11"));
    }

    #[test]
    fn a_result_is_told_by_how_many_it_beats() {
        // Two dice: 2 to 7 come up in 21 of 36 throws, 9 to 12 in 10 of 36.
        let two = Die::new(6).sum(2);
        assert_eq!(standing(&two, 8, true), "luckier than 58 %");
        assert_eq!(standing(&two, 8, false), "unluckier than 58 %");
        assert_eq!(standing(&two, 12, true), "luckier than 97 %");
        assert_eq!(standing(&two, 2, true), "unluckier than 97 %");
        assert_eq!(standing(&Distribution::point(3), 3, true), "certain");
    }
}
