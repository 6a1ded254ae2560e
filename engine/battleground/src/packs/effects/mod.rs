//! Effects and conditions where they could never work are faults of a pack: nothing is ignored in silence.

use std::collections::BTreeSet;

use hindsight_kernel::{Message, Phrase, message, phrase};

use super::faults::Faults;
use crate::editions::Edition;
use crate::messages::MESSAGES;
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
    reason: Phrase,
    /// The rule that says so, where one is cited.
    rule: Option<Rule>,
}

impl Idle {
    const fn by(rule: Rule, reason: Phrase) -> Self {
        Self {
            reason,
            rule: Some(rule),
        }
    }
}

impl From<Phrase> for Idle {
    fn from(reason: Phrase) -> Self {
        Self { reason, rule: None }
    }
}

/// Why an effect does nothing in a place.
fn idle(effect: &Effect, place: Place) -> Option<Idle> {
    if place == Place::SetUp && !matches!(effect, Effect::DrawCards { .. }) {
        let reason = phrase!(MESSAGES, "idle-at-set-up");
        return Some(Idle::by(Rule::Deploy04, reason));
    }
    if place == Place::Box && effect.works() == Works::AtOnce {
        return Some(phrase!(MESSAGES, "idle-box-without-window").into());
    }
    let of_player = matches!(effect, Effect::DrawCards { .. } | Effect::ByRuling { .. });
    if place == Place::Gone && !of_player {
        return Some(phrase!(MESSAGES, "idle-destroyed").into());
    }
    let elsewhere = place != Place::OwnMovement;
    match effect {
        Effect::ChangeOrder => {
            elsewhere.then_some(Idle::by(Rule::Cmd05, phrase!(MESSAGES, "idle-change-of-order")))
        }
        Effect::GainCommandActions { .. } => {
            elsewhere.then_some(Idle::by(Rule::Cmd04, phrase!(MESSAGES, "idle-command-actions")))
        }
        effect => idle_by_itself(effect, place).map(Idle::from),
    }
}

