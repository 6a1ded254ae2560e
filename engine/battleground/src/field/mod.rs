//! The table as the rules read it: who stands where, what is seen, which paths are open, what the ground costs
//! (pp. 8-13, 113-119).
//!
//! A [`Field`] is made from a position, or from a position with some units taken off or put elsewhere: movement asks
//! what would be. Everything here is a pure question; `sight` says what is Visible, `nearest` which enemy counts and
//! which of its sides, `paths` what stands in a way, `covered` what a card lies over part of, `terrain` what the ground is, `ground_costs` and `hindrances` what it costs to cross, `cover` what it gives in combat,
//! `category` how far a unit moves.

mod blocker_words;
mod category;
pub(crate) mod computed;
pub(crate) mod covered;
pub(crate) mod crossing;
pub(crate) mod earlier_costs;
pub(crate) mod edge;
pub(crate) mod ground_costs;
pub(crate) mod heights;
mod hindrances;
mod nearest;
mod paths;
pub(crate) mod sight;
pub(crate) mod terrain;
pub(crate) mod tokens;

use std::cell::OnceCell;
use std::sync::Arc;

use battleground_geometry::{
    Card, Corridor, Degrees, Footprint, Inches, Object, Point, Pose, TableArea, Way, shift,
};
use terrain::{Elevation, Lay};

use crate::editions::Profile;
use crate::model::effect::Keyword;
use crate::model::names::UnitId;
use crate::model::state::{State, Status, Unit};

pub use crate::model::tolerance::TOL;
pub(crate) use blocker_words::blocker;
pub(crate) use category::lasting_steps;
pub use category::left_after;
pub(crate) use ground_costs::MOST_BY_ROAD;
pub(crate) use hindrances::Hindrance;
pub(crate) use paths::blockers;
pub use paths::{Blocker, Obstacle, Path};

/// The least width of an Open Path. Rule `BG4-GEO-18` (pp. 12-13).
pub const CORRIDOR: Corridor = Corridor {
    width: Inches::mils(2_500),
    tolerance: TOL,
};

/// The purpose of a look: large targets are seen over normal units only by those who shoot. Rules
/// `BG4-KEYW-03`, `BG4-COLOS-06` (pp. 120, 121-122).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Moving and Final Rushing.
    Move,
    /// Ranged attacks.
    Shoot,
}

/// The size of a unit's warriors, smallest first. Rules `BG4-KEYW-01` to `BG4-KEYW-03`, `BG4-COLOS-06` (pp. 119-120, 121-122).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Size {
    /// The default.
    Normal,
    /// Rule `BG4-KEYW-03` (p. 120).
    Large,
    /// Rule `BG4-COLOS-06` (pp. 121-122).
    Colossal,
}

impl Size {
    /// The size printed on a unit card. Rule `BG4-KEYW-02` (p. 120).
    pub fn of(kind: &crate::model::cards::UnitType) -> Self {
        if kind.is(Keyword::Colossal) {
            Self::Colossal
        } else if kind.is(Keyword::Large) {
            Self::Large
        } else {
            Self::Normal
        }
    }
}

/// A unit as it stands on the field.
#[derive(Debug, Clone)]
pub(crate) struct Stand {
    pub(crate) id: UnitId,
    pub(crate) card: Card,
    /// What others may not overlap, where it is not the whole card. Rule `BG4-COLOS-05` (p. 121).
    body: Option<Card>,
    pub(crate) airborne: bool,
    pub(crate) size: Size,
    elevation: OnceCell<Elevation>,
    centres: OnceCell<Vec<Point>>,
}

impl Stand {
    fn of(state: &State, unit: &Unit) -> Option<Self> {
        let card = state.card(unit)?;
        Some(Self {
            id: unit.id,
            card,
            body: unit.slid.then(|| {
                // RULING: BG4-COLOS-05, About Face changes neither of the two cards: the one outside is in front now.
                let turned_about = unit.status == Status::Routing && unit.turn.just_routed;
                outside_card(&card, if turned_about { Way::Forward } else { Way::Backward })
            }),
            airborne: unit.airborne,
            size: Size::of(state.kind(unit)),
            elevation: OnceCell::new(),
            centres: OnceCell::new(),
        })
    }

