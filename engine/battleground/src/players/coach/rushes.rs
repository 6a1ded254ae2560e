//! Mistakes of Final Rushes, made and received.

use std::collections::BTreeSet;

use battleground_geometry::{Inches, Side};
use hindsight_kernel::{BetterChoice, Detector, ReportedTray, Rules, Suggestion, Table, Weighed};

use super::exchange::{EXCHANGE, balance, exchange};
use super::{
    DUBIOUS, MISTAKE, Watched, cited, is_on, may_control, melee_wounds, ordered_instead, place,
    wounds_if_rushed, wounds_of_both,
};
use crate::field::Field;
use crate::model::agenda::{Answer, Step};
use crate::model::command::Command;
use crate::model::effect::{Condition, Keyword};
use crate::model::event::{EngagementEvent, Event};
use crate::model::names::{UnitId, side_name};
use crate::model::orders::{Order, Orders};
use crate::model::pinched::is_pinched;
use crate::model::rule::Rule;
use crate::model::state::{Engagement, RushKind, State, Status, Unit};
use crate::model::words::{self, unit_name};
use crate::procedures::holding::is_holding;
use crate::procedures::rush::eligibility::may_rush;
use crate::procedures::rush::glimpses::glimpses_of;
use crate::system::Battleground;
use crate::views::prospects::as_if_rushed;

/// The position with a unit on a plain order.
fn ordered(state: &State, unit: UnitId, order: Order) -> State {
    let mut after = state.clone();
    if let Some(unit) = after.unit_mut(unit) {
        unit.status = Status::Ready(Some(Orders::plain(order)));
    }
    after
}

pub(super) const CHARGE_BONUS_LOST: Detector = Detector::new(
    "charge_bonus_lost",
    "Charge bonus left on the table",
    MISTAKE,
    "A unit with printed charging modifiers is Final Rushed on its front while Ready on another order than Close, although \
     its owner lost a command action in the turn before, for which it could have had that order.",
    &[cited(Rule::Rush18), cited(Rule::Mods12), cited(Rule::Cmd05)],
);

/// Only where Close would have given it more wounds.
pub(super) fn charge_bonus_lost(
    seen: &Watched<'_>,
    rush: &Engagement,
    lost: &[Option<(u16, u8)>; 2],
    lost_at: [u64; 2],
    bound: &BTreeSet<UnitId>,
) -> Option<Suggestion> {
    let state = seen.before;
    let unit = state.unit(rush.rushed)?;
    // One that was Rallied then has Hold and keeps it for the turn. Rules BG4-CMD-05, BG4-CMD-10 (pp. 35-37), BG3-CMD-11 (p. 10).
    if bound.contains(&unit.id) {
        return None;
    }
    let ready = matches!(unit.status, Status::Ready(Some(orders)) if orders.order != Order::Close);
    let card = state.kind(unit);
    let charges = card.is(Keyword::Cavalry)
        || card
            .specials
            .iter()
            .any(|special| special.when.contains(&Condition::Charging));
    let (turn, count) = lost[place(unit.id.seat())]?;
    if !ready
        || !charges
        || rush.rushed_side != Side::Front
        || turn + 1 < state.turn
        || state.is_engaged(unit.id)
    {
        return None;
    }
    let how = "while not on Close and so does not charge back";
    better_on_close(
        &CHARGE_BONUS_LOST,
        seen,
        rush,
        how,
        (count, lost_at[place(unit.id.seat())]),
    )
}

/// A unit that is rushed on another order though Close would have given it more wounds by exact odds, and its owner left command actions
/// unspent: how many, and the version after which an order could have been changed with them. `how` says in the sentence how it is
/// rushed.
pub(super) fn better_on_close(
    detector: &Detector,
    seen: &Watched<'_>,
    rush: &Engagement,
    how: &str,
    (unspent, at): (u8, u64),
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
            format!(
                "{} is rushed by {} {how}; {} left unspent.",
                unit_name(state, unit),
                unit_name(state, rush.rusher),
                words::count(unspent, "command action was", "command actions were"),
            ),
            &[
                ("expected wounds as it is", as_it_is),
                ("expected wounds on Close", on_close),
                ("command actions lost", f64::from(unspent)),
            ],
        );
        suggestion.instead(ordered_instead(state, unit, Order::Close, at), [dealt, taken])
    })
}

