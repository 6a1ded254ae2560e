//! Choices of the owner of several units that rush at once: who does it with a flank, and how they share the
//! room (p. 69).

use battleground_geometry::Side;

use super::placement::Spot;
use super::together::{self, Member};
use crate::field::Field;
use crate::model::agenda::{Answer, Frame, Need, Placed, Topic};
use crate::model::names::{UnitId, side_name};
use crate::model::rule::Rule;
use crate::model::state::RushKind;
use crate::procedures::rush::asked::{answered, declining};
use crate::procedures::rush::chosen::{Chosen, Decided, decided, hand_of};

/// Of more units than these none is asked to rush with a flank for the sake of the others: there are too many ways to lie.
const MOST_TO_TURN: usize = 3;

/// Those that rush at once, each with its front or a flank, in places that suit all; nobody if there are no such places, or
/// if there are not several. Whoever rushes a corner waits for them. Rules `BG4-RUSH-20`, `BG4-RUSH-21`, `BG4-RUSH-22` (pp.
/// 69-71).
pub(crate) fn side_by_side(
    field: &Field<'_>,
    rushing: Vec<(UnitId, Chosen)>,
    frame: &Frame,
) -> Result<Vec<Decided>, Need> {
    let together: Vec<(UnitId, Chosen)> = rushing
        .into_iter()
        .filter(|(_, choice)| choice.kind != RushKind::Corner)
        .collect();
    if together.len() < 2 {
        return Ok(Vec::new());
    }
    let members: Vec<Member<'_>> = together
        .iter()
        .map(|(id, choice)| Member {
            unit: *id,
            target: &choice.target,
            own_side: choice.own_side,
            slid: choice.spots.iter().any(|spot| spot.slid),
            spots: &choice.spots,
        })
        .collect();
    let mut sides: Vec<Side> = members.iter().map(|member| member.own_side).collect();
    let mut found = share(field, &members, frame)?;
    if found.is_none()
        && let Some((turned, side)) = turns(field, &members, frame)?
    {
        found = share(field, &with_flank(&members, turned, side), frame)?;
        sides[turned] = side;
    }
    let Some(spots) = found else {
        return Ok(Vec::new());
    };
    let placed = together.into_iter().zip(sides).zip(spots);
    Ok(placed
        .map(|(((id, choice), own_side), spot)| {
            let kind = if own_side.is_flank() {
                RushKind::Flank
            } else {
                choice.kind
            };
            let choice = Chosen {
                own_side,
                kind,
                ..choice
            };
            decided(id, choice, spot)
        })
        .collect())
}

/// Who of those that find no room with their fronts rushes with a flank so that all find it, and with which: one that cannot
/// be placed beside the others may, if its owner wants. RULING: BG4-RUSH-22, one of them, and of no more than three. Rules
/// `BG4-RUSH-21`, `BG4-RUSH-22` (pp. 69-71).
fn turns(field: &Field<'_>, group: &[Member<'_>], frame: &Frame) -> Result<Option<(usize, Side)>, Need> {
    if group.len() > MOST_TO_TURN {
        return Ok(None);
    }
    for (place, member) in group.iter().enumerate() {
        if member.own_side.is_flank() {
            continue;
        }
        let enemy = member.target.enemy;
        let mut options: Vec<(Answer, String)> = [Side::Left, Side::Right]
            .into_iter()
            .filter(|side| !together::share(field, &with_flank(group, place, *side)).is_empty())
            .map(|side| {
                let words = format!(
                    "Final Rush {enemy} with the {}, beside the others",
                    side_name(side)
                );
                (Answer::Side(side), words)
            })
            .collect();
        if options.is_empty() {
            continue;
        }
        options.push(declining(enemy));
        let about = Some(enemy);
        let answer = answered(frame, member.unit, Topic::FlankRush, about, options, Rule::Rush22)?;
        if let Answer::Side(side) = answer {
            return Ok(Some((place, side)));
        }
    }
    Ok(None)
}

/// The same group with a flank of one of it against the enemy.
fn with_flank<'t>(group: &[Member<'t>], place: usize, side: Side) -> Vec<Member<'t>> {
    let mut group = group.to_vec();
    group[place] = Member {
        own_side: side,
        slid: false,
        spots: &[],
        ..group[place]
    };
    group
}

/// The places of several that rush at once, the owner's choice where two ways of sharing are equal.
fn share(field: &Field<'_>, group: &[Member<'_>], frame: &Frame) -> Result<Option<Vec<Spot>>, Need> {
    let mut ways = together::share(field, group);
    if ways.len() > 1 {
        let options = ways
            .iter()
            .take(9)
            .map(|spots| {
                let words: Vec<String> = group
                    .iter()
                    .zip(spots)
                    .map(|(member, spot)| {
                        let hand = crate::model::words::hand(hand_of(spot));
                        format!("{} {} to the {hand}", member.unit, spot.slide.abs().rounded())
                    })
                    .collect();
                (places(group, spots), words.join(", "))
            })
            .collect();
        let about = Some(group[0].target.enemy);
        let answer = answered(
            frame,
            group[0].unit,
            Topic::PlacementSide,
            about,
            options,
            Rule::Rush20,
        )?;
        ways.retain(|spots| places(group, spots) == answer);
    }
    Ok(ways.into_iter().next())
}

/// A way of sharing as it is answered.
fn places(group: &[Member<'_>], spots: &[Spot]) -> Answer {
    let placed = group.iter().zip(spots).map(|(member, spot)| Placed {
        unit: member.unit,
        pose: spot.pose,
    });
    Answer::Places(placed.collect())
}
