//! Effects of the ground in combat: Soft Cover, Hard Cover, High Ground (pp. 102-103, 113-118).

use battleground_geometry::{Card, Degrees, Inches, Object, Point, Side, gap};
use hindsight_kernel::Modifier;

use crate::editions::profile::{Share, WallCover};
use crate::field::terrain::{Elevation, Lay, WATER};
use crate::field::{Field, Size, Stand, TOL};
use crate::model::cards::TerrainType;
use crate::model::effect::{Cover, Effect};
use crate::model::names::UnitId;
use crate::model::rule::Rule;
use crate::procedures::holding;

const SOFT: i32 = 1;
const HARD: i32 = 2;

impl Field<'_> {
    /// Whether a unit has High Ground to another: it stands higher, or dry above one in the water at the bank. Rules
    /// `BG4-TERR-19`, `BG4-TERR-23`, `BG4-FLY-09` (pp. 114, 117-118, 125).
    pub fn has_high_ground(&self, unit: UnitId, over: UnitId) -> bool {
        match (self.stand(unit), self.stand(over)) {
            (Some(unit), Some(over)) => self.is_higher(unit, over),
            (None, Some(_) | None) | (Some(_), None) => false,
        }
    }

    /// The same of units as they stand, or might.
    pub(crate) fn is_higher(&self, unit: &Stand, over: &Stand) -> bool {
        let by_shore = !self.profile().shore_counts_in_melee_alone;
        self.fights_at(unit).above(self.fights_at(over)) > 0
            || (by_shore && self.is_on_shore_above(unit, over))
    }

    /// Whether a unit has High Ground to another that it fights: also on the shoreline, where that counts in engaged attacks
    /// alone. Rule `BG3-TERR-16` (p. 28).
    pub fn has_high_ground_in_melee(&self, unit: UnitId, over: UnitId) -> bool {
        // RULING: BG3-TERR-16, more than half of the one on the shoreline and more than half of the other in water.
        let enough = self.profile().share_for_cover;
        let by_shore = || match (self.stand(unit), self.stand(over)) {
            (Some(unit), Some(over)) => {
                !unit.airborne
                    && !over.airborne
                    && enough.is_enough(self.share_of(&unit.card, &[TerrainType::Shoreline]))
                    && enough.is_enough(self.share_of(&over.card, &WATER))
            }
            (None, Some(_) | None) | (Some(_), None) => false,
        };
        self.has_high_ground(unit, over) || (self.profile().shore_counts_in_melee_alone && by_shore())
    }

    /// The level at which a unit fights: the highest that has enough of it. Rules `BG4-TERR-03`, `BG3-MOD-23` (p. 20).
    fn fights_at(&self, stand: &Stand) -> Elevation {
        let share = self.profile().share_for_cover;
        if stand.airborne || share == Share::Half {
            return self.elevation(stand);
        }
        let level = (1..=3)
            .rev()
            .find(|level| share.is_enough(self.share(&stand.card, |lay| lay.rise() >= *level)));
        Elevation::Level(level.unwrap_or(0))
    }

    /// Whether a unit is on the Shoreline of water in which an enemy stands at the bank. Rule `BG4-TERR-23` (pp. 117-118).
    fn is_on_shore_above(&self, unit: &Stand, over: &Stand) -> bool {
        // RULING: BG4-TERR-23, no part of the unit in the water, at least half of the enemy, which reaches the bank.
        !unit.airborne && !over.airborne && self.is_at_bank(&over.card) && !self.is_wet(&unit.card)
    }

    /// Cover of a target against a melee or ranged attack: at most one entry for Soft Cover (defensive skill +1) and one
    /// for Hard Cover (+2). Rules `BG4-TERR-12`, `BG4-TERR-15` to `BG4-TERR-17`, `BG4-TERR-22`, `BG4-TERR-25`, `BG4-MODS-07` (pp.
    /// 103, 115-118).
    pub fn cover(&self, attacker: UnitId, target: UnitId, ranged: bool) -> Vec<Modifier> {
        let (Some(from), Some(on)) = (self.stand(attacker), self.stand(target)) else {
            return Vec::new();
        };
        let soft = if ranged {
            self.soft_against_shots(from, on)
        } else {
            self.soft_in_melee(from, on)
        };
        let custom = |cover| self.custom_cover(on, ranged, cover);
        let soft = soft
            .map(|(name, rule)| (format!("soft cover: {name}"), SOFT, rule))
            .or_else(|| {
                Some((
                    format!("soft cover: {}", custom(Cover::Soft)?),
                    SOFT,
                    Rule::Terr12,
                ))
            })
            .or_else(|| Some((self.written_cover(target, Cover::Soft)?, SOFT, Rule::Mods07)));
        let hard = self
            .is_in_fortification_against(from, on)
            .then(|| ("hard cover: fortification".to_owned(), HARD, Rule::Terr15))
            .or_else(|| {
                Some((
                    format!("hard cover: {}", custom(Cover::Hard)?),
                    HARD,
                    Rule::Terr12,
                ))
            })
            .or_else(|| Some((self.written_cover(target, Cover::Hard)?, HARD, Rule::Mods07)));
        soft.into_iter()
            .chain(hard)
            .map(|(name, change, rule)| Modifier {
                name,
                change,
                rule: rule.of(self.state().edition),
            })
            .collect()
    }

    /// The custom terrain that covers a unit, more than half of which is within it. Rules `BG3-TERR-01` (p. 27),
    /// `BG3-MOD-25` (p. 20).
    fn custom_cover(&self, target: &Stand, ranged: bool, kind: Cover) -> Option<&str> {
        let gives = |lay: &Lay<'_>| {
            let custom = lay.piece.custom.as_ref();
            let cover = custom.and_then(|custom| {
                if ranged {
                    custom.cover_from_shots
                } else {
                    custom.cover_in_melee
                }
            });
            cover == Some(kind)
        };
        let enough = self.profile().share_for_cover;
        if target.airborne || !enough.is_enough(self.share(&target.card, gives)) {
            return None;
        }
        // Of several pieces that cover it together the one with most of it is named.
        let share_in = |lay: &Lay<'_>| self.share(&target.card, |other| other.place() == lay.place());
        let most = self.lays().iter().filter(|lay| gives(lay)).max_by(|one, other| {
            share_in(one)
                .total_cmp(&share_in(other))
                .then(other.place().cmp(&one.place()))
        })?;
        most.piece.custom.as_ref().map(|custom| custom.name.as_str())
    }

    /// Cover that a spell, card or ability gives a unit. Rule `BG4-MODS-07` (p. 103).
    fn written_cover(&self, unit: UnitId, kind: Cover) -> Option<String> {
        let gives = |effect: &Effect| matches!(effect, Effect::Cover { cover, .. } if *cover == kind);
        let (giver, _) = crate::model::lasting::in_force(self.state(), self.state().unit(unit)?)
            .find(|(_, effect)| gives(effect))?;
        let words = match kind {
            Cover::Soft => "soft cover",
            Cover::Hard => "hard cover",
        };
        Some(format!("{words}: {}", giver.name))
    }

    /// Forest, swamp or hedge. Rules `BG4-TERR-12`, `BG4-TERR-13`, `BG4-TERR-17`, `BG4-TERR-25` (pp. 115-119).
    fn soft_against_shots(&self, attacker: &Stand, target: &Stand) -> Option<(&'static str, Rule)> {
        let enough = self.profile().share_for_cover;
        let within = |kind| !target.airborne && enough.is_enough(self.share_of(&target.card, &[kind]));
        if within(TerrainType::Forest) {
            Some(("forest", Rule::Terr12))
        } else if target.size <= Size::Large && within(TerrainType::Swamp) {
            Some(("swamp", Rule::Terr12))
        } else if self.profile().wall_cover == WallCover::HalfSideOnHold {
            // In the air nobody is behind anything. Rule BG3-KEY-13 (p. 29).
            self.behind_a_wall(attacker, target)
                .filter(|_| !target.airborne && !attacker.airborne)
        } else if target.size <= Size::Large && self.is_behind_hedge(attacker, target) {
            Some(("hedge", Rule::Terr17))
        } else {
            None
        }
    }

    /// Whether a hedge lies between the attacker's front centre and the centre of the target's Facing Side. Rule
    /// `BG4-TERR-17` (p. 117).
    fn is_behind_hedge(&self, attacker: &Stand, target: &Stand) -> bool {
        let eye = attacker.card.front_centre();
        let side = self.side_in_force(attacker.id, target.id);
        let to = side.map(|side| target.card.target_point(side, eye));
        self.lays()
            .iter()
            .filter(|lay| lay.piece.kind == TerrainType::Hedge)
            .any(|lay| to.is_some_and(|to| !TOL.passes(gap(Object::Line(&[eye, to]), lay.object()))))
    }

    /// Low walls and stakes. Rules `BG4-TERR-16`, `BG4-TERR-22` (pp. 116, 118).
    fn soft_in_melee(&self, attacker: &Stand, target: &Stand) -> Option<(&'static str, Rule)> {
        if attacker.airborne || target.airborne {
            return None;
        }
        if self.profile().wall_cover == WallCover::HalfSideOnHold {
            let stakes = || {
                self.is_half_behind_stakes(attacker, target)
                    .then_some(("stakes", Rule::Terr22))
            };
            return self.behind_a_wall(attacker, target).or_else(stakes);
        }
        if self.is_at_wall(attacker, target) {
            Some(("low wall", Rule::Terr16))
        } else if self.is_behind_stakes(attacker, target) {
            Some(("stakes", Rule::Terr22))
        } else {
            None
        }
    }

    /// A wall, hedge or fence behind which a normal-sized unit on Hold stands with at least half of the side that faces its
    /// normal-sized attacker. Rules `BG3-MOD-26` (p. 20), `BG3-TERR-18` (p. 28).
    // RULING: BG3-MOD-26, pieces that stand beside one another are one obstacle: parts of the side at each of them add up.
    fn behind_a_wall(&self, attacker: &Stand, target: &Stand) -> Option<(&'static str, Rule)> {
        let unit = self.state().unit(target.id)?;
        let normal = attacker.size == Size::Normal && target.size == Size::Normal;
        if !normal || !holding::is_holding(self, unit) {
            return None;
        }
        let side = self.side_towards(attacker, target)?;
        let obstacles: Vec<&Lay<'_>> = self
            .lays()
            .iter()
            .filter(|lay| {
                matches!(
                    lay.piece.kind,
                    TerrainType::LowWall | TerrainType::Hedge | TerrainType::Fence
                )
            })
            .collect();
        let along = |lays: &[&Lay<'_>]| hundredths_at(&target.card, side, lays);
        if along(&obstacles) < 50 {
            return None;
        }
        // It is named after the piece along which most of the side lies, of several alike the first.
        let kind = obstacles
            .iter()
            .rev()
            .max_by_key(|lay| along(&[**lay]))
            .map(|lay| lay.piece.kind)?;
        Some(match kind {
            TerrainType::Hedge => ("hedge", Rule::Terr17),
            TerrainType::Fence => ("fence", Rule::Terr17),
            _ => ("low wall", Rule::Terr16),
        })
    }

    /// Whether the target touches a low wall with its front and is engaged there with the attacker. Rule `BG4-TERR-16` (p. 116).
    fn is_at_wall(&self, attacker: &Stand, target: &Stand) -> bool {
        let (from, to) = target.card.side_ends(Side::Front);
        let front = [from, to];
        let engaged = || {
            self.state()
                .engaged_with(target.id)
                .any(|(enemy, own, _)| enemy == attacker.id && own == Side::Front)
        };
        self.lays()
            .iter()
            .filter(|lay| lay.piece.kind == TerrainType::LowWall)
            .any(|lay| !TOL.passes(gap(Object::Line(&front), lay.object())))
            && engaged()
    }

    /// Whether a target on Hold has at least half of the side on which it is engaged up against the blunt side of stakes, and its
    /// attacker is on their sharp side. Rule `BG3-MOD-26` (p. 20). RULING: `BG3-TERR-17` (p. 28).
    // RULING: BG3-MOD-26, stakes are cover that a unit "doesn't stand inside" as walls are, and so help on Hold alone; a door covers
    // whoever defends it, "by being abutted to it" (p. 28), on any order. Pieces beside one another are one obstacle.
    fn is_half_behind_stakes(&self, attacker: &Stand, target: &Stand) -> bool {
        /// Up against means no farther away than this.
        const UP_AGAINST: Inches = Inches::mils(100);
        /// Into how many parts the side is divided.
        const PARTS: u32 = 200;
        let unit = self.state().unit(target.id);
        if !unit.is_some_and(|unit| holding::is_holding(self, unit)) {
            return false;
        }
        let mut engaged = self.state().engaged_with(target.id);
        let Some((_, side, _)) = engaged.find(|(enemy, _, _)| *enemy == attacker.id) else {
            return false;
        };
        let (left, right) = target.card.side_ends(side);
        let at = |part: u32| {
            let share = (f64::from(part) + 0.5) / f64::from(PARTS);
            let on = |from: Inches, to: Inches| {
                crate::field::computed::length((to - from).value().mul_add(share, from.value()))
            };
            Point::new(on(left.x, right.x), on(left.y, right.y))
        };
        let sharp_to =
            |lay: &Lay<'_>, stand: &Stand| lay.piece.sharp == Some(lay.side_of(stand.card.pose().centre));
        let stakes: Vec<&Lay<'_>> = self
            .lays()
            .iter()
            .filter(|lay| lay.piece.kind == TerrainType::Stakes)
            .filter(|lay| sharp_to(lay, attacker) && !sharp_to(lay, target))
            .collect();
        let is_near = |part: &u32| {
            let at = at(*part);
            stakes.iter().any(|lay| gap(lay.object(), &at) <= UP_AGAINST)
        };
        (0..PARTS).filter(is_near).count() * 2 >= PARTS as usize
    }

    /// Whether the target touches stakes on their non-sharp side and the attacker the same on their sharp side. Rule
    /// `BG4-TERR-22` (p. 118).
    fn is_behind_stakes(&self, attacker: &Stand, target: &Stand) -> bool {
        let sharp_to =
            |lay: &Lay<'_>, stand: &Stand| lay.piece.sharp == Some(lay.side_of(stand.card.pose().centre));
        self.lays()
            .iter()
            .filter(|lay| lay.piece.kind == TerrainType::Stakes)
            .filter(|lay| lay.is_touched(&target.card) && lay.is_touched(&attacker.card))
            .any(|lay| sharp_to(lay, attacker) && !sharp_to(lay, target))
    }

    /// Whether the target is in a fortification in which the attacker is not. Rule `BG4-TERR-15` (p. 116).
    fn is_in_fortification_against(&self, attacker: &Stand, target: &Stand) -> bool {
        // RULING: BG4-TERR-15, inside is at least half inside or in the door. RULING: BG3-TERR-21 (p. 28), more than half.
        let (enough, defends) = (self.profile().share_for_cover, self.profile().doors_are_defended);
        let inside = |stand: &Stand, group: usize| {
            let share = self.share(&stand.card, |lay| {
                lay.group == group
                    && matches!(
                        lay.piece.kind,
                        TerrainType::FortificationInside | TerrainType::FortificationDoor
                    )
            });
            !stand.airborne && enough.is_enough(share)
        };
        self.lays()
            .iter()
            .filter(|lay| {
                matches!(
                    lay.piece.kind,
                    TerrainType::FortificationInside | TerrainType::FortificationDoor
                )
            })
            .any(|lay| {
                let within = inside(target, lay.group) && !inside(attacker, lay.group);
                within || (defends && self.is_at_door_against(attacker, target, lay.group))
            })
    }

    /// Whether a unit defends a door of a fortification against an attacker: it touches the door with the side that faces the
    /// attacker, of which at least half is up against the door and the walls beside it. Rules `BG3-TERR-06`, `BG3-TERR-21`
    /// (pp. 27-28).
    ///
    /// RULING: BG3-TERR-21, a door covers towards its other side alone: "at least half of the side of the unit card facing the
    /// attacker must be abutted to the terrain feature" (p. 27). A unit inside has cover against all outside as it is; one
    /// outside, with the door in its back, has none against those who come from outside, and has it against those inside.
    fn is_at_door_against(&self, attacker: &Stand, target: &Stand, group: usize) -> bool {
        let at_door = || {
            self.doors()
                .any(|lay| lay.group == group && lay.is_touched(&target.card))
        };
        if attacker.airborne || target.airborne || !at_door() {
            return false;
        }
        let Some(side) = self.side_towards(attacker, target) else {
            return false;
        };
        let of = |kinds: &[TerrainType]| -> Vec<&Lay<'_>> {
            let own = self.lays().iter().filter(|lay| lay.group == group);
            own.filter(|lay| kinds.contains(&lay.piece.kind)).collect()
        };
        let doors = of(&[TerrainType::FortificationDoor]);
        let front = of(&[TerrainType::FortificationDoor, TerrainType::FortificationWall]);
        hundredths_at(&target.card, side, &doors) > 0 && hundredths_at(&target.card, side, &front) >= 50
    }

    /// The side of a unit that faces its attacker: the one on which they are engaged, else the Facing Side.
    fn side_towards(&self, attacker: &Stand, target: &Stand) -> Option<Side> {
        let engaged = self.state().engaged_with(target.id);
        let mut engaged = engaged.filter(|(enemy, _, _)| *enemy == attacker.id);
        engaged
            .next()
            .map(|(_, own, _)| own)
            .or_else(|| self.side_in_force(attacker.id, target.id))
    }

    /// The doors of fortifications.
    fn doors(&self) -> impl Iterator<Item = &Lay<'_>> {
        self.lays()
            .iter()
            .filter(|lay| lay.piece.kind == TerrainType::FortificationDoor)
    }

    /// The places of the doors that a unit touches, which let its enemies come up to it. Rule `BG3-TERR-21` (p. 28).
    pub(crate) fn doors_at(&self, unit: UnitId) -> Vec<usize> {
        self.touched_doors(unit).into_iter().map(Lay::place).collect()
    }

    /// The doors that a unit touches and so defends. Rule `BG3-TERR-21` (p. 28).
    pub(crate) fn touched_doors(&self, unit: UnitId) -> Vec<&Lay<'_>> {
        let Some(stand) = self.stand(unit).filter(|_| self.profile().doors_are_defended) else {
            return Vec::new();
        };
        self.doors().filter(|lay| lay.is_touched(&stand.card)).collect()
    }
}

