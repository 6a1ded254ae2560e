//! The agenda: pending steps, and the questions asked in the middle of them.
//!
//! The states S0 to S12 of the catalogue's state machine are the steps here. A step is automatic, or it waits for a command,
//! or it is an open question.

use hindsight_geometry::hexes::{Facing, Hex};
use hindsight_kernel::Seat;
use hindsight_kernel::agenda as kernel;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::attack::{Course, Which};
use super::command::Act;
use super::names::{CommandId, LeaderId, StandardId, UnitId};
use super::piece::{Occasion, Status};
use crate::data::Outcome;

/// A pending step with the answers given for it.
pub type Frame = kernel::AgendaFrame<Step, Answered>;
/// A question to a player.
pub type Question = kernel::Question<Topic, UnitId, Options>;
/// A question with its answer.
pub type Answered = kernel::Answered<Topic, UnitId, Answer>;
/// The need without which a chapter cannot go on.
pub type Need = kernel::AgendaNeed<Question>;
/// A change of the stack.
pub type Change = kernel::AgendaChange<Step, Question, Answered>;

/// A pending step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Step {
    /// An open question.
    Ask(Question),
    /// S0.1: a player places their pieces inside their set-up area. Rule `MOI-SETUP-02`.
    SetUp {
        /// Who.
        seat: Seat,
    },
    /// S0.2: a player gives formation orders before the first Activation. Rule `MOI-SETUP-03`.
    OpeningFormations {
        /// Who.
        seat: Seat,
        /// The Commands that had their order.
        done: Vec<CommandId>,
    },
    /// S1: the active player chooses in a Free Activation. Rule `MOI-ACT-04`.
    FreeChoice,
    /// S2: the active player names a Command to continue with, or passes. Rule `MOI-ACT-07`.
    Continuation,
    /// S3: the other player may seize. Rule `MOI-ACT-11`.
    SeizeOffer {
        /// The Command that the active player named.
        command: CommandId,
    },
    /// S4.1: replacement leaders are placed. Rule `MOI-LEAD-11`.
    Replacements,
    /// S4.2: a formation order. Rule `MOI-WALL-02`.
    FormationOrder {
        /// The activated Command.
        command: CommandId,
    },
    /// S4.3: command status is fixed. Rule `MOI-CMD-04`.
    CommandStatus {
        /// The activated Command.
        command: CommandId,
    },
    /// S5: the active player moves and fires with one unit after the other. Rule `MOI-MOVE-01`.
    MoveFire,
    /// S5.1: what is left of several acts that were ordered at once. Rule `MOI-MOVE-01`.
    Acts {
        /// The unit.
        unit: UnitId,
        /// Its status when they were ordered.
        status: Status,
        /// What is left.
        acts: Vec<Act>,
        /// Whether somebody was asked something since.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        asked: bool,
    },
    /// S5.2: what an entered hex does: lone enemy leaders and Standards there. Rules `MOI-LEAD-10`, `MOI-STD-07`.
    Displace {
        /// The hex.
        hex: Hex,
        /// Whose unit entered it.
        by: Seat,
    },
    /// S5.3: the other player's Reaction Fire at a unit that entered a hex. Rule `MOI-FIRE-11`.
    Reaction {
        /// The unit that entered.
        unit: UnitId,
        /// The hex.
        hex: Hex,
        /// How it entered.
        on: Occasion,
    },
    /// S6: a declared Active Fire. Rule `MOI-FIRE-06`.
    Shot {
        /// Who fires.
        unit: UnitId,
        /// At whom.
        target: UnitId,
    },
    /// S6.4: what follows a shot: a Counter-Charge that was passed, or the end of a foot unit's Move/Fire.
    AfterShot {
        /// Who fired.
        unit: UnitId,
        /// At whom.
        target: UnitId,
        /// Where the target stood.
        hex: Hex,
        /// The Counter-Charge, if it was rolled and passed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        counter: Option<CounterCourse>,
    },
    /// A Counter-Charge against fire, hex by hex. Rule `MOI-CC-10`.
    CounterRide {
        /// The counter-charging unit.
        unit: UnitId,
        /// The unit that fired.
        target: UnitId,
        /// Its hexes.
        path: Vec<Hex>,
        /// How many of them are entered.
        done: u8,
    },
    /// A counter-charging unit goes on with its Continued Attack, if it has earned one. Rule `MOI-CC-13`.
    CounterGoesOn {
        /// The unit.
        unit: UnitId,
    },
    /// S7: the active player declares all attacks together. Rule `MOI-SHOCK-05`.
    DeclareAttacks,
    /// S7.1: chargers are moved, one at a time. Rule `MOI-CHARGE-10`.
    ChargeMoves,
    /// A charger's next hex.
    ChargeRide {
        /// The charger.
        unit: UnitId,
        /// How many hexes of its path are entered.
        done: u8,
    },
    /// S7.2: Retreats Before Shock. Rule `MOI-RBS-01`.
    RetreatsBeforeShock,
    /// An attacker may enter what a Retreat Before Shock vacated. Rule `MOI-RBS-03`.
    AdvanceBeforeShock {
        /// The attack, counted from 0 as declared.
        attack: u8,
    },
    /// S7.3: Counter-Charges against attackers. Rule `MOI-CC-01`.
    CounterCharges,
    /// S8: attacks are resolved in the active player's order. Rule `MOI-SHOCK-06`.
    Resolution,
    /// One attack is fought. Rule `MOI-SHOCK-08`.
    Fight {
        /// Which.
        attack: Which,
    },
    /// S9: results at one player's units, in the order their owner chooses. Rule `MOI-RES-14`.
    Hits {
        /// The owner.
        seat: Seat,
        /// The results.
        hits: Vec<Hit>,
    },
    /// S9.1: one unit suffers a result.
    Suffer(Hit),
    /// S9.2: a unit retreats. Rule `MOI-RES-04`.
    Retreat {
        /// The unit.
        unit: UnitId,
        /// The hexes that it must get away from.
        from: Vec<Hex>,
        /// Whether leaders with it rolled for this result already. Rule `MOI-LEAD-08`.
        rolled: bool,
    },
    /// S9.3: a unit is retired to its Standard. Rule `MOI-RES-08`.
    Retire {
        /// The unit.
        unit: UnitId,
    },
    /// S9.4: a leader whose unit is gone is placed with another. Rule `MOI-LEAD-06`.
    LeaderPlacement {
        /// The leader.
        leader: LeaderId,
        /// The unit that he lost.
        lost: UnitId,
    },
    /// S9.5: leaders without a Command are removed. Rule `MOI-LEAD-02`.
    LeadersAdrift,
    /// The advance after an attack. Rule `MOI-ADV-01`.
    Advance {
        /// Which attack.
        attack: Which,
        /// The defenders that were fought.
        fought: Vec<UnitId>,
        /// The attackers that fought with a Charge marker.
        charging: Vec<UnitId>,
        /// Whether it gave a Continued Attack. Rule `MOI-CONT-01`.
        continued: bool,
    },
    /// S10: a round of Continued Attacks. Rule `MOI-CONT-02`.
    ContinuedAttacks,
    /// S11: the Rally Phase. Rule `MOI-RALLY-01`.
    Rally,
    /// S11b: a Standard rallies its Retired units. Rule `MOI-RALLY-02`.
    StandardRally {
        /// The Standard.
        standard: StandardId,
    },
    /// S1.1: a Standard is moved. Rule `MOI-STD-04`.
    StandardMove {
        /// The Standard.
        standard: StandardId,
        /// Where to.
        to: Hex,
    },
    /// S12: the end of an Activation. Rule `MOI-VIC-01`.
    EndOfActivation,
}

