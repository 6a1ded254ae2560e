//! Backups and exports as files: who may read them, what a restore brings back, and that a running server writes them.

use std::path::Path;

use serde_json::Value;

use crate::command_line::{Serving, ends, hindsight, json, told};

#[test]
fn a_running_server_is_backed_up_by_the_same_command() {
    let home = tempfile::tempdir().unwrap();
    let (data, restored) = (home.path().join("data"), home.path().join("restored"));
    let (serving, _) = Serving::start(&data);
    let file = home.path().join("all.backup");
    let file = file.to_str().unwrap();
    let report = json(&hindsight(&data, &["--json", "backup", file]), 0);
    assert!(report["records"].as_u64().unwrap() > 100, "{report}");
    ends(&hindsight(&data, &["backup", file]), 3);
    let again = json(&hindsight(&data, &["--json", "backup", file, "--force"]), 0);
    assert_eq!(again["streams"], report["streams"]);
    let names: Vec<_> = std::fs::read_dir(home.path())
        .unwrap()
        .flatten()
        .map(|entry| entry.file_name())
        .collect();
    assert_eq!(names.len(), 2, "nothing is left beside it: {names:?}");
    let back = json(&hindsight(&restored, &["--json", "restore", file]), 0);
    assert_eq!(back["records"], report["records"]);
    ends(&hindsight(&restored, &["verify"]), 0);
    // What needs the store for itself says so; a server that was killed is not asked any more.
    let refused = ends(&hindsight(&data, &["pack"]), 5);
    assert!(
        refused.contains("in use") && refused.contains("stop it"),
        "{refused}"
    );
    drop(serving);
    assert!(data.join("server.json").exists(), "a kill leaves it");
    json(&hindsight(&data, &["--json", "backup", file, "--force"]), 0);
    assert!(
        !data.join("server.json").exists(),
        "who holds the directory removes it"
    );
}

/// A token that was revoked after the backup is valid in the restored store: `restore` says so, and can leave it out.
#[test]
fn restore_says_which_access_comes_back_and_leaves_it_out_when_told() {
    let home = tempfile::tempdir().unwrap();
    let (data, file) = (home.path().join("data"), home.path().join("all.backup"));
    let file = file.to_str().unwrap();
    let create = [
        "--json",
        "token",
        "create",
        "--scope",
        "admin",
        "--subject",
        "root",
    ];
    json(&hindsight(&data, &create), 0);
    json(&hindsight(&data, &create), 0);
    let account = ["account", "create", "ada", "--role", "coach"];
    ends(&told(&data, &account, "nine quiet hedgehogs\n"), 0);
    let tokens = |data: &Path| {
        let list = json(&hindsight(data, &["--json", "token", "list"]), 0);
        list["tokens"].as_array().unwrap().clone()
    };
    let made = tokens(&data);
    let [revoked, open] = &made[..] else {
        panic!("two tokens: {made:?}")
    };
    let id = |token: &Value| token["id"].as_str().unwrap().to_owned();
    ends(&hindsight(&data, &["token", "revoke", &id(revoked)]), 0);
    json(&hindsight(&data, &["--json", "backup", file]), 0);
    ends(&hindsight(&data, &["token", "revoke", &id(open)]), 0);
    let back = home.path().join("back");
    let answer = json(&hindsight(&back, &["--json", "restore", file]), 0);
    assert_eq!(
        (&answer["valid_tokens"], &answer["valid_sessions"]),
        (&Value::from(1), &Value::from(0)),
        "{answer}"
    );
    let valid: Vec<Value> = tokens(&back);
    let valid: Vec<&Value> = valid
        .iter()
        .filter(|token| token["revoked_at"].is_null())
        .collect();
    assert!(valid.len() == 1 && id(valid[0]) == id(open), "{valid:?}");
    let without = home.path().join("without");
    let answer = ends(&hindsight(&without, &["restore", file, "--without-tokens"]), 0);
    assert!(
        answer.contains("1 valid tokens and 0 sessions") && answer.contains("left out"),
        "{answer}"
    );
    assert!(tokens(&without).is_empty());
    let accounts = json(&hindsight(&without, &["--json", "account", "list"]), 0);
    assert_eq!(accounts["accounts"][0]["name"], "ada");
    ends(&hindsight(&without, &["verify"]), 0);
    let help = ends(&hindsight(&without, &["restore", "--help"]), 0);
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        help.contains("--without-tokens") && help.contains("works again"),
        "{help}"
    );
}

#[cfg(unix)]
#[test]
fn exported_streams_and_backups_are_their_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("data");
    let simulate = [
        "simulate",
        "--games",
        "1",
        "--seed",
        "3",
        "--quiet",
        "--visibility",
    ];
    for visibility in ["public", "private"] {
        let seed = if visibility == "public" { "3" } else { "4" };
        let mut arguments = simulate.to_vec();
        arguments[4] = seed;
        arguments.push(visibility);
        ends(&hindsight(&data, &arguments), 0);
    }
    let path = |name: &str| home.path().join(name);
    let text = |name: &str| path(name).to_str().unwrap().to_owned();
    ends(&hindsight(&data, &["backup", &text("all.backup")]), 0);
    for format in ["text", "ndjson"] {
        let export = ["export", "--all", "--format", format, "--output", &text(format)];
        ends(&hindsight(&data, &export), 0);
    }
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o077;
    assert_eq!((mode(&data), mode(&path("all.backup"))), (0, 0));
    let modes = |folder: &str| -> Vec<u32> {
        let files = std::fs::read_dir(path(folder)).unwrap().flatten();
        files.map(|file| mode(&file.path())).collect()
    };
    assert_eq!(modes("ndjson"), [0, 0]);
    let mut texts = modes("text");
    texts.sort_unstable();
    assert!(texts[0] == 0 && texts[1] != 0, "the private one alone: {texts:?}");
}
