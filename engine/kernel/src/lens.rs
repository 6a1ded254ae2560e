//! Other rules over a game: a position, or the whole record, read by the rules of another edition or of this release.
//!
//! A [`Lens`] is a rule set that shares the types of a game and so can answer the same questions about its positions. What it
//! says changes nothing: a record is decided again command by command, each on the table as the record left it, and the report
//! tells where the other rules would have refused or done something else.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::audit::{MOST_DIFFERENCES, changed_rules, told_both};
use crate::history::{LiveCommand, Rerun};
use crate::message;
use crate::{
    Argument, Ask, DiceTray, FoldError, Game, GameEvent, GameOrder, Grounds, InspectRequest, Inspection,
    MESSAGES, Message, MessageData, RecordedEvent, RecordedTray, Refusal, Roll, RollSource, RuleId, RuleSet,
    Rules, Seat, Table,
};

/// What deciding a command gives: the position after it, and its events.
type Decision<R> = Result<(<R as Rules>::State, Vec<<R as Rules>::Event>), Refusal>;

/// A position as other rules read it, or why they cannot.
type Reading<S> = Result<S, Unread>;

/// A position as other rules read it for one question, with what of it they do not have and the question does not touch.
type ReadingAbout<S> = Result<(S, Vec<Unread>), Unread>;

/// The reason why other rules cannot read a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unread {
    /// What they do not have, in a sentence.
    pub what: String,
    /// The rule that has it, where it is known.
    pub rule: Option<RuleId>,
}

impl From<Unread> for Refusal {
    fn from(unread: Unread) -> Self {
        let refusal = Self::new(
            "HS-LENS-01",
            message!(MESSAGES, "rules-unread", what = unread.what),
        );
        match unread.rule {
            Some(rule) => refusal.with("rule", rule),
            None => refusal,
        }
    }
}

/// Other rules by which positions of a game can be read.
pub struct Lens<R: Rules> {
    /// The id of the rules: a system's.
    pub id: &'static str,
    /// What they are called.
    pub title: &'static str,
    /// The version of their code.
    pub rules_version: &'static str,
    /// A position as these rules have it; refused where they have no such thing.
    pub read: fn(&R::State) -> Reading<R::State>,
    /// A position of which these rules do not have everything, as far as a question needs it.
    read_about: fn(&R::State, &InspectRequest) -> ReadingAbout<R::State>,
    /// An event as these rules compare it; nothing for one that only keeps books.
    pub plain: fn(&R::Event) -> Option<R::Event>,
    /// The id that a rule of one of the two has in the other, where the same matter has one there.
    pub twin: fn(&RuleId) -> Option<RuleId>,
    grounds: fn(&R::Event) -> Option<Grounds>,
    inspect: fn(&R::State, &InspectRequest) -> Result<Inspection, Refusal>,
    decide: Decide<R>,
}

/// How other rules decide a command in a position, with the dice of a tray.
type Decide<R> = fn(&<R as Rules>::State, Seat, &<R as Rules>::Command, &mut dyn DiceTray) -> Decision<R>;

impl<R: Rules> std::fmt::Debug for Lens<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lens")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

impl<R: RuleSet> Lens<R> {
    /// The rules of this release: what an audit asks.
    pub fn of_this_release() -> Self {
        Self::of::<R>(|state| Ok(state.clone()), |event| Some(event.clone()), |_| None)
    }

    /// The rules of another rule set with the same positions, commands and events.
    pub fn of<O>(
        read: fn(&R::State) -> Reading<R::State>,
        plain: fn(&R::Event) -> Option<R::Event>,
        twin: fn(&RuleId) -> Option<RuleId>,
    ) -> Self
    where
        O: RuleSet + Rules<State = R::State, Command = R::Command, Event = R::Event>,
    {
        Self {
            id: O::ID,
            title: O::TITLE,
            rules_version: O::RULES_VERSION,
            read,
            read_about: |_, _| {
                Err(Unread {
                    what: "they do not have this position".to_owned(),
                    rule: None,
                })
            },
            plain,
            twin,
            grounds: O::grounds,
            inspect: O::inspect,
            decide: |state, seat, command, tray| {
                let mut table = Table::<O>::new(state.clone(), tray);
                O::decide(&mut table, seat, command)?;
                table.finish()
            },
        }
    }

    /// Reads positions of which these rules do not have everything as far as a question needs them: with what they do not have
    /// left out, and named; refused where the question is about that.
    #[must_use]
    pub fn reading_about(self, read_about: fn(&R::State, &InspectRequest) -> ReadingAbout<R::State>) -> Self {
        Self { read_about, ..self }
    }

