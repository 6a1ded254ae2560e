//! Roll to Start: the start roll and its two rights. §Roll to Start.

use hindsight_kernel::{Refusal, Seat, Table, refusals};

use crate::BeforeBattle;
use crate::messages::MESSAGES;
use crate::model::event::StartEvent;
use crate::model::state::{Right, SEATS};

/// The winner of a pair of start dice, or nobody on a tie. Rule `BB-START-01` (§Roll to Start).
pub fn start_winner(south: u32, north: u32) -> Option<Seat> {
    match south.cmp(&north) {
        std::cmp::Ordering::Greater => Some(Seat::A),
        std::cmp::Ordering::Less => Some(Seat::B),
        std::cmp::Ordering::Equal => None,
    }
}

/// Both players roll a die, South first. Rule `BB-START-01`.
pub(crate) fn start_roll(table: &mut Table<'_, BeforeBattle>) -> Result<(), Refusal> {
    let south = table.roll("start", Seat::A, 6, 1)?;
    let north = table.roll("start", Seat::B, 6, 1)?;
    let winner = start_winner(south.total(), north.total());
    table.emit(StartEvent::StartRolled { south, north, winner });
    Ok(())
}

/// The winner takes one right, the opponent has the other. Rule `BB-START-01`.
pub(crate) fn take_right(table: &mut Table<'_, BeforeBattle>, seat: Seat, right: Right) {
    let deployment_right = match right {
        Right::Deployment => seat,
        Right::FirstTurn => seat.opponent(),
    };
    table.emit(StartEvent::RightTaken {
        seat,
        right,
        deployment_right,
    });
}

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a name that the holder of a right gives.
    pub(crate) enum StartRefusal {
        /// A seat that is no player.
        NotAPlayer { named: Seat } = "BB-START-02", "§Roll to Start"
            => asked(named), allowed(SEATS);
    }
}

/// The seat named is one of the two players. Rule `BB-START-02` (§Roll to Start).
pub(crate) fn named_player(named: Seat) -> Result<Seat, Refusal> {
    if named == Seat::A || named == Seat::B {
        return Ok(named);
    }
    Err(StartRefusal::NotAPlayer { named }.into())
}

/// The holder of the deployment right names who deploys first. Rule `BB-START-02`.
pub(crate) fn name_deployer(
    table: &mut Table<'_, BeforeBattle>,
    seat: Seat,
    first: Seat,
) -> Result<(), Refusal> {
    table.emit(StartEvent::DeployerNamed {
        seat,
        first: named_player(first)?,
    });
    Ok(())
}

/// The holder of the first-turn right names who takes the first turn of every round. Rule `BB-START-02`.
///
/// RULING: both choices are made before deployment.
pub(crate) fn name_first(
    table: &mut Table<'_, BeforeBattle>,
    seat: Seat,
    first: Seat,
) -> Result<(), Refusal> {
    table.emit(StartEvent::FirstNamed {
        seat,
        first: named_player(first)?,
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::model::state::Stage;
    use crate::scene::{Scene, rule_of};

    #[test]
    fn bb_start_01_the_higher_die_takes_a_right_and_the_other_player_has_the_other() {
        for (south, north, winner) in [(5, 3, Some(Seat::A)), (4, 4, None), (1, 6, Some(Seat::B))] {
            assert_eq!(start_winner(south, north), winner);
        }
        let mut scene = Scene::begun(&json!({ "armies": "sample" }), &[5, 3]);
        assert_eq!(scene.state.stage, Stage::StartRight { seat: Seat::A });
        assert_eq!(rule_of(scene.give(Seat::B, "take deployment", &[])), "HS-TURN-01");
        scene.give(Seat::A, "take deployment", &[]).unwrap();
        assert_eq!(scene.state.stage, Stage::NameDeployer { seat: Seat::A });
        scene.give(Seat::A, "name A first deployer", &[]).unwrap();
        assert_eq!(
            scene.state.stage,
            Stage::NameFirst { seat: Seat::B },
            "North holds the first-turn right"
        );
        // South 4, North 4, then South 1, North 6: North picks.
        let mut scene = Scene::begun(&json!({ "armies": "sample" }), &[4, 4, 1, 6]);
        assert_eq!(scene.state.stage, Stage::StartRight { seat: Seat::B });
        scene.give(Seat::B, "take first turn", &[]).unwrap();
        assert_eq!(scene.state.stage, Stage::NameDeployer { seat: Seat::A });
    }

    #[test]
    fn bb_start_02_deployer_and_first_player_are_named_before_deployment() {
        let mut scene = Scene::begun(&json!({ "armies": "sample" }), &[5, 3]);
        scene.give(Seat::A, "take deployment", &[]).unwrap();
        assert_eq!(
            rule_of(scene.clone().give(Seat::A, "name C first deployer", &[])),
            "BB-START-02"
        );
        scene.give(Seat::A, "name B first deployer", &[]).unwrap();
        assert_eq!(
            rule_of(scene.clone().give(Seat::B, "name Z first player", &[])),
            "BB-START-02"
        );
        scene.give(Seat::B, "name B first player", &[]).unwrap();
        assert_eq!(scene.state.stage, Stage::Deploy { seat: Seat::B });
        assert_eq!(scene.state.start.first_turn, Some(Seat::B));
    }
}
