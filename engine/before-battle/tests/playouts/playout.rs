//! The games that are played here, and how many of them.

use before_battle::BeforeBattle;
use before_battle::model::cards::Cards;
use before_battle::model::command::Command;
use before_battle::model::state::{ArmyList, Secret};
use before_battle::players::mustering::random_weapons;
use before_battle::rules::reveal::mixed_list;
use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::{Bot, Packs, Seat, below, testing};
use serde_json::json;

/// A game in the making.
pub type Playout = testing::Playout<BeforeBattle>;

/// A share of the games of this run, at least one.
pub fn games(one_of: u64) -> u64 {
    let games = testing::games((200 / one_of).max(1), one_of);
    games.end - games.start
}

/// A game on a board of another size for two games in five: the smallest there may be, and a long one.
pub fn on_any_board(number: u64) -> Playout {
    let (cols, rows) = match number % 5 {
        3 => (4, 6),
        4 => (9, 26),
        _ => return Playout::begin(number, &json!({}), &[]),
    };
    let mut pack = BeforeBattle::sample_packs().remove(0);
    pack["id"] = json!("another-board");
    (pack["board"]["cols"], pack["board"]["rows"]) = (json!(cols), json!(rows));
    Playout::begin(number, &json!({ "pack": "another-board" }), &[pack])
}

/// A random legal command of a seat. In one game of three South's list is left unknown, in another any weapons are.
pub fn command_of(playout: &Playout, seat: Seat, rng: &mut impl Rng) -> Command {
    match playout.choose(Bot::Random, seat, rng) {
        Command::ConfirmList { list: Some(list), .. } if playout.number % 3 == 1 && seat == Seat::A => {
            Command::ConfirmList {
                list: None,
                shown: Some(mixed_list(&playout.state.cards, &list)),
            }
        }
        Command::ConfirmWeapons { weapons: Some(_) }
            if playout.number % 3 == 2 && below(rng, 2) == Some(0) =>
        {
            Command::ConfirmWeapons { weapons: None }
        }
        other => other,
    }
}

/// Plays one random legal command; nothing once the game is over. Gives the first new event's place.
pub fn step(playout: &mut Playout, rng: &mut impl Rng) -> Option<usize> {
    let seat = playout.asked(rng)?;
    let command = command_of(playout, seat, rng);
    Some(playout.play(seat, &command))
}

/// Whether somebody's choices are unknown in the true state too.
pub fn has_unknowns(playout: &Playout) -> bool {
    playout
        .state
        .players
        .iter()
        .any(|player| matches!(player.list, Secret::Unknown) || matches!(player.weapons, Secret::Unknown))
}

/// Random weapons for a list.
pub fn weapons(cards: &Cards, seat: Seat, list: &ArmyList, rng: &mut dyn Rng) -> Command {
    Command::ConfirmWeapons {
        weapons: Some(random_weapons(cards, seat, list, rng)),
    }
}
