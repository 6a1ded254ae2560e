//! Imports of the files of a package: each `use` and each path, followed through re-exports to the file that defines the name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::sources;
use super::tokens::tokens;

/// The path of a module from the root of its package.
pub(super) type Module = Vec<String>;

/// A name that a file imports.
struct Import {
    path: Vec<String>,
    /// The name that it has here.
    name: String,
    /// It is passed on to other files and is no use of its own.
    is_reexport: bool,
}

/// The names that a file defines, imports and mentions.
#[derive(Default)]
struct File {
    is_test: bool,
    defines: BTreeSet<String>,
    imports: Vec<Import>,
    /// Paths from `crate`, `super` or `self` outside of imports.
    mentions: Vec<Vec<String>>,
}

/// The files of a package.
pub(super) struct Package {
    files: BTreeMap<Module, File>,
}

/// Re-exports of re-exports that are followed.
const FOLLOWED: usize = 12;

impl Package {
    /// Reads the files of a package.
    pub(super) fn read(source: &Path) -> Self {
        let mut found = Vec::new();
        sources(source, &mut found);
        let mut files = BTreeMap::new();
        for path in found {
            let name = path.strip_prefix(source).unwrap().with_extension("");
            let mut module: Module = name
                .iter()
                .map(|part| part.to_str().unwrap().to_owned())
                .collect();
            if module == ["main"] {
                continue;
            }
            let is_test = module.iter().any(|part| part == "tests" || part == "benches")
                || module.last().unwrap().ends_with("_test")
                || module.last().unwrap().ends_with("_tests");
            if module.last().unwrap() == "mod" || module == ["lib"] {
                module.pop();
            }
            let text = fs::read_to_string(&path).unwrap();
            let file = File {
                is_test,
                ..File::read(&tokens(&text))
            };
            files.insert(module, file);
        }
        Self { files }
    }

    /// The files that each file imports, without tests.
    pub(super) fn imports(&self) -> BTreeMap<&Module, BTreeSet<Module>> {
        let is_code = |file: &File| !file.is_test;
        let mut edges = BTreeMap::new();
        for (module, file) in self.files.iter().filter(|(_, file)| is_code(file)) {
            let used = file.imports.iter().filter(|import| !import.is_reexport);
            let paths = used.map(|import| &import.path).chain(&file.mentions);
            let reached: BTreeSet<Module> = paths
                .filter_map(|path| {
                    let path = path.strip_suffix(&["*".to_owned()]).unwrap_or(path);
                    self.defined_in(module, path, 0)
                })
                .filter(|to| to != module && is_code(&self.files[to]))
                .collect();
            edges.insert(module, reached);
        }
        edges
    }

    /// The module from which a path goes on, and the rest of it; nothing for a path into another package.
    fn begins(&self, from: &Module, path: &[String]) -> Option<(Module, Vec<String>)> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => Some((Module::new(), rest.to_vec())),
            "self" => Some((from.clone(), rest.to_vec())),
            "super" => {
                let up = path.iter().take_while(|name| *name == "super").count();
                let above = from.len().checked_sub(up)?;
                Some((from[..above].to_vec(), path[up..].to_vec()))
            }
            _ => self.child(from, first).map(|_| (from.clone(), path.to_vec())),
        }
    }

    fn child(&self, of: &Module, name: &str) -> Option<Module> {
        let mut child = of.clone();
        child.push(name.to_owned());
        self.files.contains_key(&child).then_some(child)
    }

    /// The file that defines what a path names, seen from a file.
    fn defined_in(&self, from: &Module, path: &[String], followed: usize) -> Option<Module> {
        if followed > FOLLOWED {
            return None;
        }
        let (mut at, rest) = self.begins(from, path)?;
        let here = self.files.get(&at)?;
        let mut rest = &rest[..];
        while let Some((first, behind)) = rest.split_first()
            && let Some(child) = self.child(&at, first)
        {
            (at, rest) = (child, behind);
        }
        let file = self.files.get(&at).unwrap_or(here);
        let Some(name) = rest.first() else {
            return Some(at);
        };
        if name == "*" || name == "self" || file.defines.contains(name) {
            return Some(at);
        }
        let through = |path: &[String]| self.defined_in(&at, path, followed + 1);
        let named = file.imports.iter().filter(|import| import.name == *name);
        let mut ends = named.filter_map(|import| {
            let path = &import.path[..];
            through(path.strip_suffix(&["self".to_owned()]).unwrap_or(path))
        });
        if let Some(end) = ends.next() {
            return Some(end);
        }
        let globs = file
            .imports
            .iter()
            .filter_map(|import| import.path.strip_suffix(&["*".to_owned()]));
        let end = globs
            .filter_map(through)
            .find(|to| *to != at && self.files[to].defines.contains(name));
        Some(end.unwrap_or(at))
    }
}

