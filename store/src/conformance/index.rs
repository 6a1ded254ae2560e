//! Index cards and lists of streams.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{append, stream};
use crate::{
    AppendError, Audience, Cursor, EventStore, ListOrder, SortBy, StoreError, StreamCard, StreamFilter,
};

fn terms(number: u64) -> BTreeMap<String, Vec<String>> {
    let mut terms = BTreeMap::from([("faction".to_owned(), vec![format!("f{}", number % 4)])]);
    let ending = ["", "won", "draw"][(number % 3) as usize];
    if !ending.is_empty() {
        terms.insert("ending".to_owned(), vec![ending.to_owned()]);
    }
    if ending == "won" {
        terms.insert("winner".to_owned(), vec!["Anna".to_owned()]);
    }
    terms
}

fn term(kind: &str, value: &str) -> Vec<(String, String)> {
    vec![(kind.to_owned(), value.to_owned())]
}

fn card(number: u64) -> StreamCard {
    StreamCard {
        system: ["chess", "go"][(number % 2) as usize].to_owned(),
        title: format!("Game {number}"),
        status: if number.is_multiple_of(3) {
            "finished"
        } else {
            "running"
        }
        .to_owned(),
        players: vec!["Anna".to_owned(), format!("Player {}", number % 5)],
        tags: if number == 7 {
            vec!["Seven".to_owned()]
        } else {
            Vec::new()
        },
        visibility: if number.is_multiple_of(4) {
            "private"
        } else {
            "public"
        }
        .to_owned(),
        owner: format!("owner{}", number % 2),
        terms: terms(number),
        marks: if number > 8 {
            vec!["bot".to_owned()]
        } else {
            Vec::new()
        },
        created_ms: 1000 + number / 2,
        ..StreamCard::default()
    }
}

