//! The coach of the earlier edition: the catalogue's mistakes, in its order. What both editions call a mistake is found by
//! the detectors that they share; the files hold those that only this edition has, by what they are about.

mod attacks;
mod back_up;
mod flank_offered;
mod flanks;
mod missed_pinch;
mod no_back_up;
mod orders;
mod rushes;
mod shots;
#[cfg(test)]
mod tests;
mod unused_actions;
mod ways;

use std::collections::BTreeMap;

use hindsight_kernel::coach::{DUBIOUS, MISTAKE};
use hindsight_kernel::{Coach, Detector, Suggestion, WatchedEvent};

use super::rushes::{WayOfBoth, partner_before, together, wrong_partner_first};
use super::{Watched, Watcher, cards, command, place, routs, shooting};
use crate::editions::Edition;
use crate::model::event::{
    AbilityEvent, CombatEvent, CommandEvent, CourageEvent, DamageEvent, EngagementEvent, Event,
    MovementEvent, ProcedureEvent, SetupEvent, TurnEvent,
};
use crate::model::names::{Team, UnitId};
use crate::model::rule::Rule;
use crate::model::state::{CheckKind, Phase, State, Status};
use crate::system::{Battleground, BattlegroundOf};

/// The id of a rule as this edition has it.
const fn cited(rule: Rule) -> &'static str {
    rule.id(Edition::V3)
}

