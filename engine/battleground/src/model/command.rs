//! Commands of players, and the changes that a ruling may make.

use battleground_geometry::{Degrees, Hand, Inches, Pose, Way};
use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::agenda::Answer;
use crate::model::cards::Colour;
use crate::model::names::{CardNo, UnitId};
use crate::model::orders::WrittenOrder;
use crate::model::state::{Agreed, Allegiance, ArmyList};

/// One leg of a directly controlled move. Rules `BG4-MOVE-12` to `BG4-MOVE-17`, `BG4-MAN-01` to `BG4-MAN-07` (pp. 39, 41-44).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Leg {
    /// Straight on, backward or sideways.
    Shift {
        /// Which way.
        way: Way,
        /// How far.
        inches: Inches,
    },
    /// A turn.
    Turn {
        /// Left or right; backward as seen along the direction of travel.
        hand: Hand,
        /// By how much.
        angle: Degrees,
        /// Along the ruler.
        inches: Inches,
        /// With the rear.
        #[serde(default)]
        backward: bool,
    },
    /// By 180 degrees.
    AboutFace,
    /// To any other heading.
    Reform {
        /// Which.
        heading: Degrees,
    },
}

/// The legs of one of several units that are moved in one step. Rules `BG4-TURN-06` (pp. 33, 43), `BG3-MOV-15` (p. 12).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitLegs {
    /// Who.
    pub unit: UnitId,
    /// In order; none stands still. None for a unit of the group that follows its order in the same step.
    pub legs: Vec<Leg>,
    /// A flyer lands at the end, with this heading. Rules `BG4-FLY-06`, `BG4-FLY-07` (pp. 124-125).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub land: Option<Degrees>,
    /// The enemy that counts as nearest for ranged attacks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nearest: Option<UnitId>,
}

/// A unit with its new heading or order in Sound the Charge. Rule `BG4-CMD-13` (pp. 37-38).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rallied {
    /// Who.
    pub unit: UnitId,
    /// Its heading from now on.
    pub heading: Degrees,
    /// A flyer stays Airborne. Rule `BG4-FLY-11` (p. 125).
    #[serde(default)]
    pub airborne: bool,
}

/// A unit with its new order.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ordered {
    /// Who.
    pub unit: UnitId,
    /// Its order from now on.
    pub order: WrittenOrder,
}

