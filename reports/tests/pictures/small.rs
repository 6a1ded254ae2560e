//! Pictures for a small screen: everything written on them can be read there.

use hindsight_kernel::{Board, BoardToken, Seat};
use hindsight_reports::{PictureOptions, Theme, picture};

use super::boards;

/// What a picture for a small screen is shown at, on the phone that is 390 pixels wide.
const SHOWN: f32 = 364.0;

/// A text of a picture: what it says, its size, and what it covers (left, top, right, bottom), in pixels of the picture.
#[derive(Debug)]
struct Text {
    words: String,
    size: f32,
    area: (f32, f32, f32, f32),
}

fn texts(svg: &str) -> Vec<Text> {
    svg.split("<text ")
        .skip(1)
        .map(|text| {
            let number = |name: &str| -> f32 {
                let value = text.split(name).nth(1).and_then(|rest| rest.split('"').next());
                value
                    .and_then(|value| value.parse().ok())
                    .unwrap_or_else(|| panic!("{name} in {text}"))
            };
            let words = text.split('>').nth(1).and_then(|text| text.split('<').next());
            let (x, y, size, wide) = (
                number("x=\""),
                number(" y=\""),
                number("font-size=\""),
                number("textLength=\""),
            );
            Text {
                words: words.expect("a text").to_owned(),
                size,
                area: (x, y - size * 0.73, x + wide, y),
            }
        })
        .collect()
}

fn compact(width: u32) -> PictureOptions {
    PictureOptions {
        width,
        compact: true,
        ..PictureOptions::default()
    }
}

#[test]
fn nothing_on_a_picture_for_a_phone_is_smaller_than_nine_pixels_there() {
    let all = [
        ("squares", boards::squares(), None),
        ("table", boards::table(), Some(boards::table_options())),
        ("busy", boards::busy(), None),
        ("crowd", boards::crowd(), None),
        ("long names", boards::long_names(), None),
        ("hexes", boards::hexes(true), None),
        ("pointed hexes", boards::hexes(false), None),
    ];
    for (name, board, options) in &all {
        for width in [300, 600, 900, 1200, 2400] {
            let options = PictureOptions {
                width,
                compact: true,
                ..options.clone().unwrap_or_default()
            };
            let texts = texts(&picture::svg(board, &options));
            assert!(!texts.is_empty());
            for text in texts {
                let shown = text.size * SHOWN / width as f32;
                assert!(
                    shown >= 9.0,
                    "{shown} pixels: {text:?} on {name} drawn {width} wide"
                );
            }
        }
    }
}

#[test]
fn every_unit_on_a_picture_for_a_phone_has_its_number() {
    for board in [boards::squares(), boards::table()] {
        let svg = picture::svg(&board, &compact(900));
        for token in &board.tokens {
            let written = texts(&svg).iter().filter(|text| text.words == token.id).count();
            assert!(written >= 1, "{} is not named", token.id);
        }
    }
}

/// Hexes with a number in every fifth column and row where all numbers could not be read, and all where they can.
#[test]
fn hexes_are_numbered_as_far_as_the_numbers_can_be_read() {
    let numbers = |options: &PictureOptions| {
        let svg = picture::svg(&boards::hexes(true), options);
        let is_number =
            |text: &&Text| text.words.len() == 4 && text.words.bytes().all(|byte| byte.is_ascii_digit());
        texts(&svg)
            .iter()
            .filter(is_number)
            .map(|text| text.words.clone())
            .collect::<Vec<_>>()
    };
    // Thirteen columns and nine rows.
    let wide = PictureOptions {
        width: 1200,
        ..PictureOptions::default()
    };
    assert_eq!(numbers(&wide).len(), 13 * 9);
    let mut few = numbers(&compact(900));
    few.sort();
    assert_eq!(few, ["0505", "1005"]);
}

/// Counters as large as they are in the hexes of a map of 22 columns, by every facing, on the smallest picture.
#[test]
fn a_counter_of_a_large_map_has_its_letter_on_the_smallest_picture() {
    let mut board = boards::hexes(true);
    board.max.x = 22.0 * 3.0_f64.sqrt() / 2.0 + 0.3;
    board.max.y = 16.5;
    let facings = [30.0, 90.0, 150.0, 210.0, 270.0, 330.0];
    for (place, token) in board.tokens.iter_mut().enumerate() {
        let (x, y) = (2.0 + place as f64 * 1.5, 4.0 + place as f64);
        let heading = facings[place % facings.len()];
        token.outline = boards::rectangle(x, y, 0.74, 0.58, heading);
        token.facing = Some(heading);
        token.label = "MM".to_owned();
    }
    let options = PictureOptions {
        width: 300,
        ..PictureOptions::default()
    };
    let svg = picture::svg(&board, &options);
    let letters: Vec<Text> = texts(&svg).into_iter().filter(|text| text.words == "M").collect();
    assert_eq!(letters.len(), board.tokens.len(), "{letters:?}");
    assert!(letters.iter().all(|letter| letter.size >= 6.0), "{letters:?}");
}

/// Six cards that touch each other, as armies are deployed.
fn shoulder_to_shoulder() -> Board {
    let mut board = boards::table();
    let badge = boards::table()
        .tokens
        .iter()
        .find_map(|token| token.badges.first().cloned())
        .expect("somebody has a badge");
    let first = board.tokens[0].clone();
    board.links.clear();
    board.tokens = (0..6_u32)
        .map(|place| BoardToken {
            id: format!("B{}", place + 1),
            seat: Seat::B,
            label: "Spears".to_owned(),
            outline: boards::rectangle(8.0 + f64::from(place) * 3.5, 20.0, 3.5, 2.5, 180.0),
            facing: Some(180.0),
            badges: vec![badge.clone(), badge.clone()],
            level: 0,
            ..first.clone()
        })
        .collect();
    board
}

#[test]
fn no_neighbour_covers_a_number_or_a_badge() {
    for width in [600, 900, 1200] {
        let options = PictureOptions {
            width,
            theme: Theme::Light,
            ..PictureOptions::default()
        };
        let svg = picture::svg(&shoulder_to_shoulder(), &options);
        let (units, over) = svg
            .split_once("class=\"over-units\"")
            .expect("a layer above the units");
        assert!(!over.contains("id=\"unit-"), "no unit is drawn later");
        let over = texts(over.split("class=\"links\"").next().expect("a layer"));
        let named = texts(units);
        for place in 1..=6 {
            let id = format!("B{place}");
            let count = over.iter().chain(&named).filter(|text| text.words == id).count();
            // A small token has its seat's letter alone.
            assert!(count == 1 || width == 600, "{id} at {width}: {count}");
        }
        for (place, one) in over.iter().enumerate() {
            for other in &over[place + 1..] {
                let (a, b) = (one.area, other.area);
                let apart = a.2 <= b.0 || b.2 <= a.0 || a.3 <= b.1 || b.3 <= a.1;
                assert!(apart, "{one:?} and {other:?} at {width}");
            }
        }
    }
}
