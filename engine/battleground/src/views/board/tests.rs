use battleground_geometry::Way;

use super::*;
use crate::model::cards::RangedType;
use crate::model::effect::Keyword;
use crate::model::event::MovementEvent;
use crate::model::movement_category::Mc;
use crate::model::names::TokenNo;
use crate::model::orders::Order;
use crate::scene::{
    colossal, ground, hill, id, inches, line, point, pose, scene, shooting, wall, with_keywords,
};

fn token_of<'b>(board: &'b Board, id: &str) -> &'b BoardToken {
    board.tokens.iter().find(|token| token.id == id).unwrap()
}

fn codes(token: &BoardToken) -> Vec<&str> {
    token.badges.iter().map(|badge| badge.code.as_str()).collect()
}

/// The corners in hundredths of an inch, as a sorted set.
fn corners(outline: &[BoardPoint]) -> Vec<(i64, i64)> {
    let mut corners: Vec<(i64, i64)> = outline
        .iter()
        .map(|point| ((point.x * 100.0).round() as i64, (point.y * 100.0).round() as i64))
        .collect();
    corners.sort_unstable();
    corners
}

#[test]
fn tokens_lie_true_to_scale_where_the_units_lie() {
    let state = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("A2", line(), (10.0, 10.0, 90.0))
        .unit("B1", colossal(), (18.0, 20.0, 180.0))
        .state();
    let board = board(&state);
    assert_eq!(
        (board.min, board.max),
        (BoardPoint::new(0.0, 0.0), BoardPoint::new(36.0, 30.0))
    );
    // Rule BG4-GEO-03: a card of 3.5 by 2.5 inches; turned by 90 degrees; a Colossal unit of two cards.
    let rows = [
        ("A1", [(1625, 875), (1625, 1125), (1975, 875), (1975, 1125)], 0.0),
        ("A2", [(875, 825), (875, 1175), (1125, 825), (1125, 1175)], 90.0),
        (
            "B1",
            [(1625, 1750), (1625, 2250), (1975, 1750), (1975, 2250)],
            180.0,
        ),
    ];
    for (name, expected, heading) in rows {
        let token = token_of(&board, name);
        assert_eq!(corners(&token.outline), expected, "{name}");
        assert_eq!(token.facing, Some(heading));
        assert_eq!(token.strength, 1.0);
    }
    assert_eq!(token_of(&board, "B1").kind, "monster");
}

#[test]
fn badges_tell_order_status_boxes_and_ammunition() {
    let state = scene()
        .unit("A1", line(), (4.0, 10.0, 0.0))
        .unit("A2", shooting(14.0, RangedType::Indirect), (9.0, 10.0, 0.0))
        .unit("A3", line(), (14.0, 10.0, 0.0))
        .unit("A4", line(), (19.0, 10.0, 0.0))
        .unit(
            "A5",
            with_keywords(&[Keyword::Normal, Keyword::Flying]),
            (24.0, 10.0, 0.0),
        )
        .unit("B1", line(), (18.0, 25.0, 180.0))
        .change("A1", |unit| {
            unit.status = Status::Ready(Some(Orders {
                order: Order::Close,
                cap: Some(Mc::of(2.5).unwrap()),
                objective: Some(Objective::Enemy(id("B1"))),
            }));
            unit.marked = 4; // The last green box: In the Yellow, BG4-STATUS-05.
        })
        .change("A2", |unit| {
            unit.status = Status::Ready(Some(Orders::plain(Order::Range)));
            unit.ammo_marked = 1;
        })
        .change("A3", |unit| unit.status = Status::Routing)
        .change("A4", |unit| {
            unit.status = Status::Disrupted;
            unit.marked = 7;
            unit.turn.frightened = true;
        })
        .change("A5", |unit| unit.airborne = true)
        .state();
    let board = board(&state);
    let token = |name| token_of(&board, name);
    assert_eq!(codes(token("A1")), ["C->", "YEL"]);
    assert_eq!(
        token("A1").badges[0].text,
        "order: Close, at most 2.5\", against B1"
    );
    assert_eq!(
        (token("A1").strength, token("A1").strength_text.as_str()),
        (5.0 / 9.0, "5/9 boxes")
    );
    // Rule BG4-ATK-08: Indirect Fire at 14 inches has 6 ammo boxes.
    assert_eq!(codes(token("A2")), ["R", "5a"]);
    assert_eq!(codes(token("A3")), ["RT"]);
    assert_eq!(codes(token("A4")), ["D", "RED", "FR"]);
    assert_eq!((codes(token("A5")), token("A5").level), (vec!["C", "A"], 1));
    assert_eq!(
        board.tokens.last().unwrap().id,
        "A5",
        "flyers are drawn over the others"
    );
    assert!(
        board
            .tokens
            .iter()
            .flat_map(|token| &token.badges)
            .all(|badge| badge.code.chars().count() <= 3)
    );
}

