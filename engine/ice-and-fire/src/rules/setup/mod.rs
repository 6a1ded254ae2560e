//! Terrain, deployment sides and deployment. Rules `IF-SETUP-01` to `-11`, `IF-TERR-14`.

mod places;

use hindsight_kernel::{Refusal, Seat, refusals};

pub use self::places::{NoPlace, check_place, check_terrain, some_place, some_terrain_place};

use super::cards;
use super::dice::d3;
use crate::cards::CardId;
use crate::field::Pose;
use crate::messages::MESSAGES;
use crate::model::agenda::{Frame, GameTable, Need, Step, Taken, proceed};
use crate::model::event::{Opposed, SetupEvent};
use crate::model::names::{Edge, SEATS, UnitId};
use crate::model::state::State;

refusals! {
    messages = MESSAGES;
    /// Reasons why something of the set-up may not be done now.
    pub enum NoSetup {
        Begun = "IF-SETUP-01", "§Sheet, Turn order line 1 and Terrain table; number outside the sheet";
        NoNaming = "IF-TERR-14", "§Sheet, Terrain name";
        NotOfTheTable { card: CardId } = "IF-TERR-14", "§Sheet, Terrain name", card;
        NoPlacing = "IF-SETUP-02", "§Sheet, How to decide turn order, line 1";
        NotInPool { card: CardId } = "IF-SETUP-02", "§Sheet, How to decide turn order, line 1", card;
        NobodyToName = "IF-SETUP-04", "§Sheet, How to decide turn order, line 2";
        NoSuchPlayer { seat: Seat } = "IF-SETUP-04", "§Sheet, How to decide turn order, line 2", seat;
        NoSide = "IF-SETUP-04", "§Sheet, How to decide turn order, line 2";
        NoDeploying = "IF-SETUP-09", "§Outside the sheet";
        NotWaiting { unit: UnitId } = "IF-SETUP-09", "§Outside the sheet", unit;
    }
}

/// A game whose armies were named with its setup begins: they are mustered, and dice follow. Rule `IF-SETUP-01`.
pub(crate) fn start(table: &mut GameTable<'_>, seat: Seat) -> Result<(), Refusal> {
    if !matches!(table.state().step(), Some(Step::Start)) || seat != Seat::A {
        return Err(NoSetup::Begun.into());
    }
    proceed(table, 1, []);
    Ok(())
}

/// The number of terrain pieces is rolled: 2 + D3. Rule `IF-SETUP-01`.
pub(crate) fn roll_number(table: &mut GameTable<'_>) -> Result<Taken, Need> {
    let roll = table.roll("number of terrain pieces", Seat::A, 6, 1)?;
    let pieces = 2 + roll.faces.first().copied().map_or(1, d3);
    table.emit(SetupEvent::TerrainNumberRolled { roll, pieces });
    proceed(
        table,
        1,
        [Step::RollTerrain {
            seat: Seat::A,
            left: pieces,
        }],
    );
    Ok(Taken::Went)
}

/// The piece that a roll of 2D6 names; none for a 7. Rule `IF-TERR-14`.
///
/// RULING (`IF-TERR-14`): where a pack has no piece for a roll, the roller names one as after a 7.
pub fn piece_of_roll(state: &State, sum: u8) -> Option<CardId> {
    const CHOICE: u8 = 7;
    if sum == CHOICE {
        return None;
    }
    state.cards.terrain_rolled(sum).next().map(|card| card.id)
}

/// A piece of the pool is rolled, the players alternating. Rules `IF-SETUP-01`, `IF-TERR-14`.
pub(crate) fn roll_terrain(table: &mut GameTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    let Step::RollTerrain { seat, left } = frame.step else {
        return Ok(Taken::Waits);
    };
    if left == 0 {
        proceed(table, 1, [Step::RollFirstPiece]);
        return Ok(Taken::Went);
    }
    let roll = table.roll("terrain piece", seat, 6, 2)?;
    let sum = roll.total().min(u8::MAX.into()) as u8;
    let card = piece_of_roll(table.state(), sum);
    table.emit(SetupEvent::TerrainRolled { seat, roll, card });
    let naming =
        (card.is_none() && !nameable(table.state()).is_empty()).then_some(Step::NameTerrain { seat });
    let next = Step::RollTerrain {
        seat: seat.opponent(),
        left: left - 1,
    };
    proceed(table, 1, naming.into_iter().chain([next]));
    Ok(Taken::Went)
}

