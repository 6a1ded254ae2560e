//! Positions drawn by hand: what stands where, whose turn it is; filled up to a whole position.

use std::sync::Arc;

use hindsight_kernel::{DrawnFeature, DrawnPosition, Message, Refusal, Seat, Sketches, message, wire};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::change::point;
use crate::IceAndFire;
use crate::cards::{CardId, ConditionToken, Name, TraySize, ZoneName, is_default};
use crate::field::{Place, Pose, Tray, contact_sides};
use crate::messages::MESSAGES;
use crate::model::agenda::Step;
use crate::model::names::{Edge, NcuId, ObjectiveNo, PieceNo, SEATS, UnitId};
use crate::model::setup::Agreement;
use crate::model::state::{Piece, State};
use crate::model::unit::{Engagement, NcuState, Unit};
use crate::rules::{terrain, units};

/// A position drawn by hand.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Sketch {
    /// The id of the pack; the sample pack if left out.
    pub pack: Option<String>,
    /// The round; 1 if left out.
    #[schemars(range(min = 1, max = 6))]
    pub round: Option<u8>,
    /// Whose turn it is; A if left out.
    pub active: Option<Seat>,
    /// The seat of the south edge; A if left out.
    pub south: Option<Seat>,
    /// The factions of seats A and B; those of their first units if left out.
    pub factions: Option<[Name; 2]>,
    /// Victory points of seats A and B.
    pub points: Option<[u16; 2]>,
    /// What stands on the table.
    pub units: Vec<DrawnUnit>,
    /// NCUs, beside the tactics board or on a zone of it.
    pub ncus: Vec<DrawnNcu>,
    /// The cards in the hands of seats A and B; none if left out.
    pub hands: Option<[Vec<CardId>; 2]>,
    /// Terrain on the table.
    pub terrain: Vec<DrawnPiece>,
    /// Pairs of units that touch and are engaged; all enemies that touch along a side, if left out.
    pub engaged: Option<Vec<[UnitId; 2]>>,
}

/// A unit drawn by hand. Lengths are inches.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DrawnUnit {
    /// Whose.
    pub seat: Seat,
    /// Its unit card.
    pub card: CardId,
    /// Its attachment.
    #[serde(default, skip_serializing_if = "is_default")]
    pub attachment: Option<CardId>,
    /// The middle, inches from the west edge.
    #[schemars(range(min = -10.0, max = 58.0))]
    pub x: f64,
    /// The middle, inches from the south edge.
    #[schemars(range(min = -10.0, max = 58.0))]
    pub y: f64,
    /// Whole degrees clockwise from north.
    #[schemars(range(min = 0, max = 359))]
    pub heading: u16,
    /// Wounds suffered so far.
    #[serde(default, skip_serializing_if = "is_default")]
    pub wounds: u16,
    /// Condition tokens.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tokens: Vec<ConditionToken>,
    /// Whether it was activated this round.
    #[serde(default, skip_serializing_if = "is_default")]
    pub activated: bool,
    /// The objective token it controls.
    #[serde(default, skip_serializing_if = "is_default")]
    pub controls: Option<ObjectiveNo>,
}

/// An NCU of a drawn position.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DrawnNcu {
    /// Whose.
    pub seat: Seat,
    /// Its NCU card.
    pub card: CardId,
    /// The zone that it has claimed this round.
    #[serde(default, skip_serializing_if = "is_default")]
    pub zone: Option<ZoneName>,
}

/// A terrain piece drawn by hand. Lengths are inches.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DrawnPiece {
    /// What it is.
    pub card: CardId,
    /// The middle, inches from the west edge.
    #[schemars(range(min = 0.0, max = 48.0))]
    pub x: f64,
    /// The middle, inches from the south edge.
    #[schemars(range(min = 0.0, max = 48.0))]
    pub y: f64,
    /// Whole degrees clockwise from north.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(range(min = 0, max = 359))]
    pub heading: u16,
}

/// The most units and pieces of a drawing.
const MOST: usize = 40;

impl Sketches for IceAndFire {
    fn sketched(sketch: &Value, packs: &[Value]) -> Result<DrawnPosition<State>, Refusal> {
        // A whole position is one too.
        if sketch.get("agenda").is_some() {
            return wire::read(sketch)
                .map(DrawnPosition::plain)
                .map_err(|fault| unreadable(&fault.path, fault.reason));
        }
        let drawn: Sketch = wire::read(sketch).map_err(|fault| unreadable(&fault.path, fault.reason))?;
        if drawn.units.len() > MOST || drawn.terrain.len() > MOST || drawn.ncus.len() > MOST {
            return Err(unreadable(
                "/units",
                message!(MESSAGES, "sketch-too-many", most = MOST),
            ));
        }
        let request = drawn
            .pack
            .as_ref()
            .map_or(Value::Null, |pack| json!({ "pack": pack }));
        let setup = <Self as hindsight_kernel::Setups>::setup_from(&request, packs)?;
        let mut state = State::opening(Arc::clone(&setup.cards), Agreement::default());
        place_terrain(&mut state, &drawn)?;
        place_units(&mut state, &drawn)?;
        place_ncus(&mut state, &drawn)?;
        engage(&mut state, &drawn)?;
        turn(&mut state, &drawn)?;
        let terrain = state
            .terrain
            .iter()
            .map(|piece| drawn_feature(&state, piece))
            .collect();
        Ok(DrawnPosition {
            state,
            terrain,
            refusal: None,
        })
    }

