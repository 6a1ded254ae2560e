//! Positions drawn by hand: who stands where, on which map, whose turn begins, filled up to a whole position.

use hindsight_geometry::inches::{Pose, Side};
use hindsight_kernel::{Refusal, Seat, wire};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::agenda::Step;
use crate::cards::Book;
use crate::command::Patch;
use crate::names::{CardNo, KindNo, SEATS, UnitId, other};
use crate::order_legality::check_order;
use crate::orders::{Order, WrittenOrder};
use crate::position::check_bounds;
use crate::rulings::apply;
use crate::setup::{BUDGETS, check_agreed, setup_from};
use crate::state::{
    Agreed, Allegiance, Decks, Engagement, Pending, Phase, RushKind, Secret, State, Status, TurnMarks, Unit,
};

/// A position as somebody draws it, at the beginning of a turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sketch {
    /// Who stands on the table. A player's units are numbered in this order.
    pub units: Vec<Drawn>,
    /// Whose turn begins.
    #[serde(default = "south")]
    pub active: Seat,
    /// The number of that turn; both players' turns count. It is the first one only if this player had the first turn.
    #[serde(default = "one")]
    pub turn: u16,
    /// Who is engaged with whom since an earlier turn.
    #[serde(default)]
    pub engaged: Vec<Engaged>,
    /// The map; the one that the scenario prescribes, or the first one of the packs, if left out.
    #[serde(default)]
    pub map: Option<String>,
    /// The scenario; Breaking Point if left out.
    #[serde(default)]
    pub scenario: Option<String>,
    /// The points budget, which decides the command actions; what the larger army costs if left out.
    #[serde(default)]
    pub budget: Option<u16>,
    /// Command cards in hand, South's and North's: which ones is not known before they are played.
    #[serde(default)]
    pub hands: Hands,
    /// The ids of the packs in play; the sample pack if left out.
    #[serde(default)]
    pub packs: Vec<String>,
}

/// A unit that stands on the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Drawn {
    /// Whose.
    pub seat: Seat,
    /// Its card.
    pub unit: String,
    /// Where its centre lies and where it looks.
    pub pose: Pose,
    /// Its status.
    #[serde(default)]
    pub status: DrawnStatus,
    /// The order of a Ready unit; the one on its card, or Close, if left out.
    #[serde(default)]
    pub order: Option<WrittenOrder>,
    /// Damage boxes marked.
    #[serde(default)]
    pub damage: Option<u8>,
    /// Ammo boxes marked.
    #[serde(default)]
    pub ammo: Option<u8>,
}

/// The status of a drawn unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DrawnStatus {
    /// With an order.
    #[default]
    Ready,
    /// Rule `BG4-STATUS-02`.
    Disrupted,
    /// Rule `BG4-STATUS-03`.
    Routing,
}

/// Two engaged units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Engaged {
    /// The unit that made the Final Rush.
    pub rusher: UnitId,
    /// The unit that was rushed.
    pub rushed: UnitId,
    /// The rushed unit's engaged side.
    #[serde(default = "front")]
    pub side: Side,
    /// The rusher's engaged side.
    #[serde(default = "front")]
    pub with: Side,
}

/// How many command cards each player holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hands {
    /// South.
    #[serde(default, rename = "A")]
    pub south: u8,
    /// North.
    #[serde(default, rename = "B")]
    pub north: u8,
}

const fn south() -> Seat {
    Seat::A
}

const fn one() -> u16 {
    1
}

const fn front() -> Side {
    Side::Front
}

fn refused(message: impl Into<String>) -> Refusal {
    Refusal::new("HS-POS-01", message)
}

/// The JSON Schema of a drawn position.
pub(crate) fn sketch_schema() -> Value {
    wire::schema::<Sketch>()
}

/// Fills a drawn position up: the battle stands at the end of the turn before, and the next one begins as every turn does.
/// Whether it can be so is judged when it begins from there. Rule `HS-POS-01`.
///
/// RULING: a player of a drawn position belongs to the faction of the first unit, and has spent what the units cost that
/// are drawn: those that may have been destroyed before count nowhere.
pub(crate) fn sketched(sketch: &Value, packs: &[Value]) -> Result<State, Refusal> {
    let sketch: Sketch = wire::read_form("the drawing", sketch)?;
    let setup = setup_from(&json!({ "packs": sketch.packs }), packs)?;
    let units = drawn_units(&setup.book, &sketch.units)?;
    let spent = points(&setup.book, &units);
    let agreed = agreed(&setup.book, &sketch, spent)?;
    let mut state = State {
        book: setup.book,
        decks: Decks::Table,
        agreed,
        units,
        ..before_the_turn(sketch.turn, sketch.active)?
    };
    let hands = [sketch.hands.south, sketch.hands.north];
    for ((seat, held), spent) in SEATS.into_iter().zip(hands).zip(spent) {
        seat_player(&mut state, seat, held, spent)?;
    }
    for unit in sketch.engaged.iter().copied() {
        engage(&mut state, unit)?;
    }
    check_bounds(&state)?;
    give_orders(&mut state, &sketch.units)?;
    Ok(state)
}

