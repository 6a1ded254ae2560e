//! Units that are let rout before others that could have stepped in.

use super::*;
use crate::model::agenda::{Answer, Answered, Options, Question, Step, Topic};
use crate::model::attack::AttackKind;
use crate::model::event::{CombatEvent, MoveKind, ProcedureEvent};
use crate::model::state::Status;
use crate::procedures::attack::modifiers::Situation;
use crate::rules::combat::prepared;
use crate::scene::{inches, pose};

/// The owner of A1, which has failed a Rout Check, is asked whether A2 steps in.
fn asked(made: Scene) -> State {
    let asks = Step::Ask(Question {
        seat: Seat::A,
        topic: Topic::Replacement,
        unit: Some(id("A1")),
        about: None,
        options: Options::OneOf(Vec::new()),
        rule: "BG4-ENG-08".to_owned(),
    });
    made.set(|state| {
        state.phase = Phase::PostCombatCourage;
        state.agenda = vec![Step::SettleCheck.into(), asks.into()];
    })
    .state()
}

fn answered(answer: Answer) -> Event {
    let answered = Answered {
        topic: Topic::Replacement,
        unit: Some(id("A1")),
        about: None,
        answer,
    };
    Event::Procedure(ProcedureEvent::Answered { answered })
}

/// A1 routs and turns from those that fight its front, which are at its rear then. Rule `BG3-COUR-08` (p. 22).
fn routs(state: &State) -> [Event; 3] {
    let at_the_rear = state.engagements.iter().map(|fight| Engagement {
        rushed_side: Side::Rear,
        ..*fight
    });
    [
        Event::Movement(MovementEvent::StatusChanged {
            unit: id("A1"),
            status: Status::Routing,
            why: "failed a Rout Check".to_owned(),
        }),
        Event::Movement(MovementEvent::UnitTurned {
            from: Vec::new(),
            unit: id("A1"),
            kind: MoveKind::RoutTurn,
            heading: pose(0.0, 0.0, 180.0).heading,
        }),
        Event::Engagement(EngagementEvent::EngagementsChanged {
            engagements: at_the_rear.collect(),
        }),
    ]
}

/// The first free attack on A1 begins, as things stand after other events.
fn free_attack(state: &State, events: &[Event], by: &str) -> Event {
    let mut after = state.clone();
    for event in events {
        crate::system::Battleground::evolve(&mut after, event).unwrap();
    }
    let field = crate::field::Field::of(&after);
    let attack = prepared(&Situation::of(&field), id(by), id("A1"), AttackKind::Free);
    Event::Combat(CombatEvent::AttackBegan {
        attack: Box::new(attack),
        place: None,
    })
}

#[test]
fn back_up_not_used_tells_of_free_attacks_that_are_expected_to_destroy() {
    let found = |answer: Answer, marked: u8, attackers: usize| {
        let mut made = scene3()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .change("A1", |unit| unit.marked = marked)
            .unit("A2", line(), (18.0, 7.5, 0.0))
            .order("A2", Order::Close);
        for (name, x) in [("B1", 16.25), ("B2", 19.75)].into_iter().take(attackers) {
            made = made
                .unit(name, line(), (x, 12.5, 180.0))
                .engaged(name, "A1", Side::Front);
        }
        let state = asked(made);
        let mut events = vec![answered(answer)];
        events.extend(routs(&state));
        events.push(free_attack(&state, &events, "B1"));
        told(&state, &events)
    };
    let chance =
        |found: &[Suggestion]| trial::number(found, "back_up_not_used", "chance that they destroy it");
    // Against the rear (BG3-MOD-12, p. 19) 5 dice hit on 5 - 2 + 1 = 4 and damage on 4: four ninths each. The last box falls to all but
    // (5/9)^5 = 3125/59049.
    let hit = found(Answer::Decline, 8, 1);
    assert_eq!(of(&hit, "back_up_not_used"), ["A1"]);
    assert!((chance(&hit).unwrap() - (1.0 - 3_125.0 / 59_049.0)).abs() < 1e-9);
    // For A2 to step in A1 is given up for certain: by the odds of free attacks that is never better.
    assert_eq!(trial::better(&hit, "back_up_not_used"), None);
    let given_up = trial::number(
        &hit,
        "back_up_not_used",
        "chance to lose it if the other steps in",
    );
    assert_eq!(given_up, Some(1.0));
    let used = found(Answer::Unit(id("A2")), 8, 1);
    assert_eq!(of(&used, "back_up_not_used"), NONE, "it was used");
    // Three boxes: 10 (4/9)^3 (5/9)^2 + 5 (4/9)^4 (5/9) + (4/9)^5 = 16000 + 6400 + 1024 of 59049, which is 0.397. Of ten dice of two attackers
    // three or more succeed but with 0.0028 + 0.0224 + 0.0808.
    assert_eq!(
        of(&found(Answer::Decline, 6, 1), "back_up_not_used"),
        NONE,
        "0.397"
    );
    let both = found(Answer::Decline, 6, 2);
    assert_eq!(of(&both, "back_up_not_used"), ["A1"]);
    assert!((chance(&both).unwrap() - 0.894).abs() < 1e-3);
}

#[test]
fn back_up_not_used_tells_of_a_flank_behind_the_gap() {
    // A1 fights B1 on its left; once it is gone, B2 sees the left of A3, 4.27 inches from its front, and moves 5. A2 in the place of A1 would
    // stand in the way, and its front would be nearer than any flank.
    let found = |order: Order, active: Seat, answer: Answer| {
        let state = asked(
            scene3()
                .unit("A1", line(), (18.0, 10.0, 0.0))
                .unit("A2", line(), (18.0, 7.5, 0.0))
                .order("A2", Order::Close)
                .unit("A3", line(), (21.5, 10.0, 0.0))
                .order("A3", Order::Hold)
                .unit("B1", line(), (15.0, 10.0, 90.0))
                .order("B1", Order::Hold)
                .unit("B2", moving(5.0), (17.2325, 14.914, 153.0))
                .order("B2", order)
                .engaged("B1", "A1", Side::Left)
                .set(|state| state.active = Some(active)),
        );
        let mut events = vec![answered(answer)];
        events.extend(routs(&state));
        let ended = Event::Engagement(EngagementEvent::EngagementsChanged {
            engagements: Vec::new(),
        });
        events.push(ended);
        events.push(Event::Movement(MovementEvent::UnitMoved {
            unit: id("A1"),
            kind: MoveKind::Rout,
            legs: Vec::new(),
            to: pose(12.0, 4.0, 180.0),
            distance: inches(3.5),
            allowance: inches(3.5),
            shown: None,
        }));
        events.push(Event::Turn(TurnEvent::TurnEnded));
        of(&told(&state, &events), "back_up_not_used")
    };
    let lets = || Answer::Decline;
    assert_eq!(found(Order::Close, Seat::A, lets()), ["A1"]);
    assert_eq!(found(Order::Hold, Seat::A, lets()), NONE, "no enemy rushes");
    assert_eq!(found(Order::Close, Seat::B, lets()), NONE, "its owner moves next");
    assert_eq!(found(Order::Close, Seat::A, Answer::Unit(id("A2"))), NONE);
}
