//! Counters of how units stand in a Combat Phase: charging, flanking, pinching, in cover, on High Ground.

use std::collections::BTreeSet;

use super::Story;
use crate::field::Field;
use crate::model::attack::Attack;
use crate::model::charging::charges_toward;
use crate::model::names::UnitId;
use crate::model::rule::Rule;
use crate::model::state::{Declared, State};

/// A unit with the counter of how it stands.
type Standing = (&'static str, UnitId);

impl Story<'_> {
    /// How units stand in the attacks that are declared, each once in a Combat Phase however many attacks it has part in.
    pub(super) fn targets_chosen(&mut self, declared: &[Declared]) {
        if declared.is_empty() {
            return;
        }
        let field = Field::of(self.before);
        let all = |attacks: &[Declared]| -> BTreeSet<Standing> {
            let of = |one: &Declared| standings(self.before, &field, &one.attack);
            attacks.iter().flat_map(of).collect()
        };
        // The other side chooses its targets in an event of its own.
        let known = all(&self.before.declared);
        let fresh: Vec<Standing> = all(declared).difference(&known).copied().collect();
        for (counter, unit) in fresh {
            self.of_unit(counter, unit, 1.0);
        }
    }
}

/// How both units stand in an attack, by the modifiers of its numbers; Charging and High Ground also where they change no
/// number. Rules `BG4-MODS-05` to `BG4-MODS-12` (pp. 101-107), `BG3-MOD-07`, `BG3-MOD-11` to `BG3-MOD-13`, `BG3-MOD-23` to
/// `BG3-MOD-25` (pp. 19-20).
fn standings(state: &State, field: &Field<'_>, attack: &Attack) -> Vec<Standing> {
    let (attacker, target) = (attack.attacker, attack.target);
    let mut found = Vec::new();
    if attack.kind.is_melee() && !attack.kind.is_swoop() && charges_toward(state, attacker, target) {
        found.push(("turns_charging", attacker));
    }
    for modifier in &attack.numbers.on_hit {
        let is = |name: &str, rule: Rule| modifier.name == name && rule.is_named(&modifier.rule.0);
        if is("Flanking", Rule::Mods09) {
            found.push(("turns_flanking", attacker));
        } else if is("Rear Attacking", Rule::Mods09) {
            found.push(("turns_attacking_rear", attacker));
        } else if is("Pinching", Rule::Mods10) {
            found.push(("turns_pinching", attacker));
        }
    }
    if !field.cover(attacker, target, attack.kind.is_ranged()).is_empty() {
        found.push(("turns_in_cover", target));
    }
    let above = |unit, over| {
        if attack.kind.is_melee() {
            field.has_high_ground_in_melee(unit, over)
        } else {
            field.has_high_ground(unit, over)
        }
    };
    for (unit, over) in [(attacker, target), (target, attacker)] {
        if above(unit, over) {
            found.push(("turns_on_high_ground", unit));
        }
    }
    found
}
