//! Imports of the sources: the file in which each name stands that a file uses, by its `use` and the paths in its code.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A module by its path from the crate's root.
pub(crate) type Module = Vec<String>;

/// The so many re-exports that are followed from one name.
const MOST_HOPS: usize = 12;

/// The code of all modules, without comments and tests.
pub(crate) struct Sources {
    code: BTreeMap<Module, String>,
    /// The names that each module passes on, with what they lead to.
    passed_on: BTreeMap<Module, BTreeMap<String, Module>>,
}

impl Sources {
    /// Those of the package.
    pub(crate) fn read() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut files = Vec::new();
        sources(&root, &mut files);
        let mut code = BTreeMap::new();
        for path in files {
            let name = path.strip_prefix(&root).unwrap().with_extension("");
            let mut module: Module = name
                .iter()
                .map(|part| part.to_str().unwrap().to_owned())
                .collect();
            let is_test = module.iter().any(|part| part == "tests" || part == "symmetry");
            if is_test || ["lib", "scene", "ladder"].contains(&module[0].as_str()) {
                continue;
            }
            if module.last().unwrap() == "mod" {
                module.pop();
            }
            code.insert(module, without_comments(&fs::read_to_string(&path).unwrap()));
        }
        let passed_on = code.iter().map(|(module, code)| {
            let names = uses(code).into_iter().filter(|(passes_on, _)| *passes_on);
            let names = names.filter_map(|(_, path)| Some((path.last()?.clone(), path)));
            (module.clone(), names.collect())
        });
        let passed_on = passed_on.collect();
        Self { code, passed_on }
    }

    /// Each module with its code.
    pub(crate) fn modules(&self) -> impl Iterator<Item = (&Module, &String)> {
        self.code.iter()
    }

    /// The files that each file needs; what it only passes on it does not need.
    pub(crate) fn edges(&self) -> BTreeMap<Module, BTreeSet<Module>> {
        let edges = self.code.iter().map(|(module, code)| {
            let used = uses(code).into_iter().filter(|(passes_on, _)| !passes_on);
            let paths = used.map(|(_, path)| path).chain(paths_in(code));
            let to = paths.filter_map(|path| self.leads_to(&path, module, MOST_HOPS));
            (module.clone(), to.filter(|other| other != module).collect())
        });
        edges.collect()
    }

    /// The module in which a path, seen from another one, ends.
    fn leads_to(&self, path: &[String], from: &Module, hops: usize) -> Option<Module> {
        let (mut at, mut rest) = match path.first().map(String::as_str)? {
            "crate" => (Module::new(), &path[1..]),
            "super" | "self" => (from.clone(), path),
            first => {
                let child: Module = from.iter().cloned().chain([first.to_owned()]).collect();
                self.code.contains_key(&child).then_some(())?;
                (from.clone(), path)
            }
        };
        while let Some((first, behind)) = rest.split_first() {
            match first.as_str() {
                "super" => drop(at.pop()),
                "self" => {}
                _ => break,
            }
            rest = behind;
        }
        while let Some((first, behind)) = rest.split_first() {
            at.push(first.clone());
            if !self.code.contains_key(&at) {
                at.pop();
                break;
            }
            rest = behind;
        }
        let passed_on = || self.passed_on.get(&at)?.get(rest.first()?);
        match passed_on() {
            Some(path) if hops > 0 => self.leads_to(path, &at, hops - 1).or(Some(at)),
            Some(_) | None => (!at.is_empty()).then_some(at),
        }
    }
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The code up to the tests below it, without comments.
fn without_comments(text: &str) -> String {
    let below = text.match_indices("#[cfg(test)]\n").find(|(at, mark)| {
        text[at + mark.len()..].trim_start().starts_with("mod ") && text[*at..].contains('{')
    });
    let code = match below {
        Some((at, _)) if text[at..].lines().nth(1).is_some_and(|line| line.ends_with('{')) => &text[..at],
        Some(_) | None => text,
    };
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines
        .map(|line| line.split(" // ").next().unwrap())
        .collect::<Vec<_>>()
        .join("\n")
}

/// The paths of all `use`, written out, each with whether it passes its name on.
fn uses(code: &str) -> Vec<(bool, Module)> {
    let mut found = Vec::new();
    let mut rest = code;
    while let Some(end) = rest.find(['\n', ';', '{']) {
        let line = rest.trim_start();
        let tree = ["use ", "pub use ", "pub(crate) use ", "pub(super) use "]
            .iter()
            .find_map(|begins| Some((*begins != "use ", line.strip_prefix(begins)?)));
        match tree.and_then(|(passes_on, tree)| Some((passes_on, tree.split_once(';')?))) {
            Some((passes_on, (tree, behind))) => {
                let mut paths = Vec::new();
                written_out(&[], tree, &mut paths);
                found.extend(paths.into_iter().map(|path| (passes_on, path)));
                rest = behind;
            }
            None => rest = &rest[end + 1..],
        }
    }
    found
}

/// The paths of a `use`, written out: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn written_out(before: &[String], tree: &str, paths: &mut Vec<Module>) {
    let (mut depth, mut begin) = (0_i32, 0);
    let mut parts = Vec::new();
    for (at, letter) in tree.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&tree[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&tree[begin..]);
    for part in parts.into_iter().map(str::trim).filter(|part| !part.is_empty()) {
        let names = |path: &str| -> Module {
            let names = path.split("::").map(str::trim).filter(|name| !name.is_empty());
            names
                .map(|name| name.split(' ').next().unwrap().to_owned())
                .collect()
        };
        let mut whole = before.to_vec();
        if let (Some(open), Some(close)) = (part.find('{'), part.rfind('}')) {
            whole.extend(names(&part[..open]));
            written_out(&whole, &part[open + 1..close], paths);
        } else {
            whole.extend(names(part));
            paths.push(whole);
        }
    }
}

/// The paths that stand in code from the crate's root or from a module above.
fn paths_in(code: &str) -> Vec<Module> {
    let is_of_path = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
    let is_import = |line: &&str| !line.trim_start().starts_with("use ") && !line.contains(" use ");
    code.lines()
        .filter(is_import)
        .flat_map(|line| line.split(move |letter| !is_of_path(letter)))
        .filter(|path| {
            ["crate::", "super::", "self::"]
                .iter()
                .any(|begins| path.starts_with(begins))
        })
        .map(|path| {
            let names = path.split("::").filter(|name| !name.is_empty());
            names.map(ToOwned::to_owned).collect()
        })
        .collect()
}

#[test]
fn a_use_is_written_out() {
    let found = uses("use super::{a, b::{c, d as e}, f::g};\npub(crate) use h::i;\n");
    let joined: Vec<(bool, String)> = found
        .iter()
        .map(|(passes_on, path)| (*passes_on, path.join("::")))
        .collect();
    let own = ["super::a", "super::b::c", "super::b::d", "super::f::g"].map(|path| (false, path.to_owned()));
    assert_eq!(joined[..4], own);
    assert_eq!(joined[4..], [(true, "h::i".to_owned())]);
}
