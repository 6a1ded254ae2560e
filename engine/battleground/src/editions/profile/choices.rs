//! What the editions choose between where they differ in kind, as fields of the profile name it.

use battleground_geometry::Inches;

/// The result of equal points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointsTie {
    /// A lot names the first deployer, or who chooses.
    LotNames,
    /// Each player rolls a die, again until they differ: the higher counts as having spent fewer points.
    DiceCountAsFewer,
}

/// The way in which a dispute is settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Disputes {
    /// Each player rolls: the reading of the lower die holds.
    LowerRoll,
    /// One die, whose readings are named beforehand.
    OneDie,
}

/// The way in which Routing units move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoutMoves {
    /// Straight ahead, with a shift at the first contact.
    StraightAhead,
    /// As far as possible from the enemies fought, later to their own table edge.
    AwayThenToOwnEdge,
}

/// The table of what terrain costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TerrainCosts {
    /// That of the fourth edition.
    Fourth,
    /// That of the third edition, which has rows of its own.
    Third,
}

/// The rule by which a unit under an order finds its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathRule {
    /// The Movement Procedure, and the Indirect Path where that is blocked.
    Procedure,
    /// The direct path, or the fastest one round the obstacles that its owner chooses to avoid.
    Chosen,
}

/// The condition by which a battle is won.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VictoryBy {
    /// The scenario's points, checked at the end of a turn.
    BreakingPoint,
    /// The last player with units on the field.
    Annihilation,
}

/// The points between which the distance to a unit is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// From the front centre point to the centre point of its Facing Side.
    FacingSide,
    /// From the front centre point to its closest centre point.
    ClosestPoint,
    /// The larger of the two distances between mirrored corners of the front and of its Facing Side.
    MirroredCorners,
    /// As it is measured where units are visible.
    AsSeen,
}

/// When a point is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reached {
    /// When the front centre point touches it.
    ByFrontCentre,
    /// When any part of the card touches it.
    ByAnyPart,
}

/// The set of statuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Statuses {
    /// Ready, Disrupted and Routing.
    WithDisrupted,
    /// Ready and Routing alone.
    ReadyAndRouting,
}

/// The sharpest turn of a ruler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnLimit {
    /// The line from the ruler's end to the old inside corner is at least as long as the front.
    ChordOfInsideCorner,
    /// The inside corner travels no farther than the outside one.
    InsideCornerNoFaster,
}

/// The length that a turn takes off the movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnCost {
    /// Its ruler, down which the outside front corner moves.
    Ruler,
    /// The farther of the ways of the two outside corners.
    FarthestOutsideCorner,
}

/// When sight and path of a rush are tested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RushSeen {
    /// At the start of the turn, before the first action.
    AtStartOfTurn,
    /// When it is made.
    WhenMade,
}

/// The terrain between a unit and its target that slows a rush.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RushGround {
    /// The mildest through which an open path must go.
    MildestCorridor,
    /// Whatever the straight line crosses.
    OnTheLine,
}

/// The side that is rushed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RushSide {
    /// The Facing Side, or the nearest open one if no open path leads there.
    FacingSideFirst,
    /// The open side whose centre point is nearest; no other if its path is closed.
    NearestOpenSide,
}

/// The least contact of a rusher with the side it rushes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frontage {
    /// This length, whatever the sides.
    Length(Inches),
    /// Half of the rusher's own side and half of the side rushed.
    Halves,
}

impl Frontage {
    /// The least contact of a side of this length with one of that length.
    pub fn least(self, own: Inches, theirs: Inches) -> Inches {
        match self {
            Self::Length(length) => length,
            Self::Halves => own.half().max(theirs.half()),
        }
    }
}

/// The choice among several legal targets of a rush.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RushChoice {
    /// The one Most Directly Ahead.
    MostDirectlyAhead,
    /// The nearest by mirrored corners.
    NearestByCorners,
}

/// The part of an enemy that a unit which cannot turn back was near to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurningBackTo {
    /// The centre point of the side it could rush.
    FacingSideCentre,
    /// Any part of the enemy's card.
    AnyPart,
}

/// The rule by which the line of a shot is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinesOfFire {
    /// To a visible enemy, by an open path where the attack needs one.
    AsSeen,
    /// By a line to any centre point of the target past what is not lower.
    ByHeight,
}

/// The loss of a unit that is In the Yellow or In the Red.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShadeBy {
    /// Attack dice.
    Dice,
    /// Offensive skill.
    Skill,
}

/// The bonus of charging.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChargeBonus {
    /// One die, or two for four and more base attacks.
    Dice,
    /// So much power.
    Power(i32),
}

/// The count by which a pinching unit gets its bonus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PinchBy {
    /// Sides on which the pinched unit is engaged.
    Side,
    /// Units with which the pinched unit is engaged.
    Unit,
}

/// Whom high ground helps in melee.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HighGround {
    /// The unit attacked from below is hit less.
    HelpsDefender,
    /// The unit that attacks downhill hits more.
    HelpsAttacker,
}

/// The share of a unit that must lie in something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Share {
    /// At least half.
    Half,
    /// More than half.
    MoreThanHalf,
}

impl Share {
    /// Whether a share of a unit's area is enough.
    pub fn is_enough(self, share: f64) -> bool {
        match self {
            Self::Half => share >= 0.499 - 1e-9,
            Self::MoreThanHalf => share > 0.5 + 1e-6,
        }
    }
}

/// When a unit has cover behind a wall.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WallCover {
    /// When its front touches the wall and it is engaged there with the attacker.
    FrontInFight,
    /// When it is on Hold and half of the side that faces the attacker is at the wall.
    HalfSideOnHold,
}

/// The direction to which a unit turns when it begins to rout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RouterFaces {
    /// About.
    About,
    /// Its own table edge, or, engaged, away from an enemy of its owner's choice.
    OwnEdgeOrAway,
}

/// The effect of being charged by a Terrifying unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Terror {
    /// Changes the courage of units that are not Fearsome for the turn.
    Courage(i32),
    /// Changes the fear checks of units that are neither Fearsome nor Terrifying.
    FearChecks(i32),
}

/// The effect on a Skirmisher of a rush by a regular unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SkirmisherRushed {
    /// Free Attacks, with modifiers by the Movement Categories.
    FreeAttacks,
    /// 1 damage for each unit that engaged it, 2 for each faster one.
    Damage,
}

/// When Javelins and Pila are thrown besides the attack of a phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Throws {
    /// At the enemy that the unit charges.
    WhenCharging,
    /// First thing in the Combat Phase of the turn in which the unit becomes engaged.
    WhenEngaged,
}