impl From<Question> for Step {
    fn from(question: Question) -> Self {
        Self::Ask(question)
    }
}

/// A Counter-Charge against fire that was rolled and passed: a turn at once, then a path. Rule `MOI-CC-06`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CounterCourse {
    /// The facing after the turn, if it turns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Facing>,
    /// The hexes entered.
    pub path: Vec<Hex>,
}

/// What a unit is to suffer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hit {
    /// The unit.
    pub unit: UnitId,
    /// The result.
    pub outcome: Outcome,
    /// By what.
    pub cause: Cause,
    /// The hexes of those who inflict it, when the roll was made. Rule `MOI-RES-04`.
    pub from: Vec<Hex>,
}

/// What a result comes from: it decides how leaders with the unit roll. Rules `MOI-LEAD-04`, `MOI-LEAD-05`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// Missile fire with this adjusted die roll.
    Fire(i32),
    /// Shock or Charge, as the defender.
    Defending,
    /// Shock or Charge, as an attacker.
    Attacking,
    /// Mounted men-at-arms passed through it. Rule `MOI-MOVE-15`.
    PassedThrough,
    /// A friend retreated through it. Rule `MOI-RES-06`.
    RetreatedThrough,
}

/// What can be asked in the middle of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Topic {
    /// With which unit a replacement leader is placed.
    Replacement,
    /// Which formation order is given.
    FormationOrder,
    /// Which unit makes Reaction Fire.
    ReactionFire,
    /// Whether the target of a shot returns fire.
    ReturnFire,
    /// Whether the target of a shot counter-charges, and how.
    CounterChargeFire,
    /// Which charger is moved next.
    NextCharger,
    /// By which path a charger goes whose declared path is no longer free.
    ChargePath,
    /// Which unit retreats before shock, and where to.
    RetreatBeforeShock,
    /// Which attacker enters what was vacated before shock.
    AdvanceBeforeShock,
    /// Which unit counter-charges whom.
    CounterCharge,
    /// Which attack is resolved next.
    NextAttack,
    /// Which unit's result is applied next.
    NextResult,
    /// Where a unit retreats to.
    Retreat,
    /// Where a unit is retired to.
    Retire,
    /// With which unit a leader is placed.
    LeaderPlacement,
    /// Which unit advances, where to.
    Advance,
    /// Which of several units earns the Continued Attack.
    ContinuedAttack,
}

