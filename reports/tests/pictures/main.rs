//! Pictures of any board: sound SVG, whatever the names; sides told apart without colour; nothing panics.

mod any_board;
#[path = "../boards/mod.rs"]
mod boards;
mod cards;
mod dice;
mod drawing;
mod sides;
mod small;
mod words;

use hindsight_kernel::{Board, BoardToken, Seat};
use hindsight_reports::{PictureOptions, Quality, Theme, picture};

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

/// A card of the table turned by so much, with a number of its own.
fn card(id: &str, (x, y): (f64, f64), heading: f64, level: u8) -> BoardToken {
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
fn cards(tokens: Vec<BoardToken>) -> String {
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
