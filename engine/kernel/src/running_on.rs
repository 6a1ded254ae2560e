//! Commands that a record leaves out: passes found again between what was recorded.

use std::fmt;

use crate::{
    Awaiting, Decided, Game, GameOrder, GivenOf, Offer, Refusal, Rehearsal, ReportedDice, ReportedTray,
    RuleSet, Seat, Seed,
};

/// The most commands that are found between two inputs of a record. The longest run met in 41 recorded games was 11.
pub const MOST_IMPLIED: usize = 40;

/// Dice and seeds of what is tried and not recorded.
pub(crate) const REHEARSAL: Rehearsal = Rehearsal(Seed::new([0; 32]));

/// The next input of a record from which passes were left out.
pub enum RunGoal<R: RuleSet> {
    /// A command, with its dice if it has any.
    Command(GivenOf<R>),
    /// The dice of the next roll, whichever pass it follows.
    Dice(Vec<ReportedDice>),
    /// As far as nothing but passes can be given: to a roll, a choice, the end of a seat's own part of a turn or of the game.
    Furthest,
}

impl<R: RuleSet> fmt::Debug for RunGoal<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Command(given) => f.debug_tuple("Command").field(given).finish(),
            Self::Dice(dice) => f.debug_tuple("Dice").field(dice).finish(),
            Self::Furthest => f.write_str("Furthest"),
        }
    }
}

/// The reason why a run ended.
#[derive(Debug, Clone, PartialEq)]
pub enum RunEnd {
    /// The goal is legal after the commands given, the last of which reaches a goal of dice.
    Reached,
    /// Dice are due: the refusal of the pass, or of the goal, that rolls them.
    Roll(Refusal),
    /// A seat that is asked has to choose, or the caller may not pass for it. With the refusal of the goal there, if it is a command.
    Choice(Option<Refusal>),
    /// The next pass would show the caller what is hidden from them, so it has to be given by itself.
    Shows,
    /// The game is over.
    Over,
    /// More passes than [`MOST_IMPLIED`].
    TooFar,
}

/// Commands found between two inputs of a record.
pub struct PassRun<R: RuleSet> {
    /// The passes in their order, each by its seat. To a goal of dice the last one has these dice.
    pub given: Vec<GivenOf<R>>,
    /// The pass that rolls the dice which are due, if one does.
    pub rolls: Option<GivenOf<R>>,
    /// The game after the passes.
    pub game: Game<R>,
    /// The reason why it ended.
    pub end: RunEnd,
    /// The first place at which the command of the goal rolls all its dice and needs more.
    short: Option<ShortOfDice<R>>,
}

/// A place of a run at which the command of the goal is legal but for dice that were not reported yet.
struct ShortOfDice<R: RuleSet> {
    /// Number of passes before it.
    passes: usize,
    /// The game there.
    game: Game<R>,
    /// The refusal, with the dice that are needed.
    refusal: Refusal,
}

impl<R: RuleSet> fmt::Debug for PassRun<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PassRun")
            .field("given", &self.given)
            .field("end", &self.end)
            .finish_non_exhaustive()
    }
}

/// Outcome of one step of a run.
enum Went {
    On,
    Ended(RunEnd),
}

/// Rights of the caller of a run.
pub trait MayRun<R: RuleSet> {
    /// Whether the caller speaks for a seat.
    fn speaks_for(&self, seat: Seat) -> bool;

    /// Whether the caller may give the pass of a seat that is asked for a decision; a pass that ends the seat's own part of a turn is
    /// given only by who speaks for it.
    fn may_pass(&self, asked: &Awaiting) -> bool {
        self.speaks_for(asked.seat)
    }

    /// Whether the caller would learn something hidden if a pass leads from one position to another.
    fn shows(&self, before: &Game<R>, after: &Game<R>) -> bool;

    /// Called at each place of the run, before its pass.
    fn at(&mut self, _game: &Game<R>) {}
}

