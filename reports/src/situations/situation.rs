//! One moment of a game as questions see it: what happened, and the fields that it has.

use std::collections::BTreeMap;

use hindsight_kernel::{Argument, Board, BoardPoint, Fact, Moment, Seat, SeatInfo, UnitInfo};
use serde::de::{Deserializer, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};

use super::field::{ActionField, Cell, Field};
use crate::community::Verdict;
use crate::messages::text;

/// One moment of a game.
#[derive(Debug, Clone, PartialEq)]
pub struct Situation {
    /// The version of the event.
    pub version: u64,
    /// What happened.
    pub deed: ActionField,
    /// The fields that it has, in their order.
    cells: Vec<(Field, Cell)>,
}

impl Situation {
    /// The value of a field, if it has it.
    pub fn get(&self, field: Field) -> Option<&Cell> {
        let place = self
            .cells
            .binary_search_by_key(&field, |(known, _)| *known)
            .ok()?;
        self.cells.get(place).map(|(_, cell)| cell)
    }

    /// A number, if the field holds one.
    pub fn number(&self, field: Field) -> Option<f64> {
        match self.get(field)? {
            Cell::Number(number) => Some(*number),
            Cell::Truth(_) | Cell::Word(_) => None,
        }
    }

    /// A word, if the field holds one.
    pub fn word(&self, field: Field) -> Option<&str> {
        match self.get(field)? {
            Cell::Word(word) => Some(word),
            Cell::Truth(_) | Cell::Number(_) => None,
        }
    }

    /// All fields.
    pub fn cells(&self) -> &[(Field, Cell)] {
        &self.cells
    }

    /// The bytes that it takes in memory, roughly.
    pub fn weight(&self) -> usize {
        let words = self.cells.iter().map(|(_, cell)| match cell {
            Cell::Word(word) => word.len(),
            Cell::Truth(_) | Cell::Number(_) => 0,
        });
        64 + self.cells.len() * 40 + words.sum::<usize>()
    }
}

/// A flat record: `version`, `what`, and the fields by their words.
impl Serialize for Situation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.cells.len() + 2))?;
        map.serialize_entry("version", &self.version)?;
        map.serialize_entry("what", self.deed.word())?;
        for (field, cell) in &self.cells {
            map.serialize_entry(field.word(), cell)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Situation {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Flat;
        impl<'de> Visitor<'de> for Flat {
            type Value = Situation;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}", text!("moment-expected"))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Situation, A::Error> {
                use serde::de::Error;
                let (mut version, mut deed, mut cells) = (0, None, BTreeMap::new());
                while let Some(name) = map.next_key::<String>()? {
                    match (name.as_str(), Field::named(&name)) {
                        ("version", _) => version = map.next_value()?,
                        ("what", _) => {
                            let word: String = map.next_value()?;
                            let known = ActionField::named(&word);
                            let unknown = || text!("moment-no-deed", word = Argument::quoted(&word));
                            deed = Some(known.ok_or_else(|| A::Error::custom(unknown()))?);
                        }
                        (_, Some(field)) => {
                            cells.insert(field, map.next_value()?);
                        }
                        // Which game it is of, and what a later release tells.
                        (_, None) => drop(map.next_value::<serde::de::IgnoredAny>()?),
                    }
                }
                Ok(Situation {
                    version,
                    deed: deed.ok_or_else(|| A::Error::missing_field("what"))?,
                    cells: cells.into_iter().collect(),
                })
            }
        }
        deserializer.deserialize_map(Flat)
    }
}

/// A seat of a game that is over.
#[derive(Debug, Clone, PartialEq)]
pub struct SeatThen {
    /// The seat with its side and faction.
    pub info: SeatInfo,
    /// How the game went for it.
    pub verdict: Verdict,
}

/// A game as its moments are told: what all of them have in common.
#[derive(Debug, Clone, PartialEq)]
pub struct GameThen {
    /// The system's id.
    pub system: String,
    /// The month in which it ended.
    pub month: String,
    /// Its seats.
    pub seats: Vec<SeatThen>,
}

