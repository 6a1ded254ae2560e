//! Passes that a text leaves out: lines of commands that do nothing, found again by the rules when the text is read.
//!
//! A text whose header says so counts the lines that it has. A pass is left out where nothing is said of it and a move follows, or the
//! end; the rules give it back where the next move would not be legal without it. Both ways lead to the same commands.

use hindsight_engine::kernel::{Message, RunEnd, Viewer};
use hindsight_engine::{AnyGoal, CommandRequest, RunCaller};
use serde_json::Value;

use super::{NoReplay, TableSide, WhyNot};
use crate::document::{Act, Document, Entry, Passes, Text, WrittenCommand, WrittenEnding, WrittenPlace};

/// The text with the passes that it leaves out, as its header says; any other as it is.
///
/// # Errors
/// A line that is not legal.
pub fn with_passes(document: &Document, packs: &[Value]) -> Result<Document, NoReplay> {
    match document.passes {
        Passes::Written => Ok(document.clone()),
        Passes::Implied => filled(document, super::opened(document, packs)?.2),
    }
}

/// So many passes are kept one by one where the rules would find them elsewhere; then the whole text is.
const MOST_TRIES: usize = 8;

/// The text without the passes that the rules find again: read, it gives the same commands. Where they would find them elsewhere,
/// passes are kept.
///
/// # Errors
/// A text that cannot be replayed.
pub fn without_passes(document: &Document, packs: &[Value]) -> Result<Document, NoReplay> {
    if document.passes == Passes::Implied {
        return Ok(document.clone());
    }
    let mut may_go = declining(document, packs)?;
    for _ in 0..MOST_TRIES {
        let short = stripped(document, &may_go);
        let full = super::opened(&short, packs).and_then(|table| filled(&short, table.2));
        let same = |place: usize| {
            // ERR: a text that is not read is another one.
            let found = full.as_ref().ok().and_then(|full| full.line.entries.get(place));
            found.is_some_and(|found| found.given == document.line.entries[place].given)
        };
        let count = document.line.entries.len();
        let other = (0..count).find(|place| !same(*place));
        let longer = full.as_ref().is_ok_and(|full| full.line.entries.len() > count);
        let Some(other) = other.or(longer.then_some(count.saturating_sub(1))) else {
            return Ok(short);
        };
        // The pass that would be found elsewhere is written.
        let Some(keep) = (0..=other)
            .rev()
            .find(|place| may_go[*place])
            .or((other..count).find(|place| may_go[*place]))
        else {
            break;
        };
        may_go[keep] = false;
    }
    Ok(document.clone())
}

/// Of each command, whether its seat declines by it and spends nothing, without dice.
fn declining(document: &Document, packs: &[Value]) -> Result<Vec<bool>, NoReplay> {
    let (_, _, mut table) = super::opened(document, packs)?;
    let mut all = Vec::with_capacity(document.line.entries.len());
    for (place, entry) in document.line.entries.iter().enumerate() {
        let fail = |why| NoReplay {
            line: (entry.place.line > 0).then_some(entry.place.line),
            number: vec![place as u32 + 1],
            why,
        };
        let declines = match &entry.given.act {
            Act::Play { dice, .. } if dice.is_empty() => {
                let command = table.request(&entry.given).map_err(fail)?.to_value();
                let nothing = entry.given.seat.and_then(|seat| table.game.nothing(seat));
                nothing.as_ref() == command.get("command")
            }
            _ => false,
        };
        all.push(declines);
        let batch = table.decide(&entry.given).map_err(fail)?;
        table.keep(&batch);
    }
    Ok(all)
}

/// The text without those of the passes that may go, where a move follows, or the end.
fn stripped(document: &Document, declines: &[bool]) -> Document {
    let mut document = document.clone();
    let entries = std::mem::take(&mut document.line.entries);
    let mut referred: Vec<u32> = Vec::new();
    for entry in &entries {
        refers(&entry.given.act, &mut |number| referred.push(number));
    }
    let ended = document
        .result
        .is_some_and(|result| result != WrittenEnding::Unfinished);
    // Whether what comes behind finds the passes before it: a move, or the end.
    let mut found_again = ended;
    let mut kept = vec![true; entries.len()];
    for (place, entry) in entries.iter().enumerate().rev() {
        let Act::Play { dice, .. } = &entry.given.act else {
            found_again = false;
            continue;
        };
        let is_bare = dice.is_empty()
            && entry.glyphs.is_empty()
            && entry.marks.is_empty()
            && entry.comments.is_empty()
            && entry.variations.is_empty();
        let passes = declines.get(place).copied().unwrap_or_default();
        let number = place as u32 + 1;
        if is_bare && passes && found_again && !referred.contains(&number) {
            kept[place] = false;
        } else {
            found_again = true;
        }
    }
    // The number of each command among those that are written.
    let mut numbers = Vec::with_capacity(entries.len());
    let mut count = 0;
    for keep in &kept {
        count += u32::from(*keep);
        numbers.push(count);
    }
    let written = |number: u32| numbers.get(number as usize - 1).copied().unwrap_or(number);
    document.line.entries = entries
        .into_iter()
        .zip(&kept)
        .filter_map(|(entry, keep)| keep.then_some(entry))
        .map(|mut entry| {
            renumber(&mut entry.given.act, &written);
            entry
        })
        .collect();
    document.passes = Passes::Implied;
    document
}

