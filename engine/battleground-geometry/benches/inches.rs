//! Benchmark of measurements on a crowded table: 24 units, 8 pieces of terrain. Prints one line each.
#![allow(clippy::print_stdout, reason = "a bench prints its figures")]

use std::hint::black_box;
use std::time::Instant;

use battleground_geometry::{
    Approach, Area, Card, Corridor, Degrees, Footprint, Hand, Inches, Object, Obstacles, Point, Pose, Screen,
    Screens, Side, SightReading, Stops, TableArea, Tolerance, Turn, Way, first_overlap, free_distance,
    open_path, overlaps, share_inside, visible,
};

const TOL: Tolerance = Tolerance::uniform(Inches::mils(10));

fn inches(length: f64) -> Inches {
    Inches::new(length).expect("a bench measures with numbers")
}

/// Two lines of twelve, a little ragged, facing one another.
fn units(size: Footprint) -> Vec<Card> {
    let place = |at: u32| {
        let (row, column) = (f64::from(at / 6), f64::from(at % 6));
        let ragged = f64::from(at * 37 % 11) / 10.0;
        let (y, heading) = if at < 12 {
            (4.0 + row * 3.6 + ragged, 0.0)
        } else {
            (12.0 + row * 3.6 + ragged, 180.0)
        };
        let heading = heading + f64::from(at * 53 % 31) - 15.0;
        let pose = Pose::new(
            inches(5.0 + column * 5.2 + ragged),
            inches(y),
            Degrees::new(heading).unwrap_or_default(),
        );
        Card::new(pose.rounded(), size)
    };
    (0..24).map(place).collect()
}

/// Eight bent pieces of eight corners.
fn terrain() -> Vec<Area> {
    let piece = |at: u32| {
        let middle = Point::new(
            inches(4.0 + f64::from(at % 4) * 9.0),
            inches(9.0 + f64::from(at / 4) * 12.0),
        );
        let corner = |arm: u32| {
            let reach = inches(1.5 + f64::from((arm * 7 + at * 3) % 5) / 2.0);
            middle.towards(Degrees::new(f64::from(arm) * 45.0).unwrap_or_default(), reach)
        };
        Area::new((0..8).map(corner).collect()).expect("a star is an area")
    };
    (0..8).map(piece).collect()
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
    let size = Footprint::new(inches(3.5), inches(2.5), 1).expect("a card has a size");
    let (units, terrain) = (units(size), terrain());
    let table = TableArea::new(inches(36.0), inches(30.0)).expect("a table has a size");
    let (own, enemies) = units.split_at(12);
    let screens: Vec<Screen<'_>> = enemies
        .iter()
        .map(|card| Screen {
            object: card.into(),
            stops: Stops::AtOnce,
        })
        .chain(terrain.iter().map(|area| Screen {
            object: area.into(),
            stops: Stops::Beyond(inches(2.5)),
        }))
        .collect();
    let reading = SightReading::each_piece(TOL);
    let prepared = Screens::new(&screens, reading);
    let viewer = &own[8];
    let others: Vec<Object<'_>> = units
        .iter()
        .filter(|unit| *unit != viewer)
        .map(Object::Card)
        .chain(terrain.iter().map(Object::Area))
        .collect();
    let in_the_way: Vec<Object<'_>> = others.iter().copied().chain(table.outside()).collect();

    measure("visibility: prepare 12 enemies and 8 forests", 200, || {
        black_box(Screens::new(black_box(&screens), reading));
        screens.len()
    });
    measure("visibility: one unit looks at 12 enemies", 100, || {
        enemies
            .iter()
            .enumerate()
            .filter(|(at, enemy)| visible(viewer, *enemy, &prepared, Some(*at)))
            .count()
    });
    measure("visibility: 12 units look at 12 enemies (snapshot)", 10, || {
        let sees = |unit: &Card| {
            (0..12)
                .filter(|&at| visible(unit, &enemies[at], &prepared, Some(at)))
                .count()
        };
        own.iter().map(sees).sum()
    });
    let corridor = Corridor {
        width: inches(2.5),
        tolerance: TOL,
    };
    let from = viewer.front_centre();
    measure(
        "open path: to 12 enemies among 23 units, 8 terrain, edges",
        100,
        || {
            let open = |enemy: &&Card| {
                let to = enemy.target_point(Side::Front, from);
                open_path(from, to, &others, Some((*enemy).into()), Some(&table), corridor).is_open()
            };
            enemies.iter().filter(open).count()
        },
    );
    let prepared_way = Obstacles::new(in_the_way.iter().copied());
    measure("straight move: free distance among 35 obstacles", 1_000, || {
        free_distance(viewer, Way::Forward, inches(8.5), &prepared_way, TOL)
            .met
            .len()
    });
    let wheel =
        Turn::new(Hand::Left, Degrees::new(30.0).unwrap_or_default(), inches(3.5)).expect("a legal turn");
    measure(
        "wheel: 30 degrees over 3.5 inches swept past 35 obstacles",
        100,
        || usize::from(first_overlap(wheel.sweep(viewer), &in_the_way, TOL).is_some()),
    );
    measure(
        "wheels: 60 end poses in half degrees tested for overlap",
        20,
        || {
            let clear = |half: &u32| {
                let angle = Degrees::new(f64::from(*half) / 2.0).unwrap_or_default();
                let turn = Turn::new(Hand::Right, angle, inches(3.5)).expect("a legal turn");
                let end = viewer.at(turn.end(viewer));
                !in_the_way.iter().any(|object| overlaps(&end, *object, TOL))
            };
            (0..60).filter(clear).count()
        },
    );
    measure(
        "placement: best slide on four sides among 35 obstacles",
        100,
        || {
            let best = |side| {
                Approach::front_to(&enemies[3], side, size)
                    .best(inches(1.75), &in_the_way, TOL)
                    .len()
            };
            Side::ALL.into_iter().map(best).sum()
        },
    );
    measure("share of a card inside 8 terrain pieces", 1_000, || {
        usize::from(share_inside(viewer, &terrain) >= 0.499)
    });
}
