//! Help for a scorekeeper: a page for each way of recording, with pictures of the real pages.
//!
//! The pictures are taken by the browser test `help`, which writes them anew with `UPDATE=1`.

use bytes::Bytes;
use hindsight_kernel::Message;
use hindsight_openapi::ProblemKind;
use maud::{Markup, html};

use super::house::Page;
use crate::base::error::ApiError;
use crate::base::messages::{quoted, text};
use crate::http::conditional::{Keep, tagged};
use crate::http::{Answer, Ctx, Mounts};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("helpPage", page);
    mounts.on("helpPicture", picture);
}

/// Pictures by name, each of a phone, [`WIDTH`] points wide at two pixels a point.
const PICTURES: &[(&str, &[u8])] = &[
    ("set-up", include_bytes!("set-up.png")),
    ("choices", include_bytes!("choices.png")),
    ("dice", include_bytes!("dice.png")),
    ("history", include_bytes!("history.png")),
    ("pieces", include_bytes!("pieces.png")),
    ("arrows", include_bytes!("arrows.png")),
];

/// Width of a picture on the page, in CSS pixels.
const WIDTH: u32 = 300;

/// A step of recording: a heading, sentences, and the picture that shows it.
struct Step {
    heading: Message,
    words: Vec<Message>,
    /// Name of the picture and its description.
    picture: Option<(&'static str, Message)>,
}

/// A way of recording.
struct Topic {
    title: Message,
    lead: Message,
    steps: Vec<Step>,
    /// Name and title of the other way.
    other: (&'static str, Message),
}

/// The page on recording every choice and every roll.
fn recording() -> Topic {
    Topic {
        title: text!("help-recording-title"),
        lead: text!("help-recording-lead"),
        steps: vec![
            Step {
                heading: text!("help-recording-set-up"),
                words: vec![
                    text!("help-recording-set-up-new"),
                    text!("help-recording-set-up-again"),
                ],
                picture: Some(("set-up", text!("help-picture-set-up"))),
            },
            Step {
                heading: text!("help-recording-choices"),
                words: vec![
                    text!("help-recording-choices-tap"),
                    text!("help-recording-choices-passes"),
                    text!("help-recording-choices-orders"),
                ],
                picture: Some(("choices", text!("help-picture-choices"))),
            },
            Step {
                heading: text!("help-recording-dice"),
                words: vec![
                    text!("help-recording-dice-count"),
                    text!("help-recording-dice-faces"),
                ],
                picture: Some(("dice", text!("help-picture-dice"))),
            },
            Step {
                heading: text!("help-recording-wrong"),
                words: vec![
                    text!("help-recording-wrong-undo"),
                    text!("help-recording-wrong-change"),
                    text!("help-recording-wrong-note"),
                ],
                picture: Some(("history", text!("help-picture-history"))),
            },
            Step {
                heading: text!("help-recording-line"),
                words: vec![
                    text!("help-recording-line-queue"),
                    text!("help-recording-line-devices"),
                    text!("help-recording-line-standing"),
                ],
                picture: None,
            },
        ],
        other: ("noting", text!("help-noting-title")),
    }
}

/// The page on noting where everything stands at the end of each turn.
fn noting() -> Topic {
    Topic {
        title: text!("help-noting-title"),
        lead: text!("help-noting-lead"),
        steps: vec![
            Step {
                heading: text!("help-noting-pieces"),
                words: vec![text!("help-noting-pieces-draw"), text!("help-noting-pieces-less")],
                picture: Some(("pieces", text!("help-picture-pieces"))),
            },
            Step {
                heading: text!("help-noting-turn"),
                words: vec![text!("help-noting-turn-next"), text!("help-noting-turn-refused")],
                picture: None,
            },
            Step {
                heading: text!("help-noting-replay"),
                words: vec![
                    text!("help-noting-replay-arrows"),
                    text!("help-noting-replay-figures"),
                ],
                picture: Some(("arrows", text!("help-picture-arrows"))),
            },
            Step {
                heading: text!("help-noting-on"),
                words: vec![text!("help-noting-on-full"), text!("help-noting-on-hidden")],
                picture: None,
            },
        ],
        other: ("recording", text!("help-recording-title")),
    }
}

async fn page(ctx: Ctx) -> Answer {
    let name = ctx.path("topic");
    let topic = match name {
        "recording" => recording(),
        "noting" => noting(),
        _ => {
            return Err(ApiError::new(
                ProblemKind::NoSuchRoute,
                text!("help-no-topic", name = quoted(name)),
            ));
        }
    };
    let body = html! {
        h1 { (topic.title) }
        p.lead { (topic.lead) }
        @for (number, step) in (1..).zip(&topic.steps) { (section(number, step)) }
        p { a href=(format!("/help/{}", topic.other.0)) { (topic.other.1) } " · " a href="/new" { (text!("help-new-game")) } }
    };
    Ok(Page {
        class: "text help",
        ..Page::plain(topic.title.clone(), body)
    }
    .answer(&ctx.req))
}

fn section(number: usize, step: &Step) -> Markup {
    let id = format!("step-{number}");
    html! {
        section.step aria-labelledby=(id) {
            div {
                h2 id=(id) { (step.heading) }
                @for words in &step.words { p { (words) } }
            }
            @if let Some((name, words)) = &step.picture {
                img src=(format!("/help/pictures/{name}.png")) alt=(words) width=(WIDTH) loading="lazy";
            }
        }
    }
}

async fn picture(ctx: Ctx) -> Answer {
    let name = ctx.path("picture");
    let known = PICTURES
        .iter()
        .find(|(known, _)| name.strip_suffix(".png") == Some(known));
    let (_, bytes) = known.ok_or_else(|| {
        ApiError::new(
            ProblemKind::NoSuchRoute,
            text!("help-no-picture", name = quoted(name)),
        )
    })?;
    let etag = format!("\"{}\"", &blake3::hash(bytes).to_hex()[..16]);
    tagged(
        &ctx,
        "image/png",
        &etag,
        Keep::Ask,
        true,
        Bytes::from_static(bytes),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_step_shows_a_picture_that_is_there_and_each_picture_is_shown() {
        let steps = || recording().steps.into_iter().chain(noting().steps);
        let shown: Vec<&str> = steps()
            .filter_map(|step| step.picture.map(|(name, _)| name))
            .collect();
        let there: Vec<&str> = PICTURES.iter().map(|(name, _)| *name).collect();
        assert_eq!(shown, there);
        for (name, bytes) in PICTURES {
            assert!(bytes.starts_with(b"\x89PNG"), "{name}");
        }
    }
}
