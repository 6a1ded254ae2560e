//! Courage checks, fright, free attacks, back-up units (pp. 18-19, 22-23, 30-31).

use super::*;
use crate::model::agenda::{Answer, CourageStep, Step};
use crate::model::event::{CourageEvent, DamageEvent, MovementEvent, TurnMark};
use crate::model::orders::Order;
use crate::model::state::{Cause, CheckKind, RoutCause, Status};
use crate::procedures::courage::{courage_target, needs_fear_check, passes_of_216};
use crate::scene::{mc, pose};
use crate::verbs::damage::{Marked, causes};

pub(super) fn phase(made: Scene, pre: bool) -> State {
    made.set(|state| {
        state.phase = if pre {
            crate::model::state::Phase::PreCombatCourage
        } else {
            crate::model::state::Phase::PostCombatCourage
        };
        state.agenda = vec![Edition::V3.courage_phase(pre).into()];
    })
    .state()
}

/// Plays from a Courage Phase on until somebody is asked or the turn is over.
pub(super) fn run(state: State, dice: &[u8]) -> (State, Vec<Event>) {
    let ((), state, events) = testing::at_table::<Battleground3, _>(state, dice, |table| {
        table
            .lend::<crate::system::Battleground, _>(crate::model::agenda::go_on)
            .unwrap();
    });
    (state, events)
}

pub(super) fn caused(made: Scene, unit: &str, cause: RoutCause) -> Scene {
    made.change(unit, |unit| unit.pending.rout.push(cause))
}

pub(super) fn status(state: &State, unit: &str) -> Status {
    state.unit(id(unit)).unwrap().status
}

/// Two units far from one another on Hold.
pub(super) fn apart() -> Scene {
    scene3()
        .unit("A1", line(), (18.0, 15.0, 90.0))
        .order("A1", Order::Hold)
        .unit("B1", line(), (3.0, 28.0, 180.0))
        .order("B1", Order::Hold)
}

#[test]
fn bg3_cour_01_both_players_check_in_both_phases() {
    for pre in [true, false] {
        let made = caused(caused(apart(), "A1", RoutCause::Red), "B1", RoutCause::Red);
        let (_, events) = run(phase(made, pre), &[1, 1, 1, 1, 1, 1]);
        let who: Vec<UnitId> = courage_checks(&events).iter().map(|check| check.0).collect();
        assert_eq!(who, [id("A1"), id("B1")], "the active player's first");
    }
}

#[test]
fn bg3_cour_02_rout_checks_come_before_fear_checks() {
    let made = caused(apart(), "A1", RoutCause::Red).change("A1", |unit| unit.pending.fear = true);
    let (_, events) = run(phase(made, true), &[1, 1, 1, 1, 1, 1]);
    let kinds: Vec<CheckKind> = courage_checks(&events).iter().map(|check| check.1).collect();
    assert_eq!(kinds, [CheckKind::Rout, CheckKind::Fear]);
    use crate::model::agenda::CourageStep::{Fear, FreeAttacks, Other, Rout, RoutMovement};
    for pre in [true, false] {
        assert_eq!(
            Edition::V3.courage_steps(pre),
            [Rout, Fear, Other, FreeAttacks, RoutMovement]
        );
    }
}

#[test]
fn bg3_ref_01_the_sequence_of_the_body_not_of_the_sheet() {
    // The sheet has fear checks last, after rout movement.
    let steps = Edition::V3.courage_steps(true);
    let place = |step| steps.iter().position(|one| *one == step);
    assert!(place(CourageStep::Fear) < place(CourageStep::RoutMovement));
    assert_eq!(
        place(CourageStep::FollowUp),
        None,
        "no second rout checks before movement"
    );
}

#[test]
fn bg3_cour_03_one_check_of_a_step() {
    let made = caused(
        caused(apart(), "A1", RoutCause::Pinched),
        "A1",
        RoutCause::LastGreen,
    )
    .change("A1", |unit| unit.pending.fear = true);
    let (_, events) = run(phase(made, true), &[1, 1, 1, 1, 1, 1]);
    assert_eq!(courage_checks(&events).len(), 2, "one rout check, one fear check");
}

