//! The coach's memory: the events of a game are watched, and what they leave shows in what is told.

use battleground_geometry::Side;
use hindsight_kernel::Seat;

use super::*;
use crate::flow::decide;
use crate::model::agenda::{CourageStep, GreenAt, go_on};
use crate::model::cards::Colour;
use crate::model::command::Command;
use crate::model::event::{CombatEvent, CommandEvent, CourageEvent, DamageEvent, TurnEvent};
use crate::model::names::CardNo;
use crate::model::state::{Allegiance, Cause, CheckKind, Secret};
use crate::scene::{Scene, at_table, begun, hill, id, line, moving, play, scene};

/// South plays the sample pack's first faction and holds these cards.
fn holding(scene: Scene, hand: &[u8]) -> Scene {
    let faction = crate::packs::sample_book().factions[0].clone();
    scene.set(|state| {
        let book = std::sync::Arc::make_mut(&mut state.book);
        for kind in &mut book.kinds {
            kind.faction.clone_from(&faction.id);
        }
        let player = &mut state.players[0];
        player.allegiance = Secret::Known(Allegiance {
            faction: faction.id.clone(),
            mercenaries: None,
            also: Vec::new(),
        });
        player.hand = hand.iter().map(|&card| Some(CardNo(card))).collect();
        book.factions.push(faction);
    })
}

/// Press the Gap: after either roll, up to two failed dice are rolled again.
const PRESS_THE_GAP: u8 = 3;

/// After the to-wound roll: a wound more, if there is one.
const BLOODY_WORK: u8 = 5;

/// The Combat Phase of A1, which South plays with a card in hand: engaged with B1, on whom so many boxes are left, all green
/// ones.
fn fight(card: u8, boxes_left: u8, commands: &[Command], dice: &[u8]) -> (State, Vec<Event>) {
    let mut green = line();
    (green.boxes.green, green.boxes.yellow, green.boxes.red) = (9, 0, 0);
    let mut state = holding(
        scene()
            .unit("A1", line(), (18.0, 12.5, 0.0))
            .unit("B1", green, (18.0, 15.0, 180.0))
            .engaged("A1", "B1", Side::Front)
            .change("B1", |unit| unit.marked = 9 - boxes_left),
        &[card],
    )
    .state();
    state.phase = Phase::PreCombatCourage;
    let courage = Step::Courage {
        pre: false,
        step: CourageStep::Rout,
        only: None,
        checked: Vec::new(),
    };
    state.agenda = [courage, Step::Consequences, Step::Attacks, Step::ChooseTargets]
        .map(Into::into)
        .into();
    let (result, _, events) = at_table(state.clone(), dice, |table| {
        go_on(table)?;
        for command in commands {
            decide(table, Seat::A, command)?;
        }
        Ok::<_, crate::model::refusal::Refusal>(())
    });
    result.unwrap();
    assert!(
        events.contains(&Event::Turn(TurnEvent::PhaseBegan {
            phase: Phase::PostCombatCourage
        })),
        "the Combat Phase is over"
    );
    (state, events)
}

#[test]
fn card_held_too_long_a_card_kept_in_every_window_of_a_played_attack() {
    // South is asked in the four windows of its attack, then in two as defender; B1 strikes back with five sixes.
    // One of A1's five dice hits on 3, and fails to wound on 3.
    let dice = [1, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6];
    let (state, events) = fight(PRESS_THE_GAP, 1, &vec![Command::Pass; 6], &dice);
    let found = told(&state, &events);
    assert_eq!(of(&found, "card_held_too_long"), ["A1"]);
    // After the to-hit roll it would have made 1/2 into 1 - 1/2 * (3/4)^2 = 0.719, 0.219 more. After the to-wound roll one
    // failed die is rolled again and wounds on 3: a half.
    let chance = number(&found, "card_held_too_long", "chance that the card changes it");
    assert!((chance - 0.5).abs() < 1e-9, "{chance}");
    // As the dice lay B1 stood for certain.
    weighs(
        &found,
        "card_held_too_long",
        "chance to destroy the target",
        (0.0, 0.5),
    );
}

