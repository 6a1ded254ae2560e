//! A server under `strace`: it is asked for what makes it work in the background, takes a file in, and is told to end, which
//! makes it pack; a kill may come at any time.

use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::content::content;
use crate::program::{LIMIT, wait};
use crate::stopping::Place;
use crate::traced::{Stop, tracer};

/// Runs a server from its start to its end: asked to, or killed before.
///
/// # Errors
/// It does not end in time, or what it acknowledged is not there.
pub(crate) fn serve(place: &Place, stop: Option<&Stop>, token: &str) -> Result<(ExitStatus, String), String> {
    let (said, number) = (
        place.trace().with_extension("said"),
        place.trace().with_extension("pid"),
    );
    let mut strace = tracer(&place.trace(), stop);
    // The shell says which process the server is: the tracer itself must not be told to end.
    strace
        .args(["sh", "-c", "echo $$ >\"$0\"; exec \"$@\""])
        .arg(&number)
        .arg(env!("CARGO_BIN_EXE_hindsight"))
        .arg("--data-dir")
        .arg(place.data())
        .args([
            "--json",
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--no-rate-limits",
            "--no-samples",
            "--log",
            "warn",
        ])
        .stdin(Stdio::null())
        .stdout(std::fs::File::create(&said).unwrap())
        .stderr(Stdio::null());
    let mut child = strace.spawn().unwrap();
    let begun = Instant::now();
    let mut acknowledged = false;
    while begun.elapsed() < LIMIT && child.try_wait().unwrap().is_none() {
        if let Some(address) = listening(&said) {
            acknowledged = ask(&address, token, &place.path("good.ndjson"));
            terminate(&number);
            break;
        }
        thread::sleep(Duration::from_millis(5));
    }
    let status = wait(&mut child, LIMIT);
    let text = std::fs::read_to_string(&said).unwrap_or_default();
    drop((std::fs::remove_file(said), std::fs::remove_file(number)));
    let status = status.ok_or_else(|| format!("the server had not ended after {LIMIT:?}: {text}"))?;
    if acknowledged {
        let id = crate::stopped_jobs::STREAM
            .split(|byte| *byte == b'\n')
            .next()
            .unwrap();
        let id: serde_json::Value = serde_json::from_slice(id).unwrap();
        let here = content(&place.data())?;
        let stream = here.streams.get(id["stream"].as_str().unwrap());
        // Its records and its card.
        let whole = stream.is_some_and(|lines| lines.len() as u64 == id["records"].as_u64().unwrap() + 1);
        if !whole {
            return Err("a game whose import was acknowledged is not there".to_owned());
        }
    }
    Ok((status, text))
}

/// Where the server listens, once it says so.
fn listening(said: &Path) -> Option<String> {
    let text = std::fs::read_to_string(said).ok()?;
    let line = text.lines().next()?;
    let welcome: serde_json::Value = serde_json::from_str(line).ok()?;
    Some(welcome["listening"].as_str()?.to_owned())
}

/// Has the community's figures brought up to date, and brings a game in; whether that was acknowledged.
fn ask(address: &str, token: &str, file: &str) -> bool {
    let agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .timeout_global(Some(Duration::from_secs(20)))
        .build()
        .new_agent();
    // Answers do not matter: the server may be killed meanwhile.
    for path in ["/v1/community/figures?of=factions", "/community", "/v1/games"] {
        drop(agent.get(format!("{address}{path}")).call());
    }
    let file = std::fs::read(file).unwrap();
    agent
        .post(format!("{address}/v1/games/import"))
        .header("Authorization", format!("Bearer {token}"))
        .header("Content-Type", "application/x-ndjson")
        .send(&file[..])
        .is_ok_and(|heard| heard.status().is_success())
}

fn terminate(number: &Path) {
    let number = std::fs::read_to_string(number).unwrap_or_default();
    // It may have been killed already.
    drop(
        Command::new("kill")
            .args(["-TERM", number.trim()])
            .stderr(Stdio::null())
            .status(),
    );
}
