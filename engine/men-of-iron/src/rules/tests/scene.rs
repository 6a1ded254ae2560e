//! Positions of the sample battle in the middle of an Activation, and commands given there.

use std::sync::Arc;

use hindsight_geometry::hexes::{Facing, Hex};
use hindsight_kernel::testing::{assert_sound_throughout, play};
use hindsight_kernel::{Refusal, ReportedTray, Rules, Seat, Table};

use crate::MenOfIron;
use crate::data::Battle;
use crate::field::sample;
use crate::model::agenda::{Answer, Question, Step};
use crate::model::attack::{Course, Declared, DeclaredAttacker, TurnAt};
use crate::model::command::Command;
use crate::model::event::Event;
use crate::model::names::{ClassId, CommandId, LeaderId, StandardId};
use crate::model::piece::{Formation, LeaderPlace, Status, Unit};
use crate::model::state::{Activated, Activation, Kind, State};

pub(super) use crate::field::sample::{hex, id};

/// A facing by its hour.
pub(super) fn hour(hour: u8) -> Facing {
    Facing::of_hour(hour).unwrap()
}

pub(super) fn command_id(text: &str) -> CommandId {
    text.parse().unwrap()
}

pub(super) fn leader_id(text: &str) -> LeaderId {
    text.parse().unwrap()
}

pub(super) fn standard_id(text: &str) -> StandardId {
    text.parse().unwrap()
}

/// A position with what happened last.
#[derive(Debug, Clone)]
pub(super) struct Scene {
    pub(super) state: State,
    pub(super) events: Vec<Event>,
}

impl Scene {
    /// Harrow Ford as it begins, before anything is done.
    pub(super) fn battle(id: &str) -> Self {
        Self::of(&sample::battle(id))
    }

    /// Some battle as it begins.
    pub(super) fn of(battle: &Arc<Battle>) -> Self {
        Self::at(super::super::setup::first_position(battle), "")
    }

    /// Harrow Ford with only these units on the map (id, hex, facing), its leaders and Standards off it, and a Free Activation
    /// of side A to be chosen.
    pub(super) fn new(units: &[(&str, &str, u8)]) -> Self {
        let mut state = sample::with(units);
        state.agenda = vec![Step::FreeChoice.into()];
        let scene = Self {
            state,
            events: Vec::new(),
        };
        // Whoever is not named counts as eliminated: no army may flee for that.
        scene.data(|battle| {
            for side in battle.side.values_mut() {
                side.flight_level = 99;
            }
        })
    }

    /// The same on open ground: every hex clear and of level 0, no hexside marked.
    pub(super) fn plain(units: &[(&str, &str, u8)]) -> Self {
        Self::new(units).data(|battle| {
            battle.map.hex.clear();
            battle.map.side.clear();
        })
    }

    /// A Free Activation of a side to be chosen.
    pub(super) fn free(mut self, seat: Seat) -> Self {
        self.state.active = seat;
        self.state.agenda = vec![Step::FreeChoice.into()];
        self
    }

    /// A side is asked with what it continues, its latest Command being this one.
    pub(super) fn continuing(mut self, seat: Seat, last: Option<&str>) -> Self {
        self.state.active = seat;
        self.state.activations = 1;
        self.state.players[seat.index()].last = last.map(command_id);
        self.state.agenda = vec![Step::Continuation.into()];
        self
    }

    fn at(state: State, dice: &str) -> Self {
        let mut tray = ReportedTray::scripted(faces(dice));
        let mut table = Table::<MenOfIron>::new(State::default(), &mut tray);
        super::super::setup::set_out(&mut table, state).unwrap();
        let (state, events) = table.finish().unwrap();
        Self { state, events }
    }

    /// A leader on a hex.
    pub(super) fn leader(mut self, leader: &str, at: &str) -> Self {
        let place = LeaderPlace::On { hex: hex(at) };
        self.state.leaders.get_mut(&leader_id(leader)).unwrap().place = place;
        self
    }

    /// A Standard on a hex.
    pub(super) fn standard(mut self, standard: &str, at: &str) -> Self {
        self.state.standards.get_mut(&standard_id(standard)).unwrap().hex = Some(hex(at));
        self
    }

    /// A unit in a status.
    pub(super) fn status(mut self, unit: &str, status: Status) -> Self {
        self.unit_mut(unit).status = status;
        self
    }

    pub(super) fn disordered(self, unit: &str) -> Self {
        self.status(unit, Status::Disordered)
    }

    pub(super) fn retired(self, unit: &str) -> Self {
        self.status(unit, Status::Retired)
    }

