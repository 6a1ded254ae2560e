//! One unit on its way: what it may still use, where a leg takes it and where it stops (pp. 41-45, 115).

pub(crate) mod blocked;
pub(crate) mod ground;
pub(crate) mod turning;

use std::cell::RefCell;

use battleground_geometry::{
    Card, Degrees, Footprint, Inches, Obstacles, Pose, TableArea, Turn, Way, about_face, free_distance,
    overlaps, reform, reform_is_free, shift,
};
use blocked::Blocked;
use ground::Covers;

use crate::editions::profile::{TurnCost, TurnLimit};
use crate::field::covered::PartlyCovered;
use crate::field::{Blocker, Field, Hindrance, MOST_BY_ROAD, TOL, lasting_steps, stored};
use crate::model::command::Leg;
use crate::model::effect::Keyword;
use crate::model::movement_category::Mc;
use crate::model::state::{Status, Unit};

pub(crate) use crate::field::computed::{GRAIN, angle, length};

/// Who decides how a unit moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MovedBy {
    /// Its standing order, with its movement cap.
    Order,
    /// Its owner, by Direct Control: neither order nor cap count. Rule `BG4-CMD-06` (pp. 36, 46).
    Control,
}

/// The four maneuvers. Rule `BG4-MAN-01` (pp. 43-44).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Maneuver {
    /// Straight or turning, with the rear in front.
    Backward,
    /// Sideways to the left.
    Left,
    /// Sideways to the right.
    Right,
    /// By 180 degrees.
    AboutFace,
    /// To any other heading.
    Reform,
}

impl Maneuver {
    /// By how many rows it lowers the MC for the turn. Rule `BG4-MAN-01` (pp. 43-44).
    pub(crate) const fn rows(self) -> i32 {
        match self {
            Self::Backward | Self::Reform => 2,
            Self::Left | Self::Right | Self::AboutFace => 1,
        }
    }

    const fn of(way: Way) -> Option<Self> {
        match way {
            Way::Forward => None,
            Way::Backward => Some(Self::Backward),
            Way::Left => Some(Self::Left),
            Way::Right => Some(Self::Right),
        }
    }
}

/// How far a unit has come in its activation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Progress {
    /// Where it lies now.
    pub pose: Pose,
    /// Inches measured so far.
    pub used: f64,
    /// Rows lost by maneuvers, 0 or less.
    pub maneuvers: i32,
    /// Rows by terrain met so far this turn: the worst. Rule `BG4-TERR-09` (p. 115).
    pub terrain: i32,
    /// The maneuver under way, which does not cost again while it goes on.
    pub last: Option<Maneuver>,
}

/// A unit that moves over a field.
#[derive(Debug, Clone)]
pub(crate) struct Mover<'f> {
    field: &'f Field<'f>,
    pub(crate) unit: &'f Unit,
    size: Footprint,
    movement: Mc,
    cards: i32,
    cap: Option<Mc>,
    free_maneuvers: bool,
    slack: f64,
    what: Vec<Blocker>,
    obstacles: Obstacles<'f>,
    /// What it covers part of where it begins. Rule `BG3-MOV-14` (p. 12).
    covered: PartlyCovered<'f>,
    /// Whether its MC cannot change within reach, wherever it goes.
    flat: bool,
    /// The pieces of terrain within reach that lower its MC, the worst first.
    hindrances: Vec<Hindrance<'f>>,
    start: Progress,
    /// What is known of the turns from where one was tried last.
    blocked: RefCell<Blocked>,
}

impl<'f> Mover<'f> {
    /// A unit on the table, before its first leg.
    pub(crate) fn new(field: &'f Field<'f>, unit: &'f Unit, moved_by: MovedBy) -> Option<Self> {
        Self::reaching(field, unit, moved_by, 1)
    }

