use super::*;
use crate::cards::UnitType;
use crate::effect::{Change, Effect, Target};
use crate::orders::{Order, Orders};
use crate::scene::{Scene, at_table, id, line, pose, scene, with_keywords};
use crate::state::RoutCause;
use crate::state::{Lasting, LastingKind};
use hindsight_geometry::inches::Side;

fn courage_phase(made: Scene, pre: bool, step: CourageStep) -> State {
    made.set(|state| {
        state.phase = if pre {
            Phase::PreCombatCourage
        } else {
            Phase::PostCombatCourage
        };
        // What comes after the phase is nobody's business here: a question that waits.
        state.agenda = vec![
            Step::MovementAndCommand.into(),
            Step::Courage {
                pre,
                step,
                only: None,
            }
            .into(),
        ];
    })
    .state()
}

/// Takes the steps of a Courage Phase until it is over or somebody is asked.
fn run(state: State, dice: &[u8]) -> (State, Vec<Event>) {
    let ((), state, events) = at_table(state, dice, |table| {
        for _ in 0..200 {
            let over = matches!(
                table.state().agenda.last().map(|frame| &frame.step),
                Some(Step::ChooseTargets | Step::EndOfTurn | Step::Ask(_) | Step::MovementAndCommand) | None
            );
            if over {
                break;
            }
            let frame = table.state().agenda.last().cloned().unwrap();
            step_once(table, &frame);
        }
    });
    (state, events)
}

fn step_once(table: &mut BattleTable<'_>, frame: &Frame) {
    let taken = match &frame.step {
        Step::Courage { .. } => courage_step(table, frame),
        Step::RollCheck => roll_check(table, frame),
        Step::SettleCheck => settle_check(table, frame),
        Step::FreeAttacks { .. } => free_attacks(table, frame),
        Step::GreenWindow { .. } => crate::command_cards::green_window(table, frame),
        Step::RoutMove { .. } => crate::rout::rout_move(table, frame),
        Step::Attack => crate::combat::attack(table),
        other => panic!("{other:?}"),
    };
    if let Err(Need::Ask(question)) = taken {
        table.emit(Event::Asked { question: *question });
    }
}

fn caused(made: Scene, name: &str, cause: RoutCause) -> Scene {
    made.change(name, |unit| unit.pending.rout.push(cause))
}

fn status(state: &State, name: &str) -> Status {
    state.unit(id(name)).unwrap().status
}

fn checks(events: &[Event]) -> Vec<(UnitId, CheckKind, bool)> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::CourageChecked {
                unit, kind, passed, ..
            } => Some((*unit, *kind, *passed)),
            _ => None,
        })
        .collect()
}

fn of_kind(kind: Keyword) -> UnitType {
    with_keywords(&[Keyword::Normal, Keyword::Infantry, kind])
}

/// B1 has Final Rushed A1 this turn on a side.
fn rushed(a: UnitType, b: UnitType, side: Side) -> Scene {
    scene()
        .unit("A1", a, (18.0, 15.0, 0.0))
        .unit("B1", b, (18.0, 17.5, 180.0))
        .engaged("B1", "A1", side)
        .order("A1", Order::Hold)
        .change("B1", |unit| unit.turn.rushed = true)
        .set(|state| {
            for engagement in &mut state.engagements {
                engagement.turn = state.turn;
            }
        })
}

#[test]
fn bg4_cour_03_three_dice_at_or_below_the_target() {
    for (target, passes) in [
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
    ] {
        assert_eq!(passes_of_216(target), passes, "target {target}");
    }
    assert_eq!((passes_of_216(18), passes_of_216(2)), (216, 0));
    let check = |dice: &[u8]| {
        let made = caused(
            scene().unit("A1", line(), (18.0, 15.0, 0.0)),
            "A1",
            RoutCause::LastGreen,
        );
        let (state, events) = run(courage_phase(made, true, CourageStep::Rout), dice);
        (checks(&events)[0].2, status(&state, "A1"))
    };
    assert!(check(&[4, 4, 4]).0, "12 passes");
    assert_eq!(check(&[6, 4, 3]), (false, Status::Disrupted), "13 fails");
}

