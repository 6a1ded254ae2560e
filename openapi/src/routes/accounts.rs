//! Accounts, invitations, and the seats that accounts take.

use serde_json::json;

use super::{number, text};
use crate::examples::{SOME_CLAIM, SOME_INVITATION, SOME_PASSWORD};
use crate::wire::{
    Account, AccountForm, AccountList, ClaimForm, CreateAccount, CreateClaim, CreateInvitation,
    DeleteAccount, InvitationList, NewClaim, NewInvitation, OwnData, PatchAccount, PatchOwnAccount, RoleList,
    SignUpForm, TakeSeat, TakenSeat,
};
use crate::{Access, Method, Operation, ProblemKind};

const TAG: &str = "accounts";

pub(super) fn operations() -> Vec<Operation> {
    [accounts(), invitations(), seats(), pages()]
        .into_iter()
        .flatten()
        .collect()
}

fn accounts() -> Vec<Operation> {
    vec![
        Operation::get("listRoles", "/v1/roles", TAG, "The roles and what each allows")
            .access(Access::Open)
            .answers::<RoleList>(200, "The least first."),
        Operation::post("createAccount", "/v1/accounts", TAG, "Create an account")
            .about("By invitation, without one where the server's sign-up is open, or by those who may give its `role` (`player` if left out). Names are told apart without regard to case; a name that an account had before stays its own.")
            .body::<CreateAccount>(16 << 10, vec![
                ("invited", json!({ "name": "grace", "password": SOME_PASSWORD, "invitation": SOME_INVITATION })),
            ])
            .answers::<Account>(201, "The account; sign in at /v1/session.")
            .problems(&[ProblemKind::SignUpClosed, ProblemKind::NameTaken, ProblemKind::NoSuchInvitation, ProblemKind::Forbidden]),
        Operation::get("listAccounts", "/v1/accounts", TAG, "All accounts")
            .access(Access::Scope("account:write"))
            .query("cursor", text(200), "Where the page before ended.")
            .query("limit", number(1, 200), "How many at most; 50 if left out.")
            .answers::<AccountList>(200, "Oldest first, deleted ones under their pseudonym.")
            .with_headers(&["Link"]),
        Operation::get("patchAccount", "/v1/accounts/{account}", TAG, "Change an account's role or password")
            .with_method(Method::Patch)
            .access(Access::Scope("account:write"))
            .body::<PatchAccount>(4 << 10, vec![("coach", json!({ "role": "coach" }))])
            .answers::<Account>(200, "The account.")
            .by_page_form("/accounts", &[], "`account` (its id or its name), `role`, `password`.")
            .then_redirects()
            .problems(&[ProblemKind::NoSuchAccount]),
        Operation::get("getOwnAccount", "/v1/accounts/self", TAG, "Your account")
            .access(Access::Scope("any"))
            .answers::<Account>(200, "The account that your session or token belongs to.")
            .problems(&[ProblemKind::NoSuchAccount]),
        Operation::get("patchOwnAccount", "/v1/accounts/self", TAG, "Change your name or your password")
            .about("For who is signed in by the account's password: tokens cannot. Another password ends all other sessions.")
            .with_method(Method::Patch)
            .access(Access::Scope("any"))
            .body::<PatchOwnAccount>(16 << 10, vec![
                ("another name", json!({ "current_password": SOME_PASSWORD, "name": "ada-l" })),
            ])
            .answers::<Account>(200, "The account.")
            .problems(&[ProblemKind::WrongPassword, ProblemKind::NameTaken, ProblemKind::NoSuchAccount]),
        Operation::post("deleteOwnAccount", "/v1/accounts/self/deletion", TAG, "Delete your account")
            .about("Its name, password, sessions, tokens and invitations go. Games stay as they were played; where its name stood a pseudonym stands.")
            .access(Access::Scope("any"))
            .body::<DeleteAccount>(4 << 10, vec![("sure", json!({ "current_password": SOME_PASSWORD }))])
            .answers_as(204, "The account is gone.", Vec::new())
            .with_headers(&["Set-Cookie"])
            .problems(&[ProblemKind::WrongPassword, ProblemKind::NoSuchAccount]),
        Operation::get("exportOwnAccount", "/v1/accounts/self/export", TAG, "Export your account's data").long()
            .about("For who is signed in by the account's password: tokens cannot.")
            .access(Access::Scope("any"))
            .answers::<OwnData>(200, "The account, its tokens, sessions, invitations and seats, and the cards of its games (the latest 20,000).")
            .with_headers(&["Content-Disposition"])
            .problems(&[ProblemKind::NoSuchAccount]),
    ]
}

fn invitations() -> Vec<Operation> {
    vec![
        Operation::post("createInvitation", "/v1/invitations", TAG, "Create an invitation")
            .about("/v1/roles says which roles yours may give. The secret is shown once and is good for one account.")
            .access(Access::Scope("account:invite"))
            .body::<CreateInvitation>(4 << 10, vec![("a player", json!({ "role": "player", "days": 14 }))])
            .answers::<NewInvitation>(201, "The invitation with its secret.")
            .problems(&[ProblemKind::LimitReached]),
        Operation::get("listInvitations", "/v1/invitations", TAG, "Your invitations")
            .access(Access::Scope("account:invite"))
            .answers::<InvitationList>(200, "Without their secrets."),
        Operation::get("withdrawInvitation", "/v1/invitations/{invitation}", TAG, "Withdraw an invitation")
            .with_method(Method::Delete)
            .access(Access::Scope("account:invite"))
            .answers_as(204, "It is worth nothing any more; who came by it stays.", Vec::new())
            .problems(&[ProblemKind::NoSuchInvitation]),
    ]
}

