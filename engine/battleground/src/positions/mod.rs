//! Positions from outside: what every state must hold, what no table can have, and positions drawn by hand.

pub mod drawn;
pub(crate) mod noted;
pub(crate) mod of_edition;
pub(crate) mod placing;
pub mod plausible;
pub(crate) mod rulings;
pub(crate) mod start;
pub(crate) mod strange;
