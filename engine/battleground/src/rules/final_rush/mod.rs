//! Final Rush (pp. 58-73).
//!
//! `snapshot` notes the start of the turn, `eligibility` says which enemies may be rushed and why not, `objectives` which of
//! them an objective leaves, `preferred` which of them goes before the others, `sides` judges the sides of an enemy one by one,
//! `placement` where the rusher comes to lie, `together` how several share the room and `side_by_side` what their owner is asked
//! then, `group` who rushes together. Here an owner's choices are collected and the rush happens.

pub(crate) mod eligibility;
mod group;
mod objectives;
mod placement;
mod preferred;
mod reach;
mod side_by_side;
pub(crate) mod sides;
mod snapshot;
mod targets;
#[cfg(test)]
mod tests;
mod together;

use battleground_geometry::{Hand, Inches, Side};
use group::beside;
use placement::{Spot, Ways};
use preferred::{preferred, preferred_now};
use side_by_side::side_by_side;

use crate::editions::profile::RushSeen;
use crate::field::Field;
use crate::model::agenda::{
    Answer, Answered, BattleTable, Frame, Need, Options, Question, Step, Taken, Topic,
};
use crate::model::event::{EngagementEvent, Event, MoveKind, Movement, MovementEvent, TurnMark};
use crate::model::names::{UnitId, side_name};
use crate::model::rule::Rule;
use crate::model::state::{Cause, Engagement, RushKind, State, Status, Unit};
use crate::rules::engagement;

pub use eligibility::{NoFinalRush, may_rush};
pub(crate) use eligibility::{
    Target, could_rush_now, could_rush_side, glimpses_of, refused_target, seen_of, skirmisher_may_rush,
    would_rush,
};
pub(crate) use group::{check_shared_sides, holds_up_moves, rushers_of};
pub(crate) use preferred::targets_by_order;
pub(crate) use reach::{reached_by_front, rush_mc};
pub(crate) use snapshot::take_snapshot;
pub(crate) use targets::AskedRushes;
use targets::targets;

/// Whether a unit, if it were activated now, would Final Rush, or, under Direct Control, may: compulsory for a unit under
/// its order. False once a normal move was made this turn, and for a unit that is marked to rush no more. Rules
/// `BG4-RUSH-01` to `BG4-RUSH-11`, `BG4-TURN-04` (pp. 33, 50, 61-62, 64, 65, 66).
pub(crate) fn must_rush(state: &State, unit: UnitId) -> bool {
    eligibility::may_have_targets(state, unit) && !targets(&Field::of(state), unit).is_empty()
}

/// A Final Rush with everything chosen but the place.
struct Chosen {
    target: Target,
    own_side: Side,
    kind: RushKind,
    spots: Vec<Spot>,
}

/// A Final Rush with everything chosen.
struct Decided {
    unit: UnitId,
    target: Target,
    own_side: Side,
    kind: RushKind,
    spot: Spot,
}

/// Final Rushes with a unit of the frame's [`Step::Activate`], or with those of it that rush together: emits everything,
/// with the mark of activation, and leaves the frame where it is. A unit that declines is only marked to rush no more.
/// Rules `BG4-RUSH-01` to `BG4-RUSH-27` (pp. 50, 58-59, 61-68, 69-73, 103-104).
///
/// # Errors
/// [`Need::Ask`] where the owner has a choice.
pub(crate) fn rush(table: &mut BattleTable<'_>, frame: &Frame, unit: UnitId) -> Result<Taken, Need> {
    let state = table.state();
    let group = group(state, frame, unit);
    let field = Field::of(state);
    let mut chosen: Vec<(UnitId, Option<Chosen>)> = Vec::with_capacity(group.len());
    for id in &group {
        // RULING: BG4-TURN-06, each is judged with the others of the group off the table.
        let choice = if group.len() < 2 {
            choose(&field, *id, frame)?
        } else {
            choose(&beside(&field, *id, &group), *id, frame)?
        };
        chosen.push((*id, choice));
    }
    let mut decided = settle(&field, unit, chosen, frame)?;
    let marks = facing_marks(state, frame, &group);
    let declined = decline_marks(state, frame, &group);
    for mark in marks.into_iter().chain(declined) {
        table.emit(mark);
    }
    if decided.is_empty() {
        // One that finds no place together with others, and could not rush alone, has given up its rush too.
        let state = table.state();
        if rushers_of(state, &group).contains(&unit) {
            table.emit(Event::Movement(MovementEvent::Marked {
                unit,
                mark: TurnMark::NoRush,
            }));
        }
        return Ok(Taken::Went);
    }
    decided.sort_by_key(|rush| rush.unit);
    for rush in &decided {
        crate::rules::order_writing::reach_point(table, rush.unit);
    }
    arrive(table, &decided);
    for rush in decided {
        happen(table, &rush);
    }
    Ok(Taken::Went)
}

