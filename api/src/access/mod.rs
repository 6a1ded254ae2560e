//! Access of callers: accounts, passwords, tokens, sessions, invitations, roles and scopes. Nothing here
//! knows the rules of a game.

pub(crate) mod accounts;
mod caller;
pub mod guesses;
pub(crate) mod invitations;
mod names;
mod passwords;
mod restored;
pub mod roles;
pub(crate) mod seat_marks;
mod sessions;
mod sign_in;
mod tokens;

pub use accounts::{AccountRecord, Accounts, no_such_account};
pub use caller::{Caller, GameAccess, Scope};
pub use invitations::Invitations;
pub use restored::RestoredAccess;
pub use sessions::{SessionRecord, Sessions, Standing};
pub use sign_in::{SignIns, SignedIn};
pub(crate) use tokens::GUEST;
pub use tokens::{TokenRecord, Tokens};
