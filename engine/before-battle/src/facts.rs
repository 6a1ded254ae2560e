//! The neutral story of each event, with this game's own counters.

mod blows;
mod counters;
mod flights;
mod mustering;

use hindsight_kernel::{DiceRolled, Distribution, Fact, RULING, Seat, SideId, Story as _, tell_ruling};

use crate::BeforeBattle;
use crate::actions::{HUSTLE_NEED, contacts};
use crate::attack::{chance, unit_capacity};
use crate::board::{centre, straight_way};
use crate::combat::in_combat;
use crate::command::Patch;
use crate::event::{Blow, Event};
use crate::geometry::{Direction, attack_direction};
use crate::names::UnitId;
use crate::state::{SEATS, State};
use crate::victory::{surviving_models, victory_points};
use crate::weapons::Attack;

pub use counters::COUNTERS;

/// The facts of one event.
struct Story<'s> {
    before: &'s State,
    out: &'s mut Vec<Fact>,
}

/// The facts of an event. `before` is the state as it was.
pub fn facts(before: &State, event: &Event, out: &mut Vec<Fact>) {
    Story { before, out }.of(event);
}

fn event_after(before: &State, event: &Event) -> Option<State> {
    let mut after = before.clone();
    after.evolve(event).ok().map(|()| after)
}

