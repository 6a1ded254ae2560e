//! Everything a position is. Hidden cards that are not known are unknown in the state itself.

use std::collections::BTreeMap;
use std::sync::Arc;

use hindsight_geometry::inches::{Card, Footprint, Inches, Point, Pose, Side};
use hindsight_kernel::{Roll, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::agenda::Frame;
use crate::attack::Attack;
use crate::cards::{Book, Faction, Map, Scenario, UnitType};
use crate::edition::Edition;
use crate::effect::{Effect, Keyword, StatusName};
use crate::names::{CardNo, KindNo, SEATS, TokenNo, UnitId};
use crate::orders::Orders;

/// A choice made in secret, as far as it is known.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Secret<T> {
    /// Not made yet.
    #[default]
    NotChosen,
    /// Made, but not known here.
    Unknown,
    /// Made and known.
    Known(T),
}

impl<T> Secret<T> {
    /// The choice, if it is known.
    pub const fn known(&self) -> Option<&T> {
        match self {
            Self::Known(choice) => Some(choice),
            Self::NotChosen | Self::Unknown => None,
        }
    }

    /// Whether the choice has been made.
    pub const fn is_made(&self) -> bool {
        !matches!(self, Self::NotChosen)
    }
}

/// A chosen faction. Rules `BG4-SETUP-02`, `BG4-MERC-01`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Allegiance {
    /// The primary faction.
    pub faction: String,
    /// The one faction from which mercenaries may be taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mercenaries: Option<String>,
}

/// An army as it is built. Rules `BG4-ARMY-01` to `-06`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArmyList {
    /// The ids of the unit cards; the first is unit 1.
    pub units: Vec<String>,
    /// Command cards bought at 25 points.
    #[serde(default)]
    pub cards: u8,
}

/// Where the random draws of command cards come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Decks {
    /// The server draws, with dice of the game's tray.
    #[default]
    Server,
    /// Cards are drawn on the table: a draw names the card, or leaves it unknown until it is played.
    Table,
}

/// A player.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Player {
    /// His faction.
    pub allegiance: Secret<Allegiance>,
    /// His army list; when both are known it becomes units.
    pub list: Secret<ArmyList>,
    /// Points spent on units and cards.
    pub spent: u32,
    /// Command cards bought and not yet drawn.
    pub bought: u8,
    /// Cards in hand; `null` is one that is not known here. Rule `BG4-CARDS-13`.
    pub hand: Vec<Option<CardNo>>,
    /// How many cards the deck holds.
    pub deck: u8,
    /// Cards that may be in the deck: exactly the deck where the whole hand is known, else with the unknown cards of
    /// the hand.
    pub unseen: Vec<CardNo>,
    /// Played and discarded cards, face up, the last on top.
    pub discards: Vec<CardNo>,
    /// Command actions left this turn.
    pub actions: u8,
    /// Command actions gained this turn.
    pub gained: u8,
    /// Whether one was spent this turn. Rule `BG4-CMD-13`.
    pub spent_any: bool,
    /// Green cards played this phase, each with its units. Rule `BG4-CARDS-07`.
    pub played: Vec<(CardNo, Vec<UnitId>)>,
    /// Whether he plays no more green cards in the windows of this Movement & Command Phase.
    #[serde(skip_serializing_if = "is_false")]
    pub passing: bool,
}

/// The status of a unit. Rule `BG4-STATUS-01`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Has a standing order. Before orders are assigned, none.
    Ready(Option<Orders>),
    /// Rule `BG4-STATUS-02`.
    Disrupted,
    /// Rule `BG4-STATUS-03`.
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
    /// Rule `BG4-SPELL-04`.
    Blessing,
    /// Rule `BG4-SPELL-05`.
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
}

/// What must still be checked, and why. Rules `BG4-COUR-08`, `-12`, `BG4-ROUT-12`.
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
    /// Checks of step 6 that cards and special rules demand. Rule `BG4-COUR-23`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub other: Vec<Demanded>,
    /// Took its check for those in this phase: what is demanded from then on waits for the next Courage Phase. Rule
    /// `BG4-COUR-07`.
    #[serde(skip_serializing_if = "is_false")]
    pub other_checked: bool,
    /// Damage in Free Attacks that asks for a Follow-up Rout Check.
    #[serde(skip_serializing_if = "is_false")]
    pub follow_up: bool,
}

/// A courage check that a card, spell or special rule demands. Rule `BG4-COUR-23`.
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

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
pub(crate) const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// Why a Rout Check is taken. Rules `BG4-COUR-12`, `BG4-ROUT-12`, `BG4-SKIRM-08`.
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

