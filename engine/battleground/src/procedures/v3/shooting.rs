//! Targets of shooting (pp. 8, 16-17).

use battleground_geometry::{Inches, Limit, Pose, in_front_arc, nearest_centre_point};

use super::sight::{LinesOfFire, shifted_between};
use crate::field::{Field, Stand, TOL};
use crate::model::agenda::{Answer, Answered, Asking, Need, Options, Topic, fitting_answer};
use crate::model::cards::{RangedType, Spell};
use crate::model::names::UnitId;
use crate::model::orders::Order;
use crate::model::rule::Rule;
use crate::model::state::{Status, Unit};
use crate::procedures::attack::weapon::{Weapon, enemy_objective, is_engaged_for_low_arc, is_shot};
use crate::procedures::movement::plans::cut::Here;
use crate::procedures::movement::reach::reaches;
use crate::procedures::v3::holding;

/// What arithmetic may lose.
const HAIR: f64 = 1e-6;

/// Whether an enemy is a legal target but for being nearest. Rules `BG3-COMB-07` to `BG3-COMB-11` (pp. 16-17), `BG3-MOD-24`
/// (p. 20).
pub(crate) fn is_legal(field: &Field<'_>, unit: UnitId, enemy: UnitId, weapon: Weapon) -> bool {
    match (field.stand(unit), field.stand(enemy)) {
        (Some(from), Some(on)) => is_legal_from(&LinesOfFire::over(field), from, on, weapon),
        (None, Some(_) | None) | (Some(_), None) => false,
    }
}

/// Whether an enemy is a legal target but for being nearest, of a unit as it stands, or might: in the front arc, within range,
/// by a free line of fire, and for Low Arc attacks not engaged; of a spell that reaches the whole battlefield every enemy that it
/// may be cast on. Rules `BG3-COMB-07` to `BG3-COMB-11` (pp. 16-17), `BG3-MOD-24` (p. 20), `BG3-SPELL-02` (p. 31).
fn is_legal_from(lines: &LinesOfFire<'_>, from: &Stand, on: &Stand, weapon: Weapon) -> bool {
    let field = lines.field();
    let spell = spell_by(field, from.id, weapon);
    if let Some(spell) = spell
        && !may_be_cast_on(field, spell, on.id)
    {
        return false;
    }
    if spell.is_some_and(|spell| spell.battlefield) {
        return true;
    }
    is_within(field, from, on, weapon.range)
        && in_front_arc(&from.card, &on.card, TOL)
        && !(weapon.way == RangedType::LowArc && is_engaged_for_low_arc(field.state(), on.id))
        && lines.has_one(from, on, weapon.way)
}

/// The spell by which a unit shoots with a weapon.
pub(crate) fn spell_by<'s>(field: &Field<'s>, unit: UnitId, weapon: Weapon) -> Option<&'s Spell> {
    let state = field.state();
    weapon.cast_by(state, state.unit(unit)?)
}

/// Whether a unit meets what a spell asks of its target. Rules `BG3-SPELL-02` (p. 31), `BG3-ERR-03` (p. 33).
pub(crate) fn may_be_cast_on(field: &Field<'_>, spell: &Spell, target: UnitId) -> bool {
    let state = field.state();
    let met = |target: &Unit| holding::holds(state, target, &spell.only);
    spell.only.is_empty() || state.unit(target).is_some_and(met)
}

/// How far the closest centre point of a target is from a unit as it stands, or might. Rule `BG3-GEO-06` (p. 7).
fn distance(from: &Stand, on: &Stand) -> Inches {
    nearest_centre_point(on.body(), from.card.front_centre()).2
}

/// Whether a target is within a distance, as height shifts it. Rule `BG3-MOD-24` (p. 20).
fn is_within(field: &Field<'_>, from: &Stand, on: &Stand, range: Inches) -> bool {
    let distance = distance(from, on);
    let reaches = |distance: Inches| field.profile().measures.reaches(distance, range, Limit::Within);
    // Where no shift can matter the ground is not looked at.
    let shift = field.profile().height_shift;
    reaches((distance - shift).max(Inches::ZERO))
        && (reaches(distance + shift) || reaches(shifted_between(field, from, on, distance)))
}

