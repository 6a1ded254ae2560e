//! A long command stopped at a moment and given again: what has to be there in between, and afterwards.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitStatus;

use tempfile::TempDir;

use crate::content::{Content, content};
use crate::program::{LIMIT, command, ended, succeed};
use crate::traced::{Stop, counted, stops, traced, was_stopped};

/// Where a command works: a copy of all that is prepared.
pub(crate) struct Place {
    home: TempDir,
}

impl Place {
    pub(crate) fn copy_of(prepared: &Path) -> Self {
        let home = tempfile::tempdir().unwrap();
        copied(prepared, home.path());
        Self { home }
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.home.path().join("data")
    }

    /// A path in it, as a word of a command.
    pub(crate) fn path(&self, name: &str) -> String {
        self.home.path().join(name).to_str().unwrap().to_owned()
    }

    /// Where traces go: beside it, for nothing may be left in it.
    pub(crate) fn trace(&self) -> PathBuf {
        self.home.path().with_extension("trace")
    }

    /// Everything that lies in it, but for what the database calls its files by number.
    fn names(&self) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        for (dir, before) in [(self.home.path().to_owned(), ""), (self.data(), "data/")] {
            for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
                let name = entry.file_name().to_string_lossy().into_owned();
                let is_numbered = name
                    .strip_prefix("snap.")
                    .is_some_and(|number| number.bytes().all(|digit| digit.is_ascii_hexdigit()));
                let name = if is_numbered { "snap" } else { &name };
                names.insert(format!("{before}{name}"));
            }
        }
        names
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        drop(std::fs::remove_file(self.trace()));
    }
}

fn copied(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copied(&entry.path(), &to);
        } else {
            std::fs::copy(entry.path(), to).unwrap();
        }
    }
}

/// Where a store differs from what is expected, in the streams that are expected.
pub(crate) fn lacks(here: &Content, expected: &Content) -> Option<String> {
    for (id, lines) in &expected.streams {
        let Some(here) = here.streams.get(id) else {
            return Some(format!("stream {id} is gone"));
        };
        if here != lines {
            let place = here.iter().zip(lines).position(|(here, there)| here != there);
            let place = place.unwrap_or(here.len().min(lines.len()));
            return Some(format!(
                "stream {id} differs in its line {place}: {:?} where {:?} was",
                here.get(place),
                lines.get(place)
            ));
        }
    }
    None
}

/// What an undisturbed run comes to, or one that was stopped and given again.
#[derive(PartialEq)]
struct Outcome {
    content: Content,
    /// All games as texts, by the names of their files.
    texts: BTreeMap<String, String>,
    names: BTreeSet<String>,
}

/// How a command, or its tracer, ended and all that was said; or that it did not end in time.
pub(crate) type Ended = Result<(ExitStatus, String), String>;

/// A long command.
pub(crate) struct Job {
    pub(crate) name: &'static str,
    /// Its words.
    pub(crate) arguments: fn(&Place) -> Vec<String>,
    /// Runs it, traced or stopped, to its end; how the tracer ended and what was said.
    pub(crate) runs: fn(&Self, &Place, Option<&Stop>) -> Ended,
    /// The store that comes of it, by its name.
    pub(crate) store: &'static str,
    /// Whether its records say when it ran, so that what it comes to is compared as texts alone.
    pub(crate) is_dated: bool,
}

/// Runs a command to its end.
///
/// # Errors
/// It does not end in time.
pub(crate) fn to_its_end(job: &Job, place: &Place, stop: Option<&Stop>) -> Ended {
    let arguments = (job.arguments)(place);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    ended(
        traced(&place.trace(), stop, &command(&place.data(), &arguments)),
        LIMIT,
    )
}

/// Side records that are made from others, and may be made anew at any time.
fn is_derived(side: &str) -> bool {
    side.contains("community")
}

