//! Comments: what is said of a game in Markdown, which means something by its line ends.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::document::NotAText;

/// A comment: lines of words without control characters, not empty.
///
/// Line ends, empty lines and the blanks within a line are kept, as Markdown means something by them; blanks at the end of a
/// line and empty lines around the whole are not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Comment(String);

impl Comment {
    /// A comment of these words.
    pub fn new(words: &str) -> Result<Self, NotAText> {
        if words.trim().is_empty() {
            return Err(NotAText::Empty);
        }
        let words = words.replace("\r\n", "\n").replace('\r', "\n");
        let mut lines: Vec<String> = Vec::new();
        for line in words.split('\n') {
            let plain = |c: char| if c != '\t' && is_loose(c) { ' ' } else { c };
            let line: String = line.chars().map(plain).collect();
            if let Some(control) = line.chars().find(|c| c.is_control() && *c != '\t') {
                return Err(NotAText::Control(control));
            }
            lines.push(line.trim_end_matches([' ', '\t']).to_owned());
        }
        let filled = |line: &String| !line.is_empty();
        let first = lines.iter().position(filled).ok_or(NotAText::Empty)?;
        let last = lines.iter().rposition(filled).unwrap_or(first);
        Ok(Self(lines[first..=last].join("\n")))
    }

    /// The comment.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// White space that a text may lay out as it likes: blanks, tabs and line ends, but none that a script means something by.
pub(crate) fn is_loose(c: char) -> bool {
    c == ' ' || (c.is_whitespace() && c.is_control())
}

impl fmt::Display for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for Comment {
    type Error = NotAText;
    fn try_from(words: String) -> Result<Self, NotAText> {
        Self::new(&words)
    }
}

impl From<Comment> for String {
    fn from(comment: Comment) -> Self {
        comment.0
    }
}
