//! Units that carry out their standing orders, whatever their system: [`Game::by_orders`] on the wire.

use hindsight_kernel::{
    BoardToken, Game, GameEvent, Message, OrderStep, OrdersAsked, OrdersEnd, RuleSet, Viewer,
};

use crate::any_game::{AnyGame, GameOf};
use crate::given::{self, CommandRequest};
use crate::running_on::{RunCaller, Runner};

/// Standing orders that can be carried out one after the other.
#[derive(Debug, Clone, PartialEq)]
pub struct AnyOrders {
    /// The units, in the order in which they act.
    pub steps: Vec<AnyOrderStep>,
    /// The reason why it ended.
    pub end: OrdersEnd,
    /// Id of the unit at which it ended, unless none is left.
    pub at: Option<String>,
}

/// A unit that carries out its order, as the caller may know it.
#[derive(Debug, Clone, PartialEq)]
pub struct AnyOrderStep {
    /// Id of the unit.
    pub unit: String,
    /// The passes before the command, each by its seat.
    pub passes: Vec<CommandRequest>,
    /// The command.
    pub given: CommandRequest,
    /// The act of the unit, in one sentence.
    pub words: Message,
    /// The unit on the board before the run.
    pub from: Option<BoardToken>,
    /// The unit on the board after it.
    pub to: Option<BoardToken>,
}

/// Lets units carry out their standing orders; nothing is recorded.
pub(crate) fn by_orders<R: RuleSet>(game: &Game<R>, asked: &OrdersAsked, caller: &RunCaller) -> AnyOrders {
    let run = game.by_orders(asked, &Runner::new(caller));
    let board = |game: &Game<R>| GameOf(game.clone()).board(caller.viewer).tokens;
    let (before, after) = (board(game), board(&run.game));
    let token = |tokens: &[BoardToken], unit: &str| tokens.iter().find(|token| token.id == unit).cloned();
    let steps = run.steps.iter().map(|step| AnyOrderStep {
        passes: step.passes.iter().map(given::request::<R>).collect(),
        given: given::request::<R>(&step.given),
        words: in_words(step, caller.viewer),
        from: token(&before, &step.unit),
        to: token(&after, &step.unit),
        unit: step.unit.clone(),
    });
    AnyOrders {
        steps: steps.collect(),
        end: run.end,
        at: run.at,
    }
}

/// The sentence of the event in which the unit moves, or else of the last one that says something of it.
fn in_words<R: RuleSet>(step: &OrderStep<R>, viewer: Viewer) -> Message {
    let mut game = step.before.clone();
    let mut last = None;
    for event in &step.events {
        let before = game.clone();
        // ERR: the events were decided in this game; one that does not follow ends the story, and the run is decided again anyway.
        if game.apply(event).is_err() {
            break;
        }
        let GameEvent::Played(played) = event else {
            continue;
        };
        let seen = R::view(before.state(), before.viewer(viewer));
        let told = R::redact(played, game.state(), game.viewer(viewer));
        let words = R::describe(&seen, &told);
        if !R::last_change(&seen, &told).trails.is_empty() {
            return words;
        }
        if R::last_change(&seen, &told).units.contains(&step.unit) {
            last = Some(words);
        }
    }
    last.unwrap_or_default()
}
