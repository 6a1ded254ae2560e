//! Effects and conditions where they could never work are faults of a pack: nothing is ignored in silence.

use std::collections::BTreeSet;

use super::faults::Faults;
use crate::editions::Edition;
use crate::model::bounds::{MOST_SCENARIO_RULES, MOST_TRIGGERS};
use crate::model::cards::{Ability, AbilityWindow, CardSide, Colour, ScenarioRule, Spell, Subject, Window};
use crate::model::effect::{
    Change, Condition, Dice, Duration, Effect, Happening, Special, Target, Trigger, Whom, Works,
};
use crate::model::lasting::is_in_attack;
use crate::model::rule::Rule;

/// Where effects are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In an attack, before any dice lie, while a roll lies there, or while wounds are counted.
    Attack {
        /// Dice may be rolled again.
        dice: bool,
        /// Wounds may be changed.
        wounds: bool,
    },
    /// In the own Movement & Command Phase.
    OwnMovement,
    /// In any Movement & Command Phase, at the end of a turn, or when something has happened.
    Outside,
    /// When the unit that has the rule has been destroyed.
    Gone,
    /// When cards are drawn at set-up.
    SetUp,
    /// Before a courage check of the subject, or of any unit.
    BeforeCheck {
        /// Whether the card is played on the unit that checks.
        own: bool,
    },
    /// After the roll of a courage check.
    AfterCheck {
        /// Whether the card is played on the unit that checks.
        own: bool,
    },
    /// In a box that works by itself until it ends.
    Box,
}

impl Place {
    const fn in_attack(self) -> bool {
        matches!(self, Self::Attack { .. })
    }

    const fn in_check(self) -> bool {
        matches!(self, Self::BeforeCheck { .. } | Self::AfterCheck { .. })
    }

    /// Whether it is the check of the unit on which the card is played.
    const fn is_own_check(self) -> bool {
        matches!(
            self,
            Self::BeforeCheck { own: true } | Self::AfterCheck { own: true }
        )
    }

    /// Whether wounds lie there to be counted.
    const fn has_wounds(self) -> bool {
        matches!(self, Self::Attack { wounds: true, .. })
    }
}

/// The reason why an effect does nothing in a place.
struct Idle {
    reason: &'static str,
    /// The rule that says so, where one is cited.
    rule: Option<Rule>,
}

impl Idle {
    const fn by(rule: Rule, reason: &'static str) -> Self {
        Self {
            reason,
            rule: Some(rule),
        }
    }
}

impl From<&'static str> for Idle {
    fn from(reason: &'static str) -> Self {
        Self { reason, rule: None }
    }
}

/// Why an effect does nothing in a place.
fn idle(effect: &Effect, place: Place) -> Option<Idle> {
    if place == Place::SetUp && !matches!(effect, Effect::DrawCards { .. }) {
        let reason = "at set-up cards are drawn and nothing else happens";
        return Some(Idle::by(Rule::Deploy04, reason));
    }
    if place == Place::Box && effect.works() == Works::AtOnce {
        return Some("a box without a window has no moment in which it happens: use a trigger".into());
    }
    let of_player = matches!(effect, Effect::DrawCards { .. } | Effect::ByRuling { .. });
    if place == Place::Gone && !of_player {
        return Some("the unit is destroyed when this happens".into());
    }
    let elsewhere = place != Place::OwnMovement;
    match effect {
        Effect::ChangeOrder => elsewhere.then_some(Idle::by(
            Rule::Cmd05,
            "orders are changed in the own Movement & Command Phase",
        )),
        Effect::GainCommandActions { .. } => elsewhere.then_some(Idle::by(
            Rule::Cmd04,
            "command actions are spent in the own Movement & Command Phase and lost with it",
        )),
        effect => idle_by_itself(effect, place).map(Idle::from),
    }
}

