//! Terrain under units: levels, and what the ground costs to cross (pp. 113-119).

mod hills;

use std::cell::OnceCell;

use battleground_geometry::{
    Area, Card, Footprint, Inches, Object, Point, gap, length_through, overlaps, share_inside,
};

pub(super) use hills::LastOutside;

use super::ground_costs::cost_of;
use super::hindrances::crossing_from;
use super::{Field, Stand, TOL, is_far, object_of};
use crate::field::crossing::{Cost, Crossing};
use crate::model::cards::{Ground, LineSide, Piece, Standing, TerrainType};
use crate::model::names::UnitId;
use crate::model::state::{State, Unit};

/// How high a unit stands. Rules `BG4-TERR-03`, `BG4-FLY-09` (pp. 113, 125).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Elevation {
    /// On the ground, at a level of a hill or cliff.
    Level(u8),
    /// In the air: level with other flyers, one above everything else.
    Air,
}

impl Elevation {
    /// By how many levels this is above another, 0 if it is not. Rules `BG4-TERR-08`, `BG4-FLY-09` (pp. 114-115, 125).
    pub(crate) fn above(self, other: Self) -> u8 {
        match (self, other) {
            (Self::Level(one), Self::Level(other)) => one.saturating_sub(other),
            (Self::Air, Self::Level(_)) => 1,
            (Self::Level(_) | Self::Air, Self::Air) => 0,
        }
    }
}

/// A terrain piece with what is worked out once.
#[derive(Debug)]
pub(crate) struct Lay<'s> {
    /// The piece.
    pub(crate) piece: &'s Piece,
    /// Its place on the map.
    pub(super) place: usize,
    /// The outline as a line that returns to its start, where it is the line that counts: hills and cliffs.
    ring: Option<Vec<Point>>,
    /// What of an area lies under no road, where a road leads over it and the ground under one counts for nothing. Rule
    /// `BG3-TERR-20` (p. 28).
    beside_roads: Option<Vec<Area>>,
    /// The level of the ground that it lies on, worked out when it is asked for.
    ground_level: OnceCell<u8>,
    /// The same number for pieces that touch and make one hill or one fortification.
    pub(crate) group: usize,
    circle: (Point, Inches),
}

/// What belongs together when it touches.
#[derive(PartialEq)]
enum Whole {
    Hill,
    Fortification,
    Single,
}

fn whole(kind: TerrainType) -> Whole {
    match kind {
        TerrainType::Hill => Whole::Hill,
        TerrainType::FortificationWall
        | TerrainType::FortificationDoor
        | TerrainType::FortificationInside => Whole::Fortification,
        _ => Whole::Single,
    }
}

impl<'s> Lay<'s> {
    /// The pieces of the map in play.
    pub(super) fn all(state: &'s State) -> Vec<Self> {
        let pieces: &[Piece] = state.map().map_or(&[], |map| &map.pieces);
        let mut lays: Vec<Self> = pieces
            .iter()
            .enumerate()
            .map(|(place, piece)| Self {
                piece,
                place,
                ring: ring(piece),
                beside_roads: None,
                ground_level: OnceCell::new(),
                group: place,
                circle: circle(&piece.ground),
            })
            .collect();
        if state.profile().roads_cover_ground {
            lay_roads(&mut lays);
        }
        for later in 1..lays.len() {
            for earlier in 0..later {
                let (a, b) = (&lays[earlier], &lays[later]);
                let together =
                    whole(a.piece.kind) == whole(b.piece.kind) && whole(a.piece.kind) != Whole::Single;
                if together
                    && a.group != b.group
                    && !TOL.passes(gap(object_of(&a.piece.ground), object_of(&b.piece.ground)))
                {
                    let (keep, lose) = (a.group, b.group);
                    for lay in lays.iter_mut().filter(|lay| lay.group == lose) {
                        lay.group = keep;
                    }
                }
            }
        }
        lays
    }

    /// Its place on the map.
    pub(crate) const fn place(&self) -> usize {
        self.place
    }

