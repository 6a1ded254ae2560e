//! Destinations and ways of orders.

use super::*;
use crate::procedures::attack::modifiers;

#[test]
fn bg4_ordmv_01_close_goes_for_the_nearest_enemy() {
    let state = ahead(line(), Order::Close, 8.0)
        .unit("B2", line(), (26.0, 26.0, 180.0))
        .state();
    assert_eq!(plan(&state).aim, Some(Aim::Enemy(id("B1"), Side::Front)));
    // The nearest at 3 began the turn flying; the other at 3.4 is rushed.
    let state = begun(
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (17.5, 15.458, 180.0))
            .change("B1", |unit| unit.turn.began_flying = true)
            .unit("B2", line(), (21.734, 13.987, 225.0)),
    );
    let distance = |enemy: &str| {
        let found = Field::of(&state).to_side(id("A1"), id(enemy), Side::Front);
        (found.unwrap().1.value() * 100.0).round() / 100.0
    };
    assert_eq!((distance("B1"), distance("B2")), (3.0, 3.4));
    assert_eq!(
        may_rush(&state, id("A1"), id("B1")),
        Err(NoFinalRush::EnemyFlying)
    );
    assert_eq!(may_rush(&state, id("A1"), id("B2")), Ok(()));
}

#[test]
fn bg4_ordmv_02_range_stops_where_it_reaches() {
    assert_eq!(moved(bow(10.5), Order::Range, 13.0), 2.5);
    assert_eq!(moved(bow(10.5), Order::Range, 15.0), 3.5);
    // Friends directly in front: at 10 it shoots over them, at 13 the path is blocked.
    let behind = |distance: f64| {
        ahead(bow(10.5), Order::Range, distance)
            .unit("A2", line(), (18.0, 12.5, 0.0))
            .state()
    };
    assert!(plan(&behind(10.0)).legs.is_empty());
    let far = behind(13.0);
    assert!(matches!(
        would_move(&Field::of(&far), id("A1"), &[]),
        Err(Need::Ask(question)) if question.topic == Topic::IndirectPath
    ));
    assert!(would_it_move(&Field::of(&far), id("A1")));
}

#[test]
fn bg4_ordmv_03_short_and_long() {
    assert_eq!(moved(bow(14.0), Order::Long, 15.5), 1.5);
    assert_eq!(moved(bow(14.0), Order::Short, 9.0), 2.0);
}

#[test]
fn bg4_ordmv_04_a_line_of_sight_unit_needs_an_open_path_to_stand() {
    let crossbows = shooting(10.5, RangedType::LineOfSight);
    let free = ahead(crossbows.clone(), Order::Range, 8.0).state();
    assert!(plan(&free).legs.is_empty());
    let blocked = ahead(crossbows, Order::Range, 8.0)
        .unit("A2", line(), (18.0, 13.0, 0.0))
        .state();
    assert!(would_it_move(&Field::of(&blocked), id("A1")));
    assert!(
        would_move(&Field::of(&blocked), id("A1"), &[]).is_err(),
        "it does not simply stand"
    );
}

#[test]
fn bg4_ordmv_04_a_friend_in_the_corridor_is_enough() {
    // Two friends leave the line free, and a gap of 2 inches or of 2.5 between them. Rule BG4-GEO-18.
    let between = |kind: UnitType, left: f64| {
        ahead(kind, Order::Range, 8.0)
            .unit("A2", line(), (20.75, 15.0, 0.0))
            .unit("A3", line(), (left, 15.0, 0.0))
            .state()
    };
    let crossbows = || shooting(10.5, RangedType::LineOfSight);
    let narrow = between(crossbows(), 15.25);
    assert!(Field::of(&narrow).is_visible(id("A1"), id("B1"), Purpose::Shoot));
    let Err(Need::Ask(question)) = would_move(&Field::of(&narrow), id("A1"), &[]) else {
        panic!("it does not stand");
    };
    assert_eq!(
        (question.topic, question.about),
        (Topic::IndirectPath, Some(id("B1")))
    );
    assert!(plan(&between(crossbows(), 14.75)).legs.is_empty(), "wide enough");
    assert!(plan(&between(bow(10.5), 15.25)).legs.is_empty(), "over friends");
}

