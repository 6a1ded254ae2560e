//! Terrain: cover, heights and what it costs (pp. 20-22).

use super::*;

#[test]
fn bg3_terr_06_half_of_a_unit_for_water_and_more_for_cover() {
    let half = |kind, from: f64| rectangle(kind, (10.0, from), (26.0, 26.0));
    // Exactly half of a shooter in water, or a little less.
    let shoots = |from: f64| {
        let state = scene3()
            .holding("A1", shooting(21.0, RangedType::Indirect), (18.0, 10.0, 0.0))
            .holding("B1", line(), (18.0, 28.0, 180.0))
            .terrain(rectangle(TerrainType::DeepWater, (10.0, from), (26.0, 12.0)))
            .state();
        let field = Field::of(&state);
        !choices(&field, state.unit(id("A1")).unwrap(), &[], &[])
            .unwrap()
            .attacks
            .is_empty()
    };
    assert!(!shoots(10.0) && shoots(10.1));
    // Exactly half of a target in a forest, or a little more.
    let hits = |from: f64| {
        let state = scene3()
            .holding("A1", shooting(14.0, RangedType::Indirect), (18.0, 3.75, 0.0))
            .holding("B1", line(), (18.0, 12.25, 180.0))
            .terrain(half(TerrainType::Forest, from))
            .state();
        short(&state, "A1", "B1", AttackKind::Ranged).1
    };
    assert_eq!((hits(12.25), hits(12.0)), (3, 2));
}

#[test]
fn bg3_terr_10_terrain_stops_fire_by_its_height() {
    let wood = || rectangle(TerrainType::Forest, (10.0, 8.0), (26.0, 12.0));
    let made = |level: u8| {
        let mut made = scene3()
            .unit("A1", shooting(28.0, RangedType::Indirect), (18.0, 3.75, 0.0))
            .unit("B1", line(), (18.0, 20.0, 180.0))
            .terrain(wood());
        for level in 1..=level {
            made = made.terrain(hill_over(level, (10.0, 0.5), (26.0, 6.0)));
        }
        fires(made)
    };
    assert!(!made(0));
    assert!(!made(2), "a 20' hill does not see over a forest");
    assert!(made(3), "a 30' hill does");
    // A 20' hill between normal units on flat ground; a Colossal target stands as high as 30'.
    let over = |target: UnitType| {
        let mut made = scene3()
            .unit("A1", shooting(28.0, RangedType::Indirect), (18.0, 3.75, 0.0))
            .unit("B1", target, (18.0, 20.0, 180.0));
        for level in [1, 2] {
            made = made.terrain(hill_over(level, (10.0, 8.0), (26.0, 12.0)));
        }
        fires(made)
    };
    assert!(!over(line()));
    assert!(over(colossal()));
}

#[test]
fn bg3_terr_10_a_forest_stands_on_the_ground_it_lies_on() {
    // A1 on a hill of three lines (30'), B1 on flat ground, a forest of 4 inches from y 8 to y 12 between them.
    let sees = |level: u8, from: f64| {
        let mut made = scene3()
            .unit("A1", shooting(28.0, RangedType::Indirect), (18.0, 3.75, 0.0))
            .unit("B1", line(), (18.0, 20.0, 180.0))
            .terrain(rectangle(TerrainType::Forest, (10.0, 8.0), (26.0, 12.0)));
        for level in 1..=3 {
            made = made.terrain(hill_over(level, (10.0, 0.5), (26.0, 6.0)));
        }
        for level in 1..=level {
            made = made.terrain(hill_over(level, (10.0, from), (26.0, 13.0)));
        }
        fires(made)
    };
    assert!(
        sees(0, 8.0),
        "its top at 30' is not above the ground of the shooter"
    );
    assert!(!sees(1, 8.0), "on a hill of 10' its top is at 40'");
    assert!(!sees(1, 10.0), "half of it on the hill");
    assert!(sees(1, 10.5), "less than half of it");
    // To a target that is higher than its top it is looked over: a Colossal unit on a hill of 20' stands to 50'.
    let over = |under_forest: u8| {
        let mut made = scene3()
            .unit("A1", shooting(28.0, RangedType::Indirect), (18.0, 3.75, 0.0))
            .unit("B1", colossal(), (18.0, 20.0, 180.0))
            .terrain(rectangle(TerrainType::Forest, (10.0, 8.0), (26.0, 12.0)));
        for level in [1, 2] {
            made = made.terrain(hill_over(level, (10.0, 14.0), (26.0, 26.0)));
            if level <= under_forest {
                made = made.terrain(hill_over(level, (10.0, 7.5), (26.0, 12.5)));
            }
        }
        fires(made)
    };
    assert!(over(1), "40' is below 50'");
    assert!(!over(2), "50' is not");
}

