//! Choices of targets that both editions have (v4 pp. 90-93; v3 pp. 16, 24-25).

use battleground_geometry::Side;
use hindsight_kernel::Seat;

use crate::editions::Edition;
use crate::field::Field;
use crate::model::agenda::{Answer, Step, Topic};
use crate::model::attack::AttackKind;
use crate::model::cards::{RangedType, TerrainType, UnitType};
use crate::model::event::{CombatEvent, Event};
use crate::model::names::UnitId;
use crate::model::orders::{Objective, Order};
use crate::model::state::{State, Status};
use crate::playing;
use crate::playing::{
    activate, answer, armed, asked, boxed, combat, goes_on, has, of_attack, play_strictly, rolls, short,
    stands,
};
use crate::rules::combat::{Choices, choices};
use crate::scene::play_in as played_on;
use crate::scene::{
    Scene, begun, ground, id, in_editions, line, of_editions, on_with, rectangle, scene_of, shooting,
};

pub(crate) fn of(state: &State, unit: &str) -> Choices {
    let field = Field::of(state);
    choices(&field, state.unit(id(unit)).unwrap(), &[], &[]).unwrap()
}

pub(crate) fn targets(made: Scene) -> Vec<UnitId> {
    of(&made.state(), "A1")
        .attacks
        .iter()
        .map(|attack| attack.target)
        .collect()
}

/// A1 shoots north from (18, 5) with this way; enemies and friends follow.
pub(crate) fn shooter(edition: Edition, way: RangedType) -> Scene {
    scene_of(edition)
        .unit("A1", shooting(14.0, way), (18.0, 3.75, 0.0))
        .order("A1", Order::Range)
}

fn attacks_are_compulsory(edition: Edition) {
    // Nobody is asked: it shoots at the nearest enemy, and it fights whom it is engaged with.
    let made = shooter(edition, RangedType::Indirect)
        .holding("B1", line(), (18.0, 12.0, 180.0))
        .unit("A2", line(), (5.0, 10.0, 0.0))
        .unit("B2", line(), (5.0, 12.5, 180.0))
        .engaged("A2", "B2", Side::Front);
    let (state, _) = on_with(playing::combat(made), &[], &[]).unwrap();
    let (topic, _, options) = asked(&state).unwrap();
    assert_eq!(
        topic,
        Topic::NextAttack,
        "only the order of the attacks is asked for"
    );
    let attack = |by: &str, kind: AttackKind, on: &str| Answer::Attack {
        by: id(by),
        kind,
        on: id(on),
    };
    assert_eq!(
        options,
        [
            attack("A1", AttackKind::Ranged, "B1"),
            attack("A2", AttackKind::Melee, "B2")
        ]
    );
}

in_editions!(attacks_are_compulsory:
    #[test] fn bg4_comb_05_nobody_is_asked_whether_to_attack(V4);
    #[test] fn bg3_comb_04_attacks_are_compulsory(V3);
);

/// Units of both players shoot in the later edition, those of the active player alone in the earlier one.
fn who_may_shoot(edition: Edition) {
    let made = || shooter(edition, RangedType::Indirect).unit("B1", line(), (18.0, 11.25, 180.0));
    assert_eq!(targets(made()), [id("B1")]);
    let theirs = targets(made().set(|state| state.active = Some(Seat::B)));
    assert_eq!(theirs, of_editions(edition, [vec![id("B1")], vec![]]));
    assert!(targets(made().change("A1", |unit| unit.turn.rallied = true)).is_empty());
    assert!(targets(made().change("A1", |unit| unit.turn.cast = true)).is_empty());
    // Only the earlier edition marks who was run through.
    if edition == Edition::V3 {
        assert!(targets(made().change("A1", |unit| unit.turn.run_through = true)).is_empty());
    }
}

in_editions!(who_may_shoot:
    #[test] fn bg4_comb_01_units_of_both_players_shoot(V4);
    #[test] fn bg3_comb_06_only_the_active_players_units_shoot(V3);
);

fn units_in_water_do_not_shoot(edition: Edition) {
    for kind in [
        TerrainType::DeepWater,
        TerrainType::VeryDeepWater,
        TerrainType::RiverRapids,
    ] {
        let made = shooter(edition, RangedType::Indirect)
            .unit("B1", line(), (18.0, 11.25, 180.0))
            .terrain(rectangle(kind, (10.0, 0.5), (26.0, 6.0)));
        assert!(targets(made).is_empty(), "{kind:?}");
    }
}

in_editions!(units_in_water_do_not_shoot:
    #[test] fn bg4_terr_24_units_in_water_do_not_shoot(V4);
    #[test] fn bg3_terr_11_units_in_water_do_not_shoot(V3);
);

