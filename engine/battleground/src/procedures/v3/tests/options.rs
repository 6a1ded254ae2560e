//! Disputes, decks, the order of preparation, faction cards (pp. 2-4, 25-26).

use super::*;
use crate::model::command::Patch;
use crate::model::event::{CommandEvent, MovementEvent};
use crate::scene::at_table;

/// A battle set up by a request, up to its first question.
fn set_up(request: &serde_json::Value, dice: &[u8]) -> State {
    use hindsight_kernel::Rules as _;
    let setup = Battleground3::setup_from(request, &[]).unwrap();
    let ((), state, _) = testing::at_table::<Battleground3, _>(State::default(), dice, |table| {
        Battleground3::begin(table, &setup).unwrap();
    });
    state
}

/// The last unit of an army is about to be placed: A1, after which cards are drawn.
fn last_to_place(change: impl Fn(Scene) -> Scene) -> State {
    let none = |unit: &mut crate::model::state::Unit| unit.status = Status::Ready(None);
    let made = with_cards(
        scene3()
            .unit("A1", line(), (18.0, 3.0, 0.0))
            .unit("B1", line(), (18.0, 27.0, 180.0)),
        &[],
        &[],
    )
    .change("A1", none)
    .change("B1", none)
    .change("A1", |unit| unit.pose = None)
    .set(|state| {
        state.turn = 0;
        state.active = None;
        state.first = None;
        state.phase = Phase::SetUp;
        state.deployer = Some(Seat::B);
        state.decks = crate::model::state::Decks::Server;
        state.players[0].bought = 2;
        state.agenda = vec![
            Step::Deploy {
                next: Seat::A,
                extra: false,
            }
            .into(),
        ];
    });
    change(made).state()
}

fn places() -> (Seat, Command) {
    let command = Command::Deploy {
        unit: id("A1"),
        pose: pose(18.0, 3.0, 0.0),
    };
    (Seat::A, command)
}

/// The two seats of a battle without teams.
const SEATS: [Seat; 2] = [Seat::A, Seat::B];

#[test]
fn bg3_gen_03_one_die_settles_a_dispute() {
    let rule = |patch: &Patch| {
        let state = scene3()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 20.0, 180.0))
            .state();
        let before = state.clone();
        let (result, after, events) =
            at_table(state, &[], |table| crate::positions::rulings::rule(table, patch));
        assert_eq!(result.is_ok(), events.len() == 1, "one event tells of it");
        assert!(after == before, "nothing changes on the table");
        result.map_err(|refusal| refusal.id(Edition::V3))
    };
    let dispute = |low: &str, die: u8| Patch::Dispute {
        dispute: "does the hedge reach this far?".to_owned(),
        low: low.to_owned(),
        high: "it does not".to_owned(),
        die: Some(die),
    };
    for die in 1..=6 {
        assert!(rule(&dispute("it does", die)).is_ok());
    }
    assert!(rule(&dispute("it does", 7)).is_err(), "one six-sided die");
    assert!(
        rule(&dispute("", 3)).is_err(),
        "what 1 to 3 means is named beforehand"
    );
    let roll_off = Patch::RollOff {
        dispute: "which?".to_owned(),
        south: 2,
        north: 5,
    };
    assert!(rule(&roll_off).is_err(), "not the lower of two rolls");
}

#[test]
fn bg3_set_07_each_player_has_a_deck_of_thirty_cards() {
    let (state, _) = on_with(last_to_place(|made| made), &[places()], &[1, 1]).unwrap();
    assert_eq!((state.players[0].hand.len(), state.players[0].deck), (2, 28));
    assert_eq!((state.players[1].hand.len(), state.players[1].deck), (0, 30));
}

