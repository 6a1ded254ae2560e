//! Several Final Rushes at once: how the room is shared (p. 69).

pub(crate) mod search;

use battleground_geometry::{
    Approach, Card, Footprint, Inches, Object, Placement, Side, Tolerance, overlap_depth,
};

use super::placement::{Spot, slid_spot, spot};
use super::reach::{rush_mc, steps};
use crate::field::{Field, TOL, single_card};
use crate::model::names::UnitId;
use crate::procedures::rush::ladder::Target;
use search::shared;

/// What counts as equal when sums of contact are compared.
const EQUAL: f64 = 1e-6;

/// One of those that are to rush at once.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Member<'t> {
    /// Who.
    pub(crate) unit: UnitId,
    /// Whom it rushes, and where.
    pub(crate) target: &'t Target,
    /// With which of its own sides: the front, or a flank. Rule `BG4-RUSH-22` (pp. 69-71).
    pub(crate) own_side: Side,
    /// Whether its front card goes under the enemy. Rule `BG4-COLOS-05` (p. 121).
    pub(crate) slid: bool,
    /// The best places it would have alone; none if alone it would lie otherwise.
    pub(crate) spots: &'t [Spot],
}

/// One unit that rushes together with others.
struct Rusher<'f> {
    approach: Approach<'f>,
    /// Its own size, of which only the rear card needs room if it is slid.
    whole: Footprint,
    /// What needs room of it.
    size: Footprint,
    slid: bool,
    obstacles: Vec<Object<'f>>,
    /// The contact that it needs, and what counts as so much. Rules `BG3-RUSH-15`, `BG3-RUSH-18` (pp. 13-14), `BG4-RUSH-14` (p.
    /// 68).
    least: Inches,
    measures: Tolerance,
    /// Whether those that share a side lie in the order in which they stand.
    in_order: bool,
    /// The enemy and side, and how far the front centre lies along it.
    on: (UnitId, Side, f64),
}

impl Rusher<'_> {
    fn spot(&self, placement: &Placement, objects: &[Object<'_>]) -> Spot {
        if self.slid {
            slid_spot(placement, self.whole, objects)
        } else {
            spot(placement, self.whole, objects)
        }
    }
}

/// The ways in which units that rush at once, each against its own side, may come to lie: none if they do not all fit;
/// several if they are equal and the owner chooses. Places in the order of the group.
///
/// Where they do not fit otherwise, a Colossal unit is content with the room of a single card. Rules `BG4-RUSH-20`,
/// `BG4-RUSH-21`, `BG4-COLOS-05` (pp. 69, 121).
pub(crate) fn share(field: &Field<'_>, group: &[Member<'_>]) -> Vec<Vec<Spot>> {
    let found = share_as(field, group);
    if !found.is_empty() {
        return found;
    }
    let may_slide = |member: &Member<'_>| {
        let size = field.card(member.unit).map(Card::size);
        member.own_side == Side::Front && !member.slid && size.is_some_and(|size| size.cards_deep() > 1)
    };
    let giants: Vec<usize> = (0..group.len())
        .filter(|place| may_slide(&group[*place]))
        .collect();
    let one_by_one = giants.iter().map(|place| vec![*place]);
    let all = (giants.len() > 1).then(|| giants.clone());
    one_by_one
        .chain(all)
        .map(|slid| share_as(field, &with_slid(group, &slid)))
        .find(|found| !found.is_empty())
        .unwrap_or_default()
}

/// The same group with the front cards of these of it under their enemies.
fn with_slid<'t>(group: &[Member<'t>], slid: &[usize]) -> Vec<Member<'t>> {
    let mut group = group.to_vec();
    for place in slid {
        group[*place].slid = true;
        group[*place].spots = &[];
    }
    group
}

