//! Progress bars: on a terminal only, never into a pipe or a log.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::Shared;

/// A bar for long work, on standard error.
#[derive(Debug)]
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// A bar of so many steps; 0 while that is unknown.
    pub(crate) fn new(shared: &Shared, what: &str, steps: u64) -> Self {
        let shown = !shared.quiet && !shared.json && std::io::stderr().is_terminal();
        let target = if shown {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target((steps > 0).then_some(steps), target);
        let template = if steps > 0 {
            "{msg} {wide_bar} {human_pos}/{human_len} {per_sec} {eta}"
        } else {
            "{msg} {spinner} {human_pos} {per_sec} {elapsed}"
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_message(what.to_owned());
        Self(bar)
    }

    /// So many steps are done.
    pub(crate) fn at(&self, done: u64) {
        self.0.set_position(done);
    }

    /// So many steps are done of so many.
    pub(crate) fn of(&self, done: u64, steps: u64) {
        self.0.set_length(steps);
        self.0.set_position(done);
    }

    /// One step more is done.
    pub(crate) fn step(&self) {
        self.0.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
