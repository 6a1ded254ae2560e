//! Exchanges of attacks as they were declared and as they could have been, by exact odds.

use hindsight_geometry::hexes::Hex;
use hindsight_kernel::{BetterChoice, Message, Phrase, Seat, Weighed, phrase};

use super::Watched;
use crate::messages::MESSAGES;
use crate::model::attack::{Attack, Attacker, Course, Declared, DeclaredAttacker};
use crate::model::command::Command;
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::odds::{Assumptions, shock_odds};

/// The attack of one unit.
pub(super) fn single(unit: UnitId, defenders: Vec<UnitId>, charge: Option<Course>) -> Declared {
    Declared {
        attackers: vec![DeclaredAttacker { unit, charge }],
        defenders,
    }
}

/// Attacks as they were declared, that of an attacker exchanged for what is proposed, as what would have been better.
pub(super) fn redeclared(
    seen: &Watched<'_>,
    attacks: &[Attack],
    attacker: UnitId,
    words: Message,
    proposed: &[Declared],
) -> BetterChoice {
    let (mut attacks, proposed): (Vec<Declared>, _) =
        (attacks.iter().map(as_declared).collect(), proposed.to_vec());
    let takes_part = |attack: &Declared| attack.attackers.iter().any(|known| known.unit == attacker);
    let place = attacks.iter().position(takes_part);
    match place {
        Some(place) => {
            attacks.splice(place..=place, proposed);
        }
        None => attacks.extend(proposed),
    }
    BetterChoice::new(seen.asked_at, words, &[Command::Attack { attacks }])
}

pub(super) fn as_declared(attack: &Attack) -> Declared {
    let attackers = attack.attackers.iter().map(|attacker| DeclaredAttacker {
        unit: attacker.unit,
        charge: attacker.course.clone(),
    });
    Declared {
        attackers: attackers.collect(),
        defenders: attack.defenders.iter().map(|defender| defender.unit).collect(),
    }
}

/// The least gain, in Flight Points, for which attacks are called better than others.
const LEAST_GAIN: f64 = 0.1;

/// The exchange of attacks with all that follows, by exact odds: the Flight Points of the enemy less those of the attackers on
/// average. Nothing where the dice fall in too many ways.
pub(super) fn exchange(state: &State, seat: Seat, attacks: &[Declared]) -> Option<f64> {
    let odds = shock_odds(state, attacks, Assumptions::default())?;
    Some(odds.points_of(seat.opponent()).mean() - odds.points_of(seat).mean())
}

/// The name of an exchange among the measures.
pub(super) const EXCHANGE: Phrase = phrase!(MESSAGES, "number-exchange-of-flight-points");

/// The exchanges of an attack as it was declared and as it is proposed, with what is proposed beside it, where that is better.
///
/// The other attacks of the declaration are the same in both and are left out.
pub(super) fn gain(seen: &Watched<'_>, seat: Seat, attack: &Attack, proposed: &[Declared]) -> Option<Gain> {
    let made = exchange(seen.before, seat, &[as_declared(attack)])?;
    Gain::of(made, exchange(seen.before, seat, proposed)?)
}

/// Exchanges of which the one that is proposed is better.
#[derive(Clone, Copy)]
pub(super) struct Gain {
    made: f64,
    better: f64,
}

impl Gain {
    pub(super) fn of(made: f64, better: f64) -> Option<Self> {
        (better > made + LEAST_GAIN - 1e-9).then_some(Self { made, better })
    }

    pub(super) const fn numbers(self) -> [(Phrase, f64); 2] {
        [
            (phrase!(MESSAGES, "number-exchange"), self.made),
            (phrase!(MESSAGES, "number-exchange-instead"), self.better),
        ]
    }

    pub(super) fn weighed(self) -> Weighed {
        Weighed::odds(EXCHANGE, self.made, self.better)
    }
}

/// Where a charger of an attack ends.
pub(super) fn end_of(attacker: &Attacker) -> Hex {
    attacker
        .course
        .as_ref()
        .and_then(|course| course.path.last().copied())
        .unwrap_or(attacker.at)
}
