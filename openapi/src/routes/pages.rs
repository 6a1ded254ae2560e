//! Pages for people.

use hindsight_reports::community::Measure;

use super::community::{MOMENT, as_of, filtered, grouped, moment, ranked};
use super::pictures::FEW_LABELS;
use super::{date, flag, number, one_of, seat, text, version};
use crate::wire::{GameDetails, OEmbed};
use crate::{Access, Operation, ProblemKind};

const TAG: &str = "pages";

fn page(id: &'static str, path: &'static str, summary: &'static str) -> Operation {
    Operation::get(id, path, TAG, summary)
        .answers_as(200, "The page.", vec![("text/html", None)])
        .html_problems()
}

/// A page of a moment, or a part of one: through whose eyes, and from which side of the table.
fn visible_game(operation: Operation) -> Operation {
    operation
        .query(
            "seat",
            seat(),
            "What this seat knew, if you may see it; all that you may know if left out.",
        )
        .query(
            "flip",
            flag(),
            "Seen from the far side of the table; `false` if left out.",
        )
        .problems(&[ProblemKind::NoSuchVersion, ProblemKind::Forbidden])
}

fn theme(operation: Operation) -> Operation {
    operation.query("theme", one_of(&["light", "dark"]), "`light` if left out.")
}

/// A board that may be drawn for a small screen.
fn small(operation: Operation) -> Operation {
    operation.query(
        "compact",
        flag(),
        "The board with fewer labels, twice as large, for a small screen; what the browser says of itself decides if left out.",
    )
}

/// A picture that may be drawn for a small screen.
fn few_labels(operation: Operation) -> Operation {
    operation.query("compact", flag(), FEW_LABELS)
}

/// A part of the replay page, for its script.
fn part(id: &'static str, path: &'static str, summary: &'static str) -> Operation {
    Operation::get(id, path, TAG, summary)
        .answers_as(200, "HTML without a head.", vec![("text/html", None)])
        .conditional()
}

fn picture(id: &'static str, path: &'static str, summary: &'static str, media: &'static str) -> Operation {
    theme(Operation::get(id, path, TAG, summary))
        .answers_as(200, "The picture.", vec![(media, None)])
        .conditional()
}

pub(super) fn operations() -> Vec<Operation> {
    [start(), community(), replay(), share(), house()]
        .into_iter()
        .flatten()
        .collect()
}

/// Where people come in.
fn start() -> Vec<Operation> {
    vec![
        page(
            "startPage",
            "/",
            "Start page: recorded games with pictures, searchable by name, system, player, faction, tag, result and date",
        )
        .query("q", text(200), "Only games with this text in title, players, factions or tags.")
        .query("system", text(64), "Only of this system.")
        .query("player", text(100), "Only with a player of exactly this name.")
        .query("faction", text(100), "Only with this faction.")
        .query("tag", text(64), "Only with this label.")
        .query(
            "result",
            one_of(&["won", "draw", "running"]),
            "Only those won by somebody, drawn, or not over yet.",
        )
        .query("since", date(), "Only created on this day (UTC) or later.")
        .query("until", date(), "Only created on this day (UTC) or earlier.")
        .query("cursor", text(200), "Where the page before ended."),
        page("myGamesPage", "/mine", "My games: owned games and claimed seats")
            .query("cursor", text(200), "Where the page before ended."),
        page(
            "systemPage",
            "/systems/{system}",
            "System page: its rules, each anchored by its id",
        ),
        page(
            "notationPage",
            "/systems/{system}/notation",
            "The text notation of a system: its commands with an example each, and the grammar",
        ),
        page(
            "helpPage",
            "/help/{topic}",
            "Help for a scorekeeper: `recording` everything, or `noting` positions each turn",
        )
        .problems(&[ProblemKind::NoSuchRoute]),
    ]
}

