//! Legality: every command of a game decided again by the rules with its recorded dice, and what the table ruled besides.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::history::{Line, LiveCommand, before, replay};
use crate::{
    EventOf, Fact, Game, GameEvent, Misfit, Modifier, Order, Past, RecordedTray, Refusal, Roll, RuleId,
    RuleSet, Seat, Token,
};

/// What an audit found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AuditReport {
    /// The rules that were asked now.
    pub rules_version: String,
    /// The rules that opened the game.
    pub opened_with: String,
    /// Commands decided again.
    pub commands: u64,
    /// Rulings, which no rule decides.
    pub rulings: u64,
    /// Where the record and the rules part, first one first; at most [`MOST_DIFFERENCES`].
    pub differences: Vec<Difference>,
    /// What the table ruled, with what that changed, first one first; at most [`MOST_DIFFERENCES`].
    pub ruled: Vec<Ruled>,
    /// Server dice checked against a revealed seed; nothing where no seed is public.
    pub dice_checked: Option<u64>,
    /// What is wrong with the server's dice.
    pub dice_fault: Option<String>,
}

/// The most differences, and the most rulings, that a report lists.
pub const MOST_DIFFERENCES: usize = 100;

/// How the record of a command parts from the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Departure {
    /// The rules refuse the whole command.
    Illegal,
    /// The rules demand something that the record has not: it was forgotten.
    Forgotten,
    /// The record has something that the rules do not give.
    Unfounded,
    /// Both have it, with other numbers: a wrong modifier, a wrong count, a wrong place.
    Miscounted,
}

/// One place where the record and the rules part.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Difference {
    /// Where the command begins.
    pub at: u64,
    /// The first event that differs; the command's own version if the whole command is refused.
    pub version: u64,
    /// How they part.
    pub how: Departure,
    /// In words: what the record says, and what the rules give.
    pub what: String,
    /// The rules that it is about, where they are known.
    pub rules: Vec<RuleId>,
    /// What the whole command changed by the record that it would not have changed by the rules.
    pub effect: Vec<Effect>,
    /// The refusal of today's rules, if they refuse the command.
    pub refusal: Option<Refusal>,
}

/// Something that the table ruled, outside the rules.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Ruled {
    /// Where it begins.
    pub at: u64,
    /// Who asked for it.
    pub seat: Option<Seat>,
    /// Why.
    pub reason: String,
    /// In words: what was changed.
    pub what: Vec<String>,
    /// What that changed on the board; `by_the_rules` is how it stood before.
    pub effect: Vec<Effect>,
}

/// One thing on the board, or in the score, as it stands by the record and as it would stand by the rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Effect {
    /// The unit, if it is one's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// What it is called: the unit, or whose score.
    pub name: String,
    /// Whose.
    pub seat: Seat,
    /// Of what.
    pub of: EffectOn,
    /// As the record has it.
    pub recorded: String,
    /// As the rules have it.
    pub by_the_rules: String,
}

/// What of a unit or a seat is otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EffectOn {
    /// Whether it is on the board.
    Presence,
    /// How much of it is left.
    Strength,
    /// Where it stands, in board units.
    Place,
    /// Where it looks, in degrees.
    Facing,
    /// Its conditions.
    Condition,
    /// The seat's score.
    Score,
}

