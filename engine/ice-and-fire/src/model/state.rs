//! Everything a position is.

use std::sync::Arc;

use hindsight_kernel::{GameOutcome, Seat, Secret};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::agenda::{Frame, Occasion, Step};
use super::contests::{Attack, Charge, PanicTest};
use super::names::{Edge, NcuId, ObjectiveNo, PieceNo, UnitId};
use super::setup::Agreement;
use super::unit::{Engagement, NcuState, Unit};
use crate::cards::{
    ArmyList, CardId, Cards, Name, Order, SharedCards, TerrainCard, UnitCard, ZoneName, is_default,
};
use crate::field::{Place, Pose, Side};

/// A position.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct State {
    /// The cards in play; no event changes them.
    #[serde(serialize_with = "hindsight_kernel::fixed::serialize")]
    pub cards: SharedCards,
    /// What both players agreed on.
    pub agreed: Agreement,
    /// Terrain pieces that are not placed yet. Rule `IF-SETUP-01`.
    #[serde(skip_serializing_if = "is_default")]
    pub pool: Vec<CardId>,
    /// Terrain pieces on the table, those removed included.
    pub terrain: Vec<Piece>,
    /// Objective tokens. Rule `IF-SETUP-07`.
    pub objectives: Vec<Objective>,
    /// Every combat unit, those destroyed included: seat A's in the order of their list, then seat B's.
    pub units: Vec<Unit>,
    /// Every NCU, likewise.
    pub ncus: Vec<NcuState>,
    /// Who is engaged with whom. Rule `IF-ENG-01`.
    pub engagements: Vec<Engagement>,
    /// The players, seat A's first.
    pub players: [Player; 2],
    /// The round, from 1; 0 before the battle.
    pub round: u8,
    /// The first player of the round, or who is named for round 1.
    pub first: Option<Seat>,
    /// Whose turn it is.
    pub active: Option<Seat>,
    /// Turns taken so far.
    pub turns: u32,
    /// The unit that is activated in this turn, or the NCU.
    pub activated: Option<Activated>,
    /// The charge under way.
    pub charge: Option<Charge>,
    /// The attack under way.
    pub attack: Option<Attack>,
    /// Panic Tests under way, the innermost last.
    #[serde(skip_serializing_if = "is_default")]
    pub panics: Vec<PanicTest>,
    /// Units destroyed whose trigger has not come yet. Rule `IF-TIME-03`.
    #[serde(skip_serializing_if = "is_default")]
    pub fallen: Vec<Occasion>,
    /// What is to be done, the next step last.
    pub agenda: Vec<Frame>,
    /// How the game ended.
    pub ending: Option<GameOutcome>,
}

/// What is activated in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Activated {
    /// A combat unit.
    Unit(UnitId),
    /// An NCU.
    Ncu(NcuId),
}

/// A terrain piece on the table. Rule `IF-TERR-01`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// Its number, from 1.
    pub no: PieceNo,
    /// What it is.
    pub card: CardId,
    /// Its centre and heading.
    pub pose: Pose,
    /// Whether it was removed. Rule `IF-TERR-13`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub removed: bool,
}

/// An objective token: a disc of half an inch radius. Rules `IF-SETUP-07`, `IF-VP-01`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Objective {
    /// Its number, from 1.
    pub no: ObjectiveNo,
    /// Its centre.
    pub place: Place,
    /// The unit that controls it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub controller: Option<UnitId>,
}

/// A player.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Player {
    /// Their army list, hidden until both have named theirs.
    pub list: Secret<ArmyList>,
    /// Their faction, once it is public.
    #[serde(skip_serializing_if = "is_default")]
    pub faction: Option<Name>,
    /// Their commander, once they are public.
    #[serde(skip_serializing_if = "is_default")]
    pub commander: Option<CardId>,
    /// Their deployment edge.
    pub edge: Option<Edge>,
    /// Cards in hand; `null` is one that is not known here. Rule `IF-CARD-03`.
    pub hand: Vec<Option<CardId>>,
    /// How many cards of the hand both players know, the first ones: those that a ruling named.
    #[serde(skip_serializing_if = "is_default")]
    pub shown: u8,
    /// How many cards the deck holds.
    pub deck: u8,
    /// Cards that may be in the deck: exactly the deck where the whole hand is known, else with the unknown cards of the
    /// hand. In the order of the pack.
    pub unseen: Vec<CardId>,
    /// Played and discarded cards, face up, the last on top. Rule `IF-CARD-01`.
    pub discards: Vec<CardId>,
    /// Victory points.
    pub points: u16,
}

impl Player {
    /// Takes a card off the hand that may hold it: one that both players know, else one that is known here, else an
    /// unknown card turns out to be it. Whether the hand could hold it.
    pub(crate) fn give_up(&mut self, card: CardId) -> bool {
        let held = |place: &Option<CardId>| *place == Some(card);
        let known = self.hand.iter().position(held);
        let unknown = || self.hand.iter().position(Option::is_none);
        let Some(place) = known.or_else(unknown) else {
            return false;
        };
        if self.hand[place].is_none() {
            let Some(unseen) = self.unseen.iter().position(|other| *other == card) else {
                return false;
            };
            self.unseen.remove(unseen);
        }
        self.hand.remove(place);
        if place < usize::from(self.shown) {
            self.shown -= 1;
        }
        true
    }