#[test]
fn bg4_ordmv_05_hold_stands() {
    assert_eq!(moved(line(), Order::Hold, 2.0), 0.0);
}

#[test]
fn bg4_ordmv_06_the_cap_is_the_most_it_moves() {
    let state = capped(ahead(moving(6.0), Order::Close, 5.5), 5.0).state();
    assert_eq!(plan(&state).distance, inches(5.0));
    // It is the cap that forbids the rush, not the lateness of the turn.
    let before = || {
        scene()
            .unit("A1", moving(6.0), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 18.0, 180.0))
    };
    assert!(must_rush(&begun(before()), id("A1")));
    let state = begun(capped(before(), 5.0));
    assert_eq!(
        may_rush(&state, id("A1"), id("B1")),
        Err(NoFinalRush::TooFar {
            distance: inches(5.5),
            reach: inches(5.0)
        })
    );
    assert!(!must_rush(&state, id("A1")));
    assert_eq!(
        (plan(&state).distance, plan(&state).to),
        (inches(5.0), pose(18.0, 15.0, 0.0))
    );
}

#[test]
fn bg4_ordmv_07_to_the_nearest_part_of_the_token() {
    let state = token(
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .order("A1", Order::Hold),
        "A1",
        1,
        (18.0, 14.0),
    )
    .state();
    let found = plan(&state);
    assert_eq!(found.distance.rounded(), inches(2.435));
    assert_eq!(found.reached, Some(TokenNo(1)));
}

#[test]
fn bg4_ordmv_08_round_a_friend_to_the_token() {
    // (book example) Option B leads round the friend.
    let state = token(
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("A2", line(), (19.0, 15.0, 0.0)),
        "A1",
        1,
        (18.0, 21.0),
    )
    .state();
    let field = Field::of(&state);
    let Err(Need::Ask(question)) = would_move(&field, id("A1"), &[]) else {
        panic!("the owner chooses");
    };
    assert_eq!(question.topic, Topic::IndirectPath);
    let Options::OneOf(options) = &question.options else {
        panic!("named ways");
    };
    assert_eq!(options[0].0, Answer::UpTo(id("A2")));
    let first = options[1].0.clone();
    assert!(matches!(first, Answer::Around(_)), "{first:?}");
    // By name, and by number as it was recorded before.
    for answer in [first, Answer::Number(1)] {
        let around = Answered {
            topic: Topic::IndirectPath,
            unit: Some(id("A1")),
            about: None,
            answer,
        };
        let found = would_move(&field, id("A1"), &[around]).unwrap();
        assert_eq!(
            (found.aim, found.indirect),
            (
                Some(Aim::Token(TokenNo(1))),
                Some(crate::procedures::movement::plan::Indirect::Around)
            )
        );
    }
}

#[test]
fn bg4_ordmv_09_enemies_beside_the_way_do_not_matter() {
    // (book example) The Peasant Mob beside the path, which could be rushed.
    let beside = || {
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (21.1, 13.5, 270.0))
    };
    assert!(must_rush(&begun(beside()), id("A1")));
    let state = begun(token(beside(), "A1", 1, (18.0, 20.0)));
    assert!(!must_rush(&state, id("A1")));
    let found = plan(&state);
    assert_eq!(
        (found.aim, found.to),
        (Some(Aim::Token(TokenNo(1))), pose(18.0, 13.5, 0.0))
    );
}

#[test]
fn bg4_ordmv_10_the_rest_of_the_order_with_the_rest_of_the_move() {
    let reach = |order: Order, kind: UnitType| {
        let base = ahead(kind, order, 9.0);
        plan(&token(base, "A1", 1, (18.0, 14.0)).state())
            .distance
            .rounded()
            .value()
    };
    assert_eq!(reach(Order::Close, line()), 3.5);
    assert_eq!(reach(Order::Hold, line()), 2.435);
    assert_eq!(reach(Order::Range, bow(14.0)), 2.435);
    assert_eq!(reach(Order::Range, bow(5.0)), 3.5);
}

