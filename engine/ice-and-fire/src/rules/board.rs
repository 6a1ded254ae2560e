//! The tactics board. Rules `IF-TAC-01` to `-07`, `IF-ROUND-06`.

use hindsight_kernel::{Refusal, Seat, refusals};

use super::{activation, casualties, effects, retreat};
use crate::cards::{ConditionToken, Trigger, ZoneName};
use crate::messages::MESSAGES;
use crate::model::agenda::{Frame, GameTable, Need, Occasion, Source, Step, Taken, proceed};
use crate::model::event::{EffectEvent, RoundEvent};
use crate::model::names::{NcuId, UnitId};
use crate::model::state::{Activated, State};

refusals! {
    messages = MESSAGES;
    /// Reasons why an NCU may not claim a zone, or a unit not be named for one.
    pub enum NoZone {
        NotNow = "IF-ROUND-02", "§Outside the sheet";
        NotYours { ncu: NcuId } = "IF-ROUND-02", "§Outside the sheet", ncu;
        Activated { ncu: NcuId } = "IF-ROUND-04", "§Outside the sheet", ncu;
        Full = "IF-ROUND-06", "§Outside the sheet";
        Taken { zone: &'static str } = "IF-TAC-01", "§Outside the sheet", zone;
        NoTargetAsked = "IF-TAC-02", "§Outside the sheet";
        Target { unit: UnitId } = "IF-TAC-02", "§Outside the sheet", unit;
        RemoveToken { unit: UnitId } = "IF-TAC-04", "§Outside the sheet", unit;
        PlaceToken { unit: UnitId } = "IF-TAC-05", "§Outside the sheet", unit;
        NoToken = "IF-TAC-02", "§Outside the sheet";
    }
}

/// The zones on which no NCU stands. Rule `IF-TAC-01`.
pub fn empty_zones(state: &State) -> Vec<ZoneName> {
    ZoneName::ALL
        .into_iter()
        .filter(|zone| state.holder(*zone).is_none())
        .collect()
}

/// Whether an NCU may claim a zone now. Rules `IF-ROUND-02`, `IF-ROUND-04`, `IF-ROUND-06`, `IF-TAC-01`.
pub fn check_claim(state: &State, seat: Seat, id: NcuId, zone: ZoneName) -> Result<(), NoZone> {
    if !matches!(state.step(), Some(Step::ChooseUnit { seat: asked }) if *asked == seat) {
        return Err(NoZone::NotNow);
    }
    let Some(ncu) = state.ncu(id).filter(|_| id.seat() == seat) else {
        return Err(NoZone::NotYours { ncu: id });
    };
    if ncu.activated {
        return Err(NoZone::Activated { ncu: id });
    }
    let empty = empty_zones(state);
    if empty.is_empty() {
        return Err(NoZone::Full);
    }
    if !empty.contains(&zone) {
        return Err(NoZone::Taken { zone: zone.title() });
    }
    Ok(())
}

/// Cards that the Tactics zone draws. Rule `IF-TAC-05`.
///
/// RULING (`IF-TAC-05`): two, as the public wiki has it.
const DRAWN: i32 = 2;
/// Wounds that the Wealth zone restores. Rule `IF-TAC-04`.
const RESTORED: i32 = 3;
/// What the Crown zone adds to the test. Rule `IF-TAC-03`.
const CROWN: i32 = -1;

fn small(number: i32) -> i8 {
    number.clamp(i8::MIN.into(), i8::MAX.into()) as i8
}

/// An NCU claims a zone: cards first, then the zone's effect with the NCU's own addition. Rules `IF-TAC-01`, `IF-TAC-02`.
pub(crate) fn claim(table: &mut GameTable<'_>, seat: Seat, id: NcuId, zone: ZoneName) -> Result<(), Refusal> {
    check_claim(table.state(), seat, id, zone)?;
    table.emit(RoundEvent::UnitActivated {
        activated: Activated::Ncu(id),
    });
    table.emit(RoundEvent::ZoneClaimed { ncu: id, zone });
    let at = Occasion {
        zone: Some(zone),
        ncu: Some(id),
        ..Occasion::new(Trigger::ZoneClaimed, seat)
    };
    let window = Step::Window {
        at,
        asked: seat,
        used: false,
    };
    let state = table.state();
    let drawn = (DRAWN + effects::added_by(state, id, zone)).max(0);
    let draw = (zone == ZoneName::Tactics).then(|| Step::Draw {
        seat,
        cards: u8::try_from(drawn).unwrap_or(u8::MAX),
    });
    let more = effects::does_more(state, id, zone).then_some(Step::Effects {
        seat,
        source: Source::Ncu { ncu: id },
        at,
        choice: None,
        next: 0,
    });
    let steps = [window]
        .into_iter()
        .chain(draw)
        .chain([Step::ZoneEffect { ncu: id, zone }])
        .chain(more);
    proceed(table, 1, steps);
    Ok(())
}

/// The legal targets of a zone's effect for the player whose NCU stands there. Rules `IF-TAC-03` to `-07`: neither range
/// nor sight is needed.
pub fn targets(state: &State, seat: Seat, zone: ZoneName) -> Vec<UnitId> {
    let on_table = |own: bool| {
        state
            .on_table()
            .map(|(unit, _)| unit)
            .filter(move |unit| (unit.id.seat() == seat) == own)
    };
    match zone {
        ZoneName::Crown => on_table(false).map(|unit| unit.id).collect(),
        ZoneName::Wealth => on_table(true).map(|unit| unit.id).collect(),
        ZoneName::Tactics => on_table(false)
            .filter(|unit| unit.tokens.len() < ConditionToken::ALL.len())
            .map(|unit| unit.id)
            .collect(),
        ZoneName::Combat => on_table(true)
            .map(|unit| unit.id)
            .filter(|id| activation::can_attack(state, *id))
            .collect(),
        ZoneName::Maneuver => {
            let added = state
                .holder(zone)
                .map_or(0, |ncu| effects::added_by(state, ncu.id, zone));
            on_table(true)
                .map(|unit| unit.id)
                .filter(|id| !state.is_engaged(*id) || retreat::check(state, *id, small(added)).is_ok())
                .collect()
        }
    }
}

/// A zone's effect without a legal target is lost. Rule `IF-TAC-02`.
pub(crate) fn zone_effect(table: &mut GameTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    let Step::ZoneEffect { ncu, zone } = frame.step else {
        return Ok(Taken::Waits);
    };
    if targets(table.state(), ncu.seat(), zone).is_empty() {
        table.emit(EffectEvent::EffectLost {
            source: None,
            seat: ncu.seat(),
        });
        proceed(table, 1, []);
        return Ok(Taken::Went);
    }
    Ok(Taken::Waits)
}

/// Whether a unit may be named for a zone's effect. Rules `IF-TAC-02` to `-07`.
pub fn check_target(
    state: &State,
    seat: Seat,
    unit: UnitId,
    token: Option<ConditionToken>,
) -> Result<(NcuId, ZoneName), NoZone> {
    let Some(&Step::ZoneEffect { ncu, zone }) = state.step() else {
        return Err(NoZone::NoTargetAsked);
    };
    if ncu.seat() != seat {
        return Err(NoZone::NoTargetAsked);
    }
    let known = targets(state, seat, zone)
        .contains(&unit)
        .then(|| state.unit(unit))
        .flatten();
    let Some(found) = known else {
        return Err(NoZone::Target { unit });
    };
    match zone {
        ZoneName::Wealth if found.tokens.is_empty() => match token {
            None => {}
            Some(_) => return Err(NoZone::RemoveToken { unit }),
        },
        ZoneName::Wealth => {
            if !token.is_some_and(|token| found.has_token(token)) {
                return Err(NoZone::RemoveToken { unit });
            }
        }
        ZoneName::Tactics => {
            if token.is_none_or(|token| found.has_token(token)) {
                return Err(NoZone::PlaceToken { unit });
            }
        }
        ZoneName::Crown | ZoneName::Combat | ZoneName::Maneuver => {
            if token.is_some() {
                return Err(NoZone::NoToken);
            }
        }
    }
    Ok((ncu, zone))
}

/// The zone's effect happens to a unit. Rules `IF-TAC-03` to `-07`.
pub(crate) fn target(
    table: &mut GameTable<'_>,
    seat: Seat,
    unit: UnitId,
    token: Option<ConditionToken>,
) -> Result<(), Refusal> {
    let (ncu, zone) = check_target(table.state(), seat, unit, token)?;
    let added = effects::added_by(table.state(), ncu, zone);
    let next = match zone {
        ZoneName::Crown => Some(Step::Panic {
            unit,
            of_attack: false,
            modifier: small(CROWN + added),
        }),
        ZoneName::Wealth => {
            let most = (RESTORED + added).clamp(0, u16::MAX.into()) as u16;
            casualties::restore(table, unit, most);
            if let Some(token) = token {
                super::tokens::remove(table, unit, token);
            }
            None
        }
        ZoneName::Tactics => {
            if let Some(token) = token {
                super::tokens::place(table, unit, token);
            }
            None
        }
        ZoneName::Combat | ZoneName::Maneuver => Some(Step::FreeAction {
            unit,
            zone,
            bonus: small(added),
        }),
    };
    proceed(table, 1, next);
    Ok(())
}
