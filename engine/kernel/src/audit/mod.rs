//! Legality: every command of a game decided again by the rules with its recorded dice, and what the table ruled besides.

mod effects;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use effects::{AuditEffect, EffectOn};

use effects::effect;

use crate::history::{LiveCommand, Rerun};
use crate::{Argument, MESSAGES, Message, MessageData};
use crate::{
    EventOf, Fact, FoldError, Game, GameEvent, GameOrder, Modifier, NoteKind, RecordedEvent, RecordedTray,
    Refusal, Roll, RuleId, RuleSet, Seat, SideId, joined, message,
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
    pub differences: Vec<AuditDifference>,
    /// What the table ruled, with what that changed, first one first; at most [`MOST_DIFFERENCES`].
    pub ruled: Vec<Ruled>,
    /// The number of positions that were noted beside the table.
    #[serde(default)]
    pub positions: u64,
    /// The positions that were noted, with what they changed, first one first; at most [`MOST_DIFFERENCES`]. What lies before each of
    /// kind `gap` was not recorded, so no rule can judge it.
    #[serde(default)]
    pub noted: Vec<NotedChange>,
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
pub struct AuditDifference {
    /// Where the command begins.
    pub at: u64,
    /// The first event that differs; the command's own version if the whole command is refused.
    pub version: u64,
    /// How they part.
    pub how: Departure,
    /// In words: what the record says, and what the rules give.
    pub what: String,
    /// Id and arguments of these words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<MessageData>,
    /// The rules that it is about, where they are known.
    pub rules: Vec<RuleId>,
    /// What the whole command changed by the record that it would not have changed by the rules.
    pub effect: Vec<AuditEffect>,
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
    /// Ids and arguments of these words, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub messages: Vec<MessageData>,
    /// What that changed on the board; `by_the_rules` is how it stood before.
    pub effect: Vec<AuditEffect>,
}

/// A position that was noted beside the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NotedChange {
    /// Where it begins.
    pub at: u64,
    /// Who asked for it.
    pub seat: Option<Seat>,
    /// Why the record goes on from there.
    pub kind: NoteKind,
    /// Why, in words, if said.
    pub reason: Option<String>,
    /// In words: how things stood then.
    pub what: Vec<String>,
    /// Ids and arguments of these words, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub messages: Vec<MessageData>,
    /// What that changed on the board; `by_the_rules` is how it stood before.
    pub effect: Vec<AuditEffect>,
}

impl AuditReport {
    /// Whether a part of the battle was not recorded, so that nothing can be said of it.
    pub fn has_gaps(&self) -> bool {
        self.noted.iter().any(|noted| noted.kind == NoteKind::Gap)
    }
}

/// Folds a stream and decides each command of its present line again with the recorded dice.
///
/// # Errors
/// A stream that does not fold.
pub fn audit<R: RuleSet>(past: &[RecordedEvent<R>]) -> Result<AuditReport, FoldError> {
    let Rerun {
        opened_with,
        commands,
        mut table,
    } = Rerun::of(past)?;
    let mut report = AuditReport {
        rules_version: R::RULES_VERSION.to_owned(),
        opened_with,
        commands: 0,
        rulings: 0,
        differences: Vec::new(),
        ruled: Vec::new(),
        positions: 0,
        noted: Vec::new(),
        dice_checked: None,
        dice_fault: None,
    };
    check_dice(past, &mut report);
    for command in commands {
        let is_weighed = match &command.given.order {
            GameOrder::Play { .. }
            | GameOrder::Concede
            | GameOrder::Propose { .. }
            | GameOrder::Answer { .. }
            | GameOrder::Say { .. } => {
                report.commands += 1;
                true
            }
            GameOrder::Rule { reason, .. } => {
                report.rulings += 1;
                if report.ruled.len() < MOST_DIFFERENCES {
                    report.ruled.push(ruled(&table, &command, reason)?);
                }
                true
            }
            GameOrder::Note { kind, reason, .. } => {
                report.positions += 1;
                // The first gap is listed in any case: by it nobody can call the record sound.
                let first_gap = *kind == NoteKind::Gap && !report.has_gaps();
                if first_gap || report.noted.len() < MOST_DIFFERENCES {
                    let (what, effect) = changed(&table, &command)?;
                    report.noted.push(NotedChange {
                        at: command.at,
                        seat: command.given.seat,
                        kind: *kind,
                        reason: reason.clone(),
                        messages: what.iter().filter_map(Message::data).collect(),
                        what: what.into_iter().map(String::from).collect(),
                        effect,
                    });
                }
                true
            }
            GameOrder::Open | GameOrder::TakeBack { .. } | GameOrder::Correct(_) | GameOrder::Reseed => false,
        };
        if is_weighed
            && report.differences.len() < MOST_DIFFERENCES
            && let Some(difference) = weigh(&table, &command)?
        {
            report.differences.push(difference);
        }
        for event in &command.events {
            table.apply(event)?;
        }
    }
    Ok(report)
}

