//! The fights of one position: Counter-Charges, the rolls of each, and which of them lead on alike (§10.3, §11.5-§11.6, pp. 8-11).

use hindsight_geometry::hexes::Facing;

use super::arrival::Arrivals;
use super::chain::{Counting, Parts, Rolled, Rolling, touch_attack};
use super::scratch::{Delta, Scratch};
use super::suffering::{Hit, comes_to};
use super::tally::Tally;
use super::{Arrival, Assumptions, AttackOdds};
use crate::data::Outcome;
use crate::model::agenda::{Answer, Cause};
use crate::model::attack::{Attack, Defender, Marker};
use crate::model::drm::sum;
use crate::model::names::UnitId;
use crate::model::piece::{PiecePlace, Unit};
use crate::rules::{countercharge, shock};
use crate::tables::MAX_COUNTER_CHARGE;
use crate::views::chances;

/// How many steps the rolls of one fight count.
const ROLL_STEPS: usize = 4;

/// What a fight comes to.
#[derive(Debug, Clone, Default)]
pub(super) struct FightOdds {
    /// Its first rolls.
    pub(super) odds: AttackOdds,
    /// What follows, if it is followed.
    pub(super) tally: Tally,
}

/// The fight when the attackers have come to a position, however each has arrived there; the chances of how they arrived add up
/// to 1.
pub(super) fn fight(
    now: &mut Scratch,
    attack: &Attack,
    after: &Delta,
    arrivals: &Arrivals,
    assumed: Assumptions,
    parts: Option<&mut Parts>,
) -> FightOdds {
    now.apply(after);
    let mut fought = FightOdds::default();
    let mut fights = Fights {
        tried: Vec::new(),
        turned: Vec::new(),
        assumed,
        odds: &mut fought.odds,
        followed: parts.is_some().then(Vec::new),
        nothing: 0.0,
    };
    touch_defenders(now, attack);
    for (arrivals, chance) in arrivals {
        let mut there = attack.clone();
        there.attackers.clear();
        for (attacker, arrival) in attack.attackers.iter().zip(arrivals) {
            let of = fights.odds.arrivals.entry(attacker.unit).or_default();
            *of.entry(*arrival).or_default() += chance;
            if *arrival == Arrival::Out {
                continue;
            }
            if let Some(at) = now.state().unit(attacker.unit).and_then(Unit::hex) {
                let mut arrived = attacker.clone();
                if arrived.course.take().is_some() {
                    arrived.at = at;
                }
                arrived.marker = if *arrival == Arrival::Charging {
                    Marker::Charge
                } else {
                    Marker::Shock
                };
                there.attackers.push(arrived);
            }
        }
        touch_attack(now, &there);
        let was = now.set_attacks(vec![there.clone()]);
        fights.counter(now, &there, *chance);
        now.set_attacks(was);
    }
    let (followed, nothing) = (fights.followed.take(), fights.nothing);
    if let (Some(parts), Some(followed)) = (parts, followed) {
        let mut counting = Counting {
            tally: Tally::begun(now),
            parts,
            likely: 1.0,
        };
        if nothing > 0.0 {
            counting.tally.over(now, nothing, 0);
        }
        for followed in followed {
            followed.go_through(now, &mut counting);
        }
        fought.tally = counting.tally;
    }
    now.back(0);
    fought
}

/// Notes what it depends on whether the defenders may counter-charge. Rule `MOI-CC-02`.
fn touch_defenders(now: &mut Scratch, attack: &Attack) {
    for defender in &attack.defenders {
        let unit = now.state().unit(defender.unit);
        let watched = unit
            .filter(|unit| !unit.acts.began_in_zoc_of.is_empty())
            .and_then(|unit| Some((unit.seat, unit.hex()?)));
        if let Some((seat, hex)) = watched {
            now.touched.closed_by(seat.opponent(), hex);
        }
    }
}

/// The Counter-Charge that is tried first of those that may be: as many as can be, without a turn where it makes no difference.
pub(super) fn widest(
    options: Vec<Answer>,
    tried: &[UnitId],
) -> Option<(UnitId, Vec<UnitId>, Option<Facing>)> {
    options
        .into_iter()
        .filter_map(|answer| match answer {
            Answer::CounterCharge {
                unit, targets, turn, ..
            } if !tried.contains(&unit) => Some((unit, targets, turn)),
            _ => None,
        })
        .max_by_key(|(unit, targets, turn)| (targets.len(), turn.is_none(), std::cmp::Reverse(*unit)))
}

/// The fights of one position: with and without Counter-Charges, each attacker willing or not.
struct Fights<'f> {
    /// Who has tried to counter-charge.
    tried: Vec<UnitId>,
    /// Who has turned by that.
    turned: Vec<(UnitId, Facing)>,
    assumed: Assumptions,
    odds: &'f mut AttackOdds,
    /// What is to be followed to the end, if anything is.
    followed: Option<Vec<Followed>>,
    /// The chance that nobody fights.
    nothing: f64,
}

/// Rolls that lead on in the same way, however they came about: only who turned and who still charges makes a difference.
struct Followed {
    turned: Vec<(UnitId, Facing)>,
    attack: Attack,
    rolling: Rolling,
    rolls: Vec<(Rolled, f64)>,
}

impl Followed {
    fn go_through(&self, now: &mut Scratch, counting: &mut Counting<'_>) {
        let mark = now.mark();
        for &(id, facing) in &self.turned {
            turn(now, id, facing);
        }
        let was = now.set_attacks(vec![self.attack.clone()]);
        for (rolled, chance) in &self.rolls {
            counting.results(now, &self.rolling, rolled, *chance);
        }
        now.set_attacks(was);
        now.back(mark);
    }
}

