//! Mistakes of position: where units were left standing.

use hindsight_kernel::coach::{DUBIOUS, MISTAKE};
use hindsight_kernel::{Argument, Detector, Suggestion, Weighed, message, phrase};

use super::reach::{charge_reach, maneuvers, moved};
use super::wounds::{LikelyCharge, charges_on, worst};
use super::{Watched, called};
use crate::cards::Keyword;
use crate::field::{Place, Pose, Side, covers_token};
use crate::messages::MESSAGES;
use crate::model::event::MoveKind;
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::model::unit::Engagement;
use crate::rules::{movement, retreat, terrain, victory};

pub(super) const FLANK_LEFT_OPEN: Detector = Detector::new(
    "flank_left_open",
    phrase!(MESSAGES, "detector-flank-left-open"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-flank-left-open-watches"),
    &["IF-CHG-02", "IF-BON-02", "IF-BON-03"],
);

pub(super) const OBJECTIVE_WALKED_PAST: Detector = Detector::new(
    "objective_walked_past",
    phrase!(MESSAGES, "detector-objective-walked-past"),
    MISTAKE,
    phrase!(MESSAGES, "detector-objective-walked-past-watches"),
    &["IF-VP-01"],
);

pub(super) const CONTESTED_BY_WEAKNESS: Detector = Detector::new(
    "contested_by_weakness",
    phrase!(MESSAGES, "detector-contested-by-weakness"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-contested-by-weakness-watches"),
    &["IF-VP-02", "IF-RET-01"],
);

pub(super) const DANGEROUS_STEP: Detector = Detector::new(
    "dangerous_step",
    phrase!(MESSAGES, "detector-dangerous-step"),
    MISTAKE,
    phrase!(MESSAGES, "detector-dangerous-step-watches"),
    &["IF-TERR-04"],
);

pub(super) const ACTIVATION_ORDER: Detector = Detector::new(
    "activation_order",
    phrase!(MESSAGES, "detector-activation-order"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-activation-order-watches"),
    &["IF-ROUND-02", "IF-ROUND-04"],
)
.of_a_missed_option();

pub(super) const HORRIFIC_DUEL: Detector = Detector::new(
    "horrific_duel",
    phrase!(MESSAGES, "detector-horrific-duel"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-horrific-duel-watches"),
    &["IF-TERR-09", "IF-MOR-04"],
);

/// `walked` is the position before the unit maneuvered or marched, if it did, and the version after which it was to.
pub(super) fn flank_left_open(
    seen: &Watched<'_>,
    unit: UnitId,
    walked: Option<(&State, u64)>,
) -> Option<Suggestion> {
    let state = seen.before;
    state.unit(unit)?.pose?;
    let (enemy, needed, side) = side_charge(state, unit)?;
    let may = |enemy: UnitId| state.unit(enemy).is_some_and(|enemy| !enemy.activated);
    let behind = |charges: &[LikelyCharge]| {
        let sides = charges.iter().filter(|charge| charge.over != Side::Front);
        sides.map(|charge| charge.chance).fold(0.0, f64::max)
    };
    let better = walked.and_then(|(before, at)| {
        let charges = charges_on(state, unit, may);
        maneuvers(before, unit).into_iter().find_map(|walk| {
            let there = moved(state, unit, walk.end);
            if side_charge(&there, unit).is_some() {
                return None;
            }
            let safe = charges_on(&there, unit, may);
            let wounds = Weighed::odds(
                phrase!(MESSAGES, "number-expected-wounds-of-the-worst-charge-on-it"),
                worst(&charges),
                worst(&safe),
            );
            let side = Weighed::odds(
                phrase!(MESSAGES, "number-chance-of-a-charge-on-its-flank-or-rear"),
                behind(&charges),
                behind(&safe),
            );
            let weighed = [wounds.less(), side.less()];
            weighed[0]
                .favours_better()
                .then(|| (walk.instead(before, unit, at), weighed))
        })
    });
    let (better, weighed) = better.map_or((None, None), |(better, weighed)| (Some(better), Some(weighed)));
    let reason = message!(
        MESSAGES,
        "coach-flank-left-open",
        enemy = called(state, enemy),
        side = side.title(),
        unit = called(state, unit),
        needed
    );
    Some(
        FLANK_LEFT_OPEN
            .found(
                seen.version,
                unit.seat(),
                Some(&unit),
                reason,
                &[(phrase!(MESSAGES, "number-die-needed"), f64::from(needed))],
            )
            .instead(better, weighed.into_iter().flatten()),
    )
}

/// The likeliest charge on the flank or rear of a unit by an enemy that is still to be activated: who, the die, the side.
fn side_charge(state: &State, unit: UnitId) -> Option<(UnitId, i32, Side)> {
    let enemies = state.on_table().filter(|(enemy, _)| {
        enemy.id.seat() != unit.seat() && !enemy.activated && !state.is_engaged(enemy.id)
    });
    enemies
        .filter_map(|(enemy, _)| {
            charge_reach(state, enemy.id, unit).map(|(needed, side)| (enemy.id, needed, side))
        })
        .filter(|(_, _, side)| *side != Side::Front)
        .min_by_key(|(_, needed, _)| *needed)
}

pub(super) fn walked_past(
    seen: &Watched<'_>,
    unit: UnitId,
    kind: MoveKind,
    from: &[Pose],
) -> Option<Suggestion> {
    let state = seen.after;
    if !(1..=5).contains(&state.round) {
        return None;
    }
    let tray = terrain::tray(state, unit)?;
    let covers = |place: Place| covers_token(&tray, place);
    if state.objectives.iter().any(|token| covers(token.place)) {
        return None;
    }
    let speed = movement::speed(state, unit);
    let allowance = if kind == MoveKind::March { 2 * speed } else { speed };
    let way: f64 = from
        .iter()
        .map(|pose| pose.centre())
        .chain([tray.pose.centre()])
        .collect::<Vec<_>>()
        .windows(2)
        .map(|pair| pair[0].distance(pair[1]))
        .sum();
    let left = f64::from(allowance) - way;
    let (no, apart) = state
        .objectives
        .iter()
        .filter(|token| token.controller.is_none())
        .map(|token| (token.no, tray.pose.centre().distance(token.place)))
        .filter(|(_, apart)| *apart <= left)
        .min_by(|one, other| one.1.total_cmp(&other.1))?;
    let reason = message!(
        MESSAGES,
        "coach-objective-walked-past",
        unit = called(state, unit),
        objective = Argument::text(no)
    );
    let numbers = [
        (phrase!(MESSAGES, "number-inches-left"), left / 1_000.0),
        (phrase!(MESSAGES, "number-inches-to-the-token"), apart / 1_000.0),
    ];
    Some(OBJECTIVE_WALKED_PAST.found(seen.version, unit.seat(), Some(&unit), reason, &numbers))
}

/// A unit that stays on its token in the face of an enemy with more ranks.
#[derive(Debug)]
pub(super) struct Outranked {
    pub(super) version: u64,
    unit: UnitId,
    enemy: UnitId,
    ranks: u16,
    /// The inches to another free token, if it could have retreated onto one.
    token: Option<f64>,
    /// The friend that could have charged the enemy, and the die that needs.
    friend: Option<(UnitId, i32)>,
    name: String,
    friend_name: String,
}

/// What an outranked unit on a token could have had in the place of its Attack.
pub(super) fn contested_by_weakness(seen: &Watched<'_>, unit: UnitId) -> Option<Outranked> {
    let state = seen.before;
    let tray = terrain::tray(state, unit)?;
    let on_token = state
        .objectives
        .iter()
        .any(|token| covers_token(&tray, token.place));
    if !on_token || !victory::is_outranked(state, unit) {
        return None;
    }
    let ranks = victory::contesting_ranks(state, unit);
    let stronger = |enemy: &UnitId| victory::contesting_ranks(state, *enemy) > ranks;
    let enemy = state
        .engaged_with(unit)
        .map(|(_, enemy, _)| enemy)
        .find(stronger)?;
    let friends = state.alive_of(unit.seat()).filter(|friend| {
        friend.id != unit && !friend.activated && friend.pose.is_some() && !state.is_engaged(friend.id)
    });
    let friend = friends
        .filter_map(|friend| Some((friend.id, charge_reach(state, friend.id, enemy)?.0)))
        .min_by_key(|(_, needed)| *needed);
    let token = nearest_free_token(state, unit);
    if token.is_none() && friend.is_none() {
        return None;
    }
    Some(Outranked {
        version: seen.version,
        unit,
        enemy,
        ranks,
        token: token.map(|mils| f64::from(mils) / 1_000.0),
        friend,
        name: called(state, unit),
        friend_name: friend.map_or_else(String::new, |(friend, _)| called(state, friend)),
    })
}

/// The least distance of a Retreat, with the least die, that ends on another token which nobody controls.
fn nearest_free_token(state: &State, unit: UnitId) -> Option<i32> {
    let tray = terrain::tray(state, unit)?;
    let reach = movement::speed(state, unit) + 1_000;
    let free: Vec<Place> = state
        .objectives
        .iter()
        .filter(|token| token.controller.is_none() && !covers_token(&tray, token.place))
        .map(|token| token.place)
        .collect();
    // The pivot at the end of the Retreat may bring the token under the tray.
    let headings = || std::iter::once(None).chain((0..360).step_by(15).map(Some));
    retreat::ways_out(state, unit, reach)
        .into_iter()
        .filter_map(|retreat::WayOut { way, farthest, .. }| {
            let most = farthest.distance;
            let direction = crate::field::turned(tray.pose.heading, i32::from(way.turn()));
            (0..=most / 100).map(|step| step * 100).find(|distance| {
                let end = tray.moved(direction, *distance);
                headings().any(|last| {
                    let turned = last.map_or(end, |last| end.pivoted(last));
                    free.iter().any(|place| covers_token(&turned, *place))
                        && retreat::check_move(state, unit, reach, way, *distance, last).is_ok()
                })
            })
        })
        .min()
}

impl Outranked {
    /// A friend charges the enemy after all.
    pub(super) fn is_relieved_by(&mut self, charger: UnitId, target: UnitId) {
        if target == self.enemy && charger.seat() == self.unit.seat() {
            self.friend = None;
        }
    }

    /// What is left of it at the end of the round.
    pub(super) fn suggestion(&self) -> Option<Suggestion> {
        let own = (phrase!(MESSAGES, "number-own-ranks"), f64::from(self.ranks));
        let (could, number) = match (self.token, self.friend) {
            (Some(inches), _) => (
                message!(MESSAGES, "coach-could-have-retreated"),
                (phrase!(MESSAGES, "number-inches-to-the-free-token"), inches),
            ),
            (None, Some((_, needed))) => (
                message!(
                    MESSAGES,
                    "coach-could-have-charged",
                    unit = &self.friend_name,
                    needed
                ),
                (phrase!(MESSAGES, "number-die-a-friend-needed"), f64::from(needed)),
            ),
            (None, None) => return None,
        };
        let reason = message!(MESSAGES, "coach-contested-by-weakness", unit = &self.name, could);
        let unit = self.unit;
        Some(CONTESTED_BY_WEAKNESS.found(self.version, unit.seat(), Some(&unit), reason, &[own, number]))
    }
}

pub(super) fn dangerous_step(seen: &Watched<'_>, unit: UnitId, wounds: u16) -> Option<Suggestion> {
    let state = seen.before;
    let tray = terrain::tray(state, unit)?;
    let gained = state.charge.is_some()
        || state
            .objectives
            .iter()
            .any(|token| covers_token(&tray, token.place));
    // A unit that began its action there did not step in with it.
    let stepped = matches!(state.step(), Some(crate::model::agenda::Step::Resolve { .. }));
    if gained || !stepped || terrain::under(state, &tray.outline(), Keyword::Dangerous).is_empty() {
        return None;
    }
    let reason = message!(MESSAGES, "coach-dangerous-step", unit = called(state, unit));
    Some(DANGEROUS_STEP.found(
        seen.version,
        unit.seat(),
        Some(&unit),
        reason,
        &[(phrase!(MESSAGES, "number-wounds"), f64::from(wounds))],
    ))
}

pub(super) fn activation_order(
    seen: &Watched<'_>,
    unit: UnitId,
    by: Option<UnitId>,
    own_turn: &[Option<State>; 2],
) -> Option<Suggestion> {
    let by = by?;
    if seen.before.unit(unit)?.activated {
        return None;
    }
    let then = own_turn[unit.seat().index().min(1)].as_ref()?;
    let could =
        then.unit(unit).is_some_and(|unit| !unit.activated) && crate::views::reaches(then, unit, by, 4);
    if !could {
        return None;
    }
    // A unit that is engaged already or can shoot needs no die.
    let charge = charge_reach(then, unit, by).filter(|_| !then.is_engaged(unit));
    let number = charge.map_or(
        (phrase!(MESSAGES, "number-attacks-without-a-charge"), 1.0),
        |(needed, _)| {
            (
                phrase!(MESSAGES, "number-charge-die-needed"),
                f64::from(needed.max(1)),
            )
        },
    );
    let reason = message!(
        MESSAGES,
        "coach-activation-order",
        unit = called(seen.before, unit),
        enemy = called(seen.before, by)
    );
    // No better choice: played on, the other activation came out worse nearly as often as better.
    Some(ACTIVATION_ORDER.found(seen.version, unit.seat(), Some(&unit), reason, &[number]))
}

/// The charger chose the place; who was charged had its activation before.
pub(super) fn horrific_duel(seen: &Watched<'_>, pair: Engagement) -> Option<Suggestion> {
    let state = seen.after;
    let charger = seen.before.charge.as_ref()?.charger;
    let weak = [pair.a, pair.b].into_iter().find(|id| {
        let morale = state.unit_and_card(*id).map_or(0, |(_, card)| card.morale);
        let chose = *id == charger || state.unit(*id).is_some_and(|unit| unit.activated);
        morale >= 7 && chose && terrain::moods(state, *id) == (true, false)
    })?;
    let start = if weak == charger {
        let charge = seen.before.charge.as_ref()?;
        charge
            .path
            .first()
            .map_or_else(|| seen.before.clone(), |pose| moved(seen.before, weak, *pose))
    } else {
        seen.before.clone()
    };
    let mut free = start;
    free.engagements.retain(|known| !known.involves(weak));
    let out = maneuvers(&free, weak)
        .into_iter()
        .any(|walk| !terrain::moods(&moved(&free, weak, walk.end), weak).0);
    if !out {
        return None;
    }
    let morale = state.unit_and_card(weak).map_or(0, |(_, card)| card.morale);
    let reason = message!(MESSAGES, "coach-horrific-duel", unit = called(state, weak));
    Some(HORRIFIC_DUEL.found(
        seen.version,
        weak.seat(),
        Some(&weak),
        reason,
        &[(phrase!(MESSAGES, "number-morale"), f64::from(morale))],
    ))
}
