//! The neutral picture of a position, and what an event shows over it.
//!
//! A cell is one board unit: column a lies at x 0 to 1, row 1 at y 0 to 1.

mod change;

use hindsight_geometry::squares::Cell;
use hindsight_kernel::{
    Badge, Board, BoardPoint, BoardSideLine, BoardToken, Grid, LastChange, Link, Pictures, Seat, Story, Tone,
    Zone, message,
};

use crate::BeforeBattle;
use crate::field::combat::in_combat;
use crate::field::geometry::{attack_direction, faced_enemy};
use crate::messages::MESSAGES;
use crate::model::event::Event;
use crate::model::names::UnitId;
use crate::model::state::{SEATS, State, Unit, seat_name};
use crate::model::strike::Direction;
use crate::rules::asking::awaiting;
use crate::rules::deploy::deployment_rows;
use crate::rules::fleeing::flee_need;
use crate::rules::victory::victory_points;

pub use change::last_change;
pub(crate) use change::{beyond_edge, straight_way};

/// How far a token's outline lies inside its cell.
pub(crate) const INSET: f64 = 0.08;

/// The centre of a cell.
pub(crate) fn centre(cell: Cell) -> BoardPoint {
    let (x, y) = cell.centre();
    BoardPoint::new(x, y)
}

/// The corners of a rectangle between two points.
fn rectangle(low: BoardPoint, high: BoardPoint) -> Vec<BoardPoint> {
    vec![
        low,
        BoardPoint::new(high.x, low.y),
        high,
        BoardPoint::new(low.x, high.y),
    ]
}

/// A cell's corners, drawn in by `inset`.
pub(crate) fn cell_outline(cell: Cell, inset: f64) -> Vec<BoardPoint> {
    let BoardPoint { x, y } = centre(cell);
    let half = 0.5 - inset;
    rectangle(
        BoardPoint::new(x - half, y - half),
        BoardPoint::new(x + half, y + half),
    )
}

impl Pictures for BeforeBattle {
    /// The picture of a position.
    fn board(state: &State) -> Board {
        let field = state.field();
        let (cols, rows) = (f64::from(field.cols), f64::from(field.rows));
        let asked: Vec<Seat> = awaiting(state).into_iter().map(|asked| asked.seat).collect();
        let points = victory_points(state);
        let zones = SEATS.map(|seat| {
            let home = deployment_rows(state, seat);
            Zone {
                name: message!(MESSAGES, "board-deploys-here", seat = seat_name(seat)).to_string(),
                seat: Some(seat),
                outline: rectangle(
                    BoardPoint::new(0.0, f64::from(home.start)),
                    BoardPoint::new(cols, f64::from(home.end)),
                ),
            }
        });
        let sides = BeforeBattle::seats(state)
            .into_iter()
            .map(|info| BoardSideLine {
                seat: info.seat,
                name: match info.faction {
                    Some(faction) => format!("{} · {faction}", info.name),
                    None => info.name,
                },
                score: state.turned_up.then(|| {
                    message!(MESSAGES, "board-points", count = points[info.seat.index()]).to_string()
                }),
                to_decide: asked.contains(&info.seat),
            })
            .collect();
        Board {
            zones: zones.into(),
            tokens: state.standing().filter_map(|unit| token(state, unit)).collect(),
            links: links(state),
            sides,
            caption: BeforeBattle::moment(state).caption,
            ..Board::empty(
                BoardPoint::new(0.0, 0.0),
                BoardPoint::new(cols, rows),
                "cell",
                Grid::Squares,
            )
        }
    }

    fn last_change(before: &State, event: &Event) -> LastChange {
        last_change(before, event)
    }
}