/// The field just before an event.
#[derive(Debug, Clone, Default)]
pub struct FieldThen {
    units: BTreeMap<String, UnitInfo>,
    places: BTreeMap<String, BoardPoint>,
}

impl FieldThen {
    /// The units that there are, and where they stand.
    pub fn of(units: Vec<UnitInfo>, board: &Board) -> Self {
        let places = board.tokens.iter().filter_map(|token| {
            let count = token.outline.len() as f64;
            let sum = token
                .outline
                .iter()
                .fold((0.0, 0.0), |sum, corner| (sum.0 + corner.x, sum.1 + corner.y));
            (count > 0.0).then(|| {
                let centre = BoardPoint {
                    x: sum.0 / count,
                    y: sum.1 / count,
                };
                (token.id.clone(), centre)
            })
        });
        Self {
            places: places.collect(),
            units: units.into_iter().map(|unit| (unit.id.clone(), unit)).collect(),
        }
    }
}

/// The cells of one moment while they are gathered.
struct Gathered<'g> {
    game: &'g GameThen,
    then: &'g FieldThen,
    cells: BTreeMap<Field, Cell>,
}

impl Gathered<'_> {
    fn number(&mut self, field: Field, number: impl Into<f64>) {
        let number = number.into();
        if number.is_finite() {
            self.cells.insert(field, Cell::Number(number));
        }
    }

    fn word(&mut self, field: Field, word: impl Into<String>) {
        let word = word.into();
        if !word.is_empty() {
            self.cells.insert(field, Cell::Word(word));
        }
    }

    fn truth(&mut self, field: Field, truth: bool) {
        self.cells.insert(field, Cell::Truth(truth));
    }

    /// Whose it is, with how the game went for them and what stood on the field.
    fn seat(&mut self, seat: Seat) {
        self.word(Field::Seat, seat.to_string());
        let (game, then) = (self.game, self.then);
        let side = |seat: Seat| {
            let known = game.seats.iter().find(|known| known.info.seat == seat);
            known.map(|known| known.info.side)
        };
        if let Some(known) = game.seats.iter().find(|known| known.info.seat == seat) {
            self.word(Field::Faction, known.info.faction.clone().unwrap_or_default());
            let result = match known.verdict {
                Verdict::Won => "won",
                Verdict::Drawn => "drawn",
                Verdict::Lost => "lost",
            };
            self.word(Field::Result, result);
        }
        let own = side(seat);
        let (mut ours, mut theirs) = ((0_u32, 0.0), (0_u32, 0.0));
        for unit in then.units.values().filter(|unit| unit.alive) {
            let count = if side(unit.seat) == own {
                &mut ours
            } else {
                &mut theirs
            };
            count.0 += 1;
            count.1 += unit.points;
        }
        self.number(Field::OwnUnits, ours.0);
        self.number(Field::OwnPoints, ours.1);
        self.number(Field::EnemyUnits, theirs.0);
        self.number(Field::EnemyPoints, theirs.1);
    }

    fn unit(&mut self, id: &str) {
        use Field as F;
        self.about(
            id,
            [
                F::UnitId,
                F::UnitName,
                F::UnitCard,
                F::UnitFaction,
                F::UnitKind,
                F::UnitPoints,
                F::UnitFull,
                F::UnitLeft,
                F::UnitShare,
                F::UnitX,
                F::UnitY,
            ],
        );
    }

    fn other(&mut self, id: &str) {
        use Field as F;
        self.about(
            id,
            [
                F::OtherId,
                F::OtherName,
                F::OtherCard,
                F::OtherFaction,
                F::OtherKind,
                F::OtherPoints,
                F::OtherFull,
                F::OtherLeft,
                F::OtherShare,
                F::OtherX,
                F::OtherY,
            ],
        );
    }

    fn about(&mut self, id: &str, fields: [Field; 11]) {
        let [own, name, card, faction, kind, points, full, left, share, x, y] = fields;
        self.word(own, id);
        let then = self.then;
        if let Some(unit) = then.units.get(id) {
            self.word(name, unit.name.as_str());
            self.word(card, unit.card.as_str());
            self.word(faction, unit.faction.as_str());
            self.word(kind, unit.kind.as_str());
            self.number(points, unit.points);
            self.number(full, unit.full);
            self.number(left, unit.left);
            if unit.full > 0 {
                self.number(share, f64::from(unit.left) / f64::from(unit.full));
            }
        }
        if let Some(place) = then.places.get(id) {
            self.number(x, place.x);
            self.number(y, place.y);
        }
    }
}

