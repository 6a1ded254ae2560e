//! Choices of the owner of a unit that may Final Rush: the enemy, the side, the place (pp. 61-73).

use battleground_geometry::Side;

use crate::field::Field;
use crate::model::agenda::{Answer, Frame, Need, Step, Topic};
use crate::model::names::{UnitId, side_name};
use crate::model::rule::Rule;
use crate::model::state::{RushKind, State};
use crate::procedures::rush::asked::{answered, declining};
use crate::procedures::rush::chosen::{Chosen, Decided, decided, hand_of};
use crate::procedures::rush::glimpses::facings_seen;
use crate::procedures::rush::group::rushers_of;
use crate::procedures::rush::ladder::Target;
use crate::procedures::rush::objectives;
use crate::procedures::rush::placement::{Spot, Ways};
use crate::procedures::rush::preferred::preferred_now;
use crate::procedures::rush::side_by_side::side_by_side;
use crate::procedures::rush::targets::targets;

/// The units of the frame that rush together with this one, itself first. Rules `BG4-RUSH-20`, `BG4-RUSH-21` (p. 69).
pub(crate) fn group(state: &State, frame: &Frame, unit: UnitId) -> Vec<UnitId> {
    let mut group = vec![unit];
    if let Step::Activate { units } = &frame.step {
        let rushing = rushers_of(state, units);
        group.extend(rushing.into_iter().filter(|other| *other != unit));
    }
    group
}

/// What an owner chooses for a unit: the enemy, with what the unit touches it, the places that are then equal. Nothing if
/// it declines. Rules `BG4-RUSH-09`, `BG4-RUSH-22`, `BG4-RUSH-24`, `BG4-RUSH-27`, `BG4-CMD-07` (pp. 36, 46, 61, 62-68, 69-72).
pub(crate) fn choose(field: &Field<'_>, id: UnitId, frame: &Frame) -> Result<Option<Chosen>, Need> {
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
pub(crate) fn pick(
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
pub(crate) fn side_of(
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

/// The places of those that rush now: of several that cannot all have their best place one that suits all, or, where
/// there is none, the first alone, or the unit itself. Rules `BG4-RUSH-13`, `BG4-RUSH-20`, `BG4-RUSH-21` (pp. 68, 69).
pub(crate) fn settle(
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
pub(crate) fn place_option(kind: RushKind, spot: &Spot) -> (Answer, String) {
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
