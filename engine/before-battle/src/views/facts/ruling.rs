//! Facts of rulings.

use hindsight_kernel::{RULING, Story as _, tell_ruling};

use super::Story;
use crate::BeforeBattle;
use crate::model::command::Patch;
use crate::model::names::UnitId;
use crate::model::state::State;

impl Story<'_> {
    /// The facts of a ruling.
    pub(super) fn patched(&mut self, patch: &Patch) {
        let Some(after) = self.after() else {
            return;
        };
        match patch {
            Patch::RemoveUnit { unit } => self.destroyed(&after, *unit, RULING, None),
            Patch::RestoreUnit { unit, .. } => {
                self.strength_ruled(&after);
                let points = f64::from(self.before.cards.board.vp.of(self.before.card(*unit).class));
                self.scored(
                    &after,
                    unit.seat().opponent(),
                    -points,
                    &format!("{unit} restored by ruling"),
                );
            }
            Patch::SetUnit { .. } => self.strength_ruled(&after),
            Patch::SetItems { .. } | Patch::SetTurn { .. } => {}
        }
    }

    /// Tells what a ruling made of the strength of units.
    fn strength_ruled(&mut self, after: &State) {
        let models = |name: &str| {
            let unit = UnitId::all().find(|unit| unit.to_string() == name);
            unit.map_or(0, |unit| {
                let [was, is] = [self.before, after].map(|state| u32::from(state.unit(unit).models));
                was.abs_diff(is)
            })
        };
        let [before, now] = [self.before, after].map(BeforeBattle::units);
        tell_ruling(&before, &now, models, self.out);
    }
}
