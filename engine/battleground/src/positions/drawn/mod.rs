//! Positions drawn by hand: who stands where and who fell, on which ground, whose turn begins, filled up to a whole position.

mod engaged;
mod orders;
mod players;
mod refusal;
mod terrain;
mod turn;
mod units;

use std::collections::BTreeMap;
use std::sync::Arc;

use hindsight_kernel::{DrawnPosition, Seat, Sketches, wire};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use strum::IntoEnumIterator as _;

use crate::editions::Edition;
use crate::editions::terrain::has_terrain;
use crate::model::bounds::BUDGETS;
use crate::model::cards::{Book, TerrainType};
use crate::model::names::{CardNo, Team};
use crate::model::refusal::Refusal;
use crate::model::state::{Agreed, Decks, SeatPlayers, State, Unit};
use crate::positions::start::check_bounds;
use crate::rules::setup::agreed::check_agreed;
use crate::rules::setup::{setup_from, shares_of};
use crate::system::BattlegroundOf;

pub use engaged::Engaged;
pub use orders::{DrawnObjective, DrawnOrder};
pub use terrain::{DrawnPiece, DrawnShape};
pub use units::{Drawn, DrawnCheck, DrawnStatus, Lost};

impl<const EDITION: u8> Sketches for BattlegroundOf<EDITION> {
    fn sketched(sketch: &Value, packs: &[Value]) -> Result<DrawnPosition<State>, hindsight_kernel::Refusal> {
        sketched(Self::EDITION, sketch, packs).map_err(|refusal| refusal.of(Self::EDITION))
    }

    fn sketch_schema() -> Value {
        sketch_schema(Self::EDITION)
    }
}

/// A position as somebody draws it, at the beginning of a turn or in its Movement & Command Phase.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sketch {
    /// Who stands on the table. A player's units are numbered in this order.
    pub units: Vec<Drawn>,
    /// Who was destroyed before; they are numbered after those that stand, and count as destroyed.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub lost: Vec<Lost>,
    /// The points of each seat in a game of teams, as a setup gives them: seats A, C and E play for South, B, D and F for North.
    /// Only in the edition that has teams; without it two players. Rule `BG3-SCEN-03` (p. 26).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub teams: BTreeMap<Seat, u16>,
    /// Whose turn it is; in a game of teams that of their whole team.
    #[serde(default = "south")]
    pub active: Seat,
    /// The number of that turn; both players' turns count. It is the first one only if this player had the first turn.
    #[serde(default = "one")]
    pub turn: u16,
    /// Command actions that the player whose turn it is has left: the turn is in its Movement & Command Phase already. Left
    /// out, the turn begins.
    #[serde(default)]
    #[schemars(range(min = 0, max = 20))]
    pub actions: Option<u8>,
    /// Command actions that partners of that player have left; who is left out has spent none. Rule `BG3-SCEN-03` (p. 26).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub partners: BTreeMap<Seat, u8>,
    /// Who is engaged with whom since an earlier turn.
    #[serde(default)]
    pub engaged: Vec<Engaged>,
    /// The map; the one that the scenario prescribes, or the first one of the packs, if left out.
    #[serde(default)]
    pub map: Option<String>,
    /// Terrain that lies on the table beside that of the map.
    #[serde(default)]
    #[schemars(length(max = 60))]
    pub terrain: Vec<DrawnPiece>,
    /// The scenario; Breaking Point if left out.
    #[serde(default)]
    pub scenario: Option<String>,
    /// The points budget, which decides the command actions; what the larger army costs if left out.
    #[serde(default)]
    pub budget: Option<u16>,
    /// How many command cards each player holds: which ones is not known before they are played, but for those named.
    #[serde(default)]
    pub hands: BTreeMap<Seat, u8>,
    /// Those of the cards in hand that are known, player by player.
    #[serde(default)]
    pub known: BTreeMap<Seat, Vec<CardNo>>,
    /// The cards that lie face up, player by player, the last one played on top.
    #[serde(default)]
    pub discards: BTreeMap<Seat, Vec<CardNo>>,
    /// The ids of the packs in play; the sample pack if left out.
    #[serde(default)]
    pub packs: Vec<String>,
}

const fn south() -> Seat {
    Seat::A
}

const fn one() -> u16 {
    1
}

/// The JSON Schema of a drawn position of an edition: in the later one no terrain says its own effects (`BG3-TERR-01`, p. 27), in the
/// earlier one no unit is Disrupted or marks ammunition (`BG3-CARD-07`, `BG3-CARD-10`, pp. 3, 6, 22), and its terrain table is shorter
/// (`BG3-TERR-12`, pp. 28, 35).
pub(crate) fn sketch_schema(edition: Edition) -> Value {
    let mut schema = wire::schema::<Sketch>();
    if edition == Edition::V3 {
        if let Some(fields) = schema
            .pointer_mut("/$defs/Drawn/properties")
            .and_then(Value::as_object_mut)
        {
            fields.remove("ammo");
        }
        if let Some(fields) = schema
            .pointer_mut("/$defs/DrawnPiece/properties")
            .and_then(Value::as_object_mut)
        {
            // Only a Sheer Cliff rises to a level.
            fields.remove("rises_to");
        }
        drop_words(&mut schema, "/$defs/DrawnStatus", &|word| word == "disrupted");
        drop_words(&mut schema, "/$defs/TerrainType", &|word| {
            TerrainType::iter().any(|kind| {
                let name: &str = kind.into();
                word == name && !has_terrain(edition, kind)
            })
        });
        drop_unused(&mut schema);
    }
    if edition == Edition::V4 {
        let custom = schema.pointer_mut("/$defs/DrawnPiece/properties");
        if let Some(properties) = custom.and_then(Value::as_object_mut) {
            properties.remove("custom");
        }
        // A kind with a sentence of its own stands beside the others.
        let kinds = schema.pointer_mut("/$defs/TerrainType/oneOf");
        if let Some(kinds) = kinds.and_then(Value::as_array_mut) {
            kinds.retain(|kind| kind["const"] != "custom");
        }
        drop_unused(&mut schema);
    }
    schema
}

