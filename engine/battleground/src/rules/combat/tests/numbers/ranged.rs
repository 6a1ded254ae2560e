//! Range, moving and orders.

use super::*;
use crate::procedures::holding;

#[test]
fn bg4_fly_09_a_flyer_is_shot_at_as_on_high_ground() {
    let flyer = || UnitType {
        flying: Some(crate::scene::mc(8.5)),
        ..with_keywords(&[Keyword::Normal, Keyword::Infantry, Keyword::Flying])
    };
    let at = |distance: f64, airborne: bool| {
        shot(range(archers(), flyer(), distance).change("B1", |unit| unit.airborne = airborne)).1
    };
    // Bands 3.5 and 10.5: at 12 Extreme Range; on the ground it is Long.
    for (distance, penalty) in [(3.5, 0), (3.6, 1), (10.5, 1), (10.6, 2), (12.0, 2)] {
        assert_eq!(at(distance, true), 3 - penalty, "{distance}");
    }
    assert_eq!(at(12.0, false), 3 - 1);
}

#[test]
fn bg4_order_02_close_archers_shoot_as_they_come() {
    // Enemy at 12, Range 14, unengaged: Long Range and Move and Shoot.
    let bows = range(shooting(14.0, RangedType::Indirect), line(), 12.0).order("A1", Order::Close);
    assert_eq!(shot(bows).1, 5 - 2 - 1 - 1);
}

/// With its owner not active.
fn theirs(scene: Scene) -> Scene {
    scene.set(|state| state.active = Some(Seat::B))
}

/// With a location objective.
fn bound_for(scene: Scene, unit: &str, at: (f64, f64)) -> Scene {
    scene
        .objective(unit, Objective::Location(crate::model::names::TokenNo(1)))
        .set(|state| {
            let token = (Seat::A, crate::scene::point(at.0, at.1));
            state.tokens.insert(crate::model::names::TokenNo(1), token);
        })
}

#[test]
fn bg4_mods_16_move_and_shoot_by_what_the_order_would_do() {
    let archery = || range(archers(), line(), 5.0);
    let close = || archery().order("A1", Order::Close);
    // Close archers on the opponent's turn; Range archers with the target in range and Visible.
    assert_eq!(shot(theirs(close())).1, 2);
    assert_eq!(shot(theirs(archery())).1, 3);
    // (book example) Hold with a location objective, also on the opponent's turn.
    let hold = || bound_for(archery().order("A1", Order::Hold), "A1", (26.0, 5.0));
    assert_eq!(shot(hold()).1, 2);
    assert_eq!(shot(theirs(hold())).1, 2);
    assert_eq!(shot(archery().order("A1", Order::Hold)).1, 3);
    // Range archers that moved into range: -1 this turn, nothing on the opponent's.
    let moved = archery().change("A1", |unit| unit.turn.moved = true);
    assert_eq!(shot(moved).1, 2);
    assert_eq!(shot(theirs(archery())).1, 3);
    // Kept standing by Direct Control their order would still move them; moved by it into range, they moved.
    let kept = close().change("A1", |unit| unit.turn.controlled = true);
    assert_eq!(shot(kept).1, 2);
    let led = archery().change("A1", |unit| {
        (unit.turn.controlled, unit.turn.moved) = (true, true);
    });
    assert_eq!(shot(led).1, 2);
    // RULING: BG4-MODS-16, any maneuver counts: Range archers whose only enemy stands behind them would turn about.
    let behind = scene()
        .unit("A1", archers(), (18.0, 10.0, 180.0))
        .unit("B1", line(), (18.0, 17.5, 180.0))
        .order("A1", Order::Range)
        .order("B1", Order::Hold);
    let would = numbers(&behind.state(), "A1", "B1", AttackKind::Ranged);
    assert!(would.on_hit.iter().any(|one| one.name == "Move and Shoot"));
}

#[test]
fn bg4_mods_17_not_nearest_enemy() {
    let two = |objective: &str| {
        range(archers(), line(), 13.0)
            .unit("B2", line(), (21.0, 18.5, 180.0))
            .order("B2", Order::Hold)
            .objective("A1", Objective::Enemy(id(objective)))
    };
    let far = numbers(&two("B1").state(), "A1", "B1", AttackKind::Ranged);
    assert!(far.on_hit.iter().any(|one| one.name == "Not Nearest Enemy"));
    let near = numbers(&two("B2").state(), "A1", "B2", AttackKind::Ranged);
    assert!(
        near.on_hit.iter().all(|one| one.name != "Not Nearest Enemy"),
        "it is the nearest"
    );
    let controlled = two("B1").change("A1", |unit| unit.turn.controlled = true);
    let controlled = numbers(&controlled.state(), "A1", "B1", AttackKind::Ranged);
    assert!(
        controlled
            .on_hit
            .iter()
            .all(|one| one.name != "Not Nearest Enemy")
    );
}

