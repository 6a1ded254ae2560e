//! Indirect Path: what a unit does when friends, enemies or terrain stand between it and where it goes (pp. 46-50).

use hindsight_geometry::inches::{Degrees, Hand, Object, Paths, Point, Pose, Turn, Way, gap, touches};

use super::mover::{GRAIN, Mover, Progress, Rein, angle, is_opposite, least_ruler, length};
use super::plans::{PlanKind, cut};
use super::{Aim, Errand, Indirect};
use crate::agenda::{Answer, Around, Need, Topic, fitting_answer};
use crate::command::Leg;
use crate::field::{Altered, Blocker, CORRIDOR, Field, TOL};
use crate::names::UnitId;
use crate::orders::Order;
use crate::remembered::remembered;

/// For so many turns a detour is thought ahead. RULING: BG4-PATH-07.
const TURNS_AHEAD: u8 = 6;
/// Detours are measured in steps of 0.01 inch. RULING: BG4-PATH-07.
const STEPS_TO_INCH: f64 = 100.0;
/// Reforms of a detour are tried in steps of so many degrees. RULING: BG4-PATH-07.
const REFORM_STEP: u32 = 5;

/// A path that is not open.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct BlockedPath {
    /// Where it leads.
    pub aim: Aim,
    /// The point it leads to; for a token also its other parts, the nearest first. Rule `BG4-ORDMV-08`.
    pub points: Vec<Point>,
    /// The unit and side it leads to.
    pub target: Option<(UnitId, hindsight_geometry::inches::Side)>,
    /// What decides how it is gone round. Rule `BG4-PATH-05`.
    pub blocker: Blocker,
    /// Whether that lies on the line, not only in the corridor.
    pub crossed: bool,
}

/// Legs done and where they led.
pub(crate) type Done = (Vec<Leg>, Progress);

