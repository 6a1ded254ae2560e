//! Pieces placed elsewhere before the battle: `place`, a correction of the command that placed the piece. Rule `HS-PLACE-01`.

use std::collections::BTreeMap;
use std::sync::Arc;

use hindsight_engine::{ChangeRequest, CommandRequest, FoldStep, TableCommand};
use hindsight_kernel::{Message, OtherPlace, PLACED, PlacedPiece, Refusal, Stopped, Viewer};
use hindsight_openapi::wire::Event;
use serde_json::{Value, json};

use crate::access::GameAccess;
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::{quoted, text};
use crate::games::history::{EventRange, GameHistory};
use crate::games::requests::requested;
use crate::games::{Games, LiveGame};

/// A command of the present line that places a piece.
struct Placing {
    /// The version at which it begins.
    at: u64,
    /// The command.
    request: CommandRequest,
    /// The piece, with its place.
    placed: PlacedPiece,
}

impl Games {
    /// The correction that a command `place` asks for; nothing for another command. Nothing is stored.
    ///
    /// # Errors
    /// The caller does not keep the record; the battle has begun; the piece was not placed, stands there already, or the board does not
    /// have the place.
    pub(super) async fn placed_elsewhere(
        &self,
        head: &Arc<LiveGame>,
        past: Option<Arc<GameHistory>>,
        (sight, viewer): (&GameAccess, Viewer),
        command: &Value,
        under: &str,
    ) -> ApiResult<Option<Value>> {
        if command.get("type").and_then(Value::as_str) != Some("place") {
            return Ok(None);
        }
        let request = requested(head, sight, command.clone(), under)?;
        let TableCommand::Place { piece, at, facing } = request.command else {
            return Ok(None);
        };
        if !request.dice.is_empty() {
            return Err(ApiError::body(format!("{under}/dice"), text!("place-no-dice")));
        }
        if !is_before_battle(head) {
            return Err(refused(head, text!("place-battle-began"), under));
        }
        let past = match past {
            Some(past) => past,
            None => self.past(head).await?,
        };
        let (game, wanted) = (Arc::clone(head), piece.clone());
        let found = self
            .store
            .work(move |_| Ok(placings(&game, &past, viewer)?.remove(&wanted)))
            .await?;
        let Some(found) = found else {
            let why = text!("place-not-placed", piece = quoted(&piece));
            return Err(ApiError::body(format!("{under}/piece"), why));
        };
        let place = OtherPlace { at, facing };
        let TableCommand::Play { command: old } = &found.request.command else {
            return Ok(None);
        };
        let moved = head
            .game
            .placed_elsewhere(old, &place)
            .map_err(|error| ApiError::command(error, head.system, under))?;
        if moved == *old {
            return Err(refused(
                head,
                text!("place-stands-there", piece = quoted(&piece)),
                under,
            ));
        }
        let replaced = CommandRequest {
            command: TableCommand::Play { command: moved },
            ..found.request
        };
        let correction = CommandRequest {
            seat: request.seat,
            dice: Vec::new(),
            command: TableCommand::Correct {
                at: found.at,
                change: ChangeRequest::Replace {
                    command: replaced.to_value(),
                },
                reason: text!("place-reason").to_string(),
            },
        };
        Ok(Some(correction.to_value()))
    }

    /// The refusal of a correction that would drop a later command, in the words in which a viewer may know it.
    pub(super) async fn dropping(
        &self,
        (head, viewer): (&Arc<LiveGame>, Viewer),
        past: &Arc<GameHistory>,
        stopped: Stopped,
        under: &str,
    ) -> ApiError {
        let (version, past) = (stopped.at, Arc::clone(past));
        let words = self
            .store
            .work(move |_| words_from(&past, version, viewer))
            .await
            // ERR: without the words the number of the event names the command.
            .unwrap_or_default();
        let why = text!(
            "place-drops",
            version,
            words,
            why = stopped.refusal.message.clone()
        );
        let refusal = Refusal {
            message: why,
            ..stopped.refusal
        };
        ApiError::command(refusal.into(), head.system, under)
            .with("at", version)
            .with("dropped", stopped.dropped)
    }

    /// The pieces that a caller may place elsewhere: those placed on the present line, as long as the battle has not begun.
    pub(crate) async fn placed_pieces(
        &self,
        head: &Arc<LiveGame>,
        (sight, viewer): (&GameAccess, Viewer),
    ) -> ApiResult<Vec<PlacedPiece>> {
        if !sight.keeps || !is_before_battle(head) {
            return Ok(Vec::new());
        }
        let (game, past) = (Arc::clone(head), self.past(head).await?);
        self.store
            .work(move |_| {
                let found = placings(&game, &past, viewer)?;
                Ok(found.into_values().map(|placing| placing.placed).collect())
            })
            .await
    }

    /// The place from which a piece was moved last, if that is what was recorded last: to undo it the piece is placed there again.
    pub(crate) async fn place_before(
        &self,
        head: &Arc<LiveGame>,
        (sight, viewer): (&GameAccess, Viewer),
    ) -> ApiResult<Option<PlacedPiece>> {
        if !sight.keeps || !is_before_battle(head) {
            return Ok(None);
        }
        let (game, past) = (Arc::clone(head), self.past(head).await?);
        self.store.work(move |_| last_moved(&game, &past, viewer)).await
    }
}

