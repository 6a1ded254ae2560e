//! The agenda: an explicit stack of pending steps, and the questions that players are asked in the middle.
//!
//! The top frame of [`State::agenda`] is what happens now. A step is either automatic, then `flow` takes it without
//! asking, or it waits for a command. A rule that needs a player's choice lays an [`Step::Ask`] on top; the answer is
//! kept in the frame below, which is then taken again and finds its answer there.
//!
//! [`State::agenda`]: crate::model::state::State::agenda

use battleground_geometry::{Degrees, Hand, Inches, Pose, Side};
use hindsight_kernel::{Seat, Table, agenda};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::editions::Edition;
use crate::model::attack::AttackKind;
use crate::model::cards::RangedType;
use crate::model::effect::Distance;
use crate::model::names::{CardNo, UnitId};
use crate::model::refusal::{Cited, Refusal};
use crate::model::state::{Agreed, LastingKind, State};
use crate::system::Battleground;

pub(crate) use hindsight_kernel::agenda::{Taken, proceed};
pub use hindsight_kernel::agenda::{answer_to, fitting_answer};

/// The table of this game.
pub(crate) type BattleTable<'t> = Table<'t, Battleground>;
/// A pending step with the answers given for it.
pub type Frame = agenda::AgendaFrame<Step, Answered>;
/// An answered question.
pub type Answered = agenda::Answered<Topic, UnitId, Answer>;
/// A question in the middle of a step.
pub type Question = agenda::Question<Topic, UnitId, Options>;

/// A question of a chapter, by a rule of whichever edition is played. `Asking::of` makes the question of it that is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Asking {
    /// Who is asked.
    pub seat: Seat,
    /// What.
    pub topic: Topic,
    /// For which unit.
    pub unit: Option<UnitId>,
    /// About which other unit.
    pub about: Option<UnitId>,
    /// What may be answered.
    pub options: Options,
    /// The rule that asks.
    pub rule: Cited,
}

impl Asking {
    /// This question in an edition.
    pub(crate) fn of(self, edition: Edition) -> Question {
        Question {
            seat: self.seat,
            topic: self.topic,
            unit: self.unit,
            about: self.about,
            options: self.options,
            rule: self.rule.of(edition).0.into_owned(),
        }
    }

    /// This question with its answer.
    pub(crate) const fn answered(&self, answer: Answer) -> Answered {
        Answered {
            topic: self.topic,
            unit: self.unit,
            about: self.about,
            answer,
        }
    }
}

/// The result of a rule function that cannot go on by itself.
#[derive(Debug, Clone, PartialEq)]
pub enum Need {
    /// A player must choose first.
    Ask(Box<Asking>),
    /// The command is refused.
    Refuse(Box<Refusal>),
}

impl Need {
    /// The same for the kernel, in a battle.
    pub(crate) fn of(self, state: &State) -> agenda::AgendaNeed<Question> {
        match self {
            Self::Ask(asked) => asked.of(state.edition).into(),
            Self::Refuse(refusal) => refusal.named(state).of(state.edition).into(),
        }
    }
}

impl From<Asking> for Need {
    fn from(asked: Asking) -> Self {
        Self::Ask(Box::new(asked))
    }
}

impl From<Refusal> for Need {
    fn from(refusal: Refusal) -> Self {
        Self::Refuse(Box::new(refusal))
    }
}

impl From<hindsight_kernel::Refusal> for Need {
    fn from(refusal: hindsight_kernel::Refusal) -> Self {
        Refusal::from(refusal).into()
    }
}

/// Takes automatic steps until somebody is asked or nothing is left to do.
///
/// # Errors
/// What a step refuses.
pub(crate) fn go_on(table: &mut BattleTable<'_>) -> Result<(), Refusal> {
    Ok(agenda::go_on(table)?)
}

