//! The neutral story of an event for statistics, with the catalogue's own counts.

mod counts;

use hindsight_kernel::{
    AttackResolved, DiceRolled, Distribution, Fact, Modifier, Seat, SideId, Story as _, tell_ruling,
};

use super::board::Plan;
use super::{chances, story};
use crate::MenOfIron;
use crate::data::{CombatCell, Order, Outcome, Token};
use crate::model::drm::{Throw, sum};
use crate::model::event::{Event, LeaderForm, Shot};
use crate::model::names::UnitId;
use crate::model::piece::PiecePlace;
use crate::model::state::{Kind, State};
use crate::rules::victory;
use crate::tables::{MAX_COUNTER_CHARGE, MAX_PASS_THROUGH, MAX_RELUCTANCE};

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

/// How bad a result is, in steps: what "damage" counts in this game.
fn harm(outcome: Outcome) -> u32 {
    if outcome.has(Token::Eliminated) {
        3
    } else if outcome.has(Token::Retired)
        || outcome.has(Token::RetiredOrUnhorsed)
        || outcome.has(Token::Unhorsed)
    {
        2
    } else {
        u32::from(!outcome.is_none())
    }
}

fn expected_harm(results: [Outcome; 10]) -> Distribution {
    let mut weights = vec![0.0; 4];
    for outcome in results {
        weights[harm(outcome) as usize] += 1.0;
    }
    Distribution::from_weights(0, weights).unwrap_or_else(|_| Distribution::point(0))
}

