//! Sentences of marks that a unit has for the turn.

use hindsight_kernel::{Argument, Message, message};

use crate::editions::profile::Terror;
use crate::messages::{MESSAGES, side, unit};
use crate::model::effect::Keyword;
use crate::model::event::TurnMark;
use crate::model::names::UnitId;
use crate::model::state::State;

/// A mark of a unit in one sentence.
pub(super) fn mark(state: &State, id: UnitId, set: &TurnMark) -> Message {
    let name = |id: UnitId| unit(state, id);
    let unit = name(id);
    match set {
        TurnMark::NamedEnemy(enemy) => {
            message!(MESSAGES, "mark-nearest-enemy", enemy = name(*enemy), unit)
        }
        TurnMark::Terrified => terrified(state, id),
        TurnMark::RunThrough => message!(MESSAGES, "mark-run-through", unit),
        TurnMark::Beyond(enemies) => message!(MESSAGES, "mark-beyond", unit, enemies = enemies.len()),
        TurnMark::Touched(friends) => message!(MESSAGES, "mark-touched", unit, friends = friends.len()),
        TurnMark::RangedMode(mode) => {
            message!(MESSAGES, "mark-ranged-mode", unit, number = u16::from(*mode) + 1)
        }
        TurnMark::RushDeclined(enemy) => {
            message!(MESSAGES, "mark-rush-declined", unit, enemy = name(*enemy))
        }
        TurnMark::PathNotPast(enemy) => {
            message!(MESSAGES, "mark-path-not-past", unit, enemy = name(*enemy))
        }
        TurnMark::FacingSide(enemy, faces) => {
            let (side, enemy) = (side(*faces), name(*enemy));
            message!(MESSAGES, "mark-facing-side", side, enemy, unit)
        }
        TurnMark::Terrain(rows) => {
            let change = Argument::text(format_args!("{rows:+}"));
            message!(MESSAGES, "mark-terrain", unit, change)
        }
        plain => message!(MESSAGES, "mark", unit, mark = plain_mark(plain)),
    }
}

/// A mark that names nothing else, as the message chooses by it.
const fn plain_mark(mark: &TurnMark) -> &'static str {
    match mark {
        TurnMark::Activated => "activated",
        TurnMark::NoRush => "no_rush",
        TurnMark::Controlled => "controlled",
        TurnMark::Rallied => "rallied",
        TurnMark::Frightened => "frightened",
        TurnMark::Outreached => "outreached",
        TurnMark::BeganEngaged => "began_engaged",
        TurnMark::FearChecked => "fear_checked",
        TurnMark::Cast => "cast",
        TurnMark::Healed => "healed",
        TurnMark::TookOff => "took_off",
        TurnMark::Paid => "paid",
        TurnMark::HealedFrom(_) => "healed_from",
        TurnMark::SpelledFrom(_) => "spelled_from",
        TurnMark::Lands(true) => "lands",
        TurnMark::Lands(false) => "stays_airborne",
        TurnMark::RiddenDown => "ridden_down",
        TurnMark::RalliedAfterRunning => "rallied_after_running",
        TurnMark::Threw => "threw",
        TurnMark::Shifted
        | TurnMark::NamedEnemy(_)
        | TurnMark::Terrified
        | TurnMark::RunThrough
        | TurnMark::Beyond(_)
        | TurnMark::Touched(_)
        | TurnMark::RangedMode(_)
        | TurnMark::FacingSide(..)
        | TurnMark::RushDeclined(_)
        | TurnMark::PathNotPast(_)
        | TurnMark::Terrain(_) => "shifted",
    }
}

/// That a unit is Terrified, and what that changes in the edition. Rules `BG4-KEYW-09` (p. 131), `BG3-COUR-11` (p. 31).
fn terrified(state: &State, id: UnitId) -> Message {
    let suffers = |but: &[Keyword]| !state.unit(id).is_some_and(|unit| state.kind(unit).is_any(but));
    let unit = unit(state, id);
    let signed = |change: i32| Argument::text(format_args!("{change:+}"));
    match state.profile().terror {
        Terror::Courage(change) if suffers(&[Keyword::Fearsome]) => {
            let change = signed(change);
            message!(MESSAGES, "mark-terrified", unit, changed = "courage", change)
        }
        Terror::FearChecks(change) if suffers(&[Keyword::Fearsome, Keyword::Terrifying]) => {
            let change = signed(change);
            message!(MESSAGES, "mark-terrified", unit, changed = "fear_check", change)
        }
        Terror::Courage(_) | Terror::FearChecks(_) => message!(MESSAGES, "mark-not-terrified", unit),
    }
}
