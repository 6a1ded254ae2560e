//! Everything a position is. Hidden cards that are not known are unknown in the state itself.

mod agreed;
mod check;
mod engagement;
mod house;
mod omitted;
mod player;
mod seat_players;
mod unit;

use std::collections::BTreeMap;
use std::sync::Arc;

use battleground_geometry::{Card, Footprint, Point, Side};
use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::editions::profile::ShadeBy;
use crate::editions::{Edition, Profile};
use crate::model::agenda::Frame;
use crate::model::attack::Attack;
use crate::model::cards::{Ability, Book, Faction, Map, Scenario, UnitType};
use crate::model::effect::Keyword;
use crate::model::names::{Team, TokenNo, UnitId, are_foes};

pub use hindsight_kernel::Secret;

pub use agreed::Agreed;
pub use check::{Check, CheckKind};
pub use engagement::{Engagement, Glimpse, RushKind};
pub use house::{HouseRules, MOST_MORE_DECKS};
pub(crate) use omitted::{is_false, is_none_left, is_true, yes};
pub use player::{Allegiance, ArmyList, Decks, Player};
pub use seat_players::SeatPlayers;
pub use unit::{
    Cause, Demanded, Lasting, LastingKind, Pending, ReachedObjective, RoutCause, Status, TurnMarks, Unit,
};

/// A phase of a turn. Rule `BG4-TURN-01` (p. 32).
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

/// How a battle ended. Rules `BG4-SCEN-04` to `BG4-SCEN-07` (p. 141).
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

/// A degree of victory. Rule `BG4-SCEN-05` (p. 141).
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
    /// Enough points were destroyed. Rule `BG4-SCEN-04` (p. 141).
    #[strum(serialize = "breaking point")]
    BreakingPoint,
    /// A side has no units left. Rule `BG4-SCEN-06` (p. 141).
    #[strum(serialize = "no units left")]
    NoUnits,
    /// The scenario's last turn is over.
    #[strum(serialize = "last turn")]
    LastTurn,
}

/// What a unit chose to attack in the Combat Phase, and with what it had then. Rules `BG4-COMB-02`, `BG4-COMB-03` (pp. 90-91,
/// 96).
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
    /// The options of the earlier edition.
    #[serde(skip_serializing_if = "HouseRules::is_none")]
    pub house: HouseRules,
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
    /// Who counts as having spent fewer points, where dice have settled that. Rule `BG3-SET-10` (p. 4).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fewer: Option<Seat>,
    /// Who has the first turn.
    pub first: Option<Seat>,
    /// The phase.
    pub phase: Phase,
    /// The players, seat by seat: South and North, or several of each in teams.
    pub players: SeatPlayers,
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
    /// Whether a normal move was made this turn: no Final Rush any more. Rule `BG4-TURN-04` (p. 33).
    pub normal_moves: bool,
    /// The attack at hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attack: Option<Box<Attack>>,
    /// The attacks of the Combat Phase.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub declared: Vec<Declared>,
    /// Special rules that were triggered and wait for their turn. Rule `BG4-CONS-01` (pp. 111-112).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub triggered: Vec<crate::model::triggered::Triggered>,
    /// The courage check at hand, between its roll and its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<Check>,
    /// How it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
}

impl State {
    /// The numbers and switches of its edition.
    pub const fn profile(&self) -> &'static Profile {
        self.edition.profile()
    }

    /// What In the Yellow and In the Red cost here. Rule `BG3-MOD-03` (p. 19).
    pub(crate) const fn shade_by(&self) -> ShadeBy {
        if self.house.shade_costs_dice {
            ShadeBy::Dice
        } else {
            self.profile().shade
        }
    }

    /// A player.
    pub fn player(&self, seat: Seat) -> &Player {
        self.players.of(seat)
    }

    /// A player, to change.
    pub(crate) fn player_mut(&mut self, seat: Seat) -> &mut Player {
        self.players.of_mut(seat)
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

    /// A team's units on the table, whoever of it they belong to.
    pub fn of_team(&self, team: Team) -> impl Iterator<Item = &Unit> {
        self.on_table().filter(move |unit| unit.id.team() == team)
    }

    /// The opponents' units on the table.
    pub fn enemies_of(&self, seat: Seat) -> impl Iterator<Item = &Unit> {
        self.on_table().filter(move |unit| are_foes(unit.id.seat(), seat))
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

    /// Whether a unit is engaged. Rule `BG4-RUSH-17` (pp. 58-59).
    pub fn is_engaged(&self, unit: UnitId) -> bool {
        self.engagements.iter().any(|engagement| engagement.has(unit))
    }

    /// The agreed budget; 2000 before there is one.
    pub fn budget(&self) -> u16 {
        self.agreed.budget.unwrap_or(2_000)
    }

    /// The scenario in play, or that of those who choose none before one is agreed. Rule `BG4-SETUP-04` (p. 137).
    pub fn scenario(&self) -> Option<&Scenario> {
        let agreed = self.agreed.scenario.as_deref();
        agreed
            .and_then(|id| self.book.scenario(id))
            .or_else(|| self.book.default_scenario())
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

    /// Whether a player's army has an ability of one of its factions: every one that costs no points, and those bought. Rule
    /// `BG3-ARMY-01` (p. 25).
    pub fn has_ability(&self, seat: Seat, ability: &Ability) -> bool {
        ability.points.is_none() || self.player(seat).abilities.contains(&ability.id)
    }

    /// Every seat, in the order of their letters.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.players.len()).filter_map(Seat::new)
    }

    /// The seats of a team.
    pub fn seats_of(&self, team: Team) -> impl Iterator<Item = Seat> + use<> {
        self.seats().filter(move |seat| Team::of(*seat) == team)
    }

    /// Whether it is a seat's turn: that of its whole team. Rule `BG3-SCEN-03` (p. 26).
    pub fn is_active(&self, seat: Seat) -> bool {
        self.active.is_some_and(|active| !are_foes(active, seat))
    }

    /// The active team first, then the other; South first outside turns.
    pub const fn teams_in_order(&self) -> [Team; 2] {
        match self.active {
            Some(active) => [Team::of(active), Team::of(active).other()],
            None => Team::BOTH,
        }
    }

    /// The seats of the active team first, then the others.
    pub fn in_order(&self) -> Vec<Seat> {
        let teams = self.teams_in_order();
        teams.into_iter().flat_map(|team| self.seats_of(team)).collect()
    }
}
