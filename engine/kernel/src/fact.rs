//! The neutral story of a game: one statistics fold serves every system from [`Fact`]s alone.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{BoardPoint, Distribution, Roll, RuleId, Seat, SideId};

/// One thing that happened, in words every system shares. A system's own counters come as [`Fact::Counted`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "fact")]
pub enum Fact {
    /// Dice were rolled and read.
    DiceRolled(DiceRolled),
    /// An attack was resolved to its end: what it was expected to do and what it did.
    AttackResolved(AttackResolved),
    /// Models, steps or boxes were lost.
    DamageDealt(DamageDealt),
    /// A unit regained wounds, models, steps or boxes.
    Restored(Restored),
    /// A unit that had been destroyed is on the field again, by a ruling. Its destruction no longer counts.
    Returned {
        /// The unit.
        unit: String,
        /// Its owner.
        seat: Seat,
        /// Strength with which it returns, as a share of its full strength, 0 to 1.
        share: f64,
    },
    /// A unit changed its place.
    UnitMoved {
        /// Who.
        unit: String,
        /// Whose.
        seat: Seat,
        /// How far along its way, in board units.
        distance: f64,
        /// `move`, `hustle`, `sidestep`, `charge`, `flee`, `advance`, ...
        kind: String,
        /// Centre points of the way, in order.
        way: Vec<BoardPoint>,
    },
    /// A unit was activated (acted).
    Activated {
        /// Who.
        unit: String,
        /// Whose.
        seat: Seat,
        /// The action in the game's words: `move`, `shoot`, `turn` ...
        action: String,
    },
    /// An order was given or changed.
    OrderGiven {
        /// To whom.
        unit: String,
        /// Whose.
        seat: Seat,
        /// The order in the game's words. What is chosen among several of a kind names the kind before a colon: `Zone: Crown`.
        order: String,
    },
    /// It came out whether what was ordered succeeded: a charge made contact, a token spoiled a roll.
    OrderResolved {
        /// To whom it was given.
        unit: String,
        /// Whose.
        seat: Seat,
        /// The order in the words of [`Fact::OrderGiven`].
        order: String,
        /// Whether it succeeded.
        succeeded: bool,
    },
    /// A command point, command action, card or weapon point was spent.
    Spent {
        /// By whom.
        seat: Seat,
        /// Of what: `command_action`, `card`, `weapon_point` ...
        of: String,
        /// On what.
        on: String,
        /// How many.
        amount: f64,
    },
    /// A card changed the result of an attack or morale test: what came of the dice with it, less what would have come of the
    /// same dice without it. Every amount has the sign that is good for who played it.
    ///
    /// Dice that the card added are left out without it; dice that were not thrown when it is told count by their chance, so
    /// amounts may be fractions. Where several cards were played, each is compared with all the others in place, so they
    /// need not add up. What lasts on a unit beyond the attack or test is not told.
    CardWorked {
        /// Who played it.
        seat: Seat,
        /// The card, as in [`Fact::Spent`].
        card: String,
        /// Hits more made, or fewer suffered.
        hits: f64,
        /// Damage more dealt, or less suffered, also beyond what the target had left.
        damage: f64,
        /// Tests more passed, or by enemies failed.
        passes: f64,
    },
    /// A morale test.
    MoraleChecked {
        /// Who.
        unit: String,
        /// Whose.
        seat: Seat,
        /// `flee`, `rout`, `fear`, `panic` ...
        kind: String,
        /// The number needed.
        need: i32,
        /// The number rolled.
        rolled: i32,
        /// Whether it was passed.
        passed: bool,
        /// The chance to pass it, 0 to 1.
        chance: f64,
    },
    /// A unit broke (fled, routed).
    Broken {
        /// Who.
        unit: String,
        /// Whose.
        seat: Seat,
    },
    /// A unit rallied.
    Rallied {
        /// Who.
        unit: String,
        /// Whose.
        seat: Seat,
    },
    /// A unit was on the field when a turn ended.
    TurnPassed {
        /// Who.
        unit: String,
        /// Whose.
        seat: Seat,
        /// Whether it was in combat then.
        in_combat: bool,
        /// Whether it had no standing order then, in a game in which units have such.
        without_order: bool,
    },
    /// A unit is out of the game.
    Destroyed {
        /// Who.
        unit: String,
        /// Whose.
        seat: Seat,
        /// What it was worth, in the game's points or victory points.
        points: f64,
        /// `melee`, `shooting`, `fled off the board` ...
        cause: String,
        /// Who did it, if one unit did.
        by: Option<String>,
    },
    /// A unit made or received a charge or came into a fight.
    Engaged {
        /// The one that came.
        unit: String,
        /// Whose.
        seat: Seat,
        /// The other.
        with: String,
        /// `front`, `flank`, `rear`.
        direction: String,
        /// Whether it counts as a charge.
        charge: bool,
    },
    /// A fight of several blows ended.
    FightEnded {
        /// Who took part.
        units: Vec<String>,
        /// Damage dealt by each seat.
        damage: Vec<(Seat, u32)>,
        /// Who won it.
        winner: Option<Seat>,
    },
    /// A decision was taken that the statistics care about.
    Decided {
        /// By whom.
        seat: Seat,
        /// Which: the name of the awaited decision.
        decision: String,
        /// How, in a few words.
        choice: String,
    },
    /// The score changed.
    Scored {
        /// Who scored.
        side: SideId,
        /// By how much.
        amount: f64,
        /// The total after it.
        total: f64,
        /// Why.
        reason: String,
    },
    /// A system's own counter.
    Counted {
        /// The counter's name, unique within the system.
        counter: String,
        /// For a unit, if it is one unit's.
        unit: Option<String>,
        /// For a seat, if it is one seat's.
        seat: Option<Seat>,
        /// By how much.
        amount: f64,
    },
}