/// Step 5 from a place toward a point.
pub(crate) type StepFive<'a> = &'a dyn Fn(&Progress, &Field<'_>, Point) -> Result<Done, Need>;

/// A first leg that leads round, or begins to.
#[derive(Debug, Clone)]
pub(crate) struct Detour {
    around: Around,
    legs: Vec<Leg>,
    end: Progress,
    distance: f64,
    turned: f64,
    opens: Option<Point>,
}

/// What a unit does whose path is blocked. Rules `BG4-PATH-05`, `-08`, `-09`.
///
/// # Errors
/// [`Need::Ask`] where its owner chooses between the options.
pub(crate) fn go(
    errand: &Errand<'_>,
    from: &Progress,
    field: &Field<'_>,
    path: &BlockedPath,
    step_five: StepFive<'_>,
) -> Result<(Done, Indirect), Need> {
    let own = errand.unit.id.seat();
    match path.blocker {
        Blocker::Unit(friend) if friend.seat() == own => {
            friendly(errand, from, field, path, friend, step_five)
        }
        Blocker::Unit(_) if rushes_what_blocks(errand, path) => to_contact(from, field, path, step_five),
        Blocker::Unit(_) | Blocker::Terrain(_) | Blocker::Edge | Blocker::Target => {
            let detours = known_detours(errand, from, field, path);
            if detours.is_empty() {
                return to_contact(from, field, path, step_five);
            }
            let chosen = pick(errand, path, &detours, None)?;
            follow(errand, field, chosen.unwrap_or(&detours[0]), step_five)
        }
    }
}

/// A Close unit rushes an enemy that blocks its path and, where it cannot, goes on toward its goal up to contact; after a
/// leader only one that stands on the line. RULING: BG4-PATH-09. Rule `BG4-ORDMV-17`.
fn rushes_what_blocks(errand: &Errand<'_>, path: &BlockedPath) -> bool {
    errand.orders.order == Order::Close && (path.crossed || !matches!(path.aim, Aim::Leader(..)))
}

fn to_contact(
    from: &Progress,
    field: &Field<'_>,
    path: &BlockedPath,
    step_five: StepFive<'_>,
) -> Result<(Done, Indirect), Need> {
    Ok((step_five(from, field, path.points[0])?, Indirect::ToContact))
}

/// Option A or option B. Rules `BG4-PATH-05`, `-07`.
fn friendly(
    errand: &Errand<'_>,
    from: &Progress,
    field: &Field<'_>,
    path: &BlockedPath,
    friend: UnitId,
    step_five: StepFive<'_>,
) -> Result<(Done, Indirect), Need> {
    let detours = known_detours(errand, from, field, path);
    if let Some(detour) = pick(errand, path, &detours, Some(friend))? {
        return follow(errand, field, detour, step_five);
    }
    let (legs, end) = step_five(from, field, path.points[0])?;
    let Some(card) = field.body(friend) else {
        return Ok(((legs, end), Indirect::UpTo(friend)));
    };
    // What touches already stays; otherwise the tolerance of touching is no reason to stop short.
    if touches(&errand.mover.card_at(from.pose), card, TOL) {
        return Ok(((Vec::new(), *from), Indirect::UpTo(friend)));
    }
    let stop = |pose: Pose| gap(&errand.mover.card_at(pose), card).value() < 5e-4;
    Ok((cut(&errand.mover, from, &legs, &stop), Indirect::UpTo(friend)))
}

/// The detour chosen, or nothing for option A. One activation may ask twice: on the way to a token and on from there.
fn pick<'d>(
    errand: &Errand<'_>,
    path: &BlockedPath,
    detours: &'d [Detour],
    friend: Option<UnitId>,
) -> Result<Option<&'d Detour>, Need> {
    let mut options: Vec<(Answer, String)> = Vec::new();
    if let Some(friend) = friend {
        options.push((Answer::UpTo(friend), format!("option A: up to {friend}")));
    }
    for detour in detours {
        options.push((
            Answer::Around(detour.around),
            format!("option B: {}", words(detour)),
        ));
    }
    if options.len() < 2 {
        return Ok(detours.first().filter(|_| friend.is_none()));
    }
    let (topic, unit) = (Topic::IndirectPath, Some(errand.unit.id));
    let about = match path.aim {
        Aim::Enemy(unit, _) | Aim::Leader(unit, _) => Some(unit),
        Aim::Token(_) => None,
    };
    // Option A had the number 0, the ways round those from 1.
    let up_to = |answer: &Answer| friend.is_some_and(|friend| answer.means(&Answer::UpTo(friend), 0));
    let round = |answer: &Answer| {
        detours
            .iter()
            .zip(1..)
            .find(|(detour, number)| answer.means(&Answer::Around(detour.around), *number))
            .map(|(detour, _)| detour)
    };
    let among = |answer: &Answer| up_to(answer) || round(answer).is_some();
    match fitting_answer(errand.answers, topic, unit, about, among) {
        Some(answer) => Ok(round(answer)),
        None => Err(super::procedure::ask(
            errand,
            topic,
            about,
            options,
            "BG4-PATH-05",
        )),
    }
}

fn words(detour: &Detour) -> String {
    let way = crate::words::around(detour.around);
    format!("{way}, {}", length(detour.distance))
}

/// The leg of the detour; once the path is open, step 5 with what is left. Rule `BG4-PATH-07`.
fn follow(
    errand: &Errand<'_>,
    field: &Field<'_>,
    detour: &Detour,
    step_five: StepFive<'_>,
) -> Result<(Done, Indirect), Need> {
    let Some(point) = detour.opens else {
        return Ok(((detour.legs.clone(), detour.end), Indirect::Around));
    };
    let there = field.clone().with(errand.unit.id, detour.end.pose);
    let (rest, end) = step_five(&detour.end, &there, point)?;
    let mut legs = detour.legs.clone();
    legs.extend(rest);
    Ok(((legs, end), Indirect::Around))
}

/// The paths from wherever a unit comes to the points of its goal.
fn paths<'f>(errand: &Errand<'f>, field: &'f Field<'_>, path: &BlockedPath) -> Paths<'f> {
    let target = path.target.map(|(unit, _)| unit);
    let but: Vec<UnitId> = target.into_iter().collect();
    let obstacles = field.obstacles(errand.unit, &but);
    Paths::new(
        path.points.clone(),
        obstacles.iter().map(|obstacle| obstacle.object).collect(),
        target.and_then(|unit| field.body(unit)).map(Object::Card),
        CORRIDOR,
    )
}

