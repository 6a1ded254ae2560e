//! The neutral story of an event for statistics, with the catalogue's own counts.

mod activation;
mod counts;
mod ending;
mod fire;
mod losses;
mod movement;
mod procedure;
mod rally;
mod results;
mod shock;

use hindsight_kernel::{
    AttackResolved, DiceRolled, Fact, Modifier, Seat, Story as _, tell_noted, tell_ruling,
};

use super::board::Plan;
use super::chances;
use super::harm::Harm;
use crate::MenOfIron;
use crate::data::{CombatCell, Order, Outcome};
use crate::model::agenda::Cause;
use crate::model::drm::{Throw, sum};
use crate::model::event::{Event, Shot};
use crate::model::names::UnitId;
use crate::model::state::State;

/// What a roll was for and what it had to show.
struct Rolled<'t> {
    purpose: &'static str,
    seat: Seat,
    unit: Option<UnitId>,
    against: Option<UnitId>,
    throw: &'t Throw,
    target: Option<i32>,
    roll_under: bool,
    chance: f64,
    success: bool,
}

impl Rolled<'_> {
    fn fact(self) -> Fact {
        Fact::DiceRolled(DiceRolled {
            purpose: self.purpose.to_owned(),
            seat: self.seat,
            unit: self.unit.map(|unit| unit.to_string()),
            against: self.against.map(|unit| unit.to_string()),
            roll: self.throw.roll.clone(),
            target: self.target,
            roll_under: self.roll_under,
            result: i32::from(self.success),
            expected: chances::once(self.chance),
            modifiers: self
                .throw
                .drms
                .iter()
                .map(|drm| Modifier {
                    name: drm.rule.to_string(),
                    change: i32::from(drm.value),
                    rule: drm.rule.clone(),
                })
                .collect(),
            high_is_good: true,
        })
    }
}

fn counted(counter: impl Into<String>, seat: Option<Seat>, unit: Option<UnitId>, amount: f64) -> Fact {
    Fact::Counted {
        counter: counter.into(),
        unit: unit.map(|unit| unit.to_string()),
        seat,
        amount,
    }
}

fn decided(seat: Seat, decision: &str, choice: impl Into<String>) -> Fact {
    Fact::Decided {
        seat,
        decision: decision.to_owned(),
        choice: choice.into(),
    }
}

/// Tells the story of an event: its dice, the counts of the catalogue, what happened.
pub fn facts(before: &State, event: &Event, out: &mut Vec<Fact>) {
    match event {
        Event::Procedure(event) => procedure::facts(before, event, out),
        Event::Activation(event) => activation::facts(before, event, out),
        Event::Movement(event) => movement::facts(before, event, out),
        Event::Fire(event) => fire::facts(before, event, out),
        Event::Shock(event) => shock::facts(before, event, out),
        Event::Result(event) => results::facts(before, event, out),
        Event::Rally(event) => rally::facts(before, event, out),
        Event::Ending(event) => ending::facts(before, event, out),
        Event::Setup(_) => {}
    }
}

/// Tells which units a ruling eliminated or returned to the field. Rule `HS-RULE-01`.
fn ruled(before: &State, event: &Event, out: &mut Vec<Fact>) {
    let mut after = before.clone();
    if after.evolve(event).is_ok() {
        let [was, is] = [before, &after].map(MenOfIron::units);
        tell_ruling(&was, &is, |_| 1, out);
    }
}

/// Tells which units were eliminated or came back up to a noted position. Rule `HS-NOTE-01`.
fn noted(before: &State, event: &Event, out: &mut Vec<Fact>) {
    let mut after = before.clone();
    if after.evolve(event).is_ok() {
        let [was, is] = [before, &after].map(MenOfIron::units);
        tell_noted(&was, &is, |_| 1, out);
    }
}

fn moved(
    before: &State,
    unit: UnitId,
    hexes: &[hindsight_geometry::hexes::Hex],
    kind: &str,
    out: &mut Vec<Fact>,
) {
    let plan = Plan::of(before.battle.map.extent());
    out.push(Fact::UnitMoved {
        unit: unit.to_string(),
        seat: before.unit(unit).map_or(before.active, |unit| unit.seat),
        distance: 1.0,
        kind: kind.to_owned(),
        way: hexes.iter().map(|hex| plan.centre(*hex)).collect(),
    });
}

