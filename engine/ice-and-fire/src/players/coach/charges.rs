//! Charges that should have been another one, or none.

use hindsight_kernel::coach::{DUBIOUS, MISTAKE};
use hindsight_kernel::{BetterChoice, Detector, Suggestion, Weighed, message, phrase};

use super::reach::{Walk, charge_reach, chargers, maneuvers, moved};
use super::wounds::{self, chance_of, charges_on, worst};
use super::{Watched, called};
use crate::cards::Keyword;
use crate::field::{Pose, Side};
use crate::messages::MESSAGES;
use crate::model::command::{Action, Command};
use crate::model::contests::Charge;
use crate::model::event::{ChargeEvent, Event};
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::odds::ChargeProspect;
use crate::rules::{charge, engagement, terrain};

pub(super) const LONG_CHARGE: Detector = Detector::new(
    "long_charge",
    phrase!(MESSAGES, "detector-long-charge"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-long-charge-watches"),
    &["IF-CHG-05", "IF-CHG-07"],
);

pub(super) const CHARGE_OVER_HINDERING: Detector = Detector::new(
    "charge_over_hindering",
    phrase!(MESSAGES, "detector-charge-over-hindering"),
    MISTAKE,
    phrase!(MESSAGES, "detector-charge-over-hindering-watches"),
    &["IF-TERR-08", "IF-BON-01"],
);

pub(super) const HEAD_ON_CHARGE: Detector = Detector::new(
    "head_on_charge",
    phrase!(MESSAGES, "detector-head-on-charge"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-head-on-charge-watches"),
    &["IF-CHG-02", "IF-BON-02", "IF-BON-03"],
)
.of_a_missed_option();

pub(super) const SURGE_DECLINED: Detector = Detector::new(
    "surge_declined",
    phrase!(MESSAGES, "detector-surge-declined"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-surge-declined-watches"),
    &["IF-SURGE-01", "IF-BON-02"],
);

/// A long charge that failed.
#[derive(Debug)]
pub(super) struct FailedCharge {
    unit: UnitId,
    turn: u32,
    /// The Maneuver that would have kept the unit out of every charge.
    better: BetterChoice,
    weighed: [Weighed; 2],
}

/// A charge that needed a 6 and failed, of a unit that a Maneuver could have kept out of every charge: remembered until the
/// enemy's next turn.
pub(super) fn failed_long_charge(seen: &Watched<'_>, declared_at: u64) -> Option<FailedCharge> {
    let Event::Charge(ChargeEvent::ChargeRolled {
        roll,
        distance,
        needed,
        success,
    }) = seen.event
    else {
        return None;
    };
    let charge = seen.before.charge.as_ref()?;
    let missing = (*needed)? - (distance - 1_000 * roll.total() as i32);
    let needed_a_six = (missing + 999).div_euclid(1_000) >= 6;
    if *success || !needed_a_six {
        return None;
    }
    let unit = charge.charger;
    let safe = maneuvers(seen.before, unit)
        .into_iter()
        .find(|walk| chargers(&moved(seen.before, unit, walk.end), unit).is_empty())?;
    let weighed = weighed_of(seen.before, charge)?;
    weighed[0].favours_better().then(|| FailedCharge {
        unit,
        turn: seen.before.turns,
        better: safe.instead(seen.before, unit, declared_at),
        weighed,
    })
}

/// The measures of a charge beside a Maneuver out of every charge: the wounds that it is expected to deal, less those of the worst charge
/// that answers where it falls short, by each die; and the chance of such an answer.
fn weighed_of(state: &State, declared: &Charge) -> Option<[Weighed; 2]> {
    let (unit, target) = (declared.charger, declared.target);
    let short = charge::shortfalls(state, declared);
    let success = (6.0 - short.len() as f64) / 6.0;
    let paths = charge::headings(state, unit, target, Some(declared.side));
    let way = paths
        .into_iter()
        .find(|(heading, _)| *heading == declared.heading)
        .map(|(_, path)| ChargeProspect::by(state, &path.pieces));
    let way = way.unwrap_or(ChargeProspect {
        bonus: !declared.bonus_lost,
        fortified: declared.fortified,
    });
    let dealt = success * wounds::charge(state, (unit, target), declared.side, (declared.weapon, way))?;
    let (mut taken, mut answered) = (0.0, 0.0);
    for end in short {
        let charges = charges_on(&moved(state, unit, end), unit, |_| true);
        taken += worst(&charges) / 6.0;
        answered += charges.iter().map(|charge| charge.chance).fold(0.0, f64::max) / 6.0;
    }
    Some([
        Weighed::odds(
            phrase!(MESSAGES, "number-expected-wounds-dealt-less-those-of-the-answer"),
            dealt - taken,
            0.0,
        ),
        Weighed::odds(
            phrase!(MESSAGES, "number-chance-to-be-charged-in-return"),
            answered,
            0.0,
        )
        .less(),
    ])
}

/// The unit of a failed long charge is charged in the enemy's next turn.
pub(super) fn long_charge(
    seen: &Watched<'_>,
    charge: &Charge,
    failed: &[FailedCharge],
) -> Option<Suggestion> {
    let now = seen.before.turns;
    let failed = failed
        .iter()
        .find(|failed| failed.unit == charge.target && now <= failed.turn + 1)?;
    let unit = failed.unit;
    let reason = message!(
        MESSAGES,
        "coach-long-charge",
        unit = called(seen.before, unit),
        charger = called(seen.before, charge.charger)
    );
    let suggestion = LONG_CHARGE.found(
        seen.version,
        unit.seat(),
        Some(&unit),
        reason,
        &[(phrase!(MESSAGES, "number-die-needed"), 6.0)],
    );
    Some(suggestion.instead(failed.better.clone(), failed.weighed.clone()))
}

/// Judged when the bonus is lost: the slot is chosen and the die is known. A Disorderly Charge had no bonus to lose. Another heading is
/// named where its chance and the wounds with the bonus are together worth more.
pub(super) fn over_hindering(seen: &Watched<'_>, declared_at: u64) -> Option<Suggestion> {
    let state = seen.before;
    let made = state.charge.as_ref().filter(|made| !made.is_disorderly())?;
    let (unit, target) = (made.charger, made.target);
    let [stood, start] = made.path[..] else {
        return None;
    };
    let tray = terrain::tray(state, unit)?;
    let avoids = |start: Pose, contact: Pose, end: Pose| {
        charge::crossed(state, &tray, &[start, contact], end, Keyword::Hindering).is_empty()
    };
    let slot = charge::open_slots(state)
        .into_iter()
        .find(|(_, pose)| avoids(start, tray.pose, *pose));
    let speed = state.unit_and_card(unit)?.1.speed;
    let mut before = moved(state, unit, stood);
    before.charge = None;
    let struck = |bonus: bool, fortified: bool| {
        let way = ChargeProspect { bonus, fortified };
        wounds::charge(&before, (unit, target), made.side, (made.weapon, way))
    };
    let is_fortified = |start: Pose, contact: Pose, end: Pose| {
        !charge::crossed(state, &tray, &[start, contact], end, Keyword::Fortified).is_empty()
    };
    let without = struck(false, made.fortified)?;
    let (other, needed, at, command, chances, with) = if let Some((slot, pose)) = slot {
        let with = struck(true, is_fortified(start, tray.pose, pose))?;
        let command = Command::Align { slot };
        (
            message!(MESSAGES, "coach-by-slot", slot = slot.title()),
            f64::from(made.die?),
            seen.asked_at,
            command,
            (1.0, 1.0),
            with,
        )
    } else {
        let slots = engagement::slots(&before, unit, target, made.side, Side::Front);
        let headings = charge::headings(&before, unit, target, Some(made.side));
        let (_, taken) = headings.iter().find(|(heading, _)| *heading == made.heading)?;
        let taken = chance_of(taken.needed(speed, 0));
        // The shortest way comes first.
        let (heading, way, end) = headings.into_iter().find_map(|(heading, way)| {
            let contact = way.start.forward(way.contact);
            let (_, end) = slots.iter().find(|(_, pose)| avoids(way.start, contact, *pose))?;
            Some((heading, way, *end))
        })?;
        let contact = way.start.forward(way.contact);
        let with = struck(true, is_fortified(way.start, contact, end))?;
        let action = Action::Charge {
            target,
            heading,
            arc: Some(made.side),
            weapon: made.weapon,
        };
        (
            message!(MESSAGES, "coach-by-heading", heading),
            f64::from(way.needed(speed, 0)),
            declared_at,
            Command::Act { action },
            (taken, chance_of(way.needed(speed, 0))),
            with,
        )
    };
    let (done, better_chance) = chances;
    let dealt = Weighed::odds(
        phrase!(MESSAGES, "number-expected-wounds-of-the-charge"),
        done * without,
        better_chance * with,
    );
    if !dealt.favours_better() {
        return None;
    }
    let weighed = [
        dealt,
        Weighed::odds(
            phrase!(MESSAGES, "number-expected-wounds-of-its-attack"),
            without,
            with,
        ),
        Weighed::odds(
            phrase!(MESSAGES, "number-chance-that-the-charge-succeeds"),
            done,
            better_chance,
        ),
    ];
    let words = message!(
        MESSAGES,
        "coach-charges-by",
        unit = called(state, unit),
        way = other.clone()
    );
    let better = BetterChoice::new(at, words, &[command])
        .by(&unit)
        .against(&target);
    let reason = message!(
        MESSAGES,
        "coach-charge-over-hindering",
        unit = called(state, unit),
        way = other
    );
    let numbers = [(phrase!(MESSAGES, "number-die-needed-the-other-way"), needed)];
    let suggestion = CHARGE_OVER_HINDERING.found(seen.version, unit.seat(), Some(&unit), reason, &numbers);
    Some(suggestion.instead(better, weighed))
}

pub(super) fn head_on(seen: &Watched<'_>, declared: &Charge) -> Option<Suggestion> {
    let state = seen.before;
    if declared.side != Side::Front {
        return None;
    }
    let (unit, target) = (declared.charger, declared.target);
    let aside = maneuvers(state, unit).into_iter().find_map(|walk| {
        let there = moved(state, unit, walk.end);
        let [side] = charge::arcs(&there, unit, target)[..] else {
            return None;
        };
        let safe = side != Side::Front && chargers(&there, unit).is_empty();
        safe.then(|| (side, charge_reach(&there, unit, target)))
    });
    let (side, reach) = aside?;
    let reason = message!(
        MESSAGES,
        "coach-head-on-charge",
        unit = called(state, unit),
        target = called(state, target),
        side = side.title()
    );
    let needed = reach.map_or(7, |(needed, _)| needed);
    // No better choice: played on beside the charge, the Maneuver came out worse more often than better.
    Some(HEAD_ON_CHARGE.found(
        seen.version,
        unit.seat(),
        Some(&unit),
        reason,
        &[(
            phrase!(MESSAGES, "number-die-needed-from-there"),
            f64::from(needed),
        )],
    ))
}

/// A Surge Forth of this round: who could make it, whether they did, and the position before it.
#[derive(Debug)]
pub(super) struct Surge {
    pub(super) unit: UnitId,
    pub(super) taken: bool,
    pub(super) before: State,
}

/// A Surge Forth was declined, or wasted: its Maneuver left the unit where it is charged on a flank or its rear, although
/// another one would have kept both from this charger.
pub(super) fn surge_declined(seen: &Watched<'_>, declared: &Charge, surges: &[Surge]) -> Option<Suggestion> {
    let unit = declared.target;
    let surge = surges.iter().rev().find(|surge| surge.unit == unit)?;
    if declared.side == Side::Front {
        return None;
    }
    let kept = |walk: &Walk| {
        let there = moved(seen.before, unit, walk.end);
        charge_reach(&there, declared.charger, unit).is_none_or(|(_, side)| side == Side::Front)
    };
    if surge.taken && !maneuvers(&surge.before, unit).iter().any(kept) {
        return None;
    }
    let reason = message!(
        MESSAGES,
        "coach-surge-declined",
        unit = called(seen.before, unit),
        taken = surge.taken,
        side = declared.side.title()
    );
    let penalty = if declared.side == Side::Rear { -2.0 } else { -1.0 };
    Some(SURGE_DECLINED.found(
        seen.version,
        unit.seat(),
        Some(&unit),
        reason,
        &[(phrase!(MESSAGES, "number-on-its-defence-dice"), penalty)],
    ))
}