/// The units of the frame that rush together with this one, itself first. Rules `BG4-RUSH-20`, `BG4-RUSH-21` (p. 69).
fn group(state: &State, frame: &Frame, unit: UnitId) -> Vec<UnitId> {
    let mut group = vec![unit];
    if let Step::Activate { units } = &frame.step {
        let rushing = rushers_of(state, units);
        group.extend(rushing.into_iter().filter(|other| *other != unit));
    }
    group
}

/// What an owner chooses for a unit: the enemy, with what the unit touches it, the places that are then equal. Nothing if
/// it declines. Rules `BG4-RUSH-09`, `BG4-RUSH-22`, `BG4-RUSH-24`, `BG4-RUSH-27`, `BG4-CMD-07` (pp. 36, 46, 61, 62-68, 69-72).
fn choose(field: &Field<'_>, id: UnitId, frame: &Frame) -> Result<Option<Chosen>, Need> {
    let state = field.state();
    let controlled = state.unit(id).is_some_and(|unit| unit.turn.controlled);
    let mut left = targets(field, id);
    while !left.is_empty() {
        let Some(enemy) = pick(field, id, controlled, &left, frame)? else {
            return Ok(None);
        };
        if !objectives::stands_in_the_way(field, id, enemy, frame)?
            || !objectives::leads_past(field, id, enemy, frame)?
        {
            left.retain(|other| other.enemy != enemy);
            continue;
        }
        let Some(target) = side_of(state, id, enemy, &left, frame)? else {
            left.retain(|other| other.enemy != enemy);
            continue;
        };
        let answer = match &target.ways {
            Ways::Front(spots) => {
                let spots = spots.clone();
                return Ok(Some(Chosen {
                    target,
                    own_side: Side::Front,
                    kind: RushKind::Front,
                    spots,
                }));
            }
            Ways::Flank(sides) => {
                let options = sides
                    .iter()
                    .map(|(side, _)| {
                        let words = format!("Final Rush {enemy} with the {}", side_name(*side));
                        (Answer::Side(*side), words)
                    })
                    .chain([declining(enemy)]);
                let options = options.collect();
                answered(frame, id, Topic::FlankRush, Some(enemy), options, Rule::Rush22)?
            }
            Ways::Corner(ends) => {
                let options = ends
                    .iter()
                    .map(|(end, _)| {
                        let words = format!(
                            "Final Rush the {} corner of {enemy}",
                            crate::model::words::hand(*end)
                        );
                        (Answer::Hand(*end), words)
                    })
                    .chain([declining(enemy)]);
                let options = options.collect();
                answered(frame, id, Topic::Corner, Some(enemy), options, Rule::Rush24)?
            }
        };
        let found = match (&target.ways, &answer) {
            (Ways::Flank(sides), Answer::Side(side)) => sides
                .iter()
                .find(|(one, _)| one == side)
                .map(|(side, spots)| (*side, RushKind::Flank, spots.clone())),
            (Ways::Corner(ends), Answer::Hand(end)) => ends
                .iter()
                .find(|(one, _)| one == end)
                .map(|(_, spots)| (Side::Front, RushKind::Corner, spots.clone())),
            _ => None,
        };
        match found {
            Some((own_side, kind, spots)) => {
                return Ok(Some(Chosen {
                    target,
                    own_side,
                    kind,
                    spots,
                }));
            }
            None => left.retain(|other| other.enemy != enemy),
        }
    }
    Ok(None)
}

