//! Callers and their access: who asks, and what they may see and do.

use std::str::FromStr;
use std::sync::Arc;

use hindsight_kernel::{Message, Seat, Viewer};
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::Visibility;
use hindsight_store::{Audience, StreamCard, StreamId};

use crate::access::TokenRecord;
use crate::access::seat_marks::seats_of;
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::{quoted, text};

/// What a token allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Sees all of its subject's games.
    GameRead,
    /// Creates games and keeps their record.
    GameWrite,
    /// Uploads packs.
    PackWrite,
    /// Invites people.
    Invite,
    /// Looks after accounts.
    Accounts,
    /// Everything.
    Admin,
    /// Plays a seat.
    Seat(Seat),
}

impl FromStr for Scope {
    type Err = Message;

    fn from_str(text: &str) -> Result<Self, Message> {
        match text {
            "game:read" => Ok(Self::GameRead),
            "game:write" => Ok(Self::GameWrite),
            "pack:write" => Ok(Self::PackWrite),
            "account:invite" => Ok(Self::Invite),
            "account:write" => Ok(Self::Accounts),
            "admin" => Ok(Self::Admin),
            other => other
                .strip_prefix("seat:")
                .and_then(|seat| seat.parse().ok())
                .map(Self::Seat)
                .ok_or_else(|| text!("scope-unknown", scope = quoted(other))),
        }
    }
}

impl std::fmt::Display for Scope {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::GameRead => f.write_str("game:read"),
            Self::GameWrite => f.write_str("game:write"),
            Self::PackWrite => f.write_str("pack:write"),
            Self::Invite => f.write_str("account:invite"),
            Self::Accounts => f.write_str("account:write"),
            Self::Admin => f.write_str("admin"),
            Self::Seat(seat) => write!(f, "seat:{seat}"),
        }
    }
}

/// Who asks.
#[derive(Debug, Clone)]
pub enum Caller {
    /// Somebody without a token.
    Anyone,
    /// The bearer of a valid token.
    Bearer(Arc<TokenRecord>),
}

/// The access of a caller to a game: what they may see of it, and do with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameAccess {
    /// Through whose eyes.
    pub viewer: Viewer,
    /// May speak for every seat, change the card and correct the past.
    pub keeps: bool,
    /// Seats the caller may speak for.
    pub seats: Vec<Seat>,
    /// The game is the caller's own.
    pub yours: bool,
}

impl Caller {
    /// The token's record.
    pub fn token(&self) -> Option<&TokenRecord> {
        match self {
            Self::Anyone => None,
            Self::Bearer(token) => Some(token),
        }
    }

    /// Whether a token of the whole server has this scope; `admin` has all but seats.
    pub fn has(&self, scope: Scope) -> bool {
        self.token().is_some_and(|token| {
            token.scopes.contains(&scope) || (token.game.is_none() && token.scopes.contains(&Scope::Admin))
        })
    }

    /// Whether the caller may do everything.
    pub fn is_admin(&self) -> bool {
        self.token()
            .is_some_and(|token| token.game.is_none() && token.scopes.contains(&Scope::Admin))
    }

    /// Whom the caller stands for.
    pub fn subject(&self) -> Option<&str> {
        self.token().map(|token| token.subject.as_str())
    }

    /// The account that the caller's session or token belongs to.
    pub fn account(&self) -> Option<StreamId> {
        self.token()?.account
    }

    /// The name of the caller in records.
    pub fn actor(&self) -> String {
        self.subject().unwrap_or("anyone").to_owned()
    }

    /// Whose games a list may show.
    pub fn audience(&self) -> Audience {
        match self.token() {
            _ if self.is_admin() => Audience::Everything,
            Some(token)
                if token.game.is_none() && (self.has(Scope::GameRead) || self.has(Scope::GameWrite)) =>
            {
                Audience::Owner(token.subject.clone())
            }
            _ => Audience::Public,
        }
    }

    /// The access of the caller to a game; nothing if it does not exist for them.
    pub fn sight(&self, game: StreamId, card: &StreamCard) -> Option<GameAccess> {
        let none = GameAccess {
            viewer: Viewer::Public,
            keeps: false,
            seats: Vec::new(),
            yours: false,
        };
        let Some(token) = self.token() else {
            return (Visibility::of_name(&card.visibility) != Visibility::Private).then_some(none);
        };
        if self.is_admin() {
            let yours = token.subject == card.owner;
            return Some(GameAccess {
                viewer: Viewer::Everything,
                keeps: true,
                seats: Vec::new(),
                yours,
            });
        }
        let here = token.game.is_none_or(|only| only == game);
        let own = token.subject == card.owner;
        let (reads, writes) = (
            token.scopes.contains(&Scope::GameRead),
            token.scopes.contains(&Scope::GameWrite),
        );
        if here && own && (reads || writes) {
            return Some(GameAccess {
                viewer: Viewer::Everything,
                keeps: writes,
                seats: Vec::new(),
                yours: true,
            });
        }
        // Who took a seat sees by it, and plays it with what lets them write.
        let claimed = seats_of(card, &token.subject);
        if let Some(first) = claimed.first()
            && here
            && (reads || writes)
        {
            return Some(GameAccess {
                viewer: Viewer::Seat(*first),
                keeps: false,
                seats: if writes { claimed } else { Vec::new() },
                yours: false,
            });
        }
        // A seat counts in the game it was given for, or in one's own games; never in every game of the server.
        if here && (own || token.game == Some(game)) {
            let seats = token.seats();
            if let Some(first) = seats.first() {
                return Some(GameAccess {
                    viewer: Viewer::Seat(*first),
                    keeps: false,
                    seats,
                    yours: false,
                });
            }
            if reads {
                return Some(none);
            }
        }
        (Visibility::of_name(&card.visibility) != Visibility::Private).then_some(none)
    }
}

