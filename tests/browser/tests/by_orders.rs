//! Units that act by their orders in a game that is recorded again: one tap where the record says the same.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::desk::Desk;
use crate::taps::{Recorded, Tally};

/// The activations of one unit each that follow one another from the first of these commands on, with nothing but passes between
/// them: the place of each and its unit.
fn run_of(commands: &[Recorded]) -> Vec<(usize, &str)> {
    let mut run = Vec::new();
    for (place, given) in commands.iter().enumerate() {
        match given.activated() {
            Some(unit) if given.seat == commands[0].seat => run.push((place, unit)),
            _ if given.kind() == "pass" && given.dice.is_empty() => {}
            _ => break,
        }
    }
    run
}

/// The corners and the heading of each unit of a list.
fn ends(units: &[Value]) -> BTreeMap<&str, (&Value, &Value)> {
    let named = units.iter().filter(|unit| unit["to"].is_object());
    named
        .map(|unit| {
            let to = &unit["to"];
            (unit["unit"].as_str().unwrap(), (&to["outline"], &to["facing"]))
        })
        .collect()
}

impl Desk {
    /// Lets units act by their orders where the record goes on so; gives how many of its commands that were.
    pub(crate) async fn acts_by_orders(
        &self,
        (game, of): (&str, &str),
        commands: &[Recorded],
        tally: &mut Tally,
    ) -> usize {
        let run = run_of(commands);
        if run.len() < 2 {
            return 0;
        }
        let all = self.tried_by_orders(game, &commands[0].seat, None).await;
        for count in (2..=all.len()).rev() {
            let names: Vec<&str> = all[..count]
                .iter()
                .filter_map(|unit| unit["unit"].as_str())
                .collect();
            let acting: BTreeSet<&str> = names.iter().copied().collect();
            // As far as the record needs for all of them; whatever else acts there does nothing.
            let within = |end: &usize| {
                let recorded: BTreeSet<&str> = run[..*end].iter().map(|(_, unit)| *unit).collect();
                acting.is_subset(&recorded)
            };
            let Some(end) = (count..=run.len()).find(within) else {
                continue;
            };
            let mut others = run[..end].iter().filter(|(_, unit)| !acting.contains(unit));
            if !others.all(|(place, _)| commands[*place].is_idle) {
                continue;
            }
            let tried = match count == all.len() {
                true => all.clone(),
                false => self.tried_by_orders(game, &commands[0].seat, Some(&names)).await,
            };
            let last = run[end - 1].0;
            let path = format!("/v1/games/{of}/board?at={}", commands[last].after);
            let board = self.data(&path).await;
            let tokens = board["tokens"]
                .as_array()
                .or_else(|| board["board"]["tokens"].as_array());
            let same = |(unit, (outline, facing)): (&str, (&Value, &Value))| {
                let token = tokens.unwrap().iter().find(|token| token["id"] == unit);
                token.is_some_and(|token| token["outline"] == *outline && token["facing"] == *facing)
            };
            if !ends(&tried).into_iter().all(same) {
                tally.other_order += 1;
                continue;
            }
            if self.is_there("a.by-orders").await {
                self.taps("a.by-orders", tally).await;
                tally.openings += 1;
                self.until("document.querySelector('section.by-orders') !== null")
                    .await;
            }
            let button = match count == all.len() {
                true => "section.by-orders button.main".to_owned(),
                false => format!("section.by-orders li:nth-child({count}) button"),
            };
            self.records(&button, &[], tally).await;
            tally.by_orders += count;
            return last + 1;
        }
        0
    }

    /// Whether the phase cannot end before the unit of an activation is activated.
    pub(crate) async fn is_due(&self, game: &str, given: &Recorded) -> bool {
        let ends = json!({ "type": "play", "seat": given.seat, "command": { "type": "end_phase" } });
        let path = format!("/v1/games/{game}/commands?imply=true&dry_run=true");
        let refused = self.ask("POST", &path, &ends).await;
        let unit = given.activated();
        let due = refused["allowed"].as_array();
        unit.is_none() || due.is_some_and(|due| due.iter().any(|due| due.as_str() == unit))
    }

    /// The acts of units by their orders.
    async fn tried_by_orders(&self, game: &str, seat: &Value, units: Option<&[&str]>) -> Vec<Value> {
        let mut command = json!({ "type": "by_orders", "seat": seat });
        if let Some(units) = units {
            command["units"] = json!(units);
        }
        let path = format!("/v1/games/{game}/commands?imply=true&dry_run=true");
        let tried = self.ask("POST", &path, &command).await;
        let units = tried["by_orders"][0]["units"].as_array();
        units.cloned().unwrap_or_default()
    }
}
