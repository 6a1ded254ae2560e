//! Headlines: short sentences of events from their facts, for lists of moments, replays and reports. The system's own words,
//! with every die, stand in the log.

use crate::base::messages::{MESSAGES, text};
use hindsight_kernel::{Argument, Fact, Message, Seat, SeatInfo, UnitInfo, joined};

/// The most sentences of one headline.
const MOST: usize = 3;

/// The names of units and seats in short sentences.
pub(crate) trait DisplayNames {
    /// A unit.
    fn unit(&self, id: &str) -> String;
    /// A seat.
    fn seat(&self, seat: Seat) -> String;
}

/// The names of the units and seats of a moment; a unit with its id, where several have one name.
pub(crate) struct NamesOfMoment<'m> {
    /// The units.
    pub(crate) units: &'m [UnitInfo],
    /// The seats.
    pub(crate) seats: &'m [SeatInfo],
}

impl DisplayNames for NamesOfMoment<'_> {
    fn unit(&self, id: &str) -> String {
        let Some(unit) = self.units.iter().find(|unit| unit.id == id) else {
            return id.to_owned();
        };
        let has_own = !unit.name.is_empty() && unit.name != id;
        if has_own && self.units.iter().filter(|other| other.name == unit.name).count() > 1 {
            format!("{} {id}", unit.name)
        } else {
            unit_name(&unit.name, id, &unit.kind)
        }
    }

    fn seat(&self, seat: Seat) -> String {
        let known = self
            .seats
            .iter()
            .find(|info| info.seat == seat && !info.name.is_empty());
        known.map_or_else(|| text!("headline-seat", seat).into(), |info| info.name.clone())
    }
}

/// The display name of a unit: its name, or where that is only its id its kind and the end of the id: "Longbow LB1".
pub(crate) fn unit_name(name: &str, id: &str, kind: &str) -> String {
    if !name.is_empty() && name != id {
        return name.to_owned();
    }
    let short = id.rsplit('-').next().unwrap_or(id);
    if kind.is_empty() {
        id.to_owned()
    } else {
        let mut words = format!("{kind} {short}");
        if let Some(first) = words.get_mut(0..1) {
            first.make_ascii_uppercase();
        }
        words
    }
}

/// A short sentence of a fact, without its full stop, and how much it matters: 4 the most.
pub(crate) fn describe(fact: &Fact, facts: &[Fact], names: &impl DisplayNames) -> Option<(u8, Message)> {
    match fact {
        Fact::Engaged {
            unit,
            with,
            direction,
            charge: true,
            ..
        } => {
            let (one, other) = (names.unit(unit), names.unit(with));
            Some(match direction.as_str() {
                "flank" => (2, text!("headline-charged", one, other, side = "flank")),
                "rear" => (2, text!("headline-charged", one, other, side = "rear")),
                _ => (1, text!("headline-charged", one, other, side = "front")),
            })
        }
        Fact::Destroyed { unit, cause, by, .. } => {
            let gone = names.unit(unit);
            Some((
                4,
                match by {
                    Some(by) => match odds(facts, by, unit) {
                        Some(likely) => text!("headline-destroyed-likely", by = names.unit(by), gone, likely),
                        None => text!("headline-destroyed", by = names.unit(by), gone),
                    },
                    None => text!("headline-lost", gone, cause),
                },
            ))
        }
        Fact::Broken { unit, .. } => Some((3, text!("headline-broke", unit = names.unit(unit)))),
        Fact::Rallied { unit, .. } => Some((1, text!("headline-rallied", unit = names.unit(unit)))),
        Fact::FightEnded {
            units,
            damage,
            winner,
        } => {
            let even = damage.windows(2).all(|pair| pair[0].1 == pair[1].1);
            // Without a winner though one dealt more: somebody was wiped out, and that is told by itself.
            (winner.is_some() || even).then(|| {
                let fighters: Vec<String> = units.iter().map(|unit| names.unit(unit)).collect();
                (2, fight(&fighters, damage, *winner, names))
            })
        }
        _ => None,
    }
}

/// The headline of an event: what matters most of it, in a short sentence or a few, and how much it matters.
pub(crate) fn headline(facts: &[Fact], names: &impl DisplayNames) -> Option<(u8, Message)> {
    let all: Vec<(u8, Message)> = facts
        .iter()
        .filter_map(|fact| describe(fact, facts, names))
        .collect();
    // Where something was lost or fled, the fights and charges that led to it are details.
    let most = all.iter().map(|(weight, _)| *weight).max()?;
    let least = most.min(3);
    let mut sentences: Vec<Message> = Vec::new();
    for (_, words) in all.into_iter().filter(|(weight, _)| *weight >= least) {
        if !sentences.contains(&words) {
            sentences.push(words);
        }
    }
    let more = sentences.len().saturating_sub(MOST);
    sentences.truncate(MOST);
    if sentences.len() == 1 {
        return Some((most, sentences.swap_remove(0)));
    }
    let sentences = joined!(MESSAGES, "headline-next", sentences);
    let headline = match more {
        0 => text!("headline-several", sentences),
        more => text!("headline-more", sentences, more),
    };
    Some((most, headline))
}

