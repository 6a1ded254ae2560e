//! Whole battles of the bots, as the benches need them.

use battleground::model::state::State;
use hindsight_kernel::{
    Bot, EventOf, Game, GameOrder, GameStart, Given, RuleSet, Rules, Seat, Seed, bot_rng, choose,
};
use serde_json::json;

/// After so many turns a battle of random players is left undecided: Breaking Point has no last turn.
const MOST_TURNS: u16 = 40;

/// A rule set of this package: one of the two editions.
pub(crate) trait Edition: RuleSet + Rules<State = State> {}
impl<R: RuleSet + Rules<State = State>> Edition for R {}

/// A battle of one bot against itself: 2000 points, the sample pack, everything from the choice of factions on.
///
/// `look` sees each position before its command is chosen. What is returned is the whole stream.
pub(crate) fn play<R: Edition>(bot: Bot, number: u64, mut look: impl FnMut(&State, Seat)) -> Vec<EventOf<R>> {
    let mut rng = bot_rng(number);
    let seeds = move |_| Seed::of_game(&[7; 32], &number.to_string());
    let setup = R::setup_from(&json!({}), &R::sample_packs()).expect("the sample pack is sound");
    let opened = Game::<R>::open(GameStart::Setup(setup), true, &[], Some(&seeds)).expect("a battle opens");
    let (mut game, mut events) = (opened.game, opened.events);
    while game.ending().is_none() && game.state().turn <= MOST_TURNS {
        let seat = R::awaiting(game.state())[0].seat;
        look(game.state(), seat);
        let command = choose::<R>(bot, game.state(), seat, &mut rng).expect("something is offered");
        let given = Given {
            seat: Some(seat),
            order: GameOrder::Play { command },
            dice: vec![],
        };
        let decided = game
            .decide(&given, &[], Some(&seeds))
            .expect("an offer is accepted");
        game = decided.game;
        events.extend(decided.events);
    }
    events
}
