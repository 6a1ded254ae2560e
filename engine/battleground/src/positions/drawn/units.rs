//! The units of a drawn position: those that stand, with their marks, and those that are gone.

use battleground_geometry::Pose;
use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Sketch;
use super::orders::DrawnOrder;
use super::players::nobody_at;
use super::refusal::DrawnRefusal;
use crate::editions::profile::{Profile, Statuses};
use crate::model::cards::Book;
use crate::model::names::{KindNo, MOST_SEATS, UnitId};
use crate::model::refusal::Refusal;
use crate::model::state::{Cause, Pending, RoutCause, Status, Unit};
use crate::positions::of_edition::LackRefusal;
use crate::rules::setup::new_unit;

/// A unit that stands on the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Drawn {
    /// Whose.
    pub seat: Seat,
    /// Its card.
    pub unit: String,
    /// Where its centre lies and where it looks.
    pub pose: Pose,
    /// Its status.
    #[serde(default)]
    pub status: DrawnStatus,
    /// The order of a Ready unit; the one on its card, or Close, if left out.
    #[serde(default)]
    pub order: Option<DrawnOrder>,
    /// Damage boxes marked.
    #[serde(default)]
    pub damage: Option<u8>,
    /// Ammo boxes marked.
    #[serde(default)]
    pub ammo: Option<u8>,
    /// Was activated in the turn that is drawn.
    #[serde(default)]
    pub activated: bool,
    /// Was activated and moved in the turn that is drawn. Rule `BG4-MODS-16` (p. 107).
    #[serde(default)]
    pub moved: bool,
    /// The courage checks that it still has to take.
    #[serde(default)]
    #[schemars(length(max = 6))]
    pub checks: Vec<DrawnCheck>,
}

/// A courage check that a drawn unit still has to take in the next Courage Phase. Rules `BG4-COUR-08`, `BG4-COUR-12`,
/// `BG4-ROUT-12` (pp. 77-78, 86-87, 111, 123, 131).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DrawnCheck {
    /// A Fear Check that a spell or card forced on it.
    Fear,
    /// A Rout Check: it became Pinched, or was Final Rushed while Pinched.
    Pinched,
    /// A Rout Check: the last green box was marked.
    LastGreen,
    /// A Rout Check: the last yellow box was marked.
    LastYellow,
    /// A Rout Check: red boxes were marked.
    Red,
    /// A Rout Check: a friend moved through it on a Subsequent Rout Move or a Recall.
    MovedThrough,
}

impl DrawnCheck {
    /// Why the Rout Check is taken, if it is one.
    const fn rout(self) -> Option<RoutCause> {
        match self {
            Self::Fear => None,
            Self::Pinched => Some(RoutCause::Pinched),
            Self::LastGreen => Some(RoutCause::LastGreen),
            Self::LastYellow => Some(RoutCause::LastYellow),
            Self::Red => Some(RoutCause::Red),
            Self::MovedThrough => Some(RoutCause::MovedThrough),
        }
    }
}

/// The checks of a drawn unit as a game keeps them: each cause once.
fn pending(checks: &[DrawnCheck]) -> Pending {
    let mut pending = Pending {
        fear: checks.contains(&DrawnCheck::Fear),
        ..Pending::default()
    };
    for cause in checks.iter().filter_map(|check| check.rout()) {
        if !pending.rout.contains(&cause) {
            pending.rout.push(cause);
        }
    }
    pending
}

/// The status of a drawn unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DrawnStatus {
    /// With an order.
    #[default]
    Ready,
    /// Rule `BG4-STATUS-02` (pp. 23, 36-37, 101).
    Disrupted,
    /// Rule `BG4-STATUS-03` (pp. 23-24).
    Routing,
}

/// A unit that was destroyed before the drawn turn begins. Rule `BG4-CONS-06` (p. 141).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lost {
    /// Whose.
    pub seat: Seat,
    /// Its card.
    pub unit: String,
    /// How it was destroyed; by an attack if left out.
    #[serde(default = "by_attack")]
    pub cause: Cause,
}

const fn by_attack() -> Cause {
    Cause::Attack
}

/// The drawn units with their marks, in the order of their ids; their orders come when all of them stand.
pub(super) fn drawn(
    profile: &Profile,
    book: &Book,
    sketch: &Sketch,
    seats: usize,
) -> Result<Vec<Unit>, Refusal> {
    let mut numbers = Numbers::of(seats);
    let mut units = Vec::new();
    for (place, unit) in sketch.units.iter().enumerate() {
        let at = |field: &str| format!("/units/{place}/{field}");
        let id = numbers.next(unit.seat, &at("seat"))?;
        if unit.status == DrawnStatus::Disrupted && profile.statuses == Statuses::ReadyAndRouting {
            let why = Refusal::from(LackRefusal::Disrupted).asked("disrupted");
            return Err(why.with("path", at("status")));
        }
        if let Some(ammo) = unit.ammo.filter(|_| !profile.ammunition) {
            let why = Refusal::from(LackRefusal::Ammunition).asked(ammo);
            return Err(why.with("path", at("ammo")));
        }
        units.push(Unit {
            pose: Some(unit.pose.rounded()),
            status: match unit.status {
                DrawnStatus::Ready => Status::Ready(None),
                DrawnStatus::Disrupted => Status::Disrupted,
                DrawnStatus::Routing => Status::Routing,
            },
            marked: unit.damage.unwrap_or_default(),
            ammo_marked: unit.ammo.unwrap_or_default(),
            pending: pending(&unit.checks),
            ..new_unit(id, known_kind(book, &unit.unit, &at("unit"))?)
        });
    }
    for (place, unit) in sketch.lost.iter().enumerate() {
        let at = |field: &str| format!("/lost/{place}/{field}");
        let id = numbers.next(unit.seat, &at("seat"))?;
        units.push(Unit {
            destroyed: Some(unit.cause),
            ..new_unit(id, known_kind(book, &unit.unit, &at("unit"))?)
        });
    }
    units.sort_by_key(|unit| unit.id);
    Ok(units)
}

/// The ids of the units that stand, in the order in which they are drawn.
pub(super) fn ids(drawn: &[Drawn]) -> Result<Vec<UnitId>, Refusal> {
    let mut numbers = Numbers::of(MOST_SEATS);
    drawn
        .iter()
        .enumerate()
        .map(|(place, unit)| numbers.next(unit.seat, &format!("/units/{place}/seat")))
        .collect()
}

/// How many units of each player have a number.
struct Numbers(Vec<u8>);

impl Numbers {
    /// None yet, of so many players.
    fn of(seats: usize) -> Self {
        Self(vec![0; seats])
    }

    /// The next unit of a player, said at this place of the drawing.
    fn next(&mut self, seat: Seat, path: &str) -> Result<UnitId, Refusal> {
        let seats = self.0.len();
        let count = self.0.get_mut(seat.index());
        let nobody = || Refusal::from(nobody_at(seat, seats, "have_units")).with("path", path);
        let count = count.ok_or_else(nobody)?;
        *count = count.saturating_add(1);
        let too_many = || DrawnRefusal::TooManyUnits {
            seat,
            path: path.to_owned(),
        };
        Ok(UnitId::new(seat, *count).ok_or_else(too_many)?)
    }
}

fn known_kind(book: &Book, id: &str, path: &str) -> Result<KindNo, DrawnRefusal> {
    let found = book.kind_named(id).map(|(kind, _)| kind);
    found.ok_or_else(|| DrawnRefusal::NoSuchCard {
        card: id.to_owned(),
        cards: book.kinds.iter().map(|kind| kind.id.clone()).collect(),
        path: path.to_owned(),
    })
}
