//! Pictures of any board: sound SVG, whatever the names; sides told apart without colour; nothing panics.

mod boards;

use hindsight_kernel::{Board, Grid, Overlay, Point, Seat, Shape, Token, Tone, Trail};
use hindsight_reports::{PictureOptions, Quality, Theme, picture};
use proptest::prelude::*;

fn small(theme: Theme) -> PictureOptions {
    PictureOptions {
        width: 600,
        theme,
        quality: Quality::Fast,
        ..PictureOptions::default()
    }
}

/// Checks that tags nest, attributes are quoted, ids are unique, and no character is one that XML forbids.
fn assert_well_formed(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut ids = std::collections::BTreeSet::new();
    let mut rest = svg;
    while let Some(start) = rest.find('<') {
        assert!(
            !rest[..start].contains('>'),
            "a bare > before {}",
            &rest[start..(start + 40).min(rest.len())]
        );
        let end = start + rest[start..].find('>').expect("every tag ends");
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "tags nest");
            continue;
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "quotes pair in {tag}");
        assert!(!tag.contains('<'), "no tag within {tag}");
        for attribute in tag.split('"').step_by(2) {
            assert!(
                !attribute.trim_start().starts_with("on"),
                "nothing a script could hang on outside quotes: {tag}"
            );
        }
        if let Some((_, after)) = tag.split_once(" id=\"") {
            let id = after.split('"').next().expect("a quoted id");
            assert!(ids.insert(id.to_owned()), "id {id} twice");
        }
        if !tag.ends_with('/') {
            open.push(tag.split(' ').next().expect("a name"));
        }
    }
    assert_eq!(open, Vec::<&str>::new(), "all tags are closed");
    for part in svg.split('&').skip(1) {
        let entity = part.split(';').next().expect("an entity ends");
        assert!(["amp", "lt", "gt", "quot", "#39"].contains(&entity), "&{entity};");
    }
    assert!(
        svg.chars().all(|letter| letter == '\n' || !letter.is_control()),
        "no control characters"
    );
}

#[test]
fn an_svg_names_every_unit_for_scripts_and_screen_readers() {
    let svg = picture::svg(&boards::squares(), &small(Theme::Light));
    assert_well_formed(&svg);
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
    assert!(svg.contains("role=\"img\" aria-labelledby=\"title desc\""));
    assert!(svg.contains("<title id=\"title\">Round 2 · South · Combat phase</title>"));
    assert!(svg.contains("Seat A: South (Rivermark), 4 points, to decide, 6 units on the field."));
    for seat in ["A", "B"] {
        for place in 1..=6 {
            assert_eq!(
                svg.matches(&format!(
                    "<g id=\"unit-{seat}{place}\" class=\"unit seat-{}",
                    seat.to_lowercase()
                ))
                .count(),
                1
            );
        }
    }
    // Bridge Militia: 7 of 9 models, looks north, stands in b3, has a badge.
    assert!(svg.contains("data-unit=\"A1\" data-seat=\"A\" data-label=\"BrMil\" data-kind=\"infantry\" data-strength=\"0.778\" data-facing=\"0\" data-x=\"1.5\" data-y=\"2.5\""));
    assert!(svg.contains("aria-label=\"A Bridge Militia, 7/9 models, facing north, in a fight\"><title>A Bridge Militia, 7/9 models, facing north, in a fight</title>"));
}

/// A page that shows what a unit is asks for links; a screen reader then meets links and not one flat picture.
#[test]
fn units_link_to_where_the_page_says() {
    let mut board = boards::squares();
    board.tokens[0].id = "A 1/\"x".to_owned();
    let options = PictureOptions {
        unit_links: Some(hindsight_reports::UnitLinks {
            before: "/g/7/40?unit=".to_owned(),
            after: "&flip=true".to_owned(),
        }),
        ..small(Theme::Light)
    };
    let svg = picture::svg(&board, &options);
    assert_well_formed(&svg);
    assert!(svg.contains("role=\"group\" aria-labelledby=\"title desc\""));
    assert!(svg.contains("href=\"/g/7/40?unit=A%201%2F%22x&amp;flip=true\""));
    assert_eq!(svg.matches("<a id=\"unit-").count(), board.tokens.len());
    assert_eq!(svg.matches("</a>").count(), board.tokens.len());
    let plain = picture::svg(&board, &small(Theme::Light));
    assert!(!plain.contains("<a ") && plain.contains("role=\"img\" aria-labelledby"));
}

