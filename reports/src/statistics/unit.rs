//! Figures of one unit.

use std::collections::{BTreeMap, BTreeSet};

use hindsight_kernel::{AttackResolved, Seat, UnitInfo};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{GreatestAmount, Stage, UnlikeliestTest};

/// Damage added up.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Damage {
    /// Wounds or boxes.
    pub wounds: u32,
    /// Models or steps.
    pub models: u32,
    /// Shares of full units, 1 for a whole one.
    pub share: f64,
    /// The same in points of those units.
    pub worth: f64,
}

impl Damage {
    pub(super) fn add(&mut self, other: &Self) {
        self.wounds = self.wounds.saturating_add(other.wounds);
        self.models = self.models.saturating_add(other.models);
        self.share += other.share;
        self.worth += other.worth;
    }
}

/// Attacks of one kind added up.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct AttackTally {
    /// How many.
    pub attacks: u32,
    /// Dice thrown.
    pub dice: u32,
    /// Hits.
    pub hits: u32,
    /// Hits blocked, saved or not converted.
    pub saved: u32,
    /// Damage that counted.
    pub damage: u32,
    /// Damage lost on targets already destroyed.
    pub surplus: u32,
    /// Damage expected.
    pub expected: f64,
}

impl AttackTally {
    pub(super) fn add(&mut self, attack: &AttackResolved, mean: f64) {
        self.attacks = self.attacks.saturating_add(1);
        self.dice = self.dice.saturating_add(attack.dice);
        self.hits = self.hits.saturating_add(attack.hits);
        self.saved = self.saved.saturating_add(attack.saved);
        self.damage = self.damage.saturating_add(attack.damage);
        self.surplus = self.surplus.saturating_add(attack.surplus);
        self.expected += mean;
    }

    pub(super) fn sum<'t>(tallies: impl IntoIterator<Item = &'t Self>) -> Self {
        tallies.into_iter().fold(Self::default(), |sum, one| Self {
            attacks: sum.attacks.saturating_add(one.attacks),
            dice: sum.dice.saturating_add(one.dice),
            hits: sum.hits.saturating_add(one.hits),
            saved: sum.saved.saturating_add(one.saved),
            damage: sum.damage.saturating_add(one.damage),
            surplus: sum.surplus.saturating_add(one.surplus),
            expected: sum.expected + one.expected,
        })
    }
}

/// Morale tests of one kind added up.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Checks {
    /// How many were taken.
    pub taken: u32,
    /// How many were passed.
    pub passed: u32,
    /// How many should have been passed by their chances.
    pub expected: f64,
    /// The sum of the numbers needed.
    pub needed: i64,
    /// The sum of the numbers rolled.
    pub rolled: i64,
}

/// How a unit was lost.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Ending {
    /// The version of the event.
    pub version: u64,
    /// When.
    pub stage: Stage,
    /// Of what.
    pub cause: String,
    /// Who did it, if one unit did.
    pub by: Option<String>,
    /// What it was worth.
    pub points: f64,
}