/// The reason why an effect does nothing in a place, where no rule is cited for it.
fn idle_by_itself(effect: &Effect, place: Place) -> Option<Phrase> {
    match effect {
        Effect::Change {
            on, change, lasts, ..
        } => idle_change(on, *change, *lasts, place),
        Effect::Cover { lasts, .. } | Effect::Trigger { lasts, .. } | Effect::NoCards { lasts, .. } => {
            let short = matches!(lasts, Duration::Now | Duration::Attack | Duration::Check);
            short.then_some(phrase!(MESSAGES, "idle-short"))
        }
        Effect::Reroll { dice, .. } => match (place, dice) {
            (_, Dice::Showing(0 | 7..)) => Some(phrase!(MESSAGES, "idle-face")),
            (Place::Attack { dice: true, .. }, _) => None,
            _ => Some(phrase!(MESSAGES, "idle-no-dice")),
        },
        Effect::RerollCourage => {
            (place != Place::AfterCheck { own: true }).then_some(phrase!(MESSAGES, "idle-reroll-of-courage"))
        }
        Effect::PassCourage { .. } => {
            (!place.is_own_check()).then_some(phrase!(MESSAGES, "idle-pass-of-courage"))
        }
        Effect::Wounds { .. } => (!place.has_wounds()).then_some(phrase!(MESSAGES, "idle-wounds")),
        Effect::MoveWounds { most, .. } => match place.has_wounds() {
            true if *most > 0 => None,
            true => Some(phrase!(MESSAGES, "idle-no-wound-moved")),
            false => Some(phrase!(MESSAGES, "idle-moved-wounds")),
        },
        Effect::Hits { by: 0 } => Some(phrase!(MESSAGES, "idle-no-change")),
        Effect::Hits { .. } => {
            (!place.in_attack() || place.has_wounds()).then_some(phrase!(MESSAGES, "idle-hits"))
        }
        Effect::BoxOnAttacker { .. } | Effect::Ignore { .. } | Effect::SpoilAttack => {
            (!place.in_attack()).then_some(phrase!(MESSAGES, "idle-attack-only"))
        }
        Effect::ByRuling { text } => {
            (!(1..=500).contains(&text.chars().count())).then_some(phrase!(MESSAGES, "idle-ruling"))
        }
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
fn idle_change(on: &Target, change: Change, lasts: Duration, place: Place) -> Option<Phrase> {
    if change.is_none() {
        return Some(phrase!(MESSAGES, "idle-no-change"));
    }
    match on {
        Target::Player => return Some(phrase!(MESSAGES, "idle-numbers-of-a-player")),
        Target::Checking if !place.in_check() => return Some(phrase!(MESSAGES, "idle-no-check")),
        Target::Checking | Target::Attacker | Target::Defender | Target::Chosen | Target::OwnWithin(_) => {}
    }
    match lasts {
        Duration::Now => Some(phrase!(MESSAGES, "idle-change-at-once")),
        Duration::Check if place != (Place::BeforeCheck { own: true }) => {
            Some(phrase!(MESSAGES, "idle-lasts-a-check"))
        }
        Duration::Attack if !place.in_attack() => Some(phrase!(MESSAGES, "idle-lasts-an-attack")),
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
            let reason = message!(MESSAGES, "pack-fault-idle-effect", reason);
            match rule {
                Some(rule) => faults.add_by(rule, path.clone(), reason),
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
                faults.add(
                    path.clone(),
                    message!(MESSAGES, "pack-fault-check-without-result"),
                );
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
pub(crate) fn faults_of_a_box(edition: Edition, effects: &[Effect]) -> Vec<(String, Message)> {
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
            faults.add(
                format!("{path}/{at}"),
                message!(MESSAGES, "pack-fault-condition-never-holds"),
            );
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
                message!(MESSAGES, "pack-fault-condition-of-number"),
            );
        }
    }
}

/// Numbers that a unit card changes by itself. Rule `BG4-MODS-21` (p. 109).
pub(super) fn check_specials(path: &str, specials: &[Special], faults: &mut Faults<'_>) {
    for (at, special) in specials.iter().enumerate() {
        let path = format!("{path}/{at}");
        if special.change.is_none() {
            faults.add(
                format!("{path}/change"),
                message!(MESSAGES, "pack-fault-no-change"),
            );
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
                faults.add(
                    format!("{path}/own/most"),
                    message!(MESSAGES, "pack-fault-no-subject"),
                );
            }
        }
        Subject::Enemy { most, when, by, .. } => {
            check_conditions(&format!("{path}/enemy/when"), when, &[Place::Outside], faults);
            check_conditions(&format!("{path}/enemy/by"), by, &[Place::Outside], faults);
            if *most == 0 {
                faults.add(
                    format!("{path}/enemy/most"),
                    message!(MESSAGES, "pack-fault-no-subject"),
                );
            }
        }
        Subject::Attacker | Subject::Defender | Subject::Checking | Subject::Player => {}
    }
}

/// A side of a card: its colour, its windows and its subject fit one another, and what it does can happen in each of its
/// windows. Rules `BG4-CARDS-01`, `BG4-CARDS-11` (pp. 16, 18, 86, 101, 127).
pub(super) fn check_side(path: &str, side: &CardSide, faults: &mut Faults<'_>) {
    if side.windows.is_empty() {
        faults.add(
            format!("{path}/windows"),
            message!(MESSAGES, "pack-fault-no-window"),
        );
    }
    let green = side.colour == Colour::Green;
    if side.windows.iter().any(|window| is_in_attack(*window) == green) {
        faults.add_by(
            Rule::Cards01,
            format!("{path}/windows"),
            message!(MESSAGES, "pack-fault-card-colour"),
        );
    }
    if side.effects.is_empty() {
        faults.add(
            format!("{path}/effects"),
            message!(MESSAGES, "pack-fault-no-effect"),
        );
    }
    if green && side.beside_another {
        faults.add_by(
            Rule::Cards02,
            format!("{path}/beside_another"),
            message!(MESSAGES, "pack-fault-beside-another"),
        );
    }
    if side.subject == Subject::Player && !side.when.is_empty() {
        faults.add_by(
            Rule::Cards11,
            format!("{path}/when"),
            message!(MESSAGES, "pack-fault-card-on-no-unit"),
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
        faults.add_by(
            Rule::Cards11,
            format!("{path}/subject"),
            message!(MESSAGES, "pack-fault-card-subject"),
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
        faults.add(format!("{path}/name"), message!(MESSAGES, "pack-fault-name"));
    }
    if let Happening::ThrownToHit { least, faces } | Happening::ThrownToWound { least, faces } = &trigger.at {
        if faces.is_empty() || faces.iter().any(|face| !(1..=6).contains(face)) {
            faults.add(format!("{path}/at"), message!(MESSAGES, "pack-fault-faces"));
        }
        if *least == 0 {
            faults.add(format!("{path}/at"), message!(MESSAGES, "pack-fault-no-die"));
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
        faults.add(
            format!("{path}/on"),
            message!(MESSAGES, "pack-fault-no-other-unit"),
        );
    }
    if trigger.effects.is_empty() {
        faults.add(
            format!("{path}/effects"),
            message!(MESSAGES, "pack-fault-no-effect"),
        );
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
            message!(MESSAGES, "pack-fault-ability-subject"),
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
            faults.add(path.clone(), message!(MESSAGES, "pack-fault-box-at-set-up"));
        }
        let at = mark
            .spent_at
            .map_or(Place::Box, |window| place(window, &ability.subject));
        if mark.spent_at.is_some() && !at.in_attack() {
            faults.add_by(
                Rule::Atk17,
                format!("{path}/spent_at"),
                message!(MESSAGES, "pack-fault-box-window"),
            );
        }
        if mark.spent_at.is_some() && !matches!(ability.subject, Subject::Own { .. }) {
            faults.add_by(
                Rule::Atk17,
                format!("{path}/spent_at"),
                message!(MESSAGES, "pack-fault-box-of-own-units"),
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
            message!(MESSAGES, "pack-fault-triggers-of-faction"),
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
            message!(MESSAGES, "pack-fault-ability-always"),
        );
    }
    if empty && ability.standing.is_empty() && ability.triggers.is_empty() {
        faults.add(path, message!(MESSAGES, "pack-fault-ability-empty"));
    }
}

/// All abilities of a faction together: so many triggers, since each unit may answer with all of them.
pub(super) fn check_triggers_of(path: &str, abilities: &[Ability], faults: &mut Faults<'_>) {
    let triggers: usize = abilities.iter().map(|ability| ability.triggers.len()).sum();
    if triggers > MOST_TRIGGERS {
        faults.add(
            path,
            message!(
                MESSAGES,
                "pack-fault-too-many-triggers",
                most = MOST_TRIGGERS,
                triggers
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
            message!(
                MESSAGES,
                "pack-fault-too-many-rules",
                most = MOST_SCENARIO_RULES,
                count
            ),
        );
    }
    for (at, special) in rules.iter().enumerate() {
        if special.seat.is_some_and(|seat| seat.index() > 1) {
            faults.add(
                format!("{path}/{at}/seat"),
                message!(MESSAGES, "pack-fault-seat-without-units"),
            );
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
            faults.add(format!("{path}/name"), message!(MESSAGES, "pack-fault-name"));
        }
        if !names.insert(&spell.name) {
            faults.add(
                format!("{path}/name"),
                message!(MESSAGES, "pack-fault-id-twice", id = &spell.name),
            );
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