#[test]
fn bg4_ordmv_11_ranged_units_head_for_their_token_all_the_same() {
    let state = token(ahead(bow(14.0), Order::Range, 5.0), "A1", 1, (10.0, 20.0)).state();
    let found = plan(&state);
    assert_eq!(found.aim, Some(Aim::Token(TokenNo(1))));
    let aim = point(10.0, 20.0);
    let nearer = |to: battleground_geometry::Pose| to.centre.distance(aim).value();
    assert!(
        nearer(found.to) < nearer(pose(18.0, 10.0, 0.0)) - 1.0,
        "{found:?}"
    );
    // It shoots with Move and Shoot in the Combat Phase, though it has not been activated yet.
    let field = Field::of(&state);
    let situation = crate::procedures::attack::modifiers::Situation::of(&field);
    let kind = crate::model::attack::AttackKind::Ranged;
    let told = modifiers::numbers(&situation, id("A1"), id("B1"), kind);
    assert!(
        told.on_hit
            .iter()
            .any(|one| one.name == "Move and Shoot" && one.change == -1)
    );
}

#[test]
fn bg4_ordmv_12_hold_with_a_token_moves() {
    let base = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .order("A1", Order::Hold);
    let going = token(base, "A1", 1, (18.0, 20.0)).state();
    assert!(would_it_move(&Field::of(&going), id("A1")));
    let held = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .order("A1", Order::Hold)
        .state();
    assert!(!would_it_move(&Field::of(&held), id("A1")));
}

#[test]
fn bg4_ordmv_13_an_objective_behind_the_unit() {
    let state = ahead(line(), Order::Close, 6.0)
        .unit("B2", line(), (18.0, 2.0, 0.0))
        .objective("A1", Objective::Enemy(id("B2")))
        .state();
    let found = plan(&state);
    assert_eq!(found.legs, [Leg::AboutFace, straight(2.5)]);
}

#[test]
fn bg4_ordmv_14_a_friend_before_the_objective_asks_for_an_indirect_path() {
    // The friend closes the ways to the objective's front and to its Nearest Open Side; another enemy could be rushed.
    let screened = || {
        scene()
            .unit("A1", moving(7.0), (18.0, 10.0, 0.0))
            .unit("A2", line(), (17.0, 15.3, 0.0))
            .unit("B1", line(), (17.0, 19.0, 180.0))
            .unit("B2", line(), (21.1, 13.5, 270.0))
    };
    assert!(must_rush(&begun(screened()), id("A1")));
    let state = begun(screened().objective("A1", Objective::Enemy(id("B1"))));
    assert_eq!(
        may_rush(&state, id("A1"), id("B2")),
        Err(NoFinalRush::NotItsObjective)
    );
    assert!(!must_rush(&state, id("A1")));
    assert!(matches!(
        would_move(&Field::of(&state), id("A1"), &[]),
        Err(Need::Ask(question)) if question.topic == Topic::IndirectPath
    ));
}

#[test]
fn bg4_ordmv_15_range_goes_until_the_objective_is_in_range() {
    let state = ahead(bow(14.0), Order::Range, 16.0)
        .unit("B2", line(), (25.0, 14.0, 270.0))
        .objective("A1", Objective::Enemy(id("B1")))
        .state();
    assert_eq!(plan(&state).distance.rounded(), inches(2.0));
}

