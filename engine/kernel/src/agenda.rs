//! The agenda: a stack of pending steps, and the questions that players are asked in the middle of one.
//!
//! The top [`AgendaFrame`] of the stack is what happens now. A step either is automatic, then [`go_on`] takes it without asking,
//! or waits for a command. A rule that needs a player's choice gives [`AgendaNeed::Ask`] *before it emits anything*: the
//! question is laid on top, the answer is kept in the frame below, and that step is taken again and finds its answer
//! there ([`answer_to`]). What comes in between (a reaction of the other player, a rule that was set off) lays frames of
//! its own on top ([`proceed`], [`Agenda::interrupt`]); when they are done, what was interrupted goes on.
//!
//! A chapter of a game calls [`proceed`] and [`go_on`] with its table alone: which chapter takes which step is known only
//! to the game's one implementation of [`Agenda`]. A game without a stack, whose state says what comes next, is driven by
//! [`take_steps`].

use std::fmt::Display;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::message;
use crate::{FoldError, MESSAGES, Message, Offer, Refusal, RuleId, Rules, Seat, Table};

/// The most automatic steps between two commands; the longest chains of games stay far below.
const MOST_STEPS: usize = 5_000;

/// The most frames a stack may have.
pub const MOST_FRAMES: usize = 200;

/// A pending step with the answers given for it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(
    deny_unknown_fields,
    bound(deserialize = "S: Deserialize<'de>, A: Deserialize<'de>")
)]
#[schemars(rename = "Frame")]
pub struct AgendaFrame<S, A> {
    /// What is to be done.
    pub step: S,
    /// Choices already made for it, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<A>,
}

impl<S, A> From<S> for AgendaFrame<S, A> {
    fn from(step: S) -> Self {
        Self {
            step,
            answers: Vec::new(),
        }
    }
}

/// A question in the middle of a step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(
    deny_unknown_fields,
    bound(deserialize = "T: Deserialize<'de>, U: Deserialize<'de>, O: Deserialize<'de>")
)]
#[schemars(rename = "Question")]
pub struct Question<T, U, O> {
    /// Who is asked.
    pub seat: Seat,
    /// What.
    pub topic: T,
    /// For which unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<U>,
    /// About which other unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<U>,
    /// What may be answered.
    pub options: O,
    /// The rule that asks.
    pub rule: String,
}

/// An answered question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(
    deny_unknown_fields,
    bound(deserialize = "T: Deserialize<'de>, U: Deserialize<'de>, A: Deserialize<'de>")
)]
#[schemars(rename = "Answered")]
pub struct Answered<T, U, A> {
    /// What was asked.
    pub topic: T,
    /// For which unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<U>,
    /// About which other unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<U>,
    /// The choice.
    pub answer: A,
}

impl<T: Clone, U: Clone, O> Question<T, U, O> {
    /// A question to a seat about itself; [`Self::unit`] and [`Self::about`] say more where there is more.
    pub fn new(seat: Seat, topic: T, options: O, rule: &str) -> Self {
        Self {
            seat,
            topic,
            unit: None,
            about: None,
            options,
            rule: rule.to_owned(),
        }
    }

    /// This question with its answer.
    pub fn answered<A>(&self, answer: A) -> Answered<T, U, A> {
        Answered {
            topic: self.topic.clone(),
            unit: self.unit.clone(),
            about: self.about.clone(),
            answer,
        }
    }
}

impl<T: Copy, U: Display, O> Question<T, U, O>
where
    &'static str: From<T>,
{
    /// The decision that this question is, by the name of its topic.
    pub fn decision(&self) -> &'static str {
        self.topic.into()
    }

    /// Offers one answer.
    pub fn offer<C>(&self, label: Message, command: C) -> Offer<C> {
        let rule = RuleId(self.rule.clone().into());
        Offer::one(self.seat, self.decision(), label, rule, command).about_if(self.unit.as_ref())
    }

    /// Offers an answer within limits.
    pub fn form<C>(&self, label: Message, limits: &Value, samples: Vec<C>) -> Offer<C> {
        let rule = RuleId(self.rule.clone().into());
        Offer::form(self.seat, self.decision(), label, rule, limits, samples).about_if(self.unit.as_ref())
    }
}

/// The answer in force for a step, what the rules look up before they ask: of several the last.
pub fn answer_to<T: PartialEq, U: PartialEq, A>(
    answers: &[Answered<T, U, A>],
    topic: T,
    unit: Option<U>,
    about: Option<U>,
) -> Option<&A> {
    fitting_answer(answers, topic, unit, about, |_| true)
}

