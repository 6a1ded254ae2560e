//! The names of those who say something: accounts by the name they have now, whatever they were called when they said it.

use std::collections::{BTreeMap, BTreeSet};

use hindsight_annotations::Layer;
use hindsight_openapi::wire::Author;

use super::{Annotations, Reader, StoredLayer};
use crate::base::error::ApiResult;

/// How those are called who wrote in some layers or are named their readers, told to somebody who reads them.
pub(crate) struct Names<'r> {
    pub(crate) reader: Reader<'r>,
    known: BTreeMap<String, String>,
}

impl Names<'_> {
    /// The name of a subject.
    pub(crate) fn of<'n>(&'n self, subject: &'n str) -> &'n str {
        self.known.get(subject).map_or(subject, String::as_str)
    }

    /// Who said something, as it is told.
    pub(crate) fn author(&self, subject: &str) -> Author {
        Author {
            subject: subject.to_owned(),
            name: self.of(subject).to_owned(),
            you: self
                .reader
                .caller
                .reads_annotations(self.reader.head.id)
                .as_deref()
                == Some(subject),
        }
    }

    /// All names as one text, for a tag that changes when one of them does.
    pub(crate) fn fingerprint(&self) -> String {
        format!("{:?}", self.known)
    }
}

fn subjects(layer: &Layer) -> BTreeSet<&str> {
    let mut subjects: BTreeSet<&str> = layer.readers.iter().map(String::as_str).collect();
    subjects.insert(&layer.author);
    for annotation in layer.annotations() {
        subjects.extend(annotation.revisions().iter().map(|revision| revision.by.as_str()));
        subjects.extend(annotation.replies.iter().map(|reply| reply.by.as_str()));
    }
    subjects
}

impl Annotations {
    /// The names in some layers.
    pub(crate) async fn names<'r>(&self, reader: Reader<'r>, sheets: &[StoredLayer]) -> ApiResult<Names<'r>> {
        let mut known = BTreeMap::new();
        for subject in sheets.iter().flat_map(|sheet| subjects(&sheet.layer)) {
            if !known.contains_key(subject) {
                known.insert(subject.to_owned(), self.accounts.name_of(subject).await?);
            }
        }
        Ok(Names { reader, known })
    }
}
