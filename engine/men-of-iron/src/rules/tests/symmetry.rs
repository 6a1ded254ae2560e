//! Positions turned by sixths of a circle, mirrored and with seats exchanged: the rules say the same of them, and the same
//! commands with the same dice lead to the same ends.
//!
//! The ground is blank and wide, for no map turns; each seat has units of the same classes under the same places of its list.

use hindsight_geometry::hexes::{Axial, Direction, Facing, Hex};
use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::testing::{games, play};
use hindsight_kernel::{Bot, Refusal, Rules, Seat, below, bot_rng, choose};
use serde_json::{Map, Value, json};

use super::scene::{Scene, standard_id};
use crate::MenOfIron;
use crate::field::sample;
use crate::model::agenda::Step;
use crate::model::attack::{Attack, Attacker, Defender, Marker};
use crate::model::command::Command;
use crate::model::names::{ClassId, UnitId};
use crate::model::piece::{Formation, Occasion, PiecePlace, Status, Unit};
use crate::model::state::State;
use crate::rules::{charge, countercharge, declaration, fire, results, retreat_before_shock, shock};
use crate::views::reach::reachable;

/// Lines of the blank ground.
const LINES: u8 = 41;

/// Units of each seat.
const UNITS: usize = 6;

/// The most decisions of one game.
const DECISIONS: usize = 40;

/// A way in which a position is moved into one that is like it.
#[derive(Debug, Clone, Copy)]
struct Symmetry {
    /// Sixths of a circle, clockwise.
    turns: i32,
    /// Whether it is mirrored before, on the line from twelve o'clock to six.
    mirrored: bool,
    /// Whether the seats are exchanged.
    exchanged: bool,
}

fn centre() -> Hex {
    Hex::new(LINES.div_ceil(2), LINES.div_ceil(2)).unwrap()
}

impl Symmetry {
    fn hour(self, hour: u8) -> u8 {
        let mirrored = if self.mirrored { 12 - hour % 12 } else { hour };
        match (i32::from(mirrored) + 2 * self.turns).rem_euclid(12) {
            0 => 12,
            hour => hour as u8,
        }
    }

    fn facing(self, facing: Facing) -> Facing {
        Facing::of_hour(self.hour(facing.hour())).unwrap()
    }

    fn hex(self, hex: Hex) -> Hex {
        let (here, middle) = (hex.axial(), centre().axial());
        // Every place is so many steps toward four o'clock and so many toward six.
        let (east, south) = (here.q - middle.q, here.r - middle.r);
        let step = |direction: Direction| Direction::of_hour(self.hour(direction.hour())).unwrap().step();
        let ((eq, er), (sq, sr)) = (step(Direction::Four), step(Direction::Six));
        let there = Axial {
            q: middle.q + east * eq + south * sq,
            r: middle.r + east * er + south * sr,
        };
        there.hex().unwrap()
    }

    fn seat(self, seat: Seat) -> Seat {
        if self.exchanged { seat.opponent() } else { seat }
    }

    fn word(self, word: &str) -> String {
        if word.len() == 4
            && let Ok(hex) = word.parse::<Hex>()
        {
            return self.hex(hex).to_string();
        }
        if !self.exchanged {
            return word.to_owned();
        }
        for seat in [Seat::A, Seat::B] {
            if let Some(place) = list(seat).iter().position(|unit| unit.to_string() == word) {
                return list(seat.opponent())[place].to_string();
            }
        }
        match word {
            "A" => "B".to_owned(),
            "B" => "A".to_owned(),
            "A1" => "B1".to_owned(),
            "B1" => "A1".to_owned(),
            _ => word.to_owned(),
        }
    }

    /// What is said of a position, or in it, as it is said of the one that is like it.
    fn value(self, value: &Value) -> Value {
        match value {
            Value::String(word) => Value::String(self.word(word)),
            Value::Array(all) => Value::Array(all.iter().map(|one| self.value(one)).collect()),
            Value::Object(all) => {
                let moved = |(name, value): (&String, &Value)| {
                    let value = match (name.as_str(), value.as_u64()) {
                        ("facing" | "turn", Some(hour)) => json!(self.hour(hour as u8)),
                        ("players", _) if self.exchanged => {
                            let mut players = value.as_array().unwrap().clone();
                            players.reverse();
                            self.value(&Value::Array(players))
                        }
                        _ => self.value(value),
                    };
                    (self.word(name), value)
                };
                Value::Object(all.iter().map(moved).collect::<Map<_, _>>())
            }
            other => other.clone(),
        }
    }
}