#[test]
fn bg3_terr_10_a_forest_on_a_hill_hides_enemies_from_who_advances() {
    // Seen from a hill of 30' to flat ground, a forest is looked over unless it stands on a hill itself.
    let sees = |on_hill: bool| {
        let mut made = scene3()
            .unit("A1", line(), (18.0, 3.75, 0.0))
            .unit("B1", line(), (18.0, 20.0, 180.0))
            .terrain(rectangle(TerrainType::Forest, (5.0, 8.0), (31.0, 12.0)));
        for level in 1..=3 {
            made = made.terrain(hill_over(level, (10.0, 0.5), (26.0, 6.0)));
        }
        if on_hill {
            made = made.terrain(hill_over(1, (5.0, 8.0), (31.0, 12.0)));
        }
        let state = made.state();
        Field::of(&state).is_visible(id("A1"), id("B1"), crate::field::Purpose::Move)
    };
    assert!(sees(false) && !sees(true));
}

#[test]
fn bg3_terr_08_heights() {
    // Normal 10', Large 20', Colossal 30': each is seen over to a higher one.
    let past = |between: UnitType, target: UnitType| {
        fires(
            scene3()
                .unit("A1", shooting(28.0, RangedType::Indirect), (18.0, 3.75, 0.0))
                .unit("B2", between, (18.0, 10.0, 180.0))
                .unit("B1", target, (18.0, 20.0, 180.0)),
        )
    };
    let large = || with_keywords(&[Keyword::Large]);
    assert!(past(line(), large()) && past(large(), colossal()));
    assert!(!past(large(), line()) && !past(colossal(), large()) && !past(large(), large()));
}

#[test]
fn bg3_terr_19_hills_cost_one_step_uphill_alone() {
    let moved = |from: f64, length: f64, levels: &[u8]| {
        let mut made = scene3()
            .unit("A1", line(), (18.0, from, 0.0))
            .change("A1", |unit| unit.turn.controlled = true);
        for level in levels {
            let low = 12.0 + f64::from(*level);
            made = made.terrain(hill_over(*level, (10.0, low), (26.0, 22.0)));
        }
        let state = made.state();
        legs_allowed(&state, &[forward(length)])
    };
    assert!(moved(11.0, 2.5, &[1]) && !moved(11.0, 2.6, &[1]), "-1");
    assert!(
        moved(11.0, 2.5, &[1, 2]) && !moved(11.0, 2.6, &[1, 2]),
        "two lines: -1 once"
    );
    assert!(moved(19.5, 3.5, &[1]), "downhill: no penalty");
}

#[test]
fn bg3_terr_16_the_shore_is_high_ground_against_who_stands_in_the_water() {
    // A1 stands on the shore with this share of its depth, B1 in the water with that one.
    let skill = |shore: f64, wet: f64, kind: AttackKind| {
        let own = UnitType {
            ranged: Some(RangedAttack {
                range: Distance(7_000),
                ..RangedAttack::default()
            }),
            ..line()
        };
        let made = scene3()
            .holding("A1", own, (18.0, 10.0, 0.0))
            .holding("B1", line(), (18.0, 12.5, 180.0))
            .terrain(rectangle(
                TerrainType::Shoreline,
                (10.0, 11.25 - 2.5 * shore),
                (26.0, 11.25),
            ))
            .terrain(rectangle(
                TerrainType::ShallowWater,
                (10.0, 11.25),
                (26.0, 11.25 + 2.5 * wet),
            ));
        let made = if kind == AttackKind::Melee {
            made.engaged("A1", "B1", Side::Front)
        } else {
            made
        };
        short(&made.state(), "A1", "B1", kind).1
    };
    let plain = skill(0.4, 1.0, AttackKind::Melee);
    assert_eq!(skill(0.9, 0.9, AttackKind::Melee), plain + 1);
    assert_eq!(
        skill(0.9, 0.4, AttackKind::Melee),
        plain,
        "not more than half in the water"
    );
    let shot = skill(0.4, 1.0, AttackKind::Ranged);
    assert_eq!(skill(0.9, 0.9, AttackKind::Ranged), shot, "engaged attacks only");
}

/// A house of 8 by 6 with a door of 3 in its southern wall.
fn house(made: Scene) -> Scene {
    use crate::scene::wall;
    let corners = [(14.0, 12.0), (22.0, 12.0), (22.0, 18.0), (14.0, 18.0)];
    made.terrain(ground(TerrainType::FortificationInside, &corners))
        .terrain(wall(
            TerrainType::FortificationWall,
            &[(14.0, 12.0), (16.0, 12.0)],
        ))
        .terrain(wall(
            TerrainType::FortificationDoor,
            &[(16.0, 12.0), (20.0, 12.0)],
        ))
        .terrain(wall(
            TerrainType::FortificationWall,
            &[(20.0, 12.0), (22.0, 12.0)],
        ))
        .terrain(wall(
            TerrainType::FortificationWall,
            &[(22.0, 12.0), (22.0, 18.0)],
        ))
        .terrain(wall(
            TerrainType::FortificationWall,
            &[(22.0, 18.0), (14.0, 18.0)],
        ))
        .terrain(wall(
            TerrainType::FortificationWall,
            &[(14.0, 18.0), (14.0, 12.0)],
        ))
}

