//! Events: what happened, in the past tense, with every die face and every number that was decided.

use hindsight_kernel::agenda::AgendaChange;
use hindsight_kernel::{GameOutcome, Roll, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::agenda::{NoAnswer, NoTopic, Occasion, Question, Source, Step};
use super::command::Action;
use super::contests::{Attack, Charge, PanicTest};
use super::names::{Edge, NcuId, ObjectiveNo, PieceNo, UnitId};
use super::patch::Patch;
use super::setup::Agreement;
use super::state::{Activated, State};
use super::unit::{Engagement, NcuState, Unit};
use crate::cards::{
    ArmyList, AttackAbility, CardId, ConditionToken, Name, SharedCards, ZoneName, is_default, words,
};
use crate::field::{Pose, Slot};

words! {
    /// What an opposed roll decides.
    pub enum Opposed {
        /// Who places the first terrain piece. Rule `IF-SETUP-02`.
        FirstPiece,
        /// Who says which player picks a side. Rule `IF-SETUP-04`.
        Sides,
    }
}

words! {
    /// How a unit moved.
    pub enum MoveKind {
        /// Rule `IF-ACT-02`; also Surge Forth and the Maneuver zone.
        Maneuver,
        /// Rule `IF-ACT-03`.
        March,
        /// A charge up to the contact. Rule `IF-CHG-05`.
        Charge,
        /// A charge that failed. Rule `IF-CHG-07`.
        FailedCharge,
        /// The placing in a slot. Rules `IF-CHG-06`, `IF-ENG-05`, `IF-ENG-06`.
        Alignment,
        /// Rule `IF-ACT-09`.
        Shift,
        /// Rule `IF-RET-01`.
        Retreat,
        /// Rules `IF-RET-03`, `IF-SURGE-02`.
        FreePivot,
    }
}

words! {
    /// What wounds come from.
    pub enum Cause {
        /// Unblocked hits and Precision. Rule `IF-ATK-09`.
        Attack,
        /// A failed Panic Test. Rule `IF-MOR-02`.
        Panic,
        /// A Dangerous piece. Rule `IF-TERR-04`.
        Terrain,
        /// A card, an Order or an NCU.
        Effect,
    }
}

words! {
    /// What victory points are scored for.
    pub enum Scored {
        /// Objective tokens at the end of a round. Rule `IF-VP-03`.
        Objectives,
        /// A destroyed enemy combat unit. Rule `IF-VP-04`.
        Destroyed,
    }
}

words! {
    /// Which roll dice were rolled again of.
    pub enum RollOf {
        /// Attack dice.
        Attack,
        /// Defence dice.
        Defence,
        /// The dice of a Panic Test.
        Panic,
    }
}

words! {
    /// Why dice were rolled again.
    pub enum Again {
        /// The Charge Bonus. Rule `IF-BON-01`.
        ChargeBonus,
        /// A condition token. Rules `IF-COND-02` to `-04`.
        Token,
        /// A card or an Order.
        Effect,
    }
}

/// A change of the attack under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum AttackChange {
    /// More attack dice.
    Dice {
        /// How many.
        dice: u8,
    },
    /// One more ability.
    Ability {
        /// Which.
        ability: AttackAbility,
    },
    /// Added to each defence die.
    Defence {
        /// How much.
        by: i8,
    },
    /// Added to the Panic Test.
    Panic {
        /// How much.
        by: i8,
    },
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum Event {
    /// A game was set up: the cards in play and what was agreed on.
    GameSetUp {
        /// The cards.
        #[serde(serialize_with = "hindsight_kernel::fixed::serialize")]
        cards: SharedCards,
        /// The agreement.
        agreed: Agreement,
    },
    /// A game began from a position.
    Placed {
        /// It.
        position: Box<State>,
    },
    /// What is to be done has changed.
    Agenda {
        /// How.
        change: AgendaChange<Step, Question, hindsight_kernel::agenda::Answered<NoTopic, UnitId, NoAnswer>>,
    },
    /// A player named their army. Rule `IF-ARMY-01`.
    ListSubmitted {
        /// Who.
        seat: Seat,
        /// The army; none where it may not be known yet.
        #[serde(default, skip_serializing_if = "is_default")]
        list: Option<ArmyList>,
    },
    /// The army of a player became public, its deck was shuffled. Rule `IF-ARMY-03`.
    ArmyMustered {
        /// Whose.
        seat: Seat,
        /// The faction.
        faction: Name,
        /// The commander.
        commander: CardId,
        /// The combat units.
        units: Vec<Unit>,
        /// The NCUs.
        ncus: Vec<NcuState>,
        /// Every card of the deck, in the order of the pack.
        deck: Vec<CardId>,
    },
    /// The number of terrain pieces was rolled. Rule `IF-SETUP-01`.
    TerrainNumberRolled {
        /// A D3, thrown as a D6. Rule `IF-MOR-05`.
        roll: Roll,
        /// The number.
        pieces: u8,
    },
    /// A piece of the pool was rolled, or a 7 that lets the roller name one. Rule `IF-TERR-14`.
    TerrainRolled {
        /// Who rolled.
        seat: Seat,
        /// 2D6.
        roll: Roll,
        /// The piece; none after a 7.
        #[serde(default, skip_serializing_if = "is_default")]
        card: Option<CardId>,
    },
    /// A piece of the pool was named: after a 7, or by agreement.
    TerrainNamed {
        /// Who named it; none is an agreement of both.
        #[serde(default, skip_serializing_if = "is_default")]
        seat: Option<Seat>,
        /// The piece.
        card: CardId,
    },
    /// Both players rolled a D6. Rules `IF-SETUP-02`, `IF-SETUP-04`.
    OpposedRolled {
        /// What for.
        purpose: Opposed,
        /// Seat A's die, then seat B's.
        rolls: [Roll; 2],
        /// Who won; none is a tie, which is rolled again.
        #[serde(default, skip_serializing_if = "is_default")]
        winner: Option<Seat>,
    },
    /// A terrain piece was placed. Rule `IF-SETUP-03`.
    TerrainPlaced {
        /// By whom.
        seat: Seat,
        /// Which.
        card: CardId,
        /// Where.
        pose: Pose,
    },
    /// The rest of the pool found no place. Rule `IF-SETUP-03`.
    TerrainDropped {
        /// Which pieces.
        cards: Vec<CardId>,
    },
    /// Who picks a deployment side was named. Rule `IF-SETUP-04`.
    PickerNamed {
        /// By whom.
        by: Seat,
        /// Who picks.
        seat: Seat,
    },
    /// A deployment side was picked. Rule `IF-SETUP-04`.
    SidePicked {
        /// By whom.
        seat: Seat,
        /// Their edge.
        edge: Edge,
    },
    /// Who deploys first was named. Rule `IF-SETUP-05`.
    FirstDeployerNamed {
        /// By whom.
        by: Seat,
        /// Who.
        seat: Seat,
    },
    /// The first player of round 1 was named. Rule `IF-SETUP-06`.
    FirstPlayerNamed {
        /// By whom.
        by: Seat,
        /// Who.
        seat: Seat,
    },
    /// A unit was deployed. Rule `IF-SETUP-09`.
    Deployed {
        /// Which.
        unit: UnitId,
        /// Where.
        pose: Pose,
    },
    /// A unit found no room and went to reserve. Rule `IF-SETUP-10`.
    Reserved {
        /// Which.
        unit: UnitId,
    },
    /// A card was drawn. Rule `IF-CARD-02`.
    CardDrawn {
        /// By whom.
        seat: Seat,
        /// Which; none where it is not known.
        #[serde(default, skip_serializing_if = "is_default")]
        card: Option<CardId>,
        /// The die that chose it among the cards of the deck.
        #[serde(default, skip_serializing_if = "is_default")]
        roll: Option<Roll>,
    },
    /// A round began. Rules `IF-ROUND-01`, `IF-ROUND-08`.
    RoundBegan {
        /// Its number.
        round: u8,
        /// Its first player.
        first: Seat,
    },
    /// A turn began. Rule `IF-ROUND-02`.
    TurnBegan {
        /// Whose.
        seat: Seat,
    },
    /// A player had nothing to activate. Rule `IF-ROUND-03`.
    TurnPassed {
        /// Who.
        seat: Seat,
    },
    /// A combat unit or an NCU was activated. Rule `IF-ROUND-02`.
    UnitActivated {
        /// What.
        activated: Activated,
    },
    /// A unit in reserve came to the table. Rule `IF-SETUP-10`.
    Arrived {
        /// Which.
        unit: UnitId,
        /// Where.
        pose: Pose,
    },
    /// A turn ended; what was activated has its activation token. Rule `IF-ROUND-04`.
    TurnEnded {
        /// Whose.
        seat: Seat,
    },
    /// An NCU claimed a zone. Rule `IF-TAC-02`.
    ZoneClaimed {
        /// Which NCU.
        ncu: NcuId,
        /// Which zone.
        zone: ZoneName,
    },
    /// A unit declared an action. Rule `IF-ACT-01`.
    ActionDeclared {
        /// Which unit.
        unit: UnitId,
        /// What.
        action: Action,
        /// Whether it is a free action. Rule `IF-ACT-08`.
        #[serde(default, skip_serializing_if = "is_default")]
        free: bool,
    },
    /// A unit moved.
    UnitMoved {
        /// Which.
        unit: UnitId,
        /// How.
        kind: MoveKind,
        /// Every pose it had on the way, the first one included, the last one not.
        from: Vec<Pose>,
        /// Where it stands.
        to: Pose,
    },
    /// Two units became engaged. Rule `IF-ENG-01`.
    Engaged {
        /// How.
        engagement: Engagement,
    },
    /// Two units are engaged no more. Rule `IF-ENG-01`.
    Disengaged {
        /// The unit of seat A.
        a: UnitId,
        /// The unit of seat B.
        b: UnitId,
    },
    /// A terrain piece was removed. Rules `IF-TERR-05`, `IF-TERR-13`.
    PieceRemoved {
        /// Which.
        piece: PieceNo,
        /// By whom.
        unit: UnitId,
    },
    /// A unit suffered wounds. Rules `IF-UNIT-04`, `IF-UNIT-05`.
    WoundsSuffered {
        /// Which.
        unit: UnitId,
        /// How many, surplus left out.
        wounds: u16,
        /// From what.
        cause: Cause,
        /// The D3 that gave the number, thrown as a D6, where one did.
        #[serde(default, skip_serializing_if = "is_default")]
        roll: Option<Roll>,
        /// Models left.
        models: u8,
        /// Wounds on the wounded model.
        wounded: u8,
    },
    /// A unit restored wounds. Rule `IF-UNIT-08`.
    WoundsRestored {
        /// Which.
        unit: UnitId,
        /// How many.
        wounds: u16,
        /// Models now.
        models: u8,
        /// Wounds on the wounded model.
        wounded: u8,
    },
    /// A unit was destroyed and removed with its tokens. Rule `IF-UNIT-07`.
    UnitDestroyed {
        /// Which.
        unit: UnitId,
        /// The trigger that follows.
        at: Occasion,
        /// The last cause of its wounds.
        cause: Cause,
    },
    /// A unit gained a condition token. Rule `IF-COND-01`.
    TokenPlaced {
        /// Which unit.
        unit: UnitId,
        /// Which token.
        token: ConditionToken,
    },
    /// A unit lost a condition token without anything following.
    TokenRemoved {
        /// Which unit.
        unit: UnitId,
        /// Which token.
        token: ConditionToken,
    },
    /// A condition token was expended by the enemy of its unit. Rule `IF-COND-05`.
    TokenExpended {
        /// By whom.
        seat: Seat,
        /// Which unit held it.
        unit: UnitId,
        /// Which token.
        token: ConditionToken,
    },
    /// A charge was declared. Rule `IF-CHG-01`.
    ChargeDeclared {
        /// It.
        charge: Charge,
    },
    /// An effect changed the charge distance. Rule `IF-CHG-04`.
    ChargeModified {
        /// Inches.
        by: i8,
    },
    /// The Charge Bonus was lost: to Hindering terrain or to an effect. Rules `IF-TERR-08`, `IF-BON-01`.
    ChargeBonusLost {
        /// The piece, where it was one.
        #[serde(default, skip_serializing_if = "is_default")]
        piece: Option<PieceNo>,
    },
    /// A Fortified piece lay on the path of a charge. Rule `IF-TERR-07`.
    ChargeFortified {
        /// Which.
        piece: PieceNo,
    },
    /// The charge distance was rolled. Rules `IF-CHG-04`, `IF-CHG-05`.
    ChargeRolled {
        /// The die.
        roll: Roll,
        /// The charge distance in thousandths of an inch.
        distance: i32,
        /// The way to the contact in thousandths of an inch; none where the target is no longer there.
        #[serde(default, skip_serializing_if = "is_default")]
        needed: Option<i32>,
        /// Whether it succeeds.
        success: bool,
    },
    /// A charger was aligned. Rule `IF-CHG-06`.
    ChargeAligned {
        /// In which slot.
        slot: Slot,
    },
    /// The charger suffered from a Dangerous piece, and suffers no more in this charge. Rule `IF-TERR-04`.
    ChargerHurt,
    /// The action of a charge ended.
    ChargeEnded,
    /// An attack was declared. Rule `IF-ATK-01`.
    AttackDeclared {
        /// It.
        attack: Box<Attack>,
    },
    /// An effect changed the attack.
    AttackChanged {
        /// How.
        change: AttackChange,
    },
    /// The attack dice were rolled. Rule `IF-ATK-02`.
    AttackRolled {
        /// The dice.
        roll: Roll,
        /// To Hit.
        to_hit: u8,
    },
    /// Dice were rolled again. Rules `IF-ATK-04`, `IF-ATK-08`, `IF-COND-02` to `-04`.
    DiceRerolled {
        /// Of which roll.
        of: RollOf,
        /// Why.
        by: Again,
        /// Places in the roll, from 0.
        places: Vec<u8>,
        /// Their new faces.
        roll: Roll,
    },
    /// The Charge Bonus was used or let go. Rule `IF-BON-01`.
    BonusUsed,
    /// The hits were counted. Rules `IF-ATK-03`, `IF-ATK-05`.
    HitsCounted {
        /// Hits that allow a defence die.
        hits: u16,
        /// Wounds that allow none.
        precise: u16,
    },
    /// The defence dice were rolled. Rules `IF-ATK-06`, `IF-ATK-07`.
    DefenceRolled {
        /// The dice.
        roll: Roll,
        /// The Defence save.
        save: u8,
        /// Added to each die.
        modifier: i8,
    },
    /// The dice of an attack were read. Rule `IF-ATK-09`.
    AttackResolved {
        /// Hits blocked.
        blocked: u16,
        /// Wounds dealt, surplus included.
        wounds: u16,
    },
    /// An attack is over.
    AttackEnded,
    /// A Panic Test was demanded. Rule `IF-MOR-02`.
    PanicDemanded {
        /// It.
        test: PanicTest,
    },
    /// An effect changed the pending Panic Test. Rule `IF-MOR-04`.
    PanicModified {
        /// How much is added to its roll.
        by: i8,
    },
    /// The pending Panic Test is not taken; wounds are suffered instead.
    PanicReplaced {
        /// How many.
        wounds: u8,
    },
    /// The dice of a Panic Test were rolled: two D6 and the D3, thrown as a D6. Rules `IF-MOR-02`, `IF-MOR-05`.
    PanicRolled {
        /// The dice, the D3 last.
        roll: Roll,
        /// All modifiers together.
        modifier: i8,
        /// The Morale number.
        morale: u8,
    },
    /// A Panic Test was read. Rule `IF-MOR-02`.
    PanicResolved {
        /// Which unit took it.
        unit: UnitId,
        /// The modified total; none where it was replaced.
        #[serde(default, skip_serializing_if = "is_default")]
        total: Option<u8>,
        /// Whether it passed.
        passed: bool,
        /// Wounds that follow, surplus included.
        wounds: u8,
    },
    /// A Panic Test is over.
    PanicEnded,
    /// The distance die of a retreat was rolled. Rule `IF-RET-01`.
    RetreatRolled {
        /// Which unit.
        unit: UnitId,
        /// The die.
        roll: Roll,
        /// The highest distance before terrain, in thousandths of an inch.
        reach: i32,
    },
    /// A card was played and lies on the discard pile. Rule `IF-CARD-01`.
    CardPlayed {
        /// By whom.
        seat: Seat,
        /// Which.
        card: CardId,
    },
    /// An Order was used. Rule `IF-ORD-01`.
    OrderUsed {
        /// Whose.
        unit: UnitId,
        /// Its place among the unit's Orders.
        order: u8,
    },
    /// What the vocabulary of packs cannot say is shown to the players, who settle it.
    TextShown {
        /// What it comes from.
        source: Source,
        /// Who reads it out.
        seat: Seat,
    },
    /// An effect found nothing that it could happen to.
    EffectLost {
        /// What it comes from; none is the zone that was claimed.
        #[serde(default, skip_serializing_if = "is_default")]
        source: Option<Source>,
        /// Whose it is.
        seat: Seat,
    },
    /// A unit claimed an objective token. Rule `IF-VP-01`.
    ObjectiveClaimed {
        /// Which token.
        objective: ObjectiveNo,
        /// Which unit.
        unit: UnitId,
    },
    /// Control of an objective token was lost. Rule `IF-VP-02`.
    ObjectiveLost {
        /// Which token.
        objective: ObjectiveNo,
        /// By which unit.
        unit: UnitId,
    },
    /// A player scored victory points. Rules `IF-VP-03`, `IF-VP-04`.
    PointsScored {
        /// Who.
        seat: Seat,
        /// How many.
        points: u16,
        /// What for.
        why: Scored,
    },
    /// NCUs, activation tokens and order tokens were removed. Rules `IF-ROUND-07`, `IF-ORD-03`.
    BoardCleared,
    /// A player discarded a card. Rule `IF-ROUND-07`.
    CardDiscarded {
        /// Who.
        seat: Seat,
        /// Which.
        card: CardId,
    },
    /// The game ended. Rules `IF-VP-05` to `-07`.
    GameEnded {
        /// How.
        outcome: GameOutcome,
    },
    /// A ruling changed something.
    Ruled {
        /// What.
        patch: Patch,
    },
}