/// What a player is asked in the middle of a step. The state machine's `choose_...` states.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Topic {
    /// The Facing Side of `about` for `unit`, whose front centre lies on a diagonal. Rule `BG4-GEO-11` (p. 8).
    FacingSide,
    /// Which of the tied enemies is the Nearest Enemy. Rule `BG4-GEO-15` (p. 11).
    NearestEnemy,
    /// Which engaged unit realigns next. Rule `BG4-ENG-01` (p. 81).
    RealignOrder,
    /// Which of the tied eligible enemies is Final Rushed, or, under Direct Control, which or none. Rules
    /// `BG4-RUSH-09`, `BG4-CMD-07` (pp. 36, 46, 61, 66).
    RushTarget,
    /// Which of two placements with equal contact. Rule `BG4-RUSH-13` (p. 68).
    PlacementSide,
    /// Whether to rush with a flank, and with which. Rule `BG4-RUSH-22` (pp. 69-71).
    FlankRush,
    /// Which corner is rushed, or none. Rule `BG4-RUSH-24` (pp. 71-72).
    Corner,
    /// Which side of equal plans. Rule `BG4-MOVE-11` (p. 39).
    MoveSide,
    /// Option A or B, and which detour. Rules `BG4-PATH-05`, `BG4-PATH-07` (pp. 47-49).
    IndirectPath,
    /// The closest open side on a tie. Rule `BG4-PATH-02` (p. 47).
    OpenSide,
    /// Which ranged attack governs movement. Rule `BG4-ORDER-06` (p. 26).
    RangedMode,
    /// How far and which way a Routing unit shifts at its first contact. Rule `BG4-ROUT-05` (p. 75).
    RoutShift,
    /// Which unit makes its rout move next. Rule `BG4-ROUT-03` (pp. 74, 85).
    NextRoutMove,
    /// Which unit checks next. Rule `BG4-COUR-06` (p. 85).
    NextCheck,
    /// Accept the failed check, or destroy the unit and let this Back Up Unit step in. Rule `BG4-ENG-08` (pp. 82-83, 88).
    Replacement,
    /// Which Free Attack comes next: the attacker, then the Routing enemy. Rule `BG4-COUR-20` (p. 88).
    NextFreeAttack,
    /// Which Free Attack comes next: the Routing enemy of the attacker. Rule `BG4-COUR-20` (p. 88).
    FreeAttackTarget,
    /// What a unit attacks in the Combat Phase, or with what. Rule `BG4-COMB-03` (pp. 90-91).
    Target,
    /// Which attack is resolved next, or that a partner's is; of a partner who is let go first, `unit` is one of theirs. Rules
    /// `BG3-COMB-15` (p. 17), `BG4-COMB-12` (p. 93).
    NextAttack,
    /// Which Back Up Unit steps in for the destroyed `unit`, or for which friend. Rule `BG4-ENG-07` (p. 82).
    BackUp,
    /// Which special rule is applied first. Rule `BG4-CONS-01` (pp. 111-112).
    TriggerOrder,
    /// Whether a special rule that may be used is used. Rule `BG4-CONS-01` (pp. 111-112).
    Trigger,
    /// Something that the vocabulary of packs cannot say is carried out by the players.
    ByRuling,
    /// Which Blessing stays. Rule `BG4-SPELL-04` (pp. 134-135).
    Blessing,
    /// Which Curse stays. Rule `BG4-SPELL-05` (p. 135).
    Curse,
    /// Which card is discarded. Rule `BG4-CARDS-09` (p. 36).
    Discard,
    /// The heading of a unit that rallies by itself. Rule `BG4-SKIRM-10` (p. 130).
    RallyHeading,
    /// A Routing flyer that is Rallied lands or stays Airborne. Rule `BG4-FLY-11` (p. 125).
    LandOrFly,
    /// The order of a Reorganized unit. Rule `BG4-CMD-12` (p. 37).
    ReorganizedOrder,
    /// The new order of a unit by an effect that changes it. Rule `BG4-CMD-05` (pp. 35-36).
    ChangedOrder,
    /// On which unit wounds are marked that are moved from the one attacked.
    WoundsTo,
    /// Which dice are rolled again.
    Reroll,
    /// From which enemy a unit turns away that begins to rout. Rule `BG3-COUR-08` (p. 22).
    TurnAway,
    /// At which enemy of a new engagement a unit throws. Rule `BG3-KEY-23` (p. 30).
    ThrowTarget,
    /// Which unit throws next, and at whom. Rules `BG3-KEY-23` (p. 30), `BG3-COMB-15` (p. 17).
    NextThrow,
    /// In which direction a unit leaves the enemies it fought. Rule `BG3-ROUT-04` (p. 23).
    RoutDirection,
    /// Whether cards 21 to 30 leave the deck of a player with mercenaries. Rule `BG3-MERC-05` (p. 25).
    FactionCards,
    /// Whether an attack at a unit without boxes is rolled. Rule `BG3-COMB-16` (p. 17).
    RollAnyway,
    /// Whether a unit goes round something in its way. Rule `BG3-PATH-04` (pp. 12-13).
    AvoidObstacle,
    /// The heading of a flyer that lands after its move. Rule `BG3-KEY-17` (p. 29).
    LandingHeading,
}

