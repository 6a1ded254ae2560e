//! The rules, one file or folder a chapter of the rulebook.
