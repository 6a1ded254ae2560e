//! Effects of a departure from the rules: on the board, in the score, and in how the game ended.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{BoardToken, Game, GameOutcome, MESSAGES, RuleSet, Seat, message};

/// One thing on the board, or in the score, as it stands by the record and as it would stand by the rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AuditEffect {
    /// The unit, if it is one's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// What it is called: the unit, or whose score.
    pub name: String,
    /// Whose.
    pub seat: Seat,
    /// Of what.
    pub of: EffectOn,
    /// As the record has it.
    pub recorded: String,
    /// As the rules have it.
    pub by_the_rules: String,
}

/// What of a unit or a seat is otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EffectOn {
    /// Whether it is on the board.
    Presence,
    /// How much of it is left.
    Strength,
    /// Where it stands, in board units.
    Place,
    /// Where it looks, in degrees.
    Facing,
    /// Its conditions.
    Condition,
    /// The seat's score.
    Score,
    /// How the game ended for the seat.
    Ending,
}

/// What stands otherwise on two boards, and how the game ended otherwise.
pub(super) fn effect<R: RuleSet>(recorded: &Game<R>, by_the_rules: &Game<R>) -> Vec<AuditEffect> {
    let mut found = endings(recorded, by_the_rules);
    let (recorded, ruled) = (R::board(recorded.state()), R::board(by_the_rules.state()));
    let mut pairs: BTreeMap<&str, [Option<&BoardToken>; 2]> = BTreeMap::new();
    for (place, board) in [&recorded, &ruled].into_iter().enumerate() {
        for token in &board.tokens {
            pairs.entry(&token.id).or_default()[place] = Some(token);
        }
    }
    for [recorded, ruled] in pairs.into_values() {
        let Some(token) = recorded.or(ruled) else { continue };
        let mut note = |of, recorded: String, by_the_rules: String| {
            if recorded != by_the_rules {
                found.push(AuditEffect {
                    unit: Some(token.id.clone()),
                    name: token.name.clone(),
                    seat: token.seat,
                    of,
                    recorded,
                    by_the_rules,
                });
            }
        };
        match (recorded, ruled) {
            (Some(recorded), Some(ruled)) => {
                note(
                    EffectOn::Strength,
                    recorded.strength_text.clone(),
                    ruled.strength_text.clone(),
                );
                note(EffectOn::Place, place_words(recorded), place_words(ruled));
                note(EffectOn::Facing, facing_words(recorded), facing_words(ruled));
                note(
                    EffectOn::Condition,
                    condition_words(recorded),
                    condition_words(ruled),
                );
            }
            (recorded, ruled) => {
                let there = |token: Option<&BoardToken>| match token {
                    Some(token) => {
                        message!(MESSAGES, "audit-on-the-board", at = place_words(token)).to_string()
                    }
                    None => message!(MESSAGES, "audit-not-on-the-board").to_string(),
                };
                note(EffectOn::Presence, there(recorded), there(ruled));
            }
        }
    }
    for (line, other) in recorded.sides.iter().zip(&ruled.sides) {
        if line.score != other.score {
            let words = |score: &Option<String>| score.clone().unwrap_or_else(|| "none".to_owned());
            found.push(AuditEffect {
                unit: None,
                name: line.name.clone(),
                seat: line.seat,
                of: EffectOn::Score,
                recorded: words(&line.score),
                by_the_rules: words(&other.score),
            });
        }
    }
    found
}

/// How the game ended otherwise for each seat.
fn endings<R: RuleSet>(recorded: &Game<R>, by_the_rules: &Game<R>) -> Vec<AuditEffect> {
    let (was, is) = (recorded.ending(), by_the_rules.ending());
    let told = |outcome: Option<&GameOutcome>, side| match outcome {
        None => message!(MESSAGES, "audit-goes-on").to_string(),
        Some(GameOutcome {
            winner: None, reason, ..
        }) => message!(MESSAGES, "audit-nobody-wins-because", reason = reason.clone()).to_string(),
        Some(GameOutcome { winner, reason, .. }) if *winner == Some(side) => {
            message!(MESSAGES, "audit-wins-because", reason = reason.clone()).to_string()
        }
        Some(GameOutcome { reason, .. }) => {
            message!(MESSAGES, "audit-loses-because", reason = reason.clone()).to_string()
        }
    };
    let seats = R::seats(recorded.state()).into_iter();
    seats
        .map(|info| AuditEffect {
            unit: None,
            seat: info.seat,
            of: EffectOn::Ending,
            recorded: told(was, info.side),
            by_the_rules: told(is, info.side),
            name: info.name,
        })
        .filter(|effect| effect.recorded != effect.by_the_rules)
        .collect()
}

/// The middle of a token, in board units.
fn place_words(token: &BoardToken) -> String {
    let many = token.outline.len().max(1) as f64;
    let middle = |of: fn(&crate::BoardPoint) -> f64| token.outline.iter().map(of).sum::<f64>() / many;
    format!("{:.2}, {:.2}", middle(|point| point.x), middle(|point| point.y))
}

fn facing_words(token: &BoardToken) -> String {
    token
        .facing
        .map_or_else(String::new, |degrees| format!("{degrees:.1}°"))
}

fn condition_words(token: &BoardToken) -> String {
    let words: Vec<&str> = token.badges.iter().map(|badge| badge.text.as_str()).collect();
    if words.is_empty() {
        "nothing".to_owned()
    } else {
        words.join(", ")
    }
}