    /// Answers a question about a position by these rules. What they do not have of it and the question does not touch is named
    /// in answers of the topic `not_read`.
    ///
    /// # Errors
    /// They cannot read what the question is about, or refuse the question.
    pub fn inspect(&self, state: &R::State, question: &InspectRequest) -> Result<Inspection, Refusal> {
        // ERR: what these rules do not have of it is told below, as far as the question touches it.
        if let Ok(state) = (self.read)(state) {
            return (self.inspect)(&state, question);
        }
        let (state, unread) = (self.read_about)(state, question)?;
        let mut told = (self.inspect)(&state, question)?;
        for Unread { what, rule } in unread {
            let rule = rule.unwrap_or(RuleId::new("HS-LENS-01"));
            let text = message!(MESSAGES, "not-read", what);
            told.answer("not_read", serde_json::Value::Null, text, rule);
        }
        Ok(told)
    }
}

/// Rules by which games of a system can be read, by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LensName {
    /// Their id: a system's.
    pub id: String,
    /// What they are called.
    pub title: String,
    /// The version of their code.
    pub rules_version: String,
}

impl<R: Rules> From<&Lens<R>> for LensName {
    fn from(lens: &Lens<R>) -> Self {
        Self {
            id: lens.id.to_owned(),
            title: lens.title.to_owned(),
            rules_version: lens.rules_version.to_owned(),
        }
    }
}

/// All rules by which positions of a game can be read: those of this release first.
pub fn lenses_of<R: RuleSet>() -> Vec<Lens<R>> {
    let mut all = vec![Lens::of_this_release()];
    all.extend(R::lenses());
    all
}

/// The lens with an id, or with an id and the version of its code (`battleground-4@2.0.3`); without one the first that is not the
/// game's own, else that of this release.
///
/// A release has one version of each of its rules and keeps none of an earlier one: a rule set is code, and an earlier one is that of
/// an earlier release. What that decided is what a record has that was begun under it (`opened_with` of a report); the lens of this
/// release tells where it parts from that.
///
/// # Errors
/// The game has no such lens, or not in that version; those that it has are named, each with its version.
pub fn lens_named<R: RuleSet>(id: Option<&str>) -> Result<Lens<R>, Refusal> {
    let mut all = lenses_of::<R>();
    let Some(asked) = id else {
        let last = all.len() - 1;
        return Ok(all.swap_remove(last));
    };
    let (name, version) = match asked.split_once('@') {
        Some((name, version)) => (name, Some(version)),
        None => (asked, None),
    };
    let allowed: Vec<&str> = all.iter().map(|lens| lens.id).collect();
    let known = all
        .iter()
        .map(|lens| format!("{} {}", lens.id, lens.rules_version));
    let known = Argument::list(known);
    let refused = |words: Message| Err(Refusal::new("HS-LENS-01", words).asked(asked).allowed(&allowed));
    let Some(place) = all.iter().position(|lens| lens.id == name) else {
        return refused(message!(MESSAGES, "rules-unknown", title = R::TITLE, known));
    };
    let lens = all.swap_remove(place);
    match version {
        Some(version) if version != lens.rules_version => refused(message!(
            MESSAGES,
            "rules-version-unknown",
            version = version.to_owned(),
            name = name.to_owned(),
            known
        )),
        Some(_) | None => Ok(lens),
    }
}

/// How other rules decide a command of the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LensVerdict {
    /// They refuse it.
    Refused,
    /// They do something else: another roll, another number, another move.
    Otherwise,
    /// They have no such position.
    Unread,
}

/// One command on which the record and other rules part.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LensStep {
    /// Where the command begins.
    pub at: u64,
    /// Who gave it.
    pub seat: Option<Seat>,
    /// The command in the words of the text notation.
    pub command: String,
    /// How the other rules decide it.
    pub how: LensVerdict,
    /// In words: what the record has, and what they give.
    pub what: String,
    /// Id and arguments of these words, where they have them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<MessageData>,
    /// The rules that it is about, each followed by its id in the other edition.
    pub rules: Vec<RuleId>,
}

/// A record decided again by other rules, command by command. Nothing of it is stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LensReport {
    /// The system of the game.
    pub system: String,
    /// The rules that opened the game.
    pub opened_with: String,
    /// The id of the rules that were asked.
    pub rules: String,
    /// What they are called.
    pub title: String,
    /// The version of their code.
    pub rules_version: String,
    /// Commands decided again.
    pub commands: u64,
    /// Commands that they decide as the record has them.
    pub same: u64,
    /// Commands that they refuse.
    pub refused: u64,
    /// Commands that they decide otherwise.
    pub otherwise: u64,
    /// Commands given in positions that they do not have.
    pub unread: u64,
    /// Where they part, first one first: one page of them.
    pub steps: Vec<LensStep>,
    /// Where the next command begins on which they part, after those of this page: pass it as `from` for the next page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<u64>,
}