    /// Where it lies.
    pub(crate) fn object(&self) -> Object<'s> {
        object_of(&self.piece.ground)
    }

    /// What is met when it is crossed: the elevation line of a hill, the edge of a cliff, else the piece itself. Rules
    /// `BG4-TERR-01`, `BG4-TERR-18`, `BG4-TERR-21` (pp. 113, 117-118, 137).
    pub(super) fn edge(&self) -> Object<'_> {
        self.ring.as_deref().map_or_else(|| self.object(), Object::Line)
    }

    /// What stops those to whom it is impassable: all of it, or what lies under no road. Rules `BG4-TERR-01`, `BG3-TERR-20`
    /// (p. 28).
    pub(crate) fn closed(&self) -> impl Iterator<Item = Object<'_>> {
        let whole = self.beside_roads.is_none().then(|| self.edge());
        let parts = self.beside_roads.iter().flatten().map(Object::Area);
        whole.into_iter().chain(parts)
    }

    /// The same of an area in which nobody may stand to whom it is impassable.
    pub(crate) fn closed_areas(&self) -> impl Iterator<Item = &Area> {
        let whole = self.area().filter(|_| self.beside_roads.is_none());
        whole.into_iter().chain(self.beside_roads.iter().flatten())
    }

    /// Whether a road that leads over it covers it, so that it counts for nothing while the whole card is on the road. Rule
    /// `BG3-TERR-20` (p. 28).
    // RULING: BG3-TERR-20 (p. 28), ground is what a unit moves in. A hill that the road climbs still rises, and what stands across the
    // road is still crossed: hills, walls, hedges, fences, stakes and fortifications keep their costs, and the worst of these and of
    // the road counts (BG3-TERR-02, p. 27).
    pub(super) fn lies_under_roads(&self) -> bool {
        use TerrainType::{
            BrokenGround, Custom, DeepWater, Forest, LowBrush, RiverRapids, RoughGround, Sand, ShallowWater,
            Shoreline, Swamp, VeryDeepWater, VeryRoughGround, WetGround,
        };
        self.area().is_some()
            && match self.piece.kind {
                BrokenGround | Custom | DeepWater | Forest | LowBrush | RiverRapids | RoughGround | Sand
                | ShallowWater | Shoreline | Swamp | VeryDeepWater | VeryRoughGround | WetGround => true,
                TerrainType::Road
                | TerrainType::Hill
                | TerrainType::SheerCliff
                | TerrainType::LowWall
                | TerrainType::Hedge
                | TerrainType::Fence
                | TerrainType::Stakes
                | TerrainType::FortificationWall
                | TerrainType::FortificationDoor
                | TerrainType::FortificationInside => false,
            }
    }

    /// Whether it is an area of which a card may lie over a part: no line, and no height with an edge.
    pub(crate) fn is_open_area(&self) -> bool {
        self.ring.is_none() && self.area().is_some()
    }

    /// The area, if it has one.
    pub(super) fn area(&self) -> Option<&'s Area> {
        match &self.piece.ground {
            Ground::Area(area) => Some(area),
            Ground::Line(_) => None,
        }
    }

    /// Whether a card enters it by more than the tolerance. Rule `BG4-TERR-01` (pp. 113, 137).
    pub(super) fn is_met(&self, card: &Card) -> bool {
        !is_far(card, self.circle) && overlaps(card, self.edge(), TOL)
    }

    /// A quick no for all of some cards: whether one of them could meet it, as far as circles round them tell.
    pub(super) fn is_near(&self, cards: &[Card]) -> bool {
        let Some(first) = cards.first() else {
            return false;
        };
        let half = |card: &Card| card.pose().centre.distance(card.corners()[0]);
        let reach = cards
            .iter()
            .map(|card| card.pose().centre.distance(first.pose().centre) + half(card));
        let (centre, radius) = self.circle;
        reach
            .max()
            .is_some_and(|reach| centre.distance(first.pose().centre) <= reach + radius + TOL.touch)
    }

    /// Whether a card touches it or lies in it.
    pub(crate) fn is_touched(&self, card: &Card) -> bool {
        !is_far(card, self.circle) && !TOL.passes(gap(card, self.edge()))
    }

    /// On which side of a line a point lies, looking along it; on the line itself, the left one.
    pub(crate) fn side_of(&self, point: Point) -> LineSide {
        match &self.piece.ground {
            Ground::Line(points) => side_of(points, point),
            Ground::Area(_) => LineSide::Left,
        }
    }
}

