//! The whole Move/Fire of a unit on one line, as the book writes moves: `1714-1814 v11; fire 1510`.
//!
//! The line begins with the hex where the unit stands. Hexes behind hyphens are entered one after the other; `v11` behind them
//! is the facing with which the last one is entered, `with Hale` says who rides along from the first of these steps on. A
//! semicolon ends a part. Other parts are `v3` (a turn), `fire 1510` (at the unit in that hex), `change mount`, and further hexes.

use hindsight_geometry::hexes::{Facing, Hex};
use hindsight_kernel::message;
use hindsight_kernel::words::{WordFault, join, read};

use super::{facing, with, with_words};
use crate::messages::MESSAGES;
use crate::model::command::{Act, Command};
use crate::model::names::LeaderId;

/// Steps that stand in one part of a line.
#[derive(Default)]
struct Path {
    hexes: Vec<Hex>,
    facing: Option<Facing>,
    with: Vec<LeaderId>,
}

impl Path {
    fn words(&self) -> String {
        let facing = self
            .facing
            .map_or_else(String::new, |facing| format!(" v{facing}"));
        format!(
            "{}{facing}{}",
            join(&self.hexes, "-", ToString::to_string),
            with_words(&self.with)
        )
    }
}

/// The line of several acts.
pub(super) fn words(from: Hex, acts: &[Act]) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut path = Some(Path {
        hexes: vec![from],
        ..Path::default()
    });
    for (place, act) in acts.iter().enumerate() {
        match act {
            Act::Step { to, facing, with } => {
                // The first hex of the line is no step, so riders may begin behind it.
                let first = place == 0;
                let joins = |path: &Path| path.facing.is_none() && (first || with.is_empty());
                if let Some(path) = path.as_mut().filter(|path| joins(path)) {
                    path.hexes.push(*to);
                } else {
                    parts.extend(path.replace(Path::default()).map(|path| path.words()));
                    path.get_or_insert_default().hexes.push(*to);
                }
                let path = path.get_or_insert_default();
                path.facing = *facing;
                path.with.extend(with);
            }
            Act::Turn { facing } if place == 0 => {
                path = None;
                parts.push(format!("{from} v{facing}"));
            }
            Act::Turn { .. } | Act::Fire { .. } | Act::ChangeMount => {
                parts.extend(path.take().map(|path| path.words()));
                parts.push(match act {
                    Act::Turn { facing } => format!("v{facing}"),
                    Act::Fire { at } => format!("fire {at}"),
                    Act::Step { .. } | Act::ChangeMount => "change mount".to_owned(),
                });
            }
        }
    }
    parts.extend(path.map(|path| path.words()));
    parts.join("; ")
}

fn is_hex(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_digit())
}

/// The command of a line that begins with a hex.
pub(super) fn command(words: &[&str]) -> Result<Option<Command>, WordFault> {
    if !words.first().is_some_and(|word| is_hex(word)) {
        return Ok(None);
    }
    let mut parts: Vec<Vec<&str>> = vec![Vec::new()];
    for word in words {
        let (plain, ends) = word
            .strip_suffix(';')
            .map_or((*word, false), |plain| (plain, true));
        if let Some(part) = parts.last_mut().filter(|_| !plain.is_empty()) {
            part.push(plain);
        }
        if ends {
            parts.push(Vec::new());
        }
    }
    let (mut acts, mut start) = (Vec::new(), None);
    for part in &parts {
        match (start, &part[..]) {
            (None, [path, rest @ ..]) => {
                let (from, path) = match path.split_once('-') {
                    Some((from, path)) => (from, Some(path)),
                    None => (*path, None),
                };
                start = Some(read(from)?);
                match (path, rest) {
                    (Some(path), rest) => steps(path, rest, &mut acts)?,
                    (None, []) => {}
                    (None, [vertex]) => acts.push(Act::Turn {
                        facing: facing(vertex)?,
                    }),
                    (None, rest) => {
                        return Err(WordFault::of(rest, message!(MESSAGES, "words-hexes-or-facing")));
                    }
                }
            }
            (Some(_), ["fire", at]) => acts.push(Act::Fire { at: read(at)? }),
            (Some(_), ["change", "mount"]) => acts.push(Act::ChangeMount),
            (Some(_), [vertex]) if vertex.starts_with('v') => acts.push(Act::Turn {
                facing: facing(vertex)?,
            }),
            (Some(_), [path, rest @ ..]) if is_hex(path) => steps(path, rest, &mut acts)?,
            (_, []) => return Err(message!(MESSAGES, "words-nothing-after-semicolon").into()),
            (Some(_), other) => {
                return Err(WordFault::of(other, message!(MESSAGES, "words-act")));
            }
        }
    }
    Ok(start.map(|from| Command::MoveFire { from, acts }))
}

/// Steps along hexes: riders begin with the first of them, the facing is that of the last.
fn steps(path: &str, rest: &[&str], acts: &mut Vec<Act>) -> Result<(), WordFault> {
    let hexes = path.split('-').map(read).collect::<Result<Vec<Hex>, _>>()?;
    let (vertex, rest) = match rest {
        [first, rest @ ..] if *first != "with" => (Some(facing(first)?), rest),
        rest => (None, rest),
    };
    let mut riders = with(rest)?;
    let last = hexes.len().saturating_sub(1);
    for (place, to) in hexes.into_iter().enumerate() {
        acts.push(Act::Step {
            to,
            facing: vertex.filter(|_| place == last),
            with: std::mem::take(&mut riders),
        });
    }
    Ok(())
}