/// How many hundredths of a side lie along one of these obstacles, by their middles: it lies straight out from each of them. What
/// touches the side may lie a hair inside it. Rule `BG3-MOD-26` (p. 20).
fn hundredths_at(card: &Card, side: Side, lays: &[&Lay<'_>]) -> usize {
    /// Up against means no farther away than this. RULING: BG3-MOD-26.
    const UP_AGAINST: Inches = Inches::mils(100);
    /// What arithmetic may lose.
    const HAIR: f64 = 1e-6;
    let (left, right) = card.side_ends(side);
    let out = card.side_heading(side);
    let near: Vec<&&Lay<'_>> = lays
        .iter()
        .filter(|lay| gap(lay.object(), Object::Line(&[left, right])) <= UP_AGAINST)
        .collect();
    if near.is_empty() {
        return 0;
    }
    let along = (0..100).filter(|cell| {
        let share = (f64::from(*cell) + 0.5) / 100.0;
        let at = Point::new(
            crate::field::computed::length(left.x.value() + (right.x - left.x).value() * share),
            crate::field::computed::length(left.y.value() + (right.y - left.y).value() * share),
        );
        let line = [
            at.towards((out + Degrees::HALF).heading(), TOL.touch),
            at.towards(out, UP_AGAINST),
        ];
        near.iter()
            .any(|lay| gap(lay.object(), Object::Line(&line)).value() <= HAIR)
    });
    along.count()
}
