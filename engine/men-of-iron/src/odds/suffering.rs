//! Results as a position suffers them: status, leaders, where a unit goes, one way of the dice after the other (§12.0, §15.4,
//! pp. 11-14).

use std::sync::Arc;

use hindsight_geometry::hexes::Hex;

use super::scratch::{PieceId, Scratch, Then};
use crate::data::Outcome;
use crate::field::Walker;
use crate::model::agenda::{Answer, Cause};
use crate::model::names::{ClassId, CommandId, LeaderId, StandardId, UnitId};
use crate::model::piece::{Formation, Leader, LeaderPlace, PiecePlace, Status, Unit};
use crate::model::state::State;
use crate::rules::leaders::{CASUALTY_FROM, is_adrift, placements, refuges};
use crate::rules::results::Effects;
use crate::rules::{measure, movement, results};
use crate::views::chances;

/// A result at a unit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hit<'h> {
    pub(super) unit: UnitId,
    pub(super) outcome: Outcome,
    pub(super) cause: Cause,
    pub(super) from: &'h [Hex],
}

impl Hit<'_> {
    /// Whether an adjusted fire roll endangers the leaders of the hex. Rule `MOI-FIRE-23`.
    const fn endangers_leaders(&self) -> bool {
        matches!(self.cause, Cause::Fire(adjusted) if adjusted >= CASUALTY_FROM)
    }
}

