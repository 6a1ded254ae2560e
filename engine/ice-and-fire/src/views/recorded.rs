//! Events as streams keep them: their schema, the dice in them, and what no dice can have given.

use hindsight_kernel::plausible::within;
use hindsight_kernel::{Message, Phrase, Recorded, Roll, Rules, message, phrase};

use crate::IceAndFire;
use crate::messages::MESSAGES;
use crate::model::event::{AttackEvent, ChargeEvent, Event, MoraleEvent, ProcedureEvent, SetupEvent};
use crate::packs::card_faults;

impl Recorded for IceAndFire {
    const EVENT_SCHEMA: u16 = 1;

    fn event_name(event: &Event) -> &'static str {
        event.into()
    }

    fn dice(event: &Event) -> Vec<&Roll> {
        let thrown = event.subjects().rolls;
        thrown.into_iter().map(|thrown| thrown.roll).collect()
    }

    fn plausible(event: &Event) -> Result<(), Message> {
        match event {
            Event::Procedure(ProcedureEvent::GameSetUp { cards, .. }) => sound_cards(cards),
            Event::Procedure(ProcedureEvent::Placed { position }) => {
                sound_cards(&position.cards)?;
                IceAndFire::sound(position)
            }
            Event::Setup(SetupEvent::TerrainNumberRolled { roll, pieces }) => {
                dice(roll, 1)?;
                // Rules `IF-SETUP-01`, `IF-MOR-05`.
                let d3 = roll.total().div_ceil(2);
                same(
                    phrase!(MESSAGES, "record-terrain-pieces"),
                    u32::from(*pieces),
                    2 + d3,
                )
            }
            Event::Setup(SetupEvent::TerrainRolled { roll, card, .. }) => {
                dice(roll, 2)?;
                // Rule `IF-TERR-14`: a 7, and only a 7, names no piece.
                if card.is_none() == (roll.total() == 7) {
                    Ok(())
                } else {
                    Err(message!(MESSAGES, "record-seven"))
                }
            }
            Event::Setup(SetupEvent::OpposedRolled { rolls, winner, .. }) => {
                rolls.iter().try_for_each(|roll| dice(roll, 1))?;
                let [one, other] = [rolls[0].total(), rolls[1].total()];
                let expected = match one.cmp(&other) {
                    std::cmp::Ordering::Greater => Some(0),
                    std::cmp::Ordering::Less => Some(1),
                    std::cmp::Ordering::Equal => None,
                };
                if winner.map(hindsight_kernel::Seat::index) == expected {
                    Ok(())
                } else {
                    Err(message!(MESSAGES, "record-other-winner", one, other))
                }
            }
            Event::Charge(ChargeEvent::ChargeRolled {
                roll,
                distance,
                needed,
                success,
            }) => {
                dice(roll, 1)?;
                // Rule `IF-CHG-05`.
                if *success == needed.is_some_and(|needed| needed <= *distance) {
                    Ok(())
                } else {
                    Err(message!(MESSAGES, "record-charge-distance"))
                }
            }
            Event::Morale(MoraleEvent::RetreatRolled { roll, .. }) => dice(roll, 1),
            Event::Attack(AttackEvent::AttackRolled { roll, to_hit }) => {
                within(phrase!(MESSAGES, "record-to-hit"), (*to_hit).into(), 2..=6)?;
                within(
                    phrase!(MESSAGES, "record-attack-dice"),
                    roll.dice() as i64,
                    0..=200,
                )
            }
            Event::Attack(AttackEvent::DiceRerolled { places, roll, .. }) => same(
                phrase!(MESSAGES, "record-dice-again"),
                roll.dice() as u32,
                places.len() as u32,
            ),
            Event::Attack(AttackEvent::DefenceRolled { roll, save, .. }) => {
                within(phrase!(MESSAGES, "record-defence-save"), (*save).into(), 2..=7)?;
                within(
                    phrase!(MESSAGES, "record-defence-dice"),
                    roll.dice() as i64,
                    0..=400,
                )
            }
            Event::Morale(MoraleEvent::PanicRolled { roll, morale, .. }) => {
                dice(roll, 3)?;
                within(phrase!(MESSAGES, "record-morale"), (*morale).into(), 2..=12)
            }
            Event::Morale(MoraleEvent::PanicResolved { wounds, passed, .. }) => {
                if *passed {
                    same(
                        phrase!(MESSAGES, "record-wounds-of-passed-test"),
                        u32::from(*wounds),
                        0,
                    )
                } else {
                    Ok(())
                }
            }
            _ => Ok(()),
        }
    }
}

fn sound_cards(cards: &crate::cards::Cards) -> Result<(), Message> {
    match card_faults(cards).into_iter().next() {
        Some(fault) => Err(fault.message()),
        None => Ok(()),
    }
}

/// Dice of which each face matters: counts do not do.
fn dice(roll: &Roll, count: usize) -> Result<(), Message> {
    same(
        phrase!(MESSAGES, "record-dice"),
        roll.faces.len() as u32,
        count as u32,
    )
}

fn same(what: Phrase, found: u32, expected: u32) -> Result<(), Message> {
    if found == expected {
        Ok(())
    } else {
        Err(message!(MESSAGES, "record-count", found, what, expected))
    }
}
