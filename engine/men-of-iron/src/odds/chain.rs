//! Course of a fight: results, advances and Continued Attacks, one after the other until none is left.

use std::collections::HashMap;
use std::rc::Rc;

use foldhash::fast::FixedState;
use hindsight_geometry::hexes::Hex;

use super::scratch::{Delta, Piece, PieceId, Scratch};
use super::suffering::{Hit, advance_to, suffer, suffer_all};
use super::tally::{NEVER, Tally, add};
use super::touched::Touched;
use crate::data::{Combat, CombatCell, Outcome};
use crate::model::agenda::Cause;
use crate::model::attack::{Attack, Attacker, Defender, Marker, Which};
use crate::model::names::UnitId;
use crate::model::piece::Formation;
use crate::model::state::State;
use crate::rules::{advance, modifiers, shock};
use crate::views::chances;

/// The most Continued Attacks of a chain that are followed: each is rolled with 1 less than the one before, so that by the
/// tables of a battle none ever gets so far.
const MOST_CONTINUED: usize = 40;

/// What the dice of an attack gave: each defender with its hex and its cell.
pub(super) type Rolled = Vec<(UnitId, Hex, CombatCell)>;

/// A defender with its hex and the cells that can be rolled against it, each with its share.
type Cells = (UnitId, Hex, Vec<(CombatCell, f64)>);

/// What the rolls of an attack give back to its attackers. Rules `MOI-SHOCK-09`, `MOI-SHOCK-10` (p. 9).
#[derive(Debug, Clone, PartialEq, Eq)]
struct Back {
    /// What each of them suffers.
    outcome: Outcome,
    /// The hexes of the defenders from which they go back.
    from: Vec<Hex>,
    /// Whether a Continued Attack is earned.
    continued: bool,
    /// Whether a defender is harmed.
    harms: bool,
}

impl Back {
    /// What no roll at all gives back.
    const NOTHING: Self = Self {
        outcome: Outcome::NONE,
        from: Vec::new(),
        continued: false,
        harms: false,
    };

    fn of(rolled: &Rolled) -> Self {
        let more = |back: Self, (_, hex, cell): &(UnitId, Hex, CombatCell)| back.and(*hex, *cell);
        rolled.iter().fold(Self::NOTHING, more)
    }

    /// The same with one roll more: against whom stands in a hex.
    fn and(&self, hex: Hex, cell: CombatCell) -> Self {
        let mut from = self.from.clone();
        from.extend(cell.att.goes_back().then_some(hex));
        Self {
            outcome: self.outcome.and(cell.att),
            from,
            continued: self.continued || cell.ca,
            harms: self.harms || !cell.def.is_none(),
        }
    }

    /// Whether nothing comes of what was rolled.
    const fn is_harmless(&self) -> bool {
        !self.harms && self.outcome.is_none() && !self.continued
    }
}

/// An attack that is rolled for: who takes part, and what each of its rolls can give.
pub(super) struct Rolling {
    /// The attackers that take part.
    pub(super) attackers: Vec<UnitId>,
    /// The hexes in which they stand.
    pub(super) from: Vec<Hex>,
    /// The attackers that fight with a Charge marker.
    pub(super) charging: Vec<UnitId>,
    fought: Vec<UnitId>,
    /// Whether the first roll is made on the Charge Table.
    pub(super) on_charge_table: bool,
    cells: Vec<Cells>,
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
            cells: Vec::with_capacity(defenders.len()),
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
            rolling.cells.push((defender.id, hex, cells));
        }
        Some(rolling)
    }

    /// Every way in which all rolls together can fall, with its share.
    pub(super) fn rolls(&self) -> Vec<(Rolled, f64)> {
        let mut rolls = vec![(Rolled::with_capacity(self.cells.len()), 1.0)];
        for (unit, hex, cells) in &self.cells {
            let goes_on = |(before, share): &(Rolled, f64)| {
                let (before, share) = (before.clone(), *share);
                cells.iter().map(move |(cell, more)| {
                    let mut all = before.clone();
                    all.push((*unit, *hex, *cell));
                    (all, share * more)
                })
            };
            rolls = rolls.iter().flat_map(goes_on).collect();
        }
        rolls
    }
}

/// A part of what follows from a position.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Part {
    /// A Continued Attack, after so many.
    Continued(UnitId, Vec<UnitId>, usize),
    /// What the dice of a declared attack gave: attackers, where from, who of them charges, who was fought.
    Results(Rolled, Vec<UnitId>, Vec<Hex>, Vec<UnitId>, Vec<UnitId>),
}

/// A part that was worked out: on which position, what was looked at for it, and what it came to.
struct RememberedPart {
    with: Delta,
    touched: Touched,
    /// How likely the part was where it was worked out: what never shows there was left out.
    chance: f64,
    tally: Rc<Tally>,
}

/// A part is worked out again where it is so many times likelier than where it was worked out.
const MUCH_LIKELIER: f64 = 16.0;

