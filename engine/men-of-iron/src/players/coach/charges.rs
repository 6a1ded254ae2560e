//! Charges: whom, from where, and with whom.

use hindsight_kernel::coach::{DUBIOUS, MISTAKE};
use hindsight_kernel::{Detector, Suggestion, Weighed, message, phrase};

use super::exchange::{as_declared, end_of, gain, redeclared};
use super::{Watched, Watcher};
use crate::messages::{self, MESSAGES};
use crate::model::attack::{Attack, Attacker};
use crate::model::drm::sum;
use crate::model::names::{ClassId, UnitId};
use crate::model::state::State;
use crate::rules::charge;
use crate::tables::MAX_RELUCTANCE;
use crate::views::chances;

pub(super) const FRONTAL_CHARGE: Detector = Detector::new(
    "frontal_charge",
    phrase!(MESSAGES, "detector-frontal-charge"),
    MISTAKE,
    phrase!(MESSAGES, "detector-frontal-charge-watches"),
    &["MOI-CHARGE-12", "MOI-CHARGE-04"],
);
pub(super) const MOVED_BEFORE_CHARGING: Detector = Detector::new(
    "moved_before_charging",
    phrase!(MESSAGES, "detector-moved-before-charging"),
    MISTAKE,
    phrase!(MESSAGES, "detector-moved-before-charging-watches"),
    &["MOI-SDRM-07"],
);
pub(super) const LEADER_LEFT_HOME: Detector = Detector::new(
    "leader_left_home",
    phrase!(MESSAGES, "detector-leader-left-home"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-leader-left-home-watches"),
    &["MOI-SDRM-08", "MOI-CHARGE-17"],
);
/// The chance that a charger of an attack is reluctant once all have arrived. Rules `MOI-CHARGE-12`, `MOI-CHARGE-13` (p. 11).
fn reluctance(state: &State, attack: &Attack, charger: UnitId) -> f64 {
    let mut arrived = attack.clone();
    for attacker in &mut arrived.attackers {
        attacker.at = end_of(attacker);
    }
    let mut thought = state.clone();
    thought.attacks = vec![arrived];
    charge::reluctance(&thought, charger).map_or(0.0, |(_, facts)| {
        1.0 - chances::at_most(MAX_RELUCTANCE, sum(&facts.drms()))
    })
}

/// Number 9 of the catalogue.
pub(super) fn frontal_charge(
    seen: &Watched<'_>,
    attacks: &[Attack],
    attack: &Attack,
    attacker: &Attacker,
) -> Option<Suggestion> {
    let state = seen.before;
    let target = state.unit(attack.defenders.first()?.unit)?;
    let causes = [ClassId::PIKE, ClassId::DMAA].contains(&state.class_of(target));
    if !causes || !target.has_in_front(end_of(attacker)) {
        return None;
    }
    let unit = state.unit(attacker.unit)?;
    let around = charge::charges_of(state, unit)
        .into_iter()
        .find(|(enemy, course)| {
            *enemy == target.id && course.path.last().is_some_and(|end| !target.has_in_front(*end))
        })?;
    let words = message!(
        MESSAGES,
        "coach-charges-by",
        unit = messages::unit(state, unit.id),
        target = messages::unit(state, target.id),
        path = messages::path(&around.1.path)
    );
    let mut proposed = as_declared(attack);
    for known in proposed
        .attackers
        .iter_mut()
        .filter(|known| known.unit == unit.id)
    {
        known.charge = Some(around.1.clone());
    }
    let proposed = [proposed];
    let gain = gain(seen, unit.seat, attack, &proposed)?;
    let [made, instead] = gain.numbers();
    let mut around_it = attack.clone();
    for known in around_it
        .attackers
        .iter_mut()
        .filter(|known| known.unit == unit.id)
    {
        known.course = Some(around.1.clone());
    }
    let [reluctance, none] = [attack, &around_it].map(|attack| reluctance(state, attack, unit.id));
    let better = redeclared(seen, attacks, unit.id, words, &proposed);
    Some(
        FRONTAL_CHARGE
            .found(
                seen.version,
                unit.seat,
                Some(&unit.id),
                message!(
                    MESSAGES,
                    "coach-frontal-charge",
                    target = messages::unit(state, target.id),
                    path = messages::path(&around.1.path)
                ),
                &[
                    (phrase!(MESSAGES, "number-chance-of-reluctance"), reluctance),
                    made,
                    instead,
                ],
            )
            .instead(
                better.by(&unit.id).against(&target.id),
                [
                    gain.weighed(),
                    Weighed::odds(phrase!(MESSAGES, "number-chance-of-reluctance"), reluctance, none).less(),
                ],
            ),
    )
}

/// Number 10 of the catalogue.
pub(super) fn moved_before_charging(
    watcher: &Watcher,
    seen: &Watched<'_>,
    attack: &Attack,
    attacker: &Attacker,
) -> Option<Suggestion> {
    let unit = seen.before.unit(attacker.unit)?;
    let target = attack.defenders.first()?;
    let start = watcher.start.as_ref()?;
    let (then, goal) = (start.unit(attacker.unit)?, start.unit(target.unit)?);
    if !unit.acts.moved || goal.hex() != Some(target.at) {
        return None;
    }
    charge::charges_of(start, then)
        .iter()
        .any(|(enemy, _)| *enemy == target.unit)
        .then(|| {
            MOVED_BEFORE_CHARGING.found(
                seen.version,
                unit.seat,
                Some(&unit.id),
                message!(
                    MESSAGES,
                    "coach-moved-before-charging",
                    target = messages::unit(seen.before, target.unit)
                ),
                &[
                    (phrase!(MESSAGES, "number-drm"), 1.0),
                    (phrase!(MESSAGES, "number-drm-without-moving"), 2.0),
                ],
            )
        })
}

/// Number 11 of the catalogue. "Not in danger" is taken as: no enemy within two hexes of the leader.
pub(super) fn leader_left_home(seen: &Watched<'_>, attacker: &Attacker) -> Option<Suggestion> {
    let state = seen.before;
    let unit = state.unit(attacker.unit)?;
    let leader = state.leader_of(unit.command)?;
    let home = leader.hex()?;
    let near = state
        .on_map(unit.seat.opponent())
        .any(|enemy| enemy.hex().is_some_and(|at| at.distance_to(home) <= 2));
    (attacker.at.is_adjacent_to(home) && !near).then(|| {
        LEADER_LEFT_HOME.found(
            seen.version,
            unit.seat,
            Some(&unit.id),
            message!(
                MESSAGES,
                "coach-leader-left-home",
                unit = messages::unit(state, unit.id),
                leader = messages::leader(state, leader.id)
            ),
            &[(phrase!(MESSAGES, "number-drm-missed"), 1.0)],
        )
    })
}