/// Notes of every area that a road leads over what of it lies under no road. Rule `BG3-TERR-20` (p. 28).
fn lay_roads(lays: &mut [Lay<'_>]) {
    let is_road = |lay: &&Lay<'_>| lay.piece.kind == TerrainType::Road;
    let roads: Vec<(&Area, (Point, Inches))> = lays
        .iter()
        .filter(is_road)
        .filter_map(|lay| Some((lay.area()?, lay.circle)))
        .collect();
    if roads.is_empty() {
        return;
    }
    for lay in lays.iter_mut().filter(|lay| lay.lies_under_roads()) {
        let Some(area) = lay.area() else {
            continue;
        };
        let (centre, radius) = lay.circle;
        let over: Vec<&Area> = roads
            .iter()
            .filter(|(_, (at, reach))| centre.distance(*at) <= radius + *reach)
            .map(|(road, _)| *road)
            .filter(|road| overlaps(*road, area, TOL))
            .collect();
        if !over.is_empty() {
            lay.beside_roads = Some(area.outside(over));
        }
    }
}

fn ring(piece: &Piece) -> Option<Vec<Point>> {
    match (&piece.ground, piece.kind) {
        (Ground::Area(area), TerrainType::Hill | TerrainType::SheerCliff) => {
            let outline = area.outline();
            Some(outline.iter().chain(outline.first()).copied().collect())
        }
        _ => None,
    }
}

fn circle(ground: &Ground) -> (Point, Inches) {
    match ground {
        Ground::Area(area) => area.circle(),
        Ground::Line(points) => {
            let centre = points
                .first()
                .copied()
                .unwrap_or(Point::new(Inches::ZERO, Inches::ZERO));
            let radius = points.iter().map(|point| centre.distance(*point)).max();
            (centre, radius.unwrap_or_default())
        }
    }
}

/// The side of a polyline on which a point lies: of its nearest stretch.
pub(crate) fn side_of(points: &[Point], point: Point) -> LineSide {
    let nearest = points
        .windows(2)
        .min_by_key(|stretch| gap(Object::Line(stretch), &point));
    match nearest {
        Some(&[from, to]) if turn(from, to, point) < 0.0 => LineSide::Right,
        _ => LineSide::Left,
    }
}

/// Above 0 if a point lies to the left of the way from one point to another, in square inches.
fn turn(from: Point, to: Point, point: Point) -> f64 {
    let (ax, ay) = ((to.x - from.x).value(), (to.y - from.y).value());
    let (bx, by) = ((point.x - from.x).value(), (point.y - from.y).value());
    ax * by - ay * bx
}

/// Whether a share of a unit's area is at least half of it. Rule `BG4-GEO-06` (pp. 113, 115).
pub(super) fn is_half(share: f64) -> bool {
    share >= 0.499 - 1e-9
}

pub(crate) const WATER: [TerrainType; 4] = [
    TerrainType::ShallowWater,
    TerrainType::DeepWater,
    TerrainType::VeryDeepWater,
    TerrainType::RiverRapids,
];

impl<'s> Field<'s> {
    /// The pieces of terrain.
    pub(crate) fn lays(&self) -> &[Lay<'s>] {
        &self.lays
    }

    /// The level a unit stands on: of hills and cliffs the highest that has at least half of it; for a flyer one more
    /// than the highest of the map. Rules `BG4-TERR-03`, `BG4-TERR-21`, `BG4-FLY-09` (pp. 113, 117-118, 125).
    pub fn level(&self, unit: UnitId) -> u8 {
        let highest = || self.lays.iter().map(Lay::rise).max().unwrap_or(0);
        self.stand(unit).map_or(0, |stand| match self.elevation(stand) {
            Elevation::Level(level) => level,
            Elevation::Air => highest() + 1,
        })
    }

    /// By how many levels a unit is above another, 0 if it is not: a flyer is 1 above everybody on the ground. Rules
    /// `BG4-TERR-08`, `BG4-FLY-09` (pp. 114-115, 125).
    pub fn levels_above(&self, unit: UnitId, other: UnitId) -> u8 {
        match (self.stand(unit), self.stand(other)) {
            (Some(unit), Some(other)) => self.elevation(unit).above(self.elevation(other)),
            (None, Some(_) | None) | (Some(_), None) => 0,
        }
    }

    /// The highest level of which at least half of a card is at that level or higher. Rule `BG4-TERR-03` (p. 113).
    pub(crate) fn ground_level(&self, card: &Card) -> u8 {
        // RULING: BG4-TERR-03, over several levels what lies higher counts for the lower ones too.
        (1..=3)
            .rev()
            .find(|level| is_half(self.share(card, |lay| lay.rise() >= *level)))
            .unwrap_or(0)
    }

    /// The level of the ground that a piece of terrain lies on: the highest one on which at least half of it lies. Rules
    /// `BG3-TERR-07`, `BG3-TERR-10` (pp. 27-28).
    // RULING: BG3-TERR-10 (p. 28), the book adds the ground to the height of units (p. 27) and says of terrain nothing: a forest
    // stands on its ground as a unit does, by half of it.
    pub(crate) fn level_of_ground_under(&self, lay: &Lay<'s>) -> u8 {
        let hills = |level: u8| {
            let hills = self.lays.iter().filter(move |hill| hill.rise() >= level);
            hills.filter(|hill| hill.place != lay.place)
        };
        let share_on = |level: u8| match &lay.piece.ground {
            Ground::Area(area) => {
                let beside: f64 = area
                    .outside(hills(level).filter_map(Lay::area))
                    .iter()
                    .map(Area::size)
                    .sum();
                1.0 - beside / area.size()
            }
            Ground::Line(points) => {
                let lengths = points.windows(2).map(|ends| {
                    let on = length_through(ends[0], ends[1], hills(level).map(Lay::object));
                    (on.value(), ends[0].distance(ends[1]).value())
                });
                let (on, whole) = lengths.fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
                on / whole
            }
        };
        let levels = (1..=3).rev();
        *lay.ground_level.get_or_init(|| {
            levels
                .filter(|level| hills(*level).next().is_some())
                .find(|level| is_half(share_on(*level)))
                .unwrap_or(0)
        })
    }

    /// Whether at least half of a card stands on this level of its hill or higher on the same hill. Rule `BG4-TERR-18` (p. 117).
    pub(crate) fn stands_on_level(&self, card: &Card, hill: &Lay<'_>) -> bool {
        is_half(self.share(card, |lay| {
            lay.group == hill.group && lay.piece.level >= hill.piece.level
        }))
    }

    /// The share of a card inside the areas of some pieces.
    pub(crate) fn share(&self, card: &Card, of: impl Fn(&Lay<'s>) -> bool) -> f64 {
        let mut areas = self
            .lays
            .iter()
            .filter(|lay| of(lay) && !is_far(card, lay.circle))
            .filter_map(Lay::area)
            .peekable();
        if areas.peek().is_none() {
            0.0
        } else {
            share_inside(card, areas)
        }
    }

    /// The share of a card inside kinds of terrain. A crossing is no water. Rule `BG4-TERR-23` (pp. 117-118).
    pub(crate) fn share_of(&self, card: &Card, kinds: &[TerrainType]) -> f64 {
        let wet = |lay: &Lay<'s>| lay.piece.kind == TerrainType::WetGround;
        let inside = |lay: &Lay<'s>| kinds.contains(&lay.piece.kind);
        if kinds.iter().any(|kind| WATER.contains(kind)) {
            self.share(card, |lay| inside(lay) || wet(lay)) - self.share(card, wet)
        } else {
            self.share(card, inside)
        }
    }

    /// Whether at least half of a unit lies in terrain of a kind; a flyer is in none. Rules `BG4-TERR-12`,
    /// `BG4-FLY-08` (pp. 115-116, 125).
    pub fn is_in(&self, unit: UnitId, kind: TerrainType) -> bool {
        self.is_in_any(unit, &[kind])
    }

    /// Whether at least half of a unit lies in terrain of these kinds together. Rules `BG4-TERR-12`, `BG4-FLY-08` (pp. 115-116,
    /// 125).
    pub fn is_in_any(&self, unit: UnitId, kinds: &[TerrainType]) -> bool {
        self.stand(unit)
            .is_some_and(|stand| !stand.airborne && is_half(self.share_of(&stand.card, kinds)))
    }

    /// Whether a unit lies in a forest or in scenario terrain that blocks Visibility: no flyer swoops on it there. Rule
    /// `BG4-FLY-13` (pp. 125-126).
    pub fn is_hidden_from_above(&self, unit: UnitId) -> bool {
        // RULING: BG4-FLY-13, a unit on a hill stands on it and is not in it.
        self.stand(unit).is_some_and(|stand| {
            !stand.airborne
                && is_half(self.share(&stand.card, |lay| {
                    lay.piece.kind == TerrainType::Forest || lay.piece.blocks_visibility
                }))
        })
    }

    /// Whether the ground keeps a unit from ranged attacks: deep water, or custom terrain that says so. Rules `BG4-TERR-24` (p. 118),
    /// `BG3-TERR-01` (p. 27).
    pub fn ground_forbids_shooting(&self, unit: UnitId) -> bool {
        self.stand(unit)
            .is_some_and(|stand| self.ground_under_forbids_shooting(stand))
    }

    /// The same of a unit as it stands, or might.
    pub(crate) fn ground_under_forbids_shooting(&self, stand: &Stand) -> bool {
        // RULING: BG4-TERR-24, at least half of the unit.
        const DEEP: [TerrainType; 3] = [
            TerrainType::DeepWater,
            TerrainType::VeryDeepWater,
            TerrainType::RiverRapids,
        ];
        // RULING: BG3-TERR-20, not on a bridge: a road that leads over it and holds the whole card.
        let on_bridge = || {
            let unit = self.state.unit(stand.id);
            unit.is_some_and(|unit| self.is_on_covering_road(unit, &[stand.card]))
        };
        let forbids = || {
            is_half(self.share_of(&stand.card, &DEEP)) || self.is_custom_ground_without_shooting(&stand.card)
        };
        !stand.airborne && forbids() && !on_bridge()
    }

    /// Whether at least half of a card lies in custom terrain that keeps a unit from shooting. Rule `BG3-TERR-01` (p. 27).
    fn is_custom_ground_without_shooting(&self, card: &Card) -> bool {
        let keeps = |lay: &Lay<'s>| lay.piece.custom.as_ref().is_some_and(|custom| custom.no_shooting);
        let mut pieces = self.lays.iter().filter(|lay| keeps(lay)).peekable();
        pieces.peek().is_some() && is_half(self.share(card, keeps))
    }

    /// Whether any part of a card lies in water. Rule `BG4-TERR-23` (pp. 117-118).
    pub(crate) fn is_wet(&self, card: &Card) -> bool {
        let water = |lay: &&Lay<'s>| WATER.contains(&lay.piece.kind) && lay.is_met(card);
        let crossing = |lay: &Lay<'s>| lay.piece.kind == TerrainType::WetGround && lay.is_met(card);
        self.lays.iter().any(|lay| water(&lay))
            && (!self.lays.iter().any(crossing) || self.share_of(card, &WATER) > 0.001)
    }

    /// Whether a card lies at least half in water and reaches the bank. Rule `BG4-TERR-23` (pp. 117-118).
    pub(crate) fn is_at_bank(&self, card: &Card) -> bool {
        let share = self.share_of(card, &WATER);
        let reaches = || {
            // Wholly in the water the card reaches the bank where it touches the water's outline.
            share < 0.999 || {
                let grown = Footprint::new(
                    card.size().width() + TOL.touch + TOL.touch,
                    card.size().depth() + TOL.touch + TOL.touch,
                    1,
                );
                grown.is_ok_and(|size| self.share_of(&Card::new(card.pose(), size), &WATER) < 1.0 - 1e-6)
            }
        };
        is_half(share) && reaches()
    }

    /// The passage of a unit through a terrain piece: the change of MC, or nothing if it is impassable.
    /// Stakes are taken against their points. Rules `BG4-TERR-11`, `BG4-TERR-13`, `BG4-FLY-08` (pp. 115,
    /// 116-119, 125).
    pub fn passage(&self, unit: &Unit, piece: &Piece) -> Option<i32> {
        self.passage_by(unit, piece, Crossing::AgainstPoints)
    }

    /// The area of a terrain piece in which a unit may not stand at all: of a cliff only the edge is barred, and walls
    /// drawn as lines have no inside. Rules `BG4-TERR-01`, `BG4-TERR-13`, `BG4-TERR-21` (pp. 113, 116-119, 137).
    pub fn barred_area<'p>(&self, unit: &Unit, piece: &'p Piece) -> Option<&'p Area> {
        match &piece.ground {
            Ground::Area(area)
                if !matches!(
                    piece.kind,
                    TerrainType::SheerCliff | TerrainType::FortificationDoor
                ) =>
            {
                self.passage(unit, piece).is_none().then_some(area)
            }
            Ground::Area(_) | Ground::Line(_) => None,
        }
    }

    /// The passage of a unit that comes from a point through a terrain piece: only for stakes does it matter.
    /// Rule `BG4-TERR-22` (p. 118).
    pub fn passage_from(&self, unit: &Unit, piece: &Piece, from: Point) -> Option<i32> {
        self.passage_by(unit, piece, crossing_from(piece, from))
    }

    pub(super) fn passage_by(&self, unit: &Unit, piece: &Piece, crossing: Crossing) -> Option<i32> {
        if unit.airborne {
            return Some(0);
        }
        if self.is_held_door(unit, piece) {
            return None;
        }
        match cost_of(self.state.edition, piece, self.state.kind(unit), crossing) {
            Cost::Impassable => None,
            Cost::Steps(steps) if steps < 0 => Some((steps + self.easier(unit, piece.kind)).min(0)),
            Cost::Steps(steps) => Some(steps),
        }
    }

    /// Whether an enemy on the ground touches a door, and so defends it. Rule `BG3-TERR-21` (p. 28).
    fn is_held_door(&self, unit: &Unit, piece: &Piece) -> bool {
        let enemies = self
            .stands
            .iter()
            .filter(|stand| stand.id.team() != unit.id.team());
        let stands_in_it = || {
            self.card(unit.id)
                .is_some_and(|card| overlaps(card, object_of(&piece.ground), TOL))
        };
        self.profile().doors_are_defended
            && piece.kind == TerrainType::FortificationDoor
            && !stands_in_it()
            && enemies
                .filter(|stand| !stand.airborne)
                .any(|stand| !TOL.passes(gap(&stand.card, object_of(&piece.ground))))
    }

    /// By how many rows the standing abilities of factions ease a kind of terrain for a unit.
    fn easier(&self, unit: &Unit, kind: TerrainType) -> i32 {
        let card = self.state.kind(unit);
        let primary = self.state.faction(unit.id.seat()).map(|faction| &faction.id);
        let rows = self.state.book.factions.iter().flat_map(|faction| {
            let abilities = faction.abilities.iter().filter(|ability| {
                let works = if ability.of_unit {
                    card.faction == faction.id
                } else {
                    primary == Some(&faction.id)
                };
                works && self.state.has_ability(unit.id.seat(), ability)
            });
            abilities.flat_map(|ability| &ability.standing)
        });
        rows.filter_map(|standing| match standing {
            Standing::EasyGround { terrains, rows, not } => {
                (terrains.contains(&kind) && !card.is_any(not)).then_some(i32::from(*rows))
            }
        })
        .sum()
    }
}

impl Lay<'_> {
    /// The level of the ground inside it.
    pub(crate) fn rise(&self) -> u8 {
        match self.piece.kind {
            TerrainType::Hill => self.piece.level,
            TerrainType::SheerCliff => self.piece.rises_to,
            _ => 0,
        }
    }
}