/// Folds a stream and decides each command of its present line again with the recorded dice.
///
/// # Errors
/// A stream that does not fold.
pub fn audit<R: RuleSet>(past: &[Past<R>]) -> Result<AuditReport, Misfit> {
    let game = {
        let events: Vec<EventOf<R>> = past.iter().map(|past| past.event.clone()).collect();
        Game::<R>::fold(&events)?
    };
    let line = Line::new(&game, past).map_err(|refusal| Misfit::new(refusal.message))?;
    let mut report = AuditReport {
        rules_version: R::RULES_VERSION.to_owned(),
        opened_with: game.rules_version().to_owned(),
        commands: 0,
        rulings: 0,
        differences: Vec::new(),
        ruled: Vec::new(),
        dice_checked: None,
        dice_fault: None,
    };
    check_dice(past, &mut report);
    let commands = line.commands();
    let opening = commands
        .first()
        .map_or(game.version(), |first| before(&line, first.at));
    let mut table = replay(
        past,
        line.live
            .iter()
            .copied()
            .take_while(|&place| (place as u64) < opening),
    )?;
    for command in commands {
        match &command.given.order {
            Order::Play { .. } => {
                report.commands += 1;
                if report.differences.len() < MOST_DIFFERENCES
                    && let Some(difference) = weigh(&table, &command)?
                {
                    report.differences.push(difference);
                }
            }
            Order::Rule { reason, .. } => {
                report.rulings += 1;
                if report.ruled.len() < MOST_DIFFERENCES {
                    report.ruled.push(ruled(&table, &command, reason)?);
                }
            }
            Order::Open
            | Order::TakeBack { .. }
            | Order::Concede
            | Order::Propose { .. }
            | Order::Answer { .. }
            | Order::Say { .. }
            | Order::Correct(_)
            | Order::Reseed => {}
        }
        for event in &command.events {
            table.apply(event)?;
        }
    }
    Ok(report)
}

/// A command decided again: nothing, where record and rules agree.
fn weigh<R: RuleSet>(table: &Game<R>, command: &LiveCommand<R>) -> Result<Option<Difference>, Misfit> {
    let mut tray = RecordedTray::new(command.rolls.iter().cloned(), None);
    let step = match table.decide_with(&command.given, &mut tray, None) {
        Ok(step) => step,
        Err(refusal) => {
            return Ok(Some(Difference {
                at: command.at,
                version: command.at,
                how: Departure::Illegal,
                what: format!("the rules refuse this command: {}", refusal.message),
                rules: vec![refusal.rule.clone()],
                effect: effect(&after(table, &command.events)?, table),
                refusal: Some(refusal),
            }));
        }
    };
    let (recorded, decided) = (ruled_on::<R>(&command.events), ruled_on::<R>(&step.events));
    let same = recorded
        .iter()
        .zip(&decided)
        .take_while(|(was, is)| was == is)
        .count();
    let (was, is) = (recorded.get(same).copied(), decided.get(same).copied());
    let at_that_moment = after(table, recorded[..same].iter().copied())?;
    let moment = at_that_moment.state();
    let (how, what) = match (was, is) {
        (None, None) if tray.is_spent() => return Ok(None),
        (None, None) => (
            Departure::Unfounded,
            "dice were recorded that the rules do not roll".to_owned(),
        ),
        (Some(was), None) => (Departure::Unfounded, unfounded::<R>(moment, was)),
        (Some(was), Some(is)) if name::<R>(was) == name::<R>(is) => {
            (Departure::Miscounted, miscounted::<R>(moment, was, is))
        }
        // What the rules give here comes later in the record, so the record has something besides; else it was left out.
        (Some(was), Some(is)) if recorded[same..].contains(&is) => {
            (Departure::Unfounded, unfounded::<R>(moment, was))
        }
        (_, Some(is)) => (Departure::Forgotten, forgotten::<R>(moment, is)),
    };
    let mut rules = Vec::new();
    for modifier in changed_modifiers::<R>(moment, was, is) {
        if !rules.contains(&modifier.rule) {
            rules.push(modifier.rule);
        }
    }
    Ok(Some(Difference {
        at: command.at,
        version: command.at + same as u64,
        how,
        what,
        rules,
        effect: effect(&after(table, &command.events)?, &step.game),
        refusal: None,
    }))
}

fn forgotten<R: RuleSet>(moment: &R::State, is: &EventOf<R>) -> String {
    format!(
        "the rules give here, and the record has not: {}",
        words::<R>(moment, is)
    )
}

