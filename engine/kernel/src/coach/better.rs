//! The better choice behind a suggestion: commands that could have been given, and what they lead to without dice.

use std::fmt::Display;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::message;
use crate::{
    Ask, DiceTray, MESSAGES, Message, MessageData, Refusal, Roll, RuleSet, Seat, SentenceData, Table, wire,
};

/// The commands that would have been better than what was done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BetterChoice {
    /// The version after which they could have been given.
    pub at: u64,
    /// The commands in order, each as the system's schema has it, all by the seat of the suggestion.
    pub commands: Vec<Value>,
    /// What they do, in a few words: `Reed Bowmen (B4) shoot at Soot Riders (A2)`.
    pub words: String,
    /// Id and arguments of the words, where their sentence has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<MessageData>,
    /// The unit that acts, if one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The unit that it acts against, if against one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
}

impl BetterChoice {
    /// Commands that could have been given after a version, and what they do.
    pub fn new<C: Serialize>(at: u64, words: Message, commands: &[C]) -> Self {
        let SentenceData { text, message } = words.into();
        Self {
            at,
            commands: commands.iter().map(wire::to_value).collect(),
            words: text,
            message,
            unit: None,
            target: None,
        }
    }

    /// The same by a unit.
    #[must_use]
    pub fn by(self, unit: &dyn Display) -> Self {
        Self {
            unit: Some(unit.to_string()),
            ..self
        }
    }

    /// The same against a unit.
    #[must_use]
    pub fn against(self, target: &dyn Display) -> Self {
        Self {
            target: Some(target.to_string()),
            ..self
        }
    }
}

/// What commands lead to as far as no dice are thrown.
#[derive(Debug, Clone, PartialEq)]
pub struct WithoutDice<R: RuleSet> {
    /// The events before the first die.
    pub events: Vec<R::Event>,
    /// The position after them.
    pub state: R::State,
    /// Whether dice would be thrown next.
    pub rolls: bool,
}

/// What commands of a seat lead to as far as no dice are thrown; nothing is recorded.
///
/// # Errors
/// The rules refuse one of them; or dice are thrown before the last one, which then hangs on what they show.
pub fn without_dice<R: RuleSet>(
    state: &R::State,
    seat: Seat,
    commands: &[R::Command],
) -> Result<WithoutDice<R>, Refusal> {
    let mut done = WithoutDice {
        events: Vec::new(),
        state: state.clone(),
        rolls: false,
    };
    for command in commands {
        if done.rolls {
            return Err(Refusal::new(
                "HS-DICE-01",
                message!(MESSAGES, "dice-decide-before"),
            ));
        }
        if !R::awaiting(&done.state).iter().any(|asked| asked.seat == seat) {
            return Err(Refusal::new(
                "HS-TURN-01",
                message!(MESSAGES, "seat-not-asked-then", seat),
            ));
        }
        let mut tray = NoTray::default();
        let mut table = Table::<R>::new(done.state, &mut tray);
        let decided = R::decide(&mut table, seat, command);
        let (state, events) = table.finish()?;
        if let Err(refusal) = decided
            && !tray.asked
        {
            return Err(refusal);
        }
        done.state = state;
        done.events.extend(events);
        done.rolls = tray.asked;
    }
    Ok(done)
}

/// A tray without dice, which knows whether it was asked for some.
#[derive(Debug, Default)]
struct NoTray {
    asked: bool,
}

impl DiceTray for NoTray {
    fn roll(&mut self, ask: &Ask) -> Result<Roll, Refusal> {
        self.asked = true;
        Err(Refusal::new("HS-DICE-01", message!(MESSAGES, "nobody-throws")).with("needed", ask))
    }
}