/// The pieces of the terrain table. Rule `IF-TERR-14`.
pub fn nameable(state: &State) -> Vec<CardId> {
    state
        .cards
        .terrain
        .iter()
        .filter(|card| !card.rolls.is_empty())
        .map(|card| card.id)
        .collect()
}

/// The roller of a 7 names any piece of the table. Rule `IF-TERR-14`.
pub(crate) fn name_terrain(table: &mut GameTable<'_>, seat: Seat, card: CardId) -> Result<(), Refusal> {
    let state = table.state();
    if !matches!(state.step(), Some(Step::NameTerrain { seat: asked }) if *asked == seat) {
        return Err(NoSetup::NoNaming.into());
    }
    if !nameable(state).contains(&card) {
        return Err(NoSetup::NotOfTheTable { card }.into());
    }
    table.emit(SetupEvent::TerrainNamed {
        seat: Some(seat),
        card,
    });
    proceed(table, 1, []);
    Ok(())
}

/// Both players roll a D6; ties are rolled again. Rules `IF-SETUP-02`, `IF-SETUP-04`.
///
/// RULING (`IF-SETUP-02`): the player who joined first rolls first.
pub(crate) fn roll_opposed(table: &mut GameTable<'_>, purpose: Opposed) -> Result<Taken, Need> {
    let word = match purpose {
        Opposed::FirstPiece => "first terrain piece",
        Opposed::Sides => "deployment sides",
    };
    let one = table.roll(word, Seat::A, 6, 1)?;
    let other = table.roll(word, Seat::B, 6, 1)?;
    let winner = match one.total().cmp(&other.total()) {
        std::cmp::Ordering::Greater => Some(Seat::A),
        std::cmp::Ordering::Less => Some(Seat::B),
        std::cmp::Ordering::Equal => None,
    };
    table.emit(SetupEvent::OpposedRolled {
        purpose,
        rolls: [one, other],
        winner,
    });
    if let Some(seat) = winner {
        let next = match purpose {
            Opposed::FirstPiece => Step::PlaceTerrain { seat },
            Opposed::Sides => Step::NamePicker { seat },
        };
        proceed(table, 1, [next]);
    }
    Ok(Taken::Went)
}

/// The pieces of the pool that have a legal place, each once. Rule `IF-SETUP-03`.
pub fn placeable(state: &State) -> Vec<CardId> {
    let mut pool = state.pool.clone();
    pool.sort_unstable();
    pool.dedup();
    pool.retain(|card| some_terrain_place(state, *card).is_some());
    pool
}

/// The pool is placed piece by piece; what finds no place is dropped. Rules `IF-SETUP-02`, `IF-SETUP-03`.
pub(crate) fn place_step(table: &mut GameTable<'_>) -> Result<Taken, Need> {
    let state = table.state();
    if state.pool.is_empty() {
        proceed(table, 1, [Step::RollSides]);
        return Ok(Taken::Went);
    }
    if placeable(state).is_empty() {
        let cards = state.pool.clone();
        table.emit(SetupEvent::TerrainDropped { cards });
        return Ok(Taken::Went);
    }
    Ok(Taken::Waits)
}

/// A player picks a piece of the pool and places it; the other is next. Rules `IF-SETUP-02`, `IF-SETUP-03`.
pub(crate) fn place_terrain(
    table: &mut GameTable<'_>,
    seat: Seat,
    card: CardId,
    pose: Pose,
) -> Result<(), Refusal> {
    let state = table.state();
    if !matches!(state.step(), Some(Step::PlaceTerrain { seat: asked }) if *asked == seat) {
        return Err(NoSetup::NoPlacing.into());
    }
    if !state.pool.contains(&card) {
        return Err(NoSetup::NotInPool { card }.into());
    }
    check_terrain(state, card, pose)?;
    table.emit(SetupEvent::TerrainPlaced { seat, card, pose });
    proceed(
        table,
        1,
        [Step::PlaceTerrain {
            seat: seat.opponent(),
        }],
    );
    Ok(())
}