#[test]
fn ids_take_a_prefix_so_that_pictures_share_a_page() {
    let options = PictureOptions {
        prefix: "g7-".to_owned(),
        ..small(Theme::Light)
    };
    let svg = picture::svg(&boards::squares(), &options);
    assert!(svg.contains("aria-labelledby=\"g7-title g7-desc\""));
    assert!(svg.contains("id=\"g7-unit-A1\""));
    assert!(!svg.contains(" id=\"unit-"));
}

/// Systems cut labels to seven letters, and people give long names: on a token stands a whole word, initials, or what
/// an ellipsis says is not all.
#[test]
fn no_word_on_a_token_is_cut_without_an_ellipsis() {
    let named = boards::LONG_NAMES;
    let board = boards::long_names();
    let mut shown = std::collections::BTreeSet::new();
    for width in [300, 450, 600, 900, 1200, 1800, 2400] {
        let options = PictureOptions {
            width,
            ..PictureOptions::default()
        };
        let svg = picture::svg(&board, &options);
        for unit in svg.split("<g id=\"unit-").skip(1) {
            let name = unit.split("data-label=").next().expect("a label");
            let texts = unit
                .split("</g>")
                .next()
                .expect("a group ends")
                .split("<text")
                .skip(1);
            for text in texts {
                let text = text
                    .split('>')
                    .nth(1)
                    .and_then(|text| text.split('<').next())
                    .expect("text");
                // Strengths and badges have digits or are short; what is left is the name.
                if text.chars().count() <= 3 || text.contains(|letter: char| letter.is_ascii_digit()) {
                    continue;
                }
                let words: Vec<&str> = named
                    .iter()
                    .flat_map(|(label, name)| [*label, *name])
                    .filter(|words| !["Colossu", "Crossbo"].contains(words))
                    .flat_map(|words| words.split(' '))
                    .collect();
                let sound = text.split(' ').all(|part| match part.strip_suffix('…') {
                    Some(stem) => words.iter().any(|word| word.starts_with(stem)),
                    None => part.ends_with('.') || words.contains(&part),
                });
                assert!(sound, "{text:?} on {name} at {width} pixels");
                shown.insert(text.to_owned());
            }
        }
    }
    for text in ["Colossus", "BrMil", "Wolves"] {
        assert!(shown.contains(text), "{text} of {shown:?}");
    }
    assert!(shown.iter().any(|text| text.starts_with("Crossb")), "{shown:?}");
    assert!(
        shown
            .iter()
            .any(|text| text.starts_with("Landskn") || text.starts_with("Lands")),
        "{shown:?}"
    );
}

#[test]
fn hostile_names_stay_text() {
    let evil = "</title><script>alert('x')</script>\" onload=\"x\" & \u{0}\u{8}\u{202e}\u{ffff}";
    let mut board = boards::table();
    board.caption = evil.to_owned();
    for token in &mut board.tokens {
        (token.id, token.name, token.label, token.kind) =
            (evil.to_owned(), evil.to_owned(), evil.to_owned(), evil.to_owned());
        token.strength_text = evil.to_owned();
    }
    for side in &mut board.sides {
        (side.name, side.score) = (evil.to_owned(), Some(evil.to_owned()));
    }
    for feature in &mut board.terrain {
        (feature.id, feature.name, feature.kind) = (evil.to_owned(), evil.to_owned(), evil.to_owned());
    }
    let options = PictureOptions {
        title: Some(evil.to_owned()),
        prefix: evil.to_owned(),
        ..boards::table_options()
    };
    let svg = picture::svg(&board, &options);
    assert_well_formed(&svg);
    assert!(!svg.contains("<script"));
    assert!(svg.contains("&lt;script&gt;"));
}

