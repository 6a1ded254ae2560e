//! Refusals of the chapters. They cite a rule of the game: its id is written when the refusal leaves the game, in the edition that is
//! played.
//!
//! Each chapter declares its reasons by `refusals!`; a [`BattleRefusal`] is made of such a reason alone.

use std::fmt;

use hindsight_kernel::{Message, RefusalReason, RuleId, wire};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::editions::Edition;
use crate::model::rule::Rule;
use crate::model::state::State;

/// The citation of a refusal or a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cited {
    /// A rule of the game, which each edition calls by its own id.
    Rule(Rule),
    /// A rule of the kernel, `HS-...`, or one whose id is written already.
    Id(RuleId),
}

impl Cited {
    /// The id in an edition.
    pub(crate) fn of(self, edition: Edition) -> RuleId {
        match self {
            Self::Rule(rule) => rule.of(edition),
            Self::Id(id) => id,
        }
    }
}

impl From<Rule> for Cited {
    fn from(rule: Rule) -> Self {
        Self::Rule(rule)
    }
}

impl From<&'static str> for Cited {
    fn from(id: &'static str) -> Self {
        debug_assert!(
            id.starts_with("HS-"),
            "{id} is no rule of the kernel: cite a `Rule`"
        );
        Self::Id(RuleId::new(id))
    }
}

/// Refusal of what was asked for, by a rule of whichever edition is played. [`BattleRefusal::of`] makes the kernel's refusal of it.
#[derive(Debug, Clone, PartialEq)]
pub struct BattleRefusal {
    /// The rule that forbids it.
    rule: Cited,
    /// One sentence for a player.
    message: Message,
    /// What was asked and what would be allowed, by name.
    details: Map<String, Value>,
}

/// The name by which the chapters call it.
pub(crate) type Refusal = BattleRefusal;

impl BattleRefusal {
    /// The refusal for a reason of a chapter.
    pub(crate) fn because<R>(why: &R) -> Self
    where
        R: RefusalReason<Rule: Into<Cited>>,
    {
        Self {
            rule: why.rule().into(),
            message: why.message(),
            details: why.details().0,
        }
    }

    /// The same by another rule.
    #[must_use]
    pub fn by(self, rule: Rule) -> Self {
        Self {
            rule: rule.into(),
            ..self
        }
    }

    /// Adds what was asked.
    #[must_use]
    pub fn asked(self, asked: impl Serialize) -> Self {
        self.with("asked", asked)
    }

    /// Adds what would be allowed.
    #[must_use]
    pub fn allowed(self, allowed: impl Serialize) -> Self {
        self.with("allowed", allowed)
    }

    /// Adds a named detail.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Serialize) -> Self {
        self.details.insert(name.to_owned(), wire::plain(&value));
        self
    }

    /// The id of its rule in an edition.
    #[cfg(test)]
    pub(crate) fn id(&self, edition: Edition) -> String {
        self.rule.clone().of(edition).to_string()
    }

    /// The same with the names of its units and cards.
    #[must_use]
    pub(crate) fn named(self, state: &State) -> Self {
        Self {
            message: crate::naming::named(state, self.message),
            ..self
        }
    }

    /// This refusal in an edition.
    pub fn of(self, edition: Edition) -> hindsight_kernel::Refusal {
        hindsight_kernel::Refusal {
            rule: self.rule.of(edition),
            message: self.message,
            details: self.details,
        }
    }
}

/// Declares the reasons of a chapter to refuse, by the kernel's [`refusals!`](hindsight_kernel::refusals).
///
/// Their rules are of this game ([`Rule`]): each is cited by the id that the edition in play has for it. After `enum Name: Cited` rules
/// of the kernel can be cited too. The page is that of the later edition, or of the earlier one where the reason is of that one alone.
macro_rules! refusals {
    (messages = $file:path; $(#[$about:meta])* $vis:vis enum $name:ident { $($reasons:tt)* }) => {
        $crate::model::refusal::refusals! {
            messages = $file;
            $(#[$about])*
            $vis enum $name: $crate::model::rule::Rule { $($reasons)* }
        }
    };
    (messages = $file:path; $(#[$about:meta])* $vis:vis enum $name:ident: $cited:ty { $($reasons:tt)* }) => {
        hindsight_kernel::refusals! { messages = $file; $(#[$about])* $vis enum $name: $cited { $($reasons)* } }

        impl From<$name> for $crate::model::refusal::BattleRefusal {
            fn from(why: $name) -> Self {
                Self::because(&why)
            }
        }

        impl From<$name> for $crate::model::agenda::Need {
            fn from(why: $name) -> Self {
                $crate::model::refusal::BattleRefusal::because(&why).into()
            }
        }
    };
}
pub(crate) use refusals;

impl fmt::Display for BattleRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message.fmt(f)
    }
}

impl From<hindsight_kernel::Refusal> for BattleRefusal {
    fn from(refusal: hindsight_kernel::Refusal) -> Self {
        Self {
            rule: Cited::Id(refusal.rule),
            message: refusal.message,
            details: refusal.details,
        }
    }
}

#[cfg(test)]
mod tests {
    use hindsight_kernel::MessageFile;

    use super::*;

    static EXAMPLES: MessageFile = MessageFile::new(
        "examples",
        "\
rush-refusal-no-corner = no corner
form-refusal-no-form = no such form
form-refusal-no-corner = { $why }
",
    );

    refusals! {
        messages = EXAMPLES;
        enum RushRefusal {
            NoCorner { asked: u8 } = Rule::Rush24, "p. 72" => asked(asked);
        }
    }

    refusals! {
        messages = EXAMPLES;
        enum FormRefusal: Cited {
            NoForm = "HS-FORM-01".into(), "table";
            NoCorner(why: RushRefusal) = why.rule().into(), "p. 72", why = why.message() => details_of(why);
        }
    }

    #[test]
    fn refusal_cites_the_rule_of_the_edition_in_play() {
        let refusal = BattleRefusal::from(RushRefusal::NoCorner { asked: 3 });
        let cited = |edition| refusal.clone().of(edition).rule.to_string();
        assert_eq!(cited(Edition::V4), "BG4-RUSH-24");
        assert_eq!(cited(Edition::V3), "BG3-RUSH-14");
        assert_eq!(refusal.clone().of(Edition::V3).details["asked"], 3);
        let again = Refusal::from(refusal.clone().of(Edition::V3)).of(Edition::V3);
        assert_eq!(again, refusal.of(Edition::V3));
    }

    #[test]
    fn reason_of_another_enum_keeps_its_rule_and_details() {
        let inner = RushRefusal::NoCorner { asked: 3 };
        let outer = FormRefusal::NoCorner(inner.clone());
        assert_eq!(BattleRefusal::from(outer), BattleRefusal::from(inner));
    }

    #[test]
    fn rules_of_the_kernel_are_the_same_in_both() {
        let refusal = BattleRefusal::from(FormRefusal::NoForm);
        assert_eq!(refusal.of(Edition::V3).rule.0, "HS-FORM-01");
    }
}
