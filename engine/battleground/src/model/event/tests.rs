//! Tests of the stored form of an event: its own name and what it holds, whichever chapter it is of.

use std::collections::BTreeSet;

use hindsight_kernel::{Seat, codec, wire};
use serde_json::json;

use super::{CommandEvent, Event, TurnEvent};

#[test]
fn an_event_is_stored_under_its_own_name_without_its_chapter() {
    let cases = [
        (Event::Turn(TurnEvent::TurnEnded), json!("turn_ended")),
        (
            Event::Command(CommandEvent::ActionsGained {
                seat: Seat::B,
                count: 2,
            }),
            json!({ "actions_gained": { "seat": "B", "count": 2 } }),
        ),
    ];
    for (event, stored) in cases {
        assert_eq!(serde_json::to_value(&event).unwrap(), stored);
        assert_eq!(serde_json::from_value::<Event>(stored).unwrap(), event);
        assert_eq!(codec::decode::<Event>(&codec::encode(&event)).unwrap(), event);
        assert_eq!(wire::from_value::<Event>(wire::to_value(&event)).unwrap(), event);
    }
    assert_eq!(<&str>::from(&Event::Turn(TurnEvent::TurnEnded)), "turn_ended");
}

#[test]
fn a_name_is_that_of_one_event() {
    let names: BTreeSet<&str> = Event::NAMES.iter().copied().collect();
    assert_eq!(names.len(), Event::NAMES.len());
    let schema = serde_json::to_value(schemars::schema_for!(Event)).unwrap();
    assert_eq!(schema["oneOf"].as_array().unwrap().len(), Event::NAMES.len());
}

#[test]
fn an_unknown_event_or_field_is_refused_by_name() {
    let fault = |value| serde_json::from_value::<Event>(value).unwrap_err().to_string();
    assert!(fault(json!("turn_skipped")).contains("unknown variant `turn_skipped`"));
    let more = json!({ "actions_gained": { "seat": "B", "count": 2, "why": "luck" } });
    assert!(fault(more).contains("unknown field `why`"));
    assert!(fault(json!({ "actions_gained": { "seat": "B" } })).contains("missing field `count`"));
    assert!(fault(json!(7)).contains("invalid type"));
}
