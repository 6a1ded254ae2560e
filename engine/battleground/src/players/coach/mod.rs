//! The coach of both editions: candidate mistakes as the catalogues list them, a function each.
//!
//! Whatever it says is proved by the position, the events and exact odds; where a catalogue leaves a measure open, the
//! function says how it is taken. "Expected wounds" are those of the whole attack by its exact odds. The files hold the
//! detectors by what they are about, [`Standards`] which of them an edition has and where it draws their lines, [`History`] the
//! positions that several of them look back at, and [`Watcher`] what else they must remember.

mod actions;
mod back_up;
mod cards;
mod charges;
mod endings;
mod exchange;
mod flanks;
mod ground;
mod history;
mod missed_flank;
mod orders;
mod partners;
mod played_cards;
mod rallies;
mod routs;
mod rushes;
mod shooting;
mod shots;
mod standards;
mod targets;
#[cfg(test)]
mod tests;
mod watched;

use std::collections::BTreeMap;

use hindsight_kernel::{Coach, Coaching, Detector, Seat, Suggestion, WatchedEvent};

use crate::model::attack::Attack;
use crate::model::cards::Colour;
use crate::model::event::{
    CombatEvent, CommandEvent, CourageEvent, DamageEvent, EngagementEvent, Event, MovementEvent,
    ProcedureEvent, TurnEvent,
};
use crate::model::names::{CardNo, UnitId};
use crate::model::state::{Cause, CheckKind, Engagement, Phase, State, Status};
use crate::system::BattlegroundOf;

use history::History;
use standards::{Found, Standards};
use watched::Watched;

impl<const EDITION: u8> Coaching for BattlegroundOf<EDITION> {
    fn detectors() -> &'static [Detector] {
        Standards::of(Self::EDITION).detectors
    }

    fn coach() -> Option<Box<dyn Coach<Self>>> {
        Some(Box::<Watcher>::default())
    }
}

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

/// The coach of a game, with its memory from event to event.
#[derive(Debug, Default)]
pub(crate) struct Watcher {
    /// The positions that detectors look back at.
    history: History,
    /// The last red card that was played.
    red: Option<played_cards::RedCard>,
    /// Units that were moved through, and by whom, on Initial Rout Moves of this Courage Phase.
    passed: Vec<routs::Passed>,
    /// Cards that were kept in a window, until it is known what came of it.
    kept: Vec<cards::UnplayedCard>,
    /// Findings about attackers that are told when the phase is over, if their target still stands.
    undecided: Vec<cards::Undecided>,
    /// Rushes of this turn that are judged when all are made.
    ventures: Vec<rushes::Venture>,
    /// The shooting habits of each unit.
    shooters: shooting::Shooters,
    /// Own turns in a row in which a unit has shot at extreme range.
    extreme: shots::AtExtremeRange,
    /// The time each unit has spent on slow ground.
    crossings: ground::Crossings,
    /// The last turn in which each unit's order was changed, and in how many own turns in a row.
    drifts: BTreeMap<UnitId, (u16, u8)>,
    /// Own turns in a row in which a unit has stood on Hold with an enemy near.
    asleep: BTreeMap<UnitId, u16>,
    /// The effect of a Sound the Charge of this phase so far.
    charge: Option<orders::Charge>,
    /// The choice of the first turn, and what was done in it.
    first_turn: orders::FirstTurn,
    /// Units that were let rout although another could have stepped in.
    let_rout: Vec<back_up::LetRout>,
    /// Versions after which players chose the targets of units.
    targets_asked: targets::TargetsAsked,
    /// Friends that routing units have run through in this turn.
    runs: rallies::RunsThrough,
}

impl<const EDITION: u8> Coach<BattlegroundOf<EDITION>> for Watcher {
    fn watch(&mut self, watched: &WatchedEvent<'_, BattlegroundOf<EDITION>>, found: &mut Vec<Suggestion>) {
        let seen = seen(watched);
        let standards = Standards::of(BattlegroundOf::<EDITION>::EDITION);
        self.history.choice(&seen);
        self.judge(&seen, &mut Found::new(standards, found));
        self.remember(&seen);
    }

    fn over(&mut self, state: &State, found: &mut Vec<Suggestion>) {
        let standards = Standards::of(BattlegroundOf::<EDITION>::EDITION);
        let mut found = Found::new(standards, found);
        found.ask(&cards::CARD_HELD_TOO_LONG, || {
            cards::still_standing(&mut self.undecided, state)
        });
        found.ask(&shooting::AMMO_SPENT_EARLY, || {
            shooting::ammo_spent_early(state, &self.shooters)
        });
    }
}