/// The text with the passes that it leaves out.
///
/// # Errors
/// A line that is not legal, with its number in the text.
pub(super) fn filled(document: &Document, mut table: TableSide) -> Result<Document, NoReplay> {
    let mut full = document.clone();
    full.passes = Passes::Written;
    full.line.entries = Vec::with_capacity(document.line.entries.len());
    // The number that each line has among all commands.
    let mut numbers: Vec<u32> = Vec::new();
    for (place, entry) in document.line.entries.iter().enumerate() {
        let fail = |why| NoReplay {
            line: (entry.place.line > 0).then_some(entry.place.line),
            number: vec![place as u32 + 1],
            why,
        };
        let mut entry = entry.clone();
        let told = |number: u32| {
            numbers
                .get((number as usize).wrapping_sub(1))
                .copied()
                .unwrap_or(number)
        };
        renumber(&mut entry.given.act, &told);
        if let Act::Play { .. } = entry.given.act {
            let request = table.request(&entry.given).map_err(fail)?;
            let caller = RunCaller {
                standing: Vec::new(),
                seats: None,
                viewer: Viewer::Everything,
            };
            let run = table.game.run_on(AnyGoal::Command(request), &caller);
            let run = run.map_err(|trouble| fail(trouble.into()))?;
            // What is legal nowhere is refused where it stands.
            if run.end == RunEnd::Reached {
                for given in &run.given {
                    full.line.entries.push(table.pass(given).map_err(fail)?);
                }
            }
        }
        let batch = table.decide(&entry.given).map_err(fail)?;
        table.keep(&batch);
        full.line.entries.push(entry);
        numbers.push(full.line.entries.len() as u32);
    }
    let ended = document
        .result
        .is_some_and(|result| result != WrittenEnding::Unfinished);
    while ended && table.game.info(Viewer::Everything).outcome.is_none() {
        let fail = |why| NoReplay {
            line: None,
            number: Vec::new(),
            why,
        };
        let asked = table.game.info(Viewer::Everything).awaiting;
        let pass = asked.iter().find_map(|asked| {
            let command = table.game.nothing(asked.seat)?;
            let value = serde_json::json!({ "type": "play", "seat": asked.seat, "command": command });
            CommandRequest::parse(value).ok() // ERR: what the rules offer is a command.
        });
        let Some(pass) = pass else { break };
        full.line.entries.push(table.pass(&pass).map_err(fail)?);
    }
    Ok(full)
}

impl TableSide {
    /// A line as the command that is asked for.
    fn request(&self, given: &WrittenCommand) -> Result<CommandRequest, WhyNot> {
        let value = self.wire(given, &crate::version_counter::VersionCounter::default())?;
        Ok(CommandRequest::parse(value).map_err(hindsight_engine::CommandError::from)?)
    }

    /// Gives a pass; its line.
    fn pass(&mut self, given: &CommandRequest) -> Result<Entry, WhyNot> {
        let value = given.to_value();
        let played = value.get("command").cloned().unwrap_or(Value::Null);
        let unheard = |why: Message| WhyNot::Unheard {
            words: played.to_string(),
            why,
        };
        let words = self
            .system
            .format_command(&played)
            .map_err(|why| unheard(why.message()))?;
        let entry = Entry {
            given: WrittenCommand {
                seat: given.seat,
                act: Act::Play {
                    words: Text::new(&words).map_err(|why| unheard(why.message()))?,
                    dice: Vec::new(),
                },
            },
            glyphs: Vec::new(),
            marks: Vec::new(),
            comments: Vec::new(),
            variations: Vec::new(),
            place: WrittenPlace::default(),
        };
        let batch = self.decide(&entry.given)?;
        self.keep(&batch);
        Ok(entry)
    }
}

/// Tells the numbers of past commands that a command speaks of.
fn refers(act: &Act, tell: &mut dyn FnMut(u32)) {
    match act {
        Act::TakeBack { from, .. } => tell(*from),
        Act::Replace { at, .. } | Act::Insert { at, .. } | Act::Remove { at, .. } => tell(*at),
        Act::Play { .. }
        | Act::Rule { .. }
        | Act::Position { .. }
        | Act::Concede
        | Act::Propose { .. }
        | Act::Answer { .. }
        | Act::Say { .. } => {}
    }
}

fn renumber(act: &mut Act, to: &dyn Fn(u32) -> u32) {
    match act {
        Act::TakeBack { from, .. } => *from = to(*from),
        Act::Replace { at, .. } | Act::Insert { at, .. } | Act::Remove { at, .. } => *at = to(*at),
        Act::Play { .. }
        | Act::Rule { .. }
        | Act::Position { .. }
        | Act::Concede
        | Act::Propose { .. }
        | Act::Answer { .. }
        | Act::Say { .. } => {}
    }
}
