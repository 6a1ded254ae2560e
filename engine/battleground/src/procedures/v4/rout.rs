//! Rout moves straight ahead (pp. 74-79).

use battleground_geometry::{
    Card, Hand, Inches, Object, Obstacles, Pose, Way, free_distance, leaving_distance, overlaps, shift,
    shift_sweep, touches,
};

use crate::field::computed::GRAIN;
use crate::field::{Blocker, Field, Obstacle, TOL};
use crate::messages::MESSAGES;
use crate::model::agenda::{Answer, Answered, Asking, Need, Options, Question, Step, Topic, answer_to};
use crate::model::command::Leg;
use crate::model::effect::Keyword;
use crate::model::names::UnitId;
use crate::model::refusal::{Refusal, refusals};
use crate::model::rule::Rule;
use crate::model::state::{Cause, Phase, State, Unit};
use crate::naming::by_id;
use crate::procedures::movement::mover::{MovedBy, Mover, Progress};
use crate::procedures::rout_plan::{RoutPlan, RoutRun};

/// The most sideways shift at the first contact. Rule `BG4-ROUT-05` (p. 75).
pub(crate) const SHIFT: Inches = Inches::mils(1_750);

/// The most friends that are moved through. Rule `BG4-ROUT-13` (p. 78).
pub(crate) const MOST_PASSED: usize = 3;

/// The result of a rout move.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RoutMove {
    /// What the unit does.
    pub legs: Vec<Leg>,
    /// Where it ends, or would.
    pub end: Pose,
    /// Inches that count against its MC.
    pub distance: Inches,
    /// Inches its MC gives.
    pub allowance: Inches,
    /// Friends it moves through, in order.
    pub passed: Vec<UnitId>,
    /// Whether the sideways shift is used.
    pub shifted: bool,
    /// How it is destroyed, if it is.
    pub fate: Option<Cause>,
}