    /// The same, ready to be thought ahead for several turns.
    pub(crate) fn reaching(
        field: &'f Field<'f>,
        unit: &'f Unit,
        moved_by: MovedBy,
        turns: u8,
    ) -> Option<Self> {
        let state = field.state();
        let card = *field.card(unit.id)?;
        let kind = state.kind(unit);
        let movement = match (unit.airborne, kind.flying) {
            (true, Some(flying)) => flying,
            (true | false, _) => kind.movement,
        };
        let cap = match (moved_by, unit.status) {
            (MovedBy::Order, Status::Ready(Some(orders))) => orders.cap,
            (MovedBy::Order | MovedBy::Control, _) => None,
        };
        let mut mover = Self {
            field,
            unit,
            size: card.size(),
            movement,
            cards: lasting_steps(state, unit),
            cap,
            free_maneuvers: moved_by == MovedBy::Control
                && kind.is(Keyword::Skirmisher)
                && state.profile().free_skirmisher_maneuvers,
            slack: match moved_by {
                MovedBy::Order => GRAIN,
                // What a player measures is within the MC by the tolerance of the edition. Rules BG3-GEN-02, BG4-GEO-04.
                MovedBy::Control => state.profile().measures.limit.value() + GRAIN,
            },
            what: Vec::new(),
            obstacles: Obstacles::default(),
            covered: field.partly_covered(unit),
            flat: true,
            hindrances: Vec::new(),
            start: Progress {
                pose: card.pose(),
                used: 0.0,
                maneuvers: 0,
                terrain: 0,
                last: None,
            },
            blocked: RefCell::default(),
        };
        mover.look_around(&card, turns);
        Some(mover)
    }

    /// What lies within reach: obstacles, and whether the ground makes any difference there.
    fn look_around(&mut self, card: &Card, turns: u8) {
        let met = |steps: i32| match self.unit.turn.terrain {
            Some(mark) if !self.unit.airborne => steps.min(i32::from(mark)),
            Some(_) | None => steps,
        };
        let here = if self.unit.airborne {
            0
        } else {
            met(self.field.ground_steps(self.unit, &[*card]))
        };
        self.start.terrain = here;
        let diagonal = self.size.width().value().hypot(self.size.depth().value());
        let reach = self.allowance_with(0, here.max(0)) * f64::from(turns) + diagonal * 1.5 + 0.1;
        if !self.unit.airborne {
            let side = length((2.0 * reach).min(100.0));
            self.flat = false;
            if let Ok(size) = Footprint::new(side, side, 1) {
                let pose = Pose::new(card.pose().centre.x, card.pose().centre.y, Degrees::ZERO);
                let around = Card::new(pose, size);
                self.flat = if turns > 1 {
                    // What binds it this turn, where it stands or by what it met, does not bind it in the next. BG4-TERR-09.
                    self.field.is_plain(&around)
                } else {
                    met(self.field.ground_steps(self.unit, &[around])) == here
                };
                self.hindrances = self.field.hindrances(self.unit, &around);
            }
        }
        let mut objects = Vec::new();
        let mut edges = self.field.table().edge_distances(card).into_iter();
        for obstacle in self.field.obstacles_from_here(self.unit, &[]) {
            let near = match obstacle.what {
                // The four edges come in the order in which their distances are measured.
                Blocker::Edge => edges.next().is_none_or(|distance| distance.value() < reach),
                Blocker::Unit(_) | Blocker::Terrain(_) | Blocker::Target => {
                    battleground_geometry::gap(card, obstacle.object).value() < reach
                }
            };
            if near {
                self.what.push(obstacle.what);
                objects.push(obstacle.object);
            }
        }
        self.obstacles = Obstacles::new(objects);
    }

    /// The sharpest turn of a ruler.
    pub(crate) fn turn_limit(&self) -> TurnLimit {
        self.field.profile().turn_limit
    }

    /// What its turns take off its movement.
    pub(crate) fn turn_cost(&self) -> TurnCost {
        self.field.profile().turn_cost
    }

    /// By how many halves of a degree the turns differ that it weighs.
    pub(crate) fn turns_weighed(&self) -> u32 {
        self.field.profile().turns_weighed
    }

    /// Whether it takes the first of the plans that end nearest of all. Rule `BG3-PATH-02` (pp. 11-12).
    pub(crate) fn takes_first_of_nearest(&self) -> bool {
        self.field.profile().first_of_nearest_plans
    }

    /// Whether anything stands within its reach.
    pub(crate) fn meets_something(&self) -> bool {
        !self.what.is_empty()
    }

    /// The play area.
    pub(crate) fn table(&self) -> &TableArea {
        self.field.table()
    }

