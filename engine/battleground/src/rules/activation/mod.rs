//! Activating units: who may be activated when, and what each then does (pp. 33, 38-40, 43).

mod by_orders;
mod offers;
mod refusal;
pub(crate) mod report;
mod together;

use battleground_geometry::{Degrees, Pose};
use hindsight_kernel::Seat;

use crate::field::Field;
use crate::model::agenda::{
    Answer, Answered, Asking, BattleTable, Frame, Need, Step, Taken, Topic, answer_to, proceed,
};
use crate::model::effect::Keyword;
use crate::model::event::{Event, MoveKind, MovementEvent, TurnMark};
use crate::model::names::{Team, UnitId};
use crate::model::orders::{Objective, Order, Orders};
use crate::model::refusal::Refusal;
use crate::model::rule::Rule;
use crate::model::state::{State, Status, Unit};
use crate::procedures::movement::plan::Plan;
use crate::procedures::movement::reported_pose::ReportedPose;
use crate::procedures::movement::{context, objectives, reach};
use crate::procedures::rush::group::{check_shared_sides, holds_up_moves, rushers_of};
use crate::procedures::rush::safety;
use crate::procedures::{held, landing, movement};
use crate::verbs::actions::{action_window, is_anothers_turn, is_between_actions};
use crate::verbs::moving::move_by_plans;
use crate::verbs::order_writing::lose_order;
use crate::verbs::rallying::stays_in_the_air;
use together::{may_meet, plans, plans_beside};

pub(crate) use by_orders::{asks_for_orders, standing_orders};
pub(crate) use offers::{offers, some_pair};
pub(crate) use refusal::ActivationRefusal;
pub(crate) use together::clash;

/// Why a unit whose token is covered is Disrupted, as its event says it. Rule `BG4-ORDER-12` (p. 29).
pub(crate) const OBJECTIVE_COVERED: &str = "its objective is covered";

/// What a unit does when it is activated. The machine's step 2.5.
#[derive(Debug, Clone, PartialEq)]
enum ActivationKind {
    /// Engaged, Disrupted, Rallied: nothing, it only counts as activated.
    Nothing,
    /// Its token is covered: it becomes Disrupted. Rule `BG4-ORDER-12` (p. 29).
    Disrupted,
    /// It makes its Subsequent Rout Move. Rule `BG4-ROUT-02` (pp. 74-75).
    Routs,
    /// It rallies by itself. Rule `BG4-SKIRM-10` (p. 130).
    Rallies,
    /// It Final Rushes, or may under Direct Control. Rule `BG4-RUSH-01` (p. 61).
    Rushes,
    /// Its owner submits legs. Rule `BG4-MOVE-22` (p. 46).
    Controlled,
    /// It follows its order. Rule `BG4-MOVE-01` (p. 38).
    Follows,
}

/// What a unit does that is activated while these rush, itself among them or not.
fn activation_kind(state: &State, field: &Field<'_>, unit: &Unit, rushing: &[UnitId]) -> ActivationKind {
    let objective = context::orders_of(unit).and_then(|orders| orders.objective);
    let engaged = state.is_engaged(unit.id);
    match unit.status {
        // Rules BG4-CMD-10, BG3-ROUT-11 (p. 24): one that was run through moves no more, not even in rout.
        Status::Routing if unit.turn.rallied || unit.turn.run_through => ActivationKind::Nothing,
        Status::Routing
            if !state.profile().skirmishers_rally_by_phase
                && state.kind(unit).is(Keyword::Skirmisher)
                && safety::rallies_by_itself(state, unit.id) =>
        {
            ActivationKind::Rallies
        }
        Status::Routing => ActivationKind::Routs,
        Status::Ready(_) | Status::Disrupted if engaged || unit.turn.rallied || unit.turn.run_through => {
            ActivationKind::Nothing
        }
        Status::Disrupted if unit.turn.controlled => ActivationKind::Controlled,
        Status::Disrupted => ActivationKind::Nothing,
        Status::Ready(_) => match objective {
            Some(Objective::Location(token))
                if state.profile().covered_point_disrupts
                    && objectives::is_token_blocked(state, field, unit, token) =>
            {
                ActivationKind::Disrupted
            }
            Some(_) | None if rushing.contains(&unit.id) => ActivationKind::Rushes,
            Some(_) | None if unit.turn.controlled => ActivationKind::Controlled,
            Some(_) | None if held::maneuvers_on(state, unit).is_some() => ActivationKind::Controlled,
            Some(_) | None => ActivationKind::Follows,
        },
    }
}

