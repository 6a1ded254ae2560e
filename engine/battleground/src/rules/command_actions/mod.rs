//! The nine uses of command actions (pp. 34-38).

mod charge_offers;

use battleground_geometry::Degrees;
use hindsight_kernel::{Offer, Seat, message};
use serde_json::json;

use crate::messages::MESSAGES;
use crate::model::agenda::{BattleTable, Step, proceed};
use crate::model::command::{Command, Ordered, Rallied};
use crate::model::effect::Keyword;
use crate::model::event::{DamageEvent, Event, MovementEvent, TurnMark, Use};
use crate::model::names::{CardNo, UnitId};
use crate::model::orders::{Order, WrittenOrder};
use crate::model::refusal::Refusal;
use crate::model::rule::Rule;
use crate::model::state::{Decks, State, Status, Unit};
use crate::naming::unit_named;
use crate::verbs::actions::{action_window, afford, check_action, completed, own_unit, spend};
use crate::verbs::command_refusal::CommandActionRefusal;
use crate::verbs::order_changes::{check_change, check_changeable, check_differs};
use crate::verbs::order_writing::write_order;
use crate::verbs::orders::check_order;
use crate::verbs::rallying::{check_rally, check_reorganize, headings, rally_unit, stays_in_the_air};
use charge_offers::offer_charge;

/// Change Standing Order, 1 CA. Rule `BG4-CMD-05` (pp. 35-36).
pub(crate) fn change_order(
    table: &mut BattleTable<'_>,
    seat: Seat,
    id: UnitId,
    order: &WrittenOrder,
) -> Result<(), Refusal> {
    let state = table.state();
    check_action(state, seat)?;
    let unit = own_unit(state, seat, id)?;
    check_change(state, unit, order)?;
    afford(state, seat, 1)?;
    spend(table, seat, 1, Use::ChangeOrder(id));
    write_order(table, id, order, "changed");
    completed(table, seat);
    Ok(())
}

/// The cost of Direct Control of a unit: the card's price, and 1 CA more while Disrupted. Rule `BG4-CMD-06`
/// (pp. 36, 46).
pub fn direct_control_cost(state: &State, unit: &Unit) -> u8 {
    let printed = state.kind(unit).direct_control_cost;
    printed.saturating_add(u8::from(unit.status == Status::Disrupted))
}

/// Refuses Direct Control that the rules do not allow, whatever it costs. Rules `BG4-CMD-06` (p. 36),
/// `BG3-ROUT-11` (p. 24).
pub(crate) fn check_direct_control(unit: &Unit) -> Result<(), CommandActionRefusal> {
    if unit.status == Status::Routing {
        return Err(CommandActionRefusal::ControlOfRouting(unit.id));
    }
    if unit.turn.controlled {
        return Err(CommandActionRefusal::ControlledAlready(unit.id));
    }
    if unit.turn.rallied {
        return Err(CommandActionRefusal::ControlOfRallied(unit.id));
    }
    if unit.turn.run_through {
        return Err(CommandActionRefusal::ControlOfRunThrough(unit.id));
    }
    Ok(())
}

/// Whether an engagement keeps a unit from Direct Control, which takes its order away. Rule `BG3-CMD-06` (p. 10).
fn is_bound(state: &State, unit: &Unit) -> bool {
    state.profile().control_suspends_order && state.is_engaged(unit.id)
}

/// Direct Control. Rules `BG4-CMD-06`, `BG4-CMD-07` (pp. 36, 46, 61, 66).
pub(crate) fn direct_control(table: &mut BattleTable<'_>, seat: Seat, id: UnitId) -> Result<(), Refusal> {
    let state = table.state();
    check_action(state, seat)?;
    let unit = own_unit(state, seat, id)?;
    check_direct_control(unit)?;
    if is_bound(state, unit) {
        return Err(CommandActionRefusal::ControlOfEngaged(id).into());
    }
    let cost = direct_control_cost(state, unit);
    afford(state, seat, cost)?;
    spend(table, seat, cost, Use::DirectControl(id));
    table.emit(Event::Movement(MovementEvent::Marked {
        unit: id,
        mark: TurnMark::Controlled,
    }));
    completed(table, seat);
    Ok(())
}

