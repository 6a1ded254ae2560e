//! State of a unit: its status, its marks, what it has done this turn, what befell it.

use battleground_geometry::{Inches, Point, Pose, Side};
use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::omitted::is_false;
use crate::model::effect::{Effect, StatusName};
use crate::model::names::{CardNo, KindNo, UnitId};
use crate::model::orders::Orders;

/// The status of a unit. Rule `BG4-STATUS-01` (p. 23).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Has a standing order. Before orders are assigned, none.
    Ready(Option<Orders>),
    /// Rule `BG4-STATUS-02` (pp. 23, 36-37, 101).
    Disrupted,
    /// Rule `BG4-STATUS-03` (pp. 23-24).
    Routing,
}

impl Status {
    /// Without the order.
    pub const fn name(self) -> StatusName {
        match self {
            Self::Ready(_) => StatusName::Ready,
            Self::Disrupted => StatusName::Disrupted,
            Self::Routing => StatusName::Routing,
        }
    }
}

/// Why a unit was destroyed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Cause {
    /// All boxes marked in a Combat Phase.
    Attack,
    /// All boxes marked by a Free Attack.
    FreeAttack,
    /// A failed Follow-up Rout Check.
    FollowUpCheck,
    /// A failed Rout Check while Routing.
    RoutCheck,
    /// Met or touched an enemy on a rout move.
    RoutIntoEnemy,
    /// Met the table edge or impassable terrain on a rout move.
    RoutIntoEdge,
    /// No legal place.
    NoPlace,
    /// Final Rushed while Routing.
    Rushed,
    /// Given up for its Back Up Unit.
    Sacrificed,
    /// Damage outside attacks.
    Damage,
    /// A ruling.
    Ruling,
    /// Flew off the table for good. Rule `BG3-SET-14` (pp. 29-30).
    Fled,
}

/// A box of an ability, a Blessing or a Curse, or an effect of a card that lasts beyond its moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lasting {
    /// What it comes from, as it is cited: the card's, spell's or ability's name.
    pub name: String,
    /// What kind of thing it is.
    pub kind: LastingKind,
    /// Who put it there.
    pub by: Seat,
    /// What it does; every effect carries how long it lasts.
    pub effects: Vec<Effect>,
}

/// What a lasting effect comes from.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LastingKind {
    /// A command card.
    Card(CardNo),
    /// Rule `BG4-SPELL-04` (pp. 134-135).
    Blessing,
    /// Rule `BG4-SPELL-05` (p. 135).
    Curse,
    /// The box of the ability with this id.
    Mark(String),
    /// What an ability, a spell or a special rule did at once.
    #[default]
    Rule,
    /// A ruling. Rule `HS-RULE-01`.
    Ruling,
}

impl LastingKind {
    pub(crate) const fn is_rule(&self) -> bool {
        matches!(self, Self::Rule)
    }

    /// Whether a spell wrote it on the unit to last. Rule `BG3-SPELL-04` (p. 32).
    pub(crate) const fn is_blessing_or_curse(&self) -> bool {
        matches!(self, Self::Blessing | Self::Curse)
    }
}

/// What must still be checked, and why. Rules `BG4-COUR-08`, `BG4-COUR-12`, `BG4-ROUT-12` (pp. 77-78, 86-87, 111, 123, 131).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Pending {
    /// Causes of the next Rout Check of step 2.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rout: Vec<RoutCause>,
    /// Friends that moved through it on an Initial Rout Move of this phase: a check of step 6.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub passed_by: Vec<UnitId>,
    /// A Fear Check forced by a spell or card for the next Pre-Combat Courage Phase.
    #[serde(skip_serializing_if = "is_false")]
    pub fear: bool,
    /// Checks of step 6 that cards and special rules demand. Rule `BG4-COUR-23` (p. 89).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub other: Vec<Demanded>,
    /// Took its check for those in this phase: what is demanded from then on waits for the next Courage Phase. Rule
    /// `BG4-COUR-07` (p. 86).
    #[serde(skip_serializing_if = "is_false")]
    pub other_checked: bool,
    /// Damage in Free Attacks that asks for a Follow-up Rout Check.
    #[serde(skip_serializing_if = "is_false")]
    pub follow_up: bool,
}

