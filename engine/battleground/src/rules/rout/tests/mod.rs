use battleground_geometry::{Hand, Inches, Pose, Side};
use hindsight_kernel::Seat;

use super::*;
use crate::field::Field;
use crate::model::agenda::{Answer, Answered, Topic};
use crate::model::cards::{TerrainType, UnitType};
use crate::model::effect::Keyword;
use crate::model::state::{Cause, Phase, State, Status};
use crate::procedures::v4::rout::{RoutMove, rout};
use crate::scene::{Scene, at_table, colossal, ground, id, line, mc, moving, pose, scene, with_keywords};
use crate::verbs::routing::begin_rout;

mod exact;
mod played;
mod skirmishers;
mod slid;

/// A Routing unit A1 of this Move that looks along `at`'s heading, away from whom it fled.
fn fleeing(distance: f64, at: (f64, f64, f64)) -> Scene {
    scene().unit("A1", moving(distance), at).change("A1", |unit| {
        unit.status = Status::Routing;
    })
}

fn answer(hand: Hand, inches: f64) -> Answered {
    Answered {
        topic: Topic::RoutShift,
        unit: Some(id("A1")),
        about: None,
        answer: Answer::Shift {
            hand,
            inches: Inches::new(inches).unwrap(),
        },
    }
}

fn run(state: &State, initial: bool, answers: &[Answered]) -> RoutMove {
    rout(&Field::of(state), state.unit(id("A1")).unwrap(), initial, answers)
        .unwrap_or_else(|need| panic!("asks {need:?}"))
}

fn asks(state: &State, initial: bool) -> bool {
    matches!(
        rout(&Field::of(state), state.unit(id("A1")).unwrap(), initial, &[]),
        Err(Need::Ask(_))
    )
}

fn at(found: Pose, x: f64, y: f64) -> bool {
    (found.centre.x.value() - x).abs() < 0.02 && (found.centre.y.value() - y).abs() < 0.02
}

#[test]
fn bg4_rout_01_about_face_then_straight_with_the_full_category() {
    // Heading was 0: it turns to 180 at once and moves 3.5 toward its old rear.
    let state = scene().unit("A1", moving(3.5), (18.0, 15.0, 0.0)).state();
    let ((), state, _) = at_table(state, &[], |table| begin_rout(table, id("A1"), "test"));
    let unit = state.unit(id("A1")).unwrap();
    assert_eq!(unit.status, Status::Routing);
    assert_eq!(unit.pose, Some(pose(18.0, 15.0, 180.0)));
    let plan = run(&state, true, &[]);
    assert!(at(plan.end, 18.0, 11.5), "{plan:?}");
    assert_eq!(plan.fate, None);
    // The same in forest, -1.
    let forest = Scene::from(state)
        .terrain(ground(
            TerrainType::Forest,
            &[(10.0, 5.0), (26.0, 5.0), (26.0, 20.0), (10.0, 20.0)],
        ))
        .state();
    assert!(at(run(&forest, true, &[]).end, 18.0, 12.5));
    // Move 6 with a cap of 3.5: the cap is erased.
    let capped = scene()
        .unit("A1", moving(6.0), (18.0, 15.0, 0.0))
        .change("A1", |unit| {
            unit.status = Status::Ready(Some(crate::model::orders::Orders {
                cap: Some(mc(3.5)),
                ..crate::model::orders::Orders::plain(crate::model::orders::Order::Close)
            }));
        })
        .state();
    let ((), state, _) = at_table(capped, &[], |table| begin_rout(table, id("A1"), "test"));
    assert!(at(run(&state, true, &[]).end, 18.0, 9.0));
}

#[test]
fn bg4_rout_02_later_moves_go_on_along_the_heading() {
    let state = fleeing(3.5, (18.0, 11.5, 180.0)).state();
    let plan = run(&state, false, &[]);
    assert!(at(plan.end, 18.0, 8.0));
    assert_eq!(plan.distance, Inches::mils(3_500));
}

