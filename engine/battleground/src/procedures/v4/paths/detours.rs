//! The ways round what stands between a unit and its goal, thought ahead for some turns. RULING: BG4-PATH-07.

use battleground_geometry::{Degrees, Hand, Object, Paths};

use super::scan::{Rest, Scan, scan_line, scan_turn, stays_closed};
use crate::field::{CORRIDOR, Field};
use crate::memo::cached;
use crate::model::agenda::Around;
use crate::model::command::Leg;
use crate::model::names::UnitId;
use crate::procedures::movement::asked::{AskedDetours, BlockedPath, Detour};
use crate::procedures::movement::context::{Done, MoveContext};
use crate::procedures::movement::mover::{MovedBy, Mover, Progress, angle};
use crate::procedures::movement::plans::PlanKind;

/// For so many turns a detour is thought ahead. RULING: BG4-PATH-07.
const TURNS_AHEAD: u8 = 6;
/// Reforms of a detour are tried in steps of so many degrees. RULING: BG4-PATH-07.
const REFORM_STEP: u32 = 5;

/// The detours, which are the same whatever their owner chooses among them.
pub(super) fn known_detours(
    context: &MoveContext<'_>,
    from: &Progress,
    field: &Field<'_>,
    path: &BlockedPath,
) -> Vec<Detour> {
    let asked = AskedDetours {
        unit: context.unit.id,
        altered: [context.field.altered().to_vec(), field.altered().to_vec()],
        from: *from,
        path: path.clone(),
    };
    let detours = || detours(context, from, field, path);
    cached(field.state(), asked, detours)
}

/// The ways round that need the fewest turns, in the order of their priority. RULING: BG4-PATH-07.
fn detours(context: &MoveContext<'_>, from: &Progress, field: &Field<'_>, path: &BlockedPath) -> Vec<Detour> {
    let mut paths = paths(context, field, path);
    let front = context.mover.card_at(from.pose).front_centre();
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
    let farthest = f64::from(TURNS_AHEAD) * context.mover.farthest_in_a_turn();
    let mut tracks: Vec<Track> = leads()
        .into_iter()
        .filter(|lead| !stays_closed(&context.mover, &mut paths, from.pose, *lead, farthest))
        .map(|lead| Track {
            lead,
            at: *from,
            first: None,
            supposed: Vec::new(),
        })
        .collect();
    let first = &context.mover;
    let found = one_turn(Movers { now: first, first }, &mut paths, &mut tracks, 0);
    if !found.is_empty() {
        return found;
    }
    let Some(wide) = Mover::reaching(context.field, context.unit, MovedBy::Order, TURNS_AHEAD) else {
        return Vec::new();
    };
    for turn in 1..TURNS_AHEAD {
        let found = one_turn(Movers { now: &wide, first }, &mut paths, &mut tracks, turn);
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

/// The paths from wherever a unit comes to the points of its goal.
fn paths<'f>(context: &MoveContext<'f>, field: &'f Field<'_>, path: &BlockedPath) -> Paths<'f> {
    let target = path.target.map(|(unit, _)| unit);
    let but: Vec<UnitId> = target.into_iter().collect();
    let obstacles = field.obstacles(context.unit, &but);
    Paths::new(
        path.points.clone(),
        obstacles.iter().map(|obstacle| obstacle.object).collect(),
        target.and_then(|unit| field.body(unit)).map(Object::Card),
        CORRIDOR,
    )
}

/// The first legs that are thought ahead, each the same turn after turn: a way round, by how many degrees, if it turns.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lead {
    /// Which way.
    pub(super) around: Around,
    /// By how much it turns.
    pub(super) by: Degrees,
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
    /// The turns, each from where it begins, that are only supposed to be free: it is looked at once the path opens.
    supposed: Vec<(Progress, Leg)>,
}

impl Track {
    /// The same with the turns looked at that were only supposed; nothing if one of them cannot be made.
    fn made_sure(mut self, movers: Movers<'_, '_>) -> Option<Self> {
        for (from, leg) in std::mem::take(&mut self.supposed) {
            match &self.first {
                Some(_) => drop(movers.now.step(&from, &leg)?),
                None => self.first = Some((vec![leg], movers.first.step(&from, &leg)?)),
            }
        }
        Some(self)
    }

    /// The same at the end of a turn, if there is room for it.
    fn gone_on(mut self, mover: &Mover<'_>, rest: Rest) -> Option<Self> {
        let pose = match rest {
            Rest::Known(legs, end) => {
                self.first.get_or_insert((legs, end));
                end.pose
            }
            Rest::Turn(leg, pose) => {
                if !mover.is_free(pose) {
                    return None;
                }
                self.supposed.push((self.at, leg));
                pose
            }
        };
        self.at = mover.afresh(pose);
        Some(self)
    }
}

/// Who moves in the turn that is thought of, and in the first of them.
#[derive(Clone, Copy)]
struct Movers<'m, 'f> {
    now: &'m Mover<'f>,
    first: &'m Mover<'f>,
}

/// Goes on with every track for one turn; the best detours of those that open the path in it.
fn one_turn(movers: Movers<'_, '_>, paths: &mut Paths<'_>, tracks: &mut Vec<Track>, turn: u8) -> Vec<Detour> {
    let mover = movers.now;
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
                let Some(track) = track.made_sure(movers) else {
                    continue;
                };
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
    if found.is_empty() && turn + 1 < TURNS_AHEAD {
        let goes_on = going.into_iter();
        tracks.extend(goes_on.filter_map(|(track, rest)| track.gone_on(mover, rest)));
    }
    found.sort_by(|a, b| {
        kind(a.around)
            .cmp(&kind(b.around))
            .then(a.distance.total_cmp(&b.distance))
            .then(a.turned.total_cmp(&b.turned))
    });
    found
}
