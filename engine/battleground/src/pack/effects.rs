//! Effects and conditions where they could never work are faults of a pack: nothing is ignored in silence.

use crate::cards::{Ability, AbilityWindow, CardSide, Colour, Spell, Subject, Window};
use crate::effect::{Condition, Dice, Duration, Effect, Happening, Target, Trigger};
use crate::lasting::is_in_attack;

use super::Faults;

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
    /// In a Movement & Command Phase, at the end of a turn, or when something has happened.
    Outside,
    /// Before a courage check.
    BeforeCheck,
    /// After the roll of a courage check.
    AfterCheck,
    /// In a box that works by itself until it ends.
    Box,
}

impl Place {
    const fn in_attack(self) -> bool {
        matches!(self, Self::Attack { .. })
    }
}

/// Why an effect does nothing in a place.
fn idle(effect: &Effect, place: Place) -> Option<&'static str> {
    let check = matches!(place, Place::BeforeCheck | Place::AfterCheck);
    match effect {
        Effect::Change { change, .. } if change.is_none() => Some("it changes nothing"),
        Effect::Change { on, lasts, .. } => match (lasts, place) {
            (Duration::Check, Place::BeforeCheck) | (Duration::Attack, Place::Attack { .. }) => None,
            (Duration::Check, _) => Some("`check` lasts for a card before a courage check"),
            (Duration::Attack, _) => Some("`attack` lasts for an effect in an attack"),
            (Duration::Now, _) => Some("a change of numbers lasts for some time"),
            (
                Duration::Phase
                | Duration::Turn
                | Duration::UntilCouragePassed
                | Duration::UntilCourageFailed
                | Duration::UntilRoutCheck
                | Duration::UntilHealed
                | Duration::Lasting,
                _,
            ) => match on {
                Target::Player => Some("numbers are those of units"),
                Target::Checking if !check => Some("no courage check is at hand"),
                Target::Attacker
                | Target::Defender
                | Target::Checking
                | Target::Chosen
                | Target::OwnWithin(_) => None,
            },
        },
        Effect::Cover { lasts, .. } | Effect::Trigger { lasts, .. }
            if matches!(lasts, Duration::Now | Duration::Attack | Duration::Check) =>
        {
            Some("it lasts a phase or longer")
        }
        Effect::Reroll { dice, .. } => match (place, dice) {
            (_, Dice::Showing(0 | 7..)) => Some("a die shows 1 to 6"),
            (Place::Attack { dice: true, .. }, _) => None,
            _ => Some("no attack dice lie there to be rolled again"),
        },
        Effect::RerollCourage if place != Place::AfterCheck => {
            Some("a courage check is rolled again after its roll")
        }
        Effect::Wounds { .. } if !matches!(place, Place::Attack { wounds: true, .. }) => {
            Some("wounds are changed after the to-wound roll or at the damage step")
        }
        Effect::BoxOnAttacker { .. } | Effect::Ignore { .. } | Effect::SpoilAttack if !place.in_attack() => {
            Some("it works in an attack only")
        }
        Effect::Mark => Some("the box of an ability is written by its `mark`"),
        Effect::Heal { .. }
        | Effect::Damage { .. }
        | Effect::GainCommandActions { .. }
        | Effect::DrawCards { .. }
        | Effect::EraseAmmo { .. }
        | Effect::Reorganize
        | Effect::Rally { .. }
        | Effect::FearCheck
        | Effect::CourageCheck { .. }
        | Effect::Disrupt
            if place == Place::Box =>
        {
            Some("a box without a window changes numbers or forbids cards")
        }
        Effect::ByRuling { text } if !(1..=500).contains(&text.chars().count()) => {
            Some("1 to 500 characters say what is to be done")
        }
        Effect::ByRuling { .. } if place == Place::Box => {
            Some("a box without a window has no moment to ask in: use a trigger")
        }
        Effect::RerollCourage
        | Effect::Wounds { .. }
        | Effect::BoxOnAttacker { .. }
        | Effect::Ignore { .. }
        | Effect::SpoilAttack
        | Effect::NoCards { .. }
        | Effect::GainCommandActions { .. }
        | Effect::DrawCards { .. }
        | Effect::EraseAmmo { .. }
        | Effect::Reorganize
        | Effect::Rally { .. }
        | Effect::FearCheck
        | Effect::Heal { .. }
        | Effect::Damage { .. }
        | Effect::Cover { .. }
        | Effect::CourageCheck { .. }
        | Effect::Disrupt
        | Effect::Trigger { .. }
        | Effect::ByRuling { .. } => None,
    }
}

