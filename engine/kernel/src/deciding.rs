//! Decision of commands into events: who is asked, which tray, what ends the game.

use crate::game::{Decided, Seeds};
use crate::history;
use crate::message;
use crate::plain_text::unfit_in_text;
use crate::{
    Commitment, DiceKind, DiceTray, EventOf, Game, GameEvent, GameOrder, GameOutcome, GivenOf, MESSAGES,
    Message, NOTED, NoteKind, NotedPosition, RecordedEvent, Refusal, ReportedDice, ReportedTray, RuleSet,
    Seat, ServerTray, SideId, Table,
};

impl<R: RuleSet> Game<R> {
    /// Decides a command. Take-backs and corrections need the whole `past`; the others ignore it.
    pub fn decide(
        &self,
        given: &GivenOf<R>,
        past: &[RecordedEvent<R>],
        seeds: Option<Seeds<'_>>,
    ) -> Result<Decided<R>, Refusal> {
        match &given.order {
            GameOrder::TakeBack { to, reason } => {
                history::take_back(self, past, *to, reason.as_deref(), seeds)
            }
            GameOrder::Correct(correction) => history::correct(self, past, correction, seeds),
            GameOrder::Open
            | GameOrder::Play { .. }
            | GameOrder::Rule { .. }
            | GameOrder::Note { .. }
            | GameOrder::Concede
            | GameOrder::Propose { .. }
            | GameOrder::Answer { .. }
            | GameOrder::Say { .. }
            | GameOrder::Reseed => {
                let reported = || Box::new(ReportedTray::reported(given.dice.iter().cloned()));
                let mut tray: Box<dyn DiceTray> = match &given.order {
                    GameOrder::Play { .. } => self.tray(&given.dice, seeds)?,
                    // What a ruling sets going may roll; but a ruling may be made without a seed, and with dice of the table.
                    // ERR: without a seed, or with dice of the table, it rolls what is reported.
                    GameOrder::Rule { .. } | GameOrder::Note { .. } => {
                        self.tray(&given.dice, seeds).unwrap_or_else(|_| reported())
                    }
                    _ => reported(),
                };
                self.decide_with(given, tray.as_mut(), seeds)
            }
        }
    }

    /// Decides a command that needs no past, with the dice of this tray.
    pub(crate) fn decide_with(
        &self,
        given: &GivenOf<R>,
        tray: &mut dyn DiceTray,
        seeds: Option<Seeds<'_>>,
    ) -> Result<Decided<R>, Refusal> {
        let decided = match &given.order {
            GameOrder::Play { command } => self.play(given.seat, command, tray)?,
            GameOrder::Rule { patch, reason } => self.ruling(given.seat, patch, reason, tray)?,
            GameOrder::Note {
                position,
                kind,
                reason,
            } => self.noted(given.seat, position, *kind, reason.as_deref(), tray)?,
            GameOrder::Concede => self.concession(given.seat)?,
            GameOrder::Propose { winner } => vec![self.result_proposed(given.seat, *winner)?],
            GameOrder::Answer { accept } => self.result_answered(given.seat, *accept)?,
            GameOrder::Say { text } => vec![self.talk(given.seat, text)?],
            GameOrder::Reseed => vec![GameEvent::Reseeded {
                commitment: self.fresh_commitment(seeds)?,
            }],
            GameOrder::Open => return Err(Refusal::new("HS-FORM-01", message!(MESSAGES, "game-open"))),
            GameOrder::TakeBack { .. } | GameOrder::Correct(_) => {
                return Err(Refusal::new(
                    "HS-CORR-01",
                    message!(MESSAGES, "only-commands-corrected"),
                ));
            }
        };
        let mut game = self.clone();
        let mut events = Vec::new();
        for event in decided {
            game.push(&mut events, event)?;
        }
        game.end_by_rules(&mut events)?;
        game.reveal_seed(&mut events, seeds)?;
        Ok(Decided { events, game })
    }

