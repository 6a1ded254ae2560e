//! Choices of the Combat Phase: whom a unit attacks, and how (pp. 90-91).

use crate::model::agenda::Answer;
use crate::model::attack::AttackKind;
use crate::model::names::UnitId;

/// What a unit may do with its attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Choice {
    /// Whom it attacks.
    pub(crate) target: UnitId,
    /// How.
    pub(crate) kind: AttackKind,
}

/// An attack as it is answered.
pub(crate) fn named(unit: UnitId, choice: Choice) -> Answer {
    Answer::Attack {
        by: unit,
        kind: choice.kind,
        on: choice.target,
    }
}

/// An attack in a few words.
pub(crate) fn in_words(unit: UnitId, choice: Choice) -> String {
    let target = choice.target;
    match choice.kind {
        AttackKind::Melee => format!("{unit} attacks {target}"),
        AttackKind::Free => format!("{unit} makes a Free Attack on {target}"),
        AttackKind::Ranged => format!("{unit} shoots at {target}"),
        AttackKind::OtherRanged { attack } => {
            format!(
                "{unit} shoots at {target} with its ranged attack {}",
                u16::from(attack) + 2
            )
        }
        AttackKind::Thrown => format!("{unit} throws at {target}"),
        AttackKind::Swoop => format!("{unit} swoops on {target}"),
        AttackKind::SwoopAnswer => format!("{unit} strikes back at {target} above it"),
        AttackKind::Spell { spell } | AttackKind::Strike { spell } => {
            format!("{unit} casts spell {} at {target}", u16::from(spell) + 1)
        }
    }
}