#[test]
fn bg4_cour_04_modifiers_add_up() {
    let target = |marked: u8, terrifying: bool, own: UnitType| {
        let charger = if terrifying {
            of_kind(Keyword::Terrifying)
        } else {
            line()
        };
        let state = rushed(own, charger, Side::Front)
            .change("A1", |unit| unit.marked = marked)
            .state();
        courage_target(&state, state.unit(id("A1")).unwrap(), CheckKind::Rout, &[])
            .unwrap()
            .0
    };
    assert_eq!(target(0, false, line()), 12);
    assert_eq!(target(4, true, line()), 10);
    assert_eq!(target(7, false, line()), 10);
    assert_eq!(target(7, true, line()), 9);
    assert_eq!(
        target(0, true, of_kind(Keyword::Fearsome)),
        12,
        "Fearsome is exempted"
    );
    // RULING: two Terrifying chargers give -1 once.
    let two = rushed(line(), of_kind(Keyword::Terrifying), Side::Front)
        .unit("B2", of_kind(Keyword::Terrifying), (21.0, 15.0, 270.0))
        .engaged("B2", "A1", Side::Right)
        .change("B2", |unit| unit.turn.rushed = true)
        .set(|state| state.engagements[1].turn = state.turn)
        .state();
    let unit = two.unit(id("A1")).unwrap();
    assert_eq!(courage_target(&two, unit, CheckKind::Rout, &[]).unwrap().0, 11);
}

#[test]
fn bg4_status_05_in_the_yellow_and_in_the_red_exclude_each_other() {
    let name = |marked: u8| {
        let state = scene()
            .unit("A1", line(), (18.0, 15.0, 0.0))
            .change("A1", |unit| unit.marked = marked)
            .state();
        shade(&state, state.unit(id("A1")).unwrap())
    };
    assert!(matches!(name(3), Shade::Green));
    assert!(matches!(name(4), Shade::Yellow));
    assert!(matches!(name(7), Shade::Red));
}

#[test]
fn bg4_cour_05_a_unit_without_courage_passes_without_a_roll() {
    let fearless = UnitType {
        courage: None,
        ..line()
    };
    let made = caused(
        scene().unit("A1", fearless.clone(), (18.0, 15.0, 0.0)),
        "A1",
        RoutCause::Pinched,
    );
    let (state, events) = run(courage_phase(made, true, CourageStep::Rout), &[]);
    assert_eq!(checks(&events), [(id("A1"), CheckKind::Rout, true)]);
    assert!(matches!(status(&state, "A1"), Status::Ready(_)));
    let charged = rushed(fearless, of_kind(Keyword::Fearsome), Side::Front).state();
    assert!(!needs_fear_check(&charged, charged.unit(id("A1")).unwrap()));
}

#[test]
fn bg4_cour_06_the_active_player_first_in_each_step() {
    let made = scene()
        .unit("A1", line(), (10.0, 15.0, 0.0))
        .unit("B1", line(), (26.0, 15.0, 180.0))
        .set(|state| state.active = Some(hindsight_kernel::Seat::B));
    let made = caused(caused(made, "A1", RoutCause::Red), "B1", RoutCause::Red);
    let (_, events) = run(courage_phase(made, false, CourageStep::Rout), &[1, 1, 1, 1, 1, 1]);
    let order: Vec<UnitId> = checks(&events).iter().map(|check| check.0).collect();
    assert_eq!(order, [id("B1"), id("A1")]);
}

#[test]
fn bg4_turn_02_fear_checks_come_before_rout_checks() {
    // Charged by a Fearsome unit and pinched: the Fear Check first; failed, it already blocks a card on the Rout Check.
    let made = caused(
        rushed(line(), of_kind(Keyword::Fearsome), Side::Front),
        "A1",
        RoutCause::Pinched,
    );
    let (state, events) = run(courage_phase(made, true, CourageStep::Fear), &[6, 6, 6, 1, 1, 1]);
    let kinds: Vec<CheckKind> = checks(&events).iter().map(|check| check.1).collect();
    assert_eq!(kinds, [CheckKind::Fear, CheckKind::Rout]);
    assert!(state.unit(id("A1")).unwrap().turn.frightened);
    assert!(
        crate::combat::windows::may_have_cards(&state, id("A1"), crate::cards::Colour::Green).is_err(),
        "no card on the Rout Check"
    );
}

