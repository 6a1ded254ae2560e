//! Positions noted beside the table: a player's turn begins on a table as it was noted. Rule `HS-NOTE-01`.

use hindsight_kernel::{
    BoardPoint, Message, NoteSheet, NotedMoment, NotedPiece, NotedPosition, NotedPositions, NotedWord,
    OtherPlace, PlacedPiece, Refusal, Seat, SheetPiece, Table, WantedPiece, message, unfit_note, unfit_place,
};

use super::change::point;
use super::names;
use crate::IceAndFire;
use crate::cards::{ConditionToken, ZoneName};
use crate::field::{Pose, contact_sides, covers_token};
use crate::messages::MESSAGES;
use crate::model::agenda::go_on;
use crate::model::command::Command;
use crate::model::event::{Event, NotedNcu, NotedUnit, ScoringEvent};
use crate::model::names::SEATS;
use crate::model::state::State;
use crate::model::unit::{Engagement, NcuState, Unit};
use crate::rules::position::sound;
use crate::rules::turns::ROUNDS;
use crate::rules::units::{strength, wounds_left};
use crate::rules::{terrain, victory};

/// The one way in which a unit leaves the table.
const DESTROYED: &str = "destroyed";
/// The degrees between two headings.
const STEP: f64 = 1.0;
/// The condition of whoever was activated in the round.
const ACTIVATED: &str = "activated";

impl NotedPositions for IceAndFire {
    /// The round: how many turns players took in a round that nobody recorded is not known.
    fn counted_turn(state: &State) -> u32 {
        state.round.into()
    }

    fn sheet(state: &State) -> Option<NoteSheet> {
        if state.round == 0 || state.ending.is_some() {
            return None;
        }
        let first = state.first.unwrap_or(Seat::A);
        let round = u32::from(state.round);
        let tokens = ConditionToken::ALL.map(|token| NotedWord::new(token_id(token), token.title()));
        let zones = ZoneName::ALL.map(|zone| NotedWord::new(zone_id(zone), zone.title()));
        let activated = NotedWord::new(ACTIVATED, message!(MESSAGES, "noted-activated"));
        let units = state.units.iter().map(|unit| unit_piece(state, unit));
        let ncus = state.ncus.iter().map(|ncu| ncu_piece(state, ncu));
        Some(NoteSheet {
            counts: message!(MESSAGES, "noted-counts").into(),
            now: NotedMoment {
                turn: round,
                active: state.active.unwrap_or(first),
            },
            next: NotedMoment {
                turn: round + 1,
                active: first.opponent(),
            },
            turns_a_count: 1,
            phases: vec![NotedWord::new("turn", message!(MESSAGES, "noted-phase"))],
            conditions: tokens.into_iter().chain([activated]).chain(zones).collect(),
            ways_to_go: vec![NotedWord::new(DESTROYED, message!(MESSAGES, "noted-destroyed"))],
            heading_step: STEP,
            points: SEATS
                .map(|seat| (seat, u32::from(state.player(seat).points)))
                .into(),
            pieces: units.chain(ncus).collect(),
        })
    }

    /// The beginning of a player's turn as it was noted, or the end of the game: the round behind the last one. Rules `IF-ROUND-01`,
    /// `IF-VP-05` to `-07`.
    ///
    /// RULING: enemies whose trays touch along a side are engaged. A token that lies wholly under a tray is held by that unit, if no
    /// enemy with more ranks is engaged with it. In a later round nobody is activated yet who is not noted so. Hands stay as they are.
    fn note(table: &mut Table<'_, Self>, noted: &NotedPosition) -> Result<(), Refusal> {
        let event = event_of(table.state(), noted)?;
        table.emit(event);
        if noted.turn > u32::from(ROUNDS)
            && let Some(outcome) = victory::ending(table.state())
        {
            table.emit(ScoringEvent::GameEnded { outcome });
            return Ok(());
        }
        go_on(table)
    }

    fn placed_by(_state: &State, command: &Command) -> Option<PlacedPiece> {
        let Command::Deploy { unit, pose } = command else {
            return None;
        };
        Some(PlacedPiece {
            piece: unit.to_string(),
            at: point(pose.centre()),
            facing: Some(f64::from(pose.heading)),
            heading_step: STEP,
        })
    }

    fn placed_elsewhere(_state: &State, command: &Command, place: &OtherPlace) -> Result<Command, Refusal> {
        let Command::Deploy { unit, pose } = command else {
            return Err(unfit_place("", message!(MESSAGES, "placed-no-unit")));
        };
        let facing = place.facing.unwrap_or_else(|| f64::from(pose.heading));
        let pose = pose_at(place.at, facing)
            .ok_or_else(|| unfit_place("/at", message!(MESSAGES, "noted-off-table")))?;
        Ok(Command::Deploy { unit: *unit, pose })
    }
}