/// Refuses a card that cannot be drawn. Rules `BG4-CMD-08`, `BG4-CARDS-09`, `BG4-CARDS-10` (p. 36).
// RULING: BG4-CARDS-10, with both piles empty no card is drawn and the CA may not be spent.
fn check_draw(state: &State, seat: Seat, card: Option<CardNo>) -> Result<(), CommandActionRefusal> {
    let player = state.player(seat);
    if player.deck == 0 && player.discards.is_empty() {
        return Err(CommandActionRefusal::NoCardLeft);
    }
    let Some(card) = card else {
        return Ok(());
    };
    if state.decks == Decks::Server {
        return Err(CommandActionRefusal::ServerDraws(card));
    }
    crate::rules::command_cards::check_told(state, seat, card)
}

/// Draw Command Card, 1 CA. Rules `BG4-CMD-08`, `BG4-CARDS-09`, `BG4-CARDS-10` (pp. 36, 127).
pub(crate) fn draw_card(
    table: &mut BattleTable<'_>,
    seat: Seat,
    card: Option<CardNo>,
) -> Result<(), Refusal> {
    let state = table.state();
    check_action(state, seat)?;
    check_draw(state, seat, card)?;
    afford(state, seat, 1)?;
    spend(table, seat, 1, Use::DrawCard);
    if card.is_some() {
        crate::rules::command_cards::draw_told(table, seat, card);
        completed(table, seat);
    } else {
        proceed(table, 0, [Step::DrawCard { seat, count: 1 }, action_window(seat)]);
    }
    Ok(())
}

/// Rally, 1 CA. Rule `BG4-CMD-10` (pp. 36-37, 44).
pub(crate) fn rally(
    table: &mut BattleTable<'_>,
    seat: Seat,
    id: UnitId,
    heading: Degrees,
    airborne: bool,
) -> Result<(), Refusal> {
    let state = table.state();
    check_action(state, seat)?;
    check_rally(state, own_unit(state, seat, id)?, heading, airborne)?;
    afford(state, seat, 1)?;
    spend(table, seat, 1, Use::Rally(id));
    rally_unit(table, id, heading, airborne);
    completed(table, seat);
    Ok(())
}

/// Reload, 1 CA. Rule `BG4-CMD-11` (p. 37).
pub(crate) fn reload(table: &mut BattleTable<'_>, seat: Seat, id: UnitId) -> Result<(), Refusal> {
    let state = table.state();
    check_action(state, seat)?;
    if own_unit(state, seat, id)?.ammo_marked == 0 {
        return Err(CommandActionRefusal::NoMarkedAmmo(id).into());
    }
    afford(state, seat, 1)?;
    spend(table, seat, 1, Use::Reload(id));
    table.emit(Event::Damage(DamageEvent::AmmoMarked { unit: id, by: -1 }));
    completed(table, seat);
    Ok(())
}

/// Reorganize, 2 CA. Rule `BG4-CMD-12` (p. 37).
pub(crate) fn reorganize(
    table: &mut BattleTable<'_>,
    seat: Seat,
    id: UnitId,
    order: &WrittenOrder,
) -> Result<(), Refusal> {
    let state = table.state();
    check_action(state, seat)?;
    check_reorganize(state, own_unit(state, seat, id)?, order)?;
    afford(state, seat, 2)?;
    spend(table, seat, 2, Use::Reorganize(id));
    write_order(table, id, order, "Reorganized");
    completed(table, seat);
    Ok(())
}

