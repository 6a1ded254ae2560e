//! Command actions that both editions have (v4 pp. 18, 33-37; v3 p. 10).

use super::*;
use crate::editions::Edition;
use crate::model::event::{CommandEvent, Event, Use};
use crate::model::rule::Rule;
use crate::scene::{in_editions, mc, of_editions, play_in, scene_of};

/// A1 on Hold, far from B1, and so many command actions.
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
