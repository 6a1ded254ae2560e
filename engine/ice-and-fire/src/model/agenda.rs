//! The agenda: a stack of pending steps, the top one last.
//!
//! A step either is automatic, then `flow` takes it without asking, or it waits for a command. Who is asked, and what
//! they may do, follows from the step and the state alone: no step holds what a player may not know.

use hindsight_kernel::{Seat, Table, agenda};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::command::{Action, Choice};
use super::names::{NcuId, UnitId};
use crate::IceAndFire;
use crate::cards::{CardId, Trigger, ZoneName, is_default};

pub(crate) use hindsight_kernel::agenda::{Taken, go_on, proceed};

/// The table of this game.
pub(crate) type GameTable<'t> = Table<'t, IceAndFire>;
/// A pending step.
pub type Frame = agenda::AgendaFrame<Step, agenda::Answered<NoTopic, UnitId, NoAnswer>>;
/// A question laid on the stack; this game has none, for its steps themselves wait for commands.
pub type Question = agenda::Question<NoTopic, UnitId, NoAnswer>;
/// The result of a rule function that cannot go on by itself.
pub type Need = agenda::AgendaNeed<Question>;

/// The topic of a question: there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum NoTopic {
    /// Never asked.
    Nothing,
}

/// The answer to a question: there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NoAnswer {
    /// Never given.
    Nothing,
}

/// An occurrence of a trigger, with the units that take part in it. Rules `IF-TIME-01`, `IF-TIME-03`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Occasion {
    /// The trigger.
    pub trigger: Trigger,
    /// The player who may use an effect first: the active player; at the ends of a round the first player.
    pub active: Seat,
    /// Who charges or attacks, or made the attack behind it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub attacker: Option<UnitId>,
    /// Who is charged or attacked, tested or destroyed.
    #[serde(default, skip_serializing_if = "is_default")]
    pub subject: Option<UnitId>,
    /// The zone that was claimed.
    #[serde(default, skip_serializing_if = "is_default")]
    pub zone: Option<ZoneName>,
    /// Whose NCU claimed it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ncu: Option<NcuId>,
    /// Whether a unit was destroyed by a melee attack. Rule `IF-MOR-06`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub by_melee: bool,
}

impl Occasion {
    /// An occasion without units.
    pub const fn new(trigger: Trigger, active: Seat) -> Self {
        Self {
            trigger,
            active,
            attacker: None,
            subject: None,
            zone: None,
            ncu: None,
            by_melee: false,
        }
    }
}

/// What an effect comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Source {
    /// A tactics card.
    Card {
        /// Which.
        card: CardId,
    },
    /// An Order of a unit, by its place among the unit's Orders.
    Order {
        /// Whose.
        unit: UnitId,
        /// Which, from 0.
        order: u8,
    },
    /// What an NCU adds to its zone.
    Ncu {
        /// Which NCU.
        ncu: NcuId,
    },
}

