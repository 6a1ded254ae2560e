use super::*;
use crate::layer::{LayerChange, LayerEntry};

const GAME: u64 = 50;

/// A layer that remembers who did what.
struct Desk(Layer);

impl Desk {
    fn new() -> Self {
        let mut layer = Layer::default();
        let event = LayerEvent::LayerCreated {
            game: "G".to_owned(),
            title: "Notes".to_owned(),
            visibility: LayerVisibility::Public,
        };
        layer
            .evolve(LayerEntry {
                at_ms: 1,
                by: "ada".to_owned(),
                event,
            })
            .unwrap();
        Self(layer)
    }

    fn does(&mut self, by: &str, command: LayerCommand) -> Result<usize, Refused> {
        let request = Request {
            by,
            steward: by == "root",
            events: GAME,
        };
        let events = decide(&self.0, request, command)?;
        let count = events.len();
        for event in events {
            let entry = LayerEntry {
                at_ms: 2,
                by: by.to_owned(),
                event,
            };
            self.0.evolve(entry).unwrap();
        }
        Ok(count)
    }

    fn text(&self, number: u32) -> &str {
        &self.0.annotation(number).unwrap().now().remark.text
    }

    fn removed(&self, number: u32) -> bool {
        self.0.annotation(number).unwrap().now().removed
    }
}

fn said(text: &str) -> Remark {
    Remark {
        text: text.to_owned(),
        ..Remark::default()
    }
}

fn add(text: &str) -> LayerCommand {
    LayerCommand::Add {
        anchor: Anchor::Event { version: 40 },
        remark: said(text),
    }
}

fn edit(text: &str) -> LayerCommand {
    LayerCommand::Edit {
        number: 1,
        anchor: Anchor::Event { version: 40 },
        remark: said(text),
    }
}

fn reply(to: Option<u32>, text: &str) -> LayerCommand {
    LayerCommand::Reply {
        number: 1,
        to,
        text: text.to_owned(),
    }
}

const UNDO: LayerCommand = LayerCommand::Undo { number: 1 };
const REMOVE: LayerCommand = LayerCommand::Remove { number: 1 };
const RESTORE: LayerCommand = LayerCommand::Restore { number: 1 };

#[test]
fn undo_goes_back_step_by_step_and_what_was_undone_stays_readable() {
    let mut desk = Desk::new();
    desk.does("ada", add("one")).unwrap();
    assert_eq!(desk.does("ada", UNDO), Err(Refused::NothingToUndo));
    desk.does("ada", edit("two")).unwrap();
    desk.does("ada", REMOVE).unwrap();
    assert!(desk.removed(1));
    desk.does("ada", UNDO).unwrap();
    assert_eq!((desk.text(1), desk.removed(1)), ("two", false));
    desk.does("ada", UNDO).unwrap();
    assert_eq!(desk.text(1), "one");
    assert_eq!(desk.does("ada", UNDO), Err(Refused::NothingToUndo));
    // What is said after an undoing is undone to what the undoing had brought back.
    desk.does("ada", edit("three")).unwrap();
    desk.does("ada", UNDO).unwrap();
    assert_eq!(desk.text(1), "one");
    assert_eq!(desk.does("ada", UNDO), Err(Refused::NothingToUndo));
    let annotation = desk.0.annotation(1).unwrap();
    let history: Vec<_> = annotation
        .revisions()
        .iter()
        .map(|revision| (revision.change, revision.remark.text.as_str()))
        .collect();
    assert_eq!(
        history,
        [
            (LayerChange::Added, "one"),
            (LayerChange::Edited, "two"),
            (LayerChange::Removed, "two"),
            (LayerChange::Undone, "two"),
            (LayerChange::Undone, "one"),
            (LayerChange::Edited, "three"),
            (LayerChange::Undone, "one"),
        ]
    );
}

