//! Standing orders carried out one unit after the other, as far as they leave nothing to choose.

use std::fmt;

use crate::running_on::REHEARSAL;
use crate::{
    Awaiting, EventOf, Game, GameOrder, GivenOf, MOST_IMPLIED, MayRun, Refusal, ReportedTray, RuleSet, Seat,
};

/// The most units that carry out their orders in one run.
pub const MOST_BY_ORDERS: usize = 100;

/// A unit with a standing order that it has not carried out yet, as [`Offers::standing_orders`](crate::Offers::standing_orders) lists it.
#[derive(Debug, Clone, PartialEq)]
pub struct StandingOrder<C> {
    /// Id of the unit.
    pub unit: String,
    /// The command by which it carries the order out.
    pub command: C,
    /// Whether it is tried where no units are named: it has to act, and when it does so is not a decision of its own.
    pub is_due: bool,
}

/// The units that carry out their orders in a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrdersAsked {
    /// Seat of the units.
    pub seat: Seat,
    /// Ids of the units in the order in which they are tried; without a list the game says both.
    pub units: Option<Vec<String>>,
}

/// The reason why a run of standing orders ended.
#[derive(Debug, Clone, PartialEq)]
pub enum OrdersEnd {
    /// No unit of the seat is left that has an order due, or all that were named carried theirs out.
    Done,
    /// A question is open after the last command: what the unit does is not its order's alone.
    Choice(Awaiting),
    /// Another seat is asked, for which the caller does not speak.
    OtherSeat(Awaiting),
    /// Dice are due: the refusal of the command or the pass that rolls them.
    Roll(Refusal),
    /// The rules refuse the command of the next unit.
    Refused(Refusal),
    /// The next unit has no standing order that it can carry out now.
    NoOrder,
    /// The next command would show the caller what is hidden from them, so it has to be given by itself.
    Shows,
    /// The game is over.
    Over,
    /// More units than [`MOST_BY_ORDERS`], or more passes between two of them than [`MOST_IMPLIED`].
    TooFar,
}

/// A unit that carries out its order.
pub struct OrderStep<R: RuleSet> {
    /// Id of the unit.
    pub unit: String,
    /// The passes before the command, each by its seat.
    pub passes: Vec<GivenOf<R>>,
    /// The command.
    pub given: GivenOf<R>,
    /// The game before the command.
    pub before: Game<R>,
    /// The events of the command.
    pub events: Vec<EventOf<R>>,
}

/// Standing orders that can be carried out one after the other.
pub struct OrdersRun<R: RuleSet> {
    /// The units, in the order in which they act.
    pub steps: Vec<OrderStep<R>>,
    /// The game after them.
    pub game: Game<R>,
    /// The reason why it ended.
    pub end: OrdersEnd,
    /// Id of the unit at which it ended, unless none is left.
    pub at: Option<String>,
}

impl<R: RuleSet> fmt::Debug for OrdersRun<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units: Vec<&str> = self.steps.iter().map(|step| &*step.unit).collect();
        f.debug_struct("OrdersRun")
            .field("units", &units)
            .field("end", &self.end)
            .field("at", &self.at)
            .finish_non_exhaustive()
    }
}

/// The place that the passes after a command lead to.
struct Beyond<R: RuleSet> {
    passes: Vec<GivenOf<R>>,
    game: Game<R>,
    /// The reason why the seat is not asked again.
    end: Option<OrdersEnd>,
}

impl<R: RuleSet> Game<R> {
    /// Lets units of a seat carry out their standing orders, one after the other, until something is left to choose.
    ///
    /// Between two commands only windows are passed by, as [`Offers::is_window_passed`](crate::Offers::is_window_passed) says: an
    /// answer to a question is a choice. The rules are the judge; nothing is recorded, no dice are thrown, and nothing is shown to the
    /// caller that is hidden from them.
    pub fn by_orders(&self, asked: &OrdersAsked, caller: &dyn MayRun<R>) -> OrdersRun<R> {
        let mut run = OrdersRun {
            steps: Vec::new(),
            game: self.clone(),
            end: OrdersEnd::TooFar,
            at: None,
        };
        while run.steps.len() < MOST_BY_ORDERS {
            if let Err(end) = run.step(asked, caller) {
                run.end = end;
                break;
            }
        }
        run
    }

