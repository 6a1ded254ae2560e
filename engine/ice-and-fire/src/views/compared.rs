//! Features that a community compares games by besides factions and units: commanders, zones, Orders, charge
//! dice, tokens, actions.
//!
//! Communities group and filter games by the orders that a side gave. Here each of these counts as one, so that its share
//! of games, its win rate and its moments are asked for as those of an order are.

use hindsight_kernel::{Fact, Seat};

use super::facts::dice::{gained_by_reroll, harmed_by_reroll};
use super::names;
use crate::cards::ConditionToken;
use crate::model::event::{
    Again, AttackEvent, ChargeEvent, EffectEvent, Event, MovementEvent, RollOf, RoundEvent, SetupEvent,
    UnitEvent,
};
use crate::model::names::UnitId;
use crate::model::state::State;

/// What an event is for the dashboards of a community.
pub(super) fn compared(before: &State, event: &Event, out: &mut Vec<Fact>) {
    match event {
        Event::Setup(SetupEvent::ArmyMustered {
            seat,
            commander,
            units,
            ..
        }) => {
            let led = |unit: &&crate::model::unit::Unit| {
                unit.card == *commander || unit.attachment == Some(*commander)
            };
            // A commander who is an NCU leads from beside the table.
            if let Some(unit) = units.iter().find(led).or_else(|| units.first()) {
                let name = commander_name(before, *commander);
                out.push(given(unit.id, *seat, format!("Commander: {name}")));
            }
        }
        Event::Round(RoundEvent::ZoneClaimed { ncu, zone }) => {
            if let Some(unit) = spokesman(before, ncu.seat()) {
                out.push(given(unit, ncu.seat(), format!("Zone: {}", zone.title())));
            }
        }
        Event::Effect(EffectEvent::OrderUsed { unit, order }) => {
            let name = names::order_name(before, *unit, *order);
            out.push(given(*unit, unit.seat(), format!("Order: {name}")));
        }
        Event::Charge(ChargeEvent::ChargeRolled {
            roll,
            distance,
            needed: Some(needed),
            success,
        }) => {
            if let Some(charge) = &before.charge {
                let needed = needed_die(i32::try_from(roll.total()).unwrap_or(6), *distance, *needed);
                let (unit, order) = (charge.charger, format!("Charge die: {needed}+"));
                out.push(resolved(unit, &order, *success));
                out.push(given(unit, unit.seat(), order));
            }
        }
        Event::Unit(UnitEvent::TokenExpended { seat, unit, token }) => {
            if let Some(by) = expender(before, *seat, *unit) {
                out.push(given(by, *seat, token_expended(*token)));
            }
        }
        Event::Attack(AttackEvent::DiceRerolled {
            of,
            by: Again::Token,
            places,
            roll,
        }) => {
            let whose = gained_by_reroll(before, *of, places, roll).map(|(unit, _)| unit);
            if let Some(by) = whose.and_then(|unit| expender(before, unit.seat().opponent(), unit)) {
                let harmed = harmed_by_reroll(before, *of, places, roll);
                out.push(resolved(by, &token_expended(bears_on(*of)), harmed));
            }
        }
        Event::Movement(MovementEvent::ActionDeclared { unit, action, .. }) => {
            let action = super::facts::action_name(action);
            out.push(given(*unit, unit.seat(), format!("Action: {action}")));
        }
        _ => {}
    }
}

/// The least face that makes contact, as a roll with its distance shows: 7 where no face does. Rule `IF-CHG-05`.
pub(super) fn needed_die(face: i32, distance: i32, needed: i32) -> i32 {
    (face + (needed - distance + 999).div_euclid(1_000)).clamp(1, 7)
}

fn given(unit: UnitId, seat: Seat, order: String) -> Fact {
    Fact::OrderGiven {
        unit: unit.to_string(),
        seat,
        order,
    }
}

fn resolved(unit: UnitId, order: &str, succeeded: bool) -> Fact {
    Fact::OrderResolved {
        unit: unit.to_string(),
        seat: unit.seat(),
        order: order.to_owned(),
        succeeded,
    }
}

fn token_expended(token: ConditionToken) -> String {
    format!("Token expended: {}", token.title())
}

/// The token that makes dice of a roll be rolled again. Rules `IF-COND-02` to `-04`.
const fn bears_on(of: RollOf) -> ConditionToken {
    match of {
        RollOf::Attack => ConditionToken::Weakened,
        RollOf::Defence => ConditionToken::Vulnerable,
        RollOf::Panic => ConditionToken::Panicked,
    }
}