/// What a question allows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Options {
    /// One of these answers.
    OneOf(Vec<Answer>),
    /// One of these places with any facing, or one of the other answers.
    Places {
        /// The places.
        spots: Vec<Spot>,
        /// What else may be answered.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        or: Vec<Answer>,
    },
}

/// A place for a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spot {
    /// The unit.
    pub unit: UnitId,
    /// The hex.
    pub hex: Hex,
    /// The friendly missile unit through which it gets there. Rule `MOI-RES-06`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub through: Option<UnitId>,
}

/// An answer to a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Answer {
    /// Yes: return fire.
    Yes,
    /// No, none, nobody more.
    No,
    /// A unit.
    Unit {
        /// Which.
        unit: UnitId,
    },
    /// A unit goes to a place.
    Place {
        /// The unit.
        unit: UnitId,
        /// The hex.
        hex: Hex,
        /// The friendly missile unit through which it gets there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        through: Option<UnitId>,
        /// The vertex it then faces.
        facing: Facing,
    },
    /// The unit does not retreat and is eliminated. Rule `MOI-RES-06`.
    Eliminate,
    /// A charger's course.
    Course {
        /// The course.
        course: Course,
    },
    /// A Counter-Charge.
    CounterCharge {
        /// The counter-charging unit.
        unit: UnitId,
        /// The units that it counter-charges.
        targets: Vec<UnitId>,
        /// The facing after its turn, if it turns.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<Facing>,
        /// The hexes entered, against fire.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        path: Vec<Hex>,
    },
    /// An attack of the round, counted from 0 as declared.
    Attack {
        /// Which.
        attack: u8,
    },
    /// A formation order.
    Formation {
        /// Which.
        order: FormationOrder,
    },
}

/// An order to form or leave a formation, for all eligible units of a Command. Rules `MOI-WALL-02`, `MOI-SCHIL-02`.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    JsonSchema,
    strum::IntoStaticStr,
    strum::EnumString,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum FormationOrder {
    /// Into Shield Wall.
    FormShieldWall,
    /// Out of it.
    LeaveShieldWall,
    /// Into Schiltron.
    FormSchiltron,
    /// Out of it.
    LeaveSchiltron,
}