#[test]
fn bg3_cour_04_three_dice_at_or_below_courage() {
    let courage = |dice: [u8; 3]| {
        let mut card = line();
        card.courage = Some(11);
        let made = scene3()
            .unit("A1", card, (18.0, 15.0, 0.0))
            .order("A1", Order::Hold)
            .unit("B1", line(), (3.0, 28.0, 180.0))
            .order("B1", Order::Hold);
        let (_, events) = run(phase(caused(made, "A1", RoutCause::Red), true), &dice);
        courage_checks(&events)[0].2
    };
    assert!(courage([4, 4, 3]));
    assert!(!courage([4, 4, 4]));
    let table = [
        (3, 1),
        (4, 4),
        (5, 10),
        (6, 20),
        (7, 35),
        (8, 56),
        (9, 81),
        (10, 108),
        (11, 135),
        (12, 160),
        (13, 181),
        (14, 196),
        (15, 206),
        (16, 212),
        (17, 215),
        (18, 216),
    ];
    for (target, passes) in table {
        assert_eq!(passes_of_216(target), passes, "{target}");
    }
}

#[test]
fn bg3_cour_05_colours_lower_courage() {
    let target = |marked: u8| {
        let made = caused(apart(), "A1", RoutCause::Red).change("A1", |unit| unit.marked = marked);
        let (_, events) = on_with(phase(made, true), &[], &[1, 1, 1]).unwrap();
        events
            .iter()
            .find_map(|event| match event {
                Event::Courage(CourageEvent::CourageChecked { target, .. }) => Some(*target),
                _ => None,
            })
            .unwrap()
    };
    assert_eq!((target(0), target(4), target(7)), (12, 11, 10));
    assert_eq!(passes_of_216(target(7)), 108);
}

#[test]
fn bg3_cour_06_what_causes_a_rout_check() {
    let of = |before: u8, after: u8| causes(boxed(4, 2, 2).boxes, Marked { before, after });
    assert_eq!(of(3, 4), [RoutCause::LastGreen]);
    assert_eq!(of(5, 6), [RoutCause::LastYellow]);
    assert_eq!(of(6, 7), [RoutCause::Red]);
    assert!(of(4, 5).is_empty());
    // Trampled out of the green: a check in the next phase. Rule BG3-KEY-09.
    use crate::model::agenda::PathObstacle;
    let state = crate::scene::begun(
        scene3()
            .unit(
                "A1",
                UnitType {
                    movement: mc(5.0),
                    ..colossal()
                },
                (18.0, 7.5, 0.0),
            )
            .unit("A2", boxed(1, 2, 2), (18.0, 13.25, 0.0))
            .order("A2", Order::Hold)
            .unit("B1", line(), (18.0, 28.0, 180.0))
            .order("B1", Order::Hold),
    );
    let meets = Answer::Meet(PathObstacle::Unit(id("A2")));
    let commands = [
        activate(&["A1"]),
        answer(Seat::A, meets),
        (Seat::A, Command::EndPhase),
    ];
    let (state, events) = played_on(state, &commands, &[1, 1, 1]).unwrap();
    assert_eq!(courage_checks(&events), [(id("A2"), CheckKind::Rout, true)]);
    assert!(state.unit(id("A2")).unwrap().pending.rout.is_empty());
}

