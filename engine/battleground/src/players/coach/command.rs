//! Mistakes of command: actions, rallies, orders.

use std::collections::BTreeMap;

use battleground_geometry::{Inches, gap};
use hindsight_kernel::{BetterChoice, Detector, Seat, Suggestion, Weighed};

use super::{DUBIOUS, MISTAKE, Watched, cited};
use crate::model::command::Command;
use crate::model::event::Use;
use crate::model::names::UnitId;
use crate::model::orders::{Objective, Order, WrittenOrder};
use crate::model::rule::Rule;
use crate::model::state::{Cause, Phase, State, Status};
use crate::model::words::{self, list, unit_name};
use crate::procedures::attack::ammunition::{ammo_boxes, has_ammo};
use crate::rules::activation::OBJECTIVE_COVERED;
use crate::verbs::rallying::{check_rally, stays_in_the_air};

pub(super) const WASTED_ACTIONS: Detector = Detector::new(
    "wasted_actions",
    "Wasted command actions",
    MISTAKE,
    "Command actions are lost at the end of the phase although there was a use for them: a card to draw, a Disrupted unengaged \
     unit to Reorganize, a unit without ammunition to Reload.",
    &[cited(Rule::Cmd04), cited(Rule::Cmd08), cited(Rule::Cmd11), cited(Rule::Cmd12)],
)
.of_a_missed_option();

/// A Routing unit has always made its rout move by then, so there is none left to Rally.
pub(super) fn wasted_actions(seen: &Watched<'_>, seat: Seat, count: u8, at: u64) -> Option<Suggestion> {
    let state = seen.before;
    let player = state.player(seat);
    let mut uses = Vec::new();
    let mut better = None;
    let spent = |cost: u8| {
        let left = f64::from(count) - f64::from(cost);
        Weighed::certain("command actions lost", f64::from(count), left).less()
    };
    let mut weighed = Vec::new();
    let disrupted = state
        .own(seat)
        .filter(|unit| unit.status == Status::Disrupted)
        .count() as f64;
    let room = state
        .profile()
        .hand_limit
        .is_none_or(|limit| player.hand.len() < usize::from(limit));
    if room && (player.deck > 0 || !player.discards.is_empty()) {
        uses.push("a command card could have been drawn".to_owned());
        let draw = Command::DrawCard { card: None };
        better = Some(BetterChoice::new(at, "A command card is drawn", &[draw]));
        let hand = player.hand.len() as f64;
        weighed = vec![spent(1), Weighed::certain("cards in hand", hand, hand + 1.0)];
    }
    for unit in state.own(seat) {
        let card = state.kind(unit);
        if unit.status == Status::Disrupted && !state.is_engaged(unit.id) && count >= 2 {
            uses.push(format!(
                "{} could have been Reorganized",
                unit_name(state, unit.id)
            ));
            let command = Command::Reorganize {
                unit: unit.id,
                order: WrittenOrder::plain(Order::Hold),
            };
            let words = format!("{} is Reorganized", unit_name(state, unit.id));
            better = Some(BetterChoice::new(at, words, &[command]).by(&unit.id));
            weighed = vec![
                spent(2),
                Weighed::certain("Disrupted units", disrupted, disrupted - 1.0).less(),
            ];
        }
        if ammo_boxes(card) > 0 && !has_ammo(state, unit) {
            uses.push(format!("{} could have been Reloaded", unit_name(state, unit.id)));
        }
    }
    if uses.is_empty() {
        return None;
    }
    Some(
        WASTED_ACTIONS
            .found(
                seen.version,
                seat,
                None,
                format!(
                    "{} lost: {}.",
                    words::count(count, "command action is", "command actions are"),
                    list(&uses)
                ),
                &[
                    ("command actions lost", f64::from(count)),
                    ("command actions gained this turn", f64::from(player.gained)),
                    ("uses there were", uses.len() as f64),
                    ("cards in hand", player.hand.len() as f64),
                ],
            )
            .instead(better, weighed),
    )
}

pub(super) const LATE_RALLY: Detector = Detector::new(
    "late_rally",
    "Late rally",
    MISTAKE,
    "A Routing unit is destroyed by its Subsequent Rout Move although a command action to Rally it was there before it was \
     activated.",
    &[cited(Rule::Cmd10), cited(Rule::Rout02)],
)
.of_a_missed_option();