/// A courage check that a card, spell or special rule demands. Rule `BG4-COUR-23` (p. 89).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Demanded {
    /// What demands it, as it is cited.
    pub name: String,
    /// Whose that is.
    pub by: Seat,
    /// What befalls the unit if it fails.
    pub failed: Vec<Effect>,
}

/// Why a Rout Check is taken. Rules `BG4-COUR-12`, `BG4-ROUT-12`, `BG4-SKIRM-08` (pp. 77-78, 86-87, 111, 128-129).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum RoutCause {
    /// Became Pinched, or was Final Rushed while Pinched.
    Pinched,
    /// The last green box was marked.
    LastGreen,
    /// The last yellow box was marked.
    LastYellow,
    /// Red boxes were marked.
    Red,
    /// A friend moved through it on a Subsequent Rout Move or a Recall.
    MovedThrough,
    /// A Skirmisher rushed by a non-Skirmisher routs without a check.
    SkirmisherRushed,
}

/// What a unit has done and suffered this turn; cleared when the turn ends. Rule `BG4-END-03` (pp. 6, 32).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a mark of its own in the rules"
)]
pub struct TurnMarks {
    /// Activated, or counted as such.
    #[serde(skip_serializing_if = "is_false")]
    pub activated: bool,
    /// Its pose changed in a way that counts for Move and Shoot.
    #[serde(skip_serializing_if = "is_false")]
    pub moved: bool,
    /// Final Rushed.
    #[serde(skip_serializing_if = "is_false")]
    pub rushed: bool,
    /// Declined a flank rush, Final Rush already settled: it is moved when no own unit can rush any more.
    #[serde(skip_serializing_if = "is_false")]
    pub no_rush: bool,
    /// Direct Control was bought.
    #[serde(skip_serializing_if = "is_false")]
    pub controlled: bool,
    /// Under Direct Control: which enemy its owner names as nearest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub named_enemy: Option<UnitId>,
    /// Rallied this turn.
    #[serde(skip_serializing_if = "is_false")]
    pub rallied: bool,
    /// Failed a Fear Check.
    #[serde(skip_serializing_if = "is_false")]
    pub frightened: bool,
    /// Was charged by a Terrifying unit. Rule `BG4-KEYW-09` (p. 131).
    #[serde(skip_serializing_if = "is_false")]
    pub terrified: bool,
    /// Charged a larger unit this turn, or was charged by one. Rule `BG3-MOD-06` (p. 19).
    #[serde(skip_serializing_if = "is_false")]
    pub outreached: bool,
    /// Took its Fear Check.
    #[serde(skip_serializing_if = "is_false")]
    pub fear_checked: bool,
    /// Cast a spell this turn.
    #[serde(skip_serializing_if = "is_false")]
    pub cast: bool,
    /// Was the subject of a Healing spell this turn.
    #[serde(skip_serializing_if = "is_false")]
    pub healed: bool,
    /// Engaged when the turn began.
    #[serde(skip_serializing_if = "is_false")]
    pub began_engaged: bool,
    /// The friends that it touched when the turn began, of a routing unit of the earlier edition. Nothing where that is not known,
    /// as in streams of older rules. Rule `BG3-TURN-05` (p. 14).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub touched: Option<Vec<UnitId>>,
    /// Airborne when the turn began.
    #[serde(skip_serializing_if = "is_false")]
    pub began_flying: bool,
    /// Took off this turn.
    #[serde(skip_serializing_if = "is_false")]
    pub took_off: bool,
    /// How far it flew this turn under its order or Direct Control. Rule `BG4-FLY-06` (pp. 124-125).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flown: Option<Inches>,
    /// Routed in the Courage Phase at hand: it still has to make its Initial Rout Move.
    #[serde(skip_serializing_if = "is_false")]
    pub just_routed: bool,
    /// Enemies with which it was engaged when it began to rout, until its Initial Rout Move. Rule `BG3-ROUT-04` (p. 23).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fled_from: Vec<UnitId>,
    /// Was at contact in this turn's rout move: the sideways shift is used.
    #[serde(skip_serializing_if = "is_false")]
    pub shifted: bool,
    /// Has rallied at the end of a rout move of this turn. Rule `BG3-KEY-34` (pp. 10, 31).
    #[serde(skip_serializing_if = "is_false")]
    pub rallied_after_running: bool,
    /// Has suffered for being rushed as a Skirmisher. Rule `BG3-KEY-33` (p. 31).
    #[serde(skip_serializing_if = "is_false")]
    pub ridden_down: bool,
    /// Was run through by a routing friend: it neither moves nor fires this turn. Rule `BG3-ROUT-11` (p. 24).
    #[serde(skip_serializing_if = "is_false")]
    pub run_through: bool,
    /// Has thrown its Javelins or Pila besides this turn. Rule `BG3-KEY-23` (p. 30).
    #[serde(skip_serializing_if = "is_false")]
    pub threw: bool,
    /// Enemies that were out of the range of its missiles when the turn began. Rule `BG3-KEY-23` (p. 30).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub beyond: Vec<UnitId>,
    /// Its ranged attack that must be paid for is enabled. Rule `BG3-ORD-08` (p. 6).
    #[serde(skip_serializing_if = "is_false")]
    pub paid: bool,
    /// How many of its boxes were marked before a spell of the Combat Phase at hand healed it: its colour in that phase. Rule
    /// `BG3-SPELL-05` (p. 32).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub healed_from: Option<u8>,
    /// The Blessings and Curses that lay on it before the first spell of the present Combat Phase that changed them: those by
    /// which it fights in that phase. Nothing where no spell has. Rule `BG3-COMB-02` (pp. 16-17).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spelled_from: Option<Vec<Lasting>>,
    /// Lands at the end of its move: the Airborne modifier was taken from its order. Rule `BG3-KEY-17` (p. 29).
    #[serde(skip_serializing_if = "is_false")]
    pub lands: bool,
    /// Was rushed by a non-Skirmisher this turn.
    #[serde(skip_serializing_if = "is_false")]
    pub rushed_by_line: bool,
    /// The ranged attack whose range governs this turn's movement. Rule `BG4-ORDER-06` (p. 26).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranged_mode: Option<u8>,
    /// Sides chosen where its front centre lies on an enemy's diagonal. Rule `BG4-GEO-11` (p. 8).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub diagonals: Vec<(UnitId, Side)>,
    /// Enemies that it does not rush with a flank or at a corner, though it could. Rule `BG3-RUSH-12` (pp. 6, 14).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rushes_declined: Vec<UnitId>,
    /// Enemies past which its path does not lead, as its owner said. Rule `BG3-PATH-07` (p. 13).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub path_not_past: Vec<UnitId>,
    /// MC steps of terrain met this turn, the worst; they bind for the whole turn. Rule `BG4-TERR-09` (p. 115).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terrain: Option<i8>,
}