/// The keeper of a record, who speaks for every seat and sees everything.
#[derive(Debug, Clone, Copy)]
pub struct Keeper;

impl<R: RuleSet> MayRun<R> for Keeper {
    fn speaks_for(&self, _: Seat) -> bool {
        true
    }

    fn shows(&self, _: &Game<R>, _: &Game<R>) -> bool {
        false
    }
}

impl<R: RuleSet> Game<R> {
    /// Gives passes, as [`Offers::nothing`](crate::Offers::nothing) names them, until a goal is legal. The first place at which it is
    /// legal is the goal's.
    ///
    /// The rules are the judge: a command is legal where they decide it. No pass of the run rolls dice but for the last one, which has
    /// the dice of a goal of dice; none shows the caller what is hidden from them. Nothing is recorded, and the server's dice are not
    /// thrown.
    pub fn run_on(&self, goal: &RunGoal<R>, caller: &mut dyn MayRun<R>) -> PassRun<R> {
        let mut run = PassRun {
            given: Vec::new(),
            rolls: None,
            game: self.clone(),
            end: RunEnd::TooFar,
            short: None,
        };
        while run.given.len() <= MOST_IMPLIED {
            caller.at(&run.game);
            if let Went::Ended(end) = run.step(goal, caller) {
                run.end = end;
                break;
            }
        }
        run.waits_for_dice();
        run
    }
}

/// The choice to which a command only leads.
pub struct FoundChoice<R: RuleSet> {
    /// The game after the command.
    pub game: Game<R>,
    /// The offers of the choice.
    pub offers: Vec<Offer<R::Command>>,
}

impl<R: RuleSet> fmt::Debug for FoundChoice<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let offers = self.offers.len();
        f.debug_struct("FoundChoice")
            .field("offers", &offers)
            .finish_non_exhaustive()
    }
}

impl<R: RuleSet> Game<R> {
    /// The choice to which a command of a seat only leads: no dice are thrown, the caller learns nothing hidden by it, and then the same
    /// seat alone is asked, for something about the same unit. None where something comes in between, or the rules refuse the command.
    ///
    /// Nothing is recorded. [`Offers::leads_on`](crate::Offers::leads_on) says of which commands it is asked.
    pub fn leading_on(
        &self,
        (seat, command): (Seat, &R::Command),
        unit: &str,
        caller: &dyn MayRun<R>,
    ) -> Option<FoundChoice<R>> {
        let given = GivenOf::<R> {
            seat: Some(seat),
            order: GameOrder::Play {
                command: command.clone(),
            },
            dice: Vec::new(),
        };
        let mut tray = ReportedTray::reported([]);
        // ERR: a command that is refused, or rolls dice, leads to no choice that could be laid out.
        let decided = self.decide_with(&given, &mut tray, Some(&REHEARSAL)).ok()?;
        if decided.game.ending().is_some() || caller.shows(self, &decided.game) {
            return None;
        }
        let asked = R::awaiting(decided.game.state());
        let offers = R::offers(decided.game.state(), seat);
        let same_seat = matches!(&asked[..], [asked] if asked.seat == seat);
        let same_unit = offers.iter().all(|offer| offer.unit.as_deref() == Some(unit));
        (same_seat && same_unit && !offers.is_empty()).then_some(FoundChoice {
            game: decided.game,
            offers,
        })
    }
}

