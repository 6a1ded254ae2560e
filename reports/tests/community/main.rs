//! Figures of many games: counted by hand, and held against a slow count of the same.

mod figures;
mod folding;
mod large;
mod moments;
mod ratings;
mod uncommon;
mod units;
mod win_rates;

use std::collections::BTreeMap;

use hindsight_kernel::Seat;
use hindsight_reports::community::{
    CommunityCell, CommunityQuery, Dimension, GameRow, GameTable, Provenance, SideRow, Verdict,
};

/// The first moment of 2026, milliseconds of Unix time.
const NEW_YEAR: u64 = 1_767_225_600_000;

const DAY: u64 = 86_400_000;

fn side(seat: Seat, faction: &str, verdict: Verdict) -> SideRow {
    SideRow {
        seat,
        side: seat.index() as u8 + 1,
        faction: faction.to_owned(),
        account: None,
        verdict,
        first: Some(seat == Seat::A),
        points: 100.0,
        destroyed: 50.0,
        dealt: Some(60.0),
        taken: Some(40.0),
        survival: 0.6,
        rushes: 3,
        charges: 2,
        fights: 5,
        fights_won: 2,
        tests: 4,
        passed: 3,
        passed_expected: 2.5,
        luck: 1.0,
        luck_deviation: 2.0,
        units: Vec::new(),
        orders: BTreeMap::new(),
        results: BTreeMap::new(),
        ordered_at: BTreeMap::new(),
        rushed_at: None,
        fought_at: None,
        rolled_at: None,
        tested_at: None,
        struck_at: None,
        lost_at: None,
        destroyed_at: None,
    }
}

fn game(number: u8, factions: [&str; 2], winner: Option<usize>) -> GameRow {
    let verdict = |place: usize| match winner {
        None => Verdict::Drawn,
        Some(winner) if winner == place => Verdict::Won,
        Some(_) => Verdict::Lost,
    };
    GameRow {
        game: [number; 16],
        system: "chess".to_owned(),
        rules: "1".to_owned(),
        pack: "p".to_owned(),
        scenario: String::new(),
        map: "hill".to_owned(),
        budget: None,
        ended_ms: NEW_YEAR + u64::from(number) * DAY,
        provenance: Provenance::ServerDice,
        rounds: u32::from(number),
        unlikeliest: Some(7),
        sides: vec![
            side(Seat::A, factions[0], verdict(0)),
            side(Seat::B, factions[1], verdict(1)),
        ],
    }
}

fn table(rows: &[GameRow]) -> GameTable {
    let mut table = GameTable::new();
    for row in rows {
        assert!(table.insert(row));
    }
    table
}

fn by(dimensions: &[Dimension]) -> CommunityQuery {
    CommunityQuery {
        by: dimensions.to_vec(),
        ..CommunityQuery::default()
    }
}

fn cell<'c>(cells: &'c [CommunityCell], group: &[&str]) -> &'c CommunityCell {
    cells
        .iter()
        .find(|cell| cell.group == group)
        .unwrap_or_else(|| panic!("no cell {group:?} among {cells:?}"))
}
