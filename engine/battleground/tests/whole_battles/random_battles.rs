//! Random legal play from the first choice to the last.

use battleground::Battleground;
use battleground::model::state::State;
use hindsight_kernel::testing::{ConformancePlan, check_forms, check_split, conformance_of};
use hindsight_kernel::{Bot, Notation, Rules, below, bot_rng};

use crate::laws::{Broken, check_event, check_facts, check_hand_over};
use crate::playout::{Playout, begin, each_of, games, is_over, request};
use crate::secrets::check_redaction;

/// Plays a game with these bots to its end, with every law after every event.
pub fn watched(number: u64, bots: [Bot; 2], start: Playout) -> Playout {
    let mut rng = bot_rng(number);
    let mut playout = start;
    let mut folded = State::default();
    let mut checked = 0;
    let (mut facts, mut broken) = (Vec::new(), Broken::default());
    loop {
        while checked < playout.events.len() {
            folded = check_event(&playout.events, checked, &folded, &mut facts, &mut broken);
            if checked % 17 == 0 {
                check_forms::<Battleground>(&playout.events[checked]);
            }
            checked += 1;
        }
        assert_eq!(folded, playout.state);
        if is_over(&playout) {
            break;
        }
        check_hand_over(&playout.state, &mut broken);
        if playout.state.turn == 0 || playout.commands.len().is_multiple_of(197) {
            check_redaction(number, &playout.events, &playout.state);
        }
        let seat = playout.asked_first().unwrap();
        let command = playout.choose(bots[seat.index()], seat, &mut rng);
        assert_eq!(
            Battleground::parse(&Battleground::format(&command)).as_ref(),
            Ok(&command)
        );
        playout.play(seat, &command);
    }
    broken.check(number);
    check_facts(number, &playout.state, &playout.events, &facts);
    check_redaction(number, &playout.events, &playout.state);
    let split = below(&mut rng, playout.events.len()).unwrap();
    check_split(&playout, split);
    let json = serde_json::to_value(&playout.state).unwrap();
    assert_eq!(serde_json::from_value::<State>(json).unwrap(), playout.state);
    println!(
        "game {number}: {:?} points on {:?}, {} commands, {} events, turn {}, {:?}",
        playout.state.agreed.budget,
        playout.state.agreed.map,
        playout.commands.len(),
        playout.events.len(),
        playout.state.turn,
        Battleground::outcome(&playout.state).map(|outcome| (outcome.winner, outcome.reason))
    );
    playout
}

#[test]
fn random_battles_go_on_and_every_law_holds() {
    each_of(games(2, 1), |number| {
        watched(number, [Bot::Random; 2], begin(number, &request(number)));
    });
}

/// Every law that all games have, in a battle of ready armies each of the heuristic players and of random ones.
#[test]
fn every_law_of_a_game_holds() {
    conformance_of::<Battleground>(&ConformancePlan {
        games: games(2, 20),
        request: |number| request(8 * number + 3),
        most_commands: 240,
        dear_every: 24,
    });
}
