//! Benchmark of the first page of a list, whatever it is filtered and sorted by, among 100,000 games.
//!
//! The reference looks at every card and sorts what passes, over the same cards in the same run.
//! `cargo bench -p hindsight-store --bench lists -- [games]` (100,000 by default).

#![allow(clippy::unwrap_used, reason = "a failed measurement should stop the program")]

use std::collections::BTreeMap;
use std::time::Instant;

use hindsight_store::{
    Append, Audience, CommandStamp, EventLog, Expected, ListOrder, MemoryStore, NewEvent, SortBy, StreamCard,
    StreamFilter, StreamId, StreamIndex,
};

/// The server's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The most that a first page may take, in milliseconds, at 100,000 games.
const MOST_MS: f64 = 50.0;
const PAGE: usize = 50;
const RUNS: usize = 7;

fn main() {
    let games: u64 = std::env::args()
        .skip(1)
        .find_map(|word| word.parse().ok())
        .unwrap_or(100_000);
    let cards: Vec<(StreamId, StreamCard)> =
        (0..games).map(|number| (stream(number), card(number))).collect();
    let before = resident();
    let store = MemoryStore::new();
    let bodies = filled(&store, &cards);
    let memory = resident().saturating_sub(before) as f64 / games as f64;
    let alone = without_cards(&cards);
    println!(
        "{games} games: {:.0} bytes of memory a game for card and index ({memory:.0} with an event of {bodies} bytes and \
         its stream, {alone:.0} without the card)",
        memory - alone
    );
    let mut worst = (0.0, String::new());
    for (name, filter) in filters() {
        for (sort, order) in [
            (SortBy::Created, ListOrder::Descending),
            (SortBy::Created, ListOrder::Ascending),
            (SortBy::Updated, ListOrder::Descending),
            (SortBy::Updated, ListOrder::Ascending),
        ] {
            let filter = StreamFilter {
                sort,
                order,
                ..filter.clone()
            };
            let (mut ours, mut plain) = (Vec::new(), Vec::new());
            for _ in 0..RUNS {
                let begun = Instant::now();
                let page = store.streams(&filter, None, PAGE).unwrap();
                ours.push(begun.elapsed().as_secs_f64() * 1e3);
                let begun = Instant::now();
                let right = every_card(&cards, &filter);
                plain.push(begun.elapsed().as_secs_f64() * 1e3);
                let found: Vec<StreamId> = page.streams.iter().map(|listed| listed.stream).collect();
                assert_eq!(found, right, "{name}");
            }
            let (ours, most, plain) = (median(&mut ours), largest(&ours), median(&mut plain));
            println!(
                "{name:32} {:9} {:5}  {ours:8.3} ms (most {most:.3}); every card {plain:8.3} ms; {:.4} of it",
                format!("{sort:?}"),
                if order == ListOrder::Ascending {
                    "up"
                } else {
                    "down"
                },
                ours / plain
            );
            if most > worst.0 {
                worst = (most, format!("{name}, {sort:?} {order:?}"));
            }
        }
    }
    println!();
    let (worst, name) = worst;
    let word = if worst <= MOST_MS { "PASS" } else { "MISS" };
    println!("{word}  {worst:8.3} <= {MOST_MS:5.2}  ms, the slowest first page of {games} games ({name})");
}

fn stream(number: u64) -> StreamId {
    // Not in the order of creation.
    StreamId::new(
        1_700_000_000_000 + number.wrapping_mul(7_919) % 1_000_003,
        u128::from(number),
    )
}

