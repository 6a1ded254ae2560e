//! Positions turned, mirrored and with the seats exchanged: moves, rushes, targets and routs are those of the position, in both editions.
//!
//! Positions are drawn from fixed seeds on free ground, so far from the table edges that none matters. `HINDSIGHT_SYMMETRY_CASES` is
//! the number of positions a test draws. Ends of moves agree within [`images::PLACE`] inches and [`images::ANGLE`] degrees. The earlier edition moves by
//! whole degrees of the table (`BG3-PATH-02` (pp. 11-12), `BG3-ROUT-04`), so that its positions are turned by whole degrees.

pub(crate) mod drawn;
pub(crate) mod images;

use battleground_geometry::{Pose, Side, overlaps};
use hindsight_kernel::{Refusal, Seat, testing};

use crate::editions::Edition;
use crate::field::{Field, Purpose, TOL};
use crate::model::agenda::{Frame, Need, Step};
use crate::model::cards::UnitType;
use crate::model::command::Command;
use crate::model::effect::Keyword;
use crate::model::event::Event;
use crate::model::names::UnitId;
use crate::model::orders::Order;
use crate::model::state::State;
use crate::procedures::movement::would_move;
use crate::procedures::v3::rout;
use crate::scene::{begun, id, line, mc, pose, with_keywords};
use crate::system::Battleground;
use drawn::{Drawn, ITSELF, Position};
use images::{Image, images, images_of_edges};

/// The number of positions that a test draws: `HINDSIGHT_SYMMETRY_CASES`, or a number that takes seconds.
fn cases(usual: u64) -> u64 {
    let wanted = std::env::var("HINDSIGHT_SYMMETRY_CASES").ok();
    wanted.and_then(|cases| cases.parse().ok()).unwrap_or(usual)
}

/// The move of a unit: its end, or the question that its owner is asked before.
#[derive(Debug, Clone, PartialEq)]
enum Done {
    At(Pose),
    Asked(String),
}

impl Done {
    fn of<T>(found: Result<T, Need>, to: impl FnOnce(T) -> Pose) -> Self {
        match found {
            Ok(found) => Self::At(to(found)),
            Err(Need::Ask(question)) => Self::Asked(format!("{:?}", question.topic)),
            Err(Need::Refuse(refusal)) => Self::Asked(refusal.id(Edition::V4)),
        }
    }

    fn is(&self, image: Image, other: &Self) -> bool {
        match (self, other) {
            (Self::At(own), Self::At(other)) => image.is_place(*own, *other),
            (own, other) => own == other,
        }
    }
}

fn play_by(
    edition: Edition,
    state: State,
    seat: Seat,
    command: Command,
) -> Result<(State, Vec<Event>), Refusal> {
    match edition {
        Edition::V3 => testing::play::<crate::Battleground3>(state, &[(seat, command)], &[]),
        Edition::V4 => testing::play::<Battleground>(state, &[(seat, command)], &[]),
    }
}

/// The answers about A1 in a position: its nearest enemy, its move, its targets, its activation.
#[derive(Debug, Clone)]
struct Seen {
    nearest: Result<Option<UnitId>, String>,
    moves: Done,
    targets: Vec<UnitId>,
    offers: usize,
    rushes: Vec<(UnitId, Side, UnitId, Side)>,
}

fn seen(position: &Position, image: Image, edition: Edition) -> Seen {
    let state = begun(position.shown(image, edition));
    let field = Field::of(&state);
    let own = image.unit(id("A1"));
    let seat = image.seat(Seat::A);
    let nearest = field
        .nearest_enemy(own, Purpose::Move, &[])
        .map_err(|need| match need {
            Need::Ask(question) => format!("{:?}", question.topic),
            Need::Refuse(refusal) => refusal.id(Edition::V4),
        });
    let choices = crate::rules::combat::choices(&field, state.unit(own).unwrap(), &[], &[]);
    let mut targets: Vec<UnitId> = choices.map_or_else(
        |_| Vec::new(),
        |choices| choices.attacks.iter().map(|attack| attack.target).collect(),
    );
    targets.sort_unstable();
    let moves = Done::of(would_move(&field, own, &[]), |plan| plan.to);
    let command = Command::Activate { units: vec![own] };
    let rushes = play_by(edition, state.clone(), seat, command).map_or_else(
        |_| Vec::new(),
        |(after, _)| {
            let engaged = after.engagements.iter();
            engaged
                .map(|one| (one.rusher, one.rusher_side, one.rushed, one.rushed_side))
                .collect()
        },
    );
    Seen {
        nearest,
        moves,
        targets,
        offers: crate::offers::offers(&state, seat).len(),
        rushes,
    }
}

