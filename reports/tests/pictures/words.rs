//! Names and words: for readers and scripts, whole, and text whatever they say.

use hindsight_kernel::{Message, Tone};
use hindsight_reports::{PictureOptions, Theme, picture};

use super::{assert_well_formed, card, cards, small};
use crate::boards;

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
    assert!(svg.contains("aria-label=\"A1 BrMil Bridge Militia, 7/9 models, facing north, in a fight\"><title>A1 BrMil Bridge Militia, 7/9 models, facing north, in a fight</title>"));
    // What is written on it is in its name, and is not read aloud a second time.
    let (_, written) = svg.split_once("data-unit=\"A1\"").unwrap();
    let (_, written) = written
        .split_once("<g class=\"written\" aria-hidden=\"true\">")
        .unwrap();
    assert!(
        written.split("</g>").next().unwrap().contains("BrMil"),
        "{written}"
    );
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
            let written = unit
                .split("<g class=\"written\"")
                .nth(1)
                .expect("what is written on it");
            let texts = written
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
    board.caption = Message::plain(evil);
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

/// Pixels are drawn by this program, so it joins and orders the letters of a title itself.
#[test]
fn titles_are_drawn_in_the_order_of_their_script() {
    let drawn = |title: &str| {
        let options = PictureOptions {
            title: Some(title.to_owned()),
            ..small(Theme::Light)
        };
        picture::rgb(&boards::squares(), &options)
    };
    // Beh, alef, beh: the same as its joined forms, which a reader meets in the same order (Unicode Standard, Arabic Presentation
    // Forms-B); neither is drawn as it would be from left to right.
    let (plain, joined) = ("\u{628}\u{627}\u{628}", "\u{FE91}\u{FE8E}\u{FE8F}");
    assert!(drawn(plain) == drawn(joined), "Arabic is joined");
    assert!(
        drawn(joined) != drawn("\u{FE8F}\u{FE8E}\u{FE91}"),
        "and drawn from the right"
    );
    // Letters that the face does not have are one ellipsis, however many they are.
    assert!(
        drawn("\u{5317}\u{8ECD}") == drawn("\u{2026}"),
        "letters without a shape"
    );
    assert!(drawn("\u{2026}") != drawn(""), "an ellipsis is to be seen");
}

/// The words under a picture are cut between two words, wherever their spaces stand.
#[test]
fn words_of_a_foot_are_in_one_piece_wherever_their_spaces_stand() {
    let foot = |words: String| {
        let mut options = boards::table_options();
        let last = options.last.as_mut().expect("the table has a last change");
        last.words = Message::plain(words);
        picture::svg(&boards::table(), &options)
    };
    for space in ["", " ", "   "] {
        let svg = foot(format!("{space}Wäre{space} {}", "Fußvölker 5½ £ ".repeat(12)));
        assert!(
            svg.contains(">Wäre") || svg.contains("> Wäre") || svg.contains(">   Wäre"),
            "{space:?}: {svg}"
        );
        assert!(
            svg.contains(">Fußvölker") || svg.contains(">5½") || svg.contains(">£"),
            "the second line opens with a word"
        );
    }
}