fn card(number: u64) -> StreamCard {
    // Salted so that no two draws of a card go together.
    let draw = |salt: u64, of: u64| {
        let mixed = (number ^ (salt << 40)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 20) % of
    };
    let person = |salt| format!("Player {}", draw(salt, 3_000));
    let players = vec![person(1), person(2)];
    StreamCard {
        system: ["before-battle", "battleground-4", "men-of-iron"][draw(3, 3) as usize].to_owned(),
        title: format!("Club night {number}, table {}", draw(4, 20)),
        status: ["finished", "finished", "running", "draft"][draw(5, 4) as usize].to_owned(),
        tags: if number.is_multiple_of(1_000) {
            vec!["final".to_owned()]
        } else {
            vec![format!("evening-{}", draw(8, 200))]
        },
        visibility: ["public", "public", "private", "unlisted"][draw(9, 4) as usize].to_owned(),
        owner: person(1),
        terms: BTreeMap::from([
            (
                "faction".to_owned(),
                vec![
                    format!("Faction {}", draw(6, 24)),
                    format!("Faction {}", draw(7, 24)),
                ],
            ),
            (
                "ending".to_owned(),
                vec![["won", "won", "draw", ""][draw(10, 4) as usize].to_owned()],
            ),
            ("winner".to_owned(), vec![players[0].clone()]),
        ]),
        result: Some(format!("{} won: the enemy is broken", players[0])),
        players,
        marks: if draw(11, 2) == 0 {
            vec!["bot".to_owned()]
        } else {
            Vec::new()
        },
        created_ms: 1_700_000_000_000 + draw(12, 1 << 36),
        extra: [("opened".to_owned(), "3".to_owned())].into(),
        ..StreamCard::default()
    }
}

/// Files the cards, an event each. Gives the bytes of that event.
fn filled(store: &MemoryStore, cards: &[(StreamId, StreamCard)]) -> usize {
    let body = b"begun".to_vec();
    for (number, (id, card)) in (0_u64..).zip(cards) {
        let append = Append {
            stream: *id,
            expected: Expected::New,
            recorded_at_ms: updated(number),
            command: CommandStamp {
                id: "open".to_owned(),
                actor: "bench".to_owned(),
                rules: "1".to_owned(),
                body: Vec::new(),
            },
            events: vec![NewEvent {
                kind: "opened".to_owned(),
                schema: 1,
                body: body.clone(),
            }],
            card: Some(card.clone()),
        };
        store.append(append).unwrap();
    }
    body.len()
}

fn updated(number: u64) -> u64 {
    1_700_000_000_000 + number.wrapping_mul(104_729) % 999_983
}

/// Memory a game of the same streams without what their cards say.
fn without_cards(cards: &[(StreamId, StreamCard)]) -> f64 {
    let bare: Vec<(StreamId, StreamCard)> =
        cards.iter().map(|(id, _)| (*id, StreamCard::default())).collect();
    let before = resident();
    let store = MemoryStore::new();
    filled(&store, &bare);
    resident().saturating_sub(before) as f64 / cards.len() as f64
}

/// Bytes of this process in memory.
fn resident() -> usize {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = pages.split(' ').nth(1).and_then(|pages| pages.parse().ok());
    pages.unwrap_or(0_usize) * 4096
}

fn term(kind: &str, value: &str) -> (String, String) {
    (kind.to_owned(), value.to_owned())
}

