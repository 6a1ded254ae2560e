//! Rallying and reorganizing a unit: when it may be, and what it changes (pp. 36-37, 129).

use battleground_geometry::{Card, Degrees, Obstacles, reform, reform_is_free};

use crate::field::{Field, TOL, is_free};
use crate::model::agenda::{Answer, Asking, BattleTable, Options, Topic};
use crate::model::effect::{Effect, Target};
use crate::model::event::{Event, MoveKind, MovementEvent, TurnMark};
use crate::model::names::UnitId;
use crate::model::orders::{Order, Orders, WrittenOrder};
use crate::model::rule::Rule;
use crate::model::state::{State, Status, Unit};
use crate::verbs::command_refusal::CommandActionRefusal;
use crate::verbs::orders::check_order;

/// Whether a unit may turn on the spot to a heading: any direction, also about, without overlapping anything on the way; in the
/// earlier edition only where it then lies. Rules `BG4-CMD-10`, `BG4-MAN-07`, `BG3-CMD-11` (p. 10).
// RULING: BG4-CMD-10, the Reform of a Rally is free of MC and may be by 180 degrees.
pub(crate) fn may_face(field: &Field<'_>, unit: &Unit, heading: Degrees) -> bool {
    let Some(card) = field.card(unit.id) else {
        return false;
    };
    let turned = card.pose().heading.turn_to(heading).value().abs();
    let about = (turned - 180.0).abs() < 0.005;
    if about || unit.airborne {
        return true;
    }
    if !field.profile().rally_needs_room_to_turn {
        // A turn that leaves its footprint as it is makes no new overlap.
        let turned_card = card.at(reform(card.pose(), heading));
        return turned < 0.005 || is_free(field, unit, &turned_card, &[]);
    }
    let obstacles = field.obstacles(unit, &[]);
    let obstacles = Obstacles::new(obstacles.iter().map(|obstacle| obstacle.object));
    reform_is_free(card, heading, &obstacles, TOL)
}

/// Whether a flyer could land where it is. Rule `BG4-FLY-11` (p. 125).
pub(crate) fn may_land(field: &Field<'_>, unit: &Unit, heading: Degrees) -> bool {
    let grounded = Unit {
        airborne: false,
        ..unit.clone()
    };
    let Some(pose) = unit.pose else {
        return false;
    };
    let card: Card = Card::new(reform(pose, heading), field.state().size(unit));
    is_free(field, &grounded, &card, &[])
}

/// Whether a unit stays in the air when it Rallies, and its owner has no say in it. Rule `BG3-KEY-16` (p. 29).
pub(crate) fn stays_in_the_air(state: &State, unit: &Unit) -> bool {
    state.profile().flier_rallies_in_the_air && unit.airborne
}

/// Refuses a Rally that the rules do not allow. Rules `BG4-CMD-10` (pp. 36-37), `BG4-FLY-11` (p. 125), `BG4-MAN-07` (p. 44).
pub(crate) fn check_rally(
    state: &State,
    unit: &Unit,
    heading: Degrees,
    airborne: bool,
) -> Result<(), CommandActionRefusal> {
    let heading = heading.heading().rounded(); // As it is stored.
    if unit.status != Status::Routing {
        return Err(CommandActionRefusal::NotRouting(unit.id));
    }
    if unit.turn.activated {
        return Err(CommandActionRefusal::RoutMoveMade(unit.id));
    }
    check_facing(state, unit, heading, airborne)
}

/// Refuses an answer to the question which way a unit looks that rallies. Where Skirmishers rally by themselves at the end of a
/// phase, one may have made its rout move before. Rules `BG3-KEY-35`, `BG3-KEY-37` (p. 31), `BG4-SKIRM-10` (p. 130).
pub(crate) fn check_asked(state: &State, unit: &Unit, heading: Degrees) -> Result<(), CommandActionRefusal> {
    let stays = stays_in_the_air(state, unit);
    if state.profile().skirmishers_rally_by_phase && unit.status == Status::Routing {
        return check_facing(state, unit, heading.heading().rounded(), stays);
    }
    check_rally(state, unit, heading, stays)
}

/// Whether a unit that rallies may look there, on the ground or in the air. Rules `BG4-CMD-10` (pp. 36-37), `BG4-FLY-11` (p. 125),
/// `BG3-KEY-16` (p. 29).
fn check_facing(
    state: &State,
    unit: &Unit,
    heading: Degrees,
    airborne: bool,
) -> Result<(), CommandActionRefusal> {
    if stays_in_the_air(state, unit) {
        if airborne {
            return Ok(()); // In any facing. Rules BG3-CMD-11 (p. 10), BG3-KEY-16 (p. 29).
        }
        return Err(CommandActionRefusal::RalliesInTheAir(unit.id));
    }
    if airborne {
        return check_stays_in_the_air(unit, heading);
    }
    let field = Field::of(state);
    if unit.airborne && !may_land(&field, unit, heading) {
        return Err(CommandActionRefusal::NoRoomToLand(unit.id));
    }
    if !may_face(&field, unit, heading) {
        return Err(if state.profile().rally_needs_room_to_turn {
            CommandActionRefusal::NoRoomToTurn(unit.id)
        } else {
            CommandActionRefusal::NoRoomToFace(unit.id)
        });
    }
    Ok(())
}