/// Figures of many games.
fn community() -> Vec<Operation> {
    vec![
        grouped(page("communityPage", "/community", "Community statistics page"))
            .query(
                "measure",
                one_of(&Measure::ALL.map(Measure::word)),
                "What the bars show; `won` if left out.",
            )
            .problems(&[ProblemKind::NoSuchAccount]),
        filtered(page(
            "communityGamesPage",
            "/community/games",
            "Games behind a statistic",
        ))
        .query("cursor", text(64), "Where the page before ended.")
        .query("moment", moment(), MOMENT)
        .problems(&[ProblemKind::NoSuchAccount]),
        ranked(page(
            "leaderboardPage",
            "/community/leaderboard",
            "Leaderboard of a system",
        ))
        .query(
            "system",
            text(64),
            "The system; that with most rated accounts if left out.",
        )
        .query("cursor", text(10), "Where the page before ended."),
        as_of(page(
            "factionPage",
            "/factions/{faction}",
            "Faction page: results against each other faction, units, month by month",
        ))
        .query("bots", flag(), "Games of bots too; `false` if left out.")
        .query(
            "draws",
            one_of(&["half", "left_out", "not_won"]),
            "How draws count in win rates; `half` a win if left out.",
        )
        .answers_as(404, "No counted game has it.", vec![("text/html", None)]),
        as_of(page(
            "unitPage",
            "/units/{system}/{unit}",
            "Unit page, by the card's id: usage, results by opponent, month by month",
        ))
        .query("bots", flag(), "Games of bots too; `false` if left out.")
        .query(
            "draws",
            one_of(&["half", "left_out", "not_won"]),
            "How draws count in win rates; `half` a win if left out.",
        )
        .answers_as(404, "No counted game has it.", vec![("text/html", None)]),
        as_of(page(
            "playerPage",
            "/players/{player}",
            "Player page: ratings, record by faction and opponent, comparison with all players, games",
        ))
        .query(
            "draws",
            one_of(&["half", "left_out", "not_won"]),
            "How draws count in win rates; `half` a win if left out.",
        )
        .problems(&[ProblemKind::NoSuchAccount]),
    ]
}

/// A game, moment by moment.
fn replay() -> Vec<Operation> {
    let moment = [ProblemKind::NoSuchVersion];
    let unit = |operation: Operation| {
        operation
            .query(
                "unit",
                text(64),
                "With the card, the ways and the reaches of this unit.",
            )
            .query(
                "target",
                text(64),
                "On the card of `unit`, this enemy is the first that is compared under each edition; the nearest follow.",
            )
            .problems(&[ProblemKind::NoSuchUnit])
    };
    let together = |operation: Operation| {
        operation.query(
            "review",
            text(26),
            "In this review: its panel, and the board follows who leads.",
        )
    };
    vec![
        together(unit(visible_game(page(
            "gamePage",
            "/g/{game}",
            "Replay page: where the battle begins if the game is over, else its present state",
        )))),
        picture(
            "gameThumbnail",
            "/g/{game}/thumbnail.svg",
            "Thumbnail of a game, without its result",
            "image/svg+xml",
        ),
        Operation::get("gamePageJson", "/g/{game}.json", TAG, "Replay page as JSON")
            .answers::<GameDetails>(200, "The game.")
            .conditional(),
        few_labels(picture(
            "gamePageSvg",
            "/g/{game}.svg",
            "Board of a game as SVG",
            "image/svg+xml",
        )),
        few_labels(picture(
            "gamePagePng",
            "/g/{game}.png",
            "Board of a game as PNG",
            "image/png",
        ))
        .dear(),
        together(unit(visible_game(page(
            "momentPage",
            "/g/{game}/{version}",
            "Replay page at a moment",
        )))),
        Operation::get(
            "momentPageJson",
            "/g/{game}/{version}.json",
            TAG,
            "Event of a moment as JSON",
        )
        .answers::<crate::wire::Event>(200, "The event as you may know it.")
        .conditional()
        .problems(&moment),
        few_labels(picture(
            "momentPageSvg",
            "/g/{game}/{version}.svg",
            "Board of a moment as SVG",
            "image/svg+xml",
        ))
        .problems(&moment),
        few_labels(picture(
            "momentPagePng",
            "/g/{game}/{version}.png",
            "Board of a moment as PNG",
            "image/png",
        ))
        .dear()
        .problems(&moment),
        small(theme(visible_game(part(
            "momentFrame",
            "/g/{game}/{version}/frame",
            "Changing parts of the replay page: board, sentence, units",
        )))),
        part(
            "momentLog",
            "/g/{game}/{version}/log",
            "Events of a moment's turn, with their dice explained",
        )
        .problems(&moment),
        small(theme(visible_game(part(
            "momentUnit",
            "/g/{game}/{version}/unit/{unit}",
            "Unit at a moment: its card, and the board with its path and ranges",
        ))))
        .problems(&[ProblemKind::NoSuchUnit]),
    ]
}

