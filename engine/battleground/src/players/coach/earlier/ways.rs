//! Mistakes of the ways that units take: bad ground, friends in the way of a rout.

use std::collections::BTreeMap;

use battleground_geometry::{Degrees, Point};
use hindsight_kernel::{BetterChoice, Detector, Suggestion, Weighed};

use super::{DUBIOUS, MISTAKE, cited};
use crate::field::Field;
use crate::model::command::Command;
use crate::model::effect::Keyword;
use crate::model::event::{Event, MoveKind, MovementEvent, TurnMark};
use crate::model::names::UnitId;
use crate::model::orders::{Order, Orders};
use crate::model::rule::Rule;
use crate::model::state::{Phase, RoutCause, State, Status};
use crate::model::words::unit_name;
use crate::players::coach::Watched;
use crate::players::coach::exchange::expected_boxes;
use crate::players::coach::ground::way_around;
use crate::procedures::courage::passes_of_216;
use crate::procedures::shooting::{targets as shooting_targets, weapons};
use crate::verbs::rallying::{check_rally, stays_in_the_air};

pub(super) const ELITE_THROUGH_BAD_GROUND: Detector = Detector::new(
    "elite_through_bad_ground",
    "Elite through bad ground",
    DUBIOUS,
    "A cavalry, Large or wheeled unit loses two or more categories to terrain, although the way around would have taken it no turn more.",
    &[cited(Rule::Terr09), cited(Rule::Mc02)],
);

/// A unit that terrain costs two categories or more.
#[derive(Debug)]
pub(super) struct Slowed {
    /// Where its first such turn began.
    from: Point,
    /// Own turns in a row.
    turns: u16,
    /// The most categories lost.
    lost: i8,
}

/// The categories from which on the loss is told.
const DEEP: i8 = 2;

/// Told when the unit has left the ground behind it.
// RULING: no stored fact says which way around there was: it is drawn along the outlines of what the straight way crosses, and is
// as much longer as the unit is wide, as for the later edition.
pub(super) fn elite_through_bad_ground(
    seen: &Watched<'_>,
    opening: Option<&State>,
    slowed: &mut BTreeMap<UnitId, Slowed>,
) -> Vec<Suggestion> {
    const ELITE: [Keyword; 3] = [Keyword::Cavalry, Keyword::Large, Keyword::Wheeled];
    let state = seen.before;
    let (Some(seat), Some(opening)) = (state.active, opening) else {
        return Vec::new();
    };
    let field = Field::of(state);
    let mut found = Vec::new();
    for unit in state.own(seat).filter(|unit| state.kind(unit).is_any(&ELITE)) {
        let lost = unit.turn.terrain.map_or(0, i8::saturating_neg);
        let begun = opening.unit(unit.id).and_then(|then| then.pose);
        if lost >= DEEP {
            if let Some(pose) = begun {
                let from = pose.centre;
                let slowed = slowed.entry(unit.id).or_insert(Slowed {
                    from,
                    turns: 0,
                    lost: 0,
                });
                slowed.turns += 1;
                slowed.lost = slowed.lost.max(lost);
            }
            continue;
        }
        let Some(slowed) = slowed.remove(&unit.id) else {
            continue;
        };
        let way = unit
            .pose
            .and_then(|pose| way_around(&field, unit, slowed.from, pose.centre));
        let Some(way) = way else { continue };
        let turns = (way / field.mc_by(unit, 0).inches().value().max(0.1)).ceil();
        let taken = f64::from(slowed.turns) + 1.0;
        if turns <= taken {
            found.push(ELITE_THROUGH_BAD_GROUND.found(
                seen.version,
                seat,
                Some(&unit.id),
                format!(
                    "{} lost {} categories to terrain; the way around would have taken it no turn more.",
                    unit_name(state, unit.id),
                    slowed.lost
                ),
                &[
                    ("categories lost", f64::from(slowed.lost)),
                    ("turns for the way that was taken", taken),
                    ("turns for the way around", turns),
                    ("inches of the way around", way),
                ],
            ));
        }
    }
    found
}

pub(super) const ROUTER_LEFT_TO_RUN: Detector = Detector::new(
    "router_left_to_run",
    "Router left to run through a line",
    MISTAKE,
    "A routing unit runs through a friend, which fails its check for it or loses a shot, although a command action was there to rally \
     it before.",
    &[cited(Rule::RunThrough), cited(Rule::Cmd10)],
)
.of_a_missed_option();

/// Friends that routing units have run through in the Movement and Command Phase of this turn.
#[derive(Debug, Default)]
pub(super) struct RunsThrough {
    /// The last unit that made a rout move.
    router: Option<UnitId>,
    /// The friend, and who ran through it.
    friends: Vec<(UnitId, UnitId)>,
}

impl RunsThrough {
    /// Notes rout moves and what they run through; all is forgotten when the turn is over.
    pub(super) fn note(&mut self, seen: &Watched<'_>) {
        match seen.event {
            Event::Movement(MovementEvent::UnitMoved {
                unit,
                kind: MoveKind::Rout,
                ..
            }) => self.router = Some(*unit),
            Event::Movement(MovementEvent::Marked {
                unit,
                mark: TurnMark::RunThrough,
            }) if seen.before.phase == Phase::MovementAndCommand => {
                self.friends.extend(self.router.map(|router| (*unit, router)));
            }
            Event::Turn(crate::model::event::TurnEvent::TurnEnded) => *self = Self::default(),
            _ => {}
        }
    }