/// The running figures of one unit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct UnitStatistics {
    /// Whose; nothing while only others' facts name it.
    pub seat: Option<Seat>,
    /// The card's id in its pack.
    pub card: String,
    /// The card's name.
    pub name: String,
    /// The faction or roster.
    pub faction: String,
    /// `infantry`, `cavalry` ...
    pub kind: String,
    /// What it is worth.
    pub points: f64,
    /// Full strength in models, steps or boxes.
    pub full: u32,
    /// Strength as last listed.
    pub left: u32,
    /// Whether it is on the field, as last listed.
    pub alive: bool,
    /// What is left of it as the facts tell, 0 to 1.
    pub strength: f64,
    /// How often it acted.
    pub activations: u32,
    /// The same by action.
    pub actions: BTreeMap<String, u32>,
    /// Orders given to it.
    pub orders: BTreeMap<String, u32>,
    /// How often it moved.
    pub moves: u32,
    /// How far, in board units.
    pub distance: f64,
    /// The same by kind of move.
    pub distance_by: BTreeMap<String, f64>,
    /// How often dice were thrown for it.
    pub rolls: u32,
    /// How many dice.
    pub dice: u32,
    /// Attacks it made, by kind.
    pub attacks: BTreeMap<String, AttackTally>,
    /// Attacks made on it, by kind.
    pub attacked: BTreeMap<String, AttackTally>,
    /// Turns at whose end it was on the field.
    pub turns: u32,
    /// Those of them at whose end it was in combat.
    pub turns_in_combat: u32,
    /// Those of them at whose end it had no standing order, in a game in which units have such.
    pub turns_without_order: u32,
    /// The turns in which it was attacked from a distance, whether or not it was hit.
    pub under_fire: BTreeSet<u32>,
    /// Damage it dealt.
    pub dealt: Damage,
    /// The same by cause.
    pub dealt_by: BTreeMap<String, Damage>,
    /// Damage it took.
    pub taken: Damage,
    /// The same by cause.
    pub taken_by: BTreeMap<String, Damage>,
    /// Strength that it regained.
    #[serde(default)]
    pub restored: Damage,
    /// Units it destroyed.
    pub kills: u32,
    /// What they were worth.
    pub points_destroyed: f64,
    /// When it first came into a fight, or another with it.
    #[serde(default)]
    pub first_engaged: Option<Stage>,
    /// How often it came into a fight.
    pub engagements: u32,
    /// The same by the direction it came from.
    pub engaged_from: BTreeMap<String, u32>,
    /// How often another came into a fight with it.
    pub was_engaged: u32,
    /// Charges it made.
    pub charges_made: u32,
    /// Charges it received.
    pub charges_received: u32,
    /// Fights of several blows it took part in.
    pub fights: u32,
    /// Those its seat won.
    pub fights_won: u32,
    /// Morale tests by kind.
    pub checks: BTreeMap<String, Checks>,
    /// The test of each kind whose result was the least likely, the first of several.
    #[serde(default)]
    pub unlikeliest_tests: BTreeMap<String, UnlikeliestTest>,
    /// How often it broke.
    pub broken: u32,
    /// How often it rallied.
    pub rallied: u32,
    /// How it was lost.
    pub ending: Option<Ending>,
    /// Counters of the system.
    pub counters: BTreeMap<String, f64>,
    /// The event at which each counter rose most, the first of several.
    #[serde(default)]
    pub counted_at: BTreeMap<String, GreatestAmount>,
}

impl Default for UnitStatistics {
    fn default() -> Self {
        Self {
            seat: None,
            card: String::new(),
            name: String::new(),
            faction: String::new(),
            kind: String::new(),
            points: 0.0,
            full: 0,
            left: 0,
            alive: true,
            strength: 1.0,
            activations: 0,
            actions: BTreeMap::new(),
            orders: BTreeMap::new(),
            moves: 0,
            distance: 0.0,
            distance_by: BTreeMap::new(),
            rolls: 0,
            dice: 0,
            attacks: BTreeMap::new(),
            attacked: BTreeMap::new(),
            turns: 0,
            turns_in_combat: 0,
            turns_without_order: 0,
            under_fire: BTreeSet::new(),
            dealt: Damage::default(),
            dealt_by: BTreeMap::new(),
            taken: Damage::default(),
            taken_by: BTreeMap::new(),
            restored: Damage::default(),
            kills: 0,
            points_destroyed: 0.0,
            first_engaged: None,
            engagements: 0,
            engaged_from: BTreeMap::new(),
            was_engaged: 0,
            charges_made: 0,
            charges_received: 0,
            fights: 0,
            fights_won: 0,
            checks: BTreeMap::new(),
            unlikeliest_tests: BTreeMap::new(),
            broken: 0,
            rallied: 0,
            ending: None,
            counters: BTreeMap::new(),
            counted_at: BTreeMap::new(),
        }
    }
}

impl UnitStatistics {
    /// What it is, whatever is left of it.
    pub(super) fn name(&mut self, info: &UnitInfo) {
        self.seat = Some(info.seat);
        self.card.clone_from(&info.card);
        self.name.clone_from(&info.name);
        self.faction.clone_from(&info.faction);
        self.kind.clone_from(&info.kind);
        self.points = super::sound(info.points);
        self.full = info.full;
    }

    /// Whether the one order that it was given lasted all game: until the end, or until it was destroyed with that order.
    ///
    /// RULING: the list of statistics leaves open what "orders that lasted all game" are. A unit that breaks, or that has no order
    /// when a turn ends, has lost its order, also where it never gets another; one that is destroyed before has kept it. An order
    /// that is written anew, such as for an objective that is gone, is another one.
    pub(super) fn kept_its_order(&self) -> bool {
        self.orders.values().sum::<u32>() == 1 && self.broken == 0 && self.turns_without_order == 0
    }

    pub(super) fn absorb(&mut self, info: &UnitInfo) {
        self.name(info);
        self.left = info.left;
        self.alive = info.alive;
        if info.alive {
            self.ending = None;
        }
        self.strength = match (info.alive, info.full) {
            (false, _) => 0.0,
            (true, 0) => self.strength,
            (true, full) => (f64::from(info.left) / f64::from(full)).min(1.0),
        };
    }
}
