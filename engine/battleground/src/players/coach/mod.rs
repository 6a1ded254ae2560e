//! The coach: candidate mistakes as the catalogue lists them, a function each.
//!
//! Whatever it says is proved by the position, the events and exact odds; where the catalogue leaves a measure open, the
//! function says how it is taken. "Expected wounds" are those of the whole attack by its exact odds. The files hold the
//! detectors by what they are about, [`Watcher`] what they must remember.

mod cards;
mod command;
mod earlier;
mod endings;
mod exchange;
mod ground;
mod positions;
mod routs;
mod rushes;
mod shooting;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use battleground_geometry::Side;
use hindsight_kernel::coach::{DUBIOUS, MISTAKE};
use hindsight_kernel::{BetterChoice, Coach, Coaching, Detector, Seat, Suggestion, WatchedEvent, Weighed};

use crate::editions::Edition;
use crate::model::agenda::Step;
use crate::model::attack::AttackKind;
use crate::model::cards::Colour;
use crate::model::command::Command;
use crate::model::event::{
    CombatEvent, CommandEvent, CourageEvent, DamageEvent, EngagementEvent, Event, MovementEvent, TurnEvent,
};
use crate::model::names::{Team, UnitId};
use crate::model::orders::{Order, WrittenOrder};
use crate::model::rule::Rule;
use crate::model::state::{Cause, Engagement, Phase, State, Status, Unit};
use crate::model::words::{order_name, unit_name};
use crate::rules::combat::odds;
use crate::rules::command_actions::{check_direct_control, direct_control_cost};
use crate::system::{Battleground, BattlegroundOf};
use crate::verbs::order_changes::check_change;
use crate::views::prospects::as_if_rushed;

impl<const EDITION: u8> Coaching for BattlegroundOf<EDITION> {
    fn detectors() -> &'static [Detector] {
        match Self::EDITION {
            Edition::V4 => DETECTORS,
            Edition::V3 => earlier::DETECTORS,
        }
    }

    fn coach() -> Option<Box<dyn Coach<Self>>> {
        Some(match Self::EDITION {
            Edition::V4 => Box::<Watcher>::default(),
            Edition::V3 => Box::<earlier::EarlierWatcher>::default(),
        })
    }
}

/// The id of a rule as the later edition has it.
const fn cited(rule: Rule) -> &'static str {
    rule.id(Edition::V4)
}

/// What is seen: the event in its place.
type Watched<'w> = WatchedEvent<'w, Battleground>;

/// An event of a game of either edition, as the detectors see it.
const fn seen<'w, const EDITION: u8>(watched: &WatchedEvent<'w, BattlegroundOf<EDITION>>) -> Watched<'w> {
    Watched {
        version: watched.version,
        asked_at: watched.asked_at,
        before: watched.before,
        event: watched.event,
        after: watched.after,
    }
}

/// Every detector, in the catalogue's order.
pub(crate) const DETECTORS: &[Detector] = &[
    positions::FLANK_OFFERED,
    rushes::CHARGE_BONUS_LOST,
    rushes::SPEARS_NOT_HOLDING,
    command::WASTED_ACTIONS,
    command::LATE_RALLY,
    routs::ROUT_LANE_NOT_FREE,
    routs::NO_WAY_OUT,
    rushes::WRONG_PARTNER_FIRST,
    rushes::OVERREACH_RUSH,
    rushes::MISSED_PINCH,
    shooting::LONG_RANGE_BY_HABIT,
    shooting::MOVE_AND_SHOOT_AVOIDABLE,
    shooting::AMMO_SPENT_EARLY,
    shooting::MISSILES_SCREENED,
    cards::CARD_OVERKILL,
    cards::CARD_HELD_TOO_LONG,
    cards::FRIGHTENED_SHOCK_UNIT,
    positions::BACKING_UP_NEGLECTED,
    command::OBJECTIVE_UNDER_A_FRIEND,
    rushes::CHARGING_UPHILL,
    endings::CAMP_LEFT_OPEN,
    endings::ENDGAME_ARITHMETIC,
    endings::AIRBORNE_AT_THE_END,
    ground::SLOW_GROUND_UNDER_FIRE,
    command::ORDER_DRIFT,
];

