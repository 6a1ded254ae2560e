//! Names, numbers and orders in words, as the log, the notation and the board share them.

use std::fmt::Write as _;

use battleground_geometry::{Hand, Inches, Pose};
use hindsight_kernel::Seat;
pub(crate) use hindsight_kernel::words::sentence::list;

use crate::model::agenda::{Around, PathObstacle};
use crate::model::attack::AttackKind;
use crate::model::cards::{Piece, RangedType, TerrainType};
use crate::model::names::{CardNo, UnitId};
use crate::model::orders::{Objective, Order, Orders};
use crate::model::state::State;

/// A unit as people call it: `League Swords (A1)`.
pub(crate) fn unit_name(state: &State, unit: UnitId) -> String {
    match state.unit(unit) {
        Some(there) => format!("{} ({unit})", state.kind(there).name),
        None => unit.to_string(),
    }
}

/// Left or right.
pub(crate) const fn hand(hand: Hand) -> &'static str {
    match hand {
        Hand::Left => "left",
        Hand::Right => "right",
    }
}

/// How a ranged attack finds its way, as the rulebook calls it.
pub(crate) const fn ranged_type(way: RangedType) -> &'static str {
    match way {
        RangedType::Indirect => "indirect",
        RangedType::LineOfSight => "line of sight",
        RangedType::LowArc => "low arc",
    }
}

/// `3.5`: a length in inches, to a hundredth.
pub(crate) fn hundredths(length: Inches) -> f64 {
    (length.value() * 100.0).round() / 100.0
}

/// `(18.5, 3.75), heading 0`.
pub(crate) fn pose(pose: Pose) -> String {
    let hundredths = |value: f64| (value * 100.0).round() / 100.0;
    format!(
        "({}, {}), heading {}",
        hundredths(pose.centre.x.value()),
        hundredths(pose.centre.y.value()),
        hundredths(pose.heading.value())
    )
}

/// The order's name.
pub(crate) const fn order_name(order: Order) -> &'static str {
    match order {
        Order::Close => "Close",
        Order::Hold => "Hold",
        Order::Range => "Range",
        Order::Short => "Short Range",
        Order::Long => "Long Range",
        Order::Follow => "Follow",
    }
}

/// Everything in a command circle in words: `Close, at most 2.5", toward B3`.
pub(crate) fn orders(orders: Orders) -> String {
    let mut words = order_name(orders.order).to_owned();
    if let Some(cap) = orders.cap {
        let _ = write!(words, ", at most {}", cap.inches());
    }
    match orders.objective {
        Some(Objective::Location(token)) => {
            let _ = write!(words, ", to token {}", token.0);
        }
        Some(Objective::Enemy(enemy)) => {
            let _ = write!(words, ", against {enemy}");
        }
        Some(Objective::Friend(friend)) => {
            let _ = write!(words, ", behind {friend}");
        }
        None => {}
    }
    words
}

/// A command card by number and name: `Force (3)`.
pub(crate) fn card(state: &State, seat: Seat, number: CardNo) -> String {
    match state.faction(seat).and_then(|faction| faction.card(number)) {
        Some(card) => format!("{} ({number})", card.name),
        None => format!("card {number}"),
    }
}

/// A kind of attack as statistics call it.
pub(crate) const fn attack_kind(kind: AttackKind) -> &'static str {
    match kind {
        AttackKind::Melee => "melee",
        AttackKind::Free => "free attack",
        AttackKind::Ranged | AttackKind::OtherRanged { .. } => "ranged",
        AttackKind::Thrown => "thrown",
        AttackKind::Swoop => "swoop",
        AttackKind::SwoopAnswer => "swoop answer",
        AttackKind::Spell { .. } | AttackKind::Strike { .. } => "spell",
    }
}

/// Something in the way of a unit.
pub(crate) fn obstacle(state: &State, what: PathObstacle) -> String {
    match what {
        PathObstacle::Unit(unit) => unit_name(state, unit),
        PathObstacle::Terrain(place) => {
            let piece = state.map().and_then(|map| map.pieces.get(usize::from(place)));
            piece.map_or_else(
                || "a piece of terrain".to_owned(),
                |piece| format!("the {}", terrain_piece(piece)),
            )
        }
    }
}

/// A piece of terrain by its own name, or by its kind.
pub(crate) fn terrain_piece(piece: &Piece) -> String {
    match &piece.custom {
        Some(custom) => custom.name.clone(),
        None => terrain(piece.kind),
    }
}

/// A kind of terrain in words.
pub(crate) fn terrain(kind: TerrainType) -> String {
    let word: &str = kind.into();
    let words = word.replace('_', " ");
    let mut letters = words.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A way round what stands in the way. Rule `BG4-PATH-07` (pp. 47-49).
pub(crate) fn around(way: Around) -> String {
    match way {
        Around::Straight => "straight on".to_owned(),
        Around::Turn(to) => format!("a turn to the {}", hand(to)),
        Around::Sideways(to) => format!("sideways to the {}", hand(to)),
        Around::AboutFace => "about face and on".to_owned(),
        Around::Reform(to) => format!("a reform to the {}", hand(to)),
        Around::Backward => "backward".to_owned(),
    }
}
