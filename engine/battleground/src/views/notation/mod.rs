//! Commands as lines of text in the rulebook's words, both ways.
//!
//! A line reads without a position. Units are `A1`, poses `18,3.75@0` (east, north, heading), orders `C2.5>B3 A`: the
//! letter of the order, a movement cap in inches, an objective (`>B3` an enemy, `+A2` a friend, `#1` or `#1:18,12` a
//! token) and the Airborne mark.
//!
//! `GRAMMAR.md` of this package shows all of them for who writes them; a test reads it.
//!
//! Set-up: `faction ostmark mercenaries league`, `budget 2000`, `scenario breaking-point map meadows budget 2000`,
//! `accept`, `army swords*3 knights cards 2`, `name A`, `deploy A1 18,3.75@0`, `assign A1 C`,
//! `assign defaults`.
//!
//! Turn: `change A1 H`, `control A1`, `draw`, `draw 12`, `rally A1 @90 A`, `reload A1`, `reorganize A1 C`, `pay to shoot A1`, `fly off A1`,
//! `sound the charge A1 C, A2 R rally A3 @90 reorganize A4 C`, `recall A1 A2`, `cast A1 spell 1 on B2`,
//! `activate A1 A2`, `move forward 3.5, turn left 30 along 1.25, about face, land 90, nearest B2`, `move nothing`,
//! `report A1 18,7.5@0`, `end phase`, `play 12 red on A1`, `ability stand-firm on A1`, `pass`, `pass phase`.
//!
//! Answers: `choose B3`, `choose yes`, `choose none`, `choose rear side`, `choose left`,
//! `choose A1 melee attack on B3` (`ranged attack`, `thrown attack`, `free attack`, `swoop attack`,
//! `answer to the swoop`, `spell 1`, `strike with spell 1`), `choose avoid A2`, `choose meet piece 3`, `choose range 14 indirect` (`line of sight`, `low arc`), `choose up to A2`,
//! `choose around turn left` (`sideways left`, `reform left`, `about face`, `backward`, `straight`),
//! `choose rule Feared of A1 on B3` (and `number 2` for another of that name), `choose shift left 0.5`, `choose heading 90`, `choose place 18,3@0`,
//! `choose place A1 18,3@0, A2 20.5,3@0`, `choose card 12`, `choose dice 1 3`, `choose order C`.
//! `choose option 2` is understood where it stands in a text from before choices had names.

mod format;
mod parse;

pub(crate) use format::format;
pub(crate) use parse::parse;

use hindsight_kernel::{Message, Notation};

use crate::model::command::Command;
use crate::system::BattlegroundOf;

impl<const EDITION: u8> Notation for BattlegroundOf<EDITION> {
    fn format(command: &Command) -> String {
        format(command)
    }

    fn parse(line: &str) -> Result<Command, Message> {
        parse(line)
    }
}

/// Words of the notation, which an id of a pack must be quoted to be.
const RESERVED: [&str; 7] = [
    "mercenaries",
    "map",
    "budget",
    "abilities",
    "cards",
    "on",
    "scenario",
];

/// Whether the name of a rule stands as it is: words of letters, digits, `-`, `'` and `.` with one space between.
fn is_title(name: &str) -> bool {
    name.split(' ').all(|word| {
        word.chars().next().is_some_and(char::is_alphanumeric)
            && word
                .chars()
                .all(|letter| letter.is_alphanumeric() || matches!(letter, '-' | '\'' | '.'))
    })
}

#[cfg(test)]
mod tests;
