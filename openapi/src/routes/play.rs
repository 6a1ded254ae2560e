//! Playing: commands, offers, questions, corrections, odds.

use hindsight_kernel::{InspectRequest, Inspection};
use serde_json::{Value, json};

use super::{flag, seat, version};
use crate::wire::odds::ODDS_BYTES;
use crate::wire::{
    AnswerUndo, AppliedCommands, AskUndo, CorrectionRequest, GameSheet, LeaveStanding, OddsAnswer,
    OddsRequest, OfferList, OneOrMoreCommands, StandingAnswers, UndoState,
};
use crate::{Access, Operation, ProblemKind};

const TAG: &str = "play";

/// The most bytes of commands.
const COMMAND_BYTES: usize = 1 << 20;

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::post("giveCommands", "/v1/games/{game}/commands", TAG, "Record commands")
            .about("Each command is decided by the rules and stored with its events before the answer comes. Of a list, each command is stored by itself; the first refusal ends it, and the problem then says in `applied` how many were stored. With `atomic` the list is one step: it is stored as a whole or not at all, and shown and taken back as one; a problem then names the place of the refused command in `item`, counted from 0. The owner speaks for every seat; a seat's token plays, concedes, proposes, answers and says for its seat, and takes back as far as the game's undo policy lets it (`needs-consent` where the others have to agree). While the choices of others are closed to a seat, its first choice that is refused for its reported dice stands: only its dice may change, until the owner gives another or all sides agree to go back.")
            .access(Access::Player)
            .header("If-Match", "The `ETag` you decided by: 412 if the game has moved on.")
            .header("Idempotency-Key", "A name for this request within the game: sent again, it gives the first answer and does nothing.")
            .header("Prefer", "`return=minimal` leaves out the events and the game from the answer.")
            .query("atomic", flag(), "Of a list, store all commands or none; the answer and their events name the step in `step`. Nobody sees what is decided of it before it is stored, so a command that rolls the server's dice, or shows what was hidden from you, is its last, and none of it takes back or corrects.")
            .query("imply", flag(), "Fill in the passes before each command: the server gives them as it is asked, up to the first place at which the command is legal, and stores all of it as one step, the passes marked `implied`. The caller must speak for every seat that passes. `{\"type\": \"next\", \"dice\": [..]}` gives the dice of the next roll, whichever pass it follows. `{\"type\": \"by_orders\"}` lets units carry out their standing orders one after the other, until something is left to choose: `by_orders` of the answer, also of a dry run, tells where each ends and why no more of them act. A problem tells in `implied` the passes so far.")
            .query("undoable", flag(), "Refuse with `needs-confirmation` what could not be taken back freely: a command that rolls the server's dice or shows what was hidden from you. A page that records with one tap asks for a second one then.")
            .query("dry_run", flag(), "Decide and answer, but store nothing. Where the result would show you what is hidden from you, the answer says only that the command would be taken.")
            .body::<OneOrMoreCommands>(COMMAND_BYTES, vec![
                ("say", json!({ "type": "say", "seat": "A", "text": "Good luck!" })),
                ("several", json!([
                    { "type": "say", "seat": "A", "text": "Ready?" },
                    { "type": "say", "seat": "B", "text": "Ready." }
                ])),
            ])
            .answers::<AppliedCommands>(200, "The commands and their events are stored (or, in a dry run, would be).")
            .with_headers(&["ETag", "Idempotency-Replayed"])
            .also_text("text/html")
            .by_form("/g/{game}/record", "`command` is a command as JSON; or `form` (`play`, `rule`) and `variant` name a type of the system's schema, whose members are the fields under `f/`; or `words` is a command in the text notation. Beside them: `seat`, `dice` (`3 5 6`), `text`, `reason`, `winner`, `version` (as `If-Match`), `key` (as `Idempotency-Key`), `dry_run`, `imply`, `undoable`, `first` (a command as JSON that is given before it, as one step); with `at` and `how` (`replace`, `insert`, `remove`) it is a correction. A browser is sent back to the recorder, or shown the form again with what was refused; a client that names no media type gets JSON.")
            .then_redirects()
            .problems(&[
                ProblemKind::NotAcceptable,
                ProblemKind::Refused,
                ProblemKind::NeedsConsent,
                ProblemKind::NeedsConfirmation,
                ProblemKind::StaleVersion,
                ProblemKind::CommandKeyReused,
            ]),
        Operation::post("correctGame", "/v1/games/{game}/corrections", TAG, "Correct a past command")
            .about("Replaces, inserts or removes a past command, then decides every later one again with its recorded dice. It stops at the first that is no longer legal and says why. Both lines stay readable. With `dry_run` you see what would change.")
            .access(Access::Owner)
            .header("If-Match", "The `ETag` you decided by: 412 if the game has moved on.")
            .header("Idempotency-Key", "A name for this request within the game.")
            .query("dry_run", flag(), "Decide and answer, but store nothing.")
            .body::<CorrectionRequest>(COMMAND_BYTES, vec![(
                "forgotten word",
                json!({
                    "at": 3,
                    "change": { "type": "insert", "command": { "type": "say", "seat": "A", "text": "Good luck!" } },
                    "reason": "said at the table, not recorded"
                }),
            )])
            .answers::<AppliedCommands>(200, "The correction and the commands decided again.")
            .with_headers(&["ETag"])
            .problems(&[ProblemKind::Refused, ProblemKind::NeedsConsent, ProblemKind::StaleVersion, ProblemKind::CommandKeyReused]),
        Operation::post("askUndo", "/v1/games/{game}/undo", TAG, "Request an undo")
            .about("For games whose undo policy (`undo` of the game) is `own_last` or `consent`. The request is said at the table and stands in the game (`undo.request`) until every other side has agreed, one declines, or the game goes on. Where nobody else has to agree it is done at once. A seat asks to go back (`to`); whoever keeps the record may ask for a correction too.")
            .access(Access::Player)
            .body::<AskUndo>(COMMAND_BYTES, vec![("back", json!({ "to": 2, "reason": "misclicked" }))])
            .answers::<UndoState>(200, "How the game stands, with the open request.")
            .by_page_form("/g/{game}/undo", &["ask"], "`to`, `seat`, `reason`.")
            .then_redirects()
            .problems(&[ProblemKind::Refused]),
        Operation::post("answerUndo", "/v1/games/{game}/undo/answer", TAG, "Answer an undo request")
            .about("By a seat of each side that is asked. The last consent takes back or corrects, and its reason says who agreed. Who asked withdraws the request by `agree: false`.")
            .access(Access::Player)
            .body::<AnswerUndo>(8 << 10, vec![("agree", json!({ "agree": true }))])
            .answers::<UndoState>(200, "How the game stands.")
            .by_page_form("/g/{game}/undo", &["agree", "decline"], "`seat`.")
            .then_redirects()
            .problems(&[ProblemKind::NoSuchUndo, ProblemKind::Refused]),
        Operation::get("getStanding", "/v1/games/{game}/standing", TAG, "Standing answers of your seats")
            .about("What each seat that you speak for passes by itself. Nobody else is told.")
            .access(Access::Player)
            .answers::<StandingAnswers>(200, "An item a seat."),
        Operation::post("leaveStanding", "/v1/games/{game}/standing", TAG, "Leave a standing answer")
            .about("\"No red card until I say so\": wherever the seat is asked for one of these decisions and the rules offer a pass, the server records it at once, so that others need not wait. It does so whatever the seat holds, so a pass shows nothing of its hand. Each of these passes is marked as filled in and can be taken back like any other; a pass that ends the seat's own part of a turn, or that rolls dice by itself, is not given so. An empty list withdraws the answer.")
            .access(Access::Player)
            .body::<LeaveStanding>(16 << 10, vec![("no card in attacks", json!({ "seat": "A", "decisions": ["attack_card"] }))])
            .answers::<StandingAnswers>(200, "An item a seat that you speak for.")
            .by_page_form("/g/{game}/standing", &[], "`seat`, `decision` as often as there are decisions.")
            .then_redirects()
            .problems(&[ProblemKind::Forbidden]),
        Operation::get("getOffers", "/v1/games/{game}/offers", TAG, "Legal commands now")
            .about("Within a decision the offers are all there is: a discrete choice is a complete command, a wide one has limits and samples. A seat's offers are shown to who may see through its eyes.")
            .query("seat", seat(), "Only this seat's; all seats that you may see if left out.")
            .such_as("A")
            .query("unit", json!({ "type": "string", "maxLength": 60 }), "Also the whole moves of this unit (`whole_moves`), where a game's offers list their first steps only; and the choices to which its offers only lead (`leads_to`), such as the actions of a unit that is activated.")
            .such_as("A-GN1")
            .query("ahead", flag(), "Also what can be recorded beyond the passes that may be left out (`imply`): the cards that could interrupt, and the roll that is due.")
            .answers::<OfferList>(200, "The offers.")
            .conditional()
            .problems(&[ProblemKind::Forbidden]),
        Operation::get("getSheet", "/v1/games/{game}/sheet", TAG, "Sheet to note a position on")
            .about("Every piece as it stands now, the moment that the record has come to and the next one, and the words in which a position is noted. A command of type `position` sets the whole board so: after play that was not recorded (`kind` `gap`), or to set the record right (`correction`). It names the pieces that stand otherwise; hands, decks and lists stay as they are. `sheet` is missing before the battle and after its end.")
            .answers::<GameSheet>(200, "The sheet.")
            .problems(&[ProblemKind::Forbidden]),
        Operation::post("inspect", "/v1/games/{game}/inspect", TAG, "Ask about a position")
            .about("For a unit (and another): distance, arcs, movement, legal targets, modifiers and the exact odds of an attack, each with its rule. `about.rules` asks the rules of another edition the same question (see `laboratory`). Changes nothing.")
            .access(Access::Public)
            .query("at", version(), "The version; the present one if left out.")
            .body::<InspectRequest>(64 << 10, vec![("unit", json!({ "unit": "A1" }))])
            .answers::<Inspection>(200, "The answers.")
            .problems(&[ProblemKind::Refused, ProblemKind::NoSuchVersion]),
        Operation::post("odds", "/v1/odds", TAG, "Exact odds of dice")
            .about("By convolution, never by simulation: sums, the best of several dice, dice that explode, counted dice with thresholds, rerolls and criticals, whole chains from hits to models lost, contests, tables of results, tests with picked rerolls, and the luck of actual results. A number is a whole number or an object with one member that says how it is made, so numbers are built from numbers. Sizes are known before anything is worked out: a question that is too large is refused (`invalid-odds`) with its place and its limit.")
            .access(Access::Open)
            .body::<OddsRequest>(ODDS_BYTES, odds_examples())
            .stores_nothing()
            .answers::<OddsAnswer>(200, "The distribution and its figures.")
            .problems(&[ProblemKind::InvalidOdds]),
    ]
}