    /// Ids of the units of a seat that have a standing order due, here or past the windows that lead on from here, in the order in which
    /// they are tried.
    pub fn orders_due(&self, seat: Seat, caller: &dyn MayRun<R>) -> Vec<String> {
        let beyond = Beyond::from(self, seat, caller);
        if beyond.end.is_some() {
            return Vec::new();
        }
        let orders = R::standing_orders(beyond.game.state(), seat).into_iter();
        orders
            .filter(|order| order.is_due)
            .map(|order| order.unit)
            .collect()
    }
}

impl<R: RuleSet> OrdersRun<R> {
    /// Lets the next unit carry out its order.
    fn step(&mut self, asked: &OrdersAsked, caller: &dyn MayRun<R>) -> Result<(), OrdersEnd> {
        let named = asked.units.as_ref().map(|units| units.get(self.steps.len()));
        if named == Some(None) {
            self.at = None;
            return Err(OrdersEnd::Done);
        }
        let Beyond { passes, game, end } = Beyond::from(&self.game, asked.seat, caller);
        if let Some(end) = end {
            return Err(end);
        }
        let mut orders = R::standing_orders(game.state(), asked.seat).into_iter();
        let next = match named.flatten() {
            Some(unit) => {
                self.at = Some(unit.clone());
                orders
                    .find(|order| order.unit == *unit)
                    .ok_or(OrdersEnd::NoOrder)?
            }
            None => orders.find(|order| order.is_due).ok_or_else(|| {
                self.at = None;
                OrdersEnd::Done
            })?,
        };
        self.at = Some(next.unit.clone());
        let given = GivenOf::<R> {
            seat: Some(asked.seat),
            order: GameOrder::Play {
                command: next.command,
            },
            dice: Vec::new(),
        };
        let decided = match game.decide_with(&given, &mut ReportedTray::reported([]), Some(&REHEARSAL)) {
            Ok(decided) => decided,
            Err(refusal) if refusal.details.contains_key("needed") => return Err(OrdersEnd::Roll(refusal)),
            Err(refusal) => return Err(OrdersEnd::Refused(refusal)),
        };
        // Alone it tells no more than the same command given by hand.
        let shows = caller.shows(&game, &decided.game);
        if shows && !(self.steps.is_empty() && passes.is_empty()) {
            return Err(OrdersEnd::Shows);
        }
        self.game = decided.game;
        self.steps.push(OrderStep {
            unit: next.unit,
            passes,
            given,
            before: game,
            events: decided.events,
        });
        if shows { Err(OrdersEnd::Shows) } else { Ok(()) }
    }
}

impl<R: RuleSet> Beyond<R> {
    /// Passes windows by until the seat is asked for its next action.
    fn from(game: &Game<R>, seat: Seat, caller: &dyn MayRun<R>) -> Self {
        let mut beyond = Self {
            passes: Vec::new(),
            game: game.clone(),
            end: Some(OrdersEnd::TooFar),
        };
        while beyond.passes.len() <= MOST_IMPLIED {
            match beyond.step(seat, caller) {
                Ok(true) => {
                    beyond.end = None;
                    break;
                }
                Ok(false) => {}
                Err(end) => {
                    beyond.end = Some(end);
                    break;
                }
            }
        }
        beyond
    }

    /// Gives one pass; whether the seat is asked for its next action already.
    fn step(&mut self, seat: Seat, caller: &dyn MayRun<R>) -> Result<bool, OrdersEnd> {
        if self.game.ending().is_some() {
            return Err(OrdersEnd::Over);
        }
        let state = self.game.state();
        if R::asks_for_orders(state, seat) {
            return Ok(true);
        }
        let mut asked = R::awaiting(state).into_iter();
        let Some(first) = asked.next() else {
            return Err(OrdersEnd::Over);
        };
        let pass = R::nothing(state, first.seat).filter(R::is_window_passed);
        let Some(command) = pass else {
            return Err(OrdersEnd::Choice(first));
        };
        if !caller.speaks_for(first.seat) {
            return Err(OrdersEnd::OtherSeat(first));
        }
        let pass = GivenOf::<R> {
            seat: Some(first.seat),
            order: GameOrder::Play { command },
            dice: Vec::new(),
        };
        let decided = self
            .game
            .decide_with(&pass, &mut ReportedTray::reported([]), Some(&REHEARSAL));
        match decided {
            Ok(decided) if caller.shows(&self.game, &decided.game) => Err(OrdersEnd::Shows),
            Ok(decided) => {
                self.game = decided.game;
                self.passes.push(pass);
                Ok(false)
            }
            Err(refusal) if refusal.details.contains_key("needed") => Err(OrdersEnd::Roll(refusal)),
            Err(_) => Err(OrdersEnd::Choice(first)),
        }
    }
}
