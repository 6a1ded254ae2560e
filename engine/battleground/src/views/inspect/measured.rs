//! Measurements that players take at the table between two units, number by number: of the earlier edition pp. 7, 13-14, 16, 20,
//! of the later one pp. 46-47, 61-68.

use battleground_geometry::{Corner, Inches, Limit, Side};
use hindsight_kernel::{Message, RefusalReason as _, Shape, Tone, joined, message};
use serde_json::json;

use super::Answers;
use crate::editions::profile::{LinesOfFire, Measure, TurningBackTo};
use crate::field::heights::top_in_feet;
use crate::field::{CORRIDOR, Path, blocker};
use crate::messages::{self, MESSAGES, inches};
use crate::model::names::UnitId;
use crate::model::rule::Rule;
use crate::model::state::Unit;
use crate::model::words::hundredths;
use crate::procedures::attack::bands::{Band, band_by};
use crate::procedures::attack::weapon::Weapon;
use crate::procedures::rush::glimpses;
use crate::procedures::rush::sides::{Contact, JudgedSide, is_time_to_rush};
use crate::procedures::shooting::weapons;
use crate::procedures::sight::{has_line_of_fire, shifted};
use crate::views::board::at;

impl Answers<'_> {
    /// Everything that is measured to an enemy, where the edition measures it.
    pub(super) fn measures(&mut self, target: &Unit) {
        let profile = self.field.profile();
        if profile.nearest_on_close == Measure::MirroredCorners {
            self.distances(target);
        }
        if profile.no_turning_back_to == TurningBackTo::AnyPart {
            self.turning_back(target);
        }
        if profile.lines_of_fire == LinesOfFire::ByHeight {
            self.heights(target);
            self.shots(target);
        }
    }

    /// The effective distance by both pairs of corners, and that to the closest centre point. Rules `BG3-GEO-05`, `BG3-GEO-06`
    /// (p. 7).
    fn distances(&mut self, target: &Unit) {
        let (id, other) = (self.unit.id, target.id);
        let (Some(own), Some(card)) = (self.field.card(id).copied(), self.field.body(other).copied()) else {
            return;
        };
        for side in self.field.possible_sides(id, other) {
            let (left, right) = card.side_ends(side);
            let corners = [(Corner::FrontLeft, left), (Corner::FrontRight, right)];
            let [left, right] = corners.map(|(corner, end)| own.corner(corner).distance(end));
            let text = message!(
                MESSAGES,
                "inspect-effective-distance",
                side = messages::side(side),
                left = inches(left),
                right = inches(right),
                effective = inches(left.max(right))
            );
            let value = json!({
                "side": side, "left": left, "right": right, "effective": left.max(right)
            });
            self.answer("effective_distance", value, text, Rule::Geo14);
            for (corner, end) in corners {
                let points = vec![at(own.corner(corner)), at(end)];
                self.lay("measure", None, Tone::Plain, Shape::Line { points });
            }
        }
        if let Some(closest) = self.field.within(id, other) {
            let text = message!(MESSAGES, "inspect-closest-point", distance = inches(closest));
            self.answer("closest_point", json!(closest), text, Rule::Geo19);
        }
    }

    /// Every side of an enemy as a rush of it is measured: which may be rushed, and by which rule the others may not. Rules
    /// `BG4-RUSH-05` to `BG4-RUSH-15` (pp. 62-68), `BG3-RUSH-04` to `BG3-RUSH-18` (pp. 13-14).
    pub(super) fn rushed_sides(&mut self, sides: &[JudgedSide], enemy: UnitId) {
        let now = is_time_to_rush(&self.field, self.unit);
        for judged in sides {
            let (may, rule, verdict) = match &judged.verdict {
                Ok(own) => (true, Rule::Rush05, permission(own, now)),
                Err(why) => {
                    let why = why.as_refused(&self.field);
                    (false, why.rule(), why.message())
                }
            };
            let [front, left, right] = judged.contacts;
            let text = message!(
                MESSAGES,
                "inspect-rush-measured",
                side = messages::side(judged.side),
                enemy = messages::unit(self.state, enemy),
                distance = inches(judged.distance),
                reach = self.reach(judged.reach),
                contact = contact(judged.contacts),
                lane = lane(judged),
                verdict
            );
            let measured = |one: Contact| json!({ "side": one.own, "contact": one.most, "least_contact": one.least, "open": one.fits });
            let value = json!({
                "side": judged.side,
                "distance": judged.distance,
                "reach": judged.reach,
                "contact": front.most,
                "least_contact": front.least,
                "open": front.fits,
                "flanks": [measured(left), measured(right)],
                "line": judged.path.is_open(),
                "lane": judged.lane.filter(|width| *width < UNBOUNDED),
                "least_lane": CORRIDOR.width,
                "permitted": may,
                "with": judged.verdict.as_ref().ok(),
            });
            self.answer("rush_side", value, text, rule);
        }
    }

    /// How far it moves on the way to a side, and what of that it may rush.
    fn reach(&self, reach: Inches) -> Message {
        message!(
            MESSAGES,
            "inspect-reach",
            inches = hundredths(reach),
            slowed = reach != self.field.current_mc(self.unit.id).inches(),
            nearer = self.field.profile().rush_limit == Limit::LessThan
        )
    }

    /// From how near it could not have turned back. Rule `BG3-RUSH-10` (p. 14).
    fn turning_back(&mut self, target: &Unit) {
        let enemy = messages::unit(self.state, target.id);
        let distance = glimpses::distance_to_any_part(&self.field, self.unit.id, target.id);
        if let Some(distance) = distance {
            let text = message!(
                MESSAGES,
                "inspect-turning-back",
                distance = inches(distance),
                enemy
            );
            self.answer("turning_back", json!(distance), text, Rule::Rush10);
        }
    }

    /// How high both stand, by which lines of fire are judged. Rules `BG3-TERR-08`, `BG3-TERR-09` (pp. 16, 27).
    fn heights(&mut self, target: &Unit) {
        let (Some(own), Some(its)) = (
            top_in_feet(&self.field, self.unit.id),
            top_in_feet(&self.field, target.id),
        ) else {
            return;
        };
        let text = message!(MESSAGES, "inspect-heights", own, other = its);
        self.answer(
            "heights",
            json!({ "own": own, "other": its }),
            text,
            Rule::Heights,
        );
    }

    /// Whether each of its weapons has a line of fire, how far the shot counts, and in which band. Rules `BG3-COMB-08` (p.
    /// 16), `BG3-MOD-16`, `BG3-MOD-24` (p. 20).
    fn shots(&mut self, target: &Unit) {
        let (id, other) = (self.unit.id, target.id);
        let Some(distance) = self.field.within(id, other) else {
            return;
        };
        let counted = shifted(&self.field, id, other, distance);
        for weapon in weapons(&self.field, self.unit) {
            self.shot(weapon, other, distance, counted);
        }
    }

    fn shot(&mut self, weapon: Weapon, other: UnitId, distance: Inches, counted: Inches) {
        let id = self.unit.id;
        let clear = has_line_of_fire(&self.field, id, other, weapon.way);
        let high = (
            self.field.has_high_ground(id, other),
            self.field.has_high_ground(other, id),
        );
        let band = band_by(self.field.profile(), distance, high);
        let way: &str = weapon.way.into();
        let text = message!(
            MESSAGES,
            "inspect-line-of-fire",
            way,
            clear,
            distance = inches(distance),
            counted = inches(counted),
            range = inches(weapon.range),
            band = band_word(band)
        );
        let value = json!({
            "way": weapon.way,
            "spell": weapon.spell(),
            "line": clear,
            "distance": distance,
            "counts_as": counted,
            "range": weapon.range,
            "band": band_name(band),
        });
        self.answer("line_of_fire", value, text, Rule::Shot);
    }
}

