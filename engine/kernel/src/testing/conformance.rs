//! Whole games by the laws.

use std::ops::Range;

use rand_core::Rng;
use serde_json::{Value, json};

use super::laws::{
    check_accepted, check_commands_tell_no_more, check_event, check_noted, check_offers, check_own_commands,
    check_position, check_questions, check_split, check_strengths, check_unlisted, check_views,
};
use super::{Playout, each_of, games, seed};
use crate::{
    Bot, Choice, Fact, Game, GameEvent, GameOrder, GameStart, Given, GivenOf, Keeper, Offer, RecordedEvent,
    RuleSet, Seat, audit, below, bot_rng,
};

/// The plan of what [`conformance_of`] plays.
#[derive(Debug, Clone)]
pub struct ConformancePlan {
    /// The games, by their numbers: odd ones are played by the heuristic players, even ones at random.
    pub games: Range<u64>,
    /// What a game is set up from; the sample packs may be used.
    pub request: fn(u64) -> Value,
    /// A game that has so many commands is left undecided.
    pub most_commands: usize,
    /// All offers are tried, all views folded and so on before every so-manieth command.
    pub dear_every: usize,
}

impl Default for ConformancePlan {
    fn default() -> Self {
        Self {
            games: games(4, 10),
            request: |_| json!({}),
            most_commands: 400,
            dear_every: 1,
        }
    }
}

/// Holds a game to every law that all games have: four short games of bots, with everything tried at every turn.
///
/// # Panics
/// A law is broken.
pub fn conformance<R: RuleSet>() {
    conformance_of::<R>(&ConformancePlan::default());
}

/// Holds a game to every law that all games have.
///
/// Every offer is accepted, and every command that completes one. A position can be noted wherever there is a sheet for it. Who is not asked is refused and changes nothing, and so
/// is a command of another time, or it does no harm. Every event follows, keeps the invariants, has its sentence, and is
/// the same after it was stored and sent. Every die thrown stands in an event. What a viewer sees is what the redacted
/// events fold to. A position is the same after it was stored and sent, and a game begins from it. Commands are read as
/// they were written. The same command does the same. The finished stream folds from any place, and its audit finds
/// nothing.
///
/// # Panics
/// A law is broken.
pub fn conformance_of<R: RuleSet>(plan: &ConformancePlan) {
    check_packs::<R>();
    each_of(plan.games.clone(), |number| {
        Run::<R>::begin(number, plan).play_out(plan);
    });
}

/// The sample packs are sound, and each has a hash and a name of its own.
fn check_packs<R: RuleSet>() {
    let mut seen = Vec::new();
    for pack in R::sample_packs() {
        let info =
            R::check_pack(&pack).unwrap_or_else(|faults| panic!("a sample pack has faults: {faults:?}"));
        assert_eq!((info.system.as_str(), info.hash.len()), (R::ID, 64));
        assert!(!seen.contains(&info.hash), "{} is here twice", info.id);
        seen.push(info.hash);
    }
}

/// A game played twice at once: at a bare table, and as a recorder keeps it.
struct Run<R: RuleSet> {
    playout: Playout<R>,
    game: Game<R>,
    past: Vec<RecordedEvent<R>>,
    /// The position as the events give it, and how many of them.
    folded: (R::State, usize),
    facts: Vec<Fact>,
}

impl<R: RuleSet> Run<R> {
    fn begin(number: u64, plan: &ConformancePlan) -> Self {
        let (request, packs) = ((plan.request)(number), R::sample_packs());
        let playout = Playout::<R>::begin(number, &request, &packs);
        let setup = R::setup_from(&request, &packs)
            .unwrap_or_else(|refusal| panic!("game {number}: {request} is refused: {refusal:?}"));
        let seeds = move |_| seed(number);
        let opened = Game::<R>::open(GameStart::Setup(setup), true, &[], Some(&seeds))
            .unwrap_or_else(|refusal| panic!("game {number} does not open: {refusal:?}"));
        let given = Given {
            seat: None,
            order: GameOrder::Open,
            dice: Vec::new(),
        };
        let mut run = Self {
            playout,
            game: opened.game,
            past: Vec::new(),
            folded: (R::State::default(), 0),
            facts: Vec::new(),
        };
        run.keep(&given, opened.events);
        run
    }

    fn keep(&mut self, given: &GivenOf<R>, events: Vec<crate::EventOf<R>>) {
        for (place, event) in events.into_iter().enumerate() {
            self.past.push(RecordedEvent {
                event,
                given: (place == 0).then(|| given.clone()),
            });
        }
    }

    fn play_out(mut self, plan: &ConformancePlan) {
        let mut rng = bot_rng(self.playout.number);
        let bot = if self.playout.number.is_multiple_of(2) {
            Bot::Random
        } else {
            Bot::Greedy
        };
        loop {
            self.check_what_happened();
            let over = self.game.ending().is_some();
            assert_eq!(
                over,
                R::awaiting(&self.playout.state).is_empty(),
                "{}: somebody is asked until the game is over",
                self.playout.place()
            );
            if over || self.playout.commands.len() >= plan.most_commands {
                break;
            }
            if self.playout.commands.len().is_multiple_of(plan.dear_every) {
                self.check_all(&mut rng);
            }
            self.play_one(bot, &mut rng);
        }
        self.check_the_whole(&mut rng);
    }

    /// Every new event, in its place.
    fn check_what_happened(&mut self) {
        let (state, count) = &mut self.folded;
        for event in &self.playout.events[*count..] {
            *state = check_event::<R>(state, event, &mut self.facts);
        }
        *count = self.playout.events.len();
        assert_eq!(
            *state,
            self.playout.state,
            "{}: decided and folded",
            self.playout.place()
        );
    }

