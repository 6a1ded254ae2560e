//! Units that are placed elsewhere before the battle. Rule `HS-PLACE-01`.

use hindsight_kernel::{BoardPoint, OtherPlace, PlacedPiece, Refusal, message, unfit_place};

use super::noted::{STEP, pose_at};
use crate::messages::MESSAGES;
use crate::model::command::Command;

/// The unit that a command deploys. Rule `BG4-DEPLOY-02` (p. 139).
pub(crate) fn placed_by(command: &Command) -> Option<PlacedPiece> {
    let Command::Deploy { unit, pose } = command else {
        return None;
    };
    Some(PlacedPiece {
        piece: unit.to_string(),
        at: BoardPoint::new(pose.centre.x.value(), pose.centre.y.value()),
        facing: Some(pose.heading.value()),
        heading_step: STEP,
    })
}

/// The same deployment on another place.
pub(crate) fn placed_elsewhere(command: &Command, place: &OtherPlace) -> Result<Command, Refusal> {
    let Command::Deploy { unit, pose } = command else {
        return Err(unfit_place("", message!(MESSAGES, "placed-no-unit")));
    };
    let facing = place.facing.unwrap_or_else(|| pose.heading.value());
    let pose = pose_at(place.at, facing).map_err(|(field, error)| {
        let fault = error.to_string();
        unfit_place(&format!("/{field}"), message!(MESSAGES, "noted-unsound", fault))
    })?;
    Ok(Command::Deploy { unit: *unit, pose })
}

#[cfg(test)]
mod tests {
    use hindsight_kernel::Seat;

    use super::*;
    use crate::scene::{id, pose};

    fn place(x: f64, y: f64, facing: Option<f64>) -> OtherPlace {
        OtherPlace {
            at: BoardPoint::new(x, y),
            facing,
        }
    }

    #[test]
    fn hs_place_01_a_deployed_unit_is_placed_elsewhere() {
        let deployed = Command::Deploy {
            unit: id("A1"),
            pose: pose(18.0, 6.25, 0.0),
        };
        let placed = placed_by(&deployed).unwrap();
        assert_eq!(
            (placed.piece.as_str(), placed.at, placed.facing),
            ("A1", BoardPoint::new(18.0, 6.25), Some(0.0))
        );
        let moved = |place| placed_elsewhere(&deployed, &place).unwrap();
        assert_eq!(moved(place(18.0, 6.25, Some(0.0))), deployed);
        // A place without a heading keeps that of the unit; lengths are kept to a thousandth of an inch. BG4-GEO-04.
        let expected = Command::Deploy {
            unit: id("A1"),
            pose: pose(10.123, 5.0, 0.0),
        };
        assert_eq!(moved(place(10.123_4, 5.0, None)), expected);
        let expected = Command::Deploy {
            unit: id("A1"),
            pose: pose(18.0, 6.25, 350.0),
        };
        assert_eq!(moved(place(18.0, 6.25, Some(-10.0))), expected);
    }

    #[test]
    fn hs_place_01_other_commands_place_nothing() {
        let named = Command::Name { seat: Seat::A };
        assert_eq!(placed_by(&named), None);
        let refusal = placed_elsewhere(&named, &place(1.0, 1.0, None)).unwrap_err();
        assert_eq!(refusal.rule.to_string(), "HS-PLACE-01");
        let deployed = Command::Deploy {
            unit: id("A1"),
            pose: pose(18.0, 6.25, 0.0),
        };
        let refusal = placed_elsewhere(&deployed, &place(f64::NAN, 1.0, None)).unwrap_err();
        assert_eq!(refusal.details["path"], "/at");
    }
}