/// What each player's drawn units cost, in points.
fn points(book: &Book, units: &[Unit]) -> [u32; 2] {
    SEATS.map(|seat| {
        let own = units.iter().filter(|unit| unit.id.seat() == seat);
        own.filter_map(|unit| book.kind(unit.kind))
            .map(|kind| u32::from(kind.points))
            .sum()
    })
}

/// Budget, scenario and map as drawn; what is left open is chosen as for those who choose nothing. Rules `BG4-SETUP-03`,
/// `BG4-SETUP-04`.
fn agreed(book: &Book, sketch: &Sketch, spent: [u32; 2]) -> Result<Agreed, Refusal> {
    let larger = u16::try_from(spent[0].max(spent[1])).unwrap_or(u16::MAX);
    let larger = larger.clamp(*BUDGETS.start(), *BUDGETS.end());
    let default = || book.default_scenario().map(|each| each.id.clone());
    let scenario = sketch.scenario.clone().or_else(default);
    let map = || book.default_map(scenario.as_deref()).map(str::to_owned);
    let agreed = Agreed {
        budget: Some(sketch.budget.unwrap_or(larger)),
        map: sketch.map.clone().or_else(map),
        scenario,
    };
    check_agreed(book, &agreed)?;
    Ok(agreed)
}

/// A battle without anything on the table, at the end of the turn before this one.
fn before_the_turn(turn: u16, active: Seat) -> Result<State, Refusal> {
    let Some(before) = turn.checked_sub(1) else {
        return Err(refused("turns are counted from 1").asked(0));
    };
    if active.index() > 1 {
        return Err(refused("only South and North take turns").asked(active));
    }
    // Turns alternate, so who has an odd one had the first.
    let first = if before.is_multiple_of(2) {
        active
    } else {
        other(active)
    };
    let (phase, player) = match before {
        0 => (Phase::SetUp, None),
        _ => (Phase::EndOfTurn, Some(other(active))),
    };
    Ok(State {
        agenda: vec![Step::BeginTurn.into()],
        turn: before,
        active: player,
        first: Some(first),
        phase,
        ..State::default()
    })
}

/// What a player holds and has spent; the faction is that of the player's first unit.
fn seat_player(state: &mut State, seat: Seat, held: u8, spent: u32) -> Result<(), Refusal> {
    let cards = CardNo::deck().count() as u8;
    let Some(deck) = cards.checked_sub(held) else {
        return Err(refused(format!("the deck has {cards} command cards")).asked(held));
    };
    let first = state.units.iter().find(|unit| unit.id.seat() == seat);
    let faction = first.map(|unit| state.kind(unit).faction.clone());
    let player = state.player_mut(seat);
    player.spent = spent;
    player.hand = vec![None; usize::from(held)];
    player.deck = deck;
    player.unseen = CardNo::deck().collect();
    if let Some(faction) = faction {
        player.allegiance = Secret::Known(Allegiance {
            faction,
            mercenaries: None,
        });
    }
    Ok(())
}

/// Two units that are engaged since an earlier turn.
fn engage(state: &mut State, drawn: Engaged) -> Result<(), Refusal> {
    for id in [drawn.rusher, drawn.rushed] {
        if state.unit(id).is_none() {
            return Err(refused(format!("{id} is engaged and not drawn")).asked(id));
        }
    }
    let kind = match drawn.with {
        Side::Front => RushKind::Front,
        _ => RushKind::Flank,
    };
    state.engagements.push(Engagement {
        rusher: drawn.rusher,
        rusher_side: drawn.with,
        rushed: drawn.rushed,
        rushed_side: drawn.side,
        kind,
        point: None,
        turn: 0,
        taken_over: false,
    });
    Ok(())
}