/// The reason why an effect does nothing in a place, where no rule is cited for it.
fn idle_by_itself(effect: &Effect, place: Place) -> Option<&'static str> {
    match effect {
        Effect::Change {
            on, change, lasts, ..
        } => idle_change(on, *change, *lasts, place),
        Effect::Cover { lasts, .. } | Effect::Trigger { lasts, .. } | Effect::NoCards { lasts, .. } => {
            let short = matches!(lasts, Duration::Now | Duration::Attack | Duration::Check);
            short.then_some("it lasts a phase or longer")
        }
        Effect::Reroll { dice, .. } => match (place, dice) {
            (_, Dice::Showing(0 | 7..)) => Some("a die shows 1 to 6"),
            (Place::Attack { dice: true, .. }, _) => None,
            _ => Some("no attack dice lie there to be rolled again"),
        },
        Effect::RerollCourage => (place != Place::AfterCheck { own: true })
            .then_some("a courage check is rolled again after its roll, by a card on the unit that checks"),
        Effect::PassCourage { .. } => (!place.is_own_check()).then_some(
            "a courage check is passed before or after its roll, by a card on the unit that checks",
        ),
        Effect::Wounds { .. } => (!place.has_wounds())
            .then_some("wounds are changed after the to-wound roll or at the damage step"),
        Effect::MoveWounds { most, .. } => match place.has_wounds() {
            true if *most > 0 => None,
            true => Some("at least one wound is moved"),
            false => Some("wounds are moved after the to-wound roll or at the damage step"),
        },
        Effect::Hits { by: 0 } => Some("it changes nothing"),
        Effect::Hits { .. } => {
            (!place.in_attack() || place.has_wounds()).then_some("hits are changed before the to-wound roll")
        }
        Effect::BoxOnAttacker { .. } | Effect::Ignore { .. } | Effect::SpoilAttack => {
            (!place.in_attack()).then_some("it works in an attack only")
        }
        Effect::ByRuling { text } => (!(1..=500).contains(&text.chars().count()))
            .then_some("1 to 500 characters say what is to be done"),
        Effect::ChangeOrder
        | Effect::GainCommandActions { .. }
        | Effect::DrawCards { .. }
        | Effect::EraseAmmo { .. }
        | Effect::Reorganize
        | Effect::Rally { .. }
        | Effect::FearCheck
        | Effect::Heal { .. }
        | Effect::Damage { .. }
        | Effect::CourageCheck { .. }
        | Effect::Disrupt => None,
    }
}

/// Why a change of numbers does nothing in a place.
fn idle_change(on: &Target, change: Change, lasts: Duration, place: Place) -> Option<&'static str> {
    if change.is_none() {
        return Some("it changes nothing");
    }
    match on {
        Target::Player => return Some("numbers are those of units"),
        Target::Checking if !place.in_check() => return Some("no courage check is at hand"),
        Target::Checking | Target::Attacker | Target::Defender | Target::Chosen | Target::OwnWithin(_) => {}
    }
    match lasts {
        Duration::Now => Some("a change of numbers lasts for some time"),
        Duration::Check if place != (Place::BeforeCheck { own: true }) => Some(
            "`check` lasts for a card on the unit that checks, before its roll or before it is rolled again",
        ),
        Duration::Attack if !place.in_attack() => Some("`attack` lasts for an effect in an attack"),
        Duration::Check
        | Duration::Attack
        | Duration::Phase
        | Duration::Turn
        | Duration::UntilCouragePassed
        | Duration::UntilCourageFailed
        | Duration::UntilRoutCheck
        | Duration::UntilHealed
        | Duration::Lasting => None,
    }
}

fn check_effects(path: &str, effects: &[Effect], place: Place, faults: &mut Faults<'_>) {
    for (at, effect) in effects.iter().enumerate() {
        let path = format!("{path}/{at}");
        // A change after the roll counts in the roll again that follows it.
        let rolled_again = place == (Place::AfterCheck { own: true })
            && matches!(effect, Effect::Change { .. })
            && effects[at + 1..].contains(&Effect::RerollCourage);
        let here = if rolled_again {
            Place::BeforeCheck { own: true }
        } else {
            place
        };
        if let Some(Idle { reason, rule }) = idle(effect, here) {
            let reason = format!("this effect does nothing here: {reason}");
            match rule {
                Some(rule) => faults.add_by(rule, path.clone(), &reason),
                None => faults.add(path.clone(), reason),
            }
        }
        if let Effect::MoveWounds { to, .. } = effect {
            check_conditions(&format!("{path}/move_wounds/to"), to, &[Place::Outside], faults);
        }
        if let Effect::PassCourage { then } = effect {
            check_effects(&format!("{path}/pass_courage/then"), then, Place::Outside, faults);
        }
        if let Effect::Change {
            change, when, lasts, ..
        } = effect
        {
            let wounded = place.has_wounds() && *lasts == Duration::Attack;
            check_conditions_of_change(&format!("{path}/change/when"), when, *change, wounded, faults);
        }
        if let Effect::CourageCheck { failed } = effect {
            if failed.is_empty() {
                faults.add(path.clone(), "say what befalls a unit that fails");
            }
            check_effects(
                &format!("{path}/courage_check/failed"),
                failed,
                Place::Outside,
                faults,
            );
        }
        if let Effect::Trigger { trigger, .. } = effect {
            check_trigger(&format!("{path}/trigger/trigger"), trigger, faults);
        }
    }
}