/// What stands right ahead: moving on by more than the tolerance would overlap it. Rules `BG4-ROUT-05`, `BG4-ROUT-07` (pp. 75,
/// 76).
pub(crate) fn ahead(obstacles: &[Obstacle<'_>], card: &Card) -> Vec<Blocker> {
    let probe = Inches::mils(50);
    obstacles
        .iter()
        .filter(|obstacle| {
            let stop = free_distance(card, Way::Forward, probe, &Obstacles::new([obstacle.object]), TOL);
            !stop.met.is_empty() && stop.distance <= TOL.touch
        })
        .map(|obstacle| obstacle.what)
        .collect()
}

/// Whether a card may be shifted like this: nothing may be overlapped on the way or at its end. Rule `BG4-ROUT-06` (pp. 75-76).
pub(crate) fn may_shift(obstacles: &[Obstacle<'_>], card: &Card, hand: Hand, inches: Inches) -> bool {
    let way = sideways(hand);
    let obstacles = Obstacles::new(obstacles.iter().map(|obstacle| obstacle.object));
    let stop = free_distance(card, way, inches, &obstacles, TOL);
    // What lay within the tolerance before may lie beyond it after a step as short as the tolerance. Rule BG4-GEO-04.
    let there = card.at(shift(card.pose(), way, inches));
    let lies_free = || {
        !obstacles
            .objects()
            .iter()
            .any(|object| overlaps(&there, *object, TOL))
    };
    inches <= Inches::ZERO || TOL.at_least(stop.distance, inches) && lies_free()
}

/// The way of a shift to a hand.
pub(crate) const fn sideways(hand: Hand) -> Way {
    match hand {
        Hand::Left => Way::Left,
        Hand::Right => Way::Right,
    }
}

/// The unit as it makes its move: a flyer takes off for it. Rule `BG4-FLY-10` (p. 125).
pub(crate) fn as_it_moves(state: &State, unit: &Unit) -> Unit {
    Unit {
        airborne: unit.airborne || state.kind(unit).is(Keyword::Flying),
        ..unit.clone()
    }
}

/// The whole rout move of a unit from where it lies. Rules `BG4-ROUT-01` to `BG4-ROUT-17`, `BG4-FLY-10` (pp. 23-24, 74-79, 85,
/// 125).
///
/// # Errors
/// [`Need::Ask`] at the first contact: its owner chooses the shift.
pub(crate) fn rout(
    field: &Field<'_>,
    unit: &Unit,
    initial: bool,
    answers: &[Answered],
) -> Result<RoutMove, Need> {
    let clear = from_under(field, unit);
    let Some(mover) = Mover::new(&clear, unit, MovedBy::Control) else {
        return Err(RoutRefusal::NotOnTheTable(unit.id).into());
    };
    let obstacles = clear.obstacles(unit, &[]);
    let mut run = Run {
        field,
        unit,
        obstacles: &obstacles,
        initial,
        plan: RoutMove {
            legs: Vec::new(),
            end: mover.start().pose,
            distance: Inches::ZERO,
            allowance: Inches::ZERO,
            passed: Vec::new(),
            shifted: unit.turn.shifted,
            fate: None,
        },
    };
    let mut at = run.forward(&mover, mover.start());
    let mut met = run.met(&mover, &at);
    if !met.is_empty() && !run.plan.shifted {
        let (hand, inches) = run.shift(&mover.card_at(at.pose), answers)?;
        run.plan.shifted = true;
        if inches > Inches::ZERO {
            let way = sideways(hand);
            run.plan.legs.push(Leg::Shift { way, inches });
            at = Progress {
                pose: shift(at.pose, way, inches),
                ..at
            };
            run.plan.end = at.pose;
        }
        met = run.met(&mover, &at);
        if met.is_empty() {
            at = run.forward(&mover, at);
            met = run.met(&mover, &at);
        }
    }
    if !met.is_empty() {
        run.blocked(&mover.card_at(at.pose), &met);
    }
    run.plan.allowance = Inches::new(mover.allowance(&at))
        .unwrap_or(Inches::ZERO)
        .rounded();
    run.plan.distance = Inches::new(at.used).unwrap_or(Inches::ZERO).rounded();
    run.plan.end = mover.stored(run.plan.end);
    run.settle_end();
    Ok(run.plan)
}

/// The field as a unit routs over it: what its other card lies on or under does not stop it, be it a unit or impassable
/// ground. RULING: BG4-COLOS-05, it comes out from there, and where it ends both its cards count. Rule `BG4-ROUT-05` (p. 75).
pub(crate) fn from_under<'f>(field: &Field<'f>, unit: &Unit) -> Field<'f> {
    let Some(card) = field.card(unit.id).filter(|_| unit.slid) else {
        return field.clone();
    };
    let (mut units, mut pieces) = (Vec::new(), Vec::new());
    for obstacle in field.obstacles(unit, &[]) {
        if overlaps(card, obstacle.object, TOL) {
            match obstacle.what {
                Blocker::Unit(other) => units.push(other),
                Blocker::Terrain(place) => pieces.push(place),
                Blocker::Edge | Blocker::Target => {}
            }
        }
    }
    field.clone().without(&units).opened(&pieces)
}

/// A rout move under way.
pub(crate) struct Run<'r, 'f> {
    pub(crate) field: &'r Field<'f>,
    pub(crate) unit: &'r Unit,
    pub(crate) obstacles: &'r [Obstacle<'r>],
    pub(crate) initial: bool,
    pub(crate) plan: RoutMove,
}

impl Run<'_, '_> {
    /// Straight forward as far as MC, terrain and objects allow. Rules `BG4-ROUT-01`, `BG4-ROUT-02`, `BG4-ROUT-17` (pp. 74-75).
    pub(crate) fn forward(&mut self, mover: &Mover<'_>, at: Progress) -> Progress {
        let Some((end, distance)) = mover.shifted(&at, Way::Forward, mover.left(&at)) else {
            return at;
        };
        if distance > 0.0 {
            self.plan.legs.push(Leg::Shift {
                way: Way::Forward,
                inches: Inches::new(distance).unwrap_or(Inches::ZERO).rounded(),
            });
        }
        self.plan.end = end.pose;
        end
    }

    /// The objects that the forward movement has met: those right ahead, also where it ends exactly in contact and 0
    /// inches are left, which is a distance to record like any other (p. 75, step 1). A unit that cannot move meets
    /// nothing. Rules `BG4-ROUT-05`, `BG4-ROUT-17` (pp. 74-75).
    pub(crate) fn met(&self, mover: &Mover<'_>, at: &Progress) -> Vec<Blocker> {
        if mover.allowance(at) > GRAIN {
            ahead(self.obstacles, &mover.card_at(at.pose))
        } else {
            Vec::new()
        }
    }

