//! The traits of offers and of bots: what may be done now, and what a player without a person does.

use rand_core::Rng;

use super::Rules;
use crate::{Offer, Seat, StandingOrder};

/// The offers of a game: what a seat may do now.
pub trait Offers: Rules {
    /// The offers to a seat. Every offered command is accepted by [`Rules::decide`].
    fn offers(state: &Self::State, seat: Seat) -> Vec<Offer<Self::Command>>;

    /// The command by which a seat that is asked declines and spends nothing: it plays no card, makes no shot, ends its part.
    ///
    /// A record may leave such commands out, since [`Game::run_on`](crate::Game::run_on) finds them again. None where the seat has to
    /// choose between things that differ. [`Rules::decide`] accepts it, or asks for dice.
    fn nothing(state: &Self::State, seat: Seat) -> Option<Self::Command>;

    /// Whole moves of one unit, each a complete command with the picture of where it ends and its way: [`Self::offers`] lists their
    /// first steps only, since there are many. A game whose commands are whole moves anyway has none.
    fn whole_moves(_state: &Self::State, _seat: Seat, _unit: &str) -> Vec<Offer<Self::Command>> {
        Vec::new()
    }

    /// Whether a seat ends its own part of a turn by a command that [`Self::nothing`] names. A run without a goal stops before it, since
    /// what the seat has not done yet would be left out with it.
    fn ends_part(_command: &Self::Command) -> bool {
        false
    }

    /// Whether a command may do nothing but lead on to a choice about the same unit, as the activation of a unit that then has to act.
    /// Where it does ([`Game::leading_on`](crate::Game::leading_on) tries it), a page lays out that choice, and both are recorded as one
    /// step.
    fn leads_on(_command: &Self::Command) -> bool {
        false
    }

    /// The units of a seat that have not acted yet, each with the command by which it carries out its standing order, in the order in
    /// which they are tried. [`Game::by_orders`](crate::Game::by_orders) gives the commands. A game without standing orders has none.
    fn standing_orders(_state: &Self::State, _seat: Seat) -> Vec<StandingOrder<Self::Command>> {
        Vec::new()
    }

    /// Whether a seat is asked for its next action, at which one of [`Self::standing_orders`] may be carried out.
    fn asks_for_orders(_state: &Self::State, _seat: Seat) -> bool {
        false
    }

    /// Whether a command that [`Self::nothing`] names lets a window go by in which something might be played. Another one answers a
    /// question, which is a choice even where it is declined.
    fn is_window_passed(_command: &Self::Command) -> bool {
        false
    }

    /// A random legal command for an offer, spread over all its form allows. The default takes a sample.
    fn complete(
        _state: &Self::State,
        offer: &Offer<Self::Command>,
        rng: &mut dyn Rng,
    ) -> Option<Self::Command> {
        let commands = offer.commands();
        let pick = crate::bot::below(rng, commands.len())?;
        commands.get(pick).cloned()
    }
}

/// The heuristic player of a game.
pub trait Players: Offers {
    /// The heuristic player's choice for a seat that is asked. The default plays like [`crate::Bot::Random`].
    fn greedy(state: &Self::State, seat: Seat, rng: &mut dyn Rng) -> Option<Self::Command> {
        let offers = Self::offers(state, seat);
        let pick = crate::bot::below(rng, offers.len())?;
        Self::complete(state, offers.get(pick)?, rng)
    }
}