/// Turns a unit where it stands.
fn turn(now: &mut Scratch, id: UnitId, facing: Facing) {
    now.unit(id, |unit| {
        if let PiecePlace::On { hex, .. } = unit.place {
            unit.place = PiecePlace::On { hex, facing };
        }
    });
}

impl Fights<'_> {
    /// The Counter-Charges, defender by defender, and then the rolls.
    fn counter(&mut self, now: &mut Scratch, attack: &Attack, chance: f64) {
        let has_tried = |defender: &Defender| self.tried.contains(&defender.unit);
        let widest = if self.assumed.counter_charge && !attack.defenders.iter().all(has_tried) {
            widest(countercharge::options_against_attackers(now.state()), &self.tried)
        } else {
            None
        };
        let Some((id, targets, to)) = widest else {
            now.spend_more(ROLL_STEPS);
            self.roll(now, attack, chance);
            return;
        };
        let state = now.state();
        let success = state.unit(id).map_or(0.0, |unit| {
            chances::at_most(
                MAX_COUNTER_CHARGE,
                sum(&countercharge::drms(state, unit, to.is_some())),
            )
        });
        self.tried.push(id);
        if success < 1.0 {
            self.counter(now, attack, chance * (1.0 - success));
        }
        if success > 0.0 {
            self.odds.counter_charged += chance * success;
            let mut met = attack.clone();
            let mut shocked = false;
            for attacker in met
                .attackers
                .iter_mut()
                .filter(|attacker| targets.contains(&attacker.unit))
            {
                let charging = shock::is_charging(now.state(), attacker);
                shocked |= !charging;
                attacker.marker = Marker::Shock;
            }
            if shocked {
                met.countered_by.push(id);
            }
            let (mark, turned) = (now.mark(), self.turned.len());
            if let Some(facing) = to {
                turn(now, id, facing);
                self.turned.push((id, facing));
            }
            let was = now.set_attacks(vec![met.clone()]);
            self.counter(now, &met, chance * success);
            now.set_attacks(was);
            now.back(mark);
            self.turned.truncate(turned);
        }
        self.tried.pop();
    }

    /// The rolls against each defender, added up, and kept where they are followed.
    fn roll(&mut self, now: &mut Scratch, attack: &Attack, chance: f64) {
        let rolling = Rolling::of(now.state(), attack);
        let rolls = rolling.as_ref().map(Rolling::rolls).unwrap_or_default();
        add_rolls(
            now,
            attack,
            rolling.as_ref().map(|rolling| (rolling, &rolls[..])),
            chance,
            self.odds,
        );
        let Some(followed) = &mut self.followed else {
            return;
        };
        let Some(mut rolling) = rolling else {
            self.nothing += chance;
            return;
        };
        // Who charges comes first in the advance, which is of account where several could.
        if rolling.charging.len() == rolling.attackers.len() || rolling.attackers.len() == 1 {
            rolling.charging.clear();
        }
        let place = followed
            .iter()
            .position(|known| known.turned == self.turned && known.rolling.charging == rolling.charging)
            .unwrap_or_else(|| {
                followed.push(Followed {
                    turned: self.turned.clone(),
                    attack: attack.clone(),
                    rolling,
                    rolls: Vec::new(),
                });
                followed.len() - 1
            });
        let known = &mut followed[place].rolls;
        for (rolled, share) in rolls {
            match known.iter_mut().find(|(other, _)| *other == rolled) {
                Some((_, sum)) => *sum += chance * share,
                None => known.push((rolled, chance * share)),
            }
        }
    }
}

/// Adds the rolls against each defender to the odds.
fn add_rolls(
    now: &mut Scratch,
    attack: &Attack,
    rolls: Option<(&Rolling, &[(Rolled, f64)])>,
    chance: f64,
    odds: &mut AttackOdds,
) {
    let Some((rolling, rolls)) = rolls else {
        odds.comes_to_nothing += chance;
        for defender in &attack.defenders {
            let of = odds.defenders.entry(defender.unit).or_default();
            *of.entry(Outcome::NONE).or_default() += chance;
            odds.harms.entry(defender.unit).or_default()[0] += chance;
        }
        *odds.attackers.entry(Outcome::NONE).or_default() += chance;
        return;
    };
    if rolling.on_charge_table {
        odds.on_charge_table += chance;
    }
    // Few results are different: each is looked at once.
    let mut known: Vec<((UnitId, Outcome), (u8, bool))> = Vec::new();
    for (rolled, share) in rolls {
        let (mut back, mut continued, mut vacated) = (Outcome::NONE, false, false);
        for (id, _, cell) in rolled {
            let of = odds.defenders.entry(*id).or_default();
            *of.entry(cell.def).or_default() += chance * share;
            back = back.and(cell.att);
            continued |= cell.ca;
            let what = (*id, cell.def);
            let looked = known.iter().find(|(other, _)| *other == what);
            let (steps, leaves) = match looked {
                Some((_, known)) => *known,
                None if cell.def.is_none() => (0, false),
                None => {
                    let hit = Hit {
                        unit: *id,
                        outcome: cell.def,
                        cause: Cause::Defending,
                        from: &rolling.from,
                    };
                    let found = comes_to(now, &hit);
                    known.push((what, found));
                    found
                }
            };
            odds.harms.entry(*id).or_default()[usize::from(steps)] += chance * share;
            vacated |= leaves;
        }
        *odds.attackers.entry(back).or_default() += chance * share;
        if continued {
            odds.continued += chance * share;
        }
        if vacated {
            odds.vacated += chance * share;
        }
    }
}