pub(super) fn lists_filter_sort_and_page(store: Arc<dyn EventStore>) {
    for number in 0..12 {
        let mut sent = append(stream(number), 0, 1, "c");
        sent.recorded_at_ms = 5000 - number;
        sent.card = Some(card(number));
        store.append(sent).unwrap();
    }
    let all = StreamFilter::default;
    let some = |text: &str| Some(text.to_owned());
    let list = |filter: &StreamFilter| -> Vec<u64> {
        let whole = store.streams(filter, None, 100).unwrap();
        assert_eq!(whole.next, None);
        let whole: Vec<_> = whole.streams.iter().map(|listed| listed.stream).collect();
        for limit in [1, 2, 5] {
            let mut paged = Vec::new();
            let mut cursor = None;
            loop {
                let page = store.streams(filter, cursor, limit).unwrap();
                assert!(page.streams.len() <= limit);
                paged.extend(page.streams.iter().map(|listed| listed.stream));
                // Cursors survive being text.
                match page.next {
                    Some(next) => cursor = Some(next.to_string().parse().unwrap()),
                    None => break,
                }
            }
            assert_eq!(paged, whole, "limit {limit}");
        }
        whole
            .into_iter()
            .map(|stream| stream.made_at_ms() - 1_700_000_000_000)
            .collect()
    };
    assert_eq!(list(&all()), [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    assert_eq!(
        list(&StreamFilter {
            order: ListOrder::Ascending,
            ..all()
        }),
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    );
    let updated = StreamFilter {
        sort: SortBy::Updated,
        ..all()
    };
    assert_eq!(list(&updated), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    assert_eq!(
        list(&StreamFilter {
            system: some("go"),
            ..all()
        }),
        [11, 9, 7, 5, 3, 1]
    );
    assert_eq!(
        list(&StreamFilter {
            status: some("finished"),
            ..all()
        }),
        [9, 6, 3, 0]
    );
    assert_eq!(
        list(&StreamFilter {
            player: some("Player 1"),
            ..all()
        }),
        [11, 6, 1]
    );
    assert_eq!(
        list(&StreamFilter {
            terms: term("faction", "f3"),
            ..all()
        }),
        [11, 7, 3]
    );
    assert_eq!(
        list(&StreamFilter {
            tag: some("Seven"),
            ..all()
        }),
        [7]
    );
    assert_eq!(
        list(&StreamFilter {
            mark: some("bot"),
            ..all()
        }),
        [11, 10, 9]
    );
    assert_eq!(
        list(&StreamFilter {
            without_marks: vec!["bot".to_owned(), "of no card".to_owned()],
            system: some("go"),
            ..all()
        }),
        [7, 5, 3, 1]
    );
    assert_eq!(
        list(&StreamFilter {
            terms: term("ending", "draw"),
            ..all()
        }),
        [11, 8, 5, 2]
    );
    assert_eq!(
        list(&StreamFilter {
            terms: term("winner", "Anna"),
            system: some("go"),
            ..all()
        }),
        [7, 1]
    );
    assert_eq!(
        list(&StreamFilter {
            terms: term("winner", "Player 1"),
            ..all()
        }),
        Vec::<u64>::new()
    );
    assert_eq!(
        list(&StreamFilter {
            visibility: some("private"),
            ..all()
        }),
        [8, 4, 0]
    );
    assert_eq!(
        list(&StreamFilter {
            owner: some("owner1"),
            status: some("finished"),
            ..all()
        }),
        [9, 3]
    );
    assert_eq!(
        list(&StreamFilter {
            audience: Audience::Public,
            system: some("chess"),
            ..all()
        }),
        [10, 6, 2]
    );
    let owner = Audience::Owner("owner0".to_owned());
    assert_eq!(
        list(&StreamFilter {
            audience: owner,
            system: some("chess"),
            ..all()
        }),
        [10, 8, 6, 4, 2, 0]
    );
    let other = Audience::Owner("owner1".to_owned());
    assert_eq!(
        list(&StreamFilter {
            audience: other,
            system: some("chess"),
            ..all()
        }),
        [10, 6, 2]
    );
    assert_eq!(
        list(&StreamFilter {
            text: some("GAME 1"),
            ..all()
        }),
        [11, 10, 1]
    );
    assert_eq!(
        list(&StreamFilter {
            text: some("seven"),
            ..all()
        }),
        [7]
    );
    assert_eq!(
        list(&StreamFilter {
            text: some("nothing"),
            ..all()
        }),
        Vec::<u64>::new()
    );
    // From 1002 (number 4) and before 1004 (number 8).
    let between = StreamFilter {
        since_ms: Some(1002),
        until_ms: Some(1004),
        ..all()
    };
    assert_eq!(list(&between), [7, 6, 5, 4]);
    assert_eq!(
        list(&StreamFilter {
            order: ListOrder::Ascending,
            ..between
        }),
        [4, 5, 6, 7]
    );
    assert_eq!(
        list(&StreamFilter {
            since_ms: Some(9),
            until_ms: Some(3),
            ..all()
        }),
        Vec::<u64>::new()
    );
    // A cursor from outside the range of times does not widen it.
    let first = store.streams(&all(), None, 1).unwrap().next;
    let early = StreamFilter {
        until_ms: Some(1001),
        ..all()
    };
    assert_eq!(store.streams(&early, first, 100).unwrap().streams.len(), 2);
    assert!("17".parse::<Cursor>().is_err());
}

pub(super) fn cards_follow_the_appends(store: Arc<dyn EventStore>) {
    let s = stream(1);
    assert_eq!(store.card(s).unwrap(), None);
    let mut sent = append(s, 0, 2, "a");
    sent.card = Some(StreamCard {
        created_ms: 0,
        ..card(1)
    });
    let began = sent.recorded_at_ms;
    store.append(sent).unwrap();
    let first = store.card(s).unwrap().unwrap().card;
    assert_eq!(
        (first.created_ms, first.updated_ms, first.events),
        (began, began, 2)
    );
    store.append(append(s, 2, 3, "b")).unwrap();
    let grown = store.card(s).unwrap().unwrap().card;
    assert_eq!(
        *grown,
        StreamCard {
            updated_ms: began + 2,
            events: 5,
            ..(*first).clone()
        }
    );
    store
        .set_card(
            s,
            StreamCard {
                title: "New".to_owned(),
                created_ms: 0,
                events: 99,
                ..(*grown).clone()
            },
        )
        .unwrap();
    let edited = store.card(s).unwrap().unwrap().card;
    assert_eq!(
        *edited,
        StreamCard {
            title: "New".to_owned(),
            ..(*grown).clone()
        }
    );
    assert!(matches!(
        store.set_card(stream(2), card(2)),
        Err(StoreError::NoSuchStream { .. })
    ));
    // A refused append leaves the card alone.
    let mut stale = append(s, 1, 1, "c");
    stale.card = Some(card(5));
    store.append(stale).unwrap_err();
    assert_eq!(store.card(s).unwrap().unwrap().card, edited);
    assert_eq!(store.head(s).unwrap().unwrap().version, 5);
}

pub(super) fn a_draft_is_put_away(store: Arc<dyn EventStore>) {
    for (number, status, count) in [(1, "draft", 2), (2, "running", 1), (3, "draft", 5)] {
        let mut sent = append(stream(number), 0, count, "d");
        sent.card = Some(StreamCard {
            status: status.to_owned(),
            ..card(number)
        });
        store.append(sent).unwrap();
    }
    assert!(matches!(
        store.delete_draft(stream(9), 3),
        Err(StoreError::NoSuchStream { .. })
    ));
    for number in [2, 3] {
        assert!(matches!(
            store.delete_draft(stream(number), 3),
            Err(StoreError::NotADraft { .. })
        ));
    }
    store.delete_draft(stream(1), 3).unwrap();
    let shown = store.streams(&StreamFilter::default(), None, 9).unwrap();
    assert_eq!(
        shown
            .streams
            .iter()
            .map(|listed| listed.stream)
            .collect::<Vec<_>>(),
        [stream(3), stream(2)]
    );
    let all = store
        .streams(
            &StreamFilter {
                deleted: true,
                ..StreamFilter::default()
            },
            None,
            9,
        )
        .unwrap();
    assert_eq!(all.streams.len(), 3);
    assert!(store.card(stream(1)).unwrap().unwrap().deleted);
    assert_eq!(store.read(stream(1), 1, 9).unwrap().len(), 2);
    let error = store.append(append(stream(1), 2, 1, "e")).unwrap_err();
    assert!(matches!(error, AppendError::Deleted { .. }), "{error}");
    assert!(store.append(append(stream(1), 0, 2, "d")).unwrap().repeated);
}
