//! Facts of dice for statistics: what was rolled, needed and to be expected, and what re-rolls brought.

use hindsight_kernel::odds::{Die as OddsDie, SuccessRule};
use hindsight_kernel::{AttackResolved, DiceRolled, Distribution, Fact, Modifier, Roll, RuleId, Seat};

use super::counted;
use crate::cards::AttackKind;
use crate::model::contests::{Attack, Die, PanicTest};
use crate::model::event::RollOf;
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::odds;
use crate::rules::{abilities, morale, units};

pub(super) fn sum(
    purpose: &str,
    seat: Seat,
    unit: Option<UnitId>,
    roll: &Roll,
    target: Option<i32>,
    expected: &Distribution,
) -> Fact {
    Fact::DiceRolled(DiceRolled {
        purpose: purpose.to_owned(),
        seat,
        unit: unit.map(|unit| unit.to_string()),
        against: None,
        roll: roll.clone(),
        target,
        roll_under: false,
        result: roll.total() as i32,
        expected: expected.clone(),
        modifiers: Vec::new(),
        high_is_good: true,
    })
}

pub(super) fn charge_rolled(
    before: &State,
    roll: &Roll,
    distance: i32,
    needed: Option<i32>,
    success: bool,
    out: &mut Vec<Fact>,
) {
    let Some(charge) = &before.charge else { return };
    let (unit, seat) = (charge.charger, charge.charger.seat());
    let face = roll.total() as i32;
    let need = needed.map(|needed| crate::views::compared::needed_die(face, distance, needed));
    out.push(sum(
        "charge distance",
        seat,
        Some(unit),
        roll,
        need,
        &OddsDie::D6.distribution(),
    ));
    if let Some(need) = need {
        out.push(counted(&format!("charges_needing_{need}"), Some(unit), seat, 1.0));
        if success {
            out.push(counted(
                &format!("charges_made_needing_{need}"),
                Some(unit),
                seat,
                1.0,
            ));
        }
    }
    let word = if success { "charges_made" } else { "charges_failed" };
    out.push(counted(word, Some(unit), seat, 1.0));
    if face == 1 {
        out.push(counted("charges_disorderly", Some(unit), seat, 1.0));
    }
}

