//! Tests of message files: every use of a package against its file.
//!
//! The sources are read as Rust's tokens, so comments, texts and the layout of a call do not matter. Tests are left out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

use crate::MessageFile;

/// A message as the sources use it.
#[derive(Debug)]
struct Used {
    at: String,
    id: String,
    arguments: BTreeSet<String>,
}

/// The sentences of a package's sources.
#[derive(Debug, Default)]
struct Sources {
    used: Vec<Used>,
    /// Calls of `Message::plain`.
    plain: usize,
    /// Reasons to refuse whose sentence is in the code.
    plain_reasons: usize,
}

/// Checks the messages of packages that share a file. A package is given by its folder, `env!("CARGO_MANIFEST_DIR")`.
///
/// The file parses; every message that is made is in the file and gets exactly the arguments that it needs; every message of the file
/// is made somewhere or referred to; no sentence has none.
///
/// # Panics
/// Something of that does not hold; all faults are listed.
pub fn check_messages(packages: &[&str], file: &MessageFile) {
    let sources = Sources::of(packages);
    sources.check_uses(file);
    assert_eq!(
        (sources.plain, sources.plain_reasons),
        (0, 0),
        "sentences of {packages:?} without a message: calls of Message::plain, reasons to refuse"
    );
}

/// Checks the list of all sentences of a message file, `messages/all.txt` of the package; with `UPDATE=1` it is written.
///
/// # Panics
/// The list is not what the file says.
pub fn check_printed_messages(package: &str, file: &MessageFile) {
    let path = Path::new(package).join("messages/all.txt");
    let now = file.printed();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &now).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        now == written,
        "{} is out of date: run the test again with UPDATE=1",
        path.display()
    );
}

/// The sentences of a package's sources that stand outside of its message file, by file: texts with a capital letter and words
/// behind it, forms that are filled with values and hold several words, and inside of `html!` every text that begins with a capital
/// letter. What is logged, asserted or expected is left out, and so are citations of a rulebook (`§`).
///
/// # Panics
/// A source cannot be read.
pub fn loose_sentences(package: &str) -> BTreeMap<String, Vec<String>> {
    let root = Path::new(package).join("src");
    let mut files = Vec::new();
    collect_files(&root, &mut files);
    let mut found = BTreeMap::new();
    for path in files {
        let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
        let mut loose = Vec::new();
        find_loose(tokens_of(&path), false, &mut loose);
        if !loose.is_empty() {
            found.insert(name, loose);
        }
    }
    found
}

/// Checks that no sentence of a package stands outside of its message file. Each exception is a file, or the beginning of the names
/// of several, with the reason why its texts are no sentences to a reader.
///
/// # Panics
/// A sentence stands in the code, or an exception has nothing any more.
pub fn check_loose_sentences(package: &str, exceptions: &[(&str, &str)]) {
    let found = loose_sentences(package);
    let is_excepted = |name: &str| exceptions.iter().any(|(file, _)| name.starts_with(file));
    let loose: BTreeMap<_, _> = found.iter().filter(|(name, _)| !is_excepted(name)).collect();
    assert!(
        loose.is_empty(),
        "sentences outside of messages/en.ftl: {loose:#?}"
    );
    let unused: Vec<_> = exceptions
        .iter()
        .filter(|(file, _)| !found.keys().any(|name| name.starts_with(file)))
        .collect();
    assert!(
        unused.is_empty(),
        "exceptions that have no sentence any more: {unused:?}"
    );
}

/// Macros whose texts no user reads, or whose texts are ids of messages.
const NOT_SHOWN: [&str; 17] = [
    "text",
    "message",
    "joined",
    "phrase",
    "trace",
    "debug",
    "info",
    "warn",
    "error",
    "panic",
    "unreachable",
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "matches",
];