    /// The same with its whole card lying somewhere else.
    pub(crate) fn at(&self, pose: Pose) -> Self {
        Self {
            id: self.id,
            card: self.card.at(pose),
            body: None,
            airborne: self.airborne,
            size: self.size,
            elevation: OnceCell::new(),
            centres: OnceCell::new(),
        }
    }

    /// What others may not overlap.
    pub(crate) fn body(&self) -> &Card {
        self.body.as_ref().unwrap_or(&self.card)
    }

    /// The centre points of the sides of its body.
    fn centres(&self) -> &[Point] {
        self.centres.get_or_init(|| covered::centre_points(self.body()))
    }
}

/// One of the two cards of a Colossal unit, which alone counts while the other is slid under an enemy: the rear one, or
/// the front one once the unit has turned about. Rule `BG4-COLOS-05` (p. 121).
fn outside_card(card: &Card, way: Way) -> Card {
    let there = shift(card.pose(), way, card.size().depth().half().half());
    Card::new(there, single_card(card.size()))
}

/// The room that a unit needs at the least: of a Colossal unit a single card. Rule `BG4-COLOS-05` (p. 121).
pub(crate) fn single_card(size: Footprint) -> Footprint {
    if size.cards_deep() < 2 {
        return size;
    }
    Footprint::new(size.width(), size.depth().half(), 1).unwrap_or(size)
}

/// A position as a plane of rectangles and terrain.
#[derive(Debug, Clone)]
pub struct Field<'s> {
    state: &'s State,
    table: Arc<TableArea>,
    lays: Arc<[Lay<'s>]>,
    stands: Vec<Stand>,
    /// The places of terrain pieces that stop nobody.
    opened: Vec<usize>,
    altered: Vec<Altered>,
}

/// How a field differs from its position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Altered {
    /// A unit is taken off.
    Absent(UnitId),
    /// A unit lies elsewhere.
    Elsewhere(UnitId, Pose),
    /// The terrain piece at this place of the map stops nobody.
    Opened(usize),
}

impl<'s> Field<'s> {
    /// The field of a position.
    pub fn of(state: &'s State) -> Self {
        let (width, depth) = state
            .scenario()
            .map_or((Inches::mils(36_000), Inches::mils(30_000)), |scenario| {
                (scenario.width, scenario.depth)
            });
        Self {
            state,
            table: Arc::new(TableArea::new(width, depth).expect("a scenario's play area is checked")),
            lays: Lay::all(state).into(),
            stands: state
                .on_table()
                .filter_map(|unit| Stand::of(state, unit))
                .collect(),
            opened: Vec::new(),
            altered: Vec::new(),
        }
    }

    /// The same without some units. Rule `BG4-TURN-06` (pp. 33, 43).
    #[must_use]
    pub fn without(mut self, absent: &[UnitId]) -> Self {
        self.stands.retain(|stand| !absent.contains(&stand.id));
        self.altered.extend(absent.iter().copied().map(Altered::Absent));
        self
    }

    /// The same where some terrain pieces, impassable or not, stop nobody. Rule `BG4-COLOS-05` (p. 121).
    #[must_use]
    pub(crate) fn opened(mut self, places: &[usize]) -> Self {
        self.opened.extend_from_slice(places);
        self.altered.extend(places.iter().copied().map(Altered::Opened));
        self
    }

    /// The same with a unit of it somewhere else, the whole card lying there.
    #[must_use]
    pub fn with(mut self, unit: UnitId, pose: Pose) -> Self {
        if let Some(stand) = self.stands.iter_mut().find(|stand| stand.id == unit) {
            *stand = stand.at(pose);
        }
        self.altered.push(Altered::Elsewhere(unit, pose));
        self
    }