fn token(state: &State, unit: &Unit) -> Option<BoardToken> {
    let cell = unit.cell?;
    let card = state.known_card(unit.id);
    let (strength, strength_text) = match card {
        Some(card) if state.turned_up => (
            f64::from(unit.models) / f64::from(card.models.max(1)),
            message!(MESSAGES, "board-models", models = unit.models, most = card.models).to_string(),
        ),
        Some(card) => (
            1.0,
            message!(MESSAGES, "board-all-models", models = card.models).to_string(),
        ),
        None => (1.0, message!(MESSAGES, "board-face-down").to_string()),
    };
    let kind = card.map_or("unknown", |card| match card.class {
        crate::model::cards::Class::General => "leader",
        crate::model::cards::Class::Core | crate::model::cards::Class::Elite => card.kind.into(),
    });
    let (id, outline) = (unit.id.to_string(), cell_outline(cell, INSET));
    Some(BoardToken {
        label: card.map_or_else(|| unit.id.to_string(), |card| short_name(&card.id.to_string())),
        facing: Some(unit.facing.degrees()),
        strength,
        strength_text,
        badges: if state.turned_up {
            badges(state, unit)
        } else {
            Vec::new()
        },
        face_down: card.is_none(),
        ..BoardToken::new(unit.id.seat(), id, &state.name(unit.id), kind, outline)
    })
}

