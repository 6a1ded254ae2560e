//! Questions about a position.

use super::Rules;
use crate::{Grounds, InspectRequest, Inspection, Lens, Refusal, Threat};

/// Questions about a position, answered without changing it.
pub trait Inspect: Rules {
    /// Answers a question about a unit of a position. The default knows no answers.
    fn inspect(_state: &Self::State, question: &InspectRequest) -> Result<Inspection, Refusal> {
        Ok(Inspection {
            unit: question.unit.clone(),
            target: question.target.clone(),
            answers: Vec::new(),
            attacks: Vec::new(),
            overlays: Vec::new(),
        })
    }

    /// Why an event happens: its rule, and what a reader would ask of the position before it. The default names nothing.
    fn grounds(_event: &Self::Event) -> Option<Grounds> {
        None
    }

    /// Other rules by which positions of this game can be read: another edition of it. Those of this release need not be
    /// named.
    fn lenses() -> Vec<Lens<Self>> {
        Vec::new()
    }

    /// The topics of the answers by which editions are compared for a unit and an enemy near it, each in a few words. The default
    /// compares nothing.
    fn pair_topics() -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// The threats of each seat as things stand; nothing where a system does not tell, or nothing is known of
    /// it yet.
    fn threats(_state: &Self::State) -> Option<Vec<Threat>> {
        None
    }
}
