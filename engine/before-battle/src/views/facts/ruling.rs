//! Facts of rulings.

use hindsight_kernel::{NOT_RECORDED, RULING, Story as _, tell_noted, tell_ruling};

use super::Story;
use crate::BeforeBattle;
use crate::model::command::Patch;
use crate::model::names::UnitId;
use crate::model::state::{SEATS, State};
use crate::rules::victory::victory_points;

/// The models that the unit of an id lost or regained between two states.
fn models_changed(before: &State, after: &State) -> impl Fn(&str) -> u32 {
    move |name| {
        let unit = UnitId::all().find(|unit| unit.to_string() == name);
        unit.map_or(0, |unit| {
            let [was, is] = [before, after].map(|state| u32::from(state.unit(unit).models));
            was.abs_diff(is)
        })
    }
}

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

    /// The facts of a noted position: what units lost and regained, how nobody recorded, and what that scores.
    pub(super) fn noted(&mut self) {
        let Some(after) = self.after() else {
            return;
        };
        let [before, now] = [self.before, &after].map(BeforeBattle::units);
        tell_noted(&before, &now, models_changed(self.before, &after), self.out);
        let [was, is] = [self.before, &after].map(victory_points);
        for seat in SEATS {
            let points = f64::from(is[seat.index()]) - f64::from(was[seat.index()]);
            if points != 0.0 {
                self.scored(&after, seat, points, NOT_RECORDED);
            }
        }
    }

    /// Tells what a ruling made of the strength of units.
    fn strength_ruled(&mut self, after: &State) {
        let [before, now] = [self.before, after].map(BeforeBattle::units);
        tell_ruling(&before, &now, models_changed(self.before, after), self.out);
    }
}
