//! Order of attacks in a combat. §Who attacks first?

use crate::field::combat::by_cell;
use crate::field::geometry::{attack_direction, faced_enemy, faces, rear_cell};
use crate::model::names::{UnitId, UnitSet};
use crate::model::state::State;
use crate::model::strike::{Direction, Strike};

/// The last tier.
pub const LAST_TIER: u8 = 4;

/// Whom a unit strikes in a combat: the enemy in its front cell, if that one is of the same combat.
/// Rule `BB-ORD-01` (§Who attacks first?).
///
/// RULING: a unit attacked from the flank does not strike back without facing its attacker.
pub fn struck_by(state: &State, combat: UnitSet, unit: UnitId) -> Option<UnitId> {
    faced_enemy(state, unit).filter(|&enemy| combat.contains(enemy))
}

/// Whether a unit may not strike because an enemy of the same combat attacks its rear, itself able to strike.
/// Rule `BB-ORD-02` (§Who attacks first?).
///
/// RULING: found from the rearmost unit forward, so a rear attacker that is silenced silences nobody.
pub fn silenced(state: &State, combat: UnitSet, unit: UnitId) -> bool {
    let behind = rear_cell(state, unit)
        .and_then(|cell| state.at(cell))
        .map(|other| other.id);
    behind.is_some_and(|attacker| {
        attacker.seat() != unit.seat()
            && combat.contains(attacker)
            && faces(state, attacker, unit)
            // Each step goes one cell further back in one line, so this ends at the board's edge.
            && !silenced(state, combat, attacker)
    })
}

/// The tier in which a unit strikes an enemy that it meets from this direction. Rules `BB-ORD-03` to `BB-ORD-06`, `-08`.
///
/// RULING: one queue in the printed order; spears come directly before chargers.
pub fn tier(state: &State, unit: UnitId, target: UnitId, direction: Direction) -> u8 {
    match direction {
        Direction::Flank | Direction::Rear => 1,
        Direction::Front if state.gear(unit).strikes_before_charger() && state.charged.contains(target) => 2,
        Direction::Front if state.charged.contains(unit) => 3,
        Direction::Front => LAST_TIER,
    }
}

/// The strikes of a combat, each with who strikes whom and when, by cell; and who is silenced. All of it is
/// fixed at the beginning of the combat. Rules `BB-ORD-01` to `BB-ORD-08`.
pub fn order_of_blows(state: &State, combat: UnitSet) -> (Vec<Strike>, UnitSet) {
    let (mut strikes, mut mute) = (Vec::new(), UnitSet::EMPTY);
    for unit in by_cell(state, combat) {
        let Some(target) = struck_by(state, combat, unit) else {
            continue;
        };
        if silenced(state, combat, unit) {
            mute.insert(unit);
        } else if let Some(direction) = attack_direction(state, unit, target) {
            strikes.push(Strike {
                unit,
                target,
                direction,
                tier: tier(state, unit, target, direction),
            });
        }
    }
    (strikes, mute)
}