/// Hits one after the other, in every way in which they can be suffered.
pub(super) fn suffer_all(now: &mut Scratch, hits: &[Hit<'_>], chance: f64, then: Then<'_>) {
    match hits.split_first() {
        None => then(now, chance),
        Some((first, rest)) => suffer(now, first, chance, &mut |now, chance| {
            suffer_all(now, rest, chance, then);
        }),
    }
}

/// A unit suffers a result in every way in which that can end. Rules of §12.0 (pp. 11-12).
pub(super) fn suffer(now: &mut Scratch, hit: &Hit<'_>, chance: f64, then: Then<'_>) {
    if hit.outcome.is_none() && !hit.endangers_leaders() {
        then(now, chance);
        return;
    }
    if !now.spend() {
        return;
    }
    let id = hit.unit;
    now.touched.piece(PieceId::Unit(id));
    let under_fire = if hit.endangers_leaders() {
        now.leaders_with(id)
    } else {
        Vec::new()
    };
    let state = now.state();
    let Some((unit, hex)) = state.unit(id).and_then(|unit| Some((unit, unit.hex()?))) else {
        then(now, chance);
        return;
    };
    let mark = now.mark();
    let effects = results::effects(state, unit, hit.outcome, hit.cause);
    if effects.unhorse {
        now.unit(id, |unit| {
            (unit.class, unit.status) = (ClassId::UMAA, Status::Disordered);
        });
    } else if effects.disorder {
        now.unit(id, |unit| unit.status = Status::Disordered);
    }
    // 8 and 9 kill. Rule `MOI-LEAD-05`.
    fall(now, &under_fire, &|_, _| 0.2, chance, &mut |now, chance| {
        go(now, hit, effects, hex, chance, then);
    });
    now.back(mark);
}

/// Each leader of some falls with a chance of their own.
fn fall(
    now: &mut Scratch,
    leaders: &[LeaderId],
    chance_of: &dyn Fn(&State, LeaderId) -> f64,
    chance: f64,
    then: Then<'_>,
) {
    let Some((&leader, rest)) = leaders.split_first() else {
        then(now, chance);
        return;
    };
    let falls = chance_of(now.state(), leader);
    if falls > 0.0 {
        let mark = now.mark();
        lose(now, leader);
        fall(now, rest, chance_of, chance * falls, then);
        now.back(mark);
    }
    if falls < 1.0 {
        fall(now, rest, chance_of, chance * (1.0 - falls), then);
    }
}

/// Where a unit goes by what it suffers, and what becomes of the leaders with it. Rules `MOI-RES-04` to `MOI-RES-09`,
/// `MOI-LEAD-04`, `MOI-LEAD-08` (pp. 11-13).
fn go(now: &mut Scratch, hit: &Hit<'_>, effects: Effects, hex: Hex, chance: f64, then: Then<'_>) {
    let id = hit.unit;
    let retreats = effects.retreat.then(|| now.retreats_to(id, hit.from));
    let retires = effects.retire.then(|| now.retires_to(id));
    let nowhere = matches!(retreats, Some(None));
    let eliminated = effects.eliminate || nowhere || matches!(retires, Some(None));
    let harmed = effects.disorder || effects.unhorse || effects.retire || eliminated;
    let rolls = match hit.cause {
        Cause::Defending | Cause::Attacking => harmed,
        Cause::Fire(_) => nowhere,
        Cause::RetreatedThrough => effects.retire || eliminated,
        Cause::PassedThrough => false,
    };
    let leaders = if rolls { now.leaders_with(id) } else { Vec::new() };
    // The die less the Activation Rating: 3 or more kills. Rule `MOI-LEAD-04`.
    let dies = |state: &State, leader: LeaderId| {
        let side = state.leader(leader).and_then(|leader| state.leader_side(leader));
        chances::at_least(3 + side.map_or(0, |side| i32::from(side.activation)), 0)
    };
    fall(now, &leaders, &dies, chance, &mut |now, chance| {
        let mark = now.mark();
        let with = now.leaders_with(id);
        let mut ridden = None;
        if eliminated {
            remove(now, id);
            without_command(now, &[id]);
            leave_behind(now, &with, id, hex);
        } else if let Some(Some(to)) = retires {
            put(now, id, to, &[]);
            now.unit(id, |unit| {
                (unit.status, unit.formation) = (Status::Retired, Formation::Open);
            });
            leave_behind(now, &with, id, hex);
        } else if let Some(Some((to, through))) = retreats {
            put(now, id, to, &with);
            now.unit(id, |unit| unit.formation = Formation::Open);
            ridden = through;
        }
        match ridden {
            Some(passed) => {
                now.touched.piece(PieceId::Unit(passed));
                let ridden = movement::ridden_down(now.state(), passed, Cause::RetreatedThrough);
                let hit = Hit {
                    unit: passed,
                    outcome: ridden.outcome,
                    cause: ridden.cause,
                    from: &[],
                };
                suffer(now, &hit, chance, then);
            }
            None => then(now, chance),
        }
        now.back(mark);
    });
}

/// The harm of a result to a unit where it stands, in steps, and whether it leaves its hex by it. Rules `MOI-RES-07`,
/// `MOI-RES-08`, `MOI-RES-11` (p. 11).
pub(super) fn comes_to(now: &mut Scratch, hit: &Hit<'_>) -> (u8, bool) {
    let id = hit.unit;
    now.touched.piece(PieceId::Unit(id));
    let state = now.state();
    let Some((unit, hex)) = state.unit(id).and_then(|unit| Some((unit, unit.hex()?))) else {
        return (0, false);
    };
    let effects = results::effects(state, unit, hit.outcome, hit.cause);
    let mark = now.mark();
    if effects.unhorse {
        now.unit(id, |unit| unit.class = ClassId::UMAA);
    }
    let retreats = effects.retreat.then(|| now.retreats_to(id, hit.from));
    let retires = effects.retire.then(|| now.retires_to(id));
    now.back(mark);
    let effects = effects.carried_out(retreats != Some(None), retires != Some(None));
    let stays = retires.flatten() == Some(hex);
    let leaves = effects.eliminate || effects.retreat || effects.retire && !stays;
    (effects.steps(), leaves)
}

/// Moves a unit, and leaders with it.
pub(super) fn put(now: &mut Scratch, id: UnitId, hex: Hex, leaders: &[LeaderId]) {
    now.unit(id, |unit| {
        if let Some(facing) = unit.facing() {
            unit.place = PiecePlace::On { hex, facing };
        }
    });
    for &leader in leaders {
        now.leader(leader, |leader| leader.place = LeaderPlace::On { hex });
    }
}

fn lose(now: &mut Scratch, leader: LeaderId) {
    now.leader(leader, |leader| {
        leader.place = LeaderPlace::Lost;
        leader.losses = leader.losses.saturating_add(1);
    });
}

/// A unit advances; lone enemy Standards and leaders of the hex are captured or displaced. Rule `MOI-ADV-06` (pp. 5-14).
pub(super) fn advance_to(now: &mut Scratch, id: UnitId, hex: Hex) {
    let leaders = now.leaders_with(id);
    put(now, id, hex, &leaders);
    now.touched.stands_in(hex);
    let Some(seat) = now.state().unit(id).map(|unit| unit.seat) else {
        return;
    };
    let mut removed: Vec<UnitId> = Vec::new();
    let taken: Vec<_> = now
        .state()
        .standards_at(hex)
        .filter(|standard| standard.seat != seat)
        .map(|standard| standard.id)
        .collect();
    for standard in taken {
        touch_users(now, standard);
        let retired: Vec<UnitId> = measure::units_of_standard(now.state(), standard)
            .filter(|unit| unit.is_retired() && unit.hex().is_some())
            .map(|unit| unit.id)
            .collect();
        now.standard(standard, |standard| {
            (standard.hex, standard.captured) = (None, true);
        });
        for unit in retired {
            remove(now, unit);
            removed.push(unit);
        }
    }
    let alone: Vec<LeaderId> = now
        .state()
        .leaders_at(hex)
        .filter(|leader| leader.seat != seat)
        .map(|leader| leader.id)
        .collect();
    for id in alone {
        touch_capture(now, id, hex);
        let state = now.state();
        let refuge = state.leader(id).and_then(|leader| {
            let captured = state.leaders_are_captured(hex, leader.seat);
            refuges(state, leader, hex).first().cloned().filter(|_| !captured)
        });
        match refuge {
            Some(refuge) => stand_with(now, id, &refuge),
            None => lose(now, id),
        }
    }
    without_command(now, &removed);
}

fn stand_with(now: &mut Scratch, leader: LeaderId, with: &Answer) {
    if let Answer::Unit { unit } = with
        && let Some(hex) = now.state().unit(*unit).and_then(Unit::hex)
    {
        now.leader(leader, |leader| leader.place = LeaderPlace::On { hex });
    }
}

fn remove(now: &mut Scratch, id: UnitId) {
    now.unit(id, |unit| {
        (unit.place, unit.formation) = (PiecePlace::Eliminated, Formation::Open);
    });
}

/// Leaders whose Command is gone with some units leave; those who cannot are captured. Rule `MOI-LEAD-02` (p. 13).
fn without_command(now: &mut Scratch, removed: &[UnitId]) {
    if removed.is_empty() {
        return;
    }
    touch_leadership(now, removed);
    let commands = commands_of(now.state(), removed);
    let state = now.state();
    let led = |leader: LeaderId| {
        let card = state.battle.leader.get(&leader);
        card.is_some_and(|card| commands.iter().any(|command| card.commands.contains(command)))
    };
    let adrift: Vec<(LeaderId, bool)> = state
        .leaders
        .values()
        .filter(|leader| led(leader.id) && is_adrift(state, leader))
        .filter_map(|leader| Some((leader.id, state.leaders_are_captured(leader.hex()?, leader.seat))))
        .collect();
    for (leader, captured) in adrift {
        if captured {
            lose(now, leader);
        } else {
            now.leader(leader, |leader| leader.place = LeaderPlace::Removed);
        }
    }
}

/// The Commands of some units.
fn commands_of(state: &State, units: &[UnitId]) -> Vec<CommandId> {
    let of = |unit: &UnitId| state.unit(*unit).map(|unit| unit.command);
    units.iter().filter_map(of).collect()
}

/// Notes that it matters where the units that use a Standard are.
fn touch_users(now: &mut Scratch, standard: StandardId) {
    let battle = Arc::clone(&now.state().battle);
    for &command in battle
        .standard
        .get(&standard)
        .map_or(&[][..], |card| &card.commands)
    {
        now.touched.command(command);
    }
}

/// Notes that it matters where the units of a leader's Commands are.
fn touch_led(now: &mut Scratch, leader: LeaderId) {
    let battle = Arc::clone(&now.state().battle);
    for &command in battle.leader.get(&leader).map_or(&[][..], |card| &card.commands) {
        now.touched.command(command);
    }
}

/// Notes what it depends on whether a leader in a hex is captured there, and with whom they can be placed. Rule `MOI-LEAD-10`.
fn touch_capture(now: &mut Scratch, id: LeaderId, hex: Hex) {
    let Some(seat) = now.state().leader(id).map(|leader| leader.seat) else {
        return;
    };
    now.touched.piece(PieceId::Leader(id));
    now.touched.around(hex);
    for (_, neighbour) in hex.neighbours() {
        now.touched.closed_by(seat.opponent(), neighbour);
    }
    let battle = Arc::clone(&now.state().battle);
    for &command in battle
        .command
        .keys()
        .filter(|id| battle.side_of(**id) == Some(seat))
    {
        now.touched.command(command);
    }
}

/// Notes what it depends on whether leaders are without a Command once some units are gone. Rule `MOI-LEAD-02`.
fn touch_leadership(now: &mut Scratch, removed: &[UnitId]) {
    let battle = Arc::clone(&now.state().battle);
    let commands = commands_of(now.state(), removed);
    for (&id, card) in &battle.leader {
        if !commands.iter().any(|command| card.commands.contains(command)) {
            continue;
        }
        let state = now.state();
        let adrift = state.leader(id).filter(|leader| is_adrift(state, leader));
        let from = adrift.and_then(Leader::hex);
        now.touched.piece(PieceId::Leader(id));
        if !now.has_steady_units(&card.commands) {
            touch_led(now, id);
        }
        if let Some(hex) = from {
            touch_capture(now, id, hex);
        }
    }
}

/// Leaders whose unit is gone, placed with the nearest other one; surrounded they are killed. Rule `MOI-LEAD-06` (p. 13).
fn leave_behind(now: &mut Scratch, leaders: &[LeaderId], lost: UnitId, hex: Hex) {
    for &id in leaders {
        now.touched.around(hex);
        touch_led(now, id);
        let state = now.state();
        let Some(leader) = state.leader(id).filter(|leader| leader.hex() == Some(hex)) else {
            continue;
        };
        if state.is_surrounded(hex, leader.seat, Walker::Leader) {
            lose(now, id);
        } else if let Some(with) = placements(state, id, hex, lost).first().cloned() {
            stand_with(now, id, &with);
        }
    }
}

/// Whether a result takes a unit out of an attack that it rides to.
pub(super) fn is_out(before: &Unit, state: &State, hex: Hex) -> bool {
    state
        .unit(before.id)
        .is_none_or(|unit| unit.hex() != Some(hex) || unit.class != before.class || unit.is_retired())
}
