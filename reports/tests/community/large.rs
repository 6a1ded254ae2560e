//! Tables so large that several workers share a question, and questions with more cells than are shown.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use hindsight_reports::community::{CellFigures, CommunityCell, Dimension, GameRow, UnitRow, Verdict};

use super::{by, game, table};

const GAMES: u64 = 25_000;

/// A number that looks like chance and is always the same.
fn mixed(seed: u64) -> u64 {
    let value = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// Games between so many players.
fn rows(players: u64) -> Vec<GameRow> {
    const FACTIONS: [&str; 4] = ["red", "blue", "green", "grey"];
    let row = |number: u64| {
        let chance = |what: u64, most: u64| mixed(number * 64 + what + 1) % most;
        let faction = |what: u64| FACTIONS[chance(what, 4) as usize];
        let winner = usize::try_from(chance(2, 3)).ok().filter(|winner| *winner < 2);
        let mut row = game(1 + chance(3, 39) as u8, [faction(0), faction(1)], winner);
        row.game = u128::from(number).to_be_bytes();
        for (place, side) in (0_u64..).zip(&mut row.sides) {
            side.account = Some(format!("player {}", chance(10 + place, players)));
            side.dealt = Some(chance(12 + place, 1_000) as f64);
            // Every army has one or two of six cards.
            let cards = BTreeSet::from([chance(14 + place, 6), chance(16 + place, 6)]);
            side.units = cards
                .into_iter()
                .map(|card| UnitRow {
                    card: format!("card {card}"),
                    name: format!("Card {card}"),
                    count: 1,
                    points: 10.0,
                    left: 1.0,
                    dealt: Some(chance(20 + card, 50) as f64),
                    taken: Some(0.0),
                    kills: chance(30 + card + 8 * place, 4) as u32,
                    lost_at: None,
                    struck_at: None,
                })
                .collect();
        }
        row
    };
    (0..GAMES).map(row).collect()
}

/// A cell, counted slowly.
#[derive(Default)]
struct Slow {
    games: BTreeSet<[u8; 16]>,
    sides: u64,
    won: u64,
    dealt: f64,
    kills: u32,
}

#[test]
fn workers_together_count_what_a_slow_count_finds() {
    let rows = rows(200);
    let table = table(&rows);
    let mut slow: BTreeMap<[String; 2], Slow> = BTreeMap::new();
    for row in &rows {
        for (place, side) in row.sides.iter().enumerate() {
            let other = &row.sides[1 - place];
            for unit in &side.units {
                let key = [format!("chess:{}", unit.card), side.faction.clone()];
                // Where the other army stands in the same cell, the game says nothing of who wins there.
                let shared = other.faction == side.faction
                    && other.units.iter().any(|theirs| theirs.card == unit.card);
                let cell = slow.entry(key).or_default();
                cell.games.insert(row.game);
                cell.sides += 1;
                cell.won += u64::from(side.verdict == Verdict::Won && !shared);
                cell.dealt += side.dealt.unwrap() / side.points;
                cell.kills += unit.kills;
            }
        }
    }
    let answer = table.answer(&by(&[Dimension::Unit, Dimension::Faction]));
    assert_eq!((answer.cells.len(), answer.left_out), (slow.len(), 0));
    assert_eq!(
        (answer.whole.games, answer.whole.sides),
        (GAMES, GAMES * 2),
        "every worker's share is there"
    );
    for cell in &answer.cells {
        let slow = &slow[&[cell.group[0].clone(), cell.group[1].clone()]];
        let figures = agree(cell, slow);
        let sides = slow.sides as f64;
        let unit = figures.unit.as_ref().unwrap();
        assert!((unit.kills.unwrap().value - f64::from(slow.kills) / sides).abs() < 1e-6);
    }
}

/// The figures of a cell, whose counts and damage are those of the slow count.
fn agree<'c>(cell: &'c CommunityCell, slow: &Slow) -> &'c CellFigures {
    let figures = cell.figures.as_ref().expect("it is shown");
    assert_eq!(
        (cell.games, cell.sides, figures.won.unwrap_or(0)),
        (slow.games.len() as u64, slow.sides, slow.won),
        "{:?}",
        cell.group
    );
    let dealt = figures.dealt.expect("a mean of all its sides");
    assert!((dealt.value - slow.dealt / slow.sides as f64).abs() < 1e-6);
    figures
}

