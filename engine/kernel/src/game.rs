//! A game in play: the system's state with what the table adds, folded from its stream.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::history::{self, Line};
use crate::{
    Commitment, DiceKind, EventOf, GameEvent, GivenOf, Misfit, Order, Outcome, Past, Refusal, ReportedTray,
    RuleSet, Seat, Seed, ServerTray, Side, Table, Tray, Viewer,
};

/// A result that a seat has proposed and nobody has answered yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Proposal {
    /// Who proposed it.
    pub seat: Seat,
    /// The winning side, or nothing for a draw.
    pub winner: Option<Side>,
}

/// What holds over the whole stream, abandoned lines included.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Ledger {
    /// The number of the server's next die.
    pub(crate) next_die: u64,
    /// How many times the seed was changed.
    pub(crate) generation: u64,
    /// The present commitment.
    pub(crate) commitment: Option<Commitment>,
    /// Whether the present seed is public.
    pub(crate) revealed: bool,
    /// How many take-backs the stream holds.
    pub(crate) take_backs: u32,
    /// How many corrections the stream holds.
    pub(crate) corrections: u32,
}

/// A game as its stream left it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Game<R: RuleSet> {
    version: u64,
    state: R::State,
    rules_version: String,
    dice: Option<DiceKind>,
    pub(crate) ledger: Ledger,
    proposal: Option<Proposal>,
    ending: Option<Outcome>,
    rulings: u32,
}

/// What applying an event did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Applied {
    /// The game stands after it.
    Done,
    /// The game went back to this version: fold the stream again.
    Rewound(u64),
}

/// A decided command: what to append, and the game after it.
#[derive(Debug, Clone)]
pub struct Decided<R: RuleSet> {
    /// The events, in order. The stream must stand at the version the command was decided at.
    pub events: Vec<EventOf<R>>,
    /// The game after them.
    pub game: Game<R>,
}

/// The seeds of a game by generation: 0 at its opening, one more at each change.
pub type Seeds<'s> = &'s dyn Fn(u64) -> Seed;

impl<R: RuleSet> Default for Game<R> {
    fn default() -> Self {
        Self {
            version: 0,
            state: R::State::default(),
            rules_version: String::new(),
            dice: None,
            ledger: Ledger::default(),
            proposal: None,
            ending: None,
            rulings: 0,
        }
    }
}

/// How a game begins.
#[derive(Debug, Clone, PartialEq)]
pub enum Start<S, P> {
    /// By the full procedure.
    Setup(S),
    /// From a position.
    Position(P),
}

impl<R: RuleSet> Game<R> {
    /// Opens a game. The server's dice need `seeds`.
    pub fn open(
        start: Start<R::Setup, R::State>,
        server_dice: bool,
        reported: &[u8],
        seeds: Option<Seeds<'_>>,
    ) -> Result<Decided<R>, Refusal> {
        let dice = match (server_dice, seeds) {
            (true, Some(seeds)) => DiceKind::Server {
                commitment: seeds(0).commitment(),
            },
            (true, None) => {
                return Err(Refusal::new(
                    "HS-DICE-02",
                    "this table has no seed, so the players report the dice",
                ));
            }
            (false, _) => DiceKind::Reported,
        };
        let mut game = Self::default();
        let mut events = Vec::new();
        game.push(
            &mut events,
            GameEvent::Opened {
                system: R::ID.to_owned(),
                rules_version: R::RULES_VERSION.to_owned(),
                dice,
            },
        )?;
        let mut tray = game.tray(reported, seeds)?;
        let mut table = Table::<R>::new(R::State::default(), tray.as_mut());
        match start {
            Start::Setup(setup) => R::begin(&mut table, &setup)?,
            Start::Position(position) => R::begin_at(&mut table, position)?,
        }
        let (_, played) = table.finish()?;
        for event in played {
            game.push(&mut events, GameEvent::Played(event))?;
        }
        Ok(Decided { events, game })
    }