#[test]
fn bg3_comb_18_thresholds_owe_one_check() {
    // Marked before the Combat Phase, and damage in it: 4 green, 2 yellow and 2 red boxes.
    let checked = |before: u8, damage: usize| {
        let made = scene3()
            .unit("A1", armed((6, 5, 5), (2, 2)), (18.0, 10.0, 0.0))
            .order("A1", Order::Hold)
            .unit(
                "B1",
                UnitType {
                    boxes: boxed(4, 2, 2).boxes,
                    ..armed((1, 5, 5), (0, 0))
                },
                (18.0, 12.5, 180.0),
            )
            .order("B1", Order::Hold)
            .change("B1", |unit| unit.marked = before)
            .engaged("A1", "B1", Side::Front);
        let mut dice = vec![1; damage];
        dice.extend(vec![6; 6 - damage]);
        dice.extend(vec![1; damage]);
        // B1 attacks with one die, and passes its check.
        dice.extend([6, 1, 1, 1]);
        let (_, events) = on_with(combat(made), &[], &dice).unwrap();
        let target = |event: &Event| match event {
            Event::Courage(CourageEvent::CourageChecked {
                unit,
                kind: CheckKind::Rout,
                target,
                ..
            }) if *unit == id("B1") => Some(*target),
            _ => None,
        };
        events.iter().filter_map(target).collect::<Vec<i32>>()
    };
    // Courage 12: put into the yellow it is 11 already, in the red 10. Rule BG3-COUR-05.
    for (before, after, owed) in [
        (0, 3, &[][..]),
        (3, 4, &[11]),
        (4, 5, &[]),
        (5, 6, &[10]),
        (6, 7, &[10]),
        (0, 6, &[10]),
    ] {
        assert_eq!(
            checked(before, usize::from(after - before)),
            owed,
            "{before} to {after}"
        );
    }
}

#[test]
fn bg3_cour_07_an_unengaged_unit_routs_and_faces_its_own_edge() {
    let (state, events) = run(phase(caused(apart(), "A1", RoutCause::Red), true), &[6, 6, 6]);
    assert_eq!(status(&state, "A1"), Status::Routing);
    assert!(events.iter().any(|event| matches!(
        event,
        Event::Movement(MovementEvent::UnitTurned { unit, heading, .. }) if *unit == id("A1") && heading.value() == 180.0
    )));
}

#[test]
fn bg3_card_10_a_routing_unit_has_no_order() {
    let (state, _) = run(phase(caused(apart(), "A1", RoutCause::Red), true), &[6, 6, 6]);
    assert_eq!(status(&state, "A1"), Status::Routing);
    let mut commanded = State {
        agenda: vec![Step::MovementAndCommand.into()],
        active: Some(Seat::A),
        phase: crate::model::state::Phase::MovementAndCommand,
        ..state
    };
    (commanded.players[0].actions, commanded.players[0].gained) = (4, 4);
    assert_eq!(
        refused3(&commanded, Seat::A, Command::DirectControl { unit: id("A1") }),
        "BG3-CMD-06"
    );
}

#[test]
fn bg3_rout_08_the_first_move_of_an_unengaged_router() {
    let made = scene3()
        .unit("A1", line(), (18.0, 15.0, 180.0))
        .order("A1", Order::Hold)
        .unit("B1", line(), (3.0, 28.0, 180.0))
        .order("B1", Order::Hold);
    let (state, _) = run(phase(caused(made, "A1", RoutCause::Red), true), &[6, 6, 6]);
    assert_eq!(state.unit(id("A1")).unwrap().pose, Some(pose(18.0, 11.5, 180.0)));
}

/// A1 looks north, fought on its front and on its right.
pub(super) fn fought_twice() -> Scene {
    scene3()
        .unit("A1", line(), (18.0, 15.0, 0.0))
        .order("A1", Order::Hold)
        .unit("B1", line(), (18.0, 17.5, 180.0))
        .order("B1", Order::Hold)
        .unit("B2", line(), (21.0, 15.0, 270.0))
        .order("B2", Order::Hold)
        .engaged("B1", "A1", Side::Front)
        .engaged("B2", "A1", Side::Right)
}

