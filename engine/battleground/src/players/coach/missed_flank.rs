//! A flank that was there to be rushed.

use battleground_geometry::{Degrees, Hand, Inches, Pose, Side, Way};
use hindsight_kernel::{BetterChoice, Detector, Suggestion, message, phrase};

use super::exchange::{wounds_if_rushed, wounds_of_both};
use super::history::{History, Lost};
use super::watched::{DUBIOUS, Watched, cited, is_on, may_control};
use crate::field::Field;
use crate::messages::{self, MESSAGES};
use crate::model::command::{Command, Leg};
use crate::model::movement_category::Mc;
use crate::model::names::UnitId;
use crate::model::orders::{Objective, Order, WrittenOrder};
use crate::model::state::{Engagement, State, Status, Unit};
use crate::procedures::movement::mover::{MovedBy, Mover, Progress};
use crate::procedures::movement::supposed;
use crate::procedures::rush::eligibility::{could_rush_side, would_rush};
use crate::rules::command_actions::direct_control_cost;
use crate::verbs::order_changes::check_change;
use crate::views::prospects::as_if_rushed;

pub(super) const MISSED_FLANK: Detector = Detector::new(
    "missed_flank",
    phrase!(MESSAGES, "detector-missed-flank"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-missed-flank-watches"),
    cited!(V3: Rush04, Cmd05, Cmd06, Mods09),
)
.of_a_missed_option();

/// The catalogue has legal poses searched and leaves open how finely: first legs in steps of half an inch and 15 degrees, then
/// straight on in steps of half an inch.
const STEP: Inches = Inches::mils(500);
const ANGLE: f64 = 15.0;

/// What a command action would have made of a unit in the last turn.
enum Instead {
    /// It moves by these legs under Direct Control.
    Legs(Vec<Leg>),
    /// It gets this order, and moves by it.
    Order(WrittenOrder),
}

/// Where a unit would have come, how, and with which status it would rush now.
struct Elsewhere {
    pose: Pose,
    instead: Instead,
    status: Status,
}

pub(super) fn missed_flank(seen: &Watched<'_>, rush: &Engagement, history: &History) -> Option<Suggestion> {
    let state = seen.before;
    let seat = rush.rusher.seat();
    let Lost { turn, count, .. } = history.lost(seat)?;
    let ((then, at), (opening, _)) = (history.opened(seat)?, history.opening()?);
    let unit = then.unit(rush.rusher)?;
    let idle = matches!(unit.status, Status::Ready(_)) && !unit.airborne && !then.is_engaged(unit.id);
    if rush.rushed_side != Side::Front || turn + 2 != state.turn || then.turn != turn || !idle {
        return None;
    }
    let front = wounds_if_rushed(state, rush.rusher, rush.rushed, Side::Front);
    let worth = |side: Side| wounds_if_rushed(state, rush.rusher, rush.rushed, side);
    let mut sides: Vec<(Side, f64)> = [Side::Left, Side::Right, Side::Rear]
        .map(|side| (side, worth(side)))
        .into_iter()
        .filter(|(_, wounds)| *wounds > front)
        .collect();
    sides.sort_by(|one, other| other.1.total_cmp(&one.1));
    if sides.is_empty() || count == 0 {
        return None;
    }
    let now = state.unit(rush.rusher)?.status;
    let mut all = Vec::new();
    if may_control(then, unit, count) {
        let poses = poses(&Field::of(then), unit).into_iter();
        all.extend(poses.map(|(pose, legs)| Elsewhere {
            pose,
            instead: Instead::Legs(legs),
            status: now,
        }));
    }
    all.extend(by_other_orders(seen, rush, (then, unit), opening));
    let (side, wounds, there) = sides.into_iter().find_map(|(side, wounds)| {
        let there = all
            .iter()
            .find(|there| could_rush_from(opening, rush, side, there))?;
        Some((side, wounds, there))
    })?;
    let fought = {
        let [came, instead] =
            [Side::Front, side].map(|side| as_if_rushed(state, rush.rusher, rush.rushed, side));
        wounds_of_both(&came, &instead, rush.rusher, rush.rushed)
    };
    let (how, needed) = match &there.instead {
        Instead::Legs(_) => (
            message!(MESSAGES, "coach-by-direct-control"),
            direct_control_cost(then, unit),
        ),
        Instead::Order(written) => (
            message!(
                MESSAGES,
                "coach-by-order",
                orders = messages::orders(then, written)
            ),
            1,
        ),
    };
    let better = at.map(|at| match &there.instead {
        Instead::Legs(legs) => controlled_by(then, unit.id, legs, at),
        Instead::Order(order) => {
            let command = Command::ChangeOrder {
                unit: unit.id,
                order: *order,
            };
            let words = message!(
                MESSAGES,
                "coach-gets",
                unit = messages::unit(then, unit.id),
                how = how.clone()
            );
            BetterChoice::new(at, words, &[command]).by(&unit.id)
        }
    });
    Some(
        MISSED_FLANK
            .found(
                seen.version,
                seat,
                Some(&rush.rusher),
                message!(
                    MESSAGES,
                    "coach-missed-flank",
                    rusher = messages::unit(state, rush.rusher),
                    rushed = messages::unit(state, rush.rushed),
                    place = messages::place(there.pose),
                    how,
                    side = messages::side(side)
                ),
                &[
                    (phrase!(MESSAGES, "number-expected-wounds-on-the-front"), front),
                    (phrase!(MESSAGES, "number-expected-wounds-there"), wounds),
                    (phrase!(MESSAGES, "number-command-actions-lost"), f64::from(count)),
                    (
                        phrase!(MESSAGES, "number-command-actions-needed"),
                        f64::from(needed),
                    ),
                ],
            )
            .instead(better, fought),
    )
}

/// Where the other orders that a unit could have had for one command action would have led it. Rules `BG3-CMD-05` (p. 10), `BG3-ORD-01`
/// to `BG3-ORD-12` (pp. 6-9).
// RULING: from another order than Close it must be put on Close now, so that one more action must be left unless the unit was put on
// Close this turn in the game too. An order by which it would have rushed in the last turn already is left out, and of the objectives all
// but the enemy that it rushes now.
fn by_other_orders(
    seen: &Watched<'_>,
    rush: &Engagement,
    (then, unit): (&State, &Unit),
    opening: &State,
) -> Vec<Elsewhere> {
    let put_now = |unit: &Unit| !is_on(unit, Order::Close);
    let may_be_put =
        opening.unit(unit.id).is_some_and(put_now) || seen.before.player(unit.id.seat()).actions > 0;
    let close = WrittenOrder::plain(Order::Close);
    let movement = then.kind(unit).movement;
    let caps = (1..)
        .map(|steps| movement.stepped(-steps))
        .take_while(|cap| *cap != Mc::NONE);
    let caps = caps.take(usize::from(movement.number()).saturating_sub(1));
    let plain = then.profile().orders.iter().copied().map(WrittenOrder::plain);
    let tried = plain
        .chain(caps.map(|cap| WrittenOrder {
            cap: Some(cap),
            ..close
        }))
        .chain([WrittenOrder {
            objective: Some(Objective::Enemy(rush.rushed)),
            ..close
        }]);
    let elsewhere = |written: WrittenOrder| {
        let closes = written.order == Order::Close;
        if check_change(then, unit, &written).is_err() || !(closes || may_be_put) {
            return None;
        }
        let mut ordered = then.clone();
        let status = Status::Ready(Some(written.orders()));
        ordered.unit_mut(unit.id)?.status = status;
        let field = Field::of(&ordered);
        if would_rush(&field, ordered.unit(unit.id)?) {
            return None;
        }
        Some(Elsewhere {
            pose: supposed(&field, unit.id)?.to,
            instead: Instead::Order(written),
            status: if closes {
                status
            } else {
                Status::Ready(Some(close.orders()))
            },
        })
    };
    tried.filter_map(elsewhere).collect()
}

/// Legs of a unit under Direct Control as what would have been better, after this version.
pub(super) fn controlled_by(state: &State, unit: UnitId, legs: &[Leg], at: u64) -> BetterChoice {
    let words = message!(MESSAGES, "coach-controlled", unit = messages::unit(state, unit));
    let commands = [
        Command::DirectControl { unit },
        Command::Activate { units: vec![unit] },
        Command::SubmitLegs {
            legs: legs.to_vec(),
            land: None,
            nearest: None,
        },
    ];
    BetterChoice::new(at, words, &commands).by(&unit)
}

/// Whether a unit that lay there as this turn began could rush this side of its target.
fn could_rush_from(opening: &State, rush: &Engagement, side: Side, there: &Elsewhere) -> bool {
    let mut ordered = opening.clone();
    if let Some(unit) = ordered.unit_mut(rush.rusher) {
        unit.status = there.status;
    }
    let field = Field::of(&ordered).with(rush.rusher, there.pose.rounded());
    let Some(unit) = ordered.unit(rush.rusher) else {
        return false;
    };
    let may_face = |id: UnitId| field.possible_sides(id, rush.rushed).contains(&side);
    may_face(unit.id)
        && Mover::new(&field, unit, MovedBy::Control).is_some_and(|mover| mover.is_free(there.pose))
        && could_rush_side(&field, unit, rush.rushed, side)
}

/// Where Direct Control can bring a unit, with the legs that do: it stays, or makes a first leg and goes straight on. Rules `BG3-CMD-06` (p. 10),
/// `BG3-MOV-02` (pp. 11, 35).
fn poses(field: &Field<'_>, unit: &Unit) -> Vec<(Pose, Vec<Leg>)> {
    let Some(mover) = Mover::new(field, unit, MovedBy::Control) else {
        return Vec::new();
    };
    let start = mover.start();
    let begun = first_legs().filter_map(|leg| Some((mover.step(&start, &leg)?, Some(leg))));
    let begun: Vec<(Progress, Option<Leg>)> = begun.collect();
    let begun: Vec<(Progress, Option<Leg>)> = std::iter::once((start, None)).chain(begun).collect();
    let straight = |(at, first): &(Progress, Option<Leg>)| {
        let mut poses = vec![(at.pose, first.iter().copied().collect())];
        let mut far = STEP;
        while let Some(end) = mover.step(at, &forward(far)) {
            poses.push((end.pose, first.iter().copied().chain([forward(far)]).collect()));
            far = far + STEP;
        }
        poses
    };
    begun.iter().flat_map(straight).collect()
}

pub(super) const fn forward(inches: Inches) -> Leg {
    Leg::Shift {
        way: Way::Forward,
        inches,
    }
}

/// An about face, a sidestep, or a turn.
pub(super) fn first_legs() -> impl Iterator<Item = Leg> {
    const MOST_STEPS: i32 = 14;
    let length = |step: i32| Inches::mils(step * 500);
    let sideways = (1..=MOST_STEPS).flat_map(move |step| {
        [Way::Left, Way::Right].map(|way| Leg::Shift {
            way,
            inches: length(step),
        })
    });
    let turns = (1..=6).flat_map(move |angle| {
        (1..=MOST_STEPS).flat_map(move |step| {
            let angle = Degrees::new(f64::from(angle) * ANGLE).unwrap_or(Degrees::ZERO);
            [Hand::Left, Hand::Right].map(|hand| Leg::Turn {
                hand,
                angle,
                inches: length(step),
                backward: false,
            })
        })
    });
    std::iter::once(Leg::AboutFace).chain(sideways).chain(turns)
}