/// Dice that were rolled, with what they had to show.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DiceRolled {
    /// `attack`, `block`, `flee`, `hustle`, `start` ... as the roll's own purpose says.
    pub purpose: String,
    /// Who threw them.
    pub seat: Seat,
    /// For which unit.
    pub unit: Option<String>,
    /// Against which unit.
    pub against: Option<String>,
    /// The dice.
    pub roll: Roll,
    /// What each die (or the sum) needed, if anything.
    pub target: Option<i32>,
    /// Whether the dice are rolled under: each (or the sum) succeeds at the target or less. Where not, at the target or more.
    pub roll_under: bool,
    /// What counts: the number of successes, or the total of a summed roll.
    pub result: i32,
    /// The exact distribution of `result` before the throw.
    pub expected: Distribution,
    /// The numbers that made the target, each with its rule.
    pub modifiers: Vec<Modifier>,
    /// Whether a high result is good for `seat`.
    pub high_is_good: bool,
}

/// One number that went into a target.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Modifier {
    /// What it is: `melee 4+`, `sword-1`.
    pub name: String,
    /// How it changes the number.
    pub change: i32,
    /// Why.
    pub rule: RuleId,
}

/// One attack from dice to damage.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AttackResolved {
    /// Who attacked.
    pub unit: String,
    /// Whose.
    pub seat: Seat,
    /// Who was attacked.
    pub against: String,
    /// `melee`, `shooting`, `spell`, `free attack` ...
    pub kind: String,
    /// Whether it came from a distance: a shot, a throw, a spell.
    pub ranged: bool,
    /// Dice thrown.
    pub dice: u32,
    /// Hits.
    pub hits: u32,
    /// Hits blocked, saved or not converted.
    pub saved: u32,
    /// Damage that counted.
    pub damage: u32,
    /// Damage lost on a target already destroyed.
    pub surplus: u32,
    /// Damage by chance alone, exactly, at the moment of the throw.
    pub expected: Distribution,
    /// Which step of a combined fight, if there are several.
    pub tier: Option<u8>,
}

/// Damage that was taken off.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DamageDealt {
    /// Who suffered.
    pub unit: String,
    /// Whose.
    pub seat: Seat,
    /// By whom, if by one unit.
    pub by: Option<String>,
    /// `melee`, `shooting`, `flee dice`, `off the board` ...
    pub cause: String,
    /// Wounds or boxes.
    pub wounds: u32,
    /// Models or steps removed.
    pub models: u32,
    /// Share of the unit's full strength that went, 0 to 1.
    pub share: f64,
}

/// Strength that a unit regained.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Restored {
    /// The unit that regained it.
    pub unit: String,
    /// Its owner.
    pub seat: Seat,
    /// Cause in the game's words: `healing`, `ruling` ...
    pub cause: String,
    /// Wounds or boxes regained.
    pub wounds: u32,
    /// Models or steps regained.
    pub models: u32,
    /// Share of the unit's full strength that was regained, 0 to 1.
    pub share: f64,
}

