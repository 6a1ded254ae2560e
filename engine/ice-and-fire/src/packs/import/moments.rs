//! The moments that triggers of card texts name: which of our triggers they are, and what must hold at them.
//!
//! A trigger is read exactly or not. Where its words say more than our conditions can (a range, a name, an action we have no
//! trigger for), the text is still shown at the nearest moment, and all of it is settled by the players.

use super::phrases::plain;
use crate::cards::{Condition, Role, Trigger, UnitKind, ZoneName};

/// Who the text calls its own: any friendly unit (cards), or the unit with the Order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Own {
    Friends,
    ThisUnit,
}

/// A moment at which a text may be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Moment {
    pub(super) trigger: Trigger,
    /// What must hold besides.
    pub(super) when: Vec<Condition>,
    /// Whether trigger and conditions say all that the text does.
    pub(super) exact: bool,
}

/// Whose unit does something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Subject {
    This,
    Friend,
    Enemy,
    /// Nobody that the words tell.
    Somebody,
}

/// What happens to the subject, and the part it plays.
struct Happens {
    trigger: Trigger,
    role: Option<Role>,
    more: Vec<Condition>,
    exact: bool,
}

/// The moment that a text names; nothing if none of ours is near it.
pub(super) fn moment(text: &str, own: Own) -> Option<Moment> {
    let text = plain(text).replace("a enemy", "an enemy");
    let text = text.trim_end_matches([':', '.', ' ']);
    let text = text.strip_prefix("at the ").unwrap_or(text);
    of_a_phase(text)
        .or_else(|| of_a_zone(text))
        .or_else(|| of_a_unit(text, own))
}

fn exactly(trigger: Trigger, when: Vec<Condition>) -> Moment {
    Moment {
        trigger,
        when,
        exact: true,
    }
}

/// Beginnings and ends of turns and rounds.
fn of_a_phase(text: &str) -> Option<Moment> {
    let (head, more) = text
        .split_once(", ")
        .map_or((text, false), |(head, _)| (head, true));
    let (trigger, when) = match head {
        "start of a friendly turn" | "start of friendly turn" => {
            (Trigger::TurnStart, vec![Condition::OwnTurn])
        }
        "start of an enemy turn" => (Trigger::TurnStart, vec![Condition::EnemyTurn]),
        "start of any turn" | "start of a turn" => (Trigger::TurnStart, Vec::new()),
        "start of any round" | "start of the round" | "start of a round" => (Trigger::RoundStart, Vec::new()),
        "end of any turn" | "end of the turn" => (Trigger::TurnEnd, Vec::new()),
        "end of any round" | "end of the round" => (Trigger::RoundEnd, Vec::new()),
        _ => return None,
    };
    Some(Moment {
        exact: !more,
        ..exactly(trigger, when)
    })
}

/// Zones that NCUs claim.
fn of_a_zone(text: &str) -> Option<Moment> {
    let rest = text.strip_prefix("when ")?;
    let (turn, rest) = if let Some(rest) = rest.strip_prefix("a friendly ncu claims ") {
        (Condition::OwnTurn, rest)
    } else {
        (Condition::EnemyTurn, rest.strip_prefix("an enemy ncu claims ")?)
    };
    let mut moment = exactly(Trigger::ZoneClaimed, vec![turn]);
    match (rest, zone_named(rest)) {
        ("a zone", _) => {}
        (_, Some(zone)) => moment.when.push(Condition::ClaimedZone(zone)),
        (_, None) => moment.exact = false,
    }
    Some(moment)
}

/// The zone that a word in brackets names.
pub(super) fn zone_named(word: &str) -> Option<ZoneName> {
    match word.strip_prefix('[')?.strip_suffix(']')? {
        "crown" => Some(ZoneName::Crown),
        "wealth" | "money" | "coin" | "coins" => Some(ZoneName::Wealth),
        "letter" | "letters" => Some(ZoneName::Tactics),
        "swords" => Some(ZoneName::Combat),
        "horse" => Some(ZoneName::Maneuver),
        _ => None,
    }
}