    fn sketch_schema() -> Value {
        wire::schema::<Sketch>()
    }
}

fn unreadable(path: &str, reason: Message) -> Refusal {
    Refusal::new("HS-POS-01", message!(MESSAGES, "position-unread", why = reason)).with("path", path)
}

fn mils(inches: f64, path: &str) -> Result<i32, Refusal> {
    if (-10.0..=58.0).contains(&inches) {
        Ok((inches * 1_000.0).round() as i32)
    } else {
        Err(unreadable(path, message!(MESSAGES, "sketch-length")))
    }
}

fn pose(x: f64, y: f64, heading: u16, path: &str) -> Result<Pose, Refusal> {
    if heading > 359 {
        return Err(unreadable(
            &format!("{path}/heading"),
            message!(MESSAGES, "sketch-heading"),
        ));
    }
    Ok(Pose::new(
        mils(x, &format!("{path}/x"))?,
        mils(y, &format!("{path}/y"))?,
        heading,
    ))
}

fn place_terrain(state: &mut State, drawn: &Sketch) -> Result<(), Refusal> {
    for (place, piece) in drawn.terrain.iter().enumerate() {
        let path = format!("/terrain/{place}");
        if state.cards.terrain_card(piece.card).is_none() {
            return Err(unreadable(
                &format!("{path}/card"),
                message!(MESSAGES, "sketch-no-terrain"),
            ));
        }
        state.terrain.push(Piece {
            no: PieceNo(place as u8 + 1),
            card: piece.card,
            pose: pose(piece.x, piece.y, piece.heading, &path)?,
            removed: false,
        });
    }
    Ok(())
}

fn place_units(state: &mut State, drawn: &Sketch) -> Result<(), Refusal> {
    let mut numbers = [0_u8; 2];
    for (place, unit) in drawn.units.iter().enumerate() {
        let path = format!("/units/{place}");
        let Some(card) = state.cards.unit(unit.card) else {
            return Err(unreadable(
                &format!("{path}/card"),
                message!(MESSAGES, "sketch-no-unit-card"),
            ));
        };
        if unit
            .attachment
            .is_some_and(|id| state.cards.attachment(id).is_none())
        {
            return Err(unreadable(
                &format!("{path}/attachment"),
                message!(MESSAGES, "sketch-no-attachment"),
            ));
        }
        if unit.seat.index() > 1 {
            return Err(unreadable(
                &format!("{path}/seat"),
                message!(MESSAGES, "sketch-unit-of-nobody"),
            ));
        }
        let number = &mut numbers[unit.seat.index()];
        *number += 1;
        let Some(id) = UnitId::new(unit.seat, *number) else {
            return Err(unreadable(&path, message!(MESSAGES, "sketch-too-many-units")));
        };
        let Some(left) = card.wounds().checked_sub(unit.wounds).filter(|left| *left > 0) else {
            return Err(unreadable(
                &format!("{path}/wounds"),
                message!(MESSAGES, "sketch-unit-without-wounds"),
            ));
        };
        let (models, wounded) = units::strength(left, card);
        let mut tokens = unit.tokens.clone();
        tokens.sort_unstable();
        tokens.dedup();
        if let Some(no) = unit.controls {
            let Some(token) = state.objectives.iter_mut().find(|token| token.no == no) else {
                return Err(unreadable(
                    &format!("{path}/controls"),
                    message!(MESSAGES, "sketch-objective-number"),
                ));
            };
            token.controller = Some(id);
        }
        state.units.push(Unit {
            pose: Some(pose(unit.x, unit.y, unit.heading, &path)?),
            wounded,
            tokens,
            activated: unit.activated,
            ..Unit::fresh(id, unit.card, unit.attachment, models)
        });
    }
    state.units.sort_by_key(|unit| unit.id);
    Ok(())
}