#[test]
fn bg4_rout_05_the_first_contact_the_shift_and_the_rest() {
    // Book example: Bowmen, Move 3.5: 2.5 to contact, 1.75 sideways clears the Spearmen, then 1 forward.
    let state = fleeing(3.5, (18.0, 18.0, 180.0))
        .unit("A2", line(), (16.25, 13.0, 0.0))
        .state();
    // A1 spans x 16.25-19.75 and its front is at y 16.75; A2's near side is at y 14.25, its right edge at x 18.
    assert!(asks(&state, true));
    let plan = run(&state, true, &[answer(Hand::Left, 1.75)]);
    // Looking south, its left is east.
    assert!(at(plan.end, 19.75, 14.5), "{plan:?}");
    assert_eq!(plan.distance, Inches::mils(3_500), "the shift costs nothing");
    assert_eq!(plan.passed, []);
    // RULING: enemies merely touched along flank or rear do not stop it.
    let beside = fleeing(3.5, (18.0, 18.0, 180.0))
        .unit("B1", line(), (21.5, 20.5, 270.0))
        .unit("B2", line(), (18.0, 20.5, 180.0))
        .state();
    assert!(at(run(&beside, true, &[]).end, 18.0, 14.5));
}

#[test]
fn bg4_rout_06_one_shift_a_turn_of_any_amount() {
    // First contact: shift 1.0 clears a friend; later contact with terrain in the same turn: no shift, its rule at once.
    let state = fleeing(6.0, (18.0, 18.0, 180.0))
        .unit("A2", line(), (15.5, 13.0, 0.0))
        .terrain(ground(
            TerrainType::FortificationWall,
            &[(10.0, 8.0), (30.0, 8.0), (30.0, 11.5), (10.0, 11.5)],
        ))
        .state();
    let plan = run(&state, true, &[answer(Hand::Left, 1.0)]);
    assert!(at(plan.end, 19.0, 12.75), "stops at the wall: {plan:?}");
    assert_eq!(plan.fate, None);
    let later = run(&state, false, &[answer(Hand::Left, 1.0)]);
    assert_eq!(later.fate, Some(Cause::RoutIntoEdge));
    // Shift 0 is allowed: still touching, through the friend.
    let plan = run(&state, true, &[answer(Hand::Left, 0.0)]);
    assert_eq!(plan.passed, [id("A2")]);
    // The shift may not overlap anything.
    let narrow = fleeing(3.5, (18.0, 18.0, 180.0))
        .unit("A2", line(), (18.0, 13.0, 0.0))
        .unit("A3", line(), (21.75, 15.5, 0.0))
        .state();
    assert!(matches!(
        rout(&Field::of(&narrow), narrow.unit(id("A1")).unwrap(), true, &[answer(Hand::Left, 1.75)]),
        Err(Need::Refuse(refusal)) if refusal.id(crate::editions::Edition::V4) == "BG4-ROUT-06"
    ));
    // No second shift in a turn.
    let used = Scene::from(state)
        .change("A1", |unit| unit.turn.shifted = true)
        .state();
    assert!(!asks(&used, true));
}

#[test]
fn bg4_rout_07_still_touching_is_judged_after_the_shift() {
    let friend_at = |x: f64| {
        fleeing(3.5, (18.0, 18.0, 180.0))
            .unit("A2", line(), (x, 13.0, 0.0))
            .state()
    };
    // After a shift of 1.75 east the unit spans 18.0-21.5; the friend covers 0.3 of it, or ends edge to edge.
    let touching = run(&friend_at(16.55), true, &[answer(Hand::Left, 1.75)]);
    assert_eq!(touching.passed, [id("A2")]);
    let clear = run(&friend_at(16.25), true, &[answer(Hand::Left, 1.75)]);
    assert_eq!(clear.passed, []);
    // After the shift a friend and an enemy both lie straight ahead: destroyed, the friend is not passed.
    let both = fleeing(3.5, (18.0, 18.0, 180.0))
        .unit("A2", line(), (17.0, 13.0, 0.0))
        .unit("B1", line(), (21.0, 13.0, 0.0))
        .state();
    let plan = run(&both, true, &[answer(Hand::Left, 1.0)]);
    assert_eq!((plan.fate, plan.passed), (Some(Cause::RoutIntoEnemy), Vec::new()));
}

