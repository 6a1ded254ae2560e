//! Sentences of events of Panic Tests and retreats.

use hindsight_kernel::words::sentence::count;

use super::faces;
use crate::model::event::MoraleEvent;
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::views::names::{inches, signed, unit};

/// Describes an event of Panic Tests and retreats in one sentence.
pub(super) fn describe(before: &State, event: &MoraleEvent) -> String {
    let name = |id: &UnitId| unit(before, *id);
    match event {
        MoraleEvent::PanicDemanded { test } => format!("{} takes a Panic Test.", name(&test.unit)),
        MoraleEvent::PanicModified { by } => format!("The Panic Test has {}.", signed(*by)),
        MoraleEvent::PanicReplaced { wounds } => format!(
            "The Panic Test is not taken; {} instead.",
            count(i64::from(*wounds), "wound", "wounds")
        ),
        MoraleEvent::PanicRolled {
            roll,
            modifier,
            morale,
        } => {
            let with = match modifier {
                0 => String::new(),
                by => format!(" with {}", signed(*by)),
            };
            match roll.faces.as_slice() {
                [one, two, three] => {
                    format!(
                        "Panic Test {one} and {two}{with} against {morale}+, the D3 shows {}.",
                        three.div_ceil(2)
                    )
                }
                _ => format!("Panic Test {}{with} against {morale}+.", faces(roll)),
            }
        }
        MoraleEvent::PanicResolved {
            unit,
            total,
            passed,
            wounds,
        } => match (total, passed) {
            (Some(total), true) => format!("{} passes with {total}.", name(unit)),
            (Some(total), false) => format!(
                "{} fails with {total}: {}.",
                name(unit),
                count(i64::from(*wounds), "wound", "wounds")
            ),
            (None, _) => format!(
                "{} takes {}.",
                name(unit),
                count(i64::from(*wounds), "wound", "wounds")
            ),
        },
        MoraleEvent::PanicEnded => "The Panic Test is over.".to_owned(),
        MoraleEvent::RetreatRolled { unit, roll, reach } => {
            format!(
                "{} rolls {} and retreats up to {}\".",
                name(unit),
                faces(roll),
                inches(*reach)
            )
        }
    }
}
