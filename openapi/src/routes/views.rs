//! Views of a game: events, live, state, timeline, statistics, dice, audit.

use hindsight_kernel::{Board, UnitInfo};
use serde_json::json;

use super::{flag, number, one_of, seat, version};
use crate::wire::{
    AskLaboratory, AuditAnswer, DiceLedger, Event, EventPage, GameClock, LaboratoryAnswer, Timeline,
};
use crate::{Access, Operation, ProblemKind};
use hindsight_engine::SystemState;

const TAG: &str = "views";

pub(super) fn operations() -> Vec<Operation> {
    let at = "The version; the present one if left out.";
    vec![
        Operation::get("listEvents", "/v1/games/{game}/events", TAG, "The events of a game")
            .about("Each with its words, and the command that caused it. As JSON in pages, or with `Accept: application/x-ndjson` as one event a line, all that were asked for.")
            .query("from", version(), "The first version; 1 if left out.")
            .query("to", version(), "The last version; the present one if left out.")
            .query("limit", number(1, 1000), "How many on a page of JSON; 200 if left out.")
            .query("lines", one_of(&["live", "all"]), "`live` (if left out): the present line. `all`: abandoned lines too.")
            .query("facts", flag(), "With the facts of each event.")
            .answers::<EventPage>(200, "The events as you may know them.")
            .also::<Event>("application/x-ndjson")
            .conditional()
            .problems(&[ProblemKind::NotAcceptable]),
        Operation::get("followGame", "/v1/games/{game}/live", TAG, "Follow a game")
            .about("Server-sent events: each event as `event: <type>`, `id: <version>` and the same JSON as in `events`. After a break send `Last-Event-ID` and miss nothing. When something is said of the game, `event: annotation` names the layer and its version (0 if it is gone from your sight); it has no id: ask for the annotations anew. `event: presence` says how many follow the game now (`followers`), and by how many seconds what you see is behind the table (`delay_seconds`: who only follows a game that hides something sees it later), at the beginning and when it changes; never who. A comment keeps the line open while nothing happens. The stream ends when what you may see of the game is not what it was when it began (the token is revoked, the session ends, a seat is freed or taken, the game is made private): ask again, and you get what you may see then.")
            .header("Last-Event-ID", "The last version you have; only later events come. Left out, only new ones come.")
            .query("from", version(), "Begin with this version.")
            .answers_as(200, "The stream.", vec![("text/event-stream", None)])
            .problems(&[ProblemKind::NotAcceptable]),
        Operation::get("getState", "/v1/games/{game}/state", TAG, "The position")
            .about("As the system's `state` schema says. What you get can be posted as the `position` of a new game.")
            .query("at", version(), at)
            .query("seat", seat(), "As this seat sees it, if you may.")
            .answers::<SystemState>(200, "The position as you may know it.")
            .conditional()
            .problems(&[ProblemKind::NoSuchVersion, ProblemKind::Forbidden]),
        Operation::get("getBoard", "/v1/games/{game}/board", TAG, "The board as data")
            .about("The neutral picture of the position: fields, terrain, tokens, links. The same for every system.")
            .query("at", version(), at)
            .query("seat", seat(), "As this seat sees it, if you may.")
            .answers::<Board>(200, "The board.")
            .conditional()
            .problems(&[ProblemKind::NoSuchVersion, ProblemKind::Forbidden]),
        Operation::get("listUnits", "/v1/games/{game}/units", TAG, "The units of a game")
            .query("at", version(), at)
            .query("seat", seat(), "As this seat sees them, if you may.")
            .answers::<Vec<UnitInfo>>(200, "Every unit you may know of, also those destroyed.")
            .conditional()
            .problems(&[ProblemKind::NoSuchVersion, ProblemKind::Forbidden]),
        Operation::get("getTimeline", "/v1/games/{game}/timeline", TAG, "Rounds, turns and phases")
            .answers::<Timeline>(200, "The present line in stretches, and the events that stand out.")
            .conditional(),
        Operation::get("getClock", "/v1/games/{game}/clock", TAG, "Clock: the time that each player took")
            .about("By the times at which the decisions of the present line were recorded: for each seat in all and turn by turn, its longest decision, and what it has left where the game states a time control. A wait that is longer than an hour, and than the whole time of a seat, is a break (`rules` says by which version). A game that came in as a text has no times (`timed` is false).")
            .answers::<GameClock>(200, "The clocks.")
            .conditional(),
        Operation::get("getDice", "/v1/games/{game}/dice", TAG, "Every roll of a game")
            .about("Each with the exact distribution of its result. Where the server rolled, the hash of its seed stands here from the beginning, and the seed is revealed at the end.")
            .query("lines", one_of(&["live", "all"]), "`live` (if left out): the present line. `all`: abandoned lines too.")
            .answers::<DiceLedger>(200, "The ledger.")
            .conditional(),
        Operation::get("auditGame", "/v1/games/{game}/audit", TAG, "Rules check of a game").long()
            .about("Verifies the chain of digests, decides every command of the present line again with its recorded dice, and checks the server's dice against the revealed seed. Each departure says how it departs (against the rules, forgotten, without a rule, counted otherwise), by which rules, and what stands otherwise for it; rulings of the table and options that nobody took stand apart. While the game holds secrets only its owner may ask.")
            .answers::<AuditAnswer>(200, "The report.")
            .conditional()
            .problems(&[ProblemKind::HiddenUntilTheEnd]),
        Operation::post("laboratory", "/v1/games/{game}/laboratory", TAG, "Re-decide a game by other rules").long()
            .about("Every command of the present line is decided by the rules of another edition, or of this release, with its recorded dice and on the table as the record left it: which of them those rules would have refused, which they would have decided otherwise and how, in which positions they have no say. All are counted, and listed in pages of `limit`: `next` of the report is the `from` of the next page. `lenses` names the rules that can be asked with their versions: a release has one version of each, and any other is refused. The stored game is never changed. While the game holds secrets only its owner may ask.")
            .access(Access::Public)
            .body::<AskLaboratory>(4 << 10, vec![("the rules of this release", json!({ "rules": "before-battle" }))])
            .stores_nothing()
            .answers::<LaboratoryAnswer>(200, "The report.")
            .problems(&[ProblemKind::Refused, ProblemKind::HiddenUntilTheEnd]),
    ]
}