#[test]
fn the_author_writes_others_answer() {
    let mut desk = Desk::new();
    assert_eq!(desk.does("bob", add("mine")), Err(Refused::NotYours));
    desk.does("ada", add("one")).unwrap();
    for command in [edit("two"), REMOVE, RESTORE, UNDO] {
        assert_eq!(
            desk.does("bob", command.clone()),
            Err(Refused::NotYours),
            "{command:?}"
        );
    }
    let hide = LayerCommand::Change {
        title: None,
        visibility: Some(LayerVisibility::Private),
        readers: None,
    };
    assert_eq!(desk.does("bob", hide.clone()), Err(Refused::NotYours));
    desk.does("bob", reply(None, "Why?")).unwrap();
    let words = |text: &str| LayerCommand::EditReply {
        number: 1,
        reply: 1,
        text: text.to_owned(),
    };
    assert_eq!(desk.does("ada", words("I agree.")), Err(Refused::NotYours));
    assert_eq!(desk.does("root", words("I agree.")), Err(Refused::NotYours));
    desk.does("bob", words("Why so early?")).unwrap();
    let gone = LayerCommand::RemoveReply { number: 1, reply: 1 };
    assert_eq!(desk.does("eve", gone.clone()), Err(Refused::NotYours));
    assert_eq!(desk.does("ada", gone), Ok(1));
    assert_eq!(desk.does("bob", words("Again")), Err(Refused::Removed));
    // Who keeps order hides it, and says nothing in her name.
    for command in [add("hers"), edit("hers"), UNDO] {
        assert_eq!(
            desk.does("root", command.clone()),
            Err(Refused::NotYours),
            "{command:?}"
        );
    }
    assert_eq!(
        (desk.does("root", REMOVE), desk.does("root", RESTORE)),
        (Ok(1), Ok(1))
    );
    assert_eq!(desk.does("root", hide), Ok(1));
    assert_eq!(desk.0.visibility, LayerVisibility::Private);
}

#[test]
fn what_is_so_already_changes_nothing() {
    let mut desk = Desk::new();
    desk.does("ada", add("one")).unwrap();
    let before = desk.0.clone();
    assert_eq!(desk.does("ada", edit("one")), Ok(0));
    assert_eq!(desk.does("ada", RESTORE), Err(Refused::NotRemoved));
    let same = LayerCommand::Change {
        title: Some("Notes".to_owned()),
        visibility: Some(LayerVisibility::Public),
        readers: Some(BTreeSet::new()),
    };
    assert_eq!(desk.does("ada", same), Ok(0));
    assert_eq!(desk.0, before);
    desk.does("ada", REMOVE).unwrap();
    assert_eq!(desk.does("ada", REMOVE), Ok(0));
    assert_eq!(desk.does("ada", edit("two")), Err(Refused::Removed));
    assert_eq!(desk.does("bob", reply(None, "Why?")), Err(Refused::Removed));
}

#[test]
fn there_is_an_end_to_everything() {
    let mut desk = Desk::new();
    for count in 0..ANNOTATIONS {
        assert_eq!(desk.does("ada", add("one")), Ok(1), "{count}");
    }
    assert!(matches!(desk.does("ada", add("one")), Err(Refused::Full { .. })));
    for change in 1..REVISIONS {
        assert_eq!(desk.does("ada", edit(&change.to_string())), Ok(1));
    }
    assert!(matches!(
        desk.does("ada", edit("more")),
        Err(Refused::Full { .. })
    ));
    assert!(matches!(desk.does("ada", UNDO), Err(Refused::Full { .. })));
    desk.does("bob", reply(None, "1")).unwrap();
    for depth in 1..DEPTH as u32 {
        desk.does("bob", reply(Some(depth), "deeper")).unwrap();
    }
    assert!(matches!(
        desk.does("bob", reply(Some(DEPTH as u32), "too deep")),
        Err(Refused::Full { .. })
    ));
    for _ in DEPTH..REPLIES {
        desk.does("eve", reply(None, "so")).unwrap();
    }
    assert!(matches!(
        desk.does("eve", reply(None, "so")),
        Err(Refused::Full { .. })
    ));
    assert_eq!(
        desk.does("eve", reply(Some(999), "so")).unwrap_err(),
        Refused::Full {
            what: phrase!(MESSAGES, "full-replies"),
            most: REPLIES
        }
    );
}

