//! Dice and the trays they come from. Every face is kept in the event that used it.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::fmt;

use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::counted;
use crate::message;
use crate::{CountedBy, CountedDice, MESSAGES, Message, Refusal, ReportedDice, Seat, reported_faces};

/// Dice thrown together for one purpose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Roll {
    /// What for, in the game's words: `attack`, `block`, `flee` ...
    pub purpose: Cow<'static, str>,
    /// Faces run from 1 to this.
    pub sides: u8,
    /// What they show, in the order thrown; empty where the dice were counted.
    pub faces: Vec<u8>,
    /// What is known of dice that were reported by a count, in order, instead of faces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counted: Vec<CountedDice>,
    /// Where they come from.
    pub source: RollSource,
}

impl Roll {
    /// Dice whose faces are known.
    pub fn of_faces(
        purpose: impl Into<Cow<'static, str>>,
        sides: u8,
        faces: Vec<u8>,
        source: RollSource,
    ) -> Self {
        Self {
            purpose: purpose.into(),
            sides,
            faces,
            counted: Vec::new(),
            source,
        }
    }

    /// Number of dice.
    pub fn dice(&self) -> usize {
        self.faces.len() + self.counted.iter().map(|part| part.dice()).sum::<usize>()
    }

    /// Whether the dice were reported by a count: their faces are not known.
    pub const fn is_counted(&self) -> bool {
        !self.counted.is_empty()
    }

