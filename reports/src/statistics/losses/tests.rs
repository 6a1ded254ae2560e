//! Strength lost and regained, kills taken back, games without damage.

use hindsight_kernel::{Fact, Moment, UnitInfo};

use super::super::{CsvTable, DiceFavour, LuckFigures};
use super::*;
use crate::chart::{self, Chart, ChartOptions};

fn moment(round: u32, turn: u32) -> Moment {
    Moment {
        round,
        turn,
        ..Moment::default()
    }
}

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

fn unit(id: &str, seat: Seat, name: &str, points: f64, full: u32) -> UnitInfo {
    UnitInfo {
        id: id.to_owned(),
        seat,
        card: name.to_lowercase(),
        name: name.to_owned(),
        faction: String::new(),
        kind: "infantry".to_owned(),
        points,
        full,
        left: full,
        alive: true,
    }
}

fn damage(unit: &str, seat: Seat, by: &str, wounds: u32, share: f64) -> Fact {
    Fact::DamageDealt(DamageDealt {
        unit: unit.to_owned(),
        seat,
        by: Some(by.to_owned()),
        cause: "melee".to_owned(),
        wounds,
        models: wounds,
        share,
    })
}

fn destroyed(unit: &str, by: &str, points: f64) -> Fact {
    Fact::Destroyed {
        unit: unit.to_owned(),
        seat: Seat::B,
        points,
        cause: "attacked".to_owned(),
        by: Some(by.to_owned()),
    }
}

#[test]
fn restored_wounds_count_again_and_raise_the_curve() {
    let mut game = GameStatistics::new();
    // 6 points and 12 wounds, of which it suffers 18 and regains 6.
    game.absorb(&[unit("A2", Seat::A, "Spears", 6.0, 12)]);
    let at = moment(1, 1);
    game.fact(1, &at, &damage("A2", Seat::A, "B1", 9, 0.75));
    let restored = Restored {
        unit: "A2".to_owned(),
        seat: Seat::A,
        cause: "restored".to_owned(),
        wounds: 6,
        models: 6,
        share: 0.5,
    };
    game.fact(2, &at, &Fact::Restored(restored));
    game.fact(3, &at, &damage("A2", Seat::A, "B1", 9, 0.75));
    let spears = &game.units["A2"];
    assert!(near(spears.taken.share, 1.5) && near(spears.taken.worth, 9.0));
    assert_eq!(spears.restored.wounds, 6);
    assert!(near(spears.restored.worth, 3.0));
    assert!(near(game.units["B1"].dealt.worth, 9.0));
    let curve: Vec<f64> = game.strength.iter().map(|point| point.share).collect();
    assert!(near(curve[0], 0.25) && near(curve[1], 0.75) && near(curve[2], 0.0));
    let report = game.report();
    assert!(near(report.seats[0].restored.worth, 3.0));
    assert!(near(report.periods[0].seats[&Seat::A].restored.worth, 3.0));
}

#[test]
fn unit_returned_by_a_ruling_was_not_destroyed() {
    let mut game = GameStatistics::new();
    game.absorb(&[
        unit("A1", Seat::A, "Militia", 6.0, 8),
        unit("B1", Seat::B, "Wolves", 4.0, 4),
        unit("B2", Seat::B, "Axes", 3.0, 6),
    ]);
    let at = moment(1, 1);
    for (version, lost, points) in [(1, "B1", 4.0), (2, "B2", 3.0)] {
        let destroyed = Fact::Destroyed {
            unit: lost.to_owned(),
            seat: Seat::B,
            points,
            cause: "melee".to_owned(),
            by: Some("A1".to_owned()),
        };
        game.fact(version, &at, &destroyed);
    }
    assert_eq!(game.units["A1"].kills, 2);
    let returned = Fact::Returned {
        unit: "B1".to_owned(),
        seat: Seat::B,
        share: 0.5,
    };
    game.fact(3, &moment(2, 2), &returned);
    let report = game.report();
    let [south, north] = report.seats.as_slice() else {
        panic!("two seats")
    };
    assert_eq!((south.kills, north.lost), (1, 1));
    assert!(near(south.points_destroyed, 3.0));
    assert_eq!(report.periods[0].seats[&Seat::B].lost, 1);
    let last = game.strength.last().unwrap();
    assert!(near(last.points, 2.0) && near(last.share, 2.0 / 7.0));
}

