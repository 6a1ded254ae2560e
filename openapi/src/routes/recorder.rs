//! Pages on which games are begun and recorded. Every choice is a form; their scripts send the same forms.

use super::{flag, number, one_of, seat, text};
use crate::describe::FORM;
use crate::wire::{AppliedCommands, GameDetails};
use crate::{Access, Operation, ProblemKind};

const TAG: &str = "pages";
/// The most bytes of a form.
const FORM_BYTES: usize = 1 << 20;
/// The most bytes of a form that a game is pasted into; percent-encoding makes it up to three times as long.
const IMPORT_FORM_BYTES: usize = 24 << 20;

fn page(id: &'static str, path: &'static str, summary: &'static str) -> Operation {
    Operation::get(id, path, TAG, summary)
        .answers_as(200, "The page.", vec![("text/html", None)])
        .html_problems()
}

/// The unit whose choices are laid out, and the side of the table.
fn laid_out(operation: Operation) -> Operation {
    operation
        .query("unit", text(64), "With all that this unit may do laid out.")
        .query("ruling", text(64), "With this kind of ruling laid out.")
        .query(
            "flip",
            flag(),
            "Seen from the far side of the table; `false` if left out.",
        )
}

pub(super) fn operations() -> Vec<Operation> {
    vec![
        laid_out(page("recordPage", "/g/{game}/record", "Recorder page: commands that are legal now, as forms")),
        laid_out(
            Operation::get("recordNow", "/g/{game}/record/now", TAG, "Changing parts of the recorder page")
                .answers_as(200, "HTML without a head.", vec![("text/html", None)]),
        )
        .query("theme", one_of(&["light", "dark"]), "`light` if left out.")
        .query("compact", flag(), "The board with fewer labels, twice as large, for a small screen."),
        Operation::post("recordByForm", "/g/{game}/record", TAG, "Record a command by form")
            .about("The same as `POST /v1/games/{game}/commands`, from a form. `command` is a command as JSON; or `form` (`play`, `rule`) and `variant` name a type of the system's schema, whose members are the fields under `f/`; or `words` is a command in the text notation. Beside them: `seat`, `dice` (`3 5 6`), `text`, `reason`, `winner`, `version` (as `If-Match`), `key` (as `Idempotency-Key`), `dry_run`; with `at` and `how` (`replace`, `insert`, `remove`) it is a correction. A browser is sent back to the recorder, or shown the form again with what was refused.")
            .access(Access::Player)
            .text_body(FORM, Vec::new(), FORM_BYTES)
            .answers::<AppliedCommands>(200, "The command and its events are stored (or, in a dry run, would be).")
            .with_headers(&["ETag"])
            .also_text("text/html")
            .answers_as(303, "Recorded; the recorder shows it.", Vec::new())
            .with_headers(&["Location"])
            .problems(&[
                ProblemKind::InvalidBody,
                ProblemKind::UnknownField,
                ProblemKind::NotJson,
                ProblemKind::NotAcceptable,
                ProblemKind::Refused,
                ProblemKind::NeedsConsent,
                ProblemKind::StaleVersion,
                ProblemKind::CommandKeyReused,
            ])
            .html_problems(),
        Operation::post("undoByForm", "/g/{game}/undo", TAG, "Request or answer an undo by form")
            .about("`does` is `ask` (with `to` and, if wanted, `seat` and `reason`), `agree` or `decline`, with the `seat` that answers.")
            .access(Access::Player)
            .text_body(FORM, Vec::new(), 8 << 10)
            .answers_as(303, "Done; the recorder shows it.", Vec::new())
            .with_headers(&["Location"])
            .problems(&[
                ProblemKind::InvalidBody,
                ProblemKind::UnknownField,
                ProblemKind::NotJson,
                ProblemKind::Refused,
                ProblemKind::NoSuchUndo,
            ])
            .html_problems(),
        page(
            "armyPage",
            "/g/{game}/army",
            "Army builder page: cards, points left, legality",
        )
        .access(Access::Player)
        .query("seat", seat(), "The seat whose army it is; the first that builds one if left out.")
        .query("army", text(6_000), "The army so far: the command of the system that confirms it, as JSON; empty lists if left out.")
        .query("faction", text(100), "Only cards of this faction."),
        page(
            "correctPage",
            "/g/{game}/record/correct/{version}",
            "Page to correct a past command",
        )
        .access(Access::Owner)
        .query("unit", text(64), "With all that this unit might have done laid out.")
        .problems(&[ProblemKind::NoSuchVersion]),
        page("newGamePage", "/new", "New game page: system, players, dice and setup, or a drawn position")
            .query("system", text(64), "The system; all of them to choose from if left out.")
            .query("from", text(64), "Play on from a position of this game.")
            .query("draw", flag(), "`true`: with a board to draw the position on that the game begins from.")
            .query("pack", text(64), "The hash of a pack to begin with: its units, armies and maps are offered.")
            .query("at", number(1, 1_000_000_000), "The version of that position; the present one if left out.")
            .problems(&[ProblemKind::NoSuchSystem, ProblemKind::NoSuchGame, ProblemKind::NoSuchVersion, ProblemKind::NoSuchPack, ProblemKind::CorruptGame]),
        Operation::post("newGameByForm", "/new", TAG, "Create a game by form")
            .about("The same as `POST /v1/games`, from a form: `system`, `title`, `dice`, `visibility`, `player-A` ..., `hide-names`, the setup under `f/` as the system's schema names it (packs that it names by their ids are found), `pack` (the hash of a pack), or `from` and `at` for a position of another game, or `draw` with a position drawn by hand under `f/` as the `sketch` schema names it. With `dry_run` it is only checked.")
            .access(Access::Scope("game:write"))
            .text_body(FORM, Vec::new(), FORM_BYTES)
            .answers::<GameDetails>(201, "The game, at its first version.")
            .with_headers(&["Location", "ETag"])
            .answers::<hindsight_engine::GameInfo>(200, "In a dry run: what the game would be.")
            .answers_as(303, "Created; the recorder opens it.", Vec::new())
            .with_headers(&["Location"])
            .problems(&[
                ProblemKind::InvalidBody,
                ProblemKind::UnknownField,
                ProblemKind::NotJson,
                ProblemKind::NotAcceptable,
                ProblemKind::Refused,
                ProblemKind::NoSuchSystem,
                ProblemKind::NoSuchPack,
                ProblemKind::NoSuchGame,
                ProblemKind::NoSuchVersion,
                ProblemKind::CorruptGame,
                ProblemKind::CommandKeyReused,
            ])
            .html_problems(),
        page("importPage", "/import", "Import page: paste or file"),
        Operation::post("importByForm", "/import", TAG, "Import a game by form").long().makes_games()
            .about("The same as `POST /v1/games/import`, from a form: `text` (the text notation, or NDJSON), `title`. Importing a text a second time answers 409 with the game it made; `again` imports it once more. A text of several games, or a game whose battle is here already, is answered with a page that says what became of each.")
            .access(Access::Scope("game:write"))
            .text_body(FORM, Vec::new(), IMPORT_FORM_BYTES)
            .answers_as(200, "A page that says what became of each game.", vec![("text/html", None)])
            .answers_as(303, "Imported; the game opens.", Vec::new())
            .with_headers(&["Location"])
            .problems(&[
                ProblemKind::InvalidBody,
                ProblemKind::UnknownField,
                ProblemKind::NotJson,
                ProblemKind::InvalidImport,
                ProblemKind::AlreadyHere,
                ProblemKind::Refused,
                ProblemKind::NoSuchSystem,
                ProblemKind::NoSuchPack,
            ])
            .html_problems(),
        page("packsPage", "/packs", "Packs page, with an upload form"),
        Operation::post("takePackByForm", "/packs", TAG, "Upload a pack by form").long()
            .about("From a form: `kind` is a system, and `text` the JSON of its pack; or a system and a form of files from elsewhere (`ice-and-fire/asoiaf-tmg-data`), of which the pack `id` with the name `name` is made: `files` is an object of file names and texts as JSON, `text` and `more` are files as they are. The page then tells how much was taken over.")
            .access(Access::Scope("pack:write"))
            .text_body(FORM, Vec::new(), IMPORT_FORM_BYTES)
            .answers_as(200, "The page, with what came in.", vec![("text/html", None)])
            .problems(&[
                ProblemKind::InvalidBody,
                ProblemKind::UnknownField,
                ProblemKind::NotJson,
                ProblemKind::InvalidPack,
                ProblemKind::NoSuchSystem,
            ])
            .html_problems(),
        page("gameSettingsPage", "/g/{game}/settings", "Settings page of a game: title, tags, visibility, players, seats")
            .access(Access::Owner),
        Operation::post("changeGameByForm", "/g/{game}/settings", TAG, "Change the settings of a game by form")
            .about("`does` is `describe` (with `title`, `tags` separated by commas, `visibility`, `undo`, `player-A` ..., and `hide-names` to show players' names to the owner alone), `offer` or `free` (with `seat`), or `delete` for a draft.")
            .access(Access::Owner)
            .text_body(FORM, Vec::new(), 64 << 10)
            .answers_as(200, "The page, with the link by which a seat is taken.", vec![("text/html", None)])
            .answers_as(303, "Done; the page shows it.", Vec::new())
            .with_headers(&["Location"])
            .problems(&[
                ProblemKind::InvalidBody,
                ProblemKind::UnknownField,
                ProblemKind::NotJson,
                ProblemKind::SeatTaken,
                ProblemKind::NoSuchClaim,
                ProblemKind::NotADraft,
            ])
            .html_problems(),
        Operation::post("drawnPosition", "/new/position", TAG, "Board of a drawn position")
            .about("The page on which a position is drawn, with its board as the fields of its form say; the same fields as those of `POST /new` with `draw`. It need not be a position that a game can begin from.")
            .stores_nothing()
            .text_body(FORM, Vec::new(), FORM_BYTES)
            .answers_as(200, "The page.", vec![("text/html", None)])
            .problems(&[
                ProblemKind::InvalidBody,
                ProblemKind::UnknownField,
                ProblemKind::NotJson,
                ProblemKind::Refused,
                ProblemKind::NoSuchSystem,
                ProblemKind::NoSuchPack,
            ])
            .html_problems(),
    ]
}