/// Those of a group that wait for their legs under Direct Control. Rules `BG4-TURN-06` (pp. 33, 43), `BG3-MOV-15` (p. 12).
pub(crate) fn waiting_under_control(state: &State, units: &[UnitId]) -> Vec<UnitId> {
    let mut waiting = waiting_as(state, units, &ActivationKind::Controlled);
    waiting.retain(|id| state.unit(*id).is_some_and(|unit| unit.turn.controlled));
    waiting
}

/// Those of a group that wait to follow their orders. Rules `BG4-TURN-06` (pp. 33, 43), `BG3-MOV-15` (p. 12).
pub(crate) fn waiting_by_order(state: &State, units: &[UnitId]) -> Vec<UnitId> {
    let seat = units.first().map(|first| first.seat());
    let mut waiting = waiting_as(state, units, &ActivationKind::Follows);
    waiting.retain(|unit| Some(unit.seat()) == seat);
    waiting
}

/// Those of a group that wait to do this.
fn waiting_as(state: &State, units: &[UnitId], kind: &ActivationKind) -> Vec<UnitId> {
    let field = Field::of(state);
    let rushing = rushers_of(state, units);
    units
        .iter()
        .filter_map(|id| state.unit(*id))
        .filter(|unit| unit.pose.is_some() && !unit.turn.activated)
        .filter(|unit| activation_kind(state, &field, unit, &rushing) == *kind)
        .map(|unit| unit.id)
        .collect()
}

/// The plans of units of a group that follow their orders while others of it go by their legs. Nothing if it cannot be told who
/// leaves. Rules `BG4-TURN-06` (pp. 33, 43), `BG3-MOV-15` (p. 12).
///
/// # Errors
/// [`Need::Ask`] where an owner has a choice.
pub(crate) fn plans_by_order(
    field: &Field<'_>,
    units: &[UnitId],
    by_legs: &[Plan],
) -> Result<Option<Vec<Plan>>, Need> {
    match plans_beside(field, field.state(), units, by_legs, &[])? {
        Some(plans) => ending(field, plans, &[], None).map(Some),
        None => Ok(None),
    }
}

/// Units of a seat that must still be activated before the phase can end. Rule `BG4-TURN-03` (p. 33).
pub(crate) fn still_to_activate(state: &State, seat: Seat) -> Vec<UnitId> {
    state
        .own(seat)
        .filter(|unit| !unit.turn.activated && !unit.turn.rallied && !unit.turn.run_through)
        .filter(|unit| match unit.status {
            Status::Routing => true,
            Status::Disrupted => unit.turn.controlled && !state.is_engaged(unit.id),
            Status::Ready(orders) => {
                !state.is_engaged(unit.id)
                    && (unit.turn.controlled || orders.is_some_and(|orders| goes_somewhere(state, orders)))
            }
        })
        .map(|unit| unit.id)
        .collect()
}

/// Whether an order can move a unit at all. Rules `BG4-ORDER-03`, `BG4-ORDMV-05` (pp. 25, 51).
fn goes_somewhere(state: &State, orders: Orders) -> bool {
    orders.order != Order::Hold
        || matches!(orders.objective, Some(Objective::Location(_)))
        || (state.profile().friend_objectives && matches!(orders.objective, Some(Objective::Friend(_))))
}