/// Takes words away from those that a definition lists: one by one with a sentence of its own, or several together.
fn drop_words(schema: &mut Value, definition: &str, drop: &dyn Fn(&str) -> bool) {
    let dropped = |word: &Value| word.as_str().is_some_and(drop);
    let retain = |list: Option<&mut Value>, keep: &dyn Fn(&Value) -> bool| {
        if let Some(list) = list.and_then(Value::as_array_mut) {
            list.retain(keep);
        }
    };
    retain(schema.pointer_mut(&format!("{definition}/enum")), &|word| {
        !dropped(word)
    });
    retain(schema.pointer_mut(&format!("{definition}/oneOf")), &|one| {
        !dropped(&one["const"])
    });
    let grouped = schema.pointer_mut(&format!("{definition}/oneOf"));
    for group in grouped.and_then(Value::as_array_mut).into_iter().flatten() {
        retain(group.get_mut("enum"), &|word| !dropped(word));
    }
}

/// Takes away the definitions that nothing refers to any more.
fn drop_unused(schema: &mut Value) {
    loop {
        let text = schema.to_string();
        let Some(definitions) = schema.get_mut("$defs").and_then(Value::as_object_mut) else {
            return;
        };
        let before = definitions.len();
        definitions.retain(|name, _| text.contains(&format!("\"#/$defs/{name}\"")));
        if definitions.len() == before {
            return;
        }
    }
}

/// Fills a drawn position up: the battle stands at the end of the turn before, and the next one begins as every turn does,
/// or it stands in the Movement & Command Phase of the turn that is drawn. Whether it can be so is judged when it begins from there. Rule `HS-POS-01`.
///
/// RULING: a player of a drawn position belongs to the faction of the first unit, and has spent what the units cost that
/// are drawn, standing or lost.
pub(crate) fn sketched(
    edition: Edition,
    sketch: &Value,
    packs: &[Value],
) -> Result<DrawnPosition<State>, Refusal> {
    let sketch: Sketch = wire::read_form("the drawing", sketch)?;
    let mut setup = setup_from(edition, &json!({ "packs": sketch.packs }), packs)?;
    let shares =
        shares_of(edition, &sketch.teams).map_err(|why| Refusal::from(why).with("path", "/teams"))?;
    let seats = shares.len().max(2);
    players::check_seats(&sketch, seats)?;
    let units = units::drawn(edition.profile(), &setup.book, &sketch, seats)?;
    let mut agreed = agreed(&setup.book, &sketch, &shares, &units)?;
    let pieces = terrain::pieces(edition, &sketch.terrain)?;
    if !pieces.is_empty() {
        agreed.map = Some(terrain::lay(
            Arc::make_mut(&mut setup.book),
            &agreed,
            pieces.clone(),
        )?);
    }
    let mut state = State {
        edition,
        book: setup.book,
        decks: Decks::Table,
        agreed,
        units,
        players: SeatPlayers::new(seats),
        ..turn::before(edition, sketch.turn, sketch.active, seats)?
    };
    for (player, share) in state.players.iter_mut().zip(&shares) {
        player.share = Some(*share);
    }
    for seat in state.seats() {
        let spent = points(&state.book, &state.units, |owner| owner == seat);
        players::seat(&mut state, &sketch, seat, spent)?;
    }
    check_bounds(&state)?;
    let apart = engaged::engage(&mut state, &sketch.engaged)?;
    turn::go_on(&mut state, &sketch)?;
    let on_ground = terrain::fault(&state, &pieces);
    let ordered = orders::give(&mut state, &sketch.units);
    turn::note_flyers(&mut state, &sketch);
    Ok(DrawnPosition {
        terrain: terrain::features(&sketch.terrain, &pieces),
        state,
        refusal: on_ground
            .or(apart)
            .or(ordered.err())
            .map(|refusal| refusal.of(edition)),
    })
}

/// What the drawn units of these seats cost, in points.
fn points(book: &Book, units: &[Unit], of: impl Fn(Seat) -> bool) -> u32 {
    let own = units.iter().filter(|unit| of(unit.id.seat()));
    own.filter_map(|unit| book.kind(unit.kind))
        .map(|kind| u32::from(kind.points))
        .sum()
}

/// Budget, scenario and map as drawn; what is left open is chosen as for those who choose nothing: the budget is that of the
/// richer team, or what the larger army costs. Rules `BG4-SETUP-03`, `BG4-SETUP-04`, `BG3-SCEN-04` (p. 26).
fn agreed(book: &Book, sketch: &Sketch, shares: &[u16], units: &[Unit]) -> Result<Agreed, Refusal> {
    let worth = |team: Team| {
        let own = shares.iter().skip(team.index()).step_by(2);
        let share: u32 = own.map(|share| u32::from(*share)).sum();
        if shares.is_empty() {
            points(book, units, |owner| Team::of(owner) == team)
        } else {
            share
        }
    };
    let larger = Team::BOTH.map(worth).into_iter().max().unwrap_or_default();
    let larger = u16::try_from(larger).unwrap_or(u16::MAX);
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

#[cfg(test)]
mod tests;
