//! What happens, in the past tense, with every die face and every number that was decided. How it changes the position
//! stands in `fold`.

mod parts;
mod read;

use std::sync::Arc;

use battleground_geometry::{Degrees, Inches, Point, Pose};
use hindsight_kernel::{Modifier, Roll, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::editions::Edition;
use crate::model::agenda::{Answered, Question, Step};
use crate::model::attack::{Asked, Attack, AttackStage};
use crate::model::cards::{Book, Colour};
use crate::model::command::Leg;
use crate::model::names::{CardNo, TokenNo, UnitId};
use crate::model::state::{
    Agreed, Allegiance, ArmyList, Cause, Check, CheckKind, Decks, Declared, Ending, Engagement, Glimpse,
    HouseRules, Lasting, Phase, RoutCause, State, Status, Unit, is_false, is_none_left,
};

pub use parts::{MoveKind, Movement, TurnMark, Use};

/// What happens.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum Event {
    /// A battle begins with its set-up.
    Opened {
        /// Everything printed that is in play.
        book: Arc<Book>,
        /// Who draws the command cards.
        decks: Decks,
        /// Which rulebook is played: the later one, if it is left out.
        #[serde(default, skip_serializing_if = "Edition::is_later")]
        edition: Edition,
        /// The points of each seat, where several play together; empty for two players.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        shares: Vec<u16>,
        /// The options of the earlier edition.
        #[serde(default, skip_serializing_if = "HouseRules::is_none")]
        house: HouseRules,
    },
    /// A battle begins from a position.
    Placed {
        /// The whole of it.
        position: Box<State>,
    },
    /// The procedure goes on: steps are finished and others lie ahead, the last of them on top.
    Proceeded {
        /// How many frames were taken off the agenda.
        done: u8,
        /// What was laid on it.
        ahead: Vec<Step>,
    },
    /// A player was asked something.
    Asked {
        /// What.
        question: Question,
    },
    /// The question that was open is answered.
    Answered {
        /// How.
        answered: Answered,
    },

    /// A faction was chosen; nothing while it is secret or unknown.
    FactionChosen {
        /// Whose.
        seat: Seat,
        /// Which.
        allegiance: Option<Allegiance>,
    },
    /// Something was agreed.
    AgreementMade {
        /// All that is agreed so far.
        agreed: Agreed,
    },
    /// An army list was built; nothing while it is secret or unknown.
    ArmyBuilt {
        /// Whose.
        seat: Seat,
        /// What.
        list: Option<ArmyList>,
    },
    /// An army is on hand: its units wait for deployment. Who may not know it yet is told how many units it has, and whether
    /// there are mercenaries among them. Rules `BG4-ARMY-05`, `BG4-MERC-01`.
    ArmyMustered {
        /// Whose.
        seat: Seat,
        /// The units, in order.
        units: Vec<Unit>,
        /// Command cards bought.
        cards: u8,
        /// Points spent.
        spent: u32,
        /// Whether each unit is known to the other player only when it is deployed. Streams of older rules showed all at
        /// once.
        #[serde(default, skip_serializing_if = "is_false")]
        concealed: bool,
        /// How many units more there are, which are not known here.
        #[serde(default, skip_serializing_if = "is_none_left")]
        unknown: u8,
        /// Whether the player announces that mercenaries were taken. Rule `BG4-MERC-01`.
        #[serde(default, skip_serializing_if = "is_false")]
        mercenaries: bool,
    },
    /// Both players rolled for who counts as having spent fewer points. Rule `BG3-SET-10` (p. 4).
    FewerPointsRolled {
        /// South's die.
        south: Roll,
        /// North's die.
        north: Roll,
        /// Whose is higher; nobody's on a tie.
        seat: Option<Seat>,
    },
    /// A player was drawn by lot.
    LotDrawn {
        /// What for.
        purpose: String,
        /// The die.
        roll: Roll,
        /// Who.
        seat: Seat,
    },
    /// Who deploys first is settled.
    FirstDeployerNamed {
        /// Who.
        seat: Seat,
    },
    /// Who gives the first order is settled.
    FirstOrdererNamed {
        /// Who.
        seat: Seat,
    },
    /// The first player is named.
    FirstPlayerNamed {
        /// Who.
        seat: Seat,
    },

    /// A turn begins.
    TurnBegan {
        /// Its number.
        turn: u16,
        /// Whose it is.
        active: Seat,
        /// Command actions gained.
        actions: u8,
        /// Units engaged at its start.
        engaged: Vec<UnitId>,
        /// Units flying at its start.
        flying: Vec<UnitId>,
    },
    /// A phase begins.
    PhaseBegan {
        /// Which.
        phase: Phase,
    },
    /// The turn is over: what held for it ends.
    TurnEnded,
    /// The start of the turn was noted.
    SnapshotTaken {
        /// Every own unit against every enemy.
        glimpses: Vec<Glimpse>,
    },

    /// A unit moved or was placed.
    UnitMoved {
        /// Who.
        unit: UnitId,
        /// Why.
        kind: MoveKind,
        /// What it did.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        legs: Vec<Leg>,
        /// Where it lies now.
        to: Pose,
        /// Inches measured.
        distance: Inches,
        /// Inches it might have moved.
        allowance: Inches,
        /// The unit as it is laid on the table, where its army was concealed until now. Rule `BG4-ARMY-05`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        shown: Option<Box<Unit>>,
    },
    /// Several units moved at the same time: none of them lies where it lay before. Rule `BG4-TURN-06`.
    UnitsMoved {
        /// Why.
        kind: MoveKind,
        /// Each of them, in the order in which they were named.
        moves: Vec<Movement>,
    },
    /// A unit takes off or lands.
    FlightChanged {
        /// Who.
        unit: UnitId,
        /// Airborne from now on.
        airborne: bool,
    },
    /// A Colossal unit's front card slides under the enemy, or back.
    SlidUnder {
        /// Who.
        unit: UnitId,
        /// Under it from now on.
        slid: bool,
    },
    /// A unit's status or order changed.
    StatusChanged {
        /// Who.
        unit: UnitId,
        /// To what.
        status: Status,
        /// Why, in a few words.
        why: String,
    },
    /// A token was placed, or removed.
    TokenPlaced {
        /// Its number.
        token: TokenNo,
        /// Whose.
        seat: Seat,
        /// Where; nothing when it was removed.
        at: Option<Point>,
    },
    /// A turn mark was set.
    Marked {
        /// On whom.
        unit: UnitId,
        /// Which.
        mark: TurnMark,
    },
    /// A unit was Final Rushed and both are engaged.
    FinalRushed {
        /// The engagement.
        engagement: Engagement,
        /// Inches in common.
        contact: Inches,
    },
    /// A Routing unit was Final Rushed: nobody is engaged.
    RoutingRushed {
        /// The rusher.
        unit: UnitId,
        /// The Routing unit.
        target: UnitId,
    },
    /// Engagements changed hands or ended: this is what remains.
    EngagementsChanged {
        /// All of them.
        engagements: Vec<Engagement>,
    },
    /// A cause of a Rout Check was noted.
    CauseNoted {
        /// Who checks.
        unit: UnitId,
        /// Why.
        cause: RoutCause,
    },
    /// A friend moved through the unit on its Initial Rout Move.
    PassedThrough {
        /// The unit moved through.
        unit: UnitId,
        /// Who moved.
        by: UnitId,
    },
    /// Checks of a unit are settled or no longer due.
    CausesCleared {
        /// Whose.
        unit: UnitId,
        /// All of step 2.
        rout: bool,
        /// Those of step 6.
        passed_by: bool,
        /// The forced Fear Check.
        fear: bool,
        /// The Follow-up Rout Check.
        follow_up: bool,
    },
    /// A Fear Check is forced, or a Follow-up Rout Check is due.
    CheckForced {
        /// On whom.
        unit: UnitId,
        /// Which.
        kind: CheckKind,
    },
    /// A courage check is demanded for step 6 of the next Courage Phase.
    CheckDemanded {
        /// Of whom.
        unit: UnitId,
        /// By what, with what failing brings.
        demanded: crate::model::state::Demanded,
    },
    /// A courage check begins.
    CheckBegan {
        /// Who, which, with which target.
        check: Check,
    },
    /// The dice of the courage check at hand, or their reroll.
    CheckRolled {
        /// Three dice.
        roll: Roll,
        /// What the total must not exceed.
        target: i32,
        /// What changed the courage.
        modifiers: Vec<Modifier>,
    },
    /// The courage check at hand ended.
    CourageChecked {
        /// Who.
        unit: UnitId,
        /// Which.
        kind: CheckKind,
        /// The dice; nothing for a unit without courage stat.
        roll: Option<Roll>,
        /// The target.
        target: i32,
        /// Whether it passed.
        passed: bool,
    },

    /// Command actions were gained by a card or rule.
    ActionsGained {
        /// Who.
        seat: Seat,
        /// How many.
        count: u8,
    },
    /// Command actions were spent.
    ActionsSpent {
        /// Who.
        seat: Seat,
        /// How many.
        count: u8,
        /// On what.
        on: Use,
    },
    /// Command actions were lost at the end of the phase.
    ActionsLost {
        /// Who.
        seat: Seat,
        /// How many.
        count: u8,
    },
    /// A command card was drawn.
    CardDrawn {
        /// Who.
        seat: Seat,
        /// Which; nothing while it is not known here.
        card: Option<CardNo>,
        /// The die that drew it, where the server draws.
        roll: Option<Roll>,
    },
    /// The discard pile becomes the deck.
    DeckRenewed {
        /// Whose.
        seat: Seat,
    },
    /// Cards 21 to 30 leave a deck for the battle. Rules `BG3-MERC-05` (p. 25), `BG3-SET-07` (pp. 3-4).
    FactionCardsRemoved {
        /// Whose.
        seat: Seat,
    },
    /// A card was discarded.
    CardDiscarded {
        /// Who.
        seat: Seat,
        /// Which.
        card: CardNo,
    },
    /// A command card was played.
    CardPlayed {
        /// Who.
        seat: Seat,
        /// Which.
        card: CardNo,
        /// As which colour.
        colour: Colour,
        /// On whom.
        on: Vec<UnitId>,
    },
    /// A special rule was triggered and waits for its turn.
    RuleTriggered {
        /// Which, on which unit.
        triggered: Box<crate::model::triggered::Triggered>,
    },
    /// A special rule that was triggered is applied, or left.
    RuleSettled {
        /// Its place among those that wait, from 0.
        place: u16,
        /// Whether it is used.
        used: bool,
    },
    /// A defender who was not asked for a card before the last roll has it thrown again as a whole. Rule `BG4-ATK-16`.
    RerollClaimed {
        /// Who.
        seat: Seat,
    },
    /// Somebody played no card.
    Passed {
        /// Who.
        seat: Seat,
        /// For the rest of the phase.
        #[serde(default)]
        rest: bool,
    },
    /// A player of a team has finished their part of the Movement & Command Phase. Rule `BG3-SCEN-03` (p. 26).
    Finished {
        /// Who.
        seat: Seat,
    },
    /// A card works on the courage check at hand.
    CheckChanged {
        /// What it does.
        lasting: Lasting,
    },
    /// A faction ability was used.
    AbilityUsed {
        /// Who.
        seat: Seat,
        /// Its id.
        ability: String,
        /// On whom.
        on: Vec<UnitId>,
    },
    /// A spell was cast.
    SpellCast {
        /// By whom.
        unit: UnitId,
        /// Its place on the card.
        spell: u8,
        /// On whom.
        target: UnitId,
    },
    /// A lasting effect was put on a unit.
    LastingAdded {
        /// On whom.
        unit: UnitId,
        /// What.
        lasting: Lasting,
    },
    /// A lasting effect ended: the one at this place of the unit's list.
    LastingEnded {
        /// On whom.
        unit: UnitId,
        /// Its place, from 0.
        place: u8,
        /// Its name.
        name: String,
        /// The places of its effects that ended; without them all of it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        effects: Vec<u8>,
    },
    /// Ammo boxes were marked (above 0) or erased.
    AmmoMarked {
        /// Whose.
        unit: UnitId,
        /// By how many.
        by: i8,
    },
    /// Damage boxes were marked.
    BoxesMarked {
        /// Whose.
        unit: UnitId,
        /// How many.
        boxes: u8,
        /// Wounds beyond the last box.
        excess: u8,
        /// By whom.
        by: Option<UnitId>,
        /// Whether they count only from Combat Consequences on. Rule `BG4-COMB-02`.
        fresh: bool,
    },
    /// Damage boxes were erased.
    BoxesErased {
        /// Whose.
        unit: UnitId,
        /// How many.
        boxes: u8,
    },
    /// Damage of the Combat Phase takes effect.
    DamageCounted,
    /// A unit was destroyed and removed.
    UnitDestroyed {
        /// Which.
        unit: UnitId,
        /// Why.
        cause: Cause,
        /// By whom.
        by: Option<UnitId>,
    },

    /// The attacks of the Combat Phase are declared, those of a seat.
    TargetsChosen {
        /// Whose.
        seat: Seat,
        /// Attacks in the order of units.
        declared: Vec<Declared>,
    },
    /// A declared attack is over without dice: it was a spell that is none, or its target has no boxes left and it is not
    /// rolled. Rules `BG3-SPELL-01` (p. 31), `BG3-COMB-16` (p. 17).
    ChoiceSettled {
        /// Its place among the declared ones.
        place: u8,
    },
    /// An attack begins.
    AttackBegan {
        /// What it is.
        attack: Box<Attack>,
        /// Its place among the declared ones, in the Combat Phase.
        place: Option<u8>,
    },
    /// The attack at hand goes to another stage or asks somebody.
    AttackWent {
        /// Where it stands.
        stage: AttackStage,
        /// Who is asked.
        asked: Asked,
    },
    /// Dice of the attack at hand; they replace those that lay there.
    AttackRolled {
        /// To hit, or to wound.
        to_wound: bool,
        /// The dice as they lie.
        roll: Roll,
        /// Which of them were rolled again just now; empty for a first roll.
        #[serde(default)]
        rerolled: Vec<u8>,
        /// The dice thrown just now for those; nothing for a first roll, which is `roll` itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        again: Option<Roll>,
        /// The target number.
        target: i32,
        /// Successes by the rules as the dice lie.
        successes: u32,
        /// What changed the target number.
        modifiers: Vec<Modifier>,
    },
    /// A card or ability works in the attack at hand.
    AttackChanged {
        /// What it does.
        lasting: Lasting,
    },
    /// The attack at hand ended.
    AttackResolved {
        /// Who attacked.
        attacker: UnitId,
        /// Whom.
        target: UnitId,
        /// How.
        kind: crate::model::attack::AttackKind,
        /// To-hit dice.
        dice: u32,
        /// Hits, with Impact Hits.
        hits: u32,
        /// Wounds.
        wounds: u32,
    },

    /// A unit on Hold has reached its point: its owner may maneuver it there in their next turn. Rule `BG3-ORD-16` (p. 8).
    PointHeld {
        /// Which.
        unit: UnitId,
        /// Where.
        at: Point,
    },
    /// A turn of a player is over who has only Airborne units: so many in a row in which none of them sought the enemy. Rule
    /// `BG3-SET-14` (pp. 29-30).
    FliersWaited {
        /// Whose.
        seat: Seat,
        /// How many turns.
        turns: u8,
    },

    /// The victory check of an End of Turn.
    VictoryChecked {
        /// Destroyed points of South and North.
        destroyed: [u32; 2],
        /// Units that sack the camp.
        sackers: Vec<UnitId>,
    },
    /// The battle ended.
    BattleEnded {
        /// How.
        ending: Ending,
    },
    /// A ruling changed something.
    Ruled {
        /// What.
        patch: crate::model::command::Patch,
    },
    /// A unit's heading changed in place.
    UnitTurned {
        /// Who.
        unit: UnitId,
        /// Why.
        kind: MoveKind,
        /// Where it looks.
        heading: Degrees,
    },
}