impl Seen {
    fn is(&self, image: Image, other: &Self) -> bool {
        let nearest = self.nearest.clone().map(|unit| unit.map(|unit| image.unit(unit)));
        let mut targets: Vec<UnitId> = self.targets.iter().map(|unit| image.unit(*unit)).collect();
        targets.sort_unstable();
        let rushes = self.rushes.iter().map(|(rusher, own, rushed, their)| {
            (
                image.unit(*rusher),
                image.side(*own),
                image.unit(*rushed),
                image.side(*their),
            )
        });
        nearest == other.nearest
            && targets == other.targets
            && self.offers == other.offers
            && self.moves.is(image, &other.moves)
            && rushes.eq(other.rushes.iter().copied())
    }
}

/// All that differs between drawn positions and their images.
fn differences<S: std::fmt::Debug>(
    count: u64,
    draw: impl Fn(u64) -> Position,
    images: &[Image],
    look: impl Fn(&Position, Image) -> S,
    is_same: impl Fn(&S, Image, &S) -> bool,
) -> Vec<String> {
    let mut found = Vec::new();
    for case in 0..count {
        let position = draw(case);
        let own = look(&position, ITSELF);
        // Each position is looked at in a few of its images, in turn in all.
        for step in 0..3 {
            let image = images[(case as usize * 3 + step) % images.len()];
            let other = look(&position, image);
            if !is_same(&own, image, &other) {
                let places: Vec<_> = position
                    .units
                    .iter()
                    .map(|unit| (unit.name, unit.place))
                    .collect();
                found.push(format!(
                    "case {case}, {image:?}: {own:?} is {other:?} at {places:?}"
                ));
            }
        }
    }
    found
}

fn none(found: &[String]) {
    assert!(
        found.is_empty(),
        "{} differ:\n{}",
        found.len(),
        found[..found.len().min(6)].join("\n")
    );
}

#[test]
fn bg3_geo_05_moves_rushes_and_targets_do_not_depend_on_the_table() {
    let look = |position: &Position, image: Image| seen(position, image, Edition::V3);
    none(&differences(
        cases(24),
        Position::at_large,
        &images(Edition::V3),
        look,
        Seen::is,
    ));
}

#[test]
fn bg4_geo_04_moves_rushes_and_targets_do_not_depend_on_the_table() {
    let look = |position: &Position, image: Image| seen(position, image, Edition::V4);
    none(&differences(
        cases(60),
        Position::at_large,
        &images(Edition::V4),
        look,
        Seen::is,
    ));
}

/// The end of A1's rout move, and the units that it goes through.
fn routed(position: &Position, image: Image, edition: Edition) -> (Done, Vec<UnitId>) {
    let state = position.shown(image, edition).state();
    let field = Field::of(&state);
    let own = image.unit(id("A1"));
    let unit = state.unit(own).unwrap();
    let mut through = Vec::new();
    let done = match edition {
        Edition::V3 => {
            let frame = Frame {
                step: Step::RoutMove {
                    unit: own,
                    initial: true,
                },
                answers: Vec::new(),
            };
            Done::of(rout::rout(&field, unit, &frame), |rout| {
                through = rout.through;
                rout.to
            })
        }
        Edition::V4 => Done::of(
            crate::procedures::v4::rout::rout(&field, unit, true, &[]),
            |rout| {
                through = rout.passed;
                rout.end
            },
        ),
    };
    through.sort_unstable();
    (done, through)
}

fn same_rout(own: &(Done, Vec<UnitId>), image: Image, other: &(Done, Vec<UnitId>)) -> bool {
    let mut through: Vec<UnitId> = own.1.iter().map(|unit| image.unit(*unit)).collect();
    through.sort_unstable();
    own.0.is(image, &other.0) && through == other.1
}

#[test]
fn bg3_rout_04_routs_out_of_a_fight_do_not_depend_on_the_table() {
    let look = |position: &Position, image: Image| routed(position, image, Edition::V3);
    none(&differences(
        cases(150),
        Position::routing,
        &images(Edition::V3),
        look,
        same_rout,
    ));
}

