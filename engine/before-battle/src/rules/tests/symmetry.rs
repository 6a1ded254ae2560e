//! Positions turned by quarters of a circle, mirrored and with seats exchanged: the rules say the same of them.
//!
//! Turned ones are asked what may be done in them; who flees runs to a home edge, which does not turn. Mirrored and exchanged
//! ones are played on with the same commands and dice. Combats are fought, and units flee, in the order of their cells, which
//! is another one there: a game is followed until two combats or two flights meet.

use hindsight_geometry::squares::{Cell, Facing};
use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::testing::{games, play};
use hindsight_kernel::{Bot, Offers, Refusal, Rules, Seat, below, bot_rng, choose};
use serde_json::{Map, Value, json};

use crate::BeforeBattle;
use crate::field::combat::in_combat;
use crate::field::geometry::attack_direction;
use crate::model::command::Command;
use crate::model::event::{AftermathEvent, CombatEvent, Event};
use crate::model::state::State;
use crate::scene::Scene;

/// Columns and rows of the board.
const LINES: u8 = 8;

/// The most decisions of one game.
const DECISIONS: usize = 60;

/// A way in which a position is moved into one that is like it.
#[derive(Debug, Clone, Copy)]
struct Symmetry {
    /// Quarters of a circle, clockwise.
    quarters: u8,
    /// Whether it is mirrored before, east to west.
    mirrored: bool,
    /// Whether the seats are exchanged.
    exchanged: bool,
}

impl Symmetry {
    fn cell(self, cell: Cell) -> Cell {
        let most = LINES - 1;
        let (mut col, mut row) = (cell.col(), cell.row());
        if self.mirrored {
            col = most - col;
        }
        for _ in 0..self.quarters {
            // What lies to the north comes to lie to the east.
            (col, row) = (row, most - col);
        }
        Cell::new(col, row).unwrap()
    }

    fn facing(self, facing: Facing) -> Facing {
        const ALL: [Facing; 4] = [Facing::N, Facing::E, Facing::S, Facing::W];
        let place = ALL.iter().position(|known| *known == facing).unwrap();
        let mirrored = if self.mirrored { (4 - place) % 4 } else { place };
        ALL[(mirrored + usize::from(self.quarters)) % 4]
    }

    fn word(self, word: &str) -> String {
        if let Ok(facing) = word.parse::<Facing>()
            && word.len() == 1
        {
            return self.facing(facing).to_string();
        }
        if let Ok(cell) = word.parse::<Cell>() {
            return self.cell(cell).to_string();
        }
        if let ("left" | "right", true) = (word, self.mirrored) {
            return if word == "left" { "right" } else { "left" }.to_owned();
        }
        if !self.exchanged {
            return word.to_owned();
        }
        let swapped = |letters: [char; 2]| {
            let mut chars = word.chars();
            let rest = |seat: char, chars: std::str::Chars<'_>| format!("{seat}{}", chars.as_str());
            match chars.next() {
                Some(first) if first == letters[0] => rest(letters[1], chars),
                Some(first) if first == letters[1] => rest(letters[0], chars),
                _ => word.to_owned(),
            }
        };
        let is_slot =
            |text: &str| text.is_empty() || text.parse::<u8>().is_ok_and(|slot| (1..=6).contains(&slot));
        if let Some(card) = word.strip_prefix("card-") {
            let of = |text: &str| Self::default_exchange().word(&text.to_uppercase()).to_lowercase();
            return format!("card-{}", of(card));
        }
        match word.strip_prefix(['A', 'B']) {
            Some(slot) if is_slot(slot) => swapped(['A', 'B']),
            _ => word.to_owned(),
        }
    }

    const fn default_exchange() -> Self {
        Self {
            quarters: 0,
            mirrored: false,
            exchanged: true,
        }
    }

    fn seat(self, seat: Seat) -> Seat {
        if self.exchanged { seat.opponent() } else { seat }
    }

    /// What is said of a position, or in it, as it is said of the one that is like it.
    fn value(self, value: &Value) -> Value {
        match value {
            Value::String(word) => Value::String(self.word(word)),
            Value::Array(all) => Value::Array(all.iter().map(|one| self.value(one)).collect()),
            Value::Object(all) => {
                let moved = |(name, value): (&String, &Value)| {
                    let mut value = self.value(value);
                    if let ("players" | "inflicted" | "points", true, Value::Array(pair)) =
                        (name.as_str(), self.exchanged, &mut value)
                    {
                        pair.reverse();
                    }
                    (self.word(name), value)
                };
                Value::Object(all.iter().map(moved).collect::<Map<_, _>>())
            }
            other => other.clone(),
        }
    }
}