#[test]
fn card_overkill_names_no_card_only_where_it_hardly_changed_the_odds() {
    let found = |card: u8| {
        let mut state = holding(
            scene()
                .unit("A1", line(), (18.0, 12.5, 0.0))
                .unit("B1", line(), (18.0, 15.0, 180.0))
                .engaged("A1", "B1", Side::Front)
                .change("B1", |unit| unit.marked = 7),
            &[card],
        )
        .state();
        let attack = {
            let field = crate::field::Field::of(&state);
            let situation = crate::procedures::attack::modifiers::Situation::of(&field);
            crate::rules::combat::prepared(&situation, id("A1"), id("B1"), AttackKind::Melee)
        };
        state.attack = Some(Box::new(attack));
        let events = [
            Event::Command(CommandEvent::CardPlayed {
                seat: Seat::A,
                card: CardNo(card),
                colour: Colour::Red,
                on: vec![id("A1")],
            }),
            Event::Damage(DamageEvent::BoxesMarked {
                unit: id("B1"),
                boxes: 2,
                excess: 2,
                by: Some(id("A1")),
                fresh: true,
            }),
        ];
        told(&state, &events)
    };
    // Before the first die there is nothing to roll again: two of five dice wound, each with a quarter, with 376/1024 either way.
    let vain = found(PRESS_THE_GAP);
    assert_eq!(of(&vain, "card_overkill"), ["A1"]);
    weighs(&vain, "card_overkill", "cards in hand", (0.0, 1.0));
    let chance = 376.0 / 1024.0;
    weighs(
        &vain,
        "card_overkill",
        "chance to destroy the target",
        (chance, chance),
    );
    // With a wound more one of five does, 781/1024: the dice alone made it too much.
    let needed = found(BLOODY_WORK);
    assert_eq!(of(&needed, "card_overkill"), ["A1"]);
    assert_eq!(trial::better(&needed, "card_overkill"), None);
}

#[test]
fn card_held_too_long_a_card_played_in_a_later_window_did_not_stay_in_hand() {
    let mut commands = vec![Command::Pass; 3];
    commands.push(Command::PlayCard {
        card: CardNo(PRESS_THE_GAP),
        colour: Colour::Red,
        on: Vec::new(),
    });
    // The die that is rolled again fails too, so B1 stands; five sixes of B1, for which nobody holds a card.
    let dice = [1, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6];
    let (state, events) = fight(PRESS_THE_GAP, 1, &commands, &dice);
    assert_eq!(of(&told(&state, &events), "card_held_too_long"), NONE);
}

#[test]
fn card_held_too_long_a_wound_more_at_the_damage_step_is_counted_once() {
    let found = |boxes_left: u8| {
        // One hit, one wound; South is asked in all five windows of its attack and in two as defender.
        let dice = [1, 6, 6, 6, 6, 1, 6, 6, 6, 6, 6];
        let (state, events) = fight(BLOODY_WORK, boxes_left, &vec![Command::Pass; 7], &dice);
        told(&state, &events)
    };
    let decisive = found(2);
    assert_eq!(of(&decisive, "card_held_too_long"), ["A1"]);
    let chance = number(&decisive, "card_held_too_long", "chance that the card changes it");
    assert!((chance - 1.0).abs() < 1e-9, "{chance}");
    weighs(
        &decisive,
        "card_held_too_long",
        "chance to destroy the target",
        (0.0, 1.0),
    );
    assert_eq!(
        of(&found(3), "card_held_too_long"),
        NONE,
        "two wounds leave a box"
    );
}