#[test]
fn bg4_rout_08_an_enemy_that_still_touches_destroys() {
    // Pinched front and rear: after the About Face the former rear enemy is in front at distance 0, centre to centre.
    let aligned = |x: f64, distance: f64| {
        fleeing(distance, (18.0, 15.0, 180.0))
            .unit("B1", line(), (x, 12.5, 0.0))
            .state()
    };
    for hand in [Hand::Left, Hand::Right] {
        let plan = run(&aligned(18.0, 3.5), true, &[answer(hand, 1.75)]);
        assert_eq!(plan.fate, Some(Cause::RoutIntoEnemy));
    }
    // Offset by 1.75: shift 1.75 away leaves edge to edge. With Move 3.5 its rear end is still beside the enemy,
    // destroyed; with Move 6 it survives.
    let away = [answer(Hand::Left, 1.75)];
    assert_eq!(
        run(&aligned(16.25, 3.5), true, &away).fate,
        Some(Cause::RoutIntoEnemy)
    );
    assert_eq!(run(&aligned(16.25, 6.0), true, &away).fate, None);
    // Offset 2: the shift leaves a gap of 0.25, it survives wherever it ends.
    assert_eq!(run(&aligned(16.0, 3.5), true, &away).fate, None);
}

#[test]
fn bg4_rout_09_ending_in_contact_with_an_enemy_destroys() {
    // Engaged only on its left flank by an enemy aligned centre to centre (front 3.5).
    let flanked = |distance: f64| {
        // Looking south its left is east.
        fleeing(distance, (18.0, 15.0, 180.0))
            .unit("B1", line(), (21.0, 15.0, 270.0))
            .state()
    };
    assert_eq!(run(&flanked(2.5), true, &[]).fate, Some(Cause::RoutIntoEnemy));
    assert_eq!(run(&flanked(3.5), true, &[]).fate, None);
}

#[test]
fn bg4_rout_10_the_edge_stops_at_first_and_destroys_later() {
    // Initial move, edge 1 inch ahead, Move 3.5, the shift cannot help.
    let state = fleeing(3.5, (18.0, 2.25, 180.0)).state();
    let shift = [answer(Hand::Left, 1.0)];
    let first = run(&state, true, &shift);
    assert!(at(first.end, 19.0, 1.25), "{first:?}");
    assert_eq!(first.fate, None);
    // Next turn, not rallied: contact at distance 0.
    let next = fleeing(3.5, (19.0, 1.25, 180.0)).state();
    assert_eq!(run(&next, false, &shift).fate, Some(Cause::RoutIntoEdge));
}

#[test]
fn bg4_rout_11_through_a_friend_to_its_far_side() {
    // Same orientation, both 2.5 deep: from contact it moves 5.0 on and ends touching the far side.
    let state = fleeing(3.5, (18.0, 16.0, 180.0))
        .unit("A2", line(), (18.0, 12.5, 180.0))
        .state();
    let plan = run(&state, true, &[answer(Hand::Left, 0.0)]);
    assert_eq!(plan.passed, [id("A2")]);
    assert!(at(plan.end, 18.0, 10.0), "{plan:?}");
    assert_eq!(plan.fate, None);
    // Book example: still in contact after 1.75 sideways, so through.
    let plan = run(&state, true, &[answer(Hand::Left, 1.75)]);
    assert_eq!(plan.passed, [id("A2")]);
    assert!(at(plan.end, 19.75, 10.0));
}

/// A1 makes a rout move of a phase without a shift.
fn moved_unshifted(scene: Scene, phase: Phase, initial: bool) -> State {
    let state = scene
        .set(|state| {
            state.phase = phase;
            state.agenda.push(Frame {
                step: Step::RoutMove {
                    unit: id("A1"),
                    initial,
                },
                answers: vec![answer(Hand::Left, 0.0)],
            });
        })
        .state();
    let ((), state, _) = at_table(state, &[], |table| {
        let frame = table.state().agenda.last().cloned().unwrap();
        rout_move(table, &frame).unwrap();
    });
    state
}