/// Activates one unit, or several together: own ones, and beside them those of partners that rush with them. Rules
/// `BG4-TURN-03` to `BG4-TURN-06`, `BG4-RUSH-11` (pp. 33-36, 43, 50, 61), `BG3-SCEN-03` (p. 26).
///
/// # Errors
/// The rule that forbids it now.
pub(crate) fn begin(table: &mut BattleTable<'_>, seat: Seat, units: &[UnitId]) -> Result<(), Refusal> {
    check(table.state(), seat, units)?;
    // Whoever activates a group has the first unit of it.
    let mut units = units.to_vec();
    units.sort_by_key(|unit| unit.seat() != seat);
    proceed(table, 0, [Step::Activate { units }]);
    Ok(())
}

/// Whether these units may be activated now, together. Rules `BG4-TURN-03` to `BG4-TURN-06` (pp. 33-36, 43).
fn check(state: &State, seat: Seat, units: &[UnitId]) -> Result<(), Refusal> {
    check_activation(state, seat, units)?;
    Ok(check_shared_sides(state, seat, units)?)
}

/// Whether these units may be activated now but for how they share what they rush.
fn check_activation(state: &State, seat: Seat, units: &[UnitId]) -> Result<(), ActivationRefusal> {
    check_time(state, seat)?;
    check_named(state, seat, units)?;
    check_partners(state, seat, units)?;
    let field = Field::of(state);
    // Those of the group that can Final Rush do so before the others of it move. Rule BG4-TURN-06.
    let rusher = rusher(state, seat, units);
    // Where they are going matters only while a rush is to come, or where they could end on one another.
    if rusher.is_none() && !may_meet(&field, units) {
        return Ok(());
    }
    let rushing = rushers_of(state, units);
    let activation_kinds: Vec<ActivationKind> = units
        .iter()
        .filter_map(|id| state.unit(*id))
        .map(|unit| activation_kind(state, &field, unit, &rushing))
        .collect();
    if let (Some(rusher), [one], [ActivationKind::Follows]) = (rusher, units, activation_kinds.as_slice())
        && movement::surely_moves(&field, *one)
    {
        return Err(rushes_first(rusher, *one, units));
    }
    let plans = plans(&field, state, units, &[]);
    let settled = match &plans {
        Ok(settled) => settled.as_deref(),
        Err(_) => None,
    };
    check_rushes_first(state, units, &activation_kinds, settled, rusher)?;
    match &plans {
        Ok(Some(plans)) => match clash(state, plans) {
            Some(clash) => Err(clash.refusal(units)),
            None => Ok(()),
        },
        Ok(None) => Err(ActivationRefusal::NeverSettles {
            units: units.to_vec(),
        }),
        // Where a question is still open, the answers will tell.
        Err(_) => Ok(()),
    }
}

/// Units are activated by the Active Player between the actions of their phase. Rule `BG4-TURN-03` (p. 33).
pub(crate) fn check_time(state: &State, seat: Seat) -> Result<(), ActivationRefusal> {
    if is_anothers_turn(state, seat) {
        return Err(ActivationRefusal::NotActive(seat));
    }
    if !is_between_actions(state) {
        return Err(ActivationRefusal::NotBetweenActions);
    }
    Ok(())
}

/// Own units that are still to be activated are named, each once. Rules `BG4-TURN-03`, `BG4-TURN-05`, `BG4-TURN-06`
/// (pp. 33-36, 43).
fn check_named(state: &State, seat: Seat, units: &[UnitId]) -> Result<(), ActivationRefusal> {
    if units.is_empty() {
        return Err(ActivationRefusal::NamesNobody);
    }
    for (place, id) in units.iter().enumerate() {
        check_unit(state, seat, *id)?;
        if units[..place].contains(id) {
            return Err(ActivationRefusal::NamedTwice {
                unit: *id,
                units: units.to_vec(),
            });
        }
    }
    Ok(())
}

