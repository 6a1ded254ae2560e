//! Everything that can go wrong, each with its own type (RFC 9457).

use hindsight_kernel::MessageData;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// An error answer: `application/problem+json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Problem {
    /// What kind of problem: an address that explains it.
    #[serde(rename = "type")]
    pub kind: String,
    /// The kind in a few words.
    pub title: String,
    /// The HTTP status again.
    pub status: u16,
    /// What is wrong with this request and, where known, what would be right.
    pub detail: String,
    /// Id and arguments of the detail's sentence, where it has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<MessageData>,
    /// The path that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instance: Option<String>,
    /// The rule that refused a command.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Where the rulebook says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
    /// What would be allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allowed: Option<Value>,
    /// What is wrong in the body, place by place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<BodyFault>,
    /// More about it, by name: `asked`, `needed`, `version`, `applied`, `limit` ...
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

/// One place of a body that is wrong.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BodyFault {
    /// A JSON pointer; empty for the whole.
    pub path: String,
    /// What is wrong there and what would be right.
    pub reason: String,
    /// Id and arguments of the reason's sentence, where it has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<MessageData>,
}

macro_rules! problems {
    ($($variant:ident $status:literal $name:literal $title:literal $explains:literal;)*) => {
        /// The kinds of problem. Each has a page at `/problems/<name>`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum ProblemKind {
            $(#[doc = $explains] $variant,)*
        }

        impl ProblemKind {
            /// All kinds, by status.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The HTTP status.
            pub const fn status(self) -> u16 {
                match self { $(Self::$variant => $status,)* }
            }

            /// The last part of its address.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// In a few words.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$variant => $title,)* }
            }

            /// The meaning of it, and what to do about it.
            pub const fn explains(self) -> &'static str {
                match self { $(Self::$variant => $explains,)* }
            }
        }
    };
}

