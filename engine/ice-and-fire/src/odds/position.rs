//! The terms of attacks in a position: the one under way, and those that could be made.

use hindsight_kernel::Seat;

use super::{Change, ShownDie, Stage, Terms, changed_by};
use crate::cards::{AttackAbility, AttackKind, ConditionToken, Trigger};
use crate::field::Side;
use crate::model::agenda::{Occasion, Step};
use crate::model::contests::{Attack, AttackEffects, Charge, Die, PanicTest};
use crate::model::names::{SEATS, UnitId};
use crate::model::state::State;
use crate::rules::{abilities, cards};

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
        state.agenda = vec![Step::RollAttack.into()];
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
    let rolled = state.panics.last().filter(|test| test.unit == attack.defender);
    match rolled.map(|test| shown(&test.dice)).as_deref() {
        Some([one, two, three]) => Stage::Panicking([
            *one,
            *two,
            ShownDie {
                face: three.face.div_ceil(2),
                rerolled: three.rerolled,
            },
        ]),
        _ => Stage::Wounded,
    }
}

/// The terms of the attack under way, without anything that could still be used.
pub fn under_way(state: &State) -> Option<Terms> {
    let attack = state.attack.as_ref()?;
    let weapon = abilities::weapon(state, attack)?;
    let (unit, card) = state.unit_and_card(attack.defender)?;
    let demanded = PanicTest::demanded(attack.defender, true, 0);
    let pending = state.panics.last().filter(|test| test.unit == attack.defender);
    let test = pending.unwrap_or(&demanded);
    let without = |parts: Vec<(&'static str, i32)>, rule: &str| -> i32 {
        parts.iter().filter(|(id, _)| *id != rule).map(|(_, by)| by).sum()
    };
    Some(Terms {
        stage: stage(state, attack),
        to_hit: weapon.to_hit,
        abilities: abilities::attack_abilities(state, attack).into_iter().collect(),
        reroll_attack: attack.bonus,
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

/// Something that could be used in the attack under way, and the terms after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alternative {
    /// What it is called: `Weakened`, `Salt and Iron`.
    pub name: String,
    /// Who could use it.
    pub seat: Seat,
    /// The attack's terms with it.
    pub terms: Terms,
}

/// Every card, Order and token that could be used in the attack under way, as far as the position tells: cards of hands
/// that are not known are left out. Rules `IF-TIME-03`, `IF-COND-02` to `-04`.
pub fn alternatives(state: &State) -> Vec<Alternative> {
    let (Some(attack), Some(terms)) = (&state.attack, under_way(state)) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut add = |name: &str, seat: Seat, after: Option<Terms>| {
        if let Some(terms) = after {
            found.push(Alternative {
                name: name.to_owned(),
                seat,
                terms,
            });
        }
    };
    let has = |unit: UnitId, token| state.unit(unit).is_some_and(|unit| unit.has_token(token));
    for (unit, token) in [
        (attack.attacker, ConditionToken::Weakened),
        (attack.defender, ConditionToken::Vulnerable),
        (attack.defender, ConditionToken::Panicked),
    ] {
        let seat = unit.seat().opponent();
        if has(unit, token) && is_open(&terms.stage, token) {
            add(token.title(), seat, changed_by(&terms, Change::Token(token)));
        }
    }
    for trigger in triggers_to_come(&terms.stage) {
        let at = occasion(attack, *trigger, attack.attacker.seat());
        for seat in SEATS {
            for id in cards::usable_cards(state, seat, &at) {
                let known = state.player(seat).hand.contains(&Some(id));
                let Some(card) = state.cards.tactics_card(id).filter(|_| known) else {
                    continue;
                };
                let after = card.effects.iter().fold(None, |before: Option<Terms>, effect| {
                    changed_by(before.as_ref().unwrap_or(&terms), Change::Effect(effect)).or(before)
                });
                add(&card.name, seat, after);
            }
            for (unit, place) in cards::usable_orders(state, seat, &at) {
                let order = state
                    .unit(unit)
                    .and_then(|unit| state.orders_of(unit).nth(place.into()));
                let Some(order) = order else { continue };
                let after = order.effects.iter().fold(None, |before: Option<Terms>, effect| {
                    changed_by(before.as_ref().unwrap_or(&terms), Change::Effect(effect)).or(before)
                });
                add(&order.name, seat, after);
            }
        }
    }
    found.dedup();
    found
}

/// Whether a token can still bear on the rest of an attack.
const fn is_open(stage: &Stage, token: ConditionToken) -> bool {
    match stage {
        Stage::Dice(_) | Stage::Rolled(_) => true,
        Stage::Counted { .. } | Stage::Saving { .. } => !matches!(token, ConditionToken::Weakened),
        Stage::Wounded | Stage::Panicking(_) => matches!(token, ConditionToken::Panicked),
    }
}

/// The triggers of an attack that are still to come.
const fn triggers_to_come(stage: &Stage) -> &'static [Trigger] {
    match stage {
        Stage::Dice(_) => &[
            Trigger::AttackDeclared,
            Trigger::AttackRolled,
            Trigger::DefenceRolled,
            Trigger::PanicPending,
        ],
        Stage::Rolled(_) => &[
            Trigger::AttackRolled,
            Trigger::DefenceRolled,
            Trigger::PanicPending,
        ],
        Stage::Counted { .. } | Stage::Saving { .. } => &[Trigger::DefenceRolled, Trigger::PanicPending],
        Stage::Wounded => &[Trigger::PanicPending],
        Stage::Panicking(_) => &[],
    }
}

fn occasion(attack: &Attack, trigger: Trigger, active: Seat) -> Occasion {
    Occasion {
        attacker: Some(attack.attacker),
        subject: Some(attack.defender),
        ..Occasion::new(trigger, active)
    }
}

impl Terms {
    /// Whether the attack has an ability. Rule `IF-UNIT-09`.
    pub const fn has(&self, ability: AttackAbility) -> bool {
        self.abilities.has(ability)
    }
}