#[test]
fn pictures_are_as_wide_as_asked_and_png_holds_the_same_pixels() {
    for (asked, drawn) in [(1, 300), (300, 300), (601, 601), (2400, 2400), (9999, 2400)] {
        let options = PictureOptions {
            width: asked,
            quality: Quality::Fast,
            ..PictureOptions::default()
        };
        let (width, height, rgb) = picture::rgb(&boards::squares(), &options);
        assert_eq!((width, rgb.len()), (drawn, (width * height * 3) as usize));
        if asked == 601 {
            let file = picture::png(&boards::squares(), &options);
            let mut reader = png::Decoder::new(std::io::Cursor::new(file))
                .read_info()
                .expect("a PNG");
            let mut pixels = vec![0; reader.output_buffer_size().expect("small")];
            reader.next_frame(&mut pixels).expect("a picture");
            assert_eq!(pixels, rgb);
        }
    }
    let options = PictureOptions {
        width: 1200,
        height: Some(630),
        ..small(Theme::Dark)
    };
    let (width, height, _) = picture::rgb(
        &boards::table(),
        &PictureOptions {
            width: 1200,
            ..options
        },
    );
    assert_eq!((width, height), (1200, 630), "the size of a link preview");
}

#[test]
fn the_same_board_gives_the_same_bytes() {
    let options = boards::table_options();
    assert_eq!(
        picture::svg(&boards::table(), &options),
        picture::svg(&boards::table(), &options)
    );
    let fast = PictureOptions {
        quality: Quality::Fast,
        ..options
    };
    assert_eq!(
        picture::png(&boards::table(), &fast),
        picture::png(&boards::table(), &fast)
    );
}

#[test]
fn flipping_turns_the_field_half_round() {
    let place = |svg: &str| {
        // The label is the text of the unit that reads BrMil.
        let text = svg
            .split("<text ")
            .find(|text| text.contains(">BrMil</text>"))
            .expect("a label");
        let number = |name: &str| {
            text.split(name)
                .nth(1)
                .and_then(|rest| rest.split('"').next())
                .and_then(|value| value.parse::<f32>().ok())
        };
        (number("x=\"").expect("x"), number("y=\"").expect("y"))
    };
    let south = picture::svg(&boards::squares(), &small(Theme::Light));
    let north = picture::svg(
        &boards::squares(),
        &PictureOptions {
            flip: true,
            ..small(Theme::Light)
        },
    );
    let ((x, y), (fx, fy)) = (place(&south), place(&north));
    // b3 is left of and below the middle; seen from the north it is right of and above it.
    assert!(x < 300.0 && fx > 300.0, "{x} {fx}");
    assert!(y > fy, "{y} {fy}");
}

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

/// What stands in the group of an id, with the groups within.
fn group(svg: &str, id: &str) -> String {
    let rest = svg.split(&format!("id=\"{id}\"")).nth(1).expect("a group");
    let mut depth = 1_i32;
    let ends = rest.match_indices("<g").map(|(at, _)| (at, 1));
    let mut edges: Vec<(usize, i32)> = ends
        .chain(rest.match_indices("</g>").map(|(at, _)| (at, -1)))
        .collect();
    edges.sort_unstable();
    let end = edges.into_iter().find(|(_, step)| {
        depth += step;
        depth == 0
    });
    rest[..end.expect("an end").0].to_owned()
}

#[test]
fn seats_differ_by_hatching_and_letter_too() {
    let svg = picture::svg(&boards::squares(), &small(Theme::Light));
    let unit = |id: &str| group(&svg, &format!("unit-{id}"));
    // Hatching is a path of separate strokes; seat A has none.
    let strokes = |group: &str| group.lines().filter(|line| line.matches('M').count() > 4).count();
    assert_eq!((strokes(&unit("A2")), strokes(&unit("B2"))), (0, 1));
    // The letter stands before the number, and alone where there is no room for one.
    assert!(unit("A2").contains(">A2</text>") && unit("B2").contains(">B2</text>"));
    let tiny = PictureOptions {
        width: 300,
        ..small(Theme::Light)
    };
    let tiny = picture::svg(&boards::squares(), &tiny);
    for (id, letter) in [("unit-A2", ">A</text>"), ("unit-B2", ">B</text>")] {
        assert!(group(&tiny, id).contains(letter), "{id}");
    }
}