/// The story of an event.
pub fn facts(before: &State, event: &Event, out: &mut Vec<Fact>) {
    let seat_of = |unit: UnitId| before.unit(unit).map_or(before.active, |unit| unit.seat);
    rolls(before, event, out);
    counts::counts(before, event, out);
    match event {
        Event::ActivationStarted { seat, kind, command } => {
            let kind: &str = match kind {
                Kind::Free => "free activation",
                Kind::Continued => "continued activation",
                Kind::Seized => "seized activation",
            };
            out.push(counted(kind, Some(*seat), None, 1.0));
            out.push(Fact::Activated {
                unit: command.to_string(),
                seat: *seat,
                action: kind.to_owned(),
            });
        }
        Event::StandardActivated { seat, standard, to } => {
            let action = if to.is_some() {
                "standard moved"
            } else {
                "standard rallies"
            };
            out.push(counted("standard activation", Some(*seat), None, 1.0));
            out.push(Fact::Activated {
                unit: standard.to_string(),
                seat: *seat,
                action: action.to_owned(),
            });
        }
        Event::Passed { seat } => {
            out.push(counted("pass", Some(*seat), None, 1.0));
            out.push(decided(*seat, "activation", "pass"));
        }
        Event::SeizureDeclared { seat, command } => {
            out.push(decided(*seat, "seizure", command.to_string()));
        }
        Event::SeizureDeclined { seat } => out.push(decided(*seat, "seizure", "declined")),
        Event::CommandStatusSet {
            command,
            out_of_command,
            ..
        } => {
            let seat = before.battle.side_of(*command);
            let all = before
                .battle
                .units_of(*command)
                .filter(|unit| {
                    before
                        .unit(*unit)
                        .is_some_and(|unit| unit.place != PiecePlace::Eliminated)
                })
                .count();
            out.push(counted("units activated", seat, None, all as f64));
            out.push(counted(
                "units out of command",
                seat,
                None,
                out_of_command.len() as f64,
            ));
        }
        Event::UnitStepped {
            unit, from, to, cost, ..
        } => {
            moved(before, *unit, &[*from, *to], "move", out);
            out.push(counted(
                "movement points",
                Some(seat_of(*unit)),
                Some(*unit),
                f64::from(*cost),
            ));
        }
        Event::ChargerMoved { unit, from, to, .. } => moved(before, *unit, &[*from, *to], "charge", out),
        Event::CounterChargerMoved { unit, from, to, .. } => {
            moved(before, *unit, &[*from, *to], "counter-charge", out);
        }
        Event::UnitAdvanced { unit, from, to, .. } => moved(before, *unit, &[*from, *to], "advance", out),
        Event::UnitRetreated { unit, from, to, .. } => {
            moved(before, *unit, &[*from, *to], "retreat", out);
            out.push(counted("retreats", Some(seat_of(*unit)), Some(*unit), 1.0));
        }
        Event::RetreatedBeforeShock { unit, from, to, .. } => {
            moved(before, *unit, &[*from, *to], "retreat before shock", out);
            out.push(decided(seat_of(*unit), "retreat before shock", "retreats"));
        }
        Event::AttacksDeclared { attacks } => {
            for attack in attacks {
                for attacker in &attack.attackers {
                    let charge = attacker.course.is_some();
                    let seat = Some(seat_of(attacker.unit));
                    let counter = if charge {
                        "charges declared"
                    } else {
                        "shocks declared"
                    };
                    out.push(counted(counter, seat, Some(attacker.unit), 1.0));
                    for defender in &attack.defenders {
                        out.push(Fact::Engaged {
                            unit: attacker.unit.to_string(),
                            seat: seat_of(attacker.unit),
                            with: defender.unit.to_string(),
                            direction: String::new(),
                            charge,
                        });
                    }
                }
            }
        }
        Event::UnitDisordered { unit } => {
            out.push(counted("disordered", Some(seat_of(*unit)), Some(*unit), 1.0));
            out.push(Fact::Broken {
                unit: unit.to_string(),
                seat: seat_of(*unit),
            });
        }
        Event::UnitRetired { unit, .. } => {
            out.push(counted("retired", Some(seat_of(*unit)), Some(*unit), 1.0));
        }
        Event::UnitUnhorsed { unit } => {
            out.push(counted("unhorsed", Some(seat_of(*unit)), Some(*unit), 1.0));
        }
        Event::UnitRallied { unit, .. } => {
            out.push(Fact::Rallied {
                unit: unit.to_string(),
                seat: seat_of(*unit),
            });
        }
        Event::UnitEliminated { unit, hex } => {
            let terrain = before.battle.map.terrain(*hex);
            let points = before
                .unit(*unit)
                .and_then(|unit| before.class_card(unit))
                .map_or(0.0, |card| f64::from(card.fp));
            let (cause, by) = counts::cause_of_loss(before);
            out.push(counted(
                format!("lost in {terrain}"),
                Some(seat_of(*unit)),
                Some(*unit),
                1.0,
            ));
            out.push(Fact::Destroyed {
                unit: unit.to_string(),
                seat: seat_of(*unit),
                points,
                cause: cause.to_owned(),
                by: by.map(|unit| unit.to_string()),
            });
        }
        Event::LeaderKilled { leader, .. } | Event::LeaderCaptured { leader, .. } => {
            let seat = before.leader(*leader).map(|leader| leader.seat);
            out.push(counted("leaders lost", seat, None, 1.0));
        }
        Event::ContinuedAttackEarned { unit } => {
            out.push(counted(
                "continued attacks",
                Some(seat_of(*unit)),
                Some(*unit),
                1.0,
            ));
        }
        Event::StandardCaptured { standard, .. } => {
            let seat = before.standard(*standard).map(|standard| standard.seat);
            out.push(counted("standards captured", seat, None, 1.0));
        }
        Event::StandardMoved { standard, .. } => {
            let seat = before.standard(*standard).map(|standard| standard.seat);
            out.push(counted("standards moved", seat, None, 1.0));
        }
        Event::LossChecked { seat, points, .. } => {
            let enemy = seat.opponent();
            out.push(Fact::Scored {
                side: SideId::of_seat(enemy),
                amount: 0.0,
                total: f64::from(*points),
                reason: "Flight Points of the enemy".to_owned(),
            });
        }
        Event::Patched { .. } => ruled(before, event, out),
        Event::GameEnded { ending } => {
            for seat in [Seat::A, Seat::B] {
                let margin = victory::flight_level(before, seat) - ending.points[seat.index() & 1];
                out.push(counted("flight level left", Some(seat), None, f64::from(margin)));
            }
        }
        _ => {}
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
    let damage = harm(shot.result);
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
        expected: expected_harm(results),
        tier: None,
    }));
    out.push(counted(
        format!("shots at range {}", shot.range),
        Some(firer.seat),
        Some(unit),
        1.0,
    ));
}

