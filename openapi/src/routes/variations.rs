//! Variations: other ways from a moment of a game.

use serde_json::json;

use super::{number, text};
use crate::describe::FORM;
use crate::wire::{
    AskOutlook, Comparison, ForkGame, GameDetails, MergeRecords, NewVariation, Outlook, RecordDifferences,
    RerollFight, Rerolled, VariationPage,
};
use crate::{Access, Operation, ProblemKind};

const TAG: &str = "variations";
/// The most bytes of what is asked for.
const BYTES: usize = 16 << 10;

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::post("forkGame", "/v1/games/{game}/variations", TAG, "Create a variation").dear().makes_games()
            .about("Makes a game of its own of the line that led to the moment: its events are copied with their dice, abandoned lines stay behind. It belongs to the subject of the token, is seen by those who may see a game like the one it branches off, and is played like any other; server dice follow from a seed of its own. Bots may play on at once: what they play is recorded as commands of the variation. While a game has secrets, only its owner may, and the variation is private until its owner says otherwise.")
            .access(Access::Scope("game:write"))
            .header("Idempotency-Key", "A name for this request: sent again, it gives the same variation instead of a second one.")
            .such_as("what-if-1")
            .body::<ForkGame>(BYTES, vec![
                ("by hand", json!({ "version": 40, "title": "What if they had stood?" })),
                ("bots", json!({
                    "version": 150,
                    "dice": "server",
                    "bots": { "seats": { "A": "greedy", "B": "random" }, "commands": 5 }
                })),
            ])
            .answers::<NewVariation>(201, "The variation.")
            .with_headers(&["Location", "ETag"])
            .answers::<NewVariation>(200, "This request had been answered before; here is its variation.")
            .with_headers(&["Location", "ETag", "Idempotency-Replayed"])
            .by_form("/g/{game}/variations", "`title`, `dice`, `bot-A` ... (`greedy`, `random`), `commands`, `key` (as `Idempotency-Key`). With `instead` the command of the moment is taken back first. With `line` (`31.0`: the first line that the game's text gives instead of command 31) that line is played, with its dice. A browser is sent to the variation's recorder, or to its replay where bots played.")
            .then_redirects()
            .problems(&[
                ProblemKind::NoSuchVersion,
                ProblemKind::HiddenUntilTheEnd,
                ProblemKind::Refused,
                ProblemKind::CommandKeyReused,
            ]),
        Operation::get("listVariations", "/v1/games/{game}/variations", TAG, "The variations of a game")
            .about("Newest first, those that stand in your lists of games; and the game that this one branches off, if you may see it.")
            .query("cursor", text(200), "Where the page before ended.")
            .query("limit", number(1, 200), "How many at most; 50 if left out.")
            .answers::<VariationPage>(200, "The variations."),
        Operation::get("compareGames", "/v1/games/{game}/compare", TAG, "Two games side by side").dear()
            .about("The first difference, what happened in each after it, turn by turn, and the figures of each seat in both. They are of one system; that one branches off the other is not needed.")
            .query("with", text(64), "The other game.")
            .required()
            .such_as(crate::examples::SOME_ID)
            .answers::<Comparison>(200, "Both games."),
        Operation::get("comparePage", "/g/{game}/with/{other}", TAG, "Page of two games side by side").dear()
            .query("step", number(0, 1_000_000), "How many events behind where they part; to the end of both if left out.")
            .answers_as(200, "The page.", vec![("text/html", None)])
            .html_problems(),
        Operation::post("chooseCompared", "/g/{game}/with", TAG, "Redirect to two games side by side")
            .about("`other` is the id of the other game, or an address that holds it.")
            .text_body(FORM, Vec::new(), BYTES)
            .stores_nothing()
            .answers_as(303, "The page of both.", Vec::new())
            .with_headers(&["Location"])
            .problems(&[ProblemKind::InvalidBody, ProblemKind::UnknownField])
            .html_problems(),
        Operation::get("recordDifferences", "/v1/games/{game}/merge/{other}", TAG, "Differences between two records of a game").long()
            .about("Both present lines aligned command by command; what was said of a command makes no difference. Each command carries where it begins (`at`) and itself as the API takes it, so that a difference becomes a correction of one of the records (`correctGame`: replace, insert, remove; or `giveCommands` at its end), which keeps its address, annotations and links. While one of them holds secrets only its owner may ask.")
            .answers::<RecordDifferences>(200, "The differences, in order.")
            .problems(&[ProblemKind::HiddenUntilTheEnd, ProblemKind::InvalidImport]),
        Operation::post("mergeRecords", "/v1/games/{game}/merge/{other}", TAG, "Merge two records into a new game").long().makes_games()
            .about("Begins as the first record does and takes what both have; of each difference (`recordDifferences`) what is chosen. All of it is played again by the rules: where they refuse a command the problem names it, and nothing is stored.")
            .access(Access::Scope("game:write"))
            .body::<MergeRecords>(1 << 20, vec![("of the first", json!({ "title": "Both records" }))])
            .answers::<GameDetails>(201, "The new game.")
            .with_headers(&["Location", "ETag"])
            .answers::<GameDetails>(200, "The very same was made before; here is its game.")
            .with_headers(&["Location", "ETag", "Idempotency-Replayed"])
            .by_form("/g/{game}/merge/{other}", "`take-0` (`one`, `other`, `both`, `neither`), `take-1` ..., `title`.")
            .then_redirects()
            .problems(&[ProblemKind::HiddenUntilTheEnd, ProblemKind::InvalidImport, ProblemKind::NoSuchPack]),
        Operation::get("mergePage", "/g/{game}/merge/{other}", TAG, "Page to merge two records of a game").long()
            .answers_as(200, "The page.", vec![("text/html", None)])
            .problems(&[ProblemKind::HiddenUntilTheEnd, ProblemKind::InvalidImport])
            .html_problems(),
        Operation::post("askOutlook", "/v1/games/{game}/with/{other}/outlook", TAG, "Simulate two positions")
            .about("Bots that play by their game's heuristic take every seat and play on from a moment of each game, up to 100 times each, with dice and choices from a seed that is stated, never a game's own; nothing is recorded. The answer says for each seat what share of the games it won, draws counted as half, with the 95 % Wilson interval, and how the two shares differ. There are twenty seconds for it; what is not played to its end by then does not count. While a game has secrets, only its owner may.")
            .body::<AskOutlook>(BYTES, vec![
                ("usual", json!({ "version": 150, "other_version": 1, "games": 2 })),
            ])
            .stores_nothing()
            .answers::<Outlook>(200, "The outcomes of both.")
            .also_text("text/html")
            .by_form("/g/{game}/with/{other}/outlook", "`version`, `other_version`, `games`, `seed`.")
            .problems(&[ProblemKind::NoSuchVersion, ProblemKind::HiddenUntilTheEnd, ProblemKind::Refused]),
        Operation::post("rerollFight", "/v1/games/{game}/rerolls", TAG, "Re-roll the dice of a command").dear()
            .about("Holds the decisions and throws the dice of one command up to 10,000 times through the rules; nothing is recorded. The answer says for each number of the outcome (damage, losses, failed checks, rolls) how often it was what, where the actual one stands, and its exact odds where one resolution alone makes it. The dice follow from a seed that is stated, never the game's own; with that seed the same is answered again. There are ten seconds for it. While a game has secrets, only its owner may.")
            .body::<RerollFight>(BYTES, vec![
                ("usual", json!({ "version": 50, "times": 200 })),
            ])
            .stores_nothing()
            .answers::<Rerolled>(200, "The outcomes.")
            .also_text("text/html")
            .by_form("/g/{game}/rerolls", "`version`, `times`, `seed`.")
            .problems(&[ProblemKind::NoSuchVersion, ProblemKind::HiddenUntilTheEnd]),
    ]
}
