//! The neutral story of events, for statistics: the catalogue's list of what is worth keeping.

mod attack;
mod charge;
pub(super) mod dice;
mod effect;
mod morale;
mod movement;
mod round;
mod scoring;
#[cfg(test)]
mod tests;
mod unit;

use hindsight_kernel::{
    DamageDealt, Fact, Restored, Rules, Seat, SideId, Story as _, UnitInfo, tell_noted, tell_ruling,
};

use super::change::point;
use crate::IceAndFire;
use crate::cards::{AttackKind, ConditionToken};
use crate::field::Side as TraySide;
use crate::model::contests::Attack;
use crate::model::event::{Cause, Event, MoveKind, Scored};
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::rules::round::can_activate;

/// Tells the facts of an event.
pub(super) fn facts(before: &State, event: &Event, out: &mut Vec<Fact>) {
    match event {
        Event::Round(event) => round::facts(before, event, out),
        Event::Movement(event) => movement::facts(before, event, out),
        Event::Unit(event) => unit::facts(before, event, out),
        Event::Charge(event) => charge::facts(before, event, out),
        Event::Attack(event) => attack::facts(before, event, out),
        Event::Morale(event) => morale::facts(before, event, out),
        Event::Effect(event) => effect::facts(before, event, out),
        Event::Scoring(event) => scoring::facts(before, event, out),
        Event::Procedure(_) | Event::Setup(_) => {}
    }
}

fn counted(counter: &str, unit: Option<UnitId>, seat: Seat, amount: f64) -> Fact {
    Fact::Counted {
        counter: counter.to_owned(),
        unit: unit.map(|unit| unit.to_string()),
        seat: Some(seat),
        amount,
    }
}

fn spent(seat: Seat, of: &str, on: String) -> Fact {
    Fact::Spent {
        seat,
        of: of.to_owned(),
        on,
        amount: 1.0,
    }
}

fn name(token: ConditionToken) -> &'static str {
    token.into()
}

/// The word of an action, as facts and texts use it.
pub(crate) const fn action_name(action: &crate::model::command::Action) -> &'static str {
    use crate::model::command::Action;
    match action {
        Action::Maneuver { .. } => "maneuver",
        Action::March { .. } => "march",
        Action::Charge { .. } => "charge",
        Action::Melee { .. } => "melee",
        Action::Ranged { .. } => "ranged",
        Action::Demolish { .. } => "demolish",
        Action::Retreat => "retreat",
        Action::Forgo => "forgo",
    }
}

const fn kind_of(kind: MoveKind) -> &'static str {
    match kind {
        MoveKind::Maneuver => "maneuver",
        MoveKind::March => "march",
        MoveKind::Charge => "charge",
        MoveKind::FailedCharge => "failed charge",
        MoveKind::Alignment => "alignment",
        MoveKind::Shift => "shift",
        MoveKind::Retreat => "retreat",
        MoveKind::FreePivot => "free pivot",
    }
}

fn moved(
    unit: UnitId,
    kind: MoveKind,
    from: &[crate::field::Pose],
    to: crate::field::Pose,
    out: &mut Vec<Fact>,
) {
    let mut way: Vec<_> = from.iter().map(|pose| pose.centre()).collect();
    way.push(to.centre());
    way.dedup();
    let distance: f64 = way.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    out.push(Fact::UnitMoved {
        unit: unit.to_string(),
        seat: unit.seat(),
        distance: distance / 1_000.0,
        kind: kind_of(kind).to_owned(),
        way: way.into_iter().map(point).collect(),
    });
}

const fn direction(side: TraySide) -> &'static str {
    match side {
        TraySide::Front => "front",
        TraySide::Left | TraySide::Right => "flank",
        TraySide::Rear => "rear",
    }
}

fn engaged(before: &State, pair: crate::model::unit::Engagement, out: &mut Vec<Fact>) {
    let known = before
        .engagements
        .iter()
        .any(|old| old.a == pair.a && old.b == pair.b);
    if known {
        return;
    }
    // The one that came: the charger, or who has its front on the contact.
    let charger = before.charge.as_ref().map(|charge| charge.charger);
    let came_first = charger == Some(pair.a) || (charger != Some(pair.b) && pair.a_side == TraySide::Front);
    let (came, met, side) = if came_first {
        (pair.a, pair.b, pair.b_side)
    } else {
        (pair.b, pair.a, pair.a_side)
    };
    out.push(Fact::Engaged {
        unit: came.to_string(),
        seat: came.seat(),
        with: met.to_string(),
        direction: direction(side).to_owned(),
        charge: charger == Some(came),
    });
}

