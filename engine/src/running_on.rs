//! Passes that a record leaves out, whatever its system: [`Game::run_on`] on the wire.

use hindsight_kernel::{Game, Goal, RuleSet, RunEnd, Seat};

use crate::given::{self, CommandError, CommandRequest};

/// The next input of a record from which passes were left out.
#[derive(Debug, Clone, PartialEq)]
pub enum AnyGoal {
    /// A command, with its dice if it has any.
    Command(CommandRequest),
    /// The dice of the next roll, whichever pass it follows.
    Dice(Vec<u8>),
    /// As far as nothing but passes can be given: to a roll, a choice or the end of the game.
    Furthest,
}

/// Commands found between two inputs of a record.
#[derive(Debug, Clone, PartialEq)]
pub struct AnyRun {
    /// The passes in their order, each by its seat. To a goal of dice the last one has these dice.
    pub given: Vec<CommandRequest>,
    /// The pass that rolls the dice which are due, if one does.
    pub rolls: Option<CommandRequest>,
    /// The reason why it ended.
    pub end: RunEnd,
}

/// Runs a game on to a goal.
///
/// # Errors
/// The command does not have the form that the system wants.
pub(crate) fn run_on<R: RuleSet>(
    game: &Game<R>,
    goal: AnyGoal,
    may: &dyn Fn(Seat) -> bool,
) -> Result<AnyRun, CommandError> {
    let goal = match goal {
        AnyGoal::Command(request) => Goal::Command(given::read::<R>(request)?),
        AnyGoal::Dice(dice) => Goal::Dice(dice),
        AnyGoal::Furthest => Goal::Furthest,
    };
    let run = game.run_on(&goal, may);
    Ok(AnyRun {
        given: run.given.iter().map(given::request::<R>).collect(),
        rolls: run.rolls.as_ref().map(given::request::<R>),
        end: run.end,
    })
}