/// The distance that Short and Long put in the place of the range. Rule `BG3-ORD-05` (p. 6).
fn ordered(unit: &Unit) -> Option<Inches> {
    match unit.status {
        Status::Ready(Some(orders)) => match orders.order {
            Order::Short => Some(Inches::mils(7_000)),
            Order::Long => Some(Inches::mils(14_000)),
            Order::Close | Order::Hold | Order::Range | Order::Follow => None,
        },
        Status::Ready(None) | Status::Disrupted | Status::Routing => None,
    }
}

/// Whether a unit on a ranged order stays where it is. Rules `BG3-ORD-04` to `BG3-ORD-06` (p. 6).
pub(crate) fn stays(field: &Field<'_>, id: UnitId, enemy: UnitId, within: Inches) -> bool {
    let own = field.state().unit(id).zip(field.card(id));
    own.is_some_and(|(unit, card)| Shooter::of(field, unit, within).stays(enemy, card.pose()))
}

/// A unit on a ranged order that looks for targets from wherever it might stand.
pub(crate) struct Shooter<'f> {
    unit: &'f Unit,
    lines: LinesOfFire<'f>,
    weapons: Vec<Weapon>,
    /// The distance that Short and Long give, and the range that counts besides.
    ordered: Option<Inches>,
    range: Inches,
    /// No enemy is farther from its front centre point for whom it stays.
    reach: f64,
}

impl<'f> Shooter<'f> {
    /// A unit whose order has it come within a distance of its enemy.
    pub(crate) fn of(field: &'f Field<'f>, unit: &'f Unit, within: Inches) -> Self {
        let card = field.state().kind(unit);
        let shots = card
            .ranged_attacks()
            .map(|(kind, ranged)| Weapon::of_card(card, kind, ranged));
        let spells = (0..=u8::MAX)
            .zip(&card.spells)
            .filter(|(_, spell)| is_shot(field.profile(), spell))
            .map(|(place, spell)| Weapon::of_spell(place, spell));
        let ordered = ordered(unit);
        let range = match ordered {
            Some(_) => {
                let all = reaches(field.profile(), card);
                all.iter().map(|one| one.range.inches()).max().unwrap_or(within)
            }
            None => within,
        };
        Self {
            unit,
            lines: LinesOfFire::over(field),
            weapons: shots.chain(spells).collect(),
            ordered,
            range,
            reach: within.value() + most_shift(field).value() + HAIR,
        }
    }

    /// Whether it stays at a pose: the enemy it goes for is within this distance and in its front arc, and it has a legal target.
    /// Rules `BG3-ORD-04` to `BG3-ORD-06` (p. 6), `BG3-MOD-24` (p. 20).
    // RULING: BG3-ORD-05, heights shift the distance for the range of the card; what Short and Long order is measured as it is.
    pub(crate) fn stays(&self, enemy: UnitId, pose: Pose) -> bool {
        let field = self.field();
        let (Some(own), Some(on)) = (field.stand(self.unit.id), field.stand(enemy)) else {
            return false;
        };
        let from = own.at(pose);
        let ordered = |ordered: Inches| {
            let measures = field.profile().measures;
            measures.reaches(distance(&from, on), ordered, Limit::Within)
        };
        self.ordered.is_none_or(ordered)
            && is_within(field, &from, on, self.range)
            && in_front_arc(&from.card, &on.card, TOL)
            && self.has_target_as(&from)
    }

    /// Whether it has a legal target at a pose, at the printed range of its ranged attack or of a spell; none on ground that keeps it
    /// from shooting. Rules `BG3-ORD-04` (p. 6), `BG3-TERR-11` (p. 28), `BG3-KEY-32` (p. 31).
    pub(crate) fn has_target(&self, pose: Pose) -> bool {
        let own = self.field().stand(self.unit.id);
        own.is_some_and(|own| self.has_target_as(&own.at(pose)))
    }

    fn has_target_as(&self, from: &Stand) -> bool {
        let stands = self.field().stands().iter();
        let mut enemies = stands.filter(|stand| stand.id.team() != from.id.team());
        let is_target = |enemy: &Stand| {
            let legal = |weapon: &Weapon| is_legal_from(&self.lines, from, enemy, *weapon);
            self.weapons.iter().any(legal)
        };
        enemies.any(is_target) && !self.field().ground_under_forbids_shooting(from)
    }