/// How likely it was that an attack did as much as it did.
fn odds(facts: &[Fact], by: &str, unit: &str) -> Option<Message> {
    let share = facts.iter().find_map(|fact| match fact {
        Fact::AttackResolved(attack) if attack.unit == by && attack.against == unit => Some(
            attack
                .expected
                .at_least(i32::try_from(attack.damage).unwrap_or(i32::MAX)),
        ),
        _ => None,
    });
    share.map(whole_percent)
}

/// A share in whole hundredths.
fn whole_percent(share: f64) -> Message {
    let hundredths = share * 100.0;
    if hundredths < 1.0 {
        text!("headline-under-one")
    } else if hundredths > 99.0 && hundredths < 100.0 {
        text!("headline-over-most")
    } else {
        text!("headline-percent", share = format!("{hundredths:.0}"))
    }
}

/// A fight, the winner first.
fn fight(
    fighters: &[String],
    damage: &[(Seat, u32)],
    winner: Option<Seat>,
    names: &impl DisplayNames,
) -> Message {
    let units = Argument::list(fighters);
    let mut damage = damage.to_vec();
    damage.sort_by_key(|(seat, dealt)| (Some(*seat) != winner, std::cmp::Reverse(*dealt)));
    let counts: Vec<String> = damage.iter().map(|(_, dealt)| dealt.to_string()).collect();
    let counts = counts.join(" : ");
    match winner {
        Some(seat) => text!("headline-fight-won", seat = names.seat(seat), units, counts),
        None => text!("headline-fight-even", units, counts),
    }
}

#[cfg(test)]
mod tests {
    use hindsight_kernel::{AttackResolved, Distribution};

    use super::*;

    fn unit(id: &str, name: &str) -> UnitInfo {
        UnitInfo {
            id: id.to_owned(),
            seat: Seat::A,
            card: String::new(),
            name: name.to_owned(),
            faction: String::new(),
            kind: String::new(),
            points: 0.0,
            full: 1,
            left: 1,
            alive: true,
        }
    }

    fn seat(seat: Seat, name: &str) -> SeatInfo {
        SeatInfo {
            seat,
            side: hindsight_kernel::SideId(seat.index() as u8),
            name: name.to_owned(),
            faction: None,
        }
    }

    fn gone(unit: &str, by: Option<&str>) -> Fact {
        Fact::Destroyed {
            unit: unit.to_owned(),
            seat: Seat::A,
            points: 1.0,
            cause: "failed rout check".to_owned(),
            by: by.map(ToOwned::to_owned),
        }
    }

    #[test]
    fn a_headline_says_what_was_lost_and_how_likely_that_was() {
        let units = [
            unit("A1", "Soot Riders"),
            unit("B1", "Rabble"),
            unit("B2", "Rabble"),
            unit("B3", ""),
        ];
        let seats = [seat(Seat::A, "South"), seat(Seat::B, "")];
        let names = NamesOfMoment {
            units: &units,
            seats: &seats,
        };
        let attack = Fact::AttackResolved(AttackResolved {
            unit: "A1".to_owned(),
            seat: Seat::A,
            against: "B1".to_owned(),
            kind: "melee".to_owned(),
            ranged: false,
            dice: 2,
            hits: 1,
            saved: 0,
            damage: 1,
            surplus: 0,
            // Of two dice at 4 or more at least one hits in three of four throws.
            expected: Distribution::binomial(2, 0.5),
            tier: None,
        });
        let charge = Fact::Engaged {
            unit: "A1".to_owned(),
            seat: Seat::A,
            with: "B3".to_owned(),
            direction: "flank".to_owned(),
            charge: true,
        };
        let destroyed = gone("B1", Some("A1"));
        let told = |facts: &[Fact]| headline(facts, &names).map(|(_, words)| words.to_string());
        assert_eq!(
            told(&[charge.clone(), attack, destroyed]).as_deref(),
            Some("Soot Riders destroyed Rabble B1 (75 % likely)")
        );
        assert_eq!(
            told(&[charge]).as_deref(),
            Some("Soot Riders charged B3 in the flank")
        );
        let fled = Fact::Broken {
            unit: "B2".to_owned(),
            seat: Seat::B,
        };
        assert_eq!(
            told(&[fled, gone("B1", None)]).as_deref(),
            Some("Rabble B2 broke and fled. Rabble B1 was lost (failed rout check)")
        );
        assert_eq!(told(&[]), None);
        let fight = |winner| Fact::FightEnded {
            units: vec!["A1".to_owned(), "B1".to_owned()],
            damage: vec![(Seat::A, 2), (Seat::B, 5)],
            winner: Some(winner),
        };
        assert_eq!(
            told(&[fight(Seat::A)]).as_deref(),
            Some("South won the fight between Soot Riders and Rabble B1, 2 : 5")
        );
        // A seat without a name is called by its letter.
        assert!(told(&[fight(Seat::B)]).unwrap().starts_with("Seat B won"));
        let many: Vec<Fact> = ["A1", "B1", "B2", "B3", "B4"].map(|id| gone(id, None)).into();
        assert!(told(&many).unwrap().ends_with(", and 2 more"));
    }

    #[test]
    fn a_unit_without_a_name_is_called_by_its_kind() {
        assert_eq!(unit_name("A-LB1", "A-LB1", "longbow"), "Longbow LB1");
        assert_eq!(unit_name("Militia", "A1", "infantry"), "Militia");
        assert_eq!(unit_name("", "B4", ""), "B4");
    }
}