#[test]
fn card_held_too_long_what_was_kept_in_an_attack_is_no_loss_once_another_card_is_played_in_it() {
    let state = scene().unit("A1", line(), (18.0, 12.5, 0.0)).state();
    let mut state = Scene::from(state)
        .unit("B1", line(), (18.0, 15.0, 180.0))
        .engaged("A1", "B1", Side::Front)
        .state();
    let attack = {
        let field = crate::field::Field::of(&state);
        let situation = crate::procedures::attack::modifiers::Situation::of(&field);
        crate::rules::combat::prepared(&situation, id("A1"), id("B1"), AttackKind::Melee)
    };
    state.attack = Some(Box::new(attack));
    state.players[0].hand = vec![Some(CardNo(3)), Some(CardNo(4))];
    let found = |leaves: &[Event]| {
        let mut watcher = Watcher {
            kept: vec![cards::UnplayedCard::of(
                Seat::A,
                CardNo(3),
                (id("A1"), id("B1")),
                0.5,
            )],
            ..Watcher::default()
        };
        let mut events = leaves.to_vec();
        events.extend([
            Event::Combat(CombatEvent::AttackResolved {
                attacker: id("A1"),
                target: id("B1"),
                kind: AttackKind::Melee,
                dice: 5,
                hits: 2,
                wounds: 1,
            }),
            Event::Turn(TurnEvent::PhaseBegan {
                phase: Phase::PostCombatCourage,
            }),
        ]);
        of(&watched(&mut watcher, &state, &events), "card_held_too_long")
    };
    let played = |card: u8, colour: Colour| {
        Event::Command(CommandEvent::CardPlayed {
            seat: Seat::A,
            card: CardNo(card),
            colour,
            on: vec![id("A1")],
        })
    };
    assert_eq!(found(&[]), ["A1"]);
    assert_eq!(found(&[played(3, Colour::Red)]), NONE, "it was played");
    assert_eq!(found(&[played(4, Colour::Red)]), NONE, "one card an attack");
    assert_eq!(
        found(&[played(4, Colour::Green)]),
        ["A1"],
        "a green card is none of the attack"
    );
    let discarded = Event::Command(CommandEvent::CardDiscarded {
        seat: Seat::A,
        card: CardNo(3),
    });
    assert_eq!(found(&[discarded]), NONE, "it is in hand no more");
}

#[test]
fn card_held_too_long_a_card_kept_when_a_check_has_failed() {
    // Hold Fast: a failed check is rolled again.
    let found = |faces: &[u8; 3], passed: bool| {
        let base = scene()
            .unit("A1", line(), (18.0, 12.5, 0.0))
            .unit("B1", line(), (18.0, 15.0, 180.0))
            .engaged("B1", "A1", Side::Front)
            .set(|state| {
                state.phase = Phase::PostCombatCourage;
                state.check = Some(rout_check(faces));
                let window = Step::GreenWindow {
                    at: GreenAt::AfterCheck,
                    asked: Seat::A,
                    passed: false,
                    passes: 0,
                };
                state.agenda = vec![window.into()];
            });
        let events = [
            Event::Command(CommandEvent::Passed {
                seat: Seat::A,
                rest: false,
            }),
            Event::Courage(CourageEvent::CourageChecked {
                unit: id("A1"),
                kind: CheckKind::Rout,
                roll: None,
                target: 12,
                passed,
            }),
        ];
        told(&holding(base, &[13]).state(), &events)
    };
    let failed = found(&[6, 6, 1], false);
    assert_eq!(of(&failed, "card_held_too_long"), ["A1"]);
    // Of three dice 160 of 216 throws are 12 or less.
    let chance = number(&failed, "card_held_too_long", "chance that the card changes it");
    assert!((chance - 160.0 / 216.0).abs() < 1e-9, "{chance}");
    let passes = (0.0, 160.0 / 216.0);
    weighs(&failed, "card_held_too_long", "chance to pass the check", passes);
    assert_eq!(of(&found(&[6, 5, 1], true), "card_held_too_long"), NONE);
}

fn phase(phase: Phase) -> Event {
    Event::Turn(TurnEvent::PhaseBegan { phase })
}

#[test]
fn rout_lane_not_free_who_was_moved_through_in_this_courage_phase() {
    let state = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("A2", line(), (18.0, 6.5, 0.0))
        .state();
    let through = || {
        Event::Courage(CourageEvent::PassedThrough {
            unit: id("A2"),
            by: id("A1"),
        })
    };
    let failed = || {
        Event::Courage(CourageEvent::CourageChecked {
            unit: id("A2"),
            kind: CheckKind::Rout,
            roll: None,
            target: 10,
            passed: false,
        })
    };
    let found = |events: &[Event]| of(&told(&state, events), "rout_lane_not_free");
    assert_eq!(
        found(&[phase(Phase::PreCombatCourage), through(), failed()]),
        ["A2"]
    );
    assert_eq!(
        found(&[through(), failed()]),
        NONE,
        "no own Movement & Command Phase has ended"
    );
    assert_eq!(
        found(&[
            phase(Phase::PreCombatCourage),
            through(),
            phase(Phase::Combat),
            failed()
        ]),
        NONE,
        "that was in another phase"
    );
}