    /// Whether it stops at a pose on its way to an enemy. Rule `BG3-PATH-10` (p. 6).
    pub(crate) fn stops(&self, enemy: UnitId, pose: Pose) -> Here {
        let field = self.field();
        let missing = match (field.stand(self.unit.id), field.stand(enemy)) {
            (Some(own), Some(on)) => distance(&own.at(pose), on).value(),
            (None, Some(_) | None) | (Some(_), None) => f64::from(u16::MAX),
        };
        Here::within(self.reach, missing).and(|| self.stays(enemy, pose))
    }

    /// Over which field.
    pub(crate) const fn field(&self) -> &'f Field<'f> {
        self.lines.field()
    }

    /// No enemy is farther from its front centre point for whom it stays.
    pub(crate) const fn reach(&self) -> f64 {
        self.reach
    }
}

/// By how much heights may bring a target nearer: by nothing where all is level.
fn most_shift(field: &Field<'_>) -> Inches {
    let in_the_air = field.stands().iter().any(|stand| stand.airborne);
    if in_the_air || field.lays().iter().any(|lay| lay.rise() > 0) {
        field.profile().height_shift
    } else {
        Inches::ZERO
    }
}

/// The enemies that a unit may shoot with a weapon: under Direct Control all that are legal, else its enemy objective if that
/// is legal, else the closest legal one; its owner breaks ties. Of a spell that reaches the whole battlefield all. Rules
/// `BG3-COMB-07`, `BG3-COMB-08`, `BG3-COMB-12`, `BG3-COMB-13` (p. 16), `BG3-ORD-12` (p. 8), `BG3-CMD-07` (p. 10),
/// `BG3-SPELL-02` (p. 31).
///
// RULING: BG3-SPELL-02, "any unit regardless of distance or any other considerations" (p. 31) frees the choice of the target
// from distance, arc, line of fire, engagement, the closest and the objective; the modifiers of a ranged attack remain.
///
/// # Errors
/// [`Need::Ask`] where its owner must choose between tied enemies.
pub(crate) fn targets(
    field: &Field<'_>,
    unit: &Unit,
    weapon: Weapon,
    answers: &[Answered],
) -> Result<Vec<UnitId>, Need> {
    let legal: Vec<UnitId> = field
        .state()
        .enemies_of(unit.id.seat())
        .map(|enemy| enemy.id)
        .filter(|enemy| is_legal(field, unit.id, *enemy, weapon))
        .collect();
    let anywhere = weapon
        .cast_by(field.state(), unit)
        .is_some_and(|spell| spell.battlefield);
    if unit.turn.controlled || anywhere {
        return Ok(legal);
    }
    if let Some(objective) = enemy_objective(unit).filter(|objective| legal.contains(objective)) {
        return Ok(vec![objective]);
    }
    // Heights count for the range but not for the order. RULING: BG3-COMB-07.
    let distances: Vec<Inches> = legal
        .iter()
        .map(|enemy| field.within(unit.id, *enemy).unwrap_or(Inches::MOST))
        .collect();
    let tied: Vec<UnitId> = field
        .profile()
        .measures
        .shortest(&distances)
        .into_iter()
        .map(|place| legal[place])
        .collect();
    if tied.len() < 2 {
        return Ok(tied);
    }
    let given = fitting_answer(
        answers,
        Topic::NearestEnemy,
        Some(unit.id),
        None,
        |answer| matches!(answer, Answer::Unit(enemy) if tied.contains(enemy)),
    );
    match given {
        Some(Answer::Unit(enemy)) => Ok(vec![*enemy]),
        Some(_) | None => Err(Asking {
            seat: unit.id.seat(),
            topic: Topic::NearestEnemy,
            unit: Some(unit.id),
            about: None,
            options: Options::OneOf(
                tied.into_iter()
                    .map(|enemy| (Answer::Unit(enemy), format!("{enemy} is the closest target")))
                    .collect(),
            ),
            rule: Rule::Geo15.into(),
        }
        .into()),
    }
}
