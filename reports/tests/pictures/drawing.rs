//! The picture as a whole: its size, its bytes, and turned round.

use hindsight_kernel::{BoardPoint, BoardToken, Message};
use hindsight_reports::{PictureOptions, Quality, Theme, picture};

use super::{assert_well_formed, small};
use crate::boards;

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

#[test]
fn five_hundred_tokens_and_an_empty_board_are_drawn() {
    let mut board = boards::squares();
    let one = board.tokens[0].clone();
    board.tokens = (0..500)
        .map(|place| BoardToken {
            id: format!("A{place}"),
            ..one.clone()
        })
        .collect();
    assert_well_formed(&picture::svg(&board, &small(Theme::Light)));
    board.tokens.clear();
    board.sides.clear();
    board.caption = Message::default();
    (board.min, board.max) = (BoardPoint::new(f64::NAN, 0.0), BoardPoint::new(0.0, 0.0));
    assert_well_formed(&picture::svg(&board, &small(Theme::Dark)));
}
