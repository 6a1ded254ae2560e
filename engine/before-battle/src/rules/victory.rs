//! End of a battle, and victory.
//!
//! RULING: the rulebook names no victory condition; all of this is ruled.

use hindsight_kernel::Seat;

use crate::model::state::{EndReason, Ending, SEATS, State};

/// The battle ends at once when a player has no unit left on the board; without any on both sides it is a draw.
/// Rule `BB-WIN-01`.
pub fn immediate_end(state: &State) -> Option<Ending> {
    let gone = SEATS.map(|seat| state.standing_of(seat).next().is_none());
    let winner = match gone {
        [false, false] => return None,
        [true, true] => None,
        [true, false] => Some(Seat::B),
        [false, true] => Some(Seat::A),
    };
    Some(Ending {
        winner,
        points: victory_points(state),
        reason: EndReason::AllUnitsLost,
    })
}

/// The victory points of South and North: destroyed enemy units by class. Rule `BB-WIN-02`.
pub fn victory_points(state: &State) -> [u16; 2] {
    SEATS.map(|seat| {
        state
            .units
            .iter()
            .filter(|unit| unit.id.seat() != seat && unit.lost.is_some())
            .map(|unit| u16::from(state.cards.board.vp.of(state.card(unit.id).class)))
            .sum()
    })
}

/// A player's models alive and at the start. Rule `BB-WIN-03`.
pub fn surviving_models(state: &State, seat: Seat) -> (u32, u32) {
    state
        .units
        .iter()
        .filter(|unit| unit.id.seat() == seat && unit.card.is_some())
        .fold((0, 0), |(alive, start), unit| {
            (
                alive + u32::from(unit.models),
                start + u32::from(state.card(unit.id).models),
            )
        })
}