    /// The owner's choice at the first contact. Rules `BG4-ROUT-05`, `BG4-ROUT-06` (pp. 75-76).
    pub(crate) fn shift(&self, card: &Card, answers: &[Answered]) -> Result<(Hand, Inches), Need> {
        let id = self.unit.id;
        match answer_to(answers, Topic::RoutShift, Some(id), None) {
            Some(Answer::Shift { hand, inches }) => {
                if may_shift(self.obstacles, card, *hand, *inches) {
                    Ok((*hand, *inches))
                } else {
                    Err(RoutRefusal::ShiftOverlaps.into())
                }
            }
            Some(_) | None => Err(Asking {
                seat: id.seat(),
                topic: Topic::RoutShift,
                unit: Some(id),
                about: None,
                options: Options::Shift {
                    most: SHIFT,
                    samples: self.shifts(card),
                },
                rule: Rule::Rout05.into(),
            }
            .into()),
        }
    }

    /// Shifts that are offered: none, as far as possible to either side, the least that clears what is ahead, and half.
    pub(crate) fn shifts(&self, card: &Card) -> Vec<Answer> {
        let obstacles = Obstacles::new(self.obstacles.iter().map(|obstacle| obstacle.object));
        let mut samples = vec![Answer::Shift {
            hand: Hand::Left,
            inches: Inches::ZERO,
        }];
        for hand in [Hand::Left, Hand::Right] {
            let most = free_distance(card, sideways(hand), SHIFT, &obstacles, TOL).distance;
            let most = Inches::mils((most.value() * 1_000.0).floor() as i32);
            if most <= Inches::ZERO {
                continue;
            }
            let clears = |inches: &Inches| {
                let there = card.at(shift(card.pose(), sideways(hand), *inches));
                ahead(self.obstacles, &there).is_empty()
            };
            let least = (1..=35)
                .map(|step| Inches::mils(50 * step))
                .filter(|inches| *inches <= most)
                .find(clears);
            for inches in [Some(most), least].into_iter().flatten() {
                let answer = Answer::Shift { hand, inches };
                if !samples.contains(&answer) {
                    samples.push(answer);
                }
            }
        }
        samples
    }

    /// Still touching after the shift, or met a second time: the kind of object decides, an enemy before the edge before
    /// a friend. Rules `BG4-ROUT-07`, `BG4-ROUT-08`, `BG4-ROUT-10`, `BG4-ROUT-11` (pp. 76-77).
    // RULING: BG4-ROUT-07, every object that still blocks counts, in this order.
    pub(crate) fn blocked(&mut self, card: &Card, met: &[Blocker]) {
        let own = self.unit.id.team();
        let enemy = met
            .iter()
            .any(|what| matches!(what, Blocker::Unit(unit) if unit.team() != own));
        let hard = met
            .iter()
            .any(|what| matches!(what, Blocker::Terrain(_) | Blocker::Edge));
        if enemy {
            self.plan.fate = Some(Cause::RoutIntoEnemy);
        } else if hard {
            if !self.initial {
                self.plan.fate = Some(Cause::RoutIntoEdge);
            }
        } else {
            self.pass_through(card);
        }
    }

