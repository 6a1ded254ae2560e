//! Figures of a game that lead to the events they count.

use std::fmt;

use hindsight_kernel::Seat;
use maud::{Markup, html};

use super::Figures;

impl Figures {
    /// A figure that leads to an event that it counts, where there is one.
    pub(super) fn leading(&self, to: Option<u64>, title: impl fmt::Display, figure: &Markup) -> Markup {
        match to {
            Some(version) => {
                html! { a href=(format!("/g/{}/{version}", self.game)) title=(title) { (figure) } }
            }
            None => figure.clone(),
        }
    }

    /// Whether two seats play on different sides.
    pub(super) fn are_enemies(&self, one: Seat, other: Seat) -> bool {
        self.sides.get(&one) != self.sides.get(&other)
    }
}