/// The units of a seat that take part, in the order of ids.
fn list(seat: Seat) -> Vec<UnitId> {
    let names = match seat {
        Seat::B => ["B-AX1", "B-CB1", "B-DM1", "B-GN1", "B-MM1", "B-PK1"],
        _ => ["A-AX1", "A-DM1", "A-GN1", "A-LB1", "A-MM1", "A-PK1"],
    };
    names.iter().map(|name| sample::id(name)).collect()
}

/// A unit as it is drawn.
#[derive(Debug, Clone, Copy)]
struct Drawn {
    seat: Seat,
    place: usize,
    class: ClassId,
    hex: Hex,
    facing: Facing,
    status: Status,
    formation: Formation,
}

/// A position as it is drawn.
#[derive(Debug, Clone)]
struct Position {
    units: Vec<Drawn>,
    standards: [Hex; 2],
}

impl Position {
    fn at_random(rng: &mut dyn Rng) -> Self {
        let mut pick = |count: usize| below(rng, count).unwrap();
        let middle = centre();
        let near = |most: u32| -> Vec<Hex> {
            let columns = 1..=LINES;
            columns
                .flat_map(|column| (1..=LINES).filter_map(move |row| Hex::new(column, row)))
                .filter(|hex| hex.distance_to(middle) <= most)
                .collect()
        };
        let (mut free, around) = (near(3), near(5));
        let classes = [
            ClassId::MMAA,
            ClassId::MMAA,
            ClassId::DMAA,
            ClassId::AXE,
            ClassId::LB,
            ClassId::CB,
            ClassId::PIKE,
            ClassId::GEN,
        ];
        let kinds: Vec<ClassId> = (0..UNITS).map(|_| classes[pick(classes.len())]).collect();
        let mut units = Vec::new();
        for seat in [Seat::A, Seat::B] {
            for (place, &class) in kinds.iter().enumerate() {
                let (status, formation) = match pick(9) {
                    0 => (Status::Disordered, Formation::Open),
                    1 => (Status::Retired, Formation::Open),
                    2 if class == ClassId::DMAA => (Status::Normal, Formation::ShieldWall),
                    3 if class == ClassId::PIKE => (Status::Normal, Formation::Schiltron),
                    _ => (Status::Normal, Formation::Open),
                };
                units.push(Drawn {
                    seat,
                    place,
                    class,
                    hex: free.swap_remove(pick(free.len())),
                    facing: Facing::ALL[pick(6)],
                    status,
                    formation,
                });
            }
        }
        let around: Vec<Hex> = around
            .into_iter()
            .filter(|hex| units.iter().all(|unit: &Drawn| unit.hex != *hex))
            .collect();
        let standards = [around[pick(around.len())], around[pick(around.len())]];
        Self { units, standards }
    }

    fn moved(&self, by: Symmetry) -> Self {
        let mut standards = self.standards.map(|hex| by.hex(hex));
        if by.exchanged {
            standards.reverse();
        }
        let unit = |unit: &Drawn| Drawn {
            seat: by.seat(unit.seat),
            hex: by.hex(unit.hex),
            facing: by.facing(unit.facing),
            ..*unit
        };
        Self {
            units: self.units.iter().map(unit).collect(),
            standards,
        }
    }

    /// The position in the Move/Fire Phase of a seat.
    fn state(&self, active: Seat) -> State {
        let mut scene = Scene::plain(&[]).data(|battle| {
            (battle.map.width, battle.map.height) = (LINES, LINES);
        });
        for drawn in &self.units {
            let (id, command) = (list(drawn.seat)[drawn.place], command(drawn.seat));
            scene = scene
                .under(&id.to_string(), command)
                .class(&id.to_string(), drawn.class);
            let unit = scene.state.units.get_mut(&id).unwrap();
            unit.place = PiecePlace::On {
                hex: drawn.hex,
                facing: drawn.facing,
            };
            (unit.status, unit.formation) = (drawn.status, drawn.formation);
        }
        for (seat, hex) in [Seat::A, Seat::B].into_iter().zip(self.standards) {
            let id = standard_id(command(seat));
            scene.state.standards.get_mut(&id).unwrap().hex = Some(hex);
        }
        scene.active(command(active)).state
    }
}