/// The first legs that are thought ahead, each the same turn after turn: a way round, by how many degrees, if it turns.
#[derive(Debug, Clone, Copy)]
struct Lead {
    around: Around,
    by: Degrees,
}

fn leads() -> Vec<Lead> {
    let straight = |around| Lead {
        around,
        by: Degrees::ZERO,
    };
    let hands = [Hand::Left, Hand::Right];
    let mut all = vec![straight(Around::Straight)];
    all.extend(hands.into_iter().flat_map(|hand| {
        (1..=180).map(move |half| Lead {
            around: Around::Turn(hand),
            by: angle(f64::from(half) / 2.0),
        })
    }));
    all.extend(hands.map(|hand| straight(Around::Sideways(hand))));
    all.push(straight(Around::AboutFace));
    all.extend(hands.into_iter().flat_map(|hand| {
        (1..180 / REFORM_STEP).map(move |step| Lead {
            around: Around::Reform(hand),
            by: angle(f64::from(step * REFORM_STEP)),
        })
    }));
    all.push(straight(Around::Backward));
    all
}

/// The kind of plan that a way round begins with: in the order of these the ways are offered.
const fn kind(around: Around) -> PlanKind {
    match around {
        Around::Straight => PlanKind::Straight,
        Around::Turn(_) => PlanKind::Turn,
        Around::Sideways(_) => PlanKind::Sideways,
        Around::AboutFace => PlanKind::AboutFace,
        Around::Reform(_) => PlanKind::Reform,
        Around::Backward => PlanKind::Backward,
    }
}

/// One lead, thought ahead.
struct Track {
    lead: Lead,
    at: Progress,
    /// What is done this turn, once the first turn is over.
    first: Option<Done>,
}

/// What detours are asked of, beside the position.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct AskedDetours {
    unit: UnitId,
    altered: [Vec<Altered>; 2],
    from: Progress,
    path: BlockedPath,
}

/// The detours, which are the same whatever their owner chooses among them.
fn known_detours(errand: &Errand<'_>, from: &Progress, field: &Field<'_>, path: &BlockedPath) -> Vec<Detour> {
    let asked = AskedDetours {
        unit: errand.unit.id,
        altered: [errand.field.altered().to_vec(), field.altered().to_vec()],
        from: *from,
        path: path.clone(),
    };
    let detours = || detours(errand, from, field, path);
    remembered(field.state(), |found| &mut found.detours, asked, detours)
}

