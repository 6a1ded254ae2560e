//! Animations: decoded again, they show each moment.

mod boards;

use hindsight_reports::gif::{Frame, gif};
use hindsight_reports::{PictureOptions, Quality, Theme, picture};

/// The pictures of a GIF with their delays, laid over each other as a viewer does.
fn decode(file: &[u8]) -> (usize, usize, Vec<(Vec<u8>, u16)>) {
    let mut options = ::gif::DecodeOptions::new();
    options.set_color_output(::gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(file).expect("a GIF");
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut screen = vec![0; width * height * 3];
    let mut pictures = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        for (row, line) in frame
            .buffer
            .chunks_exact(usize::from(frame.width) * 4)
            .enumerate()
        {
            for (column, pixel) in line.chunks_exact(4).enumerate() {
                if pixel[3] > 0 {
                    let at = ((row + usize::from(frame.top)) * width + column + usize::from(frame.left)) * 3;
                    screen[at..at + 3].copy_from_slice(&pixel[..3]);
                }
            }
        }
        pictures.push((screen.clone(), frame.delay));
    }
    (width, height, pictures)
}

#[test]
fn every_moment_is_shown_as_its_own_picture_would_be() {
    let story = boards::story(6);
    let options = PictureOptions {
        width: 500,
        ..PictureOptions::default()
    };
    for theme in [Theme::Light, Theme::Dark] {
        let options = PictureOptions {
            theme,
            ..options.clone()
        };
        let frames: Vec<Frame<'_>> = story
            .iter()
            .map(|(board, last)| Frame {
                board,
                last: Some(last),
                overlays: &[],
                hundredths: 40,
            })
            .collect();
        let (width, height, pictures) = decode(&gif(&frames, &options));
        assert_eq!(pictures.len(), 6);
        for ((board, last), (shown, delay)) in story.iter().zip(&pictures) {
            assert_eq!(*delay, 40);
            let own = PictureOptions {
                last: Some(last.clone()),
                quality: Quality::Fast,
                ..options.clone()
            };
            let (own_width, own_height, rgb) = picture::rgb(board, &own);
            assert_eq!((own_width as usize, own_height as usize), (width, height));
            // Only the palette may differ, and not by much.
            let far = rgb
                .iter()
                .zip(shown)
                .filter(|(one, other)| one.abs_diff(**other) > 40)
                .count();
            assert!(
                far * 1000 < rgb.len(),
                "{theme:?}: {far} of {} channels are far off",
                rgb.len()
            );
            let sum: u64 = rgb
                .iter()
                .zip(shown)
                .map(|(one, other)| u64::from(one.abs_diff(*other)))
                .sum();
            assert!(
                (sum as f64) / (rgb.len() as f64) < 1.5,
                "{theme:?}: mean difference {}",
                sum as f64 / rgb.len() as f64
            );
        }
    }
}

#[test]
fn identical_pictures_become_one_that_lasts_longer() {
    let board = boards::squares();
    let frame = Frame {
        board: &board,
        last: None,
        overlays: &[],
        hundredths: 30,
    };
    let options = PictureOptions {
        width: 300,
        ..PictureOptions::default()
    };
    let (_, _, pictures) = decode(&gif(&[frame; 4], &options));
    assert_eq!(
        pictures.iter().map(|(_, delay)| *delay).collect::<Vec<_>>(),
        [120]
    );
}

#[test]
fn no_moment_gives_no_file() {
    assert_eq!(gif(&[], &PictureOptions::default()), Vec::<u8>::new());
}
