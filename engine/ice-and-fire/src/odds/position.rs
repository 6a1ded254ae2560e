//! The terms of attacks in a position: the one under way, and those that could be made.

use hindsight_kernel::Seat;

use super::chances::{chance, trigger_of};
use super::{Change, ShownDie, Stage, Terms, changed_by};
use crate::cards::{AttackAbility, AttackKind, ConditionToken, Effect, Keyword, Trigger};
use crate::field::Side;
use crate::model::agenda::{Occasion, Step};
use crate::model::contests::{Attack, AttackEffects, Charge, Die, PanicTest};
use crate::model::names::{SEATS, UnitId};
use crate::model::state::State;
use crate::model::unit::Unit;
use crate::rules::{abilities, cards, terrain};

/// An attack that could be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prospect {
    /// Who would attack.
    pub attacker: UnitId,
    /// Whom.
    pub defender: UnitId,
    /// Melee or ranged.
    pub kind: AttackKind,
    /// The attack's place on the attacker's card.
    pub weapon: u8,
    /// The defender's side it comes over.
    pub over: Side,
    /// The charge it belongs to, if it is the attack of one.
    pub charge: Option<ChargeProspect>,
}

/// The effect of the way of a charge on its attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChargeProspect {
    /// Whether the Charge Bonus is in force. Rules `IF-BON-01`, `IF-TERR-08`.
    pub bonus: bool,
    /// Whether a Fortified piece lies on the path. Rule `IF-TERR-07`.
    pub fortified: bool,
}

impl ChargeProspect {
    /// The effect of the pieces on the way of a charge, by their places among the pieces of the field. Rules `IF-TERR-07`,
    /// `IF-TERR-08`.
    pub(crate) fn by(state: &State, pieces: &[usize]) -> Self {
        let field = terrain::field_pieces(state);
        let has = |keyword: Keyword| {
            let mut crossed = pieces.iter().filter_map(|at| field.get(*at));
            crossed.any(|piece| piece.keywords.has(keyword))
        };
        Self {
            bonus: !has(Keyword::Hindering),
            fortified: has(Keyword::Fortified),
        }
    }
}

impl Prospect {
    /// The position with this attack declared and no die rolled.
    pub fn declared(&self, state: &State) -> State {
        let mut state = state.clone();
        state.charge = self.charge.map(|way| Charge {
            charger: self.attacker,
            target: self.defender,
            side: self.over,
            heading: 0,
            weapon: None,
            path: Vec::new(),
            modifier: 0,
            die: None,
            hurt: false,
            bonus_lost: !way.bonus,
            fortified: way.fortified,
            effects: AttackEffects::default(),
        });
        state.attack = Some(Attack {
            attacker: self.attacker,
            defender: self.defender,
            kind: self.kind,
            weapon: self.weapon,
            of_a_charge: self.charge.is_some(),
            shifted: false,
            over: self.over,
            bonus: self.charge.is_some_and(|way| way.bonus),
            effects: AttackEffects::default(),
            dice: Vec::new(),
            hits: 0,
            precise: 0,
            defence_dice: Vec::new(),
            wounds: 0,
            struck: false,
            destroyed: false,
            partners: Vec::new(),
        });
        state.panics.clear();
        let at = occasion(self.attacker, self.defender, Trigger::AttackDeclared);
        let window = Step::Window {
            at,
            asked: at.active,
            used: false,
        };
        state.agenda = vec![Step::RollAttack.into(), window.into()];
        state
    }

    /// The terms of this attack.
    pub fn terms(&self, state: &State) -> Option<Terms> {
        under_way(&self.declared(state))
    }
}

