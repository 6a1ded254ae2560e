//! The one aggregate that both sides keep: a battle that counts what happened to it.

use cqrs_es::event_sink::EventSink;
use cqrs_es::{Aggregate, DomainEvent};
use serde::{Deserialize, Serialize};

/// A command: a unit's move, in thousandths of an inch.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Move {
    pub unit: u32,
    pub to: (i32, i32),
    pub facing: u16,
}

/// An event, about 200 bytes as JSON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Event {
    UnitMoved {
        unit: u32,
        from: (i32, i32),
        to: (i32, i32),
        facing: u16,
        distance: u32,
        path: Vec<(i32, i32)>,
        rules: Vec<String>,
        entered: u8,
        charged: bool,
    },
}

impl DomainEvent for Event {
    fn event_type(&self) -> String {
        "unit_moved".to_owned()
    }

    fn event_version(&self) -> String {
        "1".to_owned()
    }
}

/// The places of 24 units.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Battle {
    pub version: u64,
    pub places: [((i32, i32), u16); 24],
}

/// Why a move is refused.
#[derive(Debug, thiserror::Error)]
#[error("there is no unit {0}")]
pub struct NoSuchUnit(u32);

impl Battle {
    /// The event that a command causes: the same few lines on both sides.
    pub fn decide(&self, command: &Move) -> Result<Event, NoSuchUnit> {
        let Some((from, _)) = self.places.get(command.unit as usize) else {
            return Err(NoSuchUnit(command.unit));
        };
        let (east, north) = (f64::from(command.to.0 - from.0), f64::from(command.to.1 - from.1));
        Ok(Event::UnitMoved {
            unit: command.unit,
            from: *from,
            to: command.to,
            facing: command.facing,
            distance: east.hypot(north) as u32,
            path: vec![((from.0 + command.to.0) / 2, (from.1 + command.to.1) / 2)],
            rules: vec!["BG4-MOVE-03".to_owned(), "BG4-MOVE-12".to_owned()],
            entered: 1,
            charged: false,
        })
    }

    pub fn evolve(&mut self, event: &Event) {
        let Event::UnitMoved { unit, to, facing, .. } = event;
        if let Some(place) = self.places.get_mut(*unit as usize) {
            *place = (*to, *facing);
        }
        self.version += 1;
    }
}

impl Aggregate for Battle {
    const TYPE: &'static str = "battle";
    type Command = Move;
    type Event = Event;
    type Error = NoSuchUnit;
    type Services = ();

    async fn handle(&mut self, command: Move, (): &(), sink: &EventSink<Self>) -> Result<(), NoSuchUnit> {
        let event = self.decide(&command)?;
        sink.write(event, self).await;
        Ok(())
    }

    fn apply(&mut self, event: Event) {
        self.evolve(&event);
    }
}

/// The command at a version.
pub fn command(version: u64) -> Move {
    let n = version.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
    Move {
        unit: (n % 24) as u32,
        to: ((n / 7 % 48_000) as i32, (n / 11 % 72_000) as i32),
        facing: (n % 360) as u16,
    }
}