/// What the coach remembers from event to event.
#[derive(Debug, Default)]
pub(crate) struct Watcher {
    /// The position when the Movement & Command Phase of this turn had begun and the snapshot was taken.
    opening: Option<State>,
    /// The last position in which the active player chose what to do.
    choosing: Option<State>,
    /// The version after which the active player last chose what to do, and first in this turn.
    chosen_at: u64,
    first_chosen_at: Option<u64>,
    /// The position at the end of the last own Movement & Command Phase of South and of North, team by team.
    moved: [Option<State>; 2],
    /// The position at the end of the turn before.
    last_turn: Option<State>,
    /// The turn in which South and North last lost command actions, and how many.
    lost: [Option<(u16, u8)>; 2],
    /// The version after which South and North last ended a Movement & Command Phase with command actions left.
    lost_at: [u64; 2],
    /// The units whose order could not have been changed to Close when their owners last lost command actions: Rallied that turn,
    /// engaged, with a printed order.
    bound: BTreeSet<UnitId>,
    /// The last red card that was played.
    red: Option<cards::RedCard>,
    /// Who was moved through by whom on Initial Rout Moves of this Courage Phase.
    passed: Vec<routs::Passed>,
    /// Cards that were kept in a window, until it is known what came of it.
    kept: Vec<cards::UnplayedCard>,
    /// What is told of attackers when the phase is over, of whose target still stands.
    undecided: Vec<cards::Undecided>,
    /// Rushes of this turn that are judged when all are made.
    ventures: Vec<rushes::Venture>,
    /// How each unit shoots.
    shooters: BTreeMap<UnitId, shooting::Habits>,
    /// How long each unit has crossed slow ground under fire.
    crossings: BTreeMap<UnitId, ground::Crossing>,
    /// The last turn in which each unit's order was changed, and in how many own turns in a row.
    drifts: BTreeMap<UnitId, (u16, u8)>,
}

impl<const EDITION: u8> Coach<BattlegroundOf<EDITION>> for Watcher {
    fn watch(&mut self, watched: &WatchedEvent<'_, BattlegroundOf<EDITION>>, found: &mut Vec<Suggestion>) {
        let seen = seen(watched);
        self.judge(&seen, found);
        self.remember(&seen);
    }

    fn over(&mut self, state: &State, found: &mut Vec<Suggestion>) {
        found.extend(cards::still_standing(&mut self.undecided, state));
        found.extend(shooting::ammo_spent_early(state, &self.shooters));
    }
}