/// Whether the charge may be sounded like this: all command actions are there to be spent, and each unit may do what it is
/// named for on the table as those before it leave it. Rule `BG4-CMD-13` (pp. 37-38).
fn check_charge(
    state: &State,
    seat: Seat,
    charge: &[Ordered],
    rally: &[Rallied],
    reorganize: &[Ordered],
) -> Result<(), CommandActionRefusal> {
    let player = state.player(seat);
    if player.spent_any {
        return Err(CommandActionRefusal::SpentAlready);
    }
    if player.actions == 0 {
        return Err(CommandActionRefusal::NothingToSpend);
    }
    let named = charge.iter().chain(reorganize).map(|ordered| ordered.unit);
    if let Some(twice) = named_twice(named.chain(rally.iter().map(|rallied| rallied.unit))) {
        return Err(CommandActionRefusal::ChargeNamesTwice(twice));
    }
    if let Some(left_out) = left_out(state, seat, rally) {
        return Err(CommandActionRefusal::ChargeLeavesOut(left_out));
    }
    if charge.is_empty() && rally.is_empty() && reorganize.is_empty() {
        return Err(CommandActionRefusal::ChargeNamesNobody);
    }
    let mut after = state.clone();
    for Ordered { unit: id, order } in charge {
        check_charging(&after, own_unit(&after, seat, *id)?, order)?;
        lay(&mut after, *id, None, order.airborne);
    }
    for Rallied {
        unit: id,
        heading,
        airborne,
    } in rally
    {
        check_rally(&after, own_unit(&after, seat, *id)?, *heading, *airborne)?;
        let turns = !airborne || state.profile().flier_rallies_in_the_air;
        lay(&mut after, *id, turns.then(|| heading.heading()), *airborne);
    }
    for Ordered { unit: id, order } in reorganize {
        check_reorganize(&after, own_unit(&after, seat, *id)?, order)?;
        lay(&mut after, *id, None, order.airborne);
    }
    Ok(())
}

/// Whether Sound the Charge may give a Ready unit this order. A flyer lands for it: Airborne is a modifier too. Rules
/// `BG4-CMD-13` (pp. 37-38), `BG4-ORDER-15` (p. 31).
fn check_charging(state: &State, unit: &Unit, order: &WrittenOrder) -> Result<(), CommandActionRefusal> {
    check_changeable(state, unit)?;
    if !matches!(order.order, Order::Close | Order::Range) || *order != WrittenOrder::plain(order.order) {
        return Err(CommandActionRefusal::NoChargeOrder { asked: *order });
    }
    check_differs(unit, order)?;
    Ok(check_order(state, unit, order)?)
}

/// The first own Routing unit that the charge would have to Rally and does not: in the earlier edition it Rallies all of those
/// that have not made their rout movement. Rule `BG3-CMD-12` (p. 10).
fn left_out(state: &State, seat: Seat, rally: &[Rallied]) -> Option<UnitId> {
    let mut routing = state
        .own(seat)
        .filter(|unit| unit.status == Status::Routing && !unit.turn.activated);
    let missing = |unit: &&Unit| rally.iter().all(|rallied| rallied.unit != unit.id);
    state
        .profile()
        .charge_rallies_all
        .then(|| routing.find(missing))
        .flatten()
        .map(|unit| unit.id)
}

/// The first unit that is named twice, if one is.
fn named_twice(units: impl Iterator<Item = UnitId>) -> Option<UnitId> {
    let mut named: Vec<UnitId> = units.collect();
    named.sort_unstable();
    named
        .windows(2)
        .find(|pair| pair[0] == pair[1])
        .map(|pair| pair[0])
}

/// Sound the Charge, all CAs: Ready units to Close or Range, then Rallies, then Reorganizes. Rule `BG4-CMD-13` (pp. 37-38).
// RULING: BG4-CMD-13, any unit may be left out (in the earlier edition no Routing one, BG3-CMD-12); Rallied units get H,
// Reorganized ones any legal order; only Ready units are limited to C or R without modifiers.
pub(crate) fn sound_the_charge(
    table: &mut BattleTable<'_>,
    seat: Seat,
    charge: &[Ordered],
    rally: &[Rallied],
    reorganize: &[Ordered],
) -> Result<(), Refusal> {
    let state = table.state();
    check_action(state, seat)?;
    check_charge(state, seat, charge, rally, reorganize)?;
    let all = state.player(seat).actions;
    spend(table, seat, all, Use::SoundTheCharge);
    for Ordered { unit, order } in charge {
        write_order(table, *unit, order, "Sound the Charge");
    }
    for rallied in rally {
        rally_unit(table, rallied.unit, rallied.heading, rallied.airborne);
    }
    for Ordered { unit, order } in reorganize {
        write_order(table, *unit, order, "Reorganized");
    }
    completed(table, seat);
    Ok(())
}

