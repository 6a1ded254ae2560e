use battleground_geometry::{Degrees, Point};
use proptest::prelude::*;

use super::*;
use crate::editions::Edition;
use crate::field::Field;
use crate::model::cards::TerrainType;
use crate::model::state::State;
use crate::procedures::movement::mover::{MovedBy, Mover, Progress};
use crate::procedures::movement::plans::Ends;
use crate::scene::{ground, id, inches, line, moving, scene};

/// A unit of the earlier edition among friends and on rough ground.
fn among_friends(mc: f64, friends: &[(f64, f64, f64)]) -> State {
    let wood = ground(
        TerrainType::Forest,
        &[(20.0, 13.0), (26.0, 13.0), (26.0, 18.0), (20.0, 18.0)],
    );
    let mut scene = scene()
        .set(|state| state.edition = Edition::V3)
        .unit("A1", moving(mc), (18.0, 10.0, 0.0))
        .terrain(wood);
    for (place, at) in friends.iter().enumerate() {
        scene = scene.unit(&format!("A{}", place + 2), line(), *at);
    }
    scene.state()
}

/// Friends at random, or some of those that would lie around the unit in close order, each a little away from it.
fn friends() -> impl Strategy<Value = Vec<(f64, f64, f64)>> {
    let anywhere = proptest::collection::vec((12.0..24.0_f64, 6.0..20.0_f64, 0.0..360.0_f64), 0..5);
    let around = proptest::collection::vec((0.0..1.5_f64, 0.0..1.5_f64, any::<bool>()), 8).prop_map(|gaps| {
        let places = [
            (-1.0, 0.0),
            (1.0, 0.0),
            (-1.0, 1.0),
            (0.0, 1.0),
            (1.0, 1.0),
            (-1.0, -1.0),
            (0.0, -1.0),
            (1.0, -1.0),
        ];
        let placed = places
            .into_iter()
            .zip(gaps)
            .filter(|(_, (.., is_there))| *is_there);
        placed
            .map(|((x, y), (aside, ahead, _))| (18.0 + x * (3.5 + aside), 10.0 + y * (2.5 + ahead), 0.0))
            .collect()
    });
    prop_oneof![anywhere, around]
}

/// A unit of which each leg is tried as it is added.
struct Tried<'m, 'f> {
    mover: &'m Mover<'f>,
    legs: Vec<Leg>,
    at: Option<Progress>,
}

impl Tried<'_, '_> {
    fn add(&mut self, leg: Leg) {
        self.at = self.at.and_then(|at| self.mover.step(&at, &leg));
        self.legs.push(leg);
    }

    /// A shift as far as it goes, or by a multiple of 0.05: by a share from 0 to 1 of that.
    fn shift(&mut self, way: Way, share: f64) {
        let most = self.at.and_then(|at| self.mover.shifted(&at, way, 100.0));
        let most = most.map_or(0.0, |(_, moved)| moved);
        let part = if share > 0.85 {
            most
        } else {
            (share / 0.85 * most / 0.05).floor() * 0.05
        };
        self.add(Leg::Shift {
            way,
            inches: inches(part),
        });
    }
}

/// One of the moves among which the ruling of `BG3-PATH-02` (pp. 11-12) looks, by numbers between 0 and 1: what comes first, how far
/// that and how far straight, to which side a turn if any, by how many degrees and along how long a ruler.
fn one_of_the_moves<'m, 'f>(
    mover: &'m Mover<'f>,
    [first, by, far, turns, degrees, ruler]: [f64; 6],
) -> Tried<'m, 'f> {
    let mut tried = Tried {
        mover,
        legs: Vec::new(),
        at: Some(mover.start()),
    };
    match (first * 9.0) as u32 {
        0 | 1 => {}
        2 => tried.add(Leg::AboutFace),
        3 | 4 => tried.shift(Way::Left, by),
        5 | 6 => tried.shift(Way::Right, by),
        7 => tried.shift(Way::Backward, by),
        _ => tried.add(Leg::Reform {
            heading: Degrees::new((by * 360.0).floor()).unwrap(),
        }),
    }
    if far > 0.3 {
        tried.shift(Way::Forward, (far - 0.3) / 0.7);
    }
    if turns > 0.3 {
        let (hand, share) = if turns > 0.65 {
            (Hand::Left, (turns - 0.65) / 0.35)
        } else {
            (Hand::Right, (turns - 0.3) / 0.35)
        };
        let angle = Degrees::new((degrees * share * 90.0).ceil().clamp(1.0, 90.0)).unwrap();
        let least = mover.turn_limit().least_ruler(mover.size().width(), angle);
        let left = tried.at.map_or(0.0, |at| mover.left(&at));
        let inches = match (ruler * 10.0) as u32 {
            0 | 1 => inches(least + 1e-6),
            2 | 3 => inches(left),
            _ => inches(((ruler - 0.4) / 0.6 * left / 0.05).floor() * 0.05),
        };
        tried.add(Leg::Turn {
            hand,
            angle,
            inches,
            backward: false,
        });
    }
    tried
}

