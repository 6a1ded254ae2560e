//! The chances of the players at the triggers of the attack under way: still to come, open, or over. Rules `IF-TIME-01` to
//! `-03`.

use hindsight_kernel::Seat;

use super::Stage;
use crate::cards::{ConditionToken, Trigger};
use crate::model::agenda::Step;
use crate::model::contests::Attack;
use crate::model::state::State;

/// A player's chance at a trigger of the attack under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Chance {
    /// The trigger has not occurred, or the other player is asked first.
    ToCome,
    /// The player is asked; `used` if their one card or Order is used. Rule `IF-TIME-02`.
    Open {
        /// Whether a card or an Order was used.
        used: bool,
    },
    /// The player let it pass, or the trigger is behind. Rule `IF-TIME-01`: it does not come back.
    Over,
}

impl Chance {
    /// Whether a condition token or the Charge Bonus may still be used. Rule `IF-COND-06`: neither is an effect of the
    /// trigger.
    pub(super) fn is_left(self) -> bool {
        self != Self::Over
    }

    /// Whether a card or an Order may still be used. Rule `IF-TIME-02`.
    pub(super) const fn takes_effects(self) -> bool {
        matches!(self, Self::ToCome | Self::Open { used: false })
    }
}

/// The chance of a player at a trigger of the attack under way, which has reached a stage.
pub(super) fn chance(
    state: &State,
    attack: &Attack,
    at_stage: &Stage,
    trigger: Trigger,
    seat: Seat,
) -> Chance {
    let window = state.agenda.iter().rev().find_map(|frame| match frame.step {
        Step::Window { at, asked, used } if at.trigger == trigger && at.subject == Some(attack.defender) => {
            Some((at.active, asked, used))
        }
        _ => None,
    });
    match window {
        Some((_, asked, used)) if asked == seat => Chance::Open { used },
        Some((active, _, _)) if seat == active => Chance::Over,
        Some(_) => Chance::ToCome,
        None if is_ahead(at_stage, trigger) => Chance::ToCome,
        None => Chance::Over,
    }
}

/// Whether a trigger that is not open is still ahead at a stage.
const fn is_ahead(stage: &Stage, trigger: Trigger) -> bool {
    match trigger {
        Trigger::AttackRolled => matches!(stage, Stage::Dice(_)),
        Trigger::DefenceRolled => matches!(stage, Stage::Dice(_) | Stage::Rolled(_) | Stage::Counted { .. }),
        Trigger::PanicPending => matches!(
            stage,
            Stage::Dice(_) | Stage::Rolled(_) | Stage::Counted { .. } | Stage::Saving { .. } | Stage::Wounded
        ),
        Trigger::PanicRolled => !matches!(stage, Stage::Panicking(_) | Stage::Over),
        _ => false,
    }
}

/// The trigger at which a token may be expended. Rules `IF-COND-02` to `-04`.
pub(super) const fn trigger_of(token: ConditionToken) -> Trigger {
    match token {
        ConditionToken::Weakened => Trigger::AttackRolled,
        ConditionToken::Vulnerable => Trigger::DefenceRolled,
        ConditionToken::Panicked => Trigger::PanicRolled,
    }
}