#[test]
fn bg4_cour_01_fear_and_pinch_are_checked_before_combat_only() {
    // Damage in combat: checked after it.
    let made = caused(
        scene().unit("A1", line(), (18.0, 15.0, 0.0)),
        "A1",
        RoutCause::LastGreen,
    );
    let (_, events) = run(courage_phase(made, false, CourageStep::Rout), &[1, 1, 1]);
    assert_eq!(checks(&events), [(id("A1"), CheckKind::Rout, true)]);
    // The post-combat machine begins with step 2: nobody is afraid then.
    let charged = rushed(line(), of_kind(Keyword::Fearsome), Side::Front);
    let (_, events) = run(courage_phase(charged, false, CourageStep::Rout), &[]);
    assert_eq!(checks(&events), []);
}

#[test]
fn bg4_cour_02_whoever_owns_it_checks_in_the_next_phase() {
    let made = caused(
        scene().unit("B1", line(), (18.0, 15.0, 0.0)),
        "B1",
        RoutCause::LastGreen,
    );
    let (state, events) = run(courage_phase(made, true, CourageStep::Fear), &[1, 1, 1]);
    assert_eq!(checks(&events).len(), 1);
    assert!(state.unit(id("B1")).unwrap().pending.rout.is_empty());
}

#[test]
fn bg4_cour_07_one_check_a_step_however_many_causes() {
    let made = rushed(line(), of_kind(Keyword::Fearsome), Side::Front)
        .unit("B2", of_kind(Keyword::Fearsome), (21.0, 15.0, 270.0))
        .engaged("B2", "A1", Side::Right)
        .change("B2", |unit| unit.turn.rushed = true)
        .set(|state| state.engagements[1].turn = state.turn);
    let made = caused(caused(made, "A1", RoutCause::Pinched), "A1", RoutCause::LastGreen);
    let (_, events) = run(courage_phase(made, true, CourageStep::Fear), &[1, 1, 1, 1, 1, 1]);
    let kinds: Vec<CheckKind> = checks(&events).iter().map(|check| check.1).collect();
    assert_eq!(
        kinds,
        [CheckKind::Fear, CheckKind::Rout],
        "one Fear Check, one Rout Check"
    );
}

#[test]
fn bg4_cour_08_who_is_charged_by_a_fearsome_unit_checks() {
    let feared = |state: &State, name: &str| needs_fear_check(state, state.unit(id(name)).unwrap());
    assert!(feared(
        &rushed(line(), of_kind(Keyword::Fearsome), Side::Front).state(),
        "A1"
    ));
    // A Fearsome Close unit is Final Rushed on its front by U, so it is Charging: U checks.
    let close = |side: Side| {
        rushed(of_kind(Keyword::Fearsome), line(), side)
            .order("A1", Order::Close)
            .state()
    };
    assert!(feared(&close(Side::Front), "B1"));
    assert!(!feared(&close(Side::Left), "B1"), "rushed on its flank: no check");
    // On its front by U and on its flank by V: U checks, V does not.
    let both = rushed(of_kind(Keyword::Fearsome), line(), Side::Front)
        .order("A1", Order::Close)
        .unit("B2", line(), (21.0, 15.0, 270.0))
        .engaged("B2", "A1", Side::Right)
        .set(|state| state.engagements[1].turn = state.turn)
        .state();
    assert!(feared(&both, "B1") && !feared(&both, "B2"));
    // Spells and cards force one.
    let forced = scene()
        .unit("A1", line(), (18.0, 15.0, 0.0))
        .change("A1", |unit| unit.pending.fear = true)
        .state();
    assert!(feared(&forced, "A1"));
}

#[test]
fn bg4_keyw_08_fearsome() {
    let feared = |state: &State, name: &str| needs_fear_check(state, state.unit(id(name)).unwrap());
    // A Fearsome unit on Hold is rushed: the rusher does not check. A Fearsome unit on Hold charged by Fearsome checks.
    let held = rushed(of_kind(Keyword::Fearsome), line(), Side::Front).state();
    assert!(!feared(&held, "B1"));
    let both = rushed(
        of_kind(Keyword::Fearsome),
        of_kind(Keyword::Fearsome),
        Side::Front,
    );
    assert!(feared(&both.state(), "A1"));
    // Charging itself, it takes none.
    let mutual = rushed(
        of_kind(Keyword::Fearsome),
        of_kind(Keyword::Fearsome),
        Side::Front,
    )
    .order("A1", Order::Close)
    .state();
    assert!(!feared(&mutual, "A1") && !feared(&mutual, "B1"));
}

