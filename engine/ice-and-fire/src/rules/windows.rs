//! Triggers: who may use an effect when. Rules `IF-TIME-01` to `-03`.

use hindsight_kernel::{Refusal, Seat, refusals};

use super::{cards, surge, tokens};
use crate::cards::ZoneName;
use crate::messages::MESSAGES;
use crate::model::agenda::{Frame, GameTable, Need, Occasion, Step, Taken, proceed};
use crate::model::state::State;

refusals! {
    messages = MESSAGES;
    /// Reasons why a player may not pass.
    pub enum NoPass {
        NotAsked = "IF-TIME-01", "§Outside the sheet";
        Mandatory = "IF-ROUND-03", "§Outside the sheet";
    }
}

/// Whether a player is asked at a trigger: they may have a card or an Order to use if they have not used one, the Charge Bonus, or a
/// condition token. Rule `IF-TIME-01`: nobody else is asked.
///
/// RULING: IF-TIME-01, a hidden hand counts as one that holds any of the cards that the opponent has not seen (`IF-CARD-03`). A
/// player who holds none that may be used there passes. If the real hand decided, the opponent would learn from each trigger
/// without a question which cards are not in it.
pub fn is_asked(state: &State, seat: Seat, at: &Occasion, used: bool) -> bool {
    tokens::has_bonus(state, seat, at)
        || tokens::expendable(state, seat, at).is_some()
        || (!used && cards::may_have_usable(state, seat, at))
}

/// A trigger: the active player first, then the other; a player who cannot have anything to use passes by themselves. Rule
/// `IF-TIME-01`.
pub(crate) fn window(table: &mut GameTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    let Step::Window { at, asked, used } = frame.step else {
        return Ok(Taken::Waits);
    };
    if is_asked(table.state(), asked, &at, used) {
        return Ok(Taken::Waits);
    }
    close(table, at, asked);
    Ok(Taken::Went)
}

/// A player's chance at a trigger is over and does not come back. Rule `IF-TIME-01`.
fn close(table: &mut GameTable<'_>, at: Occasion, asked: Seat) {
    let next = (asked == at.active).then(|| Step::Window {
        at,
        asked: asked.opponent(),
        used: false,
    });
    proceed(table, 1, next);
}

/// A player uses nothing more at a trigger, or declines what is offered. Rules `IF-TIME-01`, `IF-SURGE-01`, `IF-RET-03`,
/// `IF-TAC-06`, `IF-TAC-07`.
pub(crate) fn pass(table: &mut GameTable<'_>, seat: Seat) -> Result<(), Refusal> {
    let state = table.state();
    match state.step() {
        Some(&Step::Window { at, asked, .. }) if asked == seat => {
            close(table, at, asked);
            Ok(())
        }
        Some(Step::Surge) => {
            let after = surge::after(state);
            proceed(table, 1, after);
            Ok(())
        }
        Some(
            Step::FreePivots { .. }
            | Step::FreeAction { .. }
            | Step::ZoneEffect {
                zone: ZoneName::Combat | ZoneName::Maneuver,
                ..
            },
        ) => {
            proceed(table, 1, []);
            Ok(())
        }
        Some(
            Step::ChooseUnit { .. }
            | Step::ChooseAction { .. }
            | Step::ZoneEffect { .. }
            | Step::Align
            | Step::RetreatMove { .. }
            | Step::Effects { .. }
            | Step::Settle { .. }
            | Step::Discard { .. },
        ) => Err(NoPass::Mandatory.into()),
        _ => Err(NoPass::NotAsked.into()),
    }
}
