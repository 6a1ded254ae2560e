//! Figures of many games: which may be asked for, by what.

use hindsight_reports::community::{LookAt, Measure, RatedPlayers};
use serde_json::{Value, json};

use super::{date, flag, number, one_of, text};
use crate::wire::{CommunityFigures, CommunityGames, Leaderboard, PlayerFigures};
use crate::{Operation, ProblemKind};

const TAG: &str = "community";

/// A month.
fn month() -> Value {
    json!({ "type": "string", "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])$", "maxLength": 7 })
}

/// What a moment of a game behind a figure may be of.
pub(super) fn moment() -> Value {
    one_of(&LookAt::ASKED.map(|look| look.word().unwrap_or_default()))
}

/// What `moment` means.
pub(super) const MOMENT: &str = "Which moment of each game: `fight`, the fight of the sides asked for that did the most damage, of those that were decided; `rush`, their first charge, or first rush where none was a charge; `won`, the greatest loss of those who lost; `luck`, the least likely roll of the sides asked for; `morale`, their least likely morale test; `attack`, their attack (that of their units of the card asked for) with the most damage; `loss`, their greatest loss; `kill`, the greatest loss of the others. Without it, and in games without such a moment, the usual one.";

/// An operation whose figures can be asked for as of a day.
pub(super) fn as_of(operation: Operation) -> Operation {
    operation.query(
        "as_of",
        date(),
        "The figures as of this day: only games that had ended by its end (UTC). Games that were brought in later count from when they were played, and what is no longer public counts on no day.",
    )
}

/// An operation that shows a leaderboard.
pub(super) fn ranked(operation: Operation) -> Operation {
    as_of(operation)
        .query(
            "players",
            one_of(&RatedPlayers::ALL.map(RatedPlayers::word)),
            "Whose games are rated: those of people, or those that bots played by accounts of their own; `people` if left out. Neither counts for the other.",
        )
        .query(
            "minimum_games",
            number(1, 10_000),
            "Only accounts of which so many games were rated; 5 if left out.",
        )
}

/// An operation that takes a filter of games and their sides.
pub(super) fn filtered(operation: Operation) -> Operation {
    as_of(operation)
        .query("system", text(64), "Only of this system.")
        .query("rules", text(64), "Only opened by this version of the rules.")
        .query("pack", text(200), "Only with this pack, by its hash; several are joined by `+`.")
        .query("faction", text(100), "Only sides of this faction.")
        .query("opponent", text(100), "Only sides whose opponent is of this faction.")
        .query("matchup", text(220), "Only games of these two factions: in alphabetical order, joined by ` against `.")
        .query("scenario", text(100), "Only of this scenario.")
        .query("map", text(100), "Only on this map.")
        .query("budget", text(10), "Only where each army might cost so many points, such as `1500`; `none`: where no limit was agreed.")
        .query("month", month(), "Only games that ended in this month (UTC), such as `2026-03`.")
        .query("since", month(), "Only games that ended in this month or later.")
        .query("until", month(), "Only games that ended in this month or earlier.")
        .query(
            "provenance",
            one_of(&["server_dice", "audited_clean", "table_recorded", "partly_recorded", "bots"]),
            "Only of this provenance: played on this server with its own dice, and the same when decided again; recorded from a table or brought in from elsewhere, and the same when decided again; with rulings or differences; with parts that were not recorded, which are left out where nothing is said; played by bots.",
        )
        .query("bots", flag(), "Games of bots too; `false` if left out, and then only `provenance=bots` shows them.")
        .query("first", one_of(&["yes", "no", "none"]), "Only sides that had the first turn, or had not; `none`: where nobody is known to have had it.")
        .query(
            "luck",
            one_of(&["unlucky", "even", "lucky", "none"]),
            "Only sides whose dice were by more than one standard deviation worse than the other's, within it, or better.",
        )
        .query("result", one_of(&["won", "drawn", "lost"]), "Only sides for which the game went so.")
        .query("player", text(64), "Only sides at which this account sat, by name or id; `none`: at which none did.")
        .query("rival", text(64), "Only sides whose opponent was this account.")
        .query("army", text(1_000), "Only sides with exactly this army: the names of its cards in alphabetical order, with a comma between, each with how many of it there are more than one.")
        .query("rating_band", text(40), "Only sides whose account was rated so before the month of the game: `1400 to 1599`, or `unrated`; `none`: at which no account sat.")
        .query("unit", text(200), "Only sides that took this unit, as `system:card`.")
        .query("order", text(100), "Only sides that gave this order, or whose units took this action where the game has no orders.")
}

/// An operation that groups, too.
pub(super) fn grouped(operation: Operation) -> Operation {
    filtered(operation)
        .query(
            "group",
            text(40),
            "Group by at most two of system, rules, pack, faction, opponent, matchup, scenario, map, month, provenance, first, luck, result, player, rival, army, rating_band, unit and order, with a comma between; `faction` if left out.",
        )
        .such_as("faction,opponent")
        .query(
            "draws",
            one_of(&["half", "left_out", "not_won"]),
            "How draws count in win rates; `half` a win if left out.",
        )
        .query(
            "minimum_games",
            number(1, 10_000),
            "A cell of fewer games shows how many they are and no figure, and no figure is shown that was counted from fewer; 5 if left out.",
        )
}

