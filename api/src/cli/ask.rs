//! `hindsight ask`: questions about situations, over files of facts.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use hindsight_reports::situations::{Situation, SituationCount, SituationQuestion, SituationTally, ask};
use serde::Deserialize;
use serde_json::json;

use super::outcome::{Code, CommandOutput, Failure};
use super::{Done, Shared};

/// Longest line of a file of facts, in bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// Arguments of `ask`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  hindsight dump --month 2026-03 --facts
  hindsight ask \"units with charged where direction = flank and unit.left <= 4\" facts-2026-03.ndjson.zst
  curl -s \"$SERVER/v1/situations.ndjson?find=anything\" | hindsight ask \"destroyed by round\" -

A file is NDJSON, packed by zstd or not, as `dump --facts` and `/v1/situations.ndjson` write it. The language stands on the
page /ask of every server, and at /v1/situations/guide.")]
pub(crate) struct AskArgs {
    /// The question
    question: String,
    /// The files; `-` is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// A line of a file: a moment with its game, or what stands before and behind all of them.
#[derive(Deserialize)]
struct FileLine {
    game: Option<String>,
}

pub(crate) fn run(_: &Shared, args: &AskArgs) -> Done {
    let question = ask(&args.question).map_err(|wrong| Failure::new(Code::Usage, wrong.to_string()))?;
    let mut found = SituationTally::new(question.clone());
    let mut games = 0_u64;
    for file in &args.files {
        games += add(file, &mut found).map_err(|failure| failure.about(file.display()))?;
    }
    let (whole, groups) = (found.whole(), found.groups());
    Ok(CommandOutput::new(
        words(&question, games, &whole, &groups),
        json!({ "question": question.to_string(), "looked": games, "whole": whole, "groups": groups }),
    ))
}

/// Adds the games of a file; says how many there are.
fn add(path: &Path, found: &mut SituationTally) -> Result<u64, Failure> {
    let wrong = |error: std::io::Error| Failure::new(Code::File, error.to_string());
    let input: Box<dyn Read> = if path == Path::new("-") {
        Box::new(std::io::stdin().lock())
    } else {
        Box::new(std::fs::File::open(path).map_err(wrong)?)
    };
    let mut input = BufReader::new(input);
    let is_packed = input
        .fill_buf()
        .map_err(wrong)?
        .starts_with(&[0x28, 0xb5, 0x2f, 0xfd]);
    let mut lines: Box<dyn BufRead> = if is_packed {
        Box::new(BufReader::new(zstd::Decoder::with_buffer(input).map_err(wrong)?))
    } else {
        Box::new(input)
    };
    let (mut game, mut moments, mut games) = (None, Vec::new(), 0);
    for number in 1_u64.. {
        let mut text = Vec::new();
        let read = (&mut lines)
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut text)
            .map_err(wrong)?;
        if read == 0 {
            break;
        }
        let about = |why: serde_json::Error| Failure::new(Code::File, format!("line {number}: {why}"));
        let line: FileLine = serde_json::from_slice(&text).map_err(about)?;
        let Some(of) = line.game else { continue };
        if game.as_ref() != Some(&of) {
            found.add(&moments);
            moments.clear();
            games += 1;
            game = Some(of);
        }
        moments.push(serde_json::from_slice::<Situation>(&text).map_err(about)?);
    }
    found.add(&moments);
    Ok(games)
}

fn words(
    question: &SituationQuestion,
    games: u64,
    whole: &SituationCount,
    groups: &[SituationCount],
) -> String {
    let won = |count: &SituationCount| match &count.won {
        None => String::new(),
        Some(rate) => format!(
            "that side won {:.0} % ({:.0} to {:.0} %, n {})",
            rate.value * 100.0,
            rate.low * 100.0,
            rate.high * 100.0,
            rate.n
        ),
    };
    let counted = question.counted.word();
    let mut text = format!(
        "{question}\n{} {counted}, {} moments in {} of {games} games; {}\n",
        whole.count,
        whole.moments,
        whole.games,
        won(whole)
    );
    for group in groups {
        let value = group.value.as_deref().unwrap_or_default();
        let _ = writeln!(text, "  {value:<28} {:>7} {counted}  {}", group.count, won(group));
    }
    text
}
