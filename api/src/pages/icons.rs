//! The signs on buttons, as drawings: no typeface has all of them.

use maud::{Markup, html};

/// To the beginning.
pub(super) const FIRST: &str = "M4 4v12M16 4 8 10l8 6z";
/// A turn back.
pub(super) const TURN_BACK: &str = "M10 4 3 10l7 6zM17 4l-7 6 7 6z";
/// An event back.
pub(super) const BACK: &str = "M14 4 6 10l8 6z";
/// Play.
pub(super) const PLAY: &str = "M6 3v14l11-7z";
/// Pause.
pub(super) const PAUSE: &str = "M6 4h2v12H6zM12 4h2v12h-2z";
/// An event on.
pub(super) const ON: &str = "M6 4l8 6-8 6z";
/// A turn on.
pub(super) const TURN_ON: &str = "M10 4l7 6-7 6zM3 4l7 6-7 6z";
/// To the end.
pub(super) const LAST: &str = "M16 4v12M4 4l8 6-8 6z";

/// A sign; what it means stands beside it in words.
pub(super) fn icon(path: &str) -> Markup {
    html! {
        svg.icon viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" { path d=(path) {} }
    }
}