/// Within the tolerance in the later edition, exactly in the earlier one.
fn ranges_are_at_or_less(edition: Edition) {
    for (distance, reached) in [
        (14.0, [true, true]),
        (14.01, [true, false]),
        (14.02, [false, false]),
    ] {
        let made =
            shooter(edition, RangedType::Indirect).unit("B1", line(), (18.0, 5.0 + distance + 1.25, 180.0));
        let reached = of_editions(edition, reached);
        assert_eq!(!targets(made).is_empty(), reached, "{distance}");
    }
}

in_editions!(ranges_are_at_or_less:
    #[test] fn bg4_geo_20_ranges_are_at_or_less(V4);
    #[test] fn bg3_comb_07_ranges_are_at_or_less(V3);
    #[test] fn bg3_gen_02_limits_are_read_exactly(V3);
);

fn attacked(edition: Edition) {
    let shoots = |first: (f64, f64, f64), second: (f64, f64, f64)| {
        shooter(edition, RangedType::Indirect)
            .unit("B1", line(), first)
            .unit("B2", line(), second)
    };
    let near = (18.0, 12.25, 180.0);
    // Of two at 6 and at 9 the nearest, if nothing is in the way.
    let two = || shoots(near, (23.4, 13.45, 180.0));
    let aside = ground(
        TerrainType::Forest,
        &[(15.0, 6.0), (18.5, 6.0), (20.0, 10.0), (15.0, 10.0)],
    );
    let wood = rectangle(TerrainType::Forest, (15.0, 6.0), (20.0, 10.0));
    let aimed = |at| shoots((18.0, 10.0, 180.0), at).objective("A1", Objective::Enemy(id("B2")));
    let engaged = scene_of(edition)
        .unit("A1", shooting(14.0, RangedType::Indirect), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 12.5, 180.0))
        .unit("B2", line(), (25.0, 18.0, 180.0))
        .engaged("B1", "A1", Side::Front);
    for (words, made, target) in [
        ("the nearest", two(), "B1"),
        ("the nearest is hidden", two().terrain(aside), "B2"),
        (
            "behind a forest",
            shoots(near, (25.0, 14.0, 180.0)).terrain(wood),
            "B2",
        ),
        ("the objective is closest", aimed((24.0, 14.0, 180.0)), "B2"),
        ("it is out of range", aimed((24.0, 27.0, 180.0)), "B1"),
        ("whom it is engaged with", engaged, "B1"),
    ] {
        assert_eq!(targets(made), [id(target)], "{words}");
    }
}

in_editions!(attacked:
    #[test] fn bg4_comb_04_engaged_units_attack_whom_they_are_engaged_with(V4);
    #[test] fn bg4_comb_07_the_nearest_that_can_be_shot_is_attacked(V4);
    #[test] fn bg4_order_13_an_enemy_objective_counts_as_closest(V4);
    #[test] fn bg3_comb_05_engaged_units_attack_whom_they_are_engaged_with(V3);
    #[test] fn bg3_comb_08_the_next_nearest_where_no_line_leads(V3);
    #[test] fn bg3_comb_13_an_enemy_objective_counts_as_closest(V3);
);

fn any_legal_target_under_direct_control(edition: Edition) {
    let made = shooter(edition, RangedType::Indirect)
        .unit("B1", line(), (18.0, 10.0, 180.0))
        .unit("B2", line(), (24.0, 14.0, 180.0))
        .change("A1", |unit| unit.turn.controlled = true);
    let state = made.state();
    let found = of(&state, "A1").attacks;
    let found: Vec<UnitId> = found.iter().map(|attack| attack.target).collect();
    assert_eq!(found, [id("B1"), id("B2")]);
    let farther = of_attack(&state, "A1", "B2", AttackKind::Ranged);
    assert!(farther.on_hit.iter().all(|one| one.name != "Not Nearest Enemy"));
}

in_editions!(any_legal_target_under_direct_control:
    #[test] fn bg4_comb_07_any_legal_target_under_direct_control(V4);
    #[test] fn bg3_comb_12_any_legal_target_under_direct_control(V3);
);

fn direct_control_lets_the_owner_pick(edition: Edition) {
    let made = shooter(edition, RangedType::Indirect)
        .holding("B1", line(), (18.0, 10.0, 180.0))
        .holding("B2", line(), (24.0, 14.0, 180.0))
        .change("A1", |unit| unit.turn.controlled = true);
    let (state, _) = on_with(playing::combat(made), &[], &[]).unwrap();
    let (topic, seat, options) = asked(&state).unwrap();
    assert_eq!((topic, seat), (Topic::Target, Seat::A));
    let shoots = |on: &str| Answer::Attack {
        by: id("A1"),
        kind: AttackKind::Ranged,
        on: id(on),
    };
    assert_eq!(options, [shoots("B1"), shoots("B2")], "but it must attack");
    let (_, events) = played_on(state, &[answer(Seat::A, shoots("B2"))], &[]).unwrap();
    assert!(has!(events, Event::Combat(CombatEvent::AttackResolved { target, .. }) if *target == id("B2")));
}

