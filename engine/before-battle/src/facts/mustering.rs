//! Lists, weapons and the start roll.

use hindsight_kernel::{DiceRolled, Distribution, Fact, Roll, Seat};

use super::Story;
use crate::army::{excess_over_allowance, general, general_cost, pool_after_general};
use crate::cards::Slot;
use crate::names::CardId;
use crate::state::{ArmyList, Assigned};

impl Story<'_> {
    pub(super) fn list(&mut self, seat: Seat, list: &ArmyList) {
        let cards = &self.before.cards;
        let Some((_, card)) = general(cards, &list.units) else {
            return;
        };
        let (cost, allowance) = (general_cost(cards, list), card.allowance);
        let roster = card.roster.to_string();
        let spent: Vec<(CardId, u8)> = list
            .general_items
            .iter()
            .filter_map(|&item| Some((item, cards.item(item)?.points)))
            .collect();
        self.decided(seat, "build", &roster);
        for (item, points) in spent {
            self.out.push(Fact::Spent {
                seat,
                of: "general_equipment".to_owned(),
                on: item.to_string(),
                amount: f64::from(points),
            });
        }
        self.count(
            "allowance_wasted",
            None,
            Some(seat),
            f64::from(allowance.saturating_sub(cost)),
        );
        self.count(
            "general_pool_points",
            None,
            Some(seat),
            f64::from(excess_over_allowance(allowance, cost)),
        );
    }

    pub(super) fn weapons(&mut self, seat: Seat, list: Option<&ArmyList>, weapons: &[Assigned]) {
        let items: Vec<_> = weapons
            .iter()
            .filter_map(|assigned| {
                let item = self.before.cards.item(assigned.item)?;
                Some((item.id, item.slot, item.points))
            })
            .collect();
        let mut spent = 0;
        for (item, slot, points) in items {
            spent += points;
            self.out.push(Fact::Spent {
                seat,
                of: "weapon_point".to_owned(),
                on: item.to_string(),
                amount: f64::from(points),
            });
            let counter = match slot {
                Slot::Melee => "weapon_points_melee",
                Slot::Shield => "weapon_points_shield",
                Slot::Ranged => "weapon_points_ranged",
            };
            self.count(counter, None, Some(seat), f64::from(points));
        }
        // ERR: a list without a pool of points has none left over.
        if let Some(pool) = list.and_then(|list| pool_after_general(&self.before.cards, list).ok()) {
            self.count(
                "weapon_points_unspent",
                None,
                Some(seat),
                f64::from(pool.saturating_sub(spent)),
            );
        }
    }

    pub(super) fn start(&mut self, south: &Roll, north: &Roll, winner: Option<Seat>) {
        for (seat, roll) in [(Seat::A, south), (Seat::B, north)] {
            self.dice(DiceRolled {
                purpose: "start".to_owned(),
                seat,
                unit: None,
                against: None,
                roll: roll.clone(),
                target: None,
                roll_under: false,
                result: roll.total() as i32,
                expected: Distribution::uniform(1, 6),
                modifiers: Vec::new(),
                high_is_good: true,
            });
        }
        if let Some(winner) = winner {
            self.count("start_rolls_won", None, Some(winner), 1.0);
        }
    }
}
