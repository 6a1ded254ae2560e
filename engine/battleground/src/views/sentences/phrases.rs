//! Parts of sentences that several chapters have.

use hindsight_kernel::{Argument, Message, Modifier, Roll, joined, message};

use crate::messages::{MESSAGES, none, unit};
use crate::model::event::Use;
use crate::model::state::State;

/// The faces of a roll: `1 4 5`.
pub(super) fn faces(roll: &Roll) -> Argument {
    roll.faces
        .iter()
        .map(u8::to_string)
        .collect::<Vec<_>>()
        .join(" ")
        .into()
}

/// `skill +6, defensive skill -3, flanking +1`, or the word by which a message goes without.
pub(super) fn modifiers(modifiers: &[Modifier]) -> Argument {
    if modifiers.is_empty() {
        return none();
    }
    let each = modifiers.iter().map(|modifier| {
        let change = Argument::text(format_args!("{:+}", modifier.change));
        message!(MESSAGES, "modifier", name = &modifier.name, change)
    });
    joined!(MESSAGES, "modifiers-next", each)
}

/// The name of an ability of one of the factions; its id if none has it.
pub(super) fn ability_name(state: &State, id: &str) -> Argument {
    let mut factions = state.book.factions.iter();
    let known = factions.find_map(|faction| faction.ability(id));
    known.map_or(id, |ability| &ability.name).to_owned().into()
}

/// The purpose of command actions that were spent.
pub(super) fn used_for(state: &State, on: &Use) -> Message {
    match on {
        Use::ChangeOrder(id) => message!(MESSAGES, "use-change-order", unit = unit(state, *id)),
        Use::DirectControl(id) => message!(MESSAGES, "use-direct-control", unit = unit(state, *id)),
        Use::DrawCard => message!(MESSAGES, "use-draw-card"),
        Use::Ability(ability) => {
            message!(MESSAGES, "use-ability", ability = ability_name(state, ability))
        }
        Use::Rally(id) => message!(MESSAGES, "use-rally", unit = unit(state, *id)),
        Use::Reload(id) => message!(MESSAGES, "use-reload", unit = unit(state, *id)),
        Use::Reorganize(id) => message!(MESSAGES, "use-reorganize", unit = unit(state, *id)),
        Use::SoundTheCharge => message!(MESSAGES, "use-sound-the-charge"),
        Use::Recall => message!(MESSAGES, "use-recall"),
        Use::Other(named) => message!(MESSAGES, "use-other", named),
    }
}