    /// The events of a command of the game itself.
    fn play(
        &self,
        named: Option<Seat>,
        command: &R::Command,
        tray: &mut dyn DiceTray,
    ) -> Result<Vec<EventOf<R>>, Refusal> {
        self.refuse_after_end()?;
        let seat = self
            .asked_seat(named)
            .map_err(|refusal| self.closed_to(named, command).unwrap_or(refusal))?;
        let mut table = Table::<R>::new(self.state().clone(), tray);
        R::decide(&mut table, seat, command)?;
        let (_, played) = table.finish()?;
        Ok(played.into_iter().map(GameEvent::Played).collect())
    }

    /// The events of a ruling of the table, which leaves a position the game can be in.
    fn ruling(
        &self,
        seat: Option<Seat>,
        patch: &R::Patch,
        reason: &str,
        tray: &mut dyn DiceTray,
    ) -> Result<Vec<EventOf<R>>, Refusal> {
        let reason = said(reason, "HS-RULE-01", message!(MESSAGES, "ruling-reason-missing"))?;
        self.refuse_unknown_seat(seat)?;
        let mut table = Table::<R>::new(self.state().clone(), tray);
        R::rule(&mut table, patch)?;
        let (state, played) = table.finish()?;
        R::invariants(&state).map_err(|broken| {
            Refusal::new(
                "HS-RULE-01",
                message!(MESSAGES, "ruling-breaks-position", fault = broken),
            )
        })?;
        let ruled = GameEvent::Ruled { seat, reason };
        let played = played.into_iter().map(GameEvent::Played);
        Ok(std::iter::once(ruled).chain(played).collect())
    }

    /// The events of a position that was noted beside the table, in which the game can be. Rule `HS-NOTE-01`.
    fn noted(
        &self,
        seat: Option<Seat>,
        position: &NotedPosition,
        kind: NoteKind,
        reason: Option<&str>,
        tray: &mut dyn DiceTray,
    ) -> Result<Vec<EventOf<R>>, Refusal> {
        self.refuse_after_end()?;
        let missing = || message!(MESSAGES, "noted-reason-missing");
        let reason = match (kind, reason) {
            (NoteKind::Correction, None) => {
                return Err(Refusal::new(NOTED, missing()).with("path", "/reason"));
            }
            (_, Some(reason)) => Some(said(reason, NOTED, missing())?),
            (NoteKind::Gap, None) => None,
        };
        self.refuse_unknown_seat(seat)?;
        position.check()?;
        if kind == NoteKind::Gap
            && let Some(now) = R::sheet(self.state()).map(|sheet| sheet.now)
            && position.turn < now.turn
        {
            let why = message!(MESSAGES, "noted-back-in-time", now = now.turn);
            return Err(Refusal::new(NOTED, why)
                .with("path", "/turn")
                .asked(position.turn));
        }
        let mut table = Table::<R>::new(self.state().clone(), tray);
        R::note(&mut table, position)?;
        let (state, played) = table.finish()?;
        R::invariants(&state)
            .map_err(|broken| Refusal::new(NOTED, message!(MESSAGES, "noted-unsound", fault = broken)))?;
        let noted = GameEvent::Noted { seat, kind, reason };
        let played = played.into_iter().map(GameEvent::Played);
        Ok(std::iter::once(noted).chain(played).collect())
    }

    /// The events by which a seat concedes: the only other side wins, unless the rules say otherwise.
    fn concession(&self, named: Option<Seat>) -> Result<Vec<EventOf<R>>, Refusal> {
        self.refuse_after_end()?;
        let seat = self.named_seat(named)?;
        let own = self.side_of(seat);
        let mut others: Vec<SideId> = R::seats(self.state())
            .iter()
            .map(|info| info.side)
            .filter(|&side| side != own)
            .collect();
        others.dedup();
        let winner = if let [only] = others[..] { Some(only) } else { None };
        let outcome = R::conceded(self.state(), seat)
            .unwrap_or_else(|| self.outcome_by(winner, message!(MESSAGES, "by-concession"), "HS-DRAW-01"));
        Ok(vec![GameEvent::Conceded { seat }, GameEvent::Ended { outcome }])
    }

