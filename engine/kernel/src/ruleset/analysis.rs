//! The trait of analysis: what an analysis engine asks of a game, which is numbers that describe a position,
//! commands worth a look, and where to stop.

use rand_core::Rng;

use super::{Players, Story};
use crate::{Seat, UnitInfo};

/// The methods that an analysis engine asks of a game. No method rolls a die; `rng` only spreads choices. The
/// defaults serve a game that has nothing better.
pub trait Analysis: Players + Story {
    /// A position as numbers, for a seat: the same list for every state from the first turn on, in the middle of turns
    /// too.
    fn features(_state: &Self::State, _seat: Seat) -> Features {
        Features::default()
    }

    /// At most `limit` different commands worth a look, forms filled. By default the heuristic player's choice first,
    /// then one command of each offer in turn, then the second samples of the forms, and so on.
    fn candidates(state: &Self::State, seat: Seat, limit: usize, rng: &mut dyn Rng) -> Vec<Self::Command> {
        let offers = Self::offers(state, seat);
        let deepest = offers.iter().map(|offer| offer.commands().len()).max();
        let offered = (0..deepest.unwrap_or_default())
            .flat_map(|place| offers.iter().filter_map(move |offer| offer.commands().get(place)))
            .cloned();
        let mut found: Vec<Self::Command> = Vec::new();
        for command in Self::greedy(state, seat, rng).into_iter().chain(offered) {
            if found.len() >= limit {
                break;
            }
            if !found.contains(&command) {
                found.push(command);
            }
        }
        found
    }

    /// A cheap player for playing a position out. By default the heuristic player.
    fn quick(state: &Self::State, seat: Seat, rng: &mut dyn Rng) -> Option<Self::Command> {
        Self::greedy(state, seat, rng)
    }

    /// Whether a position is one to be valued, such as the start of a turn: truncated playouts stop there. By default
    /// every position in which somebody is asked.
    fn is_settled(state: &Self::State) -> bool {
        !Self::awaiting(state).is_empty()
    }

    /// The view of a seat with all that it does not know filled in at random, as far as its knowledge allows;
    /// nothing where that cannot be done. By default nothing is hidden: what is seen is all there is.
    fn worlds(view: &Self::State, _seat: Seat, _rng: &mut dyn Rng) -> Option<Self::State> {
        Some(view.clone())
    }

    /// In a few words each, what makes a position like others, for a seat: what was done in positions with the same words,
    /// and what came of it, is told side by side. What matters most comes first; where too few positions are alike, the
    /// last words are left out. By default what the seat is asked, how its strength compares, and the round.
    fn likeness(state: &Self::State, seat: Seat) -> Vec<String> {
        let asked = Self::awaiting(state).into_iter().find(|asked| asked.seat == seat);
        let seats = Self::seats(state);
        let side = |seat: Seat| seats.iter().find(|info| info.seat == seat).map(|info| info.side);
        let (mut own, mut others) = (0.0, 0.0);
        for unit in Self::units(state).iter().filter(|unit| unit.alive) {
            if side(unit.seat) == side(seat) {
                own += worth(unit);
            } else {
                others += worth(unit);
            }
        }
        let compares = match own / (own + others) {
            share if share.is_nan() => "nothing on the field",
            share if share < 0.4 => "weaker",
            share if share <= 0.6 => "even",
            _ => "stronger",
        };
        let round = Self::moment(state).round;
        vec![
            asked.map_or_else(|| "not asked".to_owned(), |asked| asked.decision),
            compares.to_owned(),
            format!("round {round}"),
        ]
    }

    /// The weight of a command as a decision. By default it is none where nothing else was offered.
    fn weigh(state: &Self::State, seat: Seat, command: &Self::Command) -> Weight {
        let offers = Self::offers(state, seat);
        match &offers[..] {
            [only] if only.commands() == std::slice::from_ref(command) && only.is_command() => Weight::Forced,
            _ => Weight::Decision,
        }
    }
}

/// What is left of a unit, in points.
fn worth(unit: &UnitInfo) -> f64 {
    if unit.full == 0 {
        return unit.points;
    }
    unit.points * f64::from(unit.left) / f64::from(unit.full)
}

/// A position as numbers.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Features {
    /// The version of the list: raised whenever a number is added, left out or means something else.
    pub version: u32,
    /// The numbers, each by its name, always in the same order.
    pub numbers: Vec<(&'static str, f64)>,
}

/// The weight of a command as a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// Nothing else could be done.
    Forced,
    /// Something else could be done and would have made no difference.
    Trivial,
    /// A decision.
    Decision,
}
