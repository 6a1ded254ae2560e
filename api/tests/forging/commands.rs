//! Forged files given to the command line: `import` of every form, and `restore`.

use std::path::{Path, PathBuf};

use hindsight_store::{EventStore, Options, SledStore};
use serde_json::Value;

use crate::content::{content, lines_of};
use crate::files::{SEED, SHORT, TEXT, of_json};
use crate::forge::{self, Forgery, chosen};
use crate::papers::game_with_papers;
use crate::program::{Ran, run, succeed};
use crate::server::Server;
use crate::{backups, streams, texts};

/// A data directory with a game, its papers and a study, and what was made of it.
struct Prepared {
    server: Server,
    game: Vec<u8>,
    study: Vec<u8>,
}

impl Prepared {
    fn new() -> Self {
        let mut server = Server::start();
        let game = game_with_papers(&server, SHORT);
        let studies = server.get("/v1/studies").unwrap().json();
        let study = studies["items"][0]["id"].as_str().unwrap();
        let study = server
            .get(&format!("/v1/studies/{study}/export?format=ndjson"))
            .unwrap()
            .body;
        server.end();
        Self { server, game, study }
    }

    fn home(&self) -> &Path {
        self.server.home.path()
    }

    fn data(&self) -> PathBuf {
        self.home().join("data")
    }
}

/// What no command may do, whatever it is given: end by a signal, panic, call itself defective, fail without a word.
fn fault(ran: &Ran) -> Option<String> {
    let known = matches!(ran.code, Some(0..=6));
    let panicked = ran.text.contains("panicked at") || ran.text.contains("stack overflow");
    let silent = ran.code != Some(0) && ran.text.trim().is_empty();
    (!known || panicked || silent).then(|| format!("ended with {:?}: {}", ran.code, ran.text.trim()))
}

/// What went wrong, and how many files were taken and refused.
#[derive(Default)]
struct Series {
    wrong: Vec<String>,
    taken: usize,
    refused: usize,
}

impl Series {
    /// Runs a command and says whether it was refused; what no command may do is noted.
    fn refuses(&mut self, what: &str, data: &Path, arguments: &[&str]) -> bool {
        let refused = match run(data, arguments) {
            Ok(ran) => {
                let fault = fault(&ran);
                self.wrong
                    .extend(fault.map(|why| format!("{what}: {arguments:?} {why}")));
                ran.code != Some(0)
            }
            Err(why) => {
                self.wrong.push(format!("{what}: {arguments:?} {why}"));
                true
            }
        };
        *(if refused {
            &mut self.refused
        } else {
            &mut self.taken
        }) += 1;
        refused
    }

    /// Runs what must not find anything defective about a store.
    fn looks(&mut self, what: &str, data: &Path, arguments: &[&str]) {
        match run(data, arguments) {
            Ok(ran) => {
                let fault = fault(&ran);
                self.wrong
                    .extend(fault.map(|why| format!("{what}: then {arguments:?} {why}")));
            }
            Err(why) => self.wrong.push(format!("{what}: then {arguments:?} {why}")),
        }
    }

    fn nothing_is_left(&mut self, what: &str, home: &Path) {
        for name in names(home) {
            if name.contains(".restoring") || name.contains(".partial") || name.contains(".tmp") {
                self.wrong.push(format!("{what}: {name} is left"));
                let left = home.join(name);
                drop(std::fs::remove_dir_all(&left).or_else(|_| std::fs::remove_file(&left)));
            }
        }
    }

    #[track_caller]
    fn finish(self, form: &str) {
        println!("{form}: {} files taken, {} refused", self.taken, self.refused);
        assert!(
            self.taken > 0 && self.refused > 0,
            "{form}: it is not the form that is tried"
        );
        assert!(
            self.wrong.is_empty(),
            "{form}: {} faults:\n{}",
            self.wrong.len(),
            self.wrong.join("\n")
        );
    }
}

fn names(dir: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(dir).unwrap().flatten();
    entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect()
}

/// Streams and records of a store, and whether it is sound.
fn figures(data: &Path) -> Result<(u64, u64), String> {
    let options = Options {
        cache_bytes: 8 << 20,
        ..Options::default()
    };
    let (store, _) = SledStore::open(data, &options).map_err(|why| why.to_string())?;
    let stats = store.stats();
    let verdict = store.verify(&mut |_| {}).map_err(|why| why.to_string())?;
    store.close().map_err(|why| why.to_string())?;
    match verdict.first_fault {
        Some(fault) => Err(fault.to_string()),
        None => Ok((stats.streams, stats.position)),
    }
}