/// A game shown elsewhere.
fn share() -> Vec<Operation> {
    let moment = [ProblemKind::NoSuchVersion];
    vec![
        picture(
            "momentCard",
            "/g/{game}/{version}/card.png",
            "Link preview picture of a moment, 1200 by 630",
            "image/png",
        ).dear()
        .problems(&moment),
        page("embedPage", "/embed/{game}", "Embed a game, where its battle begins")
            .about("The only pages that other sites may frame."),
        page(
            "embedMomentPage",
            "/embed/{game}/{version}",
            "Embed a moment of a game",
        )
        .about("The only pages that other sites may frame.")
        .problems(&moment),
        Operation::get("oembed", "/oembed", TAG, "oEmbed description of an address")
            .about("As oembed.com describes it, for the pages of games, moments, studies and chapters. Private ones do not exist here.")
            .query("url", text(500), "The address of a game, a moment, a study or a chapter on this server.")
            .such_as("http://localhost/g/01KAG6Q2Y7M3V9XWZ4T5B8C0DA/40")
            .query("maxwidth", number(200, 4000), "The most pixels across.")
            .query("maxheight", number(200, 4000), "The most pixels down.")
            .query("format", one_of(&["json"]), "`json` is the only one.")
            .answers::<OEmbed>(200, "A frame and a picture.")
            .problems(&[ProblemKind::NoSuchStudy, ProblemKind::NoSuchChapter, ProblemKind::NoSuchGame, ProblemKind::NoSuchVersion, ProblemKind::CorruptGame]),
        page(
            "reportPage",
            "/g/{game}/report",
            "Battle report of a game, printable",
        ).dear()
        .about("Armies, a picture a turn, key moments, charts, dice."),
        page(
            "figuresPage",
            "/g/{game}/figures",
            "Statistics page of a game: counts, expectations, luck, units",
        )
        .about("Raw counts first, then what was to be expected, then where that stands, with tables and charts; as data at `/v1/games/{game}/stats`."),
        page(
            "auditPage",
            "/g/{game}/audit",
            "Rules check of a game: departures from the rules, rulings, missed options",
        ).long()
        .about("As data at `/v1/games/{game}/audit`; what other rules would have decided, at `/v1/games/{game}/laboratory`.")
        .query("rules", text(64), "Shows too what these rules would have decided.")
        .query("from", version(), "Lists the commands that they decide otherwise from this version of the game on.")
        .problems(&[ProblemKind::HiddenUntilTheEnd, ProblemKind::Refused]),
        Operation::get("reportText", "/g/{game}/report.md", TAG, "Battle report as Markdown").dear()
            .answers_as(200, "The report.", vec![("text/markdown", None)])
            .conditional(),
    ]
}

/// What pages are made of.
fn house() -> Vec<Operation> {
    vec![
        page(
            "oddsPage",
            "/odds",
            "Odds page: exact odds of an attack by form, of any dice in the odds language",
        )
        .access(Access::Open)
        .query("dice", number(1, 1000), "How many dice are thrown.")
        .query("hits", number(1, 7), "Each hits on this or more; 4 if left out.")
        .query(
            "saves",
            number(1, 7),
            "Each hit is saved on this or more; 7, never, if left out.",
        )
        .query(
            "q",
            text(4000),
            "Any question as `POST /v1/odds` takes it, as JSON.",
        )
        .problems(&[ProblemKind::InvalidBody, ProblemKind::InvalidOdds]),
        page(
            "explorer",
            "/docs",
            "API explorer: a five-minute guide and all operations",
        )
        .access(Access::Open),
        Operation::get("style", "/style.css", TAG, "Style sheet of the pages")
            .access(Access::Open)
            .answers_as(200, "The style sheet.", vec![("text/css", None)])
            .conditional(),
        Operation::get("script", "/script/{script}", TAG, "Script of the pages")
            .access(Access::Open)
            .answers_as(200, "The module.", vec![("text/javascript", None)])
            .conditional()
            .problems(&[ProblemKind::NoSuchRoute]),
        Operation::get(
            "helpPicture",
            "/help/pictures/{picture}",
            TAG,
            "Picture of a help page",
        )
        .access(Access::Open)
        .answers_as(200, "The picture.", vec![("image/png", None)])
        .conditional()
        .problems(&[ProblemKind::NoSuchRoute]),
        Operation::get("icon", "/icon.svg", TAG, "Icon of the pages")
            .access(Access::Open)
            .answers_as(200, "The picture.", vec![("image/svg+xml", None)])
            .conditional(),
    ]
}