    /// Straight on through friends until wholly clear of them. Rules `BG4-ROUT-11`, `BG4-ROUT-13` to `BG4-ROUT-15` (pp. 77, 78,
    /// 79).
    pub(crate) fn pass_through(&mut self, card: &Card) {
        let own = self.unit.id.team();
        let pose = card.pose();
        let at = |distance: f64| {
            card.at(shift(
                pose,
                Way::Forward,
                Inches::new(distance).unwrap_or(Inches::ZERO),
            ))
        };
        let friends: Vec<(UnitId, Object<'_>)> = self
            .obstacles
            .iter()
            .filter_map(|obstacle| match obstacle.what {
                Blocker::Unit(unit) if unit.team() == own => Some((unit, obstacle.object)),
                Blocker::Unit(_) | Blocker::Terrain(_) | Blocker::Edge | Blocker::Target => None,
            })
            .collect();
        let mut exit = 0.0_f64;
        let mut passed: Vec<UnitId> = Vec::new();
        while passed.len() < MOST_PASSED {
            // The friends right ahead first, then those that stand where it would come out.
            let there = if passed.is_empty() {
                shift_sweep(card, Way::Forward, Inches::mils(50))
            } else {
                at(exit)
            };
            let next = friends
                .iter()
                .filter(|(unit, _)| !passed.contains(unit))
                .find(|(_, object)| overlaps(&there, *object, TOL));
            let Some((unit, object)) = next else {
                break;
            };
            passed.push(*unit);
            let leaves = leaving_distance(card, pose.heading, *object);
            exit = leaves.map_or(exit, |leaves| exit.max(leaves.value()));
        }
        let end = at(exit);
        let reach = Inches::new(exit + 0.05).unwrap_or(Inches::ZERO);
        let sweep = shift_sweep(card, Way::Forward, Inches::new(exit).unwrap_or(Inches::ZERO));
        // Friends that stand aside and are swept on the way are moved through as well, in the order in which they are met;
        // the fourth, on the way or where it would come out, is a wall.
        let mut met: Vec<(Inches, UnitId)> = friends
            .iter()
            .filter(|(unit, object)| passed.contains(unit) || overlaps(&sweep, *object, TOL))
            .map(|(unit, object)| {
                let stop = free_distance(card, Way::Forward, reach, &Obstacles::new([*object]), TOL);
                (stop.distance, *unit)
            })
            .collect();
        met.sort_by_key(|(distance, _)| *distance);
        let wall = met.get(MOST_PASSED).map(|(distance, _)| *distance);
        self.plan.passed = met.into_iter().take(MOST_PASSED).map(|(_, unit)| unit).collect();
        let first = self.first_on_sweep(card, &sweep, &end);
        match first.filter(|(distance, _)| wall.is_none_or(|wall| *distance <= wall)) {
            // RULING: BG4-ROUT-14, on the way or at its end.
            Some((_, Blocker::Unit(_))) => self.plan.fate = Some(Cause::RoutIntoEnemy),
            Some((_, Blocker::Terrain(_) | Blocker::Edge | Blocker::Target)) => self.held_back(),
            None if wall.is_some() => self.held_back(),
            None => {
                self.plan.legs.push(Leg::Shift {
                    way: Way::Forward,
                    inches: Inches::new(exit).unwrap_or(Inches::ZERO).rounded(),
                });
                self.plan.end = end.pose();
            }
        }
    }

    /// It would pass into the edge or impassable terrain: initially it stays in front of the friends, later it is
    /// destroyed. Rule `BG4-ROUT-15` (p. 79).
    pub(crate) fn held_back(&mut self) {
        if !self.initial {
            self.plan.fate = Some(Cause::RoutIntoEdge);
        }
    }

    /// The first enemy, edge or impassable terrain that the way through friends meets: overlapped on the way, or
    /// touched where it ends. Rules `BG4-ROUT-14`, `BG4-ROUT-15` (pp. 78, 79).
    pub(crate) fn first_on_sweep(&self, card: &Card, sweep: &Card, end: &Card) -> Option<(Inches, Blocker)> {
        let own = self.unit.id.team();
        let reach = Inches::new(end.pose().centre.distance(card.pose().centre).value() + 0.05)
            .unwrap_or(Inches::ZERO);
        self.obstacles
            .iter()
            .filter(|obstacle| !matches!(obstacle.what, Blocker::Unit(unit) if unit.team() == own))
            .filter(|obstacle| overlaps(sweep, obstacle.object, TOL) || touches(end, obstacle.object, TOL))
            .map(|obstacle| {
                let stop = free_distance(card, Way::Forward, reach, &Obstacles::new([obstacle.object]), TOL);
                (stop.distance, obstacle.what)
            })
            .min_by_key(|(distance, _)| *distance)
    }

    /// Ending in contact with an enemy destroys, and so does a place without room; not in the air. Rules `BG4-ROUT-09`,
    /// `BG4-ROUT-16`, `BG4-FLY-10` (pp. 76, 78-79, 125).
    // RULING: BG4-ROUT-09, whatever the reason, also after sliding along an enemy on the flank.
    pub(crate) fn settle_end(&mut self) {
        if self.plan.fate.is_some() || self.unit.airborne {
            return;
        }
        let card = Card::new(self.plan.end, self.field.state().size(self.unit));
        let own = self.unit.id.team();
        let obstacles = self.field.obstacles(self.unit, &[]);
        for obstacle in &obstacles {
            let enemy = matches!(obstacle.what, Blocker::Unit(unit) if unit.team() != own);
            if enemy && (touches(&card, obstacle.object, TOL) || overlaps(&card, obstacle.object, TOL)) {
                self.plan.fate = Some(Cause::RoutIntoEnemy);
                return;
            }
        }
        if obstacles
            .iter()
            .any(|obstacle| overlaps(&card, obstacle.object, TOL))
        {
            self.plan.fate = Some(Cause::NoPlace);
        }
    }
}

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a rout move, or the shift that its owner chooses.
    #[derive(Copy, Eq)]
    enum RoutRefusal {
        NotOnTheTable(unit: UnitId) = Rule::Rout01, "p. 74", unit = by_id(*unit);
        ShiftOverlaps = Rule::Rout06, "p. 75-76";
    }
}