/// A pose on the table or near it, in thousandths of an inch and whole degrees.
fn pose_at(at: BoardPoint, facing: f64) -> Option<Pose> {
    let mils = |inches: f64| {
        let mils = (inches * 1_000.0).round();
        (-10_000.0..=58_000.0).contains(&mils).then_some(mils as i32)
    };
    let heading = facing.round().rem_euclid(360.0) as u16;
    Some(Pose::new(mils(at.x)?, mils(at.y)?, heading % 360))
}

fn unit_piece(state: &State, unit: &Unit) -> SheetPiece {
    let card = state.card_of(unit);
    let alive = unit.is_alive();
    let mut conditions: Vec<String> = unit.tokens.iter().map(|token| token_id(*token)).collect();
    if unit.activated {
        conditions.push(ACTIVATED.to_owned());
    }
    SheetPiece {
        now: NotedPiece {
            at: unit.pose.map(|pose| point(pose.centre())),
            facing: unit.pose.map(|pose| f64::from(pose.heading)),
            left: card
                .filter(|_| alive)
                .map(|card| u32::from(wounds_left(unit, card))),
            conditions: alive.then_some(conditions),
            gone: (!alive).then(|| DESTROYED.to_owned()),
            ..NotedPiece::of(&unit.id)
        },
        name: names::unit(state, unit.id),
        seat: unit.id.seat(),
        full: card.map(|card| u32::from(card.wounds())),
        can_be: ConditionToken::ALL
            .map(token_id)
            .into_iter()
            .chain([ACTIVATED.to_owned()])
            .collect(),
        can_go: vec![DESTROYED.to_owned()],
    }
}

fn ncu_piece(state: &State, ncu: &NcuState) -> SheetPiece {
    let mut conditions: Vec<String> = ncu.zone.map(zone_id).into_iter().collect();
    if ncu.activated {
        conditions.push(ACTIVATED.to_owned());
    }
    SheetPiece {
        now: NotedPiece {
            conditions: Some(conditions),
            ..NotedPiece::of(&ncu.id)
        },
        name: names::ncu(state, ncu.id),
        seat: ncu.id.seat(),
        full: None,
        can_be: ZoneName::ALL
            .map(zone_id)
            .into_iter()
            .chain([ACTIVATED.to_owned()])
            .collect(),
        can_go: Vec::new(),
    }
}

fn token_id(token: ConditionToken) -> String {
    <&str>::from(token).to_owned()
}

fn zone_id(zone: ZoneName) -> String {
    <&str>::from(zone).to_owned()
}

/// The event of a noted position, checked against what a table can have.
fn event_of(state: &State, noted: &NotedPosition) -> Result<Event, Refusal> {
    let Some(sheet) = IceAndFire::sheet(state) else {
        return Err(unfit_note("", message!(MESSAGES, "noted-not-in-play")));
    };
    // ERR: a number that does not fit is no round.
    let round = u8::try_from(noted.turn).unwrap_or_default();
    if !(1..=ROUNDS + 1).contains(&round) {
        return Err(unfit_note(
            "/turn",
            message!(MESSAGES, "noted-no-round", rounds = ROUNDS),
        ));
    }
    if !SEATS.contains(&noted.active) {
        return Err(unfit_note("/active", message!(MESSAGES, "noted-no-player")));
    }
    let later = round != state.round;
    let wanted = sheet.filled(noted)?;
    let mut after = state.clone();
    let mut units = Vec::new();
    let mut ncus = Vec::new();
    for piece in &wanted {
        let given = noted.pieces[piece.place].conditions.is_some();
        if let Some(unit) = state
            .units
            .iter()
            .find(|unit| unit.id.to_string() == piece.piece.piece)
        {
            let unit = unit_of(state, unit, piece, later && !given)?;
            if let Some(found) = after.unit_mut(unit.unit) {
                (found.pose, found.models, found.wounded) = (unit.pose, unit.models, unit.wounded);
            }
            units.push(unit);
        } else if let Some(ncu) = state
            .ncus
            .iter()
            .find(|ncu| ncu.id.to_string() == piece.piece.piece)
        {
            ncus.push(ncu_of(ncu, piece)?);
        }
    }
    after.engagements = engaged(&after);
    // Each round the other player is first. Rule IF-ROUND-08.
    let turned = (round.abs_diff(state.round)) % 2 == 1;
    let first = state.first.unwrap_or(Seat::A);
    let points = SEATS.map(|seat| {
        let known = u32::from(state.player(seat).points);
        u16::try_from(noted.points.get(&seat).copied().unwrap_or(known)).unwrap_or(u16::MAX)
    });
    let event = Event::from(ScoringEvent::PositionNoted {
        round: round.min(ROUNDS),
        first: if turned { first.opponent() } else { first },
        active: noted.active,
        later,
        units,
        ncus,
        engagements: after.engagements.clone(),
        objectives: held(&after),
        points,
    });
    let mut laid = state.clone();
    let unsound = |fault: Message| unfit_note("/pieces", message!(MESSAGES, "noted-unsound", fault));
    crate::model::fold::evolve(&mut laid, &event).map_err(|error| unsound(error.message()))?;
    sound(&laid).map_err(unsound)?;
    Ok(event)
}