impl<R: RuleSet> PassRun<R> {
    /// Tries the goal, then gives one pass.
    fn step(&mut self, goal: &RunGoal<R>, caller: &dyn MayRun<R>) -> Went {
        let refused = match goal {
            RunGoal::Command(given) => match self.rehearsed(given) {
                Ok(_) => return Went::Ended(RunEnd::Reached),
                Err(refusal) if refusal.is_for_dice_not_reported() => {
                    return Went::Ended(RunEnd::Roll(refusal));
                }
                Err(refusal) => {
                    if refusal.is_for_more_dice() && self.short.is_none() {
                        self.short = Some(ShortOfDice {
                            passes: self.given.len(),
                            game: self.game.clone(),
                            refusal: refusal.clone(),
                        });
                    }
                    Some(refusal)
                }
            },
            RunGoal::Dice(_) | RunGoal::Furthest => None,
        };
        if self.game.ending().is_some() {
            return Went::Ended(RunEnd::Over);
        }
        let Some(pass) = self.pass(caller) else {
            return Went::Ended(RunEnd::Choice(refused));
        };
        let ends_part = matches!(&pass.order, GameOrder::Play { command } if R::ends_part(command));
        let is_own = pass.seat.is_some_and(|seat| caller.speaks_for(seat));
        if ends_part && (matches!(goal, RunGoal::Furthest) || !is_own) {
            return Went::Ended(RunEnd::Choice(None));
        }
        // Dice are offered to each pass: where a game would ask for them later as well, they belong to the first that takes them.
        let dice = match goal {
            RunGoal::Dice(dice) => dice.clone(),
            RunGoal::Command(_) | RunGoal::Furthest => Vec::new(),
        };
        let is_of_dice = !dice.is_empty();
        let with_dice = GivenOf::<R> { dice, ..pass.clone() };
        let refusal = match self.decided(&with_dice) {
            Ok(decided) if caller.shows(&self.game, &decided.game) => return Went::Ended(RunEnd::Shows),
            Ok(decided) => {
                self.take(with_dice, decided);
                return if is_of_dice {
                    Went::Ended(RunEnd::Reached)
                } else {
                    Went::On
                };
            }
            Err(refusal) => refusal,
        };
        if is_of_dice && refusal.is_for_dice_that_nothing_rolls() {
            // ERR: a pass that rolls nothing is given without dice; where that is refused too, the caller's own decision tells why.
            if let Ok(decided) = self.decided(&pass) {
                if caller.shows(&self.game, &decided.game) {
                    return Went::Ended(RunEnd::Shows);
                }
                self.take(pass, decided);
                return Went::On;
            }
        }
        if refusal.details.contains_key("needed") || is_of_dice {
            self.rolls = Some(pass);
            return Went::Ended(RunEnd::Roll(refusal));
        }
        Went::Ended(RunEnd::Choice(Some(refusal)))
    }

    /// A command that was legal nowhere goes back to where it lacked only dice: there it asks for them.
    fn waits_for_dice(&mut self) {
        if self.end == RunEnd::Reached {
            return;
        }
        if let Some(short) = self.short.take() {
            self.given.truncate(short.passes);
            self.rolls = None;
            self.game = short.game;
            self.end = RunEnd::Roll(short.refusal);
        }
    }

    fn take(&mut self, given: GivenOf<R>, decided: Decided<R>) {
        self.game = decided.game;
        self.given.push(given);
    }

    /// The pass of the first seat that is asked and has one.
    fn pass(&self, caller: &dyn MayRun<R>) -> Option<GivenOf<R>> {
        let state = self.game.state();
        let (seat, command) = R::awaiting(state)
            .into_iter()
            .filter(|asked| caller.may_pass(asked))
            .find_map(|asked| Some((asked.seat, R::nothing(state, asked.seat)?)))?;
        Some(GivenOf::<R> {
            seat: Some(seat),
            order: GameOrder::Play { command },
            dice: Vec::new(),
        })
    }

    /// A pass decided here with its own dice; the server throws none.
    fn decided(&self, pass: &GivenOf<R>) -> Result<Decided<R>, Refusal> {
        let mut tray = ReportedTray::reported(pass.dice.iter().cloned());
        self.game.decide_with(pass, &mut tray, Some(&REHEARSAL))
    }

    /// The goal decided here, with dice of a rehearsal where the server rolls.
    fn rehearsed(&self, given: &GivenOf<R>) -> Result<Decided<R>, Refusal> {
        let mut tray = self.game.tray(&given.dice, Some(&REHEARSAL))?;
        self.game.decide_with(given, tray.as_mut(), Some(&REHEARSAL))
    }
}