/// The last word of a card's id as a label: `rm-knights` becomes `Knights`; at most seven characters.
fn short_name(card: &str) -> String {
    let word = card.rsplit('-').next().unwrap_or(card);
    let mut letters = word.chars().take(7);
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn badges(state: &State, unit: &Unit) -> Vec<Badge> {
    let badge = |code: &str, text: String, tone: Tone| Badge {
        code: code.to_owned(),
        text,
        tone,
    };
    let mut badges = Vec::new();
    if in_combat(state, unit.id) {
        badges.push(badge(
            "X",
            message!(MESSAGES, "badge-in-combat").to_string(),
            Tone::Plain,
        ));
    }
    if state.charged.contains(unit.id) {
        badges.push(badge(
            "C",
            message!(MESSAGES, "badge-charged").to_string(),
            Tone::Good,
        ));
    }
    if state.acted.contains(unit.id) {
        badges.push(badge(
            "A",
            message!(MESSAGES, "badge-acted").to_string(),
            Tone::Plain,
        ));
    }
    if state.combat.fled.contains(unit.id) {
        badges.push(badge(
            "F",
            message!(MESSAGES, "badge-fled").to_string(),
            Tone::Bad,
        ));
    }
    let need = flee_need(state, unit.id);
    if need > 2 {
        badges.push(badge(
            &format!("{need}+"),
            message!(MESSAGES, "badge-flees", need).to_string(),
            Tone::Bad,
        ));
    }
    if unit.wounds > 0 {
        badges.push(badge(
            "W",
            message!(MESSAGES, "badge-wounds", wounds = unit.wounds).to_string(),
            Tone::Bad,
        ));
    }
    for item in state.gear(unit.id).items.into_iter().flatten() {
        let code: String = item
            .kind
            .chars()
            .take(2)
            .chain(item.level.to_string().chars())
            .collect();
        badges.push(badge(&code, item.id.to_string(), Tone::Good));
    }
    badges
}

/// Who faces whom, and from where it meets the other.
fn links(state: &State) -> Vec<Link> {
    if !state.turned_up {
        return Vec::new();
    }
    let link = |unit: UnitId| {
        let other = faced_enemy(state, unit)?;
        let kind = match attack_direction(state, unit, other)? {
            Direction::Flank => "flank",
            Direction::Rear => "rear",
            Direction::Front if state.charged.contains(unit) => "charge",
            Direction::Front => "faces",
        };
        Some(Link {
            from: unit.to_string(),
            to: other.to_string(),
            kind: kind.to_owned(),
        })
    };
    state.standing().filter_map(|unit| link(unit.id)).collect()
}

#[cfg(test)]
mod tests {
    use hindsight_kernel::Viewer;
    use serde_json::json;

    use super::*;
    use crate::model::cards::{Class, UnitType};
    use crate::model::state::{EndReason, Ending, Stage};
    use crate::scene::{Scene, unit};

    fn token<'b>(board: &'b Board, id: &str) -> &'b BoardToken {
        board
            .tokens
            .iter()
            .find(|token| token.id == id)
            .unwrap_or_else(|| panic!("no token {id}"))
    }

    /// The south-west and north-east corners of an outline, in hundredths of a cell.
    fn corners(outline: &[BoardPoint]) -> [(i32, i32); 2] {
        let hundredths = |length: f64| (length * 100.0).round() as i32;
        let xs = || outline.iter().map(|point| hundredths(point.x));
        let ys = || outline.iter().map(|point| hundredths(point.y));
        assert_eq!(outline.len(), 4);
        [
            (xs().min().unwrap(), ys().min().unwrap()),
            (xs().max().unwrap(), ys().max().unwrap()),
        ]
    }

    fn badges(token: &BoardToken) -> Vec<(&str, &str)> {
        token
            .badges
            .iter()
            .map(|badge| (badge.code.as_str(), badge.text.as_str()))
            .collect()
    }

    /// South's foot on d4 before North's General on d5, its riders charging into his flank from c5; one unit far off.
    fn fight() -> Scene {
        Scene::new("A1 d4 N, A2 c5 E, B1 d5 S, B2 h8 W")
            .card("A2", |card| card.kind = UnitType::Cavalry)
            .card("B1", |card| {
                (card.class, card.wounds_per_model) = (Class::General, 3);
            })
            .models("A1", 2)
            .models("B1", 1)
            .wounds("B1", 2)
            .items("B1", "shield-2")
            .charged("A2")
    }

    #[test]
    fn a_board_shows_each_unit_where_it_stands_and_how_it_stands() {
        let board = BeforeBattle::board(&fight().state);
        assert_eq!(
            (board.min, board.max),
            (BoardPoint::new(0.0, 0.0), BoardPoint::new(8.0, 8.0))
        );
        assert_eq!((board.grid, board.unit.as_str()), (Grid::Squares, "cell"));
        assert_eq!(board.caption, "Round 1 · South · Actions phase");
        // Cell d4 is the fourth column and the fourth row; a token keeps 0.08 from each edge of its cell.
        let rows = [
            (
                "A1",
                [(308, 308), (392, 392)],
                0.0,
                0.4,
                "2/5 models",
                "infantry",
                "A1",
            ),
            (
                "A2",
                [(208, 408), (292, 492)],
                90.0,
                1.0,
                "5/5 models",
                "cavalry",
                "A2",
            ),
            (
                "B1",
                [(308, 408), (392, 492)],
                180.0,
                0.2,
                "1/5 models",
                "leader",
                "B1",
            ),
            (
                "B2",
                [(708, 708), (792, 792)],
                270.0,
                1.0,
                "5/5 models",
                "infantry",
                "B2",
            ),
        ];
        assert_eq!(board.tokens.len(), rows.len());
        for (id, place, facing, strength, text, kind, label) in rows {
            let token = token(&board, id);
            assert_eq!(corners(&token.outline), place, "{id}");
            assert_eq!(token.facing, Some(facing), "{id}");
            assert!(
                (token.strength - strength).abs() < 1e-12,
                "{id}: {}",
                token.strength
            );
            assert_eq!(
                (
                    token.strength_text.as_str(),
                    token.kind.as_str(),
                    token.label.as_str()
                ),
                (text, kind, label)
            );
            assert_eq!(
                (token.name.clone(), token.face_down),
                (format!("Card {id}"), false)
            );
            assert_eq!(token.seat, unit(id).seat());
        }
        // 2 of 5 models stand on 4+, 1 of 5 on 6+ (`BB-FLEE-01`).
        assert_eq!(
            badges(token(&board, "A1")),
            [("X", "in combat"), ("4+", "stands on 4+")]
        );
        assert_eq!(
            badges(token(&board, "A2")),
            [
                ("X", "in combat"),
                ("C", "charged this turn"),
                ("A", "acted this turn")
            ]
        );
        assert_eq!(
            badges(token(&board, "B1")),
            [
                ("X", "in combat"),
                ("6+", "stands on 6+"),
                ("W", "2 wounds on one model"),
                ("sh2", "shield-2")
            ]
        );
        assert_eq!(badges(token(&board, "B2")), []);
        let mut links: Vec<_> = board
            .links
            .iter()
            .map(|link| format!("{} {} {}", link.from, link.kind, link.to))
            .collect();
        links.sort_unstable();
        assert_eq!(links, ["A1 faces B1", "A2 flank B1", "B1 faces A1"]);
    }

    #[test]
    fn a_link_tells_a_charge_and_a_rear() {
        let kinds = |scene: &Scene| {
            let mut kinds: Vec<_> = links(&scene.state)
                .into_iter()
                .map(|link| format!("{} {}", link.from, link.kind))
                .collect();
            kinds.sort_unstable();
            kinds
        };
        assert_eq!(
            kinds(&Scene::new("A1 d4 N, B1 d5 S").charged("A1")),
            ["A1 charge", "B1 faces"]
        );
        assert_eq!(kinds(&Scene::new("A1 d4 N, B1 d5 N")), ["A1 rear"]);
        assert!(
            kinds(&Scene::new("A1 d4 N, B1 e5 S, A2 d5 N")).is_empty(),
            "diagonal cells and friends"
        );
    }

    #[test]
    fn sides_zones_and_captions_follow_the_game() {
        let scene = fight().lost("B2");
        let sides = |scene: &Scene| -> Vec<(String, Option<String>, bool)> {
            BeforeBattle::board(&scene.state)
                .sides
                .into_iter()
                .map(|side| (side.name, side.score, side.to_decide))
                .collect()
        };
        // A destroyed Core unit is 1 point (`BB-WIN-02`).
        assert_eq!(
            sides(&scene),
            [
                ("South · Rivermark".to_owned(), Some("1 point".to_owned()), true),
                ("North · Ashfell".to_owned(), Some("0 points".to_owned()), false),
            ]
        );
        let picture = BeforeBattle::board(&scene.state);
        let zones: Vec<_> = picture
            .zones
            .iter()
            .map(|zone| (zone.name.as_str(), corners(&zone.outline)))
            .collect();
        assert_eq!(
            zones,
            [
                ("South deploys here", [(0, 0), (800, 200)]),
                ("North deploys here", [(0, 600), (800, 800)])
            ]
        );
        let captions = [
            (Stage::Actions, "Round 4 · North · Actions phase"),
            (Stage::Blows { tier: 2 }, "Round 4 · North · Combat phase"),
            (Stage::TurnOver, "Round 4 · North · End of the turn"),
        ];
        for (stage, caption) in captions {
            let mut state = fight().turn_of(Seat::B, 4).state;
            state.stage = stage;
            assert_eq!(BeforeBattle::board(&state).caption, caption);
        }
        let mut over = fight().state;
        over.stage = Stage::Over;
        over.ending = Some(Ending {
            winner: None,
            points: [0, 0],
            reason: EndReason::Equal,
        });
        assert_eq!(BeforeBattle::board(&over).caption, "Battle over");
        assert_eq!(
            BeforeBattle::board(&Scene::begun(&json!({}), &[]).state).caption,
            "Build Your Army"
        );
    }

    #[test]
    fn a_face_down_unit_shows_its_cell_and_facing_alone() {
        let mut scene = Scene::begun(&json!({ "armies": "sample" }), &[5, 3]);
        for line in ["take deployment", "name A first deployer"] {
            scene.give(Seat::A, line, &[]).unwrap();
        }
        scene.give(Seat::B, "name A first player", &[]).unwrap();
        scene.give(Seat::A, "deploy A1 c2 E", &[]).unwrap();
        let seen = BeforeBattle::board(&scene.seen_by(Viewer::Seat(Seat::B)));
        let face_down = token(&seen, "A1");
        assert_eq!(corners(&face_down.outline), [(208, 108), (292, 192)]);
        assert_eq!(face_down.facing, Some(90.0));
        assert_eq!(
            (
                face_down.name.as_str(),
                face_down.label.as_str(),
                face_down.kind.as_str(),
                face_down.face_down
            ),
            ("Unit A1", "A1", "unknown", true)
        );
        assert_eq!(
            (face_down.strength, face_down.strength_text.as_str()),
            (1.0, "face down")
        );
        assert_eq!(badges(face_down), []);
        assert!(seen.sides.iter().all(|side| side.score.is_none()));
        assert_eq!(seen.caption, "Deploy");
        let own = BeforeBattle::board(&scene.seen_by(Viewer::Seat(Seat::A)));
        let own = token(&own, "A1");
        assert_eq!(
            (own.name.as_str(), own.label.as_str(), own.strength_text.as_str()),
            ("Bridge Militia", "Militia", "9/9 models")
        );
    }
}