#[test]
fn bg4_rout_12_units_moved_through_check() {
    let friend = |phase: Phase, initial: bool, skirmisher: bool, through_skirmisher: bool| {
        let kind = |yes: bool| {
            if yes {
                with_keywords(&[Keyword::Normal, Keyword::Skirmisher])
            } else {
                line()
            }
        };
        let scene = scene()
            .unit("A1", kind(skirmisher), (18.0, 16.0, 180.0))
            .unit("A2", kind(through_skirmisher), (18.0, 12.5, 180.0))
            .change("A1", |unit| unit.status = Status::Routing);
        let state = moved_unshifted(scene, phase, initial);
        state.unit(id("A2")).unwrap().pending.clone()
    };
    // After an Initial Rout Move: step 6 of the same Courage Phase.
    let pending = friend(Phase::PreCombatCourage, true, false, false);
    assert_eq!((pending.passed_by.len(), pending.rout.len()), (1, 0));
    // After a Subsequent one in Movement & Command: step 2 of the next.
    let pending = friend(Phase::MovementAndCommand, false, false, false);
    assert_eq!(
        (pending.passed_by.len(), pending.rout),
        (0, vec![RoutCause::MovedThrough])
    );
    // RULING: after a Recall, also in step 2 of the next Courage Phase, if it must check at all.
    let pending = friend(Phase::MovementAndCommand, true, true, true);
    assert_eq!(pending.rout, [RoutCause::MovedThrough]);
}

#[test]
fn bg4_rout_13_three_friends_are_passed_a_fourth_is_a_wall() {
    let column = |count: usize, last_gap: f64| {
        let mut made = fleeing(3.5, (18.0, 25.0, 180.0));
        for number in 0..count {
            let gap = if number == 3 { last_gap } else { 0.0 };
            let y = 22.5 - 2.5 * number as f64 - gap;
            made = made.unit(&format!("A{}", number + 2), line(), (18.0, y, 180.0));
        }
        made.state()
    };
    let stay = [answer(Hand::Left, 0.0)];
    let names = ["A2", "A3", "A4"].map(id);
    let plan = run(&column(3, 0.0), true, &stay);
    assert_eq!(plan.passed, names);
    assert!(at(plan.end, 18.0, 15.0), "{plan:?}");
    // The fourth touching the third: it ends in front of the first friend, the first three check.
    let plan = run(&column(4, 0.0), true, &stay);
    assert_eq!(plan.passed, names);
    assert!(at(plan.end, 18.0, 25.0));
    assert_eq!(plan.fate, None);
    // A fourth 2.5 beyond the third need not be passed.
    let plan = run(&column(4, 2.5), true, &stay);
    assert_eq!((plan.passed.len(), plan.fate), (3, None));
    assert!(at(plan.end, 18.0, 15.0));
    // One of four stands aside and is swept on the way: the last that is met is the wall.
    let aside = fleeing(3.5, (18.0, 25.0, 180.0))
        .unit("A2", line(), (17.0, 22.5, 180.0))
        .unit("A3", line(), (17.0, 20.0, 180.0))
        .unit("A4", line(), (17.0, 17.5, 180.0))
        .unit("A5", line(), (20.5, 20.0, 180.0))
        .state();
    let plan = run(&aside, true, &stay);
    assert!(at(plan.end, 18.0, 25.0), "{plan:?}");
    assert_eq!(plan.passed, ["A2", "A3", "A5"].map(id));
    assert_eq!(plan.fate, None);
    let plan = run(&aside, false, &stay);
    assert_eq!((plan.passed.len(), plan.fate), (3, Some(Cause::RoutIntoEdge)));
}

#[test]
fn bg4_rout_14_through_a_friend_into_an_enemy() {
    // Book example: through Swordsmen that Knights engage on the flank, touching the Knights.
    let state = fleeing(3.5, (18.0, 16.0, 180.0))
        .unit("A2", line(), (18.0, 12.5, 180.0))
        .unit("B1", line(), (21.0, 10.0, 270.0))
        .state();
    let plan = run(&state, true, &[answer(Hand::Left, 0.0)]);
    assert_eq!(
        (plan.passed, plan.fate),
        (vec![id("A2")], Some(Cause::RoutIntoEnemy))
    );
}

#[test]
fn bg4_rout_15_through_a_friend_into_the_edge() {
    // Book example: Swordsmen, Bowmen behind them, the edge behind the Bowmen.
    let state = fleeing(3.5, (18.0, 4.75, 180.0))
        .unit("A2", line(), (18.0, 2.25, 180.0))
        .state();
    let stay = [answer(Hand::Left, 0.0)];
    let first = run(&state, true, &stay);
    assert!(at(first.end, 18.0, 4.75), "it stops in front of the Bowmen");
    assert_eq!((first.passed.clone(), first.fate), (vec![id("A2")], None));
    let later = run(&state, false, &stay);
    assert_eq!(
        (later.passed, later.fate),
        (vec![id("A2")], Some(Cause::RoutIntoEdge))
    );
    // RULING: contact exists if the exit pose touches the edge exactly.
    let exact = fleeing(3.5, (18.0, 6.25, 180.0))
        .unit("A2", line(), (18.0, 3.75, 180.0))
        .state();
    assert_eq!(run(&exact, false, &stay).fate, Some(Cause::RoutIntoEdge));
}