/// Puts lists in an order of their own, but for those whose order says something.
fn sorted(value: Value) -> Value {
    match value {
        Value::Array(all) => {
            let mut all: Vec<Value> = all.into_iter().map(sorted).collect();
            all.sort_by_key(ToString::to_string);
            Value::Array(all)
        }
        Value::Object(all) => {
            let ordered = |name: &str| ["players", "inflicted", "points", "items"].contains(&name);
            let kept = |(name, value): (String, Value)| {
                let value = if ordered(&name) { value } else { sorted(value) };
                (name, value)
            };
            Value::Object(all.into_iter().map(kept).collect())
        }
        other => other,
    }
}

/// A unit as it is drawn: seat, slot, cell, facing.
type Drawn = (Seat, usize, Cell, Facing);

/// A position as it is drawn: its units, and what each slot is.
#[derive(Debug, Clone)]
struct Position {
    units: Vec<Drawn>,
    /// Speed, models and item by slot.
    slots: Vec<(u8, u8, &'static str)>,
}

impl Position {
    fn at_random(rng: &mut dyn Rng) -> Self {
        let mut pick = |count: usize| below(rng, count).unwrap();
        let mut free: Vec<Cell> = (0..LINES)
            .flat_map(|col| (0..LINES).filter_map(move |row| Cell::new(col, row)))
            .filter(|cell| (1..LINES - 1).contains(&cell.row()))
            .collect();
        let items = ["", "sword-1", "spear-1", "bow-2"];
        let slots: Vec<_> = (0..4)
            .map(|_| (1 + pick(3) as u8, 2 + pick(6) as u8, items[pick(items.len())]))
            .collect();
        let mut units = Vec::new();
        for seat in [Seat::A, Seat::B] {
            for slot in 0..slots.len() {
                let cell = free.swap_remove(pick(free.len()));
                units.push((seat, slot, cell, Facing::ALL[pick(4)]));
            }
        }
        Self { units, slots }
    }