/// Lays a unit of a supposed position as an order leaves it: turned, and on the ground or in the air.
pub(crate) fn lay(state: &mut State, id: UnitId, heading: Option<Degrees>, airborne: bool) {
    if let Some(unit) = state.unit_mut(id) {
        unit.airborne = airborne;
        if let (Some(pose), Some(heading)) = (unit.pose.as_mut(), heading) {
            pose.heading = heading.rounded();
        }
    }
}

/// Refuses to recall what is no unengaged Skirmisher that waits for its activation. Rules `BG4-CMD-14` (p. 38),
/// `BG4-SKIRM-03` (pp. 127-128).
fn check_recall(state: &State, unit: &Unit) -> Result<(), CommandActionRefusal> {
    if !state.kind(unit).is(Keyword::Skirmisher) {
        return Err(CommandActionRefusal::NoSkirmisher(unit.id));
    }
    if unit.turn.activated {
        return Err(CommandActionRefusal::RecallAfterActivation(unit.id));
    }
    if state.is_engaged(unit.id) {
        return Err(CommandActionRefusal::RecallOfEngaged(unit.id));
    }
    if unit.status == Status::Routing {
        return Err(CommandActionRefusal::RecallOfRouting(unit.id));
    }
    // Before any Skirmisher of theirs has moved. Rule BG3-KEY-34 (pp. 10, 31).
    // A rout move is a move too, also of one that has rallied at its end. Rule BG3-KEY-35 (p. 31).
    let moved = |other: &&Unit| {
        let ran = other.status == Status::Routing && other.turn.activated;
        state.kind(other).is(Keyword::Skirmisher)
            && (other.turn.moved || ran || other.turn.rallied_after_running)
    };
    if state.profile().recall_before_any_moved
        && let Some(other) = state.own(unit.id.seat()).find(moved)
    {
        return Err(CommandActionRefusal::RecallAfterActivation(other.id));
    }
    Ok(())
}

/// Skirmisher Recall, 1 CA for any number of them: each makes an Initial Rout Move. Rules `BG4-CMD-14`, `BG4-SKIRM-03` (pp. 38,
/// 127-128).
pub(crate) fn recall(table: &mut BattleTable<'_>, seat: Seat, units: &[UnitId]) -> Result<(), Refusal> {
    let state = table.state();
    check_action(state, seat)?;
    if units.is_empty() || named_twice(units.iter().copied()).is_some() {
        return Err(CommandActionRefusal::RecallNamesNobodyOrTwice(units.to_vec()).into());
    }
    for unit in units {
        check_recall(state, own_unit(state, seat, *unit)?)?;
    }
    afford(state, seat, 1)?;
    spend(table, seat, 1, Use::Recall);
    let mut next: Vec<Step> = units
        .iter()
        .map(|unit| Step::RoutMove {
            unit: *unit,
            initial: true,
        })
        .collect();
    for unit in units {
        crate::verbs::routing::begin_rout(table, *unit, "Recalled");
        table.emit(Event::Movement(MovementEvent::Marked {
            unit: *unit,
            mark: TurnMark::Activated,
        }));
    }
    next.push(action_window(seat));
    proceed(table, 0, next);
    Ok(())
}