    /// The game after a whole stream.
    ///
    /// # Errors
    /// The first event that cannot follow those before it, with its version.
    pub fn fold(events: &[EventOf<R>]) -> Result<Self, Misfit> {
        let mut game = Self::default();
        if events.iter().all(|event| event.rewinds_to().is_none()) {
            for event in events {
                game.apply(event)?;
            }
            return Ok(game);
        }
        let live = history::live_line(events.iter().map(GameEvent::rewinds_to));
        let mut next = live.iter().peekable();
        for (place, event) in events.iter().enumerate() {
            if next.next_if(|&&live| live == place).is_some() {
                game.apply(event)?;
            } else {
                if let Some(to) = event.rewinds_to() {
                    refuse_bad_rewind(to, game.version + 1)?;
                }
                game.note(event);
                game.version += 1;
            }
        }
        Ok(game)
    }

    /// Applies one event.
    ///
    /// # Errors
    /// A misfit with the event's version; the game is then not to be used any more.
    pub fn apply(&mut self, event: &EventOf<R>) -> Result<Applied, Misfit> {
        let version = self.version + 1;
        if (version == 1) != matches!(event, GameEvent::Opened { .. }) {
            return Err(Misfit::NoOpening.at(version));
        }
        self.version = version;
        self.note(event);
        match event {
            GameEvent::Played(played) => {
                R::evolve(&mut self.state, played).map_err(|misfit| misfit.at(version))?;
            }
            GameEvent::Opened {
                system,
                rules_version,
                dice,
            } => {
                if system != R::ID {
                    return Err(
                        Misfit::new(format!("a stream of {system} is not one of {}", R::ID)).at(version),
                    );
                }
                self.rules_version.clone_from(rules_version);
                self.dice = Some(dice.clone());
            }
            GameEvent::TakenBack { .. } | GameEvent::Corrected { .. } => {
                let to = event.rewinds_to().unwrap_or_default();
                if to == 0 || to >= version {
                    return Err(
                        Misfit::new(format!("no game goes back to version {to} from here")).at(version),
                    );
                }
                return Ok(Applied::Rewound(to));
            }
            GameEvent::Ruled { .. } => self.rulings += 1,
            GameEvent::Proposed { seat, winner } => {
                self.proposal = Some(Proposal {
                    seat: *seat,
                    winner: *winner,
                });
            }
            GameEvent::Answered { .. } => self.proposal = None,
            GameEvent::Ended { outcome } => {
                self.ending = Some(outcome.clone());
                self.proposal = None;
            }
            GameEvent::Redone { .. }
            | GameEvent::Conceded { .. }
            | GameEvent::Said { .. }
            | GameEvent::SeedRevealed { .. }
            | GameEvent::Reseeded { .. } => {}
        }
        Ok(Applied::Done)
    }

    /// Keeps what an event says of the whole stream, whichever line it is on.
    fn note(&mut self, event: &EventOf<R>) {
        match event {
            GameEvent::Played(played) => {
                for roll in R::dice(played) {
                    if let crate::Source::Server { first } = roll.source {
                        let after = first.saturating_add(roll.faces.len() as u64);
                        self.ledger.next_die = self.ledger.next_die.max(after);
                    }
                }
            }
            GameEvent::Opened {
                dice: DiceKind::Server { commitment },
                ..
            } => {
                self.ledger.commitment = Some(commitment.clone());
            }
            GameEvent::Reseeded { commitment } => {
                self.ledger.commitment = Some(commitment.clone());
                self.ledger.generation += 1;
                self.ledger.revealed = false;
            }
            GameEvent::SeedRevealed { .. } => self.ledger.revealed = true,
            GameEvent::TakenBack { .. } => self.ledger.take_backs += 1,
            GameEvent::Corrected { .. } => self.ledger.corrections += 1,
            GameEvent::Opened { .. }
            | GameEvent::Redone { .. }
            | GameEvent::Ruled { .. }
            | GameEvent::Conceded { .. }
            | GameEvent::Proposed { .. }
            | GameEvent::Answered { .. }
            | GameEvent::Said { .. }
            | GameEvent::Ended { .. } => {}
        }
    }

