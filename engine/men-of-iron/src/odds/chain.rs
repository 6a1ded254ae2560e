//! What becomes of a fight: results, leaders, retreats, advances and Continued Attacks, one after the other until none is left.

use std::collections::BTreeMap;

use hindsight_geometry::hexes::Hex;

use super::Fate;
use crate::data::{CombatCell, Outcome};
use crate::field::Walker;
use crate::model::agenda::{Answer, Cause};
use crate::model::attack::{Attack, Attacker, Defender, Marker, Which};
use crate::model::names::{ClassId, LeaderId, UnitId};
use crate::model::piece::{Formation, LeaderPlace, Place, Status, Unit};
use crate::model::state::{SEATS, State};
use crate::rules::leaders::{CASUALTY_FROM, is_adrift, placements, refuges};
use crate::rules::{advance, measure, modifiers, movement, results, shock, victory};
use crate::views::chances;

/// A chance that no table ever shows.
const NEVER: f64 = 1e-12;

/// Positions with their chances.
pub(super) type Ways = Vec<(State, f64)>;

/// What fights came to, added up over all ways in which the dice can fall.
#[derive(Debug, Clone, Default)]
pub(super) struct Tally {
    /// The fates of units that came out otherwise than they went in.
    pub(super) fates: BTreeMap<UnitId, BTreeMap<Fate, f64>>,
    /// The chance of each leader to be lost.
    pub(super) leaders: BTreeMap<LeaderId, f64>,
    /// The chance of so many Continued Attacks, from none on.
    pub(super) continued: Vec<f64>,
    /// Flight Points that the two sides have more than before.
    pub(super) points: BTreeMap<[i32; 2], f64>,
}

impl Tally {
    /// Adds what came of a part of the ways.
    pub(super) fn add(&mut self, other: &Self) {
        for (id, fates) in &other.fates {
            let known = self.fates.entry(*id).or_default();
            for (fate, chance) in fates {
                *known.entry(*fate).or_default() += chance;
            }
        }
        for (leader, chance) in &other.leaders {
            *self.leaders.entry(*leader).or_default() += chance;
        }
        if self.continued.len() < other.continued.len() {
            self.continued.resize(other.continued.len(), 0.0);
        }
        for (place, chance) in other.continued.iter().enumerate() {
            self.continued[place] += chance;
        }
        for (points, chance) in &other.points {
            *self.points.entry(*points).or_default() += chance;
        }
    }
}

/// Fights out attacks from a position.
pub(super) struct Chain<'s> {
    before: &'s State,
    points: [i32; 2],
    pub(super) tally: Tally,
}

impl<'s> Chain<'s> {
    pub(super) fn new(before: &'s State) -> Self {
        Self {
            before,
            points: SEATS.map(|seat| victory::flight_points(before, seat)),
            tally: Tally::default(),
        }
    }

    /// One attack as it stands before its dice, after so many Continued Attacks. Rules `MOI-SHOCK-08` to `MOI-SHOCK-10`,
    /// `MOI-RES-14`, `MOI-CONT-01` to `MOI-CONT-08` (pp. 8-12).
    pub(super) fn fight(&mut self, state: &State, attack: &Attack, chance: f64, before: usize) {
        let attackers = shock::attackers_in_place(state, attack);
        let defenders = shock::defenders_in_place(state, attack);
        if attackers.is_empty() || defenders.is_empty() {
            self.over(state, chance, before);
            return;
        }
        let ids: Vec<UnitId> = attackers.iter().map(|attacker| attacker.unit).collect();
        let from: Vec<Hex> = attackers.iter().map(|attacker| attacker.at).collect();
        let charging: Vec<UnitId> = attackers
            .iter()
            .filter(|attacker| shock::is_charging(state, attacker))
            .map(|attacker| attacker.unit)
            .collect();
        let fought: Vec<UnitId> = defenders.iter().map(|defender| defender.id).collect();
        let mut combined: Vec<(Vec<(&Unit, CombatCell)>, f64)> = vec![(Vec::new(), chance)];
        for &defender in &defenders {
            let Some(facts) = modifiers::of_attack(state, attack, &attackers, defender, defenders.len())
            else {
                continue;
            };
            let mut cells: BTreeMap<CombatCell, f64> = BTreeMap::new();
            for cell in chances::shock_results(&state.battle.charts, &facts) {
                *cells.entry(cell).or_default() += 0.1;
            }
            combined = combined
                .iter()
                .flat_map(|(before, chance)| {
                    cells.iter().map(move |(cell, share)| {
                        let mut all = before.clone();
                        all.push((defender, *cell));
                        (all, chance * share)
                    })
                })
                .collect();
        }
        for (rolled, chance) in combined {
            let continued = rolled.iter().any(|(_, cell)| cell.ca);
            let back = rolled
                .iter()
                .fold(Outcome::NONE, |back, (_, cell)| back.and(cell.att));
            let back_from: Vec<Hex> = rolled
                .iter()
                .filter(|(_, cell)| cell.att.goes_back())
                .filter_map(|(defender, _)| defender.hex())
                .collect();
            let harmless = back.is_none() && rolled.iter().all(|(_, cell)| cell.def.is_none());
            if harmless && !continued {
                self.over(state, chance, before);
                continue;
            }
            let mut now = state.clone();
            now.attacks = vec![attack.clone()];
            for id in &ids {
                if let Some(unit) = now.units.get_mut(id) {
                    unit.acts.attacks = unit.acts.attacks.saturating_add(1);
                }
            }
            let mut ways: Ways = vec![(now, chance)];
            for (defender, cell) in &rolled {
                ways = suffer(ways, defender.id, cell.def, Cause::Defending, &from);
            }
            for id in &ids {
                ways = suffer(ways, *id, back, Cause::Attacking, &back_from);
            }
            for (now, chance) in ways {
                self.follow(now, (&fought[..], &charging[..]), continued, chance, before);
            }
        }
    }

