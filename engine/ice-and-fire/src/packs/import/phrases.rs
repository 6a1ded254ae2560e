//! The phrases of card texts that the effect vocabulary can say.

use crate::cards::{Amount, AttackAbility, Condition, ConditionToken, Effect, Role, Trigger, ZoneName};

/// The most effects of one card.
const MOST_EFFECTS: usize = 20;

/// Who the text calls its own: any friendly unit (cards), or the unit with the Order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Own {
    Friends,
    ThisUnit,
}

/// The trigger of a text and what must hold at it; nothing if the vocabulary has no such moment.
pub(super) fn trigger(text: &str, own: Own) -> Option<(Trigger, Vec<Condition>)> {
    let text = plain(text);
    let has = |phrase: &str| text.contains(phrase);
    let friendly = |role| match own {
        Own::Friends => Condition::Friendly(role),
        Own::ThisUnit => Condition::IsThisUnit(role),
    };
    let subject =
        if has("this unit") || text.starts_with("when a friendly") || text.starts_with("after a friendly") {
            Some(true)
        } else if text.starts_with("when an enemy") || text.starts_with("after an enemy") {
            Some(false)
        } else {
            None
        };
    if has("start of a friendly turn") {
        return Some((Trigger::TurnStart, vec![Condition::OwnTurn]));
    }
    if has("start of an enemy turn") {
        return Some((Trigger::TurnStart, vec![Condition::EnemyTurn]));
    }
    if has("start of any turn") {
        return Some((Trigger::TurnStart, Vec::new()));
    }
    if has("start of any round") || has("start of the round") || has("start of a round") {
        return Some((Trigger::RoundStart, Vec::new()));
    }
    if has("end of the round") || has("end of any round") {
        return Some((Trigger::RoundEnd, Vec::new()));
    }
    if has("ncu claims") {
        let turn = if has("enemy ncu") {
            Condition::EnemyTurn
        } else {
            Condition::OwnTurn
        };
        return Some((Trigger::ZoneClaimed, vec![turn]));
    }
    let is_own = subject?;
    let of = |role| {
        if is_own {
            friendly(role)
        } else {
            Condition::Enemy(role)
        }
    };
    let mut kind = Vec::new();
    if has("melee attack") {
        kind.push(Condition::Melee);
    } else if has("ranged attack") {
        kind.push(Condition::Ranged);
    }
    let with = |trigger, first: Condition| {
        let mut when = vec![first];
        when.extend(kind.iter().cloned());
        Some((trigger, when))
    };
    if has("is destroyed") {
        return Some((Trigger::UnitDestroyed, vec![of(Role::Destroyed)]));
    }
    if has("successfully charged") {
        return Some((Trigger::ChargeContact, vec![of(Role::Defender)]));
    }
    if has("successfully charges") {
        return Some((Trigger::ChargeContact, vec![of(Role::Attacker)]));
    }
    if has("charge action") && has("before") {
        return Some((Trigger::ChargeDeclared, vec![of(Role::Attacker)]));
    }
    if has("panic test") && has("before") {
        return Some((Trigger::PanicPending, vec![of(Role::Tested)]));
    }
    if has("panic test") && has("after") {
        return Some((Trigger::PanicRolled, vec![of(Role::Tested)]));
    }
    if has("is attacked") || has("is being attacked") {
        return with(Trigger::AttackDeclared, of(Role::Defender));
    }
    if has("after rolling attack dice") {
        return with(Trigger::AttackRolled, of(Role::Attacker));
    }
    if has("attack") && (has("before rolling attack dice") || has("before resolving")) {
        return with(Trigger::AttackDeclared, of(Role::Attacker));
    }
    if has("completes") && has("attack") {
        return with(Trigger::AttackCompleted, of(Role::Attacker));
    }
    None
}

/// The effects of a text's lines at a trigger: what cannot be said is one [`Effect::ByRuling`] at the end.
pub(super) fn effects(lines: &[String], trigger: Trigger, when: &[Condition], own: Own) -> Vec<Effect> {
    let mut found = Vec::new();
    let mut rest = lines.is_empty();
    for sentence in lines.iter().flat_map(|line| sentences(line)) {
        match said(&sentence, trigger, when, own) {
            Some(more) => found.extend(more),
            None => rest = true,
        }
    }
    if found.len() >= MOST_EFFECTS {
        found.truncate(MOST_EFFECTS - 1);
        rest = true;
    }
    if rest || found.is_empty() {
        found.push(Effect::ByRuling);
    }
    found
}

