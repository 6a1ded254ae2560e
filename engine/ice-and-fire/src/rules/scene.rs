//! Positions for tests: units of the sample pack where a test wants them, in the turn of seat A.
#![allow(
    clippy::needless_pass_by_value,
    reason = "a test hands over the command it has made"
)]

use hindsight_kernel::testing::play;
use hindsight_kernel::{Refusal, Rules, Seat};

use crate::IceAndFire;
use crate::cards::{CardId, ConditionToken, Trigger};
use crate::field::{Place, Pose};
use crate::model::agenda::{Occasion, Step};
use crate::model::command::{Action, Command};
use crate::model::event::{Event, UnitEvent};
use crate::model::names::{Edge, NcuId, ObjectiveNo, PieceNo, UnitId};
use crate::model::setup::Agreement;
use crate::model::state::{Piece, State};
use crate::model::unit::{NcuState, Unit};
use crate::packs;

/// Thousandths of an inch.
pub(crate) fn mils(inches: f64) -> i32 {
    (inches * 1000.0).round() as i32
}

/// A pose in inches.
pub(crate) fn pose(x: f64, y: f64, heading: u16) -> Pose {
    Pose::new(mils(x), mils(y), heading)
}

/// A unit by its name.
pub(crate) fn id(text: &str) -> UnitId {
    text.parse().unwrap()
}

/// A card by its name.
pub(crate) fn card(text: &str) -> CardId {
    text.parse().unwrap()
}

/// A position in the making.
#[derive(Debug, Clone)]
pub(crate) struct Scene {
    pub(crate) state: State,
}

/// The steps of a turn of a seat, the choice of a unit on top.
fn turn_of(seat: Seat) -> Vec<Step> {
    let end = Step::Window {
        at: Occasion::new(Trigger::TurnEnd, seat),
        asked: seat,
        used: false,
    };
    vec![Step::EndTurn { seat }, end, Step::ChooseUnit { seat }]
}

impl Scene {
    /// The empty table in the first turn of seat A, which is South, in round 1.
    pub(crate) fn new() -> Self {
        let mut state = State::opening(packs::sample().cards(), Agreement::default());
        (state.round, state.first, state.active) = (1, Some(Seat::A), Some(Seat::A));
        state.turns = 1;
        state.players[0].edge = Some(Edge::South);
        state.players[1].edge = Some(Edge::North);
        state.agenda = turn_of(Seat::A).into_iter().map(Into::into).collect();
        Self { state }
    }

    /// A whole unit at a place in inches. Its Orders are used, unless [`Scene::orders`] gives them back.
    pub(crate) fn unit(mut self, name: &str, kind: &str, x: f64, y: f64, heading: u16) -> Self {
        let kind = card(kind);
        let models = self.state.cards.unit(kind).unwrap().models();
        let mut unit = Unit::fresh(id(name), kind, None, models);
        unit.pose = Some(pose(x, y, heading));
        unit.orders_used = (0..self.state.orders_of(&unit).count() as u8).collect();
        self.state.units.push(unit);
        self.state.units.sort_by_key(|unit| unit.id);
        self
    }

    /// A change of a unit.
    pub(crate) fn with(mut self, name: &str, change: impl FnOnce(&mut Unit)) -> Self {
        change(self.state.unit_mut(id(name)).unwrap());
        self
    }

    /// The unit has so many models.
    pub(crate) fn models(self, name: &str, models: u8) -> Self {
        self.with(name, |unit| unit.models = models)
    }

    /// The unit holds a token.
    pub(crate) fn token(self, name: &str, token: ConditionToken) -> Self {
        self.with(name, |unit| unit.tokens.push(token))
    }

    /// The unit has its Orders.
    pub(crate) fn orders(self, name: &str) -> Self {
        self.with(name, |unit| unit.orders_used.clear())
    }

    /// The unit has an attachment, with its Orders used.
    pub(crate) fn attached(mut self, name: &str, attachment: &str) -> Self {
        self = self.with(name, |unit| unit.attachment = Some(card(attachment)));
        let unit = self.state.unit(id(name)).unwrap();
        let orders = (0..self.state.orders_of(unit).count() as u8).collect();
        self.with(name, |unit| unit.orders_used = orders)
    }

    /// The two units are engaged where they touch.
    pub(crate) fn engaged(mut self, one: &str, other: &str) -> Self {
        let (one, other) = (id(one), id(other));
        let tray = |id| super::terrain::tray(&self.state, id).unwrap();
        let (a, b) = crate::field::contact_sides(&tray(one), &tray(other)).expect("they touch along a side");
        let pair = crate::model::unit::Engagement::between(one, a, other, b);
        self.state.engagements.push(pair);
        self
    }

    /// A terrain piece of the sample pack.
    pub(crate) fn piece(mut self, kind: &str, x: f64, y: f64, heading: u16) -> Self {
        let no = PieceNo(self.state.terrain.len() as u8 + 1);
        self.state.terrain.push(Piece {
            no,
            card: card(kind),
            pose: pose(x, y, heading),
            removed: false,
        });
        self
    }

    /// Other keywords for the cards of the pack.
    pub(crate) fn cards(mut self, change: impl FnOnce(&mut crate::cards::Cards)) -> Self {
        let mut cards = (*self.state.cards).clone();
        change(&mut cards);
        self.state.cards = cards.into();
        self
    }

    /// Cards in a hand, known.
    pub(crate) fn hand(mut self, seat: Seat, cards: &[&str]) -> Self {
        self.state.player_mut(seat).hand = cards.iter().map(|name| Some(card(name))).collect();
        self
    }

