//! Objective tokens, victory points and the end of the game. Rules `IF-VP-01` to `-07`.

use hindsight_kernel::{GameOutcome, Seat, SideId, message};

use super::{terrain, turns};
use crate::field::{Pose, covers_token};
use crate::messages::MESSAGES;
use crate::model::agenda::{GameTable, Need, Step, Taken, proceed};
use crate::model::event::{Scored, ScoringEvent};
use crate::model::names::{ObjectiveNo, SEATS, UnitId};
use crate::model::state::State;

/// The first round whose end scores objective tokens. Rule `IF-VP-03`.
const FIRST_SCORED: u8 = 2;

/// The ranks by which control is contested: a solo unit's are its remaining wounds. Rule `IF-VP-02`.
pub fn contesting_ranks(state: &State, id: UnitId) -> u16 {
    state.unit_and_card(id).map_or(0, |(unit, card)| {
        if card.kind.is_solo() {
            super::units::wounds_left(unit, card)
        } else {
            state.ranks(unit).into()
        }
    })
}

/// Whether an enemy that is engaged with a unit has more ranks. Rule `IF-VP-02`.
pub fn is_outranked(state: &State, id: UnitId) -> bool {
    let own = contesting_ranks(state, id);
    state
        .engaged_with(id)
        .any(|(_, enemy, _)| contesting_ranks(state, enemy) > own)
}

/// The objective tokens wholly under a unit's tray at a pose. Rule `IF-VP-01`.
fn covered(state: &State, id: UnitId, pose: Option<Pose>) -> Vec<ObjectiveNo> {
    let Some(tray) = terrain::tray(state, id) else {
        return Vec::new();
    };
    let tray = pose.map_or(tray, |pose| tray.at(pose));
    state
        .objectives
        .iter()
        .filter(|token| covers_token(&tray, token.place))
        .map(|token| token.no)
        .collect()
}

/// A unit that ends a move with a token wholly under its tray claims it, unless it would lose it at once. Rules `IF-VP-01`,
/// `IF-VP-02`.
pub(crate) fn claim(table: &mut GameTable<'_>, id: UnitId) {
    let state = table.state();
    if is_outranked(state, id) {
        return;
    }
    let tokens = covered(state, id, None);
    for objective in tokens {
        let held = table
            .state()
            .objectives
            .iter()
            .any(|token| token.no == objective && token.controller == Some(id));
        if !held {
            table.emit(ScoringEvent::ObjectiveClaimed { objective, unit: id });
        }
    }
}

/// A unit that is about to stand at a pose loses the tokens that it no longer covers there. Rule `IF-VP-02`.
pub(crate) fn leave(table: &mut GameTable<'_>, id: UnitId, pose: Pose) {
    let state = table.state();
    let kept = covered(state, id, Some(pose));
    lose(table, id, |objective| !kept.contains(&objective));
}

/// A unit loses every token it controls. Rule `IF-VP-02`.
pub(crate) fn lose_all(table: &mut GameTable<'_>, id: UnitId) {
    lose(table, id, |_| true);
}

fn lose(table: &mut GameTable<'_>, id: UnitId, which: impl Fn(ObjectiveNo) -> bool) {
    let lost: Vec<ObjectiveNo> = table
        .state()
        .objectives
        .iter()
        .filter(|token| token.controller == Some(id) && which(token.no))
        .map(|token| token.no)
        .collect();
    for objective in lost {
        table.emit(ScoringEvent::ObjectiveLost { objective, unit: id });
    }
}

/// Control is lost at once to an engaged enemy with more ranks: looked at whenever ranks or engagements change. Rule
/// `IF-VP-02`.
pub(crate) fn review(table: &mut GameTable<'_>) {
    let outranked: Vec<UnitId> = table
        .state()
        .objectives
        .iter()
        .filter_map(|token| token.controller)
        .filter(|id| is_outranked(table.state(), *id))
        .collect();
    for id in outranked {
        lose_all(table, id);
    }
}

/// A destroyed enemy combat unit gives a victory point at once. Rule `IF-VP-04`.
///
/// RULING (`IF-VP-04`): one each, whatever destroyed it.
pub(crate) fn score_destroyed(table: &mut GameTable<'_>, id: UnitId) {
    table.emit(ScoringEvent::PointsScored {
        seat: id.seat().opponent(),
        points: 1,
        why: Scored::Destroyed,
    });
}

