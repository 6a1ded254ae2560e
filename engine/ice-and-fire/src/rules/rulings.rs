//! Rulings: what the players settle where no rule of the engine does.

use hindsight_kernel::{Message, Phrase, Refusal, message, phrase, refusals};

use super::engagement;
use crate::cards::TerrainCard;
use crate::messages::MESSAGES;
use crate::model::agenda::{GameTable, go_on};
use crate::model::event::ScoringEvent;
use crate::model::names::{SEATS, UnitId};
use crate::model::patch::Patch;
use crate::model::state::State;

refusals! {
    messages = MESSAGES;
    /// Reasons why a ruling cannot be made.
    pub enum NoRuling {
        NoUnit { unit: UnitId } = "HS-RULE-01", "table", unit;
        Nothing { what: Message } = "HS-RULE-01", "table", what = what.clone();
        Bounds { what: Phrase } = "HS-RULE-01", "table", what = *what;
        Card = "HS-RULE-01", "table";
        NoAttack = "HS-RULE-01", "table";
    }
}

/// Whether a ruling can be laid on a position.
fn check(state: &State, patch: &Patch) -> Result<(), NoRuling> {
    let alive = |id: UnitId| {
        state
            .unit(id)
            .filter(|unit| unit.is_alive())
            .ok_or(NoRuling::NoUnit { unit: id })
    };
    let nothing = |what: Message| NoRuling::Nothing { what };
    let bounds = |what: Phrase| NoRuling::Bounds { what };
    match patch {
        Patch::SetPose { unit, pose } => {
            alive(*unit)?;
            let bad = pose.is_some_and(|pose| !is_on_map(pose));
            if bad {
                return Err(bounds(phrase!(MESSAGES, "bounds-pose")));
            }
        }
        Patch::SetEngagements { unit, engagements } => {
            alive(*unit)?;
            for pair in engagements {
                alive(pair.a)?;
                alive(pair.b)?;
            }
        }
        Patch::SetStrength {
            unit,
            models,
            wounded,
        } => {
            let unit = alive(*unit)?;
            let fits = state
                .card_of(unit)
                .is_some_and(|card| *models <= card.models() && *wounded < card.wounds_per_model.max(1));
            if !fits {
                return Err(bounds(phrase!(MESSAGES, "bounds-strength")));
            }
        }
        Patch::SetTokens { unit, .. } | Patch::SetActivated { unit, .. } => {
            alive(*unit)?;
        }
        Patch::SetOrders { unit, used } => {
            let unit = alive(*unit)?;
            let orders = state.orders_of(unit).count();
            if used.iter().any(|order| usize::from(*order) >= orders) || used.len() > orders {
                return Err(bounds(phrase!(MESSAGES, "bounds-order")));
            }
        }
        Patch::SetZone { ncu, .. } => {
            state
                .ncu(*ncu)
                .ok_or_else(|| nothing(message!(MESSAGES, "piece-ncu", ncu)))?;
        }
        Patch::SetObjective {
            objective,
            controller,
        } => {
            if !state.objectives.iter().any(|token| token.no == *objective) {
                return Err(nothing(message!(
                    MESSAGES,
                    "piece-objective",
                    objective = objective.0
                )));
            }
            if let Some(unit) = controller {
                alive(*unit)?;
            }
        }
        Patch::SetPoints { seat, points } => {
            if !SEATS.contains(seat) || *points > 1_000 {
                return Err(bounds(phrase!(MESSAGES, "bounds-score")));
            }
        }
        Patch::RemovePiece { piece } => {
            state
                .piece(*piece)
                .ok_or_else(|| nothing(message!(MESSAGES, "piece-terrain", piece = piece.0)))?;
        }
        Patch::AddPiece { card, pose } => {
            let _: &TerrainCard = state
                .cards
                .terrain_card(*card)
                .ok_or_else(|| nothing(message!(MESSAGES, "piece-terrain-card", card)))?;
            if !is_on_map(*pose) || state.terrain.len() > 60 {
                return Err(bounds(phrase!(MESSAGES, "bounds-pose")));
            }
        }
        Patch::TakeCard { seat, card } => {
            let player = state.player(*seat);
            let can = match card {
                Some(card) => {
                    player.discards.contains(card) || (player.deck > 0 && player.unseen.contains(card))
                }
                None => player.deck > 0,
            };
            if !can || !SEATS.contains(seat) {
                return Err(NoRuling::Card);
            }
        }
        Patch::DropCard { seat, card } => {
            if !SEATS.contains(seat) || !super::cards::may_hold(state.player(*seat), *card) {
                return Err(NoRuling::Card);
            }
        }
        Patch::SetAttack { dice, .. } => {
            if state.attack.is_none() && state.charge.is_none() {
                return Err(NoRuling::NoAttack);
            }
            if *dice > 30 {
                return Err(bounds(phrase!(MESSAGES, "bounds-dice")));
            }
        }
    }
    Ok(())
}

fn is_on_map(pose: crate::field::Pose) -> bool {
    let near = -10_000..=58_000;
    pose.heading < 360 && near.contains(&pose.x) && near.contains(&pose.y)
}

/// A ruling is laid on the position; then the game goes on from there. A unit that is moved leaves its engagements first.
pub(crate) fn rule(table: &mut GameTable<'_>, patch: &Patch) -> Result<(), Refusal> {
    check(table.state(), patch)?;
    match patch {
        Patch::SetPose { unit, .. } | Patch::SetStrength { unit, models: 0, .. } => {
            engagement::disengage(table, *unit);
            super::victory::lose_all(table, *unit);
        }
        _ => {}
    }
    table.emit(ScoringEvent::Ruled { patch: patch.clone() });
    // Ranks and engagements may be others now. Rule `IF-VP-02`.
    if !matches!(patch, Patch::SetObjective { .. }) {
        super::victory::review(table);
    }
    if table.state().ending.is_none() {
        go_on(table)?;
    }
    Ok(())
}
