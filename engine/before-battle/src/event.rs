//! Events: what happened. Events hold every die and every number that was decided; `evolve` says how they
//! change the state.

mod evolve;
mod plausible;

use std::sync::Arc;

use hindsight_geometry::squares::{Cell, Facing, Hand, Lane, Rotation};
use hindsight_kernel::{Recorded, Roll, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::BeforeBattle;
use crate::cards::{Cards, Slot};
use crate::command::{Patch, Reformed};
use crate::names::{CardId, ItemId, UnitId, UnitSet};
use crate::order_of_blows::Strike;
use crate::state::{ArmyList, Assigned, Ending, Right, State};

/// One attack from its dice to the losses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Blow {
    /// Who struck or shot.
    pub unit: UnitId,
    /// Whom.
    pub target: UnitId,
    /// The attack dice.
    pub attack: Roll,
    /// The least face that hit.
    pub need: u8,
    /// Hits.
    pub hits: u8,
    /// The block dice, if any were rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<Roll>,
    /// The least face that blocked; 7 where no block was possible.
    pub block_need: u8,
    /// Hits blocked.
    pub blocked: u8,
    /// Wounds taken from models.
    pub wounds: u8,
    /// Wounds lost on a target without models.
    pub surplus: u8,
    /// The target's models after it.
    pub models_after: u8,
    /// Wounds on the target's wounded model after it.
    pub wounds_after: u8,
}

/// A unit as it lies face up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TurnedUp {
    /// Which.
    pub unit: UnitId,
    /// Its card.
    pub card: CardId,
    /// Its melee item, shield and ranged item.
    pub items: [Option<ItemId>; 3],
    /// Its models.
    pub models: u8,
}