#[test]
fn bg4_rout_16_without_a_legal_place_it_is_destroyed() {
    // It cannot move at all, and a friend lies over its place.
    let covered = fleeing(0.0, (18.0, 15.0, 180.0))
        .unit("A2", line(), (18.0, 16.5, 180.0))
        .state();
    assert_eq!(run(&covered, true, &[]).fate, Some(Cause::NoPlace));
    // Where nothing is overlapped it is placed.
    let free = fleeing(0.0, (18.0, 15.0, 180.0))
        .unit("A2", line(), (18.0, 17.5, 180.0))
        .state();
    assert_eq!(run(&free, true, &[]).fate, None);
}

#[test]
fn bg4_rout_17_a_unit_that_cannot_move_moves_0_inches() {
    // Move 0 artillery, engaged and routing: it ends touching the enemy.
    let engaged = fleeing(0.0, (18.0, 15.0, 180.0))
        .unit("B1", line(), (18.0, 17.5, 180.0))
        .state();
    let plan = run(&engaged, true, &[]);
    assert_eq!(
        (plan.distance, plan.fate),
        (Inches::ZERO, Some(Cause::RoutIntoEnemy))
    );
    let alone = fleeing(0.0, (18.0, 15.0, 180.0)).state();
    assert_eq!(run(&alone, true, &[]).fate, None);
}

#[test]
fn bg4_rout_18_its_engagements_end_when_the_move_starts() {
    let state = scene()
        .unit("A1", line(), (18.0, 15.0, 180.0))
        .unit("B1", line(), (18.0, 17.5, 180.0))
        .engaged("B1", "A1", Side::Rear)
        .change("A1", |unit| {
            unit.status = Status::Routing;
            unit.turn.just_routed = true;
        })
        .set(|state| {
            state.agenda.push(
                Step::RoutMove {
                    unit: id("A1"),
                    initial: true,
                }
                .into(),
            );
        })
        .state();
    assert!(state.is_engaged(id("B1")));
    let ((), state, _) = at_table(state, &[], |table| {
        let frame = table.state().agenda.last().cloned().unwrap();
        rout_move(table, &frame).unwrap();
    });
    assert!(
        !state.is_engaged(id("B1")),
        "it may shoot in the Combat Phase of this turn"
    );
    assert!(!state.unit(id("A1")).unwrap().turn.just_routed);
}

#[test]
fn bg4_man_06_marks_of_engaged_sides_turn_with_the_unit() {
    let state = scene()
        .unit("A1", line(), (18.0, 15.0, 0.0))
        .unit("B1", line(), (18.0, 17.5, 180.0))
        .unit("B2", line(), (21.0, 15.0, 270.0))
        .engaged("B1", "A1", Side::Front)
        .engaged("B2", "A1", Side::Right)
        .state();
    let ((), state, _) = at_table(state, &[], |table| begin_rout(table, id("A1"), "test"));
    let sides: Vec<Side> = state.engaged_with(id("A1")).map(|(_, own, _)| own).collect();
    assert_eq!(
        sides,
        [Side::Rear, Side::Left],
        "former front is now rear, former right is now left"
    );
}