/// A point objective that a unit on Hold has reached. Rule `BG3-ORD-16` (p. 8).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReachedObjective {
    /// The point.
    pub at: Point,
    /// The turn in which it was reached.
    pub turn: u16,
}

/// A unit on the table, or destroyed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// Who it is.
    pub id: UnitId,
    /// Its card.
    pub kind: KindNo,
    /// Where it lies: nothing before deployment and after destruction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pose: Option<Pose>,
    /// Its status with its order.
    pub status: Status,
    /// Flying.
    #[serde(default, skip_serializing_if = "is_false")]
    pub airborne: bool,
    /// A Colossal unit whose front card is slid under the enemy. Rule `BG4-COLOS-05` (p. 121).
    #[serde(default, skip_serializing_if = "is_false")]
    pub slid: bool,
    /// Marked damage boxes.
    #[serde(default)]
    pub marked: u8,
    /// Damage boxes marked in the Combat Phase at hand, which count from Combat Consequences on. Rule `BG4-COMB-02` (pp. 90, 96).
    #[serde(default)]
    pub fresh: u8,
    /// Marked ammo boxes.
    #[serde(default)]
    pub ammo_marked: u8,
    /// Marks, Blessing, Curse and effects of cards.
    #[serde(default)]
    pub lasting: Vec<Lasting>,
    /// Checks to come.
    #[serde(default)]
    pub pending: Pending,
    /// This turn.
    #[serde(default)]
    pub turn: TurnMarks,
    /// A point that it has reached and may maneuver on in its owner's next turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<ReachedObjective>,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destroyed: Option<Cause>,
}

impl Unit {
    /// Its marked boxes, with those of the Combat Phase at hand.
    pub const fn all_marked(&self) -> u8 {
        self.marked.saturating_add(self.fresh)
    }
}
