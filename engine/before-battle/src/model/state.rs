//! Everything a position is. Hidden things that are not known are `unknown` in the state itself.

use std::sync::Arc;

use hindsight_geometry::squares::{Cell, Facing, Field};
use hindsight_kernel::Seat;
pub use hindsight_kernel::Secret;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::cards::{Cards, Slot, UnitCard, blank_card};
use crate::model::gear::Gear;
use crate::model::names::{CardId, ItemId, UNITS, UnitId, UnitSet, words};
use crate::model::strike::Strike;

/// A secret army list. Rules `BB-ARMY-01` to `-08`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArmyList {
    /// The six unit cards in the owner's order: the first is unit 1, the last unit 6.
    pub units: Vec<CardId>,
    /// What the General carries from the start.
    #[serde(default)]
    pub general_items: Vec<ItemId>,
    /// The cards shown that are not in the army.
    #[serde(default)]
    pub distractions: Vec<CardId>,
}

/// An item assigned to a unit. Rule `BB-WPN-01`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Assigned {
    /// Who gets it.
    pub unit: UnitId,
    /// What.
    pub item: ItemId,
}

/// What a player has chosen before the battle.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// The army with the General's items and the distractions.
    pub list: Secret<Arc<ArmyList>>,
    /// The mixed list that was shown to the opponent: army and distractions, sorted.
    pub shown: Option<Arc<Vec<CardId>>>,
    /// The items assigned after the lists were shown.
    pub weapons: Secret<Arc<Vec<Assigned>>>,
}

impl Player {
    /// Whether everything chosen is known.
    pub const fn is_known(&self) -> bool {
        matches!((&self.list, &self.weapons), (Secret::Known(_), Secret::Known(_)))
    }
}

words! {
    /// One of the two rights of the start roll. Rule `BB-START-01`.
    pub enum Right {
        /// To decide who deploys first.
        Deployment,
        /// To decide who takes the first turn.
        FirstTurn,
    }
}

/// What became of the start roll. Rules `BB-START-01` and `-02`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StartChoices {
    /// Who holds the deployment right; the other holds the first-turn right.
    pub deployment_right: Option<Seat>,
    /// Who deploys first.
    pub first_deployer: Option<Seat>,
    /// Who takes the first turn of every round.
    pub first_turn: Option<Seat>,
}

words! {
    /// How a unit was lost.
    pub enum Loss {
        /// Killed in melee.
        Melee,
        /// Shot.
        Shooting,
        /// Its last models fled while its run was blocked.
        FleeDice,
        /// It fled off the board.
        OffBoard,
        /// Removed by the players' ruling.
        Ruling,
    }
}

/// A unit of the battle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// Which one.
    pub id: UnitId,
    /// Its card, once it is turned up.
    #[serde(default)]
    pub card: Option<CardId>,
    /// Its melee item, shield and ranged item, once they are turned up.
    #[serde(default)]
    pub items: [Option<ItemId>; 3],
    /// Where it stands.
    #[serde(default)]
    pub cell: Option<Cell>,
    /// Where it looks.
    #[serde(default)]
    pub facing: Facing,
    /// Models alive.
    #[serde(default)]
    pub models: u8,
    /// Wounds on the one wounded model.
    #[serde(default)]
    pub wounds: u8,
    /// How it was lost, if it was.
    #[serde(default)]
    pub lost: Option<Loss>,
}

impl Unit {
    /// A unit that has not come yet.
    pub const fn absent(id: UnitId) -> Self {
        Self {
            id,
            card: None,
            items: [None; 3],
            cell: None,
            facing: Facing::N,
            models: 0,
            wounds: 0,
            lost: None,
        }
    }
}

