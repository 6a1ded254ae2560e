//! Events: facts in the past tense, with every die face and every number that was decided.

mod parts;
mod rolls;

use hindsight_geometry::hexes::{Facing, Hex};
use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use parts::{Against, InZoc, LeaderForm, Shot, TurnBy};

use super::agenda::{Change, FormationOrder};
use super::attack::{Attack, Course, Which};
use super::command::Patch;
use super::drm::Throw;
use super::names::{CommandId, LeaderId, StandardId, UnitId};
use super::piece::{MoveFire, Occasion, Status};
use super::state::{Ending, Kind, State};
use crate::data::{Combat, CombatCell, Order};

/// Something that happened.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum Event {
    /// The battle is set out, or a game begins from a position.
    BattleSetOut {
        /// The position.
        state: Box<State>,
    },
    /// What is to be done has changed.
    Agenda {
        /// How.
        change: Change,
    },
    /// A unit was placed before the battle. Rule `MOI-SETUP-02`.
    UnitPlaced {
        /// The unit.
        unit: UnitId,
        /// Its hex.
        hex: Hex,
        /// The vertex it faces.
        facing: Facing,
    },
    /// A leader was placed before the battle.
    LeaderPlaced {
        /// The leader.
        leader: LeaderId,
        /// The hex.
        hex: Hex,
    },
    /// A Standard was placed before the battle.
    StandardPlaced {
        /// The Standard.
        standard: StandardId,
        /// The hex.
        hex: Hex,
    },
    /// A Command is activated. Rule `MOI-ACT-02`.
    ActivationStarted {
        /// Who activates it.
        seat: Seat,
        /// How the Activation was won.
        kind: Kind,
        /// The Command.
        command: CommandId,
    },
    /// A Standard is activated. Rule `MOI-STD-02`.
    StandardActivated {
        /// Who activates it.
        seat: Seat,
        /// The Standard.
        standard: StandardId,
        /// Where it is to be moved; without it, it rallies.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Hex>,
    },
    /// A player passed. Rule `MOI-ACT-05`.
    Passed {
        /// Who.
        seat: Seat,
    },
    /// A player named the Command to continue with. Rule `MOI-ACT-07`.
    CommandNamed {
        /// Who.
        seat: Seat,
        /// The Command.
        command: CommandId,
    },
    /// A Seizure was tried. Rule `MOI-ACT-11`.
    SeizureDeclared {
        /// Who.
        seat: Seat,
        /// With which Command.
        command: CommandId,
    },
    /// The other player does not seize.
    SeizureDeclined {
        /// Who does not.
        seat: Seat,
    },
    /// A Continuity roll. Rule `MOI-ACT-08`.
    ContinuityRolled {
        /// Whose.
        seat: Seat,
        /// For which Command.
        command: CommandId,
        /// The roll.
        throw: Throw,
        /// The Activation Rating.
        rating: u8,
        /// Whether it succeeds.
        success: bool,
    },
    /// A Seizure roll. Rule `MOI-ACT-12`.
    SeizureRolled {
        /// Whose.
        seat: Seat,
        /// For which Command.
        command: CommandId,
        /// The roll.
        throw: Throw,
        /// The Activation Rating.
        rating: u8,
        /// Whether it succeeds.
        success: bool,
    },
    /// A player has a Free Activation to come. Rule `MOI-ACT-02`.
    FreeActivationGained {
        /// Who.
        seat: Seat,
    },
    /// A replacement leader was placed. Rule `MOI-LEAD-11`.
    LeaderReplaced {
        /// The leader.
        leader: LeaderId,
        /// The hex.
        hex: Hex,
    },
    /// Units formed or left a formation. Rules `MOI-WALL-02`, `MOI-SCHIL-02`.
    FormationChanged {
        /// Their Command.
        command: CommandId,
        /// The order.
        order: FormationOrder,
        /// The units.
        units: Vec<UnitId>,
    },
    /// Command status was fixed, and where every unit begins the Activation. Rules `MOI-CMD-04`, `MOI-ZOC-05`.
    CommandStatusSet {
        /// The Command.
        command: CommandId,
        /// Its units that are out of command.
        out_of_command: Vec<UnitId>,
        /// The units of both sides that stand next to an enemy combat unit.
        adjacent: Vec<UnitId>,
        /// The units of both sides that stand in enemy zones of control, each with the units whose zones they are.
        in_zoc: Vec<InZoc>,
    },
    /// A unit began its Move/Fire. Rule `MOI-MOVE-01`.
    UnitBegan {
        /// The unit.
        unit: UnitId,
        /// What is so at its beginning.
        turn: MoveFire,
    },
    /// A unit's Move/Fire is over.
    MoveFireEnded {
        /// The unit.
        unit: UnitId,
    },
    /// A unit moved one hex. Rule `MOI-MOVE-03`.
    UnitStepped {
        /// The unit.
        unit: UnitId,
        /// From where.
        from: Hex,
        /// Where to.
        to: Hex,
        /// The facing with which it enters.
        facing: Facing,
        /// Movement Points spent.
        cost: u8,
        /// Whether it must stop there. Rule `MOI-MOVE-06`.
        stopped: bool,
        /// The enemy units whose zones of control it leaves by this step. Rule `MOI-MOVE-16`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        zocs_left: Vec<UnitId>,
        /// The leaders that move with it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        leaders: Vec<LeaderId>,
        /// The friendly missile unit in that hex. Rule `MOI-MOVE-14`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        passing: Option<UnitId>,
    },
    /// A reinforcement entered the map. Rule `MOI-REINF-02`.
    ReinforcementEntered {
        /// The unit.
        unit: UnitId,
        /// The entry hex.
        at: Hex,
        /// The vertex it faces.
        facing: Facing,
        /// Movement Points spent.
        cost: u8,
        /// Whether it must stop there.
        stopped: bool,
        /// The leaders that enter with it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        leaders: Vec<LeaderId>,
    },
    /// A unit turned. Rule `MOI-FACE-01`.
    UnitTurned {
        /// The unit.
        unit: UnitId,
        /// The facing before.
        from: Facing,
        /// The facing after.
        to: Facing,
        /// Why.
        by: TurnBy,
    },
    /// A hobilar mounted or dismounted. Rule `MOI-HOBI-02`.
    HobilarChanged {
        /// The hobilar.
        unit: UnitId,
        /// Whether it is dismounted now.
        dismounted: bool,
        /// Movement Points spent.
        cost: u8,
    },
    /// A leader moved alone one hex. Rule `MOI-MOVE-08`.
    LeaderStepped {
        /// The leader.
        leader: LeaderId,
        /// From where.
        from: Hex,
        /// Where to.
        to: Hex,
        /// Movement Points spent.
        cost: u8,
    },
    /// The roll for a missile unit through which mounted men-at-arms pass. Rule `MOI-MOVE-15`.
    PassThroughRolled {
        /// The mounted unit.
        unit: UnitId,
        /// The missile unit.
        through: UnitId,
        /// The roll.
        throw: Throw,
        /// Whether the missile unit is harmed.
        harmed: bool,
    },
    /// A unit made Reaction Fire. Rule `MOI-FIRE-11`.
    ReactionFired {
        /// Who fires.
        unit: UnitId,
        /// At whom.
        target: UnitId,
        /// On which occasion.
        on: Occasion,
        /// The shot.
        shot: Shot,
    },
    /// A unit made Active Fire. Rule `MOI-FIRE-06`.
    ActiveFired {
        /// Who fires.
        unit: UnitId,
        /// At whom.
        target: UnitId,
        /// The shot.
        shot: Shot,
    },
    /// A unit made Return Fire. Rule `MOI-FIRE-08`.
    ReturnFired {
        /// Who fires.
        unit: UnitId,
        /// At whom.
        target: UnitId,
        /// The shot.
        shot: Shot,
    },
    /// A Counter-Charge was tried. Rule `MOI-CC-07`.
    CounterChargeRolled {
        /// The unit.
        unit: UnitId,
        /// Whom it counter-charges.
        targets: Vec<UnitId>,
        /// Against which trigger.
        against: Against,
        /// The roll.
        throw: Throw,
        /// Whether it succeeds.
        success: bool,
    },
    /// A counter-charging unit moved one hex. Rule `MOI-CC-10`.
    CounterChargerMoved {
        /// The unit.
        unit: UnitId,
        /// From where.
        from: Hex,
        /// Where to.
        to: Hex,
        /// The leaders that go with it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        leaders: Vec<LeaderId>,
    },
    /// A counter-charging unit attacks: once it is there, and again with each Continued Attack. Rules `MOI-CC-10`, `MOI-CC-13`.
    CounterAttackMade {
        /// The attack.
        attack: Attack,
    },
    /// All attacks of the round were declared. Rule `MOI-SHOCK-05`.
    AttacksDeclared {
        /// The attacks.
        attacks: Vec<Attack>,
    },
    /// A charger takes another course, its own being no longer free; or it drops out. Rule `MOI-CHARGE-10`.
    ChargeRerouted {
        /// The charger.
        unit: UnitId,
        /// Its course; none: it drops out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        course: Option<Course>,
    },
    /// A charger moved one hex. Rule `MOI-CHARGE-10`.
    ChargerMoved {
        /// The charger.
        unit: UnitId,
        /// From where.
        from: Hex,
        /// Where to.
        to: Hex,
        /// The leaders that go with it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        leaders: Vec<LeaderId>,
    },
    /// A charger has come to the end of its course, or fallen out on the way.
    ChargeArrived {
        /// The charger.
        unit: UnitId,
    },
    /// A Reluctance roll. Rule `MOI-CHARGE-13`.
    ReluctanceRolled {
        /// The charger.
        unit: UnitId,
        /// Its target.
        target: UnitId,
        /// The roll.
        throw: Throw,
        /// Whether the Charge goes on.
        success: bool,
    },
    /// A unit retreated before shock. Rule `MOI-RBS-02`.
    RetreatedBeforeShock {
        /// The unit.
        unit: UnitId,
        /// From where.
        from: Hex,
        /// Where to.
        to: Hex,
        /// The vertex it then faces.
        facing: Facing,
        /// The leaders that go with it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        leaders: Vec<LeaderId>,
    },
    /// A roll on the Shock or Charge Table. Rule `MOI-SHOCK-08`.
    ShockRolled {
        /// Which attack.
        attack: Which,
        /// The attackers that take part.
        attackers: Vec<UnitId>,
        /// The defender.
        defender: UnitId,
        /// The table. Rule `MOI-SHOCK-07`.
        table: Combat,
        /// The column.
        column: Order,
        /// The roll.
        throw: Throw,
        /// The result.
        result: CombatCell,
    },
    /// An attack is over: fought, or come to nothing. Rule `MOI-SHOCK-13`.
    AttackOver {
        /// Which.
        attack: Which,
    },
    /// A unit was Disordered. Rule `MOI-RES-02`.
    UnitDisordered {
        /// The unit.
        unit: UnitId,
    },
    /// A unit retreated. Rule `MOI-RES-04`.
    UnitRetreated {
        /// The unit.
        unit: UnitId,
        /// From where.
        from: Hex,
        /// Where to.
        to: Hex,
        /// The friendly missile unit through which it went. Rule `MOI-RES-06`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        through: Option<UnitId>,
        /// The vertex it then faces.
        facing: Facing,
        /// The leaders that go with it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        leaders: Vec<LeaderId>,
    },
    /// A unit was Retired to its Standard. Rule `MOI-RES-08`.
    UnitRetired {
        /// The unit.
        unit: UnitId,
        /// From where.
        from: Hex,
        /// Where to.
        to: Hex,
        /// The vertex it then faces.
        facing: Facing,
    },
    /// A unit was Unhorsed. Rule `MOI-RES-12`.
    UnitUnhorsed {
        /// The unit.
        unit: UnitId,
    },
    /// A unit was eliminated. Rule `MOI-RES-13`.
    UnitEliminated {
        /// The unit.
        unit: UnitId,
        /// Where.
        hex: Hex,
    },
    /// A leader rolled for casualty. Rules `MOI-LEAD-04`, `MOI-LEAD-05`.
    LeaderRolled {
        /// The leader.
        leader: LeaderId,
        /// The form of the roll.
        form: LeaderForm,
        /// The roll.
        throw: Throw,
        /// Whether the leader is killed.
        killed: bool,
    },
    /// A leader was killed. Rule `MOI-LEAD-09`.
    LeaderKilled {
        /// The leader.
        leader: LeaderId,
        /// Where.
        hex: Hex,
    },
    /// A leader was captured. Rule `MOI-LEAD-10`.
    LeaderCaptured {
        /// The leader.
        leader: LeaderId,
        /// Where.
        hex: Hex,
    },
    /// A leader was placed with another unit. Rules `MOI-LEAD-06`, `MOI-LEAD-10`.
    LeaderMoved {
        /// The leader.
        leader: LeaderId,
        /// From where.
        from: Hex,
        /// Where to.
        to: Hex,
    },
    /// A leader without a Command was removed. Rule `MOI-LEAD-02`.
    LeaderRemoved {
        /// The leader.
        leader: LeaderId,
    },
    /// A unit advanced. Rule `MOI-ADV-01`.
    UnitAdvanced {
        /// The unit.
        unit: UnitId,
        /// From where.
        from: Hex,
        /// Where to.
        to: Hex,
        /// The vertex it then faces.
        facing: Facing,
        /// The leaders that go with it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        leaders: Vec<LeaderId>,
    },
    /// A unit earned a Continued Attack. Rule `MOI-CONT-01`.
    ContinuedAttackEarned {
        /// The unit.
        unit: UnitId,
    },
    /// A round of the Shock Phase is over. Rule `MOI-SHOCK-06`.
    RoundEnded,
    /// A unit rallied. Rules `MOI-RALLY-01`, `MOI-RALLY-02`.
    UnitRallied {
        /// The unit.
        unit: UnitId,
        /// Its status now.
        to: Status,
    },
    /// The roll of a Retired unit whose Standard moves away. Rule `MOI-STD-04`.
    StandardCheckRolled {
        /// The unit.
        unit: UnitId,
        /// The roll.
        throw: Throw,
        /// Whether the unit is eliminated.
        eliminated: bool,
    },
    /// A Standard was moved. Rule `MOI-STD-03`.
    StandardMoved {
        /// The Standard.
        standard: StandardId,
        /// From where; none if it was off the map.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Hex>,
        /// Where to.
        to: Hex,
    },
    /// A Standard was captured. Rule `MOI-STD-07`.
    StandardCaptured {
        /// The Standard.
        standard: StandardId,
        /// Where.
        hex: Hex,
    },
    /// A player's Loss Check. Rule `MOI-VIC-02`.
    LossChecked {
        /// Whose.
        seat: Seat,
        /// Their Flight Points.
        points: i32,
        /// Their Flight Level.
        level: i32,
        /// The roll; none where it could not change anything. Rule `MOI-VIC-06`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        throw: Option<Throw>,
        /// Whether the army flees.
        fails: bool,
    },
    /// An Activation is complete.
    ActivationEnded,
    /// The battle is over.
    GameEnded {
        /// How.
        ending: Ending,
    },
    /// A ruling changed something. Rule `HS-RULE-01`.
    Patched {
        /// What.
        patch: Patch,
    },
}
