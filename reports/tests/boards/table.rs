//! A continuous table in inches, alone, crowded and over many moments.

use hindsight_kernel::{
    Board, BoardFeature, BoardPoint, Grid, LastChange, Message, Overlay, Seat, Shape, ShownRoll, Tone, Trail,
    Zone,
};
use hindsight_reports::PictureOptions;

use super::{badge, blob, link, rectangle, roll, side, token};

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
    let feature = |id: &str, name: &str, kind: &str, height: f64, outline: Vec<BoardPoint>| BoardFeature {
        id: id.to_owned(),
        name: name.to_owned(),
        kind: kind.to_owned(),
        height,
        outline,
    };
    Board {
        min: BoardPoint::new(0.0, 0.0),
        max: BoardPoint::new(48.0, 36.0),
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
        lines: Vec::new(),
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
        caption: Message::plain("Turn 4 · Movement and command · Seat B"),
    }
}

/// The options of a picture of [`table`]: its last change, and what explains it.
pub fn table_options() -> PictureOptions {
    let last = LastChange {
        units: vec!["B4".to_owned()],
        trails: vec![
            Trail {
                unit: "B4".to_owned(),
                seat: Seat::B,
                points: vec![
                    BoardPoint::new(40.0, 26.0),
                    BoardPoint::new(38.0, 20.0),
                    BoardPoint::new(34.5, 16.6),
                ],
                kind: "charge".to_owned(),
            },
            Trail {
                unit: "B7".to_owned(),
                seat: Seat::B,
                points: vec![BoardPoint::new(13.0, 25.0), BoardPoint::new(8.0, 31.0)],
                kind: "flee".to_owned(),
            },
            Trail {
                unit: "A3".to_owned(),
                seat: Seat::A,
                points: vec![BoardPoint::new(23.0, 9.4), BoardPoint::new(24.0, 25.6)],
                kind: "shot".to_owned(),
            },
        ],
        rolls: vec![
            ShownRoll {
                seat: Seat::B,
                roll: roll("charge", 10, &[7, 10]),
                target: None,
            },
            ShownRoll {
                seat: Seat::A,
                roll: roll("courage", 6, &[3, 4, 1]),
                target: None,
            },
        ],
        words: Message::plain(
            "Wolf Riders make a final rush into the flank of the Household Knights, who pass their courage check and stand.",
        ),
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
                    centre: BoardPoint::new(23.0, 9.2),
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
                    centre: BoardPoint::new(38.0, 6.0),
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
                    from: BoardPoint::new(31.0, 12.0),
                    to: BoardPoint::new(37.0, 20.0),
                },
            ),
            overlay(
                "sight",
                "blocked by the wood",
                None,
                Tone::Bad,
                Shape::Line {
                    points: vec![
                        BoardPoint::new(12.0, 10.4),
                        BoardPoint::new(10.0, 20.0),
                        BoardPoint::new(8.4, 29.0),
                    ],
                },
            ),
        ],
        ..PictureOptions::default()
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
        board.caption = Message::plain(format!("Turn {} · event {moment}", moment / 20 + 1));
        let last = LastChange {
            words: Message::plain(format!(
                "{} advances and {} is hit.",
                board.tokens[mover].name, board.tokens[target].name
            )),
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