/// Which enemy is rushed: the one Most Directly Ahead; under Direct Control any, or none. Rules `BG4-RUSH-09`,
/// `BG4-CMD-07` (pp. 36, 46, 61, 66).
fn pick(
    field: &Field<'_>,
    id: UnitId,
    controlled: bool,
    left: &[Target],
    frame: &Frame,
) -> Result<Option<UnitId>, Need> {
    let mut enemies: Vec<UnitId> = if controlled {
        left.iter().map(|target| target.enemy).collect()
    } else {
        let sides: Vec<(UnitId, Side)> = left.iter().map(|target| (target.enemy, target.side)).collect();
        preferred_now(field, id, &sides, frame)?
    };
    enemies.sort_unstable();
    enemies.dedup();
    if let ([only], false) = (enemies.as_slice(), controlled) {
        return Ok(Some(*only));
    }
    let mut options: Vec<(Answer, String)> = enemies
        .iter()
        .map(|enemy| (Answer::Unit(*enemy), format!("Final Rush {enemy}")))
        .collect();
    let rule = if controlled {
        options.push((Answer::Decline, "no Final Rush".to_owned()));
        Rule::Cmd07
    } else {
        Rule::Rush09
    };
    match answered(frame, id, Topic::RushTarget, None, options, rule)? {
        Answer::Unit(enemy) => Ok(Some(enemy)),
        _ => Ok(None),
    }
}

/// The one of an enemy's sides that is rushed, where more than one was permitted: the owner's choice. Nothing if
/// they choose a Facing Side that cannot be rushed. Rules `BG4-GEO-11`, `BG4-PATH-02` (pp. 8, 47).
fn side_of(
    state: &State,
    id: UnitId,
    enemy: UnitId,
    left: &[Target],
    frame: &Frame,
) -> Result<Option<Target>, Need> {
    let mut of_enemy: Vec<&Target> = left.iter().filter(|target| target.enemy == enemy).collect();
    let facings = state
        .unit(id)
        .map_or_else(Vec::new, |unit| facings_seen(state, unit, enemy));
    if facings.len() > 1 {
        let options = facings
            .iter()
            .map(|side| {
                let words = format!("the {} of {enemy} is its Facing Side", side_name(*side));
                (Answer::Side(*side), words)
            })
            .collect();
        let answer = answered(frame, id, Topic::FacingSide, Some(enemy), options, Rule::Geo11)?;
        of_enemy.retain(|target| target.facing.map(Answer::Side).as_ref() == Some(&answer));
    }
    if of_enemy.len() > 1 {
        let options = of_enemy
            .iter()
            .map(|target| {
                let words = format!("the {} of {enemy}", side_name(target.side));
                (Answer::Side(target.side), words)
            })
            .collect();
        let answer = answered(frame, id, Topic::OpenSide, Some(enemy), options, Rule::Path02)?;
        of_enemy.retain(|target| Answer::Side(target.side) == answer);
    }
    Ok(of_enemy.first().map(|target| (*target).clone()))
}

/// The Facing Sides of an enemy between which a unit's owner chooses, as the turn began: two on a diagonal, else at most one.
/// Rule `BG4-GEO-11` (p. 8).
fn facings_seen(state: &State, unit: &Unit, enemy: UnitId) -> Vec<Side> {
    if state.profile().rush_seen != RushSeen::AtStartOfTurn {
        return Vec::new();
    }
    let mut facings: Vec<Side> = eligibility::glimpses_of(state, unit)
        .filter(|glimpse| glimpse.enemy == enemy)
        .filter_map(|glimpse| glimpse.facing)
        .collect();
    facings.dedup();
    facings
}

/// The places of those that rush now: of several that cannot all have their best place one that suits all, or, where
/// there is none, the first alone, or the unit itself. Rules `BG4-RUSH-13`, `BG4-RUSH-20`, `BG4-RUSH-21` (pp. 68, 69).
fn settle(
    field: &Field<'_>,
    unit: UnitId,
    chosen: Vec<(UnitId, Option<Chosen>)>,
    frame: &Frame,
) -> Result<Vec<Decided>, Need> {
    let rushing: Vec<(UnitId, Chosen)> = chosen
        .into_iter()
        .filter_map(|(id, choice)| choice.map(|choice| (id, choice)))
        .collect();
    let first = rushing.first().map_or(unit, |(id, _)| *id);
    let side_by_side = side_by_side(field, rushing, frame)?;
    if !side_by_side.is_empty() {
        return Ok(side_by_side);
    }
    // Alone it must make do with the others where they stand.
    let id = first;
    let Some(choice) = choose(field, id, frame)? else {
        return Ok(Vec::new());
    };
    let spot = match choice.spots.as_slice() {
        [] => return Ok(Vec::new()),
        [only] => *only,
        several => {
            let options: Vec<(Answer, String)> = several
                .iter()
                .map(|spot| place_option(choice.kind, spot))
                .collect();
            let about = Some(choice.target.enemy);
            let rule = Rule::Rush13;
            let answer = answered(frame, id, Topic::PlacementSide, about, options.clone(), rule)?;
            let place = options.iter().position(|(option, _)| *option == answer);
            several[place.unwrap_or(0)]
        }
    };
    Ok(vec![decided(id, choice, spot)])
}