fn unit_of(state: &State, unit: &Unit, wanted: &WantedPiece, anew: bool) -> Result<NotedUnit, Refusal> {
    let piece = &wanted.piece;
    let noted = NotedUnit {
        unit: unit.id,
        pose: None,
        models: 0,
        wounded: 0,
        tokens: Vec::new(),
        activated: false,
    };
    if piece.gone.is_some() {
        return Ok(noted);
    }
    let conditions = piece.conditions.as_deref().unwrap_or_default();
    let is = |id: &str| conditions.iter().any(|condition| condition == id);
    let pose = match piece.at {
        None => unit.pose,
        Some(at) => Some(
            pose_at(at, piece.facing.unwrap_or_default())
                .ok_or_else(|| wanted.unfit("at", message!(MESSAGES, "noted-off-table")))?,
        ),
    };
    let card = state.card_of(unit);
    let (models, wounded) = card.map_or((unit.models, unit.wounded), |card| {
        let left = piece
            .left
            .map_or_else(|| wounds_left(unit, card), |left| left as u16);
        strength(left, card)
    });
    Ok(NotedUnit {
        pose,
        models,
        wounded,
        tokens: ConditionToken::ALL
            .into_iter()
            .filter(|token| is(&token_id(*token)))
            .collect(),
        activated: is(ACTIVATED) && !anew,
        ..noted
    })
}

/// An NCU stands on one zone at most. Rule `IF-TAC-01`.
fn ncu_of(ncu: &NcuState, wanted: &WantedPiece) -> Result<NotedNcu, Refusal> {
    let conditions = wanted.piece.conditions.as_deref().unwrap_or_default();
    let is = |id: &str| conditions.iter().any(|condition| condition == id);
    let mut zones = ZoneName::ALL.into_iter().filter(|zone| is(&zone_id(*zone)));
    let zone = zones.next();
    if zones.next().is_some() {
        return Err(wanted.unfit("conditions", message!(MESSAGES, "noted-one-zone")));
    }
    Ok(NotedNcu {
        ncu: ncu.id,
        zone,
        activated: is(ACTIVATED) || zone.is_some(),
    })
}

/// Enemies whose trays touch along a side. Rule `IF-ENG-01`.
fn engaged(state: &State) -> Vec<Engagement> {
    let alive = |seat: Seat| state.alive_of(seat).map(|unit| unit.id).collect::<Vec<_>>();
    let [own, enemies] = SEATS.map(alive);
    let mut found = Vec::new();
    for one in own {
        for other in &enemies {
            let trays = terrain::tray(state, one).zip(terrain::tray(state, *other));
            let Some((tray, theirs)) = trays else { continue };
            if let Some((side, their_side)) = contact_sides(&tray, &theirs) {
                found.push(Engagement::between(one, side, *other, their_side));
            }
        }
    }
    found
}

/// Who holds each objective token. Rules `IF-VP-01`, `IF-VP-02`.
fn held(state: &State) -> Vec<Option<crate::model::names::UnitId>> {
    let covers = |unit: &Unit, place| {
        unit.is_alive()
            && terrain::tray(state, unit.id).is_some_and(|tray| covers_token(&tray, place))
            && !victory::is_outranked(state, unit.id)
    };
    let tokens = state.objectives.iter().map(|token| {
        let keeps = token.controller.and_then(|id| state.unit(id));
        let keeps = keeps.filter(|unit| covers(unit, token.place));
        keeps
            .or_else(|| state.units.iter().find(|unit| covers(unit, token.place)))
            .map(|unit| unit.id)
    });
    tokens.collect()
}