    /// The router that ran through a friend, if it had been rallied for a command action; it is told once.
    fn take(&mut self, friend: UnitId, opening: &State) -> Option<UnitId> {
        let place = self.friends.iter().position(|(one, _)| *one == friend)?;
        let (_, router) = self.friends.remove(place);
        let there = opening.unit(router)?;
        let stays = stays_in_the_air(opening, there);
        let affordable = opening.player(router.seat()).actions > 0;
        let rallied = check_rally(opening, there, there.pose?.heading, stays).is_ok();
        (affordable && rallied).then_some(router)
    }

    /// A friend fails its check for a router, which is taken before the Combat Phase: what it fails after that is for something else.
    /// Rule `BG3-ROUT-11` (p. 24). One that it owed for something else too is not told.
    pub(super) fn check_failed(
        &mut self,
        seen: &Watched<'_>,
        (friend, target): (UnitId, i32),
        opening: Option<(&State, Option<u64>)>,
    ) -> Option<Suggestion> {
        let (opening, at) = opening.filter(|_| seen.before.phase == Phase::PreCombatCourage)?;
        let router = self.take(friend, opening)?;
        let causes = &seen.before.unit(friend)?.pending.rout;
        let fails = 1.0 - f64::from(passes_of_216(target)) / 216.0;
        let weighed = Weighed::odds("chance that the friend fails a check", fails, 0.0).less();
        let alone = causes.iter().all(|cause| *cause == RoutCause::MovedThrough);
        (alone && weighed.favours_better()).then(|| {
            let comes = "fails its check for it";
            told(seen, (friend, router), comes, (opening, at), weighed)
        })
    }

    /// The Combat Phase begins: friends that would have had a target and may not shoot.
    pub(super) fn shots_lost(
        &mut self,
        seen: &Watched<'_>,
        opening: Option<(&State, Option<u64>)>,
    ) -> Vec<Suggestion> {
        let Some((opening, at)) = opening else {
            return Vec::new();
        };
        let friends: Vec<UnitId> = self.friends.iter().map(|(friend, _)| *friend).collect();
        friends
            .into_iter()
            .filter_map(|friend| {
                let router = self.friends.iter().find(|(one, _)| *one == friend)?.1;
                let boxes = best_shot(&rallied_instead(seen.after, opening, router, friend)?, friend)?;
                self.take(friend, opening)?;
                let weighed = Weighed::odds("expected boxes of the friend's shot", 0.0, boxes);
                weighed.favours_better().then(|| {
                    let comes = "loses its shot for it";
                    told(seen, (friend, router), comes, (opening, at), weighed)
                })
            })
            .collect()
    }
}

/// A position as if a router had been rallied where it lay when the phase began, so that it ran through nobody.
fn rallied_instead(state: &State, opening: &State, router: UnitId, friend: UnitId) -> Option<State> {
    let mut rallied = state.clone();
    let there = rallied.unit_mut(router)?;
    there.pose = opening.unit(router)?.pose;
    there.status = Status::Ready(Some(Orders::plain(Order::Hold)));
    rallied.unit_mut(friend)?.turn.run_through = false;
    Some(rallied)
}

/// The most boxes that a shot of a unit is expected to mark; nothing without a target.
fn best_shot(state: &State, unit: UnitId) -> Option<f64> {
    let field = Field::of(state);
    let there = state.unit(unit)?;
    let shots = weapons(&field, there).into_iter().flat_map(|weapon| {
        // ERR: a weapon whose targets are asked for shoots at none of them here.
        let targets = shooting_targets(&field, there, weapon, &[]).unwrap_or_default();
        targets.into_iter().map(move |target| (weapon.kind, target))
    });
    shots
        .filter_map(|(kind, target)| expected_boxes(state, unit, target, kind))
        .max_by(f64::total_cmp)
}

fn told(
    seen: &Watched<'_>,
    (friend, router): (UnitId, UnitId),
    comes: &str,
    (opening, at): (&State, Option<u64>),
    weighed: Weighed,
) -> Suggestion {
    let there = opening.unit(router);
    let better = at.zip(there).map(|(at, there)| {
        let words = format!("{} is Rallied", unit_name(opening, router));
        let command = Command::Rally {
            unit: router,
            heading: there.pose.map_or(Degrees::ZERO, |pose| pose.heading),
            airborne: stays_in_the_air(opening, there),
        };
        BetterChoice::new(at, words, &[command]).by(&router)
    });
    ROUTER_LEFT_TO_RUN
        .found(
            seen.version,
            friend.seat(),
            Some(&friend),
            format!(
                "{} was left to run through {}, which {comes}; a command action would have rallied it.",
                unit_name(opening, router),
                unit_name(opening, friend),
            ),
            &[(
                "command actions when the phase began",
                f64::from(opening.player(router.seat()).actions),
            )],
        )
        .instead(better, [weighed])
}
