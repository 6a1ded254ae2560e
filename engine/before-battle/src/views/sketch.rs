//! Positions drawn by hand: who stands where and whose turn it is, filled up to a whole position.

use std::sync::Arc;

use hindsight_geometry::squares::{Cell, Facing};
use hindsight_kernel::{DrawnPosition, Refusal, Seat, Setups, Sketches, refusals, wire};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::BeforeBattle;
use crate::messages::MESSAGES;
use crate::model::cards::{Cards, UnitCard};
use crate::model::event::by_slot;
use crate::model::names::{CardId, ItemId, UnitId};
use crate::model::state::{Loss, SEATS, Stage, State, Unit};

/// A position as somebody draws it, in a player's turn before its first action.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sketch {
    /// Who stands on the board. A player's units are numbered in this order.
    pub units: Vec<Drawn>,
    /// Who was destroyed before; they are numbered after those that stand, and score for the other player.
    #[serde(default)]
    pub lost: Vec<Lost>,
    /// Whose turn it is.
    #[serde(default = "south")]
    pub active: Seat,
    /// Who has the first turn of every round.
    #[serde(default = "south")]
    pub first: Seat,
    /// The round.
    #[serde(default = "one")]
    pub round: u8,
    /// The id of the pack; the sample pack if left out.
    #[serde(default)]
    pub pack: Option<String>,
}

/// A unit that stands on the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Drawn {
    /// Whose.
    pub seat: Seat,
    /// Its card.
    pub unit: CardId,
    /// Where it stands.
    pub cell: Cell,
    /// Where it looks.
    pub facing: Facing,
    /// Models alive; all of them if left out.
    #[serde(default)]
    pub models: Option<u8>,
    /// Wounds on the one wounded model.
    #[serde(default)]
    pub wounds: Option<u8>,
    /// What it carries.
    #[serde(default)]
    pub items: Vec<ItemId>,
    /// Whether it has acted this turn.
    #[serde(default)]
    pub acted: bool,
}

/// A unit that was destroyed before. Rule `BB-WIN-02`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lost {
    /// Whose.
    pub seat: Seat,
    /// Its card.
    pub unit: CardId,
    /// How it was lost; in melee if left out.
    #[serde(default = "in_melee")]
    pub how: Loss,
    /// What it carried.
    #[serde(default)]
    pub items: Vec<ItemId>,
}

const fn in_melee() -> Loss {
    Loss::Melee
}

const fn south() -> Seat {
    Seat::A
}

const fn one() -> u8 {
    1
}

impl Sketches for BeforeBattle {
    /// Fills a drawn position up. What it leaves open is as at the beginning of that turn: nobody has charged, no combat is
    /// under way. Whether the game can be so is judged when it begins from there. Rule `HS-POS-01`.
    fn sketched(sketch: &Value, packs: &[Value]) -> Result<DrawnPosition<State>, Refusal> {
        let sketch: Sketch = wire::read_form("the drawing", sketch)?;
        let setup = BeforeBattle::setup_from(&json!({ "pack": sketch.pack }), packs)?;
        let mut state = State {
            cards: Arc::clone(&setup.cards),
            stage: Stage::Actions,
            turned_up: true,
            round: sketch.round,
            active: Some(sketch.active),
            ..State::default()
        };
        state.start.first_turn = Some(sketch.first);
        let mut numbers = Numbers::default();
        for (place, unit) in sketch.units.iter().enumerate() {
            let at = |field: &str| format!("/units/{place}/{field}");
            let id = numbers.next(unit.seat, &at("seat"))?;
            let card = known(&setup.cards, unit.unit, &at("unit"))?;
            let placed = carrying(&mut state, id, card, &unit.items, &at("items"))?;
            placed.cell = Some(unit.cell);
            placed.facing = unit.facing;
            placed.models = unit.models.unwrap_or(card.models);
            placed.wounds = unit.wounds.unwrap_or_default();
            if unit.acted {
                state.acted.insert(id);
            }
        }
        for (place, unit) in sketch.lost.iter().enumerate() {
            let at = |field: &str| format!("/lost/{place}/{field}");
            let id = numbers.next(unit.seat, &at("seat"))?;
            let card = known(&setup.cards, unit.unit, &at("unit"))?;
            carrying(&mut state, id, card, &unit.items, &at("items"))?.lost = Some(unit.how);
        }
        Ok(DrawnPosition::plain(state))
    }