/// From this width on nothing bounds a lane.
const UNBOUNDED: Inches = Inches::mils(100_000);

/// The word by which messages choose a range band.
pub(super) const fn band_word(band: Band) -> &'static str {
    match band {
        Band::Short => "short",
        Band::Long => "long",
        Band::Extreme => "extreme",
    }
}

/// A range band as the values of answers name it.
pub(super) const fn band_name(band: Band) -> &'static str {
    match band {
        Band::Short => "Short Range",
        Band::Long => "Long Range",
        Band::Extreme => "Extreme Range",
    }
}

/// The line and the lane to a side.
fn lane(side: &JudgedSide) -> Message {
    match (side.path, side.lane) {
        (Path::Line(by), _) => message!(MESSAGES, "inspect-line-crossed", by = blocker(by)),
        (Path::Narrow(by), Some(width)) => message!(
            MESSAGES,
            "inspect-lane-narrow",
            width = inches(width),
            least = inches(CORRIDOR.width),
            by = blocker(by)
        ),
        (Path::Open, Some(width)) if width < UNBOUNDED => {
            message!(MESSAGES, "inspect-lane", width = inches(width))
        }
        (Path::Open, Some(_) | None) | (Path::Narrow(_), None) => message!(MESSAGES, "inspect-no-lane"),
    }
}

/// The contact that its front could have, and where that is too little that of its flanks.
fn contact([front, left, right]: [Contact; 3]) -> Message {
    let of = |one: Contact| {
        message!(
            MESSAGES,
            "inspect-contact-of",
            most = inches(one.most),
            least = inches(one.least)
        )
    };
    if front.fits {
        message!(MESSAGES, "inspect-contact", front = of(front))
    } else {
        message!(
            MESSAGES,
            "inspect-contact-with-flanks",
            front = of(front),
            left = of(left),
            right = of(right)
        )
    }
}

/// That a side may be rushed, with which of the unit's own sides where that is not its front.
fn permission(own: &[Side], now: bool) -> Message {
    let flanks: Vec<Message> = own
        .iter()
        .filter(|side| side.is_flank())
        .map(|side| message!(MESSAGES, "inspect-its-side", side = messages::side(*side)))
        .collect();
    let flanks = if flanks.is_empty() {
        messages::none()
    } else {
        joined!(MESSAGES, "inspect-or", flanks)
    };
    if now {
        message!(MESSAGES, "inspect-side-permitted", flanks)
    } else {
        message!(MESSAGES, "inspect-side-permitted-later", flanks)
    }
}