#[test]
fn what_is_not_there_is_told() {
    let mut desk = Desk::new();
    assert_eq!(desk.does("ada", UNDO), Err(Refused::NoAnnotation(1)));
    desk.does("ada", add("one")).unwrap();
    assert_eq!(desk.does("bob", reply(Some(1), "x")), Err(Refused::NoReply(1)));
    assert_eq!(desk.does("bob", reply(Some(0), "x")), Err(Refused::NoReply(0)));
    for text in ["", " \n\t", &"x".repeat(REPLY + 1), "\u{0}"] {
        assert!(
            matches!(desk.does("bob", reply(None, text)), Err(Refused::Fault(_))),
            "{text:?}"
        );
    }
    let far = LayerCommand::Add {
        anchor: Anchor::Event { version: GAME + 1 },
        remark: said("x"),
    };
    assert!(matches!(desk.does("ada", far), Err(Refused::Fault(_))));
    let readers = |names: &[&str]| LayerCommand::Change {
        title: None,
        visibility: None,
        readers: Some(names.iter().map(|name| (*name).to_owned()).collect()),
    };
    assert!(matches!(desk.does("ada", readers(&[""])), Err(Refused::Fault(_))));
    assert!(matches!(
        desk.does("ada", readers(&["a\nb"])),
        Err(Refused::Fault(_))
    ));
    assert_eq!(desk.does("ada", readers(&["bob", "eve"])), Ok(1));
}

fn suggested(version: u64) -> Suggested {
    Suggested {
        detector: "missed_flank".to_owned(),
        anchor: Anchor::Event { version },
    }
}

fn answers(desk: &Desk) -> Vec<(u64, Settled)> {
    desk.0
        .settled()
        .map(|(known, settled)| (known.anchor.from(), *settled))
        .collect()
}

#[test]
fn a_suggestion_is_accepted_once_and_waits_again_when_its_annotation_is_removed() {
    let mut desk = Desk::new();
    let accept = || LayerCommand::Accept {
        suggested: suggested(4),
        remark: said("Here the flank was open."),
    };
    assert_eq!(desk.does("bob", accept()), Err(Refused::NotYours));
    assert_eq!(
        desk.does("ada", accept()),
        Ok(2),
        "an annotation, and what became of the suggestion"
    );
    assert_eq!(desk.text(1), "Here the flank was open.");
    assert_eq!(answers(&desk), [(4, Settled::Accepted { number: 1 })]);
    assert_eq!(desk.does("ada", accept()), Err(Refused::Accepted(1)));
    let dismiss = LayerCommand::Dismiss {
        suggested: suggested(4),
    };
    assert_eq!(desk.does("ada", dismiss), Err(Refused::Accepted(1)));
    desk.does("ada", LayerCommand::Remove { number: 1 }).unwrap();
    assert!(answers(&desk).is_empty());
    assert_eq!(desk.does("ada", accept()), Ok(2));
    assert_eq!(answers(&desk), [(4, Settled::Accepted { number: 2 })]);
}

#[test]
fn a_suggestion_is_put_aside_and_taken_up_again() {
    let mut desk = Desk::new();
    let dismiss = |version| LayerCommand::Dismiss {
        suggested: suggested(version),
    };
    let reopen = || LayerCommand::Reopen {
        suggested: suggested(4),
    };
    assert_eq!(desk.does("ada", reopen()), Ok(0), "it waits already");
    assert_eq!(desk.does("ada", dismiss(4)), Ok(1));
    assert_eq!(desk.does("ada", dismiss(4)), Ok(0), "said before");
    assert_eq!(answers(&desk), [(4, Settled::Dismissed)]);
    assert_eq!(desk.does("ada", reopen()), Ok(1));
    assert!(answers(&desk).is_empty());
    assert!(matches!(
        desk.does("ada", dismiss(GAME + 1)),
        Err(Refused::Fault(_))
    ));
    let mut odd = suggested(4);
    odd.detector = "Missed flank".to_owned();
    assert!(matches!(
        desk.does("ada", LayerCommand::Dismiss { suggested: odd }),
        Err(Refused::Fault(_))
    ));
}