    /// The advance and, where one was earned, the Continued Attack.
    fn follow(
        &mut self,
        mut state: State,
        (fought, charging): (&[UnitId], &[UnitId]),
        continued: bool,
        chance: f64,
        before: usize,
    ) {
        let following = advance::following(&state, Which::Round(0), fought, charging, continued);
        let Some(following) = following else {
            self.over(&state, chance, before);
            return;
        };
        let next = match following.spots.first() {
            Some(spot) => {
                advance_to(&mut state, spot.unit, spot.hex);
                Some(spot.unit)
            }
            None => following.standing.first().copied(),
        };
        let attack = next
            .filter(|_| continued && chance > NEVER)
            .and_then(|unit| again(&state, unit));
        match attack {
            Some(attack) => self.fight(&state, &attack, chance, before + 1),
            None => self.over(&state, chance, before),
        }
    }

    /// Nothing more follows: what has become of everybody is added up.
    fn over(&mut self, state: &State, chance: f64, continued: usize) {
        if self.tally.continued.len() <= continued {
            self.tally.continued.resize(continued + 1, 0.0);
        }
        self.tally.continued[continued] += chance;
        for (id, is) in &state.units {
            let Some(was) = self.before.units.get(id) else {
                continue;
            };
            if Fate::of(was) != Fate::of(is) {
                *self
                    .tally
                    .fates
                    .entry(*id)
                    .or_default()
                    .entry(Fate::of(is))
                    .or_default() += chance;
            }
        }
        for (id, is) in &state.leaders {
            if self
                .before
                .leaders
                .get(id)
                .is_some_and(|was| was.losses < is.losses)
            {
                *self.tally.leaders.entry(*id).or_default() += chance;
            }
        }
        let [a, b] = SEATS.map(|seat| victory::flight_points(state, seat));
        let gained = [a - self.points[0], b - self.points[1]];
        *self.tally.points.entry(gained).or_default() += chance;
    }
}

/// The Continued Attack of a unit on everybody in its front. Rules `MOI-CONT-02`, `MOI-CONT-05` (p. 12).
fn again(state: &State, id: UnitId) -> Option<Attack> {
    let unit = state.unit(id)?;
    let able = state.battle.charts.attacks_by_shock(state.class_of(unit))
        && !unit.is_retired()
        && unit.formation == Formation::Open;
    let defenders: Vec<Defender> = shock::frontal_targets(state, unit)
        .into_iter()
        .filter_map(|target| {
            Some(Defender {
                unit: target,
                at: state.unit(target)?.hex()?,
            })
        })
        .collect();
    (able && !defenders.is_empty()).then_some(Attack {
        attackers: vec![Attacker {
            unit: id,
            class: unit.class,
            at: unit.hex()?,
            marker: Marker::Shock,
            course: None,
            rode: false,
        }],
        defenders,
        countered_by: Vec::new(),
        rolled: false,
        over: false,
    })
}

