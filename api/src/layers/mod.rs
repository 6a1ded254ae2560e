//! The order of the layers, read from the sources: a layer imports those below it, and only the upper ones know the web
//! framework.

mod circles;
mod imports;
mod tokens;

use std::fs;
use std::path::{Path, PathBuf};

/// From the lowest to the highest; those of one row may not import each other. `cli` is another crate.
const LAYERS: [&[&str]; 8] = [
    &["base"],
    &["access"],
    &["games"],
    &["aggregates"],
    &["analysis"],
    &["app"],
    &["http", "jobs"],
    &["pages"],
];
/// What puts all of it together.
const TOP: [&str; 3] = ["lib", "server", "layers"];

fn rank(layer: &str) -> usize {
    let found = LAYERS.iter().position(|row| row.contains(&layer));
    found.unwrap_or(LAYERS.len())
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

/// Every file of the library with its layer and its text up to its tests.
fn files() -> Vec<(String, String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    sources(&root, &mut found);
    let mut files = Vec::new();
    for path in found {
        let name = path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
        let layer = name.split(['/', '.']).next().unwrap().to_owned();
        if layer == "cli" || layer == "main" || TOP.contains(&layer.as_str()) {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        let code: Vec<&str> = code
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
            .collect();
        files.push((name, layer, code.join("\n")));
    }
    assert!(files.len() > 150, "{} files are not all", files.len());
    files
}

#[test]
fn no_layer_imports_one_above_it() {
    let mut wrong = Vec::new();
    for (name, layer, code) in files() {
        assert!(rank(&layer) < LAYERS.len(), "{name} stands in no layer");
        for used in code.split("crate::").skip(1) {
            let used: String = used
                .chars()
                .take_while(|letter| letter.is_alphanumeric() || *letter == '_')
                .collect();
            if used != layer && rank(&used) >= rank(&layer) {
                wrong.push(format!("{name} imports {used}"));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn only_http_and_pages_know_the_web_framework() {
    let knows = |(name, layer, code): (String, String, String)| {
        (code.contains("actix") && layer != "http" && layer != "pages").then_some(name)
    };
    let wrong: Vec<String> = files().into_iter().filter_map(knows).collect();
    assert_eq!(wrong, Vec::<String>::new());
}

/// The names of public types in a file: `pub struct Games` and the like.
fn public_types(code: &str) -> Vec<String> {
    let kinds = ["pub struct ", "pub enum ", "pub trait ", "pub type "];
    let named = |line: &str| {
        kinds
            .iter()
            .find_map(|kind| line.strip_prefix(kind).map(ToOwned::to_owned))
    };
    code.lines()
        .filter_map(named)
        .map(|rest| {
            rest.chars()
                .take_while(|letter| letter.is_alphanumeric())
                .collect()
        })
        .collect()
}

#[test]
fn no_two_public_types_have_one_name() {
    let mut known = std::collections::BTreeMap::new();
    let mut twice = Vec::new();
    for (name, _, code) in files() {
        for public in public_types(&code) {
            if let Some(other) = known.insert(public.clone(), name.clone()) {
                twice.push(format!("{public}: {other}, {name}"));
            }
        }
    }
    assert!(known.len() > 50, "{} types are not all", known.len());
    assert_eq!(twice, Vec::<String>::new());
}
