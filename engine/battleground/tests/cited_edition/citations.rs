//! Answers of an edition, and the rules that they cite.

use std::collections::BTreeSet;

use battleground::model::command::{Command, Patch};
use battleground::model::event::Event;
use battleground::model::state::State;
use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::{Choice, InspectRequest, Seat, Seed, ServerTray, Suggestion, Table, WatchedEvent};
use serde::Serialize;

use crate::wrong_commands::{rulings, spoilt, strangers, tries};
use crate::{Edition, pick};

/// The answers that were citations so far.
pub struct Citations {
    /// The beginning of the ids of this edition, and of the other one.
    own: &'static str,
    other: &'static str,
    /// The ids of this edition that were cited, by what cited them.
    cited: BTreeSet<(&'static str, String)>,
    pub answers: u64,
}

impl Citations {
    pub fn new(own: &'static str, other: &'static str) -> Self {
        Self {
            own,
            other,
            cited: BTreeSet::new(),
            answers: 0,
        }
    }

    /// An answer of a kind in words.
    pub fn words(&mut self, kind: &'static str, words: &str) {
        self.answers += 1;
        assert!(
            !words.contains(self.other),
            "{kind} cites the other edition: {words}"
        );
        for (at, _) in words.match_indices(self.own) {
            let rest = &words[at..];
            let end = rest
                .find(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '-'))
                .unwrap_or(rest.len());
            self.cited.insert((kind, rest[..end].to_owned()));
        }
    }

    /// An answer of a kind.
    pub fn value(&mut self, kind: &'static str, value: &impl Serialize) {
        self.words(kind, &serde_json::to_string(value).unwrap());
    }

    /// How many rules answers of a kind cited.
    pub fn rules(&self, kind: &str) -> usize {
        self.cited
            .iter()
            .filter(|(citations, _)| *citations == kind)
            .count()
    }
}

impl Citations {
    /// Reads what happened since a position.
    pub fn events<R: Edition>(&mut self, before: &State, events: &[Event]) {
        let mut state = before.clone();
        let mut facts = Vec::new();
        for event in events {
            self.value("event", event);
            self.words("sentence", &R::describe(&state, event).to_string());
            R::facts(&state, event, &mut facts);
            if let Some(grounds) = R::grounds(event) {
                self.words("grounds", &grounds.rule.0);
            }
            R::evolve(&mut state, event).unwrap();
        }
        self.value("fact", &facts);
    }

    /// Reads the events or the refusal of a command.
    pub fn decided<R: Edition>(&mut self, state: &State, seat: Seat, command: &Command) {
        if !R::awaiting(state).iter().any(|asked| asked.seat == seat) {
            if let Some(refusal) = R::closed(state, seat, command) {
                self.value("refusal", &refusal);
            }
            return;
        }
        let mut tray = ServerTray::new(Seed::of_game(&[3; 32], "cited"), 0);
        let mut table = Table::<R>::new(state.clone(), &mut tray);
        let decided = R::decide(&mut table, seat, command);
        match decided.and_then(|()| table.finish()) {
            Ok((_, events)) => self.events::<R>(state, &events),
            Err(refusal) => self.value("refusal", &refusal),
        }
    }

    pub fn ruled<R: Edition>(&mut self, state: &State, patch: &Patch) {
        let mut tray = ServerTray::new(Seed::of_game(&[3; 32], "ruled"), 0);
        let mut table = Table::<R>::new(state.clone(), &mut tray);
        let ruled = R::rule(&mut table, patch);
        match ruled.and_then(|()| table.finish()) {
            Ok((_, events)) => self.events::<R>(state, &events),
            Err(refusal) => self.value("refusal", &refusal),
        }
    }

    /// Reads every answer of a position; `wrong` commands are made of each decision's offers.
    pub fn position<R: Edition>(&mut self, state: &State, wrong: usize, rng: &mut dyn Rng) {
        self.value("question", &R::awaiting(state));
        self.value("board", &R::board(state));
        self.value("question", &state.agenda);
        let seats: Vec<Seat> = state.seats().collect();
        for seat in &seats {
            if let Some(outcome) = R::conceded(state, *seat) {
                self.value("outcome", &outcome);
            }
            self.offers::<R>(state, *seat, &seats, wrong, rng);
            for command in strangers().into_iter().chain(tries(state, rng)) {
                self.decided::<R>(state, *seat, &command);
            }
        }
        if let Some(outcome) = R::outcome(state) {
            self.value("outcome", &outcome);
        }
        for patch in rulings() {
            self.ruled::<R>(state, &patch);
        }
        self.inspections::<R>(state, rng);
    }

    fn offers<R: Edition>(
        &mut self,
        state: &State,
        seat: Seat,
        seats: &[Seat],
        wrong: usize,
        rng: &mut dyn Rng,
    ) {
        let offers = R::offers(state, seat);
        let mut decisions: BTreeSet<&str> = BTreeSet::new();
        for offer in &offers {
            self.words("offer", &offer.rule.0);
            self.words("offer", &offer.label.to_string());
            if let Choice::Form { limits, .. } = &offer.choice {
                self.value("offer", limits);
            }
            decisions.insert(&offer.decision);
        }
        for decision in decisions {
            let of_it: Vec<_> = offers.iter().filter(|offer| offer.decision == decision).collect();
            for _ in 0..wrong {
                let offer = of_it[pick(of_it.len(), rng)];
                let Some(command) = R::complete(state, offer, rng) else {
                    continue;
                };
                if let Some(command) = spoilt(&command, rng) {
                    self.decided::<R>(state, seat, &command);
                }
                for other in seats {
                    self.decided::<R>(state, *other, &command);
                }
            }
        }
    }

    fn inspections<R: Edition>(&mut self, state: &State, rng: &mut dyn Rng) {
        let names: Vec<String> = state.units.iter().map(|unit| unit.id.to_string()).collect();
        let mut ask = |unit: &str, target: Option<&String>| {
            let question = InspectRequest {
                unit: unit.to_owned(),
                target: target.cloned(),
                about: serde_json::Map::new(),
            };
            match R::inspect(state, &question) {
                Ok(inspection) => self.value("inspection", &inspection),
                Err(refusal) => self.value("refusal", &refusal),
            }
        };
        ask("A77", None);
        for unit in &names {
            ask(unit, None);
            for _ in 0..3 {
                ask(unit, names.get(pick(names.len(), rng)));
            }
        }
    }

    /// Reads what the coach finds in a game.
    pub fn coach<R: Edition>(&mut self, events: &[Event]) {
        for detector in R::detectors() {
            self.words("detector", &detector.rules.join(" "));
            self.words("detector", &detector.watches.to_string());
        }
        let Some(mut coach) = R::coach() else {
            return;
        };
        let (mut found, mut state): (Vec<Suggestion>, State) = (Vec::new(), State::default());
        for (version, event) in (1..).zip(events) {
            let mut after = state.clone();
            R::evolve(&mut after, event).unwrap();
            coach.watch(
                &WatchedEvent {
                    version,
                    asked_at: version - 1,
                    before: &state,
                    event,
                    after: &after,
                },
                &mut found,
            );
            state = after;
        }
        coach.over(&state, &mut found);
        self.value("suggestion", &found);
    }
}
