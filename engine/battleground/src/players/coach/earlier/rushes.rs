//! Mistakes that a final rush shows.

use std::collections::BTreeMap;

use battleground_geometry::Side;
use hindsight_kernel::{Detector, Suggestion};

use super::{DUBIOUS, MISTAKE, cited};
use crate::field::Field;
use crate::model::effect::Keyword;
use crate::model::names::{UnitId, side_name};
use crate::model::orders::{Order, WrittenOrder};
use crate::model::pinched::is_pinched;
use crate::model::rule::Rule;
use crate::model::state::{CheckKind, Engagement, State, Status, Unit};
use crate::model::words::unit_name;
use crate::players::coach::rushes::better_on_close;
use crate::players::coach::{Watched, is_on, melee_wounds, place};
use crate::procedures::courage::{courage_target, owes_fear_check_to, passes_of_216};
use crate::verbs::order_changes::check_change;

/// What is remembered when a rush is judged.
pub(super) struct Memory<'m> {
    /// The position when the turn's first phase had begun.
    pub(super) opening: Option<&'m State>,
    /// The position when the first phase of each team's last own turn had begun.
    pub(super) openings: &'m BTreeMap<usize, State>,
    /// The position at the end of each team's last own turn.
    pub(super) ended: &'m BTreeMap<usize, State>,
    /// Command actions that each team lost, and in which turn.
    pub(super) lost: &'m BTreeMap<usize, (u16, u8)>,
    /// The version after which each team ended that phase.
    pub(super) lost_at: [u64; 2],
    /// The version after which each team first chose what to do in its last own turn.
    pub(super) openings_at: &'m BTreeMap<usize, u64>,
}

impl Memory<'_> {
    /// The position at the end of the last own turn of a unit's owner.
    fn before(&self, unit: UnitId) -> Option<&State> {
        self.ended.get(&unit.team().index())
    }
}

pub(super) const CHARGED_ON_HOLD: Detector = Detector::new(
    "charged_on_hold",
    "Charged on Hold without a reason",
    DUBIOUS,
    "A unit without a bonus for holding and without cover is rushed on its front while on Hold, although its owner lost a command \
     action in the turn before and Close would have given it more wounds.",
    &[cited(Rule::Rush18), cited(Rule::HoldOrder), cited(Rule::Cmd05)],
);

pub(super) fn charged_on_hold(
    seen: &Watched<'_>,
    rush: &Engagement,
    memory: &Memory<'_>,
) -> Option<Suggestion> {
    let state = seen.before;
    let unit = state.unit(rush.rushed)?;
    let (turn, count) = *memory.lost.get(&unit.id.team().index())?;
    // One that was rallied then, or whose order is printed, could not have been put on Close.
    let ended = memory.before(unit.id)?;
    check_change(ended, ended.unit(unit.id)?, &WrittenOrder::plain(Order::Close)).ok()?;
    let covered = !Field::of(state).cover(rush.rusher, unit.id, false).is_empty();
    if !is_on(unit, Order::Hold)
        || turn + 1 < state.turn
        || covered
        || rush.rushed_side != Side::Front
        || state.is_engaged(unit.id)
        || super::orders::is_better_on_hold(state, unit)
    {
        return None;
    }
    let how = "on Hold, which gives it nothing";
    let unspent = (count, memory.lost_at[place(unit.id.seat())]);
    better_on_close(&CHARGED_ON_HOLD, seen, rush, how, unspent)
}

pub(super) const CLOSE_TOO_EARLY: Detector = Detector::new(
    "close_too_early",
    "Close too early",
    DUBIOUS,
    "A unit on Close ended its move within an enemy's rush distance and outside its own, and is rushed in flank or rear.",
    &[cited(Rule::CloseOrder), cited(Rule::Rush07), cited(Rule::Mods08)],
);