#[test]
fn bg3_terr_21_a_door_covers_its_defender_towards_its_other_side() {
    let cover = |from: (f64, f64, f64), at: (f64, f64, f64), kind: AttackKind| {
        let made = house(
            scene3()
                .holding("A1", shooting(21.0, RangedType::Indirect), from)
                .holding("B1", line(), at),
        );
        cover_against(made, kind)
    };
    let (inside, outside) = ((18.0, 13.25, 180.0), (18.0, 10.75, 0.0));
    for kind in [AttackKind::Melee, AttackKind::Ranged] {
        // At the door on the inside, against one outside; and on the outside, against one inside.
        assert_eq!(cover(outside, inside, kind), -2, "{kind:?}");
        assert_eq!(cover(inside, outside, kind), -2, "{kind:?}");
    }
    // Against those on the same side it covers nobody, whichever side of the card faces them.
    assert_eq!(
        cover((18.0, 3.75, 0.0), (18.0, 10.75, 180.0), AttackKind::Ranged),
        0
    );
    assert_eq!(
        cover((18.0, 8.25, 0.0), (18.0, 10.75, 180.0), AttackKind::Melee),
        0
    );
    assert_eq!(
        cover((18.0, 3.75, 0.0), outside, AttackKind::Ranged),
        0,
        "from behind"
    );
    assert_eq!(
        cover((18.0, 16.75, 180.0), inside, AttackKind::Ranged),
        0,
        "both inside"
    );
    // Half of the side that faces the attacker is up against door and wall: 2.25 of 3.5; and away from the door none is.
    assert_eq!(
        cover((15.75, 16.0, 180.0), (14.5, 10.75, 0.0), AttackKind::Ranged),
        -2
    );
    assert_eq!(
        cover((14.5, 16.0, 180.0), (13.0, 10.75, 0.0), AttackKind::Ranged),
        0
    );
}

#[test]
fn bg3_terr_21_fortifications() {
    // Inside, with more than half of the card: hard cover against what comes from outside.
    let shot = |y: f64| {
        let state = house(
            scene3()
                .holding("A1", shooting(21.0, RangedType::Indirect), (18.0, 3.75, 0.0))
                .holding("B1", line(), (18.0, y, 180.0)),
        )
        .state();
        of_attack(&state, "A1", "B1", AttackKind::Ranged)
            .on_hit
            .iter()
            .filter(|one| one.name.to_lowercase().contains("cover"))
            .map(|one| one.change)
            .sum::<i32>()
    };
    assert_eq!(shot(15.0), -2, "inside");
    assert_eq!(shot(10.0), 0, "outside, away from the door");
    assert_eq!(shot(13.25), -2, "inside, at the door: its defender");
    assert_eq!(shot(10.75), 0, "outside, with the door in its back");
    // Walls are impassable, the door is not: A1 walks in through it, unless an enemy defends it.
    let walks = |x: f64, defender: Option<(f64, f64, f64)>| {
        let made = house(
            scene3()
                .unit("A1", moving(3.5), (x, 10.0, 0.0))
                .change("A1", |unit| unit.turn.controlled = true)
                .holding("B1", line(), (3.0, 28.0, 180.0)),
        );
        let made = match defender {
            Some(at) => made.holding("B2", line(), at),
            None => made,
        };
        let submit = submit_legs(vec![forward(2.5)]);
        play3(begun(made), &[activate(&["A1"]), (Seat::A, submit)], &[]).is_ok()
    };
    assert!(walks(18.0, None), "in through the door");
    assert!(!walks(21.0, None), "through the wall");
    assert!(
        !walks(18.0, Some((20.5, 13.25, 180.0))),
        "an enemy at the door keeps it shut"
    );
    let partners = house(
        scene3()
            .unit("A1", moving(3.5), (18.0, 10.0, 0.0))
            .holding("C1", line(), (20.5, 13.25, 180.0))
            .set(|state| state.players = crate::model::state::SeatPlayers::new(3)),
    )
    .state();
    let field = Field::of(&partners);
    let door = field
        .lays()
        .iter()
        .find(|lay| lay.piece.kind == TerrainType::FortificationDoor)
        .unwrap();
    let own = partners.unit(id("A1")).unwrap();
    let passage = field.passage_from(own, door.piece, own.pose.unwrap().centre);
    assert!(passage.is_some(), "a partner's unit at the door keeps it open");
    // The defender at the door may be rushed through it.
    let rushed = |from: (f64, f64, f64), at: (f64, f64, f64)| {
        let state = begun(house(scene3().unit("A1", moving(5.0), from).holding(
            "B1",
            line(),
            at,
        )));
        let (state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
        !fights(&state, "A1").is_empty()
    };
    assert!(rushed((18.0, 8.0, 0.0), (18.0, 13.25, 180.0)));
    assert!(
        !rushed((15.5, 8.0, 0.0), (15.5, 13.25, 180.0)),
        "1.25 of it lie at the door"
    );
    assert!(!rushed((23.75, 8.0, 0.0), (20.25, 16.75, 180.0)), "behind a wall");
}