/// What happened.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum Event {
    /// A game began by the full procedure with these cards.
    GameSet {
        /// The cards in play.
        cards: Arc<Cards>,
    },
    /// A game began from a position.
    PositionSet {
        /// The whole position.
        position: Box<State>,
    },
    /// A player confirmed the list. Rule `BB-ARMY-01`.
    ListConfirmed {
        /// Who.
        seat: Seat,
        /// The list, if it is known here.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        list: Option<Arc<ArmyList>>,
        /// The mixed list to be shown, where the list itself was not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        shown: Option<Arc<Vec<CardId>>>,
    },
    /// Both mixed lists were shown. Rule `BB-REV-01`.
    ListsRevealed {
        /// South's cards, sorted by class and id.
        south: Arc<Vec<CardId>>,
        /// North's cards, sorted by class and id.
        north: Arc<Vec<CardId>>,
        /// The free allowances of the Generals shown by South and by North.
        allowances: [u8; 2],
    },
    /// A player confirmed the weapons. Rule `BB-WPN-01`.
    WeaponsConfirmed {
        /// Who.
        seat: Seat,
        /// What goes to whom, if it is known here.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        weapons: Option<Arc<Vec<Assigned>>>,
    },
    /// Both players rolled for the start. Rule `BB-START-01`.
    StartRolled {
        /// South's die.
        south: Roll,
        /// North's die.
        north: Roll,
        /// The winner, or nothing on a tie.
        winner: Option<Seat>,
    },
    /// The winner took a right. Rule `BB-START-01`.
    RightTaken {
        /// Who.
        seat: Seat,
        /// Which.
        right: Right,
        /// Who holds the deployment right now.
        deployment_right: Seat,
    },
    /// The first deployer was named. Rule `BB-START-02`.
    DeployerNamed {
        /// By whom.
        seat: Seat,
        /// Who deploys first.
        first: Seat,
    },
    /// The first player was named. Rule `BB-START-02`.
    FirstNamed {
        /// By whom.
        seat: Seat,
        /// Who takes the first turn.
        first: Seat,
    },
    /// A unit was placed face down. Rule `BB-DEP-03`.
    UnitDeployed {
        /// Which.
        unit: UnitId,
        /// Where.
        cell: Cell,
        /// Looking where.
        facing: Facing,
        /// Who deploys next, or nothing after the twelfth.
        next: Option<Seat>,
    },
    /// What was left unknown of an army was supplied. Rule `BB-DEP-05`.
    ArmySupplied {
        /// Whose.
        seat: Seat,
        /// The list, if it was unknown.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        list: Option<Arc<ArmyList>>,
        /// The weapons, if they were unknown.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        weapons: Option<Arc<Vec<Assigned>>>,
    },
    /// All cards were turned face up. Rule `BB-DEP-05`.
    ArmiesTurnedUp {
        /// Each unit with card, items and models.
        units: Vec<TurnedUp>,
    },
    /// A turn began. Rule `BB-TURN-01`.
    TurnBegan {
        /// The round.
        round: u8,
        /// Whose turn.
        seat: Seat,
    },
    /// A unit moved. Rule `BB-ACT-01`.
    UnitMoved {
        /// Who.
        unit: UnitId,
        /// The turn before the move.
        turn: Option<Hand>,
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
        /// Looking where.
        facing: Facing,
        /// Cells entered.
        entered: u8,
        /// Whether it charged. Rule `BB-ACT-09`.
        charged: bool,
    },
    /// A unit hustled. Rule `BB-ACT-02`.
    UnitHustled {
        /// Who.
        unit: UnitId,
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
        /// Cells entered.
        entered: u8,
        /// The Hustle die.
        roll: Roll,
        /// Whether it charged. Rule `BB-ACT-09`.
        charged: bool,
    },
    /// A unit turned. Rule `BB-ACT-03`.
    UnitTurned {
        /// Who.
        unit: UnitId,
        /// How.
        rotation: Rotation,
        /// Looking where.
        facing: Facing,
    },
    /// A unit stepped sideways. Rule `BB-ACT-04`.
    UnitSidestepped {
        /// Who.
        unit: UnitId,
        /// To which side.
        hand: Hand,
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
    },
    /// A unit shot. Rule `BB-ACT-05`.
    UnitShot {
        /// The turn before the shot.
        turn: Option<Hand>,
        /// Looking where.
        facing: Facing,
        /// Along which lane.
        lane: Lane,
        /// The target's place in the lane.
        distance: u8,
        /// The shot.
        blow: Blow,
    },
    /// The actions phase ended. Rule `BB-TURN-02`.
    ActionsEnded,
    /// The combats of this phase were determined. Rules `BB-CMB-04` and `-05`.
    CombatsSet {
        /// Their units, in the order in which they will be fought.
        combats: Vec<UnitSet>,
    },
    /// A combat began with this order of blows. Rules `BB-ORD-01` to `-06`.
    CombatOrderSet {
        /// Who strikes whom, from which direction, in which tier.
        strikes: Vec<Strike>,
        /// Units that face an enemy but were attacked in the rear.
        silenced: UnitSet,
    },
    /// The blows of a tier. Rule `BB-ORD-07`.
    TierFought {
        /// 1 to 4.
        tier: u8,
        /// In the order of the dice.
        blows: Vec<Blow>,
    },
    /// A combat has its result. Rules `BB-RES-01` to `-04`.
    CombatResolved {
        /// Wounds inflicted by South and by North.
        wounds: [u16; 2],
        /// Whether units still fight: without that there is no result.
        fighting: bool,
        /// Who won, if anybody.
        winner: Option<Seat>,
        /// Who rolls to flee, in order.
        tests: Vec<UnitId>,
    },
    /// A unit rolled to flee. Rule `BB-FLEE-02`.
    FleeRolled {
        /// Who.
        unit: UnitId,
        /// The least face that stands.
        need: u8,
        /// The die.
        roll: Roll,
        /// Whether it flees.
        flees: bool,
    },
    /// A unit fled. Rules `BB-FLEE-03` to `-05`.
    UnitFled {
        /// Who.
        unit: UnitId,
        /// From where.
        from: Cell,
        /// The last cell it reached.
        to: Cell,
        /// Towards its home edge.
        facing: Facing,
        /// Cells entered.
        entered: u8,
        /// Whether it left the board.
        off_board: bool,
        /// Who stood in its way.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        blocked_by: Option<UnitId>,
        /// The dice of its models, if its run was blocked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dice: Option<Roll>,
        /// The least face that kept a model.
        need: u8,
        /// Models lost to these dice.
        killed: u8,
        /// Models after it.
        models_after: u8,
        /// Wounds on the wounded model after it.
        wounds_after: u8,
    },
    /// A player reformed. Rule `BB-REF-01`.
    UnitsReformed {
        /// Who.
        seat: Seat,
        /// Each unit that might reform, with its facing.
        facings: Vec<Reformed>,
    },
    /// A combat is over.
    CombatEnded,
    /// A turn ended. Rule `BB-TURN-03`.
    TurnEnded,
    /// The battle ended. Rules `BB-WIN-01` to `-03`.
    BattleEnded {
        /// How.
        ending: Ending,
    },
    /// A ruling changed the position.
    Patched {
        /// How.
        patch: Patch,
    },
}