impl Watcher {
    fn judge(&mut self, seen: &Watched<'_>, found: &mut Found<'_>) {
        match seen.event {
            Event::Turn(event) => self.judge_turn(seen, event, found),
            Event::Engagement(EngagementEvent::FinalRushed { engagement, .. }) => {
                self.judge_rush(seen, engagement, found);
            }
            Event::Command(event) => self.judge_command(seen, event, found),
            Event::Movement(MovementEvent::StatusChanged { unit, status, why }) => {
                found.ask(&orders::OBJECTIVE_UNDER_A_FRIEND, || {
                    orders::objective_under_a_friend(seen, *unit, why)
                });
                found.ask(&shots::ORDER_BEYOND_WEAPONS, || {
                    shots::order_beyond_weapons(seen, *unit, *status)
                });
                if *status == Status::Routing {
                    self.judge_rout(seen, *unit, found);
                }
            }
            Event::Damage(event) => self.judge_damage(seen, event, found),
            Event::Courage(event) => self.judge_check(seen, event, found),
            Event::Combat(CombatEvent::TargetsChosen { declared, .. }) => {
                for one in declared {
                    found.ask(&targets::WRONG_PREY, || {
                        targets::wrong_prey(seen, &one.attack, &self.targets_asked)
                    });
                    found.ask(&targets::MELEE_TARGET, || {
                        targets::melee_target(seen, &one.attack, &self.targets_asked)
                    });
                }
            }
            Event::Combat(CombatEvent::AttackBegan { attack, .. }) => self.judge_attack(seen, attack, found),
            Event::Combat(CombatEvent::AttackResolved { target, .. }) => {
                found.ask(&cards::CARD_HELD_TOO_LONG, || {
                    match cards::held_in_an_attack(seen, *target, &self.kept)? {
                        cards::CardFinding::Now(suggestion) => Some(suggestion),
                        cards::CardFinding::IfItStands(undecided) => {
                            self.undecided.push(undecided);
                            None
                        }
                    }
                });
                cards::attack_settled(&mut self.kept);
            }
            _ => {}
        }
    }

    fn judge_turn(&mut self, seen: &Watched<'_>, event: &TurnEvent, found: &mut Found<'_>) {
        match event {
            TurnEvent::PhaseBegan { phase } => {
                found.ask(&cards::CARD_HELD_TOO_LONG, || {
                    cards::still_standing(&mut self.undecided, seen.before)
                });
                match phase {
                    Phase::PreCombatCourage => self.judge_moves(seen, found),
                    Phase::Combat => {
                        found.ask(&shooting::MISSILES_SCREENED, || {
                            shooting::missiles_screened(seen, &mut self.shooters)
                        });
                        found.ask(&rallies::ROUTER_LEFT_TO_RUN, || {
                            self.runs.shots_lost(seen, &self.history)
                        });
                    }
                    _ => {}
                }
            }
            TurnEvent::VictoryChecked { sackers, .. } => {
                found.ask(&endings::CAMP_LEFT_OPEN, || {
                    endings::camp_left_open(seen, sackers, &self.history)
                });
                found.ask(&endings::ENDGAME_ARITHMETIC, || {
                    endings::endgame_arithmetic(seen, &self.history)
                });
            }
            TurnEvent::BattleEnded { ending } => {
                found.ask(&endings::AIRBORNE_AT_THE_END, || {
                    endings::airborne_at_the_end(seen, ending)
                });
            }
            TurnEvent::TurnEnded => self.judge_turn_ended(seen, found),
            _ => {}
        }
    }

    fn judge_turn_ended(&mut self, seen: &Watched<'_>, found: &mut Found<'_>) {
        found.ask(&back_up::BACK_UP_NOT_USED, || {
            back_up::gaps_left(seen, &self.let_rout)
        });
        found.ask(&orders::SLEEPING_HOLD, || {
            orders::sleeping_hold(seen, &mut self.asleep)
        });
        let slow_ground = &found.standards().slow_ground;
        found.ask(&slow_ground.detector, || {
            ground::crossed(seen, slow_ground, &self.history, &mut self.crossings)
        });
        found.ask(&orders::FIRST_TURN_WASTED, || self.first_turn.wasted(seen));
    }

