//! The story of what command cards changed: a result with a card against the same dice without it.

use hindsight_kernel::{Fact, Roll, Seat};

use super::Story;
use crate::model::agenda::Step;
use crate::model::attack::{Attack, AttackStage};
use crate::model::names::{UnitId, are_foes};
use crate::model::state::{Check, Lasting, LastingKind};
use crate::model::words;
use crate::procedures::courage::{courage_target, passes_of_216};
use crate::rules::combat::without_card::{with_dice, without_card};

/// What a card changed, more being what the rules call more.
#[derive(Clone, Copy, Default)]
struct Changed {
    hits: f64,
    wounds: f64,
    passes: f64,
}

impl Story<'_> {
    /// Tells of a card what it changed of an attack or check of a unit, with the sign that is good for who played it.
    fn card_changed(&mut self, card: &Lasting, of: UnitId, by: Changed) {
        let LastingKind::Card(number) = card.kind else {
            return;
        };
        let sign = if are_foes(card.by, of.seat()) { -1.0 } else { 1.0 };
        // Means of chances are sums of many parts: what is left below a billionth is no change.
        let good = |amount: f64| (sign * amount * 1e9).round() / 1e9;
        let (hits, wounds, passes) = (good(by.hits), good(by.wounds), good(by.passes));
        if hits == 0.0 && wounds == 0.0 && passes == 0.0 {
            return;
        }
        self.of_player("cards_changed_hits", card.by, hits);
        self.of_player("cards_changed_wounds", card.by, wounds);
        self.of_player("cards_changed_checks", card.by, passes);
        self.out.push(Fact::CardWorked {
            seat: card.by,
            card: words::card(self.before, card.by, number),
            hits,
            damage: wounds,
            passes,
        });
    }

    /// Every card of the attack that ends with so many hits and wounds, each against the attack with all the others. Rule
    /// `BG4-CARDS-12` (p. 98).
    pub(super) fn cards_of_attack(&mut self, hits: u32, wounds: u32) {
        let Some(attack) = self.before.attack.as_deref() else {
            return;
        };
        if attack.stage != AttackStage::Resolution {
            return; // It was broken off: no dice of it count.
        }
        for (place, card) in attack.cards.iter().enumerate() {
            if !matches!(card.kind, LastingKind::Card(_)) {
                continue;
            }
            if let Some(without) = without_card(self.before, attack, place) {
                let by = Changed {
                    hits: f64::from(hits) - without.hits,
                    wounds: f64::from(wounds) - without.wounds,
                    passes: 0.0,
                };
                self.card_changed(card, attack.attacker, by);
            }
        }
    }

    /// A card by which dice of the attack at hand were rolled again. Rules `BG4-ATK-11`, `BG4-ATK-14` (pp. 98-99).
    pub(super) fn dice_rolled_again(&mut self, to_wound: bool, roll: &Roll) {
        let before = self.before;
        let Some((attack, seat)) = before.attack.as_deref().zip(self.rerolling()) else {
            return;
        };
        let Some(card) = attack.cards.iter().rfind(|card| card.by == seat) else {
            return;
        };
        let Some(lay) = lying(attack, to_wound) else {
            return;
        };
        let old = with_dice(before, attack, to_wound, lay);
        let new = with_dice(before, attack, to_wound, roll);
        let by = Changed {
            hits: new.hits - old.hits,
            wounds: new.wounds - old.wounds,
            passes: 0.0,
        };
        self.card_changed(card, attack.attacker, by);
    }

    /// Who has dice of the attack at hand rolled again by what was played last.
    fn rerolling(&self) -> Option<Seat> {
        match self.before.agenda.last().map(|frame| &frame.step) {
            Some(Step::Reroll { seat, .. }) => Some(*seat),
            _ => None,
        }
    }

    /// Every card that works on the check that ends, each against the check with all the others. Rule `BG4-COUR-03` (p. 85).
    pub(super) fn cards_of_check(&mut self, passed: bool) {
        let before = self.before;
        let Some(check) = &before.check else { return };
        for place in 0..check.cards.len() {
            if let Some(chance) = self.passes_without(check, place) {
                let by = Changed {
                    passes: f64::from(u8::from(passed)) - chance,
                    ..Changed::default()
                };
                self.card_changed(&check.cards[place], check.unit, by);
            }
        }
    }

    /// How surely a check is passed without one of its cards: by its dice, or by chance where the card spared the roll.
    fn passes_without(&self, check: &Check, place: usize) -> Option<f64> {
        let mut without = check.clone();
        without.cards.remove(place);
        if without.is_passed_by_card() {
            return Some(1.0);
        }
        let unit = self.before.unit(check.unit)?;
        let target = |cards: &[Lasting]| {
            courage_target(self.before, unit, check.kind, cards).map(|(target, _)| target)
        };
        let (with, less) = (target(&check.cards)?, target(&without.cards)?);
        Some(match &check.roll {
            // What came after the roll changed no target.
            Some(roll) if check.target == with => f64::from(u8::from(roll.total() as i32 <= less)),
            Some(roll) => f64::from(u8::from(roll.total() as i32 <= check.target)),
            None => f64::from(passes_of_216(less)) / 216.0,
        })
    }

    /// A card by which the check at hand was rolled again. Rules `BG4-COUR-03`, `BG4-COUR-09` (pp. 85, 86).
    pub(super) fn check_rolled_again(&mut self, roll: &Roll, target: i32) {
        let before = self.before;
        let Some(check) = &before.check else { return };
        let Some(Step::Effects { seat, name, kind, .. }) = before.agenda.last().map(|frame| &frame.step)
        else {
            return;
        };
        let Some(passed) = check.roll.as_ref().and_then(|_| check.passed()) else {
            return;
        };
        let card = Lasting {
            name: name.clone(),
            kind: kind.clone(),
            by: *seat,
            effects: Vec::new(),
        };
        let by = Changed {
            passes: f64::from(u8::from(roll.total() as i32 <= target)) - f64::from(u8::from(passed)),
            ..Changed::default()
        };
        self.card_changed(&card, check.unit, by);
    }
}

/// The dice of an attack that lie.
fn lying(attack: &Attack, to_wound: bool) -> Option<&Roll> {
    if to_wound {
        attack.wound_roll.as_ref()
    } else {
        attack.hit_roll.as_ref()
    }
}
