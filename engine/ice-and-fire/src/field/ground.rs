//! Obstacles of a moving unit: friends, enemies, terrain, the table edge. Rules `IF-MOVE-01` to `IF-MOVE-07`,
//! `IF-GEO-08`.

use hindsight_geometry::mils::{CONTACT, GRAIN, Outline, Place, Pose};

use super::TABLE;
use super::tray::Tray;
use crate::cards::Keyword;

/// The grain of distances in commands, and the step of a charge, in thousandths of an inch. Rules `IF-MOVE-01`,
/// `IF-CHG-05`.
pub const STEP: i32 = 10;

/// How near an enemy a move may not end, in thousandths of an inch. Rule `IF-MOVE-03`.
const NEAR: i32 = 1_000;

/// A set of terrain keywords. Rule `IF-TERR-01`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Keywords(u16);

impl Keywords {
    /// Whether a keyword is among them.
    pub const fn has(self, keyword: Keyword) -> bool {
        self.0 & (1 << keyword as u16) != 0
    }
}

impl<'k> FromIterator<&'k Keyword> for Keywords {
    fn from_iter<I: IntoIterator<Item = &'k Keyword>>(keywords: I) -> Self {
        Self(
            keywords
                .into_iter()
                .fold(0, |set, keyword| set | 1 << *keyword as u16),
        )
    }
}

/// A terrain piece on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// Its outline.
    pub outline: Outline,
    /// Its keywords.
    pub keywords: Keywords,
}

impl Piece {
    /// A piece of a size at a pose.
    pub fn new<'k>(lies: &Tray, keywords: impl IntoIterator<Item = &'k Keyword>) -> Self {
        Self {
            outline: lies.outline(),
            keywords: keywords.into_iter().collect(),
        }
    }
}

/// Why a tray may not go or end somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Blocked {
    /// Rule `IF-MOVE-06`.
    #[error("a straight move ends with the whole tray on the table")]
    OffTable,
    /// Rule `IF-MOVE-02`.
    #[error("a move may not pass through an enemy tray")]
    ThroughEnemy,
    /// Rules `IF-MOVE-04`, `IF-MOVE-05`.
    #[error("no movement may end overlapping another tray")]
    OnTray,
    /// Rule `IF-MOVE-03`.
    #[error("a move may not end within 1\" of an enemy")]
    NearEnemy,
    /// Rule `IF-TERR-10`.
    #[error("nothing moves into, through or onto Impassable terrain")]
    Impassable,
}

/// What a movement may not end on, or near.
#[derive(Debug, Clone, Copy)]
pub(super) enum Blocker<'g> {
    /// An enemy tray: nothing ends within an inch of it. Rule `IF-MOVE-03`.
    Enemy(&'g Outline),
    /// A friend's tray or an Impassable piece: nothing ends on it. Rules `IF-MOVE-04`, `IF-TERR-10`.
    Other(&'g Outline),
}

impl Blocker<'_> {
    /// Whether a movement may not end with this outline.
    pub(super) fn keeps_off(self, outline: &Outline) -> bool {
        match self {
            Self::Enemy(enemy) => outline.overlaps(enemy) || outline.is_nearer_than(enemy, NEAR),
            Self::Other(other) => outline.overlaps(other),
        }
    }
}

/// Everything else on the table, as it concerns one unit that moves.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ground {
    /// The trays of its own side, its own left out.
    pub friends: Vec<Outline>,
    /// The trays of the enemy.
    pub enemies: Vec<Outline>,
    /// The terrain pieces that are still there.
    pub pieces: Vec<Piece>,
}

impl Ground {
    /// Whether a pivot may leave the tray as it lies. Rule `IF-MOVE-05`: corners may stick out over the table edge.
    ///
    /// # Errors
    /// What it would overlap.
    pub fn pivot(&self, tray: &Tray) -> Result<(), Blocked> {
        let outline = tray.outline();
        if self.trays().any(|other| outline.overlaps(other)) {
            return Err(Blocked::OnTray);
        }
        self.off_impassable(&outline)
    }

    /// Whether the tray may move in a straight line to a place, its heading unchanged: what it passes on the way and the
    /// table edge, not yet how it ends. Rules `IF-MOVE-01`, `IF-MOVE-02`, `IF-MOVE-06`, `IF-TERR-10`.
    ///
    /// # Errors
    /// What is in the way.
    pub fn straight(&self, tray: &Tray, to: Place) -> Result<(), Blocked> {
        let end = tray.at(tray.pose.at(to));
        if tray.pose.centre() != to && !end.outline().lies_on(TABLE, TABLE) {
            return Err(Blocked::OffTable);
        }
        self.passes(tray, to)
    }

    /// Whether nothing that stands on the table is in the way of a straight move. Rules `IF-MOVE-02`, `IF-TERR-10`.
    ///
    /// # Errors
    /// What is in the way.
    pub fn passes(&self, tray: &Tray, to: Place) -> Result<(), Blocked> {
        if tray.pose.centre() == to {
            return Ok(());
        }
        let swept = tray.swept(tray.pose.at(to));
        if self.enemies.iter().any(|enemy| swept.overlaps(enemy)) {
            return Err(Blocked::ThroughEnemy);
        }
        let start = tray.outline();
        // A pivot may have left the tray across the piece (rule `IF-TERR-10`); out of it it may go, into it not.
        let impassable = self
            .impassable()
            .any(|piece| swept.overlaps(piece) && !start.overlaps(piece));
        if impassable {
            return Err(Blocked::Impassable);
        }
        Ok(())
    }

