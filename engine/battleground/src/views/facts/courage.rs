//! Facts of courage and rout checks.

use hindsight_kernel::{DiceRolled, Distribution, Fact, Modifier, Roll};

use super::Story;
use crate::model::agenda::Step;
use crate::model::event::CourageEvent;
use crate::model::names::UnitId;
use crate::model::state::{CheckKind, RoutCause};
use crate::procedures::courage::passes_of_216;

impl Story<'_> {
    /// The facts of an event of the chapter.
    pub(super) fn of_courage(&mut self, event: &CourageEvent) {
        match event {
            CourageEvent::PassedThrough { by, .. } => self.of_unit("friends_routed_through", *by, 1.0),
            CourageEvent::CheckRolled {
                roll,
                target,
                modifiers,
            } => self.check_rolled(roll, *target, modifiers),
            CourageEvent::CourageChecked {
                unit,
                kind,
                roll,
                target,
                passed,
            } => {
                self.cards_of_check(*passed);
                self.courage(*unit, *kind, roll.as_ref(), *target, *passed);
            }
            CourageEvent::CauseNoted {
                cause: RoutCause::MovedThrough,
                ..
            } => self.run_through(),
            CourageEvent::CauseNoted { .. }
            | CourageEvent::CausesCleared { .. }
            | CourageEvent::CheckForced { .. }
            | CourageEvent::CheckDemanded { .. }
            | CourageEvent::CheckBegan { .. }
            | CourageEvent::CheckChanged { .. } => {}
        }
    }

    /// Counts a friend that owes a check because a unit runs through it, for the unit whose rout move is under way. Rules
    /// `BG4-ROUT-12`, `BG3-ROUT-11` (p. 24).
    fn run_through(&mut self) {
        if let Some(Step::RoutMove { unit, .. }) = self.before.agenda.last().map(|frame| &frame.step) {
            self.of_unit("friends_routed_through", *unit, 1.0);
        }
    }

    fn check_rolled(&mut self, roll: &Roll, target: i32, modifiers: &[Modifier]) {
        let Some(check) = &self.before.check else { return };
        self.check_rolled_again(roll, target);
        self.out.push(Fact::DiceRolled(DiceRolled {
            purpose: roll.purpose.to_string(),
            seat: check.unit.seat(),
            unit: Some(check.unit.to_string()),
            against: None,
            roll: roll.clone(),
            target: Some(target),
            roll_under: true,
            result: roll.total() as i32,
            expected: Distribution::uniform(1, 6).times(3),
            modifiers: modifiers.to_vec(),
            high_is_good: false,
        }));
    }

    fn courage(&mut self, unit: UnitId, check: CheckKind, roll: Option<&Roll>, target: i32, passed: bool) {
        let Some(roll) = roll else { return };
        let chance = f64::from(passes_of_216(target)) / 216.0;
        let kind: &str = check.into();
        self.out.push(Fact::MoraleChecked {
            unit: unit.to_string(),
            seat: unit.seat(),
            kind: kind.to_owned(),
            need: target,
            rolled: roll.total() as i32,
            passed,
            chance,
        });
        self.of_unit("courage_expected", unit, chance);
        if check == CheckKind::Rout {
            self.rout_causes(unit, passed);
        }
        if passed {
            self.of_unit("courage_passed", unit, 1.0);
        }
    }

    /// The causes that a Rout Check answers for, each once. Rules `BG4-COUR-12` (pp. 86-87), `BG3-COUR-05` (p. 22).
    fn rout_causes(&mut self, unit: UnitId, passed: bool) {
        let Some(there) = self.before.unit(unit) else {
            return;
        };
        let pending = &there.pending;
        let due = |cause| pending.rout.contains(&cause);
        let through = due(RoutCause::MovedThrough) || !pending.passed_by.is_empty();
        let causes = [
            ("last_green", due(RoutCause::LastGreen)),
            ("last_yellow", due(RoutCause::LastYellow)),
            ("moved_through", through),
            ("pinched", due(RoutCause::Pinched)),
            ("red", due(RoutCause::Red)),
        ];
        for (cause, _) in causes.into_iter().filter(|(_, due)| *due) {
            self.of_unit(&format!("rout_checks_{cause}"), unit, 1.0);
            if passed {
                self.of_unit(&format!("rout_checks_{cause}_passed"), unit, 1.0);
            }
        }
    }
}