/// What a player asks.
#[cfg_attr(test, derive(strum::VariantNames), strum(serialize_all = "snake_case"))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Choose a faction in secret; both are announced when both are chosen. Rules `BG4-SETUP-02`, `BG4-MERC-01` (pp. 126, 136).
    ChooseFaction {
        /// The faction and the source of mercenaries.
        allegiance: Allegiance,
    },
    /// Propose a points budget. Rule `BG4-SETUP-03` (pp. 136-137).
    ProposeBudget {
        /// Points.
        points: u16,
    },
    /// Propose scenario and map. Rule `BG4-SETUP-04` (p. 137).
    ProposeScenario {
        /// What.
        agreed: Agreed,
    },
    /// Accept what the other proposes.
    AcceptProposal,
    /// Build the army in secret. Rules `BG4-ARMY-01` to `BG4-ARMY-06` (pp. 137, 138, 139).
    BuildArmy {
        /// The list.
        list: ArmyList,
    },
    /// Name who deploys first, who assigns the first order, or who takes the first turn. Rules `BG4-DEPLOY-05` to
    /// `BG4-DEPLOY-07` (pp. 139, 140).
    Name {
        /// Who.
        seat: Seat,
    },
    /// Deploy a unit. Rules `BG4-DEPLOY-02`, `BG4-DEPLOY-03` (p. 139).
    Deploy {
        /// Which.
        unit: UnitId,
        /// Where.
        pose: Pose,
    },
    /// Give a unit its first order. Rules `BG4-DEPLOY-05`, `BG4-DEPLOY-08` (pp. 28-31, 139).
    AssignOrder {
        /// Which.
        unit: UnitId,
        /// What.
        order: WrittenOrder,
    },
    /// Give all own units that wait for their first order the beginners' advice: Ranged with a range, else Close. Rule
    /// `BG3-SET-12` (p. 4).
    AssignDefaults,
    /// Answer the question that is open.
    Choose {
        /// How.
        answer: Answer,
    },
    /// Play a command card. Rules `BG4-CARDS-01` to `BG4-CARDS-11` (pp. 16, 17, 18, 19-22, 36, 86, 101, 127).
    PlayCard {
        /// Which.
        card: CardNo,
        /// As which colour. Rule `BG4-CARDS-08` (pp. 20-22).
        colour: Colour,
        /// On which units, in the order the card names them; none for a card on the player or the attack at hand.
        #[serde(default)]
        on: Vec<UnitId>,
    },
    /// Play no card in this window.
    Pass,
    /// Demand that the last roll of the attack at hand be thrown again: the defender was not asked for a card before it.
    /// Only where the game is played on a table. Rule `BG4-ATK-16` (p. 100).
    ClaimReroll,
    /// Play no green card in this phase any more, unless asked in another window of it.
    PassPhase,
    /// Use a faction ability. Rules `BG4-CMD-09`, `BG4-ATK-17` (pp. 36, 100).
    UseAbility {
        /// Its id.
        ability: String,
        /// On which units.
        #[serde(default)]
        on: Vec<UnitId>,
    },
    /// Change a standing order for 1 CA. Rule `BG4-CMD-05` (pp. 35-36).
    ChangeOrder {
        /// Which unit.
        unit: UnitId,
        /// To what.
        order: WrittenOrder,
    },
    /// Take Direct Control for 1 CA. Rule `BG4-CMD-06` (pp. 36, 46).
    DirectControl {
        /// Of which unit.
        unit: UnitId,
    },
    /// Draw a command card for 1 CA. Rule `BG4-CMD-08` (p. 36).
    DrawCard {
        /// The card, where cards are drawn on the table and it is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<CardNo>,
    },
    /// Rally a Routing unit for 1 CA. Rule `BG4-CMD-10` (pp. 36-37, 44).
    Rally {
        /// Which.
        unit: UnitId,
        /// Its heading from now on.
        heading: Degrees,
        /// A flyer stays Airborne. Rule `BG4-FLY-11` (p. 125).
        #[serde(default)]
        airborne: bool,
    },
    /// Enable a ranged attack that must be paid for, for as many CAs as its card says. Rule `BG3-ORD-08` (p. 6).
    PayToShoot {
        /// Of which unit.
        unit: UnitId,
    },
    /// Fly off the table for good: only who has nothing but Airborne units. Rule `BG3-SET-14` (pp. 29-30).
    FlyOff {
        /// Which unit.
        unit: UnitId,
    },
    /// Erase a marked ammo box for 1 CA. Rule `BG4-CMD-11` (p. 37).
    Reload {
        /// Of which unit.
        unit: UnitId,
    },
    /// Reorganize a Disrupted unit for 2 CA. Rule `BG4-CMD-12` (p. 37).
    Reorganize {
        /// Which.
        unit: UnitId,
        /// Its order from now on.
        order: WrittenOrder,
    },
    /// Sound the Charge for all CAs. Rule `BG4-CMD-13` (pp. 37-38).
    SoundTheCharge {
        /// Ready units with their new order, Close or Range.
        #[serde(default)]
        charge: Vec<Ordered>,
        /// Routing units that are Rallied.
        #[serde(default)]
        rally: Vec<Rallied>,
        /// Disrupted units that are Reorganized.
        #[serde(default)]
        reorganize: Vec<Ordered>,
    },
    /// Recall Skirmishers for 1 CA. Rule `BG4-CMD-14` (pp. 38, 127-128).
    Recall {
        /// Which.
        units: Vec<UnitId>,
    },
    /// Cast a spell in the Movement & Command Phase. Rules `BG4-SPELL-01` to `BG4-SPELL-06` (pp. 134-135).
    Cast {
        /// Who.
        unit: UnitId,
        /// The place of the spell on the card, from 0.
        spell: u8,
        /// On whom.
        target: UnitId,
    },
    /// Activate one unit, or several together. Rules `BG4-TURN-05`, `BG4-TURN-06` (pp. 33-36, 43).
    Activate {
        /// Which.
        units: Vec<UnitId>,
    },
    /// Move a directly controlled unit. Rule `BG4-MOVE-22` (p. 46).
    SubmitLegs {
        /// In order; none stands still.
        legs: Vec<Leg>,
        /// A flyer lands at the end, with this heading. Rules `BG4-FLY-06`, `BG4-FLY-07` (pp. 124-125).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        land: Option<Degrees>,
        /// The enemy that counts as nearest for ranged attacks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nearest: Option<UnitId>,
    },
    /// Move several directly controlled units of a group in one step. Rules `BG4-TURN-06` (pp. 33, 43), `BG3-MOV-15` (p. 12).
    SubmitLegsTogether {
        /// Each with its own legs.
        moves: Vec<UnitLegs>,
    },
    /// Report where an activated unit ended on the table instead of letting it be computed: accepted if the rules lead
    /// there within a quarter of an inch and five degrees. The unit ends where the rules lead.
    ReportMove {
        /// Which unit; it is activated by this.
        unit: UnitId,
        /// Where it ended.
        pose: Pose,
    },
    /// End the Movement & Command Phase. Rule `BG4-TURN-03` (p. 33).
    EndPhase,
}