/// Items by slot.
pub(crate) fn by_slot(cards: &Cards, items: impl IntoIterator<Item = ItemId>) -> [Option<ItemId>; 3] {
    let mut held = [None; 3];
    for item in items {
        if let Some(card) = cards.item(item) {
            held[card.slot as usize] = Some(item);
        }
    }
    held
}

/// The slots with what they hold.
pub(crate) fn held(items: &[Option<ItemId>; 3]) -> impl Iterator<Item = (Slot, ItemId)> {
    Slot::ALL
        .into_iter()
        .zip(items)
        .filter_map(|(slot, item)| Some((slot, (*item)?)))
}

impl Recorded for BeforeBattle {
    const EVENT_SCHEMA: u16 = 1;

    fn event_name(event: &Event) -> &'static str {
        event.into()
    }

    fn dice(event: &Event) -> Vec<&Roll> {
        event.rolls()
    }

    fn plausible(event: &Event) -> Result<(), String> {
        event.plausible()
    }
}

impl Event {
    /// The dice this event holds, in the order thrown.
    pub fn rolls(&self) -> Vec<&Roll> {
        match self {
            Self::StartRolled { south, north, .. } => vec![south, north],
            Self::UnitHustled { roll, .. } | Self::FleeRolled { roll, .. } => vec![roll],
            Self::UnitShot { blow, .. } => std::iter::once(&blow.attack).chain(&blow.block).collect(),
            Self::TierFought { blows, .. } => {
                let attacks = blows.iter().map(|blow| &blow.attack);
                attacks
                    .chain(blows.iter().filter_map(|blow| blow.block.as_ref()))
                    .collect()
            }
            Self::UnitFled { dice, .. } => dice.iter().collect(),
            Self::GameSet { .. }
            | Self::PositionSet { .. }
            | Self::ListConfirmed { .. }
            | Self::ListsRevealed { .. }
            | Self::WeaponsConfirmed { .. }
            | Self::RightTaken { .. }
            | Self::DeployerNamed { .. }
            | Self::FirstNamed { .. }
            | Self::UnitDeployed { .. }
            | Self::ArmySupplied { .. }
            | Self::ArmiesTurnedUp { .. }
            | Self::TurnBegan { .. }
            | Self::UnitMoved { .. }
            | Self::UnitTurned { .. }
            | Self::UnitSidestepped { .. }
            | Self::ActionsEnded
            | Self::CombatsSet { .. }
            | Self::CombatOrderSet { .. }
            | Self::CombatResolved { .. }
            | Self::UnitsReformed { .. }
            | Self::CombatEnded
            | Self::TurnEnded
            | Self::BattleEnded { .. }
            | Self::Patched { .. } => Vec::new(),
        }
    }
}
