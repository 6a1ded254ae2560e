//! What becomes of a fight: results, advances and Continued Attacks, one after the other until none is left.

use std::collections::BTreeMap;

use hindsight_geometry::hexes::Hex;

use super::Fate;
use super::scratch::{Piece, Scratch};
use super::suffering::{Hit, advance_to, suffer_all};
use crate::data::{Combat, CombatCell, Outcome};
use crate::model::agenda::Cause;
use crate::model::attack::{Attack, Attacker, Defender, Marker, Which};
use crate::model::names::{LeaderId, UnitId};
use crate::model::piece::Formation;
use crate::model::state::State;
use crate::rules::victory::{points_of_leader, points_of_standard, points_of_unit};
use crate::rules::{advance, modifiers, shock};
use crate::views::chances;

/// A chance that no table ever shows.
const NEVER: f64 = 1e-12;

/// The most Continued Attacks of a chain that are followed: each is rolled with 1 less than the one before, so that by the
/// tables of a battle none ever gets so far.
const MOST_CONTINUED: usize = 40;

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

/// What the dice of an attack gave: each defender with its hex and its cell.
pub(super) type Rolled = Vec<(UnitId, Hex, CombatCell)>;

/// An attack that is rolled for: who takes part, and every way in which its dice can fall.
pub(super) struct Rolling {
    /// The attackers that take part.
    pub(super) attackers: Vec<UnitId>,
    from: Vec<Hex>,
    /// The attackers that fight with a Charge marker.
    pub(super) charging: Vec<UnitId>,
    fought: Vec<UnitId>,
    /// Whether the first roll is made on the Charge Table.
    pub(super) on_charge_table: bool,
    /// What can be rolled, with its share.
    pub(super) rolls: Vec<(Rolled, f64)>,
}

impl Rolling {
    /// The rolls of an attack; nothing where nobody takes part or is attacked. Rules `MOI-SHOCK-08`, `MOI-SHOCK-09` (pp. 8-9).
    pub(super) fn of(state: &State, attack: &Attack) -> Option<Self> {
        let attackers = shock::attackers_in_place(state, attack);
        let defenders = shock::defenders_in_place(state, attack);
        if attackers.is_empty() || defenders.is_empty() {
            return None;
        }
        let mut rolling = Self {
            attackers: attackers.iter().map(|attacker| attacker.unit).collect(),
            from: attackers.iter().map(|attacker| attacker.at).collect(),
            charging: attackers
                .iter()
                .filter(|attacker| shock::is_charging(state, attacker))
                .map(|attacker| attacker.unit)
                .collect(),
            fought: defenders.iter().map(|defender| defender.id).collect(),
            on_charge_table: false,
            rolls: vec![(Rolled::new(), 1.0)],
        };
        for (place, &defender) in defenders.iter().enumerate() {
            let facts = modifiers::of_attack(state, attack, &attackers, defender, defenders.len());
            let (Some(facts), Some(hex)) = (facts, defender.hex()) else {
                continue;
            };
            rolling.on_charge_table |= place == 0 && facts.table() == Combat::Charge;
            // Few cells are different: looked through in order.
            let mut cells: Vec<(CombatCell, f64)> = Vec::new();
            for cell in chances::shock_results(&state.battle.charts, &facts) {
                match cells.iter_mut().find(|(known, _)| *known == cell) {
                    Some((_, share)) => *share += 0.1,
                    None => cells.push((cell, 0.1)),
                }
            }
            rolling.rolls = rolling
                .rolls
                .iter()
                .flat_map(|(before, share)| {
                    cells.iter().map(move |(cell, more)| {
                        let mut all = before.clone();
                        all.push((defender.id, hex, *cell));
                        (all, share * more)
                    })
                })
                .collect();
        }
        Some(rolling)
    }
}

impl Tally {
    /// One attack as it stands before its dice, after so many Continued Attacks. Rules `MOI-SHOCK-08` to `MOI-SHOCK-10`,
    /// `MOI-RES-14`, `MOI-CONT-01` to `MOI-CONT-08` (pp. 8-12).
    fn fight(&mut self, now: &mut Scratch, attack: &Attack, chance: f64, before: usize) {
        if !now.spend() {
            return;
        }
        let Some(rolling) = Rolling::of(now.state(), attack) else {
            self.over(now, chance, before);
            return;
        };
        let was = now.set_attacks(vec![attack.clone()]);
        for (rolled, share) in &rolling.rolls {
            self.results(now, &rolling, rolled, chance * share, before);
        }
        now.set_attacks(was);
    }

