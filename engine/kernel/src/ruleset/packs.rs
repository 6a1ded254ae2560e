//! Packs: the data that the rulebook leaves to its cards.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Rules;
use crate::{Argument, MESSAGES, Message, message};

/// Data packs. The defaults are those of a game that has none.
pub trait Packs: Rules {
    /// The embedded packs, as JSON.
    fn sample_packs() -> Vec<Value> {
        Vec::new()
    }

    /// Checks a pack and gives its name, or every fault with its path.
    fn check_pack(_pack: &Value) -> Result<PackInfo, Vec<PackFault>> {
        Err(vec![PackFault {
            path: String::new(),
            reason: message!(MESSAGES, "packs-none", title = Self::TITLE),
        }])
    }

    /// The JSON Schema of a pack.
    fn pack_schema() -> Value {
        Value::Bool(false)
    }

    /// The forms of files from elsewhere that [`Packs::import_pack`] makes packs of.
    fn pack_imports() -> Vec<PackImport> {
        Vec::new()
    }

    /// Makes a pack of files in a form from elsewhere. Nothing is read or stored.
    ///
    /// # Errors
    /// There is no such form, or why its files make no pack, each fault with its file and place.
    fn import_pack(
        form: &str,
        _files: &[ImportFile],
        _named: &PackTitle,
    ) -> Result<ImportedPack, Vec<ImportFault>> {
        Err(vec![ImportFault::of_form(
            form,
            Self::TITLE,
            &Self::pack_imports(),
        )])
    }
}

/// A form of files from elsewhere that packs are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PackImport {
    /// Its id: lower-case words and hyphens.
    pub id: &'static str,
    /// What people call it.
    pub name: &'static str,
    /// Which files they are and where they come from, a sentence.
    pub about: &'static str,
    /// The folder in it that holds the files, where somebody has the whole of it; empty if it has none.
    pub folder: &'static str,
}

/// A file that is to become a part of a pack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportFile {
    /// Its name, without its folder.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// The id and name of a pack that is made of files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackTitle {
    /// Its id: lower-case words and hyphens.
    pub id: String,
    /// Its name for people.
    pub name: String,
}

/// A pack that was made of files.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportedPack {
    /// The pack, sound, as JSON.
    pub pack: Value,
    /// How much was taken over, kind by kind.
    pub taken: Vec<Taken>,
    /// What was left out or changed, each with its reason.
    pub notes: Vec<ImportFault>,
}

/// How much of one kind of things was taken over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Taken {
    /// What they are: `Tactics cards`.
    pub what: String,
    /// How many there are in the pack.
    pub all: u32,
    /// Those whose whole text the engine follows by itself; nothing where they have no text.
    pub live: Option<u32>,
    /// Those of which it follows a part; the rest is kept as text.
    pub partly: Option<u32>,
    /// Those that are kept as text alone, for the players to settle.
    pub text: Option<u32>,
}

/// One thing that is wrong in a file, or was changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImportFault {
    /// The file; empty for all of them together.
    pub file: String,
    /// A JSON pointer into it; empty for the whole file.
    pub path: String,
    /// The fault and what would be right, or the change that was made.
    #[serde(
        serialize_with = "Message::serialize_sentence",
        deserialize_with = "Message::deserialize_sentence"
    )]
    #[schemars(with = "String")]
    pub reason: Message,
}

impl ImportFault {
    /// There is no such form of files.
    pub fn of_form(form: &str, title: &str, known: &[PackImport]) -> Self {
        let ids: Vec<&str> = known.iter().map(|import| import.id).collect();
        let known = match &ids[..] {
            [] => message!(MESSAGES, "import-no-forms", title = title.to_owned()),
            _ => message!(
                MESSAGES,
                "import-forms",
                title = title.to_owned(),
                known = ids.join(", ")
            ),
        };
        let form: String = form.chars().take(60).collect();
        Self {
            file: String::new(),
            path: String::new(),
            reason: message!(
                MESSAGES,
                "import-unknown-form",
                form = Argument::quoted(form),
                known
            ),
        }
    }
}

impl std::fmt::Display for ImportFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.file.is_empty(), self.path.is_empty()) {
            (true, _) => write!(f, "{}", self.reason),
            (false, true) => write!(f, "{}: {}", self.file, self.reason),
            (false, false) => write!(f, "{} {}: {}", self.file, self.path, self.reason),
        }
    }
}

/// What a pack is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PackInfo {
    /// The system it is for.
    pub system: String,
    /// Its id: lower-case words and hyphens.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// Its own version.
    pub version: String,
    /// The BLAKE3 hash of its canonical JSON, 64 hexadecimal digits.
    pub hash: String,
}

impl PackFault {
    /// The fault with its place.
    pub fn message(&self) -> Message {
        message!(
            MESSAGES,
            "fault-at",
            path = &self.path,
            reason = self.reason.clone()
        )
    }
}

/// One fault of a pack.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PackFault {
    /// A JSON pointer.
    pub path: String,
    /// The fault, and what would be right.
    #[serde(
        serialize_with = "Message::serialize_sentence",
        deserialize_with = "Message::deserialize_sentence"
    )]
    #[schemars(with = "String")]
    pub reason: Message,
}