    /// The event by which a seat proposes a result.
    fn result_proposed(&self, named: Option<Seat>, winner: Option<SideId>) -> Result<EventOf<R>, Refusal> {
        self.refuse_after_end()?;
        let seat = self.named_seat(named)?;
        if let Some(side) = winner
            && !R::seats(self.state()).iter().any(|info| info.side == side)
        {
            return Err(Refusal::new("HS-DRAW-01", message!(MESSAGES, "no-such-side")).asked(side));
        }
        Ok(GameEvent::Proposed { seat, winner })
    }

    /// The events by which another side answers a proposed result; it ends the game if they accept.
    fn result_answered(&self, named: Option<Seat>, accept: bool) -> Result<Vec<EventOf<R>>, Refusal> {
        self.refuse_after_end()?;
        let seat = self.named_seat(named)?;
        let Some(proposal) = self.proposal() else {
            return Err(Refusal::new("HS-DRAW-01", message!(MESSAGES, "nothing-proposed")));
        };
        if self.side_of(seat) == self.side_of(proposal.seat) {
            return Err(Refusal::new(
                "HS-DRAW-01",
                message!(MESSAGES, "other-side-answers"),
            ));
        }
        let mut events = vec![GameEvent::Answered { seat, accept }];
        if accept {
            let outcome = self.outcome_by(proposal.winner, message!(MESSAGES, "by-agreement"), "HS-DRAW-01");
            events.push(GameEvent::Ended { outcome });
        }
        Ok(events)
    }

    /// The event of a text said at the table.
    fn talk(&self, seat: Option<Seat>, text: &str) -> Result<EventOf<R>, Refusal> {
        self.refuse_unknown_seat(seat)?;
        let text = said(text, "HS-TALK-01", message!(MESSAGES, "nothing-said"))?;
        Ok(GameEvent::Said { seat, text })
    }

    /// Records the ending when the rules have ended the game.
    fn end_by_rules(&mut self, events: &mut Vec<EventOf<R>>) -> Result<(), Refusal> {
        if self.ending().is_none()
            && let Some(outcome) = R::outcome(self.state())
        {
            self.push(events, GameEvent::Ended { outcome })?;
        }
        Ok(())
    }