fn filters() -> Vec<(&'static str, StreamFilter)> {
    let some = |text: &str| Some(text.to_owned());
    let all = StreamFilter::default;
    let public = || StreamFilter {
        audience: Audience::Public,
        text_in: vec!["faction".to_owned()],
        ..all()
    };
    vec![
        ("all", all()),
        ("public", public()),
        (
            "own and public",
            StreamFilter {
                audience: Audience::Owner("Player 7".to_owned()),
                ..all()
            },
        ),
        (
            "system",
            StreamFilter {
                system: some("men-of-iron"),
                ..public()
            },
        ),
        (
            "status",
            StreamFilter {
                status: some("draft"),
                ..public()
            },
        ),
        (
            "player",
            StreamFilter {
                player: some("Player 7"),
                ..public()
            },
        ),
        (
            "faction",
            StreamFilter {
                terms: vec![term("faction", "Faction 7")],
                ..public()
            },
        ),
        (
            "result",
            StreamFilter {
                terms: vec![term("ending", "draw")],
                ..public()
            },
        ),
        (
            "winner",
            StreamFilter {
                terms: vec![term("winner", "Player 7")],
                ..public()
            },
        ),
        (
            "seldom tag",
            StreamFilter {
                tag: some("final"),
                ..public()
            },
        ),
        (
            "common tag",
            StreamFilter {
                tag: some("evening-7"),
                ..public()
            },
        ),
        (
            "tag of no game",
            StreamFilter {
                tag: some("nobody"),
                ..public()
            },
        ),
        (
            "mark",
            StreamFilter {
                mark: some("bot"),
                ..public()
            },
        ),
        (
            "without mark",
            StreamFilter {
                without_marks: vec!["bot".to_owned()],
                ..public()
            },
        ),
        (
            "visibility",
            StreamFilter {
                visibility: some("private"),
                ..all()
            },
        ),
        (
            "owner",
            StreamFilter {
                owner: some("Player 7"),
                ..all()
            },
        ),
        (
            "a month",
            StreamFilter {
                since_ms: Some(1_700_000_000_000 + (1 << 35)),
                until_ms: Some(1_700_000_000_000 + (1 << 35) + 2_592_000_000),
                ..public()
            },
        ),
        (
            "common text",
            StreamFilter {
                text: some("CLUB"),
                ..public()
            },
        ),
        (
            "seldom text",
            StreamFilter {
                text: some("night 9999"),
                ..public()
            },
        ),
        (
            "text of a player",
            StreamFilter {
                text: some("player 77"),
                ..public()
            },
        ),
        (
            "text of no game",
            StreamFilter {
                text: some("no such game"),
                ..public()
            },
        ),
        (
            "all but the text at once",
            StreamFilter {
                system: some("before-battle"),
                status: some("finished"),
                terms: vec![term("faction", "Faction 3"), term("ending", "won")],
                without_marks: vec!["bot".to_owned()],
                ..public()
            },
        ),
        (
            "text in a faction's draws",
            StreamFilter {
                terms: vec![term("faction", "Faction 3"), term("ending", "draw")],
                text: some("table 1"),
                ..public()
            },
        ),
    ]
}

/// The first page by looking at every card.
fn every_card(cards: &[(StreamId, StreamCard)], filter: &StreamFilter) -> Vec<StreamId> {
    let is = |wanted: &Option<String>, value: &String| wanted.as_ref().is_none_or(|wanted| wanted == value);
    let has = |wanted: &Option<String>, values: &[String]| {
        wanted.as_ref().is_none_or(|wanted| values.contains(wanted))
    };
    let text = filter.text.as_ref().map(|text| text.to_lowercase());
    let mut found = Vec::new();
    for (number, (id, card)) in (0_u64..).zip(cards) {
        let at_ms = match filter.sort {
            SortBy::Created => card.created_ms,
            SortBy::Updated => updated(number),
        };
        let seen = match &filter.audience {
            Audience::Everything => true,
            Audience::Public => card.visibility == "public",
            Audience::Owner(owner) => card.visibility == "public" || card.owner == *owner,
        };
        let passes = seen
            && is(&filter.system, &card.system)
            && is(&filter.status, &card.status)
            && is(&filter.visibility, &card.visibility)
            && is(&filter.owner, &card.owner)
            && has(&filter.player, &card.players)
            && has(&filter.tag, &card.tags)
            && has(&filter.mark, &card.marks)
            && filter
                .terms
                .iter()
                .all(|(kind, value)| card.terms_of(kind).contains(value))
            && !filter.without_marks.iter().any(|mark| card.marks.contains(mark))
            && filter.since_ms.is_none_or(|since| at_ms >= since)
            && filter.until_ms.is_none_or(|until| at_ms < until)
            && text.as_ref().is_none_or(|text| {
                std::iter::once(&card.title)
                    .chain(&card.players)
                    .chain(&card.tags)
                    .chain(filter.text_in.iter().flat_map(|kind| card.terms_of(kind)))
                    .any(|name| name.to_lowercase().contains(&**text))
            });
        if passes {
            found.push((at_ms, *id));
        }
    }
    found.sort_unstable();
    if filter.order == ListOrder::Descending {
        found.reverse();
    }
    found.into_iter().take(PAGE).map(|(_, id)| id).collect()
}

fn median(figures: &mut [f64]) -> f64 {
    figures.sort_unstable_by(f64::total_cmp);
    figures[figures.len() / 2]
}

fn largest(figures: &[f64]) -> f64 {
    figures.iter().copied().fold(0.0, f64::max)
}
