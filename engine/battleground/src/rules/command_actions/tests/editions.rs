//! Command actions that both editions have (v4 pp. 18, 33-37; v3 p. 10).

use hindsight_kernel::Seat;

use super::*;
use crate::editions::Edition;
use crate::field::Field;
use crate::model::agenda::Step;
use crate::model::cards::RangedType;
use crate::model::command::Command;
use crate::model::event::{CommandEvent, Event, Use};
use crate::model::names::{CardNo, UnitId};
use crate::model::orders::{Order, Orders};
use crate::model::rule::Rule;
use crate::model::state::{Decks, State, Status};
use crate::playing::{activate, play_strictly, refused_by, stands};
use crate::rules::combat::choices;
use crate::scene::{
    Scene, begun, forward, id, in_editions, line, mc, of_editions, on_with, play_in, pose, scene_of,
    shooting, submit_legs,
};

/// A1 on Hold, far from B1, and a number of command actions.
fn camp_of(edition: Edition, actions: u8) -> Scene {
    scene_of(edition)
        .holding("A1", line(), (18.0, 5.0, 0.0))
        .holding("B1", line(), (18.0, 27.0, 180.0))
        .actions(actions)
        .set(|state| {
            state.players[1].actions = 2;
            for player in &mut state.players {
                (player.deck, player.unseen) = (30, CardNo::deck().collect());
            }
        })
}

fn accepted(state: State, command: Command) -> (State, Vec<Event>) {
    play_in(state, &[(Seat::A, command)], &[]).unwrap_or_else(|refusal| panic!("{refusal}"))
}

fn refused_in(state: &State, seat: Seat, command: Command) -> String {
    let refusal = play_in(state.clone(), &[(seat, command)], &[]).unwrap_err();
    refusal.rule.to_string()
}

fn costs(edition: Edition) {
    let (state, events) = accepted(camp_of(edition, 1).state(), change("A1", Order::Close));
    assert!(events.contains(&Event::Command(CommandEvent::ActionsSpent {
        seat: Seat::A,
        count: 1,
        on: Use::ChangeOrder(id("A1"))
    })));
    let orders = Orders::plain(Order::Close);
    assert_eq!(state.unit(id("A1")).unwrap().status, Status::Ready(Some(orders)));
    assert_eq!(state.player(Seat::A).actions, 0, "none is left");
    for command in [
        change("A1", Order::Hold),
        Command::DirectControl { unit: id("A1") },
        Command::DrawCard { card: None },
    ] {
        assert_eq!(refused_in(&state, Seat::A, command), Rule::Cmd15.id(edition));
    }
    // A cap is a change of the order. Rules BG4-ORDER-01, BG3-ORD-10.
    let capped = Command::ChangeOrder {
        unit: id("A1"),
        order: WrittenOrder {
            cap: Some(mc(2.5)),
            ..WrittenOrder::plain(Order::Hold)
        },
    };
    let (state, _) = accepted(camp_of(edition, 2).state(), capped);
    assert_eq!(state.player(Seat::A).actions, 1);
    // What is left when the phase ends is lost.
    let (_, events) = accepted(camp_of(edition, 2).state(), Command::EndPhase);
    assert!(events.contains(&Event::Command(CommandEvent::ActionsLost {
        seat: Seat::A,
        count: 2
    })));
}

in_editions!(costs:
    #[test] fn bg4_cmd_15_an_order_costs_one_action(V4);
    #[test] fn bg4_cmd_04_unspent_actions_are_lost(V4);
    #[test] fn bg3_cmd_02_unspent_actions_are_lost(V3);
    #[test] fn bg3_cmd_04_an_order_costs_one_action(V3);
);

fn other_phase(edition: Edition) {
    let state = camp_of(edition, 2).state();
    for command in [
        change("B1", Order::Close),
        Command::DirectControl { unit: id("B1") },
        Command::DrawCard { card: None },
    ] {
        let rule = of_editions(edition, ["BG4-TURN-03", "BG3-CMD-02"]);
        assert_eq!(refused_in(&state, Seat::B, command), rule);
    }
}

in_editions!(other_phase:
    #[test] fn bg4_turn_03_nobody_acts_in_the_phase_of_another(V4);
    #[test] fn bg3_cmd_02_nobody_acts_in_the_phase_of_another(V3);
);

fn bound_units(edition: Edition) {
    let control = || Command::DirectControl { unit: id("A1") };
    let engaged = camp_of(edition, 2)
        .unit("B2", line(), (18.0, 7.5, 180.0))
        .engaged("B2", "A1", Side::Front)
        .state();
    let close = change("A1", Order::Close);
    assert_eq!(refused_in(&engaged, Seat::A, close), Rule::Cmd05.id(edition));
    // In the later edition an engaged unit is led, and may not move. Rule BG4-ENG-04.
    if edition == Edition::V3 {
        assert_eq!(refused_in(&engaged, Seat::A, control()), Rule::Cmd06.id(edition));
    }
    let routing = camp_of(edition, 2).change("A1", |unit| unit.status = Status::Routing);
    assert_eq!(
        refused_in(&routing.state(), Seat::A, control()),
        Rule::Cmd06.id(edition)
    );
}

