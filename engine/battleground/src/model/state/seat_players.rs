//! The players of a table, seat by seat.

use std::ops::{Deref, DerefMut};

use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use super::Player;
use crate::model::names::MOST_SEATS;

/// The players of a table in the order of their seats: two, or up to [`MOST_SEATS`] in teams.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct SeatPlayers(#[schemars(length(min = 2, max = 6))] Vec<Player>);

impl SeatPlayers {
    /// So many players who have nothing yet: at least two, at most [`MOST_SEATS`].
    pub fn new(seats: usize) -> Self {
        Self(vec![Player::default(); seats.clamp(2, MOST_SEATS)])
    }

    /// The player of a seat; of a seat that this table has not, the last.
    pub(super) fn of(&self, seat: Seat) -> &Player {
        &self.0[seat.index().min(self.0.len() - 1)]
    }

    /// The player of a seat, to change.
    pub(super) fn of_mut(&mut self, seat: Seat) -> &mut Player {
        let last = self.0.len() - 1;
        &mut self.0[seat.index().min(last)]
    }
}

impl Default for SeatPlayers {
    fn default() -> Self {
        Self::new(2)
    }
}

impl Deref for SeatPlayers {
    type Target = [Player];

    fn deref(&self) -> &[Player] {
        &self.0
    }
}

impl DerefMut for SeatPlayers {
    fn deref_mut(&mut self) -> &mut [Player] {
        &mut self.0
    }
}

impl<'p> IntoIterator for &'p SeatPlayers {
    type Item = &'p Player;
    type IntoIter = std::slice::Iter<'p, Player>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'p> IntoIterator for &'p mut SeatPlayers {
    type Item = &'p mut Player;
    type IntoIter = std::slice::IterMut<'p, Player>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter_mut()
    }
}

impl<'de> Deserialize<'de> for SeatPlayers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let players = Vec::<Player>::deserialize(deserializer)?;
        if (2..=MOST_SEATS).contains(&players.len()) {
            Ok(Self(players))
        } else {
            Err(serde::de::Error::invalid_length(
                players.len(),
                &"two to six players, one a seat",
            ))
        }
    }
}
