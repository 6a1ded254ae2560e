//! Nearest enemies and their sides: Facing Side, Nearest Enemy, Most Directly Ahead, Within (pp. 8-12).

use battleground_geometry::{
    FacingSide, Inches, Side, facing_side, mirrored_corner_distance, most_directly_ahead,
    nearest_centre_point,
};

use super::{Field, Purpose, TOL};
use crate::editions::profile::Measure;
use crate::model::agenda::{Answer, Answered, Asking, Need, Options, Topic, fitting_answer};
use crate::model::names::{UnitId, side_name};
use crate::model::orders::Order;
use crate::model::rule::Rule;
use crate::model::state::Status;

/// An enemy that may be the nearest: its possible Facing Sides, each with its distance.
struct Candidate {
    enemy: UnitId,
    sides: Vec<(Side, Inches)>,
}

impl Field<'_> {
    /// The Facing Side of a target, or the two sides it may be on a diagonal. Rules `BG4-GEO-10`, `BG4-GEO-11` (p. 8).
    pub fn facing_sides(&self, viewer: UnitId, target: UnitId) -> Option<FacingSide> {
        let eye = self.card(viewer)?.front_centre();
        Some(facing_side(self.body(target)?, eye))
    }

    /// The Facing Side, the choice on a diagonal being taken from this turn's marks or the answers, or asked for.
    ///
    /// Whoever goes on with an answer notes it for the turn with the mark `FacingSide`. Rule `BG4-GEO-11` (p. 8).
    ///
    /// # Errors
    /// [`Need::Ask`] where the owner must choose.
    pub fn facing_side(&self, viewer: UnitId, target: UnitId, answers: &[Answered]) -> Result<Side, Need> {
        match self.sides(viewer, target, answers).as_slice() {
            [] => Ok(Side::Front),
            [side] => Ok(*side),
            sides => Err(ask_side(viewer, target, sides).into()),
        }
    }

    /// The Facing Side in force without asking: on a diagonal the chosen one, else front or rear before a flank.
    pub(crate) fn side_in_force(&self, viewer: UnitId, target: UnitId) -> Option<Side> {
        self.sides(viewer, target, &[]).first().copied()
    }

    /// The Facing Side, or both where the owner has still to choose. Rule `BG4-GEO-11` (p. 8).
    pub(crate) fn possible_sides(&self, viewer: UnitId, target: UnitId) -> Vec<Side> {
        self.sides(viewer, target, &[])
    }

    /// The same with the answers to questions that were asked.
    fn sides(&self, viewer: UnitId, target: UnitId, answers: &[Answered]) -> Vec<Side> {
        match self.facing_sides(viewer, target) {
            None => Vec::new(),
            Some(FacingSide::One(side)) => vec![side],
            Some(either @ FacingSide::Either(one, other)) => {
                let marked = self.state.unit(viewer).and_then(|unit| {
                    let marks = unit.turn.diagonals.iter();
                    marks
                        .rev()
                        .find(|(enemy, _)| *enemy == target)
                        .map(|(_, side)| *side)
                });
                let (viewer, target) = (Some(viewer), Some(target));
                let given = fitting_answer(
                    answers,
                    Topic::FacingSide,
                    viewer,
                    target,
                    |answer| matches!(answer, Answer::Side(side) if either.allows(*side)),
                );
                let given = given.and_then(|answer| match answer {
                    Answer::Side(side) => Some(*side),
                    _ => None,
                });
                match marked.filter(|side| either.allows(*side)).or(given) {
                    Some(side) => vec![side],
                    None => vec![one, other],
                }
            }
        }
    }

    /// The Nearest Enemy of a unit: of the Visible ones the one whose Facing Side is nearest; of none Visible, the one
    /// with the nearest side of any kind. Ties by Most Directly Ahead, then asked. Rules `BG4-GEO-14` to `BG4-GEO-16` (p. 11).
    ///
    /// # Errors
    /// [`Need::Ask`] where the owner must choose.
    pub fn nearest_enemy(
        &self,
        unit: UnitId,
        purpose: Purpose,
        answers: &[Answered],
    ) -> Result<Option<UnitId>, Need> {
        self.nearest_enemy_but(unit, purpose, &[], answers)
    }

    /// The same as if some enemies were not there to be chosen; they still stand in the way of sight. Rule
    /// `BG4-COMB-10` (p. 92).
    ///
    /// # Errors
    /// [`Need::Ask`] where the owner must choose.
    pub fn nearest_enemy_but(
        &self,
        unit: UnitId,
        purpose: Purpose,
        but: &[UnitId],
        answers: &[Answered],
    ) -> Result<Option<UnitId>, Need> {
        let mut visible = self.visible_enemies(unit, purpose);
        visible.retain(|enemy| !but.contains(enemy));
        let profile = self.profile();
        let closes = purpose == Purpose::Move && self.is_on_close(unit);
        let seen = if closes {
            profile.nearest_on_close
        } else {
            profile.nearest_else
        };
        let unseen = match profile.nearest_unseen {
            Measure::AsSeen => seen,
            measure => measure,
        };
        let others = || {
            let others = self.stands.iter().map(|stand| stand.id);
            let others = others.filter(|id| id.team() != unit.team() && !but.contains(id));
            others.collect::<Vec<UnitId>>()
        };
        let all_fly = !visible.is_empty() && visible.iter().all(|enemy| self.flies(*enemy));
        if all_fly && self.may_pass_over_fliers(unit, closes) {
            // RULING: BG3-GEO-07 (p. 7), without them nobody is visible, so that whoever is on the ground may be the nearest.
            let mut grounded = others();
            grounded.retain(|enemy| !self.flies(*enemy));
            let mut tied = self.nearest_of(unit, &self.candidates(unit, &grounded, unseen, answers))?;
            tied.extend(self.nearest_of(unit, &self.candidates(unit, &visible, seen, answers))?);
            return one_of(unit, None, &tied, answers);
        }
        match visible.as_slice() {
            [only] => Ok(Some(*only)),
            [] => self.nearest_among(unit, closes, &others(), unseen, answers),
            several => self.nearest_among(unit, closes, several, seen, answers),
        }
    }

    /// The nearest of some enemies. RULING: BG3-GEO-07 (p. 7), where an Airborne one is the nearest, the owner of a unit on
    /// Close says each time whether it is passed over; that it is stands first among the choices.
    fn nearest_among(
        &self,
        unit: UnitId,
        closes: bool,
        enemies: &[UnitId],
        measure: Measure,
        answers: &[Answered],
    ) -> Result<Option<UnitId>, Need> {
        let nearest =
            |enemies: &[UnitId]| self.nearest_of(unit, &self.candidates(unit, enemies, measure, answers));
        let grounded = self.without_fliers(unit, closes, enemies);
        let mut tied = nearest(&grounded)?;
        if grounded.len() < enemies.len() {
            let of_all = nearest(enemies)?;
            tied.extend(of_all.into_iter().filter(|enemy| self.flies(*enemy)));
        }
        one_of(unit, None, &tied, answers)
    }

    /// The nearest friend of a unit, by its closest centre point: of those clearly visible, or of all if none is. Its owner
    /// breaks ties. Rules `BG3-ORD-07` (p. 6), `BG3-GEO-04`, `BG3-GEO-06`, `BG3-GEO-08` (p. 7).
    ///
    /// # Errors
    /// [`Need::Ask`] where the owner must choose.
    pub(crate) fn nearest_friend(&self, unit: UnitId, answers: &[Answered]) -> Result<Option<UnitId>, Need> {
        let friends = self.stands.iter().map(|stand| stand.id);
        let friends: Vec<UnitId> = friends
            .filter(|id| id.team() == unit.team() && *id != unit)
            .collect();
        let mut candidates = friends.clone();
        candidates.retain(|friend| self.is_visible(unit, *friend, Purpose::Move));
        if candidates.is_empty() {
            candidates = friends;
        }
        let distances: Vec<Inches> = candidates
            .iter()
            .map(|friend| self.within(unit, *friend).unwrap_or(Inches::MOST))
            .collect();
        let nearest = self.profile().measures.shortest(&distances);
        let tied: Vec<UnitId> = nearest.into_iter().map(|place| candidates[place]).collect();
        one_of(unit, None, &tied, answers)
    }

    /// The nearest of some enemies by mirrored corners, several on a tie, with the Facing Sides that the owner chooses on
    /// diagonals. Rules `BG3-GEO-02` (p. 3), `BG3-GEO-05` (p. 7), `BG3-RUSH-11` (p. 13).
    ///
    /// # Errors
    /// [`Need::Ask`] where a diagonal is open and its side decides who is nearest.
    pub(crate) fn nearest_by_corners(
        &self,
        unit: UnitId,
        enemies: &[UnitId],
        answers: &[Answered],
    ) -> Result<Vec<UnitId>, Need> {
        self.nearest_of(
            unit,
            &self.candidates(unit, enemies, Measure::MirroredCorners, answers),
        )
    }

    /// Those enemies that can turn out to be the nearest by mirrored corners, whichever Facing Sides the owner chooses on
    /// diagonals. Rules `BG3-GEO-02` (p. 3), `BG3-RUSH-11` (p. 13).
    pub(crate) fn possibly_nearest_by_corners(&self, unit: UnitId, enemies: &[UnitId]) -> Vec<UnitId> {
        let measured: Vec<Vec<Inches>> = self
            .candidates(unit, enemies, Measure::MirroredCorners, &[])
            .into_iter()
            .map(|candidate| {
                candidate
                    .sides
                    .into_iter()
                    .map(|(_, distance)| distance)
                    .collect()
            })
            .collect();
        let farthest: Vec<Inches> = measured
            .iter()
            .map(|distances| distances.iter().copied().max().unwrap_or(Inches::MOST))
            .collect();
        let may_be_nearest = |place: &usize| {
            let mut distances = farthest.clone();
            distances[*place] = measured[*place].iter().copied().min().unwrap_or(Inches::MOST);
            self.profile().measures.shortest(&distances).contains(place)
        };
        let places = (0..enemies.len()).filter(may_be_nearest);
        places.map(|place| enemies[place]).collect()
    }

    /// Whether a unit is on the order Close.
    fn is_on_close(&self, unit: UnitId) -> bool {
        let order = self.state.unit(unit).map(|unit| unit.status);
        matches!(order, Some(Status::Ready(Some(orders))) if orders.order == Order::Close)
    }

    fn flies(&self, unit: UnitId) -> bool {
        self.stand(unit).is_some_and(|stand| stand.airborne)
    }

    /// Whether a unit may leave fliers out when it looks for the nearest enemy: one on Close, on the ground itself, where the edition
    /// lets it. Rule `BG3-GEO-07` (p. 7).
    fn may_pass_over_fliers(&self, unit: UnitId, closes: bool) -> bool {
        self.profile().close_ignores_fliers && closes && !self.flies(unit)
    }

    /// The enemies that a unit must look at: it may pass over fliers while there is another. Rule `BG3-GEO-07` (p. 7).
    fn without_fliers(&self, unit: UnitId, closes: bool, enemies: &[UnitId]) -> Vec<UnitId> {
        if !self.may_pass_over_fliers(unit, closes) || enemies.iter().all(|enemy| self.flies(*enemy)) {
            return enemies.to_vec();
        }
        enemies
            .iter()
            .copied()
            .filter(|enemy| !self.flies(*enemy))
            .collect()
    }

    /// How far enemies are from a unit, by each side that may be their Facing Side. Rules `BG4-GEO-14`, `BG4-GEO-16` (p. 11),
    /// `BG3-GEO-05`, `BG3-GEO-06` (p. 7).
    fn candidates(
        &self,
        unit: UnitId,
        enemies: &[UnitId],
        measure: Measure,
        answers: &[Answered],
    ) -> Vec<Candidate> {
        let candidate = |enemy: UnitId| {
            let sides = self.sides(unit, enemy, answers);
            let measured = sides.into_iter().filter_map(|side| {
                let distance = self.measured(unit, enemy, side, measure)?;
                Some((side, distance))
            });
            Candidate {
                enemy,
                sides: measured.collect(),
            }
        };
        enemies.iter().copied().map(candidate).collect()
    }

    /// How far an enemy is whose Facing Side is this one.
    pub(crate) fn measured(
        &self,
        unit: UnitId,
        enemy: UnitId,
        side: Side,
        measure: Measure,
    ) -> Option<Inches> {
        match measure {
            Measure::FacingSide | Measure::AsSeen => Some(self.to_side(unit, enemy, side)?.1),
            Measure::ClosestPoint => self.within(unit, enemy),
            Measure::MirroredCorners => Some(mirrored_corner_distance(
                self.card(unit)?,
                self.body(enemy)?,
                side,
            )),
        }
    }

    /// The Nearest Enemy among enemies each with the side and distance that count for it, ties as ever; `blocked` is the
    /// enemy whose side this is asked about. Rules `BG4-PATH-01`, `BG4-PATH-03`, `BG4-GEO-15` (pp. 11, 46-47).
    ///
    /// # Errors
    /// [`Need::Ask`] where the owner must choose.
    pub fn nearest_by_sides(
        &self,
        unit: UnitId,
        measured: &[(UnitId, Side, Inches)],
        blocked: UnitId,
        answers: &[Answered],
    ) -> Result<Option<UnitId>, Need> {
        one_of(unit, Some(blocked), &self.nearest_as(unit, measured), answers)
    }

    /// The nearest of some candidates, several on a tie. An open diagonal is asked for only if the answer matters. Rules
    /// `BG4-GEO-11`, `BG4-GEO-14`, `BG4-GEO-15`, `BG4-PRIN-04` (pp. 6, 8, 11).
    fn nearest_of(&self, unit: UnitId, candidates: &[Candidate]) -> Result<Vec<UnitId>, Need> {
        let candidates: Vec<&Candidate> = candidates.iter().filter(|one| !one.sides.is_empty()).collect();
        let mut chosen: Vec<(UnitId, Side, Inches)> = candidates
            .iter()
            .map(|one| (one.enemy, one.sides[0].0, one.sides[0].1))
            .collect();
        let first = self.nearest_as(unit, &chosen);
        for (place, candidate) in candidates
            .iter()
            .enumerate()
            .filter(|(_, one)| one.sides.len() > 1)
        {
            for &(side, distance) in &candidate.sides[1..] {
                let kept = std::mem::replace(&mut chosen[place], (candidate.enemy, side, distance));
                let matters = self.nearest_as(unit, &chosen) != first;
                chosen[place] = kept;
                if matters {
                    let sides: Vec<Side> = candidate.sides.iter().map(|(side, _)| *side).collect();
                    return Err(ask_side(unit, candidate.enemy, &sides).into());
                }
            }
        }
        Ok(first)
    }

    /// The nearest enemies by these sides and distances, several if they tie to the last. Rule `BG4-GEO-15` (p. 11).
    fn nearest_as(&self, unit: UnitId, chosen: &[(UnitId, Side, Inches)]) -> Vec<UnitId> {
        let distances: Vec<Inches> = chosen.iter().map(|(_, _, distance)| *distance).collect();
        let tied: Vec<(UnitId, Side)> = self
            .profile()
            .measures
            .shortest(&distances)
            .into_iter()
            .map(|place| (chosen[place].0, chosen[place].1))
            .collect();
        match tied.as_slice() {
            [] => Vec::new(),
            [(only, _)] => vec![*only],
            tied if self.profile().ties_by_most_ahead => self.most_directly_ahead(unit, tied),
            tied => tied.iter().map(|(enemy, _)| *enemy).collect(),
        }
    }

    /// The candidates (with the side that counts) that are Most Directly Ahead: several on a tie. Rule `BG4-GEO-09` (pp. 8-9).
    pub fn most_directly_ahead(&self, unit: UnitId, candidates: &[(UnitId, Side)]) -> Vec<UnitId> {
        let Some(viewer) = self.card(unit) else {
            return Vec::new();
        };
        let cards: Vec<_> = candidates
            .iter()
            .filter_map(|&(enemy, side)| Some((enemy, (self.body(enemy)?, side))))
            .collect();
        let targets: Vec<_> = cards.iter().map(|(_, target)| *target).collect();
        let ahead = most_directly_ahead(viewer, &targets, TOL);
        ahead.into_iter().map(|place| cards[place].0).collect()
    }

    /// The distance for abilities, spells and other effects: to the nearest centre point of any side. Rule `BG4-GEO-19` (p. 12).
    pub fn within(&self, unit: UnitId, target: UnitId) -> Option<Inches> {
        let eye = self.card(unit)?.front_centre();
        Some(nearest_centre_point(self.body(target)?, eye).2)
    }
}

