//! Mistakes of orders and of the first turn.

use std::collections::BTreeMap;

use battleground_geometry::{Inches, gap};
use hindsight_kernel::{BetterChoice, Detector, Seat, Suggestion, Weighed, message, phrase};

use super::watched::{DUBIOUS, MISTAKE, Watched, cited, is_on};
use crate::field::Field;
use crate::messages::{self, MESSAGES};
use crate::model::agenda::Step;
use crate::model::command::Command;
use crate::model::effect::{Condition, Keyword};
use crate::model::event::{AbilityEvent, CombatEvent, Event, MovementEvent, SetupEvent, TurnEvent, Use};
use crate::model::names::UnitId;
use crate::model::orders::{Objective, Order};
use crate::model::state::{Phase, State, Status, Unit};
use crate::rules::activation::OBJECTIVE_COVERED;
use crate::views::prospects::attacks_of;

pub(super) const OBJECTIVE_UNDER_A_FRIEND: Detector = Detector::new(
    "objective_under_a_friend",
    phrase!(MESSAGES, "detector-objective-under-a-friend"),
    MISTAKE,
    phrase!(MESSAGES, "detector-objective-under-a-friend-watches"),
    cited!(V4: Order12),
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
        message!(
            MESSAGES,
            "coach-objective-under-a-friend",
            friend = messages::unit(state, friend.1),
            unit = messages::unit(state, unit)
        ),
        &[
            (
                phrase!(MESSAGES, "number-inches-from-the-friend-to-the-objective"),
                friend.0.value(),
            ),
            (
                phrase!(MESSAGES, "number-inches-the-unit-still-had-to-go"),
                way.value(),
            ),
            (phrase!(MESSAGES, "number-command-actions-to-reorganize-it"), 2.0),
        ],
    ))
}

pub(super) const ORDER_DRIFT: Detector = Detector::new(
    "order_drift",
    phrase!(MESSAGES, "detector-order-drift"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-order-drift-watches"),
    cited!(V4: Cmd05),
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
            message!(
                MESSAGES,
                "coach-order-drift",
                unit = messages::unit(seen.before, *unit),
                turns = *run
            ),
            &[
                (phrase!(MESSAGES, "number-own-turns-in-a-row"), f64::from(*run)),
                (
                    phrase!(MESSAGES, "number-command-actions-spent-on-it"),
                    f64::from(*run),
                ),
            ],
        )
    })
}

