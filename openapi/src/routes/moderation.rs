//! Moderation: reports, what is done about them, and the log of it.

use serde_json::json;

use super::{number, text};
use crate::examples::SOME_ID;
use crate::wire::{Moderate, Moderated, ModerationLog, NewReport, Report, ReportList};
use crate::{Access, Operation, ProblemKind};

const TAG: &str = "moderation";
/// The scope of who looks after others.
const MODERATES: Access = Access::Scope("account:write");

pub(super) fn operations() -> Vec<Operation> {
    let page = |id, path, summary| {
        Operation::get(id, path, "pages", summary)
            .answers_as(200, "The page.", vec![("text/html", None)])
            .html_problems()
    };
    vec![
        Operation::post("reportGame", "/v1/games/{game}/reports", TAG, "Report a game")
            .about("To those who look after this server. Another report of the same game by the same person takes the place of the first; a person has at most 20 open ones.")
            .access(Access::Scope("game:write"))
            .body::<NewReport>(8 << 10, vec![("spam", json!({ "reason": "An advertisement, no game." }))])
            .answers::<Report>(201, "The report.")
            .answers_as(200, "By a form: thanks.", vec![("text/html", None)])
            .by_form("/g/{game}/problem", "`reason`.")
            .problems(&[ProblemKind::LimitReached, ProblemKind::Forbidden]),
        Operation::get("listReports", "/v1/moderation/reports", TAG, "Open reports")
            .access(MODERATES)
            .answers::<ReportList>(200, "The oldest first, at most 500."),
        Operation::post("moderate", "/v1/moderation/actions", TAG, "Hide a game, suspend an account")
            .about("A game is hidden from all but its keeper, who sat in it, and administrators, and shown again as it was; its keeper cannot show it meanwhile. An account is suspended by those who may give its role: at once nothing that it is signed in with, and none of its tokens, lets anybody in. All that is done stands in the log with its reason, and closes the reports of the game.")
            .access(MODERATES)
            .body::<Moderate>(16 << 10, vec![("hide", json!({ "does": "hide", "target": SOME_ID, "reason": "An advertisement, no game." }))])
            .answers::<Moderated>(201, "It is done; the entry of the log.")
            .by_form("/moderation", "`does`, `target`, `reason`.")
            .then_redirects()
            .problems(&[ProblemKind::NoSuchGame, ProblemKind::NoSuchAccount, ProblemKind::Forbidden]),
        Operation::get("moderationLog", "/v1/moderation/log", TAG, "Moderation log")
            .access(MODERATES)
            .query("cursor", text(64), "Where the page before ended.")
            .query("limit", number(1, 200), "How many at most; 50 if left out.")
            .answers::<ModerationLog>(200, "The latest first."),
        page("moderationPage", "/moderation", "Moderation page: open reports, actions, log")
            .access(MODERATES)
            .query("cursor", text(64), "Where the page before ended."),
        page("reportGamePage", "/g/{game}/problem", "Form to report a game"),
    ]
}
