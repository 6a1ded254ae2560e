//! Pictures against what they are bound by: SVG and PNG against the `png` crate's fast encoding of the same pixels,
//! animations against plotters' own GIF backend. `cargo bench -p hindsight-reports`.
//!
//! Each is run in turn with its reference (A B A B ...), in processor time; medians and the spread of the ratios are
//! printed. Plotters'
//! GIF backend is so slow that it draws a tenth of the frames and its time is scaled up.

#![allow(clippy::similar_names, reason = "fast and fine are what they are")]

#[path = "../tests/boards/mod.rs"]
mod boards;

use std::hint::black_box;
use std::time::Instant;

use hindsight_reports::gif::{self, Frame};
use hindsight_reports::{PictureOptions, Quality, picture};
use plotters::prelude::*;

/// Milliseconds of processor time this process has used, where the system tells; else those that went by.
fn clock(start: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds =
        told.and_then(|text| text.split(' ').next().and_then(|first| first.parse::<f64>().ok()));
    nanoseconds.map_or_else(
        || start.elapsed().as_secs_f64() * 1e3,
        |nanoseconds| nanoseconds / 1e6,
    )
}

/// The time of one piece of work, from so many of them.
fn time(times: u32, mut work: impl FnMut()) -> f64 {
    let start = Instant::now();
    let before = clock(start);
    for _ in 0..times {
        work();
    }
    (clock(start) - before) / f64::from(times)
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
    (rounds, times): (usize, u32),
    goal: f64,
    mut ours: impl FnMut(),
    mut reference: impl FnMut() -> f64,
) -> bool {
    ours();
    let (mut mine, mut theirs, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rounds {
        let other = reference();
        let own = time(times, &mut ours);
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

    println!(
        "parts: marks {:.3} ms, SVG of them {:.3} ms, painted {:.3} ms, at 2x {:.3} ms",
        time(200, || drop(black_box(picture::draw(&board, &options)))),
        time(200, || drop(black_box(sheet.to_svg()))),
        time(10, || drop(black_box(sheet.to_rgb(Quality::Fast)))),
        time(5, || drop(black_box(sheet.to_rgb(Quality::Fine)))),
    );
    let mut met = true;
    let encoded = |rgb: &[u8]| time(8, || drop(black_box(encode(rgb, width, height))));
    met &= compare(
        "SVG",
        (9, 200),
        0.05,
        || drop(black_box(picture::svg(&board, &options))),
        || encoded(&fine),
    );
    let one = PictureOptions {
        quality: Quality::Fast,
        ..options.clone()
    };
    met &= compare(
        "PNG 1x",
        (9, 8),
        2.3,
        || drop(black_box(picture::png(&board, &one))),
        || encoded(&fast),
    );
    met &= compare(
        "PNG 2x supersampled",
        (9, 4),
        6.0,
        || drop(black_box(picture::png(&board, &options))),
        || encoded(&fine),
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
        let spent = time(1, || {
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
        (3, 1),
        0.05,
        || drop(black_box(gif::gif(&frames, &plain))),
        reference,
    );
    let _ = std::fs::remove_file(&file);
    println!("{}", if met { "all goals met" } else { "some goals missed" });
}
