//! Rushes that both editions have (v4 pp. 46-47, 61-72; v3 pp. 13-14, 30).

use battleground_geometry::Side;
use hindsight_kernel::Seat;

use crate::editions::Edition;
use crate::field::Field;
use crate::model::cards::TerrainType;
use crate::model::charging::charges_toward;
use crate::model::command::Command;
use crate::model::effect::Keyword;
use crate::model::event::{CombatEvent, EngagementEvent, Event, MoveKind, MovementEvent};
use crate::model::orders::{Objective, Order};
use crate::model::state::{Cause, RushKind, Status};
use crate::playing::{activate, fights, has, play_strictly, refused_by};
use crate::procedures::rush::eligibility::may_rush;
use crate::procedures::rush::no_rush::NoFinalRush;
use crate::scene::{
    Scene, begun, colossal, id, in_editions, inches, line, moving, of_editions, pose, rectangle, scene_of,
    with_keywords,
};

pub(crate) fn may(made: Scene, unit: &str, enemy: &str) -> Result<(), NoFinalRush> {
    may_rush(&begun(made), id(unit), id(enemy))
}

/// A1 north of nothing, B1 dead ahead so far away.
pub(crate) fn at_distance(edition: Edition, distance: f64) -> Scene {
    scene_of(edition).unit("A1", line(), (18.0, 10.0, 0.0)).holding(
        "B1",
        line(),
        (18.0, 11.25 + distance + 1.25, 180.0),
    )
}

fn no_rush_after_a_normal_move(edition: Edition) {
    let made = at_distance(edition, 2.0).unit("A2", line(), (5.0, 5.0, 0.0));
    assert_eq!(may(made, "A1", "B1"), Ok(()));
    let late = at_distance(edition, 2.0).set(|state| state.normal_moves = true);
    assert_eq!(may(late, "A1", "B1"), Err(NoFinalRush::TooLate));
    // Normal movement cannot start while a compulsory rush is left. Rule BG3-RUSH-12.
    let state = begun(at_distance(edition, 2.0).unit("A2", line(), (5.0, 5.0, 0.0)));
    assert_eq!(
        refused_by(&state, Seat::A, activate(&["A2"]).1),
        of_editions(edition, ["BG4-TURN-04", "BG3-RUSH-01"])
    );
}

in_editions!(no_rush_after_a_normal_move:
    #[test] fn bg4_turn_04_no_rush_after_a_normal_move(V4);
    #[test] fn bg3_rush_01_no_rush_after_a_normal_move(V3);
);

