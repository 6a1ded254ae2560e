//! Picture of an event over the board after it: its units, ways and dice.

use hindsight_geometry::squares::{Cell, Facing};
use hindsight_kernel::{BoardPoint, LastChange, ShownRoll, Trail};

use super::centre;
use crate::model::event::{ActionEvent, AftermathEvent, Event, RulingEvent};
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::views::sentences::describe;
use crate::views::subjects::{Subjects, subjects};

/// The cells of a straight way, both ends included.
pub(crate) fn straight_way(from: Cell, to: Cell) -> Vec<Cell> {
    let (east, north) = from.offset(to);
    let steps = east.abs().max(north.abs());
    (0..=steps)
        .filter_map(|step| {
            let col = i32::from(from.col()) + east.signum() * step;
            let row = i32::from(from.row()) + north.signum() * step;
            Cell::new(u8::try_from(col).ok()?, u8::try_from(row).ok()?)
        })
        .collect()
}

fn trail(unit: UnitId, points: Vec<BoardPoint>, kind: &str) -> Vec<Trail> {
    Trail::through(&unit, unit.seat(), points, kind)
        .into_iter()
        .collect()
}

fn way(unit: UnitId, from: Cell, to: Cell, kind: &str) -> Vec<Trail> {
    trail(
        unit,
        straight_way(from, to).into_iter().map(centre).collect(),
        kind,
    )
}

/// Beyond the home edge, where a unit goes that flees off the board.
pub(crate) fn beyond_edge(cell: Cell, facing: Facing) -> BoardPoint {
    let (east, north) = facing.step();
    let BoardPoint { x, y } = centre(cell);
    BoardPoint::new(x + f64::from(east) * 0.5, y + f64::from(north) * 0.5)
}

/// The picture of an event over the board after it.
pub fn last_change(before: &State, event: &Event) -> LastChange {
    let Subjects { units, throws } = subjects(before, event);
    let rolls = throws.into_iter().map(|throw| ShownRoll {
        seat: throw.seat,
        roll: throw.roll.clone(),
        target: throw.need,
    });
    LastChange {
        units: units.iter().map(UnitId::to_string).collect(),
        trails: trails(before, event),
        rolls: rolls.collect(),
        words: describe(before, event),
    }
}

/// The ways of an event.
fn trails(before: &State, event: &Event) -> Vec<Trail> {
    match event {
        Event::Action(event) => ways(before, event),
        Event::Aftermath(AftermathEvent::UnitFled {
            unit,
            from,
            to,
            facing,
            off_board,
            ..
        }) => {
            let mut points: Vec<BoardPoint> = straight_way(*from, *to).into_iter().map(centre).collect();
            if *off_board {
                points.push(beyond_edge(*to, *facing));
            }
            trail(*unit, points, "flee")
        }
        Event::Aftermath(
            AftermathEvent::FleeRolled { .. }
            | AftermathEvent::UnitsReformed { .. }
            | AftermathEvent::CombatEnded,
        )
        | Event::Opening(_)
        | Event::Army(_)
        | Event::Start(_)
        | Event::Deployment(_)
        | Event::Combat(_)
        | Event::Ending(_)
        | Event::Ruling(RulingEvent::Patched { .. }) => Vec::new(),
        Event::Ruling(RulingEvent::PositionNoted { units, .. }) => units
            .iter()
            .filter_map(|noted| {
                let from = before.cell(noted.unit())?;
                let Some(to) = noted.cell() else {
                    return Some(Trail::lost(&noted.unit(), noted.unit().seat(), centre(from)));
                };
                let points = if from == to {
                    Vec::new()
                } else {
                    vec![centre(from), centre(to)]
                };
                Trail::through(&noted.unit(), noted.unit().seat(), points, "noted")
            })
            .collect(),
    }
}

