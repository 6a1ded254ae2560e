//! What no roll can give: a stream from outside that says so was forged.

use hindsight_kernel::plausible::given_by;

use super::{Blow, Event};
use crate::invariants::invariants;
use crate::pack::card_faults;

impl Event {
    /// Whether dice can have given what the event says of them.
    pub(crate) fn plausible(&self) -> Result<(), String> {
        match self {
            Self::GameSet { cards } => match card_faults(cards).into_iter().next() {
                Some(fault) => Err(format!("{}: {}", fault.path, fault.reason)),
                None => Ok(()),
            },
            Self::PositionSet { position } => invariants(position),
            Self::UnitShot { blow, .. } => blow.plausible(),
            Self::TierFought { blows, .. } => blows.iter().try_for_each(Blow::plausible),
            _ => Ok(()),
        }
    }
}

impl Blow {
    /// Each attack die is one hit at most (`BB-ATK-02`), each block die saves one (`BB-ATK-03`).
    fn plausible(&self) -> Result<(), String> {
        given_by("hits", self.hits.into(), &self.attack)?;
        if let Some(block) = &self.block {
            given_by("hits blocked", self.blocked.into(), block)?;
        }
        if self.blocked > self.hits {
            return Err(format!("{} of {} hits blocked", self.blocked, self.hits));
        }
        Ok(())
    }
}
