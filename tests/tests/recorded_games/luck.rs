//! Luck that facts tell of rolls with a target, against every way in which the dice can fall; and the units that figures count.
//!
//! Each game says in [`read`] what its dice with a target come to, from its book alone; where facts tell a number of their own
//! for a roll, or count what is added to a die on both sides, the two part.

use std::collections::{BTreeMap, BTreeSet};

use hindsight_engine::kernel::{Bot, DiceRolled, Fact, Seed, Viewer, bot_rng};
use hindsight_engine::{AnyGame, FoldStep, OpenRequest, system};
use hindsight_reports::statistics::GameStatistics;
use serde_json::{Value, json};

use crate::recorded::{GAMES, replayed};

/// The most dice of a roll that is gone through: more take long and say the same.
const MOST_DICE: usize = 10;

/// What faces come to against a target; nothing where the game's book says it of more than these dice and this target.
fn read(game: &str, rolled: &DiceRolled, target: i32, faces: &[u8]) -> Option<i32> {
    let purpose = rolled.purpose.as_str();
    let count = |succeeds: &dyn Fn(i32) -> bool| {
        faces.iter().filter(|face| succeeds(i32::from(**face))).count() as i32
    };
    let sum = || faces.iter().map(|face| i32::from(*face)).sum();
    Some(match game {
        // One die from 0 to 9, whose tenth face reads 0; what is added is in the target.
        "men-of-iron" => {
            let reading = i32::from(*faces.first()?) % 10;
            let success = if rolled.roll_under {
                reading <= target
            } else {
                reading >= target
            };
            i32::from(success)
        }
        "before-battle" => count(&|face| face >= target),
        // What is added to a defence or Panic Test is told beside it: a die reads 0 to 6 with it.
        "ice-and-fire" => match purpose {
            "charge distance" => sum(),
            "panic" => faces.iter().take(2).map(|face| i32::from(*face)).sum(),
            "defence" => {
                let added: i32 = rolled.modifiers.iter().map(|modifier| modifier.change).sum();
                count(&|face| (face + added).clamp(0, 6) >= target)
            }
            _ => count(&|face| face >= target),
        },
        // 1 always succeeds and 6 always fails; of the 6s Overkill saves as many as the target has above 5. Dice that are
        // thrown again add to those that were kept, which the fact does not tell.
        "battleground-3" | "battleground-4" => match purpose {
            "to hit" | "to wound" => {
                let sixes = count(&|face| face == 6);
                count(&|face| face < 6 && (face == 1 || face <= target)) + sixes.min((target - 5).max(0))
            }
            "to hit again" | "to wound again" => return None,
            _ => sum(),
        },
        other => panic!("{other} has no book here"),
    })
}

/// The chance of each number that a roll can come to, by going through every way in which its dice can fall: as many of each
/// face, with the number of orders in which they do.
fn enumerated(game: &str, rolled: &DiceRolled, target: i32) -> Option<BTreeMap<i32, f64>> {
    fn go(sides: u8, left: usize, least: u8, faces: &mut Vec<u8>, look: &mut dyn FnMut(&[u8])) {
        if left == 0 {
            look(faces);
            return;
        }
        for face in least..=sides {
            faces.push(face);
            go(sides, left - 1, face, faces, look);
            faces.pop();
        }
    }
    let (sides, count) = (rolled.roll.sides, rolled.roll.dice());
    let by_place = game == "ice-and-fire" && rolled.purpose == "panic";
    let count = if by_place { count.min(2) } else { count };
    let mut chances: BTreeMap<i32, f64> = BTreeMap::new();
    let mut is_read = true;
    go(sides, count, 1, &mut Vec::new(), &mut |faces| {
        let mut orders = 1.0;
        let mut run = 0;
        for (place, face) in faces.iter().enumerate() {
            run = if place > 0 && faces[place - 1] == *face {
                run + 1
            } else {
                1
            };
            orders *= (place + 1) as f64 / f64::from(run);
        }
        match read(game, rolled, target, faces) {
            Some(result) => {
                let chance = orders / f64::from(sides).powi(count as i32);
                *chances.entry(result).or_default() += chance;
            }
            None => is_read = false,
        }
    });
    is_read.then_some(chances)
}

/// Checks one fact; gives its purpose where the roll had a target that could be gone through.
fn check(game: &str, place: &str, rolled: &DiceRolled) -> Option<String> {
    let target = rolled.target?;
    let faces = &rolled.roll.faces;
    if faces.is_empty() || faces.len() > MOST_DICE {
        return None;
    }
    let came = read(game, rolled, target, faces)?;
    assert_eq!(rolled.result, came, "{place}: what came of the dice: {rolled:?}");
    let chances = enumerated(game, rolled, target)?;
    for (number, chance) in &chances {
        let told = rolled.expected.exactly(*number);
        assert!(
            (told - chance).abs() < 1e-9,
            "{place}: {number} comes with {chance}, not {told}: {rolled:?}"
        );
    }
    let whole: f64 = chances
        .keys()
        .map(|number| rolled.expected.exactly(*number))
        .sum();
    assert!((whole - 1.0).abs() < 1e-9, "{place}: {rolled:?}");
    Some(format!("{game}: {}", rolled.purpose))
}

fn check_step(game: &str, name: &str, step: &dyn FoldStep, seen: &mut BTreeMap<String, u32>) {
    let place = format!("{name}, version {}", step.version());
    for fact in step.facts() {
        if let Fact::DiceRolled(rolled) = fact
            && let Some(purpose) = check(game, &place, &rolled)
        {
            *seen.entry(purpose).or_default() += 1;
        }
    }
}