impl Story<'_> {
    fn of(&mut self, event: &Event) {
        match event {
            Event::ListConfirmed {
                seat,
                list: Some(list),
                ..
            } => self.list(*seat, list),
            Event::WeaponsConfirmed {
                seat,
                weapons: Some(weapons),
            } => {
                let list = self.before.player(*seat).list.known().cloned();
                self.weapons(*seat, list.as_deref(), weapons);
            }
            Event::ArmySupplied { seat, list, weapons } => {
                if let Some(list) = list {
                    self.list(*seat, list);
                }
                if let Some(weapons) = weapons {
                    let list = list
                        .clone()
                        .or_else(|| self.before.player(*seat).list.known().cloned());
                    self.weapons(*seat, list.as_deref(), weapons);
                }
            }
            Event::StartRolled { south, north, winner } => self.start(south, north, *winner),
            Event::RightTaken { seat, right, .. } => {
                let choice: &str = right.into();
                self.decided(*seat, "start_right", choice);
            }
            Event::DeployerNamed { seat, first } => {
                self.decided(*seat, "name_deployer", &first.to_string());
                self.count("first_deployments", None, Some(*first), 1.0);
            }
            Event::FirstNamed { seat, first } => {
                self.decided(*seat, "name_first", &first.to_string());
                self.count("first_turns", None, Some(*first), 1.0);
            }
            Event::ArmiesTurnedUp { units } => {
                for seat in SEATS {
                    let shown = self
                        .before
                        .player(seat)
                        .shown
                        .as_ref()
                        .map_or(0, |shown| shown.len());
                    let army = units.iter().filter(|up| up.unit.seat() == seat).count();
                    let amount = shown.saturating_sub(army) as f64;
                    self.count("distractions_shown", None, Some(seat), amount);
                }
            }
            Event::UnitMoved {
                unit,
                from,
                to,
                entered,
                charged,
                ..
            } => {
                self.activated(*unit, "move");
                if *entered > 0 {
                    self.moved(
                        *unit,
                        straight_way(*from, *to).into_iter().map(centre).collect(),
                        *entered,
                        if *charged { "charge" } else { "move" },
                    );
                }
                self.engaged(*unit, event, *charged);
            }
            Event::UnitHustled {
                unit,
                from,
                to,
                entered,
                roll,
                charged,
            } => {
                self.activated(*unit, "hustle");
                self.dice(DiceRolled {
                    purpose: "hustle".to_owned(),
                    seat: unit.seat(),
                    unit: Some(unit.to_string()),
                    against: None,
                    roll: roll.clone(),
                    target: Some(i32::from(HUSTLE_NEED)),
                    roll_under: false,
                    result: roll.at_least(HUSTLE_NEED) as i32,
                    expected: Distribution::bernoulli(chance(HUSTLE_NEED)),
                    modifiers: Vec::new(),
                    high_is_good: true,
                });
                self.moved(
                    *unit,
                    straight_way(*from, *to).into_iter().map(centre).collect(),
                    *entered,
                    if *charged { "charge" } else { "hustle" },
                );
                self.engaged(*unit, event, *charged);
            }
            Event::UnitTurned { unit, .. } => {
                self.activated(*unit, "turn");
                self.engaged(*unit, event, false);
            }
            Event::UnitSidestepped { unit, from, to, .. } => {
                self.activated(*unit, "sidestep");
                self.moved(*unit, vec![centre(*from), centre(*to)], 1, "sidestep");
                self.engaged(*unit, event, false);
            }
            Event::UnitShot { blow, .. } => {
                self.activated(blow.unit, "shoot");
                let capacity = unit_capacity(self.before, blow.target);
                self.blow(blow, Attack::Shooting, None, capacity);
                self.engaged(blow.unit, event, false);
                self.destroyed_by(event, &[blow], "shooting");
            }
            Event::ActionsEnded => {
                let idle: Vec<UnitId> = crate::turn::units_to_act(self.before).collect();
                for unit in idle {
                    self.count("turns_without_action", Some(unit), Some(unit.seat()), 1.0);
                }
            }
            Event::CombatOrderSet { strikes, silenced } => {
                for strike in strikes
                    .iter()
                    .filter(|strike| strike.direction != Direction::Front)
                {
                    self.count("flank_strikes", Some(strike.unit), Some(strike.unit.seat()), 1.0);
                }
                for unit in silenced.iter() {
                    self.count("silenced", Some(unit), Some(unit.seat()), 1.0);
                }
            }
            Event::TierFought { tier, blows } => {
                for (place, blow) in blows.iter().enumerate() {
                    let earlier: u16 = blows[..place]
                        .iter()
                        .filter(|other| other.target == blow.target)
                        .map(|other| u16::from(other.wounds))
                        .sum();
                    let capacity = unit_capacity(self.before, blow.target).saturating_sub(earlier);
                    self.blow(blow, Attack::Melee, Some(*tier), capacity);
                }
                self.destroyed_by(event, &blows.iter().collect::<Vec<_>>(), "melee");
            }
            Event::CombatResolved {
                wounds: [south, north],
                fighting,
                winner,
                ..
            } => {
                let units = self.before.combat.combats.first().copied().unwrap_or_default();
                self.out.push(Fact::FightEnded {
                    units: units.iter().map(|unit| unit.to_string()).collect(),
                    damage: vec![(Seat::A, u32::from(*south)), (Seat::B, u32::from(*north))],
                    winner: *winner,
                });
                match winner {
                    Some(winner) => self.count("combats_won", None, Some(*winner), 1.0),
                    None if *fighting => self.count("combats_even", None, None, 1.0),
                    None => {}
                }
            }
            Event::FleeRolled {
                unit,
                need,
                roll,
                flees,
            } => self.flee_roll(*unit, *need, roll, *flees),
            Event::UnitFled { .. } => self.fled(event),
            Event::UnitsReformed { seat, facings } => {
                let turned = facings
                    .iter()
                    .filter(|reformed| self.before.unit(reformed.unit).facing != reformed.facing)
                    .count();
                if turned > 0 {
                    self.count("reform_turns", None, Some(*seat), turned as f64);
                }
            }
            Event::TurnEnded => {
                let passed = self.before.standing().map(|unit| Fact::TurnPassed {
                    unit: unit.id.to_string(),
                    seat: unit.id.seat(),
                    in_combat: in_combat(self.before, unit.id),
                    without_order: false,
                });
                self.out.extend(passed);
                let second = self.before.active != self.before.start.first_turn;
                if second {
                    let points = victory_points(self.before);
                    for seat in SEATS {
                        let (alive, _) = surviving_models(self.before, seat);
                        self.count("models_at_round_end", None, Some(seat), f64::from(alive));
                        self.count(
                            "points_at_round_end",
                            None,
                            Some(seat),
                            f64::from(points[seat.index()]),
                        );
                    }
                }
            }
            Event::Patched { patch } => self.patched(event, patch),
            Event::GameSet { .. }
            | Event::PositionSet { .. }
            | Event::ListConfirmed { list: None, .. }
            | Event::ListsRevealed { .. }
            | Event::WeaponsConfirmed { weapons: None, .. }
            | Event::UnitDeployed { .. }
            | Event::TurnBegan { .. }
            | Event::CombatsSet { .. }
            | Event::CombatEnded
            | Event::BattleEnded { .. } => {}
        }
    }

    fn count(&mut self, counter: &str, unit: Option<UnitId>, seat: Option<Seat>, amount: f64) {
        debug_assert!(
            COUNTERS.iter().any(|(name, _)| *name == counter),
            "{counter} is documented"
        );
        self.out.push(Fact::Counted {
            counter: counter.to_owned(),
            unit: unit.map(|unit| unit.to_string()),
            seat,
            amount,
        });
    }

    fn decided(&mut self, seat: Seat, decision: &str, choice: &str) {
        self.out.push(Fact::Decided {
            seat,
            decision: decision.to_owned(),
            choice: choice.to_owned(),
        });
    }

    fn dice(&mut self, rolled: DiceRolled) {
        self.out.push(Fact::DiceRolled(rolled));
    }

    fn activated(&mut self, unit: UnitId, action: &str) {
        self.out.push(Fact::Activated {
            unit: unit.to_string(),
            seat: unit.seat(),
            action: action.to_owned(),
        });
    }

    fn moved(&mut self, unit: UnitId, way: Vec<hindsight_kernel::BoardPoint>, entered: u8, kind: &str) {
        self.out.push(Fact::UnitMoved {
            unit: unit.to_string(),
            seat: unit.seat(),
            distance: f64::from(entered),
            kind: kind.to_owned(),
            way,
        });
    }

    /// Enemies that the unit meets after its action and did not meet before it.
    fn engaged(&mut self, unit: UnitId, event: &Event, charged: bool) {
        let Some(after) = event_after(self.before, event) else {
            return;
        };
        let earlier = contacts(self.before, unit);
        for other in contacts(&after, unit) {
            if earlier.contains(&other) {
                continue;
            }
            let faces = crate::geometry::faces(&after, unit, other);
            let direction: &str = attack_direction(&after, unit, other).map_or("front", Into::into);
            self.out.push(Fact::Engaged {
                unit: unit.to_string(),
                seat: unit.seat(),
                with: other.to_string(),
                direction: direction.to_owned(),
                charge: charged && faces,
            });
            if charged && faces {
                self.count("charges_made", Some(unit), Some(unit.seat()), 1.0);
                self.count("charges_received", Some(other), Some(other.seat()), 1.0);
            }
        }
    }

    /// Units that an event took from the board, with the one unit that struck them last.
    fn destroyed_by(&mut self, event: &Event, blows: &[&Blow], cause: &str) {
        let Some(after) = event_after(self.before, event) else {
            return;
        };
        for unit in UnitId::all() {
            if self.before.cell(unit).is_some() && after.cell(unit).is_none() {
                let by = blows
                    .iter()
                    .rev()
                    .find(|blow| blow.target == unit && blow.wounds > 0)
                    .map(|blow| blow.unit);
                self.destroyed(&after, unit, cause, by);
            }
        }
    }

    fn destroyed(&mut self, after: &State, unit: UnitId, cause: &str, by: Option<UnitId>) {
        let points = f64::from(self.before.cards.board.vp.of(self.before.card(unit).class));
        self.out.push(Fact::Destroyed {
            unit: unit.to_string(),
            seat: unit.seat(),
            points,
            cause: cause.to_owned(),
            by: by.map(|by| by.to_string()),
        });
        self.scored(
            after,
            unit.seat().opponent(),
            points,
            &format!("{unit} destroyed"),
        );
    }

    fn scored(&mut self, after: &State, seat: Seat, amount: f64, reason: &str) {
        self.out.push(Fact::Scored {
            side: SideId::of_seat(seat),
            amount,
            total: f64::from(victory_points(after)[seat.index() & 1]),
            reason: reason.to_owned(),
        });
    }

    fn patched(&mut self, event: &Event, patch: &Patch) {
        let Some(after) = event_after(self.before, event) else {
            return;
        };
        match patch {
            Patch::RemoveUnit { unit } => self.destroyed(&after, *unit, RULING, None),
            Patch::RestoreUnit { unit, .. } => {
                self.strength_ruled(&after);
                let points = f64::from(self.before.cards.board.vp.of(self.before.card(*unit).class));
                self.scored(
                    &after,
                    unit.seat().opponent(),
                    -points,
                    &format!("{unit} restored by ruling"),
                );
            }
            Patch::SetUnit { .. } => self.strength_ruled(&after),
            Patch::SetItems { .. } | Patch::SetTurn { .. } => {}
        }
    }

    /// Tells what a ruling made of the strength of units.
    fn strength_ruled(&mut self, after: &State) {
        let models = |name: &str| {
            let unit = UnitId::all().find(|unit| unit.to_string() == name);
            unit.map_or(0, |unit| {
                let [was, is] = [self.before, after].map(|state| u32::from(state.unit(unit).models));
                was.abs_diff(is)
            })
        };
        let [before, now] = [self.before, after].map(BeforeBattle::units);
        tell_ruling(&before, &now, models, self.out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Scene;

    /// Plays a line and gives the facts of all its events.
    fn story(scene: &mut Scene, line: &str, dice: &[u8]) -> Vec<Fact> {
        let mut state = scene.state.clone();
        let mut out = Vec::new();
        for event in scene.play(line, dice).unwrap() {
            facts(&state, &event, &mut out);
            state.evolve(&event).unwrap();
        }
        assert_eq!(state, scene.state);
        out
    }

    #[test]
    fn a_charge_and_its_combat_are_told() {
        let mut scene = Scene::new("A1 d2 N, A2 a1 N, B1 d5 S, B2 h8 N")
            .card("B1", |card| (card.models, card.block) = (2, 7));
        let told = story(&mut scene, "move A1 2", &[]);
        assert!(told.contains(&Fact::Activated {
            unit: "A1".to_owned(),
            seat: Seat::A,
            action: "move".to_owned()
        }));
        assert!(told.iter().any(|fact| matches!(fact, Fact::Engaged { with, charge: true, direction, .. } if with == "B1" && direction == "front")));
        assert!(told.iter().any(|fact| matches!(fact, Fact::UnitMoved { distance, kind, .. } if *distance == 2.0 && kind == "charge")));
        let told = story(&mut scene, "end actions", &[6, 6, 6, 1, 1]);
        let attack = told
            .iter()
            .find_map(|fact| {
                if let Fact::AttackResolved(attack) = fact {
                    Some(attack)
                } else {
                    None
                }
            })
            .unwrap();
        assert!(!attack.ranged, "a fight hand to hand");
        assert_eq!(
            (
                attack.dice,
                attack.hits,
                attack.damage,
                attack.surplus,
                attack.tier
            ),
            (5, 3, 2, 1, Some(3))
        );
        // Five dice at 4+ against two models that cannot block: the cap is in the expectation.
        let expected = 1.0 * 5.0 / 32.0 + 2.0 * 26.0 / 32.0;
        assert!((attack.expected.mean() - expected).abs() < 1e-12);
        assert!(told.iter().any(|fact| matches!(fact, Fact::Destroyed { unit, points, by, .. } if unit == "B1" && *points == 1.0 && by.as_deref() == Some("A1"))));
        assert!(
            told.iter()
                .any(|fact| matches!(fact, Fact::Scored { side: SideId(1), total, .. } if *total == 1.0))
        );
        assert!(told.iter().any(|fact| matches!(fact, Fact::Counted { counter, unit: Some(unit), .. } if counter == "turns_without_action" && unit == "A2")));
    }

    #[test]
    fn at_the_end_of_a_turn_each_unit_is_told_by_combat() {
        // A1 and B1 face each other; nobody faces A2 or B2.
        let scene = Scene::new("A1 d4 N, A2 a1 N, B1 d5 S, B2 h8 S, B3 g8 S").lost("B3");
        let mut told = Vec::new();
        facts(&scene.state, &Event::TurnEnded, &mut told);
        let passed: Vec<(&str, bool)> = told
            .iter()
            .filter_map(|fact| match fact {
                Fact::TurnPassed {
                    unit,
                    in_combat,
                    without_order: false,
                    ..
                } => Some((unit.as_str(), *in_combat)),
                _ => None,
            })
            .collect();
        assert_eq!(passed, [("A1", true), ("A2", false), ("B1", true), ("B2", false)]);
    }

    #[test]
    fn a_shot_that_misses_is_an_attack_from_a_distance() {
        let mut scene = Scene::new("A1 d2 N, A6 h1 S, B1 d4 S, B6 h8 N").card("A1", |card| {
            card.ranged = Some(4);
            card.innate_ranged = Some("bow-1".parse().unwrap());
        });
        let told = story(&mut scene, "shoot A1 lane centre at B1", &[1, 1, 1, 1, 1]);
        assert!(told.iter().any(|fact| matches!(fact, Fact::AttackResolved(attack) if attack.ranged && attack.against == "B1" && attack.hits == 0)));
    }

    #[test]
    fn a_flight_is_told_with_its_chances() {
        let mut scene =
            Scene::new("A1 d4 N, A2 a1 N, B1 d5 S, B2 d6 N, B3 h8 S").card("B1", |card| card.block = 7);
        let told = story(
            &mut scene,
            "end actions",
            &[6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 1, 6],
        );
        let check = told
            .iter()
            .find_map(|fact| match fact {
                Fact::MoraleChecked {
                    need,
                    rolled,
                    passed,
                    chance,
                    ..
                } => Some((*need, *rolled, *passed, *chance)),
                _ => None,
            })
            .unwrap();
        assert_eq!(check, (2, 1, false, 5.0 / 6.0));
        let lost = |fact: &Fact| matches!(fact, Fact::DamageDealt(dealt) if dealt.cause == "flee dice" && dealt.models == 1);
        assert!(told.iter().any(lost));
        let counted = |name: &str| {
            told.iter().any(|fact| matches!(fact, Fact::Counted { counter, amount, .. } if counter == name && *amount == 1.0))
        };
        assert!(counted("flights_blocked") && counted("flights_blocked_by_friend") && counted("combats_won"));
    }

    #[test]
    fn rulings_tell_models_lost_and_regained_and_units_returned() {
        let scene = Scene::new("A1 d4 N, A2 a1 N, B1 d8 S").card("A1", |card| {
            (card.models, card.wounds_per_model) = (4, 2);
        });
        let unit = crate::scene::unit("A1");
        let set = |models, wounds| Patch::SetUnit {
            unit,
            cell: None,
            facing: None,
            models: Some(models),
            wounds: Some(wounds),
            acted: None,
            charged: None,
        };
        let back = Patch::RestoreUnit {
            unit,
            cell: crate::scene::cell("c3"),
            facing: hindsight_geometry::squares::Facing::N,
            models: 1,
            wounds: 1,
        };
        // Eight wounds: five left, then seven, gone, then one.
        let patches = [set(3, 1), set(4, 1), Patch::RemoveUnit { unit }, back];
        let (mut state, mut told) = (scene.state, Vec::new());
        for patch in patches {
            let event = Event::Patched { patch };
            facts(&state, &event, &mut told);
            state.evolve(&event).unwrap();
        }
        told.retain(|fact| !matches!(fact, Fact::Scored { .. }));
        let [
            Fact::DamageDealt(lost),
            Fact::Restored(regained),
            Fact::Destroyed { cause, .. },
            Fact::Returned { share, .. },
        ] = told.as_slice()
        else {
            panic!("{told:?}");
        };
        assert_eq!((lost.wounds, lost.models, lost.share), (3, 1, 0.375));
        assert_eq!((regained.wounds, regained.models, regained.share), (2, 1, 0.25));
        assert_eq!((cause.as_str(), *share), ("ruling", 0.125));
    }
}