#[test]
fn bg4_ordmv_16_followers_come_up_to_the_leaders_rear() {
    let alone = led(&[("A1", 18.0, 10.0)]).state();
    let found = plan(&alone);
    assert_eq!(
        (found.aim, found.to),
        (Some(Aim::Leader(id("A9"), Side::Rear)), pose(18.0, 11.5, 0.0))
    );
    // (book example) Two followers share the rear: 1.75 of 3.5 inches each.
    let two = led(&[("A1", 16.25, 10.0), ("A2", 19.75, 10.0)]).state();
    let both = [id("A1"), id("A2")];
    for (follower, other) in [(both[0], both[1]), (both[1], both[0])] {
        let field = Field::of(&two).without(&[other]);
        let found = would_move_with(&field, follower, &[], &both).unwrap();
        let unit = two.unit(follower).unwrap();
        let (own, leader) = (
            two.card(unit).unwrap().at(found.to),
            two.card(two.unit(id("A9")).unwrap()).unwrap(),
        );
        let contact = contact_length(&own, Side::Front, &leader, Side::Rear, TOL);
        assert!((contact.value() - 1.75).abs() < 0.01, "{follower}: {contact}");
    }
    // Another unit stands where the front centre would meet the rear centre: as much contact as there is room for.
    // The leader's rear reaches from 16.25 to 19.75; from 19.25 on A3 stands there, so that the most is 3 inches.
    let taken = scene()
        .unit("A1", moving(6.0), (18.0, 9.0, 0.0))
        .objective("A1", Objective::Friend(id("A9")))
        .unit("A3", line(), (21.0, 11.5, 0.0))
        .unit("A9", line(), (18.0, 14.0, 0.0))
        .state();
    let (end, leader) = (plan(&taken).to, taken.unit(id("A9")).unwrap());
    assert_eq!(end, pose(17.5, 11.5, 0.0));
    let own = taken.card(taken.unit(id("A1")).unwrap()).unwrap().at(end);
    let rear = taken.card(leader).unwrap();
    let contact = contact_length(&own, Side::Front, &rear, Side::Rear, TOL);
    assert!((contact.value() - 3.0).abs() < 0.002, "{contact}");
    // (book example) A Range follower with an enemy in range follows its leader.
    let bows = scene()
        .unit("A1", bow(14.0), (18.0, 6.0, 0.0))
        .order("A1", Order::Range)
        .unit("A9", line(), (18.0, 14.0, 0.0))
        .objective("A1", Objective::Friend(id("A9")))
        .unit("B1", line(), (26.0, 14.0, 270.0))
        .state();
    assert_eq!(plan(&bows).distance, inches(3.5));
}

#[test]
fn bg4_ordmv_16_a_slid_leader_is_followed_to_the_card_outside() {
    // A9's rear card lies from y 16.25 to 18.75, its front card under B1; A3 holds its rear, so its right flank stands for it.
    let state = scene()
        .unit("A1", line(), (24.5, 17.5, 270.0))
        .objective("A1", Objective::Friend(id("A9")))
        .unit("A3", line(), (18.0, 15.0, 0.0))
        .unit("A9", colossal(), (18.0, 18.75, 0.0))
        .change("A9", |unit| unit.slid = true)
        .unit("B1", line(), (18.0, 20.0, 180.0))
        .engaged("A9", "B1", Side::Front)
        .state();
    let found = plan(&state);
    assert_eq!(
        (found.aim, found.to),
        (Some(Aim::Leader(id("A9"), Side::Right)), pose(21.0, 17.5, 270.0))
    );
}

#[test]
fn bg4_ordmv_17_a_close_follower_ignores_enemies_beside_its_way() {
    // At 2.1, beside the line and the corridor.
    let enemy = (21.1, 8.2, 270.0);
    let alone = scene()
        .unit("A1", line(), (18.0, 6.0, 0.0))
        .unit("B1", line(), enemy);
    assert!(must_rush(&begun(alone), id("A1")));
    let state = begun(led(&[("A1", 18.0, 6.0)]).unit("B1", line(), enemy));
    assert!(!must_rush(&state, id("A1")));
    assert_eq!(plan(&state).to, pose(18.0, 9.5, 0.0));
}

#[test]
fn bg4_ordmv_10_the_rest_may_lead_into_touch_without_engaging() {
    // 2.435 to the token, the other 1.065 up to the enemy's front 3.5 ahead.
    let state = token(ahead(line(), Order::Close, 3.5), "A1", 1, (18.0, 14.0)).state();
    let found = plan(&state);
    assert_eq!(
        (found.to, found.reached),
        (pose(18.0, 13.5, 0.0), Some(TokenNo(1)))
    );
    assert!(!must_rush(&state, id("A1")) && state.engagements.is_empty());
}
