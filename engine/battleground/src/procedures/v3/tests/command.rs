//! Command actions: gained, spent, refused (pp. 5, 10).

use super::*;
use crate::model::event::CommandEvent;
use crate::model::state::Decks;

/// A far enemy, and so many command actions for South.
fn acting(made: Scene, actions: u8) -> State {
    begun(made.holding("B1", line(), (18.0, 27.0, 180.0)).actions(actions))
}

fn control(unit: &str) -> (Seat, Command) {
    (Seat::A, Command::DirectControl { unit: id(unit) })
}

fn ahead(inches: f64) -> (Seat, Command) {
    (Seat::A, submit_legs(vec![forward(inches)]))
}

/// The command actions with which South's next turn begins.
fn gained(change: impl FnOnce(&mut State)) -> u8 {
    let made = scene3()
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

#[test]
fn bg3_cmd_01_a_turn_begins_with_one_action_per_full_500_points_of_the_budget() {
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
        let found = gained(|state| state.agreed.budget = Some(budget));
        assert_eq!(found, actions, "{budget}");
    }
    // What is spent and what is left of the army do not matter: its one unit costs 200.
    let found = gained(|state| {
        state.agreed.budget = Some(1_500);
        state.players[0].spent = 1_400;
    });
    assert_eq!(found, 3);
}

#[test]
fn bg3_gen_06_what_a_scenario_says_replaces_the_general_number() {
    let found = gained(|state| {
        std::sync::Arc::make_mut(&mut state.book).scenarios[0].command_actions = Some(3);
    });
    assert_eq!(found, 3, "and not 4 of 2000 points");
}

#[test]
fn bg3_cmd_06_a_controlled_unit_comes_into_contact_without_an_engagement() {
    // On Close it would rush the enemy 2 ahead.
    let made = || {
        scene3()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .holding("B2", line(), (18.0, 14.5, 180.0))
    };
    let (rushed, _) = play3(acting(made(), 1), &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(fights(&rushed, "A1"), [(id("B2"), Side::Front, Side::Front)]);
    let commands = [control("A1"), activate(&["A1"]), ahead(2.0)];
    let (state, _) = play3(acting(made(), 1), &commands, &[]).unwrap();
    assert_eq!(stands(&state, "A1"), Some(pose(18.0, 12.0, 0.0)));
    assert!(state.engagements.is_empty());
    assert_eq!(state.players[0].actions, 0);
    // Not through it.
    let through = [control("A1"), activate(&["A1"]), ahead(2.5)];
    assert!(play3(acting(made(), 1), &through, &[]).is_err());
}

#[test]
fn bg3_cmd_06_a_unit_that_has_moved_is_controlled_for_its_target_alone() {
    // It goes 3.5 toward B2; then B2 is 9.5 away and B3 11.03.
    let made = scene3()
        .unit("A1", shooting(14.0, RangedType::Indirect), (18.0, 8.75, 0.0))
        .holding("B2", line(), (18.0, 24.25, 180.0))
        .holding("B3", line(), (24.0, 24.0, 180.0));
    let targets = |state: &State| -> Vec<UnitId> {
        let field = Field::of(state);
        let found = choices(&field, state.unit(id("A1")).unwrap(), &[], &[]).unwrap();
        found.attacks.iter().map(|attack| attack.target).collect()
    };
    let state = begun(made.set(|state| state.players[0].actions = 1));
    let (moved, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(stands(&moved, "A1"), Some(pose(18.0, 12.25, 0.0)));
    assert_eq!(targets(&moved), [id("B2")]);
    let (state, _) = play3(moved, &[control("A1")], &[]).unwrap();
    assert_eq!(targets(&state), [id("B2"), id("B3")]);
    assert_eq!(refused3(&state, Seat::A, activate(&["A1"]).1), "BG3-MOV-01");
}

#[test]
fn bg3_cmd_06_a_controlled_unit_ignores_its_cap() {
    let capped = |unit: &mut crate::model::state::Unit| {
        unit.status = Status::Ready(Some(Orders {
            cap: Some(mc(1.25)),
            ..Orders::plain(Order::Close)
        }));
    };
    let made = || {
        scene3()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .change("A1", capped)
    };
    let (by_order, _) = play3(acting(made(), 1), &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(stands(&by_order, "A1"), Some(pose(18.0, 11.25, 0.0)));
    let commands = [control("A1"), activate(&["A1"]), ahead(3.5)];
    let (state, _) = play3(acting(made(), 1), &commands, &[]).unwrap();
    assert_eq!(stands(&state, "A1"), Some(pose(18.0, 13.5, 0.0)));
}

#[test]
fn bg3_cmd_09_a_card_drawn_on_the_table_may_come_from_a_renewed_deck() {
    let made = |deck: u8, unseen: &[u8], discards: &[u8]| {
        let state = acting(scene3().unit("A1", line(), (18.0, 5.0, 0.0)), 1);
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
    let (state, events) = play3(empty.clone(), &[(Seat::A, draw(3))], &[]).unwrap();
    let player = &state.players[0];
    assert!(events.contains(&Event::Command(CommandEvent::DeckRenewed { seat: Seat::A })));
    assert_eq!((player.deck, player.discards.len()), (1, 0));
    assert_eq!(player.hand, [Some(CardNo(3))]);
    assert_eq!(player.unseen, [CardNo(4)]);
    assert_eq!(refused3(&empty, Seat::A, draw(9)), "BG3-CMD-09");
    // While there is a deck the discards stay where they are.
    let some = made(1, &[9], &[3, 4]);
    assert_eq!(refused3(&some, Seat::A, draw(3)), "BG3-CMD-09");
    let (state, events) = play3(some, &[(Seat::A, draw(9))], &[]).unwrap();
    assert!(!events.contains(&Event::Command(CommandEvent::DeckRenewed { seat: Seat::A })));
    assert_eq!(state.players[0].discards.len(), 2);
}

#[test]
fn bg3_set_12_follow_stands_among_the_orders_that_are_offered() {
    let text = |edition: Edition| {
        let state = scene3()
            .unit("A1", line(), (18.0, 4.0, 0.0))
            .change("A1", |unit| unit.status = Status::Ready(None))
            .unit("B1", line(), (18.0, 26.0, 180.0))
            .set(|state| {
                state.edition = edition;
                state.turn = 0;
                state.active = None;
                state.phase = Phase::SetUp;
                state.agenda = vec![
                    Step::AssignOrder {
                        next: Seat::A,
                        extra: false,
                    }
                    .into(),
                ];
            })
            .state();
        format!("{:?}", crate::offers::offers(&state, Seat::A))
    };
    assert!(text(Edition::V3).contains("C, H, R, S, L, F with at most one cap"));
    assert!(text(Edition::V4).contains("C, H, R, S, L with at most one cap"));
}
