//! Pictures against what they are bound by: SVG and PNG against the `png` crate's fast encoding of the same pixels,
//! animations against plotters' own GIF backend. `cargo bench -p hindsight-reports`.
//!
//! Each is run in turn with its reference (A B A B ...); medians and the spread of the ratios are printed. Plotters'
//! GIF backend is so slow that it draws a tenth of the frames and its time is scaled up.

#[path = "../tests/boards/mod.rs"]
mod boards;

use std::hint::black_box;
use std::time::Instant;

use hindsight_reports::gif::{self, Frame};
use hindsight_reports::{PictureOptions, Quality, picture};
use plotters::prelude::*;

fn time(mut work: impl FnMut()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64() * 1e3
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn encode(rgb: &[u8], width: u32, height: u32) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header().expect("a vector");
    writer.write_image_data(rgb).expect("a vector");
    writer.finish().expect("a vector");
    file
}

/// Runs both in turn and prints how they compare; says whether the goal is met.
fn compare(
    name: &str,
    rounds: usize,
    goal: f64,
    mut ours: impl FnMut(),
    mut reference: impl FnMut() -> f64,
) -> bool {
    ours();
    let (mut mine, mut theirs, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rounds {
        let other = reference();
        let own = time(&mut ours);
        mine.push(own);
        theirs.push(other);
        ratios.push(own / other);
    }
    let ratio = median(&mut ratios);
    let (low, high) = (ratios[0], ratios[ratios.len() - 1]);
    println!(
        "{name:<28} {:>9.3} ms   reference {:>9.3} ms   ratio {ratio:.3} [{low:.3}-{high:.3}]   goal {goal}   {}",
        median(&mut mine),
        median(&mut theirs),
        if ratio <= goal { "met" } else { "MISSED" }
    );
    ratio <= goal
}

fn main() {
    let options = PictureOptions {
        height: Some(1000),
        ..boards::table_options()
    };
    let board = boards::busy();
    let sheet = picture::draw(&board, &options);
    let (width, height) = sheet.size();
    let (fast, fine) = (sheet.to_rgb(Quality::Fast), sheet.to_rgb(Quality::Fine));
    println!(
        "{width} x {height}, {} units, SVG {} bytes, PNG {} bytes",
        board.tokens.len(),
        sheet.to_svg().len(),
        encode(&fine, width, height).len()
    );

    let rounds = 31;
    let mut met = true;
    met &= compare(
        "SVG",
        rounds,
        0.05,
        || drop(black_box(picture::svg(&board, &options))),
        || time(|| drop(black_box(encode(&fine, width, height)))),
    );
    let one = PictureOptions {
        quality: Quality::Fast,
        ..options.clone()
    };
    met &= compare(
        "PNG 1x",
        rounds,
        2.3,
        || drop(black_box(picture::png(&board, &one))),
        || time(|| drop(black_box(encode(&fast, width, height)))),
    );
    met &= compare(
        "PNG 2x supersampled",
        rounds,
        6.0,
        || drop(black_box(picture::png(&board, &options))),
        || time(|| drop(black_box(encode(&fine, width, height)))),
    );

    let story = boards::story(200);
    let plain = PictureOptions {
        last: None,
        overlays: Vec::new(),
        ..options
    };
    let frames: Vec<Frame<'_>> = story
        .iter()
        .map(|(board, last)| Frame {
            board,
            last: Some(last),
            overlays: &[],
            hundredths: 50,
        })
        .collect();
    let file = std::env::temp_dir().join(format!("hindsight-bench-{}.gif", std::process::id()));
    let reference = || {
        let sample = 20;
        let spent = time(|| {
            let mut backend = BitMapBackend::gif(&file, (width, height), 500).expect("a writable folder");
            for (board, last) in story.iter().take(sample) {
                let options = PictureOptions {
                    last: Some(last.clone()),
                    ..plain.clone()
                };
                picture::draw(board, &options)
                    .draw_on(&mut backend)
                    .expect("drawn");
                backend.present().expect("written");
            }
        });
        spent * (story.len() / sample) as f64
    };
    let ours = gif::gif(&frames, &plain);
    println!("GIF of {} frames: {} bytes", frames.len(), ours.len());
    met &= compare(
        "GIF 200 frames",
        5,
        0.05,
        || drop(black_box(gif::gif(&frames, &plain))),
        reference,
    );
    let _ = std::fs::remove_file(&file);
    println!("{}", if met { "all goals met" } else { "some goals missed" });
}
