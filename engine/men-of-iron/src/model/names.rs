//! The small names that everything else is keyed by: units, leaders, Commands, Standards, classes, and the keys of charts.

use std::fmt;
use std::str::FromStr;

use hindsight_kernel::ShortName;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A name of a data pack: 1 to 16 letters, digits, hyphens and underscores.
pub type Name = ShortName<16, true>;

/// Kinds of names, each a type of its own so that a unit is never taken for a leader.
macro_rules! named {
    ($($(#[$about:meta])* $kind:ident,)+) => { $(
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(transparent)]
        pub struct $kind(pub Name);

        impl $kind {
            /// One that is written in the code.
            pub const fn of(text: &'static str) -> Self {
                Self(Name::of(text))
            }

            /// The text of it.
            pub fn as_str(&self) -> &str {
                self.0.as_str()
            }
        }

        impl fmt::Debug for $kind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&self.0, f)
            }
        }

        impl fmt::Display for $kind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }

        impl FromStr for $kind {
            type Err = hindsight_kernel::Message;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }
    )+ };
}

named! {
    /// A combat unit: `A-LB1`.
    UnitId,
    /// A leader: `Hale`.
    LeaderId,
    /// A Command: `A1`.
    CommandId,
    /// A Standard: `A1`.
    StandardId,
    /// A unit class: `LB`. Rule `MOI-COMP-03`.
    ClassId,
    /// A missile weapon of the Fire DRM Table: `longbow`.
    WeaponId,
    /// A hex terrain of the Terrain Effects Chart: `woods`.
    TerrainId,
    /// A hexside feature of the Terrain Effects Chart: `stream`.
    FeatureId,
}

/// The classes that rules name. Rule `MOI-COMP-03`.
impl ClassId {
    /// Longbow infantry.
    pub const LB: Self = Self::of("LB");
    /// Crossbow infantry.
    pub const CB: Self = Self::of("CB");
    /// Slingers.
    pub const SL: Self = Self::of("SL");
    /// Pike infantry.
    pub const PIKE: Self = Self::of("PIKE");
    /// Axe infantry.
    pub const AXE: Self = Self::of("AXE");
    /// Dismounted men-at-arms.
    pub const DMAA: Self = Self::of("DMAA");
    /// Unhorsed men-at-arms.
    pub const UMAA: Self = Self::of("UMAA");
    /// Mounted men-at-arms.
    pub const MMAA: Self = Self::of("MMAA");
    /// Hobilars; mounted unless their state says otherwise.
    pub const HOB: Self = Self::of("HOB");
    /// Genitors.
    pub const GEN: Self = Self::of("GEN");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_to_their_letters() {
        for right in ["A-LB1", "Hale", "steep_slope", "1234567890123456"] {
            assert_eq!(right.parse::<UnitId>().unwrap().to_string(), right);
        }
        for wrong in ["", "a b", "12345678901234567", "é", "a\0"] {
            assert!(wrong.parse::<Name>().is_err(), "{wrong:?}");
        }
        assert_eq!(ClassId::MMAA, "MMAA".parse().unwrap());
    }
}