/// A unit that stopped where the faster enemy reaches its flank or rear and it reaches nothing.
///
/// An observation without a better choice: where else it should have stopped depends on the other units of its line, which has no odds.
pub(super) fn close_too_early(
    seen: &Watched<'_>,
    rush: &Engagement,
    memory: &Memory<'_>,
) -> Option<Suggestion> {
    let ended = memory.before(rush.rushed)?;
    let unit = ended.unit(rush.rushed)?;
    if rush.rushed_side == Side::Front
        || !is_on(unit, Order::Close)
        || !unit.turn.moved
        || ended.is_engaged(unit.id)
    {
        return None;
    }
    let field = Field::of(ended);
    let distance = field.within(unit.id, rush.rusher)?;
    let (own, its) = (
        field.current_mc(unit.id).inches(),
        field.current_mc(rush.rusher).inches(),
    );
    (own <= distance && distance < its).then(|| {
        CLOSE_TOO_EARLY.found(
            seen.version,
            unit.id.seat(),
            Some(&unit.id),
            format!(
                "{} moved up to where {} reaches it and it does not, and is rushed on its {}.",
                unit_name(ended, unit.id),
                unit_name(ended, rush.rusher),
                side_name(rush.rushed_side),
            ),
            &[
                ("inches between them", distance.value()),
                ("inches it moves", own.value()),
                ("inches the enemy moves", its.value()),
            ],
        )
    })
}

pub(super) const CROSSING_INVITED: Detector = Detector::new(
    "crossing_invited",
    "Crossing invited",
    DUBIOUS,
    "A unit that was pinching an enemy is rushed by a second one and so pinches no longer, on a side that a friend within one move, \
     which neither fought nor attacked, could have covered.",
    &[cited(Rule::PinchingAlone), cited(Rule::Mods10)],
);

pub(super) fn crossing_invited(
    seen: &Watched<'_>,
    rush: &Engagement,
    memory: &Memory<'_>,
) -> Option<Suggestion> {
    let state = seen.before;
    let mut fights = state.engaged_with(rush.rushed);
    let (pinched, ..) = fights.next()?;
    if fights.next().is_some() || !is_pinched(state, pinched) {
        return None;
    }
    // Who came to pinch since its owner's turn ended gave nothing away.
    let fought = |state: &State| {
        state
            .engaged_with(rush.rushed)
            .any(|(enemy, ..)| enemy == pinched)
    };
    let ended = memory
        .before(rush.rushed)
        .filter(|ended| fought(ended) && is_pinched(ended, pinched))?;
    let field = Field::of(ended);
    let body = field.body(rush.rushed)?;
    let (friend, distance) = ended
        .own(rush.rushed.seat())
        .filter(|friend| friend.id != rush.rushed && was_idle(ended, friend))
        .filter_map(|friend| {
            let eye = field.card(friend.id)?.front_centre();
            let distance = eye.distance(body.target_point(rush.rushed_side, eye));
            (distance <= field.current_mc(friend.id).inches()).then_some((friend.id, distance))
        })
        .min_by_key(|(_, distance)| *distance)?;
    Some(CROSSING_INVITED.found(
        seen.version,
        rush.rushed.seat(),
        Some(&rush.rushed),
        format!(
            "{} is rushed on its {} and no longer pinches {}; {} stood idle within one move of that side.",
            unit_name(state, rush.rushed),
            side_name(rush.rushed_side),
            unit_name(state, pinched),
            unit_name(state, friend),
        ),
        &[
            ("inches of the friend to that side", distance.value()),
            (
                "inches the friend moves",
                field.current_mc(friend).inches().value(),
            ),
        ],
    ))
}

/// Whether a unit is Ready and fights nobody.
pub(super) fn is_unengaged(state: &State, unit: &Unit) -> bool {
    matches!(unit.status, Status::Ready(_)) && !state.is_engaged(unit.id)
}

/// Whether a unit neither fought nor attacked nor cast in the turn that ends in this position.
fn was_idle(state: &State, unit: &Unit) -> bool {
    let attacked = || state.declared.iter().any(|one| one.attack.attacker == unit.id);
    is_unengaged(state, unit) && !unit.turn.cast && !unit.turn.threw && !attacked()
}

