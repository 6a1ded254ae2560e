//! Importers: they bring recorded games, exported ones and texts, also some that are there already.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;

use super::client::{Client, Request};
use super::process::Program;
use super::{Campaign, Random, count};

/// Games that are simulated at once.
const AT_ONCE: u64 = 25;
/// How long that may take.
const LIMIT: Duration = Duration::from_mins(5);

/// Exported games, each another one, for as long as they are asked for.
#[derive(Debug)]
pub(crate) struct Supply {
    home: PathBuf,
    made: Mutex<Made>,
}

#[derive(Debug, Default)]
struct Made {
    seed: u64,
    files: Vec<Exported>,
}

/// An exported game.
#[derive(Debug, Clone)]
pub(crate) struct Exported {
    pub(crate) id: String,
    pub(crate) file: PathBuf,
    pub(crate) records: u64,
}

impl Exported {
    fn read(file: &Path) -> Option<Self> {
        let text = fs::read_to_string(file).ok()?;
        let header: Value = serde_json::from_str(text.lines().next()?).ok()?;
        Some(Self {
            id: header["stream"].as_str()?.to_owned(),
            file: file.to_owned(),
            records: header["records"].as_u64()?,
        })
    }
}

impl Supply {
    /// Games that are made below this directory.
    pub(crate) fn new(home: &Path) -> Self {
        Self {
            home: home.to_owned(),
            made: Mutex::default(),
        }
    }

    /// The next game.
    ///
    /// # Errors
    /// It cannot be made.
    pub(crate) fn next(&self) -> Result<Exported, String> {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if made.files.is_empty() {
            made.seed += 1;
            made.files = self.simulate(made.seed)?;
        }
        made.files.pop().ok_or_else(|| "no game was exported".to_owned())
    }

    /// Lets bots play games of their own: of Before Battle, and now and then one of `battleground-4`, which takes longer.
    fn simulate(&self, seed: u64) -> Result<Vec<Exported>, String> {
        let (store, out) = (
            self.home.join(format!("simulated-{seed}")),
            self.home.join(format!("exported-{seed}")),
        );
        let program = Program::new(&store, &[]);
        let (system, games) = if seed.is_multiple_of(4) {
            ("battleground-4", 1)
        } else {
            ("before-battle", AT_ONCE)
        };
        let [games, seed] = [games, seed].map(|number| number.to_string());
        let arguments = ["simulate", "--system", system, "--games", &games, "--seed", &seed];
        program.succeed(&arguments, LIMIT)?;
        let to = out.to_string_lossy();
        program.succeed(&["export", "--all", "--format", "ndjson", "--output", &to], LIMIT)?;
        let files = fs::read_dir(&out).map_err(|error| error.to_string())?;
        let mut files: Vec<Exported> = files
            .filter_map(|file| Exported::read(&file.ok()?.path()))
            .collect();
        files.sort_by(|one, other| other.id.cmp(&one.id));
        // They are not needed any more, and a long campaign makes many.
        drop(fs::remove_dir_all(&store));
        Ok(files)
    }
}

/// Imports one game after the other.
pub(crate) fn import(campaign: &Campaign, supply: &Supply, name: &str) {
    let (client, mut random) = (campaign.client(), campaign.random(name));
    let texts = texts();
    let mut before: Vec<Exported> = Vec::new();
    let mut number = 0;
    while campaign.service.pause(campaign.pace.import) {
        number += 1;
        let brought = match (random.below(5), random.one_of(&before)) {
            (0, Some(again)) => stream(campaign, &client, again),
            (1, _) => text(
                campaign,
                &client,
                &mut random,
                &texts,
                &format!("{name}, text {number}"),
            ),
            _ => match supply.next() {
                Ok(game) => {
                    let brought = stream(campaign, &client, &game);
                    before.push(game);
                    brought
                }
                Err(why) => {
                    campaign.wrong(format!("a game to import: {why}"));
                    None
                }
            },
        };
        if brought.is_none() {
            return;
        }
        if before.len() > 20
            && let Err(why) = fs::remove_file(before.remove(0).file)
        {
            campaign.wrong(format!("an exported game: {why}"));
        }
    }
}

/// Imports an exported game, until it is there.
fn stream(campaign: &Campaign, client: &Client<'_>, game: &Exported) -> Option<()> {
    campaign.ledger.sends(&game.id, game.records);
    let bytes = fs::read(&game.file).ok()?;
    let request = Request::file("/v1/games/import", "application/x-ndjson", bytes);
    let told = client.ask(&request, &[200, 201])?.json();
    let version = told["card"]["version"].as_u64().unwrap_or_default();
    if let Err(why) = campaign.ledger.arrived(&game.id, version) {
        campaign.wrong(why);
    }
    count(&campaign.figures.imports);
    Some(())
}

/// Imports a text, under a title of its own, for each time it becomes another game: it is sent once.
fn text(
    campaign: &Campaign,
    client: &Client<'_>,
    random: &mut Random,
    texts: &[Vec<u8>],
    title: &str,
) -> Option<()> {
    // Rather the shorter ones: a long one is a game of thousands of events.
    let place = |random: &mut Random| random.below(texts.len().max(1) as u64);
    let text = texts.get(place(random).min(place(random)) as usize)?.clone();
    campaign.ledger.asks_for(title);
    // The same text may have been sent before, by this or another of them: each time it is another game.
    let path = format!("/v1/games/import?again=true&title={}", title.replace(' ', "%20"));
    let request = Request::file(path, "text/plain", text);
    if let Some(answer) = client.once(&request, &[201]) {
        let card = answer.json()["card"].clone();
        let version = card["version"].as_u64().unwrap_or_default();
        let id = card["id"].as_str().unwrap_or_default();
        campaign.ledger.made(title, id, version);
        count(&campaign.figures.imports);
    }
    Some(())
}

/// The recorded games of the repository, the shortest first.
fn texts() -> Vec<Vec<u8>> {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/games");
    let mut texts: Vec<Vec<u8>> = fs::read_dir(games)
        .into_iter()
        .flatten()
        .filter_map(|file| Some(file.ok()?.path()))
        .filter(|file| file.extension().is_some_and(|extension| extension == "hgn"))
        .filter_map(|file| fs::read(file).ok())
        .collect();
    texts.sort_by_key(|text| (text.len(), text.clone()));
    texts
}