/// Every use of command actions that is open.
pub(crate) fn offers(state: &State, seat: Seat, out: &mut Vec<Offer<Command>>) {
    if check_action(state, seat).is_err() {
        return;
    }
    let player = state.player(seat);
    let decision = "movement_command";
    let left = player.actions;
    if left == 0 {
        return;
    }
    if player.deck > 0 || !player.discards.is_empty() {
        let label = message!(MESSAGES, "offer-draw-card");
        let command = Command::DrawCard { card: None };
        out.push(Offer::one(
            seat,
            decision,
            label,
            Rule::Cmd08.of(state.edition),
            command,
        ));
    }
    let mut recalled = Vec::new();
    for unit in state.own(seat) {
        let id = unit.id;
        let named = || unit_named(state, id);
        match unit.status {
            Status::Ready(_) if check_changeable(state, unit).is_ok() => {
                let samples: Vec<Command> = crate::verbs::orders::sample_orders(state, unit)
                    .into_iter()
                    .filter(|order| check_differs(unit, order).is_ok())
                    .map(|order| Command::ChangeOrder { unit: id, order })
                    .collect();
                if !samples.is_empty() {
                    out.push(
                        Offer::form(
                            seat,
                            decision,
                            message!(MESSAGES, "offer-change-order", unit = named()),
                            Rule::Cmd05.of(state.edition),
                            &json!({ "cost": 1 }),
                            samples,
                        )
                        .about(id),
                    );
                }
            }
            Status::Disrupted if left >= 2 => {
                let samples: Vec<Command> = crate::verbs::orders::sample_orders(state, unit)
                    .into_iter()
                    .filter(|order| check_reorganize(state, unit, order).is_ok())
                    .map(|order| Command::Reorganize { unit: id, order })
                    .collect();
                if !samples.is_empty() {
                    out.push(
                        Offer::form(
                            seat,
                            decision,
                            message!(MESSAGES, "offer-reorganize", unit = named()),
                            Rule::Cmd12.of(state.edition),
                            &json!({ "cost": 2 }),
                            samples,
                        )
                        .about(id),
                    );
                }
            }
            Status::Ready(_) | Status::Disrupted => {}
            Status::Routing => offer_rally(state, unit, out),
        }
        if check_direct_control(unit).is_ok()
            && !is_bound(state, unit)
            && direct_control_cost(state, unit) <= left
        {
            let label = message!(
                MESSAGES,
                "offer-direct-control",
                unit = named(),
                cost = direct_control_cost(state, unit)
            );
            let command = Command::DirectControl { unit: id };
            out.push(Offer::one(seat, decision, label, Rule::Cmd06.of(state.edition), command).about(id));
        }
        if unit.ammo_marked > 0 {
            let label = message!(MESSAGES, "offer-reload", unit = named());
            out.push(
                Offer::one(
                    seat,
                    decision,
                    label,
                    Rule::Cmd11.of(state.edition),
                    Command::Reload { unit: id },
                )
                .about(id),
            );
        }
        if check_recall(state, unit).is_ok() {
            recalled.push(id);
        }
    }
    if !recalled.is_empty() {
        let mut samples: Vec<Command> = recalled
            .iter()
            .map(|unit| Command::Recall { units: vec![*unit] })
            .collect();
        if recalled.len() > 1 {
            samples.push(Command::Recall { units: recalled });
        }
        out.push(Offer::form(
            seat,
            decision,
            message!(MESSAGES, "offer-recall"),
            Rule::Cmd14.of(state.edition),
            &json!({ "cost": 1 }),
            samples,
        ));
    }
    offer_charge(state, seat, out);
}

fn offer_rally(state: &State, unit: &Unit, out: &mut Vec<Offer<Command>>) {
    let id = unit.id;
    let airborne = stays_in_the_air(state, unit);
    let mut samples: Vec<Command> = headings(state, unit)
        .into_iter()
        .filter(|heading| check_rally(state, unit, *heading, airborne).is_ok())
        .map(|heading| Command::Rally {
            unit: id,
            heading,
            airborne,
        })
        .collect();
    if let Some(pose) = unit.pose
        && !airborne
        && check_rally(state, unit, pose.heading, true).is_ok()
    {
        samples.push(Command::Rally {
            unit: id,
            heading: pose.heading,
            airborne: true,
        });
    }
    if !samples.is_empty() {
        out.push(
            Offer::form(
                id.seat(),
                "movement_command",
                message!(MESSAGES, "offer-rally", unit = unit_named(state, id)),
                Rule::Cmd10.of(state.edition),
                &json!({ "cost": 1, "heading": message!(MESSAGES, "limit-heading").to_string() }),
                samples,
            )
            .about(id),
        );
    }
}

#[cfg(test)]
pub(crate) mod tests;
