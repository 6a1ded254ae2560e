//! A writer under `strace`.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::writer;

/// Whether processes can be traced here. Where they cannot, the test of this name says that it is skipped, or fails if
/// `HINDSIGHT_REQUIRE_TOOLS=1`.
pub(crate) fn is_possible(test: &str) -> bool {
    let works = Command::new("strace")
        .args(["-o", "/dev/null", "true"])
        .status()
        .is_ok_and(|status| status.success());
    if !works {
        assert!(
            std::env::var("HINDSIGHT_REQUIRE_TOOLS").is_err(),
            "strace is needed and does not work here"
        );
        println!("{test}: skipped, for strace is not installed or may not trace here");
    }
    works
}

/// What a writer to a store called, it and its threads, with the names of files. `role` is all of [`writer::ROLE`] but the
/// directory.
pub(crate) fn run(dir: &Path, role: &str, options: &[&str]) -> String {
    run_with(dir, role, options, &[])
}

/// The same, with more said to the process by its environment; without a role it is no writer.
pub(crate) fn run_with(dir: &Path, role: &str, options: &[&str], more: &[(&str, &str)]) -> String {
    let trace = dir.with_extension("trace");
    let mut strace = Command::new("strace");
    strace
        .args(["-f", "-y"])
        .args(options)
        .arg("-o")
        .arg(&trace)
        .arg(std::env::current_exe().unwrap())
        .envs(more.iter().copied())
        .stdout(Stdio::null());
    if !role.is_empty() {
        strace.env(writer::ROLE, format!("{} {role}", dir.display()));
    }
    assert!(strace.status().unwrap().success());
    fs::read_to_string(trace).unwrap()
}