/// A way round what stands in the way, named by its first leg. Rule `BG4-PATH-07` (pp. 47-49).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Around {
    /// Straight on.
    Straight,
    /// A turn.
    Turn(Hand),
    /// Sideways.
    Sideways(Hand),
    /// About face and on.
    AboutFace,
    /// A reform and on.
    Reform(Hand),
    /// Backward.
    Backward,
}

/// Something in the way of a unit that its owner may have it go round. Rules `BG3-PATH-03`, `BG3-PATH-09` (p. 12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PathObstacle {
    /// A unit.
    Unit(UnitId),
    /// The terrain piece at this place of the map, from 0.
    Terrain(u16),
}

/// A unit and where it is placed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Placed {
    /// The unit.
    pub unit: UnitId,
    /// Where its card lies then.
    pub pose: Pose,
}

/// A choice. Which form fits stands in the question's options.
///
/// What is chosen is named by what it is, so that a choice can be read without the question. [`Answer::Number`] is the
/// form before that.
#[cfg_attr(test, derive(strum::VariantNames), strum(serialize_all = "snake_case"))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// None of it, no.
    Decline,
    /// Yes.
    Accept,
    /// A unit.
    Unit(UnitId),
    /// A side of a card.
    Side(Side),
    /// Left or right.
    Hand(Hand),
    /// An attack: whose, how, on whom.
    Attack {
        /// Who makes it.
        by: UnitId,
        /// What kind.
        kind: AttackKind,
        /// The target.
        on: UnitId,
    },
    /// The ranged attack with this range that finds its way so.
    Ranged {
        /// The printed range.
        range: Distance,
        /// Its type.
        way: RangedType,
    },
    /// Up to a friend that stands in the way: option A.
    UpTo(UnitId),
    /// Round what stands in the way: option B.
    Around(Around),
    /// Round this obstacle.
    Avoid(PathObstacle),
    /// Up to or through this obstacle.
    Meet(PathObstacle),
    /// A special rule that waits.
    Rule {
        /// Whose rule it is.
        unit: UnitId,
        /// Its name, as it is cited.
        name: String,
        /// The other unit of what happened.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        other: Option<UnitId>,
        /// Which of several that are called so but say something else: 2 for the second, nothing for the first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<u8>,
    },
    /// Places of several units.
    Places(Vec<Placed>),
    /// The option with this number, from 0: how choices were recorded before they had names. It is still understood.
    Number(u8),
    /// An amount to one side in inches.
    Shift {
        /// To which side, as the unit looks.
        hand: Hand,
        /// How far.
        inches: Inches,
    },
    /// A heading.
    Heading(Degrees),
    /// A pose.
    Pose(Pose),
    /// A card.
    Card(CardNo),
    /// Places of dice in a roll, from 0.
    Dice(Vec<u8>),
    /// An order.
    Order(crate::model::orders::WrittenOrder),
}