#[test]
fn links_tell_which_side_was_rushed() {
    let rows = [
        (battleground_geometry::Side::Front, "faces"),
        (battleground_geometry::Side::Left, "flank"),
        (battleground_geometry::Side::Rear, "rear"),
    ];
    for (side, kind) in rows {
        let state = scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 12.5, 180.0))
            .engaged("A1", "B1", side)
            .state();
        let board = board(&state);
        assert_eq!(board.links.len(), 1);
        assert_eq!(
            (
                board.links[0].from.as_str(),
                board.links[0].to.as_str(),
                board.links[0].kind.as_str()
            ),
            ("A1", "B1", kind)
        );
    }
}

#[test]
fn terrain_keeps_kind_and_height_and_lines_become_thin_areas() {
    let state = scene()
        .terrain(ground(TerrainType::Forest, &[(0.0, 0.0), (4.0, 0.0), (4.0, 3.0)]))
        .terrain(hill(2, &[(10.0, 10.0), (14.0, 10.0), (14.0, 13.0)]))
        .terrain(wall(TerrainType::LowWall, &[(20.0, 10.0), (24.0, 10.0)]))
        .state();
    let board = board(&state);
    let kinds: Vec<(&str, f64)> = board
        .terrain
        .iter()
        .map(|feature| (feature.kind.as_str(), feature.height))
        .collect();
    assert_eq!(kinds, [("forest", 0.0), ("hill", 2.0), ("wall", 0.0)]);
    assert_eq!(
        corners(&board.terrain[2].outline),
        [(2000, 989), (2000, 1011), (2400, 989), (2400, 1011)]
    );
}

#[test]
fn zones_show_where_to_deploy_and_whose_objective_it_is() {
    let state = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .objective("A1", Objective::Location(TokenNo(3)))
        .set(|state| {
            state.tokens.insert(TokenNo(3), (Seat::A, point(18.0, 15.0)));
        })
        .state();
    let board = board(&state);
    assert_eq!(board.zones.len(), 3);
    assert_eq!(board.zones[2].name, "objective 3 of A1");
    assert_eq!(board.zones[2].seat, Some(Seat::A));
}

#[test]
fn a_trail_follows_the_legs() {
    let state = scene().unit("A1", line(), (18.0, 10.0, 0.0)).state();
    let event = Event::Movement(MovementEvent::UnitMoved {
        unit: id("A1"),
        kind: MoveKind::Controlled,
        legs: vec![
            Leg::Shift {
                way: Way::Forward,
                inches: inches(2.0),
            },
            Leg::Shift {
                way: Way::Right,
                inches: inches(1.0),
            },
        ],
        to: pose(19.0, 12.0, 0.0),
        distance: inches(3.0),
        allowance: inches(3.5),
        shown: None,
    });
    let change = last_change(&state, &event);
    assert_eq!(change.units, ["A1"]);
    let points: Vec<(f64, f64)> = change.trails[0].points.iter().map(|at| (at.x, at.y)).collect();
    assert_eq!(points, [(18.0, 10.0), (18.0, 12.0), (19.0, 12.0)]);
    assert!(change.words.contains("3 of 3.5 inches"), "{}", change.words);
}

#[test]
fn the_side_lines_tell_points_actions_and_cards() {
    let state = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 20.0, 180.0))
        .unit("B2", line(), (8.0, 20.0, 180.0))
        .change("B1", |unit| {
            unit.pose = None;
            unit.destroyed = Some(crate::model::state::Cause::Attack);
        })
        .set(|state| {
            state.players[0].actions = 3;
            state.players[0].hand = vec![None, None];
        })
        .state();
    let board = board(&state);
    // 60 percent of 2000, BG4-SCEN-04; the line unit costs 200.
    assert_eq!(
        board.sides[0].score.as_deref(),
        Some("200 of 1200 points destroyed · 3 command actions · 2 cards")
    );
    assert!(board.sides[0].to_decide && !board.sides[1].to_decide);
    assert_eq!(board.caption, "Turn 1 · South · Movement & Command");
    assert_eq!(board.tokens.len(), 2);
}

#[test]
fn bg4_skirm_13_the_badge_of_a_pinch_counts_two_sides_without_skirmishers() {
    use battleground_geometry::Side;
    let skirmisher = || with_keywords(&[Keyword::Normal, Keyword::Infantry, Keyword::Skirmisher]);
    let around = |second| {
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("A2", second, (21.0, 12.5, 270.0))
            .unit("B1", line(), (18.0, 12.5, 180.0))
            .engaged("A1", "B1", Side::Front)
    };
    let rows = [
        (around(line()), false),
        (around(line()).engaged("A2", "B1", Side::Left), true),
        (around(skirmisher()).engaged("A2", "B1", Side::Left), false),
    ];
    for (place, (scene, pinched)) in rows.into_iter().enumerate() {
        let board = board(&scene.state());
        assert_eq!(
            codes(token_of(&board, "B1")).contains(&"PIN"),
            pinched,
            "row {place}"
        );
        assert!(!codes(token_of(&board, "A1")).contains(&"PIN"), "row {place}");
    }
}