/// Where in the state machine a game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Before the first event.
    #[default]
    Empty,
    /// Both players build their lists in secret.
    Build,
    /// Both players choose weapons in secret; then the start roll.
    Weapons,
    /// The winner of the start roll takes a right.
    StartRight {
        /// Who.
        seat: Seat,
    },
    /// The holder of the deployment right names the first deployer.
    NameDeployer {
        /// Who.
        seat: Seat,
    },
    /// The holder of the first-turn right names the first player.
    NameFirst {
        /// Who.
        seat: Seat,
    },
    /// The players deploy in turn.
    Deploy {
        /// Whose turn it is to deploy.
        seat: Seat,
    },
    /// Every unit is placed: what is still unknown is asked for, then the cards are turned up.
    Reveal,
    /// The active player picks units to act.
    Actions,
    /// The actions are over: the combats are to be determined.
    Combats,
    /// The first of the combats left is to begin, or the turn to end.
    NextCombat,
    /// Blows are struck, this tier next.
    Blows {
        /// 1 to 4; 5 when all are struck.
        tier: u8,
    },
    /// The result stands: flee rolls, flight, reforming.
    Aftermath,
    /// The turn is over.
    TurnOver,
    /// The battle is over.
    Over,
}

/// What the present combat phase has come to. Rules `BB-CMB-04` and `-05`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CombatPhase {
    /// The combats of the snapshot that are not finished, in order; the first is being fought.
    #[serde(default)]
    pub combats: Vec<UnitSet>,
    /// Who strikes whom in the present combat, and when.
    #[serde(default)]
    pub strikes: Vec<Strike>,
    /// Wounds inflicted in the present combat by South and by North.
    #[serde(default)]
    pub inflicted: [u16; 2],
    /// Units of the loser still to roll, in order.
    #[serde(default)]
    pub tests: Vec<UnitId>,
    /// The unit that failed its roll and is about to run.
    #[serde(default)]
    pub running: Option<UnitId>,
    /// Units of the present combat that fled.
    #[serde(default)]
    pub fled: UnitSet,
    /// Who has reformed in the present combat.
    #[serde(default)]
    pub reformed: Vec<Seat>,
}

/// How a battle ended. Rules `BB-WIN-01` to `-03`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ending {
    /// Who won, or nothing for a draw.
    pub winner: Option<Seat>,
    /// Victory points of South and of North.
    pub points: [u16; 2],
    /// Why.
    pub reason: EndReason,
}

/// What ended a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// A player has no unit left on the board.
    #[strum(serialize = "all units lost")]
    AllUnitsLost,
    /// Victory points after the last round.
    #[strum(serialize = "points after round 6")]
    Points,
    /// Equal points, but a greater share of surviving models.
    #[strum(serialize = "share of surviving models")]
    SurvivingShare,
    /// Everything equal.
    #[strum(serialize = "everything equal")]
    Equal,
}

/// A position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The cards in play.
    #[serde(serialize_with = "hindsight_kernel::fixed::serialize")]
    #[schemars(with = "Arc<Cards>")]
    pub cards: Arc<Cards>,
    /// Where in the state machine the game stands.
    pub stage: Stage,
    /// What South and North chose before the battle.
    #[serde(default)]
    pub players: [Player; 2],
    /// What became of the start roll.
    #[serde(default)]
    pub start: StartChoices,
    /// Whether the cards lie face up.
    #[serde(default)]
    pub turned_up: bool,
    /// The round, from 1; 0 before the battle.
    #[serde(default)]
    pub round: u8,
    /// Whose turn it is.
    #[serde(default)]
    pub active: Option<Seat>,
    /// The twelve units, A1 first.
    pub units: [Unit; UNITS],
    /// Units that have acted this turn.
    #[serde(default)]
    pub acted: UnitSet,
    /// Units that have charged this turn.
    #[serde(default)]
    pub charged: UnitSet,
    /// The present combat phase.
    #[serde(default)]
    pub combat: CombatPhase,
    /// How the battle ended.
    #[serde(default)]
    pub ending: Option<Ending>,
}