fn unfounded<R: RuleSet>(moment: &R::State, was: &EventOf<R>) -> String {
    format!(
        "the record has, and the rules do not give: {}",
        words::<R>(moment, was)
    )
}

fn miscounted<R: RuleSet>(moment: &R::State, was: &EventOf<R>, is: &EventOf<R>) -> String {
    let (recorded, by_the_rules) = (words::<R>(moment, was), words::<R>(moment, is));
    let mut what = if recorded == by_the_rules {
        format!("record and rules part in what these words leave out: {recorded}")
    } else {
        format!("recorded: {recorded}; by the rules: {by_the_rules}")
    };
    let (mine, theirs) = (
        modifiers::<R>(moment, Some(was)),
        modifiers::<R>(moment, Some(is)),
    );
    for (all, others, says) in [
        (&mine, &theirs, "the record counts"),
        (&theirs, &mine, "the rules count"),
    ] {
        for modifier in all.iter().filter(|modifier| !others.contains(modifier)) {
            let _ = write!(what, "; {says} {} ({:+})", modifier.name, modifier.change);
        }
    }
    what
}

/// The numbers that one of two events counts and the other does not; all of one that stands alone.
fn changed_modifiers<R: RuleSet>(
    moment: &R::State,
    was: Option<&EventOf<R>>,
    is: Option<&EventOf<R>>,
) -> Vec<Modifier> {
    let (mine, theirs) = (modifiers::<R>(moment, was), modifiers::<R>(moment, is));
    let mut changed: Vec<Modifier> = mine.iter().filter(|one| !theirs.contains(one)).cloned().collect();
    changed.extend(theirs.into_iter().filter(|one| !mine.contains(one)));
    changed
}

fn modifiers<R: RuleSet>(moment: &R::State, event: Option<&EventOf<R>>) -> Vec<Modifier> {
    let Some(GameEvent::Played(event)) = event else {
        return Vec::new();
    };
    let mut facts = Vec::new();
    R::facts(moment, event, &mut facts);
    let rolled = facts.into_iter().filter_map(|fact| match fact {
        Fact::DiceRolled(rolled) => Some(rolled.modifiers),
        _ => None,
    });
    rolled.flatten().collect()
}

/// The events of a command that the rules decide.
fn ruled_on<R: RuleSet>(events: &[EventOf<R>]) -> Vec<&EventOf<R>> {
    events
        .iter()
        .filter(|event| matches!(event, GameEvent::Played(_) | GameEvent::Ended { .. }))
        .collect()
}

fn name<R: RuleSet>(event: &EventOf<R>) -> &'static str {
    match event {
        GameEvent::Played(played) => R::event_name(played),
        _ => "ended",
    }
}

fn words<R: RuleSet>(moment: &R::State, event: &EventOf<R>) -> String {
    let words = match event {
        GameEvent::Played(played) => R::tell(moment, played),
        GameEvent::Ended { outcome } => format!("the game ends, {}", outcome.reason),
        _ => String::new(),
    };
    words.trim_end_matches('.').to_owned()
}

fn after<'e, R: RuleSet>(
    table: &Game<R>,
    events: impl IntoIterator<Item = &'e EventOf<R>>,
) -> Result<Game<R>, Misfit>
where
    EventOf<R>: 'e,
{
    let mut table = table.clone();
    for event in events {
        table.apply(event)?;
    }
    Ok(table)
}

fn ruled<R: RuleSet>(table: &Game<R>, command: &LiveCommand<R>, reason: &str) -> Result<Ruled, Misfit> {
    let mut now = table.clone();
    let mut what = Vec::new();
    for event in &command.events {
        if let GameEvent::Played(played) = event {
            what.push(R::tell(now.state(), played));
        }
        now.apply(event)?;
    }
    Ok(Ruled {
        at: command.at,
        seat: command.given.seat,
        reason: reason.to_owned(),
        what,
        effect: effect(&now, table),
    })
}