problems! {
    InvalidParameter 400 "invalid-parameter" "A parameter is wrong"
        "A part of the path, the query or a header does not have the form that the operation documents. The detail names the parameter and the form it should have.";
    NotJson 400 "not-json" "The body is not JSON"
        "The body could not be read as JSON in UTF-8. The detail says where reading stopped. Nothing was changed.";
    InvalidBody 400 "invalid-body" "A field of the body is wrong"
        "The body is JSON, but a field is missing or has the wrong type or value. `errors` names each place by a JSON pointer. Nothing was changed.";
    UnknownField 400 "unknown-field" "The body has an unknown field"
        "The body has a field that the operation does not know; it is refused rather than ignored, so that a misspelt field is noticed. Nothing was changed.";
    Unauthorised 401 "unauthorised" "A valid token is needed"
        "The operation needs a token, or the token that was sent is unknown, expired or revoked. Send `Authorization: Bearer hs_...`.";
    SignInRefused 401 "sign-in-refused" "Signing in was refused"
        "What was shown to sign in is not right or is worth nothing any more. Which part of it was wrong is not told.";
    Forbidden 403 "forbidden" "The token does not allow this"
        "The token is valid, but it has not the scope that the operation needs, or it is not the game owner's. The detail names what would allow it.";
    NeedsConsent 403 "needs-consent" "The other sides have to agree"
        "The game is played with undo by consent: what was recorded is taken back or corrected once every other side has agreed. `consent_of` names the seats that are asked; one of each side is enough. Nothing was changed.";
    HiddenUntilTheEnd 403 "hidden-until-the-end" "Secrets stay hidden until the end"
        "The game is not over and holds things that not everybody may know. Its whole record is only for its owner until the end; every view of it (events, state, board) shows what you may know.";
    WrongPassword 403 "wrong-password" "Wrong current password"
        "What changes an account asks for its current password again, and the one that was sent is another. Nothing was changed.";
    SignUpClosed 403 "sign-up-closed" "An invitation is needed"
        "This server makes no account for whoever asks: by its settings, an invitation is needed, or its admins alone make accounts. Nothing was changed.";
    CrossSite 403 "cross-site" "The request comes from another site"
        "A browser that is signed in by a cookie may change something from this server's own pages alone, so that no other page can act in its reader's name. Programs send a token instead of a cookie. Nothing was changed.";
    NoSuchRoute 404 "no-such-route" "Page not found"
        "No page and no operation has this address. The API description at /openapi.json lists all of them.";
    NoSuchGame 404 "no-such-game" "Game not found"
        "No game has this id, or it is private and the request came without a token of its owner.";
    NoSuchSystem 404 "no-such-system" "System not found"
        "No rule set has this id. /v1/systems lists those this server knows.";
    NoSuchRule 404 "no-such-rule" "Rule not found"
        "The system has no rule of this id. Its list is at /v1/systems/{system}/rules.";
    NoSuchPack 404 "no-such-pack" "Pack not found"
        "No pack with this hash was uploaded or is built in. /v1/packs lists them.";
    NoSuchVersion 404 "no-such-version" "Version not found"
        "The version lies behind the end of the game's stream. `version` says where it ends.";
    NoSuchToken 404 "no-such-token" "Token not found"
        "No token has this id.";
    NoSuchAccount 404 "no-such-account" "Account not found"
        "No account has this id or name, or the token that was sent belongs to none.";
    NoSuchInvitation 404 "no-such-invitation" "Invitation not found"
        "The invitation is unknown, has ended, was withdrawn, or was used already; which of these is not told.";
    NoSuchClaim 404 "no-such-claim" "Seat offer not found"
        "The offer of the seat is unknown, has ended, or was taken already; or no account has taken the seat that is to be freed.";
    NoSuchChart 404 "no-such-chart" "Chart not found"
        "The game has no chart of this name. `allowed` lists those it has.";
    NoSuchUnit 404 "no-such-unit" "Unit not found"
        "The position has no unit of this id that you may know of.";
    NoSuchAnnotation 404 "no-such-annotation" "Annotation not found"
        "The game has no annotation (or the annotation no reply) of this id that you may read.";
    NoSuchLayer 404 "no-such-layer" "Annotation set not found"
        "The game has no layer of annotations of this id that you may read, or it is not yours to write in.";
    NoSuchWebhook 404 "no-such-webhook" "Webhook not found"
        "Your account has no webhook of this id.";
    NoSuchUndo 404 "no-such-undo" "No undo request"
        "Nobody asks to take something back in this game: it was answered or withdrawn, or the game has gone on since.";
    NoSuchReview 404 "no-such-review" "Review not found"
        "Nobody leads a review of this id of this game: it has ended, the server was started again, or the id is another one.";
    NoSuchStudy 404 "no-such-study" "Study not found"
        "No study has this id, or it is not for you: its author says who may read it.";
    NoSuchChapter 404 "no-such-chapter" "Chapter not found"
        "The study has no chapter of this number; it may have been taken out.";
    NoSuchProblem 404 "no-such-problem" "Problem type not found"
        "/problems lists the types that exist.";
    MethodNotAllowed 405 "method-not-allowed" "Method not allowed"
        "The `Allow` header lists the methods that this address takes.";
    NotAcceptable 406 "not-acceptable" "Not acceptable"
        "The `Accept` header rules out every form this answer has. `allowed` lists them.";
    CommandKeyReused 409 "command-key-reused" "The idempotency key was used for another command"
        "An `Idempotency-Key` names one command of one game for ever. It was used here before, for another command or by somebody else. Nothing was changed.";
    NeedsConfirmation 409 "needs-confirmation" "The command cannot be taken back freely"
        "The command rolls the server's dice or shows what was hidden from you, and was given with `undoable`, which refuses that. Give it without, if you mean it. Nothing was changed.";
    NotADraft 409 "not-a-draft" "Only a draft never played can be deleted"
        "What was played stays. A game can be made private instead.";
    NameTaken 409 "name-taken" "The name is taken"
        "Another account has this name or had it before. Nothing was changed.";
    SeatTaken 409 "seat-taken" "The seat is taken"
        "An account has taken this seat of the game. Its keeper, or the account itself, can free it.";
    AlreadyHere 409 "already-here" "The game is here already and differs"
        "A game with this id is in the store and its record differs from the file. Nothing was imported.";
    LimitReached 409 "limit-reached" "Limit reached"
        "What would be added is one too many. `limit` names the limit, `most` says what it allows. Nothing was changed.";
    NothingToUndo 409 "nothing-to-undo" "There is nothing to undo"
        "The annotation is as it was first said, or not in the state that the request speaks of. Nothing was changed.";
    StaleVersion 412 "stale-version" "The game has changed"
        "The version in `If-Match` is not the game's present one: somebody else's command came first. `version` is the present one. Look again, then decide. Nothing was changed.";
    TooLarge 413 "too-large" "The request is too large"
        "The body is larger than the operation takes. `limit` names the limit, `most` says what it allows. Nothing was changed.";
    AddressTooLong 414 "address-too-long" "The address is too long"
        "Path and query together are longer than the server takes. `limit` names the limit, `most` says what it allows.";
    UnsupportedMediaType 415 "unsupported-media-type" "The body's media type is not taken"
        "The `Content-Type` is none that the operation takes. `allowed` lists them.";
    Refused 422 "refused" "Not allowed by the rules"
        "The request is well formed, but the rules of the game (or of the table) do not allow it now. `rule` and `page` say which rule, `allowed` what it would allow. Nothing was changed.";
    InvalidPack 422 "invalid-pack" "The pack has faults"
        "`errors` lists every fault with its place. Nothing was stored.";
    InvalidImport 422 "invalid-import" "The file cannot be imported"
        "The file is damaged, incomplete, from a newer release, or its chain of digests does not fit its records. The detail names the first bad line. Nothing was stored.";
    InvalidOdds 422 "invalid-odds" "These odds cannot be calculated"
        "The question is well formed but has no exact answer within the limits: too many dice, or chances that make no whole. Where a limit was met, `limit` names it, and `least` and `most` say what it allows.";
    TooManyRequests 429 "too-many-requests" "Too many requests"
        "A rate limit is used up. `limit` names it, `most` says how many go at once; `Retry-After` says how many seconds to wait. All limits are at /v1/limits.";
    HeadersTooLarge 431 "headers-too-large" "A header is too large"
        "A header is larger than the server takes. `limit` names the limit, `most` says what it allows.";
    InternalFault 500 "internal-fault" "Server error"
        "Something failed that should not. It was logged under `request`; nothing was acknowledged that is not stored.";
    CorruptGame 500 "corrupt-game" "The record of this game is damaged"
        "The stored events of this game do not follow from each other, or need a newer release. The detail names the first bad one. Other games are not affected.";
    Busy 503 "busy" "The server is busy"
        "The write queue or the pool for long work is full. Nothing was changed. Try again after `Retry-After` seconds; an `Idempotency-Key` makes that safe.";
    ReadOnly 503 "read-only" "The store is read-only"
        "An earlier write failed, so the store takes no more until it is opened again. Reading goes on.";
    DiskFull 507 "disk-full" "The disk is full"
        "The command could not be stored. Nothing was changed.";
}