/// The drawn units with their marks, in the order of their ids; their orders come when all of them stand.
fn drawn_units(book: &Book, drawn: &[Drawn]) -> Result<Vec<Unit>, Refusal> {
    let mut units = Vec::new();
    for (unit, id) in drawn.iter().zip(ids(drawn)?) {
        let kind = known_kind(book, &unit.unit)?;
        units.push(Unit {
            id,
            kind,
            pose: Some(unit.pose.rounded()),
            status: match unit.status {
                DrawnStatus::Ready => Status::Ready(None),
                DrawnStatus::Disrupted => Status::Disrupted,
                DrawnStatus::Routing => Status::Routing,
            },
            airborne: false,
            slid: false,
            marked: unit.damage.unwrap_or_default(),
            fresh: 0,
            ammo_marked: unit.ammo.unwrap_or_default(),
            lasting: Vec::new(),
            pending: Pending::default(),
            turn: TurnMarks::default(),
            destroyed: None,
        });
    }
    units.sort_by_key(|unit| unit.id);
    Ok(units)
}

/// The ids of drawn units: each player's are numbered as they come.
fn ids(drawn: &[Drawn]) -> Result<Vec<UnitId>, Refusal> {
    let mut counts = [0_u8; 2];
    let mut ids = Vec::new();
    for unit in drawn {
        let count = counts
            .get_mut(unit.seat.index())
            .ok_or_else(|| refused("only South and North have units").asked(unit.seat))?;
        *count = count.saturating_add(1);
        let id = UnitId::new(unit.seat, *count)
            .ok_or_else(|| refused(format!("{} has too many units", unit.seat)))?;
        ids.push(id);
    }
    Ok(ids)
}

fn known_kind(book: &Book, id: &str) -> Result<KindNo, Refusal> {
    book.kind_named(id).map(|(kind, _)| kind).ok_or_else(|| {
        refused(format!("the packs have no unit card {id}"))
            .asked(id)
            .allowed(book.kinds.iter().map(|kind| kind.id.clone()).collect::<Vec<_>>())
    })
}