pub(super) const SPEARS_NOT_HOLDING: Detector = Detector::new(
    "spears_not_holding",
    "Spears not Holding",
    MISTAKE,
    "An unengaged unit with Spears has the order Close, or a Hold that would make it move, when Cavalry or a Large or Colossal \
     unit charges its front.",
    &[
        cited(Rule::Equip07),
        cited(Rule::Equip08),
        cited(Rule::Mods19),
        cited(Rule::Cmd05),
    ],
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
            format!(
                "{} is charged by {} and does not Hold its spears against it.",
                unit_name(state, unit.id),
                unit_name(state, rusher.id),
            ),
            &[
                ("expected wounds as it is", as_it_is),
                ("expected wounds when Holding", holding),
            ],
        )
    })
}

pub(super) const WRONG_PARTNER_FIRST: Detector = Detector::new(
    "wrong_partner_first",
    "Rush with the wrong partner first",
    MISTAKE,
    "A rush leaves another own unit on Close that could have rushed without any, although the two could have been activated \
     together.",
    &[cited(Rule::Rush20), cited(Rule::Rush21), cited(Rule::Turn06)],
);

/// A way in which a rusher and its partner might both have rushed.
pub(super) type WayOfBoth = fn(UnitId, UnitId) -> Vec<Command>;

/// Both are activated together. Rules `BG4-TURN-06` (pp. 33, 43), `BG3-RUSH-16`, `BG3-RUSH-17` (pp. 13-14).
pub(super) fn together(rusher: UnitId, partner: UnitId) -> Vec<Command> {
    vec![Command::Activate {
        units: vec![rusher, partner],
    }]
}

/// The partner is activated before the rusher. Rule `BG3-RUSH-17` (pp. 13-14).
pub(super) fn partner_before(rusher: UnitId, partner: UnitId) -> Vec<Command> {
    [partner, rusher]
        .map(|unit| Command::Activate { units: vec![unit] })
        .into()
}

/// That they could is tried with the rules themselves: the ways are gone in the position before, in their order. It is told where
/// both rushes have the better exchange by exact odds.
pub(super) fn wrong_partner_first(
    seen: &Watched<'_>,
    rush: &Engagement,
    (choosing, chosen_at): (&State, u64),
    ways: &[WayOfBoth],
) -> Option<Suggestion> {
    let seat = rush.rusher.seat();
    let targets = |state: &State, unit: UnitId| {
        let enemies = state.enemies_of(seat);
        enemies
            .filter(|enemy| may_rush(state, unit, enemy.id).is_ok())
            .count()
    };
    if choosing.turn != seen.before.turn {
        return None;
    }
    let is_activated_too = |unit: UnitId| {
        seen.after
            .agenda
            .iter()
            .any(|frame| matches!(&frame.step, Step::Activate { units } if units.contains(&unit)))
    };
    let exchanged = |state: &State, partner: UnitId| exchange(state, &[rush.rusher, partner]);
    let (partner, had, commands, points) = choosing
        .own(seat)
        .filter(|unit| unit.id != rush.rusher && is_on(unit, Order::Close) && !is_activated_too(unit.id))
        .filter(|unit| {
            seen.after
                .unit(unit.id)
                .is_some_and(|now| !now.turn.rushed && !now.turn.activated)
        })
        .map(|unit| (unit.id, targets(choosing, unit.id)))
        .filter(|(unit, had)| *had > 0 && targets(seen.after, *unit) == 0)
        .find_map(|(unit, had)| {
            let ways = ways.iter().map(|way| way(rush.rusher, unit));
            let (commands, both) = { ways }.find_map(|commands| {
                let both = both_rush(choosing, &commands, [rush.rusher, unit])?;
                Some((commands, both))
            })?;
            let points = Weighed::odds(EXCHANGE, exchanged(seen.after, unit), exchanged(&both, unit));
            points.favours_better().then_some((unit, had, commands, points))
        })?;
    let (rusher, name) = (
        unit_name(seen.before, rush.rusher),
        unit_name(seen.before, partner),
    );
    let (words, how) = if commands.len() == 1 {
        (format!("{rusher} and {name} are activated together"), "together")
    } else {
        (format!("{name} rushes before {rusher}"), "in the other order")
    };
    let better = BetterChoice::new(chosen_at, words, &commands).by(&partner);
    Some(
        WRONG_PARTNER_FIRST
            .found(
                seen.version,
                seat,
                Some(&rush.rusher),
                format!(
                    "The rush of {rusher} takes the way of {name}, which could have rushed too; {how} both would have come home."
                ),
                &[
                    ("enemies the partner could have rushed", had as f64),
                    ("enemies it can rush now", 0.0),
                ],
            )
            .instead(better, [points, Weighed::certain("units that rush", 1.0, 2.0)]),
    )
}