/// What statistics need to know of a unit that may be gone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct UnitInfo {
    /// The unit id of commands, tokens and facts.
    pub id: String,
    /// Whose.
    pub seat: Seat,
    /// The card's id in its pack.
    pub card: String,
    /// The card's name.
    pub name: String,
    /// The faction or roster.
    pub faction: String,
    /// `infantry`, `cavalry` ...
    pub kind: String,
    /// What it is worth: points to destroy it.
    pub points: f64,
    /// Full strength in wounds, steps or boxes: what [`DamageDealt::share`] is a share of.
    pub full: u32,
    /// Strength now.
    pub left: u32,
    /// Whether it is on the field.
    pub alive: bool,
}

impl UnitInfo {
    /// Strength now as a share of the full one, 0 to 1; 0 of a unit that is not on the field.
    pub fn share(&self) -> f64 {
        match (self.alive, self.full) {
            (false, _) => 0.0,
            (true, 0) => 1.0,
            (true, full) => f64::from(self.left.min(full)) / f64::from(full),
        }
    }
}

/// The cause of facts that a ruling makes.
pub const RULING: &str = "ruling";

/// Tells what a ruling changed in the strength of units: which lost some or all of it, regained some, or returned to the field.
/// Units are compared by id; those of one list alone are left out. `models` gives the models or steps that the unit of an id
/// lost or regained. No unit is named as who did it.
pub fn tell_ruling(
    before: &[UnitInfo],
    after: &[UnitInfo],
    models: impl Fn(&str) -> u32,
    out: &mut Vec<Fact>,
) {
    tell_change(RULING, before, after, models, out);
}

/// The cause of facts that a noted position makes: how it came about was not recorded.
pub const NOT_RECORDED: &str = "not recorded";

/// Tells what changed in the strength of units up to a noted position, as [`tell_ruling`] does.
pub fn tell_noted(
    before: &[UnitInfo],
    after: &[UnitInfo],
    models: impl Fn(&str) -> u32,
    out: &mut Vec<Fact>,
) {
    tell_change(NOT_RECORDED, before, after, models, out);
}

fn tell_change(
    cause: &str,
    before: &[UnitInfo],
    after: &[UnitInfo],
    models: impl Fn(&str) -> u32,
    out: &mut Vec<Fact>,
) {
    for was in before {
        let Some(is) = after.iter().find(|is| is.id == was.id) else {
            continue;
        };
        let (unit, seat, cause) = (is.id.clone(), is.seat, cause.to_owned());
        let changed = was.left.abs_diff(is.left);
        let share = f64::from(changed) / f64::from(is.full.max(1));
        match (was.alive, is.alive) {
            (true, false) => out.push(Fact::Destroyed {
                unit,
                seat,
                points: was.points,
                cause,
                by: None,
            }),
            (false, true) => out.push(Fact::Returned {
                unit,
                seat,
                share: is.share(),
            }),
            (true, true) if is.left < was.left => out.push(Fact::DamageDealt(DamageDealt {
                unit,
                seat,
                by: None,
                cause,
                models: models(&was.id),
                wounds: changed,
                share,
            })),
            (true, true) if is.left > was.left => out.push(Fact::Restored(Restored {
                unit,
                seat,
                cause,
                models: models(&was.id),
                wounds: changed,
                share,
            })),
            (true, true) | (false, false) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(id: &str, left: u32) -> UnitInfo {
        UnitInfo {
            id: id.to_owned(),
            seat: Seat::A,
            card: String::new(),
            name: String::new(),
            faction: String::new(),
            kind: String::new(),
            points: 60.0,
            full: 8,
            left,
            alive: left > 0,
        }
    }

    #[test]
    fn ruling_tells_loss_gain_destruction_and_return() {
        let before = [
            unit("A1", 8),
            unit("A2", 2),
            unit("A3", 4),
            unit("A4", 0),
            unit("A5", 3),
        ];
        let after = [
            unit("A1", 6),
            unit("A2", 5),
            unit("A3", 0),
            unit("A4", 2),
            unit("A5", 3),
        ];
        let mut told = Vec::new();
        tell_ruling(&before, &after, |_| 1, &mut told);
        let [
            Fact::DamageDealt(lost),
            Fact::Restored(gained),
            Fact::Destroyed { unit, points, by, .. },
            Fact::Returned {
                unit: back, share, ..
            },
        ] = told.as_slice()
        else {
            panic!("{told:?}");
        };
        assert_eq!((lost.unit.as_str(), lost.wounds, lost.share), ("A1", 2, 0.25));
        assert_eq!(
            (gained.unit.as_str(), gained.wounds, gained.share),
            ("A2", 3, 0.375)
        );
        assert_eq!((unit.as_str(), *points, by.as_deref()), ("A3", 60.0, None));
        assert_eq!((back.as_str(), *share), ("A4", 0.25));
    }
}
