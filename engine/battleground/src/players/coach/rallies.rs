//! Mistakes of units that were not Rallied: those that are lost, and those that run through friends.

use battleground_geometry::Degrees;
use hindsight_kernel::{BetterChoice, Detector, Message, Suggestion, Weighed, message, phrase};

use super::exchange::expected_boxes;
use super::history::History;
use super::watched::{MISTAKE, Watched, cited};
use crate::field::Field;
use crate::messages::{self, MESSAGES};
use crate::model::command::Command;
use crate::model::event::{Event, MoveKind, MovementEvent, TurnEvent, TurnMark};
use crate::model::names::UnitId;
use crate::model::orders::{Order, Orders};
use crate::model::state::{Cause, Phase, RoutCause, State, Status};
use crate::procedures::courage::passes_of_216;
use crate::procedures::shooting::{targets as shooting_targets, weapons};
use crate::verbs::rallying::{check_rally, stays_in_the_air};

/// The heading of a Routing unit in a position, and whether it stays in the air, if a command action could have Rallied it there.
/// Rules `BG4-CMD-10` (p. 36), `BG3-CMD-11` (p. 10).
fn rallied_where_it_lay(opening: &State, unit: UnitId) -> Option<(Degrees, bool)> {
    let there = opening.unit(unit)?;
    let (heading, airborne) = (there.pose?.heading, stays_in_the_air(opening, there));
    let affordable = opening.player(unit.seat()).actions > 0;
    let rallied = affordable && check_rally(opening, there, heading, airborne).is_ok();
    rallied.then_some((heading, airborne))
}

/// A rally as what would have been better, after this version.
pub(super) fn rally_instead(
    unit: UnitId,
    words: Message,
    heading: Degrees,
    airborne: bool,
    at: u64,
) -> BetterChoice {
    let command = Command::Rally {
        unit,
        heading,
        airborne,
    };
    BetterChoice::new(at, words, &[command]).by(&unit)
}

pub(super) const LATE_RALLY: Detector = Detector::new(
    "late_rally",
    phrase!(MESSAGES, "detector-late-rally"),
    MISTAKE,
    phrase!(MESSAGES, "detector-late-rally-watches"),
    cited!(V4: Cmd10, Rout02),
)
.of_a_missed_option();

pub(super) fn late_rally(
    seen: &Watched<'_>,
    unit: UnitId,
    cause: Cause,
    history: &History,
) -> Option<Suggestion> {
    let state = seen.before;
    let (opening, asked_at) = history.opening()?;
    let moved = matches!(cause, Cause::RoutIntoEnemy | Cause::RoutIntoEdge | Cause::NoPlace);
    let own = state.phase == Phase::MovementAndCommand && state.active == Some(unit.seat());
    let there = opening.unit(unit).filter(|_| moved && own)?;
    let (heading, airborne) = rallied_where_it_lay(opening, unit)?;
    let points = f64::from(state.kind(there).points);
    let name = || messages::unit(state, unit);
    let suggestion = LATE_RALLY.found(
        seen.version,
        unit.seat(),
        Some(&unit),
        message!(MESSAGES, "coach-late-rally", unit = name()),
        &[
            (
                phrase!(MESSAGES, "number-command-actions-when-the-phase-began"),
                f64::from(opening.player(unit.seat()).actions),
            ),
            (
                phrase!(MESSAGES, "number-command-actions-left-now"),
                f64::from(state.player(unit.seat()).actions),
            ),
            (phrase!(MESSAGES, "number-points-lost"), points),
        ],
    );
    let rally = |at| {
        rally_instead(
            unit,
            message!(MESSAGES, "coach-rallied", unit = name()),
            heading,
            airborne,
            at,
        )
    };
    Some(
        suggestion.instead(
            asked_at.map(rally),
            [Weighed::certain(
                phrase!(MESSAGES, "number-points-lost-to-the-rout-move"),
                points,
                0.0,
            )
            .less()],
        ),
    )
}

pub(super) const ROUTER_LEFT_TO_RUN: Detector = Detector::new(
    "router_left_to_run",
    phrase!(MESSAGES, "detector-router-left-to-run"),
    MISTAKE,
    phrase!(MESSAGES, "detector-router-left-to-run-watches"),
    cited!(V3: RunThrough, Cmd10),
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
            Event::Turn(TurnEvent::TurnEnded) => *self = Self::default(),
            _ => {}
        }
    }

    /// The router that ran through a friend, if it had been rallied for a command action; it is told once.
    fn take(&mut self, friend: UnitId, opening: &State) -> Option<UnitId> {
        let place = self.friends.iter().position(|(one, _)| *one == friend)?;
        let (_, router) = self.friends.remove(place);
        rallied_where_it_lay(opening, router).map(|_| router)
    }

    /// A friend fails its check for a router, which is taken before the Combat Phase: what it fails after that is for something else.
    /// Rule `BG3-ROUT-11` (p. 24). One that it owed for something else too is not told.
    pub(super) fn check_failed(
        &mut self,
        seen: &Watched<'_>,
        (friend, target): (UnitId, i32),
        history: &History,
    ) -> Option<Suggestion> {
        let opening = history.opening();
        let (opening, at) = opening.filter(|_| seen.before.phase == Phase::PreCombatCourage)?;
        let router = self.take(friend, opening)?;
        let causes = &seen.before.unit(friend)?.pending.rout;
        let fails = 1.0 - f64::from(passes_of_216(target)) / 216.0;
        let weighed = Weighed::odds(
            phrase!(MESSAGES, "number-chance-that-the-friend-fails-a-check"),
            fails,
            0.0,
        )
        .less();
        let alone = causes.iter().all(|cause| *cause == RoutCause::MovedThrough);
        (alone && weighed.favours_better()).then(|| {
            let comes = "check";
            told(seen, (friend, router), comes, (opening, at), weighed)
        })
    }

    /// The Combat Phase begins: friends that would have had a target and may not shoot.
    pub(super) fn shots_lost(&mut self, seen: &Watched<'_>, history: &History) -> Vec<Suggestion> {
        let Some((opening, at)) = history.opening() else {
            return Vec::new();
        };
        let friends: Vec<UnitId> = self.friends.iter().map(|(friend, _)| *friend).collect();
        friends
            .into_iter()
            .filter_map(|friend| {
                let router = self.friends.iter().find(|(one, _)| *one == friend)?.1;
                let boxes = best_shot(&rallied_instead(seen.after, opening, router, friend)?, friend)?;
                self.take(friend, opening)?;
                let weighed = Weighed::odds(
                    phrase!(MESSAGES, "number-expected-boxes-of-the-friend-shot"),
                    0.0,
                    boxes,
                );
                weighed.favours_better().then(|| {
                    let comes = "shot";
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
    comes: &'static str,
    (opening, at): (&State, Option<u64>),
    weighed: Weighed,
) -> Suggestion {
    let rallied = at.zip(rallied_where_it_lay(opening, router));
    let better = rallied.map(|(at, (heading, airborne))| {
        let words = message!(MESSAGES, "coach-rallied", unit = messages::unit(opening, router));
        rally_instead(router, words, heading, airborne, at)
    });
    ROUTER_LEFT_TO_RUN
        .found(
            seen.version,
            friend.seat(),
            Some(&friend),
            message!(
                MESSAGES,
                "coach-router-left-to-run",
                router = messages::unit(opening, router),
                friend = messages::unit(opening, friend),
                comes
            ),
            &[(
                phrase!(MESSAGES, "number-command-actions-when-the-phase-began"),
                f64::from(opening.player(router.seat()).actions),
            )],
        )
        .instead(better, [weighed])
}