fn check_unit(state: &State, seat: Seat, id: UnitId) -> Result<(), ActivationRefusal> {
    let Some(unit) = state.unit(id).filter(|unit| unit.pose.is_some()) else {
        return Err(ActivationRefusal::NotOnTheTable(id));
    };
    if id.team() != Team::of(seat) {
        return Err(ActivationRefusal::NotOwnUnit(id));
    }
    if unit.turn.activated {
        return Err(ActivationRefusal::ActivatedAlready(id));
    }
    Ok(())
}

/// A partner's unit is activated by another player of the team only where it rushes together with a unit of theirs.
///
/// RULING: BG3-SCEN-03, a team takes its turn together, so its units rush together (BG3-RUSH-17) and share a side (BG3-RUSH-16)
/// whoever they belong to. A rush is compulsory, so that nothing is chosen for the partner but the moment; what is asked about
/// the partner's unit they answer, and who takes which half the player who began it. All else a partner's unit does is their
/// own. Rule `BG3-SCEN-03` (p. 26).
fn check_partners(state: &State, seat: Seat, units: &[UnitId]) -> Result<(), ActivationRefusal> {
    let partners = || units.iter().copied().filter(|unit| unit.seat() != seat);
    let Some(first) = partners().next() else {
        return Ok(());
    };
    let rushing = rushers_of(state, units);
    let own_rushes = rushing.iter().any(|unit| unit.seat() == seat);
    let idle = if own_rushes {
        partners().find(|unit| !rushing.contains(unit))
    } else {
        Some(first)
    };
    match idle {
        Some(unit) => Err(ActivationRefusal::PartnerRushesAlone {
            unit,
            units: units.to_vec(),
        }),
        None => Ok(()),
    }
}

/// Every Final Rush of the turn comes before any normal move; a move that changes nothing may come at any time. Rules
/// `BG4-TURN-04` (p. 33), `BG4-RUSH-11` (pp. 50, 61).
fn check_rushes_first(
    state: &State,
    units: &[UnitId],
    activation_kinds: &[ActivationKind],
    plans: Option<&[Plan]>,
    rusher: Option<UnitId>,
) -> Result<(), ActivationRefusal> {
    let moving = units
        .iter()
        .zip(activation_kinds)
        .find(|(id, activation_kind)| match activation_kind {
            ActivationKind::Nothing
            | ActivationKind::Disrupted
            | ActivationKind::Routs
            | ActivationKind::Rallies
            | ActivationKind::Rushes => false,
            ActivationKind::Controlled => true,
            // Where a question is still open, the unit is taken to move.
            ActivationKind::Follows => plans.is_none_or(|plans| {
                plans
                    .iter()
                    .any(|plan| plan.unit == **id && state.unit(**id).is_some_and(|unit| plan.moves(unit)))
            }),
        });
    let Some((mover, _)) = moving else {
        return Ok(());
    };
    match rusher {
        Some(rusher) => Err(rushes_first(rusher, *mover, units)),
        None => Ok(()),
    }
}

fn rushes_first(rusher: UnitId, mover: UnitId, units: &[UnitId]) -> ActivationRefusal {
    ActivationRefusal::RushesFirst {
        rusher,
        mover,
        units: units.to_vec(),
    }
}

/// An own unit, none of these, that can Final Rush now and must: under Direct Control it need not. Rules `BG4-TURN-04`,
/// `BG4-CMD-07` (pp. 33, 36, 46, 61, 66).
pub(crate) fn rusher(state: &State, seat: Seat, but: &[UnitId]) -> Option<UnitId> {
    if state.normal_moves {
        return None;
    }
    state
        .of_team(Team::of(seat))
        .filter(|unit| !unit.turn.activated && !unit.turn.controlled && !but.contains(&unit.id))
        .map(|unit| unit.id)
        .find(|unit| holds_up_moves(state, *unit))
}

/// Goes on with the units that are being activated: rushes first, then rout moves and legs, then all moves under orders
/// at once. Rules `BG4-TURN-04`, `BG4-TURN-06`, `BG4-MOVE-01` (pp. 33, 38, 43).
///
/// # Errors
/// [`Need::Ask`] where an owner has a choice.
pub(crate) fn activate(table: &mut BattleTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    activate_seen(table, frame, None)
}

