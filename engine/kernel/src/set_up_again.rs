//! Choices of an earlier game before its battle, made again in a new one: the same army, deployment and orders.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;

use crate::forking::line_to;
use crate::running_on::REHEARSAL;
use crate::{
    FoldError, Game, GameOrder, GivenOf, MayRun, RecordedEvent, Refusal, ReportedTray, RuleSet, Seat,
};

/// The most commands that are given again at once. The longest set-up of 41 recorded games had 84.
pub const MOST_SET_UP: usize = 400;

/// A choice that a seat made before the battle of an earlier game.
pub struct EarlierChoice<R: RuleSet> {
    /// The seat.
    pub seat: Seat,
    /// The decision that was awaited, by its name in the game's state machine.
    pub decision: String,
    /// The command.
    pub command: R::Command,
}

impl<R: RuleSet> fmt::Debug for EarlierChoice<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EarlierChoice")
            .field("seat", &self.seat)
            .field("decision", &self.decision)
            .field("command", &self.command)
            .finish()
    }
}

/// The reason why nothing more of an earlier set-up can be given.
#[derive(Debug, Clone, PartialEq)]
pub enum SetUpEnd {
    /// The battle has begun.
    Done,
    /// Dice are due: the refusal of the command that rolls them.
    Roll(Refusal),
    /// Somebody has to choose who chose nothing of the kind in the earlier game, or for whom the caller does not speak.
    Choice,
    /// The rules refuse the earlier choice of a seat in this game.
    Refused(Seat, Refusal),
    /// The next command would show the caller what is hidden from them, so it has to be given by itself.
    Shows,
    /// More commands than [`MOST_SET_UP`].
    TooFar,
}

/// Choices of an earlier game that can be made in a new one.
pub struct SetUpRun<R: RuleSet> {
    /// The commands in their order.
    pub given: Vec<GivenOf<R>>,
    /// The reason why it ended.
    pub end: SetUpEnd,
}

impl<R: RuleSet> fmt::Debug for SetUpRun<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SetUpRun")
            .field("given", &self.given)
            .field("end", &self.end)
            .finish()
    }
}

/// The choices before the first round of a game, in the order in which they were made on its present line.
///
/// # Errors
/// A stream that does not fold.
pub fn set_up_choices<R: RuleSet>(past: &[RecordedEvent<R>]) -> Result<Vec<EarlierChoice<R>>, FoldError> {
    let mut choices = Vec::new();
    let mut game = Game::<R>::default();
    for laid in line_to(past, past.len() as u64) {
        if is_under_way(&game) {
            break;
        }
        if let (Some(seat), GameOrder::Play { command }) = (laid.given.seat, laid.given.order) {
            let mut awaited = R::awaiting(game.state()).into_iter();
            choices.extend(
                awaited
                    .find(|asked| asked.seat == seat)
                    .map(|asked| EarlierChoice {
                        seat,
                        decision: asked.decision,
                        command,
                    }),
            );
        }
        for event in &laid.events {
            game.apply(event)?;
        }
    }
    Ok(choices)
}

/// Whether the battle has begun: its first round, or its end.
fn is_under_way<R: RuleSet>(game: &Game<R>) -> bool {
    game.ending().is_some() || R::moment(game.state()).round > 0
}

impl<R: RuleSet> Game<R> {
    /// Makes the choices of an earlier game again, each seat its own in their order, as far as the rules take them.
    ///
    /// A choice answers the decision that it answered there: where the dice of the new game ask for others, those that nobody asks
    /// for are left out, and so is a choice that was made in the new game already: after a roll the same set-up goes on. The rules are
    /// the judge; nothing is recorded, no dice are thrown, and nothing is shown to the caller that is hidden from them.
    pub fn set_up_again(
        &self,
        earlier: Vec<EarlierChoice<R>>,
        mut made: Vec<EarlierChoice<R>>,
        caller: &dyn MayRun<R>,
    ) -> SetUpRun<R> {
        let mut left: BTreeMap<Seat, VecDeque<EarlierChoice<R>>> = BTreeMap::new();
        for choice in earlier
            .into_iter()
            .filter(|choice| caller.speaks_for(choice.seat))
        {
            let same = |made: &EarlierChoice<R>| (made.seat, &made.command) == (choice.seat, &choice.command);
            match made.iter().position(same) {
                Some(place) => {
                    made.remove(place);
                }
                None => left.entry(choice.seat).or_default().push_back(choice),
            }
        }
        let (mut game, mut given) = (self.clone(), Vec::new());
        let mut refused = None;
        while !is_under_way(&game) {
            if given.len() == MOST_SET_UP {
                return SetUpRun {
                    given,
                    end: SetUpEnd::TooFar,
                };
            }
            let Some(choice) = next_choice(&game, &mut left) else {
                let end = refused.map_or(SetUpEnd::Choice, |(seat, refusal)| {
                    SetUpEnd::Refused(seat, refusal)
                });
                return SetUpRun { given, end };
            };
            let command = GivenOf::<R> {
                seat: Some(choice.seat),
                order: GameOrder::Play {
                    command: choice.command,
                },
                dice: Vec::new(),
            };
            let mut tray = ReportedTray::reported([]);
            match game.decide_with(&command, &mut tray, Some(&REHEARSAL)) {
                Ok(decided) if caller.shows(&game, &decided.game) => {
                    // Alone it tells no more than the same command given by hand.
                    if given.is_empty() {
                        given.push(command);
                    }
                    return SetUpRun {
                        given,
                        end: SetUpEnd::Shows,
                    };
                }
                Ok(decided) => {
                    game = decided.game;
                    given.push(command);
                }
                Err(refusal) if refusal.is_for_dice_not_reported() => {
                    return SetUpRun {
                        given,
                        end: SetUpEnd::Roll(refusal),
                    };
                }
                Err(refusal) => {
                    // The seat goes no further; another that is asked as well may.
                    left.remove(&choice.seat);
                    refused.get_or_insert((choice.seat, refusal));
                }
            }
        }
        SetUpRun {
            given,
            end: SetUpEnd::Done,
        }
    }
}

/// The next choice of a seat that is asked, with those before it that nobody asks for taken out.
fn next_choice<R: RuleSet>(
    game: &Game<R>,
    left: &mut BTreeMap<Seat, VecDeque<EarlierChoice<R>>>,
) -> Option<EarlierChoice<R>> {
    R::awaiting(game.state()).into_iter().find_map(|asked| {
        let choices = left.get_mut(&asked.seat)?;
        let place = choices
            .iter()
            .position(|choice| choice.decision == asked.decision)?;
        choices.drain(..place);
        choices.pop_front()
    })
}