/// Something that a unit does or that is done to it.
fn of_a_unit(text: &str, own: Own) -> Option<Moment> {
    let after = text.starts_with("after ");
    let rest = text
        .strip_prefix("when ")
        .or_else(|| text.strip_prefix("after "))?;
    let (mut subject, kinds, mut exact, rest) = subject(rest);
    if subject == Subject::This && own == Own::Friends {
        (subject, exact) = (Subject::Friend, false);
    }
    let on_this = rest.contains(" on this unit");
    let rest = rest.replace(" on this unit", "");
    let happens = happens(&rest, after)?;
    exact &= happens.exact && !(on_this && own == Own::Friends);
    let mut when = Vec::new();
    // "attacks or is attacked" leaves open which part the unit plays.
    let known = !rest.contains(" or ");
    match happens.role.filter(|_| known) {
        Some(role) => {
            match subject {
                Subject::This => when.push(Condition::IsThisUnit(role)),
                Subject::Friend => when.push(Condition::Friendly(role)),
                Subject::Enemy => when.push(Condition::Enemy(role)),
                Subject::Somebody => {}
            }
            when.extend(kinds.map(|kind| Condition::OfKind(role, vec![kind])));
        }
        None if happens.role.is_none() => match subject {
            Subject::This | Subject::Friend => when.push(Condition::OwnTurn),
            Subject::Enemy => when.push(Condition::EnemyTurn),
            Subject::Somebody => {}
        },
        None => {}
    }
    if on_this && own == Own::ThisUnit && happens.trigger.roles().contains(&Role::Defender) {
        when.push(Condition::IsThisUnit(Role::Defender));
    }
    when.extend(happens.more);
    Some(Moment {
        trigger: happens.trigger,
        when,
        exact: exact && known,
    })
}

/// Whose unit a text begins with, of which kind, whether that is all the words say of it, and what follows.
fn subject(rest: &str) -> (Subject, Option<UnitKind>, bool, &str) {
    const KNOWN: [(&str, Subject, Option<UnitKind>); 9] = [
        ("this unit ", Subject::This, None),
        ("a friendly combat unit ", Subject::Friend, None),
        (
            "a friendly infantry unit ",
            Subject::Friend,
            Some(UnitKind::Infantry),
        ),
        (
            "a friendly cavalry unit ",
            Subject::Friend,
            Some(UnitKind::Cavalry),
        ),
        ("a friendly unit ", Subject::Friend, None),
        ("an enemy combat unit ", Subject::Enemy, None),
        ("an enemy unit ", Subject::Enemy, None),
        ("an enemy ncu ", Subject::Enemy, None),
        ("an enemy ", Subject::Enemy, None),
    ];
    for (start, subject, kind) in KNOWN {
        if let Some(rest) = rest.strip_prefix(start) {
            return (subject, kind, true, rest);
        }
    }
    let friendly = ["a friendly ", "another friendly ", "your "];
    let subject = if friendly.iter().any(|start| rest.starts_with(start)) {
        Subject::Friend
    } else {
        Subject::Somebody
    };
    (subject, None, false, rest)
}

fn happens(rest: &str, after: bool) -> Option<Happens> {
    let mut plain = rest.replace("performs", "is performing");
    for attack in ["a melee attack", "a ranged attack", "an attack", "any attack"] {
        plain = plain.replace(attack, "@");
    }
    let plain = plain
        .replace("attack dice are rolled", "rolling attack dice")
        .replace("dice are rolled", "rolling dice")
        .replace("that charge action", "that action")
        .replace("that attack", "that action");
    let found = if after {
        after_table(&plain)
    } else {
        when_table(&plain)
    };
    let mut happens = if let Some((trigger, role, more)) = found {
        Happens {
            trigger,
            role: Some(role),
            more,
            exact: true,
        }
    } else {
        let (trigger, role) = near(&plain, after)?;
        Happens {
            trigger,
            role,
            more: Vec::new(),
            exact: false,
        }
    };
    let of_an_attack = happens.trigger.roles().contains(&Role::Defender)
        && !matches!(happens.trigger, Trigger::ChargeDeclared | Trigger::ChargeContact);
    if of_an_attack && rest.contains("melee attack") {
        happens.more.insert(0, Condition::Melee);
    } else if of_an_attack && rest.contains("ranged attack") {
        happens.more.insert(0, Condition::Ranged);
    }
    Some(happens)
}