fn ask_side(viewer: UnitId, target: UnitId, sides: &[Side]) -> Asking {
    Asking {
        seat: viewer.seat(),
        topic: Topic::FacingSide,
        unit: Some(viewer),
        about: Some(target),
        options: Options::OneOf(
            sides
                .iter()
                .map(|side| {
                    (
                        Answer::Side(*side),
                        format!("the {} of {target}", side_name(*side)),
                    )
                })
                .collect(),
        ),
        rule: Rule::Geo11.into(),
    }
}

/// The only one of the nearest enemies or friends, or the one that the owner chooses. Rules `BG4-GEO-15` (p. 11),
/// `BG3-GEO-08` (p. 7).
fn one_of(
    unit: UnitId,
    about: Option<UnitId>,
    tied: &[UnitId],
    answers: &[Answered],
) -> Result<Option<UnitId>, Need> {
    if tied.len() < 2 {
        return Ok(tied.first().copied());
    }
    let given = fitting_answer(
        answers,
        Topic::NearestEnemy,
        Some(unit),
        about,
        |answer| matches!(answer, Answer::Unit(enemy) if tied.contains(enemy)),
    );
    match given {
        Some(Answer::Unit(enemy)) => Ok(Some(*enemy)),
        Some(_) | None => Err(Asking {
            seat: unit.seat(),
            topic: Topic::NearestEnemy,
            unit: Some(unit),
            about,
            options: Options::OneOf(
                tied.iter()
                    .map(|one| {
                        let kind = if one.team() == unit.team() {
                            "nearest friend"
                        } else {
                            "Nearest Enemy"
                        };
                        (Answer::Unit(*one), format!("{one} is the {kind}"))
                    })
                    .collect(),
            ),
            rule: Rule::Geo15.into(),
        }
        .into()),
    }
}