impl Default for State {
    fn default() -> Self {
        let units = std::array::from_fn(|index| {
            let (seat, slot) = if index < UNITS / 2 {
                (Seat::A, index)
            } else {
                (Seat::B, index - UNITS / 2)
            };
            Unit::absent(UnitId::new(seat, slot).expect("twelve units"))
        });
        Self {
            cards: Arc::default(),
            stage: Stage::Empty,
            players: [Player::default(), Player::default()],
            start: StartChoices::default(),
            turned_up: false,
            round: 0,
            active: None,
            units,
            acted: UnitSet::EMPTY,
            charged: UnitSet::EMPTY,
            combat: CombatPhase::default(),
            ending: None,
        }
    }
}

/// The names of the seats.
pub const fn seat_name(seat: Seat) -> &'static str {
    match seat.index() {
        0 => "South",
        _ => "North",
    }
}

/// Both seats, South first.
pub const SEATS: [Seat; 2] = [Seat::A, Seat::B];

impl State {
    /// The grid of the board.
    pub fn field(&self) -> Field {
        self.cards.board.field()
    }

    /// A unit.
    pub const fn unit(&self, id: UnitId) -> &Unit {
        &self.units[id.index()]
    }

    /// The choices of a player.
    pub const fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index() & 1]
    }

    /// A unit's cell, while it stands on the board.
    pub const fn cell(&self, id: UnitId) -> Option<Cell> {
        self.unit(id).cell
    }

    /// The unit on a cell.
    pub fn at(&self, cell: Cell) -> Option<&Unit> {
        self.units.iter().find(|unit| unit.cell == Some(cell))
    }

    /// The units on the board, A1 first.
    pub fn standing(&self) -> impl Iterator<Item = &Unit> {
        self.units.iter().filter(|unit| unit.cell.is_some())
    }

    /// The units of a player on the board.
    pub fn standing_of(&self, seat: Seat) -> impl Iterator<Item = &Unit> {
        self.standing().filter(move |unit| unit.id.seat() == seat)
    }

    /// A unit's card as far as it is known here: face up, or from its owner's list.
    pub fn known_card(&self, id: UnitId) -> Option<&UnitCard> {
        let listed = || {
            let list = self.player(id.seat()).list.known()?;
            list.units.get(id.slot()).copied()
        };
        self.cards.unit(self.unit(id).card.or_else(listed)?)
    }

    /// A unit's card once the cards are up; a blank one for a position that breaks that.
    pub fn card(&self, id: UnitId) -> &UnitCard {
        match self.unit(id).card.and_then(|card| self.cards.unit(card)) {
            Some(card) => card,
            None => blank_card(),
        }
    }

    /// A unit's card with its items.
    pub fn gear(&self, id: UnitId) -> Gear<'_> {
        let item = |slot: Slot| self.unit(id).items[slot as usize].and_then(|item| self.cards.item(item));
        Gear {
            card: self.card(id),
            items: [item(Slot::Melee), item(Slot::Shield), item(Slot::Ranged)],
            charged: self.charged.contains(id),
        }
    }

    /// The name of a unit: its card's name, or its id while nobody here knows the card.
    pub fn name(&self, id: UnitId) -> String {
        self.known_card(id)
            .map_or_else(|| format!("Unit {id}"), |card| card.name.clone())
    }

    /// The facing towards a player's home edge. Rule `BB-FLEE-03`.
    pub const fn homeward(seat: Seat) -> Facing {
        match seat.index() {
            0 => Facing::S,
            _ => Facing::N,
        }
    }

    /// Rows between a cell and a player's home edge: 1 in the home row. Rule `BB-FLEE-04`.
    pub fn rows_to_home(&self, seat: Seat, cell: Cell) -> u8 {
        match seat.index() {
            0 => cell.row() + 1,
            _ => self.cards.board.rows.saturating_sub(cell.row()),
        }
    }
}