fn put(state: &mut State, id: UnitId, hex: Hex, leaders: &[LeaderId]) {
    if let Some(unit) = state.units.get_mut(&id)
        && let Some(facing) = unit.facing()
    {
        unit.place = Place::On { hex, facing };
    }
    for leader in leaders {
        if let Some(leader) = state.leaders.get_mut(leader) {
            leader.place = LeaderPlace::On { hex };
        }
    }
}

fn lose(state: &mut State, leader: LeaderId) {
    if let Some(leader) = state.leaders.get_mut(&leader) {
        leader.place = LeaderPlace::Lost;
        leader.losses = leader.losses.saturating_add(1);
    }
}

/// A unit advances; lone enemy Standards and leaders of the hex are captured or displaced. Rule `MOI-ADV-06` (pp. 5-14).
fn advance_to(state: &mut State, id: UnitId, hex: Hex) {
    let leaders = measure::leaders_with(state, id);
    put(state, id, hex, &leaders);
    let Some(seat) = state.unit(id).map(|unit| unit.seat) else {
        return;
    };
    let taken: Vec<_> = state
        .standards_at(hex)
        .filter(|standard| standard.seat != seat)
        .map(|standard| standard.id)
        .collect();
    for standard in taken {
        let retired: Vec<UnitId> = measure::units_of_standard(state, standard)
            .filter(|unit| unit.is_retired() && unit.hex().is_some())
            .map(|unit| unit.id)
            .collect();
        if let Some(standard) = state.standards.get_mut(&standard) {
            (standard.hex, standard.captured) = (None, true);
        }
        for unit in retired {
            remove(state, unit);
        }
    }
    let alone: Vec<LeaderId> = state
        .leaders_at(hex)
        .filter(|leader| leader.seat != seat)
        .map(|leader| leader.id)
        .collect();
    for id in alone {
        let refuge = state.leader(id).and_then(|leader| {
            let captured = state.leaders_are_captured(hex, leader.seat);
            refuges(state, leader, hex).first().cloned().filter(|_| !captured)
        });
        match refuge {
            Some(refuge) => stand_with(state, id, &refuge),
            None => lose(state, id),
        }
    }
    without_command(state);
}

fn stand_with(state: &mut State, leader: LeaderId, with: &Answer) {
    if let Answer::Unit { unit } = with
        && let Some(hex) = state.unit(*unit).and_then(Unit::hex)
        && let Some(leader) = state.leaders.get_mut(&leader)
    {
        leader.place = LeaderPlace::On { hex };
    }
}

fn remove(state: &mut State, id: UnitId) {
    if let Some(unit) = state.units.get_mut(&id) {
        (unit.place, unit.formation) = (Place::Eliminated, Formation::Open);
    }
}

/// Leaders without a Command leave; those who cannot are captured. Rule `MOI-LEAD-02` (p. 13).
fn without_command(state: &mut State) {
    let adrift: Vec<(LeaderId, bool)> = state
        .leaders
        .values()
        .filter(|leader| is_adrift(state, leader))
        .filter_map(|leader| Some((leader.id, state.leaders_are_captured(leader.hex()?, leader.seat))))
        .collect();
    for (leader, captured) in adrift {
        if captured {
            lose(state, leader);
        } else if let Some(leader) = state.leaders.get_mut(&leader) {
            leader.place = LeaderPlace::Removed;
        }
    }
}

/// Leaders whose unit is gone, placed with the nearest other one; surrounded they are killed. Rule `MOI-LEAD-06` (p. 13).
fn leave_behind(state: &mut State, leaders: &[LeaderId], lost: UnitId, hex: Hex) {
    for &id in leaders {
        let Some(leader) = state.leader(id).filter(|leader| leader.hex() == Some(hex)) else {
            continue;
        };
        if state.is_surrounded(hex, leader.seat, Walker::Leader) {
            lose(state, id);
        } else if let Some(with) = placements(state, id, hex, lost).first() {
            stand_with(state, id, &with.clone());
        }
    }
}

/// A unit suffers a result in every way in which things can stand. Rules of §12.0 (pp. 11-12).
pub(super) fn suffer(ways: Ways, id: UnitId, outcome: Outcome, cause: Cause, from: &[Hex]) -> Ways {
    let fire = matches!(cause, Cause::Fire(adjusted) if adjusted >= CASUALTY_FROM);
    if outcome.is_none() && !fire {
        return ways;
    }
    let mut after = Ways::with_capacity(ways.len());
    for (state, chance) in ways {
        one_suffers(state, chance, id, outcome, cause, from, &mut after);
    }
    after
}