/// The same among those that fit: where a step asks one question twice with different options, each finds its own answer.
#[allow(
    clippy::needless_pass_by_value,
    reason = "topics and ids of units are names that are copied"
)]
pub fn fitting_answer<T: PartialEq, U: PartialEq, A>(
    answers: &[Answered<T, U, A>],
    topic: T,
    unit: Option<U>,
    about: Option<U>,
    fits: impl Fn(&A) -> bool,
) -> Option<&A> {
    answers
        .iter()
        .rev()
        .filter(|given| given.topic == topic && given.unit == unit && given.about == about)
        .map(|given| &given.answer)
        .find(|answer| fits(answer))
}

/// The result of a rule function that cannot go on by itself.
#[derive(Debug, Clone, PartialEq)]
pub enum AgendaNeed<Q> {
    /// A player must choose first.
    Ask(Box<Q>),
    /// The command is refused.
    Refuse(Box<Refusal>),
}

impl<Q> From<Refusal> for AgendaNeed<Q> {
    fn from(refusal: Refusal) -> Self {
        Self::Refuse(Box::new(refusal))
    }
}

impl<T, U, O> From<Question<T, U, O>> for AgendaNeed<Question<T, U, O>> {
    fn from(question: Question<T, U, O>) -> Self {
        Self::Ask(Box::new(question))
    }
}

/// The result of a chapter's work on a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    /// It emitted something; what is to be done is looked at again.
    Went,
    /// It waits for a command.
    Waits,
}

/// A game whose pending steps stand on a stack in its state.
pub trait Agenda: Rules {
    /// A step: automatic, waiting for a command, or an open question.
    type Step: Clone;
    /// What can be asked in the middle of a step.
    type Topic: Clone + PartialEq;
    /// What a question is about.
    type Unit: Clone + PartialEq;
    /// What a question allows.
    type Options;
    /// An answer.
    type Answer: Clone;

    /// The stack, the top frame last.
    fn frames(state: &Self::State) -> &[FrameOf<Self>];

    /// Takes the step of the top frame: the dispatch over the chapters.
    ///
    /// # Errors
    /// [`AgendaNeed::Ask`] before anything is emitted, or a refusal of the command.
    fn take(
        table: &mut Table<'_, Self>,
        frame: &FrameOf<Self>,
    ) -> Result<Taken, AgendaNeed<QuestionOf<Self>>>;

    /// A step that must be taken before the one on top goes on.
    fn interrupt(_state: &Self::State, _step: &Self::Step) -> Option<Self::Step> {
        None
    }

    /// The open question that a step is, if it is one.
    fn question(step: &Self::Step) -> Option<&QuestionOf<Self>>;

    /// The event that records a change of the stack.
    fn changed(change: AgendaChangeOf<Self>) -> Self::Event;
}

/// A change of the stack, as events record it. A new game keeps it whole in one variant of its events and folds it by
/// [`fold_change`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[schemars(rename = "AgendaChange")]
pub enum AgendaChange<S, Q, A> {
    /// Frames are taken off and others laid on.
    Proceeded {
        /// How many are taken off.
        done: u8,
        /// What is laid on, the last on top.
        ahead: Vec<S>,
    },
    /// A question is laid on top.
    Asked {
        /// It.
        question: Q,
    },
    /// The question is taken off, and its answer is kept in the frame below.
    Answered {
        /// The question with its answer.
        answered: A,
    },
}

/// The questions of a game.
pub type QuestionOf<R> = Question<<R as Agenda>::Topic, <R as Agenda>::Unit, <R as Agenda>::Options>;
/// The answered questions of a game.
pub type AnsweredOf<R> = Answered<<R as Agenda>::Topic, <R as Agenda>::Unit, <R as Agenda>::Answer>;
/// The changes of a game's stack.
pub type AgendaChangeOf<R> = AgendaChange<<R as Agenda>::Step, QuestionOf<R>, AnsweredOf<R>>;
/// The frames of a game.
pub type FrameOf<R> = AgendaFrame<<R as Agenda>::Step, AnsweredOf<R>>;

/// Takes `done` frames off the stack and lays others on it: the *first* named is taken first.
pub fn proceed<R: Agenda>(table: &mut Table<'_, R>, done: u8, next: impl IntoIterator<Item = R::Step>) {
    let mut ahead: Vec<R::Step> = next.into_iter().collect();
    ahead.reverse();
    table.emit(R::changed(AgendaChange::Proceeded { done, ahead }));
}

