//! The table as the rules read it: who stands where, what is seen, which paths are open, what the ground costs
//! (pp. 8-13, 113-119).
//!
//! A [`Field`] is made from a position, or from a position with some units taken off or put elsewhere: movement asks
//! what would be. Everything here is a pure question.

use hindsight_geometry::inches::{
    Card, Corridor, Degrees, FacingSide, Inches, Object, Point, Pose, Side, Table, Tolerance,
};
use hindsight_kernel::Modifier;

use crate::agenda::{Answered, Need};
use crate::cards::{Piece, TerrainType};
use crate::movement_category::Mc;
use crate::names::UnitId;
use crate::state::{State, Unit};

/// The one tolerance of the game. Rule `BG4-GEO-04`.
pub const TOL: Tolerance = Tolerance::uniform(Inches::mils(10));

/// The least width of an Open Path. Rule `BG4-GEO-18`.
pub const CORRIDOR: Corridor = Corridor {
    width: Inches::mils(2_500),
    tolerance: TOL,
};

/// What a look is for: large targets are seen over normal units only by those who shoot. Rules `BG4-KEYW-03`,
/// `BG4-COLOS-06`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Moving and Final Rushing.
    Move,
    /// Ranged attacks.
    Shoot,
}

/// Something that stands in a way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blocker {
    /// A unit.
    Unit(UnitId),
    /// The terrain piece at this place of the map.
    Terrain(usize),
    /// The table edge.
    Edge,
    /// The body of the very enemy whose other side is measured. Rule `BG4-GEO-17`.
    Target,
}

/// Whether a path is open, and if not what decides which sub-rule applies. Rule `BG4-PATH-05`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Path {
    /// Open.
    Open,
    /// The line itself is crossed: by this blocker, the nearest to the unit.
    Line(Blocker),
    /// The corridor is too narrow: the nearer of the two obstacles that bound the gap.
    Narrow(Blocker),
}

/// An obstacle to moving: a unit's rectangle, an impassable piece, a side of the table.
#[derive(Debug, Clone, Copy)]
pub struct Obstacle<'f> {
    /// What it is.
    pub what: Blocker,
    /// Where it lies.
    pub object: Object<'f>,
}

/// A position as a plane of rectangles and terrain.
#[derive(Debug, Clone)]
pub struct Field<'s> {
    state: &'s State,
    table: Table,
    cards: Vec<(UnitId, Card)>,
}

impl<'s> Field<'s> {
    /// The field of a position.
    pub fn of(state: &'s State) -> Self {
        let cards = state
            .on_table()
            .filter_map(|unit| state.card(unit).map(|card| (unit.id, card)))
            .collect();
        let (width, depth) = state
            .scenario()
            .map_or((Inches::mils(36_000), Inches::mils(30_000)), |scenario| {
                (scenario.width, scenario.depth)
            });
        Self {
            state,
            table: Table::new(width, depth).expect("a scenario's play area is checked"),
            cards,
        }
    }

    /// The same without some units. Rule `BG4-TURN-06`.
    #[must_use]
    pub fn without(mut self, absent: &[UnitId]) -> Self {
        self.cards.retain(|(unit, _)| !absent.contains(unit));
        self
    }

    /// The same with a unit somewhere else.
    #[must_use]
    pub fn with(mut self, unit: UnitId, pose: Pose) -> Self {
        if let Some((_, card)) = self.cards.iter_mut().find(|(there, _)| *there == unit) {
            *card = card.at(pose);
        }
        self
    }

