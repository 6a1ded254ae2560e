//! Differences between the editions in order: the phases of a turn and the steps of a Courage Phase.

use super::Edition;
use crate::model::agenda::{CourageStep, Step};
use crate::model::attack::AttackStage;
use crate::model::state::Phase;

impl Edition {
    /// The steps of a Courage Phase, before (`pre`) or after the Combat Phase, in their order. Rules `BG3-COUR-02` (p. 22),
    /// `BG4-COUR-06` (p. 85).
    pub const fn courage_steps(self, pre: bool) -> &'static [CourageStep] {
        use CourageStep::{Fear, FollowUp, FreeAttacks, Other, Rout, RoutMovement};
        match (self, pre) {
            (Self::V4, true) => &[Fear, Rout, FreeAttacks, FollowUp, RoutMovement, Other],
            // Fear checks belong to the phase before combat. Rule BG4-COUR-01 (p. 84).
            (Self::V4, false) => &[Rout, FreeAttacks, FollowUp, RoutMovement, Other],
            (Self::V3, _) => &[Rout, Fear, Other, FreeAttacks, RoutMovement],
        }
    }

    /// The step of a Courage Phase that follows another; nothing after the last.
    pub fn courage_step_after(self, pre: bool, step: CourageStep) -> Option<CourageStep> {
        let steps = self.courage_steps(pre);
        let at = steps.iter().position(|one| *one == step)?;
        steps.get(at + 1).copied()
    }

    /// The phase with which a turn begins. Rules `BG3-TURN-03` (p. 5), `BG4-TURN-01` (p. 32).
    pub const fn opening_phase(self, turn: u16) -> Phase {
        match (self, turn) {
            (Self::V3, 1) => Phase::Combat,
            (Self::V3 | Self::V4, _) => Phase::MovementAndCommand,
        }
    }

    /// The phase with which a turn ends. Rules `BG3-TURN-02` (p. 5), `BG4-TURN-01` (p. 32).
    pub const fn closing_phase(self) -> Phase {
        match self {
            Self::V3 => Phase::PostCombatCourage,
            Self::V4 => Phase::EndOfTurn,
        }
    }

    /// What comes before the first action of the Movement & Command Phase: the start of the turn is noted before any alignment, or
    /// after it. Rules `BG3-TURN-05` (p. 5), `BG4-GEO-21`, `BG4-ENG-01` (p. 81).
    pub(crate) const fn start_of_movement(self) -> [Step; 2] {
        match self {
            Self::V3 => [Step::Snapshot, Step::Realign],
            Self::V4 => [Step::Realign, Step::Snapshot],
        }
    }

    /// What follows a Courage Phase: the Combat Phase and the other Courage Phase, or the end of the turn, which is a phase
    /// of its own in the later edition. Rules `BG3-TURN-02` (p. 5), `BG4-TURN-01` (p. 32), `BG4-COMB-01` (p. 90).
    pub(crate) fn after_courage_phase(self, pre: bool) -> Vec<Step> {
        match (self, pre) {
            (Self::V4, false) => vec![Step::EndOfTurn],
            (Self::V3, false) => vec![Step::VictoryCheck],
            (Self::V4, true) => vec![
                Step::ChooseTargets,
                Step::Attacks,
                Step::Consequences,
                self.courage_phase(false),
            ],
            // Missiles on engaging first; the other player chooses knowing the active player's results. Rules BG3-COMB-01,
            // BG3-COMB-17 (pp. 16, 18).
            (Self::V3, true) => vec![
                Step::Throws,
                Step::ChooseTargets,
                Step::Attacks,
                Step::ChooseTargets,
                Step::Attacks,
                Step::Consequences,
                self.courage_phase(false),
            ],
        }
    }

    /// Whether the special rules of the end of the turn follow a Courage Phase at once, as there is no phase of their own. Rule
    /// `BG3-TURN-02` (p. 5).
    pub(crate) const fn turn_ends_with_courage(self, pre: bool) -> bool {
        matches!((self, pre), (Self::V3, false))
    }

    /// The stage of an attack that follows its damage roll: in the later edition a step of its own, in which damage is changed.
    /// Rules `BG3-CCARD-04` (p. 18), `BG4-ATK-05` (pp. 94-96).
    pub const fn stage_after_wounds(self) -> AttackStage {
        match self {
            Self::V4 => AttackStage::Damage,
            Self::V3 => AttackStage::Resolution,
        }
    }

    /// The stage of an attack that has hit nothing: where it does the least damage all the same there is the window after the
    /// damage roll. Rules `BG3-KEY-06` (p. 30), `BG4-ATK-04` (p. 94).
    pub const fn stage_without_hits(self, does_damage: bool) -> AttackStage {
        match self {
            Self::V3 if does_damage => AttackStage::AfterWound,
            Self::V3 | Self::V4 => AttackStage::Resolution,
        }
    }

    /// The first stage of direct damage, which has no dice. Rules `BG3-SPELL-07` (p. 32), `BG4-ATK-18` (p. 100).
    pub const fn stage_of_direct_damage(self) -> AttackStage {
        match self {
            Self::V4 => AttackStage::Damage,
            Self::V3 => AttackStage::AfterWound,
        }
    }

    /// Whether the first turn is chosen before orders are given. Rules `BG3-SET-04` (p. 4), `BG4-DEPLOY-07` (pp. 136, 140).
    pub const fn chooses_first_turn_before_orders(self) -> bool {
        matches!(self, Self::V3)
    }

    /// Whether each player chooses targets in a step of their own. Rules `BG3-COMB-17` (p. 18), `BG4-COMB-03` (p. 90).
    pub const fn chooses_targets_apart(self) -> bool {
        matches!(self, Self::V3)
    }

    /// Whether a Courage Phase is repeated as long as checks are pending. Rules `BG3-COUR-18` (p. 24), `BG4-COUR-24` (p. 89).
    pub const fn repeats_courage(self) -> bool {
        matches!(self, Self::V3)
    }

    /// Whether a check whose outcome cannot matter is left out. Rule `BG3-COUR-15` (p. 23).
    pub const fn skips_vain_checks(self) -> bool {
        matches!(self, Self::V3)
    }

    /// A Courage Phase from its first step on.
    pub(crate) const fn courage_phase(self, pre: bool) -> Step {
        Step::Courage {
            pre,
            step: self.courage_steps(pre)[0],
            only: None,
            checked: Vec::new(),
        }
    }
}