/// A detector of both editions, with the rules of this one and, where they differ, its own words.
const fn shared(detector: &Detector, watches: &'static str, rules: &'static [&'static str]) -> Detector {
    Detector {
        watches,
        rules,
        ..*detector
    }
}

/// Every detector, in the catalogue's order.
pub(crate) const DETECTORS: &[Detector] = &[
    unused_actions::UNUSED_ACTIONS,
    shared(
        &command::LATE_RALLY,
        "A Routing unit is destroyed by its rout move although a command action to rally it was there before it was moved.",
        &[cited(Rule::Cmd10), cited(Rule::Rout02)],
    ),
    ways::ROUTER_LEFT_TO_RUN,
    shared(
        &routs::NO_WAY_OUT,
        routs::NO_WAY_OUT.watches,
        &[cited(Rule::Rout08), cited(Rule::Rout10), cited(Rule::Rout11)],
    ),
    orders::SLEEPING_HOLD,
    rushes::CHARGED_ON_HOLD,
    rushes::CLOSE_TOO_EARLY,
    flank_offered::FLANK_OFFERED,
    flanks::MISSED_FLANK,
    shared(
        &super::rushes::CHARGE_BONUS_LOST,
        super::rushes::CHARGE_BONUS_LOST.watches,
        &[cited(Rule::Rush18), cited(Rule::Cmd05)],
    ),
    shared(
        &super::rushes::WRONG_PARTNER_FIRST,
        "A rush leaves another own unit on Close that could have rushed without any, although both would have rushed together or in \
         the other order.",
        &[cited(Rule::Rush20), cited(Rule::Rush21)],
    ),
    missed_pinch::MISSED_PINCH,
    rushes::CROSSING_INVITED,
    shots::SHOOTERS_MOVED,
    attacks::WRONG_PREY,
    shots::ORDER_BEYOND_WEAPONS,
    shared(
        &shooting::MISSILES_SCREENED,
        shooting::MISSILES_SCREENED.watches,
        &[cited(Rule::Comb10), cited(Rule::Shot)],
    ),
    attacks::MELEE_TARGET,
    attacks::CARD_WASTED,
    shared(
        &cards::CARD_OVERKILL,
        cards::CARD_OVERKILL.watches,
        &[cited(Rule::Cards01), cited(Rule::Atk06)],
    ),
    attacks::CARD_ON_THE_FALLEN,
    shared(
        &cards::CARD_HELD_TOO_LONG,
        cards::CARD_HELD_TOO_LONG.watches,
        &[cited(Rule::Cards02), cited(Rule::Atk14), cited(Rule::Cour03)],
    ),
    orders::CHARGE_FOR_ONE,
    ways::ELITE_THROUGH_BAD_GROUND,
    no_back_up::NO_BACK_UP,
    back_up::BACK_UP_NOT_USED,
    rushes::FEAR_WALKED_INTO,
    rushes::SKIRMISHER_KEPT_IN_PLACE,
    orders::FIRST_TURN_WASTED,
    rushes::JAVELINS_UNUSED,
    shared(
        &command::ORDER_DRIFT,
        command::ORDER_DRIFT.watches,
        &[cited(Rule::Cmd05)],
    ),
];

/// Detectors that this edition judges itself, under the id that they have in the later one: what the shared watcher finds under these
/// ids is left out.
const JUDGED_HERE: [Detector; 3] = [
    flank_offered::FLANK_OFFERED,
    missed_pinch::MISSED_PINCH,
    super::rushes::WRONG_PARTNER_FIRST,
];

/// The ways in which this edition would have two units rush that are in each other's way: at once, or the other one first.
const WAYS_OF_BOTH: [WayOfBoth; 2] = [together, partner_before];

/// Watches a game of the earlier edition.
#[derive(Debug, Default)]
pub(crate) struct EarlierWatcher {
    /// What both editions call a mistake.
    shared: Watcher,
    /// In how many own turns in a row a unit has stood on Hold with an enemy near.
    asleep: BTreeMap<UnitId, u16>,
    /// The position when the turn's first phase had begun.
    opening: Option<State>,
    /// The last position of this turn in which rushes could still be made, once none can be.
    rushing: Option<State>,
    /// The position when the first phase of each team's last own turn had begun.
    openings: BTreeMap<usize, State>,
    /// The position at the end of each team's last own turn.
    ended: BTreeMap<usize, State>,
    /// Command actions that each team lost in its last turn.
    lost: BTreeMap<usize, (u16, u8)>,
    /// The last position in which orders had not yet changed by Sound the Charge.
    charge: Option<orders::Charge>,
    /// Who chose the first turn for themselves.
    chose_first: Option<(hindsight_kernel::Seat, u64)>,
    /// Whether a unit or spell was able to act when the Combat Phase of the first turn began, or did act in it.
    able_first: bool,
    /// Units that were let rout although another could have stepped in.
    let_rout: Vec<back_up::LetRout>,
    /// When players said whom units attack.
    targets_asked: attacks::TargetsAsked,
    /// The version after which each team first chose what to do in its last own turn.
    openings_at: BTreeMap<usize, u64>,
    /// In how many own turns in a row a unit has shot at extreme range.
    extreme: shots::AtExtremeRange,
    /// Units that terrain costs two categories or more.
    slowed: BTreeMap<UnitId, ways::Slowed>,
    /// Friends that routing units have run through in this turn.
    runs: ways::RunsThrough,
}

impl<const EDITION: u8> Coach<BattlegroundOf<EDITION>> for EarlierWatcher {
    fn watch(&mut self, watched: &WatchedEvent<'_, BattlegroundOf<EDITION>>, found: &mut Vec<Suggestion>) {
        let seen = super::seen(watched);
        let before = found.len();
        let mut shared = Vec::new();
        self.shared.watch(&seen, &mut shared);
        shared.retain(|suggestion| JUDGED_HERE.iter().all(|one| one.id != suggestion.detector));
        found.append(&mut shared);
        self.judge(&seen, found);
        self.remember(&seen);
        settle(found, before);
    }

    fn over(&mut self, state: &State, found: &mut Vec<Suggestion>) {
        let before = found.len();
        Coach::<Battleground>::over(&mut self.shared, state, found);
        settle(found, before);
    }
}

/// Leaves out what is no mistake in this edition, and cites its rules.
fn settle(found: &mut Vec<Suggestion>, from: usize) {
    let mut said = found.split_off(from);
    said.retain_mut(|suggestion| {
        let known = DETECTORS.iter().find(|known| known.id == suggestion.detector);
        if let Some(known) = known {
            suggestion.rules = known.rules.iter().copied().map(Into::into).collect();
        }
        known.is_some()
    });
    found.append(&mut said);
}

impl EarlierWatcher {
    fn judge(&mut self, seen: &Watched<'_>, found: &mut Vec<Suggestion>) {
        match seen.event {
            Event::Engagement(EngagementEvent::FinalRushed { engagement, .. }) => {
                let memory = rushes::Memory {
                    opening: self.opening.as_ref(),
                    openings: &self.openings,
                    ended: &self.ended,
                    lost: &self.lost,
                    lost_at: self.shared.lost_at,
                    openings_at: &self.openings_at,
                };
                found.extend(rushes::charged_on_hold(seen, engagement, &memory));
                found.extend(rushes::close_too_early(seen, engagement, &memory));
                found.extend(rushes::crossing_invited(seen, engagement, &memory));
                found.extend(rushes::fear_walked_into(seen, engagement));
                found.extend(rushes::skirmisher_kept_in_place(seen, engagement, &memory));
                found.extend(rushes::javelins_unused(seen, engagement, &memory));
                found.extend(flanks::missed_flank(seen, engagement, &memory));
                if let Some(choosing) = &self.shared.choosing {
                    let choosing = (choosing, self.shared.chosen_at);
                    found.extend(wrong_partner_first(seen, engagement, choosing, &WAYS_OF_BOTH));
                }
            }
            Event::Command(CommandEvent::ActionsLost { seat, count }) => {
                let opening = self.shared.opening.as_ref().zip(self.shared.first_chosen_at);
                let chosen_at = self.shared.chosen_at;
                found.extend(unused_actions::unused_actions(
                    seen,
                    (*seat, *count),
                    chosen_at,
                    opening,
                ));
            }
            Event::Combat(CombatEvent::TargetsChosen { declared, .. }) => {
                for one in declared {
                    found.extend(attacks::wrong_prey(seen, &one.attack, &self.targets_asked));
                    found.extend(attacks::melee_target(seen, &one.attack, &self.targets_asked));
                }
            }
            Event::Command(CommandEvent::CardPlayed {
                seat, card, colour, ..
            }) => {
                found.extend(attacks::card_wasted(seen, *seat, *card, *colour));
                found.extend(attacks::card_on_the_fallen(seen, *seat, *card, *colour));
            }
            Event::Combat(CombatEvent::AttackBegan { attack, .. }) => {
                found.extend(back_up::back_up_not_used(seen, attack, &mut self.let_rout));
                found.extend(shots::shooters_moved(seen, attack, self.opening.as_ref()));
                found.extend(shots::kept_at_extreme_range(seen, attack, &mut self.extreme));
            }
            Event::Movement(MovementEvent::StatusChanged { unit, status, .. }) => {
                found.extend(shots::order_beyond_weapons(seen, *unit, *status));
                if *status == Status::Routing {
                    found.extend(no_back_up::no_back_up(seen, *unit, self.moved(*unit)));
                }
            }
            Event::Courage(CourageEvent::CourageChecked {
                unit,
                kind: CheckKind::Rout,
                passed: false,
                target,
                ..
            }) => {
                let opening = self.opening.as_ref();
                let opening = opening.map(|state| (state, self.shared.first_chosen_at));
                found.extend(self.runs.check_failed(seen, (*unit, *target), opening));
            }
            Event::Turn(TurnEvent::PhaseBegan { phase: Phase::Combat }) => {
                let opening = self.opening.as_ref();
                let opening = opening.map(|state| (state, self.shared.first_chosen_at));
                found.extend(self.runs.shots_lost(seen, opening));
            }
            Event::Damage(DamageEvent::UnitDestroyed { unit, .. }) => {
                let there = seen.before.unit(*unit);
                if there.is_some_and(|unit| unit.status != Status::Routing) {
                    found.extend(no_back_up::no_back_up(seen, *unit, self.moved(*unit)));
                }
            }
            Event::Turn(TurnEvent::PhaseBegan {
                phase: Phase::PreCombatCourage,
            }) => {
                found.extend(orders::charge_for_one(seen, self.charge.as_ref()));
                if let (Some(opening), Some(seat)) = (&self.opening, seen.before.active) {
                    let lost = self.lost.get(&Team::of(seat).index()).copied();
                    let opening = (opening, self.shared.first_chosen_at);
                    found.extend(flank_offered::flanks_offered(seen, opening, lost));
                    let rushing = self.rushing.as_ref().unwrap_or(seen.before);
                    found.extend(missed_pinch::missed_pinches(seen, opening.0, rushing));
                }
            }
            Event::Turn(TurnEvent::TurnEnded) => {
                found.extend(back_up::gaps_left(seen, &self.let_rout));
                found.extend(orders::sleeping_hold(seen, &mut self.asleep));
                found.extend(ways::elite_through_bad_ground(
                    seen,
                    self.opening.as_ref(),
                    &mut self.slowed,
                ));
                if seen.before.turn == 1 && !self.able_first {
                    found.extend(orders::first_turn_wasted(seen, self.chose_first));
                }
            }
            _ => {}
        }
    }

    /// The position at the end of the last own Movement and Command Phase of a unit's owner.
    fn moved(&self, unit: UnitId) -> Option<&State> {
        self.shared.moved[place(unit.seat())].as_ref()
    }

    fn remember(&mut self, seen: &Watched<'_>) {
        self.runs.note(seen);
        if seen.after.normal_moves && !seen.before.normal_moves {
            self.rushing = Some(seen.before.clone());
        }
        match seen.event {
            Event::Setup(SetupEvent::FirstPlayerNamed { seat }) => {
                let chooser = orders::chooser(seen.before).filter(|by| by == seat);
                self.chose_first = chooser.map(|by| (by, seen.asked_at));
            }
            Event::Combat(CombatEvent::AttackBegan { .. })
            | Event::Ability(AbilityEvent::SpellCast { .. })
                if seen.before.turn == 1 =>
            {
                self.able_first = true;
            }
            Event::Turn(TurnEvent::SnapshotTaken { .. }) => {
                self.opening = Some(seen.after.clone());
                self.rushing = None;
            }
            Event::Command(CommandEvent::ActionsLost { seat, count }) => {
                self.lost
                    .insert(Team::of(*seat).index(), (seen.before.turn, *count));
            }
            Event::Command(CommandEvent::ActionsSpent { seat, on, .. }) => {
                orders::note_charge(seen, *seat, on, &mut self.charge);
            }
            Event::Procedure(ProcedureEvent::Answered { answered }) => {
                back_up::note_refusal(seen, answered, &mut self.let_rout);
                attacks::note_target(seen, answered, &mut self.targets_asked);
            }
            Event::Turn(TurnEvent::PhaseBegan { phase }) => {
                if *phase == Phase::Combat && seen.after.turn == 1 {
                    self.able_first |= orders::may_act(seen.after);
                }
                self.targets_asked.clear();
                self.charge = None;
            }
            Event::Turn(TurnEvent::TurnEnded) => {
                self.let_rout.clear();
                if let Some(active) = seen.before.active {
                    let team = Team::of(active).index();
                    self.ended.insert(team, seen.before.clone());
                    if let Some(opening) = self.opening.take() {
                        self.openings.insert(team, opening);
                    }
                    if let Some(at) = self.shared.first_chosen_at {
                        self.openings_at.insert(team, at);
                    }
                }
                self.opening = None;
            }
            _ => {}
        }
        orders::note_orders(seen, &mut self.charge);
    }
}