/// A command decided again: nothing, where record and rules agree. Of a ruling or a noted position only how it ends the game is
/// weighed, for what it changes no rule decides.
fn weigh<R: RuleSet>(
    table: &Game<R>,
    command: &LiveCommand<R>,
) -> Result<Option<AuditDifference>, FoldError> {
    let mut tray = RecordedTray::new(command.rolls.iter().cloned(), None);
    let is_ruling = matches!(
        command.given.order,
        GameOrder::Rule { .. } | GameOrder::Note { .. }
    );
    let step = match table.decide_with(&command.given, &mut tray, None) {
        Ok(step) => step,
        Err(_) if is_ruling => return Ok(None),
        Err(refusal) => {
            let what = message!(MESSAGES, "audit-refused", refusal = refusal.message.clone());
            return Ok(Some(AuditDifference {
                at: command.at,
                version: command.at,
                how: Departure::Illegal,
                what: what.to_string(),
                message: what.data(),
                rules: vec![refusal.rule.clone()],
                effect: effect(&after(table, &command.events)?, table),
                refusal: Some(refusal),
            }));
        }
    };
    let weighed = |event: &&EventOf<R>| is_decided::<R>(event) && !(is_ruling && is_played::<R>(event));
    let recorded: Vec<&EventOf<R>> = command.events.iter().filter(weighed).collect();
    let decided: Vec<&EventOf<R>> = step.events.iter().filter(weighed).collect();
    let same = recorded
        .iter()
        .zip(&decided)
        .take_while(|(was, is)| was == is)
        .count();
    let (was, is) = (recorded.get(same).copied(), decided.get(same).copied());
    let laid = match was {
        Some(was) => command.events.iter().position(|event| std::ptr::eq(event, was)),
        None => command
            .events
            .iter()
            .rposition(|event| weighed(&event))
            .map(|last| last + 1),
    };
    let laid = laid.unwrap_or_default();
    let at_that_moment = after(table, &command.events[..laid])?;
    let moment = at_that_moment.state();
    let (how, what) = match (was, is) {
        (None, None) if is_ruling || tray.is_spent() => return Ok(None),
        (None, None) => (Departure::Unfounded, message!(MESSAGES, "audit-dice-beyond")),
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
    let modifiers = changed_modifiers::<R>(moment, was, is).into_iter();
    let agreed = [was, is].into_iter().flatten().filter_map(rule_of::<R>);
    let mut rules = Vec::new();
    for rule in modifiers.map(|modifier| modifier.rule).chain(agreed) {
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    Ok(Some(AuditDifference {
        at: command.at,
        version: command.at + laid as u64,
        how,
        what: what.to_string(),
        message: what.data(),
        rules,
        effect: effect(&after(table, &command.events)?, &step.game),
        refusal: None,
    }))
}

/// What the record has and what other rules give instead, in words.
pub(crate) fn told_both<R: RuleSet>(
    moment: &R::State,
    was: Option<&R::Event>,
    is: Option<&R::Event>,
) -> Message {
    let as_laid = |event: Option<&R::Event>| event.cloned().map(GameEvent::Played);
    match (as_laid(was), as_laid(is)) {
        (Some(was), Some(is)) => miscounted::<R>(moment, &was, &is),
        (Some(was), None) => unfounded::<R>(moment, &was),
        (None, Some(is)) => forgotten::<R>(moment, &is),
        (None, None) => Message::default(),
    }
}

/// The rules of the numbers that one of two events counts and the other does not.
pub(crate) fn changed_rules<R: RuleSet>(
    moment: &R::State,
    was: Option<&R::Event>,
    is: Option<&R::Event>,
) -> Vec<RuleId> {
    let as_laid = |event: Option<&R::Event>| event.cloned().map(GameEvent::Played);
    let (was, is) = (as_laid(was), as_laid(is));
    let mut rules = Vec::new();
    for modifier in changed_modifiers::<R>(moment, was.as_ref(), is.as_ref()) {
        if !rules.contains(&modifier.rule) {
            rules.push(modifier.rule);
        }
    }
    rules
}

fn forgotten<R: RuleSet>(moment: &R::State, is: &EventOf<R>) -> Message {
    message!(MESSAGES, "audit-forgotten", event = words::<R>(moment, is))
}

fn unfounded<R: RuleSet>(moment: &R::State, was: &EventOf<R>) -> Message {
    message!(MESSAGES, "audit-unfounded", event = words::<R>(moment, was))
}

fn miscounted<R: RuleSet>(moment: &R::State, was: &EventOf<R>, is: &EventOf<R>) -> Message {
    let (recorded, by_the_rules) = (words::<R>(moment, was), words::<R>(moment, is));
    let mut parts = vec![if recorded.to_string() == by_the_rules.to_string() {
        message!(MESSAGES, "audit-unsaid", event = recorded)
    } else {
        message!(MESSAGES, "audit-otherwise", recorded, by_the_rules)
    }];
    let (mine, theirs) = (
        modifiers::<R>(moment, Some(was)),
        modifiers::<R>(moment, Some(is)),
    );
    let counted = |modifier: &Modifier| (modifier.name.clone(), format!("{:+}", modifier.change));
    for (modifier, change) in mine.iter().filter(|one| !theirs.contains(one)).map(counted) {
        parts.push(message!(MESSAGES, "audit-record-counts", modifier, change));
    }
    for (modifier, change) in theirs.iter().filter(|one| !mine.contains(one)).map(counted) {
        parts.push(message!(MESSAGES, "audit-rules-count", modifier, change));
    }
    match parts.len() {
        1 => parts.swap_remove(0),
        _ => message!(
            MESSAGES,
            "audit-miscounted",
            parts = joined!(MESSAGES, "audit-part", parts)
        ),
    }
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

const fn is_played<R: RuleSet>(event: &EventOf<R>) -> bool {
    matches!(event, GameEvent::Played(_))
}

/// Whether an event is one that the rules, those of the table included, decide.
const fn is_decided<R: RuleSet>(event: &EventOf<R>) -> bool {
    matches!(
        event,
        GameEvent::Played(_)
            | GameEvent::Ended { .. }
            | GameEvent::Conceded { .. }
            | GameEvent::Proposed { .. }
            | GameEvent::Answered { .. }
    )
}

fn name<R: RuleSet>(event: &EventOf<R>) -> &'static str {
    match event {
        GameEvent::Played(played) => R::event_name(played),
        GameEvent::Conceded { .. } => "conceded",
        GameEvent::Proposed { .. } => "proposed",
        GameEvent::Answered { .. } => "answered",
        _ => "ended",
    }
}

/// The rule by which a game ends, or by which its end is agreed.
fn rule_of<R: RuleSet>(event: &EventOf<R>) -> Option<RuleId> {
    match event {
        GameEvent::Ended { outcome } => Some(outcome.rule.clone()),
        GameEvent::Conceded { .. } | GameEvent::Proposed { .. } | GameEvent::Answered { .. } => {
            Some(RuleId::new("HS-DRAW-01"))
        }
        _ => None,
    }
}

/// An event inside a sentence.
fn words<R: RuleSet>(moment: &R::State, event: &EventOf<R>) -> Argument {
    let seat_name = |seat: Seat| seat_name::<R>(moment, seat);
    let ending = |winner| match winner {
        Some(side) => message!(MESSAGES, "audit-wins", side = side_name::<R>(moment, side)),
        None => message!(MESSAGES, "audit-nobody-wins"),
    };
    Argument::clause(match event {
        GameEvent::Played(played) => R::describe(moment, played),
        GameEvent::Ended { outcome } => message!(
            MESSAGES,
            "audit-ends",
            reason = outcome.reason.to_string(),
            ending = ending(outcome.winner)
        ),
        GameEvent::Conceded { seat } => message!(MESSAGES, "audit-concedes", seat = seat_name(*seat)),
        GameEvent::Proposed { seat, winner } => message!(
            MESSAGES,
            "audit-proposes",
            seat = seat_name(*seat),
            ending = ending(*winner)
        ),
        GameEvent::Answered { seat, accept: true } => {
            message!(MESSAGES, "audit-accepts", seat = seat_name(*seat))
        }
        GameEvent::Answered { seat, .. } => message!(MESSAGES, "audit-declines", seat = seat_name(*seat)),
        _ => Message::default(),
    })
}

fn seat_name<R: RuleSet>(moment: &R::State, seat: Seat) -> Argument {
    let seats = R::seats(moment);
    let info = seats.into_iter().find(|info| info.seat == seat);
    info.map_or_else(
        || message!(MESSAGES, "audit-seat", seat).into(),
        |info| info.name.into(),
    )
}

fn side_name<R: RuleSet>(moment: &R::State, side: SideId) -> String {
    let seats = R::seats(moment).into_iter();
    let names: Vec<String> = seats
        .filter(|info| info.side == side)
        .map(|info| info.name)
        .collect();
    names.join(" and ")
}

fn after<'e, R: RuleSet>(
    table: &Game<R>,
    events: impl IntoIterator<Item = &'e EventOf<R>>,
) -> Result<Game<R>, FoldError>
where
    EventOf<R>: 'e,
{
    let mut table = table.clone();
    for event in events {
        table.apply(event)?;
    }
    Ok(table)
}

fn ruled<R: RuleSet>(table: &Game<R>, command: &LiveCommand<R>, reason: &str) -> Result<Ruled, FoldError> {
    let (what, effect) = changed(table, command)?;
    Ok(Ruled {
        at: command.at,
        seat: command.given.seat,
        reason: reason.to_owned(),
        messages: what.iter().filter_map(Message::data).collect(),
        what: what.into_iter().map(String::from).collect(),
        effect,
    })
}

/// What a command of the table changed outside the rules: in words, and on the board.
fn changed<R: RuleSet>(
    table: &Game<R>,
    command: &LiveCommand<R>,
) -> Result<(Vec<Message>, Vec<AuditEffect>), FoldError> {
    let mut now = table.clone();
    let mut what = Vec::<Message>::new();
    for event in &command.events {
        if let GameEvent::Played(played) = event {
            what.push(R::describe(now.state(), played));
        }
        now.apply(event)?;
    }
    let effect = effect(&now, table);
    Ok((what, effect))
}

/// Checks every server roll whose seed is public, line by line of the stream, abandoned lines included.
fn check_dice<R: RuleSet>(past: &[RecordedEvent<R>], report: &mut AuditReport) {
    let mut rolls: Vec<Roll> = Vec::new();
    for RecordedEvent { event, .. } in past {
        match event {
            GameEvent::Played(played) => rolls.extend(R::dice(played).into_iter().cloned()),
            GameEvent::Reseeded { .. } => rolls.clear(),
            GameEvent::SeedRevealed { seed, commitment } => {
                let checked = crate::Seed::from_hex(seed)
                    .ok_or_else(|| message!(MESSAGES, "seed-unread"))
                    .and_then(|seed| crate::verify_rolls(commitment, &seed, &rolls));
                match checked {
                    Ok(count) => report.dice_checked = Some(report.dice_checked.unwrap_or(0) + count),
                    Err(wrong) => report.dice_fault = Some(wrong.into()),
                }
                rolls.clear();
            }
            _ => {}
        }
    }
}