/// A player is named: who picks a side, who deploys first, who goes first. Rules `IF-SETUP-04` to `-06`.
pub(crate) fn name(table: &mut GameTable<'_>, by: Seat, seat: Seat) -> Result<(), Refusal> {
    let step = table.state().step().cloned();
    let asked = match &step {
        Some(
            Step::NamePicker { seat } | Step::NameFirstDeployer { seat } | Step::NameFirstPlayer { seat },
        ) => *seat == by,
        _ => false,
    };
    if !asked {
        return Err(NoSetup::NobodyToName.into());
    }
    if !SEATS.contains(&seat) {
        return Err(NoSetup::NoSuchPlayer { seat }.into());
    }
    match step {
        Some(Step::NamePicker { .. }) => {
            table.emit(SetupEvent::PickerNamed { by, seat });
            proceed(table, 1, [Step::PickSide { seat }]);
        }
        Some(Step::NameFirstDeployer { .. }) => {
            table.emit(SetupEvent::FirstDeployerNamed { by, seat });
            let other = by.opponent();
            proceed(
                table,
                1,
                [Step::NameFirstPlayer { seat: other }, Step::Deploy { seat }],
            );
        }
        _ => {
            table.emit(SetupEvent::FirstPlayerNamed { by, seat });
            proceed(table, 1, []);
        }
    }
    Ok(())
}

/// A deployment side is picked. Rules `IF-SETUP-04`, `IF-SETUP-05`.
pub(crate) fn pick_side(table: &mut GameTable<'_>, seat: Seat, edge: Edge) -> Result<(), Refusal> {
    if !matches!(table.state().step(), Some(Step::PickSide { seat: asked }) if *asked == seat) {
        return Err(NoSetup::NoSide.into());
    }
    table.emit(SetupEvent::SidePicked { seat, edge });
    proceed(table, 1, [Step::NameFirstDeployer { seat }]);
    Ok(())
}

/// The units of a player that wait for deployment. Rule `IF-SETUP-09`.
pub fn waiting(state: &State, seat: Seat) -> Vec<UnitId> {
    state
        .alive_of(seat)
        .filter(|unit| unit.pose.is_none() && !unit.reserve)
        .map(|unit| unit.id)
        .collect()
}

/// Units are placed in turns; a unit without a legal place goes to reserve; then hands are drawn and the battle begins.
/// Rules `IF-SETUP-09` to `-11`.
pub(crate) fn deploy_step(table: &mut GameTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    let Step::Deploy { seat } = frame.step else {
        return Ok(Taken::Waits);
    };
    let state = table.state();
    let own = waiting(state, seat);
    if own.is_empty() {
        if waiting(state, seat.opponent()).is_empty() {
            let hand = cards::HAND as u8;
            let draw = SEATS.map(|seat| Step::Draw { seat, cards: hand });
            proceed(table, 1, draw.into_iter().chain([Step::BeginRound]));
        } else {
            proceed(
                table,
                1,
                [Step::Deploy {
                    seat: seat.opponent(),
                }],
            );
        }
        return Ok(Taken::Went);
    }
    let homeless: Vec<UnitId> = own
        .into_iter()
        .filter(|id| some_place(state, *id, false).is_none())
        .collect();
    if homeless.is_empty() {
        return Ok(Taken::Waits);
    }
    for unit in homeless {
        table.emit(SetupEvent::Reserved { unit });
    }
    Ok(Taken::Went)
}

/// A unit is deployed; the other player is next. Rule `IF-SETUP-09`.
pub(crate) fn deploy(table: &mut GameTable<'_>, seat: Seat, id: UnitId, pose: Pose) -> Result<(), Refusal> {
    let state = table.state();
    if !matches!(state.step(), Some(Step::Deploy { seat: asked }) if *asked == seat) {
        return Err(NoSetup::NoDeploying.into());
    }
    if !waiting(state, seat).contains(&id) {
        return Err(NoSetup::NotWaiting { unit: id }.into());
    }
    check_place(state, id, pose, false)?;
    table.emit(SetupEvent::Deployed { unit: id, pose });
    proceed(
        table,
        1,
        [Step::Deploy {
            seat: seat.opponent(),
        }],
    );
    Ok(())
}
