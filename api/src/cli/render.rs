//! `hindsight render`: pictures of recorded games.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use hindsight_engine::Chronicle;
use hindsight_engine::kernel::{Board, LastChange, Seat, Viewer};
use hindsight_reports::gif::{Frame, gif};
use hindsight_reports::{PictureOptions, Quality, Theme};
use hindsight_store::StreamId;
use serde_json::json;

use super::outcome::{Code, CommandOutput, Failure, out};
use super::{Done, Shared, data};

/// Arguments of `render`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  hindsight render 01JZ8Q4T0V6J3K5M7N9P1R3S5T --at 57 --output moment.svg
  hindsight render 01JZ8Q4T0V6J3K5M7N9P1R3S5T --format png --width 2400 --theme dark --output end.png
  hindsight render 01JZ8Q4T0V6J3K5M7N9P1R3S5T --at 25 --to 80 --width 720 --output turns.gif

A GIF shows a range, a picture an event; events that were taken back are left out.")]
pub(crate) struct RenderArgs {
    /// The game
    game: StreamId,
    /// After which event; the last one without it (the first one for a GIF)
    #[arg(long, value_name = "VERSION")]
    at: Option<u64>,
    /// The last event of a GIF; the end of the game without it
    #[arg(long, value_name = "VERSION")]
    to: Option<u64>,
    /// How long each picture of a GIF is shown, in milliseconds
    #[arg(long, default_value_t = 600, value_parser = clap::value_parser!(u16).range(20..=60_000))]
    delay: u16,
    /// What to draw; by the name of the output, else SVG
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Pixels across
    #[arg(long, default_value_t = 1200, value_parser = clap::value_parser!(u32).range(300..=2400))]
    width: u32,
    /// Light or dark
    #[arg(long, value_enum, default_value = "light")]
    theme: RenderedView,
    /// Through whose eyes: a seat's letter; everything without it
    #[arg(long)]
    seat: Option<Seat>,
    /// Leave out what the last event changed
    #[arg(long)]
    plain: bool,
    /// Where to write it; standard output without it
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Lines and letters, sharp at any size
    Svg,
    /// Pixels
    Png,
    /// Pixels, one picture after the other
    Gif,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum RenderedView {
    /// Dark on light
    Light,
    /// Light on dark
    Dark,
}

/// The most pictures of a GIF.
const MOST_FRAMES: usize = 1_000;

pub(crate) fn run(shared: &Shared, args: &RenderArgs) -> Done {
    let store = shared.data.open_to_read()?;
    let listed = data::listed(&*store, args.game)?;
    let chronicle = data::chronicle(&*store, &listed)?;
    let end = chronicle.len();
    let by_name = args
        .output
        .as_ref()
        .and_then(|path| path.extension())
        .and_then(|end| end.to_str());
    let format = args.format.unwrap_or(match by_name {
        Some("png") => Format::Png,
        Some("gif") => Format::Gif,
        _ => Format::Svg,
    });
    let (from, to) = match format {
        Format::Svg | Format::Png => (args.at.unwrap_or(end), args.at.unwrap_or(end)),
        Format::Gif => (args.at.unwrap_or(1), args.to.unwrap_or(end)),
    };
    if from == 0 || from > to || to > end {
        let message = format!("the game has {end} events; there are no versions {from} to {to}");
        return Err(Failure::new(Code::Missing, message));
    }
    let moments = moments(chronicle.as_ref(), from, to, args, format)?;
    let options = PictureOptions {
        width: args.width,
        theme: match args.theme {
            RenderedView::Light => Theme::Light,
            RenderedView::Dark => Theme::Dark,
        },
        quality: Quality::Fine,
        title: Some(listed.card.title.clone()).filter(|title| !title.is_empty()),
        ..PictureOptions::default()
    };
    let bytes = drawn(&moments, &options, args, format)?;
    match &args.output {
        Some(path) => {
            let unwritten = |error| Failure::new(Code::File, format!("{}: {error}", path.display()));
            std::fs::write(path, &bytes).map_err(unwritten)?;
            let versions = if from == to {
                format!("Version {to}")
            } else {
                format!("Versions {from} to {to}")
            };
            let text = format!("{versions} drawn to {}.", path.display());
            let json =
                json!({ "game": args.game, "from": from, "to": to, "output": path, "bytes": bytes.len() });
            Ok(CommandOutput::new(text, json))
        }
        None if format == Format::Svg => {
            out(&String::from_utf8_lossy(&bytes));
            Ok(CommandOutput::written())
        }
        None => Err(Failure::new(
            Code::Usage,
            "pixels go into a file: name one with --output",
        )),
    }
}

/// The boards of a range, each with what changed last.
fn moments(
    chronicle: &dyn Chronicle,
    from: u64,
    to: u64,
    args: &RenderArgs,
    format: Format,
) -> Result<Vec<(Board, LastChange)>, Failure> {
    let viewer = args.seat.map_or(Viewer::Everything, Viewer::Seat);
    let mut moments = Vec::new();
    chronicle.walk(from, to, viewer, &mut |step| {
        if format != Format::Gif || step.live() {
            moments.push((step.board(), step.change()));
        }
        moments.len() <= MOST_FRAMES
    })?;
    match moments.len() {
        0 => Err(Failure::new(
            Code::Missing,
            format!("all of {from} to {to} was taken back"),
        )),
        many if many > MOST_FRAMES => {
            let message =
                format!("more than {MOST_FRAMES} pictures; name a shorter range with --at and --to");
            Err(Failure::new(Code::Usage, message))
        }
        _ => Ok(moments),
    }
}

fn drawn(
    moments: &[(Board, LastChange)],
    options: &PictureOptions,
    args: &RenderArgs,
    format: Format,
) -> Result<Vec<u8>, Failure> {
    let shown = |change: &LastChange| (!args.plain).then(|| change.clone());
    let Some((board, change)) = moments.last() else {
        return Err(Failure::new(Code::Defect, "there is nothing to draw"));
    };
    let one = || PictureOptions {
        last: shown(change),
        ..options.clone()
    };
    Ok(match format {
        Format::Svg => hindsight_reports::svg(board, &one()).into_bytes(),
        Format::Png => hindsight_reports::png(board, &one()),
        Format::Gif => {
            let frames: Vec<Frame<'_>> = moments
                .iter()
                .map(|(board, change)| Frame {
                    board,
                    last: (!args.plain).then_some(change),
                    overlays: &[],
                    hundredths: args.delay / 10,
                })
                .collect();
            gif(&frames, options)
        }
    })
}
