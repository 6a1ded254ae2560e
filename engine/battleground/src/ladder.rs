//! Ladders of refusals, for the tests of the chapters.
//!
//! A ladder is a command with every fault at once. Each rung names the refusal that answers it and mends only what it was
//! refused for, so that the next rung answers; at the top the command is accepted. So of two rungs that follow one another
//! a command with both faults answers with the earlier one.

use hindsight_kernel::{Refusal, RefusalReason, Seat, testing};

use crate::editions::Edition;
use crate::model::command::Command;
use crate::model::refusal::{BattleRefusal, Cited};
use crate::model::rule::Rule;
use crate::model::state::State;
use crate::scene::play;

/// Decides commands one after the other.
type Decide = fn(State, &[(Seat, Command)]) -> Result<(), Refusal>;

/// A command with faults, in a position with faults.
pub(crate) struct Ladder {
    /// The position.
    pub(crate) state: State,
    /// Who gives the command.
    pub(crate) seat: Seat,
    /// The command.
    pub(crate) command: Command,
    /// What is decided before it, without a fault.
    before: Vec<(Seat, Command)>,
    decide: Decide,
    /// The variants that have answered.
    rungs: Vec<&'static str>,
}

impl Ladder {
    /// A command of South's.
    pub(crate) fn new(state: State, command: Command) -> Self {
        Self {
            state,
            seat: Seat::A,
            command,
            before: Vec::new(),
            decide: |state, commands| play(state, commands, &[]).map(|_| ()),
            rungs: Vec::new(),
        }
    }

    /// A command that follows these and is decided in this way.
    pub(crate) fn after(self, seat: Seat, before: &[(Seat, Command)], decide: Decide) -> Self {
        Self {
            seat,
            before: before.to_vec(),
            decide,
            ..self
        }
    }

    /// The command is refused with this, by this rule, until the mend.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "a rung is written by the reason that it has"
    )]
    pub(crate) fn refused<R>(mut self, rule: &str, why: R, mend: impl FnOnce(&mut Self)) -> Self
    where
        R: RefusalReason<Rule: Into<Cited>>,
    {
        let Err(found) = self.answer() else {
            panic!("{why:?}: it is accepted");
        };
        let expected = BattleRefusal::because(&why)
            .named(&self.state)
            .of(self.state.edition);
        // A ladder that decides by a rule alone finds a refusal that has no names yet.
        let message = crate::naming::named(&self.state, found.message.clone());
        assert_eq!((&*found.rule.0, &message), (rule, &expected.message));
        assert_eq!(&*expected.rule.0, rule, "{why:?}");
        for (name, value) in &expected.details {
            assert_eq!(found.details.get(name), Some(value), "{why:?}: {name}");
        }
        self.rungs.push(why.variant());
        mend(&mut self);
        self
    }

    /// The command is accepted: the variants on the way.
    pub(crate) fn accepted(self) -> Vec<&'static str> {
        assert_eq!(self.answer(), Ok(()), "{:?}", self.rungs);
        self.rungs
    }

    /// What deciding the command comes to.
    fn answer(&self) -> Result<(), Refusal> {
        let mut commands = self.before.clone();
        commands.push((self.seat, self.command.clone()));
        (self.decide)(self.state.clone(), &commands)
    }
}

/// Checks that every ladder goes through the reasons in the order of the enum, that together they reach all of them, and that each
/// gives the page of its rule.
pub(crate) fn check_ladders<R: RefusalReason>(ladders: &[Vec<&'static str>]) {
    testing::check_ladders::<R>(ladders);
    for reason in R::DECLARED {
        let Some(rule) = Rule::named(reason.rule) else {
            continue;
        };
        let pages: Vec<&str> = [Edition::V4, Edition::V3]
            .into_iter()
            .filter_map(|edition| edition.rulebook().get(rule.id(edition)))
            .map(|rule| &*rule.page)
            .collect();
        let (variant, page) = (reason.variant, &reason.page);
        assert!(
            pages.contains(page),
            "{variant} gives {page}, not one of {pages:?}"
        );
    }
}