in_editions!(bound_units:
    #[test] fn bg4_cmd_06_routing_units_are_not_controlled(V4);
    #[test] fn bg3_cmd_05_engaged_units_keep_their_orders(V3);
    #[test] fn bg3_cmd_06_neither_engaged_nor_routing_units_are_controlled(V3);
);

fn empty_deck(edition: Edition) {
    let draw = Command::DrawCard { card: None };
    let emptied = |discards: &[u8]| {
        let discards = discards.iter().map(|card| CardNo(*card)).collect();
        camp_of(edition, 1)
            .set(|state| {
                (state.players[0].deck, state.players[0].discards) = (0, discards);
                state.players[0].unseen.clear();
            })
            .state()
    };
    // Both piles empty: no card, and the action may not be spent.
    assert_eq!(
        refused_in(&emptied(&[]), Seat::A, draw.clone()),
        Rule::Cards10.id(edition)
    );
    let (after, events) = play_in(emptied(&[9, 4]), &[(Seat::A, draw)], &[2]).unwrap();
    assert!(events.contains(&Event::Command(CommandEvent::DeckRenewed { seat: Seat::A })));
    let player = after.player(Seat::A);
    assert_eq!(player.hand, [Some(CardNo(9))]);
    assert_eq!((player.deck, player.discards.len()), (1, 0));
}

in_editions!(empty_deck:
    #[test] fn bg4_cards_10_an_empty_deck_is_renewed_from_the_discards(V4);
    #[test] fn bg3_cmd_09_an_empty_deck_is_renewed(V3);
);

/// A far enemy, and a number of command actions for South.
pub(crate) fn acting(made: Scene, actions: u8) -> State {
    begun(made.holding("B1", line(), (18.0, 27.0, 180.0)).actions(actions))
}

pub(crate) fn control(unit: &str) -> (Seat, Command) {
    (Seat::A, Command::DirectControl { unit: id(unit) })
}

pub(crate) fn ahead(inches: f64) -> (Seat, Command) {
    (Seat::A, submit_legs(vec![forward(inches)]))
}

/// The command actions with which South's next turn begins.
fn gained(edition: Edition, change: impl FnOnce(&mut State)) -> u8 {
    let made = scene_of(edition)
        .holding("A1", line(), (18.0, 5.0, 0.0))
        .holding("B1", line(), (18.0, 27.0, 180.0))
        .set(|state| {
            state.active = Some(Seat::B);
            state.agenda = vec![Step::BeginTurn.into()];
        })
        .set(change);
    let (state, _) = on_with(made.state(), &[], &[]).unwrap();
    assert_eq!((state.turn, state.active), (4, Some(Seat::A)));
    state.players[0].actions
}

fn a_turn_begins_with_one_action_per_full_500_points_of_the_budget(edition: Edition) {
    for (budget, actions) in [
        (500, 1),
        (1_000, 2),
        (1_500, 3),
        (2_000, 4),
        (2_500, 5),
        (3_000, 6),
        (1_999, 3),
        (499, 0),
    ] {
        let found = gained(edition, |state| state.agreed.budget = Some(budget));
        assert_eq!(found, actions, "{budget}");
    }
    // What is spent and what is left of the army do not matter: its one unit costs 200.
    let found = gained(edition, |state| {
        state.agreed.budget = Some(1_500);
        state.players[0].spent = 1_400;
        // Nor what a turn before has left.
        state.players[0].actions = 1;
    });
    assert_eq!(found, 3);
}

in_editions!(a_turn_begins_with_one_action_per_full_500_points_of_the_budget:
    #[test] fn bg4_cmd_01_one_action_per_full_500_points_of_the_budget(V4);
    #[test] fn bg3_cmd_01_a_turn_begins_with_one_action_per_full_500_points_of_the_budget(V3);
);

fn what_a_scenario_says_replaces_the_general_number(edition: Edition) {
    let found = gained(edition, |state| {
        std::sync::Arc::make_mut(&mut state.book).scenarios[0].command_actions = Some(3);
    });
    assert_eq!(found, 3, "and not 4 of 2000 points");
}

in_editions!(what_a_scenario_says_replaces_the_general_number:
    #[test] fn bg4_prin_01_a_special_rule_replaces_the_general_one(V4);
    #[test] fn bg3_gen_06_what_a_scenario_says_replaces_the_general_number(V3);
);

