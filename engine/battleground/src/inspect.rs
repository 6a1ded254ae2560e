//! Answers to questions about a position.

use hindsight_kernel::{Inspection, Question, Refusal};

use crate::flow::not_built;
use crate::state::State;

/// Answers a question about a position.
pub(crate) fn inspect(_state: &State, _question: &Question) -> Result<Inspection, Refusal> {
    Err(not_built())
}