/// The setup of a game that bots play.
fn setup(game: &str) -> Value {
    match game {
        "men-of-iron" => json!({ "battle": "harrow-ford" }),
        _ => json!({}),
    }
}

/// Plays commands of a bot, and holds the facts of each to the dice.
fn play(game: &'static str, bot: Bot, number: u64, commands: usize, seen: &mut BTreeMap<String, u32>) {
    let seeds = move |_| Seed::of_game(&[7; 32], &number.to_string());
    let request = OpenRequest {
        setup: Some(setup(game)),
        position: None,
        server_dice: true,
    };
    let opened = system(game).unwrap().open(&request, &[], Some(&seeds)).unwrap();
    let mut now: Box<dyn AnyGame> = opened.game;
    let mut rng = bot_rng(number);
    for _ in 0..commands {
        let info = now.info(Viewer::Everything);
        let Some(seat) = info.awaiting.first().map(|asked| asked.seat) else {
            break;
        };
        let command = now.choose(bot, seat, &mut rng).unwrap();
        let given = json!({ "type": "play", "seat": seat, "command": command, "dice": [] });
        let decided = now
            .decide(given, None, Some(&seeds))
            .unwrap_or_else(|why| panic!("{game}: {why}"));
        let name = format!("{game}, game {number} of {bot:?}");
        now.duplicate()
            .show_command(&decided.command, &decided.events, &mut |step| {
                check_step(game, &name, step, seen);
            })
            .unwrap();
        now = decided.game;
    }
}

/// The number of games a system whose bots play here: `HINDSIGHT_PLAYOUTS` plays more.
fn drawn_games() -> u64 {
    let asked = std::env::var("HINDSIGHT_PLAYOUTS").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(2)
}

#[test]
fn luck_of_every_roll_with_a_target_is_that_of_its_dice() {
    let mut seen = BTreeMap::new();
    for recorded in GAMES {
        let replayed = replayed(recorded);
        let game = replayed.system.id();
        let chronicle = replayed.system.chronicle(&replayed.records()).unwrap();
        chronicle
            .walk(1, u64::MAX, Viewer::Everything, &mut |step| {
                check_step(game, recorded.name, step, &mut seen);
                true
            })
            .unwrap();
    }
    let systems = [
        "before-battle",
        "battleground-3",
        "battleground-4",
        "ice-and-fire",
        "men-of-iron",
    ];
    for game in systems {
        for number in 0..drawn_games() {
            let bot = if number % 2 == 0 { Bot::Random } else { Bot::Greedy };
            play(game, bot, number, 150, &mut seen);
        }
    }
    println!("{seen:#?}");
    for purpose in [
        "men-of-iron: loss check",
        "men-of-iron: leader casualty",
        "men-of-iron: continuity",
        "men-of-iron: counter-charge",
        "before-battle: flee",
        "battleground-3: to hit",
        "battleground-4: to wound",
        "ice-and-fire: defence",
        "ice-and-fire: panic",
    ] {
        assert!(seen.contains_key(purpose), "{purpose} was never rolled: {seen:?}");
    }
}

#[test]
fn figures_count_the_units_of_the_battle_in_every_recorded_game() {
    let mut systems = BTreeSet::new();
    for recorded in GAMES {
        let replayed = replayed(recorded);
        let chronicle = replayed.system.chronicle(&replayed.records()).unwrap();
        let (mut figures, mut units) = (GameStatistics::new(), BTreeSet::new());
        chronicle
            .walk(1, u64::MAX, Viewer::Everything, &mut |step| {
                if step.live() {
                    let now = step.units();
                    units.extend(now.iter().map(|unit| unit.id.clone()));
                    figures.meet(&now);
                    for fact in step.facts() {
                        figures.fact(step.version(), &step.moment(), &fact);
                    }
                }
                true
            })
            .unwrap();
        systems.insert(replayed.system.id());
        let counted: BTreeSet<String> = figures.units.keys().cloned().collect();
        assert_eq!(counted, units, "{}", recorded.name);
        for (id, unit) in &figures.units {
            assert!(!unit.card.is_empty() && unit.full > 0, "{}: {id}", recorded.name);
        }
        let report = figures.report();
        let told: u32 = report.seats.iter().map(|seat| seat.units).sum();
        assert_eq!(told as usize, units.len(), "{}", recorded.name);
    }
    assert_eq!(systems.len(), 5, "{systems:?}");
}

/// Numbers are written without a sign that says nothing: `-0.0` is 0.
#[test]
fn no_answer_of_a_question_is_minus_nothing() {
    fn look(value: &Value, what: &str) {
        match value {
            Value::Number(number) => {
                let number = number.as_f64().unwrap();
                assert!(number != 0.0 || number.is_sign_positive(), "{what}");
            }
            Value::Array(all) => all.iter().for_each(|one| look(one, what)),
            Value::Object(all) => all.values().for_each(|one| look(one, what)),
            _ => {}
        }
    }
    for recorded in GAMES {
        let replayed = replayed(recorded);
        let chronicle = replayed.system.chronicle(&replayed.records()).unwrap();
        let middle = chronicle
            .game_at(chronicle.len() / 2, Viewer::Everything)
            .unwrap();
        for unit in middle
            .units(Viewer::Everything)
            .into_iter()
            .filter(|unit| unit.alive)
        {
            let question = hindsight_engine::kernel::InspectRequest {
                unit: unit.id.clone(),
                target: None,
                about: serde_json::Map::new(),
            };
            let Ok(told) = middle.inspect(&question, Viewer::Everything) else {
                continue;
            };
            let what = format!("{}: {}", recorded.name, unit.id);
            look(&serde_json::to_value(&told).unwrap(), &what);
        }
    }
}
