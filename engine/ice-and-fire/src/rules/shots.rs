//! Shots of a unit that may shift before it shoots. Rules `IF-ACT-06`, `IF-ACT-09`, `IF-TAC-06`.

use super::{attack, movement, terrain};
use crate::cards::{AttackKind, Keyword, RangeWord};
use crate::field::{Ground, Outline, Tray, could_see, interrupting, is_in_range, range_to, sees, turned};
use crate::model::names::UnitId;
use crate::model::place::Shift;
use crate::model::state::State;

/// The most that a unit may shift before a ranged Attack, in thousandths of an inch. Rule `IF-ACT-06`.
pub(super) const SHOOTING_SHIFT: i32 = 2_000;

/// A shooter and its target, with everything that a shift and a line of sight meet.
struct Shooter {
    tray: Tray,
    target: Tray,
    range: RangeWord,
    /// Whatever the shooter meets when it moves, the terrain among it.
    ground: Ground,
    /// The trays of all other units.
    others: Vec<Outline>,
}

impl Shooter {
    /// A unit, a target and the ranged attack at a place of the unit's card; nothing if the unit is engaged or has none.
    fn new(state: &State, id: UnitId, target: UnitId, weapon: u8) -> Option<Self> {
        if state.is_engaged(id) || target.seat() == id.seat() {
            return None;
        }
        // ERR: a unit without that attack has no shot; one that is declared is refused with its reason.
        let (_, card) = attack::weapon_of(state, id, AttackKind::Ranged, Some(weapon)).ok()?;
        let others = state
            .on_table()
            .map(|(unit, _)| unit.id)
            .filter(|other| *other != id && *other != target)
            .filter_map(|other| terrain::tray(state, other))
            .map(|tray| tray.outline());
        Some(Self {
            tray: terrain::tray(state, id)?,
            target: terrain::tray(state, target)?,
            range: card.range?,
            ground: terrain::ground(state, id),
            others: others.collect(),
        })
    }

    /// Whether the unit may shoot after a shift. Rules `IF-ACT-06`, `IF-GEO-07`, `IF-LOS-04`.
    fn shoots(&self, shift: Option<Shift>) -> bool {
        let tray = shift.map_or(self.tray, |shift| {
            self.tray.moved(shift.direction, shift.distance)
        });
        is_in_range(&tray, &self.target, self.range)
            && shift.is_none_or(|shift| self.may_shift(shift))
            && self.is_seen_from(&tray)
    }

    fn may_shift(&self, shift: Shift) -> bool {
        let allowance = movement::Allowance::Shift(SHOOTING_SHIFT);
        let direction = Some(shift.direction);
        movement::plan(
            &self.ground,
            &self.tray,
            None,
            direction,
            shift.distance,
            None,
            allowance,
        )
        .is_ok()
    }

    fn is_seen_from(&self, tray: &Tray) -> bool {
        let others = self.others.iter().copied();
        let screens = interrupting(tray, others, &self.ground.pieces, AttackKind::Ranged);
        sees(tray, &self.target, &screens)
    }

    /// Whether some shift might bring a shot: `false` only where none does, out of range or behind what hides the target
    /// wherever the unit shifts to.
    fn might_shoot(&self) -> bool {
        let farthest = f64::from(self.range.mils() + SHOOTING_SHIFT) + 2.0;
        if range_to(&self.tray, &self.target) > farthest {
            return false;
        }
        let own = self.tray.outline();
        let mut screens = self.others.clone();
        for piece in &self.ground.pieces {
            let could_be_inside = own.is_within(&piece.outline, SHOOTING_SHIFT + 2);
            if could_be_inside && piece.keywords.has(Keyword::Elevated) {
                return true;
            }
            let stops = piece.keywords.has(Keyword::BlocksLineOfSight) || piece.keywords.has(Keyword::Cover);
            if stops && !could_be_inside {
                screens.push(piece.outline);
            }
        }
        could_see(&self.tray, &self.target, &screens, SHOOTING_SHIFT + 2)
    }

    /// The shifts that are tried to find a shot: none first, then rings of directions counted from where the unit looks,
    /// a few far apart before many close together.
    fn shifts(&self) -> impl Iterator<Item = Option<Shift>> + use<> {
        let heading = self.tray.pose.heading;
        let ring = move |distance: i32, step: i32| {
            let turns = (1..180 / step).flat_map(move |turn| [turn * step, -turn * step]);
            std::iter::once(0).chain(turns).chain([180]).map(move |turn| {
                Some(Shift {
                    direction: turned(heading, turn),
                    distance,
                })
            })
        };
        let coarse = [2_000, 1_000]
            .into_iter()
            .flat_map(move |distance| ring(distance, 15));
        let fine = (1..=10).flat_map(move |tenth| ring(tenth * 200, 5));
        std::iter::once(None).chain(coarse).chain(fine)
    }
}

/// A shot that a unit can take at a target with an attack of its card, the one without a shift first. Rule `IF-ACT-06`.
///
/// RULING (`IF-ACT-06`): shifts of 0.2" to 2" in steps of 0.2" and 5 degrees are tried; every other one is accepted when the
/// player names it.
pub fn shot(state: &State, id: UnitId, target: UnitId, weapon: u8) -> Option<Option<Shift>> {
    let shooter = Shooter::new(state, id, target, weapon)?;
    if !shooter.might_shoot() {
        return None;
    }
    shooter.shifts().find(|shift| shooter.shoots(*shift))
}

/// Whether some shift might bring a unit a shot at a target. Rules `IF-ACT-06`, `IF-TAC-06`.
///
/// RULING (`IF-TAC-06`): a shift may have any of 72,000 directions and distances, so a shot counts as possible unless the
/// target is out of range or hidden wherever the unit shifts to; the declaration decides.
pub fn may_shoot(state: &State, id: UnitId, target: UnitId, weapon: u8) -> bool {
    Shooter::new(state, id, target, weapon).is_some_and(|shooter| shooter.might_shoot())
}