#[test]
fn bg4_rout_01_routs_do_not_depend_on_the_table() {
    let look = |position: &Position, image: Image| routed(position, image, Edition::V4);
    none(&differences(
        cases(150),
        Position::routing,
        &images(Edition::V4),
        look,
        same_rout,
    ));
}

/// A1 routs from nobody, among others.
fn running(case: u64) -> Position {
    let mut position = Position::at_large(case.wrapping_mul(4) ^ 0x5a5a_5a58);
    position.routs = true;
    position
}

#[test]
fn bg3_rout_09_routs_to_the_own_table_edge_do_not_depend_on_the_seat() {
    let look = |position: &Position, image: Image| routed(position, image, Edition::V3);
    none(&differences(
        cases(150),
        running,
        &images_of_edges(),
        look,
        same_rout,
    ));
}

#[test]
fn bg3_rout_11_a_rout_move_stops_at_whatever_it_meets() {
    let mut broken = Vec::new();
    for case in 0..cases(300) {
        for position in [running(case), Position::routing(case)] {
            let state = position.shown(ITSELF, Edition::V3).state();
            let field = Field::of(&state);
            let unit = state.unit(id("A1")).unwrap();
            let frame = Frame {
                step: Step::RoutMove {
                    unit: unit.id,
                    initial: true,
                },
                answers: Vec::new(),
            };
            let Ok(rout) = rout::rout(&field, unit, &frame) else {
                continue;
            };
            // None of the others touches it but those it fights: it has nobody to go through, and lies on nobody.
            let there = field.card(unit.id).unwrap().at(rout.to);
            let others = state.units.iter().filter(|other| other.id != unit.id);
            let lies_on = others
                .filter_map(|other| field.card(other.id))
                .any(|other| overlaps(&there, other, TOL));
            let far = rout.distance.value() > rout.allowance.value() + 0.002;
            if rout.fate.is_none() && (far || lies_on || !rout.through.is_empty()) {
                broken.push(format!("case {case}: {rout:?}"));
            }
        }
    }
    none(&broken);
}

#[test]
fn bg4_fly_03_a_landing_does_not_depend_on_the_table() {
    let flyer = UnitType {
        movement: mc(5.0),
        flying: Some(mc(8.5)),
        ..with_keywords(&[Keyword::Flying, Keyword::Normal, Keyword::Infantry])
    };
    let drawn = |name, kind, order, place| Drawn {
        name,
        kind,
        order,
        place,
    };
    let position = Position {
        units: vec![
            drawn("A1", flyer, Order::Close, (13.361, 11.181, 249.4)),
            drawn("B1", line(), Order::Hold, (17.207, 12.93, 128.4)),
        ],
        fights: Vec::new(),
        routs: false,
        flies: true,
    };
    let own = seen(&position, ITSELF, Edition::V4);
    for image in images(Edition::V4) {
        let other = seen(&position, image, Edition::V4);
        assert!(own.is(image, &other), "{image:?}: {own:?} is {other:?}");
    }
}

#[test]
fn bg3_path_02_a_direct_move_is_found_to_either_hand() {
    // A reform to 321, straight on by 3.2 and a turn to the left by 32 with a ruler of 1.79.
    let chariots = || UnitType {
        movement: mc(7.0),
        ..with_keywords(&[Keyword::Cavalry, Keyword::Wheeled, Keyword::Normal])
    };
    for mirrors in [false, true] {
        let image = Image { mirrors, ..ITSELF };
        let drawn = |name, kind, order, place| Drawn {
            name,
            kind,
            order,
            place,
        };
        let position = Position {
            units: vec![
                drawn("A1", chariots(), Order::Close, (21.6, 11.6, 135.0)),
                drawn("B1", line(), Order::Hold, (15.8, 15.3, 180.0)),
            ],
            fights: Vec::new(),
            routs: false,
            flies: false,
        };
        let state = begun(position.shown(image, Edition::V3));
        let (x, y, heading) = image.place((19.08, 14.68, 289.0));
        let report = Command::ReportMove {
            unit: id("A1"),
            pose: pose(x, y, heading),
        };
        let played = play_by(Edition::V3, state, Seat::A, report);
        assert!(played.is_ok(), "{mirrors}: {:?}", played.err());
    }
}