/// How far the attack under way has come.
fn stage(state: &State, attack: &Attack) -> Stage {
    let waits = |wanted: &Step| state.agenda.iter().any(|frame| frame.step == *wanted);
    let shown = |dice: &[Die]| -> Vec<ShownDie> {
        dice.iter()
            .map(|die| ShownDie {
                face: die.face,
                rerolled: die.again,
            })
            .collect()
    };
    let is_alive = |id: UnitId| state.unit(id).is_some_and(Unit::is_alive);
    let in_vain = !is_alive(attack.defender) || (waits(&Step::RollAttack) && !is_alive(attack.attacker));
    if in_vain && !attack.struck {
        return Stage::Over;
    }
    // Between two events of one command the steps of the attack may not stand yet: it is declared, and nothing is rolled.
    let is_declared =
        attack.dice.is_empty() && !attack.struck && !waits(&Step::RollDefence) && !waits(&Step::Strike);
    if waits(&Step::RollAttack) || is_declared {
        return Stage::Dice(abilities::attack_dice(state, attack).into());
    }
    if waits(&Step::RollDefence) {
        return Stage::Rolled(shown(&attack.dice));
    }
    if waits(&Step::Strike) && !attack.struck {
        return Stage::Saving {
            shown: shown(&attack.defence_dice),
            precise: attack.precise.into(),
        };
    }
    let is_demanded = state.agenda.iter().any(
        |frame| matches!(frame.step, Step::Panic { unit, of_attack: true, .. } if unit == attack.defender),
    );
    match test_of(state, attack).map(|test| shown(&test.dice)).as_deref() {
        Some([one, two, three]) => Stage::Panicking([
            *one,
            *two,
            ShownDie {
                face: three.face.div_ceil(2),
                rerolled: three.rerolled,
            },
        ]),
        Some(_) => Stage::Wounded,
        None if is_demanded => Stage::Wounded,
        None => Stage::Over,
    }
}

/// The Panic Test of the attack, while it is taken.
fn test_of<'s>(state: &'s State, attack: &Attack) -> Option<&'s PanicTest> {
    let mut tests = state.panics.iter();
    tests.find(|test| test.of_attack && test.unit == attack.defender)
}

/// The terms of the attack under way, without anything that could still be used.
pub fn under_way(state: &State) -> Option<Terms> {
    let attack = state.attack.as_ref()?;
    let weapon = abilities::weapon(state, attack)?;
    let (unit, card) = state.unit_and_card(attack.defender)?;
    let demanded = PanicTest::demanded(attack.defender, true, 0);
    let pending = test_of(state, attack);
    let test = pending.unwrap_or(&demanded);
    let reached = stage(state, attack);
    // A Charge Bonus that was let pass does not come back (`IF-TIME-01`).
    let bonus = attack.bonus
        && chance(
            state,
            attack,
            &reached,
            Trigger::AttackRolled,
            attack.attacker.seat(),
        )
        .is_left();
    let without = |parts: Vec<(&'static str, i32)>, rule: &str| -> i32 {
        parts.iter().filter(|(id, _)| *id != rule).map(|(_, by)| by).sum()
    };
    Some(Terms {
        stage: reached,
        to_hit: weapon.to_hit,
        abilities: abilities::attack_abilities(state, attack).into_iter().collect(),
        reroll_attack: bonus,
        weakened: false,
        save: card.defence,
        // Sundering and Vicious are among the abilities.
        defence_mod: without(abilities::defence_parts(state, attack), "IF-ABIL-03"),
        vulnerable: false,
        reroll_defence: false,
        kind: card.kind,
        models: unit.models,
        wounds_per_model: card.wounds_per_model,
        wounded: unit.wounded,
        morale: card.morale,
        panic_mod: without(abilities::panic_parts(state, test), "IF-ABIL-04"),
        panicked: false,
        replace_panic: pending.and_then(|test| test.replaced),
    })
}

/// Effects that could be used in the attack under way, and the terms after each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alternative {
    /// Effects that are used, each by its player: `Salt and Iron`, or several condition tokens together.
    pub used: Vec<(String, Seat)>,
    /// The attack's terms with it.
    pub terms: Terms,
}

