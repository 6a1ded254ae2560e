//! Facts of lists and weapons, until the cards are turned up.

use hindsight_kernel::{Fact, Seat};

use super::Story;
use crate::model::cards::Slot;
use crate::model::event::{ArmyEvent, DeploymentEvent};
use crate::model::names::CardId;
use crate::model::state::{ArmyList, Assigned, SEATS};
use crate::rules::army::{excess_over_allowance, general, general_cost, pool_after_general};

impl Story<'_> {
    /// The facts of an event of the chapter of lists and weapons.
    pub(super) fn army(&mut self, event: &ArmyEvent) {
        match event {
            ArmyEvent::ListConfirmed {
                seat,
                list: Some(list),
                ..
            } => self.list(*seat, list),
            ArmyEvent::WeaponsConfirmed {
                seat,
                weapons: Some(weapons),
            } => {
                let list = self.before.player(*seat).list.known().cloned();
                self.weapons(*seat, list.as_deref(), weapons);
            }
            ArmyEvent::ListConfirmed { list: None, .. }
            | ArmyEvent::ListsRevealed { .. }
            | ArmyEvent::WeaponsConfirmed { weapons: None, .. } => {}
        }
    }

    /// The facts of an event of the chapter of the deployment.
    pub(super) fn deployment(&mut self, event: &DeploymentEvent) {
        match event {
            DeploymentEvent::ArmySupplied { seat, list, weapons } => {
                if let Some(list) = list {
                    self.list(*seat, list);
                }
                if let Some(weapons) = weapons {
                    let list = list
                        .clone()
                        .or_else(|| self.before.player(*seat).list.known().cloned());
                    self.weapons(*seat, list.as_deref(), weapons);
                }
            }
            DeploymentEvent::ArmiesTurnedUp { units } => {
                for seat in SEATS {
                    let shown = self
                        .before
                        .player(seat)
                        .shown
                        .as_ref()
                        .map_or(0, |shown| shown.len());
                    let army = units.iter().filter(|up| up.unit.seat() == seat).count();
                    let amount = shown.saturating_sub(army) as f64;
                    self.count("distractions_shown", None, Some(seat), amount);
                }
            }
            DeploymentEvent::UnitDeployed { .. } => {}
        }
    }

    fn list(&mut self, seat: Seat, list: &ArmyList) {
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

    fn weapons(&mut self, seat: Seat, list: Option<&ArmyList>, weapons: &[Assigned]) {
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
}
