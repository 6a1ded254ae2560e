//! Reading attack dice: 1s always succeed, 6s always fail, Overkill (pp. 97-98).

use crate::model::effect;

/// The number of dice that succeed at a target number, as they lie.
///
/// RULING: BG4-ATK-11, after every reroll or change of the target number the dice are counted anew with their natural
/// values: of those that show 6, at most one for every point above 5 becomes a 5.
///
/// Rules `BG4-ATK-02`, `BG4-ATK-11`, `BG4-ATK-12` (pp. 94-98).
///
/// ```
/// use battleground::procedures::attack::dice::successes;
///
/// assert_eq!(successes(6, &[6, 6, 3]), 2);
/// assert_eq!(successes(-2, &[1, 2, 1]), 2);
/// ```
pub fn successes(target: i32, faces: &[u8]) -> u32 {
    places(target, faces).filter(|place| place.succeeds()).count() as u32
}

/// The reading of a die of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Read {
    /// A success by what it shows.
    Success,
    /// A 6 that Overkill turns into a 5.
    Converted,
    /// A failure.
    Failure,
}

impl Read {
    /// Whether it counts.
    pub const fn succeeds(self) -> bool {
        matches!(self, Self::Success | Self::Converted)
    }
}

/// The reading of each die at a target number; Overkill takes the first 6s. Rules `BG4-ATK-11`, `BG4-ATK-12`
/// (p. 98).
pub fn places(target: i32, faces: &[u8]) -> impl Iterator<Item = Read> + '_ {
    let mut spare = overkill(target);
    faces.iter().map(move |&face| match face {
        1 => Read::Success, // Rule BG4-ATK-12.
        6.. if spare > 0 => {
            spare -= 1;
            Read::Converted
        }
        6.. => Read::Failure,
        _ if i32::from(face) <= target => Read::Success,
        _ => Read::Failure,
    })
}

/// The number of 6s that Overkill may turn into 5s. Rule `BG4-ATK-11` (p. 98).
pub const fn overkill(target: i32) -> u32 {
    if target > 5 { (target - 5) as u32 } else { 0 }
}

/// Which dice a card may have rolled again: failed ones, or successful ones with those that count by what they show
/// first.
pub fn candidates(target: i32, faces: &[u8], dice: effect::Dice) -> Vec<(u8, Read)> {
    let mut found: Vec<(u8, Read)> = (0..=u8::MAX)
        .zip(places(target, faces))
        .filter(|(place, read)| match dice {
            effect::Dice::Failed => !read.succeeds(),
            effect::Dice::Successful => read.succeeds(),
            effect::Dice::Showing(face) => faces.get(usize::from(*place)) == Some(&face),
        })
        .collect();
    found.sort_by_key(|(_, read)| *read == Read::Converted);
    found
}
