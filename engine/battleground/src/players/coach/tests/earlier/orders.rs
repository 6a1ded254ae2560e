//! Rushes that another order or another sequence would have made better.

use super::*;
use crate::model::command::Command;
use crate::model::event::MoveKind;
use crate::model::orders::Orders;
use crate::scene::{begun, inches, play, pose};

/// A1, of move 5, stood on an order in its last turn and comes to lie before the front of B1, which looks south; it rushes that front. Its
/// team lost so many actions then, and has so many now.
fn rushes_the_front(
    order: Order,
    (lost, left): (u8, u8),
    (x, y, heading): (f64, f64, f64),
) -> Vec<Suggestion> {
    // Direct Control of it costs three: only an order can be bought.
    let own = UnitType {
        direct_control_cost: 3,
        ..moving(5.0)
    };
    let state = scene3()
        .unit("A1", own, (x, y, heading))
        .order("A1", order)
        .unit("B1", line(), (18.0, 14.0, 180.0))
        .order("B1", Order::Hold)
        .set(|state| state.players[0].actions = lost)
        .state();
    let noted = || Event::Turn(TurnEvent::SnapshotTaken { glimpses: Vec::new() });
    let began = |turn: u16, active: Seat| {
        Event::Turn(TurnEvent::TurnBegan {
            turn,
            active,
            actions: if active == Seat::A { left } else { 1 },
            engaged: Vec::new(),
            flying: Vec::new(),
        })
    };
    let mut events = vec![
        noted(),
        Event::Movement(MovementEvent::UnitMoved {
            unit: id("A1"),
            kind: MoveKind::Ordered,
            legs: Vec::new(),
            to: pose(18.0, 9.0, 0.0),
            distance: inches(3.5),
            allowance: inches(3.5),
            shown: None,
        }),
    ];
    events.extend((lost > 0).then_some(Event::Command(CommandEvent::ActionsLost {
        seat: Seat::A,
        count: lost,
    })));
    events.extend([
        Event::Turn(TurnEvent::TurnEnded),
        began(4, Seat::B),
        noted(),
        Event::Turn(TurnEvent::TurnEnded),
        began(5, Seat::A),
        noted(),
        Event::Movement(MovementEvent::StatusChanged {
            unit: id("A1"),
            status: Status::Ready(Some(Orders::plain(Order::Close))),
            why: "changed".to_owned(),
        }),
    ]);
    let mut engagement = match rush(Side::Front) {
        Event::Engagement(EngagementEvent::FinalRushed { engagement, .. }) => engagement,
        other => panic!("{other:?}"),
    };
    (engagement.rusher, engagement.rushed, engagement.turn) = (id("A1"), id("B1"), 5);
    events.push(Event::Engagement(EngagementEvent::FinalRushed {
        engagement,
        contact: inches(3.5),
    }));
    told(&state, &events)
}

#[test]
fn missed_flank_tells_of_a_flank_that_an_order_would_have_led_to() {
    let found = |order, actions, at| of(&rushes_the_front(order, actions, at), "missed_flank");
    // The right of B1 lies at 16.25. From (7, 14) the front of A1 is 8 inches from it, out of its reach; on Close it goes 5 inches towards it,
    // to 3 inches, and rushes it in its next turn.
    let west = (7.0, 14.0, 90.0);
    let hit = rushes_the_front(Order::Follow, (1, 0), west);
    assert_eq!(of(&hit, "missed_flank"), ["A1"]);
    assert!(
        hit.iter()
            .any(|one| one.reason.contains("where the order Close would have brought it"))
    );
    assert_eq!(found(Order::Follow, (0, 0), west), NONE, "no action was left");
    // From (2, 14) it comes to 8 inches.
    assert_eq!(
        found(Order::Follow, (1, 0), (2.0, 14.0, 90.0)),
        NONE,
        "out of reach"
    );
}

#[test]
fn missed_flank_counts_the_action_that_puts_a_unit_on_close_again() {
    // On Close at (10.6, 14) its front is 4.4 inches from the right of B1, and it would have rushed it in its last turn. On Hold it would have
    // stayed and could rush now, but it must be put on Close again.
    let found = |left: u8| {
        let hit = rushes_the_front(Order::Close, (1, left), (10.6, 14.0, 90.0));
        trial::better(&hit, "missed_flank").unwrap().0
    };
    assert_eq!(found(1), "Line (A1) gets the order Hold");
    // With no action left it could have been capped: with 3.5 inches it does not reach the 4.4, comes to 0.9 and rushes now.
    assert_eq!(found(0), "Line (A1) gets the order Close, at most 3.5 inches");
}

#[test]
fn wrong_partner_first_tells_of_the_other_order() {
    // The front of B1 lies at (18, 13.75), its right at (16.25, 15). The eye of A1 at (15, 11) is 4.07 from the front and 4.19 from the right;
    // that of A2 at (20.5, 10) 4.51 from the front and 5.06 from the left. Both move 5. A3 leaves no room for two at the front.
    let both = begun(
        scene3()
            .unit("A1", moving(5.0), (15.0, 9.75, 0.0))
            .order("A1", Order::Close)
            .unit("A2", moving(5.0), (20.5, 8.75, 0.0))
            .order("A2", Order::Close)
            .unit("A3", line(), (22.25, 12.5, 0.0))
            .order("A3", Order::Hold)
            .unit("B1", line(), (18.0, 15.0, 180.0))
            .order("B1", Order::Hold),
    );
    let found = |unit: &str| {
        let command = Command::Activate {
            units: vec![id(unit)],
        };
        let (_, events) = play(both.clone(), &[(Seat::A, command)], &[]).unwrap();
        let mut watcher = remembering(History {
            choosing: Some(both.clone()),
            ..History::default()
        });
        trial::watched::<Battleground3>(&mut watcher, &both, &events).unwrap()
    };
    let hit = found("A1");
    assert_eq!(of(&hit, "wrong_partner_first"), ["A1"]);
    let (words, _) = trial::better(&hit, "wrong_partner_first").unwrap();
    assert_eq!(words, "Line (A2) Final Rushes before Line (A1)");
    // A2 takes the front, and the right is the nearest open side of B1 for A1.
    assert_eq!(of(&found("A2"), "wrong_partner_first"), NONE);
}