/// What is there after a job.
fn outcome(job: &Job, place: &Place) -> Result<Outcome, String> {
    let (store, out) = (
        PathBuf::from(place.path(job.store)),
        place.trace().with_extension("out"),
    );
    succeed(&store, &["audit"])?;
    let words = ["export", "--all", "--output", out.to_str().unwrap()];
    succeed(&store, &words)?;
    let mut texts = BTreeMap::new();
    for file in std::fs::read_dir(&out).unwrap().flatten() {
        let name = file.file_name().to_string_lossy().into_owned();
        texts.insert(name, std::fs::read_to_string(file.path()).unwrap());
    }
    drop(std::fs::remove_dir_all(out));
    let mut content = content(&store)?;
    content.side.retain(|place, _| !is_derived(place));
    if job.is_dated {
        content = Content::default();
    }
    Ok(Outcome {
        content,
        texts,
        names: place.names(),
    })
}

/// What has to be true between a stop and the second run: all that was there before is there still, and nothing is broken.
fn in_between(job: &Job, place: &Place, before: &Content) -> Result<(), String> {
    let here = content(&place.data())?;
    if let Some(lacking) = lacks(&here, before) {
        return Err(lacking);
    }
    let side = before.side.iter().filter(|(place, _)| !is_derived(place));
    for (place, value) in side {
        if here.side.get(place) != Some(value) {
            return Err(format!(
                "the side record {place} was {value} and is {:?}",
                here.side.get(place)
            ));
        }
    }
    for words in [&["verify"][..], &["audit"]] {
        succeed(&place.data(), words)?;
    }
    let made = PathBuf::from(place.path(job.store));
    if made != place.data() && made.exists() {
        // What has its name is whole.
        content(&made)?;
    }
    Ok(())
}

/// Runs a job undisturbed, then stops it at so many moments; all that went wrong.
pub(crate) fn stop_everywhere(job: &Job, prepared: &Path, wanted: usize) -> Vec<String> {
    let place = Place::copy_of(prepared);
    let before = content(&place.data()).unwrap();
    let (status, said) = (job.runs)(job, &place, None).unwrap();
    assert!(status.success(), "{}: {said}", job.name);
    let counts = counted(&place.trace());
    let expected = outcome(job, &place).unwrap();
    let (mut wrong, mut stopped) = (Vec::new(), 0);
    let all = stops(&counts, wanted);
    for stop in &all {
        let place = Place::copy_of(prepared);
        let told = (|| {
            let (status, said) = (job.runs)(job, &place, Some(stop))?;
            if was_stopped(status) {
                stopped += 1;
            } else if !status.success() {
                return Err(format!("not stopped, and ended with {status}: {said}"));
            }
            in_between(job, &place, &before).map_err(|why| format!("in between: {why}"))?;
            again(job, &place, &expected).map_err(|why| format!("given again: {why}"))
        })();
        if let Err(why) = told {
            wrong.push(format!("{} {stop}: {why}", job.name));
        }
    }
    println!(
        "{}: stopped {stopped} times of {} tried; calls: {counts:?}",
        job.name,
        all.len()
    );
    assert!(stopped > 0, "{}: nothing was stopped", job.name);
    wrong
}

/// The same command again comes to what an undisturbed one does, and leaves nothing else behind.
fn again(job: &Job, place: &Place, expected: &Outcome) -> Result<(), String> {
    let made = PathBuf::from(place.path(job.store));
    // What is made in a directory of its own is not made again once it is there.
    if made == place.data() || !made.exists() {
        let (status, said) = (job.runs)(job, place, None)?;
        if !status.success() {
            return Err(format!("it ended with {status}: {said}"));
        }
    }
    let here = outcome(job, place)?;
    if let Some(lacking) = lacks(&here.content, &expected.content) {
        return Err(lacking);
    }
    for (what, same) in [
        ("streams or side records", here.content == expected.content),
        ("texts", here.texts == expected.texts),
    ] {
        if !same {
            return Err(format!("{what} differ from those of an undisturbed run"));
        }
    }
    let left: Vec<_> = here.names.difference(&expected.names).collect();
    if left.is_empty() {
        Ok(())
    } else {
        Err(format!("left behind: {left:?}"))
    }
}
