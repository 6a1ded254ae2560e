//! Names of people: accounts by the name they have now, whatever they were called when they did something.

use std::collections::BTreeSet;

use super::{Accounts, GUEST};
use crate::base::error::ApiResult;

impl Accounts {
    /// How people are called: guests of an account, by its name and their seats.
    pub(crate) async fn name_of(&self, subject: &str) -> ApiResult<String> {
        match subject.split_once(", ") {
            Some((guest, seats)) if guest.starts_with(GUEST) => {
                Ok(format!("{}, {seats}", self.shown(guest).await?))
            }
            Some(_) | None => self.shown(subject).await,
        }
    }

    /// What people are named by in records: an account by its id, whatever it is called; others by the subject of their
    /// tokens.
    pub(crate) async fn subject_named(&self, name: &str) -> ApiResult<String> {
        let account = self.named(name).await?;
        Ok(account.map_or_else(|| name.to_owned(), |account| account.id.to_string()))
    }

    /// The subjects of those whom a request names.
    pub(crate) async fn subjects_named(&self, names: &BTreeSet<String>) -> ApiResult<BTreeSet<String>> {
        let mut subjects = BTreeSet::new();
        for name in names {
            subjects.insert(self.subject_named(name).await?);
        }
        Ok(subjects)
    }
}
