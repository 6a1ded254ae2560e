//! Numbers of an attack as its cards leave them (pp. 97-104).

use crate::field::Field;
use crate::model::attack::{Attack, Numbers};
use crate::model::state::State;
use crate::procedures::attack::modifiers::Situation;
use crate::procedures::attack::{dice, modifiers};

/// The numbers of an attack with the cards played in it. Rule `BG4-CARDS-12` (p. 98).
pub(crate) fn numbers_now(state: &State, attack: &Attack) -> Numbers {
    if attack.cards.is_empty() {
        return attack.numbers.clone();
    }
    let field = Field::of(state);
    let situation = Situation::of(&field);
    let wounded = attack.wound_roll.as_ref().is_some_and(|roll| {
        let plain = modifiers::with_cards(&situation, attack, &attack.cards, false);
        dice::successes(plain.to_wound, &roll.read()) > 0
    });
    modifiers::with_cards(&situation, attack, &attack.cards, wounded || attack.direct > 0)
}