fn shot(
    before: &State,
    purpose: &'static str,
    unit: UnitId,
    target: UnitId,
    shot: &Shot,
    out: &mut Vec<Fact>,
) {
    let (Some(firer), Some(aim)) = (before.unit(unit), before.unit(target)) else {
        return;
    };
    let charts = &before.battle.charts;
    let added = sum(&shot.throw.drms);
    let (column, order) = (before.column_of(aim), before.order_of(aim));
    let results: [Outcome; 10] =
        std::array::from_fn(|die| charts.fire_result(die as i32 + added, column, order));
    out.push(
        Rolled {
            purpose,
            seat: firer.seat,
            unit: Some(unit),
            against: Some(target),
            throw: &shot.throw,
            target: None,
            roll_under: false,
            chance: chances::share(results.map(|outcome| !outcome.is_none())),
            success: !shot.result.is_none(),
        }
        .fact(),
    );
    let from = firer.hex().into_iter().collect();
    let mut harm = Harm::new(before, aim, Cause::Fire(shot.throw.total()), from);
    let damage = u32::from(harm.steps(shot.result));
    out.push(Fact::AttackResolved(AttackResolved {
        unit: unit.to_string(),
        seat: firer.seat,
        against: target.to_string(),
        kind: purpose.to_owned(),
        ranged: true,
        dice: 1,
        hits: u32::from(damage > 0),
        saved: 0,
        damage,
        surplus: 0,
        expected: harm.expected(results),
        tier: None,
    }));
    out.push(counted(
        format!("shots at range {}", shot.range),
        Some(firer.seat),
        Some(unit),
        1.0,
    ));
}

/// The fact of a roll that succeeds at or below a limit.
fn tested(
    purpose: &'static str,
    seat: Seat,
    unit: Option<UnitId>,
    against: Option<UnitId>,
    throw: &Throw,
    limit: i32,
    success: bool,
) -> Fact {
    let added = sum(&throw.drms);
    Rolled {
        purpose,
        seat,
        unit,
        against,
        throw,
        target: Some(limit - added),
        roll_under: true,
        chance: chances::at_most(limit, added),
        success,
    }
    .fact()
}

fn combat(
    before: &State,
    attackers: &[UnitId],
    defender: UnitId,
    (name, table, column): (&'static str, crate::data::Combat, Order),
    throw: &Throw,
    result: CombatCell,
    out: &mut Vec<Fact>,
) {
    let Some(&first) = attackers.first() else {
        return;
    };
    let seat = before.unit(first).map_or(before.active, |unit| unit.seat);
    let cells = chances::combat_results(&before.battle.charts, table, column, sum(&throw.drms));
    out.push(
        Rolled {
            purpose: name,
            seat,
            unit: Some(first),
            against: Some(defender),
            throw,
            target: None,
            roll_under: false,
            chance: chances::share(cells.map(|cell| !cell.def.is_none())),
            success: !result.def.is_none(),
        }
        .fact(),
    );
    let from: Vec<_> = attackers
        .iter()
        .filter_map(|id| before.unit(*id)?.hex())
        .collect();
    let Some(target) = before.unit(defender) else {
        return;
    };
    let mut harm = Harm::new(before, target, Cause::Defending, from);
    let damage = u32::from(harm.steps(result.def));
    out.push(Fact::AttackResolved(AttackResolved {
        unit: first.to_string(),
        seat,
        against: defender.to_string(),
        kind: name.to_owned(),
        ranged: false,
        dice: 1,
        hits: u32::from(damage > 0),
        saved: 0,
        damage,
        surplus: 0,
        expected: harm.expected(cells.map(|cell| cell.def)),
        tier: None,
    }));
    losses::joined(&attackers[1..], seat, damage > 0, out);
    losses::suffered_attacking(
        before,
        attackers,
        target,
        cells.map(|cell| cell.att),
        result.att,
        out,
    );
    for drm in &throw.drms {
        out.push(counted(
            format!("{} drm", drm.rule),
            Some(seat),
            Some(first),
            f64::from(drm.value),
        ));
    }
    if let Some(angle) = throw
        .drms
        .iter()
        .find(|drm| drm.rule.to_string() == "MOI-SDRM-03")
    {
        let suffered = match angle.value {
            2 => "attacked through a flank",
            3 => "attacked through the rear",
            _ => "attacked through several sides",
        };
        out.push(counted(suffered, Some(seat.opponent()), Some(defender), 1.0));
    }
}