/// The ways of an action.
fn ways(before: &State, event: &ActionEvent) -> Vec<Trail> {
    match event {
        ActionEvent::UnitMoved {
            unit,
            from,
            to,
            charged,
            ..
        } => way(*unit, *from, *to, if *charged { "charge" } else { "move" }),
        ActionEvent::UnitHustled {
            unit,
            from,
            to,
            charged,
            ..
        } => way(*unit, *from, *to, if *charged { "charge" } else { "hustle" }),
        ActionEvent::UnitSidestepped { unit, from, to, .. } => way(*unit, *from, *to, "sidestep"),
        ActionEvent::UnitShot { blow, .. } => {
            let points = [blow.unit, blow.target]
                .iter()
                .filter_map(|&unit| before.cell(unit))
                .map(centre)
                .collect();
            trail(blow.unit, points, "shot")
        }
        ActionEvent::TurnBegan { .. } | ActionEvent::UnitTurned { .. } | ActionEvent::ActionsEnded => {
            Vec::new()
        }
    }
}

#[cfg(test)]
mod tests {
    use hindsight_kernel::Seat;

    use super::*;
    use crate::scene::Scene;

    /// The last changes of a line: units, trails as kind and points, targets of the rolls.
    fn changes(scene: &Scene, line: &str, dice: &[u8]) -> Vec<LastChange> {
        let mut state = scene.state.clone();
        let mut changes = Vec::new();
        for event in scene.clone().play(line, dice).unwrap() {
            changes.push(last_change(&state, &event));
            state.evolve(&event).unwrap();
        }
        changes
    }

    #[test]
    fn a_change_shows_its_way_and_its_dice() {
        let trail = |change: &LastChange| -> (String, String) {
            let [trail] = &change.trails[..] else {
                panic!("{:?}", change.trails)
            };
            let points: Vec<_> = trail
                .points
                .iter()
                .map(|point| format!("{},{}", point.x, point.y))
                .collect();
            (trail.kind.clone(), points.join(" "))
        };
        let pair = |kind: &str, points: &str| (kind.to_owned(), points.to_owned());
        let scene = Scene::new("A1 d2 N, A2 a1 N, B1 d5 S, B2 h8 N");
        assert_eq!(
            trail(&changes(&scene, "move A1 1", &[])[0]),
            pair("move", "3.5,1.5 3.5,2.5")
        );
        assert_eq!(
            trail(&changes(&scene, "move A1 2", &[])[0]),
            pair("charge", "3.5,1.5 3.5,2.5 3.5,3.5")
        );
        assert_eq!(
            trail(&changes(&scene, "sidestep A1 left", &[])[0]),
            pair("sidestep", "3.5,1.5 2.5,1.5")
        );
        assert!(changes(&scene, "turn A1 left", &[])[0].trails.is_empty());
        let hustle = &changes(&scene, "hustle A2", &[4])[0];
        assert_eq!(trail(hustle), pair("hustle", "0.5,0.5 0.5,1.5 0.5,2.5 0.5,3.5"));
        assert_eq!(
            (hustle.rolls.len(), hustle.rolls[0].target, hustle.rolls[0].seat),
            (1, Some(4), Seat::A)
        );
        let archer = scene.card("A1", |card| {
            (card.ranged, card.innate_ranged) = (Some(4), Some("bow-1".parse().unwrap()));
        });
        let shot = &changes(&archer, "shoot A1 lane centre at B1", &[6, 1, 1, 1, 1, 5])[0];
        assert_eq!(trail(shot), pair("shot", "3.5,1.5 3.5,4.5"));
        assert_eq!(shot.units, ["A1", "B1"]);
        let rolls: Vec<_> = shot
            .rolls
            .iter()
            .map(|shown| (shown.seat, shown.roll.dice(), shown.target))
            .collect();
        assert_eq!(rolls, [(Seat::A, 5, Some(4)), (Seat::B, 1, Some(5))]);
        // It runs off the board: over the edge behind c8.
        let edge = Scene::new("A1 c6 N, A2 a1 N, B1 c7 S, B2 h8 N").card("B1", |card| card.block = 7);
        let all = changes(&edge, "end actions", &[6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
        assert_eq!(trail(&all[6]), pair("flee", "2.5,6.5 2.5,7.5 2.5,8"));
        let tier: Vec<_> = all[3]
            .rolls
            .iter()
            .map(|shown| (shown.seat, shown.target))
            .collect();
        assert_eq!(
            (all[3].units.join(" "), tier),
            ("A1 B1".to_owned(), vec![(Seat::A, Some(4)), (Seat::B, Some(4))])
        );
        assert_eq!(all[5].rolls[0].target, Some(2));
    }
}