#[test]
fn bg4_fly_10_a_flyer_routs_in_the_air() {
    let flyer = UnitType {
        flying: Some(mc(8.5)),
        movement: mc(2.5),
        ..with_keywords(&[Keyword::Normal, Keyword::Infantry, Keyword::Flying])
    };
    let state = scene()
        .unit("A1", flyer.clone(), (18.0, 20.0, 180.0))
        .unit("A2", line(), (18.0, 15.0, 0.0))
        .unit("B1", line(), (18.0, 11.0, 0.0))
        .change("A1", |unit| {
            unit.status = Status::Routing;
            unit.turn.just_routed = true;
        })
        .set(|state| {
            state.phase = Phase::PreCombatCourage;
            state.agenda.push(
                Step::RoutMove {
                    unit: id("A1"),
                    initial: true,
                }
                .into(),
            );
        })
        .state();
    let ((), state, _) = at_table(state, &[], |table| {
        let frame = table.state().agenda.last().cloned().unwrap();
        rout_move(table, &frame).unwrap();
    });
    let unit = state.unit(id("A1")).unwrap();
    assert!(unit.airborne && unit.destroyed.is_none());
    assert_eq!(
        unit.pose,
        Some(pose(18.0, 11.5, 180.0)),
        "8.5 over friend and enemy"
    );
    assert!(state.unit(id("A2")).unwrap().pending.passed_by.is_empty());
    // The table edge still holds: it stops there at first and is destroyed there later.
    let near = scene()
        .unit("A1", flyer, (18.0, 5.0, 180.0))
        .change("A1", |unit| {
            unit.status = Status::Routing;
            unit.airborne = true;
        })
        .state();
    let stay = [answer(Hand::Left, 0.0)];
    let first = run(&near, true, &stay);
    assert!(at(first.end, 18.0, 1.25), "{first:?}");
    assert_eq!(first.fate, None);
    assert_eq!(run(&near, false, &stay).fate, Some(Cause::RoutIntoEdge));
}

#[test]
fn a_colossal_flank_turns_its_point() {
    let state = scene()
        .unit("A1", colossal(), (18.0, 15.0, 0.0))
        .unit("B1", line(), (21.0, 16.25, 270.0))
        .engaged("B1", "A1", Side::Right)
        .set(|state| state.engagements[0].point = Some(0))
        .state();
    let ((), state, _) = at_table(state, &[], |table| begin_rout(table, id("A1"), "test"));
    assert_eq!(state.engagements[0].point, Some(2));
}

/// Random battle 214: a shift shorter than the tolerance is a shift all the same.
#[test]
fn bg4_rout_06_the_shortest_shift_overlaps_nothing() {
    // It lies 0.008 deep in its neighbour, which is touching; 0.005 more would be an overlap. Rule BG4-GEO-04.
    let state = fleeing(3.5, (18.0, 18.0, 180.0))
        .unit("A2", line(), (18.0, 13.0, 0.0))
        .unit("A3", line(), (21.492, 15.5, 0.0))
        .state();
    let shifted = |hand: Hand| {
        let unit = state.unit(id("A1")).unwrap();
        rout(&Field::of(&state), unit, true, &[answer(hand, 0.005)])
    };
    assert!(
        matches!(shifted(Hand::Left), Err(Need::Refuse(refusal)) if refusal.id(crate::editions::Edition::V4) == "BG4-ROUT-06")
    );
    assert!(shifted(Hand::Right).is_ok());
}

/// A place is reported as it was measured, and the shift that would lead there exactly is no legal one: the others are
/// tried. Rules `BG4-MOVE-01`, `BG4-ROUT-06`.
#[test]
fn bg4_move_01_a_rout_is_reported_beside_a_shift_that_is_none() {
    let state = fleeing(3.5, (18.0, 18.0, 180.0))
        .unit("A2", line(), (18.0, 13.0, 0.0))
        .unit("A3", line(), (14.5, 15.5, 0.0))
        .unit("B1", line(), (18.0, 27.0, 180.0))
        .state();
    let straight = run(&state, true, &[answer(Hand::Right, 0.0)]).end;
    let refused = rout(
        &Field::of(&state),
        state.unit(id("A1")).unwrap(),
        true,
        &[answer(Hand::Right, 0.05)],
    );
    assert!(
        matches!(refused, Err(Need::Refuse(refusal)) if refusal.id(crate::editions::Edition::V4) == "BG4-ROUT-06")
    );
    let measured = pose(
        straight.centre.x.value() - 0.05,
        straight.centre.y.value(),
        straight.heading.value(),
    );
    let (reported, after, _) = at_table(state, &[], |table| {
        crate::rules::activation::report::report_move(table, Seat::A, id("A1"), measured)
    });
    reported.unwrap();
    // It lies where the rules lead.
    assert_eq!(after.unit(id("A1")).unwrap().pose, Some(straight));
}
