//! Shock and Charge combat (§10.3, §10.4, pp. 8-9).

use hindsight_geometry::hexes::Flank;

use super::push;
use crate::data::{Charts, Combat, CombatCell, Order};
use crate::field::Aspect;
use crate::model::drm::Drm;
use crate::model::names::ClassId;
use crate::model::piece::Formation;

/// The facts that a roll on the Shock or the Charge Table against one defender depends on. Rule `MOI-SDRM-01`
/// (p. 9).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShockFacts {
    /// The attackers that take part.
    pub attackers: Vec<AttackerFacts>,
    /// How many defenders the attack has.
    pub defenders: u32,
    /// The defender's class.
    pub defender: ClassId,
    /// Whether the defender is Disordered or Retired.
    pub order: Order,
    /// Whether the defender is Retired.
    pub retired: bool,
    /// The defender's own Shock Defense DRM. Rule `MOI-SDRM-06`.
    pub rating: i32,
    /// The defender's formation.
    pub formation: Formation,
    /// The level on which the defender stands.
    pub level: u8,
    /// Whether the defender counter-charged Shocking attackers of this attack. Rule `MOI-SDRM-13`.
    pub countercharged: bool,
    /// Whether it is a Counter-Charge against fire, which has no earlier attacks to count. Rule `MOI-CC-10`.
    pub against_fire: bool,
}

/// The facts of one attacker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AttackerFacts {
    /// Its class.
    pub class: ClassId,
    /// Through which of the defender's sides it attacks.
    pub aspect: Aspect,
    /// Whether it is still marked Charge. Rule `MOI-SHOCK-07`.
    pub charging: bool,
    /// Whether it moved in this Activation. Rule `MOI-SDRM-07`.
    pub moved: bool,
    /// Whether the leader of its own Command is stacked with it. Rule `MOI-SDRM-08`.
    pub leader: bool,
    /// Whether it is Disordered. Rule `MOI-SDRM-10`.
    pub disordered: bool,
    /// What the Shock/Charge column gives for its kind. Rule `MOI-SDRM-04`.
    pub terrain: i32,
    /// The level on which it stands.
    pub level: u8,
    /// The attacks it made before in this Activation. Rule `MOI-SDRM-14`.
    pub earlier: u32,
}

impl ShockFacts {
    /// The table on which it is fought: the Charge Table if at least half of the attackers are still marked Charge. Rule
    /// `MOI-SHOCK-07` (p. 9).
    pub fn table(&self) -> Combat {
        let charging = self.attackers.iter().filter(|attacker| attacker.charging).count();
        if charging > 0 && charging * 2 >= self.attackers.len() {
            Combat::Charge
        } else {
            Combat::Shock
        }
    }

    /// Attackers less defenders. Rule `MOI-SDRM-02` (p. 9).
    pub fn strength(&self) -> i32 {
        self.attackers.len() as i32 - self.defenders as i32
    }

    /// The modifier of the sides of the defender through which it is attacked. Rules `MOI-SDRM-03`,
    /// `MOI-SCHIL-03` (pp. 9, 13).
    pub fn angle(&self) -> i32 {
        if self.formation == Formation::Schiltron {
            return 0;
        }
        let sides = || {
            self.attackers.iter().map(|attacker| match attacker.aspect {
                Aspect::Side(side) | Aspect::Spine(side, _) => side,
            })
        };
        let Some(first) = sides().next() else {
            return 0;
        };
        if sides().any(|side| side != first) {
            return 4;
        }
        match first {
            Flank::Front => 0,
            Flank::LeftFlank | Flank::RightFlank => 2,
            Flank::Rear => 3,
        }
    }

    /// The modifier of charging: +2, or +1 if any of the charging units moved. Rule `MOI-SDRM-07` (pp. 9-10).
    pub fn charge(&self) -> i32 {
        let mut charging = self
            .attackers
            .iter()
            .filter(|attacker| attacker.charging)
            .peekable();
        match charging.peek() {
            None => 0,
            Some(_) => 2 - i32::from(charging.any(|attacker| attacker.moved)),
        }
    }

    /// Every DRM that adds something, each with its rule. Rule `MOI-SDRM-01` (p. 9).
    pub fn drms(&self, charts: &Charts) -> Vec<Drm> {
        let mut drms = Vec::new();
        let add = &mut drms;
        let each = || self.attackers.iter();
        push(add, "MOI-SDRM-02", self.strength());
        push(add, "MOI-SDRM-03", self.angle());
        push(
            add,
            "MOI-SDRM-04",
            each().map(|attacker| attacker.terrain).min().unwrap_or(0),
        );
        if !self.attackers.is_empty() && each().all(|attacker| attacker.level < self.level) {
            push(add, "MOI-SDRM-05", -1);
        }
        push(add, "MOI-SDRM-06", self.rating);
        push(add, "MOI-SDRM-07", self.charge());
        if each().any(|attacker| attacker.charging && attacker.leader) {
            push(add, "MOI-SDRM-08", 1);
        }
        let matrix = each()
            .filter_map(|attacker| charts.matrix(attacker.class, self.defender))
            .max();
        push(add, "MOI-SDRM-09", matrix.map_or(0, i32::from));
        if each().any(|attacker| attacker.disordered) {
            push(add, "MOI-SDRM-10", -2);
        }
        if self.retired {
            push(add, "MOI-SDRM-11", 2);
        }
        match self.formation {
            Formation::ShieldWall if each().any(|attacker| attacker.aspect.is_frontal()) => {
                push(add, "MOI-SDRM-12", -1);
            }
            Formation::Schiltron => push(add, "MOI-SCHIL-04", -1),
            Formation::Open | Formation::ShieldWall => {}
        }
        if self.countercharged {
            push(add, "MOI-SDRM-13", -2);
        }
        if !self.against_fire {
            let earlier = each().map(|attacker| attacker.earlier).max().unwrap_or(0);
            push(add, "MOI-SDRM-14", -(earlier.min(99) as i32));
        }
        drms
    }

    /// The table's cell for an adjusted die roll. Rules `MOI-SHOCK-07`, `MOI-RES-01` (pp. 9, 11).
    pub fn result(&self, charts: &Charts, adjusted: i32) -> CombatCell {
        charts.combat_result(self.table(), adjusted, self.order)
    }
}