const fn command(seat: Seat) -> &'static str {
    match seat {
        Seat::B => "B1",
        _ => "A1",
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
            let ordered = |name: &str| ["path", "players", "agenda", "acts"].contains(&name);
            let kept = |(name, value): (String, Value)| {
                let value = match value {
                    Value::Array(all) if ordered(&name) => {
                        Value::Array(all.into_iter().map(sorted).collect())
                    }
                    other => sorted(other),
                };
                (name, value)
            };
            Value::Object(all.into_iter().map(kept).collect())
        }
        other => other,
    }
}

/// A position without what is not moved: the battle, and leaders, who take no part.
fn shown(state: &State) -> Value {
    let mut shown = serde_json::to_value(state).unwrap();
    let fields = shown.as_object_mut().unwrap();
    for name in ["battle", "leaders"] {
        fields.remove(name);
    }
    let takes_part = |id: &str| {
        [Seat::A, Seat::B]
            .iter()
            .any(|seat| list(*seat).iter().any(|unit| unit.to_string() == id))
    };
    let units = fields["units"].as_object_mut().unwrap();
    units.retain(|id, _| takes_part(id));
    let standards = fields["standards"].as_object_mut().unwrap();
    standards.retain(|id, _| ["A1", "B1"].contains(&id.as_str()));
    shown
}

/// The rules' answers of a position: where units get, whom they see, where they go back to.
fn answers(state: &State) -> Value {
    let mut said = Map::new();
    for unit in [Seat::A, Seat::B].into_iter().flat_map(|seat| state.on_map(seat)) {
        let enemies: Vec<&Unit> = state.on_map(unit.seat.opponent()).collect();
        let reached: Vec<Value> = reachable(state, unit)
            .into_iter()
            .map(|(hex, way)| json!([hex, way.cost, way.may_stop, way.must_stop]))
            .collect();
        let shots: Vec<Value> = enemies
            .iter()
            .filter(|enemy| fire::check_shot(state, unit, enemy).is_ok())
            .map(|enemy| {
                json!([
                    enemy.id,
                    crate::rules::modifiers::of_shot(state, unit, enemy)
                        .map(|facts| { facts.drms(&state.battle.charts) })
                ])
            })
            .collect();
        let charges: Vec<Value> = charge::charges_of(state, unit)
            .into_iter()
            .map(|(enemy, course)| json!([enemy, course]))
            .collect();
        let near: Vec<&&Unit> = enemies
            .iter()
            .filter(|enemy| enemy.hex().unwrap().is_adjacent_to(unit.hex().unwrap()))
            .collect();
        let mut back = Vec::new();
        for (rank, one) in near.iter().enumerate() {
            for other in &near[rank..] {
                let from = [one.hex().unwrap(), other.hex().unwrap()];
                back.push(json!([
                    one.id,
                    other.id,
                    results::retreat_spots(state, unit, &from),
                    results::retreat_through(state, unit, &from),
                ]));
            }
        }
        let attacks: Vec<Value> = near
            .iter()
            .filter(|enemy| shock::may_attack(state, enemy, unit) && enemy.seat == state.active)
            .map(|enemy| {
                let mut met = state.clone();
                let attack = attack_of(enemy, unit);
                met.attacks = vec![attack.clone()];
                json!([
                    enemy.id,
                    retreat_before_shock::may_retreat(&met, &attack, unit),
                    retreat_before_shock::spots_of(&met, &attack, unit),
                    countercharge::options_against_attackers(&met),
                ])
            })
            .collect();
        let met_by_fire: Vec<Value> = enemies
            .iter()
            .map(|enemy| json!([enemy.id, countercharge::options_against_fire(state, unit, enemy)]))
            .collect();
        let reactors: Vec<Value> = unit
            .hex()
            .unwrap()
            .neighbours()
            .map(|(_, hex)| json!([hex, fire::reactors(state, unit.id, hex, Occasion::Move)]))
            .collect();
        said.insert(
            unit.id.to_string(),
            json!({
                "reached": reached,
                "shots": shots,
                "charges": charges,
                "front": shock::frontal_targets(state, unit),
                "zone": state.zoc_hexes(unit),
                "back": back,
                "retires": results::retire_spots(state, unit),
                "attacks": attacks,
                "counters": met_by_fire,
                "reactors": reactors,
            }),
        );
    }
    json!({
        "units": said,
        "shocks": declaration::able_to_shock(state),
        "charges": declaration::able_to_charge(state),
    })
}

