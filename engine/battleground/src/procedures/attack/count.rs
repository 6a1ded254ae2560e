//! The numbers of an attack while they are added up, and what a card sets aside of them (pp. 94-95, 101).

use hindsight_kernel::{Modifier, RuleId};

use crate::editions::Edition;
use crate::model::attack::Numbers;
use crate::model::bounds::MOST_DICE;
use crate::model::cards::{Profile, UnitType};
use crate::model::effect::{Change, IgnoredModifier};
use crate::model::rule::Rule;

/// Numbers being added up, by the rules of an edition.
#[derive(Debug)]
pub(crate) struct Count {
    numbers: Numbers,
    edition: Edition,
}

impl Count {
    /// The printed stats. Rules `BG4-ATK-02` to `BG4-ATK-04` (pp. 94-95).
    pub(crate) fn of(edition: Edition, profile: Profile, target: &UnitType) -> Self {
        let mut count = Self::from_frozen(edition, Numbers::default());
        count.dice("Attack dice", i32::from(profile.dice), Rule::Atk03);
        count.hit("Offensive skill", i32::from(profile.skill), Rule::Atk02);
        count.hit("Defensive skill", -i32::from(target.def_skill), Rule::Atk02);
        count.wound("Power", i32::from(profile.power), Rule::Atk04);
        count.wound("Toughness", -i32::from(target.toughness), Rule::Atk04);
        count
    }

    /// Numbers that are frozen, to be changed further.
    pub(crate) const fn from_frozen(edition: Edition, numbers: Numbers) -> Self {
        Self { numbers, edition }
    }

    /// Changes the attack dice.
    pub(crate) fn dice(&mut self, name: &str, change: i32, rule: Rule) {
        put(&mut self.numbers.on_dice, name, change, rule.of(self.edition));
    }

    /// Changes the to-hit number.
    pub(crate) fn hit(&mut self, name: &str, change: i32, rule: Rule) {
        put(&mut self.numbers.on_hit, name, change, rule.of(self.edition));
    }

    /// Adds cover of the target to the to-hit number.
    pub(crate) fn cover(&mut self, cover: Modifier) {
        put(
            &mut self.numbers.on_hit,
            &cover.name,
            -cover.change.abs(),
            cover.rule,
        );
    }

    /// Changes the to-wound number.
    pub(crate) fn wound(&mut self, name: &str, change: i32, rule: Rule) {
        put(&mut self.numbers.on_wound, name, change, rule.of(self.edition));
    }

    /// Changes the Impact Hits.
    pub(crate) fn impact(&mut self, name: &str, change: i32, rule: Rule) {
        put(&mut self.numbers.on_impact, name, change, rule.of(self.edition));
    }

    /// The attack's part of a change on the attacking unit, Impact Hits only while they count.
    pub(crate) fn attacker(&mut self, name: &str, change: Change, rule: Rule, charging: bool) {
        self.dice(name, change.dice.into(), rule);
        self.hit(name, change.skill.into(), rule);
        self.wound(name, change.power.into(), rule);
        if charging {
            self.impact(name, change.impact_hits.into(), rule);
        }
    }

    /// The defence's part of a change on the defending unit.
    pub(crate) fn defender(&mut self, name: &str, change: Change, rule: Rule) {
        self.hit(name, -i32::from(change.def_skill), rule);
        self.wound(name, -i32::from(change.toughness), rule);
    }

    /// Leaves out modifiers that a card sets aside. Rule `BG4-CARDS-12` (p. 98).
    pub(crate) fn ignore(&mut self, ignored: &[IgnoredModifier]) {
        self.numbers
            .on_hit
            .retain(|modifier| !ignored.iter().any(|one| is_ignored(modifier, *one)));
        if ignored.contains(&IgnoredModifier::ImpactHits) {
            // The dice of a damage roll that a spell orders are no Impact Hits. Rule BG3-ROLL-04 (p. 17).
            let ordered = |modifier: &Modifier| Rule::DamageRoll.is_named(&modifier.rule.0);
            self.numbers.on_impact.retain(ordered);
        }
    }

    /// The sums. Rules `BG4-ATK-02` to `BG4-ATK-04` (pp. 94-95).
    pub(crate) fn numbers(self) -> Numbers {
        let sum = |modifiers: &[Modifier]| {
            let changes = modifiers.iter().map(|one| one.change);
            changes.fold(0, i32::saturating_add)
        };
        let mut numbers = self.numbers;
        numbers.dice = sum(&numbers.on_dice).clamp(0, MOST_DICE); // RULING: BG4-ATK-03, at least 0.
        numbers.to_hit = sum(&numbers.on_hit);
        numbers.to_wound = sum(&numbers.on_wound);
        numbers.impact_hits = sum(&numbers.on_impact).clamp(0, MOST_DICE);
        numbers
    }
}

fn put(list: &mut Vec<Modifier>, name: &str, change: i32, rule: RuleId) {
    if change != 0 {
        list.push(Modifier {
            name: name.to_owned(),
            change,
            rule,
        });
    }
}

/// The rule under which what is played or lasts on a unit changes numbers.
pub(crate) const PLAYED: Rule = Rule::Cards12;

/// The names of modifiers that a card may set aside; those of cover go on with what gives it.
pub(crate) mod name {
    pub(crate) const LONG_RANGE: &str = "Long Range";
    pub(crate) const EXTREME_RANGE: &str = "Extreme Range";
    pub(crate) const MOVE_AND_SHOOT: &str = "Move and Shoot";
    pub(crate) const FAST_MOVING_TARGET: &str = "Fast Moving Target";
    pub(crate) const CAVALRY_TARGET: &str = "Cavalry Target";
    pub(crate) const NOT_NEAREST_ENEMY: &str = "Not Nearest Enemy";
    pub(crate) const SOFT_COVER: &str = "soft cover";
    pub(crate) const HARD_COVER: &str = "hard cover";
}

/// Whether a modifier of the to-hit number is the one that a card sets aside: by its whole name and its rule, since cards
/// have names of their own. Cover is told with what gives it.
fn is_ignored(modifier: &Modifier, ignored: IgnoredModifier) -> bool {
    let is = |name: &str, rule: Rule| modifier.name == name && rule.is_named(&modifier.rule.0);
    let is_cover = |words: &str| {
        let named = modifier.name.strip_prefix(words);
        named.is_some_and(|rest| rest.starts_with(": ")) && !PLAYED.is_named(&modifier.rule.0)
    };
    match ignored {
        IgnoredModifier::LongRange => is(name::LONG_RANGE, Rule::Mods14),
        IgnoredModifier::ExtremeRange => is(name::EXTREME_RANGE, Rule::Mods14),
        IgnoredModifier::MoveAndShoot => is(name::MOVE_AND_SHOOT, Rule::Mods16),
        IgnoredModifier::FastMovingTarget => is(name::FAST_MOVING_TARGET, Rule::Mods15),
        IgnoredModifier::CavalryTarget => is(name::CAVALRY_TARGET, Rule::Mods20),
        IgnoredModifier::NotNearestEnemy => is(name::NOT_NEAREST_ENEMY, Rule::Mods17),
        IgnoredModifier::SoftCover => is_cover(name::SOFT_COVER),
        IgnoredModifier::HardCover => is_cover(name::HARD_COVER),
        IgnoredModifier::ImpactHits => false, // They are no modifier of the to-hit number.
    }
}

/// What the modifier of a unit that moves and shoots is called. Rule `BG4-MODS-16` (p. 107).
pub(crate) const MOVE_AND_SHOOT: &str = name::MOVE_AND_SHOOT;
