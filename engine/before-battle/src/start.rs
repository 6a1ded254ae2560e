//! Roll to Start: the start roll and its two rights. §Roll to Start.

use hindsight_kernel::{Refusal, Seat, Table};

use crate::BeforeBattle;
use crate::event::Event;
use crate::state::{Right, seat_name};

/// Who wins a pair of start dice, or nobody on a tie. Rule `BB-START-01` (§Roll to Start).
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
    table.emit(Event::StartRolled { south, north, winner });
    Ok(())
}

/// The winner takes one right, the opponent has the other. Rule `BB-START-01`.
pub(crate) fn take_right(table: &mut Table<'_, BeforeBattle>, seat: Seat, right: Right) {
    let deployment_right = match right {
        Right::Deployment => seat,
        Right::FirstTurn => seat.opponent(),
    };
    table.emit(Event::RightTaken {
        seat,
        right,
        deployment_right,
    });
}

/// The seat named is one of the two players. Rule `BB-START-02` (§Roll to Start).
pub(crate) fn named_player(named: Seat) -> Result<Seat, Refusal> {
    if named == Seat::A || named == Seat::B {
        return Ok(named);
    }
    Err(Refusal::new(
        "BB-START-02",
        format!("{} or {} can be named", seat_name(Seat::A), seat_name(Seat::B)),
    )
    .asked(named)
    .allowed([Seat::A, Seat::B]))
}

/// The holder of the deployment right names who deploys first. Rule `BB-START-02`.
pub(crate) fn name_deployer(
    table: &mut Table<'_, BeforeBattle>,
    seat: Seat,
    first: Seat,
) -> Result<(), Refusal> {
    table.emit(Event::DeployerNamed {
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
    table.emit(Event::FirstNamed {
        seat,
        first: named_player(first)?,
    });
    Ok(())
}
