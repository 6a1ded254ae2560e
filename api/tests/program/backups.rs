//! Backups of the running server, over HTTP.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::Campaign;
use super::client::{PATIENCE, Request, Wire};
use super::process::Program;

/// Backups of the running server; the last whole one is kept.
pub(crate) struct Backups {
    home: PathBuf,
    /// How many events the server had before the last one began.
    last: Mutex<Option<u64>>,
}

impl Backups {
    pub(crate) fn new(home: &Path) -> Self {
        Self {
            home: home.to_owned(),
            last: Mutex::default(),
        }
    }

    /// Makes one after the other.
    pub(crate) fn make(&self, campaign: &Campaign) {
        let (client, mut after, mut took) = (campaign.client(), 0, Duration::ZERO);
        // A large store is not backed up all the time.
        while campaign.service.pause(Duration::from_secs(1) + took * 5) {
            let Some(health) = client.get("/healthz") else {
                return;
            };
            let Some(visit) = campaign.service.visit_after(after) else {
                return;
            };
            let begun = Instant::now();
            match self.receive(campaign, &visit.address) {
                Ok(()) => {
                    took = begun.elapsed();
                    let events = health.json()["events"].as_u64();
                    *self.last.lock().unwrap_or_else(PoisonError::into_inner) = events;
                }
                // Of a server that was killed nothing else comes.
                Err(_) if !campaign.service.is_up(visit.life) => after = visit.life,
                Err(why) => return campaign.wrong(format!("a backup: {why}")),
            }
        }
    }

    fn receive(&self, campaign: &Campaign, address: &str) -> io::Result<()> {
        let wire = Wire::for_streams(&campaign.token, PATIENCE);
        let heard = wire
            .open(address, &Request::get("/v1/backup"))
            .map_err(io::Error::other)?;
        if heard.status() != 200 {
            return Err(io::Error::other(heard.status().to_string()));
        }
        let new = self.home.join("new.backup");
        io::copy(&mut heard.into_body().into_reader(), &mut fs::File::create(&new)?)?;
        fs::rename(new, self.home.join("last.backup"))
    }

    /// Makes one now, if none came to its end before: so slow is no machine that is not busy with other things.
    ///
    /// # Errors
    /// It fails too.
    pub(crate) fn at_least_one(&self, campaign: &Campaign, address: &str) -> Result<(), String> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.is_none() {
            self.receive(campaign, address)
                .map_err(|why| format!("a backup: {why}"))?;
            *last = Some(0);
        }
        Ok(())
    }

    /// Restores the last one beside the store: it holds at least what was there before it began.
    ///
    /// # Errors
    /// There is none, or it is not whole.
    pub(crate) fn restore(&self, limit: Duration) -> Result<(), String> {
        let before = *self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(before) = before else {
            return Err("no backup came to its end".to_owned());
        };
        let file = self.home.join("last.backup");
        let program = Program::new(&self.home.join("restored"), &[]);
        program.succeed(&["restore", &file.to_string_lossy()], limit)?;
        let verdict: Value = program.succeed(&["verify"], limit)?.answer;
        match verdict["records"].as_u64() {
            Some(records) if records >= before => Ok(()),
            _ => Err(format!(
                "{before} events were there before the backup, it has {verdict}"
            )),
        }
    }
}