    fn state(&self, by: Symmetry) -> State {
        let name =
            |seat: Seat, slot: usize| format!("{}{}", if seat == Seat::A { "A" } else { "B" }, slot + 1);
        let lines: Vec<String> = self
            .units
            .iter()
            .map(|(seat, slot, cell, facing)| {
                let name = name(by.seat(*seat), *slot);
                format!("{name} {} {}", by.cell(*cell), by.facing(*facing))
            })
            .collect();
        let mut scene = Scene::new(&lines.join(", "));
        for seat in [Seat::A, Seat::B] {
            for (slot, (speed, models, item)) in self.slots.iter().enumerate() {
                scene = scene.card(&name(seat, slot), |card| {
                    (card.speed, card.models) = (*speed, *models);
                });
                if !item.is_empty() {
                    scene = scene.items(&name(seat, slot), item);
                }
            }
        }
        let mut state = scene.turn_of(by.seat(Seat::A), 1).state;
        state.start.first_turn = Some(by.seat(Seat::A));
        state
    }
}

/// A position without its cards, and without what a roster says of a side.
fn shown(state: &State) -> Value {
    let mut shown = serde_json::to_value(state).unwrap();
    let fields = shown.as_object_mut().unwrap();
    fields.remove("cards");
    // Those that never came look nowhere.
    let units = fields["units"].as_array_mut().unwrap();
    units.retain(|unit| !unit["card"].is_null());
    shown
}

/// The rules' answers of a position: what may be done, who fights, from where each is attacked.
fn answers(state: &State) -> Value {
    let offered: Vec<Value> = [Seat::A, Seat::B]
        .into_iter()
        .flat_map(|seat| BeforeBattle::offers(state, seat))
        .flat_map(|offer| offer.commands().to_vec())
        .map(|command| serde_json::to_value(command).unwrap())
        .collect();
    let units = || {
        [Seat::A, Seat::B]
            .into_iter()
            .flat_map(|seat| state.standing_of(seat))
    };
    let fights: Vec<Value> = units()
        .filter(|unit| in_combat(state, unit.id))
        .map(|unit| json!(unit.id))
        .collect();
    let mut met = Vec::new();
    for unit in units() {
        for other in units().filter(|other| other.id.seat() != unit.id.seat()) {
            if let Some(direction) = attack_direction(state, unit.id, other.id) {
                met.push(json!([unit.id, other.id, format!("{direction:?}")]));
            }
        }
    }
    json!({ "offered": offered, "fights": fights, "met": met })
}

/// Decides a command with one face for all its dice, so that no order among rolls makes a difference.
fn decided(state: &State, seat: Seat, command: &Command, face: u8) -> Result<(State, Vec<Event>), Refusal> {
    for count in 0..400 {
        match play::<BeforeBattle>(state.clone(), &[(seat, command.clone())], &vec![face; count]) {
            Err(refusal) if refusal.rule.0 == "HS-DICE-01" => {}
            other => return other,
        }
    }
    panic!("{command:?} takes more than 400 dice");
}

fn same(one: &Value, other: Value, by: Symmetry, what: &str) {
    assert_eq!(sorted(by.value(one)), sorted(other), "{what}: {by:?}");
}

/// Whether several combats or flights come together, whose order is by cell.
fn has_an_order(events: &[Event]) -> bool {
    let flights = events
        .iter()
        .filter(|event| matches!(event, Event::Aftermath(AftermathEvent::FleeRolled { .. })));
    let several = |event: &Event| matches!(event, Event::Combat(CombatEvent::CombatsSet { combats }) if combats.len() > 1);
    flights.count() > 1 || events.iter().any(several)
}

#[test]
fn positions_turned_mirrored_and_exchanged_offer_the_same() {
    for number in games(60, 1) {
        let drawn = Position::at_random(&mut bot_rng(number + 7_000));
        let of = |quarters, mirrored, exchanged| Symmetry {
            quarters,
            mirrored,
            exchanged,
        };
        let still = of(0, false, false);
        let said = answers(&drawn.state(still));
        for quarters in 0..4 {
            for (mirrored, exchanged) in [(false, false), (true, false), (false, true), (true, true)] {
                let by = of(quarters, mirrored, exchanged);
                same(
                    &said,
                    answers(&drawn.state(by)),
                    by,
                    &format!("position {number}"),
                );
            }
        }
    }
}

#[test]
fn positions_mirrored_and_exchanged_are_played_alike() {
    let mut decisions = 0;
    for number in games(40, 1) {
        let mut rng = bot_rng(number + 8_000);
        let drawn = Position::at_random(&mut rng);
        // The other side of the board is the half of a circle away.
        let symmetries = [(0, true, false), (2, false, true), (2, true, true)];
        let of = |(quarters, mirrored, exchanged)| Symmetry {
            quarters,
            mirrored,
            exchanged,
        };
        let mut one = drawn.state(of((0, false, false)));
        let mut others: Vec<(Symmetry, State)> = symmetries
            .into_iter()
            .map(|by| (of(by), drawn.state(of(by))))
            .collect();
        for decision in 0..DECISIONS {
            let what = format!("position {number}, decision {decision}");
            for (by, other) in &others {
                same(&shown(&one), shown(other), *by, &what);
            }
            let Some(seat) = BeforeBattle::awaiting(&one).first().map(|asked| asked.seat) else {
                break;
            };
            let command = choose::<BeforeBattle>(Bot::Random, &one, seat, &mut rng).unwrap();
            let face = 1 + below(&mut rng, 6).unwrap() as u8;
            let (after, events) =
                decided(&one, seat, &command, face).unwrap_or_else(|refusal| panic!("{what}: {refusal:?}"));
            if has_an_order(&events) {
                break;
            }
            let said = serde_json::to_value(&command).unwrap();
            for (by, other) in &mut others {
                let command: Command = serde_json::from_value(by.value(&said)).unwrap();
                let (moved, _) = decided(other, by.seat(seat), &command, face)
                    .unwrap_or_else(|refusal| panic!("{what}, {by:?}: {command:?}: {refusal:?}"));
                *other = moved;
            }
            decisions += 1;
            one = after;
        }
    }
    println!("{decisions} decisions");
    assert!(decisions > 60, "{decisions}");
}