/// The unit of a player that a token on an enemy unit serves: the other unit of the attack under way, or else the one that
/// stands for the player. Rule `IF-COND-05`.
fn expender(state: &State, seat: Seat, holder: UnitId) -> Option<UnitId> {
    let other = state.attack.as_ref().and_then(|attack| {
        let both = [attack.attacker, attack.defender];
        both.contains(&holder)
            .then(|| both.into_iter().find(|unit| unit.seat() == seat))
            .flatten()
    });
    other.or_else(|| spokesman(state, seat))
}

/// The unit that stands for a player where an NCU acts: NCUs are no units of the table.
fn spokesman(state: &State, seat: Seat) -> Option<UnitId> {
    let commander = state.player(seat).commander;
    let led = |id: &UnitId| {
        state.unit(*id).is_some_and(|unit| {
            commander.is_some_and(|card| unit.card == card || unit.attachment == Some(card))
        })
    };
    let own = || {
        state
            .units
            .iter()
            .map(|unit| unit.id)
            .filter(|id| id.seat() == seat)
    };
    own().find(led).or_else(|| own().next())
}

fn commander_name(state: &State, id: crate::cards::CardId) -> String {
    let cards = &state.cards;
    let attached = cards.attachment(id).map(|card| card.name.clone());
    let alone = || cards.unit(id).map(|card| card.name.clone());
    let aside = || cards.ncu(id).map(|card| card.name.clone());
    attached
        .or_else(alone)
        .or_else(aside)
        .unwrap_or_else(|| id.to_string())
}

#[cfg(test)]
mod tests {
    use hindsight_kernel::testing::Playout;
    use hindsight_kernel::{Bot, Rules, Story, bot_rng};
    use serde_json::json;

    use super::*;
    use crate::IceAndFire;

    #[test]
    fn the_die_that_a_charge_needs_follows_from_its_roll() {
        // Speed 5 and a gap of 9.2: a 5. IF-CHG-05.
        for (face, distance) in [(1, 6_000), (4, 9_000), (6, 11_000)] {
            assert_eq!(needed_die(face, distance, 9_200), 5);
        }
        assert_eq!(needed_die(3, 8_000, 0), 1, "contact after the pivot");
        assert_eq!(needed_die(2, 6_000, 11_030), 7, "a Rough piece made it too far");
    }

    #[test]
    fn whole_games_tell_commanders_zones_orders_and_charge_dice() {
        let mut playout = Playout::<IceAndFire>::begin(5, &json!({ "armies": "sample" }), &[]);
        let mut rng = bot_rng(5);
        while let Some(seat) = playout.asked_first() {
            let command = playout.choose(Bot::Greedy, seat, &mut rng);
            playout.play(seat, &command);
        }
        let mut state = State::default();
        let mut told = std::collections::BTreeMap::<String, usize>::new();
        let (mut zones, mut charges, mut made, mut tokens) = (0, 0, 0, 0);
        let mut results = std::collections::BTreeMap::<String, Vec<bool>>::new();
        for event in &playout.events {
            let mut facts = Vec::new();
            IceAndFire::facts(&state, event, &mut facts);
            for fact in facts {
                if let Fact::OrderGiven { order, unit, .. } = fact {
                    assert!(!unit.is_empty());
                    let (kind, _) = order.split_once(": ").unwrap();
                    *told.entry(kind.to_owned()).or_default() += 1;
                } else if let Fact::OrderResolved { order, succeeded, .. } = fact {
                    let (kind, _) = order.split_once(": ").unwrap();
                    results.entry(kind.to_owned()).or_default().push(succeeded);
                }
            }
            zones += usize::from(matches!(event, Event::Round(RoundEvent::ZoneClaimed { .. })));
            if let Event::Charge(ChargeEvent::ChargeRolled {
                needed: Some(_),
                success,
                ..
            }) = event
            {
                charges += 1;
                made += usize::from(*success);
            }
            tokens += usize::from(matches!(event, Event::Unit(UnitEvent::TokenExpended { .. })));
            IceAndFire::evolve(&mut state, event).unwrap();
        }
        assert_eq!(
            (
                told["Commander"],
                told["Zone"],
                told["Charge die"],
                told["Token expended"]
            ),
            (2, zones, charges, tokens)
        );
        let succeeded = |of: &Vec<bool>| of.iter().filter(|succeeded| **succeeded).count();
        let of_charges = &results["Charge die"];
        assert_eq!((of_charges.len(), succeeded(of_charges)), (charges, made));
        assert_eq!(results["Token expended"].len(), tokens, "each re-roll came out");
        assert!(told["Order"] > 0 && told["Action"] > 20, "{told:?}");
    }
}
