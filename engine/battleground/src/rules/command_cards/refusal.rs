//! Why a green card is refused, or a pass (pp. 16-22).

use battleground_geometry::Inches;
use hindsight_kernel::{Refusal, Seat};

use crate::model::cards::Colour;
use crate::model::effect::Distance;
use crate::model::names::{CardNo, UnitId, seat_name};
use crate::model::rule::Rule;

/// Why a command card is not played, or nobody passes: when it is, which card, on whom, and what it asks of them. What of this is
/// asked of an attack's cards too stands in `combat::windows`.
#[derive(Debug, Clone, PartialEq, thiserror::Error, strum::IntoStaticStr, strum::VariantNames)]
pub(crate) enum CardRefusal {
    // When.
    /// Who is asked passes. Rule `BG4-CARDS-04` (p. 19).
    #[error("{} is not asked for a card now", seat_name(*.0))]
    NotAsked(Seat),
    /// Who is asked in the Movement & Command Phase passes for the rest of it. Rule `BG4-CARDS-04` (p. 19).
    #[error("{} is not asked for a green card of this phase now", seat_name(*.0))]
    NotAskedThisPhase(Seat),
    /// Red and Blue cards belong to attacks. Rule `BG4-CARDS-01` (p. 16).
    #[error("Red and Blue cards are played in the windows of an attack only")]
    ForAttacks(Colour),
    /// A green card is played in a window. Rule `BG4-CARDS-04` (p. 19).
    #[error("no command card may be played now")]
    NoWindow(CardNo),

    // Which card.
    /// A card is played from the hand. Rule `BG4-CARDS-11` (pp. 18, 86, 101, 127).
    #[error("{} does not hold card {card}", seat_name(*.seat))]
    NotHeld {
        /// Who plays.
        seat: Seat,
        /// The card.
        card: CardNo,
    },
    /// A card is played as one of its colours. Rule `BG4-CARDS-08` (pp. 20-22).
    #[error("{name} has not this colour")]
    OtherColour {
        /// Its name.
        name: String,
        /// The colour asked for.
        asked: Colour,
        /// Those that it has.
        colours: Vec<Colour>,
    },
    /// This colour of it belongs to attacks. Rule `BG4-CARDS-01` (p. 16).
    #[error("{name} is played in an attack, as this colour")]
    PlayedInAttacks {
        /// Its name.
        name: String,
        /// The card.
        card: CardNo,
    },
    /// "Your" phase is the own one. Rule `BG4-CARDS-04` (p. 19).
    #[error("{name} is not played in this window")]
    OwnPhaseOnly {
        /// Its name.
        name: String,
        /// The card.
        card: CardNo,
    },
    /// A card has windows of its own. Rule `BG4-CARDS-01` (p. 16).
    #[error("{name} is not played in this window")]
    NotInThisWindow {
        /// Its name.
        name: String,
        /// The card.
        card: CardNo,
    },

    // On whom. Rule `BG4-CARDS-11` (pp. 18, 86, 101, 127).
    /// It is played on no unit.
    #[error("this card is played on no unit")]
    OnNoUnit(Vec<UnitId>),
    /// It changes an attack.
    #[error("this card is played in an attack")]
    InAttack(Vec<UnitId>),
    /// It changes a courage check.
    #[error("no courage check is at hand")]
    NoCheck(Vec<UnitId>),
    /// It helps an own unit.
    #[error("this card helps an own unit")]
    NotOwnCheck(Vec<UnitId>),
    /// It falls upon the unit that checks.
    #[error("this card is played on {unit}")]
    OnTheChecking {
        /// The unit that checks.
        unit: UnitId,
        /// Those named.
        on: Vec<UnitId>,
    },
    /// What is measured from is named first.
    #[error("name the own unit first, then the enemy")]
    NameOwnFirst(Vec<UnitId>),
    /// It is measured from an own unit. Rule `BG4-TURN-03` (p. 33).
    #[error("{0} is no unit of yours on the table")]
    NotOwnUnit(UnitId),
    /// That unit is one of those the card speaks of.
    #[error("{0} cannot play this part")]
    NoPart(UnitId),
    /// The enemy is within the distance of the card. Rule `BG4-GEO-19` (p. 12).
    #[error("{target} is not within reach of {from}")]
    OutOfReach {
        /// The own unit.
        from: UnitId,
        /// The enemy.
        target: UnitId,
        /// How far it is, if it is on the table.
        found: Option<Inches>,
        /// How far it may be.
        most: Distance,
    },
    /// It names as many different units as it says.
    #[error("name 1 to {most} different units")]
    Count {
        /// The most.
        most: u8,
        /// Those named.
        on: Vec<UnitId>,
    },
    /// It falls upon own units.
    #[error("{unit} is no unit of yours")]
    NotYours {
        /// Which unit.
        unit: UnitId,
        /// All that are named.
        on: Vec<UnitId>,
    },
    /// It falls upon enemies.
    #[error("{unit} is no enemy")]
    NoEnemy {
        /// Which unit.
        unit: UnitId,
        /// All that are named.
        on: Vec<UnitId>,
    },