impl File {
    fn read(tokens: &[&str]) -> Self {
        let tokens = &tokens[..code(tokens)];
        let mut file = Self::default();
        let mut at = 0;
        while at < tokens.len() {
            let next = tokens.get(at + 1).copied().unwrap_or_default();
            match tokens[at] {
                "use" if next != "<" => {
                    let end = tokens[at..].iter().position(|token| *token == ";");
                    let end = end.map_or(tokens.len(), |length| at + length);
                    let is_reexport = is_public(&tokens[..at]);
                    for (path, name) in written_out(&[], &tokens[at + 1..end]) {
                        file.imports.push(Import {
                            path,
                            name,
                            is_reexport,
                        });
                    }
                    at = end;
                    continue;
                }
                "fn" | "struct" | "enum" | "trait" | "type" | "const" | "static" | "union" => {
                    file.defines.insert(next.to_owned());
                }
                "macro_rules" => {
                    let name = tokens.get(at + 2).map(|name| (*name).to_owned());
                    file.defines.extend(name);
                }
                "mod" if tokens.get(at + 2) == Some(&"{") => {
                    file.defines.insert(next.to_owned());
                }
                "crate" | "super" | "self" if next == "::" && (at == 0 || tokens[at - 1] != "::") => {
                    let path = path_at(&tokens[at..]);
                    at += path.len() * 2 - 1;
                    if path.len() > 1 {
                        file.mentions.push(path);
                    }
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
        file
    }
}

/// The number of tokens before the tests.
fn code(tokens: &[&str]) -> usize {
    const TEST: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut from = 0;
    while let Some(found) = tokens[from..].windows(TEST.len()).position(|seen| seen == TEST) {
        let mut behind = from + found + TEST.len();
        while tokens.get(behind) == Some(&"#") {
            let end = tokens[behind..].iter().position(|token| *token == "]");
            behind = end.map_or(tokens.len(), |length| behind + length + 1);
        }
        if tokens.get(behind) == Some(&"mod") && tokens.get(behind + 2) == Some(&"{") {
            return from + found;
        }
        from += found + TEST.len();
    }
    tokens.len()
}

/// Whether what follows these tokens is public: `pub`, `pub(crate)`, `pub(super)`.
fn is_public(before: &[&str]) -> bool {
    match before {
        [.., "pub"] => true,
        [.., ")"] => {
            let open = before.iter().rposition(|token| *token == "(");
            open.is_some_and(|open| open > 0 && before[open - 1] == "pub")
        }
        _ => false,
    }
}

/// The path that tokens begin with: `a::b::c`.
fn path_at(tokens: &[&str]) -> Vec<String> {
    let mut path = vec![tokens[0].to_owned()];
    for pair in tokens[1..].chunks(2) {
        match pair {
            ["::", name] if name.starts_with(|letter: char| letter.is_alphabetic() || letter == '_') => {
                path.push((*name).to_owned());
            }
            _ => break,
        }
    }
    path
}

/// The paths of an import with their names, written out: `a::{b, c::d as e}` is `a::b` and `a::c::d`, named `e`.
fn written_out(before: &[String], tree: &[&str]) -> Vec<(Vec<String>, String)> {
    let (mut depth, mut begin) = (0_usize, 0);
    let mut all = Vec::new();
    for at in 0..=tree.len() {
        match tree.get(at) {
            Some(&"{") => depth += 1,
            Some(&"}") => depth = depth.saturating_sub(1),
            Some(&",") | None if depth == 0 || at == tree.len() => {
                all.extend(one_written_out(before, &tree[begin..at]));
                begin = at + 1;
            }
            _ => {}
        }
    }
    all
}

/// The same of one member of a list.
fn one_written_out(before: &[String], part: &[&str]) -> Vec<(Vec<String>, String)> {
    let mut path = before.to_vec();
    let mut at = 0;
    while let Some(token) = part.get(at) {
        match *token {
            "::" => {}
            "{" => {
                let end = part.iter().rposition(|token| *token == "}").unwrap_or(part.len());
                return written_out(&path, &part[at + 1..end]);
            }
            "as" => {
                let name = part.get(at + 1).copied().unwrap_or_default().to_owned();
                return vec![(path, name)];
            }
            name => path.push(name.to_owned()),
        }
        at += 1;
    }
    let Some(name) = path.last().cloned() else {
        return Vec::new();
    };
    if at == 0 { Vec::new() } else { vec![(path, name)] }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(import: &Import) -> String {
        format!("{} as {}", import.path.join("::"), import.name)
    }

    #[test]
    fn imports_are_written_out() {
        let file = File::read(&tokens(
            "use super::{a, b::{c, d as e}, f::*}; pub(crate) use g::h;",
        ));
        let all: Vec<String> = file.imports.iter().map(shown).collect();
        let expected = [
            "super::a as a",
            "super::b::c as c",
            "super::b::d as e",
            "super::f::* as *",
            "g::h as h",
        ];
        assert_eq!(all, expected);
        let reexports: Vec<bool> = file.imports.iter().map(|import| import.is_reexport).collect();
        assert_eq!(reexports, [false, false, false, false, true]);
    }

    #[test]
    fn mentions_and_definitions_end_at_the_tests() {
        let source = "struct A; fn b() { crate::c::d(); super::E::f() } #[cfg(test)] #[allow(x)] mod tests { fn g() {} }";
        let file = File::read(&tokens(source));
        let mentions: Vec<String> = file.mentions.iter().map(|path| path.join("::")).collect();
        assert_eq!(mentions, ["crate::c::d", "super::E::f"]);
        assert_eq!(file.defines.iter().collect::<Vec<_>>(), ["A", "b"]);
    }

    #[test]
    fn reexports_are_followed_to_the_file_that_defines() {
        let file = |source: &str| File::read(&tokens(source));
        let module = |path: &str| path.split("::").map(ToOwned::to_owned).collect::<Module>();
        let files = [
            (Module::new(), file("mod a; mod b; pub use a::One;")),
            (module("a"), file("mod c; pub use c::One; pub use self::c::*;")),
            (
                module("a::c"),
                file("pub struct One; pub struct Two; use crate::b::three;"),
            ),
            (
                module("b"),
                file("use crate::One; use super::a::Two as Other; pub fn three() {}"),
            ),
        ];
        let package = Package {
            files: files.into_iter().collect(),
        };
        let imports = package.imports();
        assert_eq!(imports[&module("b")], BTreeSet::from([module("a::c")]));
        assert_eq!(imports[&module("a::c")], BTreeSet::from([module("b")]));
        assert!(imports[&Module::new()].is_empty() && imports[&module("a")].is_empty());
    }
}
