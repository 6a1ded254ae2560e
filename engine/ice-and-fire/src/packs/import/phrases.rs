//! The phrases of card texts that the effect vocabulary can say.

use super::moments::{Own, zone_named};
use crate::cards::{
    Amount, AttackAbility, AttackKind, Condition, ConditionToken, Effect, Role, Trigger, ZoneName,
};

/// The most effects of one card.
const MOST_EFFECTS: usize = 20;

/// Whether a text leaves a choice or puts something in the place of something else: no part of it stands for itself, so the
/// players settle all of it.
fn hangs_together(lines: &[String]) -> bool {
    let words = [
        "choose",
        "instead",
        "replace",
        "of the following",
        "gain both",
        "either ",
    ];
    lines.iter().any(|line| {
        let line = plain(line);
        words.iter().any(|word| line.contains(word))
    })
}

/// The place of the first line that is a heading of those after it (`by the Game Round:`), or the end: what stands under a
/// heading holds as the heading says, so the players settle it.
fn heading_of(lines: &[String]) -> usize {
    let is_heading = |line: &String| plain(line).ends_with(':');
    lines.iter().position(is_heading).unwrap_or(lines.len())
}

/// Takes out of the lines of a text those that are nothing but names of attack abilities, and gives the abilities.
pub(super) fn bare_abilities(lines: &mut Vec<String>) -> Vec<AttackAbility> {
    let governed = lines.split_off(heading_of(lines));
    let mut found = Vec::new();
    lines.retain(|line| match only_abilities(line) {
        Some(abilities) => {
            found.extend(abilities);
            false
        }
        None => true,
    });
    lines.extend(governed);
    found
}

/// The effects of a text's lines at a trigger: what cannot be said is one [`Effect::ByRuling`] at the end.
pub(super) fn effects(lines: &[String], trigger: Trigger, when: &[Condition], own: Own) -> Vec<Effect> {
    if hangs_together(lines) {
        return vec![Effect::ByRuling];
    }
    let mut found = Vec::new();
    let (lines, governed) = lines.split_at(heading_of(lines));
    let mut rest = lines.is_empty() || !governed.is_empty();
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
pub(super) fn plain(text: &str) -> String {
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
    // A number or a colon before them is a condition: `2+: Critical Blow` holds from the second round on.
    let empty = rest.split_whitespace().all(|word| {
        word == "and"
            || word
                .chars()
                .all(|letter| !letter.is_alphanumeric() && !matches!(letter, ':' | '+'))
    });
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

/// A number after a phrase: `draw 2 tactics cards`. One with a sign is added to something, and no number of its own.
fn number(text: &str) -> Option<(u8, &str)> {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    if !word.starts_with(|letter: char| letter.is_ascii_digit()) {
        return None;
    }
    let number = word.parse().ok()?;
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

/// When an ability holds, and what it does.
type Held = (Vec<Condition>, Vec<Effect>);

/// What an ability that is always in force says: when it holds and its effects, by ruling for what cannot be said. `kind` is
/// that of the attacks which a bare name of an attack ability is for; all of them where none is given.
pub(super) fn ability(lines: &[String], kind: Option<AttackKind>) -> Held {
    if lines.is_empty() || hangs_together(lines) {
        return (Vec::new(), vec![Effect::ByRuling]);
    }
    let mut held: Option<Held> = None;
    let (lines, governed) = lines.split_at(heading_of(lines));
    let mut rest = !governed.is_empty();
    for sentence in lines.iter().flat_map(|line| sentences(line)) {
        if is_in_the_statistics(&sentence) {
            continue;
        }
        match (always(&sentence, kind), held.as_mut()) {
            (Some(found), None) => held = Some(found),
            (Some((when, more)), Some((known, effects))) if when == *known => effects.extend(more),
            // One ability holds under one set of conditions.
            (Some(_), Some(_)) | (None, _) => rest = true,
        }
    }
    let (when, mut effects) = held.unwrap_or_default();
    if rest {
        effects.push(Effect::ByRuling);
    }
    (when, effects)
}

/// Whether a sentence says what the numbers of its unit say too, or only whose unit it is.
fn is_in_the_statistics(sentence: &str) -> bool {
    let unit = sentence
        .strip_prefix("this unit has ")
        .or_else(|| sentence.strip_prefix("each model in this unit has "));
    let counted = unit.is_some_and(|rest| {
        let number = rest.starts_with(|letter: char| letter.is_ascii_digit());
        let ends = ["wound", "wounds", "rank", "ranks", "models"];
        number && ends.iter().any(|end| rest.ends_with(end))
    });
    let named = sentence.starts_with("this unit is a ") && sentence.ends_with(" unit");
    let counts_as =
        sentence.starts_with("this model count") && sentence.ends_with("for all abilities and effects");
    counted || named || counts_as
}

/// What a sentence of an ability says, if the vocabulary can say all of it.
fn always(sentence: &str, kind: Option<AttackKind>) -> Option<Held> {
    let zone = |rest: &str| {
        let (zone, rest) = rest.split_once(", ")?;
        Some((zone_named(zone)?, rest.to_owned()))
    };
    let controlled = sentence
        .strip_prefix("while you control ")
        .or_else(|| sentence.strip_prefix("if you control "));
    if let Some(rest) = controlled {
        let (zone, rest) = zone(rest)?;
        let (mut when, effects) = always(&rest, kind)?;
        when.push(Condition::Controls(zone));
        return Some((when, effects));
    }
    let add = |text: &str, mut when: Vec<Condition>| {
        let found = only_abilities(text)?;
        when.insert(0, Condition::IsThisUnit(Role::Attacker));
        let effects = found
            .into_iter()
            .map(|ability| Effect::AddAbility { ability })
            .collect();
        Some((when, effects))
    };
    let kind = match kind {
        Some(AttackKind::Melee) => vec![Condition::Melee],
        Some(AttackKind::Ranged) => vec![Condition::Ranged],
        None => Vec::new(),
    };
    let starts: [(&str, Vec<Condition>); 7] = [
        ("this unit's attacks gain ", Vec::new()),
        ("this unit's melee attacks gain ", vec![Condition::Melee]),
        ("this unit's ranged attacks gain ", vec![Condition::Ranged]),
        ("when charging, gains ", vec![Condition::OfACharge]),
        ("when charging, this attack gains ", vec![Condition::OfACharge]),
        (
            "when charging, this unit's attack gains ",
            vec![Condition::OfACharge],
        ),
        (
            "when charging, this unit's attacks gain ",
            vec![Condition::OfACharge],
        ),
    ];
    for (start, when) in starts {
        if let Some(rest) = sentence.strip_prefix(start) {
            return add(rest, when);
        }
    }
    let gained = sentence.strip_prefix("this unit gains +").and_then(number);
    match gained {
        Some((by, "to morale test rolls")) => Some((
            Vec::new(),
            vec![Effect::ModMorale {
                by: i8::try_from(by).ok()?,
            }],
        )),
        Some((by, "to defense dice rolls")) => Some((
            vec![Condition::IsThisUnit(Role::Defender)],
            vec![Effect::ModDefence {
                by: i8::try_from(by).ok()?,
            }],
        )),
        _ => add(sentence, kind),
    }
}

/// The zone that a text of an NCU names: `each time rodrik claims [swords]`.
fn zone(text: &str) -> Option<ZoneName> {
    let text = plain(text);
    let at = text.find("claims [")?;
    let word = text[at + 7..].split_inclusive(']').next()?;
    zone_named(word)
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
