//! Benchmark of a question of the community's figures among 100,000 games, and among 300,000.
//!
//! The reference groups the rows as they are kept, each game looked at whole, over the same games in the same run.
//! `cargo bench -p hindsight-reports --bench community -- [games ...]`.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Instant;

use hindsight_kernel::Seat;
use hindsight_reports::community::{
    CommunityQuery, Dimension, Filter, GameRow, GameTable, Provenance, Ratings, SideRow, UnitRow, Verdict,
};

/// The most that a question may take, in milliseconds, at 100,000 games.
const MOST_MS: f64 = 50.0;
const SIZES: [u64; 2] = [100_000, 300_000];
const RUNS: usize = 21;
const FACTIONS: u64 = 12;
const CARDS: u64 = 8;
/// Cards of an army.
const ARMY: u64 = 10;

/// A number that looks like chance and is always the same.
fn mixed(seed: u64) -> u64 {
    let mut value = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

fn side(game: u64, place: u64, faction: u64, verdict: Verdict) -> SideRow {
    let chance = |number: u64| mixed(game * 1_000 + place * 100 + number) % 1_000;
    SideRow {
        ordered_at: BTreeMap::new(),
        rushed_at: None,
        fought_at: None,
        rolled_at: None,
        tested_at: None,
        struck_at: None,
        lost_at: None,
        destroyed_at: None,
        seat: if place == 0 { Seat::A } else { Seat::B },
        side: place as u8 + 1,
        faction: format!("Faction {faction}"),
        account: Some(format!("account {}", chance(90) * 2 + place)),
        verdict,
        first: Some(place == 0),
        points: 1_500.0,
        destroyed: chance(1) as f64,
        dealt: Some(chance(2) as f64),
        taken: Some(chance(3) as f64),
        survival: chance(4) as f64 / 1_000.0,
        rushes: (chance(5) % 9) as u32,
        charges: (chance(6) % 5) as u32,
        fights: (chance(60) % 9) as u32,
        fights_won: (chance(60) % 9 / 2) as u32,
        tests: (chance(7) % 12) as u32,
        passed: (chance(7) % 12 / 2) as u32,
        passed_expected: chance(8) as f64 / 200.0,
        luck: chance(9) as f64 / 50.0 - 10.0,
        luck_deviation: 8.0,
        units: (0..ARMY)
            .map(|number| (faction * CARDS + chance(10 + number) % CARDS, number))
            .collect::<BTreeMap<u64, u64>>()
            .into_iter()
            .map(|(card, number)| UnitRow {
                card: format!("card-{card}"),
                name: format!("Card {card}"),
                count: 1,
                points: 150.0,
                left: chance(30 + number) as f64 / 1_000.0,
                dealt: Some(chance(50 + number) as f64 / 5.0),
                taken: Some(chance(70 + number) as f64 / 5.0),
                kills: (chance(40 + number) % 3) as u32,
                lost_at: Some(1 + chance(40 + number) % 300),
                struck_at: None,
            })
            .collect(),
        results: BTreeMap::new(),
        orders: (0..6)
            .map(|number| {
                (
                    format!("Order {}", chance(80 + number) % 20),
                    1 + (chance(number) % 4) as u32,
                )
            })
            .collect(),
    }
}

fn row(game: u64) -> GameRow {
    let chance = |number: u64| mixed(game * 7_919 + number);
    let verdicts = match chance(1) % 10 {
        0 => [Verdict::Drawn, Verdict::Drawn],
        1..=5 => [Verdict::Won, Verdict::Lost],
        _ => [Verdict::Lost, Verdict::Won],
    };
    GameRow {
        game: u128::from(game).to_be_bytes(),
        system: format!("system-{}", chance(2) % 3),
        rules: format!("0.{}.0", chance(3) % 4),
        pack: format!("{:064x}", chance(4) % 3),
        scenario: format!("scenario-{}", chance(5) % 6),
        map: format!("map-{}", chance(6) % 20),
        budget: [None, Some(1_500), Some(2_000)][(chance(12) % 3) as usize],
        ended_ms: 1_700_000_000_000 + game * 600_000,
        provenance: Provenance::ALL[(chance(7) % 5) as usize],
        rounds: 3 + (chance(8) % 8) as u32,
        unlikeliest: Some(1 + chance(11) % 300),
        sides: vec![
            side(game, 0, chance(9) % FACTIONS, verdicts[0]),
            side(game, 1, chance(10) % FACTIONS, verdicts[1]),
        ],
    }
}

fn questions() -> Vec<(String, CommunityQuery)> {
    let everybody = Filter {
        with_bots: true,
        ..Filter::default()
    };
    let mut questions = vec![("everything, one cell".to_owned(), everybody.clone(), vec![])];
    for dimension in Dimension::ALL {
        questions.push((
            format!("by {}", dimension.word()),
            everybody.clone(),
            vec![dimension],
        ));
    }
    for (one, other) in [
        (Dimension::Faction, Dimension::Opponent),
        (Dimension::Faction, Dimension::Month),
        (Dimension::Unit, Dimension::Faction),
        (Dimension::Unit, Dimension::Month),
        (Dimension::Player, Dimension::Rival),
    ] {
        let name = format!("by {} and {}", one.word(), other.word());
        questions.push((name, everybody.clone(), vec![one, other]));
    }
    let one = everybody
        .and(Dimension::System, "system-1")
        .and(Dimension::Faction, "Faction 3");
    questions.push(("one faction by unit".to_owned(), one, vec![Dimension::Unit]));
    let with = everybody.and(Dimension::Unit, "system-1:card-9");
    questions.push((
        "one unit's armies by month".to_owned(),
        with,
        vec![Dimension::Month],
    ));
    questions
        .into_iter()
        .map(|(name, filter, by)| {
            let query = CommunityQuery {
                filter,
                by,
                least: 5,
                ..CommunityQuery::default()
            };
            (name, query)
        })
        .collect()
}

/// Win rates and survival by faction from the rows themselves.
fn plainly(rows: &[GameRow]) -> BTreeMap<&str, (u64, u64, f64)> {
    let mut cells: BTreeMap<&str, (u64, u64, f64)> = BTreeMap::new();
    for side in rows.iter().flat_map(|row| &row.sides) {
        let cell = cells.entry(&side.faction).or_default();
        cell.0 += 1;
        cell.1 += u64::from(side.verdict == Verdict::Won);
        cell.2 += side.survival;
    }
    cells
}

fn milliseconds(mut work: impl FnMut()) -> Vec<f64> {
    let mut times: Vec<f64> = (0..RUNS)
        .map(|_| {
            let begun = Instant::now();
            work();
            begun.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times
}

fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = status
        .split(' ')
        .nth(1)
        .and_then(|pages| pages.parse::<usize>().ok());
    pages.unwrap_or(0) * 4096
}

fn main() {
    let asked: Vec<u64> = std::env::args()
        .skip(1)
        .filter_map(|word| word.parse().ok())
        .collect();
    let sizes = if asked.is_empty() { SIZES.to_vec() } else { asked };
    sizes.into_iter().for_each(measure);
}

fn measure(games: u64) {
    let rows: Vec<GameRow> = (0..games).map(row).collect();
    let before = resident();
    let begun = Instant::now();
    let mut table = GameTable::new();
    for row in &rows {
        assert!(table.insert(row), "the table is full");
    }
    println!(
        "{games} games: filled in {:.0} ms, {:.0} bytes of memory a game",
        begun.elapsed().as_secs_f64() * 1e3,
        resident().saturating_sub(before) as f64 / games as f64
    );
    let mut worst = (0.0, String::new());
    for (name, query) in questions() {
        let ours = milliseconds(|| {
            black_box(table.answer(&query));
        });
        let plain = milliseconds(|| {
            black_box(plainly(&rows));
        });
        let (p50, p95) = (ours[RUNS / 2], ours[RUNS * 95 / 100]);
        println!(
            "{name:<28} p50 {p50:7.2} ms  p95 {p95:7.2} ms   reference {:7.2} ms",
            plain[RUNS / 2]
        );
        if p95 > worst.0 {
            worst = (p95, name);
        }
    }
    let lists = milliseconds(|| {
        black_box(table.games(&Filter::default(), None, 50));
    });
    println!("{:<28} p50 {:7.2} ms", "the games of a cell", lists[RUNS / 2]);
    let begun = Instant::now();
    black_box(Ratings::of(&table));
    println!(
        "{:<28}     {:7.2} ms",
        "all ratings",
        begun.elapsed().as_secs_f64() * 1e3
    );
    let goal = MOST_MS * (games as f64 / 100_000.0).max(1.0);
    let met = if worst.0 <= goal { "met" } else { "MISSED" };
    println!(
        "worst p95 {:.2} ms ({}), goal {goal:.0} ms: {met}",
        worst.0, worst.1
    );
}
