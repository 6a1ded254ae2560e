//! Accounts: who people are on this server, what they may do, how they come in.

use hindsight_kernel::{MessageData, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{GameCard, Session, Token, Webhook};

/// What an account may do, the least first; `/v1/roles` says it of each.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, Default,
)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Reads.
    Reader,
    /// Records games and takes seats.
    #[default]
    Player,
    /// Brings people in besides.
    Coach,
    /// Looks after packs and accounts besides.
    Steward,
    /// Everything.
    Admin,
}

impl Role {
    /// All roles, the least first.
    pub const ALL: [Self; 5] = [
        Self::Reader,
        Self::Player,
        Self::Coach,
        Self::Steward,
        Self::Admin,
    ];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reader => "reader",
            Self::Player => "player",
            Self::Coach => "coach",
            Self::Steward => "steward",
            Self::Admin => "admin",
        }
    }

    /// The role of this word.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }
}

/// A role and what it allows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RoleInfo {
    /// The role.
    pub role: Role,
    /// Its scopes, as tokens have them.
    pub scopes: Vec<String>,
    /// The roles it may give to others.
    pub gives: Vec<Role>,
    /// What that means.
    pub about: String,
    /// Id and arguments of the sentence, where it has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<MessageData>,
}

/// All roles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RoleList {
    /// The least first.
    pub items: Vec<RoleInfo>,
}

/// An account to be made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateAccount {
    /// 2 to 32 letters, digits, dots, hyphens or underscores; case makes no difference between names.
    #[schemars(length(min = 2, max = 32))]
    pub name: String,
    /// 10 to 200 characters.
    #[schemars(length(min = 10, max = 200))]
    pub password: String,
    /// The secret of an invitation, where the server asks for one.
    #[serde(default)]
    #[schemars(length(max = 512))]
    pub invitation: Option<String>,
    /// Its role, instead of an invitation: for those who may give that role.
    #[serde(default)]
    pub role: Option<Role>,
}

/// An account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Account {
    /// Its id: records name it as the actor.
    pub id: String,
    /// The name people read; a pseudonym once the account is deleted.
    pub name: String,
    /// What it may do.
    pub role: Role,
    /// When it was made (RFC 3339).
    pub created_at: String,
    /// When it was deleted (RFC 3339).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deleted_at: Option<String>,
    /// Since when moderators let nobody in by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suspended_at: Option<String>,
    /// It chose to stand on no leaderboard; left out where it did not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub off_leaderboards: bool,
}

/// Accounts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AccountList {
    /// Oldest first.
    pub items: Vec<Account>,
    /// Pass it as `cursor` for the next page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// What to change about one's own account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PatchOwnAccount {
    /// The present password.
    #[schemars(length(max = 200))]
    pub current_password: String,
    /// Another name.
    #[serde(default)]
    #[schemars(length(min = 2, max = 32))]
    pub name: Option<String>,
    /// Another password; it ends every other session.
    #[serde(default)]
    #[schemars(length(min = 10, max = 200))]
    pub password: Option<String>,
    /// Whether the account is left out of leaderboards; its games count for its opponents all the same.
    #[serde(default)]
    pub off_leaderboards: Option<bool>,
}

/// What to change about somebody's account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PatchAccount {
    /// Another role.
    #[serde(default)]
    pub role: Option<Role>,
    /// Another password, for administrators: 10 to 200 characters. The account is signed out everywhere.
    #[serde(default)]
    #[schemars(length(min = 10, max = 200))]
    pub password: Option<String>,
}

/// A form of the page of accounts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AccountChange {
    /// The id or the name of the account.
    #[schemars(length(max = 64))]
    pub account: String,
    /// Another role.
    #[serde(default)]
    pub role: Option<Role>,
    /// Another password, for administrators: 10 to 200 characters. The account is signed out everywhere.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub password: Option<String>,
}

/// That one's own account shall be deleted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeleteAccount {
    /// The present password.
    #[schemars(length(max = 200))]
    pub current_password: String,
}

/// An invitation to be made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateInvitation {
    /// The role of who comes; `player` if left out.
    #[serde(default)]
    pub role: Role,
    /// For how many days it is good; 14 if left out.
    #[serde(default)]
    #[schemars(range(min = 1, max = 90))]
    pub days: Option<u32>,
}