/// Small letters, no stars, no bullets, spaces made one, typographic quotes made plain.
fn plain(text: &str) -> String {
    let text: String = text
        .to_lowercase()
        .replace(['*', '•'], " ")
        .replace('’', "'")
        .replace('”', "\"");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The sentences of a line.
fn sentences(line: &str) -> Vec<String> {
    // "Target 1 enemy. They become Weakened." is one thing to do.
    let text = plain(line);
    let joined = ["it", "they", "that unit", "that enemy"]
        .iter()
        .fold(text, |text, word| {
            text.replace(&format!(". {word} "), &format!(" : {word} "))
        });
    joined
        .split_terminator(". ")
        .map(|part| part.trim().trim_end_matches('.').to_owned())
        .filter(|part| !part.is_empty())
        .collect()
}

/// What a sentence says, if the vocabulary can say all of it.
fn said(sentence: &str, trigger: Trigger, when: &[Condition], own: Own) -> Option<Vec<Effect>> {
    // What hangs on something is settled by the players.
    let conditional = [
        "if ", "for each", "instead", "while ", "unless", "may ", "until", "choose", "cannot", "highest",
        "lowest",
    ];
    let allowed = sentence.starts_with("this attack may re-roll any attack dice")
        || sentence.starts_with("you may re-roll any attack dice");
    if !allowed && conditional.iter().any(|word| sentence.contains(word)) {
        return None;
    }
    let own_attack = when.iter().any(|condition| {
        matches!(
            condition,
            Condition::Friendly(Role::Attacker) | Condition::IsThisUnit(Role::Attacker)
        )
    });
    let found = gains(sentence, own_attack)
        .or_else(|| tokens(sentence))
        .or_else(|| draws(sentence))
        .or_else(|| restores(sentence, own))
        .or_else(|| dice(sentence, own_attack))
        .or_else(|| wounds(sentence))
        .or_else(|| modifiers(sentence, trigger))
        .or_else(|| again(sentence))?;
    let there = |role: Role| {
        role.is_chosen()
            || (own == Own::ThisUnit && role == Role::ThisUnit)
            || trigger.roles().contains(&role)
    };
    let fits = |effect: &Effect| {
        effect.fits(trigger)
            && effect
                .role()
                .is_none_or(|role| there(role) && role != Role::Destroyed)
    };
    found.iter().all(fits).then_some(found)
}

/// The attack abilities that a text names.
pub(super) fn abilities_in(text: &str) -> Vec<AttackAbility> {
    let text = plain(text);
    AttackAbility::ALL
        .into_iter()
        .filter(|ability| text.contains(&ability.title().to_lowercase()))
        .collect()
}

/// Whether a line is nothing but names of attack abilities: `• **Sundering**`.
pub(super) fn only_abilities(line: &str) -> Option<Vec<AttackAbility>> {
    let found = abilities_in(line);
    let mut rest = plain(line);
    for ability in &found {
        rest = rest.replace(&ability.title().to_lowercase(), "");
    }
    let empty = rest
        .chars()
        .all(|letter| !letter.is_alphabetic() || matches!(letter, 'a' | 'n' | 'd'));
    (!found.is_empty() && empty).then_some(found)
}

/// `this attack gains vicious`.
fn gains(sentence: &str, own_attack: bool) -> Option<Vec<Effect>> {
    let start = [
        "this attack gains ",
        "the attack gains ",
        "the attacker gains ",
        "that attack gains ",
    ];
    let rest = start
        .iter()
        .find_map(|start| sentence.strip_prefix(start))
        .filter(|_| own_attack)?;
    let found = only_abilities(rest)?;
    Some(
        found
            .into_iter()
            .map(|ability| Effect::AddAbility { ability })
            .collect(),
    )
}

/// Who a sentence is about, and what follows.
fn about(sentence: &str) -> Option<(Role, &str)> {
    const STARTS: [(&str, Role); 14] = [
        ("the attacker ", Role::Attacker),
        ("that attacker ", Role::Attacker),
        ("the defender ", Role::Defender),
        ("that defender ", Role::Defender),
        ("this unit ", Role::ThisUnit),
        ("target 1 enemy combat unit : they ", Role::EnemyUnit),
        ("target 1 enemy combat unit : it ", Role::EnemyUnit),
        ("target 1 enemy : they ", Role::EnemyUnit),
        ("target 1 enemy : it ", Role::EnemyUnit),
        ("target 1 enemy unit : it ", Role::EnemyUnit),
        ("1 enemy combat unit ", Role::EnemyUnit),
        ("target 1 friendly combat unit : it ", Role::FriendlyUnit),
        ("target 1 friendly unit : it ", Role::FriendlyUnit),
        ("1 friendly combat unit ", Role::FriendlyUnit),
    ];
    STARTS
        .iter()
        .find_map(|(start, role)| Some((*role, sentence.strip_prefix(start)?)))
}

/// `the defender becomes panicked and vulnerable`.
fn tokens(sentence: &str) -> Option<Vec<Effect>> {
    let (on, rest) = about(sentence)?;
    let named = rest
        .strip_prefix("becomes ")
        .or_else(|| rest.strip_prefix("become "))
        .or_else(|| rest.strip_prefix("also becomes "))?;
    let mut left = named.to_owned();
    let mut found = Vec::new();
    for token in ConditionToken::ALL {
        let word = token.title().to_lowercase();
        if left.contains(&word) {
            left = left.replace(&word, "");
            found.push(Effect::PlaceToken {
                on,
                token: Some(token),
            });
        }
    }
    let only = left
        .split([' ', ','])
        .all(|word| word.is_empty() || word == "and");
    (only && !found.is_empty()).then_some(found)
}

/// A number after a phrase: `draw 2 tactics cards`.
fn number(text: &str) -> Option<(u8, &str)> {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let number = word.trim_start_matches('+').parse().ok()?;
    (1..=6).contains(&number).then_some((number, rest))
}

fn draws(sentence: &str) -> Option<Vec<Effect>> {
    let (cards, rest) = number(sentence.strip_prefix("draw ")?)?;
    matches!(rest, "tactics card" | "tactics cards" | "card" | "cards").then(|| vec![Effect::Draw { cards }])
}

fn restores(sentence: &str, own: Own) -> Option<Vec<Effect>> {
    let (on, rest) = about(sentence)?;
    if on == Role::ThisUnit && own == Own::Friends {
        return None;
    }
    let (wounds, rest) = number(
        rest.strip_prefix("restores ")
            .or_else(|| rest.strip_prefix("restore "))?,
    )?;
    matches!(rest, "wound" | "wounds").then(|| vec![Effect::Restore { on, wounds }])
}

fn dice(sentence: &str, own_attack: bool) -> Option<Vec<Effect>> {
    let start = [
        "this attack rolls ",
        "this unit rolls ",
        "the attacker rolls ",
        "this attack gains ",
    ];
    let rest = start
        .iter()
        .find_map(|start| sentence.strip_prefix(start))
        .filter(|_| own_attack)?;
    let (dice, rest) = number(rest.strip_prefix('+')?)?;
    matches!(rest, "attack die" | "attack dice").then(|| vec![Effect::AddAttackDice { dice }])
}

fn wounds(sentence: &str) -> Option<Vec<Effect>> {
    let (on, rest) = about(sentence)?;
    let rest = rest
        .strip_prefix("suffers ")
        .or_else(|| rest.strip_prefix("suffer "))?;
    if matches!(rest, "d3 wounds" | "d3 wound") {
        return Some(vec![Effect::Wounds {
            on,
            wounds: Amount::D3,
        }]);
    }
    let (wounds, rest) = number(rest)?;
    matches!(rest, "wound" | "wounds").then(|| {
        vec![Effect::Wounds {
            on,
            wounds: Amount::Fixed(wounds),
        }]
    })
}

/// `the defender suffers -1 to defense dice rolls`, `this unit gains +2 to this panic test roll`.
fn modifiers(sentence: &str, trigger: Trigger) -> Option<Vec<Effect>> {
    let at = sentence.find(['+', '-'])?;
    let (sign, rest) = sentence.split_at(at + 1);
    let (by, what) = number(rest)?;
    let by = i8::try_from(by).ok()? * if sign.ends_with('-') { -1 } else { 1 };
    let before = sign[..at].trim();
    let known = [
        "the defender suffers",
        "the defender gains",
        "defender suffers",
        "defenders suffer",
        "this unit gains",
        "that unit gains",
        "the defender gets",
        "it gains",
    ];
    if !known.contains(&before) {
        return None;
    }
    match what {
        "to defense dice rolls" | "to defense dice" | "to its defense dice rolls" | "to defense saves" => {
            Some(vec![Effect::ModDefence { by }])
        }
        "to this panic test roll"
        | "to their panic test"
        | "to this panic test"
        | "to its panic test"
        | "to that panic test"
        | "to panic test rolls"
        | "to this roll"
        | "to their panic test roll"
            if trigger != Trigger::PanicRolled =>
        {
            Some(vec![Effect::ModPanic { by }])
        }
        _ => None,
    }
}

fn again(sentence: &str) -> Option<Vec<Effect>> {
    let known = [
        "this attack may re-roll any attack dice",
        "you may re-roll any attack dice",
        "re-roll any attack dice",
    ];
    known.contains(&sentence).then(|| vec![Effect::RerollAttack])
}

/// What an ability that is always in force says: when it holds and its effects; by ruling where it cannot be said.
pub(super) fn ability(lines: &[String], melee_alone: bool) -> (Vec<Condition>, Vec<Effect>) {
    let all: Vec<String> = lines.iter().flat_map(|line| sentences(line)).collect();
    let by_ruling = || (Vec::new(), vec![Effect::ByRuling]);
    let [only] = &all[..] else { return by_ruling() };
    let add = |text: &str, mut when: Vec<Condition>| {
        let found = only_abilities(text)?;
        when.insert(0, Condition::IsThisUnit(Role::Attacker));
        let effects = found
            .into_iter()
            .map(|ability| Effect::AddAbility { ability })
            .collect();
        Some((when, effects))
    };
    let kind = if melee_alone {
        vec![Condition::Melee]
    } else {
        Vec::new()
    };
    let read = if let Some(rest) = only.strip_prefix("this unit's attacks gain ") {
        add(rest, Vec::new())
    } else if let Some(rest) = only.strip_prefix("this unit's melee attacks gain ") {
        add(rest, vec![Condition::Melee])
    } else if let Some(rest) = only.strip_prefix("this unit's ranged attacks gain ") {
        add(rest, vec![Condition::Ranged])
    } else if let Some(rest) = only.strip_prefix("when charging, gains ") {
        add(rest, vec![Condition::OfACharge])
    } else if let Some(rest) = only.strip_prefix("when charging, this unit's attack gains ") {
        add(rest, vec![Condition::OfACharge])
    } else if let Some((by, "to morale test rolls")) = only.strip_prefix("this unit gains +").and_then(number)
    {
        Some((Vec::new(), vec![Effect::ModMorale { by: by as i8 }]))
    } else if let Some((by, "to defense dice rolls")) =
        only.strip_prefix("this unit gains +").and_then(number)
    {
        Some((
            vec![Condition::IsThisUnit(Role::Defender)],
            vec![Effect::ModDefence { by: by as i8 }],
        ))
    } else {
        add(only, kind)
    };
    read.unwrap_or_else(by_ruling)
}

/// The zone that a text of an NCU names: `each time rodrik claims [swords]`.
pub(super) fn zone(text: &str) -> Option<ZoneName> {
    let text = plain(text);
    let at = text.find("claims [")?;
    let word = text[at + 8..].split(']').next()?;
    match word {
        "crown" => Some(ZoneName::Crown),
        "wealth" | "money" | "coin" | "coins" => Some(ZoneName::Wealth),
        "letter" | "letters" => Some(ZoneName::Tactics),
        "swords" => Some(ZoneName::Combat),
        "horse" => Some(ZoneName::Maneuver),
        _ => None,
    }
}

/// What an NCU does when it claims its zone; by ruling where it cannot be said.
pub(super) fn ncu(lines: &[String]) -> (Option<ZoneName>, Vec<Effect>) {
    let [line] = lines else {
        return (None, vec![Effect::ByRuling]);
    };
    let Some(zone) = zone(line) else {
        return (None, vec![Effect::ByRuling]);
    };
    let text = plain(line);
    let after = text.split_once("], ").map_or("", |(_, rest)| rest).to_owned();
    let effects = effects(&[after], Trigger::ZoneClaimed, &[], Own::Friends);
    (Some(zone), effects)
}
