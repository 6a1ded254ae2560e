//! Events as streams keep them: their schema, the dice in them, and what no dice can have given.

use hindsight_kernel::plausible::within;
use hindsight_kernel::{Recorded, Roll, Rules};

use crate::IceAndFire;
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

    fn plausible(event: &Event) -> Result<(), String> {
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
                same("terrain pieces", u32::from(*pieces), 2 + d3)
            }
            Event::Setup(SetupEvent::TerrainRolled { roll, card, .. }) => {
                dice(roll, 2)?;
                // Rule `IF-TERR-14`: a 7, and only a 7, names no piece.
                if card.is_none() == (roll.total() == 7) {
                    Ok(())
                } else {
                    Err("a 7, and only a 7, names no terrain piece".to_owned())
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
                    Err(format!("dice of {one} and {other} have another winner"))
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
                    Err("the charge distance says otherwise of its success".to_owned())
                }
            }
            Event::Morale(MoraleEvent::RetreatRolled { roll, .. }) => dice(roll, 1),
            Event::Attack(AttackEvent::AttackRolled { roll, to_hit }) => {
                within("To Hit", (*to_hit).into(), 2..=6)?;
                within("attack dice", roll.dice() as i64, 0..=200)
            }
            Event::Attack(AttackEvent::DiceRerolled { places, roll, .. }) => {
                same("dice rolled again", roll.dice() as u32, places.len() as u32)
            }
            Event::Attack(AttackEvent::DefenceRolled { roll, save, .. }) => {
                within("the Defence save", (*save).into(), 2..=7)?;
                within("defence dice", roll.dice() as i64, 0..=400)
            }
            Event::Morale(MoraleEvent::PanicRolled { roll, morale, .. }) => {
                dice(roll, 3)?;
                within("the Morale number", (*morale).into(), 2..=12)
            }
            Event::Morale(MoraleEvent::PanicResolved { wounds, passed, .. }) => {
                if *passed {
                    same("wounds of a test that was passed", u32::from(*wounds), 0)
                } else {
                    Ok(())
                }
            }
            _ => Ok(()),
        }
    }
}

fn sound_cards(cards: &crate::cards::Cards) -> Result<(), String> {
    match card_faults(cards).into_iter().next() {
        Some(fault) => Err(format!("{}: {}", fault.path, fault.reason)),
        None => Ok(()),
    }
}

/// Dice of which each face matters: counts do not do.
fn dice(roll: &Roll, count: usize) -> Result<(), String> {
    same("dice", roll.faces.len() as u32, count as u32)
}

fn same(what: &str, found: u32, expected: u32) -> Result<(), String> {
    if found == expected {
        Ok(())
    } else {
        Err(format!("{found} {what} where {expected} are right"))
    }
}
