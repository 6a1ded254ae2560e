//! The battles that are played here.

use battleground::Battleground;
use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::{Packs, Rules, testing};
use serde_json::{Value, json};

pub use hindsight_kernel::testing::{each_of, games};

/// A game in the making.
pub type Playout = testing::Playout<Battleground>;

/// After so many turns a random battle may be left undecided: Breaking Point has no last turn. Rule `BG4-SCEN-07`.
pub const MOST_TURNS: u16 = 40;

/// The battles that are played in turn: most by the full procedure, where the bots agree on budget, scenario and map and
/// build their armies; some with ready armies on each of the sample maps; some with cards drawn on the table.
pub fn request(number: u64) -> Value {
    let sample = Battleground::sample_packs().remove(0);
    let pick = |list: &str, place: u64| {
        let all = sample[list].as_array().unwrap();
        all[(place % all.len() as u64) as usize]["id"].clone()
    };
    // Two ready armies are of one budget.
    let opponent = |army: &Value, place: u64| {
        let all = sample["armies"].as_array().unwrap();
        let budget = |id: &Value| all.iter().find(|army| army["id"] == *id).unwrap()["budget"].clone();
        let equal: Vec<&Value> = all
            .iter()
            .filter(|other| other["budget"] == budget(army))
            .collect();
        equal[(place % equal.len() as u64) as usize]["id"].clone()
    };
    let round = number / 8;
    match number % 8 {
        3 => json!({
            "ready_armies": {
                "A": pick("armies", round),
                "B": opponent(&pick("armies", round), round * 5 + 2),
            },
            "map": pick("maps", round),
        }),
        5 => json!({
            "ready_armies": {
                "A": pick("armies", round * 7 + 3),
                "B": opponent(&pick("armies", round * 7 + 3), round + 1),
            },
            "map": pick("maps", round + 1),
            "decks": "table",
        }),
        7 => json!({ "decks": "table" }),
        _ => json!({}),
    }
}

/// A game from a request.
pub fn begin(number: u64, request: &Value) -> Playout {
    Playout::begin(number, request, &Battleground::sample_packs())
}

pub fn is_over(playout: &Playout) -> bool {
    Battleground::outcome(&playout.state).is_some() || playout.state.turn > MOST_TURNS
}

/// Plays a random legal command of whoever is asked; nothing once the game is over. Gives the first new event's place.
pub fn step(playout: &mut Playout, rng: &mut impl Rng) -> Option<usize> {
    if is_over(playout) {
        return None;
    }
    let first = playout.step(rng);
    assert!(
        first.is_some(),
        "{} waits for nobody: {:?}",
        playout.place(),
        playout.state.agenda.last()
    );
    first
}
