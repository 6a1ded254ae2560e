//! Circles of imports: files of which each needs all others, found in the sources by their `use` and their paths.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::sources;

/// The most files of one circle.
const MOST: usize = 20;

/// A module by its path from the crate's root.
type Module = Vec<String>;

/// The code of every module, without comments and tests.
fn modules() -> BTreeMap<Module, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    sources(&root, &mut found);
    let mut modules = BTreeMap::new();
    for path in found {
        let name = path.strip_prefix(&root).unwrap().with_extension("");
        let mut module: Module = name
            .iter()
            .map(|part| part.to_str().unwrap().to_owned())
            .collect();
        if module == ["lib"] || module == ["main"] || module[0] == "layers" {
            continue;
        }
        if module.last().unwrap() == "mod" {
            module.pop();
        }
        let text = fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        modules.insert(module, lines.collect::<Vec<_>>().join("\n"));
    }
    modules
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

/// Every path that code names: those of its `use` and those that stand in it.
fn paths(code: &str) -> Vec<Module> {
    let mut paths = Vec::new();
    let mut rest = code;
    while let Some(end) = rest.find(['\n', ';']) {
        let line = rest.trim_start();
        let import = ["use ", "pub use ", "pub(crate) use ", "pub(super) use "]
            .iter()
            .find_map(|begins| line.strip_prefix(begins));
        match import.and_then(|tree| tree.split_once(';')) {
            Some((tree, behind)) => {
                written_out(&[], tree, &mut paths);
                rest = behind;
            }
            None => rest = &rest[end + 1..],
        }
    }
    let is_of_path = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
    for path in code
        .split(|letter| !is_of_path(letter))
        // What stands before a brace is written out above.
        .filter(|path| path.contains("::") && !path.ends_with("::"))
    {
        paths.push(path.split("::").map(ToOwned::to_owned).collect());
    }
    paths
}

/// The module in which a path, seen from another one, ends.
fn leads_to(path: &[String], from: &Module, modules: &BTreeMap<Module, String>) -> Option<Module> {
    let (mut at, mut rest) = match path.first().map(String::as_str) {
        Some("crate") => (Module::new(), &path[1..]),
        Some("super" | "self") => (from.clone(), path),
        Some(first) => {
            let mut child = from.clone();
            child.push(first.to_owned());
            if !modules.contains_key(&child) {
                return None;
            }
            (from.clone(), path)
        }
        None => return None,
    };
    while let Some((first, behind)) = rest.split_first() {
        match first.as_str() {
            "super" => drop(at.pop()),
            "self" => {}
            _ => break,
        }
        rest = behind;
    }
    for name in rest {
        at.push(name.clone());
        if !modules.contains_key(&at) {
            at.pop();
            break;
        }
    }
    (!at.is_empty() && at != *from).then_some(at)
}

/// Everything that is reached from a module.
fn reached<'m>(from: &'m Module, edges: &'m BTreeMap<Module, BTreeSet<Module>>) -> BTreeSet<&'m Module> {
    let mut reached = BTreeSet::new();
    let mut open = vec![from];
    while let Some(module) = open.pop() {
        for next in edges.get(module).into_iter().flatten() {
            if reached.insert(next) {
                open.push(next);
            }
        }
    }
    reached
}

#[test]
fn no_circle_of_imports_is_large() {
    let modules = modules();
    let edges: BTreeMap<Module, BTreeSet<Module>> = modules
        .iter()
        .map(|(module, code)| {
            let to = paths(code)
                .iter()
                .filter_map(|path| leads_to(path, module, &modules))
                .collect();
            (module.clone(), to)
        })
        .collect();
    let number = edges.values().map(BTreeSet::len).sum::<usize>();
    assert!(number > 400, "{number} imports are not all");
    let reach: BTreeMap<&Module, BTreeSet<&Module>> = edges
        .keys()
        .map(|module| (module, reached(module, &edges)))
        .collect();
    for (module, reached) in &reach {
        let circle: Vec<String> = reached
            .iter()
            .filter(|other| reach.get(**other).is_some_and(|back| back.contains(module)))
            .map(|other| other.join("/"))
            .collect();
        assert!(
            circle.len() <= MOST,
            "{} files need each other: {circle:#?}",
            circle.len()
        );
    }
}

#[test]
fn a_use_is_written_out() {
    let mut all = Vec::new();
    written_out(&[], "super::{a, b::{c, d as e}, f::g}", &mut all);
    let joined: Vec<String> = all.iter().map(|path| path.join("::")).collect();
    assert_eq!(joined, ["super::a", "super::b::c", "super::b::d", "super::f::g"]);
}