type Found = (Trigger, Role, Vec<Condition>);

/// What happens, said in full, of a text that begins with "when".
fn when_table(plain: &str) -> Option<Found> {
    let found = match plain {
        "is performing @, before rolling attack dice"
        | "is performing @, before resolving that action"
        | "attacks, before rolling attack dice" => (Trigger::AttackDeclared, Role::Attacker),
        "is performing @, after rolling attack dice" => (Trigger::AttackRolled, Role::Attacker),
        "is performing @, after rolling defense dice" => (Trigger::DefenceRolled, Role::Attacker),
        "is attacked" | "is attacked, before rolling attack dice" => {
            (Trigger::AttackDeclared, Role::Defender)
        }
        "is performing a charge action, before rolling charge distance dice"
        | "is performing a charge action, before resolving that action" => {
            (Trigger::ChargeDeclared, Role::Attacker)
        }
        "successfully charges" => (Trigger::ChargeContact, Role::Attacker),
        "is successfully charged"
        | "is successfully charged, before the attacker is performing their melee attack" => {
            (Trigger::ChargeContact, Role::Defender)
        }
        "is successfully charged from the front" => {
            return Some((Trigger::ChargeContact, Role::Defender, vec![Condition::IntoFront]));
        }
        "is performing a panic test, before rolling dice" => (Trigger::PanicPending, Role::Tested),
        "is performing a panic test, after rolling dice" => (Trigger::PanicRolled, Role::Tested),
        "is destroyed" => (Trigger::UnitDestroyed, Role::Destroyed),
        _ => return None,
    };
    Some((found.0, found.1, Vec::new()))
}

/// What happened, said in full, of a text that begins with "after".
fn after_table(plain: &str) -> Option<Found> {
    match plain {
        "is attacked" => Some((Trigger::AttackCompleted, Role::Defender, Vec::new())),
        "completes @" => Some((Trigger::AttackCompleted, Role::Attacker, Vec::new())),
        "completes @, if the defender suffered any wounds" => Some((
            Trigger::AttackCompleted,
            Role::Attacker,
            vec![Condition::WoundsInflicted(1)],
        )),
        _ => None,
    }
}

/// The nearest of our triggers to what a text says, and the part of its subject.
fn near(plain: &str, after: bool) -> Option<(Trigger, Option<Role>)> {
    let has = |phrase: &str| plain.contains(phrase);
    if has("activates") || has("activation") {
        return Some((Trigger::TurnStart, None));
    }
    let found = if has("be destroyed") || has("is destroyed") {
        (Trigger::UnitDestroyed, Role::Destroyed)
    } else if has("panic test") || has("morale test") {
        let trigger = if has("before") {
            Trigger::PanicPending
        } else {
            Trigger::PanicRolled
        };
        (trigger, Role::Tested)
    } else if has("is successfully charged") {
        (Trigger::ChargeContact, Role::Defender)
    } else if has("successfully charges") {
        (Trigger::ChargeContact, Role::Attacker)
    } else if has("charge action") && has("before") {
        (Trigger::ChargeDeclared, Role::Attacker)
    } else if has("attacked") && after {
        (Trigger::AttackCompleted, Role::Defender)
    } else if has("attacked") {
        (Trigger::AttackDeclared, Role::Defender)
    } else if has("after rolling attack dice") {
        (Trigger::AttackRolled, Role::Attacker)
    } else if has("after rolling defense dice") {
        (Trigger::DefenceRolled, Role::Attacker)
    } else if has("surges forth") || (has("@") && (after || has("completes"))) {
        (Trigger::AttackCompleted, Role::Attacker)
    } else if has("@") || has("attacks") {
        (Trigger::AttackDeclared, Role::Attacker)
    } else {
        return None;
    };
    Some((found.0, Some(found.1)))
}