/// An operation that draws the groups.
fn drawn(operation: Operation) -> Operation {
    grouped(operation)
        .about("A bar a cell with the whisker of its 95 % interval; of at most 40 cells, those of most games. The same is asked as of the figures.")
        .query("measure", one_of(&Measure::ALL.map(Measure::word)), "Which figure is drawn; `won` if left out.")
        .query("width", number(300, 2400), "Pixels; 900 if left out.")
        .query("theme", one_of(&["light", "dark"]), "`light` if left out.")
}

pub(super) fn operations() -> Vec<Operation> {
    let wrong = [ProblemKind::NoSuchAccount];
    vec![
        grouped(Operation::get("communityFigures", "/v1/community/figures", TAG, "Community statistics"))
            .about("Of all public games that are over and were played from their beginning, side by side: games, win rates, length, points destroyed, damage, survival, rushes and fights, morale, luck. Every number carries how many it was counted from and a 95 % interval: Wilson's for rates, Student's for means. Sides of one game depend on each other: where both stand in one cell, that game is left out of its win rate. Every cell links to the games behind it.")
            .answers::<CommunityFigures>(200, "The figures.")
            .problems(&wrong),
        grouped(Operation::get("communityFiguresCsv", "/v1/community/figures.csv", TAG, "Community statistics as CSV"))
            .query("for", one_of(&["spreadsheet", "spreadsheet-comma"]), super::SPREADSHEET)
            .answers_as(200, "The table: a line a cell.", vec![("text/csv", None)])
            .problems(&wrong),
        grouped(Operation::get("communityFiguresParquet", "/v1/community/figures.parquet", TAG, "Community statistics as Parquet"))
            .about("The columns of the table with types: ids and names as strings, counts as unsigned whole numbers of 64 bits, figures and the ends of their intervals as doubles; null where the JSON has nothing. The metadata of the file hold `query` (what was asked, as the query of an address), `licence` (CC0-1.0), `made_at` and `left_out` (how many more cells there are).")
            .answers_as(200, "The file: a row a cell.", vec![("application/vnd.apache.parquet", None)])
            .with_headers(&["Content-Disposition"])
            .problems(&wrong),
        drawn(Operation::get("communityFiguresSvg", "/v1/community/figures.svg", TAG, "Community statistics chart as SVG").dear())
            .answers_as(200, "The chart.", vec![("image/svg+xml", None)])
            .problems(&wrong),
        drawn(Operation::get("communityFiguresPng", "/v1/community/figures.png", TAG, "Community statistics chart as PNG").dear())
            .answers_as(200, "The chart.", vec![("image/png", None)])
            .problems(&wrong),
        filtered(Operation::get("communityGames", "/v1/community/games", TAG, "Games behind a statistic"))
            .about("The same filters as the figures take, the latest game first, with the moment of each to look at: where the unit that was asked for is first lost, or the order that was asked for first given; with `moment` where a fight was decided or a charge made; else the game's least likely roll.")
            .query("cursor", text(64), "Where the page before ended.")
            .query("limit", number(1, 200), "How many at most; 50 if left out.")
            .query("moment", moment(), MOMENT)
            .answers::<CommunityGames>(200, "A page of games.")
            .with_headers(&["Link"])
            .problems(&wrong),
        Operation::get("communityDump", "/v1/community/games.ndjson.zst", TAG, "Monthly dump of all games").long()
            .about("What the figures of a month are made from, free to use (CC0-1.0): NDJSON packed by zstd. First a line with the licence and the form, then a line a game, last a line that says how many there are. Accounts stand under pseudonyms, the same in every month; no names are in it.")
            .query("month", month(), "The month (UTC) in which the games ended, such as `2026-03`.")
            .required()
            .answers_as(200, "The file.", vec![("application/zstd", None)])
            .with_headers(&["Content-Disposition"]),
        ranked(Operation::get("leaderboard", "/v1/community/leaderboard", TAG, "Leaderboard of a system").dear())
            .about("Accounts by their Glicko-2 rating in a system, the highest first. Ratings that are the same in whole points share a place, and as many places behind it stay free. Not listed are accounts that were deleted or suspended or that chose not to be; their games count for those they played against. At most the first 1,000.")
            .query("system", text(64), "The system.")
            .such_as("before-battle")
            .required()
            .query("cursor", text(10), "Where the page before ended.")
            .query("limit", number(1, 200), "How many at most; 50 if left out.")
            .answers::<Leaderboard>(200, "A page of accounts.")
            .with_headers(&["Link"]),
        as_of(Operation::get("getPlayer", "/v1/community/players/{player}", TAG, "A player's record").dear())
            .about("By the account's name or id: record by system, faction and opponent, and a Glicko-2 rating a system. Its period is the calendar month (UTC): all games of a month count at once, against the ratings of its beginning. Games of bots, and games in which not two accounts sat, do not count for it.")
            .query(
                "draws",
                one_of(&["half", "left_out", "not_won"]),
                "How draws count in win rates; `half` a win if left out.",
            )
            .answers::<PlayerFigures>(200, "The player.")
            .problems(&wrong),
    ]
}