    /// The field of another position, altered as this one is.
    pub(crate) fn likewise<'o>(&self, state: &'o State) -> Field<'o> {
        let altered = self.altered.iter();
        altered.fold(Field::of(state), |field, altered| match *altered {
            Altered::Absent(unit) => field.without(&[unit]),
            Altered::Elsewhere(unit, pose) => field.with(unit, pose),
            Altered::Opened(place) => field.opened(&[place]),
        })
    }

    /// How it differs from its position, in the order in which it was altered.
    pub(crate) fn altered(&self) -> &[Altered] {
        &self.altered
    }

    /// The numbers and switches of its edition.
    pub(crate) const fn profile(&self) -> &'static Profile {
        self.state.profile()
    }

    /// The position it is made from.
    pub fn state(&self) -> &'s State {
        self.state
    }

    /// The play area.
    pub fn table(&self) -> &TableArea {
        &self.table
    }

    /// The rectangle of a unit on it.
    pub fn card(&self, unit: UnitId) -> Option<&Card> {
        self.stand(unit).map(|stand| &stand.card)
    }

    /// The body of a unit, which others may not overlap, and whose sides they measure to and rush: its card,
    /// or of a slid Colossal unit the card outside, whose front is the joint. Rule `BG4-COLOS-05` (p. 121).
    pub fn body(&self, unit: UnitId) -> Option<&Card> {
        self.stand(unit).map(Stand::body)
    }

    /// The bearing from a unit's front centre to a point.
    pub fn bearing(&self, unit: UnitId, to: Point) -> Option<Degrees> {
        self.card(unit)?.front_centre().bearing(to)
    }

    /// Every unit on it.
    pub(crate) fn stands(&self) -> &[Stand] {
        &self.stands
    }

    pub(crate) fn stand(&self, unit: UnitId) -> Option<&Stand> {
        self.stands.iter().find(|stand| stand.id == unit)
    }
}

/// Whether an object lies nowhere near a card: a quick no before anything is measured.
fn is_far(card: &Card, (centre, radius): (Point, Inches)) -> bool {
    let half = card.pose().centre.distance(card.corners()[0]);
    centre.distance(card.pose().centre) > half + radius + TOL.touch
}

/// A pose as events keep it: rounded to 0.001" and 0.01 degrees; where that overlaps something, the next rounded pose that overlaps
/// nothing; where there is none up to 0.002" beside it, the exact pose if that is free, else the rounded one. Rules `BG3-GEN-02` (p. 2), `BG4-GEO-04`
/// (p. 8).
///
/// The exact pose is not free where a unit beside it was rounded towards it: two that rush together are stored one after the other.
pub(crate) fn stored(pose: Pose, is_free: impl Fn(Pose) -> bool) -> Pose {
    let rounded = pose.rounded();
    if is_free(rounded) {
        return rounded;
    }
    let mils = [0, 1, -1, 2, -2];
    let mut near = mils.into_iter().flat_map(|x| {
        mils.into_iter().map(move |y| {
            let centre = rounded.centre;
            Pose::new(
                centre.x + Inches::mils(x),
                centre.y + Inches::mils(y),
                rounded.heading,
            )
            .rounded()
        })
    });
    near.find(|there| is_free(*there))
        .unwrap_or(if is_free(pose) { pose } else { rounded })
}

/// A piece of ground as the geometry takes it.
fn object_of(ground: &crate::model::cards::Ground) -> Object<'_> {
    match ground {
        crate::model::cards::Ground::Area(area) => Object::Area(area),
        crate::model::cards::Ground::Line(points) => Object::Line(points),
    }
}

/// The contact with which a unit that comes from the air has room before an enemy. Rule `BG4-FLY-03` (p. 124).
pub(crate) const LEAST_CONTACT: Inches = Inches::mils(1_750);

/// Whether a card of a unit overlaps nothing that a unit may not overlap; of what it covers part of already, no centre point.
pub(crate) fn is_free(field: &Field<'_>, unit: &Unit, card: &Card, but: &[UnitId]) -> bool {
    field
        .obstacles_from_here(unit, but)
        .iter()
        .all(|obstacle| !battleground_geometry::overlaps(card, obstacle.object, TOL))
        && field.partly_covered(unit).leaves_centres_free(card)
}

#[cfg(test)]
pub(crate) mod tests;