/// NCUs; each zone holds at most one, which has been activated. Rules `IF-TAC-01`, `IF-ARMY-02`.
fn place_ncus(state: &mut State, drawn: &Sketch) -> Result<(), Refusal> {
    let mut numbers = [0_u8; 2];
    for (place, ncu) in drawn.ncus.iter().enumerate() {
        let path = format!("/ncus/{place}");
        if state.cards.ncu(ncu.card).is_none() {
            return Err(unreadable(
                &format!("{path}/card"),
                message!(MESSAGES, "sketch-no-ncu-card"),
            ));
        }
        let Some(number) = numbers.get_mut(ncu.seat.index()) else {
            return Err(unreadable(
                &format!("{path}/seat"),
                message!(MESSAGES, "sketch-ncu-of-nobody"),
            ));
        };
        *number += 1;
        let Some(id) = NcuId::new(ncu.seat, *number) else {
            return Err(unreadable(&path, message!(MESSAGES, "sketch-too-many-ncus")));
        };
        if ncu.zone.is_some_and(|zone| state.holder(zone).is_some()) {
            return Err(unreadable(
                &format!("{path}/zone"),
                message!(MESSAGES, "sketch-zone-taken"),
            ));
        }
        state.ncus.push(NcuState {
            id,
            card: ncu.card,
            zone: ncu.zone,
            activated: ncu.zone.is_some(),
        });
    }
    state.ncus.sort_by_key(|ncu| ncu.id);
    Ok(())
}

fn engage(state: &mut State, drawn: &Sketch) -> Result<(), Refusal> {
    let touching = |state: &State, one: UnitId, other: UnitId| {
        contact_sides(&terrain::tray(state, one)?, &terrain::tray(state, other)?)
    };
    let ids = |seat: Seat| {
        state
            .units
            .iter()
            .map(|unit| unit.id)
            .filter(move |id| id.seat() == seat)
    };
    let pairs: Vec<[UnitId; 2]> = match &drawn.engaged {
        Some(pairs) => pairs.clone(),
        None => ids(SEATS[0])
            .flat_map(|one| ids(SEATS[1]).map(move |other| [one, other]))
            .collect(),
    };
    for (place, [one, other]) in pairs.into_iter().enumerate() {
        match touching(state, one, other) {
            Some((side, theirs)) if one.seat() != other.seat() => {
                state
                    .engagements
                    .push(Engagement::between(one, side, other, theirs));
            }
            Some(_) | None if drawn.engaged.is_some() => {
                return Err(unreadable(
                    &format!("/engaged/{place}"),
                    message!(MESSAGES, "sketch-not-touching"),
                ));
            }
            Some(_) | None => {}
        }
    }
    Ok(())
}

/// Players, hands, decks and the turn.
fn turn(state: &mut State, drawn: &Sketch) -> Result<(), Refusal> {
    let south = drawn.south.unwrap_or(SEATS[0]);
    for seat in SEATS {
        let first = state.units.iter().find(|unit| unit.id.seat() == seat);
        let of_card = first
            .and_then(|unit| state.card_of(unit))
            .map(|card| card.faction);
        let faction = drawn.factions.map(|both| both[seat.index()]).or(of_card);
        let leader = state
            .units
            .iter()
            .filter(|unit| unit.id.seat() == seat)
            .filter_map(|unit| unit.attachment)
            .find(|id| state.cards.attachment(*id).is_some_and(|card| card.commander));
        let usual = state
            .cards
            .attachments
            .iter()
            .find(|card| card.commander && Some(card.faction) == faction);
        let commander = leader.or(usual.map(|card| card.id));
        let mut deck = match (faction, commander) {
            (Some(faction), Some(commander)) => state.cards.deck(faction, commander),
            _ => Vec::new(),
        };
        let hand = drawn.hands.as_ref().map_or(&[][..], |both| &both[seat.index()]);
        for (place, card) in hand.iter().enumerate() {
            // Rule `IF-ARMY-03`: two copies of each design.
            let Some(found) = deck.iter().position(|known| known == card) else {
                let path = format!("/hands/{}/{place}", seat.index());
                return Err(unreadable(&path, message!(MESSAGES, "sketch-no-card-left")));
            };
            deck.remove(found);
        }
        let points = drawn.points.map_or(0, |both| both[seat.index()]);
        let player = state.player_mut(seat);
        player.faction = faction;
        player.commander = commander;
        player.edge = Some(if seat == south { Edge::South } else { Edge::North });
        player.deck = u8::try_from(deck.len()).unwrap_or(u8::MAX);
        player.unseen = deck;
        player.hand = hand.iter().map(|card| Some(*card)).collect();
        player.points = points;
    }
    let active = drawn.active.unwrap_or(SEATS[0]);
    state.round = drawn.round.unwrap_or(1).clamp(1, 6);
    state.first = Some(active);
    state.agenda = vec![Step::Turn { seat: active }.into()];
    Ok(())
}

/// Where a piece was drawn.
fn drawn_feature(state: &State, piece: &Piece) -> DrawnFeature {
    let size = state.cards.terrain_card(piece.card).map_or(
        TraySize {
            width: 1_000,
            depth: 1_000,
        },
        |card| TraySize {
            width: card.width,
            depth: card.depth,
        },
    );
    let corners = Tray::new(piece.pose, size).outline().corners().to_vec();
    DrawnFeature {
        outline: corners.into_iter().map(|corner: Place| point(corner)).collect(),
        facing: f64::from(piece.pose.heading),
    }
}