/// What a unit has done and suffered this turn; cleared when the turn ends. Rule `BG4-END-03`.
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
    /// Was charged by a Terrifying unit. Rule `BG4-KEYW-09`.
    #[serde(skip_serializing_if = "is_false")]
    pub terrified: bool,
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
    /// Airborne when the turn began.
    #[serde(skip_serializing_if = "is_false")]
    pub began_flying: bool,
    /// Took off this turn.
    #[serde(skip_serializing_if = "is_false")]
    pub took_off: bool,
    /// How far it flew this turn under its order or Direct Control. Rule `BG4-FLY-06`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flown: Option<Inches>,
    /// Routed in the Courage Phase at hand: it still has to make its Initial Rout Move.
    #[serde(skip_serializing_if = "is_false")]
    pub just_routed: bool,
    /// Was at contact in this turn's rout move: the sideways shift is used.
    #[serde(skip_serializing_if = "is_false")]
    pub shifted: bool,
    /// Was rushed by a non-Skirmisher this turn.
    #[serde(skip_serializing_if = "is_false")]
    pub rushed_by_line: bool,
    /// The ranged attack whose range governs this turn's movement. Rule `BG4-ORDER-06`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranged_mode: Option<u8>,
    /// Sides chosen where its front centre lies on an enemy's diagonal. Rule `BG4-GEO-11`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub diagonals: Vec<(UnitId, Side)>,
    /// MC steps of terrain met this turn, the worst; they bind for the whole turn. Rule `BG4-TERR-09`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terrain: Option<i8>,
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
    /// A Colossal unit whose front card is slid under the enemy. Rule `BG4-COLOS-05`.
    #[serde(default, skip_serializing_if = "is_false")]
    pub slid: bool,
    /// Marked damage boxes.
    #[serde(default)]
    pub marked: u8,
    /// Damage boxes marked in the Combat Phase at hand, which count from Combat Consequences on. Rule `BG4-COMB-02`.
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
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destroyed: Option<Cause>,
}

/// How a rusher came to be engaged. Rules `BG4-RUSH-16`, `-23`, `-25`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum RushKind {
    /// With its front.
    Front,
    /// With a flank: FRF.
    Flank,
    /// With a corner: FRC.
    Corner,
}

/// Two engaged units. Rules `BG4-RUSH-16`, `-17`, `BG4-COLOS-03`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Engagement {
    /// The unit that Final Rushed, or its replacement.
    pub rusher: UnitId,
    /// The rusher's engaged side.
    pub rusher_side: Side,
    /// The unit that was rushed, or its replacement.
    pub rushed: UnitId,
    /// The rushed unit's engaged side.
    pub rushed_side: Side,
    /// How.
    pub kind: RushKind,
    /// On a Colossal flank, which of its centre points counts, from the front: 0, 1, 2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<u8>,
    /// The turn of the Final Rush.
    pub turn: u16,
    /// Whether one of the two stepped in for a unit destroyed: nobody is Charging in it. Rule `BG4-ENG-09`.
    #[serde(default, skip_serializing_if = "is_false")]
    pub taken_over: bool,
}

impl Engagement {
    /// Whether a unit takes part.
    pub fn has(&self, unit: UnitId) -> bool {
        self.rusher == unit || self.rushed == unit
    }

    /// The other unit, as one of them sees it, with the own side and the other's side.
    pub fn seen_by(&self, unit: UnitId) -> Option<(UnitId, Side, Side)> {
        if unit == self.rusher {
            Some((self.rushed, self.rusher_side, self.rushed_side))
        } else if unit == self.rushed {
            Some((self.rusher, self.rushed_side, self.rusher_side))
        } else {
            None
        }
    }
}

/// What the start of the turn showed one own unit of one enemy. Rule `BG4-GEO-21`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Glimpse {
    /// The own unit.
    pub unit: UnitId,
    /// The enemy.
    pub enemy: UnitId,
    /// Whether it was Visible.
    pub visible: bool,
    /// The only side that may be Final Rushed this turn: the Facing Side, or the Nearest Open Side if the Facing Side
    /// was blocked; nothing if no Open Path led to it, or if the enemy was not Visible.
    pub side: Option<Side>,
    /// From the front centre to the centre point of that side; of the Facing Side if there is none.
    pub distance: Inches,
    /// Whether the unit could have Final Rushed it then. Rule `BG4-RUSH-10`.
    pub could_rush: bool,
    /// Where the front centre lay on a diagonal: the Facing Side for which this holds. The pair then has a glimpse for
    /// either. Rule `BG4-GEO-11`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<Side>,
}