/// How one of several equal places is named. Two places at one corner lie on the same side of the middle, so they are
/// told by where the card lies. Rules `BG4-RUSH-13`, `BG4-RUSH-25` (pp. 68, 72-73).
fn place_option(kind: RushKind, spot: &Spot) -> (Answer, String) {
    match kind {
        RushKind::Front | RushKind::Flank => {
            let hand = hand_of(spot);
            (
                Answer::Hand(hand),
                format!("further to the {}", crate::model::words::hand(hand)),
            )
        }
        RushKind::Corner => {
            let words = crate::model::words::pose(spot.pose);
            (Answer::Pose(spot.pose), format!("at {words}"))
        }
    }
}

fn decided(unit: UnitId, choice: Chosen, spot: Spot) -> Decided {
    Decided {
        unit,
        target: choice.target,
        own_side: choice.own_side,
        kind: choice.kind,
        spot,
    }
}

/// To which side of the aimed point a place lies, as the rusher looks.
fn hand_of(spot: &Spot) -> Hand {
    if spot.slide < Inches::ZERO {
        Hand::Left
    } else {
        Hand::Right
    }
}

/// The Facing Sides chosen for these units, which hold for the rest of the turn. Rule `BG4-GEO-11` (p. 8).
fn facing_marks(state: &State, frame: &Frame, group: &[UnitId]) -> Vec<Event> {
    let fresh = |unit: UnitId, enemy: UnitId| {
        state
            .unit(unit)
            .is_some_and(|unit| !unit.turn.diagonals.iter().any(|(known, _)| *known == enemy))
    };
    frame
        .answers
        .iter()
        .filter(|given| given.topic == Topic::FacingSide)
        .filter_map(|given| match (given.unit, given.about, &given.answer) {
            (Some(unit), Some(enemy), Answer::Side(side)) if group.contains(&unit) && fresh(unit, enemy) => {
                Some(Event::Movement(MovementEvent::Marked {
                    unit,
                    mark: TurnMark::FacingSide(enemy, *side),
                }))
            }
            _ => None,
        })
        .collect()
}

/// What owners declined, for the rest of the turn: rushes with a flank or at a corner, and paths that lead past an enemy. In the
/// edition in which rushes are judged as they are made another rush, or the same enemy's front once it is open, must still be made.
/// Rules `BG3-PATH-07` (p. 13), `BG3-RUSH-12` (pp. 6, 14).
fn decline_marks(state: &State, frame: &Frame, group: &[UnitId]) -> Vec<Event> {
    if state.profile().rush_seen != RushSeen::WhenMade {
        return Vec::new();
    }
    let mark = |given: &Answered| {
        let (unit, enemy) = (state.unit(given.unit?)?, given.about?);
        let (mark, known) = match given.topic {
            Topic::AvoidObstacle => (TurnMark::PathNotPast(enemy), &unit.turn.path_not_past),
            Topic::FlankRush | Topic::Corner => (TurnMark::RushDeclined(enemy), &unit.turn.rushes_declined),
            _ => return None,
        };
        let is_new = given.answer == Answer::Decline && group.contains(&unit.id) && !known.contains(&enemy);
        let unit = unit.id;
        is_new.then_some(Event::Movement(MovementEvent::Marked { unit, mark }))
    };
    frame.answers.iter().filter_map(mark).collect()
}