fn attack_declared(attack: &Attack, out: &mut Vec<Fact>) {
    let (attacker, defender) = (attack.attacker, attack.defender);
    let kind = match attack.kind {
        AttackKind::Melee => "melee",
        AttackKind::Ranged => "ranged",
    };
    out.push(counted(
        &format!("attacks_{kind}"),
        Some(attacker),
        attacker.seat(),
        1.0,
    ));
    if attack.kind == AttackKind::Melee && attack.over != TraySide::Front {
        let side = direction(attack.over);
        out.push(counted(
            &format!("attacks_{side}"),
            Some(attacker),
            attacker.seat(),
            1.0,
        ));
        out.push(counted(
            &format!("attacked_{side}"),
            Some(defender),
            defender.seat(),
            1.0,
        ));
    }
}

fn wounds_suffered(before: &State, unit: UnitId, wounds: u16, cause: Cause, models: u8, out: &mut Vec<Fact>) {
    let Some((hurt, card)) = before.unit_and_card(unit) else {
        return;
    };
    let by = before
        .attack
        .as_ref()
        .filter(|attack| attack.defender == unit && matches!(cause, Cause::Attack | Cause::Panic))
        .map(|attack| attack.attacker);
    let word: &str = (&cause).into();
    let lost = card
        .kind
        .remaining_ranks(hurt.models)
        .saturating_sub(card.kind.remaining_ranks(models));
    out.push(Fact::DamageDealt(DamageDealt {
        unit: unit.to_string(),
        seat: unit.seat(),
        by: by.map(|unit| unit.to_string()),
        cause: word.to_owned(),
        wounds: u32::from(wounds),
        models: u32::from(hurt.models.saturating_sub(models)),
        share: f64::from(wounds) / f64::from(card.wounds().max(1)),
    }));
    out.push(counted(
        &format!("wounds_by_{word}"),
        Some(unit),
        unit.seat(),
        f64::from(wounds),
    ));
    if lost > 0 {
        out.push(counted("ranks_lost", Some(unit), unit.seat(), f64::from(lost)));
    }
}

fn wounds_restored(before: &State, unit: UnitId, wounds: u16, models: u8, out: &mut Vec<Fact>) {
    if let Some((hurt, card)) = before.unit_and_card(unit) {
        out.push(Fact::Restored(Restored {
            unit: unit.to_string(),
            seat: unit.seat(),
            cause: "restored".to_owned(),
            wounds: u32::from(wounds),
            models: u32::from(models.saturating_sub(hurt.models)),
            share: f64::from(wounds) / f64::from(card.wounds().max(1)),
        }));
    }
    out.push(counted(
        "wounds_restored",
        Some(unit),
        unit.seat(),
        f64::from(wounds),
    ));
}

/// Tells what a ruling made of the strength of units.
fn ruled(before: &State, event: &Event, out: &mut Vec<Fact>) {
    strength_changed(before, event, |was, is, models| tell_ruling(was, is, models, out));
}

/// Tells what units lost and regained up to a noted position. Rule `HS-NOTE-01`.
fn noted(before: &State, event: &Event, out: &mut Vec<Fact>) {
    strength_changed(before, event, |was, is, models| tell_noted(was, is, models, out));
}

fn strength_changed(
    before: &State,
    event: &Event,
    tell: impl FnOnce(&[UnitInfo], &[UnitInfo], &dyn Fn(&str) -> u32),
) {
    let mut after = before.clone();
    if IceAndFire::evolve(&mut after, event).is_err() {
        return;
    }
    let models = |unit: &str| {
        let of = |state: &State| {
            let found = state.units.iter().find(|known| known.id.to_string() == unit);
            found.map_or(0, |unit| u32::from(unit.models))
        };
        of(before).abs_diff(of(&after))
    };
    tell(&IceAndFire::units(before), &IceAndFire::units(&after), &models);
}