    /// A unit in a formation.
    pub(super) fn formation(mut self, unit: &str, formation: Formation) -> Self {
        self.unit_mut(unit).formation = formation;
        self
    }

    /// A unit made one of another class of the sample battle.
    pub(super) fn class(mut self, unit: &str, class: ClassId) -> Self {
        sample::as_class(&mut self.state, unit, class);
        self
    }

    /// A unit made one of another Command.
    pub(super) fn under(self, unit: &str, command: &str) -> Self {
        let (unit, command) = (id(unit), command_id(command));
        self.data(|battle| battle.unit.get_mut(&unit).unwrap().command = command)
            .with(|state| state.units.get_mut(&unit).unwrap().command = command)
    }

    /// Any other change.
    pub(super) fn with(mut self, change: impl FnOnce(&mut State)) -> Self {
        change(&mut self.state);
        self
    }

    /// A change of the battle.
    pub(super) fn data(mut self, change: impl FnOnce(&mut Battle)) -> Self {
        change(Arc::make_mut(&mut self.state.battle));
        self
    }

    pub(super) fn unit(&self, unit: &str) -> &Unit {
        self.state.unit(id(unit)).unwrap()
    }

    fn unit_mut(&mut self, unit: &str) -> &mut Unit {
        self.state.units.get_mut(&id(unit)).unwrap()
    }

    pub(super) fn hex_of(&self, unit: &str) -> Option<Hex> {
        self.unit(unit).hex()
    }

    /// The Move/Fire Phase of a Continued Activation of a Command, all of its units in command.
    pub(super) fn active(self, command: &str) -> Self {
        let mut scene = self.activated(command, Kind::Continued);
        for unit in scene.state.units.values_mut() {
            unit.acts.out_of_command = false;
        }
        scene
    }

    /// The Move/Fire Phase of an Activation, with the command status that the rules fix.
    pub(super) fn activated(mut self, command: &str, kind: Kind) -> Self {
        let command = command_id(command);
        self.state.active = self.state.battle.side_of(command).unwrap();
        self.state.activation = Some(Activation {
            kind,
            of: Activated::Command(command),
        });
        self.state.activations = 1;
        self.state.agenda = vec![Step::MoveFire.into(), Step::CommandStatus { command }.into()];
        Self::at(self.state, "")
    }

    /// Decides a command of whoever is asked; dice are given as digits.
    pub(super) fn give(&mut self, command: Command, dice: &str) -> &mut Self {
        self.try_give(command.clone(), dice)
            .unwrap_or_else(|refusal| panic!("{command:?}: {refusal:?}"));
        self
    }

    /// The same where it may be refused.
    pub(super) fn try_give(&mut self, command: Command, dice: &str) -> Result<(), Refusal> {
        let seat = self.asked();
        self.try_as(seat, command, dice)
    }

    pub(super) fn try_as(&mut self, seat: Seat, command: Command, dice: &str) -> Result<(), Refusal> {
        let faces: Vec<u8> = faces(dice).collect();
        let (after, events) = play::<MenOfIron>(self.state.clone(), &[(seat, command)], &faces)?;
        assert_sound_throughout::<MenOfIron>(&self.state, &events);
        MenOfIron::sound(&after).unwrap();
        (self.state, self.events) = (after, events);
        Ok(())
    }

    /// The rule that refuses a command.
    pub(super) fn refused(&self, command: Command) -> String {
        match self.clone().try_give(command.clone(), "") {
            Ok(()) => panic!("{command:?} is accepted"),
            Err(refusal) => refusal.rule.to_string(),
        }
    }

    /// Whether a command is accepted with these dice.
    pub(super) fn allows(&self, command: Command, dice: &str) -> bool {
        self.clone().try_give(command, dice).is_ok()
    }

    /// Who is asked.
    pub(super) fn asked(&self) -> Seat {
        MenOfIron::awaiting(&self.state)
            .first()
            .map_or(Seat::A, |asked| asked.seat)
    }

    /// The decision that is asked for.
    pub(super) fn decision(&self) -> String {
        MenOfIron::awaiting(&self.state)
            .first()
            .map(|asked| asked.decision.clone())
            .unwrap_or_default()
    }

    /// The open question.
    pub(super) fn question(&self) -> &Question {
        match &self.state.agenda.last().unwrap().step {
            Step::Ask(question) => question,
            other => panic!("no question is open: {other:?}"),
        }
    }

    /// The answers to the open question.
    pub(super) fn answers(&self) -> Vec<Answer> {
        crate::offers::listed(&self.question().options)
    }