/// What does nothing among effects that a ruling puts on a unit: where, and why.
pub(crate) fn faults_of_a_box(edition: Edition, effects: &[Effect]) -> Vec<(String, String)> {
    let mut list = hindsight_kernel::pack::Faults::default();
    check_effects(
        "effects",
        effects,
        Place::Box,
        &mut Faults::of(edition, &mut list),
    );
    list.into_list()
        .into_iter()
        .map(|fault| (fault.path, fault.reason))
        .collect()
}

/// Conditions that speak of an attack hold in an attack only, `wounded` while wounds are counted, those on courage checks at
/// the check of the unit on which a card is played.
fn check_conditions(path: &str, when: &[Condition], places: &[Place], faults: &mut Faults<'_>) {
    for (at, condition) in when.iter().enumerate() {
        let holds = |place: &Place| match condition {
            Condition::Wounded => place.has_wounds(),
            Condition::RoutCheck | Condition::FearCheck => place.is_own_check(),
            condition => !condition.is_of_a_moment() || place.in_attack(),
        };
        if !places.iter().any(holds) {
            faults.add(format!("{path}/{at}"), "this condition can never hold here");
        }
    }
}

/// A condition of a change must be able to hold whenever one of the numbers is asked for: those of attacks in an attack,
/// courage in a check, the Movement Category in neither.
fn check_conditions_of_change(
    path: &str,
    when: &[Condition],
    change: Change,
    wounded: bool,
    faults: &mut Faults<'_>,
) {
    let of_attacks = Change {
        courage: 0,
        mc: 0,
        ..change
    };
    let attack_alone = change == of_attacks;
    let courage_alone = of_attacks.is_none() && change.mc == 0;
    for (at, condition) in when.iter().enumerate() {
        let holds = match condition {
            Condition::Wounded => wounded && attack_alone,
            Condition::RoutCheck | Condition::FearCheck => courage_alone,
            condition => !condition.is_of_a_moment() || attack_alone,
        };
        if !holds {
            faults.add(
                format!("{path}/{at}"),
                "this condition can never hold when the number is asked for",
            );
        }
    }
}

/// Numbers that a unit card changes by itself. Rule `BG4-MODS-21` (p. 109).
pub(super) fn check_specials(path: &str, specials: &[Special], faults: &mut Faults<'_>) {
    for (at, special) in specials.iter().enumerate() {
        let path = format!("{path}/{at}");
        if special.change.is_none() {
            faults.add(format!("{path}/change"), "it changes nothing");
        }
        check_conditions_of_change(
            &format!("{path}/when"),
            &special.when,
            special.change,
            false,
            faults,
        );
    }
}

fn check_subject(path: &str, subject: &Subject, faults: &mut Faults<'_>) {
    match subject {
        Subject::Own { most, when } => {
            check_conditions(&format!("{path}/own/when"), when, &[Place::Outside], faults);
            if *most == 0 {
                faults.add(format!("{path}/own/most"), "at least one unit");
            }
        }
        Subject::Enemy { most, when, by, .. } => {
            check_conditions(&format!("{path}/enemy/when"), when, &[Place::Outside], faults);
            check_conditions(&format!("{path}/enemy/by"), by, &[Place::Outside], faults);
            if *most == 0 {
                faults.add(format!("{path}/enemy/most"), "at least one unit");
            }
        }
        Subject::Attacker | Subject::Defender | Subject::Checking | Subject::Player => {}
    }
}