/// The facts of every die.
fn rolls(before: &State, event: &Event, out: &mut Vec<Fact>) {
    let seat = story::roller(before, event);
    let mut tested = |purpose, unit, against, throw: &Throw, limit: i32, success: bool| {
        let added = sum(&throw.drms);
        out.push(
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
            .fact(),
        );
    };
    match event {
        Event::ContinuityRolled {
            throw,
            rating,
            success,
            ..
        } => tested("continuity", None, None, throw, i32::from(*rating), *success),
        Event::SeizureRolled {
            throw,
            rating,
            success,
            ..
        } => tested("seizure", None, None, throw, i32::from(*rating), *success),
        Event::PassThroughRolled {
            unit,
            through,
            throw,
            harmed,
        } => {
            // What is good for the rider is that nothing happens: the roll is above the limit.
            let chance = 1.0 - chances::at_most(MAX_PASS_THROUGH, sum(&throw.drms));
            out.push(
                Rolled {
                    purpose: "pass-through",
                    seat,
                    unit: Some(*unit),
                    against: Some(*through),
                    throw,
                    target: Some(MAX_PASS_THROUGH + 1),
                    roll_under: false,
                    chance,
                    success: !harmed,
                }
                .fact(),
            );
        }
        Event::CounterChargeRolled {
            unit,
            targets,
            throw,
            success,
            ..
        } => tested(
            "counter-charge",
            Some(*unit),
            targets.first().copied(),
            throw,
            MAX_COUNTER_CHARGE,
            *success,
        ),
        Event::ReluctanceRolled {
            unit,
            target,
            throw,
            success,
        } => tested(
            "reluctance",
            Some(*unit),
            Some(*target),
            throw,
            MAX_RELUCTANCE,
            *success,
        ),
        Event::LeaderRolled {
            leader,
            form,
            throw,
            killed,
        } => {
            let rating = before
                .leader(*leader)
                .and_then(|leader| before.leader_side(leader))
                .map_or(0, |side| i32::from(side.activation));
            let limit = match form {
                LeaderForm::Fire => 7,
                LeaderForm::Shock => rating + 2,
            };
            tested("leader casualty", None, None, throw, limit, !killed);
        }
        Event::StandardCheckRolled {
            unit,
            throw,
            eliminated,
        } => tested("standard move check", Some(*unit), None, throw, 4, !eliminated),
        Event::LossChecked {
            points,
            level,
            throw: Some(throw),
            fails,
            ..
        } => {
            tested("loss check", None, None, throw, level - points, !fails);
        }
        Event::ReactionFired {
            unit,
            target,
            shot: of,
            ..
        } => {
            shot(before, "reaction fire", *unit, *target, of, out);
            out.push(decided(seat, "reaction fire", "taken"));
        }
        Event::ActiveFired {
            unit,
            target,
            shot: of,
            ..
        } => {
            shot(before, "active fire", *unit, *target, of, out);
        }
        Event::ReturnFired {
            unit,
            target,
            shot: of,
            ..
        } => {
            shot(before, "return fire", *unit, *target, of, out);
            out.push(decided(seat, "return fire", "taken"));
        }
        Event::ShockRolled {
            attackers,
            defender,
            table,
            column,
            throw,
            result,
            ..
        } => {
            let table_name: &'static str = match table {
                crate::data::Combat::Shock => "shock",
                crate::data::Combat::Charge => "charge",
            };
            combat(
                before,
                attackers,
                *defender,
                (table_name, *table, *column),
                throw,
                *result,
                out,
            );
        }
        _ => {}
    }
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
    let damage = harm(result.def);
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
        expected: expected_harm(cells.map(|cell| cell.def)),
        tier: None,
    }));
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
