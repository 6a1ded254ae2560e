//! Indirect Path: what a unit does when friends, enemies or terrain stand between it and where it goes (pp. 46-50).

use hindsight_geometry::inches::{
    Degrees, Hand, Object, Paths, Point, Pose, Turn, Way as Shift, gap, touches,
};

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
pub(crate) struct Way {
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
    kind: PlanKind,
    hand: Option<Hand>,
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
    way: &Way,
    step_five: StepFive<'_>,
) -> Result<(Done, Indirect), Need> {
    let own = errand.unit.id.seat();
    match way.blocker {
        Blocker::Unit(friend) if friend.seat() == own => {
            friendly(errand, from, field, way, friend, step_five)
        }
        Blocker::Unit(_) if rushes_what_blocks(errand, way) => to_contact(from, field, way, step_five),
        Blocker::Unit(_) | Blocker::Terrain(_) | Blocker::Edge | Blocker::Target => {
            let detours = known_detours(errand, from, field, way);
            if detours.is_empty() {
                return to_contact(from, field, way, step_five);
            }
            let chosen = pick(errand, way, &detours, None)?;
            follow(errand, field, chosen.unwrap_or(&detours[0]), step_five)
        }
    }
}

/// A Close unit rushes an enemy that blocks its path and, where it cannot, goes on toward its goal up to contact; after a
/// leader only one that stands on the line. RULING: BG4-PATH-09. Rule `BG4-ORDMV-17`.
fn rushes_what_blocks(errand: &Errand<'_>, way: &Way) -> bool {
    errand.orders.order == Order::Close && (way.crossed || !matches!(way.aim, Aim::Leader(..)))
}

fn to_contact(
    from: &Progress,
    field: &Field<'_>,
    way: &Way,
    step_five: StepFive<'_>,
) -> Result<(Done, Indirect), Need> {
    Ok((step_five(from, field, way.points[0])?, Indirect::ToContact))
}

