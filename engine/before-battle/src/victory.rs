//! How a battle ends. The rulebook names no victory condition; all of this is ruled.

use hindsight_kernel::Seat;

use crate::state::{EndReason, Ending, SEATS, State};

/// The battle ends at once when a player has no unit left on the board; without any on both sides it is a draw.
/// Rule `BB-WIN-01`.
pub fn immediate_end(state: &State) -> Option<Ending> {
    let gone = SEATS.map(|seat| state.standing_of(seat).next().is_none());
    let winner = match gone {
        [false, false] => return None,
        [true, true] => None,
        [true, false] => Some(Seat::B),
        [false, true] => Some(Seat::A),
    };
    Some(Ending {
        winner,
        points: victory_points(state),
        reason: EndReason::AllUnitsLost,
    })
}

/// What South and North have scored: destroyed enemy units by class. Rule `BB-WIN-02`.
pub fn victory_points(state: &State) -> [u16; 2] {
    SEATS.map(|seat| {
        state
            .units
            .iter()
            .filter(|unit| unit.id.seat() != seat && unit.lost.is_some())
            .map(|unit| u16::from(state.cards.board.vp.of(state.card(unit.id).class)))
            .sum()
    })
}

/// A player's models alive and at the start. Rule `BB-WIN-03`.
pub fn surviving_models(state: &State, seat: Seat) -> (u32, u32) {
    state
        .units
        .iter()
        .filter(|unit| unit.id.seat() == seat && unit.card.is_some())
        .fold((0, 0), |(alive, start), unit| {
            (
                alive + u32::from(unit.models),
                start + u32::from(state.card(unit.id).models),
            )
        })
}

/// The result after the last turn: points, then the share of surviving models. Rules `BB-WIN-02`, `BB-WIN-03`.
pub fn final_result(state: &State) -> Ending {
    let points = victory_points(state);
    if points[0] != points[1] {
        let winner = if points[0] > points[1] { Seat::A } else { Seat::B };
        return Ending {
            winner: Some(winner),
            points,
            reason: EndReason::Points,
        };
    }
    let [(south, south_start), (north, north_start)] = SEATS.map(|seat| surviving_models(state, seat));
    // alive / start compared as fractions, without division.
    let (winner, reason) = match (south * north_start).cmp(&(north * south_start)) {
        std::cmp::Ordering::Greater => (Some(Seat::A), EndReason::SurvivingShare),
        std::cmp::Ordering::Less => (Some(Seat::B), EndReason::SurvivingShare),
        std::cmp::Ordering::Equal => (None, EndReason::Equal),
    };
    Ending {
        winner,
        points,
        reason,
    }
}
