//! The neutral story of each event, with this game's own counters.

use hindsight_kernel::{
    AttackResolved, DamageDealt, DiceRolled, Distribution, Fact, Modifier, Roll, Seat, Side,
};

use crate::actions::{HUSTLE_NEED, contacts};
use crate::army::{excess_over_allowance, general, general_cost, pool_after_general};
use crate::attack::{block_need, chance, unit_capacity, wound_odds};
use crate::board::{beyond_edge, centre, straight_way};
use crate::cards::Slot;
use crate::command::Patch;
use crate::event::{Blow, Event};
use crate::geometry::{Direction, attack_direction};
use crate::names::{CardId, UnitId};
use crate::shooting::shot_block_need;
use crate::state::{ArmyList, Assigned, SEATS, State};
use crate::victory::{surviving_models, victory_points};
use crate::weapons::{Attack, Number};

/// The names of this game's own counters, each with what it counts.
pub const COUNTERS: [(&str, &str); 22] = [
    (
        "allowance_wasted",
        "points of the General's allowance left unspent, by player",
    ),
    (
        "general_pool_points",
        "weapon points spent on the General while building the list, by player",
    ),
    (
        "weapon_points_melee",
        "weapon points spent on melee items, by player",
    ),
    (
        "weapon_points_shield",
        "weapon points spent on shields, by player",
    ),
    (
        "weapon_points_ranged",
        "weapon points spent on ranged items, by player",
    ),
    ("weapon_points_unspent", "weapon points left over, by player"),
    (
        "distractions_shown",
        "cards shown that were not in the army, by player",
    ),
    ("start_rolls_won", "start rolls won, by player"),
    ("first_deployments", "battles in which the player deployed first"),
    ("first_turns", "battles in which the player had the first turn"),
    (
        "turns_without_action",
        "own turns in which a unit on the board did not act",
    ),
    ("charges_made", "charges, by unit"),
    ("charges_received", "charges against a unit"),
    ("flank_strikes", "blows into a flank or rear, by unit"),
    (
        "silenced",
        "combats in which a unit was attacked in the rear and could not strike",
    ),
    ("combats_won", "combats won, by player"),
    (
        "combats_even",
        "combats without a winner although units fought on",
    ),
    ("flights_blocked", "flights that a unit blocked, by blocking unit"),
    (
        "flights_blocked_by_friend",
        "own flights that a friend blocked, by player",
    ),
    ("reform_turns", "units turned in a reform, by player"),
    (
        "models_at_round_end",
        "models alive at the end of each round, added up, by player",
    ),
    (
        "points_at_round_end",
        "victory points at the end of each round, added up, by player",
    ),
];

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

    fn moved(&mut self, unit: UnitId, way: Vec<hindsight_kernel::Point>, entered: u8, kind: &str) {
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

    fn list(&mut self, seat: Seat, list: &ArmyList) {
        let cards = &self.before.cards;
        let Some((_, card)) = general(cards, &list.units) else {
            return;
        };
        let (cost, allowance) = (general_cost(cards, list), card.allowance);
        let roster = card.roster.to_string();
        let spent: Vec<(CardId, u8)> = list
            .general_items
            .iter()
            .filter_map(|&item| Some((item, cards.item(item)?.points)))
            .collect();
        self.decided(seat, "build", &roster);
        for (item, points) in spent {
            self.out.push(Fact::Spent {
                seat,
                of: "general_equipment".to_owned(),
                on: item.to_string(),
                amount: f64::from(points),
            });
        }
        self.count(
            "allowance_wasted",
            None,
            Some(seat),
            f64::from(allowance.saturating_sub(cost)),
        );
        self.count(
            "general_pool_points",
            None,
            Some(seat),
            f64::from(excess_over_allowance(allowance, cost)),
        );
    }

    fn weapons(&mut self, seat: Seat, list: Option<&ArmyList>, weapons: &[Assigned]) {
        let items: Vec<_> = weapons
            .iter()
            .filter_map(|assigned| {
                let item = self.before.cards.item(assigned.item)?;
                Some((item.id, item.slot, item.points))
            })
            .collect();
        let mut spent = 0;
        for (item, slot, points) in items {
            spent += points;
            self.out.push(Fact::Spent {
                seat,
                of: "weapon_point".to_owned(),
                on: item.to_string(),
                amount: f64::from(points),
            });
            let counter = match slot {
                Slot::Melee => "weapon_points_melee",
                Slot::Shield => "weapon_points_shield",
                Slot::Ranged => "weapon_points_ranged",
            };
            self.count(counter, None, Some(seat), f64::from(points));
        }
        if let Some(pool) = list.and_then(|list| pool_after_general(&self.before.cards, list).ok()) {
            self.count(
                "weapon_points_unspent",
                None,
                Some(seat),
                f64::from(pool.saturating_sub(spent)),
            );
        }
    }

    fn start(&mut self, south: &Roll, north: &Roll, winner: Option<Seat>) {
        for (seat, roll) in [(Seat::A, south), (Seat::B, north)] {
            self.dice(DiceRolled {
                purpose: "start".to_owned(),
                seat,
                unit: None,
                against: None,
                roll: roll.clone(),
                target: None,
                result: roll.total() as i32,
                expected: Distribution::uniform(1, 6),
                modifiers: Vec::new(),
                high_is_good: true,
            });
        }
        if let Some(winner) = winner {
            self.count("start_rolls_won", None, Some(winner), 1.0);
        }
    }

    /// One attack: its dice, its outcome against chance, its damage.
    fn blow(&mut self, blow: &Blow, attack: Attack, tier: Option<u8>, capacity: u16) {
        let (kind, hit, block) = numbers(self.before, blow, attack);
        let dice = blow.attack.faces.len() as u32;
        let (unit, target) = (blow.unit.to_string(), blow.target.to_string());
        self.dice(DiceRolled {
            purpose: blow.attack.purpose.to_string(),
            seat: blow.unit.seat(),
            unit: Some(unit.clone()),
            against: Some(target.clone()),
            roll: blow.attack.clone(),
            target: Some(i32::from(blow.need)),
            result: i32::from(blow.hits),
            expected: Distribution::binomial(dice, chance(blow.need)),
            modifiers: hit,
            high_is_good: true,
        });
        if let Some(roll) = &blow.block {
            self.dice(DiceRolled {
                purpose: "block".to_owned(),
                seat: blow.target.seat(),
                unit: Some(target.clone()),
                against: Some(unit.clone()),
                roll: roll.clone(),
                target: Some(i32::from(blow.block_need)),
                result: i32::from(blow.blocked),
                expected: Distribution::binomial(u32::from(blow.hits), chance(blow.block_need)),
                modifiers: block,
                high_is_good: true,
            });
        }
        self.out.push(Fact::AttackResolved(AttackResolved {
            unit: unit.clone(),
            seat: blow.unit.seat(),
            against: target.clone(),
            kind: kind.to_owned(),
            dice,
            hits: u32::from(blow.hits),
            saved: u32::from(blow.blocked),
            damage: u32::from(blow.wounds),
            surplus: u32::from(blow.surplus),
            expected: wound_odds(dice as u16, blow.need, blow.block_need, capacity),
            tier,
        }));
        if blow.wounds > 0 {
            let card = self.before.card(blow.target);
            let full = u16::from(card.models) * u16::from(card.wounds_per_model);
            let models = {
                // Wounds needed for each model that died, from what the target could still take.
                let each = u16::from(card.wounds_per_model.max(1));
                capacity
                    .div_ceil(each)
                    .saturating_sub(u16::from(blow.models_after))
            };
            self.out.push(Fact::DamageDealt(DamageDealt {
                unit: target,
                seat: blow.target.seat(),
                by: Some(unit),
                cause: kind.to_owned(),
                wounds: u32::from(blow.wounds),
                models: u32::from(models),
                share: f64::from(blow.wounds) / f64::from(full.max(1)),
            }));
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
            side: Side::of_seat(seat),
            amount,
            total: f64::from(victory_points(after)[seat.index() & 1]),
            reason: reason.to_owned(),
        });
    }

    fn flee_roll(&mut self, unit: UnitId, need: u8, roll: &Roll, flees: bool) {
        self.dice(DiceRolled {
            purpose: "flee".to_owned(),
            seat: unit.seat(),
            unit: Some(unit.to_string()),
            against: None,
            roll: roll.clone(),
            target: Some(i32::from(need)),
            result: i32::from(!flees),
            expected: Distribution::bernoulli(chance(need)),
            modifiers: Vec::new(),
            high_is_good: true,
        });
        self.out.push(Fact::MoraleChecked {
            unit: unit.to_string(),
            seat: unit.seat(),
            kind: "flee".to_owned(),
            need: i32::from(need),
            rolled: roll.total() as i32,
            passed: !flees,
            chance: chance(need),
        });
    }

    fn fled(&mut self, event: &Event) {
        let Event::UnitFled {
            unit,
            from,
            to,
            facing,
            entered,
            off_board,
            blocked_by,
            dice,
            need,
            killed,
            ..
        } = event
        else {
            return;
        };
        let name = unit.to_string();
        self.out.push(Fact::Broken {
            unit: name.clone(),
            seat: unit.seat(),
        });
        let mut way: Vec<_> = straight_way(*from, *to).into_iter().map(centre).collect();
        if *off_board {
            way.push(beyond_edge(*to, *facing));
        }
        self.moved(*unit, way, *entered, "flee");
        if let Some(other) = blocked_by {
            self.count("flights_blocked", Some(*other), Some(other.seat()), 1.0);
            if other.seat() == unit.seat() {
                self.count("flights_blocked_by_friend", None, Some(unit.seat()), 1.0);
            }
        }
        let card = self.before.card(*unit);
        let (start, each) = (card.models, card.wounds_per_model);
        if let Some(roll) = dice {
            self.dice(DiceRolled {
                purpose: "flee models".to_owned(),
                seat: unit.seat(),
                unit: Some(name.clone()),
                against: None,
                roll: roll.clone(),
                target: Some(i32::from(*need)),
                result: roll.at_least(*need) as i32,
                expected: Distribution::binomial(roll.faces.len() as u32, chance(*need)),
                modifiers: Vec::new(),
                high_is_good: true,
            });
        }
        let Some(after) = event_after(self.before, event) else {
            return;
        };
        let gone = unit_capacity(self.before, *unit).saturating_sub(unit_capacity(&after, *unit));
        let (models, cause) = if *off_board {
            (self.before.unit(*unit).models, "off the board")
        } else {
            (*killed, "flee dice")
        };
        if models > 0 {
            self.out.push(Fact::DamageDealt(DamageDealt {
                unit: name,
                seat: unit.seat(),
                by: None,
                cause: cause.to_owned(),
                wounds: u32::from(gone),
                models: u32::from(models),
                share: f64::from(gone) / f64::from((u16::from(start) * u16::from(each)).max(1)),
            }));
        }
        if after.cell(*unit).is_none() {
            self.destroyed(
                &after,
                *unit,
                if *off_board {
                    "fled off the board"
                } else {
                    "flee dice"
                },
                None,
            );
        }
    }

    fn patched(&mut self, event: &Event, patch: &Patch) {
        let Some(after) = event_after(self.before, event) else {
            return;
        };
        match patch {
            Patch::RemoveUnit { unit } => self.destroyed(&after, *unit, "ruling", None),
            Patch::RestoreUnit { unit, .. } => {
                let points = f64::from(self.before.cards.board.vp.of(self.before.card(*unit).class));
                self.scored(
                    &after,
                    unit.seat().opponent(),
                    -points,
                    &format!("{unit} restored by ruling"),
                );
            }
            Patch::SetUnit { .. } | Patch::SetItems { .. } | Patch::SetTurn { .. } => {}
        }
    }
}

/// What made the hit number and the block number of a blow.
fn numbers(before: &State, blow: &Blow, attack: Attack) -> (&'static str, Vec<Modifier>, Vec<Modifier>) {
    let (gear, target) = (before.gear(blow.unit), before.gear(blow.target));
    let (kind, hit, weapon) = match attack {
        Attack::Melee => {
            debug_assert_eq!(block_need(before, blow.unit, blow.target), blow.block_need);
            ("melee", Some(gear.melee_number()), gear.weapon(Attack::Melee))
        }
        Attack::Shooting => {
            debug_assert_eq!(shot_block_need(before, blow.unit, blow.target), blow.block_need);
            (
                "shooting",
                gear.ranged_number(),
                gear.ranged_weapon(&before.cards),
            )
        }
    };
    let block = target.block_number(attack, weapon, gear.charged);
    let parts = |number: Number| number.modifiers;
    (kind, hit.map_or_else(Vec::new, parts), parts(block))
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
                .any(|fact| matches!(fact, Fact::Scored { side: Side(1), total, .. } if *total == 1.0))
        );
        assert!(told.iter().any(|fact| matches!(fact, Fact::Counted { counter, unit: Some(unit), .. } if counter == "turns_without_action" && unit == "A2")));
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
}
