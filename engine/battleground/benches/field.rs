//! How long the questions of a crowded position take: 24 units, 8 pieces of terrain. Prints one line each.
#![allow(clippy::print_stdout, reason = "a bench prints its figures")]

use std::collections::BTreeSet;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use battleground::cards::{Book, Boxes, Category, Ground, Map, Piece, Profile, TerrainType, UnitType};
use battleground::effect::Keyword;
use battleground::field::{Field, Purpose};
use battleground::movement_category::Mc;
use battleground::names::{KindNo, SEATS, UnitId};
use battleground::orders::{Order, Orders};
use battleground::state::{Agreed, Pending, State, Status, TurnMarks, Unit};
use hindsight_geometry::inches::{Area, Degrees, FacingSide, Footprint, Inches, Point, Pose, Side};

fn inches(length: f64) -> Inches {
    Inches::new(length).expect("a bench measures with numbers")
}

fn kind(size: Keyword) -> UnitType {
    UnitType {
        id: "line".to_owned(),
        name: "Line".to_owned(),
        faction: "one".to_owned(),
        category: Category::Core,
        points: 200,
        size: Footprint::new(inches(3.5), inches(2.5), 1).expect("a card has a size"),
        attack: Profile {
            dice: 5,
            skill: 5,
            power: 5,
        },
        ranged: None,
        def_skill: 2,
        toughness: 2,
        courage: Some(12),
        movement: Mc::row(4),
        flying: None,
        boxes: Boxes {
            green: 4,
            yellow: 3,
            red: 2,
        },
        ammo: None,
        keywords: BTreeSet::from([size, Keyword::Infantry]),
        labels: BTreeSet::new(),
        impact_hits: 0,
        specials: Vec::new(),
        spells: Vec::new(),
        direct_control_cost: 1,
        preprinted: None,
    }
}

/// Two blocks of twelve, a little ragged, facing one another; every fourth unit is Large.
fn units() -> Vec<Unit> {
    let place = |at: u8| {
        let (row, column) = (f64::from(at / 6), f64::from(at % 6));
        let ragged = f64::from(u32::from(at) * 37 % 11) / 10.0;
        let (seat, y, heading) = if at < 12 {
            (SEATS[0], 4.0 + row * 3.6 + ragged, 0.0)
        } else {
            (SEATS[1], 12.0 + row * 3.6 + ragged, 180.0)
        };
        let heading = heading + f64::from(u32::from(at) * 53 % 31) - 15.0;
        let heading = Degrees::new(heading).unwrap_or_default();
        Unit {
            id: UnitId::new(seat, at % 12 + 1).expect("a small number"),
            kind: KindNo(u16::from(at % 4 == 3)),
            pose: Some(Pose::new(inches(6.0 + column * 4.6), inches(y), heading)),
            status: Status::Ready(Some(Orders::plain(Order::Close))),
            airborne: false,
            slid: false,
            marked: 0,
            fresh: 0,
            ammo_marked: 0,
            lasting: Vec::new(),
            pending: Pending::default(),
            turn: TurnMarks::default(),
            destroyed: None,
        }
    };
    (0..24).map(place).collect()
}

/// A two-level hill, two forests, a swamp, a road, a low wall, brush and broken ground.
fn pieces() -> Vec<Piece> {
    let piece = |kind, ground, level| Piece {
        kind,
        ground,
        level,
        rises_to: 0,
        sharp: None,
        blocks_visibility: false,
    };
    let at = |x: f64, y: f64| Point::new(inches(x), inches(y));
    let area = |kind, from: (f64, f64), to: (f64, f64), level| {
        let area = Area::rectangle(at(from.0, from.1), at(to.0, to.1)).expect("a rectangle");
        piece(kind, Ground::Area(area), level)
    };
    vec![
        area(TerrainType::Hill, (14.0, 10.0), (22.0, 18.0), 1),
        area(TerrainType::Hill, (16.0, 12.0), (20.0, 16.0), 2),
        area(TerrainType::Forest, (3.0, 9.0), (9.0, 14.0), 0),
        area(TerrainType::Forest, (27.0, 14.0), (33.0, 19.0), 0),
        area(TerrainType::Swamp, (23.0, 9.0), (27.0, 13.0), 0),
        area(TerrainType::Road, (10.0, 0.0), (13.0, 30.0), 0),
        piece(
            TerrainType::LowWall,
            Ground::Line(vec![at(24.0, 8.5), at(29.0, 8.5)]),
            0,
        ),
        area(TerrainType::BrokenGround, (4.0, 18.0), (8.0, 21.0), 0),
    ]
}

fn position() -> State {
    State {
        book: Arc::new(Book {
            factions: Vec::new(),
            kinds: vec![kind(Keyword::Normal), kind(Keyword::Large)],
            maps: vec![Map {
                id: "map".to_owned(),
                name: "Map".to_owned(),
                pieces: pieces(),
            }],
            scenarios: Vec::new(),
        }),
        agreed: Agreed {
            map: Some("map".to_owned()),
            ..Agreed::default()
        },
        turn: 1,
        units: units(),
        ..State::default()
    }
}

/// The best of several rounds, in microseconds a call.
fn measure(name: &str, calls: u32, mut work: impl FnMut() -> usize) {
    let mut best = f64::INFINITY;
    let mut found = 0;
    for _ in 0..15 {
        let start = Instant::now();
        for _ in 0..calls {
            found = black_box(work());
        }
        best = best.min(start.elapsed().as_secs_f64() * 1e6 / f64::from(calls));
    }
    println!("{name:<58} {best:>10.3} us   (found {found})");
}

fn main() {
    let state = position();
    let field = Field::of(&state);
    let all: Vec<UnitId> = state.units.iter().map(|unit| unit.id).collect();
    let viewer = all[8];
    let unit = state.unit(viewer).expect("it stands there");
    measure("field of a position", 200, || {
        black_box(Field::of(&state)).obstacles(unit, &[]).len()
    });
    measure("visible enemies of one unit", 100, || {
        field.visible_enemies(viewer, Purpose::Move).len()
    });
    measure("visibility of all pairs of 24 units, with the field", 5, || {
        let field = Field::of(&state);
        let seen = |unit: &UnitId| field.visible_enemies(*unit, Purpose::Move).len();
        all.iter().map(seen).sum()
    });
    measure("nearest enemy of one unit", 100, || {
        let found = field.nearest_enemy(viewer, Purpose::Move, &[]);
        usize::from(found.is_ok_and(|enemy| enemy.is_some()))
    });
    measure("open paths of one unit to 12 enemies", 50, || {
        let open = |enemy: &&UnitId| {
            let side = match field.facing_sides(viewer, **enemy) {
                Some(FacingSide::One(side) | FacingSide::Either(side, _)) => side,
                None => Side::Front,
            };
            field.to_side(viewer, **enemy, side).is_some_and(|(to, _)| {
                let path = field.open_path(viewer, Some((**enemy, side)), to, Purpose::Move);
                path.is_open()
            })
        };
        all[12..].iter().filter(open).count()
    });
    measure("ground under one unit", 1_000, || {
        let card = field.card(viewer).expect("it stands there");
        field
            .ground_steps(unit, std::slice::from_ref(card))
            .unsigned_abs() as usize
    });
    measure("current MC of 24 units", 100, || {
        all.iter()
            .map(|unit| usize::from(field.current_mc(*unit).number()))
            .sum()
    });
}