    /// The moves and Final Rushes of the turn, when all are made.
    fn judge_moves(&self, seen: &Watched<'_>, found: &mut Found<'_>) {
        let standards = found.standards();
        found.ask(&orders::CHARGE_FOR_ONE, || {
            orders::charge_for_one(seen, self.charge.as_ref())
        });
        found.ask(&standards.flank_offered.detector, || {
            (standards.flank_offered.find)(seen, &self.history)
        });
        found.ask(&rushes::OVERREACH_RUSH, || {
            rushes::overreach_rushes(seen, &self.ventures)
        });
        found.ask(&standards.missed_pinch.detector, || {
            (standards.missed_pinch.find)(seen, &self.history)
        });
    }

    /// A Final Rush.
    fn judge_rush(&mut self, seen: &Watched<'_>, rush: &Engagement, found: &mut Found<'_>) {
        let history = &self.history;
        found.ask(&charges::CHARGE_BONUS_LOST, || {
            charges::charge_bonus_lost(seen, rush, history)
        });
        found.ask(&charges::SPEARS_NOT_HOLDING, || {
            charges::spears_not_holding(seen, rush)
        });
        self.ventures.extend(rushes::ventured(seen, rush));
        found.ask(&charges::CHARGED_ON_HOLD, || {
            charges::charged_on_hold(seen, rush, history)
        });
        found.ask(&rushes::CLOSE_TOO_EARLY, || {
            rushes::close_too_early(seen, rush, history)
        });
        found.ask(&rushes::CROSSING_INVITED, || {
            rushes::crossing_invited(seen, rush, history)
        });
        found.ask(&charges::FEAR_WALKED_INTO, || {
            charges::fear_walked_into(seen, rush)
        });
        found.ask(&rushes::SKIRMISHER_KEPT_IN_PLACE, || {
            rushes::skirmisher_kept_in_place(seen, rush, history)
        });
        found.ask(&rushes::JAVELINS_UNUSED, || {
            rushes::javelins_unused(seen, rush, history)
        });
        found.ask(&missed_flank::MISSED_FLANK, || {
            missed_flank::missed_flank(seen, rush, history)
        });
        let ways = found.standards().ways_of_both;
        found.ask(&partners::WRONG_PARTNER_FIRST, || {
            partners::wrong_partner_first(seen, rush, history, ways)
        });
        found.ask(&charges::CHARGING_UPHILL, || {
            charges::charging_uphill(seen, rush, history)
        });
    }

    fn judge_command(&mut self, seen: &Watched<'_>, event: &CommandEvent, found: &mut Found<'_>) {
        match event {
            CommandEvent::ActionsLost { seat, count } => {
                let lost_actions = &found.standards().lost_actions;
                found.ask(&lost_actions.detector, || {
                    actions::lost(seen, lost_actions, (*seat, *count), &self.history)
                });
            }
            CommandEvent::ActionsSpent { on, .. } => {
                found.ask(&orders::ORDER_DRIFT, || {
                    orders::order_drift(seen, on, &mut self.drifts)
                });
            }
            CommandEvent::Passed { seat, .. } => cards::keeps(seen, *seat, &mut self.kept),
            CommandEvent::CardPlayed {
                seat, card, colour, ..
            } => self.judge_card(seen, *seat, (*card, *colour), found),
            CommandEvent::CardDiscarded { seat, card } => {
                cards::leaves_hand(&mut self.kept, *seat, *card, None);
            }
            _ => {}
        }
    }

    fn judge_card(
        &mut self,
        seen: &Watched<'_>,
        seat: Seat,
        (card, colour): (CardNo, Colour),
        found: &mut Found<'_>,
    ) {
        if colour == Colour::Red {
            self.red = played_cards::RedCard::played(seen, seat, card);
        }
        cards::leaves_hand(&mut self.kept, seat, card, Some(colour));
        found.ask(&played_cards::CARD_WASTED, || {
            played_cards::card_wasted(seen, seat, card, colour)
        });
        found.ask(&played_cards::CARD_ON_THE_FALLEN, || {
            played_cards::card_on_the_fallen(seen, seat, card, colour)
        });
    }

    fn judge_attack(&mut self, seen: &Watched<'_>, attack: &Attack, found: &mut Found<'_>) {
        shooting::count(seen, attack, &mut self.shooters);
        found.ask(&shooting::LONG_RANGE_BY_HABIT, || {
            shooting::long_range_by_habit(seen, attack, &mut self.shooters)
        });
        found.ask(&shooting::MOVE_AND_SHOOT_AVOIDABLE, || {
            shooting::move_and_shoot_avoidable(seen, attack, &mut self.shooters)
        });
        found.ask(&back_up::BACK_UP_NOT_USED, || {
            back_up::back_up_not_used(seen, attack, &mut self.let_rout)
        });
        found.ask(&shots::SHOOTERS_MOVED, || {
            shots::shooters_moved(seen, attack, &self.history)
        });
        found.ask(&shots::ORDER_BEYOND_WEAPONS, || {
            shots::kept_at_extreme_range(seen, attack, &mut self.extreme)
        });
    }

