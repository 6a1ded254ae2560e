//! What an active player is offered to activate: units one by one, several together, a report of where one ended (pp. 33-43).

use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::{Offer, Seat, below, message};
use serde_json::json;

use super::together::may_meet;
use super::{ActivationKind, activation_kind, check, goes_somewhere, rusher};
use crate::field::Field;
use crate::messages::MESSAGES;
use crate::model::command::Command;
use crate::model::names::{Team, UnitId};
use crate::model::rule::Rule;
use crate::model::state::{State, Unit};
use crate::naming::unit_named;
use crate::procedures::movement::context;
use crate::procedures::rush::group::rushers_of;

/// Whether a unit that is activated stays as it lies without any choice: what a report can be shown with. One that lands may turn for it.
/// Rule `BG3-KEY-17` (p. 29).
fn stays(state: &State, field: &Field<'_>, id: UnitId) -> bool {
    let lies = |unit: &&Unit| !(unit.airborne && unit.turn.lands);
    state.unit(id).filter(lies).is_some_and(|unit| {
        match activation_kind(state, field, unit, &rushers_of(state, &[id])) {
            ActivationKind::Nothing => true,
            ActivationKind::Follows => {
                !context::orders_of(unit).is_some_and(|orders| goes_somewhere(state, orders))
            }
            ActivationKind::Disrupted
            | ActivationKind::Routs
            | ActivationKind::Rallies
            | ActivationKind::Rushes
            | ActivationKind::Controlled => false,
        }
    })
}

/// The units that may be activated now, one by one, and together; and a report of where one ended.
pub(crate) fn offers(state: &State, seat: Seat, out: &mut Vec<Offer<Command>>) {
    if !state.is_active(seat) || state.player(seat).finished {
        return;
    }
    let own: Vec<&Unit> = state.own(seat).filter(|unit| !unit.turn.activated).collect();
    let rushing = rusher(state, seat, &[]).is_some();
    let field = Field::of(state);
    let (mut able, mut waiting): (Vec<UnitId>, Vec<UnitId>) = (Vec::new(), Vec::new());
    let mut first: Vec<UnitId> = Vec::new();
    for unit in own {
        let activation_kind = activation_kind(state, &field, unit, &rushers_of(state, &[unit.id]));
        if activation_kind == ActivationKind::Rushes && !unit.turn.controlled {
            first.push(unit.id);
        }
        // Only where a rush is still to come does a unit's own move matter.
        let may = match activation_kind {
            ActivationKind::Follows | ActivationKind::Controlled if rushing => {
                check(state, seat, &[unit.id]).is_ok()
            }
            ActivationKind::Nothing
            | ActivationKind::Disrupted
            | ActivationKind::Routs
            | ActivationKind::Rallies
            | ActivationKind::Rushes
            | ActivationKind::Controlled
            | ActivationKind::Follows => true,
        };
        if may {
            able.push(unit.id);
            out.push(
                Offer::one(
                    seat,
                    "movement_command",
                    message!(MESSAGES, "offer-activate", unit = unit_named(state, unit.id)),
                    Rule::Turn03.of(state.edition),
                    Command::Activate { units: vec![unit.id] },
                )
                .about(unit.id),
            );
        } else {
            waiting.push(unit.id);
        }
    }
    if let Some(unit) = able.iter().find(|id| stays(state, &field, **id))
        && let Some(pose) = state.unit(*unit).and_then(|unit| unit.pose)
    {
        out.push(Offer::form(
            seat,
            "movement_command",
            message!(MESSAGES, "offer-report-any"),
            Rule::Move01.of(state.edition),
            &json!({ "units": able, "within_inches": 0.25, "within_degrees": 5 }),
            vec![Command::ReportMove { unit: *unit, pose }],
        ));
    }
    // As a sample two that cannot meet, as that needs no look at where they go; else one alone.
    let mut pairs = able
        .iter()
        .enumerate()
        .flat_map(|(place, one)| able[place + 1..].iter().map(|other| vec![*one, *other]));
    let apart = pairs.find(|pair| !rushing && !may_meet(&field, pair));
    let sample = apart.or_else(|| able.first().filter(|_| able.len() > 1).map(|only| vec![*only]));
    // One that must wait for the rushes may go together with all that rush.
    let with_rushers = waiting.first().map(|unit| {
        let mut group = first.clone();
        group.push(*unit);
        group
    });
    // A partner's unit may rush together with an own one. Rule BG3-SCEN-03.
    let mut partners = partners_that_rush(state, &field, seat);
    let with_partner = first
        .first()
        .zip(partners.first())
        .map(|(own, partner)| vec![*own, *partner]);
    let legal = |units: &Vec<UnitId>| check(state, seat, units).is_ok();
    let groups: Vec<Vec<UnitId>> = [sample, with_rushers.filter(legal), with_partner.filter(legal)]
        .into_iter()
        .flatten()
        .collect();
    if !groups.is_empty() {
        able.append(&mut waiting);
        if !first.is_empty() {
            able.append(&mut partners);
        }
        able.sort_unstable();
        out.push(Offer::form(
            seat,
            "movement_command",
            message!(MESSAGES, "offer-activate-together"),
            Rule::Turn06.of(state.edition),
            &json!({ "units": able }),
            groups
                .into_iter()
                .map(|units| Command::Activate { units })
                .collect(),
        ));
    }
}

/// The units of a player's partners that must rush and have not yet. Rule `BG3-SCEN-03` (p. 26).
fn partners_that_rush(state: &State, field: &Field<'_>, seat: Seat) -> Vec<UnitId> {
    let rushes = |unit: &&Unit| {
        let kind = activation_kind(state, field, unit, &rushers_of(state, &[unit.id]));
        kind == ActivationKind::Rushes && !unit.turn.controlled
    };
    state
        .of_team(Team::of(seat))
        .filter(|unit| unit.id.seat() != seat && !unit.turn.activated)
        .filter(rushes)
        .map(|unit| unit.id)
        .collect()
}

/// Two units by chance that may be activated together.
pub(crate) fn some_pair(state: &State, seat: Seat, rng: &mut dyn Rng) -> Option<Vec<UnitId>> {
    let able: Vec<UnitId> = state
        .own(seat)
        .filter(|unit| !unit.turn.activated)
        .map(|unit| unit.id)
        .collect();
    let (one, other) = (below(rng, able.len())?, below(rng, able.len())?);
    let pair = vec![able[one], able[other]];
    check(state, seat, &pair).is_ok().then_some(pair)
}