impl Watcher {
    fn judge(&mut self, seen: &Watched<'_>, found: &mut Vec<Suggestion>) {
        if chooses(seen.before) {
            self.chosen_at = seen.asked_at;
            self.first_chosen_at.get_or_insert(seen.asked_at);
        }
        if matches!(seen.event, Event::Turn(TurnEvent::PhaseBegan { .. })) {
            found.extend(cards::still_standing(&mut self.undecided, seen.before));
        }
        match seen.event {
            Event::Turn(TurnEvent::PhaseBegan {
                phase: Phase::PreCombatCourage,
            }) => {
                self.judge_moves(seen, found);
            }
            Event::Turn(TurnEvent::PhaseBegan { phase: Phase::Combat }) => {
                found.extend(shooting::missiles_screened(seen, &mut self.shooters));
            }
            Event::Engagement(EngagementEvent::FinalRushed { engagement, .. }) => {
                self.judge_rush(seen, engagement, found);
            }
            Event::Command(CommandEvent::ActionsLost { seat, count }) => {
                found.extend(command::wasted_actions(seen, *seat, *count, self.chosen_at));
            }
            Event::Command(CommandEvent::ActionsSpent { on, .. }) => {
                found.extend(command::order_drift(seen, on, &mut self.drifts));
            }
            Event::Movement(MovementEvent::StatusChanged { unit, status, why }) => {
                found.extend(command::objective_under_a_friend(seen, *unit, why));
                if *status == Status::Routing {
                    found.extend(cards::frightened_shock_unit(seen, *unit, &self.kept));
                }
            }
            Event::Damage(DamageEvent::UnitDestroyed { unit, cause, .. }) => {
                self.judge_loss(seen, *unit, *cause, found);
            }
            Event::Courage(CourageEvent::CourageChecked {
                unit, kind, passed, ..
            }) => {
                found.extend(routs::rout_lane_not_free(
                    seen,
                    *unit,
                    *passed,
                    &self.passed,
                    &self.moved,
                ));
                found.extend(cards::held_in_a_check(seen, *unit, *kind, *passed, &self.kept));
                cards::check_settled(&mut self.kept, *unit, *kind, *passed);
            }
            Event::Combat(CombatEvent::AttackBegan { attack, .. }) => {
                found.extend(shooting::shot(seen, attack, &mut self.shooters));
            }
            Event::Damage(DamageEvent::AmmoMarked { unit, by }) => {
                shooting::ammo_marked(seen, *unit, *by, &mut self.shooters);
            }
            Event::Damage(DamageEvent::BoxesMarked { unit, excess, by, .. }) => {
                found.extend(cards::card_overkill(seen, (*unit, *excess), *by, self.red));
            }
            Event::Combat(CombatEvent::AttackResolved { target, .. }) => {
                match cards::held_in_an_attack(seen, *target, &self.kept) {
                    Some(cards::CardFinding::Now(suggestion)) => found.push(suggestion),
                    Some(cards::CardFinding::IfItStands(undecided)) => self.undecided.push(undecided),
                    None => {}
                }
                cards::attack_settled(&mut self.kept);
            }
            Event::Command(CommandEvent::Passed { seat, .. }) => cards::keeps(seen, *seat, &mut self.kept),
            Event::Command(CommandEvent::CardPlayed {
                seat, card, colour, ..
            }) => {
                if *colour == Colour::Red {
                    self.red = cards::RedCard::played(seen, *seat, *card);
                }
                cards::leaves_hand(&mut self.kept, *seat, *card, Some(*colour));
            }
            Event::Command(CommandEvent::CardDiscarded { seat, card }) => {
                cards::leaves_hand(&mut self.kept, *seat, *card, None);
            }
            Event::Turn(TurnEvent::VictoryChecked { sackers, .. }) => {
                self.judge_ending(seen, sackers, found);
            }
            Event::Turn(TurnEvent::BattleEnded { ending }) => {
                found.extend(endings::airborne_at_the_end(seen, ending));
            }
            Event::Turn(TurnEvent::TurnEnded) => {
                if let Some(opening) = &self.opening {
                    found.extend(ground::slow_ground_under_fire(seen, opening, &mut self.crossings));
                }
            }
            _ => {}
        }
    }

    /// The moves and Final Rushes of the turn, when all are made.
    fn judge_moves(&self, seen: &Watched<'_>, found: &mut Vec<Suggestion>) {
        if let Some(opening) = &self.opening {
            found.extend(positions::flanks_offered(seen, opening));
        }
        found.extend(rushes::overreach_rushes(seen, &self.ventures));
        found.extend(rushes::missed_pinches(seen));
    }

    /// A Final Rush.
    fn judge_rush(&mut self, seen: &Watched<'_>, engagement: &Engagement, found: &mut Vec<Suggestion>) {
        found.extend(rushes::charge_bonus_lost(
            seen,
            engagement,
            &self.lost,
            self.lost_at,
            &self.bound,
        ));
        found.extend(rushes::spears_not_holding(seen, engagement));
        self.ventures.extend(rushes::ventured(seen, engagement));
        if let Some(choosing) = &self.choosing {
            found.extend(rushes::wrong_partner_first(
                seen,
                engagement,
                (choosing, self.chosen_at),
                &[rushes::together],
            ));
            found.extend(rushes::charging_uphill(
                seen,
                engagement,
                (choosing, self.chosen_at),
            ));
        }
    }

    /// A unit that was destroyed.
    fn judge_loss(&self, seen: &Watched<'_>, unit: UnitId, cause: Cause, found: &mut Vec<Suggestion>) {
        if let Some(opening) = &self.opening {
            found.extend(command::late_rally(
                seen,
                unit,
                cause,
                (opening, self.first_chosen_at),
            ));
        }
        if let Some(last_turn) = &self.last_turn {
            found.extend(routs::no_way_out(seen, unit, cause, last_turn));
        }
        found.extend(positions::backing_up_neglected(seen, unit, cause));
        found.extend(cards::frightened_shock_unit(seen, unit, &self.kept));
    }