    /// What was rolled is suffered by the defenders and then by the attackers; what follows comes after it. Rules `MOI-SHOCK-09`,
    /// `MOI-SHOCK-10`, `MOI-RES-14` (pp. 8-9, 11).
    pub(super) fn results(
        &mut self,
        now: &mut Scratch,
        rolling: &Rolling,
        rolled: &Rolled,
        chance: f64,
        before: usize,
    ) {
        let continued = rolled.iter().any(|(.., cell)| cell.ca);
        let back = rolled
            .iter()
            .fold(Outcome::NONE, |back, (.., cell)| back.and(cell.att));
        let harmless = back.is_none() && rolled.iter().all(|(.., cell)| cell.def.is_none());
        if harmless && !continued {
            self.over(now, chance, before);
            return;
        }
        let back_from: Vec<Hex> = rolled
            .iter()
            .filter(|(.., cell)| cell.att.goes_back())
            .map(|(_, hex, _)| *hex)
            .collect();
        let defending = rolled.iter().map(|(unit, _, cell)| Hit {
            unit: *unit,
            outcome: cell.def,
            cause: Cause::Defending,
            from: &rolling.from,
        });
        let attacking = rolling.attackers.iter().map(|&unit| Hit {
            unit,
            outcome: back,
            cause: Cause::Attacking,
            from: &back_from,
        });
        let hits: Vec<Hit<'_>> = defending
            .chain(attacking)
            .filter(|hit| !hit.outcome.is_none())
            .collect();
        let mark = now.mark();
        // Only who goes on attacking is asked how often it has attacked.
        if continued {
            for id in &rolling.attackers {
                now.unit(*id, |unit| {
                    unit.acts.attacks = unit.acts.attacks.saturating_add(1);
                });
            }
        }
        let took_part = (&rolling.fought[..], &rolling.charging[..]);
        suffer_all(now, &hits, chance, &mut |now, chance| {
            self.follow(now, took_part, continued, chance, before);
        });
        now.back(mark);
    }

    /// The advance and, where one was earned, the Continued Attack.
    fn follow(
        &mut self,
        now: &mut Scratch,
        (fought, charging): (&[UnitId], &[UnitId]),
        continued: bool,
        chance: f64,
        before: usize,
    ) {
        let following = advance::following(now.state(), Which::Round(0), fought, charging, continued);
        let Some(following) = following else {
            self.over(now, chance, before);
            return;
        };
        let mark = now.mark();
        let next = match following.spots.first() {
            Some(spot) => {
                advance_to(now, spot.unit, spot.hex);
                Some(spot.unit)
            }
            None => following.standing.first().copied(),
        };
        let attack = next
            .filter(|_| continued && chance > NEVER && before < MOST_CONTINUED)
            .and_then(|unit| again(now.state(), unit));
        match attack {
            Some(attack) => self.fight(now, &attack, chance, before + 1),
            None => self.over(now, chance, before),
        }
        now.back(mark);
    }

    /// Nothing more follows: what has become of everybody who was changed is added up.
    pub(super) fn over(&mut self, now: &mut Scratch, chance: f64, continued: usize) {
        if !now.spend() {
            return;
        }
        if self.continued.len() <= continued {
            self.continued.resize(continued + 1, 0.0);
        }
        self.continued[continued] += chance;
        let state = now.state();
        let mut gained = [0, 0];
        for was in now.changed() {
            let (seat, more) = match was {
                Piece::Unit(was) => {
                    let Some(is) = state.unit(was.id) else { continue };
                    if Fate::of(was) != Fate::of(is) {
                        let fates = self.fates.entry(was.id).or_default();
                        *fates.entry(Fate::of(is)).or_default() += chance;
                    }
                    (was.seat, points_of_unit(state, is) - points_of_unit(state, was))
                }
                Piece::Leader(was) => {
                    let Some(is) = state.leader(was.id) else { continue };
                    if was.losses < is.losses {
                        *self.leaders.entry(was.id).or_default() += chance;
                    }
                    (
                        was.seat,
                        points_of_leader(state, is) - points_of_leader(state, was),
                    )
                }
                Piece::Standard(was) => {
                    let Some(is) = state.standard(was.id) else {
                        continue;
                    };
                    (
                        was.seat,
                        points_of_standard(state, is) - points_of_standard(state, was),
                    )
                }
            };
            gained[seat.index() & 1] += more;
        }
        *self.points.entry(gained).or_default() += chance;
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
