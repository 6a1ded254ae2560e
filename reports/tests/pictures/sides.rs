//! Sides are told apart by more than their colour.

use hindsight_kernel::Seat;
use hindsight_reports::{PictureOptions, Theme, picture};

use super::{group, small};
use crate::boards;

/// The colour that a token of a seat has where nothing is written on it: the median over the token, hatching included.
fn body_colour(seat: Seat, theme: Theme) -> [f64; 3] {
    let mut board = boards::squares();
    board.zones.clear();
    board.links.clear();
    board.tokens.truncate(1);
    let token = &mut board.tokens[0];
    token.seat = seat;
    token.badges.clear();
    let (width, _, rgb) = picture::rgb(&board, &small(theme));
    let svg = picture::svg(&board, &small(theme));
    let text = svg
        .split("<text ")
        .find(|text| text.contains(">BrMil</text>"))
        .expect("a label");
    let number = |name: &str| {
        let value = text.split(name).nth(1).and_then(|rest| rest.split('"').next());
        value
            .and_then(|value| value.parse::<f64>().ok())
            .expect("a number") as usize
    };
    let (left, base) = (number("x=\""), number("y=\""));
    let mut pixels: Vec<[f64; 3]> = Vec::new();
    for y in base - 20..base + 20 {
        for x in left..left + 36 {
            let at = (y * width as usize + x) * 3;
            pixels.push([rgb[at], rgb[at + 1], rgb[at + 2]].map(f64::from));
        }
    }
    pixels.sort_by(|one, other| lightness(*one).total_cmp(&lightness(*other)));
    pixels[pixels.len() / 2]
}

fn linear(channel: f64) -> f64 {
    let share = channel / 255.0;
    if share <= 0.040_45 {
        share / 12.92
    } else {
        ((share + 0.055) / 1.055).powf(2.4)
    }
}

fn lightness(rgb: [f64; 3]) -> f64 {
    let y = 0.2126 * linear(rgb[0]) + 0.7152 * linear(rgb[1]) + 0.0722 * linear(rgb[2]);
    116.0 * y.cbrt() - 16.0
}

/// Machado, Oliveira and Fernandes 2009, full severity: protanopia, deuteranopia, tritanopia.
const DEFICIENCIES: [[[f64; 3]; 3]; 3] = [
    [
        [0.152_286, 1.052_583, -0.204_868],
        [0.114_503, 0.786_281, 0.099_216],
        [-0.003_882, -0.048_116, 1.051_998],
    ],
    [
        [0.367_322, 0.860_646, -0.227_968],
        [0.280_085, 0.672_501, 0.047_413],
        [-0.011_820, 0.042_940, 0.968_881],
    ],
    [
        [1.255_528, -0.076_749, -0.178_779],
        [-0.078_411, 0.930_809, 0.147_602],
        [0.004_733, 0.691_367, 0.303_900],
    ],
];

#[test]
fn the_first_two_seats_differ_in_greyscale_and_to_three_colour_deficiencies() {
    for theme in [Theme::Light, Theme::Dark] {
        let (a, b) = (body_colour(Seat::A, theme), body_colour(Seat::B, theme));
        let grey = (lightness(a) - lightness(b)).abs();
        assert!(grey > 15.0, "{theme:?}: {grey:.1} L* apart in greyscale");
        for (place, matrix) in DEFICIENCIES.iter().enumerate() {
            let seen = |rgb: [f64; 3]| -> [f64; 3] {
                let light = rgb.map(linear);
                [0, 1, 2].map(|row| {
                    (0..3)
                        .map(|column| matrix[row][column] * light[column])
                        .sum::<f64>()
                        .clamp(0.0, 1.0)
                })
            };
            let (a, b) = (seen(a), seen(b));
            let luminance = |rgb: [f64; 3]| 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
            let (high, low) = (
                luminance(a).max(luminance(b)) + 0.05,
                luminance(a).min(luminance(b)) + 0.05,
            );
            assert!(
                high / low > 1.4,
                "{theme:?}, deficiency {place}: contrast {:.2}",
                high / low
            );
        }
    }
}

#[test]
fn seats_differ_by_hatching_and_letter_too() {
    let svg = picture::svg(&boards::squares(), &small(Theme::Light));
    let unit = |id: &str| group(&svg, &format!("unit-{id}"));
    // Hatching is a path of separate strokes; seat A has none.
    let strokes = |group: &str| group.lines().filter(|line| line.matches('M').count() > 4).count();
    assert_eq!((strokes(&unit("A2")), strokes(&unit("B2"))), (0, 1));
    // The letter stands before the number, and alone where there is no room for one: on the unit or above all of them.
    let numbers = |svg: &str, letter: char| {
        (1..=6)
            .filter(|place| svg.matches(&format!(">{letter}{place}</text>")).count() == 1)
            .count()
    };
    assert_eq!((numbers(&svg, 'A'), numbers(&svg, 'B')), (6, 6));
    let tiny = PictureOptions {
        width: 300,
        legend: false,
        ..small(Theme::Light)
    };
    let tiny = picture::svg(&boards::squares(), &tiny);
    for letter in [">A</text>", ">B</text>"] {
        assert_eq!(tiny.matches(letter).count(), 6, "{letter}");
    }
}
