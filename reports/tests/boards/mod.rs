//! Boards to draw: of our own making, shaped like those of the systems.
#![allow(dead_code, reason = "each test, bench and example takes what it needs")]
#![allow(clippy::similar_names, reason = "tables of units")]
#![allow(unreachable_pub, reason = "shared by tests, benches and examples")]

use std::borrow::Cow;

use hindsight_kernel::{
    Badge, Board, Feature, Grid, LastChange, Link, Overlay, Point, Roll, Seat, Shape, ShownRoll, SideLine,
    Source, Token, Tone, Trail, Zone,
};
use hindsight_reports::PictureOptions;

/// A rectangle round a centre, turned to a heading.
pub fn rectangle(x: f64, y: f64, wide: f64, deep: f64, heading: f64) -> Vec<Point> {
    let (sin, cos) = heading.to_radians().sin_cos();
    [(-wide, deep), (wide, deep), (wide, -deep), (-wide, -deep)]
        .iter()
        .map(|(dx, dy)| {
            let (dx, dy) = (dx / 2.0, dy / 2.0);
            Point::new(x + dx * cos + dy * sin, y - dx * sin + dy * cos)
        })
        .collect()
}

/// A rough circle.
pub fn blob(x: f64, y: f64, radius: f64, corners: u32) -> Vec<Point> {
    (0..corners)
        .map(|corner| {
            let turn = f64::from(corner) / f64::from(corners) * std::f64::consts::TAU;
            let reach = radius * (1.0 + 0.14 * (turn * 3.0 + x).sin() + 0.08 * (turn * 5.0 + y).cos());
            Point::new(x + reach * 1.25 * turn.cos(), y + reach * turn.sin())
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
    outline: Vec<Point>,
    facing: f64,
    left: u32,
    full: u32,
) -> Token {
    Token {
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

fn side(seat: Seat, name: &str, score: &str, to_decide: bool) -> SideLine {
    SideLine {
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
        source: Source::Scripted,
    }
}

fn cell(column: u32, row: u32) -> Vec<Point> {
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
        min: Point::new(0.0, 0.0),
        max: Point::new(8.0, 8.0),
        unit: "cell".to_owned(),
        grid: Grid::Squares,
        zones: vec![
            Zone {
                name: "South deploys".to_owned(),
                seat: Some(Seat::A),
                outline: vec![
                    Point::new(0.0, 0.0),
                    Point::new(8.0, 0.0),
                    Point::new(8.0, 2.0),
                    Point::new(0.0, 2.0),
                ],
            },
            Zone {
                name: "North deploys".to_owned(),
                seat: Some(Seat::B),
                outline: vec![
                    Point::new(0.0, 6.0),
                    Point::new(8.0, 6.0),
                    Point::new(8.0, 8.0),
                    Point::new(0.0, 8.0),
                ],
            },
        ],
        terrain: Vec::new(),
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
        caption: "Round 2 · South · Combat phase".to_owned(),
    }
}

/// What changed last on [`squares`].
pub fn squares_last() -> LastChange {
    LastChange {
        units: vec!["A1".to_owned(), "B1".to_owned()],
        trails: vec![
            Trail {
                unit: "A1".to_owned(),
                seat: Seat::A,
                points: vec![Point::new(0.5, 0.5), Point::new(1.5, 1.5), Point::new(1.5, 2.5)],
                kind: "move".to_owned(),
            },
            Trail {
                unit: "A3".to_owned(),
                seat: Seat::A,
                points: vec![Point::new(3.5, 1.5), Point::new(5.5, 6.5)],
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
        words: "Bridge Militia attacks Wolf Pack: 3 hits, 1 blocked, 2 wounds.".to_owned(),
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
    "Round 5 · North · Melee".clone_into(&mut board.caption);
    board
}

/// A table of 48 by 36 inches with terrain, turned units, a flyer, and one unit in rout.
pub fn table() -> Board {
    let mut tokens = Vec::new();
    let rows = [
        (
            "A1",
            Seat::A,
            "Pike Block",
            "Pikes",
            "infantry",
            12.0,
            9.0,
            10.0,
            12,
            12,
        ),
        (
            "A2",
            Seat::A,
            "Levy Spears",
            "Levy",
            "infantry",
            17.5,
            9.6,
            0.0,
            8,
            12,
        ),
        (
            "A3",
            Seat::A,
            "Longbows",
            "Bows",
            "missile",
            23.0,
            8.0,
            350.0,
            9,
            9,
        ),
        (
            "A4",
            Seat::A,
            "Household Knights",
            "Kts",
            "cavalry",
            31.0,
            12.0,
            40.0,
            7,
            8,
        ),
        ("A5", Seat::A, "Griffon", "Grif", "flyer", 26.0, 19.0, 20.0, 3, 4),
        (
            "A6",
            Seat::A,
            "Bombard",
            "Bomb",
            "artillery",
            38.0,
            6.0,
            345.0,
            2,
            2,
        ),
        (
            "B1",
            Seat::B,
            "Goblin Mob",
            "Mob",
            "infantry",
            13.4,
            14.2,
            185.0,
            14,
            20,
        ),
        (
            "B2",
            Seat::B,
            "Orc Line",
            "Orcs",
            "infantry",
            19.0,
            15.4,
            180.0,
            11,
            12,
        ),
        (
            "B3",
            Seat::B,
            "Troll Band",
            "Troll",
            "monster",
            24.2,
            27.0,
            200.0,
            3,
            5,
        ),
        (
            "B4",
            Seat::B,
            "Wolf Riders",
            "WRid",
            "cavalry",
            34.5,
            16.6,
            222.0,
            5,
            9,
        ),
        (
            "B5",
            Seat::B,
            "Crossbows",
            "Xbow",
            "missile",
            30.5,
            29.0,
            180.0,
            8,
            8,
        ),
        ("B6", Seat::B, "Wyvern", "Wyv", "flyer", 41.0, 24.0, 250.0, 4, 4),
        (
            "B7",
            Seat::B,
            "Bone Throwers",
            "Bone",
            "artillery",
            8.0,
            31.0,
            150.0,
            1,
            3,
        ),
    ];
    for (id, seat, name, label, kind, x, y, heading, left, full) in rows {
        let (wide, deep) = if kind == "flyer" { (3.0, 3.0) } else { (3.5, 2.5) };
        tokens.push(token(
            id,
            seat,
            name,
            label,
            kind,
            rectangle(x, y, wide, deep, heading),
            heading,
            left,
            full,
        ));
    }
    tokens[4].level = 2;
    tokens[11].level = 1;
    tokens[12].badges = vec![badge("RT", "routing", Tone::Bad)];
    tokens[1].badges = vec![badge("DIS", "disrupted", Tone::Bad)];
    tokens[0].badges = vec![badge("HLD", "on hold", Tone::Plain)];
    let feature = |id: &str, name: &str, kind: &str, height: f64, outline: Vec<Point>| Feature {
        id: id.to_owned(),
        name: name.to_owned(),
        kind: kind.to_owned(),
        height,
        outline,
    };
    Board {
        min: Point::new(0.0, 0.0),
        max: Point::new(48.0, 36.0),
        unit: "inch".to_owned(),
        grid: Grid::None,
        zones: vec![
            Zone {
                name: "Southern line".to_owned(),
                seat: Some(Seat::A),
                outline: rectangle(24.0, 4.0, 48.0, 8.0, 0.0),
            },
            Zone {
                name: "Northern line".to_owned(),
                seat: Some(Seat::B),
                outline: rectangle(24.0, 32.0, 48.0, 8.0, 0.0),
            },
        ],
        terrain: vec![
            feature("T1", "Crow Wood", "forest", 0.0, blob(9.0, 22.0, 4.6, 22)),
            feature("T2", "Long Hill", "hill", 1.0, blob(36.0, 21.0, 5.2, 26)),
            feature("T3", "Mere", "water", 0.0, blob(22.0, 22.5, 2.6, 22)),
            feature("T4", "The Rocks", "rough", 0.0, blob(43.0, 12.0, 2.6, 14)),
            feature(
                "T5",
                "Mill",
                "building",
                0.0,
                rectangle(15.5, 29.5, 3.2, 2.2, 20.0),
            ),
            feature("T6", "Dyke", "wall", 0.0, rectangle(27.0, 14.4, 5.0, 0.5, 6.0)),
            feature("T7", "Camp", "camp", 0.0, rectangle(4.0, 3.5, 4.6, 3.2, 0.0)),
            feature("T8", "Cliff", "impassable", 2.0, blob(42.0, 32.0, 1.8, 9)),
            feature(
                "T9",
                "Old Road",
                "road",
                0.0,
                rectangle(28.5, 18.0, 1.2, 36.0, 8.0),
            ),
        ],
        tokens,
        links: vec![
            link("A1", "B1", "faces"),
            link("A2", "B2", "faces"),
            link("B4", "A4", "flank"),
        ],
        sides: vec![
            side(Seat::A, "Rivermark", "312 points", false),
            side(Seat::B, "Ashen Horde", "280 points", true),
        ],
        caption: "Turn 4 · Movement and command · Seat B".to_owned(),
    }
}

/// What changed last on [`table`], and what explains it.
pub fn table_options() -> PictureOptions {
    let last = LastChange {
        units: vec!["B4".to_owned()],
        trails: vec![
            Trail { unit: "B4".to_owned(), seat: Seat::B, points: vec![Point::new(40.0, 26.0), Point::new(38.0, 20.0), Point::new(34.5, 16.6)], kind: "charge".to_owned() },
            Trail { unit: "B7".to_owned(), seat: Seat::B, points: vec![Point::new(13.0, 25.0), Point::new(8.0, 31.0)], kind: "flee".to_owned() },
            Trail { unit: "A3".to_owned(), seat: Seat::A, points: vec![Point::new(23.0, 9.4), Point::new(24.0, 25.6)], kind: "shot".to_owned() },
        ],
        rolls: vec![
            ShownRoll { seat: Seat::B, roll: roll("charge", 10, &[7, 10]), target: None },
            ShownRoll { seat: Seat::A, roll: roll("courage", 6, &[3, 4, 1]), target: None },
        ],
        words: "Wolf Riders make a final rush into the flank of the Household Knights, who pass their courage check and stand.".to_owned(),
    };
    let overlay = |kind: &str, label: &str, seat: Option<Seat>, tone: Tone, shape: Shape| Overlay {
        kind: kind.to_owned(),
        label: Some(label.to_owned()),
        seat,
        tone,
        shape,
    };
    PictureOptions {
        title: Some("The Ford at Crow Wood".to_owned()),
        last: Some(last),
        overlays: vec![
            overlay(
                "arc",
                "arc of the Longbows",
                Some(Seat::A),
                Tone::Plain,
                Shape::Sector {
                    centre: Point::new(23.0, 9.2),
                    radius: 15.0,
                    from: 305.0,
                    to: 35.0,
                },
            ),
            overlay(
                "range",
                "12 inches",
                None,
                Tone::Plain,
                Shape::Circle {
                    centre: Point::new(38.0, 6.0),
                    radius: 9.0,
                },
            ),
            overlay(
                "target",
                "legal target",
                None,
                Tone::Good,
                Shape::Area {
                    outline: rectangle(24.2, 27.0, 4.2, 3.6, 0.0),
                },
            ),
            overlay(
                "note",
                "better here",
                None,
                Tone::Good,
                Shape::Arrow {
                    from: Point::new(31.0, 12.0),
                    to: Point::new(37.0, 20.0),
                },
            ),
            overlay(
                "sight",
                "blocked by the wood",
                None,
                Tone::Bad,
                Shape::Line {
                    points: vec![
                        Point::new(12.0, 10.4),
                        Point::new(10.0, 20.0),
                        Point::new(8.4, 29.0),
                    ],
                },
            ),
        ],
        ..PictureOptions::default()
    }
}

/// A field of hexes, their flats or their points to the north.
pub fn hexes(flat_top: bool) -> Board {
    let (columns, rows) = (13_u16, 9_u16);
    let (reach, step) = (1.0 / 3.0_f64.sqrt(), 3.0_f64.sqrt() / 2.0);
    let at = |column: u16, row: u16| {
        let odd = if flat_top { column } else { row } % 2 == 1;
        let shift = if odd { 0.5 } else { 0.0 };
        if flat_top {
            (reach + f64::from(column) * step, 0.5 + f64::from(row) + shift)
        } else {
            (0.5 + f64::from(column) + shift, reach + f64::from(row) * step)
        }
    };
    let hex = |column: u16, row: u16, size: f64| {
        let (x, y) = at(column, row);
        (0..6)
            .map(|corner| {
                let turn = f64::from(corner * 60 + if flat_top { 0 } else { 30 }).to_radians();
                Point::new(x + size * reach * turn.cos(), y + size * reach * turn.sin())
            })
            .collect::<Vec<_>>()
    };
    let max = if flat_top {
        Point::new(2.0 * reach + f64::from(columns - 1) * step, f64::from(rows) + 0.5)
    } else {
        Point::new(f64::from(columns) + 0.5, 2.0 * reach + f64::from(rows - 1) * step)
    };
    let mut tokens = Vec::new();
    for (place, (column, row)) in [
        (2, 2),
        (3, 2),
        (4, 3),
        (6, 2),
        (5, 5),
        (6, 5),
        (7, 4),
        (9, 6),
        (10, 3),
    ]
    .into_iter()
    .enumerate()
    {
        let seat = Seat::new(usize::from(place > 3) + usize::from(place > 7)).expect("three seats");
        let kinds = ["infantry", "missile", "cavalry", "leader"];
        let facing = if flat_top {
            60.0 * place as f64
        } else {
            30.0 + 60.0 * place as f64
        };
        let id = format!("{seat}{place}");
        tokens.push(token(
            &id,
            seat,
            &format!("Retinue {place}"),
            &format!("R{place}"),
            kinds[place % 4],
            hex(column, row, 0.8),
            facing,
            1 + place as u32 % 4,
            4,
        ));
    }
    let terrain = [
        (8, 2, "forest"),
        (8, 3, "forest"),
        (9, 3, "hill"),
        (1, 5, "water"),
        (2, 5, "water"),
        (2, 6, "rough"),
        (11, 7, "building"),
    ]
    .into_iter()
    .enumerate()
    .map(|(place, (column, row, kind))| Feature {
        id: format!("H{place}"),
        name: String::new(),
        kind: kind.to_owned(),
        height: 0.0,
        outline: hex(column, row, 1.0),
    })
    .collect();
    Board {
        min: Point::new(0.0, 0.0),
        max,
        unit: "hex".to_owned(),
        grid: Grid::Hexes {
            flat_top,
            first_shifted: false,
            columns,
            rows,
        },
        zones: Vec::new(),
        terrain,
        tokens,
        links: vec![link("B4", "B5", "supports")],
        sides: vec![
            side(Seat::A, "Men of the March", "12", false),
            side(Seat::B, "The King's Party", "9", false),
            side(Seat::new(2).expect("a third seat"), "Border Reivers", "3", true),
        ],
        caption: "Turn 7 · Shooting".to_owned(),
    }
}

/// [`table`] with 24 units.
pub fn busy() -> Board {
    let mut board = table();
    for place in 0..11_u32 {
        let seat = if place % 2 == 0 { Seat::A } else { Seat::B };
        let (x, y) = (
            4.0 + f64::from(place) * 4.0,
            if place % 2 == 0 { 2.5 } else { 33.0 },
        );
        let heading = f64::from(place * 37 % 360);
        let id = format!("{seat}{}", 20 + place);
        board.tokens.push(token(
            &id,
            seat,
            &format!("Reserve {place}"),
            &format!("Res{place}"),
            "infantry",
            rectangle(x, y, 3.5, 2.5, heading),
            heading,
            3 + place % 6,
            9,
        ));
    }
    board
}

/// So many moments of a game on [`busy`]: in each, one unit moves and another loses strength, with dice and words.
pub fn story(count: u32) -> Vec<(Board, LastChange)> {
    let mut board = busy();
    let mut moments = Vec::new();
    for moment in 0..count {
        let units = board.tokens.len();
        let (mover, target) = (
            (moment * 7 + 3) as usize % units,
            (moment * 5 + 1) as usize % units,
        );
        let step = if board.tokens[mover].seat == Seat::A {
            0.25
        } else {
            -0.25
        };
        let (id, seat) = (board.tokens[mover].id.clone(), board.tokens[mover].seat);
        let from = board.tokens[mover].outline[0];
        for corner in &mut board.tokens[mover].outline {
            corner.y = (corner.y + step).clamp(0.0, 36.0);
        }
        let to = board.tokens[mover].outline[0];
        board.tokens[target].strength = f64::from(moment % 10) / 10.0;
        board.tokens[target].strength_text = format!("{}/10", moment % 10);
        board.caption = format!("Turn {} · event {moment}", moment / 20 + 1);
        let last = LastChange {
            words: format!(
                "{} advances and {} is hit.",
                board.tokens[mover].name, board.tokens[target].name
            ),
            units: vec![id.clone()],
            trails: vec![Trail {
                unit: id,
                seat,
                points: vec![from, to],
                kind: "move".to_owned(),
            }],
            rolls: vec![ShownRoll {
                seat,
                roll: roll(
                    "attack",
                    6,
                    &[1 + (moment % 6) as u8, 3, 5, 1 + (moment / 6 % 6) as u8],
                ),
                target: Some(4),
            }],
        };
        moments.push((board.clone(), last));
    }
    moments
}