/// Whether the battle has not begun: no round of it, and no end.
fn is_before_battle(head: &LiveGame) -> bool {
    let info = head.game.info(Viewer::Everything);
    info.moment.round == 0 && info.outcome.is_none()
}

fn refused(head: &LiveGame, why: Message, under: &str) -> ApiError {
    ApiError::command(Refusal::new(PLACED, why).into(), head.system, under)
}

/// The command that begins at a step, as a viewer may know it, given again by a correction or not.
fn given_at(step: &dyn FoldStep) -> Option<CommandRequest> {
    if step.kind() != "redone" {
        return step.given().cloned();
    }
    let event = step.event();
    // ERR: a command that is hidden from the viewer cannot be read.
    CommandRequest::parse(event.get("command")?.clone()).ok()
}

/// The command at a step that places a piece.
fn placing_at(head: &LiveGame, step: &dyn FoldStep) -> Option<Placing> {
    let request = given_at(step)?;
    let TableCommand::Play { command } = &request.command else {
        return None;
    };
    Some(Placing {
        at: step.version(),
        placed: head.game.placed_by(command)?,
        request,
    })
}

/// The last command of the present line that placed each piece, as a viewer may know them.
fn placings(head: &LiveGame, past: &GameHistory, viewer: Viewer) -> ApiResult<BTreeMap<String, Placing>> {
    let mut found = BTreeMap::new();
    past.walk(whole_line(past, false), viewer, &mut |step| {
        if let Some(placing) = placing_at(head, step) {
            found.insert(placing.placed.piece.clone(), placing);
        }
        true
    })?;
    Ok(found)
}

fn whole_line(past: &GameHistory, all_lines: bool) -> EventRange {
    EventRange {
        from: 1,
        to: past.version(),
        all_lines,
        facts: false,
    }
}

/// Something recorded, as far as it can be undone.
struct Recorded {
    /// The version at which it begins.
    at: u64,
    /// A piece that was placed elsewhere: its place before and after.
    moved: Option<(PlacedPiece, PlacedPiece)>,
}

/// The place before the last move of a piece that nothing was recorded behind. A move back undoes the one before it, and what was taken
/// back is not there any more.
fn last_moved(head: &LiveGame, past: &GameHistory, viewer: Viewer) -> ApiResult<Option<PlacedPiece>> {
    let mut places: BTreeMap<u64, PlacedPiece> = BTreeMap::new();
    let mut recorded: Vec<Recorded> = Vec::new();
    past.walk(whole_line(past, true), viewer, &mut |step| {
        if let Some(placing) = placing_at(head, step) {
            places.insert(placing.at, placing.placed);
        }
        if !step.begins_command() || step.kind() == "redone" {
            return true;
        }
        let moved = match step.given().map(|request| &request.command) {
            Some(TableCommand::TakeBack { to, .. }) => {
                recorded.retain(|one| one.at <= *to);
                return true;
            }
            Some(TableCommand::Correct {
                at,
                change: ChangeRequest::Replace { command },
                ..
            }) => {
                let after = command
                    .get("command")
                    .and_then(|command| head.game.placed_by(command));
                let before = places.get(at).cloned();
                before
                    .zip(after)
                    .filter(|(before, after)| before.piece == after.piece)
            }
            _ => None,
        };
        let undoes = |one: &Recorded| match (&one.moved, &moved) {
            (Some((from, to)), Some((before, after))) => from == after && to == before,
            _ => false,
        };
        if recorded.last().is_some_and(undoes) {
            recorded.pop();
        } else {
            recorded.push(Recorded {
                at: step.version(),
                moved,
            });
        }
        true
    })?;
    Ok(recorded
        .pop()
        .and_then(|last| last.moved)
        .map(|(before, _)| before))
}

/// The words of the command that begins at a version, as a viewer may know it.
fn words_from(past: &GameHistory, version: u64, viewer: Viewer) -> ApiResult<String> {
    let mut words = String::new();
    let look = EventRange {
        from: version,
        ..whole_line(past, false)
    };
    past.walk(look, viewer, &mut |step| {
        if step.kind() == "redone" {
            return true;
        }
        words = step.words();
        false
    })?;
    Ok(words)
}

/// Whether a stored command is the correction that a command `place` asked for.
pub(super) fn is_placed(head: &LiveGame, event: &Event, asked: &TableCommand) -> bool {
    let TableCommand::Place { piece, at, facing } = asked else {
        return false;
    };
    let stored = event.command.as_ref().and_then(|stored| {
        let is_correction = stored.get("type") == Some(&json!("correct"));
        stored
            .pointer("/change/command/command")
            .filter(|_| is_correction)
    });
    let Some(stored) = stored else { return false };
    let place = OtherPlace {
        at: *at,
        facing: *facing,
    };
    let is_same_piece = head
        .game
        .placed_by(stored)
        .is_some_and(|placed| placed.piece == *piece);
    is_same_piece
        && head
            .game
            .placed_elsewhere(stored, &place)
            .is_ok_and(|again| again == *stored)
}
