//! Refusals as enums: [`refusals!`](crate::refusals) declares the reasons of a chapter in the order in which they are judged.

use std::fmt::{Debug, Display};

use serde::Serialize;
use serde_json::{Map, Value};

use crate::agenda::AgendaNeed;
use crate::{Message, Refusal, RuleId, wire};

/// Reason of a chapter to refuse what a player asks for. The macro [`refusals!`](crate::refusals) implements it.
pub trait RefusalReason: Debug + Display + Clone + PartialEq {
    /// The type that names a rule: an id, or a package's own type. One that does not convert into an id, since the id depends on the
    /// edition, becomes one in the package that knows the edition.
    type Rule;

    /// Every reason of the enum, in the order in which they are judged.
    const DECLARED: &'static [DeclaredReason];

    /// The name of the variant.
    fn variant(&self) -> &'static str;

    /// The rule that forbids it.
    fn rule(&self) -> Self::Rule;

    /// The place in the rulebook that says so.
    fn page(&self) -> &'static str;

    /// The sentence for a player. The default is for declarations that have their sentence in the code.
    fn message(&self) -> Message {
        Message::stored(self.to_string())
    }

    /// The details of this reason: what was asked, what would be allowed.
    fn details(&self) -> RefusalDetails;

    /// The refusal with its rule, its sentence and its details.
    fn refusal(&self) -> Refusal
    where
        Self::Rule: Into<RuleId>,
    {
        Refusal {
            details: self.details().0,
            ..Refusal::new(self.rule(), self.message())
        }
    }
}

/// Details of a refusal by name, as its reason declares them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RefusalDetails(pub Map<String, Value>);

impl RefusalDetails {
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
        self.0.insert(name.to_owned(), wire::plain(&value));
        self
    }

    /// Adds the details of another reason.
    #[must_use]
    pub fn details_of(mut self, other: &impl RefusalReason) -> Self {
        self.0.extend(other.details().0);
        self
    }
}

/// One reason as its declaration reads. Tests compare it with the list of rules and with the ladder of a chapter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeclaredReason {
    /// The name of the variant.
    pub variant: &'static str,
    /// The expression for the rule: an id in quotes, or the path of a rule.
    pub rule: &'static str,
    /// The place in the rulebook.
    pub page: &'static str,
    /// The id of its message in the file of the package.
    pub message: &'static str,
}

impl DeclaredReason {
    /// The rule's id, of a declaration that cites it by its text.
    pub fn rule_id(&self) -> Option<&'static str> {
        self.rule.strip_prefix('"')?.strip_suffix('"')
    }
}

impl<R> From<R> for Refusal
where
    R: RefusalReason<Rule: Into<RuleId>>,
{
    fn from(reason: R) -> Self {
        reason.refusal()
    }
}

impl<Q, R> From<R> for AgendaNeed<Q>
where
    R: RefusalReason<Rule: Into<RuleId>>,
{
    fn from(reason: R) -> Self {
        reason.refusal().into()
    }
}

