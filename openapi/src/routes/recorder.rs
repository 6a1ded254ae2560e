//! Pages on which games are begun and recorded. Every choice is a form; their scripts send the same forms.

use super::{flag, number, one_of, seat, text};
use crate::describe::FORM;
use crate::{Access, Operation, ProblemKind};

const TAG: &str = "pages";
/// The most bytes of a form.
const FORM_BYTES: usize = 1 << 20;

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
            "orders",
            flag(),
            "With the places where units end that carry out their standing orders, and what records it.",
        )
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
        page("notePage", "/g/{game}/note", "Page to note positions alone: what stands where at the end of a turn"),
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
        page("importPage", "/import", "Import page: paste or file"),
        page("packsPage", "/packs", "Packs page, with an upload form"),
        page("gameSettingsPage", "/g/{game}/settings", "Settings page of a game: title, tags, visibility, players, seats")
            .access(Access::Owner),
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
