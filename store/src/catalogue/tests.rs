//! The index against the plain reading of a filter: every card looked at, all sorted.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::sync::Arc;

use proptest::prelude::*;

use super::*;

/// A text of these tests as it is searched: without case, without marks on letters, white space as one space.
fn searched(text: &str) -> String {
    let plain = text.to_lowercase().replace('\u{F6}', "o").replace('\u{EB}', "e");
    let plain = plain.replace('\u{308}', "");
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A name of these tests in one spelling.
fn spelt(name: &str) -> String {
    name.replace("o\u{308}", "\u{F6}").replace("e\u{308}", "\u{EB}")
}

/// Whether a card passes, as the filter's own documentation says.
fn passes(filed: &FiledCard, filter: &StreamFilter) -> bool {
    let card = &filed.card;
    let is = |wanted: &Option<String>, value: &String| wanted.as_ref().is_none_or(|wanted| wanted == value);
    let has = |wanted: &Option<String>, values: &[String]| {
        let among = |wanted: &String| values.iter().any(|value| spelt(value) == spelt(wanted));
        wanted.as_ref().is_none_or(among)
    };
    let seen = match &filter.audience {
        Audience::Everything => true,
        Audience::Public => card.visibility == "public",
        Audience::Owner(owner) => card.visibility == "public" || card.owner == *owner,
    };
    let at_ms = match filter.sort {
        SortBy::Created => card.created_ms,
        SortBy::Updated => filed.updated_ms,
    };
    let text = filter.text.as_ref().map(|text| searched(text));
    seen && (filter.deleted || !filed.deleted)
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
            .all(|(kind, value)| card.terms_of(kind).iter().any(|own| spelt(own) == spelt(value)))
        && !filter.without_marks.iter().any(|mark| card.marks.contains(mark))
        && filter.since_ms.is_none_or(|since| at_ms >= since)
        && filter.until_ms.is_none_or(|until| at_ms < until)
        && text.is_none_or(|text| {
            std::iter::once(&card.title)
                .chain(&card.players)
                .chain(&card.tags)
                .chain(filter.text_in.iter().flat_map(|kind| card.terms_of(kind)))
                .any(|name| searched(name).contains(&text))
        })
}

fn expected(cards: &BTreeMap<StreamId, FiledCard>, filter: &StreamFilter) -> Vec<StreamId> {
    let mut all: Vec<(u64, StreamId)> = cards
        .iter()
        .filter(|(_, filed)| passes(filed, filter))
        .map(|(stream, filed)| match filter.sort {
            SortBy::Created => (filed.card.created_ms, *stream),
            SortBy::Updated => (filed.updated_ms, *stream),
        })
        .collect();
    all.sort_unstable();
    if filter.order == ListOrder::Descending {
        all.reverse();
    }
    all.into_iter().map(|(_, stream)| stream).collect()
}

/// All pages, with something done between each and the next.
fn paged(
    catalogue: &mut Catalogue,
    filter: &StreamFilter,
    limit: usize,
    mut between: impl FnMut(&mut Catalogue),
) -> Vec<StreamId> {
    let (mut all, mut cursor) = (Vec::new(), None);
    loop {
        let page = catalogue.page(filter, cursor, limit);
        assert!(page.streams.len() <= limit);
        assert!(
            page.next.is_none() || page.streams.len() == limit,
            "a page with a next one is full"
        );
        all.extend(page.streams.iter().map(|listed| listed.stream));
        match page.next {
            Some(next) => cursor = Some(next.to_string().parse().unwrap()),
            None => return all,
        }
        between(catalogue);
    }
}

fn word(of: &'static [&'static str]) -> impl Strategy<Value = String> {
    proptest::sample::select(of).prop_map(str::to_owned)
}

fn words(of: &'static [&'static str]) -> impl Strategy<Value = Vec<String>> {
    proptest::collection::vec(word(of), 0..3)
}