impl GameAccess {
    /// This sight, asked to look through a seat's eyes.
    pub fn through(&self, seat: Option<Seat>, over: bool) -> ApiResult<Viewer> {
        if over {
            return Ok(Viewer::Everything);
        }
        match seat {
            None => Ok(self.viewer),
            Some(seat)
                if [Viewer::Everything, Viewer::Seat(seat)].contains(&self.viewer)
                    || self.seats.contains(&seat) =>
            {
                Ok(Viewer::Seat(seat))
            }
            Some(seat) => Err(ApiError::new(ProblemKind::Forbidden, text!("seat-seen-by", seat))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: StreamId = StreamId::ZERO;

    fn bearer(subject: &str, scopes: &[Scope], game: Option<StreamId>) -> Caller {
        Caller::Bearer(Arc::new(TokenRecord {
            id: StreamId::new(1, 1),
            subject: subject.to_owned(),
            label: String::new(),
            scopes: scopes.to_vec(),
            game,
            account: None,
            created_ms: 0,
            expires_ms: None,
            revoked_ms: None,
        }))
    }

    fn card(visibility: &str) -> StreamCard {
        StreamCard {
            owner: "ada".to_owned(),
            visibility: visibility.to_owned(),
            ..StreamCard::default()
        }
    }

    #[test]
    fn who_sees_what_of_a_game() {
        use Scope::{Admin, GameRead, GameWrite, PackWrite};
        let seat_b = Scope::Seat(Seat::B);
        let (public, everything, b) = (Viewer::Public, Viewer::Everything, Viewer::Seat(Seat::B));
        let other = Some(StreamId::new(9, 9));
        let here = Some(GAME);
        let rows = [
            // caller, what of a public game, what of a private one, keeps the record
            (Caller::Anyone, Some(public), None, false),
            (
                bearer("bob", &[GameRead, GameWrite], None),
                Some(public),
                None,
                false,
            ),
            (
                bearer("ada", &[GameRead], None),
                Some(everything),
                Some(everything),
                false,
            ),
            (
                bearer("ada", &[GameWrite], None),
                Some(everything),
                Some(everything),
                true,
            ),
            (bearer("ada", &[PackWrite], None), Some(public), None, false),
            (bearer("ada", &[GameWrite], other), Some(public), None, false),
            (
                bearer("root", &[Admin], None),
                Some(everything),
                Some(everything),
                true,
            ),
            (bearer("root", &[Admin], here), Some(public), None, false),
            (bearer("bob", &[seat_b], None), Some(public), None, false),
            (bearer("bob", &[seat_b], here), Some(b), Some(b), false),
            (bearer("bob", &[seat_b], other), Some(public), None, false),
            (bearer("ada", &[seat_b], None), Some(b), Some(b), false),
            (
                bearer("bob", &[GameRead], here),
                Some(public),
                Some(public),
                false,
            ),
        ];
        for (row, (caller, in_public, in_private, keeps)) in rows.into_iter().enumerate() {
            let seen = |visibility| caller.sight(GAME, &card(visibility));
            assert_eq!(seen("public").map(|sight| sight.viewer), in_public, "row {row}");
            assert_eq!(
                seen("unlisted").map(|sight| sight.viewer),
                in_public,
                "row {row}, unlisted"
            );
            assert_eq!(
                seen("private").map(|sight| sight.viewer),
                in_private,
                "row {row}, private"
            );
            assert_eq!(
                seen("public").is_some_and(|sight| sight.keeps),
                keeps,
                "row {row}"
            );
            assert_eq!(
                seen("misspelt").map(|sight| sight.viewer),
                in_private,
                "row {row}: unknown is private"
            );
        }
    }

    #[test]
    fn a_seat_looks_through_its_own_eyes_until_the_end() {
        let b = bearer("bob", &[Scope::Seat(Seat::B)], Some(GAME))
            .sight(GAME, &card("private"))
            .unwrap();
        assert_eq!(b.through(None, false).unwrap(), Viewer::Seat(Seat::B));
        assert_eq!(
            b.through(Some(Seat::A), false).unwrap_err().kind(),
            ProblemKind::Forbidden
        );
        assert_eq!(b.through(Some(Seat::A), true).unwrap(), Viewer::Everything);
    }

    #[test]
    fn scopes_read_as_they_are_written() {
        for text in [
            "game:read",
            "game:write",
            "pack:write",
            "account:invite",
            "account:write",
            "admin",
            "seat:A",
            "seat:Z",
        ] {
            assert_eq!(text.parse::<Scope>().unwrap().to_string(), text);
        }
        for text in ["", "seat:", "seat:a", "game:*", "Admin"] {
            assert!(text.parse::<Scope>().is_err(), "{text}");
        }
    }
}
