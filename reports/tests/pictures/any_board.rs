//! Any board at all is drawn.

use hindsight_kernel::{Board, BoardPoint, BoardToken, Grid, Message, Overlay, Seat, Shape, Tone, Trail};
use hindsight_reports::{PictureOptions, Quality, picture};
use proptest::prelude::*;

use super::assert_well_formed;
use crate::boards;

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
    fn point()(x in wild(), y in wild()) -> BoardPoint { BoardPoint::new(x, y) }
}

fn token() -> impl Strategy<Value = BoardToken> {
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
            |(outline, facing, strength, words, seat, (level, face_down), kind)| BoardToken {
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
                stripe: (level > 3).then_some(level % 9),
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
            rows,
            numbered: flat_top,
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
        board.caption = Message::plain(words.clone());
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
            last.words = Message::plain(words);
        }
        let options = PictureOptions { width, flip, quality: Quality::Fast, ..options };
        let sheet = picture::draw(&board, &options);
        assert_well_formed(&sheet.to_svg());
        let (wide, tall) = sheet.size();
        prop_assert_eq!(sheet.to_rgb(Quality::Fast).len(), (wide * tall * 3) as usize);
    }
}
