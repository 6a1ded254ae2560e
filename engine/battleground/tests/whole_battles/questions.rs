//! Questions about any unit are answered at any time, and every rule that is cited is in the book.

use battleground::Battleground;
use hindsight_kernel::{Inspect, InspectRequest, Offers, Pictures, Rules, Story, bot_rng};

use crate::playout::{Playout, begin, games, request, step};

#[test]
fn questions_about_any_unit_are_answered_at_any_time() {
    let book = Battleground::rulebook();
    for number in games(1, 40) {
        let mut rng = bot_rng(number + 5_000);
        let mut playout = begin(number + 50, &request(number));
        loop {
            for asked in Battleground::awaiting(&playout.state) {
                assert!(book.get(&asked.rule.0).is_some(), "{}", asked.rule);
                if playout.commands.len().is_multiple_of(61) {
                    for offer in Battleground::offers(&playout.state, asked.seat) {
                        assert!(book.get(&offer.rule.0).is_some(), "{}", offer.rule);
                    }
                }
            }
            if playout.commands.len().is_multiple_of(61) {
                ask(&playout);
            }
            if playout.state.turn >= 10 || step(&mut playout, &mut rng).is_none() {
                break;
            }
        }
    }
}

fn ask(playout: &Playout) {
    let book = Battleground::rulebook();
    let units = Battleground::units(&playout.state);
    for (place, unit) in units.iter().enumerate().filter(|(place, _)| place % 5 == 0) {
        let target = units.get((place + units.len() / 2) % units.len());
        for target in [None, target.map(|target| target.id.clone())] {
            let question = InspectRequest {
                unit: unit.id.clone(),
                target,
                about: serde_json::Map::new(),
            };
            let told = Battleground::inspect(&playout.state, &question).unwrap();
            assert!(!told.answers.is_empty());
            for answer in &told.answers {
                assert!(book.get(&answer.rule.0).is_some(), "{}", answer.rule);
            }
            assert!(
                told.attacks
                    .iter()
                    .all(|attack| (0.0..=1.0).contains(&attack.destroys))
            );
        }
    }
    let board = Battleground::board(&playout.state);
    for token in &board.tokens {
        // Seven characters, or the whole name where another card of the armies ends in the same word.
        let is_labelled = token.label.chars().count() <= 7 || token.name.contains(&token.label);
        assert!(
            (0.0..=1.0).contains(&token.strength) && is_labelled,
            "{}: {} has the label {:?} and the strength {}",
            playout.place(),
            token.id,
            token.label,
            token.strength
        );
    }
}
