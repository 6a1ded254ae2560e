//! Legs under Direct Control: checked one by one (pp. 36, 41-46).

use battleground_geometry::{Degrees, Hand, Inches, Limit, Turn, Way, reform};
use hindsight_kernel::{Offer, Seat, message};
use serde_json::json;

use super::refusal::LegRefusal;
use crate::field::{Blocker, Field, stored};
use crate::messages::MESSAGES;
use crate::model::agenda::{BattleTable, Step};
use crate::model::command::{Command, Leg};
use crate::model::event::{Event, MoveKind, MovementEvent, TurnMark};
use crate::model::names::UnitId;
use crate::model::refusal::Refusal;
use crate::model::rule::Rule;
use crate::model::state::{State, Unit};
use crate::naming::unit_named;
use crate::procedures::held;
use crate::procedures::movement::flying::room;
use crate::procedures::movement::mover::{Maneuver, MovedBy, Mover, Progress, angle, length};
use crate::procedures::movement::reported_pose::ReportedPose;
use crate::procedures::movement::{mover, plan};
use crate::verbs::moving::move_by_plans;

/// The most legs of one move.
const MOST_LEGS: usize = 30;

/// Moves a unit under Direct Control. Rules `BG4-MOVE-16`, `BG4-MOVE-17`, `BG4-MOVE-22`, `BG4-CMD-06`, `BG4-FLY-05` to
/// `BG4-FLY-07` (pp. 36, 41-44, 46, 124-125).
///
/// # Errors
/// The rule that the first wrong leg breaks, with what would be allowed.
pub(crate) fn submit_legs(
    table: &mut BattleTable<'_>,
    seat: Seat,
    legs: &[Leg],
    land: Option<Degrees>,
    nearest: Option<UnitId>,
) -> Result<(), Refusal> {
    submit(table, seat, legs, (land, nearest), None)
}

/// The same for a unit that was seen to end at about the same place.
///
/// # Errors
/// The rule that the first wrong leg breaks.
pub(crate) fn submit_legs_seen(
    table: &mut BattleTable<'_>,
    seat: Seat,
    legs: &[Leg],
    seen: ReportedPose,
) -> Result<(), Refusal> {
    submit(table, seat, legs, (None, None), Some(seen))
}

fn submit(
    table: &mut BattleTable<'_>,
    seat: Seat,
    legs: &[Leg],
    (land, nearest): (Option<Degrees>, Option<UnitId>),
    seen: Option<ReportedPose>,
) -> Result<(), Refusal> {
    let Some(Step::SubmitLegs { unit: id }) = table.state().agenda.last().map(|frame| frame.step.clone())
    else {
        return Err(LegRefusal::NobodyWaits.into());
    };
    if id.seat() != seat {
        return Err(LegRefusal::NotYours { unit: id, seat }.into());
    }
    let moved = {
        let state = table.state();
        let field = Field::of(state);
        let unit = state.unit(id).ok_or(LegRefusal::NotOnTheTable(id))?;
        check_nearest(state, seat, nearest)?;
        check_legs(&field, unit, legs, land)?.ending_where_reported(&field, unit, seen)
    };
    if let Some(enemy) = nearest {
        table.emit(Event::Movement(MovementEvent::Marked {
            unit: id,
            mark: TurnMark::NamedEnemy(enemy),
        }));
    }
    let by_order = table
        .state()
        .unit(id)
        .is_some_and(|unit| held::maneuvers_on(table.state(), unit).is_some());
    let kind = if by_order {
        MoveKind::Ordered
    } else {
        MoveKind::Controlled
    };
    move_by_plans(table, kind, &[moved]);
    crate::model::agenda::proceed(table, 1, []);
    Ok(())
}

pub(super) fn check_nearest(state: &State, seat: Seat, nearest: Option<UnitId>) -> Result<(), LegRefusal> {
    match nearest {
        Some(enemy) if !state.enemies_of(seat).any(|unit| unit.id == enemy) => {
            Err(LegRefusal::NoEnemy(enemy))
        }
        Some(_) | None => Ok(()),
    }
}

