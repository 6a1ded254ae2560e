//! The activation of a combat unit and its actions. Rules `IF-ACT-01` to `-08`, `IF-ROUND-02` to `-05`, `IF-TERR-04`,
//! `IF-TERR-05`.

use hindsight_kernel::{Phrase, Refusal, Seat, phrase, refusals};

use super::shots::{self, SHOOTING_SHIFT};
use super::{attack, charge, dangerous, engagement, movement, retreat, surge, terrain};
use crate::cards::{AttackKind, ZoneName};
use crate::messages::MESSAGES;
use crate::model::agenda::{Frame, GameTable, Need, Step, Taken, proceed};
use crate::model::command::Action;
use crate::model::event::{ChargeEvent, MoveKind, MovementEvent, RoundEvent};
use crate::model::names::UnitId;
use crate::model::place::Shift;
use crate::model::state::{Activated, State};

refusals! {
    messages = MESSAGES;
    /// Reasons why a unit may not be activated, or not take an action.
    pub enum NoAction {
        NotNow = "IF-ROUND-02", "§Outside the sheet";
        NoneAsked = "IF-ACT-01", "§Sheet, Unit actions";
        NotYours { unit: UnitId } = "IF-ROUND-02", "§Outside the sheet", unit;
        Activated { unit: UnitId } = "IF-ROUND-04", "§Outside the sheet", unit;
        MustAct = "IF-ROUND-05", "§Outside the sheet";
        OtherAction { allowed: Phrase } = "IF-ACT-08", "§Outside the sheet", allowed = *allowed;
        OnlyManeuver = "IF-SURGE-01", "§Sheet, Surge forth";
    }
}

/// A unit that is asked for an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asked {
    /// Which unit.
    pub unit: UnitId,
    /// By what.
    pub by: AskedBy,
    /// Inches added to a Maneuver or Retreat. Rule `IF-TAC-07`.
    pub bonus: i8,
}

/// Why a unit is asked for an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AskedBy {
    /// It is activated.
    Activation,
    /// A zone gives a free action.
    Zone(ZoneName),
    /// It surges forth.
    Surge,
}

/// The unit that is asked for an action, if one is.
pub fn asked(state: &State) -> Option<Asked> {
    match state.step()? {
        Step::ChooseAction { unit } => Some(Asked {
            unit: *unit,
            by: AskedBy::Activation,
            bonus: 0,
        }),
        Step::FreeAction { unit, zone, bonus } => Some(Asked {
            unit: *unit,
            by: AskedBy::Zone(*zone),
            bonus: *bonus,
        }),
        Step::Surge => Some(Asked {
            unit: state.attack.as_ref()?.attacker,
            by: AskedBy::Surge,
            bonus: 0,
        }),
        _ => None,
    }
}

/// Whether a unit may be activated now. Rules `IF-ROUND-02`, `IF-ROUND-04`.
pub fn check_activate(state: &State, seat: Seat, id: UnitId) -> Result<(), NoAction> {
    if !matches!(state.step(), Some(Step::ChooseUnit { seat: asked }) if *asked == seat) {
        return Err(NoAction::NotNow);
    }
    let unit = state
        .unit(id)
        .filter(|unit| unit.id.seat() == seat && unit.pose.is_some())
        .ok_or(NoAction::NotYours { unit: id })?;
    if unit.activated {
        return Err(NoAction::Activated { unit: id });
    }
    Ok(())
}

/// A combat unit is activated; its action is asked next. Rule `IF-ROUND-02`.
pub(crate) fn activate(table: &mut GameTable<'_>, seat: Seat, id: UnitId) -> Result<(), Refusal> {
    check_activate(table.state(), seat, id)?;
    table.emit(RoundEvent::UnitActivated {
        activated: Activated::Unit(id),
    });
    proceed(table, 1, [Step::ChooseAction { unit: id }]);
    Ok(())
}

/// Whether the action is one of those that are asked. Rules `IF-ACT-01`, `IF-ACT-08`, `IF-TAC-06`, `IF-TAC-07`.
const fn check_kind(by: AskedBy, action: &Action) -> Result<(), NoAction> {
    match (by, action) {
        (AskedBy::Activation, _)
        | (
            AskedBy::Zone(ZoneName::Combat),
            Action::Melee { .. } | Action::Ranged { .. } | Action::Demolish { .. },
        )
        | (AskedBy::Zone(ZoneName::Maneuver), Action::Maneuver { .. } | Action::Retreat)
        | (AskedBy::Surge, Action::Maneuver { .. }) => Ok(()),
        (AskedBy::Surge, _) => Err(NoAction::OnlyManeuver),
        (AskedBy::Zone(ZoneName::Combat), _) => Err(NoAction::OtherAction {
            allowed: phrase!(MESSAGES, "allowed-attack"),
        }),
        (AskedBy::Zone(_), _) => Err(NoAction::OtherAction {
            allowed: phrase!(MESSAGES, "allowed-maneuver-or-retreat"),
        }),
    }
}