fn odds_examples() -> Vec<(&'static str, Value)> {
    vec![
        ("three dice", json!({ "type": "sum", "dice": 3, "sides": 6 })),
        (
            "attack",
            json!({ "type": "attack", "dice": 8, "hits_on": 4, "saved_on": 5 }),
        ),
        (
            "hits, wounds, saves",
            json!({
                "type": "chain",
                "start": 10,
                "steps": [
                    { "roll": {
                        "name": "hits",
                        "pool": { "at_least": 4, "critical_from": 6, "rerolls": [{ "which": { "face": 1 } }] },
                        "criticals": { "extra": 1 }
                    } },
                    { "roll": { "name": "wounds", "pool": { "at_least": 3, "rerolls": [{ "which": "misses", "most": 2 }] } } },
                    { "save": { "name": "unsaved", "pool": { "at_least": 5, "modifier": -1 } } },
                    { "each": { "name": "damage", "amount": { "dice": { "sides": 3 } } } },
                    { "models": { "name": "models lost", "unit": { "count": 5, "wounds_each": 2, "wounds_on_first": 1 } } }
                ],
                "result": 3
            }),
        ),
        (
            "roll under with overkill",
            json!({
                "type": "chain",
                "start": 5,
                "steps": [
                    { "roll": { "name": "hits", "pool": { "at_most": 3, "always_succeeds": 1, "always_fails": 6 } } },
                    { "add": { "name": "with impact", "count": 1 } },
                    { "roll": { "name": "wounds", "pool": { "at_most": 7, "always_succeeds": 1, "always_fails": 6, "overkill": 2 } } },
                    { "at_most": { "name": "damage", "count": 7 } }
                ]
            }),
        ),
        (
            "exploding dice",
            json!({ "type": "number", "of": { "dice": { "count": 2, "explodes": { "from": 6, "most": 5 } } }, "result": 17 }),
        ),
        (
            "failed check rolled again",
            json!({ "type": "number", "of": { "reroll": { "of": { "dice": { "count": 3 } }, "when": { "above": 12 } } }, "result": 12 }),
        ),
        (
            "charge with the better of two dice",
            json!({ "type": "number", "of": { "sum": [5, { "highest": [{ "dice": {} }, { "dice": {} }] }] } }),
        ),
        (
            "who rolls higher",
            json!({ "type": "contest", "one": { "sum": [{ "dice": {} }, 1] }, "other": { "dice": {} }, "ties_rolled_again": true }),
        ),
        (
            "table of results",
            json!({
                "type": "table",
                "roll": { "sum": [{ "dice": { "sides": 10, "lowest": 0 } }, 1] },
                "rows": [
                    { "from": 0, "says": "no effect" },
                    { "from": 5, "says": "disordered" },
                    { "from": 10, "says": "retired" }
                ]
            }),
        ),
        (
            "test with picked rerolls",
            json!({ "type": "test", "dice": 2, "at_least": 9, "rerolls": 1 }),
        ),
        (
            "luck of an evening",
            json!({
                "type": "luck",
                "rolls": [
                    { "of": { "successes": { "dice": 6, "pool": { "at_least": 4 } } }, "results": [5, 4, 2] },
                    { "of": { "dice": { "count": 2 } }, "results": [11], "low_is_good": true }
                ]
            }),
        ),
    ]
}