#[test]
fn bg4_mods_18_orders_count_on_either_turn() {
    // The same order gives the same numbers whoever is active.
    for active in [Seat::A, Seat::B] {
        let struck = rushed_now(
            scene().unit("A1", line(), FRONT).unit("B1", line(), AT),
            "A1",
            "B1",
            Side::Front,
        )
        .set(|state| state.active = Some(active))
        .state();
        assert_eq!(
            numbers(&struck, "B1", "A1", AttackKind::Melee).dice,
            7,
            "{active:?}"
        );
    }
}

#[test]
fn bg4_mods_18_no_holding_bonus_for_who_would_move_on() {
    // (book example) Dismounted Knights with a bonus while Holding against Charging Cavalry, charged by Lancers.
    let knights = UnitType {
        specials: vec![Special {
            change: Change {
                def_skill: 1,
                ..Change::default()
            },
            when: vec![
                Condition::Holding,
                Condition::AgainstCharging,
                Condition::Against(vec![Keyword::Cavalry]),
            ],
        }],
        ..armed(5, 5, 5, 3, 3)
    };
    let lancers = with_keywords(&[Keyword::Normal, Keyword::Cavalry]);
    let charged = |bound: bool| {
        let scene = scene()
            .unit("A1", lancers.clone(), FRONT)
            .unit("B1", knights.clone(), AT)
            .order("B1", Order::Hold);
        let scene = if bound {
            bound_for(scene, "B1", (18.0, 2.0))
        } else {
            scene
        };
        melee(rushed_now(scene, "A1", "B1", Side::Front)).1
    };
    assert_eq!(charged(false), 5 - 3 - 1);
    assert_eq!(charged(true), 5 - 3);
}

#[test]
fn bg4_mods_19_holding() {
    let holds = |scene: Scene| {
        let state = scene.state();
        holding::is_holding(&Field::of(&state), state.unit(id("A1")).unwrap())
    };
    let on = |order| scene().unit("A1", line(), (18.0, 5.0, 0.0)).order("A1", order);
    assert!(holds(on(Order::Hold)));
    assert!(!holds(on(Order::Close)));
    // RULING: BG4-MODS-19, directly controlled and moved, its order still would not move it.
    assert!(holds(on(Order::Hold).change("A1", |unit| {
        unit.turn.controlled = true;
        unit.turn.moved = true;
    })));
    assert!(!holds(
        on(Order::Hold).change("A1", |unit| unit.status = Status::Disrupted)
    ));
}

#[test]
fn bg4_turn_05_an_order_changed_after_the_move_counts_for_the_fight_and_the_move_for_the_shot() {
    // Moved on Close, then changed to Hold: it holds, and it has moved.
    let state = range(archers(), line(), 5.0)
        .order("A1", Order::Hold)
        .change("A1", |unit| (unit.turn.activated, unit.turn.moved) = (true, true))
        .state();
    let unit = state.unit(id("A1")).unwrap();
    assert!(holding::is_holding(&Field::of(&state), unit));
    let made = numbers(&state, "A1", "B1", AttackKind::Ranged);
    assert_eq!(made.to_hit, 5 - 2 - 1);
    assert!(made.on_hit.iter().any(|one| one.name == "Move and Shoot"));
}

#[test]
fn bg4_ordmv_12_spears_bound_for_a_location_brace_for_nobody() {
    let charged = |bound: bool| {
        let scene = scene()
            .unit("A1", with_keywords(&[Keyword::Normal, Keyword::Cavalry]), FRONT)
            .unit("B1", with(armed(5, 5, 4, 2, 2), &[Keyword::Spears]), AT)
            .order("B1", Order::Hold);
        let scene = if bound {
            bound_for(scene, "B1", (18.0, 2.0))
        } else {
            scene
        };
        let state = rushed_now(scene, "A1", "B1", Side::Front).state();
        numbers(&state, "B1", "A1", AttackKind::Melee).to_wound
    };
    assert_eq!(charged(false), 4 + 2 - 2);
    assert_eq!(charged(true), 4 - 2);
}

#[test]
fn bg4_mods_19_on_hold_with_a_location_not_reached_it_is_not_holding() {
    let holds = |scene: Scene| {
        let state = scene.state();
        holding::is_holding(&Field::of(&state), state.unit(id("A1")).unwrap())
    };
    let held = || {
        scene()
            .unit("A1", line(), (18.0, 5.0, 0.0))
            .order("A1", Order::Hold)
    };
    assert!(holds(held()));
    assert!(!holds(bound_for(held(), "A1", (18.0, 12.0))));
}
