//! Games of either edition decided again by the other: what differs names its rules in both.

use hindsight_kernel::{
    Game, GameOrder, GameStart, Given, Lens, LensPage, LensReport, LensStep, LensVerdict, RecordedEvent,
    RuleSet, Rules, redecide,
};

use super::*;
use crate::lens::by_the_other;
use crate::system::Battleground;

/// A game that begins here, with these commands and their dice.
fn recorded<R>(state: State, commands: &[((Seat, Command), &[u8])]) -> Vec<RecordedEvent<R>>
where
    R: RuleSet + Rules<State = State, Command = Command, Event = Event>,
{
    let opened = Game::<R>::open(GameStart::Position(state), false, &[], None).unwrap();
    let mut game = opened.game;
    let mut past: Vec<RecordedEvent<R>> = opened
        .events
        .into_iter()
        .map(|event| RecordedEvent { event, given: None })
        .collect();
    for ((seat, command), dice) in commands {
        let given = Given {
            seat: Some(*seat),
            order: GameOrder::Play {
                command: command.clone(),
            },
            dice: hindsight_kernel::reported_faces(dice.iter().copied()),
        };
        let decided = game.decide(&given, &past, None).unwrap();
        for (place, event) in decided.events.into_iter().enumerate() {
            let given = (place == 0).then(|| given.clone());
            past.push(RecordedEvent { event, given });
        }
        game = decided.game;
    }
    past
}

/// The only step on which record and lens part.
fn only<R: RuleSet>(past: &[RecordedEvent<R>], lens: &Lens<R>) -> LensStep {
    let own = redecide(past, &Lens::of_this_release(), LensPage::default()).unwrap();
    assert_eq!(own.same, own.commands, "{own:?}");
    let LensReport { steps, .. } = redecide(past, lens, LensPage::default()).unwrap();
    let [step] = &steps[..] else { panic!("{steps:?}") };
    step.clone()
}

fn ids(step: &LensStep) -> Vec<&str> {
    step.rules.iter().map(|rule| &*rule.0).collect()
}

#[test]
fn a_rush_of_exactly_the_distance_is_none_in_the_earlier_edition() {
    // The side is exactly as far away as the unit moves: legal by BG4-RUSH-07 (p. 65), not by BG3-RUSH-08 (p. 14). Whom it may
    // rush is the first that both answer otherwise.
    let made = crate::scene::scene()
        .unit("A1", moving(3.5), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 16.0, 180.0));
    let past = recorded::<Battleground>(begun(made), &[(activate(&["A1"]), &[])]);
    let before = past.len();
    let step = only(&past, &by_the_other::<4>());
    assert_eq!(step.how, LensVerdict::Otherwise);
    assert!(step.what.contains("moves"), "{}", step.what);
    assert_eq!(ids(&step), ["BG4-RUSH-01", "BG3-RUSH-02"]);
    assert_eq!(past.len(), before, "the record is as it was");
}

#[test]
fn an_order_that_the_other_edition_does_not_have_is_refused_by_it_with_both_rules() {
    // Follow is an order of the earlier edition alone. Rules BG3-ORD-01 (p. 6), BG4-ORDER-01 (pp. 24, 139).
    let made = scene3()
        .holding("A1", line(), (18.0, 5.0, 0.0))
        .holding("A2", line(), (10.0, 5.0, 0.0))
        .holding("B1", line(), (18.0, 27.0, 180.0))
        .actions(2);
    let follows = Command::ChangeOrder {
        unit: id("A1"),
        order: WrittenOrder::plain(Order::Follow),
    };
    let state = begun(made);
    let past = recorded::<Battleground3>(state.clone(), &[((Seat::A, follows.clone()), &[])]);
    let step = only(&past, &by_the_other::<3>());
    assert_eq!(step.how, LensVerdict::Refused);
    let by_the_later = State {
        edition: Edition::V4,
        ..state
    };
    let refusal = testing::play::<Battleground>(by_the_later, &[(Seat::A, follows)], &[]).unwrap_err();
    assert_eq!(step.rules[0], refusal.rule);
    assert_eq!(ids(&step), ["BG4-ORDER-01", "BG3-ORD-01"]);
}

#[test]
fn what_comes_after_an_unknown_order_is_not_read_and_names_the_rule_that_has_it() {
    let made = scene3()
        .unit("A1", line(), (18.0, 5.0, 0.0))
        .order("A1", Order::Follow)
        .holding("A2", line(), (18.0, 10.0, 0.0))
        .holding("B1", line(), (18.0, 27.0, 180.0));
    let past = recorded::<Battleground3>(begun(made), &[(activate(&["A1"]), &[])]);
    let step = only(&past, &by_the_other::<3>());
    assert_eq!(step.how, LensVerdict::Unread);
    assert_eq!(ids(&step), ["BG3-ORD-07", "BG4-ORDMV-16"]);
}