/// Option A or option B. Rules `BG4-PATH-05`, `-07`.
fn friendly(
    errand: &Errand<'_>,
    from: &Progress,
    field: &Field<'_>,
    way: &Way,
    friend: UnitId,
    step_five: StepFive<'_>,
) -> Result<(Done, Indirect), Need> {
    let detours = known_detours(errand, from, field, way);
    if let Some(detour) = pick(errand, way, &detours, Some(friend))? {
        return follow(errand, field, detour, step_five);
    }
    let (legs, end) = step_five(from, field, way.points[0])?;
    let Some(card) = field.card(friend) else {
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
    way: &Way,
    detours: &'d [Detour],
    friend: Option<UnitId>,
) -> Result<Option<&'d Detour>, Need> {
    let mut options: Vec<(Answer, String)> = Vec::new();
    if let Some(friend) = friend {
        options.push((Answer::UpTo(friend), format!("option A: up to {friend}")));
    }
    for detour in detours {
        options.push((
            Answer::Around(around(detour)),
            format!("option B: {}", words(detour)),
        ));
    }
    if options.len() < 2 {
        return Ok(detours.first().filter(|_| friend.is_none()));
    }
    let (topic, unit) = (Topic::IndirectPath, Some(errand.unit.id));
    let about = match way.aim {
        Aim::Enemy(unit, _) | Aim::Leader(unit, _) => Some(unit),
        Aim::Token(_) => None,
    };
    // Option A had the number 0, the ways round those from 1.
    let up_to = |answer: &Answer| friend.is_some_and(|friend| answer.means(&Answer::UpTo(friend), 0));
    let round = |answer: &Answer| {
        detours
            .iter()
            .zip(1..)
            .find(|(detour, number)| answer.means(&Answer::Around(around(detour)), *number))
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

/// A detour as it is answered: of each kind and side there is one. A leg to no side leads straight on.
fn around(detour: &Detour) -> Around {
    match (detour.kind, detour.hand) {
        (PlanKind::Turn | PlanKind::AboutFaceTurn, Some(hand)) => Around::Turn(hand),
        (PlanKind::Sideways, Some(hand)) => Around::Sideways(hand),
        (PlanKind::Reform, Some(hand)) => Around::Reform(hand),
        (PlanKind::AboutFace, _) => Around::AboutFace,
        (PlanKind::Backward, _) => Around::Backward,
        (
            PlanKind::Straight
            | PlanKind::Turn
            | PlanKind::AboutFaceTurn
            | PlanKind::Sideways
            | PlanKind::Reform,
            _,
        ) => Around::Straight,
    }
}

fn words(detour: &Detour) -> String {
    let side = match detour.hand {
        Some(Hand::Left) => " to the left",
        Some(Hand::Right) => " to the right",
        None => "",
    };
    let kind = match detour.kind {
        PlanKind::Straight => "straight on",
        PlanKind::Turn | PlanKind::AboutFaceTurn => "turn",
        PlanKind::Sideways => "sideways",
        PlanKind::AboutFace => "about face",
        PlanKind::Reform => "reform",
        PlanKind::Backward => "backward",
    };
    format!("{kind}{side}, {}", length(detour.distance))
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
fn paths<'f>(errand: &Errand<'f>, field: &'f Field<'_>, way: &Way) -> Paths<'f> {
    let target = way.target.map(|(unit, _)| unit);
    let but: Vec<UnitId> = target.into_iter().collect();
    let obstacles = field.obstacles(errand.unit, &but);
    Paths::new(
        way.points.clone(),
        obstacles.iter().map(|obstacle| obstacle.object).collect(),
        target.and_then(|unit| field.body(unit)).map(Object::Card),
        CORRIDOR,
    )
}

/// The kinds of leg that are thought ahead, each the same turn after turn.
#[derive(Debug, Clone, Copy)]
enum Lead {
    Line(PlanKind, Option<Hand>, Shift),
    Reform(Hand, Degrees),
    Turn(Hand, Degrees),
}

impl Lead {
    /// Detours of the same kind and side compete.
    fn group(self) -> (PlanKind, Option<Hand>) {
        match self {
            Self::Line(kind, hand, _) => (kind, hand),
            Self::Reform(hand, _) => (PlanKind::Reform, Some(hand)),
            Self::Turn(hand, _) => (PlanKind::Turn, Some(hand)),
        }
    }

    fn turned(self) -> f64 {
        match self {
            Self::Line(..) => 0.0,
            Self::Reform(_, angle) | Self::Turn(_, angle) => angle.value(),
        }
    }
}

fn leads() -> Vec<Lead> {
    let mut all = vec![Lead::Line(PlanKind::Straight, None, Shift::Forward)];
    let halves = |hand| (1..=180).map(move |half| Lead::Turn(hand, angle(f64::from(half) / 2.0)));
    all.extend(halves(Hand::Left).chain(halves(Hand::Right)));
    all.push(Lead::Line(PlanKind::Sideways, Some(Hand::Left), Shift::Left));
    all.push(Lead::Line(PlanKind::Sideways, Some(Hand::Right), Shift::Right));
    all.push(Lead::Line(PlanKind::AboutFace, None, Shift::Forward));
    for hand in [Hand::Left, Hand::Right] {
        let steps = 1..180 / REFORM_STEP;
        all.extend(steps.map(|step| Lead::Reform(hand, angle(f64::from(step * REFORM_STEP)))));
    }
    all.push(Lead::Line(PlanKind::Backward, None, Shift::Backward));
    all
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
    way: Way,
}

/// The detours, which are the same whatever their owner chooses among them.
fn known_detours(errand: &Errand<'_>, from: &Progress, field: &Field<'_>, way: &Way) -> Vec<Detour> {
    let asked = AskedDetours {
        unit: errand.unit.id,
        altered: [errand.field.altered().to_vec(), field.altered().to_vec()],
        from: *from,
        way: way.clone(),
    };
    let detours = || detours(errand, from, field, way);
    remembered(field.state(), |found| &mut found.detours, asked, detours)
}

/// The ways round that need the fewest turns, in the order of their priority. RULING: BG4-PATH-07.
fn detours(errand: &Errand<'_>, from: &Progress, field: &Field<'_>, way: &Way) -> Vec<Detour> {
    let mut paths = paths(errand, field, way);
    let front = errand.mover.card_at(from.pose).front_centre();
    if let Some(point) = paths.opens(front) {
        // Another part of the token can be reached as it is. Rule BG4-ORDMV-08.
        return vec![Detour {
            kind: PlanKind::Straight,
            hand: None,
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
        let (kind, hand) = track.lead.group();
        let rival = found
            .iter()
            .position(|detour| (detour.kind, detour.hand) == (kind, hand));
        let below = rival.map_or(f64::INFINITY, |place| found[place].distance);
        let scan = match track.lead {
            Lead::Turn(hand, turned) => scan_turn(mover, paths, &track.at, hand, turned, below),
            Lead::Line(..) | Lead::Reform(..) => {
                scan_line(mover, paths, &track.at, track.lead, turn == 0, below)
            }
        };
        match scan {
            Scan::Opened(legs, end, distance, point) => {
                let (legs, end, opens) = match track.first {
                    Some((legs, end)) => (legs, end, None),
                    None => (legs, end, Some(point)),
                };
                let detour = Detour {
                    kind,
                    hand,
                    legs,
                    end,
                    distance,
                    turned: track.lead.turned(),
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
        a.kind
            .cmp(&b.kind)
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
    let prepared = match lead {
        Lead::Line(PlanKind::AboutFace, ..) if first => {
            mover.about_faced(from).map(|at| (vec![Leg::AboutFace], at))
        }
        Lead::Reform(hand, by) if first => {
            let by = match hand {
                Hand::Left => -by,
                Hand::Right => by,
            };
            let heading = (from.pose.heading + by).heading();
            (!is_opposite(from.pose.heading, heading))
                .then(|| mover.reformed(from, heading))
                .flatten()
                .map(|at| (vec![Leg::Reform { heading }], at))
        }
        Lead::Line(..) | Lead::Reform(..) | Lead::Turn(..) => Some((Vec::new(), *from)),
    };
    let Some((before, at)) = prepared else {
        return Scan::Nothing;
    };
    let way = match lead {
        Lead::Line(_, _, way) => way,
        Lead::Reform(..) | Lead::Turn(..) => Shift::Forward,
    };
    let Some((far, most)) = mover.shifted(&at, way, f64::from(u16::MAX)) else {
        return Scan::Nothing;
    };
    let along = match way {
        Shift::Forward => at.pose.heading,
        Shift::Backward => at.pose.heading + Degrees::HALF,
        Shift::Left => at.pose.heading - Degrees::QUARTER,
        Shift::Right => at.pose.heading + Degrees::QUARTER,
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
        .blocked_rulers(from.pose, hand, by, length(least))
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
        let stopped = mover.blocked_rulers(from.pose, hand, by, length(along(step)));
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
