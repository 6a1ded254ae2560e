//! What a unit does on the path to its goal (pp. 11-12).

use super::until::Until;
use crate::procedures::movement::context::{Done, MoveContext};
use crate::procedures::movement::mover::Progress;
use crate::procedures::movement::plan::{Indirect, OtherMoves, Plan};

/// What a unit does on the path to its goal.
pub(crate) struct OnPath {
    /// Its legs and where they end.
    pub(crate) done: Done,
    /// How its path came about, if it is not the direct one.
    pub(crate) how: Option<Indirect>,
    /// Moves that are as good, where its order has it go as far as it can. Rules `BG3-PATH-02`, `BG3-PATH-05` (pp. 11-12).
    pub(super) others: Option<OtherMoves>,
}

impl OnPath {
    /// A whole move that nothing is as good as.
    pub(super) const fn alone(done: Done, how: Option<Indirect>) -> Self {
        let others = None;
        Self { done, how, others }
    }

    /// The part of it that a unit goes by its order. Once this has it stop, or stay out of a rush, no other move is as good.
    pub(super) fn until(self, until: &Until<'_>, context: &MoveContext<'_>, from: &Progress) -> Self {
        let whole = self.done.1.pose;
        let done = until.cut(context, from, self.done);
        let others = self
            .others
            .filter(|_| done.1.pose == whole && !until.is_met(whole));
        Self { done, others, ..self }
    }

    /// The plan that it is.
    pub(crate) fn plan(self, context: &MoveContext<'_>) -> Plan {
        let (legs, end) = self.done;
        let plan = Plan::of(&context.mover, legs, &end).or_others(self.others);
        match self.how {
            Some(how) => plan.by(how),
            None => plan,
        }
    }
}