/// The result after the last turn: points, then the share of surviving models. Rules `BB-WIN-02`, `BB-WIN-03`.
pub fn final_result(state: &State) -> Ending {
    let points = victory_points(state);
    if points[0] != points[1] {
        let winner = if points[0] > points[1] { Seat::A } else { Seat::B };
        return Ending {
            winner: Some(winner),
            points,
            reason: EndReason::Points,
        };
    }
    let [(south, south_start), (north, north_start)] = SEATS.map(|seat| surviving_models(state, seat));
    // alive / start compared as fractions, without division.
    let (winner, reason) = match (south * north_start).cmp(&(north * south_start)) {
        std::cmp::Ordering::Greater => (Some(Seat::A), EndReason::SurvivingShare),
        std::cmp::Ordering::Less => (Some(Seat::B), EndReason::SurvivingShare),
        std::cmp::Ordering::Equal => (None, EndReason::Equal),
    };
    Ending {
        winner,
        points,
        reason,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::cards::Class;
    use crate::model::event::{EndingEvent, Event};
    use crate::model::state::{Loss, Stage};
    use crate::scene::{Scene, unit};

    /// Takes units off the board as if they had been killed.
    fn kill(mut scene: Scene, names: &str) -> Scene {
        for name in names.split_whitespace() {
            let unit = &mut scene.state.units[unit(name).index()];
            (unit.cell, unit.models, unit.lost) = (None, 0, Some(Loss::Melee));
        }
        scene
    }

    #[test]
    fn bb_win_01_a_player_without_units_loses_at_once() {
        let mut scene =
            Scene::new("A1 c5 E, A2 a1 N, B1 d5 S").card("B1", |card| (card.models, card.block) = (1, 7));
        let events = scene.play("end actions", &[6, 6, 6, 6, 6]).unwrap();
        assert!(
            matches!(
                events.last(),
                Some(Event::Ending(EndingEvent::BattleEnded { .. }))
            ),
            "nothing further of the turn is played"
        );
        let ending = scene.state.ending.unwrap();
        assert_eq!(
            (ending.winner, ending.reason),
            (Some(Seat::A), EndReason::AllUnitsLost)
        );
        // Both lose their last unit in the same tier: a draw.
        let mut scene = Scene::new("A1 d4 N, B1 d5 S")
            .card("A1", |card| (card.models, card.block) = (1, 7))
            .card("B1", |card| (card.models, card.block) = (1, 7));
        scene.play("end actions", &[6, 6]).unwrap();
        assert_eq!(scene.state.ending.unwrap().winner, None);
        // After an action: a shot takes the last unit.
        let mut scene = Scene::new("A1 d2 N, A2 a1 N, B1 d4 E")
            .card("A1", |card| {
                (card.ranged, card.innate_ranged) = (Some(2), Some("bow-1".parse().unwrap()));
            })
            .card("B1", |card| (card.models, card.block) = (1, 7));
        scene
            .play("shoot A1 lane centre at B1", &[6, 1, 1, 1, 1])
            .unwrap();
        assert_eq!(scene.state.stage, Stage::Over);
        // After a flight off the board.
        let mut scene = Scene::new("A1 c6 N, A2 a1 N, B1 c7 S").card("B1", |card| card.block = 7);
        scene
            .play("end actions", &[6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1])
            .unwrap();
        assert_eq!(scene.state.ending.unwrap().winner, Some(Seat::A));
    }

    #[test]
    fn bb_win_02_destroyed_units_count_by_class() {
        let scene = Scene::new("A1 a1 N, A2 c1 N, A6 e1 N, B1 a8 S, B2 c8 S, B4 e8 S, B5 g8 S")
            .card("A6", |card| card.class = Class::General)
            .card("B4", |card| card.class = Class::Elite);
        // South destroyed 2 Core and 1 Elite (4), North destroyed the General (3).
        let mut scene = kill(scene, "B1 B2 B4 A6").turn_of(Seat::B, 6);
        assert_eq!(victory_points(&scene.state), [4, 3]);
        scene.play("end actions", &[]).unwrap();
        let ending = scene.state.ending.unwrap();
        assert_eq!(
            (ending.winner, ending.points, ending.reason),
            (Some(Seat::A), [4, 3], EndReason::Points)
        );
        // A full army is worth 10.
        let vp = scene.state.cards.board.vp;
        assert_eq!(
            3 * vp.of(Class::Core) + 2 * vp.of(Class::Elite) + vp.of(Class::General),
            10
        );
    }

    #[test]
    fn bb_win_03_the_greater_share_of_models_breaks_a_tie() {
        // Starts of 43 and 46 models, 20 left on both sides: 20/43 is more than 20/46.
        let army = |south: [u8; 3], north: [u8; 3]| {
            let mut scene = Scene::new("A1 a1 N, A2 c1 N, A3 e1 N, B1 a8 S, B2 c8 S, B3 e8 S");
            for (name, models) in ["A1", "A2", "A3", "B1", "B2", "B3"]
                .iter()
                .zip(south.into_iter().chain(north))
            {
                scene = scene.card(name, |card| card.models = models);
            }
            scene
        };
        let scene = kill(army([20, 20, 3], [20, 20, 6]), "A2 A3 B2 B3");
        assert_eq!(
            (
                surviving_models(&scene.state, Seat::A),
                surviving_models(&scene.state, Seat::B)
            ),
            ((20, 43), (20, 46))
        );
        let ending = final_result(&scene.state);
        assert_eq!(
            (ending.winner, ending.reason),
            (Some(Seat::A), EndReason::SurvivingShare)
        );
        let scene = kill(army([20, 20, 6], [20, 20, 3]), "A2 A3 B2 B3");
        assert_eq!(final_result(&scene.state).winner, Some(Seat::B));
        let scene = kill(army([20, 20, 3], [20, 20, 3]), "A2 A3 B2 B3");
        let ending = final_result(&scene.state);
        assert_eq!((ending.winner, ending.reason), (None, EndReason::Equal));
    }
}