fn destroyed(before: &State, unit: UnitId, by: Option<UnitId>, cause: Cause, out: &mut Vec<Fact>) {
    let ranged = before
        .attack
        .as_ref()
        .is_some_and(|attack| attack.kind == AttackKind::Ranged);
    let worth = before.unit_and_card(unit).map_or(0, |(unit, card)| {
        card.points
            + unit
                .attachment
                .and_then(|id| before.cards.attachment(id))
                .map_or(0, |card| card.points)
    });
    let by = by.filter(|_| matches!(cause, Cause::Attack | Cause::Panic));
    if let Some(victor) = by.filter(|by| by.seat() != unit.seat()) {
        // Rule `IF-VP-04`.
        out.push(counted("victory_points", Some(victor), victor.seat(), 1.0));
    }
    out.push(Fact::Destroyed {
        unit: unit.to_string(),
        seat: unit.seat(),
        points: f64::from(worth),
        cause: match cause {
            Cause::Attack if ranged => "shooting",
            Cause::Attack => "melee",
            Cause::Panic => "panic",
            Cause::Terrain => "terrain",
            Cause::Effect => "an effect",
        }
        .to_owned(),
        by: by.map(|unit| unit.to_string()),
    });
}

fn scored(before: &State, seat: Seat, points: u16, why: Scored, out: &mut Vec<Fact>) {
    if why == Scored::Objectives {
        let controllers = before.objectives.iter().filter_map(|token| token.controller);
        for unit in controllers.filter(|unit| unit.seat() == seat) {
            out.push(counted("victory_points", Some(unit), seat, 1.0));
        }
    }
    out.push(Fact::Scored {
        side: SideId::of_seat(seat),
        amount: f64::from(points),
        total: f64::from(before.player(seat).points.saturating_add(points)),
        reason: match why {
            Scored::Objectives => "objectives",
            Scored::Destroyed => "destroyed units",
        }
        .to_owned(),
    });
}

/// The end of a turn: whose it was, whether it was the last of the round, and who stood in combat.
fn turn_ended(before: &State, event: &Event, seat: Seat, out: &mut Vec<Fact>) {
    out.push(counted("activations", None, seat, 1.0));
    out.push(counted(
        &format!("activations_round_{}", before.round),
        None,
        seat,
        1.0,
    ));
    let mut after = before.clone();
    let is_over = IceAndFire::evolve(&mut after, event).is_ok()
        && !crate::model::names::SEATS
            .iter()
            .any(|seat| can_activate(&after, *seat));
    if is_over {
        out.push(counted("last_activations", None, seat, 1.0));
    }
    for (unit, _) in before.on_table().filter(|(unit, _)| unit.id.seat() == seat) {
        out.push(Fact::TurnPassed {
            unit: unit.id.to_string(),
            seat,
            in_combat: before.is_engaged(unit.id),
            without_order: false,
        });
    }
}

/// The end of a round: what each unit held and whether it fought, what of each army is left.
fn round_over(before: &State, out: &mut Vec<Fact>) {
    for (unit, _) in before.on_table() {
        let held = before
            .objectives
            .iter()
            .filter(|token| token.controller == Some(unit.id))
            .count();
        if held > 0 {
            out.push(counted(
                "objective_rounds",
                Some(unit.id),
                unit.id.seat(),
                held as f64,
            ));
        }
        if before.is_engaged(unit.id) {
            out.push(counted("rounds_engaged", Some(unit.id), unit.id.seat(), 1.0));
        }
    }
    out.push(Fact::Counted {
        counter: "engagements".to_owned(),
        unit: None,
        seat: None,
        amount: before.engagements.len() as f64,
    });
    for seat in crate::model::names::SEATS {
        let points = crate::rules::victory::standing_points(before, seat);
        out.push(counted(
            &format!("army_points_round_{}", before.round),
            None,
            seat,
            f64::from(points),
        ));
        let available = before
            .alive_of(seat)
            .map(|unit| before.orders_of(unit).count())
            .sum::<usize>();
        out.push(counted("orders_available", None, seat, available as f64));
    }
}