    /// Whether a movement that changed the unit's position may end as the tray lies. Rules `IF-MOVE-03`, `IF-MOVE-04`,
    /// `IF-TERR-10`.
    ///
    /// # Errors
    /// What it overlaps or is too near to.
    pub fn end(&self, tray: &Tray) -> Result<(), Blocked> {
        self.pivot(tray)?;
        let outline = tray.outline();
        if self
            .enemies
            .iter()
            .any(|enemy| outline.is_nearer_than(enemy, NEAR))
        {
            return Err(Blocked::NearEnemy);
        }
        Ok(())
    }

    /// How deep an outline lies on trays and Impassable pieces, in thousandths of an inch. Rules `IF-MOVE-04`, `IF-TERR-10`.
    pub(super) fn overlap(&self, outline: &Outline) -> f64 {
        self.trays()
            .chain(self.impassable())
            .map(|other| outline.depth(other) - CONTACT)
            .fold(0.0, f64::max)
    }

    /// How much a movement lacks, in thousandths of an inch, to be allowed to end with this outline: no move that is shorter
    /// lets it. Rules `IF-MOVE-03`, `IF-MOVE-04`, `IF-TERR-10`.
    pub(super) fn short_of_end(&self, outline: &Outline) -> f64 {
        let from_enemies = self.enemies.iter().map(|enemy| {
            let apart = match outline.depth(enemy) {
                depth if depth >= 0.0 => -depth,
                _ => outline.distance(enemy),
            };
            f64::from(NEAR) - apart
        });
        from_enemies.fold(self.overlap(outline), f64::max)
    }

    /// What keeps a movement from ending with this outline, the first that is found. Rules `IF-MOVE-03`, `IF-MOVE-04`,
    /// `IF-TERR-10`.
    pub(super) fn blocker(&self, outline: &Outline) -> Option<Blocker<'_>> {
        let enemies = self.enemies.iter().map(Blocker::Enemy);
        let others = self.friends.iter().chain(self.impassable()).map(Blocker::Other);
        enemies.chain(others).find(|blocker| blocker.keeps_off(outline))
    }

    /// Whether a tray may be set down where it lies, as on deployment: on the table, over nothing.
    ///
    /// # Errors
    /// What is there.
    pub fn set_down(&self, tray: &Tray) -> Result<(), Blocked> {
        if !tray.outline().lies_on(TABLE, TABLE) {
            return Err(Blocked::OffTable);
        }
        self.pivot(tray)
    }

    /// The places, in [`Ground::pieces`], of the pieces that a straight move goes into, out of or through: those its swept
    /// area overlaps. A move of no distance has none. Rules `IF-GEO-08`, `IF-TERR-12`.
    pub fn pieces_moved_through(&self, tray: &Tray, to: Place) -> Vec<usize> {
        if tray.pose.centre() == to {
            return Vec::new();
        }
        let swept = tray.swept(tray.pose.at(to));
        self.pieces_under(&swept)
    }

    /// The places of the pieces that an outline overlaps: those a tray is in, or a swept area goes through.
    /// Rule `IF-GEO-08`.
    pub fn pieces_under(&self, outline: &Outline) -> Vec<usize> {
        (0..self.pieces.len())
            .filter(|&at| outline.overlaps(&self.pieces[at].outline))
            .collect()
    }

    /// The length that Rough pieces take off a straight move, in thousandths of an inch: 1" each. Rule
    /// `IF-TERR-12`.
    pub fn rough(&self, tray: &Tray, to: Place) -> i32 {
        let rough = |at: &usize| self.pieces[*at].keywords.has(Keyword::Rough);
        1_000
            * self
                .pieces_moved_through(tray, to)
                .iter()
                .filter(|at| rough(at))
                .count() as i32
    }

    /// Whether a tray is within so many thousandths of an inch of a piece with a keyword. Rules `IF-TERR-09`,
    /// `IF-TERR-11`.
    pub fn is_within_of(&self, outline: &Outline, keyword: Keyword, mils: i32) -> bool {
        self.pieces
            .iter()
            .any(|piece| piece.keywords.has(keyword) && outline.is_within(&piece.outline, mils))
    }

    /// The trays of both sides.
    pub fn trays(&self) -> impl Iterator<Item = &Outline> {
        self.enemies.iter().chain(&self.friends)
    }

    fn impassable(&self) -> impl Iterator<Item = &Outline> {
        self.pieces
            .iter()
            .filter(|piece| piece.keywords.has(Keyword::Impassable))
            .map(|piece| &piece.outline)
    }

    fn off_impassable(&self, outline: &Outline) -> Result<(), Blocked> {
        if self.impassable().any(|piece| outline.overlaps(piece)) {
            return Err(Blocked::Impassable);
        }
        Ok(())
    }

    /// Whether a charge straight ahead may touch what it touches: the outlines of Impassable pieces.
    pub(crate) fn impassable_outlines(&self) -> Vec<Outline> {
        self.impassable().copied().collect()
    }
}

/// Whether an objective token (a disc of radius 0.5") lies wholly under a tray. Rules `IF-VP-01`, `IF-SETUP-07`.
pub fn covers_token(tray: &Tray, token: Place) -> bool {
    const RADIUS: f64 = 500.0;
    tray.outline().depth_of(token) >= RADIUS - GRAIN
}

impl Tray {
    /// The pose after a straight move in a direction. Rule `IF-MOVE-01`.
    #[must_use]
    pub fn moved(&self, direction: u16, mils: i32) -> Self {
        self.at(self.pose.moved(direction, mils))
    }

    /// The tray turned to a heading. Rule `IF-MOVE-05`.
    #[must_use]
    pub const fn pivoted(&self, heading: u16) -> Self {
        self.at(Pose { heading, ..self.pose })
    }
}