#[test]
fn bg3_cour_08_an_engaged_unit_turns_away_from_one_enemy() {
    // From the eastern enemy: it looks west, that enemy is at its rear, the northern one at its right.
    let (state, _) = run(
        phase(caused(fought_twice(), "A1", RoutCause::Red), true),
        &[6, 6, 6],
    );
    let choose = |enemy: &str| Command::Choose {
        answer: Answer::Unit(id(enemy)),
    };
    let (east, events) = play3(state.clone(), &[(Seat::A, choose("B2"))], &[]).unwrap();
    assert!(events.iter().any(|event| matches!(
        event,
        Event::Movement(MovementEvent::UnitTurned { heading, .. }) if heading.value() == 270.0
    )));
    let mut sides: Vec<(UnitId, Side)> = fights(&east, "A1")
        .into_iter()
        .map(|(enemy, own, _)| (enemy, own))
        .collect();
    sides.sort_by_key(|(enemy, _)| *enemy);
    assert_eq!(sides, [(id("B1"), Side::Right), (id("B2"), Side::Rear)]);
    let (north, _) = play3(state, &[(Seat::A, choose("B1"))], &[]).unwrap();
    let mut sides: Vec<(UnitId, Side)> = fights(&north, "A1")
        .into_iter()
        .map(|(enemy, own, _)| (enemy, own))
        .collect();
    sides.sort_by_key(|(enemy, _)| *enemy);
    assert_eq!(sides, [(id("B1"), Side::Rear), (id("B2"), Side::Left)]);
}

#[test]
fn bg3_cour_08_an_engaged_unit_turns_away_from_its_only_enemy() {
    let made = scene3()
        .unit("A1", line(), (18.0, 15.0, 0.0))
        .order("A1", Order::Hold)
        .unit("B1", line(), (18.0, 17.5, 180.0))
        .order("B1", Order::Hold)
        .engaged("B1", "A1", Side::Front);
    let state = phase(caused(made, "A1", RoutCause::Red), true);
    let (_, events) = on_with(state.clone(), &[], &[6, 6, 6]).unwrap();
    // As it stands when the free attack begins: turned to the south about its centre, the enemy at its rear.
    let mut turned = state;
    let attacked = |event: &Event| {
        matches!(
            event,
            Event::Combat(crate::model::event::CombatEvent::AttackBegan { .. })
        )
    };
    for event in events.iter().take_while(|event| !attacked(event)) {
        <Battleground3 as hindsight_kernel::Rules>::evolve(&mut turned, event).unwrap();
    }
    assert_eq!(turned.unit(id("A1")).unwrap().pose, Some(pose(18.0, 15.0, 180.0)));
    assert_eq!(fights(&turned, "A1"), [(id("B1"), Side::Rear, Side::Front)]);
}

#[test]
fn bg3_cour_09_a_routing_unit_that_fails_is_destroyed() {
    let made = caused(apart(), "A1", RoutCause::Red).change("A1", |unit| unit.status = Status::Routing);
    let (_, events) = run(phase(made, true), &[6, 6, 6]);
    assert!(events.iter().any(|event| matches!(
        event,
        Event::Damage(DamageEvent::UnitDestroyed { unit, cause: Cause::RoutCheck, .. }) if *unit == id("A1")
    )));
}

/// B1 has rushed the front of A1 this turn.
fn charged(own: UnitType, by: UnitType) -> Scene {
    scene3()
        .unit("A1", own, (18.0, 15.0, 0.0))
        .unit("B1", by, (18.0, 17.5, 180.0))
        .engaged("B1", "A1", Side::Front)
        .set(|state| state.engagements[0].turn = state.turn)
        .change("B1", |unit| unit.turn.rushed = true)
}

fn scary(keyword: Option<Keyword>) -> UnitType {
    keyword.map_or_else(line, |keyword| with_keywords(&[keyword]))
}