/// Takes automatic steps until somebody is asked or nothing is left to do.
///
/// # Errors
/// What a step refuses; or `HS-FAULT-01` where the rules do not come to a decision.
pub fn go_on<R: Agenda>(table: &mut Table<'_, R>) -> Result<(), Refusal> {
    take_steps(table, take_top)
}

fn take_top<R: Agenda>(table: &mut Table<'_, R>) -> Result<Taken, Refusal> {
    let Some(frame) = R::frames(table.state()).last().cloned() else {
        return Ok(Taken::Waits);
    };
    if let Some(first) = R::interrupt(table.state(), &frame.step) {
        proceed(table, 0, [first]);
        return Ok(Taken::Went);
    }
    match R::take(table, &frame) {
        Ok(taken) => Ok(taken),
        Err(AgendaNeed::Ask(question)) => {
            table.emit(R::changed(AgendaChange::Asked { question: *question }));
            Ok(Taken::Went)
        }
        Err(AgendaNeed::Refuse(refusal)) => Err(*refusal),
    }
}

/// Takes automatic steps, `take` by `take`, until one waits for a command. Whatever `take` does it reads from the state
/// alone, so a position between any two events goes on in the same way.
///
/// # Errors
/// What a step refuses; or `HS-FAULT-01` where the rules do not come to a decision.
pub fn take_steps<R: Rules>(
    table: &mut Table<'_, R>,
    mut take: impl FnMut(&mut Table<'_, R>) -> Result<Taken, Refusal>,
) -> Result<(), Refusal> {
    for _ in 0..MOST_STEPS {
        if take(table)? == Taken::Waits || table.is_faulty() {
            return Ok(());
        }
    }
    Err(Refusal::new("HS-FAULT-01", message!(MESSAGES, "no-decision")))
}

/// The question that is open, if the top frame is one.
pub fn open_question<R: Agenda>(state: &R::State) -> Option<&QuestionOf<R>> {
    R::question(&R::frames(state).last()?.step)
}

/// Keeps the answer to the open question.
///
/// # Errors
/// No question is open.
pub fn answer<R: Agenda>(table: &mut Table<'_, R>, answer: R::Answer) -> Result<(), Refusal> {
    let question = open_question::<R>(table.state())
        .ok_or_else(|| Refusal::new("HS-TURN-01", message!(MESSAGES, "no-question")))?;
    let answered = question.answered(answer);
    table.emit(R::changed(AgendaChange::Answered { answered }));
    Ok(())
}

/// Folding of a change into a stack.
///
/// # Errors
/// More frames are done than there are, too many are laid on, or an answer meets no question.
pub fn fold_change<R: Agenda>(
    frames: &mut Vec<FrameOf<R>>,
    change: &AgendaChangeOf<R>,
) -> Result<(), FoldError>
where
    R::Options: Clone,
    R::Step: From<QuestionOf<R>>,
{
    match change {
        AgendaChange::Proceeded { done, ahead } => fold_proceeded(frames, *done, ahead),
        AgendaChange::Asked { question } => {
            frames.push(R::Step::from(question.clone()).into());
            Ok(())
        }
        AgendaChange::Answered { answered } => {
            fold_answered(frames, |step| R::question(step).is_some(), answered.clone())
        }
    }
}

/// Folding of [`AgendaChange::Proceeded`] into a stack.
///
/// # Errors
/// More frames are done than there are, or too many are laid on.
pub fn fold_proceeded<S: Clone, A>(
    frames: &mut Vec<AgendaFrame<S, A>>,
    done: u8,
    ahead: &[S],
) -> Result<(), FoldError> {
    let left = frames
        .len()
        .checked_sub(usize::from(done))
        .ok_or_else(|| FoldError::new(message!(MESSAGES, "fold-steps-missing")))?;
    frames.truncate(left);
    frames.extend(ahead.iter().cloned().map(AgendaFrame::from));
    if frames.len() > MOST_FRAMES {
        return Err(FoldError::new(message!(MESSAGES, "fold-steps-too-many")));
    }
    Ok(())
}

/// Folding of [`AgendaChange::Answered`] into a stack: the question is taken off, the frame below keeps its
/// answer.
///
/// # Errors
/// The top frame is no question.
pub fn fold_answered<S, A>(
    frames: &mut Vec<AgendaFrame<S, A>>,
    is_question: impl FnOnce(&S) -> bool,
    answered: A,
) -> Result<(), FoldError> {
    match frames.pop() {
        Some(frame) if is_question(&frame.step) => {}
        Some(_) | None => return Err(FoldError::new(message!(MESSAGES, "no-question"))),
    }
    if let Some(below) = frames.last_mut() {
        below.answers.push(answered);
    }
    Ok(())
}
