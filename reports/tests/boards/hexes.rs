//! A field of hexes.

use hindsight_kernel::{Board, BoardFeature, BoardPoint, Grid, Message, Seat};

use super::{link, side, token};

/// A field of hexes, their flats or their points to the north.
pub fn hexes(flat_top: bool) -> Board {
    let (columns, rows) = (13_u16, 9_u16);
    let (reach, step) = (1.0 / 3.0_f64.sqrt(), 3.0_f64.sqrt() / 2.0);
    let at = |column: u16, row: u16| {
        let odd = if flat_top { column } else { row } % 2 == 1;
        let shift = if odd { 0.5 } else { 0.0 };
        if flat_top {
            (reach + f64::from(column) * step, 0.5 + f64::from(row) + shift)
        } else {
            (0.5 + f64::from(column) + shift, reach + f64::from(row) * step)
        }
    };
    let hex = |column: u16, row: u16, size: f64| {
        let (x, y) = at(column, row);
        (0..6)
            .map(|corner| {
                let turn = f64::from(corner * 60 + if flat_top { 0 } else { 30 }).to_radians();
                BoardPoint::new(x + size * reach * turn.cos(), y + size * reach * turn.sin())
            })
            .collect::<Vec<_>>()
    };
    let max = if flat_top {
        BoardPoint::new(2.0 * reach + f64::from(columns - 1) * step, f64::from(rows) + 0.5)
    } else {
        BoardPoint::new(f64::from(columns) + 0.5, 2.0 * reach + f64::from(rows - 1) * step)
    };
    let mut tokens = Vec::new();
    for (place, (column, row)) in [
        (2, 2),
        (3, 2),
        (4, 3),
        (6, 2),
        (5, 5),
        (6, 5),
        (7, 4),
        (9, 6),
        (10, 3),
    ]
    .into_iter()
    .enumerate()
    {
        let seat = Seat::new(usize::from(place > 3) + usize::from(place > 7)).expect("three seats");
        let kinds = ["infantry", "missile", "cavalry", "leader"];
        let facing = if flat_top {
            60.0 * place as f64
        } else {
            30.0 + 60.0 * place as f64
        };
        let id = format!("{seat}{place}");
        tokens.push(token(
            &id,
            seat,
            &format!("Retinue {place}"),
            &format!("R{place}"),
            kinds[place % 4],
            hex(column, row, 0.8),
            facing,
            1 + place as u32 % 4,
            4,
        ));
    }
    let terrain = [
        (8, 2, "forest"),
        (8, 3, "forest"),
        (9, 3, "hill"),
        (1, 5, "water"),
        (2, 5, "water"),
        (2, 6, "rough"),
        (11, 7, "building"),
    ]
    .into_iter()
    .enumerate()
    .map(|(place, (column, row, kind))| BoardFeature {
        id: format!("H{place}"),
        name: String::new(),
        kind: kind.to_owned(),
        height: 0.0,
        outline: hex(column, row, 1.0),
    })
    .collect();
    Board {
        min: BoardPoint::new(0.0, 0.0),
        max,
        unit: "hex".to_owned(),
        grid: Grid::Hexes {
            flat_top,
            first_shifted: false,
            columns,
            rows,
            numbered: true,
        },
        zones: Vec::new(),
        terrain,
        lines: Vec::new(),
        tokens,
        links: vec![link("B4", "B5", "supports")],
        sides: vec![
            side(Seat::A, "Men of the March", "12", false),
            side(Seat::B, "The King's Party", "9", false),
            side(Seat::new(2).expect("a third seat"), "Border Reivers", "3", true),
        ],
        caption: Message::plain("Turn 7 · Shooting"),
    }
}