/// What may be answered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Options {
    /// One of these, each with words of its own.
    OneOf(Vec<(Answer, String)>),
    /// A shift of up to this many inches to either side; each candidate is checked when it is answered.
    Shift {
        /// The most.
        most: Inches,
        /// The samples that are offered.
        samples: Vec<Answer>,
    },
    /// Any heading that is free; each is checked when it is answered.
    Heading {
        /// The samples that are offered.
        samples: Vec<Answer>,
    },
    /// So many different dice of a roll, of these places.
    Dice {
        /// At most so many.
        most: u8,
        /// The places that may be named.
        places: Vec<u8>,
    },
    /// Any legal order for the unit.
    Order {
        /// The samples that are offered.
        samples: Vec<Answer>,
    },
}

/// Where a green window stands. Rule `BG4-CARDS-04` (p. 19).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GreenAt {
    /// In a Movement & Command Phase.
    Movement,
    /// Before the courage check at hand.
    BeforeCheck,
    /// After the roll of the courage check at hand.
    AfterCheck,
    /// At the end of the turn. Rule `BG4-END-02` (p. 32).
    EndOfTurn,
}

/// The steps of a Courage Phase. Rule `BG4-COUR-06` (p. 85).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CourageStep {
    /// 1.
    Fear,
    /// 2.
    Rout,
    /// 3.
    FreeAttacks,
    /// 4.
    FollowUp,
    /// 5.
    RoutMovement,
    /// 6.
    Other,
}