/// Which of the commands on which record and other rules part a report lists; all are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LensPage {
    /// Those that begin here or later.
    pub from: u64,
    /// At most so many.
    pub most: usize,
}

impl Default for LensPage {
    fn default() -> Self {
        Self {
            from: 0,
            most: MOST_DIFFERENCES,
        }
    }
}

/// Decides each command of a record's present line by other rules, with the recorded dice, on the table as the record left it. All
/// are counted; those on which they part are listed page by page, so that a report is no longer than a page.
///
/// # Errors
/// A stream that does not fold.
pub fn redecide<R: RuleSet>(
    past: &[RecordedEvent<R>],
    lens: &Lens<R>,
    page: LensPage,
) -> Result<LensReport, FoldError> {
    let Rerun {
        opened_with,
        commands,
        mut table,
    } = Rerun::of(past)?;
    let mut report = LensReport {
        system: R::ID.to_owned(),
        opened_with,
        rules: lens.id.to_owned(),
        title: lens.title.to_owned(),
        rules_version: lens.rules_version.to_owned(),
        commands: 0,
        same: 0,
        refused: 0,
        otherwise: 0,
        unread: 0,
        steps: Vec::new(),
        next: None,
    };
    for command in commands {
        if let GameOrder::Play { command: played } = &command.given.order {
            report.commands += 1;
            let is_listed = command.at >= page.from && report.steps.len() < page.most;
            match weigh(&table, (&command, played), lens, is_listed) {
                None => report.same += 1,
                Some(step) => {
                    match step.how {
                        LensVerdict::Refused => report.refused += 1,
                        LensVerdict::Otherwise => report.otherwise += 1,
                        LensVerdict::Unread => report.unread += 1,
                    }
                    if is_listed {
                        report.steps.push(step);
                    } else if step.at >= page.from {
                        report.next.get_or_insert(step.at);
                    }
                }
            }
        }
        for event in &command.events {
            table.apply(event)?;
        }
    }
    Ok(report)
}

/// Stands for dice that the record has not: which were asked for first.
struct BeyondTheRecord(Option<Ask>);

impl DiceTray for BeyondTheRecord {
    fn roll(&mut self, ask: &Ask) -> Result<Roll, Refusal> {
        self.0.get_or_insert_with(|| ask.clone());
        let faces = vec![1; ask.count];
        Ok(Roll::of_faces(
            ask.purpose.clone(),
            ask.sides,
            faces,
            RollSource::Reported,
        ))
    }
}