/// Whether a unit may take an action now. Rules `IF-ACT-01` to `-09`.
///
/// # Errors
/// The rule that forbids it.
pub fn check(state: &State, asked: Asked, action: &Action) -> Result<(), Refusal> {
    check_kind(asked.by, action)?;
    let id = asked.unit;
    match action {
        Action::Maneuver {
            first,
            distance,
            last,
        } => {
            movement::check_maneuver(state, id, *first, *distance, *last, asked.bonus)?;
        }
        Action::March { distance, last } => {
            movement::check_march(state, id, *distance, *last)?;
        }
        Action::Charge {
            target,
            heading,
            arc,
            weapon,
        } => {
            charge::check(state, id, *target, *heading, *arc)?;
            attack::weapon_of(state, id, AttackKind::Melee, *weapon)?;
        }
        Action::Melee {
            target,
            facing,
            slot,
            weapon,
        } => {
            check_melee(state, id, *target, *weapon)?;
            engagement::check_turn(state, id, *target, *facing, *slot)?;
        }
        Action::Ranged {
            target,
            shift,
            weapon,
        } => check_ranged(state, id, *target, *shift, *weapon)?,
        Action::Demolish { piece } => terrain::check_demolish(state, id, *piece)?,
        Action::Retreat => retreat::check(state, id, asked.bonus)?,
        Action::Forgo => check_forgo(state, id)?,
    }
    Ok(())
}

fn check_melee(
    state: &State,
    id: UnitId,
    target: UnitId,
    weapon: Option<u8>,
) -> Result<(), attack::NoAttack> {
    if !state.is_engaged(id) {
        return Err(attack::NoAttack::Unengaged);
    }
    attack::weapon_of(state, id, AttackKind::Melee, weapon)?;
    if !state.engaged_with(id).any(|(_, enemy, _)| enemy == target) {
        return Err(attack::NoAttack::NotEngagedWith { target });
    }
    Ok(())
}

/// Range and sight are checked after the shift. Rule `IF-ACT-06`.
fn check_ranged(
    state: &State,
    id: UnitId,
    target: UnitId,
    shift: Option<Shift>,
    weapon: Option<u8>,
) -> Result<(), Refusal> {
    if state.is_engaged(id) {
        return Err(attack::NoAttack::Engaged.into());
    }
    let (_, card) = attack::weapon_of(state, id, AttackKind::Ranged, weapon)?;
    let mut tray = terrain::tray(state, id).ok_or(NoAction::NotYours { unit: id })?;
    if let Some(shift) = shift {
        tray = tray.at(movement::check_shift(state, id, shift, SHOOTING_SHIFT)?.end());
    }
    attack::check_shot(state, &tray, id, target, card)?;
    Ok(())
}

/// An engaged unit forgoes its action only if it has neither a legal Attack nor a legal Retreat. Rule `IF-ROUND-05`.
fn check_forgo(state: &State, id: UnitId) -> Result<(), NoAction> {
    let can = state.is_engaged(id) && (can_attack(state, id) || retreat::check(state, id, 0).is_ok());
    if can { Err(NoAction::MustAct) } else { Ok(()) }
}

/// The enemies on the table.
pub(crate) fn enemies(state: &State, seat: Seat) -> Vec<UnitId> {
    state
        .on_table()
        .map(|(unit, _)| unit.id)
        .filter(|id| id.seat() != seat)
        .collect()
}

/// Whether a unit has a legal Attack: melee, on a Destructible piece, or ranged, with any shift that might bring a shot.
/// Rules `IF-TAC-06`, `IF-ROUND-05`.
pub fn can_attack(state: &State, id: UnitId) -> bool {
    let Some((_, card)) = state.unit_and_card(id) else {
        return false;
    };
    if !terrain::demolishable(state, id).is_empty() {
        return true;
    }
    if state.is_engaged(id) {
        return card.melee().is_some();
    }
    let shots = card.attacks_of(AttackKind::Ranged).count();
    enemies(state, id.seat())
        .into_iter()
        .any(|target| (0..shots).any(|place| shots::may_shoot(state, id, target, place as u8)))
}

