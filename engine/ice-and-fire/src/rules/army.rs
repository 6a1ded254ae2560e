//! Armies. Rules `IF-ARMY-01` to `-03`, `IF-UNIT-06`.

use hindsight_kernel::{Refusal, Seat, Secret, refusals};

use crate::cards::{ArmyList, Attachment, CardId, Cards, ListedUnit, Name};
use crate::messages::MESSAGES;
use crate::model::agenda::{GameTable, Need, Step, Taken, proceed};
use crate::model::event::{Event, SetupEvent};
use crate::model::names::{MOST_NCUS, MOST_UNITS, NcuId, SEATS, UnitId};
use crate::model::state::State;
use crate::model::unit::{NcuState, Unit};

/// The least number of combat units of an army. Rule `IF-ARMY-02`.
const LEAST_UNITS: usize = 3;

refusals! {
    messages = MESSAGES;
    /// Reasons why an army is not legal.
    pub enum NoArmy {
        NotNow = "IF-ARMY-01", "§Outside the sheet";
        NoFaction { faction: Name } = "IF-ARMY-02", "§Outside the sheet, limits our ruling", faction;
        NoCard { card: CardId } = "IF-ARMY-02", "§Outside the sheet, limits our ruling", card;
        OtherFaction { card: CardId } = "IF-ARMY-02", "§Outside the sheet, limits our ruling", card;
        TooFewUnits { units: usize } = "IF-ARMY-02", "§Outside the sheet, limits our ruling", units;
        TooManyUnits { units: usize } = "IF-ARMY-02", "§Outside the sheet, limits our ruling", units;
        TooManyNcus { ncus: usize } = "IF-ARMY-02", "§Outside the sheet, limits our ruling", ncus;
        Commanders { commanders: usize } = "IF-ARMY-02", "§Outside the sheet, limits our ruling", commanders;
        Twice { card: CardId } = "IF-ARMY-02", "§Outside the sheet, limits our ruling", card;
        Solo { card: CardId } = "IF-UNIT-06", "§Outside the sheet", card;
        OtherKind { card: CardId, kind: &'static str } = "IF-UNIT-06", "§Outside the sheet", card, kind;
        Points { points: u16, most: u8 } = "IF-ARMY-01", "§Outside the sheet", points, most;
    }
}

/// Whether a card of a faction may stand in an army. Rule `IF-ARMY-02`.
fn belongs(cards: &Cards, army: Name, card: Name) -> bool {
    army == card
        || cards
            .faction(army)
            .is_some_and(|faction| faction.allies.contains(&card))
}

/// The cost of an army: combat units, attachments and NCUs. Rule `IF-ARMY-01`.
pub fn cost(cards: &Cards, list: &ArmyList) -> u16 {
    let units = list.units.iter().map(|listed| {
        let unit = cards.unit(listed.card).map_or(0, |card| u16::from(card.points));
        let attached = listed
            .attachment
            .and_then(|id| cards.attachment(id))
            .map_or(0, |card| u16::from(card.points));
        unit + attached
    });
    let ncus = list
        .ncus
        .iter()
        .map(|id| cards.ncu(*id).map_or(0, |card| u16::from(card.points)));
    units.chain(ncus).sum()
}

/// The commanders of an army: attachments, and units or NCUs that are commanders themselves. Rule `IF-ARMY-02`.
pub fn commanders(cards: &Cards, list: &ArmyList) -> Vec<CardId> {
    let attached = list.units.iter().filter_map(|listed| listed.attachment);
    let attached = attached.filter(|id| cards.attachment(*id).is_some_and(|card| card.commander));
    let units = list.units.iter().map(|listed| listed.card);
    let units = units.filter(|id| cards.unit(*id).is_some_and(|card| card.commander));
    let ncus = list.ncus.iter().copied();
    let ncus = ncus.filter(|id| cards.ncu(*id).is_some_and(|card| card.commander));
    attached.chain(units).chain(ncus).collect()
}

/// Whether an army is legal at a size in points. Rules `IF-ARMY-01`, `IF-ARMY-02`, `IF-UNIT-06`.
pub fn check(cards: &Cards, most: u8, list: &ArmyList) -> Result<(), NoArmy> {
    if cards.faction(list.faction).is_none() {
        return Err(NoArmy::NoFaction {
            faction: list.faction,
        });
    }
    let units = list.units.len();
    if units > usize::from(MOST_UNITS) {
        return Err(NoArmy::TooManyUnits { units });
    }
    check_cards(cards, list)?;
    if units < LEAST_UNITS {
        return Err(NoArmy::TooFewUnits { units });
    }
    if list.ncus.len() > usize::from(MOST_NCUS) {
        return Err(NoArmy::TooManyNcus {
            ncus: list.ncus.len(),
        });
    }
    let commanders = commanders(cards, list).len();
    if commanders != 1 {
        return Err(NoArmy::Commanders { commanders });
    }
    check_unique(cards, list)?;
    check_attachments(cards, list)?;
    let points = cost(cards, list);
    if points > u16::from(most) {
        return Err(NoArmy::Points { points, most });
    }
    Ok(())
}

fn check_cards(cards: &Cards, list: &ArmyList) -> Result<(), NoArmy> {
    let unit = |id: CardId| cards.unit(id).map(|card| card.faction);
    let attachment = |id: CardId| cards.attachment(id).map(|card| card.faction);
    let ncu = |id: CardId| cards.ncu(id).map(|card| card.faction);
    let listed = list.units.iter().flat_map(|listed| {
        let attached = listed.attachment.map(|id| (id, attachment(id)));
        [(listed.card, unit(listed.card))].into_iter().chain(attached)
    });
    let ncus = list.ncus.iter().map(|id| (*id, ncu(*id)));
    for (card, faction) in listed.chain(ncus) {
        let faction = faction.ok_or(NoArmy::NoCard { card })?;
        if !belongs(cards, list.faction, faction) {
            return Err(NoArmy::OtherFaction { card });
        }
    }
    Ok(())
}

/// A named card may be taken once; so may a commander. Rule `IF-ARMY-02`.
fn check_unique(cards: &Cards, list: &ArmyList) -> Result<(), NoArmy> {
    let mut seen: Vec<CardId> = Vec::new();
    let unique = |id: CardId| {
        cards.unit(id).is_some_and(|card| card.unique)
            || cards.attachment(id).is_some_and(|card| card.unique)
            || cards.ncu(id).is_some_and(|card| card.unique)
    };
    let units = list.units.iter().map(|listed| listed.card);
    let attached = list.units.iter().filter_map(|listed| listed.attachment);
    for card in units.chain(attached).chain(list.ncus.iter().copied()) {
        if !unique(card) {
            continue;
        }
        if seen.contains(&card) {
            return Err(NoArmy::Twice { card });
        }
        seen.push(card);
    }
    Ok(())
}

/// An attachment fits its unit: infantry or cavalry of its own kind. Rule `IF-UNIT-06`.
fn check_attachments(cards: &Cards, list: &ArmyList) -> Result<(), NoArmy> {
    for listed in &list.units {
        let (Some(card), Some(attachment)) = (
            cards.unit(listed.card),
            listed.attachment.and_then(|id| cards.attachment(id)),
        ) else {
            continue;
        };
        if card.kind.is_solo() {
            return Err(NoArmy::Solo { card: card.id });
        }
        if !fits(attachment, card.kind) {
            return Err(NoArmy::OtherKind {
                card: attachment.id,
                kind: attachment.kind.title(),
            });
        }
    }
    Ok(())
}

fn fits(attachment: &Attachment, kind: crate::cards::UnitKind) -> bool {
    attachment.kind == kind
}

/// Some legal armies of a faction: one for each of its commanders that are attachments, filled up with what fits.
pub fn samples(cards: &Cards, faction: Name, most: u8) -> Vec<ArmyList> {
    let own = |other: Name| belongs(cards, faction, other);
    cards
        .attachments
        .iter()
        .filter(|card| card.commander && own(card.faction))
        .filter_map(|commander| sample(cards, faction, most, commander))
        .filter(|list| check(cards, most, list).is_ok())
        .take(MOST_SAMPLES)
        .collect()
}

/// The most sample armies of a faction.
const MOST_SAMPLES: usize = 8;

fn sample(cards: &Cards, faction: Name, most: u8, commander: &Attachment) -> Option<ArmyList> {
    let own = |other: Name| belongs(cards, faction, other);
    let mut list = ArmyList {
        faction,
        units: Vec::new(),
        ncus: Vec::new(),
    };
    let leads = |card: &&crate::cards::UnitCard| own(card.faction) && card.kind == commander.kind;
    let led = cards.units.iter().find(leads)?;
    list.units.push(ListedUnit {
        card: led.id,
        attachment: Some(commander.id),
    });
    let affordable = |list: &ArmyList| cost(cards, list) <= u16::from(most);
    // Each card once, the cheapest first, until there are three units; then NCUs and more units as they fit.
    let mut units: Vec<_> = cards
        .units
        .iter()
        .filter(|card| own(card.faction) && !card.commander && card.id != led.id)
        .collect();
    units.sort_by_key(|card| card.points);
    let (first, rest) = units.split_at(units.len().min(LEAST_UNITS - 1));
    let add = |list: &mut ArmyList, card: CardId| {
        list.units.push(ListedUnit {
            card,
            attachment: None,
        });
        if !affordable(list) {
            list.units.pop();
        }
    };
    for card in first {
        add(&mut list, card.id);
    }
    for card in cards
        .ncus
        .iter()
        .filter(|card| own(card.faction) && !card.commander)
    {
        if list.ncus.len() + 1 < usize::from(MOST_NCUS) {
            list.ncus.push(card.id);
            if !affordable(&list) {
                list.ncus.pop();
            }
        }
    }
    for card in rest {
        add(&mut list, card.id);
    }
    for card in cards
        .units
        .iter()
        .filter(|card| own(card.faction) && !card.unique && !card.commander)
    {
        while list.units.len() < LEAST_UNITS {
            let before = list.units.len();
            add(&mut list, card.id);
            if list.units.len() == before {
                break;
            }
        }
    }
    Some(list)
}

/// A player names their army, hidden until both have. Rules `IF-ARMY-01`, `IF-ARMY-02`.
pub(crate) fn submit(table: &mut GameTable<'_>, seat: Seat, list: &ArmyList) -> Result<(), Refusal> {
    let state = table.state();
    let waits = matches!(state.step(), Some(Step::Lists)) && !state.player(seat).list.is_made();
    if !waits {
        return Err(NoArmy::NotNow.into());
    }
    check(&state.cards, state.agreed.points, list)?;
    table.emit(SetupEvent::ListSubmitted {
        seat,
        list: Some(list.clone()),
    });
    Ok(())
}

/// Both armies are named: they become public, the decks are shuffled, terrain comes next. Rules `IF-ARMY-02`,
/// `IF-ARMY-03`, `IF-SETUP-01`.
pub(crate) fn lists(table: &mut GameTable<'_>) -> Result<Taken, Need> {
    let state = table.state();
    let lists: Vec<ArmyList> = SEATS
        .into_iter()
        .filter_map(|seat| match &state.player(seat).list {
            Secret::Known(list) => Some(list.clone()),
            Secret::NotChosen | Secret::Unknown => None,
        })
        .collect();
    if lists.len() < SEATS.len() {
        return Ok(Taken::Waits);
    }
    for (seat, list) in SEATS.into_iter().zip(&lists) {
        if let Some(event) = mustered(table.state(), seat, list) {
            table.emit(event);
        }
    }
    let named = table.state().agreed.terrain.clone();
    let next = match named {
        Some(cards) => {
            for card in cards {
                table.emit(SetupEvent::TerrainNamed { seat: None, card });
            }
            if table.state().pool.is_empty() {
                Step::RollSides
            } else {
                Step::RollFirstPiece
            }
        }
        None => Step::RollTerrainNumber,
    };
    proceed(table, 1, [next]);
    Ok(Taken::Went)
}

/// The units, NCUs and the deck of a legal list. Rules `IF-UNIT-01`, `IF-ARMY-03`.
pub(crate) fn mustered(state: &State, seat: Seat, list: &ArmyList) -> Option<Event> {
    let cards = &state.cards;
    let commander = *commanders(cards, list).first()?;
    let units = (1..)
        .zip(&list.units)
        .filter_map(|(number, listed)| {
            let card = cards.unit(listed.card)?;
            let id = UnitId::new(seat, number)?;
            Some(Unit::fresh(id, listed.card, listed.attachment, card.models()))
        })
        .collect();
    let ncus = (1..)
        .zip(&list.ncus)
        .filter_map(|(number, card)| {
            Some(NcuState {
                id: NcuId::new(seat, number)?,
                card: *card,
                zone: None,
                activated: false,
            })
        })
        .collect();
    Some(Event::Setup(SetupEvent::ArmyMustered {
        seat,
        faction: list.faction,
        commander,
        units,
        ncus,
        deck: cards.deck(list.faction, commander),
    }))
}
