//! The part of an account's page about leaderboards.

use maud::{Markup, html};

use crate::access::AccountRecord;
use crate::base::messages::text;

/// Whether an account is listed, and the button that changes it, on the account's own page.
pub(super) fn own_listing(account: &AccountRecord) -> Markup {
    html! {
        section aria-labelledby="listing" {
            h2 #listing { (text!("listing-leaderboards")) }
            form.fields method="post" action="/account" {
                @if account.off_leaderboards {
                    p { (text!("listing-you-stand-no")) }
                    input type="hidden" name="does" value="join-leaderboards";
                    button type="submit" { (text!("listing-list-me-again")) }
                } @else {
                    p { (text!("listing-rated"; leaderboards = html! { a href="/community/leaderboard" { (text!("listing-leaderboards-2")) } })) }
                    input type="hidden" name="does" value="leave-leaderboards";
                    button type="submit" { (text!("listing-hide-me-from")) }
                }
            }
        }
    }
}
