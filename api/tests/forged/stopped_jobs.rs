//! Every long command, and the server with its work in the background, killed at moments of its course: nothing that was
//! acknowledged is lost, the store is sound, and the same command again comes to what an undisturbed one does.
//!
//! `strace` kills the process at the n-th call of a kind that writes. `HINDSIGHT_LONG=1` tries up to 200 moments a command
//! instead of four. Without `strace` the tests are skipped and say so, or fail if `HINDSIGHT_REQUIRE_TOOLS` is set.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::Path;
use std::sync::OnceLock;

use tempfile::TempDir;

use crate::content::content;
use crate::papers::game_with_papers;
use crate::program::{self, succeed};
use crate::server::Server;
use crate::stopping::{Job, Place, lacks, stop_everywhere, to_its_end};
use crate::{serving, traced};

const TEXT: &str = include_str!("../../../tests/games/orsa-takes-the-axes.hgn");
const OTHER_TEXT: &str = include_str!("../../../tests/games/the-knights-on-e6.hgn");
const SHORT: &[u8] = include_bytes!("../../../tests/frozen/0.1.0/three-rounds-left.ndjson");
pub(crate) const STREAM: &[u8] = include_bytes!("../../../tests/frozen/0.1.0/two-equal-armies.ndjson");

/// All that the commands work on, made once.
struct Prepared {
    home: TempDir,
    /// A token of an admin.
    token: String,
}

/// A store with games of bots, a text, a game with annotations and a study; a backup of it, and files to be
/// imported.
fn prepared() -> &'static Prepared {
    static PREPARED: OnceLock<Prepared> = OnceLock::new();
    PREPARED.get_or_init(|| {
        let mut server = Server::start();
        game_with_papers(&server, SHORT);
        let token = server.token.clone();
        server.end();
        let home = tempfile::tempdir().unwrap();
        let data = home.path().join("data");
        std::fs::rename(server.home.path().join("data"), &data).unwrap();
        drop(std::fs::remove_file(data.join("server.json")));
        let path = |name: &str| home.path().join(name).to_str().unwrap().to_owned();
        std::fs::write(path("other.hgn"), OTHER_TEXT).unwrap();
        let fast = ["--durability", "process-crash"];
        let run = |words: &[&str]| succeed(&data, &[&fast[..], words].concat()).unwrap();
        run(&["simulate", "--games", "3", "--seed", "3", "--quiet"]);
        run(&["import", &path("other.hgn"), "--visibility", "public"]);
        std::fs::remove_file(path("other.hgn")).unwrap();
        run(&["backup", &path("good.backup")]);
        std::fs::write(path("good.hgn"), TEXT).unwrap();
        std::fs::write(path("good.ndjson"), STREAM).unwrap();
        Prepared { home, token }
    })
}

/// Moments at which a command is stopped.
fn wanted() -> usize {
    if std::env::var("HINDSIGHT_LONG").is_ok() {
        200
    } else {
        4
    }
}

#[track_caller]
fn stops(job: &Job) {
    if !traced::is_possible() {
        return;
    }
    let wrong = stop_everywhere(job, prepared().home.path(), wanted());
    assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong.join("\n"));
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// A command that changes the store.
fn job(name: &'static str, arguments: fn(&Place) -> Vec<String>) -> Job {
    Job {
        name,
        arguments,
        runs: to_its_end,
        store: "data",
        is_dated: false,
    }
}

#[test]
fn import_of_texts_and_streams() {
    stops(&Job {
        is_dated: true,
        ..job("import", |place| {
            words(&["import", &place.path("good.hgn"), &place.path("good.ndjson")])
        })
    });
}

#[test]
fn import_of_a_stream() {
    stops(&job("import of a stream", |place| {
        words(&["import", &place.path("good.ndjson")])
    }));
}

#[test]
fn pack() {
    stops(&job("pack", |_| words(&["pack"])));
}

#[test]
fn pack_and_shrink() {
    stops(&job("pack --shrink", |_| words(&["pack", "--shrink"])));
}

#[test]
fn rebuild() {
    stops(&job("rebuild", |_| words(&["rebuild"])));
}

#[test]
fn simulate() {
    stops(&job("simulate", |_| {
        words(&[
            "simulate",
            "--games",
            "2",
            "--seed",
            "9",
            "--threads",
            "2",
            "--quiet",
        ])
    }));
}

#[test]
fn backup() {
    // The file that it makes is looked at as what it restores to.
    stops(&Job {
        runs: |job, place, stop| {
            let made = to_its_end(job, place, stop)?;
            restores(place)?;
            Ok(made)
        },
        ..job("backup", |place| {
            words(&["backup", &place.path("all.backup"), "--force"])
        })
    });
}

/// A backup that has its name is whole.
fn restores(place: &Place) -> Result<(), String> {
    let (file, into) = (place.path("all.backup"), place.trace().with_extension("restored"));
    if !Path::new(&file).exists() {
        return Ok(());
    }
    let restored = succeed(&into, &["restore", &file]).and_then(|_| {
        let differs = lacks(&content(&into)?, &content(&place.data())?);
        differs.map_or(Ok(()), |why| Err(format!("the backup differs: {why}")))
    });
    drop(std::fs::remove_dir_all(into));
    restored
}

#[test]
fn restore() {
    stops(&Job {
        runs: |_, place, stop| {
            let words = ["restore", &place.path("good.backup")];
            let command = program::command(Path::new(&place.path("restored")), &words);
            program::ended(traced::traced(&place.trace(), stop, &command), program::LIMIT)
        },
        store: "restored",
        ..job("restore", |_| Vec::new())
    });
}

#[test]
fn export() {
    stops(&job("export", |place| {
        words(&[
            "export",
            "--all",
            "--format",
            "ndjson",
            "--output",
            &place.path("exported"),
        ])
    }));
}

#[test]
fn a_server_and_its_work_in_the_background() {
    stops(&Job {
        runs: |_, place, stop| serving::serve(place, stop, &prepared().token),
        ..job("serve", |_| Vec::new())
    });
}