    /// Publishes the seed once the game is over.
    fn reveal_seed(&mut self, events: &mut Vec<EventOf<R>>, seeds: Option<Seeds<'_>>) -> Result<(), Refusal> {
        if self.ending().is_some()
            && !self.ledger.revealed
            && let (Some(commitment), Some(seeds)) = (self.ledger.commitment.clone(), seeds)
            && !seeds.rehearses()
        {
            let seed = seeds.seed(self.ledger.generation);
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
        self.apply(&event).map_err(|error| {
            Refusal::new(
                "HS-FAULT-01",
                message!(MESSAGES, "fold-fault", fault = error.to_string()),
            )
        })?;
        events.push(event);
        Ok(())
    }

    /// The tray this game's dice come from.
    pub(crate) fn tray(
        &self,
        reported: &[ReportedDice],
        seeds: Option<Seeds<'_>>,
    ) -> Result<Box<dyn DiceTray>, Refusal> {
        match self.dice() {
            Some(DiceKind::Server { .. }) => {
                if !reported.is_empty() {
                    return Err(Refusal::new("HS-DICE-02", message!(MESSAGES, "server-rolls"))
                        .asked(reported)
                        .allowed("no dice with the command"));
                }
                let seed = seeds.map(|seeds| (seeds.rehearses(), seeds.seed(self.ledger.generation)));
                match (seed, &self.ledger.commitment) {
                    (Some((rehearses, seed)), Some(commitment))
                        if rehearses || seed.commitment() == *commitment =>
                    {
                        Ok(Box::new(ServerTray::new(seed, self.ledger.next_die)))
                    }
                    _ => {
                        Err(Refusal::new("HS-DICE-02", message!(MESSAGES, "seed-not-held")).allowed("reseed"))
                    }
                }
            }
            Some(DiceKind::Scripted) => Ok(Box::new(
                ReportedTray::reported(reported.iter().cloned()).as_script(),
            )),
            Some(DiceKind::Reported) | None => Ok(Box::new(ReportedTray::reported(reported.iter().cloned()))),
        }
    }

    pub(crate) fn fresh_commitment(&self, seeds: Option<Seeds<'_>>) -> Result<Commitment, Refusal> {
        match (self.dice(), seeds) {
            (Some(DiceKind::Server { .. }), Some(seeds)) => {
                Ok(seeds.seed(self.ledger.generation + 1).commitment())
            }
            _ => Err(Refusal::new("HS-DICE-02", message!(MESSAGES, "no-server-dice"))),
        }
    }

    /// The seat that decides: the one named if it is asked, or the only one asked when none is named.
    fn asked_seat(&self, named: Option<Seat>) -> Result<Seat, Refusal> {
        let asked = R::awaiting(self.state());
        let allowed: Vec<_> = asked.iter().map(|asked| (asked.seat, &asked.decision)).collect();
        match (named, &asked[..]) {
            (Some(seat), _) if asked.iter().any(|asked| asked.seat == seat) => Ok(seat),
            (None, [only]) => Ok(only.seat),
            (None, _) => {
                Err(Refusal::new("HS-TURN-01", message!(MESSAGES, "several-seats-asked")).allowed(allowed))
            }
            (Some(seat), _) => Err(
                Refusal::new("HS-TURN-01", message!(MESSAGES, "seat-not-asked", seat))
                    .asked(seat)
                    .allowed(allowed),
            ),
        }
    }

    /// The rule of the game that closes a command to a seat of this game that is not asked.
    fn closed_to(&self, named: Option<Seat>, command: &R::Command) -> Option<Refusal> {
        let is_seat = |seat: &Seat| R::seats(self.state()).iter().any(|info| info.seat == *seat);
        R::closed(self.state(), named.filter(is_seat)?, command)
    }

    fn named_seat(&self, named: Option<Seat>) -> Result<Seat, Refusal> {
        self.refuse_unknown_seat(named)?;
        named.ok_or_else(|| Refusal::new("HS-SEAT-01", message!(MESSAGES, "seat-unnamed")))
    }

    fn refuse_unknown_seat(&self, named: Option<Seat>) -> Result<(), Refusal> {
        let seats = R::seats(self.state());
        match named {
            Some(seat) if !seats.iter().any(|info| info.seat == seat) => {
                let allowed: Vec<_> = seats.iter().map(|info| info.seat).collect();
                Err(
                    Refusal::new("HS-SEAT-01", message!(MESSAGES, "seat-unknown", seat))
                        .asked(seat)
                        .allowed(allowed),
                )
            }
            _ => Ok(()),
        }
    }

    fn refuse_after_end(&self) -> Result<(), Refusal> {
        match self.ending() {
            None => Ok(()),
            Some(outcome) => Err(Refusal::new(
                "HS-END-01",
                message!(MESSAGES, "game-over", reason = outcome.reason.clone()),
            )),
        }
    }

    fn side_of(&self, seat: Seat) -> SideId {
        R::seats(self.state())
            .iter()
            .find(|info| info.seat == seat)
            .map_or(SideId::of_seat(seat), |info| info.side)
    }

    fn outcome_by(&self, winner: Option<SideId>, reason: Message, rule: &'static str) -> GameOutcome {
        let scores = R::outcome(self.state()).map_or_else(Vec::new, |outcome| outcome.scores);
        GameOutcome {
            winner,
            scores,
            reason,
            rule: rule.into(),
        }
    }
}

/// A text of 1 to 2,000 characters that anybody may read beside other texts.
pub(crate) fn said(text: &str, rule: &'static str, otherwise: Message) -> Result<String, Refusal> {
    let text = text.trim();
    let length = text.chars().count();
    if length == 0 {
        return Err(Refusal::new(rule, otherwise));
    }
    if length > 2_000 {
        return Err(Refusal::new(rule, message!(MESSAGES, "text-too-long"))
            .asked(length)
            .allowed(2_000));
    }
    if let Some(unfit) = unfit_in_text(text) {
        return Err(
            Refusal::new(rule, message!(MESSAGES, "text-unfit")).asked(format!("U+{:04X}", u32::from(unfit)))
        );
    }
    Ok(text.to_owned())
}