#[test]
fn bg4_keyw_09_terrifying() {
    let unit = |state: &State, name: &str| {
        let unit = state.unit(id(name)).unwrap();
        let target = courage_target(state, unit, CheckKind::Fear, &[]).unwrap().0;
        (needs_fear_check(state, unit), target)
    };
    // Courage 12 charged by Terrifying: Fear Check at 11, and Rout Checks this turn at 11 as well.
    let plain = rushed(line(), of_kind(Keyword::Terrifying), Side::Front).state();
    assert_eq!(unit(&plain, "A1"), (true, 11));
    // Charging Fearsome charged by Terrifying: checks at full courage.
    let fearsome = rushed(
        of_kind(Keyword::Fearsome),
        of_kind(Keyword::Terrifying),
        Side::Front,
    )
    .order("A1", Order::Close)
    .state();
    assert_eq!(unit(&fearsome, "A1"), (true, 12));
    // RULING: Charging Terrifying charged by Fearsome takes none; Terrifying charged by Terrifying has -1.
    let greater = rushed(
        of_kind(Keyword::Terrifying),
        of_kind(Keyword::Fearsome),
        Side::Front,
    )
    .order("A1", Order::Close)
    .state();
    assert!(!unit(&greater, "A1").0);
    let equal = rushed(
        of_kind(Keyword::Terrifying),
        of_kind(Keyword::Terrifying),
        Side::Front,
    )
    .order("A1", Order::Close)
    .state();
    assert_eq!(unit(&equal, "A1"), (false, 11));
}

#[test]
fn bg4_cour_09_a_failed_fear_check_bars_cards_this_turn() {
    let made = rushed(line(), of_kind(Keyword::Fearsome), Side::Front);
    let (state, _) = run(courage_phase(made, true, CourageStep::Fear), &[6, 6, 6]);
    assert!(state.unit(id("A1")).unwrap().turn.frightened);
}

#[test]
fn bg4_cour_10_a_passed_fear_check_has_no_effect() {
    let made = rushed(line(), of_kind(Keyword::Fearsome), Side::Front);
    let (state, events) = run(courage_phase(made, true, CourageStep::Fear), &[1, 1, 1]);
    assert_eq!(checks(&events), [(id("A1"), CheckKind::Fear, true)]);
    assert!(!state.unit(id("A1")).unwrap().turn.frightened);
}

#[test]
fn bg4_cour_13_an_engaged_unit_that_fails_routs() {
    for status_before in [Status::Ready(Some(Orders::plain(Order::Hold))), Status::Disrupted] {
        assert_eq!(fail_rout_check(status_before, true, false), Failed::Routs);
    }
}

#[test]
fn bg4_cour_14_unengaged_and_ready_it_becomes_disrupted() {
    let made = caused(
        scene().unit("A1", line(), (18.0, 15.0, 0.0)),
        "A1",
        RoutCause::LastGreen,
    );
    let (state, _) = run(courage_phase(made, false, CourageStep::Rout), &[6, 6, 6]);
    let unit = state.unit(id("A1")).unwrap();
    assert_eq!(
        (unit.status, unit.pose),
        (Status::Disrupted, Some(pose(18.0, 15.0, 0.0)))
    );
}

#[test]
fn bg4_cour_15_unengaged_and_disrupted_it_routs() {
    let made = caused(
        scene()
            .unit("A1", line(), (18.0, 15.0, 0.0))
            .change("A1", |unit| unit.status = Status::Disrupted),
        "A1",
        RoutCause::Red,
    );
    let (state, _) = run(courage_phase(made, false, CourageStep::Rout), &[6, 6, 6]);
    let unit = state.unit(id("A1")).unwrap();
    assert_eq!(unit.status, Status::Routing);
    assert_eq!(
        unit.pose,
        Some(pose(18.0, 11.5, 180.0)),
        "about, then its full MC in this phase"
    );
}

#[test]
fn bg4_cour_16_a_routing_unit_that_fails_is_destroyed() {
    let made = caused(
        scene()
            .unit("A1", line(), (18.0, 15.0, 0.0))
            .change("A1", |unit| unit.status = Status::Routing),
        "A1",
        RoutCause::Red,
    );
    let (state, _) = run(courage_phase(made, false, CourageStep::Rout), &[6, 6, 6]);
    assert_eq!(state.unit(id("A1")).unwrap().destroyed, Some(Cause::RoutCheck));
}