/// What stands otherwise on two boards.
fn effect<R: RuleSet>(recorded: &Game<R>, by_the_rules: &Game<R>) -> Vec<Effect> {
    let (recorded, ruled) = (R::board(recorded.state()), R::board(by_the_rules.state()));
    let mut pairs: BTreeMap<&str, [Option<&Token>; 2]> = BTreeMap::new();
    for (place, board) in [&recorded, &ruled].into_iter().enumerate() {
        for token in &board.tokens {
            pairs.entry(&token.id).or_default()[place] = Some(token);
        }
    }
    let mut found = Vec::new();
    for [recorded, ruled] in pairs.into_values() {
        let Some(token) = recorded.or(ruled) else { continue };
        let mut note = |of, recorded: String, by_the_rules: String| {
            if recorded != by_the_rules {
                found.push(Effect {
                    unit: Some(token.id.clone()),
                    name: token.name.clone(),
                    seat: token.seat,
                    of,
                    recorded,
                    by_the_rules,
                });
            }
        };
        match (recorded, ruled) {
            (Some(recorded), Some(ruled)) => {
                note(
                    EffectOn::Strength,
                    recorded.strength_text.clone(),
                    ruled.strength_text.clone(),
                );
                note(EffectOn::Place, place_words(recorded), place_words(ruled));
                note(EffectOn::Facing, facing_words(recorded), facing_words(ruled));
                note(
                    EffectOn::Condition,
                    condition_words(recorded),
                    condition_words(ruled),
                );
            }
            (recorded, ruled) => {
                let there = |token: Option<&Token>| match token {
                    Some(token) => format!("on the board at {}", place_words(token)),
                    None => "not on the board".to_owned(),
                };
                note(EffectOn::Presence, there(recorded), there(ruled));
            }
        }
    }
    for (line, other) in recorded.sides.iter().zip(&ruled.sides) {
        if line.score != other.score {
            let words = |score: &Option<String>| score.clone().unwrap_or_else(|| "none".to_owned());
            found.push(Effect {
                unit: None,
                name: line.name.clone(),
                seat: line.seat,
                of: EffectOn::Score,
                recorded: words(&line.score),
                by_the_rules: words(&other.score),
            });
        }
    }
    found
}

/// The middle of a token, in board units.
fn place_words(token: &Token) -> String {
    let many = token.outline.len().max(1) as f64;
    let middle = |of: fn(&crate::Point) -> f64| token.outline.iter().map(of).sum::<f64>() / many;
    format!("{:.2}, {:.2}", middle(|point| point.x), middle(|point| point.y))
}

fn facing_words(token: &Token) -> String {
    token
        .facing
        .map_or_else(String::new, |degrees| format!("{degrees:.1}°"))
}

fn condition_words(token: &Token) -> String {
    let words: Vec<&str> = token.badges.iter().map(|badge| badge.text.as_str()).collect();
    if words.is_empty() {
        "nothing".to_owned()
    } else {
        words.join(", ")
    }
}

/// Checks every server roll whose seed is public, line by line of the stream, abandoned lines included.
fn check_dice<R: RuleSet>(past: &[Past<R>], report: &mut AuditReport) {
    let mut rolls: Vec<Roll> = Vec::new();
    for Past { event, .. } in past {
        match event {
            GameEvent::Played(played) => rolls.extend(R::dice(played).into_iter().cloned()),
            GameEvent::Reseeded { .. } => rolls.clear(),
            GameEvent::SeedRevealed { seed, commitment } => {
                let checked = crate::Seed::from_hex(seed)
                    .ok_or_else(|| "the revealed seed is no 64 hexadecimal digits".to_owned())
                    .and_then(|seed| crate::verify_rolls(commitment, &seed, &rolls));
                match checked {
                    Ok(count) => report.dice_checked = Some(report.dice_checked.unwrap_or(0) + count),
                    Err(wrong) => report.dice_fault = Some(wrong),
                }
                rolls.clear();
            }
            _ => {}
        }
    }
}