/// Every card, Order and set of tokens that could still be used in the attack under way, as far as the position tells: cards
/// of hands that are not known are left out, and so is what a player let pass or may no longer use at a trigger. Rules
/// `IF-TIME-01` to `-03`, `IF-COND-02` to `-04`.
pub fn alternatives(state: &State) -> Vec<Alternative> {
    let (Some(attack), Some(terms)) = (&state.attack, under_way(state)) else {
        return Vec::new();
    };
    let mut found = with_tokens(state, attack, &terms);
    let mut add = |name: &str, seat: Seat, effects: &[Effect]| {
        let after = effects.iter().fold(None, |before: Option<Terms>, effect| {
            changed_by(before.as_ref().unwrap_or(&terms), Change::Effect(effect)).or(before)
        });
        if let Some(terms) = after {
            let used = vec![(name.to_owned(), seat)];
            found.push(Alternative { used, terms });
        }
    };
    for trigger in TRIGGERS {
        let at = occasion(attack.attacker, attack.defender, trigger);
        for seat in SEATS {
            if !chance(state, attack, &terms.stage, trigger, seat).takes_effects() {
                continue;
            }
            for id in cards::usable_cards(state, seat, &at) {
                let known = state.player(seat).hand.contains(&Some(id));
                if let Some(card) = state.cards.tactics_card(id).filter(|_| known) {
                    add(&card.name, seat, &card.effects);
                }
            }
            for (unit, place) in cards::usable_orders(state, seat, &at) {
                let order = state
                    .unit(unit)
                    .and_then(|unit| state.orders_of(unit).nth(place.into()));
                if let Some(order) = order {
                    add(&order.name, seat, &order.effects);
                }
            }
        }
    }
    found.dedup();
    found
}

/// The triggers of an attack at which effects bear on its odds.
const TRIGGERS: [Trigger; 4] = [
    Trigger::AttackDeclared,
    Trigger::AttackRolled,
    Trigger::DefenceRolled,
    Trigger::PanicPending,
];

/// The condition tokens that may still be expended, each alone and then together. Rules `IF-COND-02` to `-05`.
fn with_tokens(state: &State, attack: &Attack, terms: &Terms) -> Vec<Alternative> {
    let open: Vec<(ConditionToken, Seat)> = [
        (attack.attacker, ConditionToken::Weakened),
        (attack.defender, ConditionToken::Vulnerable),
        (attack.defender, ConditionToken::Panicked),
    ]
    .into_iter()
    .filter(|(unit, token)| state.unit(*unit).is_some_and(|unit| unit.has_token(*token)))
    .map(|(unit, token)| (token, unit.seat().opponent()))
    .filter(|(token, seat)| chance(state, attack, &terms.stage, trigger_of(*token), *seat).is_left())
    .collect();
    let mut sets: Vec<u8> = (1..1 << open.len()).collect();
    sets.sort_by_key(|set| set.count_ones());
    sets.into_iter()
        .map(|set| {
            let of_set = (0..open.len()).filter(|place| set & (1 << place) != 0);
            let mut with = Alternative {
                used: Vec::new(),
                terms: terms.clone(),
            };
            for (token, seat) in of_set.map(|place| open[place]) {
                with.terms = changed_by(&with.terms, Change::Token(token)).unwrap_or(with.terms);
                with.used.push((token.title().to_owned(), seat));
            }
            with
        })
        .collect()
}

/// The occasion of a trigger of an attack: the attacker's player is asked first.
fn occasion(attacker: UnitId, defender: UnitId, trigger: Trigger) -> Occasion {
    Occasion {
        attacker: Some(attacker),
        subject: Some(defender),
        ..Occasion::new(trigger, attacker.seat())
    }
}

impl Terms {
    /// Whether the attack has an ability. Rule `IF-UNIT-09`.
    pub const fn has(&self, ability: AttackAbility) -> bool {
        self.abilities.has(ability)
    }
}
