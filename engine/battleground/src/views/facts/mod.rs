//! The neutral story of each event, with this game's own counters.

mod counters;
mod fights;

use fights::direction;
use hindsight_kernel::{DiceRolled, Distribution, Fact, Modifier, Point, Roll, Seat};

use crate::model::cards::Colour;
use crate::model::charging::charges_toward;
use crate::model::command::{Leg, Patch};
use crate::model::event::{Event, MoveKind, Movement, Use};
use crate::model::names::UnitId;
use crate::model::orders::Order;
use crate::model::pinched::is_pinched;
use crate::model::state::{Cause, CheckKind, Engagement, State, Status};
use crate::model::words;
use crate::rules::courage::passes_of_216;
use crate::views::board::{at, move_kind, way};

pub use counters::COUNTERS;

/// The neutral story of an event.
pub(crate) fn facts(before: &State, event: &Event, out: &mut Vec<Fact>) {
    Story { before, out }.of(event);
}

/// The facts of one event.
struct Story<'s> {
    before: &'s State,
    out: &'s mut Vec<Fact>,
}

fn after(before: &State, event: &Event) -> Option<State> {
    let mut after = before.clone();
    crate::model::fold::evolve(&mut after, event).ok().map(|()| after)
}

impl Story<'_> {
    fn count(&mut self, counter: &str, unit: Option<UnitId>, seat: Option<Seat>, amount: f64) {
        debug_assert!(
            COUNTERS.iter().any(|(name, _)| *name == counter),
            "{counter} is documented"
        );
        if amount == 0.0 {
            return;
        }
        self.out.push(Fact::Counted {
            counter: counter.to_owned(),
            unit: unit.map(|unit| unit.to_string()),
            seat: seat.or(unit.map(UnitId::seat)),
            amount,
        });
    }

    fn of_unit(&mut self, counter: &str, unit: UnitId, amount: f64) {
        self.count(counter, Some(unit), None, amount);
    }

    fn of_player(&mut self, counter: &str, seat: Seat, amount: f64) {
        self.count(counter, None, Some(seat), amount);
    }

    fn decided(&mut self, seat: Seat, decision: &str, choice: impl Into<String>) {
        self.out.push(Fact::Decided {
            seat,
            decision: decision.to_owned(),
            choice: choice.into(),
        });
    }

    fn of(&mut self, event: &Event) {
        match event {
            Event::FactionChosen {
                seat,
                allegiance: Some(chosen),
            } => self.decided(*seat, "choose_faction", chosen.faction.clone()),
            Event::FirstDeployerNamed { seat } => self.decided(*seat, "deploys_first", "yes"),
            Event::FirstPlayerNamed { seat } => self.decided(*seat, "takes_first_turn", "yes"),
            Event::FewerPointsRolled { south, north, seat } => {
                self.lot("who spent fewer points", south, Seat::A);
                self.lot("who spent fewer points", north, Seat::B);
                if let Some(seat) = seat {
                    self.decided(*seat, "spent_fewer_points", "yes");
                }
            }
            Event::LotDrawn { purpose, roll, seat } => self.lot(purpose, roll, *seat),
            Event::Answered { answered } => {
                let topic: &str = answered.topic.into();
                let choice = serde_json::to_string(&answered.answer).unwrap_or_default();
                if let Some(crate::model::agenda::Step::Ask(question)) =
                    self.before.agenda.last().map(|frame| &frame.step)
                {
                    self.decided(question.seat, topic, choice);
                }
            }
            Event::TurnBegan { active, actions, .. } => {
                self.of_player("command_actions_gained", *active, f64::from(*actions));
            }
            Event::TurnEnded => self.turn_ended(),
            Event::SnapshotTaken { glimpses } => {
                for (counter, pick) in [
                    (
                        "units_in_sight_of_enemy",
                        (|glimpse| glimpse.visible) as fn(&crate::model::state::Glimpse) -> bool,
                    ),
                    ("units_with_rush", |glimpse| glimpse.could_rush),
                ] {
                    let mut units: Vec<UnitId> = glimpses
                        .iter()
                        .filter(|glimpse| pick(glimpse))
                        .map(|glimpse| glimpse.unit)
                        .collect();
                    units.dedup();
                    if let Some(first) = units.first() {
                        self.of_player(counter, first.seat(), units.len() as f64);
                    }
                }
            }
            Event::UnitMoved { .. } | Event::UnitsMoved { .. } => {
                for (kind, one) in event.movements() {
                    self.moved(kind, &one);
                }
            }
            Event::StatusChanged { unit, status, why } => self.status(*unit, *status, why),
            Event::Marked {
                unit,
                mark: crate::model::event::TurnMark::Activated,
            } => self.out.push(Fact::Activated {
                unit: unit.to_string(),
                seat: unit.seat(),
                action: "activate".to_owned(),
            }),
            Event::FinalRushed { engagement, .. } => self.rushed(event, engagement),
            Event::RoutingRushed { unit, target } => {
                self.of_unit("routing_units_rushed", *unit, 1.0);
                self.out.push(Fact::Engaged {
                    unit: unit.to_string(),
                    seat: unit.seat(),
                    with: target.to_string(),
                    direction: "rear".to_owned(),
                    charge: false,
                });
            }
            Event::PassedThrough { by, .. } => self.of_unit("friends_routed_through", *by, 1.0),
            Event::CheckRolled {
                roll,
                target,
                modifiers,
            } => self.check_rolled(roll, *target, modifiers),
            Event::CourageChecked {
                unit,
                kind,
                roll,
                target,
                passed,
            } => self.courage(*unit, *kind, roll.as_ref(), *target, *passed),
            Event::ActionsGained { seat, count } => {
                self.of_player("command_actions_gained", *seat, f64::from(*count));
            }
            Event::ActionsSpent { seat, count, on } => self.spent(*seat, *count, on),
            Event::ActionsLost { seat, count } => {
                self.of_player("command_actions_lost", *seat, f64::from(*count));
            }
            Event::CardDrawn { seat, .. } => self.of_player("cards_drawn", *seat, 1.0),
            Event::CardDiscarded { seat, .. } => self.of_player("cards_discarded", *seat, 1.0),
            Event::CardPlayed {
                seat, card, colour, ..
            } => {
                self.out.push(Fact::Spent {
                    seat: *seat,
                    of: "card".to_owned(),
                    on: words::card(self.before, *seat, *card),
                    amount: 1.0,
                });
                let counter = match colour {
                    Colour::Red => "cards_played_red",
                    Colour::Blue => "cards_played_blue",
                    Colour::Green => "cards_played_green",
                };
                self.of_player(counter, *seat, 1.0);
            }
            Event::AbilityUsed { seat, ability, .. } => self.decided(*seat, "ability", ability.clone()),
            Event::SpellCast { unit, spell, .. } => {
                let name = self
                    .before
                    .unit(*unit)
                    .and_then(|caster| self.before.kind(caster).spells.get(usize::from(*spell)))
                    .map_or_else(|| spell.to_string(), |spell| spell.name.clone());
                self.decided(unit.seat(), "spell", name);
            }
            Event::AmmoMarked { unit, by } => {
                let counter = if *by > 0 { "ammo_used" } else { "reloads" };
                self.of_unit(counter, *unit, f64::from(by.unsigned_abs()));
            }
            Event::BoxesMarked {
                unit,
                boxes,
                excess,
                by,
                ..
            } => self.damage(*unit, *boxes, *excess, *by),
            Event::BoxesErased { unit, boxes } => {
                let marked = self
                    .before
                    .unit(*unit)
                    .map_or(0, crate::model::state::Unit::all_marked);
                self.of_unit("boxes_healed", *unit, f64::from(marked.min(*boxes)));
            }
            Event::UnitDestroyed { unit, cause, by } => self.destroyed(*unit, *cause, *by),
            Event::AttackRolled { .. } => self.attack_rolled(event),
            Event::AttackResolved { wounds, .. } => {
                self.wounds_by_cards();
                // With wounds it was told when the boxes were marked, also where that destroyed the target at once.
                if *wounds == 0 {
                    self.resolved(0, 0);
                }
            }
            Event::VictoryChecked { sackers, .. } => {
                let each = self
                    .before
                    .scenario()
                    .map_or(0, |scenario| scenario.victory.sacking);
                for sacker in sackers {
                    self.of_player("camp_points", sacker.seat(), f64::from(each));
                }
            }
            Event::BattleEnded { .. } => {
                for seat in self.before.seats() {
                    let left = self.before.player(seat).hand.len();
                    self.of_player("cards_left", seat, left as f64);
                }
            }
            Event::Ruled { patch } => self.ruled(patch),
            Event::Opened { .. }
            | Event::Placed { .. }
            | Event::Proceeded { .. }
            | Event::Asked { .. }
            | Event::FactionChosen { allegiance: None, .. }
            | Event::AgreementMade { .. }
            | Event::ArmyBuilt { .. }
            | Event::ArmyMustered { .. }
            | Event::FirstOrdererNamed { .. }
            | Event::PhaseBegan { .. }
            | Event::FlightChanged { .. }
            | Event::SlidUnder { .. }
            | Event::TokenPlaced { .. }
            | Event::Marked { .. }
            | Event::EngagementsChanged { .. }
            | Event::CauseNoted { .. }
            | Event::CausesCleared { .. }
            | Event::CheckForced { .. }
            | Event::CheckDemanded { .. }
            | Event::CheckBegan { .. }
            | Event::CheckChanged { .. }
            | Event::DeckRenewed { .. }
            | Event::Finished { .. }
            | Event::FactionCardsRemoved { .. }
            | Event::ChoiceSettled { .. }
            | Event::PointHeld { .. }
            | Event::FliersWaited { .. }
            | Event::Passed { .. }
            | Event::RuleTriggered { .. }
            | Event::RuleSettled { .. }
            | Event::RerollClaimed { .. }
            | Event::LastingAdded { .. }
            | Event::LastingEnded { .. }
            | Event::AttackChanged { .. }
            | Event::DamageCounted
            | Event::TargetsChosen { .. }
            | Event::AttackBegan { .. }
            | Event::AttackWent { .. }
            | Event::UnitTurned { .. } => {}
        }
    }

    fn lot(&mut self, purpose: &str, roll: &Roll, seat: Seat) {
        let total = roll.total() as i32;
        let dice = roll.faces.len().max(1) as u32;
        self.out.push(Fact::DiceRolled(DiceRolled {
            purpose: purpose.to_owned(),
            seat,
            unit: None,
            against: None,
            roll: roll.clone(),
            target: None,
            result: total,
            expected: Distribution::uniform(1, i32::from(roll.sides.max(1))).times(dice),
            modifiers: Vec::new(),
            high_is_good: true,
        }));
    }

    /// What every unit is when a turn ends.
    fn turn_ended(&mut self) {
        let state = self.before;
        for unit in state.on_table() {
            let id = unit.id;
            self.out.push(Fact::TurnPassed {
                unit: id.to_string(),
                seat: id.seat(),
                in_combat: state.is_engaged(id),
                without_order: !matches!(unit.status, Status::Ready(Some(_))),
            });
            match unit.status {
                Status::Ready(Some(orders)) => match orders.order {
                    Order::Close => self.of_unit("turns_on_close", id, 1.0),
                    Order::Hold => self.of_unit("turns_on_hold", id, 1.0),
                    Order::Range | Order::Short | Order::Long => self.of_unit("turns_on_range", id, 1.0),
                    Order::Follow => {}
                },
                Status::Ready(None) => {}
                Status::Disrupted => self.of_unit("turns_disrupted", id, 1.0),
                Status::Routing => self.of_unit("turns_routing", id, 1.0),
            }
            if state.is_engaged(id) {
                self.of_unit("turns_engaged", id, 1.0);
            }
            if is_pinched(state, id) {
                self.of_unit("turns_pinched", id, 1.0);
            }
        }
    }

    fn moved(&mut self, kind: MoveKind, one: &Movement) {
        let Movement {
            unit,
            legs,
            to,
            distance,
            allowance,
        } = one;
        let Some(there) = self.before.unit(*unit) else {
            return;
        };
        let way: Vec<Point> = way(self.before, there, legs, *to);
        if there.pose.is_some() && (way.len() > 1 || distance.value() > 0.0) {
            self.out.push(Fact::UnitMoved {
                unit: unit.to_string(),
                seat: unit.seat(),
                distance: distance.value(),
                kind: move_kind(kind).to_owned(),
                way: if way.is_empty() { vec![at(to.centre)] } else { way },
            });
        }
        match kind {
            MoveKind::Rout => self.of_unit("inches_routed", *unit, distance.value()),
            MoveKind::Rush => self.of_unit("final_rush_inches", *unit, distance.value()),
            MoveKind::Ordered | MoveKind::Controlled => {
                let unused = (allowance.value() - distance.value()).max(0.0);
                self.of_unit("inches_unused", *unit, unused);
                let maneuvers = legs.iter().filter(|leg| is_maneuver(leg)).count();
                self.of_unit("maneuvers", *unit, maneuvers as f64);
            }
            MoveKind::Deployed
            | MoveKind::Realigned
            | MoveKind::RoutTurn
            | MoveKind::Rally
            | MoveKind::SteppedIn
            | MoveKind::Ruling => {}
        }
    }

    fn status(&mut self, unit: UnitId, status: Status, why: &str) {
        let Some(there) = self.before.unit(unit) else {
            return;
        };
        let (name, seat) = (unit.to_string(), unit.seat());
        match (there.status, status) {
            (Status::Routing, Status::Routing) | (Status::Disrupted, Status::Disrupted) => {}
            (_, Status::Routing) => self.out.push(Fact::Broken { unit: name, seat }),
            (Status::Routing, Status::Ready(_) | Status::Disrupted) => {
                self.of_unit("rallied", unit, 1.0);
                self.out.push(Fact::Rallied { unit: name, seat });
            }
            (Status::Ready(_), Status::Disrupted) => self.of_unit("disrupted", unit, 1.0),
            (Status::Disrupted | Status::Ready(_), Status::Ready(_)) => {
                if there.status == Status::Disrupted {
                    self.of_unit("reorganized", unit, 1.0);
                } else if self.before.turn > 0 && there.status != status {
                    self.of_unit("orders_changed", unit, 1.0);
                }
            }
        }
        if let Status::Ready(Some(orders)) = status {
            let why = if why.is_empty() {
                String::new()
            } else {
                format!(" ({why})")
            };
            self.out.push(Fact::OrderGiven {
                unit: unit.to_string(),
                seat,
                order: format!("{}{why}", words::orders(orders)),
            });
        }
    }

    fn rushed(&mut self, event: &Event, engagement: &Engagement) {
        let (rusher, rushed) = (engagement.rusher, engagement.rushed);
        let charge = after(self.before, event).is_some_and(|after| charges_toward(&after, rusher, rushed));
        let from = direction(engagement.rushed_side);
        self.out.push(Fact::Engaged {
            unit: rusher.to_string(),
            seat: rusher.seat(),
            with: rushed.to_string(),
            direction: from.to_owned(),
            charge,
        });
        if self.before.engagements.is_empty()
            && self
                .before
                .units
                .iter()
                .all(|unit| unit.destroyed.is_none() && !unit.turn.rushed)
            && self.before.on_table().all(|unit| unit.marked == 0)
        {
            self.count("first_contact_turn", None, None, f64::from(self.before.turn));
        }
        self.of_unit("final_rushes_made", rusher, 1.0);
        self.of_unit("final_rushes_received", rushed, 1.0);
        self.of_unit(&format!("rushed_in_{from}"), rushed, 1.0);
        if charge {
            self.of_unit("charges_made", rusher, 1.0);
        }
        match engagement.kind {
            crate::model::state::RushKind::Front => {}
            crate::model::state::RushKind::Flank => self.of_unit("flank_rushes", rusher, 1.0),
            crate::model::state::RushKind::Corner => self.of_unit("corner_rushes", rusher, 1.0),
        }
    }

    fn check_rolled(&mut self, roll: &Roll, target: i32, modifiers: &[Modifier]) {
        let Some(check) = &self.before.check else { return };
        self.out.push(Fact::DiceRolled(DiceRolled {
            purpose: roll.purpose.to_string(),
            seat: check.unit.seat(),
            unit: Some(check.unit.to_string()),
            against: None,
            roll: roll.clone(),
            target: Some(target),
            result: roll.total() as i32,
            expected: Distribution::uniform(1, 6).times(3),
            modifiers: modifiers.to_vec(),
            high_is_good: false,
        }));
    }

    fn courage(&mut self, unit: UnitId, kind: CheckKind, roll: Option<&Roll>, target: i32, passed: bool) {
        let Some(roll) = roll else { return };
        let chance = f64::from(passes_of_216(target)) / 216.0;
        let kind: &str = kind.into();
        self.out.push(Fact::MoraleChecked {
            unit: unit.to_string(),
            seat: unit.seat(),
            kind: kind.to_owned(),
            need: target,
            rolled: roll.total() as i32,
            passed,
            chance,
        });
        self.of_unit("courage_expected", unit, chance);
        if passed {
            self.of_unit("courage_passed", unit, 1.0);
        }
    }

    fn spent(&mut self, seat: Seat, count: u8, on: &Use) {
        let (kind, counter) = match on {
            Use::ChangeOrder(_) => ("change order", "command_actions_on_change_order"),
            Use::DirectControl(_) => ("direct control", "command_actions_on_direct_control"),
            Use::DrawCard => ("draw card", "command_actions_on_draw_card"),
            Use::Ability(_) => ("ability", "command_actions_on_ability"),
            Use::Rally(_) => ("rally", "command_actions_on_rally"),
            Use::Reload(_) => ("reload", "command_actions_on_reload"),
            Use::Reorganize(_) => ("reorganize", "command_actions_on_reorganize"),
            Use::SoundTheCharge => ("sound the charge", "command_actions_on_sound_the_charge"),
            Use::Recall => ("recall", "command_actions_on_recall"),
            Use::Other(_) => ("other", "command_actions_on_other"),
        };
        self.out.push(Fact::Spent {
            seat,
            of: "command_action".to_owned(),
            on: kind.to_owned(),
            amount: f64::from(count),
        });
        self.of_player(counter, seat, f64::from(count));
    }

    fn ruled(&mut self, patch: &Patch) {
        match patch {
            Patch::Destroy { unit } => self.destroyed(*unit, Cause::Ruling, None),
            Patch::Place { .. }
            | Patch::Boxes { .. }
            | Patch::Order { .. }
            | Patch::Disrupt { .. }
            | Patch::Rout { .. }
            | Patch::Actions { .. }
            | Patch::Disengage { .. }
            | Patch::RollOff { .. }
            | Patch::Dispute { .. }
            | Patch::Effect { .. } => {}
        }
    }
}

const fn is_maneuver(leg: &Leg) -> bool {
    use battleground_geometry::Way;
    match leg {
        Leg::Shift { way, .. } => !matches!(way, Way::Forward),
        Leg::Turn { backward, .. } => *backward,
        Leg::AboutFace | Leg::Reform { .. } => true,
    }
}

#[cfg(test)]
mod tests;
