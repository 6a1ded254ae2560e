//! Mistakes of what a Final Rush is worth: charges that are not made, made badly, or not held against.

use battleground_geometry::{Inches, Side};
use hindsight_kernel::{BetterChoice, Detector, Suggestion, Weighed, message, phrase};

use super::exchange::{EXCHANGE, balance, melee_wounds, wounds_of_both};
use super::history::{History, Lost};
use super::orders::is_better_on_hold;
use super::watched::{DUBIOUS, MISTAKE, Watched, cited, is_on, may_control};
use crate::field::Field;
use crate::messages::{self, MESSAGES};
use crate::model::agenda::Answer;
use crate::model::command::Command;
use crate::model::effect::{Condition, Keyword};
use crate::model::names::UnitId;
use crate::model::orders::{Order, Orders, WrittenOrder};
use crate::model::state::{CheckKind, Engagement, State, Status, Unit};
use crate::procedures::courage::{courage_target, owes_fear_check_to, passes_of_216};
use crate::procedures::holding::is_holding;
use crate::procedures::rush::eligibility::may_rush;
use crate::procedures::rush::glimpses::glimpses_of;
use crate::views::prospects::as_if_rushed;

/// The position with a unit on a plain order.
fn ordered(state: &State, unit: UnitId, order: Order) -> State {
    let mut after = state.clone();
    if let Some(unit) = after.unit_mut(unit) {
        unit.status = Status::Ready(Some(Orders::plain(order)));
    }
    after
}

/// A unit that is rushed on its front, and the command actions that its owner lost in the turn before, for which it could have been put
/// on Close.
///
/// One that was Rallied then has Hold and keeps it for the turn. Rules `BG4-CMD-05`, `BG4-CMD-10` (pp. 35-37), `BG3-CMD-11` (p. 10).
fn might_be_on_close<'s>(
    seen: &Watched<'s>,
    rush: &Engagement,
    history: &History,
) -> Option<(&'s Unit, Lost)> {
    let state = seen.before;
    let unit = state.unit(rush.rushed)?;
    let lost = history.lost(unit.id.seat())?;
    let on_front = rush.rushed_side == Side::Front && !state.is_engaged(unit.id);
    let fresh = lost.turn + 1 >= state.turn && !history.bound.contains(&unit.id);
    (on_front && fresh).then_some((unit, lost))
}

pub(super) const CHARGE_BONUS_LOST: Detector = Detector::new(
    "charge_bonus_lost",
    phrase!(MESSAGES, "detector-charge-bonus-lost"),
    MISTAKE,
    phrase!(MESSAGES, "detector-charge-bonus-lost-watches"),
    cited!(V4: Rush18, Mods12, Cmd05),
);

/// Only where Close would have given it more wounds.
pub(super) fn charge_bonus_lost(
    seen: &Watched<'_>,
    rush: &Engagement,
    history: &History,
) -> Option<Suggestion> {
    let (unit, lost) = might_be_on_close(seen, rush, history)?;
    let ready = matches!(unit.status, Status::Ready(Some(orders)) if orders.order != Order::Close);
    let card = seen.before.kind(unit);
    let mut specials = card.specials.iter();
    let charges =
        card.is(Keyword::Cavalry) || specials.any(|special| special.when.contains(&Condition::Charging));
    if !ready || !charges {
        return None;
    }
    let how = "not_on_close";
    better_on_close(&CHARGE_BONUS_LOST, seen, rush, how, lost)
}

