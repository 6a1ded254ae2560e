//! The table: a state with the events that a decision lays on it.

use std::borrow::Cow;

use crate::message;
use crate::{Ask, DiceTray, FoldError, MESSAGES, MOST_DICE, Refusal, Roll, RollAbout, Rules, Seat};

/// The table on which a decision is taken: it reads the state, rolls dice and emits events, which change the
/// state at once.
pub struct Table<'t, R: Rules> {
    state: R::State,
    events: Vec<R::Event>,
    tray: &'t mut dyn DiceTray,
    fault: Option<FoldError>,
}

impl<R: Rules> std::fmt::Debug for Table<'_, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table")
            .field("state", &self.state)
            .field("events", &self.events)
            .finish_non_exhaustive()
    }
}

impl<'t, R: Rules> Table<'t, R> {
    /// A table with a position and a tray.
    pub fn new(state: R::State, tray: &'t mut dyn DiceTray) -> Self {
        Self {
            state,
            events: Vec::new(),
            tray,
            fault: None,
        }
    }

    /// The world as the events so far left it.
    pub const fn state(&self) -> &R::State {
        &self.state
    }

    /// Whether an event did not follow: the decision will be refused, so a loop over the state must end.
    pub const fn is_faulty(&self) -> bool {
        self.fault.is_some()
    }

    /// Records that something happened.
    pub fn emit(&mut self, event: impl Into<R::Event>) {
        if self.fault.is_some() {
            return;
        }
        let event = event.into();
        match R::evolve(&mut self.state, &event) {
            Ok(()) => self.events.push(event),
            Err(error) => self.fault = Some(error),
        }
    }

    /// Rolls dice: `count` of `sides` faces for `seat`.
    pub fn roll(
        &mut self,
        purpose: impl Into<Cow<'static, str>>,
        seat: Seat,
        sides: u8,
        count: usize,
    ) -> Result<Roll, Refusal> {
        self.roll_about(RollAbout::default(), purpose, seat, sides, count)
    }

    /// As [`roll`](Self::roll), saying for which unit the dice are thrown, against whom, and what they must show.
    pub fn roll_about(
        &mut self,
        about: RollAbout,
        purpose: impl Into<Cow<'static, str>>,
        seat: Seat,
        sides: u8,
        count: usize,
    ) -> Result<Roll, Refusal> {
        let ask = Ask {
            purpose: purpose.into(),
            seat,
            sides,
            count,
            about,
        };
        if count > MOST_DICE {
            return Err(Refusal::new(
                "HS-DICE-01",
                message!(MESSAGES, "roll-too-large", most = MOST_DICE),
            )
            .asked(count));
        }
        self.tray.roll(&ask)
    }

    /// Lends this table to another system whose games are made of the same states and events: the editions of one rulebook
    /// share their rules so. What is rolled and emitted meanwhile is rolled and emitted here.
    pub fn lend<Q, T>(&mut self, act: impl FnOnce(&mut Table<'_, Q>) -> T) -> T
    where
        Q: Rules<State = R::State, Event = R::Event>,
    {
        let mut lent = Table::<Q> {
            state: std::mem::take(&mut self.state),
            events: std::mem::take(&mut self.events),
            tray: &mut *self.tray,
            fault: self.fault.take(),
        };
        let done = act(&mut lent);
        let Table {
            state, events, fault, ..
        } = lent;
        (self.state, self.events, self.fault) = (state, events, fault);
        done
    }

    /// The state and the events of the decision, once every die given is used.
    ///
    /// # Errors
    /// Dice left over; or `HS-FAULT-01` when the rules emitted an event that does not follow.
    pub fn finish(self) -> Result<(R::State, Vec<R::Event>), Refusal> {
        if let Some(error) = self.fault {
            return Err(Refusal::new(
                "HS-FAULT-01",
                message!(MESSAGES, "does-not-follow", fault = error.to_string()),
            ));
        }
        self.tray.settle()?;
        Ok((self.state, self.events))
    }
}