in_editions!(direct_control_lets_the_owner_pick:
    #[test] fn bg4_comb_07_direct_control_lets_the_owner_pick(V4);
    #[test] fn bg3_cmd_07_direct_control_lets_the_owner_pick(V3);
);

fn everything_is_simultaneous(edition: Edition) {
    // A1 marks three boxes of B1, which attacks as it was when the phase began.
    let of = |boxes: (u8, u8, u8), marked: u8| {
        let made = scene_of(edition)
            .holding("A1", armed((3, 8, 8), (0, 0)), (18.0, 10.0, 0.0))
            .holding(
                "B1",
                UnitType {
                    boxes: boxed(boxes.0, boxes.1, boxes.2).boxes,
                    ..armed((5, 5, 5), (0, 0))
                },
                (18.0, 12.5, 180.0),
            )
            .change("B1", |unit| unit.marked = marked)
            .engaged("A1", "B1", Side::Front);
        let (state, events) = on_with(combat(made), &[], &[1, 1, 1, 1, 1, 1]).unwrap();
        (rolls(&events)[..3].to_vec(), stands(&state, "B1").is_some())
    };
    let both = [(3, 8, false), (3, 8, true), (5, 5, false)];
    assert_eq!(of((4, 2, 2), 2).0, both, "without the yellow penalty");
    let (destroyed, stands) = of((1, 1, 1), 0);
    assert_eq!(destroyed, both, "at its starting strength though no box is left");
    assert!(!stands, "it is removed afterwards");
}

in_editions!(everything_is_simultaneous:
    #[test] fn bg4_comb_02_everything_counts_as_at_once(V4);
    #[test] fn bg3_comb_02_everything_is_simultaneous(V3);
);

fn the_active_player_orders_the_attacks(edition: Edition) {
    let state = combat(
        scene_of(edition)
            .holding("A1", line(), (10.0, 10.0, 0.0))
            .holding("A2", line(), (20.0, 10.0, 0.0))
            .holding("B1", line(), (10.0, 12.5, 180.0))
            .holding("B2", line(), (20.0, 12.5, 180.0))
            .engaged("A1", "B1", Side::Front)
            .engaged("A2", "B2", Side::Front),
    );
    let (state, _) = goes_on(state, &[]);
    assert!(matches!(
        state.agenda.last().map(|frame| &frame.step),
        Some(Step::Ask(question)) if question.topic == Topic::NextAttack && question.seat == Seat::A
    ));
}

in_editions!(the_active_player_orders_the_attacks:
    #[test] fn bg4_comb_12_the_active_player_orders_the_attacks(V4);
    #[test] fn bg3_comb_15_the_active_player_orders_the_attacks(V3);
);

/// A1 shoots with a range of 14 at B1.
fn archer(edition: Edition, at: (f64, f64, f64), enemy: (f64, f64, f64)) -> Scene {
    scene_of(edition)
        .unit("A1", shooting(14.0, RangedType::Indirect), at)
        .order("A1", Order::Range)
        .holding("B1", line(), enemy)
}

fn a_unit_that_only_turned_in_place_has_moved(edition: Edition) {
    let hit = |made: Scene| {
        let (state, _) = play_strictly(begun(made), &[activate(&["A1"])], &[]).unwrap();
        let moved = state.unit(id("A1")).unwrap().turn.moved;
        (moved, short(&state, "A1", "B1", AttackKind::Ranged).1)
    };
    // Within 6 ahead it stays; within 6 behind it faces about. Rule BG3-PATH-10.
    let (_, stays) = hit(archer(edition, (18.0, 3.75, 0.0), (18.0, 12.25, 180.0)));
    let (moved, turns) = hit(archer(edition, (18.0, 20.0, 0.0), (18.0, 11.5, 0.0)));
    assert!(moved);
    assert_eq!(turns, stays - 1);
    assert!(!hit(archer(edition, (18.0, 3.75, 0.0), (18.0, 12.25, 180.0))).0);
}

in_editions!(a_unit_that_only_turned_in_place_has_moved:
    #[test] fn bg4_mods_16_a_unit_that_only_turned_in_place_has_moved(V4);
    #[test] fn bg3_mod_19_a_unit_that_only_turned_in_place_has_moved(V3);
);

fn routing_units_attack_nobody(edition: Edition) {
    let state = scene_of(edition)
        .unit("A1", shooting(14.0, RangedType::Indirect), (18.0, 10.0, 0.0))
        .change("A1", |unit| unit.status = Status::Routing)
        .unit("B1", line(), (18.0, 18.0, 180.0))
        .state();
    let field = Field::of(&state);
    let choices = choices(&field, state.unit(id("A1")).unwrap(), &[], &[]).unwrap();
    assert!(choices.attacks.is_empty());
}

in_editions!(routing_units_attack_nobody:
    #[test] fn bg4_status_03_routing_units_attack_nobody(V4);
    #[test] fn bg3_rout_01_routing_units_attack_nobody(V3);
);
