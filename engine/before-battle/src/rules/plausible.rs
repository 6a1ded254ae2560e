//! Checks of what no roll can give: a stream from outside that says so was forged.

use hindsight_kernel::plausible::within;
use hindsight_kernel::{Message, message, phrase};

use crate::messages::MESSAGES;
use crate::model::event::{ActionEvent, Blow, CombatEvent, Event, OpeningEvent};
use crate::packs::card_faults;
use crate::rules::invariants::invariants;

impl Event {
    /// Whether dice can have given what the event says of them.
    pub(crate) fn plausible(&self) -> Result<(), Message> {
        match self {
            Self::Opening(OpeningEvent::GameSet { cards }) => match card_faults(cards).into_iter().next() {
                Some(fault) => Err(fault.message()),
                None => Ok(()),
            },
            Self::Opening(OpeningEvent::PositionSet { position }) => {
                match card_faults(&position.cards).into_iter().next() {
                    Some(fault) => Err(fault.message()),
                    None => invariants(position),
                }
            }
            Self::Action(ActionEvent::UnitShot { blow, .. }) => blow.plausible(),
            Self::Combat(CombatEvent::TierFought { blows, .. }) => blows.iter().try_for_each(Blow::plausible),
            _ => Ok(()),
        }
    }
}

impl Blow {
    /// Each attack die at or above the number needed is a hit (`BB-ATK-02`), each block die that does so saves one
    /// (`BB-ATK-03`).
    fn plausible(&self) -> Result<(), Message> {
        within(
            phrase!(MESSAGES, "record-number-that-hits"),
            self.need.into(),
            2..=6,
        )?;
        within(
            phrase!(MESSAGES, "record-number-that-blocks"),
            self.block_need.into(),
            2..=7,
        )?;
        let hits = self.attack.at_least(self.need);
        if u32::from(self.hits) != hits {
            return Err(message!(MESSAGES, "record-hits", told = self.hits, hits));
        }
        let blocked = self
            .block
            .as_ref()
            .map_or(0, |roll| roll.at_least(self.block_need));
        if u32::from(self.blocked) != blocked || self.blocked > self.hits {
            return Err(message!(
                MESSAGES,
                "record-blocked",
                told = self.blocked,
                hits = self.hits,
                blocked
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use hindsight_kernel::{Roll, RollSource};

    use super::*;
    use crate::model::names::UnitId;

    fn roll(faces: &[u8]) -> Roll {
        Roll {
            purpose: "attack".into(),
            sides: 6,
            faces: faces.to_vec(),
            counted: Vec::new(),
            source: RollSource::Reported,
        }
    }

    /// A change to a blow.
    type Forge = fn(&mut Blow);

    /// Four dice of which two hit on 4, and two of which one blocks on 5.
    fn blow() -> Blow {
        let unit = |name: &str| -> UnitId { name.parse().unwrap() };
        Blow {
            unit: unit("A1"),
            target: unit("B1"),
            attack: roll(&[1, 4, 3, 6]),
            need: 4,
            hits: 2,
            block: Some(roll(&[5, 2])),
            block_need: 5,
            blocked: 1,
            wounds: 1,
            surplus: 0,
            models_after: 4,
            wounds_after: 0,
        }
    }

    #[test]
    fn bb_atk_02_03_a_blow_says_what_its_dice_show() {
        assert_eq!(blow().plausible(), Ok(()));
        let forged: [(&str, Forge); 7] = [
            ("hits", |blow| blow.hits = 3),
            ("the number that hits", |blow| blow.need = 5),
            ("beyond every die", |blow| blow.need = 255),
            ("blocked", |blow| blow.blocked = 2),
            ("the number that blocks", |blow| blow.block_need = 6),
            ("below every die", |blow| blow.block_need = 0),
            ("blocked without dice", |blow| blow.block = None),
        ];
        for (words, forge) in forged {
            let mut blow = blow();
            forge(&mut blow);
            assert!(blow.plausible().is_err(), "{words}");
        }
    }
}