    /// Faces as the rules may read them, one a die. Of counted dice each is one of those that the die may show, so only what the rules
    /// asked for when it was thrown may be read of them: they are neither told nor shown to anybody.
    pub fn read(&self) -> Cow<'_, [u8]> {
        if self.is_counted() {
            Cow::Owned(counted::read(&self.counted))
        } else {
            Cow::Borrowed(&self.faces)
        }
    }

    /// The number of dice that show `target` or more.
    pub fn at_least(&self, target: u8) -> u32 {
        self.read().iter().filter(|&&face| face >= target).count() as u32
    }

    /// The total of the faces.
    pub fn total(&self) -> u32 {
        self.read().iter().map(|&face| u32::from(face)).sum()
    }

    /// The range of faces that each die showed, in order: one face where it is known.
    pub fn ranges(&self) -> Vec<(u8, u8)> {
        if self.is_counted() {
            counted::ranges(&self.counted, self.sides)
        } else {
            self.faces.iter().map(|&face| (face, face)).collect()
        }
    }

    /// Whether each die is known to show `most` or less, or known to show more.
    pub fn tells_up_to(&self, most: i32) -> bool {
        let knows = |&(from, to): &(u8, u8)| i32::from(to) <= most || i32::from(from) > most;
        !self.is_counted() || self.ranges().iter().all(knows)
    }

    /// The roll after the dice at these places were thrown again, the first of them for the first of `again`.
    #[must_use]
    pub fn with_again(mut self, places: &[u8], again: &Self) -> Self {
        let places = || places.iter().map(|place| usize::from(*place));
        if self.is_counted() || again.is_counted() {
            let mut all = self.ranges();
            for (place, range) in places().zip(again.ranges()) {
                if let Some(die) = all.get_mut(place) {
                    *die = range;
                }
            }
            (self.faces, self.counted) = (Vec::new(), counted::by_ranges(&all));
            return self;
        }
        for (place, &face) in places().zip(&again.faces) {
            if let Some(die) = self.faces.get_mut(place) {
                *die = face;
            }
        }
        self
    }

    /// The dice as the players report them.
    pub fn reported(&self) -> Vec<ReportedDice> {
        let mut counts = Vec::new();
        let mut sums = Vec::new();
        for part in &self.counted {
            match part {
                CountedDice::Between { dice, .. } => counts.push(*dice),
                CountedDice::Sum { sum, .. } => sums.push(*sum),
            }
        }
        match (counts.is_empty(), sums.is_empty()) {
            (false, _) => vec![ReportedDice::Counts(counts)],
            (true, false) => vec![ReportedDice::Sums(sums)],
            (true, true) => reported_faces(self.faces.iter().copied()),
        }
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
    /// How the dice may be reported without their faces; without it each face matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<CountedBy>,
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
    /// The sum of the first two dice succeeds at this or more.
    FirstTwoAtLeast(i32),
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

    /// The roll that may be reported by a count.
    #[must_use]
    pub fn counted(self, by: CountedBy) -> Self {
        Self {
            counted: Some(by),
            ..self
        }
    }

    /// The roll of which the rules read no more than how many dice meet its need.
    #[must_use]
    pub fn successes(self, need: DiceNeed, sides: u8) -> Self {
        Self {
            need: Some(need),
            counted: CountedBy::need(need, sides),
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
        Ok(Roll::of_faces(
            ask.purpose.clone(),
            ask.sides,
            faces,
            RollSource::Server { first },
        ))
    }
}

/// Dice thrown on the table, taken in the order in which the rules roll them.
#[derive(Debug, Clone, Default)]
pub struct ReportedTray {
    dice: VecDeque<ReportedDice>,
    used: usize,
    source: Option<RollSource>,
}

impl ReportedTray {
    /// The faces as the players report them.
    pub fn new(faces: impl IntoIterator<Item = u8>) -> Self {
        Self::reported(faces.into_iter().map(ReportedDice::Face))
    }

    /// The dice as the players report them, faces or counts.
    pub fn reported(dice: impl IntoIterator<Item = ReportedDice>) -> Self {
        Self {
            dice: dice.into_iter().collect(),
            used: 0,
            source: None,
        }
    }

    /// The same for tests and simulations: the rolls say that they were scripted.
    #[must_use]
    pub fn as_script(self) -> Self {
        Self {
            source: Some(RollSource::Scripted),
            ..self
        }
    }

    /// Faces of a script.
    pub fn scripted(faces: impl IntoIterator<Item = u8>) -> Self {
        Self::new(faces).as_script()
    }

    /// A refusal with what a roll needs, and what was used before it.
    fn refused(&self, ask: &Ask, message: Message) -> Refusal {
        Refusal::new("HS-DICE-01", message)
            .with("needed", ask)
            .with("used_before", self.used)
            .with("left", self.dice.len())
    }

    /// A roll of which only a count is reported.
    fn counted(&mut self, ask: &Ask, reported: &ReportedDice) -> Result<Roll, Refusal> {
        let Some(by) = &ask.about.counted else {
            let message = message!(
                MESSAGES,
                "faces-needed",
                count = ask.count,
                purpose = ask.purpose.clone()
            );
            return Err(self
                .refused(ask, message)
                .asked(reported)
                .allowed("the face of each die"));
        };
        let counted = by.counted(reported, ask.count, ask.sides).map_err(|expected| {
            let message = message!(
                MESSAGES,
                "count-expected",
                purpose = ask.purpose.clone(),
                expected = expected
            );
            self.refused(ask, message).asked(reported)
        })?;
        self.dice.pop_front();
        self.used += 1;
        Ok(Roll {
            counted,
            ..Roll::of_faces(ask.purpose.clone(), ask.sides, Vec::new(), self.source())
        })
    }

    fn source(&self) -> RollSource {
        self.source.unwrap_or(RollSource::Reported)
    }
}

impl DiceTray for ReportedTray {
    fn roll(&mut self, ask: &Ask) -> Result<Roll, Refusal> {
        if ask.count > 0
            && let Some(reported @ (ReportedDice::Counts(_) | ReportedDice::Sums(_))) =
                self.dice.front().cloned()
        {
            return self.counted(ask, &reported);
        }
        let face = |reported: &ReportedDice| match reported {
            ReportedDice::Face(face) => Some(*face),
            ReportedDice::Counts(_) | ReportedDice::Sums(_) => None,
        };
        let faces: Vec<u8> = self.dice.iter().map_while(face).take(ask.count).collect();
        if faces.len() < ask.count {
            let message = message!(
                MESSAGES,
                "dice-missing",
                count = ask.count,
                purpose = ask.purpose.clone(),
                seat = ask.seat,
                reported = faces.len()
            );
            return Err(self.refused(ask, message));
        }
        self.dice.drain(..ask.count);
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
        Ok(Roll::of_faces(
            ask.purpose.clone(),
            ask.sides,
            faces,
            self.source(),
        ))
    }

    fn settle(&mut self) -> Result<(), Refusal> {
        if self.dice.is_empty() {
            return Ok(());
        }
        Err(Refusal::new(
            "HS-DICE-01",
            message!(MESSAGES, "dice-too-many", left = self.dice.len()),
        )
        .with("used", self.used)
        .with("left_over", &self.dice))
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

/// Whether a recorded roll tells what is asked: faces for as many dice, or just the counts that the rules read.
fn answers(roll: &Roll, ask: &Ask) -> bool {
    if !roll.is_counted() {
        return roll.faces.len() >= ask.count;
    }
    let by = ask.about.counted.as_ref();
    roll.dice() == ask.count && by.is_some_and(|by| by.is_told_by(&roll.counted))
}

impl DiceTray for RecordedTray<'_> {
    fn roll(&mut self, ask: &Ask) -> Result<Roll, Refusal> {
        if let Some(place) = self
            .rolls
            .iter()
            .position(|roll| roll.purpose == ask.purpose && roll.sides == ask.sides)
            && answers(&self.rolls[place], ask)
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
) -> Result<u64, Message> {
    if seed.commitment() != *commitment {
        return Err(message!(MESSAGES, "seed-other-commitment"));
    }
    let mut checked = 0;
    for roll in rolls {
        if let RollSource::Server { first } = roll.source {
            let right = seed.dice(first, roll.faces.len(), roll.sides);
            if right != roll.faces {
                return Err(message!(
                    MESSAGES,
                    "seed-other-faces",
                    purpose = roll.purpose.clone(),
                    first,
                    shown = format!("{:?}", roll.faces),
                    right = format!("{right:?}")
                ));
            }
            checked += roll.faces.len() as u64;
        }
    }
    Ok(checked)
}
