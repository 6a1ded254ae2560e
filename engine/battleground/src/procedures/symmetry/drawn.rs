//! Positions that are drawn from a seed.

use battleground_geometry::{Card, Object, Side, overlaps, touches};
use hindsight_kernel::Seat;

use super::images::{Image, MIDDLE};
use crate::editions::Edition;
use crate::field::TOL;
use crate::model::cards::{RangedType, UnitType};
use crate::model::effect::Keyword;
use crate::model::orders::Order;
use crate::model::state::Status;
use crate::scene::{Scene, id, line, mc, moving, pose, scene, shooting, with_keywords};

/// Numbers that follow from a seed.
pub(super) struct Draws(u64);

impl Draws {
    pub(super) fn of(case: u64) -> Self {
        Self(case.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678_9abc_def1)
    }

    /// Between two numbers.
    pub(super) fn between(&mut self, least: f64, most: f64) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        least + (most - least) * ((self.0 >> 11) as f64 / (1_u64 << 53) as f64)
    }

    /// A heading that lies on no whole or half degree.
    pub(super) fn heading(&mut self) -> f64 {
        self.between(0.0, 360.0).floor() + 0.23
    }
}

/// A unit that is drawn.
#[derive(Debug, Clone)]
pub(super) struct Drawn {
    pub(super) name: &'static str,
    pub(super) kind: UnitType,
    pub(super) order: Order,
    pub(super) place: (f64, f64, f64),
}

/// A drawn position: who is where, who fights whom from behind or from a flank, and who routs.
#[derive(Debug, Clone)]
pub(super) struct Position {
    pub(super) units: Vec<Drawn>,
    pub(super) fights: Vec<(&'static str, &'static str, Side)>,
    pub(super) routs: bool,
    pub(super) flies: bool,
}

pub(super) fn card(kind: &UnitType, (x, y, heading): (f64, f64, f64)) -> Card {
    Card::new(pose(x, y, heading), kind.size)
}

impl Position {
    /// Adds a unit on free ground within a distance of the middle, in inches; draws again until it fits.
    pub(super) fn add(
        &mut self,
        draws: &mut Draws,
        (name, kind, order): (&'static str, UnitType, Order),
        reach: f64,
    ) {
        for _ in 0..200 {
            let place = (
                MIDDLE.0 + draws.between(-reach, reach),
                MIDDLE.1 + draws.between(-reach, reach),
                draws.heading(),
            );
            let there = card(&kind, place);
            let lies_on = |other: &Drawn| {
                let other = card(&other.kind, other.place);
                overlaps(&there, &other, TOL) || touches(&there, Object::Card(&other), TOL)
            };
            if !self.units.iter().any(lies_on) {
                self.units.push(Drawn {
                    name,
                    kind,
                    order,
                    place,
                });
                return;
            }
        }
    }

    /// A1 among friends and enemies.
    pub(super) fn at_large(case: u64) -> Self {
        let mut draws = Draws::of(case);
        let mut position = Self {
            units: Vec::new(),
            fights: Vec::new(),
            routs: false,
            flies: case % 4 == 3,
        };
        let (kind, order) = match case % 4 {
            0 => (moving(5.0), Order::Close),
            1 => (moving(7.0), Order::Close),
            2 => (shooting(7.0, RangedType::Indirect), Order::Range),
            _ => {
                let flyer = UnitType {
                    movement: mc(3.5),
                    flying: Some(mc(8.5)),
                    ..with_keywords(&[Keyword::Flying, Keyword::Normal, Keyword::Infantry])
                };
                (flyer, Order::Close)
            }
        };
        position.add(&mut draws, ("A1", kind, order), 5.0);
        for (name, reach) in [("B1", 6.0), ("B2", 7.0), ("A2", 6.0), ("B3", 7.0)] {
            position.add(&mut draws, (name, line(), Order::Hold), reach);
        }
        position
    }

    /// A1 routs from an enemy at its rear, or at its rear and a flank, among others.
    pub(super) fn routing(case: u64) -> Self {
        let mut draws = Draws::of(case ^ 0x00ff_00ff);
        let heading = draws.heading();
        let (sin, cos) = heading.to_radians().sin_cos();
        let beside = |right: f64, ahead: f64, turned: f64| {
            let (x, y) = (right * cos + ahead * sin, ahead * cos - right * sin);
            (MIDDLE.0 + x, MIDDLE.1 + y, (heading + turned).rem_euclid(360.0))
        };
        let drawn = |name, kind, place| Drawn {
            name,
            kind,
            order: Order::Hold,
            place,
        };
        let mut position = Self {
            units: vec![
                drawn("A1", moving(3.5), beside(0.0, 0.0, 0.0)),
                drawn("B1", line(), beside(draws.between(-0.8, 0.8), -2.5, 0.0)),
            ],
            fights: vec![("B1", "A1", Side::Rear)],
            routs: true,
            flies: false,
        };
        if case % 2 == 1 {
            let second = drawn("B2", line(), beside(-3.0, draws.between(0.6, 1.4), 90.0));
            position.units.push(second);
            position.fights.push(("B2", "A1", Side::Left));
        }
        for (name, reach) in [("A2", 5.0), ("A3", 5.0), ("B3", 6.0), ("A4", 6.0)] {
            position.add(&mut draws, (name, line(), Order::Hold), reach);
        }
        position
    }

    /// The position as an image shows it, with its owner's turn running.
    pub(super) fn shown(&self, image: Image, edition: Edition) -> Scene {
        let mut made = scene().set(|state| {
            state.edition = edition;
            state.turn = 3;
            state.active = Some(image.seat(Seat::A));
            state.first = Some(image.seat(Seat::A));
        });
        for drawn in &self.units {
            let name = image.unit(id(drawn.name)).to_string();
            made = made
                .unit(&name, drawn.kind.clone(), image.place(drawn.place))
                .order(&name, drawn.order);
        }
        for (rusher, rushed, side) in &self.fights {
            let (rusher, rushed) = (image.unit(id(rusher)), image.unit(id(rushed)));
            made = made.engaged(&rusher.to_string(), &rushed.to_string(), image.side(*side));
        }
        made.change(&image.unit(id("A1")).to_string(), |unit| {
            if self.routs {
                unit.status = Status::Routing;
                unit.turn.just_routed = true;
            }
            unit.airborne = self.flies;
            unit.turn.began_flying = self.flies;
        })
    }
}

/// The position itself.
pub(super) const ITSELF: Image = Image {
    turn: 0.0,
    mirrors: false,
    exchanges: false,
};