    /// Before the first leg.
    pub(crate) const fn start(&self) -> Progress {
        self.start
    }

    /// What the rules say before the first leg of another turn from another place: what was met in this turn binds it no
    /// more. Rules `BG4-PATH-07`, `BG4-TERR-09` (pp. 47-49, 115).
    pub(crate) fn afresh(&self, pose: Pose) -> Progress {
        Progress {
            pose,
            used: 0.0,
            maneuvers: 0,
            terrain: self.field.ground_steps(self.unit, &[self.card_at(pose)]),
            last: None,
        }
    }

    /// Its card at a pose.
    pub(crate) fn card_at(&self, pose: Pose) -> Card {
        Card::new(pose, self.size)
    }

    /// Its footprint.
    pub(crate) const fn size(&self) -> Footprint {
        self.size
    }

    /// The distance that MC and cap give after all penalties. Rules `BG4-MOVE-21`, `BG4-ORDER-09`, `BG4-MC-02` (pp. 27-28, 43-45,
    /// 52, 115).
    pub(crate) fn allowance(&self, at: &Progress) -> f64 {
        self.allowance_with(at.maneuvers, at.terrain)
    }

    fn allowance_with(&self, maneuvers: i32, terrain: i32) -> f64 {
        let mc = self.movement.stepped(self.cards + maneuvers + terrain);
        self.cap.map_or(mc, |cap| mc.min(cap)).inches().value()
    }

    /// No turn brings it farther, wherever it begins: on a road that suits it best, without a maneuver.
    pub(crate) fn farthest_in_a_turn(&self) -> f64 {
        self.allowance_with(0, MOST_BY_ROAD) + self.slack
    }

    /// What is left of it.
    pub(crate) fn left(&self, at: &Progress) -> f64 {
        (self.allowance(at) - at.used).max(0.0)
    }

    /// The blockers that lie on a pose.
    pub(crate) fn met_at(&self, pose: Pose) -> Vec<Blocker> {
        let card = self.card_at(pose);
        let overlapped = |place: &usize| overlaps(&card, self.obstacles.objects()[*place], TOL);
        (0..self.what.len())
            .filter(overlapped)
            .map(|place| self.what[place])
            .collect()
    }

    /// A pose as events keep it: where rounding would make an overlap, one near it that does not. Rules `BG4-GEO-04`,
    /// `BG3-GEN-02` (p. 2); of one that covers part of a friend, one that covers nothing else, `BG3-MOV-14` (p. 12).
    pub(crate) fn stored(&self, pose: Pose) -> Pose {
        if self.unit.airborne {
            return pose.rounded();
        }
        let covers = self.met_at(pose);
        if covers.is_empty() {
            return stored(pose, |there| self.is_free(there));
        }
        stored(pose, |there| {
            self.met_at(there).iter().all(|what| covers.contains(what))
                && self.covered.leaves_centres_free(&self.card_at(there))
        })
    }

    /// Whether nothing lies there.
    pub(crate) fn is_free(&self, pose: Pose) -> bool {
        let card = self.card_at(pose);
        !self
            .obstacles
            .objects()
            .iter()
            .any(|object| overlaps(&card, *object, TOL))
            && self.covered.leaves_centres_free(&card)
    }

    /// Begins a maneuver, if the lowered MC is not below what is used already and not below row 0. One continuous
    /// maneuver of a kind and direction counts once. Rules `BG4-MAN-01`, `BG4-MAN-08`, `BG4-MAN-09`, `BG4-MOVE-21` (pp. 43-45,
    /// 115).
    pub(crate) fn maneuver(&self, at: &Progress, maneuver: Maneuver) -> Option<Progress> {
        let goes_on =
            at.last == Some(maneuver) && !matches!(maneuver, Maneuver::AboutFace | Maneuver::Reform);
        let rows = if goes_on || self.free_maneuvers {
            0
        } else {
            maneuver.rows()
        };
        let now = Progress {
            maneuvers: at.maneuvers - rows,
            last: Some(maneuver),
            ..*at
        };
        self.bears(&now).then_some(now)
    }