/// An invitation, without its secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Invitation {
    /// Its id.
    pub id: String,
    /// The role of who comes.
    pub role: Role,
    /// When it was made (RFC 3339).
    pub created_at: String,
    /// When it ends (RFC 3339).
    pub expires_at: String,
    /// Who came by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken_by: Option<String>,
}

/// A new invitation with its secret, which is shown this once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NewInvitation {
    /// The page to send to who is invited: a path of this server.
    pub link: String,
    /// The secret in it.
    pub secret: String,
    /// The invitation.
    pub invitation: Invitation,
}

/// Invitations.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InvitationList {
    /// One's own, oldest first.
    pub items: Vec<Invitation>,
}

/// A seat to be offered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateClaim {
    /// The seat.
    pub seat: Seat,
}

/// The offer of a seat, with its secret, which is shown this once and good for one account and 14 days.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NewClaim {
    /// The page to send to who played the seat: a path of this server.
    pub link: String,
    /// The secret in it.
    pub secret: String,
    /// The game.
    pub game: String,
    /// The seat.
    pub seat: Seat,
    /// When it ends (RFC 3339).
    pub expires_at: String,
}

/// That one takes the seat that was offered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TakeSeat {
    /// The secret of the offer.
    #[schemars(length(max = 512))]
    pub secret: String,
}

/// A seat that an account has taken in a recorded game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TakenSeat {
    /// The game.
    pub game: String,
    /// The seat.
    pub seat: Seat,
    /// The account.
    pub account: String,
}

/// Everything that the server keeps about an account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OwnData {
    /// The account.
    pub account: Account,
    /// Names it had before, which nobody else gets.
    pub former_names: Vec<String>,
    /// Its tokens, without their secrets.
    pub tokens: Vec<Token>,
    /// Where it is signed in.
    pub sessions: Vec<Session>,
    /// Invitations it made.
    pub invitations: Vec<Invitation>,
    /// Games it keeps: each with all its events at `/v1/games/{game}/export`.
    pub games: Vec<GameCard>,
    /// Seats it took.
    pub seats: Vec<TakenSeat>,
    /// Its webhooks, without their secrets.
    #[serde(default)]
    pub webhooks: Vec<Webhook>,
}

/// The form of the sign-up page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SignUpForm {
    /// As in [`CreateAccount`].
    #[schemars(length(min = 2, max = 32))]
    pub name: String,
    /// As in [`CreateAccount`].
    #[schemars(length(min = 10, max = 200))]
    pub password: String,
    /// As in [`CreateAccount`].
    #[serde(default)]
    #[schemars(length(max = 512))]
    pub invitation: Option<String>,
}

/// What a form of the account's page does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AccountDeed {
    /// Takes another name.
    Rename,
    /// Takes another password.
    ChangePassword,
    /// Makes a token with a `scope` and a `label`.
    MakeToken,
    /// Revokes the token `id`.
    RevokeToken,
    /// Ends all other sessions.
    EndSessions,
    /// Invites somebody to a `role`.
    Invite,
    /// Withdraws the invitation `id`.
    Withdraw,
    /// Makes an account with a `name`, a `password` and a `role`: for who is signed in by an administrator's token. The
    /// browser is then signed in by the account.
    MakeAccount,
    /// Leaves the account out of leaderboards.
    LeaveLeaderboards,
    /// Lists the account on leaderboards again.
    JoinLeaderboards,
    /// Deletes the account.
    Delete,
}

/// A form of the account's page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AccountForm {
    /// What it does.
    pub does: AccountDeed,
    /// The present password, where it is asked for.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub current_password: Option<String>,
    /// Another name.
    #[serde(default)]
    #[schemars(length(max = 32))]
    pub name: Option<String>,
    /// Another password.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub password: Option<String>,
    /// What a token is for.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub label: Option<String>,
    /// What a token allows: one scope, or several with blanks between.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub scope: Option<String>,
    /// The role of who is invited.
    #[serde(default)]
    pub role: Option<Role>,
    /// The token or invitation.
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub id: Option<String>,
}

/// The form of a claim's page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClaimForm {
    /// The secret of the offer.
    #[schemars(length(max = 512))]
    pub secret: String,
}