#[allow(clippy::too_many_arguments, reason = "what a roll needs to be told")]
pub(super) fn dice(
    before: &State,
    attack: &Attack,
    purpose: &str,
    roller: UnitId,
    roll: &Roll,
    need: SuccessRule,
    target: i32,
    parts: &[(&'static str, i32)],
    out: &mut Vec<Fact>,
) {
    let count = roll.dice() as u32;
    let result = roll
        .read()
        .iter()
        .filter(|face| need.mark(i32::from(**face)) != hindsight_kernel::odds::Mark::Miss)
        .count();
    let other = if roller == attack.attacker {
        attack.defender
    } else {
        attack.attacker
    };
    let rules = crate::packs::rulebook();
    out.push(Fact::DiceRolled(DiceRolled {
        purpose: purpose.to_owned(),
        seat: roller.seat(),
        unit: Some(roller.to_string()),
        against: before.unit(other).map(|unit| unit.id.to_string()),
        roll: roll.clone(),
        target: Some(target),
        roll_under: false,
        result: result as i32,
        expected: Distribution::binomial(count, need.chance()),
        modifiers: parts
            .iter()
            .map(|(rule, change)| Modifier {
                name: rules
                    .get(rule)
                    .map_or_else(|| (*rule).to_owned(), |rule| rule.title.clone()),
                change: *change,
                rule: RuleId::new(rule),
            })
            .collect(),
        high_is_good: true,
    }));
}

/// How many dice were rolled again, and how many more of them are successes than were before.
pub(super) fn rerolled(before: &State, of: RollOf, places: &[u8], roll: &Roll, out: &mut Vec<Fact>) {
    let Some((unit, gained)) = gained_by_reroll(before, of, places, roll) else {
        return;
    };
    let word: &str = (&of).into();
    let dice = roll.dice() as f64;
    let seat = unit.seat();
    out.push(counted(&format!("dice_rerolled_{word}"), Some(unit), seat, dice));
    out.push(counted(
        &format!("rerolls_gained_{word}"),
        Some(unit),
        seat,
        f64::from(gained),
    ));
}

/// The unit whose dice were rolled again, and how many more of them are successes than were before: hits, blocked hits, a
/// passed Panic Test.
pub(in crate::views) fn gained_by_reroll(
    before: &State,
    of: RollOf,
    places: &[u8],
    roll: &Roll,
) -> Option<(UnitId, i32)> {
    match of {
        RollOf::Attack => before.attack.as_ref().and_then(|attack| {
            let to_hit = abilities::weapon(before, attack)?.to_hit;
            let gained = gained(&attack.dice, places, roll, |face| face >= to_hit);
            Some((attack.attacker, gained))
        }),
        RollOf::Defence => before.attack.as_ref().and_then(|attack| {
            let (_, card) = before.unit_and_card(attack.defender)?;
            let modifier = abilities::defence_modifier(before, attack);
            let blocks = |face| abilities::modified(face, modifier) >= card.defence;
            Some((
                attack.defender,
                gained(&attack.defence_dice, places, roll, blocks),
            ))
        }),
        RollOf::Panic => before.panics.last().and_then(|test| {
            let (_, card) = before.unit_and_card(test.unit)?;
            let modifier = abilities::panic_modifier(before, test);
            let passes = |dice: &[Die]| {
                let two: i32 = dice.iter().take(2).map(|die| i32::from(die.face)).sum();
                i32::from(two + modifier >= i32::from(card.morale))
            };
            let after = again(&test.dice, places, roll);
            Some((test.unit, passes(&after) - passes(&test.dice)))
        }),
    }
}

/// Whether a re-roll that an enemy forced harmed the unit whose dice they are: fewer hits, fewer blocked hits, more wounds
/// of a Panic Test. Rules `IF-COND-02` to `-04`.
pub(in crate::views) fn harmed_by_reroll(before: &State, of: RollOf, places: &[u8], roll: &Roll) -> bool {
    match (of, before.panics.last()) {
        (RollOf::Panic, Some(test)) => {
            let after = PanicTest {
                dice: again(&test.dice, places, roll),
                ..test.clone()
            };
            morale::result(before, &after).2 > morale::result(before, test).2
        }
        _ => gained_by_reroll(before, of, places, roll).is_some_and(|(_, gained)| gained < 0),
    }
}

/// Dice with the new faces of those that were rolled again.
fn again(dice: &[Die], places: &[u8], roll: &Roll) -> Vec<Die> {
    let mut after = dice.to_vec();
    for (place, range) in places.iter().zip(roll.ranges()) {
        if let Some(die) = after.get_mut(usize::from(*place)) {
            *die = Die {
                again: die.again,
                ..Die::between(range)
            };
        }
    }
    after
}

/// How many more of the dice at some places succeed with their new faces.
fn gained(dice: &[Die], places: &[u8], roll: &Roll, succeeds: impl Fn(u8) -> bool) -> i32 {
    let change = |(place, face): (&u8, &u8)| {
        let old = dice
            .get(usize::from(*place))
            .is_some_and(|die| succeeds(die.face));
        i32::from(succeeds(*face)) - i32::from(old)
    };
    places.iter().zip(roll.read().iter()).map(change).sum()
}

pub(super) fn attack_resolved(before: &State, blocked: u16, wounds: u16, out: &mut Vec<Fact>) {
    let Some(attack) = &before.attack else { return };
    let left = before
        .unit_and_card(attack.defender)
        .map_or(0, |(unit, card)| u32::from(units::wounds_left(unit, card)));
    let dice = attack.dice.len() as u32;
    let expected = odds::under_way(before)
        .map(|terms| odds::Terms {
            stage: odds::Stage::Dice(dice),
            reroll_attack: attack.of_a_charge
                && before
                    .charge
                    .as_ref()
                    .is_some_and(crate::model::contests::Charge::has_bonus),
            ..terms
        })
        .and_then(|terms| terms.odds().ok())
        .map_or_else(|| Distribution::point(0), |odds| odds.attack_wounds);
    let wounds = u32::from(wounds);
    let seat = attack.attacker.seat();
    out.push(counted(
        "wounds_expected",
        Some(attack.attacker),
        seat,
        expected.mean(),
    ));
    out.push(Fact::AttackResolved(AttackResolved {
        unit: attack.attacker.to_string(),
        seat,
        against: attack.defender.to_string(),
        kind: match (attack.kind, attack.of_a_charge) {
            (AttackKind::Ranged, _) => "ranged",
            (AttackKind::Melee, true) => "charge",
            (AttackKind::Melee, false) => "melee",
        }
        .to_owned(),
        ranged: attack.kind == AttackKind::Ranged,
        dice,
        hits: u32::from(attack.hits) + u32::from(attack.precise),
        saved: u32::from(blocked),
        damage: wounds.min(left),
        surplus: wounds.saturating_sub(left),
        expected,
        tier: None,
    }));
}

/// The two D6 of a Panic Test: the D3 beside them matters only if it fails. Rules `IF-MOR-02`, `IF-MOR-05`.
pub(super) fn panic_rolled(before: &State, roll: &Roll, modifier: i8, morale: u8, out: &mut Vec<Fact>) {
    let Some(test) = before.panics.last() else { return };
    let two: i32 = roll.faces.iter().take(2).map(|face| i32::from(*face)).sum();
    let modifiers = (modifier != 0).then(|| Modifier {
        name: "modifiers".to_owned(),
        change: i32::from(modifier),
        rule: RuleId::new("IF-MOR-02"),
    });
    out.push(Fact::DiceRolled(DiceRolled {
        purpose: "panic".to_owned(),
        seat: test.unit.seat(),
        unit: Some(test.unit.to_string()),
        against: None,
        roll: roll.clone(),
        target: Some(i32::from(morale)),
        roll_under: false,
        result: two,
        expected: OddsDie::D6.sum(2),
        modifiers: modifiers.into_iter().collect(),
        high_is_good: true,
    }));
}

pub(super) fn panic_resolved(
    before: &State,
    unit: UnitId,
    total: Option<u8>,
    passed: bool,
    wounds: u8,
    out: &mut Vec<Fact>,
) {
    let Some((test, total)) = before.panics.last().zip(total) else {
        return;
    };
    let morale = before
        .unit_and_card(unit)
        .map_or(0, |(_, card)| i32::from(card.morale));
    let modifier = abilities::panic_modifier(before, test);
    let two = OddsDie::D6.sum(2);
    out.push(Fact::MoraleChecked {
        unit: unit.to_string(),
        seat: unit.seat(),
        kind: "panic".to_owned(),
        need: morale,
        rolled: i32::from(total),
        passed,
        chance: two.at_least(morale - modifier),
    });
    out.push(counted(
        "panic_margin",
        Some(unit),
        unit.seat(),
        f64::from(i32::from(total) - morale),
    ));
    out.push(counted(
        "panic_wounds",
        Some(unit),
        unit.seat(),
        f64::from(wounds),
    ));
}
