//! Followers of games that are being played: they are told every event once, in order, over every break.

use std::io::{BufRead, BufReader};
use std::time::{Duration, Instant};

use super::client::{Request, Wire};
use super::service::Visit;
use super::{Campaign, count};

/// The pause of a follower where nothing is played.
const IDLE: Duration = Duration::from_millis(100);

/// Follows one game after the other.
pub(crate) fn follow(campaign: &Campaign, name: &str) {
    let mut random = campaign.random(name);
    while !campaign.service.is_over() {
        let Some((game, version)) = campaign.ledger.played(&mut random) else {
            if !campaign.service.pause(IDLE) {
                return;
            }
            continue;
        };
        // Some begin in the past of the game, some with what comes.
        let mut follower = Follower {
            campaign,
            game,
            next: version + 1 - random.below(version.min(30) + 1),
            until: Instant::now() + campaign.pace.follow,
            life: 0,
        };
        if follower.stay().is_none() {
            return;
        }
    }
}

struct Follower<'c> {
    campaign: &'c Campaign,
    game: String,
    /// The version that is to be told next.
    next: u64,
    until: Instant,
    /// The server that was killed meanwhile.
    life: u64,
}

impl Follower<'_> {
    /// Stays with the game. Nothing once all is over, or where something is wrong.
    fn stay(&mut self) -> Option<()> {
        loop {
            let left = self.until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Some(());
            }
            let visit = self.campaign.service.visit_after(self.life)?;
            let broken = self.listen(&visit, left);
            if Instant::now() >= self.until {
                return Some(());
            }
            // The stream ended before its time: that is right if its server did.
            if self.campaign.service.is_up(visit.life) {
                self.campaign.wrong(format!(
                    "the server is up, and the stream of {} ended before {}: {broken}",
                    self.game, self.next
                ));
                return None;
            }
            self.life = visit.life;
        }
    }

    /// Reads the stream to its end; why it ended.
    fn listen(&mut self, visit: &Visit<'_>, longest: Duration) -> String {
        let path = format!("/v1/games/{}/live", self.game);
        let request = if self.life > 0 && self.next > 1 {
            Request::get(path).header("Last-Event-ID", (self.next - 1).to_string())
        } else {
            Request::get(format!("{path}?from={}", self.next))
        };
        let wire = Wire::for_streams(&self.campaign.token, longest);
        let heard = match wire.open(&visit.address, &request.header("Accept", "text/event-stream")) {
            Ok(heard) => heard,
            Err(error) => return error.to_string(),
        };
        if heard.status() != 200 {
            return heard.status().to_string();
        }
        let mut lines = BufReader::new(heard.into_body().into_reader());
        let mut line = String::new();
        loop {
            line.clear();
            match lines.read_line(&mut line) {
                Ok(0) => return "no more of it".to_owned(),
                Ok(_) => {}
                Err(error) => return error.to_string(),
            }
            // A line that the kill cut short has no end.
            if let Some(id) = line.strip_suffix('\n').and_then(|line| line.strip_prefix("id: ")) {
                if id.trim() != self.next.to_string() {
                    return format!("event {id} came");
                }
                self.campaign.ledger.told(&self.game, self.next);
                count(&self.campaign.figures.messages);
                self.next += 1;
            }
        }
    }
}