/// A side of a card: its colour, its windows and its subject fit one another, and what it does can happen in each of its
/// windows. Rules `BG4-CARDS-01`, `BG4-CARDS-11` (pp. 16, 18, 86, 101, 127).
pub(super) fn check_side(path: &str, side: &CardSide, faults: &mut Faults<'_>) {
    if side.windows.is_empty() {
        faults.add(format!("{path}/windows"), "at least one window is needed");
    }
    let green = side.colour == Colour::Green;
    if side.windows.iter().any(|window| is_in_attack(*window) == green) {
        faults.add_by(
            Rule::Cards01,
            format!("{path}/windows"),
            "red and blue are played in attacks, green outside them",
        );
    }
    if side.effects.is_empty() {
        faults.add(format!("{path}/effects"), "at least one effect is needed");
    }
    if green && side.beside_another {
        faults.add_by(
            Rule::Cards02,
            format!("{path}/beside_another"),
            "one card alone is played in an attack; of green cards any number",
        );
    }
    if side.subject == Subject::Player && !side.when.is_empty() {
        faults.add_by(
            Rule::Cards11,
            format!("{path}/when"),
            "a card on no unit has nobody to meet this",
        );
    }
    check_subject(&format!("{path}/subject"), &side.subject, faults);
    let places: Vec<Place> = side
        .windows
        .iter()
        .map(|window| place(*window, &side.subject))
        .collect();
    check_conditions(&format!("{path}/when"), &side.when, &places, faults);
    let mut seen = Vec::new();
    for place in places {
        if !seen.contains(&place) {
            check_effects(&format!("{path}/effects"), &side.effects, place, faults);
            seen.push(place);
        }
    }
    let of_check = |window: &Window| matches!(window, Window::CouragePre | Window::CouragePost);
    let fits = match side.colour {
        Colour::Red => side.subject == Subject::Attacker,
        Colour::Blue => side.subject == Subject::Defender,
        Colour::Green => match side.subject {
            Subject::Attacker | Subject::Defender => false,
            Subject::Checking => side.windows.iter().all(of_check),
            Subject::Own { .. } | Subject::Enemy { .. } | Subject::Player => true,
        },
    };
    if !fits {
        faults.add_by(Rule::Cards11,
            format!("{path}/subject"),
            "red is played on the attacker, blue on the defender, green on neither, and on the unit that checks only \
             at its check",
        );
    }
}

fn place(window: Window, subject: &Subject) -> Place {
    let own = *subject == Subject::Checking;
    let (dice, wounds) = match window {
        Window::HitPre | Window::WoundPre => (false, false),
        Window::HitPost => (true, false),
        Window::WoundPost => (true, true),
        Window::Damage => (false, true),
        Window::McOwn => return Place::OwnMovement,
        Window::McAny | Window::EndTurn => return Place::Outside,
        Window::CouragePre => return Place::BeforeCheck { own },
        Window::CouragePost => return Place::AfterCheck { own },
    };
    Place::Attack { dice, wounds }
}

/// A special rule that answers what happens.
pub(super) fn check_trigger(path: &str, trigger: &Trigger, faults: &mut Faults<'_>) {
    if !(1..=60).contains(&trigger.name.chars().count()) {
        faults.add(format!("{path}/name"), "a name has 1 to 60 characters");
    }
    if let Happening::ThrownToHit { least, faces } | Happening::ThrownToWound { least, faces } = &trigger.at {
        if faces.is_empty() || faces.iter().any(|face| !(1..=6).contains(face)) {
            faults.add(format!("{path}/at"), "one or more faces of 1 to 6");
        }
        if *least == 0 {
            faults.add(format!("{path}/at"), "at least one die");
        }
    }
    let place = match trigger.at {
        Happening::AttackBegins | Happening::Attacked => Place::Attack {
            dice: false,
            wounds: false,
        },
        Happening::ThrownToHit { .. } => Place::Attack {
            dice: true,
            wounds: false,
        },
        Happening::ThrownToWound { .. } => Place::Attack {
            dice: true,
            wounds: true,
        },
        Happening::Destroyed if trigger.on == Whom::Itself => Place::Gone,
        Happening::Destroyed
        | Happening::DestroysEnemy
        | Happening::InYellow
        | Happening::InRed
        | Happening::EnemyInYellow
        | Happening::EnemyInRed
        | Happening::EngagementWon
        | Happening::CouragePassed
        | Happening::CourageFailed
        | Happening::EndOfTurn => Place::Outside,
    };
    check_conditions(&format!("{path}/when"), &trigger.when, &[place], faults);
    if trigger.on == Whom::Other && !trigger.at.has_other() {
        faults.add(format!("{path}/on"), "what happens speaks of no other unit");
    }
    if trigger.effects.is_empty() {
        faults.add(format!("{path}/effects"), "at least one effect is needed");
    }
    check_effects(&format!("{path}/effects"), &trigger.effects, place, faults);
}