#[test]
fn bg4_skirm_11_a_skirmisher_routs_whether_engaged_or_not() {
    let ready = Status::Ready(Some(Orders::plain(Order::Close)));
    assert_eq!(fail_rout_check(ready, false, true), Failed::Routs);
    assert_eq!(fail_rout_check(ready, false, false), Failed::Disrupted);
}

#[test]
fn bg4_skirm_08_rushed_by_a_line_unit_it_routs_without_a_check() {
    let skirmisher = with_keywords(&[Keyword::Normal, Keyword::Skirmisher]);
    let made = |by_line: bool| {
        scene()
            .unit("A1", skirmisher.clone(), (18.0, 15.0, 0.0))
            .unit("B1", line(), (30.0, 25.0, 180.0))
            .change("A1", |unit| unit.turn.rushed_by_line = by_line)
    };
    let (state, events) = run(courage_phase(made(true), true, CourageStep::Rout), &[]);
    assert_eq!(status(&state, "A1"), Status::Routing);
    assert_eq!(checks(&events), [], "no check is taken");
    // It rushed an enemy's flank itself and nobody rushed it: no automatic rout.
    let (state, _) = run(courage_phase(made(false), true, CourageStep::Rout), &[]);
    assert!(matches!(status(&state, "A1"), Status::Ready(_)));
}

#[test]
fn bg4_cour_18_every_attacker_once_against_each_routing_unit() {
    let made = scene()
        .unit("A1", line(), (18.0, 15.0, 180.0))
        .unit("A2", line(), (10.0, 15.0, 180.0))
        .unit("B1", line(), (18.0, 17.5, 180.0))
        .unit("B2", line(), (21.0, 15.0, 270.0))
        .unit("B3", line(), (10.0, 17.5, 180.0))
        .engaged("B1", "A1", Side::Rear)
        .engaged("B2", "A1", Side::Left)
        .engaged("B3", "A2", Side::Rear)
        .change("A1", |unit| {
            unit.status = Status::Routing;
            unit.turn.just_routed = true;
        })
        .change("B2", |unit| unit.status = Status::Disrupted);
    // Disrupted attackers strike, Routing ones do not; A2 does not rout.
    let pairs = |state: &State| free_attacks_due(state);
    let state = made.state();
    assert_eq!(pairs(&state), [(id("B1"), id("A1")), (id("B2"), id("A1"))]);
    let state = Scene::from(state)
        .change("B1", |unit| unit.status = Status::Routing)
        .state();
    assert_eq!(pairs(&state), [(id("B2"), id("A1"))]);
}

#[test]
fn bg4_status_03_a_routing_unit_never_attacks() {
    let state = scene()
        .unit("A1", line(), (18.0, 15.0, 180.0))
        .unit("B1", line(), (18.0, 17.5, 180.0))
        .unit("B2", line(), (21.0, 15.0, 270.0))
        .engaged("B1", "A1", Side::Rear)
        .engaged("B2", "A1", Side::Left)
        .change("A1", |unit| {
            unit.status = Status::Routing;
            unit.turn.just_routed = true;
        })
        .state();
    let due = free_attacks_due(&state);
    assert!(due.iter().all(|(attacker, _)| *attacker != id("A1")));
    assert_eq!(due.len(), 2, "its two enemies make Free Attacks");
}

#[test]
fn bg4_cour_21_follow_up_checks_destroy() {
    let made = |dice: &[u8]| {
        let made = scene()
            .unit("A1", line(), (18.0, 15.0, 180.0))
            .change("A1", |unit| {
                unit.status = Status::Routing;
                unit.marked = 4;
                unit.pending.follow_up = true;
            });
        run(courage_phase(made, true, CourageStep::FollowUp), dice)
    };
    // In the Yellow: courage 11.
    let (state, _) = made(&[4, 4, 4]);
    assert_eq!(
        state.unit(id("A1")).unwrap().destroyed,
        Some(Cause::FollowUpCheck)
    );
    let (state, events) = made(&[4, 4, 3]);
    assert_eq!(checks(&events), [(id("A1"), CheckKind::FollowUp, true)]);
    assert!(!state.unit(id("A1")).unwrap().pending.follow_up);
}