/// Each leader of some falls with a chance of their own.
fn fall(ways: Ways, leaders: &[LeaderId], chance_of: impl Fn(&State, LeaderId) -> f64) -> Ways {
    let mut ways = ways;
    for &leader in leaders {
        let mut next = Ways::with_capacity(ways.len() * 2);
        for (state, chance) in ways {
            let falls = chance_of(&state, leader);
            if falls > 0.0 {
                let mut fallen = state.clone();
                lose(&mut fallen, leader);
                next.push((fallen, chance * falls));
            }
            if falls < 1.0 {
                next.push((state, chance * (1.0 - falls)));
            }
        }
        ways = next;
    }
    ways
}

fn one_suffers(
    mut state: State,
    chance: f64,
    id: UnitId,
    outcome: Outcome,
    cause: Cause,
    from: &[Hex],
    out: &mut Ways,
) {
    let Some((unit, hex)) = state.unit(id).and_then(|unit| Some((unit, unit.hex()?))) else {
        out.push((state, chance));
        return;
    };
    let effects = results::effects(&state, unit, outcome, cause);
    let under_fire = match cause {
        Cause::Fire(adjusted) if adjusted >= CASUALTY_FROM => measure::leaders_with(&state, id),
        _ => Vec::new(),
    };
    if effects.unhorse {
        if let Some(unit) = state.units.get_mut(&id) {
            (unit.class, unit.status) = (ClassId::UMAA, Status::Disordered);
        }
    } else if effects.disorder
        && let Some(unit) = state.units.get_mut(&id)
    {
        unit.status = Status::Disordered;
    }
    // 8 and 9 kill. Rule `MOI-LEAD-05`.
    for (state, chance) in fall(vec![(state, chance)], &under_fire, |_, _| 0.2) {
        let Some(unit) = state.unit(id) else { continue };
        let retreats = effects.retreat.then(|| {
            let free = results::retreat_spots(&state, unit, from).first().copied();
            let through = || results::retreat_through(&state, unit, from).first().copied();
            match free {
                Some(hex) => Some((hex, None)),
                None => through().map(|spot| (spot.hex, spot.through)),
            }
        });
        let retires = effects
            .retire
            .then(|| results::retire_spots(&state, unit).first().copied());
        let nowhere = matches!(retreats, Some(None));
        let eliminated = effects.eliminate || nowhere || matches!(retires, Some(None));
        let harmed = effects.disorder || effects.unhorse || effects.retire || eliminated;
        let rolls = match cause {
            Cause::Defending | Cause::Attacking => harmed,
            Cause::Fire(_) => nowhere,
            Cause::RetreatedThrough => effects.retire || eliminated,
            Cause::PassedThrough => false,
        };
        let leaders = if rolls {
            measure::leaders_with(&state, id)
        } else {
            Vec::new()
        };
        // The die less the Activation Rating: 3 or more kills. Rule `MOI-LEAD-04`.
        let dies = |state: &State, leader: LeaderId| {
            let side = state.leader(leader).and_then(|leader| state.leader_side(leader));
            chances::at_least(3 + side.map_or(0, |side| i32::from(side.activation)), 0)
        };
        for (mut state, chance) in fall(vec![(state, chance)], &leaders, dies) {
            let with = measure::leaders_with(&state, id);
            let mut ridden = None;
            if eliminated {
                remove(&mut state, id);
                without_command(&mut state);
                leave_behind(&mut state, &with, id, hex);
            } else if let Some(Some(to)) = retires {
                put(&mut state, id, to, &[]);
                if let Some(unit) = state.units.get_mut(&id) {
                    (unit.status, unit.formation) = (Status::Retired, Formation::Open);
                }
                leave_behind(&mut state, &with, id, hex);
            } else if let Some(Some((to, through))) = retreats {
                put(&mut state, id, to, &with);
                if let Some(unit) = state.units.get_mut(&id) {
                    unit.formation = Formation::Open;
                }
                ridden = through;
            }
            match ridden {
                Some(passed) => {
                    let hit = movement::ridden_down(&state, passed, Cause::RetreatedThrough);
                    one_suffers(state, chance, passed, hit.outcome, hit.cause, &[], out);
                }
                None => out.push((state, chance)),
            }
        }
    }
}

/// Whether a result takes a unit out of an attack that it rides to.
pub(super) fn is_out(before: &Unit, state: &State, hex: Hex) -> bool {
    state
        .unit(before.id)
        .is_none_or(|unit| unit.hex() != Some(hex) || unit.class != before.class || unit.is_retired())
}