/// The ways round that need the fewest turns, in the order of their priority. RULING: BG4-PATH-07.
fn detours(errand: &Errand<'_>, from: &Progress, field: &Field<'_>, path: &BlockedPath) -> Vec<Detour> {
    let mut paths = paths(errand, field, path);
    let front = errand.mover.card_at(from.pose).front_centre();
    if let Some(point) = paths.opens(front) {
        // Another part of the token can be reached as it is. Rule BG4-ORDMV-08.
        return vec![Detour {
            around: Around::Straight,
            legs: Vec::new(),
            end: *from,
            distance: 0.0,
            turned: 0.0,
            opens: Some(point),
        }];
    }
    let mut tracks: Vec<Track> = leads()
        .into_iter()
        .map(|lead| Track {
            lead,
            at: *from,
            first: None,
        })
        .collect();
    let found = one_turn(&errand.mover, &mut paths, &mut tracks, 0);
    if !found.is_empty() {
        return found;
    }
    let Some(wide) = Mover::reaching(errand.field, errand.unit, Rein::Order, TURNS_AHEAD) else {
        return Vec::new();
    };
    for turn in 1..TURNS_AHEAD {
        let found = one_turn(&wide, &mut paths, &mut tracks, turn);
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

/// Goes on with every track for one turn; the best detours of those that open the path in it.
fn one_turn(mover: &Mover<'_>, paths: &mut Paths<'_>, tracks: &mut Vec<Track>, turn: u8) -> Vec<Detour> {
    let mut found: Vec<Detour> = Vec::new();
    let mut going: Vec<(Track, Rest)> = Vec::new();
    for track in tracks.drain(..) {
        // Those of one kind and to one side compete.
        let around = track.lead.around;
        let rival = found.iter().position(|detour| detour.around == around);
        let below = rival.map_or(f64::INFINITY, |place| found[place].distance);
        let scan = match around {
            Around::Turn(hand) => scan_turn(mover, paths, &track.at, hand, track.lead.by, below),
            Around::Straight
            | Around::Sideways(_)
            | Around::AboutFace
            | Around::Reform(_)
            | Around::Backward => scan_line(mover, paths, &track.at, track.lead, turn == 0, below),
        };
        match scan {
            Scan::Opened(legs, end, distance, point) => {
                let (legs, end, opens) = match track.first {
                    Some((legs, end)) => (legs, end, None),
                    None => (legs, end, Some(point)),
                };
                let detour = Detour {
                    around,
                    legs,
                    end,
                    distance,
                    turned: track.lead.by.value(),
                    opens,
                };
                match rival {
                    Some(place) => found[place] = detour,
                    None => found.push(detour),
                }
            }
            Scan::Closed(rest) => going.push((track, rest)),
            Scan::Nothing => {}
        }
    }
    if found.is_empty() {
        // Only now is it of use to know where the others would come to.
        let goes_on = going.into_iter().filter_map(|(track, rest)| {
            let (legs, end) = match rest {
                Rest::Known(legs, end) => (legs, end),
                Rest::Turn(leg) => (vec![leg], mover.step(&track.at, &leg)?),
            };
            Some(Track {
                lead: track.lead,
                at: mover.afresh(end.pose),
                first: Some(track.first.unwrap_or((legs, end))),
            })
        });
        tracks.extend(goes_on);
    }
    found.sort_by(|a, b| {
        kind(a.around)
            .cmp(&kind(b.around))
            .then(a.distance.total_cmp(&b.distance))
            .then(a.turned.total_cmp(&b.turned))
    });
    found
}

/// What is found along one lead.
enum Scan {
    /// The path opens after these legs, at this distance, to this point.
    Opened(Vec<Leg>, Progress, f64, Point),
    /// It stays closed as far as the lead goes.
    Closed(Rest),
    /// The lead cannot be followed, or not as near as another one of its kind.
    Nothing,
}

/// A lead followed as far as it goes.
enum Rest {
    /// These legs, which end there.
    Known(Vec<Leg>, Progress),
    /// This turn, if it can be made.
    Turn(Leg),
}

/// Some legs, then a line: the least distance along it after which the path is open, and the whole of it. In later turns
/// an about face or reform is done already and the unit goes straight on.
fn scan_line(
    mover: &Mover<'_>,
    paths: &mut Paths<'_>,
    from: &Progress,
    lead: Lead,
    first: bool,
    below: f64,
) -> Scan {
    let prepared = match lead.around {
        Around::AboutFace if first => mover.about_faced(from).map(|at| (vec![Leg::AboutFace], at)),
        Around::Reform(hand) if first => {
            let by = match hand {
                Hand::Left => -lead.by,
                Hand::Right => lead.by,
            };
            let heading = (from.pose.heading + by).heading();
            (!is_opposite(from.pose.heading, heading))
                .then(|| mover.reformed(from, heading))
                .flatten()
                .map(|at| (vec![Leg::Reform { heading }], at))
        }
        Around::Straight
        | Around::Turn(_)
        | Around::Sideways(_)
        | Around::AboutFace
        | Around::Reform(_)
        | Around::Backward => Some((Vec::new(), *from)),
    };
    let Some((before, at)) = prepared else {
        return Scan::Nothing;
    };
    let way = match lead.around {
        Around::Sideways(Hand::Left) => Way::Left,
        Around::Sideways(Hand::Right) => Way::Right,
        Around::Backward => Way::Backward,
        Around::Straight | Around::Turn(_) | Around::AboutFace | Around::Reform(_) => Way::Forward,
    };
    let Some((far, most)) = mover.shifted(&at, way, f64::from(u16::MAX)) else {
        return Scan::Nothing;
    };
    let along = match way {
        Way::Forward => at.pose.heading,
        Way::Backward => at.pose.heading + Degrees::HALF,
        Way::Left => at.pose.heading - Degrees::QUARTER,
        Way::Right => at.pose.heading + Degrees::QUARTER,
    };
    let front = mover.card_at(at.pose).front_centre();
    let with = |distance: f64| {
        let mut legs = before.clone();
        if distance > GRAIN {
            legs.push(Leg::Shift {
                way,
                inches: length(distance),
            });
        }
        legs
    };
    let steps = (most * STEPS_TO_INCH - GRAIN).ceil().max(0.0) as u32;
    let by = |step: u32| (f64::from(step) / STEPS_TO_INCH).min(most);
    let last = last_below(below, steps, by);
    let mut next = u32::from(before.is_empty());
    while let Some((step, point)) = paths.first_open(front, along, |step| length(by(step)), next..=last) {
        let distance = by(step);
        if let Some((end, moved)) = mover.shifted(&at, way, distance)
            && moved + 1e-4 >= distance
        {
            return Scan::Opened(with(distance), end, distance, point);
        }
        next = step + 1;
    }
    if most < 1e-3 && before.is_empty() {
        Scan::Nothing
    } else {
        Scan::Closed(Rest::Known(with(most), far))
    }
}

/// A turn by an angle: the least ruler after which the path is open, and the longest.
fn scan_turn(
    mover: &Mover<'_>,
    paths: &mut Paths<'_>,
    from: &Progress,
    hand: Hand,
    by: Degrees,
    below: f64,
) -> Scan {
    let card = mover.card_at(from.pose);
    let Some(most) = Turn::affordable(&card, hand, by, length(mover.left(from))) else {
        return Scan::Nothing;
    };
    let (least, most) = (least_ruler(card.size().width(), by), most.ruler().value());
    // Where every ruler is known to be blocked, neither a turn nor the whole of it succeeds.
    if mover
        .blocked_rulers(from, hand, by, length(least))
        .is_some_and(|(_, high)| high >= most)
    {
        return Scan::Nothing;
    }
    let Ok(pivot) = Turn::new(hand, by, length(0.0)) else {
        return Scan::Nothing;
    };
    let pose = pivot.end(&card);
    let front = card.at(pose).front_centre();
    let leg = |ruler: f64| Leg::Turn {
        hand,
        angle: by,
        inches: length(ruler),
        backward: false,
    };
    let first = (least * STEPS_TO_INCH - GRAIN).ceil().max(1.0) as u32;
    let final_step = (most * STEPS_TO_INCH + GRAIN).floor() as u32;
    let along = |step: u32| f64::from(step) / STEPS_TO_INCH;
    let last = last_below(below, final_step, along);
    let mut next = first;
    while let Some((step, point)) =
        paths.first_open(front, pose.heading, |step| length(along(step)), next..=last)
    {
        if let Some(end) = mover.step(from, &leg(along(step))) {
            return Scan::Opened(vec![leg(along(step))], end, along(step), point);
        }
        // What stands in the way of this turn stands in that of the next ones too.
        let stopped = mover.blocked_rulers(from, hand, by, length(along(step)));
        next = stopped
            .map_or(step, |(_, high)| (high * STEPS_TO_INCH - GRAIN) as u32)
            .max(step)
            + 1;
    }
    if last < final_step || final_step < first {
        return Scan::Nothing;
    }
    Scan::Closed(Rest::Turn(leg(most)))
}

/// The last step, up to `last`, that leads less far than another detour of the same kind; 0 if none does.
fn last_below(below: f64, last: u32, by: impl Fn(u32) -> f64) -> u32 {
    let near = (below * STEPS_TO_INCH).ceil().min(f64::from(last)) as u32;
    (1..=near)
        .rev()
        .find(|step| by(*step) < below - GRAIN)
        .unwrap_or(0)
}
