//! Circles of imports: files of which each needs all others. They are small in every package of the workspace.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::imports::{Module, Package};

/// The most files of one circle.
const MOST: usize = 8;
/// Packages in which a circle is still larger, with the files of the largest one.
const LARGER: [(&str, usize); 0] = [];

/// The folder of the workspace.
fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The packages of the workspace that have a library, by their folders.
fn packages() -> Vec<String> {
    let manifest = fs::read_to_string(workspace().join("Cargo.toml")).unwrap();
    let members = manifest.split_once("\nmembers = [").unwrap().1;
    let members = members.split_once(']').unwrap().0.split('"').skip(1).step_by(2);
    members
        .filter(|member| workspace().join(member).join("src/lib.rs").exists())
        .map(ToOwned::to_owned)
        .collect()
}

/// Everything that is reached from a module.
fn reached<'m>(from: &Module, imports: &'m BTreeMap<&Module, BTreeSet<Module>>) -> BTreeSet<&'m Module> {
    let mut reached = BTreeSet::new();
    let mut open = vec![from];
    while let Some(module) = open.pop() {
        for next in imports.get(module).into_iter().flatten() {
            if reached.insert(next) {
                open.push(next);
            }
        }
    }
    reached
}

/// The largest circle of these imports, by the paths of its files; nothing where there is none.
fn largest(imports: &BTreeMap<&Module, BTreeSet<Module>>) -> Vec<String> {
    let reach: BTreeMap<&Module, BTreeSet<&Module>> = imports
        .keys()
        .map(|module| (*module, reached(module, imports)))
        .collect();
    let circles = reach.iter().map(|(module, reached)| {
        let is_back = |other: &&&Module| reach.get(**other).is_some_and(|back| back.contains(module));
        let circle = reached.iter().filter(is_back);
        circle.map(|other| other.join("/")).collect::<Vec<_>>()
    });
    circles.max_by_key(Vec::len).unwrap_or_default()
}

#[test]
fn no_circle_of_imports_is_large() {
    let mut number = 0;
    let mut wrong = Vec::new();
    for name in packages() {
        let package = Package::read(&workspace().join(&name).join("src"));
        let imports = package.imports();
        number += imports.values().map(BTreeSet::len).sum::<usize>();
        let circle = largest(&imports);
        let known = LARGER.iter().find(|(larger, _)| *larger == name);
        let most = known.map_or(MOST, |(_, most)| *most);
        if circle.len() > most {
            wrong.push(format!(
                "{} files of {name} need each other: {circle:?}",
                circle.len()
            ));
        } else if known.is_some() && circle.len() < most {
            wrong.push(format!(
                "the largest circle of {name} has {} files: write that into LARGER, or nothing if it is at most {MOST}",
                circle.len()
            ));
        }
    }
    assert!(number > 5_000, "{number} imports are not all");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_circle_is_found() {
    let module = |name: &str| vec![name.to_owned()];
    let [a, b, c, d] = ["a", "b", "c", "d"].map(module);
    let imports = BTreeMap::from([
        (&a, BTreeSet::from([b.clone()])),
        (&b, BTreeSet::from([c.clone(), d.clone()])),
        (&c, BTreeSet::from([a.clone()])),
        (&d, BTreeSet::new()),
    ]);
    assert_eq!(largest(&imports), ["a", "b", "c"]);
}