fn find_loose(tokens: TokenStream, in_markup: bool, found: &mut Vec<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut place = 0;
    while place < tokens.len() {
        let rest = &tokens[place..];
        if is_test_attribute(rest) {
            place += 3 + rest[2..].iter().take_while(|token| !ends_item(token)).count();
            continue;
        }
        match rest {
            // Attributes, documentation among them.
            [TokenTree::Punct(mark), TokenTree::Group(group), ..]
                if mark.as_char() == '#' && group.delimiter() == Delimiter::Bracket =>
            {
                place += 2;
            }
            [
                TokenTree::Punct(mark),
                TokenTree::Punct(inner),
                TokenTree::Group(_),
                ..,
            ] if mark.as_char() == '#' && inner.as_char() == '!' => place += 3,
            [
                TokenTree::Ident(name),
                TokenTree::Punct(mark),
                TokenTree::Group(group),
                ..,
            ] if mark.as_char() == '!' => {
                let name = name.to_string();
                if !NOT_SHOWN.contains(&name.as_str()) {
                    if is_filled(&name, group) {
                        found.extend(group.stream().into_iter().find_map(|token| loose_form(&token)));
                    }
                    find_loose(group.stream(), name == "html", found);
                }
                place += 3;
            }
            [TokenTree::Ident(name), TokenTree::Group(_), ..] if *name == "expect" => place += 2,
            // The classes of an element.
            [
                TokenTree::Ident(name),
                TokenTree::Punct(mark),
                TokenTree::Group(_),
                ..,
            ] if in_markup && *name == "class" && mark.as_char() == '=' => {
                place += 3;
            }
            [TokenTree::Group(group), ..] => {
                find_loose(group.stream(), in_markup, found);
                place += 1;
            }
            [literal @ TokenTree::Literal(_), ..] => {
                let text = text_of(std::slice::from_ref(literal)).unwrap_or_default();
                if is_sentence(&text) || (in_markup && begins_as_sentence(&text)) {
                    found.push(format!("line {}: {text}", literal.span().start().line));
                }
                place += 1;
            }
            _ => place += 1,
        }
    }
}

/// Whether a macro fills a text with values: `format!("the {name} of {owner}")`.
fn is_filled(name: &str, arguments: &proc_macro2::Group) -> bool {
    ["format", "write", "writeln", "format_args"].contains(&name) && !arguments.stream().is_empty()
}

/// The text of a form that holds words for a reader: two words beside each other, and three in all.
fn loose_form(token: &TokenTree) -> Option<String> {
    let text = text_of(std::slice::from_ref(token))?;
    if is_sentence(&text) {
        return None;
    }
    let is_word = |word: &str| {
        let word = word.trim_matches(['(', ')', ',', ';', ':', '.', '?', '\"', '\'', '\\']);
        !word.is_empty()
            && word
                .chars()
                .all(|letter| letter.is_ascii_lowercase() || letter == '-')
    };
    let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
    let in_a_row = words.windows(2).any(|pair| pair.iter().all(|word| is_word(word)));
    (words.len() >= 3 && in_a_row).then(|| format!("line {}: {text}", token.span().start().line))
}

/// Whether a word with a capital letter stands before one without.
fn is_sentence(text: &str) -> bool {
    if text.starts_with('§') {
        return false;
    }
    let words: Vec<&str> = text.split(' ').collect();
    words.windows(2).any(|pair| {
        let first = pair[0].trim_end_matches(',');
        first.starts_with(|letter: char| letter.is_ascii_uppercase())
            && first.chars().skip(1).all(|letter| letter.is_ascii_lowercase())
            && pair[1].len() > 1
            && pair[1]
                .trim_end_matches(['.', ',', ':', ';', '?'])
                .chars()
                .all(|letter| letter.is_ascii_lowercase())
    })
}

fn begins_as_sentence(text: &str) -> bool {
    let mut letters = text.trim_start().chars();
    letters.next().is_some_and(|letter| letter.is_ascii_uppercase())
        && letters.next().is_some_and(|letter| letter.is_ascii_lowercase())
}

