//! Commands of a recorded game, as its events tell them.

use serde_json::{Value, json};

use crate::desk::Desk;

/// A command of the record.
#[derive(Debug, Clone)]
pub(crate) struct Recorded {
    pub(crate) seat: Value,
    pub(super) command: Value,
    pub(crate) dice: Vec<u64>,
    /// Dice of its last roll are chosen afterwards, to be thrown again: their faces are needed.
    pub(super) by_faces: bool,
    /// The command before it, which only leads on to it: the page records both as one.
    pub(super) first: Option<Value>,
    /// The version of its last event.
    pub(crate) after: u64,
    /// It activates a unit that neither moves nor asks anything.
    pub(crate) is_idle: bool,
    /// It draws cards, and rolls nothing else.
    draws: bool,
}

/// Whether cards are drawn from decks on the table, so that a hand is known to its player alone.
pub(super) fn decks_on_the_table() -> bool {
    std::env::var("HINDSIGHT_DECKS").is_ok_and(|decks| decks == "table")
}

impl Recorded {
    pub(crate) fn kind(&self) -> &str {
        self.command["type"].as_str().unwrap_or_default()
    }

    /// As it is posted, with the command that leads to it.
    pub(super) fn posted(&self, dice: &[Value]) -> Value {
        let mut command = json!({ "type": "play", "seat": self.seat, "command": self.command });
        if !dice.is_empty() {
            command["dice"] = json!(dice);
        }
        match &self.first {
            Some(first) => json!([first, command]),
            None => command,
        }
    }

    /// Whether it only leads on to a command.
    fn leads_to(&self, next: &Self) -> bool {
        let pair = (self.kind(), next.kind());
        pair == ("activate", "act") && self.seat == next.seat && self.dice.is_empty()
    }

    /// Whether it throws dice again that were chosen by their places in a roll.
    fn chooses_dice(&self) -> bool {
        fn names_dice(value: &Value) -> bool {
            match value {
                Value::Object(members) => members
                    .iter()
                    .any(|(name, member)| (name == "dice" && member.is_array()) || names_dice(member)),
                Value::Array(items) => items.iter().any(names_dice),
                _ => false,
            }
        }
        names_dice(&self.command)
    }

    /// The unit that it activates, if it activates one and rolls nothing.
    pub(crate) fn activated(&self) -> Option<&str> {
        let units = self.command["units"].as_array()?;
        let plain = self.kind() == "activate" && units.len() == 1 && self.dice.is_empty();
        plain.then(|| units[0].as_str())?
    }

    /// Takes notice of an event that came of it.
    fn follows(&mut self, event: &Value) {
        self.after = event["version"].as_u64().unwrap();
        self.is_idle &= event["type"] == "proceeded" || event["type"] == "marked";
        self.draws |= event["type"] == "card_drawn";
    }

    /// Whether it may be one by which nothing is done; if what follows it cannot be recorded without, it was more.
    pub(super) fn may_be_nothing(&self) -> bool {
        let says_no = self.kind() == "choose"
            && (self.command["answer"] == "no" || self.command["answer"] == "decline");
        says_no
            || matches!(
                self.kind(),
                "pass" | "end_phase" | "end_actions" | "end_move_fire" | "decline" | "ready" | "discard"
            )
    }
}

impl Desk {
    /// The commands of a game behind a version, activations joined with their acts, and the command by which it was given up.
    pub(super) async fn recorded_commands(&self, of: &str, from: u64) -> (Vec<Recorded>, Option<Value>) {
        let (mut commands, mut given_up) = (Vec::<Recorded>::new(), None);
        let mut next = from + 1;
        loop {
            let page = self
                .data(&format!("/v1/games/{of}/events?from={next}&limit=500"))
                .await;
            let items = page["items"].as_array().unwrap();
            for event in items {
                if event["command"]["type"] == "concede" {
                    given_up = Some(event["command"].clone());
                }
                if event.get("command").is_none()
                    && let Some(last) = commands.last_mut()
                {
                    last.follows(event);
                }
                if let Some(command) = event.get("command").filter(|command| command["type"] == "play") {
                    let dice = command["dice"]
                        .as_array()
                        .map_or_else(Vec::new, |dice| dice.iter().filter_map(Value::as_u64).collect());
                    commands.push(Recorded {
                        seat: command["seat"].clone(),
                        command: command["command"].clone(),
                        dice,
                        by_faces: false,
                        first: None,
                        after: event["version"].as_u64().unwrap(),
                        is_idle: command["command"]["type"] == "activate",
                        draws: event["type"] == "card_drawn",
                    });
                }
            }
            match items.last().and_then(|event| event["version"].as_u64()) {
                Some(last) if items.len() == 500 => next = last + 1,
                _ => break,
            }
        }
        if decks_on_the_table() {
            for drawing in commands.iter_mut().filter(|given| given.draws) {
                drawing.dice.clear();
            }
        }
        for place in 1..commands.len() {
            if commands[place].chooses_dice() {
                let thrown = commands[..place]
                    .iter_mut()
                    .rev()
                    .find(|before| !before.dice.is_empty());
                thrown.unwrap().by_faces = true;
            }
        }
        let (single, mut commands) = (commands, Vec::<Recorded>::new());
        for given in single {
            match commands.last_mut() {
                Some(last) if last.leads_to(&given) => {
                    let first = last.posted(&[]);
                    *last = given;
                    last.first = Some(first);
                }
                _ => commands.push(given),
            }
        }
        (commands, given_up)
    }
}
