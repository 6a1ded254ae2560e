//! Contents of a pack for a battle: the Terrain Effects Chart and the other charts, the map, and the two
//! armies.
//!
//! [`Battle`] is the whole of it as a game keeps it: nothing in it changes while it is played. Every number that the rulebook
//! leaves to its play-aid cards and battle books stands here and nowhere in the code.

pub mod battle;
pub mod charts;
pub mod forces;
pub mod map;
pub mod results;

pub use battle::{Battle, ExtraEvent, ExtraFlightPoints, Options, SideCard, UnhorsedReading};
pub use charts::{
    Charts, ClassCard, Column, Cost, Entry, Feature, FightModifier, LevelCost, Reaction, Strength, Terrain,
    Values, Weapon, Zoc,
};
pub use forces::{CommandCard, DismountedSide, LeaderCard, LeaderSide, StandardCard, Start, UnitCard};
pub use map::{BattleMap, HexGround};
pub use results::{Combat, CombatCell, CombatRow, FireRow, Order, Outcome, Token};
