//! Boards to draw: of our own making, shaped like those of the systems.
#![allow(
    dead_code,
    unused_imports,
    reason = "each test, bench and example takes what it needs"
)]
#![allow(clippy::similar_names, reason = "tables of units")]
#![allow(unreachable_pub, reason = "shared by tests, benches and examples")]

mod hexes;
mod table;

use std::borrow::Cow;

use hindsight_kernel::{
    Badge, Board, BoardPoint, BoardSideLine, BoardToken, Grid, LastChange, Link, Message, Roll, RollSource,
    Seat, ShownRoll, Tone, Trail, Zone,
};

pub use hexes::hexes;
pub use table::{busy, story, table, table_options};

/// A rectangle round a centre, turned to a heading.
pub fn rectangle(x: f64, y: f64, wide: f64, deep: f64, heading: f64) -> Vec<BoardPoint> {
    let (sin, cos) = heading.to_radians().sin_cos();
    [(-wide, deep), (wide, deep), (wide, -deep), (-wide, -deep)]
        .iter()
        .map(|(dx, dy)| {
            let (dx, dy) = (dx / 2.0, dy / 2.0);
            BoardPoint::new(x + dx * cos + dy * sin, y - dx * sin + dy * cos)
        })
        .collect()
}

/// A rough circle.
pub fn blob(x: f64, y: f64, radius: f64, corners: u32) -> Vec<BoardPoint> {
    (0..corners)
        .map(|corner| {
            let turn = f64::from(corner) / f64::from(corners) * std::f64::consts::TAU;
            let reach = radius * (1.0 + 0.14 * (turn * 3.0 + x).sin() + 0.08 * (turn * 5.0 + y).cos());
            BoardPoint::new(x + reach * 1.25 * turn.cos(), y + reach * turn.sin())
        })
        .collect()
}

#[expect(clippy::too_many_arguments, reason = "a row of a table")]
fn token(
    id: &str,
    seat: Seat,
    name: &str,
    label: &str,
    kind: &str,
    outline: Vec<BoardPoint>,
    facing: f64,
    left: u32,
    full: u32,
) -> BoardToken {
    BoardToken {
        id: id.to_owned(),
        seat,
        name: name.to_owned(),
        label: label.to_owned(),
        outline,
        facing: Some(facing),
        strength: f64::from(left) / f64::from(full),
        strength_text: format!("{left}/{full} models"),
        badges: Vec::new(),
        level: 0,
        face_down: false,
        stripe: None,
        kind: kind.to_owned(),
    }
}

fn badge(code: &str, text: &str, tone: Tone) -> Badge {
    Badge {
        code: code.to_owned(),
        text: text.to_owned(),
        tone,
    }
}

fn side(seat: Seat, name: &str, score: &str, to_decide: bool) -> BoardSideLine {
    BoardSideLine {
        seat,
        name: name.to_owned(),
        score: Some(score.to_owned()),
        to_decide,
    }
}

fn link(from: &str, to: &str, kind: &str) -> Link {
    Link {
        from: from.to_owned(),
        to: to.to_owned(),
        kind: kind.to_owned(),
    }
}

fn roll(purpose: &'static str, sides: u8, faces: &[u8]) -> Roll {
    Roll {
        purpose: Cow::Borrowed(purpose),
        sides,
        faces: faces.to_vec(),
        counted: Vec::new(),
        source: RollSource::Scripted,
    }
}

fn cell(column: u32, row: u32) -> Vec<BoardPoint> {
    rectangle(f64::from(column) + 0.5, f64::from(row) + 0.5, 0.84, 0.84, 0.0)
}

/// An 8 by 8 field of squares with twelve units, some of them fighting.
pub fn squares() -> Board {
    let mut tokens = Vec::new();
    let south = [
        ("A1", "Bridge Militia", "BrMil", "infantry", 1, 2, 0.0, 7, 9),
        ("A2", "Ford Spears", "Spear", "infantry", 2, 2, 0.0, 9, 9),
        ("A3", "Reed Archers", "Reed", "missile", 3, 1, 0.0, 6, 6),
        ("A4", "River Riders", "Rider", "cavalry", 6, 3, 270.0, 4, 5),
        ("A5", "Mill Guard", "Mill", "infantry", 4, 3, 0.0, 3, 9),
        ("A6", "Old Hilda", "Hilda", "leader", 4, 1, 0.0, 1, 1),
    ];
    let north = [
        ("B1", "Wolf Pack", "Wolf", "monster", 1, 3, 180.0, 5, 8),
        ("B2", "Hill Axes", "Axes", "infantry", 2, 4, 180.0, 9, 9),
        ("B3", "Crag Slingers", "Sling", "missile", 5, 6, 180.0, 6, 6),
        ("B4", "Stone Giant", "Giant", "monster", 4, 4, 180.0, 2, 4),
        ("B5", "Banner of Ash", "Ash", "standard", 3, 5, 135.0, 3, 3),
        ("B6", "Goat Lancers", "Goat", "cavalry", 5, 3, 90.0, 5, 5),
    ];
    for (seat, rows) in [(Seat::A, south), (Seat::B, north)] {
        for (id, name, label, kind, column, row, facing, left, full) in rows {
            tokens.push(token(
                id,
                seat,
                name,
                label,
                kind,
                cell(column, row),
                facing,
                left,
                full,
            ));
        }
    }
    tokens[0].badges.push(badge("ENG", "in a fight", Tone::Plain));
    tokens[4].badges.push(badge("FL", "fleeing next", Tone::Bad));
    tokens[4].badges.push(badge("ACT", "has acted", Tone::Plain));
    tokens[3].badges.push(badge("+1", "inspired", Tone::Good));
    tokens[9].badges.push(badge("W", "wounded", Tone::Bad));
    Board {
        min: BoardPoint::new(0.0, 0.0),
        max: BoardPoint::new(8.0, 8.0),
        unit: "cell".to_owned(),
        grid: Grid::Squares,
        zones: vec![
            Zone {
                name: "South deploys".to_owned(),
                seat: Some(Seat::A),
                outline: vec![
                    BoardPoint::new(0.0, 0.0),
                    BoardPoint::new(8.0, 0.0),
                    BoardPoint::new(8.0, 2.0),
                    BoardPoint::new(0.0, 2.0),
                ],
            },
            Zone {
                name: "North deploys".to_owned(),
                seat: Some(Seat::B),
                outline: vec![
                    BoardPoint::new(0.0, 6.0),
                    BoardPoint::new(8.0, 6.0),
                    BoardPoint::new(8.0, 8.0),
                    BoardPoint::new(0.0, 8.0),
                ],
            },
        ],
        terrain: Vec::new(),
        lines: Vec::new(),
        tokens,
        links: vec![
            link("A1", "B1", "faces"),
            link("A5", "B4", "faces"),
            link("B6", "A4", "charge"),
        ],
        sides: vec![
            side(Seat::A, "South (Rivermark)", "4 points", true),
            side(Seat::B, "North (Cragfolk)", "6 points", false),
        ],
        caption: Message::plain("Round 2 · South · Combat phase"),
    }
}

