//! The part of an account's page about leaderboards.

use maud::{Markup, html};

use crate::access::AccountRecord;

/// Whether an account is listed, and the button that changes it, on the account's own page.
pub(super) fn own_listing(account: &AccountRecord) -> Markup {
    html! {
        section aria-labelledby="listing" {
            h2 #listing { "Leaderboards" }
            form.fields method="post" action="/account" {
                @if account.off_leaderboards {
                    p { "You stand on no leaderboard. Your games count for your opponents all the same." }
                    input type="hidden" name="does" value="join-leaderboards";
                    button type="submit" { "List me again" }
                } @else {
                    p { "You stand on the " a href="/community/leaderboard" { "leaderboards" } " of the systems you are rated in." }
                    input type="hidden" name="does" value="leave-leaderboards";
                    button type="submit" { "Hide me from leaderboards" }
                }
            }
        }
    }
}
