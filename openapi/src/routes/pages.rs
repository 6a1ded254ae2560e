//! Pages for people.

use super::{one_of, text};
use crate::wire::Game;
use crate::{Access, Operation, ProblemKind};

const TAG: &str = "pages";

fn page(id: &'static str, path: &'static str, summary: &'static str) -> Operation {
    Operation::get(id, path, TAG, summary).answers_as(200, "The page.", vec![("text/html", None)])
}

pub(super) fn operations() -> Vec<Operation> {
    let gone = [ProblemKind::NoSuchGame, ProblemKind::CorruptGame];
    let picture = |id, path, summary, media| {
        Operation::get(id, path, TAG, summary)
            .query("theme", one_of(&["light", "dark"]), "`light` if left out.")
            .answers_as(200, "The picture.", vec![(media, None)])
            .conditional()
    };
    let moment = [ProblemKind::NoSuchVersion];
    vec![
        page(
            "startPage",
            "/",
            "The start page: recorded games with their pictures",
        )
        .query("cursor", text(200), "Where the page before ended."),
        page("gamePage", "/g/{game}", "A game, at its end").problems(&gone),
        Operation::get("gamePageJson", "/g/{game}.json", TAG, "The same as JSON")
            .answers::<Game>(200, "The game.")
            .conditional(),
        picture(
            "gamePageSvg",
            "/g/{game}.svg",
            "Its picture as SVG",
            "image/svg+xml",
        ),
        picture("gamePagePng", "/g/{game}.png", "Its picture as PNG", "image/png"),
        page("momentPage", "/g/{game}/{version}", "A game at one moment")
            .problems(&gone)
            .problems(&moment),
        Operation::get(
            "momentPageJson",
            "/g/{game}/{version}.json",
            TAG,
            "The event of that moment as JSON",
        )
        .answers::<crate::wire::Event>(200, "The event as you may know it.")
        .conditional()
        .problems(&moment),
        picture(
            "momentPageSvg",
            "/g/{game}/{version}.svg",
            "The picture of that moment as SVG",
            "image/svg+xml",
        )
        .problems(&moment),
        picture(
            "momentPagePng",
            "/g/{game}/{version}.png",
            "The picture of that moment as PNG",
            "image/png",
        )
        .problems(&moment),
        page("explorer", "/docs", "The API explorer").access(Access::Open),
        Operation::get("explorerFile", "/docs/{file}", TAG, "A file of the explorer")
            .access(Access::Open)
            .answers_as(
                200,
                "The file.",
                vec![
                    ("text/html", None),
                    ("text/css", None),
                    ("text/javascript", None),
                    ("image/png", None),
                ],
            )
            .problems(&[ProblemKind::NoSuchRoute]),
        Operation::get("style", "/style.css", TAG, "The look of the pages")
            .access(Access::Open)
            .answers_as(200, "The style sheet.", vec![("text/css", None)]),
    ]
}
