//! Mistakes of the ways that units take: bad ground, friends in the way of a rout.

use std::collections::BTreeMap;

use battleground_geometry::{Degrees, Point};
use hindsight_kernel::{BetterChoice, Detector, Suggestion};

use super::{DUBIOUS, MISTAKE, cited};
use crate::field::Field;
use crate::model::command::Command;
use crate::model::effect::Keyword;
use crate::model::event::{Event, MoveKind, MovementEvent, TurnMark};
use crate::model::names::UnitId;
use crate::model::rule::Rule;
use crate::model::state::{Phase, State};
use crate::model::words::unit_name;
use crate::players::coach::Watched;
use crate::players::coach::ground::way_around;
use crate::rules::combat::{shooting_targets, weapons};
use crate::rules::rallying::{check_rally, stays_in_the_air};

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
    /// Rule `BG3-ROUT-11` (p. 24).
    pub(super) fn check_failed(
        &mut self,
        seen: &Watched<'_>,
        friend: UnitId,
        opening: Option<(&State, Option<u64>)>,
    ) -> Option<Suggestion> {
        let (opening, at) = opening.filter(|_| seen.before.phase == Phase::PreCombatCourage)?;
        let router = self.take(friend, opening)?;
        Some(told(
            seen,
            (friend, router),
            "fails its check for it",
            (opening, at),
        ))
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
        let mut free = seen.after.clone();
        for (friend, _) in &self.friends {
            if let Some(unit) = free.unit_mut(*friend) {
                unit.turn.run_through = false;
            }
        }
        let field = Field::of(&free);
        let shoots = |friend: &UnitId| {
            let unit = free.unit(*friend)?;
            let mut own = weapons(&field, unit).into_iter();
            own.any(|weapon| {
                let targets = shooting_targets(&field, unit, weapon, &[]);
                targets.is_ok_and(|targets| !targets.is_empty())
            })
            .then_some(())
        };
        let friends: Vec<UnitId> = self.friends.iter().map(|(friend, _)| *friend).collect();
        friends
            .into_iter()
            .filter(|friend| shoots(friend).is_some())
            .filter_map(|friend| {
                let router = self.take(friend, opening)?;
                Some(told(
                    seen,
                    (friend, router),
                    "loses its shot for it",
                    (opening, at),
                ))
            })
            .collect()
    }
}

fn told(
    seen: &Watched<'_>,
    (friend, router): (UnitId, UnitId),
    comes: &str,
    (opening, at): (&State, Option<u64>),
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
        .instead(better)
}
