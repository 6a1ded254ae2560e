//! Refusals as values: one enum a chapter, its variants in the catalogue's order, each with its rule and its sentence.

/// An enum of refusals: each variant with its rule id and its sentence, in which fields may be named.
macro_rules! refusals {
    (
        $(#[$about:meta])*
        pub enum $name:ident {
            $(
                $(#[$meaning:meta])*
                $variant:ident $({ $($(#[$of:meta])* $field:ident : $kind:ty),+ $(,)? })? = $rule:literal, $says:literal;
            )+
        }
    ) => {
        $(#[$about])*
        #[derive(Debug, Clone, PartialEq, thiserror::Error)]
        pub enum $name {
            $(
                $(#[$meaning])*
                #[error($says)]
                $variant $({ $($(#[$of])* $field: $kind),+ })?,
            )+
        }

        impl $name {
            /// The rule that forbids it.
            pub const fn rule(&self) -> &'static str {
                match self {
                    $(Self::$variant $({ $($field: _),+ })? => $rule,)+
                }
            }
        }

        impl From<$name> for hindsight_kernel::Refusal {
            fn from(refused: $name) -> Self {
                Self::new(refused.rule(), refused.to_string())
            }
        }
    };
}
pub(crate) use refusals;