    // Whether it may fall upon that unit.
    /// The unit is on the table. Rule `BG4-CARDS-11` (pp. 18, 86, 101, 127).
    #[error("{0} is not on the table")]
    NotOnTheTable(UnitId),
    /// A Frightened unit has no cards. Rule `BG4-COUR-11` (pp. 101-102).
    #[error("{0} is Frightened: no command cards on it this turn")]
    Frightened(UnitId),
    /// What was played on it bars cards of this colour. Rule `BG4-CARDS-06` (pp. 19-20).
    #[error("{unit} may have no {} cards this turn", colour_name(*.colour))]
    Barred {
        /// Which unit.
        unit: UnitId,
        /// The colour.
        colour: Colour,
    },
    /// Cards 21 to 30 are for units of the faction. Rule `BG4-MERC-04` (p. 127).
    #[error("faction cards are not played on mercenaries")]
    OnMercenary(UnitId),
    /// The same green card falls upon a unit once a phase. Rule `BG4-CARDS-07` (p. 19).
    #[error("the same card was played on {0} in this phase")]
    Twice(UnitId),
    /// The unit is one of those the card speaks of. Rule `BG4-CARDS-11` (pp. 18, 86, 101, 127).
    #[error("{0} does not meet what the card asks for")]
    NotMet(UnitId),
    /// A failed check is rolled again. Rule `BG4-COUR-03` (p. 85).
    #[error("only a failed courage check is rolled again")]
    NotFailed,
    /// A check that is passed need not be passed by a card. Rule `BG4-COUR-03` (p. 85).
    #[error("the courage check is passed already")]
    PassedAlready,
    /// The order is one that may be changed. Rule `BG4-CMD-05` (pp. 35-36).
    #[error("the order of {0} cannot be changed now")]
    OrderStays(UnitId),
    /// A Routing unit is Rallied before its rout movement. Rule `BG4-CMD-10` (p. 36), `BG3-CMD-11` (p. 10).
    #[error("{0} is not Routing, or has made its rout movement: it cannot be Rallied")]
    NotRallied(UnitId),
    /// A Disrupted, unengaged unit is Reorganized. Rule `BG4-CMD-12` (p. 37).
    #[error("{0} is not Disrupted, or is engaged: it cannot be Reorganized")]
    NotReorganized(UnitId),
}

fn colour_name(colour: Colour) -> &'static str {
    colour.into()
}

impl CardRefusal {
    /// The rule that forbids it.
    pub(crate) const fn rule(&self) -> Rule {
        match self {
            Self::NotAsked(_)
            | Self::NotAskedThisPhase(_)
            | Self::NoWindow(_)
            | Self::OwnPhaseOnly { .. } => Rule::Cards04,
            Self::ForAttacks(_) | Self::PlayedInAttacks { .. } | Self::NotInThisWindow { .. } => {
                Rule::Cards01
            }
            Self::OtherColour { .. } => Rule::Cards08,
            Self::NotHeld { .. }
            | Self::OnNoUnit(_)
            | Self::InAttack(_)
            | Self::NoCheck(_)
            | Self::NotOwnCheck(_)
            | Self::OnTheChecking { .. }
            | Self::NameOwnFirst(_)
            | Self::NoPart(_)
            | Self::Count { .. }
            | Self::NotYours { .. }
            | Self::NoEnemy { .. }
            | Self::NotOnTheTable(_)
            | Self::NotMet(_) => Rule::Cards11,
            Self::NotOwnUnit(_) => Rule::Turn03,
            Self::OutOfReach { .. } => Rule::Geo19,
            Self::Frightened(_) => Rule::Cour11,
            Self::Barred { .. } => Rule::Cards06,
            Self::OnMercenary(_) => Rule::Merc04,
            Self::Twice(_) => Rule::Cards07,
            Self::NotFailed | Self::PassedAlready => Rule::Cour03,
            Self::OrderStays(_) => Rule::Cmd05,
            Self::NotRallied(_) => Rule::Cmd10,
            Self::NotReorganized(_) => Rule::Cmd12,
        }
    }

    /// The same said of an ability: how many units it names and whose they are is its own rule. Rule `BG4-CMD-09` (pp. 36, 100).
    pub(crate) fn of_ability(self) -> Refusal {
        let mut refusal = Refusal::from(self.clone());
        if self.rule() == Rule::Cards11 {
            refusal.rule = Rule::Cmd09.into();
        }
        refusal
    }
}

impl From<CardRefusal> for Refusal {
    fn from(why: CardRefusal) -> Self {
        use CardRefusal as Why;
        let refusal = Self::new(why.rule(), why.to_string());
        match why {
            Why::NotAsked(_)
            | Why::NotAskedThisPhase(_)
            | Why::ForAttacks(_)
            | Why::Frightened(_)
            | Why::Barred { .. }
            | Why::NotFailed
            | Why::PassedAlready => refusal,
            Why::NoWindow(card)
            | Why::NotHeld { card, .. }
            | Why::PlayedInAttacks { card, .. }
            | Why::OwnPhaseOnly { card, .. }
            | Why::NotInThisWindow { card, .. } => refusal.asked(card),
            Why::OtherColour { asked, colours, .. } => refusal.asked(asked).allowed(colours),
            Why::OnNoUnit(on)
            | Why::InAttack(on)
            | Why::NoCheck(on)
            | Why::NotOwnCheck(on)
            | Why::OnTheChecking { on, .. }
            | Why::NameOwnFirst(on)
            | Why::NotYours { on, .. }
            | Why::NoEnemy { on, .. } => refusal.asked(on),
            Why::Count { most, on } => refusal.asked(on).allowed(most),
            Why::OutOfReach { found, most, .. } => refusal.asked(found).allowed(most),
            Why::NotOwnUnit(unit)
            | Why::NoPart(unit)
            | Why::NotOnTheTable(unit)
            | Why::OnMercenary(unit)
            | Why::Twice(unit)
            | Why::NotMet(unit)
            | Why::OrderStays(unit)
            | Why::NotRallied(unit)
            | Why::NotReorganized(unit) => refusal.asked(unit),
        }
    }
}