#[test]
fn bg3_cour_10_fear_only_of_the_scarier() {
    let needs = |own: Option<Keyword>, by: Option<Keyword>, order: Order| {
        let state = charged(scary(own), scary(by))
            .order("A1", Order::Hold)
            .order("B1", order)
            .state();
        needs_fear_check(&state, state.unit(id("A1")).unwrap())
    };
    let (fearsome, terrifying) = (Some(Keyword::Fearsome), Some(Keyword::Terrifying));
    assert!(needs(None, fearsome, Order::Close));
    assert!(
        !needs(fearsome, fearsome, Order::Close),
        "other than in the later edition"
    );
    assert!(needs(fearsome, terrifying, Order::Close));
    assert!(!needs(terrifying, terrifying, Order::Close));
    assert!(!needs(None, None, Order::Close));
    // A plain unit on Close rushes a Fearsome one that is on Close too: that one charges as well.
    let rushes = |order: Order| {
        let state = scene3()
            .unit("A1", line(), (18.0, 15.0, 0.0))
            .unit("B1", with_keywords(&[Keyword::Fearsome]), (18.0, 17.5, 180.0))
            .order("B1", order)
            .engaged("A1", "B1", Side::Front)
            .set(|state| state.engagements[0].turn = state.turn)
            .state();
        needs_fear_check(&state, state.unit(id("A1")).unwrap())
    };
    assert!(rushes(Order::Close));
    assert!(!rushes(Order::Hold));
}

#[test]
fn bg3_key_38_fearsome_and_terrifying() {
    let state = charged(line(), with_keywords(&[Keyword::Terrifying])).state();
    assert!(needs_fear_check(&state, state.unit(id("A1")).unwrap()));
}

#[test]
fn bg3_ref_03_being_engaged_by_a_fearsome_unit_is_not_enough() {
    let state = charged(line(), with_keywords(&[Keyword::Fearsome]))
        .set(|state| state.engagements[0].turn = 1)
        .state();
    assert!(!needs_fear_check(&state, state.unit(id("A1")).unwrap()));
}

#[test]
fn bg3_cour_11_terrifying_units_make_fear_checks_harder() {
    let target = |own: UnitType, kind: CheckKind| {
        let state = charged(own, with_keywords(&[Keyword::Terrifying]))
            .change("A1", |unit| unit.marked = 4)
            .state();
        courage_target(&state, state.unit(id("A1")).unwrap(), kind, &[])
            .unwrap()
            .0
    };
    assert_eq!(target(line(), CheckKind::Fear), 12 - 1 - 2);
    assert_eq!(target(line(), CheckKind::Rout), 11, "fear checks alone");
    assert_eq!(target(with_keywords(&[Keyword::Fearsome]), CheckKind::Fear), 11);
}

#[test]
fn bg3_cour_12_a_failed_fear_check_frightens() {
    let made = charged(line(), with_keywords(&[Keyword::Fearsome])).order("A1", Order::Hold);
    let state = phase(made, true);
    let ((), state, events) = testing::at_table::<Battleground3, _>(state, &[6, 6, 6], |table| {
        let frame = table.state().agenda.last().cloned().unwrap();
        table.lend::<crate::system::Battleground, _>(|table| {
            // Rout checks, then the fear check with its windows.
            for _ in 0..30 {
                let frame = table
                    .state()
                    .agenda
                    .last()
                    .cloned()
                    .unwrap_or_else(|| frame.clone());
                if matches!(
                    frame.step,
                    Step::FreeAttacks { .. }
                        | Step::Courage {
                            step: CourageStep::Other,
                            ..
                        }
                ) {
                    break;
                }
                let taken = match frame.step {
                    Step::Courage { .. } => crate::rules::courage::courage_step(table, &frame),
                    Step::RollCheck => crate::verbs::checks::roll_check(table, &frame),
                    Step::SettleCheck => crate::verbs::checks::settle_check(table, &frame),
                    _ => crate::rules::command_cards::green_window(table, &frame),
                };
                assert!(taken.is_ok());
            }
        });
    });
    assert_eq!(courage_checks(&events), [(id("A1"), CheckKind::Fear, false)]);
    assert!(state.unit(id("A1")).unwrap().turn.frightened);
    assert!(events.contains(&Event::Movement(MovementEvent::Marked {
        unit: id("A1"),
        mark: TurnMark::Frightened
    })));
}

