//! The faults of a pack of an edition, which cite the rules of that edition.

use hindsight_kernel::{Message, message, pack};

use crate::editions::Edition;
use crate::messages::MESSAGES;
use crate::model::rule::Rule;

/// The faults found so far in a pack of an edition.
pub(super) struct Faults<'f> {
    list: &'f mut pack::Faults,
    edition: Edition,
}

impl<'f> Faults<'f> {
    /// Faults of a pack of an edition, added to those of the kernel.
    pub(super) const fn of(edition: Edition, list: &'f mut pack::Faults) -> Self {
        Self { list, edition }
    }

    /// Adds a fault, with the JSON pointer of its place.
    pub(super) fn add(&mut self, path: impl Into<String>, reason: impl Into<Message>) {
        self.list.add(path, reason.into());
    }

    /// Adds a fault by a rule.
    pub(super) fn add_by(&mut self, rule: Rule, path: impl Into<String>, reason: impl Into<Message>) {
        let reason: Message = reason.into();
        let rule = rule.id(self.edition);
        self.add(
            path,
            message!(MESSAGES, "pack-fault-by-rule", reason, rule = rule.to_owned()),
        );
    }

    /// The faults of a part of the pack.
    pub(super) const fn at<'a>(&'a mut self, path: &'a str) -> FaultsAt<'a, 'f> {
        FaultsAt { faults: self, path }
    }
}

/// The faults of a part of a pack, by the fields of that part.
pub(super) struct FaultsAt<'a, 'f> {
    faults: &'a mut Faults<'f>,
    path: &'a str,
}

impl FaultsAt<'_, '_> {
    /// Adds a fault of a field.
    pub(super) fn add(&mut self, field: &str, reason: impl Into<Message>) {
        self.faults.add(format!("{}/{field}", self.path), reason);
    }

    /// Adds a fault of a field by a rule.
    pub(super) fn add_by(&mut self, rule: Rule, field: &str, reason: impl Into<Message>) {
        self.faults.add_by(rule, format!("{}/{field}", self.path), reason);
    }
}
