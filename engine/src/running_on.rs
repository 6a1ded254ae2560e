//! Passes that a record leaves out, whatever its system: [`Game::run_on`] on the wire.

use hindsight_kernel::{
    Awaiting, FoldError, Game, GameOrder, MayRun, ReportedDice, RuleSet, RunEnd, RunGoal, Seat, SetUpEnd,
    Viewer, set_up_choices,
};
use serde_json::Value;

use crate::any_game::{AnyGame, GameOf, WireOffer, wire_offers};
use crate::chronicle::ChronicleOf;
use crate::given::{self, CommandError, CommandRequest};
use crate::laid_open::lays_open;

/// The next input of a record from which passes were left out.
#[derive(Debug, Clone, PartialEq)]
pub enum AnyGoal {
    /// A command, with its dice if it has any.
    Command(CommandRequest),
    /// The dice of the next roll, whichever pass it follows.
    Dice(Vec<ReportedDice>),
    /// As far as nothing but passes can be given: to a roll, a choice, the end of a seat's own part of a turn or of the game.
    Furthest,
}

/// The caller of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunCaller {
    /// The seats that they speak for; all of them if none is named.
    pub seats: Option<Vec<Seat>>,
    /// The eyes that they see through.
    pub viewer: Viewer,
    /// Seats that pass by themselves wherever they are asked for one of these decisions.
    pub standing: Vec<StandingPass>,
}

/// Decisions that a seat passes until it says otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandingPass {
    /// The seat.
    pub seat: Seat,
    /// Names of the decisions, as [`Awaiting::decision`] has them.
    pub decisions: Vec<String>,
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

/// One place of a run: the questions that are open there, and what else could be done.
#[derive(Debug, Clone, PartialEq)]
pub struct RunPlace {
    /// The open questions.
    pub awaiting: Vec<Awaiting>,
    /// The offers to the seats that the caller speaks for.
    pub offers: Vec<WireOffer>,
}

/// The choice to which a command only leads.
#[derive(Debug, Clone, PartialEq)]
pub struct AnyNextChoice {
    /// The number of passes before the command.
    pub passes: usize,
    /// The open question of the choice.
    pub awaiting: Vec<Awaiting>,
    /// Its offers.
    pub offers: Vec<WireOffer>,
    /// Whole moves of the unit, where the offers list their first steps only.
    pub whole_moves: Vec<WireOffer>,
    /// The position as the caller would know it.
    pub state: Value,
}

impl RunCaller {
    fn speaks_for(&self, seat: Seat) -> bool {
        self.seats.as_ref().is_none_or(|seats| seats.contains(&seat))
    }
}

/// A caller at a run, and the places that were seen.
pub(crate) struct Runner<'c> {
    caller: &'c RunCaller,
    places: Option<Vec<RunPlace>>,
}

impl<'c> Runner<'c> {
    /// A caller who wants no places.
    pub(crate) const fn new(caller: &'c RunCaller) -> Self {
        Self { caller, places: None }
    }
}

impl<R: RuleSet> MayRun<R> for Runner<'_> {
    fn speaks_for(&self, seat: Seat) -> bool {
        self.caller.speaks_for(seat)
    }

    fn may_pass(&self, asked: &Awaiting) -> bool {
        let stands =
            |pass: &StandingPass| pass.seat == asked.seat && pass.decisions.contains(&asked.decision);
        self.caller.speaks_for(asked.seat) || self.caller.standing.iter().any(stands)
    }

    fn shows(&self, before: &Game<R>, after: &Game<R>) -> bool {
        let viewer = self.caller.viewer;
        viewer != Viewer::Everything && lays_open(&GameOf(before.clone()), &GameOf(after.clone()), viewer)
    }

    fn at(&mut self, game: &Game<R>) {
        let Some(places) = &mut self.places else { return };
        let game = GameOf(game.clone());
        let info = game.info(self.caller.viewer);
        let seats = info.seats.iter().map(|info| info.seat);
        let spoken_for = seats.filter(|seat| self.caller.speaks_for(*seat));
        places.push(RunPlace {
            offers: spoken_for.flat_map(|seat| game.offers(seat)).collect(),
            awaiting: info.awaiting,
        });
    }
}