/// Declares an enum of reasons to refuse, in the order in which they are judged.
///
/// A reason has a name, fields, a rule, the page of the rulebook and the arguments of its message:
/// `Variant { field: Type } = rule, "page", field, other = expression;`. A tuple variant names its fields too
/// (`Variant(unit: UnitId)`): constructors and patterns leave the names out, the declaration uses them.
///
/// - `messages = FILE;` names the file of the package's sentences. The id of a reason's message is made of the enum and the variant:
///   `ShotRefusal::TooFar` reads `shot-refusal-too-far`.
/// - The rule is a text, or after `enum Name: Type` an expression of this type. Fields are bound there as references, so that it may
///   depend on them.
/// - After the page come the arguments of the message, as in [`message!`](crate::message). Fields are references there too.
/// - After `=>` come the details of the refusal: `asked(value)`, `allowed(value)`, `with("name", value)` and
///   `details_of(reason)`, the methods of [`RefusalDetails`](crate::RefusalDetails). Fields are references there too.
/// - Attributes and derives before `enum` are kept: an enum without fields that allocate adds `#[derive(Copy)]`.
///
/// The enum gets `Debug`, `Clone`, `PartialEq`, `Display` (the sentence), `Error` and [`RefusalReason`](crate::RefusalReason). Where
/// its rules convert into [`RuleId`](crate::RuleId), it converts into [`Refusal`](crate::Refusal) and
/// [`AgendaNeed`](crate::agenda::AgendaNeed).
///
/// Temporary, until every game has a message file: a declaration without `messages` has the sentence after the page,
/// `Variant { field: Type } = rule, "page", "sentence with {field}";`, and after it the arguments of its `{}`.
///
/// ```
/// use hindsight_kernel::{MessageFile, Refusal, RefusalReason, refusals};
///
/// static MESSAGES: MessageFile = MessageFile::new(
///     "example",
///     "\
/// shot-refusal-no-weapon = this unit has no missile weapon
/// shot-refusal-too-far = the target is { $distance } away, the weapon reaches { $reach }
/// shot-refusal-twice = { $unit } has fired
/// ",
/// );
///
/// refusals! {
///     messages = MESSAGES;
///     /// Reasons to refuse a shot.
///     #[derive(Eq)]
///     pub enum ShotRefusal {
///         NoWeapon = "X-FIRE-01", "p. 6";
///         TooFar { distance: u8, reach: u8 } = "X-FIRE-02", "p. 6", distance, reach => allowed(reach);
///         Twice(unit: String) = "X-FIRE-06", "p. 7", unit = unit.to_uppercase() => asked(unit);
///     }
/// }
///
/// let refusal = Refusal::from(ShotRefusal::TooFar { distance: 5, reach: 4 });
/// assert_eq!(refusal.to_string(), "the target is 5 away, the weapon reaches 4 (X-FIRE-02)");
/// assert_eq!(refusal.details["allowed"], 4);
/// assert_eq!(ShotRefusal::Twice("b3".to_owned()).to_string(), "B3 has fired");
/// assert_eq!(ShotRefusal::NoWeapon.page(), "p. 6");
/// assert_eq!(ShotRefusal::DECLARED[1].message, "shot-refusal-too-far");
/// ```
///
/// A rule that has an id in each edition is cited by the package's own type:
///
/// ```
/// # use hindsight_kernel::{RefusalReason, RuleId};
/// pub enum Rule {
///     Comb06,
///     Order07,
/// }
///
/// impl From<Rule> for RuleId {
///     fn from(rule: Rule) -> Self {
///         match rule {
///             Rule::Comb06 => Self::new("X4-COMB-06"),
///             Rule::Order07 => Self::new("X4-ORDER-07"),
///         }
///     }
/// }
///
/// hindsight_kernel::refusals! {
///     /// Reasons to refuse a target.
///     pub(crate) enum TargetRefusal: Rule {
///         NotReady = Rule::Comb06, "p. 91", "the unit is not Ready";
///         TooFar { short: bool } = if *short { Rule::Order07 } else { Rule::Comb06 }, "pp. 26, 91", "the target is too far away";
///     }
/// }
///
/// assert_eq!(TargetRefusal::TooFar { short: true }.refusal().rule.0, "X4-ORDER-07");
/// ```
#[macro_export]
macro_rules! refusals {
    (messages = $file:path; $(#[$about:meta])* $vis:vis enum $name:ident { $($reasons:tt)* }) => {
        $crate::refusals! { messages = $file; $(#[$about])* $vis enum $name: &'static str { $($reasons)* } }
    };
    (
        messages = $file:path;
        $(#[$about:meta])*
        $vis:vis enum $name:ident: $cited:ty {
            $(
                $(#[$meaning:meta])*
                $variant:ident
                    $(( $($item:ident: $item_type:ty),+ $(,)? ))?
                    $({ $($(#[$of:meta])* $field:ident: $field_type:ty),+ $(,)? })?
                    = $rule:expr, $page:literal $(, $argument:ident $(= $argument_value:expr)?)* $(,)?
                    $(=> $($detail:ident( $($value:expr),+ )),+)?;
            )+
        }
    ) => {
        $(#[$about])*
        #[derive(Debug, Clone, PartialEq)]
        $vis enum $name {
            $(
                $(#[$meaning])*
                #[doc = concat!("`", stringify!($rule), "` (", $page, ").")]
                $variant
                    $(( $($item_type),+ ))?
                    $({ $(
                        $(#[$of])*
                        #[doc = concat!("The `", stringify!($field), "` of the refusal.")]
                        $field: $field_type
                    ),+ })?,
            )+
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(&$crate::RefusalReason::message(self), f)
            }
        }

        impl ::std::error::Error for $name {}

        impl $crate::RefusalReason for $name {
            type Rule = $cited;

            const DECLARED: &'static [$crate::DeclaredReason] = &[$(
                $crate::DeclaredReason {
                    variant: stringify!($variant),
                    rule: stringify!($rule),
                    page: $page,
                    message: $crate::kebab_case!($name $variant),
                },
            )+];

            fn variant(&self) -> &'static str {
                match self { $(Self::$variant { .. } => stringify!($variant),)+ }
            }

            #[allow(unused_variables)]
            fn rule(&self) -> $cited {
                match self { $(
                    Self::$variant $(( $($item),+ ))? $({ $($field),+ })? => $rule,
                )+ }
            }

            fn page(&self) -> &'static str {
                match self { $(Self::$variant { .. } => $page,)+ }
            }

            #[allow(unused_variables)]
            fn message(&self) -> $crate::Message {
                match self { $(
                    Self::$variant $(( $($item),+ ))? $({ $($field),+ })? => $crate::Message::new(
                        &$file,
                        $crate::kebab_case!($name $variant),
                        ::std::vec![$((
                            stringify!($argument),
                            $crate::message!(@argument $argument $(= $argument_value)?),
                        )),*],
                    ),
                )+ }
            }

            #[allow(unused_variables)]
            fn details(&self) -> $crate::RefusalDetails {
                match self { $(
                    Self::$variant $(( $($item),+ ))? $({ $($field),+ })? => {
                        $crate::RefusalDetails::default() $($(.$detail( $($value),+ ))+)?
                    }
                )+ }
            }
        }
    };
    ($(#[$about:meta])* $vis:vis enum $name:ident { $($reasons:tt)* }) => {
        $crate::refusals! { $(#[$about])* $vis enum $name: &'static str { $($reasons)* } }
    };
    (
        $(#[$about:meta])*
        $vis:vis enum $name:ident: $cited:ty {
            $(
                $(#[$meaning:meta])*
                $variant:ident
                    $(( $($item:ident: $item_type:ty),+ $(,)? ))?
                    $({ $($(#[$of:meta])* $field:ident: $field_type:ty),+ $(,)? })?
                    = $rule:expr, $page:literal, $sentence:literal $(, $argument:expr)* $(,)?
                    $(=> $($detail:ident( $($value:expr),+ )),+)?;
            )+
        }
    ) => {
        $(#[$about])*
        #[derive(Debug, Clone, PartialEq)]
        $vis enum $name {
            $(
                $(#[$meaning])*
                #[doc = concat!("\"", $sentence, "\": `", stringify!($rule), "` (", $page, ").")]
                $variant
                    $(( $($item_type),+ ))?
                    $({ $(
                        $(#[$of])*
                        #[doc = concat!("The `", stringify!($field), "` of the refusal.")]
                        $field: $field_type
                    ),+ })?,
            )+
        }

        impl ::std::fmt::Display for $name {
            #[allow(unused_variables)]
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                match self { $(
                    Self::$variant $(( $($item),+ ))? $({ $($field),+ })? => {
                        ::std::write!(f, $sentence $(, $argument)*)
                    }
                )+ }
            }
        }

        impl ::std::error::Error for $name {}

        impl $crate::RefusalReason for $name {
            type Rule = $cited;

            const DECLARED: &'static [$crate::DeclaredReason] = &[$(
                $crate::DeclaredReason {
                    variant: stringify!($variant),
                    rule: stringify!($rule),
                    page: $page,
                    message: "plain",
                },
            )+];

            fn variant(&self) -> &'static str {
                match self { $(Self::$variant { .. } => stringify!($variant),)+ }
            }

            #[allow(unused_variables)]
            fn rule(&self) -> $cited {
                match self { $(
                    Self::$variant $(( $($item),+ ))? $({ $($field),+ })? => $rule,
                )+ }
            }

            fn page(&self) -> &'static str {
                match self { $(Self::$variant { .. } => $page,)+ }
            }

            #[allow(unused_variables)]
            fn details(&self) -> $crate::RefusalDetails {
                match self { $(
                    Self::$variant $(( $($item),+ ))? $({ $($field),+ })? => {
                        $crate::RefusalDetails::default() $($(.$detail( $($value),+ ))+)?
                    }
                )+ }
            }
        }
    };
}

/// The id of a reason's message, of the names of its enum and its variant: `shot-refusal-too-far`.
#[doc(hidden)]
#[macro_export]
macro_rules! kebab_case {
    ($name:ident $variant:ident) => {{
        const NAME: &str = concat!(stringify!($name), stringify!($variant));
        const KEBAB: [u8; $crate::kebab_case_length(NAME)] = $crate::kebab_case(NAME);
        match ::std::str::from_utf8(&KEBAB) {
            Ok(id) => id,
            Err(_) => NAME,
        }
    }};
}

/// The length of a name in kebab case.
#[doc(hidden)]
pub const fn kebab_case_length(name: &str) -> usize {
    let (mut place, mut length) = (0, name.len());
    while place < name.len() {
        if place > 0 && name.as_bytes()[place].is_ascii_uppercase() {
            length += 1;
        }
        place += 1;
    }
    length
}

/// A name in kebab case.
#[doc(hidden)]
pub const fn kebab_case<const LENGTH: usize>(name: &str) -> [u8; LENGTH] {
    let mut kebab = [b'-'; LENGTH];
    let (mut place, mut to) = (0, 0);
    while place < name.len() {
        let letter = name.as_bytes()[place];
        if place > 0 && letter.is_ascii_uppercase() {
            to += 1;
        }
        kebab[to] = letter.to_ascii_lowercase();
        (place, to) = (place + 1, to + 1);
    }
    kebab
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MessageFile, Seat};

    static EXAMPLES: MessageFile = MessageFile::new(
        "examples",
        "order-refusal-no-such-order = there is no order { $order }",
    );

    crate::refusals! {
        messages = EXAMPLES;
        /// Reasons of an inner chapter.
        #[derive(Eq)]
        pub(crate) enum OrderRefusal {
            /// Only the first is judged.
            NoSuchOrder { order: u8, most: u8, } = "X-ORDER-01", "p. 2", order => asked(order), allowed(most);
        }
    }

    crate::refusals! {
        /// Reasons of an outer chapter.
        enum TurnRefusal: RuleId {
            NotYours(unit: u8, seat: Seat) = RuleId::new("X-TURN-01"), "p. 1", "{unit} is not moved by {}, {}", seat, unit + 1;
            Braces = RuleId::new("X-TURN-02"), "p. 1", "a sentence with {{braces}}" => with("left", 0), with("used", 1);
            Order(why: OrderRefusal) = why.rule().into(), "pp. 2-3", "{why}" => details_of(why);
        }
    }

    impl From<OrderRefusal> for TurnRefusal {
        fn from(why: OrderRefusal) -> Self {
            Self::Order(why)
        }
    }

    #[test]
    fn reasons_become_refusals_with_rule_sentence_and_details() {
        let refusal = Refusal::from(TurnRefusal::NotYours(3, Seat::B));
        assert_eq!(refusal.to_string(), "3 is not moved by B, 4 (X-TURN-01)");
        assert!(refusal.details.is_empty());
        let refusal = Refusal::from(TurnRefusal::Braces);
        assert_eq!(refusal.message, "a sentence with {braces}");
        assert_eq!(
            (&refusal.details["left"], &refusal.details["used"]),
            (&0.into(), &1.into())
        );
        let AgendaNeed::<()>::Refuse(needed) = AgendaNeed::from(TurnRefusal::Braces) else {
            panic!("a reason is a need");
        };
        assert_eq!(*needed, refusal);
    }

    #[test]
    fn reason_of_another_enum_keeps_its_rule_and_details() {
        let inner = OrderRefusal::NoSuchOrder { order: 7, most: 5 };
        let outer = TurnRefusal::from(inner.clone());
        assert_eq!(outer.refusal(), inner.refusal());
        assert_eq!(inner.message().id(), "examples/order-refusal-no-such-order");
        assert_eq!(outer.message().id(), "plain");
        assert_eq!(inner.refusal().details["asked"], 7);
        assert_eq!((inner.page(), outer.page()), ("p. 2", "pp. 2-3"));
    }

    #[test]
    fn declared_reasons_stand_in_the_order_of_the_declaration() {
        let variants: Vec<&str> = TurnRefusal::DECLARED
            .iter()
            .map(|reason| reason.variant)
            .collect();
        assert_eq!(variants, ["NotYours", "Braces", "Order"]);
        assert_eq!(TurnRefusal::DECLARED[2].rule_id(), None);
        assert_eq!(OrderRefusal::DECLARED[0].rule_id(), Some("X-ORDER-01"));
        assert_eq!(
            OrderRefusal::NoSuchOrder { order: 1, most: 2 }.variant(),
            "NoSuchOrder"
        );
    }
}
