//! Units that must check, and their target numbers (pp. 84-87, 101, 123).

use hindsight_kernel::Modifier;

use crate::editions::profile::{SkirmisherRushed, Terror};
use crate::model::charging::{charges_toward, is_charging};
use crate::model::effect::{Condition, Keyword};
use crate::model::names::UnitId;
use crate::model::rule::Rule;
use crate::model::state::{CheckKind, State, Status, Unit};
use crate::procedures::attack::standing::{Shade, shade};
use crate::procedures::lasting;

/// In how many of the 216 falls of three dice the total does not exceed a target. Rule `BG4-COUR-03` (p. 85).
pub(crate) fn passes_of_216(target: i32) -> u32 {
    let mut passes = 0;
    for one in 1..=6 {
        for two in 1..=6 {
            for three in 1..=6 {
                passes += u32::from(one + two + three <= target);
            }
        }
    }
    passes
}

/// The enemies that charge a unit this turn. Rules `BG4-COUR-08`, `BG4-RUSH-18` (pp. 58, 86, 103-104, 123, 131).
pub(crate) fn chargers(state: &State, id: UnitId) -> impl Iterator<Item = &Unit> {
    state
        .engaged_with(id)
        .filter(move |(enemy, _, _)| charges_toward(state, *enemy, id))
        .filter_map(|(enemy, _, _)| state.unit(enemy))
}

/// Whether a unit takes a Fear Check for an enemy that charges it. Rules `BG4-KEYW-08`, `BG4-KEYW-09` (pp. 123, 131).
// RULING: BG4-KEYW-09, a Charging Terrifying unit ignores Fearsome ones too: a greater terror ignores the lesser.
pub(crate) fn is_feared(state: &State, unit: &Unit, charger: &Unit) -> bool {
    let (own, its) = (state.kind(unit), state.kind(charger));
    let spared_only_charging = state.profile().equals_fear_unless_charging;
    let charging = !spared_only_charging || is_charging(state, unit.id, None);
    let terror = own.is(Keyword::Terrifying);
    if its.is(Keyword::Terrifying) {
        !(charging && terror)
    } else {
        its.is(Keyword::Fearsome) && !(charging && (own.is(Keyword::Fearsome) || terror))
    }
}

/// Whether a unit owes a Fear Check because this enemy charges it. Rules `BG4-COUR-08` (p. 86), `BG3-COUR-10` (pp. 23, 31).
pub(crate) fn owes_fear_check_to(state: &State, unit: &Unit, enemy: UnitId) -> bool {
    let mut charging = chargers(state, unit.id).filter(|charger| charger.id == enemy);
    needs_fear_check(state, unit) && charging.any(|charger| is_feared(state, unit, charger))
}

/// Whether a unit must take a Fear Check now. Rules `BG3-MOD-05` (pp. 19, 23), `BG4-COUR-05`, `BG4-COUR-08`, `BG4-COUR-25` (pp.
/// 86, 123, 131).
// RULING: BG4-COUR-25, a unit that is already Routing takes none.
pub(crate) fn needs_fear_check(state: &State, unit: &Unit) -> bool {
    let checks = state.kind(unit).fears() && unit.status != Status::Routing;
    let fresh = !unit.turn.fear_checked;
    // One a turn, or one in each Courage Phase, but for a charge only once. Rules BG4-COUR-07, BG3-COUR-10 (p. 23).
    let demanded = unit.pending.fear && (fresh || state.edition.repeats_courage());
    // A check whose outcome cannot matter is not rolled. Rule BG3-COUR-15 (p. 23).
    let vain = state.edition.skips_vain_checks()
        && unit.turn.frightened
        && unit.lasting.is_empty()
        && state.kind(unit).triggers.is_empty();
    checks
        && !vain
        && (demanded || fresh && chargers(state, unit.id).any(|charger| is_feared(state, unit, charger)))
}

/// Whether a Skirmisher routs without a check: it was rushed by a non-Skirmisher this turn, in the earlier edition while it was
/// unengaged, and once. Rules `BG4-SKIRM-08`, `BG3-KEY-33` (p. 31).
pub(crate) fn routs_unchecked(state: &State, unit: &Unit) -> bool {
    let again = state.profile().skirmisher_rushed == SkirmisherRushed::Damage
        && (unit.turn.began_engaged || unit.turn.ridden_down);
    state.kind(unit).is(Keyword::Skirmisher)
        && unit.turn.rushed_by_line
        && unit.status != Status::Routing
        && !again
}

/// Whether a unit suffers -1 for Terrifying chargers. Rules `BG4-COUR-04`, `BG4-KEYW-09` (pp. 85, 101, 131).
// RULING: BG4-COUR-04, two Terrifying chargers give -1 once.
fn is_terrified(state: &State, unit: &Unit) -> bool {
    // The mark outlasts the engagement: charged "this turn". One made by hand may not have it.
    unit.turn.terrified || is_charged_by_terror(state, unit)
}