pub(super) const CHARGED_ON_HOLD: Detector = Detector::new(
    "charged_on_hold",
    phrase!(MESSAGES, "detector-charged-on-hold"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-charged-on-hold-watches"),
    cited!(V3: Rush18, HoldOrder, Cmd05),
);

/// Only where Close would have given it more wounds.
pub(super) fn charged_on_hold(
    seen: &Watched<'_>,
    rush: &Engagement,
    history: &History,
) -> Option<Suggestion> {
    let state = seen.before;
    let (unit, lost) = might_be_on_close(seen, rush, history)?;
    let covered = !Field::of(state).cover(rush.rusher, unit.id, false).is_empty();
    if !is_on(unit, Order::Hold) || covered || is_better_on_hold(state, unit) {
        return None;
    }
    let how = "on_hold";
    better_on_close(&CHARGED_ON_HOLD, seen, rush, how, lost)
}

/// A unit that is rushed on another order though Close would have given it more wounds by exact odds, and its owner left command actions
/// unspent: `how` says in the sentence how it is rushed.
fn better_on_close(
    detector: &Detector,
    seen: &Watched<'_>,
    rush: &Engagement,
    how: &'static str,
    lost: Lost,
) -> Option<Suggestion> {
    let (state, unit) = (seen.before, rush.rushed);
    let close = ordered(seen.after, unit, Order::Close);
    let [dealt, taken] = wounds_of_both(seen.after, &close, unit, rush.rusher);
    let (as_it_is, on_close) = (dealt.done, dealt.better);
    dealt.favours_better().then(|| {
        let suggestion = detector.found(
            seen.version,
            unit.seat(),
            Some(&unit),
            message!(
                MESSAGES,
                "coach-charged-unready",
                unit = messages::unit(state, unit),
                rusher = messages::unit(state, rush.rusher),
                how,
                lost = lost.count
            ),
            &[
                (phrase!(MESSAGES, "number-expected-wounds-as-it-is"), as_it_is),
                (phrase!(MESSAGES, "number-expected-wounds-on-close"), on_close),
                (
                    phrase!(MESSAGES, "number-command-actions-lost"),
                    f64::from(lost.count),
                ),
            ],
        );
        suggestion.instead(
            ordered_instead(state, unit, Order::Close, lost.at),
            [dealt, taken],
        )
    })
}

/// Another order of a unit as what would have been better, after this version.
fn ordered_instead(state: &State, unit: UnitId, order: Order, at: u64) -> BetterChoice {
    let words = message!(
        MESSAGES,
        "coach-order-given",
        unit = messages::unit(state, unit),
        order = messages::order(order)
    );
    let command = Command::ChangeOrder {
        unit,
        order: WrittenOrder::plain(order),
    };
    BetterChoice::new(at, words, &[command]).by(&unit)
}

pub(super) const SPEARS_NOT_HOLDING: Detector = Detector::new(
    "spears_not_holding",
    phrase!(MESSAGES, "detector-spears-not-holding"),
    MISTAKE,
    phrase!(MESSAGES, "detector-spears-not-holding-watches"),
    cited!(V4: Equip07, Equip08, Mods19, Cmd05),
);

/// Only where Holding would have given it more wounds.
pub(super) fn spears_not_holding(seen: &Watched<'_>, rush: &Engagement) -> Option<Suggestion> {
    let state = seen.before;
    let (unit, rusher) = (state.unit(rush.rushed)?, state.unit(rush.rusher)?);
    let big = state
        .kind(rusher)
        .is_any(&[Keyword::Cavalry, Keyword::Large, Keyword::Colossal]);
    let moves =
        is_on(unit, Order::Close) || (is_on(unit, Order::Hold) && !is_holding(&Field::of(state), unit));
    // The order of an engaged unit is not changed (BG4-CMD-05).
    let bound = state.is_engaged(unit.id);
    if !state.kind(unit).is(Keyword::Spears) || !big || !moves || bound || rush.rushed_side != Side::Front {
        return None;
    }
    let as_it_is = melee_wounds(seen.after, unit.id, rusher.id);
    let holding = melee_wounds(&ordered(seen.after, unit.id, Order::Hold), unit.id, rusher.id);
    (holding > as_it_is).then(|| {
        SPEARS_NOT_HOLDING.found(
            seen.version,
            unit.id.seat(),
            Some(&unit.id),
            message!(
                MESSAGES,
                "coach-spears-not-holding",
                unit = messages::unit(state, unit.id),
                rusher = messages::unit(state, rusher.id)
            ),
            &[
                (phrase!(MESSAGES, "number-expected-wounds-as-it-is"), as_it_is),
                (phrase!(MESSAGES, "number-expected-wounds-when-holding"), holding),
            ],
        )
    })
}

pub(super) const FEAR_WALKED_INTO: Detector = Detector::new(
    "fear_walked_into",
    phrase!(MESSAGES, "detector-fear-walked-into"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-fear-walked-into-watches"),
    cited!(V3: Cour08, Frightened),
);

/// The most courage with which it is told.
const TIMID: u8 = 10;

// RULING: the catalogue leaves open what "offset" is: the wounds expected by exact odds when charging and Frightened are fewer than
// those when neither.
pub(super) fn fear_walked_into(seen: &Watched<'_>, rush: &Engagement) -> Option<Suggestion> {
    let state = seen.after;
    let (unit, enemy) = (state.unit(rush.rusher)?, state.unit(rush.rushed)?);
    let courage = state.kind(unit).courage.filter(|courage| *courage <= TIMID)?;
    // Rules BG3-COUR-10 (pp. 23, 31), BG3-MOD-05 (pp. 19, 23).
    if !is_on(unit, Order::Close) || !owes_fear_check_to(state, unit, enemy.id) {
        return None;
    }
    let (target, _) = courage_target(state, unit, CheckKind::Fear, &[])?;
    let chance = 1.0 - f64::from(passes_of_216(target)) / 216.0;
    let wounds = |change: fn(&mut Unit)| {
        let mut changed = state.clone();
        changed.unit_mut(unit.id).map(change);
        melee_wounds(&changed, unit.id, enemy.id)
    };
    let frightened = wounds(|unit| unit.turn.frightened = true);
    // Whoever is on no order does not charge. Rule BG3-CMD-06 (p. 10).
    let without = wounds(|unit| {
        unit.status = Status::Ready(None);
        unit.turn.rushed = false;
    });
    (chance > 0.0 && frightened < without).then(|| {
        FEAR_WALKED_INTO.found(
            seen.version,
            unit.id.seat(),
            Some(&unit.id),
            message!(
                MESSAGES,
                "coach-fear-walked-into",
                unit = messages::unit(state, unit.id),
                enemy = messages::unit(state, enemy.id),
                courage
            ),
            &[
                (phrase!(MESSAGES, "number-courage"), f64::from(courage)),
                (phrase!(MESSAGES, "number-chance-to-be-frightened"), chance),
                (
                    phrase!(MESSAGES, "number-expected-wounds-charging-and-frightened"),
                    frightened,
                ),
                (phrase!(MESSAGES, "number-expected-wounds-with-neither"), without),
            ],
        )
    })
}

pub(super) const CHARGING_UPHILL: Detector = Detector::new(
    "charging_uphill",
    phrase!(MESSAGES, "detector-charging-uphill"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-charging-uphill-watches"),
    cited!(V4: Mods05, Mods07, Cmd07, Scen02),
);

/// The points by which the balance of the other rush must be better: about a box of a usual unit, for the Direct Control costs a
/// command action.
const CLEARLY_BETTER: f64 = 20.0;

/// A rush that could have been made.
struct Rush {
    enemy: UnitId,
    distance: Inches,
    side: Side,
}

/// Of the enemies that could have been rushed instead, the one with the best balance.
pub(super) fn charging_uphill(
    seen: &Watched<'_>,
    rush: &Engagement,
    history: &History,
) -> Option<Suggestion> {
    let (unit, enemy) = (rush.rusher, rush.rushed);
    let (choosing, chosen_at) = history.choosing(seen.before.turn)?;
    let rusher = choosing.unit(unit)?;
    let field = Field::of(seen.after);
    let control = may_control(choosing, rusher, choosing.player(unit.seat()).actions);
    if !is_favoured(&field, enemy, unit) || !(control || rusher.turn.controlled) {
        return None;
    }
    let (far, others) = other_rushes(choosing, rusher, enemy)?;
    let as_it_is = balance(seen.after, unit, enemy);
    let (other, after, instead) = others
        .into_iter()
        .map(|other| {
            let after = as_if_rushed(choosing, unit, other.enemy, other.side);
            let instead = balance(&after, unit, other.enemy);
            (other, after, instead)
        })
        .max_by(|(_, _, one), (_, _, other)| one.total_cmp(other))?;
    let against = |attacker: bool, state: &State, enemy: UnitId| {
        let (by, on) = if attacker { (unit, enemy) } else { (enemy, unit) };
        melee_wounds(state, by, on)
    };
    let [dealt, taken] = [true, false].map(|attacks| {
        (
            against(attacks, seen.after, enemy),
            against(attacks, &after, other.enemy),
        )
    });
    let better = rushed_instead(choosing, rusher, other.enemy, chosen_at);
    if instead < as_it_is + CLEARLY_BETTER {
        return None;
    }
    Some(
        CHARGING_UPHILL
            .found(
                seen.version,
                unit.seat(),
                Some(&unit),
                message!(
                    MESSAGES,
                    "coach-charging-uphill",
                    unit = messages::unit(choosing, unit),
                    enemy = messages::unit(choosing, enemy),
                    other = messages::unit(choosing, other.enemy)
                ),
                &[
                    (
                        phrase!(MESSAGES, "number-inches-to-the-enemy-rushed"),
                        far.value(),
                    ),
                    (
                        phrase!(MESSAGES, "number-inches-to-the-other"),
                        other.distance.value(),
                    ),
                    (
                        phrase!(MESSAGES, "number-expected-wounds-against-the-enemy-rushed"),
                        dealt.0,
                    ),
                    (
                        phrase!(MESSAGES, "number-expected-wounds-against-the-other"),
                        dealt.1,
                    ),
                    (
                        phrase!(MESSAGES, "number-points-expected-to-be-won-less-those-lost"),
                        as_it_is,
                    ),
                    (phrase!(MESSAGES, "number-the-same-against-the-other"), instead),
                ],
            )
            .instead(
                better,
                [
                    Weighed::odds(EXCHANGE, as_it_is, instead),
                    Weighed::odds(
                        phrase!(MESSAGES, "number-expected-wounds-dealt"),
                        dealt.0,
                        dealt.1,
                    ),
                    Weighed::odds(
                        phrase!(MESSAGES, "number-expected-wounds-taken"),
                        taken.0,
                        taken.1,
                    )
                    .less(),
                    Weighed::certain(
                        phrase!(MESSAGES, "number-inches-to-the-enemy"),
                        far.value(),
                        other.distance.value(),
                    )
                    .less(),
                ],
            ),
    )
}

/// A rush of another enemy under Direct Control as what would have been better, after this version.
fn rushed_instead(choosing: &State, rusher: &Unit, enemy: UnitId, at: u64) -> BetterChoice {
    let unit = rusher.id;
    let control = (!rusher.turn.controlled).then_some(Command::DirectControl { unit });
    let rush = [
        Command::Activate { units: vec![unit] },
        Command::Choose {
            answer: Answer::Unit(enemy),
        },
    ];
    let commands: Vec<Command> = control.into_iter().chain(rush).collect();
    let words = message!(
        MESSAGES,
        "coach-rushes",
        unit = messages::unit(choosing, unit),
        enemy = messages::unit(choosing, enemy)
    );
    BetterChoice::new(at, words, &commands).by(&unit).against(&enemy)
}

/// Whether an enemy has High Ground or melee cover against a unit.
fn is_favoured(field: &Field<'_>, enemy: UnitId, unit: UnitId) -> bool {
    field.has_high_ground(enemy, unit) || !field.cover(unit, enemy, false).is_empty()
}

/// The distance of an enemy, and the enemies without High Ground and cover, no farther away, that a unit could have rushed instead
/// under Direct Control.
fn other_rushes(choosing: &State, rusher: &Unit, enemy: UnitId) -> Option<(Inches, Vec<Rush>)> {
    let unit = rusher.id;
    let mut controlled = choosing.clone();
    controlled.unit_mut(unit)?.turn.controlled = true;
    let distance = |other: UnitId| {
        glimpses_of(&controlled, rusher)
            .filter(|glimpse| glimpse.enemy == other)
            .filter_map(|glimpse| Some((glimpse.distance, glimpse.side?)))
            .min_by_key(|(distance, _)| *distance)
    };
    let (far, _) = distance(enemy)?;
    let before = Field::of(choosing);
    let others = controlled
        .enemies_of(unit.seat())
        .map(|other| other.id)
        .filter(|&other| {
            other != enemy && !is_favoured(&before, other, unit) && may_rush(&controlled, unit, other).is_ok()
        })
        .filter_map(|other| {
            let (distance, side) = distance(other)?;
            (distance <= far).then_some(Rush {
                enemy: other,
                distance,
                side,
            })
        });
    Some((far, others.collect()))
}