    /// Decides a command. Take-backs and corrections need the whole `past`; the others ignore it.
    pub fn decide(
        &self,
        given: &GivenOf<R>,
        past: &[Past<R>],
        seeds: Option<Seeds<'_>>,
    ) -> Result<Decided<R>, Refusal> {
        match &given.order {
            Order::TakeBack { to, reason } => history::take_back(self, past, *to, reason.as_deref(), seeds),
            Order::Correct(correction) => history::correct(self, past, correction, seeds),
            Order::Open
            | Order::Play { .. }
            | Order::Rule { .. }
            | Order::Concede
            | Order::Propose { .. }
            | Order::Answer { .. }
            | Order::Say { .. }
            | Order::Reseed => {
                let mut tray: Box<dyn Tray> = match &given.order {
                    Order::Play { .. } => self.tray(&given.dice, seeds)?,
                    _ => Box::new(ReportedTray::new(given.dice.iter().copied())),
                };
                self.decide_with(given, tray.as_mut(), seeds)
            }
        }
    }

    /// Decides a command that needs no past, with the dice of this tray.
    pub(crate) fn decide_with(
        &self,
        given: &GivenOf<R>,
        tray: &mut dyn Tray,
        seeds: Option<Seeds<'_>>,
    ) -> Result<Decided<R>, Refusal> {
        let mut game = self.clone();
        let mut events = Vec::new();
        match &given.order {
            Order::Play { command } => {
                self.refuse_after_end()?;
                let seat = self.asked_seat(given.seat)?;
                let mut table = Table::<R>::new(self.state.clone(), tray);
                R::decide(&mut table, seat, command)?;
                let (_, played) = table.finish()?;
                for event in played {
                    game.push(&mut events, GameEvent::Played(event))?;
                }
            }
            Order::Rule { patch, reason } => {
                let reason = said(reason, "HS-RULE-01", "a ruling needs a reason")?;
                self.refuse_unknown_seat(given.seat)?;
                let mut table = Table::<R>::new(self.state.clone(), tray);
                R::rule(&mut table, patch)?;
                let (state, played) = table.finish()?;
                R::invariants(&state).map_err(|broken| {
                    Refusal::new(
                        "HS-RULE-01",
                        format!("the ruling leaves a position the game cannot be in: {broken}"),
                    )
                })?;
                game.push(
                    &mut events,
                    GameEvent::Ruled {
                        seat: given.seat,
                        reason,
                    },
                )?;
                for event in played {
                    game.push(&mut events, GameEvent::Played(event))?;
                }
            }
            Order::Concede => {
                self.refuse_after_end()?;
                let seat = self.named_seat(given.seat)?;
                game.push(&mut events, GameEvent::Conceded { seat })?;
                let own = self.side_of(seat);
                let mut others: Vec<Side> = R::seats(&self.state)
                    .iter()
                    .map(|info| info.side)
                    .filter(|&side| side != own)
                    .collect();
                others.dedup();
                let winner = if let [only] = others[..] { Some(only) } else { None };
                let outcome = self.outcome_by(winner, "conceded", "HS-DRAW-01");
                game.push(&mut events, GameEvent::Ended { outcome })?;
            }
            Order::Propose { winner } => {
                self.refuse_after_end()?;
                let seat = self.named_seat(given.seat)?;
                if let Some(side) = winner
                    && !R::seats(&self.state).iter().any(|info| info.side == *side)
                {
                    return Err(Refusal::new("HS-DRAW-01", "no such side in this game").asked(side));
                }
                game.push(
                    &mut events,
                    GameEvent::Proposed {
                        seat,
                        winner: *winner,
                    },
                )?;
            }
            Order::Answer { accept } => {
                self.refuse_after_end()?;
                let seat = self.named_seat(given.seat)?;
                let Some(proposal) = &self.proposal else {
                    return Err(Refusal::new("HS-DRAW-01", "no result has been proposed"));
                };
                if self.side_of(seat) == self.side_of(proposal.seat) {
                    return Err(Refusal::new("HS-DRAW-01", "the other side answers a proposal"));
                }
                game.push(
                    &mut events,
                    GameEvent::Answered {
                        seat,
                        accept: *accept,
                    },
                )?;
                if *accept {
                    let outcome = self.outcome_by(proposal.winner, "agreed", "HS-DRAW-01");
                    game.push(&mut events, GameEvent::Ended { outcome })?;
                }
            }
            Order::Say { text } => {
                self.refuse_unknown_seat(given.seat)?;
                let text = said(text, "HS-TALK-01", "say something")?;
                game.push(
                    &mut events,
                    GameEvent::Said {
                        seat: given.seat,
                        text,
                    },
                )?;
            }
            Order::Reseed => {
                let commitment = self.fresh_commitment(seeds)?;
                game.push(&mut events, GameEvent::Reseeded { commitment })?;
            }
            Order::Open => return Err(Refusal::new("HS-FORM-01", "the game is open already")),
            Order::TakeBack { .. } | Order::Correct(_) => {
                return Err(Refusal::new(
                    "HS-CORR-01",
                    "a correction holds only commands of the game itself",
                ));
            }
        }
        game.end_by_rules(&mut events)?;
        game.reveal_seed(&mut events, seeds)?;
        Ok(Decided { events, game })
    }