const SYSTEMS: &[&str] = &["chess", "go"];
const STATUS: &[&str] = &["draft", "running", "finished"];
const PEOPLE: &[&str] = &[
    "Anna",
    "anna b",
    "Bö",
    "Bo\u{308}",
    "bÖ",
    "Zoe\u{308}",
    "Zo\u{EB}",
    "zo\u{EB}",
    "",
];
const TAGS: &[&str] = &["club", "Final", "bö"];
const MARKS: &[&str] = &["bot", "arriving", "sample"];
const EYES: &[&str] = &["public", "private", "unlisted"];
const ENDINGS: &[&str] = &["", "won", "draw"];

prop_compose! {
    fn some_card()(
        who in (words(PEOPLE), words(TAGS), words(TAGS), words(MARKS), words(PEOPLE)),
        what in (word(SYSTEMS), word(STATUS), word(EYES), word(PEOPLE), word(ENDINGS), word(&["A game", "FINAL", "bö!", "two  spaces \u{A0} here"])),
        created_ms in 1_u64..6,
        updated_ms in 1_u64..6,
        deleted: bool,
    ) -> FiledCard {
        let (players, factions, tags, marks, winners) = who;
        let (system, status, visibility, owner, ending, title) = what;
        let mut card = StreamCard {
            system, title, status, players, tags, visibility, owner, created_ms, marks, ..StreamCard::default()
        };
        card.set_terms("faction", factions);
        card.set_terms("winner", winners);
        card.set_terms("ending", vec![ending]);
        FiledCard { card: Arc::new(card), updated_ms, events: 1, deleted }
    }
}

fn maybe(of: &'static [&'static str]) -> impl Strategy<Value = Option<String>> {
    proptest::option::weighted(0.2, word(of))
}

prop_compose! {
    fn some_filter()(
        who in (maybe(PEOPLE), maybe(TAGS), maybe(TAGS), maybe(MARKS), maybe(PEOPLE), words(MARKS)),
        what in (maybe(SYSTEMS), maybe(STATUS), maybe(EYES), maybe(PEOPLE), maybe(ENDINGS)),
        text in proptest::option::weighted(0.3, word(&["BÖ", "bo", "an", "final", "a g", "ZOE\u{308}", "zoe", "two spaces here", "", "nobody"])),
        text_in in words(&["faction", "winner", "colour"]),
        audience in prop_oneof![
            Just(Audience::Everything),
            Just(Audience::Public),
            word(PEOPLE).prop_map(Audience::Owner),
        ],
        times in (proptest::option::weighted(0.2, 0_u64..7), proptest::option::weighted(0.2, 0_u64..7)),
        ways: [bool; 3],
        seldom in 0..8,
    ) -> StreamFilter {
        let (player, faction, tag, mark, winner, without_marks) = who;
        let (system, status, visibility, owner, ending) = what;
        let terms = [("faction", faction), ("winner", winner), ("ending", ending)];
        let terms = terms.into_iter().filter_map(|(kind, value)| Some((kind.to_owned(), value?))).collect();
        StreamFilter {
            system, status, player, tag, mark,
            without_marks: if seldom == 0 { without_marks } else { Vec::new() },
            terms, visibility, owner, audience, text, text_in,
            since_ms: times.0, until_ms: times.1,
            deleted: ways[0],
            sort: if ways[1] { SortBy::Created } else { SortBy::Updated },
            order: if ways[2] { ListOrder::Ascending } else { ListOrder::Descending },
        }
    }
}

/// Puts and removals of few streams, so that cards are often replaced; `None` removes.
fn changes() -> impl Strategy<Value = Vec<(u8, Option<FiledCard>)>> {
    proptest::collection::vec((0..40_u8, proptest::option::weighted(0.85, some_card())), 0..120)
}

fn stream(number: u64) -> StreamId {
    StreamId::new(1_700_000_000_000 + number, 7)
}