/// What a slow count finds in the cells of players and their rivals.
fn of_rivals(rows: &[GameRow]) -> BTreeMap<[String; 2], Slow> {
    let mut slow: BTreeMap<[String; 2], Slow> = BTreeMap::new();
    for row in rows {
        let name = |place: usize| {
            row.sides[place]
                .account
                .clone()
                .expect("everybody has an account")
        };
        for (own, rival) in [(0, 1), (1, 0)] {
            let side = &row.sides[own];
            let cell = slow.entry([name(own), name(rival)]).or_default();
            cell.games.insert(row.game);
            cell.sides += 1;
            // Whoever plays against themselves meets themselves in the cell.
            cell.won += u64::from(side.verdict == Verdict::Won && name(own) != name(rival));
            cell.dealt += side.dealt.expect("every side of the table dealt something") / side.points;
        }
    }
    slow
}

#[test]
fn of_more_cells_than_are_shown_those_with_most_games_are() {
    // Once so that every possible cell is counted at a place of its own, once with more than there are places for.
    for players in [200, 800] {
        let rows = rows(players);
        let slow = of_rivals(&rows);
        let mut most_first: Vec<_> = slow
            .iter()
            .map(|(key, cell)| (Reverse(cell.games.len()), key))
            .collect();
        most_first.sort();
        let answer = table(&rows).answer(&by(&[Dimension::Player, Dimension::Rival]));
        assert_eq!(answer.cells.len(), 1_000);
        assert_eq!(answer.left_out as usize, slow.len() - 1_000);
        assert_eq!(
            (answer.whole.games, answer.whole.sides),
            (GAMES, GAMES * 2),
            "what is not shown is counted all the same"
        );
        // Of cells with as many games those come first whose texts do.
        let shown: Vec<&[String]> = answer.cells.iter().map(|cell| &cell.group[..]).collect();
        let expected: Vec<&[String]> = most_first[..1_000].iter().map(|(_, key)| &key[..]).collect();
        assert_eq!(shown, expected);
        let mut with_themselves = 0;
        for cell in &answer.cells {
            agree(cell, &slow[&[cell.group[0].clone(), cell.group[1].clone()]]);
            with_themselves += u32::from(cell.group[0] == cell.group[1]);
        }
        assert!(
            players > 200 || with_themselves > 0,
            "no cell holds both sides of a game"
        );
    }
}

#[test]
fn a_unit_has_more_cells_than_are_shown() {
    // Six cards of 200 players: cells that both sides of a game share only where they are of one player.
    let rows = rows(200);
    let mut slow: BTreeMap<[String; 2], Slow> = BTreeMap::new();
    for row in &rows {
        for side in &row.sides {
            for unit in &side.units {
                let key = [side.account.clone().unwrap(), format!("chess:{}", unit.card)];
                let cell = slow.entry(key).or_default();
                cell.games.insert(row.game);
                cell.sides += 1;
                cell.kills += unit.kills;
            }
        }
    }
    let answer = table(&rows).answer(&by(&[Dimension::Player, Dimension::Unit]));
    assert_eq!((answer.cells.len(), slow.len()), (1_000, 1_200));
    for cell in &answer.cells {
        let slow = &slow[&[cell.group[0].clone(), cell.group[1].clone()]];
        assert_eq!(
            (cell.games, cell.sides),
            (slow.games.len() as u64, slow.sides),
            "{:?}",
            cell.group
        );
        let kills = cell
            .figures
            .as_ref()
            .unwrap()
            .unit
            .as_ref()
            .unwrap()
            .kills
            .unwrap();
        assert_eq!(kills.n, slow.sides);
        assert!((kills.value - f64::from(slow.kills) / slow.sides as f64).abs() < 1e-6);
    }
    let fewest = answer.cells.iter().map(|cell| cell.games).min().unwrap();
    let left_out = slow
        .iter()
        .filter(|(key, _)| answer.cells.iter().all(|cell| cell.group != key[..]));
    for (key, cell) in left_out {
        assert!(cell.games.len() as u64 <= fewest, "{key:?}");
    }
}