/// An ability and its box. Rules `BG4-CMD-09`, `BG4-ATK-17` (pp. 36, 100).
pub(super) fn check_ability(path: &str, ability: &Ability, faults: &mut Faults<'_>) {
    for (field, reason) in crate::model::bounds::of_ability(ability) {
        faults.add(format!("{path}/{field}"), reason);
    }
    check_subject(&format!("{path}/subject"), &ability.subject, faults);
    if matches!(
        ability.subject,
        Subject::Attacker | Subject::Defender | Subject::Checking
    ) {
        faults.add(
            format!("{path}/subject"),
            "an ability is used on own units, on enemies or on no unit; its box is spent in attacks",
        );
    }
    let at = match ability.window {
        AbilityWindow::OwnMovement | AbilityWindow::Always => Place::OwnMovement,
        AbilityWindow::SetUp => Place::SetUp,
    };
    check_effects(&format!("{path}/effects"), &ability.effects, at, faults);
    if let Some(mark) = &ability.mark {
        let path = format!("{path}/mark");
        if ability.window == AbilityWindow::SetUp {
            faults.add(path.clone(), "at set-up no box is marked");
        }
        let at = mark
            .spent_at
            .map_or(Place::Box, |window| place(window, &ability.subject));
        if mark.spent_at.is_some() && !at.in_attack() {
            faults.add_by(
                Rule::Atk17,
                format!("{path}/spent_at"),
                "a box is spent in a window of an attack",
            );
        }
        if mark.spent_at.is_some() && !matches!(ability.subject, Subject::Own { .. }) {
            faults.add_by(
                Rule::Atk17,
                format!("{path}/spent_at"),
                "a box that is spent in an attack is marked on own units",
            );
        }
        check_conditions(&format!("{path}/when"), &mark.when, &[at], faults);
        check_effects(&format!("{path}/effects"), &mark.effects, at, faults);
    }
    check_uses(path, ability, faults);
}

/// An ability does something, and in its window.
fn check_uses(path: &str, ability: &Ability, faults: &mut Faults<'_>) {
    if !ability.triggers.is_empty() && ability.window != AbilityWindow::Always {
        faults.add(
            format!("{path}/window"),
            "triggers of a faction work with the window `always`",
        );
    }
    for (at, trigger) in ability.triggers.iter().enumerate() {
        check_trigger(&format!("{path}/triggers/{at}"), trigger, faults);
    }
    let always = ability.window == AbilityWindow::Always;
    let empty = ability.effects.is_empty() && ability.mark.is_none();
    if always && !empty {
        faults.add(
            format!("{path}/window"),
            "an ability that is always in force has standing rules or triggers",
        );
    }
    if empty && ability.standing.is_empty() && ability.triggers.is_empty() {
        faults.add(
            path,
            "an ability does something: effects, a mark, standing rules or triggers",
        );
    }
}

/// All abilities of a faction together: so many triggers, since each unit may answer with all of them.
pub(super) fn check_triggers_of(path: &str, abilities: &[Ability], faults: &mut Faults<'_>) {
    let triggers: usize = abilities.iter().map(|ability| ability.triggers.len()).sum();
    if triggers > MOST_TRIGGERS {
        faults.add(
            path,
            format!(
                "at most {MOST_TRIGGERS} triggers in all abilities together are expected, not {triggers}"
            ),
        );
    }
}

/// The special rules of a scenario: few and sound, as those of a faction are. Rule `BG4-SCEN-08` (pp. 35, 126, 137).
pub(super) fn check_rules_of(path: &str, rules: &[ScenarioRule], faults: &mut Faults<'_>) {
    if rules.len() > MOST_SCENARIO_RULES {
        let count = rules.len();
        faults.add(
            path,
            format!("at most {MOST_SCENARIO_RULES} special rules are expected, not {count}"),
        );
    }
    for (at, special) in rules.iter().enumerate() {
        if special.seat.is_some_and(|seat| seat.index() > 1) {
            faults.add(format!("{path}/{at}/seat"), "South (A) and North (B) have units");
        }
        check_trigger(&format!("{path}/{at}/rule"), &special.rule, faults);
    }
}

/// What the spells of a unit card do besides their attacks: in the own Movement & Command Phase, or in the Combat Phase
/// where Attack is the only keyword. Rule `BG4-SPELL-01` (p. 134).
pub(super) fn check_spells(path: &str, spells: &[Spell], faults: &mut Faults<'_>) {
    let mut names = BTreeSet::new();
    for (at, spell) in spells.iter().enumerate() {
        let path = format!("{path}/{at}");
        if !(1..=60).contains(&spell.name.chars().count()) {
            faults.add(format!("{path}/name"), "a name has 1 to 60 characters");
        }
        if !names.insert(&spell.name) {
            faults.add(format!("{path}/name"), format!("{} is here twice", spell.name));
        }
        let place = if spell.is_pure_attack() {
            Place::Outside
        } else {
            Place::OwnMovement
        };
        check_effects(&format!("{path}/effects"), &spell.effects, place, faults);
    }
}

#[cfg(test)]
mod tests;