/// The orders of the Ready units, as they are written: nobody else has one. Rules `BG4-ORDER-04`, `BG4-KEYW-11`.
fn give_orders(state: &mut State, drawn: &[Drawn]) -> Result<(), Refusal> {
    for (unit, id) in drawn.iter().zip(ids(drawn)?) {
        if unit.status != DrawnStatus::Ready {
            if unit.order.is_some() {
                return Err(refused(format!("{id} is not Ready and has no order")).asked(id));
            }
            continue;
        }
        let Some(placed) = state.unit(id) else { continue };
        let printed = state.kind(placed).preprinted.map(|printed| printed.order);
        let order = unit
            .order
            .unwrap_or_else(|| WrittenOrder::plain(printed.unwrap_or(Order::Close)));
        check_order(state, placed, &order)?;
        apply(state, &Patch::Order { unit: id, order }).map_err(|misfit| refused(misfit.to_string()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use hindsight_kernel::{ReportedTray, Table};

    use super::*;
    use crate::Battleground;
    use crate::pack::{read_pack, sample_packs};
    use crate::position::begin_at;
    use crate::scene::{id, pose};

    /// A plain unit card of the sample pack that needs no order of its own: the first one on foot without a printed order.
    fn card() -> String {
        let pack = read_pack(&sample_packs()[0]).unwrap().pack;
        let mut book = Book::default();
        crate::pack::add_to_book(&mut book, &pack, "");
        let plain = |kind: &&crate::cards::UnitType| {
            kind.preprinted.is_none() && kind.is(crate::effect::Keyword::Infantry) && kind.flying.is_none()
        };
        book.kinds.iter().find(plain).unwrap().id.clone()
    }

    fn begun(sketch: &Value) -> Result<State, Refusal> {
        let mut tray = ReportedTray::scripted([]);
        let mut table = Table::<Battleground>::new(State::default(), &mut tray);
        begin_at(&mut table, sketched(sketch, &[])?)?;
        Ok(table.finish()?.0)
    }

    fn on(seat: &str, y: f64, heading: f64) -> Value {
        json!({ "seat": seat, "unit": card(), "pose": { "x": 18.0, "y": y, "heading": heading } })
    }

    #[test]
    fn bg4_turn_01_the_drawn_turn_begins_as_every_turn_does() {
        let sketch = json!({ "units": [on("A", 3.0, 0.0), on("B", 27.0, 180.0)], "active": "B", "turn": 4,
            "budget": 2000, "hands": { "A": 2 } });
        let state = begun(&sketch).unwrap();
        // An even turn of North's: South had the first. Four command actions to 2000 points.
        assert_eq!(
            (state.turn, state.active, state.first),
            (4, Some(Seat::B), Some(Seat::A))
        );
        assert_eq!(state.phase, Phase::MovementAndCommand);
        assert_eq!(state.player(Seat::B).actions, 4);
        assert_eq!(state.player(Seat::A).hand, [None, None]);
        assert_eq!(state.unit(id("A1")).unwrap().pose, Some(pose(18.0, 3.0, 0.0)));
        assert_eq!(
            state.unit(id("A1")).unwrap().status,
            Status::Ready(Some(crate::orders::Orders::plain(Order::Close)))
        );
    }

    #[test]
    fn bg4_cmd_02_the_first_drawn_turn_has_half_the_actions() {
        let sketch = json!({ "units": [on("A", 3.0, 0.0), on("B", 27.0, 180.0)], "budget": 2000 });
        let state = begun(&sketch).unwrap();
        assert_eq!((state.turn, state.active), (1, Some(Seat::A)));
        assert_eq!(state.player(Seat::A).actions, 2);
    }

    #[test]
    fn bg4_setup_04_a_drawn_battle_is_breaking_point_wherever_its_pack_is_named() {
        let sample = &sample_packs()[0];
        let mut raid = sample["scenarios"][0].clone();
        raid["id"] = json!("border-raid");
        let raids = json!({ "system": sample["system"], "id": "raids", "name": "Raids", "version": "1.0.0",
            "scenarios": [raid] });
        let mut sketch = json!({ "units": [on("A", 3.0, 0.0), on("B", 27.0, 180.0)],
            "packs": ["raids", sample["id"]] });
        let scenario = |sketch: &Value| {
            let state = sketched(sketch, std::slice::from_ref(&raids)).unwrap();
            state.scenario().unwrap().id.clone()
        };
        assert_eq!(scenario(&sketch), "breaking-point");
        sketch["scenario"] = json!("border-raid");
        assert_eq!(scenario(&sketch), "border-raid");
    }

    #[test]
    fn marks_status_and_engagements_are_as_drawn() {
        let mut south = on("A", 12.0, 0.0);
        south["damage"] = json!(2);
        south["status"] = json!("disrupted");
        // Front to front: two cards 2.5 inches deep touch.
        let sketch = json!({ "units": [south, on("B", 14.5, 180.0)], "turn": 3,
            "engaged": [{ "rusher": "B1", "rushed": "A1" }] });
        let state = begun(&sketch).unwrap();
        let unit = state.unit(id("A1")).unwrap();
        assert_eq!((unit.marked, unit.status), (2, Status::Disrupted));
        assert!(state.is_engaged(id("A1")) && unit.turn.began_engaged);
    }

    #[test]
    fn what_cannot_be_drawn_is_refused_by_its_name() {
        let two = || vec![on("A", 3.0, 0.0), on("B", 27.0, 180.0)];
        let mut stranger = two();
        stranger[0]["unit"] = json!("nobody");
        let mut idle = two();
        idle[0]["status"] = json!("routing");
        idle[0]["order"] = json!({ "order": "close" });
        let mut marked = two();
        marked[0]["damage"] = json!(200);
        let cases = [
            (json!({ "units": stranger }), "no unit card nobody"),
            (
                json!({ "units": [on("C", 3.0, 0.0)] }),
                "only South and North have units",
            ),
            (json!({ "units": two(), "turn": 0 }), "counted from 1"),
            (json!({ "units": two(), "active": "C" }), "take turns"),
            (
                json!({ "units": two(), "hands": { "B": 31 } }),
                "30 command cards",
            ),
            (
                json!({ "units": two(), "engaged": [{ "rusher": "A2", "rushed": "B1" }] }),
                "A2 is engaged",
            ),
            (json!({ "units": idle }), "not Ready"),
            (json!({ "units": marked }), "boxes marked"),
            (
                json!({ "units": [on("A", 3.0, 0.0), on("A", 4.0, 0.0), on("B", 27.0, 0.0)] }),
                "overlap",
            ),
            (
                json!({ "units": [on("A", -3.0, 0.0), on("B", 27.0, 0.0)], "turn": 2 }),
                "off the table",
            ),
        ];
        for (sketch, words) in cases {
            let refusal = begun(&sketch).unwrap_err();
            assert_eq!(refusal.rule.to_string(), "HS-POS-01", "{refusal:?}");
            assert!(refusal.message.contains(words), "{refusal:?}");
        }
        let malformed = begun(&json!({ "units": [{ "seat": "A" }] })).unwrap_err();
        assert_eq!(malformed.rule.to_string(), "HS-FORM-01");
    }
}