/// A flyer that Rallies in the air keeps its heading. Rule `BG4-FLY-11` (p. 125).
fn check_stays_in_the_air(unit: &Unit, heading: Degrees) -> Result<(), CommandActionRefusal> {
    if !unit.airborne {
        return Err(CommandActionRefusal::NotInTheAir(unit.id));
    }
    if unit.pose.is_some_and(|pose| pose.heading != heading) {
        return Err(CommandActionRefusal::TurnedInTheAir(unit.id));
    }
    Ok(())
}

/// A Routing unit becomes Ready on Hold, looking anywhere. Rules `BG4-CMD-10`, `BG4-FLY-11`, `BG3-CMD-11` (p. 10), `BG3-KEY-16`
/// (p. 29).
pub(crate) fn rally_unit(table: &mut BattleTable<'_>, id: UnitId, heading: Degrees, airborne: bool) {
    let Some(unit) = table.state().unit(id) else {
        return;
    };
    let (flying, turned) = (
        unit.airborne,
        unit.pose.is_some_and(|pose| pose.heading != heading.heading()),
    );
    let turns = turned && (!airborne || stays_in_the_air(table.state(), unit));
    table.emit(Event::Movement(MovementEvent::StatusChanged {
        unit: id,
        status: Status::Ready(Some(Orders::plain(Order::Hold))),
        why: "Rallied".to_owned(),
    }));
    if turns {
        table.emit(Event::Movement(MovementEvent::UnitTurned {
            from: Vec::new(),
            unit: id,
            kind: MoveKind::Rally,
            heading: heading.heading().rounded(),
        }));
    }
    // It lands as it will lie.
    if flying && !airborne {
        table.emit(Event::Movement(MovementEvent::FlightChanged {
            unit: id,
            airborne: false,
        }));
    }
    for mark in [TurnMark::Rallied, TurnMark::Activated] {
        table.emit(Event::Movement(MovementEvent::Marked { unit: id, mark }));
    }
}

/// Refuses to Reorganize what is not Disrupted and unengaged, or to an order that it may not have. Rule `BG4-CMD-12`
/// (p. 37).
pub(crate) fn check_reorganize(
    state: &State,
    unit: &Unit,
    order: &WrittenOrder,
) -> Result<(), CommandActionRefusal> {
    if unit.status != Status::Disrupted {
        return Err(CommandActionRefusal::NotDisrupted(unit.id));
    }
    if state.is_engaged(unit.id) {
        return Err(CommandActionRefusal::ReorganizedEngaged(unit.id));
    }
    Ok(check_order(state, unit, order)?)
}

/// Headings that are offered for a Rally: eight directions, as far as they are free.
pub(crate) fn headings(state: &State, unit: &Unit) -> Vec<Degrees> {
    let field = Field::of(state);
    (0..8)
        .filter_map(|eighth| Degrees::new(f64::from(eighth) * 45.0).ok())
        .chain(unit.pose.map(|pose| pose.heading))
        .filter(|heading| {
            let lies = || !unit.airborne || stays_in_the_air(state, unit) || may_land(&field, unit, *heading);
            may_face(&field, unit, *heading) && lies()
        })
        .collect()
}

/// Which way a unit looks that Rallies by a card or by itself; a flyer that may land and cannot or will not declines.
pub(crate) fn heading_question(state: &State, unit: &Unit) -> Asking {
    let stays = stays_in_the_air(state, unit);
    let mut samples: Vec<Answer> = headings(state, unit)
        .into_iter()
        .filter(|heading| check_asked(state, unit, *heading).is_ok())
        .map(Answer::Heading)
        .collect();
    let options = if unit.airborne && !stays {
        samples.push(Answer::Decline);
        let words = |answer: &Answer| match answer {
            Answer::Heading(heading) => format!("land looking {heading}"),
            _ => "stay in the air".to_owned(),
        };
        Options::OneOf(
            samples
                .iter()
                .map(|answer| (answer.clone(), words(answer)))
                .collect(),
        )
    } else {
        Options::Heading { samples }
    };
    Asking {
        seat: unit.id.seat(),
        topic: Topic::RallyHeading,
        unit: Some(unit.id),
        about: None,
        options,
        rule: Rule::Cmd10.into(),
    }
}

/// Change of status that effects cannot make on a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InVain {
    /// Rally it.
    Rally,
    /// Reorganize it.
    Reorganize,
}

/// Whether effects do nothing but Rally or Reorganize a unit and can do neither: it is not Routing or has made its rout movement, it
/// is not Disrupted or is engaged. Rules `BG4-CMD-10`, `BG4-CMD-12` (pp. 36-37), `BG3-CMD-11` (p. 10).
pub(crate) fn in_vain(state: &State, unit: &Unit, effects: &[Effect]) -> Option<InVain> {
    let rallies = |effect: &Effect| matches!(effect, Effect::Rally { on: Target::Chosen });
    let reorganizes = |effect: &Effect| matches!(effect, Effect::Reorganize);
    if !effects
        .iter()
        .all(|effect| rallies(effect) || reorganizes(effect))
    {
        return None;
    }
    let can_rally = unit.status == Status::Routing && !unit.turn.activated;
    let can_be_reorganized = unit.status == Status::Disrupted && !state.is_engaged(unit.id);
    let works = |effect: &Effect| {
        if rallies(effect) {
            can_rally
        } else {
            can_be_reorganized
        }
    };
    if effects.iter().any(works) {
        return None;
    }
    let first = effects.first()?;
    Some(if rallies(first) {
        InVain::Rally
    } else {
        InVain::Reorganize
    })
}