pub(super) const FEAR_WALKED_INTO: Detector = Detector::new(
    "fear_walked_into",
    "Fear walked into",
    DUBIOUS,
    "A unit with courage 10 or less on Close rushes a Fearsome or Terrifying enemy that charges it in return, so that it has to take a \
     fear check, and Frightened it is expected to cause fewer wounds than it would unafraid without charging.",
    &[cited(Rule::Cour08), cited(Rule::Frightened)],
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
            format!(
                "{} goes for {} with courage {courage} and may be Frightened, which costs more wounds than charging gives.",
                unit_name(state, unit.id),
                unit_name(state, enemy.id),
            ),
            &[
                ("courage", f64::from(courage)),
                ("chance to be Frightened", chance),
                ("expected wounds charging and Frightened", frightened),
                ("expected wounds with neither", without),
            ],
        )
    })
}

pub(super) const SKIRMISHER_KEPT_IN_PLACE: Detector = Detector::new(
    "skirmisher_kept_in_place",
    "Skirmishers kept in place",
    MISTAKE,
    "A Ready Skirmisher that neither shot nor cast nor fought ended its turn within the rush distance of a regular enemy, which now rushes it.",
    &[cited(Rule::Skirm09), cited(Rule::Cmd14)],
);

pub(super) fn skirmisher_kept_in_place(
    seen: &Watched<'_>,
    rush: &Engagement,
    memory: &Memory<'_>,
) -> Option<Suggestion> {
    let state = seen.before;
    let regular = !state.has(rush.rusher, Keyword::Skirmisher);
    let ended = memory.before(rush.rushed)?;
    let unit = ended.unit(rush.rushed)?;
    if !regular || !state.has(unit.id, Keyword::Skirmisher) || !was_idle(ended, unit) {
        return None;
    }
    let field = Field::of(ended);
    let distance = field.within(unit.id, rush.rusher)?;
    let reach = field.current_mc(rush.rusher).inches();
    (distance < reach).then(|| {
        SKIRMISHER_KEPT_IN_PLACE.found(
            seen.version,
            unit.id.seat(),
            Some(&unit.id),
            format!(
                "{} did nothing within reach of {} and is ridden down.",
                unit_name(state, unit.id),
                unit_name(state, rush.rusher),
            ),
            &[
                ("inches between them", distance.value()),
                ("inches the enemy moves", reach.value()),
            ],
        )
    })
}

pub(super) const JAVELINS_UNUSED: Detector = Detector::new(
    "javelins_unused",
    "Javelins unused",
    DUBIOUS,
    "A unit with javelins or pila on Hold or a ranged order moved nearer than its range to an enemy, which rushes it now, so that it \
     does not throw. Units that throw at any rusher are left out.",
    &[cited(Rule::Throws), cited(Rule::Equip02)],
);

pub(super) fn javelins_unused(
    seen: &Watched<'_>,
    rush: &Engagement,
    memory: &Memory<'_>,
) -> Option<Suggestion> {
    let state = seen.before;
    let unit = state.unit(rush.rushed)?;
    let card = state.kind(unit);
    let ranged = card.ranged?;
    let range = ranged.range.inches();
    if ranged.thrown_at_any_rusher {
        return None; // Rule BG3-KEY-26 (p. 33): it throws even so.
    }
    let waits = matches!(unit.status, Status::Ready(Some(orders))
        if matches!(orders.order, Order::Hold | Order::Range | Order::Short | Order::Long));
    if !card.is_any(&[Keyword::Javelins, Keyword::Pila]) || !waits || rush.rushed_side != Side::Front {
        return None;
    }
    let (opening, ended) = (memory.opening?, memory.before(unit.id)?);
    let distance = Field::of(opening).within(unit.id, rush.rusher)?;
    let moved = ended.unit(unit.id).is_some_and(|then| then.turn.moved);
    let near = |state: &State| {
        let distance = Field::of(state).within(unit.id, rush.rusher);
        distance.is_some_and(|distance| distance <= range)
    };
    let before = memory.openings.get(&unit.id.team().index());
    let was_near = before.is_some_and(near);
    (moved && !was_near && distance <= range).then(|| {
        JAVELINS_UNUSED.found(
            seen.version,
            unit.id.seat(),
            Some(&unit.id),
            format!(
                "{} moved so near that {} began its turn within range and is not thrown at.",
                unit_name(state, unit.id),
                unit_name(state, rush.rusher),
            ),
            &[
                ("inches when the turn began", distance.value()),
                ("range", range.value()),
            ],
        )
    })
}
