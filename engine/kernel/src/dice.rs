//! Dice and the trays they come from. Every face is kept in the event that used it.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::fmt;

use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::message;
use crate::{MESSAGES, Refusal, Seat};

/// Dice thrown together for one purpose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Roll {
    /// What for, in the game's words: `attack`, `block`, `flee` ...
    pub purpose: Cow<'static, str>,
    /// Faces run from 1 to this.
    pub sides: u8,
    /// What they show, in the order thrown.
    pub faces: Vec<u8>,
    /// Where they come from.
    pub source: RollSource,
}

impl Roll {
    /// The number of dice that show `target` or more.
    pub fn at_least(&self, target: u8) -> u32 {
        self.faces.iter().filter(|&&face| face >= target).count() as u32
    }

    /// The total of the faces.
    pub fn total(&self) -> u32 {
        self.faces.iter().map(|&face| u32::from(face)).sum()
    }
}

/// Where dice come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RollSource {
    /// Rolled by the server: these are the dice from this number on of the game's committed seed.
    Server {
        /// The number of the first die, counted from 0 over the whole stream, abandoned lines included.
        first: u64,
    },
    /// Thrown on the table and reported by the players.
    Reported,
    /// Written in a test or a simulation.
    Scripted,
}

/// What the rules ask of a tray.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ask {
    /// What for.
    pub purpose: Cow<'static, str>,
    /// Who throws.
    pub seat: Seat,
    /// Faces from 1 to this.
    pub sides: u8,
    /// How many dice.
    pub count: usize,
    /// What the roll is about, so that whoever throws knows which dice are meant.
    #[serde(default, flatten)]
    pub about: RollAbout,
}

/// What a roll is about: for which unit, against whom, and what the dice must show. Dice do not depend on it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RollAbout {
    /// The unit that it is thrown for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The unit that it is thrown against.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// What the dice must show.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub need: Option<DiceNeed>,
}

/// What the dice of a roll must show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DiceNeed {
    /// Each die succeeds at this or more.
    AtLeast(i32),
    /// Each die succeeds at this or less.
    AtMost(i32),
    /// The sum of all dice succeeds at this or less.
    SumAtMost(i32),
}

impl RollAbout {
    /// About a unit.
    pub fn of(unit: &impl ToString) -> Self {
        Self {
            unit: Some(unit.to_string()),
            ..Self::default()
        }
    }

    /// Against another unit.
    #[must_use]
    pub fn against(self, unit: &impl ToString) -> Self {
        Self {
            against: Some(unit.to_string()),
            ..self
        }
    }

    /// The roll with the need of its dice: what they must show.
    #[must_use]
    pub fn need(self, need: DiceNeed) -> Self {
        Self {
            need: Some(need),
            ..self
        }
    }
}

/// The most dice one roll may ask for.
pub const MOST_DICE: usize = 1_000;

/// A source of dice.
pub trait DiceTray {
    /// The dice asked for, or why they cannot be had.
    fn roll(&mut self, ask: &Ask) -> Result<Roll, Refusal>;

    /// Called when a command is decided: refuses dice that were given and not used.
    fn settle(&mut self) -> Result<(), Refusal> {
        Ok(())
    }
}

/// 32 secret bytes from which all server dice of a game follow.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seed([u8; 32]);

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(..)")
    }
}

impl Seed {
    /// A seed from its bytes.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The seed of a game on a server with this secret: a keyed hash, so that no stream need hold it.
    pub fn of_game(secret: &[u8; 32], game: &str) -> Self {
        Self(*blake3::keyed_hash(secret, game.as_bytes()).as_bytes())
    }

    /// The 64 hexadecimal digits that are revealed at the end of the game.
    pub fn reveal(&self) -> String {
        blake3::Hash::from_bytes(self.0).to_hex().to_string()
    }

    /// The seed behind its 64 hexadecimal digits.
    pub fn from_hex(text: &str) -> Option<Self> {
        blake3::Hash::from_hex(text)
            .ok() // ERR: what is no seed is none; whoever reads it says so.
            .map(|hash| Self(*hash.as_bytes()))
    }

    /// The commitment that is published before the first roll: the BLAKE3 hash of the seed.
    pub fn commitment(&self) -> Commitment {
        Commitment(blake3::hash(&self.0).to_hex().to_string())
    }

    /// Die number `index` (0-based over the whole stream) with faces 1 to `sides`.
    ///
    /// The definition anyone can repeat: `ChaCha20` keyed with the seed, nonce 0; the die takes the 64-bit
    /// little-endian word `index` of its key stream, and its face is 1 + the high 64 bits of word × sides.
    pub fn die(&self, index: u64, sides: u8) -> u8 {
        let mut stream = ChaCha20Rng::from_seed(self.0);
        stream.set_word_pos(u128::from(index) * 2);
        face(stream.next_u64(), sides)
    }

    fn dice(&self, first: u64, count: usize, sides: u8) -> Vec<u8> {
        let mut stream = ChaCha20Rng::from_seed(self.0);
        stream.set_word_pos(u128::from(first) * 2);
        (0..count).map(|_| face(stream.next_u64(), sides)).collect()
    }
}

fn face(word: u64, sides: u8) -> u8 {
    1 + ((u128::from(word) * u128::from(sides.max(1))) >> 64) as u8
}

/// The published hash of a seed, 64 hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Commitment(pub String);

/// The server's tray: dice from the game's seed, numbered on over the whole stream.
#[derive(Debug, Clone)]
pub struct ServerTray {
    seed: Seed,
    next: u64,
}