#[test]
fn bg3_set_07_two_players_may_share_one_deck() {
    // Armies of one faction: all 30 cards, one pile, two hands.
    let shared = |request: serde_json::Value, dice: &[u8]| {
        let mut request = request;
        request["house"] = json!({ "shared_deck": true });
        set_up(&request, dice)
    };
    let state = shared(
        json!({ "ready_armies": { "A": "hawkshold-1500", "B": "hawkshold-1500" } }),
        &[2, 5],
    );
    assert_eq!(SEATS.map(|seat| state.player(seat).deck), [30, 30]);
    let drawn = Scene::from(state.clone())
        .set(|state| {
            state.phase = Phase::MovementAndCommand;
            state.turn = 3;
            state.active = Some(Seat::A);
            state.agenda = vec![
                Step::DrawCard {
                    seat: Seat::A,
                    count: 2,
                }
                .into(),
                Step::DrawCard {
                    seat: Seat::B,
                    count: 1,
                }
                .into(),
            ];
            state.agenda.reverse();
        })
        .state();
    let (after, _) = on_with(drawn, &[], &[1, 1, 1]).unwrap_or_else(|refusal| panic!("{refusal}"));
    assert_eq!(
        SEATS.map(|seat| after.player(seat).deck),
        [27, 27],
        "one draw pile"
    );
    assert_eq!(
        SEATS.map(|seat| after.player(seat).hand.len()),
        [2, 1],
        "two hands"
    );
    let all: Vec<_> = after
        .players
        .iter()
        .flat_map(|player| player.hand.clone())
        .collect();
    assert_eq!(
        all,
        [Some(CardNo(1)), Some(CardNo(2)), Some(CardNo(3))],
        "no card twice"
    );
    // Of two factions they share what is common to both.
    let state = shared(json!({ "armies": "sample" }), &[]);
    assert_eq!(SEATS.map(|seat| state.player(seat).deck), [20, 20]);
}

#[test]
fn games_with_more_decks_keep_every_law() {
    hindsight_kernel::testing::conformance_of::<Battleground3>(&hindsight_kernel::testing::ConformancePlan {
        games: 40..41,
        request: |_| json!({ "armies": "sample", "house": { "more_decks": 2 } }),
        most_commands: 160,
        dear_every: 40,
    });
}

#[test]
fn bg3_set_08_purchased_cards_are_drawn_after_placing_and_before_orders() {
    let (state, events) = on_with(last_to_place(|made| made), &[places()], &[30, 1]).unwrap();
    let place = |wanted: fn(&Event) -> bool| events.iter().position(wanted).unwrap();
    let placed = place(|event| matches!(event, Event::Movement(MovementEvent::UnitMoved { .. })));
    let drawn = place(|event| matches!(event, Event::Command(CommandEvent::CardDrawn { .. })));
    assert!(placed < drawn);
    assert_eq!(
        state.players[0].hand,
        [Some(CardNo(30)), Some(CardNo(1))],
        "at random"
    );
    let orderless = |unit: &crate::model::state::Unit| unit.status == Status::Ready(None);
    assert!(state.units.iter().all(orderless), "no order is given yet");
}

#[test]
fn bg3_army_07_armies_are_built_after_the_terrain_or_before_it() {
    let after_budget = |house: serde_json::Value| {
        let state = set_up(&json!({ "house": house }), &[]);
        let chooses = |seat: Seat, faction: &str| {
            let allegiance = Allegiance {
                faction: faction.to_owned(),
                mercenaries: None,
                also: Vec::new(),
            };
            (seat, Command::ChooseFaction { allegiance })
        };
        let proposes = Command::ProposeBudget { points: 1_500 };
        let commands = [
            chooses(Seat::A, "hawkshold"),
            chooses(Seat::B, "orc"),
            (Seat::A, proposes.clone()),
            (Seat::B, Command::AcceptProposal),
        ];
        let (state, _) = play3(state, &commands, &[]).unwrap_or_else(|refusal| panic!("{refusal}"));
        state.agenda.last().unwrap().step.clone()
    };
    assert!(
        matches!(after_budget(json!({})), Step::AgreeScenario { .. }),
        "by default after it"
    );
    let before = after_budget(json!({ "armies_before_terrain": true }));
    assert_eq!(before, Step::BuildArmies);
    // The later edition has no such option.
    let refused = crate::system::Battleground::setup_from(&json!({ "house": { "shared_deck": true } }), &[]);
    assert!(refused.is_err());
}