impl Situation {
    /// A fact of an event as a moment: `then` is the field just before it, `moment` where in the game it happened.
    pub fn of(version: u64, fact: &Fact, game: &GameThen, then: &FieldThen, moment: &Moment) -> Self {
        let mut gathered = Gathered {
            game,
            then,
            cells: BTreeMap::new(),
        };
        gathered.word(Field::System, game.system.as_str());
        gathered.word(Field::Month, game.month.as_str());
        gathered.number(Field::Round, moment.round);
        gathered.number(Field::Turn, moment.turn);
        gathered.word(Field::Phase, moment.phase.as_str());
        let deed = action_field(fact, &mut gathered);
        Self {
            version,
            deed,
            cells: gathered.cells.into_iter().collect(),
        }
    }
}

/// Puts the fields of a fact beside those of every moment.
fn action_field(fact: &Fact, to: &mut Gathered<'_>) -> ActionField {
    use Field as F;
    match fact {
        Fact::DiceRolled(roll) => {
            to.seat(roll.seat);
            roll.unit.iter().for_each(|unit| to.unit(unit));
            roll.against.iter().for_each(|unit| to.other(unit));
            to.word(F::Purpose, roll.purpose.as_str());
            to.number(F::Dice, roll.roll.dice() as f64);
            if let Some(need) = roll.target {
                to.number(F::Need, need);
            }
            to.number(F::Rolled, roll.result);
            let expected = roll.expected.mean();
            to.number(F::Expected, expected);
            let more = f64::from(roll.result) - expected;
            to.number(F::Luck, if roll.high_is_good { more } else { -more });
            ActionField::Rolled
        }
        Fact::AttackResolved(attack) => {
            to.seat(attack.seat);
            to.unit(&attack.unit);
            to.other(&attack.against);
            to.word(F::Kind, attack.kind.as_str());
            to.truth(F::Ranged, attack.ranged);
            to.number(F::Dice, attack.dice);
            to.number(F::Hits, attack.hits);
            to.number(F::Saved, attack.saved);
            to.number(F::Damage, attack.damage);
            let expected = attack.expected.mean();
            to.number(F::Expected, expected);
            to.number(F::Luck, f64::from(attack.damage) - expected);
            ActionField::Attacked
        }
        Fact::DamageDealt(damage) => {
            to.seat(damage.seat);
            to.unit(&damage.unit);
            damage.by.iter().for_each(|unit| to.other(unit));
            to.word(F::Cause, damage.cause.as_str());
            to.number(F::Damage, damage.wounds);
            to.number(F::Models, damage.models);
            ActionField::Damaged
        }
        Fact::Restored(restored) => {
            to.seat(restored.seat);
            to.unit(&restored.unit);
            to.word(F::Cause, restored.cause.as_str());
            to.number(F::Damage, restored.wounds);
            to.number(F::Models, restored.models);
            ActionField::Restored
        }
        Fact::Returned { unit, seat, .. } => {
            to.seat(*seat);
            to.unit(unit);
            ActionField::Returned
        }
        Fact::UnitMoved {
            unit,
            seat,
            distance,
            kind,
            ..
        } => {
            to.seat(*seat);
            to.unit(unit);
            to.number(F::Distance, *distance);
            to.word(F::Kind, kind.as_str());
            ActionField::Moved
        }
        Fact::Activated { unit, seat, action } => {
            to.seat(*seat);
            to.unit(unit);
            to.word(F::Action, action.as_str());
            ActionField::Acted
        }
        Fact::OrderGiven { unit, seat, order } => {
            to.seat(*seat);
            to.unit(unit);
            to.word(F::Action, order.as_str());
            ActionField::Ordered
        }
        Fact::OrderResolved {
            unit,
            seat,
            order,
            succeeded,
        } => {
            to.seat(*seat);
            to.unit(unit);
            to.word(F::Action, order.as_str());
            to.truth(F::Passed, *succeeded);
            ActionField::Resolved
        }
        Fact::Spent { seat, of, on, amount } => {
            to.seat(*seat);
            to.word(F::Of, of.as_str());
            to.word(F::On, on.as_str());
            to.number(F::Amount, *amount);
            ActionField::Spent
        }
        Fact::CardWorked {
            seat,
            card,
            hits,
            damage,
            passes,
        } => {
            to.seat(*seat);
            to.word(F::On, card.as_str());
            to.number(F::Hits, *hits);
            to.number(F::Damage, *damage);
            to.number(F::Amount, *passes);
            ActionField::Worked
        }
        Fact::MoraleChecked {
            unit,
            seat,
            kind,
            need,
            rolled,
            passed,
            chance,
        } => {
            to.seat(*seat);
            to.unit(unit);
            to.word(F::Kind, kind.as_str());
            to.number(F::Need, *need);
            to.number(F::Rolled, *rolled);
            to.truth(F::Passed, *passed);
            to.number(F::Chance, *chance);
            ActionField::Tested
        }
        Fact::Broken { unit, seat } => {
            to.seat(*seat);
            to.unit(unit);
            ActionField::Broke
        }
        Fact::Rallied { unit, seat } => {
            to.seat(*seat);
            to.unit(unit);
            ActionField::Rallied
        }
        Fact::TurnPassed {
            unit,
            seat,
            in_combat,
            without_order,
        } => {
            to.seat(*seat);
            to.unit(unit);
            to.truth(F::Fighting, *in_combat);
            to.truth(F::Idle, *without_order);
            ActionField::Stood
        }
        Fact::Destroyed {
            unit,
            seat,
            points,
            cause,
            by,
        } => {
            to.seat(*seat);
            to.unit(unit);
            if let Some(unit) = by {
                to.other(unit);
            }
            to.number(F::UnitPoints, *points);
            to.word(F::Cause, cause.as_str());
            ActionField::Destroyed
        }
        Fact::Engaged {
            unit,
            seat,
            with,
            direction,
            charge,
        } => {
            to.seat(*seat);
            to.unit(unit);
            to.other(with);
            to.word(F::Direction, direction.as_str());
            to.truth(F::Charge, *charge);
            ActionField::Engaged
        }
        Fact::FightEnded {
            units,
            damage,
            winner,
        } => {
            if let Some(seat) = winner {
                to.seat(*seat);
                let of = |own: bool| {
                    let all = damage.iter().filter(|(dealer, _)| (dealer == seat) == own);
                    all.map(|(_, dealt)| f64::from(*dealt)).sum::<f64>()
                };
                to.number(F::Damage, of(true));
                to.number(F::Taken, of(false));
                let then = to.then;
                let of_winner = |id: &&String| then.units.get(*id).is_some_and(|unit| unit.seat == *seat);
                units
                    .iter()
                    .find(of_winner)
                    .into_iter()
                    .for_each(|unit| to.unit(unit));
                let lost = units.iter().find(|id| !of_winner(id));
                if let Some(unit) = lost {
                    to.other(unit);
                }
            }
            ActionField::Fought
        }
        Fact::Decided {
            seat,
            decision,
            choice,
        } => {
            to.seat(*seat);
            to.word(F::Of, decision.as_str());
            to.word(F::On, choice.as_str());
            ActionField::Decided
        }
        Fact::Scored { amount, reason, .. } => {
            to.number(F::Amount, *amount);
            to.word(F::Of, reason.as_str());
            ActionField::Scored
        }
        Fact::Counted {
            counter,
            unit,
            seat,
            amount,
        } => {
            if let Some(seat) = seat {
                to.seat(*seat);
            }
            if let Some(unit) = unit {
                to.unit(unit);
            }
            to.word(F::Of, counter.as_str());
            to.number(F::Amount, *amount);
            ActionField::Counted
        }
    }
}