/// One step of the battle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Step {
    /// A question is open.
    Ask(Question),

    // Set-up (chapter `setup`).
    /// Both choose their factions in secret.
    ChooseFactions,
    /// A budget is proposed and accepted.
    AgreeBudget {
        /// The proposal on the table and whose it is.
        proposed: Option<(Seat, u16)>,
    },
    /// Scenario and map are proposed and accepted.
    AgreeScenario {
        /// The proposal on the table and whose it is.
        proposed: Option<(Seat, Agreed)>,
    },
    /// Both build their armies in secret.
    BuildArmies,
    /// The player with fewer points names the first deployer.
    NameFirstDeployer {
        /// Who names.
        by: Seat,
    },
    /// A unit is deployed.
    Deploy {
        /// Whose turn it is to place.
        next: Seat,
        /// Whether it is the one extra unit of BG4-DEPLOY-02.
        extra: bool,
    },
    /// A player with mercenaries may take cards 21 to 30 out of their deck. Rule `BG3-MERC-05` (p. 25).
    TrimDeck {
        /// Who.
        seat: Seat,
    },
    /// Bought cards and cards of abilities are drawn.
    DrawAtSetUp,
    /// The player with fewer points names who assigns the first order.
    NameFirstOrderer {
        /// Who names.
        by: Seat,
    },
    /// A unit is given its order.
    AssignOrder {
        /// Whose turn it is.
        next: Seat,
        /// Whether it is the one extra unit of BG4-DEPLOY-05.
        extra: bool,
    },
    /// The first player is chosen.
    ChooseFirstPlayer {
        /// Who chooses.
        by: Seat,
    },

    // The turn (chapter `turn`).
    /// A new turn: command actions, marks cleared.
    BeginTurn,
    /// Engaged units of the active player realign, Colossal units slide back.
    Realign,
    /// The start of the turn is noted.
    Snapshot,
    /// The active player does one of the four kinds of action.
    MovementAndCommand,
    /// Both may play a green card: `asked` first.
    GreenWindow {
        /// Which window.
        at: GreenAt,
        /// Who is asked now.
        asked: Seat,
        /// Whether the other has just passed.
        passed: bool,
        /// How many more have passed in a row before, where more than two play. Rule `BG3-CCARD-04` (p. 18).
        #[serde(default, skip_serializing_if = "crate::model::state::is_none_left")]
        passes: u8,
    },
    /// A unit that is backed up has no boxes left, outside the Combat Phase: its owner says whether another takes its place. Rule
    /// `BG3-BACK-02` (p. 23).
    Falls {
        /// Which.
        unit: UnitId,
    },
    /// Units are activated together; the first one still to move is moved.
    Activate {
        /// Which; those done are taken out.
        units: Vec<UnitId>,
    },
    /// A directly controlled unit waits for its legs.
    SubmitLegs {
        /// Which.
        unit: UnitId,
    },
    /// A unit makes its rout move.
    RoutMove {
        /// Which.
        unit: UnitId,
        /// Initial or Subsequent.
        initial: bool,
    },
    /// A card is being drawn with a full hand, or drawn at all.
    DrawCard {
        /// Who.
        seat: Seat,
        /// How many are still to be drawn.
        count: u8,
    },
    /// A spell is being cast, its attack or its choices under way.
    Cast {
        /// By whom.
        unit: UnitId,
        /// Which spell of its card, from 0.
        spell: u8,
        /// On whom.
        target: UnitId,
    },
    /// A card's, ability's or spell's effects still to be applied that may ask something.
    Effects {
        /// Who plays.
        seat: Seat,
        /// What, as it is cited.
        name: String,
        /// What kind of thing it is: what it puts on units is noted with it.
        #[serde(default, skip_serializing_if = "LastingKind::is_rule")]
        kind: LastingKind,
        /// On whom.
        on: Vec<UnitId>,
        /// What is left to do.
        effects: Vec<crate::model::effect::Effect>,
        /// Whether it is a spell, or an ability described as one. Rules `BG4-SPELL-06`, `BG4-SPELL-09` (pp. 134, 135).
        #[serde(default, skip_serializing_if = "crate::model::state::is_false")]
        spell: bool,
    },
    /// Special rules that were triggered are applied in their order.
    Triggers,
    /// The Movement & Command Phase closes.
    CloseMovement,

    // Courage (chapter `courage`).
    /// A step of a Courage Phase.
    Courage {
        /// Whether it is the Pre-Combat phase.
        pre: bool,
        /// Which step.
        step: CourageStep,
        /// The units of this pass of step 6; without it all units.
        only: Option<Vec<UnitId>>,
        /// The units that have made their check of this step, where what is caused meanwhile waits for the next pass. Rule
        /// `BG3-COUR-18` (p. 24).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        checked: Vec<UnitId>,
    },
    /// Free Attacks that are still to be made: the attacker, then the Routing enemy.
    FreeAttacks {
        /// Those left.
        left: Vec<(UnitId, UnitId)>,
    },
    /// The courage check at hand is rolled.
    RollCheck,
    /// The courage check at hand takes effect.
    SettleCheck,

    // Combat (chapter `combat`).
    /// Javelins and Pila are thrown on engaging. Rule `BG3-KEY-23` (p. 30).
    Throws,
    /// The start of the phase is frozen and targets are chosen.
    ChooseTargets,
    /// Attacks are resolved, one after the other.
    Attacks,
    /// The attack at hand goes on.
    Attack,
    /// Dice of the attack at hand are rolled again. Rules `BG4-ATK-11`, `BG4-ATK-14` (pp. 98, 99).
    Reroll {
        /// Who chooses them.
        seat: Seat,
        /// Which may be taken.
        dice: crate::model::effect::Dice,
        /// At most so many; all of them without it.
        most: Option<u8>,
        /// Of the to-wound roll, not of the to-hit roll.
        to_wound: bool,
    },
    /// Combat Consequences.
    Consequences,

    // The end (chapter `victory`).
    /// End-of-turn rules of units and factions, then actions of players.
    EndOfTurn,
    /// The scenario's rules and the victory check; then the next turn.
    VictoryCheck,
}
