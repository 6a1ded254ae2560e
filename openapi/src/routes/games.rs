//! Games: create, list, look, change, put away, carry from server to server.

use serde_json::json;

use super::{flag, number, one_of, text, time};
use crate::wire::{CreateGame, GameDetails, GameOrPreview, GamePage, ImportedGame, ImportedGames, PatchGame};
use crate::{Access, Method, Operation, ProblemKind};

const TAG: &str = "games";

/// The most bytes of a request to create a game: a position may come with it.
const CREATE_BYTES: usize = 4 << 20;
/// The most bytes of a game file.
const IMPORT_BYTES: usize = 32 << 20;

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::post("createGame", "/v1/games", TAG, "Create a game").makes_games()
            .about("By a setup (the full procedure of the rulebook), from a position (what `state` of any game gives) or from one drawn by hand (`sketch`: who stands where, whose turn it is). The game belongs to the subject of the token.")
            .access(Access::Scope("game:write"))
            .header("Idempotency-Key", "A name for this request: sent again, it gives the same game instead of a second one.")
            .such_as("evening-1")
            .query("dry_run", flag(), "Say what the game would be, but make none.")
            .body::<CreateGame>(CREATE_BYTES, vec![
                ("smallest", json!({ "system": "before-battle" })),
                ("named", json!({
                    "system": "before-battle",
                    "title": "Tuesday evening",
                    "dice": "reported",
                    "players": { "A": "South", "B": "North" },
                    "tags": ["club"],
                    "visibility": "public"
                })),
            ])
            .answers::<GameDetails>(201, "The game, at its first version.")
            .with_headers(&["Location", "ETag"])
            .answers::<GameOrPreview>(200, "This request had been answered before; here is its game. In a dry run: what the game would be.")
            .with_headers(&["Location", "ETag", "Idempotency-Replayed"])
            .by_form("/new", "`system`, `title`, `dice`, `visibility`, `undo`, `clock-minutes`, `clock-increment`, `player-A` ..., `hide-names`, the setup under `f/` as the system's schema names it (packs that it names by their ids are found), `pack` (the hash of a pack), or `from` and `at` for a position of another game, or `draw` with a position drawn by hand under `f/` as the `sketch` schema names it; `key` (as `Idempotency-Key`), `dry_run`. A client that names no media type gets JSON.")
            .then_redirects()
            .problems(&[
                ProblemKind::Refused,
                ProblemKind::NotAcceptable,
                ProblemKind::NoSuchSystem,
                ProblemKind::NoSuchPack,
                ProblemKind::NoSuchGame,
                ProblemKind::NoSuchVersion,
                ProblemKind::CorruptGame,
                ProblemKind::CommandKeyReused,
            ]),
        Operation::get("listGames", "/v1/games", TAG, "List games")
            .about("Public games, and with a token its subject's own. Sorted by creation, newest first, unless asked otherwise.")
            .query("system", text(64), "Only of this system.")
            .such_as("before-battle")
            .query("status", one_of(&["draft", "running", "finished"]), "Only with this status.")
            .query("player", text(100), "Only with a player of exactly this name.")
            .query("faction", text(100), "Only with this faction.")
            .query("tag", text(64), "Only with this label.")
            .query("mark", text(64), "Only with this mark: `bot`, `sample`, `position` ...")
            .query("exclude_mark", text(64), "Only without this mark.")
            .query("result", one_of(&["won", "draw"]), "Only finished ones that ended so.")
            .query("winner", text(100), "Only those won by a player of exactly this name.")
            .query("visibility", one_of(&["public", "unlisted", "private"]), "Only with this visibility.")
            .query("owner", one_of(&["me"]), "`me`: only those of the token's subject.")
            .query("since", time(), "Only created (or grown, as sorted) at this time or later.")
            .query("until", time(), "Only created (or grown, as sorted) before this time.")
            .query("q", text(200), "Only with this text in title, players, factions or tags.")
            .query("sort", one_of(&["-created", "created", "-updated", "updated"]), "The order; `-` is newest first.")
            .query("cursor", text(200), "Where the page before ended.")
            .query("limit", number(1, 200), "How many at most; 50 if left out.")
            .answers::<GamePage>(200, "A page of games.")
            .with_headers(&["Link"]),
        Operation::get("getGame", "/v1/games/{game}", TAG, "One game")
            .answers::<GameDetails>(200, "Its card, and what the table knows of it.")
            .conditional(),
        Operation::post("patchGame", "/v1/games/{game}", TAG, "Edit a game: title, labels, names, visibility")
            .with_method(Method::Patch)
            .about("Changes the index card alone: no event is recorded and the version stays.")
            .access(Access::Owner)
            .body::<PatchGame>(64 << 10, vec![
                ("title", json!({ "title": "The bridge, second try" })),
                ("hide", json!({ "visibility": "private", "players": { "B": "" } })),
            ])
            .answers::<GameDetails>(200, "The game as it is now.")
            .with_headers(&["ETag"])
            .by_page_form("/g/{game}/settings", &["describe"], "`title`, `tags` (separated by commas), `visibility`, `undo`, `player-A` ..., `hide-names` (the players' names are shown to the owner alone).")
            .then_redirects(),
        Operation::get("deleteGame", "/v1/games/{game}", TAG, "Delete a draft")
            .with_method(Method::Delete)
            .about("Only a draft in which nothing was ever played. What was played stays; it can be made private.")
            .access(Access::Owner)
            .answers_as(204, "It is gone from every list.", Vec::new())
            .by_page_form("/g/{game}/settings", &["delete"], "")
            .then_redirects()
            .problems(&[ProblemKind::NotADraft]),
        Operation::get("exportGame", "/v1/games/{game}/export", TAG, "Export a game").long()
            .about("The whole record with its chain of digests as NDJSON, or the present line in the text notation. What is still hidden leaves the server only to its owner; while players' names are hidden (`names_hidden`), so does the NDJSON record, which says who recorded it.")
            .query("format", one_of(&["ndjson", "hgn"]), "`ndjson` (if left out) or `hgn`, the text notation.")
            .query("passes", one_of(&["written", "implied"]), "In the text notation: every command (`written`, if left out), or without the lines by which a seat declines and spends nothing, which are filled in when the text is read (`implied`).")
            .answers_as(200, "The file.", vec![("application/x-ndjson", None), ("text/vnd.hindsight.game", None)])
            .with_headers(&["ETag", "Content-Disposition"])
            .problems(&[ProblemKind::HiddenUntilTheEnd, ProblemKind::Forbidden]),
        Operation::post("importGame", "/v1/games/import", TAG, "Import a game").long().makes_games()
            .about("An NDJSON export keeps its id, its events and its chain, which is verified; the same game twice is recognised. A file in the text notation is played again and becomes a new game; the very same text brought by the same caller before is answered with the game it became (`already_existed`), unless `again` is set. A text is UTF-8, UTF-16 with a byte order mark, or what `charset` of its Content-Type says: `windows-1252`. A game stands under the day that its `Date` header says.")
            .access(Access::Scope("game:write"))
            .query("title", text(200), "A title instead of the file's; of each game of a text with `several`.")
            .query("again", flag(), "Make another game of a text that was imported before.")
            .query("several", flag(), "Import every game of a text, each by itself; the answer (207) lists what became of each.")
            .query("as_filed", flag(), "Keep an NDJSON file's card as it is: owner, marks, the day it was played. For administrators.")
            .text_body("application/x-ndjson", vec!["text/vnd.hindsight.game", "text/plain"], IMPORT_BYTES)
            .answers::<ImportedGame>(201, "It is stored.")
            .with_headers(&["Location"])
            .answers::<ImportedGame>(200, "It was here already, the same in every record.")
            .also_text("text/html")
            .answers::<ImportedGames>(207, "With `several`: what became of each game.")
            .by_page_form("/import", &[], "`text` (the text notation, or NDJSON), `title`, `again` (import once more what is here already, which is answered with 409 otherwise). A text of several games, or a game whose battle is here already, is answered with a page that says what became of each.")
            .then_redirects()
            .problems(&[ProblemKind::InvalidImport, ProblemKind::AlreadyHere, ProblemKind::Refused]),
        Operation::get("exportGames", "/v1/games/export", TAG, "Export all your games").long()
            .about("The streams of every game that you keep, one behind the other as NDJSON, the oldest first, sent while they are read. Each begins with a line of its own (`\"hindsight\": \"stream\"`); `hindsight import` takes the whole file.")
            .access(Access::Scope("any"))
            .query("system", text(64), "Only of this system.")
            .answers_as(200, "The streams.", vec![("application/x-ndjson", None)])
            .with_headers(&["Content-Disposition"]),
    ]
}