/// The same with one that was seen to end somewhere. Rule `BG4-MOVE-22` (p. 46).
///
/// # Errors
/// [`Need::Ask`] where an owner has a choice.
pub(crate) fn activate_seen(
    table: &mut BattleTable<'_>,
    frame: &Frame,
    seen: Option<ReportedPose>,
) -> Result<Taken, Need> {
    let Step::Activate { units } = &frame.step else {
        return Ok(Taken::Waits);
    };
    let state = table.state();
    let field = Field::of(state);
    let rushing = rushers_of(state, units);
    let seat = units.first().map_or(Seat::A, |first| first.seat());
    let waiting: Vec<(&Unit, ActivationKind)> = units
        .iter()
        .filter_map(|id| state.unit(*id))
        .filter(|unit| unit.pose.is_some() && !unit.turn.activated)
        .map(|unit| (unit, activation_kind(state, &field, unit, &rushing)))
        // A partner's unit that rushes no more is left to its owner. Rule BG3-SCEN-03.
        .filter(|(unit, kind)| unit.id.seat() == seat || *kind == ActivationKind::Rushes)
        .collect();
    if waiting.is_empty() {
        proceed(table, 1, frame_window(units));
        return Ok(Taken::Went);
    }
    if let Some((unit, _)) = waiting
        .iter()
        .find(|(_, activation_kind)| *activation_kind == ActivationKind::Rushes)
    {
        let unit = unit.id;
        return crate::rules::final_rush::rush(table, frame, unit);
    }
    if let Some((unit, activation_kind)) = waiting.iter().find(|(_, activation_kind)| {
        !matches!(activation_kind, ActivationKind::Follows | ActivationKind::Rushes)
    }) {
        let (id, activation_kind) = (unit.id, activation_kind.clone());
        return one(table, frame, id, &activation_kind);
    }
    let own: Vec<UnitId> = units.iter().copied().filter(|unit| unit.seat() == seat).collect();
    let Some(plans) = plans(&field, state, &own, &frame.answers)? else {
        proceed(table, 1, []);
        return Ok(Taken::Went);
    };
    // A unit that declined a rush keeps its activation until no own unit can rush; a group whose choices led it into
    // one another is called off.
    let moves = plans
        .iter()
        .any(|plan| state.unit(plan.unit).is_some_and(|unit| plan.moves(unit)));
    if (moves && rusher(state, seat, &[]).is_some()) || clash(state, &plans).is_some() {
        proceed(table, 1, []);
        return Ok(Taken::Went);
    }
    let plans = ending(&field, plans, &frame.answers, seen)?;
    for given in &frame.answers {
        keep(table, given);
    }
    move_by_plans(table, MoveKind::Ordered, &plans);
    Ok(Taken::Went)
}

/// Plans as they end: where a scorekeeper saw the unit, and a flyer that lands in the facing that its owner chooses. Rules
/// `BG4-MOVE-22` (p. 46), `BG3-KEY-17` (p. 29).
fn ending(
    field: &Field<'_>,
    plans: Vec<Plan>,
    answers: &[Answered],
    seen: Option<ReportedPose>,
) -> Result<Vec<Plan>, Need> {
    let state = field.state();
    let ends: Vec<(UnitId, Pose)> = plans.iter().map(|plan| (plan.unit, plan.to)).collect();
    let end = |plan: Plan| match state.unit(plan.unit) {
        Some(unit) if seen.is_some_and(|seen| seen.unit == unit.id) => {
            Ok(plan.ending_where_reported(field, unit, seen))
        }
        Some(unit) if unit.airborne && (unit.turn.lands || plan.lands) => {
            let others = ends.iter().filter(|(other, _)| *other != unit.id);
            let moved = others.fold(field.clone(), |field, (other, to)| field.with(*other, *to));
            landing::facing_chosen(&moved, unit, plan, answers)
        }
        Some(_) | None => Ok(plan),
    };
    plans.into_iter().map(end).collect()
}

