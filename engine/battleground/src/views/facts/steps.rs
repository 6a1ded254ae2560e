//! Counters of what a unit's movement is made of, and of the rows that it loses.

use battleground_geometry::Way;

use super::Story;
use crate::field::Field;
use crate::model::command::Leg;
use crate::model::effect::Keyword;
use crate::model::event::MoveKind;
use crate::model::names::{Team, UnitId};
use crate::procedures::movement::mover::Maneuver;

impl Story<'_> {
    /// The legs of a unit's own move: inches by kind, maneuvers, and the rows that they cost.
    pub(super) fn legs(&mut self, unit: UnitId, kind: MoveKind, legs: &[Leg]) {
        let maneuvers: Vec<Option<Maneuver>> = legs.iter().map(maneuver).collect();
        self.of_unit("maneuvers", unit, maneuvers.iter().flatten().count() as f64);
        let free = kind == MoveKind::Controlled
            && self.before.profile().free_skirmisher_maneuvers
            && self.before.has(unit, Keyword::Skirmisher);
        if !free {
            self.of_unit("steps_lost_to_maneuvers", unit, f64::from(rows_of(&maneuvers)));
        }
        for leg in legs {
            let (counter, inches) = match *leg {
                Leg::Shift {
                    way: Way::Forward,
                    inches,
                } => ("inches_forward", inches),
                Leg::Turn {
                    backward: false,
                    inches,
                    ..
                } => ("inches_turning", inches),
                Leg::Shift { inches, .. } | Leg::Turn { inches, .. } => ("inches_maneuvering", inches),
                Leg::AboutFace | Leg::Reform { .. } => continue,
            };
            self.of_unit(counter, unit, inches.value());
        }
    }

    /// The rows that terrain costs those of the active side who have moved, when the Movement & Command Phase is over: the
    /// worst that each met. Rules `BG4-TERR-09` (p. 115), `BG3-TERR-02` (p. 27).
    pub(super) fn lost_to_terrain(&mut self) {
        let Some(active) = self.before.active else {
            return;
        };
        let field = Field::of(self.before);
        let movers = self.before.of_team(Team::of(active));
        let movers = movers.filter(|unit| unit.turn.moved && !unit.airborne);
        let lost: Vec<(UnitId, i32)> = movers
            .filter_map(|unit| {
                let card = field.card(unit.id)?;
                Some((unit.id, -field.turn_steps(unit, &[*card]).min(0)))
            })
            .collect();
        for (unit, rows) in lost {
            self.of_unit("steps_lost_to_terrain", unit, f64::from(rows));
        }
    }
}

/// The maneuver that a leg is. Rule `BG4-MAN-01` (pp. 43-44).
const fn maneuver(leg: &Leg) -> Option<Maneuver> {
    match leg {
        Leg::Shift { way, .. } => match way {
            Way::Forward => None,
            Way::Backward => Some(Maneuver::Backward),
            Way::Left => Some(Maneuver::Left),
            Way::Right => Some(Maneuver::Right),
        },
        Leg::Turn { backward: true, .. } => Some(Maneuver::Backward),
        Leg::Turn { .. } => None,
        Leg::AboutFace => Some(Maneuver::AboutFace),
        Leg::Reform { .. } => Some(Maneuver::Reform),
    }
}

/// The rows that these legs cost: one continuous maneuver of a kind and direction counts once. Rule `BG4-MAN-09` (pp. 43-45).
fn rows_of(maneuvers: &[Option<Maneuver>]) -> i32 {
    let mut last = None;
    let mut rows = 0;
    for maneuver in maneuvers {
        let goes_on = last == *maneuver && !matches!(maneuver, Some(Maneuver::AboutFace | Maneuver::Reform));
        rows += maneuver.filter(|_| !goes_on).map_or(0, Maneuver::rows);
        last = *maneuver;
    }
    rows
}