/// South has hired mercenaries.
fn hired(made: Scene) -> Scene {
    made.set(|state| {
        state.players[0].mercenaries = true;
        state.players[0].allegiance = Secret::Known(Allegiance {
            faction: "hawkshold".to_owned(),
            mercenaries: Some("free-companies".to_owned()),
            also: Vec::new(),
        });
    })
}

#[test]
fn bg3_merc_05_all_ten_faction_cards_may_leave_the_deck() {
    let (asking, _) = on_with(last_to_place(hired), &[places()], &[]).unwrap();
    let (topic, seat, options) = asked(&asking).unwrap();
    assert_eq!((topic, seat), (Topic::FactionCards, Seat::A));
    assert_eq!(options, [Answer::Decline, Answer::Accept]);
    assert!(
        asking.players[0].hand.is_empty(),
        "before purchased cards are drawn"
    );
    let decided = |answered: Answer| {
        let (state, _) = played_on(asking.clone(), &[answer(Seat::A, answered)], &[1, 1]).unwrap();
        (state.players[0].hand.len(), state.players[0].deck)
    };
    assert_eq!(decided(Answer::Accept), (2, 18), "the deck has 20 cards");
    assert_eq!(decided(Answer::Decline), (2, 28));
    // Who has none is not asked.
    let (state, _) = on_with(last_to_place(|made| made), &[places()], &[1, 1]).unwrap();
    assert!(asked(&state).is_none_or(|found| found.0 != Topic::FactionCards));
}

#[test]
fn bg3_merc_07_abilities_of_a_faction_as_such_are_of_the_primary_one_alone() {
    use crate::model::cards::AbilityWindow;
    use crate::model::effect::Effect;
    let change = |faction: &'static str, at_set_up: bool| {
        move |made: Scene| {
            hired(made).set(|state| {
                let book = std::sync::Arc::make_mut(&mut state.book);
                let faction = book.factions.iter_mut().find(|one| one.id == faction).unwrap();
                let ability = &mut faction.abilities[0];
                ability.of_unit = false;
                if at_set_up {
                    ability.window = AbilityWindow::SetUp;
                    ability.effects = vec![Effect::DrawCards { count: 1 }];
                }
                state.players[0].actions = 5;
            })
        }
    };
    // At set-up a card more for one's own faction's ability, none for that of the mercenaries.
    let hand = |faction: &'static str| {
        let (asking, _) = on_with(last_to_place(change(faction, true)), &[places()], &[]).unwrap();
        let (state, _) = played_on(asking, &[answer(Seat::A, Answer::Decline)], &[1, 1, 1]).unwrap();
        state.players[0].hand.len()
    };
    assert_eq!((hand("hawkshold"), hand("free-companies")), (3, 2));
    // In the Movement and Command Phase it is refused, whoever it names.
    let made = with_cards(
        scene3()
            .unit("A1", line(), (18.0, 5.0, 0.0))
            .unit("B1", line(), (18.0, 27.0, 180.0)),
        &[],
        &[],
    );
    let state = change("free-companies", false)(made)
        .set(|state| {
            "free-companies".clone_into(&mut std::sync::Arc::make_mut(&mut state.book).kinds[0].faction);
        })
        .state();
    let spoils = Command::UseAbility {
        ability: "spoils".to_owned(),
        on: vec![id("A1")],
    };
    assert_eq!(
        refused3(&state, Seat::A, spoils),
        "BG3-CMD-10",
        "it is none of its abilities"
    );
}
