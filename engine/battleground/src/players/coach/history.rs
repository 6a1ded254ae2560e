//! Positions that detectors look back at, and what was known when they were played.

use std::collections::BTreeSet;

use hindsight_kernel::Seat;

use super::watched::{Watched, place};
use crate::model::agenda::Step;
use crate::model::event::{CommandEvent, Event, TurnEvent};
use crate::model::names::UnitId;
use crate::model::orders::{Order, WrittenOrder};
use crate::model::state::{Phase, State};
use crate::verbs::order_changes::check_change;

/// Command actions that a team lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lost {
    /// The turn in which they were lost.
    pub(super) turn: u16,
    pub(super) count: u8,
    /// The version after which its player last chose what to do in that turn.
    pub(super) at: u64,
}

/// The positions of a game that detectors look back at. What is kept of both teams stands at [`place`].
#[derive(Debug, Default)]
pub(super) struct History {
    /// The position when the Movement & Command Phase of this turn had begun and the snapshot was taken.
    pub(super) opening: Option<State>,
    /// The version after which the active player first chose in this turn, and last chose at all.
    pub(super) first_chosen_at: Option<u64>,
    pub(super) chosen_at: u64,
    /// The last position in which the active player chose what to do.
    pub(super) choosing: Option<State>,
    /// The last position of this turn in which rushes could still be made, once none can be.
    pub(super) rushing: Option<State>,
    /// The positions at the end of the last own Movement & Command Phases.
    pub(super) moved: [Option<State>; 2],
    /// The positions when the Movement & Command Phases of the last own turns had begun, with the version of the first choice.
    pub(super) openings: [Option<(State, Option<u64>)>; 2],
    /// The positions at the end of the last own turns.
    pub(super) ended: [Option<State>; 2],
    /// The command actions that were last lost.
    pub(super) lost: [Option<Lost>; 2],
    /// The units whose order could not have been changed to Close when their owners last lost command actions: Rallied that turn,
    /// engaged, with a printed order.
    pub(super) bound: BTreeSet<UnitId>,
}

impl History {
    /// The position when the Movement & Command Phase of this turn had begun, and the version after which its player first chose.
    pub(super) fn opening(&self) -> Option<(&State, Option<u64>)> {
        Some((self.opening.as_ref()?, self.first_chosen_at))
    }

    /// The last position in which the active player chose what to do, if it was in this turn, and its version.
    pub(super) fn choosing(&self, turn: u16) -> Option<(&State, u64)> {
        let choosing = self.choosing.as_ref().filter(|state| state.turn == turn)?;
        Some((choosing, self.chosen_at))
    }

    /// The position at the end of the last own Movement & Command Phase of a seat's team.
    pub(super) fn moved(&self, seat: Seat) -> Option<&State> {
        self.moved[place(seat)].as_ref()
    }

    /// The position when the first phase of the last own turn of a seat's team had begun, with the version of the first choice.
    pub(super) fn opened(&self, seat: Seat) -> Option<(&State, Option<u64>)> {
        let (state, at) = self.openings[place(seat)].as_ref()?;
        Some((state, *at))
    }

    /// The position at the end of the last own turn of a seat's team.
    pub(super) fn ended(&self, seat: Seat) -> Option<&State> {
        self.ended[place(seat)].as_ref()
    }

    /// The position at the end of the turn before.
    pub(super) fn last_turn(&self) -> Option<&State> {
        self.ended.iter().flatten().max_by_key(|state| state.turn)
    }

    /// The command actions that a seat's team last lost.
    pub(super) fn lost(&self, seat: Seat) -> Option<Lost> {
        self.lost[place(seat)]
    }

    /// Notes when the active player chose, before the event is judged.
    pub(super) fn choice(&mut self, seen: &Watched<'_>) {
        if chooses(seen.before) {
            self.chosen_at = seen.asked_at;
            self.first_chosen_at.get_or_insert(seen.asked_at);
        }
    }

    /// Notes an event that has been judged.
    pub(super) fn note(&mut self, seen: &Watched<'_>) {
        if seen.after.normal_moves && !seen.before.normal_moves {
            self.rushing = Some(seen.before.clone());
        }
        match seen.event {
            Event::Turn(TurnEvent::SnapshotTaken { .. }) => {
                self.opening = Some(seen.after.clone());
                self.first_chosen_at = None;
                self.rushing = None;
            }
            Event::Turn(TurnEvent::PhaseBegan {
                phase: Phase::PreCombatCourage,
            }) => {
                if let Some(seat) = seen.before.active {
                    self.moved[place(seat)] = Some(seen.before.clone());
                }
            }
            Event::Command(CommandEvent::ActionsLost { seat, count }) => self.note_lost(seen, *seat, *count),
            Event::Turn(TurnEvent::TurnEnded) => {
                let opening = self.opening.take();
                if let Some(seat) = seen.before.active {
                    self.ended[place(seat)] = Some(seen.before.clone());
                    if let Some(opening) = opening {
                        self.openings[place(seat)] = Some((opening, self.first_chosen_at));
                    }
                }
            }
            _ => {}
        }
        if chooses(seen.after) {
            self.choosing = Some(seen.after.clone());
        }
    }

    fn note_lost(&mut self, seen: &Watched<'_>, seat: Seat, count: u8) {
        let state = seen.before;
        self.lost[place(seat)] = Some(Lost {
            turn: state.turn,
            count,
            at: self.chosen_at,
        });
        let close = WrittenOrder::plain(Order::Close);
        for unit in state.own(seat) {
            if check_change(state, unit, &close).is_ok() {
                self.bound.remove(&unit.id);
            } else {
                self.bound.insert(unit.id);
            }
        }
    }
}

/// Whether the active player chooses what to do in the Movement & Command Phase.
fn chooses(state: &State) -> bool {
    let asked = state.agenda.last();
    asked.is_some_and(|frame| matches!(frame.step, Step::MovementAndCommand))
}
