//! Tables so large that several workers share a question, and questions with more cells than are shown.

use std::collections::{BTreeMap, BTreeSet};

use hindsight_reports::community::{Dimension, GameRow, UnitRow, Verdict};

use super::{by, game, table};

const GAMES: u64 = 25_000;

/// A number that looks like chance and is always the same.
fn mixed(seed: u64) -> u64 {
    let value = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

fn rows() -> Vec<GameRow> {
    const FACTIONS: [&str; 4] = ["red", "blue", "green", "grey"];
    let row = |number: u64| {
        let chance = |what: u64, most: u64| mixed(number * 64 + what + 1) % most;
        let faction = |what: u64| FACTIONS[chance(what, 4) as usize];
        let winner = usize::try_from(chance(2, 3)).ok().filter(|winner| *winner < 2);
        let mut row = game(chance(3, 40) as u8, [faction(0), faction(1)], winner);
        row.game = u128::from(number).to_be_bytes();
        for (place, side) in (0_u64..).zip(&mut row.sides) {
            side.account = Some(format!("player {}", chance(10 + place, 200)));
            side.dealt = chance(12 + place, 1_000) as f64;
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
                    dealt: chance(20 + card, 50) as f64,
                    taken: 0.0,
                    kills: chance(30 + card + 8 * place, 4) as u32,
                    lost_at: None,
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
    let rows = rows();
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
                cell.dealt += side.dealt / side.points;
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
        let figures = cell.figures.as_ref().unwrap();
        assert_eq!(
            (cell.games, cell.sides, figures.won),
            (slow.games.len() as u64, slow.sides, slow.won),
            "{:?}",
            cell.group
        );
        let sides = slow.sides as f64;
        assert!((figures.dealt.unwrap().value - slow.dealt / sides).abs() < 1e-6);
        let unit = figures.unit.as_ref().unwrap();
        assert!((unit.kills.unwrap().value - f64::from(slow.kills) / sides).abs() < 1e-6);
    }
}

#[test]
fn of_more_cells_than_are_shown_those_with_most_games_are() {
    let rows = rows();
    let mut slow: BTreeMap<[String; 2], BTreeSet<[u8; 16]>> = BTreeMap::new();
    for row in &rows {
        let name = |place: usize| row.sides[place].account.clone().unwrap();
        for [own, rival] in [[0, 1], [1, 0]] {
            let games = slow.entry([name(own), name(rival)]).or_default();
            games.insert(row.game);
        }
    }
    let answer = table(&rows).answer(&by(&[Dimension::Player, Dimension::Rival]));
    assert_eq!(answer.cells.len(), 1_000);
    assert_eq!(answer.left_out as usize, slow.len() - 1_000);
    let shown: Vec<u64> = answer.cells.iter().map(|cell| cell.games).collect();
    let mut all: Vec<u64> = slow.values().map(|games| games.len() as u64).collect();
    all.sort_unstable_by(|one, other| other.cmp(one));
    assert_eq!(shown, all[..1_000]);
    for cell in &answer.cells {
        let games = &slow[&[cell.group[0].clone(), cell.group[1].clone()]];
        assert_eq!(cell.games, games.len() as u64, "{:?}", cell.group);
    }
}