#[test]
fn dice_are_drawn_with_their_pips_and_successes_ticked() {
    let last = boards::squares_last();
    let options = PictureOptions {
        last: Some(last),
        ..small(Theme::Light)
    };
    let svg = picture::svg(&boards::squares(), &options);
    let roll = svg
        .split("aria-label=\"A, attack: 4 1 6 5 2 3 (3 of 6 on 4+)\"")
        .nth(1)
        .and_then(|rest| rest.split("</g>").next())
        .expect("the roll");
    assert_eq!(
        roll.matches("<circle").count(),
        4 + 1 + 6 + 5 + 2 + 3,
        "a pip for each point"
    );
    assert!(roll.contains(">3 of 6 on 4+</text>"));
    // A ten-sided die has a number instead.
    let svg = picture::svg(&boards::table(), &boards::table_options());
    let roll = svg
        .split("aria-label=\"B, charge: 7 10 (total 17)\"")
        .nth(1)
        .and_then(|rest| rest.split("</g>").next())
        .expect("the roll");
    assert!(roll.contains(">7</text>") && roll.contains(">10</text>") && !roll.contains("<circle"));
}

/// A card of the table turned by so much, with a number of its own.
fn card(id: &str, (x, y): (f64, f64), heading: f64, level: u8) -> Token {
    let mut token = boards::table().tokens.swap_remove(0);
    id.clone_into(&mut token.id);
    token.seat = Seat::new(usize::from(id.starts_with('B'))).expect("one of two");
    "Spears".clone_into(&mut token.label);
    token.outline = boards::rectangle(x, y, 3.5, 2.5, heading);
    token.facing = Some(heading);
    token.level = level;
    token
}

/// A table with nothing but these cards.
fn cards(tokens: Vec<Token>) -> String {
    let board = Board {
        tokens,
        links: Vec::new(),
        ..boards::table()
    };
    picture::svg(
        &board,
        &PictureOptions {
            width: 1200,
            ..small(Theme::Light)
        },
    )
}

#[test]
fn a_card_keeps_its_number_however_it_is_turned() {
    for heading in [0.0, 30.0, 45.0, 90.0, 135.0, 210.0, 300.0] {
        let svg = cards(vec![card("A3", (18.0, 15.0), heading, 0)]);
        assert_eq!(svg.matches(">A3</text>").count(), 1, "heading {heading}");
    }
}

#[test]
fn what_a_flyer_lies_over_keeps_its_outline_and_its_number() {
    let below = || card("A3", (18.0, 15.0), 0.0, 0);
    let alone = cards(vec![below(), card("B2", (30.0, 15.0), 0.0, 1)]);
    let over = cards(vec![below(), card("B2", (18.3, 15.2), 0.0, 1)]);
    let dashed = |svg: &str| svg.matches("stroke-dasharray").count();
    assert_eq!(dashed(&over), dashed(&alone) + 1);
    // Once on the card, and once more above what hides it.
    assert_eq!(
        (
            alone.matches(">A3</text>").count(),
            over.matches(">A3</text>").count()
        ),
        (1, 2)
    );
}

#[test]
fn a_badge_says_what_it_means() {
    let mut token = card("A3", (18.0, 15.0), 0.0, 0);
    let badge = |code: &str, text: &str| hindsight_kernel::Badge {
        code: code.to_owned(),
        text: text.to_owned(),
        tone: Tone::Plain,
    };
    token.badges = vec![
        badge("C", "order: Close"),
        badge("RT", "Routing"),
        badge("YEL", "In the Yellow"),
        badge("PIN", "Pinched"),
    ];
    let svg = cards(vec![token]);
    assert!(
        svg.contains("class=\"badge\"") && svg.contains(">order: Close</title>"),
        "{svg}"
    );
    // What has no room stands together behind the last one.
    assert!(svg.contains("Pinched</title>"));
}

#[test]
fn of_one_die_no_total_is_told() {
    let mut last = boards::squares_last();
    last.rolls.truncate(1);
    last.rolls[0].target = None;
    last.rolls[0].roll.faces.truncate(1);
    let options = PictureOptions {
        last: Some(last),
        ..small(Theme::Light)
    };
    let svg = picture::svg(&boards::squares(), &options);
    assert!(svg.contains("aria-label=\"A, attack: 4\""));
    assert!(!svg.contains("total"));
}

fn wild() -> impl Strategy<Value = f64> {
    prop_oneof![
        6 => -3.0..60.0_f64,
        1 => Just(f64::NAN),
        1 => Just(f64::INFINITY),
        1 => Just(f64::NEG_INFINITY),
        1 => Just(1e300),
        1 => Just(-1e300),
        1 => Just(0.0),
    ]
}

