//! Activating units: who may be activated when, and what each then does (pp. 33, 38-40, 43).

use hindsight_geometry::inches::{Card, Degrees, Pose, overlaps, reform_sweep, touches};
use hindsight_kernel::{Offer, Refusal, Seat};
use serde_json::json;

use crate::agenda::{Answer, Answered, Frame, GreenAt, Need, Options, Question, Step, Topic, answer_to};
use crate::command::Command;
use crate::effect::Keyword;
use crate::event::{Event, MoveKind, TurnMark};
use crate::field::{Field, TOL};
use crate::flow::{BattleTable, Taken, proceed};
use crate::movement::{self, Indirect, Plan};
use crate::names::{UnitId, seat_name};
use crate::offers::{form, offer};
use crate::orders::{Objective, Order, Orders};
use crate::state::{State, Status, Unit};

/// What a unit does when it is activated. The machine's step 2.5.
#[derive(Debug, Clone, PartialEq)]
enum Deed {
    /// Engaged, Disrupted, Rallied: nothing, it only counts as activated.
    Nothing,
    /// Its token is covered: it becomes Disrupted. Rule `BG4-ORDER-12`.
    Disrupted,
    /// It makes its Subsequent Rout Move. Rule `BG4-ROUT-02`.
    Routs,
    /// It rallies by itself. Rule `BG4-SKIRM-10`.
    Rallies,
    /// It Final Rushes, or may under Direct Control. Rule `BG4-RUSH-01`.
    Rushes,
    /// Its owner submits legs. Rule `BG4-MOVE-22`.
    Controlled,
    /// It follows its order. Rule `BG4-MOVE-01`.
    Follows,
}

fn deed(state: &State, field: &Field<'_>, unit: &Unit) -> Deed {
    let objective = movement::orders_of(unit).and_then(|orders| orders.objective);
    let engaged = state.is_engaged(unit.id);
    match unit.status {
        Status::Routing if unit.turn.rallied => Deed::Nothing,
        Status::Routing
            if state.kind(unit).is(Keyword::Skirmisher)
                && crate::courage::rallies_by_itself(state, unit.id) =>
        {
            Deed::Rallies
        }
        Status::Routing => Deed::Routs,
        Status::Ready(_) | Status::Disrupted if engaged || unit.turn.rallied => Deed::Nothing,
        Status::Disrupted if unit.turn.controlled => Deed::Controlled,
        Status::Disrupted => Deed::Nothing,
        Status::Ready(_) => match objective {
            Some(Objective::Location(token)) if movement::is_token_blocked(state, field, unit, token) => {
                Deed::Disrupted
            }
            Some(_) | None if crate::final_rush::must_rush(state, unit.id) => Deed::Rushes,
            Some(_) | None if unit.turn.controlled => Deed::Controlled,
            Some(_) | None => Deed::Follows,
        },
    }
}

/// The green window after an activation. Rule `BG4-CARDS-04`.
pub(crate) const fn window(seat: Seat) -> Step {
    Step::GreenWindow {
        at: GreenAt::Movement,
        asked: seat,
        passed: false,
    }
}

/// Units of a seat that must still be activated before the phase can end. Rule `BG4-TURN-03`.
pub(crate) fn still_to_activate(state: &State, seat: Seat) -> Vec<UnitId> {
    state
        .own(seat)
        .filter(|unit| !unit.turn.activated && !unit.turn.rallied)
        .filter(|unit| match unit.status {
            Status::Routing => true,
            Status::Disrupted => unit.turn.controlled && !state.is_engaged(unit.id),
            Status::Ready(orders) => {
                !state.is_engaged(unit.id) && (unit.turn.controlled || orders.is_some_and(goes_somewhere))
            }
        })
        .map(|unit| unit.id)
        .collect()
}

/// Whether an order can move a unit at all. Rules `BG4-ORDER-03`, `BG4-ORDMV-05`.
fn goes_somewhere(orders: Orders) -> bool {
    orders.order != Order::Hold
        || matches!(
            orders.objective,
            Some(Objective::Location(_) | Objective::Friend(_))
        )
}