#[test]
fn bg3_mod_05_units_without_courage_are_never_frightened() {
    let mut dead = line();
    dead.courage = None;
    let state = charged(dead, with_keywords(&[Keyword::Fearsome])).state();
    assert!(!needs_fear_check(&state, state.unit(id("A1")).unwrap()));
}

#[test]
fn bg3_cour_13_who_routs_takes_no_fear_check() {
    let made = charged(line(), with_keywords(&[Keyword::Fearsome]))
        .change("A1", |unit| unit.status = Status::Routing);
    let state = made.state();
    assert!(!needs_fear_check(&state, state.unit(id("A1")).unwrap()));
}

#[test]
fn bg3_card_06_a_unit_without_courage_passes_without_a_roll() {
    let mut dead = line();
    dead.courage = None;
    let made = scene3()
        .unit("A1", dead, (18.0, 15.0, 0.0))
        .order("A1", Order::Hold)
        .unit("B1", line(), (3.0, 28.0, 180.0))
        .order("B1", Order::Hold);
    let (_, events) = run(phase(caused(made, "A1", RoutCause::Red), true), &[]);
    assert_eq!(courage_checks(&events), [(id("A1"), CheckKind::Rout, true)]);
}

#[test]
fn bg3_cour_19_units_without_courage_pass_all_checks() {
    let mut dead = line();
    dead.courage = None;
    let state = scene3().unit("A1", dead, (18.0, 15.0, 0.0)).state();
    assert_eq!(
        courage_target(&state, state.unit(id("A1")).unwrap(), CheckKind::Rout, &[]),
        None
    );
}

#[test]
fn bg3_cour_03_a_unit_makes_one_check_of_a_step_a_pass() {
    // A1 has checked in this pass, and its check brought it a new cause: that waits for the next pass, B1 comes first.
    let owing = |step: CourageStep, checked: Vec<UnitId>| {
        let pending = |unit: &mut crate::model::state::Unit| match step {
            CourageStep::Rout => unit.pending.rout = vec![RoutCause::Red],
            _ => {
                unit.pending.other = vec![crate::model::state::Demanded {
                    name: "Dread".to_owned(),
                    by: Seat::A,
                    failed: Vec::new(),
                }];
            }
        };
        let step = Step::Courage {
            pre: false,
            step,
            only: None,
            checked,
        };
        let state = scene3()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 20.0, 180.0))
            .change("A1", pending)
            .change("B1", pending)
            .set(|state| {
                state.phase = crate::model::state::Phase::PostCombatCourage;
                state.agenda = vec![step.into()];
            })
            .state();
        let ((), state, events) = testing::at_table::<Battleground3, _>(state, &[], |table| {
            let frame = table.state().agenda.last().cloned().unwrap();
            table.lend::<crate::system::Battleground, _>(|table| {
                crate::rules::courage::courage_step(table, &frame).unwrap();
            });
        });
        let begun = events.iter().find_map(|event| match event {
            Event::Courage(CourageEvent::CheckBegan { check }) => Some(check.unit),
            _ => None,
        });
        let noted = state.agenda.iter().find_map(|frame| match &frame.step {
            Step::Courage { checked, .. } => Some(checked.clone()),
            _ => None,
        });
        (begun, noted)
    };
    let (a1, b1) = (id("A1"), id("B1"));
    for step in [CourageStep::Rout, CourageStep::Other] {
        assert_eq!(owing(step, Vec::new()), (Some(a1), Some(vec![a1])), "{step:?}");
        assert_eq!(owing(step, vec![a1]), (Some(b1), Some(vec![a1, b1])), "{step:?}");
        // The step is over, and the next one, or the next pass, begins with nobody.
        assert_eq!(owing(step, vec![a1, b1]), (None, Some(Vec::new())), "{step:?}");
    }
}