/// What a ruling may change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Patch {
    /// Put a unit somewhere else.
    Place {
        /// Which.
        unit: UnitId,
        /// Where.
        pose: Pose,
    },
    /// Set marked damage and ammo boxes.
    Boxes {
        /// Which unit.
        unit: UnitId,
        /// Damage boxes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        damage: Option<u8>,
        /// Ammo boxes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ammo: Option<u8>,
    },
    /// Set a unit's order; a Disrupted or Routing unit becomes Ready by it.
    Order {
        /// Which.
        unit: UnitId,
        /// What.
        order: WrittenOrder,
    },
    /// Disrupt a unit.
    Disrupt {
        /// Which.
        unit: UnitId,
    },
    /// Rout a unit.
    Rout {
        /// Which.
        unit: UnitId,
    },
    /// Destroy a unit.
    Destroy {
        /// Which.
        unit: UnitId,
    },
    /// Set a player's command actions.
    Actions {
        /// Whose.
        seat: Seat,
        /// How many.
        count: u8,
    },
    /// End the engagement of two units.
    Disengage {
        /// One.
        unit: UnitId,
        /// The other.
        from: UnitId,
    },
    /// A dispute is settled by a roll-off: the lower die's interpretation holds for the impasse. Rule `BG4-PRIN-06` (p. 6).
    RollOff {
        /// What is disputed, and what each of the two means.
        dispute: String,
        /// South's die.
        south: u8,
        /// North's die.
        north: u8,
    },
    /// A dispute is settled by one die, whose readings were named before it was thrown. Rule `BG3-GEN-03` (p. 2).
    Dispute {
        /// What is disputed.
        dispute: String,
        /// What holds on 1 to 3.
        low: String,
        /// What holds on 4 to 6.
        high: String,
        /// The die as it lies on the table; left out, it is rolled as the dice of the game are.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 1, max = 6))]
        die: Option<u8>,
    },
    /// Put a lasting effect on a unit that no pack can say.
    Effect {
        /// On which.
        unit: UnitId,
        /// Its name.
        name: String,
        /// What it does, as far as the vocabulary reaches.
        #[serde(default)]
        effects: Vec<crate::model::effect::Effect>,
    },
}