    /// Records the ending when the rules have ended the game.
    fn end_by_rules(&mut self, events: &mut Vec<EventOf<R>>) -> Result<(), Refusal> {
        if self.ending.is_none()
            && let Some(outcome) = R::outcome(&self.state)
        {
            self.push(events, GameEvent::Ended { outcome })?;
        }
        Ok(())
    }

    /// Publishes the seed once the game is over.
    fn reveal_seed(&mut self, events: &mut Vec<EventOf<R>>, seeds: Option<Seeds<'_>>) -> Result<(), Refusal> {
        if self.ending.is_some()
            && !self.ledger.revealed
            && let (Some(commitment), Some(seeds)) = (self.ledger.commitment.clone(), seeds)
        {
            let seed = seeds(self.ledger.generation);
            if seed.commitment() == commitment {
                self.push(
                    events,
                    GameEvent::SeedRevealed {
                        seed: seed.reveal(),
                        commitment,
                    },
                )?;
            }
        }
        Ok(())
    }

    /// Lays an event of a decision on the game.
    pub(crate) fn push(&mut self, events: &mut Vec<EventOf<R>>, event: EventOf<R>) -> Result<(), Refusal> {
        self.apply(&event)
            .map_err(|misfit| Refusal::new("HS-FAULT-01", misfit.to_string()))?;
        events.push(event);
        Ok(())
    }

    /// The tray this game's dice come from.
    pub(crate) fn tray(&self, reported: &[u8], seeds: Option<Seeds<'_>>) -> Result<Box<dyn Tray>, Refusal> {
        match &self.dice {
            Some(DiceKind::Server { .. }) => {
                if !reported.is_empty() {
                    return Err(
                        Refusal::new("HS-DICE-02", "the server rolls the dice of this game")
                            .asked(reported)
                            .allowed("no dice with the command"),
                    );
                }
                let seed = seeds.map(|seeds| seeds(self.ledger.generation));
                match (seed, &self.ledger.commitment) {
                    (Some(seed), Some(commitment)) if seed.commitment() == *commitment => {
                        Ok(Box::new(ServerTray::new(seed, self.ledger.next_die)))
                    }
                    _ => Err(Refusal::new(
                        "HS-DICE-02",
                        "this server does not hold the seed of this game: it must be seeded anew first",
                    )
                    .allowed("reseed")),
                }
            }
            Some(DiceKind::Scripted) => Ok(Box::new(ReportedTray::scripted(reported.iter().copied()))),
            Some(DiceKind::Reported) | None => Ok(Box::new(ReportedTray::new(reported.iter().copied()))),
        }
    }

    pub(crate) fn fresh_commitment(&self, seeds: Option<Seeds<'_>>) -> Result<Commitment, Refusal> {
        match (&self.dice, seeds) {
            (Some(DiceKind::Server { .. }), Some(seeds)) => {
                Ok(seeds(self.ledger.generation + 1).commitment())
            }
            _ => Err(Refusal::new(
                "HS-DICE-02",
                "only a game with server dice has a seed",
            )),
        }
    }

    /// The seat that decides: the one named if it is asked, or the only one asked when none is named.
    fn asked_seat(&self, named: Option<Seat>) -> Result<Seat, Refusal> {
        let asked = R::awaiting(&self.state);
        let allowed: Vec<_> = asked.iter().map(|asked| (asked.seat, &asked.decision)).collect();
        match (named, &asked[..]) {
            (Some(seat), _) if asked.iter().any(|asked| asked.seat == seat) => Ok(seat),
            (None, [only]) => Ok(only.seat),
            (None, _) => {
                Err(Refusal::new("HS-TURN-01", "several seats are asked: name one").allowed(allowed))
            }
            (Some(seat), _) => Err(
                Refusal::new("HS-TURN-01", format!("seat {seat} is not asked now"))
                    .asked(seat)
                    .allowed(allowed),
            ),
        }
    }

