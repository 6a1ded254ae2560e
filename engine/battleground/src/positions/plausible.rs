//! Recording of events, and checks of what no roll can give: a stream from outside that says so was forged.

use hindsight_kernel::plausible::{given_by, within};
use hindsight_kernel::{Argument, Message, Modifier, Recorded, Roll, message, phrase};

use crate::messages::MESSAGES;
use crate::model::bounds::{self, Fault, MOST_DICE, MOST_SUM};
use crate::model::event::{CombatEvent, CourageEvent, Event, ProcedureEvent};
use crate::model::state::State;
use crate::positions::start::sound_at_rest;
use crate::system::BattlegroundOf;

impl<const EDITION: u8> Recorded for BattlegroundOf<EDITION> {
    const EVENT_SCHEMA: u16 = 1;

    fn event_name(event: &Event) -> &'static str {
        event.into()
    }

    fn dice(event: &Event) -> Vec<&Roll> {
        event.rolls()
    }

    fn plausible(event: &Event) -> Result<(), Message> {
        plausible(event)
    }
}

/// Whether dice can have given what an event says of them.
pub(crate) fn plausible(event: &Event) -> Result<(), Message> {
    match event {
        Event::Procedure(ProcedureEvent::Opened { book, .. }) => first(bounds::of_book(book)),
        Event::Procedure(ProcedureEvent::Placed { position }) => {
            first(bounds::of_book(&position.book))?;
            sound(position)
        }
        Event::Combat(CombatEvent::AttackRolled {
            roll,
            rerolled,
            again,
            target,
            successes,
            modifiers,
            ..
        }) => {
            given_by(phrase!(MESSAGES, "record-successes"), *successes, roll)?;
            let dice = roll.dice();
            if rerolled.iter().any(|place| usize::from(*place) >= dice) || rerolled.len() > dice {
                return Err(message!(MESSAGES, "record-rolled-again", dice));
            }
            if let Some(again) = again {
                given_by(phrase!(MESSAGES, "record-dice-again"), again.dice() as u32, roll)?;
            }
            sum(phrase!(MESSAGES, "record-target"), *target)?;
            changes(modifiers)
        }
        Event::Combat(CombatEvent::AttackResolved {
            dice, hits, wounds, ..
        }) => {
            for (what, number) in [("dice", dice), ("hits", hits), ("wounds", wounds)] {
                within(what, (*number).into(), 0..=2 * i64::from(MOST_DICE))?;
            }
            Ok(())
        }
        Event::Courage(CourageEvent::CheckRolled {
            target, modifiers, ..
        }) => {
            sum(phrase!(MESSAGES, "record-target"), *target)?;
            changes(modifiers)
        }
        Event::Courage(CourageEvent::CourageChecked { target, .. }) => {
            sum(phrase!(MESSAGES, "record-target"), *target)
        }
        _ => Ok(()),
    }
}

/// Whether a table can stand so when somebody is asked: every number within its bounds, every named invariant.
pub(crate) fn sound(state: &State) -> Result<(), Message> {
    first(bounds::of_state(state))?;
    sound_at_rest(state)
}

fn first(faults: Vec<Fault>) -> Result<(), Message> {
    match faults.into_iter().next() {
        Some(fault) => Err(bounds::placed(fault)),
        None => Ok(()),
    }
}

fn sum(what: impl Into<Argument>, number: i32) -> Result<(), Message> {
    within(what, number.into(), -MOST_SUM..=MOST_SUM)
}

fn changes(modifiers: &[Modifier]) -> Result<(), Message> {
    modifiers
        .iter()
        .try_for_each(|modifier| sum(&modifier.name, modifier.change))
}