    /// Cards in a deck.
    pub(crate) fn deck(mut self, seat: Seat, cards: &[&str]) -> Self {
        let player = self.state.player_mut(seat);
        player.unseen = cards.iter().map(|name| card(name)).collect();
        player.deck = cards.len() as u8;
        self
    }

    /// An NCU beside the board.
    pub(crate) fn ncu(mut self, seat: Seat, number: u8, kind: &str) -> Self {
        self.state.ncus.push(NcuState {
            id: NcuId::new(seat, number).unwrap(),
            card: card(kind),
            zone: None,
            activated: false,
        });
        self
    }

    /// A unit controls an objective token.
    pub(crate) fn controls(mut self, name: &str, no: u8) -> Self {
        let token = self
            .state
            .objectives
            .iter_mut()
            .find(|token| token.no == ObjectiveNo(no));
        token.unwrap().controller = Some(id(name));
        self
    }

    /// Whose turn it is.
    pub(crate) fn turn(mut self, seat: Seat) -> Self {
        self.state.active = Some(seat);
        self.state.agenda = turn_of(seat).into_iter().map(Into::into).collect();
        self
    }

    /// A command is given and accepted; what happens.
    pub(crate) fn give(&mut self, seat: Seat, command: Command, dice: &[u8]) -> Vec<Event> {
        self.try_give(seat, command.clone(), dice)
            .unwrap_or_else(|refusal| panic!("{command:?} is refused: {refusal}"))
    }

    /// A command is given.
    pub(crate) fn try_give(
        &mut self,
        seat: Seat,
        command: Command,
        dice: &[u8],
    ) -> Result<Vec<Event>, Refusal> {
        let (state, events) = play::<IceAndFire>(self.state.clone(), &[(seat, command)], dice)?;
        hindsight_kernel::testing::assert_sound_throughout::<IceAndFire>(&self.state, &events);
        IceAndFire::sound(&state).unwrap();
        self.state = state;
        Ok(events)
    }

    /// The rule that refuses a command.
    pub(crate) fn refused(&self, seat: Seat, command: Command) -> String {
        let refused = play::<IceAndFire>(self.state.clone(), &[(seat, command.clone())], &[]);
        match refused {
            Ok(_) => panic!("{command:?} is accepted"),
            Err(refusal) => refusal.rule.to_string(),
        }
    }

    /// A unit is activated and takes an action; what happens.
    pub(crate) fn act(&mut self, name: &str, action: Action, dice: &[u8]) -> Vec<Event> {
        self.activate(name);
        self.give(id(name).seat(), Command::Act { action }, dice)
    }

    /// A unit is activated.
    pub(crate) fn activate(&mut self, name: &str) {
        let unit = id(name);
        self.give(unit.seat(), Command::Activate { unit }, &[]);
    }

    /// The rule that refuses an action of a unit, or nothing.
    pub(crate) fn action_rule(&self, name: &str, action: Action) -> Option<String> {
        let mut scene = self.clone();
        scene.activate(name);
        let asked = super::activation::asked(&scene.state).unwrap();
        super::activation::check(&scene.state, asked, &action)
            .err()
            .map(|refusal| refusal.rule.to_string())
    }

    /// Why a command for an action of a unit is refused.
    pub(crate) fn action_refusal(&self, name: &str, action: Action) -> Refusal {
        let mut scene = self.clone();
        scene.activate(name);
        let command = Command::Act { action };
        match play::<IceAndFire>(scene.state, &[(id(name).seat(), command.clone())], &[]) {
            Ok(_) => panic!("{command:?} is accepted"),
            Err(refusal) => refusal,
        }
    }

    /// The trigger that is open, and who is asked there.
    pub(crate) fn open_trigger(&self) -> Option<(Seat, Trigger)> {
        match self.state.step() {
            Some(Step::Window { at, asked, .. }) => Some((*asked, at.trigger)),
            _ => None,
        }
    }

    /// The pose of a unit in inches.
    pub(crate) fn at(&self, name: &str) -> (f64, f64, u16) {
        let pose = self.state.unit(id(name)).unwrap().pose.unwrap();
        (
            f64::from(pose.x) / 1000.0,
            f64::from(pose.y) / 1000.0,
            pose.heading,
        )
    }

    /// Models of a unit and wounds on the wounded one.
    pub(crate) fn strength(&self, name: &str) -> (u8, u8) {
        let unit = self.state.unit(id(name)).unwrap();
        (unit.models, unit.wounded)
    }

    /// Who is asked for what.
    pub(crate) fn asked(&self) -> Vec<(Seat, String)> {
        IceAndFire::awaiting(&self.state)
            .into_iter()
            .map(|asked| (asked.seat, asked.decision))
            .collect()
    }

    /// The centre of an objective token.
    pub(crate) fn token_at(&self, no: u8) -> Place {
        self.state.objectives[usize::from(no) - 1].place
    }
}

/// The wounds that events tell of a unit, by what they come from.
pub(crate) fn wounds_of(events: &[Event], name: &str) -> Vec<(u16, crate::model::event::Cause)> {
    let unit = id(name);
    events
        .iter()
        .filter_map(|event| match event {
            Event::Unit(UnitEvent::WoundsSuffered {
                unit: hurt,
                wounds,
                cause,
                ..
            }) if *hurt == unit => Some((*wounds, *cause)),
            _ => None,
        })
        .collect()
}