#[test]
fn camp_left_open_the_command_actions_that_were_lost_in_this_turn() {
    let state = scene()
        .unit("A1", line(), (18.0, 9.0, 180.0))
        .unit("B1", line(), (18.0, 4.0, 0.0))
        .set(|state| state.players[0].actions = 1)
        .state();
    let lost = || {
        Event::Command(CommandEvent::ActionsLost {
            seat: Seat::A,
            count: 1,
        })
    };
    let sacked = || {
        Event::Turn(TurnEvent::VictoryChecked {
            destroyed: [0, 100],
            sackers: vec![id("B1")],
        })
    };
    let found = |events: &[Event]| of(&told(&state, events), "camp_left_open");
    assert_eq!(found(&[lost(), phase(Phase::PreCombatCourage), sacked()]), ["A1"]);
    assert_eq!(
        found(&[phase(Phase::PreCombatCourage), sacked()]),
        NONE,
        "none was lost"
    );
    assert_eq!(found(&[lost(), sacked()]), NONE, "the phase has not ended");
}

#[test]
fn no_way_out_how_a_unit_stood_at_the_end_of_the_turn_before() {
    let found = |status: Status, turns: u16| {
        let state = scene()
            .unit("A1", line(), (18.0, 2.0, 0.0))
            .change("A1", |unit| unit.status = status)
            .state();
        let mut events = vec![Event::Turn(TurnEvent::TurnEnded)];
        // As many turns later.
        events.push(Event::Turn(TurnEvent::TurnBegan {
            turn: 1 + turns,
            active: Seat::B,
            actions: 4,
            engaged: Vec::new(),
            flying: Vec::new(),
        }));
        events.push(phase(Phase::PostCombatCourage));
        events.push(Event::Damage(DamageEvent::UnitDestroyed {
            unit: id("A1"),
            cause: Cause::RoutIntoEdge,
            by: None,
        }));
        of(&told(&state, &events), "no_way_out")
    };
    assert_eq!(found(Status::Ready(None), 1), ["A1"]);
    assert_eq!(found(Status::Disrupted, 1), NONE);
    assert_eq!(
        found(Status::Ready(None), 2),
        NONE,
        "that was not the turn before"
    );
}

#[test]
fn what_is_remembered_is_the_last_position_in_which_the_active_player_chose() {
    // As wrong_partner_first_tells_of_a_rush_that_takes_the_partners_way, watched from the start of the turn.
    let both = begun(
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("A2", moving(5.0), (21.6, 9.9, 0.0))
            .unit("B1", line(), (18.0, 15.0, 180.0)),
    );
    let start = Event::Turn(TurnEvent::SnapshotTaken {
        glimpses: both.snapshot.clone(),
    });
    let command = Command::Activate {
        units: vec![id("A1")],
    };
    let (_, events) = play(both.clone(), &[(Seat::A, command)], &[]).unwrap();
    let whole = [vec![start], events.clone()].concat();
    assert_eq!(of(&told(&both, &whole), "wrong_partner_first"), ["A1"]);
    assert_eq!(
        of(&told(&both, &events), "wrong_partner_first"),
        NONE,
        "nothing is known of what could be chosen"
    );
    // Under Direct Control the plain beside the hill could be chosen, as long as a command action was left.
    let mut prize = line();
    (prize.points, prize.attack.dice) = (380, 3);
    let uphill = |actions: u8| {
        let state = begun(
            scene()
                .unit("A1", moving(7.0), (18.0, 8.0, 0.0))
                .unit("B1", line(), (15.0, 13.5, 180.0))
                .unit("B2", prize.clone(), (21.0, 13.5, 180.0))
                .terrain(hill(1, &[(12.5, 12.0), (17.5, 12.0), (17.5, 17.0), (12.5, 17.0)]))
                .set(|state| state.players[0].actions = actions),
        );
        let start = Event::Turn(TurnEvent::SnapshotTaken {
            glimpses: state.snapshot.clone(),
        });
        of(
            &told(&state, &[start, rush(&state, Side::Front)]),
            "charging_uphill",
        )
    };
    assert_eq!(uphill(1), ["A1"]);
    assert_eq!(uphill(0), NONE);
}
