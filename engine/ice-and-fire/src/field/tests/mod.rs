//! The catalogue's vectors of the table, and every measure against a plain one.

mod arcs;
mod charging;
mod ground;
mod naive;
mod sight;
mod slots;

use super::{Piece, Place, Pose, Tray};
use crate::cards::{Keyword, TraySize, TraySizes, UnitKind};

/// A tray of a kind, its middle in inches.
pub(super) fn tray(kind: UnitKind, x: f64, y: f64, heading: u16) -> Tray {
    Tray::new(
        Pose::new(mils(x), mils(y), heading),
        TraySizes::default().of(kind),
    )
}

pub(super) fn infantry(x: f64, y: f64, heading: u16) -> Tray {
    tray(UnitKind::Infantry, x, y, heading)
}

pub(super) fn mils(inches: f64) -> i32 {
    (inches * 1000.0).round() as i32
}

pub(super) fn place(x: f64, y: f64) -> Place {
    Place::new(mils(x), mils(y))
}

/// A piece with keywords, width by depth, in inches.
pub(super) fn piece(at: (f64, f64), size: (f64, f64), keywords: &[Keyword]) -> Piece {
    let size = TraySize {
        width: mils(size.0),
        depth: mils(size.1),
    };
    Piece::new(&Tray::new(Pose::new(mils(at.0), mils(at.1), 0), size), keywords)
}
