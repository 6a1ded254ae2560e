//! Values of the bars of a page, in the words of pages.

use hindsight_reports::community::Measure;

use super::super::chart::{percent, plain};

/// A value of a measure as people read it.
pub(super) fn value_text(measure: Measure, value: f64) -> String {
    if measure.is_share() {
        percent(value)
    } else {
        plain(value)
    }
}