fn placing_the_rusher(edition: Edition) {
    let state = begun(
        scene_of(edition)
            .unit("A1", moving(5.0), (17.0, 9.0, 10.0))
            .holding("B1", line(), (18.0, 14.25, 180.0)),
    );
    let (state, _) = play_strictly(state, &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(state.unit(id("A1")).unwrap().pose, Some(pose(18.0, 11.75, 0.0)));
    let state = begun(scene_of(edition).unit("A1", line(), (22.5, 15.0, 270.0)).holding(
        "B1",
        line(),
        (18.0, 15.0, 180.0),
    ));
    let (state, _) = play_strictly(state, &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(state.unit(id("A1")).unwrap().pose, Some(pose(21.0, 15.0, 270.0)));
    assert_eq!(fights(&state, "A1"), [(id("B1"), Side::Front, Side::Left)]);
}

in_editions!(placing_the_rusher:
    #[test] fn bg4_rush_12_centre_to_centre(V4);
    #[test] fn bg3_rush_14_placing_the_rusher(V3);
);

fn open_sides(edition: Edition) {
    // The whole front is covered by a friend; the other sides are too far.
    let covered = at_distance(edition, 3.0).unit("A2", line(), (18.0, 13.0, 0.0));
    assert!(may(covered, "A1", "B1").is_err());
    let water =
        at_distance(edition, 3.0).terrain(rectangle(TerrainType::DeepWater, (16.0, 13.3), (20.0, 14.2)));
    assert!(
        may(water, "A1", "B1").is_err(),
        "a side at deep water is not open"
    );
}

in_editions!(open_sides:
    #[test] fn bg4_path_01_open_sides(V4);
    #[test] fn bg3_rush_04_open_sides(V3);
);

fn the_lane_is_2_5_wide(edition: Edition) {
    let lane = |left: f64, right: f64| {
        let made = scene_of(edition)
            .unit("A1", moving(7.0), (18.0, 8.75, 0.0))
            .unit("A2", line(), (left - 1.75, 12.5, 0.0))
            .unit("A3", line(), (right + 1.75, 12.5, 0.0))
            .holding("B1", line(), (18.0, 17.6, 180.0));
        may(made, "A1", "B1")
    };
    assert_eq!(lane(16.75, 19.25), Ok(()));
    assert_eq!(lane(16.75, 19.0), Err(NoFinalRush::NoOpenPath));
    assert_eq!(lane(16.75, 19.85), Ok(()));
}

in_editions!(the_lane_is_2_5_wide:
    #[test] fn bg4_geo_18_the_lane_of_a_rush_is_2_5_wide(V4);
    #[test] fn bg3_rush_07_the_lane_is_2_5_wide(V3);
);

/// At or less than the movement, within the tolerance, in the later edition; less than it in the earlier one.
fn a_rush_reaches_as_far_as_the_movement(edition: Edition) {
    for (distance, reached) in [
        (3.49, [true, true]),
        (3.5, [true, false]),
        (3.51, [true, false]),
        (3.52, [false, false]),
    ] {
        let found = may(at_distance(edition, distance), "A1", "B1");
        if of_editions(edition, reached) {
            assert_eq!(found, Ok(()), "{distance}");
        } else {
            assert!(matches!(found, Err(NoFinalRush::TooFar { .. })), "{distance}");
        }
    }
}

in_editions!(a_rush_reaches_as_far_as_the_movement:
    #[test] fn bg4_rush_07_at_or_less_than_the_movement(V4);
    #[test] fn bg3_rush_08_strictly_less_than_the_movement(V3);
);

fn terrain_slows_a_rush(edition: Edition) {
    let wooded = |distance: f64| {
        at_distance(edition, distance).terrain(rectangle(TerrainType::Forest, (10.0, 11.6), (26.0, 12.0)))
    };
    assert_eq!(may(wooded(2.4), "A1", "B1"), Ok(()));
    assert!(matches!(
        may(wooded(2.6), "A1", "B1"),
        Err(NoFinalRush::TooFar { .. })
    ));
}

in_editions!(terrain_slows_a_rush:
    #[test] fn bg4_rush_08_terrain_slows_a_rush(V4);
    #[test] fn bg3_rush_09_terrain_slows_a_rush(V3);
);

/// B1 is more directly ahead, B2 nearer by mirrored corners: 5.27 against 5.75.
fn of_two_enemies_one_comes_first(edition: Edition) {
    let made = scene_of(edition)
        .unit("A1", moving(7.0), (18.0, 8.75, 0.0))
        .holding("B1", line(), (18.0, 17.0, 180.0))
        .holding("B2", line(), (22.5, 14.0, 180.0));
    let (state, _) = play_strictly(begun(made), &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(fights(&state, "A1")[0].0, id(of_editions(edition, ["B1", "B2"])));
}

in_editions!(of_two_enemies_one_comes_first:
    #[test] fn bg4_rush_09_straight_ahead_before_nearer(V4);
    #[test] fn bg3_rush_11_the_nearest_by_effective_distance(V3);
);

fn a_legal_rush_must_be_made(edition: Edition) {
    let state = begun(at_distance(edition, 2.0));
    assert_eq!(
        refused_by(&state, Seat::A, Command::EndPhase),
        of_editions(edition, ["BG4-TURN-03", "BG3-CMD-03"])
    );
    let (state, _) = play_strictly(state, &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(fights(&state, "A1"), [(id("B1"), Side::Front, Side::Front)]);
}

in_editions!(a_legal_rush_must_be_made:
    #[test] fn bg4_rush_11_a_legal_rush_must_be_made(V4);
    #[test] fn bg3_rush_12_a_legal_rush_must_be_made(V3);
);

fn only_the_objective_or_what_is_in_its_way(edition: Edition) {
    let made = |enemy: (f64, f64, f64)| {
        scene_of(edition)
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .objective("A1", Objective::Enemy(id("B2")))
            .holding("B1", line(), enemy)
            .holding("B2", line(), (18.0, 25.0, 180.0))
    };
    assert_eq!(may(made((18.0, 15.0, 180.0)), "A1", "B1"), Ok(()), "in the way");
    assert_eq!(
        may(made((13.5, 13.5, 180.0)), "A1", "B1"),
        Err(NoFinalRush::NotItsObjective)
    );
}

in_editions!(only_the_objective_or_what_is_in_its_way:
    #[test] fn bg4_rush_03_only_the_objective_or_what_is_in_its_way(V4);
    #[test] fn bg3_rush_13_only_the_objective_or_what_is_in_its_way(V3);
);

fn units_side_by_side_rush_together(edition: Edition) {
    let state = begun(
        scene_of(edition)
            .unit("A1", line(), (16.25, 10.0, 0.0))
            .unit("A2", line(), (19.75, 10.0, 0.0))
            .holding("B1", line(), (16.25, 15.0, 180.0))
            .holding("B2", line(), (19.75, 15.0, 180.0)),
    );
    let (state, _) = play_strictly(state, &[activate(&["A1", "A2"])], &[]).unwrap();
    assert_eq!((fights(&state, "A1").len(), fights(&state, "A2").len()), (1, 1));
}

in_editions!(units_side_by_side_rush_together:
    #[test] fn bg4_rush_20_units_side_by_side_rush_together(V4);
    #[test] fn bg3_rush_17_units_side_by_side_rush_together(V3);
);

fn only_its_target_becomes_engaged(edition: Edition) {
    let state = begun(
        scene_of(edition)
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .holding("B1", line(), (18.0, 15.0, 180.0))
            .holding("B2", line(), (21.5, 15.0, 180.0)),
    );
    let (state, _) = play_strictly(state, &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(fights(&state, "A1").len(), 1);
    assert!(fights(&state, "B2").is_empty());
}

in_editions!(only_its_target_becomes_engaged:
    #[test] fn bg4_rush_15_only_its_target_becomes_engaged(V4);
    #[test] fn bg3_rush_19_only_its_target_becomes_engaged(V3);
);

fn an_engagement_is_recorded_with_both_sides(edition: Edition) {
    let state = begun(at_distance(edition, 2.0));
    let (state, events) = play_strictly(state, &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(fights(&state, "B1"), [(id("A1"), Side::Front, Side::Front)]);
    assert!(
        has!(events, Event::Engagement(EngagementEvent::FinalRushed { engagement, .. }) if engagement.kind == RushKind::Front)
    );
    let record = state.engagements[0];
    assert_eq!((record.turn, record.taken_over), (state.turn, false));
    assert!(
        has!(events, Event::Movement(MovementEvent::UnitMoved { kind: MoveKind::Rush, unit, distance, .. }) if *unit == id("A1") && *distance == inches(2.0))
    );
    let marks = &state.unit(id("A1")).unwrap().turn;
    assert!(marks.activated && marks.rushed && marks.moved);
}

in_editions!(an_engagement_is_recorded_with_both_sides:
    #[test] fn bg4_rush_16_an_engagement_with_both_sides(V4);
    #[test] fn bg3_rush_20_an_engagement_is_recorded_with_both_sides(V3);
);

/// A1 rushes from before the front of B1, which is on Close; A2 from its left flank.
fn before_two_sides(edition: Edition) -> Scene {
    at_distance(edition, 2.0)
        .order("B1", Order::Close)
        .unit("A2", line(), (22.5, 14.5, 270.0))
}

fn a_rusher_charges(edition: Edition) {
    let charges = |made: Scene, rushers: &[&str], who: &str, toward: &str| {
        let commands: Vec<_> = rushers.iter().map(|unit| activate(&[unit])).collect();
        let (state, _) = play_strictly(begun(made), &commands, &[]).unwrap();
        charges_toward(&state, id(who), id(toward))
    };
    let front = || at_distance(edition, 2.0).order("B1", Order::Close);
    // Both on Close, front to front: both; rushed on Hold: only the rusher.
    assert!(charges(front(), &["A1"], "A1", "B1"));
    assert!(charges(front(), &["A1"], "B1", "A1"));
    assert!(charges(at_distance(edition, 2.0), &["A1"], "A1", "B1"));
    assert!(!charges(at_distance(edition, 2.0), &["A1"], "B1", "A1"));
    // On the flank, or engaged when the turn began: not.
    let both = || before_two_sides(edition);
    assert!(!charges(both(), &["A2"], "B1", "A2"));
    let bound = both().change("B1", |unit| unit.turn.began_engaged = true);
    assert!(!charges(bound, &["A1"], "B1", "A1"));
    // On front and flank in one turn: only toward the front.
    assert!(charges(both(), &["A1", "A2"], "B1", "A1"));
    assert!(!charges(both(), &["A1", "A2"], "B1", "A2"));
}

in_editions!(a_rusher_charges:
    #[test] fn bg4_rush_18_charging(V4);
    #[test] fn bg3_rush_22_a_rusher_charges(V3);
);

fn skirmishers_rush_fronts_only_to_pinch(edition: Edition) {
    let against = |heading: f64| {
        scene_of(edition)
            .unit("A1", with_keywords(&[Keyword::Skirmisher]), (18.0, 10.0, 0.0))
            .holding("B1", line(), (18.0, 14.5, heading))
    };
    assert_eq!(
        may(against(180.0), "A1", "B1"),
        Err(NoFinalRush::SkirmisherInFront)
    );
    for heading in [0.0, 90.0, 270.0] {
        assert_eq!(may(against(heading), "A1", "B1"), Ok(()), "{heading}");
    }
    // Engaged on its flank by others it is pinched by the rush.
    let pinching = against(180.0)
        .unit("A2", line(), (21.0, 14.5, 270.0))
        .engaged("A2", "B1", Side::Left);
    assert_eq!(may(pinching, "A1", "B1"), Ok(()));
    // Two rush together to pinch: one on the flank, the other on the front.
    let two = against(180.0).unit("A2", with_keywords(&[Keyword::Skirmisher]), (22.5, 14.5, 270.0));
    let state = begun(two);
    let unfinished = of_editions(edition, ["BG4-TURN-03", "BG3-CMD-03"]);
    assert_eq!(refused_by(&state, Seat::A, Command::EndPhase), unfinished);
    let (together, _) = play_strictly(state.clone(), &[activate(&["A1", "A2"])], &[]).unwrap();
    assert_eq!(fights(&together, "A1"), [(id("B1"), Side::Front, Side::Front)]);
    assert_eq!(fights(&together, "A2"), [(id("B1"), Side::Front, Side::Left)]);
    // One after the other: the flank first, which lets the other pinch; it must.
    let (one, _) = play_strictly(state, &[activate(&["A2"])], &[]).unwrap();
    assert_eq!(refused_by(&one, Seat::A, Command::EndPhase), unfinished);
    let (both, _) = play_strictly(one, &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(fights(&both, "B1").len(), 2);
}

in_editions!(skirmishers_rush_fronts_only_to_pinch:
    #[test] fn bg4_skirm_04_a_skirmisher_rushes_flanks_rears_and_to_pinch(V4);
    #[test] fn bg3_key_28_skirmishers_rush_fronts_only_to_pinch(V3);
);

fn airborne_units_neither_rush_nor_are_rushed(edition: Edition) {
    type Change = fn(&mut crate::model::state::Unit);
    let began: Change = |unit| unit.turn.began_flying = true;
    let flies: Change = |unit| unit.airborne = true;
    for (who, change, expected) in [
        ("A1", began, NoFinalRush::Flying),
        ("A1", flies, NoFinalRush::Flying),
        ("B1", began, NoFinalRush::EnemyFlying),
        ("B1", flies, NoFinalRush::EnemyFlying),
    ] {
        let made = at_distance(edition, 2.0).change(who, change);
        assert_eq!(may(made, "A1", "B1"), Err(expected));
        // Also if it took off after the start of the turn.
        let state = Scene::from(begun(at_distance(edition, 2.0))).change(who, change);
        assert_eq!(may_rush(&state.state(), id("A1"), id("B1")), Err(expected));
    }
    assert_eq!(may(at_distance(edition, 2.0), "A1", "B1"), Ok(()));
}

in_editions!(airborne_units_neither_rush_nor_are_rushed:
    #[test] fn bg4_fly_12_flying_and_engagement(V4);
    #[test] fn bg3_key_14_airborne_units_neither_rush_nor_are_rushed(V3);
);

fn the_nearest_of_three_flank_points(edition: Edition) {
    let state = begun(
        scene_of(edition)
            .unit("A1", moving(7.0), (19.5, 12.0, 0.0))
            .holding("B1", colossal(), (18.0, 20.0, 90.0)),
    );
    let field = Field::of(&state);
    let (point, distance) = field.to_side(id("A1"), id("B1"), Side::Right).unwrap();
    assert!((point.x.value() - 19.25).abs() < 1e-9 && (point.y.value() - 18.25).abs() < 1e-9);
    assert!((distance.value() - 5.0062).abs() < 1e-4);
}

in_editions!(the_nearest_of_three_flank_points:
    #[test] fn bg4_colos_02_the_nearest_of_three_points_of_a_flank_counts(V4);
    #[test] fn bg3_key_08_the_nearest_of_three_flank_points(V3);
);

fn a_routing_unit_that_is_rushed_is_destroyed(edition: Edition) {
    let routing = || {
        scene_of(edition)
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 14.0, 0.0))
            .change("B1", |unit| unit.status = Status::Routing)
            .unit("B2", line(), (3.0, 28.0, 180.0))
    };
    let (state, events) = play_strictly(begun(routing()), &[activate(&["A1"])], &[]).unwrap();
    let routed = state.unit(id("B1")).unwrap();
    assert_eq!((routed.destroyed, routed.pose), (Some(Cause::Rushed), None));
    let rusher = state.unit(id("A1")).unwrap();
    assert_eq!(rusher.pose, Some(pose(18.0, 11.5, 0.0)));
    assert!(rusher.turn.rushed && rusher.turn.activated);
    assert!(state.engagements.is_empty());
    assert!(
        events.contains(&Event::Engagement(EngagementEvent::RoutingRushed {
            unit: id("A1"),
            target: id("B1")
        }))
    );
    let free = |event: &Event| matches!(event, Event::Combat(CombatEvent::AttackBegan { .. }));
    assert!(!events.iter().any(free), "without a free attack");
    // Merely touching it does nothing.
    let touching = routing().change("A1", |unit| unit.pose = Some(pose(18.0, 11.5, 0.0)));
    assert_eq!(begun(touching).unit(id("B1")).unwrap().destroyed, None);
}

in_editions!(a_routing_unit_that_is_rushed_is_destroyed:
    #[test] fn bg4_rout_04_a_routing_unit_is_destroyed(V4);
    #[test] fn bg3_rush_21_a_routing_unit_that_is_rushed_is_destroyed(V3);
    #[test] fn bg3_rout_13_engaged_while_routing_it_is_destroyed(V3);
);

fn skirmisher_against_skirmisher(edition: Edition) {
    let screen = || with_keywords(&[Keyword::Skirmisher]);
    let state = begun(scene_of(edition).unit("A1", screen(), (18.0, 10.0, 0.0)).holding(
        "B1",
        screen(),
        (18.0, 14.5, 180.0),
    ));
    let (state, _) = play_strictly(state, &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(fights(&state, "A1"), [(id("B1"), Side::Front, Side::Front)]);
    // No automatic rout follows.
    assert!(!state.unit(id("B1")).unwrap().turn.rushed_by_line);
}

in_editions!(skirmisher_against_skirmisher:
    #[test] fn bg4_skirm_06_skirmisher_against_skirmisher(V4);
    #[test] fn bg3_key_28_skirmishers_rush_the_front_of_skirmishers(V3);
);