/// A phase of a turn. Rule `BG4-TURN-01`.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Before the first turn.
    #[default]
    #[strum(serialize = "Set-up")]
    SetUp,
    /// Movement & Command.
    #[strum(serialize = "Movement & Command")]
    MovementAndCommand,
    /// Pre-Combat Courage.
    #[strum(serialize = "Pre-Combat Courage")]
    PreCombatCourage,
    /// Combat.
    #[strum(serialize = "Combat")]
    Combat,
    /// Post-Combat Courage.
    #[strum(serialize = "Post-Combat Courage")]
    PostCombatCourage,
    /// End of Turn.
    #[strum(serialize = "End of Turn")]
    EndOfTurn,
    /// After the end.
    #[strum(serialize = "Battle over")]
    Over,
}

/// The agreed frame of a battle. Rules `BG4-SETUP-03`, `-04`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Agreed {
    /// The points budget.
    pub budget: Option<u16>,
    /// The id of the scenario.
    pub scenario: Option<String>,
    /// The id of the map.
    pub map: Option<String>,
}

/// How a battle ended. Rules `BG4-SCEN-04` to `-07`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ending {
    /// The victor, if there is one.
    pub winner: Option<Seat>,
    /// The degree.
    pub degree: Degree,
    /// Why.
    pub reason: EndReason,
    /// Destroyed points of South and North.
    pub destroyed: [u32; 2],
}

/// A degree of victory. Rule `BG4-SCEN-05`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
pub enum Degree {
    /// Crushing Victory.
    #[strum(serialize = "Crushing Victory")]
    Crushing,
    /// Victory.
    #[strum(serialize = "Victory")]
    Victory,
    /// Draw.
    #[strum(serialize = "Draw")]
    Draw,
}

/// Why a battle ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// Enough points were destroyed. Rule `BG4-SCEN-04`.
    #[strum(serialize = "breaking point")]
    BreakingPoint,
    /// A side has no units left. Rule `BG4-SCEN-06`.
    #[strum(serialize = "no units left")]
    NoUnits,
    /// The scenario's last turn is over.
    #[strum(serialize = "last turn")]
    LastTurn,
}

/// What a unit chose to attack in the Combat Phase, and with what it had then. Rules `BG4-COMB-02`, `-03`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Declared {
    /// The attack, as it will be begun.
    pub attack: Attack,
    /// Whether it has been resolved.
    pub done: bool,
    /// Whether it marked its target's last box.
    #[serde(default, skip_serializing_if = "is_false")]
    pub felled: bool,
}

/// A position.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct State {
    /// Which rulebook.
    pub edition: Edition,
    /// Everything printed that is in play.
    #[serde(serialize_with = "hindsight_kernel::fixed::serialize")]
    #[schemars(with = "Arc<Book>")]
    pub book: Arc<Book>,
    /// Who draws the command cards.
    pub decks: Decks,
    /// What is agreed.
    pub agreed: Agreed,
    /// The stack of pending steps, the top one last.
    pub agenda: Vec<Frame>,
    /// The number of the turn, from 1; both players' turns count. 0 in the set-up.
    pub turn: u16,
    /// Whose turn it is.
    pub active: Option<Seat>,
    /// Who deploys first.
    pub deployer: Option<Seat>,
    /// Who gives the first order.
    pub orderer: Option<Seat>,
    /// Who has the first turn.
    pub first: Option<Seat>,
    /// The phase.
    pub phase: Phase,
    /// South and North.
    pub players: [Player; 2],
    /// All units by id: South's first.
    pub units: Vec<Unit>,
    /// Who fights whom.
    pub engagements: Vec<Engagement>,
    /// Objective tokens: centre points.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub tokens: BTreeMap<TokenNo, (Seat, Point)>,
    /// What the start of the turn showed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub snapshot: Vec<Glimpse>,
    /// Whether a normal move was made this turn: no Final Rush any more. Rule `BG4-TURN-04`.
    pub normal_moves: bool,
    /// The attack at hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attack: Option<Box<Attack>>,
    /// The attacks of the Combat Phase.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub declared: Vec<Declared>,
    /// Special rules that were triggered and wait for their turn. Rule `BG4-CONS-01`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub triggered: Vec<crate::triggers::Triggered>,
    /// The courage check at hand, between its roll and its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<Check>,
    /// How it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
}

/// A kind of courage check. Rule `BG4-COUR-01`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum CheckKind {
    /// Step 1.
    Fear,
    /// Step 2, and its repetitions out of step 6.
    Rout,
    /// Step 4.
    FollowUp,
    /// Step 6: demanded by a scenario, card or special rule.
    Other,
}