    fn check_all(&self, rng: &mut dyn Rng) {
        check_position(&self.playout);
        check_views::<R>(&self.playout.state, &self.playout.events);
        check_own_commands(&self.playout);
        check_offers(&self.playout, rng);
        check_questions(&self.playout);
        check_noted(
            &self.playout,
            &mut bot_rng(self.playout.number ^ self.playout.events.len() as u64),
        );
        for asked in R::awaiting(&self.playout.state) {
            check_commands_tell_no_more(&self.playout, asked.seat);
            for _ in 0..8 {
                let other = below(rng, self.playout.commands.len());
                if let Some((_, command)) = other.and_then(|place| self.playout.commands.get(place)) {
                    check_unlisted(&self.playout, asked.seat, command);
                }
            }
        }
        self.check_who_is_not_asked();
        self.check_next_choices();
    }

    /// Every offer of a choice to which a command only leads is accepted after it.
    fn check_next_choices(&self) {
        let place = self.playout.place();
        for asked in R::awaiting(&self.playout.state) {
            for offer in R::offers(&self.playout.state, asked.seat) {
                let (Choice::Command(command), Some(unit)) = (&offer.choice, &offer.unit) else {
                    continue;
                };
                if !R::leads_on(command) {
                    continue;
                }
                let given = (asked.seat, command);
                let Some(choice) = self.game.leading_on(given, unit, &Keeper) else {
                    continue;
                };
                let number = self.playout.number;
                let seeds = move |_| seed(number);
                for next in choice.offers.iter().flat_map(Offer::commands) {
                    let given = played::<R>(asked.seat, next.clone());
                    if let Err(refusal) = choice.game.decide(&given, &self.past, Some(&seeds)) {
                        panic!("{place}: {next:?} is laid out after {command:?} and refused: {refusal:?}");
                    }
                }
            }
        }
    }

    /// A seat that is not asked is refused whatever it says, and nothing has changed by it.
    fn check_who_is_not_asked(&self) {
        let asked: Vec<Seat> = R::awaiting(&self.playout.state)
            .iter()
            .map(|asked| asked.seat)
            .collect();
        let command = asked.first().and_then(|&seat| {
            let offers = R::offers(&self.playout.state, seat);
            offers.first()?.commands().first().cloned()
        });
        let others = R::seats(&self.playout.state).into_iter().map(|info| info.seat);
        for other in others.filter(|seat| !asked.contains(seat)) {
            let Some(command) = command.clone() else { continue };
            let before = self.game.clone();
            let refused = self.weigh(other, command);
            assert!(refused.is_err(), "{}: {other} is not asked", self.playout.place());
            assert_eq!(before, self.game, "{}: nothing has changed", self.playout.place());
        }
    }

    fn weigh(&self, seat: Seat, command: R::Command) -> Result<crate::Decided<R>, crate::Refusal> {
        let number = self.playout.number;
        let seeds = move |_| seed(number);
        self.game
            .decide(&played::<R>(seat, command), &self.past, Some(&seeds))
    }

    /// Plays a command at the table and in the game; both do the same.
    fn play_one(&mut self, bot: Bot, rng: &mut dyn Rng) {
        let Some(seat) = self.playout.asked(rng) else {
            return;
        };
        let command = self.playout.choose(bot, seat, rng);
        check_accepted(&self.playout, seat, &command, "is a bot's choice");
        let decided = self
            .weigh(seat, command.clone())
            .unwrap_or_else(|refusal| panic!("{}: {refusal:?}", self.playout.place()));
        let first = self.playout.play(seat, &command);
        let kept: Vec<&R::Event> = decided
            .events
            .iter()
            .filter_map(|event| match event {
                GameEvent::Played(played) => Some(played),
                _ => None,
            })
            .collect();
        let at_table: Vec<&R::Event> = self.playout.events[first..].iter().collect();
        assert_eq!(
            kept,
            at_table,
            "{}: the same command does the same",
            self.playout.place()
        );
        self.game = decided.game;
        self.keep(&played::<R>(seat, command), decided.events);
    }

    fn check_the_whole(&self, rng: &mut dyn Rng) {
        let (number, playout) = (self.playout.number, &self.playout);
        check_views::<R>(&playout.state, &playout.events);
        check_split(playout, below(rng, playout.events.len()).unwrap_or_default());
        let stream: Vec<crate::EventOf<R>> = self.past.iter().map(|past| past.event.clone()).collect();
        let folded = Game::<R>::fold(&stream).unwrap_or_else(|error| panic!("game {number}: {error}"));
        assert_eq!(folded, self.game, "game {number}: decided and folded");
        let report = audit::<R>(&self.past).unwrap_or_else(|error| panic!("game {number}: {error}"));
        assert!(
            report.differences.is_empty() && report.dice_fault.is_none(),
            "game {number}: the audit finds {:?}, {:?}",
            report.differences,
            report.dice_fault
        );
        assert_eq!(report.commands, playout.commands.len() as u64, "game {number}");
        if self.game.ending().is_some() {
            check_strengths::<R>(&playout.state, &self.facts);
            assert!(
                report.dice_checked.is_some(),
                "game {number}: the dice are checked"
            );
        }
    }
}

fn played<R: RuleSet>(seat: Seat, command: R::Command) -> GivenOf<R> {
    Given {
        seat: Some(seat),
        order: GameOrder::Play { command },
        dice: Vec::new(),
    }
}