proptest! {
    #[test]
    fn a_list_is_what_looking_at_every_card_finds(
        changes in changes(), filters in proptest::collection::vec(some_filter(), 12), limit in 1_usize..8,
    ) {
        let (mut catalogue, mut cards) = (Catalogue::default(), BTreeMap::new());
        for (number, filed) in changes {
            let id = stream(number.into());
            if let Some(filed) = filed {
                catalogue.put(id, filed.clone());
                cards.insert(id, filed);
            } else {
                catalogue.remove(id);
                cards.remove(&id);
            }
        }
        prop_assert_eq!(catalogue.len(), cards.len());
        for (id, filed) in &cards {
            prop_assert_eq!(catalogue.get(*id), Some(filed));
        }
        for filter in filters {
            prop_assert_eq!(paged(&mut catalogue, &filter, limit, |_| {}), expected(&cards, &filter), "{:?}", filter);
        }
    }

    #[test]
    fn pages_stay_exact_while_games_are_added(
        first in proptest::collection::vec(some_card(), 1..60),
        mut later in proptest::collection::vec(some_card(), 0..30),
        filter in some_filter(),
        limit in 1_usize..6,
    ) {
        let (mut catalogue, mut cards) = (Catalogue::default(), BTreeMap::new());
        for (number, filed) in (0..).zip(first) {
            catalogue.put(stream(number), filed.clone());
            cards.insert(stream(number), filed);
        }
        let mut number = 1000;
        let seen = paged(&mut catalogue, &filter, limit, |catalogue| {
            if let Some(filed) = later.pop() {
                catalogue.put(stream(number), filed);
                number += 1;
            }
        });
        // Every game that was there before the first page, once and in its order; of the new ones none twice.
        let old: Vec<StreamId> = seen.iter().copied().filter(|id| cards.contains_key(id)).collect();
        prop_assert_eq!(old, expected(&cards, &filter));
        let mut once = seen.clone();
        once.sort_unstable();
        once.dedup();
        prop_assert_eq!(once.len(), seen.len());
    }
}

/// Few among many are gathered and sorted, many are met in order: both ways end where they should.
#[test]
fn seldom_and_common_values_give_their_pages() {
    let (mut catalogue, mut cards) = (Catalogue::default(), BTreeMap::new());
    for number in 0..2000_u64 {
        let card = StreamCard {
            title: format!("Game {number}"),
            tags: if number.is_multiple_of(100) {
                vec!["seldom".to_owned()]
            } else {
                Vec::new()
            },
            system: ["chess", "go"][(number % 2) as usize].to_owned(),
            created_ms: 5000 - number / 3,
            ..StreamCard::default()
        };
        let filed = FiledCard {
            card: Arc::new(card),
            updated_ms: number / 5,
            events: 1,
            deleted: false,
        };
        catalogue.put(stream(number), filed.clone());
        cards.insert(stream(number), filed);
    }
    let some = |text: &str| Some(text.to_owned());
    for sort in [SortBy::Created, SortBy::Updated] {
        for order in [ListOrder::Ascending, ListOrder::Descending] {
            for filter in [
                StreamFilter {
                    tag: some("seldom"),
                    ..StreamFilter::default()
                },
                StreamFilter {
                    system: some("go"),
                    ..StreamFilter::default()
                },
                StreamFilter {
                    text: some("GAME 199"),
                    ..StreamFilter::default()
                },
                StreamFilter {
                    tag: some("seldom"),
                    system: some("go"),
                    ..StreamFilter::default()
                },
                StreamFilter {
                    tag: some("never"),
                    ..StreamFilter::default()
                },
            ] {
                let filter = StreamFilter {
                    sort,
                    order,
                    ..filter
                };
                for limit in [1, 7, 20, 21, 1000] {
                    assert_eq!(
                        paged(&mut catalogue, &filter, limit, |_| {}),
                        expected(&cards, &filter),
                        "{filter:?}"
                    );
                }
            }
        }
    }
}
