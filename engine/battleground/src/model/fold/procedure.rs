//! Folding of events of the procedure itself: openings, questions, answers, rulings.

use std::sync::Arc;

use hindsight_kernel::{FoldError, Seat, agenda, message};

use crate::messages::MESSAGES;
use crate::model::agenda::Step;
use crate::model::effect::Duration;
use crate::model::event::{NotedUnit, ProcedureEvent};
use crate::model::names::{UnitId, other};
use crate::model::state::{Engagement, Pending, Phase, SeatPlayers, State, TurnMarks};
use crate::model::unused::{unused_tokens, without_objectives};

/// Applies an event of the chapter.
pub(super) fn evolve(state: &mut State, event: &ProcedureEvent) -> Result<(), FoldError> {
    match event {
        ProcedureEvent::Opened {
            book,
            decks,
            edition,
            shares,
            house,
        } => {
            if !state.book.kinds.is_empty() {
                return Err(FoldError::new(message!(MESSAGES, "fold-open-already")));
            }
            state.book = Arc::clone(book);
            state.decks = *decks;
            state.edition = *edition;
            if !shares.is_empty() {
                state.players = SeatPlayers::new(shares.len());
                for (player, share) in state.players.iter_mut().zip(shares) {
                    player.share = Some(*share);
                }
            }
            state.house = *house;
            state.agenda = vec![Step::ChooseFactions.into()];
        }
        ProcedureEvent::Placed { position } => {
            if position
                .units
                .iter()
                .any(|unit| position.book.kind(unit.kind).is_none())
            {
                return Err(FoldError::new(message!(MESSAGES, "fold-unit-without-card")));
            }
            *state = (**position).clone();
        }
        ProcedureEvent::Proceeded { done, ahead } => agenda::fold_proceeded(&mut state.agenda, *done, ahead)?,
        ProcedureEvent::Asked { question } => state.agenda.push(Step::Ask(question.clone()).into()),
        ProcedureEvent::Answered { answered } => {
            let is_question = |step: &Step| matches!(step, Step::Ask(_));
            agenda::fold_answered(&mut state.agenda, is_question, answered.clone())?;
        }
        ProcedureEvent::PositionNoted {
            turn,
            active,
            units,
            engagements,
        } => noted(state, *turn, *active, units, engagements)?,
        ProcedureEvent::Ruled { patch, .. } => crate::model::fold::rulings::apply(state, patch)?,
    }
    Ok(())
}

/// The end of the turn before the one that begins, on the table as it was noted. What was under way is over.
fn noted(
    state: &mut State,
    turn: u16,
    active: Seat,
    units: &[NotedUnit],
    engagements: &[Engagement],
) -> Result<(), FoldError> {
    for noted in units {
        stands_as_noted(state, noted)?;
    }
    let gone: Vec<UnitId> = units
        .iter()
        .filter(|noted| noted.destroyed.is_some())
        .map(|noted| noted.unit)
        .collect();
    for (unit, status) in without_objectives(state, &gone) {
        if let Some(unit) = state.unit_mut(unit) {
            unit.status = status;
        }
    }
    for (token, _) in unused_tokens(state) {
        state.tokens.remove(&token);
    }
    state.engagements = engagements.to_vec();
    for unit in &mut state.units {
        unit.turn = TurnMarks::default();
        unit.pending = Pending::default();
        unit.marked = unit.marked.saturating_add(std::mem::take(&mut unit.fresh));
        unit.slid &= engagements.iter().any(|engagement| engagement.has(unit.id));
    }
    for player in &mut state.players {
        (player.actions, player.gained, player.spent_any) = (0, 0, false);
        (player.passing, player.finished) = (false, false);
        player.played.clear();
    }
    state.snapshot.clear();
    state.declared.clear();
    state.triggered.clear();
    (state.attack, state.check) = (None, None);
    state.normal_moves = false;
    crate::model::lasting::end_with(state, Duration::Phase);
    let before = turn.saturating_sub(1);
    state.turn = before;
    (state.phase, state.active, state.agenda) = if before == 0 {
        (Phase::SetUp, None, vec![Step::BeginTurn.into()])
    } else {
        (
            state.edition.closing_phase(),
            Some(other(active)),
            vec![Step::VictoryCheck.into()],
        )
    };
    Ok(())
}

fn stands_as_noted(state: &mut State, noted: &NotedUnit) -> Result<(), FoldError> {
    let Some(unit) = state.unit_mut(noted.unit) else {
        return Err(FoldError::new(message!(
            MESSAGES,
            "fold-no-unit",
            id = noted.unit
        )));
    };
    (unit.marked, unit.fresh) = (noted.marked, 0);
    unit.status = noted.status;
    if let Some(cause) = noted.destroyed {
        if unit.destroyed.is_none() {
            crate::model::fold::remove(state, noted.unit, cause);
        }
        return Ok(());
    }
    unit.pose = noted.pose;
    unit.airborne = noted.airborne;
    unit.destroyed = None;
    Ok(())
}