fn tokens_of(path: &Path) -> TokenStream {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.parse()
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

impl Sources {
    fn of(packages: &[&str]) -> Self {
        let mut files = Vec::new();
        for package in packages {
            collect_files(&Path::new(package).join("src"), &mut files);
        }
        let mut found = Self::default();
        for path in files {
            found.read(&path.display().to_string(), tokens_of(&path));
        }
        found
    }

    fn check_uses(&self, file: &MessageFile) {
        let mut faults = file.faults();
        for used in &self.used {
            match file.variables(&used.id) {
                None => faults.push(format!("{}: there is no message {}", used.at, used.id)),
                Some(needed) if needed != used.arguments => faults.push(format!(
                    "{}: {} needs {needed:?}, given are {:?}",
                    used.at, used.id, used.arguments
                )),
                Some(_) => {}
            }
        }
        let made: BTreeSet<&str> = self.used.iter().map(|used| used.id.as_str()).collect();
        let referenced = file.referenced();
        let unused = file
            .ids()
            .into_iter()
            .filter(|id| !made.contains(id) && !referenced.contains(*id));
        faults.extend(unused.map(|id| format!("{id} is made nowhere")));
        assert!(faults.is_empty(), "{}:\n{}", file.name(), faults.join("\n"));
    }

    /// Reads tokens and the groups in them.
    fn read(&mut self, path: &str, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut place = 0;
        while place < tokens.len() {
            let rest = &tokens[place..];
            if is_test_attribute(rest) {
                place += 3 + rest[2..].iter().take_while(|token| !ends_item(token)).count();
                continue;
            }
            if let [
                TokenTree::Ident(name),
                TokenTree::Punct(mark),
                TokenTree::Group(group),
                ..,
            ] = rest
                && mark.as_char() == '!'
            {
                let at = format!("{path}:{}", name.span().start().line);
                self.read_macro(
                    &at,
                    &name.to_string(),
                    &group.stream().into_iter().collect::<Vec<_>>(),
                );
            } else if is_plain_call(rest) {
                self.plain += 1;
            }
            if let Some(TokenTree::Group(group)) = tokens.get(place) {
                self.read(path, group.stream());
            }
            place += 1;
        }
    }

    fn read_macro(&mut self, at: &str, name: &str, tokens: &[TokenTree]) {
        match name {
            // A package's own macro, which knows the file: the id comes first, and markup stands after a semicolon.
            "text" => {
                let parts: Vec<_> = tokens
                    .split(|token| is_mark(token, ';'))
                    .flat_map(|part| split(part, ','))
                    .collect();
                let Some(id) = parts.first().and_then(|part| text_of(part)) else {
                    return;
                };
                self.used.push(Used {
                    at: at.to_owned(),
                    id,
                    arguments: parts[1..].iter().filter_map(|part| argument_name(part)).collect(),
                });
            }
            "message" | "joined" | "phrase" => {
                let parts = split(tokens, ',');
                let Some(id) = parts.get(1).and_then(|part| text_of(part)) else {
                    return;
                };
                let arguments = if name == "joined" {
                    BTreeSet::from(["before".to_owned(), "next".to_owned()])
                } else {
                    parts[2..].iter().filter_map(|part| argument_name(part)).collect()
                };
                self.used.push(Used {
                    at: at.to_owned(),
                    id,
                    arguments,
                });
            }
            "refusals" => self.read_reasons(at, tokens),
            _ => {}
        }
    }

    fn read_reasons(&mut self, at: &str, tokens: &[TokenTree]) {
        let has_file = matches!(tokens.first(), Some(TokenTree::Ident(first)) if *first == "messages");
        let declared = tokens.windows(2).find_map(|pair| match pair {
            [TokenTree::Ident(word), TokenTree::Ident(name)] if *word == "enum" => Some(name.to_string()),
            _ => None,
        });
        let (Some(name), Some(TokenTree::Group(body))) = (declared, tokens.last()) else {
            return;
        };
        let body: Vec<TokenTree> = body.stream().into_iter().collect();
        for reason in split(&body, ';') {
            let Some(variant) = reason.iter().find_map(|token| match token {
                TokenTree::Ident(variant) => Some(variant.to_string()),
                _ => None,
            }) else {
                continue;
            };
            if !has_file {
                self.plain_reasons += 1;
                continue;
            }
            let parts = split(before_details(reason), ',');
            self.used.push(Used {
                at: at.to_owned(),
                id: kebab_case(&format!("{name}{variant}")),
                arguments: parts
                    .iter()
                    .skip(2)
                    .filter_map(|part| argument_name(part))
                    .collect(),
            });
        }
    }
}

/// The source files of a folder; those of tests are left out.
fn collect_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let stem = path
            .file_stem()
            .and_then(|stem| stem.to_str())
            .unwrap_or_default();
        if matches!(stem, "tests" | "testing" | "scene") || stem.ends_with("_tests") {
            continue;
        }
        if path.is_dir() {
            collect_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Whether `#[cfg(test)]` stands here.
fn is_test_attribute(tokens: &[TokenTree]) -> bool {
    matches!(tokens, [TokenTree::Punct(mark), TokenTree::Group(inside), ..]
        if mark.as_char() == '#' && inside.stream().to_string().replace(' ', "") == "cfg(test)")
}

/// Whether an item ends with this token.
fn ends_item(token: &TokenTree) -> bool {
    match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(mark) => mark.as_char() == ';',
        _ => false,
    }
}

/// Whether `Message::plain(` stands here.
fn is_plain_call(tokens: &[TokenTree]) -> bool {
    matches!(tokens, [
        TokenTree::Ident(owner),
        TokenTree::Punct(_),
        TokenTree::Punct(_),
        TokenTree::Ident(function),
        ..
    ] if *owner == "Message" && *function == "plain")
}

fn split(tokens: &[TokenTree], by: char) -> Vec<&[TokenTree]> {
    tokens
        .split(|token| is_mark(token, by))
        .filter(|part| !part.is_empty())
        .collect()
}

fn is_mark(token: &TokenTree, by: char) -> bool {
    matches!(token, TokenTree::Punct(mark) if mark.as_char() == by)
}

/// What stands before `=>`.
fn before_details(tokens: &[TokenTree]) -> &[TokenTree] {
    let arrow = tokens.windows(2).position(|pair| {
        matches!(pair, [TokenTree::Punct(one), TokenTree::Punct(other)]
            if one.as_char() == '=' && one.spacing() == Spacing::Joint && other.as_char() == '>')
    });
    &tokens[..arrow.unwrap_or(tokens.len())]
}

/// The name of `name` or `name = value`.
fn argument_name(tokens: &[TokenTree]) -> Option<String> {
    match tokens {
        [TokenTree::Ident(name)] => Some(name.to_string()),
        [TokenTree::Ident(name), TokenTree::Punct(mark), ..]
            if mark.as_char() == '=' && mark.spacing() == Spacing::Alone =>
        {
            Some(name.to_string())
        }
        _ => None,
    }
}

fn text_of(tokens: &[TokenTree]) -> Option<String> {
    let [TokenTree::Literal(literal)] = tokens else {
        return None;
    };
    Some(
        literal
            .to_string()
            .strip_prefix('"')?
            .strip_suffix('"')?
            .to_owned(),
    )
}

fn kebab_case(name: &str) -> String {
    let mut kebab = String::new();
    for (place, letter) in name.chars().enumerate() {
        if place > 0 && letter.is_ascii_uppercase() {
            kebab.push('-');
        }
        kebab.push(letter.to_ascii_lowercase());
    }
    kebab
}
