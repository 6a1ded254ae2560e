//! The fold of a layer, and how its events are stored.

use super::*;

fn entry(by: &str, event: LayerEvent) -> LayerEntry {
    LayerEntry {
        at_ms: 1_000,
        by: by.to_owned(),
        event,
    }
}

fn created() -> LayerEntry {
    entry(
        "ada",
        LayerEvent::LayerCreated {
            game: "G".to_owned(),
            title: "Notes".to_owned(),
            visibility: LayerVisibility::Private,
        },
    )
}

fn added(number: u32) -> LayerEvent {
    LayerEvent::AnnotationAdded {
        number,
        anchor: Anchor::Event { version: 4 },
        remark: Remark {
            text: "Too early.".to_owned(),
            glyphs: vec![2],
            ..Remark::default()
        },
        beside: None,
    }
}

#[test]
fn an_event_that_cannot_follow_is_no_panic() {
    let rows = [
        vec![entry("ada", added(1))],
        vec![created(), created()],
        vec![created(), entry("ada", added(2))],
        vec![
            created(),
            entry("ada", LayerEvent::AnnotationRemoved { number: 1 }),
        ],
        vec![
            created(),
            entry("ada", added(1)),
            entry("ada", LayerEvent::ReplyRemoved { number: 1, reply: 0 }),
        ],
        vec![
            created(),
            entry("ada", added(1)),
            entry(
                "bob",
                LayerEvent::Replied {
                    number: 1,
                    reply: 1,
                    to: Some(1),
                    text: "To itself.".to_owned(),
                },
            ),
        ],
    ];
    for events in rows {
        assert!(Layer::fold(events.clone()).is_err(), "{events:?}");
    }
}

#[test]
fn events_read_as_they_were_stored_and_newer_ones_are_refused() {
    let event = added(1);
    let bytes = event.store();
    assert_eq!(LayerEvent::load(SCHEMA, &bytes).unwrap(), event);
    assert!(LayerEvent::load(SCHEMA + 1, &bytes).is_err());
    assert!(LayerEvent::load(SCHEMA, &bytes[..5]).is_err());
    assert!(LayerEvent::load(SCHEMA, &[]).is_err());
}

/// A stored event of the first schema: it must read for ever.
#[test]
fn the_first_schema_is_still_read() {
    let hex = "0181b0616e6e6f746174696f6e5f616464656483a66e756d62657201a6616e63686f7282a474797065a5\
               6576656e74a776657273696f6e04a672656d61726b82a474657874aa546f6f206561726c792ea6676c79706873\
               9102";
    let bytes: Vec<u8> = (0..hex.len() / 2)
        .map(|place| u8::from_str_radix(&hex[2 * place..2 * place + 2], 16).unwrap())
        .collect();
    assert_eq!(LayerEvent::load(1, &bytes).unwrap(), added(1));
}