    fn judge_damage(&mut self, seen: &Watched<'_>, event: &DamageEvent, found: &mut Found<'_>) {
        match event {
            DamageEvent::UnitDestroyed { unit, cause, .. } => self.judge_loss(seen, *unit, *cause, found),
            DamageEvent::AmmoMarked { unit, by } => {
                shooting::ammo_marked(seen, *unit, *by, &mut self.shooters);
            }
            DamageEvent::BoxesMarked { unit, excess, by, .. } => {
                found.ask(&played_cards::CARD_OVERKILL, || {
                    played_cards::card_overkill(seen, (*unit, *excess), *by, self.red)
                });
            }
            _ => {}
        }
    }

    /// A unit that was destroyed.
    fn judge_loss(&self, seen: &Watched<'_>, unit: UnitId, cause: Cause, found: &mut Found<'_>) {
        let history = &self.history;
        found.ask(&rallies::LATE_RALLY, || {
            rallies::late_rally(seen, unit, cause, history)
        });
        found.ask(&routs::NO_WAY_OUT, || {
            routs::no_way_out(seen, unit, cause, history)
        });
        found.ask(&back_up::BACKING_UP_NEGLECTED, || {
            back_up::backing_up_neglected(seen, unit, cause)
        });
        found.ask(&cards::FRIGHTENED_SHOCK_UNIT, || {
            cards::frightened_shock_unit(seen, unit, &self.kept)
        });
        let there = seen.before.unit(unit);
        if there.is_some_and(|unit| unit.status != Status::Routing) {
            found.ask(&back_up::NO_BACK_UP, || back_up::no_back_up(seen, unit, history));
        }
    }

    /// A unit that routs.
    fn judge_rout(&self, seen: &Watched<'_>, unit: UnitId, found: &mut Found<'_>) {
        found.ask(&cards::FRIGHTENED_SHOCK_UNIT, || {
            cards::frightened_shock_unit(seen, unit, &self.kept)
        });
        found.ask(&back_up::NO_BACK_UP, || {
            back_up::no_back_up(seen, unit, &self.history)
        });
    }

    fn judge_check(&mut self, seen: &Watched<'_>, event: &CourageEvent, found: &mut Found<'_>) {
        let CourageEvent::CourageChecked {
            unit,
            kind,
            passed,
            target,
            ..
        } = event
        else {
            return;
        };
        found.ask(&routs::ROUT_LANE_NOT_FREE, || {
            routs::rout_lane_not_free(seen, *unit, *passed, &self.passed, &self.history)
        });
        found.ask(&cards::CARD_HELD_TOO_LONG, || {
            cards::held_in_a_check(seen, *unit, *kind, *passed, &self.kept)
        });
        cards::check_settled(&mut self.kept, *unit, *kind, *passed);
        if *kind == CheckKind::Rout && !passed {
            found.ask(&rallies::ROUTER_LEFT_TO_RUN, || {
                self.runs.check_failed(seen, (*unit, *target), &self.history)
            });
        }
    }

    fn remember(&mut self, seen: &Watched<'_>) {
        self.runs.note(seen);
        self.first_turn.note(seen);
        match seen.event {
            Event::Turn(TurnEvent::PhaseBegan { .. }) => {
                self.passed.clear();
                self.ventures.clear();
                self.targets_asked.clear();
                self.charge = None;
            }
            Event::Turn(TurnEvent::TurnEnded) => {
                self.kept.clear();
                self.let_rout.clear();
            }
            Event::Command(CommandEvent::ActionsSpent { seat, on, .. }) => {
                orders::note_charge(seen, *seat, on, &mut self.charge);
            }
            Event::Courage(CourageEvent::PassedThrough { unit, by }) => self.passed.push(routs::Passed {
                through: *unit,
                by: *by,
                state: seen.before.clone(),
            }),
            Event::Procedure(ProcedureEvent::Answered { answered }) => {
                back_up::note_refusal(seen, answered, &mut self.let_rout);
                targets::note_target(seen, answered, &mut self.targets_asked);
            }
            _ => {}
        }
        orders::note_orders(seen, &mut self.charge);
        self.history.note(seen);
    }
}