fn check_effects(path: &str, effects: &[Effect], place: Place, faults: &mut Faults) {
    for (at, effect) in effects.iter().enumerate() {
        let path = format!("{path}/{at}");
        if let Some(reason) = idle(effect, place) {
            faults.add(path.clone(), format!("this effect does nothing here: {reason}"));
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

/// Conditions that speak of an attack hold in an attack only, the one on courage checks in a change of courage only.
fn check_conditions(path: &str, when: &[Condition], in_attack: bool, faults: &mut Faults) {
    for (at, condition) in when.iter().enumerate() {
        let never = match condition {
            Condition::Melee
            | Condition::Ranged
            | Condition::Against(_)
            | Condition::AgainstCharging
            | Condition::Wounded => !in_attack,
            Condition::RoutCheck => true,
            Condition::Charging
            | Condition::Holding
            | Condition::Engaged
            | Condition::Unengaged
            | Condition::Has(_)
            | Condition::Status(_)
            | Condition::OnClose
            | Condition::NotActivated
            | Condition::Faction(_) => false,
        };
        if never {
            faults.add(format!("{path}/{at}"), "this condition can never hold here");
        }
    }
}

fn check_subject(path: &str, subject: &Subject, faults: &mut Faults) {
    match subject {
        Subject::Own { most, when } => {
            check_conditions(&format!("{path}/own/when"), when, false, faults);
            if *most == 0 {
                faults.add(format!("{path}/own/most"), "at least one unit");
            }
        }
        Subject::Enemy { most, when, by, .. } => {
            check_conditions(&format!("{path}/enemy/when"), when, false, faults);
            check_conditions(&format!("{path}/enemy/by"), by, false, faults);
            if *most == 0 {
                faults.add(format!("{path}/enemy/most"), "at least one unit");
            }
        }
        Subject::Attacker | Subject::Defender | Subject::Checking | Subject::Player => {}
    }
}

/// What a side of a card does must be able to happen in each of its windows.
pub(super) fn check_side(path: &str, side: &CardSide, faults: &mut Faults) {
    let of_attack = side.windows.iter().any(|window| is_in_attack(*window));
    check_subject(&format!("{path}/subject"), &side.subject, faults);
    check_conditions(&format!("{path}/when"), &side.when, of_attack, faults);
    for window in &side.windows {
        check_effects(&format!("{path}/effects"), &side.effects, place(*window), faults);
    }
    let fits = match side.colour {
        Colour::Red => side.subject == Subject::Attacker,
        Colour::Blue => side.subject == Subject::Defender,
        Colour::Green => !matches!(side.subject, Subject::Attacker | Subject::Defender),
    };
    if !fits {
        faults.add(
            format!("{path}/subject"),
            "red is played on the attacker, blue on the defender, green on neither (BG4-CARDS-11)",
        );
    }
}

const fn place(window: Window) -> Place {
    let (dice, wounds) = match window {
        Window::HitPre | Window::WoundPre => (false, false),
        Window::HitPost => (true, false),
        Window::WoundPost => (true, true),
        Window::Damage => (false, true),
        Window::McAny | Window::McOwn | Window::EndTurn => return Place::Outside,
        Window::CouragePre => return Place::BeforeCheck,
        Window::CouragePost => return Place::AfterCheck,
    };
    Place::Attack { dice, wounds }
}

/// A special rule that answers what happens.
pub(super) fn check_trigger(path: &str, trigger: &Trigger, faults: &mut Faults) {
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
    check_conditions(
        &format!("{path}/when"),
        &trigger.when,
        trigger.at.is_in_attack(),
        faults,
    );
    if trigger.on == crate::effect::Whom::Other && !trigger.at.has_other() {
        faults.add(format!("{path}/on"), "what happens speaks of no other unit");
    }
    if trigger.effects.is_empty() {
        faults.add(format!("{path}/effects"), "at least one effect is needed");
    }
    check_effects(&format!("{path}/effects"), &trigger.effects, place, faults);
}

/// An ability and its box.
pub(super) fn check_ability(path: &str, ability: &Ability, faults: &mut Faults) {
    check_subject(&format!("{path}/subject"), &ability.subject, faults);
    check_effects(
        &format!("{path}/effects"),
        &ability.effects,
        Place::Outside,
        faults,
    );
    if let Some(mark) = &ability.mark {
        let path = format!("{path}/mark");
        let place = mark.spent_at.map_or(Place::Box, place);
        if mark.spent_at.is_some() && !place.in_attack() {
            faults.add(
                format!("{path}/spent_at"),
                "a box is spent in a window of an attack (BG4-ATK-17)",
            );
        }
        check_conditions(&format!("{path}/when"), &mark.when, place.in_attack(), faults);
        check_effects(&format!("{path}/effects"), &mark.effects, place, faults);
    }
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

/// What a spell does besides its attack.
pub(super) fn check_spell(path: &str, spell: &Spell, faults: &mut Faults) {
    check_effects(&format!("{path}/effects"), &spell.effects, Place::Outside, faults);
}