    /// The hexes that the open question offers, each once, in order.
    pub(super) fn spots(&self) -> Vec<String> {
        let mut hexes: Vec<String> = self
            .answers()
            .iter()
            .filter_map(|answer| match answer {
                Answer::Place { hex, .. } => Some(hex.to_string()),
                _ => None,
            })
            .collect();
        hexes.sort();
        hexes.dedup();
        hexes
    }

    /// Answers the open question.
    pub(super) fn answer(&mut self, answer: Answer, dice: &str) -> &mut Self {
        self.give(Command::Choose { answer }, dice)
    }

    pub(super) fn no(&mut self, dice: &str) -> &mut Self {
        self.answer(Answer::No, dice)
    }

    pub(super) fn yes(&mut self, dice: &str) -> &mut Self {
        self.answer(Answer::Yes, dice)
    }

    pub(super) fn choose(&mut self, unit: &str, dice: &str) -> &mut Self {
        self.answer(Answer::Unit { unit: id(unit) }, dice)
    }

    /// Answers with a place.
    pub(super) fn to(&mut self, unit: &str, at: &str, facing: u8, dice: &str) -> &mut Self {
        let (hex, facing) = (hex(at), hour(facing));
        let through = self.answers().iter().find_map(|answer| match answer {
            Answer::Place {
                hex: offered,
                through,
                ..
            } if *offered == hex => *through,
            _ => None,
        });
        self.answer(
            Answer::Place {
                unit: id(unit),
                hex,
                through,
                facing,
            },
            dice,
        )
    }

    /// Whether something like this happened by the last command.
    pub(super) fn saw(&self, is: impl Fn(&Event) -> bool) -> bool {
        self.events.iter().any(is)
    }

    /// How often something like this happened by the last command.
    pub(super) fn count(&self, is: impl Fn(&Event) -> bool) -> usize {
        self.events.iter().filter(|event| is(event)).count()
    }
}

/// Dice as digits: the face that shows 0 is the die's tenth.
pub(super) fn faces(dice: &str) -> impl Iterator<Item = u8> + '_ {
    dice.bytes().map(|digit| match digit - b'0' {
        0 => 10,
        digit => digit,
    })
}

pub(super) fn step(unit: &str, to: &str) -> Command {
    Command::Move {
        unit: id(unit),
        to: hex(to),
        facing: None,
        with: Vec::new(),
    }
}

pub(super) fn step_facing(unit: &str, to: &str, facing: u8) -> Command {
    Command::Move {
        unit: id(unit),
        to: hex(to),
        facing: Some(hour(facing)),
        with: Vec::new(),
    }
}

pub(super) fn step_with(unit: &str, to: &str, leaders: &[&str]) -> Command {
    Command::Move {
        unit: id(unit),
        to: hex(to),
        facing: None,
        with: leaders.iter().map(|leader| leader_id(leader)).collect(),
    }
}

pub(super) fn turn(unit: &str, facing: u8) -> Command {
    Command::Turn {
        unit: id(unit),
        facing: hour(facing),
    }
}

pub(super) fn fire(unit: &str, target: &str) -> Command {
    Command::Fire {
        unit: id(unit),
        target: id(target),
    }
}

pub(super) fn step_leader(leader: &str, to: &str) -> Command {
    Command::MoveLeader {
        leader: leader_id(leader),
        to: hex(to),
    }
}

/// A Shock attack: attackers and defenders by their ids.
pub(super) fn shock(attackers: &[&str], defenders: &[&str]) -> Declared {
    Declared {
        attackers: attackers.iter().map(|unit| shocking(unit)).collect(),
        defenders: defenders.iter().map(|unit| id(unit)).collect(),
    }
}

pub(super) fn shocking(unit: &str) -> DeclaredAttacker {
    DeclaredAttacker {
        unit: id(unit),
        charge: None,
    }
}

/// A charger with its course: the hexes, and the turn as (after so many steps, to which hour).
pub(super) fn charging(unit: &str, path: &[&str], turn: Option<(u8, u8)>) -> DeclaredAttacker {
    DeclaredAttacker {
        unit: id(unit),
        charge: Some(Course {
            path: path.iter().map(|label| hex(label)).collect(),
            turn: turn.map(|(after, facing)| TurnAt {
                after,
                facing: hour(facing),
            }),
        }),
    }
}

/// An attack of these attackers on one defender.
pub(super) fn attack(attackers: &[DeclaredAttacker], defender: &str) -> Declared {
    Declared {
        attackers: attackers.to_vec(),
        defenders: vec![id(defender)],
    }
}

pub(super) fn declare(attacks: &[Declared]) -> Command {
    Command::Attack {
        attacks: attacks.to_vec(),
    }
}