fn frame_window(units: &[UnitId]) -> Option<Step> {
    units.first().map(|unit| action_window(unit.seat()))
}

/// Choices that hold for the rest of the turn. Rules `BG4-GEO-11`, `BG4-ORDER-06` (pp. 8, 26).
fn keep(table: &mut BattleTable<'_>, given: &Answered) {
    let Some(unit) = given.unit else {
        return;
    };
    let mark = match (given.topic, given.about, &given.answer) {
        (Topic::FacingSide, Some(enemy), Answer::Side(side)) => TurnMark::FacingSide(enemy, *side),
        (Topic::RangedMode, _, answer) => {
            let state = table.state();
            let all = state
                .unit(unit)
                .map(|unit| reach::reaches(state.profile(), state.kind(unit)))
                .unwrap_or_default();
            let Some(reach) = reach::chosen_reach(&all, answer) else {
                return;
            };
            TurnMark::RangedMode(reach.mode)
        }
        _ => return,
    };
    table.emit(Event::Movement(MovementEvent::Marked { unit, mark }));
}

/// What one unit does that neither rushes nor follows an order.
fn one(
    table: &mut BattleTable<'_>,
    frame: &Frame,
    id: UnitId,
    activation_kind: &ActivationKind,
) -> Result<Taken, Need> {
    let activated = Event::Movement(MovementEvent::Marked {
        unit: id,
        mark: TurnMark::Activated,
    });
    match activation_kind {
        ActivationKind::Nothing | ActivationKind::Follows | ActivationKind::Rushes => table.emit(activated),
        ActivationKind::Disrupted => {
            lose_order(table, id, Status::Disrupted, OBJECTIVE_COVERED);
            table.emit(activated);
        }
        ActivationKind::Routs => {
            table.emit(activated);
            proceed(
                table,
                0,
                [Step::RoutMove {
                    unit: id,
                    initial: false,
                }],
            );
        }
        ActivationKind::Controlled => {
            if rusher(table.state(), id.seat(), &[]).is_some() {
                // It declined to rush while others still can.
                proceed(table, 1, []);
            } else {
                proceed(table, 0, [Step::SubmitLegs { unit: id }]);
            }
        }
        ActivationKind::Rallies => {
            let (heading, airborne) = rally_heading(table.state(), frame, id)?;
            crate::verbs::rallying::rally_unit(table, id, heading, airborne);
        }
    }
    Ok(Taken::Went)
}

/// The heading a unit takes that rallies by itself, and whether it stays in the air: a flyer lands or keeps flying as its
/// owner chooses. Rules `BG4-SKIRM-10`, `BG4-FLY-11` (pp. 125, 130).
fn rally_heading(state: &State, frame: &Frame, id: UnitId) -> Result<(Degrees, bool), Need> {
    let Some(unit) = state.unit(id) else {
        return Ok((Degrees::ZERO, false));
    };
    match answer_to(&frame.answers, Topic::RallyHeading, Some(id), None) {
        Some(Answer::Heading(heading)) => Ok((*heading, stays_in_the_air(state, unit))),
        Some(_) => Ok((
            unit.pose.map_or(Degrees::ZERO, |pose| pose.heading),
            unit.airborne,
        )),
        None => {
            let question = crate::verbs::rallying::heading_question(state, unit);
            Err(Asking {
                rule: Rule::Skirm10.into(),
                ..question
            }
            .into())
        }
    }
}

/// A scorekeeper tells where a unit ended.
///
/// # Errors
/// The rules do not lead there.
pub(crate) fn report_move(
    table: &mut BattleTable<'_>,
    seat: Seat,
    unit: UnitId,
    pose: Pose,
) -> Result<(), Refusal> {
    report::report_move(table, seat, unit, pose)
}

#[cfg(test)]
pub(crate) mod tests;