pub(super) const SLEEPING_HOLD: Detector = Detector::new(
    "sleeping_hold",
    phrase!(MESSAGES, "detector-sleeping-hold"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-sleeping-hold-watches"),
    cited!(V3: HoldOrder, Cmd05),
);

/// The own turns in a row after which it is told, and again with each further one.
const ASLEEP: u16 = 3;

/// Whether a unit's card gives it something for holding.
pub(super) fn is_better_on_hold(state: &State, unit: &Unit) -> bool {
    let card = state.kind(unit);
    card.is(Keyword::Spears)
        || card
            .specials
            .iter()
            .any(|special| special.when.contains(&Condition::Holding))
}

/// It names no better choice: what Close leads to hangs on the moves that follow, so that it has no odds.
pub(super) fn sleeping_hold(seen: &Watched<'_>, asleep: &mut BTreeMap<UnitId, u16>) -> Vec<Suggestion> {
    let state = seen.before;
    let Some(active) = state.active else {
        return Vec::new();
    };
    let field = Field::of(state);
    let mut found = Vec::new();
    for unit in state.own(active) {
        let card = state.kind(unit);
        let reach = field.mc_by(unit, 0).inches();
        let near = state
            .enemies_of(active)
            .filter_map(|enemy| field.within(unit.id, enemy.id))
            .min()
            .filter(|distance| *distance <= reach + reach);
        let idle = is_on(unit, Order::Hold)
            && !state.is_engaged(unit.id)
            && card.ranged.is_none()
            && card.spells.is_empty()
            && !is_better_on_hold(state, unit);
        let Some(distance) = near.filter(|_| idle) else {
            asleep.remove(&unit.id);
            continue;
        };
        let turns = asleep.entry(unit.id).or_insert(0);
        *turns = turns.saturating_add(1);
        if *turns >= ASLEEP {
            let suggestion = SLEEPING_HOLD.found(
                seen.version,
                active,
                Some(&unit.id),
                message!(
                    MESSAGES,
                    "coach-sleeping-hold",
                    unit = messages::unit(state, unit.id),
                    turns = *turns
                ),
                &[
                    (phrase!(MESSAGES, "number-own-turns-in-a-row"), f64::from(*turns)),
                    (
                        phrase!(MESSAGES, "number-inches-to-the-nearest-enemy"),
                        distance.value(),
                    ),
                    (phrase!(MESSAGES, "number-inches-it-moves"), reach.value()),
                ],
            );
            found.push(suggestion);
        }
    }
    found
}

pub(super) const CHARGE_FOR_ONE: Detector = Detector::new(
    "charge_for_one",
    phrase!(MESSAGES, "detector-charge-for-one"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-charge-for-one-watches"),
    cited!(V3: Cmd13, Cmd05),
);

/// The effect of a Sound the Charge so far.
#[derive(Debug)]
pub(super) struct Charge {
    seat: Seat,
    spent: u8,
    changed: u16,
    rallied: u16,
}

/// Notes that a charge is sounded.
pub(super) fn note_charge(seen: &Watched<'_>, seat: Seat, on: &Use, charge: &mut Option<Charge>) {
    if *on == Use::SoundTheCharge {
        *charge = Some(Charge {
            seat,
            spent: seen.before.player(seat).actions,
            changed: 0,
            rallied: 0,
        });
    }
}

/// Notes what follows the charge: orders that change, units that rally.
pub(super) fn note_orders(seen: &Watched<'_>, charge: &mut Option<Charge>) {
    let Some(charge) = charge else { return };
    if let Event::Movement(MovementEvent::StatusChanged { unit, .. }) = seen.event
        && unit.seat() == charge.seat
    {
        let before = seen.before.unit(*unit).map(|unit| unit.status);
        let after = seen.after.unit(*unit).map(|unit| unit.status);
        let routing = |status| status == Some(Status::Routing);
        if routing(before) {
            charge.rallied += 1;
        } else if before != after {
            charge.changed += 1;
        }
    }
}

/// Judged when the phase is over.
// RULING: who spends the only action for one order has paid no more than the order costs by itself (BG3-CMD-05, p. 10); who changes none
// has lost it.
pub(super) fn charge_for_one(seen: &Watched<'_>, charge: Option<&Charge>) -> Option<Suggestion> {
    let small = |charge: &&Charge| charge.rallied == 0 && charge.changed < u16::from(charge.spent.min(2));
    let charge = charge.filter(small)?;
    Some(CHARGE_FOR_ONE.found(
        seen.version,
        charge.seat,
        None,
        message!(
            MESSAGES,
            "coach-charge-for-one",
            seat = messages::seat(charge.seat),
            spent = charge.spent,
            changed = charge.changed
        ),
        &[
            (
                phrase!(MESSAGES, "number-command-actions-spent"),
                f64::from(charge.spent),
            ),
            (
                phrase!(MESSAGES, "number-orders-changed"),
                f64::from(charge.changed),
            ),
            (
                phrase!(MESSAGES, "number-units-rallied"),
                f64::from(charge.rallied),
            ),
        ],
    ))
}

pub(super) const FIRST_TURN_WASTED: Detector = Detector::new(
    "first_turn_wasted",
    phrase!(MESSAGES, "detector-first-turn-wasted"),
    MISTAKE,
    phrase!(MESSAGES, "detector-first-turn-wasted-watches"),
    cited!(V3: FirstTurn, Deploy07),
);

/// The choice of the first turn, and what was done in it.
#[derive(Debug, Default)]
pub(super) struct FirstTurn {
    /// The player who chose it for themselves, and the version after which.
    chose: Option<(Seat, u64)>,
    /// Whether a unit or spell was able to act when its Combat Phase began, or did act in it.
    able: bool,
}

impl FirstTurn {
    /// Notes who chose the first turn, and whether anybody was able to act in it.
    pub(super) fn note(&mut self, seen: &Watched<'_>) {
        match seen.event {
            Event::Setup(SetupEvent::FirstPlayerNamed { seat }) => {
                let chooser = chooser(seen.before).filter(|by| by == seat);
                self.chose = chooser.map(|by| (by, seen.asked_at));
            }
            Event::Combat(CombatEvent::AttackBegan { .. })
            | Event::Ability(AbilityEvent::SpellCast { .. })
                if seen.before.turn == 1 =>
            {
                self.able = true;
            }
            Event::Turn(TurnEvent::PhaseBegan { phase: Phase::Combat }) if seen.after.turn == 1 => {
                let active = seen.after.active.filter(|_| self.chose.is_some());
                self.able |= active.is_some_and(|seat| has_attack(seen.after, seat));
            }
            _ => {}
        }
    }

    /// It names the other player as better only where nobody of theirs could have attacked in that Combat Phase either, so that nothing
    /// was lost by it.
    pub(super) fn wasted(&self, seen: &Watched<'_>) -> Option<Suggestion> {
        let state = seen.before;
        let wasted = state.turn == 1 && !self.able;
        let chose = self
            .chose
            .filter(|(seat, _)| wasted && state.active == Some(*seat));
        let (seat, asked_at) = chose?;
        let other = seat.opponent();
        let words = message!(MESSAGES, "first-player-named", seat = messages::seat(other));
        let mut theirs = state.clone();
        theirs.active = Some(other);
        let better = (!has_attack(&theirs, other))
            .then(|| BetterChoice::new(asked_at, words, &[Command::Name { seat: other }]));
        let (own_first, other_first) = FIRST_MOVES;
        let weighed = [
            Weighed::certain(
                phrase!(MESSAGES, "number-turn-of-the-first-own-move"),
                own_first,
                other_first,
            )
            .less(),
            Weighed::certain(
                phrase!(MESSAGES, "number-enemy-units-able-to-act-before-it"),
                0.0,
                0.0,
            )
            .less(),
        ];
        let shooters = state
            .own(seat)
            .filter(|unit| state.kind(unit).ranged.is_some())
            .count();
        Some(
            FIRST_TURN_WASTED
                .found(
                    seen.version,
                    seat,
                    None,
                    message!(MESSAGES, "coach-first-turn-wasted", seat = messages::seat(seat)),
                    &[
                        (phrase!(MESSAGES, "number-units-able-to-act-in-it"), 0.0),
                        (
                            phrase!(MESSAGES, "number-units-with-a-ranged-attack"),
                            shooters as f64,
                        ),
                    ],
                )
                .instead(better, weighed),
        )
    }
}

/// The player who is asked who takes the first turn.
fn chooser(state: &State) -> Option<Seat> {
    state.agenda.iter().rev().find_map(|frame| match &frame.step {
        Step::ChooseFirstPlayer { by } => Some(*by),
        _ => None,
    })
}

/// Whether a unit of a player could attack or cast.
fn has_attack(state: &State, seat: Seat) -> bool {
    let able = |unit: &Unit| attacks_of(state, unit.id).is_some_and(|choices| !choices.attacks.is_empty());
    state.own(seat).any(able)
}

/// The turns in which a player makes their first moves: the first one is a Combat Phase alone. Rules `BG3-TURN-03`, `BG3-TURN-04` (p. 5).
const FIRST_MOVES: (f64, f64) = (3.0, 2.0);