impl ServerTray {
    /// A tray whose next die is number `next`.
    pub const fn new(seed: Seed, next: u64) -> Self {
        Self { seed, next }
    }
}

impl DiceTray for ServerTray {
    fn roll(&mut self, ask: &Ask) -> Result<Roll, Refusal> {
        let first = self.next;
        let faces = self.seed.dice(first, ask.count, ask.sides);
        self.next += ask.count as u64;
        Ok(Roll {
            purpose: ask.purpose.clone(),
            sides: ask.sides,
            faces,
            source: RollSource::Server { first },
        })
    }
}

/// Dice thrown on the table, taken in the order in which the rules roll them.
#[derive(Debug, Clone, Default)]
pub struct ReportedTray {
    faces: VecDeque<u8>,
    used: usize,
    source: Option<RollSource>,
}

impl ReportedTray {
    /// The faces as the players report them.
    pub fn new(faces: impl IntoIterator<Item = u8>) -> Self {
        Self {
            faces: faces.into_iter().collect(),
            used: 0,
            source: None,
        }
    }

    /// The same for tests and simulations: the rolls say that they were scripted.
    pub fn scripted(faces: impl IntoIterator<Item = u8>) -> Self {
        Self {
            source: Some(RollSource::Scripted),
            ..Self::new(faces)
        }
    }
}

impl DiceTray for ReportedTray {
    fn roll(&mut self, ask: &Ask) -> Result<Roll, Refusal> {
        if self.faces.len() < ask.count {
            return Err(Refusal::new(
                "HS-DICE-01",
                message!(
                    MESSAGES,
                    "dice-missing",
                    count = ask.count,
                    purpose = ask.purpose.clone(),
                    seat = ask.seat,
                    reported = self.faces.len()
                ),
            )
            .with("needed", ask)
            .with("used_before", self.used)
            .with("left", self.faces.len()));
        }
        let faces: Vec<u8> = self.faces.drain(..ask.count).collect();
        if let Some(wrong) = faces.iter().find(|&&face| face == 0 || face > ask.sides) {
            return Err(Refusal::new(
                "HS-DICE-01",
                message!(MESSAGES, "no-such-face", sides = ask.sides, face = wrong),
            )
            .asked(wrong)
            .allowed(format!("1 to {}", ask.sides))
            .with("needed", ask));
        }
        self.used += ask.count;
        let source = self.source.unwrap_or(RollSource::Reported);
        Ok(Roll {
            purpose: ask.purpose.clone(),
            sides: ask.sides,
            faces,
            source,
        })
    }

    fn settle(&mut self) -> Result<(), Refusal> {
        if self.faces.is_empty() {
            return Ok(());
        }
        Err(Refusal::new(
            "HS-DICE-01",
            message!(MESSAGES, "dice-too-many", left = self.faces.len()),
        )
        .with("used", self.used)
        .with("left_over", &self.faces))
    }
}

/// The dice of an earlier decision, handed out again by purpose; what they do not cover comes from `beyond`.
pub struct RecordedTray<'t> {
    rolls: VecDeque<Roll>,
    beyond: Option<&'t mut dyn DiceTray>,
}

impl fmt::Debug for RecordedTray<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecordedTray")
            .field("rolls", &self.rolls)
            .finish_non_exhaustive()
    }
}

impl<'t> RecordedTray<'t> {
    /// A tray that first repeats `rolls`, then asks `beyond`.
    pub fn new(rolls: impl IntoIterator<Item = Roll>, beyond: Option<&'t mut dyn DiceTray>) -> Self {
        Self {
            rolls: rolls.into_iter().collect(),
            beyond,
        }
    }

    /// Whether every recorded roll was used.
    pub fn is_spent(&self) -> bool {
        self.rolls.is_empty()
    }
}

impl DiceTray for RecordedTray<'_> {
    fn roll(&mut self, ask: &Ask) -> Result<Roll, Refusal> {
        if let Some(place) = self
            .rolls
            .iter()
            .position(|roll| roll.purpose == ask.purpose && roll.sides == ask.sides)
            && self.rolls[place].faces.len() >= ask.count
            && let Some(mut roll) = self.rolls.remove(place)
        {
            roll.faces.truncate(ask.count);
            return Ok(roll);
        }
        match &mut self.beyond {
            Some(tray) => tray.roll(ask),
            None => Err(Refusal::new(
                "HS-DICE-01",
                message!(
                    MESSAGES,
                    "recorded-dice-missing",
                    count = ask.count,
                    purpose = ask.purpose.clone()
                ),
            )
            .with("needed", ask)),
        }
    }
}

/// Whether every server roll follows from the revealed seed, and the seed from its commitment.
///
/// # Errors
/// The first thing that does not fit, in words.
pub fn verify_rolls<'r>(
    commitment: &Commitment,
    seed: &Seed,
    rolls: impl IntoIterator<Item = &'r Roll>,
) -> Result<u64, String> {
    if seed.commitment() != *commitment {
        return Err("the revealed seed does not hash to the published commitment".to_owned());
    }
    let mut checked = 0;
    for roll in rolls {
        if let RollSource::Server { first } = roll.source {
            let right = seed.dice(first, roll.faces.len(), roll.sides);
            if right != roll.faces {
                return Err(format!(
                    "the roll for {} at die {first} shows {:?}, the seed gives {right:?}",
                    roll.purpose, roll.faces
                ));
            }
            checked += roll.faces.len() as u64;
        }
    }
    Ok(checked)
}