/// A courage check between its beginning and its result. Rule `BG4-COUR-03`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// Who.
    pub unit: UnitId,
    /// Which.
    pub kind: CheckKind,
    /// The dice, once rolled; a reroll replaces them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roll: Option<Roll>,
    /// What the total must not exceed, once rolled.
    #[serde(default)]
    pub target: i32,
    /// Changes of courage by cards played for this check.
    #[serde(default)]
    pub cards: Vec<Lasting>,
    /// In step 6 what demands it: one roll for all of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub demanded: Vec<Demanded>,
}

impl Unit {
    /// Its marked boxes, with those of the Combat Phase at hand.
    pub const fn all_marked(&self) -> u8 {
        self.marked.saturating_add(self.fresh)
    }
}

impl State {
    /// A player.
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index().min(1)]
    }

    /// A player, to change.
    pub(crate) fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index().min(1)]
    }

    /// A unit by its id, also a destroyed one.
    pub fn unit(&self, id: UnitId) -> Option<&Unit> {
        self.units.iter().find(|unit| unit.id == id)
    }

    /// A unit by its id, to change.
    pub(crate) fn unit_mut(&mut self, id: UnitId) -> Option<&mut Unit> {
        self.units.iter_mut().find(|unit| unit.id == id)
    }

    /// The unit card of a unit.
    pub fn kind(&self, unit: &Unit) -> &UnitType {
        self.book
            .kind(unit.kind)
            .expect("a unit's kind is checked when it enters the game")
    }

    /// Whether a unit's card has a keyword.
    pub fn has(&self, unit: UnitId, keyword: Keyword) -> bool {
        self.unit(unit).is_some_and(|unit| self.kind(unit).is(keyword))
    }

    /// The units on the table.
    pub fn on_table(&self) -> impl Iterator<Item = &Unit> {
        self.units.iter().filter(|unit| unit.pose.is_some())
    }

    /// A seat's units on the table.
    pub fn own(&self, seat: Seat) -> impl Iterator<Item = &Unit> {
        self.on_table().filter(move |unit| unit.id.seat() == seat)
    }

    /// The opponent's units on the table.
    pub fn enemies_of(&self, seat: Seat) -> impl Iterator<Item = &Unit> {
        self.on_table().filter(move |unit| unit.id.seat() != seat)
    }

    /// The card of a unit on the table.
    pub fn card(&self, unit: &Unit) -> Option<Card> {
        unit.pose.map(|pose| Card::new(pose, self.size(unit)))
    }

    /// The boxes of a unit that are not marked; 0 where only Combat Consequences are still to remove it.
    pub fn boxes_left(&self, unit: &Unit) -> u8 {
        self.kind(unit).boxes.all().saturating_sub(unit.all_marked())
    }

    /// A unit's footprint.
    pub fn size(&self, unit: &Unit) -> Footprint {
        self.kind(unit).size
    }

    /// The engagements of a unit: the enemy, the own side, the enemy's side.
    pub fn engaged_with(&self, unit: UnitId) -> impl Iterator<Item = (UnitId, Side, Side)> + '_ {
        self.engagements
            .iter()
            .filter_map(move |engagement| engagement.seen_by(unit))
    }

    /// Whether a unit is engaged. Rule `BG4-RUSH-17`.
    pub fn is_engaged(&self, unit: UnitId) -> bool {
        self.engagements.iter().any(|engagement| engagement.has(unit))
    }

    /// The agreed budget; 2000 before there is one.
    pub fn budget(&self) -> u16 {
        self.agreed.budget.unwrap_or(2_000)
    }

    /// The scenario in play, or the first of the book before one is agreed. Rule `BG4-SETUP-04`.
    pub fn scenario(&self) -> Option<&Scenario> {
        let id = self.agreed.scenario.as_deref();
        self.book
            .scenarios
            .iter()
            .find(|scenario| Some(scenario.id.as_str()) == id)
            .or_else(|| self.book.scenarios.first())
    }

    /// The map in play.
    pub fn map(&self) -> Option<&Map> {
        let id = self.agreed.map.as_deref()?;
        self.book.maps.iter().find(|map| map.id == id)
    }

    /// A seat's primary faction, once it is known.
    pub fn faction(&self, seat: Seat) -> Option<&Faction> {
        let allegiance = self.player(seat).allegiance.known()?;
        self.book.faction(&allegiance.faction)
    }

    /// The non-active player's seat during a turn.
    pub fn passive(&self) -> Option<Seat> {
        self.active.map(crate::names::other)
    }

    /// Active player first, then the other; South first outside turns.
    pub fn in_order(&self) -> [Seat; 2] {
        match self.active {
            Some(active) => [active, crate::names::other(active)],
            None => SEATS,
        }
    }
}