/// Activates one unit, or several together. Rules `BG4-TURN-03` to `-06`, `BG4-RUSH-11`.
///
/// # Errors
/// The rule that forbids it now.
pub(crate) fn begin(table: &mut BattleTable<'_>, seat: Seat, units: &[UnitId]) -> Result<(), Refusal> {
    check(table.state(), seat, units)?;
    proceed(
        table,
        0,
        [Step::Activate {
            units: units.to_vec(),
        }],
    );
    Ok(())
}

fn check(state: &State, seat: Seat, units: &[UnitId]) -> Result<(), Refusal> {
    if !matches!(
        state.agenda.last().map(|frame| &frame.step),
        Some(Step::MovementAndCommand)
    ) {
        return Err(Refusal::new(
            "BG4-TURN-03",
            "units are activated between the actions of a Movement & Command Phase",
        ));
    }
    if state.active != Some(seat) {
        return Err(Refusal::new(
            "BG4-TURN-03",
            format!("{} is not the Active Player", seat_name(seat)),
        ));
    }
    if units.is_empty() {
        return Err(Refusal::new("BG4-TURN-03", "name at least one unit"));
    }
    for (place, id) in units.iter().enumerate() {
        check_unit(state, seat, *id)?;
        if units[..place].contains(id) {
            return Err(Refusal::new("BG4-TURN-06", format!("{id} is named twice")).asked(units));
        }
    }
    let field = Field::of(state);
    let deeds: Vec<Deed> = units
        .iter()
        .filter_map(|id| state.unit(*id))
        .map(|unit| deed(state, &field, unit))
        .collect();
    let plans = plans(&field, state, units, &[]);
    check_rushes_first(state, units, &deeds, plans.as_deref().ok(), || {
        rusher(state, seat)
    })?;
    if let Ok(plans) = &plans
        && let Some((one, other)) = clash(state, plans)
    {
        return Err(Refusal::new(
            "BG4-TURN-06",
            format!("{one} and {other} would end on one another: activate them otherwise"),
        )
        .asked(units));
    }
    Ok(())
}

fn check_unit(state: &State, seat: Seat, id: UnitId) -> Result<(), Refusal> {
    let Some(unit) = state.unit(id).filter(|unit| unit.pose.is_some()) else {
        return Err(Refusal::new("BG4-TURN-03", format!("there is no unit {id} on the table")).asked(id));
    };
    if id.seat() != seat {
        return Err(Refusal::new("BG4-TURN-03", format!("{id} is not an own unit")).asked(id));
    }
    if unit.turn.activated {
        return Err(Refusal::new("BG4-TURN-05", format!("{id} was activated this turn already")).asked(id));
    }
    Ok(())
}

/// Every Final Rush of the turn comes before any normal move; a move that changes nothing may come at any time. Rules
/// `BG4-TURN-04`, `BG4-RUSH-11`.
fn check_rushes_first(
    state: &State,
    units: &[UnitId],
    deeds: &[Deed],
    plans: Option<&[Plan]>,
    rusher: impl FnOnce() -> Option<UnitId>,
) -> Result<(), Refusal> {
    let moving = units.iter().zip(deeds).find(|(id, deed)| match deed {
        Deed::Nothing | Deed::Disrupted | Deed::Routs | Deed::Rallies | Deed::Rushes => false,
        Deed::Controlled => true,
        // Where a question is still open, the unit is taken to move.
        Deed::Follows => plans.is_none_or(|plans| {
            plans
                .iter()
                .any(|plan| plan.unit == **id && state.unit(**id).is_some_and(|unit| plan.moves(unit)))
        }),
    });
    let Some((mover, _)) = moving else {
        return Ok(());
    };
    match rusher() {
        Some(rusher) => Err(Refusal::new(
            "BG4-TURN-04",
            format!("{rusher} can Final Rush, which comes before any normal move such as that of {mover}"),
        )
        .asked(units)
        .allowed([rusher])),
        None => Ok(()),
    }
}

/// An own unit that can Final Rush now.
fn rusher(state: &State, seat: Seat) -> Option<UnitId> {
    if state.normal_moves {
        return None;
    }
    state
        .own(seat)
        .filter(|unit| !unit.turn.activated)
        .map(|unit| unit.id)
        .find(|unit| crate::final_rush::must_rush(state, *unit))
}