pub(super) fn late_rally(
    seen: &Watched<'_>,
    unit: UnitId,
    cause: Cause,
    (opening, asked_at): (&State, Option<u64>),
) -> Option<Suggestion> {
    let state = seen.before;
    let moved = matches!(cause, Cause::RoutIntoEnemy | Cause::RoutIntoEdge | Cause::NoPlace);
    let own = state.phase == Phase::MovementAndCommand && state.active == Some(unit.seat());
    let there = opening
        .unit(unit)
        .filter(|there| there.status == Status::Routing)?;
    let player = opening.player(unit.seat());
    let stays = stays_in_the_air(opening, there);
    let heading = there.pose?.heading;
    let rallied = check_rally(opening, there, heading, stays).is_ok();
    if !moved || !own || player.actions == 0 || !rallied {
        return None;
    }
    let points = f64::from(state.kind(there).points);
    Some(
        LATE_RALLY
            .found(
                seen.version,
                unit.seat(),
                Some(&unit),
                format!(
                    "{} is lost on its rout move; a command action would have Rallied it before.",
                    unit_name(state, unit)
                ),
                &[
                    ("command actions when the phase began", f64::from(player.actions)),
                    (
                        "command actions left now",
                        f64::from(state.player(unit.seat()).actions),
                    ),
                    ("points lost", points),
                ],
            )
            .instead(
                asked_at.map(|at| {
                    let words = format!("{} is Rallied", unit_name(state, unit));
                    let command = Command::Rally {
                        unit,
                        heading,
                        airborne: stays,
                    };
                    BetterChoice::new(at, words, &[command]).by(&unit)
                }),
                [Weighed::certain("points lost to the rout move", points, 0.0).less()],
            ),
    )
}

pub(super) const OBJECTIVE_UNDER_A_FRIEND: Detector = Detector::new(
    "objective_under_a_friend",
    "Location objective under a friend",
    MISTAKE,
    "A unit becomes Disrupted because an own unit covers its location objective.",
    &[cited(Rule::Order12)],
);

pub(super) fn objective_under_a_friend(seen: &Watched<'_>, unit: UnitId, why: &str) -> Option<Suggestion> {
    let state = seen.before;
    let Status::Ready(Some(orders)) = state.unit(unit)?.status else {
        return None;
    };
    let Some(Objective::Location(token)) = orders.objective.filter(|_| why == OBJECTIVE_COVERED) else {
        return None;
    };
    let (_, at) = state.tokens.get(&token)?;
    let friend = state
        .own(unit.seat())
        .filter(|friend| friend.id != unit)
        .filter_map(|friend| Some((gap(&state.card(friend)?, at), friend.id)))
        .min()
        .filter(|(distance, _)| *distance == Inches::ZERO)?;
    let way = state.card(state.unit(unit)?)?.front_centre().distance(*at);
    Some(OBJECTIVE_UNDER_A_FRIEND.found(
        seen.version,
        unit.seat(),
        Some(&unit),
        format!(
            "{} stands on the objective of {}, which is Disrupted by it.",
            unit_name(state, friend.1),
            unit_name(state, unit),
        ),
        &[
            ("inches from the friend to the objective", friend.0.value()),
            ("inches the unit still had to go", way.value()),
            ("command actions to Reorganize it", 2.0),
        ],
    ))
}

pub(super) const ORDER_DRIFT: Detector = Detector::new(
    "order_drift",
    "Order drift",
    DUBIOUS,
    "The order of the same unit is changed for a command action in three or more own turns in a row.",
    &[cited(Rule::Cmd05)],
);

/// The own turns in a row after which it is told, and again with each further one.
const DRIFT: u8 = 3;

pub(super) fn order_drift(
    seen: &Watched<'_>,
    on: &Use,
    drifts: &mut BTreeMap<UnitId, (u16, u8)>,
) -> Option<Suggestion> {
    let Use::ChangeOrder(unit) = on else { return None };
    let turn = seen.before.turn;
    let (last, run) = drifts.entry(*unit).or_insert((0, 0));
    // The players' turns alternate, so an own turn is two turns after the one before.
    *run = match turn.saturating_sub(*last) {
        0 => return None,
        2 if *last > 0 => run.saturating_add(1),
        _ => 1,
    };
    *last = turn;
    (*run >= DRIFT).then(|| {
        ORDER_DRIFT.found(
            seen.version,
            unit.seat(),
            Some(unit),
            format!(
                "The order of {} is changed in {run} own turns in a row.",
                unit_name(seen.before, *unit)
            ),
            &[
                ("own turns in a row", f64::from(*run)),
                ("command actions spent on it", f64::from(*run)),
            ],
        )
    })
}
