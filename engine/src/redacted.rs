//! The past of a game as a viewer may know it: events and commands without what is hidden, and without the reported dice that
//! tell of it.

use hindsight_kernel::{
    CorrectionChange, EventOf, FoldError, Game, GameEvent, GameOrder, RuleSet, Seat, Viewer,
};

use crate::chronicle::ChronicleOf;
use crate::given::{self, CommandRequest};

/// The past of a game as a viewer may know it.
pub(crate) struct Redacted<R: RuleSet> {
    pub(crate) events: Vec<EventOf<R>>,
    /// The game at their end, with everything in it.
    pub(crate) now: Game<R>,
    /// The viewer at the end: once the game is over, everything is open.
    pub(crate) viewer: Viewer,
    /// For each event, whether the viewer may not know all dice in it.
    hides_dice: Vec<bool>,
}

impl<R: RuleSet> ChronicleOf<R> {
    /// The events as a viewer may know them now that the game stands at its end.
    pub(crate) fn seen_by(&self, viewer: Viewer) -> Result<Redacted<R>, FoldError> {
        let events = self.events();
        let now = Game::<R>::fold(&events)?;
        let viewer = now.viewer(viewer);
        let mut seen = Redacted {
            hides_dice: vec![false; events.len()],
            events,
            now,
            viewer,
        };
        if viewer == Viewer::Everything {
            return Ok(seen);
        }
        for (event, hides_dice) in seen.events.iter_mut().zip(&mut seen.hides_dice) {
            if let GameEvent::Played(played) = event {
                let redacted = R::redact(played, seen.now.state(), viewer);
                *hides_dice = R::dice(&redacted) != R::dice(played);
                *played = redacted;
            }
        }
        let is_marker = |place: &usize| matches!(seen.events[*place], GameEvent::Redone { .. });
        let markers: Vec<usize> = (0..seen.events.len()).filter(is_marker).collect();
        for place in markers {
            let hides_dice = self.hides_reported_dice(&seen, place);
            if let GameEvent::Redone { given, .. } = &mut seen.events[place] {
                if let GameOrder::Play { command } = &given.order
                    && is_redacted::<R>(command, given.seat, seen.now.state(), viewer)
                {
                    given.order = GameOrder::Say {
                        text: "(hidden)".to_owned(),
                    };
                }
                if hides_dice {
                    given.dice.clear();
                }
            }
        }
        Ok(seen)
    }

    /// Whether the dice that were reported with the command that begins at a place tell of a roll which the viewer may not know.
    /// A correction ends where the next stored command begins; a command that it decides again, at the next marker.
    fn hides_reported_dice(&self, seen: &Redacted<R>, begins: usize) -> bool {
        let is_stored = self.past[begins].given.is_some();
        let later = self.past.iter().zip(&seen.hides_dice).skip(begins + 1);
        let mut rest = later.take_while(|(recorded, _)| {
            let is_marker = matches!(recorded.event, GameEvent::Redone { .. });
            recorded.given.is_none() && (is_stored || !is_marker)
        });
        seen.hides_dice[begins] || rest.any(|(_, hides)| *hides)
    }

    /// The command that a viewer is shown at its first event: what is hidden in it is left out, and all of its reported dice are
    /// where one of them fell for a roll that is hidden. Nothing if the command must stay unseen.
    pub(crate) fn shown_given(&self, seen: &Redacted<R>, place: usize) -> Option<CommandRequest> {
        let given = self.past[place].given.as_ref()?;
        if seen.viewer == Viewer::Everything {
            return Some(given::request::<R>(given));
        }
        let (now, viewer) = (seen.now.state(), seen.viewer);
        let hides_dice = self.hides_reported_dice(seen, place);
        match &given.order {
            GameOrder::Play { command } => {
                let command = R::redact_command(command, given.seat.unwrap_or(Seat::A), now, viewer)?;
                Some(given::request::<R>(&hindsight_kernel::Given {
                    seat: given.seat,
                    order: GameOrder::Play { command },
                    dice: if hides_dice {
                        Vec::new()
                    } else {
                        given.dice.clone()
                    },
                }))
            }
            GameOrder::Correct(correction) => {
                let hides_command = match &correction.change {
                    CorrectionChange::Replace { given } | CorrectionChange::Insert { given } => {
                        matches!(&given.order, GameOrder::Play { command } if is_redacted::<R>(command, given.seat, now, viewer))
                    }
                    CorrectionChange::Remove => false,
                };
                let hidden = hides_dice || hides_command || R::has_secrets(now);
                (!hidden).then(|| given::request::<R>(given))
            }
            _ if hides_dice => Some(given::request::<R>(&hindsight_kernel::Given {
                dice: Vec::new(),
                ..given.clone()
            })),
            _ => Some(given::request::<R>(given)),
        }
    }
}

/// Whether a viewer may not know all of a command when the game stands at `now`.
fn is_redacted<R: RuleSet>(command: &R::Command, seat: Option<Seat>, now: &R::State, viewer: Viewer) -> bool {
    R::redact_command(command, seat.unwrap_or(Seat::A), now, viewer).as_ref() != Some(command)
}