/// A shift to the right ends 0.03 nearer than the nearest turn, so the kinds are as good as each other and the turn comes first; but the
/// smallest turn counts only within 0.05 of the shift.
#[test]
fn bg3_path_02_the_smallest_turn_is_within_a_twentieth_of_the_nearest_move_of_all() {
    let state = among_friends(6.0, &[(14.5, 10.0, 0.0)]);
    let field = Field::of(&state);
    let mover = Mover::new(&field, state.unit(id("A1")).unwrap(), MovedBy::Order).unwrap();
    let goal = Point::new(inches(26.606_418), inches(8.852_891));
    let search = Search {
        from: mover.start(),
        mover: &mover,
        goal,
        ends: Ends::ANYWHERE,
        prunes: true,
    };
    let chosen = search.best(&PlanKind::ALL)[0].distance;
    let mut aside = Tried {
        mover: &mover,
        legs: Vec::new(),
        at: Some(mover.start()),
    };
    aside.shift(Way::Right, 1.0);
    let aside = mover
        .card_at(aside.at.unwrap().pose)
        .front_centre()
        .distance(goal)
        .value();
    assert!(chosen <= aside + BETTER + SAME, "{chosen}, but {aside} aside");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn bg3_path_02_a_search_that_leaves_out_moves_finds_what_one_of_all_moves_finds(
        x in 3.0..33.0_f64, y in 3.0..27.0_f64,
        friends in friends(),
        mc in prop_oneof![Just(3.5), Just(5.0)],
    ) {
        let state = among_friends(mc, &friends);
        let field = Field::of(&state);
        let mover = Mover::new(&field, state.unit(id("A1")).unwrap(), MovedBy::Order).unwrap();
        prop_assume!(mover.is_free(mover.start().pose));
        let search = |prunes| Search {
            from: mover.start(),
            mover: &mover,
            goal: Point::new(inches(x), inches(y)),
            ends: Ends::ANYWHERE,
            prunes,
        }
        .best(&PlanKind::ALL);
        prop_assert_eq!(search(true), search(false));
    }

    #[test]
    fn bg3_path_02_no_move_of_the_ruling_ends_nearer_by_more_than_a_twentieth(
        x in 3.0..33.0_f64, y in 3.0..27.0_f64,
        friends in friends(),
        mc in prop_oneof![Just(3.5), Just(6.0), Just(8.5)],
        moves in proptest::collection::vec(proptest::array::uniform6(0.0..1.0_f64), 400),
    ) {
        let state = among_friends(mc, &friends);
        let field = Field::of(&state);
        let mover = Mover::new(&field, state.unit(id("A1")).unwrap(), MovedBy::Order).unwrap();
        prop_assume!(mover.is_free(mover.start().pose));
        let goal = Point::new(inches(x), inches(y));
        let search = Search {
            from: mover.start(),
            mover: &mover,
            goal,
            ends: Ends::ANYWHERE,
            prunes: true,
        };
        let courses = search.best(&PlanKind::ALL);
        let chosen = courses.first().map_or(f64::INFINITY, |course| course.distance);
        let least = search.nearest_end().unwrap_or(f64::INFINITY);
        // Of turns that end within 0.01 of each other the smallest counts.
        for one in moves {
            let Tried { legs, at, .. } = one_of_the_moves(&mover, one);
            let Some(end) = at else { continue };
            let distance = mover.card_at(end.pose).front_centre().distance(goal).value();
            prop_assert!(least <= distance + SAME + 1e-6, "{least}, but {distance} by {legs:?}");
            prop_assert!(
                chosen <= distance + BETTER + SAME + 1e-6,
                "{chosen} by {:?}, but {distance} by {legs:?}",
                courses.first()
            );
        }
    }
}
