//! The addresses that answers carry as links: the one place below the handlers that knows any.

use std::fmt::Display;

/// The page of a game.
pub(crate) fn game(game: impl Display) -> String {
    format!("/g/{game}")
}

/// The page of a moment of a game.
pub(crate) fn moment(game: impl Display, version: u64) -> String {
    format!("/g/{game}/{version}")
}

/// A game as data.
pub(crate) fn game_data(game: impl Display) -> String {
    format!("/v1/games/{game}")
}

/// A part of a game as data: its events, its live stream, its picture.
pub(crate) fn game_part(game: impl Display, part: &str) -> String {
    format!("/v1/games/{game}/{part}")
}

/// The picture of the board after the better choice of a suggestion.
pub(crate) fn better_board(game: impl Display, version: u64, detector: &str, unit: Option<&str>) -> String {
    let unit = unit.map_or_else(String::new, |unit| format!(":{unit}"));
    format!("/v1/games/{game}/board.svg?at={version}&instead={detector}{unit}")
}

/// The page on which somebody looks at a game in a review.
pub(crate) fn review(game: impl Display, version: u64, review: impl Display) -> String {
    format!("/g/{game}/{version}?review={review}")
}

/// The live stream of a review.
pub(crate) fn review_live(game: impl Display, review: impl Display) -> String {
    format!("/v1/games/{game}/reviews/{review}/live")
}

/// The page of a study.
pub(crate) fn study(study: impl Display) -> String {
    format!("/s/{study}")
}

/// The page of a chapter of a study.
pub(crate) fn chapter(study: impl Display, number: u32) -> String {
    format!("/s/{study}/{number}")
}

/// Where an offered seat is taken.
pub(crate) fn claim(secret: &str) -> String {
    format!("/claim/{secret}")
}

/// Where an invitation is taken up.
pub(crate) fn sign_up(secret: &str) -> String {
    format!("/signup?invitation={secret}")
}