    /// The end of a turn, when victory is judged.
    fn judge_ending(&self, seen: &Watched<'_>, sackers: &[UnitId], found: &mut Vec<Suggestion>) {
        let Some(seat) = seen.before.active else { return };
        if let Some(moved) = &self.moved[place(seat)] {
            let lost = self.lost[place(seat)];
            found.extend(endings::camp_left_open(seen, seat, sackers, (moved, lost)));
        }
        if let Some(opening) = &self.opening {
            found.extend(endings::endgame_arithmetic(seen, seat, opening));
        }
    }

    fn remember(&mut self, seen: &Watched<'_>) {
        match seen.event {
            Event::Turn(TurnEvent::SnapshotTaken { .. }) => {
                self.opening = Some(seen.after.clone());
                self.first_chosen_at = None;
            }
            Event::Turn(TurnEvent::PhaseBegan { phase }) => {
                self.passed.clear();
                self.ventures.clear();
                if *phase == Phase::PreCombatCourage
                    && let Some(seat) = seen.before.active
                {
                    self.moved[place(seat)] = Some(seen.before.clone());
                }
            }
            Event::Command(CommandEvent::ActionsLost { seat, count }) => {
                self.lost[place(*seat)] = Some((seen.before.turn, *count));
                self.lost_at[place(*seat)] = self.chosen_at;
                let state = seen.before;
                let close = WrittenOrder::plain(Order::Close);
                for unit in state.own(*seat) {
                    if check_change(state, unit, &close).is_ok() {
                        self.bound.remove(&unit.id);
                    } else {
                        self.bound.insert(unit.id);
                    }
                }
            }
            Event::Courage(CourageEvent::PassedThrough { unit, by }) => self.passed.push(routs::Passed {
                through: *unit,
                by: *by,
                state: seen.before.clone(),
            }),
            Event::Turn(TurnEvent::TurnEnded) => {
                self.last_turn = Some(seen.before.clone());
                self.opening = None;
                self.kept.clear();
            }
            _ => {}
        }
        if chooses(seen.after) {
            self.choosing = Some(seen.after.clone());
        }
    }
}

/// Whether the active player chooses what to do in the Movement & Command Phase.
fn chooses(state: &State) -> bool {
    let asked = state.agenda.last();
    asked.is_some_and(|frame| matches!(frame.step, Step::MovementAndCommand))
}

/// Another order of a unit as what would have been better, after this version.
fn ordered_instead(state: &State, unit: UnitId, order: Order, at: u64) -> BetterChoice {
    let words = format!("{} gets the order {}", unit_name(state, unit), order_name(order));
    let command = Command::ChangeOrder {
        unit,
        order: WrittenOrder::plain(order),
    };
    BetterChoice::new(at, words, &[command]).by(&unit)
}

/// The exact expected wounds of a melee attack in a position.
fn melee_wounds(state: &State, attacker: UnitId, target: UnitId) -> f64 {
    odds::preview(state, attacker, target, AttackKind::Melee).map_or(0.0, |(_, odds)| odds.wounds.mean())
}

/// The measures of a fight of two units as it came and as it would have come: the wounds that the first deals, then those that it
/// takes.
fn wounds_of_both(came: &State, instead: &State, unit: UnitId, enemy: UnitId) -> [Weighed; 2] {
    let [dealt, taken] = [(unit, enemy), (enemy, unit)]
        .map(|(attacker, target)| [came, instead].map(|state| melee_wounds(state, attacker, target)));
    [
        Weighed::odds("expected wounds dealt", dealt[0], dealt[1]),
        Weighed::odds("expected wounds taken", taken[0], taken[1]).less(),
    ]
}

/// The exact expected wounds as if the attacker had rushed this side of the target.
fn wounds_if_rushed(state: &State, attacker: UnitId, target: UnitId, side: Side) -> f64 {
    melee_wounds(&as_if_rushed(state, attacker, target, side), attacker, target)
}

/// Whether Direct Control of a unit could be bought with so many command actions. Rules `BG4-CMD-06`, `BG4-CMD-15` (pp. 35-38,
/// 46).
fn may_control(state: &State, unit: &Unit, actions: u8) -> bool {
    check_direct_control(unit).is_ok() && actions >= direct_control_cost(state, unit)
}

/// Whether a unit is Ready with this order.
fn is_on(unit: &Unit, order: Order) -> bool {
    matches!(unit.status, Status::Ready(Some(orders)) if orders.order == order)
}

/// The place of a seat's team among two.
fn place(seat: Seat) -> usize {
    Team::of(seat).index()
}