#[test]
fn import_of_every_form() {
    let prepared = Prepared::new();
    let (home, data) = (prepared.home(), prepared.data());
    let text = home.join("good.hgn");
    std::fs::write(&text, TEXT).unwrap();
    let other = home.join("other");
    succeed(
        &other,
        &["--durability", "process-crash", "import", text.to_str().unwrap()],
    )
    .unwrap();
    let all = succeed(&other, &["export", "--all", "--format", "json"]).unwrap();
    let document: Value = serde_json::from_str(&all).unwrap();
    let mut json = chosen(forge::bytes(SEED, 20), 5);
    json.extend(chosen(of_json(&document), 16));
    let mut hgn = chosen(forge::bytes(SEED, 20), 5);
    hgn.extend(chosen(texts::changes(TEXT.as_bytes()), 12));
    let streams = |good: &[u8], usual: usize| {
        let mut all = chosen(forge::bytes(SEED, 20), 4);
        all.extend(chosen(streams::changes(good, SEED), usual));
        all
    };
    let rows: [(&str, Vec<u8>, Vec<Forgery>); 4] = [
        ("json", all.into_bytes(), json),
        ("hgn", TEXT.as_bytes().to_vec(), hgn),
        ("game.ndjson", prepared.game.clone(), streams(&prepared.game, 14)),
        (
            "study.ndjson",
            prepared.study.clone(),
            streams(&prepared.study, 8),
        ),
    ];
    let mut series = Series::default();
    let mut before = figures(&data);
    let (mut serial, mut unlooked) = (1_000_000, Vec::new());
    for (form, good, all) in rows {
        let file = home.join(format!("forged.{form}"));
        for forgery in all {
            serial += 1;
            let good = if form.ends_with("ndjson") {
                streams::renewed(&good, serial)
            } else {
                good.clone()
            };
            std::fs::write(&file, forgery.of(&good)).unwrap();
            let what = format!("{form}: {}", forgery.what);
            let import = ["--durability", "process-crash", "import", file.to_str().unwrap()];
            let refused = series.refuses(&what, &data, &import);
            // An opening costs as much as a command: some refusals are looked at together.
            unlooked.push(what);
            if refused && unlooked.len() < 5 {
                continue;
            }
            let after = figures(&data);
            match &after {
                Err(why) => series
                    .wrong
                    .push(format!("{unlooked:?}: the store afterwards: {why}")),
                Ok(_) if refused && after != before => series.wrong.push(format!(
                    "{unlooked:?}: refused, and changed: {before:?} became {after:?}"
                )),
                Ok(_) => {}
            }
            unlooked.clear();
            before = after;
        }
    }
    series.nothing_is_left("all of them", home);
    let out = home.join("out");
    for command in [
        &["audit"][..],
        &["stats"],
        &["export", "--all", "--output", out.to_str().unwrap()],
        &["rebuild"],
        &["verify"],
    ] {
        series.looks("all of them", &data, command);
    }
    series.finish("import by command");
}

#[test]
fn restore_of_a_backup() {
    let prepared = Prepared::new();
    let (home, data) = (prepared.home(), prepared.data());
    let file = home.join("all.backup");
    succeed(&data, &["backup", file.to_str().unwrap()]).unwrap();
    let good = lines_of(&std::fs::read(&file).unwrap());
    let expected = content(&data).unwrap();
    let mut all = vec![Forgery::new("nothing", |lines| {
        zstd::encode_all(lines, 3).unwrap()
    })];
    all.extend(chosen(backups::changes(&good, SEED), 60));
    let mut series = Series::default();
    let into = home.join("into");
    let out = home.join("out");
    for (number, forgery) in all.into_iter().enumerate() {
        std::fs::write(&file, forgery.of(good.as_bytes())).unwrap();
        let what = &forgery.what;
        let refused = series.refuses(what, &into, &["restore", file.to_str().unwrap()]);
        series.nothing_is_left(what, home);
        if refused {
            if into.exists() {
                series
                    .wrong
                    .push(format!("{what}: refused, and the directory is there"));
            }
        } else {
            // All that was read of it is looked at; a store that is not sound must not have been made.
            match content(&into) {
                Ok(restored) if number == 0 => assert_eq!(restored, expected),
                Ok(_) => {}
                Err(why) => series.wrong.push(format!("{what}: restored, and then: {why}")),
            }
            for command in [
                &["verify"][..],
                &["audit"],
                &["export", "--all", "--output", out.to_str().unwrap()],
            ] {
                series.looks(what, &into, command);
            }
        }
        drop(std::fs::remove_dir_all(&into));
        drop(std::fs::remove_dir_all(&out));
    }
    series.finish("restore");
}