/// What legs under Direct Control come to.
///
/// # Errors
/// The rule that the first wrong leg breaks.
pub(crate) fn check_legs(
    field: &Field<'_>,
    unit: &Unit,
    legs: &[Leg],
    land: Option<Degrees>,
) -> Result<plan::Plan, Refusal> {
    let state = field.state();
    if legs.is_empty() && land.is_none() {
        return Ok(crate::procedures::movement::plan::Plan::stay(unit));
    }
    if state.is_engaged(unit.id) {
        return Err(LegRefusal::Engaged(unit.id).into());
    }
    if legs.len() > MOST_LEGS {
        return Err(LegRefusal::TooMany(MOST_LEGS).into());
    }
    // What it does on a point that it has reached is its order's. Rule BG3-ORD-16 (p. 8).
    let point = held::maneuvers_on(state, unit);
    let moved_by = if point.is_some() {
        MovedBy::Order
    } else {
        MovedBy::Control
    };
    let Some(mover) = Mover::new(field, unit, moved_by) else {
        return Err(LegRefusal::NotOnTheTable(unit.id).into());
    };
    let mut at = mover.start();
    for (number, leg) in (1..).zip(legs) {
        let next = if unit.airborne && !flies(leg) {
            Err(LegRefusal::FlyerManeuvers.into())
        } else if point.is_some_and(|point| held::leaves(&mover.card_at(at.pose), leg, point)) {
            Err(LegRefusal::LeavesThePoint.into())
        } else {
            let left = length(mover.left(&at));
            let why_not = || Refusal::from(why_not(&mover, &at, leg)).with("left", left);
            mover.step(&at, leg).ok_or_else(why_not)
        };
        at = next.map_err(|refusal: Refusal| {
            refusal
                .asked(leg)
                .with("leg", number)
                .with("moved", length(at.used))
                .with("allowance", length(mover.allowance(&at)))
        })?;
    }
    let mut plan = crate::procedures::movement::plan::Plan::of(&mover, legs.to_vec(), &at);
    if land.is_some() && !state.profile().control_may_land {
        return Err(LegRefusal::NoLandingUnderControl.into());
    }
    if let Some(heading) = land {
        check_landing(field, unit, &at, heading)?;
        if heading != at.pose.heading {
            plan.legs.push(Leg::Reform { heading });
        }
        plan.to = stored(reform(at.pose, heading), |there| {
            room::is_landing_place(field, unit, there)
        });
        plan.lands = true;
    }
    Ok(plan)
}

/// Straight on, or a turn with the front. Rule `BG4-FLY-05` (p. 124).
const fn flies(leg: &Leg) -> bool {
    matches!(
        leg,
        Leg::Shift {
            way: Way::Forward,
            ..
        } | Leg::Turn { backward: false, .. }
    )
}

/// Whether a flyer may land there. Rules `BG4-FLY-06`, `BG4-FLY-07` (pp. 124-125).
fn check_landing(field: &Field<'_>, unit: &Unit, at: &Progress, heading: Degrees) -> Result<(), LegRefusal> {
    if let Some(why) = room::cannot_land(unit) {
        return Err(LegRefusal::CannotLand(why));
    }
    let (moved, limit) = (
        length(at.used),
        room::landing_limit(field, unit, MovedBy::Control),
    );
    if !field.profile().measures.reaches(moved, limit, Limit::Within) {
        return Err(LegRefusal::LandsTooFar { moved, limit });
    }
    if room::is_landing_place(field, unit, reform(at.pose, heading)) {
        Ok(())
    } else {
        Err(LegRefusal::NoRoomToLand(heading))
    }
}

/// Why a leg cannot be made. The book's order: what it is, what it costs, what stands in the way.
fn why_not(mover: &Mover<'_>, at: &Progress, leg: &Leg) -> LegRefusal {
    match *leg {
        Leg::Shift { inches, .. } if inches < Inches::ZERO => LegRefusal::Negative,
        Leg::Shift { way, inches } => {
            let Some((end, distance)) = mover.shifted(at, way, inches.value()) else {
                return no_maneuver(mover, at);
            };
            let left = length(mover.allowance(&end) - at.used);
            if inches.value() > left.value() + 1e-4 && distance >= left.value() - 1e-4 {
                return LegRefusal::TooLong(left);
            }
            let ahead = battleground_geometry::shift(end.pose, way, Inches::mils(50));
            let met = mover.met_at(ahead);
            let stop = length(distance);
            if met.is_empty() {
                LegRefusal::TerrainStops(stop)
            } else if met.contains(&Blocker::Edge) {
                LegRefusal::EdgeStops { by: met, stop }
            } else {
                LegRefusal::Stopped { by: met, stop }
            }
        }
        Leg::Turn {
            hand,
            angle,
            inches,
            backward,
        } => {
            let turn = match Turn::new(hand, angle, inches) {
                Ok(turn) => turn,
                Err(fault) => return LegRefusal::NoTurn(fault.to_string()),
            };
            if backward && mover.maneuver(at, Maneuver::Backward).is_none() {
                return no_maneuver(mover, at);
            }
            let card = mover.card_at(at.pose);
            let limit = mover.turn_limit();
            if !limit.allows(&card, turn) {
                let most = limit.sharpest(card.size().width(), inches);
                return LegRefusal::TooSharp { inches, most };
            }
            let lowered = if backward {
                mover.maneuver(at, Maneuver::Backward).unwrap_or(*at)
            } else {
                *at
            };
            let left = length(mover.left(&lowered));
            let cost = mover.turn_cost().of(turn, &card);
            if cost > left + Inches::mils(1) {
                return LegRefusal::TurnTooDear { cost, left };
            }
            LegRefusal::TurnBlocked
        }
        Leg::AboutFace if mover.maneuver(at, Maneuver::AboutFace).is_some() => LegRefusal::NoRoomForBothCards,
        Leg::AboutFace => no_maneuver(mover, at),
        Leg::Reform { heading } if mover::is_opposite(at.pose.heading, heading) => LegRefusal::IsAboutFace,
        Leg::Reform { .. } if mover.maneuver(at, Maneuver::Reform).is_none() => no_maneuver(mover, at),
        Leg::Reform { .. } => LegRefusal::NoRoomToReform,
    }
}