/// The position after both have rushed by these commands; nothing if they do not, or if somebody is asked on the way.
fn both_rush(choosing: &State, commands: &[Command], both: [UnitId; 2]) -> Option<State> {
    let mut tray = ReportedTray::new([]);
    let mut table = Table::<Battleground>::new(choosing.clone(), &mut tray);
    let mut decided = commands
        .iter()
        .map(|command| Battleground::decide(&mut table, both[0].seat(), command));
    if decided.any(|decided| decided.is_err()) {
        return None;
    }
    // ERR: what cannot be folded is no way.
    let (state, events) = table.finish().ok()?;
    let rushed = both.iter().all(|unit| {
        events
            .iter()
            .any(|event| matches!(event, Event::Engagement(EngagementEvent::FinalRushed { engagement, .. }) if engagement.rusher == *unit))
    });
    rushed.then_some(state)
}

pub(super) const OVERREACH_RUSH: Detector = Detector::new(
    "overreach_rush",
    "Overreach rush",
    DUBIOUS,
    "A Final Rush into a front with less than half the expected wounds of the enemy this turn, although a command action for \
     Direct Control or another order was at hand.",
    &[
        cited(Rule::Rush01),
        cited(Rule::Cmd05),
        cited(Rule::Cmd07),
        cited(Rule::Mods10),
    ],
);

/// A rush into a front that a command action could have held back.
#[derive(Debug)]
pub(super) struct Venture {
    version: u64,
    rusher: UnitId,
    rushed: UnitId,
    actions: u8,
}

/// Whether a rush is one to look at when all of the turn are made.
pub(super) fn ventured(seen: &Watched<'_>, rush: &Engagement) -> Option<Venture> {
    let state = seen.before;
    let actions = state.player(rush.rusher.seat()).actions;
    let front = rush.rushed_side == Side::Front && rush.kind == RushKind::Front;
    let free = !state.unit(rush.rusher)?.turn.controlled;
    (front && free && actions > 0).then_some(Venture {
        version: seen.version,
        rusher: rush.rusher,
        rushed: rush.rushed,
        actions,
    })
}

/// Judged at the end of the Movement & Command Phase, when everybody has come who makes it a pinch: told where the rush loses more
/// points than it wins.
///
/// It names no better choice: a rush that is held back leaves the enemy the next one, and the odds of this fight say nothing of that.
pub(super) fn overreach_rushes(seen: &Watched<'_>, ventures: &[Venture]) -> Vec<Suggestion> {
    let state = seen.before;
    ventures
        .iter()
        .filter(|venture| {
            let mut fights = state.engagements.iter();
            fights.any(|fight| fight.has(venture.rusher) && fight.has(venture.rushed))
        })
        .filter_map(|venture| {
            let (rusher, rushed) = (venture.rusher, venture.rushed);
            let own = melee_wounds(state, rusher, rushed);
            let its = melee_wounds(state, rushed, rusher);
            let points = balance(state, rusher, rushed);
            (own < 0.5 * its && points < -1e-9).then(|| {
                OVERREACH_RUSH.found(
                    venture.version,
                    rusher.seat(),
                    Some(&rusher),
                    format!(
                        "{} rushes the front of {} and expects less than half the wounds it gets; a command action could have \
                         held it back.",
                        unit_name(state, rusher),
                        unit_name(state, rushed),
                    ),
                    &[
                        ("expected wounds dealt this turn", own),
                        ("expected wounds taken this turn", its),
                        (EXCHANGE, points),
                        ("command actions at hand", f64::from(venture.actions)),
                    ],
                )
            })
        })
        .collect()
}

pub(super) const MISSED_PINCH: Detector = Detector::new(
    "missed_pinch",
    "Missed pinch",
    MISTAKE,
    "Two own units could each have rushed different sides of one enemy this turn; only one did.",
    &[cited(Rule::Rush19), cited(Rule::Mods10)],
)
.of_a_missed_option();