    /// The JSON Schema of a drawn position.
    fn sketch_schema() -> Value {
        wire::schema::<Sketch>()
    }
}

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a drawing; each names its place in the drawing as `path`.
    pub(crate) enum SketchRefusal {
        /// A seat that is no player.
        NotAPlayer { seat: Seat, path: String } = "HS-POS-01", "table" => with("path", path), asked(seat);
        /// A seventh unit.
        TooManyUnits { seat: Seat, path: String } = "HS-POS-01", "table", seat => with("path", path);
        /// A card that the pack does not have.
        NoCard { card: CardId, known: Vec<CardId>, path: String } = "HS-POS-01", "table", card
            => with("path", path), asked(card), allowed(known);
    }
}

/// How many units of each player have a number.
#[derive(Default)]
struct Numbers([usize; 2]);

impl Numbers {
    /// The next unit of a player, said at this place of the drawing.
    fn next(&mut self, seat: Seat, path: &str) -> Result<UnitId, Refusal> {
        let path = path.to_owned();
        let Some(slot) = SEATS.iter().position(|known| *known == seat) else {
            return Err(SketchRefusal::NotAPlayer { seat, path }.into());
        };
        let id = UnitId::new(seat, self.0[slot]).ok_or(SketchRefusal::TooManyUnits { seat, path })?;
        self.0[slot] += 1;
        Ok(id)
    }
}

fn known<'c>(cards: &'c Cards, id: CardId, path: &str) -> Result<&'c UnitCard, Refusal> {
    cards.unit(id).ok_or_else(|| {
        let path = path.to_owned();
        let known = cards.units.iter().map(|card| card.id).collect();
        SketchRefusal::NoCard {
            card: id,
            known,
            path,
        }
        .into()
    })
}

/// A unit of this card with what it carries.
fn carrying<'s>(
    state: &'s mut State,
    id: UnitId,
    card: &UnitCard,
    items: &[ItemId],
    path: &str,
) -> Result<&'s mut Unit, Refusal> {
    let cards = Arc::clone(&state.cards);
    crate::rules::equipment::one_per_slot(&cards, card, items)
        .map_err(|refusal| refusal.with("path", path))?;
    let unit = &mut state.units[id.index()];
    unit.card = Some(card.id);
    unit.items = by_slot(&cards, items.to_vec());
    Ok(unit)
}

#[cfg(test)]
mod tests {
    use hindsight_kernel::testing::check_ladders;
    use hindsight_kernel::{ReportedTray, Rules, Table};

    use super::*;
    use crate::BeforeBattle;
    use crate::scene::{reasons, sample_cards, unit};

    /// Two cards of the sample pack, the second of another roster where there is one.
    fn cards() -> [CardId; 2] {
        let units = sample_cards().units;
        [units[0].id, units[units.len() - 1].id]
    }

    fn begun(sketch: &Value) -> Result<State, Refusal> {
        let mut tray = ReportedTray::scripted([]);
        let mut table = Table::<BeforeBattle>::new(State::default(), &mut tray);
        BeforeBattle::begin_at(&mut table, BeforeBattle::sketched(sketch, &[])?.state)?;
        Ok(table.finish()?.0)
    }