fn seats() -> Vec<Operation> {
    vec![
        Operation::post("offerSeat", "/v1/games/{game}/claims", TAG, "Offer a seat to its player")
            .about("The keeper of the game sends the link; the first account that takes it has the seat: the game shows its name, and it sees and, while the game lasts, plays the seat.")
            .access(Access::Owner)
            .body::<CreateClaim>(4 << 10, vec![("seat A", json!({ "seat": "A" }))])
            .answers::<NewClaim>(201, "The offer with its secret.")
            .by_page_form("/g/{game}/settings", &["offer"], "`seat`.")
            .answers_as(200, "By a form: the page with the link.", vec![("text/html", None)])
            .problems(&[ProblemKind::SeatTaken]),
        Operation::post("takeSeat", "/v1/claims", TAG, "Claim a seat")
            .access(Access::Scope("game:write"))
            .body::<TakeSeat>(4 << 10, vec![("by its secret", json!({ "secret": SOME_CLAIM }))])
            .answers::<TakenSeat>(200, "The seat is yours.")
            .problems(&[ProblemKind::NoSuchClaim, ProblemKind::SeatTaken]),
        Operation::get("freeSeat", "/v1/games/{game}/claims/{seat}", TAG, "Release a claimed seat")
            .about("By the keeper of the game, or by who took the seat.")
            .with_method(Method::Delete)
            .access(Access::Scope("any"))
            .answers_as(204, "Nobody has the seat, and no name stands there.", Vec::new())
            .by_page_form("/g/{game}/settings", &["free"], "`seat`.")
            .then_redirects()
            .problems(&[ProblemKind::NoSuchClaim]),
    ]
}

fn pages() -> Vec<Operation> {
    let page = |id, path, summary| {
        Operation::get(id, path, TAG, summary)
            .answers_as(200, "The page.", vec![("text/html", None)])
            .html_problems()
    };
    let sent = |id, path, summary| Operation::post(id, path, TAG, summary).html_problems();
    vec![
        page("signUpPage", "/signup", "Sign-up page").query(
            "invitation",
            text(512),
            "The secret of an invitation.",
        ),
        sent("signUp", "/signup", "Sign up by form")
            .form::<SignUpForm>(
                16 << 10,
                vec![(
                    "invited",
                    json!({ "name": "grace", "password": SOME_PASSWORD, "invitation": SOME_INVITATION }),
                )],
            )
            .answers_as(303, "Signed in; on to the account.", Vec::new())
            .with_headers(&["Location", "Set-Cookie"])
            .problems(&[
                ProblemKind::SignUpClosed,
                ProblemKind::NameTaken,
                ProblemKind::NoSuchInvitation,
            ]),
        page(
            "accountsPage",
            "/accounts",
            "All accounts with their roles, and the settings of the server, for those who look after it",
        )
        .access(Access::Scope("account:write"))
        .query("cursor", text(200), "Where the page before ended."),
        page(
            "accountPage",
            "/account",
            "Account page: name, password, tokens, sessions, invitations, data export",
        )
        .answers_as(303, "Nobody is signed in: on to the page to sign in.", Vec::new())
        .with_headers(&["Location"]),
        sent("changeAccount", "/account", "Change your account by form")
            .access(Access::Scope("any"))
            .form::<AccountForm>(
                16 << 10,
                vec![
                    (
                        "a token",
                        json!({ "does": "make-token", "label": "laptop", "scope": "game:read" }),
                    ),
                    ("an invitation", json!({ "does": "invite", "role": "player" })),
                    (
                        "another name",
                        json!({ "does": "rename", "name": "ada-l", "current_password": SOME_PASSWORD }),
                    ),
                ],
            )
            .answers_as(
                200,
                "The page, with what is shown once.",
                vec![("text/html", None)],
            )
            .answers_as(303, "Done; back to the page.", Vec::new())
            .with_headers(&["Location", "Set-Cookie"])
            .problems(&[
                ProblemKind::WrongPassword,
                ProblemKind::NameTaken,
                ProblemKind::NoSuchAccount,
                ProblemKind::NoSuchToken,
                ProblemKind::NoSuchInvitation,
            ]),
        page("claimPage", "/claim/{claim}", "Page to claim an offered seat")
            .problems(&[ProblemKind::NoSuchClaim]),
        sent("claim", "/claim", "Claim a seat by form")
            .access(Access::Scope("game:write"))
            .form::<ClaimForm>(4 << 10, vec![("by its secret", json!({ "secret": SOME_CLAIM }))])
            .answers_as(303, "The seat is yours; on to the game.", Vec::new())
            .with_headers(&["Location"])
            .problems(&[ProblemKind::NoSuchClaim, ProblemKind::SeatTaken]),
    ]
}