fn no_maneuver(mover: &Mover<'_>, at: &Progress) -> LegRefusal {
    if at.used > 0.0 {
        LegRefusal::TooLate(length(at.used))
    } else {
        LegRefusal::TooSlow(length(mover.allowance(at)))
    }
}

/// What a directly controlled unit may do: a form with its limits and complete legal samples.
pub(crate) fn offers(state: &State, seat: Seat, out: &mut Vec<Offer<Command>>) {
    let Some(Step::SubmitLegs { unit: id }) = state.agenda.last().map(|frame| &frame.step) else {
        return;
    };
    let Some(unit) = state.unit(*id).filter(|unit| unit.id.seat() == seat) else {
        return;
    };
    let field = Field::of(state);
    let submit = |legs: Vec<Leg>, land: Option<Degrees>| Command::SubmitLegs {
        legs,
        land,
        nearest: None,
    };
    let mut samples = vec![submit(Vec::new(), None)];
    let mut limits = json!({ "nearest": state.enemies_of(seat).map(|enemy| enemy.id).collect::<Vec<_>>() });
    if let Some(mover) = Mover::new(&field, unit, MovedBy::Control).filter(|_| !state.is_engaged(*id)) {
        let start = mover.start();
        limits["allowance"] = json!(length(mover.allowance(&start)));
        limits["flying"] = json!(unit.airborne);
        for legs in sample_legs(&mover, &start, unit.airborne) {
            // ERR: legs that would be refused are no sample.
            if let Ok(plan) = check_legs(&field, unit, &legs, None)
                && plan.moves(unit)
            {
                samples.push(submit(legs, None));
            }
        }
        if unit.airborne {
            let heading = start.pose.heading;
            for turned in [0.0, 90.0, 180.0, 270.0] {
                let heading = (heading + angle(turned)).heading();
                if check_legs(&field, unit, &[], Some(heading)).is_ok() {
                    samples.push(submit(Vec::new(), Some(heading)));
                }
            }
        }
    }
    if let Some(pose) = unit.pose {
        out.push(
            Offer::form(
                seat,
                "submit_legs",
                message!(MESSAGES, "offer-report", unit = unit_named(state, *id)),
                Rule::Move22.of(state.edition),
                &json!({ "within_inches": 0.25, "within_degrees": 5 }),
                vec![Command::ReportMove { unit: *id, pose }],
            )
            .about(*id),
        );
    }
    out.push(
        Offer::form(
            seat,
            "submit_legs",
            message!(MESSAGES, "offer-legs", unit = unit_named(state, *id)),
            Rule::Move22.of(state.edition),
            &limits,
            samples,
        )
        .about(*id),
    );
    super::controlled_together::offers(&field, seat, out);
}

/// One move of each kind, as far as it goes.
pub(super) fn sample_legs(mover: &Mover<'_>, start: &Progress, airborne: bool) -> Vec<Vec<Leg>> {
    let line = |at: &Progress, way: Way, share: f64| {
        let (_, far) = mover.shifted(at, way, f64::from(u16::MAX))?;
        // Rounded down, so that a sample reads well and stays legal.
        let far = far.min(mover.left(at));
        let inches = Inches::mils((far * share * 100.0 + 1e-6).floor() as i32 * 10);
        (inches > Inches::ZERO).then_some(Leg::Shift { way, inches })
    };
    let mut all: Vec<Vec<Leg>> = Vec::new();
    for share in [1.0, 0.5] {
        all.extend(line(start, Way::Forward, share).map(|leg| vec![leg]));
    }
    for hand in [Hand::Left, Hand::Right] {
        for half in [60, 40, 20, 10] {
            let turned = angle(f64::from(half) / 2.0);
            let left = length(mover.left(start));
            let card = mover.card_at(start.pose);
            let turn = mover.turn_cost().affordable(&card, hand, turned, left);
            all.extend(turn.map(|turn| {
                vec![Leg::Turn {
                    hand,
                    angle: turned,
                    inches: turn.ruler(),
                    backward: false,
                }]
            }));
        }
    }
    if airborne {
        return all;
    }
    for way in [Way::Left, Way::Right, Way::Backward] {
        all.extend(line(start, way, 1.0).map(|leg| vec![leg]));
    }
    if let Some(at) = mover.about_faced(start) {
        all.push(vec![Leg::AboutFace]);
        all.extend(line(&at, Way::Forward, 1.0).map(|leg| vec![Leg::AboutFace, leg]));
    }
    for turned in [45.0, 90.0, 135.0, 225.0, 270.0, 315.0] {
        let heading = (start.pose.heading + angle(turned)).heading();
        if let Some(at) = mover.reformed(start, heading) {
            all.push(vec![Leg::Reform { heading }]);
            all.extend(line(&at, Way::Forward, 1.0).map(|leg| vec![Leg::Reform { heading }, leg]));
        }
    }
    all
}