prop_compose! {
    fn point()(x in wild(), y in wild()) -> Point { Point::new(x, y) }
}

fn token() -> impl Strategy<Value = Token> {
    (
        proptest::collection::vec(point(), 0..7),
        proptest::option::of(wild()),
        wild(),
        "\\PC{0,9}",
        0..26_usize,
        any::<(u8, bool)>(),
        proptest::sample::select(vec!["infantry", "flyer", "", "?"]),
    )
        .prop_map(
            |(outline, facing, strength, words, seat, (level, face_down), kind)| Token {
                id: words.clone(),
                seat: Seat::new(seat).expect("below 26"),
                name: words.clone(),
                label: words.clone(),
                outline,
                facing,
                strength,
                strength_text: words.clone(),
                badges: vec![
                    hindsight_kernel::Badge {
                        code: words.clone(),
                        text: words,
                        tone: Tone::Bad
                    };
                    usize::from(level % 4)
                ],
                level,
                face_down,
                kind: kind.to_owned(),
            },
        )
}

fn shape() -> impl Strategy<Value = Shape> {
    prop_oneof![
        proptest::collection::vec(point(), 0..5).prop_map(|outline| Shape::Area { outline }),
        proptest::collection::vec(point(), 0..5).prop_map(|points| Shape::Line { points }),
        (point(), point()).prop_map(|(from, to)| Shape::Arrow { from, to }),
        (point(), wild()).prop_map(|(centre, radius)| Shape::Circle { centre, radius }),
        (point(), wild(), wild(), wild()).prop_map(|(centre, radius, from, to)| Shape::Sector {
            centre,
            radius,
            from,
            to
        }),
    ]
}

fn grid() -> impl Strategy<Value = Grid> {
    prop_oneof![
        Just(Grid::None),
        Just(Grid::Squares),
        any::<(bool, bool, u16, u16)>().prop_map(|(flat_top, first_shifted, columns, rows)| Grid::Hexes {
            flat_top,
            first_shifted,
            columns,
            rows
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn no_board_panics(
        min in point(),
        max in point(),
        grid in grid(),
        tokens in proptest::collection::vec(token(), 0..9),
        shapes in proptest::collection::vec((shape(), "\\PC{0,40}"), 0..5),
        words in "\\PC{0,200}",
        width in 0..1000_u32,
        flip in any::<bool>(),
    ) {
        let mut board: Board = boards::table();
        (board.min, board.max, board.grid, board.tokens) = (min, max, grid, tokens);
        board.caption.clone_from(&words);
        // The first link of the table, between every two tokens there are now.
        let link = board.links[0].clone();
        for (one, two) in board.tokens.iter().zip(board.tokens.iter().skip(1)) {
            board.links.push(hindsight_kernel::Link { from: one.id.clone(), to: two.id.clone(), ..link.clone() });
        }
        for feature in &mut board.terrain {
            feature.outline.extend([min, max]);
        }
        let mut options = boards::table_options();
        options.overlays.extend(shapes.into_iter().map(|(shape, label)| Overlay { kind: "target".to_owned(), label: Some(label), seat: None, tone: Tone::Plain, shape }));
        if let Some(last) = &mut options.last {
            last.trails.push(Trail { unit: "x".to_owned(), seat: Seat::B, points: vec![min, max], kind: "move".to_owned() });
            last.words = words;
        }
        let options = PictureOptions { width, flip, quality: Quality::Fast, ..options };
        let sheet = picture::draw(&board, &options);
        assert_well_formed(&sheet.to_svg());
        let (wide, tall) = sheet.size();
        prop_assert_eq!(sheet.to_rgb(Quality::Fast).len(), (wide * tall * 3) as usize);
    }
}

#[test]
fn five_hundred_tokens_and_an_empty_board_are_drawn() {
    let mut board = boards::squares();
    let one = board.tokens[0].clone();
    board.tokens = (0..500)
        .map(|place| Token {
            id: format!("A{place}"),
            ..one.clone()
        })
        .collect();
    assert_well_formed(&picture::svg(&board, &small(Theme::Light)));
    board.tokens.clear();
    board.sides.clear();
    board.caption.clear();
    (board.min, board.max) = (Point::new(f64::NAN, 0.0), Point::new(0.0, 0.0));
    assert_well_formed(&picture::svg(&board, &small(Theme::Dark)));
}
