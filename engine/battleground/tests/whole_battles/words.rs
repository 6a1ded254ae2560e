//! Words of questions, offers and refusals: each is a message, and a unit stands in it by its name with its id.

use battleground::model::names::UnitId;
use battleground::model::state::State;
use battleground::{Battleground, Battleground3};
use hindsight_kernel::testing::Playout;
use hindsight_kernel::{Message, RuleSet, bot_rng};

use crate::playout::{each_of, games, request};

/// The units that a sentence cites by their ids alone: `A3`, and not `Bow Company (A3)`.
fn unnamed(state: &State, sentence: &str) -> Vec<UnitId> {
    let mut found = Vec::new();
    let mut before = ' ';
    for part in sentence.split_inclusive(|letter: char| !letter.is_alphanumeric()) {
        let word = part.trim_end_matches(|letter: char| !letter.is_alphanumeric());
        if let Ok(unit) = word.parse::<UnitId>()
            && before != '('
            && state.unit(unit).is_some()
        {
            found.push(unit);
        }
        before = part.chars().last().unwrap_or(' ');
    }
    found
}

/// Checks that a sentence is a message that names its units.
pub fn check_words(state: &State, message: &Message, place: &str) {
    let sentence = message.to_string();
    assert_ne!(message.id(), "plain", "{place}: {sentence}");
    assert_eq!(unnamed(state, &sentence), [], "{place}: {sentence}");
}

fn check_game<R: RuleSet<State = State>>(playout: &mut Playout<R>) {
    let mut rng = bot_rng(playout.number);
    while R::outcome(&playout.state).is_none() && playout.state.turn < 7 {
        let asked = R::awaiting(&playout.state);
        for one in &asked {
            check_words(&playout.state, &one.question, &playout.place());
        }
        // All offers of some states: of most in the set-up, of few when the battle is long.
        let every = 1 + usize::from(playout.state.turn) * 3;
        if playout.commands.len().is_multiple_of(every) {
            for offer in asked.iter().flat_map(|one| R::offers(&playout.state, one.seat)) {
                check_words(&playout.state, &offer.label, &playout.place());
                assert!(offer.group.is_some() && offer.help.is_some(), "{}", offer.label);
                let is_placed = offer
                    .unit
                    .as_ref()
                    .and_then(|unit| playout.state.unit(unit.parse().unwrap()))
                    .is_none_or(|unit| unit.pose.is_none() || offer.place.is_some());
                assert!(is_placed, "{}: {}", playout.place(), offer.label);
            }
        }
        if playout.step(&mut rng).is_none() {
            return;
        }
    }
}

#[test]
fn questions_and_offers_are_messages_that_name_their_units() {
    each_of(games(4, 40), |number| {
        let mut playout = Playout::begin(number, &request(number), &sample::<Battleground>());
        check_game::<Battleground>(&mut playout);
    });
    each_of(games(2, 40), |number| {
        let request = crate::earlier::request(number);
        let mut playout = Playout::begin(number, &request, &sample::<Battleground3>());
        check_game::<Battleground3>(&mut playout);
    });
}

fn sample<R: RuleSet>() -> Vec<serde_json::Value> {
    R::sample_packs()
}