/// Judged at the end of the Movement & Command Phase by what the start of the turn showed. A unit that rushed somebody else
/// had another use.
pub(super) fn missed_pinches(seen: &Watched<'_>) -> Vec<Suggestion> {
    let state = seen.before;
    let fresh = state
        .engagements
        .iter()
        .filter(|rush| rush.turn == state.turn && Some(rush.rusher.seat()) == state.active);
    // Two that rushed the same side miss the same partner.
    let mut missed = Vec::new();
    fresh
        .filter(|rush| !is_pinched(state, rush.rushed))
        .filter_map(|rush| {
            let seat = rush.rusher.seat();
            let other = |unit: &&Unit| {
                unit.id != rush.rusher
                    && !unit.turn.rushed
                    && !state.is_engaged(unit.id)
                    && !state.kind(unit).is(Keyword::Skirmisher)
            };
            let (partner, side) = state.own(seat).filter(other).find_map(|unit| {
                glimpses_of(state, unit)
                    .filter(|glimpse| glimpse.enemy == rush.rushed && glimpse.could_rush)
                    .filter_map(|glimpse| glimpse.side)
                    .find(|side| *side != rush.rushed_side)
                    .map(|side| (unit.id, side))
            })?;
            if missed.contains(&(rush.rushed, partner)) {
                return None;
            }
            missed.push((rush.rushed, partner));
            Some(MISSED_PINCH.found(
                seen.version,
                seat,
                Some(&partner),
                format!(
                    "{} rushed the {} of {}; {} could have rushed its {} too and pinched it.",
                    unit_name(state, rush.rusher),
                    side_name(rush.rushed_side),
                    unit_name(state, rush.rushed),
                    unit_name(state, partner),
                    side_name(side),
                ),
                &[
                    ("sides rushed", 1.0),
                    ("sides that could have been rushed", 2.0),
                    (
                        "expected wounds of the second rush",
                        wounds_if_rushed(state, partner, rush.rushed, side),
                    ),
                ],
            ))
        })
        .collect()
}

pub(super) const CHARGING_UPHILL: Detector = Detector::new(
    "charging_uphill",
    "Charging uphill or into cover",
    DUBIOUS,
    "A Final Rush into an enemy with High Ground or melee cover, although under Direct Control an enemy without it, no farther \
     away, could have been rushed with a clearly better balance of points by the exact odds.",
    &[
        cited(Rule::Mods05),
        cited(Rule::Mods07),
        cited(Rule::Cmd07),
        cited(Rule::Scen02),
    ],
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
    (choosing, chosen_at): (&State, u64),
) -> Option<Suggestion> {
    let (unit, enemy) = (rush.rusher, rush.rushed);
    let rusher = choosing
        .unit(unit)
        .filter(|_| choosing.turn == seen.before.turn)?;
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
    Some(CHARGING_UPHILL.found(
        seen.version,
        unit.seat(),
        Some(&unit),
        format!(
            "{} rushes {}, which has High Ground or cover; {} has neither, is no farther away and could have been rushed to better \
             effect.",
            unit_name(choosing, unit),
            unit_name(choosing, enemy),
            unit_name(choosing, other.enemy),
        ),
        &[
            ("inches to the enemy rushed", far.value()),
            ("inches to the other", other.distance.value()),
            ("expected wounds against the enemy rushed", dealt.0),
            ("expected wounds against the other", dealt.1),
            ("points expected to be won less those lost", as_it_is),
            ("the same against the other", instead),
        ],
    )
    .instead(
        better,
        [
            Weighed::odds(EXCHANGE, as_it_is, instead),
            Weighed::odds("expected wounds dealt", dealt.0, dealt.1),
            Weighed::odds("expected wounds taken", taken.0, taken.1).less(),
            Weighed::certain("inches to the enemy", far.value(), other.distance.value()).less(),
        ],
    ))
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
    let words = format!(
        "{} rushes {}",
        unit_name(choosing, unit),
        unit_name(choosing, enemy)
    );
    BetterChoice::new(at, words, &commands).by(&unit).against(&enemy)
}

/// Whether an enemy has High Ground or melee cover against a unit.
fn is_favoured(field: &Field<'_>, enemy: UnitId, unit: UnitId) -> bool {
    field.has_high_ground(enemy, unit) || !field.cover(unit, enemy, false).is_empty()
}

/// How far away an enemy is, and whom without High Ground and cover a unit could have rushed instead under Direct Control, no
/// farther away.
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