/// Whether a Terrifying unit charges a unit that is not Fearsome.
fn is_charged_by_terror(state: &State, unit: &Unit) -> bool {
    !state.kind(unit).is(Keyword::Fearsome)
        && chargers(state, unit.id).any(|charger| state.kind(charger).is(Keyword::Terrifying))
}

/// Whether a unit that is neither Fearsome nor Terrifying became engaged with a Terrifying one this turn. Rule `BG3-COUR-11`
/// (p. 31).
// RULING: BG3-COUR-11 (p. 31), "becomes engaged with a terrifying unit": also where that unit does not charge, so that another
// charger or a card causes the check. Who steps in for another (BG3-BACK-04) becomes engaged by no rush.
fn is_plainly_terrified(state: &State, unit: &Unit) -> bool {
    let plain = [Keyword::Fearsome, Keyword::Terrifying];
    let became_engaged = || {
        let fresh = state
            .engagements
            .iter()
            .filter(|one| one.turn == state.turn && !one.taken_over);
        fresh
            .filter_map(|one| one.seen_by(unit.id))
            .filter_map(|(enemy, _, _)| state.unit(enemy))
            .any(|enemy| state.kind(enemy).is(Keyword::Terrifying))
    };
    !state.kind(unit).is_any(&plain) && (is_terrified(state, unit) || became_engaged())
}

/// Whether conditions hold for a unit in a courage check of this kind.
pub(crate) fn holds_in_check(state: &State, unit: &Unit, kind: CheckKind, when: &[Condition]) -> bool {
    let (of_check, others): (Vec<Condition>, Vec<Condition>) =
        when.iter().cloned().partition(Condition::is_of_a_check);
    let is_met = |condition: &Condition| match kind {
        CheckKind::Rout | CheckKind::FollowUp => *condition == Condition::RoutCheck,
        CheckKind::Fear => *condition == Condition::FearCheck,
        CheckKind::Other => false,
    };
    of_check.iter().all(is_met) && lasting::holds(state, unit, &others)
}

/// The target of a courage check and what makes it: the stat first. Nothing for a unit without courage, or that passes every
/// check by its card. Rules `BG3-MOD-05` (pp. 19, 23), `BG4-COUR-03` to `BG4-COUR-05`, `BG4-STATUS-05`, `BG4-CARDS-03` (pp. 18, 85, 101, 102-103, 111).
pub(crate) fn courage_target(
    state: &State,
    unit: &Unit,
    kind: CheckKind,
    cards: &[crate::model::state::Lasting],
) -> Option<(i32, Vec<Modifier>)> {
    let stat = i32::from(state.kind(unit).rolled_courage()?);
    let modifier = |name: &str, change: i32, rule: Rule| Modifier {
        name: name.to_owned(),
        change,
        rule: rule.of(state.edition),
    };
    let mut modifiers = vec![modifier("courage", stat, Rule::Cour03)];
    match shade(state, unit) {
        Shade::Green => {}
        Shade::Yellow => modifiers.push(modifier("in the yellow", -1, Rule::Cour04)),
        Shade::Red => modifiers.push(modifier("in the red", -2, Rule::Cour04)),
    }
    let terror = match state.profile().terror {
        Terror::Courage(change) if is_terrified(state, unit) => change,
        Terror::FearChecks(change) if kind == CheckKind::Fear && is_plainly_terrified(state, unit) => change,
        Terror::Courage(_) | Terror::FearChecks(_) => 0,
    };
    if terror != 0 {
        modifiers.push(modifier("charged by a terrifying unit", terror, Rule::Keyw09));
    }
    let holds = |when: &[Condition]| holds_in_check(state, unit, kind, when);
    let lasting = crate::model::lasting::changes(state, unit, &holds);
    let played = cards.iter().flat_map(|card| {
        card.effects.iter().filter_map(|effect| match effect {
            crate::model::effect::Effect::Change { change, when, .. } if holds(when) => {
                Some((card.name.clone(), *change))
            }
            _ => None,
        })
    });
    for (name, change) in lasting.into_iter().chain(played) {
        if change.courage != 0 {
            modifiers.push(modifier(&name, i32::from(change.courage), Rule::Cards03));
        }
    }
    for special in &state.kind(unit).specials {
        if special.change.courage != 0 && holds(&special.when) {
            modifiers.push(modifier(
                "unit card",
                i32::from(special.change.courage),
                Rule::Mods21,
            ));
        }
    }
    let target = modifiers.iter().map(|modifier| modifier.change).sum();
    Some((target, modifiers))
}