    /// RULING: BG4-MAN-08. A maneuver may use up the whole MC, but not more than it.
    fn bears(&self, at: &Progress) -> bool {
        let before = i32::from(self.movement.number()) + self.cards + at.terrain;
        let row = if self.field.profile().maneuvers_below_row_0 {
            // A unit whose category is 0 before any maneuver makes none. Rule BG3-MOV-11 (p. 11).
            before - 1
        } else {
            before + at.maneuvers
        };
        self.movement != Mc::NONE && row >= 0 && at.used <= self.allowance(at) + self.slack
    }

    /// As far as a shift goes, at most `want`: to an obstacle, to the end of the MC, to the edge of terrain that would
    /// leave less than is used already. Rules `BG4-MOVE-12`, `BG4-MOVE-18`, `BG4-MOVE-20`, `BG4-MOVE-23`, `BG4-MAN-03`,
    /// `BG4-MAN-05`, `BG4-TERR-10` (pp. 39, 41, 43-44, 115).
    pub(crate) fn shifted(&self, at: &Progress, way: Way, want: f64) -> Option<(Progress, f64)> {
        let at = match Maneuver::of(way) {
            Some(maneuver) => self.maneuver(at, maneuver)?,
            None => Progress { last: None, ..*at },
        };
        let most = want
            .min(self.allowance(&at) + self.slack - GRAIN - at.used)
            .max(0.0);
        let card = self.card_at(at.pose);
        let free = free_distance(&card, way, length(most), &self.obstacles, TOL);
        let clear = self.covered.clear_part(&card, way, free.distance);
        let (distance, terrain) = self.ground_allows(&at, way, clear.value());
        let end = Progress {
            pose: shift(at.pose, way, length(distance)),
            used: at.used + distance,
            terrain,
            ..at
        };
        Some((end, distance))
    }

    /// After an about face, which needs no space. Rule `BG4-MAN-06` (p. 44).
    // RULING: BG4-COLOS-05, one whose front card is slid under others moves only where both its cards have room.
    pub(crate) fn about_faced(&self, at: &Progress) -> Option<Progress> {
        let now = self.maneuver(at, Maneuver::AboutFace)?;
        let pose = about_face(at.pose);
        (!self.unit.slid || self.is_free(pose)).then_some(Progress { pose, ..now })
    }

    /// After a reform to a heading that is not the opposite one, if there is room for it. Rule `BG4-MAN-07` (p. 44).
    pub(crate) fn reformed(&self, at: &Progress, heading: Degrees) -> Option<Progress> {
        if is_opposite(at.pose.heading, heading) && !self.field.profile().reform_about {
            return None;
        }
        let now = self.maneuver(at, Maneuver::Reform)?;
        let card = self.card_at(at.pose);
        let pose = reform(at.pose, heading);
        if !reform_is_free(&card, heading, &self.obstacles, TOL) || !self.covered.bears_reform(&card, pose) {
            return None;
        }
        let end = Progress {
            pose,
            terrain: self.ground(at.terrain, &card, Covers::Reform(heading)),
            ..now
        };
        self.bears(&end).then_some(end)
    }

    /// After a leg exactly as it is described, or nothing if the rules forbid it.
    pub(crate) fn step(&self, at: &Progress, leg: &Leg) -> Option<Progress> {
        match *leg {
            Leg::Shift { inches, .. } if inches < Inches::ZERO => None,
            Leg::Shift { way, inches } => {
                let (end, distance) = self.shifted(at, way, inches.value())?;
                (distance + 1e-4 >= inches.value()).then_some(end)
            }
            Leg::Turn {
                hand,
                angle,
                inches,
                backward,
            } => self.turned(at, Turn::new(hand, angle, inches).ok()?, backward),
            Leg::AboutFace => self.about_faced(at),
            Leg::Reform { heading } => self.reformed(at, heading),
        }
    }

    /// The same on an empty, level plane without end.
    pub(crate) fn on_a_bare_plane(mut self) -> Self {
        self.what.clear();
        self.obstacles = Obstacles::default();
        self.covered = PartlyCovered::default();
        self.flat = true;
        self.hindrances.clear();
        self.blocked = RefCell::default();
        self
    }
}

/// Whether two headings look opposite ways: that is an about face, no reform. Rule `BG4-MAN-07` (p. 44).
pub(crate) fn is_opposite(one: Degrees, other: Degrees) -> bool {
    180.0 - one.turn_to(other).value().abs() < 0.005
}