/// The plans of those of a group that follow their orders, each with all the others taken off the table. RULING:
/// BG4-TURN-06.
fn plans(
    field: &Field<'_>,
    state: &State,
    units: &[UnitId],
    answers: &[Answered],
) -> Result<Vec<Plan>, Need> {
    let movers: Vec<&Unit> = units
        .iter()
        .filter_map(|id| state.unit(*id))
        .filter(|unit| !unit.turn.activated && deed(state, field, unit) == Deed::Follows)
        .collect();
    movers
        .iter()
        .map(|unit| {
            let others: Vec<UnitId> = movers
                .iter()
                .map(|other| other.id)
                .filter(|other| *other != unit.id)
                .collect();
            let objective = |unit: &Unit| movement::orders_of(unit).and_then(|orders| orders.objective);
            let followers: Vec<UnitId> = match objective(unit) {
                Some(Objective::Friend(_)) => movers
                    .iter()
                    .filter(|other| objective(other) == objective(unit))
                    .map(|other| other.id)
                    .collect(),
                Some(Objective::Location(_) | Objective::Enemy(_)) | None => Vec::new(),
            };
            if others.is_empty() {
                movement::would_move(field, unit.id, answers)
            } else {
                let alone = field.clone().without(&others);
                movement::would_move_with(&alone, unit.id, answers, &followers)
            }
        })
        .collect()
}

/// Two units of a group that would end on one another.
fn clash(state: &State, plans: &[Plan]) -> Option<(UnitId, UnitId)> {
    let landed: Vec<(UnitId, Card)> = plans
        .iter()
        .filter_map(|plan| {
            let unit = state.unit(plan.unit)?;
            let stays_up = unit.airborne && !plan.lands;
            (!stays_up).then(|| (plan.unit, Card::new(plan.to, state.size(unit))))
        })
        .collect();
    landed.iter().enumerate().find_map(|(place, (one, card))| {
        landed[..place]
            .iter()
            .find(|(_, other)| overlaps(card, other, TOL))
            .map(|(other, _)| (*other, *one))
    })
}

/// Goes on with the units that are being activated: rushes first, then rout moves and legs, then all moves under orders
/// at once. Rules `BG4-TURN-04`, `-06`, `BG4-MOVE-01`.
///
/// # Errors
/// [`Need::Ask`] where an owner has a choice.
pub(crate) fn activate(table: &mut BattleTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    let Step::Activate { units } = &frame.step else {
        return Ok(Taken::Waits);
    };
    let state = table.state();
    let field = Field::of(state);
    let waiting: Vec<(&Unit, Deed)> = units
        .iter()
        .filter_map(|id| state.unit(*id))
        .filter(|unit| unit.pose.is_some() && !unit.turn.activated)
        .map(|unit| (unit, deed(state, &field, unit)))
        .collect();
    let Some((first, _)) = waiting.first() else {
        proceed(table, 1, frame_window(units));
        return Ok(Taken::Went);
    };
    let seat = first.id.seat();
    if let Some((unit, _)) = waiting.iter().find(|(_, deed)| *deed == Deed::Rushes) {
        let unit = unit.id;
        return crate::final_rush::rush(table, frame, unit);
    }
    if let Some((unit, deed)) = waiting
        .iter()
        .find(|(_, deed)| !matches!(deed, Deed::Follows | Deed::Rushes))
    {
        let (id, deed) = (unit.id, deed.clone());
        return one(table, frame, id, &deed);
    }
    let plans = plans(&field, state, units, &frame.answers)?;
    // A unit that declined a rush keeps its activation until no own unit can rush; a group whose choices led it into
    // one another is called off.
    let moves = plans
        .iter()
        .any(|plan| state.unit(plan.unit).is_some_and(|unit| plan.moves(unit)));
    if (moves && rusher(state, seat).is_some()) || clash(state, &plans).is_some() {
        proceed(table, 1, []);
        return Ok(Taken::Went);
    }
    for given in &frame.answers {
        keep(table, given);
    }
    for plan in &plans {
        settle_move(table, plan.unit, MoveKind::Ordered, plan);
    }
    Ok(Taken::Went)
}

fn frame_window(units: &[UnitId]) -> Option<Step> {
    units.first().map(|unit| window(unit.seat()))
}