    /// Puts a card into the hand that both players know.
    pub(crate) fn take_openly(&mut self, card: CardId) {
        let place = usize::from(self.shown).min(self.hand.len());
        self.hand.insert(place, Some(card));
        self.shown = self.shown.saturating_add(1);
    }

    /// The cards of the hand that the opponent does not know.
    pub fn hidden_hand(&self) -> &[Option<CardId>] {
        self.hand.get(usize::from(self.shown)..).unwrap_or_default()
    }
}

/// The five objective tokens. Rule `IF-SETUP-07`.
pub const OBJECTIVES: [Place; 5] = [
    Place { x: 24_000, y: 24_000 },
    Place { x: 6_000, y: 18_000 },
    Place { x: 42_000, y: 18_000 },
    Place { x: 6_000, y: 30_000 },
    Place { x: 42_000, y: 30_000 },
];

impl State {
    /// The empty table of a game, with its objective tokens.
    pub fn opening(cards: SharedCards, agreed: Agreement) -> Self {
        let objectives = (1..)
            .zip(OBJECTIVES)
            .map(|(no, place)| Objective {
                no: ObjectiveNo(no),
                place,
                controller: None,
            })
            .collect();
        Self {
            cards,
            agreed,
            objectives,
            ..Self::default()
        }
    }

    /// The cards in play.
    pub fn cards(&self) -> &Cards {
        &self.cards
    }

    /// A unit by its id.
    pub fn unit(&self, id: UnitId) -> Option<&Unit> {
        self.units.iter().find(|unit| unit.id == id)
    }

    /// A unit by its id, to change it.
    pub(crate) fn unit_mut(&mut self, id: UnitId) -> Option<&mut Unit> {
        self.units.iter_mut().find(|unit| unit.id == id)
    }

    /// An NCU by its id.
    pub fn ncu(&self, id: NcuId) -> Option<&NcuState> {
        self.ncus.iter().find(|ncu| ncu.id == id)
    }

    /// A player. A seat that is none of the two is read as seat B.
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index().min(1)]
    }

    /// A player, to change them.
    pub(crate) fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index().min(1)]
    }

    /// The card of a unit.
    pub fn card_of(&self, unit: &Unit) -> Option<&UnitCard> {
        self.cards.unit(unit.card)
    }

    /// The unit and its card.
    pub fn unit_and_card(&self, id: UnitId) -> Option<(&Unit, &UnitCard)> {
        let unit = self.unit(id)?;
        Some((unit, self.card_of(unit)?))
    }

    /// The units of a seat that are alive.
    pub fn alive_of(&self, seat: Seat) -> impl Iterator<Item = &Unit> {
        self.units
            .iter()
            .filter(move |unit| unit.id.seat() == seat && unit.is_alive())
    }

    /// The units on the table with their poses.
    pub fn on_table(&self) -> impl Iterator<Item = (&Unit, Pose)> {
        self.units.iter().filter_map(|unit| Some((unit, unit.pose?)))
    }

    /// The remaining ranks of a unit. Rule `IF-UNIT-03`.
    pub fn ranks(&self, unit: &Unit) -> u8 {
        self.card_of(unit)
            .map_or(0, |card| card.kind.remaining_ranks(unit.models))
    }

    /// The Orders of a unit, the card's first, then the attachment's. Rules `IF-ORD-02`, `IF-UNIT-06`.
    pub fn orders_of(&self, unit: &Unit) -> impl Iterator<Item = &Order> {
        let attached = unit
            .attachment
            .and_then(|id| self.cards.attachment(id))
            .map_or(&[][..], |card| &card.orders);
        let own = self.card_of(unit).map_or(&[][..], |card| &card.orders);
        own.iter().chain(attached)
    }

    /// A terrain piece by its number, if it lies on the table.
    pub fn piece(&self, no: PieceNo) -> Option<&Piece> {
        self.terrain.iter().find(|piece| piece.no == no && !piece.removed)
    }

    /// The terrain pieces on the table with their cards.
    pub fn pieces(&self) -> impl Iterator<Item = (&Piece, &TerrainCard)> {
        self.terrain
            .iter()
            .filter(|piece| !piece.removed)
            .filter_map(|piece| Some((piece, self.cards.terrain_card(piece.card)?)))
    }

    /// The engagements of a unit as it sees them: its own side, the enemy, the enemy's side.
    pub fn engaged_with(&self, unit: UnitId) -> impl Iterator<Item = (Side, UnitId, Side)> {
        self.engagements.iter().filter_map(move |pair| pair.seen_by(unit))
    }

    /// Whether a unit is engaged. Rule `IF-ENG-01`.
    pub fn is_engaged(&self, unit: UnitId) -> bool {
        self.engagements.iter().any(|pair| pair.involves(unit))
    }

    /// The NCU that stands on a zone. Rule `IF-TAC-01`.
    pub fn holder(&self, zone: ZoneName) -> Option<&NcuState> {
        self.ncus.iter().find(|ncu| ncu.zone == Some(zone))
    }

    /// The step on top of the agenda.
    pub fn step(&self) -> Option<&Step> {
        self.agenda.last().map(|frame| &frame.step)
    }

    /// The pack's cards behind one counted pointer.
    pub(crate) fn fixed_part(&mut self) -> &mut Arc<Cards> {
        &mut self.cards
    }
}