    #[test]
    fn what_is_drawn_stands_so_and_the_rest_is_fresh() {
        let [one, other] = cards();
        let sketch = json!({ "units": [
            { "seat": "A", "unit": one, "cell": "d4", "facing": "N" },
            { "seat": "A", "unit": one, "cell": "a1", "facing": "E", "models": 2, "acted": true },
            { "seat": "B", "unit": other, "cell": "d6", "facing": "S" }],
            "first": "B", "round": 3 });
        let state = begun(&sketch).unwrap();
        assert_eq!(
            (state.round, state.active, state.start.first_turn),
            (3, Some(Seat::A), Some(Seat::B))
        );
        let full = sample_cards().unit(one).unwrap().models;
        let seen = |id: &str| {
            let unit = state.unit(unit(id));
            (unit.cell.unwrap().to_string(), unit.facing, unit.models)
        };
        assert_eq!(seen("A1"), ("d4".to_owned(), Facing::N, full));
        assert_eq!(seen("A2"), ("a1".to_owned(), Facing::E, 2));
        assert!(state.acted.contains(unit("A2")) && !state.acted.contains(unit("A1")));
        assert!(state.unit(unit("A3")).card.is_none());
    }

    #[test]
    fn bb_win_02_who_was_lost_before_scores_for_the_other_player() {
        let [one, other] = cards();
        let sketch = json!({ "units": [
            { "seat": "A", "unit": one, "cell": "d4", "facing": "N" },
            { "seat": "B", "unit": other, "cell": "d6", "facing": "S" }],
            "lost": [{ "seat": "B", "unit": one, "how": "off_board" }, { "seat": "B", "unit": other }] });
        let state = begun(&sketch).unwrap();
        let how = |id: &str| {
            let unit = state.unit(unit(id));
            (unit.card, unit.cell, unit.models, unit.lost)
        };
        assert_eq!(how("B2"), (Some(one), None, 0, Some(Loss::OffBoard)));
        assert_eq!(how("B3"), (Some(other), None, 0, Some(Loss::Melee)));
        // What both classes are worth is the same whoever destroys them.
        let mut fallen = state.clone();
        for id in ["B2", "B3"] {
            fallen.units[unit(id).index()].lost = None;
            fallen.units[unit(id).index()].card = None;
        }
        let scored = |state: &State| crate::rules::victory::victory_points(state);
        assert_eq!(scored(&fallen), [0, 0]);
        assert!(scored(&state)[0] > 0 && scored(&state)[1] == 0);
    }

    #[test]
    fn what_cannot_be_drawn_is_refused_by_its_name() {
        let [one, other] = cards();
        let on = |seat: &str, card: CardId, cell: &str| json!({ "seat": seat, "unit": card, "cell": cell, "facing": "N" });
        let cases = [
            (json!({ "units": [on("C", one, "d4")] }), "only A and B play"),
            (
                json!({ "units": vec![on("A", one, "d4"); 7] }),
                "more units than an army",
            ),
            (
                json!({ "units": [{ "seat": "A", "unit": "nobody", "cell": "d4", "facing": "N" }] }),
                "no unit card nobody",
            ),
            (
                json!({ "units": [on("A", one, "d4"), on("B", other, "d6")],
                    "lost": vec![json!({ "seat": "B", "unit": one }); 6] }),
                "more units than an army",
            ),
            (
                json!({ "units": [on("A", one, "d4"), on("B", other, "d6")],
                    "lost": [{ "seat": "B", "unit": "nobody" }] }),
                "no unit card nobody",
            ),
            (
                json!({ "units": [on("A", one, "d4"), on("B", other, "d4")] }),
                "two units stand on d4",
            ),
            (
                json!({ "units": [on("A", one, "d4")] }),
                "both players have units",
            ),
            (
                json!({ "units": [on("A", one, "d4"), on("B", other, "e5")], "round": 99 }),
                "round",
            ),
        ];
        let mut refused = Vec::new();
        for (sketch, words) in cases {
            let refusal = begun(&sketch).unwrap_err();
            assert_eq!(refusal.rule.to_string(), "HS-POS-01", "{refusal:?}");
            assert!(refusal.message.contains(words), "{refusal:?}");
            refused.push(refusal);
        }
        check_ladders::<SketchRefusal>(&[reasons::<SketchRefusal>(&refused)]);
        let malformed = begun(&json!({ "units": [{ "seat": "A" }] })).unwrap_err();
        assert_eq!(malformed.rule.to_string(), "HS-FORM-01");
    }
}