/// Places those that rush, all at the same time. Rules `BG4-RUSH-12`, `BG4-RUSH-20`, `BG4-COLOS-05` (pp. 68, 69, 121).
fn arrive(table: &mut BattleTable<'_>, rushes: &[Decided]) {
    for rush in rushes.iter().filter(|rush| rush.spot.slid) {
        table.emit(Event::Movement(MovementEvent::SlidUnder {
            unit: rush.unit,
            slid: true,
        }));
    }
    // Whoever was slid under an enemy that is gone comes out from there.
    let state = table.state();
    let out: Vec<UnitId> = rushes
        .iter()
        .filter(|rush| !rush.spot.slid && state.unit(rush.unit).is_some_and(|unit| unit.slid))
        .map(|rush| rush.unit)
        .collect();
    let mut moves: Vec<Movement> = rushes
        .iter()
        .map(|rush| Movement {
            unit: rush.unit,
            legs: Vec::new(),
            to: rush.spot.pose,
            distance: rush.target.distance.rounded(),
            allowance: rush.spot.reach.rounded(),
            kind: None,
        })
        .collect();
    let kind = MoveKind::Rush;
    if moves.len() > 1 {
        table.emit(Event::Movement(MovementEvent::UnitsMoved { kind, moves }));
    } else if let Some(one) = moves.pop() {
        table.emit(one.alone(kind));
    }
    for unit in out {
        table.emit(Event::Movement(MovementEvent::SlidUnder { unit, slid: false }));
    }
}

/// Lets a Final Rush happen once the unit is placed: both are engaged, or the Routing enemy is destroyed. Rules
/// `BG4-RUSH-16`, `BG4-RUSH-19`, `BG4-RUSH-23`, `BG4-RUSH-25`, `BG4-ROUT-04`, `BG4-COLOS-03` (pp. 23-24, 58-59, 71, 72-73, 75,
/// 121).
fn happen(table: &mut BattleTable<'_>, rush: &Decided) {
    let Decided {
        unit, target, spot, ..
    } = rush;
    let (unit, enemy) = (*unit, target.enemy);
    if table.state().map().is_some_and(|map| !map.pieces.is_empty()) {
        table.emit(Event::Movement(MovementEvent::Marked {
            unit,
            mark: TurnMark::Terrain(spot.steps.clamp(-100, 100) as i8),
        }));
    }
    let status = table.state().unit(enemy).map(|enemy| (enemy.status, enemy.pose));
    match status {
        // RULING: BG4-ROUT-04, the rusher stays where it is placed and is not engaged.
        Some((Status::Routing, pose)) => {
            table.emit(Event::Engagement(EngagementEvent::RoutingRushed {
                unit,
                target: enemy,
            }));
            if pose.is_some() {
                crate::rules::damage::destroy(table, enemy, Cause::Rushed, Some(unit));
            }
        }
        Some((Status::Ready(_) | Status::Disrupted, _)) => {
            let state = table.state();
            let engagement = Engagement {
                rusher: unit,
                rusher_side: rush.own_side,
                rushed: enemy,
                rushed_side: target.side,
                kind: rush.kind,
                point: target.place,
                turn: state.turn,
                taken_over: false,
            };
            table.emit(Event::Engagement(EngagementEvent::FinalRushed {
                engagement,
                contact: spot.contact.rounded(),
            }));
            if let Some(cause) = engagement::pinched_by(table.state(), unit, enemy) {
                table.emit(cause);
            }
        }
        None => {}
    }
    crate::rules::order_writing::reach_point(table, unit);
    table.emit(Event::Movement(MovementEvent::Marked {
        unit,
        mark: TurnMark::Activated,
    }));
}

/// The answer to a question of this frame, or the question. Only an answer that is among the options counts, and of
/// several the last.
fn answered(
    frame: &Frame,
    unit: UnitId,
    topic: Topic,
    about: Option<UnitId>,
    options: Vec<(Answer, String)>,
    rule: Rule,
) -> Result<Answer, Need> {
    let given = frame
        .answers
        .iter()
        .rev()
        .filter(|given| given.topic == topic && given.unit == Some(unit) && given.about == about)
        .find_map(|given| {
            let mut numbered = options.iter().zip(0..);
            numbered.find(|((option, _), number)| given.answer.means(option, *number))
        });
    match given {
        Some(((option, _), _)) => Ok(option.clone()),
        None => Err(Question {
            seat: unit.seat(),
            topic,
            unit: Some(unit),
            about,
            options: Options::OneOf(options),
            rule: rule.into(),
        }
        .into()),
    }
}

fn declining(enemy: UnitId) -> (Answer, String) {
    (Answer::Decline, format!("no Final Rush of {enemy}"))
}