#[test]
fn the_table_of_turns_tells_points_destroyed_and_points_routing() {
    let lost = |unit: &str, seat, points| Fact::Destroyed {
        unit: unit.to_owned(),
        seat,
        points,
        cause: "in combat".to_owned(),
        by: None,
    };
    let routing = |unit: &str, points| Fact::Counted {
        counter: "points_routing".to_owned(),
        unit: Some(unit.to_owned()),
        seat: Some(Seat::A),
        amount: points,
    };
    // Turn 1: A1 (200) and A2 (150) rout. Turn 2: A1 still does, A2 is destroyed, and so are B1 (120) and B2 (80). Turn 3: A1
    // is destroyed.
    let facts = [
        (1, routing("A1", 200.0)),
        (1, routing("A2", 150.0)),
        (2, lost("A2", Seat::A, 150.0)),
        (2, lost("B1", Seat::B, 120.0)),
        (2, lost("B2", Seat::B, 80.0)),
        (2, routing("A1", 200.0)),
        (3, lost("A1", Seat::A, 200.0)),
    ];
    let mut game = GameStatistics::new();
    for (version, (turn, fact)) in (1..).zip(&facts) {
        let moment = Moment {
            round: 1,
            turn: *turn,
            ..Moment::default()
        };
        game.fact(version, &moment, fact);
    }
    let table = game.csv(CsvTable::Periods);
    let told: Vec<[&str; 4]> = table
        .lines()
        .map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            let end = cells.len();
            [cells[1], cells[2], cells[end - 2], cells[end - 1]]
        })
        .collect();
    assert_eq!(
        told,
        [
            ["turn", "seat", "points_lost", "points_routing"],
            ["1", "A", "0", "350"],
            ["2", "A", "150", "200"],
            ["2", "B", "200", "0"],
            ["3", "A", "200", "0"],
        ]
    );
    let routing = |turn: usize, seat: Seat| game.report().periods[turn].seats[&seat].points_routing;
    let found = [routing(0, Seat::A), routing(1, Seat::A), routing(1, Seat::B)];
    let whole = found.map(|points| format!("{points}"));
    assert_eq!(whole, ["350", "200", "0"]);
}

#[test]
fn game_of_units_that_stand_or_fall_shows_what_was_destroyed_and_no_damage() {
    let mut game = GameStatistics::new();
    game.absorb(&[
        unit("A1", Seat::A, "Longbows", 4.0, 1),
        unit("B1", Seat::B, "Pikes", 3.0, 1),
    ]);
    game.fact(2, &moment(1, 1), &destroyed("B1", "A1", 3.0));
    let report = game.report();
    assert!(!report.tells_damage);
    assert_eq!(
        (report.units[0].points_per_point, report.units[0].net_worth),
        (None, None)
    );
    let table = game.csv(CsvTable::Units);
    let cell = |line: usize, name: &str| {
        let mut lines = table.lines();
        let place = lines
            .next()
            .unwrap()
            .split(',')
            .position(|known| known == name)
            .unwrap();
        lines.nth(line).unwrap().split(',').nth(place).unwrap().to_owned()
    };
    assert_eq!(
        (cell(0, "wounds_dealt"), cell(0, "net_worth")),
        (String::new(), String::new())
    );
    assert_eq!(cell(0, "points_destroyed"), "3");
    let drawn = |of: Chart| chart::draw(of, &game, &ChartOptions::default()).to_svg();
    assert!(drawn(Chart::Damage).contains("A1 Longbows: 3.0 destroyed, 0.0 lost"));
    assert!(drawn(Chart::Matrix).contains("A1 on B1: 3 points"));
}

#[test]
fn dice_favour_nobody_only_where_everybody_is_near_the_middle() {
    let mut game = GameStatistics::new();
    game.absorb(&[
        unit("A1", Seat::A, "Longbows", 4.0, 1),
        unit("B1", Seat::B, "Pikes", 3.0, 1),
    ]);
    let mut report = game.report();
    assert_eq!(report.dice_favour(), DiceFavour::Unknown);
    let mut with = |percentiles: [f64; 2]| {
        for (seat, percentile) in report.seats.iter_mut().zip(percentiles) {
            seat.luck = LuckFigures {
                rolls: 9,
                percentile,
                ..seat.luck.clone()
            };
        }
        match report.dice_favour() {
            DiceFavour::Lucky(seat) => format!("lucky {}", seat.seat),
            DiceFavour::Unlucky(seat) => format!("unlucky {}", seat.seat),
            DiceFavour::Even => "even".to_owned(),
            DiceFavour::Unknown => "unknown".to_owned(),
        }
    };
    assert_eq!(with([0.17, 0.48]), "unlucky A");
    assert_eq!(with([0.17, 0.61]), "lucky B");
    assert_eq!(with([0.42, 0.58]), "even");
}
