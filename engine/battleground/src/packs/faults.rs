//! The faults of a pack of an edition, which cite the rules of that edition.

use hindsight_kernel::pack;

use crate::editions::Edition;
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
    pub(super) fn add(&mut self, path: impl Into<String>, reason: impl Into<String>) {
        self.list.add(path, reason);
    }

    /// Adds a fault by a rule.
    pub(super) fn add_by(&mut self, rule: Rule, path: impl Into<String>, reason: &str) {
        self.add(path, format!("{reason} ({})", rule.id(self.edition)));
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
    pub(super) fn add(&mut self, field: &str, reason: &str) {
        self.faults.add(format!("{}/{field}", self.path), reason);
    }

    /// Adds a fault of a field by a rule.
    pub(super) fn add_by(&mut self, rule: Rule, field: &str, reason: &str) {
        self.faults.add_by(rule, format!("{}/{field}", self.path), reason);
    }
}