    /// The position it is made from.
    pub fn state(&self) -> &'s State {
        self.state
    }

    /// The play area.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The rectangle of a unit on it.
    pub fn card(&self, unit: UnitId) -> Option<&Card> {
        self.cards
            .iter()
            .find(|(there, _)| *there == unit)
            .map(|(_, card)| card)
    }

    /// What a unit may not overlap: other units on the ground, terrain impassable to it, the table's edges. Nothing but
    /// the edges for an Airborne unit. Units of `but` are left out. Rules `BG4-MOVE-18`, `-20`, `BG4-FLY-05`.
    pub fn obstacles(&self, _mover: &Unit, _but: &[UnitId]) -> Vec<Obstacle<'_>> {
        Vec::new()
    }

    /// Whether an enemy is Visible to a unit. Rules `BG4-GEO-12`, `-13`, `BG4-TERR-02`, `-05` to `-08`, `-14`, `-18`.
    pub fn is_visible(&self, _viewer: UnitId, _target: UnitId, _for: Purpose) -> bool {
        false
    }

    /// The Visible enemies of a unit, by id.
    pub fn visible_enemies(&self, viewer: UnitId, purpose: Purpose) -> Vec<UnitId> {
        self.state
            .enemies_of(viewer.seat())
            .map(|unit| unit.id)
            .filter(|target| self.is_visible(viewer, *target, purpose))
            .collect()
    }

    /// The Facing Side of a target, or the two sides it may be on a diagonal. Rules `BG4-GEO-10`, `-11`.
    pub fn facing_sides(&self, _viewer: UnitId, _target: UnitId) -> Option<FacingSide> {
        None
    }

    /// The Facing Side, the choice on a diagonal being taken from this turn's marks or the answers, or asked for.
    ///
    /// # Errors
    /// [`Need::Ask`] where the owner must choose.
    pub fn facing_side(&self, _viewer: UnitId, _target: UnitId, _answers: &[Answered]) -> Result<Side, Need> {
        Ok(Side::Front)
    }

    /// The centre point of a target's side that counts for a unit, and its distance from the unit's front centre.
    /// Rules `BG4-GEO-20`, `BG4-COLOS-02`, `BG4-MOVE-04`.
    pub fn to_side(&self, _unit: UnitId, _target: UnitId, _side: Side) -> Option<(Point, Inches)> {
        None
    }

    /// Whether an Open Path leads from a unit's front centre to a point of a target unit's side. Rules `BG4-GEO-17`,
    /// `-18`; for shooting `BG4-KEYW-03`, `BG4-COLOS-06`.
    pub fn open_path(
        &self,
        _unit: UnitId,
        _target: Option<(UnitId, Side)>,
        _to: Point,
        _for: Purpose,
    ) -> Path {
        Path::Open
    }

    /// The Nearest Enemy of a unit among these candidates, ties by Most Directly Ahead, then asked. Rules `BG4-GEO-14`
    /// to `-16`.
    ///
    /// # Errors
    /// [`Need::Ask`] where the owner must choose.
    pub fn nearest_enemy(
        &self,
        _unit: UnitId,
        _purpose: Purpose,
        _answers: &[Answered],
    ) -> Result<Option<UnitId>, Need> {
        Ok(None)
    }

    /// The candidates (with the side that counts) that are Most Directly Ahead: several on a tie. Rule `BG4-GEO-09`.
    pub fn most_directly_ahead(&self, _unit: UnitId, _candidates: &[(UnitId, Side)]) -> Vec<UnitId> {
        Vec::new()
    }

    /// The distance for abilities, spells and other effects: to the nearest centre point of any side. Rule `BG4-GEO-19`.
    pub fn within(&self, _unit: UnitId, _target: UnitId) -> Option<Inches> {
        None
    }

    /// The level a unit stands on: hills and cliffs, one more than anything below for flyers. Rules `BG4-TERR-03`,
    /// `BG4-FLY-09`.
    pub fn level(&self, _unit: UnitId) -> u8 {
        0
    }

    /// Whether a unit has High Ground to another. Rules `BG4-TERR-19`, `-23`, `BG4-FLY-09`.
    pub fn has_high_ground(&self, _unit: UnitId, _over: UnitId) -> bool {
        false
    }

    /// Cover of a target against a melee or ranged attack, one entry for Soft Cover and one for Hard Cover at most.
    /// Rules `BG4-TERR-12`, `-15` to `-17`, `-22`, `-25`, `BG4-MODS-07`.
    pub fn cover(&self, _attacker: UnitId, _target: UnitId, _ranged: bool) -> Vec<Modifier> {
        Vec::new()
    }

    /// The change of MC by terrain for a unit whose card covers these poses (the worst of all it touches), and whether
    /// the whole of all of them lies on a road. Rules `BG4-TERR-09`, `-11`, `-13`, `-20`.
    pub fn ground_steps(&self, _unit: &Unit, _covered: &[Card]) -> i32 {
        0
    }

    /// How a terrain piece treats a unit: the change of MC, or nothing if it is impassable. Rules `BG4-TERR-11`, `-13`.
    pub fn passage(&self, _unit: &Unit, _piece: &Piece) -> Option<i32> {
        Some(0)
    }

    /// Whether at least half of a unit lies in terrain of a type. Rule `BG4-TERR-12`.
    pub fn is_in(&self, _unit: UnitId, _kind: TerrainType) -> bool {
        false
    }

    /// The current Movement Category of a unit: Move, or flying Move, with everything in force now, capped. Rule
    /// `BG4-MC-03`.
    pub fn current_mc(&self, _unit: UnitId) -> Mc {
        Mc::NONE
    }

    /// The bearing from a unit's front centre to a point.
    pub fn bearing(&self, unit: UnitId, to: Point) -> Option<Degrees> {
        self.card(unit)?.front_centre().bearing(to)
    }
}