/// A part is worked out as if it were at least so likely, so that it seldom has to be worked out again.
const LEAST_LIKELY: f64 = 0.02;

/// The parts that were worked out on positions of one attack.
#[derive(Default)]
pub(super) struct Parts(HashMap<Part, Vec<RememberedPart>, FixedState>);

/// A tally that is being made.
pub(super) struct Counting<'p> {
    pub(super) tally: Tally,
    pub(super) parts: &'p mut Parts,
    /// How likely it is in the fight that what is counted happens at all.
    pub(super) likely: f64,
}

impl Counting<'_> {
    /// Works a part out, or takes it from memory where it was worked out on a position that is the same as far as it looks.
    fn part(
        &mut self,
        now: &mut Scratch,
        part: impl FnOnce() -> Part,
        chance: f64,
        work: &mut dyn FnMut(&mut Counting<'_>, &mut Scratch, f64),
    ) {
        if !now.remembers {
            work(self, now, chance);
            return;
        }
        let part = part();
        let likely = (self.likely * chance).max(LEAST_LIKELY);
        let known = self.parts.0.get(&part).and_then(|all| {
            let changed: Vec<&Piece> = now.changed_since(0).collect();
            // The latest is most like what is looked for.
            all.iter().rev().find(|known| {
                likely <= known.chance * MUCH_LIKELIER && now.is_alike(&changed, &known.touched, &known.with)
            })
        });
        if let Some(known) = known {
            now.touched.add(&known.touched);
            self.tally.goes_on(now, &known.tally, chance);
            return;
        }
        let extent = now.state().battle.map.extent();
        let before = std::mem::replace(&mut now.touched, Touched::none(extent));
        let mut counting = Counting {
            tally: Tally::begun(now),
            parts: self.parts,
            likely,
        };
        work(&mut counting, now, 1.0);
        let tally = Rc::new(counting.tally);
        let touched = std::mem::replace(&mut now.touched, before);
        now.touched.add(&touched);
        self.tally.goes_on(now, &tally, chance);
        self.parts.0.entry(part).or_default().push(RememberedPart {
            with: now.changes(),
            touched,
            chance: likely,
            tally,
        });
    }

    /// One attack as it stands before its dice, after so many Continued Attacks. Rules `MOI-SHOCK-08` to `MOI-SHOCK-10`,
    /// `MOI-RES-14`, `MOI-CONT-01` to `MOI-CONT-08` (pp. 8-12).
    fn fight(&mut self, now: &mut Scratch, attack: &Attack, chance: f64, before: usize) {
        if !now.spend() {
            return;
        }
        touch_attack(now, attack);
        let Some(rolling) = Rolling::of(now.state(), attack) else {
            self.tally.over(now, chance, before);
            return;
        };
        let was = now.set_attacks(vec![attack.clone()]);
        self.roll(now, &rolling, 0, &[(Back::NOTHING, 1.0)], (chance, before));
        now.set_attacks(was);
    }

    /// The rolls of a Continued Attack, one defender after the other from a place on, behind what those before give back with its
    /// share: what each suffers is worked out once for all that is given back alike.
    fn roll(
        &mut self,
        now: &mut Scratch,
        rolling: &Rolling,
        place: usize,
        given: &[(Back, f64)],
        (chance, before): (f64, usize),
    ) {
        let Some((unit, hex, cells)) = rolling.cells.get(place) else {
            for (back, share) in given {
                self.suffer_back(now, rolling, back, chance * share, before);
            }
            return;
        };
        for (rank, (first, _)) in cells.iter().enumerate() {
            // Cells that harm the defender alike are suffered once.
            let alike = |(cell, _): &&(CombatCell, f64)| cell.def == first.def;
            if cells[..rank].iter().any(|cell| alike(&cell)) {
                continue;
            }
            let mut all: Vec<(Back, f64)> = Vec::new();
            for (cell, more) in cells[rank..].iter().filter(alike) {
                for (back, share) in given {
                    add(&mut all, &back.and(*hex, *cell), share * more);
                }
            }
            let hit = Hit {
                unit: *unit,
                outcome: first.def,
                cause: Cause::Defending,
                from: &rolling.from,
            };
            suffer(now, &hit, chance, &mut |now, chance| {
                self.roll(now, rolling, place + 1, &all, (chance, before));
            });
        }
    }

    /// What was rolled for a declared attack is suffered by the defenders and then by the attackers; what follows comes after it.
    /// Rules `MOI-SHOCK-09`, `MOI-SHOCK-10`, `MOI-RES-14` (pp. 8-9, 11).
    pub(super) fn results(&mut self, now: &mut Scratch, rolling: &Rolling, rolled: &Rolled, chance: f64) {
        let back = Back::of(rolled);
        if back.is_harmless() {
            self.tally.over(now, chance, 0);
            return;
        }
        // Who attacked matters only where they suffer, advance upon somebody or go on.
        let state = now.state();
        let by_name = back.continued
            || rolled.iter().any(|(_, hex, cell)| {
                !cell.att.is_none()
                    || state.leaders_at(*hex).next().is_some()
                    || state.standards_at(*hex).next().is_some()
            });
        let named = |units: &[UnitId]| {
            if by_name { units.to_vec() } else { Vec::new() }
        };
        let part = || {
            Part::Results(
                rolled.clone(),
                named(&rolling.attackers),
                rolling.from.clone(),
                named(&rolling.charging),
                rolling.fought.clone(),
            )
        };
        let defending: Vec<Hit<'_>> = rolled
            .iter()
            .map(|(unit, _, cell)| Hit {
                unit: *unit,
                outcome: cell.def,
                cause: Cause::Defending,
                from: &rolling.from,
            })
            .collect();
        self.part(now, part, chance, &mut |counting, now, chance| {
            suffer_all(now, &defending, chance, &mut |now, chance| {
                counting.suffer_back(now, rolling, &back, chance, 0);
            });
        });
    }

    /// What the rolls give back to the attackers is suffered; what follows comes after it. Rule `MOI-RES-14` (p. 11).
    fn suffer_back(&mut self, now: &mut Scratch, rolling: &Rolling, back: &Back, chance: f64, before: usize) {
        if back.is_harmless() {
            self.tally.over(now, chance, before);
            return;
        }
        let attacking: Vec<Hit<'_>> = rolling
            .attackers
            .iter()
            .filter(|_| !back.outcome.is_none())
            .map(|&unit| Hit {
                unit,
                outcome: back.outcome,
                cause: Cause::Attacking,
                from: &back.from,
            })
            .collect();
        suffer_all(now, &attacking, chance, &mut |now, chance| {
            self.follow(now, rolling, back.continued, chance, before);
        });
    }

    /// The advance and, where one was earned, the Continued Attack.
    fn follow(&mut self, now: &mut Scratch, rolling: &Rolling, continued: bool, chance: f64, before: usize) {
        // Where nobody goes on attacking, who advances makes a difference only to leaders and Standards in the hex.
        if !continued && !is_capture(now, &rolling.fought) {
            self.tally.over(now, chance, before);
            return;
        }
        for id in &rolling.attackers {
            now.touched.piece(PieceId::Unit(*id));
        }
        now.touch_defended();
        let following = advance::following(
            now.state(),
            Which::Round(0),
            &rolling.fought,
            &rolling.charging,
            continued,
        );
        let Some(following) = following else {
            self.tally.over(now, chance, before);
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
        // Only who goes on attacking is asked how often it has attacked.
        if let Some(id) = next.filter(|_| continued) {
            now.unit(id, |unit| {
                unit.acts.attacks = unit.acts.attacks.saturating_add(1);
            });
        }
        let attack = next
            .filter(|_| continued && chance * self.likely > NEVER && before < MOST_CONTINUED)
            .and_then(|unit| Some((unit, again(now, unit)?)));
        match attack {
            Some((unit, attack)) => {
                let part = || {
                    let defenders = attack.defenders.iter().map(|defender| defender.unit);
                    Part::Continued(unit, defenders.collect(), before + 1)
                };
                self.part(now, part, chance, &mut |counting, now, chance| {
                    counting.fight(now, &attack, chance, before + 1);
                });
            }
            None => self.tally.over(now, chance, before),
        }
        now.back(mark);
    }
}

/// Whether some defender that was fought has left its hex, and leaders or a Standard of its side in it. Rules `MOI-ADV-01`,
/// `MOI-ADV-06` (pp. 9-14).
fn is_capture(now: &mut Scratch, fought: &[UnitId]) -> bool {
    for &id in fought {
        now.touched.piece(PieceId::Unit(id));
    }
    now.touch_defended();
    let state = now.state();
    let mut defenders = state.attacks.iter().flat_map(|attack| &attack.defenders);
    defenders.any(|defender| {
        let unit = state.unit(defender.unit).filter(|unit| fought.contains(&unit.id));
        unit.is_some_and(|unit| {
            unit.hex() != Some(defender.at)
                && state.enemy_leader_or_standard_at(defender.at, unit.seat.opponent())
        })
    })
}

/// Notes that an attack depends on who takes part, and on who stands with the attackers.
pub(super) fn touch_attack(now: &mut Scratch, attack: &Attack) {
    for attacker in &attack.attackers {
        now.touched.piece(PieceId::Unit(attacker.unit));
        now.touched.stands_in(attacker.at);
    }
    for defender in &attack.defenders {
        now.touched.piece(PieceId::Unit(defender.unit));
    }
}

/// The Continued Attack of a unit on everybody in its front. Rules `MOI-CONT-02`, `MOI-CONT-05` (p. 12).
fn again(now: &mut Scratch, id: UnitId) -> Option<Attack> {
    now.touch_front(id);
    let state = now.state();
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