/// What becomes of a unit by a rout move straight ahead, and of the friends in its way. Rules `BG4-ROUT-01` to `BG4-ROUT-18`
/// (pp. 23-24, 74-79, 85, 87).
///
/// # Errors
/// [`Need::Ask`] at the first contact: its owner chooses the shift.
pub(crate) fn planned(
    state: &State,
    unit: &Unit,
    initial: bool,
    answers: &[Answered],
) -> Result<RoutPlan, Need> {
    let moving = if initial {
        as_it_moves(state, unit)
    } else {
        unit.clone()
    };
    let field = Field::of(state);
    let plan = rout(&field, &moving, initial, answers)?;
    // One that does not come out whole from under its enemy lies nowhere: it is destroyed where it is. Rule BG4-COLOS-05.
    let comes_out = !unit.slid || {
        let there = Card::new(plan.end, state.size(unit));
        crate::field::is_free(&field, &moving, &there, &[])
    };
    let skirmisher = state.kind(unit).is(Keyword::Skirmisher);
    // Every friend moved through checks; those a Skirmisher moves through only if they are Skirmishers. BG4-SKIRM-12.
    let checking = plan
        .passed
        .iter()
        .copied()
        .filter(|friend| !skirmisher || state.has(*friend, Keyword::Skirmisher))
        .collect();
    // RULING: BG4-ROUT-12, after a Recall the units moved through check in step 2 of the next Courage Phase.
    let in_courage = matches!(state.phase, Phase::PreCombatCourage | Phase::PostCombatCourage);
    Ok(RoutPlan {
        takes_off: moving.airborne && !unit.airborne,
        shifts: plan.shifted && !unit.turn.shifted,
        run: comes_out.then_some(RoutRun {
            legs: plan.legs,
            to: plan.end,
            distance: plan.distance,
            allowance: plan.allowance,
        }),
        comes_out: unit.slid && comes_out,
        checking,
        checked_at_once: initial && in_courage,
        run_through: Vec::new(),
        fate: plan.fate,
        rallies: false,
    })
}

/// Whether a Routing unit may shift like this at its first contact. Rule `BG4-ROUT-06` (pp. 75-76).
pub(crate) fn check_shift(state: &State, question: &Question, answer: &Answer) -> Result<(), Refusal> {
    let (Some(unit), Answer::Shift { hand, inches }) =
        (question.unit.and_then(|unit| state.unit(unit)), answer)
    else {
        return Ok(());
    };
    let unit = as_it_moves_in(state, unit);
    let field = from_under(&Field::of(state), &unit);
    let Some(mover) = Mover::new(&field, &unit, MovedBy::Control) else {
        return Ok(());
    };
    let Some((at, _)) = mover.shifted(&mover.start(), Way::Forward, mover.left(&mover.start())) else {
        return Ok(());
    };
    if may_shift(
        &field.obstacles(&unit, &[]),
        &mover.card_at(at.pose),
        *hand,
        *inches,
    ) {
        Ok(())
    } else {
        Err(Refusal::from(RoutRefusal::ShiftOverlaps).asked(answer))
    }
}

/// The unit whose rout move is being made, as it makes it.
pub(crate) fn as_it_moves_in(state: &State, unit: &Unit) -> Unit {
    let initial = state.agenda.iter().rev().any(
        |frame| matches!(&frame.step, Step::RoutMove { unit: moving, initial: true } if *moving == unit.id),
    );
    if initial {
        as_it_moves(state, unit)
    } else {
        unit.clone()
    }
}
