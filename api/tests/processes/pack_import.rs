//! `hindsight pack import`: a folder of public data becomes a pack of the store.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

fn hindsight(data: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hindsight"))
        .arg("--data-dir")
        .arg(data)
        .args(arguments)
        .env_remove("HINDSIGHT_JSON")
        .output()
        .unwrap()
}

#[track_caller]
fn ends(output: &Output, code: i32) -> String {
    let words = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    assert_eq!(output.status.code(), Some(code), "{words}");
    words
}

fn data() -> Value {
    json!({
        "units": [{
            "id": "1", "name": "Reed Guards",
            "statistics": {
                "faction": "reeds", "type": "infantry", "cost": 5, "speed": 5, "defense": 4, "morale": 6,
                "attacks": [{ "name": "Spears", "type": "melee", "hit": 4, "dice": [7, 5, 4] }],
                "abilities": ["Wade"],
            },
        }],
        "attachments": [{ "id": "2", "name": "Nobody", "statistics": { "faction": "reeds", "type": "monster" } }],
    })
}

#[test]
fn a_folder_of_public_data_becomes_a_pack_of_the_store() {
    let home = tempfile::tempdir().unwrap();
    let (store, folder) = (home.path().join("data"), home.path().join("whole"));
    let inner = folder.join("data/en");
    std::fs::create_dir_all(&inner).unwrap();
    // As an editor of Windows leaves it, with a byte order mark.
    std::fs::write(inner.join("reeds.json"), format!("\u{FEFF}{}", data())).unwrap();
    std::fs::write(
        inner.join("abilities.json"),
        json!({ "WADE": { "effect": ["It wades."] } }).to_string(),
    )
    .unwrap();
    let folder = folder.to_str().unwrap();
    let import = |more: &[&str]| {
        let all = [&["pack", "import", "--from", "asoiaf-tmg-data", folder][..], more].concat();
        hindsight(&store, &all)
    };
    let told = ends(&import(&["--dry-run"]), 0);
    for words in [
        "nothing is stored",
        "Combat units: 1",
        "Abilities: 1, of which 0 live, 0 in part, 1 as text",
        "reeds.json /attachments/0/statistics/type",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
    let out = home.path().join("pack.json");
    let told = ends(
        &import(&["--id", "reeds", "--out", out.to_str().unwrap(), "--json"]),
        0,
    );
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(
        (told["state"].as_str(), told["id"].as_str()),
        (Some("new"), Some("reeds"))
    );
    let pack: Value = serde_json::from_str(&std::fs::read_to_string(out).unwrap()).unwrap();
    assert_eq!(pack["units"][0]["name"], "Reed Guards");
    let again = ends(&import(&["--id", "reeds"]), 0);
    assert!(again.contains("is here already"), "{again}");
    // The files themselves may be named too, and what is wrong is told.
    let told = ends(
        &hindsight(&store, &["pack", "import", "--from", "paper", folder]),
        2,
    );
    assert!(told.contains("asoiaf-tmg-data"), "{told}");
    let told = ends(&import(&["--id", "Not an id"]), 3);
    assert!(told.contains("the pack's id"), "{told}");
    std::fs::write(inner.join("reeds.json"), "{").unwrap();
    let told = ends(&import(&[]), 3);
    assert!(told.contains("reeds.json: no JSON"), "{told}");
    let empty = home.path().join("empty");
    std::fs::create_dir(&empty).unwrap();
    let empty = empty.to_str().unwrap();
    let told = ends(
        &hindsight(&store, &["pack", "import", "--from", "asoiaf-tmg-data", empty]),
        3,
    );
    assert!(told.contains("no .json file"), "{told}");
    // Packing games is what it was.
    assert!(ends(&hindsight(&store, &["pack"]), 0).contains("Nothing to pack"));
}