    fn named_seat(&self, named: Option<Seat>) -> Result<Seat, Refusal> {
        self.refuse_unknown_seat(named)?;
        named.ok_or_else(|| Refusal::new("HS-SEAT-01", "name the seat that speaks"))
    }

    fn refuse_unknown_seat(&self, named: Option<Seat>) -> Result<(), Refusal> {
        let seats = R::seats(&self.state);
        match named {
            Some(seat) if !seats.iter().any(|info| info.seat == seat) => {
                let allowed: Vec<_> = seats.iter().map(|info| info.seat).collect();
                Err(
                    Refusal::new("HS-SEAT-01", format!("this game has no seat {seat}"))
                        .asked(seat)
                        .allowed(allowed),
                )
            }
            _ => Ok(()),
        }
    }

    fn refuse_after_end(&self) -> Result<(), Refusal> {
        match &self.ending {
            None => Ok(()),
            Some(outcome) => Err(Refusal::new(
                "HS-END-01",
                format!("the game is over: {}", outcome.reason),
            )),
        }
    }

    fn side_of(&self, seat: Seat) -> Side {
        R::seats(&self.state)
            .iter()
            .find(|info| info.seat == seat)
            .map_or(Side::of_seat(seat), |info| info.side)
    }

    fn outcome_by(&self, winner: Option<Side>, reason: &str, rule: &'static str) -> Outcome {
        let scores = R::outcome(&self.state).map_or_else(Vec::new, |outcome| outcome.scores);
        Outcome {
            winner,
            scores,
            reason: reason.to_owned(),
            rule: rule.into(),
        }
    }

    /// How many events the stream holds.
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// The system's state.
    pub const fn state(&self) -> &R::State {
        &self.state
    }

    /// The version of the rules that opened the game.
    pub fn rules_version(&self) -> &str {
        &self.rules_version
    }

    /// Where the dice come from.
    pub const fn dice(&self) -> Option<&DiceKind> {
        self.dice.as_ref()
    }

    /// How the game ended, if it has.
    pub const fn ending(&self) -> Option<&Outcome> {
        self.ending.as_ref()
    }

    /// The result on the table, if one is proposed.
    pub const fn proposal(&self) -> Option<&Proposal> {
        self.proposal.as_ref()
    }

    /// How many rulings the present line holds.
    pub const fn rulings(&self) -> u32 {
        self.rulings
    }

    /// How many take-backs and corrections the stream holds.
    pub const fn rewinds(&self) -> (u32, u32) {
        (self.ledger.take_backs, self.ledger.corrections)
    }

    /// What a viewer may know: after the end everybody sees everything.
    pub const fn viewer(&self, viewer: Viewer) -> Viewer {
        if self.ending.is_some() {
            Viewer::Everything
        } else {
            viewer
        }
    }

    /// Sets the numbers that hold over the whole stream on a game folded from a part of it.
    pub(crate) fn resume(mut self, line: &Line<'_, R>) -> Self {
        self.version = line.version;
        self.ledger = line.ledger.clone();
        self
    }
}

/// A game goes back to a version after its opening and before the event that says so.
fn refuse_bad_rewind(to: u64, version: u64) -> Result<(), Misfit> {
    if to == 0 || to >= version {
        return Err(Misfit::new(format!("no game goes back to version {to} from here")).at(version));
    }
    Ok(())
}

/// A text of 1 to 2,000 characters.
pub(crate) fn said(text: &str, rule: &'static str, otherwise: &str) -> Result<String, Refusal> {
    let text = text.trim();
    let length = text.chars().count();
    if length == 0 {
        return Err(Refusal::new(rule, otherwise));
    }
    if length > 2_000 {
        return Err(Refusal::new(rule, "at most 2,000 characters")
            .asked(length)
            .allowed(2_000));
    }
    Ok(text.to_owned())
}