/// The strikes of a tier that can still be struck: striker and target both stand. Rule `BB-ORD-07`.
pub fn strikes_of_tier(state: &State, tier: u8) -> Vec<Strike> {
    state
        .combat
        .strikes
        .iter()
        .copied()
        .filter(|strike| {
            strike.tier == tier && state.cell(strike.unit).is_some() && state.cell(strike.target).is_some()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BeforeBattle;
    use crate::field::combat::combats;
    use crate::model::event::{CombatEvent, Event};
    use crate::scene::{Scene, unit};
    use hindsight_kernel::Packs;

    /// Tier of each striker of the only combat, by unit; and who is silenced.
    fn order(scene: &Scene) -> (Vec<(String, u8)>, Vec<String>) {
        let groups = combats(&scene.state);
        assert_eq!(groups.len(), 1, "one combat");
        let (mut strikes, mute) = order_of_blows(&scene.state, groups[0]);
        strikes.sort_by_key(|strike| strike.unit);
        let tiers = strikes
            .iter()
            .map(|strike| (strike.unit.to_string(), strike.tier))
            .collect();
        (tiers, mute.iter().map(|unit| unit.to_string()).collect())
    }

    fn tiers(scene: &Scene) -> String {
        order(scene)
            .0
            .iter()
            .map(|(unit, tier)| format!("{unit}:{tier}"))
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn bb_ord_01_a_unit_strikes_only_whom_it_faces() {
        assert_eq!(tiers(&Scene::new("A1 c5 E, B1 d5 S")), "A1:1"); // Attacked from the flank, its front cell empty.
        let scene = Scene::new("A1 c5 E, A2 d4 N, B1 d5 S");
        assert_eq!(
            struck_by(&scene.state, combats(&scene.state)[0], unit("B1")),
            Some(unit("A2"))
        );
        assert_eq!(
            struck_by(
                &scene.state,
                UnitSet::from_iter([unit("B1"), unit("A1")]),
                unit("B1")
            ),
            None
        );
    }

    #[test]
    fn bb_ord_02_a_unit_attacked_in_the_rear_does_not_strike() {
        let scene = Scene::new("B1 d5 S, A1 d4 N, A2 d6 S");
        assert_eq!(order(&scene).1, ["B1"]);
        assert_eq!(tiers(&scene), "A1:4 A2:1");
        // A rear attacker that is itself silenced silences nobody: A1 d5, B1 d6 and A2 d7 all look south.
        let chain = Scene::new("A1 d5 S, B1 d6 S, A2 d7 S, B2 d4 N");
        assert_eq!(order(&chain).1, ["B1"]);
        assert_eq!(tiers(&chain), "A1:4 A2:1 B2:4");
        // It stands even if the rear attacker's victim would have killed it: decided once at the beginning.
        let mut fight = Scene::new("B1 d5 S, A1 d4 N, A2 d6 S, B2 d7 S, A6 a1 N, B6 h8 N")
            .card("B2", |card| card.attacks = 2);
        // B2 is behind A2 and faces it, so A2 is silenced and B1 strikes.
        let events = fight.play("end actions", &[1; 20]).unwrap();
        assert!(events.iter().any(
            |event| matches!(event, Event::Combat(CombatEvent::CombatOrderSet { silenced, .. }) if silenced.contains(unit("A2")))
        ));
    }

    #[test]
    fn bb_ord_03_flank_and_rear_attackers_strike_first() {
        let scene = Scene::new("B1 d5 S, A1 d4 N, A2 c5 E");
        assert_eq!(tiers(&scene), "A1:4 A2:1 B1:4");
    }

    #[test]
    fn bb_ord_04_spears_strike_before_a_charger_in_front() {
        let spears = |units: &str| Scene::new(units).items("B1", "spear-1");
        assert_eq!(tiers(&spears("A1 d4 N, B1 d5 S").charged("A1")), "A1:3 B1:2"); // The book's example.
        assert_eq!(tiers(&spears("A1 c5 E, B1 d5 S").charged("A1")), "A1:1"); // Charged in the flank.
        assert_eq!(tiers(&spears("A1 d4 N, B1 d5 S")), "A1:4 B1:4"); // Not charged.
        let rear = spears("A1 d4 N, A2 d6 S, B1 d5 S").charged("A1");
        assert_eq!(
            (tiers(&rear), order(&rear).1),
            ("A1:3 A2:1".to_owned(), vec!["B1".to_owned()])
        );
    }

    #[test]
    fn bb_ord_05_chargers_strike_before_those_they_charged() {
        let scene = Scene::new("A1 d4 N, B1 d5 S").charged("A1");
        assert_eq!(tiers(&scene), "A1:3 B1:4");
        assert_eq!(tiers(&Scene::new("A1 c5 E, B1 d5 S").charged("A1")), "A1:1"); // In the flank: tier 1.
        // The target strikes with what is left of it: 2 of 5 models fall, so 3 dice.
        let mut scene = Scene::new("A1 d4 N, A2 a1 N, B1 d5 S, B2 h8 N")
            .charged("A1")
            .card("B1", |card| card.block = 7);
        scene.play("end actions", &[6, 6, 1, 1, 1, 1, 1, 1, 6]).unwrap();
        assert_eq!(scene.models_of("B1"), 3);
    }

    #[test]
    fn bb_ord_06_all_others_strike_last() {
        assert_eq!(tiers(&Scene::new("A1 d4 N, B1 d5 S")), "A1:4 B1:4");
    }

    #[test]
    fn bb_ord_07_a_tier_is_simultaneous() {
        // Two units of 4 models each roll 4 dice, even if one of them is wiped out.
        let mut scene = Scene::new("A1 d4 N, A2 a1 N, B1 d5 S, B2 h8 N")
            .models("A1", 4)
            .models("B1", 4);
        scene = scene
            .card("A1", |card| (card.models, card.block) = (4, 7))
            .card("B1", |card| (card.models, card.block) = (4, 7));
        scene.play("end actions", &[6, 6, 6, 6, 6, 6, 1, 1]).unwrap();
        assert_eq!((scene.models_of("A1"), scene.models_of("B1")), (2, 0));
        // A flank attacker removes 3 of 8 models in tier 1; the victim (front rank 6) rolls for 5 in tier 4.
        let mut scene = Scene::new("A1 c5 E, A2 d4 N, B1 d5 S, B2 h8 N")
            .card("A1", |card| card.models = 3)
            .card("B1", |card| {
                (card.models, card.front_rank, card.block) = (8, 6, 7);
            });
        // Tier 1: A1, 3 dice. Tier 4: A2 on d4 5 dice, B1 5 dice. B1 lost 3 to 0: flee roll.
        scene
            .play("end actions", &[6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 6])
            .unwrap();
        assert_eq!(scene.models_of("B1"), 5);
    }

    #[test]
    fn bb_ord_07_dice_by_cell_and_wounds_in_that_order() {
        // Strikers on c5 (flank) and d6 (rear) in tier 1: attack dice of c5, of d6, then blocks against each.
        let mut scene = Scene::new("A1 d6 S, A2 c5 E, A6 a1 N, B1 d5 S, B6 h8 N")
            .card("A1", |card| card.models = 4)
            .card("A2", |card| card.models = 3)
            .card("B1", |card| (card.models, card.block) = (4, 2));
        let dice = [6, 6, 6, 6, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1];
        let events = scene.play("end actions", &dice).unwrap();
        let Some(Event::Combat(CombatEvent::TierFought { tier: 1, blows })) = events
            .iter()
            .find(|event| matches!(event, Event::Combat(CombatEvent::TierFought { .. })))
        else {
            panic!("{events:?}")
        };
        let told: Vec<_> = blows
            .iter()
            .map(|blow| (blow.unit.to_string(), blow.hits, blow.wounds, blow.surplus))
            .collect();
        // 4 models suffer 3 and 4 unsaved hits: 3 to c5, 1 to d6.
        assert_eq!(told, [("A2".to_owned(), 3, 3, 0), ("A1".to_owned(), 4, 1, 3)]);
        assert_eq!(scene.place("B1"), "");
    }

    #[test]
    fn bb_ord_07_the_tier_is_fixed_and_a_striker_without_target_strikes_nobody() {
        // A2 kills B1 from the flank in tier 1; A1 in front then strikes nobody.
        let mut scene = Scene::new("A1 d4 N, A2 c5 E, A6 a1 N, B1 d5 S, B6 h8 N")
            .card("B1", |card| (card.models, card.block) = (2, 7));
        let events = scene.play("end actions", &[6, 6, 6, 1, 1]).unwrap();
        let tiers = events
            .iter()
            .filter(|event| matches!(event, Event::Combat(CombatEvent::TierFought { .. })))
            .count();
        assert_eq!(tiers, 1);
    }

    #[test]
    fn bb_ord_08_a_property_changes_the_order_only_as_it_says() {
        let printed = Scene::new("A1 d4 N, B1 d5 S").card("B1", |card| {
            card.order = crate::model::cards::BlowOrder::BeforeCharger;
        });
        assert_eq!(tiers(&printed.clone().charged("A1")), "A1:3 B1:2"); // On the unit card.
        assert_eq!(tiers(&printed), "A1:4 B1:4");
        assert_eq!(
            tiers(
                &Scene::new("A1 d4 N, B1 d5 S")
                    .items("B1", "sword-1")
                    .charged("A1")
            ),
            "A1:3 B1:4"
        );
        // An unknown property makes the pack invalid.
        let mut pack = BeforeBattle::sample_packs().remove(0);
        pack["items"][2]["order"] = "always_first".into();
        let faults = crate::packs::read_pack(&pack).unwrap_err();
        assert_eq!(
            faults.iter().map(|fault| fault.path.as_str()).collect::<Vec<_>>(),
            ["/items/2/order"]
        );
    }
}
