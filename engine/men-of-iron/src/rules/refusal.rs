//! Refusals by rules: each chapter lists its own, in the order in which they are judged.

/// An enum of reasons to refuse, each with its rule and its sentence, in the order in which they are judged.
macro_rules! refusals {
    ($(#[$about:meta])* pub enum $name:ident { $($variant:ident => $rule:literal, $message:literal;)+ }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name { $(
            #[doc = $message]
            #[doc = concat!("Rule `", $rule, "`.")]
            $variant,
        )+ }

        impl $name {
            /// All, in the order in which they are judged.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The rule that forbids it.
            pub const fn rule(self) -> &'static str {
                match self { $(Self::$variant => $rule,)+ }
            }

            /// One sentence for a player.
            pub const fn message(self) -> &'static str {
                match self { $(Self::$variant => $message,)+ }
            }
        }

        impl From<$name> for hindsight_kernel::Refusal {
            fn from(refused: $name) -> Self {
                Self::new(refused.rule(), refused.message())
            }
        }

        impl From<$name> for crate::model::agenda::Need {
            fn from(refused: $name) -> Self {
                hindsight_kernel::Refusal::from(refused).into()
            }
        }
    };
}
pub(crate) use refusals;