/// The victory points of the tokens that a player controls. Rule `IF-VP-03`.
pub fn objective_points(state: &State, seat: Seat) -> u16 {
    let held = state
        .objectives
        .iter()
        .filter(|token| token.controller.is_some_and(|unit| unit.seat() == seat))
        .count();
    u16::try_from(held).unwrap_or(u16::MAX)
}

/// The army points of combat units that stand: unit cards and living attachments. Rule `IF-VP-06`.
pub fn standing_points(state: &State, seat: Seat) -> u16 {
    state
        .alive_of(seat)
        .filter(|unit| unit.pose.is_some())
        .map(|unit| {
            let own = state.card_of(unit).map_or(0, |card| u16::from(card.points));
            let attached = unit
                .attachment
                .and_then(|id| state.cards.attachment(id))
                .map_or(0, |card| u16::from(card.points));
            own + attached
        })
        .sum()
}

fn won(state: &State, winner: Option<Seat>, reason: &'static str, rule: &'static str) -> GameOutcome {
    GameOutcome {
        winner: winner.map(SideId::of_seat),
        scores: SEATS
            .map(|seat| (SideId::of_seat(seat), f64::from(state.player(seat).points)))
            .to_vec(),
        reason: message!(MESSAGES, "outcome-reason", reason),
        rule: rule.into(),
    }
}

/// The outcome of the game at the clean-up phase of a round, if it ends. Rules `IF-VP-05` to `-07`.
pub fn ending(state: &State) -> Option<GameOutcome> {
    let has_units = |seat: Seat| state.alive_of(seat).next().is_some();
    let points = |seat: Seat| state.player(seat).points;
    match (has_units(Seat::A), has_units(Seat::B)) {
        (true, false) => return Some(won(state, Some(Seat::A), "no_units", "IF-VP-07")),
        (false, true) => return Some(won(state, Some(Seat::B), "no_units", "IF-VP-07")),
        (false, false) => return Some(final_score(state)),
        (true, true) => {}
    }
    let leader = match points(Seat::A).cmp(&points(Seat::B)) {
        std::cmp::Ordering::Greater => Some(Seat::A),
        std::cmp::Ordering::Less => Some(Seat::B),
        std::cmp::Ordering::Equal => None,
    };
    if let Some(leader) = leader
        && points(leader) >= state.agreed.victory
    {
        return Some(won(state, Some(leader), "points_reached", "IF-VP-05"));
    }
    (state.round >= turns::ROUNDS).then(|| final_score(state))
}

/// The higher score wins, then the army points that stand, then nobody. Rule `IF-VP-06`.
fn final_score(state: &State) -> GameOutcome {
    use std::cmp::Ordering;
    let points = |seat: Seat| state.player(seat).points;
    let standing = |seat: Seat| standing_points(state, seat);
    match points(Seat::A).cmp(&points(Seat::B)) {
        Ordering::Greater => won(state, Some(Seat::A), "points", "IF-VP-06"),
        Ordering::Less => won(state, Some(Seat::B), "points", "IF-VP-06"),
        Ordering::Equal => match standing(Seat::A).cmp(&standing(Seat::B)) {
            Ordering::Greater => won(state, Some(Seat::A), "army_points", "IF-VP-06"),
            Ordering::Less => won(state, Some(Seat::B), "army_points", "IF-VP-06"),
            Ordering::Equal => won(state, None, "equal", "IF-VP-06"),
        },
    }
}

/// The end of a round: points, the check of victory, then the board is cleared and hands are drawn up. Rules
/// `IF-ROUND-07`, `IF-VP-03`, `IF-VP-05` to `-07`, `IF-ORD-03`.
pub(crate) fn score(table: &mut GameTable<'_>) -> Result<Taken, Need> {
    if table.state().round >= FIRST_SCORED {
        for seat in SEATS {
            let points = objective_points(table.state(), seat);
            if points > 0 {
                table.emit(ScoringEvent::PointsScored {
                    seat,
                    points,
                    why: Scored::Objectives,
                });
            }
        }
    }
    if let Some(outcome) = ending(table.state()) {
        table.emit(ScoringEvent::GameEnded { outcome });
        return Ok(Taken::Waits);
    }
    table.emit(ScoringEvent::BoardCleared);
    let first = table.state().first.unwrap_or(Seat::A);
    proceed(
        table,
        1,
        [
            Step::Discard { seat: first },
            Step::Discard {
                seat: first.opponent(),
            },
            Step::EndRound,
        ],
    );
    Ok(Taken::Went)
}