#[test]
fn bg4_cour_22_only_units_that_routed_in_this_phase_move_here() {
    let made = scene()
        .unit("A1", line(), (10.0, 15.0, 180.0))
        .unit("A2", line(), (26.0, 15.0, 180.0))
        .change("A1", |unit| unit.status = Status::Routing)
        .change("A2", |unit| {
            unit.status = Status::Routing;
            unit.turn.just_routed = true;
        });
    let (state, _) = run(courage_phase(made, true, CourageStep::RoutMovement), &[]);
    assert_eq!(state.unit(id("A1")).unwrap().pose, Some(pose(10.0, 15.0, 180.0)));
    assert_eq!(state.unit(id("A2")).unwrap().pose, Some(pose(26.0, 11.5, 180.0)));
}

#[test]
fn bg4_cour_23_units_moved_through_check_in_step_6() {
    let made = scene()
        .unit("A1", line(), (18.0, 15.0, 0.0))
        .change("A1", |unit| unit.pending.passed_by = vec![id("A2")]);
    let (state, events) = run(courage_phase(made, true, CourageStep::Other), &[1, 1, 1]);
    assert_eq!(checks(&events), [(id("A1"), CheckKind::Rout, true)]);
    assert!(state.unit(id("A1")).unwrap().pending.passed_by.is_empty());
}

#[test]
fn bg4_cour_24_further_routs_repeat_the_steps() {
    // A routs through B (engaged); B fails and Routs, its enemy makes a Free Attack, B moves through C, C checks.
    let made = scene()
        .unit("A2", line(), (18.0, 15.0, 0.0))
        .unit("A3", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 17.5, 180.0))
        .engaged("B1", "A2", Side::Front)
        .change("A2", |unit| unit.pending.passed_by = vec![id("A1")])
        .change("A2", |unit| unit.turn.shifted = true);
    let state = courage_phase(made, true, CourageStep::Other);
    // A2 fails with 18. B1's Free Attack has 5 dice: rear +1 skill, TN 5+1-2 = 4: all sixes miss. A2 moves 0.75 to A3
    // (3.5 gives contact after 2.5), through it, and A3 passes with 3.
    let (state, events) = run(state, &[6, 6, 6, 6, 6, 6, 6, 6, 1, 1, 1]);
    let kinds = checks(&events);
    assert_eq!(
        kinds,
        [
            (id("A2"), CheckKind::Rout, false),
            (id("A3"), CheckKind::Rout, true)
        ]
    );
    assert!(state.unit(id("A2")).unwrap().pose.is_some());
    // B unengaged and Ready fails: Disrupted, no further steps.
    let alone = scene()
        .unit("A2", line(), (18.0, 15.0, 0.0))
        .change("A2", |unit| unit.pending.passed_by = vec![id("A1")]);
    let (state, _) = run(courage_phase(alone, true, CourageStep::Other), &[6, 6, 6]);
    assert_eq!(status(&state, "A2"), Status::Disrupted);
}

#[test]
fn bg4_cour_25_a_routing_unit_takes_no_fear_check() {
    let state = rushed(line(), of_kind(Keyword::Fearsome), Side::Front)
        .change("A1", |unit| unit.status = Status::Routing)
        .state();
    assert!(!needs_fear_check(&state, state.unit(id("A1")).unwrap()));
}

#[test]
fn bg4_cour_12_a_mark_stays_until_its_check() {
    // A mark set by damage stays although healing erases the box: the check is taken with the modifiers of then.
    let made = caused(
        scene()
            .unit("A1", line(), (18.0, 15.0, 0.0))
            .change("A1", |unit| unit.marked = 3),
        "A1",
        RoutCause::LastGreen,
    );
    let (_, events) = run(courage_phase(made, true, CourageStep::Rout), &[4, 4, 4]);
    assert_eq!(
        checks(&events),
        [(id("A1"), CheckKind::Rout, true)],
        "at courage 12, no longer In the Yellow"
    );
    // The check clears all causes; a destroyed unit has none.
    let two = caused(
        caused(
            scene().unit("A1", line(), (18.0, 15.0, 0.0)),
            "A1",
            RoutCause::LastGreen,
        ),
        "A1",
        RoutCause::LastYellow,
    );
    let (state, events) = run(courage_phase(two, true, CourageStep::Rout), &[1, 1, 1]);
    assert_eq!(checks(&events).len(), 1);
    assert!(state.unit(id("A1")).unwrap().pending.rout.is_empty());
}

