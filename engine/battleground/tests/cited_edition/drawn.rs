//! Positions drawn at random.

use battleground::model::state::State;
use hindsight_kernel::bot_rng;
use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::testing::Playout;
use serde_json::{Value, json};

use crate::citations::Citations;
use crate::wrong_commands::spoilt;
use crate::{Edition, pick, walked};

/// A position drawn at random: units of both sides in rows, some engaged, with orders, marks and terrain; not all of it can be.
fn drawn(number: u64, pack: &Value, rng: &mut dyn Rng) -> Value {
    let factions = pack["factions"].as_array().unwrap();
    let orders = ["close", "hold", "range", "short", "long", "follow"];
    let terrain = [
        "forest",
        "swamp",
        "hill",
        "rough_ground",
        "low_wall",
        "hedge",
        "stakes",
        "custom",
        "sheer_cliff",
    ];
    let mut units = Vec::new();
    let mut engaged = Vec::new();
    let mut counts = [0_u32; 2];
    let mut stand = |seat: usize, x: f64, y: f64, turned: usize, rng: &mut dyn Rng| {
        counts[seat] += 1;
        let kinds = factions[seat % factions.len()]["units"].as_array().unwrap();
        let of_one_card = |kind: &&Value| !kind["keywords"].to_string().contains("colossal");
        let kinds: Vec<&Value> = kinds.iter().filter(of_one_card).collect();
        let kind = kinds[pick(kinds.len(), rng)];
        let heading = [0.0, 180.0][seat] + [0.0, 90.0][usize::from(pick(4, rng) < turned)];
        let name = ["A", "B"][seat];
        let mut unit =
            json!({ "seat": name, "unit": kind["id"], "pose": { "x": x, "y": y, "heading": heading } });
        let shoots = !kind["ranged"].is_null();
        let legal = if shoots { &orders[..5] } else { &orders[..2] };
        match pick(8, rng) {
            0 if turned > 0 => unit["status"] = json!("routing"),
            1 => unit["status"] = json!(["ready", "disrupted"][usize::from(number.is_multiple_of(5))]),
            2 if number % 6 == 1 => unit["order"] = json!({ "order": orders[pick(orders.len(), rng)] }),
            _ if kind["preprinted"].is_null() => {
                unit["order"] = json!({ "order": legal[pick(legal.len(), rng)] });
            }
            _ => {}
        }
        if pick(5, rng) == 0 {
            unit["damage"] = json!(1 + pick(4, rng));
        }
        if number % 7 == 3 {
            unit["ammo"] = json!(1);
        }
        if pick(9, rng) == 0 {
            let checks = ["last_green", "fear", "red"];
            unit["checks"] = json!([checks[pick(checks.len(), rng)]]);
        }
        units.push(unit);
        format!("{name}{}", counts[seat])
    };
    for column in 0..6 {
        let x = 5.0 + 5.0 * f64::from(column);
        let near = [11.0, 12.5, 13.5, 8.0][pick(4, rng)];
        match pick(4, rng) {
            0 => {
                let (south, north) = (stand(0, x, 12.0, 0, rng), stand(1, x, 14.5, 0, rng));
                engaged.push(json!({ "rusher": south, "rushed": north }));
            }
            1 => {
                stand(0, x, near, 1, rng);
            }
            2 => {
                stand(1, x, near + 6.0, 1, rng);
            }
            _ => {
                stand(0, x, 5.0, 1, rng);
                stand(1, x, 24.0, 1, rng);
            }
        }
    }
    stand(0, 2.5, 2.0, 0, rng);
    stand(1, 33.0, 28.0, 0, rng);
    let active = ["A", "B"][pick(2, rng)];
    let mut sketch = json!({ "units": units, "engaged": engaged, "turn": 1 + pick(6, rng), "active": active,
        "hands": { "A": 2, "B": 2 } });
    if pick(2, rng) == 0 {
        sketch["actions"] = json!(1 + pick(5, rng));
    }
    if pick(2, rng) == 0 {
        let kind = terrain[pick(terrain.len(), rng)];
        sketch["terrain"] = json!([{ "kind": kind, "width": 4.0,
            "pose": { "x": 20.0, "y": 18.5, "heading": 0.0 } }]);
    }
    sketch
}

/// Walks drawn positions: those that a battle can begin from are played on a little.
pub fn walk_drawn<R: Edition>(citations: &mut Citations) -> u64 {
    let packs = R::sample_packs();
    let mut sound = 0;
    for number in 0..walked(24) {
        let mut rng = bot_rng(number);
        let sketch = drawn(number, &packs[0], &mut rng);
        for _ in 0..4 {
            if let Some(sketch) = spoilt(&sketch, &mut rng)
                && let Err(refusal) = R::sketched(&sketch, &packs)
            {
                citations.value("refusal", &refusal);
            }
        }
        let drawn = match R::sketched(&sketch, &packs) {
            Ok(drawn) => drawn,
            Err(refusal) => {
                citations.value("refusal", &refusal);
                continue;
            }
        };
        if let Some(refusal) = drawn.refusal {
            citations.value("refusal", &refusal);
        }
        let mut playout = match Playout::<R>::begin_at(number, drawn.state) {
            Ok(playout) => playout,
            Err(refusal) => {
                citations.value("refusal", &refusal);
                continue;
            }
        };
        sound += 1;
        citations.events::<R>(&State::default(), &playout.events);
        for _ in 0..3 {
            citations.position::<R>(&playout.state, 3, &mut rng);
            for _ in 0..8 {
                let before = playout.state.clone();
                let Some(first) = playout.step(&mut rng) else {
                    break;
                };
                citations.events::<R>(&before, &playout.events[first..]);
            }
        }
        citations.coach::<R>(&playout.events);
    }
    sound
}