/// The last change on [`squares`].
pub fn squares_last() -> LastChange {
    LastChange {
        units: vec!["A1".to_owned(), "B1".to_owned()],
        trails: vec![
            Trail {
                unit: "A1".to_owned(),
                seat: Seat::A,
                points: vec![
                    BoardPoint::new(0.5, 0.5),
                    BoardPoint::new(1.5, 1.5),
                    BoardPoint::new(1.5, 2.5),
                ],
                kind: "move".to_owned(),
            },
            Trail {
                unit: "A3".to_owned(),
                seat: Seat::A,
                points: vec![BoardPoint::new(3.5, 1.5), BoardPoint::new(5.5, 6.5)],
                kind: "shot".to_owned(),
            },
        ],
        rolls: vec![
            ShownRoll {
                seat: Seat::A,
                roll: roll("attack", 6, &[4, 1, 6, 5, 2, 3]),
                target: Some(4),
            },
            ShownRoll {
                seat: Seat::B,
                roll: roll("block", 6, &[2, 5, 3]),
                target: Some(5),
            },
        ],
        words: Message::plain("Bridge Militia attacks Wolf Pack: 3 hits, 1 blocked, 2 wounds."),
    }
}

/// Twenty units locked in one place.
pub fn crowd() -> Board {
    let mut board = squares();
    board.tokens.clear();
    board.links.clear();
    let kinds = [
        "infantry",
        "cavalry",
        "missile",
        "monster",
        "leader",
        "standard",
        "flyer",
        "artillery",
        "hero",
        "other",
    ];
    for place in 0..20_u32 {
        let (column, row) = (2 + place % 5, 2 + place / 5);
        let seat = if (place * 7 + place / 5) % 3 == 0 || row > 3 {
            Seat::B
        } else {
            Seat::A
        };
        let facing = f64::from(place * 45 % 360 / 90 * 90);
        let id = format!("{seat}{}", place + 1);
        let mut new = token(
            &id,
            seat,
            &format!("Company {}", place + 1),
            &format!("Cp{:02}", place + 1),
            kinds[place as usize % 10],
            cell(column, row),
            facing,
            9 - place % 9,
            9,
        );
        if place % 3 == 0 {
            new.badges.push(badge("ENG", "in a fight", Tone::Plain));
        }
        if place % 4 == 1 {
            new.badges.push(badge("SHK", "shaken", Tone::Bad));
            new.badges.push(badge("RAL", "rallied", Tone::Good));
            new.badges.push(badge("OUT", "out of ammunition", Tone::Plain));
        }
        new.face_down = place == 12;
        board.tokens.push(new);
    }
    for (from, to, kind) in [
        (0, 5, "faces"),
        (1, 6, "flank"),
        (7, 12, "rear"),
        (8, 9, "faces"),
        (13, 18, "charge"),
    ] {
        let (from, to) = (board.tokens[from].id.clone(), board.tokens[to].id.clone());
        board.links.push(link(&from, &to, kind));
    }
    board.caption = Message::plain("Round 5 · North · Melee");
    board
}

/// [`squares`] with the labels that systems cut to seven letters, and names of any length.
pub fn long_names() -> Board {
    let mut board = squares();
    for (token, (label, name)) in board.tokens.iter_mut().zip(LONG_NAMES.iter().cycle()) {
        (*label).clone_into(&mut token.label);
        (*name).clone_into(&mut token.name);
    }
    board
}

/// Labels and names of [`long_names`].
pub const LONG_NAMES: [(&str, &str); 6] = [
    ("Colossu", "Bronze Colossus"),
    ("Crossbo", "Rivermark Crossbowmen"),
    ("Border Reivers of the March", "Border Reivers of the March"),
    (
        "Hochgeborene Landsknechtsfähnlein",
        "Hochgeborene Landsknechtsfähnlein",
    ),
    ("BrMil", "Bridge Militia"),
    ("Wolves", "Grey Wolves"),
];