/// One command by other rules: nothing where they decide as the record has it. Its rules are sought only if it is told.
fn weigh<R: RuleSet>(
    table: &Game<R>,
    (command, played): (&LiveCommand<R>, &R::Command),
    lens: &Lens<R>,
    is_told: bool,
) -> Option<LensStep> {
    let step = |how, what: Message, rules: Vec<RuleId>| {
        Some(LensStep {
            at: command.at,
            seat: command.given.seat,
            command: R::format(played),
            how,
            message: what.data(),
            what: what.into(),
            rules: with_twins(rules, lens.twin),
        })
    };
    let state = match (lens.read)(table.state()) {
        Ok(state) => state,
        Err(unread) => {
            let rules = vec![unread.rule.unwrap_or(RuleId::new("HS-LENS-01"))];
            return step(
                LensVerdict::Unread,
                message!(MESSAGES, "not-read", what = unread.what),
                rules,
            );
        }
    };
    let seat = command
        .given
        .seat
        .or_else(|| R::awaiting(table.state()).first().map(|asked| asked.seat))
        .unwrap_or(Seat::A);
    let mut beyond = BeyondTheRecord(None);
    let mut tray = RecordedTray::new(command.rolls.iter().cloned(), Some(&mut beyond));
    let decided = (lens.decide)(&state, seat, played, &mut tray);
    let beyond = beyond.0;
    let rolls = |ask: &Ask| {
        let purpose = ask.purpose.to_string();
        message!(MESSAGES, "audit-more-dice", count = ask.count, purpose)
    };
    let decided = match (decided, &beyond) {
        (Ok((_, events)), _) => events,
        (Err(refusal), Some(ask)) => return step(LensVerdict::Otherwise, rolls(ask), vec![refusal.rule]),
        (Err(refusal), None) => {
            return step(LensVerdict::Refused, refusal.message, vec![refusal.rule]);
        }
    };
    // The faces of dice that nobody threw are not told.
    let told = |moment: &R::State, was: Option<&R::Event>, is: Option<&R::Event>| match (&beyond, is) {
        (Some(ask), Some(event)) if !R::dice(event).is_empty() => rolls(ask),
        _ => told_both::<R>(moment, was, is),
    };
    let rules = |counted: Vec<RuleId>, was: Option<&R::Event>, is: Option<&R::Event>| {
        if is_told {
            apart(table, (counted, was, is), lens)
        } else {
            counted
        }
    };
    let recorded: Vec<&R::Event> = command
        .events
        .iter()
        .filter_map(|event| match event {
            GameEvent::Played(played) => Some(played),
            _ => None,
        })
        .collect();
    // Each event is told at the moment at which the record has it.
    let mut moment = table.state().clone();
    let mut others = decided
        .iter()
        .filter_map(|event| Some((event, (lens.plain)(event)?)));
    for was in recorded {
        if let Some(plain) = (lens.plain)(was) {
            let is = others.next();
            if is.as_ref().map(|(_, other)| other) != Some(&plain) {
                let (is, other) = is.unzip();
                let counted = changed_rules::<R>(&moment, Some(&plain), other.as_ref());
                return step(
                    LensVerdict::Otherwise,
                    told(&moment, Some(was), is),
                    rules(counted, Some(was), is),
                );
            }
        }
        if R::evolve(&mut moment, was).is_err() {
            break;
        }
    }
    let (more, plain) = others.next()?;
    let counted = changed_rules::<R>(&moment, None, Some(&plain));
    step(
        LensVerdict::Otherwise,
        told(&moment, None, Some(more)),
        rules(counted, None, Some(more)),
    )
}

/// The rules by which the record and other rules part at an event: those of the numbers that they count otherwise; else the first
/// of the questions behind it that they answer otherwise; else those by which the two events happen, or a seat was asked.
fn apart<R: RuleSet>(
    table: &Game<R>,
    (counted, was, is): (Vec<RuleId>, Option<&R::Event>, Option<&R::Event>),
    lens: &Lens<R>,
) -> Vec<RuleId> {
    if !counted.is_empty() {
        return counted;
    }
    let grounds: Vec<Grounds> = [was.and_then(R::grounds), is.and_then(lens.grounds)]
        .into_iter()
        .flatten()
        .collect();
    let answered = grounds
        .iter()
        .find_map(|grounds| answered_otherwise(table.state(), grounds, lens));
    if let Some(rules) = answered {
        return rules.to_vec();
    }
    if grounds.is_empty() {
        return R::awaiting(table.state())
            .into_iter()
            .map(|asked| asked.rule)
            .take(1)
            .collect();
    }
    grounds.into_iter().map(|grounds| grounds.rule).collect()
}

/// The rules of the first of the questions behind an event that the game's own rules and others answer otherwise.
fn answered_otherwise<R: RuleSet>(
    state: &R::State,
    grounds: &Grounds,
    lens: &Lens<R>,
) -> Option<[RuleId; 2]> {
    let question = grounds.question.as_ref()?;
    let (own, other) = (
        // ERR: a question that one of them refuses is answered by none: there is nothing to compare.
        R::inspect(state, question).ok()?,
        // ERR: as above.
        lens.inspect(state, question).ok()?,
    );
    let answers = |told: &Inspection, topic: &str| {
        let about = told.answers.iter().filter(|answer| answer.topic == topic);
        about
            .map(|answer| (answer.value.clone(), answer.rule.clone()))
            .collect::<Vec<_>>()
    };
    grounds.topics.iter().find_map(|topic| {
        let (own, other) = (answers(&own, topic), answers(&other, topic));
        let mut both = own.into_iter().zip(other);
        both.find(|((own, _), (other, _))| own != other)
            .map(|((_, own), (_, other))| [own, other])
    })
}

/// Rules, each followed by its id in the other rules; none twice.
fn with_twins(rules: Vec<RuleId>, twin: fn(&RuleId) -> Option<RuleId>) -> Vec<RuleId> {
    let mut all: Vec<RuleId> = Vec::with_capacity(2 * rules.len());
    for rule in rules {
        let other = twin(&rule);
        for id in std::iter::once(rule).chain(other) {
            if !all.contains(&id) {
                all.push(id);
            }
        }
    }
    all
}
