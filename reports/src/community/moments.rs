//! The moments of games behind figures.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::compiled_filter::CompiledFilter;
use super::table::GameEntry;
use super::{Filter, GameTable};

/// A moment of a game behind a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BehindMoment {
    /// The version of its event.
    pub version: u64,
    /// What happens there.
    pub what: MomentOf,
}

/// What happens at a moment behind a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MomentOf {
    /// The first unit of the card that was asked for is lost.
    UnitLost,
    /// The order that was asked for is given (the action taken, damage of that cause suffered) for the first time.
    OrderGiven,
    /// The side's fight with the most damage is decided.
    FightDecided,
    /// The side's first charge; its first rush, where none was a charge.
    Rushed,
    /// The game's least likely roll, the luckiest or unluckiest.
    UnlikeliestRoll,
}

/// The moment of a game behind a figure that is to be looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LookAt {
    /// That of the unit or the order asked for; else the least likely roll.
    #[default]
    Usual,
    /// The fight with the most damage, behind figures of fights; else the usual one.
    Fight,
    /// The first charge, behind figures of rushes and charges; else the usual one.
    Rush,
}

impl LookAt {
    /// Those that are asked for by a word.
    pub const ASKED: [Self; 2] = [Self::Fight, Self::Rush];

    /// The word in addresses; nothing for the usual one.
    pub fn word(self) -> Option<&'static str> {
        match self {
            Self::Usual => None,
            Self::Fight => Some("fight"),
            Self::Rush => Some("rush"),
        }
    }

    /// The moment that a word means; the usual one without a word.
    pub fn named(word: Option<&str>) -> Self {
        Self::ASKED
            .into_iter()
            .find(|look| look.word() == word)
            .unwrap_or_default()
    }
}

impl GameTable {
    /// The moment of a game to look at, for whoever asked by this filter for figures of this kind.
    pub fn moment(&self, game: [u8; 16], filter: &Filter, look: LookAt) -> Option<BehindMoment> {
        let entry = &self.games[*self.places.get(&game)? as usize];
        let compiled_filter = self.compiled_filter(filter)?;
        let tried: &[MomentOf] = match look {
            LookAt::Usual => &[],
            LookAt::Fight => &[MomentOf::FightDecided],
            LookAt::Rush => &[MomentOf::Rushed],
        };
        let usual = [
            MomentOf::UnitLost,
            MomentOf::OrderGiven,
            MomentOf::UnlikeliestRoll,
        ];
        tried
            .iter()
            .chain(&usual)
            .find_map(|what| Some((self.first(entry, &compiled_filter, *what)?, *what)))
            .map(|(version, what)| BehindMoment {
                version: u64::from(version),
                what,
            })
    }

    /// Where this first happened in a game to a side that passes.
    fn first(&self, entry: &GameEntry, compiled_filter: &CompiledFilter, what: MomentOf) -> Option<u32> {
        let sides = entry
            .sides()
            .filter(|side| compiled_filter.passes(&self.sides, *side));
        let known = |versions: &mut dyn Iterator<Item = u32>| versions.filter(|version| *version > 0).min();
        match what {
            MomentOf::UnitLost => {
                let unit = compiled_filter.unit?;
                let taken = sides.flat_map(|side| self.sides.units(side));
                known(
                    &mut taken
                        .filter(|taken| taken.unit == unit)
                        .map(|taken| taken.lost_at),
                )
            }
            MomentOf::OrderGiven => {
                let order = compiled_filter.order?;
                let given = sides.flat_map(|side| self.sides.orders(side));
                known(
                    &mut given
                        .filter(|given| given.order == order)
                        .map(|given| given.given_at),
                )
            }
            MomentOf::FightDecided => known(&mut sides.map(|side| self.sides.fought_at[side])),
            MomentOf::Rushed => known(&mut sides.map(|side| self.sides.rushed_at[side])),
            MomentOf::UnlikeliestRoll => known(&mut std::iter::once(entry.unlikeliest)),
        }
    }
}