/// The ways in which units may lie that rush at once just like that.
///
/// If each can have its own best place, it has. RULING: otherwise the offsets, in steps of 0.01, with the greatest sum of
/// contacts, of these the least sum of slides, of these the most equal contacts and then slides. On one side the unit
/// whose front centre lies further along it takes the half further along. Rules `BG4-RUSH-20`, `BG4-RUSH-21` (p. 69).
fn share_as(field: &Field<'_>, group: &[Member<'_>]) -> Vec<Vec<Spot>> {
    let ids: Vec<UnitId> = group.iter().map(|member| member.unit).collect();
    let alone = field.clone().without(&ids);
    let Some(rushers) = rushers(&alone, field, group) else {
        return Vec::new();
    };
    let found = best_places(group, &rushers);
    if !found.is_empty() {
        return found;
    }
    let refs: Vec<&Rusher<'_>> = rushers.iter().collect();
    for slack in [0.0, TOL.touch.value()] {
        let found: Vec<Vec<Spot>> = shared(&refs, slack)
            .iter()
            .filter_map(|slides| placed(field, group, &rushers, slides))
            .collect();
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

/// Every combination of the best places of each alone in which none overlaps another, but two on one side in the right
/// order.
fn best_places(group: &[Member<'_>], rushers: &[Rusher<'_>]) -> Vec<Vec<Spot>> {
    let touch = TOL.touch.value();
    let mut found: Vec<Vec<(Spot, Card)>> = vec![Vec::new()];
    for (member, rusher) in group.iter().zip(rushers) {
        let mut longer = Vec::new();
        for row in &found {
            for spot in member.spots {
                let card = spot.body(rusher.whole);
                let others = row.iter().map(|(_, other)| Object::Card(other));
                let free = others
                    .chain(rusher.obstacles.iter().copied())
                    .all(|object| is_free(&card, object, touch));
                if free {
                    let mut row = row.clone();
                    row.push((*spot, card));
                    longer.push(row);
                }
            }
        }
        found = longer;
    }
    found
        .into_iter()
        .map(|row| row.into_iter().map(|(spot, _)| spot).collect::<Vec<_>>())
        .filter(|row| {
            let slides: Vec<i32> = row.iter().map(|spot| mils(spot.slide)).collect();
            in_order(&rushers.iter().collect::<Vec<_>>(), &slides)
        })
        .collect()
}

fn rushers<'f>(alone: &'f Field<'_>, field: &'f Field<'_>, group: &[Member<'_>]) -> Option<Vec<Rusher<'f>>> {
    group
        .iter()
        .map(|member| {
            let target = member.target;
            let profile = field.profile();
            let unit = alone.state().unit(member.unit)?;
            let card = alone.body(target.enemy)?;
            let whole = alone.state().size(unit);
            let size = if member.slid { single_card(whole) } else { whole };
            let front = field.card(member.unit)?.front_centre();
            let (left, right) = card.side_ends(target.side);
            let length = left.distance(right).value().max(EQUAL);
            let along = ((right.x - left.x).value() * (front.x - left.x).value()
                + (right.y - left.y).value() * (front.y - left.y).value())
                / length;
            let obstacles = alone.obstacles(unit, &[target.enemy]);
            Some(Rusher {
                approach: Approach::front_to(card, target.side, size)
                    .aimed_at(target.point)
                    .with_side(member.own_side),
                whole,
                size,
                slid: member.slid,
                obstacles: obstacles.iter().map(|obstacle| obstacle.object).collect(),
                least: profile
                    .frontage
                    .least(size.side(member.own_side), card.size().side(target.side)),
                measures: profile.measures,
                in_order: profile.shares_in_order,
                on: (target.enemy, target.side, along),
            })
        })
        .collect()
}

/// Whether those on one side lie in the order of their front centres along it; on a tie, or where their owner says who takes
/// which part, either will do. RULING: BG4-RUSH-21, BG3-RUSH-16 (p. 14).
fn in_order(rushers: &[&Rusher<'_>], slides: &[i32]) -> bool {
    let rows: Vec<_> = rushers.iter().zip(slides).collect();
    rows.iter().enumerate().all(|(place, (one, slide))| {
        rows[..place]
            .iter()
            .all(|(other, there)| are_in_order((one, **slide), (other, **there)))
    })
}

fn are_in_order((one, slide): (&Rusher<'_>, i32), (other, there): (&Rusher<'_>, i32)) -> bool {
    let same = one.on.0 == other.on.0 && one.on.1 == other.on.1;
    let (ahead, slid) = (one.on.2 - other.on.2, slide - there);
    !same || !one.in_order || ahead.abs() <= TOL.tie.value() || (ahead > 0.0) == (slid > 0)
}

/// The places at these slides, if they are within reach of all.
fn placed(
    field: &Field<'_>,
    group: &[Member<'_>],
    rushers: &[Rusher<'_>],
    slides: &[i32],
) -> Option<Vec<Spot>> {
    let mut cards: Vec<Card> = Vec::with_capacity(group.len());
    let mut spots = Vec::with_capacity(group.len());
    for ((member, rusher), slide) in group.iter().zip(rushers).zip(slides) {
        let target = member.target;
        let unit = field.state().unit(member.unit)?;
        let others = cards.iter().map(Object::Card);
        let objects: Vec<Object<'_>> = others.chain(rusher.obstacles.iter().copied()).collect();
        let mut spot = rusher.spot(&rusher.approach.placed(Inches::mils(*slide)), &objects);
        let lies = Card::new(spot.pose, rusher.whole);
        spot.steps = steps(field, unit, target.path, target.point, Some(&lies));
        spot.reach = rush_mc(field, unit, spot.steps).inches();
        let profile = field.profile();
        if !profile
            .measures
            .reaches(target.distance, spot.reach, profile.rush_limit)
        {
            return None;
        }
        cards.push(spot.body(rusher.whole));
        spots.push(spot);
    }
    Some(spots)
}

fn is_free(card: &Card, object: Object<'_>, slack: f64) -> bool {
    if let Object::Card(other) = object {
        let (one, two) = (card.pose().centre, other.pose().centre);
        if one.distance(two) > one.distance(card.corners()[0]) + two.distance(other.corners()[0]) {
            return true;
        }
    }
    overlap_depth(card, object).value() <= slack + EQUAL
}

fn mils(length: Inches) -> i32 {
    (length.value() * 1_000.0).round() as i32
}