/// A Shock attack of one unit on another.
fn attack_of(attacker: &Unit, defender: &Unit) -> Attack {
    Attack {
        attackers: vec![Attacker {
            unit: attacker.id,
            class: attacker.class,
            at: attacker.hex().unwrap(),
            marker: Marker::Shock,
            course: None,
            rode: false,
        }],
        defenders: vec![Defender {
            unit: defender.id,
            at: defender.hex().unwrap(),
        }],
        countered_by: Vec::new(),
        rolled: false,
        over: false,
    }
}

/// Decides a command with one face for all its dice, so that no order among rolls makes a difference.
fn decided(state: &State, seat: Seat, command: &Command, face: u8) -> Result<State, Refusal> {
    for count in 0..60 {
        match play::<MenOfIron>(state.clone(), &[(seat, command.clone())], &vec![face; count]) {
            Err(refusal) if refusal.rule.0 == "HS-DICE-01" => {}
            other => return other.map(|(after, _)| after),
        }
    }
    panic!("{command:?} takes more than 60 dice");
}

fn same(one: Value, other: Value, by: Symmetry, what: &str) {
    let (moved, other) = (sorted(by.value(&one)), sorted(other));
    assert_eq!(moved, other, "{what}: {by:?}");
}

/// The turns, the mirror and the exchange of seats, and some of them together.
fn symmetries() -> Vec<Symmetry> {
    let of = |turns, mirrored, exchanged| Symmetry {
        turns,
        mirrored,
        exchanged,
    };
    let turned = (1..6).map(|turns| of(turns, false, false));
    let others = [
        of(0, true, false),
        of(0, false, true),
        of(2, true, false),
        of(1, true, true),
    ];
    turned.chain(others).collect()
}

#[test]
fn positions_turned_mirrored_and_exchanged_are_played_alike() {
    let (mut fought, mut decisions) = (0, 0);
    for number in games(12, 1) {
        let mut rng = bot_rng(number + 6_000);
        let drawn = Position::at_random(&mut rng);
        let all = symmetries();
        let mut one = drawn.state(Seat::A);
        let mut others: Vec<(Symmetry, State)> = all
            .into_iter()
            .map(|by| (by, drawn.moved(by).state(by.seat(Seat::A))))
            .collect();
        for decision in 0..DECISIONS {
            let what = format!("position {number}, decision {decision}");
            let said = (decision == 0).then(|| answers(&one));
            for (by, other) in &others {
                same(shown(&one), shown(other), *by, &what);
                if let Some(said) = &said {
                    same(said.clone(), answers(other), *by, &what);
                }
            }
            let at_home = matches!(
                one.agenda.last().map(|frame| &frame.step),
                Some(Step::Ask(_) | Step::MoveFire | Step::DeclareAttacks | Step::ContinuedAttacks)
            );
            if !at_home {
                break;
            }
            let seat = MenOfIron::awaiting(&one)[0].seat;
            let command = choose::<MenOfIron>(Bot::Random, &one, seat, &mut rng).unwrap();
            let face = 1 + below(&mut rng, 10).unwrap() as u8;
            let after =
                decided(&one, seat, &command, face).unwrap_or_else(|refusal| panic!("{what}: {refusal:?}"));
            let said = serde_json::to_value(&command).unwrap();
            for (by, other) in &mut others {
                let command: Command = serde_json::from_value(by.value(&said)).unwrap();
                *other = decided(other, by.seat(seat), &command, face)
                    .unwrap_or_else(|refusal| panic!("{what}, {by:?}: {command:?}: {refusal:?}"));
            }
            fought += usize::from(matches!(command, Command::Attack { .. }));
            decisions += 1;
            one = after;
        }
    }
    println!("{decisions} decisions, {fought} declarations");
    assert!(decisions > 60, "{decisions}");
}
