//! The moments of games behind figures.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::compiled_filter::CompiledFilter;
use super::table::GameEntry;
use super::{Filter, GameTable, Verdict};

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
    /// The game's least likely roll, the luckiest or unluckiest; the side's, where figures of luck were asked for.
    UnlikeliestRoll,
    /// The side's morale test whose result was the least likely.
    Tested,
    /// The attack of the side, or of its units of the card that was asked for, that did the most damage.
    Struck,
    /// The side's most valuable unit is lost, of those that are.
    GreatestLoss,
    /// The most valuable unit of the other sides is lost, of those that are.
    GreatestKill,
    /// The most valuable unit of those who lost the game is lost.
    Decided,
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
    /// The greatest loss of those who lost, behind figures of games won; else the usual one.
    Won,
    /// The least likely roll of the sides asked for, behind figures of luck; else the usual one.
    Luck,
    /// The least likely morale test, behind figures of morale; else the usual one.
    Morale,
    /// The attack with the most damage, behind figures of damage dealt; else the usual one.
    Attack,
    /// The greatest loss, behind figures of what is left; else the usual one.
    Loss,
    /// The greatest loss of the other sides, behind figures of what was destroyed; else the usual one.
    Kill,
}

impl LookAt {
    /// Those that are asked for by a word.
    pub const ASKED: [Self; 8] = [
        Self::Fight,
        Self::Rush,
        Self::Won,
        Self::Luck,
        Self::Morale,
        Self::Attack,
        Self::Loss,
        Self::Kill,
    ];

    /// The word in addresses; nothing for the usual one.
    pub fn word(self) -> Option<&'static str> {
        match self {
            Self::Usual => None,
            Self::Fight => Some("fight"),
            Self::Rush => Some("rush"),
            Self::Won => Some("won"),
            Self::Luck => Some("luck"),
            Self::Morale => Some("morale"),
            Self::Attack => Some("attack"),
            Self::Loss => Some("loss"),
            Self::Kill => Some("kill"),
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
            LookAt::Won => &[MomentOf::Decided],
            LookAt::Luck => &[MomentOf::UnlikeliestRoll],
            LookAt::Morale => &[MomentOf::Tested],
            LookAt::Attack => &[MomentOf::Struck],
            LookAt::Loss => &[MomentOf::UnitLost, MomentOf::GreatestLoss],
            LookAt::Kill => &[MomentOf::GreatestKill],
        };
        let usual = [
            MomentOf::UnitLost,
            MomentOf::OrderGiven,
            MomentOf::UnlikeliestRoll,
        ];
        let tried = tried.iter().map(|what| (*what, look));
        tried
            .chain(usual.map(|what| (what, LookAt::Usual)))
            .find_map(|(what, look)| Some((self.first(entry, &compiled_filter, (what, look))?, what)))
            .map(|(version, what)| BehindMoment {
                version: u64::from(version),
                what,
            })
    }

    /// Where this first happened in a game to a side that passes.
    fn first(
        &self,
        entry: &GameEntry,
        compiled_filter: &CompiledFilter,
        (what, look): (MomentOf, LookAt),
    ) -> Option<u32> {
        let mut sides = entry
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
            MomentOf::FightDecided => known(&mut sides.map(|side| self.sides.moments[side].fought)),
            MomentOf::Rushed => known(&mut sides.map(|side| self.sides.moments[side].rushed)),
            MomentOf::UnlikeliestRoll if look == LookAt::Luck => {
                known(&mut sides.map(|side| self.sides.moments[side].rolled))
            }
            MomentOf::UnlikeliestRoll => known(&mut std::iter::once(entry.unlikeliest)),
            MomentOf::Tested => known(&mut sides.map(|side| self.sides.moments[side].tested)),
            MomentOf::Struck => match compiled_filter.unit {
                Some(unit) => {
                    let taken = sides.flat_map(|side| self.sides.units(side));
                    let struck = taken.filter(|taken| taken.unit == unit);
                    known(&mut struck.map(|taken| taken.struck_at))
                }
                None => known(&mut sides.map(|side| self.sides.moments[side].struck)),
            },
            MomentOf::GreatestLoss => known(&mut sides.map(|side| self.sides.moments[side].lost)),
            MomentOf::GreatestKill => known(&mut sides.map(|side| self.sides.moments[side].destroyed)),
            MomentOf::Decided => {
                // The same moment for who won and who lost, and the earlier of both after a draw.
                sides.next()?;
                let of_game = entry.sides();
                let is_draw = of_game
                    .clone()
                    .all(|side| self.sides.entries[side].verdict == Verdict::Drawn);
                let lost =
                    of_game.filter(|side| is_draw || self.sides.entries[*side].verdict == Verdict::Lost);
                known(&mut lost.map(|side| self.sides.moments[side].lost))
            }
        }
    }
}
