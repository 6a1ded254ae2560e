//! Positions for tests: units on cells with cards of their own, and commands played with scripted dice.

use std::sync::Arc;

pub(crate) use hindsight_kernel::testing::rule_of;
use hindsight_kernel::{Packs, Refusal, RefusalReason, Rules, Seat, Secrets, Setups, Viewer, testing};
use serde_json::Value;

use crate::BeforeBattle;
use crate::model::cards::{Cards, Class, Equip, UnitCard, UnitType, blank_card};
use crate::model::event::{Event, by_slot};
use crate::model::names::{Name, UnitId};
use crate::model::state::{Stage, State};
use crate::packs::read_pack;

pub(crate) fn unit(text: &str) -> UnitId {
    text.parse().unwrap()
}

pub(crate) fn cell(text: &str) -> hindsight_geometry::squares::Cell {
    text.parse().unwrap()
}

pub(crate) fn names(text: &str) -> Vec<Name> {
    text.split_whitespace()
        .map(|name| name.parse().unwrap())
        .collect()
}

pub(crate) fn sample_cards() -> Cards {
    read_pack(&BeforeBattle::sample_packs()[0])
        .unwrap()
        .pack
        .cards("")
}

/// A position in the making.
#[derive(Debug, Clone)]
pub(crate) struct Scene {
    pub(crate) state: State,
}

/// The reasons of an enum among refusals, each where it comes first.
pub(crate) fn reasons<R: RefusalReason>(refusals: &[Refusal]) -> Vec<&'static str> {
    let mut found = Vec::new();
    for refusal in refusals {
        let reason = R::DECLARED
            .iter()
            .find(|reason| reason.message == refusal.message.name());
        if let Some(reason) = reason
            && !found.contains(&reason.variant)
        {
            found.push(reason.variant);
        }
    }
    found
}

impl Scene {
    /// Units as `A1 d4 N, B1 d5 S`, each with a card of its own: 5 models, front rank 5, 1 attack, melee 4+, block 5+,
    /// Speed 2. It is South's first turn.
    pub(crate) fn new(units: &str) -> Self {
        let mut cards = sample_cards();
        let mut state = State {
            stage: Stage::Actions,
            turned_up: true,
            round: 1,
            active: Some(Seat::A),
            ..State::default()
        };
        state.start.first_turn = Some(Seat::A);
        for line in units.split(',') {
            let words: Vec<&str> = line.split_whitespace().collect();
            let id = unit(words[0]);
            let card = UnitCard {
                id: format!("card-{}", words[0].to_lowercase()).parse().unwrap(),
                name: format!("Card {}", words[0]),
                roster: cards.rosters[id.seat().index()].id,
                class: Class::Core,
                kind: UnitType::Infantry,
                cost: Some(1),
                models: 5,
                front_rank: 5,
                melee: 4,
                block: 5,
                speed: 2,
                equip: Equip::default(),
                ..blank_card().clone()
            };
            let placed = &mut state.units[id.index()];
            placed.card = Some(card.id);
            placed.models = card.models;
            placed.cell = Some(cell(words[1]));
            placed.facing = words[2].parse().unwrap();
            cards.units.push(card);
        }
        state.cards = Arc::new(cards);
        Self { state }
    }

    /// Changes a unit's card; the unit is then at full strength again.
    pub(crate) fn card(mut self, name: &str, edit: impl FnOnce(&mut UnitCard)) -> Self {
        let id = self.state.unit(unit(name)).card.unwrap();
        let cards = Arc::make_mut(&mut self.state.cards);
        let card = cards.units.iter_mut().find(|card| card.id == id).unwrap();
        edit(card);
        let models = card.models;
        self.state.units[unit(name).index()].models = models;
        self
    }

    pub(crate) fn items(mut self, name: &str, items: &str) -> Self {
        let held = by_slot(&self.state.cards, names(items));
        self.state.units[unit(name).index()].items = held;
        self
    }

    pub(crate) fn models(mut self, name: &str, models: u8) -> Self {
        self.state.units[unit(name).index()].models = models;
        self
    }

    pub(crate) fn wounds(mut self, name: &str, wounds: u8) -> Self {
        self.state.units[unit(name).index()].wounds = wounds;
        self
    }

    pub(crate) fn acted(mut self, name: &str) -> Self {
        self.state.acted.insert(unit(name));
        self
    }

    /// Takes a unit off the board as if it had been killed.
    pub(crate) fn lost(mut self, name: &str) -> Self {
        let unit = &mut self.state.units[unit(name).index()];
        (unit.cell, unit.models, unit.lost) = (None, 0, Some(crate::model::state::Loss::Melee));
        self
    }

    pub(crate) fn charged(mut self, name: &str) -> Self {
        self.state.acted.insert(unit(name));
        self.state.charged.insert(unit(name));
        self
    }

    pub(crate) fn turn_of(mut self, seat: Seat, round: u8) -> Self {
        self.state.active = Some(seat);
        self.state.round = round;
        self
    }

    /// A game just set up.
    pub(crate) fn begun(request: &Value, dice: &[u8]) -> Self {
        let setup = BeforeBattle::setup_from(request, &[]).unwrap();
        let (begun, state, _) = testing::at_table::<BeforeBattle, _>(State::default(), dice, |table| {
            BeforeBattle::begin(table, &setup)
        });
        begun.unwrap();
        Self { state }
    }

    /// Plays a line for a seat; what is refused changes nothing.
    pub(crate) fn give(&mut self, seat: Seat, line: &str, dice: &[u8]) -> Result<Vec<Event>, Refusal> {
        testing::give::<BeforeBattle>(&mut self.state, seat, line, dice)
    }

    /// Plays a line of the player whose turn it is.
    pub(crate) fn play(&mut self, line: &str, dice: &[u8]) -> Result<Vec<Event>, Refusal> {
        self.give(self.state.active.unwrap(), line, dice)
    }

    /// The rule by which a line is refused.
    pub(crate) fn refused(&self, line: &str) -> String {
        rule_of(self.clone().play(line, &[]))
    }

    /// Where a unit stands and looks: `d4 N`; nothing once it is gone.
    pub(crate) fn place(&self, name: &str) -> String {
        let unit = self.state.unit(unit(name));
        unit.cell
            .map_or_else(String::new, |cell| format!("{cell} {}", unit.facing))
    }

    pub(crate) fn models_of(&self, name: &str) -> u8 {
        self.state.unit(unit(name)).models
    }

    pub(crate) fn seen_by(&self, viewer: Viewer) -> State {
        BeforeBattle::view(&self.state, viewer)
    }
}