impl ProblemKind {
    /// Its address.
    pub fn address(self) -> String {
        format!("/problems/{}", self.name())
    }

    /// The kind with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }

    /// A problem of this kind.
    pub fn problem(self, detail: impl Into<String>) -> Problem {
        Problem {
            kind: self.address(),
            title: self.title().to_owned(),
            status: self.status(),
            detail: detail.into(),
            message: None,
            instance: None,
            rule: None,
            page: None,
            allowed: None,
            errors: Vec::new(),
            more: Map::new(),
        }
    }

    /// An example of an answer of this kind.
    pub fn example(self) -> Problem {
        let plain = |detail: &str| self.problem(detail);
        let game = "/v1/games/01KAG6Q2Y7M3V9XWZ4T5B8C0DE";
        let mut problem = match self {
            Self::InvalidParameter => {
                plain("`at` is a version of the game: a whole number from 1, not \"soon\"")
            }
            Self::NotJson => plain("expected `,` or `}` at line 3 column 5"),
            Self::InvalidBody => plain("invalid type: integer `7`, expected a string"),
            Self::UnknownField => plain("unknown field `tilte`, expected one of `system`, `title`, `setup`"),
            Self::Unauthorised => plain("this operation needs a token: send `Authorization: Bearer hs_...`"),
            Self::Forbidden => plain("this needs a token of the game's owner with the scope game:write"),
            Self::HiddenUntilTheEnd => {
                plain("the game is not over and holds secrets; only its owner may export it now")
            }
            Self::SignInRefused => plain("the token is unknown, expired or revoked"),
            Self::WrongPassword => plain("the current password is wrong"),
            Self::SignUpClosed => plain("an `invitation` is needed: ask somebody of this server for one"),
            Self::NoSuchAccount => plain("there is no account ada"),
            Self::NoSuchInvitation => plain("the invitation is unknown, has ended, or was used already"),
            Self::NoSuchClaim => plain("the offer of a seat is unknown, has ended, or was taken already"),
            Self::NameTaken => plain("the name ada is taken"),
            Self::SeatTaken => plain("an account has taken seat A; free it first"),
            Self::CrossSite => plain("a signed-in browser changes things from this server's own pages alone"),
            Self::NoSuchRoute => plain("nothing is at /v1/gmaes"),
            Self::NoSuchGame => plain("there is no game 01KAG6Q2Y7M3V9XWZ4T5B8C0DE that you may see"),
            Self::NoSuchSystem => plain("there is no system \"chess\""),
            Self::NoSuchRule => plain("before-battle has no rule \"BB-NONE-01\""),
            Self::NoSuchPack => plain("there is no pack with this hash"),
            Self::NoSuchVersion => plain("the game has 41 events; there is no version 99"),
            Self::NoSuchToken => plain("there is no token of this id"),
            Self::NoSuchChart => plain("there is no chart \"pie\""),
            Self::NoSuchUnit => plain("there is no unit \"Z9\" in this position"),
            Self::NoSuchAnnotation => plain("there is no annotation 7 in this layer"),
            Self::NoSuchLayer => plain("there is no layer 01KAG6Q2Y7M3V9XWZ4T5B8C0DE that you may read"),
            Self::NoSuchWebhook => plain("your account has no webhook \"01KAG6Q2Y7M3V9XWZ4T5B8C0DE\""),
            Self::NeedsConsent => {
                plain("the other sides (B) have to agree: ask for it with POST /v1/games/{game}/undo")
            }
            Self::NoSuchUndo => plain("nobody asks to take something back in this game"),
            Self::NoSuchReview => plain("there is no review 01KAG6Q2Y7M3V9XWZ4T5B8C0DE of this game"),
            Self::NoSuchStudy => plain("there is no study 01KAG6Q2Y7M3V9XWZ4T5B8C0DE that you may read"),
            Self::NoSuchChapter => plain("the study has no chapter 7"),
            Self::LimitReached => {
                plain("there are 200 replies to this annotation, which is the most there may be")
            }
            Self::NothingToUndo => plain("this is its first state: there is nothing to undo"),
            Self::NoSuchProblem => plain("there is no problem type \"bad-luck\""),
            Self::MethodNotAllowed => plain("this address takes GET and POST"),
            Self::NotAcceptable => plain("this is given as application/json or application/x-ndjson"),
            Self::CommandKeyReused => plain("the key \"turn-3\" names another command of this game"),
            Self::NeedsConfirmation => plain(
                "this cannot be taken back as if it had not been: it rolls the server's dice; give it without `undoable`",
            ),
            Self::NotADraft => plain("the game has been played; make it private instead"),
            Self::AlreadyHere => plain("the game differs from version 12 on"),
            Self::StaleVersion => plain("the game is at version 42, not 41"),
            Self::TooLarge => plain("the body is larger than 1048576 bytes"),
            Self::AddressTooLong => plain("path and query are 9000 bytes, at most 8192 are taken"),
            Self::UnsupportedMediaType => plain("the body must be application/json"),
            Self::Refused => plain("seat B is not asked now; seat A is"),
            Self::InvalidPack => plain("the pack has 1 fault"),
            Self::InvalidImport => plain("line 7: the digest does not follow from the record before it"),
            Self::InvalidOdds => {
                plain("5000 dice are too many for this calculation, which takes at most 1000")
            }
            Self::TooManyRequests => plain("the limit `requests` is used up; wait 3 seconds"),
            Self::HeadersTooLarge => plain("a header is 9000 bytes, at most 4096 are taken"),
            Self::InternalFault => plain("something failed here; it was logged"),
            Self::CorruptGame => plain("at version 12: the unit does not exist"),
            Self::Busy => plain("the write queue is full"),
            Self::ReadOnly => plain("the store is read-only since a write failed"),
            Self::DiskFull => plain("the disk is full"),
        };
        problem.instance = Some(game.to_owned());
        match self {
            Self::Refused => {
                problem.rule = Some("HS-TURN-01".to_owned());
                problem.page = Some("table".to_owned());
                problem.allowed = Some(json!(["A"]));
            }
            Self::InvalidBody | Self::InvalidPack => {
                problem.errors = vec![BodyFault {
                    path: "/title".to_owned(),
                    reason: "a string is expected".to_owned(),
                    message: None,
                }];
            }
            Self::StaleVersion | Self::NoSuchVersion => {
                problem.more.insert("version".to_owned(), json!(42));
            }
            Self::TooLarge | Self::TooManyRequests | Self::HeadersTooLarge | Self::LimitReached => {
                let (limit, most) = match self {
                    Self::TooLarge => ("createGame-body", 1_048_576),
                    Self::HeadersTooLarge => ("header", 4096),
                    Self::LimitReached => ("replies", 200),
                    _ => ("requests", 120),
                };
                problem.more.insert("limit".to_owned(), json!(limit));
                problem.more.insert("most".to_owned(), json!(most));
            }
            _ => {}
        }
        problem
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_kinds_stand_in_order_of_status() {
        let names: std::collections::BTreeSet<_> = ProblemKind::ALL.iter().map(|kind| kind.name()).collect();
        assert_eq!(names.len(), ProblemKind::ALL.len());
        assert!(ProblemKind::ALL.is_sorted_by_key(|kind| kind.status()));
        for kind in ProblemKind::ALL {
            assert_eq!(ProblemKind::named(kind.name()), Some(*kind));
            assert!((400..600).contains(&kind.status()));
        }
    }

    #[test]
    fn what_is_not_said_is_left_out() {
        let value = serde_json::to_value(ProblemKind::NotJson.problem("no")).unwrap();
        let fields: Vec<_> = value.as_object().unwrap().keys().cloned().collect();
        assert_eq!(fields, ["detail", "status", "title", "type"]);
    }
}