/// Choices that hold for the rest of the turn. Rules `BG4-GEO-11`, `BG4-ORDER-06`.
fn keep(table: &mut BattleTable<'_>, given: &Answered) {
    let Some(unit) = given.unit else {
        return;
    };
    let mark = match (given.topic, given.about, &given.answer) {
        (Topic::FacingSide, Some(enemy), Answer::Side(side)) => TurnMark::FacingSide(enemy, *side),
        (Topic::RangedMode, _, Answer::Number(mode)) => TurnMark::RangedMode(*mode),
        _ => return,
    };
    table.emit(Event::Marked { unit, mark });
}

/// What one unit does that neither rushes nor follows an order.
fn one(table: &mut BattleTable<'_>, frame: &Frame, id: UnitId, deed: &Deed) -> Result<Taken, Need> {
    let activated = Event::Marked {
        unit: id,
        mark: TurnMark::Activated,
    };
    match deed {
        Deed::Nothing | Deed::Follows | Deed::Rushes => table.emit(activated),
        Deed::Disrupted => {
            lose_order(table, id, Status::Disrupted, "its objective is covered");
            table.emit(activated);
        }
        Deed::Routs => {
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
        Deed::Controlled => {
            if rusher(table.state(), id.seat()).is_some() {
                // It declined to rush while others still can.
                proceed(table, 1, []);
            } else {
                proceed(table, 0, [Step::SubmitLegs { unit: id }]);
            }
        }
        Deed::Rallies => {
            let heading = rally_heading(table.state(), frame, id)?;
            lose_order(
                table,
                id,
                Status::Ready(Some(Orders::plain(Order::Hold))),
                "rallied by itself",
            );
            table.emit(Event::UnitTurned {
                unit: id,
                kind: MoveKind::Rally,
                heading: heading.rounded(),
            });
            table.emit(Event::Marked {
                unit: id,
                mark: TurnMark::Rallied,
            });
            table.emit(activated);
        }
    }
    Ok(Taken::Went)
}

/// The heading a unit takes that rallies by itself. Rule `BG4-SKIRM-10`.
fn rally_heading(state: &State, frame: &Frame, id: UnitId) -> Result<Degrees, Need> {
    if let Some(Answer::Heading(heading)) = answer_to(&frame.answers, Topic::RallyHeading, Some(id), None) {
        return Ok(*heading);
    }
    let field = Field::of(state);
    let Some(unit) = state.unit(id) else {
        return Ok(Degrees::ZERO);
    };
    let now = unit.pose.map_or(Degrees::ZERO, |pose| pose.heading);
    let samples = (0..8)
        .filter_map(|eighth| Degrees::new(f64::from(eighth) * 45.0).ok())
        .map(|turned| (now + turned).heading())
        .filter(|heading| may_face(&field, unit, *heading))
        .map(Answer::Heading)
        .collect();
    Err(Question {
        seat: id.seat(),
        topic: Topic::RallyHeading,
        unit: Some(id),
        about: None,
        options: Options::Heading { samples },
        rule: "BG4-SKIRM-10".to_owned(),
    }
    .into())
}

/// Whether a unit may be reformed to a heading where it lies, free of MC: it needs the room of the smaller turn, for an
/// about face none. Rules `BG4-CMD-10`, `BG4-MAN-06`, `-07`.
pub(crate) fn may_face(field: &Field<'_>, unit: &Unit, heading: Degrees) -> bool {
    let Some(card) = field.card(unit.id) else {
        return false;
    };
    let turned = card.pose().heading.turn_to(heading).value().abs();
    if turned < 0.005 || 180.0 - turned < 0.005 {
        return true;
    }
    let obstacles = field.obstacles(unit, &[]);
    reform_sweep(card, heading).all(|turned| {
        !obstacles
            .iter()
            .any(|obstacle| overlaps(&turned, obstacle.object, TOL))
    })
}

/// Changes a status that takes the order away; a token nobody heads for any more leaves the table. Rule `BG4-ORDER-16`.
fn lose_order(table: &mut BattleTable<'_>, id: UnitId, status: Status, why: &str) {
    let orders = table.state().unit(id).and_then(movement::orders_of);
    table.emit(Event::StatusChanged {
        unit: id,
        status,
        why: why.to_owned(),
    });
    if let Some(Objective::Location(token)) = orders.and_then(|orders| orders.objective)
        && !movement::is_sought(table.state(), token, id)
    {
        table.emit(Event::TokenPlaced {
            token,
            seat: id.seat(),
            at: None,
        });
    }
}

/// Lets a plan happen: the unit moves, what it met is noted, a token it reached is erased, a friend it trampled is
/// damaged, and it counts as activated. Rules `BG4-ORDER-11`, `BG4-TERR-09`, `BG4-COLOS-04`, `BG4-FLY-02`.
pub(crate) fn settle_move(table: &mut BattleTable<'_>, id: UnitId, kind: MoveKind, plan: &Plan) {
    let Some(unit) = table.state().unit(id).cloned() else {
        return;
    };
    if plan.moves(&unit) || !plan.legs.is_empty() {
        table.emit(Event::UnitMoved {
            unit: id,
            kind,
            legs: plan.legs.clone(),
            to: plan.to,
            distance: plan.distance.rounded(),
            allowance: plan.allowance.rounded(),
        });
        let lays = table.state().map().is_some_and(|map| !map.pieces.is_empty());
        if lays && !unit.airborne {
            table.emit(Event::Marked {
                unit: id,
                mark: TurnMark::Terrain(plan.terrain.clamp(-100, 100) as i8),
            });
        }
    }
    if plan.lands {
        table.emit(Event::FlightChanged {
            unit: id,
            airborne: false,
        });
    }
    if plan.reached.is_some()
        && let Some(orders) = movement::orders_of(&unit)
    {
        let without = Orders {
            objective: None,
            ..orders
        };
        lose_order(table, id, Status::Ready(Some(without)), "reached its objective");
    }
    if let Some(Indirect::UpTo(friend)) = plan.indirect {
        trample(table, id, friend);
    }
    table.emit(Event::Marked {
        unit: id,
        mark: TurnMark::Activated,
    });
}

/// A Colossal unit that ends its way up to a friend touching it damages it. Rule `BG4-COLOS-04`.
fn trample(table: &mut BattleTable<'_>, id: UnitId, friend: UnitId) {
    let state = table.state();
    let (Some(own), Some(other)) = (state.unit(id), state.unit(friend)) else {
        return;
    };
    let heavy = state.kind(own).is(Keyword::Colossal) && !state.kind(other).is(Keyword::Colossal);
    let touching = match (state.card(own), state.card(other)) {
        (Some(own), Some(other)) => touches(&own, &other, TOL),
        _ => false,
    };
    if !heavy || !touching {
        return;
    }
    crate::combat::suffer(table, friend, 1, Some(id));
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
    movement::report_move(table, seat, unit, pose)
}

/// The units that may be activated now, one by one, and together.
pub(crate) fn offers(state: &State, seat: Seat, out: &mut Vec<Offer<Command>>) {
    if state.active != Some(seat) {
        return;
    }
    let own: Vec<&Unit> = state.own(seat).filter(|unit| !unit.turn.activated).collect();
    let rushing = rusher(state, seat).is_some();
    let field = Field::of(state);
    let mut able: Vec<UnitId> = Vec::new();
    for unit in own {
        // Only where a rush is still to come does a unit's own move matter.
        let may = match deed(state, &field, unit) {
            Deed::Follows | Deed::Controlled if rushing => check(state, seat, &[unit.id]).is_ok(),
            Deed::Nothing
            | Deed::Disrupted
            | Deed::Routs
            | Deed::Rallies
            | Deed::Rushes
            | Deed::Controlled
            | Deed::Follows => true,
        };
        if may {
            able.push(unit.id);
            out.push(offer(
                seat,
                "movement_command",
                format!("activate {}", unit.id),
                Some(unit.id),
                "BG4-TURN-03",
                Command::Activate { units: vec![unit.id] },
            ));
        }
    }
    let pair = able.windows(2).find(|pair| check(state, seat, pair).is_ok());
    if let Some(pair) = pair {
        out.push(form(
            seat,
            "movement_command",
            "activate several units together",
            None,
            "BG4-TURN-06",
            &json!({ "units": able }),
            vec![Command::Activate { units: pair.to_vec() }],
        ));
    }
}

#[cfg(test)]
#[path = "activation_tests.rs"]
mod tests;