/// Runs a game on to a goal.
///
/// # Errors
/// The command does not have the form that the system wants.
pub(crate) fn run_on<R: RuleSet>(
    game: &Game<R>,
    goal: AnyGoal,
    caller: &RunCaller,
) -> Result<AnyRun, CommandError> {
    let goal = match goal {
        AnyGoal::Command(request) => RunGoal::Command(given::read::<R>(request)?),
        AnyGoal::Dice(dice) => RunGoal::Dice(dice),
        AnyGoal::Furthest => RunGoal::Furthest,
    };
    let mut runner = Runner::new(caller);
    let run = game.run_on(&goal, &mut runner);
    Ok(AnyRun {
        given: run.given.iter().map(given::request::<R>).collect(),
        rolls: run.rolls.as_ref().map(given::request::<R>),
        end: run.end,
    })
}

/// The places that a run passes by, to where it ends.
pub(crate) fn ahead<R: RuleSet>(game: &Game<R>, caller: &RunCaller) -> (Vec<RunPlace>, RunEnd) {
    let mut runner = Runner {
        caller,
        places: Some(Vec::new()),
    };
    let run = game.run_on(&RunGoal::Furthest, &mut runner);
    (runner.places.unwrap_or_default(), run.end)
}

/// The choice to which a command about a unit only leads, after the passes that lead to the command.
///
/// # Errors
/// The command does not have the form that the system wants.
pub(crate) fn leading_on<R: RuleSet>(
    game: &Game<R>,
    command: CommandRequest,
    unit: &str,
    caller: &RunCaller,
) -> Result<Option<AnyNextChoice>, CommandError> {
    let given = given::read::<R>(command)?;
    let (Some(seat), GameOrder::Play { command }) = (given.seat, &given.order) else {
        return Ok(None);
    };
    if !caller.speaks_for(seat) || !R::leads_on(command) {
        return Ok(None);
    }
    let (seat, command) = (seat, command.clone());
    let mut runner = Runner { caller, places: None };
    let run = game.run_on(&RunGoal::Command(given), &mut runner);
    if run.end != RunEnd::Reached {
        return Ok(None);
    }
    let found = run.game.leading_on((seat, &command), unit, &runner);
    Ok(found.map(|choice| {
        let state = choice.game.state();
        AnyNextChoice {
            passes: run.given.len(),
            awaiting: R::awaiting(state),
            whole_moves: wire_offers::<R>(None, R::whole_moves(state, seat, unit)),
            offers: wire_offers::<R>(R::nothing(state, seat).as_ref(), choice.offers),
            state: GameOf(choice.game).state(caller.viewer),
        }
    }))
}

/// Choices of an earlier game before its battle, as they can be made in a new one.
#[derive(Debug, Clone, PartialEq)]
pub struct AnySetUp {
    /// The commands in their order.
    pub given: Vec<CommandRequest>,
    /// The reason why nothing more can be given.
    pub end: SetUpEnd,
}

/// Finds the commands of an earlier set-up that can be given in a game with this past.
///
/// # Errors
/// A stream that does not fold.
pub(crate) fn set_up_again<R: RuleSet>(
    game: &Game<R>,
    own: &ChronicleOf<R>,
    earlier: &ChronicleOf<R>,
    caller: &RunCaller,
) -> Result<AnySetUp, FoldError> {
    let (earlier, made) = (set_up_choices(&earlier.past)?, set_up_choices(&own.past)?);
    let run = game.set_up_again(earlier, made, &Runner::new(caller));
    Ok(AnySetUp {
        given: run.given.iter().map(given::request::<R>).collect(),
        end: run.end,
    })
}