/// A unit takes an action: it is declared, Dangerous terrain comes first, then it is resolved. Rules `IF-ACT-01`,
/// `IF-TERR-04`.
pub(crate) fn act(table: &mut GameTable<'_>, seat: Seat, action: &Action) -> Result<(), Refusal> {
    let state = table.state();
    let asked = asked(state)
        .filter(|asked| asked.unit.seat() == seat)
        .ok_or(NoAction::NoneAsked)?;
    check(state, asked, action)?;
    let id = asked.unit;
    let declared = match action {
        Action::Charge {
            target,
            heading,
            arc,
            weapon,
        } => Some(crate::model::contests::Charge {
            weapon: *weapon,
            ..charge::check(state, id, *target, *heading, *arc)?.0
        }),
        _ => None,
    };
    table.emit(MovementEvent::ActionDeclared {
        unit: id,
        action: action.clone(),
        free: asked.by != AskedBy::Activation,
    });
    let charges = declared.is_some();
    if let Some(charge) = declared {
        table.emit(ChargeEvent::ChargeDeclared { charge });
    }
    if *action != Action::Forgo {
        let pieces = terrain::dangerous_in(table.state(), id);
        dangerous::hurt(table, id, &pieces, charges)?;
    }
    let resolve = Step::Resolve {
        unit: id,
        action: action.clone(),
        bonus: asked.bonus,
    };
    if asked.by == AskedBy::Surge {
        let after = surge::after(table.state());
        proceed(table, 1, [resolve].into_iter().chain(after));
    } else {
        proceed(table, 1, [resolve, Step::EndAction { unit: id }]);
    }
    Ok(())
}

/// A declared action is resolved, if its unit still stands. Rules `IF-ACT-02` to `-07`. It is checked once more with the
/// allowance of its declaration; what it refuses is a refusal of the command, never an action without its move.
pub(crate) fn resolve(table: &mut GameTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    let Step::Resolve {
        unit: id,
        action,
        bonus,
    } = &frame.step
    else {
        return Ok(Taken::Waits);
    };
    let (id, bonus) = (*id, *bonus);
    let state = table.state();
    if state.unit(id).is_none_or(|unit| unit.pose.is_none()) {
        proceed(table, 1, []);
        return Ok(Taken::Went);
    }
    match action {
        Action::Maneuver {
            first,
            distance,
            last,
        } => {
            let plan = movement::check_maneuver(state, id, *first, *distance, *last, bonus)
                .map_err(Refusal::from)?;
            movement::travel(table, id, MoveKind::Maneuver, &plan, false)?;
            proceed(table, 1, []);
        }
        Action::March { distance, last } => {
            let plan = movement::check_march(state, id, *distance, *last).map_err(Refusal::from)?;
            movement::travel(table, id, MoveKind::March, &plan, false)?;
            proceed(table, 1, []);
        }
        Action::Charge { .. } => return charge::begin(table),
        Action::Melee {
            target,
            facing,
            slot,
            weapon,
        } => {
            let turned = engagement::check_turn(state, id, *target, *facing, *slot);
            if let Some(pose) = turned.map_err(Refusal::from)? {
                engagement::turn(table, id, pose)?;
            }
            declare(table, id, *target, AttackKind::Melee, *weapon, false);
        }
        Action::Ranged {
            target,
            shift,
            weapon,
        } => {
            // RULING (`IF-MOVE-07`): a shot with a shift of 0" is a shot without a shift.
            let shift = shift.filter(|shift| shift.distance > 0);
            if let Some(shift) = shift {
                movement::shift(table, id, shift, SHOOTING_SHIFT)?;
            }
            declare(table, id, *target, AttackKind::Ranged, *weapon, shift.is_some());
        }
        Action::Demolish { piece } => {
            if state.piece(*piece).is_some() {
                table.emit(MovementEvent::PieceRemoved {
                    piece: *piece,
                    unit: id,
                });
            }
            proceed(table, 1, []);
        }
        Action::Retreat => return retreat::begin(table, id, bonus),
        Action::Forgo => proceed(table, 1, []),
    }
    Ok(Taken::Went)
}

/// The attack of an Attack action is declared, if both units still stand.
fn declare(
    table: &mut GameTable<'_>,
    id: UnitId,
    target: UnitId,
    kind: AttackKind,
    weapon: Option<u8>,
    shifted: bool,
) {
    let state = table.state();
    let weapon = attack::weapon_of(state, id, kind, weapon)
        .map(|(place, _)| place)
        .ok(); // ERR: a unit that an effect has left without the attack makes none.
    let stands = |id: UnitId| state.unit(id).is_some_and(|unit| unit.pose.is_some());
    let declared = weapon
        .filter(|_| stands(id) && stands(target))
        .and_then(|weapon| attack::declared(state, id, target, kind, weapon));
    match declared {
        Some(mut declared) => {
            declared.shifted = shifted;
            attack::declare(table, declared);
        }
        None => proceed(table, 1, []),
    }
}

/// The action is over; what held for it holds no more. Rule `IF-CHG-09`.
pub(crate) fn end_action(table: &mut GameTable<'_>) -> Result<Taken, Need> {
    if table.state().charge.is_some() {
        table.emit(ChargeEvent::ChargeEnded);
    }
    proceed(table, 1, []);
    Ok(Taken::Went)
}