fn a_unit_that_has_moved_is_controlled_for_its_target_alone(edition: Edition) {
    // It goes 3.5 toward B2; then B2 is 9.5 away and B3 11.03.
    let made = scene_of(edition)
        .unit("A1", shooting(14.0, RangedType::Indirect), (18.0, 8.75, 0.0))
        .holding("B2", line(), (18.0, 24.25, 180.0))
        .holding("B3", line(), (24.0, 24.0, 180.0));
    let targets = |state: &State| -> Vec<UnitId> {
        let field = Field::of(state);
        let found = choices(&field, state.unit(id("A1")).unwrap(), &[], &[]).unwrap();
        found.attacks.iter().map(|attack| attack.target).collect()
    };
    let state = begun(made.set(|state| state.players[0].actions = 1));
    let (moved, _) = play_strictly(state, &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(stands(&moved, "A1"), Some(pose(18.0, 12.25, 0.0)));
    assert_eq!(targets(&moved), [id("B2")]);
    let (state, _) = play_strictly(moved, &[control("A1")], &[]).unwrap();
    assert_eq!(targets(&state), [id("B2"), id("B3")]);
    assert_eq!(
        refused_by(&state, Seat::A, activate(&["A1"]).1),
        of_editions(edition, ["BG4-TURN-05", "BG3-MOV-01"])
    );
    let moves = |command: &Command| {
        matches!(
            command,
            Command::Activate { .. } | Command::SubmitLegs { .. } | Command::ReportMove { .. }
        )
    };
    let offers = crate::offers::offers(&state, Seat::A);
    let mut offered = offers.iter().flat_map(hindsight_kernel::Offer::commands);
    assert!(!offered.any(moves));
}

in_editions!(a_unit_that_has_moved_is_controlled_for_its_target_alone:
    #[test] fn bg4_cmd_06_after_its_move_direct_control_frees_the_choice_of_target_only(V4);
    #[test] fn bg3_cmd_06_a_unit_that_has_moved_is_controlled_for_its_target_alone(V3);
);

fn a_controlled_unit_ignores_its_cap(edition: Edition) {
    let capped = |unit: &mut crate::model::state::Unit| {
        unit.status = Status::Ready(Some(Orders {
            cap: Some(mc(1.25)),
            ..Orders::plain(Order::Close)
        }));
    };
    let made = || {
        scene_of(edition)
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .change("A1", capped)
    };
    let (by_order, _) = play_strictly(acting(made(), 1), &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(stands(&by_order, "A1"), Some(pose(18.0, 11.25, 0.0)));
    let commands = [control("A1"), activate(&["A1"]), ahead(3.5)];
    let (state, _) = play_strictly(acting(made(), 1), &commands, &[]).unwrap();
    assert_eq!(stands(&state, "A1"), Some(pose(18.0, 13.5, 0.0)));
}

in_editions!(a_controlled_unit_ignores_its_cap:
    #[test] fn bg4_cmd_06_a_controlled_unit_ignores_its_cap(V4);
    #[test] fn bg3_cmd_06_a_controlled_unit_ignores_its_cap(V3);
);

fn a_card_drawn_on_the_table_may_come_from_a_renewed_deck(edition: Edition) {
    let made = |deck: u8, unseen: &[u8], discards: &[u8]| {
        let state = acting(scene_of(edition).unit("A1", line(), (18.0, 5.0, 0.0)), 1);
        let cards = |numbers: &[u8]| numbers.iter().map(|number| CardNo(*number)).collect();
        Scene::from(state)
            .set(|state| {
                state.decks = Decks::Table;
                state.players[0].deck = deck;
                state.players[0].unseen = cards(unseen);
                state.players[0].discards = cards(discards);
            })
            .state()
    };
    let draw = |number: u8| Command::DrawCard {
        card: Some(CardNo(number)),
    };
    let empty = made(0, &[], &[3, 4]);
    let (state, events) = play_strictly(empty.clone(), &[(Seat::A, draw(3))], &[]).unwrap();
    let player = &state.players[0];
    assert!(events.contains(&Event::Command(CommandEvent::DeckRenewed { seat: Seat::A })));
    assert_eq!((player.deck, player.discards.len()), (1, 0));
    assert_eq!(player.hand, [Some(CardNo(3))]);
    assert_eq!(player.unseen, [CardNo(4)]);
    assert_eq!(
        refused_by(&empty, Seat::A, draw(9)),
        of_editions(edition, ["BG4-CARDS-10", "BG3-CMD-09"])
    );
    // While there is a deck the discards stay where they are.
    let some = made(1, &[9], &[3, 4]);
    assert_eq!(
        refused_by(&some, Seat::A, draw(3)),
        of_editions(edition, ["BG4-CARDS-10", "BG3-CMD-09"])
    );
    let (state, events) = play_strictly(some, &[(Seat::A, draw(9))], &[]).unwrap();
    assert!(!events.contains(&Event::Command(CommandEvent::DeckRenewed { seat: Seat::A })));
    assert_eq!(state.players[0].discards.len(), 2);
}

in_editions!(a_card_drawn_on_the_table_may_come_from_a_renewed_deck:
    #[test] fn bg4_cards_10_a_card_drawn_on_the_table_may_come_from_a_renewed_deck(V4);
    #[test] fn bg3_cmd_09_a_card_drawn_on_the_table_may_come_from_a_renewed_deck(V3);
);