#[test]
fn bg4_cards_03_a_courage_bonus_for_the_turn_counts_after_combat() {
    let bonus = Lasting {
        name: "Dogged Stand".to_owned(),
        kind: LastingKind::Card(crate::names::CardNo(8)),
        by: hindsight_kernel::Seat::A,
        effects: vec![Effect::Change {
            on: Target::Defender,
            change: Change {
                courage: 2,
                ..Change::default()
            },
            when: Vec::new(),
            lasts: Duration::Turn,
        }],
    };
    let state = scene()
        .unit("A1", line(), (18.0, 15.0, 0.0))
        .change("A1", |unit| unit.lasting.push(bonus))
        .state();
    let unit = state.unit(id("A1")).unwrap();
    assert_eq!(courage_target(&state, unit, CheckKind::Rout, &[]).unwrap().0, 14);
}

#[test]
fn an_ability_box_helps_the_next_rout_check_and_is_erased() {
    let stand = Lasting {
        name: "Stand".to_owned(),
        kind: LastingKind::Mark("stand-firm".to_owned()),
        by: hindsight_kernel::Seat::A,
        effects: vec![Effect::Change {
            on: Target::Chosen,
            change: Change {
                courage: 2,
                ..Change::default()
            },
            when: vec![Condition::RoutCheck],
            lasts: Duration::UntilRoutCheck,
        }],
    };
    let made = caused(
        scene()
            .unit("A1", line(), (18.0, 15.0, 0.0))
            .change("A1", |unit| unit.lasting.push(stand)),
        "A1",
        RoutCause::LastGreen,
    );
    let state = courage_phase(made, true, CourageStep::Rout);
    let unit = state.unit(id("A1")).unwrap();
    assert_eq!(
        courage_target(&state, unit, CheckKind::Fear, &[]).unwrap().0,
        12,
        "not on Fear Checks"
    );
    let (state, events) = run(state, &[5, 5, 4]);
    assert!(checks(&events)[0].2, "14 passes at 14");
    assert!(
        state.unit(id("A1")).unwrap().lasting.is_empty(),
        "erased, passed or failed"
    );
}

#[test]
fn bg4_status_01_ready_disrupted_or_routing() {
    use crate::effect::StatusName;
    let ready = Status::Ready(Some(Orders::plain(Order::Close)));
    assert_eq!(
        [ready, Status::Disrupted, Status::Routing].map(Status::name),
        [StatusName::Ready, StatusName::Disrupted, StatusName::Routing]
    );
    let state = scene().unit("A1", line(), (18.0, 15.0, 0.0)).state();
    assert_eq!(status(&state, "A1"), ready, "units start Ready, with an order");
}

#[test]
fn bg4_cour_17_the_owner_of_a_backed_up_unit_is_asked_at_once() {
    // A1 fails with A2 behind it: its owner is asked before A3 checks.
    let made = scene()
        .unit("A1", line(), (18.0, 15.0, 0.0))
        .unit("A2", line(), (18.0, 12.5, 0.0))
        .unit("A3", line(), (26.0, 15.0, 0.0));
    let made = caused(
        caused(made, "A1", RoutCause::LastGreen),
        "A3",
        RoutCause::LastGreen,
    );
    let (mut state, _) = run(courage_phase(made, false, CourageStep::Rout), &[]);
    // Two checks are due: A1 is named first.
    state.agenda.pop();
    state
        .agenda
        .last_mut()
        .unwrap()
        .answers
        .push(crate::agenda::Answered {
            topic: Topic::NextCheck,
            unit: None,
            about: None,
            answer: Answer::Unit(id("A1")),
        });
    let (state, events) = run(state, &[6, 6, 6]);
    assert_eq!(checks(&events), [], "nothing is settled yet");
    let Step::Ask(question) = &state.agenda.last().unwrap().step else {
        panic!("the owner is asked");
    };
    assert_eq!(
        (question.topic, question.unit),
        (Topic::Replacement, Some(id("A1")))
    );
    let Options::OneOf(options) = &question.options else {
        panic!("between two");
    };
    let answers: Vec<&Answer> = options.iter().map(|(answer, _)| answer).collect();
    assert_eq!(answers, [&Answer::Decline, &Answer::Unit(id("A2"))]);
}