/// What is to be done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Step {
    /// Both players name their armies, hidden until both have. Rule `IF-ARMY-01`. Waits for both.
    Lists,
    /// Both armies were named with the setup: the first dice are thrown when a player says so, for dice of the table are
    /// typed in with a command. Rule `IF-SETUP-01`. Waits.
    Start,
    /// The number of terrain pieces is rolled. Rule `IF-SETUP-01`.
    RollTerrainNumber,
    /// A piece of the pool is rolled. Rules `IF-SETUP-01`, `IF-TERR-14`.
    RollTerrain {
        /// Who rolls.
        seat: Seat,
        /// How many are still to be rolled, this one included.
        left: u8,
    },
    /// A 7 was rolled: the roller names a piece. Rule `IF-TERR-14`. Waits: `terrain_choice`.
    NameTerrain {
        /// Who names it.
        seat: Seat,
    },
    /// Who places the first piece is rolled for. Rule `IF-SETUP-02`.
    RollFirstPiece,
    /// A piece of the pool is picked and placed. Rules `IF-SETUP-02`, `IF-SETUP-03`. Waits: `terrain_place`.
    PlaceTerrain {
        /// Who.
        seat: Seat,
    },
    /// The deployment sides are rolled for. Rule `IF-SETUP-04`.
    RollSides,
    /// The winner says who picks a side. Rule `IF-SETUP-04`. Waits: `side_picker`.
    NamePicker {
        /// The winner.
        seat: Seat,
    },
    /// A side is picked. Rule `IF-SETUP-04`. Waits: `side`.
    PickSide {
        /// Who picks.
        seat: Seat,
    },
    /// Who picked a side says who deploys first. Rule `IF-SETUP-05`. Waits: `first_deployer`.
    NameFirstDeployer {
        /// Who says so.
        seat: Seat,
    },
    /// The other player says who goes first. Rule `IF-SETUP-06`. Waits: `first_player`.
    NameFirstPlayer {
        /// Who says so.
        seat: Seat,
    },
    /// A unit is placed. Rules `IF-SETUP-09`, `IF-SETUP-10`. Waits: `deploy`.
    Deploy {
        /// Whose turn it is.
        seat: Seat,
    },
    /// Cards are drawn. Rules `IF-SETUP-11`, `IF-CARD-02`.
    Draw {
        /// Who draws.
        seat: Seat,
        /// How many.
        cards: u8,
    },
    /// A round begins. Rule `IF-ROUND-01`.
    BeginRound,
    /// The next turn, or the end of the activation phase. Rules `IF-ROUND-02`, `IF-ROUND-03`.
    Turn {
        /// Whose turn it would be.
        seat: Seat,
    },
    /// A unit is activated. Rule `IF-ROUND-02`. Waits: `choose_unit`.
    ChooseUnit {
        /// Who chooses.
        seat: Seat,
    },
    /// The activated unit takes an action. Rule `IF-ACT-01`. Waits: `choose_action`.
    ChooseAction {
        /// The unit.
        unit: UnitId,
    },
    /// A declared action is resolved.
    Resolve {
        /// The unit.
        unit: UnitId,
        /// What was declared.
        action: Action,
        /// Inches added to its distance. Rule `IF-TAC-07`.
        #[serde(default, skip_serializing_if = "is_default")]
        bonus: i8,
    },
    /// An action has ended.
    EndAction {
        /// The unit.
        unit: UnitId,
    },
    /// A turn ends: activation token, other player. Rule `IF-ROUND-04`.
    EndTurn {
        /// Whose turn it was.
        seat: Seat,
    },
    /// A trigger has occurred: one player after the other may use effects. Rules `IF-TIME-01`, `IF-TIME-02`. Waits where
    /// the player may have something to use: `trigger_effect`.
    Window {
        /// What occurred.
        at: Occasion,
        /// Who is asked.
        asked: Seat,
        /// Whether that player has used their one card or Order.
        #[serde(default, skip_serializing_if = "is_default")]
        used: bool,
    },
    /// The effects of a card, Order or NCU happen one after the other. Waits where choices are open: `effect_choice`.
    Effects {
        /// Who uses them.
        seat: Seat,
        /// What they come from.
        source: Source,
        /// At what.
        at: Occasion,
        /// What the user chose, once they did.
        #[serde(default, skip_serializing_if = "is_default")]
        choice: Option<Choice>,
        /// The next effect, from 0.
        #[serde(default, skip_serializing_if = "is_default")]
        next: u8,
    },
    /// What the vocabulary of packs cannot say is settled by the players, by a ruling where something changes. Waits:
    /// `settle`.
    Settle {
        /// Who says that it is done.
        seat: Seat,
        /// What it comes from.
        source: Source,
    },
    /// The charge distance is rolled and the charger moves. Rules `IF-CHG-04`, `IF-CHG-05`, `IF-CHG-07`.
    RollCharge,
    /// The charger is aligned. Rule `IF-CHG-06`. Waits where more than one slot is free: `slot`.
    Align,
    /// The aligned charger attacks. Rule `IF-CHG-08`.
    ChargeAttack,
    /// The attack dice are rolled. Rule `IF-ATK-02`.
    RollAttack,
    /// Hits are counted, the defence dice are rolled. Rules `IF-ATK-05`, `IF-ATK-06`.
    RollDefence,
    /// The wounds of the attack are suffered, a Panic Test may follow. Rules `IF-ATK-09`, `IF-ATK-10`.
    Strike,
    /// The attack is complete. Rule `IF-ATK-11`.
    CompleteAttack,
    /// The attacker may make a free Maneuver. Rule `IF-SURGE-01`. Waits: `surge`.
    Surge,
    /// The attack is put away.
    EndAttack,
    /// Units may pivot freely, in any order. Rules `IF-RET-03`, `IF-SURGE-02`. Waits: `free_pivot`.
    FreePivots {
        /// Whose units.
        seat: Seat,
        /// Which.
        units: Vec<UnitId>,
    },
    /// A unit takes a Panic Test. Rule `IF-MOR-02`.
    Panic {
        /// Which unit.
        unit: UnitId,
        /// Whether it belongs to the attack under way.
        #[serde(default, skip_serializing_if = "is_default")]
        of_attack: bool,
        /// Added to its roll.
        #[serde(default, skip_serializing_if = "is_default")]
        modifier: i8,
    },
    /// The dice of the pending Panic Test are rolled.
    RollPanic,
    /// The dice of the Panic Test are read. Rules `IF-MOR-02`, `IF-MOR-06`.
    SettlePanic,
    /// A retreating unit moves. Rules `IF-RET-01`, `IF-RET-02`. Waits where some move is legal: `retreat_move`.
    RetreatMove {
        /// The unit.
        unit: UnitId,
        /// Its highest distance before terrain, in thousandths of an inch.
        reach: i32,
    },
    /// The effect of a claimed zone. Rules `IF-TAC-02` to `IF-TAC-07`. Waits where a target is to be named: `zone_target`.
    ZoneEffect {
        /// The NCU that stands there.
        ncu: NcuId,
        /// The zone.
        zone: ZoneName,
    },
    /// A unit may take a free action. Rules `IF-TAC-06`, `IF-TAC-07`, `IF-ACT-08`. Waits: `free_action`.
    FreeAction {
        /// The unit.
        unit: UnitId,
        /// By which zone.
        zone: ZoneName,
        /// Inches added to its distance.
        #[serde(default, skip_serializing_if = "is_default")]
        bonus: i8,
    },
    /// The round's end is scored. Rules `IF-VP-03`, `IF-VP-05` to `-07`, `IF-ROUND-07`.
    Score,
    /// A player discards and draws up. Rule `IF-ROUND-07`. Waits where they have cards: `discard`.
    Discard {
        /// Who.
        seat: Seat,
    },
    /// The round is over. Rule `IF-ROUND-08`.
    EndRound,
}

impl From<Question> for Step {
    /// Never taken: this game asks no questions.
    fn from(_question: Question) -> Self {
        Self::EndRound
    }
}
